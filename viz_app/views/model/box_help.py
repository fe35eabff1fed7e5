"""The tooltip of a box in the diagram, and what a click on it does. Layers, heads and tokens count from 0 here and from
1 in words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from typing import Any

from model_core.errors import Refused
from model_core.explain.anatomy import walk_parts
from model_core.explain.provenance import ALL, Source
from model_core.spec import ModelSpec
from viz_app.data.words.parts import KIND_WORDS, click_to_step, layer_name
from viz_app.document.state import Look
from viz_app.system.language import tr
from viz_app.views.model import text
from viz_app.views.model.layout import Box
from viz_app.views.model.live_state import LiveState
from viz_app.views.model.tensor import SOFTMAX, whole_weight
from viz_app.widgets.number_card import Pointed

KEYS = tr(
    "Keys: arrows move from box to box, Enter opens one, F collapses a layer, A expands all; wheel or + and − to "
    "zoom, 0 to show all."
)


@dataclass(frozen=True)
class BoxClick:
    """The effect of a click: changes of the shared selection and of the view's options; a text if it does nothing."""

    picked: dict[str, Any] = field(default_factory=dict)
    opted: dict[str, Any] = field(default_factory=dict)
    hinted: str = ""


def described(box: Box, inner: int | None, live: LiveState) -> str:
    """A box in a few lines; `inner` is the hovered head in it."""
    spec = live.trace.spec
    box = box.only(inner) if box.kind == "folded" else box
    lines = [text.title(box.kind, box.name, spec, box.attention, box.count)]
    if box.layer >= 0 and box.kind not in ("folded", "header"):
        lines[0] += f" · {layer_name(box.stack, box.layer)}"
    if inner is not None and box.kind == "attention":
        off = inner in live.off.get((box.attention, box.layer), ())
        head = tr("head {head}", head=inner + 1)
        lines[0] += f" · {tr('{name}, switched off', name=head) if off else head}"
    if box.name in live.cut or (box.kind == "folded" and any(live.cuts(box.stack, one) for one in box.layers)):
        lines.append(tr("The residual connection is cut here: f(x) instead of x + f(x)."))
    lines.append(text.description(box.kind, box.name, spec, box.attention))
    if box.part is not None:
        lines += [f"{one.name}: {text.shape_words(one.shape, live.known)}" for one in box.part.activations]
        weights = text.weight_words(box.part, live.known)
        lines += [tr("Parameters:"), *weights] if weights else []
    return "\n".join(lines)


def click_words(box: Box, inner: int | None, live: LiveState) -> str:
    """What a click on a box, or on the head or token `inner` in it, does."""
    if box.kind in ("folded", "header"):
        place = {"layer": (box.layer if inner is None else inner) + 1, "stack": KIND_WORDS[box.stack]}
        expand = tr("Click to expand layer {layer} of the {stack}.", **place)
        return expand if box.kind == "folded" else tr("Click to collapse layer {layer} of the {stack}.", **place)
    if box.kind == "tokens":
        if inner is None:
            return tr("Click a token to select it.")
        if box.name == "source":
            return tr("Click to select token {number}.", number=inner + 1)
        return click_to_step(inner)
    back, cut = tr("Right-click to restore the residual connection."), tr("Right-click to cut the residual connection.")
    more = "" if box.lane is None else f" {back if box.name in live.cut else cut}"
    name = hook_of(box)
    if not name:
        what = text.description(box.kind, box.name, live.trace.spec, box.attention)
        return f"{what} {tr('Nothing is recorded for this box.')}{more}"
    if inner is not None:
        return tr("Click to open {name}, head {head}.", name=name, head=inner + 1)
    return f"{tr('Click to open {name}.', name=name)}{more}"


def _selected(box: Box, head: int | None, live: LiveState) -> dict[str, Any]:
    """The changes of the shared selection when an attention, or a `head` in it, is clicked; {} for none."""
    wanted: dict[str, Any] = {"kind": box.attention, "layer": box.layer} if box.attention else {}
    if head is not None:
        wanted["head"] = head
    if all(getattr(live, field) == value for field, value in wanted.items()):
        return {}
    same = (box.attention, box.layer) == (live.kind, live.layer)
    return wanted if same else wanted | {"query": None, "key": None}  # the pinned cell belongs to another map


def opened(box: Box, head: int | None, live: LiveState) -> BoxClick:
    """A click on any box but a layer's header or a row of tokens."""
    changes, name = _selected(box, head, live), hook_of(box)
    if not name:
        return BoxClick(changes, hinted=click_words(box, None, live))
    return BoxClick(changes, {"tensor": name} if name != live.tensor else {})


def folded(box: Box, live: LiveState, layers: str, seen: Set[tuple[str, int]]) -> BoxClick:
    """Opens a folded layer, folds an open one; `layers` is the view's option, `seen` are the open ones (stack, index).
    If only the selected layer is open, another one is selected instead."""
    if layers == "look" and box.kind == "folded":
        kind = "encoder" if box.stack == "encoder" else "cross" if live.kind == "encoder" else live.kind
        return BoxClick({"kind": kind, "layer": box.layer, "query": None, "key": None})
    return BoxClick(opted={"layers": "own", "opened": opened_text(frozenset(seen) ^ {(box.stack, box.layer)})})


def token_chosen(look: Look, of_source: bool, place: int) -> BoxClick:
    """Selects a step; or a source token: it moves the pin if there is one, otherwise it is the view's own selection."""
    if not of_source:
        return BoxClick({"step": place})
    axis = {"encoder": "query", "cross": "key"}.get(look.kind)
    if axis is not None and getattr(look, axis) is not None:
        return BoxClick({axis: place})
    return BoxClick(opted={"source_row": place})


def hook_of(box: Box) -> str:
    """The hook point that a click on a box opens; "" for a box that has none."""
    if box.kind == "softmax":
        return SOFTMAX.name
    return box.part.activations[0].name if box.part is not None and box.part.activations else ""


def opened_layers(choice: str, own: str, spec: ModelSpec, layer: int) -> frozenset[tuple[str, int]]:
    """(stack, index) of the layers drawn with all their parts: for `choice` "look" those at `layer`, for "own" those
    that `own` names, otherwise "all" or "none"."""
    counts = {"encoder": spec.encoder_layers, "decoder": spec.decoder_layers}
    every = frozenset((stack, index) for stack, count in counts.items() for index in range(count))
    if choice == "look":
        return frozenset((stack, min(layer, count - 1)) for stack, count in counts.items())
    return {"all": every, "none": frozenset(), "own": parse_opened(own) & every}[choice]


def opened_text(opened: Iterable[tuple[str, int]]) -> str:
    """Open layers as stored in an option: "e0 d2"."""
    return " ".join(f"{stack[0]}{index}" for stack, index in sorted(opened))


def parse_opened(text: str) -> frozenset[tuple[str, int]]:
    """The open layers in such a text; anything else is ignored."""
    stacks = {"e": "encoder", "d": "decoder"}
    return frozenset(
        (stacks[word[0]], int(word[1:]))
        for word in text.split()
        if word[0] in stacks and word[1:].isdecimal() and len(word) < 6
    )


def numbers_of(box: Box, head: int | None, live: LiveState) -> Pointed | None:
    """The activation of a box, then its trained arrays; of `head`, or of the selected one, and of the selected token.
    None for a box that has neither."""
    trace, part = live.trace, box.part
    if part is None:
        return None
    places = {"H": live.head if head is None else head, "S": live.source, "T": live.step}
    found = [] if box.kind != "softmax" else [Source("numbers.candidates", (live.sentence, live.step, ALL))]
    for one in part.activations:
        own = min(places["H"] or 0, trace.spec.heads_of(one.name.split(".")[0]) - 1)
        places |= {"H": own, "Hd": own}
        index = *(places.get(letter, ALL) for letter in one.shape[:-1]), ALL
        batched = one.name in trace.arrays and trace.arrays[one.name].ndim > len(index)
        found.append(Source(one.name, (live.sentence, *index) if batched else index))
    for weight in (weight for one in walk_parts([part]) for weight in one.weights):
        with contextlib.suppress(Refused):
            found.append(whole_weight(trace, weight))
    return (trace, tuple(found)) if found else None
