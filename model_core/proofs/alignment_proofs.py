"""Proof that agreement with an alignment and the alignment error rate are what they say, link by link.

Shapes: H heads, T target rows, S source tokens.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from model_core.analysis.heads.head_alignment import (
    AGREEMENT,
    ERROR_RATE,
    TokenAlignment,
    alignment_measures,
    on_tokens,
    words_of,
)
from model_core.proofs.engine_proofs import engine_of, run_of_batch, run_trace
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, larger
from model_core.proofs.reading_proofs import in_words
from model_core.record.aligned_text import AlignedText
from model_core.transformer.model import EncoderDecoder

NEAR = 1e-6
"""Of source words whose weights are nearer than this, either may be a target word's link."""


def alignments_hold(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Every cross head of every line, against an alignment that is drawn at random."""
    trace, _ = run_trace(engine_of(model), run_of_batch(batch))
    dice, worst = np.random.default_rng(0), 0.0
    for number, one in enumerate(trace.sentences):
        one = replace(one, source=in_words(one.source), written=in_words(one.written))
        source, target = words_of(one.source)[0], words_of(one.written)[0]
        links = [(i, j) for i in range(len(source)) for j in range(len(target)) if dice.random() * len(source) < 2]
        sure = tuple(link for link in links if dice.random() < 0.6)
        text = AlignedText(source, target, sure, tuple(link for link in links if link not in sure))
        found = on_tokens(text, one)
        if found is None:
            return [Proof("alignments", "an alignment of a sentence is known as its own", math.inf, CLOSE)]
        for maps_HTS in trace.maps("cross", "weights", number):
            measured = alignment_measures(maps_HTS, found)
            for head, map_TS in enumerate(maps_HTS):
                of_head = {name: float(values[head]) for name, values in measured.items()}
                worst = larger(worst, _largest_difference(of_head, np.asarray(map_TS, np.float64), found))
    return [Proof("alignments", "error rate and agreement of every cross head, worked out link by link", worst, CLOSE)]


def _largest_difference(measured: dict[str, float], map_TS: np.ndarray, found: TokenAlignment) -> float:
    """Largest difference of one head's numbers; an error rate that hangs on a near tie is not compared."""
    sure, links, tied = set(found.text.sure), set(), False
    linked = sure | set(found.text.possible)
    agreements: list[float] = []
    for target in range(len(found.text.target) if found.text.source else 0):
        rows = [row for row, word in enumerate(found.rows) if word == target]
        sums = [_read(map_TS, rows, found.columns, source) for source in range(len(found.text.source))]
        links.add((sums.index(max(sums)), target))
        tied |= len([one for one in sums if one > max(sums) - NEAR]) > 1
        if any(link[1] == target for link in linked):
            agreements.append(sum(one for source, one in enumerate(sums) if (source, target) in linked))
    agreed = sum((link in sure) + (link in linked) for link in links)
    rate = 1 - agreed / (len(links) + len(sure)) if links or sure else 0.0
    worst = 0.0 if tied else abs(measured[ERROR_RATE.name] - rate)
    if agreements:
        worst = larger(worst, abs(measured[AGREEMENT.name] - sum(agreements) / len(agreements)))
    return worst


def _read(map_TS: np.ndarray, rows: Sequence[int], columns: Sequence[int | None], source: int) -> float:
    """The weight that a target word's rows put on a source word, on average."""
    cells = [float(map_TS[row, column]) for row in rows for column, word in enumerate(columns) if word == source]
    return sum(cells) / len(rows)
