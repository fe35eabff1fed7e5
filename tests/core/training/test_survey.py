"""A survey equals plain averages over the same sentences, goes on where it stopped, and is the same under torchrun."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model_core.analysis.heads.head_averages import (
    STRONGEST,
    attention_findings,
    averaged_tables,
    clearest_sentences,
    leading_measures,
    merge_findings,
)
from model_core.analysis.heads.head_measures import BINS, REACH, by_distance, measured, measures_of, name_of, pattern
from model_core.analysis.survey_result import RESULT, TABLES, model_of, read_result
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io import resources
from model_core.record.run_spec import RunSpec
from model_core.recordings.save import save_recording
from model_core.spec import KINDS
from model_core.training.survey import SurveySpec, survey
from tests.support.program import free_port

pytestmark = pytest.mark.usefixtures("prepared")

PAIRS = [
    ("a b c", "c b a"), ("d e", "e d"), ("c a f b", "b f a c"), ("b", "b"), ("e e a", "a e e"), ("f d b a", "a b d f"),
    ("a c", "c a"),
]  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> str:
    """A file of pairs for the model that reverses."""
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS))
    return str(path)


def spec(data: str, out: Path, **more: Any) -> SurveySpec:
    """A survey of the model that reverses, in parts of two."""
    return SurveySpec(str(out), (data,), "reverse", part=2, batch=2, **more)


@pytest.mark.parametrize(("forced", "said"), [(True, "2 sentences cut"), (False, "1 sentence cut")])
def test_truncated_sentences_are_reported(data: str, tmp_path: Path, forced: bool, said: str) -> None:
    """Their averages are those of their beginnings."""
    long, room = "a b c " * 40, Engine().open("reverse").info.spec.max_positions - 1
    with open(data, "a") as file:
        file.write(f"{long}\tc\na\t{long}\n")
    first = next(survey(spec(data, tmp_path / "out", forced=forced)))
    assert first.note == f"{said}: this model reads the first {room} tokens"


@pytest.mark.parametrize("forced", [True, False])
def test_it_equals_plain_averages(data: str, tmp_path: Path, forced: bool) -> None:
    events = list(survey(spec(data, tmp_path / "out", forced=forced)))
    assert (events[0].done, events[-1].done, events[-1].total) == (0, 7, 7)
    assert events[-1].path == str(tmp_path / "out")
    found = read_result(tmp_path / "out")
    engine = Engine()
    runs = [RunSpec("reverse", (s,), (t,) if forced else None) for s, t in PAIRS]
    traces = [engine.trace(run) for run in runs]
    for kind in KINDS:
        for layer in range(found.spec.layers(kind)):
            maps = [np.asarray(trace.maps(kind)[layer], np.float64) for trace in traces]
            means = np.mean([pattern(one) for one in maps], axis=0)
            assert np.allclose(found.arrays[f"pattern.{kind}"][layer], means, atol=1e-5)
            sums, cells = zip(*[by_distance(one) for one in maps], strict=True)
            far = np.sum(sums, axis=0) / np.maximum(np.sum(cells, axis=0), 1)
            assert np.allclose(found.arrays[f"distance.{kind}"][layer], far, atol=1e-5)
            values = [measured(one, kind) for one in maps]
            for place, measure in enumerate(measures_of(kind)):
                one = np.array([value[measure.name] for value in values])
                assert np.allclose(found.arrays[f"mean.{kind}"][layer, :, place], one.mean(0), atol=1e-5)
                assert np.allclose(found.arrays[f"deviation.{kind}"][layer, :, place], one.std(0), atol=1e-5)


def test_the_sentences_of_a_head_are_those_in_which_it_is_most_itself() -> None:
    rng = np.random.default_rng(3)
    found: dict[str, Any] = {"number": np.arange(40, 60)}
    for kind in KINDS:
        centres = rng.uniform(0, 1, (2, 3, len(measures_of(kind))))
        found[f"values.{kind}"] = centres + rng.normal(0, 0.1, (20, *centres.shape))
    best = clearest_sentences(found)
    for kind in KINDS:
        means = found[f"values.{kind}"].mean(0)
        everyone = means.reshape(6, -1)
        names = [measure.name for measure in measures_of(kind)]
        for layer, head in np.ndindex(2, 3):
            apart = (means[layer, head] - everyone.mean(0)) / everyone.std(0)
            place, sign = (at := int(np.abs(apart).argmax())), 1 if apart[at] > 0 else -1
            called = name_of(dict(zip(names, means[layer, head].tolist(), strict=True)))
            if called != "mixed":  # the measure that the name tells of
                place, sign = names.index({"broad": "breadth"}.get(called, called)), 1
            values = found[f"values.{kind}"][:, layer, head, place] * sign
            wanted = sorted(range(20), key=lambda n: -values[n])[:5]
            assert best[f"{kind}.{layer}"][head] == [40 + n for n in wanted]
    short = np.arange(20) < 17  # three that are long enough
    assert all(set(head[:3]) == {57, 58, 59} for heads in clearest_sentences(found, short).values() for head in heads)


def test_an_ordinary_head_is_described_by_its_strongest_keys() -> None:
    for kind in KINDS:
        assert measures_of(kind)[STRONGEST].name == "strongest"
        measure, sign = leading_measures(np.full((1, 1, len(measures_of(kind))), 0.3), kind)
        assert (measure.item(), sign.item()) == (STRONGEST, 1)


def test_a_model_that_writes_itself_reads_plain_lines(tmp_path: Path) -> None:
    """Without targets a line is a sentence; teacher forcing still needs both sides, and says so."""
    plain = tmp_path / "plain.txt"
    plain.write_text("3 1 4 1\n\n2 7 1 8 2\tnot read\n", encoding="utf-8")
    *_, last = survey(SurveySpec(str(tmp_path / "out"), (str(plain),), "copy", forced=False))
    found = read_result(Path(last.path))
    assert found.sentences == 2 and not found.forced
    assert {source for source, _ in found.texts.values()} == {"3 1 4 1", "2 7 1 8 2"}
    lines = tmp_path / "lines.txt"
    lines.write_text("3 1 4 1\n2 7 1\n", encoding="utf-8")
    with pytest.raises(Refused, match="a source, a tab and a target"):
        list(survey(SurveySpec(str(tmp_path / "forced"), (str(lines),), "copy")))


@pytest.mark.parametrize("name", resources.models())
def test_every_bundled_model_has_its_survey(name: str) -> None:
    """Of the very weights that come along, and with sentences for every head."""
    info = Engine().open(name).info
    surveys = [read_result(path.parent) for path in (resources.folder() / "surveys").glob("*/survey.json")]
    (own,) = [one for one in surveys if one.model_hash == info.hash]
    assert own.model_folder in ("", name) and own.sentences >= 8
    for kind in own.kinds:
        for layer, head in np.ndindex(own.spec.layers(kind), own.spec.heads):
            assert own.sentences_of(kind, layer, head)


def test_parts_that_were_done_are_not_computed_again(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = survey(spec(data, tmp_path / "a"))
    assert [next(stopped).done for _ in range(3)] == [0, 2, 4]
    stopped.close()
    asked: list[int] = []
    real: Callable[..., Any] = Engine.trace

    def counted(self: Engine, run: RunSpec) -> Any:
        asked.append(len(run.source))
        return real(self, run)

    monkeypatch.setattr(Engine, "trace", counted)
    resumed = list(survey(spec(data, tmp_path / "a")))
    assert asked == [2, 1]
    assert [event.left is None for event in resumed] == [True, True, True, False, False, True]
    assert resumed[3].left == pytest.approx(resumed[3].seconds / 2), "2 of the 3 sentences were computed"
    assert [event.left for event in survey(spec(data, tmp_path / "a"))] == [None] * 6, "all of it is known"
    list(survey(spec(data, tmp_path / "b")))
    assert asked == [2, 1, 2, 2, 2, 1]
    assert (tmp_path / "a" / TABLES).read_bytes() == (tmp_path / "b" / TABLES).read_bytes()
    list(survey(spec(data, tmp_path / "a", forced=False)))  # other parts belong to another way of reading
    assert len(asked) == 10
    part = next((tmp_path / "b" / "parts").rglob("*.safetensors"))
    part.write_bytes(part.read_bytes()[:100])
    list(survey(spec(data, tmp_path / "b")))
    assert len(asked) == 11


def test_a_batch_too_large_for_its_maps_to_be_recorded_gives_the_same(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One long line makes every map of its batch so large that each is computed when it is read."""
    list(survey(spec(data, tmp_path / "one")))
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    assert not Engine().trace(RunSpec("reverse", (PAIRS[0][0],), (PAIRS[0][1],))).whole("encoder")
    list(survey(spec(data, tmp_path / "two")))
    one, two = read_result(tmp_path / "one"), read_result(tmp_path / "two")
    assert one.best == two.best
    for name, array in one.arrays.items():
        assert np.allclose(array, two.arrays[name], atol=1e-6), name


def test_a_user_model_is_named_relative_to_the_result(data: str, tmp_path: Path) -> None:
    """Both can be moved together, and the path to them is not told."""
    course = tmp_path / "course"
    shutil.copytree(resources.bundled("reverse"), course / "mine")
    list(survey(SurveySpec(str(course / "pairs-survey"), (data,), str(course / "mine"), part=8, limit=2)))
    written = json.loads((course / "pairs-survey" / RESULT).read_text("utf-8"))
    assert written["model"]["folder"] == "../mine"
    assert read_result(course / "pairs-survey").model_folder == str(course / "mine")
    course.rename(tmp_path / "moved")
    moved = tmp_path / "moved" / "pairs-survey"
    assert model_of(moved)[0] == read_result(moved).model_folder == str(tmp_path / "moved" / "mine")
    written["model"]["folder"] = str(tmp_path / "moved" / "mine")
    (moved / RESULT).write_text(json.dumps(written), "utf-8")
    assert model_of(moved)[0] == str(tmp_path / "moved" / "mine"), "as earlier versions wrote it"


def test_under_torchrun_it_is_the_same(data: str, tmp_path: Path) -> None:
    list(survey(spec(data, tmp_path / "one")))
    program = (
        "import sys; from model_core.training.survey import *;"
        "*_, last = survey(SurveySpec(sys.argv[1], (sys.argv[2],), 'reverse', part=2, batch=2));"
        "print(last.done, last.total, last.path)"
    )
    shared = {
        **os.environ,
        "WORLD_SIZE": "2",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": free_port(),
        "OMP_NUM_THREADS": "1",
    }
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / f"rank{rank}"), data],
            env={**shared, "RANK": str(rank)}, stdout=subprocess.PIPE, text=True,
        )
        for rank in range(2)
    ]  # fmt: skip
    said = [process.communicate(timeout=600)[0].strip() for process in started]
    assert [process.returncode for process in started] == [0, 0]
    # folders of their own: nothing needs a shared disk
    assert said == [f"7 7 {tmp_path / 'rank0'}", "7 7"], "each tells of all sentences"
    one, two = read_result(tmp_path / "one"), read_result(tmp_path / "rank0")
    assert (one.best, one.texts, one.sentences) == (two.best, two.texts, two.sentences)
    for name, array in one.arrays.items():
        assert np.allclose(array, two.arrays[name], atol=1e-6), name


def test_another_result_is_reported_before_it_is_replaced(data: str, tmp_path: Path) -> None:
    assert next(iter(survey(spec(data, tmp_path / "out")))).note == ""
    list(survey(spec(data, tmp_path / "out")))
    assert next(iter(survey(spec(data, tmp_path / "out")))).note == ""
    note = next(iter(survey(spec(data, tmp_path / "out", forced=False)))).note
    assert "has the result of another survey (Reverse digits over pairs.tsv, 7 sentences)" in note
    (tmp_path / "out" / RESULT).write_text("damaged")
    assert next(iter(survey(spec(data, tmp_path / "out", forced=False)))).note == ""


@pytest.mark.parametrize("name", [RESULT, TABLES])
def test_a_file_that_is_read_is_not_replaced(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text := "a b c\tc b a\n")
    with pytest.raises(Refused, match="E-OUT-READ"):
        list(survey(spec(str(tmp_path / name), tmp_path)))
    assert [path.name for path in tmp_path.iterdir()] == [name] and (tmp_path / name).read_text() == text


def test_a_recording_is_no_model_to_survey(data: str, tmp_path: Path) -> None:
    weights = np.full((1, 2, 3, 3), 1 / 3, np.float32)
    path = save_recording([weights], ["a", "b", "c"], path=tmp_path / "a.safetensors")
    with pytest.raises(Refused, match=r"a\.safetensors is a recording: .* Give a model folder"):
        list(survey(SurveySpec(str(tmp_path / "out"), (data,), str(path))))


def test_what_cannot_be_surveyed_is_refused(data: str, tmp_path: Path) -> None:
    for wrong, code in (
        (SurveySpec("x", ()), "E-SURVEY-DATA"),
        (SurveySpec("x", (data,), batch=0), "E-SURVEY-RANGE"),
        (SurveySpec("x", (str(tmp_path / "none.tsv"),), "reverse"), "E-FILE-READ"),
        (SurveySpec("x", (data,), str(tmp_path / "nowhere")), "E-MODEL-MISSING"),
    ):
        with pytest.raises(Refused) as caught:
            list(survey(wrong))
        assert caught.value.code == code
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused) as caught:
        list(survey(spec(data, tmp_path / "file")))
    assert caught.value.code == "E-SURVEY-SAVE"
    assert "parts are kept: run the same survey again" in caught.value.message


def test_a_folder_on_a_missing_disk_is_not_created(data: str, tmp_path: Path) -> None:
    mount = tmp_path / "mount"
    running = survey(spec(data, mount / "results" / "out"))
    while next(running).done == 0:
        pass
    shutil.rmtree(mount)
    with pytest.raises(Refused) as caught:
        list(running)
    assert caught.value.code == "E-SURVEY-SAVE" and not mount.exists()


def test_a_damaged_result_is_refused_by_name(data: str, tmp_path: Path) -> None:
    list(survey(spec(data, tmp_path)))
    good, tables = (tmp_path / RESULT).read_text(), (tmp_path / TABLES).read_bytes()
    document = json.loads(good)
    cases = {
        "E-SURVEY-FORMAT": {**document, "format": "x"},
        "E-SURVEY-VERSION": {**document, "version": 2},
        "E-SURVEY-TYPE": {**document, "best": {}},
        "E-CFG-RANGE": {**document, "spec": {**document["spec"], "heads": 0}},
        "E-SURVEY-TABLES": {**document, "spec": {**document["spec"], "decoder_layers": 2}},
    }
    for code, changed in cases.items():
        (tmp_path / RESULT).write_text(json.dumps(changed))
        with pytest.raises(Refused) as caught:
            read_result(tmp_path)
        assert caught.value.code == code
    (tmp_path / RESULT).write_text(good)
    (tmp_path / TABLES).write_bytes(tables[:-4])
    with pytest.raises(Refused, match="damaged"):
        read_result(tmp_path)
    (tmp_path / TABLES).write_bytes(tables)
    assert read_result(tmp_path).sentences == 7


def test_an_attention_without_layers_has_empty_tables() -> None:
    found = {"number": np.zeros(1, np.int64)}
    for kind in KINDS:
        found |= attention_findings(kind, [], 2)
    tables = averaged_tables(merge_findings([found, found]))
    for kind in KINDS:
        assert tables[f"pattern.{kind}"].shape == (0, 2, BINS, BINS)
        assert tables[f"distance.{kind}"].shape == (0, 2, 2 * REACH + 1)
        assert tables[f"mean.{kind}"].shape == tables[f"deviation.{kind}"].shape == (0, 2, len(measures_of(kind)))
    assert clearest_sentences(merge_findings([found])) == {}
