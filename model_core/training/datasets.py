"""What a training learns from: a TSV corpus with its byte-pair vocabulary, or a toy task with its word list.

`TrainingData` hides the difference from the training loop: pairs of ids per epoch, a validation set, a spec, a card.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from model_core.checkpoints.checkpoint import model_folder
from model_core.checkpoints.task_vocabulary import refuse_special_ids, task_vocabulary
from model_core.errors import Message, Refused, joined
from model_core.io.safe_files import write_atomic
from model_core.record.model_info import read_about
from model_core.record.training_log import RESUME
from model_core.spec import ModelSpec
from model_core.synthetic.slips import exclaimed, renamed, slipped, unaccented, vary
from model_core.synthetic.task import Pair
from model_core.synthetic.templates import home_words
from model_core.synthetic.templates import pairs as rule_made_pairs
from model_core.synthetic.toy_tasks import TASKS
from model_core.tokenizers.typed_text import SeenWords, words_with_case
from model_core.tokenizers.vocab import (
    TOKENIZER_NAME,
    Vocabulary,
    learn_pieces,
    learn_words,
    load_vocabulary,
    vocabulary_of,
)
from model_core.training.data import (
    IdPair,
    TaughtPair,
    batches,
    clean_of,
    join_some,
    links_of,
    read_pairs,
    split_held_out,
)
from model_core.training.running.heads import Linked
from model_core.training.train_spec import TOY_SHAPES, TrainSpec
from model_core.training.word_links import Array, word_links

PIECES = 400
"""Entries from which a vocabulary is one of byte pairs."""
TASK_EPOCH = 6000
"""Pairs of a toy task in one epoch."""
MEASURED_PAIRS, MEASURED_TOKENS = 8, 24
"""Validation pairs in which heads are measured, and how many tokens they have at most on each side."""
T = TypeVar("T")


@dataclass
class TrainingData:
    """The data of one training; every epoch is drawn again, from the seed.

    pairs    training pairs as texts, [] for a toy task
    valid    validation pairs as ids
    complaint  the faults of the files, in one line
    shown    some validation pairs of moderate length, in which heads are measured
    """

    spec: TrainSpec
    vocab: Vocabulary
    pairs: list[tuple[str, str]]
    valid: list[IdPair]
    complaint: str = ""
    shown: list[Linked] = field(default_factory=list)
    _targets: list[list[int]] = field(default_factory=list)
    _links: list[Any] = field(default_factory=list)

    @cached_property
    def valid_digest(self) -> str:
        """Tells these validation pairs from others."""
        return hashlib.sha256(json.dumps(self.valid).encode()).hexdigest()

    def rng(self, epoch: int) -> random.Random:
        """The random generator of one epoch: the same in every process and after a resume."""
        return random.Random(f"{self.spec.seed}/{epoch}")

    def epoch(self, number: int) -> list[IdPair]:
        """The pairs of one epoch as ids: varied, with pieces dropped and sentences joined as the spec says."""
        rng = self.rng(-1 - number)
        if self.spec.task:
            fresh = TASKS[self.spec.task].train(rng, TASK_EPOCH)
            return self.to_ids([(pair.source, pair.target) for pair in fresh])
        if self.spec.slips or self.spec.renamed or self.spec.exclaimed or self.spec.homemade or self.spec.guide:
            return join_some(self._short_enough(self._varied_pairs(rng)), rng, self.spec.join, min(100, self.longest()))
        if not self._targets:
            self._targets = self.vocab.ids([target for _, target in self.pairs])
        texts = [vary(source, rng, self.spec.augment) for source, _ in self.pairs]
        pairs: list[IdPair] = list(zip(self._read(texts, rng), self._targets, strict=True))
        pairs = self._with_clean(pairs, self.pairs)
        return join_some(self._short_enough(pairs), rng, self.spec.join, min(100, self.longest()))

    def batches(self, number: int) -> list[list[IdPair]]:
        """The batches of an epoch. Raises Refused if every pair is too long for the model."""
        found = list(batches(self.epoch(number), self.rng(number), self.spec.batch_tokens))
        if not found:
            raise Refused(
                "E-TRAIN-EMPTY",
                "every sentence pair is too long for {max_positions} positions: set a larger model.max_positions",
                max_positions=self.longest() + 1,
            )  # fmt: skip
        return found

    def _varied_pairs(self, rng: random.Random) -> list[IdPair]:
        """The pairs of an epoch with typing errors, other names, pairs made by rule, and word links."""
        spec = self.spec
        texts = [renamed(*pair, rng, spec.renamed) for pair in _oriented(spec, self.pairs)] + rule_made_pairs(
            rng, spec.homemade
        )
        texts = _oriented(spec, [exclaimed(*pair, rng, spec.exclaimed) for pair in texts])
        sources = [vary(slipped(source, rng, spec.slips), rng, spec.augment) for source, _ in texts]
        if spec.turned:
            sources = [unaccented(source, rng, spec.slips / 2) for source in sources]
        if spec.guide:
            return self._with_clean(self._linked_pairs(sources, texts, rng), texts)
        targets = self.vocab.ids([target for _, target in texts])
        return self._with_clean(list(zip(self._read(sources, rng), targets, strict=True)), texts)

    def _read(self, sources: list[str], rng: random.Random) -> list[list[int]]:
        """The sources of an epoch as ids."""
        return [ids for ids, _ in self._numbered(sources, rng)] if self.spec.piece_dropout else self.vocab.ids(sources)

    def _numbered(self, sources: list[str], rng: random.Random) -> list[Numbered]:
        """The sources of an epoch as ids, with the number of each one's word."""
        rate = self.spec.piece_dropout
        return self.vocab.cut_at_random(sources, rate, rng) if rate else self.vocab.ids_and_words(sources)

    def _linked_pairs(self, sources: list[str], texts: list[tuple[str, str]], rng: random.Random) -> list[IdPair]:
        """The varied sources and the targets of an epoch as ids, with word links."""
        spec = self.spec
        if not self._links:
            words = [list(map(self.vocab.split, side)) for side in zip(*self.pairs, strict=True)]
            self._links = word_links(list(zip(*words, strict=True)))
        read = self._numbered(sources, rng)
        written = self.vocab.ids_and_words([target for _, target in texts])
        links = [*self._links, *[None] * spec.homemade]
        if spec.turned:
            began = zip(sources, texts, links, strict=True)
            links = [known if read[:1].isalnum() == text[0][:1].isalnum() else None for read, text, known in began]
        return [_linked(source, target, known) for source, target, known in zip(read, written, links, strict=True)]

    def _with_clean(self, pairs: list[IdPair], texts: Sequence[tuple[str, str]]) -> list[IdPair]:
        """The pairs with their sources as the teachers read them, where there are teachers and these differ."""
        if not self.spec.teachers:
            return pairs
        clean = self.vocab.ids([source for source, _ in texts])
        return [
            pair if pair[0] == read else TaughtPair(pair[0], pair[1], links_of(pair), read)
            for pair, read in zip(pairs, clean, strict=True)
        ]

    def _short_enough(self, pairs: list[IdPair]) -> list[IdPair]:
        """The pairs that are short enough for the model's positions."""
        longest = self.longest()
        found = [pair for pair in pairs if len(pair[0]) < longest and len(pair[1]) < longest]
        return [pair for pair in found if len(clean_of(pair)) < longest] if self.spec.teachers else found

    def longest(self) -> int:
        """Each side of a pair must have fewer tokens than this: one position is for the end, one for rounding up."""
        return self.model_spec(self.spec).max_positions - 1

    def to_ids(self, texts: list[tuple[str, str]]) -> list[IdPair]:
        """Pairs of texts as pairs of ids, those that are short enough."""
        sources, targets = zip(*texts, strict=True)
        return self._short_enough(list(zip(self.vocab.ids(sources), self.vocab.ids(targets), strict=True)))

    def model_spec(self, spec: TrainSpec) -> ModelSpec:
        """The model's shape: the vocabulary's size plus what the training spec asks for; Refused if it is invalid."""
        shape: dict[str, Any] = {"source_vocabulary": self.vocab.size, "target_vocabulary": self.vocab.size}
        if spec.start:
            shape = read_about(model_folder(spec.start))[0].to_json() | shape
        elif spec.task:
            shape |= {"encoder_layers": 1, "decoder_layers": 1, "max_positions": 64, "dropout": 0.0}
            shape |= TOY_SHAPES[spec.task]
            shape["d_ff"] = 4 * spec.model.get("d_model", shape["d_model"])
        refuse_special_ids(spec.model, shape)
        try:
            found = ModelSpec(**(shape | spec.model)).checked()
        except TypeError as error:
            raise Refused("E-CFG-UNKNOWN", "invalid model settings: {error}", error=error) from None
        for name, most in (("guide_layer", found.layers("cross")), ("guide_head", found.heads_of("cross"))):
            if spec.guide and getattr(spec, name) > most:
                raise Refused(
                    "E-TRAIN-RANGE", "{name} is {value}; the last one of this model is {most}",
                    name=name, value=getattr(spec, name), most=most,
                )  # fmt: skip
        return found

    def about(self, spec: TrainSpec) -> dict[str, Any]:
        """Name, languages, examples and known words for spec.json."""
        if spec.task:
            task = TASKS[spec.task]
            told: dict[str, Any] = {"name": spec.name or task.title, "about": spec.note or task.about}
            told["examples"] = list(spec.examples or task.examples)
            if task.letters:
                return told | dict(zip(("source_language", "target_language"), task.languages, strict=True))
            return told | {"known_words": list(task.words)}
        languages = {"source_language": spec.source_language, "target_language": spec.target_language}
        taught = {"taught_heads": [[spec.guide_layer, spec.guide_head]]} if spec.guide else {}
        shown = {"examples": list(spec.examples)} if spec.examples else {}
        shown |= {"known_words": list(self.vocab.words())} if self.vocab.closed else {}
        return {"name": spec.name or Path(spec.out).name, "about": spec.note} | languages | shown | taught

    def card(self, spec: TrainSpec, scores: dict[str, Any]) -> str:
        """A model card in Markdown with the information known at this point."""
        about = self.about(spec)
        data = f"toy task {spec.task}" if spec.task else ", ".join(Path(path).name for path in spec.data)
        lines = [f"# {about['name']}", "", about["about"], "", f"- data: {data}", f"- seed: {spec.seed}"]
        lines += [f"- {key}: {value}" for key, value in scores.items()]
        return "\n".join(lines) + "\n"


Numbered = tuple[list[int], list[int]]
"""Ids, and for each the number of its word."""


def _linked(source: Numbered, target: Numbered, words_TS: Array | None) -> IdPair:
    """The pair with the links of its words spread over their pieces; without links where the words have changed.

    Only the end marks of the source may have been dropped.
    """
    if words_TS is None or not source[0] or not target[0] or target[1][-1] + 1 != words_TS.shape[0]:
        return source[0], target[0]
    missing = words_TS.shape[1] - source[1][-1] - 1
    if not 0 <= missing <= 3:
        return source[0], target[0]
    share = words_TS[np.ix_(target[1], source[1])] / np.bincount(source[1])[source[1]]
    return TaughtPair(source[0], target[0], share.astype(np.float16))


Broadcast = Callable[[Callable[[], bytes]], bytes]
"""Calls a function in one process and returns its result in all of them; see `model_core.training.distributed`."""


def alone(make: Callable[[], bytes]) -> bytes:
    """The Broadcast of a training in a single process."""
    return make()


def training_data_for(spec: TrainSpec, broadcast: Broadcast = alone) -> TrainingData:
    """Prepare the data of a training; Refused for an unknown task, no data or an unusable file."""
    data = _task_data(spec) if spec.task else _corpus_data(spec, broadcast)
    if not data.valid:
        raise Refused(
            "E-TRAIN-VALID",
            "every validation pair has {longest} tokens or more on one side: set a larger model.max_positions",
            longest=data.longest(),
        )  # fmt: skip
    if not data.shown:
        moderate = [
            pair for pair in data.valid if 3 <= len(pair[0]) <= MEASURED_TOKENS and len(pair[1]) <= MEASURED_TOKENS
        ]
        data.shown = [(pair, ()) for pair in evenly_chosen(moderate or data.valid, MEASURED_PAIRS)]
    return data


def evenly_chosen(pairs: Sequence[T], count: int) -> list[T]:
    """`count` of these, evenly spaced over the list: files are often sorted by length."""
    return [pairs[place * len(pairs) // count] for place in range(count)] if 0 < count < len(pairs) else list(pairs)


def _task_data(spec: TrainSpec) -> TrainingData:
    """The data of a toy task. Raises Refused for an unknown one."""
    if spec.task not in TASKS:
        raise Refused(
            "E-TRAIN-TASK", "unknown task {task}; choose from {tasks}", task=f"{spec.task!r}", tasks=", ".join(TASKS)
        )
    task = TASKS[spec.task]
    held_out = task.test(random.Random(spec.seed), spec.validate_pairs or 300)
    known = spec.known_vocabulary
    data = TrainingData(spec, task_vocabulary(task, known or ""), [], [])
    data.valid = data.to_ids([(pair.source, pair.target) for pair in held_out])
    first = held_out[:MEASURED_PAIRS]
    shown = [(ids, pair) for pair in first for ids in data.to_ids([(pair.source, pair.target)])]
    data.shown = [(ids, pair.links if not known or _word_by_word(ids, pair) else ()) for ids, pair in shown]
    return data


def _word_by_word(ids: IdPair, pair: Pair) -> bool:
    """Whether each word is one token, as the links count them."""
    return (len(ids[0]), len(ids[1])) == (len(pair.source.split()), len(pair.target.split()))


def _corpus_data(spec: TrainSpec, broadcast: Broadcast) -> TrainingData:
    """The data of TSV files. Raises Refused when there are none or one cannot be used."""
    if not spec.data:
        raise Refused("E-TRAIN-DATA", "training needs --data FILE.tsv or --task NAME")
    corpus = read_pairs(spec.data)
    valid = read_pairs([spec.valid]) if spec.valid else None
    if valid is None:
        corpus, valid = split_held_out(corpus)
    known = _oriented(spec, corpus.pairs)
    short = [pair for pair in known if len(pair[0].split()) <= 2]
    long = [pair for pair in known if len(pair[0].split()) >= 13]
    pairs = [*known, *short * (spec.repeat_short - 1), *long * (spec.repeat_long - 1)]
    data = TrainingData(spec, _vocabulary(spec, corpus.pairs, broadcast), pairs, [])
    if not data.vocab.closed:
        invented = home_words(spec.turned) if spec.homemade else set()  # without the invented names
        data.vocab.seen = SeenWords.from_words(words_with_case(source for source, _ in known) | invented)
    told = corpus.complaint(), valid.complaint(), _too_long(data, (*corpus.pairs, *valid.pairs))
    data.complaint = joined(told)
    data.valid = evenly_chosen(data.to_ids(_oriented(spec, valid.pairs)), spec.validate_pairs)
    return data


def _too_long(data: TrainingData, pairs: Iterable[tuple[str, str]]) -> str:
    """One line about the pairs that have no room in the model; "" if there are none."""
    longest = data.longest()  # tokens; a short text has fewer bytes than that and needs not be cut into tokens
    doubtful = [pair for pair in pairs if max(len(side.encode("utf-8", "replace")) for side in pair) >= longest // 2]
    count = len(doubtful) - len(data.to_ids(doubtful)) if doubtful else 0
    one = "left out 1 pair of {longest} tokens or more on one side"
    more = "left out {count:,} pairs of {longest} tokens or more on one side"
    return Message(one if count == 1 else more, count=count, longest=longest) if count else ""


def _oriented(spec: TrainSpec, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs with their sides exchanged where the training reads the second column."""
    return [(target, source) for source, target in pairs] if spec.turned else list(pairs)


def _vocabulary(spec: TrainSpec, pairs: tuple[tuple[str, str], ...], broadcast: Broadcast) -> Vocabulary:
    """The vocabulary of this training: beside its checkpoint when it resumes, another model's, or learned from the
    data. Without a checkpoint the one that is there is of a training that never began."""
    path = Path(spec.out) / f"training.{TOKENIZER_NAME}"

    def found_or_learned() -> bytes:
        known = spec.known_vocabulary
        if path.exists() and path.with_name(RESUME).exists():
            return _droppable(spec, load_vocabulary(path)).to_json().encode()
        if known is not None:
            vocab = _droppable(spec, _own_kind(known))
        else:
            learn = learn_pieces if spec.vocabulary >= PIECES else learn_words
            vocab = _droppable(spec, learn((text for pair in pairs for text in pair), spec.vocabulary))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, vocab.to_json().encode())
        return vocab.to_json().encode()

    return vocabulary_of(broadcast(found_or_learned).decode(), path.name)


def _own_kind(folder: str) -> Vocabulary:
    """The vocabulary of a model folder; Refused for one of another program's model, or of ids alone."""
    vocab = load_vocabulary(model_folder(folder) / TOKENIZER_NAME)
    if type(vocab) is not Vocabulary:
        raise Refused(
            "E-TRAIN-VOCABULARY",
            "{folder} has plain ids or another program's vocabulary; training on files needs one made by headscope",
            folder=folder,
        )
    return vocab


def _droppable(spec: TrainSpec, vocab: Vocabulary) -> Vocabulary:
    """The vocabulary; Refused if the training is to drop pieces of it and it has none."""
    if spec.piece_dropout and vocab.closed:
        raise Refused(
            "E-TRAIN-VOCABULARY",
            "piece_dropout skips merges of byte pairs, and a vocabulary of whole words has none: leave piece_dropout "
            "out, or train with a vocabulary of byte pairs, such as vocabulary={pieces} or more in another folder",
            pieces=PIECES,
        )
    return vocab
