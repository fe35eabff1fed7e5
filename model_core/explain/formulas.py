"""What every recorded tensor is: a title, its axes, its formula and the numbers it is computed from. No torch.

Formulas are plain Unicode. The letters are those of the paper (Vaswani et al. 2017, sections 3.1 to 3.5) and of
`model_core.record.trace`; K is the width of a head, D that of the model. Inputs are (name, index), None for a whole
axis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from model_core.analysis.arithmetic import stream_before, work_output
from model_core.errors import Message
from model_core.explain import rules
from model_core.explain.edited import edit_formula, is_replaced
from model_core.record.patching import is_cut
from model_core.record.trace import SCORES, Trace
from model_core.spec import ModelSpec

Index = tuple[int | None, ...]
Arguments = tuple[tuple[str, Any], ...]
Input = tuple[str, Index] | tuple[str, Index, Arguments]


@dataclass(frozen=True)
class NumberDescription:
    """The description of a tensor's number: all "" and () for one that nothing is known of."""

    title: str = ""
    formula: str = ""
    axes: str = ""
    inputs: tuple[Input, ...] = ()


def describe_number(trace: Trace, name: str, index: Index, arguments: Arguments = ()) -> NumberDescription:
    """The words and inputs of one number; inputs that this run did not record are left out, and so are all where an
    edit replaced the number."""
    found = _describe(trace, name, index, dict(arguments))
    given = () if is_replaced(trace, name, index) else found.inputs
    inputs = tuple(one for one in given if _is_there(trace, one[0]))
    return NumberDescription(found.title, edit_formula(trace, name, index) or found.formula, found.axes, inputs)


def _is_there(trace: Trace, name: str) -> bool:
    if name in trace.arrays or name.startswith("model_core."):
        return True
    path, _, point = name.rpartition(".")
    if point in SCORES.values() and f"{path}.q" in trace.arrays:
        return True
    head, _, rest = name.partition(".")
    return head in ("numbers", "ids", "reasons") and rest in getattr(trace, head)


def _describe(trace: Trace, name: str, index: Index, given: dict[str, Any]) -> NumberDescription:
    if name.startswith("model_core."):
        rule = _FUNCTIONS.get(name.removeprefix("model_core.analysis.arithmetic."))
        return rule(trace, given, index) if rule else NumberDescription()
    path, _, point = name.rpartition(".")
    owner = path.rpartition(".")[2]
    if owner in ("self_attn", "cross_attn") and point in _ATTENTION and len(index) == len(_ATTENTION[point][0]):
        return _attention(trace, path, point, index)
    if owner.endswith("_sublayer") and len(index) == 3:
        return _sublayer(trace, path, point, index)
    if owner == "distances" and len(index) == 4:
        return NumberDescription(
            Message("number added to the score for the distance"),
            Message("learned: one number per head and distance"), "BHQM",
        )  # fmt: skip
    if owner == "feed_forward" and len(index) == 3:
        return _feed_forward(trace, path, point, index)
    if path.endswith(".embed") or name.endswith("embed.position.table"):
        return _embedding(trace, path.split(".")[0], name, point, index)
    if path in ("encoder", "decoder") and point.endswith("mask"):
        return NumberDescription(
            Message("mask: 1 where the row may read the key"), "", "BQM" if len(index) == 3 else ""
        )
    if name in ("encoder.output", "decoder.output") and len(index) == 3:
        return _stack_output(trace, path, index)
    if name == "logits" and len(index) == 3:
        title, row = Message("logit of one token of the vocabulary"), ("decoder.output", (*index[:2], None))
        return NumberDescription(title, rules.logit_rule(trace.spec), "BTV", (row,))
    return _numbers(trace.spec, name, index)


# ---------------------------------------------------------------- attention

_ATTENTION: dict[str, tuple[str, str, str]] = {
    "q": ("BHQK", Message("unit of the query"), "q = x · W_q + b_q"),
    "k": ("BHMK", Message("unit of the key"), "k = x · W_k + b_k"),
    "v": ("BHMK", Message("unit of the value"), "v = x · W_v + b_v"),
    "raw_scores": ("BHQM", Message("score q·k"), "q·k = Σᵢ qᵢ kᵢ"),
    "scores": ("BHQM", Message("scaled score"), ""),
    "masked_scores": ("BHQM", Message("score after the mask"), ""),
    "weights": ("BHQM", Message("attention weight"), "w = e^(m − max m) / Σ e^(m − max m)"),
    "head_outputs": ("BHQK", Message("unit of z, the head’s output"), "z = Σₖ wₖ vₖ"),
    "output": ("BQD", Message("unit of the attention’s output"), "o = [z₁ … z_H] · W_o + b_o"),
}
"""Hook point -> axes, title, formula ("" if model_core.explain.rules has it)."""


def _attention(trace: Trace, path: str, point: str, index: Index) -> NumberDescription:
    axes, title, formula = _ATTENTION[point]
    kind = _kind_of(path)
    spec = trace.spec.for_stack(kind)
    if not (spec.joint_bias if point == "output" else spec.attention_bias):
        formula = formula.split(" + b_")[0]
    own = {"scores": rules.scale_rule(spec), "masked_scores": rules.mask_rule(trace, kind)}
    if point == "weights" and rules.reads_nothing(trace, kind, index[0], index[2]):
        own[point] = rules.NOTHING_READ
    return NumberDescription(title, own.get(point, formula), axes, _attention_inputs(trace, path, point, index))


def _kind_of(path: str) -> str:
    return "cross" if path.endswith("cross_attn") else path.split(".")[0]


def _attention_inputs(trace: Trace, path: str, point: str, index: Index) -> tuple[Input, ...]:
    b, h, q, m = index if len(index) == 4 else (index[0], None, *index[1:])
    sublayer = path.replace("self_attn", "attn_sublayer").replace("cross_attn", "cross_sublayer")
    own = _read_by(trace, sublayer)
    memory = "encoder.output" if path.endswith("cross_attn") else own
    kind = _kind_of(path)
    far = ((f"{kind}.distances.bias", index),) if rules.adds_position_bias(trace.spec, kind) else ()
    found: dict[str, tuple[Input, ...]] = {
        "q": ((own, (b, q, None)),),
        "k": ((memory, (b, q, None)),),
        "v": ((memory, (b, q, None)),),
        "raw_scores": ((f"{path}.q", (b, h, q, None)), (f"{path}.k", (b, h, m, None))),
        "scores": ((f"{path}.raw_scores", index),),
        "masked_scores": ((f"{path}.scores", index), *far, (f"reasons.{kind}", (b, q, m))),
        "weights": ((f"{path}.masked_scores", (b, h, q, None)),),
        "head_outputs": ((f"{path}.weights", (b, h, q, None)), (f"{path}.v", (b, h, None, m))),
        "output": ((f"{path}.head_outputs", (b, None, q, None)),),
    }
    return found[point]


def _read_by(trace: Trace, sublayer: str) -> str:
    """The array that the work inside a residual sub-layer reads."""
    return f"{sublayer}.normed" if trace.spec.norm_place == "pre" else stream_before(sublayer)


# ---------------------------------------------------------------- around attention


def _sublayer(trace: Trace, path: str, point: str, index: Index) -> NumberDescription:
    pre, row = trace.spec.norm_place == "pre", (*index[:2], None)
    if point == "normed":
        norm = rules.norm_rule(trace.spec, "x" if pre else "x + f(x)")
        return NumberDescription(
            Message("normed unit"), norm, "BND", ((stream_before(path), row),) if pre else _summands(trace, path, row)
        )
    if pre:
        return NumberDescription(
            Message("unit of the residual stream"), "y = x + f(norm(x))", "BND", _summands(trace, path, index)
        )
    return NumberDescription(
        Message("unit of the residual stream"), "y = norm(x + f(x))", "BND", ((f"{path}.normed", index),)
    )


def _summands(trace: Trace, sublayer: str, index: Index) -> tuple[Input, ...]:
    """What a residual sum is of: x and f(x), or f(x) alone where the residual connection is cut."""
    given = (work_output(sublayer), index)
    return (given,) if is_cut(trace.run.edits, sublayer) else ((stream_before(sublayer), index), given)


def _feed_forward(trace: Trace, path: str, point: str, index: Index) -> NumberDescription:
    row, spec = (*index[:2], None), trace.spec
    sublayer = path.replace("feed_forward", "ff_sublayer")
    reads, biased = ((_read_by(trace, sublayer), row),), spec.feed_forward_bias
    gates = ((f"{path}.gates", index),) if spec.gated else ()
    word = rules.activation_rule(spec)
    up, gate, down = (rules.bias(name, biased) for name in ("b₁", "c", "b₂"))
    found = {
        "before": (Message("unit before the activation"), f"a = x · W₁{up}", "BNF", reads),
        "gates": (Message("gate of a hidden unit"), f"g = x · V{gate}", "BNF", reads),
        "hidden": (Message("unit after the activation"), word, "BNF", ((f"{path}.before", index), *gates)),
        "output": (
            Message("unit of the feed-forward’s output"),
            f"f = u · W₂{down}",
            "BND",
            ((f"{path}.hidden", row),),
        ),
    }
    return NumberDescription(*found[point]) if point in found else NumberDescription()


def _embedding(trace: Trace, stack: str, name: str, point: str, index: Index) -> NumberDescription:
    spec = trace.spec
    if point == "tokens" and len(index) == 3:
        scale = f"√{spec.d_model} × " if spec.scale_embedding else ""
        ids = "ids.source" if stack == "encoder" else "ids.read"
        return NumberDescription(
            Message("unit of the token’s vector"), Message("{scale}the token’s row of the table", scale=scale), "BND",
            ((ids, index[:2]),),
        )  # fmt: skip
    if point == "input" and len(index) == 3:
        parts: tuple[Input, ...] = ((f"{stack}.embed.tokens", index), (f"{stack}.embed.positions", index[1:]))
        if spec.embedding_norm:
            return NumberDescription(
                Message("unit of the input vector"), rules.norm_rule(spec, "token + position"), "BND",
                ((f"{stack}.embed.sum", (*index[:2], None)),),
            )  # fmt: skip
        return NumberDescription(Message("unit of the input vector"), "input = token + position", "BND", parts)
    if point == "sum" and len(index) == 3:
        parts = ((f"{stack}.embed.tokens", index), (f"{stack}.embed.positions", index[1:]))
        return NumberDescription(Message("token and position together"), "token + position", "BND", parts)
    base, halves = f"{spec.position_base:g}", spec.position_layout == "halves"
    waves = Message("sin(pos / {base}^(2i/D)) at even units, cos at odd ones", base=base)
    if halves:
        waves = Message("sin(pos / {base}^(2i/D)) in the first half, cos in the second", base=base)
    formula = {
        "sinusoidal": waves,
        "learned": Message("learned: one vector per position"),
        "none": Message("0: this model has no positions"),
        "relative": Message("0: positions enter as numbers added to the scores by distance"),
    }[spec.positions]
    if stack in trace.run.edits.positions.changed_stacks:
        formula = Message("changed by this run’s edits")
    table: tuple[Input, ...] = ((f"{stack}.embed.position.table", index),) if point == "positions" else ()
    return NumberDescription(
        Message("unit of the position’s vector"), formula, "ND" if point == "positions" else "PD", table
    )


def _stack_output(trace: Trace, stack: str, index: Index) -> NumberDescription:
    last = f"{stack}.layers.{trace.spec.layers(stack) - 1}.ff_sublayer.residual"
    title = Message("unit of the encoder’s output" if stack == "encoder" else "unit of the decoder’s output")
    if not trace.spec.final_norm:
        return NumberDescription(title, Message("the residual stream after the last layer"), "BND", ((last, index),))
    row = (*index[:2], None)
    return NumberDescription(title, rules.norm_rule(trace.spec, "x"), "BND", ((last, row),))


# ---------------------------------------------------------------- numbers of a step

_STEP = {
    "probability": (Message("probability of the written token"), "p = softmax(logits)[written]", "BT"),
    "log_probability": (Message("natural log of the probability"), "ln p", "BT"),
    "end_probability": (Message("probability that the next token is </s>"), "softmax(logits)[</s>]", "BT"),
    "entropy": (Message("entropy of the next token, in bits"), "H = −Σ p log₂ p", "BT"),
    "candidates": (Message("probability of a candidate"), "p = softmax(logits)", "BTC"),
    "candidate_logits": (Message("logit of a candidate"), "", "BTC"),
    "candidate_scaled": (Message("logit over temperature"), "logit / temperature", "BTC"),
    "candidate_chances": (Message("probability that it is sampled"),
        Message("softmax over what top-k and top-p keep"), "BTC"),
    "step_probability": (Message("probability at its own step"),
        Message("p = softmax(logits of that step)[written]"), "BT"),
    "cache_difference": (Message("difference with and without cache"),
        Message("max |ln p (cache) − ln p (whole pass)|"), "BT"),
}  # fmt: skip
"""Number of a step -> title, formula ("" if model_core.explain.rules has it), axes."""

_HYPOTHESIS = {
    "score": (Message("score of a beam hypothesis"), "total / lengthᵅ"),
    "total": (Message("log-probability of a beam hypothesis"), Message("Σ ln p along the path")),
    "log_probability": (Message("log-probability of a token of a beam hypothesis"), "ln p"),
}
"""Number of a node of the tree -> title, formula."""


def _numbers(spec: ModelSpec, name: str, index: Index) -> NumberDescription:
    head, _, rest = name.partition(".")
    if head == "numbers" and rest in _STEP:
        title, formula, axes = _STEP[rest]
        formula = formula or rules.logit_rule(spec)
        there = len(index) >= 2 and rest != "step_probability"  # the logits of its step are not recorded
        return NumberDescription(title, formula, axes, (("logits", (*index[:2], None)),) if there else ())
    if head == "ids":
        axes = {"source": "BS", "candidates": "BTC"}.get(rest, "BT")
        return NumberDescription(Message("id of a token: its row of the vocabulary"), "", axes)
    if head == "reasons":
        return NumberDescription(Message("mask: 0 may be read, 1 future, 2 padding, 3 by you"), "", "BQM")
    if head == "tree":
        return NumberDescription(*_HYPOTHESIS.get(rest.rpartition(".")[2], ("", "")))
    if head == "alternatives":
        field = rest.rpartition(".")[2]
        formula = (_STEP[field][1] or rules.logit_rule(spec)) if field in _STEP else ""
        title = _STEP[field][0] if field in _STEP else Message(field)
        return NumberDescription(Message("{title}, in another text", title=title), formula)
    return NumberDescription()


# ---------------------------------------------------------------- arithmetic of recorded numbers


def _cell(given: dict[str, Any]) -> tuple[str, int, int, int]:
    """(attention's path, sentence, head, query) of a function's arguments."""
    path = Trace.name(given["kind"], "x", given["layer"]).rpartition(".")[0]
    return path, given.get("sentence", 0), given.get("head", 0), given["query"]


def _product(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
    path, b, h, q = _cell(given)
    parts = ((f"{path}.q", (b, h, q, *index)), (f"{path}.k", (b, h, given["key"], *index)))
    return NumberDescription(Message("one product of the score"), "qᵢ · kᵢ", "K", parts)


def _raised(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
    path, b, h, q = _cell(given)
    arguments = tuple(given.items())
    parts: tuple[Input, ...] = ((f"{path}.masked_scores", (b, h, q, *index)),)
    parts += (("model_core.analysis.arithmetic.largest_score", (), arguments),)
    return NumberDescription(Message("exponential of a score"), "e^(m − max m)", "M", parts)


def _of_row(title: str, formula: str, point: str) -> Callable[[Trace, dict[str, Any], Index], NumberDescription]:
    def rule(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
        path, b, h, q = _cell(given)
        return NumberDescription(title, formula, "", ((f"{path}.{point}", (b, h, q, None)),))

    return rule


def _of_whole(
    title: str, formula: Callable[[ModelSpec], str], name: str
) -> Callable[[Trace, dict[str, Any], Index], NumberDescription]:
    """A number of all that another function gives for the same arguments."""

    def rule(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
        whole = (f"model_core.analysis.arithmetic.{name}", (None,), tuple(given.items()))
        return NumberDescription(title, formula(trace.spec), "", (whole,))

    return rule


def _weighted(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
    path, b, h, q = _cell(given)
    m, i = index if len(index) == 2 else (None, None)
    parts = ((f"{path}.weights", (b, h, q, m)), (f"{path}.v", (b, h, m, i)))
    return NumberDescription(Message("weight times value"), "w · v", "MK", parts)


def _merged(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
    path, b, _, q = _cell(given)
    unit, width = index[0] if index else None, trace.spec.for_stack(given["kind"]).value_width
    place = (None, q, None) if unit is None else (unit // width, q, unit % width)
    parts = ((f"{path}.head_outputs", (b, *place)),)
    return NumberDescription(Message("unit of the concatenated head outputs"), "[z₁ … z_H]", "D", parts)


def _added(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
    place, sublayer = (given.get("sentence", 0), given["query"], *index), given["sublayer"]
    formula = "f(x)" if is_cut(trace.run.edits, sublayer) else "x + f(x)"
    return NumberDescription(Message("residual sum"), formula, "D", _summands(trace, sublayer, place))


def _norm_reads(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
    if trace.spec.norm_place == "post":
        return _added(trace, given, index)
    place = (given.get("sentence", 0), given["query"], *index)
    return NumberDescription(Message("what the norm reads"), "x", "D", ((stream_before(given["sublayer"]), place),))


def _surprise(trace: Trace, given: dict[str, Any], index: Index) -> NumberDescription:
    own = "step_probability" if "step_probability" in trace.numbers else "log_probability"
    return NumberDescription(Message("surprise, in bits"), "−log₂ p = −ln p / ln 2", "BT", ((f"numbers.{own}", index),))


_FUNCTIONS: dict[str, Callable[[Trace, dict[str, Any], Index], NumberDescription]] = {
    "products": _product,
    "raised": _raised,
    "raised_sum": _of_whole(Message("sum of the exponentials of the row"), lambda spec: "Σ e^(m − max m)", "raised"),
    "largest_score": _of_row(Message("largest score of the row"), "max m", "masked_scores"),
    "weight_sum": _of_row(Message("sum of the weights of the row"), "Σ w", "weights"),
    "row_entropy": _of_row(Message("entropy of the row, in bits"), "H = −Σ w log₂ w", "weights"),
    "surprise": _surprise,
    "weighted": _weighted,
    "merged": _merged,
    "added": _added,
    "normed_input": _norm_reads,
    "norm_mean": _of_whole(Message("mean of what the norm reads"), lambda spec: "mean = Σ x / D", "normed_input"),
    "norm_spread": _of_whole(Message("what the norm divides by"), rules.spread_rule, "normed_input"),
}
