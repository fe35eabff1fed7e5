"""What a recording has not, in words for the views that cannot draw without it. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model_core.record.trace import Trace

if TYPE_CHECKING:
    from viz_app.document.state import Look

INSTEAD = "Attention, Lines, Masks and Survey show what it has. Choose a model (top bar) to see one at work."


def model(trace: Trace) -> str:
    """Its architecture and weights; "" for a model of the program's own."""
    if not trace.model.recorded:
        return ""
    return _said("the model itself, neither how its parts are joined nor its sizes and parameters", trace)


def positions(trace: Trace) -> str:
    """How positions are told; "" for a model of the program's own."""
    return _said("how this model tells positions", trace) if trace.model.recorded else ""


def chances(trace: Trace) -> str:
    """Probabilities and candidates; "" where they are there."""
    if not trace.model.recorded or "probability" in trace.numbers:
        return ""
    return _said("what the model could have written, neither probabilities nor other candidates", trace)


def measures(trace: Trace) -> str:
    """The weights of every layer, over which heads are measured; "" where they are there."""
    return _said("the weights of every layer, which are needed to compare heads", trace) if trace.gaps else ""


def vectors(trace: Trace, look: Look) -> str:
    """Queries and keys that the weights of the layer that is looked at follow from; "" where they are there."""
    if not trace.model.recorded or trace.has(look.kind, "scaled", look.layer):
        return ""
    if trace.has(look.kind, "raw", look.layer):
        return _said("how weights come from queries and keys: they are not softmax(q·k ÷ √K) of those recorded", trace)
    return _said(f"the queries and keys of layer {look.layer + 1}, so its weights cannot be followed back", trace)


def _said(what: str, trace: Trace) -> str:
    return f"Not in this recording: {what}.\n\n{trace.notices[0] if trace.notices else ''}\n{INSTEAD}"


__all__ = ["INSTEAD", "chances", "measures", "model", "positions", "vectors"]
