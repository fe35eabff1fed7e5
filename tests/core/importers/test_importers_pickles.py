"""Pickled checkpoints: read as plain weights in a process of their own, everything else refused without being run."""

from __future__ import annotations

import argparse
import io
import pickletools
import subprocess
import sys
import warnings
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from model_core.errors import Refused
from model_core.importers import Options, pickles
from model_core.importers.folder import import_model
from model_core.importers.pickles import to_safetensors
from model_core.importers.sources import checkpoint, is_pickle
from model_core.proofs.proof import difference
from tests.core.importers.test_importers import PAD, SOURCE, TARGET
from tests.made import tutorials
from tests.made.tutorials import HEADS

pytestmark = pytest.mark.usefixtures("prepared", "quick_proofs")

OPTIONS = Options(HEADS, {"pad_id": PAD})


@pytest.mark.parametrize("nest", ["", "model_state_dict", "model"])
@pytest.mark.parametrize("old", [True, False])
@pytest.mark.share(2)
def test_a_training_file_is_converted(nest: str, old: bool, tmp_path: Path) -> None:
    state = OrderedDict(tutorials.hkproj_state(1))
    saved: Any = {"epoch": 3, nest: state, "optimizer_state_dict": {"state": {}}} if nest else state
    torch.save(saved, tmp_path / "model.pt", _use_new_zipfile_serialization=not old)
    told: list[str] = []
    found = import_model(tmp_path / "model.pt", tmp_path / "out", OPTIONS, say=told.append)
    assert "is a pickle" in told[0] and "separate process" in told[0]
    with torch.inference_mode():
        own = found.converted.model(SOURCE, TARGET).log_softmax(-1)
    assert difference(own, tutorials.hkproj(state, HEADS, SOURCE, TARGET, PAD)) <= 1e-5


def test_tensors_may_be_parts_of_one(tmp_path: Path) -> None:
    table = torch.arange(12.0).reshape(4, 3)
    state = {"whole": table, "later": table[1:], "first": table[:2], "column": table[:, 1]}
    torch.save(state, tmp_path / "a.pt")
    to_safetensors(tmp_path / "a.pt", tmp_path / "out.safetensors")
    found = load_file(tmp_path / "out.safetensors")
    assert found.keys() == state.keys() and all(torch.equal(found[name], one) for name, one in state.items())


@pytest.mark.parametrize("key", ["state_dict", "model"])
def test_other_tensors_are_not_taken_for_weights(key: str, tmp_path: Path) -> None:
    losses = {"train_loss": torch.tensor(0.5), "valid_loss": torch.tensor(0.4), "rng": torch.get_rng_state()}
    state = {"a.weight": torch.ones(2, 3), "b.weight": torch.zeros(3)}
    for saved in ({**losses, key: state}, {"model_state_dict": torch.ones(1), key: {"module": state, **losses}}, state):
        torch.save(saved, tmp_path / "a.pt")
        to_safetensors(tmp_path / "a.pt", tmp_path / "out.safetensors")
        assert load_file(tmp_path / "out.safetensors").keys() == state.keys()


@pytest.mark.fresh
def test_settings_of_a_training_are_read(tmp_path: Path) -> None:
    settings = argparse.Namespace(n_head=HEADS, scale_emb_or_prj="emb", d_model=24)
    state = tutorials.jadore_state(2)
    torch.save({"epoch": 1, "settings": settings, "model": state}, tmp_path / "model.chkpt")
    found = import_model(tmp_path / "model.chkpt", tmp_path / "out", Options(ids={"pad_id": PAD}))
    assert found.converted.model.spec.heads == HEADS and found.converted.model.spec.scale_embedding
    with torch.inference_mode():
        own = found.converted.model(SOURCE, TARGET)
    assert difference(own, tutorials.jadore(state, HEADS, SOURCE, TARGET, PAD, scaled="emb")) <= 1e-5


def test_a_folder_of_hugging_face_may_hold_a_pickle(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    config = transformers.MarianConfig(
        vocab_size=30, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, max_position_embeddings=20, pad_token_id=29,
        decoder_start_token_id=29, eos_token_id=0, activation_function="swish", scale_embedding=True,
    )  # fmt: skip
    theirs = transformers.MarianMTModel(config).eval()
    folder = tmp_path / "opus"
    config.save_pretrained(folder)
    torch.save(theirs.state_dict(), folder / "pytorch_model.bin")  # old files hold tied tables three times
    found = import_model(folder, tmp_path / "out")
    assert found.converted.layout.name == "marian" and found.proofs[0].passed
    table = theirs.model.shared.weight.detach()
    assert torch.equal(found.converted.model.to_logits.weight.detach(), table)


# ---------------------------------------------------------------- attacks


class Attack:
    """Makes a file beside the pickle when it is run."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return (open, (str(self.mark), "w"))


def attacks(mark: Path) -> dict[str, bytes]:
    """Files that want to run something, by what they do."""
    import pickle

    def zipped(data: bytes) -> bytes:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as file:
            file.writestr("archive/data.pkl", data)
            file.writestr("archive/version", "3\n")
        return made.getvalue()

    bare = {f"protocol {version}": pickle.dumps(Attack(mark), version) for version in range(6)}
    nested = pickle.dumps({"model": {"a": torch.ones(2), "b": Attack(mark)}})
    calls = {
        name: f"c{module}\n{function}\n(S'touch {mark}'\ntR.".encode()
        for name, module, function in (
            ("os.system", "os", "system"), ("posix.system", "posix", "system"), ("eval", "builtins", "eval"),
            ("exec", "builtins", "exec"), ("import", "builtins", "__import__"), ("popen", "os", "popen"),
            ("run", "subprocess", "run"), ("load", "torch", "load"), ("compile", "builtins", "compile"),
            ("getattr", "builtins", "getattr"), ("open", "io", "open"), ("spawn", "pty", "spawn"),
            ("hub", "torch.hub", "load"), ("apply", "functools", "partial"), ("runstring", "timeit", "timeit"),
        )
    }  # fmt: skip
    everything = {**bare, "nested": nested, **calls}
    return {**everything, **{f"{name} in a zip": zipped(data) for name, data in everything.items()}}


NAMES = sorted(attacks(Path("x")))


def test_attacks_are_attacks(tmp_path: Path) -> None:
    """The same bytes do run where pickles are read in the ordinary way."""
    import pickle

    data = attacks(tmp_path / "mark")["protocol 2"]
    assert "GLOBAL" in {code.name for code, _, _ in pickletools.genops(data)}
    pickle.loads(data).close()
    assert (tmp_path / "mark").exists() and len(NAMES) >= 40


READ_ALL = """
import sys
from pathlib import Path
from model_core.errors import Refused
from model_core.importers import pickles
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        print(path.name, "read", type(pickles._read(path)).__name__)
    except Refused as error:
        print(path.name, error.code)
"""


def test_no_attack_is_run(tmp_path: Path) -> None:
    mark, folder = tmp_path / "mark", tmp_path / "in"
    folder.mkdir()
    for name, data in attacks(mark).items():
        (folder / name.replace(" ", "-")).write_bytes(data)
    done = subprocess.run([sys.executable, "-c", READ_ALL, str(folder)], capture_output=True, text=True, check=True)
    told = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert len(told) == len(NAMES) and set(told.values()) == {"E-IMPORT-PICKLE"}, told
    assert not mark.exists()


@pytest.mark.parametrize("name", ["protocol 4 in a zip", "os.system"])
def test_an_attack_ends_in_its_own_process(name: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    (tmp_path / "a.pt").write_bytes(attacks(mark)[name])
    with pytest.raises(Refused, match="state_dict") as refusal:
        to_safetensors(tmp_path / "a.pt", tmp_path / "out.safetensors")
    assert refusal.value.code == "E-IMPORT-PICKLE"
    assert not mark.exists() and not (tmp_path / "out.safetensors").exists()


def test_a_bomb_is_stopped(tmp_path: Path) -> None:
    made = io.BytesIO()
    torch.save({"a": torch.zeros(1), "b": torch.zeros(1)}, made)
    with (
        zipfile.ZipFile(made) as good,
        zipfile.ZipFile(tmp_path / "bomb.pt", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as bad,
    ):
        for one in good.namelist():
            with bad.open(one, "w", force_zip64=True) as file:
                for part in [bytes(30_000_000)] * 70 if one.endswith("/data/0") else [good.read(one)]:
                    file.write(part)
    assert (tmp_path / "bomb.pt").stat().st_size < 15_000_000
    with pytest.raises(Refused):
        to_safetensors(tmp_path / "bomb.pt", tmp_path / "out.safetensors")
    assert not (tmp_path / "out.safetensors").exists()


def test_a_pickle_is_known_by_its_bytes_alone(tmp_path: Path) -> None:
    torch.save(tutorials.hkproj_state(1), tmp_path / "model.safetensors")
    assert is_pickle(tmp_path / "model.safetensors")
    with checkpoint(tmp_path / "model.safetensors") as foreign:
        assert foreign.shapes["encoder.norm.alpha"] == (1,) and foreign.path != tmp_path / "model.safetensors"
    assert not foreign.path.exists()


@pytest.mark.parametrize(
    ("saved", "code"),
    [(torch.ones(3), "E-IMPORT-EMPTY"), ({"epoch": 3}, "E-IMPORT-EMPTY"), (torch.nn.Linear(2, 2), "E-IMPORT-PICKLE")],
)
def test_what_holds_no_named_weights_says_what_to_save(saved: Any, code: str, tmp_path: Path) -> None:
    torch.save(saved, tmp_path / "a.pt")
    with pytest.raises(Refused, match="state_dict") as refusal:
        to_safetensors(tmp_path / "a.pt", tmp_path / "out.safetensors")
    assert refusal.value.code == code


def wild_tensors() -> dict[str, torch.Tensor]:
    """Tensors that are not rows of numbers in a storage; the indices of the first one point far outside."""
    outside = torch.tensor([[0, -1_000_000]])
    rows, columns = torch.tensor([0, 1, 2]), torch.tensor([0, 10**9])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            "sparse_coo": torch.sparse_coo_tensor(outside, torch.ones(2), (3,), check_invariants=False),
            "sparse_csr": torch.sparse_csr_tensor(rows, columns, torch.ones(2), (2, 3), check_invariants=False),
            "quantized": torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.qint8),
            "device meta": torch.ones(3, device="meta"),
        }


@pytest.mark.parametrize("words", ["sparse_coo", "sparse_csr", "quantized", "device meta"])
def test_only_plain_tensors_are_read(words: str, tmp_path: Path) -> None:
    """Making a sparse one dense would write wherever its indices point to."""
    path = tmp_path / "weights.pt"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.save({"a": wild_tensors()[words], "b": torch.ones(2)}, path)
    with pytest.raises(Refused, match=f"'a' is a.* {words}") as refused:
        to_safetensors(path, tmp_path / "out.safetensors")
    assert refused.value.code == "E-IMPORT-TENSOR" and not (tmp_path / "out.safetensors").exists()


def test_a_tensor_beyond_its_storage_is_refused() -> None:
    tensor = torch.arange(12.0).view(3, 4)
    assert torch.equal(pickles._checked_tensor("a", tensor.t()[1:]), tensor.t()[1:])
    assert pickles._checked_tensor("a", torch.ones(0, 3)).shape == (0, 3)
    tensor.untyped_storage().resize_(16)
    with pytest.raises(Refused, match="damaged"):
        pickles._checked_tensor("a", tensor)
