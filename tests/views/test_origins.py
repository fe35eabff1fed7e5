"""Numbers made of recorded ones say where they come from: value, inputs, and Python that gives them again."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from model_core.analysis import readings
from model_core.engine.engine import Engine
from model_core.explain import provenance
from model_core.explain.provenance import ALL, Source
from model_core.record.edits import Edits, SublayerPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.made.traces import made_trace
from viz_app.data.maps.derived_map import DerivedMap, DerivedMapMaker, MapRequest
from viz_app.data.number_sources import shown_cell, shown_number

pytestmark = pytest.mark.usefixtures("prepared")

ROOT = Path(__file__).resolve().parents[2]
LONG = "the lighthousekeeper sees extraordinarily old boats"
MEASURES, MIXES = ("weights", "value", "rollout", "scaled"), ("each", "mean", "max", "sum")
WISHES = list(itertools.product(KINDS, MEASURES, MIXES, (False, True)))


@pytest.fixture(scope="module")
def trace() -> Trace:
    return made_trace(LONG, "el farero ve barcos extraordinariamente viejos", layers=(2, 3), heads=4)


def arranged(trace: Trace, **wanted: object) -> DerivedMap:
    found = DerivedMapMaker().arrange(trace, MapRequest(0, **{"kind": "cross", "layer": 1} | wanted))  # type: ignore[arg-type]
    assert found is not None
    return found


def origin(trace: Trace, part: DerivedMap, cell: tuple[int, int], series: int = 0) -> Source:
    found = shown_number(trace, part, cell, series)
    assert found is not None
    return found


@pytest.mark.parametrize(("kind", "measure", "mix", "hide"), WISHES)
@pytest.mark.parametrize("join", ["pieces", "words"])
@pytest.mark.share(2)
def test_every_shown_number_is_what_its_source_gives(
    trace: Trace, kind: str, measure: str, mix: str, hide: bool, join: str
) -> None:
    part = arranged(trace, kind=kind, measure=measure, heads=(0, 2, 3), mix=mix, hide=hide, join=join)
    rows, columns = part.size
    for series, cell in itertools.product(range(len(part.series)), ((0, 0), (rows - 1, columns - 1))):
        source = origin(trace, part, cell, series)
        assert provenance.value_of(trace, source) == pytest.approx(part.values[(series, *cell)], rel=1e-6, nan_ok=True)
        told = provenance.origin(trace, source)
        assert (told.title and told.formula and told.inputs and "shown" in source.name) or part.plain


def numbers(trace: Trace, sources: tuple[Source, ...]) -> list[np.ndarray]:
    """What the inputs hold, float64."""
    places = [tuple(slice(None) if one is ALL else one for one in source.index) for source in sources]
    arrays = [provenance.array_of(trace, source).astype(np.float64) for source in sources]
    return [array[place] for array, place in zip(arrays, places, strict=True)]


def test_a_mean_is_that_of_its_inputs(trace: Trace) -> None:
    for heads, kinds in (((0, 2), 2), ((0, 1, 2, 3), 1)):
        part = arranged(trace, heads=heads, mix="mean")
        found = numbers(trace, origin(trace, part, (2, 3)).inputs)
        assert len(found) == kinds, "all heads are one row of numbers"
        assert np.mean(np.hstack(found)) == pytest.approx(float(part.values[0, 2, 3]), abs=1e-6)


@pytest.mark.parametrize(("mix", "word"), [("mean", "mean"), ("max", "maximum"), ("sum", "sum")])
@pytest.mark.parametrize("measure", ["weights", "value", "scaled"])
def test_heads_of_several_layers_are_mixed_as_by_hand(trace: Trace, measure: str, mix: str, word: str) -> None:
    """The map, the number, its inputs and its formula, against NumPy in float64."""
    places = ((0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 3))
    layers, heads = zip(*places, strict=True)
    part = arranged(trace, measure=measure, heads=heads, mix=mix, layers=layers)
    what = "weights" if measure == "value" else measure
    maps = [trace.map("cross", layer, head, what).astype(np.float64) for layer, head in places]
    if measure == "value":
        lengths = [np.linalg.norm(trace.arrays[trace.name("cross", "v", layer)][0, head].astype(np.float64), axis=-1)
                   for layer, head in places]  # fmt: skip
        maps = [one * length for one, length in zip(maps, lengths, strict=True)]
    by_hand = {"mean": np.mean, "max": np.max, "sum": np.sum}[mix](maps, axis=0)
    assert part.values[0] == pytest.approx(by_hand, abs=2e-5)
    source = origin(trace, part, (2, 3))
    assert float(provenance.value_of(trace, source)) == pytest.approx(by_hand[2, 3], abs=2e-5)
    assert f"{word} of 6 heads of all layers" in source.title and f"{word} over the heads" in source.formula
    shown = shown_cell(trace, part, (2, 3))
    assert shown is not None and f"{word} of 6 heads" in shown.title
    assert len(shown.title) <= len(source.title) - len(" of all layers"), "beside its number there is little room"
    if measure != "value":
        found = np.hstack([one.reshape(-1) for one in numbers(trace, source.inputs)])
        assert sorted(found) == pytest.approx(sorted(one[2, 3] for one in maps), abs=1e-6), "a whole layer is one row"
        assert len(source.inputs) == 3


def test_a_word_is_the_sum_over_its_keys_and_the_mean_over_its_queries(trace: Trace) -> None:
    part = arranged(trace, kind="encoder", heads=(1,), join="words")
    source = origin(trace, part, (1, 3))
    assert len(source.inputs) == 3 * 3 and "words" in source.title
    assert source.formula == "w; summed over the keys of a word, averaged over its queries"
    assert sum(numbers(trace, source.inputs)) / 3 == pytest.approx(float(part.values[0, 1, 3]), abs=1e-6)


def test_what_is_left_of_a_row_is_divided_by_its_sum(trace: Trace) -> None:
    part = arranged(trace, heads=(1,), hide=True)
    source = origin(trace, part, (2, 3))
    (row,) = numbers(trace, source.inputs)
    assert row.shape == (11,) and "without special tokens" in source.formula
    assert source.title == "attention weight, special tokens left out"
    assert row[3] / row[:-1].sum() == pytest.approx(float(part.values[0, 2, 3]), abs=1e-6)


def test_a_rollout_comes_from_every_layer_on_the_way(trace: Trace) -> None:
    part = arranged(trace, kind="encoder", measure="rollout", layer=1)
    source = origin(trace, part, (2, 3))
    found = numbers(trace, source.inputs)
    steps = [0.5 * one.mean(axis=0) + 0.5 * np.eye(11) for one in found]
    assert len(found) == 2 and (steps[1] @ steps[0])[2, 3] == pytest.approx(float(part.values[0, 2, 3]), abs=1e-6)
    assert source.title == "attention rollout up to layer 2" and "½" in source.formula
    cross = origin(trace, arranged(trace, measure="rollout", layer=0), (0, 0))
    assert [one.name for one in cross.inputs] == [
        *(trace.name("encoder", "weights", layer) for layer in (0, 1)), trace.name("decoder", "weights", 0),
        trace.name("cross", "weights", 0),
    ]  # fmt: skip


def test_a_rollout_names_the_layers_whose_residual_path_is_cut(trace: Trace) -> None:
    cut = Edits(
        residuals_cut=(SublayerPlace("encoder", 1, "self-attention"), SublayerPlace("decoder", 2, "feed-forward"))
    )
    edited = replace(trace, run=replace(trace.run, edits=cut))
    for wanted, named in (
        ({"kind": "encoder", "layer": 0}, False), ({"kind": "encoder", "layer": 1}, True), ({"kind": "cross"}, True),
        ({"kind": "decoder", "layer": 2}, False),
    ):  # fmt: skip
        part = arranged(edited, measure="rollout", **wanted)
        assert ("cut (encoder 2)" in origin(edited, part, (0, 0)).formula) is named
        assert "cut" not in origin(trace, arranged(trace, measure="rollout", **wanted), (0, 0)).formula


def test_several_heads_are_no_one_map(trace: Trace) -> None:
    with pytest.raises(ValueError, match="mix them"):
        readings.shown(trace, "cross", 0, heads=(0, 1))


@pytest.mark.parametrize(
    ("model", "text", "wanted"),
    [
        ("tiny", "red ball", {"layer": 0, "measure": "rollout", "hide": True}),
        ("", "old house", {"layer": 0, "heads": (0, 1), "mix": "max", "kind": "encoder"}),
        ("", "old house", {"layer": 0, "heads": (0, 1, 3), "layers": (0, 0, 2), "mix": "sum"}),
    ],
)
def test_the_copied_python_prints_the_shown_number(
    model: str, text: str, wanted: dict[str, object], tmp_path: Path
) -> None:
    trace = Engine().trace(RunSpec(model, (text,)))
    part = arranged(trace, **wanted)
    told = provenance.origin(trace, origin(trace, part, (1, 0)))
    done = subprocess.run(
        [sys.executable, "-c", told.python], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == pytest.approx(float(part.values[0, 1, 0]), rel=1e-6)
