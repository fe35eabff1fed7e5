"""A batch of sentences, encoded, decoded and recorded by a model under one set of edits.

The main text of a run and every alternative are computed here. Shapes: B sentences, S source tokens, T target rows,
R some of these rows, D width, V vocabulary, L layers, H heads, M keys, C candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import starmap

import numpy as np
import torch
from torch import Tensor

from model_core.decoding.beam import Beam, BeamCandidate, search_steps
from model_core.decoding.decode import generate, sampling_probabilities
from model_core.decoding.draft import JoinedPass
from model_core.decoding.fast_attention import fast_recording
from model_core.engine.interventions import listeners
from model_core.record.edits import Decoding, Edits, MaskEdits
from model_core.record.recording_policy import STEP_BYTES
from model_core.transformer.hooks import Listener, hook_points
from model_core.transformer.model import EncoderDecoder

BLOCK = 128
"""Rows whose numbers are computed together: each operation needs as much memory as their log-probabilities (with a
vocabulary of 8,000 entries 65 MB for 2,048 rows)."""

Keep = Callable[[str], bool]


@dataclass(frozen=True)
class DecodedRow:
    """One sentence's row `index` as decoding wrote it: log_p (V,); `weights_of` computes `weights`."""

    sentence: int
    index: int
    id: int
    log_p: Tensor
    weights_of: Callable[[], dict[str, Tensor]]

    @property
    def weights(self) -> dict[str, Tensor]:
        """kind -> (L, H, M) attention weights of the row, on the CPU."""
        return _on_cpu(self.weights_of())


@dataclass(frozen=True)
class WholePass:
    """One pass over finished texts.

    read_BT, written_BT  ids that the decoder read, and those written in the same rows
    kept                 recorded activations by hook name
    logits_of            some rows of the logits (B, R, V), computed on request
    known_log_p_BTV      log-probabilities, where they were computed on the way
    """

    read_BT: Tensor
    written_BT: Tensor
    logits_of: Callable[[slice], Tensor]
    kept: dict[str, Tensor]
    known_log_p_BTV: Tensor | None = None

    @property
    def logits_BTV(self) -> Tensor:
        """Logits of all rows (B, T, V)."""
        return self.logits_of(slice(None))

    @property
    def log_p_BTV(self) -> Tensor:
        """Log-probabilities (B, T, V)."""
        return self.logits_BTV.log_softmax(-1) if self.known_log_p_BTV is None else self.known_log_p_BTV

    def blocks(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        """(logits (B, R, V), log-probabilities (B, R, V), written ids (B, R)) of BLOCK rows at a time."""
        for first in range(0, self.written_BT.shape[1], BLOCK):
            rows = slice(first, first + BLOCK)
            logits_BRV = self.logits_of(rows)
            log_p_BRV = logits_BRV.log_softmax(-1) if self.known_log_p_BTV is None else self.known_log_p_BTV[:, rows]
            yield logits_BRV, log_p_BRV, self.written_BT[:, rows]
            del logits_BRV, log_p_BRV  # before the next ones are made

    def numbers(self, end_id: int) -> dict[str, np.ndarray]:
        """`row_numbers` of all rows, computed in blocks."""
        blocks = list(starmap(lambda _, log_p_BRV, ids_BR: row_numbers(log_p_BRV, ids_BR, end_id), self.blocks()))
        return {name: np.concatenate([block[name] for block in blocks], 1) for name in blocks[0]}


class Batch:
    """One batch in progress; the model may be on any device, all results are on the CPU.

    sentences  the number of each row's sentence in its run, to which edits refer; default 0, 1, …
    starts     the id that each row's decoder reads first; default the model's own start, as in all that it writes

    After writing, `written_log_p` holds each written token's log-probability at its own step, and `step_log_p` all of
    that step's (V,), where they were to be watched and have at most STEP_BYTES together.
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
        self.listeners = listeners(model, self.edits, self.sentences, self.source_BS)
        self.memory_BSD = torch.empty(0)
        self.written: list[list[int]] = []
        self.written_log_p: list[list[float]] = []
        self.step_log_p: list[list[Tensor]] = []
        self.trees: list[list[tuple[BeamCandidate, bool]]] = []
        self.stepwise = False
        self.one_pass: JoinedPass | None = None

    @torch.inference_mode()
    def encode(self, keep: Keep = lambda name: False) -> dict[str, Tensor]:
        """Compute the encoder's output, `memory_BSD`; returns the activations named by `keep`."""
        with fast_recording(self.model, keep, self.listeners) as kept:
            self.memory_BSD = self.model.encode(self.source_BS)
        return _on_cpu(kept)

    def subset(self, rows: Sequence[int]) -> Batch:
        """A new batch with these rows, in this order and possibly repeated; already encoded."""
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
        """Let the model write at most `limit` tokens per sentence, row by row; afterwards they are in `written`.

        prefixes       per sentence, ids that must be written first
        guess, likely  see `model_core.decoding.decode.generate`; the passes over guesses are recorded as `keep` says
                       and joined to the whole pass
        watch          rows carry their attention weights, and `cache_difference` can be computed afterwards

        In beam search a row is that of the best text so far, which may not be the one that wins.
        """
        self.starts = [self.model.spec.bos_id] * len(self.sentences)  # what decoding begins with
        self.written = [[] for _ in self.sentences]
        self.written_log_p = [[] for _ in self.sentences]
        self.step_log_p = [[] for _ in self.sentences]
        self.trees = [[] for _ in self.sentences]
        self.stepwise = True
        if decoding.method == "beam":
            yield from self._search(decoding, limit, prefixes, watch)
            return
        if self.edits.masks != MaskEdits() or self.model.spec.leaks:
            guess = ()  # its rows are computed together, and might read each other
        self.one_pass, self.stepwise = JoinedPass(keep) if guess else None, not guess
        steps = generate(
            self.model, self.source_BS, self.memory_BSD, limit, decoding, prefixes, watch=watch, guess=guess,
            likely=likely, edits=self.listeners, whole=self.one_pass,
        )  # fmt: skip
        for step in steps:
            self.stepwise = self.stepwise and step.alone
            log_p_BV = step.log_p.cpu()
            for row, token in enumerate(step.written.tolist()):
                if token != self.model.spec.pad_id:
                    self.written[row].append(token)
                    self.written_log_p[row].append(float(log_p_BV[row, token]))
                    if watch:
                        self.step_log_p[row].append(log_p_BV[row])
                    yield DecodedRow(row, step.index, token, log_p_BV[row], partial(step.weights_of_sentence, row))
            if watch and self._bytes(sum(map(len, self.written))) > STEP_BYTES:
                watch, self.step_log_p = False, [[] for _ in self.sentences]

    def _bytes(self, rows: int) -> int:
        """Size of the log-probabilities of so many rows."""
        return 4 * rows * self.model.spec.target_vocabulary

    def _search(
        self, decoding: Decoding, limit: int, prefixes: Sequence[Sequence[int]], watch: bool
    ) -> Iterator[DecodedRow]:
        """Beam search; the live texts of the sentences are the rows of its passes."""

        def edits_of(rows: Sequence[int]) -> dict[str, Listener]:
            return listeners(self.model, self.edits, [self.sentences[row] for row in rows], self.source_BS[list(rows)])

        searches = [Beam(self.model.spec, limit, decoding, prefix) for prefix in prefixes]
        for step in search_steps(self.model, self.source_BS, self.memory_BSD, searches, watch, edits_of):
            yield DecodedRow(step.sentence, step.index, step.id, step.log_p.cpu(), partial(dict, step.weights))
        for row, search in enumerate(searches):
            self.written[row], self.trees[row] = search.text(), search.explored()
            self.step_log_p[row] = [log_p_V.cpu() for log_p_V in search.rows]
            self.written_log_p[row] = [node.log_p for node, won in self.trees[row] if won]

    def force_texts(self, written: list[list[int]]) -> None:
        """Take these ids as the written texts instead of letting the model write."""
        self.written, self.written_log_p, self.step_log_p, self.trees = written, [], [], []
        self.stepwise, self.one_pass = False, None

    def finished(self, row: int) -> bool:
        """Whether this sentence ends with the end token."""
        return bool(self.written[row]) and self.written[row][-1] == self.model.spec.eos_id

    # -- the whole pass ---------------------------------------------------------------------------------------------
    @torch.inference_mode()
    def whole_pass(self, keep: Keep) -> WholePass:
        """One recorded pass over the written texts: row t of it is decoding step t."""
        spec = self.model.spec
        written_BT, one, kept = padded(self.written, spec.pad_id), self.one_pass, self._joined(keep)
        if kept is not None:
            assert one is not None and one.read_BT is not None
            known_log_p_BTV = None if one.log_p_BTV is None else one.log_p_BTV.cpu()
            logits_of = _rows_of(one.logits_BTV.cpu())
            return WholePass(one.read_BT.cpu(), written_BT, logits_of, _on_cpu(kept), known_log_p_BTV)
        read_BT = padded(
            [[start, *ids[:-1]] for start, ids in zip(self.starts, self.written, strict=True)], spec.pad_id
        )
        with fast_recording(self.model, keep, self.listeners) as kept:
            hidden_BTD = self.model.decode(read_BT.to(self.model.device), self.memory_BSD, self.source_BS)
            if hidden_BTD.shape[1] > BLOCK and not self.model.logits.listeners:
                return WholePass(read_BT, written_BT, partial(self._unembed_rows, hidden_BTD), _on_cpu(kept))
            logits_BTV = self.model.unembed(hidden_BTD).cpu()
        known_log_p_BTV = logits_BTV.log_softmax(-1) if logits_BTV.shape[1] <= BLOCK else None
        return WholePass(read_BT, written_BT, _rows_of(logits_BTV), _on_cpu(kept), known_log_p_BTV)

    def _joined(self, keep: Keep) -> dict[str, Tensor] | None:
        """The activations named by `keep` from the passes over guesses; None if these were not joined, or recorded
        less, as where the guess is a longer text."""
        one = self.one_pass
        if one is None or one.read_BT is None:
            return None
        if one.keep == keep:
            return one.kept
        if any(keep(name) and not one.keep(name) for name in hook_points(self.model)):
            return None
        return {name: tensor for name, tensor in one.kept.items() if keep(name)}

    @torch.inference_mode()
    def _unembed_rows(self, hidden_BTD: Tensor, rows: slice) -> Tensor:
        """Logits (B, R, V) of some rows: those of a long text are not made all at once."""
        return self.model.unembed(hidden_BTD[:, rows]).cpu()

    @torch.inference_mode()
    def cache_difference(self, whole: WholePass) -> Tensor | None:
        """(B, T) largest difference of each row's log-probabilities between its decoding step and the whole pass.

        None if the model did not write row by row, where its own mask hides nothing, or of very long texts.
        """
        if self.model.spec.leaks:
            return None
        lengths = [list(map(len, rows)) for rows in (self.step_log_p, self.written)]
        too_large = self._bytes(whole.written_BT.numel()) > STEP_BYTES
        if not self.stepwise or lengths[0] != lengths[1] or too_large:
            return None
        log_p_BTV = whole.log_p_BTV
        worst_BT = log_p_BTV.new_zeros(log_p_BTV.shape[:2])
        for row, steps in enumerate(self.step_log_p):
            worst_BT[row, : len(steps)] = (torch.stack(steps) - log_p_BTV[row, : len(steps)]).abs().amax(-1)
        return worst_BT

    @torch.inference_mode()
    def step_probability(self) -> Tensor | None:
        """(B, T) probability of each written token in its own decoding step, 0 after a text's end.

        None if the whole pass has the same numbers, as no row of it reads later tokens, or where the model did not
        write row by row.
        """
        masked = self.model.spec.for_stack("decoder").masked_score
        if not self.edits.masks.reads_later(masked) or not self.stepwise:
            return None
        return padded(self.written_log_p, -torch.inf).exp()


@torch.inference_mode()
def row_numbers(log_p_BTV: Tensor, written_BT: Tensor, end_id: int) -> dict[str, np.ndarray]:
    """The numbers of every row (B, T): see `Alternative.numbers`."""
    p_BTV = log_p_BTV.exp()
    chosen_BT = log_p_BTV.gather(2, written_BT.unsqueeze(2)).squeeze(2)
    bits_BT = log_p_BTV.clamp_min(-1e4).mul_(p_BTV).sum(-1) / -np.log(2.0)
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
    """(B, T, C) of the candidates: logits, logits / temperature, and the probabilities by which they are drawn."""
    found_BTC = scaled_BTC = logits_BTV.gather(2, ids_BTC)
    if decoding.method == "sample":
        scaled_BTC = found_BTC / decoding.temperature
        drawn_BTV = torch.stack([sampling_probabilities(logits_TV, decoding, never) for logits_TV in logits_BTV])
        p_BTC = drawn_BTV.gather(2, ids_BTC).float()
    numbers = {"candidate_logits": found_BTC, "candidate_scaled": scaled_BTC, "candidate_chances": p_BTC}
    return {name: values.numpy() for name, values in numbers.items()}


def _on_cpu(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """The tensors on the CPU."""
    return {name: tensor.cpu() for name, tensor in tensors.items()}


def _rows_of(logits_BTV: Tensor) -> Callable[[slice], Tensor]:
    """Returns rows of logits that already exist."""
    return lambda rows: logits_BTV[:, rows]


def padded(rows: Sequence[Sequence[float]], pad: float) -> Tensor:
    """(B, length of the longest row) ids or other numbers, at least one column."""
    width = max(1, *map(len, rows)) if rows else 1
    return torch.tensor([[*row, *[pad] * (width - len(row))] for row in rows])
