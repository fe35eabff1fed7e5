"""A small drawing of the model that a form describes: layers, their heads, norms and hidden units. Lengths are px."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.spec import ModelSpec
from viz_app.system.language import counted, tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_MOST_LAYERS, _MOST_HEADS = 12, 16  # that are drawn one by one; of more the words tell
_BETWEEN, _GAP, _INSET = 36.0, 4.0, 4.0  # between the stacks, between layers, inside a layer
_HIGHEST = 34.0  # of a layer


class SpecSketch(Canvas):
    """Encoder at the left, decoder at the right, from below upward; `show_spec` takes another model."""

    passive = True
    usual = 240, 150
    least = 160, 120

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Sketch of the model"))
        self.spec: ModelSpec | None = None

    def show_spec(self, spec: ModelSpec) -> None:
        """Draws another model."""
        if spec != self.spec:
            self.spec = spec
            self.setAccessibleDescription(sketch_words(spec))
            self.update()

    def layers(self) -> dict[str, list[QRectF]]:
        """Where the layers of each stack are drawn, the first one lowest."""
        if self.spec is None:
            return {}
        foot = self.line("small") + 6
        wide = (self.width() - _BETWEEN) / 2
        found = {}
        for place, stack in enumerate(("encoder", "decoder")):
            count = min(self.spec.layers(stack), _MOST_LAYERS)
            high = min(_HIGHEST * themes.text_scale(), (self.height() - foot) / max(1, count) - _GAP)
            left = place * (wide + _BETWEEN)
            tops = (self.height() - foot - (at + 1) * (high + _GAP) for at in range(count))
            found[stack] = [QRectF(left, top, wide, max(1.0, high)) for top in tops]
        return found

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self.spec is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = self.layers()
        for stack, rects in places.items():
            for rect in rects:
                self._draw_layer(painter, theme, stack, rect, self.spec)
        self._draw_memory(painter, theme, places)
        painter.setFont(self.font_of("small"))
        words = QRectF(0, self.height() - self.line("small"), self.width(), self.line("small"))
        painting.draw_words(painter, words, sketch_words(self.spec), theme.q("muted"))

    def _draw_layer(self, painter: QPainter, theme: Theme, stack: str, rect: QRectF, spec: ModelSpec) -> None:
        """A layer: its norm as a line where it stands, its heads as squares, its hidden units as a bar."""
        role, one = ("source", spec) if stack == "encoder" else ("target", spec.for_stack("decoder"))
        painting.draw_rounded(painter, rect, corner=4, fill=theme.wash(role, 0.08), line=theme.wash(role, 0.5))
        inner = rect.adjusted(_INSET, _INSET, -_INSET, -_INSET)
        if inner.height() < 4:
            return
        norm = inner.bottom() if spec.norm_place == "pre" else inner.top()
        painter.setPen(QPen(theme.q("muted"), 1.5))
        painter.drawLine(QPointF(inner.left(), norm), QPointF(inner.right(), norm))
        heads = min(one.heads, _MOST_HEADS)
        room = inner.adjusted(0, 3, 0, -3)
        half, apart = room.width() * 0.55, 2.0
        square = max(1.0, min((half - (heads - 1) * apart) / heads, room.height()))
        for head in range(heads):
            x = room.left() + head * (square + apart)
            painting.draw_rounded(
                painter, QRectF(x, room.center().y() - square / 2, square, square), corner=1, fill=theme.q(role, 0.65)
            )
        share = min(1.0, one.d_ff / (8 * spec.d_model))
        bar = QRectF(room.right() - room.width() * 0.38, room.center().y() - 2.5, room.width() * 0.38 * share, 5)
        painting.draw_rounded(painter, bar, corner=2, fill=theme.q("muted", 0.7))

    def _draw_memory(self, painter: QPainter, theme: Theme, places: dict[str, list[QRectF]]) -> None:
        """The lines by which every decoder layer reads the encoder's end."""
        encoder, decoder = places["encoder"], places["decoder"]
        if not encoder or not decoder:
            return
        painter.setPen(QPen(theme.q("source"), 1.5))
        start, middle = QPointF(encoder[-1].right(), encoder[-1].center().y()), encoder[-1].right() + _BETWEEN / 2
        painter.drawLine(start, QPointF(middle, start.y()))
        heights = [start.y(), *(rect.center().y() for rect in decoder)]
        painter.drawLine(QPointF(middle, min(heights)), QPointF(middle, max(heights)))
        for rect in decoder:
            painter.drawLine(QPointF(middle, rect.center().y()), QPointF(rect.left(), rect.center().y()))


def sketch_words(spec: ModelSpec) -> str:
    """The model in one line: "3 + 3 layers · 4 heads of 64 · D 256 · F 1,024"."""
    layers = tr("{encoder} + {decoder} layers", encoder=spec.encoder_layers, decoder=spec.decoder_layers)
    heads = tr("{heads} of {width}", heads=counted(spec.heads, tr("head"), tr("heads")), width=spec.head_width)
    return f"{layers} · {heads} · D {spec.d_model:,} · F {spec.d_ff:,}"
