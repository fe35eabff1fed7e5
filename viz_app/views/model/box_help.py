"""What a box of the diagram says of itself, and what a click on it asks for.

Layers, heads and tokens count from 0 here and from 1 in words.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from viz_app.system.language import tr
from viz_app.views.model import text
from viz_app.views.model.layout import Box, opened_text
from viz_app.views.model.live_state import Live
from viz_app.views.model.tensor import SOFTMAX

if TYPE_CHECKING:
    from viz_app.document.state import Look


@dataclass(frozen=True)
class Asked:
    """What a click asks for: changes of the shared selection and of the view's options; words where it does nothing."""

    picked: dict[str, Any] = field(default_factory=dict)
    opted: dict[str, Any] = field(default_factory=dict)
    hinted: str = ""


def described(box: Box, inner: int | None, live: Live) -> str:
    """A box in a few lines; `inner` is the head in it that is pointed at."""
    spec = live.trace.spec
    lines = [text.title(box.kind, box.name, box.part, spec, box.attention)]
    if box.layer >= 0 and box.kind not in ("folded", "header"):
        lines[0] = tr("{lines} · {side} layer {layer}", lines=lines[0], side=box.side, layer=box.layer + 1)
    if inner is not None and box.kind == "attention":
        off = inner in live.off.get((box.attention, box.layer), ())
        lines[0] += tr(" · head {inner}{value}", inner=inner + 1, value=", switched off" if off else "")
    lines.append(text.what(box.kind, box.name, spec, box.attention))
    if box.part is not None:
        lines += [f"{one.name}: {text.shape_words(one.shape, live.known)}" for one in box.part.activations]
        weights = text.weight_words(box.part, live.known)
        lines += [tr("Parameters:"), *weights] if weights else []
    return "\n".join(lines)


def click_words(box: Box, inner: int | None, live: Live) -> str:
    """What a click on a box, or on the head or token `inner` in it, does."""
    if box.kind in ("folded", "header"):
        return tr(
            "Click to {value} layer {layer} of the {side}.",
            value="open" if box.kind == "folded" else "fold",
            layer=box.layer + 1,
            side=box.side,
        )
    if box.kind == "tokens":
        side = "token" if box.name == "source" else "step"
        return (
            tr("Click to look at {side} {inner}.", side=side, inner=inner + 1)
            if inner is not None
            else tr("Click a token to look at it.")
        )
    name = hook_of(box)
    if not name:
        what = text.what(box.kind, box.name, live.trace.spec, box.attention)
        return tr("{what} Nothing of its own is recorded here.", what=what)
    return tr("Click to open {name}{value}.", name=name, value=f", head {inner + 1}" if inner is not None else "")


def selected(box: Box, head: int | None, live: Live) -> dict[str, Any]:
    """The changes of the shared selection that a click on an attention, or on a `head` in it, makes; {} for none."""
    wanted: dict[str, Any] = {"kind": box.attention, "layer": box.layer} if box.attention else {}
    if head is not None:
        wanted["head"] = head
    if all(getattr(live, field) == value for field, value in wanted.items()):
        return {}
    same = (box.attention, box.layer) == (live.kind, live.layer)
    return wanted if same else wanted | {"query": None, "key": None}  # the pinned cell belongs to another map


def opened(box: Box, head: int | None, live: Live) -> Asked:
    """A click on a box that is neither a layer's own line nor a row of tokens."""
    changes, name = selected(box, head, live), hook_of(box)
    if not name:
        return Asked(changes, hinted=click_words(box, None, live))
    return Asked(changes, {"tensor": name} if name != live.tensor else {})


def folded(box: Box, live: Live, layers: str, seen: Set[tuple[str, int]]) -> Asked:
    """Opens a folded layer, folds an open one; `layers` is the view's option, `seen` are the open ones (side, index).

    Where the selected layer alone is open, another one is selected.
    """
    if layers == "look" and box.kind == "folded":
        kind = "encoder" if box.side == "encoder" else "cross" if live.kind == "encoder" else live.kind
        return Asked({"kind": kind, "layer": box.layer, "query": None, "key": None})
    return Asked(opted={"layers": "own", "opened": opened_text(frozenset(seen) ^ {(box.side, box.layer)})})


def token_chosen(look: Look, of_source: bool, place: int) -> Asked:
    """A step; or a source token: it moves the pin where one is pinned, else it is the view's own choice."""
    if not of_source:
        return Asked({"step": place})
    axis = {"encoder": "query", "cross": "key"}.get(look.kind)
    if axis is not None and getattr(look, axis) is not None:
        return Asked({axis: place})
    return Asked(opted={"source_row": place})


def hook_of(box: Box) -> str:
    """The hook point that a click on a box opens; "" for a box that has none."""
    if box.kind == "softmax":
        return SOFTMAX.name
    return box.part.activations[0].name if box.part is not None and box.part.activations else ""
