"""Questions of lessons and of the guess: the options and the right answer, measured on a run. No Qt. Layers, heads and
steps count from 0 here and from 1 in words."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from model_core.errors import Refused
from model_core.explain.small_matrices import LINES, SmallMatrices
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.trace import Trace
from model_core.recordings.file_format import is_recording
from viz_app.data import selection
from viz_app.data.number_format import fmt_chance, fmt_percent
from viz_app.data.words.models import model_word
from viz_app.data.words.parts import head_number
from viz_app.document.lesson import Question, Words, in_language
from viz_app.document.state import Look, State
from viz_app.system.language import chosen, tr

OPTIONS = 4
"""How many answers are offered, where more are possible."""

BANDS = (0.2, 0.4, 0.6, 0.8)
"""The probabilities between which the bands of the answers lie."""

USUAL: dict[str, Words] = {
    "next": {"en": "Which word comes next?", "es": "¿Qué palabra sigue?"},
    "source": {"en": "Which word does this row read most?", "es": "¿Qué palabra lee más esta fila?"},
    "head": {"en": "Which head matters most for this word?", "es": "¿Qué cabeza importa más para esta palabra?"},
    "probability": {
        "en": "How probable does the model find this word?",
        "es": "¿Qué probabilidad da el modelo a esta palabra?",
    },
    "which": {"en": "Which one is this?", "es": "¿Cuál es?"},
    "changes": {"en": "Does the text change?", "es": "¿Cambia el texto?"},
    "einsum": {"en": "What comes out?", "es": "¿Qué sale?"},
    "tokens": {"en": "How many tokens is it?", "es": "¿Cuántos tokens son?"},
}
"""What is asked where a scene has no words of its own."""

SAME, OTHER = "same", "other"
CHANGES: dict[str, Words] = {
    SAME: {"en": "It stays the same", "es": "Sigue igual"}, OTHER: {"en": "It changes", "es": "Cambia"},
}  # fmt: skip


@dataclass(frozen=True)
class Option:
    """One option: its words, and what it stands for: a token, a column, (kind, layer, head), a band, a text."""

    words: Words
    place: Hashable


SHAPES: dict[str, Words] = {
    "number": {"en": "One number", "es": "Un número"}, "row": {"en": "A row of numbers", "es": "Una fila de números"},
    "matrix": {"en": "A matrix", "es": "Una matriz"},
}  # fmt: skip
"""What einsum can make, by how many axes it has."""
CHANGE_OPTIONS = tuple(Option(words, place) for place, words in CHANGES.items())
COUNT_OPTIONS = tuple(Option(str(count), count) for count in range(1, 10))
"""Numbers of tokens, each the key that answers it; another one is typed."""


def options_before(question: Question | None) -> tuple[Option, ...]:
    """The options that are known before anything is measured."""
    kind = "" if question is None else question.kind
    return {"changes": CHANGE_OPTIONS, "tokens": COUNT_OPTIONS}.get(kind, ())


@dataclass(frozen=True)
class Answer:
    """What was measured: the options in the order in which they are offered, which is right, and the numbers of it."""

    options: tuple[Option, ...]
    right: Hashable
    said: str

    @property
    def words(self) -> str:
        """The right answer, as stored in a file."""
        return next((self.plain(one) for one in self.options if one.place == self.right), "")

    def in_full(self, language: str) -> str:
        """The right answer with its numbers, for where the options are not shown."""
        found = next((in_language(one.words, language) for one in self.options if one.place == self.right), "")
        return self.said if found in self.said else f"{found}: {self.said}"

    @staticmethod
    def plain(option: Option) -> str:
        """The words of an option that are the same in every language."""
        if isinstance(option.place, tuple):
            return Component("heads", *option.place).name
        return option.words if isinstance(option.words, str) else str(option.place)


_OF_A_HEAD = ("source", "head", "einsum")
"""Kinds of questions that are about the head that is looked at."""


def measure(
    question: Question, state: State, trace: Trace, effects: Effects | None = None, after: Trace | None = None
) -> Answer:
    """The answer to a question about a State whose run is `trace`; "head" needs the `effects` of all heads on its text,
    "changes" and "tokens" the run `after`. Raises Refused if the question makes no sense there."""
    if not trace.complete or not trace.sentences:
        raise Refused("E-LESSON-ASK", tr("there is no text yet"))
    sentence = selection.sentence_of(trace, state.look)
    if question.kind == "which":
        return _which(question, state, trace)
    if question.kind == "changes":
        return _changes(trace, after)
    if question.kind == "tokens":
        return _tokens(after)
    if question.kind in _OF_A_HEAD and not _has_head(trace, state.look):
        raise Refused("E-LESSON-ASK", tr("the scene is about a head that this model does not have"))
    if question.kind == "einsum":
        return _einsum(question, trace, state.look, sentence)
    of_encoder = question.kind == "source" and state.look.kind == "encoder"
    if not trace.sentences[sentence].written and not of_encoder:
        raise Refused("E-LESSON-ASK", tr("nothing is written"))
    if question.kind == "source":
        return _source(trace, state.look, sentence)
    row = selection.step_of(trace, state.look) or 0
    if question.kind == "head":
        return _head(trace, state.look, sentence, row, effects)
    if not trace.candidate_tokens:
        raise Refused("E-LESSON-ASK", tr("this recording has no probabilities"))
    return _next(trace, sentence, row) if question.kind == "next" else _probability(trace, sentence, row)


def _has_head(trace: Trace, look: Look) -> bool:
    spec, kind = trace.spec, look.kind
    return kind in trace.kinds and look.layer < spec.layers(kind) and look.head < spec.heads_of(kind)


def needed_effects(question: Question | None, state: State) -> EffectsSpec | None:
    """The effects needed to measure the answer, None if there are none. Raises Refused for those of a recording."""
    if question is None or question.kind != "head":
        return None
    if is_recording(state.run.model):
        raise Refused("E-LESSON-ASK", tr("a recording is not computed, so no head can be switched off in it"))
    return EffectsSpec(state.run, state.look.sentence)


def _next(trace: Trace, sentence: int, row: int) -> Answer:
    if trace.run.target is not None:
        raise Refused("E-LESSON-ASK", tr("the target is typed, so the next token is already known"))
    found = trace.candidates(row, sentence)[:OPTIONS]
    texts = [one.token.text for one in found]
    words = texts if len(set(texts)) == len(texts) else [selection.candidate_name(one.token) for one in found]
    options = [Option(word, one.token.id) for word, one in zip(words, found, strict=True)]
    said = f"{words[0]}  {fmt_chance(found[0].probability)}"
    return Answer(tuple(sorted(options, key=lambda one: str(one.words).casefold())), found[0].token.id, said)


def _source(trace: Trace, look: Look, sentence: int) -> Answer:
    query = asked_row(trace, look)
    weights = trace.row(look.kind, look.layer, look.head, query, "weights", sentence)
    if np.isnan(weights).all():
        raise Refused("E-LESSON-ASK", tr("this row was not recorded"))
    right, one = selection.strongest(weights), trace.sentences[sentence]
    others = [place for place in np.argsort(-weights, kind="stable").tolist() if place != right]
    content = set(selection.content_keys(one, look.kind))
    others.sort(key=lambda place: place not in content)  # stable: words first, the strongest of them first
    readable = [place for place in others if look.kind != "decoder" or place <= query]
    names = selection.key_names(one, look.kind)
    places = sorted((right, *readable[: OPTIONS - 1]))
    return Answer(tuple(Option(names[at], at) for at in places), right, f"{names[right]}  {weights[right]:.2f}")


def asked_row(trace: Trace, look: Look) -> int:
    """The row whose strongest token is asked for: that of the step; in the encoder the selected one."""
    rows = trace.size(look.kind, selection.sentence_of(trace, look))[0]
    row = (look.query or 0) if look.kind == "encoder" else selection.step_of(trace, look) or 0
    return min(row, rows - 1)


def _head(trace: Trace, look: Look, sentence: int, row: int, effects: Effects | None) -> Answer:
    if effects is None or not effects.complete:
        raise Refused("E-LESSON-ASK", tr("the effects of the heads are not ready yet"))
    ranked = [part for part in effects.ranked(row) if part.group == "heads"]
    if not ranked:
        raise Refused("E-LESSON-ASK", tr("no head has an effect there"))
    right = ranked[0]
    offered = list(dict.fromkeys([right, *_brightest(trace, look, sentence), *ranked[1:]]))[:OPTIONS]
    order = {part: place for place, part in enumerate(effects.parts)}
    offered.sort(key=lambda part: order.get(part, 0))
    options = tuple(_head_option(part) for part in offered)
    before = float(effects.base[row])
    change = float(effects.of(right)[row])
    numbers = f"{fmt_chance(math.exp(before))} → {fmt_chance(math.exp(before + change))}"
    word = trace.sentences[sentence].written[row].text
    chosen = _head_option(right)
    return Answer(options, chosen.place, f"{chosen.words}  {word} {numbers}")


def _head_option(part: Component) -> Option:
    """A head as the window calls it: "cross 3.2", in Spanish "cruzada 3.2"."""
    return Option(head_number(part.kind, part.layer, part.index), (part.kind, part.layer, part.index))


def _brightest(trace: Trace, look: Look, sentence: int) -> Iterable[Component]:
    """The two heads of the selected attention with the largest weight in the row."""
    spec, row = trace.spec, asked_row(trace, look)
    found = [
        (float(trace.row(look.kind, layer, head, row, "weights", sentence).max()), layer, head)
        for layer in range(spec.layers(look.kind))
        for head in range(spec.heads_of(look.kind))
    ]
    return [Component("heads", look.kind, layer, head) for _, layer, head in sorted(found, reverse=True)[:2]]


def _probability(trace: Trace, sentence: int, row: int) -> Answer:
    value = float(trace.numbers["probability"][sentence, row])
    edges = (0.0, *BANDS, 1.0)
    options = tuple(
        Option(f"{fmt_percent(low)} – {fmt_percent(high)}", place) for place, (low, high) in enumerate(pairwise(edges))
    )
    right = sum(value >= edge for edge in BANDS)
    return Answer(options, right, f"{trace.sentences[sentence].written[row].text}  {fmt_chance(value)}")


def _which(question: Question, state: State, trace: Trace) -> Answer:
    names = {state.run.model, trace.model.name, *state.run.source}
    right = next((one for one in question.options if one in names), None)
    if right is None:
        raise Refused("E-LESSON-ASK", tr("none of the options matches the scene's text or model"))
    return Answer(tuple(Option(_named(one), one) for one in question.options), right, model_word(right))


def _named(option: str) -> Words:
    """An option as the window calls it; a model that comes along has a name in each language."""
    word = model_word(option)
    return option if word == option else {"en": option, chosen(): word}


def _changes(trace: Trace, after: Trace | None) -> Answer:
    if after is None or not after.complete:
        raise Refused("E-LESSON-ASK", tr("the other text is not ready yet"))
    before, then = ([one.target_text for one in each.sentences] for each in (trace, after))
    return Answer(CHANGE_OPTIONS, SAME if before == then else OTHER, " / ".join(then))


def _tokens(after: Trace | None) -> Answer:
    if after is None or not after.sentences:
        raise Refused("E-LESSON-ASK", tr("the other text is not ready yet"))
    found = [token for token in after.sentences[0].source if token.kind not in ("special", "pad")]
    count = len(found)
    more = () if count <= len(COUNT_OPTIONS) else (Option(str(count), count),)
    return Answer((*COUNT_OPTIONS, *more), count, f"{' · '.join(token.text for token in found)}  {count}")


def _einsum(question: Question, trace: Trace, look: Look, sentence: int) -> Answer:
    line = next((one for one in question.options if one in LINES), None)
    if line is None:
        raise Refused("E-LESSON-ASK", tr("the known einsum lines are {lines}", lines=", ".join(LINES)))
    try:
        made = SmallMatrices.from_trace(trace, look.kind, look.layer, look.head, sentence).made(line)
    except KeyError:
        raise Refused("E-LESSON-ASK", tr("queries and keys were not recorded")) from None
    numbers = str(made) if not made.ndim else " × ".join(str(size) for size in made.shape)
    options = tuple(Option(words, place) for place, words in SHAPES.items())
    return Answer(options, tuple(SHAPES)[made.ndim], f"{line}  {numbers}")


def changed_answer(question: Question, answer: Answer) -> str:
    """The message if the model's answer differs from the one saved with the lesson; "" if not."""
    if not question.answer or question.answer == answer.words:
        return ""
    return tr(
        "This answer changed with the model: it was “{before}”, it is “{answer}” ({numbers}).",
        before=question.answer,
        answer=answer.words,
        numbers=answer.said,
    )
