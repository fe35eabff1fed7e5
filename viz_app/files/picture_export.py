"""Results as files and on the clipboard: pictures as PNG, SVG and PDF, numbers as NPZ, CSV and JSON.

The window, `render` and `trace` save through the same functions. Every file says where it comes from (see
viz_app.data.tables), is written whole or not at all, and a failed save leaves the old file as it was.

Lengths are logical pixels; `scale` is how many device pixels each becomes in a picture of pixels.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QImage, QPageSize, QPainter, QPdfWriter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QWidget

from model_core.errors import Refused
from model_core.io.safe_files import save
from model_core.record import npz
from model_core.record.trace import Trace
from viz_app.data import tables
from viz_app.data.snapshot import ExportTable
from viz_app.data.tables import Context
from viz_app.document.state import State
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets import vector_painting
from viz_app.widgets.view import View

SCALES = (0.5, 4.0)  # device pixels for each of the screen's
LARGEST_SIDE = 16_384  # device pixels
LARGEST_AREA = 100_000_000  # device pixels: 400 MB while it is painted
_DPI = 96  # of a logical pixel: SVG and PDF come out as large as the screen shows them at 100 %
POINT = 72 / _DPI  # points of a logical pixel
_MARGIN = 16.0  # px around the caption
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Paint = Callable[[QPainter, QRectF], None]


@dataclass(frozen=True)
class Picture:
    """A picture to export: its size, how to paint it, and its background colour."""

    width: float
    height: float
    paint: Paint
    ground: QColor


def of_view(view: View) -> Picture:
    """A view as last drawn, at its present size."""
    return Picture(view.width(), view.height(), view.paint_to, themes.current().q("background"))


def of_map(view: View) -> Picture:
    """What a view shows without its heading and controls: all parts that paint themselves, each in its place with the
    title above it."""
    ground = themes.current().q("background")
    if view.fills:
        return Picture(view.width(), view.height(), view.paint_content, ground)
    parts = [one for one in view.findChildren(QWidget) if hasattr(one, "paint_to") and one.isVisibleTo(view)]
    parts = [one for one in parts if not any(other is not one and other.isAncestorOf(one) for other in parts)]
    if not parts:
        return of_view(view)
    titles = (getattr(part.parentWidget(), "title", None) for part in parts)  # of the widgets that they lie on
    parts += dict.fromkeys(one for one in titles if isinstance(one, QWidget) and one.isVisibleTo(view))
    places = [QRect(one.mapTo(view, QPoint(0, 0)), one.size()) for one in parts]
    room = QRegion()
    for place in places:
        room += place

    def paint(painter: QPainter, _rect: QRectF) -> None:
        for part, place in zip(parts, places, strict=True):
            painter.save()
            painter.translate(place.topLeft() - room.boundingRect().topLeft())
            if hasattr(part, "paint_to"):
                part.paint_to(painter, QRectF(0, 0, place.width(), place.height()))
            else:
                part.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag(0))
            painter.restore()

    return Picture(room.boundingRect().width(), room.boundingRect().height(), paint, ground)


def of_window(window: QWidget) -> Picture:
    """A whole window, or any other widget, as on screen."""
    ground = themes.current().q("background")
    return Picture(window.width(), window.height(), lambda painter, _rect: _paint_widget(window, painter), ground)


def of_image(picture: QImage) -> Picture:
    size, ground = picture.deviceIndependentSize(), themes.current().q("background")
    return Picture(size.width(), size.height(), lambda painter, rect: painter.drawImage(rect, picture), ground)


def strip_height(width: int, context: Context | None) -> int:
    """How much the lines under a picture of this width add to its height."""
    empty = Picture(width, 1, lambda _painter, _rect: None, themes.current().q("background"))
    return _Page(empty, context, False).height - 1


def page_size(drawing: Picture, context: Context | None, caption: bool) -> tuple[int, int]:
    """Width and height of a picture with the lines under it. Raises Refused for a drawing without a size."""
    page = _Page(drawing, context, caption)
    return page.width, page.height


def _paint_widget(widget: QWidget, painter: QPainter) -> None:
    """Paints a widget and its children; as vector graphics each child is clipped to its own rectangle. QWidget.render
    clips only pixels: a scrolled row would cover its neighbours."""
    if isinstance(painter.device(), QImage):
        widget.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
        return
    flags = QWidget.RenderFlag.DrawWindowBackground if widget.autoFillBackground() else QWidget.RenderFlag(0)
    with vector_painting.clipped(painter, widget):
        QWidget.render(widget, painter, QPoint(0, 0), QRegion(), flags)  # a view of graphics has another one
        for part in widget.children():
            if isinstance(part, QWidget) and not (part.isHidden() or part.isWindow()):
                painter.save()
                painter.translate(part.pos())
                _paint_widget(part, painter)
                painter.restore()


# ---------------------------------------------------------------- painting


class _Page:
    """A drawing with a line that says how its run differs from a plain one, and on request one that says where it comes
    from."""

    def __init__(self, drawing: Picture, context: Context | None, caption: bool) -> None:
        if drawing.width < 1 or drawing.height < 1:
            raise Refused("E-PICTURE-SIZE", tr("There is nothing to draw: the view has no size. Nothing was written."))
        lines = [] if context is None else [context.warning, context.source_line() if caption else ""]
        self.drawing, self.caption = drawing, "\n".join(filter(None, lines))
        self.font = QFont(themes.font("small"))
        self.font.setPixelSize(QFontInfo(self.font).pixelSize())
        room = QRectF(0, 0, max(1.0, drawing.width - 2 * _MARGIN), 1e6)
        lines_height = QFontMetricsF(self.font).boundingRect(room, self._FLAGS, self.caption).height()
        self.strip = lines_height + 1.5 * _MARGIN if self.caption else 0.0
        self.width, self.height = math.ceil(drawing.width), math.ceil(drawing.height + self.strip)

    _FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap

    def paint(self, painter: QPainter) -> None:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.fillRect(QRectF(0, 0, self.width, self.height), self.drawing.ground)
        painter.save()
        self.drawing.paint(painter, QRectF(0, 0, self.drawing.width, self.drawing.height))
        painter.restore()
        if self.caption:
            room = QRectF(_MARGIN, self.drawing.height + _MARGIN / 2, self.drawing.width - 2 * _MARGIN, self.strip)
            painter.setFont(self.font)
            painter.setPen(themes.current().q("ink"))
            painter.drawText(room, self._FLAGS, self.caption)


def image(drawing: Picture, context: Context | None = None, scale: float = 2.0, caption: bool = False) -> QImage:
    """The picture in pixels, with the context in its metadata. Raises Refused for a size out of range."""
    page = _Page(drawing, context, caption)
    made = _blank(page, scale)
    with QPainter(made) as painter:
        page.paint(painter)
    for name, text in (context.fields() if context is not None else {}).items():
        made.setText(name, storable(text))
    return made


def _blank(page: _Page, scale: float) -> QImage:
    if not SCALES[0] <= scale <= SCALES[1]:
        raise Refused(
            "E-PICTURE-SCALE",
            tr(
                "Scale {scale:g} is not possible; use {least:g} to {most:g}",
                scale=scale,
                least=SCALES[0],
                most=SCALES[1],
            ),
        )
    size = QSize(round(page.width * scale), round(page.height * scale))
    if max(size.width(), size.height()) > LARGEST_SIDE or size.width() * size.height() > LARGEST_AREA:
        words = tr(
            "The picture would be {width:,} x {height:,} pixels; the limits are {side:,} per side and {all:,} in "
            "all. Choose a smaller scale.",
            width=size.width(),
            height=size.height(),
            side=LARGEST_SIDE,
            all=LARGEST_AREA,
        )
        raise Refused("E-PICTURE-SIZE", words)
    made = QImage(size, QImage.Format.Format_RGB32)
    if made.isNull():
        raise Refused("E-PICTURE-SIZE", tr("There is not enough memory for this picture. Choose a smaller scale."))
    made.setDevicePixelRatio(scale)
    return made


def png(drawing: Picture, context: Context | None = None, scale: float = 2.0, caption: bool = False) -> bytes:
    """A PNG file; the context is in its text chunks."""
    return packed(image(drawing, context, scale, caption))


def packed(picture: QImage) -> bytes:
    """A picture and its metadata as a PNG file. Slow; may be called in any thread."""
    with _buffer() as buffer:
        if not picture.save(buffer, "PNG"):  # type: ignore[call-overload]
            raise Refused("E-PICTURE", tr("The picture could not be made. Nothing was written."))
        return bytes(buffer.data().data())


def svg(drawing: Picture, context: Context | None = None, scale: float = 1.0, caption: bool = False) -> bytes:
    """An SVG file: shapes, and selectable text; the context is in title and desc. `scale` is not used."""
    from viz_app.charts import svg_document  # only here is XML read

    page = _Page(drawing, context, caption)
    with _buffer() as buffer:
        made = QSvgGenerator()
        made.setOutputDevice(buffer)
        made.setResolution(_DPI)
        made.setSize(QSize(page.width, page.height))
        made.setViewBox(QRectF(0, 0, page.width, page.height))
        if context is not None:
            made.setTitle(storable(context.caption()))
            made.setDescription(storable("\n".join(f"{name}: {text}" for name, text in context.fields().items())))
        with QPainter(made) as painter:
            page.paint(painter)
        text = storable(bytes(buffer.data().data()).decode("utf-8", "replace"))
    return svg_document.finished(text, None if context is None else json_text(context))


def pdf(drawing: Picture, context: Context | None = None, scale: float = 1.0, caption: bool = False) -> bytes:
    """A PDF of one page: shapes, and selectable text; its title is the context. `scale` is not used."""
    page = _Page(drawing, context, caption)
    with _buffer() as buffer:
        sides = [math.ceil(side * POINT) for side in (page.width, page.height)]  # a page has whole points
        made = pdf_writer(buffer, QSizeF(*sides))
        if context is not None:
            made.setTitle(storable(context.caption()))
            made.setCreator(context.program)
            made.addFileAttachment("headscope.json", QByteArray(json_text(context).encode()), "application/json")
        with QPainter(made) as painter:
            painter.fillRect(QRectF(0, 0, sides[0] / POINT, sides[1] / POINT), drawing.ground)
            page.paint(painter)
        del made
        return bytes(buffer.data().data())


@contextmanager
def _buffer() -> Iterator[QBuffer]:
    """An open QBuffer, closed at the end."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    yield buffer
    buffer.close()


def pdf_writer(buffer: QBuffer, points: QSizeF) -> QPdfWriter:
    """A writer of pages of this size, without margins, in logical pixels."""
    made = QPdfWriter(buffer)
    made.setResolution(_DPI)
    made.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    made.setPageMargins(QMarginsF(0, 0, 0, 0))
    return made


def json_text(context: Context) -> str:
    """The context as one line of ASCII."""
    return json.dumps(context.to_json(), allow_nan=False)


def storable(text: str) -> str:
    """A text without what no file format can hold: lone surrogates and control characters."""
    return _NOT_XML.sub("\ufffd", text)


# ---------------------------------------------------------------- files

PICTURES: dict[str, Callable[..., bytes]] = {".png": png, ".svg": svg, ".pdf": pdf}
NUMBERS = (".npz", ".csv", ".json")


def painted(
    path: Path, drawing: Picture, context: Context | None = None, *, scale: float = 2.0, caption: bool = False
) -> Callable[[], bytes]:
    """Paints a picture in the format of the path's suffix; returns a function that encodes it, in any thread. Raises
    Refused for another suffix or a size out of range."""
    suffix = path.suffix.lower()
    if suffix not in PICTURES:
        raise _unknown(path, tuple(PICTURES), tr("pictures"))
    if suffix == ".png":
        picture = image(drawing, context, scale, caption)
        return lambda: packed(picture)
    data = PICTURES[suffix](drawing, context, caption=caption)
    return lambda: data


def save_picture(path: Path, drawing: Picture, context: Context | None = None, *, scale: float = 2.0) -> None:
    """Writes a picture in the format of the path's suffix. Raises Refused for another suffix, a size out of range, or a
    file that cannot be written."""
    save(path, painted(path, drawing, context, scale=scale)())


def save_numbers(path: Path, state: State, trace: Trace | None, view: str = "") -> None:
    """Writes the whole Trace (.npz) or the current map (.csv, .json) in the view of this title.

    Raises Refused as `save_picture`.
    """
    suffix = path.suffix.lower()
    if suffix not in NUMBERS:
        raise _unknown(path, NUMBERS, tr("numbers"))
    if suffix == ".npz" and trace is not None:
        npz.save_npz(trace, path, {"looked_at": tables.context_of(state, trace, view).to_json()})
    else:
        save_table(path, tables.table_of(state, trace, view))


def save_table(path: Path, table: ExportTable) -> None:
    """Writes a table: the current map, or what a view exports (.csv, .json, .npz). Raises as `save_picture`."""
    made = {".csv": table.to_csv, ".json": table.to_json, ".npz": table.to_npz}.get(path.suffix.lower())
    if made is None:
        raise _unknown(path, NUMBERS, tr("numbers"))
    save(path, made())


def _unknown(path: Path, endings: tuple[str, ...], what: str) -> Refused:
    return Refused(
        "E-OUT-KIND",
        tr(
            "{name}: {kind} can be saved as {endings}. Nothing was written.",
            name=path.name,
            kind=what,
            endings=", ".join(endings),
        ),
    )


# ---------------------------------------------------------------- clipboard


def copy_picture(drawing: Picture, context: Context | None = None, scale: float = 2.0, caption: bool = False) -> None:
    """Puts the picture on the clipboard. Raises Refused for a size out of range."""
    QApplication.clipboard().setImage(image(drawing, context, scale, caption))


def table_text(state: State, trace: Trace | None, own: ExportTable | None = None) -> str:
    """The current map, or a view's own table, tab-separated. Raises Refused if there is no map."""
    return (own or tables.table_of(state, trace)).to_tabs()
