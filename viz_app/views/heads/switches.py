"""The switches: which parts each affects, its text, and the resulting edits; the switches of the feed-forwards.

Layers and heads count from 0. Lengths are logical pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.record.edits import Edits, FeedForwardPlace, HeadPlace, with_head
from model_core.spec import ModelSpec
from viz_app.data.edit_list import INSTEAD
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.data.words.parts import KIND_WORDS, head_number
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import UP_DOWN, Canvas, along
from viz_app.widgets.theme import Theme

Instead = tuple[str, str, int]
"""What a head gives in place of its own, as model_core.record.edits.with_head takes it: one of REPLACEMENTS; of a
mean the survey's folder and how many target rows."""
OFF: Instead = ("zero", "", 0)
_PAD, _DOT = 5.0, 3.5  # px beside and between the word and the dot; radius of the dot
_WORD = "FF"


def layer_of(spec: ModelSpec, place: HeadPlace) -> tuple[HeadPlace, ...]:
    return tuple(HeadPlace(place.kind, place.layer, head) for head in range(spec.heads_of(place.kind)))


def switched(edits: Edits, places: Sequence[HeadPlace], instead: Instead = OFF) -> Edits:
    """The edits in which all of these heads give something else, or if all already do, their own again."""
    back = edits.heads_changed.issuperset(places)
    for place in places:
        if back:
            edits = with_head(edits, place, None)
        elif place not in edits.heads_changed:
            edits = with_head(edits, place, *instead)
    return edits


def with_feed_forward(edits: Edits, place: FeedForwardPlace) -> Edits:
    """The edits with this feed-forward off, or on again."""
    kept = tuple(one for one in edits.feed_forwards_off if one != place)
    off = kept if place in edits.feed_forwards_off else (*kept, place)
    return replace(edits, feed_forwards_off=off)


# ---------------------------------------------------------------- words


def head_name(place: HeadPlace, note: str = "") -> str:
    """ "head decoder 2.4", with what it reads in brackets."""
    name = tr("head {number}", number=head_number(place.kind, place.layer, place.head))
    return f"{name} ({note})" if note else name


def layer_name(place: HeadPlace) -> str:
    """ "all heads of decoder layer 2"."""
    return tr("all heads of {attention} layer {layer}", attention=ATTENTIONS[place.kind].inline, layer=place.layer + 1)


def feed_forward_name(place: FeedForwardPlace) -> str:
    """ "feed-forward of decoder layer 2"."""
    return tr("feed-forward of {stack} layer {layer}", stack=KIND_WORDS[place.stack], layer=place.layer + 1)


def state_words(edits: Edits, place: HeadPlace) -> str:
    """What a head gives in place of its own: "switched off", "reads all alike"; "" for its own."""
    if place in edits.heads_off:
        return tr("switched off")
    found = next((one.pattern for one in edits.patterns if one.place == place), None)
    return tr("reads {instead}", instead=INSTEAD[found][0]) if found is not None else ""


def act_words(edits: Edits, place: HeadPlace, instead: Instead) -> str:
    """What a click does to a head: "switch it off", "make it read all alike", "switch it on", "restore it"."""
    if place in edits.heads_off:
        return tr("switch it on")
    if place in edits.heads_changed:
        return tr("restore it")
    return tr("switch it off") if instead[0] == "zero" else tr("make it read {instead}", instead=INSTEAD[instead[0]][0])


def note_words(instead: Instead | None) -> str:
    """What clicks do, as a note under the switches."""
    if instead is None:
        return tr("The average needs a survey of this model.")
    if instead[0] == "zero":
        return tr("Click to switch a head off or on, Shift+click for its layer.")
    return tr("Click to make a head read {instead}, Shift+click for its layer.", instead=INSTEAD[instead[0]][0])


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
        if (layers, off) != (self._layers, self._off):
            self._layers, self._off = layers, off
            if isinstance(self.at, int) and self.at < layers:
                self.setAccessibleDescription(self.spoken(self.at))
            if isinstance(self.pointed, int) and self.pointed < layers:
                self.hinted.emit(self.hint_of(self.pointed))
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
