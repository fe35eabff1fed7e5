"""Proof that beam search considered the right candidates: every step of its tree against whole passes of the model.

Each step is judged by the texts that the tree itself kept before it, so that a tie decided otherwise changes nothing.
Shapes: B live texts, T target rows, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor

from model_core.errors import Refused
from model_core.proofs.engine_proofs import STEPS, engine_of, expected_pass, numbers_apart, run_of_batch, run_trace
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, close, larger
from model_core.record.edits import Decoding
from model_core.record.trace import Node, Trace
from model_core.transformer.model import EncoderDecoder

BEAMS = Decoding("beam", beams=3, length_penalty=0.6)


@dataclass
class _Level:
    """One step of a search: the texts continued in it, by their nodes (-1 at the start), and what has ended before."""

    live: dict[int, list[int]]
    totals: dict[int, float]
    ended: list[float] = field(default_factory=list)


def searched_lines(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Beam search of several lines: the scores of all candidates, which were kept, when the search ended, and which
    text won."""
    worst, size, engine = 0.0, CLOSE, engine_of(model)
    for early in (True, False):
        run = run_of_batch(batch).with_(target=None, max_steps=STEPS, decoding=replace(BEAMS, early_stopping=early))
        try:
            trace, _ = run_trace(engine, run)
        except Refused as refused:
            return [Proof("beam search", refused.message, math.nan, CLOSE)]
        logits_BTV = expected_pass(model, trace).logits_BTV
        size = max(size, STEPS * close(logits_BTV.log_softmax(-1)))  # totals are sums
        worst = larger(worst, numbers_apart(trace, logits_BTV))
        for sentence, one in enumerate(trace.sentences):
            if len(one.source) > 1:
                worst = larger(worst, _search_apart(model, trace, sentence, size))
    return [Proof("beam search", "scores, choices and ends of a search, and whole passes", worst, size)]


@torch.inference_mode()
def _search_apart(model: EncoderDecoder, trace: Trace, sentence: int, bound: float) -> float:
    """Largest difference that one sentence's tree shows."""
    tree = {place: node for place, node in enumerate(trace.tree) if node.sentence == sentence}
    most = min(STEPS, model.spec.max_positions)
    source_1S = torch.tensor([[token.id for token in trace.sentences[sentence].source]])
    level, last, worst = _Level({-1: []}, {-1: 0.0}), max(node.step for node in tree.values()), 0.0
    for step in range(last + 1):
        here = {place: node for place, node in tree.items() if node.step == step}
        if not level.live or any(node.parent not in level.live for node in here.values()):
            return math.inf
        read_BT = torch.tensor([[model.spec.bos_id, *ids] for ids in level.live.values()])
        log_p_BV = model(source_1S.expand(len(read_BT), -1), read_BT)[:, -1].double().log_softmax(-1)
        rows = dict(zip(level.live, log_p_BV, strict=True))
        for node in here.values():
            total = level.totals[node.parent] + float(rows[node.parent][node.token.id])
            apart = (
                node.log_probability - float(rows[node.parent][node.token.id]),
                node.total - total,
                node.score - total / (step + 1) ** BEAMS.length_penalty,
            )
            worst = larger(worst, max(map(abs, apart)))
        worst = larger(worst, _kept_apart(model, level, rows, here, bound))
        level = _next(level, here)
        over = _search_ends(trace, level, step, most)
        worst = larger(worst, 0.0 if over == (step == last) else math.inf)
    return larger(worst, _winner_apart(trace, tree, sentence, level, last + 1 == most))


def _kept_apart(
    model: EncoderDecoder, level: _Level, rows: dict[int, Tensor], here: dict[int, Node], bound: float
) -> float:
    """By how much a text that was dropped was better than one that was kept."""
    eos, never = model.spec.eos_id, model.spec.never_written
    every = sorted(
        (-(level.totals[parent] + value), token)
        for parent, row_V in rows.items()
        for token, value in enumerate(row_V.tolist())
        if token not in never
    )[: 2 * BEAMS.beams]
    best = [-value for value, _ in every]
    going = [-value for value, token in every if token != eos][: BEAMS.beams]
    kept = [node for node in here.values() if node.kept and not node.ended]
    ends = [node.total for node in here.values() if node.kept and node.ended]
    worst = 0.0 if len(kept) == len(going) else math.inf
    kept.sort(key=lambda one: -one.total)
    for node, least in zip(kept, going, strict=False):
        worst = larger(worst, max(0.0, least - node.total))
    at_least = best[min(BEAMS.beams, len(best)) - 1]
    sure = [-value for value, token in every if token == eos and -value > at_least + bound]
    worst = larger(worst, 0.0 if len(ends) >= len(sure) else math.inf)
    return larger(worst, max([0.0, *(at_least - total for total in ends)]))


def _next(level: _Level, here: dict[int, Node]) -> _Level:
    going = {place: node for place, node in here.items() if node.kept and not node.ended}
    live = {place: [*level.live[node.parent], node.token.id] for place, node in going.items()}
    ended = [*level.ended, *(node.score for node in here.values() if node.kept and node.ended)]
    return _Level(live, {place: node.total for place, node in going.items()}, ended)


def _search_ends(trace: Trace, level: _Level, step: int, most: int) -> bool:
    """Whether a search has to end after a step."""
    decoding = trace.run.decoding
    if not level.live or step + 1 == most:
        return True
    if decoding.early_stopping and len(level.ended) >= decoding.beams:
        return True
    lengths: Sequence[int] = range(step + 2, most + 1)
    reachable = max(total / n**decoding.length_penalty for total in level.totals.values() for n in lengths)
    return bool(level.ended) and max(level.ended) >= reachable


def _winner_apart(trace: Trace, tree: dict[int, Node], sentence: int, level: _Level, full: bool) -> float:
    """By how much a text that lost was better than the one that won; infinite if the winner is not the text that was
    written."""
    won = [node for node in tree.values() if node.winner]
    if [node.token.id for node in won] != [token.id for token in trace.sentences[sentence].written]:
        return math.inf
    going = [tree[place].score for place in level.live] if full else []
    return max(0.0, max([*level.ended, *going], default=math.inf) - won[-1].score)
