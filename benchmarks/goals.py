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
    "S3": Goal("ratio", 2.0, would_take="fewer marks than outline, lines and two words that stand out."),
    "S3 p95": Goal("p95", 2.0, would_take="fewer marks than outline, lines and two words that stand out."),
    "S3 moves": Goal("ratio", 1.0, at_least=True, would_take="an event queue that is emptied in time."),
    "S6 large": Goal(
        "ratio",
        1.10,
        would_take="biases added inside the product: the library adds them in a pass of its own, 4 % of the bare "
        "products here. The rest is norms, softmax, activation and residual sums; torch.nn.Transformer, which "
        "hands out no weights, does not reach it either.",
    ),
    "S6 small": Goal(
        "ratio",
        1.45,
        would_take="fewer operator calls: at this size norms, softmax, views and sums cost more than their arithmetic.",
    ),
    "S6 capture": Goal(
        "ratio",
        1.03,
        would_take="recording fewer tensors: what is kept cannot be written over by the next layer, so it goes to "
        "memory that is not in the processor's cache. The points themselves take 0.3 µs each.",
    ),
    "S6 last": Goal("ratio", 0.75, would_take="longer targets: only the logits of other rows are saved."),
    "S8 large": Goal(
        "ratio",
        1.25,
        at_least=True,
        would_take="reading fewer bytes per step (half precision, int8): three quarters of a step are weights read.",
    ),
    "S8 floor": Goal(
        "ratio",
        0.85,
        at_least=True,
        would_take="fewer operator calls per step beside the products: about 30 a layer, at 1 to 5 µs.",
    ),
    "S8 small": Goal(
        "ratio",
        4.0,
        at_least=True,
        would_take="a decoding step in compiled code: a step calls no module, but about 50 operators at 1 to 5 µs and "
        "as many views of their tensors, which is more than half of its time.",
    ),
    "S8 capture": Goal(
        "ratio", 1.05, would_take="nothing beside the products: rows are written where they are read from already."
    ),
    "S10": Goal(
        "ratio",
        0.05,
        would_take="token chips that are not laid out anew for a token more: of the window's time they are most; and "
        "beside a step that reads 200 MB of weights every call meets cold caches.",
    ),
    "S12 window": Goal(
        "ratio",
        1.2,
        would_take="a command line, settings and their schemas that are not loaded before the outline is painted (20 "
        "ms of processor time together); PySide6 alone is the rest.",
    ),
    "S12 model": Goal(
        "ratio",
        1.2,
        would_take="a processor of its own for the engine; then about 0.2 s remain beside torch: its own modules, "
        "the vocabulary's JSON, weights in half precision turned into single, the file's hash, the "
        "first run.",
    ),
    "F1": Goal(
        "p95",
        66.0,
        would_take="fewer passes over the weights: reading the source, the pass over a guess and one for each token "
        "that was guessed wrong; and fewer chips, candidates and cells painted anew.",
    ),
    "F1 median": Goal("value", 33.0, would_take="the same."),
    "F1 one core": Goal("p95", 133.0, would_take="the same."),
    "F1 kept": Goal("ratio", 1.0, at_least=True, would_take="an event queue that is emptied in time."),
    "F1 own": Goal("ratio", 0.98, at_least=True, would_take="a shorter wait for what was read of the source."),
    "F10 typing": Goal("ratio", 1.1, would_take="small maps of fewer heads painted anew beside the matrix."),
    "F2": Goal("p95", 8.0, would_take="fewer parts that follow the pointer."),
    "F2 long": Goal("p95", 16.0, would_take="the same, and fewer numbers of a cell that are made from whole maps."),
    "F3": Goal(
        "p95",
        16.0,
        would_take="painting fewer chips, cells and bars: another head shades each of them anew, 0.01 to 0.1 ms a "
        "piece; and maps of long texts, which are made when they are looked at, 1.5 ms each at 1,024 tokens.",
    ),
    "F4 512": Goal("value", 150.0, would_take="fewer chips laid out anew at a key."),
    "F4 1,024": Goal("value", 300.0, would_take="the same."),
    "F4 2,048": Goal("value", 600.0, would_take="the same."),
    "F4 pipe 64": Goal("value", 4.0, would_take="tokens and candidates of fewer rows."),
    "F4 pipe 512": Goal("value", 38.0, would_take="the same, and queries and keys in half precision."),
    "F6 typing": Goal("value", 500.0, would_take="fewer modules that the window imports before its parts are made."),
    "F6 picture": Goal("value", 200.0, would_take="a processor of its own for the engine, and a smaller first run."),
    "F6 stall": Goal(
        "value", 50.0, would_take="smaller steps of the start: a view's page is made in one, 42 ms on a busy machine."
    ),
    "F7 theme": Goal(
        "value",
        100.0,
        would_take="fewer parts: Qt takes the sheet off each that was seen and puts it on again, most of the time, and "
        "all of the window is laid out and painted anew.",
    ),
    "F7 opening": Goal(
        "p95",
        100.0,
        would_take="what a view shows of a long text made in several turns of the event loop.",
    ),
    "F9 many": Goal("value", 100.0, would_take="less that a picture keeps: caches of its maps, chips and candidates."),
    "F9": Goal(
        "value",
        150.0,
        would_take="sending values only when something reads them (17 MB in each process at 2,048 tokens).",
    ),
    "F11": Goal("p95", 15.0, would_take="fewer updates: another rate, or a larger model."),
    "F11 diagonal": Goal("p95", 8.0, would_take="the same."),
    "F11 snapshots": Goal("ratio", 1.10, would_take="fewer snapshots, or fewer sentences in which heads are measured."),
    "S11 fp32": Goal("ratio", 1.08, at_least=True, would_take="less beside the matrix products."),
    "S11 bf16": Goal(
        "ratio",
        1.8,
        at_least=True,
        would_take="products that take less: they are most of a step (the line of the floor), and the same in Marian, "
        "which loses to fresh pages what it is slower; one that keeps freed memory is as fast.",
    ),
    "S11 design": Goal("ratio", 1.8, at_least=True, would_take="a processor with bf16."),
    "F7": Goal("value", 300.0, would_take="fewer products: half of them make logits, of which one counts in a row."),
}
"""By name: S or F and a number as in the lists of goals; F are those that a user feels."""


def words(goal: Goal) -> str:
    """The limit as the table writes it."""
    sign = "≥" if goal.at_least else "≤"
    number = f"{goal.limit:g}"
    return f"{sign} {number}×" if goal.of == "ratio" else f"{'p95 ' if goal.of == 'p95' else ''}{sign} {number}"
