"""A model of other scripts in the real program: Hebrew beside Greek is typed, read in order, seen and taken away."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from model_core.direction import FIRST
from tests.flows.test_main_path import always, play, translated
from tests.views.test_directions import stray
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")


def said(window: Window) -> Iterator[str]:
    """What the widgets of a window say: names, descriptions, tool tips, labels."""
    for part in (window, *window.findChildren(QWidget)):
        yield from (part.accessibleName(), part.accessibleDescription())
        yield html.unescape(re.sub("<[^>]*>", "", part.toolTip()))
        if isinstance(part, QLabel):
            yield part.text()


def test_hebrew_beside_greek_is_typed_read_in_order_and_copied(qapp: QApplication) -> None:
    told: dict[str, Any] = {}

    def enter(window: Window) -> None:
        """As an input method does it."""
        window.focus_source()
        typed = QInputMethodEvent()
        typed.setCommitString("שם ψυχή")
        QApplication.sendEvent(window.text.source.box, typed)

    def read(window: Window) -> None:
        one = window.store.trace.sentences[0]
        told["chips"] = [chip.text for chip in window.text.source.chips.chips]
        told["caption"] = window.text.source.caption.text()
        told["written"] = one.target_text
        told["label"] = window.text.source.label.text()
        window.store.look(kind="cross", layer=1, head=1, step=0, query=None, key=None)

    def look(window: Window) -> None:
        QApplication.processEvents()
        told["said"] = [line for words in said(window) for line in words.splitlines()]

    def copy(window: Window) -> None:
        window.commands.run("table.copy")
        told["table"] = QApplication.clipboard().text()

    play(
        (translated("мир"), enter),
        (translated("שם ψυχή"), read),
        (always, look),
        (always, copy),
        words=("gui", "--model", "scripts", "--source", "мир"),
    )
    assert told["chips"] == ["ש", "ם", "ψ", "υ", "χ", "ή", "</s>"], "the first letter read is token 1"
    assert "right to left" in told["caption"] and "Hebrew" in told["label"]
    assert told["written"] == "s\u0300m psychī\u0301"
    heads = told["table"].splitlines()[0].split("\t")
    assert [head[:1] for head in heads[-7:-1]] == ["ש", "ם", "ψ", "υ", "χ", "ή"]
    stray_lines = [line for line in told["said"] if stray(line) and line != "שם ψυχή"]
    assert len(told["said"]) > 50 and not stray_lines, stray_lines
    assert any(FIRST in line for line in told["said"])
    assert not set(told["table"]) & set("\u2068\u2069")
