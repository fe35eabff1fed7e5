"""Following a number: from a cell to its calculation, from there to the tensor it lies in, and back."""

from __future__ import annotations

from collections.abc import Callable

from model_core.record.trace import Trace
from model_core.spec import ModelSpec
from viz_app.document.state import Look
from viz_app.document.store import Store

_POINTS = ("q", "k", "raw_scores", "masked_scores", "weights", "head_outputs", "output")
"""Hook point of the attention that each of the first steps of the calculation makes."""


def tensor_of(spec: ModelSpec, look: Look, step: int) -> str:
    """The tensor that a step (from 1) of the calculation makes, by its hook name."""
    layer = max(0, min(look.layer, spec.layers(look.kind) - 1))
    if step <= len(_POINTS):
        return Trace.name(look.kind, _POINTS[step - 1], layer)
    path = Trace.name(look.kind, "x", layer).rpartition(".")[0]
    stack, _, attention = path.rpartition(".")
    sublayer = f"{stack}.{'cross' if attention == 'cross_attn' else 'attn'}_sublayer"
    if step == 8:
        return f"{sublayer}.residual"
    normed = f"{stack}.ff_sublayer" if spec.norm_place == "pre" else sublayer
    return f"{normed}.normed" if step == 9 else f"{stack}.feed_forward.output"


def follow(store: Store, view: str, open_view: Callable[[str], None]) -> None:
    """Goes from a cell of a view, by its name, to its calculation, from there to the tensor of the present step, from a
    tensor back to where one came from."""
    look, trace = store.state.look, store.trace
    if trace is None:
        return
    if view == "model":
        if store.visited.past:
            store.visited.go(back=True)
        else:
            open_view("attention")
    elif view == "calculate":
        step = store.state.options.get("calculate", {}).get("step", 1)
        store.options("model", tensor=tensor_of(trace.spec, look, step if isinstance(step, int) else 1))
        open_view("model")
    else:
        if store.hover is not None:
            query, key = store.hover
            store.look(query=query, key=key)
        open_view("calculate")
