"""What earlier versions wrote still opens, and copied scripts still run; see tests/fixtures/before_rooms."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import shutil
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model_core.analysis.survey_result import read_result
from model_core.engine import Engine
from model_core.old_names import MOVED, VALUES
from model_core.record.edits import CellEdit, Decoding
from model_core.record.run_spec import RunSpec
from model_core.recordings.open import Recordings
from viz_app.document.session import load_session

FILES = Path(__file__).parent / "fixtures" / "before_rooms"
SCRIPTS: list[dict[str, Any]] = json.loads((FILES / "scripts.json").read_text("utf-8"))


@pytest.mark.parametrize("script", SCRIPTS, ids=[one["script"].splitlines()[0][2:70] for one in SCRIPTS])
def test_copied_scripts_still_print_their_number(script: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FILES)
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore", DeprecationWarning)
        exec(compile(script["script"], "copied", "exec"), {})
    assert float(printed.getvalue()) == pytest.approx(script["value"], rel=1e-5, abs=1e-6)


def test_a_model_folder_still_computes_its_numbers() -> None:
    numbers = json.loads((FILES / "model-numbers.json").read_text("utf-8"))
    trace = Engine().trace(RunSpec(str(FILES / "model"), ("a b c",)))
    assert (trace.spec.positions, trace.spec.gated, trace.spec.mask_value) == ("relative", True, -1e9)
    assert [token.id for token in trace.sentences[0].written[:4]] == numbers["written"]
    np.testing.assert_allclose(trace.numbers["probability"][0, :4], numbers["probability"], rtol=1e-5)
    np.testing.assert_allclose(trace.map("cross", 0, 1)[:2], numbers["cross"], atol=1e-6)


def test_a_recording_still_opens() -> None:
    trace = Recordings().trace(RunSpec(str(FILES / "recording.safetensors")))
    one = trace.sentences[0]
    assert trace.model.recorded and [token.text for token in one.written] == ["El", "zorro", "</s>"]
    assert trace.map("cross", 1, 1).shape == (3, 4) and trace.map("cross", 1, 1).sum(-1) == pytest.approx(1.0)
    assert np.isnan(trace.map("encoder", 1, 0)).all(), "the second layer was saved without an attention"


def test_a_survey_still_opens() -> None:
    found = read_result(FILES / "survey")
    assert found.spec.heads == 1 and found.spec.encoder_layers == 1
    assert found.arrays and all(np.isfinite(array).all() for array in found.arrays.values())


def test_sessions_still_open(tmp_path: Path) -> None:
    for name in ("session.json", "session-beam.json"):
        shutil.copy(FILES / name, tmp_path)
    session = load_session(tmp_path / "session.json")
    state = session.state
    assert session.model_name == "Tiny example" and state.run.source == ("red ball", "ball blue")
    assert state.run.edits.masks.cells == (CellEdit("cross", 0, 1, False),) and state.run.branches[0].ids == (5,)
    look = state.look
    assert (look.kind, look.query, look.what, look.reading) == ("decoder", 1, "scaled", "column")
    assert dict(state.options["attention"]) == {"scale": "row"}
    assert load_session(tmp_path / "session-beam.json").state.run.decoding == Decoding("beam", beams=2)


def test_everything_public_can_be_imported_at_once() -> None:
    names: dict[str, Any] = {}
    exec("from model_core import *", names)
    assert {"ModelSpec", "RunSpec", "Engine", "load_model", "save_recording", "open_recording", "train"} <= set(names)


@pytest.mark.parametrize("old", sorted(MOVED))
def test_old_modules_are_still_found(old: str) -> None:
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        assert importlib.import_module(f"model_core.{old}") is importlib.import_module(f"model_core.{MOVED[old]}")


def test_values_that_stood_in_the_spec_are_still_found() -> None:
    spec = importlib.import_module("model_core.spec")
    for name, home in VALUES.items():
        with pytest.warns(DeprecationWarning, match=name):
            assert getattr(spec, name) is getattr(importlib.import_module(f"model_core.{home}"), name)
