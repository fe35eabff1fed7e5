"""Teachers of a training: their mean probabilities are learned as well, from sources without slips."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from model_core.checkpoints.checkpoint import load_model
from model_core.errors import Refused
from model_core.record.training_log import read_training
from model_core.training.data import IdPair, TaughtPair, clean_of, join_some, links_of
from model_core.training.datasets import training_data_for
from model_core.training.running import estimate
from model_core.training.running.estimate import estimate_training
from model_core.training.teacher_forcing import Learner, collate, collate_clean, collate_links
from model_core.training.train import RESUME, train
from model_core.training.train_spec import TrainSpec
from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder
from tests.core.training.test_train import after, corpus, tensors_of, toy
from tests.made.small import small_model

pytestmark = pytest.mark.usefixtures("short_epochs")

VARIED: dict[str, Any] = {"slips": 0.9, "renamed": 0.5, "exclaimed": 0.3, "join": 0.5, "augment": 0.2, "homemade": 30}


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Two models of other seeds that have learned a part of reversing."""
    folders = []
    for seed in (1, 2):
        folder = tmp_path_factory.mktemp(f"teacher{seed}")
        list(train(reverse(folder, seed=seed)))
        folders.append(str(folder))
    return tuple(folders)


def reverse(out: Path, **changes: Any) -> TrainSpec:
    """A training of a few seconds."""
    return toy(out, **{"task": "reverse", "steps": 100, "batch_tokens": 200, "snapshots": 0, **changes})


def models(folders: tuple[str, ...]) -> list[EncoderDecoder]:
    return [load_model(folder).model for folder in folders]


@torch.no_grad()
def divergence(teachers: list[EncoderDecoder], student: EncoderDecoder, pairs: list[IdPair]) -> float:
    """KL divergence of the student from the teachers' mean probabilities, in nats per token."""
    source, read, written = collate(pairs, student.spec)
    real = written != student.spec.pad_id
    mean = torch.stack([model(source, read).double().softmax(-1) for model in teachers]).mean(0)[real]
    log_p = student(source, read).double().log_softmax(-1)[real]
    return float((mean * (mean.log() - log_p)).sum(-1).mean())


# ---------------------------------------------------------------- a whole training


def test_a_student_comes_closer_to_its_teachers_than_without_them(taught: tuple[str, ...], tmp_path: Path) -> None:
    found = {}
    for soft in (0.0, 0.9):
        spec = reverse(tmp_path / str(soft), seed=3, teachers=taught if soft else (), soft=soft)
        events = list(train(spec))
        found[soft] = divergence(models(taught), load_model(spec.out).model, training_data_for(spec).valid)
        assert events[-1].kind == "done"
    print(found)
    assert found[0.9] < 0.75 * found[0.0]


def test_a_training_with_teachers_resumes_exactly(taught: tuple[str, ...], tmp_path: Path) -> None:
    whole, parts = (reverse(tmp_path / name, steps=8, teachers=taught, soft=0.5) for name in ("whole", "parts"))
    list(train(whole))
    list(train(parts, after(3)))
    assert "resumed at update 3" in next(iter(train(parts))).message
    list(train(parts))
    one, other = tensors_of(Path(whole.out)), tensors_of(Path(parts.out))
    assert one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)
    with pytest.raises(Refused, match=r"different settings \(soft, teachers\)"):
        list(train(replace(parts, teachers=(), soft=0.0)))


def test_no_teacher_parts_exist_without_teachers(tmp_path: Path) -> None:
    """The settings as usual, and a share of 0, are the same training."""
    for name in ("usual", "none"):
        list(train(toy(tmp_path / name, **({} if name == "usual" else {"teachers": (), "soft": 0.0}))))
    one, other = tensors_of(tmp_path / "usual"), tensors_of(tmp_path / "none")
    assert all(torch.equal(one[name], other[name]) for name in one)
    epoch = training_data_for(corpus(tmp_path, **VARIED)).epoch(0)
    assert not any(isinstance(pair, TaughtPair) for pair in epoch)


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_teachers_go_with_slips_links_and_joined_sentences(tmp_path: Path, precision: str) -> None:
    (tmp_path / "teacher").mkdir()
    teacher = corpus(tmp_path / "teacher", precision="fp32")
    list(train(teacher))
    more = {"teachers": (teacher.out,), "soft": 0.6, "precision": precision}
    spec = corpus(tmp_path, **more, **VARIED, guide=0.2, guide_layer=1, piece_dropout=0.1)
    with Path(spec.data[0]).open("a", encoding="utf-8") as file:
        file.write("Another sentence, from which other pieces would be learned.\tOtra frase.\n")
    events = list(train(spec))
    assert events[-1].kind == "done" and (tmp_path / "out" / RESUME).exists()
    assert load_model(spec.out).vocab.to_json() == load_model(teacher.out).vocab.to_json(), "the teacher's pieces"
    assert str(tmp_path) not in (tmp_path / "out" / "spec.json").read_text()
    assert read_training(tmp_path / "out").settings["soft"] == 0.6


def test_an_estimate_counts_the_teachers(
    taught: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    decode = EncoderDecoder.decode
    monkeypatch.setattr(EncoderDecoder, "decode", lambda model, *given: asked.append(model) or decode(model, *given))
    monkeypatch.setattr(estimate, "SECONDS", 0.0)
    assert estimate_training(reverse(tmp_path, teachers=taught, soft=0.5)) is not None
    assert len(set(map(id, asked))) == 3


def test_a_vocabulary_can_be_that_of_another_model(tmp_path: Path) -> None:
    spec = corpus(tmp_path, tokenizer="grammar")
    assert training_data_for(spec).vocab.to_json() == load_model("grammar").vocab.to_json()


# ---------------------------------------------------------------- what the teachers read


def test_teachers_read_the_text_without_slips_after_its_other_changes(tmp_path: Path) -> None:
    """The epoch is the one of a training without teachers, and beside each varied source stands its text."""
    rows = [("Tom isn't at home.", "Tom no está en casa."), ("We saw Mary yesterday.", "Ayer vimos a Mary.")]
    (tmp_path / "data.tsv").write_text("".join(f"{en}\t{es}\n" for en, es in rows * 20), "utf-8")
    shape = {"max_positions": 60, "d_model": 16, "heads": 2}
    given = {"data": (str(tmp_path / "data.tsv"),), "valid": str(tmp_path / "data.tsv"), "vocabulary": 400}
    for changes in ({"slips": 0.9}, {"slips": 0.9, "guide": 0.1}, {"slips": 0.9, "turned": True}, {"augment": 1.0}):
        spec = TrainSpec(str(tmp_path / "out"), **given, model=shape, join=0.4, **changes)
        plain = training_data_for(spec).epoch(0)
        (tmp_path / "out" / RESUME).touch()  # that of the teachers would be another vocabulary
        known = {side for row in rows for side in row}
        data = training_data_for(replace(spec, teachers=("",), soft=0.5))
        epoch = data.epoch(0)
        assert [(pair[0], pair[1]) for pair in epoch] == [(pair[0], pair[1]) for pair in plain]
        for pair, other in zip(epoch, plain, strict=True):
            links, others = links_of(pair), links_of(other)
            assert (links is None) == (others is None) and (links is None or np.array_equal(links, others))
        assert all(data.vocab.text(clean_of(pair)) in known for pair in epoch[: len(rows) * 20])
        assert sum(clean_of(pair) != pair[0] for pair in epoch[:40]) > 10 and len(epoch) > 40


def test_joined_pairs_join_what_the_teachers_read_and_stay_short() -> None:
    taught = TaughtPair([5], [7], np.array([[1]], np.float16), [5, 6, 8])
    linked, plain = TaughtPair([9], [10], np.array([[1]], np.float16)), ([11, 12], [13])
    for pair in join_some([taught, linked, plain], random.Random(2), 1.0, 100)[3:]:
        counts = [pair[1].count(one) for one in (7, 10, 13)]
        assert [clean_of(pair).count(one) for one in (6, 9, 11)] == counts
        links = links_of(pair)
        assert (0 if links is None else links.sum()) == counts[0] + counts[1]
    assert len(join_some([taught], random.Random(1), 1.0, 6)) == 1, "two would be too long for the teachers alone"


# ---------------------------------------------------------------- what is learned


@pytest.mark.parametrize("guide", [0.0, 0.7])
def test_the_learner_has_the_gradient_of_the_mixed_target(guide: float) -> None:
    student, teachers = small_model(), [small_model(2), small_model(3, d_model=16, heads=2, tied=False)]
    links = np.array([[0.5, 0.5, 0], [0, 0, 1]], np.float16)
    pairs: list[IdPair] = [TaughtPair([5, 6, 7], [8, 9], links, [5, 6, 7, 10]), ([10], [11, 12, 13, 14])]
    source, read, written = collate(pairs, student.spec)
    clean, table = collate_clean(pairs, student.spec), collate_links(pairs, source, written)
    assert clean is not None and clean.tolist() == [[5, 6, 7, 10, 2, 0], [10, 2, 0, 0, 0, 0]] and table is not None
    learner = Learner(student, 0.1, (guide, 2, 1), True, teachers, 0.6)
    assert len(list(learner.parameters())) == len(list(student.parameters()))
    learner(source, read, written, table, clean).backward()
    ours = {name: p.grad.clone() for name, p in student.named_parameters() if p.grad is not None}
    student.zero_grad()
    real = written != student.spec.pad_id
    log_p = student(source, read)[real].log_softmax(-1)
    with torch.no_grad():
        mean = torch.stack([one(clean, read)[real].softmax(-1) for one in teachers]).mean(0)
    one_hot = torch.nn.functional.one_hot(written[real], log_p.shape[-1])
    target = 0.4 * (0.9 * one_hot + 0.1 / log_p.shape[-1]) + 0.6 * mean
    aligned = Learner(student, 0.1, (guide, 2, 1))(source, read, written, table) - Learner(student, 0.1)(
        source, read, written
    )
    (aligned - (target * log_p).sum()).backward()
    for name, p in student.named_parameters():
        assert torch.allclose(ours[name], p.grad, atol=1e-3), name
    assert all(p.grad is None for teacher in teachers for p in teacher.parameters())


@pytest.mark.parametrize("guide", [0.0, 0.7])
def test_each_of_two_readings_learns_the_probabilities_of_the_other(guide: float) -> None:
    """R-Drop: the same batch under two draws of dropout, each with the other's probabilities as part of its target."""
    student, teacher, share = small_model(dropout=0.3), small_model(2), 0.5
    pairs: list[IdPair] = [TaughtPair([5, 6, 7], [8, 9], np.eye(2, 3, dtype=np.float16)), ([10], [11, 12, 13, 14])]
    source, read, written = collate(pairs, student.spec)
    links = collate_links(pairs, source, written)
    student.train()
    learner = Learner(student, 0.1, (guide, 2, 1), True, [teacher], 0.2, share)
    torch.manual_seed(8)
    value = learner(source, read, written, links)
    value.backward()
    ours = {name: p.grad.clone() for name, p in student.named_parameters() if p.grad is not None}
    student.zero_grad()
    twice, real = [torch.cat((ids, ids)) for ids in (source, read, written)], written != student.spec.pad_id
    torch.manual_seed(8)
    weights: list[torch.Tensor] = []
    with recording(student, lambda _: False, {"decoder.layers.1.cross_attn.weights": weights.append}):
        log_p = student(*twice[:2]).log_softmax(-1)
    first, second = (log_p[half][real] for half in (slice(0, 2), slice(2, 4)))
    assert not torch.allclose(first, second, atol=0.05), "the two readings have other dropout"
    one_hot = torch.nn.functional.one_hot(written[real], log_p.shape[-1])
    smooth, taught = 0.9 * one_hot + 0.1 / log_p.shape[-1], teacher(source, read)[real].softmax(-1).detach()
    expected = torch.zeros(())
    for own, other in ((first, second), (second, first)):
        target = 0.3 * smooth + 0.2 * taught + share * other.detach().exp()
        expected = expected - (target * own).sum() / 2
    assert links is not None
    aligned = (torch.cat((links, links)) * (weights[0][:, 0] + 1e-6).log()).sum() / 2
    (expected - guide * aligned).backward()
    for name, p in student.named_parameters():
        assert torch.allclose(ours[name], p.grad, atol=1e-3), name
    reference = -sum((smooth * one).sum() for one in (first, second)) / 2
    assert float(value.detach()) == pytest.approx(float(reference.detach()), rel=1e-4), (
        "comparable with a training without it"
    )


def test_teachers_that_cannot_teach_are_refused(taught: tuple[str, ...], tmp_path: Path) -> None:
    longer = {**toy(tmp_path).model, "max_positions": 65}
    for changes, code, words in (
        ({"soft": 0.5}, "E-TRAIN-TEACHERS", "soft is 0.5, but there are no teachers"),
        ({"teachers": taught}, "E-TRAIN-TEACHERS", "soft must be above 0"),
        ({"teachers": taught, "soft": 1.1}, "E-TRAIN-RANGE", "soft is 1.1"),
        ({"agreement": 0.5}, "E-TRAIN-SHARES", "both readings are equal without dropout"),
        ({"teachers": taught, "soft": 0.6, "agreement": 0.5}, "E-TRAIN-SHARES", "0.6 \\+ 0.5 is more than 1"),
        ({"teachers": (taught[0], "grammar"), "soft": 0.5}, "E-TRAIN-VOCABULARY", "grammar has a different vocabulary"),
        ({"teachers": taught, "soft": 0.5, "model": longer}, "E-TRAIN-TEACHERS", "64 positions, too few"),
        ({"teachers": (taught[0], "nowhere/at all"), "soft": 0.5}, "E-MODEL-MISSING", "nowhere"),
    ):
        with pytest.raises(Refused, match=words) as refused:
            list(train(reverse(tmp_path / "out", **changes)))
        assert refused.value.code == code and not (tmp_path / "out" / RESUME).exists()
