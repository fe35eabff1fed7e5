"""All texts written for one sentence in one form: the main text first, then every alternative. No Qt.

Steps, layers and heads count from 0 here and from 1 in words. Shapes: T rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from model_core.direction import in_order
from model_core.record.edits import Branch, Decoding, Edits
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import Alternative, Trace
from viz_app.document.state import Pin
from viz_app.system.language import tr

FREE, PLAIN = tr("free-running"), tr("without edits")
"""What the model's own text beside a given one is called, and the run without its edits."""
MOST_SEED = 2**31 - 1
"""The largest seed that a spin box shows."""


@dataclass(frozen=True, eq=False)
class DecodedText:
    """One text and its numbers.

    name         its name on screen: "main", "branch 1", "free-running"
    numbers      (T,) as in model_core.record.trace.Alternative
    alternative  None for the main text
    place        its index in Trace.alternatives, -1 for the main text
    branch       the run's Branch that it continues, None if it is no branch
    """

    name: str
    read: tuple[Token, ...]
    written: tuple[Token, ...]
    forced: int
    finished: bool
    numbers: Mapping[str, np.ndarray]
    alternative: Alternative | None = None
    branch: Branch | None = None
    place: int = -1

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(token.id for token in self.written)

    def number(self, name: str, step: int) -> float | None:
        """A recorded number of a step, None if there is none."""
        values = self.numbers.get(name)
        return None if values is None or not 0 <= step < len(values) else float(values[step])

    def text(self, first: int = 0) -> str:
        """The written pieces from row `first` on, for a list."""
        return in_order(token.text for token in self.written[first:])


def decoded_texts(trace: Trace, sentence: int) -> tuple[DecodedText, ...]:
    """The main text and every alternative of a sentence; () if nothing is written yet."""
    one = trace.sentences[sentence]
    if not one.written:
        return ()
    rows = len(one.written)
    names = ("probability", "log_probability", "end_probability", "entropy", "step_probability")
    numbers = {name: trace.numbers[name][sentence, :rows] for name in names if name in trace.numbers}
    main = DecodedText(main_name(trace.run), one.read, one.written, one.forced, one.finished, numbers)
    return (main, *_alternatives(trace, sentence))


def _alternatives(trace: Trace, sentence: int) -> list[DecodedText]:
    free = list(enumerate(trace.run.branches))
    found = []
    for place, other in enumerate(trace.alternatives):
        branch = _branch_of(other, free) if other.name == "branch" else None
        if branch is not None:
            free = [(place, own) for place, own in free if place != branch]
        if other.sentence == sentence and other.written:
            name = alternative_name(other, branch, trace.run)
            one = DecodedText(name, other.read, other.written, other.forced, other.finished, other.numbers)
            kept = None if branch is None else trace.run.branches[branch]
            found.append(replace(one, alternative=other, branch=kept, place=place))
    return found


def _branch_of(other: Alternative, branches: list[tuple[int, Branch]]) -> int | None:
    """Which of the run's branches an alternative is: the first one that it begins with."""
    for place, branch in branches:
        if branch.sentence == other.sentence and other.text[: len(branch.ids)] == branch.ids[: len(other.text)]:
            return place
    return None


def main_name(run: RunSpec) -> str:
    if run.target is not None:
        return tr("your text")
    if run.decoding.method == "greedy":
        return tr("main", "the text beside branches")
    return tr("sampled") if run.decoding.method == "sample" else tr("beam winner")


def alternative_name(other: Alternative, branch: int | None, run: RunSpec) -> str:
    """What an alternative is called; branches count from 1 among those of their sentence."""
    if other.name != "branch":
        return {"free": FREE, "unedited": PLAIN}.get(other.name, other.name)
    before = [own for own in run.branches[: branch or 0] if own.sentence == other.sentence]
    return tr("branch {number}", number=len(before) + 1)


# ---------------------------------------------------------------- words


def decoding_words(decoding: Decoding, short: bool = False) -> str:
    """The decoding in a few characters: "greedy", "sampling · T 0.8 · top-k 5", "beam 4 · α 0.6". `short` leaves out
    filters and penalty."""
    if decoding.method == "beam":
        words = [tr("beam {number}", number=decoding.beams)]
        words += [] if decoding.length_penalty == 1.0 or short else [f"α {decoding.length_penalty:g}"]
        return " · ".join([*words, *([tr("early stopping")] if decoding.early_stopping and not short else [])])
    if decoding.method != "sample":
        return tr("greedy")
    if short:
        return f"{tr('sampling')} T {decoding.temperature:g}"
    filters = [f"top-k {decoding.top_k}"] if decoding.top_k else []
    filters += [f"top-p {decoding.top_p:g}"] if decoding.top_p < 1.0 else []
    return " · ".join([tr("sampling"), f"T {decoding.temperature:g}", *filters])


def next_seed(decoding: Decoding) -> int:
    """The seed of the next draw: one more; 0 after the largest that the box accepts."""
    return decoding.seed + 1 if decoding.seed < MOST_SEED else 0


GIVEN = tr("You write the target: nothing is chosen. Let the model write it to set how tokens are chosen.")


def draw_again(run: RunSpec) -> dict[str, Any]:
    """Sampling with the next seed."""
    if run.decoding.method != "sample" or run.target is not None:
        return {}
    return {"decoding": replace(run.decoding, seed=next_seed(run.decoding))}


def text_pin(trace: Trace, text: DecodedText) -> Pin:
    """The run that writes one of the alternative texts as its main text."""
    run, other = trace.run, text.alternative
    plain = run.with_(branches=(), beside=False)
    if other is None:
        return Pin(run, 0)
    if text.branch is not None:
        plain = plain.with_(target=None, opening="", prefix=text.branch.ids, prefix_sentence=other.sentence)
        plain = plain.with_(decoding=replace(run.decoding, method="greedy"))
    elif other.name == "free":
        plain = plain.with_(target=None)
    elif other.name == "unedited":
        plain = plain.with_(edits=Edits())
    return Pin(plain, other.sentence)
