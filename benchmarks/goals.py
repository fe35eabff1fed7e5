"""What is aimed at, as one table: a limit for each measured number, and what it would take where it is missed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """One limit.

    of          which number of a line it is about: "ratio", "value" or "p95"
    limit       the number itself is allowed
    at_least    True where more is better
    would_take  what reaching it would need, shown where it is missed
    """

    of: str
    limit: float
    at_least: bool = False
    would_take: str = ""

    def met(self, number: float) -> bool:
        """Whether a measured number reaches the goal."""
        return number >= self.limit if self.at_least else number <= self.limit


GOALS: dict[str, Goal] = {
    "S1": Goal("ratio", 1.3, would_take="a reduction to thumbnail size in one compiled pass instead of numpy's two."),
    "S2 overview": Goal("ratio", 1.5, would_take="thumbnails reduced once, when a result comes, for all three kinds."),
    "S2 head": Goal("ratio", 1.5, would_take="fewer passes over the 262,144 cells between array and picture."),
    "S2 step": Goal("ratio", 1.5, would_take="painting the strip of the step only, not the whole map under it."),
    "S2 p95": Goal("p95", 8.0, would_take="drawing the parts of the window that did not change not at all."),
    "S2 frames": Goal("value", 240.0, at_least=True, would_take="fewer widgets that follow every step."),
    "S3": Goal("ratio", 2.0, would_take="laying out the two highlighted labels once per label instead of per move."),
    "S3 p95": Goal("p95", 2.0, would_take="a quieter machine, or fewer things drawn per move."),
    "S3 moves": Goal("ratio", 1.0, at_least=True, would_take="an event queue that is emptied in time."),
    "S6 large": Goal("ratio", 1.10, would_take="fused query, key and value products."),
    "S6 small": Goal("ratio", 1.45, would_take="fewer, larger operators: fused query, key and value products."),
    "S6 capture": Goal("ratio", 1.03, would_take="fewer recorded points, or scores that are derived when looked at."),
    "S6 last": Goal("ratio", 0.75, would_take="more positions whose logits nobody asks for."),
    "S7 idle": Goal("ratio", 1.03, would_take="fewer points, or points that are compiled away."),
    "S7 stored": Goal("ratio", 1.10, would_take="fewer recorded points."),
    "S8 large": Goal("ratio", 1.25, at_least=True, would_take="reading fewer bytes per step (half precision, int8)."),
    "S8 floor": Goal("ratio", 0.85, at_least=True, would_take="fewer operator calls per step beyond the products."),
    "S8 small": Goal("ratio", 4.0, at_least=True, would_take="a decoding step in compiled code."),
    "S8 capture": Goal("ratio", 1.05, would_take="rows written into one kept array instead of stacked per step."),
    "S10": Goal("ratio", 0.05, would_take="painting less of what surrounds the new row."),
    "S12 window": Goal("ratio", 1.2, would_take="a window made of fewer parts before it is first shown."),
    "S12 model": Goal("ratio", 1.2, would_take="starting the engine's process before the interpreter of the window."),
    "S12 stall": Goal("value", 16.0, would_take="sharing the first picture out over several turns of the event loop."),
    "S13 window": Goal("value", 100.0, would_take="loading less of Qt and numpy before there is a result."),
    "S13 all": Goal("value", 380.0, would_take="a smaller torch: it alone takes most of this."),
    "K1": Goal("p95", 50.0, would_take="a quicker engine: its computation is the larger part of the way."),
    "K2": Goal("ratio", 1.0, at_least=True, would_take="an event queue that is emptied in time."),
}
"""By name: S and a number as in the list of goals, K for typing."""


def words(goal: Goal) -> str:
    """The limit as the table writes it."""
    sign = "≥" if goal.at_least else "≤"
    number = f"{goal.limit:g}"
    return f"{sign} {number}×" if goal.of == "ratio" else f"{'p95 ' if goal.of == 'p95' else ''}{sign} {number}"
