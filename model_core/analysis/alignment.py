"""Word alignment: hard links from cross-attention, links from files, and the error rate between them.

Alignment error rate, for links found A, sure gold links S and possible gold links P (which contain S):

    AER = 1 - (|A & S| + |A & P|) / (|A| + |S|)

Every sure link has to be found and every link found has to be possible for it to be 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_core.errors import Refused, counted
from model_core.io.text_lines import text_lines
from model_core.record.aligned_text import MOST_TEXTS, AlignedText

Link = tuple[int, int]
"""(source word, target word), counted from 0."""

Array = NDArray[np.floating[Any]]

_WORDS_PER_LINK = 100
"""A sentence with a link has fewer words than this, one with two fewer than twice as many, and so on."""

_LINK = re.compile(r"([0-9]{1,9})([-?])([0-9]{1,9})")


def alignment_error_rate(
    links_found: AbstractSet[Link], sure: AbstractSet[Link], possible: AbstractSet[Link] | None = None
) -> float:
    """AER of one sentence, from 0 (nothing wrong) to 1. `possible` may leave out the sure links: they always count.

    With nothing to find and nothing found there is no error: 0.
    """
    return _error_rate([(links_found, sure, possible or frozenset())])


def corpus_error_rate(found: Sequence[AbstractSet[Link]], gold: Sequence[GoldSentence]) -> float:
    """AER of many sentences with their links pooled, as is usual; ValueError if there are not as many of each."""
    return _error_rate([(links, line.sure, line.possible) for links, line in zip(found, gold, strict=True)])


def _error_rate(scored: Sequence[tuple[AbstractSet[Link], AbstractSet[Link], AbstractSet[Link]]]) -> float:
    """Pooled over sentences of (links found, sure links, possible links)."""
    agreements = sum(len(found & sure) + len(found & (sure | possible)) for found, sure, possible in scored)
    links = sum(len(found) + len(sure) for found, sure, _ in scored)
    return 1 - agreements / links if links else 0.0


def hard_links(weights_TS: Array, target_words: Sequence[int | None], source_words: Sequence[int | None]) -> set[Link]:
    """One link per target word, to the source word that it attends to most.

    `weights_TS` has one row per target piece and one column per source piece; a row belongs to the piece that it
    PREDICTS, not to the one fed in. `target_words` [T] and `source_words` [S] name the word each piece is part of,
    None for a special token. Weights are summed over the pieces of a source word and averaged over the pieces of a
    target word; rows and columns without a word are left out. Of equal weights the leftmost word wins.

    ValueError if the shapes do not fit or a weight that counts is not finite.
    """
    weights_TS = np.asarray(weights_TS)
    if weights_TS.shape != (len(target_words), len(source_words)):
        raise ValueError(
            f"weights of shape {weights_TS.shape} do not match {len(target_words)} target and "
            f"{len(source_words)} source pieces"
        )
    targets, member_TW = _membership(target_words)
    sources, member_SV = _membership(source_words)
    if not (targets and sources):
        return set()
    rows, columns = member_TW.any(axis=1), member_SV.any(axis=1)
    weights_TS = weights_TS[np.ix_(rows, columns)].astype(np.float64)
    if not np.isfinite(weights_TS).all():
        raise ValueError("attention weights must be finite")
    means_WT = (member_TW[rows] / member_TW.sum(axis=0)).T
    strongest_W = (means_WT @ weights_TS @ member_SV[columns]).argmax(axis=1)
    return {(sources[best], word) for word, best in zip(targets, strongest_W, strict=True)}


def _membership(words: Sequence[int | None]) -> tuple[list[int], Array]:
    """The words in ascending order, and a matrix [piece, word] that is 1 where the piece is part of the word."""
    present = sorted({word for word in words if word is not None})
    member = np.array([[float(word == other) for other in present] for word in words])
    return present, member.reshape(len(words), len(present))


@dataclass(frozen=True)
class GoldSentence:
    """Two tokenised sentences and the links an annotator drew; `possible` holds those that are not sure.

    The texts are the sentences as they are written; "" if the file has their words only.
    """

    source_words: tuple[str, ...]
    target_words: tuple[str, ...]
    sure: frozenset[Link]
    possible: frozenset[Link]
    source_text: str = ""
    target_text: str = ""


@dataclass(frozen=True)
class Gold:
    """What a gold file holds: the good lines, and one message, with its line number, for each line left out."""

    sentences: tuple[GoldSentence, ...]
    malformed: tuple[str, ...]


def read_gold(path: Path | str) -> Gold:
    """Reads a UTF-8 file of tab-separated lines: source, target, source words, target words, links.

    The two plain sentences may be missing (three columns). Links are separated by spaces: `i-j` is sure, `i?j`
    possible, counted from 0. Blank lines are skipped and malformed ones reported in the result; an unreadable file
    raises OSError, what is not text Refused.
    """
    strange: set[int] = set()
    with open(path, "rb") as file:
        return gold_in(text_lines(file, Path(path).name, strange), strange)


def gold_in(lines: Iterable[str], strange: AbstractSet[int] = frozenset()) -> Gold:
    """Like `read_gold`, for the lines of such a file; `strange` holds the numbers, from 1, of the lines that are not
    UTF-8."""
    sentences, malformed = [], []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            if number in strange:
                raise ValueError("not UTF-8")
            sentences.append(_gold_sentence(line))
        except ValueError as reason:
            malformed.append(f"line {number}: {reason}")
    return Gold(tuple(sentences), tuple(malformed))


def gold_of(links: Sequence[AlignedText], pairs: Sequence[tuple[str, str]]) -> tuple[GoldSentence, ...]:
    """The gold sentences of links without texts and their sentence pairs, whose words are separated by spaces. Raises
    Refused if the two differ in number, or a link names a word that its pair does not have."""
    if len(links) != len(pairs):
        raise Refused(
            "E-ALIGN-PAIRS",
            "{links_count:,} lines of links for {pairs_count:,} sentence pairs; each pair needs one line",
            links_count=len(links), pairs_count=len(pairs),
        )  # fmt: skip
    found = []
    for number, (one, (source, target)) in enumerate(zip(links, pairs, strict=True), start=1):
        text = replace(one, source=tuple(source.split()), target=tuple(target.split()))
        if not text.fits():
            raise Refused(
                "E-ALIGN-LINE", "line {number}: a link points outside the {source_count} source and "
                                "{target_count} target words",
                number=number, source_count=len(text.source), target_count=len(text.target),
            )  # fmt: skip
        sure, possible = frozenset(text.sure), frozenset(text.possible)
        found.append(GoldSentence(text.source, text.target, sure, possible, source, target))
    return tuple(found)


def _gold_sentence(line: str) -> GoldSentence:
    columns = line.split("\t")
    if len(columns) not in (3, 5):
        raise ValueError(f"{counted(len(columns), 'column')} instead of 5 (or 3)")
    sources, targets, links = (tuple(column.split()) for column in columns[-3:])
    sure, possible = _links(links)
    for source, target in sorted(sure | possible):
        if source >= len(sources) or target >= len(targets):
            link = f"{source}{'-' if (source, target) in sure else '?'}{target}"
            raise ValueError(f"link {link!r} points outside the {len(sources)} source and {len(targets)} target words")
    texts = columns[:-3] or ["", ""]
    return GoldSentence(sources, targets, sure, possible, *texts)


def _links(words: Sequence[str]) -> tuple[frozenset[Link], frozenset[Link]]:
    """The sure links, and those that are possible only."""
    kinds: dict[str, set[Link]] = {"-": set(), "?": set()}
    for text in words:
        match = _LINK.fullmatch(text)
        if not match:
            raise ValueError(f"{text!r} is neither a sure link (3-4) nor a possible one (3?4)")
        kinds[match[2]].add((int(match[1]), int(match[3])))
    return frozenset(kinds["-"]), frozenset(kinds["?"] - kinds["-"])


# ---------------------------------------------------------------- files of links, with the words or without


def is_alignment(text: str) -> bool:
    """Whether a text begins as a file of links does: links alone, or after words and a tab. Links alone of words too
    far into a sentence for so few links are numbers with a hyphen, such as those of telephones."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    *before, last = first.split("\t")
    found = [_LINK.fullmatch(one) for one in last.split()]
    if len(before) not in (0, 2, 4) or not found or None in found:
        return False
    words = max(int(place) for link in found if link for place in link.group(1, 3))
    return bool(before) or words < _WORDS_PER_LINK * len(found)


def read_links(text: str, name: str, most: int = MOST_TEXTS) -> tuple[AlignedText, ...]:
    """The alignments of a file: lines as `read_gold` reads them, or the links alone in the Pharaoh format ("0-0 1-2
    2?3", a blank line has none), whose texts have no words. Raises Refused naming the first line that is neither, and
    for more than `most` lines.
    """
    lines = re.split("\r\n|[\r\n]", text.removeprefix("\ufeff"))
    lines = lines[:-1] if len(lines) > 1 and not lines[-1] else lines  # a last line end begins no line
    with_words = any("\t" in line for line in lines)
    found = []
    for number, line in enumerate(lines, start=1):
        if with_words and not line.strip():
            continue
        try:
            one = _gold_sentence(line) if with_words else GoldSentence((), (), *_links(line.split()))
        except ValueError as reason:
            raise Refused(
                "E-ALIGN-LINE", "{name}, line {number}: {reason}", name=name, number=number, reason=reason
            ) from None
        links = (tuple(sorted(links)) for links in (one.sure, one.possible))
        found.append(AlignedText(one.source_words, one.target_words, *links))
    if len(found) > most:
        raise Refused(
            "E-ALIGN-LONG", "{name} has {found_count:,} lines; the limit is {most_texts:,}",
            name=name, found_count=len(found), most_texts=most,
        )  # fmt: skip
    return tuple(found)


def links_text(texts: Sequence[AlignedText], words: bool = True) -> str:
    """The lines that `read_links` reads; without `words` in the Pharaoh format."""
    lines = []
    for one in texts:
        links = sorted([*((link, "-") for link in one.sure), *((link, "?") for link in one.possible)])
        line = " ".join(f"{source}{sign}{target}" for (source, target), sign in links)
        lines.append("\t".join([" ".join(one.source), " ".join(one.target), line]) if words else line)
    return "".join(f"{line}\n" for line in lines)
