"""Commands of how the texts are read."""

from __future__ import annotations

from viz_app.commands.action import Action, can_compute
from viz_app.document.id_text import switched

READING = (
    Action(
        "capitals",
        "Model",
        "Read the text as it is typed",
        lambda frame: frame.store.run(as_typed=not frame.store.state.run.as_typed),
        (),
        "Reads capitals as they stand, not in sentence case, and does not put swapped letters right.",
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
        "The texts are token ids: no end is added, padding may be typed, a target begins with its own start.",
        when=can_compute,
        group=1,
        checked=lambda store: store.state.run.ids,
    ),
)
