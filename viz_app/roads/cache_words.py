"""What the cache saves at a step and the proof that it changes nothing, in words. No Qt.

Steps count from 0 here and from 1 in words.
"""

from __future__ import annotations

from model_core.trace import Trace


def cost_words(trace: Trace, sentence: int, step: int) -> str:
    """How many multiplications the step takes with and without the cache."""
    return ""


def formula_words(trace: Trace, sentence: int, step: int) -> str:
    """What is multiplied with what."""
    return ""


def proof_words(trace: Trace, sentence: int, step: int) -> str:
    """How far the cached step and the whole pass are apart."""
    if "cache_difference" not in trace.numbers:
        return "The target was given: it was read in one whole pass, all rows at once, without a cache."
    at = float(trace.numbers["cache_difference"][sentence, step])
    most = float(trace.numbers["cache_difference"][sentence, : len(trace.sentences[sentence].written)].max())
    return (
        f"Proof: the log-probabilities of step {step + 1} with the cache and those of one whole pass without it differ "
        f"by at most {at:.1e}; over all steps by {most:.1e}. That is rounding: both give the same."
    )


__all__ = ["cost_words", "formula_words", "proof_words"]
