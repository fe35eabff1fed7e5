"""The main window as it was drawn beforehand: what is one press away, and the curves under the tokens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from model_core.record.edits import Edits, HeadPlace
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from tests.support.harness import settled
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.views import VIEWS
from viz_app.window.main_window import Window

TRACE = made_trace("The black cat is sleeping", "El gato negro duerme")


@pytest.fixture
def window_of(shown_window: Callable[..., Window]) -> Callable[..., Window]:
    def make(size: tuple[int, int], scale: float = 1.0, depth: str = "full") -> Window:
        desk = Layout(theme="light", text_scale=scale, depth=depth)
        store = Store(State(run=RunSpec(source=TRACE.run.source), desk=desk))
        store.accept(TRACE)
        store.look(kind="cross", layer=1, head=1, step=3)
        return shown_window(store, size)

    return make


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((1440, 900), 1.0), ((1280, 720), 1.5), ((1280, 720), 2.0)]
)
@pytest.mark.parametrize("depth", ["first", "full"])
def test_presenting_and_lessons_are_one_press_away(
    window_of, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: float, depth: str
) -> None:
    window = window_of(size, scale, depth)
    asked: list[str] = []
    monkeypatch.setattr(window.sheets.presenter, "toggle", lambda: asked.append("present"))
    monkeypatch.setattr(window.sheets, "show_lessons", lambda: asked.append("lessons"))
    assert window.bar.present.isVisible() or window.bar.menus.isVisible()  # which has it too
    for button, name in ((window.bar.present, "Present"), (window.rail.lessons, "Lessons")):
        if button.isHidden():
            continue
        assert button.isVisible() and button.accessibleName() == name and button.toolTip()
        assert button.width() >= button.minimumSizeHint().width() and button.height() >= 24
        left, right = (button.mapTo(window, point).x() for point in (button.rect().topLeft(), button.rect().topRight()))
        assert 0 <= left < right < window.width()
    if scale == 1.0:
        assert window.bar.present.text() == "Present" and window.bar.menus.isVisible()
    window.bar.present.click()
    window.rail.lessons.click()
    assert asked == ["present", "lessons"]


def test_curves_start_at_the_step_if_nothing_is_below_the_tokens(window_of) -> None:
    window = window_of((1440, 900))
    store, curves, text = window.store, window.text.curves, window.text
    row = TRACE.map("cross", 1, 1)[3]
    assert curves.isVisible() and curves.links[0].key == int(row.argmax())
    chip = text.target.chips.chip_rect(text.target.chips.marks.current)
    assert curves.links[0].start.x() == pytest.approx(text.target.chips.mapTo(text, chip.center()).x())
    store.look(step=1)
    assert curves.links[0].key == int(TRACE.map("cross", 1, 1)[1].argmax())
    store.look(query=2, key=2)
    assert not curves.links and curves.size().isEmpty()  # the shades are those of another row
    store.look(query=None, key=None)
    store.look(kind="encoder")
    assert not curves.links and curves.size().isEmpty()
    store.look(kind="cross")
    assert not curves.size().isEmpty()
    store.run(edits=Edits(heads_off=(HeadPlace("cross", 0, 0),)))
    settled()
    assert window.edits.isVisible() and curves.size().isEmpty()


def test_the_chips_have_the_whole_width_at_the_usual_size(window_of) -> None:
    window = window_of((1440, 900))
    target = window.text.target
    assert target.chips.width() == target.width() - 32
    assert target.measure.geometry().bottom() < target.chips.y(), "in the first line, beside who writes"


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("depth", ["first", "full"])
def test_all_lines_of_the_target_begin_at_one_edge(window_of, size: tuple[int, int], depth: str) -> None:
    target = window_of(size, depth=depth).text.target
    first = target.writer if target.label.isHidden() else target.label
    edges = {part.mapTo(target, part.rect().topLeft()).x() for part in (first, target.sentence, target.chips)}
    assert len(edges) == 1, edges


def test_the_inspector_asks_what_comes_next(window_of) -> None:
    inspector = window_of((1440, 900)).inspector
    assert inspector.step.title.text() == "Step 4: what comes after “negro”?"


def test_the_rail_says_its_words_on_a_projector_and_its_headings_on_a_desk(window_of) -> None:
    rail = window_of((1280, 720)).rail
    assert rail.lessons.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon
    assert rail.lessons.iconSize().width() >= 20
    headings = window_of((1440, 900)).rail._headings
    assert all(heading.isVisible() for heading in headings.values())


@pytest.mark.parametrize(("size", "scale"), [((1440, 900), 1.0), ((1280, 720), 1.0), ((1920, 1080), 1.5)])
@pytest.mark.parametrize("depth", ["first", "research"])
def test_heading_and_sentence_stay_in_place_when_another_view_is_opened(window_of, size, scale, depth) -> None:
    window = window_of(size, scale, depth)
    places = {}
    for name in (*VIEWS, "attention"):
        window.store.desk(views=(name,))
        settled()
        page = window.desk.page(name)
        places[name] = page.heading.geometry().center().y(), page.sentence.y()
        above = page.options if page._placed == "under" else page.sentence
        assert page.view.y() - above.geometry().bottom() - 1 == 12, "no empty row of options takes room from the view"
    assert set(places.values()) == {places["attention"]}, places
