"""The graph of contributions: source tokens on the left, the target's on the right, layers upwards. Lengths are logical
pixels."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from model_core.analysis.contributions import Edge, TokenNode
from model_core.direction import isolated
from viz_app.system.language import tr
from viz_app.views.lens.path_content import PathContent, edge_kind
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS, Canvas, along
from viz_app.widgets.theme import Theme

_GAP = 36.0  # px between the two texts
_TURN = 40.0  # degrees that words have where they do not fit beside each other
_WORD = 84.0  # px at text size 100 % of the longest word
_WIDEST, _NODE = 9.0, 7.0  # px of a line with all of the row, radius of a node with all of it
_ARCH = 18.0  # px that lines of cross-attention rise above the encoder's last level
_CROSS = 3  # the accent of cross-attention
_KEY = (
    ("encoder", tr("encoder")),
    ("cross", tr("cross-attention")),
    ("decoder", tr("decoder")),
    ("stays", tr("stays", "in its token")),
)


class PathMap(Canvas):
    """`stepped` carries the decoder row that was clicked. Arrow keys go from node to node."""

    stepped = Signal(int)

    moves = ARROWS
    shared = True
    held = Qt.KeyboardModifier.NoModifier
    corner = 8.0
    accessible_role = QAccessible.Role.Chart
    usual = 640, 360
    least = 120, 80

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Paths into the row of the step"))
        self.shown: PathContent | None = None
        self._reason = ""
        painting.set_tip(self, tr("Each point is a token at a layer: what flows through it. Click a target token."))

    def show_paths(self, shown: PathContent | None, reason: str) -> None:
        """Shows the paths into a row, or why there are none."""
        before, self.shown, self._reason = self.shown, shown, reason
        if before is None or shown is None or (before.texts, before.levels) != (shown.texts, shown.levels):
            self.point_at(None)
        elif self.pointed is not None:
            self.setAccessibleDescription(self.spoken(self.pointed))
        self.update()

    # ---- places

    def _cell(self) -> float:
        columns = [] if self.shown is None else self.shown.columns()
        return max(1.0, (self.width() - self._names() - _GAP - 16) / max(1, len(columns)))

    def _names(self) -> float:
        """Width in px of the level names, left of all columns; 0 if they do not fit."""
        widest = self.metrics_of("small").horizontalAdvance(tr("token + position")) + 8
        return widest if widest <= self.width() / 6 else 0.0

    def _below(self) -> float:
        """Height in px of the words under the columns, and the legend."""
        widest = min(themes.px(_WORD), self._widest())
        turned = widest > self._cell() - 4
        return math.ceil(2 * self.line("small") + 14 + (widest * math.sin(math.radians(_TURN)) if turned else 0.0))

    def _widest(self) -> float:
        """Width of the longest token, px."""
        texts = self.shown.texts.values() if self.shown is not None else ()
        seen = (painting.visible_words(word, self.font_of("small")) for text in texts for word in text)
        return max(map(self.metrics_of("small").horizontalAdvance, seen), default=0.0)

    def point(self, node: TokenNode) -> QPointF:
        shown = self.shown
        assert shown is not None
        stack, level, at = node
        before, gap = (0, 0.0) if stack == "encoder" else (len(shown.texts["encoder"]), _GAP)
        left = 8.0 + self._names() + (before + at + 0.5) * self._cell() + gap
        top = math.ceil(self.line("strong")) + math.ceil(self.line("small")) + 12.0
        bottom = max(top + 1, self.height() - self._below() - 8)
        return QPointF(left, bottom - (bottom - top) * level / max(1, shown.levels[stack]))

    def place_at(self, point: QPointF) -> object:
        reach = max(6.0, self._cell() / 2)
        nodes = [] if self.shown is None else self.shown.nodes()
        away = ((self.point(node) - point, node) for node in nodes)
        near = [(by.manhattanLength(), node) for by, node in away if abs(by.x()) <= reach]
        return min(near, default=(0.0, None))[1]

    def rect_of(self, place: object) -> QRectF | None:
        if not isinstance(place, tuple) or self.shown is None:
            return None
        return QRectF(self.point(place) - QPointF(9, 9), QSizeF(18, 18))

    def walk(self, place: object, down: int, right: int) -> object:
        shown = self.shown
        if shown is None:
            return None
        if not isinstance(place, tuple):
            return ("decoder", shown.levels["decoder"], shown.found.row)
        (stack, level, at), columns = place, shown.columns()
        level = min(max(level - down, 0), shown.levels[stack])
        stack, at = columns[along(columns.index((stack, at)), right, len(columns)) or 0]
        return stack, min(level, shown.levels[stack]), at

    # ---- words

    def tip_of(self, place: tuple[str, int, int]) -> str:
        return self.shown.node_words(place) if self.shown is not None else ""

    def hint_of(self, place: tuple[str, int, int]) -> str:
        if place[0] != "decoder" or self.shown is None:
            return ""
        token = self.shown.written[place[2]]
        return tr("Click to see what flows into step {step}, “{token}”.", step=place[2] + 1, token=token)

    def pick(self, place: tuple[str, int, int]) -> None:
        if place[0] == "decoder":
            self.stepped.emit(place[2])

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        shown = self.shown
        if shown is None:
            painting.draw_words(painter, QRectF(self.rect()), self._reason, theme.q("muted"), align="centre",
                                font=self.font_of("body"))  # fmt: skip
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_levels(painter, theme, shown)
        for edge in shown.edges():
            self._draw_edge(painter, theme, edge)
        for node in shown.nodes():
            self._draw_node(painter, theme, shown, node)
        painter.restore()
        self._draw_words(painter, theme, shown)
        self._draw_key(painter, theme)
        rect = self.rect_of(self.pointed)
        if rect is not None:
            painting.draw_rounded(painter, rect, corner=9.0, line=theme.q("ink"), width=1.5)

    def _draw_levels(self, painter: QPainter, theme: Theme, shown: PathContent) -> None:
        """A dot for every node, and the names of the levels on the left."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.q("edge"))
        for node in shown.nodes():
            painter.drawEllipse(self.point(node), 1.5, 1.5)
        font, line, both = self.font_of("small"), math.ceil(self.line("small")), list(shown.levels.items())
        for stack, deep in both[:1] if len(set(shown.levels.values())) == 1 else both:
            first, high = self.point((stack, 0, 0)), self.point((stack, deep, 0)).y() - self.point((stack, 0, 0)).y()
            if abs(high) / max(1, deep) < 1.5 * line:
                continue
            for level in range(deep + 1):
                at = self.point((stack, level, 0))
                word = tr("layer {layer}", layer=level) if level else tr("token + position")
                rect, align = QRectF(first.x() - self._cell() / 2, at.y() - line - 3, 8 * line, line), "left"
                if stack == "encoder" and self._names():
                    rect, align = QRectF(0, at.y() - line / 2, self._names(), line), "right"
                painting.draw_words(painter, rect, word, theme.q("muted"), align=align, font=font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    @staticmethod
    def _colour(theme: Theme, kind: str) -> QColor:
        """The colour of an attention, or of what stays in its token."""
        if kind == "cross":
            return theme.accent(_CROSS)
        return theme.q({"encoder": "source", "decoder": "target"}.get(kind, "muted"))

    def _draw_edge(self, painter: QPainter, theme: Theme, edge: Edge) -> None:
        start, end = self.point(edge.start), self.point(edge.end)
        kind = edge_kind(edge)
        colour = self._colour(theme, kind)
        touched = self.pointed is None or self.pointed in (edge.start, edge.end)
        colour.setAlphaF(0.85 if touched else 0.25)
        painter.setPen(QPen(colour, max(1.0, _WIDEST * edge.flow), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        line, middle = QPainterPath(start), (start + end) / 2
        if kind == "cross":
            high = start.y() - _ARCH
            line.cubicTo(QPointF(middle.x(), high), QPointF(end.x() - 12, high), end)
        else:
            line.cubicTo(QPointF(start.x(), middle.y()), QPointF(end.x(), middle.y()), end)
        painter.drawPath(line)

    def _draw_node(self, painter: QPainter, theme: Theme, shown: PathContent, node: TokenNode) -> None:
        if (weight := shown.found.weight(node)) < shown.least:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour(theme, node[0]))
        radius = 2.0 + (_NODE - 2.0) * math.sqrt(weight)
        painter.drawEllipse(self.point(node), radius, radius)

    def _draw_words(self, painter: QPainter, theme: Theme, shown: PathContent) -> None:
        """The tokens under the columns, those with large contributions in the full text colour; above the row what it
        writes."""
        font, metrics = self.font_of("small"), self.metrics_of("small")
        line, cell = math.ceil(self.line("small")), self._cell()
        level = self._widest() <= cell - 4
        every = 1 if level else max(1, math.ceil(line / cell))
        for node in shown.nodes():
            if node[1] or (node[2] % every and shown.found.weight(node) < shown.least):
                continue
            at, word = self.point(node), painting.visible_words(shown.word(node), font)
            tone = "ink" if shown.found.weight(node) >= shown.least else "muted"
            if level:
                rect = QRectF(at.x() - cell / 2, at.y() + 9, cell, line)
                painting.draw_words(painter, rect, word, theme.q(tone), align="centre", font=font)
                continue
            painter.save()
            painter.setFont(font)
            painter.setPen(theme.q(tone))
            word = painting.elided(word, metrics, themes.px(_WORD))
            painter.translate(at.x() + metrics.capHeight() / 2, at.y() + 12)
            painter.rotate(-_TURN)
            painter.drawText(QPointF(-metrics.horizontalAdvance(word), metrics.capHeight()), word)
            painter.restore()
        top = self.point(("decoder", shown.levels["decoder"], shown.found.row))
        word = f"▸ {isolated(painting.visible_words(shown.written[shown.found.row], font))}"
        wide = self.metrics_of("strong").horizontalAdvance(word) + 2
        left = min(max(0.0, top.x() - wide / 2), self.width() - wide)
        rect = QRectF(left, 0, wide, math.ceil(self.line("strong")))
        painting.draw_words(painter, rect, word, theme.q("target"), font=self.font_of("strong"))

    def _draw_key(self, painter: QPainter, theme: Theme) -> None:
        """Which colour is which attention."""
        left, line, metrics = 8.0, math.ceil(self.line("small")), self.metrics_of("small")
        for kind, word in _KEY:
            middle = self.height() - line / 2
            painter.setPen(QPen(self._colour(theme, kind), 3.0))
            painter.drawLine(QPointF(left, middle), QPointF(left + 16, middle))
            wide = metrics.horizontalAdvance(word) + 2
            rect = QRectF(left + 22, self.height() - line, wide, line)
            painting.draw_words(painter, rect, word, theme.q("muted"), font=self.font_of("small"))
            left += 22 + wide + 18
