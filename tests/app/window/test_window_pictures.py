"""Pictures of a whole window as shapes and text: what is scrolled away does not reach over its neighbours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsView, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.support.harness import svg_of
from tests.support.pdf_text import pdf_streams, pdf_texts
from viz_app.charts import svg_document
from viz_app.files import picture_export
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.painting import pixel_font
from viz_app.widgets.theme import Theme
from viz_app.widgets.vector_painting import draw_part

SVG = "{http://www.w3.org/2000/svg}"


class Wide(QWidget):
    """A row of 300 px with two words, the second beyond what its parent shows."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.drawText(10, 20, "within")
            painter.drawText(200, 20, "beyond")


@pytest.fixture
def narrow(qtbot) -> Iterator[QWidget]:
    """A window of 200 px with a row of 300 px that is scrolled by 20 px, in a hole of 60 px."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(200, 100)
    hole = QWidget(window)
    hole.setGeometry(30, 40, 60, 30)
    Wide(hole).setGeometry(-20, 0, 300, 30)
    QLabel("hidden", window).hide()
    QGraphicsView(window).setGeometry(120, 0, 40, 20)
    yield window
    window.close()


def test_svg_of_a_window_cuts_each_part_off_at_its_border(narrow: QWidget, tmp_path: Path) -> None:
    picture_export.save_picture(tmp_path / "window.svg", picture_export.of_window(narrow))
    root = ElementTree.parse(tmp_path / "window.svg").getroot()
    above = {child: parent for parent in root.iter() for child in parent}
    word = next(one for one in root.iter(f"{SVG}text") if "within" in "".join(one.itertext()))
    rects = {one.attrib["id"]: one.find(f"{SVG}rect").attrib for one in root.iter(f"{SVG}clipPath")}
    cuts = []
    while (word := above.get(word)) is not None:
        if "clip-path" in word.attrib:
            rect = rects[word.attrib["clip-path"][len("url(#") : -1]]
            cuts.append((rect["width"], rect["height"], rect["transform"]))
    assert cuts == [
        ("300", "30", "matrix(1,0,0,1,10,40)"), ("60", "30", "matrix(1,0,0,1,30,40)"),
        ("200", "100", "matrix(1,0,0,1,0,0)"),
    ]  # fmt: skip
    assert "-9000" not in (tmp_path / "window.svg").read_text(encoding="utf-8"), "no mark stays"
    assert "hidden" not in ["".join(one.itertext()).strip() for one in root.iter(f"{SVG}text")]


class WideCanvas(Canvas):
    """A word that begins within and one that lies beyond the border."""

    def draw(self, painter: QPainter, theme: Theme) -> None:
        painter.drawText(10, 20, "within")
        painter.drawText(200, 20, "beyond")


def test_svg_of_a_canvas_is_cut_off_at_its_border(qtbot: QtBot, tmp_path: Path) -> None:
    drawn = WideCanvas(None, "Wide")
    qtbot.addWidget(drawn)
    drawn.resize(100, 30)
    ground = themes.current().q("background")
    picture_export.save_picture(tmp_path / "a.svg", picture_export.Picture(300, 40, drawn.paint_to, ground))
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    (group,) = (one for one in root.iter(f"{SVG}g") if "clip-path" in one.attrib)
    assert {"".join(one.itertext()).strip() for one in group.iter(f"{SVG}text")} == {"within", "beyond"}
    (rect,) = (one.find(f"{SVG}rect") for one in group.iter(f"{SVG}clipPath"))
    assert rect is not None and (rect.get("width"), rect.get("height")) == ("100", "30")


def test_pdf_of_a_window_cuts_each_part_off_at_its_border(narrow: QWidget, tmp_path: Path) -> None:
    def clips() -> int:
        picture_export.save_picture(tmp_path / "window.pdf", picture_export.of_window(narrow))
        data = (tmp_path / "window.pdf").read_bytes()
        assert {"within", "beyond"} <= set(pdf_texts(data)) and "hidden" not in pdf_texts(data)
        return sum(len(re.findall(rb"\bW\*? n\b", stream)) for stream in pdf_streams(data))

    cut = clips()
    assert cut >= 2, "the hole and the row in it"


SHAPE = '<g fill="#000000" transform="matrix(1,0,0,1,0,0)"><rect x="{at}" y="{at}" width="9" height="7"/></g>'


def test_svg_without_pairs_of_marks_keeps_its_shapes() -> None:
    for at in ((0,), (-90001,), (-90001, 0, -90001)):
        plain = f'<svg xmlns="{SVG[1:-1]}"><g>{"".join(SHAPE.format(at=one) for one in at)}</g></svg>'
        made = ElementTree.fromstring(svg_document.finished(plain))
        assert [one.get("x") for one in made.iter(f"{SVG}rect")] == list(map(str, at))
        assert not list(made.iter(f"{SVG}clipPath"))


def test_marks_in_marks_become_groups_in_groups_that_are_cut() -> None:
    shapes = "".join(SHAPE.format(at=at) for at in (-90001, 1, -90001, 2, -90002, 3, -90002, 4))
    root = ElementTree.fromstring(svg_document.finished(f'<svg xmlns="{SVG[1:-1]}"><g>{shapes}</g></svg>'))

    def tree(group: ElementTree.Element) -> list[object]:
        found: list[object] = []
        for one in group:
            if one.tag == f"{SVG}g":
                found.append(tree(one) if one.get("clip-path") else one[0].get("x"))
        return found

    assert tree(root[0]) == [["1", ["2"], "3"], "4"]
    clips = {one.get("id"): one[0].get("width") for one in root.iter(f"{SVG}clipPath")}
    assert clips == {"cut1": "9", "cut2": "9"}


def test_fonts_are_named_so_that_every_browser_knows_them() -> None:
    fonts = {"Sans Serif": "sans-serif", "Monospace": "monospace", "DejaVu Sans": "DejaVu Sans, sans-serif"}
    for theirs, ours in fonts.items():
        plain = f'<svg xmlns="{SVG[1:-1]}"><g font-family="{theirs}"><text>a</text></g></svg>'
        assert f'font-family="{ours}"' in svg_document.finished(plain).decode()


class Words:
    """Three words of a sentence, one above the other."""

    texts = ("Row = the token just read", "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}", "the next: 0.12")

    def paint_to(self, painter: QPainter, _rect: QRectF) -> None:
        painter.setFont(pixel_font(themes.font("body")))
        for row, text in enumerate(self.texts):
            painter.drawText(9, 40 + 30 * row, text)


def test_text_keeps_its_width_in_other_fonts() -> None:
    """Few computers have the font of the pictures; in a wider one words would cover their neighbours."""
    root = ElementTree.fromstring(svg_document.finished(svg_of(Words(), (400, 200))))
    found = {one.text: one for one in root.iter(f"{SVG}text")}
    measured = QFontMetricsF(pixel_font(themes.font("body")))
    for text in Words.texts:
        assert found[text].attrib["lengthAdjust"] == "spacingAndGlyphs"
        assert float(found[text].attrib["textLength"]) == pytest.approx(measured.horizontalAdvance(text), rel=0.02)
    families = found[Words.texts[0]].attrib["font-family"].split(",")
    assert families.index("Arial") < families.index("DejaVu Sans"), "the wider one"


class Pixels:
    """An image of 4 × 2 pixels: its left half on 2 × 2 px, all of it on 40 × 30 px."""

    def __init__(self) -> None:
        self.image = QImage(4, 2, QImage.Format.Format_RGB32)
        for x in range(4):
            for y in range(2):
                self.image.setPixel(x, y, 0xFF000000 | 50 * x + 10000 * y)

    def paint_to(self, painter: QPainter, _rect: QRectF) -> None:
        draw_part(painter, QRectF(5, 5, 2, 2), self.image, QRectF(0, 0, 2, 2))
        painter.drawImage(QRectF(50, 50, 40, 30), self.image)


def test_svg_has_the_part_of_an_image_and_sharp_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt writes all of an image where a part is drawn; many programs smooth what is drawn larger than it is."""
    pixels = Pixels()
    root = ElementTree.fromstring(svg_document.finished(svg_of(pixels, (200, 100))))
    part, whole = (
        QImage.fromData(b64decode(one.attrib[svg_document.HREF].partition(",")[2])) for one in root.iter(f"{SVG}image")
    )
    assert part.convertToFormat(QImage.Format.Format_RGB32) == pixels.image.copy(0, 0, 2, 2)
    assert whole.width() >= 2 * 40 and whole.height() >= 2 * 30
    across, down = whole.width() // 4, whole.height() // 2
    for x in range(whole.width()):
        for y in range(whole.height()):
            assert whole.pixel(x, y) == pixels.image.pixel(x // across, y // down)
    monkeypatch.setattr(svg_document, "MOST_PIXELS", 300)  # as of a picture of many metres
    root = ElementTree.fromstring(svg_document.finished(svg_of(pixels, (200, 100))))
    *_, less = (
        QImage.fromData(b64decode(one.attrib[svg_document.HREF].partition(",")[2])) for one in root.iter(f"{SVG}image")
    )
    assert (less.width(), less.height()) == (20, 16)
