"""The parts of a model in the language of the window; model_core names them in English. Counted from 1. No Qt."""

from __future__ import annotations

from model_core.record.effects import Component
from model_core.record.lens import LensReading, StackPlace
from viz_app.system.language import tr

KIND_WORDS = {"encoder": tr("encoder"), "decoder": tr("decoder"), "cross": tr("cross")}
"""The name of an attention before the number of a head: "cross 3.2"."""
POSITIONS = {
    "sinusoidal": tr("sinusoidal"),
    "learned": tr("learned"),
    "relative": tr("relative"),
    "none": tr("none", "no positions"),
}
"""How a model tells positions (ModelSpec.positions) -> its word."""
SUBLAYERS = {
    "self-attention": tr("self-attention"),
    "cross-attention": tr("cross-attention"),
    "feed-forward": tr("feed-forward"),
}


NOTHING_WRITTEN = tr("The decoder has not written anything yet.")
ASKS_ORIGIN = tr("Right-click: where its number comes from.")
"""A hint on what a right click on a hand-painted number does."""


def head_number(kind: str, layer: int, head: int) -> str:
    """A head in short: "cross 3.2"; layer and head count from 0."""
    return f"{KIND_WORDS[kind]} {layer + 1}.{head + 1}"


def head_place(layer: int, head: int) -> str:
    """A head in a heading: "layer 2 · head 3"; both count from 0."""
    return tr("layer {layer} · head {head}", layer=layer + 1, head=head + 1)


def head_phrase(layer: int, head: int, off: bool = False) -> str:
    """A head in a sentence: "layer 2, head 3"; both count from 0."""
    name = tr("layer {layer}, head {head}", layer=layer + 1, head=head + 1)
    return tr("{name}, switched off", name=name) if off else name


def layer_name(stack: str, layer: int) -> str:
    """For example "encoder layer 2"; the layer counts from 0."""
    number = layer + 1
    return (
        tr("encoder layer {layer}", layer=number) if stack == "encoder" else tr("decoder layer {layer}", layer=number)
    )


def feed_forward_number(stack: str, layer: int) -> str:
    """ "decoder 1 feed-forward"; the layer counts from 0."""
    return tr("{stack} {layer} feed-forward", stack=KIND_WORDS[stack], layer=layer + 1)


def click_to_step(step: int) -> str:
    """A hint on what a click does; steps count from 0."""
    return tr("Click to go to step {step}.", step=step + 1)


def part_name(part: Component) -> str:
    """For example "cross 3.2", "decoder 1 feed-forward", "source token 4"."""
    if part.group == "heads":
        return head_number(part.kind, part.layer, part.index)
    if part.group == "source":
        return tr("source token {number}", number=part.index + 1)
    return feed_forward_number(part.kind, part.layer)


def place_name(place: StackPlace) -> str:
    """A place of a stack: "2 cross-attention", "token + position"."""
    return tr("token + position") if place.after == "embedding" else f"{place.layer + 1} {SUBLAYERS[place.after]}"


def share_names(reading: LensReading) -> tuple[str, ...]:
    """The names of the rows of `reading.shares`."""
    last = tr("biases, shifts and rows of another text") if reading.patched else tr("biases and shifts")
    return tr("token + position"), *map(part_name, reading.parts), last
