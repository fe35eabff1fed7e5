"""Undo and redo as two lists of old States, each change with a readable name; and beside it the history of views, for
back and forward. No Qt."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, NamedTuple, Protocol

from model_core.errors import Message, Refused
from model_core.io import resources
from model_core.record.edits import Decoding, Edits, PositionEdits
from model_core.record.model_info import describe, read_about
from model_core.record.training_log import is_snapshot
from model_core.recordings.file_format import is_recording
from viz_app.document.state import HeadFilter, Layout, Look, Pin, State
from viz_app.system.language import chosen, counted, tr, translated, view_word

LEVELS = 100
"""How many changes can be undone."""

MOVES = 50
"""Most moves from view to view that are remembered."""

_TEXT = 24  # letters of a text that its change is called by
_WORD = 12  # letters of an option's value that its change is called by

MERGE_SECONDS = 1.0
"""Changes of the same thing that follow each other faster than this are one."""


class Level(NamedTuple):
    """One change: the State before it (after it, for redo) and its name."""

    state: State
    name: str


class History:
    """What can be undone and redone. The present State is passed in and out, not kept here."""

    def __init__(self) -> None:
        self.past: list[Level] = []
        self.future: list[Level] = []
        self._key: Hashable = None
        self._time = 0.0

    def push(self, before: State, name: str, key: Hashable, now: float, merge: bool = False) -> None:
        """Adds a change away from `before`.

        It merges with the previous change if both have the same `key` (None never merges) and are less than
        MERGE_SECONDS apart, or if `merge` says so; the level then keeps its State and gets the newer name.
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

    def go_to(self, done: int, present: State) -> State:
        """The State with `done` changes in force, by undoing or redoing."""
        while len(self.past) > max(0, done):
            present = self.undo(present)
        while len(self.past) < done and self.future:
            present = self.redo(present)
        return present

    def carry(self, field: str, before: Any, after: Any) -> None:
        """A layout field has changed in a way that is not undoable: consecutive States up to the present one that have
        `before` get `after`."""
        for levels in (self.past, self.future):
            for place in reversed(range(len(levels))):
                state, name = levels[place]
                if getattr(state.desk, field) != before:
                    break
                levels[place] = Level(state.with_(desk=replace(state.desk, **{field: after})), name)

    def names(self) -> tuple[str, ...]:
        """All changes in the order in which they were made: those that can be undone, then those that can be redone."""
        return tuple(level.name for level in (*self.past, *reversed(self.future)))


Views = tuple[str, ...]


class OpenViews(Protocol):
    """The part of a Store that ViewHistory needs."""

    @property
    def state(self) -> State: ...
    def desk(self, *, views: Views) -> None: ...


class ViewHistory:
    """The views shown before the present ones, and after going back those shown after them."""

    def __init__(self, store: OpenViews, history: History) -> None:
        self._store, self._history = store, history
        self.past: list[Views] = []
        self.future: list[Views] = []
        self._going = False

    def left(self, state: State, desk: Layout) -> State:
        """The State with another desk, whose views replace the present ones without an undo level. Clears the forward
        history."""
        self._history.carry("views", state.desk.views, desk.views)
        if not self._going:
            self.past.append(state.desk.views)
            del self.past[:-MOVES]
            self.future.clear()
        return state.with_(desk=desk)

    def go(self, back: bool) -> None:
        """Shows the previous or next views; does nothing if there are none."""
        source, target = (self.past, self.future) if back else (self.future, self.past)
        if source:
            target.append(self._store.state.desk.views)
            self._going = True
            try:
                self._store.desk(views=source.pop())
            finally:
                self._going = False


KIND_WORDS = {"encoder": tr("encoder attention"), "decoder": tr("decoder attention"), "cross": tr("cross-attention")}
THEME_WORDS = {"system": tr("system"), "light": tr("light"), "dark": tr("dark"), "high_contrast": tr("high contrast")}
WHAT_WORDS = {
    "weights": tr("weights"),
    "scaled": tr("scaled scores"),
    "raw": tr("raw scores"),
    "masked": tr("masked scores"),
}
RUN_WORDS = {
    "source": tr("type source"),
    "target": tr("type target"),
    "opening": tr("force a prefix"),
    "prefix": tr("choose a token"),
    "candidates": tr("number of candidates"),
    "max_steps": tr("longest target"),
    "decoding": tr("decoding"),
    "edits": tr("edit the model"),
    "branches": tr("keep another continuation"),
    "beside": tr("free-running beside the given target"),
    "as_typed": tr("how typed text is read"),
    "ids": tr("token ids, or text"),
}


def model_name(folder: str) -> str:
    """The display name of a model; its folder's name if unknown."""
    try:
        info = describe(folder, *read_about(resources.bundled(folder) or Path(folder)), "")
    except (OSError, Refused, ValueError):
        return PurePath(folder).name
    return translated(Message(info.name))  # of a bundled one a text of the catalogue


def run_name(changes: dict[str, Any], before: Edits | None = None) -> str:
    """The name of a change of the run; `changes` are the fields that really changed, `before` the previous edits."""
    if "model" in changes and is_recording(changes["model"]):
        return tr("open {name}", name=PurePath(changes["model"]).name)
    if "model" in changes and is_snapshot(changes["model"]):
        return tr("update {number:,} of the training", number=int(PurePath(changes["model"]).name))
    if "model" in changes:
        return tr("model {name}", name=model_name(changes["model"]))
    if "target" in changes and changes["target"] is None:
        return tr("the model writes")
    for name in ("source", "prefix", "target", "opening"):
        if given := changes.get(name):
            return RUN_WORDS[name] if name == "prefix" else _typed_name(RUN_WORDS[name], given)
    if "edits" in changes:
        return edits_name(changes["edits"], before)
    if "decoding" in changes:
        return decoding_name(changes["decoding"])
    if set(changes) & {"prefix", "opening"}:
        return tr("no forced prefix")
    return next((RUN_WORDS[name] for name in changes if name in RUN_WORDS), tr("run"))


def _typed_name(what: str, given: str | tuple[str, ...]) -> str:
    """The name of a change of a text or of lines, with the beginning of what was typed."""
    words = " ".join((given if isinstance(given, str) else " ".join(given)).split())
    text = words if len(words) <= _TEXT else f"{words[: _TEXT - 1].rstrip()}\u2026"
    return tr("{change}: {text}", change=what, text=text) if text else what


def edits_name(edits: Edits, before: Edits | None = None) -> str:
    """The name of a change of edits: what comes into force, otherwise what is removed; "no edits"."""
    before = before or Edits()
    new, gone = _edits_beyond(edits, before), _edits_beyond(before, edits)
    if edits == Edits() or not new + gone:
        return tr("no edits")
    return ", ".join(new) or tr("{edits} removed", edits=", ".join(gone))


def _edits_beyond(edits: Edits, other: Edits) -> list[str]:
    """What is in force in `edits` but not, or differently, in `other`: how many of each kind."""
    masks, theirs = edits.masks, other.masks
    value = None if masks.value == theirs.value else masks.value
    number = "" if value is None else f"{value:g}".replace("-", "\u2212", 1).replace("e+0", "e")
    parts = [
        *_beyond(masks, theirs, {"cells": (tr("mask cell"), tr("mask cells")),
                                 "hidden": (tr("token masked"), tr("tokens masked"))}),
        "" if masks.future or not theirs.future else tr("peeking ahead"),
        "" if masks.padding or not theirs.padding else tr("padding readable"),
        tr("mask value {number}", number=number) if number else "",
        "" if edits.positions in (PositionEdits(), other.positions) else tr("other positions"),
        *_head_off(edits, other),
        *_beyond(edits, other, _EDIT_WORDS),
    ]  # fmt: skip
    return [part for part in parts if part]


def _head_off(edits: Edits, other: Edits) -> list[str]:
    """The one head that is off only in `edits`, by its place, or how many there are."""
    new = set(edits.heads_off) - set(other.heads_off)
    if len(new) != 1:
        return [counted(len(new), tr("head off"), tr("heads off"))] if new else []
    (one,) = new
    return [tr("{kind} {layer}.{head} off", kind=_KINDS[one.kind], layer=one.layer + 1, head=one.head + 1)]


_KINDS = {"encoder": tr("encoder"), "decoder": tr("decoder"), "cross": tr("cross")}
_EDIT_WORDS = {
    "swaps": (tr("token swapped"), tr("tokens swapped")),
    "patterns": (tr("head replaced"), tr("heads replaced")),
    "feed_forwards_off": (tr("feed-forward off"), tr("feed-forwards off")),
    "residuals_cut": (tr("residual cut"), tr("residuals cut")),
    "overrides": (tr("weight set"), tr("weights set")),
    "patches": (tr("activation patched"), tr("activations patched")),
}
"""Field of Edits -> what one and what several of its edits are called."""


def _beyond(edits: Any, other: Any, words: Mapping[str, tuple[str, str]]) -> list[str]:
    """For each of these fields, how many of its edits are only in `edits`."""
    new = {name: len(set(getattr(edits, name)) - set(getattr(other, name))) for name in words}
    return [counted(number, *words[name]) for name, number in new.items() if number]


def decoding_name(decoding: Decoding) -> str:
    if decoding.method == "beam":
        return tr("beam search, {number} beams", number=decoding.beams)
    if decoding.method == "sample":
        return tr("sampling, temperature {number:g}", number=decoding.temperature)
    return tr("greedy decoding")


def look_name(changes: dict[str, Any], look: Look) -> str:
    """The name of a change of the look; layers, heads, steps and sentences count from 1 here."""
    if "kind" in changes:
        return KIND_WORDS.get(look.kind, look.kind)
    if "sentence" in changes:
        return tr("sentence {number}", number=look.sentence + 1)
    if "heads" in changes:
        return tr("list all heads") if look.heads == HeadFilter() else tr("filter heads")
    if set(changes) & {"layer", "head"}:
        return tr("layer {layer}, head {head}", layer=look.layer + 1, head=look.head + 1)
    if "what" in changes:
        return tr("show {what}", what=WHAT_WORDS.get(look.what, look.what))
    if "reading" in changes:
        return tr("read by column") if look.reading == "column" else tr("read by row")
    if "step" in changes:
        return tr("last step") if look.step is None else tr("step {step}", step=look.step + 1)
    return tr("unpin") if look.query is None or look.key is None else tr("pin a cell")


def options_name(view: str, changes: dict[str, Any], said: str = "") -> str:
    """The name of a change of a view's options: `said` if given, otherwise the option and its value if that is one word
    or a switch."""
    word = view_word(view).lower()
    if said:
        return tr("{view}: {change}", view=word, change=said)
    (name, value), *others = changes.items() or [("", None)]
    short = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
    if name == "step":  # counted from 1, as on the screen
        short = str(value)
    elif not (isinstance(short, str) and short.isalpha() and len(short) <= _WORD):
        return tr("options of {view}", view=word)
    if others or chosen() != "en":  # the names of options are English
        return tr("options of {view}", view=word)
    return f"{word}: {name.replace('_', ' ')} {short}"


def pin_name(pin: Pin | None) -> str:
    if pin is None:
        return tr("unpin the run")
    if pin.kind:
        return tr("pin a head")
    return tr("pin a step") if pin.step is not None else tr("pin a run")


_DEPTHS = {"first": tr("depth: first look"), "full": tr("depth: full"), "research": tr("depth: research")}


def desk_name(changes: dict[str, Any], desk: Layout) -> str:
    words = {
        "writer": tr("I write") if desk.writer == "me" else tr("the model writes"),
        "views": tr("show {what}", what=", ".join(map(view_word, desk.views)).lower()),
        "theme": tr("theme {name}", name=THEME_WORDS.get(desk.theme, desk.theme)),
        "text_scale": tr("text size {percent:.0f} %", percent=100 * desk.text_scale),
        "speed": tr("speed {number:g} steps/s", number=desk.speed),
        "inspector": tr("show the inspector") if desk.inspector else tr("hide the inspector"),
        "depth": _DEPTHS[desk.depth],
    }
    return next((words[name] for name in words if name in changes), tr("window"))
