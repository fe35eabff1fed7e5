"""One name for one thing: a row of a decoder is "read ▸ written" in every view, and a repeated word has its number."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from model_core.record.tokens import Token
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.made.traces import made_trace
from tests.support.harness import svg_of, tip_text
from tests.views.test_contract import picture, shown, snapshot
from viz_app.charts.map_summary import name_words
from viz_app.data.tables import Listing
from viz_app.data.vocabulary import head_word
from viz_app.document.state import Look
from viz_app.views import VIEWS
from viz_app.views.attention.measured_heads import HeadMeasures
from viz_app.widgets.view import View

pytestmark = pytest.mark.usefixtures("qapp")

WORDS = re.compile(r"(read|wrote)(\d)")
STEP_WORDS = re.compile(r"[Ss]tep \d|^“read0”: read first, not written by any step$")
COLUMN = re.compile(r"column “read\d”|^read\d$|future|visible|^layer \d, “read\d”: key and value")
TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
STEP = 23  # px between the places that are pointed at


@pytest.fixture(scope="module")
def trace() -> Trace:
    """A run in which no row reads what another one wrote, so that each word tells which row it belongs to."""
    trace = made_trace("the white house", "la casa blanca")
    one = trace.sentences[0]

    def called(tokens: tuple[Token, ...], word: str) -> tuple[Token, ...]:
        return tuple(replace(token, text=f"{word}{place}") for place, token in enumerate(tokens))

    named = replace(one, read=called(one.read, "read"), written=called(one.written, "wrote"))
    return trace.with_(sentences=(named,))


def said(view: View, drawn: bool = True) -> Iterator[str]:
    """Every line of words that the view has: labels, choices, what screen readers are told, tool tips; and what is
    `drawn`: its picture, its table."""
    words = (
        [view.heading(view._shot), view.explanation(view._shot), view.derivation()[0]] if view._shot is not None else []
    )
    for part in (view, *view.findChildren(QWidget)):
        if not part.isVisible():
            continue
        words += [part.accessibleName(), part.accessibleDescription(), part.toolTip()]
        words += [part.text()] if isinstance(part, QLabel) else []
        words += [part.itemText(item) for item in range(part.count())] if isinstance(part, QComboBox) else []
    for x in range(9, view.width(), STEP):
        for y in range(9, view.height(), STEP):
            part = view.childAt(x, y) or view
            tip = tip_text(part, part.mapFrom(view, QPoint(x, y)))
            words.append(html.unescape(re.sub("<[^>]*>", "", tip)))
    words += painted(svg_of(view, (view.width(), view.height()))) if drawn else []
    table: Any = view.table()
    words += [" ".join(map(str, row)) for row in table.rows] if drawn and isinstance(table, Listing) else []
    for some in dict.fromkeys(words):
        yield from some.splitlines()


def painted(svg: str) -> Iterator[str]:
    """The painted texts of several words; one whose signs are of several fonts comes in pieces, beginning or ending
    with a blank."""
    texts: list[str] = []
    for piece in map(html.unescape, TEXT.findall(svg)):
        if texts and (texts[-1].endswith((" ", "▸")) or piece.startswith(" ")):
            texts[-1] += piece
        else:
            texts.append(piece)
    return (text for text in texts if " " in text)


def alone(line: str, kind: str) -> set[str]:
    """The rows that a line calls by one of their words.

    What a step writes is told of the step, not of the row. In the decoder's self-attention what was read is a column
    too: there it is not a row's name but where the line says so.
    """
    if STEP_WORDS.search(line):
        return set()
    found = set(WORDS.findall(line))
    halves = {(word, place) for word, place in found if not {("read", place), ("wrote", place)} <= found}
    if kind == "decoder" or COLUMN.search(line):
        halves = {half for half in halves if half[0] == "wrote" or f"ow “{half[0]}{half[1]}”" in line}
    return {word + place for word, place in halves}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.share(3)
def test_a_row_of_the_decoder_has_both_its_words(name: str, kind: str, qtbot: QtBot, trace: Trace) -> None:
    view = shown(qtbot, name)
    view.draw(snapshot(view, trace, Look(kind=kind, layer=1, head=1, query=2, key=1, step=2)))
    picture(view)
    QApplication.processEvents()
    lines = list(said(view))
    assert lines
    wrong = [line for line in lines if alone(line, kind)]
    assert not wrong, "\n".join(wrong)


def test_a_head_of_the_decoder_is_not_called_the_same_as_a_row_that_has_two_tokens() -> None:
    """Its measure "same" is of the token that was just read; the encoder's rows have one token alone."""
    own = {"entropy": 0.1, "breadth": 0.1, "strongest": 0.95, "first": 0.1, "same": 0.9, "previous": 0.05}
    assert [HeadMeasures.from_values(own, kind, 4).words() for kind in ("encoder", "decoder")] == [
        "same, entropy 0.10 bits", "just read, entropy 0.10 bits",
    ]  # fmt: skip
    assert HeadMeasures.from_values(own, "encoder", 1).words() == "entropy 0.10 bits", "the one token that there is"
    assert "just read" in name_words("same", "decoder") and "own token" in name_words("same", "encoder")
    assert (head_word("previous", "decoder"), head_word("same", "encoder")) == ("previous", "same")
