"""Layouts that are brought to rest at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from viz_app.widgets.layout import VisibilityGate, settle


class Counted(QVBoxLayout):
    """Knows how often it was laid out."""

    laid_out = 0

    def activate(self) -> bool:
        self.laid_out += 1
        return super().activate()


def test_what_is_hidden_is_not_laid_out_with_the_rest(qtbot: QtBot) -> None:
    """A change of the text size while presenting laid out all pages of the window, three times."""
    root = QWidget()
    qtbot.addWidget(root)
    outer = QVBoxLayout(root)
    inside = []
    for hidden in (False, True):
        page = QWidget(root)
        outer.addWidget(page)
        inside.append(Counted(page))
        inside[-1].addWidget(QLabel("the white house", page))
        page.setHidden(hidden)
    settle(root)
    assert inside[0].laid_out > 0 and inside[1].laid_out == 0


def test_an_open_gate_sees_no_events(qtbot: QtBot, monkeypatch) -> None:
    """Every part of every event of a window went through Python for it, hidden or not."""
    seen, whole = list[QEvent.Type](), VisibilityGate.eventFilter

    def counted(gate: VisibilityGate, watched: QObject, event: QEvent) -> bool:
        seen.append(event.type())
        return whole(gate, watched, event)

    monkeypatch.setattr(VisibilityGate, "eventFilter", counted)
    root = QWidget()
    qtbot.addWidget(root)
    part = QLabel("a", root)
    gate = VisibilityGate(part)
    root.show()
    QApplication.processEvents()
    assert not seen and part.isVisible()
    gate.set_open(False)
    part.show()
    assert QEvent.Type.ShowToParent in seen and part.isHidden()
    gate.set_open(True)
    assert part.isVisible()
    seen.clear()
    part.hide()
    part.show()
    assert not seen and part.isVisible()
