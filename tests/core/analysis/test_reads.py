"""What heads read that only the tokens tell, and the names that follow from it: on maps made for each of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from model_core.analysis.heads.head_averages import averaged_tables, merge_findings, sentence_findings
from model_core.analysis.heads.head_measures import COPIES_COVERAGE, LEADING, name_of
from model_core.analysis.reads import ENOUGH, LAGS, READS, measured_in, read_cells, read_weights, reads_of, survey_means
from model_core.analysis.survey_result import read_result
from model_core.analysis.unwritten import with_rows_hidden
from model_core.record.tokens import Token
from model_core.record.trace import Sentence
from model_core.spec import KINDS
from tests.made.surveys import PAIRS
from tests.made.traces import made_trace

Array = NDArray[np.float64]
SURVEYS = Path(__file__).parents[3] / "resources" / "surveys"


def tokens(text: str) -> tuple[Token, ...]:
    """One token for each word."""
    return tuple(Token(place, word, word, "special" if word in ("<s>", "</s>") else "word")
                 for place, word in enumerate(text.split()))  # fmt: skip


def sentence(source: str, target: str) -> Sentence:
    """A pair, written in full."""
    written = tokens(f"{target} </s>")
    return Sentence(source, target, tokens(f"{source} </s>"), tokens(f"<s> {target}"), written, finished=True)


ONE = sentence("the dog , Ana , sees the dog , Ana , now .", "el perro , Ana , ve el perro , Ana , ahora .")


def reading(kind: str, keys: dict[int, int], rest: int = 0) -> Array:
    """(1, Q, M) a head whose row reads one key with 0.8, `rest` where none is named, and the rest evenly."""
    rows = len(ONE.source) if kind == "encoder" else len(ONE.read)
    columns = len(ONE.read) if kind == "decoder" else len(ONE.source)
    weights = np.zeros((1, rows, columns))
    for row in range(rows):
        seen = row + 1 if kind == "decoder" else columns
        weights[0, row, :seen] = 0.2 / seen
        weights[0, row, min(keys.get(row, rest), seen - 1)] += 0.8
    return weights


def called(kind: str, weights: Array) -> str:
    """What a head is called."""
    return name_of({name: float(one[0]) for name, one in measured_in(weights, kind, ONE).items()})


def first_of(kind: str, name: str) -> dict[int, int]:
    """Row -> the first key of a read."""
    rows, keys = read_cells(kind, ONE)[name]
    return dict(zip(rows.tolist()[::-1], keys.tolist()[::-1], strict=True))


# ---------------------------------------------------------------- which keys


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_words_that_are_not_written_yet_are_neither_alike_nor_punctuation(kind: str) -> None:
    """While a text is played back all of them are shown as …: no head reads repetitions there."""
    trace = made_trace("one two six ten nine", "uno dos seis diez nueve")
    (played,) = with_rows_hidden(trace, 0, 1).sentences
    for name in ("duplicate", "induction", "copies", "punctuation"):
        rows, _ = read_cells(kind, played).get(name, ((), ()))
        assert len(rows) == 0, name


def test_each_read_has_the_keys_that_its_words_say() -> None:
    read, source = [token.text for token in ONE.read], [token.text for token in ONE.source]
    for row, key in zip(*read_cells("decoder", ONE)["induction"], strict=True):
        assert read[key - 1] == read[row] and key <= row, "what followed an earlier occurrence"
    for kind, side in (("encoder", source), ("decoder", read)):
        cells = read_cells(kind, ONE)
        for row, key in zip(*cells["duplicate"], strict=True):
            assert side[row] == side[key] and row != key and (kind == "encoder" or key < row)
        assert {side[key] for key in cells["punctuation"][1]} == ({",", "."} if kind == "encoder" else {","})
        assert all(row != key for row, key in zip(*cells["punctuation"], strict=True))
    copied = {ONE.written[row].text for row, _ in zip(*read_cells("cross", ONE)["copies"], strict=True)}
    assert copied == {"Ana"}, "punctuation and the end of sentence are not names"
    for name, lag in LAGS["encoder"].items():
        assert {int(key - row) for row, key in zip(*read_cells("encoder", ONE)[name], strict=True)} == {lag}


def test_measures_are_the_mean_weight_over_the_rows_that_have_such_a_key() -> None:
    """Against a loop over rows and keys."""
    rng = np.random.default_rng(2)
    for kind in KINDS:
        shape = reading(kind, {}).shape[1:]
        weights = rng.dirichlet(np.ones(shape[1]), (3, shape[0]))
        sums, rows = read_weights(weights, kind, ONE)
        for place, read in enumerate(reads_of(kind)):
            cells = set(zip(*(side.tolist() for side in read_cells(kind, ONE)[read.name]), strict=True))
            wanted = [sum(float(head[row, key]) for row, key in cells) for head in weights]
            assert sums[:, place] == pytest.approx(wanted)
            assert rows[place] == len({row for row, _ in cells})


def test_a_survey_has_the_mean_over_all_rows_of_all_sentences() -> None:
    traces = [made_trace(source, target, seed=seed, forced=True) for seed, (source, target) in enumerate(PAIRS)]
    tables = averaged_tables(
        merge_findings([sentence_findings(trace, 0, number) for number, trace in enumerate(traces)])
    )
    for kind in KINDS:
        for layer in range(traces[0].spec.layers(kind)):
            both = [read_weights(trace.maps(kind)[layer], kind, trace.sentences[0]) for trace in traces]
            rows = sum(count for _, count in both)
            wanted = sum(summed for summed, _ in both) / np.maximum(rows, 1)
            assert tables[f"reads.{kind}"][layer] == pytest.approx(wanted, abs=1e-6)
            assert np.array_equal(tables[f"read_rows.{kind}"], rows)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, read.name) for read in READS for kind in read.kinds if read.name != "copies"],
)
def test_a_head_that_reads_it_is_called_so(kind: str, name: str) -> None:
    """Elsewhere it rests on the first token, as such heads do."""
    weights = reading(kind, first_of(kind, name))
    assert measured_in(weights, kind, ONE)[name][0] > LEADING
    assert called(kind, weights) == name


def test_one_that_copies_names_rests_elsewhere_and_an_aligner_reads_every_word() -> None:
    many = sentence("Ana Leo Eva Ida Ben went to the old red house by the sea", "Ana Leo Eva Ida Ben fueron a casa hoy")
    copies, end = first_of_pair(many), len(many.source) - 1
    assert len(copies) == 5
    rests, aligns = np.zeros((2, 1, len(many.read), len(many.source)))
    for row in range(len(many.read)):
        rests[0, row, copies.get(row, end)] = 1.0
        aligns[0, row, copies.get(row, round(row * end / (len(many.read) - 1)))] = 1.0
    values = [{name: float(one[0]) for name, one in measured_in(weights, "cross", many).items()}
              for weights in (rests, aligns)]  # fmt: skip
    assert values[0]["copies"] == values[1]["copies"] == 1.0
    assert values[0]["coverage"] < COPIES_COVERAGE <= values[1]["coverage"]
    assert name_of(values[0]) == "copies" and name_of(values[1]) != "copies"


def first_of_pair(one: Sentence) -> dict[int, int]:
    """Row -> the source word that is written like the one it writes."""
    rows, keys = read_cells("cross", one)["copies"]
    return dict(zip(rows.tolist(), keys.tolist(), strict=True))


def test_places_keep_their_names_where_repetitions_are_read_by_the_way() -> None:
    """A head that always reads the previous token reads the token before a repetition, too."""
    previous = reading("decoder", {row: row - 1 for row in range(1, len(ONE.read))})
    assert called("decoder", previous) == "previous"
    assert called("encoder", reading("encoder", {}, rest=0)) == "first"


def test_a_few_rows_name_no_head() -> None:
    short = sentence("no no", "no no")
    weights = np.zeros((1, 3, 3))
    weights[0, [0, 1, 2], [1, 0, 2]] = 1.0
    assert "duplicate" not in measured_in(weights, "encoder", short)
    names = [read.name for read in reads_of("encoder")]
    assert survey_means("encoder", [0.9] * len(names), [ENOUGH - 1] * len(names)) == {}
    assert list(survey_means("encoder", [0.9] * len(names), [ENOUGH] * len(names))) == names


def test_the_bundled_head_that_reverses_is_called_so_by_its_survey() -> None:
    assert read_result(SURVEYS / "reverse").name("cross", 0, 0) == "anti-diagonal"


def test_names_distinguish_the_heads_of_the_bundled_models() -> None:
    """Measured over the bundled phrases: a cross head reads the word that the last written token came from, and has
    its name from that; a decoder head reads mostly punctuation, but not enough of it to be named after it."""
    back, found = read_result(SURVEYS / "spanish-english"), read_result(SURVEYS / "english-spanish")
    for result in (back, found):
        assert result.name("cross", 0, 1) == "diagonal -1" and result.reads("cross", 0, 1)["diagonal -1"] > LEADING
    reads = found.reads("decoder", 2, 3)
    assert max(reads, key=reads.__getitem__) == "punctuation" and reads["punctuation"] < LEADING
    assert found.name("decoder", 2, 3) == "mixed"


def test_a_result_of_an_earlier_version_has_no_reads() -> None:
    found = read_result(SURVEYS / "tiny")
    assert (
        found.reads_of("cross") is None and found.head_divergence("cross") is None and found.reads("cross", 0, 0) == {}
    )
    assert found.name("cross", 0, 0)
