"""What the program wrote before its rooms were arranged anew (commit 23627ce) opens and shows the same in the window.

Model folders and copied scripts of then: tests/test_old_files.py.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model_core.record.edits import (
    Branch,
    CellEdit,
    Decoding,
    Edits,
    HeadPlace,
    MaskEdits,
    PositionEdits,
    Swap,
    TokenPlace,
)
from model_core.record.run_spec import RunSpec
from viz_app.cli.compute import _heads
from viz_app.document.session import load_session, reopen, save_session
from viz_app.document.state import Layout, Look
from viz_app.files.file_kinds import OpenedRecording, OpenedSession, OpenedSurvey, look_at
from viz_app.system import recent_files, settings

FILES = Path(__file__).parents[2] / "fixtures" / "sessions" / "earlier"

RUN = RunSpec(
    "reverse", ("4 7 1 9", "2 5"), prefix=(7,), prefix_sentence=1, candidates=5, max_steps=9,
    decoding=Decoding("beam", beams=3, length_penalty=0.6), branches=(Branch((8, 4)), Branch((5,), 1)), beside=True,
    edits=Edits(
        MaskEdits((CellEdit("cross", 1, 0, False), CellEdit("encoder", 0, 2, False, 1)), False, True, -1e4,
                  (TokenPlace(1),)),
        PositionEdits("halves", 5000.0, "shuffled", 0, "encoder", 7), (HeadPlace("decoder", 0, 1),), (Swap(0, 6, 1),),
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    """What the program of then showed of the session and of the recording."""
    return json.loads((FILES / "shown.json").read_text(encoding="utf-8"))


def test_a_session_with_everything_in_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = look_at(FILES / "lesson.json")
    assert isinstance(found, OpenedSession)
    state = found.session.state
    assert state.run == RUN
    assert state.look == Look("cross", 0, 1, 2, 1, 0, 0, "scaled", "column")
    assert state.desk == Layout(("masks", "survey"), "dark", 1.25, 4.0, "model", False)
    assert {view: dict(values) for view, values in state.options.items()} == {
        "masks": {"tool": "edit", "pane": "changes"}, "lines": {"threshold": 0.1}, "calculate": {"digits": 2},
        "survey": {"folder": "surveys/digits", "layer": 1},
    }  # fmt: skip
    assert (found.session.model_name, found.session.newer) == ("Reverse digits", 0)
    save_session(tmp_path / "again.json", found.session)
    assert load_session(tmp_path / "again.json").state == state


def test_its_run_gives_the_same_text_and_numbers(shown: dict[str, Any]) -> None:
    from model_core.engine.engine import Engine

    session = load_session(FILES / "lesson.json")
    trace = Engine().trace(session.state.run)
    assert trace.model.hash == session.model_hash
    assert [sentence.target_text for sentence in trace.sentences] == shown["session"]["target"]
    np.testing.assert_allclose(trace.maps("cross")[0], shown["session"]["cross"], atol=2e-6)


def test_the_last_session_and_settings_are_restored(isolated_settings: Path) -> None:
    for path in (FILES / "home").iterdir():
        shutil.copy(path, isolated_settings)
    last = reopen()
    assert last.notice == "" and last.session is not None
    state = last.session.state
    assert (state.run.source, state.run.opening) == (("1 2 3",), "3")
    assert state.run.decoding == Decoding("sample", temperature=0.5, top_k=3, seed=11)
    assert (state.desk.views, state.desk.theme, state.look.kind) == (("attention", "decoding"), "light", "decoder")
    kept = settings.load()
    assert (kept.theme, kept.model, kept.source, kept.speed) == ("light", "reverse", "1 2 3", 2.0)
    assert len(kept.geometry) > 50
    assert recent_files.recent() == (Path("/nowhere/lesson.json"),)


def test_a_recording_shows_the_same(shown: dict[str, Any]) -> None:
    from model_core.recordings.open import open_recording

    path = FILES / "hen.safetensors"
    found = look_at(path)
    assert isinstance(found, OpenedRecording)
    trace = open_recording(path, found.run)
    expected = shown["recording"]
    assert list(trace.kinds) == expected["kinds"] and trace.model.name == "hens"
    assert [token.text for token in trace.sentences[0].source] == expected["source"]
    assert [token.text for token in trace.sentences[0].read] == expected["read"]
    np.testing.assert_allclose(trace.maps("cross")[1], expected["cross"], atol=1e-6)


def test_a_survey_names_the_same_heads() -> None:
    folder = FILES / "digits-survey"
    assert look_at(folder / "survey.json") == OpenedSurvey(folder)
    told = (folder / "heads.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split() for line in _heads(folder)] == [line.split() for line in told if " head " in line]
