"""The rail takes the fullest form that there is room for, whatever changes its size meanwhile."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.made.traces import made_trace
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.views import VIEWS
from viz_app.widgets import theme as themes
from viz_app.window import nav_rail
from viz_app.window.main_window import Window, apply_theme
from viz_app.window.nav_rail import Rail


@pytest.fixture
def rail(qtbot: QtBot) -> Rail:
    made = Rail(tuple(VIEWS))
    qtbot.addWidget(made)
    made.show_open(("attention",))
    made.show()
    return made


def test_forms_are_measured_though_the_size_changes_meanwhile(rail: Rail, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = dict(rail._heights)
    take = Rail._take
    nested = []

    def taking(self: Rail, form: tuple) -> None:
        take(self, form)
        if not nested:
            nested.append(form)
            self.resize(self.width(), self.height() + 1)
            QApplication.sendPostedEvents()
            nested.clear()

    monkeypatch.setattr(Rail, "_take", taking)
    rail._measure()
    assert rail._heights == expected


def test_the_rail_shows_more_text_in_more_space(rail: Rail) -> None:
    heights = [rail._heights[form] for form in nav_rail._FORMS]
    assert heights == sorted(heights, reverse=True) and len(set(heights)) == len(heights)
    for form, height in rail._heights.items():
        rail.setFixedHeight(height)
        QApplication.processEvents()
        style, headed = form[:2]
        assert rail.buttons["attention"].toolButtonStyle() == style
        assert rail._headings["attention"].isVisible() is headed


def test_its_words_are_small_from_the_first_picture_on(qtbot: QtBot) -> None:
    trace = made_trace("the white house", "la casa blanca")
    window = Window(Store(State(run=trace.run, desk=Layout(theme="light"))))
    qtbot.addWidget(window)
    window.show()
    QApplication.processEvents()
    rail = window.rail
    sizes = {button.font().pointSizeF() for button in (*rail.buttons.values(), rail.lessons, rail.more)}
    assert sizes == {themes.font("small").pointSizeF()}


@pytest.mark.parametrize("name", list(themes.THEMES))
def test_the_chosen_view_has_its_own_background(rail: Rail, name: str) -> None:
    apply_theme(Layout(theme=name))
    rail.setFixedHeight(rail._heights[nav_rail._FORMS[0]])
    QApplication.processEvents()
    chosen, theme = rail.buttons["attention"], themes.current()
    for button, ground in ((chosen, theme.chosen), (rail.buttons["model"], theme.panel)):
        place = button.geometry().topRight()
        assert rail.grab().toImage().pixelColor(place.x() - 3, place.y() + 3) == QColor(ground)
    assert themes.contrast(theme.ink, theme.chosen) >= 4.5
    if name == "high_contrast":
        assert themes.contrast(theme.chosen, theme.panel) >= 3.0
    apply_theme(Layout(theme="light"))
