"""What the lens says of its table, cells, curves and bars. No Qt. Layers, steps and ranks count from 1 in words."""

from __future__ import annotations

from model_core.spec import SPACE
from viz_app.data.number_format import fmt_score, p_words
from viz_app.system.language import tr
from viz_app.views.lens.content import LensContent

WAITING = tr("being computed")
ABOVE = 3
"""Most probable tokens that a cell's words name."""


def said(name: str) -> str:
    """A token's name inside a sentence: without the sign of the blank before it."""
    return name.removeprefix(SPACE) or name


def explained(content: LensContent, by: str) -> str:
    """What is seen, and how far it is computed."""
    if not content.rows:
        return tr("The decoder has not written anything yet.")
    what = "probability" if by == "probability" else "rank"
    if content.decodes:
        text = tr(
            "Each cell: the most probable token there. Colour: the {what} of the token that is written in the end",
            what=what,
        )
        framed = tr("framed where it is the first already")
    else:
        text = tr(
            "Each cell: the other token that the place is most like. Colour: the {what} of its own token", what=what
        )
        framed = tr("framed where that is not the first")
    if content.reading is not None:
        return f"{text}; {framed}."
    state = (
        tr("{done} of {count} places are read", done=content.done, count=len(content.places))
        if content.done
        else WAITING
    )
    return f"{text}; {state}."


def columns_words(content: LensContent, first: int, count: int) -> str:
    """Which rows the table has room for; "" where it has it for all."""
    if count >= content.rows:
        return ""
    what = tr("Steps") if content.decodes else tr("Source tokens")
    return tr(
        "{what} {first} to {first2} of {rows}, around the chosen one.",
        what=what,
        first=first + 1,
        first2=first + count,
        rows=content.rows,
    )


def column_words(content: LensContent, row: int) -> str:
    """A column: "step 6: agua ▸ fría", "source token 6: water"."""
    return f"{'step' if content.decodes else 'source token'} {row + 1}: {content.named(row)}"


def cell_words(content: LensContent, place: int, row: int) -> str:
    """A cell in full: "after 2 cross-attention, step 6 (agua ▸ fría): frío p = 0.34, …; fría p = 0.31, rank 2"."""
    name = content.places[place].name
    column = "step" if content.decodes else tr("source token")
    where = f"{'after ' if place else ''}{name}, {column} {row + 1} ({content.named(row)})"
    if content.reading is None:
        return f"{where}: {WAITING}"
    chances = content.reading.chances[place, row]
    first = range(min(ABOVE, len(chances)))
    top = ", ".join(f"“{said(content.word(place, row, one))}” {p_words(float(chances[one]), 3)}" for one in first)
    own = f"“{content.written[row]}” {p_words(content.chance(place, row), 3)}"
    whose, rank = tr("the written") if content.decodes else tr("its own"), content.rank(place, row) + 1
    return tr("{where}: {top}; {whose} {own}, rank {rank:,}", where=where, top=top, whose=whose, own=own, rank=rank)


def curve_title(content: LensContent, row: int) -> str:
    """For example "p(fría) and p(frío) through the stack"."""
    if content.reading is None:
        return tr("Probabilities through the stack")
    return tr(
        "p({written}) and p({said}) through the stack", written=content.written[row], said=said(content.rivals[row])
    )


def shares_title(content: LensContent, row: int, against: bool) -> str:
    """What the bars are shares of, and their sum."""
    if content.reading is None:
        return tr("Every part's share of the logit")
    own, total = content.written[row], fmt_score(content.total(row, against), 2)
    if against:
        other = said(content.rivals[row])
        return tr(
            "What favours “{own}” over “{other}”: shares of the difference, which sum to {total}",
            own=own,
            other=other,
            total=total,
        )
    return tr("What pushes “{own}” up: shares of its logit, which sum to {total}", own=own, total=total)


def curve_words(content: LensContent, place: int, row: int) -> str:
    """Both probabilities at a place."""
    if content.reading is None:
        return f"{content.places[place].name}: {WAITING}"
    own, other = (p_words(content.chance(place, row, rival), 3) for rival in (False, True))
    return f"{content.places[place].name}: “{content.written[row]}” {own}, “{said(content.rivals[row])}” {other}"
