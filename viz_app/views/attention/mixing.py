"""Which heads are mixed into the map: chips for those of one layer, a button with a card for those of all layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viz_app.charts.chosen_heads import switched_in_layer
from viz_app.data.maps.head_filter import listed_places
from viz_app.data.maps.map_options import MapChoice, over_layers
from viz_app.data.snapshot import Snapshot, options_of
from viz_app.views.attention.options import MapOptions, map_choice
from viz_app.widgets.layout import show_part

if TYPE_CHECKING:
    from viz_app.views.attention.view import Attention


def connect(view: Attention) -> None:
    """Clicks change the view's options."""
    view.mixed.chosen.connect(lambda heads: view.opted.emit({"heads": heads}))
    view.chips.clicked.connect(lambda head: _switch(view, head))
    view.chips.alone.connect(lambda head: _switch(view, head, alone=True))
    view.chips.hovered.connect(lambda head: view.hinted.emit("" if head is None else view.chips.tip_of(head)))


def show(view: Attention, shot: Snapshot, place: MapChoice) -> None:
    """Shows which heads are mixed; nothing where the map is of one head, or a rollout."""
    over, mixes = over_layers(place.mix, place.measure), bool(place.mixed) and place.measure != "rollout"
    spec, now = shot.trace.spec, (place.layer, place.head)
    size = spec.layers(place.kind), spec.heads_of(place.kind)
    view.chips.set_heads(size[1], frozenset(head for _, head in place.mixed), place.head)
    show_part(view.chips, mixes and not over)
    view.pick.mosaic.set_mixed(place.mixed if mixes else ())
    if over:
        view.mixed.show_heads(options_of(shot, MapOptions).heads, size, now, listed_places(shot, place.kind))
    show_part(view.mixed, over)


def _switch(view: Attention, head: int, alone: bool = False) -> None:
    """Switches a head of the mixture on or off, or leaves it `alone`."""
    shot = view.drawn
    if shot is not None:
        at, before = map_choice(shot), options_of(shot, MapOptions).heads
        heads = switched_in_layer(before, shot.trace.spec, at.kind, (at.layer, head), alone)
        view.opted.emit({"heads": heads})
