"""A heat map with its legend right under it, or a short text if there is nothing to draw.

The legend follows the map: it is just below the last label, wherever the number of tokens makes the map end.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.maps.heatmap import HeatMap
from viz_app.maps.legend import LegendContent, MapLegend
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import SlimButton, plain_label
from viz_app.widgets.painting import pixel_font
from viz_app.widgets.theme import Theme

_ABOVE_LEGEND = 12  # px between the labels and the legend
_BESIDE = 12  # px between the legend's bar and the offer
ROOMY = 1.75  # few tokens get large cells
_LOW = 240  # px at text size 100 %: below this height the map needs the legend's room
_LEGEND_PART = 0.7  # of the width that the legend has for sure


class HeatMapFigure(QWidget):
    """`heat` and `legend` are filled by others; `show_message` covers both with text."""

    def __init__(self, parent: QWidget | None = None, heat: HeatMap | None = None) -> None:
        super().__init__(parent)
        self.heat = heat or HeatMap(roomy=ROOMY)
        self.heat.setParent(self)
        self.legend = MapLegend(self)
        self.offer = SlimButton(self)
        self.offer.hide()
        self._shown = False  # something, "" included
        self._foot = 0  # px that are needed below the map
        self._beside: tuple[HeatMapFigure, ...] = ()
        self._words = plain_label(self, "body", muted=True, wrapped=True, centred=True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusProxy(self.heat)
        self.heat.laid_out.connect(self._place_legend)
        self.show_message("")

    def show_message(self, words: str) -> None:
        """Shows a text instead of the map; "" shows the map again."""
        if words == self.words and self._shown:
            return
        self._shown = True
        self._words.setText(words)
        self._words.setVisible(bool(words))
        self.heat.setVisible(not words)
        self.arrange()

    def set_offer(self, words: str, about: str = "") -> None:
        """Offers to show more of a map of which hardly anything is visible; "" for nothing."""
        if not words and self.offer.isHidden():
            return
        if words:
            self.offer.set_words(words, words, about)
        self.offer.setVisible(bool(words))
        self.arrange()

    @property
    def words(self) -> str:
        """The text in place of the map, "" while the map is shown."""
        return self._words.text()

    def set_key(self, key: LegendContent) -> None:
        """Sets the legend. The map is laid out now, so that the legend is painted once with it and not again after
        it."""
        if key != self.legend.key:
            self.legend.set_key(key)
            self.arrange()
        self.heat.grid()

    def sizeHint(self) -> QSize:
        return QSize(640, 520)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 120)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def arrange(self) -> None:
        """Gives the map all the room that the legend leaves; in a low place nothing is left of it but its notes."""
        before = self._foot
        self._measure()
        self._place_map()
        for one in self._beside if self._foot != before else ():
            one._place_map()

    def _measure(self) -> None:
        """How much room the legend needs."""
        low = self.height() < themes.px(_LOW)
        self.legend.set_brief(low)
        self.legend.setVisible(not self.words and (not low or bool(self.legend.key.notes)))
        self._words.setGeometry(self.rect())
        foot = 0 if self.legend.isHidden() else self.legend.heightForWidth(self._sure(self.width()))
        foot += self._below_legend()
        self._foot = foot and foot + _ABOVE_LEGEND

    def _place_map(self) -> None:
        foot = max(self._foot, *(one._foot for one in self._beside), 0)
        self.heat.setGeometry(0, 0, self.width(), max(0, self.height() - foot))
        self._place_legend()

    def _below_legend(self) -> int:
        """Height in px of the offer's own line under the legend, 0 if it is beside the bar."""
        if self.offer.isHidden():
            return 0
        if self.legend.isHidden():
            return self.offer.sizeHint().height()
        left = max(0, round(self.heat.grid().left) - self.legend.indent())
        room = self.width() - left - self.offer.sizeHint().width() - _BESIDE
        return 0 if self.legend.first_line(self.width() - left) <= room else self.offer.sizeHint().height() + 4

    def _sure(self, width: float) -> int:
        """The width that the legend is certain to have: its bar begins where the cells do, so not all of it is its
        own."""
        return round(width * _LEGEND_PART)

    def _place_legend(self) -> None:
        left = max(0, round(self.heat.grid().left) - self.legend.indent())
        width = self.width() - left
        foot = 0 if self.legend.isHidden() else self.legend.heightForWidth(width)
        below = self._below_legend()
        top = min(self.height() - foot - below, round(self.heat.bottom()) + _ABOVE_LEGEND)
        self.legend.setGeometry(left, max(0, top), width, foot)
        size = self.offer.sizeHint()
        wide = min(size.width(), self.width())
        down = max(0, min(top + (foot + 4 if below else 0), self.height() - size.height()))
        self.offer.setGeometry(self.width() - wide, down, wide, size.height())
        self.offer.raise_()

    def paint_to(self, painter: QPainter, rect: QRectF, theme: Theme | None = None) -> None:
        """Paints map and legend as shapes and text into `rect`, in px of the screen."""
        theme = theme or themes.current()
        if self.words:
            painter.setFont(pixel_font(themes.font("body")))
            painter.setPen(theme.q("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(rect, flags, self.words)
            return
        foot = self.legend.whole_height(self._sure(rect.width()))
        grid, end = self.heat.paint_map(painter, rect.adjusted(0, 0, 0, -foot - _ABOVE_LEGEND))
        left = max(rect.left(), grid.left - self.legend.indent(whole=True))
        top = min(rect.bottom() - foot, end + _ABOVE_LEGEND)
        self.legend.paint_to(painter, QRectF(left, top, rect.right() - left, foot))


def end_together(figures: Sequence[HeatMapFigure]) -> None:
    """Maps of one size side by side end at one height: whichever has the longest labels and the highest
    legend. Each is laid out once."""
    for one in figures:
        one._beside = tuple(other for other in figures if other is not one)
        one.heat.end_with([other.heat for other in one._beside])
        one._measure()
    for one in figures:
        one._place_map()
