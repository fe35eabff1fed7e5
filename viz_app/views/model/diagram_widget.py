"""The diagram on a widget: its plan, fitted to the room, the camera, where boxes are seen, and how they are painted.

What no step and no pointer changes is kept as a picture; tokens, pointer and the keyboard's box are painted over it.
What the user does with it: see canvas.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.explain.anatomy import Anatomy
from viz_app.views.model.camera import LARGEST_FIT, MARGIN, Camera, fitted, whole
from viz_app.views.model.layout import NARROWEST, SLIM, WIDEST, Blueprint, Box, Folding, blueprint
from viz_app.views.model.live_state import Live
from viz_app.views.model.painting import Sketch
from viz_app.widgets import painting
from viz_app.widgets import theme as themes

_SLACK = 3.0  # px around a box that still point at it

Place = tuple[Box, int | None]
"""A box, and the head or the token in it that is pointed at, or None."""


class Easel(QWidget):
    """See module. `describe` is asked for a box in words: (box, head or token in it) -> plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.describe: Callable[[Box, int | None], str] | None = None
        self.sketch = Sketch()
        self.plan: Blueprint | None = None
        self.live: Live | None = None
        self._folding = Folding()
        self._laid: tuple[object, ...] = ()  # what the plan was made of
        self._camera = Camera()
        self._own = False  # the user zoomed or moved
        self._picture: QPixmap | None = None
        self._hover: Place | None = None
        self._cursor = ""  # the box that the keyboard is on
        self._ring = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 90)
        self.setAccessibleName("The model")
        self.setToolTip("The model as boxes; point at one to see what it does.")
        themes.changed.connect(self._restyle)

    # ---- what it shows

    def show_model(self, live: Live, folding: Folding) -> None:
        """Shows a moment; lays out again only where model or folding are others."""
        if self.live is not None and live.anatomy is not self.live.anatomy:
            self._own = False
        same, before = live.looks_like(self.live) and folding == self._folding, self._camera
        self.live, self._folding = live, folding
        self._lay_out()
        if not same or self._camera != before:
            self._picture = None
        self._say()
        self.update()

    @property
    def camera(self) -> Camera:
        """Which part is seen."""
        return self._camera

    @property
    def cursor_box(self) -> Box | None:
        """The box that the keyboard is on."""
        return None if self.plan is None else self.plan.box(self._cursor)

    def _lay_out(self) -> None:
        """The plan in proportions that suit the room, and the camera: fitted, or kept where the user moved it."""
        if self.live is None or self.width() < 1 or self.height() < 1:
            return
        width = self._box_width(self.live.anatomy)
        key = (id(self.live.anatomy), self._folding, width)
        if key != self._laid or self.plan is None:
            self._picture = None
            before, self.plan = self.plan, blueprint(self.live.anatomy, self._folding, width)
            if self._own and before is not None:
                self._hold(before)
            self._laid = key
            self._hover = None
        if not self._own:
            self._camera = self.fit(self.plan, QRectF(self.rect()))

    def _box_width(self, anatomy: Anatomy) -> float:
        """The width of boxes with which the diagram fills the room; kept while the user zooms."""
        if self._own and self.plan is not None and self._laid:
            return float(self._laid[2])  # type: ignore[arg-type]
        narrow = blueprint(anatomy, self._folding, NARROWEST).bounds
        scale = max(self._least(), (self.height() - 2 * MARGIN) / narrow.height())
        wanted = (self.width() - 2 * MARGIN) / min(scale, LARGEST_FIT * themes.text_scale())
        return round(min(WIDEST, max(NARROWEST, NARROWEST + (wanted - narrow.width()) / 2)))

    def _least(self) -> float:
        """The smallest scale at which a folded layer's words can be read."""
        return (self.sketch.fonts.line["small"] - 1) / SLIM

    def fit(self, plan: Blueprint, room: QRectF) -> Camera:
        """The camera that shows all, or as much as can be read, around the attention that is looked at."""
        least = self._least()
        focus = None
        if self.live is not None and whole(plan.bounds, room, themes.text_scale()) < least:
            focus = self._focus(plan, self.live)
        return fitted(plan.bounds, room, themes.text_scale(), least, focus)

    @staticmethod
    def _focus(plan: Blueprint, live: Live) -> QRectF | None:
        """The attention that is looked at or, folded, its layer."""
        side = "encoder" if live.kind == "encoder" else "decoder"
        mine = [box.rect for box in plan.boxes if box.attention and live.is_selected(box.attention, box.layer)]
        found = mine or [box.rect for box in plan.boxes if (box.side, box.layer) == (side, live.layer)]
        whole_rect = QRectF()
        for rect in found:
            whole_rect = whole_rect.united(rect)
        return whole_rect if found else None

    def _hold(self, before: Blueprint) -> None:
        """Keeps the box at the keyboard or the pointer where it is seen while others are laid out anew."""
        name = self._cursor if before.box(self._cursor) else ""
        old, new = before.box(name), self.plan.box(name) if self.plan is not None else None
        if old is not None and new is not None:
            was, now = self._camera.point(old.rect.topLeft()), self._camera.point(new.rect.topLeft())
            self._camera = self._camera.moved(was - now)

    def reset_view(self) -> None:
        """Shows all again."""
        self._own = False
        self._moved()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Closer, around a point of the widget, else around the keyboard's box, else the middle."""
        if self.plan is None:
            return
        box = self.cursor_box
        middle = QRectF(self.rect()).center() if box is None else self._camera.rect(box.rect).center()
        inside = middle if self.rect().contains(middle.toPoint()) else QRectF(self.rect()).center()
        camera = self._camera.zoomed(factor, at or inside, themes.text_scale())
        self._camera = camera.kept(self.plan.bounds, QRectF(self.rect()))
        self._own = True
        self._moved()

    def _moved(self) -> None:
        self._lay_out()
        self._picture = None
        self.update()

    def _restyle(self, _theme: object = None) -> None:
        self.sketch.dress()
        self._moved()

    def sizeHint(self) -> QSize:
        """A comfortable size; the diagram fits itself into any."""
        return QSize(640, 520)

    # ---- where things are

    def seen(self, box: Box) -> QRectF:
        """Where a box is seen, px."""
        return self._camera.rect(box.rect)

    def place_at(self, point: QPointF) -> Place | None:
        """The box under a point, with the head or the token in it."""
        if self.plan is None:
            return None
        box = self.plan.at(self._camera.place(point), _SLACK / self._camera.scale)
        return None if box is None else (box, self._inner(box, point))

    def _inner(self, box: Box, point: QPointF) -> int | None:
        if self.live is None:
            return None
        rect = self.seen(box)
        if box.kind == "attention":
            squares = self._squares(box)
            return next((head for head, square in enumerate(squares) if square.contains(point)), None)
        if box.kind == "tokens":
            found = self._token_places(rect, box)
            return next((place for place, area, _ in found if place >= 0 and area.contains(point)), None)
        return None

    def _squares(self, box: Box) -> list[QRectF]:
        assert self.live is not None
        return self.sketch.head_places(self.seen(box), self.live)

    def _token_places(self, rect: QRectF, box: Box) -> list[tuple[int, QRectF, str]]:
        assert self.live is not None
        return self.sketch.token_places(rect, box, self.live)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """The kept picture, then pointer and keyboard over it."""
        theme = themes.current()
        with QPainter(self) as painter:
            if self.plan is None or self.live is None:
                painter.fillRect(self.rect(), theme.q("background"))
            elif painter.paintEngine().type() != QPaintEngine.Type.Raster:
                painter.fillRect(self.rect(), theme.q("background"))
                self.sketch.draw(painter, self.plan, self._camera, self.live, theme, QRectF(self.rect()))
            else:
                painter.drawPixmap(0, 0, self._kept(self.plan, self.live))
                self.sketch.draw_tokens(painter, self.plan, self._camera, self.live, theme)
                self._draw_marks(painter)

    def _kept(self, plan: Blueprint, live: Live) -> QPixmap:
        ratio, theme = self.devicePixelRatioF(), themes.current()
        size = self.size() * ratio
        if self._picture is None or self._picture.size() != size:
            self._picture = QPixmap(size)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(theme.q("background"))
            with QPainter(self._picture) as painter:
                self.sketch.draw(painter, plan, self._camera, live, theme, QRectF(self.rect()), ratio, tokens=False)
        return self._picture

    def _draw_marks(self, painter: QPainter) -> None:
        theme = themes.current()
        if self._hover is not None:
            box, inner = self._hover
            rect = self.seen(box)
            if inner is not None and box.kind == "attention":
                rect = self._squares(box)[inner].adjusted(-1, -1, 1, 1)
            elif inner is not None:
                rect = next(area for place, area, _ in self._token_places(rect, box) if place == inner)
                rect = rect.adjusted(-3, 0, 3, 0)
            painting.draw_rounded(
                painter, rect, corner=4, fill=theme.q("ink", 0.05), line=theme.q("ink", 0.55), width=1.5
            )
        box_now = self.cursor_box
        if self._ring and box_now is not None:
            painting.draw_focus_ring(painter, self.seen(box_now).adjusted(-3, -3, 3, 3), theme, corner=6)
        elif self._ring:
            painting.draw_focus_ring(painter, QRectF(self.rect()), theme, corner=4)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints what is seen as shapes and text into `rect`, which is as large as the widget."""
        if self.plan is None or self.live is None:
            return
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        painter.translate(rect.topLeft())
        room = QRectF(0, 0, rect.width(), rect.height())
        self.sketch.draw(painter, self.plan, self._camera, self.live, themes.current(), room, 2.0, fixed=True)
        painter.restore()

    def _say(self) -> None:
        """What a screen reader says of the box that the keyboard is on."""
        box = self.cursor_box
        self.setAccessibleDescription(self.describe(box, None) if box is not None and self.describe is not None else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits anew."""
        self._moved()


__all__ = ["Easel", "Place"]
