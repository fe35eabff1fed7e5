"""Paints the boxes of the diagram: background and as much text, heads and tokens as fit.

One line of a box has its title, then the shape of the present sentence, then its parameters, as far as they fit; in a
higher box the attention shows its heads, and further lines name the hook point and describe the part.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen, QPolygonF

from model_core.explain.anatomy import Part
from viz_app.data.number_format import fmt_digits
from viz_app.data.words.parts import POSITIONS
from viz_app.system.language import tr
from viz_app.views.model import text as words
from viz_app.views.model.box_text import BETWEEN, INSET, DiagramFonts, head_places, layer_places, lead, token_places
from viz_app.views.model.camera import Camera
from viz_app.views.model.head_thumbnails import HeadThumbnails
from viz_app.views.model.layout import Box
from viz_app.views.model.live_state import LiveState
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

ROLES = {"encoder": "source", "decoder": "target", "cross": "source"}
"""Side or kind of attention -> its colour."""
_PLAIN = ("norm", "end", "header", "inside", "tokens", "positions", "folded")
"""Boxes without the stripe of their stack's colour."""


def _stripe(box: Box) -> str:
    """The colour of a box's stack; inside cross-attention keys and values have the source's, everything else the
    target's."""
    memory = box.kind == "attention" or box.name.endswith((".to_k", ".to_v"))
    return ROLES[box.attention or box.stack] if memory else ROLES[box.stack]


@dataclass
class BoxPen:
    """Paints boxes. `counts` caches the parameter counts of parts, `thumbnails` the small maps of the heads; `ratio` is
    that of device pixels to logical ones."""

    painter: QPainter
    camera: Camera
    live: LiveState
    theme: Theme
    fonts: DiagramFonts
    thumbnails: HeadThumbnails
    counts: dict[str, tuple[str, ...]]
    ratio: float

    def text(self, x: float, baseline: float, text: str, font: str, tone: str) -> None:
        self.painter.setFont(self.fonts.font[font])
        self.painter.setPen(self.theme.q(tone))
        painting.draw_text(self.painter, QPointF(x, baseline), text)

    def baseline(self, middle: float, font: str) -> float:
        return middle + self.fonts.measure[font].capHeight() / 2

    def box(self, box: Box) -> None:
        rect = self.camera.rect(box.rect)
        if box.kind in ("add", "sum"):
            self._plus(rect, box)
            self._stream(rect, box)
            return
        self._ground(rect, box)
        if box.kind == "tokens":
            self._tokens(rect, box)
        elif box.kind in ("folded", "header"):
            self._strip(rect, box)
        elif box.kind == "attention":
            self._attention(rect, box)
        else:
            self._words(rect, box)

    def _ground(self, rect: QRectF, box: Box) -> None:
        if box.kind == "header":
            return
        theme, role = self.theme, ROLES[box.attention or box.stack]
        corner = min(themes.CORNER - 2.0, rect.height() / 3)
        marked = box.kind in ("attention", "inside") and self.live.is_selected(box.attention, box.layer)
        fill, line = theme.q("panel"), theme.q(role if marked else "edge")
        if marked:
            fill = theme.wash(role, 0.10)
        elif box.kind in ("norm", "tokens", "end"):
            fill = theme.q("background")
        if box.kind != "inside":
            painting.draw_rounded(self.painter, rect, corner=corner, fill=fill, line=line, width=2.0 if marked else 1.0)
        if self._is_open(box):
            painting.draw_rounded(self.painter, rect, corner=corner, line=theme.q("ink"), width=2.0)
        if box.kind == "folded":
            fill = theme.wash(role, 0.05, "background")
            painting.draw_rounded(self.painter, rect, corner=corner, fill=fill, line=line)
        if box.kind not in _PLAIN and not marked:
            stripe = QRectF(rect.left() + 1, rect.top() + corner, 3, rect.height() - 2 * corner)
            self.painter.fillRect(stripe, theme.q(_stripe(box), 0.8))

    def _is_open(self, box: Box) -> bool:
        names = [one.name for one in box.part.activations] if box.part is not None else []
        return self.live.tensor in (["softmax"] if box.kind == "softmax" else names)

    def _plus(self, rect: QRectF, box: Box) -> None:
        opened = self._is_open(box)
        line = self.theme.q("ink" if opened else "muted")
        self.painter.setPen(QPen(line, 2.0 if opened else 1.25))
        self.painter.setBrush(self.theme.q("panel"))
        inner = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        self.painter.drawEllipse(inner)
        middle, long = inner.center(), inner.width() * 0.26
        for arm in (QPointF(long, 0), QPointF(0, long)):
            self.painter.drawLine(middle - arm, middle + arm)

    def _stream(self, rect: QRectF, box: Box) -> None:
        """The length of the residual stream's rows after a sum, written beside it where no wire comes in."""
        length = self.live.stream_length(box.part.activations[0].name) if box.part and box.part.activations else None
        if length is None or rect.height() < self.fonts.line["small"] - 4:
            return
        text, gap = f"‖x‖ {fmt_digits(length)}", 6.0
        wide = self.fonts.width("small", text)
        left = rect.right() + gap if box.stack == "encoder" else rect.left() - gap - wide
        self.text(left, self.baseline(rect.center().y(), "small"), text, "small", "muted")

    def line(self, rect: QRectF, title: str, rights: list[tuple[str, ...]], *, font: str, tone: str = "ink") -> None:
        """A title on the left, then from the right whatever fits: of each group of texts the longest that does."""
        baseline = self.baseline(rect.center().y(), font)
        left, right = rect.left() + INSET, rect.right() - INSET
        shown = self.fonts.elided(font, title, right - left)
        self.text(left, baseline, shown, font, tone)
        free = right - left - self.fonts.width(font, shown) - BETWEEN
        placed: list[tuple[str, float]] = []
        for group in rights:
            fitting = ((word, wide) for word in group if (wide := self.fonts.width("small", word)) <= free)
            if found := next(fitting, None):
                placed.append(found)
                free -= found[1] + BETWEEN
        for word, wide in reversed(placed):
            self.text(right - wide, self.baseline(rect.center().y(), "small"), word, "small", "muted")
            right -= wide + BETWEEN

    def _rights(self, box: Box) -> list[tuple[str, ...]]:
        """The shape, then the parameters, of a box."""
        if box.part is None:
            return []
        letters = ("T", "Vt") if box.kind == "softmax" else box.part.shape
        shape = (words.shape_words(letters, self.live.known),) if letters else ()
        if box.kind == "positions":
            return [(POSITIONS[self.live.trace.spec.positions],), shape]
        return [shape, self.counted(box.part)]

    def counted(self, of: Part | Box) -> tuple[str, ...]:
        """The parameter count of a part or a layer, in ever shorter forms; computed once for a model."""
        if of.name not in self.counts:
            anatomy = self.live.anatomy
            if isinstance(of, Box):
                stack = anatomy.encoder if of.stack == "encoder" else anatomy.decoder
                self.counts[of.name] = words.count_words(anatomy.parameters(stack.layers[of.layer].parts))
            else:
                self.counts[of.name] = words.parameter_words(of, anatomy)
        return self.counts[of.name]

    def _title(self, box: Box) -> str:
        """The title of a box, with the heads that are switched off."""
        spec, off = self.live.trace.spec, self._off(box)
        title = words.title(box.kind, box.name, spec, box.attention, box.count)
        return f"{title} · {words.off_words(off)}" if off else title

    def _off(self, box: Box) -> tuple[int, ...]:
        return self.live.off.get((box.attention, box.layer), ()) if box.kind in ("attention", "inside") else ()

    def _font(self, rect: QRectF) -> str:
        """The font of one line of text in a box; "" if it does not fit."""
        return self.fonts.fitting(rect.height()) if rect.width() >= 3 * self.fonts.line["small"] else ""

    def _words(self, rect: QRectF, box: Box) -> None:
        font, high, title, rights = self._font(rect), self.fonts.line["body"], self._title(box), self._rights(box)
        if not font:
            return
        tone = "muted" if box.kind in ("norm", "end") else "user" if self._off(box) else "ink"
        if rect.height() - 6 - high < self.fonts.line["small"] or box.part is None:
            self.line(rect, title, rights, font=font, tone=tone)
            return
        self.line(QRectF(rect.left(), rect.top() + 3, rect.width(), high), title, rights, font="body", tone=tone)
        self._more(rect.adjusted(0, 3 + high, 0, -3), box)

    def _more(self, rect: QRectF, box: Box) -> None:
        """Further lines while there is room: the description, then the hook point."""
        sentence = words.description(box.kind, box.name, self.live.trace.spec, box.attention)
        lines = painting.wrapped(sentence, self.fonts.measure["small"], rect.width() - 2 * INSET)
        room, line = int(rect.height() // self.fonts.line["small"]), self.fonts.line["small"]
        shown = [(text, "small") for text in lines] if len(lines) <= room else []
        if box.part is not None and box.part.activations and len(shown) < room:
            name = box.part.activations[0].name
            if self.fonts.width("code", name) <= rect.width() - 2 * INSET:
                shown.append((name, "code"))
        for number, (text, font) in enumerate(shown):
            baseline = rect.top() + number * line + self.fonts.measure["small"].ascent()
            self.text(rect.left() + INSET, baseline, text, font, "muted")

    def _strip(self, rect: QRectF, box: Box) -> None:
        """A layer's header: which one, its parameter count, and whether it can be opened or folded."""
        font = self.fonts.fitting(rect.height())
        if not font:
            return
        live, stack = self.live, box.stack
        title, rights = self._title(box), [] if box.count > 1 else [self.counted(box)]
        short = tr("Layer {layer}", layer=box.layer + 1)
        if changed := self._changed(box):
            title = changed if box.count > 1 else f"{short} · {changed}"
        selected = (live.kind == "encoder") == (stack == "encoder") and live.layer in box.layers
        tone = "user" if changed else "ink" if selected else "muted"
        opened, places = box.kind == "header", layer_places(rect, box)
        self._chevron(rect, opened)
        inner = rect.adjusted(14 if rect.height() > 12 else 8, 0, 0, 0)
        if opened:  # the stream goes through the middle of the strip
            inner.setRight(rect.center().x() - 4)
            cut = not changed and self.fonts.width(font, title) > inner.width() - 2 * INSET
            self.line(inner, short if cut else title, [], font=font, tone=tone)
            self.line(
                QRectF(rect.center().x() + 4, rect.top(), rect.width() / 2 - 4, rect.height()), "", rights, font=font
            )
        else:
            inner.setRight(places[0][1].left() if places else inner.right())
            self.line(inner, title, rights, font=font, tone=tone)
            self._layers(places, box, live.layer if selected else -1)

    def _changed(self, box: Box) -> str:
        """What is switched off or cut in the layers of a header; the paths of an open one are visible."""
        muted = sum(self.live.heads_off(box.stack, layer) for layer in box.layers)
        cut = sum(self.live.cuts(box.stack, layer) for layer in box.layers) if box.kind == "folded" else 0
        off = tr("1 head off") if muted == 1 else tr("{count} heads off", count=muted)
        paths = tr("1 path cut") if cut == 1 else tr("{count} paths cut", count=cut)
        return " · ".join([off] * bool(muted) + [paths] * bool(cut))

    def _layers(self, places: list[tuple[int, QRectF]], box: Box, selected: int) -> None:
        """The numbers of the layers of a folded box, as many as fit."""
        if not places:
            return
        widest = max(self.fonts.width("small", str(layer + 1)) for layer, _ in places)
        every = math.ceil((widest + 6) / places[0][1].width())
        for place, (layer, area) in enumerate(places):
            if place % every == 0:
                changed = self.live.heads_off(box.stack, layer) or self.live.cuts(box.stack, layer)
                tone = "user" if changed else "ink" if layer == selected else "muted"
                left = area.center().x() - self.fonts.width("small", str(layer + 1)) / 2
                self.text(left, self.baseline(area.center().y(), "small"), str(layer + 1), "small", tone)

    def _chevron(self, rect: QRectF, opened: bool) -> None:
        size = min(4.0, rect.height() * 0.18)
        at = QPointF(rect.left() + 10, rect.center().y())
        self.painter.setPen(QPen(self.theme.q("muted"), 1.5))
        down = [(-size, -size / 2), (0.0, size / 2), (size, -size / 2)]
        points = [at + (QPointF(x, y) if opened else QPointF(y, x)) for x, y in down]
        self.painter.drawPolyline(QPolygonF(points))

    def _attention(self, rect: QRectF, box: Box) -> None:
        live, title, rights = self.live, self._title(box), self._rights(box)
        tone = "user" if self._off(box) else "ink"
        squares = head_places(rect, live.trace.spec.heads_of(box.attention), self.fonts)
        if not squares:
            if font := self._font(rect):
                self.line(rect, title, rights, font=font, tone=tone)
            return
        first = QRectF(rect.left(), rect.top() + 3, rect.width(), self.fonts.line["body"])
        self.line(first, title, rights[:1], font="body", tone=tone)
        self.thumbnails.draw(self.painter, squares, live, box.attention, box.layer, self.theme, self.ratio)
        beside = QRectF(squares[-1].right(), squares[0].top(), rect.right() - squares[-1].right(), squares[0].height())
        self.line(beside, "", rights[1:], font="small")

    # ---- tokens

    def _tokens(self, rect: QRectF, box: Box) -> None:
        found, chosen, role = self.live.tokens(box.name), self.live.token(box.name), ROLES[box.stack]
        title, font = self._title(box), self.fonts.fitting(rect.height())
        if not font:
            return
        if not found:
            self.line(rect, tr("{name}: nothing yet", name=title), [], font=font, tone="muted")
            return
        if lead(rect, box.name, self.fonts):
            self.text(rect.left() + INSET, self.baseline(rect.center().y(), "small"), title, "small", "muted")
        for place, area, text in token_places(rect, box.name, self.live, self.fonts):
            tone = role if place == chosen else "ink" if place >= 0 else "muted"
            if place == chosen:
                ground = area.adjusted(-3, 0, 3, 0)
                painting.draw_rounded(self.painter, ground, corner=4, fill=self.theme.wash(role, 0.16))
            self.text(area.left(), self.baseline(rect.center().y(), font), text, font, tone)
