"""Target tokens as chips with the chosen number: probability, surprise or entropy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from model_core.record.tokens import Token
from model_core.record.trace import Step, Trace
from viz_app.data import number_format
from viz_app.system.language import chosen, tr
from viz_app.text.tokens.token_chip import Chip, token_chip, token_chips

MEASURES = {"probability": tr("probability"), "surprise": tr("surprise (bits)"), "entropy": tr("entropy (bits)")}
"""What the number and the colour of a target chip can say -> the words for it."""
_WORDS = {"probability": tr("probability"), "surprise": tr("surprise"), "entropy": tr("entropy")}

FULL_BITS = 8.0
"""Bits at which a chip has its full colour: one in 256."""

STEP_OWN = "step_probability"
"""The number of a Trace that says by which probability a token was chosen, where the whole pass says another one."""


def target_chips(trace: Trace, sentence: int, measure: str) -> tuple[Chip, ...]:
    """`<s>`, then each written token with the chosen number; a number that was not recorded is left out."""
    one = trace.sentences[sentence]
    if not one.read:
        return ()
    values = [_measured(trace, sentence, row, measure) for row in range(len(one.written))]
    typed = trace.run.target is not None
    chips = [start_chip(one.read[0])]
    for row, chip in enumerate(token_chips(one.written)):
        given = row < one.forced
        if back := read_back(trace, sentence, row):
            chip = replace(chip, tip=f"{back}\n{chip.tip}")
        chips.append(with_measure(chip, values[row], measure, given=given, marked=given and not typed))
    return tuple(chips)


def read_back(trace: Trace, sentence: int, row: int) -> str:
    """Where edited masks let rows read later tokens: the probability in the finished text, otherwise nothing."""
    if STEP_OWN not in trace.numbers or "probability" not in trace.numbers:
        return ""
    value = float(trace.numbers["probability"][sentence, row])
    chance = number_format.fmt_chance(value, 4)
    return tr("{probability} in the finished text, where it could read later tokens", probability=chance)


def written_chips(steps: Sequence[Step], measure: str) -> tuple[Chip, ...]:
    """The chips of the steps so far, none before the first; an entropy is known only when the run is complete."""
    tokens = [step.token for step in steps]
    values = [None if measure == "entropy" else _of_probability(step.probability, measure) for step in steps]
    chips = [with_measure(chip, value, measure) for chip, value in zip(token_chips(tokens), values, strict=True)]
    return (start_chip(steps[0].start), *chips) if steps else ()


def start_chip(token: Token) -> Chip:
    """The chip of the start token: no step wrote it and it has no number."""
    chip = token_chip(token)
    return replace(chip, figure=tr("start"), tip=f"{tr('Read first, not written by any step.')}\n{chip.tip}")


def with_measure(chip: Chip, value: float | None, measure: str, *, given: bool = False, marked: bool = False) -> Chip:
    """A chip with its number, colour and tooltip; `given` tokens were not chosen by the model."""
    return _with_measure(chip, value, measure, given, marked, chosen())


@lru_cache(maxsize=1024)  # while a text is written all of its chips but the last stay
def _with_measure(chip: Chip, value: float | None, measure: str, given: bool, marked: bool, _language: str) -> Chip:
    if value is None or math.isnan(value):  # not recorded, or hidden
        return replace(chip, figure="", forced=marked)
    bits = measure != "probability"
    amount = value / FULL_BITS if bits else value
    write = number_format.fmt_weight if bits else number_format.fmt_chance
    words = f"{_WORDS[measure]} {write(value, 2 if bits else 4)}"
    lines = [tr("{number} bits", number=words) if bits else words]
    if given:
        lines.append(tr("given, not chosen by the model"))
    figure = write(value, 1 if bits else 2)
    tip = "\n".join([*lines, chip.tip])
    safe = min(1.0, max(0.0, amount)) if math.isfinite(amount) else 0.0
    return replace(chip, figure=figure, tip=tip, forced=marked, amount=safe, barred=True)


def _measured(trace: Trace, sentence: int, row: int, measure: str) -> float | None:
    """The recorded number of a step in its unit; surprise is the recorded natural logarithm in bits.

    Where the whole pass reads later tokens the probability is that of the step itself, by which it was chosen.
    """
    if measure != "entropy" and STEP_OWN in trace.numbers:
        return _of_probability(float(trace.numbers[STEP_OWN][sentence, row]), measure)
    name = {"probability": "probability", "surprise": "log_probability", "entropy": "entropy"}[measure]
    if name not in trace.numbers:
        return None
    value = float(trace.numbers[name][sentence, row])
    return max(0.0, -value / math.log(2.0)) if measure == "surprise" else value


def _of_probability(probability: float, measure: str) -> float | None:
    if measure == "probability":
        return probability
    return -math.log2(probability) if probability > 0 else math.inf
