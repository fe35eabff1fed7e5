"""Another theme or text size in a window with every view made: quick, and the same as in a window made so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from model_core.record.run_spec import RunSpec
from tests.daily import share
from tests.made.traces import made_trace
from tests.support.harness import settled
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.views import VIEWS
from viz_app.window.main_window import Window, apply_theme

STYLED = QEvent.Type.StyleChange

OWN = 1.5
"""How many times as many StyleChange events as taking the application's sheet off and putting it on again another theme
or text size may send: it sends 1.1 to 1.3 times as many, and 6 times where one sheet is put in the place of another."""


def made_window(qtbot, layout: Layout) -> Window:
    trace = made_trace("the white house", "la casa blanca")
    store = Store(State(run=RunSpec(source=trace.run.source), desk=layout))
    store.accept(trace)
    window = Window(store)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window).__enter__()
    return window


@pytest.fixture
def window(qtbot, qapp: QApplication) -> Iterator[Window]:
    """A window in which every view was seen."""
    made = made_window(qtbot, Layout(theme="light"))
    for name in (*VIEWS, "attention"):
        made.store.desk(views=(name,))
        settled()
    yield made
    made.close()
    apply_theme(Layout(theme="light"))


def picture(widget: QWidget) -> QImage:
    settled()
    if (focused := widget.focusWidget()) is not None:
        focused.clearFocus()
    return widget.grab().toImage()


class Styled(QObject):
    """Counts how often any widget is given its style."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == STYLED
        return False


def times_styled(app: QApplication, act: Callable[[], object]) -> int:
    """How often widgets are given their style in a change and its painting."""
    watching = Styled()
    app.installEventFilter(watching)
    act()
    QApplication.processEvents()
    app.removeEventFilter(watching)
    settled()
    return watching.count


def test_a_theme_or_text_size_is_put_on_as_quickly_as_qt_can(window: Window, qapp: QApplication) -> None:
    def off_and_on() -> None:
        sheet = qapp.styleSheet()
        qapp.setStyleSheet("")
        qapp.setStyleSheet(sheet)

    times_styled(qapp, off_and_on)  # parts that nobody has seen get their first style
    plain = times_styled(qapp, off_and_on)
    for change in ({"theme": "dark"}, {"text_scale": 1.5}, {"theme": "light"}, {"text_scale": 1.0}):
        assert times_styled(qapp, partial(window.store.desk, **change)) <= OWN * plain, change
    assert times_styled(qapp, lambda: qapp.setStyleSheet(f"{qapp.styleSheet()} ")) > OWN * plain, "it would be seen"


def test_a_closed_window_draws_nothing_in_another_theme(qtbot) -> None:
    """Its charts are empty: an exception would go to the crash report."""
    made = made_window(qtbot, Layout(theme="light", views=("train", "positions")))
    settled()
    made.close()
    for theme in ("dark", "light"):
        apply_theme(Layout(theme=theme))
        settled()


def test_a_window_looks_as_before_when_its_theme_comes_back(window: Window) -> None:
    """Every rule of the sheet is put on again. The status line tells its own milliseconds and is left out."""

    def upper() -> QImage:
        return picture(window).copy(0, 0, 1280, 800 - window.status.height())

    for name in share(("decoding", "masks", "survey"), 3):
        window.store.desk(views=(name,))
        seen = []
        for theme, scale in (("dark", 1.25), ("light", 1.0), ("dark", 1.25), ("light", 1.0)):
            window.store.desk(theme=theme, text_scale=scale)
            seen.append(upper())
        assert seen[0] != seen[1] and seen[1] == seen[3], name


def test_a_new_window_has_the_fonts_that_it_has_after_another_theme(qtbot) -> None:
    window = made_window(qtbot, Layout(theme="light"))
    settled()
    parts = [part for part in window.findChildren(QWidget) if part.isVisible()]
    new = [part.font().pointSizeF() for part in parts]
    window.store.desk(theme="dark")
    window.store.desk(theme="light")
    settled()
    changed = [part for part, size in zip(parts, new, strict=True) if part.font().pointSizeF() != size]
    assert [f"{type(part).__name__} {part.accessibleName()}" for part in changed] == []
    window.close()


def test_a_hidden_view_is_styled_when_it_is_opened(window: Window, monkeypatch) -> None:
    dressed: list[str] = []
    for name in VIEWS:
        view = window.desk.page(name).view
        restyle = view.restyle
        monkeypatch.setattr(view, "restyle", lambda name=name, restyle=restyle: (dressed.append(name), restyle()))
    window.store.desk(theme="dark")
    window.store.desk(theme="light", text_scale=1.25)
    assert dressed == ["attention"] * 2
    window.store.desk(views=("masks",))
    window.store.desk(views=("attention",))
    assert dressed == ["attention"] * 2 + ["masks"], "one that wears the theme already is not dressed again"
    window.store.desk(text_scale=1.0)


@pytest.mark.parametrize("sizes", [(1.0, 2.0, 1.0), (2.0, 1.0)], ids=str)
def test_a_view_that_was_not_seen_while_the_text_size_went_there_and_back(qtbot, sizes: tuple[float, ...]) -> None:
    """It looks as in a window that never had another one."""
    names = share(tuple(name for name in VIEWS if name != "attention"), 4)

    def pictures(window: Window) -> list[QImage]:
        found = []
        for name in names:
            window.store.desk(views=(name,))
            found.append(picture(window.desk))
        window.store.desk(views=("attention",))
        return found

    plain = made_window(qtbot, Layout(theme="light"))
    wanted = pictures(plain)
    plain.close()
    window = made_window(qtbot, Layout(theme="light", text_scale=sizes[0]))
    pictures(window)
    for scale in sizes[1:]:
        window.store.desk(text_scale=scale)
        settled()
    found = pictures(window)
    assert [name for name, one, other in zip(names, wanted, found, strict=True) if one != other] == []
    window.close()


def test_hidden_parts_get_no_stylesheet_until_they_are_opened(window: Window, monkeypatch) -> None:
    """Putting a sheet on takes Qt as long as there are parts with one: those of twelve views, of which one is seen."""

    def wearing(name: str) -> set[bool]:
        page = window.desk.page(name)
        parts = (page, *page.findChildren(QWidget))
        return {part.testAttribute(Qt.WidgetAttribute.WA_WState_Polished) for part in parts}

    assert wearing("positions") == wearing("attention") == {True}
    told: list[str] = []
    for name in ("positions", "attention"):
        page = window.desk.page(name)
        monkeypatch.setattr(
            page, "changeEvent", lambda event, name=name: told.append(name) if event.type() == STYLED else None
        )
    window.store.desk(theme="dark", text_scale=1.25)
    assert wearing("positions") == {False} and wearing("attention") == {True}
    assert set(told) == {"attention"}, (
        "telling the parts of eleven pages takes as long as those of the one that is seen"
    )
    for name in ("positions", "train", "attention"):
        window.store.desk(views=(name,))
        later = picture(window.desk)
        window.store.desk(theme="light")
        window.store.desk(theme="dark")
        assert wearing(name) == {True} and later == picture(window.desk), name
    window.store.desk(theme="light", text_scale=1.0)
    assert_laid_out_a_few_times(window, monkeypatch)


def assert_laid_out_a_few_times(window: Window, monkeypatch) -> None:
    """Of a text size: where each part that is shown or hidden meanwhile has all of the window laid out again, Model and
    Calculate get 21 sizes for the larger text and 15 for the smaller."""
    window.store.desk(views=("model", "calculate"))
    settled()
    sizes: list[int] = []
    for name in ("model", "calculate"):
        view = window.desk.page(name).view
        monkeypatch.setattr(view, "resizeEvent", lambda event, whole=view.resizeEvent: (sizes.append(1), whole(event)))
    for scale in (1.5, 1.0):
        sizes.clear()
        window.store.desk(text_scale=scale)
        settled()
        assert 2 <= len(sizes) <= 9
