"""The text of a PDF as a reader would select it: only what QPdfWriter writes is understood."""

from __future__ import annotations

import re
import zlib


def pdf_texts(data: bytes) -> list[str]:
    """One string per text block, decoded by each font's own table from glyphs to letters."""
    fonts = _fonts(data)
    found = []
    for stream in pdf_streams(data):
        for block in re.findall(rb"BT\n(.*?)ET", stream, re.S):
            name = re.search(rb"/F(\d+) ", block)
            if name is not None:
                letters = fonts[int(name[1])]
                glyphs = re.findall(rb"<([0-9A-F]{4})> Tj", block)
                words = "".join(letters.get(int(glyph, 16), "\ufffd") for glyph in glyphs)
                found.append(words.replace("\t", " "))  # fonts have one glyph for both
    return found


def pdf_title(data: bytes) -> str:
    """The document's title."""
    match = re.search(rb"/Title \(\xfe\xff(.*?)\)\n/", data, re.S)
    assert match is not None
    plain = re.sub(rb"\\([\\()])", rb"\1", match[1])
    return plain.decode("utf-16-be")


def has_pictures(data: bytes) -> bool:
    """Whether anything in it is made of pixels."""
    return b"/Subtype /Image" in data


def pdf_streams(data: bytes) -> list[bytes]:
    """What stands packed in it: the commands of its pages, and tables."""
    packed = re.findall(rb"/FlateDecode\s*>>\s*stream\r?\n(.*?)endstream", data, re.S)
    return [zlib.decompressobj().decompress(one) for one in packed]


def _fonts(data: bytes) -> dict[int, dict[int, str]]:
    """Number of the font's object -> glyph -> letters."""
    tables = {}
    for number, body in re.findall(rb"(\d+) 0 obj\n(<< /Type /Font\n.*?)endobj", data, re.S):
        link = re.search(rb"/ToUnicode (\d+) 0 R", body)
        if link is not None:
            start = re.search(rb"\n" + link[1] + rb" 0 obj\n", data)
            assert start is not None
            tables[int(number)] = _letters(data[start.end() : data.index(b"endobj", start.end())])
    return tables


def _letters(table: bytes) -> dict[int, str]:
    """Glyph -> letters of one ToUnicode table."""
    found = {}
    for first, last, target in re.findall(rb"<([0-9A-F]+)> <([0-9A-F]+)> (<[0-9A-F]+>|\[.*?\])\n", table, re.S):
        low, high = int(first, 16), int(last, 16)
        words = re.findall(rb"<([0-9A-F]+)>", target)
        for place in range(high - low + 1):
            word = words[place] if target.startswith(b"[") else b"%04X" % (int(words[0], 16) + place)
            found[low + place] = bytes.fromhex(word.decode()).decode("utf-16-be", "replace")
    return found
