"""The transport: it shows the store's step, asks for others, and its buttons are off where they would do nothing."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget

from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from tests.support.harness import stored
from viz_app.commands.actions import ACTIONS, action
from viz_app.document.state import Layout
from viz_app.document.store import Store
from viz_app.text.playback_bar import PlaybackBar
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import apply_theme


@pytest.fixture
def store(qapp) -> Store:
    """Seven steps."""
    return stored(made_trace("the white house is very old", "la casa blanca es muy vieja"))


@pytest.fixture
def transport(qtbot, store: Store) -> PlaybackBar:
    made = PlaybackBar(store)
    qtbot.addWidget(made)
    made.resize(640, 36)
    made.show()
    yield made
    store.set_playing(False)


def press(qtbot, button) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_no_step_chosen_is_the_last_one(transport: PlaybackBar) -> None:
    assert transport.place.text() == "step 7 of 7"
    assert transport.slider.value() == transport.slider.maximum() == 6


def test_each_button_goes_where_it_says(transport: PlaybackBar, store: Store, qtbot) -> None:
    steps = []
    for button in (transport.first, transport.forward, transport.forward, transport.back, transport.last):
        press(qtbot, button)
        steps.append(store.moment.step)
    assert steps == [0, 1, 2, 1, 6]


@pytest.mark.parametrize(("step", "back", "on"), [(0, False, True), (3, True, True), (6, True, False)])
def test_buttons_that_would_do_nothing_are_off(
    transport: PlaybackBar, store: Store, step: int, back: bool, on: bool
) -> None:
    store.look(step=step)
    assert [button.isEnabled() for button in (transport.first, transport.back)] == [back, back]
    assert [button.isEnabled() for button in (transport.forward, transport.last)] == [on, on]
    assert transport.play.isEnabled()


def test_without_a_picture_nothing_can_be_pressed(qtbot) -> None:
    made = PlaybackBar(Store())
    qtbot.addWidget(made)
    buttons = (made.first, made.back, made.play, made.forward, made.last, made.slider)
    assert not any(button.isEnabled() for button in buttons)
    assert made.place.text() == ""


def test_one_step_alone_cannot_be_played(qtbot) -> None:
    made = PlaybackBar(stored(made_trace("the", target_tokens=1)))
    qtbot.addWidget(made)
    assert not made.play.isEnabled() and not made.slider.isEnabled()
    assert made.place.text() == "step 1 of 1"


def test_the_slider_moves_the_step_while_it_is_dragged(transport: PlaybackBar, store: Store) -> None:
    seen = []
    store.changed.connect(lambda names: seen.append(store.moment.step) if "look" in names else None)
    for place in (5, 4, 3):
        transport.slider.setSliderPosition(place)
    assert seen == [5, 4, 3]
    assert transport.place.text() == "step 4 of 7"


def test_a_step_from_elsewhere_moves_the_slider_and_starts_no_run(transport: PlaybackBar, store: Store) -> None:
    changes = []
    store.changed.connect(changes.append)
    store.look(step=2)
    assert transport.slider.value() == 2
    assert changes == [frozenset({"look"})]


def test_play_plays_and_pauses(transport: PlaybackBar, store: Store, qtbot) -> None:
    press(qtbot, transport.play)
    assert store.playing and "Pause" in transport.play.text()
    press(qtbot, transport.play)
    assert not store.playing and "Play" in transport.play.text()


def test_a_step_by_hand_stops_the_play(transport: PlaybackBar, store: Store, qtbot) -> None:
    store.set_playing(True)
    press(qtbot, transport.forward)
    assert not store.playing


def test_the_speed_is_the_stores(transport: PlaybackBar, store: Store) -> None:
    assert transport.speed.currentData() == 2.0
    index = transport.speed.findData(10.0)
    transport.speed.setCurrentIndex(index)
    transport.speed.activated.emit(index)
    assert store.state.desk.speed == 10.0
    store.desk(speed=0.5)
    assert transport.speed.currentText() == "0.5 steps/s"


def test_each_offered_speed_is_in_the_menu(transport: PlaybackBar, store: Store) -> None:
    """In a window that is too small for the box it could not be set."""
    offered = [one for one in ACTIONS if one.id.startswith("speed.")]
    box = [transport.speed.itemData(at) for at in range(transport.speed.count())]
    for speed, command in zip(box, offered, strict=True):
        command.do(SimpleNamespace(store=store))
        assert store.state.desk.speed == speed == transport.speed.currentData() and command.menu == "Step"
        assert [one for one in offered if one.checked(store)] == [command] and f"{speed:g} steps/s" in command.text


def test_a_speed_that_is_not_in_the_list_is_shown_all_the_same(transport: PlaybackBar, store: Store) -> None:
    store.desk(speed=3.0)
    assert transport.speed.currentText() == "3 steps/s"


def test_a_new_sentence_has_its_own_number_of_steps(transport: PlaybackBar, store: Store) -> None:
    run = RunSpec(source=("good morning",))
    store.run(source=run.source)
    store.accept(made_trace("good morning", "buenos días", run=store.state.run))
    assert transport.place.text() == "step 3 of 3"
    assert transport.slider.maximum() == 2


def test_the_words_beside_the_slider_keep_their_room(transport: PlaybackBar, store: Store) -> None:
    widths = set()
    for step in range(7):
        store.look(step=step)
        widths.add(transport.place.width())
    assert len(widths) == 1


@pytest.mark.parametrize(("width", "scale"), [(640, 1.0), (500, 1.0), (340, 1.0), (576, 2.0)])
def test_labels_are_dropped_in_a_narrow_window_and_nothing_overlaps(
    qtbot, store: Store, width: int, scale: float
) -> None:
    themes.apply(QApplication.instance(), themes.LIGHT, scale)
    try:
        frame = QWidget()
        qtbot.addWidget(frame)
        transport = PlaybackBar(store, frame)
        transport.setGeometry(QRect(0, 0, width, 80))
        frame.show()
        qtbot.wait(1)
        parts = [transport.first, transport.back, transport.play, transport.forward, transport.last]
        parts += [transport.slider, transport.place, transport.speed]
        lefts = [part.mapTo(transport, QPoint(0, 0)).x() for part in parts]
        edges = [(left, left + part.width()) for left, part in zip(lefts, parts, strict=True)]
        assert all(before[1] <= after[0] for before, after in itertools.pairwise(edges)), width
        assert edges[-1][1] <= width
        assert ("step" in transport.place.text()) is (width == 640)
    finally:
        themes.apply(QApplication.instance(), themes.LIGHT, 1.0)
        QApplication.instance().setStyleSheet("")


def test_every_part_has_a_name_and_says_its_keys(transport: PlaybackBar) -> None:
    for name in ("first", "back", "play", "forward", "last"):
        button = getattr(transport, name)
        command = action("play" if name == "play" else f"step.{name}")
        assert button.accessibleName() == command.text
        assert command.keys[0].replace(">", "&gt;") in button.toolTip()
        assert not button.icon().isNull()
    assert transport.slider.accessibleName() and transport.speed.accessibleName()


def test_icons_follow_the_theme(transport: PlaybackBar, monkeypatch: pytest.MonkeyPatch) -> None:
    def ink() -> str:
        image = transport.back.icon().pixmap(32, 32).toImage()
        colours = [image.pixelColor(place % 32, place // 32) for place in range(32 * 32)]
        return max(colour.name() for colour in colours if colour.alpha() > 250)

    light = ink()
    monkeypatch.setattr(themes._applied, "theme", themes.DARK)
    transport.restyle(themes.DARK)
    assert ink() != light


@pytest.mark.parametrize("scale", (1.0, 1.5))
def test_the_speed_is_whole_or_hidden(transport: PlaybackBar, scale: float) -> None:
    apply_theme(Layout(theme="light", text_scale=scale))
    transport.setMinimumWidth(1)  # in the window other parts give it what is left
    seen = set[bool]()
    for width in range(round(640 * scale), round(200 * scale), -15):
        transport.resize(width, transport.height())
        QApplication.processEvents()
        seen.add(transport.speed.isVisible())
        if transport.speed.isVisible():
            assert transport.speed.width() >= transport.speed.sizeHint().width(), f"clipped at {width}"
            assert transport.pace.geometry().right() <= width
    assert seen == {True, False}
    apply_theme(Layout(theme="light"))
