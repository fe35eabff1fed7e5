"""What is right is measured on the run, for each kind of question; what cannot be asked is refused with the reason."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model_core.errors import Refused
from model_core.record.effects import Effects, EffectsSpec, parts_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.data.selection import key_names
from viz_app.data.words import models, parts
from viz_app.document.lesson import QUESTIONS, Question
from viz_app.document.state import Look, State
from viz_app.lessons.questions import BANDS, USUAL, asked_row, changed_answer, measure, needed_effects
from viz_app.system.language import choose, chosen

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")


def state(**look: object) -> State:
    return State(TRACE.run, Look(**look))  # type: ignore[arg-type]


def effects(trace: Trace, changes: dict[str, float]) -> Effects:
    """Changes at every row by the names of heads; 0 for the others."""
    all_parts = parts_of(trace.spec, 0)
    rows = len(trace.sentences[0].written)
    values = np.array([[changes.get(part.name, 0.0)] * rows for part in all_parts])
    return Effects(EffectsSpec(trace.run), (), trace.sentences[0].written, all_parts, np.full(rows, -0.5), values,
                   len(all_parts), 1.0)  # fmt: skip


def test_every_kind_has_words() -> None:
    assert set(USUAL) == set(QUESTIONS)
    assert all(isinstance(words, dict) and words["en"] and words["es"] for words in USUAL.values())


def test_heads_are_named_in_the_language_of_the_window_and_kept_in_every_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(parts.KIND_WORDS, "cross", "cruzada")
    found = measure(Question("head"), state(step=3), TRACE, effects(TRACE, {"cross 2.3": -2.0}))
    assert {str(one.words).split()[0] for one in found.options} == {"cruzada", "encoder"}
    assert found.said.startswith("cruzada 2.3 ") and found.words == "cross 2.3"


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_strongest_token_of_a_row(kind: str) -> None:
    look = {"kind": kind, "layer": 1, "head": 2, "step": 3, "query": 2 if kind == "encoder" else None}
    found = measure(Question("source"), state(**look), TRACE)
    row = TRACE.map(kind, 1, 2)[2 if kind == "encoder" else 3]
    assert found.right == int(row.argmax())
    assert found.words == key_names(TRACE.sentences[0], kind)[int(row.argmax())]
    assert f"{row.max():.2f}" in found.said
    places = [one.place for one in found.options]
    assert len(places) == 4 and places == sorted(places) and found.right in places
    assert kind != "decoder" or max(places) <= 3, "nothing that the row cannot read is offered"


def test_the_encoder_reads_where_nothing_is_written() -> None:
    """As in a recording of an encoder alone."""
    (one,) = TRACE.sentences
    alone = TRACE.with_(sentences=(replace(one, target_text="", read=(), written=()),))
    look = state(kind="encoder", layer=1, head=2, query=2)
    assert measure(Question("source"), look, alone).right == int(TRACE.map("encoder", 1, 2)[2].argmax())
    with pytest.raises(Refused, match="nothing is written"):
        measure(Question("source"), state(), alone)


def test_the_next_token_is_the_first_candidate_and_does_not_stand_first() -> None:
    for step in range(5):
        found = measure(Question("next"), state(step=step), TRACE)
        candidates = TRACE.candidates(step)
        assert found.right == candidates[0].token.id and len(found.options) == 4
        words = [str(one.words) for one in found.options]
        assert words == sorted(words, key=str.casefold)
        assert found.in_full("en") == found.said, "which begins with the word"


def test_the_band_of_a_probability() -> None:
    value = float(TRACE.numbers["probability"][0, 2])
    found = measure(Question("probability"), state(step=2), TRACE)
    assert found.right == sum(value >= edge for edge in BANDS) and len(found.options) == 5
    assert found.options[0].words == "0 % – 20 %" and found.options[-1].words == "80 % – 100 %"


def test_the_head_with_the_largest_effect() -> None:
    question, now = Question("head"), state(step=1)
    assert needed_effects(question, now) == EffectsSpec(TRACE.run)
    found = measure(question, now, TRACE, effects(TRACE, {"encoder 2.3": -2.0, "cross 1.1": -0.5}))
    assert found.right == ("encoder", 1, 2) and found.words == "encoder 2.3"
    assert len(found.options) == 4 and "0.61 → 0.08" in found.said
    with pytest.raises(Refused, match="not ready yet"):
        measure(question, now, TRACE)


def test_which_text_or_model_this_is() -> None:
    options = ("a red house", TRACE.run.source[0])
    assert measure(Question("which", options=options), state(), TRACE).right == options[1]
    assert measure(Question("which", options=("x", TRACE.model.name)), state(), TRACE).right == TRACE.model.name
    with pytest.raises(Refused, match="none of the options"):
        measure(Question("which", options=("a", "b")), state(), TRACE)


def test_a_model_to_choose_has_its_name_in_english_and_in_the_language_of_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(models._WORDS, TRACE.model.name, "inglés → español")
    before = chosen()
    choose("es")
    try:
        found = measure(Question("which", options=(TRACE.model.name, "other")), state(), TRACE)
    finally:
        choose(before)
    named, other = (one.words for one in found.options)
    assert named == {"en": TRACE.model.name, "es": found.said} and other == "other"
    assert found.said == "inglés → español"


def test_whether_the_text_changes() -> None:
    other = made_trace("the white house is very old", "la casa blanca")
    found = measure(Question("changes"), state(), TRACE, after=other)
    assert found.right == "other"
    for language, option in (("en", "It changes"), ("es", "Cambia")):
        assert found.in_full(language) == f"{option}: la casa blanca", "the other text alone does not answer"
    assert measure(Question("changes"), state(), TRACE, after=TRACE).words == "same"
    with pytest.raises(Refused, match="not ready yet"):
        measure(Question("changes"), state(), TRACE)


@pytest.mark.parametrize(("line", "right"), [("ij,jk->ik", "matrix"), ("ij,ij->", "number"), ("ij->i", "row")])
def test_what_einsum_makes(line: str, right: str) -> None:
    assert measure(Question("einsum", options=(line,)), state(), TRACE).right == right


def test_an_impossible_question_is_refused() -> None:
    with pytest.raises(Refused, match="known einsum lines"):
        measure(Question("einsum", options=("ij->ijk",)), state(), TRACE)
    bare = {name: array for name, array in TRACE.arrays.items() if not name.endswith(".q")}
    with pytest.raises(Refused, match="not recorded"):
        measure(Question("einsum", options=("ij->i",)), state(), TRACE.with_(arrays=bare))
    typed = TRACE.with_(run=RunSpec(source=TRACE.run.source, target=("la casa",)))
    with pytest.raises(Refused, match="typed"):
        measure(Question("next"), state(step=1), typed)
    with pytest.raises(Refused, match="no text yet"):
        measure(Question("next"), state(), TRACE.with_(stage="encoded"))
    name = TRACE.name("cross", "weights", 0)
    blank = TRACE.with_(arrays={**TRACE.arrays.kept, name: TRACE.arrays[name] * np.nan})  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="not recorded"):
        measure(Question("source"), state(step=1), blank)


def test_only_a_changed_answer_is_reported() -> None:
    question = Question("source")
    found = measure(question, state(step=1), TRACE)
    assert changed_answer(replace(question, answer=found.words), found) == changed_answer(question, found) == ""
    assert "was “no”" in changed_answer(replace(question, answer="no"), found)


def test_a_row_that_is_not_there_is_the_last_one() -> None:
    assert asked_row(TRACE, Look(kind="cross", step=99)) == len(TRACE.sentences[0].read) - 1
    assert asked_row(TRACE, Look(kind="encoder", query=99)) == len(TRACE.sentences[0].source) - 1


def test_how_many_tokens_the_text_of_the_answer_is() -> None:
    asked = Question("tokens", answer="2")
    with pytest.raises(Refused, match="not ready yet"):
        measure(asked, state(), TRACE)
    plain = [token for token in TRACE.sentences[0].source if token.kind != "special"]
    found = measure(asked, state(), TRACE, after=TRACE)
    assert found.right == len(plain) == 6 and found.words == "6", "the end of the sentence is not counted"
    assert all(token.text in found.said for token in plain)
    assert "was “2”, it is “6”" in changed_answer(asked, found)
    long = made_trace(" ".join(["house"] * 12), "casa")
    assert measure(asked, state(), TRACE, after=long).words == "12", "more than there are number keys"


@pytest.mark.parametrize("kind", ["source", "head", "einsum"])
@pytest.mark.parametrize("look", [{"head": 7}, {"layer": 5}, {"kind": "encoder", "layer": 1, "head": 4}], ids=str)
def test_a_scene_about_a_head_that_the_model_lacks_explains_it(kind: str, look: dict[str, object]) -> None:
    """It was an IndexError at the click that opened the scene, with a model of fewer heads."""
    with pytest.raises(Refused, match="does not have"):
        measure(Question(kind), state(step=1, **look), TRACE, effects(TRACE, {}))
