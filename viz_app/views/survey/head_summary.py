"""The content of the Survey view: whose survey, which head of it, its measures beside those of the other heads. No Qt.

Shapes: L layers, H heads, R bins of a pattern. Layers and heads count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_core.analysis.heads.head_averages import leading_measures, single_sentence_survey
from model_core.analysis.heads.head_measures import BINS, REACH, Measure, measured, measures_of
from model_core.analysis.survey_result import Findings
from model_core.record.trace import FUTURE, VISIBLE, Trace
from viz_app.data.maps.head_filter import ListedHeads, filter_heads
from viz_app.data.maps.head_names import Place
from viz_app.data.maps.head_order import ordered
from viz_app.data.selection import head_beside, sentence_of
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import HeadFilter
from viz_app.system.language import tr

SIDES = {"encoder": ("source", "source"), "decoder": ("target", "target"), "cross": ("target", "source")}
"""Attention -> the texts of its rows (queries) and of its columns (keys)."""


@dataclass(frozen=True)
class MeasureRow:
    """One measure of the head.

    value   mean over the survey's sentences; `now` of the selected sentence, None if there is none
    others  every head's value, layer by layer; `rank` how many of them are higher, and 1 more
    most    the right end of the measure's line (the left one is 0)
    apart   this measure says what the head is: +1 by a high value, -1 by a low one, 0 another one does
    """

    measure: Measure
    value: float
    others: tuple[float, ...]
    rank: int
    most: float
    now: float | None = None
    apart: int = 0

    @property
    def place(self) -> str:
        """The rank in words: "highest of 12", "3rd of 12"."""
        count = len(self.others)
        if count == 1:
            return tr("only head")
        if min(self.others) == max(self.others):
            return tr("the same in all {count}", count=count)
        if self.rank in (1, count):
            return tr("highest of {count}", count=count) if self.rank == 1 else tr("lowest of {count}", count=count)
        last = 0 if 10 <= self.rank % 100 <= 20 else self.rank % 10
        words = {1: tr("{rank}st of {count}"), 2: tr("{rank}nd of {count}"), 3: tr("{rank}rd of {count}")}
        return words.get(last, tr("{rank}th of {count}")).format(rank=self.rank, count=count)


@dataclass(frozen=True)
class SurveyContent:
    """One head of one survey.

    single  the survey is none: it holds the selected sentence, and no other
    own     it was made with the model that is loaded
    """

    findings: Findings
    single: bool
    own: bool
    kind: str
    layer: int
    head: int
    sentence: int

    @property
    def place(self) -> tuple[str, int, int]:
        """Attention, layer, head."""
        return self.kind, self.layer, self.head

    @property
    def name(self) -> str:
        return self.findings.name(*self.place)

    @property
    def maps(self) -> NDArray[np.float32]:
        """(L, H, R, R) the patterns of this attention's heads."""
        return self.findings.arrays[f"pattern.{self.kind}"]

    @property
    def names(self) -> dict[tuple[int, int], str]:
        """(layer, head) -> the name of each head of this attention."""
        layers, heads = self.maps.shape[:2]
        return {(row, head): self.findings.name(self.kind, row, head) for row, head in np.ndindex(layers, heads)}

    @property
    def values(self) -> dict[tuple[int, int], dict[str, float]]:
        """(layer, head) -> all measures of each head of this attention."""
        return {head: self.measured((self.kind, *head)) for head in self.names}

    def measured(self, place: Place) -> dict[str, float]:
        return self.findings.measures(*place) | self.findings.reads(*place)

    def in_order(self, order: str, listed: ListedHeads) -> tuple[tuple[int, int], ...] | None:
        """The listed heads of this attention, in an order; None = all by place."""
        return listed.in_order(self.kind, ordered(list(self.names), order, self.values), self.names)

    def neighbour(self, move: tuple[int, int], listed: ListedHeads) -> dict[str, int]:
        """Changes that go to the listed head `move` (layers, heads) away; {} at an edge."""
        if not listed.whole:
            return listed.neighbour(self.kind, (self.layer, self.head), move)
        layers, heads = self.maps.shape[:2]
        return head_beside((self.layer, self.head), move, (layers, heads))

    def left(self, asked: HeadFilter) -> ListedHeads:
        """The heads of the survey that a filter leaves, by their averages."""
        spec = self.findings.spec
        everyone = [(kind, layer, head) for kind in self.findings.kinds
                    for layer, head in np.ndindex(spec.layers(kind), spec.heads_of(kind))]  # fmt: skip
        return filter_heads(asked, {place: self.measured(place) if asked.measure else None for place in everyone}, {})

    @property
    def future(self) -> NDArray[np.uint8] | None:
        """(R, R) which bins no row of any sentence could read, as reasons; None except for the decoder."""
        if self.kind != "decoder":
            return None
        later = np.triu(np.ones(self.maps.shape[2:], bool), 1) & (self.maps.max(axis=(0, 1)) == 0)
        return np.where(later, FUTURE, VISIBLE).astype(np.uint8)

    @property
    def largest(self) -> float:
        """The largest weight in one bin of any head of this attention, which gets the strongest colour."""
        return max(float(self.maps.max(initial=0.0, where=np.isfinite(self.maps))), 1 / BINS)

    @property
    def sentences(self) -> tuple[tuple[str, str], ...]:
        """(source, target) of the most typical sentences for the head."""
        return () if self.single else self.findings.sentences_of(*self.place)

    def distances(self) -> tuple[NDArray[np.int64], NDArray[np.float32]] | None:
        """(how many tokens later (earlier: negative) the key is, mean weight there); None for cross-attention."""
        if self.kind == "cross":
            return None
        weights = self.findings.arrays[f"distance.{self.kind}"][self.layer, self.head]
        last = REACH if self.kind == "encoder" else 0
        steps = np.arange(-REACH, last + 1)
        return steps, weights[: len(steps)]

    def rows(self, now: dict[str, float]) -> tuple[MeasureRow, ...]:
        """Every measure of the head; `now` are the values in the selected sentence."""
        means = self.findings.arrays[f"mean.{self.kind}"]
        reads = self.findings.reads_of(self.kind)
        measure_LH, sign_LH = leading_measures(np.asarray(means, np.float64), self.kind, reads)
        rows = []
        for place, measure in enumerate(measures_of(self.kind)):
            others = means[:, :, place].ravel()
            value = float(means[self.layer, self.head, place])
            most = 1.0 if measure.unit != "bits" else float(np.ceil(max(others.max(), now.get(measure.name, 0.0), 1.0)))
            apart = int(sign_LH[self.layer, self.head]) if measure_LH[self.layer, self.head] == place else 0
            rank = 1 + int((others > value).sum())
            rows.append(MeasureRow(measure, value, tuple(others.tolist()), rank, most, now.get(measure.name), apart))
        return tuple(rows)


def content_of(
    shot: Snapshot, single_survey: Callable[[Trace, int], Findings] = single_sentence_survey
) -> SurveyContent | None:
    """The content for a snapshot; None if there is neither a survey nor a sentence to measure. If the selected
    attention is missing, another one is shown. In a survey of another model layer and head are the view's own: the look
    fits the loaded one."""
    sentence = sentence_of(shot.trace, shot.look)
    single = shot.findings is None
    findings = single_survey(shot.trace, sentence) if shot.findings is None else shot.findings
    if not findings.kinds:
        return None
    own = single or findings.model_hash == shot.trace.model.hash
    kind = shot.look.kind if shot.look.kind in findings.kinds else findings.kinds[-1]
    look: Any = shot.look if own or shot.options is None else shot.options
    layers, heads = findings.arrays[f"pattern.{kind}"].shape[:2]
    layer, head = max(0, min(look.layer, layers - 1)), max(0, min(look.head, heads - 1))
    return SurveyContent(findings, single, own, kind, layer, head, sentence)


def now_of(content: SurveyContent, trace: Trace) -> dict[str, float]:
    """Measure's name -> value of the head in the selected sentence; {} if it has no such map."""
    kind, layer, head = content.place
    if not content.own or content.single or kind not in trace.kinds:
        return {}
    if not trace.has(kind, "weights", layer) or 0 in trace.size(kind, content.sentence):
        return {}
    weights = trace.map(kind, layer, head, "weights", content.sentence)
    return {name: float(values[0]) for name, values in measured(weights[None], kind).items()}
