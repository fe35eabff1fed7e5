"""A training folder as its readers see it: polled while it is written, cut off, replaced, made anew."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import pytest

from model_core.errors import Message, Refused
from model_core.record.training_log import (
    ABOUT,
    LOG,
    SNAPSHOTS,
    TAIL_BYTES,
    HeadNumbers,
    TrainEvent,
    about_bytes,
    effective,
    event_line,
    event_of,
    read_log,
    read_training,
    snapshots,
    with_command,
    without_command,
)
from model_core.training.running.training import other_settings
from model_core.training.train_spec import TrainSpec

HEADS = (HeadNumbers("cross", 0, 1, "anti-diagonal", {"gold": 0.75, "entropy": 1.5}),)


def step(number: int, **more: float) -> TrainEvent:
    return TrainEvent("step", number, 0, number / 100, **more)


def append(folder: Path, data: bytes) -> None:
    with (folder / LOG).open("ab") as file:
        file.write(data)


def test_an_event_crosses_the_log_as_it_is() -> None:
    event = TrainEvent("snapshot", 64, 2, 0.5, loss=1.25, rate=4e-3, exact=0.5, bleu=12.5, message="naïve", heads=HEADS)
    line = event_line(event)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    again = event_of(line)
    assert again is not None and again.values() == event.values()
    assert math.isnan(again.valid_loss) and "valid_loss" not in json.loads(line), "what is not known is not written"


def test_a_share_below_none_is_unknown() -> None:
    """As logs of earlier versions have it of a training that was stopped before its first validation."""
    event = event_of(b'{"kind": "stopped", "step": 3, "epoch": 0, "fraction": 0.1, "exact": -1.0}')
    assert event is not None and math.isnan(event.exact)


@pytest.mark.parametrize("line", [b"", b"{", b"[1]", b'{"kind": "step"}', b'{"kind": "x", "step": 1, "epoch": 0}',
                                  b"[" * 5000, b'{"kind":"step","step":"1","epoch":0,"fraction":0.0}'])  # fmt: skip
def test_lines_that_are_no_events_are_ignored(line: bytes) -> None:
    assert event_of(line) is None


def test_fields_of_later_versions_are_passed_over() -> None:
    line = json.dumps(step(3).values() | {"colour": "red"})
    found = event_of(line)
    assert found is not None and found.step == 3


def test_a_log_is_polled_while_it_grows(tmp_path: Path) -> None:
    assert read_log(tmp_path).events == () and math.isinf(read_log(tmp_path).idle)
    append(tmp_path, event_line(step(1)) + event_line(step(2))[:-10])
    part = read_log(tmp_path)
    assert [one.step for one in part.events] == [1], "a line that is not ended yet waits"
    assert read_log(tmp_path, part.after).events == ()
    append(tmp_path, event_line(step(2))[-10:])
    later = read_log(tmp_path, part.after)
    assert [one.step for one in later.events] == [2] and later.after == (tmp_path / LOG).stat().st_size
    assert later.idle < 60 and not later.anew
    ahead = (tmp_path / LOG).stat().st_mtime + 3600  # the clock was set back: nobody writes here now
    os.utime(tmp_path / LOG, (ahead, ahead))
    assert read_log(tmp_path).idle > 3000


def test_a_torn_line_is_skipped(tmp_path: Path) -> None:
    append(tmp_path, event_line(step(1)) + event_line(step(2))[:-10] + b"\n" + event_line(step(3)))
    assert [one.step for one in read_log(tmp_path).events] == [1, 3]


def test_a_replaced_log_is_read_from_the_start(tmp_path: Path) -> None:
    append(tmp_path, event_line(step(1)) * 5)
    part = read_log(tmp_path)
    (tmp_path / LOG).write_bytes(event_line(step(7)))
    again = read_log(tmp_path, part.after)
    assert again.anew and [one.step for one in again.events] == [7]


def test_a_log_replaced_by_a_longer_one_is_read_from_the_start(tmp_path: Path) -> None:
    """Also where both begin with the same line, as those of two trainings with the same settings do."""
    append(tmp_path, event_line(step(1)) + event_line(step(2)))
    part = read_log(tmp_path)
    assert not read_log(tmp_path, part.after, part.tail).anew
    append(tmp_path, event_line(step(3)) * (3 * TAIL_BYTES // len(event_line(step(3)))))
    grown = read_log(tmp_path, part.after, part.tail)
    assert not grown.anew and len(grown.tail) == TAIL_BYTES
    (tmp_path / LOG).write_bytes(event_line(step(1)) + event_line(step(7)) * 1000)
    for last in (part, grown):
        again = read_log(tmp_path, last.after, last.tail)
        assert again.anew and [one.step for one in again.events] == [1, *[7] * 1000]
        later = read_log(tmp_path, again.after, again.tail)
        assert not later.anew and later.events == ()


def test_steps_repeated_after_a_kill_count_once() -> None:
    again = [TrainEvent("start", 0, 0, 0.0), step(10), step(20), step(30), TrainEvent("start", 20, 0, 0.2), step(30)]
    assert [(one.kind, one.step) for one in effective(again)] == [
        ("start", 0), ("step", 10), ("step", 20), ("start", 20), ("step", 30),
    ]  # fmt: skip


def test_a_folder_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / ABOUT).write_bytes(about_bytes("Reverse digits", {"task": "reverse", "out": ""}, {"name": "x"}))
    found = read_training(tmp_path)
    assert (found.title, found.settings["task"], found.about["name"]) == ("Reverse digits", "reverse", "x")


@pytest.mark.parametrize(
    ("text", "code"),
    [(None, "E-TRAIN-MISSING"), ("{}", "E-TRAIN-FORMAT"), ("[]", "E-TRAIN-FORMAT"),
     ('{"format": "headscope-training", "version": 9}', "E-TRAIN-VERSION"),
     ('{"format": "headscope-training", "version": 1, "settings": 3}', "E-TRAIN-FORMAT")],
)  # fmt: skip
def test_another_folder_is_refused(tmp_path: Path, text: str | None, code: str) -> None:
    if text is not None:
        (tmp_path / ABOUT).write_text(text)
    with pytest.raises(Refused) as refused:
        read_training(tmp_path)
    assert refused.value.code == code


def test_only_whole_snapshots_are_listed_by_their_steps(tmp_path: Path) -> None:
    for name in ("16", "2", ".32.abc", "x"):
        (tmp_path / SNAPSHOTS / name).mkdir(parents=True)
        (tmp_path / SNAPSHOTS / name / "spec.json").write_text("{}")
    (tmp_path / SNAPSHOTS / "64").mkdir()
    (tmp_path / SNAPSHOTS / "2" / "tokenizer.json").write_text("12345")
    os.link(tmp_path / SNAPSHOTS / "2" / "tokenizer.json", tmp_path / SNAPSHOTS / "16" / "tokenizer.json")
    found = snapshots(tmp_path)
    assert [one.step for one in found] == [2, 16]
    assert [one.bytes for one in found] == [2, 2], "what two share is not counted"
    assert snapshots(tmp_path / "none") == ()


def test_a_message_keeps_what_it_is_made_of_and_loses_the_command_alone() -> None:
    reached = Message("{share:.1%} right; {count}.", share=0.5, count=Message("{n:,} updates", n=1200))
    event = TrainEvent("done", 3, 0, 1.0, message=with_command(reached, "--steps 6"))
    read = event_of(event_line(event))
    assert read is not None and isinstance(read.message, Message)
    assert read.message == "50.0% right; 1,200 updates. To continue from there, run the same command with --steps 6."
    kept = without_command(read.message)
    assert isinstance(kept, Message) and kept == reached and kept.fields["count"].template == "{n:,} updates"
    assert without_command(kept) is kept
    assert without_command("It was so. The same command with --steps 6 goes on from there.") == "It was so."
    assert event_of(event_line(event).replace(b'"fields"', b'"things"')) is None


@pytest.mark.parametrize(
    ("template", "epochs"),
    [("{updates}, less than 0.1 epochs, {seconds:,.0f} s of training", {}),
     ("{updates}, 1 epoch, {seconds:,.0f} s of training", {"epochs": 1}),
     ("{updates}, {epochs:,} epochs, {seconds:,.0f} s of training", {"epochs": 6.3})],
)  # fmt: skip
@pytest.mark.parametrize(("seconds", "words"), [(6, "6 s"), (2818, "47 min")])
def test_earlier_logs_say_a_long_time_in_minutes(
    template: str, epochs: dict[str, float], seconds: int, words: str
) -> None:
    was = Message(template, updates=Message("{count:,} updates", count=8500), seconds=seconds, **epochs)
    read = event_of(
        event_line(TrainEvent("done", 3, 0, 1.0, message=Message("{share} right; {spent}.", share=1, spent=was)))
    )
    assert read is not None
    assert read.message == f"1 right; {was.replace(f'{seconds:,} s', words)}."


def test_the_description_does_not_say_whose_computer_it_was_and_leads_to_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had the whole paths: now as sessions name them. One of an earlier version is read as it was."""
    home = tmp_path / "home" / "ana"
    (home / "course").mkdir(parents=True)
    (home / "own" / "models" / "first").mkdir(parents=True)
    (home / "course" / "pairs.tsv").write_text("a\tb\n", encoding="utf-8")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("HEADSCOPE_HOME", str(home / "own"))
    pairs, first = str(home / "course" / "pairs.tsv"), str(home / "own" / "models" / "first")
    spec = TrainSpec("", data=(pairs, "near.tsv"), valid=pairs, start=first)
    data = about_bytes("Mine", spec.to_json(), {})
    written = json.loads(data)["settings"]
    assert b"ana" not in data and written["data"] == ["~/course/pairs.tsv", "near.tsv"]
    assert (written["start"], written["valid"]) == ("~headscope/models/first", "~/course/pairs.tsv")
    earlier = json.dumps(json.loads(data) | {"settings": spec.to_json()}).encode()
    for content in (data, earlier):
        (tmp_path / ABOUT).write_bytes(content)
        found = read_training(tmp_path).settings
        assert TrainSpec.from_json(dict(found)) == spec and not other_settings(spec, found)
