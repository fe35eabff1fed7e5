"""Quality of a model on typed text: capitals, dropped apostrophes, wrong letters, length, names, numbers.

Every change is scored on the sources that it affects, beside the same sources as they are written.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from model_core.engine.translate import BATCH, translate
from model_core.synthetic.templates import KINDS as HOMEMADE
from model_core.tokenizers.typed_text import words_of
from model_core.tokenizers.vocab import Vocabulary
from model_core.training.data import read_pairs
from model_core.training.evaluate import (
    Pairs,
    Score,
    multi_and_single_scores,
    references_of,
    sacrebleu_metrics,
    without_case_and_signs,
)
from model_core.transformer.model import EncoderDecoder

LENGTHS = ((1, 4), (5, 7), (8, 10), (11, 14), (15, 1000))
"""Shortest and longest source of a group, in words."""

COUNTS = ((0, 0), (1, 5), (6, 20), (21, 100), (101, 10**9))
"""Least and greatest count, in the training part, of the rarest word of a source in a group."""

HOMEMADE_SEED = 1_000_003
"""The development lists of home-made pairs are drawn from it; a training draws from its own seed and epoch."""

HOMEMADE_COUNT = 100


@dataclass(frozen=True)
class TypedScore:
    """BLEU of `sources` sources, against all references and of each pair; `plain` are those as they are written."""

    name: str
    sources: int
    multi: Score
    single: Score
    plain_multi: Score
    plain_single: Score


@dataclass(frozen=True)
class KeptCount:
    """How many of `count` names or numbers, which source and reference share, are in the translation, too."""

    name: str
    kept: int
    count: int


def swapped(source: str, rng: random.Random) -> str:
    """The source with two neighbouring letters swapped inside one word of four letters or more, if there is one."""
    words = [found for found in re.finditer(r"[^\W\d_]{4,}", source) if len(set(found[0][1:])) > 1]
    if not words:
        return source
    word = rng.choice(words)
    places = [at for at in range(word.start() + 1, word.end() - 1) if source[at] != source[at + 1]]
    at = rng.choice(places)
    return source[:at] + source[at + 1] + source[at] + source[at + 2 :]


def _typed(seed: int) -> Iterator[tuple[str, Callable[[str], str], bool]]:
    """(name, change of a source, whether the model reads it without correction) of every kind of typing."""
    yield "capitals", str.upper, False
    for end, as_typed in (("", False), (", as typed", True)):
        yield "without apostrophes" + end, lambda source: re.sub(r"['’]", "", source), as_typed
        yield "two letters swapped" + end, partial(swapped, rng=random.Random(seed)), as_typed
    yield "lower case, no punctuation", without_case_and_signs, False


class TypedQuality:
    """Greedy translations of the distinct sources of some pairs, and their scores when the sources are typed
    otherwise."""

    def __init__(self, model: EncoderDecoder, vocab: Vocabulary, pairs: Pairs) -> None:
        sacrebleu_metrics()  # before anything is translated
        self.model, self.vocab = model, vocab
        self.references = references_of(pairs)
        self.written = self._translated(list(self.references))

    def _translated(self, sources: Sequence[str], as_typed: bool = False) -> dict[str, str]:
        translations = translate(self.model, self.vocab, sources, BATCH, as_typed=as_typed)
        return {source: one.text for source, one in zip(sources, translations, strict=True)}

    def _bleu(self, sources: Sequence[str], written: Sequence[str]) -> tuple[Score, Score]:
        """(against all references, of each pair)."""
        multi, single = multi_and_single_scores(written, [self.references[source] for source in sources])
        return multi[0], single[0]

    def typed(self, seed: int = 1) -> Iterator[TypedScore]:
        """The score of each kind of typing, on the sources that it changes."""
        for name, change, as_typed in _typed(seed):
            asked = {source: change(source) for source in self.references}
            chosen = [source for source, text in asked.items() if text != source]
            if chosen:
                written = self._translated([asked[source] for source in chosen], as_typed)
                texts = [written[asked[source]] for source in chosen]
                plain = self._bleu(chosen, [self.written[source] for source in chosen])
                yield TypedScore(name, len(chosen), *self._bleu(chosen, texts), *plain)

    def lengths(self) -> Iterator[TypedScore]:
        for least, most in LENGTHS:
            name = f"{least} to {most} words" if most < 1000 else f"{least} words or more"
            yield from self._group(name, [one for one in self.references if least <= len(one.split()) <= most])

    def rarities(self, trained_on: Iterable[str]) -> Iterator[TypedScore]:
        """Each group by how often the rarest word of a source occurs in the sources of a training."""
        counts = Counter(word for source in trained_on for word in words_of(source))
        rarest = {one: min(counts[word] for word in words) for one in self.references if (words := words_of(one))}
        for least, most in COUNTS:
            name = f"rarest word {f'{least} to {most}' if most < COUNTS[-1][1] else f'{least} or more'} times"
            yield from self._group(name if most else "a word never seen in training", [
                one for one, count in rarest.items() if least <= count <= most
            ])  # fmt: skip

    def _group(self, name: str, chosen: Sequence[str]) -> Iterator[TypedScore]:
        if chosen:
            plain = self._bleu(chosen, [self.written[source] for source in chosen])
            yield TypedScore(name, len(chosen), *plain, *plain)

    def kept_counts(self) -> tuple[KeptCount, KeptCount]:
        """Numbers and names that source and a reference share."""
        numbers, names = [0, 0], [0, 0]
        for source, group in self.references.items():
            shared = [set(re.findall(r"\d+", source)), set(re.findall(r"(?<=\s)[A-Z][a-z]+", source))]
            for counts, words in zip((numbers, names), shared, strict=True):
                known = {word for word in words if any(re.search(rf"\b{word}\b", one) for one in group)}
                counts[0] += sum(bool(re.search(rf"\b{word}\b", self.written[source])) for word in known)
                counts[1] += len(known)
        return KeptCount("numbers", *numbers), KeptCount("names", *names)


def homemade_lists() -> dict[str, list[tuple[str, str]]]:
    """The development list of each kind of home-made pairs."""
    numbers = range(HOMEMADE_COUNT)
    return {
        kind: list(dict.fromkeys(draw(random.Random(f"{HOMEMADE_SEED}/{kind}/{number}")) for number in numbers))
        for kind, (_, draw) in HOMEMADE.items()
    }


def homemade_quality(model: EncoderDecoder, vocab: Vocabulary) -> Iterator[KeptCount]:
    """For each kind how many translations are exactly the one of the list."""
    for kind, pairs in homemade_lists().items():
        translations = translate(model, vocab, [source for source, _ in pairs])
        kept = sum(one.text == target for one, (_, target) in zip(translations, pairs, strict=True))
        yield KeptCount(kind, kept, len(pairs))


def report(
    model: EncoderDecoder, vocab: Vocabulary, data: str | None, homemade: bool, trained_on: Sequence[str] = ()
) -> Iterator[str]:
    """Lines of a table: the pairs of a file as people type them, where one is given, also by the words of the sources
    that the model was `trained_on`; and the home-made lists."""
    if data:
        found = TypedQuality(model, vocab, read_pairs([data]).pairs)
        yield f"  {'BLEU, all references / each pair':32}{'sources':>8}{'so typed':>16}{'as written':>16}"
        seen = found.rarities(trained_on) if trained_on else ()
        for row in itertools.chain(found.typed(), found.lengths(), seen):
            typed, plain = f"{row.multi} / {row.single}", f"{row.plain_multi} / {row.plain_single}"
            yield f"  {row.name:32}{row.sources:8}{typed:>16}{plain:>16}"
        yield from (f"  {kept.name} kept: {kept.kept} of {kept.count}" for kept in found.kept_counts())
    for kept in homemade_quality(model, vocab) if homemade else ():
        yield f"  {kept.name:32}{kept.kept:8} of {kept.count} exactly as in the list"
