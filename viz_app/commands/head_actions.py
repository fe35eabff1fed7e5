"""Commands about heads: which are listed, which one is selected, and whether it is switched off."""

from __future__ import annotations

from collections.abc import Callable

from viz_app.commands.action import Action, Frame, can_compute, has_trace, option_of, shows
from viz_app.data.edit_list import head_gives, head_switched, residual_switched, sublayer_here
from viz_app.data.maps.head_filter import NO_FILTER, filtered_heads
from viz_app.document.state import HeadFilter
from viz_app.document.store import Store
from viz_app.system.language import tr


def move_head(store: Store, layers: int, heads: int) -> None:
    """Goes to a neighbouring layer or head, clamped to the range; if heads are filtered, to one that is listed."""
    if store.trace is None:
        return
    look, spec = store.state.look, store.trace.spec
    if look.heads != NO_FILTER:
        listed = filtered_heads(store.state, store.trace, store.effects.available())
        store.look(**listed.neighbour(look.kind, (look.layer, look.head), (layers, heads)))
        return
    layer, head = spec.nearest_head(look.kind, look.layer + layers, look.head + heads)
    store.look(layer=layer, head=head)


def sees_all_heads(store: Store) -> bool:
    """Whether the view Attention is open and shows every head."""
    return "attention" in store.state.desk.views and bool(option_of(store, "attention", "all_heads"))


def _head(layers: int, heads: int) -> Callable[[Frame], None]:
    return lambda frame: move_head(frame.store, layers, heads)


def _switch_words(store: Store) -> str:
    """A head that was replaced is not switched off; its own pattern is restored."""
    return tr("Switch head off") if head_gives(store.state) in ("", "zero") else tr("Restore head")


HEADS: tuple[Action, ...] = (
    Action("heads.all", "View", "All heads",
           lambda frame: frame.store.options("attention", all_heads=not sees_all_heads(frame.store)), ("A",),
           "In Attention: shows all heads of all attentions at once, or one head again.", group=1,
           when=shows("attention"), checked=sees_all_heads),
    Action("heads.filter", "View", "Filter heads…", lambda frame: frame.sheets.filter_heads(), ("Ctrl+F",),
           "Lists only the heads of one attention or layer, or those with enough of a measure or effect.", group=1,
           when=has_trace),
    Action("heads.unfilter", "View", "List all heads", lambda frame: frame.store.look(heads=HeadFilter()), (),
           "Removes the head filter.", group=1,
           when=lambda store: has_trace(store) and store.state.look.heads != HeadFilter()),
    Action("head.next", "Model", "Next head", _head(0, 1), ("Right",), "Goes to the next or previous head.",
           where="view", when=has_trace, group=1),
    Action("head.previous", "Model", "Previous head", _head(0, -1), ("Left",), "Goes to the next or previous head.",
           where="view", when=has_trace, group=1),
    Action("layer.next", "Model", "Next layer", _head(1, 0), ("Down",), "Goes to the same head one layer later.",
           where="view", when=has_trace, group=1),
    Action("layer.previous", "Model", "Previous layer", _head(-1, 0), ("Up",),
           "Goes to the same head one layer earlier.", where="view", when=has_trace, group=1),
    Action("head.switch", "Model", "Switch head off",
           lambda frame: frame.store.run(edits=head_switched(frame.store.state, frame.store.effects.instead())), ("M",),
           "Sets the output of the selected head to 0, or switches it back on.", when=can_compute, group=2,
           checked=lambda store: head_gives(store.state) == "zero", words=_switch_words),
    Action("residual.switch", "Model", "Cut the residual connection",
           lambda frame: frame.store.run(
               edits=residual_switched(frame.store.state.run.edits, sublayer_here(frame.store.state))),
           (), "Toggles the residual connection around the selected attention: f(x) instead of x + f(x), or the sum "
               "again.", group=2,
           when=can_compute, checked=lambda store: sublayer_here(store.state) in store.state.run.edits.residuals_cut),
)  # fmt: skip
