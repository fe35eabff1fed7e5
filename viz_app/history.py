"""History: undo and redo as two lists of old States, each change with a name that can be read. No Qt."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import PurePath
from typing import Any, NamedTuple

from model_core.edits import Decoding, Edits, PositionEdits
from model_core.replay import is_recording
from viz_app.state import Desk, Look, State

LEVELS = 100
"""How many changes can be undone."""

MERGE_SECONDS = 1.0
"""Changes of the same thing that follow each other faster than this are one."""


class Level(NamedTuple):
    """One change: the State on the other side of it and what it is called."""

    state: State
    name: str


class History:
    """What can be undone and redone. The present State is not kept here: it is handed in and out."""

    def __init__(self) -> None:
        self.past: list[Level] = []
        self.future: list[Level] = []
        self._key: Hashable = None
        self._time = 0.0

    def push(self, before: State, name: str, key: Hashable, now: float, merge: bool = False) -> None:
        """Note a change away from `before`.

        It joins the change before it where both have the same `key` (None never joins) and less than MERGE_SECONDS lie
        between them, or `merge` says so; the level then keeps its State and gets the newer name.
        """
        joins = key is not None and key == self._key and (merge or now - self._time <= MERGE_SECONDS)
        if joins and self.past and not self.future:
            self.past[-1] = Level(self.past[-1].state, name)
        else:
            self.past.append(Level(before, name))
            del self.past[:-LEVELS]
        self.future.clear()
        self._key, self._time = key, now

    def undo(self, present: State) -> State:
        """The State before the last change. IndexError when there is none."""
        return self._move(self.past, self.future, present)

    def redo(self, present: State) -> State:
        """The State after the change undone last. IndexError when there is none."""
        return self._move(self.future, self.past, present)

    def _move(self, source: list[Level], target: list[Level], present: State) -> State:
        level = source.pop()
        target.append(Level(present, level.name))
        self._key = None
        return level.state

    def names(self) -> tuple[str, ...]:
        """All changes that can be undone, then those that can be redone, in the order in which they were made."""
        return tuple(level.name for level in (*self.past, *reversed(self.future)))


KIND_WORDS = {"encoder": "encoder attention", "decoder": "decoder attention", "cross": "cross-attention"}
WHAT_WORDS = {"weights": "weights", "scaled": "scaled scores", "raw": "raw scores", "masked": "masked scores"}
RUN_WORDS = {
    "source": "type source",
    "target": "type target",
    "opening": "force an opening",
    "prefix": "choose a token",
    "candidates": "number of candidates",
    "max_steps": "longest target",
    "decoding": "decoding",
    "edits": "edit the model",
    "branches": "keep another continuation",
    "beside": "free-running beside the given target",
}


def run_name(changes: dict[str, Any]) -> str:
    """What a change of the run is called; `changes` are the fields that really changed."""
    if "model" in changes and is_recording(changes["model"]):
        return f"open {PurePath(changes['model']).name}"
    if "model" in changes:
        return f"model {changes['model'] or 'as delivered'}"
    if "target" in changes and changes["target"] is None:
        return "the model writes"
    for name in ("source", "prefix", "target", "opening"):
        if changes.get(name):
            return RUN_WORDS[name]
    if "edits" in changes:
        return edits_name(changes["edits"])
    if "decoding" in changes:
        return decoding_name(changes["decoding"])
    if set(changes) & {"prefix", "opening"}:
        return "no forced beginning"
    return next((RUN_WORDS[name] for name in changes if name in RUN_WORDS), "run")


def edits_name(edits: Edits) -> str:
    """What edits are called: how many of each sort are in force."""
    masks, positions = edits.masks, edits.positions
    parts = [
        f"{len(masks.cells)} mask cell{'s' * (len(masks.cells) != 1)}" if masks.cells else "",
        f"{len(masks.hidden)} token{'s' * (len(masks.hidden) != 1)} masked" if masks.hidden else "",
        "" if masks.future else "peeking ahead",
        "" if masks.padding else "padding readable",
        "" if masks.value is None else f"mask value {masks.value:g}",
        "" if positions == PositionEdits() else "other positions",
        f"{len(edits.heads_off)} head{'s' * (len(edits.heads_off) != 1)} off" if edits.heads_off else "",
        f"{len(edits.swaps)} token{'s' * (len(edits.swaps) != 1)} swapped" if edits.swaps else "",
    ]
    return ", ".join(filter(None, parts)) or "no edits"


def decoding_name(decoding: Decoding) -> str:
    """What a way of decoding is called."""
    if decoding.method == "beam":
        return f"beam search, {decoding.beams} beams"
    return f"sampling, temperature {decoding.temperature:g}" if decoding.method == "sample" else "greedy decoding"


def look_name(changes: dict[str, Any], look: Look) -> str:
    """What a change of the look is called; layers, heads, steps and sentences count from 1 here."""
    if "kind" in changes:
        return KIND_WORDS.get(look.kind, look.kind)
    if "sentence" in changes:
        return f"sentence {look.sentence + 1}"
    if set(changes) & {"layer", "head"}:
        return f"layer {look.layer + 1}, head {look.head + 1}"
    if "what" in changes:
        return f"show {WHAT_WORDS.get(look.what, look.what)}"
    if "reading" in changes:
        return f"read by {look.reading}"
    if "step" in changes:
        return "last step" if look.step is None else f"step {look.step + 1}"
    return "unpin" if look.query is None or look.key is None else "pin a cell"


def desk_name(changes: dict[str, Any], desk: Desk) -> str:
    """What a change of the desk is called."""
    words = {
        "writer": "I write" if desk.writer == "me" else "the model writes",
        "views": f"show {', '.join(desk.views).replace('_', ' ')}",
        "theme": f"theme {desk.theme.replace('_', ' ')}",
        "text_scale": f"text size {desk.text_scale:.0%}",
        "speed": f"speed {desk.speed:g} steps/s",
        "inspector": f"{'show' if desk.inspector else 'hide'} the inspector",
    }
    return next((words[name] for name in words if name in changes), "window")


__all__ = [
    "LEVELS", "MERGE_SECONDS", "History", "Level", "decoding_name", "desk_name", "edits_name", "look_name", "run_name",
]  # fmt: skip
