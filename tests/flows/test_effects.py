"""Effects in the real program: they follow the typing, a head is kept off, and it is opened in Attention."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model_core.record.edits import HeadPattern
from tests.flows.test_main_path import folder, play
from viz_app.data.edit_list import list_edits
from viz_app.views.heads.content import EffectContent
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")

__all__ = ["folder"]


def content_of(window: Window) -> EffectContent | None:
    """What the Heads view shows, where all of it is of the present run."""
    page = window.desk.page("heads")
    found: Any = None if page is None else getattr(page.view, "_content", None)
    whole = found is not None and found.rows and found.done == len(found.rows)
    return found if whole and found.asked.run == window.store.state.run and not window.store.busy else None


def test_effects_follow_the_typing_and_a_head_is_kept_off(folder: Path) -> None:
    told: dict[str, Any] = {}

    def look(window: Window) -> None:
        window.store.desk(views=("heads",))

    def type_on(window: Window) -> None:
        told["first"] = content_of(window)
        source = window.store.state.run.source[0].split()
        told["source"] = (" ".join([*source, *source[:-1]]),)
        window.store.run(source=told["source"])

    def keep_off(window: Window) -> None:
        told["second"] = shown = content_of(window)
        told["without"] = window.desk.page("heads").view.texts.lines[1].words
        strongest = min(shown.rows, key=lambda row: row.value(None)).part
        told["part"] = strongest
        window.desk.page("heads").view.matrix.chosen.emit(strongest)
        window.commands.run("head.switch")

    def open_it(window: Window) -> None:
        told["off"] = [row.part for row in content_of(window).rows if row.off]
        told["loss"] = content_of(window).base.sum()
        window.desk.page("heads").view.matrix.opened.emit(told["part"])

    def has_text(window: Window) -> bool:
        return content_of(window) is not None and bool(window.desk.page("heads").view.texts.lines[1].words)

    play(
        (lambda window: window.store.trace is not None and not window.store.busy, look),
        (lambda window: content_of(window) is not None, type_on),
        (lambda window: window.store.state.run.source == told["source"] and has_text(window), keep_off),
        (lambda window: bool(window.store.state.run.edits.heads_off) and content_of(window) is not None, open_it),
        (lambda window: window.store.state.desk.views == ("attention",), lambda window: None),
    )
    assert len(told["first"].rows) == len(told["second"].rows) > 1
    assert told["second"].columns != told["first"].columns
    assert told["off"] == [told["part"]] and told["without"]


def test_the_replacement_that_is_shown_is_what_m_keeps(folder: Path) -> None:
    """The effect of a replacement, then the run with it: the same log-probabilities of the same text."""
    told: dict[str, Any] = {}

    def look(window: Window) -> None:
        window.store.desk(views=("heads",))
        window.store.options("heads", replacement="uniform")

    def keep(window: Window) -> None:
        told["shown"] = shown = content_of(window)
        told["part"] = strongest = max(shown.rows, key=lambda row: row.value(None)).part
        window.desk.page("heads").view.matrix.chosen.emit(strongest)
        window.commands.run("head.switch")

    def own_again(window: Window) -> None:
        told["edits"] = window.store.state.run.edits
        told["kept"] = content_of(window)
        told["listed"] = [one.words for one in list_edits(told["edits"], window.store.trace)]
        window.commands.run("head.switch")

    play(
        (lambda window: window.store.trace is not None and not window.store.busy, look),
        (lambda window: content_of(window) is not None and content_of(window).asked.replacement == "uniform", keep),
        (lambda window: bool(window.store.state.run.edits) and content_of(window) is not None, own_again),
        (lambda window: not window.store.state.run.edits and content_of(window) is not None, lambda window: None),
    )
    part, (pattern,) = told["part"], told["edits"].patterns
    assert pattern == HeadPattern(part.kind, part.layer, part.index, "uniform") and not told["edits"].heads_off
    assert told["listed"][0].endswith("reads all alike")
    assert [row.part for row in told["kept"].rows if row.off] == [part]
    if told["kept"].columns == told["shown"].columns:
        expected = told["shown"].base + told["shown"].row_of(part).values
        np.testing.assert_allclose(told["kept"].base, expected, atol=1e-5)


def test_a_weight_that_is_dragged_decides_what_is_written(folder: Path) -> None:
    """W, then a drag: the row of the finished run has the weight, sums to 1, and undo takes it back."""
    told: dict[str, Any] = {}

    def drag(window: Window) -> None:
        window.commands.run("weights.set")
        heat = window.desk.page("attention").view.figure.heat
        told["plain"] = window.store.trace
        start = heat.cell_rect(0, 0).center().toPoint()
        QTest.mousePress(heat, Qt.MouseButton.LeftButton, pos=start)
        for rise in (40, 400):
            QTest.mouseMove(heat, start - QPoint(0, rise))
            move = QMouseEvent(
                QEvent.Type.MouseMove, QPointF(start - QPoint(0, rise)), QPointF(heat.mapToGlobal(start)),
                Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
            )  # fmt: skip
            QApplication.sendEvent(heat, move)
        QTest.mouseRelease(heat, Qt.MouseButton.LeftButton, pos=start)

    def undo(window: Window) -> None:
        told["set"] = window.store.trace
        window.commands.run("undo")

    def edited(window: Window) -> bool:
        return bool(window.store.trace.run.edits) and not window.store.busy

    play(
        (lambda window: window.store.trace is not None and not window.store.busy, drag),
        (edited, undo),
        (lambda window: not window.store.trace.run.edits and not window.store.busy, lambda window: None),
    )
    (one,) = told["set"].run.edits.overrides
    assert (one.query, one.key, one.weight) == (0, 0, 1.0)
    row = told["set"].map(one.kind, one.layer, one.head)[0]
    assert row[0] == pytest.approx(1.0, abs=1e-6) and row.sum() == pytest.approx(1.0, abs=1e-6)
    assert told["plain"].map(one.kind, one.layer, one.head)[0, 0] < 0.999
