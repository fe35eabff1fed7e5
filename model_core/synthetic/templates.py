"""Sentence pairs made by rule: names, numbers, dates, sums, agreement, negation, single words, the field's words.

`pairs(rng, count)` draws them; `KINDS` names each kind, so that every kind can be scored on its own.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from model_core.synthetic import words as w
from model_core.synthetic.numbers import numbered, sums
from model_core.synthetic.talk import quoted, talk, titled
from model_core.synthetic.words import capital, ended
from model_core.tokenizers.typed_text import words_of

Made = tuple[str, str]
Random = random.Random


# ---------------------------------------------------------------- words and names


def word(rng: Random) -> Made:
    """A word alone or with its article, as people try a translator; a mark at the end stays on both sides."""
    kind = rng.random()
    if kind < 0.5:
        source, target = _noun_alone(rng)
    elif kind < 0.65:
        one = rng.choice(w.ADJECTIVES + w.STATES)
        source, target = one.english, one.m
    elif kind < 0.75:
        source, target = rng.choice(w.NUMBER_WORDS)
    elif kind < 0.8:
        job, he, _ = rng.choice(w.JOBS)
        source, target = job, he
    else:
        source, target = rng.choice(w.OTHER_WORDS)
    style = rng.random()
    if style < 0.35:
        return source, target
    if style < 0.55:
        return capital(source), capital(target)
    return capital(source) + ".", capital(target) + "."


def _noun_alone(rng: Random) -> Made:
    noun = rng.choice(w.NOUNS + w.FIELD)
    shape = rng.random()
    if shape < 0.45 or noun.english in w.UNCOUNTED:
        return noun.english, noun.spanish
    if shape < 0.65:
        return f"the {noun.english}", f"{_the(noun)} {noun.spanish}"
    if shape < 0.8:
        return f"{_article(noun.english)} {noun.english}", f"{_a(noun)} {noun.spanish}"
    return noun.englishes, noun.spanishes


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" and not word.startswith("uni") else "a"


def _the(noun: w.NounForms, many: bool = False) -> str:
    if many:
        return "los" if noun.gender == "m" else "las"
    return "el" if noun.gender == "m" or noun.spanish in w.STRESSED_A else "la"


def _a(noun: w.NounForms) -> str:
    return "un" if noun.gender == "m" else "una"


def _invented(rng: Random) -> str:
    starts = ["", "", "", *"b br c ch d dr f g gr h j k kr l m n p pr r s sh st t tr v w y z".split()]  # noqa: SIM905
    middles = ["a", "e", "i", "o", "u", "ai", "ei", "ia", "oa", "ee", "ou"]
    ends = ["", "", "", "n", "r", "s", "l", "t", "k", "m", "x", "nd", "rt", "ck", "ss", "th"]
    body = "".join(rng.choice(starts) + rng.choice(middles) for _ in range(rng.choice((1, 2, 2, 3))))
    return capital(body + rng.choice(ends) if len(body) > 2 else body + "n" + rng.choice(middles))


def name_of(rng: Random, gender: str = "") -> str:
    """A first name, known or invented; with a family name now and then."""
    if rng.random() < 0.2:
        first = _invented(rng)
    else:
        first = rng.choice({"m": w.MEN, "f": w.WOMEN}.get(gender, w.MEN + w.WOMEN))
    if rng.random() < 0.2:
        return f"{first} {_invented(rng) if rng.random() < 0.3 else rng.choice(w.FAMILIES)}"
    return first


_NAMED = w.pairs_of("named")


def about_a_word(rng: Random) -> Made:
    """A sentence about a word in quotation marks."""
    return quoted(rng, _invented(rng))


def addressed(rng: Random) -> Made:
    """A sentence with a title and a family name."""
    return titled(rng, _invented(rng))


def named(rng: Random) -> Made:
    """A sentence with names, which are copied."""
    source, target = rng.choice(_NAMED)
    english, spanish = rng.choice(w.CITIES)
    fill = {"n": name_of(rng), "m": name_of(rng), "c": english, "d": spanish, "k": rng.randrange(6, 90)}
    made = target.format(**fill)
    return source.format(**fill), made.replace(" y I", " e I") if " y Ia" not in made else made


# ---------------------------------------------------------------- agreement


def agreement(rng: Random) -> Made:
    """Article, noun, adjective and verb agree in gender and number."""
    noun, first, second = rng.choice(w.THINGS), rng.choice(w.ADJECTIVES), rng.choice(w.ADJECTIVES)
    kind = rng.random()
    if kind < 0.3:
        return _described(rng, noun, first)
    many = rng.random() < 0.4
    thing, cosa = (noun.englishes, noun.spanishes) if many else (noun.english, noun.spanish)
    if kind < 0.45:
        source = f"the {first.english} {thing} {'are' if many else 'is'} {second.english}"
        target = f"{_the(noun, many)} {_with(cosa, first, noun, many)} {_be(second, many)} "
        return ended(source, target + second.form(noun.gender, many))
    if kind < 0.6:
        owner, mi = rng.choice((("my", "mi"), ("your", "tu"), ("his", "su"), ("her", "su")))
        source = f"{owner} {thing} {'are' if many else 'is'} {first.english}"
        target = f"{mi}{'s' if many else ''} {cosa} {_be(first, many)} {first.form(noun.gender, many)}"
        return ended(source, target)
    if kind < 0.8:
        return _person(rng)
    start, inicio = rng.choice(
        (
            ("I have", "tengo"),
            ("I see", "veo"),
            ("there is", "hay"),
            ("she bought", "ella compró"),
            ("I want", "quiero"),
            ("I don't have", "no tengo"),
            ("he doesn't need", "él no necesita"),
            ("this is", "esto es"),
        )
    )
    source = f"{start} {_article(first.english)} {first.english} {noun.english}"
    return ended(source, f"{inicio} {_a(noun)} {_with(noun.spanish, first, noun, False)}")


def _be(adjective: w.Adjective, many: bool) -> str:
    """ "ser", or "estar" for what is a state."""
    if adjective.english in ("open", "closed", "full", "empty", "clean", "dirty"):
        return "están" if many else "está"
    return "son" if many else "es"


def _with(noun: str, adjective: w.Adjective, of: w.NounForms, many: bool) -> str:
    """NounForms and adjective in Spanish order; "buen", "mal" and "gran" do not occur, the adjective follows."""
    return f"{noun} {adjective.form(of.gender, many)}"


def _described(rng: Random, noun: w.NounForms, adjective: w.Adjective) -> Made:
    """The house is (not) red. Are the houses red?"""
    many = rng.random() < 0.4
    thing, cosa = (noun.englishes, noun.spanishes) if many else (noun.english, noun.spanish)
    verb, es = "are" if many else "is", _be(adjective, many)
    form = adjective.form(noun.gender, many)
    the = _the(noun, many)
    kind = rng.random()
    if kind < 0.5:
        return ended(f"the {thing} {verb} {adjective.english}", f"{the} {cosa} {es} {form}")
    if kind < 0.8:
        no = "aren't" if many else "isn't"
        no = no if rng.random() < 0.5 else f"{verb} not"
        return ended(f"the {thing} {no} {adjective.english}", f"{the} {cosa} no {es} {form}")
    return ended(f"{verb} the {thing} {adjective.english}", f"{es} {form} {the} {cosa}", "?")


_SUBJECTS = w.rows("subjects")


def _person(rng: Random) -> Made:
    """How somebody is, or what."""
    subject, esta, gender, number, es = rng.choice(_SUBJECTS)
    many = number == "many"
    negative = rng.random() < 0.3
    if es and not many and rng.random() < 0.35:
        job, he, she = rng.choice(w.JOBS)
        source = f"{subject} {'not ' if negative else ''}{_article(job)} {job}"
        return ended(source, f"{_negated(es, negative)} {she if gender == 'f' else he}")
    state = rng.choice(w.STATES)
    source = f"{subject} {'not ' if negative else ''}{rng.choice(('', 'very ')) if not negative else ''}{state.english}"
    very = "muy " if " very " in source else ""
    return ended(source, f"{_negated(esta, negative)} {very}{state.form(gender, many)}")


def _negated(phrase: str, negative: bool) -> str:
    """ "no" before the verb, which comes last."""
    start, _, verb = phrase.rpartition(" ")
    return f"{start} no {verb}".strip() if negative else phrase


# ---------------------------------------------------------------- verbs


_WHO = w.rows("who")


def negation(rng: Random) -> Made:
    """The same sentence said, denied and asked."""
    if rng.random() < 0.35:
        return _able(rng)
    verb = rng.choice(w.VERBS)
    who, quien, form, person = rng.choice(_WHO)
    quien, third = f"{quien} ".lstrip(), person == "third"
    thing, cosa = rng.choice(verb.objects)
    spanish = getattr(verb, form)
    kind = rng.random()
    if kind < 0.3 and thing != "anything":
        return ended(f"{who} {verb.third if third else verb.base} {thing}".strip(), f"{quien}{spanish} {cosa}".strip())
    do = "does" if third else "do"
    if kind < 0.75:
        dont = f"{do}n't" if rng.random() < 0.75 else f"{do} not"
        source = f"{who} {dont} {verb.base} {thing}".strip()
        return ended(source, f"{quien}no {spanish} {cosa or ('nada' if thing == 'anything' else '')}".strip())
    ask = f"{quien}{spanish} {cosa}".strip()
    negative = rng.random() < 0.3 or thing == "anything"
    no = "n't" if negative else ""
    source = f"{do}{no} {who} {verb.base} {thing}".strip()
    if negative:
        ask = f"{quien}no {spanish} {cosa or ('nada' if thing == 'anything' else '')}".strip()
    return ended(source, ask, "?")


_ABILITY = w.pairs_of("abilities")


def _able(rng: Random) -> Made:
    if rng.random() < 0.2:
        order, orden = rng.choice(w.CLASS_RULES)
        return ended(rng.choice(("don't", "do not", "please don't")) + f" {order}", f"no {orden}")
    action, hacer = rng.choice(w.ACTIONS)
    able, puedo = rng.choice(_ABILITY)
    if "quedarme" in hacer and not able.startswith("I"):
        action, hacer = "wait", "esperar"
    if rng.random() < 0.2:
        ask, puede = rng.choice(
            (("can I", "puedo"), ("can you", "puedes"), ("can't you", "no puedes"), ("can we", "podemos"))
        )
        return ended(f"{ask} {action}", f"{puede} {hacer}".replace("quedarme aquí", "esperar aquí"), "?")
    return ended(f"{able} {action}", f"{puedo} {hacer}")


# ---------------------------------------------------------------- the field


_ACTS, _ABOUT = w.pairs_of("acts"), w.pairs_of("about")


def field(rng: Random) -> Made:
    """Sentences about models, attention and computers."""
    one, other = rng.choice(w.FIELD), rng.choice(w.FIELD)
    if rng.random() < 0.4:
        verb, spanish = rng.choice(_ACTS)
        return ended(
            f"the {one.english} {verb} the {other.english}",
            f"{_the(one)} {one.spanish} {spanish} {_the(other)} {other.spanish}",
        )
    source, target = rng.choice(_ABOUT)
    fill = {"x": one.english, "xs": one.englishes, "Xs": capital(one.englishes), "a": _article(one.english)}
    fill |= {"y": one.spanish, "ys": one.spanishes, "un": _a(one), "el": _the(one), "El": capital(_the(one))}
    fill |= {"los": _the(one, True), "Los": capital(_the(one, True)), "o": "o" if one.gender == "m" else "a"}
    fill |= {"Este": "Este" if one.gender == "m" else "Esta", "z": other.english, "v": other.spanish}
    fill |= {"elz": _the(other), "oz": "o" if other.gender == "m" else "a"}
    return source.format(**fill), target.format(**fill)


# ---------------------------------------------------------------- signs that are passed on


EMOJI = "😀😃😄😁😂🙂😉😊😍😘😎🤔😐😢😭😡😱👍👎👏🙏💪❤💔🎉🎂🔥⭐☀🌧🐶🐱🦁🍎🍕🚗✈🏠📚💻🤖🧠✅❌"
SCRIPTS = ("ая", "αω", "一龥", "あん", "अह", "اي", "가힣")
"""First and last letter of some scripts."""


def signs(rng: Random) -> Made:
    """Emoji, foreign scripts and keyboard noise: copied, never translated."""
    kind = rng.random()
    if kind < 0.15:
        marks = "".join(rng.choice(EMOJI) for _ in range(rng.choice((1, 1, 2, 3))))
        return marks, marks
    if kind < 0.55:
        source, target = rng.choice((named, agreement, negation))(rng)
        mark = rng.choice(EMOJI)
        return f"{source} {mark}", f"{target} {mark}"
    low, high = map(ord, rng.choice(SCRIPTS))
    foreign = "".join(chr(rng.randrange(low, high)) for _ in range(rng.randrange(2, 6)))
    noise = "".join(rng.choice("asdfghjklqwertyuiopzxcvbnm") for _ in range(rng.randrange(3, 9)))
    if kind < 0.7:
        return foreign, foreign
    if kind < 0.85:
        return noise, noise
    strange = rng.choice((foreign, capital(noise)))
    return rng.choice(
        (
            (f"What does {strange} mean?", f"¿Qué significa {strange}?"),
            (f"My name is {strange}.", f"Me llamo {strange}."),
        )
    )


def lists(rng: Random) -> Made:
    """Things side by side: apples, pears and bread."""
    chosen = rng.sample(w.THINGS, rng.randrange(2, 6))
    many = rng.random() < 0.6
    english = [noun.englishes if many else f"{_article(noun.english)} {noun.english}" for noun in chosen]
    spanish = [noun.spanishes if many else f"{_a(noun)} {noun.spanish}" for noun in chosen]
    source = ", ".join(english[:-1]) + f" and {english[-1]}"
    y = "e" if spanish[-1].startswith(("i", "hi")) else "y"
    target = ", ".join(spanish[:-1]) + f" {y} {spanish[-1]}"
    start, inicio = rng.choice(
        (("", ""), ("I bought", "compré"), ("I see", "veo"), ("there are", "hay"), ("we need", "necesitamos"))
    )
    return ended(f"{start} {source}".strip(), f"{inicio} {target}".strip())


_SHORT = {
    "I am": "I'm", "you are": "you're", "we are": "we're", "they are": "they're", "he is": "he's", "she is": "she's",
    "it is": "it's", "that is": "that's", "what is": "what's", "where is": "where's", "who is": "who's",
    "is not": "isn't", "are not": "aren't", "do not": "don't", "does not": "doesn't", "cannot": "can't",
    "I have": "I've got",
}  # fmt: skip
_SHORTENED = re.compile(r"\b(" + "|".join(_SHORT) + r")\b(?=[ ][^\W\d_])", re.IGNORECASE)


def short_form(source: str, target: str, rng: Random) -> Made:
    """The pair, a third of the time with the first long form of its source drawn together: it's, isn't."""
    if rng.random() >= 1 / 3:
        return source, target
    forms = {long.lower(): short for long, short in _SHORT.items()}

    def shortened(found: re.Match[str]) -> str:
        short = forms[found[0].lower()]
        return capital(short) if found[0][0].isupper() else short

    return _SHORTENED.sub(shortened, source, count=1), target


KINDS: dict[str, tuple[float, Callable[[Random], Made]]] = {
    "words": (3.0, word),
    "names": (4.0, named),
    "numbers": (2.5, numbered),
    "sums": (1.0, sums),
    "agreement": (2.0, agreement),
    "negation": (2.0, negation),
    "field": (2.0, field),
    "signs": (1.0, signs),
    "lists": (0.7, lists),
    "quotes": (1.0, about_a_word),
    "titles": (1.0, addressed),
    "talk": (1.3, talk),
}
"""Name -> (share, what draws one pair)."""


def home_words(turned: bool = False) -> set[str]:
    """The English words of all pairs, or the Spanish ones when `turned`, without invented names and random letters."""
    rng = random.Random(0)
    found = {one for name in (*w.MEN, *w.WOMEN, *w.FAMILIES) for word in words_of(name) for one in (word, f"^{word}")}
    for maker in (word, numbered, agreement, negation, field, talk):
        found |= {one for _ in range(5000) for one in words_of(maker(rng)[turned])}
    return found | {one for pair in _NAMED for one in words_of(pair[turned]) if len(one) > 1}


def pairs(rng: Random, count: int) -> list[Made]:
    """`count` pairs of all kinds by their shares; the same state of `rng` gives the same pairs."""
    makers, shares = [maker for _, maker in KINDS.values()], [share for share, _ in KINDS.values()]
    return [short_form(*maker(rng), rng) for maker in rng.choices(makers, shares, k=count)]
