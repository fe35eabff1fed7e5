"""SVG files: what Qt writes, with clipped groups, fonts that every browser knows, and what the picture shows."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import count

from viz_app.widgets.vector_painting import CLOSES, OPENS

_SVG = "http://www.w3.org/2000/svg"
_FONTS = {"sans serif": "sans-serif", "sans": "sans-serif", "serif": "serif", "monospace": "monospace"}
for _prefix, _name in (("", _SVG), ("xlink", "http://www.w3.org/1999/xlink")):
    ElementTree.register_namespace(_prefix, _name)


def finished(svg: str, metadata: str | None = None) -> bytes:
    """Completes what Qt wrote: what is between two marks of `clipped` becomes a clipped group, fonts get names that
    every browser knows, and `metadata` is added. Unpaired marks are left as they are."""
    root = ElementTree.fromstring(svg)
    for part in root.iter():
        if name := part.get("font-family"):
            part.set("font-family", _FONTS.get(name.lower(), f"{name}, sans-serif"))
    if metadata is not None:
        node = ElementTree.Element(f"{{{_SVG}}}metadata", {"id": "headscope"})
        node.text = metadata
        root.insert(2, node)  # behind title and desc
    number = count(1)
    for group in list(root.iter(f"{{{_SVG}}}g")):
        _cut(group, number)
    return ElementTree.tostring(root, "utf-8", xml_declaration=True)


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
