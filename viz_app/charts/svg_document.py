"""SVG files: what Qt writes, with clipped groups, text as wide in other fonts, and what the picture shows."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import cache
from itertools import count

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QFont, QFontMetricsF, QImage

from viz_app.widgets.vector_painting import CLOSES, OPENS

_SVG = "http://www.w3.org/2000/svg"
_FONTS = {"sans serif": "sans-serif", "sans": "sans-serif", "serif": "serif", "monospace": "monospace"}
_OURS, _SIMILAR = "Inter Tabular", "Inter Tabular,Inter,Helvetica,Arial"  # few computers have the first
_FINE = 2  # pixels of a repeated one for each px on which it is drawn
MOST_PIXELS = 16_000_000  # of a larger image they are repeated less often
_LINKS = "http://www.w3.org/1999/xlink"
HREF = f"{{{_LINKS}}}href"
for _prefix, _name in (("", _SVG), ("xlink", _LINKS)):
    ElementTree.register_namespace(_prefix, _name)


def finished(svg: str, metadata: str | None = None) -> bytes:
    """Completes what Qt wrote: what is between two marks of `clipped` becomes a clipped group, fonts get names that
    every browser knows, text its width in this font, images pixels with sharp borders, and `metadata` is added.
    Unpaired marks are left as they are."""
    root = ElementTree.fromstring(svg)
    for part in root.iter():
        if name := part.get("font-family"):
            if part.tag == f"{{{_SVG}}}text" and part.text and (size := part.get("font-size")):
                width = _metrics(name, part.get("font-weight", "400")).horizontalAdvance(part.text) * float(size) / 100
                part.attrib |= {"textLength": f"{width:.2f}", "lengthAdjust": "spacingAndGlyphs"}
            part.set("font-family", _FONTS.get(name.lower(), f"{name.replace(_OURS, _SIMILAR)}, sans-serif"))
        if part.get("image-rendering") == "optimizeSpeed":
            _keep_cells(part)
    if metadata is not None:
        node = ElementTree.Element(f"{{{_SVG}}}metadata", {"id": "headscope"})
        node.text = metadata
        root.insert(2, node)  # behind title and desc
    number = count(1)
    for group in list(root.iter(f"{{{_SVG}}}g")):
        _cut(group, number)
    return ElementTree.tostring(root, "utf-8", xml_declaration=True)


@cache
def _metrics(families: str, weight: str) -> QFontMetricsF:
    """Of the font at 100 px."""
    font = QFont(families.split(","))
    font.setPixelSize(100)
    font.setWeight(QFont.Weight(int(weight)))
    return QFontMetricsF(font)


def _keep_cells(part: ElementTree.Element) -> None:
    """Repeats the pixels of an image that is drawn larger: many programs smooth it otherwise, and cells of a map run
    into each other."""
    image = QImage.fromData(b64decode(part.get(HREF, "").partition(",")[2]))
    sides = ((float(part.get("width", 0)), image.width()), (float(part.get("height", 0)), image.height()))
    fine = min(_FINE, math.sqrt(MOST_PIXELS / max(1.0, math.prod(drawn for drawn, _ in sides))))
    across, down = (math.ceil(fine * drawn / pixels) if drawn > 1.5 * pixels > 0 else 1 for drawn, pixels in sides)
    if across * down > 1:
        buffer = QBuffer()
        image.scaled(image.width() * across, image.height() * down).save(buffer, "PNG")  # type: ignore[call-overload]
        part.set(HREF, f"data:image/png;base64,{b64encode(buffer.data().data()).decode()}")


def _mark_of(group: ElementTree.Element) -> ElementTree.Element | None:
    """The rectangle of a mark; None for anything else."""
    if group.tag != f"{{{_SVG}}}g" or len(group) != 1 or group[0].tag != f"{{{_SVG}}}rect":
        return None
    return group[0] if group[0].get("x") == group[0].get("y") and group[0].get("x") in (OPENS, CLOSES) else None


def _cut(group: ElementTree.Element, number: Iterator[int]) -> None:
    """Puts what is between two marks into a group of its own."""
    parts, groups = list(group), [ElementTree.Element(group.tag)]
    for part in parts:
        mark = _mark_of(part)
        if mark is None:
            groups[-1].append(part)
        elif mark.get("x") == OPENS:
            name = f"cut{next(number)}"
            inner = ElementTree.SubElement(groups[-1], f"{{{_SVG}}}g", {"clip-path": f"url(#{name})"})
            shape = ElementTree.SubElement(inner, f"{{{_SVG}}}clipPath", {"id": name})
            sides = {side: mark.get(side, "0") for side in ("width", "height")}
            ElementTree.SubElement(shape, f"{{{_SVG}}}rect", sides | {"transform": part.get("transform", "")})
            groups.append(inner)
        elif len(groups) > 1:
            groups.pop()
    if len(groups) == 1:
        group[:] = list(groups[0])
