"""The playback bar: first, back, play, forward, last, a slider over the steps, and the speed.

A step is a row of the decoder: step t reads token t and writes the next. The store holds the step (from 0, None = the
last one) and does the playing; this widget shows both and requests changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QSlider, QToolButton, QWidget

from viz_app.commands.actions import action, go_to_step
from viz_app.document.store import Store
from viz_app.system.language import tr
from viz_app.system.settings import SPEEDS
from viz_app.widgets import icons, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import set_style_property
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import row_of, show_part

_ICON = 16  # px at text size 100 %
_WIDE = 530  # px at text size 100 %, from which every word fits
_HOST_WIDE = 640  # the same for place and speed beside a sentence
_KEYS_WIDE = 340  # the same without place and speed
_KEYS, _KEYS_SHORT = 250, 200  # px at text size 100 % that the buttons need with a slider, with the shortest one
_GAPS = 10  # times STEP that are between them all
_WATCHED = frozenset({"look", "trace", "playing", "desk", "run"})


class _SpeedBox(QComboBox):
    """A list as narrow as its present text: Qt's own remembers the width of former texts."""

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class PlaybackBar(QWidget):
    """Steps through the decoding of the selected sentence. `pace`, with step number and speed, may be put into another
    layout; `take_pace` brings it back."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store, self._now, go = store, store.moment, partial(go_to_step, store)
        self.first = self._button("step.first", lambda: go(0))
        self.back = self._button("step.back", lambda: go(self._now.step - 1))
        self.play = self._button("play", lambda: store.set_playing(not self._now.playing))
        self.forward = self._button("step.forward", lambda: go(self._now.step + 1))
        self.last = self._button("step.last", lambda: go(self._now.rows - 1))
        self.play.setProperty("role", "primary")
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setProperty("role", "step")
        self.slider.setPageStep(1)
        self.slider.setAccessibleName(tr("Step"))
        painting.set_tip(self.slider, tr("The current step: drag, or use the arrow keys"))
        self.slider.valueChanged.connect(go)
        self.place = Caption("body", elastic=False, parent=self)
        self.place.align = "right"
        self.speed = _SpeedBox(self)
        for speed in SPEEDS:
            self.speed.addItem("", speed)
        self.speed.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.speed.setAccessibleName(tr("Playback speed, in steps per second"))
        self.speed.setToolTip(tr("Playback speed, in steps per second"))
        self.speed.activated.connect(lambda index: store.desk(speed=self.speed.itemData(index)))
        self.pace = QWidget(self)
        row_of(self.place, self.speed, parent=self.pace, spacing=2 * themes.STEP)
        self._line = row_of(*self._buttons(), parent=self, spacing=themes.STEP)
        self._line.addSpacing(themes.STEP)
        self._line.addWidget(self.slider, 1)
        self._line.addSpacing(themes.STEP)
        self._line.addWidget(self.pace)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        store.changed.connect(self._on_change)
        themes.changed.connect(self.restyle)
        self.restyle()

    def _button(self, name: str, press: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.clicked.connect(lambda _checked=False: press())
        command = action(name)
        keys = f" {tr('or')} ".join(command.keys)
        button.setAccessibleName(command.text)
        painting.set_tip(button, f"{command.text}   {keys}\n{command.tip}")
        return button

    def _buttons(self) -> tuple[QToolButton, ...]:
        return self.first, self.back, self.play, self.forward, self.last

    def keys_width(self, short: bool = False) -> int:
        """Width in px without step number and speed; `short`, with the shortest slider."""
        return themes.px(_KEYS_SHORT if short else _KEYS)

    def take_pace(self) -> None:
        """Puts step number and speed back on its own line."""
        self._line.addWidget(self.pace)

    # ---- what it shows

    def _on_change(self, names: frozenset[str]) -> None:
        if names & _WATCHED:
            before, self._now = self._now, self._store.moment
            shown = [(now.rows, now.step, now.playing) for now in (before, self._now)]
            if "desk" in names or shown[0] != shown[1]:
                self.refresh()

    def refresh(self) -> None:
        """Shows the store's step, playback and speed; buttons without effect are disabled."""
        steps, step = self._now.rows, self._now.step
        set_style_property(self, "narrow", self._narrow())  # buttons with less air where room is short
        self.slider.setMinimumWidth(themes.px(20 if self._narrow() else 40))
        for button in (self.first, self.back):
            button.setEnabled(step > 0)
        for button in (self.forward, self.last):
            button.setEnabled(step < steps - 1)
        self.play.setEnabled(steps > 1)
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(0, steps - 1))
            self.slider.setValue(step)
        self.slider.setEnabled(steps > 1)
        self._show_place(step, steps)
        self._show_play()
        self._show_speed()
        show_part(self.speed, self._has_room_for_speed())

    def _show_place(self, step: int, steps: int) -> None:
        """ "step 3 of 7" at the width of "step 7 of 7", so that the slider does not move while dragged."""

        def words(number: int) -> str:
            few = self._few_words()
            return f"{number:,}/{steps:,}" if few else tr("step {number} of {all}", number=number, all=steps)

        self.place.set_text(words(step + 1) if steps else "")
        widest = words(steps) if steps else ""
        width = QFontMetricsF(themes.font("body")).horizontalAdvance(widest.replace("1", "0")) + 3
        self.place.setFixedWidth(round(width))
        self.slider.setAccessibleDescription(self.place.text())

    def _show_play(self) -> None:
        playing = self._now.playing
        icon = icons.icon("pause" if playing else "play", None, "on_primary")
        if icon.cacheKey() != self.play.icon().cacheKey():  # Qt lays the window out again even for the same one
            self.play.setIcon(icon)
        self.play.setText(f" {tr('Pause')}" if playing else f" {tr('Play')}")
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.play.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly if self._narrow() else beside)
        if not self._narrow():
            words = QFontMetricsF(self.play.font())
            longest = max(words.horizontalAdvance(word) for word in (tr("Play"), tr("Pause")))
            self.play.setMinimumWidth(round(longest) + themes.px(_ICON + 26))
        else:
            self.play.setMinimumWidth(0)

    def _show_speed(self) -> None:
        speed = self._now.state.desk.speed
        index = self.speed.findData(speed)
        if index < 0:
            self.speed.addItem("", speed)
            index = self.speed.count() - 1
        unit = "/s" if self._few_words() else f" {tr('steps/s')}"
        for place in range(self.speed.count()):
            words = f"{self.speed.itemData(place):g}{unit}"
            if words != self.speed.itemText(place):
                self.speed.setItemText(place, words)
        self.speed.setCurrentIndex(index)

    def _narrow(self) -> bool:
        """Whether the buttons must do without text."""
        return self.width() < themes.px(_WIDE if self.pace.parentWidget() is self else _KEYS_WIDE)

    def _has_room_for_speed(self) -> bool:
        """Whether the whole speed fits beside buttons, slider and step number."""
        if self.pace.parentWidget() is not self:
            return True
        parts = sum(one.sizeHint().width() for one in (*self._buttons(), self.speed))
        return parts + self.slider.minimumWidth() + self.place.minimumWidth() + _GAPS * themes.STEP <= self.width()

    def _few_words(self) -> bool:
        """Whether step number and speed must be abbreviated."""
        host = self.pace.parentWidget()
        return host is not None and host.width() < themes.px(_WIDE if host is self else _HOST_WIDE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.restyle()

    def restyle(self, _theme: object = None) -> None:
        side = themes.px(_ICON)
        for name, button in zip(("first", "back", "", "forward", "last"), self._buttons(), strict=True):
            if name:
                button.setIcon(icons.icon(name))
            button.setIconSize(QSize(side, side))
        self.refresh()
