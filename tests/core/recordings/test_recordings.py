"""Recordings: what is saved is what is opened, bit by bit; what does not fit is refused by name; bad files are too."""

from __future__ import annotations

import ast
import errno
import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
import torch

import model_core
from model_core import Refused, bertviz_arguments, open_recording, save_recording
from model_core.explain.provenance import Source, origin
from model_core.record.edits import Edits, HeadPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import FUTURE, PADDING, VISIBLE, Trace
from model_core.recordings.file_format import read_recording
from model_core.recordings.open import recorded_run
from model_core.spec import KINDS
from tests.made.traces import made_trace
from viz_app.views.attention import map_words

ROOT = Path(__file__).parents[3]
SOURCE = ["▁the", "▁old", "▁oak", "s", "</s>"]
TARGET = ["<s>", "▁los", "▁robles", "▁viejos"]
SIZES = {"encoder": (5, 5), "decoder": (4, 4), "cross": (4, 5)}
Arrays = tuple[np.ndarray, ...]


def softmax(scores: np.ndarray, causal: bool = False) -> np.ndarray:
    """Shares of 1 along the last axis, in float64; later columns hidden where `causal`."""
    if causal:
        scores = np.where(np.triu(np.ones(scores.shape[-2:], bool), 1), -np.inf, scores)
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def maps(kind: str, layers: int = 3, heads: int = 4, batch: int = 1, dtype: Any = np.float32, seed: int = 0) -> Arrays:
    """Weights of one kind of attention, one array per layer."""
    random = np.random.default_rng(seed + KINDS.index(kind))
    shape = batch, heads, *SIZES[kind]
    return tuple(softmax(random.standard_normal(shape), kind == "decoder").astype(dtype) for _ in range(layers))


def padded(kind: str, counts: list[int], **how: Any) -> Arrays:
    """Weights of several sentences that have so many keys: nothing reads what lies behind them."""
    layers = maps(kind, batch=len(counts), **how)
    for layer in layers:
        for at, count in enumerate(counts):
            layer[at, ..., count:] = 0
    return tuple(layer / layer.sum(axis=-1, keepdims=True) for layer in layers)


def vectors(
    kind: str, layers: int = 3, width: int = 8, heads: int = 4
) -> tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]]:
    """Queries, keys and values of each head."""
    random = np.random.default_rng(9)
    rows, columns = SIZES[kind]
    q, k, v = (
        [random.standard_normal((1, heads, size, width)).astype(np.float32) for _ in range(layers)]
        for size in (rows, columns, columns)
    )
    return q, k, v


def arguments(*kinds: str, **how: Any) -> dict[str, Any]:
    """The keyword arguments that record these kinds of attention."""
    given: dict[str, Any] = {f"{kind}_attention": maps(kind, **how) for kind in kinds}
    given |= {"encoder_tokens": SOURCE} if {"encoder", "cross"} & set(kinds) else {}
    return given | ({"decoder_tokens": TARGET} if {"decoder", "cross"} & set(kinds) else {})


def same(trace: Trace, kind: str, layers: Any, sentence: int = 0) -> bool:
    """Whether every map has exactly the recorded bits, in each of the ways to ask for one."""
    found = trace.maps(kind, sentence=sentence)
    return len(found) == len(layers) and all(
        np.array_equal(trace.map(kind, at, head, sentence=sentence), layer[sentence, head], equal_nan=True)
        and np.array_equal(found[at][head], layer[sentence, head], equal_nan=True)
        for at, layer in enumerate(layers)
        for head in range(layer.shape[1])
    )


# ---------------------------------------------------------------- what is saved is what is opened


def test_arrays_of_any_precisions_lie_where_they_can_be_read_in_place(tmp_path: Path) -> None:
    row = np.array([0.5, 0.25, 0.25])
    precisions = {"cross": np.float16, "decoder": np.float64, "encoder": np.float32}
    given: dict[str, Any] = {
        f"{kind}_attention": [np.tile(row, (1, 1, 3, 1)).astype(dtype)] for kind, dtype in precisions.items()
    }
    path = save_recording(
        **given, encoder_tokens=list("abc"), decoder_tokens=list("xyz"), path=tmp_path / "a.safetensors"
    )
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    sizes = {"F16": 2, "F32": 4, "F64": 8}
    found = {
        entry["dtype"]: (8 + length + entry["data_offsets"][0]) for name, entry in header.items() if name[0] != "_"
    }
    assert {dtype: place % sizes[dtype] for dtype, place in found.items()} == dict.fromkeys(sizes, 0)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_every_map_is_the_same_bit_by_bit(tmp_path: Path, dtype: Any) -> None:
    given = arguments(*KINDS, dtype=dtype)
    trace = open_recording(save_recording(**given, path=tmp_path / "a.safetensors"))
    for kind in KINDS:
        assert same(trace, kind, given[f"{kind}_attention"])
        shown = trace.map(kind, 0, 0).dtype
        assert shown == (np.float32 if dtype is np.float16 else dtype)
    assert (trace.spec.encoder_layers, trace.spec.decoder_layers, trace.spec.heads) == (3, 3, 4)
    assert trace.complete and trace.model.recorded and trace.kinds == KINDS


@pytest.mark.parametrize("width", [8, 16], ids=["heads of one width", "sides of one width"])
def test_encoder_and_decoder_may_have_other_heads(tmp_path: Path, width: int) -> None:
    """Four heads of 8 units beside two of 8, or of 16: everything is the same as where it was recorded."""
    given: dict[str, Any] = {"encoder_tokens": SOURCE, "decoder_tokens": TARGET}
    for kind in KINDS:
        how = {"width": 8, "heads": 4} if kind == "encoder" else {"width": width, "heads": 2}
        q, k, v = vectors(kind, **how)
        scores = [a @ b.swapaxes(-1, -2) / np.float32(how["width"] ** 0.5) for a, b in zip(q, k, strict=True)]
        given |= {f"{kind}_attention": [softmax(one, kind == "decoder").astype(np.float32) for one in scores]}
        given |= {f"{kind}_qkv": (q, k, v)}
    trace = open_recording(save_recording(**given, path=tmp_path / "a.safetensors"))
    assert [trace.spec.heads_of(kind) for kind in KINDS] == [4, 2, 2]
    assert [trace.spec.for_stack(kind).head_width for kind in KINDS] == [8, width, width]
    assert [trace.spec.for_stack(kind).value_width for kind in KINDS] == [8, width, width]
    for kind in KINDS:
        assert same(trace, kind, given[f"{kind}_attention"]) and trace.has(kind, "scaled", 0)
        q, k, _ = given[f"{kind}_qkv"]
        last = trace.spec.heads_of(kind) - 1
        scores_QM = q[1][0, last] @ k[1][0, last].T / np.float32(trace.spec.for_stack(kind).head_width ** 0.5)
        np.testing.assert_allclose(trace.map(kind, 1, last, "scaled"), scores_QM, rtol=1e-4, atol=1e-6)
    told = "\n".join(map(str, trace.notices))
    assert "(4 + 2 heads)" in told and ("√8 / √16" if width == 16 else "√8 (the head") in told


def test_vectors_whose_widths_fit_no_model_are_refused(tmp_path: Path) -> None:
    given = arguments("encoder") | arguments("cross", heads=2)
    given |= {"encoder_qkv": vectors("encoder"), "cross_qkv": vectors("cross", width=10, heads=2)}
    with pytest.raises(Refused, match="width 10, but the others have 8"):
        save_recording(**given, path=tmp_path / "a.safetensors")


def test_torch_tensors_of_any_precision_out_of_a_graph(tmp_path: Path) -> None:
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        layers = [torch.tensor(layer).to(dtype).requires_grad_() for layer in maps("encoder")]
        path = save_recording(layers, SOURCE, path=tmp_path / "a.safetensors")
        wide = torch.float32 if dtype == torch.bfloat16 else dtype
        assert same(open_recording(path), "encoder", [layer.detach().to(wide).numpy() for layer in layers])


def test_any_safetensors_library_reads_the_file(tmp_path: Path) -> None:
    from safetensors import safe_open

    given = arguments("decoder", "cross")
    path = save_recording(**given, path=tmp_path / "a.safetensors", name="mine")
    with safe_open(path, "np") as file:
        assert np.array_equal(file.get_tensor("decoder.layers.1.cross_attn.weights"), given["cross_attention"][1])
        about = json.loads(file.metadata()["recording"])
    assert (about["format"], about["version"], about["name"]) == ("headscope-recording", 1, "mine")
    assert about["layers"] == {"decoder": 3, "cross": 3} and about["heads"] == 4
    assert about["sentences"] == [{"source": SOURCE, "read": TARGET}]


def test_saving_needs_numpy_and_safetensors_alone(tmp_path: Path) -> None:
    """As installed with --no-deps beside a researcher's own packages: nothing else is there to be imported."""
    site = tmp_path / "site"
    site.mkdir()
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "model_core", site / "model_core", ignore=ignored)
    for name in ("numpy", "numpy.libs", "safetensors"):
        if (found := Path(np.__file__).parents[1] / name).is_dir():
            (site / name).symlink_to(found)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import numpy as np\n"
        "from model_core import save_recording, open_recording, Refused, ModelSpec, RunSpec, Trace\n"
        "path = save_recording([np.full((1, 1, 2, 2), 0.5)], ['a', 'b'], path=sys.argv[2])\n"
        "assert open_recording(path).map('encoder', 0, 0)[1, 1] == 0.5\n"
        "own = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names) - {'__main__'}\n"
        "print(sorted(own))\n"
    )
    command = [sys.executable, "-I", "-S", "-c", code, str(site), str(tmp_path / "a.safetensors")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert set(ast.literal_eval(done.stdout)) <= {"model_core", "numpy", "safetensors"}


def test_neither_saving_nor_opening_loads_torch(tmp_path: Path) -> None:
    code = (
        "import sys, numpy as np; from model_core import save_recording, open_recording\n"
        "path = save_recording([np.full((1, 1, 2, 2), 0.5)], ['a', 'b'], path=sys.argv[1])\n"
        "assert open_recording(path).map('encoder', 0, 0)[1, 1] == 0.5\n"
        "assert 'torch' not in sys.modules and 'PySide6' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "a.safetensors")], check=True, timeout=600, cwd=ROOT)


def test_a_batch_has_one_list_of_tokens_per_sentence(tmp_path: Path) -> None:
    layers = padded("encoder", [5, 3])
    path = save_recording(layers, [SOURCE, SOURCE[:3]], path=tmp_path / "a.safetensors")
    trace = open_recording(path)
    assert [len(one.source) for one in trace.sentences] == [5, 3]
    assert same(trace, "encoder", layers)
    assert np.array_equal(trace.map("encoder", 1, 2, sentence=1), layers[1][1, 2, :3, :3])
    assert (trace.reasons["encoder"][1] == PADDING).sum() == 5 * 2
    assert recorded_run(path).source == ("the old oaks", "the old oak")


@pytest.mark.parametrize("model", ["GPT-2", "BERT"])
def test_padding_that_is_not_last_or_not_masked_is_refused(tmp_path: Path, model: str) -> None:
    """GPT-2 is padded before its text by default, BERT is often called without its attention mask."""
    transformers = pytest.importorskip("transformers")
    path = tmp_path / "a.safetensors"
    if model == "GPT-2":
        config = transformers.GPT2Config(vocab_size=60, n_embd=24, n_layer=2, n_head=3, attn_implementation="eager")
        theirs, ids = transformers.GPT2LMHeadModel(config).eval(), [[5, 6, 7, 8], [0, 0, 6, 7]]
    else:
        config = transformers.BertConfig(
            vocab_size=60, hidden_size=24, num_hidden_layers=2, num_attention_heads=3, intermediate_size=32,
            attn_implementation="eager",
        )  # fmt: skip
        theirs, ids = transformers.BertModel(config).eval(), [[5, 6, 7, 8], [6, 7, 0, 0]]
    batch = torch.tensor(ids)
    with torch.inference_mode():
        out = theirs(batch, attention_mask=(batch != 0).long() if model == "GPT-2" else None, output_attentions=True)
    with pytest.raises(
        Refused, match=r"tokens, sentence 2 has 2 strings, but .*Pad on the right .*attention mask"
    ) as told:
        save_recording(out.attentions, [list("abcd"), list("bc")], path=path)
    assert told.value.code == "E-REC-TOKENS" and not path.exists()
    whole = [list("abcd"), ["<pad>" if one == 0 else "x" for one in ids[1]]]
    assert open_recording(save_recording(out.attentions, whole, path=path)).size("encoder", 1) == (4, 4)
    right = torch.tensor([[5, 6, 7, 8], [6, 7, 0, 0]])
    with torch.inference_mode():
        out = theirs(right, attention_mask=(right != 0).long(), output_attentions=True)
    trace = open_recording(save_recording(out.attentions, [list("abcd"), list("bc")], path=path))
    [kind] = trace.kinds
    assert kind == ("decoder" if model == "GPT-2" else "encoder")
    assert np.array_equal(trace.map(kind, 1, 2, sentence=1), out.attentions[1][1, 2, :2, :2].numpy())


def test_padding_before_a_sentence_is_refused_where_it_reads_nothing_and_nan_is_left_aside(tmp_path: Path) -> None:
    """Maps of a causal model by hand: its second sentence stands behind two padding tokens, whose rows are 0."""
    path, lower = tmp_path / "a.safetensors", np.tril(np.ones((4, 4), np.float32))
    whole = lower / lower.sum(-1, keepdims=True)
    left = np.zeros_like(whole)
    left[2:, 2:] = whole[:2, :2]
    with pytest.raises(Refused, match="sentence 2 has 2 strings"):
        save_recording((np.stack([whole, left])[:, None],), [list("abcd"), list("bc")], path=path)
    right = np.zeros_like(whole)
    right[:2, :2] = whole[:2, :2]
    right[1, :2] = np.nan
    trace = open_recording(save_recording((np.stack([whole, right])[:, None],), [list("abcd"), list("bc")], path=path))
    assert np.array_equal(trace.map("decoder", 0, 0, sentence=1), right[:2, :2], equal_nan=True)


@pytest.mark.parametrize("before", [1, 2, 3])
def test_padding_before_a_sentence_is_refused_where_each_of_its_tokens_reads_itself(
    tmp_path: Path, before: int
) -> None:
    """Maps of a causal model by hand: rows of padding read themselves, those of the text none of them."""
    path, lower = tmp_path / "a.safetensors", np.tril(np.ones((5, 5), np.float32))
    whole, count = lower / lower.sum(-1, keepdims=True), 5 - before
    left, right = np.eye(5, dtype=np.float32), np.eye(5, dtype=np.float32)
    left[before:, before:] = right[:count, :count] = whole[:count, :count]
    texts = [list("abcde"), list("abcde")[:count]]
    with pytest.raises(Refused, match=f"sentence 2 has {count} strings.*Pad on the right"):
        save_recording((np.stack([whole, left])[:, None],), texts, path=path)
    trace = open_recording(save_recording((np.stack([whole, right])[:, None],), texts, path=path))
    assert np.array_equal(trace.map("decoder", 0, 0, sentence=1), whole[:count, :count])


@pytest.mark.parametrize("size", [2, 4])
def test_padding_before_a_single_token_is_refused_where_it_reads_nothing(tmp_path: Path, size: int) -> None:
    whole, left = np.tril(np.ones((size, size), np.float32)), np.zeros((size, size), np.float32)
    left[-1, -1] = 1
    layer = np.stack([whole / whole.sum(-1, keepdims=True), left])[:, None]
    with pytest.raises(Refused, match=r"sentence 2 has 1 strings.*Pad on the right"):
        save_recording((layer,), [list("abcd")[:size], ["a"]], path=tmp_path / "a.safetensors")


def test_padding_behind_a_sentence_may_read_itself(tmp_path: Path) -> None:
    """Also where there is as much of it as of text: as with masks that keep segments apart."""
    path, lower = tmp_path / "a.safetensors", np.tril(np.ones((6, 6), np.float32))
    whole = lower / lower.sum(-1, keepdims=True)
    for count in (2, 3, 4):
        right, rest = np.zeros_like(whole), 6 - count
        right[:count, :count], right[count:, count:] = whole[:count, :count], whole[:rest, :rest]
        maps_ = (np.stack([whole, right])[:, None],)
        trace = open_recording(save_recording(maps_, [list("abcdef"), list("abcdef")[:count]], path=path))
        assert np.array_equal(trace.map("decoder", 0, 0, sentence=1), whole[:count, :count])


def test_a_generator_gives_the_layers_of_one_stack(tmp_path: Path) -> None:
    layers = maps("decoder")
    trace = open_recording(save_recording((one for one in layers), TARGET, path=tmp_path / "a.safetensors"))
    assert same(trace, "decoder", layers)


def test_a_single_token_is_one_of_a_decoder(tmp_path: Path) -> None:
    one = np.ones((1, 2, 1, 1), np.float32)
    trace = open_recording(save_recording([one], ["the"], path=tmp_path / "a.safetensors"))
    assert trace.kinds == ("decoder",) and not any("hatched" in notice for notice in trace.notices)
    trace = open_recording(save_recording([one], ["the"], kind="encoder", path=tmp_path / "b.safetensors"))
    assert trace.kinds == ("encoder",)


def test_one_stack_is_a_decoder_if_no_row_reads_ahead(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    encoder = open_recording(save_recording(maps("encoder"), SOURCE, path=path))
    assert encoder.kinds == ("encoder",) and not encoder.sentences[0].read
    decoder = open_recording(save_recording(maps("decoder"), TARGET, path=path))
    assert decoder.kinds == ("decoder",) and not decoder.sentences[0].source
    assert np.array_equal(decoder.reason("decoder") == FUTURE, np.triu(np.ones((4, 4), bool), 1))
    told = open_recording(save_recording(maps("encoder"), SOURCE, path=path, kind="decoder"))
    assert told.kinds == ("decoder",) and (told.reason("decoder") == VISIBLE).all()


def test_a_layer_without_attention_has_no_numbers(tmp_path: Path) -> None:
    first, _, last = maps("encoder")
    trace = open_recording(save_recording((first, None, last), SOURCE, path=tmp_path / "a.safetensors"))
    assert same(trace, "encoder", (first, np.full_like(first, np.nan), last))
    assert any("encoder.layers.1" in notice for notice in trace.notices)
    shorter = arguments("decoder", "cross") | {"cross_attention": maps("cross", layers=2)}
    trace = open_recording(save_recording(**shorter, path=tmp_path / "b.safetensors"))
    assert np.isnan(trace.map("cross", 2, 0)).all() and np.isfinite(trace.map("cross", 1, 0)).all()


def test_what_rows_write_is_given_or_what_the_next_one_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    trace = open_recording(save_recording(**arguments("decoder"), path=path))
    assert [token.text for token in trace.sentences[0].written] == ["los", "robles", "viejos", "…"]
    trace = open_recording(save_recording(**arguments("decoder"), path=path, written_tokens=[*TARGET[1:], "</s>"]))
    assert [token.text for token in trace.sentences[0].written] == ["los", "robles", "viejos", "</s>"]
    assert not trace.numbers and trace.candidates(0) == []


@pytest.mark.parametrize(
    ("pieces", "texts", "line"),
    [
        (["[CLS]", "run", "##ning", "dogs", "[SEP]"], ["[CLS]", "run", "ning", "dogs", "[SEP]"], "running dogs"),
        (["The", "Ġni", "Ã±o", "Ġsleeps", "<|endoftext|>"], ["The", "ni", "ño", "sleeps", "<|endoftext|>"],
         "The niño sleeps"),
        (["Ġcosts", "Ġâ", "Ĥ¬", "5", "ÌĢ"], ["costs", "‹20 E2›", "‹82 AC›", "5", "◌̀"], "costs €5\u0300"),
        (["▁a", "▁", "<0xC3>", "b", "</s>"], ["a", "␣", "‹C3›", "b", "</s>"], "a <0xC3>b"),
        (["The", " ni", "ño", " sleeps", "."], ["The", "ni", "ño", "sleeps", "."], "The niño sleeps."),
        (["one", "two", "<b>", "&", "three"], ["one", "two", "<b>", "&", "three"], "one two & three"),
    ],
)  # fmt: skip
def test_pieces_of_the_usual_tokenizers_are_readable(
    tmp_path: Path, pieces: list[str], texts: list[str], line: str
) -> None:
    trace = open_recording(save_recording(maps("encoder"), pieces, path=tmp_path / "a.safetensors"))
    assert [token.text for token in trace.sentences[0].source] == texts
    assert [token.piece for token in trace.sentences[0].source] == pieces
    assert trace.sentences[0].source_text == line


def test_hidden_states_are_available_by_name(tmp_path: Path) -> None:
    states = [np.random.default_rng(at).standard_normal((1, 5, 12)).astype(np.float32) for at in range(4)]
    path = save_recording(maps("encoder"), SOURCE, hidden_states=states, path=tmp_path / "a.safetensors")
    trace = open_recording(path)
    assert all(np.array_equal(trace.arrays[f"encoder.hidden_states.{at}"], one) for at, one in enumerate(states))
    assert any("hidden states" in notice for notice in trace.notices)


# ---------------------------------------------------------------- queries and keys


def test_scores_follow_from_queries_and_keys_that_give_the_weights(tmp_path: Path) -> None:
    q, k, v = vectors("cross")
    scores = [a.astype(np.float64) @ b.swapaxes(-1, -2) for a, b in zip(q, k, strict=True)]
    weights = [softmax(score / np.sqrt(8)).astype(np.float32) for score in scores]
    given = arguments("cross") | {"cross_attention": weights, "cross_qkv": (q, k, v)}
    trace = open_recording(save_recording(**given, path=tmp_path / "a.safetensors"))
    score = scores[1][0, 2]
    assert np.abs(trace.map("cross", 1, 2, "raw") - score).max() < 1e-5
    assert np.abs(trace.map("cross", 1, 2, "scaled") - score / np.sqrt(8)).max() < 1e-5
    assert trace.has("cross", "masked") and trace.spec.head_width == 8
    assert same(trace, "cross", weights), "recorded weights are never made again"
    assert np.array_equal(trace.arrays[trace.name("cross", "v", 2)], v[2])


@pytest.mark.parametrize(("divisor", "scale", "words"), [
    (8**0.5, "head", "√8 (the head width)"), (1.0, "none", "not divided"), (32**0.5, "model", "√32 (the model"),
])  # fmt: skip
def test_what_scores_are_divided_by_is_found_in_the_weights(
    divisor: float, scale: str, words: str, tmp_path: Path
) -> None:
    q, k, v = vectors("cross")
    scores = [a.astype(np.float64) @ b.swapaxes(-1, -2) / divisor for a, b in zip(q, k, strict=True)]
    weights = [softmax(score).astype(np.float32) for score in scores]
    given = arguments("cross") | {"cross_attention": weights, "cross_qkv": (q, k, v)}
    trace = open_recording(save_recording(**given, path=tmp_path / "a.safetensors"))
    assert trace.spec.attention_scale == scale and any(words in notice for notice in trace.notices)
    assert np.abs(trace.map("cross", 1, 2, "scaled") - scores[1][0, 2]).max() < 1e-5


def test_the_heads_outputs_follow_from_weights_and_values(tmp_path: Path) -> None:
    """Also of values of another width than the keys', and without queries and keys."""
    q, k, _ = vectors("cross")
    v = vectors("cross", width=5)[2]
    for triple in ((q, k, v), (None, None, v)):
        given = arguments("cross") | {"cross_qkv": triple}
        trace = open_recording(save_recording(**given, path=tmp_path / "a.safetensors"))
        for layer, weights in enumerate(given["cross_attention"]):
            z = trace.arrays[trace.name("cross", "head_outputs", layer)]
            assert np.allclose(z, weights.astype(np.float32) @ v[layer], atol=1e-6)
        assert trace.has("cross", "head_outputs") and trace.spec.value_width == 5
    bare = open_recording(save_recording(**arguments("cross"), path=tmp_path / "b.safetensors"))
    assert not bare.has("cross", "head_outputs")


def test_other_queries_and_keys_give_their_product_and_nothing_else(tmp_path: Path) -> None:
    q, k, _ = vectors("encoder")
    given = arguments("encoder") | {"encoder_qkv": (q, k, None)}
    trace = open_recording(save_recording(**given, path=tmp_path / "a.safetensors"))
    assert [trace.has("encoder", what) for what in ("raw", "scaled", "masked", "v")] == [True, False, False, False]
    assert same(trace, "encoder", given["encoder_attention"])
    with pytest.raises(KeyError):
        trace.map("encoder", 0, 0, "scaled")


# ---------------------------------------------------------------- memory


def sparse(path: Path, tokens: int, layers: int) -> Path:
    """A recording of that many tokens and layers of 8 heads, whose weights take no room on the disk: all are 0."""
    small = save_recording(np.full((layers, 1, 8, 2, 2), 0.5, np.float32), ["a", "b"], path=path)
    data = small.read_bytes()
    head = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    about, size = json.loads(head["__metadata__"]["recording"]), 8 * tokens * tokens * 4
    about["sentences"] = [{"source": [f"w{at}" for at in range(tokens)]}]
    head["__metadata__"]["recording"] = json.dumps(about)
    for at in range(layers):
        entry = head[f"encoder.layers.{at}.self_attn.weights"]
        entry |= {"shape": [1, 8, tokens, tokens], "data_offsets": [at * size, (at + 1) * size]}
    text = json.dumps(head).encode()
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        file.truncate(8 + len(text) + layers * size)
    return path


def test_only_accessed_arrays_are_read(tmp_path: Path) -> None:
    path = sparse(tmp_path / "large.safetensors", 2048, 12)
    assert path.stat().st_size > 1_600_000_000
    process = psutil.Process()
    before = process.memory_info().rss
    trace = open_recording(path)
    assert process.memory_info().rss - before < 60_000_000
    assert float(trace.map("encoder", 11, 7).sum()) == 0.0
    assert process.memory_info().rss - before < 100_000_000
    assert trace.has("encoder", "weights", 11) and not trace.whole("encoder")
    assert trace.map_uncached("encoder", 3, 2).shape == (2048, 2048)


def test_half_precision_of_a_long_text_is_widened_one_head_at_a_time(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 100)
    layers = maps("encoder", dtype=np.float16)
    trace = open_recording(save_recording(layers, SOURCE, path=tmp_path / "a.safetensors"))
    assert not trace.whole("encoder") and "encoder.layers.0.self_attn.weights" not in trace.arrays
    first = trace.map("encoder", 1, 3)
    assert first.dtype == np.float32 and np.array_equal(first, layers[1][0, 3])
    assert trace.map("encoder", 1, 3).base is first.base, "kept, not made again"
    assert np.array_equal(trace.arrays["encoder.layers.2.self_attn.weights"], layers[2])


def test_a_head_that_is_read_alone_is_that_of_its_sentence(tmp_path: Path, monkeypatch: Any) -> None:
    """Of several sentences each map lies behind those of the sentence before it."""
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 100)
    layers = maps("encoder", batch=3)
    trace = open_recording(save_recording(layers, [SOURCE] * 3, path=tmp_path / "a.safetensors"))
    assert not trace.whole("encoder")
    for sentence, head in itertools.product(range(3), range(4)):
        assert np.array_equal(trace.map("encoder", 1, head, sentence=sentence), layers[1][sentence, head])


def written_over(path: Path) -> None:
    """As many bytes, all others, in the same file."""
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))


CHANGES: dict[str, Callable[[Path], object]] = {
    "cut off": lambda path: os.truncate(path, path.stat().st_size - 1),
    "emptied": lambda path: os.truncate(path, 0),
    "written over": written_over,
    "longer": lambda path: os.truncate(path, path.stat().st_size + 1),
}


@pytest.mark.parametrize("how", CHANGES)
def test_a_file_that_changes_while_open_is_reported(tmp_path: Path, how: str) -> None:
    layers, path = maps("encoder"), tmp_path / "a.safetensors"
    trace = open_recording(save_recording(layers, SOURCE, path=path))
    seen = trace.map("encoder", 1, 0)
    CHANGES[how](path)
    with pytest.raises(Refused, match="E-REC-CHANGED"):
        trace.map("encoder", 0, 0)
    assert np.array_equal(seen, layers[1][0, 0]), "what was read stays as it was"


CUT_AFTER_THE_LOOK = """
import os, sys
from model_core import Refused
from model_core.recordings.open import open_recording
trace = open_recording(sys.argv[1])
seen = trace.map("encoder", 0, 0)
os.truncate(sys.argv[1], 0)
print(float(seen.sum()) > 0)
"""


def test_no_number_on_the_screen_dies_with_its_file(tmp_path: Path) -> None:
    """Of a mapped file it would: the system ends a program (SIGBUS) that looks at a page which is no more there."""
    path = save_recording(maps("encoder"), SOURCE, path=tmp_path / "a.safetensors")
    done = subprocess.run(
        [sys.executable, "-c", CUT_AFTER_THE_LOOK, str(path)], capture_output=True, text=True, timeout=600, cwd=ROOT
    )
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


@pytest.mark.parametrize("reason", [errno.ESTALE, errno.EIO, errno.ENOTCONN])
def test_a_missing_network_folder_is_reported(tmp_path: Path, reason: int, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save_recording(maps("encoder"), SOURCE, path=tmp_path / "a.safetensors")
    trace = open_recording(path)

    def gone(_handle: int) -> None:
        raise OSError(reason, os.strerror(reason))

    with monkeypatch.context() as patch:
        patch.setattr("model_core.recordings.stored_arrays.os.fstat", gone)
        with pytest.raises(Refused, match=os.strerror(reason)):
            trace.map("encoder", 0, 0)
    assert trace.map("encoder", 0, 0).sum() > 0, "it is back"


def test_an_array_that_no_memory_holds_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save_recording(maps("encoder"), SOURCE, path=tmp_path / "a.safetensors")
    monkeypatch.setattr("model_core.recordings.stored_arrays.LARGEST", 100)
    with pytest.raises(Refused, match="at most 100"):
        open_recording(path).map("encoder", 0, 0)


def test_a_file_that_is_replaced_stays_what_it_was(tmp_path: Path) -> None:
    layers, path = maps("encoder"), tmp_path / "a.safetensors"
    trace = open_recording(save_recording(layers, SOURCE, path=path))
    save_recording(maps("encoder", seed=5), SOURCE, path=path)
    assert same(trace, "encoder", layers)
    assert trace.model.hash != open_recording(path).model.hash


# ---------------------------------------------------------------- BertViz


def test_a_call_of_bertviz_is_changed_by_one_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    given = arguments(*KINDS)
    first = save_recording(**given, include_layers=[0], html_action="return", prettify_tokens=True)
    second = save_recording(maps("encoder"), SOURCE, None, layer=2, heads=[1])
    assert (first.name, second.name) == ("recording.safetensors", "recording-2.safetensors")
    assert open_recording(first).kinds == KINDS and open_recording(second).kinds == ("encoder",)
    with pytest.raises(TypeError, match="colour"):
        save_recording(**given, colour="red")


@pytest.mark.parametrize("kinds", [("encoder",), ("decoder",), ("cross",), ("encoder", "cross"), KINDS])
def test_a_trace_gives_bertviz_its_arguments(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    trace = open_recording(save_recording(**arguments(*kinds), path=tmp_path / "a.safetensors"))
    given = bertviz_arguments(trace)
    single = kinds in (("encoder",), ("decoder",))
    names = {"attention", "tokens"} if single else {f"{kind}_attention" for kind in kinds}
    assert names <= set(given) and not (single and set(given) - names)
    again = open_recording(save_recording(**given, path=tmp_path / "b.safetensors"))
    assert again.kinds == kinds
    for kind in kinds:
        layers = given["attention" if single else f"{kind}_attention"]
        assert all(layer.shape == (1, 4, *SIZES[kind]) and layer.dtype == torch.float32 for layer in layers)
        assert same(again, kind, [layer.numpy() for layer in layers])


def test_a_run_of_our_own_gives_one_sentence_without_padding() -> None:
    trace = made_trace("the white house is old", "la casa es vieja", sentences=2)
    given = bertviz_arguments(trace, 1)
    rows, columns = trace.size("cross", 1)
    assert len(given["encoder_tokens"]) == columns and len(given["decoder_tokens"]) == rows
    for at, layer in enumerate(given["cross_attention"]):
        assert layer.shape == (1, 4, rows, columns)
        assert np.array_equal(layer[0, 2].numpy(), trace.map("cross", at, 2, sentence=1))
    with pytest.raises(Refused, match="E-BERTVIZ"):
        bertviz_arguments(trace, 2)


# ---------------------------------------------------------------- models of Hugging Face, with weights drawn at random


def marian() -> tuple[dict[str, Any], dict[str, Any]]:
    """Arguments of save_recording, and the outputs they were made of."""
    transformers = pytest.importorskip("transformers")
    config = transformers.MarianConfig(
        vocab_size=60, d_model=32, encoder_layers=2, decoder_layers=3, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=32, pad_token_id=59,
        decoder_start_token_id=59, eos_token_id=0, attn_implementation="eager",
    )  # fmt: skip
    model = transformers.MarianMTModel(config).eval()
    with torch.inference_mode():
        out = model(
            input_ids=torch.tensor([[5, 6, 7, 8, 0]]), decoder_input_ids=torch.tensor([[59, 11, 12, 13]]),
            output_attentions=True, output_hidden_states=True,
        )  # fmt: skip
    kinds = {"encoder": out.encoder_attentions, "decoder": out.decoder_attentions, "cross": out.cross_attentions}
    given = {f"{kind}_attention": layers for kind, layers in kinds.items()}
    states = {"encoder_hidden_states": out.encoder_hidden_states, "decoder_hidden_states": out.decoder_hidden_states}
    return given | states | {"encoder_tokens": SOURCE, "decoder_tokens": TARGET}, kinds


def bert() -> tuple[dict[str, Any], dict[str, Any]]:
    """As `marian`."""
    transformers = pytest.importorskip("transformers")
    config = transformers.BertConfig(
        vocab_size=60, hidden_size=24, num_hidden_layers=3, num_attention_heads=3, intermediate_size=32,
        attn_implementation="eager",
    )  # fmt: skip
    with torch.inference_mode():
        out = transformers.BertModel(config).eval()(torch.tensor([[1, 2, 3, 4, 5]]), output_attentions=True)
    return {"attention": out.attentions, "tokens": SOURCE}, {"encoder": out.attentions}


def gpt2() -> tuple[dict[str, Any], dict[str, Any]]:
    """As `marian`."""
    transformers = pytest.importorskip("transformers")
    config = transformers.GPT2Config(vocab_size=60, n_embd=24, n_layer=2, n_head=3, attn_implementation="eager")
    with torch.inference_mode():
        out = transformers.GPT2LMHeadModel(config).eval()(torch.tensor([[1, 2, 3, 4]]), output_attentions=True)
    return {"attention": out.attentions, "tokens": TARGET}, {"decoder": out.attentions}


@pytest.mark.parametrize("made", [marian, bert, gpt2])
def test_a_model_of_hugging_face_is_recorded_bit_by_bit(
    tmp_path: Path, made: Callable[[], tuple[dict[str, Any], dict[str, Any]]]
) -> None:
    given, kinds = made()
    trace = open_recording(save_recording(**given, path=tmp_path / "a.safetensors"))
    assert trace.kinds == tuple(kinds)
    for kind, layers in kinds.items():
        assert same(trace, kind, [layer.numpy() for layer in layers])
    if "decoder" in kinds:
        assert (trace.reason("decoder") == FUTURE).sum() == 6
    for at, states in enumerate(given.get("decoder_hidden_states", ())):
        assert np.array_equal(trace.arrays[f"decoder.hidden_states.{at}"], states.numpy())


# ---------------------------------------------------------------- what does not fit


def broken(**changes: Any) -> dict[str, Any]:
    """Good arguments with some replaced."""
    return arguments(*KINDS) | changes


BAD_CALLS: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({}, "E-REC-NONE", "nothing to record"),
    ({"attention": (None, None), "tokens": SOURCE}, "E-REC-NONE", "eager"),
    (broken(attention=maps("encoder")), "E-REC-BOTH", "not both"),
    ({"attention": maps("encoder"), "tokens": SOURCE, "kind": "both"}, "E-REC-KIND", "both"),
    (broken(qkv=vectors("encoder")), "E-REC-BOTH", "qkv goes with attention, but encoder_attention is given"),
    (broken(hidden_states=[np.zeros((1, 5, 8), np.float32)]), "E-REC-BOTH", "hidden_states goes with attention"),
    (broken(tokens=SOURCE), "E-REC-BOTH", "tokens goes with attention"),
    (broken(kind="decoder"), "E-REC-BOTH", "kind goes with attention"),
    (broken(cross_attention=maps("encoder")), "E-REC-SHAPE", "cross_attention is 5 × 5"),
    (broken(encoder_attention=(maps("encoder")[0], maps("encoder")[1][..., :4])), "E-REC-SHAPE", "attention, layer 2"),
    (broken(encoder_attention=[layer[0] for layer in maps("encoder")]), "E-REC-SHAPE", "(4, 5, 5)"),
    (broken(decoder_attention=maps("decoder", heads=2)), "E-REC-HEADS", "4 heads, but the others have 2"),
    (broken(decoder_attention=maps("decoder", batch=2)), "E-REC-SHAPE", "2 sentences"),
    (broken(encoder_attention=np.zeros((4, 5, 5), np.float32)), "E-REC-SHAPE", "3 dimensions"),
    (broken(encoder_attention=[np.zeros((1, 4, 5, 5), np.int64)]), "E-REC-DTYPE", "int64"),
    (broken(encoder_attention=[[["a"]]]), "E-REC-DTYPE", "encoder_attention, layer 1"),
    (broken(cross_attention=(maps("cross"), maps("cross"))), "E-REC-STEPS", "generate()"),
    (broken(encoder_tokens=None), "E-REC-TOKENS", "encoder_tokens is missing"),
    (broken(encoder_tokens="the old oaks"), "E-REC-TOKENS", "a single string"),
    (broken(encoder_tokens=[5, 6, 7, 8, 0]), "E-REC-TOKENS", "not ids"),
    (broken(encoder_tokens=SOURCE[:4]), "E-REC-TOKENS", "encoder_tokens has 4 strings"),
    (broken(encoder_tokens=[SOURCE, SOURCE]), "E-REC-TOKENS", "2 sentences"),
    (broken(encoder_tokens=[*SOURCE[:4], "x" * 1001]), "E-REC-TOKENS", "1,001"),
    (arguments("decoder") | {"encoder_tokens": SOURCE}, "E-REC-TOKENS", "encoder_tokens does not belong to any"),
    (broken(written_tokens=TARGET[:2]), "E-REC-TOKENS", "written_tokens has 2"),
    (broken(cross_qkv=vectors("encoder")), "E-REC-SHAPE", "queries of cross_qkv"),
    (broken(cross_qkv=maps("cross")[:2]), "E-REC-QKV", "cross_qkv"),
    (broken(encoder_qkv=vectors("encoder", layers=2)), "E-REC-SHAPE", "2 layers"),
    (broken(encoder_qkv=vectors("encoder"), decoder_qkv=vectors("decoder", width=4)), "E-REC-SHAPE", "width 4"),
    (broken(encoder_hidden_states=[np.zeros((1, 4, 8), np.float32)]), "E-REC-SHAPE", "encoder_hidden_states, index 0"),
    (arguments("decoder") | {"encoder_hidden_states": []}, "E-REC-STATES", "encoder"),
    (broken(path="a.npz"), "E-REC-NAME", ".safetensors"),
    (
        {"attention": maps("encoder", batch=2), "tokens": [SOURCE[:3], SOURCE[:2]]},
        "E-REC-TOKENS",
        "the longest sentence of tokens has 3 strings, but the maps have 5 tokens: cut the padding off",
    ),
    ({"attention": [np.zeros(5, np.float32)], "tokens": SOURCE}, "E-REC-SHAPE", "attention, layer 1 has shape (5,)"),
    ({"attention": [np.float32(1)], "tokens": SOURCE}, "E-REC-SHAPE", "attention, layer 1 has shape"),
    (broken(decoder_attention=[np.zeros(3, np.float32)]), "E-REC-SHAPE", "decoder_attention, layer 1 has shape (3,)"),
    ({"attention": [np.ones((65, 1, 1, 1), np.float32)], "tokens": [["a"]] * 65}, "E-REC-SENTENCES", "65"),
)  # fmt: skip


@pytest.mark.parametrize(("given", "code", "words"), BAD_CALLS)
def test_what_does_not_fit_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], code: str, words: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(Refused) as refused:
        save_recording(**given)
    assert refused.value.code == code and words in refused.value.message
    assert not list(Path().iterdir()), "nothing was written"


# ---------------------------------------------------------------- bad files


def rewritten(path: Path, change: Callable[[dict[str, Any], dict[str, Any]], Any]) -> Path:
    """A good recording whose header (entries, facts) was changed; lengths are right."""
    save_recording(**arguments(*KINDS), path=path)
    data = path.read_bytes()
    end = 8 + int.from_bytes(data[:8], "little")
    head = json.loads(data[8:end])
    about = json.loads(head["__metadata__"]["recording"])
    change(head, about)
    if isinstance(head.get("__metadata__", {}).get("recording"), str):
        head["__metadata__"]["recording"] = json.dumps(about)
    text = json.dumps(head).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data[end:])
    return path


FIRST = "encoder.layers.0.self_attn.weights"
BAD_HEADS: dict[str, tuple[Callable[[dict[str, Any], dict[str, Any]], Any], str]] = {
    "no metadata": (lambda head, _: head.pop("__metadata__"), "E-REC-FORMAT"),
    "metadata no text": (lambda head, _: head["__metadata__"].update(recording=3), "E-REC-FORMAT"),
    "other format": (lambda _, about: about.update(format="x"), "E-REC-FORMAT"),
    "no decoder heads": (lambda _, about: about.update(decoder_heads=0, decoder_head_width=0), "E-REC-META"),
    "a width of no number": (lambda _, about: about.update(decoder_heads=2, decoder_head_width="8"), "E-REC-META"),
    "other heads than the maps": (lambda _, about: about.update(decoder_heads=2, decoder_head_width=8), "E-REC-SHAPE"),
    "newer": (lambda _, about: about.update(version=3), "E-REC-VERSION"),
    "version 0": (lambda _, about: about.update(version=0), "E-REC-VERSION"),
    "version true": (lambda _, about: about.update(version=True), "E-REC-VERSION"),
    "no arrays": (lambda head, _: [head.pop(name) for name in list(head) if name != "__metadata__"], "E-REC-HEADER"),
    "entry no object": (lambda head, _: head.update({FIRST: [1]}), "E-REC-HEADER"),
    "shape a float": (lambda head, _: head[FIRST].update(shape=[1, 4, 5.0, 5]), "E-REC-HEADER"),
    "shape negative": (lambda head, _: head[FIRST].update(shape=[1, -4, -5, 5]), "E-REC-HEADER"),
    "shape huge": (lambda head, _: head[FIRST].update(shape=[1, 4, 2**62, 5]), "E-REC-HEADER"),
    "shape empty": (lambda head, _: head[FIRST].update(shape=[]), "E-REC-HEADER"),
    "rank 5": (lambda head, _: head[FIRST].update(shape=[1, 1, 4, 5, 5]), "E-REC-HEADER"),
    "no offsets": (lambda head, _: head[FIRST].pop("data_offsets"), "E-REC-HEADER"),
    "type unknown": (lambda head, _: head[FIRST].update(dtype="F8_E4M3"), "E-REC-DTYPE"),
    "type a list": (lambda head, _: head[FIRST].update(dtype=["F32"]), "E-REC-DTYPE"),
    "overlap": (lambda head, _: head[FIRST].update(data_offsets=[4, 404]), "E-REC-SIZE"),
    "shape of other size": (lambda head, _: head[FIRST].update(shape=[1, 4, 5, 6]), "E-REC-SIZE"),
    "array left over": (lambda head, _: head.update({"x": head.pop(FIRST)}), "E-REC-NAMES"),
    "layer too many": (lambda head, _: head.update({FIRST.replace("0", "3"): head.pop(FIRST)}), "E-REC-NAMES"),
    "layer 00": (lambda head, _: head.update({FIRST.replace("0", "00"): head.pop(FIRST)}), "E-REC-NAMES"),
    "other shape": (lambda head, _: head[FIRST].update(shape=[4, 1, 5, 5]), "E-REC-SHAPE"),
    "heads 0": (lambda _, about: about.update(heads=0), "E-REC-META"),
    "heads others": (lambda _, about: about.update(heads=2), "E-REC-SHAPE"),
    "layers a list": (lambda _, about: about.update(layers=[3]), "E-REC-META"),
    "layers unknown": (lambda _, about: about["layers"].update(other=1), "E-REC-META"),
    "layers a billion": (lambda _, about: about["layers"].update(encoder=10**9), "E-REC-META"),
    "causal unknown": (lambda _, about: about.update(causal=["x"]), "E-REC-META"),
    "follows missing": (lambda _, about: about.pop("follows"), "E-REC-META"),
    "name a number": (lambda _, about: about.update(name=3), "E-REC-META"),
    "no sentences": (lambda _, about: about.update(sentences=[]), "E-REC-META"),
    "sentence no object": (lambda _, about: about.update(sentences=["a"]), "E-REC-META"),
    "source missing": (lambda _, about: about["sentences"][0].pop("source"), "E-REC-META"),
    "token a number": (lambda _, about: about["sentences"][0].update(source=[1, 2, 3, 4, 5]), "E-REC-META"),
    "token missing": (lambda _, about: about["sentences"][0]["source"].pop(), "E-REC-SHAPE"),
    "written too few": (lambda _, about: about["sentences"][0].update(written=["a"]), "E-REC-META"),
    "token too long": (lambda _, about: about["sentences"][0]["source"].__setitem__(0, "x" * 1001), "E-JSON-STRING"),
    "two sentences": (lambda _, about: about["sentences"].append(about["sentences"][0]), "E-REC-SHAPE"),
}


@pytest.mark.parametrize("name", BAD_HEADS)
def test_a_bad_header_is_refused_with_its_own_code(tmp_path: Path, name: str) -> None:
    change, code = BAD_HEADS[name]
    path = rewritten(tmp_path / "bad.safetensors", change)
    with pytest.raises(Refused) as refused:
        read_recording(path)
    assert refused.value.code == code
    assert "bad.safetensors" in refused.value.message


BAD_BYTES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", "E-REC-HEADER"),
    "two bytes": (lambda data: data[:2], "E-REC-HEADER"),
    "header cut": (lambda data: data[:100], "E-REC-HEADER"),
    "length 2**63": (lambda data: b"\xff" * 7 + b"\x7f" + data[8:], "E-REC-HEADER"),
    "header over 8 MB": (lambda data: (9_000_000).to_bytes(8, "little") + bytes(9_000_001), "E-REC-HEADER"),
    "one byte less": (lambda data: data[:-1], "E-REC-SIZE"),
    "one byte more": (lambda data: data + b"\0", "E-REC-SIZE"),
    "no UTF-8": (lambda data: data[:30] + b"\xff" + data[31:], "E-REC-HEADER"),
    "no JSON": (lambda data: data[:8] + b"x" + data[9:], "E-JSON-PARSE"),
    "deep": (lambda _: (200).to_bytes(8, "little") + b"[" * 200, "E-JSON-DEPTH"),
    "key twice": (lambda _: (14).to_bytes(8, "little") + b'{"a":1,"a":2} ', "E-JSON-DUPLICATE"),
}


@pytest.mark.parametrize("name", BAD_BYTES)
def test_bad_bytes_are_refused(tmp_path: Path, name: str) -> None:
    damage, code = BAD_BYTES[name]
    path = save_recording(**arguments(*KINDS), path=tmp_path / "bad.safetensors")
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(Refused) as refused:
        open_recording(path)
    assert refused.value.code == code


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.safetensors")
    (tmp_path / "folder.safetensors").mkdir()
    for name, code in (("pipe", "E-FILE-KIND"), ("folder", "E-FILE-KIND"), ("missing", "E-FILE-READ")):
        with pytest.raises(Refused) as refused:
            open_recording(tmp_path / f"{name}.safetensors")
        assert refused.value.code == code


def test_numbers_that_are_none_are_shown_as_they_are(tmp_path: Path) -> None:
    layers = [layer.copy() for layer in maps("encoder")]
    layers[0][0, 1, 2] = np.nan
    layers[1][0, 0] = np.inf
    trace = open_recording(save_recording(layers, SOURCE, path=tmp_path / "a.safetensors"))
    assert same(trace, "encoder", layers)


# ---------------------------------------------------------------- a recording is no model


def test_rows_that_do_not_sum_to_one_are_reported(tmp_path: Path) -> None:
    given = arguments("encoder", "decoder")
    path = save_recording(**given, path=tmp_path / "even.safetensors")
    assert not open_recording(path).uneven and "do not sum" not in " ".join(open_recording(path).notices)
    kept = np.random.default_rng(1).random((1, 4, 5, 5)) < 0.9
    given["encoder_attention"] = tuple((layer * kept / 0.9).astype(np.float32) for layer in given["encoder_attention"])
    with pytest.warns(UserWarning, match="rows of encoder_attention do not sum to 1.*model.eval()") as told:
        save_recording(**given, path=tmp_path / "dropped.safetensors")
    assert told[0].filename == __file__, "the line that called it, so that every cell of a notebook is told"
    trace = open_recording(tmp_path / "dropped.safetensors")
    assert trace.uneven == {"encoder"} and same(trace, "encoder", given["encoder_attention"])
    assert any("encoder attention do not sum to 1; they are shown as recorded" in one for one in trace.notices)
    assert "Rows do not sum to 1" in map_words.explained(trace, "encoder", "weights", 0)
    assert "Each row sums to 1" in map_words.explained(trace, "decoder", "weights", 0)


@pytest.mark.parametrize("precision", [torch.float16, torch.bfloat16])
def test_half_precision_and_rows_that_read_nothing_are_no_fault(precision: torch.dtype, tmp_path: Path) -> None:
    weights = torch.softmax(torch.randn(1, 2, 40, 40, generator=torch.Generator().manual_seed(1)), -1).to(precision)
    weights[:, :, 3] = 0.0
    path = save_recording([weights], [f"t{n}" for n in range(40)], path=tmp_path / "a.safetensors")
    assert not open_recording(path).uneven


def test_a_run_that_would_have_to_be_computed_is_refused(tmp_path: Path) -> None:
    path = save_recording(**arguments(*KINDS), path=tmp_path / "a.safetensors")
    run = recorded_run(path)
    assert open_recording(path, run).run == run
    for changes in (
        {"source": ("other words",)}, {"target": ("x",)}, {"opening": "x"}, {"prefix": (1,)},
        {"edits": Edits(heads_off=(HeadPlace("cross", 0, 0),))},
    ):  # fmt: skip
        with pytest.raises(Refused, match="E-REC-RUN"):
            open_recording(path, run.with_(**changes))
    assert open_recording(path, RunSpec(model=str(path))).sentences[0].source_text == "the old oaks"


def test_copied_python_gives_a_recorded_number_again(tmp_path: Path) -> None:
    given = arguments(*KINDS)
    trace = open_recording(save_recording(**given, path=tmp_path / "a.safetensors"))
    told = origin(trace, Source("decoder.layers.1.cross_attn.weights", (0, 2, 3, 1)))
    assert told.formula == "recorded from another program, as computed there" and not told.code and not told.inputs
    done = subprocess.run(
        [sys.executable, "-c", told.python], capture_output=True, text=True, check=True, timeout=600, cwd=ROOT
    )
    assert float(done.stdout) == float(given["cross_attention"][1][0, 2, 3, 1])


def test_the_names_are_handed_on_by_the_package() -> None:
    assert {"save_recording", "open_recording", "bertviz_arguments"} <= set(model_core.__all__)
