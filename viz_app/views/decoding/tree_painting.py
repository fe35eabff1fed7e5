"""Painting the tree of continuations: edges as thick as their probability, tokens, steps, names of texts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.data.selection import candidate_name
from viz_app.system.language import tr
from viz_app.views.decoding.tree_layout import (
    ALTERNATIVE,
    KEPT,
    MAIN,
    PASSED,
    PRUNED,
    START,
    Plan,
    Spot,
    TreePlace,
    figure,
)
from viz_app.widgets import icons, painting
from viz_app.widgets.theme import Role, Theme

if TYPE_CHECKING:
    from viz_app.views.decoding.tree_widget import TreeMap

THINNEST, THICKEST = 0.8, 8.0  # px of an edge of probability 0 and 1 at text size 100 %
_OTHERS = 2  # the first accent of alternatives: the two before it are source and target


def text_colour(theme: Theme, other: int) -> QColor:
    """The colour of an alternative everywhere; the main text (0) has that of the target."""
    return theme.q("target") if other == 0 else theme.accent(_OTHERS + (other - 1) % (len(theme.accents) - _OTHERS))


def thickness(share: float, unit: float) -> float:
    """The width of an edge in px; NaN counts as 0."""
    safe = min(1.0, max(0.0, share)) if math.isfinite(share) else 0.0
    return (THINNEST + (THICKEST - THINNEST) * safe) * unit


@lru_cache(maxsize=256)
def spot_colour(theme: Theme, role: str, other: int) -> QColor:
    """The colour of a token's frame and of the edge leading to it; `other` is its text."""
    if role == ALTERNATIVE:
        return text_colour(theme, other)
    if role in (MAIN, START):
        return theme.q("target")
    if role == KEPT:
        return theme.wash("target", 0.55)
    return theme.wash("muted", 0.55 if role == PASSED else 0.4)


def label_rect(tree: TreeMap, other: int) -> QRectF:
    """The rectangle of an alternative's name: before its first own token."""
    place, metrics = tree.place(), tree.metrics_of("small")
    rect = place.rect(tree.plan.labels[other])
    width = metrics.horizontalAdvance(tree.texts[other].name) + 4
    return QRectF(rect.left() - place.gap - width, rect.center().y() - metrics.height() / 2, width, metrics.height())


def cross_rect(tree: TreeMap, other: int) -> QRectF:
    """The rectangle of the × that removes a branch, before its name."""
    label, side = label_rect(tree, other), tree.line("small")
    return QRectF(label.left() - side - 2, label.top(), side, side)


@dataclass(frozen=True)
class TreePicture:
    """Everything visible of a tree."""

    tree: TreeMap
    painter: QPainter
    theme: Theme
    place: TreePlace
    plan: Plan

    def draw(self) -> None:
        painter, place, plan = self.painter, self.place, self.plan
        if not plan.spots:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = place.columns.visible()
        wider = range(max(0, seen.start - 1), min(plan.columns, seen.stop + 1))
        spots = [spot for column in wider for spot in plan.in_column(column)]
        self._draw_steps(seen)
        painter.save()
        clip = QRectF(0, place.top - 4, self.tree.width(), self.tree.height())
        painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
        for spot in sorted(spots, key=lambda one: -one.lane):
            self._draw_edge(spot)
        for spot in spots:
            self._draw_spot(spot, worded=spot.column in seen)  # of those beside only the edge of a frame is seen
        for other in plan.labels:
            self._draw_label(other)
        self._draw_hidden(seen)
        painter.restore()
        self._draw_scrolled()

    def _words(self, rect: QRectF, text: str, tone: QColor, align: str = "left", role: Role = "small") -> None:
        painting.draw_words(self.painter, rect, text, tone, align=align, font=self.tree.font_of(role))

    def _fade(self, spot: Spot) -> None:
        """Pales what is not written yet during playback."""
        rows = self.tree.rows_shown
        self.painter.setOpacity(0.25 if rows is not None and spot.step >= rows else 1.0)

    def _draw_edge(self, spot: Spot) -> None:
        painter = self.painter
        if spot.parent is None:
            return
        lit = spot in (self.tree.pointed, self.tree.at)
        colour = self.theme.q("target") if lit else spot_colour(self.theme, spot.role, spot.text)
        pen = QPen(colour, thickness(spot.share, self.place.unit))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self._fade(spot)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(self.place.edge(spot.parent, spot))
        painter.setOpacity(1.0)

    def _draw_spot(self, spot: Spot, worded: bool) -> None:
        tree, theme = self.tree, self.theme
        rect, chosen, lit = self.place.rect(spot), spot.role == MAIN and spot.step == tree.step, tree.pointed is spot
        colour = spot_colour(theme, spot.role, spot.text)
        self._fade(spot)
        if self.place.wordless:
            fill = theme.q("target") if chosen or lit else colour
            painting.draw_rounded(self.painter, rect, corner=rect.width() / 2, fill=fill)
            if chosen or lit:
                self._draw_callout(spot, rect)
        else:
            fill = theme.wash("target", 0.14) if chosen else theme.wash("ink", 0.06) if lit else theme.q("panel")
            line, width = theme.q("target") if lit else colour, 2.0 if chosen or lit else 1.0
            painting.draw_rounded(self.painter, rect, fill=fill, line=line, width=width)
            if worded:
                self._draw_token(spot, rect, chosen)
        if tree.at is spot:
            painting.draw_focus_ring(self.painter, rect.adjusted(-3, -3, 3, 3), theme)
        self.painter.setOpacity(1.0)

    def _draw_token(self, spot: Spot, rect: QRectF, chosen: bool) -> None:
        tree, theme, air = self.tree, self.theme, 3 * self.place.unit
        upper = QRectF(rect.left() + 4, rect.top() + air, rect.width() - 8, tree.line("body"))
        ink = theme.q("target" if chosen else "muted" if spot.role == PRUNED else "ink")
        font = tree.font_of("strong" if chosen else "body")
        painting.draw_token(self.painter, upper, candidate_name(spot.token), ink, font=font)
        high, words = tree.line("small"), figure(spot, roomy=True)
        if painting.text_width(words, tree.font_of("small")) > upper.width():
            words = figure(spot, roomy=False)
        lower = QRectF(upper.left(), rect.bottom() - air - high, upper.width(), high)
        self._words(lower, words, theme.q("muted"), "centre")

    def _draw_callout(self, spot: Spot, rect: QRectF) -> None:
        """A token's text under its dot."""
        metrics, name = self.tree.metrics_of("small"), candidate_name(spot.token)
        words = f"{painting.visible_words(name, self.tree.font_of('small'))} {figure(spot, roomy=False)}"
        width = metrics.horizontalAdvance(words) + 8
        left = min(max(2.0, rect.center().x() - width / 2), self.tree.width() - width - 2)
        box = QRectF(left, rect.bottom() + 4, width, metrics.height() + 4)
        painting.draw_rounded(self.painter, box, corner=4, fill=self.theme.q("panel"), line=self.theme.q("target"))
        self._words(box.adjusted(4, 2, 0, -2), words, self.theme.q("ink"))

    def _draw_steps(self, seen: range) -> None:
        """The step numbers above their columns, thinned out if columns are narrow."""
        tree, columns, metrics = self.tree, self.place.columns, self.tree.metrics_of("small")
        words = columns.pitch >= metrics.horizontalAdvance(tr("step {step}", step=self.plan.columns)) + 12
        least = metrics.horizontalAdvance(f"{self.plan.columns}") + 10
        every = 1 if words else max(1, math.ceil(least / columns.pitch))
        for column in seen:
            step, chosen = column - 1, column - 1 == tree.step
            crowded = step % every or (every > 1 and abs(step - tree.step) < every)
            if step < 0 or (crowded and not chosen):
                continue
            text = tr("step {step}", step=step + 1) if words else f"{step + 1:,}"
            lit = chosen or tree.pointed == ("step", step)
            rect = columns.rect(column, 2, metrics.height()).adjusted(-40, 0, 40, 0)
            self._words(rect, text, self.theme.q("target" if lit else "muted"), "centre")

    def _draw_hidden(self, seen: range) -> None:
        """How many candidates of a step did not fit, under its last one."""
        plan = self.plan
        for column in seen if not self.place.wordless else ():
            own = [spot for spot in plan.in_column(column) if spot.role != ALTERNATIVE]
            if not plan.hidden.get(column) or not own or plan.at(column, own[-1].lane + 1) is not None:
                continue
            rect = self.place.rect(own[-1])
            rect = QRectF(rect.left(), rect.bottom() + 2, rect.width(), self.tree.line("small"))
            if rect.bottom() < self.tree.height():
                self._words(rect, tr("+{count} more", count=plan.hidden[column]), self.theme.q("muted"), "centre")

    def _draw_label(self, other: int) -> None:
        """An alternative's name, and the × that removes it."""
        tree, theme, text = self.tree, self.theme, self.tree.texts[other]
        self._words(label_rect(tree, other), text.name, text_colour(theme, other))
        if text.branch is not None:
            cross, lit = cross_rect(tree, other), tree.pointed == ("remove", other)
            if lit:
                painting.draw_rounded(self.painter, cross, corner=4, fill=theme.wash("ink", 0.1))
            tone = theme.q("ink" if lit else "muted")
            icons.draw_icon(self.painter, "close", cross.adjusted(2, 2, -2, -2), tone)

    def _draw_scrolled(self) -> None:
        """A thin bar that shows which part of a long text is visible."""
        columns = self.place.columns
        if columns.scrolls:
            left = columns.left + columns.shift / columns.whole * columns.width
            part = QRectF(left, self.tree.height() - 5, columns.width**2 / columns.whole, 3)
            painting.draw_rounded(self.painter, part, corner=1.5, fill=self.theme.q("muted", 0.7))
