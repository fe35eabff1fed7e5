"""A survey: patterns and measures of every head, averaged over the sentences of a corpus.

`survey(SurveySpec)` is a generator of SurveyEvent. Sentences are read in parts; a part that is done lies on the disk
and is not computed again by the next call. Under torchrun the processes share the parts out, and the first writes the
result. The result is a folder of two files (`read_result` reads it without torch):

    survey.json          what was read, what was measured, heads with their names, the sentences in which each is most
                         itself
    survey.safetensors   pattern.KIND (L, H, R, R), distance.KIND (L, H, 2·reach + 1), mean.KIND and deviation.KIND
                         (L, H, measures) in the order of `measures_of(KIND)`; float32

Shapes: L layers, H heads, R bins of a pattern, N sentences.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from model_core.data import read_pairs
from model_core.engine import Engine
from model_core.failure import Refused
from model_core.files import read_plain, write_atomic
from model_core.findings import FORMAT, KEPT, PART_BYTES, RESULT, TABLES, VERSION
from model_core.measures import BINS, REACH, by_distance, measured, measures_of, pattern
from model_core.ranks import Ranks, joined
from model_core.spec import KINDS, RunSpec
from model_core.trace import Trace
from model_core.version import version

Array = NDArray[np.floating[Any]]
Arrays = dict[str, Any]

STRONGEST = 2
"""Place of the measure "strongest" among those of every kind."""


@dataclass(frozen=True)
class SurveySpec:
    """What to survey: a model folder, TSV files of sentence pairs, and the folder for the result.

    limit   most sentences that are read, 0 = all
    forced  the decoder reads the targets of the file (teacher forcing); False: the model writes them itself, greedily
    part    sentences of one part: what is lost at most when a survey is stopped
    batch   sentences computed at once
    """

    out: str
    data: tuple[str, ...]
    model: str = ""
    limit: int = 0
    forced: bool = True
    part: int = 128
    batch: int = 32

    def checked(self) -> SurveySpec:
        """This spec, if every field makes sense; Refused naming field and value otherwise."""
        for name, low, high in (("limit", 0, 10**9), ("part", 1, 4096), ("batch", 1, 64)):
            if not low <= getattr(self, name) <= high:
                raise Refused("E-SURVEY-RANGE", f"{name} is {getattr(self, name)}; {low} to {high:,} is possible")
        if not self.data:
            raise Refused("E-SURVEY-DATA", "a survey needs at least one file of sentence pairs")
        return self


@dataclass(frozen=True)
class SurveyEvent:
    """How far a survey is: sentences done of all, seconds since the start; `path` of the result at the end, else ""."""

    done: int
    total: int
    seconds: float
    note: str = ""
    path: str = ""


def survey(spec: SurveySpec) -> Iterator[SurveyEvent]:
    """Read the corpus part by part and write the result; closing the generator stops after the part in work.

    Raises Refused for a model, a file or a folder that cannot be used; parts that were done stay.
    """
    spec.checked()
    with joined() as ranks:
        yield from _Survey(spec, ranks).events()


class _Survey:
    """One survey in progress."""

    def __init__(self, spec: SurveySpec, ranks: Ranks) -> None:
        self.spec, self.ranks = spec, ranks
        self.engine = Engine()
        self.model = self.engine.open(spec.model).info
        corpus = read_pairs(spec.data)
        self.pairs = corpus.pairs[: spec.limit or None]
        self.note = corpus.complaint()
        self.starts = range(0, len(self.pairs), spec.part)
        self.folder = Path(spec.out)
        self.mark = self._mark()

    def _mark(self) -> str:
        """What parts belong to: another model, corpus or way of reading makes others."""
        read = [FORMAT, VERSION, self.model.hash, self.spec.forced, self.spec.part, BINS, REACH]
        digest = hashlib.sha256(json.dumps(read).encode())
        for pair in self.pairs:
            digest.update("\t".join(pair).encode("utf-8", "replace") + b"\n")
        return digest.hexdigest()[:16]

    def events(self) -> Iterator[SurveyEvent]:
        """See `survey`."""
        started, done = time.monotonic(), 0
        own = [start for number, start in enumerate(self.starts) if number % self.ranks.world == self.ranks.rank]
        total = sum(min(self.spec.part, len(self.pairs) - start) for start in own)
        yield SurveyEvent(0, total, 0.0, self.note)
        parts = []
        for start in own:
            part = self._known(start) or self._compute(start)
            parts.append(part)
            done += len(part["number"])
            yield SurveyEvent(done, total, time.monotonic() - started)
        gathered = self.ranks.gathered(save(merged(parts)) if parts else b"")
        path = ""
        if self.ranks.first:
            path = self._write(merged([load(part) for part in gathered if part]))
        yield SurveyEvent(done, total, time.monotonic() - started, path=path)

    # -- parts ------------------------------------------------------------------------------------------------------
    def _place(self, start: int) -> Path:
        return self.folder / "parts" / self.mark / f"{start:09}.safetensors"

    def _known(self, start: int) -> Arrays | None:
        """A part that was done before; None where there is none, or a damaged one."""
        try:
            part: Arrays = load(read_plain(self._place(start), PART_BYTES))
        except (Refused, SafetensorError, ValueError):
            return None
        wanted = np.arange(start, min(start + self.spec.part, len(self.pairs)))
        return part if "number" in part and np.array_equal(part["number"], wanted) else None

    def _compute(self, start: int) -> Arrays:
        """Run the sentences of a part, and keep what was found."""
        found = []
        for first in range(start, min(start + self.spec.part, len(self.pairs)), self.spec.batch):
            pairs = self.pairs[first : min(first + self.spec.batch, start + self.spec.part)]
            targets = tuple(target for _, target in pairs) if self.spec.forced else None
            trace = self.engine.trace(RunSpec(self.spec.model, tuple(source for source, _ in pairs), targets))
            found += [found_in(trace, sentence, first + sentence) for sentence in range(len(pairs))]
        part = merged(found)
        try:
            self._place(start).parent.mkdir(parents=True, exist_ok=True)
            write_atomic(self._place(start), save(part))
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refused("E-SURVEY-SAVE", f"{self.folder} cannot be written: {reason}; other parts stay") from None
        return part

    # -- the result -------------------------------------------------------------------------------------------------
    def _write(self, all_: Arrays) -> str:
        """Averages, names and best sentences as the two files of the result."""
        tables, best = tables_of(all_), best_of(all_)
        numbers = sorted({number for heads in best.values() for head in heads for number in head})
        document = {
            "format": FORMAT,
            "version": VERSION,
            "program": f"headscope {version()}",
            "model": {"name": self.model.name, "sha256": self.model.hash, "folder": self.spec.model},
            "spec": self.model.spec.to_json(),
            "data": [Path(name).name for name in self.spec.data],
            "sentences": len(self.pairs),
            "forced": self.spec.forced,
            "measures": {kind: [measure.name for measure in measures_of(kind)] for kind in KINDS},
            "best": best,
            "texts": {str(number): list(self.pairs[number]) for number in numbers},
        }
        text = json.dumps(document, indent=1, ensure_ascii=True, allow_nan=False) + "\n"
        try:
            write_atomic(self.folder / TABLES, save(tables, metadata={"format": FORMAT}))
            write_atomic(self.folder / RESULT, text.encode("ascii"))
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refused("E-SURVEY-SAVE", f"the result cannot be written: {reason}; the parts stay") from None
        return str(self.folder)


# ---------------------------------------------------------------- what is found, without files


def found_in(trace: Trace, sentence: int, number: int) -> Arrays:
    """One sentence: its patterns, sums by distance and measures, as arrays that `merged` joins."""
    found: Arrays = {"number": np.array([number])}
    for kind in KINDS:
        maps = trace.maps(kind, "weights", sentence)
        found[f"pattern.{kind}"] = np.stack([pattern(layer) for layer in maps])
        sums = [by_distance(layer) for layer in maps]
        found[f"distance.{kind}"] = np.stack([summed for summed, _ in sums])
        found[f"cells.{kind}"] = sums[0][1]
        values = [measured(layer, kind) for layer in maps]
        names = [measure.name for measure in measures_of(kind)]
        found[f"values.{kind}"] = np.stack([np.stack([one[name] for name in names], -1) for one in values])[None]
    return found


def merged(parts: Iterable[Arrays]) -> Arrays:
    """Several findings as one: sums are added, sentences (number, values) put one behind the other by number."""
    parts = list(parts)
    numbers = np.concatenate([part["number"] for part in parts])
    order = np.argsort(numbers, kind="stable")
    joint: Arrays = {"number": numbers[order]}
    for name in (name for name in parts[0] if name != "number"):
        arrays = [part[name] for part in parts]
        listed = name.startswith("values.")
        joint[name] = np.concatenate(arrays)[order] if listed else np.sum(arrays, axis=0)
    return joint


def tables_of(all_: Arrays) -> dict[str, Any]:
    """The arrays of the result."""
    count = len(all_["number"])
    tables = {}
    for kind in KINDS:
        tables[f"pattern.{kind}"] = (all_[f"pattern.{kind}"] / count).astype(np.float32)
        cells = np.maximum(all_[f"cells.{kind}"], 1)
        tables[f"distance.{kind}"] = (all_[f"distance.{kind}"] / cells).astype(np.float32)
        tables[f"mean.{kind}"] = all_[f"values.{kind}"].mean(0).astype(np.float32)
        tables[f"deviation.{kind}"] = all_[f"values.{kind}"].std(0).astype(np.float32)
    return tables


def best_of(all_: Arrays) -> dict[str, list[list[int]]]:
    """ "KIND.LAYER" -> per head the numbers of the sentences in which it is most itself, the clearest first.

    What a head is is the measure by which it differs most from the other heads of its kind, in their standard
    deviations (where nothing sets it apart: the weight of its strongest keys); the sentences are those with the
    highest, or lowest, value of it.
    """
    best: dict[str, list[list[int]]] = {}
    for kind in KINDS:
        values = all_[f"values.{kind}"]
        measure, sign = leading(values.mean(0))
        for layer in range(values.shape[1]):
            best[f"{kind}.{layer}"] = heads = []
            for head in range(values.shape[2]):
                value_N = sign[layer, head] * values[:, layer, head, measure[layer, head]]
                order = np.argsort(-value_N, kind="stable")[:KEPT]
                heads.append(all_["number"][order].tolist())
    return best


def leading(mean_LHM: Array) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """((L, H) which measure sets a head apart most, (L, H) +1 where it is high there, -1 where it is low)."""
    flat = mean_LHM.reshape(-1, mean_LHM.shape[-1])
    spread = flat.std(0)
    apart = np.where(spread > 1e-6, (mean_LHM - flat.mean(0)) / np.maximum(spread, 1e-6), 0.0)
    apart[..., STRONGEST] += np.where(np.abs(apart).max(-1) == 0, 1.0, 0.0)
    measure = np.abs(apart).argmax(-1)
    signs = np.sign(np.take_along_axis(apart, measure[..., None], -1)[..., 0])
    return measure, np.where(signs == 0, 1.0, signs)


__all__ = ["SurveyEvent", "SurveySpec", "best_of", "found_in", "leading", "merged", "survey", "tables_of"]
