"""Which heads a switch turns, and the edits after it. No Qt. Layers and heads count from 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from model_core.record.edits import Edits, HeadPlace
from model_core.spec import ModelSpec
from viz_app.data.vocabulary import ATTENTIONS


def layer_of(spec: ModelSpec, place: HeadPlace) -> tuple[HeadPlace, ...]:
    """All heads of the layer of this one."""
    return tuple(HeadPlace(place.kind, place.layer, head) for head in range(spec.heads_of(place.kind)))


def switched(edits: Edits, places: Sequence[HeadPlace]) -> Edits:
    """The edits with all of these heads switched off; on again where all of them are off."""
    kept = tuple(one for one in edits.heads_off if one not in places)
    on = all(place in edits.heads_off for place in places)
    return replace(edits, heads_off=kept if on else (*kept, *places))


def head_name(place: HeadPlace, note: str = "") -> str:
    """ "head decoder 2.4", with what it reads in brackets."""
    return f"head {place.kind} {place.layer + 1}.{place.head + 1}" + (f" ({note})" if note else "")


def layer_name(place: HeadPlace) -> str:
    """ "all heads of decoder layer 2"."""
    return f"all heads of {ATTENTIONS[place.kind].inline} layer {place.layer + 1}"


__all__ = ["head_name", "layer_name", "layer_of", "switched"]
