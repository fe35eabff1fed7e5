"""Pieces joined into characters and words, against loops; columns left out, rows brought back to 1."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.analysis.token_merging import (
    Groups,
    groups,
    merged,
    merged_reasons,
    renormalised,
    strongest_piece,
    text,
)
from model_core.record.tokens import Token
from model_core.record.trace import FUTURE, PADDING, VISIBLE
from tests.made.traces import made_trace


def tokens(*pieces: tuple[str, str, int]) -> list[Token]:
    """(piece, kind, word) each."""
    return [Token(7, piece, piece.removeprefix("▁") or piece, kind, word=word) for piece, kind, word in pieces]


MIXED = tokens(
    ("<s>", "special", -1), ("▁light", "word", 0), ("house", "part", 0), ("s", "part", 0), ("▁", "word", 1),
    ("<0xE8>", "byte", 1), ("<0xAA>", "byte", 1), ("<0x9E>", "byte", 1), ("<0xC3>", "byte", 1), ("<0xB1>", "byte", 1),
    ("▁red", "word", 2), ("</s>", "special", -1),
)  # fmt: skip


def spans(found: Groups) -> list[list[int]]:
    return [list(found.span(group)) for group in range(len(found))]


# ---------------------------------------------------------------- which tokens stand together


def test_pieces_are_not_grouped() -> None:
    found = groups(MIXED, "pieces")
    assert found.single and spans(found) == [[place] for place in range(12)]


def test_bytes_of_one_character_are_grouped() -> None:
    found = groups(MIXED, "characters")
    assert spans(found) == [[0], [1], [2], [3], [4], [5, 6, 7], [8, 9], [10], [11]]
    assert [text(MIXED, found.span(group)) for group in (5, 6)] == ["語", "ñ"]


def test_pieces_of_a_word_are_grouped_and_special_tokens_are_not() -> None:
    found = groups(MIXED, "words")
    assert spans(found) == [[0], [1, 2, 3], [4, 5, 6, 7, 8, 9], [10], [11]]
    words = [text(MIXED, found.span(group)) for group in range(5)]
    assert words == ["<s>", "lighthouses", "語ñ", "red", "</s>"]
    assert [found.of(token) for token in range(12)] == [0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 4]


@pytest.mark.parametrize(
    "pieces",
    [("<0xE8>", "<0xAA>"), ("<0xAA>", "<0x9E>"), ("<0xE8>", "▁x", "<0x9E>"), ("<0xC3>", "<0x28>"), ("<0xFF>",)],
)
def test_invalid_bytes_are_not_grouped(pieces: tuple[str, ...]) -> None:
    broken = tokens(*((piece, "byte" if piece.startswith("<0x") else "word", 0) for piece in pieces))
    assert groups(broken, "characters").single


def test_adjacent_special_tokens_do_not_become_a_word() -> None:
    assert groups(tokens(("<s>", "special", -1), ("</s>", "special", -1)), "words").single
    assert len(groups([], "words")) == 0


def test_other_words_and_starts_are_refused() -> None:
    with pytest.raises(ValueError, match="joined into"):
        groups(MIXED, "letters")
    for starts, count in (((1, 2), 3), ((0, 0), 2), ((0, 3), 3), ((), 2)):
        with pytest.raises(ValueError, match="do not partition"):
            Groups(starts, count)


# ---------------------------------------------------------------- weights


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32 - 1))
def test_merging_sums_over_keys_and_averages_over_queries(queries: int, keys: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    weights = random.dirichlet(np.ones(keys), size=(2, queries)).astype(np.float32)
    rows, columns = (
        Groups((0, *sorted(random.choice(np.arange(1, n), random.integers(0, n), replace=False).tolist())), n)
        for n in (queries, keys)
    )
    found = merged(weights, rows, columns)
    for head in range(2):
        for row in range(len(rows)):
            for column in range(len(columns)):
                block = [[float(weights[head, q, k]) for k in columns.span(column)] for q in rows.span(row)]
                assert found[head, row, column] == pytest.approx(sum(map(sum, block)) / len(block), abs=1e-5)
    assert found.sum(axis=-1) == pytest.approx(1.0, abs=1e-5)
    assert found.shape == (2, len(rows), len(columns))


def test_nothing_to_merge_is_the_array_itself() -> None:
    weights = np.eye(3, dtype=np.float32)
    alone = groups(tokens(*((f"▁{n}", "word", n) for n in range(3))), "words")
    assert merged(weights, alone, alone) is weights


def test_a_group_is_hidden_only_where_all_of_it_is() -> None:
    reasons = np.array([[0, FUTURE, FUTURE, PADDING], [0, 0, FUTURE, PADDING], [0, 0, 0, PADDING]], dtype=np.uint8)
    found = merged_reasons(reasons, Groups((0, 2), 3), Groups((0, 2, 3), 4))
    assert found.tolist() == [[VISIBLE, FUTURE, PADDING], [VISIBLE, VISIBLE, PADDING]]


def test_a_cell_of_groups_represents_its_strongest_piece() -> None:
    weights = made_trace("one two three four", "uno dos tres").map("cross", 0, 0)
    rows, columns = range(1, 4), range(2, 5)
    wanted = max(((q, k) for q in rows for k in columns), key=lambda cell: weights[cell])
    assert strongest_piece(weights, rows, columns) == wanted
    several = np.stack([made_trace("one two three four", "uno dos tres").map("cross", 0, head) for head in range(4)])
    largest = several.max(axis=0)
    assert strongest_piece(several, rows, columns) == strongest_piece(largest, rows, columns)
    nothing = np.full((2, 2), np.nan)
    assert strongest_piece(nothing, range(1, 2), range(2)) == (1, 0)


# ---------------------------------------------------------------- columns left out


def test_rows_are_renormalised_and_the_kept_share_is_reported() -> None:
    weights = made_trace("one two three four", "uno dos tres").map("cross", 1, 2)
    keep = [0, 2, 3]
    found, share = renormalised(weights, keep)
    lefts = []
    for query in range(len(weights)):
        left = sum(float(weights[query, key]) for key in keep)
        lefts.append(left / sum(float(weight) for weight in weights[query]))
        for place, key in enumerate(keep):
            assert found[query, place] == pytest.approx(float(weights[query, key]) / left, abs=1e-6)
    assert found.sum(axis=-1) == pytest.approx(1.0, abs=1e-6)
    assert share == pytest.approx(sum(lefts) / len(lefts), abs=1e-6)


def test_a_row_that_has_nothing_left_stays_empty() -> None:
    found, share = renormalised(np.array([[1.0, 0.0], [0.5, 0.5]], dtype=np.float32), [1])
    assert found.tolist() == [[0.0], [1.0]] and share == pytest.approx(0.25)
