"""What somebody asks who never saw the program: each walk of docs/walks.md, by the gestures that are written there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolButton, QWidget

from tests.flows.test_main_path import always, play, translated
from viz_app.document.state import State
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")

SENTENCE = "The white house is very old."
WALKS = Path(__file__).resolve().parents[2] / "docs" / "walks.md"


def written_down() -> dict[str, int]:
    """Question -> its number of gestures, from the document's table."""
    rows = re.findall(r"^\| (.+?) \| (\d) \|", WALKS.read_text(encoding="utf-8"), re.M)
    return {question: int(count) for question, count in rows}


class Hand:
    """Points and clicks, and counts."""

    def __init__(self) -> None:
        self.count = 0

    def click(self, widget: QWidget, point: QPoint | None = None) -> None:
        self.count += 1
        assert widget.isVisible()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=point or widget.rect().center())

    def open(self, button: QToolButton) -> QMenu:
        """The menu of a button; a click on it would wait here until the menu is closed."""
        self.count += 1
        assert button.isVisible() and button.isEnabled()
        button.menu().aboutToShow.emit()
        return button.menu()

    def point(self, widget: QWidget, point: QPoint) -> None:
        self.count += 1
        QTest.mouseMove(widget, QPoint(1, 1))
        QTest.mouseMove(widget, point)

    def choose(self, menu: QMenu, words: str) -> None:
        """One entry of a menu."""
        self.count += 1
        next(one for one in menu.actions() if words in one.text() and one.isEnabled()).trigger()


def chip(window: Window, text: str) -> QPoint:
    row = window.text.target.chips
    place = next(at for at, one in enumerate(row.chips) if one.text == text)
    return row.chip_rect(place).center().toPoint()


def idle(window: Window) -> bool:
    return window.store.trace is not None and not window.store.busy and window.store.trace.run == window.store.state.run


class Walks:
    """The questions, in an order; each ends with what must be on the screen then, and begins at the same state."""

    def __init__(self) -> None:
        self.hand, self.begun = Hand(), State()
        self.taken: dict[str, int] = {}

    def begin(self, window: Window) -> None:
        self.begun = window.store.state

    def again(self, window: Window) -> None:
        self.hand.count = 0
        window.store.set_state(self.begun)

    def done(self, question: str) -> None:
        self.taken[question] = self.hand.count

    # ---- the walks

    def which_word_made_it(self, window: Window) -> None:
        self.hand.point(window.text.target.chips, chip(window, "blanca"))
        links = window.text.curves.links
        best = max(links, key=lambda link: link.weight)
        assert window.text.source.chips.chips[best.key].text == "white"
        self.done("Which word made *blanca*?")

    def why_did_it_stop(self, window: Window) -> None:
        self.hand.click(window.rail.buttons["decoding"])

    def it_says_why(self, window: Window) -> None:
        view = window.desk.page("decoding").view
        said = " ".join(one.text() for one in view.findChildren(QWidget) if callable(getattr(one, "text", None)))
        assert "ended at step" in said and "</s>" in said
        self.done("Why did it stop?")

    def another_word(self, window: Window) -> None:
        bars = window.inspector.step.bars
        row = next(at for at, bar in enumerate(bars.bars) if at)
        self.wanted = bars.bars[row].text.strip("▁_ ")
        self.hand.click(bars, bars.row_rect(row).center().toPoint())

    def it_goes_on_from_there(self, window: Window) -> None:
        trace = window.store.trace
        assert trace.run.prefix and trace.sentences[0].written[len(trace.run.prefix) - 1].text == self.wanted
        self.done("What if it had said something else?")

    def two_sentences(self, window: Window) -> None:
        self.hand.choose(self.hand.open(window.text.source.examples), "Minimal pairs")

    def a_pair(self, window: Window) -> None:
        from viz_app.window.minimal_pairs_dialog import PairsSheet

        sheet = window.findChild(PairsSheet)
        row = next(at for at in range(sheet.list.count()) if sheet.list.pair_at(at) is not None)
        self.hand.click(sheet.list.viewport(), sheet.list.visualItemRect(sheet.list.item(row)).center())

    def both_are_read(self, window: Window) -> None:
        from viz_app.window.minimal_pairs_dialog import PairsSheet

        assert len(window.store.trace.sentences) == 2
        assert not any(sheet.isVisible() for sheet in window.findChildren(PairsSheet)), "it would cover both"
        view = window.desk.page("compare").view
        first, second = window.store.trace.sentences
        assert [one.isVisible() for one in (view.maps.heat("a"), view.maps.heat("b"), view.maps.heat("change"))] == [
            True
        ] * 3
        assert first.source_text in view.maps.panes["a"].title.text() and view.compared.b.texts is second
        assert any(one.how != "the same token" for one in view.source.columns)
        self.done("Show me two sentences side by side that differ in one word.")

    def let_me_guess(self, window: Window) -> None:
        transport = window.text.target.transport
        self.hand.click(transport.first)
        self.hand.click(transport.play)
        assert window.text.target.sentence.text().strip() == "La"
        assert window.text.target.chips.marks.hidden
        window.store.set_playing(False)
        self.done("Hide the end and let me guess.")

    def where_from(self, window: Window) -> None:
        heat = window.desk.page("attention").view.figure.heat
        self.hand.count += 1
        QTest.mouseDClick(heat, Qt.MouseButton.LeftButton, pos=heat.cell_rect(2, 1).center().toPoint())

    def it_is_calculated(self, window: Window) -> None:
        look = window.store.state.look
        assert window.store.state.desk.views[0] == "calculate" and (look.query, look.key) == (2, 1)
        self.done("Where does this number come from?")

    def the_simplest_model(self, window: Window) -> None:
        self.hand.choose(self.hand.open(window.text.source.examples), "Copy digits")

    def it_is_there(self, window: Window) -> None:
        assert window.store.trace.model.folder == "copy"
        self.done("Start with the simplest model.")

    def a_picture(self, window: Window) -> None:
        self.hand.choose(self.hand.open(window.bar.save), "Save view as")

    def it_is_asked_how(self, window: Window) -> None:
        sheet = window.export_actions.sheet
        assert sheet is not None and sheet.isVisible()
        QApplication.clipboard().clear()
        self.hand.click(next(one for one in sheet.findChildren(QPushButton) if one.text() == "Copy"))
        assert not QApplication.clipboard().image().isNull()
        self.done("Give me this picture for my paper.")


def test_the_walks_take_the_gestures_that_are_written_down() -> None:
    walks = Walks()
    acts: list[Callable[[Window], object]] = [
        walks.which_word_made_it, walks.again,
        walks.why_did_it_stop, walks.it_says_why, walks.again,
        walks.another_word, walks.it_goes_on_from_there, walks.again,
        walks.two_sentences, walks.a_pair, walks.both_are_read, walks.again,
        walks.let_me_guess, walks.again,
        walks.where_from, walks.it_is_calculated, walks.again,
        walks.the_simplest_model, walks.it_is_there, walks.again,
        walks.a_picture, walks.it_is_asked_how,
    ]  # fmt: skip
    begun = (translated(SENTENCE), walks.begin)
    faults: list[BaseException] = []

    def safely(act: Callable[[Window], object], window: Window) -> None:
        try:
            act(window)
        except Exception as error:
            faults.append(error)

    steps = [(idle, partial(safely, act)) for act in acts]
    play(begun, *steps, (always, walks.again), words=("gui", "--source", SENTENCE))
    assert not faults, faults
    assert walks.taken == written_down()
    assert max(walks.taken.values()) <= 3
