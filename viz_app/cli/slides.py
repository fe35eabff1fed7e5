"""A lesson as slides: a PDF with a page for each scene, its view as shapes, and one more for each answer."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QApplication

from model_core.errors import Refused
from viz_app.cli.program import application
from viz_app.cli.render import computed, prepare
from viz_app.document.lesson import Lesson, Scene, Words, in_language
from viz_app.document.store import Store
from viz_app.lessons.checking import CheckedScene
from viz_app.lessons.markup import rich
from viz_app.lessons.questions import USUAL
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import apply_theme
from viz_app.window.workspace import Workspace

SIZE = (1280, 720)  # px of a page
_MARGIN, _WORDS = 40.0, 380.0  # px around a page; of the column with the words
_DPI = 96


def slides(lesson: Lesson, found: list[CheckedScene], engine: Any, language: str) -> bytes:
    """The PDF; `found` are the answers as `checked` gives them. Raises Refused for a scene that cannot be shown."""
    prepare()
    application()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made = QPdfWriter(buffer)
    made.setResolution(_DPI)
    size = QSizeF(SIZE[0] * 72 / _DPI, SIZE[1] * 72 / _DPI)
    made.setPageSize(QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    made.setPageMargins(QMarginsF(0, 0, 0, 0))
    made.setTitle(in_language(lesson.title, language))
    with QPainter(made) as painter:
        for place, scene in enumerate(lesson.scenes):
            if place:
                made.newPage()
            store = computed("window", scene.shown(lesson.states), engine)
            apply_theme(store.state.desk)
            store.hiding.hide(scene.hidden_in(store.state.look))
            _page(painter, lesson, place, store, language, "")
            answer = found[place].answer
            if answer is not None or (scene.then and scene.question is None):
                made.newPage()
                store.hiding.hide(None)
                if scene.then:
                    store = computed("window", scene.after(lesson.states), engine)
                _page(painter, lesson, place, store, language, "" if answer is None else f"`{answer.said}`")
            store.hiding.close()
    del made
    buffer.close()
    return bytes(data.data())


def _page(painter: QPainter, lesson: Lesson, place: int, store: Store, language: str, answer: str) -> None:
    """One page: the title, the first view of the State at the left, the words at the right."""
    theme, scene = themes.current(), lesson.scenes[place]
    painter.fillRect(QRectF(0, 0, *SIZE), theme.q("background"))
    top = _text(painter, f"**{in_language(scene.title, language)}**", QPointF(_MARGIN, 24), SIZE[0] - 2 * _MARGIN, 30)
    room = QRectF(_MARGIN, top + 12, SIZE[0] - 3 * _MARGIN - _WORDS, SIZE[1] - top - 56)
    _paint_view(painter, store, room)
    left, down = SIZE[0] - _MARGIN - _WORDS, top + 12
    for words, px in _column(scene, language, answer):
        down = _text(painter, words, QPointF(left, down), _WORDS, px) + 8
    foot = f"{in_language(lesson.title, language)} · {place + 1} / {len(lesson.scenes)}"
    _text(painter, foot, QPointF(_MARGIN, SIZE[1] - 34), SIZE[0] - 2 * _MARGIN, 14)


def _column(scene: Scene, language: str, answer: str) -> list[tuple[str, int]]:
    """The words of a page with their sizes in px."""
    found = [(in_language(scene.text, language), 22)]
    if scene.question is not None:
        ask: Words = scene.question.ask or USUAL[scene.question.kind]
        found.append((f"**{in_language(ask, language)}**", 22))
    return [*found, *([(answer, 26)] if answer else [])]


def _text(painter: QPainter, words: str, corner: QPointF, width: float, px: int) -> float:
    """Paints simple Markdown; returns where it ends, px."""
    if not words:
        return corner.y()
    theme, document = themes.current(), QTextDocument()
    font = themes.font("body")
    font.setPixelSize(px)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setDefaultStyleSheet(f"body {{ color: {theme.ink}; }}")
    document.setHtml(f"<body>{rich(words, theme.target)}</body>")
    document.setTextWidth(width)
    painter.save()
    painter.translate(corner)
    document.drawContents(painter)
    painter.restore()
    return corner.y() + document.size().height()


def _paint_view(painter: QPainter, store: Store, room: QRectF) -> None:
    """The first view of the State, as shapes."""
    desk = Workspace(store)
    try:
        desk.resize(round(room.width()), round(room.height()))
        desk.show()
        for _ in range(4):  # layouts, then what waits for their sizes
            QApplication.processEvents()
        pages = desk.open_views()
        if not pages:
            raise Refused("E-RENDER-VIEW", "There is no view to paint")
        pages[0].view.paint_to(painter, room)
    finally:
        desk.close()
        desk.deleteLater()
