"""The content of the view Train: curves, the selected snapshot, and the development of heads.

Layers and heads count from 0 here and from 1 in words. Shapes: N moments of the log, P snapshots.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from model_core.analysis.token_merging import sentence_parts
from model_core.io.resources import snapshot_name
from model_core.record.snapshots import SnapshotReading
from model_core.record.training_log import HeadNumbers, SnapshotPlace, TrainEvent, is_snapshot
from model_core.record.training_now import TrainingNow
from model_core.synthetic.toy_tasks import TASKS
from viz_app.data.tables import Context, Listing
from viz_app.data.vocabulary import head_word
from viz_app.data.words.parts import head_number, head_place
from viz_app.system.language import tr

Values = NDArray[np.float64]
Head = tuple[str, int, int]
"""(kind, layer, head)."""
UNNAMED = ("broad", "mixed")
"""Names of heads without a characteristic position."""
USUAL = "gold"
"""The measure that is drawn at first where the task knows which word stands for which."""


class Series(NamedTuple):
    """Values over updates, both (N,): x is ascending, y finite."""

    x: Values
    y: Values


@dataclass(frozen=True)
class Birth:
    """A head that has had its present name since an update."""

    step: int
    head: Head
    name: str

    @property
    def words(self) -> str:
        """For example "cross 2.1 diagonal", in the language of the window."""
        return f"{head_number(*self.head)} {head_word(self.name, self.head[0])}"


@dataclass(frozen=True, eq=False)
class TrainContent:
    """A training, and its selected snapshot while the window runs `model`: `at` is an index into `now.places`;
    `chosen`: the window shows it, otherwise it is the newest one."""

    now: TrainingNow
    at: int
    chosen: bool
    model: str = ""

    @classmethod
    def from_training(cls, now: TrainingNow, model: str) -> TrainContent:
        """For the model that the window runs."""
        own = os.path.abspath(snapshot_name(model)) if is_snapshot(model) else ""
        found = next((place for place, one in enumerate(now.places) if os.path.abspath(one.folder) == own), None)
        return cls(now, len(now.places) - 1 if found is None else found, found is not None, model)

    @property
    def place(self) -> SnapshotPlace | None:
        """The selected snapshot, None before the first."""
        return self.now.places[self.at] if self.now.places else None

    @property
    def is_drawn(self) -> bool:
        """Whether there is anything to draw: a snapshot, or a number of the log."""
        return bool(self.now.places or self.heads or len(self.loss.x) or len(self.right.x))

    @property
    def is_pair(self) -> bool:
        """Whether the window shows another snapshot than the last."""
        return self.chosen and self.at < len(self.now.places) - 1

    def nearest(self, update: int) -> int:
        """The index of the snapshot nearest to an update, -1 if there is none."""
        places = self.now.places
        return min(range(len(places)), key=lambda place: abs(places[place].step - update), default=-1)

    @property
    def step(self) -> int:
        """Updates of the selected snapshot, otherwise of the last line of the log."""
        now = self.place or self.last
        return now.step if now is not None else 0

    @property
    def last(self) -> TrainEvent | None:
        """The last line of the log."""
        return self.now.events[-1] if self.now.events else None

    @property
    def reading(self) -> SnapshotReading | None:
        """The sentence in this snapshot, or in the nearest earlier one that was read."""
        step = max((step for step in self.now.readings if step <= self.step), default=None)
        return None if step is None else self.now.readings[step]

    def latest(self, name: str) -> float:
        """The last known value of a number in the log, NaN if there is none."""
        found = (getattr(event, name) for event in reversed(self.now.events))
        return next((one for one in found if math.isfinite(one) and one), math.nan)

    def _series(self, name: str) -> Series:
        """A number of the log; of several lines for one update the last that has it counts."""
        known = {event.step: value for event in self.now.events if math.isfinite(value := getattr(event, name))}
        return Series(*np.array(sorted(known.items()), np.float64).reshape(-1, 2).T)

    @cached_property
    def loss(self) -> Series:
        """Nats per token."""
        return self._series("loss")

    @cached_property
    def right(self) -> Series:
        """Share of validation sentences that are right, or BLEU if known."""
        return self._series("bleu" if self.by_bleu else "exact")

    @property
    def by_bleu(self) -> bool:
        """Whether texts are scored by BLEU."""
        return any(math.isfinite(event.bleu) for event in self.now.events)

    # ---- heads

    @cached_property
    def heads(self) -> dict[int, dict[Head, HeadNumbers]]:
        """Update -> the measures of the heads at that time: over validation sentences, otherwise in the view's
        sentence."""
        found = {event.step: {(one.kind, one.layer, one.head): one for one in event.heads}
                 for event in self.now.events if event.heads}  # fmt: skip
        return found or {step: dict(_measured(self.now, one)) for step, one in self.now.readings.items()}

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """The measured quantities of heads, by name."""
        return tuple(
            dict.fromkeys(name for some in self.heads.values() for one in some.values() for name in one.values)
        )

    def measure(self, wanted: str, kind: str) -> str:
        """The measure to draw if this one is wanted: itself, otherwise the default of this attention."""
        last = self.heads[max(self.heads)] if self.heads else {}
        own = {name for head, one in last.items() if head[0] == kind for name in one.values}
        there = [name for name in self.measures if name in own]
        if wanted in there:
            return wanted
        usual = (USUAL, "diagonal", "strongest") if kind == "cross" else ("previous", "strongest")
        return next((name for name in usual if name in there), there[0] if there else "")

    def curves(self, measure: str, kind: str) -> tuple[Values, dict[Head, Values]]:
        """((P,) updates, head -> (P,) a measure of each head of an attention; NaN if it was not measured)."""
        steps = sorted(self.heads)
        found: dict[Head, Values] = {}
        for place, step in enumerate(steps):
            for head, one in self.heads[step].items():
                if head[0] == kind and measure in one.values:
                    found.setdefault(head, np.full(len(steps), np.nan))[place] = one.values[measure]
        return np.array(steps, np.float64), found

    def own_head(self, kind: str, layer: int, head: int) -> Head:
        """A head that was chosen or, for -1, the one that ends highest in the default measure of this attention; during
        training the first one, as that changes from snapshot to snapshot."""
        found = self.curves(self.measure("", kind), kind)[1] if head < 0 and self.now.state != "running" else {}
        if not found:
            return kind, layer, max(0, head)
        return max(found, key=lambda one: (last_value(found[one]), one))

    def names(self, kind: str) -> dict[tuple[int, int], str]:
        """(layer, head) -> its name at the selected snapshot: in the view's own sentence, whose maps are shown,
        otherwise over validation sentences."""
        if self.reading is not None and kind in self.reading.names:
            heads = self.reading.measures[kind].shape[1]
            return {divmod(at, heads): head_word(name, kind) for at, name in enumerate(self.reading.names[kind])}
        now = self.heads.get(max((step for step in self.heads if step <= self.step), default=-1), {})
        return {head[1:]: head_word(one.name, kind) for head, one in now.items() if head[0] == kind}

    @cached_property
    def births(self) -> tuple[Birth, ...]:
        """When each head that is named after a position got that name, the earliest first."""
        steps = sorted(self.heads, reverse=True)
        found = []
        for head, one in self.heads[steps[0]].items() if steps else ():
            since = steps[0]
            for step in steps:
                if head not in self.heads[step] or self.heads[step][head].name != one.name:
                    break
                since = step
            if one.name not in UNNAMED:
                found.append(Birth(since, head, one.name))
        return tuple(sorted(found, key=lambda birth: (birth.step, birth.head)))

    # ---- the sentence

    @cached_property
    def answer(self) -> str:
        """The right answer for the sentence, "" if unknown."""
        task = TASKS.get(str(self.now.about.settings.get("task", ""))) if self.now.about is not None else None
        try:
            return task.solve(self.now.source).target if task is not None else ""
        except ValueError:
            return ""

    def lines(self, most: int) -> list[tuple[int, str, bool]]:
        """The last few snapshots that write a text different from before, and the selected one: (update, text, whether
        that is right)."""
        read = [(step, written_text(one)) for step, one in sorted(self.now.readings.items()) if step <= self.step]
        texts = [one for place, one in enumerate(read) if not place or one[1] != read[place - 1][1] or one == read[-1]]
        return [(step, text, _plain(self.answer) == _plain(text) != "") for step, text in texts[-max(1, most) :]]

    def film(self, most: int) -> list[int]:
        """At most this many of the snapshots, by index: the first, the last, the selected one, others evenly spaced."""
        count = len(self.now.places)
        if count <= most:
            return list(range(count))
        even = sorted({round(place) for place in np.linspace(0, count - 1, max(1, most))})
        if self.at not in even:
            inner = range(1, len(even) - 1) or range(len(even))
            nearest = min(inner, key=lambda place: abs(even[place] - self.at))
            even[nearest] = self.at
        return even

    def film_map(self, place: int, head: Head) -> NDArray[Any] | None:
        """(Q, M) weights of a head in a snapshot; None if they are not read."""
        reading = self.now.readings.get(self.now.places[place].step)
        maps = None if reading is None else reading.maps.get(head[0])
        if maps is None or head[1] >= maps.shape[0] or head[2] >= maps.shape[1]:
            return None
        return np.asarray(maps[head[1], head[2]])


def written_text(reading: SnapshotReading) -> str:
    """What the model writes at a snapshot; bytes that form no character are named: ‹E2›."""
    return "".join(sentence_parts(reading.written)) if "\ufffd" in reading.text else reading.text


def _plain(text: str) -> str:
    """A text without its spaces: some tasks are written letter by letter."""
    return "".join(text.split())


def last_value(curve: Values) -> float:
    """A curve's last number, -1 if it was not measured."""
    last = float(curve[-1])
    return -1.0 if math.isnan(last) else last


def _measured(now: TrainingNow, reading: SnapshotReading) -> list[tuple[Head, HeadNumbers]]:
    """The measures in the view's own sentence."""
    found = []
    for kind, values in reading.measures.items():
        for place, (layer, head) in enumerate(np.ndindex(values.shape[:2])):
            row = dict(zip(now.measure_names.get(kind, ()), values[layer, head].tolist(), strict=False))
            numbers = HeadNumbers(kind, layer, head, reading.names[kind][place], row)
            found.append(((kind, layer, head), numbers))
    return found


# ---------------------------------------------------------------- as a table

HEADINGS = ("update", "number", "value", "attention", "layer", "head", "name")
LOGGED = ("loss", "valid_loss", "token_accuracy", "exact", "bleu", "rate", "tokens_per_second", "elapsed")
"""Numbers of the log that are saved."""


def training_table(plain: Context, content: TrainContent, head: Head) -> Listing:
    """One line for each number of the log, and for each measure of each head; layers and heads count from 0."""
    rows: list[tuple[object, ...]] = []
    for event in content.now.events:
        for name in LOGGED:
            value = getattr(event, name)
            if math.isfinite(value) and (value or name in ("exact", "bleu", "token_accuracy")):
                rows.append((event.step, name, float(value), "", "", "", ""))
    for step, heads in sorted(content.heads.items()):
        for one in heads.values():
            for name, value in one.values.items():
                rows.append((step, name, float(value), one.kind, one.layer, one.head, one.name))
    return Listing("training", _base_context(plain, content, head), HEADINGS, tuple(rows))


def export_context(plain: Context, content: TrainContent, head: Head) -> Context:
    """The Context of a picture of a training that shows this `head`."""
    context = _base_context(plain, content, head)
    place = head_place(context.layer, context.head)
    return replace(context, made=f"{place} · {context.what}", heads=((context.layer, context.head),))


def _base_context(plain: Context, content: TrainContent, head: Head) -> Context:
    """The Context with the training's own title and sentence, not the model, text and edits of the window."""
    about, (kind, layer, at) = content.now.about, head
    name = about.title if about is not None else content.now.folder
    context = replace(plain, what=tr("training “{name}”", name=name), hook="", kind=kind, layer=layer, head=at)
    context = replace(context, model=name, hash="", source=content.now.source, target="", differs=(), edited=False)
    return replace(context, sentence=0, sentences=1, step=None, steps=0, read="", written="")
