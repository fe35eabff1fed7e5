"""The effect of edited masks on one sentence, in words: the text, its probabilities, how much of the future was read.
No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from model_core.analysis import edit_effects
from model_core.analysis.edit_effects import Comparison, leaked_future
from model_core.direction import quoted
from model_core.explain.provenance import Source
from model_core.record.edits import Edits, MaskEdits
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from viz_app.data.number_format import fmt_change, fmt_percent
from viz_app.system.language import tr
from viz_app.views.masks import edits, mask_rows

UNTOUCHED = tr(
    "These are the model's own masks. Choose Edit and draw over cells, or let the decoder peek ahead: the model "
    "runs again at once, and the changes appear here."
)
SMALLEST = 5e-4
"""A share of the attention below this is no peeking ahead."""


@dataclass(frozen=True)
class MaskChanges:
    """`words` always; `found` if there is a run without the edits; `leak` if later tokens were read."""

    words: str
    found: Comparison | None = None
    leak: str = ""


def mask_changes(trace: Trace, sentence: int, head: tuple[int, int] = (0, 0)) -> MaskChanges:
    """The effect of this run's edits; a masked cell of (layer, head) shows what the mask's value does."""
    run_edits = trace.run.edits
    if run_edits.masks == MaskEdits():
        return MaskChanges(UNTOUCHED)
    parts = [edits.value_words(run_edits.masks.value, mask_rows.masked_example(trace, sentence, head))]
    found = edit_effects.comparison(trace, sentence)
    if found is None:
        parts.append(tr("The masks are edited, but there is no unedited run to compare this one with."))
    else:
        parts += [_change_words(trace, found), mean_words(found)]
        if run_edits != replace(Edits(), masks=run_edits.masks):
            parts.append(tr("Other edits of the run count too."))
    return MaskChanges(" ".join(filter(None, parts)), found, leak_words(trace, sentence, found))


def _change_words(trace: Trace, found: Comparison) -> str:
    """The change of the text; says so if the numbers are those of the finished text."""
    if "step_probability" not in trace.numbers or found.first is not None:
        return summary(found)
    moved = moved_words(found)
    if not moved.startswith("p("):
        return summary(found)
    return tr("The text stays the same. With the finished text given to the decoder as a whole, {change}", change=moved)


def mean_words(found: Comparison) -> str:
    """The mean probability of a given target without and with the edits, "" if the model wrote."""
    means = _means(found) if found.forced >= len(found.after) else None
    if means is None:
        return ""
    before, after = fmt_change(*means)
    return tr("Mean over all {steps} tokens: {before} → {after}.", steps=found.steps, before=before, after=after)


def _means(found: Comparison) -> tuple[float, float] | None:
    """The mean probability without and with the edits; None if the texts differ, and until a question is answered."""
    before, after = (float(np.mean(chances[: found.steps], dtype=np.float64)) for chances in found.chances)
    return None if found.first is not None or np.isnan(before + after) else (before, after)


def leak_words(trace: Trace, sentence: int, found: Comparison | None = None) -> str:
    """How much of the decoder's attention is on later tokens, in which head most, and what that means; "" if none
    is."""
    if not trace.whole("decoder"):
        return ""
    rows = len(trace.sentences[sentence].read)
    if rows < 2:
        return ""
    shares_LH = leaked_future(trace, sentence) / (rows - 1)  # the last row has no later token
    if float(shares_LH.max()) < SMALLEST:
        return ""
    layer, head = divmod(int(shares_LH.argmax()), shares_LH.shape[1])
    words = {"mean": percent(float(shares_LH.mean())), "most": percent(float(shares_LH.max()))}
    share = tr(
        "{mean} of the decoder's attention falls on later tokens, most in layer {layer}, head {head}: {most}.",
        layer=layer + 1, head=head + 1, **words,
    )  # fmt: skip
    one = trace.sentences[sentence]
    if one.forced < len(one.written):
        whole = tr(
            "They did not exist while the text was written: these numbers belong to the finished text, given to the "
            "decoder as a whole. Give it as the target to let the model peek."
        )
        return f"{share} {whole}"
    return f"{share} {_cheat_words(found)}"


def _cheat_words(found: Comparison | None) -> str:
    """The effect of reading the answer on its probability."""
    means = None if found is None else _means(found)
    if means is None:
        return tr("They are the answer itself.")
    if abs(means[1] - means[0]) < SMALLEST:
        return tr("They are the answer itself, but its probability stays the same.")
    if means[1] > means[0]:
        return tr("They are the answer itself, and the model copies it.")
    return tr("They are the answer itself, but this model was trained with the mask, never saw any, and is disturbed.")


def percent(share: float) -> str:
    """A share in percent, without decimals from 1 % on."""
    return fmt_percent(share, int(share < 0.01))


def summary(found: Comparison) -> str:
    """The effect of the edits on the text, in one or two sentences."""
    moved = moved_words(found)
    if found.first is None:
        given = found.forced >= len(found.after)
        text = tr("The target is given, so the text stays.") if given else tr("The text stays the same.")
        return f"{text} {moved}".strip()
    before, after = (_token(tokens, found.first) for tokens in (found.before, found.after))
    words = {"number": found.first + 1, "before": before, "after": after}
    text = tr("From token {number} on the text differs: {after} instead of {before}.", **words)
    return f"{text} {moved}".strip()


def moved_words(found: Comparison) -> str:
    """The largest change of a probability before the texts diverge, "" if they diverge at once."""
    most = found.most_moved()
    if most is None:
        return ""
    step, change = most
    if np.isnan(change):
        return ""
    if abs(change) < 5e-4:
        if any(np.isnan(chances[: found.shared]).any() for chances in found.chances):
            return ""  # hidden ones are not mentioned
        if found.first is not None:
            return tr("No earlier probability changes by 0.0005 or more.")
        return tr("No probability changes by 0.0005 or more.")
    before, after = fmt_change(*(float(chances[step]) for chances in found.chances))
    words = {"token": found.after[step].text, "before": before, "after": after}
    if found.first is not None:
        return tr("Before that, p({token}) changes most: {before} → {after}.", **words)
    return tr("p({token}) changes most: {before} → {after}.", **words)


def _token(tokens: tuple[Token, ...], step: int) -> str:
    return quoted(tokens[step].text) if step < len(tokens) else tr("nothing more")


def way_source(trace: Trace, sentence: int, way: int, step: int) -> Source | None:
    """A probability of the text without edits (`way` 0) or with them (1)."""
    if way:
        return Source("numbers.probability", (sentence, step)) if "probability" in trace.numbers else None
    for place, other in enumerate(trace.alternatives):
        if other.name == "unedited" and other.sentence == sentence and "probability" in other.numbers:
            return Source(f"alternatives.{place}.numbers.probability", (step,))
    return None
