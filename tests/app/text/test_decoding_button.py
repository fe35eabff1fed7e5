"""The choice of decoding at the target: its words are always what is in force, its card changes the run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.record.edits import Branch, Decoding
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_trace
from viz_app.commands.actions import action
from viz_app.data.decoded_texts import GIVEN, MOST_SEED, next_seed
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.text.decoding_button import DecodingButton
from viz_app.text.panel import TextPanel
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def store(qapp: QApplication) -> Store:
    trace = made_trace("the white house", "la casa blanca")
    made = Store(State(run=trace.run))
    made.accept(trace)
    return made


@pytest.fixture
def panel(qtbot: QtBot, store: Store) -> TextPanel:
    made = TextPanel(store)
    qtbot.addWidget(made)
    made.resize(1280, made.sizeHint().height())
    made.source.chips.motion = made.target.chips.motion = False
    made.show()
    return made


@pytest.fixture
def choice(panel: TextPanel) -> Iterator[DecodingButton]:
    yield panel.target.decoding
    panel.target.decoding.card.close()


class Frame:
    """What actions act on."""

    def __init__(self, store: Store) -> None:
        self.store = store


def test_its_words_follow_the_run_and_undo(choice: DecodingButton, store: Store) -> None:
    assert choice.words() == "greedy" == choice.accessibleName()
    store.run(decoding=Decoding("sample", 0.8))
    assert choice.words() == "sampling · T 0.8"
    store.run(decoding=Decoding("beam", beams=6))
    assert choice.words() == "beam 6"
    store.undo()
    assert choice.words() == "sampling · T 0.8"


def test_the_card_changes_the_run(qtbot: QtBot, choice: DecodingButton, store: Store) -> None:
    qtbot.mouseClick(choice, Qt.MouseButton.LeftButton)
    assert choice.card.isVisible()
    form = choice.form
    form.method.buttons["sample"].click()
    assert store.state.run.decoding == Decoding("sample")
    form.fields["top_k"].control.setValue(5)
    form.fields["top_p"].control.setValue(0.9)
    assert store.state.run.decoding == Decoding("sample", top_k=5, top_p=0.9)
    form.draw_again.click()
    assert store.state.run.decoding.seed == 2
    form.method.buttons["beam"].click()
    assert store.state.run.decoding.method == "beam"
    assert {name for name, field in form.fields.items() if field.isVisible()} == {"beams", "length_penalty"}
    height = choice.card.height()
    form.method.buttons["sample"].click()
    assert choice.card.height() > height, "the card grows with its lines"


def test_everything_in_the_card_has_a_name_a_tip_and_room(qtbot: QtBot, choice: DecodingButton, store: Store) -> None:
    for scale in (1.0, 2.0):
        theme.apply(QApplication.instance(), theme.LIGHT, scale)
        store.run(decoding=Decoding("sample", seed=int(scale)))
        choice.open()
        inside = choice.card.rect()
        for part in choice.form.parts:
            if part.isVisible():
                place = part.mapTo(choice.card, part.rect().topLeft())
                assert inside.contains(part.rect().translated(place))
                assert part.width() >= part.minimumSizeHint().width()
        for field in choice.form.fields.values():
            assert field.control.accessibleName() and field.control.toolTip()
        choice.card.close()


def test_it_waits_with_its_reason_while_the_target_is_written_by_hand(choice: DecodingButton, store: Store) -> None:
    store.run(target=("la casa",))
    assert not choice.isEnabled() and choice.words() == "given by you"
    assert "Let the model write it" in choice.toolTip()
    assert choice.form.about.text() == GIVEN
    store.run(target=None)
    assert choice.isEnabled() and choice.words() == "greedy"


def test_its_short_label_always_fits(panel: TextPanel, choice: DecodingButton, store: Store) -> None:
    from PySide6.QtGui import QFontMetricsF

    theme.apply(QApplication.instance(), theme.LIGHT, 2.0)
    store.run(decoding=Decoding("sample", 0.85, 50, 0.95))
    panel.resize(1190, panel.sizeHint().height())
    QApplication.processEvents()
    needed = QFontMetricsF(theme.font("small")).horizontalAdvance("sampling T 0.85")
    assert choice.width() >= needed + theme.px(9)


def test_draw_again_is_a_command_of_sampling_alone(store: Store) -> None:
    command = action("draw")
    assert command.keys == ("R",) and not command.when(store)
    store.run(decoding=Decoding("sample", seed=41))
    assert command.when(store)
    command.do(Frame(store))  # type: ignore[arg-type]
    assert store.state.run.decoding == Decoding("sample", seed=42)
    store.run(target=("la casa",))
    assert not command.when(store)


def test_ways_of_decoding_are_commands_with_a_mark(store: Store) -> None:
    store.run(decoding=Decoding(temperature=0.7))
    action("decoding.sample").do(Frame(store))  # type: ignore[arg-type]
    assert store.state.run.decoding == Decoding("sample", 0.7), "settings stay"
    marks = {name: action(f"decoding.{name}").checked for name in ("greedy", "sample", "beam")}
    assert [name for name, mark in marks.items() if mark is not None and mark(store)] == ["sample"]


def test_seeds_count_up_and_wrap_after_the_last() -> None:
    assert next_seed(Decoding(seed=1)) == 2
    assert next_seed(Decoding(seed=MOST_SEED)) == 0


def test_branches_belong_to_one_text(store: Store) -> None:
    branches = (Branch((8, 9)),)
    store.run(branches=branches, prefix=(8,))
    store.run(decoding=Decoding("beam"))
    assert store.state.run.branches == branches
    store.run(source=("a cat",))
    assert store.state.run == RunSpec(source=("a cat",), decoding=Decoding("beam"))
    store.run(source=("a dog",), branches=branches)
    assert store.state.run.branches == branches
