"""The fields of a ModelSpec as controls in cards, side by side if there is room, and a small drawing of the model that
they describe. Lengths are px."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QSpinBox, QVBoxLayout, QWidget

from model_core.spec import ModelSpec
from viz_app.data.vocabulary import layers_words
from viz_app.importing.form_widgets import Form, shrinkable
from viz_app.importing.spec_fields import GROUPS, VOCABULARY, every_field
from viz_app.system.language import counted, tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.forms import FormControls, FormField
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import add_layout, column_of, row_of, take_all
from viz_app.widgets.theme import Theme

NARROW = 800  # px at text size 100 %: below it, the cards are in one column
LEFT = ("Sizes", "Positions", "Feed-forward", "Token ids")
"""The cards of the left one of two columns."""
HEADINGS = {
    "Sizes": tr("Sizes"),
    "Attention": tr("Attention"),
    "Norms": tr("Norms"),
    "Feed-forward": tr("Feed-forward"),
    "Positions": tr("Positions"),
    "Embeddings and output": tr("Embeddings and output"),
    "Token ids": tr("Token ids"),
}


class SpecForm(QWidget):
    """`changed` when any value has changed. The spec determines which rows are greyed."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.form = FormControls(every_field(), self)
        self.controls = self.form.controls
        self.values = self.form.values
        self.form.changed.connect(lambda _name: self.changed.emit())
        self._labels: dict[str, QWidget] = {}
        self._columns = 0
        self.cards = {name: self._card(name, rows) for name, rows in {**GROUPS, "Token ids": VOCABULARY}.items()}
        self._row = row_of(parent=self, spacing=12)
        self._sides = QVBoxLayout(), QVBoxLayout()
        for side in self._sides:
            side.setSpacing(12)
            add_layout(self._row, side)
        self._arrange(1)

    # ---- making it

    def _card(self, name: str, rows: tuple[FormField, ...]) -> QFrame:
        card = QFrame(self)
        card.setProperty("card", True)
        column = column_of(plain_label(card, "strong", HEADINGS.get(name, name)), parent=card, margins=(16, 12, 16, 12))
        form = Form(card)
        for field in rows:
            self._add(form, field)
        add_layout(column, form)
        column.addStretch(1)
        return card

    def _add(self, form: Form, field: FormField) -> None:
        control = self.controls[field.name]
        if isinstance(control, QCheckBox):
            form.addWidget(control, form.rowCount(), 0, 1, 2)
            return
        if isinstance(control, QComboBox):
            shrinkable(control)
        elif isinstance(control, QSpinBox):
            control.setGroupSeparatorShown(True)
        self._labels[field.name] = form.add_row(field.word, control, field.about)

    # ---- its values

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Sets these values; emits `changed` once."""
        self.form.show_values(values)
        self.changed.emit()

    def grey(self, spec: ModelSpec, plain: bool) -> None:
        """Greys the rows that do not apply to this spec, and those of token ids if the vocabulary sets them."""
        for field in every_field():
            counts = plain if field in VOCABULARY else field.counts is None or field.counts(spec)
            for part in filter(None, (self.controls[field.name], self._labels.get(field.name))):
                part.setEnabled(counts)
        self.cards["Token ids"].setVisible(plain)

    # ---- layout of the cards

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two columns of cards if they fit, otherwise one."""
        super().resizeEvent(event)
        columns = 2 if self.width() >= themes.px(NARROW) else 1
        if columns != self._columns:
            self._arrange(columns)

    def _arrange(self, columns: int) -> None:
        """Puts the cards into one column or two."""
        self._columns = columns
        for side in self._sides:
            take_all(side)
        for name, card in self.cards.items():
            self._sides[columns == 2 and name not in LEFT].addWidget(card)
        for place, side in enumerate(self._sides):
            side.addStretch(1)
            self._row.setStretch(place, place < columns)


_MOST_LAYERS, _MOST_HEADS = 12, 16  # that are drawn one by one; of more the words tell
_BETWEEN, _GAP, _INSET = 36.0, 4.0, 4.0  # between the stacks, between layers, inside a layer
_HIGHEST = 34.0  # of a layer


class SpecSketch(Canvas):
    """Encoder on the left, decoder on the right, from the bottom up; `show_spec` replaces the model."""

    passive = True
    usual = 240, 150
    least = 160, 120

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Sketch of the model"))
        self.spec: ModelSpec | None = None

    def show_spec(self, spec: ModelSpec) -> None:
        if spec != self.spec:
            self.spec = spec
            self.setAccessibleDescription(sketch_words(spec))
            self.update()

    def layers(self) -> dict[str, list[QRectF]]:
        """The rectangles of the layers of each stack, the first one lowest."""
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
        """A layer: its norm as a line where it applies, its heads as squares, its hidden units as a bar."""
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
        """The lines by which every decoder layer reads the encoder's output."""
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
    """The model in one line: "3+3 layers · 4 heads of 64 · D 256 · F 1,024"."""
    layers = layers_words(spec.encoder_layers, spec.decoder_layers)
    heads = tr("{heads} of {width}", heads=counted(spec.heads, tr("head"), tr("heads")), width=spec.head_width)
    return f"{layers} · {heads} · D {spec.d_model:,} · F {spec.d_ff:,}"
