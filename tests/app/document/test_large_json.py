"""JSON that the window reads in its own thread: what is legitimate fits, what would hold the window up is refused."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from model_core.errors import Refused
from model_core.io import limits
from model_core.io.limits import JSON_PARTS, RECORDED_ALL_TOKENS, parse_json
from model_core.record.edits import (
    EDIT_LIMITS,
    CellEdit,
    Donor,
    Edits,
    FeedForwardPlace,
    HeadPattern,
    HeadPlace,
    MaskEdits,
    Patch,
    Swap,
    TokenPlace,
    WeightOverride,
)
from model_core.record.run_spec import RunSpec
from tests.core.recordings.test_recordings import sparse
from viz_app.document.session import LARGEST_FILE, Session, from_bytes, to_bytes
from viz_app.document.state import Layout, State
from viz_app.files.file_kinds import look_at

SECONDS = 2.0
"""Processor time in which any file is read or refused, on a machine several times slower than most; before, the same
shapes in 20 MB took 7 to 11 s and 1.3 GB."""

SHAPES = {
    "empty lists": ("[", "[],", "1]"),
    "empty texts": ("[", '"",', '""]'),
    "objects": ("[", '{"a":1},', "1]"),
    "numbers": ("[", "1,", "1]"),
    "one text": ('["', "x", '"]'),
    "unknown fields": ('{"format": "headscope-session", "version": 1, "other": [', "[],", "1]}"),
    "edits": (
        '{"format": "headscope-session", "version": 1, "run": {"edits": {"masks": {"cells": [',
        '{"kind":"cross","query":1,"key":1,"allowed":true},',
        '{"kind":"cross","query":1,"key":1,"allowed":true}]}}}}',
    ),
}


def of_bytes(shape: str, size: int) -> str:
    begin, part, end = SHAPES[shape]
    return begin + part * ((size - len(begin) - len(end)) // len(part)) + end


def everything() -> State:
    """A session with all edits that a run may have, in the longest texts."""
    cells, hidden = EDIT_LIMITS["cells"], EDIT_LIMITS["hidden"]
    assert cells is not None and hidden is not None
    edits = Edits(
        masks=MaskEdits(
            cells=tuple(CellEdit("decoder", 100_000 + at, 100_000, False, 63) for at in range(cells)),
            hidden=tuple(TokenPlace(10_000 + at, 63) for at in range(hidden)),
        ),
        heads_off=tuple(HeadPlace("decoder", at // 64, at % 64) for at in range(EDIT_LIMITS["heads_off"] or 0)),
        swaps=tuple(Swap(10_000 + at, 500_000, 63) for at in range(EDIT_LIMITS["swaps"] or 0)),
        patterns=tuple(
            HeadPattern("decoder", at // 64, at % 64, "uniform") for at in range(EDIT_LIMITS["patterns"] or 0)
        ),
        feed_forwards_off=tuple(FeedForwardPlace("decoder", at) for at in range(EDIT_LIMITS["feed_forwards_off"] or 0)),
        overrides=tuple(
            WeightOverride("decoder", 10, at % 64, at, at, 1 / 3, 63) for at in range(EDIT_LIMITS["overrides"] or 0)
        ),
        patches=tuple(
            Patch("feed-forward output", "decoder", 10, at, Donor("a" * 500, (500_000,) * 128, (500_000,) * 128), 0, 63)
            for at in range(EDIT_LIMITS["patches"] or 0)
        ),
    )
    text = "\U0001f600" * 19_000
    run = RunSpec(source=(text, *["b"] * 63), target=(text, *["b"] * 63), opening=text, edits=edits)
    return State(run=run, desk=Layout(writer="me"))


def test_a_session_with_everything_that_a_run_may_have_fits() -> None:
    data = to_bytes(Session(everything()))
    assert from_bytes(data, "it").state == everything()
    assert len(data) < LARGEST_FILE / 2


@pytest.mark.parametrize("size", [400_000, LARGEST_FILE, 20_000_000])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_file_of_any_shape_holds_the_window_up(shape: str, size: int, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(of_bytes(shape, size), encoding="utf-8")
    began = time.process_time()
    with pytest.raises(Refused):
        look_at(path)
    assert time.process_time() - began < SECONDS


def test_the_message_about_a_limit_has_both_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="mine has 11 values; the limit is 10"):
        parse_json("[" + "1," * 10 + "1]", "mine", parts=10)
    assert parse_json("[" + "1," * 9 + "1]", "mine", parts=10) == [1] * 10


def test_a_recording_with_more_tokens_than_the_window_reads_is_refused_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sparse(tmp_path / "a.safetensors", 8192, 1)
    assert look_at(path)
    monkeypatch.setattr("model_core.recordings.file_format.RECORDED_ALL_TOKENS", 8191)
    with pytest.raises(Refused, match="8,192 tokens; the limit is 8,191"):
        look_at(path)
    assert RECORDED_ALL_TOKENS * 3 < JSON_PARTS, "a recording with so many can be read"
    assert limits.RECORDED_TOKENS < RECORDED_ALL_TOKENS
