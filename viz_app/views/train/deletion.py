"""Deleting a training that was made here: the question, with what goes and what stays, and the work behind it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFile, Signal
from PySide6.QtWidgets import QWidget

from model_core.errors import Refused
from model_core.record.saved_training import WholeTraining, delete_training, whole_training
from model_core.record.training_now import TrainingJob
from viz_app.data.number_format import fmt_bytes, shortened
from viz_app.document.store import Store
from viz_app.document.trainings.followed_training import title_of, trainings_folder
from viz_app.system.language import as_sentence, counted, tr
from viz_app.system.refused_files import NotOpened
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import add_layout, row_of

VIEW = "train"
_WIDTH = 520  # px at text size 100 %
_NAME = 60  # characters of a title or a folder that are seen
_ADVICE = {
    "E-OUT-BUSY": tr("Stop it where it runs, then try again."),
    "E-TRAIN-DELETE": tr("Close other programs that use its folder, or delete the folder in a file manager."),
}
"""Code of a refusal -> what to do; for any other it is what a file manager does."""
_USUAL = tr("Nothing was deleted. If you do not need this folder, delete it in a file manager.")


class DeletionPage(Dialog):
    """Asks whether a training is to be deleted: moved to the `trash`, or permanently. `confirmed` means yes."""

    confirmed = Signal()

    def __init__(self, found: WholeTraining, trash: bool, refused: str, in_use: bool, parent: QWidget | None = None):
        super().__init__(tr("Delete this training?"), parent)
        name = shortened(title_of(str(found.folder)), _NAME)
        facts = [
            counted(found.snapshots, tr("snapshot"), tr("snapshots")),
            counted(found.files, tr("file"), tr("files")),
            fmt_bytes(found.bytes),
        ]
        where = tr("Its whole folder is moved to the trash:\n{folder}", folder=found.folder)
        back = tr("Ctrl+Z does not bring it back; the trash of your desktop does.")
        if not trash:
            where = tr("Its whole folder is deleted:\n{folder}", folder=found.folder)
            back = tr("It is deleted for good: neither Ctrl+Z nor the trash brings it back.")
        kept = tr("The open model comes from it. It stays open until you choose another one; to have it again later, "
                  "press “Keep model” first.")  # fmt: skip
        said = " · ".join(facts), refused, where, back, kept if in_use else ""
        self.words = [
            plain_label(self, "strong", name, wrapped=True),
            *(plain_label(self, "body", text, wrapped=True) for text in said if text),
        ]
        for label in self.words:
            self.column.addWidget(label)
        self.column.addStretch(1)
        word = tr("Move to the trash") if trash else tr("Delete for good")
        self.cancel = push_button(self, tr("Cancel"), tr("Closes this window (Esc); nothing is deleted."), self.close)
        self.does = push_button(self, word, f"{where}\n{back}", self._confirm)
        self.cancel.setDefault(True)
        add_layout(self.column, row_of(1, self.cancel, self.does))
        wide = min(themes.px(_WIDTH), self.room().width())
        self.setMinimumWidth(wide)
        self.resize_on_screen(wide, self.column.totalHeightForWidth(wide))
        self.cancel.setFocus()

    def _confirm(self) -> None:
        self.close()
        self.confirmed.emit()


class Deletion:
    """Asks about a training that is kept here, and deletes it. `files` writes in the background and reports the end."""

    def __init__(self, folder: str, files: Any, store: Store) -> None:
        self._folder, self._files, self._store = Path(folder), files, store
        self._found: WholeTraining | None = None

    def ask(self, refused: str = "") -> None:
        """Opens the question as soon as its folder is counted; `refused` says why the trash does not take it."""
        self._files.writer.add(self._count, partial(self._counted, refused))

    def _count(self) -> None:
        self._found = whole_training(self._folder, trainings_folder())

    def _counted(self, refused: str, error: Exception | None) -> None:
        if error is not None:
            self._failed(error)
            return
        assert self._found is not None
        in_use = self._folder in Path(self._store.state.run.model).parents
        trash = not refused and QFile.supportsMoveToTrash()
        page = DeletionPage(self._found, trash, refused, in_use, self._files.window)
        page.confirmed.connect(partial(self.delete, trash))
        page.show()

    def delete(self, trash: bool) -> None:
        """Deletes it in the background; the view shows another one from then on."""
        moved = _moved_to_trash if trash else None
        self._files.writer.add(partial(delete_training, self._folder, trainings_folder(), moved), self._deleted)

    def _deleted(self, error: Exception | None) -> None:
        if isinstance(error, Refused) and error.code == "E-TRAIN-TRASH":
            self.ask(tr("It could not be moved to the trash."))
            return
        if error is not None:
            self._failed(error)
            return
        state = self._store.state
        if state.options.get(VIEW, {}).get("folder") == str(self._folder):
            self._store.suggest(options=state.with_options(VIEW, folder="").options)
        self._store.effects.training.set_job(str(self._folder), TrainingJob())
        self._files.notify(tr("The training in {folder} is deleted.", folder=self._folder))

    def _failed(self, error: Exception) -> None:
        def tell() -> None:
            if not isinstance(error, Refused):
                raise error
            raise NotOpened(error.code, as_sentence(error.message), _ADVICE.get(error.code, _USUAL))

        self._files.attempt(tr("The training was not deleted"), tell)


def _moved_to_trash(folder: Path) -> bool:
    return QFile(str(folder)).moveToTrash()
