"""A switch for the feed-forward of every layer, beside the heads of that layer. Lengths are logical pixels."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.record.edits import FeedForwardPlace
from viz_app.data.words.parts import KIND_WORDS
from viz_app.system.language import tr
from viz_app.views.heads.switches import feed_forward_name
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import UP_DOWN, Canvas, along
from viz_app.widgets.theme import Theme

_PAD, _DOT = 5.0, 3.5  # px beside and between the word and the dot; radius of the dot
_WORD = "FF"


class FeedForwardSwitches(Canvas):
    """One box for each layer at the height that `line` gives: (layer) -> (top, height). A box that is off is struck
    through, its dot hollow."""

    switched = Signal(int)  # layer

    moves = UP_DOWN
    picks = (Qt.Key.Key_Space,)
    held = Qt.KeyboardModifier.NoModifier
    corner = 4

    def __init__(self, stack: str, line: Callable[[int], tuple[float, float]], parent: QWidget) -> None:
        super().__init__(parent, tr("Switches of the feed-forwards of the {stack}", stack=KIND_WORDS[stack]))
        self.stack, self._line = stack, line
        self._layers = 0
        self._off: frozenset[int] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        painting.set_tip(self, tr("The feed-forward of each layer. Click or press Space to switch it off or on."))

    def show_layers(self, layers: int, off: frozenset[int]) -> None:
        """Shows that many layers, these of them off."""
        if (layers, off) != (self._layers, self._off):
            self._layers, self._off = layers, off
            if isinstance(self.at, int) and self.at < layers:
                self.setAccessibleDescription(self.spoken(self.at))
            self.update()

    def sizeHint(self) -> QSize:
        word = self.metrics_of("small").horizontalAdvance(_WORD)
        return QSize(round(word + 3 * _PAD + 2 * _DOT * themes.text_scale()) + 2, themes.px(40))

    # ---- places

    def rect_of(self, place: object) -> QRectF | None:
        if not isinstance(place, int) or not 0 <= place < self._layers:
            return None
        top, height = self._line(place)
        high = min(height, themes.px(24))
        return QRectF(0.5, top + (height - high) / 2, self.width() - 1, high)

    def place_at(self, point: QPointF) -> object:
        found = ((layer, self.rect_of(layer)) for layer in range(self._layers))
        return next((layer for layer, rect in found if rect is not None and rect.contains(point)), None)

    def walk(self, place: object, down: int, right: int) -> object:
        return along(place, down, self._layers)

    def start(self) -> object:
        return self.at if self.at is not None or not self._layers else 0

    # ---- words

    def tip_of(self, place: int) -> str:
        name = feed_forward_name(FeedForwardPlace(self.stack, place))
        if place in self._off:
            name = tr("{name}, switched off", name=name)
        return f"{name}\n{self.hint_of(place)}"

    def hint_of(self, place: int) -> str:
        return (
            tr("Click or press Space to switch it on.")
            if place in self._off
            else tr("Click or press Space to switch it off.")
        )

    def pick(self, place: int) -> None:
        self.at = place
        self.switched.emit(place)

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        for layer in range(self._layers):
            rect = self.rect_of(layer)
            if rect is not None and rect.intersects(QRectF(self.rect())):
                self._draw_box(painter, theme, rect, layer)

    def _draw_box(self, painter: QPainter, theme: Theme, rect: QRectF, layer: int) -> None:
        off = layer in self._off
        line = theme.q("muted" if layer == self.pointed else "line")
        painting.draw_rounded(painter, rect, corner=4.0, fill=theme.q("panel"), line=line)
        words = rect.adjusted(_PAD, 0, 0, 0)
        used = painting.draw_words(painter, words, _WORD, theme.q("muted" if off else "ink"),
                                   font=self.font_of("small"))  # fmt: skip
        radius = _DOT * themes.text_scale()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if off:
            painter.setPen(QPen(theme.q("target"), 1.5))
            middle = rect.center().y()
            painter.drawLine(QPointF(used.left() - 2, middle), QPointF(used.right() + 2, middle))
        painter.setPen(QPen(theme.q("target" if off else "source"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush if off else theme.q("source"))
        painter.drawEllipse(QPointF(rect.right() - _PAD - radius, rect.center().y()), radius - 0.75, radius - 0.75)
        painter.restore()
