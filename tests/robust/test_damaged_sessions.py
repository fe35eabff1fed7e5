"""Sessions that were edited by hand or damaged: refused by name, or shown; the program starts in any case."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.errors import Refused
from model_core.record.edits import (
    CellEdit,
    FeedForwardPlace,
    HeadPattern,
    HeadPlace,
    Patch,
    SublayerPlace,
    Swap,
    TokenPlace,
    WeightOverride,
)
from model_core.schema import describe
from tests.daily import share
from tests.made.surveys import made_findings, write_survey
from tests.made.traces import made_trace
from viz_app.document import session as sessions
from viz_app.document.session import reopen
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.document.survey_results import SurveyResults
from viz_app.views import VIEWS, openable, view_class
from viz_app.window.main_window import Window
from viz_app.window.workspace import typed_options

TRACE = made_trace("the red fox", "el zorro rojo")
STATE = State(run=TRACE.run)
LISTS: dict[str, Any] = {
    "cells": CellEdit, "hidden": TokenPlace, "heads_off": HeadPlace, "swaps": Swap, "patterns": HeadPattern,
    "feed_forwards_off": FeedForwardPlace, "overrides": WeightOverride, "patches": Patch,
    "residuals_cut": SublayerPlace,
}  # fmt: skip
GIVEN: dict[str, Any] = {
    "kind": "cross", "allowed": False, "pattern": "first", "stack": "encoder", "what": "head", "weight": 0.5,
    "part": "feed-forward",
    "donor": {"line": "a", "source": [2]},
}  # fmt: skip
"""What stands in a field of an edit where 1 does not do."""
ODD: tuple[Any, ...] = (0, -1, 2**31, 1e30, 1e-30, "", "x" * 300, "\0", "a\nb", "é" * 200, True, None)


def replaced(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The JSON of STATE with one value replaced."""
    data = copy.deepcopy(STATE.to_json())
    inner = data
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return data


def ends(kind: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The smallest and the largest value that each field may have, with its place; of lists and of what may be none (a
    pin, branches) nothing."""
    for name, info in describe(kind).items():
        here = (*path, name)
        inner = next((one for one in (info.hint, *get_args(info.hint)) if is_dataclass(one)), None)
        if inner is not None and name not in LISTS and name not in ("branches", "pin"):
            yield from ends(inner, here)
        elif info.range is not None:
            numbers = (info.range.ge, info.range.le)
            yield from ((here, int(one) if info.hint in (int, int | None) else float(one)) for one in numbers)
        yield from ((here, choice) for choice in info.choices)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(("name", "kind"), LISTS.items())
def test_an_edit_that_lacks_a_field_is_refused_by_name(name: str, kind: Any) -> None:
    home = ("run", "edits", *(("masks",) if name in ("cells", "hidden") else ()), name)
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    whole = {field: GIVEN.get(field, 1) for field in needed}
    assert State.from_json(replaced(home, [whole]))
    for lacking in needed:
        damaged = {field: value for field, value in whole.items() if field != lacking}
        with pytest.raises(Refused, match=lacking) as refused:
            State.from_json(replaced(home, [damaged]))
        assert refused.value.code.startswith("E-SESSION-")


def test_a_number_beyond_its_range_is_refused_everywhere() -> None:
    found = {path: value for path, value in ends(State) if type(value) in (int, float)}  # the largest one of each
    assert len(found) > 15
    for path, largest in found.items():
        with pytest.raises(Refused, match=path[-1]):
            State.from_json(replaced(path, largest * 10 + 1))


# ---------------------------------------------------------------- what is shown


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    store = Store(STATE)
    store.accept(TRACE)
    made = Window(store)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


def show(window: Window, data: dict[str, Any], *views: str) -> None:
    """Opens a session with these views, and draws it."""
    data["desk"]["views"] = list(views)
    state = State.from_json(data)
    window.store.set_state(state)
    if state.run.source == TRACE.run.source:
        window.store.accept(replace(TRACE, run=state.run))
    for _ in range(3):
        QApplication.processEvents()


PAIRS = [("masks", "positions"), ("decoding", "attention"), ("calculate", "model")]


@pytest.mark.parametrize("views", PAIRS, ids=str)
def test_every_valid_value_of_a_session_can_be_shown(window: Window, views: Any) -> None:
    for path, value in share(ends(State), 3, PAIRS.index(views)):
        if path != ("desk", "writer"):
            show(window, replaced(path, value), *views)


def odd_values(options: type, name: str, turn: int) -> list[Any]:
    """A third of the odd values of an option that reach its view, and one of those for which the view gets the usual
    one; all of them with `--full`."""
    taken = [value for value in ODD if getattr(typed_options(options, {name: value}), name) is value]
    left = [value for value in ODD if not any(value is one for one in taken)]
    return [*share(taken, 3, turn), *share(left, len(left), turn)]


def test_options_without_sense_are_shown_as_something(window: Window) -> None:
    for turn, name in enumerate(VIEWS):
        options = view_class(name).Options
        for place, field in enumerate(fields(options) if options is not None else ()):
            for value in odd_values(options, field.name, place + turn):
                show(window, replaced(("options",), {name: {field.name: value}}), name)
        assert openable((name,)) == (name,)


# ---------------------------------------------------------------- the start


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(replaced(("run", "edits", "heads_off"), [{"kind": "cross", "layer": 0}])),
        json.dumps(replaced(("run", "decoding", "seed"), 2**40)),
        json.dumps(replaced(("look", "layer"), -1)), "[" * 100_000, "{}", "\0", "", "null",
    ],
    ids=range(8),
)  # fmt: skip
def test_a_damaged_last_session_is_set_aside_and_reported(text: str) -> None:
    path = sessions.last_file()
    path.write_text(text, encoding="utf-8")
    last = reopen()
    assert last.session is None and last.notice
    assert not path.exists() and path.with_name(sessions.DAMAGED).read_text(encoding="utf-8") == text


def test_an_unexpected_error_in_a_last_session_sets_it_aside(
    monkeypatch: pytest.MonkeyPatch, isolated_settings: Path
) -> None:
    told: list[type] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, *_: told.append(kind))
    monkeypatch.setattr(sessions, "load_session", lambda path: {}["none"])
    path = sessions.last_file()
    path.write_text("text", encoding="utf-8")
    assert "KeyError" in reopen().notice and told == [KeyError]
    assert path.with_name(sessions.DAMAGED).exists()


def test_an_incomplete_survey_is_reported(tmp_path: Path) -> None:
    folder = write_survey(tmp_path / "survey", made_findings())
    whole = json.loads((folder / "survey.json").read_text())
    for name in whole:
        (folder / "survey.json").write_text(json.dumps({key: value for key, value in whole.items() if key != name}))
        found, why = SurveyResults(lambda: 0.0).of(str(folder), TRACE.model)
        assert found is None and "is not shown" in why, name
