"""Sentences encoded, decoded and recorded by a model under one set of edits.

The main text of a run and every alternative go this way. Shapes: B sentences, S source tokens, T target rows,
 D width, V vocabulary, L layers, H heads, M keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from torch import Tensor

from model_core.decoding.beam import Beam, BeamCandidate
from model_core.decoding.decode import DecodedStep, chances, greedy, sample
from model_core.decoding.draft import OnePass
from model_core.decoding.fast_attention import recording_quickly
from model_core.engine.interventions import listeners
from model_core.record.edits import Decoding, Edits, MaskEdits
from model_core.transformer.model import EncoderDecoder

STEP_BYTES = 200_000_000
"""The steps' log-probabilities are kept, to be compared with the whole pass, while they stay below this."""

BLOCK = 128
"""Rows of a text whose numbers are made together: each step makes as many again as there are log-probabilities, 65 MB
of 2,048 rows."""

Keep = Callable[[str], bool]


@dataclass(frozen=True)
class DecodedRow:
    """One sentence's row `index` as decoding wrote it: log_p (V,); `weights_of` makes `weights`."""

    sentence: int
    index: int
    id: int
    log_p: Tensor
    weights_of: Callable[[], dict[str, Tensor]]

    @property
    def weights(self) -> dict[str, Tensor]:
        """kind -> (L, H, M), in the memory of this program."""
        return _here(self.weights_of())


@dataclass(frozen=True)
class WholePass:
    """One pass over finished texts: ids (B, T), logits (B, T, V) and what was asked for of it; log-probabilities where
    they were made on the way."""

    read_BT: Tensor
    written_BT: Tensor
    logits_BTV: Tensor
    kept: dict[str, Tensor]
    made_BTV: Tensor | None = None

    @property
    def log_p_BTV(self) -> Tensor:
        """Log-probabilities (B, T, V)."""
        return self.logits_BTV.log_softmax(-1) if self.made_BTV is None else self.made_BTV

    def blocks(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        """(logits, log-probabilities, written ids) of the rows, some at a time."""
        for first in range(0, self.written_BT.shape[1], BLOCK):
            rows = slice(first, first + BLOCK)
            logits_BRV = self.logits_BTV[:, rows]
            log_p_BRV = logits_BRV.log_softmax(-1) if self.made_BTV is None else self.made_BTV[:, rows]
            yield logits_BRV, log_p_BRV, self.written_BT[:, rows]

    def numbers(self, end_id: int) -> dict[str, np.ndarray]:
        """As `row_numbers`, of all rows."""
        blocks = [row_numbers(log_p_BRV, written_BR, end_id) for _, log_p_BRV, written_BR in self.blocks()]
        return {name: np.concatenate([block[name] for block in blocks], 1) for name in blocks[0]}


class Batch:
    """One batch and what becomes of it. `sentences` are the numbers that the run gives its rows, `starts` the ids that
    given texts are read behind, the model's own start if none are said.

    The model may lie on any device; all that leaves a Batch is in the memory of this program.
    """

    def __init__(
        self,
        model: EncoderDecoder,
        source_BS: Tensor,
        edits: Edits | None = None,
        sentences: Sequence[int] = (),
        starts: Sequence[int] = (),
    ) -> None:
        self.model, self.source_BS, self.edits = model, source_BS.to(model.device), edits or Edits()
        self.sentences = sentences or range(source_BS.shape[0])
        self.starts = starts or [model.spec.bos_id] * source_BS.shape[0]
        self.listeners = listeners(model, self.edits, self.sentences)
        self.memory_BSD = torch.empty(0)
        self.written: list[list[int]] = []
        self.step_log_p: list[list[Tensor]] = []
        self.trees: list[list[tuple[BeamCandidate, bool]]] = []
        self.stepwise = False
        self.one_pass: OnePass | None = None

    @torch.inference_mode()
    def encode(self, keep: Keep = lambda name: False) -> dict[str, Tensor]:
        """Fill the memory; the activations asked for."""
        with recording_quickly(self.model, keep, self.listeners) as kept:
            self.memory_BSD = self.model.encode(self.source_BS)
        return _here(kept)

    def part(self, rows: Sequence[int]) -> Batch:
        """Another batch of these rows of the batch (repeated ones too), encoded already."""
        sentences = [self.sentences[row] for row in rows]
        starts = [self.starts[row] for row in rows]
        other = Batch(self.model, self.source_BS[list(rows)], self.edits, sentences, starts)
        other.memory_BSD = self.memory_BSD[list(rows)]
        return other

    # -- writing ----------------------------------------------------------------------------------------------------
    def write(
        self,
        decoding: Decoding,
        limit: int,
        prefixes: Sequence[Sequence[int]],
        guess: Sequence[int] = (),
        likely: Sequence[Sequence[int]] = (),
        watch: bool = False,
        keep: Keep = lambda name: False,
    ) -> Iterator[DecodedRow]:
        """Let the model write at most `limit` tokens a sentence, row by row; afterwards they are in `written`.

        With a guess, the passes over it are recorded and joined to the `whole` one: `keep` is for that. `likely` are
        texts that it may go on like behind a wrong token.

        With `watch` the rows carry their weights, and `cache_difference` can be computed afterwards. In beam search a
        row is that of the best text so far, which may not be the one that wins.
        """
        self.written = [[] for _ in self.sentences]
        self.step_log_p = [[] for _ in self.sentences]
        self.trees = [[] for _ in self.sentences]
        self.stepwise = True
        if decoding.method == "beam":
            for row, prefix in enumerate(prefixes):
                yield from self._search(row, decoding, limit, prefix, watch)
            return
        if self.edits.masks != MaskEdits() or self.model.spec.leaks:
            guess = ()  # its rows are computed together, and might see each other
        self.one_pass, self.stepwise = OnePass(keep) if guess else None, not guess
        sampling = {"decoding": decoding} if decoding.method == "sample" else {}
        write: Callable[..., Iterator[DecodedStep]] = sample if sampling else greedy
        steps = write(
            self.model, self.source_BS, self.memory_BSD, limit, prefixes=prefixes, watch=watch, guess=guess,
            likely=likely, edits=self.listeners, whole=self.one_pass, **sampling,
        )  # fmt: skip
        for step in steps:
            self.stepwise = self.stepwise and step.alone
            log_p_BV = step.log_p.cpu()
            for row, token in enumerate(step.written.tolist()):
                if token != self.model.spec.pad_id:
                    self.written[row].append(token)
                    if watch:
                        self.step_log_p[row].append(log_p_BV[row])
                    yield DecodedRow(row, step.index, token, log_p_BV[row], partial(step.weights_of_sentence, row))

    def _search(
        self, row: int, decoding: Decoding, limit: int, prefix: Sequence[int], watch: bool
    ) -> Iterator[DecodedRow]:
        """Beam search for one sentence; its live texts are the rows of the batch then."""
        one = slice(row, row + 1)
        edits = listeners(self.model, self.edits, [self.sentences[row]] * decoding.beams)
        source_1S, memory_1SD = self.source_BS[one], self.memory_BSD[one]
        search = Beam(self.model, source_1S, memory_1SD, limit, decoding, prefix, watch, edits)
        for step in search.steps():
            yield DecodedRow(row, step.index, step.id, step.log_p, partial(dict, step.weights))
        self.written[row], self.step_log_p[row], self.trees[row] = search.text(), search.rows(), search.explored()

    def force_texts(self, written: list[list[int]]) -> None:
        """Take these texts instead of letting the model write."""
        self.written, self.step_log_p, self.trees, self.stepwise = written, [], [], False
        self.one_pass = None

    def finished(self, row: int) -> bool:
        """Whether this sentence ends with the end of sentence."""
        return bool(self.written[row]) and self.written[row][-1] == self.model.spec.eos_id

    # -- the whole --------------------------------------------------------------------------------------------------
    @torch.inference_mode()
    def whole(self, keep: Keep) -> WholePass:
        """One recorded pass over what was written: row t of it is decoding step t."""
        spec = self.model.spec
        written_BT, one = padded(self.written, spec.pad_id), self.one_pass
        if one is not None and one.read_BT is not None:
            made_BTV = None if one.log_p_BTV is None else one.log_p_BTV.cpu()
            return WholePass(one.read_BT.cpu(), written_BT, one.logits_BTV.cpu(), _here(one.kept), made_BTV)
        read_BT = padded(
            [[start, *ids[:-1]] for start, ids in zip(self.starts, self.written, strict=True)], spec.pad_id
        )
        with recording_quickly(self.model, keep, self.listeners) as kept:
            hidden_BTD = self.model.decode(read_BT.to(self.model.device), self.memory_BSD, self.source_BS)
            logits_BTV = self.model.unembed(hidden_BTD).cpu()
        made_BTV = logits_BTV.log_softmax(-1) if logits_BTV.shape[1] <= BLOCK else None
        return WholePass(read_BT, written_BT, logits_BTV, _here(kept), made_BTV)

    @torch.inference_mode()
    def cache_difference(self, whole: WholePass) -> Tensor | None:
        """(B, T) largest difference of each row's log-probabilities between step and whole pass.

        None where the model did not write, or not row by row, or where its own mask hides nothing.
        """
        if self.model.spec.leaks:
            return None
        lengths = [list(map(len, rows)) for rows in (self.step_log_p, self.written)]
        if not self.stepwise or lengths[0] != lengths[1] or whole.logits_BTV.nbytes > STEP_BYTES:
            return None
        log_p_BTV = whole.log_p_BTV
        worst_BT = log_p_BTV.new_zeros(log_p_BTV.shape[:2])
        for row, steps in enumerate(self.step_log_p):
            worst_BT[row, : len(steps)] = (torch.stack(steps) - log_p_BTV[row, : len(steps)]).abs().amax(-1)
        return worst_BT

    @torch.inference_mode()
    def step_probability(self) -> Tensor | None:
        """(B, T) probability of each written token at its own step, 0 behind a text's end.

        None where the whole pass has the same, as no row of it reads later tokens, or where the model did not write
        row by row.
        """
        lengths = [list(map(len, rows)) for rows in (self.step_log_p, self.written)]
        reads_later = self.edits.masks.reads_later or self.model.spec.leaks
        if not reads_later or not self.stepwise or lengths[0] != lengths[1]:
            return None
        p_BT = torch.zeros(len(lengths[0]), max([1, *lengths[0]]))
        for row, (steps, ids) in enumerate(zip(self.step_log_p, self.written, strict=True)):
            for index, (log_p_V, token) in enumerate(zip(steps, ids, strict=True)):
                p_BT[row, index] = log_p_V[token].exp()
        return p_BT


@torch.inference_mode()
def row_numbers(log_p_BTV: Tensor, written_BT: Tensor, end_id: int) -> dict[str, np.ndarray]:
    """The numbers of every row (B, T): see `Alternative.numbers`."""
    p_BTV = log_p_BTV.exp()
    chosen_BT = log_p_BTV.gather(2, written_BT.unsqueeze(2)).squeeze(2)
    bits_BT = -log_p_BTV.clamp_min(-1e4).mul_(p_BTV).sum(-1) / np.log(2.0)
    numbers = {
        "probability": chosen_BT.exp(),
        "log_probability": chosen_BT,
        "end_probability": p_BTV[..., end_id].clone(),  # not a view, which would keep all others
        "entropy": bits_BT,
    }
    return {name: tensor.numpy() for name, tensor in numbers.items()}


@torch.inference_mode()
def choice_numbers(
    decoding: Decoding, never: Sequence[int], logits_BTV: Tensor, ids_BTC: Tensor, p_BTC: Tensor
) -> dict[str, np.ndarray]:
    """How the candidates fare in a run's decoding: logits, scaled ones, probabilities that they are drawn by."""
    found_BTC = scaled_BTC = logits_BTV.gather(2, ids_BTC)
    if decoding.method == "sample":
        scaled_BTC = found_BTC / decoding.temperature
        drawn_BTV = torch.stack([chances(logits_TV, decoding, never) for logits_TV in logits_BTV])
        p_BTC = drawn_BTV.gather(2, ids_BTC).float()
    numbers = {"candidate_logits": found_BTC, "candidate_scaled": scaled_BTC, "candidate_chances": p_BTC}
    return {name: values.numpy() for name, values in numbers.items()}


def _here(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """Tensors of whatever device in the memory of this program."""
    return {name: tensor.cpu() for name, tensor in tensors.items()}


def padded(rows: Sequence[Sequence[int]], pad: int) -> Tensor:
    """(B, longest) ids."""
    width = max(1, *map(len, rows)) if rows else 1
    return torch.tensor([[*row, *[pad] * (width - len(row))] for row in rows])


__all__ = ["Batch", "DecodedRow", "WholePass", "choice_numbers", "padded", "row_numbers"]
