"""The matrix of effects in words: its rows, columns and cells. No Qt. Layers and heads count from 1 in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from model_core.analysis.effect_order import order_words, rank_correlation
from model_core.direction import in_order, quoted
from model_core.record.effects import Effects, EffectsSpec
from viz_app.data.edit_list import INSTEAD
from viz_app.data.number_format import MINUS, fmt_chance, fmt_score, fmt_signed
from viz_app.data.selection import words_of
from viz_app.data.words.parts import NOTHING_WRITTEN, part_name
from viz_app.system.language import counted, tr
from viz_app.views.heads.content import GROUP_WORDS, EffectContent, EffectRow, Line

LEGEND = {
    "heads": tr("change in log-probability when this head alone is switched off"),
    "feed_forwards": tr("change in log-probability when this feed-forward alone is switched off"),
    "source": tr("change in log-probability when this word alone is hidden from every attention"),
}
BY_GRADIENT = {
    "gradient": tr("the word's contribution to the log-probability by gradient × input, with the sign reversed"),
    "integrated": tr("the word's contribution to the log-probability by integrated gradients, with the sign reversed"),
}
REPLACED = tr("change in log-probability when this head alone is replaced")
WAITING = tr("being computed")
OFF = {"off": tr("off", "a head"), "replaced": tr("replaced")}
"""The note on a part that an edit already changes (EffectRow.off)."""
METHOD_NAMES = {
    "removed": tr("switching it off"),
    "gradient": tr("gradient × input"),
    "integrated": tr("integrated gradients"),
}
_ORDERS = {
    "nearly the same order": tr("nearly the same order"),
    "a similar order": tr("a similar order"),
    "a loosely similar order": tr("a loosely similar order"),
    "unrelated orders": tr("unrelated orders"),
    "nearly opposite orders": tr("nearly opposite orders"),
    "": "",
}
"""What model_core.analysis.effect_order says of two orders -> the same in the words of the window."""
_TENTHS = 0.5
"""Where colours end below this change, numbers in the cells have two decimals."""
_ALONE = tr("Each switched off alone: this does not show what other parts do instead, nor its effect in another text.")
_ESTIMATED = {
    "gradient": tr("A gradient, not an experiment: nothing was switched off."),
    "integrated": tr("Summed over the words, this is what vectors of zeros would take away; nothing was switched off."),
}


def _replacements(content: EffectContent) -> tuple[str, ...]:
    """What heads give in place of their own, on the left and, if it differs, on the right."""
    shown = content.asked, content.other
    return tuple(dict.fromkeys(one.replacement for one in shown if one is not None))


def gives(content: EffectContent) -> str:
    """What a replaced head gives, if that is one thing; "" if all are switched off."""
    name, *others = _replacements(content)
    return "" if others or name == "zero" else INSTEAD[name][1]


def caution(content: EffectContent) -> str:
    """What one must not conclude from the numbers."""
    if (done := _replacements(content)) == ("zero",):
        return _ESTIMATED.get(content.asked.method, _ALONE)
    instead = tr(" or ").join(quoted(INSTEAD[name][0]) for name in done)
    return tr(
        "Each head replaced alone, by {instead}: this does not show what other parts do instead, nor its effect in "
        "another text.", instead=instead,
    )  # fmt: skip


def sides(content: EffectContent) -> str:
    """What the halves of a cell are; "" if it has none."""
    if content.other is None:
        return ""
    if content.other.together:
        return tr("Left in each cell: alone; right: with {head} off, too.", head=_off_too(content.other))
    left, right = INSTEAD[content.asked.replacement][0], INSTEAD[content.other.replacement][0]
    return tr("Left in each cell: {left}, right: {right}.", left=left, right=right)


def _off_too(other: EffectsSpec) -> str:
    """The head that is off together with each of the others."""
    return part_name(other.together[0])


def legend(content: EffectContent) -> str:
    """The meaning of the colours."""
    if content.other is not None and not content.other.together:
        return REPLACED
    if content.asked.method in BY_GRADIENT:
        return BY_GRADIENT[content.asked.method]
    return REPLACED if content.asked.replacement != "zero" else LEGEND[content.group]


def without(content: EffectContent, row: EffectRow) -> str:
    """ "without head cross 3.1", or "with head cross 3.1 replaced"."""
    name = row_name(content, row)
    if content.asked.replacement == "zero":
        return tr("without {part}", part=name)
    return tr("with {part} replaced", part=name)


def heading(content: EffectContent) -> str:
    """For example "Heads · what each one does to this text"."""
    many = {"heads": tr("Heads"), "feed_forwards": tr("Feed-forwards"), "source": tr("Source words")}[content.group]
    return f"{many} · {tr('the effect of each on this text')}"


def explained(content: EffectContent, column: int | None, unchosen: bool = False) -> str:
    """What is shown, how many were computed, and what rows are sorted by; `unchosen` if they would be by a token if one
    was chosen."""
    what = legend(content)
    if not content.columns:
        return f"{tr('Colour: {meaning}.', meaning=what)} {NOTHING_WRITTEN}"
    parts = counted(content.all or len(content.rows), *GROUP_WORDS[content.group])
    if content.done >= len(content.rows):
        state = parts
    elif content.done and not content.all:
        state = tr("{done:,} of {parts} computed", done=content.done, parts=parts)
    else:
        state = f"{parts}, {WAITING}"
    order = tr("sorted by {column}", column=content.sorted_by(column))
    if unchosen and not content.sorted:
        order = tr("sorted by {column} until a token is chosen", column=content.called(column))
    return f"{tr('Colour: {meaning}.', meaning=what)} {state}; {order}. {sides(content)}".rstrip()


def column_tip(content: EffectContent, column: int | None) -> str:
    """A column's token and its probability."""
    value = float(content.base.sum() if column is None else content.base[column])
    if math.isnan(value):
        return content.called(column)
    chance = "" if column is None else f", p = {fmt_chance(math.exp(value), 3)}"
    return f"{content.called(column)}{chance}, log p = {fmt_log(value)}"


def cell_words(content: EffectContent, row: EffectRow, column: int | None) -> str:
    """A cell in full: "without cross 3.1, step 10, “verde”: log p −0.41 → −3.30, p 0.66 → 0.04"."""
    name = row_name(content, row)
    value, base = row.value(column), float(content.base.sum() if column is None else content.base[column])
    if math.isnan(value):
        return f"{name}: {WAITING}"
    if content.asked.method in BY_GRADIENT:
        given, how = fmt_score(-value, 3), METHOD_NAMES[content.asked.method]
        called = content.called(column)
        return tr(
            "{part} contributes {number} to {column} by {method}", part=name, number=given, column=called, method=how
        )
    text = f"{without(content, row)}, {content.called(column)}: {_change(base, value, column)}"
    if content.other is None or content.other_base is None:
        return text
    second, other_T = row.value(column, other=True), content.other_base
    base = float(other_T.sum() if column is None else other_T[column])
    change = WAITING if math.isnan(second) else _change(base, second, column)
    if content.other.together:
        once = tr("With {head} off, too: {change}", head=_off_too(content.other), change=change)
        return f"{text}\n{once}"
    instead = INSTEAD[content.other.replacement][0].capitalize()
    return f"{text}\n{tr('{replacement} instead: {change}', replacement=instead, change=change)}"


def _change(base: float, by: float, column: int | None) -> str:
    """ "log p −0.41 → −3.30, p 0.66 → 0.04", of the whole text without the probabilities."""
    text = f"log p {fmt_log(base)} → {fmt_log(base + by)}"
    if column is None:
        return text
    return f"{text}, p {fmt_chance(math.exp(base), 3)} → {fmt_chance(math.exp(base + by), 3)}"


def row_words(content: EffectContent, row: EffectRow, column: int | None) -> str:
    """A row's name, what it reads, and the cell by which rows are sorted."""
    note = f" ({row.note})" if row.note else ""
    name = f"{row_name(content, row)}{note}"
    if row.off == "off":
        name = tr("{part}, switched off already", part=name)
    elif row.off == "replaced":
        name = tr("{part}, replaced already", part=name)
    text = ""
    if row.writes is not None:
        text = tr("Without it, the same text is written.")
        if row.differs:
            text = tr("≠ Without it, this is written: {text}", text=in_order(words_of(row.writes)))
    return "\n".join(filter(None, (name, cell_words(content, row, column), text)))


def row_name(content: EffectContent, row: EffectRow) -> str:
    if content.group == "source":
        return quoted(row.name)
    return tr("head {number}", number=row.name) if content.group == "heads" else row.name


def row_label(row: EffectRow) -> str:
    """The label of a row: its name, whether it is already off, and ≠ if another text is written without it."""
    return f"{row.name}{f' · {OFF[row.off]}' if row.off else ''}{' ≠' if row.differs else ''}"


def fold_words(count: int, shown: EffectContent, lines: Sequence[Line], column: int | None) -> str:
    """The text in place of the rows that are folded between `lines`. They have less effect, unless a weak row is kept
    because it is the chosen one, or not all are computed."""
    kept = {line.part: abs(line.value(column)) for line in lines if isinstance(line, EffectRow)}
    hidden = [abs(row.value(column)) for row in shown.rows if row.part not in kept]
    least = min(kept.values(), default=0.0)
    weaker = not shown.sorted and all(value <= least for value in hidden)
    return less_words(count) if weaker else tr("{count} more", count=count)


def less_words(count: int) -> str:
    """In place of `count` rows that have less effect than those shown."""
    return tr("{count} more with less effect", count=count)


def decimals_of(limit: float) -> int:
    """How many decimals distinguish changes whose colours end at `limit`."""
    return 1 if limit >= _TENTHS else 2


@lru_cache(maxsize=8192)  # a matrix is painted again with each step, and every number of it stays
def change_words(value: float, limit: float, decimals: int) -> str:
    """A change with its sign: "−2.9", "+0.16"; nothing for one that is small beside `limit`, where colours end."""
    text = fmt_signed(value, decimals)
    return "" if math.isnan(value) or abs(value) < limit / 8 or not text.strip(f"+{MINUS}0.") else text


def fmt_log(value: float) -> str:
    return fmt_score(value, 2)


def agreement_words(shown: EffectContent, column: int | None, hidden: Effects | None = None) -> str:
    """Whether attention and effect rank the source alike, in a sentence, and for a gradient whether it agrees with the
    effects of hiding; "" if that is unknown."""
    found, by = shown.agreement(column), shown.asked.method
    if math.isnan(found):
        return ""
    given = tr("their contribution to {column}", column=shown.called(column))
    if by == "removed":
        given = tr("what hiding them costs {column}", column=shown.called(column))
    text = tr(
        "The attention to source words and {given}: {agreement} (rank correlation {correlation}).",
        given=given, **_correlation(found),
    )  # fmt: skip
    if by == "removed" or hidden is None or not hidden.complete or hidden.changes.shape[0] != len(shown.rows):
        return text
    costs = hidden.changes.sum(1) if column is None else hidden.changes[:, column]
    other = rank_correlation(np.array([row.value(column) for row in shown.rows]), costs)
    if math.isnan(other):
        return text
    return f"{text} {tr('Compared with the cost of hiding them: {agreement} ({correlation}).', **_correlation(other))}"


def _correlation(found: float) -> dict[str, str]:
    return {"agreement": _ORDERS[order_words(found)], "correlation": fmt_score(found, 2)}


def two_orders(shown: EffectContent, column: int | None) -> str:
    """Whether two replacements rank the heads alike, in a sentence; "" if there is only one, or not all is computed."""
    if shown.other is None or len(shown.rows) < 3:
        return ""
    if shown.other.together:
        return tr("What costs more on the right than alone stands in for {head}.", head=_off_too(shown.other))
    values = [np.array([row.value(column, other) for row in shown.rows]) for other in (False, True)]
    found = rank_correlation(*values)
    if any(np.isnan(one).any() for one in values) or math.isnan(found):
        return ""
    one, other = (INSTEAD[asked.replacement][0] for asked in (shown.asked, shown.other))
    return tr(
        "{one} and {other} rank the heads in {agreement} for {column} (rank correlation {correlation}).",
        one=one.capitalize(), other=other, column=shown.called(column), **_correlation(found),
    )  # fmt: skip
