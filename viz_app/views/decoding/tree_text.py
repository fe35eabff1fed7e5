"""What the tree of continuations says about its tokens: figures, tool tips, what a click does. No Qt.

Steps count from 0 here and from 1 in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from viz_app.data import number_format
from viz_app.data.decoded_texts import DecodedText
from viz_app.views.decoding.tree_layout import KEPT, MAIN, PASSED, PRUNED, START, Plan, Spot


def figure(spot: Spot, roomy: bool) -> str:
    """The number under a token: its probability; of a beam search, where there is room, the score of its text too."""
    if spot.role == START:
        return "start"
    share = number_format.fmt_chance(spot.share)
    return f"{share} · {number_format.fmt_score(spot.node.score, 2)}" if roomy and spot.node is not None else share


def spot_words(plan: Plan, place: int, texts: Sequence[DecodedText]) -> str:
    """What a spot is, in a few plain lines."""
    spot = plan.spots[place]
    word = f"“{spot.token.text}”"
    if spot.role == START:
        return f"{word}: read first, written by no step"
    lines = [f"step {spot.step + 1}: {word}, {number_format.p_words(spot.share, 4)} after all before it"]
    lines.append(
        {
            MAIN: "on the main path",
            PASSED: "passed over: a candidate that was not taken",
            KEPT: "kept by beam search, but another text won",
            PRUNED: "pruned by beam search: other texts of this step scored better",
        }.get(spot.role)
        or f"on {texts[spot.text].name}"
    )
    if spot.node is not None:
        node = spot.node
        lines.append(
            f"log p {number_format.fmt_score(node.log_probability, 3)}, "
            f"of the whole text {number_format.fmt_score(node.total, 3)}, "
            f"score {number_format.fmt_score(node.score, 3)}{' · ended' if node.ended else ''}"
        )
    return "\n".join(lines)


def click_words(plan: Plan, place: int, texts: Sequence[DecodedText]) -> str:
    """What a click on a spot does; "" for nothing."""
    spot = plan.spots[place]
    if spot.role == START:
        return ""
    if spot.role == MAIN:
        return f"Click to go to step {spot.step + 1}."
    if spot.text > 0:
        return f"Click to make {texts[spot.text].name} the main text up to “{spot.token.text}”; both stay open."
    return f"Click to go on from “{spot.token.text}” instead; both continuations stay open."


__all__ = ["click_words", "figure", "spot_words"]
