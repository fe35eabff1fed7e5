"""Pairs that a model wrote: drawn as its probabilities say, chosen by closeness, resumed, and never a barred source."""

from __future__ import annotations

import math
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from model_core.checkpoints.checkpoint import load_model
from model_core.checkpoints.folder import model_folder
from model_core.engine.translate import translated_ids
from model_core.errors import Refused
from model_core.record.edits import Decoding
from model_core.training import distil as distilling
from model_core.training.candidates import (
    Proposal,
    _agreement,
    best_candidate,
    load_readers,
    propose,
    translate_batch,
)
from model_core.training.distil import distil
from model_core.training.distil_spec import DistilSpec
from model_core.training.evaluate import chrf
from model_core.training.teacher_forcing import evaluate_forced
from tests.made.small import small_model

REFERENCES = [
    ("1 2 3 4 5", "5 4 3 2 6"), ("2 2", "2 2"), ("3 1 6 2", "2 6 1 3"), ("6 4 2 1", "1 2 4 4"), ("3 4 5 1", "6"),
    ("2 3 4 6", "6 4 3 1"),
]  # fmt: skip
"""For the model that reverses: three with one wrong digit, two right ones, one far off."""

NEW = ["1 2 3 4 5\t5 4 3 2 1", "2 3 4 6\t6 4 3 2", "6 4 2 1\t1 2 4 6"]
SPEC = DistilSpec("", ("",), "reverse", least=40)


@pytest.fixture
def spec(tmp_path: Path) -> DistilSpec:
    """A distillation of the model that reverses."""
    (tmp_path / "data.tsv").write_text("".join(f"{source}\t{target}\n" for source, target in REFERENCES))
    return replace(SPEC, out=str(tmp_path / "new.tsv"), data=(str(tmp_path / "data.tsv"),))


def lines(spec: DistilSpec) -> list[str]:
    """What was written, sorted."""
    return sorted(Path(spec.out).read_text().splitlines())


def test_the_candidate_nearest_to_a_reference_is_chosen_if_it_is_likely() -> None:
    near, nearer = Proposal("the black cat sleeps", -0.2), Proposal("the black cat slept", -0.4)
    references = ["a dog barked", "the black cat slept here"]
    assert best_candidate([near, nearer], references, SPEC) == nearer.text
    assert best_candidate([near, replace(nearer, log_p=-9.0)], references, SPEC) == near.text
    assert best_candidate([near, nearer], references, replace(SPEC, least=99)) == "", "none is close enough"
    assert best_candidate([near, nearer], [nearer.text], SPEC) == "", "a reference is in the data already"
    assert best_candidate([], references, SPEC) == ""


def test_a_candidate_gains_by_what_it_says_of_the_source_and_by_its_agreement_with_the_others() -> None:
    plain, faithful, alone = (
        Proposal("a b c", -0.1, 4, -2.0),
        Proposal("a b d", -0.1, 4, -0.5),
        Proposal("x y z", -0.09),
    )
    asked = replace(SPEC, least=0)
    assert best_candidate([plain, faithful], ["a b c"], asked) == "", "a reference is in the data already"
    assert best_candidate([plain, faithful], ["a b c"], replace(asked, whole=True)) == plain.text
    assert best_candidate([plain, faithful], ["a b c"], replace(asked, whole=True, channel=100)) == faithful.text
    equally_far = ["n o p q"]
    assert best_candidate([alone, plain, faithful], equally_far, replace(asked, channel=0)) == alone.text
    assert best_candidate([alone, plain, faithful], equally_far, replace(asked, channel=0, consensus=2)) != alone.text


def test_agreement_counts_candidates_by_their_probability() -> None:
    near, far = Proposal("the cat sleeps", -0.1, 4), Proposal("a dog barks loudly", -3.0, 5)
    first, second = _agreement([near, far], replace(SPEC, consensus=1))
    p = math.exp(-0.4) / (math.exp(-0.4) + math.exp(-15.0))
    assert first == pytest.approx(100 * p + chrf(near.text, far.text) * (1 - p))
    assert second == pytest.approx(100 * (1 - p) + chrf(far.text, near.text) * p)
    assert _agreement([near, far], SPEC) == [0.0, 0.0]


def test_with_beams_the_candidates_are_the_texts_of_the_search_the_best_first() -> None:
    readers, sources = load_readers(["reverse"]), ["1 2 3", "6 5 4 3 2 1", "2 2 4"]
    found: list[list[Proposal]] = [[] for _ in sources]
    assert list(propose(readers, sources, replace(SPEC, beams=4, batch=2), 0, found)) == [2]
    model, vocab = readers.models[0], readers.vocab
    ids = vocab.ids(sources)
    best = translated_ids(model, ids, Decoding(method="beam", beams=4))
    for source, own, written in zip(ids, found, best, strict=True):
        assert own[0].text == vocab.target.text(written) and len({one.text for one in own}) == len(own) > 1
        assert [one.log_p for one in own] == sorted((one.log_p for one in own), reverse=True)
        for one in own:
            target = list(vocab.target.ids([one.text])[0])
            assert one.tokens == len(target) + 1
            assert one.log_p == pytest.approx(-evaluate_forced(model, [(source, target)])[0], abs=1e-4)


def test_the_other_model_says_how_probable_a_candidate_makes_the_source() -> None:
    readers, sources = load_readers(["reverse"], "reverse"), ["1 2 3", "6 5 4 3", "2 4"]
    found: list[list[Proposal]] = [[] for _ in sources]
    list(propose(readers, sources, replace(SPEC, candidates=3, temperature=3.0), 0, found))
    assert sum(map(len, found)) > 3
    for source, own in zip(sources, found, strict=True):
        for one in own:
            back = (list(readers.vocab.ids([one.text])[0]), list(readers.vocab.target.ids([source])[0]))
            nats = evaluate_forced(readers.models[0], [back])[0] * (len(back[1]) + 1)
            assert one.reverse == pytest.approx(-nats / one.tokens, abs=1e-3)


def test_whole_it_has_a_pair_for_each_source(spec: DistilSpec) -> None:
    list(distil(replace(spec, whole=True, reverse="reverse", consensus=1.0, beams=3)))
    kept = dict(line.split("\t") for line in lines(spec))
    assert list(kept) == sorted(source for source, _ in REFERENCES)
    assert kept["2 2"] == "2 2" and kept["3 4 5 1"] == "6", "a reference where nothing is close enough"
    assert kept["1 2 3 4 5"] == "5 4 3 2 1"


def test_a_search_takes_several_models(spec: DistilSpec) -> None:
    list(distil(replace(spec, model=("reverse", "reverse"), beams=2, whole=True)))
    assert "5 4 3 2 1" in dict(line.split("\t") for line in lines(spec)).values()


def test_a_source_read_back_is_as_probable_as_when_it_is_read_forced(spec: DistilSpec) -> None:
    """The same log-probabilities, whatever is padded beside it."""
    readers = load_readers(("reverse",), "reverse")
    sources, found = ["1 2 3", "6 5 4 3 2 1"], [[], []]
    list(propose(readers, sources, replace(spec, candidates=3), 0, found))
    model, vocab = readers.reverse
    for source, own in zip(sources, found, strict=True):
        for one in own:
            [read], [written] = vocab.ids([one.text]), vocab.target.ids([source])
            nats = evaluate_forced(model, [(read, written)])[0] * (len(written) + 1)
            assert one.reverse == pytest.approx(-nats / one.tokens, abs=1e-4)
    assert all(found) and len({one.reverse for own in found for one in own}) > 1


def test_at_no_temperature_it_writes_what_greedy_decoding_does_and_says_how_likely_that_is() -> None:
    model, vocab = load_model("reverse")
    sources = vocab.ids(["1 2 3", "6 5 4 3 2 1", "2 2 4"])
    told = translate_batch([model], sources, 0.0, torch.Generator())
    assert [[*ids, model.spec.eos_id] for ids, _ in told] == translated_ids(model, sources)
    for source, (ids, log_p) in zip(sources, told, strict=True):
        assert log_p == pytest.approx(-evaluate_forced(model, [(source, ids)])[0], abs=1e-4)
    [(ids, _)] = translate_batch([small_model()], [[7, 8, 9]], 0.0, torch.Generator())
    assert ids == translated_ids(small_model(), [[7, 8, 9]])[0][: len(ids)] and len(ids) > 20, "cut where none ends"


def test_draws_are_as_frequent_as_the_temperature_says() -> None:
    model, count = small_model(), 4000
    told = translate_batch([model], [[7, 8, 9]] * count, 0.5, torch.Generator().manual_seed(3))
    first = torch.tensor([ids[0] if ids else model.spec.eos_id for ids, _ in told])
    source, read = torch.tensor([[7, 8, 9, model.spec.eos_id]]), torch.tensor([[model.spec.bos_id]])
    logits_V = model(source, read)[0, 0].detach()
    logits_V[list(model.spec.never_written)] = -torch.inf
    expected_V = (logits_V / 0.5).softmax(-1)
    found_V = torch.bincount(first, minlength=len(expected_V)) / count
    assert (found_V - expected_V).abs().max() < 5 * (0.25 / count) ** 0.5


def test_new_translations_near_a_reference_are_written(spec: DistilSpec) -> None:
    events = list(distil(spec))
    assert lines(spec) == NEW and (events[-1].done, events[-1].total, events[-1].kept) == (6, 6, 3)
    assert not Path(f"{spec.out}.part").exists()
    assert list(distil(replace(spec, limit=2, candidates=3)))[-1].total == 2
    assert not any(event.note for event in events)


def test_a_source_that_the_model_reads_only_the_beginning_of_gives_no_pair(spec: DistilSpec) -> None:
    """Whole source and translation of its first half would teach to leave half out."""
    long = "1 2 3 4 5 6 " * 20
    Path(spec.data[0]).write_text(f"{long.strip()}\t1 2 3\n1 2 3 4 5\t5 4 3 2 6\n")
    first, *_, last = distil(replace(spec, least=0.0))
    assert lines(spec) == NEW[:1] and last.total == 2
    room = load_model("reverse").model.spec.max_positions - 1
    assert first.note == f"left out 1 source of more than {room} tokens, too long for the model"


def test_sources_of_other_parts_are_left_out(spec: DistilSpec, tmp_path: Path) -> None:
    (tmp_path / "test.tsv").write_text("6 4 2 1\tx\n")
    list(distil(replace(spec, without=(str(tmp_path / "test.tsv"),))))
    assert lines(spec) == NEW[:2]


def test_turned_it_reads_the_second_column_and_keeps_the_order_of_the_columns(spec: DistilSpec, tmp_path: Path) -> None:
    (tmp_path / "data.tsv").write_text("".join(f"{source}\t{target}\n" for target, source in REFERENCES))
    (tmp_path / "test.tsv").write_text("5 4 3 2 1\tx\n")
    list(distil(replace(spec, turned=True, without=(str(tmp_path / "test.tsv"),))))
    assert lines(spec) == ["1 2 4 6\t6 4 2 1", "6 4 3 2\t2 3 4 6"]


def test_it_resumes_where_it_was_stopped(spec: DistilSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distilling, "PART", 2)
    working = distil(spec)
    assert [next(working).done for _ in range(3)] == [0, 2, 4]
    working.close()
    assert not Path(spec.out).exists()
    part = Path(f"{spec.out}.part")
    part.write_text(part.read_text() + "a line cut sh")
    assert [event.done for event in distil(spec)] == [4, 6]
    assert lines(spec) == NEW


def test_within_a_part_it_reports_progress_and_can_be_stopped(spec: DistilSpec) -> None:
    """What a part has so far is done once the part is written, so that it is not counted before."""
    spec = replace(spec, batch=2)
    working = distil(spec)
    events = [next(working) for _ in range(3)]
    assert [(event.done, event.ahead) for event in events] == [(0, 0), (0, 2), (0, 4)]
    working.close()
    assert not Path(spec.out).exists()
    last = list(distil(spec))[-1]
    assert (last.done, last.ahead) == (6, 0) and lines(spec) == NEW


def test_parts_that_were_made_in_another_way_are_kept_and_not_mixed_in(
    spec: DistilSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distilling, "PART", 2)
    (tmp_path / "test.tsv").write_text("6 4 2 1\tx\n")
    copied = Path(shutil.copytree(model_folder("reverse"), tmp_path / "model"))
    spec = replace(spec, model=str(copied))
    working = distil(spec)
    assert [next(working).done for _ in range(3)] == [0, 2, 4]
    working.close()
    part = Path(f"{spec.out}.part")
    kept = part.read_text()
    data = Path(spec.data[0]).read_text()
    for other in (
        replace(spec, least=0),
        replace(spec, model="copy"),
        replace(spec, without=(str(tmp_path / "test.tsv"),)),
    ):
        with pytest.raises(Refused, match="E-TRAIN-OUT"):
            next(distil(other))
    Path(spec.data[0]).write_text(data.replace("5 4 3 2 6", "5 4 3 2 2"))
    with pytest.raises(Refused, match="E-TRAIN-OUT"):
        next(distil(spec))
    Path(spec.data[0]).write_text(data)
    shutil.rmtree(copied)
    shutil.copytree(model_folder("copy"), copied)
    with pytest.raises(Refused, match="E-TRAIN-OUT"):
        next(distil(spec))
    assert part.read_text() == kept
    monkeypatch.chdir(tmp_path)
    again = replace(spec, model=("reverse",), data=(os.path.join(".", "data.tsv"),))
    assert [event.done for event in distil(again)] == [4, 6] and lines(spec) == NEW


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_a_full_disk_is_reported_with_the_file_and_what_is_kept(
    spec: DistilSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    monkeypatch.setattr(distilling, "PART", 2)
    working = distil(spec)
    assert [next(working).done for _ in range(2)] == [0, 2]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{spec.out}.part").stat().st_size + 1, limits[1]))
    try:
        with pytest.raises(Refused, match=r"new\.tsv\.part cannot be written: .* kept: run the same command again"):
            list(working)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [event.done for event in distil(spec)] == [2, 4, 6] and lines(spec) == NEW


@pytest.mark.parametrize("ending", ["", ".part"])
def test_a_file_that_is_read_is_not_replaced(ending: str, spec: DistilSpec, tmp_path: Path) -> None:
    read = Path(spec.out + ending)
    read.write_text("1 2\t2 1\n")
    by_link = tmp_path / "link.tsv"
    by_link.symlink_to(read)
    for data, without in (((str(read),), ()), (spec.data, (str(by_link),))):
        with pytest.raises(Refused, match="E-OUT-READ"):
            next(distil(replace(spec, data=data, without=without)))
    assert read.read_text() == "1 2\t2 1\n"


def test_without_sacrebleu_nothing_is_started(spec: DistilSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(Refused, match="E-EVAL-MISSING"):
        next(distil(spec))
    assert not Path(f"{spec.out}.part").exists()


def test_wrong_settings_are_refused(spec: DistilSpec) -> None:
    with pytest.raises(Refused, match="E-TRAIN-RANGE"):
        next(distil(replace(spec, least=101)))
    with pytest.raises(Refused, match="E-FILE-READ"):
        next(distil(replace(spec, data=("nowhere.tsv",))))
