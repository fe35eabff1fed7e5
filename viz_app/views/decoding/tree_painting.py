"""How the tree of continuations is painted: edges as thick as their probability, tokens, steps, names of texts."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.data.selection import candidate_name
from viz_app.system.language import tr
from viz_app.views.decoding.tree_layout import ALTERNATIVE, KEPT, MAIN, PASSED, PRUNED, START, Spot, figure
from viz_app.widgets import icons, painting
from viz_app.widgets.theme import Theme

if TYPE_CHECKING:
    from viz_app.views.decoding.tree_widget import TreeMap

THINNEST, THICKEST = 0.8, 8.0  # px of an edge of probability 0 and 1 at text size 100 %
_OTHERS = 2  # the first accent of alternatives: the two before it are source and target


def text_colour(theme: Theme, other: int) -> QColor:
    """The colour that an alternative has everywhere; the main text (0) has that of the target."""
    return theme.q("target") if other == 0 else theme.accent(_OTHERS + (other - 1) % (len(theme.accents) - _OTHERS))


def thickness(share: float, unit: float) -> float:
    """Px of an edge; NaN counts as 0."""
    safe = min(1.0, max(0.0, share)) if math.isfinite(share) else 0.0
    return (THINNEST + (THICKEST - THINNEST) * safe) * unit


def draw_tree(tree: TreeMap, painter: QPainter, theme: Theme) -> None:
    """Everything that is seen of a tree."""
    place, plan = tree.place(), tree.plan
    if not plan.spots:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    seen = place.columns.visible()
    wider = range(max(0, seen.start - 1), min(plan.columns, seen.stop + 1))
    spots = [spot for column in wider for lane in range(plan.lanes) if (spot := plan.at(column, lane)) is not None]
    _draw_steps(tree, painter, theme, seen)
    painter.save()
    painter.setClipRect(QRectF(0, place.top - 4, tree.width(), tree.height()), Qt.ClipOperation.IntersectClip)
    for spot in sorted(spots, key=lambda one: -plan.spots[one].lane):
        _draw_edge(tree, painter, theme, spot)
    for spot in spots:
        _draw_spot(tree, painter, theme, spot)
    for other in plan.labels:
        _draw_label(tree, painter, theme, other)
    _draw_hidden(tree, painter, theme, seen)
    painter.restore()
    _draw_scrolled(tree, painter, theme)


def spot_colour(theme: Theme, spot: Spot) -> QColor:
    """The colour of a token's frame and of the edge that leads to it."""
    return _colour(theme, spot.role, spot.text)


@lru_cache(maxsize=256)
def _colour(theme: Theme, role: str, other: int) -> QColor:
    if role == ALTERNATIVE:
        return text_colour(theme, other)
    if role in (MAIN, START):
        return theme.q("target")
    if role == KEPT:
        return theme.wash("target", 0.55)
    return theme.wash("muted", 0.55 if role == PASSED else 0.4)


def _late(tree: TreeMap, spot: Spot) -> bool:
    """Whether the spot is not written yet while decoding is played."""
    return tree.rows_shown is not None and spot.step >= tree.rows_shown


def _draw_edge(tree: TreeMap, painter: QPainter, theme: Theme, at: int) -> None:
    spot, place = tree.plan.spots[at], tree.place()
    if spot.parent < 0:
        return
    lit = tree.pointed == at or tree.at == at
    colour = theme.q("target") if lit else spot_colour(theme, spot)
    pen = QPen(colour, thickness(spot.share, place.unit))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setOpacity(0.25 if _late(tree, spot) else 1.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawPath(place.edge(tree.plan.spots[spot.parent], spot))
    painter.setOpacity(1.0)


def _draw_spot(tree: TreeMap, painter: QPainter, theme: Theme, at: int) -> None:
    spot, place = tree.plan.spots[at], tree.place()
    rect, chosen = place.rect(spot), spot.role == MAIN and spot.step == tree.step
    lit = tree.pointed == at
    painter.setOpacity(0.25 if _late(tree, spot) else 1.0)
    if place.wordless:
        colour = theme.q("target") if chosen or lit else spot_colour(theme, spot)
        painting.draw_rounded(painter, rect, corner=rect.width() / 2, fill=colour)
        if chosen or lit:
            _draw_callout(tree, painter, theme, spot, rect)
    else:
        fill = theme.wash("target", 0.14) if chosen else theme.wash("ink", 0.06) if lit else theme.q("panel")
        line = theme.q("target") if lit else spot_colour(theme, spot)
        painting.draw_rounded(painter, rect, fill=fill, line=line, width=2.0 if chosen or lit else 1.0)
        _draw_words(tree, painter, theme, spot, rect, chosen)
    if tree.at == at:
        painting.draw_focus_ring(painter, rect.adjusted(-3, -3, 3, 3), theme)
    painter.setOpacity(1.0)


def _draw_words(tree: TreeMap, painter: QPainter, theme: Theme, spot: Spot, rect: QRectF, chosen: bool) -> None:
    """The token and the number under it."""
    unit, small = tree.place().unit, tree.font_of("small")
    faint = spot.role == PRUNED
    upper = QRectF(rect.left() + 4, rect.top() + 3 * unit, rect.width() - 8, tree.line("body"))
    ink = theme.q("target") if chosen else theme.q("muted" if faint else "ink")
    font = tree.font_of("strong" if chosen else "body")
    painting.draw_token(painter, upper, candidate_name(spot.token), ink, font=font)
    metrics = tree.metrics_of("small")
    words = figure(spot, roomy=True)
    if metrics.horizontalAdvance(words) > upper.width():
        words = figure(spot, roomy=False)
    lower = QRectF(upper.left(), rect.bottom() - 3 * unit - metrics.height(), upper.width(), metrics.height())
    painting.draw_words(painter, lower, words, theme.q("muted"), align="centre", font=small)


def _draw_callout(tree: TreeMap, painter: QPainter, theme: Theme, spot: Spot, rect: QRectF) -> None:
    """A token's words above its dot."""
    font, metrics = tree.font_of("small"), tree.metrics_of("small")
    words = f"{painting.visible_words(candidate_name(spot.token), font)} {figure(spot, roomy=False)}"
    width = metrics.horizontalAdvance(words) + 8
    left = min(max(2.0, rect.center().x() - width / 2), tree.width() - width - 2)
    box = QRectF(left, rect.bottom() + 4, width, metrics.height() + 4)
    painting.draw_rounded(painter, box, corner=4, fill=theme.q("panel"), line=theme.q("target"))
    painting.draw_words(painter, box.adjusted(4, 2, 0, -2), words, theme.q("ink"), font=font)


def _draw_steps(tree: TreeMap, painter: QPainter, theme: Theme, seen: range) -> None:
    """The numbers of the steps above their columns, thinned out where columns are narrow."""
    place, metrics = tree.place(), tree.metrics_of("small")
    widest = metrics.horizontalAdvance(tr("step {step}", step=tree.plan.columns)) + 12
    words = place.columns.pitch >= widest
    least = metrics.horizontalAdvance(f"{tree.plan.columns}") + 10
    every = 1 if words else max(1, math.ceil(least / place.columns.pitch))
    for column in seen:
        step, chosen = column - 1, column - 1 == tree.step
        if step < 0 or not (chosen or step % every == 0):
            continue
        if not chosen and every > 1 and abs(step - tree.step) < every:
            continue
        text = tr("step {step}", step=step + 1) if words else f"{step + 1:,}"
        lit = chosen or tree.pointed == ("step", step)
        rect = place.columns.rect(column, 2, metrics.height()).adjusted(-40, 0, 40, 0)
        ink = theme.q("target" if lit else "muted")
        painting.draw_words(painter, rect, text, ink, align="centre", font=tree.font_of("small"))


def _draw_hidden(tree: TreeMap, painter: QPainter, theme: Theme, seen: range) -> None:
    """How many candidates of a step there was no room for, under its last one."""
    place, plan = tree.place(), tree.plan
    if place.wordless:
        return
    for column in seen:
        lanes = [lane for lane in plan.lanes_of(column) if plan.spots[plan.at(column, lane) or 0].role != ALTERNATIVE]
        below = plan.at(column, (lanes[-1] if lanes else 0) + 1)
        if not plan.hidden.get(column) or not lanes or below is not None:
            continue
        last = plan.at(column, lanes[-1])
        rect, text = place.rect(plan.spots[last or 0]), tr("+{count} more", count=plan.hidden[column])
        rect = QRectF(rect.left(), rect.bottom() + 2, rect.width(), tree.line("small"))
        if rect.bottom() < tree.height():
            painting.draw_words(painter, rect, text, theme.q("muted"), align="centre", font=tree.font_of("small"))


# ---- the names of alternatives


def label_rect(tree: TreeMap, other: int) -> QRectF:
    """Where an alternative's name stands: before its first own token."""
    place, spot = tree.place(), tree.plan.spots[tree.plan.labels[other]]
    metrics = tree.metrics_of("small")
    rect = place.rect(spot)
    width = metrics.horizontalAdvance(tree.texts[other].name) + 4
    return QRectF(rect.left() - place.gap - width, rect.center().y() - metrics.height() / 2, width, metrics.height())


def cross_rect(tree: TreeMap, other: int) -> QRectF:
    """Where a branch is removed: the × before its name."""
    label, side = label_rect(tree, other), tree.line("small")
    return QRectF(label.left() - side - 2, label.top(), side, side)


def _draw_label(tree: TreeMap, painter: QPainter, theme: Theme, other: int) -> None:
    name, font = tree.texts[other].name, tree.font_of("small")
    painting.draw_words(painter, label_rect(tree, other), name, text_colour(theme, other), font=font)
    if tree.texts[other].branch is not None:
        cross = cross_rect(tree, other)
        lit = tree.pointed == ("remove", other)
        if lit:
            painting.draw_rounded(painter, cross, corner=4, fill=theme.wash("ink", 0.1))
        icons.draw_icon(painter, "close", cross.adjusted(2, 2, -2, -2), theme.q("ink" if lit else "muted"))


def _draw_scrolled(tree: TreeMap, painter: QPainter, theme: Theme) -> None:
    """A thin bar that says which part of a long text is seen."""
    columns = tree.place().columns
    if not columns.scrolls:
        return
    left = columns.left + columns.shift / columns.whole * columns.width
    part = QRectF(left, tree.height() - 5, columns.width**2 / columns.whole, 3)
    painting.draw_rounded(painter, part, corner=1.5, fill=theme.q("muted", 0.7))
