"""Sentence pairs for a further training, written by models and chosen by closeness to the references.

Sequence-level interpolation (Kim and Rush 2016, section 3.3): of several translations of each training source, drawn
or found by a beam search, the best is kept, see `best_candidate`. Several models of one vocabulary translate together,
by the mean of their probabilities. With a model of the other direction the new side is a source with a human-written
target (back-translation, Sennrich et al. 2016). The file that is written is read beside the corpus; with `whole` it has
a pair for each source and is read in the corpus's place.
"""

from __future__ import annotations

import errno
import hashlib
import os
import random
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from model_core.checkpoints.folder import folder_hash, model_folder
from model_core.errors import Message, Refused, joined
from model_core.io.safe_files import refuse_to_replace, write_atomic, write_reason
from model_core.training.candidates import Proposal, Readers, best_candidate, load_readers, propose
from model_core.training.data import read_pairs
from model_core.training.distil_spec import DistilSpec
from model_core.training.evaluate import sacrebleu_metrics

PART = 4096
"""Sources of one part: the most that is lost when the work is stopped, and enough to sort by length."""


@dataclass(frozen=True)
class DistilEvent:
    """Progress: sources done of all, and how many of them gave a new pair; in the first a note on what was left out.

    ahead  sources of the part in progress that are translated, and lost if it is stopped
    """

    done: int
    total: int
    kept: int
    note: str = ""
    ahead: int = 0


def distil(spec: DistilSpec) -> Iterator[DistilEvent]:
    """Translate the training sources part by part and write the pairs that are kept.

    Closing the generator keeps the finished parts beside `out`; a run with the same models, data and settings continues
    from there. Raises Refused for models or files that cannot be used, for parts made in another way and without
    sacrebleu, OSError when nothing can be written.
    """
    spec.checked()
    sacrebleu_metrics()
    references, barred, note = _references(spec)
    if os.path.isdir(spec.out):  # reported before hours of work
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), spec.out)
    refuse_to_replace(map(Path, (spec.out, f"{spec.out}.part")), (*spec.data, *spec.without))
    readers = load_readers(spec.models, spec.reverse, spec.device)
    sources = list(references)
    random.Random(spec.seed).shuffle(sources)
    sources = sources[: spec.limit or None]
    note = joined((note, _too_long(readers, sources)))
    growing = PartsFile(Path(f"{spec.out}.part"), mark_of(spec, references, barred))
    found = growing.read()[: len(sources)]
    yield DistilEvent(len(found), len(sources), sum(map(bool, found)), note)
    while len(found) < len(sources):
        part = sources[len(found) : len(found) + PART]
        translations: list[list[Proposal]] = [[] for _ in part]
        for ahead in propose(readers, part, spec, len(found), translations):
            yield DistilEvent(len(found), len(sources), sum(map(bool, found)), ahead=ahead)
        lines = []
        for source, candidates in zip(part, translations, strict=True):
            target = best_candidate(candidates, references[source], spec)
            if spec.whole:
                target = target or references[source][0]
            pair = (target, source) if spec.turned else (source, target)
            lines.append("\t".join(pair) if target and pair[0] not in barred else "")
        growing.add(lines)
        found += lines
        yield DistilEvent(len(found), len(sources), sum(map(bool, found)))
    write_atomic(Path(spec.out), "".join(f"{line}\n" for line in found if line).encode())
    growing.path.unlink(missing_ok=True)


def _references(spec: DistilSpec) -> tuple[dict[str, list[str]], set[str], str]:
    """(source -> its references, first columns that no new pair may have, a note about lines that were skipped)."""
    references: dict[str, list[str]] = {}
    corpora = [read_pairs(paths) for paths in (spec.data, spec.without) if paths]
    for first, second in corpora[0].pairs:
        source, target = (second, first) if spec.turned else (first, second)
        references.setdefault(source, []).append(target)
    barred = {first for corpus in corpora[1:] for first, _ in corpus.pairs}
    return references, barred, joined(corpus.complaint() for corpus in corpora)


def _too_long(readers: Readers, sources: Sequence[str]) -> str:
    """A note on the sources that a model has no room for; "" if there are none."""
    room = readers.room
    count = sum(len(ids) > room for ids in readers.vocab.ids(sources))
    one = "left out 1 source of more than {room} tokens, too long for the model"
    more = "left out {count:,} sources of more than {room} tokens, too long for the model"
    return Message(one if count == 1 else more, count=count, room=room) if count else ""


def mark_of(spec: DistilSpec, references: Mapping[str, Sequence[str]], barred: Set[str]) -> str:
    """What the finished parts depend on, as one word: models, data and settings by what they hold, not by path."""
    models = [folder_hash(model_folder(one)) for one in (*spec.models, *filter(None, [spec.reverse]))]
    settings = replace(spec, out="", data=(), model="", reverse="", without=(), device="cpu")
    digest = hashlib.sha256(repr((models, settings, sorted(barred))).encode())
    for pair in references.items():
        digest.update(repr(pair).encode())
    return digest.hexdigest()[:16]


class PartsFile:
    """The file of the finished parts, beside the result: a line per source, empty where no translation was kept."""

    def __init__(self, path: Path, mark: str) -> None:
        self.path, self.mark = path, mark

    def read(self) -> list[str]:
        """The lines of the finished parts; Refused if the file has another mark."""
        text = self.path.read_bytes().decode("utf-8", "replace") if self.path.exists() else ""
        lines = (text or f"{self.mark}\n").split("\n")[:-1]
        if lines[:1] != [self.mark]:
            raise Refused(
                "E-TRAIN-OUT",
                "{path} was made with other models, data or settings; keep those, choose another --out, or delete it",
                path=self.path.name,
            )
        whole = lines[1 : 1 + (len(lines) - 1) // PART * PART]
        self._write([self.mark, *whole])
        return whole

    def add(self, lines: Sequence[str]) -> None:
        """Append a part. Refused if it cannot be written: what there is of it is left out by `read`."""
        try:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{line}\n" for line in lines)
        except OSError as error:
            raise Refused(
                "E-FILE-WRITE",
                "{path} cannot be written: {reason}. Finished parts are kept: run the same command again to go on",
                path=self.path.name, reason=write_reason(error),
            ) from None  # fmt: skip

    def _write(self, lines: Sequence[str]) -> None:
        write_atomic(self.path, "".join(f"{line}\n" for line in lines).encode())
