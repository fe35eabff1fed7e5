"""Patterns and measures of every head over many sentences, as arrays: found, joined, averaged. No torch, no files.

Shapes: L layers, H heads, R bins of a pattern, N sentences, M measures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_core.analysis.heads import head_likeness
from model_core.analysis.heads.head_measures import (
    BINS,
    LEADS,
    REACH,
    by_distance,
    measured,
    measures_of,
    name_of,
    pattern,
)
from model_core.analysis.reads import read_weights, reads_of, survey_means
from model_core.analysis.survey_result import KEPT, Findings
from model_core.record.trace import Sentence, Trace
from model_core.spec import KINDS

Array = NDArray[np.floating[Any]]
Arrays = dict[str, Any]

AT_ONCE = 8_000_000
"""Most pairs of cells for which the heads of one sentence are compared while the user waits."""
STRONGEST = 2
"""Place of the measure "strongest" among those of every kind."""


def sentence_findings(trace: Trace, sentence: int, number: int) -> Arrays:
    """One sentence: its patterns, sums by distance, reads, divergences and measures, as arrays that `merge_findings`
    joins."""
    found: Arrays = {"number": np.array([number])}
    one = trace.sentences[sentence]
    for kind in KINDS:
        maps, heads = trace.all_maps(kind, sentence), trace.spec.heads_of(kind)
        found |= attention_findings(kind, maps, heads) | _read_in(kind, maps, heads, one)
        if len(maps) * heads <= head_likeness.MOST_HEADS:
            found |= _likeness_of(kind, maps)
    return found


def _read_in(kind: str, maps: list[Array], heads: int, sentence: Sentence) -> Arrays:
    """Sums of the reads, and of how many rows."""
    sums = [read_weights(layer, kind, sentence) for layer in maps]
    count = len(reads_of(kind))
    return {
        f"reads.{kind}": _stacked([summed for summed, _ in sums], (0, heads, count)),
        f"read_rows.{kind}": sums[0][1] if sums else np.zeros(count),
    }


def _likeness_of(kind: str, maps: list[Array]) -> Arrays:
    """Divergences of the heads, summed over the rows, and how many rows."""
    summed, rows = head_likeness.summed_divergences(maps, kind) if maps else (np.zeros((0, 0)), 0)
    return {f"apart.{kind}": summed, f"apart_rows.{kind}": np.array([rows])}


def attention_findings(kind: str, maps: Iterable[Array], heads: int) -> Arrays:
    """Like `sentence_findings`, for the layers of one attention, each (H, Q, M); empty if the model has no such
    layers."""
    maps, names = list(maps), [measure.name for measure in measures_of(kind)]
    sums = [by_distance(layer) for layer in maps]
    values = [measured(layer, kind) for layer in maps]
    empty = np.zeros((0, heads))
    return {
        f"pattern.{kind}": _stacked([pattern(layer) for layer in maps], (0, heads, BINS, BINS)),
        f"distance.{kind}": _stacked([summed for summed, _ in sums], (0, heads, 2 * REACH + 1)),
        f"cells.{kind}": sums[0][1] if sums else np.zeros(2 * REACH + 1),
        f"values.{kind}": np.stack([_stacked([one[name] for one in values], empty.shape) for name in names], -1)[None],
    }


def _stacked(layers: list[Array], empty: tuple[int, ...]) -> Array:
    return np.stack(layers) if layers else np.zeros(empty)


def merge_findings(parts: Iterable[Arrays]) -> Arrays:
    """Several findings as one: sums are added, sentences (number, values) concatenated in the order of their
    numbers."""
    parts = list(parts)
    numbers = np.concatenate([part["number"] for part in parts])
    order = np.argsort(numbers, kind="stable")
    joint: Arrays = {"number": numbers[order]}
    for name in (name for name in parts[0] if name != "number"):
        arrays = [part[name] for part in parts]
        listed = name.startswith("values.")
        joint[name] = np.concatenate(arrays)[order] if listed else np.sum(arrays, axis=0)
    return joint


def averaged_tables(all_: Arrays, kinds: Iterable[str] = KINDS) -> dict[str, NDArray[np.float32]]:
    count = len(all_["number"])
    tables = {}
    for kind in kinds:
        tables[f"pattern.{kind}"] = (all_[f"pattern.{kind}"] / count).astype(np.float32)
        cells = np.maximum(all_[f"cells.{kind}"], 1)
        tables[f"distance.{kind}"] = (all_[f"distance.{kind}"] / cells).astype(np.float32)
        tables[f"mean.{kind}"] = all_[f"values.{kind}"].mean(0).astype(np.float32)
        tables[f"deviation.{kind}"] = all_[f"values.{kind}"].std(0).astype(np.float32)
        if f"reads.{kind}" in all_:
            rows = all_[f"read_rows.{kind}"]
            tables[f"reads.{kind}"] = (all_[f"reads.{kind}"] / np.maximum(rows, 1)).astype(np.float32)
            tables[f"read_rows.{kind}"] = rows.astype(np.float32)
        if f"apart.{kind}" in all_:
            rows = all_[f"apart_rows.{kind}"]
            tables[f"apart.{kind}"] = (all_[f"apart.{kind}"] / np.maximum(rows, 1)).astype(np.float32)
            tables[f"apart_rows.{kind}"] = rows.astype(np.float32)
    return tables


def clearest_sentences(all_: Arrays, short: NDArray[np.bool_] | None = None) -> dict[str, list[list[int]]]:
    """ "KIND.LAYER" -> per head the numbers of the sentences in which it is most itself, the clearest first.

    What a head is is the measure after which it is named, else the one by which it differs most from the other heads of
    its kind (see `leading_measures`); the sentences are those with the highest, or lowest, value of it. Sentences that
    are `short` (N,) come after all others: in one of two words every head reads what its name says.
    """
    after = np.zeros(len(all_["number"]), bool) if short is None else short
    best: dict[str, list[list[int]]] = {}
    for kind in KINDS:
        values = all_[f"values.{kind}"]
        if not values.shape[1]:
            continue
        measure, sign = leading_measures(values.mean(0), kind, _mean_reads(all_, kind))
        for layer in range(values.shape[1]):
            best[f"{kind}.{layer}"] = heads = []
            for head in range(values.shape[2]):
                value_N = sign[layer, head] * values[:, layer, head, measure[layer, head]]
                order = np.lexsort((-value_N.round(5), after))[:KEPT]  # differences by rounding alone keep their order
                heads.append(all_["number"][order].tolist())
    return best


Reads = tuple[Array, Array]
"""(L, H, N) the mean of each read, (N,) over how many rows."""


def _mean_reads(all_: Arrays, kind: str) -> Reads | None:
    if f"reads.{kind}" not in all_:
        return None
    rows = all_[f"read_rows.{kind}"]
    return all_[f"reads.{kind}"] / np.maximum(rows, 1), rows


def leading_measures(
    mean_LHM: Array, kind: str, reads: Reads | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """((L, H) which measure says what a head is, (L, H) +1 where it is high there, -1 where it is low).

    It is the one after which the head is named, "breadth" for a broad one; of mixed heads, and of those that are named
    after one of the `reads`, the one that sets it apart most. Apart is counted in standard deviations over the heads;
    where nothing sets a head apart, it is the weight of its strongest keys.
    """
    flat = mean_LHM.reshape(-1, mean_LHM.shape[-1])
    spread = flat.std(0)
    apart = np.where(spread > 1e-6, (mean_LHM - flat.mean(0)) / np.maximum(spread, 1e-6), 0.0)
    apart[..., STRONGEST] += np.where(np.abs(apart).max(-1) == 0, 1.0, 0.0)
    measure = np.abs(apart).argmax(-1)
    signs = np.sign(np.take_along_axis(apart, measure[..., None], -1)[..., 0])
    signs = np.where(signs == 0, 1.0, signs)
    names = [one.name for one in measures_of(kind)]
    for place in np.ndindex(*measure.shape):
        values = dict(zip(names, mean_LHM[place].tolist(), strict=True))
        name = name_of(values if reads is None else values | survey_means(kind, reads[0][place], reads[1]))
        if name != "mixed" and LEADS.get(name, name) in names:
            measure[place], signs[place] = names.index(LEADS.get(name, name)), 1.0
    return measure, signs


def single_sentence_survey(trace: Trace, sentence: int) -> Findings:
    """What a survey of this one sentence would have found, of the attentions whose maps are all there; each is measured
    when it is requested."""
    kinds = [kind for kind in trace.kinds if trace.whole(kind) and 0 not in trace.size(kind, sentence)]
    model, texts = trace.model, trace.sentences[sentence]
    return Findings(
        "", model.name, model.hash, model.folder, trace.spec, (), 1, texts.forced > 0, {},
        {0: (texts.source_text, texts.target_text)},
        TablesOnDemand({kind: partial(_single_tables, trace, kind, sentence) for kind in kinds}),
    )  # fmt: skip


def _single_tables(trace: Trace, kind: str, sentence: int) -> dict[str, NDArray[np.float32]]:
    found: Arrays = {"number": np.zeros(1, np.int64)}
    maps, heads = trace.maps(kind, "weights", sentence), trace.spec.heads_of(kind)
    found |= attention_findings(kind, maps, heads) | _read_in(kind, maps, heads, trace.sentences[sentence])
    rows, columns = trace.size(kind, sentence)
    if (len(maps) * heads) ** 2 * rows * columns <= AT_ONCE:
        found |= _likeness_of(kind, maps)
    return averaged_tables(found, (kind,))


class TablesOnDemand(Mapping[str, NDArray[np.float32]]):
    """The tables of some attentions by their names, which end with the attention's: all of one attention are made when
    the first of them is requested. Every attention has a table "pattern.KIND"."""

    def __init__(self, makers: Mapping[str, Callable[[], Mapping[str, NDArray[np.float32]]]]) -> None:
        self._makers = makers
        self._made: dict[str, Mapping[str, NDArray[np.float32]]] = {}

    def _tables(self, kind: str) -> Mapping[str, NDArray[np.float32]]:
        if kind not in self._made:
            self._made[kind] = self._makers[kind]()
        return self._made[kind]

    def __getitem__(self, name: str) -> NDArray[np.float32]:
        return self._tables(name.rpartition(".")[2])[name]

    def __contains__(self, name: object) -> bool:
        table, _, kind = str(name).rpartition(".")
        return kind in self._makers and (table == "pattern" or name in self._tables(kind))

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._tables(kind) for kind in self._makers)

    def __len__(self) -> int:
        return sum(len(self._tables(kind)) for kind in self._makers)
