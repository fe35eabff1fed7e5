"""Edits in the window: the line that lists them, the switch of a head, the menu of a source token."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from model_core.record.edits import (
    CellEdit,
    Donor,
    Edits,
    FeedForwardPlace,
    HeadPattern,
    HeadPlace,
    MaskEdits,
    Patch,
    PositionEdits,
    SublayerPlace,
    Swap,
    TokenPlace,
    WeightOverride,
    with_head,
    with_hidden,
    with_swap,
)
from model_core.record.trace import Alternative, Trace
from tests.made.traces import made_trace
from viz_app.commands.choice_list import WORD
from viz_app.data.edit_list import list_edits
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.inspector.effects import effect_words
from viz_app.text.edit_strip import EditStrip, FootRow
from viz_app.text.tokens import token_search
from viz_app.text.tokens.token_menu import MergeSheet
from viz_app.text.tokens.token_search import TokenSearch
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.window.main_window import Window

SOURCE, TARGET = "the white house is very old", "la casa blanca es muy vieja"
MANY = Edits(
    MaskEdits(
        (CellEdit("cross", 2, 1, False), *(CellEdit("decoder", 3, key, False) for key in range(3))),
        future=False, padding=False, value=-1e9, hidden=(TokenPlace(1), TokenPlace(40)),
    ),
    PositionEdits(table="halves", order="reversed", shift=-2, stacks="encoder"),
    (HeadPlace("cross", 1, 2), HeadPlace("encoder", 0, 0)),
    (Swap(2, 7),),
    (HeadPattern("decoder", 0, 1, "previous"),),
    (FeedForwardPlace("encoder", 1),),
    (WeightOverride("cross", 0, 1, 1, 2, 0.75), *(WeightOverride("encoder", 1, 0, 2, key, 0.25) for key in range(3))),
    (
        Patch("feed-forward", "encoder", 0, 2, Donor("the red house", (5, 3))),
        Patch("head", "cross", 1, None, Donor("the red house", (5, 3)), 1),
    ),
    (SublayerPlace("decoder", 0, "cross-attention"),),
)  # fmt: skip


def edited(edits: Edits) -> Trace:
    """A made Trace whose run has these edits."""
    trace = made_trace(SOURCE, TARGET)
    return trace.with_(run=trace.run.with_(edits=edits))


# ---------------------------------------------------------------- the list


def test_the_status_line_follows_the_edit_under_the_pointer(window: Window, store: Store, qtbot: QtBot) -> None:
    """Also where undo puts another edit there."""
    window.show()
    qtbot.waitExposed(window)
    seen = []
    for change in (
        lambda: store.run(edits=Edits(heads_off=(HeadPlace("encoder", 0, 0),))),
        lambda: store.run(edits=Edits(heads_off=(HeadPlace("cross", 0, 1),))),
        store.undo,
    ):
        change()
        chip = window.edits.chips[0]
        if not seen:
            QTest.mouseMove(chip, chip.rect().center())
        seen.append(window.status.hint.text())
        assert chip.text() in seen[-1]
    assert seen[0] == seen[2] != seen[1]


def test_every_edit_is_listed_and_taking_back_all_leaves_none() -> None:
    trace = edited(MANY)
    words = [one.words for one in list_edits(MANY, trace)]
    assert words == [
        "house as token 3", "white masked", "source token 41 masked", "head 3 of cross-attention layer 2 off",
        "head 1 of encoder layer 1 off", "head 2 of decoder layer 1 reads the previous one",
        "feed-forward of encoder layer 2 off", "decoder 1 cross-attention without residual",
        "la ▸ casa → house = 0.75, head 2 of cross-attention layer 1",
        "3 weights, head 1 of encoder layer 2", "encoder layer 1 after the feed-forward at house from “the red house”",
        "head 2 of cross-attention layer 2 from “the red house”", "3 cells of the decoder mask",
        "cross-attention cell casa ▸ blanca → white forbidden", "peeking ahead", "padding readable", "mask value −1e9",
        "positions: sinusoids in halves, reversed, shifted by −2 (encoder only)",
    ]  # fmt: skip
    left, count = MANY, len(words)
    while now := list_edits(left, trace):
        assert len(now) == count and all(one.tip for one in now)
        for one in now:
            assert len(list_edits(one.without, trace)) == count - 1, one.words
        left, count = now[count // 2].without, count - 1
    assert left == Edits()
    assert list_edits(Edits(), None) == ()


def test_a_row_of_the_decoder_has_one_name_in_every_edit() -> None:
    """What it writes may change with the edit, what it reads does not: both are named, as on the maps."""
    donor = Donor("the red house", (5, 3))
    edits = Edits(
        patches=(Patch("cross-attention", "decoder", 1, 2, donor), Patch("feed-forward", "decoder", 0, 99, donor)),
        overrides=(WeightOverride("cross", 0, 1, 2, 2, 0.75),),
    )
    weight, *patched = (one.words for one in list_edits(edits, edited(edits)))
    assert weight.startswith("casa ▸ blanca → ")
    assert patched == [
        "decoder layer 2 after the cross-attention at casa ▸ blanca from “the red house”",
        "decoder layer 1 after the feed-forward at place 100 from “the red house”",
    ]


def test_positions_of_another_base_say_which() -> None:
    words = [
        one.words
        for edits in (PositionEdits("interleaved", base=100), PositionEdits("interleaved"))
        for one in list_edits(Edits(positions=edits), None)
    ]
    assert words == ["positions: sinusoids, interleaved, base 100", "positions: sinusoids, interleaved"]


@pytest.mark.parametrize("edits", [{"order": "shuffled"}, {"table": "random"}])
def test_positions_drawn_by_another_seed_are_distinguished(edits: dict[str, str]) -> None:
    words = {
        one.words for seed in (3, 4) for one in list_edits(Edits(positions=PositionEdits(**edits, seed=seed)), None)
    }
    assert len(words) == 2 and all(text.count("seed") == 1 for text in words)
    (kept,) = list_edits(Edits(positions=PositionEdits(order="reversed", seed=3)), None)
    assert "seed" not in kept.words, "nothing is drawn"


def test_edits_of_a_repeated_word_are_distinguished() -> None:
    cells = tuple(CellEdit("cross", 1, key, False) for key in (0, 3))
    masks = MaskEdits(cells, hidden=(TokenPlace(0), TokenPlace(3)))
    trace = made_trace("the red hen the", "la gallina roja")
    edits = Edits(masks=masks, overrides=(WeightOverride("decoder", 0, 0, 1, 0, 0.5),))
    words = [one.words for one in list_edits(edits, trace.with_(run=trace.run.with_(edits=edits)))]
    assert words == [
        "the₁ masked", "the₂ masked", "la ▸ gallina → <s> = 0.5, head 1 of decoder layer 1",
        "cross-attention cell la ▸ gallina → the₁ forbidden", "cross-attention cell la ▸ gallina → the₂ forbidden",
    ]  # fmt: skip


def test_taking_back_one_edit_leaves_all_the_others() -> None:
    """Of every kind several, which differ in one thing: each takes back its own, and all others stay listed."""
    donor = Donor("the red house", (5, 3))
    edits = replace(
        MANY,
        swaps=(Swap(0, 7), Swap(2, 7), Swap(2, 9, sentence=1)),
        masks=replace(
            MANY.masks,
            hidden=(TokenPlace(1), TokenPlace(1, sentence=1), TokenPlace(3)),
            cells=(CellEdit("cross", 2, 1, False), CellEdit("cross", 2, 2, False), CellEdit("decoder", 2, 1, False)),
        ),
        heads_off=(HeadPlace("cross", 1, 2), HeadPlace("cross", 1, 3), HeadPlace("encoder", 1, 2)),
        patterns=tuple(HeadPattern("decoder", *place, "previous") for place in ((0, 1), (0, 2), (1, 1))),
        feed_forwards_off=tuple(FeedForwardPlace(*place) for place in (("encoder", 1), ("encoder", 0), ("decoder", 1))),
        residuals_cut=tuple(
            SublayerPlace("decoder", layer, part)
            for layer, part in ((0, "cross-attention"), (0, "self-attention"), (1, "cross-attention"))
        ),
        overrides=tuple(WeightOverride("cross", 0, head, query, 2, 0.75) for head, query in ((1, 1), (1, 2), (2, 1))),
        patches=(
            *(
                Patch("feed-forward", *where, donor)
                for where in (("encoder", 0, 2), ("encoder", 0, 1), ("encoder", 1, 2))
            ),
            *(Patch("head", "cross", layer, None, donor, head) for layer, head in ((1, 1), (1, 2), (0, 1))),
            Patch("head", "cross", 1, None, Donor("the black house", (5, 3)), 1),
        ),
    )
    trace = edited(edits)
    entries = list_edits(edits, trace)
    assert len(entries) == len({one.without for one in entries}) > 30
    for entry in entries:
        left = [one.words for one in list_edits(entry.without, trace)]
        assert len(left) == len(entries) - 1, f"{entry.words} took back more than itself"
        others = [one.words for one in entries if one is not entry]
        assert left == others or entry.words.startswith("positions")
    for token, kept in ((TokenPlace(0), (1, 2)), (TokenPlace(2), (0, 2)), (TokenPlace(2, 1), (0, 1))):
        assert with_swap(edits, token, None).swaps == tuple(edits.swaps[at] for at in kept)


def test_without_a_trace_places_are_shown_for_tokens() -> None:
    words = [one.words for one in list_edits(MANY, None)]
    assert words[:2] == ["piece 7 as token 3", "source token 2 masked"] and "cell row 3 → column 2" in words[13]


def test_edits_of_one_head_or_token_can_be_toggled() -> None:
    place, token = HeadPlace("cross", 1, 1), TokenPlace(2, 1)
    off = with_head(with_head(Edits(), place, "zero"), place, "zero")
    assert off.heads_off == (place,) and with_head(off, place, None) == Edits()
    reads = with_head(off, place, "first")
    assert reads == Edits(patterns=(HeadPattern("cross", 1, 1, "first"),)) and with_head(reads, place, "zero") == off
    hidden = with_hidden(Edits(), token, True)
    assert hidden.masks.hidden == (token,) and with_hidden(hidden, token, False) == Edits()
    swapped = with_swap(with_swap(Edits(), token, 5), token, 6)
    assert swapped.swaps == (Swap(2, 6, 1),) and with_swap(swapped, token, None) == Edits()


# ---------------------------------------------------------------- the line


@pytest.fixture
def strip(qtbot: QtBot) -> EditStrip:
    made = EditStrip()
    qtbot.addWidget(made)
    made.resize(1200, 40)
    return made


def test_the_line_is_there_only_while_there_are_edits(strip: EditStrip, qtbot: QtBot) -> None:
    strip.show_edits(Edits(), None)
    assert strip.isHidden()
    strip.show_edits(Edits(heads_off=(HeadPlace("cross", 1, 2),)), None)
    assert not strip.isHidden() and [chip.text() for chip in strip.shown()] == ["head 3 of cross-attention layer 2 off"]
    asked: list[Edits] = []
    strip.asked.connect(asked.append)
    strip.chips[0].click()
    strip.clear.click()
    assert asked == [Edits(), Edits()]
    assert strip.chips[0].accessibleName() and strip.chips[0].toolTip() and strip.chips[0].statusTip()


def test_as_many_cells_as_there_may_be_are_listed_at_once() -> None:
    """With work that grows as their number does: they were compared with each other, 6 s for 4,096 of them."""

    def calls(count: int) -> int:
        kinds = ("encoder", "cross")
        cells = tuple(CellEdit(kinds[place % 2], place // 64, place % 64, False) for place in range(count))
        made: list[str] = []
        sys.setprofile(lambda _frame, event, _what: made.append(event))
        try:
            found = [one.words for one in list_edits(Edits(MaskEdits(cells=cells)), None)]
        finally:
            sys.setprofile(None)
        assert found == [f"{count // 2:,} cells of the {kind} mask" for kind in ("encoder", "cross-attention")]
        return len(made)

    assert calls(4096) < 5 * calls(1024), "16 times, were it squared"


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [560, 900, 1400, 3000])
def test_what_has_no_room_waits_in_the_menu(
    strip: EditStrip, qtbot: QtBot, qapp: QApplication, width: int, scale: float
) -> None:
    themes.apply(qapp, themes.LIGHT, scale)
    try:
        strip.resize(width, 60)
        strip.show_edits(MANY, edited(MANY))
        with qtbot.waitExposed(strip):
            strip.show()
        qtbot.wait(2)
        count, shown = len(list_edits(MANY, None)), strip.shown()
        assert shown
        ends = [chip.geometry().right() for chip in shown]
        assert ends == sorted(ends) and ends[-1] <= strip.room.width()
        assert all(one.geometry().right() < two.geometry().left() for one, two in pairwise(shown))
        assert strip.more.isHidden() == (len(shown) == count)
        strip.more.menu().aboutToShow.emit()
        waiting = strip.more.menu().actions()
        assert len(waiting) == count - len(shown)
        asked: list[Edits] = []
        strip.asked.connect(asked.append)
        for place, entry in enumerate(waiting, len(shown)):
            entry.trigger()
            assert asked[-1] == list_edits(MANY, edited(MANY))[place].without
        assert strip.clear.geometry().right() <= width
    finally:
        themes.apply(qapp, themes.LIGHT, 1.0)


@pytest.mark.parametrize("width", [380, 440, 560, 700, 900, 1400])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_description_of_the_text_is_elided_only_for_the_edits(qtbot: QtBot, width: int, count: int) -> None:
    foot = QWidget()
    qtbot.addWidget(foot)
    caption, strip = Caption("small", parent=foot), EditStrip(foot)
    FootRow(caption, foot).add_edits(strip)
    caption.set_text("1 token was never seen in training: do not trust it")
    strip.show_edits(Edits(heads_off=tuple(HeadPlace("cross", at, 0) for at in range(count))), None)
    foot.resize(width, 30)
    with qtbot.waitExposed(foot):
        foot.show()
    qtbot.wait(2)
    shown = strip.shown()
    free = strip.room.width() - (shown[-1].geometry().right() + 1 if shown else 0)
    whole = caption.width() >= caption.sizeHint().width()
    assert whole is (caption.sizeHint().width() + 8 + strip.least() <= width)
    assert whole or free < 60, f"{free} px are free beside the edits"
    assert whole or caption.width() >= (width - 8) // 2
    assert len(shown) == count or free < strip.chips[len(shown)].sizeHint().width() + 6, "one more would have room"
    assert strip.more.isVisible() is (len(shown) < count), "the others are in the menu"


def test_in_the_narrowest_line_the_menu_has_all_there_is(qtbot: QtBot) -> None:
    around, asked = QWidget(), list[Edits]()
    qtbot.addWidget(around)
    strip = EditStrip(around)
    strip.asked.connect(asked.append)
    strip.show_edits(MANY, edited(MANY))
    with qtbot.waitExposed(around):
        around.show()
    both = strip.clear.sizeHint().width() + strip._more_width()
    for width, cleared in ((both + 20, False), (both // 2, True)):
        strip.setGeometry(0, 0, width, 40)
        qtbot.wait(2)
        assert not strip.shown() and strip.clear.isHidden() == cleared
        assert strip.more.geometry().right() <= width
        strip.more.menu().aboutToShow.emit()
        assert len(strip.more.menu().actions()) == len(list_edits(MANY, None)) + 2 * cleared
    strip.more.menu().actions()[-1].trigger()
    assert asked == [Edits()]


# ---------------------------------------------------------------- what the edits did


def alternative_of(trace: Trace, other: int | None = None) -> Trace:
    """The Trace with an unedited alternative of the same text; from row `other` on it writes another token."""
    one = trace.sentences[0]
    written = list(one.written)
    if other is not None:
        written[other] = trace.candidate_tokens[0][other][1]
    numbers = {"probability": np.linspace(0.5, 0.9, len(written)).astype(np.float32)}
    alternative = Alternative("unedited", 0, (one.read[0], *written[:-1]), tuple(written), 0, True, numbers, {})
    return trace.with_(alternatives=(alternative,))


def test_the_same_tokens_probability_without_and_with_the_edits() -> None:
    alone = Edits(heads_off=(HeadPlace("cross", 1, 2),))
    trace = alternative_of(edited(alone))
    p = trace.numbers["probability"][0, 2]
    before = trace.alternatives[0].numbers["probability"][2]
    assert effect_words(trace, 0, 2) == f"Without cross 2.3: p(blanca) {before:.2f} → {p:.2f}"
    assert effect_words(alternative_of(edited(MANY)), 0, 0).startswith("With these edits: p(la) 0.50 → ")
    assert effect_words(edited(alone), 0, 2) == "", "without the alternative nothing is said"


def test_a_differing_token_is_described_by_its_candidate_and_then_the_divergence() -> None:
    trace = alternative_of(edited(Edits(heads_off=(HeadPlace("cross", 1, 2),))), other=3)
    other = trace.candidates(3)[1]
    assert effect_words(trace, 0, 3).endswith(f"p({other.token.text}) 0.70 → {other.probability:.2f}")
    assert "different text" in effect_words(trace, 0, 4) and "step 4" in effect_words(trace, 0, 4)


# ---------------------------------------------------------------- the window


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication):
    trace = made_trace(SOURCE, TARGET)
    store = Store(State(run=trace.run))
    made = Window(store)
    qtbot.addWidget(made)
    made.resize(1280, 720)
    with qtbot.waitExposed(made):
        made.show()
    qtbot.wait(2)
    store.accept(trace)
    qtbot.wait(2)
    yield made
    made.close()


def answer(window: Window) -> None:
    """The engine's answer to the present run: the same numbers."""
    store = window.store
    trace = made_trace(SOURCE, TARGET, run=store.state.run)
    store.accept(alternative_of(trace) if store.state.run.edits else trace)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_nothing_moves_when_the_first_edit_is_made(window: Window, qapp: QApplication, scale: float) -> None:
    """Else the second click on what was clicked meets something else."""
    themes.apply(qapp, themes.LIGHT, scale)
    try:
        for _ in range(3):  # a new text size takes the layouts inside each other more than one round
            QApplication.processEvents()
        before = window.desk.geometry()
        window.store.run(edits=Edits(masks=MaskEdits(future=False)))
        QApplication.processEvents()
        assert window.edits.isVisible() and window.desk.geometry() == before
        corner = window.edits.mapTo(window.text, window.edits.rect().topLeft())
        assert window.text.rect().contains(window.edits.rect().translated(corner))
    finally:
        themes.apply(qapp, themes.LIGHT, 1.0)


def test_m_switches_the_selected_head_off_and_on(window: Window, qtbot: QtBot) -> None:
    store = window.store
    store.look(kind="cross", layer=1, head=2, step=2)
    assert window.inspector.head.switch.accessibleName() == "Switch head off"
    window.commands.run("head.switch")
    assert store.state.run.edits == Edits(heads_off=(HeadPlace("cross", 1, 2),))
    answer(window)
    assert window.inspector.head.switch.accessibleName() == "Switch head on"
    effect = window.inspector.head.effect  # told after the picture
    qtbot.waitUntil(lambda: effect.text().startswith("Without cross 2.3: p(blanca)"))
    assert [chip.text() for chip in window.edits.shown()] == ["head 3 of cross-attention layer 2 off"]
    assert window.view().pick.mosaic._off == {(1, 2)}
    assert not any("without it" in fact.name for fact in window.inspector.head.facts.facts), (
        "it is off: this is the text without it"
    )
    store.look(head=1)
    assert window.inspector.head.switch.accessibleName() == "Switch head off"
    assert effect.text().startswith("Without cross 2.3: "), "the number is that of the other head"
    store.look(head=2)
    qtbot.mouseClick(window.inspector.head.switch, Qt.MouseButton.LeftButton)
    assert not store.state.run.edits
    answer(window)
    assert window.edits.isHidden()
    qtbot.waitUntil(effect.isHidden)
    store.undo()
    assert store.state.run.edits.heads_off == (HeadPlace("cross", 1, 2),)


def menu_of(window: Window, index: int, reason=QContextMenuEvent.Reason.Mouse) -> QMenu:
    """The menu of a source chip."""
    chips = window.text.source.chips
    point = chips.chip_rect(index).center().toPoint()
    QApplication.sendEvent(chips, QContextMenuEvent(reason, point, chips.mapToGlobal(point)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def chosen(menu: QMenu, words: str) -> None:
    """Triggers an entry and closes the menu."""
    entry = next(entry for entry in menu.actions() if entry.text() == words)
    menu.close()
    entry.trigger()


def test_a_word_is_cut_before_the_eyes(window: Window) -> None:
    piece = window.store.trace.sentences[0].source[1].piece
    chosen(menu_of(window, 1), "How this word was split…")
    QApplication.processEvents()
    sheet = window.findChild(MergeSheet)
    lines = [(line.text(), line.data(WORD)) for line in map(sheet.steps.item, range(sheet.steps.count()))]
    assert lines[0] == ("  ".join(piece), "the letters"), "the merges stand under each other at the right"
    assert lines[-1][0] == piece and lines[-1][1].startswith(f"{piece}: merge ") and len(lines) > 2
    spoken = sheet.steps.item(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert lines[1][0] in spoken and lines[1][1] in spoken
    sheet.close()


def test_a_source_token_is_masked_by_its_menu_and_read_again(window: Window, qtbot: QtBot) -> None:
    menu = menu_of(window, 1)
    words = ["Mask this token", "Swap with another token…", "How this word was split…", "",
             "Where does this number come from?"]  # fmt: skip
    assert [entry.text() for entry in menu.actions()] == words
    chosen(menu, "Mask this token")
    assert window.store.state.run.edits.masks.hidden == (TokenPlace(1),)
    answer(window)
    chips = window.text.source.chips.chips
    assert [chip.off for chip in chips].index(True) == 1 and "may read it" in chips[1].tip
    chosen(menu_of(window, 1), "Unmask this token")
    assert not window.store.state.run.edits
    answer(window)
    assert not any(chip.off for chip in window.text.source.chips.chips)
    end = menu_of(window, len(chips) - 1)
    words = [entry.text() for entry in end.actions()]
    assert words[:2] == ["Mask this token", ""], "the end of sentence is not swapped"
    end.close()
    qtbot.wait(1)


def test_the_keyboards_menu_is_that_of_its_chip(window: Window, qtbot: QtBot) -> None:
    chips = window.text.source.chips
    chips.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(chips, Qt.Key.Key_Home)
    qtbot.keyClick(chips, Qt.Key.Key_Right)
    chosen(menu_of(window, 4, QContextMenuEvent.Reason.Keyboard), "Mask this token")
    assert window.store.state.run.edits.masks.hidden == (TokenPlace(1),)


def test_a_token_is_swapped_with_one_that_is_searched(window: Window, qtbot: QtBot) -> None:
    chosen(menu_of(window, 2), "Swap with another token…")
    box = QApplication.activePopupWidget()
    assert isinstance(box, TokenSearch) and box.title.text() == "Instead of house"
    assert box.words() == [] and box.list.isHidden()
    box.box.setText("dog")
    assert box.words()[0] == "dog" and 1 < len(box.words()) <= token_search.MOST
    qtbot.keyClick(box.box, Qt.Key.Key_Down)
    assert box.list.currentRow() == 1
    qtbot.keyClick(box.box, Qt.Key.Key_Up)
    qtbot.keyClick(box.box, Qt.Key.Key_Return)
    (swap,) = window.store.state.run.edits.swaps
    assert (swap.place, swap.sentence) == (2, 0) and swap.id > 3
    answer(window)
    assert "replaces the text" in window.text.source.chips.chips[2].tip
    chosen(menu_of(window, 2), "Undo the swap")
    assert not window.store.state.run.edits
    qtbot.wait(1)


def test_changes_by_a_menu_are_added_to_the_present_edits(window: Window, qtbot: QtBot) -> None:
    menu = menu_of(window, 1)
    chosen(menu_of(window, 2), "Mask this token")
    chosen(menu, "Mask this token")
    assert window.store.state.run.edits.masks.hidden == (TokenPlace(2), TokenPlace(1))
    qtbot.wait(1)


def test_a_menu_of_a_replaced_text_changes_nothing(window: Window, qtbot: QtBot) -> None:
    menu = menu_of(window, 3)
    window.store.run(source=("hi",))
    before = window.store.state
    chosen(menu, "Mask this token")
    assert window.store.state == before
    qtbot.wait(1)


def test_a_missing_vocabulary_is_reported(window: Window, qtbot: QtBot) -> None:
    token = window.store.trace.sentences[0].source[0]
    box = TokenSearch("no such folder", token, window)
    box.box.setText("dog")
    assert box.words() == [] and "cannot be read" in box.note.text()
    qtbot.keyClick(box.box, Qt.Key.Key_Return)
    box.close()
    box = TokenSearch("", token, window)
    box.box.setText("qqqqzzzz")
    assert "No piece" in box.note.text()
    box.close()
    qtbot.wait(1)


def test_another_model_has_other_ids(window: Window) -> None:
    store = window.store
    store.run(edits=Edits(heads_off=(HeadPlace("cross", 0, 0),), swaps=(Swap(1, 5),)))
    store.run(model="copy")
    assert store.state.run.edits == Edits(heads_off=(HeadPlace("cross", 0, 0),))


def test_set_weights_of_several_sentences_say_which() -> None:
    trace = made_trace("the red fox", "el zorro rojo", sentences=2)
    edits = Edits(overrides=(WeightOverride("cross", 1, 2, 0, 1, 0.75), WeightOverride("cross", 1, 2, 0, 0, 0.5, 1)))
    words = [one.words for one in list_edits(edits, trace)]
    assert [one.partition(":")[0] for one in words] == ["sentence 1", "sentence 2"]
    alone = list_edits(Edits(overrides=edits.overrides[:1]), made_trace("the red fox", "el zorro rojo"))
    assert "sentence" not in alone[0].words
