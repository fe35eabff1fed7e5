"""Translations of a source that could be kept for a training, and the choice among them.

Shapes: N candidates, B batch, S source tokens, T target rows, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import torch

from model_core.checkpoints.checkpoint import Loaded, load_model
from model_core.engine.batch import padded
from model_core.engine.translate import searched
from model_core.record.edits import Decoding
from model_core.tokenizers.vocab import Vocabulary
from model_core.training.distil_spec import DistilSpec
from model_core.training.ensemble import ensemble_search, load_ensemble, mean_log_p
from model_core.training.evaluate import chrf
from model_core.training.teacher_forcing import forced
from model_core.transformer.device import device_of
from model_core.transformer.model import EncoderDecoder


@dataclass
class Proposal:
    """One translation.

    log_p    mean log-probability of its tokens in nats, the end of sentence included
    tokens   how many these are
    reverse  log-probability of the source, given it, by a model of the other direction, divided by `tokens`
    """

    text: str
    log_p: float
    tokens: int = 1
    reverse: float = 0.0


@dataclass(frozen=True)
class Readers:
    """The models that translate together, their vocabulary, and the model of the other direction if there is one."""

    models: tuple[EncoderDecoder, ...]
    vocab: Vocabulary
    reverse: Loaded | None = None

    @property
    def room(self) -> int:
        """Most tokens of a source that all models can read, its end left out."""
        return min(model.spec.max_positions for model in self.models) - 1


def load_readers(folders: Sequence[str], reverse: str = "", device: str = "cpu") -> Readers:
    """Open the models. Raises Refused if one cannot be opened or they do not fit together."""
    models, vocab = load_ensemble(folders, device)
    other = load_model(reverse) if reverse else None
    if other is not None:
        other.model.requires_grad_(False).to(device_of(device))
    return Readers(models, vocab, other)


def best_candidate(candidates: Sequence[Proposal], references: Sequence[str], spec: DistilSpec) -> str:
    """The best candidate; "" if none is close enough to a reference, or it is one that the data has already.

    A candidate is rated by its chrF against the closest reference (Kim and Rush 2016, section 3.3), by how probable the
    models find it, by how probable it makes the source (a noisy channel: Yee et al. 2019) and by how much it agrees
    with the other candidates (minimum Bayes risk: Kumar and Byrne 2004), each as far as the spec asks for it.
    """
    if not candidates:
        return ""
    near = [max(chrf(one.text, reference) for reference in references) for one in candidates]
    rated = [
        closeness + spec.likely * one.log_p + spec.channel * one.reverse + spec.consensus * agreed
        for one, closeness, agreed in zip(candidates, near, _agreement(candidates, spec), strict=True)
    ]
    best = rated.index(max(rated))
    known = candidates[best].text in references and not spec.whole
    return "" if near[best] < spec.least or known else candidates[best].text


def _agreement(candidates: Sequence[Proposal], spec: DistilSpec) -> list[float]:
    """Mean chrF of each candidate against all of them, by their share of the models' probability."""
    if not spec.consensus:
        return [0.0] * len(candidates)
    p_N = torch.tensor([one.log_p * one.tokens for one in candidates]).softmax(0).tolist()
    return [
        sum(
            p * (100.0 if one is other else chrf(one.text, other.text))
            for p, other in zip(p_N, candidates, strict=True)
        )
        for one in candidates
    ]


def propose(
    readers: Readers, sources: Sequence[str], spec: DistilSpec, number: int, found: list[list[Proposal]]
) -> Iterator[int]:
    """Adds for each source its distinct translations, none for one that a model has no room for; between two batches
    it yields how many sources are translated. `number`, that of the first source, seeds the draws."""
    models, vocab, room = readers.models, readers.vocab, readers.room
    ids = vocab.ids(sources)
    order = sorted((place for place, one in enumerate(ids) if 0 < len(one) <= room), key=lambda place: len(ids[place]))
    rng = torch.Generator(models[0].device).manual_seed(spec.seed + number)
    for start in range(0, len(order), spec.batch):
        if start:
            yield start
        rows = order[start : start + spec.batch]
        translations = _translations(models, [ids[row] for row in rows], spec, rng)
        for row, some in zip(rows, translations, strict=True):
            for one, log_p in some:
                text = " ".join(vocab.target.text(one).split())
                if text and all(text != other.text for other in found[row]):
                    found[row].append(Proposal(text, log_p, len(one) + 1))
        if readers.reverse is not None:
            _read_back(readers.reverse, [sources[row] for row in rows], [found[row] for row in rows])


def _translations(
    models: Sequence[EncoderDecoder], sources: Sequence[Sequence[int]], spec: DistilSpec, rng: torch.Generator
) -> list[list[tuple[list[int], float]]]:
    """For each source (ids without the end) its translations, as `translate_batch` has them."""
    if not spec.beams:
        temperatures = [0.0] + [spec.temperature] * (spec.candidates - 1)
        drawn = [translate_batch(models, sources, temperature, rng) for temperature in temperatures]
        return [list(one) for one in zip(*drawn, strict=True)]
    eos, decoding = models[0].spec.eos_id, Decoding("beam", beams=spec.beams)
    alone = len(models) == 1
    searches = searched(models[0], sources, decoding) if alone else ensemble_search(models, sources, decoding)
    return [[([one for one in ids if one != eos], p / len(ids)) for ids, p in search.texts()] for search in searches]


@torch.inference_mode()
def _read_back(reader: Loaded, sources: Sequence[str], found: Sequence[Sequence[Proposal]]) -> None:
    """Fill in how probable each candidate makes its source; a pair that this model has no room for stays at 0."""
    model, vocab = reader.model, reader.vocab
    proposals = [(source, one) for source, own in zip(sources, found, strict=True) for one in own]
    read, written = vocab.ids([one.text for _, one in proposals]), vocab.target.ids([source for source, _ in proposals])
    room = model.spec.max_positions - 1
    order = [at for at, pair in enumerate(zip(read, written, strict=True)) if max(map(len, pair)) <= room and pair[0]]
    order.sort(key=lambda at: (len(written[at]), len(read[at])))
    predicted = forced(model, [(read[at], written[at]) for at in order])
    sums = chain.from_iterable(log_p_BT.sum(1).tolist() for _, log_p_BT, _ in predicted)
    for at, log_p in zip(order, sums, strict=True):
        proposals[at][1].reverse = log_p / proposals[at][1].tokens


@torch.inference_mode()
def translate_batch(
    models: Sequence[EncoderDecoder], sources: Sequence[Sequence[int]], temperature: float, rng: torch.Generator
) -> list[tuple[list[int], float]]:
    """For each source (ids without the end): ids of a translation, and the mean log-probability of its tokens in nats.

    The probabilities of a step are the mean of those of the models, which all have read the same target so far.
    A temperature of 0 takes the most probable token of each step; another draws in proportion to p^(1/temperature) by
    the Gumbel-max trick (Gumbel 1954). Texts are cut after twice the source's length and 18 tokens. The end of sentence
    counts in the mean and is left out of the ids.
    """
    spec = models[0].spec
    source_BS = padded([[*source, spec.eos_id] for source in sources], spec.pad_id).to(models[0].device)
    limit = min(2 * source_BS.shape[1] + 18, *(model.spec.max_positions - 1 for model in models))
    read = [(model, model.encode(source_BS), model.new_cache(limit)) for model in models]
    read_BT = source_BS.new_full((len(sources), 1), spec.bos_id)
    log_p_B, count_B = (torch.zeros(len(sources), device=source_BS.device) for _ in range(2))
    open_B = torch.ones(len(sources), dtype=torch.bool, device=source_BS.device)
    for _ in range(limit):
        log_p_BV = mean_log_p([
            model.unembed(model.decode(read_BT, memory_BSD, source_BS, cache)[:, -1])
            for model, memory_BSD, cache in read
        ])  # fmt: skip
        rated_BV = log_p_BV.clone()
        if temperature:
            rated_BV = rated_BV / temperature - torch.empty_like(log_p_BV).exponential_(generator=rng).log()
        rated_BV[:, list(spec.never_written)] = -torch.inf
        next_B = rated_BV.argmax(-1)
        log_p_B += log_p_BV.gather(1, next_B.unsqueeze(1)).squeeze(1) * open_B
        count_B += open_B
        read_BT = torch.cat([read_BT, torch.where(open_B, next_B, spec.pad_id).unsqueeze(1)], 1)
        open_B &= next_B != spec.eos_id
        if not open_B.any():
            break
    ends = (spec.pad_id, spec.eos_id)
    texts = [[one for one in row if one not in ends] for row in read_BT[:, 1:].tolist()]
    return list(zip(texts, (log_p_B / count_B).tolist(), strict=True))
