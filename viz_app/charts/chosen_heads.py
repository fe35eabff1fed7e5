"""Which heads are drawn, or mixed into one map, as a text such as "3,0.1": it names those that are left out, head 3 of
every layer and head 1 of layer 0. No Qt.

A place is (layer, head); both count from 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from model_core.spec import ModelSpec

Place = tuple[int, int]


def chosen_heads(out: str, layers: Iterable[int], heads: int) -> tuple[Place, ...]:
    """The places of these layers, `heads` in each, that the text does not leave out; all of them if it leaves out every
    one."""
    everyone = [(layer, head) for layer in layers for head in range(heads)]
    gone = {word.strip() for word in out.split(",")}
    kept = [(layer, head) for layer, head in everyone if not gone & {f"{head}", f"{layer}.{head}"}]
    return tuple(kept or everyone)


def text_of(chosen: Collection[Place], size: tuple[int, int]) -> str:
    """The text that leaves exactly these of (layers, heads) places chosen."""
    layers, heads = size
    gone = [(layer, head) for layer in range(layers) for head in range(heads) if (layer, head) not in chosen]
    everywhere = [head for head in range(heads) if all((layer, head) in gone for layer in range(layers))]
    alone = [f"{layer}.{head}" for layer, head in gone if head not in everywhere]
    return ",".join([*map(str, everywhere), *alone])


def switched(
    out: str, those: Collection[Place], size: tuple[int, int], *, over_layers: bool, alone: bool = False
) -> str:
    """The text after these of (layers, heads) were left out or, where one of them was out, taken in; the last ones
    stay. `alone`: no others are in, or all where that was so already. Where heads of one layer are mixed, not those
    `over_layers`, what holds for a head of that layer holds for it in all."""
    layers, heads = size
    seen = range(layers) if over_layers else {layer for layer, _ in those}
    before, these = set(chosen_heads(out, seen, heads)), set(those)
    now = before - these if these <= before else before | these
    if alone:
        now = set(chosen_heads("", seen, heads)) if before == these else these
    if not now:
        return out
    return text_of(now if over_layers else {(layer, head) for _, head in now for layer in range(layers)}, size)


def switched_in_layer(out: str, spec: ModelSpec, kind: str, place: Place, alone: bool) -> str:
    """As `switched`, of one head of an attention of which the heads of one layer are mixed."""
    return switched(out, {place}, (spec.layers(kind), spec.heads_of(kind)), over_layers=False, alone=alone)
