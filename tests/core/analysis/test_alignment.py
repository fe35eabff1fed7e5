"""Alignment error rate, hard links out of attention, and the reader of gold files, on made-up data."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from model_core.analysis.alignment import (
    Gold,
    GoldSentence,
    alignment_error_rate,
    corpus_error_rate,
    hard_links,
    read_gold,
)
from model_core.errors import Refused

LINK_SETS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)
WEIGHTS = hnp.arrays(np.float64, hnp.array_shapes(min_dims=2, max_dims=2, max_side=7), elements=st.floats(0, 1))

# ---- error rate


def test_error_rate_by_hand():
    found = {(0, 0), (1, 1), (2, 3)}
    assert alignment_error_rate(found, {(0, 0), (2, 2)}) == pytest.approx(1 - (1 + 1) / (3 + 2))
    assert alignment_error_rate(found, {(0, 0), (2, 2)}, {(1, 1)}) == pytest.approx(1 - (1 + 2) / (3 + 2))


@given(LINK_SETS, LINK_SETS, LINK_SETS)
def test_error_rate_is_zero_exactly_if_nothing_is_missing_and_nothing_impossible(found, sure, possible):
    perfect = sure <= found <= sure | possible
    assert (alignment_error_rate(found, sure, possible) == 0) == perfect


@given(LINK_SETS, LINK_SETS, LINK_SETS)
def test_error_rate_is_one_exactly_if_no_link_agrees(found, sure, possible):
    assume(found or sure)
    rate = alignment_error_rate(found, sure, possible)
    assert 0 <= rate <= 1
    assert (rate == 1) == (not found & (sure | possible))


@given(LINK_SETS, LINK_SETS)
def test_with_sure_links_alone_it_is_symmetric_and_one_minus_f1(found, sure):
    assume(found and sure)
    rate = alignment_error_rate(found, sure)
    assert rate == alignment_error_rate(sure, found) == alignment_error_rate(found, sure, sure)
    precision, recall = len(found & sure) / len(found), len(found & sure) / len(sure)
    f1 = 2 * precision * recall / (precision + recall) if precision else 0.0
    assert rate == pytest.approx(1 - f1)


@given(LINK_SETS, LINK_SETS, LINK_SETS)
def test_more_possible_links_never_make_it_worse(found, sure, possible):
    assert alignment_error_rate(found, sure, possible) <= alignment_error_rate(found, sure)


def test_nothing_to_find_and_nothing_found_is_no_error():
    assert alignment_error_rate(set(), set()) == 0
    assert corpus_error_rate([], []) == 0


@given(st.lists(st.tuples(LINK_SETS, LINK_SETS, LINK_SETS), max_size=4))
def test_corpus_pools_links(triples):
    gold = [GoldSentence(("x",) * 6, ("y",) * 6, sure, possible) for _, sure, possible in triples]
    pooled = [frozenset((6 * n + i, j) for i, j in links) for n, triple in enumerate(triples) for links in triple]
    found, sure, possible = (frozenset().union(*pooled[kind::3]) for kind in range(3))
    expected = alignment_error_rate(found, sure, possible)
    assert corpus_error_rate([triple[0] for triple in triples], gold) == pytest.approx(expected)


def test_corpus_needs_as_many_found_as_gold():
    with pytest.raises(ValueError):
        corpus_error_rate([set()], [])


# ---- hard links


def test_sum_over_source_pieces_and_mean_over_target_pieces():
    weights = np.array(
        [
            # source words: 0 0 1 and a special token
            [0.3, 0.3, 0.4, 0.0],  # target word 0: word 0 wins by its sum
            [0.1, 0.1, 0.2, 0.6],  # target word 1, first piece; the special token must not win
            [0.3, 0.3, 0.1, 0.3],  # target word 1, second piece: on average word 0 has .4, word 1 has .15
            [0.0, 0.0, 0.0, 1.0],  # special token: no link
        ]
    )
    assert hard_links(weights, [0, 1, 1, None], [0, 0, 1, None]) == {(0, 0), (0, 1)}


def test_a_short_word_can_beat_a_long_one():
    assert hard_links(np.array([[0.2, 0.2, 0.6]]), [0], [0, 0, 1]) == {(1, 0)}


def test_the_leftmost_of_equal_words_wins():
    assert hard_links(np.full((1, 3), 0.25), [0], [2, 0, 1]) == {(0, 0)}


@given(WEIGHTS)
def test_one_piece_a_word_is_plain_argmax(weights):
    rows, columns = weights.shape
    expected = {(int(weights[row].argmax()), row) for row in range(rows)}
    assert hard_links(weights, range(rows), range(columns)) == expected


@given(WEIGHTS, st.data())
def test_exactly_one_link_a_target_word_to_a_source_word_that_exists(weights, data):
    rows = data.draw(st.lists(st.none() | st.integers(0, 4), min_size=len(weights), max_size=len(weights)))
    width = weights.shape[1]
    columns = data.draw(st.lists(st.none() | st.integers(0, 4), min_size=width, max_size=width))
    links = hard_links(weights, rows, columns)
    sources = {word for word in columns if word is not None}
    assert {i for i, _ in links} <= sources
    assert sorted(j for _, j in links) == (sorted({word for word in rows if word is not None}) if sources else [])


@given(WEIGHTS, st.data())
def test_rows_and_columns_without_a_word_do_not_matter(weights, data):
    rows, columns = weights.shape
    wider = np.full((rows + 1, columns + 1), data.draw(st.floats(0, 9)))
    wider[:rows, :columns] = weights
    expected = hard_links(weights, range(rows), range(columns))
    assert hard_links(wider, [*range(rows), None], [*range(columns), None]) == expected


@given(WEIGHTS)
def test_splitting_a_source_word_into_pieces_changes_nothing(weights):
    weights = np.round(weights, 1)
    rows, columns = weights.shape
    split = np.repeat(weights / 2, 2, axis=1)
    assert hard_links(split, range(rows), np.repeat(range(columns), 2).tolist()) == hard_links(
        weights, range(rows), range(columns)
    )


def test_half_precision_and_read_only_arrays_are_welcome():
    weights = np.eye(3, dtype=np.float16)
    weights.flags.writeable = False
    assert hard_links(weights, range(3), range(3)) == {(0, 0), (1, 1), (2, 2)}


def test_no_words_no_links():
    assert hard_links(np.ones((2, 2)), [None, None], [0, 1]) == set()
    assert hard_links(np.ones((2, 2)), [0, 1], [None, None]) == set()
    assert hard_links(np.ones((0, 0)), [], []) == set()


@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (2,), (1, 2, 2)])
def test_shapes_that_do_not_fit_are_refused(shape):
    with pytest.raises(ValueError, match="do not match 2 target and 2 source pieces"):
        hard_links(np.ones(shape), [0, 1], [0, 1])


def test_a_weight_that_is_no_number_is_refused_only_where_it_counts():
    weights = np.array([[1.0, np.nan], [np.nan, np.nan]])
    assert hard_links(weights, [0, None], [0, None]) == {(0, 0)}
    with pytest.raises(ValueError, match="finite"):
        hard_links(weights, [0, None], [0, 1])


# ---- gold files


def test_gold_file_with_both_layouts(tmp_path):
    path = tmp_path / "gold.tsv"
    path.write_text("Big ñus!\tÑus.\tBig ñus !\tÑus .\t1-0 0?0 2-1\none two\tuno dos\t0-0 1-1\n", encoding="utf-8")
    texts = "Big ñus!", "Ñus."
    first = GoldSentence(("Big", "ñus", "!"), ("Ñus", "."), frozenset({(1, 0), (2, 1)}), frozenset({(0, 0)}), *texts)
    second = GoldSentence(("one", "two"), ("uno", "dos"), frozenset({(0, 0), (1, 1)}), frozenset())
    assert read_gold(path) == Gold((first, second), ())


def test_gold_file_with_windows_line_ends_byte_order_mark_and_blank_lines(tmp_path):
    path = tmp_path / "gold.tsv"
    path.write_bytes("\ufeffa\tb\t0-0\r\n\r\n  \n\na\tb\t\r\na\tb\t0-0 0-0 0?0".encode())
    gold = read_gold(str(path))
    assert gold.malformed == ()
    assert [(line.source_words, sorted(line.sure), sorted(line.possible)) for line in gold.sentences] == [
        (("a",), [(0, 0)], []),
        (("a",), [], []),
        (("a",), [(0, 0)], []),
    ]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device that never ends")
def test_a_device_without_lines_is_no_alignment_file():
    """Read to its end it would fill the memory."""
    with pytest.raises(Refused, match="longer than 4 MB"):
        read_gold("/dev/zero")


def test_malformed_lines_are_counted_and_named_and_the_rest_is_read(tmp_path):
    bad = [b"a b", b"a\tb\tc\td", b"a\tb\t0+0", b"a\tb\t0-1", b"a\tb\t1-0", b"a\tb\t-1-0", b"a\tb\t\xb2-0",
           b"\xff\tb\t0-0", b"a\tb\t0-0\t", b"a\tb\t0-0 0-"]  # fmt: skip
    path = tmp_path / "gold.tsv"
    path.write_bytes(b"\n".join([b"a\tb\t0-0", *bad, b"c\td\t0?0"]) + b"\n")
    gold = read_gold(path)
    assert [line.source_words for line in gold.sentences] == [("a",), ("c",)]
    assert [message.split(":")[0] for message in gold.malformed] == [f"line {n}" for n in range(2, 2 + len(bad))]
    assert "1 column instead of 5" in gold.malformed[0]
    assert "'0+0' is neither a sure link" in gold.malformed[2]
    assert "link '0-1' points outside the 1 source and 1 target words" in gold.malformed[3]


def test_an_empty_file_holds_nothing_and_a_missing_one_is_an_error(tmp_path):
    (tmp_path / "empty.tsv").touch()
    assert read_gold(tmp_path / "empty.tsv") == Gold((), ())
    with pytest.raises(OSError):
        read_gold(tmp_path / "missing.tsv")


@given(st.binary(max_size=80))
def test_no_bytes_crash_the_reader(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("gold") / "any.tsv"
    path.write_bytes(content)
    try:
        gold = read_gold(path)
    except Refused as error:
        assert error.code == "E-FILE-UTF16"
        return
    text = content.removeprefix(b"\xef\xbb\xbf").decode(errors="replace")
    filled = [line for line in text.split("\n") if line.strip()]
    assert len(gold.sentences) + len(gold.malformed) == len(filled)
