"""A survey: patterns and measures of every head, averaged over the sentences of a corpus.

`survey(SurveySpec)` is a generator of SurveyEvent. Sentences are read in parts; a finished part is stored on disk and
is not computed again by the next call. Under torchrun the processes share the parts, and the first writes the result.
The result is a folder of two files (`read_result` reads it without torch):

    survey.json          what was read, what was measured, heads with their names, the sentences in which each is most
                         itself
    survey.safetensors   pattern.KIND (L, H, R, R), distance.KIND (L, H, 2·reach + 1), mean.KIND and deviation.KIND
                         (L, H, measures) in the order of `measures_of(KIND)`, reads.KIND (L, H, reads) in that of
                         `reads_of(KIND)` over read_rows.KIND (reads,) rows, apart.KIND (L·H, L·H) divergence of two
                         heads over apart_rows.KIND (1,) rows, of at most MOST_HEADS heads; float32

Shapes: L layers, H heads, R bins of a pattern. What is found in a sentence, and averages of it:
model_core.analysis.heads.head_averages.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from model_core.analysis.heads.head_averages import (
    Arrays,
    averaged_tables,
    clearest_sentences,
    merge_findings,
    sentence_findings,
)
from model_core.analysis.heads.head_measures import BINS, REACH, measures_of
from model_core.analysis.survey_result import (
    FORMAT,
    NEW_TABLES,
    PART_BYTES,
    PARTS,
    RESULT,
    TABLES,
    VERSION,
    read_result,
)
from model_core.engine.engine import Engine
from model_core.engine.opened import cut_note
from model_core.errors import Message, Refused, joined
from model_core.io.references import reference
from model_core.io.safe_files import read_plain, refuse_to_replace, write_atomic, write_reason
from model_core.record.run_spec import RunSpec
from model_core.schema import Choice, Codes, Range, check
from model_core.spec import DEVICES, KINDS
from model_core.training.data import read_pairs
from model_core.training.distributed import Ranks, process_group
from model_core.version import version

_PARTS = 3
"""Version of what a part file holds; parts of other versions are computed again."""
_WORDS = 4
"""Fewest words of a sentence that shows what a head does; shorter ones are listed where there are no others."""


@dataclass(frozen=True)
class SurveySpec:
    """What to survey, with which model, and where the result goes."""

    out: Annotated[str, "folder for the result"]
    data: Annotated[tuple[str, ...], "TSV files of sentence pairs; unless forced, lines need no target"]
    model: Annotated[str, 'model folder, or a bundled model; "" = the default one'] = ""
    limit: Annotated[int, Range(0, 10**9), "maximum number of sentences, 0 = all"] = 0
    forced: Annotated[bool, "teacher forcing with the file's targets; false: the model writes them greedily"] = True
    device: Annotated[str, Choice(DEVICES), "device to compute on; auto = the fastest available"] = "cpu"
    part: Annotated[int, Range(1, 4096), "sentences per saved part: the most that is lost when a survey is stopped"] = (
        128
    )
    batch: Annotated[int, Range(1, 64), "sentences computed at once"] = 32

    def checked(self) -> SurveySpec:
        """This spec, if every field makes sense; Refused naming field and value otherwise."""
        check(self, Codes.with_prefix("E-SURVEY"))
        if not self.data:
            raise Refused("E-SURVEY-DATA", "give at least one file of sentence pairs to survey")
        return self


@dataclass(frozen=True)
class SurveyEvent:
    """Progress of a survey: sentences done of all, seconds since the start; at the end `path` of the result.

    done  of all processes about, as each knows only its own
    left  about how many seconds the rest takes, by what was computed since the start; None before anything was
    """

    done: int
    total: int
    seconds: float
    note: str = ""
    path: str = ""
    left: float | None = None


def survey(spec: SurveySpec) -> Iterator[SurveyEvent]:
    """Read the corpus part by part and write the result; closing the generator stops after the current part.

    Raises Refused for a model, a file or a folder that cannot be used; parts that were done stay.
    """
    spec.checked()
    with process_group() as ranks:
        yield from _Survey(spec, ranks).events()


class _Survey:
    def __init__(self, spec: SurveySpec, ranks: Ranks) -> None:
        self.spec, self.ranks = spec, ranks
        self.engine = Engine(device=spec.device, reload=False)
        opened = self.engine.open(spec.model)
        self.model = opened.info
        corpus = read_pairs(spec.data, targets=spec.forced)
        refuse_to_replace((Path(spec.out) / name for name in (RESULT, TABLES, NEW_TABLES)), spec.data)
        self.pairs = corpus.pairs[: spec.limit or None]
        sources, targets = zip(*self.pairs, strict=True)
        cut = cut_note(opened.model, opened.vocab, sources, targets if spec.forced else ())
        self.note = joined((corpus.complaint(), cut))
        self.starts = range(0, len(self.pairs), spec.part)
        self.folder, self.begun = Path(spec.out), False
        self.mark = self._mark()
        self.note = joined((self.note, self._replaced()))

    def _replaced(self) -> str:
        """A note that the folder holds the result of another survey; "" if it does not."""
        if not self.ranks.first or not (self.folder / RESULT).is_file():
            return ""
        try:
            found = read_result(self.folder)
        except Refused:
            return ""
        data = tuple(Path(name).name for name in self.spec.data)
        if (found.model_hash, found.data, found.forced) == (self.model.hash, data, self.spec.forced):
            return ""
        return Message(
            "{folder} has the result of another survey ({model} over {data}, {count:,} sentences), which this "
                "one will replace when it finishes",
            folder=self.folder, model=found.model_name, data=", ".join(found.data), count=found.sentences,
        )  # fmt: skip

    def _mark(self) -> str:
        """The name of the folder of parts: a hash of everything that they depend on."""
        read = [FORMAT, VERSION, _PARTS, self.model.hash, self.spec.forced, self.spec.part, BINS, REACH]
        digest = hashlib.sha256(json.dumps(read).encode())
        for pair in self.pairs:
            digest.update("\t".join(pair).encode("utf-8", "replace") + b"\n")
        return digest.hexdigest()[:16]

    def events(self) -> Iterator[SurveyEvent]:
        """See `survey`."""
        started, done, computed, all_ = time.monotonic(), 0, 0, len(self.pairs)
        own = [start for number, start in enumerate(self.starts) if number % self.ranks.world == self.ranks.rank]
        total = sum(min(self.spec.part, len(self.pairs) - start) for start in own)
        yield SurveyEvent(0, all_, 0.0, self.note)
        parts = []
        for start in own:
            known = self._known(start)
            part = known or self._compute(start)
            parts.append(part)
            done += len(part["number"])
            computed += 0 if known else len(part["number"])
            seconds = time.monotonic() - started
            left = seconds * (total - done) / computed if computed else None
            yield SurveyEvent(min(all_, done * self.ranks.world), all_, seconds, left=left)
        gathered = self.ranks.all_gather(save(merge_findings(parts)) if parts else b"")
        path = ""
        if self.ranks.first:
            path = self._write(merge_findings([load(part) for part in gathered if part]))
        yield SurveyEvent(all_, all_, time.monotonic() - started, path=path)

    # -- parts ------------------------------------------------------------------------------------------------------
    def _place(self, start: int) -> Path:
        return self.folder / PARTS / self.mark / f"{start:09}.safetensors"

    def _known(self, start: int) -> Arrays | None:
        """A part that an earlier survey computed; None if it is missing or damaged."""
        try:
            part: Arrays = load(read_plain(self._place(start), PART_BYTES))
        except (Refused, SafetensorError, ValueError):
            return None
        wanted = np.arange(start, min(start + self.spec.part, len(self.pairs)))
        return part if "number" in part and np.array_equal(part["number"], wanted) else None

    def _compute(self, start: int) -> Arrays:
        """Compute a part and write it to its file."""
        found = []
        for first in range(start, min(start + self.spec.part, len(self.pairs)), self.spec.batch):
            pairs = self.pairs[first : min(first + self.spec.batch, start + self.spec.part)]
            targets = tuple(target for _, target in pairs) if self.spec.forced else None
            trace = self.engine.trace(RunSpec(self.spec.model, tuple(source for source, _ in pairs), targets))
            found += [sentence_findings(trace, sentence, first + sentence) for sentence in range(len(pairs))]
        part = merge_findings(found)
        try:
            self._place(start).parent.mkdir(parents=not self.begun, exist_ok=True)
            self.begun = True
            write_atomic(self._place(start), save(part))
        except OSError as error:
            reason = write_reason(error)
            raise Refused(
                "E-SURVEY-SAVE",
                "{folder} cannot be written: {reason}. Finished parts are kept: run the same survey again, or save it "
                "elsewhere",
                folder=self.folder, reason=reason,
            ) from None  # fmt: skip
        return part

    # -- the result -------------------------------------------------------------------------------------------------
    def _write(self, all_: Arrays) -> str:
        """Write averages, names and best sentences as the two files of the result; the path of its folder.

        survey.json has the hash of its tables, so that at every moment there is one complete result, old or new.
        """
        short = np.array([len(source.split()) < _WORDS for source, _ in self.pairs])
        best = clearest_sentences(all_, short[all_["number"]])
        packed = save(averaged_tables(all_), metadata={"format": FORMAT})
        numbers = sorted({number for heads in best.values() for head in heads for number in head})
        document = {
            "format": FORMAT,
            "version": VERSION,
            "program": f"headscope {version()}",
            "model": {
                "name": self.model.name,
                "sha256": self.model.hash,
                "folder": reference(self.spec.model, self.folder),
            },
            "spec": self.model.spec.to_json(),
            "data": [Path(name).name for name in self.spec.data],
            "sentences": len(self.pairs),
            "forced": self.spec.forced,
            "measures": {kind: [measure.name for measure in measures_of(kind)] for kind in KINDS},
            "tables": hashlib.sha256(packed).hexdigest(),
            "best": best,
            "texts": {str(number): list(self.pairs[number]) for number in numbers},
        }
        text = json.dumps(document, indent=1, ensure_ascii=True, allow_nan=False) + "\n"
        try:
            tables = self.folder / (NEW_TABLES if (self.folder / RESULT).exists() else TABLES)
            write_atomic(tables, packed)
            write_atomic(self.folder / RESULT, text.encode("ascii"))
            os.replace(tables, self.folder / TABLES)
        except OSError as error:
            reason = write_reason(error)
            raise Refused(
                "E-SURVEY-SAVE",
                "the result cannot be written: {reason}. Finished parts are kept: run the same survey again, or save "
                "it elsewhere",
                reason=reason,
            ) from None
        return str(self.folder)
