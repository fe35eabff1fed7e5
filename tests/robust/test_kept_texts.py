"""What is remembered of texts that are gone: however many were typed, it is a few megabytes, and soon all there is."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from model_core import direction
from model_core.engine.wire_fields import read_token, token_row
from model_core.record.edits import Edits
from model_core.record.tokens import Token
from model_core.tokenizers import vocab
from viz_app.text.sentence import Face
from viz_app.text.tokens.token_chip import ChipFace, edited_chips
from viz_app.widgets import painting
from viz_app.widgets import theme as themes

TEXTS = 9_000
"""Different words, more than anything here remembers."""
MOST = 25_000_000
"""Bytes that may be kept of them; it was 38 million, and up to 54."""


@pytest.fixture
def traced(qapp: QApplication) -> Iterator[None]:
    """Memory that Python gives out is counted."""
    tracemalloc.start(1)
    yield
    tracemalloc.stop()


def kept() -> int:
    """Bytes that Python has given out and not got back."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def show(first: int, count: int, font: QFont, chips: ChipFace, face: Face) -> None:
    """What the window does with the words of a text: read, made chips of, measured, named, coloured."""
    before = Token(0, "</s>", "</s>", "special")
    for number in range(first, first + count):
        word, place = f"word{number}", number % 30
        token = read_token([*token_row(Token(number, f"▁{word}", word, "word", "", place))])
        vocab._token_of(number, f"▁{word}", True, place)
        (chip,) = edited_chips((token,), Edits(), 0)
        (_, after) = edited_chips((before, token), Edits(), 0)
        before = token
        chips.width(chip)
        painting.fitted(chips.shown(after), chips.text, 100.0)
        painting.laid_out(word, font)
        face.advance(word)
        painting.visible_words(f"{word} {place}", font)
        painting.drawable(f"¿{word}?", font)
        direction.isolated(f"{word} in a sentence")
        direction.runs_left(f"{word} in a sentence")
        direction.right_to_left(word)
        ground = themes.LIGHT.wash("ink", number / TEXTS)
        themes.contrast(ground, "#000000")


def test_words_that_left_the_text_leave_a_bounded_memory(traced: None) -> None:
    font = themes.font("body")
    chips, face = ChipFace("source"), Face(font)
    show(0, 100, font, chips, face)
    before = kept()
    show(100, TEXTS, font, chips, face)
    full = kept()
    assert full - before < MOST, f"{(full - before) / 1e6:.1f} MB"
    show(100 + TEXTS, 1000, font, chips, face)
    more = kept() - full
    assert more < 1_500_000, f"{more / 1e6:.1f} MB more for other words"
