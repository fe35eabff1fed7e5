"""The text as it is and the text without a part, as lines of words with those marked that changed. No Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from model_core.analysis.text_comparison import differing_places
from model_core.record.trace import Alternative, Token
from viz_app.data.number_format import fmt_score
from viz_app.data.selection import words_of
from viz_app.views.heads import words
from viz_app.views.heads.content import EffectContent, EffectRow


@dataclass(frozen=True)
class TextLine:
    """One text: what it is called, its words, which of them the other has not, its numbers in words, at the right."""

    name: str
    words: tuple[str, ...]
    changed: tuple[bool, ...]
    numbers: str = ""
    strong: bool = False


def changed_words(tokens: Sequence[Token], others: Sequence[Token]) -> tuple[bool, ...]:
    """Of each word of `tokens` whether the other text has not got it there, by their longest common parts."""
    own = words_of(tokens)
    changed, _ = differing_places(own, words_of(others))
    return tuple(place in changed for place in range(len(own)))


def text_lines(
    shown: EffectContent, row: EffectRow | None, written: Sequence[Token], text: Alternative | None, column: int | None
) -> tuple[TextLine, ...]:
    """The text as it is; the one without the chosen part, where it is there, and what becomes of a column's token."""
    if not written:
        return ()
    other = written if text is None else text.written
    total = "" if math.isnan(shown.base.sum()) else f"text: log p {fmt_score(float(shown.base.sum()), 2)}"
    lines = [TextLine("as it is", words_of(written), changed_words(written, other), total)]
    if row is not None:
        found = () if text is None else words_of(text.written)
        changed = () if text is None else changed_words(text.written, written)
        lines.append(TextLine(words.without(shown, row), found, changed, _numbers(shown, row, column), strong=True))
    return tuple(lines)


def _numbers(shown: EffectContent, row: EffectRow, column: int | None) -> str:
    """ "step 10: log p(verde) −0.41 → −3.30", of the text that was written with everything on."""
    value, base = row.value(column), float(shown.base.sum() if column is None else shown.base[column])
    if math.isnan(value):
        return words.WAITING
    what = "text: log p" if column is None else f"step {column + 1}: log p({shown.columns[column]})"
    return f"{what} {fmt_score(base, 2)} → {fmt_score(base + value, 2)}"


__all__ = ["TextLine", "changed_words", "text_lines"]
