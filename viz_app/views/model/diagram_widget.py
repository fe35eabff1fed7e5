"""The diagram on screen: fitted, zoomed, dragged, navigated box by box with the arrow keys.

What neither a step nor the pointer changes is cached as a picture; tokens, pointer and keyboard cursor are painted over
it. Text keeps one size at every zoom, so boxes are laid out on a plane and painted through a camera.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPaintEngine, QPainter, QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from viz_app.system.command_queue import queued
from viz_app.system.language import tr
from viz_app.views.model.box_help import KEYS, click_words, described, numbers_of
from viz_app.views.model.box_text import DiagramFonts, inner_places
from viz_app.views.model.cached_picture import CachedPicture
from viz_app.views.model.camera import Camera, DiagramOverview, fit_for, fitted_to
from viz_app.views.model.layout import NARROWEST, ROOMY, Box, DiagramPlan, Folding, plan_diagram
from viz_app.views.model.live_state import LiveState, sublayer_of
from viz_app.views.model.painting import DiagramPainter
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.number_card import Pointed, offer_comparison
from viz_app.widgets.pan_canvas import PanCanvas
from viz_app.widgets.theme import Theme

_SLACK = 3.0  # px around a box that still point at it
_LETTERS = (Qt.Key.Key_F, Qt.Key.Key_A)
_SHIFT = Qt.KeyboardModifier.ShiftModifier

Place = tuple[Box, int | None]
"""A box, and the head or the token in it that is pointed at, or None."""


class Diagram(PanCanvas):
    """A view of the model."""

    chosen = Signal(object)  # Place: clicked, or Enter
    cut = Signal(object)  # SublayerPlace whose residual connection is to be cut, or whole again
    folded = Signal(object)  # Box whose layer F opens or folds; None: A, all or one
    closed = Signal()  # Escape

    moves = ARROWS
    held = Qt.KeyboardModifier.NoModifier
    notch = 1.2
    corner = 6.0
    titled = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("The model"))
        self.picture = DiagramPainter()
        self.plan: DiagramPlan | None = None
        self.live: LiveState | None = None
        self.folding = Folding()
        self._laid: tuple[object, ...] = ()  # what the plan was made of
        self._sizes, self._width = ROOMY, NARROWEST  # of its boxes
        self._own = False  # whether the user zoomed or moved
        self.camera = self._grabbed = Camera()
        self._kept = CachedPicture(self.picture)
        self.setMinimumSize(120, 90)
        self.setToolTip(tr("The model as boxes; point at one to see what it does."))

    # ---- what it shows

    def show_model(self, live: LiveState, folding: Folding) -> None:
        """Shows a moment; lays out again only if model or folding have changed."""
        if self.live is not None and live.anatomy is not self.live.anatomy:
            self._own = False
        same = live.looks_like(self.live), live.looks_like(self.live, selected=False) and folding == self.folding
        before, self.live, self.folding = self.camera, live, folding
        self._lay_out()
        if not all(same) or self.camera != before:
            self._kept.drop(ground=not same[1] or self.camera != before)
        self.setAccessibleDescription("" if self.start() is None else self.spoken(self.start()))
        self.update()

    @property
    def cursor_box(self) -> Box | None:
        return self.plan.box(self.at[0].name) if self.plan is not None and isinstance(self.at, tuple) else None

    def _lay_out(self) -> None:
        """The plan in proportions that suit the room, and the camera: fitted, or where the user left it."""
        room = QRectF(self.rect())
        if self.live is None or room.isEmpty():
            return
        if not self._own or self.plan is None:
            self.picture.fonts, self._sizes, self._width = fit_for(self.live.anatomy, self.folding, room)
        folding = replace(self.folding, sizes=self._sizes)
        key = (id(self.live.anatomy), folding, self._width)
        if key != self._laid or self.plan is None:
            before, self.plan = self.plan, plan_diagram(self.live.anatomy, folding, self._width)
            if self._own and self.cursor_box is not None:
                self.camera = self.camera.holding(self.cursor_box, before)
            self._laid = key
            self._kept.drop()
            self.unpoint()
        if not self._own:
            self.camera = fitted_to(self.plan, room, self.picture.fonts, (self.live.kind, self.live.layer))

    # ---- zoom and drag

    def show_all(self) -> None:
        self._own = False
        self._moved()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> bool:
        """Zooms around a point of the widget, otherwise around the keyboard cursor's box, otherwise the middle."""
        if self.plan is None:
            return False
        box, room = self.cursor_box, QRectF(self.rect())
        middle = room.center() if box is None else self.screen_rect(box).center()
        inside = middle if self.rect().contains(middle.toPoint()) else room.center()
        self._look_through(self.camera.zoomed(factor, at or inside).kept_inside(self.plan.bounds, room))
        return True

    def grab_view(self) -> bool:
        self._grabbed = self.camera
        return self.plan is not None

    def drag_view(self, by: QPointF) -> None:
        assert self.plan is not None
        self._look_through(self._grabbed.moved(by).kept_inside(self.plan.bounds, QRectF(self.rect())))

    def guide_to(self, point: QPointF) -> bool:
        found, room = self._overview(), QRectF(self.rect())
        if self.plan is None or found is None or not found.rect.contains(point):
            return False
        moved = self.camera.moved(room.center() - self.camera.point(found.camera.place(point)))
        self._look_through(moved.kept_inside(self.plan.bounds, room))
        return True

    def _overview(self) -> DiagramOverview | None:
        room = QRectF(self.rect())
        return None if self.plan is None else DiagramOverview.fitted(self.plan.bounds, self.camera, room)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Between boxes: shows everything again. On a box the first click has already done its work."""
        self._pressed_at = None
        if self.place_at(event.position()) is None:
            self.show_all()

    def _look_through(self, camera: Camera) -> None:
        self.camera, self._own = camera, True
        self._moved()

    def _moved(self) -> None:
        self._lay_out()
        self._kept.drop()
        self.update()

    def restyled(self) -> None:
        self.picture.fonts = DiagramFonts()
        self._moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._moved()

    # ---- where things are

    def screen_rect(self, box: Box) -> QRectF:
        """The screen rectangle of a box, px."""
        return self.camera.rect(box.rect)

    def place_at(self, point: QPointF) -> Place | None:
        over = self._overview()
        if self.plan is None or (over is not None and over.rect.contains(point)):
            return None
        box = self.plan.at(self.camera.place(point), _SLACK / self.camera.scale)
        if box is None:
            return None
        return box, next((inner for inner, area in self.areas(box) if inner >= 0 and area.contains(point)), None)

    def areas(self, box: Box) -> list[tuple[int, QRectF]]:
        """The screen rectangles of the heads or the tokens of a box; -1 stands for tokens that are left out."""
        return inner_places(self.screen_rect(box), box, self.live, self.picture.fonts) if self.live is not None else []

    def accessible_places(self) -> list[Place]:
        return [(box, None) for box in self.plan.boxes] if self.plan is not None else []

    def accessible_rect(self, place: Place) -> QRectF:
        return self.screen_rect(place[0])

    def rect_of(self, place: object) -> QRectF | None:
        box = self.cursor_box
        return None if box is None or place != self.at else self.screen_rect(box).adjusted(-3, -3, 3, 3)

    def tip_of(self, place: Place) -> str:
        return "" if self.live is None else described(*place, self.live)

    def hint_of(self, place: Place) -> str:
        return "" if self.live is None else f"{click_words(*place, self.live)} {KEYS}"

    def sources_at(self, point: QPoint | None) -> Pointed | None:
        """The numbers of the box at a point, for None of the one at the keyboard cursor."""
        place = self.start() if point is None else self.place_at(QPointF(point))
        return numbers_of(*place, self.live) if place is not None and self.live is not None else None

    # ---- what the user does

    def start(self) -> Place | None:
        return (self.cursor_box, None) if self.cursor_box is not None else None

    def walk(self, place: object, down: int, right: int) -> Place | None:
        """The next box in a direction; the first key press goes to the selected attention."""
        if self.plan is None or self.live is None:
            return None
        if isinstance(place, tuple):
            box = self.plan.neighbour(place[0].name, right, down)
            return None if box is None else (box, None)
        mine = [one for one in self.plan.boxes if one.attention and self.live.is_selected(one.attention, one.layer)]
        return (mine or list(self.plan.boxes))[0], None

    def move_to(self, place: object) -> None:
        """Moves the diagram until the keyboard cursor's box is visible."""
        super().move_to(place)
        box = self.cursor_box
        if box is not None:
            camera = self.camera.showing(box.rect, QRectF(self.rect()).adjusted(8, 8, -8, -8))
            if camera != self.camera:
                self._look_through(camera)

    def pick(self, place: Place) -> None:
        self.at = place[0], None
        self.chosen.emit(place)

    def take_key(self, event: QKeyEvent) -> bool:
        """Besides arrows, Enter and zoom: F folds, A opens all, Escape closes what is open."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return True
        if event.key() in _LETTERS and self.wants(event):
            self.folded.emit(self.cursor_box if event.key() == Qt.Key.Key_F else None)
            return True
        return super().take_key(event)

    def wants(self, event: QKeyEvent) -> bool:
        letter = event.key() in _LETTERS and not event.modifiers() & ~_SHIFT
        return self.plan is not None and (letter or super().wants(event))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of a sum, or of the arrow into it: whether the input of its sub-layer bypasses it."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        found = self.start() if keyboard else self.place_at(QPointF(event.pos()))
        place = None if found is None else sublayer_of(found[0])
        event.setAccepted(place is not None)
        if found is None or place is None or self.live is None:
            return
        menu = _residual_menu(self, found[0].name in self.live.cut, lambda: self.cut.emit(place))
        if (pointed := self.sources_at(None if keyboard else event.pos())) is not None:
            offer_comparison(menu, self, lambda: pointed)
        below = self.mapToGlobal(self.screen_rect(found[0]).bottomLeft().toPoint())
        menu.popup(below if keyboard else event.globalPos())

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """The cached picture, then tokens and pointer over it; for SVG and PDF everything as shapes."""
        if self.plan is None or self.live is None or painter.paintEngine().type() != QPaintEngine.Type.Raster:
            painter.fillRect(self.rect(), theme.q("background"))
            if self.plan is not None and self.live is not None:
                self.picture.draw(painter, self.plan, self.camera, self.live, theme, QRectF(self.rect()))
            return
        ratio = self.devicePixelRatioF()
        picture = self._kept.pixmap(self.size(), ratio, self.plan, self.camera, self.live, theme)
        painter.drawPixmap(0, 0, picture)
        self.picture.draw_tokens(painter, self.plan, self.camera, self.live, theme)
        if isinstance(self.pointed, tuple):
            box, inner = self.pointed
            rect = self.screen_rect(box) if inner is None else dict(self.areas(box)).get(inner)
            self.picture.draw_pointed(painter, rect, box.kind, inner, theme)
        if overview := self._overview():
            self.picture.draw_overview(painter, self.plan, overview, theme)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the visible part as shapes and text into `rect`, which is as large as the widget."""
        if self.plan is None or self.live is None:
            return
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        painter.translate(rect.topLeft())
        room = rect.translated(-rect.topLeft())
        self.picture.draw(painter, self.plan, self.camera, self.live, themes.current(), room, 2.0, fixed=True)
        painter.restore()


def _residual_menu(diagram: Diagram, cut: bool, switch: Callable[[], object]) -> QMenu:
    menu = QMenu(tr("Residual connection"), diagram)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    entry = menu.addAction(tr("Cut the residual connection"))
    entry.setCheckable(True)
    entry.setChecked(cut)
    entry.triggered.connect(queued(diagram, switch))
    return menu
