"""Paints the laid-out model through a camera. Text keeps one size at every zoom and appears when it fits."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model_core.explain.anatomy import Anatomy
from viz_app.data.words.models import model_word
from viz_app.system.language import tr
from viz_app.views.model import text as words
from viz_app.views.model.box_painting import ROLES, BoxPen
from viz_app.views.model.box_text import DiagramFonts
from viz_app.views.model.camera import Camera, DiagramOverview
from viz_app.views.model.head_thumbnails import HeadThumbnails
from viz_app.views.model.layout import BUS, Box, DiagramPlan, Ground, Wire
from viz_app.views.model.live_state import LiveState
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

ARROW = 4.0  # px at zoom 1
FAINT = 0.15
"""How opaque is what a family of models lacks."""
SELECTED = ("attention", "inside", "folded", "header")
"""Boxes that show which attention, layer and head are selected."""
AboutLines = list[tuple[list[str], str, str]]
"""Lines of text with their font and their colour."""


class DiagramPainter:
    """Draws on any painter; caches the small maps of the heads and the parameter counts."""

    def __init__(self) -> None:
        self.thumbs = HeadThumbnails()
        self.fonts = DiagramFonts()
        self._counts: tuple[Anatomy | None, dict[str, tuple[str, ...]]] = (None, {})
        self._about: tuple[object, AboutLines] = None, []  # of what it was made, the lines

    def draw(
        self, painter: QPainter, plan: DiagramPlan, camera: Camera, live: LiveState, theme: Theme, room: QRectF,
        ratio: float = 1.0, fixed: bool = False,
    ) -> None:  # fmt: skip
        """Everything visible in `room`, without a background."""
        fonts = DiagramFonts(True, self.fonts.factor) if fixed else self.fonts
        pen = self._begin(painter, camera, live, theme, fonts, ratio)
        pen.ways(plan)
        pen.boxes(_seen(plan, camera, room))
        self._draw_words(pen, plan)
        painter.restore()

    def draw_ground(
        self, painter: QPainter, plan: DiagramPlan, camera: Camera, live: LiveState, theme: Theme, room: QRectF,
        ratio: float,
    ) -> None:  # fmt: skip
        """What neither a step nor the selection changes, in `room`: frames, wires, the boxes below `draw_selected`."""
        pen = self._begin(painter, camera, live, theme, self.fonts, ratio)
        pen.ways(plan)
        seen = _seen(plan, camera, room)
        above = selected_boxes(seen)
        pen.boxes([box for box in seen if box.kind != "tokens" and box not in above])
        painter.restore()

    def draw_selected(
        self, painter: QPainter, plan: DiagramPlan, camera: Camera, live: LiveState, theme: Theme, room: QRectF,
        ratio: float,
    ) -> None:  # fmt: skip
        """The boxes that show the selection, and the words beside all boxes: on `draw_ground` everything but tokens."""
        pen = self._begin(painter, camera, live, theme, self.fonts, ratio)
        pen.boxes(selected_boxes(_seen(plan, camera, room)))
        self._draw_words(pen, plan)
        painter.restore()

    def _draw_words(self, pen: DiagramPen, plan: DiagramPlan) -> None:
        """The words beside the boxes."""
        pen.fade(bool(pen.live.family))
        pen.memory(plan)
        pen.tie(plan)
        pen.fade(False)
        pen.about(plan, self._about_lines(pen, plan))

    def _about_lines(self, pen: DiagramPen, plan: DiagramPlan) -> AboutLines:
        """The model's description in lines, kept for the next picture."""
        live, fonts, wide = pen.live, pen.fonts, pen.camera.rect(plan.about).width()
        asked = live.anatomy, live.trace.model.name, dict(live.known), fonts, wide
        if asked != self._about[0]:
            self._about = asked, about_lines(live, fonts, wide)
        return self._about[1]

    def draw_tokens(self, painter: QPainter, plan: DiagramPlan, camera: Camera, live: LiveState, theme: Theme) -> None:
        """The rows of tokens with the selected ones, over everything else."""
        pen = self._begin(painter, camera, live, theme, self.fonts, 1.0)
        pen.boxes([box for box in plan.boxes if box.kind == "tokens"])
        painter.restore()

    def _begin(
        self, painter: QPainter, camera: Camera, live: LiveState, theme: Theme, fonts: DiagramFonts, ratio: float
    ) -> DiagramPen:  # fmt: skip
        """A pen; the painter's state is saved."""
        if self._counts[0] is not live.anatomy:
            self._counts = live.anatomy, {}
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return DiagramPen(painter, camera, live, theme, fonts, self.thumbs, self._counts[1], ratio)

    @staticmethod
    def draw_pointed(painter: QPainter, rect: QRectF | None, kind: str, inner: int | None, theme: Theme) -> None:
        """A frame around what is hovered: a box of this kind, or the head, token or layer `inner` in it; none if that
        is now too small."""
        if rect is None:
            return
        across, down = {"attention": (1, 1), "tokens": (3, 0)}.get(kind, (0, 0)) if inner is not None else (0, 0)
        rect = rect.adjusted(-across, -down, across, down)
        painting.draw_rounded(painter, rect, corner=4, fill=theme.q("ink", 0.05), line=theme.q("ink", 0.55), width=1.5)

    @staticmethod
    def draw_overview(painter: QPainter, plan: DiagramPlan, overview: DiagramOverview, theme: Theme) -> None:
        """The whole diagram in small, with a frame around the visible part."""
        painter.save()
        ground = overview.rect.adjusted(-4, -4, 4, 4)
        painting.draw_rounded(painter, ground, corner=4, fill=theme.q("panel"), line=theme.q("edge"))
        for box in plan.boxes:
            if box.kind not in ("add", "sum"):
                painter.fillRect(overview.shown(box.rect), theme.wash(ROLES[box.attention or box.stack], 0.45))
        painting.draw_rounded(painter, overview.shown(overview.seen), corner=2, line=theme.q("ink"), width=1.5)
        painter.restore()


def _seen(plan: DiagramPlan, camera: Camera, room: QRectF) -> list[Box]:
    """The boxes in `room`."""
    return [box for box in plan.boxes if camera.rect(box.rect).intersects(room)]


def selected_boxes(boxes: list[Box]) -> list[Box]:
    """Those of these boxes, in their order, that show which attention is selected, and what lies on them."""
    found: list[Box] = []
    for box in boxes:
        if box.kind in SELECTED or any(box.rect.intersects(below.rect) for below in found):
            found.append(box)
    return [box for box in found if box.kind != "tokens"]


class DiagramPen(BoxPen):
    """Paints boxes, and what is behind and between them."""

    def ways(self, plan: DiagramPlan) -> None:
        """The frames, and the wires on them."""
        for frame in sorted(plan.frames, key=lambda one: one.kind == "inside"):
            self.fade(self.live.lacks(frame))
            self.frame(frame)
        for wire in sorted(plan.wires, key=lambda one: one.kind == "memory"):
            self.fade(self.live.lacks(wire))
            self.wire(wire)

    def fade(self, lacking: bool) -> None:
        """What is painted from now on is faint if the family of models lacks it."""
        self.painter.setOpacity(FAINT if lacking else 1.0)

    def boxes(self, boxes: list[Box]) -> None:
        for box in boxes:
            self.fade(self.live.lacks(box))
            self.box(box)

    def frame(self, frame: Ground) -> None:
        role = ROLES[frame.stack]
        inside = frame.kind == "inside"
        fill = self.theme.q("panel") if inside else self.theme.wash(role, 0.05, "background")
        line = self.theme.wash(role, 0.6 if inside else 0.35, "background")
        painting.draw_rounded(self.painter, self.camera.rect(frame.rect), fill=fill, line=line)

    def wire(self, wire: Wire) -> None:
        colour, width, style = self._wire_look(wire)
        points = [self.camera.point(QPointF(*point)) for point in wire.points]
        self.painter.setPen(QPen(colour, width, style, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPolyline(QPolygonF(points))
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour)
        if wire.dot:
            size = max(1.5, min(2.5, 2.5 * self.camera.scale))
            self.painter.drawEllipse(points[0], size, size)
        if wire.arrow:
            self._arrow(points[-2], points[-1])
        if wire.sum in self.live.cut:
            self._cross((points[1] + points[2]) / 2, colour)

    def _wire_look(self, wire: Wire) -> tuple[QColor, float, Qt.PenStyle]:
        solid = Qt.PenStyle.SolidLine
        if wire.sum in self.live.cut:
            return self.theme.q("user"), 1.5, Qt.PenStyle.DashLine
        return {
            "memory": (self.theme.q("source"), 2.0, solid),
            "tie": (self.theme.q("muted"), 1.0, Qt.PenStyle.DotLine),
            "skip": (self.theme.wash("muted", 0.75, "background"), 1.25, solid),
            "flow": (self.theme.q("muted"), 1.25, solid),
        }[wire.kind]

    def _cross(self, middle: QPointF, colour: QColor) -> None:
        """Where a path is cut."""
        size = max(3.0, min(6.0, ARROW * self.camera.scale))
        self.painter.setPen(QPen(colour, 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for arm in (QPointF(size, size), QPointF(size, -size)):
            self.painter.drawLine(middle - arm, middle + arm)

    def _arrow(self, start: QPointF, end: QPointF) -> None:
        size = max(2.5, min(6.0, ARROW * self.camera.scale))
        away = end - start
        length = math.hypot(away.x(), away.y())
        if length < 0.5:
            return
        along = away / length
        side = QPointF(-along.y(), along.x()) * size * 0.75
        back = end - along * size * 1.4
        self.painter.drawPolygon(QPolygonF([end, back + side, back - side]))

    # ---- words beside the boxes

    def memory(self, plan: DiagramPlan) -> None:
        """The memory's name and shape on the wire from the encoder."""
        if self.camera.scale < 0.4 * themes.text_scale():
            return
        at, line = self.camera.point(QPointF(*plan.memory)), self.fonts.measure["small"]
        text = f"{tr('memory')} {words.shape_words(('S', 'D'), self.live.known)}"
        if self.fonts.width("small", text) + 12 > (plan.about.right() + BUS / 2 - plan.memory[0]) * self.camera.scale:
            text = tr("memory")
        self.text(at.x() + 8, at.y() - 4 - line.descent() + 2, text, "small", "source")

    def tie(self, plan: DiagramPlan) -> None:
        """The meaning of the dashed line between the embeddings."""
        ends = next((wire.points for wire in plan.wires if wire.kind == "tie"), None)
        if ends is None:
            return
        start, end = (self.camera.point(QPointF(*point)) for point in ends)
        wide = self.fonts.width("small", words.TIES)
        if wide + 8 <= end.x() - start.x():
            self.text((start.x() + end.x() - wide) / 2, start.y() - 4, words.TIES, "small", "muted")

    def about(self, plan: DiagramPlan, said: AboutLines) -> None:
        """The model's name and description, at the upper left, if they fit."""
        rect, fonts = self.camera.rect(plan.about), self.fonts
        bottom = self.camera.point(QPointF(*plan.memory)).y() - fonts.line["small"] - 4
        y = rect.top()
        for lines, font, tone in said:
            high = fonts.line[font] + 2
            if y + len(lines) * high - 2 > bottom:
                continue  # a sentence is shown as a whole or not at all
            for line in lines:
                self.text(rect.left(), y + fonts.measure[font].ascent(), line, font, tone)
                y += high


def about_lines(live: LiveState, fonts: DiagramFonts, width: float) -> AboutLines:
    """The model's name and description in lines of at most `width` px."""
    name = painting.visible_words(model_word(live.trace.model.name), fonts.font["strong"])
    said = [([name], "strong", "ink")]
    for text in (*words.about(live.anatomy), words.letters(live.known)):
        said.append((painting.wrapped(text, fonts.measure["small"], width), "small", "muted"))
    return [([fonts.elided(font, line, width) for line in lines], font, tone) for lines, font, tone in said]
