"""The text band: source on the left, target on the right, always visible; one change of the store, one refresh.

Thin curves connect the hovered target chip with the source chips that its row reads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.data import selection
from viz_app.document.store import Store
from viz_app.text import FOLDED_BELOW, TWO_LINES_FROM
from viz_app.text.run_progress import RunProgress
from viz_app.text.source import SourceSide
from viz_app.text.target import TargetSide
from viz_app.text.tokens.token_row import ChipRow
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import row_of

DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
MOST, LEAST = 4, 0.04
"""How many curves are drawn at most, and the smallest weight of one."""

_DEEP = 26.0  # px below the chips at text size 100 %
_WIDEST = 4.0  # px around a curve that its stroke may take
_ALL = frozenset({"run", "look", "options", "desk", "hover", "trace", "writing", "busy", "models", "playing"})


class TextPanel(QWidget):
    """Source and target side by side, half of the width each. `clock` gives seconds, to distinguish quick runs from
    slow."""

    def __init__(
        self, store: Store, parent: QWidget | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._store, self._now, self._progress = store, store.moment, RunProgress(clock)
        self.source = SourceSide(store, self._progress, self)
        self.target = TargetSide(store, self._progress, self)
        self.source.targets_for = self.target.targets_for
        line = row_of(parent=self, margins=(0, 0, 0, 1), spacing=1)
        for side in (self.source, self.target):
            side.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            line.addWidget(side, 1, Qt.AlignmentFlag.AlignTop)
        self.curves = Curves(self)
        self._most = 1  # lines of chips that fit
        self._laid_out = QTimer(self, singleShot=True, interval=0)  # ends when all parts have their places
        self._laid_out.timeout.connect(self._show_curves)
        self._shown = False  # whether there were chips to count
        self._pointed: int | None = None  # the target chip under the pointer
        self.target.chips.hovered.connect(self._on_pointed)
        for row in (self.source.chips, self.target.chips):
            row.installEventFilter(self)
            row.sideways.moved.connect(self._show_curves)
        for part in (self.source.foot, self.target.before):
            part.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.source.box)
        store.changed.connect(self.refresh)
        self.refresh(_ALL)

    def refresh(self, names: frozenset[str]) -> None:
        """Shows what has changed in the store (names as in Store.changed)."""
        if names == {"painted"}:
            return
        now = self._now = self._store.moment
        self._progress.notice(now)
        self.source.refresh(names, now)
        self.target.refresh(names, now)
        if names & {"trace", "run", "desk"} and not now.busy:
            first = not self._shown and now.trace is not None
            self._shown = self._shown or first
            self._fit_lines(fewer=first or not (self.source.box.hasFocus() or self.target.box.hasFocus()))
        self._show_curves()

    def _on_pointed(self, index: int | None) -> None:
        self._pointed = index
        self._show_curves()

    def _show_curves(self) -> None:
        """Curves from the hovered chip to what its row of cross-attention reads in the selected head; otherwise from
        the chip of the step, if nothing is below the chips."""
        now, chips = self._now, (self.source.chips, self.target.chips)
        pointed = self._pointed if now.hover is not None else None
        below = (*self.source.foot.findChildren(QWidget, options=DIRECT), self.target.before)
        free = (
            self.target.lines.is_inline()
            and all(part.isHidden() for part in below)
            and all(row.lines == 1 for row in chips)
        )
        if free and now.hover is None and now.state.look.query is None:
            pointed = self.target.chips.marks.current
        if now.state.look.kind != "cross":
            pointed = None
        links = links_between(self, self.target.chips, pointed, self.source.chips)
        self.curves.show_links(links)

    def fit_height(self, height: int) -> None:
        """Two lines of chips in a window of this height if that leaves enough for the views; folded in a low one."""
        self._most = 2 if height >= themes.px(TWO_LINES_FROM) else 1
        for side in (self.source, self.target):
            side.fold(height < themes.px(FOLDED_BELOW))
        self._fit_lines()
        self.target.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Chips in a row of another width may need other lines; the curves follow the chips; with anything below
        these there are none."""
        kinds = QEvent.Type
        if event.type() == kinds.Resize and isinstance(watched, ChipRow):
            self._fit_lines()
        if event.type() in (kinds.Resize, kinds.Move, kinds.LayoutRequest, kinds.ShowToParent, kinds.HideToParent):
            self._laid_out.start()
        return super().eventFilter(watched, event)

    def _fit_lines(self, fewer: bool = True) -> None:
        """Gives both sides the lines that the chips of one of them need, before the first text the maximum. Without
        `fewer` no line is removed: nothing jumps during typing and deleting."""
        rows = self.source.chips, self.target.chips
        lines = max(row.places.lines_needed(row.width(), self._most) for row in rows) if self._shown else self._most
        for row in rows:
            if lines > row.lines or (fewer and lines < row.lines):
                row.set_lines(lines)

    def focus_source(self) -> None:
        """Focuses the source box and selects its text."""
        self.source.box.select_all()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh(_ALL)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the curves within the band, even if the chips do not move."""
        super().resizeEvent(event)
        self._laid_out.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The panel's ground, a hairline between the halves and one below."""
        theme = themes.current()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.q("panel"))
            painter.setPen(theme.q("line"))
            painter.drawLine(self.target.x() - 1, 0, self.target.x() - 1, self.height())
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)


@dataclass(frozen=True)
class Link:
    """A curve to the source chip `key`, from `start` to `end` (px of the text band)."""

    key: int
    weight: float
    start: QPointF
    end: QPointF


class Curves(QWidget):
    """A transparent overlay of the text band, through which the pointer passes.

    It is no larger than its curves, as everything below a widget is repainted with it. Without curves it has no size
    rather than being hidden: hiding it would lay out the whole window.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._band = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.links: tuple[Link, ...] = ()
        self._paths: list[QPainterPath] = []
        self.setGeometry(QRect())

    def show_links(self, links: tuple[Link, ...]) -> None:
        paths = [self._path(link) for link in links]
        if (links, paths) == (self.links, self._paths):
            return
        self.links, self._paths = links, paths
        rects = [path.boundingRect().adjusted(-_WIDEST, -_WIDEST, _WIDEST, _WIDEST) for path in paths]
        self.setGeometry(reduce(QRectF.united, rects, QRectF()).toAlignedRect())
        self.raise_()
        self.update()

    def _path(self, link: Link) -> QPainterPath:
        """A curve on the band, below the chips of both sides, one of which may be lower."""
        low = max(link.start.y(), link.end.y())
        deep = min(themes.px(_DEEP), self._band.height() - 3 - low)
        handles = low + deep * 4 / 3  # a curve comes down three quarters of the way to its handles
        path = QPainterPath(link.start)
        path.cubicTo(QPointF(link.start.x(), handles), QPointF(link.end.x(), handles), link.end)
        return path

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-QPointF(self.pos()))
            for link, path in zip(self.links, self._paths, strict=True):
                painter.setPen(QPen(theme.q("target", 0.35 + 0.65 * link.weight), 0.8 + 2.4 * link.weight))
                painter.drawPath(path)


def links_between(band: QWidget, target: ChipRow, pointed: int | None, source: ChipRow) -> tuple[Link, ...]:
    """The strongest cells in the row of a target chip, by the shades of the visible source chips."""
    shades = source.marks.shades
    if pointed is None or shades is None or pointed >= len(target.chips) or target.marks.hides(pointed):
        return ()
    start = _below(band, target, pointed)
    found = []
    for key in selection.largest_weights(shades, MOST):
        rect = source.chip_rect(key) if key < len(source.chips) else None
        if rect is not None and shades[key] >= LEAST and 0 <= rect.center().x() <= source.width():
            found.append(Link(key, min(1.0, float(shades[key])), start, _below(band, source, key)))
    return tuple(found)


def _below(band: QWidget, row: ChipRow, index: int) -> QPointF:
    """The middle of a chip's lower edge in the band."""
    rect = row.chip_rect(index)
    return QPointF(row.mapTo(band, QPointF(rect.center().x(), rect.bottom())))
