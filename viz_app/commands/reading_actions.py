"""Commands of how the texts are read."""

from __future__ import annotations

from viz_app.commands.action import Action, can_compute
from viz_app.document.id_text import switched

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
        when=can_compute,
        group=1,
        checked=lambda store: store.state.run.ids,
    ),
)
