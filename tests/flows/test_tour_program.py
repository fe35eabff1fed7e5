"""The tour in the real program at its first start: offered once, taken, gone through by doing what it asks."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.flows.test_main_path import play
from viz_app.lessons.tours.tour_stops import STOPS
from viz_app.system import settings
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")


def attention(window: Window) -> Any:
    """The view."""
    page = window.desk.page("attention")
    assert page is not None
    return page.view


def press(part: Any, point: QPoint | None = None) -> None:
    place = part.rect().center() if point is None else point
    QTest.mouseClick(part, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def click_chip(window: Window) -> None:
    window.text.source.chips.picked.emit(1)


def click_candidate(window: Window) -> None:
    bars = window.inspector.step.bars
    row = next(row for row, bar in enumerate(bars.bars) if not bar.strong)
    press(bars, bars.row_rect(row).center().toPoint())


def click_head(window: Window) -> None:
    mosaic, look = attention(window).pick.mosaic, window.store.state.look
    mosaic.picked.emit(0 if look.layer else 1, look.head)


def click_cell(window: Window) -> None:
    heat, look = attention(window).figure.heat, window.store.state.look
    row = 0 if look.query else 1
    press(heat, heat.cell_rect(row, 0).center().toPoint())


DEEDS = {
    "source": lambda window: QTest.keyClicks(window.text.source.box, " now"),
    "chips": click_chip,
    "steps": lambda window: press(window.text.target.transport.back),
    "candidates": click_candidate,
    "heads": click_head,
    "map": click_cell,
    "switch": lambda window: press(window.inspector.head.switch),
    "edits": lambda window: press(window.edits.chips[0]),
    "views": lambda window: press(window.rail.buttons["lines"]),
}


def test_the_tour_from_the_first_start_to_its_end() -> None:
    told: dict[str, Any] = {"stops": []}

    def offered(window: Window) -> bool:
        store = window.store
        return bool(window.notice.offers) and store.trace is not None and store.trace.complete and not store.busy

    def take(window: Window) -> None:
        window.resize(1440, 900)
        told["first"] = settings.load().source
        press(window.notice.offers[0])
        window.sheets.tour._pause.setInterval(0)

    def at(part: str) -> Any:
        def there(window: Window) -> bool:
            tour = window.sheets.tour
            calm = not window.store.busy and window.store.trace is not None
            return bool(calm and tour.on and STOPS[tour.at].part == part and tour.lit_rects())

        return there

    def do(part: str) -> Any:
        def act(window: Window) -> None:
            tour = window.sheets.tour
            told["stops"].append((part, tour.card.geometry().intersects(tour.lit_rects()[0])))
            DEEDS[part](window)

        return act

    def finish(window: Window) -> None:
        press(window.sheets.tour.card.next)
        told["ended"] = not window.sheets.tour.on

    acts = [(at(stop.part), do(stop.part)) for stop in STOPS[:-1]]
    play((offered, take), *acts, (at("more"), finish))
    assert told["first"] is None
    assert told["stops"] == [(stop.part, False) for stop in STOPS[:-1]]
    assert told["ended"]

    again: list[bool] = []
    play((lambda window: window.store.trace is not None, lambda window: again.append(bool(window.notice.offers))))
    assert again == [False]
