"""Every view draws runs with numbers that are none: those of broken models, and those that a question hides."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from model_core.analysis.unwritten import HiddenParts
from model_core.engine.engine import Engine
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from model_core.tokenizers.foreign import IdVocabulary, Specials
from tests.made.small import small_model
from tests.support.pages import run_in
from tests.views.test_contract import click_through, picture, shown, snapshot, unusual_options
from viz_app.document.state import Look, State
from viz_app.files.run_page import page_of
from viz_app.views import VIEWS
from viz_app.views.attention.options import MapOptions

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning"),  # ∞ − ∞ is not a number
]


@pytest.fixture(scope="module")
def sound() -> Trace:
    """A run of two sentences, of which everything is recorded."""
    model, engine = small_model(), Engine()
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    return engine.trace(RunSpec("own", ("5 6 7", "9 30 12 11 8"), ("8 9 4", "10 4")))


def with_number(number: float, every: int) -> Callable[[Trace], Trace]:
    """Puts a number into each array, in place of every so many others."""

    def spoilt(array: np.ndarray) -> np.ndarray:
        if array.dtype.kind != "f":
            return array
        made = array.copy()
        made.reshape(-1)[::every] = number
        made.flags.writeable = False
        return made

    def change(trace: Trace) -> Trace:
        arrays = {name: spoilt(trace.arrays[name]) for name in trace.arrays}
        return trace.with_(arrays=arrays, numbers={name: spoilt(one) for name, one in trace.numbers.items()})

    return change


BROKEN: dict[str, Callable[[Trace], Trace]] = {
    "a few are none": with_number(np.nan, 7),
    "all are none": with_number(np.nan, 1),
    "a few are infinite": with_number(np.inf, 7),
    "a few are minus infinite": with_number(-np.inf, 5),
    "hidden words and chances": HiddenParts(words=1, chances=1).hide_in,
    "a hidden row": HiddenParts(row=("cross", 1), words=2, parts=True).hide_in,
    "hidden texts": HiddenParts(texts=True).hide_in,
}


@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.share(3)
def test_every_view_draws_numbers_that_are_none(qtbot: QtBot, name: str, sound: Trace, case: str) -> None:
    broken = BROKEN[case](sound)
    view = shown(qtbot, name)
    view.draw(snapshot(view, sound))
    for against in ((broken, sound), (sound, broken)) if view.pins else ((broken, broken),):
        for kind in view.kinds or KINDS:
            shot = snapshot(view, against[0], Look(kind=kind), **({"against": against[1]} if view.pins else {}))
            view.draw(shot)
            assert not picture(view).isNull()
            table = view.table()
            assert table is None or (table.to_csv() and table.to_json() and table.to_tabs())
    click_through(view, 61)
    view.draw(snapshot(view, sound))
    assert not picture(view).isNull(), "the next sound run is drawn"


@pytest.mark.parametrize("case", ["a few are none", "a few are infinite"])
@pytest.mark.parametrize("name", VIEWS)
def test_every_view_draws_them_whatever_is_chosen(qtbot: QtBot, name: str, sound: Trace, case: str) -> None:
    broken, view = BROKEN[case](sound), shown(qtbot, name)
    against = {"against": sound} if view.pins else {}
    for options in unusual_options(view):
        shot = snapshot(view, broken, options=options, **against)
        view.draw(shot)
        assert view.full_explanation(shot) and not picture(view).isNull(), options
        table = view.table()
        assert table is None or table.to_csv()


@pytest.mark.parametrize("case", BROKEN)
def test_a_plane_of_queries_and_keys_that_are_none_is_not_drawn(qtbot: QtBot, sound: Trace, case: str) -> None:
    view, broken = shown(qtbot, "attention"), BROKEN[case](sound)
    view.draw(snapshot(view, broken, options=MapOptions(picture="plane")))
    assert not picture(view).isNull() and view.full_explanation(
        snapshot(view, broken, options=MapOptions(picture="plane"))
    )


@pytest.mark.parametrize("case", BROKEN)
def test_a_page_of_them_is_one_that_a_browser_reads(sound: Trace, case: str) -> None:
    run = run_in(page_of(State(), BROKEN[case](sound)).decode())
    for one in run["sentences"]:
        for candidates in one["candidates"]:
            assert all(chance is None or 0.0 <= chance <= 1.0 for _, chance in candidates)
    assert case != "all are none" or any(chance is None for _, chance in run["sentences"][0]["candidates"][0])
