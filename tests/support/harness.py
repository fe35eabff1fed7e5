"""Where tests put a view: on the screen, with a trace, and with somebody who does what it asks for."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QAbstractAnimation,
    QBuffer,
    QEvent,
    QIODevice,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QUrl,
)
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHelpEvent, QImage, QPainter, QPaintEvent, QRegion, QWheelEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QDialog, QLayout, QLayoutItem, QToolTip, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import createdByPython, isValid

from model_core.record.run_spec import RunSpec
from model_core.record.trace import ModelInfo, Trace
from tests.support.fake_engine import FakeEngine
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Look, State, fit_look
from viz_app.document.store import Store
from viz_app.system.engine_client import InlineEngine
from viz_app.widgets import theme
from viz_app.widgets.view import View

if TYPE_CHECKING:
    from viz_app.system.crash_report import CrashReporter
    from viz_app.window.main_window import Window

SIZE = (1008, 590)  # px, the centre of a window of 1440 × 900
LOOKS = {field.name for field in fields(Look)}


def settled() -> None:
    """What was put off until later is done: layouts, paintings, timers of no time and what follows from them."""
    for _ in range(6):
        QApplication.processEvents()


def leave_unpainted(window: QWidget) -> None:
    """Of a window that is read and not looked at nothing is painted from now on: a fifth of the time of a walk through
    all views. Its parts are laid out, shown and focused as before; a picture knows its places once it is painted."""
    window.setUpdatesEnabled(False)


def commands_at_rest(window: Window) -> None:
    """What the commands put off is done, and no more of it comes, however slow the machine is."""
    window.commands.catch_up()
    window.commands._late.setInterval(60_000)


def stored(trace: Trace, **state: Any) -> Store:
    """A store that shows a trace; `state` are parts of its State."""
    store = Store(State(run=trace.run, **state))
    store.accept(trace)
    return store


@contextmanager
def shown(store: Store, qtbot: QtBot, size: tuple[int, int] = (1280, 720)) -> Iterator[Window]:
    """The window of a store; in the end it is closed, and every sheet that is still open."""
    from viz_app.window.main_window import Window  # only where there are windows

    window = Window(store)
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    yield window
    for sheet in window.findChildren(QDialog):
        sheet.close()
        sheet.deleteLater()
    window.close()


def live_window(
    store: Store,
    qtbot: QtBot,
    model: ModelInfo,
    size: tuple[int, int] | None = None,
    faults: CrashReporter | None = None,
) -> Window:
    """The shown window of a store, with an engine that computes at once; its picture is there."""
    from viz_app.window.main_window import Window  # only where there are windows

    window = Window(store, None, faults)
    qtbot.addWidget(window)
    if size is not None:
        window.resize(*size)
    lane = InlineEngine(FakeEngine(), (model,), parent=store)
    store.attach(lane)
    lane.start()
    window.show()
    qtbot.waitExposed(window).__enter__()
    window.activateWindow()
    settled()
    return window


def dropped(target: QWidget, data: QMimeData, at: QPoint | None = None) -> bool:
    """Drags something over a widget, by default over its middle, and lets it go; whether it was taken."""
    where, copy, button = at or target.rect().center(), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(where, copy | Qt.DropAction.MoveAction, data, button, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(target, enter)
    if not enter.isAccepted():
        return False
    fall = QDropEvent(QPointF(where), enter.possibleActions(), data, button, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(target, fall)
    return fall.isAccepted()


def of_urls(*urls: str | Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(url) if isinstance(url, str) else QUrl.fromLocalFile(str(url)) for url in urls])
    return data


def svg_of(part: Any, size: tuple[int, int]) -> str:
    """What a part's `paint_to` paints into an SVG of that size."""
    buffer, made = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.setOutputDevice(buffer)
    made.setSize(QSize(*size))
    made.setViewBox(QRectF(0, 0, *size))
    with QPainter(made) as painter:
        part.paint_to(painter, QRectF(0, 0, *size))
    return bytes(buffer.data().data()).decode()


def pixels_of(image: QImage) -> npt.NDArray[np.uint32]:
    """0xAARRGGBB by row and column; to ask the image for each of them takes longer than to paint it."""
    plain = image.convertToFormat(QImage.Format.Format_ARGB32)
    return np.array(plain.constBits(), np.uint8).view(np.uint32).reshape(plain.height(), plain.width())


class PaintedRegion(QObject):
    """What is painted of a widget from now on, as a region of it."""

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self.region = QRegion()
        part.installEventFilter(self)

    def eventFilter(self, _part: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return False


def changed_unpainted(part: QWidget, act: Callable[[], object]) -> tuple[int, QRegion]:
    """(pixels in sight that look different after `act` and were not painted again, what was painted again)."""
    settled()
    before, watch = part.grab().toImage(), PaintedRegion(part)
    act()
    settled()
    part.removeEventFilter(watch)
    seen = part.visibleRegion().boundingRect()
    after = part.grab().toImage()
    ratio = part.devicePixelRatioF()
    rows, columns = np.nonzero(pixels_of(before) != pixels_of(after))
    places = {QPoint(int(x / ratio), int(y / ratio)) for x, y in zip(columns.tolist(), rows.tolist(), strict=True)}
    return sum(seen.contains(place) and not watch.region.contains(place) for place in places), watch.region


def colours_of(image: QImage, step: int = 1) -> set[int]:
    """The colours of every so many-th pixel across and down."""
    return set(np.unique(pixels_of(image)[::step, ::step]).tolist())


def tip_text(part: QWidget, point: QPoint) -> str:
    """The tool tip that a part shows at a point, as it is handed to Qt; laying it out would take most of the time."""
    told: list[str] = []
    show = QToolTip.showText
    QToolTip.showText = staticmethod(lambda _, text="", *more: told.append(text))  # type: ignore[method-assign]
    try:
        QApplication.sendEvent(part, QHelpEvent(QEvent.Type.ToolTip, point, part.mapToGlobal(point)))
    finally:
        QToolTip.showText = show  # type: ignore[method-assign]
    if told:
        return told[-1]
    text = QToolTip.text()  # of a part whose tip Qt itself shows
    if text:
        QToolTip.hideText()
    return text


def turn_wheel(part: QWidget, point: QPointF, down: int, across: int = 0) -> bool:
    """Turns the wheel over a point, a notch is 120; returns whether the part took it."""
    event = QWheelEvent(
        point, part.mapToGlobal(point), QPoint(), QPoint(across, down), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(part, event)
    return event.isAccepted()


class ViewStage:
    """A view on the screen whose wishes come true, as the workspace and the store make them; all of them are kept.

    A subclass says with `of` which view. Runs that are asked for are kept only. `changes` here and of `draw` are named
    as fields of the look, of the view's options, or of the stage: trace, run, hover, rows_shown.

    said  (signal, what came with it) for everything but the hints, in order
    fits  whether a look is made to fit the trace before it is drawn, as the store does
    """

    of: Callable[[], View]
    fits: ClassVar[bool] = True

    def __init__(self, qtbot: QtBot, trace: Trace, size: tuple[int, int] = SIZE, **changes: Any) -> None:
        self.view: Any = type(self).of()
        qtbot.addWidget(self.view)
        self.view.resize(*size)
        self.view.show()
        self.trace, self.look = trace, Look()
        self.options: Any = self.view.Options() if self.view.Options is not None else None
        self.run: RunSpec | None = None  # the trace's own
        self.hover: tuple[int, int] | None = None
        self.rows_shown: int | None = None
        self.said: list[tuple[str, Any]] = []
        self.hints: list[str] = []
        self.view.hinted.connect(self.hints.append)
        for signal, answer in (
            ("picked", self.pick),
            ("opted", self.opt),
            ("asked", self.ask),
            ("hovered", self.point),
        ):
            self._listen(signal, answer)
        for signal in ("opened", "commanded", "pinned"):
            self._listen(signal, lambda _: None)
        self.draw(**changes)

    def _listen(self, signal: str, answer: Callable[[Any], object]) -> None:
        def heard(what: Any) -> None:
            if callable(what):  # a Wish: kept is what it makes of the present run, if anything
                run = self.run or self.trace.run
                what = what(run)
                if all(getattr(run, name, None) == value for name, value in what.items()):
                    return
            self.said.append((signal, what))
            answer(what)

        getattr(self.view, signal).connect(heard)

    def _told(self, signal: str) -> list[Any]:
        return [what for name, what in self.said if name == signal]

    picked = property(lambda self: self._told("picked"))
    opted = property(lambda self: self._told("opted"))
    asked = property(lambda self: self._told("asked"))
    hovered = property(lambda self: self._told("hovered"))
    opened = property(lambda self: self._told("opened"))
    commanded = property(lambda self: self._told("commanded"))
    pinned = property(lambda self: self._told("pinned"))

    # ---- what the view wishes

    def pick(self, changes: dict[str, Any]) -> None:
        """Another look."""
        self.draw(**changes)

    def opt(self, changes: dict[str, Any]) -> None:
        """Other options."""
        self.options = replace(self.options, **changes)
        self.draw()

    def point(self, cell: tuple[int, int] | None) -> None:
        """The pointer is over another cell."""
        self.draw(hover=cell)

    def ask(self, changes: dict[str, Any]) -> None:
        """Another run."""

    # ---- what is shown

    def shot(self) -> Snapshot:
        """The moment that is shown."""
        state = State(run=self.run or self.trace.run, look=self.look)
        return Snapshot(state, self.trace, theme.current(), self.hover, self.rows_shown, self.options)

    def draw(self, **changes: Any) -> None:
        """Shows the moment after these changes."""
        for name, value in changes.items():
            if name in LOOKS and isinstance(value, str) == isinstance(getattr(self.look, name), str):
                self.look = replace(self.look, **{name: value})  # a text of `heads` is the option of that name
            elif name in self.__dict__:
                setattr(self, name, value)
            else:
                self.options = replace(self.options, **{name: value})
        if self.fits:
            self.look = fit_look(self.look, self.trace)
        self.view.draw(self.shot())
        QApplication.processEvents()

    def picture(self) -> QImage:
        """What can be seen when nothing moves any more."""
        for animation in self.view.findChildren(QAbstractAnimation):
            animation.setCurrentTime(animation.duration())
        QApplication.processEvents()
        return self.view.grab().toImage()


def items_known() -> list[str]:
    """What Python knows of items of layouts that Qt made, and so deletes without a word."""
    return [
        type(one).__name__
        for one in gc.get_objects()
        if isinstance(one, QLayoutItem) and not isinstance(one, QLayout) and isValid(one) and not createdByPython(one)
    ]
