"""What the edits changed in the text is seen at once: the text without them below, the words that differ flagged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model_core.analysis.text_comparison import differing_places
from model_core.record.edits import Edits, MaskEdits
from model_core.record.trace import Alternative
from tests.made.traces import made_trace
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.text.panel import TextPanel

SOURCE, WRITTEN = "the white house is very old", "la casa blanca es muy vieja"


@pytest.fixture
def panel(qtbot) -> TextPanel:
    trace = made_trace(SOURCE, WRITTEN)
    store = Store(State(run=trace.run))
    made = TextPanel(store)
    qtbot.addWidget(made)
    made.resize(1400, 150)
    made.show()
    store.accept(trace)
    QApplication.processEvents()
    return made


def edited(panel: TextPanel, other: str) -> None:
    """A run with an edit, without which `other` would have been written."""
    store = panel._store
    store.run(edits=Edits(masks=MaskEdits(future=False)))
    trace = made_trace(SOURCE, WRITTEN, run=store.state.run)
    plain = made_trace(SOURCE, other).sentences[0]
    ends = {"probability": np.full(len(plain.written), 0.5, np.float32)}
    other_way = Alternative("unedited", 0, plain.read, plain.written, 0, True, ends, {})
    store.accept(replace(trace, alternatives=(other_way,)))
    QApplication.processEvents()


def words(sentence, flags) -> list[str]:
    return [sentence._parts[place].strip() for place in sorted(flags)]


def test_the_words_that_differ_are_flagged_on_both_sides(panel: TextPanel) -> None:
    edited(panel, "la casa roja es vieja")
    target = panel.target
    assert target.before.isVisible()
    assert words(target.sentence, target.sentence.flags) == ["blanca", "muy"]
    assert words(target.before.sentence, target.before.sentence.flags) == ["roja"]


def test_no_notice_when_the_text_is_equal_or_no_edit_was_made(panel: TextPanel) -> None:
    assert not panel.target.before.isVisible() and not panel.target.sentence.flags
    edited(panel, WRITTEN)
    assert not panel.target.before.isVisible() and not panel.target.sentence.flags


def test_it_goes_with_the_edit(panel: TextPanel) -> None:
    edited(panel, "la casa roja es vieja")
    store = panel._store
    store.run(edits=Edits())
    store.accept(made_trace(SOURCE, WRITTEN, run=store.state.run))
    QApplication.processEvents()
    assert not panel.target.before.isVisible() and not panel.target.sentence.flags


def test_later_words_are_not_betrayed_while_playing(panel: TextPanel) -> None:
    edited(panel, "la casa roja es vieja")
    panel._store.look(step=0)
    panel._store.set_playing(True)
    assert not panel.target.before.isVisible()
    panel._store.set_playing(False)
    assert panel.target.before.isVisible()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((1, 2, 3), (1, 2, 3), ((), ())),
        ((1, 2, 3), (1, 9, 3), ((1,), (1,))),
        ((1, 2, 3), (1, 3), ((1,), ())),
        ((), (4, 5), ((), (0, 1))),
        ((1, 2, 3, 4), (3, 4), ((0, 1), ())),
    ],
)
def test_places_that_differ(one, other, expected) -> None:
    assert differing_places(one, other) == expected
