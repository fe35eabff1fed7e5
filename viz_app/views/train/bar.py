"""The line above a training: which it is, what it is doing, and what can be done with it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from model_core.record.training_now import TrainingNow
from viz_app.document.trainings.followed_training import is_kept_here
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, MenuButton, add_entry, push_button, without_ends
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.overflow_bar import OverflowBar, set_usable

OPEN, NEW, DELETE = "open", "new", "delete"
"""Entries of the list that are not a training: another folder, a new one, no longer the one that is shown."""
DOING = {
    "pause": (tr("Pause"), tr("Saves and pauses training; its process waits until you resume.")),
    "stop": (tr("Stop"), tr("Stops training; it is saved and can be resumed.")),
    "go_on": (tr("Resume"), tr("Resumes training from the last save.")),
    "new": (tr("New training…"), tr("Choose a task, a size and options.")),
    "compare": (tr("Compare"), tr("Opens Compare with the last snapshot as A and the current one as B.")),
    "keep": (tr("Keep model"), tr("Saves the current snapshot as a model folder, and opens it.")),
}  # fmt: skip


class TrainBar(QWidget):
    """`asked` carries a key of DOING or DELETE, `chosen` a training's folder, OPEN or NEW.

    What can be done changes with the training itself: buttons keep their places and are disabled, so that none moves
    under a pointer on its way to another.
    """

    asked = Signal(str)
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._listed: object = None
        self.list = MenuButton(self)
        self.list.setToolTip(tr("Choose a training run, or start one."))
        self.words = Caption("small", "muted", parent=self)
        self.buttons = {
            name: push_button(self, tr("New…") if name == "new" else word, about,
                              lambda _=False, name=name: self.asked.emit(name),
                              name=word, role="primary" if name == "new" else "")
            for name, (word, about) in DOING.items()
        }  # fmt: skip
        self.line = OverflowBar(tr("Training"), self)
        for button in self.buttons.values():
            self.line.add(button)
        self._row = row_of(self.list, (self.line, 100), (self.words, 1), parent=self)

    def show_training(self, now: TrainingNow, title: str, words: str, choosing: bool, pair: bool) -> None:
        """`title` of the training, `words` about it; while one is chosen nothing can be done with it. `pair`: another
        snapshot than the last is shown."""
        self.list.set_words(tr("New training") if choosing else title or tr("Training"), tr("Training"))
        self.words.set_text("" if choosing else words, shorter=(*without_ends(words), ""))
        mine, paused, stopping = bool(now.job.doing), now.state == "paused", now.job.doing == "stopping"
        usable = {
            "pause": mine and not paused and not stopping, "stop": mine and not stopping,
            "go_on": paused and not stopping if mine else now.can_go_on and not now.elsewhere,
            "new": not mine, "compare": pair and not stopping, "keep": bool(now.places),
        }  # fmt: skip
        for name, button in self.buttons.items():
            set_usable(button, usable[name])
        show_part(self.line, not choosing)
        self.line.setMaximumWidth(self.line.sizeHint().width())
        listed = now.kept, now.folder, choosing, bool(now.job.doing)
        if listed != self._listed:
            self._listed = listed
            choices = {folder: (name, folder) for folder, name in now.kept}
            choices |= {OPEN: (tr("Open a training folder…"), tr("Asks for a folder that holds a training.json."))}
            choices |= {NEW: (tr("New training…"), tr("Choose a task, a size and options."))}
            made = self.list.set_choices(choices, self.chosen.emit)
            current = NEW if choosing else now.folder
            if current in made:
                made[current].setChecked(True)
            self._add_deletion(now)

    def has_room(self, width: int) -> bool:
        """Whether a bar of this width, px, has room for the first of its words beside the buttons."""
        apart, metrics = self._row.spacing(), QFontMetricsF(themes.font("small"))
        taken = self.list.sizeHint().width() + self.line.sizeHint().width() + 2 * apart
        return taken + metrics.horizontalAdvance(self.words.text().partition(" · ")[0]) <= width

    def _add_deletion(self, now: TrainingNow) -> None:
        """The last entry: it deletes the training that is shown, or says why it does not."""
        about = tr("Asks first. Its whole folder is deleted; the open model stays open.")
        if now.job.doing:
            about = tr("Stop the training first.")
        elif not is_kept_here(now.folder):
            about = tr("Only a training that is kept by this program is deleted here, not one that is included or in a "
                       "folder of your own.")  # fmt: skip
        menu = self.list.menu()
        menu.addSeparator()
        entry = add_entry(menu, self, tr("Delete this training…"), partial(self.asked.emit, DELETE), about)
        entry.setEnabled(is_kept_here(now.folder) and not now.job.doing)
