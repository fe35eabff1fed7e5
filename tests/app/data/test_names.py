"""Words as names of their places: repeated ones are numbered, rows of a decoder have two."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model_core.analysis.token_merging import groups
from model_core.record.tokens import Token
from model_core.record.trace import Sentence
from tests.made.traces import made_trace
from viz_app.data import map_text, selection
from viz_app.data.maps.derived_map import column_names, row_words
from viz_app.data.selection import candidate_name, key_name, key_names, numbered, query_name, query_names
from viz_app.data.tables import table_of
from viz_app.document.state import Look, State


def repeated() -> Sentence:
    """Two words twice in the source, one twice in the target: what is written last is the second."""
    return made_trace("the cat and the dog and", "el gato el", finished=False).sentences[0]


def test_only_words_that_occur_again_are_numbered() -> None:
    assert numbered(["the", "cat", "the"]) == ("the₁", "cat", "the₂")
    assert numbered(["a"] * 12)[9:] == ("a₁₀", "a₁₁", "a₁₂")
    assert numbered([]) == ()


def test_a_word_has_one_name_in_rows_and_columns_of_all_kinds() -> None:
    one = repeated()
    assert key_names(one, "cross") == ("the₁", "cat", "and₁", "the₂", "dog", "and₂", "</s>")
    assert query_names(one, "encoder") == tuple((word, "") for word in key_names(one, "encoder"))
    assert query_names(one, "cross") == (("<s>", "el₁"), ("el₁", "gato"), ("gato", "el₂"))
    assert key_names(one, "decoder") == ("<s>", "el₁", "gato")
    assert (query_name(one, "decoder", 1), key_name(one, "cross", 3)) == (("el₁", "gato"), "the₂")


def test_a_row_in_one_line_and_in_a_sentence() -> None:
    assert map_text.row_name("el₁", "gato") == "el₁ ▸ gato"
    assert map_text.row_name("cat", "") == map_text.row_name("cat", None) == "cat"
    assert map_text.row_phrase("el₁", "gato") == "the row after “el₁” (it writes “gato”)"
    assert map_text.row_phrase("cat", None) == "the row of “cat”"


def test_joined_words_are_numbered_as_they_are_shown() -> None:
    one = made_trace("extraordinarily old extraordinarily", "la casa la", finished=False).sentences[0]
    keys = groups(one.source, "words")
    assert not keys.single
    assert column_names(one, "cross", keys) == ("extraordinarily₁", "old", "extraordinarily₂", "</s>")
    for read in (False, True):
        rows = row_words(one, "cross", groups(one.read if read else one.written, "words"), read)
        assert [map_text.row_name(*row) for row in rows] == ["<s> ▸ la₁", "la₁ ▸ casa", "casa ▸ la₂"]


def test_tables_and_sentences_number_repeated_words() -> None:
    trace = made_trace("the cat and the dog and", "el gato el", finished=False)
    table = table_of(State(run=trace.run, look=Look(kind="cross")), trace)
    assert table.columns[:4] == ("the₁", "cat", "and₁", "the₂") and table.rows[2] == ("gato", "el₂")
    assert '"the₁","cat","and₁","the₂"' in table.to_csv().decode()
    words = map_text.cell_text(trace, "cross", 0, 0, 0, 0, 3)
    assert words.startswith("<s> ▸ el₁ reads “the₂”: weight ")


def test_candidates_show_whether_they_begin_a_word() -> None:
    inside, begins = Token(7, "qué", "qué", "part"), Token(8, "\u2581qué", "qué", "word")
    assert (candidate_name(inside), candidate_name(begins)) == ("qué", "\u2581qué")
    assert candidate_name(Token(9, "\u2581", "\u2581")) == "\u2581"
    assert candidate_name(Token(2, "</s>", "</s>", "special")) == "</s>"


def test_a_step_names_its_strongest_word_rather_than_the_end_token() -> None:
    """Where no word has a weight that is seen, the end it is."""
    trace = made_trace("the cat .", "el gato", layers=(1, 1), heads=1)
    name = trace.name("cross", "weights", 0)
    weights = np.array(trace.arrays[name])
    weights[0, 0] = [[0.1, 0.2, 0.3, 0.4], [0.01, 0.01, 0.08, 0.9], [0.0, 0.6, 0.2, 0.2]]
    trace = trace.with_(arrays={**trace.arrays, name: weights})
    found = [selection.current_reading(trace, Look(kind="cross", step=step), None) for step in range(3)]
    assert [(at.key, at.origin) for at in found] == [(1, "word"), (3, "step"), (1, "step")]
    pinned = selection.current_reading(trace, Look(kind="cross", query=0), None)
    assert (pinned.key, pinned.origin) == (3, "pinned")


def test_a_word_that_the_model_does_not_know_is_a_word_too() -> None:
    """A row that reads it above all is not told of another one."""
    one = made_trace("the cat .", "el gato", layers=(1, 1), heads=1).sentences[0]
    odd = Token(3, "<unk>", "zzz", "unknown")
    changed = replace(one, source=(one.source[0], odd, *one.source[2:]))
    assert selection.content_keys(changed, "cross").tolist() == [0, 1]
