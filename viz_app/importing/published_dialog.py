"""The page for the name of a published model."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from model_core.checkpoints import published
from model_core.checkpoints.published import PublishedModel
from model_core.errors import Refused
from viz_app.commands.choice_list import ChoiceList
from viz_app.importing.form_widgets import Form, FormDialog
from viz_app.system.language import as_sentence, tr
from viz_app.system.own_models import converted, published_folders
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import add_layout
from viz_app.widgets.text_box import PlainLine

WIDTH = 620
ROWS = 6  # of the list that are seen at once
ABOUT = tr(
    "A translation model published on Hugging Face (Marian, BART or T5): owner/name, optionally @revision, "
    "or the address of its page."
)


class PublishedDialog(FormDialog):
    """`wanted` carries a PublishedModel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        about = tr("Finds or downloads its files and shows what it is, before anything is converted.")
        super().__init__(tr("Published model by name"), tr("Open"), about, parent)
        self._own = published_folders()  # read once, not for each letter
        inside, form = self.middle.inside, Form(self.middle.inside)
        self.name = PlainLine(inside)
        self.name.setPlaceholderText("Helsinki-NLP/opus-mt-en-es")
        self.name.textChanged.connect(self.check)
        self.middle.column.addWidget(plain_label(inside, "body", ABOUT, muted=True, wrapped=True))
        form.add_row(tr("Name"), self.name, ABOUT)
        about = tr("Translation models in Hugging Face's cache; a click enters the name.")
        self.cached = ChoiceList(tr("On this computer"), about, inside)
        self.cached.addItems(published.cached_names())
        self.cached.chosen.connect(lambda row: self.name.setText(self.cached.item(row).text()))
        if count := self.cached.count():
            self.cached.setFixedHeight(self.cached.sizeHintForRow(0) * min(count, ROWS) + 8)
            label = form.add_row(self.cached.accessibleName(), self.cached, about)
            form.setAlignment(label, Qt.AlignmentFlag.AlignTop)
        self.cached.setVisible(bool(count))
        add_layout(self.middle.column, form)
        self.says.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)  # a line to install the library
        self.end(self.order, self.check, WIDTH)

    def check(self) -> None:
        """Says whether anything would be downloaded, or what is wrong with the name."""
        try:
            model = self.order()
        except Refused as error:
            empty = not self.name.text().strip()
            words = tr("Nothing is downloaded unless you enter a name.") if empty else as_sentence(error.message)
            self.show_message(words, False)
            return
        if converted(model, self._own) is not None:
            self.show_message(tr("It is already converted and opens at once."))
        elif model.cached() is not None:
            self.show_message(tr("It is on this computer: nothing is downloaded."))
        elif published.is_library_there():
            self.show_message(tr("Its files are downloaded into {folder}.", folder=published.cache_folder()))
        else:
            self.show_message(as_sentence(published.library_missing(model).message), False)

    def order(self) -> PublishedModel:
        """The model of this name. Raises Refused for text that is no name."""
        return PublishedModel.named(self.name.text().strip())
