"""The icons, drawn: one line of strokes each, on a grid of 24 × 24, in the colour that the theme asks for.

A drawing is words separated by spaces. M x y starts a stroke, L x y draws a line, C six numbers a curve, Z closes it;
R x y width height corner is a rectangle, O x y radius a circle. What follows a * is filled instead of stroked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_GRID = 24.0
_STROKE = 1.7
_SIZES = (20, 24, 32, 48)  # px kept in an icon: rails at text sizes 100-200 %, screens of scale 1-2

_DRAWINGS = {
    # the views
    "attention": "R3.5 3.5 17 17 3 * R5.8 5.8 4 4 0.8 R10 10 4 4 0.8 R14.2 14.2 4 4 0.8",
    "lines": "M5 5 L19 12 M5 12 L19 5 M5 19 L19 19 * O5 5 2 O5 12 2 O5 19 2 O19 5 2 O19 12 2 O19 19 2",
    "calculate": "M18 7.5 L18 4.5 L6 4.5 L13 12 L6 19.5 L18 19.5 L18 16.5",
    "masks": "R3.5 3.5 17 17 3 * M4.5 6 L18 19.5 L6.5 19.5 C5.3 19.5 4.5 18.7 4.5 17.5 Z",
    "positions": "M2.5 12 C5 2.5 9 2.5 12 12 C15 21.5 19 21.5 21.5 12",
    "decoding": "M5 12 L8 12 C13 12 11 5.5 16 5.5 L18 5.5 M8 12 C13 12 11 18.5 16 18.5 L18 18.5 M8 12 L18 12"
    " * O4 12 2.2 O19.5 5.5 2.2 O19.5 12 1.6 O19.5 18.5 2.2",
    "model": "R4 3.5 16 4.6 1.5 R4 9.7 16 4.6 1.5 R4 15.9 16 4.6 1.5",
    "survey": "M4 4 L4 20 L20.5 20 * R6.8 14 3 4 0.6 R11.3 10 3 8 0.6 R15.8 6 3 12 0.6",
    "heads": "O6 6.5 2.6 O6 17.5 2.6 M8.2 8 L20 17.5 M8.2 16 L20 6.5",
    "console": "M4.5 6 L11 12 L4.5 18 M12.5 18.5 L20 18.5",
    "compare": "R3.5 5 7 14 1.5 R13.5 5 7 14 1.5 * R5.5 8 3 3 0.5 R15.5 13 3 3 0.5",
    "lens": "O10.5 10.5 6.5 M15.3 15.3 L20.5 20.5 M7.2 12.8 L13.8 12.8 M7.2 10.2 L13.8 10.2 M8.4 7.6 L12.6 7.6",
    "train": "M4 3.5 L4 20 L20.5 20 M7.5 5.5 C9 14 13 15.5 20.5 16",
    "lessons": "M12 6.5 C9.5 4.6 6.5 4.4 3 5 L3 18 C6.5 17.4 9.5 17.6 12 19.5 C14.5 17.6 17.5 17.4 21 18 L21 5"
    " C17.5 4.4 14.5 4.6 12 6.5 L12 19.5",
    # the transport
    "play": "* M8 4.8 C8 4 8.8 3.6 9.5 4 L19.6 11.1 C20.2 11.5 20.2 12.5 19.6 12.9 L9.5 20 C8.8 20.4 8 20 8 19.2 Z",
    "pause": "* R6.5 4.5 4 15 1 R13.5 4.5 4 15 1",
    "back": "M14.5 5.5 L8 12 L14.5 18.5",
    "forward": "M9.5 5.5 L16 12 L9.5 18.5",
    "up": "M5.5 14.5 L12 8 L18.5 14.5",
    "first": "M6.5 5 L6.5 19 M17 5.5 L10.5 12 L17 18.5",
    "last": "M17.5 5 L17.5 19 M7 5.5 L13.5 12 L7 18.5",
    # the window
    "search": "O10.5 10.5 6 M15 15 L20.5 20.5",
    "split": "R3.5 4.5 17 15 3 M12 4.5 L12 19.5",
    "present": "R3 4 18 12 2.5 M12 16 L12 20 M8 20 L16 20 * M10.3 7.2 L14.5 10 L10.3 12.8 Z",
    "undo": "M4.5 9.5 L14.5 9.5 C17.8 9.5 20 11.7 20 14.5 C20 17.3 17.8 19.5 14.5 19.5 L10 19.5 M9 5 L4.5 9.5 L9 14",
    "redo": "M19.5 9.5 L9.5 9.5 C6.2 9.5 4 11.7 4 14.5 C4 17.3 6.2 19.5 9.5 19.5 L14 19.5 M15 5 L19.5 9.5 L15 14",
    "pin": "M9 3.5 L15 3.5 M10 3.5 L10 9.5 L7 13.5 L17 13.5 L14 9.5 L14 3.5 M12 13.5 L12 20.5",
    "close": "M6 6 L18 18 M18 6 L6 18",
    "check": "M4.5 12.5 L10 18 L19.5 6.5",
    "plus": "M12 5 L12 19 M5 12 L19 12",
    "more": "* O5.5 12 1.7 O12 12 1.7 O18.5 12 1.7",
    "menu": "M4 6.5 L20 6.5 M4 12 L20 12 M4 17.5 L20 17.5",
    "warning": "M12 4 L21 19.5 L3 19.5 Z M12 10 L12 14 * O12 16.8 1.1",
    "export": "M12 14.5 L12 4 M7.5 8.5 L12 4 L16.5 8.5 M4.5 14.5 L4.5 20 L19.5 20 L19.5 14.5",
    "open": "M3.5 6.5 L3.5 18.5 L20.5 18.5 L20.5 8.5 L12 8.5 L10 6 L3.5 6 Z",
    "device": "R6.5 6.5 11 11 2 M9.5 3.5 L9.5 6.5 M14.5 3.5 L14.5 6.5 M9.5 17.5 L9.5 20.5 M14.5 17.5 L14.5 20.5"
    " M3.5 9.5 L6.5 9.5 M3.5 14.5 L6.5 14.5 M17.5 9.5 L20.5 9.5 M17.5 14.5 L20.5 14.5",
}
NAMES = tuple(_DRAWINGS)


@cache
def drawing(name: str) -> tuple[QPainterPath, QPainterPath]:
    """The paths to stroke and to fill, on the 24 × 24 grid. Raises KeyError for an unknown name."""
    words = _DRAWINGS[name].replace("M", " M ").replace("L", " L ").replace("C", " C ").replace("R", " R ")
    todo = words.replace("O", " O ").replace("Z", " Z ").split()
    stroked, filled = QPainterPath(), QPainterPath()
    filled.setFillRule(Qt.FillRule.WindingFill)
    path = stroked
    while todo:
        word = todo.pop(0)
        if word == "*":
            path = filled
            continue
        count = {"M": 2, "L": 2, "C": 6, "Z": 0, "R": 5, "O": 3}[word]
        _add(path, word, [float(todo.pop(0)) for _ in range(count)])
    return stroked, filled


def _add(path: QPainterPath, word: str, at: list[float]) -> None:
    if word == "R":
        path.addRoundedRect(QRectF(*at[:4]), at[4], at[4])
    elif word == "O":
        path.addEllipse(QPointF(at[0], at[1]), at[2], at[2])
    else:
        draw: dict[str, Callable[..., None]] = {"M": path.moveTo, "L": path.lineTo, "C": path.cubicTo}
        draw.get(word, path.closeSubpath)(*at)


def draw_icon(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Paints an icon as large as fits into `rect`, centred. Raises KeyError for an unknown name."""
    stroked, filled = drawing(name)
    side = min(rect.width(), rect.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center() - QPointF(side / 2, side / 2))
    painter.scale(side / _GRID, side / _GRID)
    pen = QPen(colour, _STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(stroked, pen)
    painter.fillPath(filled, QBrush(colour))
    painter.restore()


def icon(name: str, theme: Theme | None = None, role: str = "ink") -> QIcon:
    """A QIcon in a theme's colours: `role` normally, pale when disabled, `role` when selected or checked.

    Ask again on `theme.changed`; equal questions give the same icon. Raises KeyError for an unknown name.
    """
    return _icon(name, theme or themes.current(), role)


@cache
def blank() -> QIcon:
    """An empty icon that takes the space of one."""
    made = QIcon()
    for size in _SIZES:
        nothing = QPixmap(size, size)
        nothing.fill(Qt.GlobalColor.transparent)
        made.addPixmap(nothing)
    return made


@lru_cache(maxsize=256)
def _icon(name: str, theme: Theme, role: str) -> QIcon:
    made = QIcon()
    colours = {QIcon.Mode.Normal: theme.q(role), QIcon.Mode.Disabled: theme.wash("muted", 0.6, "background")}
    for size in _SIZES:
        for mode, colour in colours.items():
            made.addPixmap(picture(name, size, colour), mode)
    return made


def picture(name: str, size: int, colour: QColor) -> QPixmap:
    """One icon as a clear square picture, `size` device pixels wide. Raises KeyError for an unknown name."""
    drawing(name)
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        draw_icon(painter, name, QRectF(0, 0, size, size), colour)
    return pixmap
