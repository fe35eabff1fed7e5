"""Tokens that run from right to left stand between isolates wherever a line has more words, and are raw as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.direction import FIRST, LAST, isolated, outside, plain, runs_left
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.made.traces import made_trace
from tests.views.test_contract import picture, shown, snapshot
from tests.views.test_names import said
from viz_app.data.map_text import row_name
from viz_app.document.state import Look
from viz_app.system.language import tr
from viz_app.views import VIEWS

pytestmark = pytest.mark.usefixtures("qapp")

SOURCE, TARGET = ("הבית", "סלאם", "הלבן"), ("שלום", "لكم", "עולם")


@pytest.fixture(scope="module")
def trace() -> Trace:
    """A run whose tokens are all Hebrew or Arabic."""
    trace = made_trace("the white house", "la casa blanca")
    one = trace.sentences[0]

    def called(tokens: tuple[Token, ...], words: tuple[str, ...]) -> tuple[Token, ...]:
        return tuple(
            token if token.kind == "special" else replace(token, text=words[at % 3], piece=f"▁{words[at % 3]}")
            for at, token in enumerate(tokens)
        )

    named = replace(
        one, source=called(one.source, SOURCE), read=called(one.read, TARGET[2:] + TARGET[:2]),
        written=called(one.written, TARGET), source_text=" ".join(SOURCE), target_text=" ".join(TARGET),
    )  # fmt: skip
    return trace.with_(sentences=(named,))


def stray(line: str) -> bool:
    """Whether something that runs from right to left stands beside letters, digits or signs with nothing between."""
    rest = outside(line)
    own = [part for part in rest.split() if runs_left(part)]
    return bool(own) and (FIRST in line or len(own) < len(rest.split()) or any(not part.isalpha() for part in own))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.share(3)
def test_every_token_in_a_sentence_stands_between_isolates(name: str, kind: str, qtbot: QtBot, trace: Trace) -> None:
    view = shown(qtbot, name)
    view.draw(snapshot(view, trace, Look(kind=kind, layer=1, head=1, query=2, key=1, step=2)))
    picture(view)
    QApplication.processEvents()
    lines = list(said(view, drawn=False))
    assert len(lines) > 5
    wrong = [line for line in lines if stray(line)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", VIEWS)
def test_what_is_taken_away_as_data_has_none(name: str, qtbot: QtBot, trace: Trace) -> None:
    view = shown(qtbot, name)
    shot = snapshot(view, trace, Look(kind="cross", layer=1, head=1, query=2, key=1, step=2))
    view.draw(shot)
    table: Any = view.table()
    if table is None:
        pytest.skip("this view has no table of its own")
    for text in (table.to_csv().decode(), table.to_json().decode(), table.to_tabs()):
        assert not {FIRST, LAST} & set(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("casa", "casa"), ("שלום", f"{FIRST}שלום{LAST}"), ("a ש", f"{FIRST}a ש{LAST}"), ("ñ 1/2", "ñ 1/2"),
     ("ש 1/2₃", f"{FIRST}ש{LAST} 1/2₃"),
     (f"{FIRST}ש{LAST} ▸ x", f"{FIRST}ש{LAST} ▸ x"), (f"{FIRST}ש{LAST} ▸ ש", f"{FIRST}{FIRST}ש{LAST} ▸ ש{LAST}")],
)  # fmt: skip
def test_only_what_runs_the_other_way_is_isolated_and_only_once(text: str, wanted: str) -> None:
    assert isolated(text) == wanted == isolated(isolated(text))
    assert plain(wanted) == plain(text) and not runs_left(outside(wanted))


def test_what_is_filled_into_a_sentence_is_isolated() -> None:
    said = tr("{count} of “{word}” and “{other}”", count=3, word="שלום", other="casa")
    assert said == f"3 of “{FIRST}שלום{LAST}” and “casa”"
    assert row_name("שלום", "x") == f"{FIRST}שלום{LAST} ▸ x" and row_name("the", "la") == "the ▸ la"
