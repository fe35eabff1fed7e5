"""headscope sweep: a table of effects over many sentences that goes on where it was stopped."""

from __future__ import annotations

import csv
import errno
import json
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
import torch

from model_core.engine import engine as engines
from model_core.engine.engine import Engine
from model_core.record.edits import Edits, FeedForwardPlace
from model_core.record.effects import EffectsSpec
from model_core.record.run_spec import RunSpec
from tests.support.program import of_two
from viz_app.cli import main
from viz_app.cli import sweep as sweeping
from viz_app.cli.sweep import made_of, part_of, put_together

pytestmark = pytest.mark.usefixtures("prepared")

LINES = ["3 1 4 1", "5 9", "2 6 5"]


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    path = tmp_path / "lines.tsv"
    path.write_text("\n".join([f"{LINES[0]}\tbeside", LINES[1], "", LINES[2]]) + "\n")
    return path


def run(sentences: Path, out: Path, *more: str) -> int:
    return main(["sweep", "--model", "reverse", "--data", str(sentences), "--out", str(out), *more])


def table(path: Path) -> list[dict[str, str]]:
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("read", ["a.npz", "a.npz.part.csv", "a.npz.part.csv.made"])
def test_a_file_that_is_read_is_not_replaced(read: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / read).write_text("5 9\n")
    assert run(tmp_path / read, tmp_path / "a.npz") == 2
    assert "E-OUT-READ" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [read] and (tmp_path / read).read_text() == "5 9\n"


def test_each_row_is_the_effect_of_a_part_on_a_written_token(sentences: Path, tmp_path: Path) -> None:
    out = tmp_path / "effects.csv"
    assert run(sentences, out, "--parts", "heads,source") == 0
    rows = table(out)
    engine, places = Engine("reverse"), {int(row["sentence"]) for row in rows}
    assert places == {0, 1, 2} and {row["source"] for row in rows} == set(LINES)
    for number, line in enumerate(LINES):
        found = engine.effects(EffectsSpec(RunSpec(source=(line,)), groups=("heads", "source")))
        own = [row for row in rows if row["sentence"] == str(number)]
        assert len(own) == found.changes.size
        np.testing.assert_array_equal([float(row["change"]) for row in own], found.changes.ravel())
        assert [row["part"] for row in own[:: len(found.written)]] == [part.name for part in found.parts]
        assert [row["written"] for row in own[: len(found.written)]] == [token.text for token in found.written]


def test_truncated_sentences_are_reported(sentences: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their row says the whole sentence, the effects are those on its beginning."""
    assert run(sentences, tmp_path / "a.csv") == 0 and "cut" not in capsys.readouterr().err
    sentences.write_text("3 1\n" + "1 2 3 " * 40 + "\n")
    assert run(sentences, tmp_path / "b.csv") == 0
    room = Engine().open("reverse").info.spec.max_positions - 1
    assert f"note: 1 sentence cut: this model reads the first {room} tokens\n" in capsys.readouterr().err


@pytest.mark.parametrize("share", [0.1, 0.5, 0.97])
def test_a_table_that_was_stopped_anywhere_ends_as_one_that_was_not(
    sentences: Path, tmp_path: Path, share: float
) -> None:
    whole, stopped = tmp_path / "whole.csv", tmp_path / "stopped.csv"
    assert run(sentences, whole) == 0
    data = whole.read_bytes()
    stopped.write_bytes(data[: int(len(data) * share)])
    assert run(sentences, stopped) == 0
    assert stopped.read_bytes() == data


@pytest.mark.parametrize("kind", ["csv", "npz"])
def test_a_sentence_may_be_as_long_as_a_line(sentences: Path, tmp_path: Path, kind: str) -> None:
    out, long = tmp_path / f"effects.{kind}", "7 " * 70_000 + "7"
    sentences.write_text(f"{LINES[0]}\n{long}\n{LINES[1]}\n")
    for _ in range(2):
        assert run(sentences, out, "--parts", "feed-forwards") == 0
    sources = [row["source"] for row in table(out)] if kind == "csv" else np.load(out)["source"].tolist()
    assert list(dict.fromkeys(sources)) == [LINES[0], long, LINES[1]]


def test_finished_sentences_are_not_recomputed(
    sentences: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, computed = tmp_path / "effects.csv", list[str]()
    found = sweeping._effects_of_line
    monkeypatch.setattr(
        sweeping, "_effects_of_line", lambda engine, asked, line: computed.append(line) or found(engine, asked, line)
    )
    assert run(sentences, out, "--limit", "2") == 0 and computed == LINES[:2]
    assert run(sentences, out) == 0 and computed == [*LINES[:2], *LINES[1:]]  # the last one may have been cut off


def test_an_npz_has_a_column_per_array_and_leaves_no_other_files(sentences: Path, tmp_path: Path) -> None:
    plain, packed = tmp_path / "effects.csv", tmp_path / "effects.npz"
    assert run(sentences, plain) == run(sentences, packed) == 0
    rows = table(plain)
    with np.load(packed) as arrays:
        assert set(arrays) == set(sweeping.COLUMNS)
        np.testing.assert_array_equal(arrays["change"], [float(row["change"]) for row in rows])
        assert arrays["source"].tolist() == [row["source"] for row in rows] and arrays["layer"].dtype == np.int64
    files = sorted(path.name for path in tmp_path.iterdir() if path.is_file())
    assert files == ["effects.csv", made_of(plain).name, "effects.npz", "lines.tsv"]


def test_processes_share_the_sentences_and_the_table_is_the_same(sentences: Path, tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone.csv", tmp_path / "shared.csv"
    assert run(sentences, alone) == 0
    command = ("main.py", "sweep", "--model", "reverse", "--data", sentences, "--out", shared)
    ended = of_two(*command)
    assert [code for code, _, _ in ended] == [0, 0], ended
    assert shared.read_bytes() == alone.read_bytes()
    assert [words.strip() for _, words, _ in ended] == [str(shared), ""], "one of them reports"
    files = sorted(path.name for path in tmp_path.iterdir() if path.is_file())
    assert files == ["alone.csv", made_of(alone).name, "lines.tsv", "shared.csv", made_of(shared).name]
    assert made_of(shared).read_bytes() == made_of(alone).read_bytes()


def test_a_process_reports_the_failure_of_the_other(sentences: Path, tmp_path: Path) -> None:
    """And calls it no error of the program's own."""
    out = tmp_path / "effects.csv"
    made_of(out).mkdir()
    first, other = of_two("main.py", "sweep", "--model", "reverse", "--data", sentences, "--out", out)
    assert (first[0], other[0]) == (2, 2) and "effects.csv" in first[2]
    assert "another of the processes has ended" in other[2] and "internal" not in other[2]


def test_each_process_opens_the_model_on_its_own_gpu(
    sentences: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two GPUs that are not there: what would be computed on them is computed here."""
    asked, opening = list[torch.device](), engines.load
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    here = torch.device("cpu")
    monkeypatch.setattr(engines, "load", lambda folder, gpu: asked.append(gpu) or opening(folder, here))
    for local in ("0", "1"):
        monkeypatch.setenv("LOCAL_RANK", local)
        assert run(sentences, tmp_path / f"{local}.csv", "--device", "cuda") == 0
    assert asked == [torch.device("cuda", 0), torch.device("cuda", 1)]
    assert (tmp_path / "0.csv").read_bytes() == (tmp_path / "1.csv").read_bytes()


@pytest.mark.parametrize("processes", [1, 2])
def test_a_table_begun_by_several_processes_is_resumed(sentences: Path, tmp_path: Path, processes: int) -> None:
    whole, begun = tmp_path / "whole.csv", tmp_path / "begun.csv"
    assert run(sentences, whole) == 0
    head, *rows = whole.read_bytes().splitlines(keepends=True)
    of = {number: b"".join(row for row in rows if row.startswith(b"%d," % number)) for number in range(3)}
    part_of(begun, 0).write_bytes(head + of[0] + of[2][:-20])  # stopped inside of the third sentence
    part_of(begun, 1).write_bytes(head + of[1])
    assert put_together(begun, LINES) == {0}
    assert begun.read_bytes() == head + of[0] and not part_of(begun, 0).exists()
    begun.write_bytes(head + of[2] + of[0])  # of processes that went on in another order
    if processes == 1:
        assert run(sentences, begun) == 0
    else:
        assert [code for code, _, _ in of_two("main.py", "sweep", "--model", "reverse", "--data", sentences,
                                              "--out", begun)] == [0, 0]  # fmt: skip
    assert begun.read_bytes() == whole.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_where_parts_cannot_be_put_together_they_stay_and_the_table_is_named(sentences: Path, tmp_path: Path) -> None:
    import resource

    whole, begun = tmp_path / "whole.csv", tmp_path / "begun.csv"
    assert run(sentences, whole) == 0
    part_of(begun, 1).write_bytes(whole.read_bytes())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(OSError) as caught:
            put_together(begun, LINES)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.filename == str(begun) and part_of(begun, 1).read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.glob("begun*")} == {part_of(begun, 1).name}


def test_another_file_of_that_name_is_left_alone(
    sentences: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "notes.csv"
    out.write_text("dear,diary\n")
    assert run(sentences, out) == 2 and "not a sweep table" in capsys.readouterr().err
    assert out.read_text() == "dear,diary\n"
    table_of_others = tmp_path / "others.csv"
    assert main(["sweep", "--model", "reverse", "--source", "7 7", "--out", str(table_of_others)]) == 0
    before = table_of_others.read_bytes()
    assert run(sentences, table_of_others) == 2 and "other sentences" in capsys.readouterr().err
    assert table_of_others.read_bytes() == before


FEEDS = '{"feed_forwards_off": [{"stack": "decoder", "layer": 0}]}'
OTHERS = {
    "--model": ["--model", "sort"],
    "--parts": ["--parts", "source,heads"],
    "--instead": ["--instead", "uniform"],
    "--edits": ["--edits", FEEDS],
}


@pytest.mark.parametrize("option", OTHERS)
@pytest.mark.parametrize("share", [0.5, 1.0])
def test_a_table_with_other_settings_is_left_alone(
    option: str, share: float, sentences: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that was stopped, and a finished one, of which the last sentence would be computed again."""
    out, whole = tmp_path / "effects.csv", tmp_path / "whole.csv"
    assert run(sentences, out) == run(sentences, whole) == 0
    out.write_bytes(before := out.read_bytes()[: int(len(out.read_bytes()) * share)])
    capsys.readouterr()
    assert run(sentences, out, *OTHERS[option]) == 2
    said = capsys.readouterr().err
    assert option in said and out.name in said and "--out" in said
    assert [one for one in OTHERS if one in said] == [option], "and nothing that is the same"
    assert out.read_bytes() == before
    assert run(sentences, out) == 0 and out.read_bytes() == whole.read_bytes()


def test_a_survey_is_known_by_what_it_holds(
    sentences: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One table is not the work of two surveys that lay in one folder, and a survey may be named in several ways."""
    pairs, folder, out = tmp_path / "pairs.tsv", tmp_path / "survey", tmp_path / "effects.csv"
    pairs.write_text("1 2 3\t3 2 1\n")
    survey = ["survey", "--model", "reverse", "--data", str(pairs), "--out", str(folder)]
    assert main(survey) == run(sentences, out, "--instead", "mean", "--survey", str(folder)) == 0
    monkeypatch.chdir(tmp_path)
    assert run(sentences, out, "--instead", "mean", "--survey", "survey") == 0
    pairs.write_text("5 5 5 5 5\t5 5 5 5 5\n")
    before = out.read_bytes()
    assert main(survey) == 0 and run(sentences, out, "--instead", "mean", "--survey", "survey") == 2
    assert "--survey" in capsys.readouterr().err and out.read_bytes() == before


def test_an_unusable_survey_is_named_before_anything_is_written(
    sentences: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs, folder, out = tmp_path / "pairs.tsv", tmp_path / "survey", tmp_path / "effects.csv"
    pairs.write_text("1 2 3\t3 2 1\n")
    mean = "--instead", "mean", "--survey", str(folder)
    assert run(sentences, out, *mean) == 2 and str(folder) in capsys.readouterr().err
    assert main(["survey", "--model", "english-spanish", "--data", str(pairs), "--out", str(folder)]) == 0
    assert run(sentences, out, *mean) == 2
    assert "different heads: choose a survey of this model" in capsys.readouterr().err
    assert not out.exists() and not made_of(out).exists()


def test_a_table_that_knows_its_survey_by_its_path_says_what_to_do(
    sentences: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused, as that survey may be another by now; without the note it goes on."""
    pairs, folder, out = tmp_path / "pairs.tsv", tmp_path / "survey", tmp_path / "effects.csv"
    pairs.write_text("1 2 3\t3 2 1\n")
    assert main(["survey", "--model", "reverse", "--data", str(pairs), "--out", str(folder)]) == 0
    mean = "--instead", "mean", "--survey", str(folder)
    assert run(sentences, out, *mean, "--limit", "1") == 0
    made_of(out).write_text(json.dumps(json.loads(made_of(out).read_text()) | {"survey": str(folder)}))
    capsys.readouterr()
    assert run(sentences, out, *mean) == 2
    said = capsys.readouterr().err
    assert "earlier version" in said and f"delete {made_of(out).name}" in said and "--out" in said
    made_of(out).unlink()
    assert run(sentences, out, *mean) == 0 and len({row["sentence"] for row in table(out)}) == 3


def test_a_part_file_with_other_settings_is_left_alone(sentences: Path, tmp_path: Path) -> None:
    out, whole = tmp_path / "effects.csv", tmp_path / "whole.csv"
    assert run(sentences, out) == run(sentences, whole) == 0
    out.rename(part_of(out, 1))
    before = part_of(out, 1).read_bytes()
    assert run(sentences, out, "--instead", "uniform") == 2
    assert part_of(out, 1).read_bytes() == before and not out.exists()
    assert run(sentences, out) == 0 and out.read_bytes() == whole.read_bytes()


def test_fewer_sentences_than_a_table_has_are_not_called_other_ones(
    sentences: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "effects.csv"
    assert run(sentences, out) == 0 and run(sentences, out, "--limit", "2") == 2
    said = capsys.readouterr().err
    assert "effects.csv has more sentences than the 2 given now" in said and "--limit" in said


def test_a_full_disk_is_reported_with_the_table_and_what_is_kept(
    sentences: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, whole, real, rest = (
        tmp_path / "effects.csv",
        tmp_path / "whole.csv",
        sweeping._write,
        iter((True, True, False)),
    )

    def while_there_is_room(*given: Any) -> None:
        if not next(rest):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(*given)

    with monkeypatch.context() as patch:
        patch.setattr(sweeping, "_write", while_there_is_room)
        assert run(sentences, out) == 2
    said = capsys.readouterr().err
    assert "effects.csv cannot be written: the disk is full; what is done is kept" in said and "resume" in said
    assert run(sentences, out) == run(sentences, whole) == 0 and out.read_bytes() == whole.read_bytes()
    (folder := tmp_path / "folder.csv").mkdir()
    assert run(sentences, folder) == 2 and "kept" not in capsys.readouterr().err.splitlines()[-1]


def test_what_the_engine_cannot_read_is_not_called_a_full_table(
    sentences: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for given in ((errno.EIO, "Input/output error", "survey.json"), (errno.ENOMEM, "Cannot allocate memory")):
        monkeypatch.setattr(sweeping, "_effects_of_line", Mock(side_effect=OSError(*given)))
        assert run(sentences, tmp_path / "effects.csv") == 2
        said = capsys.readouterr().err
        assert given[1] in said and "effects.csv" not in said and "cannot be written" not in said


def test_an_unfinished_npz_with_other_settings_is_left_alone(
    sentences: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, growing = tmp_path / "effects.npz", tmp_path / "effects.npz.part.csv"

    def full_disk(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    with monkeypatch.context() as patch:
        patch.setattr(sweeping, "save", full_disk)
        assert run(sentences, out) == 2
    before = growing.read_bytes()
    assert run(sentences, out, "--instead", "uniform") == 2 and growing.read_bytes() == before
    assert run(sentences, out) == 0 and out.exists() and not growing.exists() and not made_of(growing).exists()
    assert run(sentences, out, "--instead", "uniform") == 0, "a finished one is made anew"


def test_a_table_without_recorded_settings_is_resumed(sentences: Path, tmp_path: Path) -> None:
    """One of an earlier version; from then on it is known. What is left of a table that is gone is none of it."""
    out, whole = tmp_path / "effects.csv", tmp_path / "whole.csv"
    assert run(sentences, out) == run(sentences, whole) == 0
    made_of(out).unlink()
    assert run(sentences, out) == 0 and out.read_bytes() == whole.read_bytes()
    assert run(sentences, out, "--instead", "uniform") == 2
    out.unlink()
    assert run(sentences, out, "--instead", "uniform") == 0
    assert run(sentences, out) == 2


def test_a_damaged_note_of_how_a_table_was_made_is_one_line(
    sentences: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "effects.csv"
    assert run(sentences, out, "--limit", "1") == 0
    for damaged in (b"", b"[]", b"{", b"\xff"):
        made_of(out).write_bytes(damaged)
        capsys.readouterr()
        assert run(sentences, out) == 2
        said = capsys.readouterr().err
        assert "--out" in said and said.count("\n") == 1


def test_invalid_utf8_is_reported_and_blank_lines_are_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "latin").write_bytes(b"3 1\n1 \xf1 2\n")
    assert run(tmp_path / "latin", tmp_path / "x.csv") == 0
    assert "not UTF-8" in (said := capsys.readouterr().err) and "line 2" in said
    (tmp_path / "blank").write_text("\n \n")
    assert run(tmp_path / "blank", tmp_path / "y.csv") == 2 and "blank" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--out", "x.csv"], "--source"),
        (["--source", "1", "--out", "x.txt"], ".csv or .npz"),
        (["--source", "1", "--parts", "neurons", "--out", "x.csv"], "neurons"),
        (["--source", "1", "--instead", "mean", "--out", "x.csv"], "--survey DIR"),
        (["--source", "1", "--survey", "nowhere", "--out", "x.csv"], "--instead mean"),
        (["--source", "1", "--out", "nowhere/x.csv"], "there is no folder nowhere."),
    ],
)
def test_what_makes_no_sense_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "--model", "reverse", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_edits_of_a_sweep_are_those_of_its_runs(sentences: Path, tmp_path: Path) -> None:
    edits = '{"feed_forwards_off": [{"stack": "decoder", "layer": 0}]}'
    assert run(sentences, tmp_path / "a.csv", "--limit", "1", "--edits", edits) == 0
    row = table(tmp_path / "a.csv")[0]
    plain = RunSpec("reverse", (LINES[0],))
    off = plain.with_(edits=Edits(feed_forwards_off=(FeedForwardPlace("decoder", 0),)))
    assert float(row["log_p"]) == Engine().effects(off).base[0] != Engine().effects(plain).base[0]


def test_half_characters_are_replaced(tmp_path: Path) -> None:
    out = tmp_path / "effects.csv"
    for _ in range(2):
        assert main(["sweep", "--model", "reverse", "--source", "3 1 \udce9", "--out", str(out)]) == 0
    assert {row["source"] for row in table(out)} == {"3 1 \ufffd"}
