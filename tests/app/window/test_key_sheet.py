"""The page of keys: whole and in order however much room there is."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QScreen
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from tests.support.harness import colours_of, settled
from viz_app.commands.actions import ACTIONS
from viz_app.commands.key_page import OR, KeyPage
from viz_app.document.state import Layout
from viz_app.widgets import painting, theme
from viz_app.widgets.application_theme import apply_theme
from viz_app.window.dialogs import KeySheet


def opened(qtbot: QtBot, width: int, height: int = 700) -> tuple[KeySheet, QScrollArea, KeyPage]:
    sheet = KeySheet(ACTIONS)
    qtbot.addWidget(sheet)
    sheet.resize(width, height)
    sheet.show()
    settled()
    (area,) = sheet.findChildren(QScrollArea)
    return sheet, area, area.widget()


@pytest.mark.parametrize("scale", (1.0, 1.5, 2.0))
@pytest.mark.parametrize("width", (320, 700, 1280, 1920))
def test_every_row_has_its_place(qtbot: QtBot, width: int, scale: float) -> None:
    apply_theme(Layout(theme="light", text_scale=scale))
    sheet, _, page = opened(qtbot, width)
    areas = [page.rect_of(row) for row in range(len(page.rows))]
    inside = QRectF(page.rect())
    assert len(areas) > 100 and all(inside.contains(area) for area in areas)
    assert not any(one.intersects(other) for one, other in itertools.combinations(areas, 2))
    small = page.metrics_of("small")
    for row, words in enumerate(page.rows):
        caps = page.caps(row)
        assert len(caps) == (len(words[0].split(OR)) if len(words) == 2 and words[0] else 0)
        for cap, key in zip(caps, words[0].split(OR), strict=False):
            assert areas[row].contains(cap) and cap.width() > small.horizontalAdvance(key)
    assert sheet.isVisible()
    apply_theme(Layout(theme="light"))


@pytest.mark.parametrize(("width", "scale"), [(500, 1.0), (640, 1.5), (1100, 2.0)])
def test_words_are_wrapped_before_the_page_scrolls_sideways(qtbot: QtBot, width: int, scale: float) -> None:
    """As while presenting on a projector, where the text is large."""
    apply_theme(Layout(theme="light", text_scale=scale))
    _sheet, area, page = opened(qtbot, width)
    assert page._across(1) > area.viewport().width() and area.horizontalScrollBar().maximum() == 0
    high = [page.rect_of(row).height() for row in range(len(page.rows))]
    assert len(set(high)) > 1 and max(high) >= 2 * min(high)
    assert all(page._wrapped(row, 10_000.0) == [words[1]] for row, words in enumerate(page.rows) if len(words) == 2)
    apply_theme(Layout(theme="light"))


def test_rows_are_laid_out_once_per_width(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen reader asks for the place of each."""
    _sheet, _, page = opened(qtbot, 1100)
    page.rect_of(0)
    asked = []
    monkeypatch.setattr(page, "_columns", lambda count: asked.append(count))
    assert page.place_at(page.rect_of(1).center()) == 1 and not asked


def test_there_are_as_many_columns_as_fit(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QScreen, "availableSize", lambda _screen: QSize(1920, 1080))
    found = []
    for width in (700, 1100, 1900):
        _sheet, area, page = opened(qtbot, width)
        assert area.horizontalScrollBar().maximum() == 0
        found.append(len({page.rect_of(row).left() for row in range(len(page.rows))}))
    assert found == [1, 2, 3]


def test_the_key_sheet_is_as_wide_as_its_columns(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QScreen, "availableSize", lambda _screen: QSize(1920, 2400))
    sheet = KeySheet(ACTIONS)
    qtbot.addWidget(sheet)
    sheet.show()
    settled()
    (area,) = sheet.findChildren(QScrollArea)
    assert not area.horizontalScrollBar().maximum() and not area.verticalScrollBar().maximum()


def test_the_page_follows_theme_and_text_size(qtbot: QtBot) -> None:
    _sheet, _, page = opened(qtbot, 900)
    before, colours = page.rect_of(3), colours_of(page.grab().toImage())
    assert QColor(theme.LIGHT.panel).rgb() in colours
    apply_theme(Layout(theme="dark", text_scale=1.5))
    settled()
    assert page.rect_of(3).height() > before.height()
    colours = colours_of(page.grab().toImage())
    assert QColor(theme.DARK.panel).rgb() in colours and QColor(theme.LIGHT.panel).rgb() not in colours
    apply_theme(Layout(theme="light"))


def test_a_row_is_read_out_as_shown(qtbot: QtBot) -> None:
    _sheet, _, page = opened(qtbot, 900)
    places = page.accessible_places()
    row = next(place for place in places if page.rows[place][-1] == "Undo")
    assert page.place_at(page.rect_of(row).center()) == row
    assert page.accessible_place_text(row) == ": ".join(page.rows[row])


def test_only_the_rows_that_are_seen_are_painted_and_they_look_as_in_the_whole_page(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    _sheet, area, page = opened(qtbot, 700)
    whole, words = page.grab().toImage(), list[str]()
    draw_words = painting.draw_words

    def noting(painter: QPainter, rect: QRectF, text: str, *more: Any, **named: Any) -> QRectF:
        words.append(text)
        return draw_words(painter, rect, text, *more, **named)

    monkeypatch.setattr(painting, "draw_words", noting)
    bar = area.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    settled()
    words.clear()
    page.repaint()
    seen = page.visibleRegion().boundingRect()
    rows = [row for row in range(len(page.rows)) if page.rect_of(row).intersects(QRectF(seen))]
    assert {page.rows[row][-1] for row in rows} <= set(words)
    assert not {words[-1] for words in page.rows} <= set(words) and len(rows) < len(page.rows) / 2
    ratio = page.devicePixelRatioF()
    shown = area.viewport().grab(QRect(QPoint(0, 0), seen.size())).toImage()
    part = QRect(seen.topLeft() * ratio, seen.size() * ratio)
    assert shown.convertToFormat(whole.format()) == whole.copy(part)
