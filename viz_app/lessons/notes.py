"""The teacher's notes on a second screen: a clock and the elapsed time; for a lesson its notes, and what comes next."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTime, QTimer
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QWidget

from viz_app.document.lesson import in_language
from viz_app.lessons.markup import plain
from viz_app.lessons.player import Player
from viz_app.system.language import tr
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of


class NotesWindow(QWidget):
    """See module. It follows the player while open; the keys of the window that it `belongs_to` work in it. `begun`:
    the start of the elapsed time (time.monotonic), None for now."""

    def __init__(
        self, player: Player, language: Callable[[], str], belongs_to: QWidget | None = None,
        begun: float | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.belongs_to = belongs_to
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowTitle(f"{tr('Notes')} — headscope")
        self._player, self._language, self._begun = player, language, time.monotonic() if begun is None else begun
        self.clock = plain_label(self, "title")
        self.now, self.notes = (plain_label(self, "strong", wrapped=True), plain_label(self, "body", wrapped=True))
        self.answer = plain_label(self, "body", wrapped=True, muted=True)
        self.next = plain_label(self, "small", wrapped=True, muted=True)
        swap = plain_label(self, "small", tr("X: the picture and these notes change places"), wrapped=True, muted=True)
        parts = (self.clock, self.now, self.notes, self.answer, 1, self.next, swap)
        column_of(*parts, parent=self, margins=(24, 20, 24, 20))
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self.tick)
        self._timer.start()
        player.changed.connect(self.refresh)
        self.tick()
        self.refresh()

    def fill(self, screen: QScreen) -> None:
        """Fills a screen; the keyboard focus stays with the picture."""
        if self.isHidden() or self.screen() is not screen:
            self.hide()
            self.setScreen(screen)
            self.setGeometry(screen.availableGeometry())
            self.show()

    def tick(self) -> None:
        minutes, seconds = divmod(int(time.monotonic() - self._begun), 60)
        self.clock.setText(f"{QTime.currentTime().toString('HH:mm')}   {minutes}:{seconds:02}")

    def refresh(self) -> None:
        """Shows the present scene; only the teacher sees the answer until it is revealed."""
        player = self._player
        if player.lesson is None:
            for part in (self.notes, self.answer, self.next):
                part.clear()
            self.now.setText(tr("No lesson is open."))
            return
        language = self._language()
        scenes, answer = player.lesson.scenes, player.measuring.answer
        following = scenes[player.at + 1] if player.at + 1 < len(scenes) else None
        place = tr("{number} of {all}", number=player.at + 1, all=len(scenes))
        self.now.setText(f"{place}   {plain(in_language(player.scene.title, language))}")
        self.notes.setText(plain(in_language(player.scene.notes, language)))
        self.answer.setText("" if answer is None else tr("Answer: {answer}", answer=answer.in_full(language)))
        self.next.setText(
            "" if following is None else tr("Next: {title}", title=plain(in_language(following.title, language)))
        )
