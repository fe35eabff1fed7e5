"""The inspector's lines of what the text would be without the selected head."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from model_core.record.effects import Component, Effects, EffectsSpec, parts_of
from model_core.record.tokens import Token
from model_core.record.trace import Alternative
from tests.made.traces import made_trace
from viz_app.charts.bar_list import Fact
from viz_app.data.selection import current_reading, words_of
from viz_app.document.runs.effects_of_run import EffectsOfRun
from viz_app.document.state import Look
from viz_app.document.store import Store
from viz_app.inspector import effects
from viz_app.inspector.sections import HeadSection

pytestmark = pytest.mark.usefixtures("qapp")

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
SPEC, PART = EffectsSpec(TRACE.run), Component("heads", "cross", 1, 2)
WRITTEN = TRACE.sentences[0].written
AT = current_reading(TRACE, Look(kind="cross", layer=1, head=2, step=2), None)


def known(*texts: tuple[Token, ...], change: float = -0.88) -> EffectsOfRun:
    """Effects in which the head takes `change` from the third token, and perhaps the text without it."""
    parts = parts_of(TRACE.spec, 0)
    changes = np.zeros((len(parts), len(WRITTEN)))
    changes[parts.index(PART), 2] = change
    store = Store()
    store.effects._found[SPEC] = Effects(SPEC, (), WRITTEN, parts, np.log(np.full(7, 0.41)), changes, 36, 1.0)
    for text in texts:
        store.effects._texts[SPEC, PART] = Alternative("without", 0, text, text, 0, True, {}, {})
    return store.effects


def test_the_token_of_the_step_has_both_probabilities() -> None:
    (line,) = effects.effect_facts(TRACE, AT, 2, known())
    assert (line.name, line.value) == ("without it", "blanca 0.41 → 0.17")
    assert "Step 3" in line.tip and "−0.89 → −1.77" in line.tip
    assert effects.effect_facts(TRACE, AT, 2, Store().effects) == []


def test_the_text_begins_shortly_before_it_parts() -> None:
    other = (*WRITTEN[:3], replace(WRITTEN[3], id=98, text="era"), *WRITTEN[4:])
    assert effects.effect_facts(TRACE, AT, 2, known(other))[1].value == "… blanca era muy vieja </s>"
    shorter = WRITTEN[:2]
    assert effects.effect_facts(TRACE, AT, 2, known(shorter))[1].value == "… casa"
    assert effects.effect_facts(TRACE, AT, 2, known(WRITTEN))[1].value == "the same"


def test_parts_of_words_are_joined() -> None:
    tokens = [
        replace(WRITTEN[0], text=text, kind=kind) for text, kind in (("fr", "word"), ("ía", "part"), ("y", "word"))
    ]
    assert words_of(tokens) == ("fría", "y") and words_of([]) == ()


def test_a_text_is_requested_only_where_the_model_writes() -> None:
    (request,) = effects.effects_requests(TRACE, AT)
    assert request.asked == SPEC and request.texts == (PART,) and not request.live
    given = TRACE.with_(run=TRACE.run.with_(target=("la casa",)))
    assert effects.effects_requests(given, AT)[0].texts == ()
    recorded = TRACE.with_(model=replace(TRACE.model, recorded=True))
    assert effects.effects_requests(recorded, AT) == () == effects.effects_requests(None, AT)


def test_without_a_cell_the_panel_still_says_what_the_head_does(qtbot: QtBot) -> None:
    """The encoder has no row of the present step: the lines stood empty until a cell was pointed at."""
    at = current_reading(TRACE, Look(kind="encoder", layer=0, head=1, step=2), None)
    assert at.row is None
    section = HeadSection()
    qtbot.addWidget(section)
    section.show_head(TRACE, at, [Fact("without it", "blanca 0.41 → 0.17")])
    assert [(fact.name, fact.value) for fact in section.facts.facts] == [("without it", "blanca 0.41 → 0.17")]
    assert not section.row_bars.bars and not section.row_title.text()
