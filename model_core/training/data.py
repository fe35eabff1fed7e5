"""Sentence pairs from TSV files, and batches of pairs of about equal length. No torch.

A batch is a list of (source ids, target ids) pairs without special tokens; `collate` in `teacher_forcing.py` pads it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from model_core.errors import Message, Refused, abbreviated_list
from model_core.io.limits import TSV_LINE
from model_core.io.text_lines import open_text, text_lines


class TaughtPair(NamedTuple):
    """Ids of both sides, and what is known of them.

    links    (target tokens, source tokens): which source token each target token stands for; a row sums to 1, or to 0
             where nothing is known
    clean    the source as teachers read it, without slips and with whole pieces, where it differs
    """

    source: list[int]
    target: list[int]
    links: NDArray[np.floating[Any]] | None = None
    clean: list[int] | None = None


IdPair = tuple[list[int], list[int]] | TaughtPair
"""Ids of a source and of its target, without special tokens."""


def links_of(pair: IdPair) -> NDArray[np.floating[Any]] | None:
    return pair.links if isinstance(pair, TaughtPair) else None


def clean_of(pair: IdPair) -> list[int]:
    """The source as teachers read it: mostly the source itself."""
    return pair[0] if not isinstance(pair, TaughtPair) or pair.clean is None else pair.clean


HELD_OUT = 500
"""Most sources that are held out for validation."""

LINE_FORMAT = "each line must be a source, a tab and a target"

_KEY = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Corpus:
    """Sentence pairs of one or more TSV files, and the faults of skipped lines: (file, line number, reason)."""

    pairs: tuple[tuple[str, str], ...]
    skipped: tuple[tuple[str, int, str], ...] = ()
    skipped_count: int = 0

    def complaint(self) -> str:
        """One line about the skipped lines with the first ones named; "" when there are none."""
        if not self.skipped_count:
            return ""
        faults = [Message("{name}:{number} {why}", name=name, number=number, why=why)
                  for name, number, why in self.skipped]  # fmt: skip
        first = abbreviated_list([*faults, *[""] * (self.skipped_count - len(faults))], 3, "; ")
        one, more = "skipped 1 malformed line: {first}", "skipped {count:,} malformed lines: {first}"
        return Message(one if self.skipped_count == 1 else more, count=self.skipped_count, first=first)


def read_pairs(paths: Sequence[Path | str], *, targets: bool = True) -> Corpus:
    """Read `source<TAB>target` lines (more columns are ignored). Malformed lines are counted and skipped. Without
    `targets` a line may be a source alone; its target is "" then.

    Raises Refused when a file cannot be read or no line at all is usable.
    """
    pairs: list[tuple[str, str]] = []
    bad: list[tuple[str, int, str]] = []
    count = 0
    for path in map(Path, paths):
        for number, line in enumerate(_lines(path), 1):
            why = _fault(line, targets)
            if why:
                count += 1
                if len(bad) < 10:
                    bad.append((path.name, number, why))
                continue
            source, target = f"{line}\t".split("\t")[:2]
            pairs.append((source.strip(), target.strip()))
    corpus = Corpus(tuple(pairs), tuple(bad), count)
    if not pairs:
        names = ", ".join(str(path) for path in paths)
        needed = Message(LINE_FORMAT if targets else "each line must be a source")
        said = "no usable lines in {names}: {needed}; {complaint}" if count else "no usable lines in {names}: {needed}"
        raise Refused("E-TSV-EMPTY", said, names=names, needed=needed, complaint=corpus.complaint())
    return corpus


def split_held_out(corpus: Corpus) -> tuple[Corpus, Corpus]:
    """(training pairs, validation pairs) of a corpus without a validation file.

    A twentieth of the sources is held out, at least one and at most HELD_OUT, by their checksums.
    Sources that differ only in case and punctuation stay together. Raises Refused if there is a single source.
    """
    keys = [_KEY.sub("", source.casefold()) or source for source, _ in corpus.pairs]
    order = sorted(set(keys), key=lambda key: (crc32(key.encode("utf-8", "replace")), key))
    if len(order) < 2:
        raise Refused(
            "E-TRAIN-DATA", "there is only one source, so nothing can be held out for validation; add --valid FILE.tsv"
        )
    chosen = set(order[: max(1, min(HELD_OUT, len(order) // 20))])
    sides: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    for key, pair in zip(keys, corpus.pairs, strict=True):
        sides[key in chosen].append(pair)
    return replace(corpus, pairs=tuple(sides[0])), Corpus(tuple(sides[1]))


def _lines(path: Path) -> Iterator[str]:
    """Lines of a text file, undecodable bytes marked with U+FFFD; Refused when it cannot be opened."""
    try:
        with open_text(path) as file:
            yield from text_lines(file, path.name)
    except (OSError, ValueError) as error:
        raise Refused(
            "E-FILE-READ", "cannot read {path}: {error}", path=path, error=getattr(error, "strerror", None) or error
        ) from None


def _fault(line: str, targets: bool) -> str:
    """What is wrong with a line; "" if it is a sentence pair, or without `targets` a sentence."""
    if len(line) > TSV_LINE:
        return Message("longer than {most:,} characters", most=TSV_LINE)
    if "\ufffd" in line:
        return Message("not UTF-8")
    fields = line.split("\t")
    if not targets:
        return "" if fields[0].strip() else Message("an empty line")
    if len(fields) < 2:
        return Message("no tab")
    if not fields[0].strip() or not fields[1].strip():
        return Message("an empty side")
    return ""


def join_some(pairs: list[IdPair], rng: random.Random, rate: float, longest: int) -> list[IdPair]:
    """Append, for a share `rate` of the pairs, the pair and one to three others as one input of several sentences."""
    joined = []
    for pair in pairs:
        if rng.random() >= rate:
            continue
        row = [pair, pairs[rng.randrange(len(pairs))]]
        while len(row) < 4 and rng.random() < 0.3:
            row.append(pairs[rng.randrange(len(pairs))])
        while any(sum(len(read(one)) for one in row) >= longest for read in (*_SIDES, clean_of)):
            row.pop()
        if len(row) > 1:
            joined.append(_concatenated(row))
    return pairs + joined


_SIDES: tuple[Callable[[IdPair], list[int]], ...] = (itemgetter(0), itemgetter(1))


def _concatenated(row: Sequence[IdPair]) -> IdPair:
    """These pairs one after another as a single pair; links stay within their own sentences."""
    source, target = ([index for one in row for index in read(one)] for read in _SIDES)
    links = _joined_links(row, (len(target), len(source)))
    clean = [index for one in row for index in clean_of(one)]
    same = clean == source
    return (source, target) if links is None and same else TaughtPair(source, target, links, None if same else clean)


def _joined_links(row: Sequence[IdPair], size: tuple[int, int]) -> NDArray[np.floating[Any]] | None:
    """The links of joined pairs as one table (target tokens, source tokens); None when no pair has any."""
    if all(links_of(one) is None for one in row):
        return None
    links = np.zeros(size, np.float16)
    at_source = at_target = 0
    for one in row:
        own = links_of(one)
        if own is not None:
            links[at_target : at_target + len(one[1]), at_source : at_source + len(one[0])] = own
        at_source, at_target = at_source + len(one[0]), at_target + len(one[1])
    return links


def batches(pairs: Sequence[IdPair], rng: random.Random, tokens: int, pool: int = 12_000) -> Iterator[list[IdPair]]:
    """Shuffled batches of about `tokens` target tokens, padding included.

    Pairs are sorted by length within random pools, cut into batches, and the batches of a pool shuffled: there is
    little padding, and the loss does not oscillate with the length.
    """
    order = list(range(len(pairs)))
    rng.shuffle(order)
    for start in range(0, len(order), pool):
        chosen = sorted((pairs[i] for i in order[start : start + pool]), key=_shape)
        cut = list(_cut(chosen, tokens))
        rng.shuffle(cut)
        yield from cut


def _shape(pair: IdPair) -> tuple[int, int]:
    """Padded lengths of both sides, end of sentence included, rounded up to even ones as `collate` does."""
    return (len(pair[0]) + 2) // 2 * 2, (len(pair[1]) + 2) // 2 * 2


def _cut(pairs: Sequence[IdPair], tokens: int) -> Iterator[list[IdPair]]:
    """Consecutive runs of pairs whose padded size stays at `tokens` or below (at least one pair each).

    Batches of eight or more are cut to multiples of eight pairs, so that few different shapes occur.
    """
    batch: list[IdPair] = []
    longest = 0
    for pair in pairs:
        longest_with = max(longest, *_shape(pair))
        if batch and longest_with * (len(batch) + 1) > tokens:
            full = len(batch) - len(batch) % 8 or len(batch)
            yield batch[:full]
            batch = batch[full:]
            longest_with = max(max(_shape(p)) for p in [*batch, pair])
        batch.append(pair)
        longest = longest_with
    if batch:
        yield batch
