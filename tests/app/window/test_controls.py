"""Controls of the whole window: large enough to hit, and framed by the keyboard's focus alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from tests.support.harness import leave_unpainted, pixels_of
from viz_app.charts.bar_list import Bars
from viz_app.charts.head_chips import HIGH, WIDE, HeadChips
from viz_app.data.maps.colormaps import Scale
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.maps.heatmap import HeatMap
from viz_app.views import VIEWS
from viz_app.widgets.application_theme import frame_focus
from viz_app.widgets.labels import MenuButton
from viz_app.widgets.layout import column_of
from viz_app.widgets.segmented import Segmented
from viz_app.widgets.theme import THEMES, contrast
from viz_app.window.main_window import Window, apply_theme

LEAST = 24  # px
HAND = Qt.CursorShape.PointingHandCursor
CONTROLS = (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit, QSlider)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[Window]:
    trace = made_trace("the white house is very old", "la casa blanca es muy vieja")
    layout = Layout(theme="light")
    apply_theme(layout)
    store = Store(State(run=RunSpec(source=trace.run.source), desk=layout))
    store.accept(trace)
    made = Window(store)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def controls(root: QWidget) -> list[QWidget]:
    """What is there to be clicked, without the parts of one control."""
    found = [part for part in root.findChildren(QWidget) if isinstance(part, CONTROLS) and part.isVisible()]
    return [part for part in found if not isinstance(part.parentWidget(), (QComboBox, QAbstractSpinBox))]


def test_no_control_of_any_view_is_smaller_than_24_px_and_what_can_be_pressed_has_a_hand(window: Window) -> None:
    leave_unpainted(window)
    for view, size in itertools.product(VIEWS, [(1280, 720), (1440, 900)]):
        window.resize(*size)
        window.store.desk(views=(view,))
        for _ in range(4):
            QApplication.processEvents()
        found = controls(window)
        assert len(found) > 20, view
        small = [
            (type(part).__name__, part.accessibleName(), part.width(), part.height())
            for part in found
            if min(part.width(), part.height()) < LEAST
        ]
        assert small == [], view
        pressed = [part for part in found if isinstance(part, (QAbstractButton, QComboBox)) and part.isEnabled()]
        arrows = [part.accessibleName() for part in pressed if part.cursor().shape() != HAND]
        assert len(pressed) > 10 and arrows == [], view


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_lists_and_menu_buttons_are_one_family(window: Window, scale: float) -> None:
    """As high as each other, 24 to 28 px at text size 100 %, wherever something is chosen."""
    leave_unpainted(window)
    window.resize(1920, 1080)
    window.store.desk(text_scale=scale)
    kinds = set()
    for view in ("attention", "compare", "heads", "survey", "masks"):
        window.store.desk(views=(view,))
        for _ in range(4):
            QApplication.processEvents()
        for part in controls(window):
            if isinstance(part, (QComboBox, MenuButton)):
                kinds.add(isinstance(part, QComboBox))
                assert 23 * scale <= part.height() <= 28 * scale, (view, part.accessibleName(), part.height())
    assert kinds == {True, False}


def test_only_the_keyboard_frames_what_has_the_focus(qtbot: QtBot, window: Window) -> None:
    """A click gives a control the focus without a frame; the tabulator gives it one."""
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    parts = [QPushButton("Push"), QComboBox(), QCheckBox("Check"), MenuButton()]
    for part in parts:
        part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column.addWidget(part)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    for one, after in zip(parts[:3:2], parts[1::2], strict=True):
        qtbot.mouseClick(one, Qt.MouseButton.LeftButton, pos=QPoint(8, one.height() // 2))
        qtbot.waitUntil(one.hasFocus)
        clicked = one.grab().toImage()
        qtbot.keyClick(one, Qt.Key.Key_Tab)
        assert after.hasFocus() and after.property("keys")
        qtbot.keyClick(after, Qt.Key.Key_Backtab)
        assert one.hasFocus() and one.property("keys")
        assert one.grab().toImage() != clicked, "the frame is seen"


@pytest.mark.parametrize("end", ["hide", "setDisabled"])
def test_focus_that_a_click_passes_on_has_no_frame(qtbot: QtBot, end: str) -> None:
    """A control that a click hides or disables passes its focus on; a key that does the same leaves the frame."""
    apply_theme(Layout(theme="light"))
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    first, second = QPushButton("Close"), Bars("target")
    for part in (first, second):
        column.addWidget(part)
    first.clicked.connect(lambda: first.hide() if end == "hide" else first.setDisabled(True))
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    for by_key in (False, True):
        first.show()
        first.setDisabled(False)
        first.setFocus(Qt.FocusReason.TabFocusReason)
        if by_key:
            qtbot.keyClick(first, Qt.Key.Key_Space)
        else:
            second.setFocus(Qt.FocusReason.OtherFocusReason)
            qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(second.hasFocus)
        assert (bool(second.property("keys")), second.ring) == (by_key, by_key)


@pytest.mark.parametrize("keys", [False, True])
def test_a_view_that_a_click_opened_has_no_frame(qtbot: QtBot, window: Window, keys: bool) -> None:
    """A double click on a cell opens Calculate: its first control gets the focus, but no frame."""
    window.store.desk(views=("attention",))
    with qtbot.waitActive(window):
        window.activateWindow()
    heat = window.desk.page("attention").view.findChild(HeatMap)
    qtbot.waitUntil(heat.isVisible)
    heat.setFocus(Qt.FocusReason.TabFocusReason)
    frame_focus(heat, keys)
    window.store.desk(views=("calculate",))
    found = QApplication.focusWidget()
    assert found is not None and window.desk.page("calculate").isAncestorOf(found)
    assert bool(found.property("keys")) == keys and (keys or not getattr(found, "ring", False))


def test_hover_pin_step_and_focus_are_four_different_marks(qtbot: QtBot, qapp: QApplication) -> None:
    """The same cell painted with each mark alone gives five pictures, with none of them included."""
    heat = HeatMap()
    qtbot.addWidget(heat)
    heat.resize(400, 300)
    heat.set_values(np.full((4, 5), 0.4, np.float32), None, Scale())
    heat.set_numbers(False)
    heat.motion = False
    heat.show()
    pictures = []
    for pinned, hovered, step, ring in (
        (None, None, None, False), ((1, 2), None, None, False), (None, (1, 2), None, False), (None, None, 1, False),
        (None, None, None, True),
    ):  # fmt: skip
        heat.set_marks(pinned, hovered, step)
        heat.ring = ring
        heat.update()
        QApplication.processEvents()
        image = heat.grab().toImage()
        pictures.append(bytes(image.constBits()))
    assert len(set(pictures)) == 5


def test_a_cell_has_no_tip_that_the_inspector_says(window: Window) -> None:
    """With the inspector hidden the tip is there again."""
    window.resize(1440, 900)
    window.store.desk(views=("attention",))
    for _ in range(4):
        QApplication.processEvents()
    heat = window.findChild(HeatMap)
    point = heat.cell_rect(1, 1).center()
    assert window.inspector.isVisible() and heat.tip_at(point) == ""
    window.store.desk(inspector=False)
    for _ in range(4):
        QApplication.processEvents()
    point = heat.cell_rect(1, 1).center()
    assert not window.inspector.isVisible() and heat.tip_at(point) == heat.text_of(1, 1) != ""


def test_the_focus_frame_has_contrast_in_every_theme_and_moves_nothing(qtbot: QtBot) -> None:
    """Also on what is chosen or filled, whose edge has a colour of its own: 3 : 1 against the same part without it, on
    more than a third of its edge."""
    marks = {QPushButton: ({}, {"role": "primary"}, {"segment": "only"}), QToolButton: ({}, {"role": "rail"})}
    for theme, (kind, looks), on in itertools.product(THEMES, [*marks.items()], (False, True)):
        for look in looks:
            button = kind()
            button.setText("Push")
            button.setCheckable(True)
            button.setChecked(on)
            for name, value in look.items():
                button.setProperty(name, value)
            assert_framed(qtbot, theme, button, f"{kind.__name__} {look} {on}")
    for theme, on in itertools.product(THEMES, (False, True)):
        for part in (QCheckBox("Check"), QRadioButton("Check")):
            part.setChecked(on)
            assert_framed(qtbot, theme, part, f"{type(part).__name__} {on}")
    for theme in THEMES:
        menu, combo, slider, step = MenuButton(), QComboBox(), *(QSlider(Qt.Orientation.Horizontal) for _ in range(2))
        menu.set_words("Menu")
        combo.addItem("Combo")
        step.setProperty("role", "step")
        for part in (menu, combo):
            assert_framed(qtbot, theme, part, type(part).__name__)
        for part in (slider, step):
            part.setValue(50)
            assert_framed(qtbot, theme, part, "the knob", edge=44)  # px around it
        for head in range(8):
            chips = HeadChips()
            chips.set_heads(8, frozenset(range(8)), head)
            assert_framed(qtbot, theme, chips, f"the filled chip {head}", edge=2 * (WIDE + HIGH))


def assert_framed(qtbot: QtBot, theme: str, part: QWidget, what: str, edge: int = 0) -> None:
    apply_theme(Layout(theme=theme))
    page = QWidget()
    qtbot.addWidget(page)
    first = QPushButton("First")
    column_of(first, part, 1, parent=page)
    first.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    part.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    page.resize(200, 120)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    before, size = luminances(page), part.sizeHint()
    part.setFocus(Qt.FocusReason.TabFocusReason)
    assert part.hasFocus() and part.sizeHint() == size, (theme, what)
    after = luminances(page)
    rect = part.geometry()
    seen = (slice(rect.top(), rect.bottom() + 1), slice(rect.left(), rect.right() + 1))
    ratio = (np.maximum(before, after)[seen] + 0.05) / (np.minimum(before, after)[seen] + 0.05)
    assert (ratio >= 3).sum() > (edge or 2 * (rect.width() + rect.height())) / 3, (theme, what)


def luminances(page: QWidget) -> npt.NDArray[np.float64]:
    """WCAG's, of each pixel."""
    pixels = pixels_of(page.grab().toImage())
    channels = np.stack([pixels >> shift & 255 for shift in (16, 8, 0)], -1) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return linear @ np.array((0.2126, 0.7152, 0.0722))


@pytest.mark.parametrize("name", list(THEMES))
def test_the_chosen_line_of_a_menu_or_list_is_seen_in_high_contrast(name: str) -> None:
    """Its ground against that of the other lines; the words on it can be read in every theme."""
    theme = THEMES[name]
    ground = theme.chosen
    assert contrast(ground, theme.panel) >= (3 if name == "high_contrast" else 1.15)
    assert contrast(theme.ink, ground) >= 4.5


@pytest.mark.parametrize("view, begin", [("attention", "Encoder"), ("decoding", "Tree"), ("calculate", "Picture")])
def test_the_keyboard_reaches_every_segmented_choice(qtbot: QtBot, window: Window, view: str, begin: str) -> None:
    """Tab stops at one of them; the arrows go on to the others instead of to other heads."""
    window.resize(1920, 1080)
    window.store.desk(views=(view,))
    with qtbot.waitActive(window):
        window.activateWindow()
    page = window.desk.page(view)
    choice = next(
        one for one in page.findChildren(Segmented) if any(each.text() == begin for each in one.buttons.values())
    )
    qtbot.waitUntil(choice.isVisible)
    parts, look = list(choice.buttons.values()), window.store.state.look
    head = look.layer, look.head
    parts[0].setFocus(Qt.FocusReason.TabFocusReason)
    for after in parts[1:]:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
        look = window.store.state.look
        assert after.hasFocus() and after.property("keys") and (look.layer, look.head) == head
    qtbot.keyClick(parts[-1], Qt.Key.Key_Right)
    look = window.store.state.look
    assert parts[-1].hasFocus() and (look.layer, look.head) == head, "at its end the row keeps the key"
    qtbot.keyClick(parts[-1], Qt.Key.Key_Left)
    assert parts[-2].isChecked() and choice.value == list(choice.buttons)[-2]


def test_an_option_that_says_nothing_now_opens_no_empty_card(window: Window) -> None:
    told: list[str] = []
    window.store.desk(views=("compare",), depth="research")
    QApplication.processEvents()
    page = window.desk.page("compare")
    assert page is not None and page.options is not None
    page.view.hinted.connect(told.append)
    for name in page.options.form.controls:
        page.show_option(name)
        assert "Pin a run first" in told.pop()
        assert not any(card.isVisible() for card in (*page.options.cards.values(), page.drawer))
    window.store.desk(views=("lens",))
    QApplication.processEvents()
    page = window.desk.page("lens")
    assert page is not None and page.options is not None
    for name, control in page.options.form.controls.items():
        page.show_option(name)
        assert not control.isHidden(), "the view shows what it is of"
        for card in page.options.cards.values():
            card.close()
