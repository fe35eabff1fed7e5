"""The sources of the numbers shown outside the number tables of views: recorded ones, and derived ones (rollout,
several heads in one, joined words). No Qt.

Layers, heads, rows and columns count from 0 here and from 1 in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from model_core.analysis.readings import ADDITIVE, cut_layers, rollout_kinds
from model_core.explain.provenance import ALL, Plain, Source
from model_core.record.trace import SCORES, Trace
from viz_app.data.maps.derived_map import DerivedMap, MapRequest
from viz_app.data.maps.derived_text import mixed_phrase, reading_title
from viz_app.data.number_format import fmt_weight
from viz_app.data.snapshot import Cell, ShownNumber
from viz_app.data.tables import Context, HeadsMade, context_of
from viz_app.data.vocabulary import NUMBERS
from viz_app.data.words.parts import KIND_WORDS
from viz_app.system.language import tr

if TYPE_CHECKING:
    from viz_app.document.state import State


def cell_source(trace: Trace, kind: str, what: str, layer: int, place: tuple[int, int, int, int]) -> Source | None:
    """One cell of a map; `place` is (sentence, head, query, key); None if it was not recorded."""
    return Source(trace.name(kind, what, layer), place) if trace.has(kind, what, layer) else None


def mask_source(trace: Trace, kind: str, place: tuple[int, int, int]) -> Source | None:
    """One cell of a mask: (sentence, query, key)."""
    return Source(f"reasons.{kind}", place) if kind in trace.reasons else None


def handed_over(trace: Trace, kind: str, layer: int, place: tuple[int, int, int, int]) -> Source | None:
    """‖weight × v‖ of a cell, from the weight and the value vector; `place` as in `cell_source`."""
    weight, name = cell_source(trace, kind, "weights", layer, place), trace.name(kind, "v", layer)
    if weight is None or name not in trace.arrays:
        return None
    sentence, head, query, key = place
    given = (("kind", kind), ("layer", layer), ("sentence", sentence), ("head", head))
    return Source(
        "model_core.analysis.value_norms.handed_over", (query, key), given,
        tr("length of weight × value"), "‖α v‖ = α √(Σ vᵢ²)",
        (weight, Source(name, (sentence, head, key, ALL))),
    )  # fmt: skip


def candidate_source(trace: Trace, sentence: int, step: int, token_id: int) -> Source | None:
    """The probability of a token at a step: a recorded candidate, or the token that was written."""
    if "candidates" in trace.ids and "candidates" in trace.numbers:
        found = [int(one) for one in trace.ids["candidates"][sentence, step]]
        if token_id in found:
            return Source("numbers.candidates", (sentence, step, found.index(token_id)))
    if trace.sentences[sentence].written[step].id == token_id and "probability" in trace.numbers:
        return Source("numbers.probability", (sentence, step))
    return None


_SYMBOLS = {"weights": "w", "raw": "q·k", "scaled": "s", "masked": "m", "value": "‖α v‖"}
_TITLES = {
    "weights": tr("attention weight"),
    "raw": tr("score q·k"),
    "scaled": tr("scaled score"),
    "masked": tr("score after the mask"),
    "value": tr("length of weight × value"),
}


def shown_number(trace: Trace, derived: DerivedMap, cell: Cell, series: int = 0) -> Source | None:
    """The number of a shown cell of one series; None if it was not recorded."""
    request, head = derived.request, derived.series[series]
    if derived.plain and head >= 0:
        place = request.sentence, head, *cell
        if request.measure == "value":
            return handed_over(trace, request.kind, request.layer, place)
        return cell_source(trace, request.kind, request.measure, request.layer, place)
    return Source(
        "model_core.analysis.readings.shown", cell, tuple(_arguments(derived, head).items()), title_of(derived, head),
        formula(trace, derived, head), tuple(_inputs(trace, derived, cell, head)),
    )  # fmt: skip


def _heads(derived: DerivedMap, head: int) -> tuple[int, ...]:
    return derived.request.heads if head < 0 else (head,)


def _arguments(derived: DerivedMap, head: int) -> dict[str, Plain]:
    """The arguments of `model_core.analysis.readings.shown` that are not defaults."""
    request = derived.request
    given: dict[str, Plain] = {"kind": request.kind, "layer": request.layer, "measure": request.measure}
    if request.measure != "rollout":
        given |= {"heads": _heads(derived, head)} | ({"mix": request.mix} if head < 0 else {})
    if request.layers and request.measure != "rollout":
        given = given | {"layers": request.layers}
        del given["layer"]
    usual = {"join": "pieces", "hide": False, "read": False, "sentence": 0}
    return given | {name: getattr(request, name) for name, value in usual.items() if getattr(request, name) != value}


def shown_cell(trace: Trace, derived: DerivedMap, cell: Cell, series: int = 0) -> ShownNumber | None:
    """The number of the series cell that contains one of the model's cells; None if it is left out."""
    shown, head = derived.shown(cell), derived.series[series]
    if shown is None:
        return None
    alone = head if head >= 0 else None
    if derived.plain and head >= 0 and derived.request.measure == "weights":
        return ShownNumber(alone)
    text = fmt_weight(float(derived.values[series][shown]), 3)
    return ShownNumber(alone, title_of(derived, head, brief=True), text, shown_number(trace, derived, shown, series))


def title_of(derived: DerivedMap, head: int, brief: bool = False) -> str:
    """For example "attention weight, mean of 4 heads of all layers, words"; `brief`, for narrow places near the map's
    own title: "weight, mean of 4 heads, words"."""
    request = derived.request
    if request.measure == "rollout":
        parts = [tr("attention rollout up to layer {layer}", layer=request.layer + 1)]
    else:
        parts = [tr("weight") if brief and request.measure == "weights" else _TITLES[request.measure]]
        if head < 0:
            heads = tr("{number} heads", number=len(request.heads))
            heads = tr("{heads} of all layers", heads=heads) if request.layers and not brief else heads
            parts.append(mixed_phrase(request.mix, heads))
    if request.measure in ADDITIVE and not (derived.queries.single and derived.keys.single):
        parts.append(JOINED[request.join])
    if len(derived.columns) < len(derived.keys):
        parts.append(tr("special tokens left out"))
    return ", ".join(parts)


JOINED = {"words": tr("words"), "characters": tr("bytes of a character merged")}
"""A word of model_core.analysis.token_merging.JOINS -> what rows and columns are then."""


def formula(trace: Trace, derived: DerivedMap, head: int = -1) -> str:
    """What was done to the recorded numbers, in order."""
    request = derived.request
    steps = [_ROLLOUT[request.kind == "cross"] if request.measure == "rollout" else _SYMBOLS[request.measure]]
    if request.measure == "rollout" and (layers := _cut_below(trace, request)):
        steps.append(
            tr("where the residual connection is cut ({layers}), without the half that came over it", layers=layers)
        )
    if not (derived.queries.single and derived.keys.single):
        steps.append(tr("summed over the keys of a word, averaged over its queries"))
    if len(derived.columns) < len(derived.keys) and request.measure in ADDITIVE:
        steps.append(tr("divided by the row’s sum without special tokens"))
    if head < 0 and request.measure != "rollout":
        steps.append(_MIXED[request.mix])
    return "; ".join(steps)


def _cut_below(trace: Trace, request: MapRequest) -> str:
    """The layers in a rollout whose residual connection is cut: "encoder 1, decoder 2"."""
    found = cut_layers(trace, request.kind)
    return ", ".join(
        f"{KIND_WORDS[kind]} {layer + 1}"
        for kind, layers in found.items()
        for layer in layers
        if layer <= request.layer or (kind, request.kind) == ("encoder", "cross")
    )


_MIXED = {
    "mean": tr("mean over the heads"), "max": tr("maximum over the heads"), "sum": tr("sum over the heads"),
}  # fmt: skip
_ROLLOUT = {
    False: tr("R = Ãₗ · … · Ã₁ with Ã = ½ mean of the heads’ weights + ½ identity"),
    True: tr("C ← ½ Ã · C + ½ B · R_enc in each layer; Ã = ½ A + ½ identity, A and B the means of the heads’ weights"),
}


def _inputs(trace: Trace, derived: DerivedMap, cell: Cell, head: int) -> Iterator[Source]:
    """The recorded numbers that a cell is computed from, as rows if there are many."""
    request, b = derived.request, derived.request.sentence
    if request.measure == "rollout":
        for kind in rollout_kinds(request.kind):
            last = trace.spec.layers(kind) if kind != request.kind and kind == "encoder" else request.layer + 1
            yield from (Source(trace.name(kind, "weights", at), (b, ALL, ALL, ALL)) for at in range(last))
        return
    at = dict[int, list[int | None]]()
    for layer, own in request.places if head < 0 else [(request.layer, head)]:
        at.setdefault(layer, []).append(own)
    count = trace.spec.heads_of(request.kind)
    every = [(layer, one) for layer, all_ in at.items() for one in ([ALL] if len(all_) == count > 1 else all_)]
    what = request.measure if request.measure in SCORES else "weights"
    divided = len(derived.columns) < len(derived.keys) and request.measure in ADDITIVE
    for query in derived.queries.span(cell[0]):
        keys: tuple[int | None, ...] = (ALL,) if divided else tuple(derived.keys.span(derived.columns[cell[1]]))
        for layer, one in every:
            for key in keys:
                yield Source(trace.name(request.kind, what, layer), (b, one, query, key))
                if request.measure == "value":
                    yield Source(trace.name(request.kind, "v", layer), (b, one, key, ALL))


def derivation(trace: Trace, derived: DerivedMap) -> tuple[str, HeadsMade]:
    """What was computed from recorded numbers, for example "layer 2 · mean of 4 heads · scaled scores · words", and the
    heads used."""
    request = derived.request
    words = [reading_title(request, trace.spec)]
    if request.measure in SCORES:
        words.append(NUMBERS[request.measure].word)
    if request.measure in ADDITIVE and not (derived.queries.single and derived.keys.single):
        words.append(JOINED[request.join])
    if len(derived.columns) < len(derived.keys):
        divided = request.measure in ADDITIVE
        words.append(tr("special tokens left out, rows renormalised") if divided else tr("special tokens left out"))
    if request.measure == "rollout":
        return " · ".join(words), tuple(range(trace.spec.heads_of(request.kind)))
    return " · ".join(words), request.places if request.layers else request.heads


def reading_context(state: State, trace: Trace, view: str, derived: DerivedMap) -> Context:
    request, hook = derived.request, "model_core.analysis.readings.shown"
    found = context_of(state, trace, view, *derivation(trace, derived))
    what = request.measure if request.measure in SCORES else found.what
    return replace(found, kind=request.kind, layer=request.layer, what=what, hook=hook)
