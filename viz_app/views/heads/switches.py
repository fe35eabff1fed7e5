"""Which parts a switch turns, what it says, and the edits after it. No Qt. Layers and heads count from 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from model_core.record.edits import Edits, FeedForwardPlace, HeadPlace, with_head
from model_core.spec import ModelSpec
from viz_app.data.edit_list import INSTEAD
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.data.words.parts import KIND_WORDS, head_number
from viz_app.system.language import tr

Instead = tuple[str, str, int]
"""What a head gives in place of its own, as model_core.record.edits.with_head takes it: one of REPLACEMENTS; of a
mean the survey's folder and how many target rows."""
OFF: Instead = ("zero", "", 0)


def layer_of(spec: ModelSpec, place: HeadPlace) -> tuple[HeadPlace, ...]:
    """All heads of the layer of this one."""
    return tuple(HeadPlace(place.kind, place.layer, head) for head in range(spec.heads_of(place.kind)))


def switched(edits: Edits, places: Sequence[HeadPlace], instead: Instead = OFF) -> Edits:
    """The edits in which all of these heads give something else; their own again where all of them do already."""
    back = edits.heads_changed.issuperset(places)
    for place in places:
        if back:
            edits = with_head(edits, place, None)
        elif place not in edits.heads_changed:
            edits = with_head(edits, place, *instead)
    return edits


def with_feed_forward(edits: Edits, place: FeedForwardPlace) -> Edits:
    """The edits with this feed-forward off, or on again."""
    kept = tuple(one for one in edits.feed_forwards_off if one != place)
    off = kept if place in edits.feed_forwards_off else (*kept, place)
    return replace(edits, feed_forwards_off=off)


# ---------------------------------------------------------------- words


def head_name(place: HeadPlace, note: str = "") -> str:
    """ "head decoder 2.4", with what it reads in brackets."""
    name = tr("head {number}", number=head_number(place.kind, place.layer, place.head))
    return f"{name} ({note})" if note else name


def layer_name(place: HeadPlace) -> str:
    """ "all heads of decoder layer 2"."""
    return tr("all heads of {attention} layer {layer}", attention=ATTENTIONS[place.kind].inline, layer=place.layer + 1)


def feed_forward_name(place: FeedForwardPlace) -> str:
    """ "feed-forward of decoder layer 2"."""
    return tr("feed-forward of {stack} layer {layer}", stack=KIND_WORDS[place.stack], layer=place.layer + 1)


def state_words(edits: Edits, place: HeadPlace) -> str:
    """What a head gives now in place of its own: "switched off", "reads all alike"; "" where it gives its own."""
    if place in edits.heads_off:
        return tr("switched off")
    found = next((one.pattern for one in edits.patterns if one.place == place), None)
    return tr("reads {instead}", instead=INSTEAD[found][0]) if found is not None else ""


def act_words(edits: Edits, place: HeadPlace, instead: Instead) -> str:
    """What a click does to a head: "switch it off", "make it read all alike", "switch it on", "restore it"."""
    if place in edits.heads_off:
        return tr("switch it on")
    if place in edits.heads_changed:
        return tr("restore it")
    return tr("switch it off") if instead[0] == "zero" else tr("make it read {instead}", instead=INSTEAD[instead[0]][0])


def note_words(instead: Instead | None) -> str:
    """What clicks do, under the switches."""
    if instead is None:
        return tr("The average needs a survey of this model.")
    if instead[0] == "zero":
        return tr("Click to switch a head off or on, Shift+click for its layer.")
    return tr("Click to make a head read {instead}, Shift+click for its layer.", instead=INSTEAD[instead[0]][0])
