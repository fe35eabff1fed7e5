"""The layout of all heads' thumbnails in a scrolling viewport. Layers and heads count from 0; lengths in px."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QWidget

from viz_app.maps.head_bars import ROOM, HeadBars
from viz_app.maps.head_grid_picture import CORNER
from viz_app.maps.head_grid_places import MARGIN, Head, Thumbnails, thumbnails
from viz_app.maps.thumbnails import Atlas
from viz_app.system.newest_dict import NewestDict
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.accessible import AccessibleParts
from viz_app.widgets.number_card import Pointed

_SMALLEST = 22.0  # px at text size 100 %: below this a mosaic scrolls instead of shrinking
_LEAST_NAMED = 28.0  # px at text size 100 %: smaller maps keep their space, and the names are in tooltips
_KEPT = 8  # arrangements: that of the present size, and those of sizes that were asked about
_LETTERS = 4  # of a name that must have room under a thumbnail


class HeadGridArea(QAbstractScrollArea, AccessibleParts):
    """The places of the maps of an Atlas. `largest` and `smallest` are a thumbnail's sizes in px at text size 100 %.

    An area that `fills` takes the height it is given, where a layer of many heads may take several lines; otherwise its
    width determines its height. One that is not `numbered` has no head numbers above the thumbnails.
    """

    accessible_role = QAccessible.Role.List

    def __init__(
        self, parent: QWidget | None, largest: float, smallest: float = _SMALLEST, fills: bool = False,
        numbered: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._largest, self._smallest, self._fills, self._numbered = largest, smallest, fills, numbered
        self._names: Mapping[Head, str] = {}
        self._order: tuple[Head, ...] | None = None
        self._bars: HeadBars | None = None
        self._current: Head | None = None
        self._mixed: frozenset[Head] = frozenset()
        self._atlas = Atlas()
        self.sources_of: Callable[[Head], Pointed] | None = None  # the numbers of a head
        self._placed: NewestDict[object, Thumbnails] = NewestDict(_KEPT)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(not fills)
        self.setSizePolicy(policy)

    def set_order(self, order: Sequence[Head] | None) -> None:
        """Shows only these heads, in this order; None = all, by layer."""
        new = None if order is None else tuple(order)
        if new != self._order:
            self._order = new
            self._rearrange()

    def set_bars(self, bars: HeadBars | None) -> None:
        """Sets each head's effect, shown under its name; None removes the bars."""
        before, self._bars = self._bars, bars
        if (bars is None) != (before is None):
            self._rearrange()
        elif bars != before:
            self.viewport().update()

    def set_mixed(self, heads: Iterable[Head]) -> None:
        """Frames the heads that are mixed into one map."""
        mixed = frozenset(heads)
        if mixed != self._mixed:
            self._mixed = mixed
            self.viewport().update()

    def _rearrange(self) -> None:
        """Recomputes the places of the thumbnails."""
        raise NotImplementedError

    def _draw_bars(self, painter: QPainter, font: QFont, seen: QRect) -> None:
        """Words, numbers and bars, if there are bars, under the thumbnails within `seen`."""
        if self._bars is not None:
            scrolled = self.verticalScrollBar().value()
            painter.translate(0, -scrolled)
            area = QRectF(seen.translated(0, scrolled))
            self._bars.draw(painter, self.places(), self._listed_names(), self._current, themes.current(), font, area)
            painter.translate(0, scrolled)

    def _draw_mixed(self, painter: QPainter) -> None:
        for head in sorted(self._mixed - {self._current}):
            self._draw_frame(painter, head, themes.current().q("source"), 1.5)

    def _draw_frame(self, painter: QPainter, head: Head | None, colour: QColor, width: float) -> None:
        if head is not None and self._has(*head):
            rect = self.head_rect(*head).adjusted(-3, -3, 3, 3)
            painting.draw_rounded(painter, rect, corner=CORNER + 2, line=colour, width=width)

    def _listed_names(self) -> dict[Head, str]:
        """The words of the heads that have a thumbnail."""
        return {head: name for head, name in self._names.items() if self._order is None or head in self._order}

    def places(self) -> Thumbnails:
        """The present arrangement, before scrolling."""
        return self._places(self.width(), self.height())

    def head_rect(self, layer: int, head: int) -> QRectF:
        """A thumbnail in the viewport, px."""
        return self.places().rect(layer, head).translated(0, -self.verticalScrollBar().value())

    def _framed(self, layer: int, head: int) -> QRect:
        """A thumbnail in the viewport with its frame and the words under it."""
        return self.head_rect(layer, head).adjusted(-5, -5, 5, 5 + self.places().word).toAlignedRect()

    def head_at(self, point: QPointF) -> Head | None:
        """The head (layer, head) under a point of the viewport, or None."""
        found = self.places().at(point + QPointF(0, self.verticalScrollBar().value()))
        return found if found is not None and self._has(*found) else None

    def sources_at(self, point: QPoint | None) -> Pointed | None:
        head = self._current if point is None else self.head_at(QPointF(self.viewport().mapFrom(self, point)))
        return self.sources_of(head) if head is not None and self.sources_of is not None else None

    def _scroll_to(self, layer: int, head: int) -> None:
        """Makes a thumbnail visible, with as little scrolling as needed."""
        places, bar = self.places(), self.verticalScrollBar()
        rect = places.rect(layer, head)
        top, bottom = rect.top() - places.gap, rect.bottom() + places.word + MARGIN - self.viewport().height()
        bar.setValue(round(min(max(bar.value(), bottom), top)))

    def _show_current(self) -> None:
        if self._current is not None and self._has(*self._current):
            self._scroll_to(*self._current)

    def accessible_places(self) -> list[Head]:
        heads = range(self._atlas.heads)
        return [(layer, head) for layer in range(len(self._atlas.layers)) for head in heads if self._has(layer, head)]

    def accessible_rect(self, place: object) -> QRectF | None:
        return self.head_rect(*place) if isinstance(place, tuple) else None

    def text_of(self, layer: int, head: int) -> str:
        raise NotImplementedError

    def spoken(self, place: object) -> str:
        return self.text_of(*place) if isinstance(place, tuple) else ""

    def _has(self, layer: int, head: int) -> bool:
        listed = self._order is None or (layer, head) in self._order
        return listed and 0 <= layer < len(self._atlas.layers) and 0 <= head < self._atlas.layers[layer].shape[0]

    def _places(self, width: float, height: float | None) -> Thumbnails:
        layers, heads = max(1, len(self._atlas.layers)), max(1, self._atlas.heads)
        shown = bool(self._names), self._order, self._bars is None
        asked = width, height, layers, heads, self.devicePixelRatioF(), shown
        return self._placed.made(asked, lambda: self._thumbnails(width, height, layers, heads))

    def _thumbnails(self, width: float, height: float | None, layers: int, heads: int) -> Thumbnails:
        """The arrangement, with names if there are any and the thumbnails stay large enough for them."""
        metrics, unit = QFontMetricsF(themes.font("small")), self._unit()
        digits = f"+{heads}" if self._fills and heads > 9 else str(layers)
        margins = (
            (MARGIN, MARGIN)
            if self._order is not None
            else (metrics.horizontalAdvance(digits) + 2 * MARGIN, metrics.height() * self._numbered + MARGIN)
        )

        def arranged(word: float) -> Thumbnails:
            return thumbnails(
                QSizeF(width, -1.0 if height is None else height), layers, heads, left=margins[0], top=margins[1],
                largest=self._largest * unit, smallest=self._smallest * unit, ratio=self.devicePixelRatioF(),
                word=word, folds=self._fills, order=self._order,
            )  # fmt: skip

        bars = ROOM if self._bars is not None else 0.0
        named = arranged(math.ceil(metrics.height()) + 3.0 + bars) if self._names else None
        if named is not None and named.side >= max(
            _LEAST_NAMED * unit, metrics.horizontalAdvance("m" * _LETTERS) - named.gap
        ):
            return named
        return arranged(0.0)

    def side_in(self, width: float, height: float) -> float:
        """The side of the thumbnails in a room of this size, px; negative if the room is too low for them."""
        places = self._places(width, height)
        return places.side if places.height <= height + 1 else places.side - 1000.0

    def needed_height(self, width: float, height: float) -> float:
        """The height of all thumbnails in a room of this size."""
        return self._places(width, height).height

    def _unit(self) -> float:
        return max(1.0, QFontMetricsF(self.font()).height() / 15.6)

    def sizeHint(self) -> QSize:
        layers, heads = max(1, len(self._atlas.layers)), max(1, self._atlas.heads)
        step = 52 * self._unit()
        return QSize(round(heads * step + 24), round(layers * step + 28))

    def minimumSizeHint(self) -> QSize:
        return QSize(96, 64)

    def heightForWidth(self, width: int) -> int:
        return math.ceil(self._places(width, None).height)

    def _arrange(self) -> None:
        """Sets the scroll bar for the present size and number of heads."""
        hidden = math.ceil(self.places().height) - self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, hidden))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(24)
        self.updateGeometry()
