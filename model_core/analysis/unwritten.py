"""A run without the words that are not written yet while decoding is played, so that one can guess them."""

from __future__ import annotations

from dataclasses import replace

from model_core.record.trace import Sentence, Token, Trace

LATER = "…"
"""What stands in the place of a token that is not written yet."""


def covered(trace: Trace, sentence: int, rows: int) -> Trace:
    """The same run with … in place of every target token of a sentence, every candidate and every other text from
    row `rows` on. Numbers stay."""

    def of_sentence(place: int, one: Sentence) -> Sentence:
        if place != sentence:
            return one
        return replace(one, read=_cover(one.read, rows + 1), written=_cover(one.written, rows), target_text="")

    def of_candidates(place: int, steps: tuple[tuple[Token, ...], ...]) -> tuple[tuple[Token, ...], ...]:
        return (*steps[:rows], *(_cover(one, 0) for one in steps[rows:])) if place == sentence else steps

    return trace.with_(
        sentences=tuple(of_sentence(place, one) for place, one in enumerate(trace.sentences)),
        candidate_tokens=tuple(of_candidates(place, steps) for place, steps in enumerate(trace.candidate_tokens)),
        alternatives=tuple(
            replace(one, read=_cover(one.read, rows + 1), written=_cover(one.written, rows))
            if one.sentence == sentence else one
            for one in trace.alternatives
        ),
        tree=tuple(
            node if node.sentence != sentence or node.step < rows else replace(node, token=_cover((node.token,), 0)[0])
            for node in trace.tree
        ),
    )  # fmt: skip


def _cover(tokens: tuple[Token, ...], first: int) -> tuple[Token, ...]:
    return (*tokens[:first], *(replace(one, piece=LATER, text=LATER, note="") for one in tokens[first:]))


class Covering:
    """The covered run of the step that is played, made once for all that show it."""

    def __init__(self) -> None:
        self._made: tuple[Trace, int, int, Trace] | None = None

    def of(self, trace: Trace, sentence: int, rows: int | None) -> Trace:
        """The run with what is written in the first `rows` rows; None: all of it."""
        if rows is None:
            self._made = None
            return trace
        if self._made is None or self._made[0] is not trace or self._made[1:3] != (sentence, rows):
            self._made = trace, sentence, rows, covered(trace, sentence, rows)
        return self._made[3]


__all__ = ["LATER", "Covering", "covered"]
