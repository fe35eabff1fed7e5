"""A lesson in the making: scenes can be added, moved, edited, duplicated and deleted, with undo. No Qt."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from model_core.errors import Refused
from model_core.io.safe_files import read_plain, save
from viz_app.document.lesson import Lesson, Scene, Words, from_bytes, to_bytes
from viz_app.document.session import LARGEST_FILE, free_path, set_aside
from viz_app.document.state import Layout, State
from viz_app.system.language import tr
from viz_app.system.settings import home, make_folder

MOST = 200
"""Changes that can be undone."""

MOST_OPTIONS = 9
"""Options of a question."""

TYPED = {"title", "text", "notes"}
"""Fields of a scene that are typed letter by letter."""


def draft_file() -> Path:
    """The file that keeps the draft between starts."""
    return home() / "lesson draft.json"


def _held_by(path: Path) -> bytes | None:
    """The content of a file, b"" if it cannot be read; None if there is no file."""
    try:
        return read_plain(path, LARGEST_FILE)
    except Refused:
        return b"" if os.path.lexists(path) else None


def scene_of(state: State) -> Scene:
    return Scene(state=in_default_style(state).changes())


def answer_of(state: State, scene: Scene) -> dict[str, Any]:
    """Changes of a scene that make its answer the present window: its whole State, and None for each option that only
    the scene sets."""
    written = in_default_style(state).to_json()
    then = {name: value for name, value in written.items() if name not in ("format", "version")}
    for view, values in scene.state.get("options", {}).items():
        then["options"][view] = {**dict.fromkeys(values), **then["options"].get(view, {})}
    return then


def in_default_style(state: State) -> State:
    """The State without what belongs to the window: theme, text size and speed."""
    usual = Layout()
    return state.with_(desk=replace(state.desk, theme=usual.theme, text_scale=usual.text_scale, speed=usual.speed))


def with_words(words: Words, language: str, text: str) -> Words:
    """The words with another text in one language. Words without a language are English until others are added."""
    if isinstance(words, str) and language == "en":
        return text
    known: Mapping[str, str] = {"en": words} if isinstance(words, str) else words
    found = {name: one for name, one in {**known, language: text}.items() if one}
    return found["en"] if set(found) == {"en"} else found or ""


def _reworded(before: Scene, after: Scene) -> bool:
    """Whether the same question is asked in other words."""
    old, new = before.question, after.question
    return old is not None and new is not None and replace(old, ask=new.ask) == new


def texts_of(scenes: Sequence[Scene], states: int) -> tuple[str, ...]:
    """The options of "which": the texts of the scenes, each once; without scenes that cannot be read."""
    found: dict[str, None] = {}
    for scene in scenes:
        with contextlib.suppress(Refused):
            found[scene.shown(states).run.source[0]] = None
    return tuple(found)[:MOST_OPTIONS]


def _offering_all(before: Sequence[Scene], scenes: Sequence[Scene], states: int) -> tuple[Scene, ...]:
    """The scenes in which every "which" that offered all texts `before`, or too few, offers all present ones."""
    offered, texts = set(texts_of(before, states)), texts_of(scenes, states)
    found = []
    for scene in scenes:
        asked = scene.question
        if asked is not None and asked.kind == "which" and (len(asked.options) < 2 or set(asked.options) == offered):
            scene = replace(scene, question=replace(asked, options=texts))
        found.append(scene)
    return tuple(found)


class Draft:
    """See module. Scenes count from 0; places out of range are ignored. `notice`: why the last draft was not reopened,
    "" if it was."""

    def __init__(self, lesson: Lesson | None = None) -> None:
        self.lesson = lesson or Lesson(scenes=())
        self.notice = ""
        self._path, self._kept = draft_file(), Lesson(scenes=())
        self._held: bytes | None = None  # what the file held when `_kept` was last read from it or written to it
        self._past: list[Lesson] = []
        self._future: list[Lesson] = []
        self._typed: Hashable = None  # what the last change wrote: what continues with it is the same change

    @classmethod
    def reopened(cls) -> Draft:
        """The last draft; an empty one if there is none. One that cannot be read is set aside."""
        made = cls()
        path = made._path
        if os.path.lexists(path):
            try:
                data = read_plain(path, LARGEST_FILE)
                made.lesson = made._kept = from_bytes(data, path.name, finished=False)
                made._held = data
            except Refused as error:
                reason = tr("Your lesson cannot be read: {message}", message=error.message)
                made.notice = set_aside(path, f"{path.stem}.damaged{path.suffix}", reason)
        return made

    def keep(self) -> str:
        """Writes the draft for the next start if it has changed; if its file has changed too, to a new file, whose path
        is returned ("" otherwise). Raises Refused, OSError."""
        if self.lesson == self._kept:
            return ""
        path, words, data = self._path, "", None
        is_other = _held_by(path) not in (None, self._held)
        if self.lesson.scenes:
            if is_other:
                path = free_path(draft_file())
                words = tr("{name} holds something else; your lesson is kept in {path}.",
                           name=self._path.name, path=path)  # fmt: skip
            make_folder(path.parent)
            data = to_bytes(self.lesson, finished=False)
            save(path, data, private=True)
        elif not is_other:
            path.unlink(missing_ok=True)
        self._path, self._kept, self._held = path, self.lesson, data
        return words

    def put_by(self) -> str:
        """Writes the draft to a file of its own before another lesson replaces it; returns the path ("" for an empty
        one). Raises Refused, OSError."""
        if not self.lesson.scenes:
            return ""
        words = self.keep()
        path = free_path(draft_file())
        save(path, to_bytes(self.lesson, finished=False), private=True)
        return f"{words} {tr('What you had made is kept in {path}.', path=path)}".strip()

    # ---- changes

    def change(self, lesson: Lesson, typed: Hashable = None) -> None:
        """Replaces the lesson, as one change; merged with the last one while the same field is `typed` in."""
        if lesson != self.lesson:
            if typed is None or typed != self._typed:
                self._past = [*self._past, self.lesson][-MOST:]
            self._future, self._typed = [], typed
            self.lesson = lesson

    def add(self, scene: Scene, after: int | None = None) -> int:
        """Adds a scene after another one, otherwise at the end; its text becomes an option of "which". Returns its
        place."""
        scenes = list(self.lesson.scenes)
        place = len(scenes) if after is None else min(after + 1, len(scenes))
        scenes.insert(place, scene)
        self.change(self.lesson.with_(scenes=_offering_all(self.lesson.scenes, scenes, self.lesson.states)))
        return place

    def edit(self, place: int, **changes: Any) -> None:
        """Changes some fields of a scene."""
        scenes = list(self.lesson.scenes)
        if 0 <= place < len(scenes):
            before = scenes[place]
            scenes[place] = replace(before, **changes)
            if "state" in changes:
                scenes = list(_offering_all(self.lesson.scenes, scenes, self.lesson.states))
            is_typed = set(changes) <= TYPED or (set(changes) == {"question"} and _reworded(before, scenes[place]))
            self.change(self.lesson.with_(scenes=tuple(scenes)), (place, *changes) if is_typed else None)

    def move(self, place: int, by: int) -> int:
        """Moves a scene; returns its new place."""
        scenes = list(self.lesson.scenes)
        to = min(max(place + by, 0), len(scenes) - 1)
        if 0 <= place < len(scenes):
            scenes.insert(to, scenes.pop(place))
            self.change(self.lesson.with_(scenes=tuple(scenes)))
        return to

    def duplicate(self, place: int) -> int:
        """Duplicates a scene, right after itself."""
        return self.add(self.lesson.scenes[place], place) if 0 <= place < len(self.lesson.scenes) else place

    def delete(self, place: int) -> int:
        """Deletes a scene; returns its place, now that of the next one."""
        scenes = self.lesson.scenes
        if 0 <= place < len(scenes):
            self.change(self.lesson.with_(scenes=(*scenes[:place], *scenes[place + 1 :])))
        return place

    # ---- undo

    def can_undo(self) -> bool:
        return bool(self._past)

    def can_redo(self) -> bool:
        return bool(self._future)

    def undo(self) -> None:
        if self._past:
            self._future.append(self.lesson)
            self.lesson, self._typed = self._past.pop(), None

    def redo(self) -> None:
        if self._future:
            self._past.append(self.lesson)
            self.lesson = self._future.pop()
