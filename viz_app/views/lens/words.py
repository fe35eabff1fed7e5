"""What the lens says of its table, cells, curves and bars. No Qt. Layers, steps and ranks count from 1 in words."""

from __future__ import annotations

from model_core.spec import SPACE
from viz_app.data.number_format import fmt_score, p_words
from viz_app.views.lens.content import LensContent

WAITING = "being computed"
ABOVE = 3
"""Most probable tokens that a cell's words name."""


def said(name: str) -> str:
    """A token's name inside a sentence: without the sign of the blank before it."""
    return name.removeprefix(SPACE) or name


def explained(content: LensContent, by: str) -> str:
    """What is seen, and how far it is computed."""
    if not content.rows:
        return "The decoder has not written anything yet."
    what = "probability" if by == "probability" else "rank"
    if content.decodes:
        text = f"Each cell: the most probable token there. Colour: the {what} of the token that is written in the end"
        framed = "framed where it is the first already"
    else:
        text = f"Each cell: the other token that the place is most like. Colour: the {what} of its own token"
        framed = "framed where that is not the first"
    if content.reading is not None:
        return f"{text}; {framed}."
    state = f"{content.done} of {len(content.places)} places are read" if content.done else WAITING
    return f"{text}; {state}."


def columns_words(content: LensContent, first: int, count: int) -> str:
    """Which rows the table has room for; "" where it has it for all."""
    if count >= content.rows:
        return ""
    what = "Steps" if content.decodes else "Source tokens"
    return f"{what} {first + 1} to {first + count} of {content.rows}, around the chosen one."


def column_words(content: LensContent, row: int) -> str:
    """A column: "step 6: agua ▸ fría", "source token 6: water"."""
    return f"{'step' if content.decodes else 'source token'} {row + 1}: {content.named(row)}"


def cell_words(content: LensContent, place: int, row: int) -> str:
    """A cell in full: "after 2 cross-attention, step 6 (agua ▸ fría): frío p = 0.34, …; fría p = 0.31, rank 2"."""
    name = content.places[place].name
    column = "step" if content.decodes else "source token"
    where = f"{'after ' if place else ''}{name}, {column} {row + 1} ({content.named(row)})"
    if content.reading is None:
        return f"{where}: {WAITING}"
    chances = content.reading.chances[place, row]
    first = range(min(ABOVE, len(chances)))
    top = ", ".join(f"“{said(content.word(place, row, one))}” {p_words(float(chances[one]), 3)}" for one in first)
    own = f"“{content.written[row]}” {p_words(content.chance(place, row), 3)}"
    whose, rank = "the written" if content.decodes else "its own", content.rank(place, row) + 1
    return f"{where}: {top}; {whose} {own}, rank {rank:,}"


def curve_title(content: LensContent, row: int) -> str:
    """For example "p(fría) and p(frío) through the stack"."""
    if content.reading is None:
        return "Probabilities through the stack"
    return f"p({content.written[row]}) and p({said(content.rivals[row])}) through the stack"


def shares_title(content: LensContent, row: int, against: bool) -> str:
    """What the bars are shares of, and their sum."""
    if content.reading is None:
        return "Every part's share of the logit"
    own, total = content.written[row], fmt_score(content.total(row, against), 2)
    if against:
        other = said(content.rivals[row])
        return f"What favours “{own}” over “{other}”: shares of the difference, which sum to {total}"
    return f"What pushes “{own}” up: shares of its logit, which sum to {total}"


def curve_words(content: LensContent, place: int, row: int) -> str:
    """Both probabilities at a place."""
    if content.reading is None:
        return f"{content.places[place].name}: {WAITING}"
    own, other = (p_words(content.chance(place, row, rival), 3) for rival in (False, True))
    return f"{content.places[place].name}: “{content.written[row]}” {own}, “{said(content.rivals[row])}” {other}"
