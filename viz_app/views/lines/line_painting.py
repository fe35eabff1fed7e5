"""Painting of the word columns and the lines between them.

On screen a wide line consists of lines of one device pixel, which the raster engine paints twenty times faster than
wide strokes; in vector graphics it is a stroke. Shapes: S lines.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from viz_app.data import number_format
from viz_app.views.lines.line_selection import BETWEEN, EARLIER_SIDE
from viz_app.views.lines.scene import ARROW, Focus, LineScene
from viz_app.widgets import painting
from viz_app.widgets.theme import Theme

_LINE = 0.8  # px: how far apart the thin lines of a wide one lie
_THIN, _WIDE = 1.0, 4.2  # px, lines of strength 0 and 1
_MANY = 300  # from this many lines on the weak ones are fainter
_FAINT, _FULL = 0.16, 0.92  # their opacity
_PALE = {True: 0.2, False: 0.12}  # the strength of lines out of focus: of a step, of what is pointed at or pinned
_WORDS = {True: 0.85, False: 0.6}  # that of words
_PAST_HEAD = 13  # px from the end of a line to its number
_HEADED = 60  # lines in focus that get an arrow's head, the strongest ones
_CLEAR_WORDS = 0.8  # where contrast comes first


Strength = TypeVar("Strength", float, np.ndarray)


def width_of(strength: Strength, cell: float = math.inf) -> Strength:
    """Width in px of a line between tokens that are `cell` px apart, limited by the space."""
    return _THIN + max(0.4, min(_WIDE, cell * 0.5) - _THIN) * strength


def opacity_of(strength: Strength, many: bool = False) -> Strength:
    """0-1, for a line that nothing points at; weak ones of `many` recede further."""
    return _FAINT + (_FULL - _FAINT) * (strength if many else strength**0.5)


def strength_of_lines(soft: bool | None) -> float:
    """The strength of lines out of focus; `soft` as in a Focus, None without one."""
    return 1.0 if soft is None else _PALE[soft]


class LinePainter:
    """One painting of a drawing: the scene gives the geometry. `ratio` is the device pixels per px."""

    def __init__(
        self, painter: QPainter, scene: LineScene, theme: Theme, *, vector: bool = False, ratio: float = 1.0
    ) -> None:
        self.painter, self.scene, self.drawing, self.theme = painter, scene, scene.drawing, theme
        self.vector, self.ratio = vector, ratio

    # ---- lines

    def draw_lines(self, chosen: np.ndarray, *, stress: float = 1.0) -> None:
        """Paints some lines (indices) in the colours of their series, their opacity times `stress` and each one's
        fade."""
        painter, scene, lines, fades = self.painter, self.scene, self.drawing.lines, self.drawing.fades
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setClipRect(scene.rect.adjusted(0, scene.top - scene.rect.top() - 3, 0, 0))
        strength = lines.strength.astype(np.float64)
        opacity = opacity_of(strength, len(chosen) > _MANY) * stress * (1.0 if fades is None else fades)
        alphas = np.rint(np.minimum(1.0, opacity) * 255).astype(int).tolist()
        widths = width_of(strength, min(scene.cells)).tolist()
        inks = list(zip(lines.run.tolist(), lines.series.tolist(), alphas, strict=True))
        curves = scene.curves(lines, chosen)
        # lines of one ink follow each other and are painted in one call, which is quicker
        for _, group in groupby(curves, lambda curve: curve[0] if self.vector else inks[curve[0]]):
            path = QPainterPath()
            for at, start, bend, end, key, query in group:
                count = 1 if self.vector else max(1, round(widths[at] * self.ratio / _LINE))
                for lane in range(count):
                    down = (lane - (count - 1) / 2) * _LINE / self.ratio
                    path.moveTo(start, key + down)
                    path.cubicTo(bend, key + down, bend, query + down, end, query + down)
            painter.setPen(self._line_pen(*inks[at], widths[at]))
            painter.drawPath(path)
        painter.restore()

    def _line_pen(self, run: int, series: int, alpha: int, width: float) -> QPen:
        """A stroke in vector graphics, otherwise a pen of one device pixel."""
        shade = QColor(self.drawing.colours[run][series])
        shade.setAlpha(alpha)
        pen = QPen(shade, width if self.vector else 1.0)
        pen.setCosmetic(not self.vector)
        return pen

    # ---- words

    def draw_titles(self) -> None:
        """The titles of both columns."""
        scene = self.scene
        for side, title in enumerate(self.drawing.titles):
            if title:
                tone, (rect, align) = ("target" if side else "source"), scene.title_place(side)
                painting.draw_token(self.painter, rect, title, self.theme.q(tone), align=align, font=scene.font)

    def draw_words(self, soft: bool | None) -> None:
        """All words that fit; `soft` as in `strength_of_lines`. What is not written yet is pale."""
        strength = 1.0
        if soft is not None:
            strength = max(_WORDS[soft], _CLEAR_WORDS if self.theme.name == "high_contrast" else 0.0)
        written = self.drawing.written
        for side in (0, 1):
            for place in self.scene.labelled(side):
                late = side == 1 and written is not None and place >= written
                self.draw_word(side, place, strength=min(strength, 0.35) if late else strength)

    def draw_word(
        self, side: int, place: int, *, strength: float = 1.0, tone: str = "ink", band: QColor | None = None
    ) -> None:
        """One token's word, right-aligned to the lines (first column) or left-aligned (second)."""
        scene, theme, painter = self.scene, self.theme, self.painter
        if (
            not 0 <= place < len(self.drawing.words[side])
            or not scene.top - 2 <= scene.y(side, place) <= scene.bottom + 2
        ):
            return
        label, rect = self.drawing.words[side][place], scene.word_rect(side, place)
        if band is not None:
            wide = min(rect.width() + 8, scene.width_of_label(label, QFontMetricsF(scene.font)))
            left = rect.right() - wide + 5 if side == 0 else rect.left() - 5
            painting.draw_rounded(painter, QRectF(left, rect.top(), wide, rect.height()), corner=4, fill=band)
        ink, grey = theme.wash(tone, strength, "background"), theme.wash("muted", strength, "background")
        if label.written is None:
            align = "left" if side else "right"
            painting.draw_token(painter, rect, label.read, ink, align=align, font=scene.font)
            return
        arrow = ARROW * scene.unit
        parts = label.written, label.read
        need, have = (painting.text_width(painting.visible_words(word, scene.font), scene.font) + 1 for word in parts)
        room = rect.width() - arrow
        read = min(have, max(room - need, room * 0.4))
        before = QRectF(rect.left(), rect.top(), read, rect.height())
        end = painting.draw_token(painter, before, label.read, grey, align="left", font=scene.font).right()
        x, y, half = end + arrow / 2, rect.center().y(), 2.8 * scene.unit
        _draw_triangle(painter, grey, (x - half, y - half), (x + half, y), (x - half, y + half))
        after = QRectF(end + arrow, rect.top(), max(8.0, rect.right() - end - arrow), rect.height())
        painting.draw_token(painter, after, label.written, ink, align="left", font=scene.font)

    # ---- highlights

    def draw_step(self, step: int | None) -> None:
        """The word of the current step in the colour of the target."""
        if step is not None:
            self._clear([(1, step)])
            self.draw_word(1, step, tone="target")

    def draw_focus(self, focus: Focus, font: QFont) -> None:
        """The lines in focus, the words at their ends, and their numbers in `font`."""
        chosen = np.flatnonzero(focus.chosen)
        self.draw_lines(chosen, stress=1.25)
        self._draw_heads(chosen[-_HEADED:])
        partners = self._partners(chosen, focus)
        self._clear([*partners, *focus.tokens])
        for side, place in partners:
            self.draw_word(side, place)
        for side, place in sorted(focus.tokens):
            role = "target" if side else "source"
            self.draw_word(side, place, tone=role, band=self.theme.wash(role, 0.16, "background"))
        if focus.numbered is not None:
            worded = {place for side, place in (*partners, *focus.tokens) if side == focus.numbered}
            self._write_numbers(chosen, focus.numbered, worded, font)

    def _draw_heads(self, chosen: np.ndarray) -> None:
        """Arrow heads where these lines reach the token that is read."""
        scene, lines = self.scene, self.drawing.lines
        keys, _ = scene.ends(lines)
        cell = min(scene.cells)
        for at in chosen.tolist():
            x, way = scene.head_of(int(lines.run[at]))
            strength, y = float(lines.strength[at]), float(keys[at])
            if not scene.top <= y <= scene.bottom:
                continue
            half = min(1.8 + 0.7 * width_of(strength, cell), cell * 0.4)
            shade = QColor(self.drawing.colour(at))
            shade.setAlphaF(min(1.0, 1.25 * opacity_of(strength)))
            back = x - way * 2.2 * half
            _draw_triangle(self.painter, shade, (x + way, y), (back, y - half), (back, y + half))

    def _clear(self, tokens: Sequence[tuple[int, int]]) -> None:
        """Covers the words of these tokens and any words that would touch them."""
        scene, ground = self.scene, self.theme.q("background")
        for side in (0, 1):
            places = sorted(place for own, place in tokens if own == side)
            if not places:
                continue
            apart = scene.line / max(1e-6, scene.cells[side])
            for place in scene.labelled(side):
                near = bisect_right(places, place - apart)
                if near < len(places) and abs(places[near] - place) < apart:
                    self.painter.fillRect(scene.word_rect(side, place).adjusted(-2, 0, 3, 0), ground)

    def _partners(self, chosen: np.ndarray, focus: Focus) -> list[tuple[int, int]]:
        """The tokens at the ends of these lines, the strongest first, skipping words that would touch."""
        lines, scene = self.drawing.lines, self.scene
        found: dict[tuple[int, int], None] = {}
        for at in chosen[::-1].tolist():
            run = int(lines.run[at])
            sides = (0, 1) if run == BETWEEN else (0, 0) if run == EARLIER_SIDE else (1, 1)
            found.setdefault((sides[0], int(lines.key[at])))
            found.setdefault((sides[1], int(lines.query[at])))
        kept: list[tuple[int, int]] = list(focus.tokens)
        for side, place in found:
            apart = scene.line / max(1e-6, scene.cells[side])
            if all(side != other or abs(place - near) >= apart * 0.95 for other, near in kept):
                kept.append((side, place))
        return [token for token in kept if token not in focus.tokens]

    def _write_numbers(self, chosen: np.ndarray, side: int, places: set[int], font: QFont) -> None:
        """The largest number of each of these words of a column, in the colour of its series, at the end of its
        line."""
        painter, scene, lines, metrics = self.painter, self.scene, self.drawing.lines, QFontMetricsF(font)
        keys, queries = scene.ends(lines)
        left = set(places)
        painter.setFont(font)
        for at in chosen[::-1].tolist():
            place = int((lines.query if side else lines.key)[at])
            y = float(queries[at] if side else keys[at])
            if lines.run[at] != BETWEEN or place not in left or not scene.top <= y <= scene.bottom:
                continue
            left.remove(place)
            text = number_format.fmt_weight(float(lines.number[at]))
            wide, high = metrics.horizontalAdvance(text), metrics.height()
            x = scene.edges[2] - 6 - wide if side else scene.edges[1] + _PAST_HEAD
            painter.fillRect(QRectF(x - 2, y - high / 2, wide + 4, high), self.theme.q("background"))
            painter.setPen(self.drawing.colour(at))
            painting.draw_text(painter, QPointF(x, y + metrics.capHeight() / 2), text)


def _draw_triangle(painter: QPainter, colour: QColor, *corners: tuple[float, float]) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon([QPointF(*corner) for corner in corners])
    painter.restore()
