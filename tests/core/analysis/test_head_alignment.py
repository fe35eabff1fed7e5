"""Agreement and error rate of heads against an alignment, the words of tokens, and files of links."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.analysis.alignment import is_alignment, links_text, read_links
from model_core.analysis.heads.head_alignment import alignment_measures, alignment_of, on_tokens, own_words, words_of
from model_core.errors import Refused
from model_core.record.aligned_text import AlignedText
from model_core.record.tokens import Token
from model_core.record.trace import Sentence

END = Token(2, "</s>", "</s>", "special")


def tokens(*words: str) -> tuple[Token, ...]:
    """Tokens of words; "ki|tchen" is one of two pieces."""
    pieces = [(piece, number) for number, word in enumerate(words) for piece in word.split("|")]
    return (*(Token(9, piece, piece, word=number) for piece, number in pieces), END)


def sentence(source: tuple[Token, ...], written: tuple[Token, ...]) -> Sentence:
    return Sentence("", "", source, (END, *written[:-1]), written)


RED_HOUSE = sentence(tokens("the", "red", "hou|se"), tokens("la", "ca|sa", "roja"))
LINKS = AlignedText(("the", "red", "house"), ("la", "casa", "roja"), ((2, 1),), ((0, 0), (1, 2)))


def brute_force(map_TS, rows, columns, text):
    """AER and agreement from loops over words alone."""
    links, agreement = set(), []
    linked = {*text.sure, *text.possible}
    for target in range(len(text.target)):
        own = [row for row, word in enumerate(rows) if word == target]
        sums = [
            sum(map_TS[row][column] for row in own for column, word in enumerate(columns) if word == source) / len(own)
            for source in range(len(text.source))
        ]
        links.add((max(range(len(sums)), key=sums.__getitem__), target))
        if any(word == target for _, word in linked):
            agreement.append(sum(sums[source] for source, word in linked if word == target))
    both = len(links & set(text.sure)) + len(links & linked)
    return 1 - both / (len(links) + len(text.sure)), sum(agreement) / len(agreement)


@given(st.integers(0, 10_000))
def test_error_rate_and_agreement_equal_loops_over_words(seed):
    weights = np.random.default_rng(seed).dirichlet(np.full(5, 0.3), size=(4, 5))
    found = on_tokens(LINKS, RED_HOUSE)
    told = alignment_measures(weights, found)
    for head in range(4):
        rate, agreement = brute_force(weights[head], found.rows, found.columns, LINKS)
        assert told["error rate"][head] == pytest.approx(rate)
        assert told["agreement"][head] == pytest.approx(agreement)


def test_a_head_with_a_weight_that_is_no_number_has_no_measures_and_spoils_no_other():
    weights = np.full((3, 5, 5), 0.2)
    weights[1, 1, 1] = np.nan
    weights[2, 1, 1] = np.inf
    told = alignment_measures(weights, on_tokens(LINKS, RED_HOUSE))
    plain = alignment_measures(weights[:1], on_tokens(LINKS, RED_HOUSE))
    for name in ("error rate", "agreement"):
        assert told[name][0] == plain[name][0] and not np.isfinite(told[name][1:]).any()


def test_a_head_that_reads_the_linked_words_makes_no_error():
    weights = np.zeros((1, 5, 5))
    for row, column in enumerate([0, 2, 3, 1, 4]):
        weights[0, row, column] = 1
    told = alignment_measures(weights, on_tokens(LINKS, RED_HOUSE))
    assert (told["error rate"][0], told["agreement"][0]) == (0, 1)
    crossed = alignment_measures(weights[:, ::-1], on_tokens(LINKS, RED_HOUSE))
    assert crossed["error rate"][0] > 0.5


def test_an_alignment_without_links_has_no_agreement():
    assert set(alignment_measures(np.full((1, 5, 5), 0.2), on_tokens(own_words(RED_HOUSE), RED_HOUSE))) == {
        "error rate"
    }


def test_pieces_of_a_word_are_one_word_and_special_tokens_none():
    assert words_of(RED_HOUSE.source) == (("the", "red", "house"), (0, 1, 2, 2, None))


def test_an_alignment_belongs_to_its_own_words():
    assert on_tokens(LINKS, RED_HOUSE).cells("sure") == ((1, 2), (1, 3), (2, 2), (2, 3))
    assert on_tokens(LINKS, RED_HOUSE).cells("possible") == ((0, 0), (3, 1))
    assert on_tokens(LINKS, sentence(RED_HOUSE.source, tokens("la", "casa"))) is None
    other = AlignedText(("a",), ("b",), ((0, 0),))
    assert alignment_of([other, LINKS], RED_HOUSE).text == LINKS


def test_words_that_are_cut_elsewhere_are_found_by_their_letters():
    apart = AlignedText(("THE", "redhouse"), ("la", "casa", "roja"), ((1, 1),))
    assert on_tokens(apart, RED_HOUSE).columns == (0, 1, 1, 1, None)


def test_a_link_beyond_the_words_is_no_alignment():
    assert on_tokens(AlignedText(LINKS.source, LINKS.target, ((3, 0),)), RED_HOUSE) is None


def test_a_cell_represents_the_link_of_its_words():
    found = on_tokens(LINKS, RED_HOUSE)
    assert found.link_at((2, 3)) == (2, 1)
    assert found.link_at((4, 0)) is None and found.link_at((9, 0)) is None


def test_links_are_sure_possible_or_none():
    text = LINKS.with_link((0, 0), "sure")
    assert (text.sure, text.possible) == (((0, 0), (2, 1)), ((1, 2),))
    assert text.with_link((0, 0), "").strength((0, 0)) == ""
    assert text.with_link((2, 1), "possible").strength((2, 1)) == "possible"


# ---- files


def test_pharaoh_lines_and_lines_with_words():
    assert read_links("0-0 1?2\n\n3-1\n", "a") == (
        AlignedText(sure=((0, 0),), possible=((1, 2),)), AlignedText(), AlignedText(sure=((3, 1),)),
    )  # fmt: skip
    assert read_links("0-0\r1-1\r", "a") == tuple(AlignedText(sure=((place, place),)) for place in (0, 1))
    assert read_links("the house\tla casa\t0-0 1-1\r\n\n", "a") == (
        AlignedText(("the", "house"), ("la", "casa"), ((0, 0), (1, 1))),
    )


def test_last_sentences_without_links_count_but_not_a_last_line_end():
    linked = AlignedText(sure=((0, 0),))
    for end in ("\n", "\r", "\r\n"):
        for empty in range(4):
            found = (linked, *[AlignedText()] * empty)
            assert read_links("0-0" + end * (empty + 1), "a") == found
            assert read_links(links_text(found, words=False), "a") == found
    assert read_links("0-0", "a") == (linked,)


def test_the_limit_is_the_readers():
    assert len(read_links("0-0\n" * 1200, "a", most=1200)) == 1200
    with pytest.raises(Refused, match="1,201 lines; the limit is 1,200"):
        read_links("0-0\n" * 1201, "a", most=1200)


@pytest.mark.parametrize("words", [True, False])
def test_what_is_written_is_read_again(words):
    texts = (LINKS, AlignedText(("a",), ("b",), ((0, 0),)))
    found = read_links(links_text(texts, words), "a")
    assert [(one.sure, one.possible) for one in found] == [(one.sure, one.possible) for one in texts]
    assert not words or found == texts


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0-0\n1+1", "line 2: '1\\+1' is neither"),
        ("a b\tc\t2-0", "line 1: link '2-0' points outside the 2 source and 1 target words"),
        ("0-0\n" * 1001, "1,001 lines"),
    ],
)
def test_what_is_no_alignment_is_refused(text, reason):
    with pytest.raises(Refused, match=reason):
        read_links(text, "links.txt")


def test_files_of_links_are_known_by_their_first_line():
    assert is_alignment("\n0-0 1?1\n") and is_alignment("a b\tc\t0-0") and is_alignment("A b.\tC.\ta b .\tc .\t0-0")
    assert not any(map(is_alignment, ("", "The score was 3-1.", "one\ttwo", "a\tb\tc", "1-1 and more")))


@pytest.mark.parametrize("text", ["555-1234", "555-123 555-4321\n", "1999-2001 2003-2005"])
def test_numbers_with_a_hyphen_are_no_links(text):
    assert not is_alignment(text) and is_alignment(f"a\tb\t{text}")
    assert is_alignment("0-0 55-60") and is_alignment(" ".join(f"{at}-{at + 1}" for at in range(500)))


def test_every_cell_is_a_link_or_none():
    found = on_tokens(LINKS, RED_HOUSE)
    marked = {*found.cells("sure"), *found.cells("possible")}
    for cell in itertools.product(range(5), range(5)):
        link = found.link_at(cell)
        assert (cell in marked) == (link is not None and bool(LINKS.strength(link)))
