"""The ancestry of a number: the lines of the tree, its ways down to the text, and the tree in the window."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.explain.ancestry import MOST_NUMBERS, is_input, parents, paths_to_inputs
from model_core.explain.provenance import ALL, Source, inputs_of, value_of
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.data.ancestors import ancestor
from viz_app.system import command_queue
from viz_app.widgets.ancestry_tree import AncestryTree
from viz_app.widgets.number_card import NumberCard, explain

pytestmark = pytest.mark.usefixtures("prepared")

WEIGHT = Source("decoder.layers.0.cross_attn.weights", (0, 0, 1, 1))
FIRST_ROW = Source("decoder.layers.0.self_attn.weights", (0, 0, 0, 0))


@pytest.fixture(scope="module")
def trace() -> Trace:
    return Engine("reverse").trace("3 1 4 1 5")


def lines_of(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    below = [item.child(row) for row in range(item.childCount())]
    return [item, *(line for one in below for line in lines_of(one))]


def test_a_line_shows_the_number_above_its_inputs(trace: Trace) -> None:
    line = ancestor(trace, WEIGHT)
    assert float(line.value) == pytest.approx(float(value_of(trace, WEIGHT)), abs=5e-5)
    assert line.name == WEIGHT.words() and not line.first
    assert set(parents(trace, WEIGHT)) == set(inputs_of(trace, WEIGHT))
    row = ancestor(trace, Source("decoder.embed.input", (0, 2, ALL)))
    assert not re.search(r"\d", row.value)


def test_tokens_and_positions_are_the_ends(trace: Trace) -> None:
    token = ancestor(trace, Source("ids.source", (0, 3)))
    assert token.first and token.value == f"“{trace.sentences[0].source[3].text}”"
    assert ancestor(trace, Source("encoder.embed.position.table", (3, ALL))).value.endswith("3")
    every = ancestor(trace, Source("ids.source", (0, ALL))).value
    assert all(f"“{one.text}”" in every for one in trace.sentences[0].source)


def test_ways_lead_down_to_both_texts_and_their_positions(trace: Trace) -> None:
    ways = paths_to_inputs(trace, WEIGHT)
    assert all(way[0] == WEIGHT and is_input(way[-1]) for way in ways)
    for above, below in ((way[at], way[at + 1]) for way in ways for at in range(len(way) - 1)):
        assert below.place in {one.place for one in parents(trace, above)}
    ends = {way[-1].name for way in ways}
    assert {"ids.source", "ids.read", "encoder.embed.position.table", "decoder.embed.position.table"} <= ends
    assert len(ways) <= MOST_NUMBERS


def test_a_number_of_the_decoder_s_first_layer_does_not_depend_on_the_source(trace: Trace) -> None:
    """As changing the source shows: the weight stays, and no way leads there."""
    ends = {way[-1].name for way in paths_to_inputs(trace, FIRST_ROW)}
    assert "ids.read" in ends and not any(name.startswith(("ids.source", "encoder")) for name in ends)
    other = Engine("reverse").trace("9 8 7 6 5")
    kept = other.arrays[FIRST_ROW.name][FIRST_ROW.index]
    assert np.allclose(kept, trace.arrays[FIRST_ROW.name][FIRST_ROW.index], atol=1e-6)
    row = WEIGHT.index[:3]
    assert not np.allclose(other.arrays[WEIGHT.name][row], trace.arrays[WEIGHT.name][row], atol=1e-3)


@pytest.fixture
def tree(trace: Trace, qtbot: QtBot) -> AncestryTree:
    made = AncestryTree(trace, WEIGHT)
    qtbot.addWidget(made)
    made.show()
    return made


def test_branches_are_made_when_they_are_opened(tree: AncestryTree, trace: Trace) -> None:
    root = tree.tree.topLevelItem(0)
    assert len(lines_of(root)) == 1 + len(parents(trace, WEIGHT))
    before = len(lines_of(root))
    tree.tree.expandItem(root.child(0))
    assert len(lines_of(root)) > before
    tree.tree.collapseItem(root.child(0))
    tree.tree.expandItem(root.child(0))
    assert len({id(one) for one in lines_of(root)}) == len(lines_of(root))


def test_it_opens_down_to_the_tokens(tree: AncestryTree, trace: Trace) -> None:
    tree.open_down()
    shown = {tree.source_of(one).name for one in lines_of(tree.tree.topLevelItem(0))}
    assert {"ids.source", "ids.read"} <= shown
    places = [tree.source_of(one) for one in lines_of(tree.tree.topLevelItem(0)) if one.isExpanded()]
    assert len(places) < MOST_NUMBERS


def test_the_card_opens_the_tree_and_the_tree_opens_cards(trace: Trace, qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    owner.resize(600, 500)
    owner.show()
    card = explain(owner, trace, WEIGHT)
    card.ancestry.click()
    command_queue.flush()
    QApplication.processEvents()
    tree = owner.findChild(AncestryTree)
    assert tree is not None and tree.source_of(tree.tree.topLevelItem(0)) == WEIGHT
    tree.tree.setCurrentItem(tree.tree.topLevelItem(0).child(0))
    qtbot.keyClick(tree.tree, Qt.Key.Key_Return)
    command_queue.flush()
    cards = [one for one in owner.findChildren(NumberCard) if one.isVisible()]
    assert len(cards) == 1
    cards[0].close()
    tree.close()


def test_what_a_recording_lacks_ends_a_branch() -> None:
    trace = made_trace()
    for way in paths_to_inputs(trace, WEIGHT):
        assert way[0] == WEIGHT
    assert ancestor(trace, Source("decoder.layers.1.cross_attn.nothing", (0, 0))).first
