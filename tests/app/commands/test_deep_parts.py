"""Parts behind a gate: hidden until it opens, and then as last asked for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from viz_app.commands.deep_parts import VisibilityGate


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
