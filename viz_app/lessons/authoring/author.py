"""The sheet for making a lesson: its scenes, and their connection to the window and to files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QListWidget, QPushButton, QWidget

from model_core.errors import Refused
from model_core.explain.small_matrices import LINES
from viz_app.commands.choice_list import WORD, EntryDelegate, add_line
from viz_app.document.lesson import QUESTIONS, SPOTLIGHTS, Question, Scene, in_language
from viz_app.document.store import Store
from viz_app.lessons.authoring.draft import Draft, answer_of, scene_of, texts_of, with_words
from viz_app.lessons.panel import LANGUAGES
from viz_app.system.language import tr, view_word
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import Slot, plain_label, push_button
from viz_app.widgets.layout import add_layout, column_of, row_of
from viz_app.widgets.text_box import PlainLine, PlainTextBox

PAUSE = 800
"""Milliseconds without a change after which the draft is kept."""

_ASKS = {
    "": tr("no question"),
    "next": tr("the next word"),
    "source": tr("the strongest word of the row"),
    "head": tr("the head that matters"),
    "probability": tr("the probability"),
    "which": tr("which one this is"),
    "einsum": tr("the result of einsum"),
    "changes": tr("whether the text changes"),
    "tokens": tr("how many tokens it is"),
}
_LIGHTS = {
    "": tr("no spotlight"),
    "source": tr("the source"),
    "target": tr("the target"),
    "view": tr("the view"),
    "row": tr("the row of the step"),
    "inspector": tr("the inspector"),
}
EMPTY = tr("Set up the window as the class should see it, then press “Add this window”: it becomes the first scene.")
NOTE = tr("Markdown: **strong**, *emphasis*, `token`, lists with “- ”. The model's answers are measured when you save.")


class AuthorSheet(Dialog):
    """See module. `shown` asks to show a scene in the window, `played` to play the lesson, `saved` and `slides` for a
    file, `kept` to save the draft."""

    shown = Signal(int)
    played = Signal()
    saved = Signal()
    slides = Signal()
    kept = Signal()

    def __init__(self, store: Store, draft: Draft, language: str, parent: QWidget | None = None) -> None:
        super().__init__(tr("Your lesson"), parent)
        self._store, self.draft, self.language = store, draft, language
        self._filling = False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.keep)
        self._make_fields()
        self._lay_out()
        self.resize_on_screen(themes.px(760), themes.px(560))
        self.refresh(0)

    def _make_fields(self) -> None:
        self.name, self.title = PlainLine(self), PlainLine(self)
        self.text, self.asked = PlainTextBox(self), PlainLine(self)
        self.notes = PlainLine(self)
        fields = ((self.name, tr("Title of the lesson")), (self.title, tr("Title of the scene")),
                  (self.text, tr("What the class reads")), (self.asked, tr("The question, in your words")),
                  (self.notes, tr("Notes for you, on the second screen")))  # fmt: skip
        for field, words in fields:
            field.setPlaceholderText(words)
            field.setAccessibleName(words)
        self.name.textEdited.connect(self._rename)
        self.title.textEdited.connect(lambda text: self._write("title", text))
        self.notes.textEdited.connect(lambda text: self._write("notes", text))
        self.text.textChanged.connect(lambda: self._write("text", self.text.toPlainText()))
        self.asked.textEdited.connect(lambda _text: self._ask())
        self.kind, self.light, self.spoken = QComboBox(self), QComboBox(self), QComboBox(self)
        for box, words, choices in (
            (self.kind, tr("What is asked"), [_ASKS[one] for one in ("", *QUESTIONS)]),
            (self.light, tr("Spotlight"), [_LIGHTS[one] for one in SPOTLIGHTS]),
            (self.spoken, tr("Language you are writing in"), list(LANGUAGES.values())),
        ):
            box.setAccessibleName(words)
            box.setToolTip(words)
            box.addItems(choices)
        self.kind.activated.connect(lambda _at: self._ask(chosen=True))
        self.light.activated.connect(lambda at: self._edit(spotlight=SPOTLIGHTS[at]))
        self.spoken.setCurrentIndex(list(LANGUAGES).index(self.language))
        self.spoken.activated.connect(self._speak)
        self.scenes = QListWidget(self)
        self.scenes.setItemDelegate(EntryDelegate(self.scenes))
        self.scenes.setAccessibleName(tr("Scenes"))
        self.scenes.currentRowChanged.connect(lambda _row: self._fill())

    def _lay_out(self) -> None:
        def button(words: str, about: str, do: Slot) -> QPushButton:
            made = push_button(self, words, about, do)
            made.setAutoDefault(False)
            return made

        about = tr("Adds the current window as a scene after the selected one")
        self.add = button(tr("Add this window"), about, self.add_window)
        self.up = button("↑", tr("Earlier"), lambda: self.refresh(self.draft.move(self.at, -1)))
        self.down = button("↓", tr("Later"), lambda: self.refresh(self.draft.move(self.at, 1)))
        about = tr("Duplicates the selected scene")
        self.twice = button(tr("Duplicate"), about, lambda: self.refresh(self.draft.duplicate(self.at)))
        about = tr("Deletes the selected scene")
        self.out = button(tr("Delete"), about, lambda: self.refresh(self.draft.delete(self.at)))
        self.back = button(tr("Undo"), tr("Undoes the last change"), self.undo)
        self.again = button(tr("Redo"), tr("Redoes the change that was undone"), self.redo)
        self.look = button(tr("Show"), tr("Shows the selected scene in the window"), lambda: self.shown.emit(self.at))
        about = tr("Makes the selected scene show what the window shows now")
        self.take = button(tr("Take the window"), about, self.take_window)
        about = tr("Makes the answer show what the window shows now")
        self.then = button(tr("Answer: the window"), about, self.take_answer)
        note = plain_label(self, "small", NOTE, muted=True, wrapped=True)
        left = column_of((self.scenes, 1), row_of(self.add, 1, self.up, self.down), row_of(
            self.twice, self.out, 1, self.back, self.again))  # fmt: skip
        right = column_of(self.title, (self.text, 1), row_of((self.kind, 1), (self.light, 1)), self.asked, self.notes,
                          note, row_of(self.look, self.take, self.then, 1))  # fmt: skip
        add_layout(self.column, row_of((self.name, 1), self.spoken))
        add_layout(self.column, row_of((left, 2), (right, 3), spacing=16), 1)
        self.whole = (
            button(tr("Play"), tr("Plays it from the first scene"), self.played),
            button(tr("Save as…"), tr("One file that opens anywhere headscope runs"), self.saved),
            button(tr("Slides…"), tr("A PDF: a page for each scene, and one for each answer"), self.slides),
        )
        self.end_with_close(*self.whole)

    # ---- what it shows

    @property
    def at(self) -> int:
        """The selected scene; -1 if there is none."""
        return self.scenes.currentRow()

    def refresh(self, at: int | None = None) -> None:
        """Shows the draft, with this scene selected."""
        self._filling = True
        place = self.at if at is None else at
        scenes = self.draft.lesson.scenes
        self.scenes.clear()
        for number, scene in enumerate(scenes, 1):
            words = in_language(scene.title, self.language) or tr("untitled")
            add_line(self.scenes, f"{number}  {words}", {WORD: _views_of(scene, self.draft.lesson.states)})
        self.scenes.setCurrentRow(min(max(place, 0), len(scenes) - 1))
        self.name.setText(in_language(self.draft.lesson.title, self.language))
        self._filling = False
        self._fill()
        self._pause.start()

    def _fill(self) -> None:
        """Fills the fields of the selected scene."""
        if self._filling:
            return
        self._filling = True
        there = 0 <= self.at < len(self.draft.lesson.scenes)
        scene = self.draft.lesson.scenes[self.at] if there else Scene()
        asked = scene.question
        ask = "" if asked is None else asked.ask
        for field, words in ((self.title, scene.title), (self.notes, scene.notes), (self.asked, ask)):
            field.setText(in_language(words, self.language))
        self.text.setPlainText(in_language(scene.text, self.language))
        self.kind.setCurrentIndex(0 if asked is None else QUESTIONS.index(asked.kind) + 1)
        self.light.setCurrentIndex(SPOTLIGHTS.index(scene.spotlight))
        self.text.setPlaceholderText(self.text.accessibleName() if self.draft.lesson.scenes else EMPTY)
        for part in (self.title, self.text, self.kind, self.light, self.notes, self.up, self.down, self.twice, self.out,
                     self.look, self.take, self.then):  # fmt: skip
            part.setEnabled(there)
        if there:
            self.up.setEnabled(self.at > 0)
            self.down.setEnabled(self.at < len(self.draft.lesson.scenes) - 1)
        for part in self.whole:
            part.setEnabled(bool(self.draft.lesson.scenes))
        self.asked.setEnabled(asked is not None)
        self.back.setEnabled(self.draft.can_undo())
        self.again.setEnabled(self.draft.can_redo())
        self._filling = False

    def _speak(self, at: int) -> None:
        self.language = list(LANGUAGES)[at]
        self.refresh()

    # ---- what is done

    def add_window(self) -> None:
        """Adds the present window as a scene."""
        self.refresh(self.draft.add(scene_of(self._store.state), self.at if self.at >= 0 else None))
        self.title.setFocus()

    def take_window(self) -> None:
        """Makes the selected scene show what the window shows now."""
        self._edit(state=scene_of(self._store.state).state)

    def take_answer(self) -> None:
        """Makes the answer of the selected scene show what the window shows now, which "changes" compares with the
        scene."""
        self._edit(then=answer_of(self._store.state, self.draft.lesson.scenes[self.at]))

    def undo(self) -> None:
        self.draft.undo()
        self.refresh()

    def redo(self) -> None:
        self.draft.redo()
        self.refresh()

    def _rename(self, text: str) -> None:
        lesson = self.draft.lesson
        self.draft.change(lesson.with_(title=with_words(lesson.title, self.language, text)), "title")
        self._changed()

    def _write(self, field: str, text: str) -> None:
        if not self._filling and 0 <= self.at < len(self.draft.lesson.scenes):
            words = getattr(self.draft.lesson.scenes[self.at], field)
            self._edit(**{field: with_words(words, self.language, text)})
            if field == "title":
                self.scenes.currentItem().setText(f"{self.at + 1}  {text or tr('untitled')}")

    def _ask(self, chosen: bool = False) -> None:
        """Sets another question, or other words for it; an answer measured for another one is dropped. `chosen`: the
        user picked its kind, even if it is the same."""
        if self._filling or not 0 <= self.at < len(self.draft.lesson.scenes):
            return
        asked, kind = self.draft.lesson.scenes[self.at].question, ("", *QUESTIONS)[self.kind.currentIndex()]
        if not kind:
            self._edit(question=None)
        else:
            before = asked if asked is not None and asked.kind == kind else Question(kind, asked.ask if asked else "")
            if before is not asked or (chosen and kind == "which"):
                before = replace(before, options=self._offered_options(kind))
            self._edit(question=replace(before, ask=with_words(before.ask, self.language, self.asked.text())))
        self.asked.setEnabled(bool(kind))

    def _offered_options(self, kind: str) -> tuple[str, ...]:
        """For "which": the texts of the scenes, of which that of this one is right; for "einsum" the scene's line."""
        if kind == "einsum":
            line = self.draft.lesson.scenes[self.at].shown().options.get("calculate", {}).get("letters")
            return (line,) if isinstance(line, str) and line in LINES else LINES[:1]
        if kind != "which":
            return ()
        return texts_of(self.draft.lesson.scenes, self.draft.lesson.states)

    def _edit(self, **changes: object) -> None:
        self.draft.edit(self.at, **changes)
        self._changed()

    def _changed(self) -> None:
        self.back.setEnabled(self.draft.can_undo())
        self.again.setEnabled(self.draft.can_redo())
        self._pause.start()

    def keep(self) -> None:
        """Saves the draft for the next start."""
        self._pause.stop()
        self.kept.emit()

    def done(self, result: int) -> None:
        """Saves the draft when closed, too."""
        self.keep()
        super().done(result)


def _views_of(scene: Scene, states: int) -> str:
    """What a scene shows, in a word; nothing if its State cannot be read."""
    try:
        return " | ".join(map(view_word, scene.shown(states).desk.views))
    except Refused:
        return ""


def file_name(draft: Draft, ending: str) -> Path:
    """The default name of a file of the lesson."""
    words = in_language(draft.lesson.title, "en") or "lesson"
    plain = "".join(letter if letter.isalnum() else "-" for letter in words.lower()).strip("-")
    return Path(f"{plain[:60] or 'lesson'}{ending}")
