"""The rules of a model's variant as formulas in plain Unicode: scale of scores, mask, norm, activation. No torch.

K is the width of a head's query and key, D that of the model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from model_core.analysis.known_masks import reasons_in
from model_core.errors import Message
from model_core.record.mask_reasons import HIDDEN
from model_core.record.trace import VISIBLE, Trace
from model_core.spec import LEAKING, ModelSpec

ACTIVATIONS = {"relu": "max(0, a)", "gelu": "gelu(a)", "gelu_tanh": "gelu(a) by tanh", "silu": "a · sigmoid(a)"}
"""A word of model_core.spec.ACTIVATIONS -> its formula."""

_NORMS = {
    "layer": "({x} − mean) / √(variance + ε)",
    "rms": "{x} / √(mean of squares + ε)",
    "unbiased": "({x} − mean) / (deviation + ε)",
    "scalar": "({x} − mean) / (deviation + ε)",
    "batch": "({x} − mean) / √(variance + ε)",
}
_SPREADS = {
    "layer": "√(variance + ε)",
    "rms": "√(mean of squares + ε)",
    "unbiased": "deviation + ε, √(Σ (x − mean)² / (D − 1)) + ε",
    "scalar": "deviation + ε, √(Σ (x − mean)² / (D − 1)) + ε",
}


def has_shift(spec: ModelSpec) -> bool:
    """Whether a norm adds a learned number at its end."""
    return spec.norm_bias and spec.norm != "rms"


def norm_rule(spec: ModelSpec, what: str) -> str:
    """The norm of `what`: "norm(x) = (x − mean) / √(variance + ε) · γ + β"."""
    inside = f"({what})" if "+" in what else what
    rule = f"norm({what}) = {_NORMS[spec.norm].format(x=inside)} · γ{' + β' if has_shift(spec) else ''}"
    return (
        Message("{rule}, with each unit's mean and variance from training", rule=rule) if spec.norm == "batch" else rule
    )


def spread_rule(spec: ModelSpec) -> str:
    """What the norm divides by; "" if that is not a number of a row."""
    return _SPREADS.get(spec.norm, "")


def scale_rule(spec: ModelSpec) -> str:
    """How scores are scaled: "s = q·k / √K = q·k / √64"."""
    if root := divisor_letter(spec):
        return f"s = q·k / {root} = q·k / {divisor(spec)}"
    return Message("s = q·k: this model does not scale its scores")


def divisor_letter(spec: ModelSpec) -> str:
    """What scores are divided by in letters: "√K", "√D", or "" for nothing."""
    return {"head": "√K", "model": "√D"}.get(spec.attention_scale, "")


def divisor(spec: ModelSpec) -> str:
    """What scores are divided by: "√64", or "" for nothing; "√K" where a recording does not give a head's width."""
    width = {"head": spec.head_width or "K", "model": spec.d_model or "D"}.get(spec.attention_scale)
    return "" if width is None else f"√{width}"


NO_WEIGHT = "−∞"
"""The score of a masked cell that gets no weight at all."""


def mask_number(trace: Trace, kind: str) -> str:
    """The score of a masked cell of this attention in this run: "−∞", "−1e+09"."""
    found = _masked_score(trace, kind)
    return NO_WEIGHT if math.isinf(found) else f"{found:g}".replace("-", "−")


def mask_leaks(trace: Trace, kind: str) -> bool:
    """Whether forbidden cells may keep some weight in this run: `ModelSpec.leaks`, or a value that was set."""
    return _masked_score(trace, kind) > LEAKING


def _masked_score(trace: Trace, kind: str) -> float:
    value = trace.run.edits.masks.value
    return trace.spec.for_stack(kind).masked_score if value is None else value


NOTHING_READ = Message("nothing may be read: all weights are 0")
"""Of a row whose every score is −∞."""


def reads_nothing(trace: Trace, kind: str, sentence: int | None, query: int | None) -> bool:
    """Whether −∞ hides every key of a row."""
    if kind not in trace.reasons or sentence is None or query is None or mask_number(trace, kind) != NO_WEIGHT:
        return False
    codes_M = trace.reasons[kind][sentence, query]
    return not np.any((codes_M == VISIBLE) | (codes_M == HIDDEN))


def uneven_rows(trace: Trace, kinds: Iterable[str], sentence: int) -> str:
    """What the weights of a row sum to, in the first of these attentions where not every row sums to 1; "" for none."""
    return next(filter(None, (_uneven_rows(trace, kind, sentence) for kind in kinds)), "")


def _uneven_rows(trace: Trace, kind: str, sentence: int) -> str:
    if kind in trace.uneven:
        return Message("rows do not sum to 1, as recorded")
    if trace.model.recorded or kind not in trace.reasons:
        return ""
    rows, columns = trace.size(kind, sentence)
    codes_QM = trace.reasons[kind][sentence, :rows]
    nothing = False  # is read in a row
    if reasons_in(codes_QM) != {VISIBLE}:
        closed = codes_QM[codes_QM.min(axis=1, initial=HIDDEN) != VISIBLE]  # rows with no visible key: few, or none
        nothing = not np.all(np.any(closed == HIDDEN, axis=1))
    number = mask_number(trace, kind)
    leaks = mask_leaks(trace, kind) or (nothing and number != NO_WEIGHT)  # then it is read evenly
    if columns < codes_QM.shape[1] and (leaks or np.any(codes_QM[:, columns:] == VISIBLE)):
        return Message("rows sum to 1 with the padding, which is left out here")
    return Message("rows sum to 1, those that may read nothing to 0") if nothing and number == NO_WEIGHT else ""


def mask_rule(trace: Trace, kind: str) -> str:
    """The formula of a masked score, with the bias of relative positions if there are any."""
    number = mask_number(trace, kind)
    if adds_position_bias(trace.spec, kind):
        words = (
            "m = s + b where the mask allows it, {number} elsewhere; b depends on the distance between the two tokens"
        )
        return Message(words, number=number)
    return Message("m = s where the mask allows it, {number} elsewhere", number=number)


def adds_position_bias(spec: ModelSpec, kind: str) -> bool:
    """Whether a learned number for the distance of query and key is added to the scores of this attention."""
    return spec.positions == "relative" and kind != "cross"


def activation_rule(spec: ModelSpec) -> str:
    """What becomes of a hidden unit: "u = max(0, a)", "u = a · sigmoid(a) · g"."""
    return f"u = {ACTIVATIONS[spec.activation]}{' · g' if spec.gated else ''}"


def logit_factor(spec: ModelSpec) -> str:
    """What logits are multiplied by: "0.2 · ", or nothing."""
    return "" if spec.logit_scale == 1.0 else f"{spec.logit_scale:g} · "


def logit_rule(spec: ModelSpec) -> str:
    """The logit of a token: "logit = h · W_out + b, W_out is the embedding table"."""
    rule = f"logit = {logit_factor(spec)}h · W_out{bias('b', spec.output_bias)}"
    return Message("{rule}, W_out is the embedding table", rule=rule) if spec.tied else rule


def bias(name: str, there: bool) -> str:
    """ " + b_q", or nothing."""
    return f" + {name}" if there else ""
