"""A tiny English and its tiny Spanish: a generator, a parser and the one right translation, with gold alignment.

    sentence    subject verb [object] [adverb]        the cats do not see the red house today
    subject     determiner [adjective] animal         the / a / my / this / these
    object      determiner [adjective] thing          after a transitive verb; or it / them
    verb        affirmative, or does / do not + verb

What a model must learn: the adjective follows its noun; article and adjective agree with the noun in gender and
number, and gender cannot always be heard from the noun (la flor, el coche); `does` and `do` have no counterpart; the
object pronoun moves in front of the verb.

Choices made here:

- Subjects are animals and objects are things. An animal as object would often take the personal `a` in Spanish.
- `it` and `them` have no noun to agree with inside the sentence. They are translated with the masculine `lo` and
  `los`, the usual default; only their number agrees.
- Gold alignment: every Spanish word has exactly one English word. `not` is linked to `no`; `does` and `do` to nothing.
- No English word after `a` starts with a vowel, so `an` is never needed.
- One (adjective, noun) pair in five is held out: training never shows it, and a test sentence shows no other kind.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from random import Random

from model_core.errors import Message
from model_core.synthetic.task import Pair, Task

Forms = tuple[str, str, str, str]
"""Spanish forms: masculine and feminine singular, masculine and feminine plural."""

Spoken = tuple[str, str]
"""A word and the part it plays. A word of either language is linked to the one that plays the same part."""


@dataclass(frozen=True)
class Noun:
    """English and Spanish as (singular, plural); the gender is the Spanish one."""

    english: tuple[str, str]
    spanish: tuple[str, str]
    feminine: bool


@dataclass(frozen=True)
class Verb:
    """English and Spanish as (he or she, they); the second English form is also the one after does / do not."""

    english: tuple[str, str]
    spanish: tuple[str, str]
    transitive: bool


@dataclass(frozen=True)
class Determiner:
    """English as (singular, plural), the plural None if there is none."""

    english: tuple[str, str | None]
    spanish: Forms


@dataclass(frozen=True)
class Phrase:
    """A noun with its determiner, perhaps with an adjective (the English one, a key of ADJECTIVES)."""

    determiner: Determiner
    adjective: str | None
    noun: Noun
    plural: bool


@dataclass(frozen=True)
class GrammarSentence:
    """What both languages say. The object is a phrase, `it`, `them` or, after an intransitive verb, None."""

    subject: Phrase
    verb: Verb
    negated: bool
    object: Phrase | str | None
    adverb: str | None


def _noun(english: str, spanish: str, feminine: bool) -> Noun:
    ending = "s" if spanish[-1] in "aeo" else "es"
    return Noun((english, english + "s"), (spanish, spanish + ending), feminine)


def _agreeing(stem: str) -> Forms:
    return (stem + "o", stem + "a", stem + "os", stem + "as")


ANIMALS = (
    _noun("cat", "gato", False), _noun("dog", "perro", False), _noun("horse", "caballo", False),
    _noun("cow", "vaca", True), _noun("hen", "gallina", True), _noun("turtle", "tortuga", True),
)  # fmt: skip
THINGS = (
    _noun("book", "libro", False), _noun("tree", "árbol", False), _noun("car", "coche", False),
    _noun("house", "casa", True), _noun("flower", "flor", True), _noun("key", "llave", True),
)  # fmt: skip
NOUNS = ANIMALS + THINGS

ADJECTIVES: dict[str, Forms] = {
    "red": _agreeing("roj"), "white": _agreeing("blanc"), "black": _agreeing("negr"), "yellow": _agreeing("amarill"),
    "small": _agreeing("pequeñ"), "pretty": _agreeing("bonit"), "dirty": _agreeing("suci"),
    "strange": _agreeing("extrañ"),
}  # fmt: skip

TRANSITIVE = (
    Verb(("sees", "see"), ("ve", "ven"), True),
    Verb(("wants", "want"), ("quiere", "quieren"), True),
    Verb(("finds", "find"), ("encuentra", "encuentran"), True),
    Verb(("carries", "carry"), ("lleva", "llevan"), True),
    Verb(("touches", "touch"), ("toca", "tocan"), True),
    Verb(("pushes", "push"), ("empuja", "empujan"), True),
    Verb(("hides", "hide"), ("esconde", "esconden"), True),
)
INTRANSITIVE = (
    Verb(("sleeps", "sleep"), ("duerme", "duermen"), False),
    Verb(("runs", "run"), ("corre", "corren"), False),
    Verb(("jumps", "jump"), ("salta", "saltan"), False),
)
VERBS = TRANSITIVE + INTRANSITIVE

DETERMINERS = (
    Determiner(("the", "the"), ("el", "la", "los", "las")),
    Determiner(("my", "my"), ("mi", "mi", "mis", "mis")),
    Determiner(("this", "these"), ("este", "esta", "estos", "estas")),
    Determiner(("a", None), ("un", "una", "", "")),
)
PLURAL_DETERMINERS = DETERMINERS[:3]
ADVERBS = {"here": "aquí", "now": "ahora", "today": "hoy"}
CLITICS = {"it": "lo", "them": "los"}
AUXILIARIES = ("does", "do")


def is_held_out(adjective: str, noun: Noun) -> bool:
    """Whether an adjective-noun pair is held out for testing: one in five, spread evenly over adjectives and nouns."""
    return (2 * list(ADJECTIVES).index(adjective) + NOUNS.index(noun)) % 5 == 0


_ADJECTIVES_OF = {
    (noun, held_out): tuple(adjective for adjective in ADJECTIVES if is_held_out(adjective, noun) == held_out)
    for noun in NOUNS
    for held_out in (False, True)
}


def english(sentence: GrammarSentence) -> list[Spoken]:
    """The English words of a sentence, each with the part it plays."""
    plural = sentence.subject.plural
    words = _english_phrase(sentence.subject, "subject")
    if sentence.negated:
        words += [(AUXILIARIES[plural], "auxiliary"), ("not", "negation"), (sentence.verb.english[1], "verb")]
    else:
        words.append((sentence.verb.english[plural], "verb"))
    if isinstance(sentence.object, Phrase):
        words += _english_phrase(sentence.object, "object")
    elif sentence.object:
        words.append((sentence.object, "object"))
    if sentence.adverb:
        words.append((sentence.adverb, "adverb"))
    return words


def _english_phrase(phrase: Phrase, part: str) -> list[Spoken]:
    determiner = phrase.determiner.english[phrase.plural]
    if determiner is None:
        raise ValueError(f"{phrase.determiner.english[0]!r} cannot stand before the plural {phrase.noun.english[1]!r}")
    words = [(determiner, part + " determiner"), (phrase.noun.english[phrase.plural], part)]
    if phrase.adjective:
        words.insert(1, (phrase.adjective, part + " adjective"))
    return words


def spanish(sentence: GrammarSentence) -> list[Spoken]:
    """The Spanish words of a sentence, each with the part it plays."""
    words = _spanish_phrase(sentence.subject, "subject")
    if sentence.negated:
        words.append(("no", "negation"))
    if isinstance(sentence.object, str):
        words.append((CLITICS[sentence.object], "object"))
    words.append((sentence.verb.spanish[sentence.subject.plural], "verb"))
    if isinstance(sentence.object, Phrase):
        words += _spanish_phrase(sentence.object, "object")
    if sentence.adverb:
        words.append((ADVERBS[sentence.adverb], "adverb"))
    return words


def _spanish_phrase(phrase: Phrase, part: str) -> list[Spoken]:
    form = 2 * phrase.plural + phrase.noun.feminine
    words = [(phrase.determiner.spanish[form], part + " determiner"), (phrase.noun.spanish[phrase.plural], part)]
    if phrase.adjective:
        words.append((ADJECTIVES[phrase.adjective][form], part + " adjective"))
    return words


def translated(sentence: GrammarSentence) -> Pair:
    """Both languages side by side, words that play the same part linked."""
    sources, targets = english(sentence), spanish(sentence)
    place = {part: j for j, (_, part) in enumerate(targets)}
    links = tuple((i, place[part]) for i, (_, part) in enumerate(sources) if part in place)
    return Pair(" ".join(word for word, _ in sources), " ".join(word for word, _ in targets), links)


def draw_sentence(rng: Random, held_out: bool) -> GrammarSentence:
    """A random sentence whose adjective-noun pairs are all trained ones, or all held out (then at least one)."""
    while True:
        subject = _draw_phrase(rng, ANIMALS, held_out)
        verb = rng.choice(TRANSITIVE if rng.random() < 0.75 else INTRANSITIVE)
        object_: Phrase | str | None = None
        if verb.transitive:
            object_ = rng.choice(tuple(CLITICS)) if rng.random() < 0.3 else _draw_phrase(rng, THINGS, held_out)
        if held_out and not (subject.adjective or (isinstance(object_, Phrase) and object_.adjective)):
            continue
        adverb = rng.choice(tuple(ADVERBS)) if rng.random() < 0.35 else None
        return GrammarSentence(subject, verb, rng.random() < 0.35, object_, adverb)


def _draw_phrase(rng: Random, nouns: tuple[Noun, ...], held_out: bool) -> Phrase:
    noun = rng.choice(nouns)
    plural = rng.random() < 0.5
    determiner = rng.choice(PLURAL_DETERMINERS if plural else DETERMINERS)
    adjective = rng.choice(_ADJECTIVES_OF[noun, held_out]) if rng.random() < 0.5 else None
    return Phrase(determiner, adjective, noun, plural)


def draw(rng: Random, held_out: bool) -> Pair:
    """One pair of the training side, or of the held-out side."""
    return translated(draw_sentence(rng, held_out))


def answer(source: str) -> Pair:
    """The translation of an English sentence; ValueError says what the grammar expected, or the right English."""
    words = source.split()
    pair = translated(Reader(words).sentence())
    if pair.source != " ".join(words):
        raise ValueError(f"the words do not agree with each other: did you mean {pair.source!r}?")
    return pair


_DETERMINER_OF = {word: determiner for determiner in DETERMINERS for word in determiner.english if word}
_NOUN_OF = {word: (noun, bool(number)) for noun in NOUNS for number, word in enumerate(noun.english)}
_VERB_OF = {word: verb for verb in VERBS for word in verb.english}


class Reader:
    """Reads a sentence from left to right. Forms of a word are taken as they come; `answer` checks agreement."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.place = 0

    def sentence(self) -> GrammarSentence:
        """The whole sentence; ValueError if a word does not fit."""
        if wrong := [word for word in self.words if word not in ENGLISH_WORDS]:
            raise ValueError(f"{wrong[0]!r} is not an English word of this grammar (lower case, no punctuation)")
        subject = self._phrase("subject", ANIMALS)
        negated = self._next() in AUXILIARIES
        if negated:
            self.place += 1
            self._expect("'not'", ("not",))
        verb = _VERB_OF[self._expect("a verb", _VERB_OF)]
        object_ = self._object() if verb.transitive else None
        adverb = self._take() if self._next() in ADVERBS else None
        if self._next():
            raise ValueError(f"the sentence should end before {self._next()!r}")
        return GrammarSentence(subject, verb, negated, object_, adverb)

    def _object(self) -> Phrase | str:
        return self._take() if self._next() in CLITICS else self._phrase("object", THINGS)

    def _phrase(self, part: str, nouns: tuple[Noun, ...]) -> Phrase:
        pronouns = ", it or them" if part == "object" else ""
        wanted = f"the {part} (the, a, my, this or these + noun{pronouns})"
        determiner = _DETERMINER_OF[self._expect(wanted, _DETERMINER_OF)]
        adjective = self._take() if self._next() in ADJECTIVES else None
        noun, plural = _NOUN_OF[self._expect("a noun", _NOUN_OF)]
        if noun not in nouns:
            choice = ", ".join(noun.english[0] for noun in nouns)
            raise ValueError(f"{noun.english[plural]!r} cannot be the {part} in this grammar: choose from {choice}")
        return Phrase(determiner, adjective, noun, plural)

    def _next(self) -> str:
        return self.words[self.place] if self.place < len(self.words) else ""

    def _take(self) -> str:
        self.place += 1
        return self.words[self.place - 1]

    def _expect(self, wanted: str, words: Container[str]) -> str:
        if self._next() in words:
            return self._take()
        found = f"found {self._next()!r}" if self._next() else "the sentence ends"
        raise ValueError(f"expected {wanted} as word {self.place + 1}, but {found}")


def _english_words() -> Iterator[str]:
    yield from _DETERMINER_OF
    yield from ADJECTIVES
    yield from _NOUN_OF
    yield from (*AUXILIARIES, "not")
    yield from _VERB_OF
    yield from CLITICS
    yield from ADVERBS


def _spanish_words() -> Iterator[str]:
    for forms in (*(determiner.spanish for determiner in DETERMINERS), *ADJECTIVES.values()):
        yield from filter(None, forms)
    for entry in (*NOUNS, *VERBS):
        yield from entry.spanish
    yield from ("no", *CLITICS.values(), *ADVERBS.values())


ENGLISH_WORDS = tuple(dict.fromkeys(_english_words()))
SPANISH_WORDS = tuple(dict.fromkeys(_spanish_words()))

GRAMMAR = Task(
    name="grammar",
    title=Message("Translate a tiny language"),
    about="English to Spanish with 158 words: order, agreement, negation and pronouns, tested on new combinations.",
    words=tuple(dict.fromkeys(ENGLISH_WORDS + SPANISH_WORDS)),
    examples=(
        "the red cat sleeps",
        "the cats see the red house",
        "my dog does not want the yellow key",
        "these white hens carry it today",
        "a small turtle finds a pretty flower here",
        "the horses do not push them",
    ),
    draw=draw,
    answer=answer,
)
