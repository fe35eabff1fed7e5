"""The pointer over a view, and what follows a choice a little later, do again only what can look different: counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.made.traces import made_trace
from tests.support.harness import commands_at_rest, settled
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.widgets.canvas import Canvas
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("qapp")
TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")


class Seen(QObject):
    """Counts what the parts of a window are told, by the name of the event and of the part's class."""

    def __init__(self) -> None:
        super().__init__()
        self.found = Counter[tuple[str, str]]()
        QApplication.instance().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget):
            self.found[event.type().name, type(watched).__name__] += 1
        return False

    def of(self, kind: str) -> dict[str, int]:
        return {part: count for (name, part), count in self.found.items() if name == kind}


@pytest.fixture
def seen() -> Iterator[Seen]:
    made = Seen()
    yield made
    QApplication.instance().removeEventFilter(made)


@pytest.fixture
def window(qtbot) -> Window:
    made = Window(Store(State(run=TRACE.run, desk=Layout(theme="light", views=("attention",)))))
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.store.accept(TRACE)
    made.show()
    settled()
    commands_at_rest(made)
    return made


def test_why_a_cell_is_shown_lays_out_its_own_line_alone(window: Window, seen: Seen) -> None:
    words = set()
    window.store.set_hover((2, 2))
    settled()
    for cell in (None, (1, 2), None, (3, 1)):
        seen.found.clear()
        window.store.set_hover(cell)
        settled()
        words.add(window.inspector.cell.origin.text())
        assert set(seen.of("LayoutRequest")) <= {"TitleLine"}
    assert len(words) == 2


def test_restored_numbers_are_never_laid_out_beside_a_scroll_bar(window: Window, seen: Seen) -> None:
    """At a first look a cell has fewer numbers, and there is room for more candidates."""
    made_room = 0
    for height in range(780, 900, 20):
        window.resize(1440, height)
        window.store.desk(depth="first")
        settled()
        more = window.inspector.step.bars.room
        seen.found.clear()
        window.store.desk(depth="full")
        settled()
        made_room += window.inspector.step.bars.room < more
        assert "QScrollBar" not in seen.of("Show")
    assert made_room


def test_another_time_of_painting_lays_nothing_out(window: Window, seen: Seen) -> None:
    status = window.status
    window.store.accept(replace(TRACE, milliseconds={"forward": 4.0}))
    texts = set()
    for painted in (8.0, 12.0, 9.9, 345.0):
        window.store.painted_ms = painted
        window.store._notify({"painted"})
        seen.found.clear()
        status._show_later()
        status._show_times()
        settled()
        texts.add(status.times.text())
        assert "StatusBar" not in seen.of("LayoutRequest")
    assert len(texts) > 1
    before, size = status.height(), status.times.size()
    for scale in (1.5, 1.0):
        window.store.desk(text_scale=scale)
        settled()
        assert (status.height() > before) == (scale > 1.0)
    assert status.times.size() == size


@pytest.mark.parametrize("name", ["attention", "lines", "masks", "positions", "compare", "survey"])
def test_hovering_another_cell_redraws_no_view(window: Window, monkeypatch, name: str) -> None:
    window.store.desk(views=(name,))
    settled()
    page = window.desk.page(name)
    drawn, pointed = list[str](), list[object]()
    for part, label in ((type(page), "page"), (type(page.view), "view")):
        whole = part.draw
        monkeypatch.setattr(
            part, "draw", lambda own, shot, whole=whole, label=label: drawn.append(label) or whole(own, shot)
        )
    mark = type(page.view).mark
    monkeypatch.setattr(type(page.view), "mark", lambda own, shot: pointed.append(shot.hover) or mark(own, shot))
    window.store.set_hover((1, 2))
    window.store.set_hover(None)
    assert not drawn and pointed == [(1, 2), None]
    window.store.look(head=1)
    assert drawn == ["page", "view"]


def test_numbers_and_chips_are_painted_without_their_background(window: Window, seen: Seen) -> None:
    for part in (*window.inspector.findChildren(Canvas), window.text.source.chips, window.text.target.chips):
        assert part.ground == "panel" and part.testAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    window.store.set_hover((1, 2))
    settled()
    window.commands.catch_up()
    settled()
    seen.found.clear()
    window.store.set_hover((1, 3))
    settled()
    painted = seen.of("Paint")
    assert painted["Facts"] and painted["Bars"] and painted["ChipRow"]
    assert painted.keys() & {"_Page", "CellSection", "TextPanel", "SourceSide", "TargetSide"} == set()


def test_a_glide_paints_only_what_has_moved(window: Window) -> None:
    row = window.text.source.chips
    row.sideways.resize(2000.0, 400.0)
    moved = list[float]()
    row.sideways.moved.connect(lambda: moved.append(row.sideways.shift))
    row.sideways.scroll_to(300.0, glide=True)
    assert not moved, "it has only begun"
    row.sideways.jump(200.0)
    row.sideways.jump(200.0)
    assert moved == [200.0]
