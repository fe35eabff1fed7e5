"""Why a text ended and where it repeats itself, in words."""

from __future__ import annotations

import numpy as np

from model_core.analysis.repetition import Loop, loop_of
from model_core.direction import in_order
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.number_format import fmt_chance, p_words
from viz_app.system.language import tr


def stop_words(trace: Trace, text: DecodedText, *, limit: int = 0) -> str:
    """Why a text ended, in one sentence; `limit` is the run's longest target where it is known."""
    rows, end = len(text.written), text.number("end_probability", len(text.written) - 1)
    own = text.number("step_probability", rows - 1) if text.finished else None
    last, end = text.written[-1].text, end if own is None else own
    share = "" if end is None else f" ({p_words(end)})"
    if text.forced >= rows and not text.finished:
        return tr(
            "All {number} tokens were given, without {token}: {probability} there.",
            number=rows,
            token=_end_word(trace),
            probability=p_words(end or 0.0).replace("p", "p(end)", 1),
        )
    if not text.finished:
        return tr(
            "It stopped at the limit of {number} tokens, without {token}: {probability} there.",
            number=min(limit or rows, rows),
            token=_end_word(trace),
            probability=p_words(end or 0.0).replace("p", "p(end)", 1),
        )
    if text.forced >= rows:
        return tr(
            "Its end was given: the model gives {token} a probability of {probability} there.",
            token=last,
            probability=p_words(end or 0.0),
        )
    branch = text.alternative is not None and text.alternative.name == "branch"
    how = "greedy" if branch else trace.run.decoding.method
    if how == "sample":
        return tr(
            "It ended at step {step}: {token} was sampled{probability}.", step=rows, token=last, probability=share
        )
    if how == "beam":
        return tr(
            "It ended at step {step} with {token}{probability}: it scores best of all kept texts.",
            step=rows,
            token=last,
            probability=share,
        )
    return tr(
        "It ended at step {step}: {token} was the most probable choice{probability}.",
        step=rows,
        token=last,
        probability=share,
    )


def loop_words(text: DecodedText) -> str:
    """From where on a text repeats itself, and how much more certain the model is of it at last; "" for no loop."""
    loop = text_loop(text)
    if loop is None:
        return ""
    round_ = in_order(token.text for token in text.written[loop.start : loop.start + min(loop.period, 4)])
    round_ += " …" if loop.period > 4 else ""
    words = tr("It has repeated “{tokens}” since step {step}", tokens=round_, step=loop.start + 1)
    chances, rounds = text.numbers.get("probability"), (len(text.written) - loop.start) // loop.period
    if chances is None or rounds < 1:
        return f"{words}."
    first = float(np.mean(chances[loop.start - loop.period : loop.start]))
    last = float(np.mean(chances[loop.start + (rounds - 1) * loop.period :][: loop.period]))
    before, after = fmt_chance(first), fmt_chance(last)
    if last <= first or before == after:
        return f"{words}."
    return tr(
        "{repeats}: from the first round to the last, its mean p rises from {before} to {after}.",
        repeats=words,
        before=before,
        after=after,
    )


def text_loop(text: DecodedText) -> Loop | None:
    """The loop that a text runs in, without the end of sentence that may close it."""
    return loop_of(text.ids[:-1] if text.finished else text.ids)


def _end_word(trace: Trace) -> str:
    """How the end of sentence is written in this vocabulary."""
    tokens = (token for one in trace.sentences for token in (*one.source, *one.written))
    return next((token.text for token in tokens if token.id == trace.spec.eos_id), "</s>")
