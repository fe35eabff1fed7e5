"""The order of the keyboard's focus, and what asking for it does to Python's objects."""

from __future__ import annotations

from pathlib import Path

import shiboken6
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from viz_app.window.focus_order import focus_chain, order_tabs

ROOT = Path(__file__).resolve().parents[3]


def test_a_widget_that_goes_takes_no_other_with_it(qtbot) -> None:
    """The scroll bar of a text box is asked for by name, then met in the chain behind a widget that is deleted."""
    window = QWidget()
    qtbot.addWidget(window)
    first, text, button = QWidget(window), QPlainTextEdit(window), QPushButton(window)
    button.setFocusProxy(text)
    bar, chain = text.horizontalScrollBar(), focus_chain(window)
    assert [one for one in chain if one in (first, text, button)] == [first, text, button] and bar in chain
    order_tabs(window, [button, text, first])
    shiboken6.delete(first)
    shiboken6.delete(button)
    assert shiboken6.isValid(bar) and shiboken6.isValid(text) and shiboken6.isValid(window)
    assert bar.parentWidget().parentWidget() is text


def test_the_chain_is_asked_for_in_one_place_only() -> None:
    """Elsewhere the answer would belong to the widget that was asked."""
    asked = ("nextInFocusChain()", "previousInFocusChain()", "focusProxy()")
    files = [path for path in (ROOT / "viz_app").rglob("*.py") if any(word in path.read_text() for word in asked)]
    assert [path.name for path in files] == ["focus_order.py"]
