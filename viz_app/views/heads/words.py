"""What the matrix of effects says of its rows, columns and cells. No Qt. Layers and heads count from 1 in words."""

from __future__ import annotations

import math

from model_core.direction import in_order, quoted
from viz_app.data.edit_list import INSTEAD
from viz_app.data.number_format import fmt_chance, fmt_score
from viz_app.data.selection import words_of
from viz_app.system.language import counted, tr
from viz_app.views.heads.content import GROUP_WORDS, EffectContent, EffectRow

LEGEND = {
    "heads": tr("change of log-probability when this head alone is switched off"),
    "feed_forwards": tr("change of log-probability when this feed-forward alone is left out"),
    "source": tr("change of log-probability when this word alone is hidden from every attention"),
}
BY_GRADIENT = {
    "gradient": tr("what the word gives to the log-probability by gradient × input, with the other sign"),
    "integrated": tr("what the word gives to the log-probability by integrated gradients, with the other sign"),
}
REPLACED = tr("change of log-probability when this head alone reads otherwise")
WAITING = tr("being computed")
OFF = {"off": tr("off", "a head"), "replaced": tr("replaced")}
"""What is said of a part that an edit changes already (EffectRow.off)."""
METHOD_NAMES = {
    "removed": tr("switching it off"),
    "gradient": tr("gradient × input"),
    "integrated": tr("integrated gradients"),
}
_ALONE = tr("Switched off alone: what others do in its place does not show here, nor what it does in another text.")
_ESTIMATED = {
    "gradient": tr("A slope, not an experiment: nothing was switched off."),
    "integrated": tr("Summed over the words it is what vectors of zeros would take away; nothing was switched off."),
}


def caution(content: EffectContent) -> str:
    """What one must not read into the numbers."""
    if content.asked.replacement != "zero":
        return ""
    return _ESTIMATED.get(content.asked.method, _ALONE)


def sides(content: EffectContent) -> str:
    """Which half of a cell is which replacement; "" where there is one."""
    if not content.other:
        return ""
    left, right = INSTEAD[content.asked.replacement][0], INSTEAD[content.other][0]
    return tr("Left in each cell: {left}, right: {right}.", left=left, right=right)


def legend(content: EffectContent) -> str:
    """What the colours say."""
    if content.other:
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
    return f"{many} · {tr('what each one does to this text')}"


def explained(content: EffectContent, column: int | None, unchosen: bool = False) -> str:
    """What is seen, how many were computed, and what rows are sorted by; `unchosen` where they would be
    by a token if one was chosen."""
    what = legend(content)
    if not content.columns:
        return f"{tr('Colour: {meaning}.', meaning=what)} {tr('The decoder has not written anything yet.')}"
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
    """A column's token and its probability as it is."""
    value = float(content.base.sum() if column is None else content.base[column])
    if math.isnan(value):
        return content.called(column)
    chance = "" if column is None else f", p = {fmt_chance(math.exp(value), 3)}"
    return f"{content.called(column)}{chance}, log p = {_log(value)}"


def cell_words(content: EffectContent, row: EffectRow, column: int | None) -> str:
    """A cell in full: "without cross 3.1, step 10, “verde”: log p −0.41 → −3.30, p 0.66 → 0.04"."""
    name = row_name(content, row)
    value, base = row.value(column), float(content.base.sum() if column is None else content.base[column])
    if math.isnan(value):
        return f"{name}: {WAITING}"
    if content.asked.method in BY_GRADIENT:
        return tr(
            "{part} gives {number} to {column} by {method}",
            part=name,
            number=fmt_score(-value, 3),
            column=content.called(column),
            method=METHOD_NAMES[content.asked.method],
        )
    text = f"{without(content, row)}, {content.called(column)}: {_change(base, value, column)}"
    if not content.other:
        return text
    second = row.value(column, other=True)
    change = WAITING if math.isnan(second) else _change(base, second, column)
    instead = INSTEAD[content.other][0].capitalize()
    return f"{text}\n{tr('{replacement} instead: {change}', replacement=instead, change=change)}"


def _change(base: float, by: float, column: int | None) -> str:
    """ "log p −0.41 → −3.30, p 0.66 → 0.04", of the whole text without the probabilities."""
    text = f"log p {_log(base)} → {_log(base + by)}"
    if column is None:
        return text
    return f"{text}, p {fmt_chance(math.exp(base), 3)} → {fmt_chance(math.exp(base + by), 3)}"


def row_words(content: EffectContent, row: EffectRow, column: int | None) -> str:
    """A row's name, what it reads, and the cell that rows are sorted by."""
    note = f" ({row.note})" if row.note else ""
    name = f"{row_name(content, row)}{note}"
    if row.off == "off":
        name = tr("{part}, switched off already", part=name)
    elif row.off == "replaced":
        name = tr("{part}, replaced already", part=name)
    text = ""
    if row.writes is not None:
        text = tr("Without it the same text is written.")
        if row.differs:
            text = tr("≠ Without it this is written: {text}", text=in_order(words_of(row.writes)))
    return "\n".join(filter(None, (name, cell_words(content, row, column), text)))


def row_name(content: EffectContent, row: EffectRow) -> str:
    """What a row is called in a sentence."""
    if content.group == "source":
        return quoted(row.name)
    return tr("head {number}", number=row.name) if content.group == "heads" else row.name


def _log(value: float) -> str:
    return fmt_score(value, 2)
