"""The top bar: name, menus, model, device, and the command palette; its texts are shortened in a narrow window."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QIcon, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QMenuBar, QPushButton, QSizePolicy, QToolButton

from model_core.analysis.unwritten import LATER
from model_core.record.trace import ModelInfo
from viz_app.commands.actions import action
from viz_app.data.depth import DEPTH_TERMS
from viz_app.system.language import tr
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import row_of
from viz_app.widgets.painting import set_tip
from viz_app.window.model_menu import model_words, size_words

_OPENS = " \u25be"


class ElidedButton(QToolButton):
    """A button with a menu whose text is elided if it does not fit."""

    def __init__(self, parent: QFrame | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)

    def set_words(self, words: str) -> None:
        if words != self._words:
            self._words = words
            self.setAccessibleName(tr("Model: {model}", model=words))
            self.updateGeometry()
            self._fit()

    def sizeHint(self) -> QSize:
        """The size of the full text."""
        return QSize(self._frame() + self._width(self._words) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """The size of the beginning of the text."""
        return QSize(self._frame() + self._width("English → …"), super().sizeHint().height())

    def _width(self, words: str) -> int:
        return QFontMetrics(self.font()).horizontalAdvance(f"{words}{_OPENS}")

    def _frame(self) -> int:
        """The width of the button around its text."""
        return super().sizeHint().width() - QFontMetrics(self.font()).horizontalAdvance(self.text().replace("&&", "&"))

    def _fit(self) -> None:
        room = self.width() - self._frame()
        whole = self._width(self._words) <= room
        room -= self._width("")
        metrics = QFontMetrics(self.font())
        words = self._words if whole else metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, max(0, room))
        self.setText(f"{words}{_OPENS}".replace("&", "&&"))
        about = tr("Chooses the model.")
        set_tip(self, about if whole else f"{self._words}\n{about}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shortens the words to the new width."""
        super().resizeEvent(event)
        self._fit()


class TopBar(QFrame):
    """See module. The actions of its buttons, and their menus, are set from outside."""

    def __init__(self, models: QMenu, find_key: str, split_tip: str = "") -> None:
        super().__init__()
        self.setObjectName("top_bar")
        self.setAccessibleName(tr("Top bar"))
        self.name = QLabel("headscope", self)
        self.menus = QMenuBar(self)
        self.menus.setAccessibleName(tr("Menus"))
        self.menus.setNativeMenuBar(False)
        self.folded = self._menu_button(tr("Menus"), tr("Menus"))
        self.folded.setProperty("role", "flat")
        self.model = ElidedButton(self)
        self.model.setMenu(models)
        self.conceals = False  # a question asks which model this is
        self._shown = "", ""  # words and size of the model
        self.size_label = plain_label(self, "body", muted=True)
        self.finder = QPushButton(self)
        self._find_key = find_key
        self.split = QPushButton(self)
        self.split.setCheckable(True)
        self.split.setAccessibleName(tr("Split view"))
        set_tip(self.split, split_tip)
        present = action("present")
        about = f"{present.tip} ({present.keys[0]})"
        self.present = push_button(self, present.text, about, role="primary")
        self.dial = self._menu_button(tr("How much is shown: the essentials, everything, or also what research needs."))
        saving = tr("Save or copy the picture or its numbers")
        self.save = self._menu_button(tr("Saves or copies the picture or its numbers"), saving)
        self.menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        left = (self.name, self.folded, self.menus, self.model, self.size_label)
        centred = ((part, 0, Qt.AlignmentFlag.AlignVCenter) for part in left)
        right = (self.finder, self.dial, self.save, self.split, self.present)
        row_of(*centred, 1, *right, parent=self, margins=(16, 8, 16, 8), spacing=12)
        themes.changed.connect(self.restyle)
        self.restyle()

    def _menu_button(self, about: str, name: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_tip(button, about)
        button.setAccessibleName(name)
        return button

    def offer(self, button: QToolButton, entries: Iterable[QAction]) -> None:
        menu = QMenu(self)
        menu.addActions(list(entries))
        button.setMenu(menu)

    def show_depth(self, depth: str) -> None:
        word = DEPTH_TERMS[depth].word
        self.dial.setText(f"{word}{_OPENS}")
        self.dial.setAccessibleName(tr("Depth: {word}", word=word))
        self._fit()

    def show_model(self, info: ModelInfo | None, loading: bool) -> None:
        words = model_words(info) if info else tr("Loading the model…") if loading else tr("Choose a model")
        size = size_words(info) if info and not self.conceals else ""
        shown = LATER if self.conceals else words, size
        if shown != self._shown:
            self._shown = shown
            self.model.set_words(shown[0])
            self.size_label.setText(size)
            self._fit()

    def restyle(self, _theme: object = None) -> None:
        self.name.setFont(themes.font("title"))
        self.finder.setIcon(icons.icon("search", role="muted"))
        self.folded.setIcon(icons.icon("menu"))
        self.split.setIcon(icons.icon("split", role="muted"))
        self.save.setIcon(icons.icon("export"))
        side = themes.px(16)
        for button in (self.finder, self.folded, self.split, self.save, self.present):
            button.setIconSize(QSize(side, side))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves out what does not fit."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """First the device is hidden, then the name, then the texts of palette, split view and presenting, then
        presenting if that keeps the menu bar, which has it too, otherwise the menu bar; the model is shortened last."""
        self.finder.setText(f"{tr('Find anything…')}  {self._find_key}")
        set_tip(self.finder, tr("Lists every command ({key})", key=self._find_key))
        self.finder.setAccessibleName(tr("Find a command, head, step, model or sentence"))
        self.split.setText(tr("Split"))
        self.present.setText(tr("Present"))
        self.present.setIcon(QIcon())
        room = self.width() - 32 - 12 * 8 - self.model.sizeHint().width() - self.save.sizeHint().width()
        room -= self.dial.sizeHint().width()
        shortened = self.finder, self.split, self.present
        menus, name, device = (part.sizeHint().width() for part in (self.menus, self.name, self.size_label))
        words = sum(part.sizeHint().width() for part in shortened)
        self.size_label.setVisible(menus + words + name + device <= room)
        self.name.setVisible(menus + words + name <= room)
        for part in shortened:
            if menus + words > room:
                words -= part.sizeHint().width()
                part.setText("")
                if part is self.present:
                    part.setIcon(icons.icon("present", role="on_primary"))
                words += part.sizeHint().width()
        spare = self.present.sizeHint().width() + 12
        self.present.setVisible(not room < menus + words <= room + spare)
        folded = menus + words > room and not self.present.isHidden()
        self.menus.setVisible(not folded)
        self.folded.setVisible(folded)
