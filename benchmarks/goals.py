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
    "S1": Goal("ratio", 1.3, would_take="the reduction to thumbnails in one compiled pass instead of numpy's two."),
    "S2 overview": Goal(
        "ratio", 1.5,
        would_take="thumbnails of all three kinds reduced when a result comes, and the words of both axes measured "
        "once per result: these two are most of it at 512 tokens; at 64 it is the labels.",
    ),
    "S2 head": Goal(
        "ratio", 1.5,
        would_take="the floor paints one picture; the view also marks, labels, the legend and the mosaic's frame. "
        "Keeping the painted legend and the thumbnails' places from one head to the next would take away about half.",
    ),
    "S2 step": Goal("ratio", 1.5, would_take="painting the two strips of the step only, not the map under them."),
    "S2 p95": Goal(
        "p95", 8.0,
        would_take="one round of painting instead of two: new words in the inspector lay it out again, and much is "
        "painted a second time; besides, chips and candidates in which nothing changes are painted too.",
    ),
    "S2 frames": Goal("value", 240.0, at_least=True, would_take="fewer parts that follow every step."),
    "S3": Goal("ratio", 2.0, would_take="laying out the highlighted labels once per label instead of once per move."),
    "S3 p95": Goal("p95", 2.0, would_take="laying out the highlighted labels once per label instead of once per move."),
    "S3 moves": Goal("ratio", 1.0, at_least=True, would_take="an event queue that is emptied in time."),
    "S6 large": Goal(
        "ratio", 1.10,
        would_take="recording less (see S6 capture), fused query, key and value products, and softmax written over the "
        "scores; torch.nn.Transformer, which hands out no weights, does not reach it either.",
    ),
    "S6 small": Goal(
        "ratio", 1.45,
        would_take="fused query, key and value products (three calls become one), and recording less (see S6 capture).",
    ),
    "S6 capture": Goal(
        "ratio", 1.03,
        would_take="recording queries and keys only and making a map when it is looked at: what is stored needs fresh "
        "memory. Letting the allocator keep what was freed (18 MiB more resident) brings 1.4 to 1.6 "
        "at long inputs down to 1.10 to 1.16; the rest is about 1 µs for each of 95 to 267 points.",
    ),
    "S6 last": Goal("ratio", 0.75, would_take="longer targets: only the logits of other rows are saved."),
    "S7 idle": Goal("ratio", 1.03, would_take="fewer points, or a forward pass without them while nobody listens."),
    "S7 stored": Goal("ratio", 1.10, would_take="the same as S6 capture: memory that is kept, or less that is stored."),
    "S8 large": Goal("ratio", 1.25, at_least=True, would_take="reading fewer bytes per step (half precision, int8)."),
    "S8 floor": Goal("ratio", 0.85, at_least=True, would_take="fewer operator calls per step beside the products."),
    "S8 small": Goal(
        "ratio", 4.0, at_least=True,
        would_take="a decoding step in compiled code: about 100 operator calls and 80 module calls, at 2 to 10 µs, are "
        "four fifths of a step of this size; the products are one fifth.",
    ),
    "S8 capture": Goal("ratio", 1.05, would_take="rows written into one kept array instead of stacked in each step."),
    "S10": Goal(
        "ratio", 0.05,
        would_take="painting the strip of thumbnails that the row touches, instead of the mosaic's whole kept picture.",
    ),
    "S12 window": Goal(
        "ratio", 1.2,
        would_take="a window shown before numpy (a fifth of the time) and the parts below the text band are loaded; "
        "the engine's process, which loads torch meanwhile, also takes its share of two cores.",
    ),
    "S12 model": Goal(
        "ratio", 1.2, would_take="a processor of its own for the engine while the window starts, or starting it first."
    ),
    "S12 stall": Goal(
        "value", 16.0,
        would_take="importing and building the Attention view while the engine still loads: today it happens when the "
        "first result is there, in one turn of the event loop.",
    ),
    "S13 window": Goal("value", 100.0, would_take="loading less of numpy and of the views before there is a result."),
    "S13 all": Goal("value", 380.0, would_take="a smaller torch: its libraries alone are more than half of it."),
    "K1": Goal("p95", 50.0, would_take="a quicker decoding step (see S8) and fewer widgets painted for each result."),
    "K2": Goal("ratio", 1.0, at_least=True, would_take="an event queue that is emptied in time."),
}
"""By name: S and a number as in the list of goals, K for typing."""


def words(goal: Goal) -> str:
    """The limit as the table writes it."""
    sign = "≥" if goal.at_least else "≤"
    number = f"{goal.limit:g}"
    return f"{sign} {number}×" if goal.of == "ratio" else f"{'p95 ' if goal.of == 'p95' else ''}{sign} {number}"
