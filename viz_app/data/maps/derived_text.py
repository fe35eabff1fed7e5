"""Derived maps (rollout, several heads in one, joined words) in words: titles, units, cells. Layers and heads count
from 0 here and from 1 in words."""

from __future__ import annotations

from collections.abc import Sequence

from model_core.analysis.heads.head_mixing import MIXES
from model_core.analysis.readings import key_tokens
from model_core.record.trace import SCORES, Sentence, Trace
from model_core.spec import ModelSpec
from viz_app.data import map_text
from viz_app.data.maps.derived_map import DerivedMap, MapRequest
from viz_app.data.number_format import fmt_weight
from viz_app.data.snapshot import Cell
from viz_app.data.vocabulary import ATTENTIONS, DERIVED
from viz_app.data.words.parts import NOTHING_WRITTEN, head_phrase
from viz_app.system.language import tr


def heads_phrase(heads: Sequence[int], count: int, layers: Sequence[int] = ()) -> str:
    """For example "head 3", "4 heads", "heads 1, 2 and 4", "9 of 16 heads"; `count` is the number of heads of the
    layer, or with `layers`, the layer of each head, of all layers."""
    if len(heads) == 1 and layers:
        return head_phrase(layers[0], heads[0])
    if len(heads) == 1:
        return tr("head {head}", head=heads[0] + 1)
    if len(heads) == count:
        return tr("{number} heads", number=count)
    if len(heads) > 5 or layers:
        return tr("{number} of {all} heads", number=len(heads), all=count)
    names = [str(head + 1) for head in heads]
    return tr("heads {heads} and {last}", heads=", ".join(names[:-1]), last=names[-1])


def mixed_phrase(mix: str, heads: str) -> str:
    """For example "mean of 4 heads"; just `heads` if they are not mixed."""
    mixed = {
        "mean": tr("mean of {heads}", heads=heads), "max": tr("maximum of {heads}", heads=heads),
        "sum": tr("sum of {heads}", heads=heads),
    }  # fmt: skip
    return mixed.get(mix, heads)


def reading_title(request: MapRequest, spec: ModelSpec) -> str:
    """For example "layer 2 · mean of 4 heads", "all layers · sum of 9 of 12 heads", "rollout up to layer 2"."""
    layer, heads = request.layer + 1, request.heads
    if request.measure == "rollout":
        return tr("rollout up to layer {layer}", layer=layer)
    words = heads_phrase(heads, heads_in_all(request, spec), request.layers)
    where = tr("all layers") if request.layers else tr("layer {layer}", layer=layer)
    value = [DERIVED["value"].word] if request.measure == "value" else []
    return " · ".join([where, mixed_phrase(request.mix, words) if len(heads) > 1 else words, *value])


def heads_in_all(request: MapRequest, spec: ModelSpec) -> int:
    """How many heads there are to choose from: those of the layer, or of all layers."""
    return spec.heads_of(request.kind) * (spec.layers(request.kind) if request.layers else 1)


def can_leave_out(one: Sentence, kind: str) -> bool:
    """Whether some but not all columns of an attention are special tokens."""
    return len({token.kind == "special" for token in key_tokens(one, kind)}) == 2


def measure_phrase(measure: str, mix: str, kind: str, uneven: str = "", hide: bool = False) -> str:
    """What a number is, in a phrase; `kind` "" is all three attentions. `uneven` is what a head's rows sum to if that
    is not 1; with `hide` special tokens are left out and each row is renormalised to 1."""
    uneven = "" if hide else uneven
    if measure == "rollout":
        rule = tr("attention rollout (Abnar & Zuidema 2020), ½ mean weights of all heads + ½ residual, layer by layer")
        if kind in ("", "cross") and not hide:
            return tr(
                "{rule} through encoder and decoder; the rest of a row, up to 1, comes from the target so far.",
                rule=rule,
            )
        return f"{rule}." if uneven else tr("{rule}; each row sums to 1.", rule=rule)
    if measure == "value":
        return tr("‖weight × v‖, the length of the vector passed on, before W_O (Kobayashi et al. 2020).")
    if mix == "max":
        return tr("the largest weight of any head; rows have no fixed sum.")
    if mix == "sum" and uneven:
        return tr("the sum of the heads’ weights; in each head {sums}.", sums=uneven)
    if mix == "sum":
        return tr("the sum of the heads’ weights; each row sums to the number of heads.")
    if uneven:
        return tr("the weight; {sums}.", sums=uneven)
    if mix == "mean":
        return tr("the mean weight of the heads; each row sums to 1.")
    return tr("the weight; each row sums to 1 in each head.")


def missing_reason(trace: Trace, request: MapRequest) -> str:
    """Why there is nothing to draw."""
    if 0 in trace.size(request.kind, request.sentence):
        nothing = tr("This recording has no {attention}.", attention=ATTENTIONS[request.kind].title.lower())
        return nothing if trace.model.recorded else NOTHING_WRITTEN
    if request.layers and trace.has(request.kind, "weights") and not trace.whole(request.kind):
        return tr("In a text this long the heads of one layer are mixed: each map is computed when it is opened.")
    if request.measure == "rollout" and trace.has(request.kind, "weights", request.layer):
        if trace.model.recorded:
            return tr(
                "Rollout needs every layer of every attention along the way; this recording does not have them all."
            )
        return tr("Rollout is not computed for a text this long: it needs every map of every layer at once.")
    if request.measure in SCORES:
        return map_text.missing_numbers(request.kind, request.measure)
    if request.measure == "value":
        return tr("The value vectors were not recorded in this run, so ‖weight × v‖ cannot be shown. The weights can.")
    return map_text.missing_numbers(request.kind, "weights")


def unit(derived: DerivedMap) -> str:
    measure = derived.request.measure
    return tr("weight") if measure == "weights" else DERIVED[measure].word if measure in DERIVED else tr("score")


def line_words(trace: Trace, derived: DerivedMap, cell: Cell, series: int) -> str:
    """All that is known of one line: what it stands for, and the recorded numbers of its (strongest) piece."""
    request, head = derived.request, derived.series[series]
    number = fmt_weight(float(derived.values[series, cell[0], cell[1]]), 3)
    several = head < 0 and request.mix in MIXES and request.measure != "rollout"
    words = f"{unit(derived)} {number}"
    if several:
        mixed = {
            "mean": tr("mean {number}", number=words), "max": tr("largest {number}", number=words),
            "sum": tr("summed {number}", number=words),
        }  # fmt: skip
        words = mixed[request.mix]
    if head >= 0:
        words += f", {tr('head {head}', head=head + 1)}"
    elif several:
        words += f", {heads_phrase(request.heads, heads_in_all(request, trace.spec), request.layers)}"
    place = tr(
        "“{row}” reads “{token}”",
        row=map_text.row_name(*derived.row_labels[cell[0]]),
        token=derived.column_labels[cell[1]],
    )
    if head < 0:
        return f"{place}: {words}"
    piece = derived.piece(cell, series)
    exact = map_text.cell_text(trace, request.kind, request.layer, head, request.sentence, *piece)
    plain = request.measure in SCORES and derived.plain
    return f"{tr('Head {head}', head=head + 1)} · {exact}" if plain else f"{place}: {words}\n{exact}"
