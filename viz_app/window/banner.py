"""One calm line above the views while the engine is lost, after a refused request, or for news."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from viz_app.document.store import Store
from viz_app.system.language import tr
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import set_style_property
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import row_of
from viz_app.widgets.painting import tip

LOST = tr("The engine stopped and is being restarted; your text is kept.")


Offer = tuple[str, str, Callable[[], object]]
"""A button's word, what it does in a sentence, and what is done."""


def notice_words(store: Store) -> tuple[str, str]:
    """The present message and its tone: ("error", text), ("", "") for nothing."""
    if store.engine == "lost":
        return "error", store.problem or LOST
    if store.problem:
        kept = [tr("The last picture stays.")] if store.trace is not None else []
        return "error", " ".join([store.problem, *kept])
    return "", ""


class Banner(QFrame):
    """Visible only while there is a message; news stay until closed, errors take precedence."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._tone = self._news = ""
        self._source: tuple[str, ...] | None = None  # the news are about these sentences alone
        self._model: str | None = None  # or about this model
        self.offers: list[QPushButton] = []
        self.setObjectName("notice")
        self.sign = QLabel(self)
        self.text = plain_label(self, "body", wrapped=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.close_news = push_button(
            self,
            tr("Close"),
            tr("Dismisses this notice."),
            lambda: self.notify(""),
            name=tr("Close the notice"),
            role="flat",
        )
        top = Qt.AlignmentFlag.AlignTop
        parts = ((self.sign, 0, top), (self.text, 1), (self.close_news, 0, top))
        self._row = row_of(*parts, parent=self, margins=(16, 8, 16, 8), spacing=12)
        self.hide()
        store.changed.connect(self.refresh)
        themes.changed.connect(self.restyle)

    def refresh(self, names: frozenset[str] = frozenset({"problem"})) -> None:
        if "reloaded" in names and self._store.trace is not None:
            name = self._store.trace.model.name
            words = tr("The files of “{name}” have changed; it was loaded again.", name=name)
            self._news = self._news if words in self._news else f"{self._news} {words}".strip()
        run = self._store.state.run
        if self._source not in (None, run.source) or self._model not in (None, run.model):
            self._news, self._source, self._model, names = "", None, None, names | {"problem"}
        if not names & {"problem", "engine", "trace"}:
            return
        tone, words = notice_words(self._store)
        if not words and self._news:
            tone, words = "news", self._news
        if words != self.text.text() or tone != self._tone:
            self._tone = tone
            for button in (self.close_news, *self.offers):
                button.setVisible(tone == "news")
            self.text.setText(words)
            self.setAccessibleName(words)
            self.restyle()
        self.setVisible(bool(words))

    def notify(self, news: str, source: tuple[str, ...] | None = None, offers: Sequence[Offer] = ()) -> None:
        """Shows news until it is closed, or if it is about a `source` until that changes; "" clears it. Only its first
        line is shown, the tooltip has the others. The line disappears when one of the `offers` is taken."""
        self._offer(offers)
        self._news, _, more = news.partition("\n")
        self._source, self._model = source, None
        self.text.setToolTip(tip(news) if more else "")
        self.refresh()

    def notify_of_model(self, news: str) -> None:
        """Shows news about the current model, until it is closed or another model is chosen."""
        self.notify(news)
        self._model = self._store.state.run.model

    def withdraw(self, news: str) -> None:
        """Clears the line if it shows this, which is no longer true."""
        if self._news and self._news == news.partition("\n")[0]:
            self.notify("")

    def _offer(self, offers: Sequence[Offer]) -> None:
        """The buttons before the close button."""
        for button in self.offers:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.offers = []
        for word, about, act in offers:
            button = push_button(self, word, about, partial(self._take, act))
            self._row.insertWidget(self._row.indexOf(self.close_news), button, 0, Qt.AlignmentFlag.AlignTop)
            self.offers.append(button)

    def _take(self, act: Callable[[], object]) -> None:
        self.notify("")
        act()

    def restyle(self, _theme: object = None) -> None:
        role = "error" if self._tone == "error" else "muted"
        size = themes.px(16)
        self.sign.setVisible(role == "error")
        self.sign.setPixmap(icons.icon("warning", role=role).pixmap(QSize(size, size)))
        set_style_property(self, "tone", role)
