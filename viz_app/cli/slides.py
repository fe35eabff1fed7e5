"""A lesson as slides: a PDF with a page for each scene (its view as vector graphics), and one more for each answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPdfWriter, QTextDocument

from model_core.errors import Refused
from viz_app.cli.program import application
from viz_app.cli.render import come_to_rest, computed, prepare
from viz_app.document.lesson import Lesson, Scene, in_language
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.files.picture_export import POINT, pdf_writer
from viz_app.lessons.checking import CheckedScene
from viz_app.lessons.largest_text import has_room
from viz_app.lessons.markup import ColourOf, colours, rich
from viz_app.lessons.questions import USUAL, Answer
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import apply_theme, present_in
from viz_app.widgets.view import View
from viz_app.window.workspace import Workspace

SIZE = (1280, 720)  # px of a page
_MARGIN, _WORDS = 40.0, 380.0  # px around a page; of the column with the words
_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6)
"""Sizes of the words beside a view, the usual one first."""
_VIEW_SIZES = (1.5, 1.25, 1.0)
"""Text sizes of a view: the first in which it fits is used. Its text is about as large as the text beside it."""
_UNDER = 0.85
"""How much of its height a view that fills its room has under its heading."""


def slides(lesson: Lesson, found: list[CheckedScene], engine: Any, language: str) -> bytes:
    """The PDF; `found` are the answers that `checked` returns. Scenes that cannot be shown are left out. Raises Refused
    if a view cannot be painted."""
    prepare()
    application()
    apply_theme(State().desk)  # before a painter begins, which keeps the font that it finds
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made = pdf_writer(buffer, QSizeF(SIZE[0] * POINT, SIZE[1] * POINT))
    made.setTitle(in_language(lesson.title, language))
    with QPainter(made) as painter:
        shown = [place for place, one in enumerate(found) if one.hash]
        for place in shown:
            scene = lesson.scenes[place]
            if place != shown[0]:
                made.newPage()
            store = computed("window", scene.shown(lesson.states), engine)
            apply_theme(store.state.desk)
            store.hiding.hide(scene.hidden_in(store.state.look))
            answer = found[place].answer
            _page(painter, lesson, place, store, language, answer, shown=False)
            if answer is not None or (scene.then and scene.question is None):
                made.newPage()
                store.hiding.hide(None)
                if scene.then:
                    store = computed("window", scene.after(lesson.states), engine)
                _page(painter, lesson, place, store, language, answer, shown=True)
            store.hiding.close()
    del made
    buffer.close()
    return bytes(data.data())


def _page(
    painter: QPainter, lesson: Lesson, place: int, store: Store, language: str, answer: Answer | None, *, shown: bool
) -> None:
    """One page: the title, the first view of the State at the left, the words at the right, with the answer if it is
    `shown`. Words that do not fit go on at the right of further pages of the same view."""
    theme, scene = themes.current(), lesson.scenes[place]
    colour_of = colours(theme.source, theme.target, next(iter(scene.shown(lesson.states).run.source), ""))
    heading = _part(in_language(scene.title, language), 30, strong=True, colour_of=colour_of)
    title = _document(heading, SIZE[0] - 2 * _MARGIN, 30)
    foot = " · ".join(filter(None, (in_language(lesson.title, language), f"{place + 1} / {len(lesson.scenes)}")))
    top = 36 + title.size().height()
    said = _column(scene, language, answer, shown)
    wide = _WORDS if said else 0.0
    column = QRectF(SIZE[0] - _MARGIN - wide, top, wide, SIZE[1] - top - 44)
    words = _fitting(said, column.size(), colour_of)
    room = QRectF(_MARGIN, top, column.left() - 2 * _MARGIN, column.height())
    with _first_view(store, room) as view:
        for number in range(words.pageCount()):
            if number:
                made = painter.device()
                assert isinstance(made, QPdfWriter)
                made.newPage()
            painter.fillRect(QRectF(0, 0, *SIZE), theme.q("background"))
            _draw(painter, title, QPointF(_MARGIN, 24))
            view.paint_to(painter, room)
            part = QRectF(0, number * column.height(), column.width(), column.height())
            _draw(painter, words, column.topLeft() - part.topLeft(), part)
            _draw(painter, _document(rich(foot), SIZE[0] - 2 * _MARGIN, 14), QPointF(_MARGIN, SIZE[1] - 34))


def _column(scene: Scene, language: str, answer: Answer | None, shown: bool) -> list[tuple[str, int, bool]]:
    """The words of a page with their sizes in px, and whether all of them are strong: also the answers that are
    offered, unless they are mere numbers."""
    text, ask, offered, asked = in_language(scene.text, language), "", "", scene.question
    if asked is not None:
        ask = in_language(asked.ask or USUAL[asked.kind], language)
        if answer is not None and asked.kind != "tokens":
            offered = "\n".join(f"- {in_language(one.words, language)}" for one in answer.options)
    said = f"`{answer.in_full(language)}`" if shown and answer is not None else ""
    return [one for one in ((text, 22, False), (ask, 22, True), (offered, 22, False), (said, 26, False)) if one[0]]


def _part(words: str, px: int, strong: bool, colour_of: ColourOf) -> str:
    """Words of a lesson as rich text of that size."""
    weight = "bold" if strong else "normal"
    return f'<div style="font-size: {px}px; font-weight: {weight}">{rich(words, colour_of)}</div>'


def _fitting(column: list[tuple[str, int, bool]], room: QSizeF, colour_of: ColourOf) -> QTextDocument:
    """The words of a page in a column of this size (px): smaller where they are too many, on several pages where they
    would be too small to read."""
    for scale in _SCALES:
        parts = (_part(words, round(px * scale), strong, colour_of) for words, px, strong in column)
        made = _document("".join(parts), room.width(), 22)
        if made.size().height() <= room.height():
            break
    made.setPageSize(room)
    return made


def _document(words: str, width: float, px: int) -> QTextDocument:
    """Rich text in a column of this width (px)."""
    document, font = QTextDocument(), themes.font("body")
    font.setPixelSize(px)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setDefaultStyleSheet(f"body {{ color: {themes.current().ink}; }}")
    document.setHtml(f"<body>{words}</body>")
    document.setTextWidth(width)
    return document


def _draw(painter: QPainter, document: QTextDocument, corner: QPointF, part: QRectF | None = None) -> None:
    painter.save()
    painter.translate(corner)
    document.drawContents(painter, part or QRectF(QPointF(0, 0), document.size()))
    painter.restore()


@contextmanager
def _first_view(store: Store, room: QRectF) -> Iterator[View]:
    """The first view of the State as it is presented, as large as the room in which it is to be painted, in the largest
    text for which that has room."""
    desk = Workspace(store)
    try:
        desk.show()
        pages = desk.open_views()
        if not pages:
            raise Refused("E-RENDER-VIEW", "There is no view to paint")
        desk.resize(round(room.width()), round(room.height() * (_UNDER if pages[0].view.fills else 1)))
        for size in _VIEW_SIZES:
            present_in(size)
            apply_theme(store.state.desk)
            pages[0].present(True)
            come_to_rest(desk)
            if has_room(desk, pages[:1]):
                break
        if (focus := desk.focusWidget()) is not None:
            focus.clearFocus()  # no frame on paper
        yield pages[0].view
    finally:
        desk.close()
        desk.deleteLater()
        present_in(None)
        apply_theme(store.state.desk)
