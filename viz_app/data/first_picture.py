"""What the first picture of a text shows: the head that is easiest to read, and a step at which the model hesitated."""

from __future__ import annotations

from model_core.record.trace import Trace

_IN_DOUBT = 0.1
"""Probability of the second candidate from which on a step is a true choice."""


def clearest_head(trace: Trace) -> tuple[int, int]:
    """Layer and head (from 0) whose cross-attention is the easiest to read first: its rows look decidedly at words
    rather than at the end of the sentence, and few words are left out. Maps of (H, T, S) per layer."""
    best, place = -1.0, (0, 0)
    for layer, maps in enumerate(trace.maps("cross") if trace.whole("cross") else ()):
        words = maps[:, :, :-1] if maps.shape[2] > 1 else maps
        if not words.size:
            continue
        for head, strength in enumerate(words.max(axis=2).mean(axis=1) + words.max(axis=1).mean(axis=1)):
            if strength > best:
                best, place = float(strength), (layer, head)
    return place


def telling_step(trace: Trace) -> int | None:
    """The step (from 0) at which a second word came closest to the one written, never the end of the sentence; the
    middle step where the model never hesitated, None where no word was written."""
    written = trace.sentences[0].written[:-1]
    closest, place = 0.0, None
    for step, token in enumerate(written):
        first, second = (*trace.candidates(step), None, None)[:2]
        if first is None or second is None or first.token.id != token.id or second.probability < _IN_DOUBT:
            continue
        if (doubt := second.probability / first.probability) > closest:
            closest, place = doubt, step
    return place if place is not None or not written else len(written) // 2
