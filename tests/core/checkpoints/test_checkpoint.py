"""A model folder: there and back, and every way in which one can be damaged refused in one line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from model_core.checkpoints.checkpoint import (
    CARD,
    TOKENIZER,
    WEIGHTS,
    Loaded,
    folder_hash,
    load_model,
    model_folder,
    remove_leftovers,
    save_model,
    without_tied,
)
from model_core.checkpoints.parameters import Parameters, read_weight
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io.tensor_files import read_tensor
from model_core.proofs.proof import batch_for
from model_core.record.model_info import SPEC, read_about
from model_core.record.run_spec import RunSpec
from model_core.spec import ModelSpec
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.transformer.model import build
from tests.made.small import VARIANTS, small_model, small_spec, small_words

WORDS = small_words()
SIZES = {"source_vocabulary": WORDS.size, "target_vocabulary": WORDS.size, "dropout": 0.1}


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder that can be opened."""
    model, folder = small_model(**SIZES), tmp_path_factory.mktemp("saved") / "model"
    save_model(folder, model.state_dict(), model.spec, WORDS, {"name": "Digits"}, "# Card\n")
    assert load_model(folder)
    return folder


@pytest.fixture
def folder(saved: Path, tmp_path: Path) -> Path:
    """A sound model folder of one's own."""
    return Path(shutil.copytree(saved, tmp_path / "model"))


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_a_model_comes_back_as_its_half_precision_self(changes: dict[str, Any], tmp_path: Path) -> None:
    model = small_model(**{**SIZES, **changes})
    save_model(tmp_path, model.state_dict(), model.spec, WORDS, {})
    again, vocab = load_model(tmp_path)
    assert again.spec == model.spec and vocab.to_json() == WORDS.to_json()
    assert not again.training and not any(module.training for module in again.modules())
    expected = {name: tensor.half().float() for name, tensor in model.state_dict().items()}
    assert again.state_dict().keys() == expected.keys()
    assert all(torch.equal(tensor, expected[name]) for name, tensor in again.state_dict().items())
    assert all(parameter.dtype == torch.float32 for parameter in again.parameters())
    tied = again.to_logits.weight is again.encoder.embed.table.weight is again.decoder.embed.table.weight
    assert tied is model.spec.tied
    batch = batch_for(model.spec)
    with torch.inference_mode():
        expected_BTV = model(batch.source_BS, batch.read_BT)
        apart = (again(batch.source_BS, batch.read_BT) - expected_BTV).abs().max()
    assert apart < 0.05 * max(1.0, float(expected_BTV.abs().max()) / 10)


def test_what_is_in_the_folder(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {WEIGHTS, SPEC, TOKENIZER, CARD}
    tensors = load_file(folder / WEIGHTS)
    assert {tensor.dtype for tensor in tensors.values()} == {torch.float16}
    assert "to_logits.weight" not in tensors, "a tied table is written once"
    spec, about = read_about(folder)
    assert about == {"name": "Digits"} and spec.d_model == 32
    assert (folder / CARD).read_text() == "# Card\n"
    assert oct((folder / WEIGHTS).stat().st_mode & 0o777) == oct(0o666 & ~mask())


def mask() -> int:
    """This process's umask."""
    value = os.umask(0)
    os.umask(value)
    return value


def test_it_unpacks_as_model_and_vocabulary(folder: Path) -> None:
    loaded = load_model(str(folder))
    assert isinstance(loaded, Loaded) and tuple(loaded) == (loaded.model, loaded.vocab)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64])
def test_other_precisions_are_read_as_float32(folder: Path, dtype: torch.dtype) -> None:
    tensors = load_file(folder / WEIGHTS)
    save_file({name: tensor.to(dtype) for name, tensor in tensors.items()}, folder / WEIGHTS)
    model = load_model(folder).model
    assert model.to_logits.weight.dtype == torch.float32
    name = "encoder.layers.0.self_attn.to_q.weight"
    wanted = model.get_parameter(name).detach().numpy()
    info = replace(Engine().trace(RunSpec("tiny", ("red ball",))).model, folder=str(folder), hash=folder_hash(folder))
    for found in (Parameters(info).get(name), read_weight(str(folder), name)):
        assert found.dtype == np.float32 and np.array_equal(found, wanted)
    with pytest.raises(Refused, match="nothing"):
        Parameters(info).get("nothing")


@pytest.mark.parametrize("shape", [(), (0, 3), (5,), (2, 3, 4)])
def test_a_bfloat16_tensor_is_read_without_torch(tmp_path: Path, shape: tuple[int, ...]) -> None:
    tensors = {name: torch.randn(shape) for name in "ab"}
    tensors["b"] *= 1e-39  # subnormal
    path = tmp_path / "one.safetensors"
    save_file({name: one.to(torch.bfloat16) for name, one in tensors.items()}, path)
    for name, one in tensors.items():
        found = read_tensor(path, name)
        assert found.shape == shape and found.dtype == np.float32
        assert np.array_equal(found, one.to(torch.bfloat16).float().numpy())


def test_loading_leaves_the_random_numbers_alone(folder: Path) -> None:
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    load_model(folder)
    assert torch.equal(torch.rand(3), expected)


def test_the_hash_is_of_weights_spec_and_vocabulary(folder: Path) -> None:
    before = folder_hash(folder)
    assert len(before) == 64 == len(set(before) & set("0123456789abcdef")) + 64 - len(set(before))
    (folder / CARD).write_text("another card")
    assert folder_hash(folder) == before
    for name in (WEIGHTS, SPEC, TOKENIZER):
        data = bytearray((folder / name).read_bytes())
        data[-3] ^= 1
        (folder / name).write_bytes(data)
        assert folder_hash(folder) != before
        before = folder_hash(folder)


def test_tied_tables_are_the_only_ones_left_out() -> None:
    model = small_model(**SIZES)
    left_out = set(model.state_dict()) - set(without_tied(model.state_dict(), model.spec))
    assert left_out == {"decoder.embed.table.weight", "to_logits.weight"}
    untied = small_model(**SIZES, tied=False)
    assert without_tied(untied.state_dict(), untied.spec).keys() == untied.state_dict().keys()


def test_sweeping_removes_what_a_killed_program_left_and_nothing_else(folder: Path) -> None:
    (folder / f".{WEIGHTS}.abcd1234").write_text("half")
    (folder / ".training.safetensors.zzzz9999").write_text("half")
    (folder / ".notes.txt").write_text("mine")
    (folder / ".hidden").mkdir()
    remove_leftovers(folder)
    assert {path.name for path in folder.glob(".*")} == {".notes.txt", ".hidden"}
    assert load_model(folder)


# ---------------------------------------------------------------- folders that are no models

Damage = Callable[[Path], None]


def spec_with(**changes: Any) -> Damage:
    """Change fields of the spec in spec.json."""
    return described(lambda data: data["spec"].update(changes))


def described(change: Callable[[dict[str, Any]], Any]) -> Damage:
    """Change spec.json."""

    def damage(folder: Path) -> None:
        data = json.loads((folder / SPEC).read_text())
        change(data)
        (folder / SPEC).write_text(json.dumps(data))

    return damage


def tensors_with(change: Callable[[dict[str, torch.Tensor]], Any]) -> Damage:
    """Change the tensors in the weights file."""

    def damage(folder: Path) -> None:
        tensors = load_file(folder / WEIGHTS)
        change(tensors)
        save_file(tensors, folder / WEIGHTS)

    return damage


def header_with(change: Callable[[dict[str, Any]], Any]) -> Damage:
    """Change the header of the weights file and nothing of its data."""

    def damage(folder: Path) -> None:
        data = (folder / WEIGHTS).read_bytes()
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length])
        change(header)
        text = json.dumps(header).encode()
        (folder / WEIGHTS).write_bytes(len(text).to_bytes(8, "little") + text + data[8 + length :])

    return damage


def bytes_with(change: Callable[[bytes], bytes], name: str = WEIGHTS) -> Damage:
    """Change a file's bytes."""

    def damage(folder: Path) -> None:
        (folder / name).write_bytes(change((folder / name).read_bytes()))

    return damage


def replaced(name: str, make: Callable[[Path], Any]) -> Damage:
    """Put something else where a file was."""

    def damage(folder: Path) -> None:
        (folder / name).unlink()
        make(folder / name)

    return damage


TABLE = "encoder.embed.table.weight"
BIAS = "encoder.layers.0.self_attn.to_q.bias"
LAST = "encoder.final_norm.weight"


def number(value: float) -> Damage:
    """One weight becomes this number."""
    return tensors_with(lambda tensors: tensors[BIAS].__setitem__(3, value))


DAMAGES: dict[str, tuple[Damage, str]] = {
    "no folder": (shutil.rmtree, "model folder"),
    "a file for a folder": (lambda folder: (shutil.rmtree(folder), folder.write_text("x")), "model folder"),
    "empty folder": (lambda folder: [path.unlink() for path in folder.iterdir()], "spec.json"),
    "no spec": (lambda folder: (folder / SPEC).unlink(), "spec.json.*headscope import SRC --out DIR"),
    "no vocabulary": (lambda folder: (folder / TOKENIZER).unlink(), "tokenizer.json"),
    "no weights": (lambda folder: (folder / WEIGHTS).unlink(), "model.safetensors"),
    "spec cut off": (bytes_with(lambda data: data[:99], SPEC), "not valid JSON"),
    "spec is a list": (bytes_with(lambda data: b"[]", SPEC), "not a headscope model"),
    "spec is a picture": (bytes_with(lambda data: b"\x89PNG\r\n" + bytes(range(256)), SPEC), "not UTF-8"),
    "spec is a pipe": (replaced(SPEC, os.mkfifo), "not a regular file"),
    "spec of another program": (described(lambda data: data.update(format="marian")), "not a headscope model"),
    "newer version": (described(lambda data: data.update(version=2)), "version 2"),
    "about is a text": (described(lambda data: data.update(about="x")), "about"),
    "spec in the spec is missing": (described(lambda data: data.pop("spec")), "source_vocabulary"),
    "an unknown field": (spec_with(rotary=True), "rotary"),
    "10^9 layers": (spec_with(encoder_layers=10**9), "encoder_layers is 1000000000"),
    "10^7 units": (spec_with(d_model=10**7), "d_model"),
    "10^12 positions": (spec_with(max_positions=10**12, positions="learned"), "max_positions"),
    "48 layers of everything": (
        spec_with(d_model=4096, d_ff=32_768, encoder_layers=48, decoder_layers=48), "parameters; the limit is",
    ),
    "NaN in the spec": (spec_with(norm_eps=float("nan")), "NaN is not a valid JSON number"),
    "heads as a float": (spec_with(heads=4.0), "heads is 4.0"),
    "another vocabulary size": (spec_with(source_vocabulary=99, target_vocabulary=99), "14 entries, but the model"),
    "another target vocabulary": (spec_with(target_vocabulary=99, tied=False), "14 entries, but the model"),
    "more layers than weights": (spec_with(encoder_layers=3), "encoder.layers.2"),
    "fewer layers than weights": (spec_with(decoder_layers=1), "decoder.layers.1"),
    "wider than the weights": (spec_with(d_model=64), "has shape"),
    "other positions than saved": (spec_with(positions="learned"), "position.table is missing"),
    "weights are empty": (bytes_with(lambda data: b""), "header is incomplete"),
    "weights of 5 bytes": (bytes_with(lambda data: data[:5]), "header is incomplete"),
    "weights cut in the header": (bytes_with(lambda data: data[:50]), "header is incomplete"),
    "weights cut in the data": (bytes_with(lambda data: data[:-1]), "its header describes"),
    "weights with a tail": (bytes_with(lambda data: data + b"x"), "its header describes"),
    "weights are a zip file": (bytes_with(lambda data: b"PK\x03\x04" + data), "header"),
    "weights are a folder": (replaced(WEIGHTS, Path.mkdir), "not a regular file"),
    "weights are a device": (replaced(WEIGHTS, lambda path: path.symlink_to("/dev/zero")), "not a regular file"),
    "header of 2^63 bytes": (bytes_with(lambda data: (2**63).to_bytes(8, "little") + data[8:]), "header is incomplete"),
    "header is not JSON": (bytes_with(lambda data: data[:8] + b"!" * 20 + data[28:]), "not valid JSON"),
    "header is not UTF-8": (bytes_with(lambda data: data[:8] + b"\xff" + data[9:]), "not UTF-8"),
    "header is a list": (bytes_with(lambda data: (2).to_bytes(8, "little") + b"[]"), "not a list of tensors"),
    "header is deep": (
        bytes_with(lambda data: (9000).to_bytes(8, "little") + b"[" * 9000), "nested more than",
    ),
    "a tensor twice": (
        bytes_with(lambda data: (49).to_bytes(8, "little") + b'{"a":{"shape":[1]},"a":{"shape":[1],"dtype":"F16"}}'),
        "header",
    ),
    "a tensor is missing": (tensors_with(lambda tensors: tensors.pop(BIAS)), f"{BIAS} is missing"),
    "a tensor too many": (tensors_with(lambda tensors: tensors.update(extra=torch.ones(1))), "extra is not part"),
    "a tensor of another shape": (tensors_with(lambda tensors: tensors.update({BIAS: torch.ones(31)})), BIAS),
    "a tensor of whole numbers": (
        tensors_with(lambda tensors: tensors.update({BIAS: torch.ones(32, dtype=torch.int64)})), "I64",
    ),
    "an entry is a number": (header_with(lambda header: header.update({BIAS: 5})), "damaged"),
    "an entry without offsets": (header_with(lambda header: header[BIAS].pop("data_offsets")), "damaged"),
    "offsets are negative": (header_with(lambda header: header[BIAS].update(data_offsets=[-64, 0])), "damaged"),
    "offsets are backwards": (header_with(lambda header: header[BIAS]["data_offsets"].reverse()), "cannot be read"),
    "offsets overlap": (
        header_with(lambda header: header[BIAS].update(data_offsets=header[LAST]["data_offsets"])), "cannot be read",
    ),
    "rank five": (header_with(lambda header: header[BIAS].update(shape=[1, 1, 1, 1, 32])), "damaged"),
    "an unknown type": (header_with(lambda header: header[BIAS].update(dtype="F8_E4M3")), "F8_E4M3"),
    "a shape of other numbers": (header_with(lambda header: header[BIAS].update(shape=[32.0])), "damaged"),
    "one weight is NaN": (number(float("nan")), f"NaN or infinity, the first is {BIAS}"),
    "one weight is infinite": (number(float("-inf")), f"NaN or infinity, the first is {BIAS}"),
    "every weight is NaN": (
        tensors_with(lambda tensors: [tensor.fill_(float("nan")) for tensor in tensors.values()]), "NaN or infinity",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("damage", "words"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_folder_is_refused_in_one_line(folder: Path, damage: Damage, words: str) -> None:
    damage(folder)
    with pytest.raises(Refused, match=words) as refused:
        load_model(folder)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 400


@pytest.mark.parametrize("name", [name for name in DAMAGES if name.startswith(("10^", "48", "no ", "weights cut"))])
def test_nothing_is_built_for_a_folder_that_is_refused(folder: Path, name: str, monkeypatch) -> None:
    def no_model(*args: Any) -> None:
        raise AssertionError("a model was built before the folder was checked")

    DAMAGES[name][0](folder)
    if not name.startswith(("weights", "no weights")):
        monkeypatch.setattr("model_core.checkpoints.checkpoint.EncoderDecoder", no_model)
    with pytest.raises(Refused):
        load_model(folder)


def test_a_missing_model_is_named() -> None:
    with pytest.raises(Refused, match="no/such/folder"):
        model_folder("no/such/folder")


def test_the_message_reports_a_missing_bundled_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.checkpoints.folder.bundled", lambda name="": None)
    with pytest.raises(Refused, match="bundled model is missing"):
        model_folder("")


def test_weights_too_large_for_half_precision_are_not_written_as_infinity(tmp_path: Path) -> None:
    model = small_model(**SIZES)
    with torch.no_grad():
        model.encoder.layers[0].feed_forward.up.weight[0, 0] = 1e6
    with pytest.raises(Refused, match=r"encoder\.layers\.0\.feed_forward\.up\.weight.*half precision"):
        save_model(tmp_path / "new", model.state_dict(), model.spec, WORDS, {})
    assert not (tmp_path / "new" / WEIGHTS).exists()


def test_a_spec_of_every_switch_survives_the_folder(folder: Path) -> None:
    spec, _ = read_about(folder)
    assert spec == ModelSpec.from_json(spec.to_json())


MEASURE = """
import resource, sys
import torch
torch.set_num_threads(1)
from model_core.checkpoints.checkpoint import load_model
def peak():
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
load_model(sys.argv[1])
before = peak()
model, _ = load_model(sys.argv[2])
print(peak() - before, sum(one.numel() for one in model.parameters()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no resource module")
def test_opening_takes_little_more_memory_than_the_weights(tmp_path: Path) -> None:
    """There is never a second copy of them: neither the file's nor one on the way."""
    for name, size in (("small", 40), ("large", 24_000)):
        spec = small_spec(source_vocabulary=size, target_vocabulary=size, d_model=512, d_ff=2048, heads=8)
        vocab = IdVocabulary(size, size, Specials.from_spec(spec))
        save_model(tmp_path / name, build(spec, 1).state_dict(), spec, vocab, {}, precision=torch.float32)
    file = (tmp_path / "large" / WEIGHTS).stat().st_size
    command = [sys.executable, "-c", MEASURE, str(tmp_path / "small"), str(tmp_path / "large")]
    grown, count = map(int, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert file > 100_000_000 and 4 * count <= file
    assert grown < 1.3 * file
