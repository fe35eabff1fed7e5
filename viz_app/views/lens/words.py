"""The lens in words: its table, cells, curves and bars. No Qt. Layers, steps and ranks count from 1 in words."""

from __future__ import annotations

from model_core.direction import quoted
from model_core.spec import SPACE
from viz_app.data.number_format import fmt_score, p_words
from viz_app.data.words.parts import NOTHING_WRITTEN, place_name
from viz_app.system.language import tr
from viz_app.views.lens.content import LensContent

WAITING = tr("being computed")
ABOVE = 3
"""Most probable tokens that a cell's words name."""


def plain_token(name: str) -> str:
    """A token's name inside a sentence: without the sign of the space before it."""
    return name.removeprefix(SPACE) or name


def rival(content: LensContent, row: int) -> str:
    """The most probable other token, with the sign of the space only if its name would otherwise equal the written
    one's."""
    name = plain_token(content.rivals[row])
    return content.rivals[row] if name == content.written[row] else name


def explained(content: LensContent, by: str) -> str:
    """What is shown, and how much is computed."""
    if not content.rows:
        return NOTHING_WRITTEN
    chance = by == "probability"
    if content.decodes:
        text = tr("Each cell: the most probable token there.")
        colour = tr("Colour: the rank of the token written in the end")
        if chance:
            colour = tr("Colour: the probability of the token written in the end")
        framed = tr("framed where it already ranks first")
    else:
        text = tr("Each cell: the most similar other token.")
        colour = tr("Colour: the probability of its own token") if chance else tr("Colour: the rank of its own token")
        framed = tr("framed where it does not rank first")
    text = f"{text} {colour}"
    if content.reading is not None:
        return f"{text}; {framed}."
    state = WAITING
    if content.done:
        state = tr("{done} of {count} points are read", done=content.done, count=len(content.places))
    return f"{text}; {state}."


def columns_words(content: LensContent, first: int, count: int) -> str:
    """Which rows fit into the table; "" if all do."""
    if count >= content.rows:
        return ""
    ends = {"first": first + 1, "last": first + count, "count": content.rows}
    if content.decodes:
        return tr("Steps {first} to {last} of {count}, around the selected one.", **ends)
    return tr("Source tokens {first} to {last} of {count}, around the selected one.", **ends)


def column_words(content: LensContent, row: int) -> str:
    """A column: "step 6: agua ▸ fría", "source token 6: water"."""
    return f"{_column(content, row)}: {content.named(row)}"


def _column(content: LensContent, row: int) -> str:
    return tr("step {step}", step=row + 1) if content.decodes else tr("source token {number}", number=row + 1)


def cell_words(content: LensContent, place: int, row: int) -> str:
    """A cell in full: "after 2 cross-attention, step 6 (agua ▸ fría): frío p = 0.34, …; fría p = 0.31, rank 2"."""
    return cell_texts(content, place, row)[0]


def cell_texts(content: LensContent, place: int, row: int) -> tuple[str, ...]:
    """A cell in full, then with less and less for less room."""
    name = place_name(content.places[place])
    name = tr("after {place}", place=name) if place else name
    where = f"{name}, {_column(content, row)} ({content.named(row)})"
    if content.reading is None:
        return (f"{where}: {WAITING}",)
    chances = enumerate(content.reading.chances[place, row, :ABOVE].tolist())
    first = [f"{quoted(plain_token(content.word(place, row, at)))} {p_words(one, 3)}" for at, one in chances]
    top = ", ".join(first)
    own = f"{quoted(content.written[row])} {p_words(content.chance(place, row), 3)}"
    rank = content.rank(place, row) + 1
    whose = tr("its own {token}, rank {rank:,}", token=own, rank=rank)
    if content.decodes:
        whose = tr("the written {token}, rank {rank:,}", token=own, rank=rank)
    return f"{where}: {top}; {whose}", f"{where}: {top}", f"{name}: {top}", f"{name}: {first[0]}"


def curve_titles(content: LensContent, row: int) -> tuple[str, ...]:
    """For example "p(fría) and p(frío) through the stack", and shorter titles for less room."""
    if content.reading is None:
        return (tr("Probabilities through the stack"),)
    names = {"token": content.written[row], "other": rival(content, row)}
    return tr("p({token}) and p({other}) through the stack", **names), tr("p({token}) and p({other})", **names)


def shares_titles(content: LensContent, row: int, against: bool) -> tuple[str, ...]:
    """What the bars are shares of, and their sum; shorter titles for less room follow."""
    if content.reading is None:
        return (tr("Every part's share of the logit"),)
    own, total = content.written[row], fmt_score(content.total(row, against), 2)
    if against:
        two = {"own": own, "other": rival(content, row), "total": total}
        return (
            tr("What favours “{own}” over “{other}”: shares of the difference, which sum to {total}", **two),
            tr("“{own}” over “{other}”: shares of {total}", **two),
        )
    return (
        tr("What pushes “{own}” up: shares of its logit, which sum to {total}", own=own, total=total),
        tr("Shares of the logit of “{own}”, {total}", own=own, total=total),
        tr("Logit of “{own}”: {total}", own=own, total=total),
    )


def curve_words(content: LensContent, place: int, row: int) -> str:
    """Both probabilities at a place."""
    if content.reading is None:
        return f"{place_name(content.places[place])}: {WAITING}"
    own, other = (p_words(content.chance(place, row, rival), 3) for rival in (False, True))
    both = f"{quoted(content.written[row])} {own}, {quoted(rival(content, row))} {other}"
    return f"{place_name(content.places[place])}: {both}"
