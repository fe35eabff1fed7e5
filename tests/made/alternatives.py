"""Made Traces (see tests/made/traces.py) with other alternatives, the tree of a beam search, and filtered chances."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from model_core.record.edits import Branch, Decoding
from model_core.record.tokens import Token
from model_core.record.trace import Alternative, Node, Trace
from model_core.spec import EOS, SPECIAL_PIECES


def with_alternatives(
    trace: Trace, names: tuple[str, ...] = ("branch",), part_at: int = 1, sentence: int = 0, longer: int = 0
) -> Trace:
    """The Trace with one alternative per name: as the main text up to row `part_at`, another token there, then the
    main tokens again, `longer` rows more or fewer; branches are added to its run too."""
    made = tuple(
        _alternative(trace, name, part_at + number, sentence, longer, number) for number, name in enumerate(names)
    )
    branches = tuple(Branch(one.text[: one.forced], sentence) for one in made if one.name == "branch")
    run = trace.run.with_(branches=(*trace.run.branches, *branches))
    return trace.with_(alternatives=(*trace.alternatives, *made), run=run)


def _alternative(trace: Trace, name: str, part_at: int, sentence: int, longer: int, seed: int) -> Alternative:
    one, random = trace.sentences[sentence], np.random.default_rng(seed)
    end = one.written[-1]
    body = list(one.written[:-1]) if end.id == EOS else list(one.written)
    place = min(part_at, len(body))
    other = trace.candidate_tokens[sentence][min(place, len(one.written) - 1)][1]
    body[place : place + 1] = [other]
    body = body[:longer] if longer < 0 else [*body, *([other] * longer)]
    written = (*body, Token(EOS, SPECIAL_PIECES[EOS], SPECIAL_PIECES[EOS], "special"))
    count = len(written)
    chances = random.uniform(0.2, 0.95, count)
    numbers = {
        "probability": chances, "log_probability": np.log(chances), "end_probability": random.uniform(0, 0.3, count),
        "entropy": random.uniform(0, 3, count),
    }  # fmt: skip
    return Alternative(
        name=name,
        sentence=sentence,
        read=(one.read[0], *written[:-1]),
        written=written,
        forced=place + 1 if name == "branch" else 0,
        finished=True,
        numbers={key: array.astype(np.float32) for key, array in numbers.items()},
        weights={kind: _weights(trace, kind, count, sentence, random) for kind in ("decoder", "cross")},
    )


def _weights(trace: Trace, kind: str, rows: int, sentence: int, random: np.random.Generator) -> np.ndarray:
    """(L, H, T, columns) rows that sum to 1; the decoder's see no later token."""
    columns = rows if kind == "decoder" else len(trace.sentences[sentence].source)
    spec = trace.spec
    raw = random.uniform(0.0, 1.0, (spec.layers(kind), spec.heads, rows, columns)) ** 3
    if kind == "decoder":
        raw *= np.tri(rows)
    return (raw / raw.sum(axis=-1, keepdims=True)).astype(np.float32)


def with_tree(trace: Trace, beams: int = 2, sentence: int = 0) -> Trace:
    """The Trace as beam search would tell it: at each step the written token wins, one other is kept, two are pruned.

    Its run says so too; totals and scores follow from the log-probabilities.
    """
    decoding = Decoding(method="beam", beams=beams)
    nodes: list[Node] = []
    parent, lasting = -1, -1
    for step, token in enumerate(trace.sentences[sentence].written):
        others = [one for one in trace.candidate_tokens[sentence][step] if one.id != token.id]
        parents = [parent, *([lasting] if lasting >= 0 else [])]
        first = len(nodes)
        chances = trace.numbers["candidates"][sentence, step]
        for number, own in enumerate((token, *others[: beams + 1])):
            above = parents[number % len(parents)]
            log_p = math.log(max(1e-6, float(chances[number])))
            total = log_p + (nodes[above].total if above >= 0 else 0.0)
            nodes.append(
                Node(
                    sentence, above, step, own, log_p, total, total / (step + 1) ** decoding.length_penalty,
                    kept=number < beams, ended=own.id == EOS, winner=number == 0,
                )
            )  # fmt: skip
        parent, lasting = first, first + 1
    return trace.with_(tree=tuple(nodes), run=trace.run.with_(decoding=decoding))


def with_chances(trace: Trace, decoding: Decoding) -> Trace:
    """The Trace with its candidates' logits divided, filtered and made chances of, as `decoding` says."""
    logits = np.asarray(trace.numbers["candidate_logits"], np.float64)
    scaled = logits / decoding.temperature
    chances = np.exp(scaled - scaled.max(-1, keepdims=True))
    if decoding.top_k:
        chances[..., decoding.top_k :] = 0
    chances /= chances.sum(-1, keepdims=True)
    before = np.cumsum(chances, -1) - chances
    chances = np.where(before < decoding.top_p, chances, 0)
    chances /= chances.sum(-1, keepdims=True)
    numbers = {"candidate_scaled": scaled, "candidate_chances": chances}
    own = {name: array.astype(np.float32) for name, array in numbers.items()}
    return trace.with_(numbers={**trace.numbers, **own}, run=trace.run.with_(decoding=decoding))


def beside(trace: Trace, **more: int) -> Trace:
    """A teacher-forced Trace with the free-running alternative beside it."""
    run = trace.run.with_(target=tuple(one.target_text for one in trace.sentences), beside=True)
    one = replace(trace.sentences[0], forced=len(trace.sentences[0].written))
    return with_alternatives(trace.with_(run=run, sentences=(one, *trace.sentences[1:])), ("free",), **more)


__all__ = ["beside", "with_alternatives", "with_chances", "with_tree"]
