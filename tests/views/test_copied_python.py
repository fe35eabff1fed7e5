"""The Python that is copied of a view computes, from model and text, the arrays that the view shows."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.explain.provenance import ALL, Source, array_of, arrays_script
from model_core.record.effects import EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.views.test_contract import shown, snapshot
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Look
from viz_app.views import VIEWS
from viz_app.views.attention.options import MapOptions
from viz_app.views.model.view import Model
from viz_app.widgets.view import View

pytestmark = pytest.mark.usefixtures("qapp")

WITHOUT = {"survey", "train", "console", "model"}
"""Views that show no array of the run at first."""


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


@pytest.fixture(scope="module")
def runs(engine: Engine) -> tuple[Trace, Trace]:
    """Two runs of one model, of sentences of different lengths, two in each."""
    return engine.trace(RunSpec(source=("I like tea.", "Hello!"))), engine.trace(
        RunSpec(source=("I like green tea.", "Hello, Tom!"))
    )


def drawn(view: View, engine: Engine, runs: tuple[Trace, Trace], look: Look, **more: Any) -> Snapshot:
    """What the view shows when all that it asks for has come."""
    if view.pins:
        more["against"] = runs[1]
    shot = snapshot(view, runs[0], look, **more)
    view.draw(shot)
    effects, lenses = dict[Any, Any](), dict[Any, Any]()
    for request in view.effects_requests(shot):
        *_, found = engine.answers(request.asked)
        (effects if isinstance(request.asked, EffectsSpec) else lenses)[request.asked] = found
    shot = replace(shot, effects=effects, lenses=lenses)
    view.draw(shot)
    return shot


def computed(script: str, **names: Any) -> list[np.ndarray]:
    """What a script prints, whole, where there are these names already."""
    printed: list[np.ndarray] = []
    exec(script, {"print": lambda _shape, array: printed.append(np.asarray(array)), **names})
    return printed


def assert_same(trace: Trace, sources: tuple[Source, ...], engine: Engine | None = None) -> None:
    """The script, or that of the console, which has this run and an engine, computes these arrays."""
    names = {} if engine is None else {"trace": trace, "run": trace.run, "engine": engine}
    found = computed(arrays_script(trace, sources, here=engine is not None), **names)
    assert len(found) == len(sources)
    for one, source in zip(found, sources, strict=True):
        index = tuple(slice(None) if at is ALL else at for at in source.index)
        expected = array_of(trace, source)[index] if source.found is None or source.found.ndim else source.found
        assert one.shape == expected.shape and one.ndim > 0
        np.testing.assert_allclose(one, expected, rtol=1e-5, atol=1e-6, err_msg=source.words())


@pytest.mark.parametrize("look", [Look(), Look(kind="encoder", layer=1, head=1, sentence=1)], ids=["first", "other"])
@pytest.mark.parametrize("name", [name for name in VIEWS if name not in WITHOUT])
def test_it_computes_what_the_view_shows(
    qtbot: QtBot, engine: Engine, runs: tuple[Trace, Trace], name: str, look: Look
) -> None:
    view = shown(qtbot, name)
    drawn(view, engine, runs, look)
    sources = view.arrays()
    assert sources, "it shows something"
    assert_same(runs[0], sources)
    assert_same(runs[0], sources, engine)


def test_it_is_that_of_the_head_that_is_looked_at(qtbot: QtBot, engine: Engine, runs: tuple[Trace, Trace]) -> None:
    view = shown(qtbot, "attention")
    drawn(view, engine, runs, Look(kind="cross", layer=1, head=1, sentence=1))
    [found] = computed(arrays_script(runs[0], view.arrays()))
    assert np.array_equal(found[: len(runs[0].sentences[1].read)][:, : len(runs[0].sentences[1].source)],
                          runs[0].map("cross", 1, 1, sentence=1))  # fmt: skip


@pytest.mark.parametrize(
    "options", [MapOptions(join="words"), MapOptions(mix="mean"), MapOptions(measure="value")], ids=str
)
def test_it_computes_what_is_derived_too(
    qtbot: QtBot, engine: Engine, runs: tuple[Trace, Trace], options: MapOptions
) -> None:
    view = shown(qtbot, "attention")
    drawn(view, engine, runs, Look(), options=options)
    assert_same(runs[0], view.arrays())


def test_of_all_heads_it_is_every_layer_of_every_attention(
    qtbot: QtBot, engine: Engine, runs: tuple[Trace, Trace]
) -> None:
    view = shown(qtbot, "attention")
    drawn(view, engine, runs, Look(sentence=1), options=MapOptions(all_heads=True))
    assert len(view.arrays()) == sum(runs[0].spec.layers(kind) for kind in KINDS)
    assert_same(runs[0], view.arrays())


def test_of_the_model_it_is_the_open_tensor(qtbot: QtBot, engine: Engine, runs: tuple[Trace, Trace]) -> None:
    view, name = shown(qtbot, "model"), "decoder.layers.1.cross_attn.q"
    drawn(view, engine, runs, Look())
    assert view.arrays() == ()
    drawn(view, engine, runs, Look(), options=Model.Options(tensor=name))
    assert_same(runs[0], view.arrays())
    assert re.search(rf"q = trace\.arrays\['{re.escape(name)}'\]", arrays_script(runs[0], view.arrays()))


@pytest.mark.parametrize("name", sorted(WITHOUT))
def test_a_view_without_arrays_explains_it(qtbot: QtBot, runs: tuple[Trace, Trace], name: str) -> None:
    view = shown(qtbot, name)
    assert view.arrays() == ()
    view.draw(snapshot(view, runs[0]))
    assert view.arrays() == ()
