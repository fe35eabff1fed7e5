"""The decoding view: the tree and what its tokens ask for, chances, the end, the cache."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model_core.analysis import text_comparison as derived
from model_core.analysis.text_comparison import Loop, loop_of
from model_core.engine.engine import Engine
from model_core.explain.provenance import Source, value_of
from model_core.record.edits import Branch, Decoding, Edits, HeadPlace, MaskEdits
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.tokenizers.foreign import IdVocabulary, Specials
from tests.made.alternatives import with_alternatives, with_chances, with_tree
from tests.made.small import small_model
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, colours_of, settled, svg_of, turn_wheel
from viz_app.charts.step_columns import Columns
from viz_app.commands.action import has_model
from viz_app.commands.actions import action
from viz_app.data.branches import MOST, go_on, kept_branches
from viz_app.data.decoded_texts import decoded_texts, decoding_words, draw_again
from viz_app.data.number_format import fmt_chance
from viz_app.data.selection import candidate_name
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import State
from viz_app.views.decoding import tree_widget
from viz_app.views.decoding.cache_panel import number_words, proof_words
from viz_app.views.decoding.candidate_table import CandidateTable
from viz_app.views.decoding.chances import NEVER, chances_of, choice_words
from viz_app.views.decoding.end_panel import StepBars, loop_words, stop_words
from viz_app.views.decoding.tree_layout import ALTERNATIVE, KEPT, MAIN, PASSED, PRUNED, START, Spot, figure, tree_plan
from viz_app.views.decoding.tree_painting import THICKEST, THINNEST, thickness
from viz_app.views.decoding.view import PARTS
from viz_app.views.decoding.view import Decoding as DecodingView
from viz_app.widgets import painting, theme

pytestmark = pytest.mark.usefixtures("qapp")

ENGINE = Engine()
SIZE = (1008, 590)
SOURCE, TARGET = "the white house is very old", "la casa blanca es muy vieja"


@pytest.fixture(scope="module")
def plain() -> Trace:
    """Greedy decoding of one sentence."""
    return made_trace(SOURCE, TARGET)


class DecodingStage(ViewStage):
    """The decoding view."""

    of = DecodingView

    @property
    def tree(self) -> Any:
        return self.view.tree.map

    def spot(self, role: str, column: int | None = None) -> Spot:
        """The first spot of a role, in a column if one is given."""
        return next(spot for spot in self.tree.plan.spots if spot.role == role and column in (None, spot.column))

    def click(self, qtbot: QtBot, spot: Spot) -> None:
        point = self.tree.place().rect(spot).center().toPoint()
        qtbot.mouseClick(self.tree, Qt.MouseButton.LeftButton, pos=point)

    def key(self, qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        qtbot.keyClick(self.tree, key, held)


def ids(trace: Trace, sentence: int = 0) -> tuple[int, ...]:
    """The main text."""
    return tuple(token.id for token in trace.sentences[sentence].written)


# ---------------------------------------------------------------- derived numbers


@given(st.lists(st.integers(0, 3), max_size=6), st.lists(st.integers(0, 3), max_size=6))
def test_the_first_difference_is_where_the_common_beginning_ends(one: list[int], other: list[int]) -> None:
    place = derived.first_difference(one, other)
    if place is None:
        assert one == other
    else:
        assert one[:place] == other[:place] and one[place : place + 1] != other[place : place + 1]


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        ([1, 2, 3], [1, 2, 3], [(0, 0), (1, 1), (2, 2)]),
        ([1, 7, 8, 3, 4], [1, 9, 3, 4], [(0, 0), (1, 1), (2, None), (3, 2), (4, 3)]),
        ([1, 3], [1, 2, 3], [(0, 0), (None, 1), (1, 2)]),
        ([], [5], [(None, 0)]),
        ([4, 4, 4], [4, 4], [(0, 0), (1, 1), (2, None)]),
    ],
)
def test_texts_are_aligned_by_the_smallest_edit_distance(one: list[int], other: list[int], pairs: list[object]) -> None:
    assert list(derived.aligned(one, other)) == pairs


@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), max_size=12))
def test_an_alignment_names_every_token_once_and_in_order(one: list[int], other: list[int]) -> None:
    pairs = derived.aligned(one, other)
    for side, ids in enumerate((one, other)):
        assert [pair[side] for pair in pairs if pair[side] is not None] == list(range(len(ids)))
    assert all(pair != (None, None) for pair in pairs)
    cost = sum(i is None or j is None or one[i] != other[j] for i, j in pairs)
    assert abs(len(one) - len(other)) <= cost <= max(len(one), len(other))


def test_a_candidate_is_cut_by_the_filter_that_comes_first() -> None:
    both = Decoding("sample", top_k=3, top_p=0.5)
    assert [derived.cut_reason(rank, chance, both) for rank, chance in enumerate((0.8, 0.2, 0, 0, 0))] == [
        "", "", "top-p", "top-k", "top-k",
    ]  # fmt: skip
    assert derived.cut_reason(5, 0.0, replace(both, method="greedy")) == ""
    assert derived.cut_reason(5, 0.0, Decoding("sample")) == ""
    assert derived.left_over(np.array([0.5, 0.25])) == pytest.approx(0.25)
    assert derived.left_over(np.array([0.7, 0.4])) == 0.0
    assert derived.probability(math.log(0.25)) == pytest.approx(0.25)


# ---------------------------------------------------------------- the plan of the tree


def test_the_main_path_runs_along_the_top_and_what_was_passed_over_hangs_below(plain: Trace) -> None:
    plan = tree_plan(plain, 0, decoded_texts(plain, 0), 6)
    main = [spot for spot in plan.spots if spot.lane == 0]
    assert [spot.role for spot in main] == [START] + [MAIN] * 7
    assert tuple(spot.token.id for spot in main[1:]) == ids(plain)
    for spot in plan.spots:
        if spot.role != PASSED:
            continue
        parent = spot.parent
        assert parent.lane == 0 and parent.column == spot.column - 1
        known = {one.token.id: one.probability for one in plain.candidates(spot.step)}
        assert spot.share == known[spot.token.id] and spot.token.id != ids(plain)[spot.step]
    assert plan.lanes <= 6


def test_the_path_to_a_spot_is_the_beginning_and_its_own_token(plain: Trace) -> None:
    plan = tree_plan(plain, 0, decoded_texts(plain, 0), 6)
    for spot in plan.spots:
        if spot.role == PASSED:
            assert spot.path() == (*ids(plain)[: spot.step], spot.token.id)
    assert plan.spots[0].path() == ()


def test_an_alternative_has_its_own_lane_from_where_it_branches(plain: Trace) -> None:
    trace = with_alternatives(plain, ("branch", "branch"), part_at=2)
    texts = decoded_texts(trace, 0)
    plan = tree_plan(trace, 0, texts, 6)
    for alternative, parts_at in ((1, 2), (2, 3)):
        own = [spot for spot in plan.spots if spot.text == alternative]
        assert len({spot.lane for spot in own}) == 1 and {spot.role for spot in own} == {ALTERNATIVE}
        assert plan.labels[alternative] is own[0] and own[0].step == parts_at
        assert own[-1].path() == texts[alternative].ids
        begun = texts[alternative].ids[parts_at]
        hanging = [spot.token.id for spot in plan.spots if spot.role == PASSED and spot.step == parts_at]
        assert begun not in hanging, "the alternative stands for the candidate that it begins with"


def test_an_alternative_that_says_the_same_has_no_lane(plain: Trace) -> None:
    trace = with_alternatives(plain, ("branch",))
    same = replace(trace.alternatives[0], written=plain.sentences[0].written, read=plain.sentences[0].read)
    trace = trace.with_(alternatives=(same,))
    assert not tree_plan(trace, 0, decoded_texts(trace, 0), 6).labels


def test_beam_search_is_a_tree_of_kept_and_pruned_texts(plain: Trace) -> None:
    trace = with_tree(plain, beams=2)
    plan = tree_plan(trace, 0, decoded_texts(trace, 0), 12)
    shown = {id(spot.node): spot for spot in plan.spots if spot.node is not None}
    assert len(shown) == len(trace.tree), "with lanes for all of them every node is there once"
    for node in trace.tree:
        spot = shown[id(node)]
        assert spot.role == (MAIN if node.winner else KEPT if node.kept else PRUNED)
        assert spot.column == node.step + 1
        parent = spot.parent
        assert parent.role == START if node.parent < 0 else parent.node is trace.tree[node.parent]
    for column in range(1, plan.columns):
        roles = [spot.role for spot in plan.in_column(column)]
        assert roles == sorted(roles, key=(MAIN, KEPT, PRUNED).index), "pruned texts stand below the kept ones"


def test_a_beam_search_says_what_its_numbers_are(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, with_tree(plain, beams=2))
    shot = Snapshot(State(run=stage.trace.run), stage.trace, theme.current(), options=stage.options)
    assert stage.view.heading(shot) == "Decoding · beam 2: the kept texts"
    assert "score, log-probability ÷ length" in stage.view.explanation(shot)
    greedy = Snapshot(State(run=plain.run), plain, theme.current(), options=stage.options)
    assert stage.view.heading(greedy) == "Decoding · greedy: the path and what was not taken"
    assert "both continuations are kept" in stage.view.explanation(greedy)
    wide = QFontMetricsF(theme.font("body")).horizontalAdvance
    assert wide(stage.view.explanation(shot)) < 880, "one line in the smallest window, as that of the others"


def test_the_remainder_is_not_mentioned_when_every_token_is_listed(qtbot: QtBot) -> None:
    run = RunSpec("tiny", ("red ball",))
    trace = ENGINE.trace(run)
    assert len(trace.candidate_tokens[0][0]) == trace.spec.target_vocabulary
    stage = DecodingStage(qtbot, trace, part="chances")
    table = stage.view.chances.table
    assert "all other tokens" not in svg_of(table, (900, table.height()))
    assert "all other tokens" in svg_of(few_listed(qtbot, trace).view.chances.table, (900, 600))
    told = choice_words(ENGINE.trace(run.with_(decoding=Decoding("sample", top_k=5))), 0, 0)
    assert "top-k 5 keeps 5" in told and "perhaps others" not in told


def few_listed(qtbot: QtBot, trace: Trace) -> DecodingStage:
    """The same run, of which fewer tokens are recorded."""
    return DecodingStage(qtbot, ENGINE.trace(trace.run.with_(candidates=3)), part="chances")


def test_what_there_is_no_lane_for_is_counted(plain: Trace) -> None:
    trace = with_tree(plain, beams=3)
    plan = tree_plan(trace, 0, decoded_texts(trace, 0), 3)
    shown = sum(spot.node is not None for spot in plan.spots)
    assert plan.lanes == 3 and sum(plan.hidden.values()) == len(trace.tree) - shown > 0


def test_thickness_is_probability() -> None:
    assert [thickness(share, 1.0) for share in (0.0, 0.5, 1.0)] == [THINNEST, (THINNEST + THICKEST) / 2, THICKEST]
    assert thickness(math.nan, 1.0) == THINNEST


# ---------------------------------------------------------------- what a click on the tree asks for


def test_a_click_on_a_candidate_goes_on_from_it_and_keeps_the_old_path(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    spot = stage.spot(PASSED, column=3)
    token = spot.token.id
    stage.click(qtbot, spot)
    main = ids(plain)
    assert stage.picked == [], "one click is one change, which one undo takes back"
    assert stage.asked == [{"prefix": (*main[:2], token), "prefix_sentence": 0, "branches": (Branch(main[:3]),)}], (
        "greedily the old text comes out again from where they part"
    )


def test_a_click_on_the_main_path_chooses_its_step(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    stage.click(qtbot, stage.spot(MAIN, column=2))
    assert (stage.picked, stage.asked) == ([{"step": 1}], [])
    stage.click(qtbot, stage.spot(START))
    assert (len(stage.picked), stage.asked) == (1, [])


def test_a_click_on_a_branch_makes_it_the_main_text(qtbot: QtBot, plain: Trace) -> None:
    trace = with_alternatives(plain, ("branch",), part_at=2)
    stage = DecodingStage(qtbot, trace)
    spot = stage.spot(ALTERNATIVE)
    stage.click(qtbot, spot)
    (asked,) = stage.asked
    assert asked["prefix"] == trace.alternatives[0].text[:3]
    assert asked["branches"] == (Branch(ids(plain)[:3]),), "the branch itself is none any more"


def test_the_cross_before_a_branch_removes_it(qtbot: QtBot, plain: Trace) -> None:
    from viz_app.views.decoding.tree_painting import cross_rect

    trace = with_alternatives(plain, ("branch", "branch"), part_at=1)
    stage = DecodingStage(qtbot, trace)
    qtbot.mouseClick(stage.tree, Qt.MouseButton.LeftButton, pos=cross_rect(stage.tree, 2).center().toPoint())
    assert stage.asked == [{"branches": trace.run.branches[:1]}]


def test_the_menu_of_alternatives_compares_promotes_and_removes(qtbot: QtBot, plain: Trace) -> None:
    trace = with_alternatives(plain, ("branch", "branch"), part_at=1)
    stage = DecodingStage(qtbot, trace)
    assert stage.view.others.words() == "2 other texts"
    entries = {action.text(): action for action in stage.view.others.menu().actions()}
    entries["Compare with branch 2"].trigger()
    (pin,) = stage.pinned
    assert pin.run == trace.run.with_(prefix=trace.run.branches[1].ids, branches=()) and stage.opened == ["compare"]
    assert stage.look.step == 2, "from the first difference on"
    entries["Remove branch 1"].trigger()
    assert stage.asked == [{"branches": trace.run.branches[1:]}]
    entries["Make branch 2 the main text"].trigger()
    assert stage.asked[-1]["prefix"] == trace.run.branches[1].ids
    assert stage.asked[-1]["branches"] == (trace.run.branches[0], Branch(ids(plain)[:3]))


def test_a_branch_stays_itself_while_the_run_without_another_one_is_computed(qtbot: QtBot, plain: Trace) -> None:
    trace = with_alternatives(plain, ("branch", "branch", "branch"), part_at=1)
    first, second, third = trace.run.branches
    stage = DecodingStage(qtbot, trace, run=trace.run)
    entries = {action.text(): action for action in stage.view.others.menu().actions()}

    def press(words: str) -> None:
        entries[words].trigger()
        QApplication.processEvents()
        if stage.asked:
            stage.run = stage.run.with_(**stage.asked[-1])

    press("Remove branch 1")
    press("Remove branch 2")
    assert stage.run.branches == (third,)
    count = len(stage.asked)
    for words in ("Remove branch 1", "Make branch 1 the main text"):  # it is there no more
        press(words)
    assert len(stage.asked) == count
    stage.run = trace.run.with_(branches=(second, third))
    press("Make branch 3 the main text")
    assert stage.run.prefix == third.ids and second in stage.run.branches and third not in stage.run.branches
    stage.run = trace.run.with_(branches=(second, third))
    stage.tree.removed.emit(3)
    assert stage.asked[-1] == {"branches": (second,)} and first not in stage.asked[-1]["branches"]


def test_compare_is_one_click_away_and_sessions_that_were_there_open_at_the_tree(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, part="compare")
    assert stage.view.choice.value == "tree" and stage.view.tree.isVisible()
    stage.view.compare.click()
    assert stage.opened == ["compare"] and stage.pinned == []


def test_an_older_picture_asks_for_nothing(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    stage.run = plain.run.with_(source=("something else",))  # not drawn yet
    stage.click(qtbot, stage.spot(PASSED))
    assert stage.asked == []


def test_the_text_cannot_be_continued_from_start_or_padding(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    stage.tree.continued.emit((*ids(plain)[:1], plain.spec.pad_id), -1)
    assert stage.asked == [] and "never written" in stage.hints[-1]


def test_a_sampled_text_is_kept_whole(plain: Trace) -> None:
    run = plain.run.with_(decoding=Decoding("sample"))
    changes = go_on(run, plain.with_(run=run), 0, (*ids(plain)[:1], 9))
    assert changes["branches"] == (Branch(ids(plain)),), "its draws would be others from another beginning"


def test_the_typed_target_becomes_a_branch_where_the_model_goes_on(plain: Trace) -> None:
    run = plain.run.with_(target=(TARGET,), opening="")
    changes = go_on(run, plain.with_(run=run), 0, (*ids(plain)[:1], 9))
    assert changes["target"] is None and changes["branches"] == (Branch(ids(plain)),)


def test_a_given_beginning_is_kept_with_its_branch(plain: Trace) -> None:
    main, one = ids(plain), replace(plain.sentences[0], forced=4)
    changes = go_on(plain.run, plain.with_(sentences=(one,)), 0, (main[0], 9))
    assert changes["branches"] == (Branch(main[:4]),), "from step 2 on it would become another text"


def test_a_text_that_is_a_branch_already_is_not_kept_twice(plain: Trace) -> None:
    trace = with_alternatives(plain, ("branch",), part_at=4)
    one = plain.sentences[0]
    same = replace(trace.alternatives[0], written=one.written, read=one.read)
    run = trace.run.with_(branches=(Branch(ids(plain)[:2]),))
    assert go_on(run, trace.with_(run=run, alternatives=(same,)), 0, (9,))["branches"] == run.branches


def test_branches_are_kept_once_and_never_too_many(plain: Trace) -> None:
    full = tuple(Branch((number + 1000,)) for number in range(MOST))
    kept = go_on(plain.run.with_(branches=full), plain, 0, (3,))["branches"]
    assert kept == (*full[1:], Branch(ids(plain)[:1]))
    again = go_on(plain.run.with_(branches=kept), plain, 0, (3,))["branches"]
    assert again == kept
    assert go_on(plain.run, plain, 0, ids(plain)[:3]) == {}, "the main text already begins so"


@pytest.fixture
def lines() -> Trace:
    """Three lines; of the second, two tokens were chosen."""
    trace = made_trace("the white house", TARGET, sentences=3)
    first, second, third = trace.sentences
    run = trace.run.with_(prefix=ids(trace, 1)[:2], prefix_sentence=1)
    return trace.with_(sentences=(first, replace(second, forced=2), third), run=run)


def test_what_was_chosen_for_another_line_is_kept_as_a_branch(lines: Trace) -> None:
    ids_ = (*ids(lines)[:1], 9)
    chosen, old = Branch(lines.run.prefix, 1), Branch(ids(lines)[:2])
    assert go_on(lines.run, lines, 0, ids_)["branches"] == (chosen, old), "its own old text last"
    assert kept_branches(lines.run, lines, 0, ids_) == (chosen, old), "from the panel as from the view"
    sampled = lines.run.with_(decoding=Decoding("sample"))
    assert kept_branches(sampled, lines, 0, ids_) == (Branch(ids(lines, 1), 1), Branch(ids(lines)))
    forced = lines.run.with_(prefix=(), opening="la casa")
    assert kept_branches(forced, lines, 0, ids_) == (chosen, old), "an opening, too"
    assert go_on(lines.run, lines, 1, (*ids(lines, 1)[:1], 9))["branches"] == (Branch(ids(lines, 1)[:2], 1),)


def test_what_was_typed_for_other_lines_is_kept_as_branches(lines: Trace) -> None:
    typed = tuple(replace(one, forced=len(one.written)) for one in lines.sentences)
    trace = lines.with_(sentences=typed, run=lines.run.with_(prefix=(), target=(TARGET,) * 3))
    changes = go_on(trace.run, trace, 0, (*ids(trace)[:1], 9))
    assert changes["target"] is None
    assert changes["branches"] == (Branch(ids(trace, 1), 1), Branch(ids(trace, 2), 2), Branch(ids(trace)))
    taken = ids(trace)[:2]
    assert kept_branches(trace.run, trace, 0, taken)[-1] == Branch(ids(trace)), "the rest was typed as well"


def test_what_is_chosen_before_the_last_choice_is_computed_keeps_both(plain: Trace) -> None:
    main = ids(plain)
    run = plain.run.with_(**go_on(plain.run, plain, 0, (main[0], 9)))
    run = run.with_(**go_on(run, plain, 0, (*main[:2], 8)))
    assert run.prefix == (*main[:2], 8) and run.branches == (Branch(main[:2]), Branch((main[0], 9)))


def test_draw_again_takes_the_next_seed(qtbot: QtBot, plain: Trace) -> None:
    assert draw_again(RunSpec()) == {}
    stage = DecodingStage(qtbot, with_chances(plain, Decoding("sample", seed=7)))
    assert stage.view.again.isVisible()
    stage.view.again.click()
    assert stage.asked == [{"decoding": Decoding("sample", seed=8)}]
    assert not DecodingStage(qtbot, plain).view.again.isVisible()


# ---------------------------------------------------------------- the tree by keyboard and wheel


def test_arrow_keys_walk_the_tree(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    stage.draw(step=2)
    stage.key(qtbot, Qt.Key.Key_Right)
    assert stage.look.step == 3
    stage.key(qtbot, Qt.Key.Key_Down)
    spot = stage.tree.at
    assert (spot.role, spot.column) == (PASSED, 4) and stage.look.step == 3
    assert "not taken" in stage.tree.accessibleDescription()
    stage.key(qtbot, Qt.Key.Key_Return)
    assert stage.asked[-1]["prefix"] == (*ids(plain)[:3], spot.token.id)
    stage.key(qtbot, Qt.Key.Key_Left)
    assert stage.look.step == 2 and stage.tree.at is None


def test_plain_arrows_are_kept_from_the_views_own_commands(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    for held, taken in ((Qt.KeyboardModifier.NoModifier, True), (Qt.KeyboardModifier.ControlModifier, False)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Down, held)
        event.ignore()
        QApplication.sendEvent(stage.tree, event)
        assert event.isAccepted() == taken


def test_delete_removes_the_branch_that_the_keys_are_on(qtbot: QtBot, plain: Trace) -> None:
    trace = with_alternatives(plain, ("branch",), part_at=1)
    stage = DecodingStage(qtbot, trace)
    stage.draw(step=2)
    while stage.tree.at is None or stage.tree.at.role != ALTERNATIVE:
        before = stage.tree.at
        stage.key(qtbot, Qt.Key.Key_Down)
        assert stage.tree.at != before, "the keys lead to the alternative"
    stage.key(qtbot, Qt.Key.Key_Delete)
    assert stage.asked == [{"branches": ()}]


def test_a_long_text_is_seen_around_the_step(qtbot: QtBot) -> None:
    trace = made_trace(source_tokens=60, target_tokens=400)
    stage = DecodingStage(qtbot, trace)
    for step in (0, 200, 399):
        stage.draw(step=step)
        place = stage.tree.place()
        rect = place.rect(stage.tree.plan.at(step + 1, 0))
        assert stage.tree.rect().contains(rect.toRect()) and not place.wordless
    shift = stage.tree.place().columns.shift
    stage.key(qtbot, Qt.Key.Key_Minus)
    for _ in range(12):
        stage.key(qtbot, Qt.Key.Key_Minus)
    assert stage.tree.place().wordless
    stage.key(qtbot, Qt.Key.Key_0)
    assert stage.tree.place().columns.shift == shift


def test_the_wheel_zooms_around_the_pointer_and_sideways_scrolls(qtbot: QtBot) -> None:
    stage = DecodingStage(qtbot, made_trace(source_tokens=60, target_tokens=60))
    stage.draw(step=30)
    point = QPointF(300, 40)

    before = stage.tree.place().columns
    column = before.column_at(point.x())
    turn_wheel(stage.tree, point, 120)
    after = stage.tree.place().columns
    assert after.pitch > before.pitch and after.column_at(point.x()) == column
    turn_wheel(stage.tree, point, 0, -120)
    assert stage.tree.place().columns.shift == pytest.approx(after.shift + 120)
    stage.draw(step=31)
    assert stage.tree.place().columns == stage.tree.place().columns.around(32), "another step takes the window along"


def test_dragging_moves_and_chooses_nothing(qtbot: QtBot) -> None:
    stage = DecodingStage(qtbot, made_trace(source_tokens=60, target_tokens=60))
    stage.draw(step=30)
    before = stage.tree.place().columns.shift
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    points = [QPointF(400, 20), QPointF(360, 20), QPointF(300, 20)]
    kinds = [QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease]
    for kind, point in zip(kinds, points, strict=True):
        held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else left
        QApplication.sendEvent(stage.tree, QMouseEvent(kind, point, point, left, held, none))
    assert stage.tree.place().columns.shift == pytest.approx(before + 40)
    assert stage.asked == [] and stage.picked == []


def test_a_step_or_a_hover_makes_no_new_tree(qtbot: QtBot) -> None:
    stage = DecodingStage(qtbot, made_trace(source_tokens=60, target_tokens=400))
    plan = stage.tree.plan
    stage.draw(step=17)
    stage.draw(kind="decoder", query=3, key=1)
    assert stage.tree.plan is plan


def test_another_head_paints_no_tree_and_a_step_the_bars_that_are_seen(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = DecodingStage(qtbot, made_trace(source_tokens=20, target_tokens=400))
    stage.draw(step=17)
    settled()
    parts, drawn, share = (stage.tree, stage.view.tree.end), list[float](), StepBars.share
    monkeypatch.setattr(StepBars, "share", lambda bars, value: drawn.append(value) or share(bars, value))
    before = [part.painted for part in parts]
    for look in ({"head": 1}, {"kind": "decoder", "layer": 1}):
        stage.draw(step=17, **look)
        settled()
    assert [part.painted for part in parts] == before
    stage.draw(step=200)
    settled()
    assert all(part.painted > old for part, old in zip(parts, before, strict=True))
    assert 0 < len(drawn) <= 2 * (len(stage.tree.place().columns.visible()) + 1) < 400


def test_the_bars_under_a_tree_move_with_it(qtbot: QtBot) -> None:
    stage = DecodingStage(qtbot, made_trace(source_tokens=60, target_tokens=60))
    stage.draw(step=30)
    settled()
    before = stage.view.tree.end.painted
    turn_wheel(stage.tree, QPointF(300, 40), 0, -120)
    settled()
    assert stage.view.tree.end.painted > before


# ---------------------------------------------------------------- comparing


def test_the_tree_of_a_short_text_fills_its_room(qtbot: QtBot, plain: Trace) -> None:
    """Lanes get more air and the chart more height before anything stays empty."""
    stage = DecodingStage(qtbot, plain, size=(1050, 620))
    plan, place = stage.tree.plan, stage.tree.place()
    used = place.top + plan.lanes * place.lane
    assert stage.tree.height() - used < 60


def test_below_a_tree_of_few_lanes_the_chart_follows_at_once_and_is_higher(qtbot: QtBot) -> None:
    stage = DecodingStage(qtbot, made_trace("y", "el gato"), size=(1050, 1500))
    panel, place = stage.view.tree, stage.tree.place()
    end = place.top + stage.tree.plan.lanes * place.lane
    assert panel.height() > 2 * end, "the case: much more room than the tree can use"
    assert panel.why.y() - (stage.tree.y() + end) < 60
    assert panel.end.geometry().bottom() <= panel.height() and 60 < panel.end.area().height() < 120
    stage.view.presented = True
    stage.view.fit()
    panel.fit()
    QApplication.processEvents()
    assert panel.end.geometry().bottom() > 0.97 * panel.height(), "a quarter of the screen was empty below both"


def test_a_low_panel_has_the_chart_below_a_tree_of_few_lanes(
    qtbot: QtBot, plain: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the large type of a projector a third of the screen stayed empty instead."""
    monkeypatch.setattr(tree_widget, "tree_plan", lambda *of: tree_plan(*of[:3], min(of[3], 2)))
    stage = DecodingStage(qtbot, plain, size=(1050, 360))
    panel, place = stage.view.tree, stage.tree.place()
    end = place.top + stage.tree.plan.lanes * place.lane
    assert end + 100 < panel.height() < theme.px(tree_widget._LOW), "the case"
    assert panel.end.isVisible() and panel.end.geometry().bottom() <= panel.height()


def test_a_beam_s_tokens_have_room_for_their_scores(qtbot: QtBot, plain: Trace) -> None:
    """The sentence above names probability and score: both stand there at the size of a laptop's window."""
    stage = DecodingStage(qtbot, with_tree(plain, beams=3), size=(1050, 620))
    place, metrics = stage.tree.place(), stage.tree.metrics_of("small")
    scored = [spot for spot in stage.tree.plan.spots if spot.node is not None]
    assert scored
    for spot in scored:
        assert metrics.horizontalAdvance(figure(spot, roomy=True)) <= place.rect(spot).width() - 8


def test_what_a_click_would_do_is_forgotten_with_the_tree(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    stage.tree.point_at(stage.spot(PASSED))
    assert stage.hints[-1].startswith("Click to continue from")
    stage.trace = with_alternatives(plain)
    stage.draw()
    assert stage.hints[-1] == ""


def test_no_hint_tells_the_numbers_of_the_text_before(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, part="end")
    stage.view.end.end.point_at(5)
    assert "at step 6" in stage.hints[-1]
    stage.trace = made_trace("yes", "si")
    stage.draw()
    settled()
    assert stage.hints[-1] == ""


def test_a_candidate_is_previewed_while_the_pointer_is_on_it(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, part="chances", step=1)
    stage.view.chances.table.point_at((2, 0))
    assert "Click to continue from" in stage.hints[-1]
    stage.draw(step=3)
    settled()
    assert stage.hints[-1] == ""


# ---------------------------------------------------------------- chances


def test_the_four_columns_are_the_recorded_numbers(plain: Trace) -> None:
    decoding = Decoding("sample", temperature=0.8, top_k=4, top_p=0.9, seed=7)
    trace = with_chances(plain, decoding)
    for step in range(len(ids(plain))):
        found = chances_of(trace, 0, step)
        logits = np.array([one.logit for one in found], np.float64)
        assert np.abs(logits / 0.8 - np.array([one.scaled for one in found])).max() < 1e-5
        scaled = np.array([one.scaled for one in found], np.float64)
        never = np.array([one.cut == NEVER for one in found])
        kept = np.array([not one.cut for one in found])
        assert np.all(np.array([one.chance for one in found])[kept] > 0)
        if not never.any():
            share = np.exp(scaled - scaled.max())[kept]
            shares = share / share.sum()
            assert np.abs(shares - np.array([one.chance for one in found])[kept]).max() < 1e-5
            assert [one.cut for one in found[4:]] == ["top-k"] * len(found[4:])
        assert sum(one.taken for one in found) == 1


def test_padding_and_start_are_never_written_whatever_the_filters(plain: Trace) -> None:
    trace = with_chances(plain, Decoding("sample", top_k=2))
    pad = plain.candidate_tokens[0][-1][-1]
    assert pad.id == plain.spec.pad_id
    assert chances_of(trace, 0, len(ids(plain)) - 1)[-1].cut == NEVER


@pytest.mark.parametrize("decoding", [Decoding("sample", 1.8, seed=5), Decoding("sample", 1.8, 30, 0.97, seed=5)])
def test_a_sampled_token_beyond_the_candidates_has_a_row_of_its_own(qtbot: QtBot, decoding: Decoding) -> None:
    trace = ENGINE.trace(RunSpec("", ("The white house is very old.",), decoding=decoding, candidates=2))
    beyond = [step for step in range(len(ids(trace))) if ids(trace)[step] not in trace.ids["candidates"][0, step]]
    stage = DecodingStage(qtbot, trace, part="chances")
    for step in beyond:
        *_, own = chances_of(trace, 0, step)
        assert own.taken and not own.listed and own.token.id == ids(trace)[step]
        logits = trace.arrays["logits"][0, step].astype(np.float64)
        scaled = logits / decoding.temperature
        scaled[list(trace.spec.never_written)] = -np.inf
        order = np.argsort(-scaled)
        scaled[order[decoding.top_k or len(order) :]] = -np.inf
        shares = np.exp(scaled - scaled.max()) / np.exp(scaled - scaled.max()).sum()
        shares[order[np.cumsum(shares[order]) - shares[order] >= decoding.top_p]] = 0
        assert own.chance == pytest.approx(shares[own.token.id] / shares.sum(), rel=1e-4)
        assert own.logit == pytest.approx(logits[own.token.id], abs=1e-4)
        assert own.scaled == pytest.approx(logits[own.token.id] / decoding.temperature, abs=1e-4)
        assert own.plain == pytest.approx(trace.numbers["probability"][0, step])
        stage.draw(step=step)
        table = stage.view.chances.table
        assert number_of(table.number_at(table.cell(0, 2).center().toPoint())) == pytest.approx(own.logit, abs=1e-4)
    assert beyond


def test_a_given_token_beyond_the_candidates_shows_only_known_numbers() -> None:
    spec = RunSpec("tiny", ("red ball",), candidates=1, target=("ball ball ball ball",))
    typed = ENGINE.trace(spec)
    step = next(step for step in range(4) if ids(typed)[step] not in typed.ids["candidates"][0, step])
    own = chances_of(typed, 0, step)[-1]
    assert own.chance == own.plain == pytest.approx(typed.numbers["probability"][0, step])
    filtered = typed.with_(run=spec.with_(decoding=Decoding("sample", top_k=5)))
    assert chances_of(filtered, 0, step)[-1].unknown


def test_rows_without_room_are_scrolled_to_by_key_and_by_wheel(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, (SIZE[0], 250), part="chances")
    table = stage.view.chances.table
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    for _ in table.chances:
        row = table.row(table.at[0])
        assert row.top() >= table.row(-1).bottom() and row.bottom() <= table.height()
        assert table.place_at(row.center())[0] == table.at[0]
        qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert table.at[0] == len(table.chances) - 1
    turn_wheel(table, QPointF(table.rect().center()), 1200)
    assert table.place_at(table.row(-1).center()) is None
    assert table.place_at(QPointF(5, table.row(-1).bottom() + 2))[0] == 0


def test_settings_are_asked_for_as_a_whole(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, part="chances")
    form = stage.view.chances.form
    form.method.buttons["sample"].click()
    assert stage.asked == [{"decoding": Decoding("sample")}]
    stage.trace = with_chances(plain, Decoding("sample", seed=3))
    stage.draw()
    form.fields["temperature"].control.setValue(0.5)
    assert stage.asked[-1] == {"decoding": Decoding("sample", temperature=0.5, seed=3)}
    shown = {name for name, field in form.fields.items() if field.isVisible()}
    assert shown == {"temperature", "top_k", "top_p", "seed"}


def test_the_settings_wait_while_the_target_is_given(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain.with_(run=plain.run.with_(target=(TARGET,))), part="chances")
    form = stage.view.chances.form
    assert not form.method.buttons["sample"].isEnabled() and "You write the target" in form.about.text()


@pytest.mark.parametrize("forced", [False, True])
def test_the_columns_of_a_given_token_are_those_of_a_plain_softmax_unless_others_are_sampled(
    forced: bool, qtbot: QtBot, plain: Trace
) -> None:
    """A given token was not chosen by the settings, but its chances are recorded as a sampled step's."""
    for decoding, used in ((Decoding("sample", 0.7, 4),) * 2, (Decoding("beam", beams=2), Decoding())):
        given = plain.with_(run=plain.run.with_(target=() if forced else (TARGET,), decoding=decoding))
        if forced:
            given = given.with_(run=given.run.with_(target=None), sentences=(replace(plain.sentences[0], forced=2),))
        assert DecodingStage(qtbot, given, part="chances", step=1).view.chances.table.decoding == used


def test_the_text_can_be_continued_from_a_candidate_of_the_table(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, part="chances")
    stage.draw(step=1)
    table = stage.view.chances.table
    qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.row(0).center().toPoint())
    assert stage.asked == [], "the first one was written"
    qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.row(2).center().toPoint())
    chosen = plain.candidate_tokens[0][1][2].id
    assert stage.asked[-1]["prefix"] == (ids(plain)[0], chosen)
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert stage.asked[-1]["prefix"] == (ids(plain)[0], plain.candidate_tokens[0][1][3].id)


@pytest.mark.parametrize(
    ("method", "words"), [("greedy", "largest logit"), ("sample", "sampled with seed 7"), ("beam", "best score")]
)
def test_a_step_says_how_its_token_was_chosen(plain: Trace, method: str, words: str) -> None:
    trace = plain.with_(run=plain.run.with_(decoding=Decoding(method, seed=7)))
    assert words in choice_words(trace, 0, 1)
    given = replace(plain.sentences[0], forced=2)
    assert "was given" in choice_words(trace.with_(sentences=(given,)), 0, 1)


def test_a_run_without_logits_shows_what_it_has(qtbot: QtBot, plain: Trace) -> None:
    bare = {name: array for name, array in plain.numbers.items() if not name.startswith("candidate_")}
    stage = DecodingStage(qtbot, plain.with_(numbers=bare), part="chances")
    assert stage.view.chances.table.chances[0].logit is None
    assert stage.view.grab().toImage().isNull() is False


# ---------------------------------------------------------------- the end, and the cache


def test_why_it_stopped_in_one_sentence(plain: Trace) -> None:
    (main,) = decoded_texts(plain, 0)
    told, probability = stop_words(plain, main), f"{main.number('end_probability', 6):.2f}"
    assert all(words in told for words in ("step 7", "</s>", "most probable", probability))
    sampled = plain.with_(run=plain.run.with_(decoding=Decoding("sample")))
    assert "was sampled" in stop_words(sampled, main)
    assert "scores best" in stop_words(with_tree(plain), main)
    assert "Its end was given" in stop_words(plain, replace(main, forced=7))
    cut = made_trace(SOURCE, TARGET, finished=False)
    assert "limit of 6 tokens" in stop_words(cut, decoded_texts(cut, 0)[0])
    assert "limit of 4 tokens" in stop_words(cut, decoded_texts(cut, 0)[0], limit=4)
    assert "limit of 6 tokens" in stop_words(cut, decoded_texts(cut, 0)[0], limit=90), "no room for more"
    (text,) = decoded_texts(cut, 0)
    for chance, words in ((0.25, "p(end) = 0.25"), (0.001, "p(end) < 0.01")):
        unsure = replace(text, numbers={**text.numbers, "end_probability": np.full(6, chance, np.float32)})
        assert words in stop_words(cut, unsure) and words in stop_words(cut, replace(unsure, forced=6))
    given = stop_words(cut, replace(decoded_texts(cut, 0)[0], forced=6), limit=90)
    assert "limit" not in given and "given" in given and "</s>" in given


@pytest.mark.parametrize(("method", "words"), [("sample", "was sampled"), ("beam", "scores best")])
def test_only_branches_are_greedy_whatever_writes_the_text(method: str, words: str) -> None:
    run = RunSpec("tiny", ("red ball",), decoding=Decoding(method), edits=Edits(heads_off=(HeadPlace("cross", 0, 0),)))
    end = ENGINE.trace(run).spec.eos_id
    trace = ENGINE.trace(run.with_(branches=(Branch((end,)),)))
    plain, branch = decoded_texts(trace, 0)[1:]
    assert words in stop_words(trace, replace(plain, forced=0, finished=True))
    assert "most probable" in stop_words(trace, replace(branch, forced=0, finished=True))


def test_a_choice_is_described_by_the_numbers_of_its_step() -> None:
    trace = ENGINE.trace(RunSpec("tiny", ("red ball",), edits=Edits(MaskEdits(future=False))))
    own = trace.numbers["step_probability"].copy()
    own[:] = 0.123
    trace = trace.with_(numbers={**trace.numbers, "step_probability": own})
    assert "own step" in choice_words(trace, 0, 0) and "finished text" in choice_words(trace, 0, 0)
    main = decoded_texts(trace, 0)[0]
    assert "0.12" in stop_words(trace, replace(main, forced=0, finished=True))
    sampled = trace.with_(run=trace.run.with_(decoding=Decoding("sample", top_k=3)))
    assert "finished text" in choice_words(sampled, 0, 0) and "top-k" not in choice_words(sampled, 0, 0)


def test_the_largest_logit_may_be_that_of_a_token_that_is_never_written() -> None:
    engine, model = Engine(), small_model(seed=1)
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    trace = engine.trace(RunSpec("own", ("5 6 7 8",)))
    told = [
        (chances_of(trace, 0, step)[0].taken, choice_words(trace, 0, step))
        for step in range(len(trace.sentences[0].written))
    ]
    assert {taken for taken, _ in told} == {True, False}
    assert all(("may be written" in words) != taken for taken, words in told)


def test_no_click_is_promised_on_a_token_that_is_never_written(qtbot: QtBot) -> None:
    engine, model = Engine(), small_model(seed=1)
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    trace = engine.trace(RunSpec("own", ("5 6 7 8",)))
    never = trace.spec.never_written
    step, rank = next(
        (step, rank) for step, tokens in enumerate(trace.candidate_tokens[0])
        for rank, token in enumerate(tokens) if token.id in never
    )  # fmt: skip
    stage = DecodingStage(qtbot, trace, part="chances", step=step)
    table = stage.view.chances.table
    assert table.chances[rank].cut == NEVER and table.hint_of((rank, 0)) == ""
    assert all(table.hint_of((other, 0)) for other, one in enumerate(table.chances) if one.cut != NEVER)
    stage.draw(part="tree")
    hints = {spot.token.id in never: stage.tree.hint_of(spot) for spot in stage.tree.plan.spots
             if spot.role == PASSED}  # fmt: skip
    assert hints[True] == "" and "Click to continue" in hints[False]


@pytest.mark.parametrize("decoding", [Decoding("sample", top_k=3), Decoding("sample", top_p=0.5)])
def test_what_the_filters_cut_has_no_chance_at_all(qtbot: QtBot, decoding: Decoding) -> None:
    trace = ENGINE.trace(RunSpec("tiny", ("red ball",), decoding=decoding))
    table = CandidateTable()
    qtbot.addWidget(table)
    for step in range(len(trace.sentences[0].written)):
        table.show_chances(chances_of(trace, 0, step), decoding)
        assert table.rest == 0.0
    most = len(table.chances)
    table.show_chances(table.chances, Decoding("sample", top_k=most))
    assert table.rest == 0.0
    table.show_chances(tuple(replace(one, cut="", chance=0.1) for one in table.chances), Decoding())
    assert table.rest > 0.0


def test_a_text_that_was_guessed_is_written_row_by_row_by_one_click(qtbot: QtBot, plain: Trace) -> None:
    """While somebody types there is no proof of the cache; where it is asked for, the text is written again."""
    assert "cache_difference" in plain.numbers
    stage = DecodingStage(qtbot, plain, part="cache")
    assert stage.view.cache.again.isHidden() and stage.view.cache.proof.text().startswith("Proof")
    numbers = {name: one for name, one in plain.numbers.items() if name != "cache_difference"}
    stage.trace = plain.with_(numbers=numbers)
    stage.draw()
    asked: list[str] = []
    stage.view.commanded.connect(asked.append)
    stage.view.cache.again.click()
    assert asked == ["again"] and action("again").when is has_model
    stage.trace = plain.with_(numbers=numbers, run=plain.run.with_(target=(TARGET,)))
    stage.draw()
    assert stage.view.cache.again.isHidden(), "a given target is read in one pass whatever is asked for"


@pytest.mark.parametrize(
    "changes",
    [{"decoding": Decoding("beam", beams=32)}, {"edits": Edits(MaskEdits(padding=False))}, {"model": "leaky"}],
)
def test_no_click_is_offered_where_it_would_not_give_the_proof(
    qtbot: QtBot, plain: Trace, changes: dict[str, Any]
) -> None:
    """Only a text that was guessed is written row by row the second time."""
    numbers = {name: one for name, one in plain.numbers.items() if name != "cache_difference"}
    trace = plain.with_(numbers=numbers, run=plain.run.with_(**changes))
    if "model" in changes:
        model = small_model(mask_value=-1e-20)
        ENGINE.add("leaky", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
        trace = ENGINE.trace(RunSpec("leaky", ("5 6 7",)))
    stage = DecodingStage(qtbot, trace, part="cache")
    cache = stage.view.cache
    assert cache.again.isHidden() and "guessed" not in cache.proof.text()
    assert cache.card_of_costs.isHidden() == cache.own.isHidden() == trace.spec.leaks
    assert ("never change" in stage.view.explanation(stage.shot())) is not trace.spec.leaks
    stage.trace = plain.with_(numbers=numbers)
    stage.draw()
    assert "guessed" in cache.proof.text() and not cache.card_of_costs.isHidden()


def test_the_bars_are_the_recorded_probabilities_of_the_end(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, part="end")
    end, entropy = stage.view.end.end, stage.view.end.entropy
    assert np.array_equal(end.values, plain.numbers["end_probability"][0])
    assert np.array_equal(entropy.values, plain.numbers["entropy"][0])
    columns = end.columns()
    qtbot.mouseClick(end, Qt.MouseButton.LeftButton, pos=QPoint(round(columns.x_of(3.5)), end.height() // 2))
    assert stage.look.step == 3
    assert end.accessibleDescription() == end.value_words(3)


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("chance", [0.91, 0.5, 0.0082, 0.0009, 0.0001])
def test_the_number_of_the_end_is_as_small_as_its_scale_shows_it(qtbot: QtBot, log: bool, chance: float) -> None:
    bars = StepBars("end_probability", "p(end)", "target", "", 1.0, log=log)
    qtbot.addWidget(bars)
    bars.values = np.array([chance])
    assert float(bars.figure(0)) == chance and bars.figure(0) in bars.value_words(0)


def test_the_numbers_of_its_scale_are_below_its_name(qtbot: QtBot, plain: Trace) -> None:
    panel = DecodingStage(qtbot, plain, part="end").view.end
    for bars in (panel.end, panel.entropy):
        line = bars.line("small")
        assert bars.area().top() - line / 2 >= line


def test_the_bars_of_the_end_stand_under_the_trees_tokens(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    place = stage.tree.place()
    for step in range(7):
        rect = place.rect(stage.tree.plan.at(step + 1, 0))
        middle = stage.view.tree.end.columns().x_of(step + 0.5)
        assert middle == pytest.approx(rect.center().x())


def test_the_cache_computes_the_new_token_and_reuses_the_others(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, part="cache")
    own, cross = stage.view.cache.own, stage.view.cache.cross
    stage.draw(step=0)
    assert [own.state_of(token) for token in range(3)] == ["new", "none", "none"]
    assert {cross.state_of(token) for token in range(7)} == {"new"}
    stage.draw(step=2)
    assert [own.state_of(token) for token in range(4)] == ["reused", "reused", "new", "none"]
    assert {cross.state_of(token) for token in range(7)} == {"reused"}
    assert own.summary() == "3 key–value pairs computed now, 6 reused"
    qtbot.mouseClick(own, Qt.MouseButton.LeftButton, pos=own.cell(1, 5).center().toPoint())
    assert stage.look.step == 5


def test_the_proof_names_the_recorded_difference(plain: Trace) -> None:
    at, most = plain.numbers["cache_difference"][0, 2], plain.numbers["cache_difference"][0].max()
    words = proof_words(plain, 0, 2)
    assert f"at most {at:.1e}" in words and f"over all steps by {most:.1e}" in words
    given = made_trace(SOURCE, TARGET, forced=True)
    assert "without a cache" in proof_words(given, 0, 2)


def test_a_large_difference_is_called_no_proof(plain: Trace) -> None:
    apart = np.full_like(plain.numbers["cache_difference"], 20.0)
    told = proof_words(plain.with_(numbers={**plain.numbers, "cache_difference": apart}), 0, 0)
    assert told.startswith("No proof") and "differ by 20" in told and "the same" not in told


def test_costs_are_shown_with_their_ratio_and_formula(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain, part="cache")
    stage.draw(step=3)
    panel, spec = stage.view.cache, plain.spec
    width, layers, source = spec.d_model, spec.decoder_layers, len(plain.sentences[0].source)

    def product(rows: int, sources: int) -> int:
        """Every matrix product of a step with `rows` new rows, one by one."""
        one_layer = 6 * rows * width * width + 2 * sources * width * width
        one_layer += 2 * rows * 4 * width + 2 * rows * source * width + 2 * rows * width * spec.d_ff
        return layers * one_layer + width * spec.target_vocabulary

    own, bare = product(1, 0), product(4, source)
    assert [cost.total for cost in panel.bars.costs] == [own, bare]
    assert f"Step 4 takes {number_words(own)} multiplications with the cache and {number_words(bare)} without it" in (
        panel.cost.text()
    )
    assert f"{bare / own:.1f} times as many" in panel.cost.text()
    assert "t = 4 tokens read; with the cache r = 1 row" in panel.formula.text()
    stage.draw(step=0)
    assert "the cache is still empty" in panel.cost.text()
    pieces = [panel.bars.pieces(number) for number in (0, 1)]
    assert pieces[0] == [(part, rect.translated(0, -panel.bars._row())) for part, rect in pieces[1]]
    assert (number_words(860_000), number_words(12_345_678), number_words(2_000_000_000)) == (
        "860,000", "12.35 million", "2.00 billion",
    )  # fmt: skip


# ---------------------------------------------------------------- where numbers come from


def number_of(found: tuple[Trace, Source] | None) -> float:
    """The value of the number that a widget says it shows."""
    assert found is not None
    return float(value_of(*found))


def test_the_tokens_of_the_tree_say_which_number_they_show(qtbot: QtBot, plain: Trace) -> None:
    for trace in (with_alternatives(plain, ("unedited", "branch"), part_at=1), with_tree(plain, beams=2)):
        stage = DecodingStage(qtbot, trace)
        place = stage.tree.place()
        asked = 0
        for spot in stage.tree.plan.spots:
            found = stage.tree.number_at(place.rect(spot).center().toPoint())
            if spot.role == START:
                assert found is None
                continue
            own = number_of(found)
            assert (math.exp(own) if spot.role in (KEPT, PRUNED) else own) == pytest.approx(spot.share, abs=1e-6)
            asked += 1
        assert asked == len(stage.tree.plan.spots) - 1
        label = QPoint(round(place.columns.x_of(2) + place.columns.pitch / 2), 2)
        assert stage.tree.place_at(QPointF(label)) == ("step", 1) and stage.tree.number_at(label) is None
        assert number_of(stage.tree.number_at(None)) == pytest.approx(trace.numbers["probability"][0, stage.tree.step])


def test_every_column_of_the_chances_says_its_number(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, with_chances(plain, Decoding("sample", 0.7, 4)), part="chances")
    stage.draw(step=2)
    table = stage.view.chances.table
    for rank, one in enumerate(table.chances):
        for column, value in enumerate((one.logit, one.scaled, one.chance, one.chance)):
            point = table.cell(column, rank).center().toPoint()
            assert number_of(table.number_at(point)) == pytest.approx(value)
    assert table.number_at(None) is None


def test_bars_of_the_end_and_the_proof_of_the_cache_say_where_they_come_from(qtbot: QtBot, plain: Trace) -> None:
    trace = with_alternatives(plain, ("unedited", "branch"))
    stage = DecodingStage(qtbot, trace)
    stage.opt({"part": "end"})
    for chart in (stage.view.end.end, stage.view.end.entropy):
        assert number_of(chart.number_at(None)) == pytest.approx(float(chart.values[chart.step]))
    stage.opt({"part": "cache"})
    assert number_of(stage.view.cache._number(None)) == pytest.approx(trace.numbers["cache_difference"][0, -1])


# ---------------------------------------------------------------- the whole view


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("length", [1, 12, 60, 400])
@pytest.mark.share(2)
def test_every_part_draws_any_length_and_the_same_twice(
    qapp: QApplication, qtbot: QtBot, part: str, scale: float, length: int
) -> None:
    theme.apply(qapp, theme.DARK, scale)
    trace = with_alternatives(made_trace(source_tokens=length, target_tokens=length), ("branch", "unedited"), part_at=0)
    stage = DecodingStage(qtbot, trace, part=part)
    first = stage.view.grab().toImage()
    stage.draw()
    assert stage.view.grab().toImage() == first
    assert len(colours_of(first, 5)) > 4


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", [SIZE, (848, 410), (440, 420)])
@pytest.mark.share(3)
def test_no_part_cuts_a_word_off(
    qapp: QApplication, qtbot: QtBot, part: str, scale: float, size: tuple[int, int], plain: Trace
) -> None:
    from tests.views.test_contract import cut

    theme.apply(qapp, theme.LIGHT, scale)
    stage = DecodingStage(qtbot, with_alternatives(with_chances(plain, Decoding("sample"))), size, part=part)
    parts = [one for one in stage.view.findChildren(QWidget) if one.isVisible() and not one.isWindow()]
    assert [cut(one) for one in parts if cut(one)] == []


def test_words_say_what_is_in_force() -> None:
    assert decoding_words(Decoding()) == "greedy"
    assert decoding_words(Decoding("sample", 0.8, 5, 0.9)) == "sampling · T 0.8 · top-k 5 · top-p 0.9"
    assert decoding_words(Decoding("sample", 0.8, 5), short=True) == "sampling T 0.8"
    assert decoding_words(Decoding("beam", beams=4, length_penalty=0.6)) == "beam 4 · α 0.6"


@given(st.integers(1, 500), st.floats(10, 2000), st.integers(0, 499), st.floats(0.2, 3.0))
def test_columns_around_a_step_show_it(count: int, width: float, step: int, zoom: float) -> None:
    columns = Columns.fitted(count, 5.0, width, 60.0, 120.0, zoom).around(min(step, count - 1))
    assert min(step, count - 1) in columns.visible()
    assert 0.0 <= columns.shift <= max(0.0, columns.whole - columns.width) + 1e-6


@given(st.integers(2, 500), st.floats(200, 2000), st.integers(0, 499))
def test_no_column_is_cut_where_nothing_was_moved(count: int, width: float, step: int) -> None:
    columns = Columns.fitted(count, 5.0, width, 60.0, 120.0).around(min(step, count - 1))
    assert 60.0 <= columns.pitch <= 120.0
    first = columns.shift / columns.pitch
    assert abs(first - round(first)) < 1e-6
    seen = columns.visible()
    assert not columns.scrolls or len(seen) * columns.pitch == pytest.approx(width)
    assert min(step, count - 1) in seen


@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_saved_as_shapes_and_text(qtbot: QtBot, plain: Trace, part: str) -> None:
    stage = DecodingStage(qtbot, with_alternatives(plain), part=part)
    words = re.findall(r"<text[^>]*>([^<]*)<", svg_of(stage.view, SIZE))
    assert any(SOURCE in one for one in words) and len(words) > 10
    assert part != "tree" or "blanca" in {one.strip() for one in words}


# ---------------------------------------------------------------- words, loops, the strip of the end


def test_tokens_are_wide_enough_for_their_words(qtbot: QtBot) -> None:
    trace = made_trace("a b", "durmiendo extraordinariamente el", layers=(1, 1), heads=1)
    stage = DecodingStage(qtbot, trace, size=(900, 500))
    place, font = stage.tree.place(), stage.tree.font_of("strong")
    metrics = stage.tree.metrics_of("strong")
    names = [(spot, candidate_name(spot.token)) for spot in stage.tree.plan.spots if spot.step >= 0]
    assert max(len(name) for _, name in names) >= 8
    for spot, name in names:
        assert metrics.horizontalAdvance(painting.visible_words(name, font)) <= place.rect(spot).width() - 8


def test_the_strip_of_the_end_is_logarithmic_and_stays_under_the_tree(qtbot: QtBot, plain: Trace) -> None:
    stage = DecodingStage(qtbot, plain)
    strip = stage.view.tree.end
    assert [strip.share(value) for value in (1.0, 0.01, 1e-4, 0.0, math.nan)] == [1.0, 0.5, 0.0, 0.0, 0.0]
    assert stage.view.end.end.share(0.01) == 0.01, "the part of its own has a scale from 0 to 1"
    assert strip.area().height() == pytest.approx(40, abs=8)
    long = DecodingStage(qtbot, made_trace(source_tokens=9, target_tokens=60, layers=(1, 1), heads=1), step=40)
    columns = long.tree.place().columns
    assert columns.scrolls and long.view.tree.end.columns().x_of(40) == pytest.approx(columns.x_of(41))


@pytest.mark.parametrize(
    ("ids", "found"),
    [
        ([1, 2, 3, 4, 5, 6, 7], None),
        ([9, 8, 1, 2, 1, 2, 1, 2, 1, 2], Loop(4, 2)),
        ([9, 5, 5, 5, 5, 5, 5], Loop(2, 1)),
        ([5, 5, 5], None),
        ([1, 2, 3, 1, 2, 3], None),
        ([7, 1, 2, 3, 1, 2, 3, 1, 2], Loop(4, 3)),
        ([], None),
    ],
)
def test_a_loop_is_found_where_it_begins(ids: list[int], found: Loop | None) -> None:
    assert loop_of(ids) == found


@given(st.lists(st.integers(0, 3), max_size=30))
def test_a_loop_is_what_it_says(ids: list[int]) -> None:
    found = loop_of(ids)
    if found is not None:
        assert all(ids[at] == ids[at - found.period] for at in range(found.start, len(ids)))
        assert found.start >= found.period


def test_a_text_in_a_loop_says_since_when(qtbot: QtBot) -> None:
    trace = made_trace("y", "el y y y y y y y", layers=(1, 1), heads=1, finished=False)
    stage = DecodingStage(qtbot, trace)
    assert stage.view.tree.end.loop == Loop(2, 1)
    assert "It has repeated “y” since step 3" in stage.view.tree.why.text()
    stage.opt({"part": "end"})
    assert "since step 3" in stage.view.end.why.text()
    assert DecodingStage(qtbot, made_trace("y", "el gato")).view.tree.end.loop is None


@pytest.mark.parametrize(("rises", "said"), [(0.3, True), (0.003, False)])
def test_a_loop_grows_more_certain_only_where_the_numbers_read_so(rises: float, said: bool) -> None:
    trace = made_trace("y", "el y y y y y y y", layers=(1, 1), heads=1, finished=False)
    (main,) = decoded_texts(trace, 0)
    chances = np.array([0.5, *[0.101, 0.6, 0.3, 0.2, 0.9], *[0.1] * len(main.written)])[: len(main.written)]
    chances[-1] = 0.101 + rises
    words = loop_words(replace(main, numbers={"probability": chances}))
    assert ("mean p rises from 0.10 to 0.40" in words) is said and words.startswith("It has repeated")


def test_the_temperature_is_dragged_and_the_run_follows(qtbot: QtBot, plain: Trace) -> None:
    trace = plain.with_(run=plain.run.with_(decoding=Decoding(method="sample", temperature=0.8)))
    stage = DecodingStage(qtbot, trace, part="chances")
    form = stage.view.chances.form
    assert form.slider.isVisible() and form.slider.value() == 80
    form.slider.setValue(125)
    assert stage.said[-1] == ("asked", {"decoding": Decoding(method="sample", temperature=1.25)})
    form.show_decoding(Decoding(method="sample", temperature=5.0))
    assert form.slider.value() == form.slider.maximum() and form.form.value("temperature") == 5.0
    form.show_decoding(Decoding())
    assert not form.slider.isVisible()


def test_the_chances_say_how_much_the_filters_keep_and_cut(plain: Trace) -> None:
    trace = with_chances(plain, Decoding(method="sample", top_k=3))
    words = choice_words(trace, 0, 2)
    kept = [one for one in chances_of(trace, 0, 2) if not one.cut]
    assert f"top-k 3 keeps {len(kept)}, p {fmt_chance(sum(one.plain for one in kept))}, and cuts the others" in words
    assert "keeps" not in choice_words(with_chances(plain, Decoding(method="sample")), 0, 2)
