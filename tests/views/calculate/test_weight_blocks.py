"""Beside a cell's calculation: x · W_q written out, the four parts of a score, three norms, the table of embeddings."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import cast

import numpy as np
import pytest
import torch
from pytestqt.qtbot import QtBot
from safetensors.torch import load_file, save_file

from model_core.analysis import score_parts
from model_core.analysis.contributions import contributions
from model_core.checkpoints import parameters
from model_core.checkpoints.checkpoint import save_model
from model_core.checkpoints.folder import WEIGHTS
from model_core.checkpoints.parameters import Parameters, own_weight
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io.resources import bundled
from model_core.record.edits import Edits, Patch
from model_core.record.patching import donor_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.transformer.model import EncoderDecoder
from tests.made.small import VARIANTS, small_model, small_words
from tests.made.traces import made_trace
from tests.views.calculate.test_calculate import CalculateStage
from viz_app.data import selection
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Look, State
from viz_app.views.calculate.blocks import Block, Choice, Place
from viz_app.views.calculate.weight_blocks import NEAREST, LastWeights, WeightBlocks
from viz_app.views.lens.view import LensView
from viz_app.widgets import theme

WORDS = small_words()
PRODUCT = "x · W_q in full"
RUNS = {"": "The cat sleeps.", "tiny": "red ball", "reverse": "3 1 4", "grammar": "the dog sees the cats"}


@cache
def run(model: str) -> Trace:
    return Engine().trace(RunSpec(model, (RUNS[model],)))


class OwnWeights:
    """The weights of a model that is in no folder."""

    def __init__(self, model: EncoderDecoder) -> None:
        self.own = {name: value.detach().numpy() for name, value in model.named_parameters()}

    def get(self, name: str) -> np.ndarray:
        return self.own[name]

    def bias(self, name: str, size: int) -> np.ndarray:
        return self.own.get(name, np.zeros(size, np.float32))


def run_of(model: EncoderDecoder) -> Trace:
    """A run of ids in a model that is in no folder."""
    engine, spec = Engine("own"), model.spec
    engine.add("own", model, IdVocabulary(spec.source_vocabulary, spec.target_vocabulary, Specials.from_spec(spec)))
    return engine.trace(RunSpec("own", ("5 6 7",), ("8 9 5",)))


def more(trace: Trace, place: Place) -> list[Block]:
    return WeightBlocks(trace, place, Choice(8, 8), Parameters(trace.model)).around([])


def titled(blocks: list[Block], words: str) -> Block:
    return next(block for block in blocks if words in block.title)


@pytest.mark.parametrize("model", RUNS)
@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_the_parts_of_a_score_are_exact(model: str, kind: str) -> None:
    """Their sum is the recorded score in every head, for norms before and after, of two sorts."""
    trace = run(model)
    if score_parts.why_not(trace, kind, 0):
        pytest.skip("this model has no such parts")
    weights = Parameters(trace.model)
    rows, keys = trace.size(kind, 0)
    for head in range(trace.spec.for_stack(kind).heads):
        raw = trace.map(kind, 0, head, "raw")
        for query, key in ((0, 0), (rows - 1, 0), (rows - 1, keys - 1)):
            found = score_parts.score_parts(trace, weights, score_parts.ScorePlace(kind, head, query, key))
            assert found.sum() == pytest.approx(
                float(raw[query, key]), abs=2e-3 * max(1.0, abs(float(raw[query, key])))
            )


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
@pytest.mark.parametrize("name", VARIANTS)
def test_the_parts_of_a_score_are_exact_in_every_variant(name: str, kind: str) -> None:
    """Of every cell of every head, also where the stacks have different numbers of heads."""
    trace = run_of(model := small_model(4, **VARIANTS[name]))
    if score_parts.why_not(trace, kind, 0):
        pytest.skip("this model has no such parts")
    weights = OwnWeights(model)
    for head in range(trace.spec.heads_of(kind)):
        raw = trace.map(kind, 0, head, "raw")
        for query, key in np.ndindex(raw.shape):
            found = score_parts.score_parts(trace, weights, score_parts.ScorePlace(kind, head, query, key))
            assert found.sum() == pytest.approx(
                float(raw[query, key]), abs=1e-4 * max(1.0, float(np.abs(raw).max()))
            ), head


def test_parts_belong_to_what_they_name() -> None:
    """Another position of the key moves the parts that name it; the tokens' own part only by the norm's spread."""
    trace = run("tiny")
    place = score_parts.ScorePlace("encoder", 0, 0, 1)
    weights = Parameters(trace.model)
    before = score_parts.score_parts(trace, weights, place)
    arrays = {name: np.array(trace.arrays[name]) for name in ("encoder.embed.positions", "encoder.embed.tokens")}
    arrays["encoder.embed.positions"][:] = 0.0
    without = trace.with_(arrays={**trace.arrays.kept, **arrays})
    found = score_parts.score_parts(without, weights, place)
    assert found[1:4] == pytest.approx([0.0, 0.0, 0.0]) and np.sign(found[0]) == np.sign(before[0])


def test_missing_parts_are_explained() -> None:
    trace = run("")
    assert "already read other tokens" in score_parts.why_not(trace, "cross", 0)
    assert "first layer" in score_parts.why_not(trace, "encoder", 1)
    block = titled(more(trace, Place("cross", 0, 0, 0, 0, 0)), "Token and position")
    assert "already read other tokens" in block.rows[0].missing


def test_a_patched_input_has_no_parts() -> None:
    place, donor = Place("encoder", 0, 0, 0, 0, 1), donor_of(run("tiny"))
    for layer, what in ((-1, "embedding"), (0, "feed-forward")):
        patch = Patch(what, "encoder", layer, None, donor)
        trace = Engine().trace(RunSpec("tiny", (RUNS["tiny"],), edits=Edits(patches=(patch,))))
        block = titled(more(trace, place), "Token and position")
        assert bool(block.rows[0].missing) == (what == "embedding")
        assert not score_parts.why_not(trace, "decoder", 0) and not score_parts.why_not(trace, "encoder", 0, 1)


def test_a_tiny_models_query_is_written_out_as_a_product() -> None:
    trace = run("tiny")
    for kind in ("encoder", "decoder", "cross"):
        *parts, total = titled(more(trace, Place(kind, 0, 0, 0, 1, 0)), PRODUCT).rows
        q = trace.arrays[trace.name(kind, "q", 0)][0, 0, 1]
        assert total.whole == pytest.approx(tuple(map(float, q)), abs=1e-5)
        assert np.sum([row.whole for row in parts], axis=0) == pytest.approx(q, abs=1e-5)
    assert all(block.title != PRODUCT for block in more(run(""), Place("encoder", 0, 0, 0, 0, 0)))


@pytest.mark.parametrize(("heads", "decoder_heads"), [(2, 4), (4, 2)])
def test_the_product_is_of_the_chosen_head_where_the_stacks_have_different_ones(heads: int, decoder_heads: int) -> None:
    model = small_model(4, d_model=8, heads=heads, decoder_heads=decoder_heads)
    trace = run_of(model)
    for kind in ("encoder", "decoder", "cross"):
        for head in range(trace.spec.heads_of(kind)):
            place = Place(kind, 0, head, 0, 1, 0)
            block = WeightBlocks(trace, place, Choice(8, 8), cast(Parameters, OwnWeights(model)))._product()
            q = trace.arrays[trace.name(kind, "q", 0)][0, head, 1]
            assert block.rows[-1].whole == pytest.approx(tuple(map(float, q)), abs=1e-5)


@pytest.mark.parametrize("model", ["", "tiny"])
def test_three_norms_of_one_vector_and_the_models_own_among_them(model: str) -> None:
    trace = run(model)
    block = titled(more(trace, Place("encoder", 0, 0, 0, 1, 0)), "Norms")
    reads, layer, rms, batch = (np.array(row.whole) for row in block.rows)
    assert layer.mean() == pytest.approx(0, abs=1e-5) and layer.std() == pytest.approx(1, abs=1e-2)
    assert np.square(rms).mean() == pytest.approx(1, abs=1e-2)
    assert np.corrcoef(rms, reads)[0, 1] == pytest.approx(1) and len(batch) == len(reads)
    assert [row.label for row in block.rows if row.strong] == [
        {"layer": "layer norm", "rms": "RMS norm"}[trace.spec.norm]
    ]


def test_an_id_is_a_row_of_the_table_and_the_nearest_ones_stand_below() -> None:
    trace = run("")
    token = trace.sentences[0].source[1]
    block = titled(more(trace, Place("cross", 0, 0, 0, 0, 1)), "embedding table")
    assert block.rows[0].label.endswith(f"· {token.id}") and f"id {token.id}" in block.rows[0].note
    table = Parameters(trace.model).table("encoder")
    assert block.rows[0].whole == pytest.approx(tuple(map(float, table[token.id])))
    scale = np.sqrt(trace.spec.d_model) if trace.spec.scale_embedding else 1.0
    assert np.array(block.rows[0].whole) * scale == pytest.approx(trace.arrays["encoder.embed.tokens"][0, 1], abs=1e-4)
    unit = table / np.linalg.norm(table, axis=1, keepdims=True).clip(1e-12)
    order = [int(one) for one in np.argsort(-(unit @ unit[token.id])) if one != token.id][: len(block.rows) - 1]
    assert [row.label.split(" · ")[1] for row in block.rows[1:]] == [str(one) for one in order]
    cosines = [float(re.search(r"cosine (\S+)", row.note)[1].replace("−", "-")) for row in block.rows[1:]]
    assert cosines == sorted(cosines, reverse=True) and cosines[0] < 1


def test_a_row_of_zeros_has_no_cosine_and_the_block_explains_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The padding stood among the nearest rows with a cosine of 0.00."""
    trace = run("tiny")
    weights = Parameters(trace.model)
    (zeros,) = np.nonzero(~weights.table("encoder").any(axis=1))
    assert 0 < zeros.size < len(weights.table("encoder")) - 1
    place = Place("cross", 0, 0, 0, 0, 1)
    block = titled(more(trace, place), "embedding table")
    near = [int(row.label.split(" · ")[1]) for row in block.rows[1:]]
    assert near and not set(near) & set(zeros.tolist())
    assert all(weights.word("encoder", int(one)) in block.about for one in zeros[:NEAREST])
    everything = weights.nearest("encoder", trace.sentences[0].source[1].id, 99)
    assert len(everything) == len(weights.table("encoder")) - zeros.size - 1
    assert weights.nearest("encoder", int(zeros[0]), 3) == []
    padding = replace(trace.sentences[0].source[1], id=int(zeros[0]))
    monkeypatch.setattr(selection, "key_token", lambda *_: padding)
    alone = titled(more(trace, place), "embedding table")
    assert len(alone.rows) == 1 and "nearest" not in alone.about


def test_words_of_the_vocabulary_and_weights_of_another_model() -> None:
    trace = run("tiny")
    weights = Parameters(trace.model)
    assert [weights.word("encoder", token.id) for token in trace.sentences[0].source] == [
        token.text for token in trace.sentences[0].source
    ]
    assert weights.word("decoder", 10**6) == "1000000"
    with pytest.raises(Refused, match="changed"):
        Parameters(replace(trace.model, hash="0" * 64))
    with pytest.raises(Refused, match="no weights"):
        Parameters(replace(trace.model, recorded=True))


def test_weights_of_a_model_that_was_trained_on_are_not_mixed_with_those_of_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    model, words = small_model(1, source_vocabulary=WORDS.size, target_vocabulary=WORDS.size, tied=False), WORDS
    save_model(folder, model.state_dict(), model.spec, words, {"name": "Mine"})
    trace, last = Engine().trace(RunSpec(str(folder), ("3 1 2",))), LastWeights()
    place, choice, path = Place("encoder", 0, 0, 0, 0, 1), Choice(8, 8), "encoder.layers.0.self_attn"
    weights = last.of(trace.model)
    assert weights is not None and len(WeightBlocks(trace, place, choice, weights).around([])) > 2
    kept, table = weights.get(f"{path}.to_q.weight"), weights.table("encoder")
    other = small_model(2, source_vocabulary=WORDS.size, target_vocabulary=WORDS.size, tied=False)
    save_model(folder, other.state_dict(), other.spec, words, {"name": "Mine"})
    assert weights.get(f"{path}.to_q.weight") is kept and weights.table("encoder") is table
    for ask in (partial(weights.get, "decoder.layers.0.cross_attn.to_q.weight"), partial(weights.table, "decoder"),
                partial(weights.bias, "decoder.layers.0.cross_attn.to_q.bias", 8)):  # fmt: skip
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code == "E-MODEL-CHANGED"
    found = WeightBlocks(trace, Place("cross", 0, 0, 0, 0, 1), choice, weights).around([])
    assert all(block.title != PRODUCT for block in found)


def test_weights_are_read_on_where_their_files_were_only_written_again(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    model = small_model(1, source_vocabulary=WORDS.size, target_vocabulary=WORDS.size)
    save_model(folder, model.state_dict(), model.spec, WORDS, {"name": "Mine"})
    weights = Parameters(Engine().trace(RunSpec(str(folder), ("3 1 2",))).model)
    os.utime(folder / "model.safetensors", (0, 0))
    assert weights.get("encoder.layers.0.self_attn.to_q.weight").size
    assert own_weight(weights.model, "encoder.layers.0.self_attn.to_k.weight").size


def test_weights_of_any_size_are_those_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is hashed while no file was written to; another model of the same shape is refused, also a large one."""
    folder, name = tmp_path / "own", "encoder.layers.0.self_attn.to_q.weight"
    model, other = (small_model(n, source_vocabulary=WORDS.size, target_vocabulary=WORDS.size) for n in (1, 2))
    save_model(folder, model.state_dict(), model.spec, WORDS, {"name": "Mine"})
    trace = Engine().trace(RunSpec(str(folder), ("3 1 2",)))
    monkeypatch.setattr(parameters, "MOST", 10)
    monkeypatch.setattr(parameters, "refuse_other", pytest.fail)
    assert own_weight(trace.model, name).size
    monkeypatch.undo()
    monkeypatch.setattr(parameters, "MOST", 10)
    save_model(folder, other.state_dict(), other.spec, WORDS, {"name": "Mine"})
    with pytest.raises(Refused, match="has changed since"):
        own_weight(trace.model, name)


def test_the_view_shows_them_unless_the_model_is_missing(qtbot: QtBot) -> None:
    stage = CalculateStage(qtbot, run("tiny"), kind="encoder", query=0, key=1)
    titles = [block.title for block in stage.page.blocks]
    assert titles[0] == "x · W_q in full" and titles[-1] == "The key’s token in the embedding table"
    without = CalculateStage(qtbot, made_trace())
    assert not any("embedding table" in block.title for block in without.page.blocks)


def test_a_bfloat16_model_folder_has_them_and_a_missing_one_has_none(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(bundled("reverse"), folder)
    weights = load_file(folder / WEIGHTS)
    save_file({name: tensor.to(torch.bfloat16) for name, tensor in weights.items()}, folder / WEIGHTS)
    trace = Engine().trace(RunSpec(str(folder), ("3 1 4",)))
    shown = {block.title for block in CalculateStage(qtbot, trace).page.blocks}
    assert {"The key’s token in the embedding table", "Norms side by side"} <= shown
    assert contributions(trace, Parameters(trace.model)).cross
    (folder / WEIGHTS).unlink()
    without = CalculateStage(qtbot, trace).page.blocks
    assert without and not any("embedding table" in block.title for block in without)
    paths = LensView()
    qtbot.addWidget(paths)
    state = State(run=trace.run, look=Look(kind="cross", step=1))
    paths.draw(Snapshot(state, trace, theme.LIGHT, options=LensView.Options(picture="paths")))
    assert paths.path_map.shown is None and "cannot read" in paths.path_map._reason


def test_what_an_idle_window_prepared_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    trace, last = run("tiny"), LastWeights()
    last.read(trace.model)
    for name in ("folder_hash", "load_vocabulary", "read_tensor"):
        monkeypatch.delattr(parameters, name)
    own = last.of(trace.model)
    assert own is not None and own.nearest("encoder", 5, 2) and not own.word("encoder", 5).isdigit()
    recorded = replace(trace.model, recorded=True, hash="1" * 64)
    last.read(recorded)
    assert last.of(recorded) is None
