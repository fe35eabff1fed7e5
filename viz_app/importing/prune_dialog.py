"""The page for saving a model without the heads and feed-forwards that are switched off."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from model_core.record.edits import Edits
from model_core.record.effects import Component
from viz_app.importing.form_widgets import FolderField, Form, FormDialog, PathField
from viz_app.system.language import tr
from viz_app.system.own_models import free_folder, models_folder, why_not_there
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import add_layout

WIDTH = 720
_NAMED = 8  # parts that the page names one by one


@dataclass(frozen=True)
class PruneRequest:
    """What to save; the options of the subcommand `prune`. `data` is a file of sentence pairs, "" for none."""

    out: Path
    model: str
    parts: tuple[str, ...]
    data: str = ""

    def arguments(self, out: Path) -> list[str]:
        """The command-line arguments that write it to `out`."""
        line = ["prune", "--off", ",".join(self.parts), "--out", str(out)]
        line += ["--model", self.model] if self.model else []
        return line + (["--data", self.data] if self.data else [])


def parts_off(edits: Edits) -> tuple[str, ...]:
    """The names of all heads and feed-forwards that edits switch off, as `prune` takes them."""
    heads = [Component("heads", one.kind, one.layer, one.head) for one in edits.heads_off]
    quiet = [Component("feed_forwards", one.stack, one.layer) for one in edits.feed_forwards_off]
    return tuple(dict.fromkeys(part.name for part in (*heads, *quiet)))


class PruneDialog(FormDialog):
    """`wanted` carries a PruneRequest."""

    def __init__(self, model: str, name: str, parts: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Save without these heads"), tr("Save"),
            tr("Saves a model folder in which the switched-off heads and feed-forwards contribute nothing."), parent,
        )  # fmt: skip
        self._model, self._parts = model, tuple(parts)
        inside = self.middle.inside
        more = f" {tr('and {number:,} more', number=len(parts) - _NAMED)}" if len(parts) > _NAMED else ""
        self.gone = plain_label(inside, "body", f"{', '.join(parts[:_NAMED])}{more}", wrapped=True)
        self.folder = FolderField(free_folder(models_folder(), tr("{name} pruned", name=name)), inside)
        about = tr("Source, tab, translation: one pair per line.")
        choose = tr("Chooses the file of sentence pairs.")
        self.data = PathField(inside, tr("File of sentence pairs"), about, choose, self._pairs_dialog)
        self.data.line.setPlaceholderText(tr("none"))
        form = Form(inside)
        form.add_row(
            tr("Removed"),
            self.gone,
            tr("What is currently switched off. Other edits belong to the text and are not saved."),
        )
        form.add_row(tr("Save to"), self.folder, tr("The folder of the new model; its card lists what was removed."))
        about = tr("BLEU before and after on a file of sentence pairs, for the card; takes as long as translating it.")
        form.add_row(tr("Measure on"), self.data, about)
        add_layout(self.middle.column, form)
        self.folder.changed.connect(self.check)
        self.data.changed.connect(self.check)
        self.end(self.order, self.check, WIDTH)

    def _pairs_dialog(self) -> QFileDialog:
        filters = tr("Sentence pairs (*.tsv);;All files (*)")
        dialog = QFileDialog(self.window(), tr("Sentence pairs"), str(Path.home()), filters)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        return dialog

    def check(self) -> None:
        """Says what is written, or why nothing can be."""
        data = self.data.line.text().strip()
        reason = why_not_there(self.folder.path())
        if not reason and data and not os.path.isfile(data):
            reason = tr("The file of sentence pairs does not exist.")
        count = len(self._parts)
        words = tr("Saves the model without {number} parts; what it writes stays as it is now.", number=count)
        if count == 1:
            words = tr("Saves the model without 1 part; what it writes stays as it is now.")
        self.show_message(reason or words, not reason)

    def order(self) -> PruneRequest:
        return PruneRequest(self.folder.path(), self._model, self._parts, self.data.line.text().strip())
