"""Several models that translate together: the mean of their probabilities at every step, over one vocabulary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from model_core.checkpoints.checkpoint import load_model, save_model
from model_core.decoding.beam import Beam
from model_core.errors import Refused
from model_core.record.edits import Decoding
from model_core.training import distil as distilling
from model_core.training import ensemble as ensembles
from model_core.training.candidates import translate_batch
from model_core.training.distil import distil
from model_core.training.distil_spec import DistilSpec
from model_core.training.ensemble import ensemble_search, load_ensemble, mean_log_p
from model_core.transformer.model import EncoderDecoder
from tests.made.small import small_model

SOURCES = [[7, 8, 9], [5, 6], [10, 11, 12, 13, 14]]


def two_models() -> tuple[EncoderDecoder, EncoderDecoder]:
    """Two of other seeds and shapes, with one vocabulary."""
    return small_model(1, tied=False), small_model(8, tied=False, d_model=16, encoder_layers=1, max_positions=30)


def mean_p(models: tuple[EncoderDecoder, ...], source: list[int], read: list[int]) -> np.ndarray:
    """(V,) mean of the probabilities after these ids, from the logits of a whole pass, in float64."""
    spec, rows = models[0].spec, []
    for model in models:
        with torch.no_grad():
            logits = model(torch.tensor([[*source, spec.eos_id]]), torch.tensor([read]))[0, -1].double().numpy()
        powers = np.exp(logits - logits.max())
        rows.append(powers / powers.sum())
    return np.mean(rows, 0)


def written(models: tuple[EncoderDecoder, ...], source: list[int], most: int) -> tuple[list[int], float]:
    """Greedy by brute force: (ids without the end, mean log-probability of the tokens, the end included)."""
    spec = models[0].spec
    read, log_p = [spec.bos_id], []
    while len(read) <= most and (len(read) == 1 or read[-1] != spec.eos_id):
        p = mean_p(models, source, read)
        allowed = p.copy()
        allowed[list(spec.never_written)] = -1
        read.append(int(allowed.argmax()))
        log_p.append(np.log(p[read[-1]]))
    return [one for one in read[1:] if one != spec.eos_id], float(np.mean(log_p))


def test_two_models_write_by_the_mean_of_their_probabilities() -> None:
    models = two_models()
    together = translate_batch(models, SOURCES, 0.0, torch.Generator())
    alone = [
        [translate_batch([model], SOURCES, 0.0, torch.Generator())[row][0] for model in models] for row in range(3)
    ]
    longest = min(model.spec.max_positions for model in models) - 1
    for source, (ids, log_p), others in zip(SOURCES, together, alone, strict=True):
        expected, expected_log_p = written(models, source, longest)
        assert ids == expected and log_p == pytest.approx(expected_log_p, abs=1e-4)
        assert ids not in others, "each of them alone writes something else"


def searched_slowly(models: tuple[EncoderDecoder, ...], source: list[int], decoding: Decoding, most: int) -> Beam:
    """The search that is told the probabilities of whole passes, without caches."""
    spec = models[0].spec
    search, step = Beam(spec, min(most, 2 * len(source) + 18), decoding, records=False), 0
    while not search.over:
        best = []
        for node in search.live:
            p = mean_p(models, source, [spec.bos_id, *(search.nodes[one].id for one in search._path(node))])
            allowed = [one for one in np.argsort(-p, kind="stable") if one not in spec.never_written]
            best.append([(int(one), float(np.log(p[one]))) for one in allowed[: 2 * decoding.beams]])
        search.grow(step, best)
        step += 1
    return search


@pytest.mark.parametrize("beams", [1, 3])
def test_two_models_search_by_the_mean_of_their_probabilities(beams: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sources of several lengths together, in one group and in several."""
    models, decoding = two_models(), Decoding("beam", beams=beams)
    room = min(model.spec.max_positions for model in models)
    slow = [searched_slowly(models, source, decoding, room).texts() for source in SOURCES]
    for together in (ensembles.TOGETHER, 2 * beams):
        monkeypatch.setattr(ensembles, "TOGETHER", together)
        for own, expected in zip(ensemble_search(models, SOURCES, decoding), slow, strict=True):
            assert [ids for ids, _ in own.texts()] == [ids for ids, _ in expected]
            assert [p for _, p in own.texts()] == pytest.approx([p for _, p in expected], abs=1e-3)


def test_the_mean_is_that_of_probabilities_and_not_of_logits() -> None:
    one, other = torch.tensor([[0.0, 9.0, 0.0]]), torch.tensor([[0.0, -9.0, 3.0]])
    expected = np.log(np.mean([row.double().softmax(-1).numpy() for row in (one, other)], 0))
    assert mean_log_p([one, other]).numpy() == pytest.approx(expected, abs=1e-5)
    assert torch.equal(mean_log_p([one]), one.log_softmax(-1))


def test_a_model_twice_writes_what_it_writes_alone() -> None:
    model, vocab = load_model("reverse")
    sources = vocab.ids(["1 2 3", "6 5 4 3 2 1", "2 2 4"])
    for temperature in (0.0, 1.0):
        alone, twice = (
            translate_batch(models, sources, temperature, torch.Generator().manual_seed(4))
            for models in ([model], [model, model])
        )
        assert [ids for ids, _ in alone] == [ids for ids, _ in twice]
        assert [log_p for _, log_p in alone] == pytest.approx([log_p for _, log_p in twice], abs=1e-5)


# ---------------------------------------------------------------- distil


@pytest.fixture
def spec(tmp_path: Path) -> DistilSpec:
    """A distillation of the model that reverses."""
    (tmp_path / "data.tsv").write_text("1 2 3 4 5\t5 4 3 2 6\n6 4 2 1\t1 2 4 4\n2 3 4 6\t6 4 3 1\n")
    return DistilSpec(str(tmp_path / "new.tsv"), (str(tmp_path / "data.tsv"),), "reverse", least=40)


def test_distil_reads_one_model_or_several(spec: DistilSpec) -> None:
    told = []
    for model in ("reverse", ("reverse",), ("reverse", "reverse")):
        list(distil(replace(spec, model=model)))
        told.append(Path(spec.out).read_text())
    assert told[0] and told[0] == told[1] == told[2]
    assert DistilSpec.from_json({"out": "x", "data": ["a"], "model": ["b", "c"]}).models == ("b", "c")
    assert DistilSpec.from_json({"out": "x", "data": ["a"], "model": "b"}).models == ("b",)


def test_several_resume_where_they_were_stopped(spec: DistilSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distilling, "PART", 1)
    spec = replace(spec, model=("reverse", "reverse"))
    working = distil(spec)
    assert [next(working).done for _ in range(3)] == [0, 1, 2]
    working.close()
    assert [event.done for event in distil(spec)] == [2, 3]


def test_models_of_other_vocabularies_are_refused(spec: DistilSpec, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="grammar has a different vocabulary than reverse") as refused:
        next(distil(replace(spec, model=("reverse", "reverse", "grammar"))))
    assert refused.value.code == "E-TRAIN-VOCABULARY" and not Path(f"{spec.out}.part").exists()
    model, vocab = load_model("reverse")
    other = replace(model.spec, bos_id=model.spec.eos_id, eos_id=model.spec.bos_id)
    save_model(tmp_path / "other", model.state_dict(), other, vocab, {})
    with pytest.raises(Refused, match="different vocabulary"):
        load_ensemble(("reverse", str(tmp_path / "other")))
