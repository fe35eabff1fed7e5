"""Commands of how the texts are read."""

from __future__ import annotations

from viz_app.commands.action import Action, can_compute
from viz_app.document.id_text import switched
from viz_app.document.store import Store

_READ = ("source", "target", "model", "ids", "as_typed")
"""What of a run says which ids are read."""


def _is_read(store: Store) -> bool:
    """Whether the picture is of the present texts: their ids are taken from it."""
    trace, run = store.trace, store.state.run
    same = trace is not None and all(getattr(trace.run, name) == getattr(run, name) for name in _READ)
    return same and can_compute(store)


READING = (
    Action(
        "capitals",
        "Model",
        "Read the text as typed",
        lambda frame: frame.store.run(as_typed=not frame.store.state.run.as_typed),
        (),
        "Keeps capitals as typed and does not correct swapped letters.",
        when=can_compute,
        group=1,
        checked=lambda store: store.state.run.as_typed,
    ),
    Action(
        "ids",
        "Model",
        "Token ids, exactly as typed",
        lambda frame: frame.store.run(**switched(frame.store.state.run, frame.store.trace)),
        (),
        "The texts are token ids: no end token is added, padding is allowed, and a target includes its own start "
        "token.",
        when=_is_read,
        group=1,
        checked=lambda store: store.state.run.ids,
    ),
)
