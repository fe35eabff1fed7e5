"""What the cache saves at a step and the proof that it changes nothing, in words. No Qt.

Steps count from 0 here and from 1 in words.
"""

from __future__ import annotations

from functools import lru_cache

from model_core.analysis.decoding_cost import step_cost, text_cost
from model_core.record.trace import Trace
from model_core.spec import ModelSpec

GUESSED = "While you type, rows are computed together from a guess: nothing was read from a cache yet."


def counted(number: int) -> str:
    """A count in words that can be compared at a glance: 860,000, 12.3 million."""
    if number >= 1_000_000_000:
        return f"{number / 1e9:.2f} billion"
    return f"{number / 1e6:.2f} million" if number >= 1_000_000 else f"{number:,}"


@lru_cache(maxsize=16)
def _of_text(spec: ModelSpec, source: int, steps: int, cached: bool) -> int:
    """All multiplications of a text; kept, because every step asks for it."""
    return text_cost(spec, source, steps, cached).total


def cost_words(trace: Trace, sentence: int, step: int) -> str:
    """How many multiplications the step takes with and without the cache, and the whole text."""
    one, spec = trace.sentences[sentence], trace.spec
    source, steps = len(one.source), len(one.written)
    own, bare = (step_cost(spec, source, step, cached).total for cached in (True, False))
    whole, long = (_of_text(spec, source, steps, cached) for cached in (True, False))
    start = f"Step {step + 1} takes {counted(own)} multiplications with the cache and {counted(bare)} without it"
    times = f"{bare / own:.1f} times as many" if bare > own else "as many: nothing is in the cache yet"
    return f"{start}, {times}. All {steps} steps: {counted(whole)} and {counted(long)}, {long / whole:.1f} times."


def formula_words(trace: Trace, sentence: int, step: int) -> str:
    """What is multiplied with what; see model_core.analysis.decoding_cost."""
    spec, source = trace.spec, len(trace.sentences[sentence].source)
    sources = source if step == 0 else 0
    return (
        "L·D²·(6r + 2s) + 2·L·r·(t + S)·D + 2·L·r·D·F + D·V with "
        f"L = {spec.decoder_layers} layers, D = {spec.d_model}, F = {spec.d_ff}, V = {spec.target_vocabulary:,}, "
        f"S = {source} source tokens, t = {step + 1} tokens read; with the cache r = 1 row and s = {sources} source "
        f"rows are computed, without it r = {step + 1} and s = {source}."
    )


def proof_words(trace: Trace, sentence: int, step: int) -> str:
    """How far the cached step and the whole pass are apart."""
    if "cache_difference" not in trace.numbers:
        if trace.run.target is None:
            return GUESSED
        return "The target was given: it was read in one whole pass, all rows at once, without a cache."
    at = float(trace.numbers["cache_difference"][sentence, step])
    most = float(trace.numbers["cache_difference"][sentence, : len(trace.sentences[sentence].written)].max())
    if trace.run.edits.masks.reads_later:
        return (
            f"With these masks step {step + 1} with the cache and one whole pass differ by {_apart(at)}, over all "
            f"steps by {_apart(most)}, in log-probability: in the whole pass rows read "
            "tokens that a step cannot know yet."
        )
    return (
        f"Proof: the log-probabilities of step {step + 1} with the cache and those of one whole pass without it differ "
        f"by at most {at:.1e}; over all steps by {most:.1e}. That is rounding: both give the same."
    )


def _apart(value: float) -> str:
    """A difference: 6.4, or 3.1e-06 where it is rounding."""
    return f"{value:.1e}" if value < 0.01 else f"{value:.2g}"


__all__ = ["GUESSED", "cost_words", "counted", "formula_words", "proof_words"]
