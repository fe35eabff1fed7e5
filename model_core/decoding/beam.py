"""Beam search for one sentence, with a key/value cache and a record of every candidate.

As in Wu et al. 2016 (section 7) and Hugging Face's `generate`: the best `beams` texts are continued; texts that have
ended compete by their scores. Shapes: B live texts, R rows of a pass, T rows read, V
vocabulary, L layers, H heads, M keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import torch
from torch import Tensor

from model_core.decoding.decode import attention_rows, is_decoder_weights, refuse_nan
from model_core.decoding.fast_attention import fast_recording
from model_core.record.edits import Decoding
from model_core.transformer.cache import LayerCache
from model_core.transformer.hooks import Listener, hook_points
from model_core.transformer.model import DecodingCache, EncoderDecoder

Cache = TypeVar("Cache", bound=LayerCache)
ROOT = -1
"""Index of the parent of the first tokens."""
PASS_BYTES = 200_000_000
"""Bytes up to which the log-probabilities of all live texts are kept, for a later comparison with the whole pass."""


@dataclass(frozen=True)
class BeamCandidate:
    """One candidate text, as its last token: see `model_core.record.trace.Node`.

    `row` is the row of its parent in the batch of its step's live texts.
    """

    parent: int
    step: int
    id: int
    row: int
    log_p: float
    total: float
    score: float
    kept: bool = False
    ended: bool = False


@dataclass(frozen=True)
class BeamStep:
    """After row `index`: the new token of the best live text, or of the best ended one where none is live.

    log_p (V,) and weights kind -> (L, H, M) are those of the row in which it was chosen.
    """

    index: int
    id: int
    log_p: Tensor
    weights: dict[str, Tensor]


class Beam:
    """One search. `steps` runs it; `nodes`, `text` and `rows` hold its result.

    Of each step's 2·beams best continuations, the best `beams` that do not end are continued; one that ends counts
    where it is among the best `beams`. The two best continuations of every live text are recorded besides. The search
    is over when `beams` texts have ended (only with the decoding's `early_stopping`, as in Hugging Face), when no live
    text can still win, or after `max_steps` rows, where live texts compete as well. With one beam and early stopping
    it is greedy decoding.
    """

    def __init__(
        self,
        model: EncoderDecoder,
        source_1S: Tensor,
        memory_1SD: Tensor,
        max_steps: int,
        decoding: Decoding,
        prefix: Sequence[int] = (),
        watch: bool = False,
        edits: Mapping[str, Listener] | None = None,
    ) -> None:
        self.model, self.source_1S, self.memory_1SD = model, source_1S, memory_1SD
        self.max_steps, self.decoding, self.prefix, self.edits = max_steps, decoding, prefix, edits
        self.watched = frozenset(filter(is_decoder_weights, hook_points(model)) if watch else ())
        self.never = list(model.spec.never_written)
        self.nodes: list[BeamCandidate] = []
        self.live = [ROOT]
        self.ended: list[int] = []
        self.passes: list[Tensor] = []
        self.remembers = watch and 4 * decoding.beams * max_steps * model.spec.target_vocabulary <= PASS_BYTES
        self._cache: DecodingCache = model.new_cache(max_steps)

    @torch.inference_mode()
    def steps(self) -> Iterator[BeamStep]:
        """Run the search, step by step. Raises Refused where a probability is NaN."""
        read_BT = self.source_1S.new_tensor([[self.model.spec.bos_id]])
        for step in range(self.max_steps):
            log_p_BV, kept = self._last_rows(read_BT)
            refuse_nan(log_p_BV[:, 0], step)
            if self.remembers:
                self.passes.append(log_p_BV)
            new = self._extend(step, log_p_BV)
            best = self.nodes[max(self.live or new, key=lambda index: self.nodes[index].score)]
            weights = attention_rows(kept, self.model.spec.decoder_layers, -1, step + 1)
            yield BeamStep(step, best.id, log_p_BV[best.row], {kind: one[:, best.row] for kind, one in weights.items()})
            if self._finished(step):
                break
            parents = [self.nodes[index].row for index in self.live]
            self._cache = [
                (_select_rows(own, parents, self.max_steps), _select_rows(cross, parents)) for own, cross in self._cache
            ]
            ids = read_BT.new_tensor([[self.nodes[index].id] for index in self.live])
            read_BT = torch.cat([read_BT[parents], ids], dim=1)

    def _last_rows(self, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """(B, V) log-probabilities of the last row of every live text, and the recorded weights."""
        count = read_BT.shape[0]
        source_BS, memory_BSD = self.source_1S.expand(count, -1), self.memory_1SD.expand(count, -1, -1)
        if self.model.spec.leaks:  # every row changes with every token
            self._cache = [(LayerCache(self.max_steps), cross) for _, cross in self._cache]
        with fast_recording(self.model, self.watched.__contains__, self.edits) as kept:
            hidden_B1D = self.model.decode(read_BT, memory_BSD, source_BS, self._cache)
            return self.model.unembed(hidden_B1D)[:, -1].log_softmax(-1).cpu(), kept

    # -- growing ----------------------------------------------------------------------------------------------------
    def _extend(self, step: int, log_p_BV: Tensor) -> list[int]:
        """Record continuations of the live texts and choose the next live ones; the indices of the new nodes."""
        eos, beams = self.model.spec.eos_id, self.decoding.beams
        first, live = len(self.nodes), list[int]()
        for rank, one in enumerate(self._continuations(step, log_p_BV)):
            index = len(self.nodes)
            ends = one.id == eos
            kept = rank < beams if ends else rank < 2 * beams and len(live) < beams
            if kept:
                (self.ended if ends else live).append(index)
            self.nodes.append(replace(one, kept=kept, ended=ends))
        self.live = live
        return list(range(first, len(self.nodes)))

    def _continuations(self, step: int, log_p_BV: Tensor) -> list[BeamCandidate]:
        """The 2·beams best of all, best first, then the two best of each live text; within a prefix its id alone."""
        totals_B1 = torch.tensor([[self.nodes[i].total if i != ROOT else 0.0] for i in self.live], dtype=torch.float64)
        totals_BV = totals_B1 + log_p_BV.double()
        if step < len(self.prefix):
            return [self._candidate(step, 0, self.prefix[step], totals_BV, log_p_BV)]
        totals_BV[:, self.never] = -torch.inf
        width = totals_BV.shape[1]
        possible = len(self.live) * (width - len(set(self.never)))
        order = totals_BV.flatten().topk(min(2 * self.decoding.beams, possible)).indices.tolist()
        two = totals_BV.topk(min(2, width - len(set(self.never)))).indices.tolist()
        besides = [row * width + index for row, ids in enumerate(two) for index in ids]
        places = dict.fromkeys([*order, *besides])
        return [self._candidate(step, place // width, place % width, totals_BV, log_p_BV) for place in places]

    def _candidate(self, step: int, row: int, token: int, totals_BV: Tensor, log_p_BV: Tensor) -> BeamCandidate:
        total, log_p = float(totals_BV[row, token]), float(log_p_BV[row, token])
        return BeamCandidate(self.live[row], step, token, row, log_p, total, self._score(total, step + 1))

    def _score(self, total: float, length: int) -> float:
        """What texts are compared by: log-probability / lengthᵅ, the end of sentence counted."""
        return total / length**self.decoding.length_penalty

    def _finished(self, step: int) -> bool:
        """Whether no live text can still win: it can only lose probability, though its score may gain by its length."""
        if not self.live or (self.decoding.early_stopping and len(self.ended) >= self.decoding.beams):
            return True
        if not self.ended:
            return False
        total = max(self.nodes[index].total for index in self.live)
        reachable = max(self._score(total, length) for length in (min(step + 2, self.max_steps), self.max_steps))
        return max(self.nodes[index].score for index in self.ended) >= reachable

    # -- afterwards -------------------------------------------------------------------------------------------------
    @property
    def winner(self) -> list[int]:
        """Indices of the nodes of the winning text, from its first token to its last."""
        last = self.nodes[-1].step + 1 if self.nodes else 0
        competing = [*self.ended, *(self.live if last == self.max_steps else ())]
        node, path = max(competing, key=lambda index: self.nodes[index].score), []
        while node != ROOT:
            path.append(node)
            node = self.nodes[node].parent
        return path[::-1]

    def explored(self) -> list[tuple[BeamCandidate, bool]]:
        """Every node, and whether it lies on the winning path."""
        won = set(self.winner)
        return [(node, index in won) for index, node in enumerate(self.nodes)]

    def text(self) -> list[int]:
        """The ids of the winning text."""
        return [self.nodes[index].id for index in self.winner]

    def rows(self) -> list[Tensor]:
        """(V,) log-probabilities of every row of the winning text, as computed in its step; [] where they were not
        kept."""
        if not self.remembers:
            return []
        return [self.passes[node.step][node.row] for node in (self.nodes[index] for index in self.winner)]


def _select_rows(cache: Cache, rows: Sequence[int], capacity: int = 0) -> Cache:
    """A cache of these rows of the batch, in this order, with room for `capacity` tokens."""
    if not cache.filled or list(rows) == list(range(cache.views()[0].shape[0])):
        return cache
    k_BHMK, v_BHMK = cache.views()
    chosen = type(cache)(capacity)
    chosen.extend(k_BHMK[list(rows)], v_BHMK[list(rows)])
    return chosen
