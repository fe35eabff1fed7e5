"""The top bar: name, menus, model, device, and the way to every command. It gives way where the window is narrow."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QMenuBar, QPushButton, QSizePolicy, QToolButton

from model_core.trace import ModelInfo
from viz_app import icons
from viz_app import theme as themes
from viz_app.model_menu import model_words, size_words
from viz_app.paint import tip


class ElidedButton(QToolButton):
    """A button with a menu whose words are shortened where there is no room for them."""

    def __init__(self, parent: QFrame | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)

    def set_words(self, words: str) -> None:
        """Shows other words."""
        if words != self._words:
            self._words = words
            self.setAccessibleName(f"Model: {words}")
            self.updateGeometry()
            self._fit()

    def sizeHint(self) -> QSize:
        """Room for all words."""
        return QSize(self._width(self._words), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Room for the beginning."""
        return QSize(self._width("English → …"), super().sizeHint().height())

    def _width(self, words: str) -> int:
        return QFontMetrics(self.font()).horizontalAdvance(f"{words} ▾") + themes.px(16) + 6

    def _fit(self) -> None:
        room = self.width() - themes.px(16) - 6 - QFontMetrics(self.font()).horizontalAdvance(" ▾")
        metrics = QFontMetrics(self.font())
        words = metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, max(0, room))
        self.setText(f"{words} ▾" if self._words else "")
        self.setToolTip(tip(self._words) if words != self._words else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shortens the words to the new width."""
        super().resizeEvent(event)
        self._fit()


class TopBar(QFrame):
    """See module. `find` asks for the list of commands."""

    find = Signal()

    def __init__(self, models: QMenu, find_key: str) -> None:
        super().__init__()
        self.setObjectName("top_bar")
        self.name = QLabel("headscope", self)
        self.menus = QMenuBar(self)
        self.model = ElidedButton(self)
        self.model.setMenu(models)
        self.size_label = QLabel(self)
        self.size_label.setTextFormat(Qt.TextFormat.PlainText)
        self.size_label.setProperty("tone", "muted")
        self.finder = QPushButton(self)
        self.finder.clicked.connect(self.find)
        self._find_key = find_key
        self.menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(12)
        for part in (self.name, self.menus, self.model, self.size_label):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.finder)
        self.dress()

    def show_model(self, info: ModelInfo | None, loading: bool) -> None:
        """Says which model is chosen."""
        self.model.set_words(model_words(info) if info else "Loading the model…" if loading else "Choose a model")
        self.size_label.setText(size_words(info) if info else "")
        self._give_way()

    def dress(self) -> None:
        """Fonts, icons and colours of now."""
        theme = themes.current()
        self.name.setFont(themes.font("title"))
        self.setStyleSheet(
            f"#top_bar {{ background: {theme.panel}; border-bottom: 1px solid {theme.line}; }}"
            "#top_bar QMenuBar { border: none; background: transparent; }"
        )
        self.finder.setIcon(icons.icon("search", role="muted"))
        self._give_way()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves out what there is no room for."""
        super().resizeEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        """First the device goes, then the name, then the words of the finder; the model is shortened by its layout."""
        room = self.width() - 32 - 12 * 4
        words = f"Find a command…  {self._find_key}"
        self.finder.setText(words)
        self.finder.setToolTip(tip(f"Lists every command ({self._find_key})"))
        self.finder.setAccessibleName("Find a command")
        need = self.menus.sizeHint().width() + self.model.sizeHint().width()
        parts = [self.finder.sizeHint().width(), self.name.sizeHint().width(), self.size_label.sizeHint().width()]
        self.size_label.setVisible(need + sum(parts) <= room)
        self.name.setVisible(need + sum(parts[:2]) <= room)
        if need + parts[0] > room:
            self.finder.setText("")
