"""What a screen reader hears of the whole window: a name for everything, plain words, places where they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSpinBox, QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from tests.daily import Run
from tests.made.traces import made_trace
from tests.support.harness import leave_unpainted, settled, shown, stored
from tests.support.labels import some_faces
from viz_app.charts.bar_list import Fact, Facts
from viz_app.data.number_format import fmt_weight
from viz_app.document.state import Layout
from viz_app.files.dialogs import FailureDialog, TableSheet, TextRows, short_number
from viz_app.maps.head_grid import HeadGrid
from viz_app.maps.heatmap import HeatMap
from viz_app.views import VIEWS, view_class
from viz_app.widgets import accessible
from viz_app.window.main_window import Window, apply_theme

Role, Text = QAccessible.Role, QAccessible.Text
MARKUP = re.compile(r"</?(?!/?s>)[a-z]+[ >]|&[a-z]+;")
CONTAINERS = (Role.Client, Role.Grouping, Role.Pane)
"""Need a name only where the keyboard can go to them."""


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[Window]:
    desk = Layout(theme="light")
    apply_theme(desk)
    store = stored(made_trace("the white house is very old", "la casa blanca es muy vieja"), desk=desk)
    with shown(store, qtbot, (1440, 900)) as window:
        yield window


def heard(one: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    """Everything that is seen in this part, itself first."""
    if one is None or not one.isValid() or one.state().invisible:
        return
    yield one
    for at in range(one.childCount()):
        yield from heard(one.child(at))


def of(widget: QWidget) -> QAccessibleInterface:
    """What Qt tells of a widget."""
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def needs_name(one: QAccessibleInterface) -> bool:
    """Whether it is more than a frame around others; the bars of a scroll area belong to it."""
    bar = one.role() == Role.ScrollBar and isinstance(one.object().parent().parent(), QAbstractScrollArea)
    return not bar and (one.role() not in CONTAINERS or bool(one.state().focusable))


def test_everything_has_a_name_and_plain_words(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accessible, "STEP", 8 if Run.full else 16)
    for name in VIEWS:
        assert_named(window, name)


VALUED = (Role.ComboBox, Role.SpinBox, Role.Slider)


def test_the_name_of_each_control_is_not_its_value(window: Window) -> None:
    leave_unpainted(window)
    seen = set[QWidget]()
    for name in VIEWS:
        window.store.desk(views=(name,), depth="research")
        for changes in some_faces(name):
            window.store.options(name, **changes)
            settled()
            for box in (*window.findChildren(QComboBox), *window.findChildren(QAbstractSpinBox)):
                one = of(box)
                assert one.role() in VALUED and one.text(Text.Name) != one.text(Text.Value), (name, box)
                assert one.text(Text.Name).strip(), f"{name}: nameless: {box}, {one.text(Text.Value)!r}"
                seen.add(box)
            window.store.options(name, **{field: getattr(view_class(name).Options(), field) for field in changes})
    assert len(seen) > 30


def test_a_drop_down_tells_what_it_chooses_and_what_is_chosen(window: Window) -> None:
    window.store.desk(views=("calculate",), depth="research")
    settled()
    speed = window.text.target.transport.speed
    told = of(speed)
    assert (told.role(), told.text(Text.Name), told.text(Text.Value)) == (
        Role.ComboBox, speed.accessibleName(), speed.currentText(),
    )  # fmt: skip
    assert told.text(Text.Description) == speed.accessibleDescription() or told.text(Text.Description)
    listed = told.child(0)
    assert told.childCount() == 1 and listed.object() is speed.view() and told.indexOfChild(listed) == 0
    assert listed.childCount() == speed.count() and listed.parent().object() is speed
    assert told.state().expandable and told.state().collapsed and not told.state().expanded
    actions = told.actionInterface()
    actions.doAction(actions.showMenuAction())
    assert speed.view().isVisible() and told.state().expanded
    actions.doAction(actions.pressAction())
    assert not speed.view().isVisible()


@pytest.mark.parametrize("width", (1440, 1920))
def test_the_controls_of_positions_are_read_and_tabbed_from_left_to_right(window: Window, width: int) -> None:
    window.store.desk(views=("positions",), depth="full")
    window.resize(width, 900)
    settled()
    bar = window.view().bar
    told = [one.object() for one in heard(of(bar)) if one.object() is not None and one.object().parent() is bar]
    lefts = [part.x() for part in told]
    assert len(lefts) > 8 and lefts == sorted(lefts) and told[-1] is bar.more
    controls = [part for part in told if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.isEnabled()]
    controls[0].setFocus()
    for after in controls[1:]:
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        assert window.focusWidget() is after


def assert_named(window: Window, name: str) -> None:
    window.store.desk(views=(name,))
    seen = 0
    for changes in some_faces(name):
        window.store.options(name, **changes)
        for _ in range(4):
            QApplication.processEvents()
        for one in heard(of(window.desk.page(name) if changes else window)):  # options change what the view says
            words = [one.text(which) for which in (Text.Name, Text.Description, Text.Value, Text.Help)]
            assert not [text for text in words if MARKUP.search(text)], words
            place = one.parent().text(Text.Name) if one.object() is None else ""
            assert words[0].strip() or not needs_name(one), f"nameless: {one.role()}, {one.object()}, in {place!r}"
            seen += 1
        window.store.options(name, **{field: getattr(view_class(name).Options(), field) for field in changes})
    assert seen > 150


def test_a_map_is_a_table_of_cells_with_words_and_places(window: Window) -> None:
    window.store.desk(views=("attention",))
    for _ in range(4):
        QApplication.processEvents()
    heat = window.findChild(HeatMap)
    table = of(heat)
    cells = [table.child(at) for at in range(table.childCount())]
    rows, columns = window.store.trace.size("cross", 0)
    assert table.role() == Role.Table and len(cells) == rows * columns
    assert cells[columns + 1].role() == Role.Cell and cells[columns + 1].text(Text.Name) == heat.text_of(1, 1)
    middle = heat.mapToGlobal(heat.cell_rect(1, 1).center().toPoint())
    assert cells[columns + 1].rect().contains(middle)
    assert table.childAt(middle.x(), middle.y()).text(Text.Name) == heat.text_of(1, 1)
    assert table.indexOfChild(cells[3]) == 3 and cells[3].parent().text(Text.Name) == table.text(Text.Name)


def test_the_heads_are_named(window: Window) -> None:
    window.store.desk(views=("attention",))
    for _ in range(4):
        QApplication.processEvents()
    mosaic = next(one for one in window.findChildren(HeadGrid) if one.isVisible())
    names = [one.text(Text.Name) for one in heard(of(mosaic)) if one.object() is None]
    spec = window.store.trace.spec
    assert len(names) == spec.decoder_layers * spec.heads and names[1].startswith("layer 1, head 2")


def test_the_number_under_the_cursor_is_the_description_and_goes_with_it(window: Window) -> None:
    window.store.desk(views=("attention",))
    for _ in range(4):
        QApplication.processEvents()
    heat = window.findChild(HeatMap)
    heat.point_at((1, 2))
    assert of(heat).text(Text.Description) == heat.text_of(1, 2)
    heat.point_at(None)
    assert of(heat).text(Text.Description) == heat.summarise(), "what the whole map says"


def test_the_name_of_a_map_changes_with_its_head_while_a_reader_holds_it(window: Window) -> None:
    """A reader keeps what it was given once: the name must not be that of the first head."""
    window.store.desk(views=("attention",))
    settled()
    heat = window.findChild(HeatMap)
    held = of(heat)
    before = held.text(Text.Name)
    window.store.look(kind="encoder", layer=2, head=3)
    settled()
    assert held.text(Text.Name) == heat.accessibleName() != before
    assert "layer 3 · head 4" in held.text(Text.Name)


def test_a_table_may_be_deleted_while_a_screen_reader_holds_its_lines(qtbot: QtBot) -> None:
    """Lists come and go with the views; their lines are gone then, too."""
    held = []
    for _ in range(30):
        facts = Facts(2)
        facts.setAccessibleName("Numbers")
        facts.set_facts([Fact("weight", "0.5"), Fact("score", "1.0")])
        facts.resize(200, 60)
        lines = of(facts)
        held.append(lines.child(1))
        assert held[-1].text(Text.Name) == "score: 1.0" and lines.childCount() == 2
        facts.set_facts([])
        lines.picture.accessible_role  # noqa: B018 - still there
        facts.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(held) == 30


def test_a_canvas_says_where_its_places_are(qtbot: QtBot) -> None:
    facts = Facts(2)
    qtbot.addWidget(facts)
    facts.set_facts([Fact("weight", "0.5", "share"), Fact("score", "1.0")])
    facts.resize(200, 60)
    assert list(facts.accessible_places()) == [0, 1]
    assert facts.accessible_rect(1).contains(QPointF(5, facts.row_rect(1).center().y()))


def test_a_map_says_what_its_head_mostly_reads_and_its_strongest_cell(window: Window) -> None:
    window.store.desk(views=("attention",))
    window.store.look(kind="encoder", layer=1, head=1)
    for _ in range(4):
        QApplication.processEvents()
    weights = window.store.trace.map("encoder", 1, 1)
    query, key = np.unravel_index(int(np.argmax(weights)), weights.shape)
    said = of(window.findChild(HeatMap)).text(Text.Description)
    assert said.startswith("Layer 2, head 2 ") and "Strongest: " in said
    source = [token.text for token in window.store.trace.sentences[0].source]
    assert source[query] in said and f"reads “{source[key]}" in said
    assert fmt_weight(float(weights[query, key])) in said


@pytest.mark.parametrize(
    ("whole", "seen"),
    [("8.099781558848917e-05", "8.100e−05"), ("0.99979287385940550", "0.9998"), ("0.0312", "0.0312"),
     ("1234567", "1234567"), ("Reykjavík and more", "Reykjavík and more"), ("", "")],
)  # fmt: skip
def test_a_long_number_of_a_table_keeps_its_size(whole: str, seen: str, qapp: QApplication) -> None:
    """Cut off in its cell it would lose its exponent and look large."""
    table = QWidget()
    cell = TextRows(f"row\tcolumn\n1\t{whole}", table).index(0, 0)
    assert cell.data() == seen and cell.data(Qt.ItemDataRole.ToolTipRole) == whole
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == f"1, column: {seen}"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_number_of_a_table_is_whole_in_every_text_size(scale: float, qtbot: QtBot) -> None:
    apply_theme(Layout(text_scale=scale))
    sheet = TableSheet("about", "row\tcolumn\nquality\t-9.73512345e-05", lambda: None)
    qtbot.addWidget(sheet)
    sheet.show()
    table, metrics = sheet.table, QFontMetrics(sheet.table.font())
    assert table.columnWidth(0) >= table.sizeHintForColumn(0) and table.rowHeight(0) >= metrics.height()
    apply_theme(Layout())


NUMBERS_LATER = {"heads", "lens", "compare", "console", "survey", "train"}
"""Views whose numbers come from the engine's process, a pin, files or what is typed: tests/flows/test_tables.py and
tests/views/console read theirs."""


def test_each_view_has_its_numbers_as_a_table(window: Window) -> None:
    """Rows and columns have names, and a cell is read with them."""
    leave_unpainted(window)
    for name in VIEWS:
        window.store.desk(views=(name,))
        for _ in range(4):
            QApplication.processEvents()
        window.commands.run("table.show")
        pages = [page for page in window.findChildren(FailureDialog) if page.isVisible()]
        if not pages:
            assert_reads(window)
        for page in pages:
            assert "shows no numbers yet" in page.words[0].text() and name in NUMBERS_LATER
            page.close()
        window.notice.hide()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def assert_reads(window: Window) -> TextRows:
    """The table that is shown is read with the names of its rows and columns, and copied whole; closes it."""
    (sheet,) = (sheet for sheet in window.findChildren(TableSheet) if sheet.isVisible())
    rows = sheet.table.model()
    assert isinstance(rows, TextRows) and rows.rowCount() > 0 and rows.columnCount() > 0
    first, _, more = sheet.about.text().partition("\n")
    assert len(first.split()) > 1 and len(more.split()) > 3, "in words, not by the name of a file"
    cell = rows.index(0, 0)
    column = rows.headerData(0, Qt.Orientation.Horizontal)
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == f"{rows.rows[0][0]}, {column}: {cell.data()}"
    window.export_actions.copy_table()
    whole = QApplication.clipboard().text().splitlines()[1].split("\t")[1]
    assert whole == cell.data(Qt.ItemDataRole.ToolTipRole)
    assert cell.data() == short_number(whole)
    sheet.close()
    return rows
