"""The parts of the window that the tour highlights, and how each is made visible."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, QRectF
from PySide6.QtWidgets import QWidget

from viz_app.data.selection import strongest
from viz_app.lessons.tours.tour import LitPart
from viz_app.lessons.tours.tour_stops import Stop
from viz_app.widgets.layout import settle

if TYPE_CHECKING:
    from viz_app.window.main_window import Window


def tour_parts(window: Window) -> dict[str, Callable[[], LitPart | None]]:
    """Name of a part -> function that finds it on the screen; None while it is not visible."""
    text, inspector, bar = window.text, window.inspector, window.bar
    return {
        "source": lambda: _spot(window, text.source.box),
        "chips": lambda: _spot(window, text.source.chips),
        "steps": lambda: _spot(window, text.target.transport),
        "candidates": lambda: _spot(window, inspector.step.bars),
        "heads": lambda: _first(window, "mosaic"),
        "map": lambda: _map(window),
        "switch": lambda: _spot(window, inspector.head.switch),
        "edits": lambda: _spot(window, window.edits) or _spot(window, text.source.foot),
        "views": lambda: _spot(window, window.rail.buttons["lines"]),
        "more": lambda: _spot(window, bar.finder, bar.dial),
    }


def prepare(window: Window, stop: Stop) -> None:
    """Opens the view of a stop alone, and the panel at the right if the stop is about it; in a narrow window the panel
    is closed for the others."""
    if stop.view and window.split.open() != (stop.view,):
        window.open_view(stop.view)
    if stop.view == "attention" and window.store.state.options.get("attention", {}).get("all_heads"):
        window.store.options("attention", all_heads=False)
    window.insisted = stop.inspector
    if stop.inspector and not window.store.state.desk.inspector:
        window.store.desk(inspector=True)
    window.refresh(frozenset({"desk"}))
    if stop.inspector:
        settle(window)
        part = window.inspector.step.bars if stop.part == "candidates" else window.inspector.head.switch
        window.inspector.ensureWidgetVisible(part)


def _spot(window: Window, part: QWidget, *others: QWidget) -> LitPart | None:
    """A part, highlighted together with others; None if it is hidden."""
    seen = [one for one in (part, *others) if one.isVisible()]
    rect = QRect()
    for one in seen:
        rect = rect.united(clipped(one, window))
    return (
        LitPart(part, (rect.adjusted(-3, -3, 3, 3).intersected(window.rect()),))
        if part.isVisible() and not rect.isEmpty()
        else None
    )


def _attention(window: Window) -> Any:
    """The view Attention, if it is open."""
    page = window.desk.page("attention")
    return page.view if page is not None and page.isVisible() else None


def _first(window: Window, name: str) -> LitPart | None:
    """A part of the head picker; if it does not fit the whole picker."""
    view = _attention(window)
    return None if view is None else _spot(window, getattr(view.pick, name)) or _spot(window, view.pick)


def _map(window: Window) -> LitPart | None:
    """The large map; if a card does not fit beside it the row of the step, otherwise its strongest cell."""
    view = _attention(window)
    if view is None or not view.figure.heat.isVisible():
        return None
    heat = view.figure.heat
    rects, grid, row = [clipped(heat, window)], heat.grid(), heat.marks.present_row or 0
    if row < grid.rows and grid.columns:
        line = heat.cell_rect(row, 0).united(heat.cell_rect(row, grid.columns - 1))
        rects += [clipped(heat, window, one) for one in (line, heat.cell_rect(row, strongest(heat.values[row])))]
    return LitPart(
        heat, tuple(rect.adjusted(-3, -3, 3, 3).intersected(window.rect()) for rect in rects if not rect.isEmpty())
    )


def clipped(part: QWidget, window: QWidget, rect: QRectF | None = None) -> QRect:
    """The visible part of a widget, or of a rectangle of it, in px of the window."""
    own = part.rect() if rect is None else rect.toAlignedRect()
    found = QRect(part.mapTo(window, own.topLeft()), own.size())
    around: QWidget | None = part
    while around is not None and around is not window:
        found = found.intersected(QRect(around.mapTo(window, around.rect().topLeft()), around.size()))
        around = around.parentWidget()
    return found.intersected(window.rect())
