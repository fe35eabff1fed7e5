"""The base of the widgets that paint themselves: pointing, picking, the keyboard's cursor, tool tips, export."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QImage, QKeyEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import viz_app
from viz_app.widgets import canvas
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

SIDE = 20  # px of a box


class Boxes(Canvas):
    """Five boxes in a row; the last one does nothing when it is clicked."""

    asks = "Right click asks."
    moves = {**canvas.ARROWS, **canvas.ENDS, **canvas.PAGES}

    def __init__(self) -> None:
        super().__init__(None, "Boxes")
        self.picked: list[object] = []
        self.restyles = 0
        self.resize(5 * SIDE, SIDE)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        for place in range(5):
            painter.fillRect(self.rect_of(place), theme.q("source" if place == self.pointed else "target"))

    def place_at(self, point: QPointF) -> int | None:
        place = int(point.x() // SIDE)
        return place if 0 <= place < 5 else None

    def rect_of(self, place: object) -> QRectF:
        assert isinstance(place, int)
        return QRectF(place * SIDE, 0, SIDE - 2, SIDE - 2)

    def tip_of(self, place: object) -> str:
        return f"<box {place}>"

    def hint_of(self, place: object) -> str:
        return "" if place == 4 else f"Click box {place}."

    def walk(self, place: object, down: int, right: int) -> int | None:
        return canvas.along(place, down + right, 5)

    def pick(self, place: object) -> None:
        self.picked.append(place)

    def restyled(self) -> None:
        self.restyles += 1


@pytest.fixture
def boxes(qtbot: QtBot) -> Boxes:
    made = Boxes()
    qtbot.addWidget(made)
    made.show()
    return made


class StillBoxes(Boxes):
    """The same, of one colour."""

    still = True


def middle(place: int) -> QPoint:
    return QPoint(place * SIDE + SIDE // 2, SIDE // 2)


def press(boxes: Boxes, key: Qt.Key, shift: bool = True) -> bool:
    """Whether the key was taken."""
    held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    event = QKeyEvent(QEvent.Type.KeyPress, key, held)
    QApplication.sendEvent(boxes, event)
    return event.isAccepted()


def test_pointing_says_what_is_there_and_what_a_click_does(boxes: Boxes) -> None:
    hovered: list[object] = []
    hinted: list[str] = []
    boxes.hovered.connect(hovered.append)
    boxes.hinted.connect(hinted.append)
    for place in (1, 1, 4):
        QTest.mouseMove(boxes, middle(place))
    assert hovered == [1, 4]
    assert hinted == ["Click box 1. Right click asks.", ""]
    assert boxes.cursor().shape() == Qt.CursorShape.ArrowCursor
    QApplication.sendEvent(boxes, QEvent(QEvent.Type.Leave))
    assert hovered[-1] is None and boxes.pointed is None


def test_a_click_picks_where_it_does_something_and_nowhere_else(boxes: Boxes) -> None:
    QTest.mouseClick(boxes, Qt.MouseButton.LeftButton, pos=middle(2))
    QTest.mouseClick(boxes, Qt.MouseButton.LeftButton, pos=middle(4))
    QTest.mouseClick(boxes, Qt.MouseButton.RightButton, pos=middle(1))
    assert boxes.picked == [2]


def test_a_press_that_is_released_elsewhere_picks_nothing(boxes: Boxes) -> None:
    QTest.mousePress(boxes, Qt.MouseButton.LeftButton, pos=middle(2))
    QTest.mouseRelease(boxes, Qt.MouseButton.LeftButton, pos=middle(3))
    QTest.mouseRelease(boxes, Qt.MouseButton.LeftButton, pos=middle(3))
    assert boxes.picked == []


def test_the_keys_walk_to_the_edges_and_pick(boxes: Boxes) -> None:
    seen = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home):
        assert press(boxes, key)
        seen.append(boxes.at)
    assert seen == [0, 1, 4, 4, 3, 0]
    assert press(boxes, Qt.Key.Key_PageDown) and boxes.at == 4
    assert boxes.accessibleDescription() == "<box 4>"
    assert press(boxes, Qt.Key.Key_Return, shift=False) and boxes.picked == [4]


def test_other_keys_are_not_handled(boxes: Boxes) -> None:
    assert not press(boxes, Qt.Key.Key_Right, shift=False)
    assert not press(boxes, Qt.Key.Key_Return, shift=False)  # the cursor is nowhere
    assert not press(boxes, Qt.Key.Key_A)
    assert boxes.at is None


def test_its_own_keys_are_kept_from_shortcuts(boxes: Boxes) -> None:
    def kept(key: Qt.Key, held: Qt.KeyboardModifier) -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, held)
        event.ignore()
        QApplication.sendEvent(boxes, event)
        return event.isAccepted()

    assert kept(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert kept(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    assert not kept(Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier)
    assert not kept(Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)


def test_the_ring_is_for_the_keyboard_alone(boxes: Boxes) -> None:
    def edge(place: int) -> str:
        return boxes.grab().toImage().pixelColor(place * SIDE + SIDE // 2, 0).name()

    boxes.setFocus(Qt.FocusReason.MouseFocusReason)
    plain = edge(0)
    boxes.clearFocus()
    boxes.setFocus(Qt.FocusReason.TabFocusReason)
    assert edge(0) != plain
    press(boxes, Qt.Key.Key_Right)
    press(boxes, Qt.Key.Key_Right)
    assert edge(0) == plain != edge(1)
    boxes.clearFocus()
    assert edge(1) == plain


def test_tool_tips_are_plain_text(boxes: Boxes, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(canvas.QToolTip, "showText", lambda _at, text, *_: shown.append(text))
    for point in (middle(3), QPoint(-5, 3)):
        QApplication.sendEvent(boxes, QHelpEvent(QEvent.Type.ToolTip, point, boxes.mapToGlobal(point)))
    assert "&lt;box 3&gt;" in shown[0] and shown[1] == ""


def test_export_paints_the_same_without_the_ring(boxes: Boxes) -> None:
    boxes.setFocus(Qt.FocusReason.OtherFocusReason)

    def picture(paint: bool) -> QImage:
        image = QImage(QSize(5 * SIDE, SIDE), QImage.Format.Format_RGB32)
        image.fill(boxes.palette().window().color())
        with QPainter(image) as painter:
            if paint:
                boxes.paint_to(painter, QRectF(image.rect()))
            else:
                boxes.render(painter, QPoint(0, 0))
        return image

    assert picture(True) == picture(False)
    boxes.ring = True
    assert picture(True) != picture(False)


def test_numbers_answer_where_they_come_from(boxes: Boxes) -> None:
    asked: list[object] = []
    boxes.source = lambda place: asked.append(place)
    assert boxes.number_at(middle(3)) is None and boxes.number_at(QPoint(-1, 0)) is None
    press(boxes, Qt.Key.Key_Right)
    boxes.number_at(None)
    assert asked == [3, 0]


def test_another_theme_restyles(boxes: Boxes, qapp: QApplication) -> None:
    before = themes.current()
    themes.apply(qapp, next(theme for theme in themes.THEMES.values() if theme != before))
    themes.apply(qapp, before)
    assert boxes.restyles == 2


def test_the_cursor_moves_inside_rows_and_grids() -> None:
    assert canvas.along(None, -1, 3) == 0 and canvas.along(1, canvas.FAR, 3) == 2 and canvas.along(0, 1, 0) is None
    assert canvas.across(None, 1, 1, 2, 2) == (0, 0) and canvas.across((0, 1), 5, -5, 3, 4) == (2, 0)
    assert canvas.across((0, 0), 1, 1, 0, 4) is None


@pytest.mark.parametrize(("kind", "again"), [(Boxes, 1), (StillBoxes, 0)])
def test_the_pointer_paints_again_what_looks_different_under_it(kind: type[Boxes], again: int, qtbot: QtBot) -> None:
    boxes = kind()
    qtbot.addWidget(boxes)
    told = list[object]()
    boxes.hovered.connect(told.append)
    boxes.show()
    QApplication.processEvents()
    painted = boxes.painted
    boxes.point_at(2)
    QApplication.processEvents()
    assert boxes.painted - painted == again and told == [2]


def test_no_class_has_two_bases_of_qt() -> None:
    """Qt knows one: PySide puts the signals of the other after its slots, and warns in the terminal."""
    for found in pkgutil.walk_packages(viz_app.__path__, "viz_app."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    todo, seen = [QObject], set[type]()
    while todo:
        seen |= set(more := todo.pop().__subclasses__())
        todo += more
    own = [one for one in seen if one.__module__.startswith("viz_app.")]
    assert len(own) > 150
    assert [one for one in own if sum(issubclass(base, QObject) for base in one.__bases__) > 1] == []
