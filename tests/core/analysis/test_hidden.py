"""What a question hides is nowhere in the run that is shown, and everything else is as it was."""

from __future__ import annotations

import numpy as np

from model_core.analysis.unwritten import LATER, HiddenParts
from model_core.record.mask_reasons import HIDDEN
from tests.made.alternatives import with_alternatives, with_tree
from tests.made.traces import made_steps, made_trace

TRACE = with_tree(with_alternatives(made_trace("the white house", "la casa blanca es vieja")))


def test_later_words_their_ids_and_their_numbers_are_hidden() -> None:
    found = HiddenParts(words=2, chances=2).hide_in(TRACE)
    one, true = found.sentences[0], TRACE.sentences[0]
    assert one.written[:2] == true.written[:2] and one.read[:3] == true.read[:3] and one.target_text == ""
    later = [*one.written[2:], *one.read[3:], *(token for step in found.candidate_tokens[0][2:] for token in step)]
    later += [token for other in found.alternatives for token in (*other.written[2:], *other.read[3:])]
    later += [node.token for node in found.tree if node.step >= 2]
    assert {token.text for token in later} == {LATER} and all(token.id < 0 for token in later)
    assert len({token.id for token in one.written[2:]}) == len({token.id for token in true.written[2:]})
    for name, array in found.numbers.items():
        assert np.isnan(array[0, 2:]).all() and np.array_equal(array[0, :2], TRACE.numbers[name][0, :2]), name
    assert all(np.isnan(node.score) == (node.step >= 2) for node in found.tree)
    for kind in ("decoder", "cross"):
        assert np.isnan(found.map(kind, 0, 0)[3:]).all() and (found.reason(kind)[3:] == HIDDEN).all()
        assert np.array_equal(found.map(kind, 1, 1)[:3], TRACE.map(kind, 1, 1)[:3])
    assert np.array_equal(found.map("encoder", 0, 0), TRACE.map("encoder", 0, 0))


def test_a_row_is_hidden_in_every_head_and_every_number_of_it() -> None:
    for kind in ("encoder", "decoder", "cross"):
        found = HiddenParts(row=(kind, 1)).hide_in(TRACE)
        for layer in range(3):
            for head in range(4):
                for what in ("weights", "raw", "scaled"):
                    shown, true = (trace.map(kind, layer, head, what) for trace in (found, TRACE))
                    assert np.isnan(shown[1]).all(), (kind, what)
                    others = np.delete(np.arange(len(true)), 1)
                    assert np.array_equal(shown[others], true[others])
        assert (found.reason(kind)[1] == HIDDEN).all()
        assert np.isnan(found.row(kind, 0, 0, 1)).all()
        assert found.sentences == TRACE.sentences


def test_no_word_at_all() -> None:
    one = HiddenParts(texts=True).hide_in(TRACE).sentences[0]
    assert {token.text for token in (*one.source, *one.read, *one.written)} == {LATER}
    assert one.source_text == one.target_text == ""
    assert HiddenParts(texts=True).visible_steps(made_steps(TRACE)) == ()


def test_steps_that_come_are_hidden_as_well() -> None:
    steps = made_steps(TRACE)
    assert HiddenParts(words=2).visible_steps(steps) == steps[:2]
    assert HiddenParts(row=("cross", 1)).visible_steps(steps) == steps


def test_a_sentence_that_is_not_there_hides_nothing() -> None:
    assert HiddenParts(sentence=3, words=0).hide_in(TRACE) is TRACE


def test_a_place_beyond_a_shorter_text_is_its_last_one() -> None:
    """The view shows the last row there, so that is the one that the question is about."""
    rows, keys = len(TRACE.sentences[0].read), len(TRACE.sentences[0].source)
    asked = HiddenParts(words=9, chances=9, row=("cross", 9))
    assert asked.fitted(TRACE) == HiddenParts(words=rows - 1, chances=rows - 1, row=("cross", rows - 1))
    later = HiddenParts(words=10, row=("cross", 9)).fitted(TRACE)
    assert later == HiddenParts(words=rows, row=("cross", rows - 1)), "the word of the row itself is seen"
    assert HiddenParts(row=("encoder", 9)).fitted(TRACE) == HiddenParts(row=("encoder", keys - 1))
    assert HiddenParts(sentence=2, words=1).fitted(TRACE) == HiddenParts(words=1)
    several = made_trace("the white house", "la casa blanca", sentences=2)
    for sentence in (1, 2, 9):
        assert HiddenParts(sentence=sentence, words=0).fitted(several) == HiddenParts(sentence=1, words=0)
    for inside in (HiddenParts(words=1, chances=1), HiddenParts(row=("encoder", keys - 1), words=2), HiddenParts()):
        assert inside.fitted(TRACE) == inside
    found = asked.fitted(TRACE).hide_in(TRACE)
    assert found.sentences[0].written[-1].text == LATER and np.isnan(found.map("cross", 0, 0)[rows - 1]).all()
