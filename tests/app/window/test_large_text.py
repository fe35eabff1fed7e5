"""The window in large text: on a projector at 200 % the view keeps the greater part, and nothing is cut or lost."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from model_core.record.edits import Edits, HeadPlace, MaskEdits
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from tests.support.harness import settled, tip_text
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.widgets import theme as themes
from viz_app.window.main_window import Window

EDITS = Edits(masks=MaskEdits(future=False), heads_off=(HeadPlace("cross", 0, 0), HeadPlace("cross", 0, 1)))


@pytest.fixture
def window_of(shown_window: Callable[..., Window]) -> Callable[..., Window]:
    def make(scale: float, size: tuple[int, int] = (1280, 720), edits: Edits = EDITS) -> Window:
        trace = made_trace("The black cat is sleeping on the white bed", "El gato negro duerme en la cama blanca")
        store = Store(State(run=RunSpec(source=trace.run.source), desk=Layout(theme="light", text_scale=scale)))
        store.accept(trace)
        store.run(edits=edits)
        return shown_window(store, size)

    return make


def places(window: Window) -> dict[str, QRect]:
    """What stands in the text band, in px of the band."""
    source, target, edits = window.text.source, window.text.target, window.edits
    named = {
        "box": source.box, "source chips": source.chips, "examples": source.examples, "count": source.count,
        "edits": edits.more, "clear": edits.clear, "sentence": target.sentence, "target chips": target.chips,
        "choices": target.lines.drawer.button, "writer": target.writer, "decoding": target.decoding,
        "measure": target.measure, "first": target.transport.first, "play": target.transport.play,
        "last": target.transport.last, "slider": target.transport.slider, "place": target.transport.place,
        "speed": target.transport.speed,
    }  # fmt: skip
    seen = {name: part for name, part in named.items() if part.isVisible() and part.window() is window}
    return {name: QRect(part.mapTo(window.text, part.rect().topLeft()), part.size()) for name, part in seen.items()}


def test_at_200_percent_a_projector_shows_the_view_on_most_of_its_height(window_of) -> None:
    window = window_of(2.0)
    view = window.desk.page("attention").view
    assert view.height() >= 0.5 * window.height()
    assert view.width() >= 0.85 * window.width()


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("edits", [Edits(), EDITS])
def test_the_text_band_keeps_its_parts_apart_and_whole(window_of, scale: float, edits: Edits) -> None:
    window = window_of(scale, edits=edits)
    found = places(window)
    assert {"box", "source chips", "examples", "sentence", "target chips", "play", "slider", "speed"} <= set(found)
    for name, rect in found.items():
        assert window.text.rect().contains(rect), name
    for (one, first), (other, second) in combinations(found.items(), 2):
        assert not first.intersects(second), (one, other)
    for part in (window.text.source.examples, window.text.target.transport.place):
        assert part.width() >= part.sizeHint().width() - 1, part.accessibleName()
    if scale == 2.0:
        ends = [max(found[name].right() for name in ("examples", "count", "clear") if name in found)]
        assert ends == [found["box"].right()]
    if edits != Edits():
        listed = window.edits.shown() or [window.edits.more]
        widths = {chip.accessibleName(): (chip.width(), chip.sizeHint().width()) for chip in listed}
        assert all(wide >= min(needed, themes.px(60)) for wide, needed in widths.values()), widths


def test_what_was_folded_is_in_a_card_and_comes_back(window_of, qtbot) -> None:
    window = window_of(2.0)
    target = window.text.target
    drawer = target.lines.drawer
    assert drawer.button.isVisible() and drawer.button.accessibleName() == drawer.button.toolTip() != ""
    drawer.button.click()
    settled()
    parts: tuple[QWidget, ...] = (target.writer, target.decoding, target.measure)
    assert all(part.isVisible() and drawer.holds(part) for part in parts)
    assert target.writer.is_open() and target.measure.width() >= target.measure.sizeHint().width()
    target.writer.buttons["me"].click()
    settled()
    assert target.mode() == "me" and not drawer.isVisible() and target.box.isVisible()
    assert window.text.source.box.shown_lines() == target.box.shown_lines() == 1
    window.store.desk(text_scale=1.0)
    settled()
    assert not drawer.button.isVisible() and not any(drawer.holds(part) for part in parts)
    assert all(part.isVisible() and part.window() is window for part in parts)
    order = sorted(parts, key=lambda part: part.mapTo(window, part.rect().topLeft()).x())
    assert order[0] is target.writer and window.text.source.label.isVisible()


def test_a_text_that_is_longer_than_its_line_is_whole_in_the_tip(window_of) -> None:
    window = window_of(2.0)
    sentence = window.text.target.sentence
    sentence.show_parts(tuple(f" palabra{place}" for place in range(12)))
    settled()
    assert sentence.shown_lines() == 1
    for words in (sentence.toolTip(), sentence.accessibleName()):
        assert "palabra0" in words and "palabra11" in words
    for place in (0, 5, 11):
        sentence.mark(place)
        line = next(at for at, parts in enumerate(sentence._lines) if place in parts)
        (stretches,) = sentence.rows()
        words = "".join(word for _, _, word in stretches)
        assert f"palabra{place}" in words
        assert words.startswith("…") == (line > 0) and words.endswith("…") == (line + 1 < len(sentence._lines))


def test_words_that_a_button_cuts_are_whole_in_its_tip(window_of) -> None:
    measure = window_of(1.5, edits=Edits()).text.target.measure
    measure.setFixedWidth(measure.sizeHint().width() - 20)
    assert measure.is_cut() and tip_text(measure, measure.rect().center()).count("probability") == 1
    measure.setFixedWidth(measure.sizeHint().width())
    assert not measure.is_cut()
