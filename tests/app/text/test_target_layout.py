"""Where the target's controls stand: one line less where the transport fits beside who writes."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tests.made.traces import made_trace
from viz_app.data.words import models
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.system.language import choose, chosen
from viz_app.text.panel import TextPanel
from viz_app.text.target import hint
from viz_app.widgets import painting
from viz_app.widgets import theme as themes


@pytest.fixture
def panel(qtbot) -> TextPanel:
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja")
    store = Store(State(run=trace.run))
    made = TextPanel(store)
    qtbot.addWidget(made)
    made.show()
    store.accept(trace)
    return made


def laid_out(panel: TextPanel, width: int, height: int) -> None:
    panel.resize(width, panel.sizeHint().height())
    panel.fit_height(height)
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize(
    ("width", "height", "scale", "inline", "buttons"),
    [
        (1370, 900, 1.0, True, True),
        (1213, 720, 1.0, True, False),
        (1213, 720, 1.5, False, True),
        (1213, 900, 2.0, False, False),
        (1850, 1080, 1.0, True, True),
    ],
)
def test_the_transport_takes_a_line_only_where_it_must(
    panel: TextPanel, width: int, height: int, scale: float, inline: bool, buttons: bool
) -> None:
    themes.apply(QApplication.instance(), themes.LIGHT, scale)
    try:
        laid_out(panel, width, height)
        target = panel.target
        assert target.lines.is_inline() is inline
        assert target.writer.is_open() is buttons
        parts = [target.writer, target.decoding, target.measure, target.sentence, target.chips, target.transport]
        parts += [target.transport.slider, target.transport.place, target.transport.speed]
        boxes = {part: part.rect().translated(part.mapTo(panel, part.rect().topLeft())) for part in parts}
        assert all(panel.rect().contains(box) for box in boxes.values())
        for place, part in enumerate(parts):
            for other in parts[place + 1 :]:
                apart = not boxes[part].intersects(boxes[other]) or part.isAncestorOf(other)
                assert apart, (name(part), name(other))
        assert target.transport.slider.width() >= themes.px(40)
    finally:
        themes.apply(QApplication.instance(), themes.LIGHT, 1.0)


def test_the_transport_stays_where_a_candidate_is_chosen_in_a_usual_window(panel: TextPanel) -> None:
    """“Clear” pushed it into another line, and other controls stood where its buttons had been."""
    laid_out(panel, 1299, 768)  # beside the rail of a window of 1366 px
    assert panel.target.lines.is_inline()
    panel.target.free.show()
    panel.target.lines.fit()
    assert panel.target.lines.is_inline() and not panel.target.free.isHidden()


@pytest.mark.parametrize("width", [1213, 1299, 1373, 1533, 1853])  # of windows from 1280 to 1920 px
def test_all_choices_are_above_the_chips(panel: TextPanel, width: int) -> None:
    """The menu of what they show stood alone below them, and curves ended at it."""
    laid_out(panel, width, 768)
    target = panel.target
    assert target.measure.geometry().bottom() < target.chips.y() and not target.measure.is_cut()
    assert target.writer.is_open() is (width > 1213) and target.transport.slider.width() >= 36


@pytest.mark.parametrize("width", [1299, 1370, 1850])
def test_the_label_of_the_chips_is_not_cut_beside_a_given_target(panel: TextPanel, width: int) -> None:
    """In a window of 1440 px it was "prob…"."""
    panel.target._store.run(target=("la casa blanca",))
    laid_out(panel, width, 900)
    assert panel.target.mode() == "me" and not panel.target.measure.is_cut()


def test_a_language_on_its_own_is_capitalised(panel: TextPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spanish writes "español" in the middle of a label."""
    monkeypatch.setitem(models._LANGUAGES, "Spanish", "español")
    laid_out(panel, 1370, 900)
    panel.target._show_label()
    assert panel.target.lines.is_inline() and panel.target.label.text() == "Español"


def name(part: QWidget) -> str:
    return part.accessibleName() or type(part).__name__


def test_a_sentence_a_little_too_long_shrinks_before_it_wraps(panel: TextPanel) -> None:
    laid_out(panel, 1400, 720)
    sentence = panel.target.sentence
    full = sentence.font_size()
    needed = sum(sentence._face.advance(part) for part in sentence._parts)
    for share, lines, size in ((1.02, 1, 1.0), (0.9, 1, 0.85), (0.6, 2, 1.0)):
        sentence._room = needed * share
        sentence._wrap()
        assert (sentence.shown_lines(), sentence.font_size()) == (lines, pytest.approx(size * full))


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_an_empty_box_says_is_seen_whole(panel: TextPanel, language: str) -> None:
    laid_out(panel, 1299, 768)  # beside the rail of a window of 1366 px
    panel._store.run(target=("",))
    laid_out(panel, 1299, 768)
    box = panel.target.box
    before = chosen()
    choose(language)
    try:
        words = [hint("beginning", None), hint("me", None)]
    finally:
        choose(before)
    assert box.isVisible()
    assert all(painting.text_width(one, box.font()) <= box.viewport().width() - 8 for one in words), words
