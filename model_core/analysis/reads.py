"""What heads read that only the tokens tell: punctuation, repetitions, the same name in the other text; and diagonals
that lie beside the main one or run backwards. No torch.

A read is a set of cells of a map: the keys that a row would have to read. Its measure is the weight there, mean over
the rows that have such a key. Shapes: H heads, Q queries, M keys, N reads.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_core.analysis.heads.head_measures import BACKWARD, Cells, Measure, backward_cells, measured
from model_core.analysis.unwritten import LATER
from model_core.record.tokens import Token
from model_core.record.trace import Sentence

Array = NDArray[np.floating[Any]]
ENOUGH = 5
"""Rows that must have such a key before a head is named after a read: a few rows can be chance."""
LINE = 3
"""Rows and keys, without the ends of both sentences, of the shortest anti-diagonal."""

_ALL, _SELF, _CROSS = ("encoder", "decoder", "cross"), ("encoder", "decoder"), ("cross",)


def _lags(*lags: int) -> dict[str, int]:
    return {f"diagonal {lag:+d}": lag for lag in lags}


LAGS = {
    "encoder": _lags(-3, -2, 2, 3), "decoder": _lags(-3, -2), "cross": _lags(-2, -1, 1, 2),
}  # fmt: skip
"""Kind -> name -> how many tokens a row reads beside its own place; in cross-attention beside the same share of the way
through the source. Lags that have a name of their own (previous, same, next) are not among them."""

READS: tuple[Measure, ...] = (
    Measure("punctuation", "weight on punctuation", "share of weight", _ALL),
    Measure("duplicate", "weight on other occurrences of the row's own token", "share of weight", _SELF),
    Measure("induction", "weight on the token that followed an earlier occurrence of the row's own "
                         "token", "share of weight", ("decoder",)),
    Measure("copies", "weight on a source word with the same spelling, such as a name", "share of weight", _CROSS),
    *(
        Measure(name, f"weight {abs(lag)} token{'s' * (abs(lag) != 1)} {'before' if lag < 0 else 'after'} the diagonal",
                "share of weight", tuple(kind for kind, lags in LAGS.items() if name in lags))
        for name, lag in _lags(-3, -2, -1, 1, 2, 3).items()
    ),
    BACKWARD,
)  # fmt: skip


def reads_of(kind: str) -> tuple[Measure, ...]:
    """The reads that make sense for an attention, in their order."""
    return tuple(read for read in READS if kind in read.kinds)


@lru_cache(maxsize=6)
def read_cells(kind: str, sentence: Sentence) -> dict[str, Cells]:
    """Read's name -> (rows, keys) of its cells."""
    source, read = sentence.source, sentence.read
    rows, keys = {"encoder": (source, source), "decoder": (read, read), "cross": (read, source)}[kind]
    marks = np.array([_is_punctuation(token) for token in keys], bool)
    seen_QM = np.tri(len(rows), len(keys), dtype=bool) if kind == "decoder" else np.ones((len(rows), len(keys)), bool)
    found = {"punctuation": seen_QM & marks}
    if kind != "cross":
        elsewhere_QM = ~np.eye(len(rows), dtype=bool)
        found["punctuation"] &= elsewhere_QM
        found["duplicate"] = _alike(rows, keys) & seen_QM & elsewhere_QM
    if kind == "decoder":
        found["induction"] = np.zeros_like(seen_QM)
        found["induction"][:, 1:] = found["duplicate"][:, :-1]
    if kind == "cross":
        written = sentence.written if len(sentence.written) == len(rows) else rows
        words = [token.kind == "word" and not _is_punctuation(token) for token in written]
        found["copies"] = _alike(written, keys) & np.array(words, bool)[:, None]
        found[BACKWARD.name] = np.zeros_like(seen_QM)
        if min(seen_QM.shape) > LINE:
            found[BACKWARD.name][backward_cells(*seen_QM.shape)] = True
    for name, lag in LAGS[kind].items():
        found[name] = _lagged_keys(len(rows), len(keys), lag, kind == "cross") & seen_QM
    both = {name: np.nonzero(cells) for name, cells in found.items()}
    return {name: (rows_N, keys_N) for name, (rows_N, keys_N) in both.items()}


def _alike(rows: Sequence[Token], keys: Sequence[Token]) -> NDArray[np.bool_]:
    """(Q, M) where both are written alike; tokens that are not written yet are like no other."""
    numbers: dict[str, int] = {}
    places = [np.array([numbers.setdefault(token.text, len(numbers)) for token in side], int) for side in (rows, keys)]
    known_Q = np.array([token.text != LATER for token in rows], bool)
    return np.asarray((places[0][:, None] == places[1][None]) & known_Q[:, None])


def _is_punctuation(token: Token) -> bool:
    if token.kind == "special" or token.piece == LATER:
        return False
    return all(unicodedata.category(letter).startswith("P") for letter in token.text)


def _lagged_keys(rows: int, keys: int, lag: int, stretched: bool) -> NDArray[np.bool_]:
    """The key `lag` places beside each row's own; `stretched` takes the nearest to the same share of the way for its
    own."""
    places = np.rint(np.arange(rows) * ((keys - 1) / max(1, rows - 1) if stretched else 1.0)).astype(int) + lag
    found = np.zeros((rows, keys), bool)
    inside = (places >= 0) & (places < keys)
    found[np.flatnonzero(inside), places[inside]] = True
    return found


def read_weights(weights_HQM: Array, kind: str, sentence: Sentence) -> tuple[Array, Array]:
    """((H, N) weight on the keys of each read summed over rows, (N,) how many rows have such a key), see `reads_of`."""
    cells = read_cells(kind, sentence)
    both = [cells[read.name] for read in reads_of(kind)]
    sums = [weights_HQM[:, rows, keys].sum(1, dtype=np.float64) for rows, keys in both]
    return np.stack(sums, -1), np.array([len(set(rows.tolist())) for rows, _ in both], np.float64)


def measured_in(weights_HQM: Array, kind: str, sentence: Sentence) -> dict[str, Array]:
    """Measure's name -> (H,) of one layer's maps of a sentence: all of `measured`, and the reads of enough rows."""
    sums_HN, rows_N = read_weights(np.asarray(weights_HQM), kind, sentence)
    found = measured(weights_HQM, kind)
    pairs = zip(reads_of(kind), sums_HN.T, rows_N, strict=True)
    return found | {read.name: sums_H / rows for read, sums_H, rows in pairs if _is_enough(read, rows)}


def survey_means(kind: str, means: Iterable[float], rows: Iterable[float]) -> dict[str, float]:
    """Read's name -> its mean over a survey, of those that were measured over enough rows."""
    pairs = zip(reads_of(kind), means, rows, strict=True)
    return {read.name: float(mean) for read, mean, count in pairs if _is_enough(read, count)}


def _is_enough(read: Measure, rows: float) -> bool:
    return rows >= (LINE if read is BACKWARD else ENOUGH)
