"""Translation of many lines: sorted by length into batches, decoded, returned in their order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from model_core.decoding.beam import Beam, search_steps
from model_core.engine.batch import Batch, padded
from model_core.engine.inputs import unknown_notice, unknown_words, unseen_notice
from model_core.errors import counted
from model_core.io.limits import DECODE_STEPS, TEXT_CHARACTERS
from model_core.record.edits import Decoding
from model_core.tokenizers.typed_text import Reading, as_read, unseen_words
from model_core.tokenizers.vocab import Vocabulary, clean
from model_core.transformer.model import EncoderDecoder

GREEDY = Decoding()

BATCH = 32
"""Lines decoded together."""

MOST_STRANGE = 10_000
"""Distinct words that a model does not know that are held at most: a long pipe has ever more."""

WINDOW = 2048
"""Lines that are sorted by length together, and held in memory at most."""


@dataclass(frozen=True)
class Translation:
    """The translation of one line; `note` says what was cut, corrected or became another number, "" for nothing."""

    text: str
    note: str = ""


def translate(
    model: EncoderDecoder,
    vocab: Vocabulary,
    lines: Iterable[str],
    batch: int = BATCH,
    window: int = WINDOW,
    decoding: Decoding = GREEDY,
    as_typed: bool = False,
    soon: bool = False,
    strange: StrangeWords | None = None,
) -> Iterator[Translation]:
    """The translation of each line, in order; a line without text gives one without text.

    Where the words of the model's training are known, a line of capitals is read in sentence case and swapped letters
    are put right, unless `as_typed`; the note says so.
    A line gives the same however it is batched. At most `window` lines are held at a time; `soon`: at first two batches
    of them, then eight times as many each time, so that somebody who waits has answers soon. That costs some 3 % of
    2,048 lines, which are padded more. Words that the model does not know are added to `strange`. Raises Refused where
    the model's probabilities are not numbers.
    """
    rest, size = iter(lines), min(2 * batch, window) if soon else window
    while some := list(islice(rest, size)):
        yield from _window(model, vocab, some, batch, decoding, as_typed, strange)
        size = min(8 * size, window)


class StrangeWords:
    """Words of many lines that a model does not know: not in its vocabulary, or never in its training where that is
    known. Of each kind MOST_STRANGE are held."""

    def __init__(self, vocab: Vocabulary) -> None:
        self._vocab = vocab
        self._unknown: dict[str, bool] = {}  # word -> whether it is in `notes`
        self._unseen: dict[str, bool] = {}

    def add(self, line: str, unknown: bool) -> None:
        """Adds the words of a line as the model reads it; `unknown`: some piece of it is not in the vocabulary."""
        found = unknown_words(self._vocab.tokens(line)) if unknown else []
        for known, words in ((self._unknown, found), (self._unseen, unseen_words(line, self._vocab).values())):
            for word in words:
                if len(known) < MOST_STRANGE:
                    known.setdefault(word, False)

    def notes(self) -> list[str]:
        """A sentence for each kind about the words that were added since the last call."""
        unknown, unseen = (
            [word for word, said in words.items() if not said] for words in (self._unknown, self._unseen)
        )
        for words in (self._unknown, self._unseen):
            words.update(dict.fromkeys(words, True))
        notes: list[str] = [unknown_notice(unknown, self._vocab.words())] if unknown else []
        return notes + ([unseen_notice(unseen)] if unseen else [])


def _window(
    model: EncoderDecoder, vocab: Vocabulary, lines: Sequence[str], batch: int, decoding: Decoding, as_typed: bool,
    strange: StrangeWords | None,
) -> Iterator[Translation]:  # fmt: skip
    """The translations of these lines, each as soon as its batch and those of the lines before it are decoded."""
    cut = [line[:TEXT_CHARACTERS] for line in lines]
    readings = [Reading(line) if as_typed else as_read(line, vocab) for line in map(clean, cut)]
    ids = vocab.ids([reading.text for reading in readings])
    room = model.spec.max_positions - 1
    order = sorted((index for index in range(len(lines)) if ids[index]), key=lambda index: len(ids[index]))
    rank = {index: place for place, index in enumerate(order)}
    written: dict[int, list[int]] = {}
    for index, line in enumerate(lines):
        if ids[index] and index not in written:
            start = rank[index] // batch * batch
            chosen = order[start : start + batch]
            written |= zip(chosen, translated_ids(model, [ids[one][:room] for one in chosen], decoding), strict=True)
        if strange is not None:
            strange.add(readings[index].text, model.spec.unk_id in ids[index])
        own = written.get(index, [])
        note = _note(len(line), len(ids[index]), room, own, model.spec.eos_id)
        text = " ".join(vocab.target.text(own).splitlines())  # bytes can spell the end of a line
        note = "; ".join(filter(None, [*readings[index].notes(), note, changed_number(cut[index], text)]))
        yield Translation(text, note)


def _note(characters: int, tokens: int, room: int, written: Sequence[int], end: int) -> str:
    """What was cut off a line, in words; "" for nothing."""
    notes = []
    if characters > TEXT_CHARACTERS:
        notes.append(f"cut to the first {TEXT_CHARACTERS:,} of {characters:,} characters")
    if tokens > room:
        notes.append(f"cut to the first {room} of {tokens:,} tokens, this model's maximum")
    if written and end not in written:
        notes.append(f"the model did not end the sentence; stopped after {counted(len(written), 'token')}")
    return "; ".join(notes)


def changed_number(line: str, translation: str) -> str:
    """A warning where a number of several digits became another one, else ""."""
    read, written = (re.findall(r"\d{2,}", text) for text in (line, translation))
    lost, new = [one for one in read if one not in written], [one for one in written if one not in read]
    if not lost or not new:
        return ""
    return f"the translation has {', '.join(new)} instead of {', '.join(lost)}: do not trust it"


def translated_ids(
    model: EncoderDecoder, sources: Sequence[Sequence[int]], decoding: Decoding = GREEDY
) -> list[list[int]]:
    """The ids written for each source; sources are without the end of sentence, results with it where it was
    written."""
    spec = model.spec
    if spec.leaks and len(sources) > 1:  # padding would be read, and how much there is depends on the batch
        return [translated_ids(model, [source], decoding)[0] for source in sources]
    if decoding.method == "beam":
        return [search.text() for search in searched(model, sources, decoding)]
    batch, limits = _encoded(model, sources)
    for _ in batch.write(decoding, max(limits), [[]] * len(sources)):
        pass
    return [ids[:limit] for ids, limit in zip(batch.written, limits, strict=True)]


def searched(model: EncoderDecoder, sources: Sequence[Sequence[int]], decoding: Decoding) -> list[Beam]:
    """The beam search of each source (ids without the end of sentence), all together; each ends by a limit of its
    own."""
    batch, limits = _encoded(model, sources)
    searches = [Beam(model.spec, limit, decoding, records=False) for limit in limits]
    for _ in search_steps(model, batch.source_BS, batch.memory_BSD, searches):
        pass
    return searches


def _encoded(model: EncoderDecoder, sources: Sequence[Sequence[int]]) -> tuple[Batch, list[int]]:
    """The encoded sources, and the most tokens that are written for each."""
    spec = model.spec
    batch = Batch(model, padded([[*source, spec.eos_id] for source in sources], spec.pad_id))
    batch.encode()
    return batch, [min(spec.max_positions, DECODE_STEPS, 2 * len(source) + 18) for source in sources]
