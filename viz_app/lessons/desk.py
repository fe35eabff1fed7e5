"""Everything about lessons in one window: opening, the panel and its keys, the guess. Created on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from model_core.errors import Refused
from model_core.io.resources import lessons
from viz_app.commands.bindings import TEXT_BOXES
from viz_app.document.lesson import Lesson, Question, check_questions
from viz_app.document.store import Store
from viz_app.lessons.authoring.own import OwnLesson
from viz_app.lessons.keys import LessonKeys
from viz_app.lessons.panel import LessonPanel
from viz_app.lessons.player import Player
from viz_app.system.child_job import OneJob, Outcome
from viz_app.system.job_events import JobEvent, NoteEvent
from viz_app.system.language import tr

Key = Qt.Key
GUESSES = ("next", "source", "head")
"""What is guessed outside lessons."""


class CheckJob(QObject):
    """Checks the questions of a lesson in a process of its own when it is opened, so that the teacher knows before the
    class which answers have changed with the model; one check at a time. `noted` carries a scene (from 0), the note
    about it and whether its answer changed or cannot be asked; `ended` how many of these there are, or -1 and why
    nothing is known."""

    noted = Signal(int, str, bool)
    ended = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = OneJob(self)
        self._job.message.connect(self._note)
        self._job.ended.connect(self._finish)
        self._found = 0

    def start(self, path: Path, model: str = "") -> None:
        """Checks the lesson in this file with a model; bundled lessons with the default model need no check."""
        self.stop()
        if not model and path.resolve() in {one.resolve() for one in lessons()}:
            return
        self._found = 0
        try:
            self._job.start(["lesson", str(path), "--model", model])
        except Refused as error:
            self.ended.emit(-1, error.message)

    def stop(self) -> None:
        """Called when the lesson is left or the window closes: nothing is reported any more."""
        self._job.stop()

    def _note(self, event: JobEvent) -> None:
        if isinstance(event, NoteEvent) and isinstance(event.values.get("scene"), int):
            self._found += bool(event.values.get("changed"))
            self.noted.emit(event.values["scene"], event.text.partition(": ")[2], bool(event.values.get("changed")))

    def _finish(self, outcome: Outcome) -> None:
        known = outcome.result is not None
        self.ended.emit(self._found if known else -1, "" if known else outcome.reason)


class LessonDesk(QObject):
    """`place` is the layout at whose end the panel is added. `resized`: the panel was shown or hidden; `message` is for
    the status bar, `news` for the line above the views."""

    resized = Signal()
    message = Signal(str)
    news = Signal(str)

    def __init__(self, window: QWidget, store: Store, place: QBoxLayout, hide_texts: Callable[[bool], None]) -> None:
        super().__init__(window)
        self._store, self._hide_texts = store, hide_texts
        self.hides_texts = False  # a question asks which text or model this is
        self._changed_scenes: set[int] = set()  # whose answers changed, or cannot be asked
        self.player = Player(store, self)
        self.panel = LessonPanel(self.player, window)
        place.addWidget(self.panel)
        self.check = CheckJob(self)
        self.check.noted.connect(self._note)
        self.check.ended.connect(self._checked)
        self.own = OwnLesson(window, store, lambda: self.panel.language)
        self.own.message.connect(self.message)
        self.own.news.connect(self.news)
        self.own.played.connect(self.preview)
        self.player.moved.connect(self.resized)
        self.player.changed.connect(self._changed)
        self.player.ended.connect(self.check.stop)
        self.player.ended.connect(self.resized)
        player, press = self.player, self.player.press
        acts: dict[Qt.Key, Callable[[], object]] = {
            Key.Key_Right: partial(player.go, 1), Key.Key_PageDown: partial(player.go, 1),
            Key.Key_Left: partial(player.go, -1), Key.Key_PageUp: partial(player.go, -1),
            Key.Key_Return: self.go_on, Key.Key_Enter: self.go_on, Key.Key_Escape: self._escape,
        }  # fmt: skip
        acts |= {Key(Key.Key_1 + number - 1): partial(press, number) for number in range(1, 10)}
        self.keys = LessonKeys(window, acts)

    @property
    def room(self) -> int:
        """Width of the panel in px."""
        return self.panel.across() if self.player.active else 0

    def open(self, path: Path, lesson: Lesson, model: str = "") -> None:
        """Starts a lesson, with another model in place of the default; an unfinished lesson is edited instead."""
        try:
            check_questions(lesson)
        except Refused as error:
            self.own.edit(lesson).refresh(0)
            if self.own.draft.lesson == lesson:
                name, message = path.name, error.message
                self.news.emit(tr("{name} cannot be played yet, so it is open for editing. {message}.",
                                  name=name, message=message))  # fmt: skip
            return
        self.player.open(lesson.on_model(model), path.name)
        self.panel.setFocus()
        self._changed_scenes = set()
        self.check.start(path, model)

    def preview(self, lesson: Lesson, at: int) -> None:
        """Shows a scene of the lesson being made, in place of one that may still be checked."""
        self.check.stop()
        self.player.open(lesson, at=at)
        self.panel.setFocus()

    def edit(self) -> None:
        """Opens the sheet of one's own lesson."""
        self.own.edit()

    def edit_copy(self) -> None:
        """Opens the sheet with the lesson being played; undo restores the previous draft."""
        lesson = self.player.lesson
        if lesson is None or self.player.guess:
            self.message.emit(tr("No lesson is open: open one first."))
        else:
            self.own.edit(lesson).refresh(self.player.at)

    def guess(self, kind: str = "") -> None:
        """Asks about what is on the screen; without a kind for the next token, then for something else each time. What
        cannot be asked there is left out."""
        player = self.player
        if player.active and not player.guess:
            self.message.emit(tr("A lesson is open: Esc leaves it."))
            return
        asked = player.scene.question if player.guess else None
        begin = GUESSES.index(asked.kind) + 1 if asked is not None else 0
        refused = ""
        for one in (kind,) if kind else (*GUESSES[begin:], *GUESSES[:begin]):
            try:
                player.ask(Question(one))
            except Refused as error:
                refused = refused or error.message
            else:
                self.panel.setFocus()
                return
        self.message.emit(tr("Nothing to guess: {message}.", message=refused))

    def go_on(self) -> None:
        """Shows the answer; then the next scene, or the guess asks the next thing."""
        if self.player.guess and not self.player.asking:
            self.guess()
        else:
            self.player.reveal()

    def leave(self) -> None:
        self.player.leave()

    def _escape(self) -> None:
        """Leaves a text box that has the focus, otherwise the lesson."""
        if isinstance(self.panel.window().focusWidget(), TEXT_BOXES):
            self.panel.setFocus()
        else:
            self.leave()

    def stop(self) -> None:
        """Stops background jobs."""
        self.check.stop()
        self.own.stop()

    def _note(self, scene: int, words: str, changed: bool) -> None:
        self.player.notices[scene] = words
        self._changed_scenes |= {scene} if changed else set()
        self.player.changed.emit()

    def _checked(self, found: int, reason: str) -> None:
        """Shows the teacher before the class sees it."""
        if found > 0:
            scenes = ", ".join(str(scene + 1) for scene in sorted(self._changed_scenes))
            words = tr("{number} answers of this lesson changed with the model or cannot be asked: scenes {scenes}.",
                       number=found, scenes=scenes)  # fmt: skip
            if found == 1:
                words = tr("One answer of this lesson changed with the model or cannot be asked: scene {scenes}.",
                           scenes=scenes)  # fmt: skip
            self.news.emit(words)
        elif found < 0:
            self.news.emit(tr("The answers of this lesson could not be checked: {reason}", reason=reason))
        else:
            self.message.emit(tr("All answers of this lesson are the same as when it was saved."))

    def _changed(self) -> None:
        self.keys.listen(self.player.active)
        hidden = self._store.hiding.hidden
        hides = hidden is not None and hidden.texts
        if hides != self.hides_texts:
            self.hides_texts = hides
            self._hide_texts(hides)
