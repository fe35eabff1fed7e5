"""What a presentation does to a window, and what it leaves behind: nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFontInfo, QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from model_core.engine.messages import Problem
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from tests.support.harness import leave_unpainted, settled, shown, stored
from viz_app.document.lesson import Lesson, Question, Scene
from viz_app.document.state import Layout
from viz_app.lessons.keys import LessonKeys
from viz_app.lessons.largest_text import ALWAYS_ROOM, maps_in
from viz_app.lessons.overlays import NO_MAP, NO_ROW, Blank, CellPen
from viz_app.lessons.panel import LessonPanel
from viz_app.system.settings import TEXT_SIZES, Settings
from viz_app.views import VIEWS
from viz_app.views.compare.choices import NothingPinned
from viz_app.widgets import theme
from viz_app.widgets.application_theme import apply_theme
from viz_app.widgets.canvas import Canvas
from viz_app.window.focus_order import focus_into
from viz_app.window.geometry import restore_geometry
from viz_app.window.main_window import Window

SIZES = ((640, 780), (1280, 720), (1900, 1000))


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    trace = made_trace("the white house near the sea", "la casa blanca cerca del mar")
    apply_theme(Layout(theme="light"))
    with shown(stored(trace, desk=Layout(theme="light", views=("attention",), depth="research")), qtbot) as made:
        yield made
    apply_theme(Layout(theme="light"))


def rest(window: Window, size: tuple[int, int]) -> None:
    """The window with this size, and everything laid out."""
    window.resize(*size)
    for _ in range(6):
        settled()


def present(window: Window) -> None:
    """The window presented, with the largest text for what it shows."""
    presenter = window.sheets.presenter
    presenter.start()
    rest(window, SIZES[1])
    presenter.text.begin()
    rest(window, SIZES[1])


def looks(window: Window) -> dict[QWidget, tuple[QRect, int]]:
    """Place and font of all that is seen, but of the status bar, which says how long something took."""
    parts = [part for part in window.findChildren(QWidget) if part.isVisible() and not window.status.isAncestorOf(part)]
    parts = [part for part in parts if part.objectName() != "qt_scrollarea_viewport"]
    return {part: (part.geometry(), QFontInfo(part.font()).pixelSize()) for part in parts}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_window_looks_after_presenting_as_it_did_before(window: Window, size: tuple[int, int]) -> None:
    """Also after a second and third presentation, in which the text was made smaller."""
    presenter = window.sheets.presenter
    rest(window, size)
    before = looks(window)
    for smaller in (0, 1, 2):
        presenter.start()
        rest(window, (1920, 1080))
        for _ in range(smaller):
            presenter.text.enlarge(-1)
            rest(window, (1920, 1080))
        presenter.stop()
        rest(window, size)
        after = looks(window)
        changed = {(type(part).__name__, part.accessibleName()): (before.get(part), after.get(part)) for part in after
                   if before.get(part) != after.get(part)}  # fmt: skip
        assert not changed and len(before) > 60, smaller


def test_the_first_guess_of_a_window_has_the_large_type_of_the_presentation(window: Window, qtbot: QtBot) -> None:
    rest(window, (1280, 720))
    window.commands.run("present")  # makes the panel, too
    rest(window, (1280, 720))
    qtbot.keyClick(window, Qt.Key.Key_Q)
    rest(window, (1280, 720))
    panel = window.findChild(LessonPanel)
    assert panel is not None and panel.isVisible()
    sizes = {part.text(): part.font().pointSizeF() for part in panel.findChildren(QPushButton)}
    assert {"Leave", "←", "→"} <= set(sizes) and set(sizes.values()) == {theme.font("body").pointSizeF()}
    window.sheets.presenter.stop()


def test_a_view_that_was_left_while_it_was_presented_has_its_heading_and_options_again(window: Window) -> None:
    presenter, store = window.sheets.presenter, window.store
    presenter.start()
    store.desk(views=("lens",))
    settled()
    presenter.stop()
    for name in ("attention", "lens"):
        store.desk(views=(name,))
        settled()
        page = window.desk.page(name)
        assert page is not None and page.heading.isVisible() and page.options.isVisible(), name


def captions(window: Window) -> list[str]:
    """What is seen above the views."""
    found = []
    for page in window.desk.open_views():
        above = (page.heading, page.tensor, page.sentence, page.options, page.drawer.button, page.corner)
        found += [f"{page.name}: {type(one).__name__}" for one in above if one.isVisible()]
    return found


def test_nothing_is_shown_above_two_presented_views(window: Window) -> None:
    """At depth Research, where a view says its tensor; whichever views are opened, closed or changed meanwhile."""
    presenter, store = window.sheets.presenter, window.store
    store.desk(views=("attention", "lines"))
    rest(window, (1280, 720))
    before = captions(window)
    assert len(before) > 6
    presenter.start()
    for views in (("attention", "lines"), ("attention",), ("heads", "attention"), ("lines", "attention"),
                  ("attention", "lines")):  # fmt: skip
        store.desk(views=views)
        rest(window, (1000, 700))
        assert captions(window) == []
    presenter.stop()
    rest(window, (1280, 720))
    assert captions(window) == before
    store.desk(views=("attention",))
    settled()
    assert not window.desk.page("attention").corner.isVisible()


def test_the_line_above_the_views_is_up_to_date_after_presenting(window: Window) -> None:
    presenter, store, notice = window.sheets.presenter, window.store, window.notice
    for begins in (True, False):
        presenter.start()
        store.accept(Problem("E-X", "this text cannot be read", store.state.run) if begins else store.trace)
        settled()
        assert notice.isHidden()
        presenter.stop()
        settled()
        assert notice.isVisible() == begins and bool(notice.text.text()) == begins


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_window_looks_after_larger_text_as_it_did_before(window: Window, size: tuple[int, int]) -> None:
    rest(window, size)
    before = looks(window)
    for scale in (1.5, 2.0, 1.0):
        window.store.desk(text_scale=scale)
        rest(window, size)
    assert looks(window) == before


def test_a_wide_window_with_larger_text_leaves_nothing_behind(window: Window) -> None:
    """The keys of the playback kept the room that they had needed, and the slider stood outside the window."""
    rest(window, (1280, 720))
    before = looks(window)
    for scale in (1.5, 1.0):
        window.store.desk(text_scale=scale)
        rest(window, (1900, 1000))
    rest(window, (1280, 720))
    assert looks(window) == before


def test_every_view_is_presented_in_large_text_if_it_fits(window: Window) -> None:
    """Seven tokens on a projector: no view drops labels of its maps there."""
    leave_unpainted(window)
    presenter = window.sheets.presenter
    for view in VIEWS:
        window.store.desk(views=(view,))
        rest(window, (1280, 720))
        presenter.start()
        rest(window, (1920, 1080))
        presenter.text.begin()
        rest(window, (1920, 1080))
        assert theme.text_scale() == TEXT_SIZES[-1], view
        assert all(heat.is_labelled() for heat in maps_in(window)), view
        presenter.stop()


def test_labels_that_have_no_room_make_the_text_smaller(qtbot: QtBot) -> None:
    words = " ".join(f"w{place}" for place in range(40))
    with shown(stored(made_trace(words, words), desk=Layout(theme="light")), qtbot) as window:
        presenter = window.sheets.presenter
        presenter.start()
        rest(window, (1280, 720))
        presenter.text.begin()
        rest(window, (1280, 720))
        assert theme.text_scale() < TEXT_SIZES[-1]
        presenter.stop()


def test_a_longer_sentence_has_all_of_its_labels_too(window: Window) -> None:
    presenter, store = window.sheets.presenter, window.store
    presenter.start()
    rest(window, (1280, 720))
    presenter.text.begin()
    rest(window, (1280, 720))
    assert theme.text_scale() == TEXT_SIZES[-1]
    words = " ".join(f"w{place}" for place in range(24))
    store.run(source=(words,))
    store.accept(made_trace(words, words, run=store.state.run))
    rest(window, (1280, 720))
    assert all(heat.is_labelled() for heat in maps_in(window)) and theme.text_scale() < TEXT_SIZES[-1]
    presenter.stop()


def test_nothing_is_black_while_the_size_of_the_text_is_found(window: Window) -> None:
    """What is not painted meanwhile was black on a screen that the window had not filled before."""
    presenter = window.sheets.presenter
    presenter.start()
    [cover] = [one for one in window.findChildren(Blank) if one is not presenter.blank]
    assert cover.isVisible() and cover.geometry() == window.rect()
    ground = theme.current().q("background")
    assert cover.grab().toImage().pixelColor(5, 5) == ground
    rest(window, (1280, 720))
    assert cover.isHidden()
    presenter.stop()
    assert cover.isHidden()


def test_a_shorter_sentence_has_the_large_text_again(window: Window, qtbot: QtBot) -> None:
    """And so has a view with room for it, after one that had none; a size that was set by hand stays."""
    presenter, store = window.sheets.presenter, window.store
    presenter.start()
    rest(window, (1280, 720))
    presenter.text.begin()
    rest(window, (1280, 720))
    long = " ".join(f"w{place}" for place in range(24))
    for words, larger in ((long, False), ("the white house", True), (long, False)):
        store.run(source=(words,))
        store.accept(made_trace(words, words, run=store.state.run))
        rest(window, (1280, 720))
        assert (theme.text_scale() == TEXT_SIZES[-1]) is larger, words
    store.desk(views=("train",))
    rest(window, (1280, 720))
    assert theme.text_scale() == TEXT_SIZES[-1]
    qtbot.keyClick(window, Qt.Key.Key_Minus)
    smaller = theme.text_scale()
    store.desk(views=("console",))
    rest(window, (1280, 720))
    assert theme.text_scale() == smaller < TEXT_SIZES[-1]
    presenter.stop()


def test_the_words_of_a_lesson_do_not_scroll_in_large_text(window: Window) -> None:
    """*Count votes* and the choice of the language were cut off; many words scroll in a text of 150 %."""
    presenter, player = window.sheets.presenter, window.sheets.lessons.player
    bar = window.sheets.lessons.panel.area.verticalScrollBar()
    for count, scrolls in ((68, False), (600, True)):
        player.open(Lesson("Words", scenes=(Scene("One", " ".join(["word"] * count), question=Question("next")),)))
        presenter.start()
        rest(window, (1280, 720))
        presenter.text.begin()
        rest(window, (1280, 720))
        assert (bar.maximum() > 0) is scrolls
        assert ALWAYS_ROOM <= theme.text_scale() < TEXT_SIZES[-1]
        presenter.stop()
    player.leave()


def test_text_that_was_made_larger_by_hand_stays_so_for_the_next_sentence(window: Window, qtbot: QtBot) -> None:
    presenter, store = window.sheets.presenter, window.store
    presenter.start()
    rest(window, (1280, 720))
    qtbot.keyClick(window, Qt.Key.Key_Plus)
    larger = theme.text_scale()
    words = " ".join(f"w{place}" for place in range(24))
    store.run(source=(words,))
    store.accept(made_trace(words, words, run=store.state.run))
    rest(window, (1280, 720))
    assert theme.text_scale() == larger and not all(heat.is_labelled() for heat in maps_in(window))
    qtbot.keyClick(window, Qt.Key.Key_Minus)
    store.run(source=(f"{words} x",))
    store.accept(made_trace(f"{words} x", words, run=store.state.run))
    rest(window, (1280, 720))
    assert all(heat.is_labelled() for heat in maps_in(window))
    presenter.stop()


def test_views_that_fit_large_text_keep_it_while_others_are_opened(window: Window) -> None:
    leave_unpainted(window)
    presenter = window.sheets.presenter
    presenter.start()
    rest(window, (1920, 1080))
    presenter.text.begin()
    rest(window, (1920, 1080))
    for view in VIEWS:
        window.store.desk(views=(view,))
        rest(window, (1920, 1080))
        assert theme.text_scale() == TEXT_SIZES[-1], view
    presenter.stop()


def test_the_text_is_not_too_large_for_two_views(window: Window) -> None:
    """On a projector of 1280 x 720 the second one gave way to a line that asked for a larger window."""
    presenter = window.sheets.presenter
    window.store.desk(views=("attention", "lines"))
    rest(window, (1280, 720))
    presenter.start()
    rest(window, (1280, 720))
    presenter.text.begin()
    rest(window, (1280, 720))
    assert all(page.isVisible() for page in window.desk.open_views())
    assert 1.0 < theme.text_scale() < TEXT_SIZES[-1]
    presenter.stop()


@pytest.mark.parametrize("other", ["lines", "heads", "masks", "compare"])
def test_two_views_of_a_longer_text_have_larger_type_than_the_window(window: Window, other: str) -> None:
    """For their words to stand at a slope, all of them had to be as small as in the window."""
    words = " ".join(f"w{place}" for place in range(16))
    window.store.run(source=(words,))
    window.store.accept(made_trace(words, words, run=window.store.state.run))
    window.store.desk(views=("attention", other))
    present(window)
    assert all(page.isVisible() for page in window.desk.open_views())
    assert all(heat.is_labelled() for heat in maps_in(window)) and theme.text_scale() >= 1.25
    window.sheets.presenter.stop()


# ---------------------------------------------------------------- keys


def test_the_keys_for_larger_text_are_for_what_is_presented(window: Window, qtbot: QtBot) -> None:
    """Nothing was seen of them before the presentation was over, and then the text of the window was larger."""
    presenter = window.sheets.presenter
    presenter.start()
    rest(window, (1280, 720))
    presenter.text.set_size(1.25)
    for code, size in ((Qt.Key.Key_Plus, 1.5), (Qt.Key.Key_Equal, 1.75), (Qt.Key.Key_Minus, 1.5)):
        qtbot.keyClick(window, code, Qt.KeyboardModifier.ControlModifier)
        settled()
        assert theme.text_scale() == size
    presenter.stop()
    assert theme.text_scale() == window.store.state.desk.text_scale == 1.0


def key(window: QWidget, kind: QEvent.Type, code: Qt.Key) -> bool:
    """Sends a key to a window; returns whether anything took it."""
    event = QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(window, event)
    return event.isAccepted()


def test_keys_that_began_last_are_asked_first(qtbot: QtBot) -> None:
    window, done = QWidget(), []
    qtbot.addWidget(window)
    first = LessonKeys(window, {Qt.Key.Key_B: lambda: done.append("first"), Qt.Key.Key_N: lambda: done.append("n")})
    second = LessonKeys(window, {Qt.Key.Key_B: lambda: done.append("second")})
    for keys in (first, second):
        keys.listen(True)
    assert key(window, QEvent.Type.ShortcutOverride, Qt.Key.Key_B) and not done
    for code in (Qt.Key.Key_B, Qt.Key.Key_N):
        key(window, QEvent.Type.KeyPress, code)
    assert done == ["second", "n"]
    second.listen(False)
    key(window, QEvent.Type.KeyPress, Qt.Key.Key_B)
    first.listen(False)
    key(window, QEvent.Type.KeyPress, Qt.Key.Key_B)
    assert done == ["second", "n", "first"]


def test_keys_are_heard_after_another_theme_and_cost_nothing_while_it_is_applied(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from viz_app.lessons import keys as module

    window, done, seen = QWidget(), [], []
    qtbot.addWidget(window)
    window.show()
    listening = LessonKeys(window, {Qt.Key.Key_B: lambda: done.append("b")})
    asked = module._KeyFilter.eventFilter
    monkeypatch.setattr(module._KeyFilter, "eventFilter", lambda *given: seen.append(given[2].type()) or asked(*given))
    listening.listen(True)
    for name in ("dark", "light"):
        seen.clear()
        apply_theme(Layout(theme=name))
        assert QEvent.Type.StyleChange not in seen
        key(window, QEvent.Type.KeyPress, Qt.Key.Key_B)
    assert done == ["b", "b"]
    listening.listen(False)


def test_shortcuts_of_a_deleted_window_do_nothing(qtbot: QtBot) -> None:
    gone, window, done = QWidget(), QWidget(), []
    qtbot.addWidget(window)
    LessonKeys(gone, {Qt.Key.Key_B: lambda: done.append("gone")}).listen(True)
    gone.deleteLater()
    QApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete)
    del gone
    listening = LessonKeys(window, {Qt.Key.Key_B: lambda: done.append("b")})
    listening.listen(True)
    key(window, QEvent.Type.KeyPress, Qt.Key.Key_B)
    assert done == ["b"]
    listening.listen(False)


# ---------------------------------------------------------------- one stylesheet


def test_there_is_one_stylesheet() -> None:
    """Qt hands no font on to a part below a widget with a sheet of its own: its text kept the size of a presentation
    that was over."""
    found = [
        f"{path.name}:{number}"
        for path in sorted(Path("viz_app").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "setStyleSheet(" in line and path.name not in ("theme.py", "application_theme.py")
    ]
    assert found == []


def lit_rows(window: Window) -> list[list[int]]:
    """The rows of each map in whose light their middle stands."""
    lights = window.sheets.presenter.lit_rects()
    found = []
    for heat in maps_in(window):
        middles = [heat.mapTo(window, heat.cell_rect(row, 0).center().toPoint()) for row in range(heat.grid().rows)]
        found.append([row for row, at in enumerate(middles) if any(light.contains(at) for light in lights)])
    return found


def test_the_light_is_on_the_row_that_the_map_marks(window: Window) -> None:
    """Words that stand in one row have the light together; where no row is marked none stands out."""
    rest(window, SIZES[1])
    store = window.store
    store.run(source=("the white house",))
    store.accept(made_trace("the white house", "unbelievably old houses", run=store.state.run))
    store.options("attention", join="words")
    store.look(step=store.moment.rows - 2)
    settled()
    (heat,) = maps_in(window)
    assert lit_rows(window) == [[heat.marks.step]] and heat.marks.step < store.state.look.step
    store.look(kind="encoder")
    settled()
    assert lit_rows(window) == [[]]
    store.look(query=1, key=2)
    settled()
    assert lit_rows(window) == [[1]]


def test_a_spotlight_on_everything_is_left_out(window: Window, qtbot: QtBot) -> None:
    """A frame around all that is seen says nothing: the teacher is told so, and nothing lies in the shade."""
    presenter = window.sheets.presenter
    window.store.desk(views=("lines",))
    rest(window, SIZES[1])
    presenter.start()
    rest(window, SIZES[1])
    qtbot.keyClick(window, Qt.Key.Key_S)
    assert presenter.spot.isHidden() and presenter.hint.words == NO_ROW
    window.store.desk(views=("calculate",))
    rest(window, SIZES[1])
    qtbot.keyClick(window, Qt.Key.Key_S)
    assert presenter.spot.isVisible()
    (light,) = presenter.lit_rects()
    assert light.height() < window.height() / 2, "the row of the step"
    window.store.desk(views=("lines",))
    rest(window, SIZES[1])
    presenter.hint.hide()
    shown = window.grab().toImage()
    presenter.spot.hide()
    assert shown == window.grab().toImage(), "the light stays on, and dims nothing where it has no row"
    presenter.stop()


def test_a_scene_about_its_view_has_no_light_while_it_is_presented(window: Window) -> None:
    """The view is all that is seen then; in the window the light says where to look."""
    presenter, player = window.sheets.presenter, window.sheets.lessons.player
    player.open(Lesson("Look", scenes=(Scene("Here", spotlight="view"), Scene("There", spotlight="row"))))
    assert presenter.spot.isVisible()
    presenter.start()
    rest(window, SIZES[1])
    assert presenter.spot.isHidden()
    player.go(1)
    assert presenter.spot.isVisible()
    presenter.stop()
    player.leave()


def test_a_view_that_is_opened_by_the_keyboard_while_presenting_has_no_frame(window: Window, qtbot: QtBot) -> None:
    """The blue frame around the picture stood on the projector until something was clicked."""
    presenter = window.sheets.presenter
    (page,) = window.desk.open_views()
    for on in (True, False):
        window.activateWindow()
        (presenter.start if on else presenter.stop)()
        rest(window, SIZES[1])
        qtbot.waitUntil(window.isActiveWindow)  # no other one gets the events of the focus
        window.setFocus()
        focus_into(page.view)
        settled()
        picture = window.focusWidget()
        assert isinstance(picture, Canvas) and page.isAncestorOf(picture)
        assert picture.ring is not on, "in the window the frame says where the keyboard is"


def test_nothing_says_to_click_what_a_presentation_hides(window: Window) -> None:
    player, panel, presenter = window.sheets.lessons.player, window.sheets.lessons.panel, window.sheets.presenter
    scenes = (Scene("Word", question=Question("source")), Scene("Head", question=Question("head")))
    player.open(Lesson("Hints", scenes=(*scenes, replace(scenes[0], spotlight="source"))))
    rest(window, SIZES[1])
    assert panel.how.text() == "or click a column or a source word"
    presenter.start()
    rest(window, SIZES[1])
    assert panel.how.text() == "or click a column"
    player.go(1)
    assert panel.how.text() == ""
    player.go(1)
    assert window.text.source.isVisible() and panel.how.text() == "or click a column or a source word"
    presenter.stop()
    player.go(-1)
    assert panel.how.text() == "or click a head"
    player.leave()


@pytest.mark.parametrize("depth", ["picture", "numbers"])
def test_a_short_card_of_a_calculation_fills_the_screen(window: Window, depth: str) -> None:
    """The first step left half of a projector's screen empty."""
    presenter = window.sheets.presenter
    window.store.options("calculate", depth=depth)
    window.store.desk(views=("calculate",))
    rest(window, SIZES[1])
    (page,) = window.desk.open_views()
    before = page.view.sheet.page.rows[0].rect.height()
    present(window)
    shown, room = page.view.sheet.page, page.view.area.viewport().height()
    assert 0.85 * room < shown.height <= room
    presenter.stop()
    rest(window, SIZES[1])
    assert page.view.sheet.page.rows[0].rect.height() == before


def test_the_map_of_presented_masks_fills_the_screen(window: Window) -> None:
    """It kept the width that three maps beside each other have, and tilted its words for it."""
    presenter = window.sheets.presenter
    window.store.desk(views=("masks",))
    rest(window, SIZES[1])
    present(window)
    (heat,) = maps_in(window)
    assert heat.width() > 0.95 * window.width() and heat.grid().rect.width() > 0.7 * window.width()
    assert heat.is_labelled(large=True)
    presenter.stop()


@pytest.mark.parametrize("name", ["attention", "heads"])
def test_a_presented_view_is_as_far_from_each_edge(window: Window, name: str) -> None:
    """Also where its options otherwise have a row of their own."""
    window.store.desk(views=(name,))
    rest(window, SIZES[1])
    (page,) = window.desk.open_views()
    before = page.view.geometry()
    present(window)
    around, own = page.rect(), page.view.geometry()
    assert {own.left(), own.top(), around.right() - own.right(), around.bottom() - own.bottom()} == {12}
    window.sheets.presenter.stop()
    rest(window, SIZES[1])
    assert page.view.geometry() == before


def test_the_matrix_of_effects_has_all_of_the_screen(window: Window) -> None:
    """Beside the switches it was in small type, and with few heads the lower half of the screen was empty."""
    presenter = window.sheets.presenter
    window.store.desk(views=("heads",))
    rest(window, SIZES[1])
    (page,) = window.desk.open_views()
    matrix, switches = page.view.matrix, page.view.board.isVisible()
    usual = matrix._row()
    present(window)
    places = matrix._places()
    assert not page.view.board.isVisible() and theme.text_scale() > ALWAYS_ROOM and matrix.is_labelled(large=True)
    assert places.row > places.head > 0 and places.top - places.head >= 0
    assert 0.7 * matrix.height() < places.top + places.row * len(matrix.lines) < matrix.height()
    presenter.stop()
    rest(window, SIZES[1])
    assert (page.view.board.isVisible(), matrix._row()) == (switches, usual)


def test_the_offers_of_compare_are_explained_on_a_projector(window: Window) -> None:
    """Without room for a gap below the last of them they were buttons alone, over half an empty screen."""
    presenter = window.sheets.presenter
    window.store.desk(views=("compare",))
    rest(window, SIZES[1])
    present(window)
    page = window.findChild(NothingPinned)
    assert theme.text_scale() == TEXT_SIZES[-1]
    assert [about.isVisible() for about in page.about] == [True] * len(page.offers)
    end = max(button.mapTo(page, button.rect().bottomLeft()).y() for button in page.buttons)
    assert 0.8 * page.height() < end <= page.height()
    presenter.stop()


def test_a_calculation_is_presented_with_its_steps_alone(qtbot: QtBot) -> None:
    """The way back from the tiny example took a line in every scene, and cut the names of the steps below it."""
    run = RunSpec("tiny", ("red ball",))
    made = stored(made_trace("red ball", "bola roja", run=run), desk=Layout(theme="light", views=("calculate",)))
    with shown(made, qtbot) as window:
        rest(window, SIZES[1])
        (page,) = window.desk.open_views()
        bar = page.view.bar
        assert bar.tiny.isVisible()
        window.sheets.presenter.start()
        rest(window, SIZES[1])
        window.sheets.presenter.text.begin()
        rest(window, SIZES[1])
        assert not bar.tiny.isVisible() and bar.steps.isVisible()
        assert bar.steps.geometry().bottom() <= bar.rect().bottom()
        window.sheets.presenter.stop()
        rest(window, SIZES[1])
        assert bar.tiny.isVisible()


def test_what_is_presented_keeps_away_from_the_edges(window: Window) -> None:
    """Words touched the edge of the screen, of which a projector may cut off a little."""
    window.sheets.presenter.start()
    rest(window, SIZES[1])
    (page,) = window.desk.open_views()
    assert page.rect().adjusted(10, 10, -10, -10).contains(page.view.geometry())
    window.sheets.presenter.stop()


def test_words_under_a_map_are_cut_in_no_presentation(window: Window) -> None:
    """They were level and cut in one scene, at an angle in the next: in large text they are level and whole."""
    presenter, store = window.sheets.presenter, window.store
    presenter.start()
    for words in ("a very forgotten white evening by the old sea", " ".join(f"w{place}" for place in range(24))):
        store.run(source=(words,))
        store.accept(made_trace(words, words, run=store.state.run))
        rest(window, SIZES[1])
        (heat,) = maps_in(window)
        columns = [label.pieces[0][0] for label in heat._scene.labels.columns]
        assert columns == [token.text for token in store.trace.sentences[0].source]
        assert heat.is_labelled(large=True) or theme.text_scale() <= ALWAYS_ROOM
    presenter.stop()


def pens_out(window: Window) -> list[bool]:
    """For each map that is seen, whether a click on it sets or takes a ring away."""
    found = []
    for heat in maps_in(window):
        middle = heat.mapTo(window, heat.cell_rect(0, 0).center().toPoint())
        found.append(isinstance(window.childAt(middle), CellPen))
    return found


@pytest.mark.parametrize("ended", [False, True])
def test_the_pen_is_put_away_also_on_a_map_that_is_not_seen_then(window: Window, ended: bool) -> None:
    presenter, store = window.sheets.presenter, window.store
    presenter.start()
    presenter.toggle_pen()
    settled()
    assert pens_out(window) == [True]
    store.desk(views=("lens",))
    settled()
    (presenter.stop if ended else presenter.toggle_pen)()
    store.desk(views=("attention",))
    settled()
    assert pens_out(window) == [False]
    presenter.stop()


@pytest.mark.parametrize(("view", "maps"), [("attention", 1), ("lines", 0)])
def test_the_pen_says_where_it_has_no_map_to_mark(window: Window, qtbot: QtBot, view: str, maps: int) -> None:
    presenter = window.sheets.presenter
    window.store.desk(views=(view,))
    presenter.start()
    settled()
    presenter.hint.hide()
    qtbot.keyClick(window, Qt.Key.Key_P)
    assert pens_out(window) == [True] * maps
    assert presenter.hint.isVisible() is not bool(maps) and (maps or presenter.hint.words == NO_MAP)
    window.store.desk(views=("attention",))
    settled()
    assert pens_out(window) == [bool(maps)], "nothing was taken out"
    presenter.stop()


def test_the_marks_of_a_pen_are_those_of_one_text(window: Window) -> None:
    presenter, store = window.sheets.presenter, window.store
    presenter.start()
    presenter.toggle_pen()
    settled()
    (pen,) = window.findChildren(CellPen)
    pen.cells = {(1, 1)}
    store.look(head=1)
    assert pen.cells == {(1, 1)}, "heads can be compared"
    store.run(source=("the sea",))
    store.accept(made_trace("the sea", "el mar", run=store.state.run))
    settled()
    assert not pen.cells
    presenter.stop()


@pytest.mark.parametrize("state", ["WindowNoState", "WindowMaximized", "WindowFullScreen"])
def test_a_window_has_after_presenting_the_state_that_it_had(window: Window, state: str) -> None:
    """One that filled the screen below its title bar had none any more."""
    before = Qt.WindowState[state]
    window.setWindowState(before)
    settled()
    window.sheets.presenter.start()
    settled()
    assert window.isFullScreen()
    window.sheets.presenter.stop()
    settled()
    assert window.windowState() & ~Qt.WindowState.WindowActive == before


def test_size_and_place_are_remembered_also_of_a_window_that_is_closed_while_it_presents(window: Window) -> None:
    kept: list[str] = []
    window.closed.connect(lambda: kept.append(window.remembered(Settings()).geometry))  # as the program does, at first
    window.move(40, 60)
    rest(window, (700, 600))  # the screen of the tests is 800 x 800
    before = window.geometry()
    window.sheets.presenter.start()
    settled()
    window.close()
    again = QWidget()
    assert restore_geometry(again, *kept) and again.geometry() == before


def test_a_window_that_stays_open_keeps_presenting(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.sheets.presenter.start()
    monkeypatch.setattr(window.file_actions, "finish", lambda: False)  # its session cannot be written
    assert not window.close() and window.isVisible()
    assert window.sheets.presenter.on and window.isFullScreen() and window.rail.isHidden()


@pytest.mark.parametrize("of_view", [False, True])
def test_the_keyboard_is_after_presenting_where_it_was(window: Window, qtbot: QtBot, of_view: bool) -> None:
    part = window.desk.page("attention").view.keyboard_part() if of_view else window.text.source.box
    with qtbot.waitActive(window):
        window.activateWindow()
    part.setFocus()
    window.sheets.presenter.start()
    assert QApplication.focusWidget() is None, "letters are keys"
    window.sheets.presenter.stop()
    assert QApplication.focusWidget() is part
