"""Beam search: `Beam` is the search of one sentence, `search_steps` passes the texts of many of them through the model.

As in Wu et al. 2016 (section 7) and Hugging Face's `generate`: the best `beams` texts are continued; texts that have
ended compete by their scores. Shapes: G sentences searched together, B texts of one that are live, R of all, S source
tokens, T rows read, D width, V vocabulary, L layers, H heads, M keys, C best continuations of a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from operator import itemgetter

import torch
from torch import Tensor

from model_core.decoding.decode import attention_rows, refuse_nan, watched_names
from model_core.decoding.passes import Passes
from model_core.record.edits import Decoding
from model_core.spec import ModelSpec
from model_core.transformer.hooks import Listener
from model_core.transformer.model import EncoderDecoder

ROOT = -1
"""Index of the parent of the first tokens."""
PASS_BYTES = 200_000_000
"""Bytes up to which the log-probabilities of all live texts are kept, for a later comparison with the whole pass."""
TOGETHER = 128
"""Live texts in a pass at most, unless one sentence has more: with more rows a product is not faster for each."""

Continuation = tuple[float, int, int, float]
"""Total, row of the text in its sentence, id, log-probability of the id."""


EditsOf = Callable[[Sequence[int]], Mapping[str, Listener]]
"""The sentence of each row of a pass -> listeners by hook name, as `recording` takes them."""


@dataclass(frozen=True)
class BeamCandidate:
    """One candidate text, as its last token: see `model_core.record.trace.Node`.

    `row` is the row of its parent among its step's live texts.
    """

    parent: int
    step: int
    id: int
    row: int
    log_p: float
    total: float
    score: float
    kept: bool
    ended: bool


@dataclass(frozen=True)
class BeamStep:
    """After row `index` of a sentence: the new token of its best live text, or of its best ended one where none is
    live.

    log_p (V,) and weights kind -> (L, H, M) are those of the row in which it was chosen.
    """

    sentence: int
    index: int
    id: int
    log_p: Tensor
    weights: dict[str, Tensor]


class Beam:
    """The search of one sentence. `grow` takes one step of it; `nodes` and `text` hold its result.

    Of each step's 2·beams best continuations, the best `beams` that do not end are continued; one that ends counts
    where it is among the best `beams`. The search is over when `beams` texts have ended (only with the decoding's
    `early_stopping`, as in Hugging Face), when no live text can still win, or after `max_steps` rows, where live texts
    compete as well. With one beam and early stopping it is greedy decoding.

    prefix   ids that must be written first
    records  `nodes` has all that was looked at, and the two best continuations of every live text besides; else only
             the texts that were kept

    When the search is over, `rows` has the log-probabilities (V,) of every row of the winning text, as computed in its
    step, where `search_steps` remembered them.
    """

    def __init__(
        self, spec: ModelSpec, max_steps: int, decoding: Decoding, prefix: Sequence[int] = (), records: bool = True
    ) -> None:
        self.eos, self.max_steps, self.decoding, self.prefix = spec.eos_id, max_steps, decoding, prefix
        self.records = records
        self.nodes: list[BeamCandidate] = []
        self.live = [ROOT]
        self.ended: list[int] = []
        self.over = False
        self.rows: list[Tensor] = []

    def grow(self, step: int, best: Sequence[Sequence[tuple[int, float]]]) -> BeamCandidate:
        """Choose the next live texts; the new token of the best of them, or of the best that ended where none is live.

        best  for each live text its C best (id, log-probability), the best first; C is 2·beams, or all there are
        """
        first, live = len(self.nodes), list[int]()
        for rank, (total, row, token, log_p) in enumerate(self._continuations(best)):
            ends = token == self.eos
            kept = rank < self.decoding.beams if ends else len(live) < self.decoding.beams
            kept = kept and rank < 2 * self.decoding.beams
            if kept:
                (self.ended if ends else live).append(len(self.nodes))
            if kept or self.records:
                score = self._score(total, step + 1)
                self.nodes.append(BeamCandidate(self.live[row], step, token, row, log_p, total, score, kept, ends))
        self.live = live
        self.over = self._finished(step)
        return max(map(self.nodes.__getitem__, live or range(first, len(self.nodes))), key=lambda node: node.score)

    def _continuations(self, best: Sequence[Sequence[tuple[int, float]]]) -> list[Continuation]:
        """The 2·beams best of all, best first; where all are recorded, then the two best of each live text."""
        texts = [
            [(total + log_p, row, token, log_p) for token, log_p in own]
            for row, (total, own) in enumerate(zip(map(self._total, self.live), best, strict=True))
        ]
        order = sorted((one for own in texts for one in own), key=itemgetter(0), reverse=True)
        order = order[: 2 * self.decoding.beams]
        return list(dict.fromkeys([*order, *(one for own in texts for one in own[:2])])) if self.records else order

    def _total(self, index: int) -> float:
        return 0.0 if index == ROOT else self.nodes[index].total

    def _score(self, total: float, length: int) -> float:
        """What texts are compared by: log-probability / lengthᵅ, the end of sentence counted."""
        return total / length**self.decoding.length_penalty

    def _finished(self, step: int) -> bool:
        """Whether no live text can still win: it can only lose probability, though its score may gain by its length."""
        if not self.live or step + 1 >= self.max_steps:
            return True
        if self.decoding.early_stopping and len(self.ended) >= self.decoding.beams:
            return True
        if not self.ended:
            return False
        total = max(map(self._total, self.live))
        reachable = max(self._score(total, length) for length in (step + 2, self.max_steps))
        return max(self.nodes[index].score for index in self.ended) >= reachable

    # -- afterwards -------------------------------------------------------------------------------------------------
    @property
    def winner(self) -> list[int]:
        """Indices of the nodes of the winning text, from its first token to its last."""
        return self._path(max(self._competing(), key=lambda index: self.nodes[index].score))

    def _competing(self) -> list[int]:
        last = self.nodes[-1].step + 1 if self.nodes else 0
        return [*self.ended, *(self.live if last == self.max_steps else ())]

    def _path(self, node: int) -> list[int]:
        path = []
        while node != ROOT:
            path.append(node)
            node = self.nodes[node].parent
        return path[::-1]

    def texts(self) -> list[tuple[list[int], float]]:
        """(ids, log-probability in nats) of every text that could win, the best first."""
        order = sorted(self._competing(), key=lambda index: -self.nodes[index].score)
        return [([self.nodes[one].id for one in self._path(index)], self.nodes[index].total) for index in order]

    def explored(self) -> list[tuple[BeamCandidate, bool]]:
        """Every node, and whether it lies on the winning path."""
        won = set(self.winner)
        return [(node, index in won) for index, node in enumerate(self.nodes)]

    def text(self) -> list[int]:
        """The ids of the winning text."""
        return [self.nodes[index].id for index in self.winner]


@torch.inference_mode()
def search_steps(
    model: EncoderDecoder,
    source_GS: Tensor,
    memory_GSD: Tensor,
    searches: Sequence[Beam],
    watch: bool = False,
    edits_of: EditsOf = lambda sentences: {},
) -> Iterator[BeamStep]:
    """Run one search for each source, step by step, at most TOGETHER texts in a pass; all have the same decoding.

    source_GS, memory_GSD  padded source ids, and `model.encode` of them
    watch                  steps carry attention weights, and searches remember the rows of their texts if these have at
                           most PASS_BYTES together
    edits_of               gives the listeners of each pass

    Raises Refused if a probability is NaN.
    """
    beams, longest = searches[0].decoding.beams, max(one.max_steps for one in searches)
    size = 4 * beams * longest * model.spec.target_vocabulary
    remember = watch and size <= PASS_BYTES
    together = max(1, min(TOGETHER // beams, PASS_BYTES // size if remember else TOGETHER))
    for first in range(0, len(searches), together):
        here = slice(first, first + together)
        keep = watched_names(model) if watch else frozenset[str]()
        passes = Passes(model, source_GS[here], memory_GSD[here], longest, keep)
        group = dict(enumerate(searches[here], first))
        yield from _Group(passes, group, remember, edits_of).steps()


@torch.inference_mode()
def search_together(passes: Passes, searches: Sequence[Beam]) -> Iterator[BeamStep]:
    """Run the search of each text of these passes, at most TOGETHER live texts of one decoding. Raises Refused as
    `search_steps`."""
    yield from _Group(passes, dict(enumerate(searches)), False, lambda sentences: {}).steps()


class _Group:
    """Sentences whose texts pass through the model together. One whose search is over drops out."""

    def __init__(self, passes: Passes, searches: dict[int, Beam], remember: bool, edits_of: EditsOf) -> None:
        self.model, self.passes, self.searches, self.edits_of = passes.model, passes, searches, edits_of
        self.sentences: Sequence[int] = tuple(searches)
        """The sentence of each row."""
        self.read_RT = passes.source_BS.new_full((len(searches), 1), self.model.spec.bos_id)
        self.seen: list[tuple[Sequence[int], Tensor]] | None = [] if remember else None
        never = set(self.model.spec.never_written)
        self.never_V = passes.memory_BSD.new_zeros(self.model.spec.target_vocabulary)
        self.never_V[list(never)] = -torch.inf
        beams = next(iter(searches.values())).decoding.beams
        self.most = min(2 * beams, len(self.never_V) - len(never))

    def steps(self) -> Iterator[BeamStep]:
        """One step of every search per pass."""
        self.passes.edits = self.edits_of(self.sentences)
        for step in count():
            logits_RTV, kept = self.passes.rows(self.read_RT)
            log_p_RV = logits_RTV[:, -1].log_softmax(-1)
            refuse_nan(log_p_RV[:, 0].tolist(), step)
            if self.seen is not None:
                self.seen.append((self.sentences, log_p_RV))
            weights = attention_rows(kept, self.model.spec.decoder_layers, -1, step + 1)
            following: list[tuple[int, int, int]] = []
            for sentence, first, node in self._grown(step, log_p_RV):
                row, search = first + node.row, self.searches[sentence]
                yield BeamStep(
                    sentence, step, node.id, log_p_RV[row], {kind: one[:, row] for kind, one in weights.items()}
                )
                if search.over:
                    search.rows = self._rows_of(sentence)
                else:
                    chosen = [search.nodes[index] for index in search.live]
                    following += [(sentence, first + one.row, one.id) for one in chosen]
            if not following:
                return
            self._continue(*zip(*following, strict=True))

    def _grown(self, step: int, log_p_RV: Tensor) -> Iterator[tuple[int, int, BeamCandidate]]:
        """Each sentence, its first row, and what its search says of these log-probabilities."""
        log_p_RC, ids_RC = (one.tolist() for one in (log_p_RV + self.never_V).topk(self.most))
        best = [list(zip(*one, strict=True)) for one in zip(ids_RC, log_p_RC, strict=True)]
        first = 0
        for sentence in dict.fromkeys(self.sentences):
            search = self.searches[sentence]
            rows = slice(first, first + len(search.live))
            if step < len(search.prefix):
                forced = search.prefix[step]
                best[first] = [(forced, float(log_p_RV[first, forced]))]
            yield sentence, first, search.grow(step, best[rows])
            first = rows.stop

    def _continue(self, sentences: Sequence[int], rows: Sequence[int], ids: Sequence[int]) -> None:
        """Go on with these rows, each followed by an id."""
        self.passes.select(rows, sentences == self.sentences)
        if sentences != self.sentences:
            self.sentences = sentences
            self.passes.edits = self.edits_of(sentences)
        new_R1 = self.read_RT.new_tensor(ids).unsqueeze(1)
        self.read_RT = torch.cat([self.read_RT[self.read_RT.new_tensor(rows)], new_R1], dim=1)

    def _rows_of(self, sentence: int) -> list[Tensor]:
        """(V,) log-probabilities of the rows of a sentence's winning text."""
        search, seen = self.searches[sentence], self.seen or []
        return [
            log_p_RV[sentences.index(sentence) + search.nodes[index].row].clone()
            for index, (sentences, log_p_RV) in zip(search.winner, seen, strict=False)
        ]
