"""`--json`: commands tell what they do as events, one line each, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model_core.training.survey import SurveyEvent
from tests.support.program import Run
from viz_app.system.job_events import (
    JobEvent,
    NoteEvent,
    ProgressEvent,
    ProofEvent,
    RefusalEvent,
    ResultEvent,
    from_line,
)


@pytest.fixture
def told(run: Run) -> Any:
    """Runs a command with --json -> (exit code, its events); everything that it writes is one."""

    def call(*arguments: str | Path) -> tuple[int, list[JobEvent]]:
        code, out, err = run(*arguments, "--json")
        events = [from_line(line) for line in out.splitlines()]
        assert err == "" and all(events), (out, err)
        return code, events

    return call


def test_a_new_model_reports_its_folder(told: Any, tmp_path: Path) -> None:
    sizes = ("--set", "d_model=8", "--set", "heads=2", "--set", "d_ff=8")
    code, events = told("new", *sizes, "--out", tmp_path / "new")
    (result,) = events
    assert code == 0 and isinstance(result, ResultEvent)
    assert result.values["path"] == str(tmp_path / "new") and result.values["parameters"] > 0
    assert (tmp_path / "new" / "spec.json").is_file()


@pytest.mark.usefixtures("quick_proofs")
def test_a_check_reports_each_proof(told: Any, model: str) -> None:
    code, events = told("check", "--model", model)
    *proofs, end = events
    assert code == 0 and all(isinstance(one, ProofEvent) and one.passed and one.model == model for one in proofs)
    assert isinstance(end, ResultEvent) and end.values == {"proofs": len(proofs), "failed": 0}
    assert {"torch"} <= {one.reference for one in proofs}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "--model", "no such"], 2),
        (["new", "--set", "heads=3", "--set", "d_model=8", "--out", "x"], 2),
        (["import", "no such", "--out", "x"], 2),
        (["train", "--out", "x", "--set", "colour=1"], 2),
        (["evaluate"], 2),
        (["survey", "--data", "no such", "--out", "x", "--lim"], 2),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else None,
)
def test_a_refusal_is_one_event_with_its_code(
    told: Any, arguments: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, events = told(*arguments)
    assert status == code and len(events) == 1
    assert isinstance(events[0], RefusalEvent) and events[0].code.startswith("E-")
    assert "Nothing was written" not in events[0].message  # the window says it in its own way


def test_a_training_reports_its_numbers_by_name(told: Any, tmp_path: Path) -> None:
    quick = [f"--set={one}" for one in ("steps=3", "model.d_model=16", "batch_tokens=60", "stop_at=0")]
    code, events = told("train", "--task", "copy", "--out", tmp_path / "toy", *quick)
    assert code == 0
    measured = [one for one in events if isinstance(one, NoteEvent) and "validation loss" in one.text]
    assert measured and measured[-1].values["step"] == 3 and measured[-1].values["valid_loss"] > 0
    assert isinstance(events[-1], ResultEvent) and events[-1].values["path"] == str(tmp_path / "toy")


def test_a_stopped_survey_is_reported(told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    from model_core.training import survey as surveying

    def slow(spec: Any) -> Any:
        yield SurveyEvent(1, 4, 2.0, note="a note", left=6.0)
        signal.raise_signal(signal.SIGTERM)
        yield SurveyEvent(2, 4, 4.0, left=4.0)

    monkeypatch.setattr(surveying, "survey", slow)
    code, events = told("survey", "--data", "x.tsv", "--out", tmp_path / "out")
    assert code == 128 + signal.SIGTERM
    assert events[:2] == [NoteEvent("a note"), ProgressEvent(0.25, "1 of 4 sentences", 6.0)]
    end = events[-1]
    assert isinstance(end, RefusalEvent) and end.code == "E-STOPPED" and "same command to resume" in end.message
