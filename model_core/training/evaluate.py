"""The quality of a model: BLEU and chrF of its translations, and the alignment error rate of its cross-attention.

Shapes: B sentences, L layers, H heads, T target rows, S source tokens.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from model_core.analysis.alignment import GoldSentence, Link, corpus_error_rate, hard_links
from model_core.engine.translate import BATCH, translate
from model_core.errors import Refused
from model_core.io.installing import install_command
from model_core.record.trace import ATTENTION
from model_core.tokenizers.vocab import Vocabulary, clean
from model_core.training.teacher_forcing import collate
from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder

Pairs = Sequence[tuple[str, str]]

SACREBLEU = "sacrebleu>=2.6,<3"
"""The requirement for pip; the same as the extra `evaluate` in pyproject.toml."""

TOO_SHORT = "not defined: no reference has four tokens, and BLEU counts sequences of one to four"

_SIGNS = re.compile(r"[^\w\s']+")


# ---------------------------------------------------------------- translations


@dataclass(frozen=True)
class Score:
    """One number (0–100) with the signature that says how it was computed; None, and why in `note`, where the score is
    not defined."""

    name: str
    value: float | None
    signature: str
    note: str = ""

    @property
    def number(self) -> float:
        """The value, NaN where it is not defined."""
        return math.nan if self.value is None else self.value

    def __str__(self) -> str:
        return "–" if self.value is None else f"{self.value:.1f}"


@dataclass(frozen=True)
class Quality:
    """Scores over the distinct sources with all their references, and over all pairs with one each."""

    pairs: int
    sources: int
    multi: tuple[Score, ...]
    single: tuple[Score, ...]


def without_case_and_signs(text: str) -> str:
    """The text in lower case and without punctuation; unchanged where nothing would be left."""
    return " ".join(_SIGNS.sub(" ", text.lower()).split()) or text


def quality(model: EncoderDecoder, vocab: Vocabulary, pairs: Pairs, hurried: bool = False) -> Quality:
    """BLEU and chrF of greedy translations; `hurried` sources are `without_case_and_signs`, their references unchanged.

    Raises Refused when sacrebleu is not installed.
    """
    sacrebleu_metrics()
    references = references_of(pairs)
    asked = [without_case_and_signs(source) for source in references] if hurried else list(references)
    written = [one.text for one in translate(model, vocab, asked, BATCH)]
    return Quality(len(pairs), len(references), *multi_and_single_scores(written, list(references.values())))


def references_of(pairs: Pairs) -> dict[str, list[str]]:
    """Each distinct source with all its references."""
    found: dict[str, list[str]] = {}
    for source, target in pairs:
        found.setdefault(source, []).append(target)
    return found


def multi_and_single_scores(
    written: Sequence[str], references: Sequence[Sequence[str]]
) -> tuple[tuple[Score, ...], tuple[Score, ...]]:
    """`scores` of each text against all its references, and of every pair on its own."""
    pairs = [(text, [one]) for text, group in zip(written, references, strict=True) for one in group]
    return scores(written, references), scores([text for text, _ in pairs], [one for _, one in pairs])


def scores(written: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[Score, ...]:
    """BLEU and chrF of each text against its references (any number of them, at least one each)."""
    metrics = sacrebleu_metrics()
    streams = [list(stream) for stream in itertools.zip_longest(*references)]
    bleu, characters = metrics.BLEU(), metrics.CHRF()
    found, value = (one.corpus_score(list(written), streams) for one in (bleu, characters))
    words = Score("BLEU", found.score, str(bleu.get_signature()))
    if not found.totals[-1] and not any(_longest_sequences(bleu, stream) for stream in streams):
        words = replace(words, value=None, note=TOO_SHORT)  # sacrebleu says 0, also of what is all right
    return words, Score("chrF", value.score, str(characters.get_signature()))


def _longest_sequences(bleu: Any, texts: Sequence[str | None]) -> int:
    """How many sequences of as many tokens as BLEU counts at most are in some texts."""
    there = [text for text in texts if text is not None]
    return int(bleu.corpus_score(there, [there]).totals[-1])


def chrf(written: str, reference: str) -> float:
    """chrF of one text against one reference, 0–100. Raises Refused when sacrebleu is not installed."""
    return sacrebleu_metrics().CHRF().sentence_score(written, [reference]).score


def sacrebleu_metrics() -> Any:
    """sacrebleu's metrics; Refused, with what to do, when it is not installed."""
    try:
        from sacrebleu import metrics
    except ImportError:
        hint = "BLEU and chrF need the sacrebleu library: {command}"
        raise Refused("E-EVAL-MISSING", hint, command=install_command(SACREBLEU)) from None
    return metrics


# ---------------------------------------------------------------- alignment


@dataclass(frozen=True)
class AlignmentRow:
    """Alignment error rate (0–1) of one way to read the cross-attention, over all tokens and over words only."""

    name: str
    every: float
    words: float


@dataclass(frozen=True)
class AlignmentScores:
    """The rows of `alignment`, and the number of sentences that were short enough to be measured."""

    rows: list[AlignmentRow]
    sentences: int


def alignment(
    model: EncoderDecoder, vocab: Vocabulary, gold: Sequence[GoldSentence], batch: int = BATCH, each_head: bool = False
) -> AlignmentScores:
    """Mean of all heads, mean of each layer, and the best single head over all tokens and over words only; then with
    `each_head` every head.

    Teacher-forced; a row belongs to the token that it predicts. "Words only" leaves punctuation out on both sides,
    before the strongest link is chosen. Sentences for which the model has no room are left out. Raises Refused when
    none is short enough.
    """
    layers, heads = model.spec.decoder_layers, model.spec.heads_of("cross")
    readings = {"mean of all heads": (slice(None), slice(None))}
    readings |= {f"mean of layer {layer + 1}": (slice(layer, layer + 1), slice(None)) for layer in range(layers)}
    singles = {
        f"layer {layer + 1} head {head + 1}": (slice(layer, layer + 1), slice(head, head + 1))
        for layer in range(layers)
        for head in range(heads)
    }
    found: dict[str, tuple[list[set[Link]], list[set[Link]]]] = {name: ([], []) for name in readings | singles}
    gold = _short_enough(model, vocab, gold)
    if not gold:
        raise Refused("E-EVAL-ALIGN", "every sentence of the alignment file is too long for this model")
    for one, maps_LHTS, target_words, source_words in _maps(model, vocab, gold, batch):
        spoken = (
            _without_punctuation(one.target_words, target_words),
            _without_punctuation(one.source_words, source_words),
        )
        for name, (layer, head) in (readings | singles).items():
            mean_TS = maps_LHTS[layer, head].mean((0, 1))
            found[name][0].append(hard_links(mean_TS, target_words, source_words))
            found[name][1].append(hard_links(mean_TS, *spoken))
    rows = {name: _row(name, links, gold) for name, links in found.items()}
    best = min((rows[name] for name in singles), key=lambda row: row.every)
    best_words = min((rows[name] for name in singles), key=lambda row: row.words)
    shown = [rows[name] for name in readings]
    shown.append(AlignmentRow(f"best head: {best.name}", best.every, best.words))
    if best_words is not best:
        shown.append(AlignmentRow(f"best head by words: {best_words.name}", best_words.every, best_words.words))
    return AlignmentScores([*shown, *(rows[name] for name in singles if each_head)], len(gold))


def _short_enough(model: EncoderDecoder, vocab: Vocabulary, gold: Sequence[GoldSentence]) -> list[GoldSentence]:
    """The sentences for which the model has room on both sides."""
    most = model.spec.max_positions - 2
    return [one for one, *sides in zip(gold, *_sides(vocab, gold), strict=True) if max(map(len, sides)) <= most]


def _sides(vocab: Vocabulary, gold: Sequence[GoldSentence]) -> tuple[list[list[int]], list[list[int]]]:
    """The ids of all sources, and of all targets."""
    sources, targets = ([text(one) for one in gold] for text in (_source, _target))
    return vocab.ids(sources), vocab.target.ids(targets)


def _row(name: str, links: tuple[list[set[Link]], list[set[Link]]], gold: Sequence[GoldSentence]) -> AlignmentRow:
    """Error rates of these links: (all, words only)."""
    return AlignmentRow(name, corpus_error_rate(links[0], gold), corpus_error_rate(links[1], [*map(_words_only, gold)]))


Words = list[int | None]


@torch.inference_mode()
def _maps(
    model: EncoderDecoder, vocab: Vocabulary, gold: Sequence[GoldSentence], batch: int
) -> Iterator[tuple[GoldSentence, np.ndarray, Words, Words]]:
    """(sentence, cross weights (L, H, T, S), word of each row's token, word of each source token) of each sentence."""
    names = [f"{ATTENTION['cross'].format(layer=layer)}.weights" for layer in range(model.spec.decoder_layers)]
    for start in range(0, len(gold), batch):
        chosen = gold[start : start + batch]
        source_BS, read_BT, _ = collate(list(zip(*_sides(vocab, chosen), strict=True)), model.spec)
        with recording(model, keep=lambda name: name in names) as kept:
            model(source_BS.to(model.device), read_BT.to(model.device))
        maps_LBHTS = torch.stack([kept[name] for name in names]).cpu()
        for row, one in enumerate(chosen):
            source_words = word_of_each(vocab, _source(one), one.source_words)
            target_words = word_of_each(vocab.target, _target(one), one.target_words)
            whole = maps_LBHTS[:, row, :, : len(target_words), : len(source_words)].numpy()
            yield one, whole, target_words, source_words


def _source(one: GoldSentence) -> str:
    return _text(one.source_text, one.source_words)


def _target(one: GoldSentence) -> str:
    return _text(one.target_text, one.target_words)


def _text(text: str, words: Sequence[str]) -> str:
    """The sentence as it is written; its words joined by spaces where the file has only these, or they do not match."""
    squeezed = "".join(clean(text).split())
    return text if squeezed and squeezed == "".join("".join(words).split()) else " ".join(words)


def word_of_each(vocab: Vocabulary, text: str, words: Sequence[str]) -> Words:
    """For each piece of the text and for its end the index of its word; None for the end and for lone spaces."""
    text = clean(text)
    owner = [word for word, spelling in enumerate(words) for _ in "".join(spelling.split())]
    place = itertools.accumulate((not character.isspace() for character in text), initial=0)
    before = list(place)
    found: Words = []
    for start, end in vocab.spans(text):
        inside = [at for at in range(start, end) if not text[at].isspace()]
        found.append(owner[before[inside[0]]] if inside else None)
    return [*found, None]


def _is_word(text: str) -> bool:
    """Whether a text has a letter or a digit."""
    return any(character.isalnum() for character in text)


def _without_punctuation(words: Sequence[str], owners: Words) -> Words:
    """The word indices, None for punctuation."""
    return [None if owner is None or not _is_word(words[owner]) else owner for owner in owners]


def _words_only(gold: GoldSentence) -> GoldSentence:
    """The gold links between words, without those of punctuation."""

    def between_words(links: frozenset[Link]) -> frozenset[Link]:
        return frozenset(
            (source, target)
            for source, target in links
            if _is_word(gold.source_words[source]) and _is_word(gold.target_words[target])
        )

    return GoldSentence(gold.source_words, gold.target_words, between_words(gold.sure), between_words(gold.possible))
