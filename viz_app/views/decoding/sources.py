"""Where each number of the Decoding view comes from, as `model_core.explain.provenance` names it. Counted from 0."""

from __future__ import annotations

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.number_sources import candidate_source
from viz_app.views.decoding.tree_layout import KEPT, PASSED, PRUNED, START, Spot

CHANCES = ("candidate_logits", "candidate_scaled", "candidate_chances", "candidate_chances")
"""The columns of the chances -> names of Trace.numbers."""


Answer = tuple[Trace, Source] | None
"""What can be asked where it comes from; None where it was not recorded."""


def step_number(trace: Trace, sentence: int, text: DecodedText, name: str, step: int) -> Answer:
    """A number of one step of the main text or of an alternative."""
    if text.number(name, step) is None:
        return None
    if text.alternative is None:
        return trace, Source(f"numbers.{name}", (sentence, step))
    return trace, Source(f"alternatives.{text.place}.numbers.{name}", (step,))


def spot_number(trace: Trace, sentence: int, texts: tuple[DecodedText, ...], spot: Spot) -> Answer:
    """The probability under a token of the tree; of what beam search left, its log-probability."""
    if spot.role == START:
        return None
    if spot.role == PASSED:
        found = candidate_source(trace, sentence, spot.step, spot.token.id)
        return None if found is None else (trace, found)
    if spot.role in (KEPT, PRUNED):
        place = next((number for number, node in enumerate(trace.tree) if node is spot.node), None)
        return None if place is None else (trace, Source(f"tree.{place}.log_probability"))
    return step_number(trace, sentence, texts[spot.text], "probability", spot.step)


def chance_number(trace: Trace, sentence: int, step: int, rank: int, column: int) -> Answer:
    """A number of the chances' table; below the candidates stands a written token that is none of them."""
    token = trace.sentences[sentence].written[step].id
    if rank >= len(trace.candidate_tokens[sentence][step]):
        if column == 0 and "logits" in trace.arrays:
            return trace, Source("logits", (sentence, step, token))
        plain = column > 1 and trace.run.decoding.method != "sample"
        return (trace, Source("numbers.probability", (sentence, step))) if plain else None
    name = CHANCES[column] if CHANCES[column] in trace.numbers else "candidates"
    return (trace, Source(f"numbers.{name}", (sentence, step, rank))) if name in trace.numbers else None


def cache_number(trace: Trace, sentence: int, step: int) -> Answer:
    """How far the cached step and the whole pass are apart."""
    name = "cache_difference"
    return (trace, Source(f"numbers.{name}", (sentence, step))) if name in trace.numbers else None
