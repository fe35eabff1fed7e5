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
        "ratio",
        1.5,
        would_take="keeping a picture of the words along the axes for each kind (3 MB each): they and the new map "
        "are what is painted now; thumbnails of a kind that was shown before, words and hatched places "
        "are kept already.",
    ),
    "S2 head": Goal(
        "ratio",
        1.5,
        would_take="painting less than a picture of the map: the floor paints one image, ours also marks, labels, "
        "the frame in the mosaic and, up to about 20 tokens, the numbers in the cells (123 texts of 3 "
        "µs are two fifths at 16).",
    ),
    "S2 step": Goal(
        "ratio",
        1.5,
        would_take="the floor of 48 thumbnails of 16 cells takes 0.15 ms: less than the questions what has changed"
        " and the picture laid on the screen again under the marks; from 64 tokens on the step is "
        "quicker than the floor.",
    ),
    "S2 p95": Goal(
        "p95",
        8.0,
        would_take="painting fewer chips: another head shades each of them anew, and a painted chip costs about "
        "0.1 ms.",
    ),
    "S2 frames": Goal("value", 240.0, at_least=True, would_take="fewer parts that follow every step."),
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
    "S7 idle": Goal(
        "ratio",
        1.03,
        would_take="fewer points: each is a call of a Python method, 0.05 µs, and an attribute looked up.",
    ),
    "S7 stored": Goal(
        "ratio",
        1.10,
        would_take="recording less, as the window does: the score maps of an attention follow from queries and keys. "
        "A process that keeps freed memory (18 MiB more) comes within it at large shapes: half of it is fresh pages.",
    ),
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
        would_take="a decoding step in compiled code: a step calls about 75 operators at 1 to 5 µs, half of its time, "
        "and no layer; the floor alone, every weight read once, is a third of it.",
    ),
    "S8 capture": Goal(
        "ratio", 1.05, would_take="nothing beside the products: rows are written where they are read from already."
    ),
    "S10": Goal(
        "ratio",
        0.05,
        would_take="fewer calls for a row: about 60 into numpy and Qt, which beside a step that reads 200 MB of "
        "weights meet cold caches, four times as slow as by themselves.",
    ),
    "S12 window": Goal(
        "ratio",
        1.2,
        would_take="starting the engine's process without Python's subprocess (10 ms of processor time) and "
        "finding the folder of the settings without platformdirs (5 ms); the engine's process also "
        "takes its share of the cores.",
    ),
    "S12 model": Goal(
        "ratio",
        1.2,
        would_take="a processor of its own for the engine; then about 0.2 s remain beside torch: its own modules, "
        "the vocabulary's JSON, weights in half precision turned into single, the file's hash, the "
        "first run.",
    ),
    "S12 stall": Goal(
        "value",
        16.0,
        would_take="the text band made in smaller steps (15 ms of processor time in one) and the first picture of the "
        "map painted by itself: the first result is taken over, drawn and shown in the inspector in three turns, of "
        "which the drawn one is the longest.",
    ),
    "S13 window": Goal(
        "value",
        100.0,
        would_take="a window without numpy (17 MiB) until the first result; the program's own modules are about 15"
        " MiB, Qt's style sheets, fonts and widgets as much.",
    ),
    "S13 all": Goal(
        "value",
        380.0,
        would_take="a smaller torch: alone it is 219 MiB; the model's weights in single precision are 30, kernels "
        "that a run touches for the first time 13, the tokenizers' library 5.",
    ),
    "F1": Goal(
        "p95",
        66.0,
        would_take="fewer passes over the weights: reading the source, the pass over a guess and one for each token "
        "that was guessed wrong; and fewer chips, candidates and cells painted anew.",
    ),
    "F1 median": Goal("value", 33.0, would_take="the same."),
    "F1 kept": Goal("ratio", 1.0, at_least=True, would_take="an event queue that is emptied in time."),
    "F1 own": Goal("ratio", 0.98, at_least=True, would_take="a picture of what is ready after 40 ms."),
}
"""By name: S or F and a number as in the lists of goals; F are those that a user feels."""


def words(goal: Goal) -> str:
    """The limit as the table writes it."""
    sign = "≥" if goal.at_least else "≤"
    number = f"{goal.limit:g}"
    return f"{sign} {number}×" if goal.of == "ratio" else f"{'p95 ' if goal.of == 'p95' else ''}{sign} {number}"
