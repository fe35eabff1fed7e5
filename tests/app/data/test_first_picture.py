"""What the first picture of a text shows."""

from __future__ import annotations

from model_core.record.trace import Trace
from tests.made.traces import made_trace
from viz_app.data.selection import clearest_head, telling_step


def test_the_clearest_head_is_the_one_whose_rows_look_at_words() -> None:
    trace = made_trace("the white house", "la casa blanca", (2, 2), 2)
    arrays = {name: array.copy() for name, array in trace.arrays.items()}
    for layer in range(2):
        arrays[trace.name("cross", "weights", layer)][:] = 0.25
    arrays[trace.name("cross", "weights", 0)][:, 1, :, -1] = 1.0  # decided, but for the end of the sentence
    arrays[trace.name("cross", "weights", 1)][:, 1, :, 0] = 0.9
    assert clearest_head(trace.with_(arrays=arrays)) == (1, 1)


def doubting(*seconds: float, forced: bool = False) -> Trace:
    """Four steps (three words and the end), the written one with 0.5, the second candidate with these probabilities."""
    trace = made_trace("the white house", "la casa blanca", forced=forced)
    chances = trace.numbers["candidates"].copy()
    chances[0, :, 0], chances[0, :, 1], chances[0, :, 2:] = 0.5, seconds, 0.0
    sentence = trace.sentences[0]
    tokens = [list(row) for row in trace.candidate_tokens[0]]
    for row, written in zip(tokens, sentence.written, strict=True):
        row[0] = written
    return trace.with_(numbers={**trace.numbers, "candidates": chances}, candidate_tokens=(tuple(map(tuple, tokens)),))


def test_the_telling_step_is_where_a_second_word_came_closest() -> None:
    assert telling_step(doubting(0.1, 0.4, 0.2, 0.1)) == 1
    assert telling_step(doubting(0.3, 0.2, 0.2, 0.5)) == 0  # never the end of the sentence, however close


def test_without_hesitation_the_first_picture_shows_the_middle_step() -> None:
    assert telling_step(doubting(0.05, 0.05, 0.09, 0.4)) == 1
    assert telling_step(made_trace("the", "", target_tokens=1)) is None


def test_a_word_that_was_given_is_no_choice_of_the_model() -> None:
    trace = doubting(0.1, 0.4, 0.2, 0.1)
    tokens = list(trace.candidate_tokens[0])
    tokens[1] = (tokens[0][0], *tokens[1][1:])  # the model would have written another word than the given one
    assert telling_step(trace.with_(candidate_tokens=(tuple(tokens),))) == 2
