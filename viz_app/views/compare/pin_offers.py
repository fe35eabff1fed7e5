"""What the present run can be compared with, and the names of the two runs.

A is the pinned run, B the present one. Steps, layers, heads and sentences count from 0 here and from 1 in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from model_core.analysis.text_comparison import first_difference
from model_core.direction import isolated, quoted
from model_core.record.edits import Edits
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Candidate, Trace
from model_core.record.training_log import is_snapshot
from viz_app.data.decoded_texts import decoded_texts, decoding_words, text_pin
from viz_app.data.edit_list import differences
from viz_app.data.number_format import ELLIPSIS, p_words, shortened
from viz_app.data.words.models import model_word
from viz_app.data.words.parts import head_number
from viz_app.document.id_text import target_texts
from viz_app.document.state import Look, Pin
from viz_app.system.language import tr

MOST_SENTENCES = 8
"""Other sentences of a run that are offered."""


PIN = tr("Pin this run")
_LONGEST = 44  # letters of a text


@dataclass(frozen=True)
class PinOffer:
    """Something to compare with: a menu entry and a sentence about it; `changes` are those of the present run,
    `command` a following action, which pins by itself if `pin` is None."""

    words: str
    about: str
    pin: Pin | None
    changes: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""

    def take(
        self, pin: Callable[[Pin], object], ask: Callable[[dict[str, Any]], object], run: Callable[[str], object]
    ) -> None:
        """Does what the offer says: pins, asks for the changes of the present run as one change with it, runs the
        command."""
        if self.changes:
            ask({**self.changes, "pin": self.pin})
        elif self.pin is not None:
            pin(self.pin)
        if self.command:
            run(self.command)


def offers(trace: Trace, look: Look) -> tuple[PinOffer, ...]:
    """Everything the run can be compared with in one click: first its present state."""
    run, at = trace.run, min(look.sentence, len(trace.sentences) - 1)
    about = tr("Keeps this run as A. Then change the text, model, decoding or an edit to make B.")
    found = [PinOffer(PIN, about, Pin(run, at))]
    if not trace.model.recorded:
        found += [*_unedited(run, at), *_texts(trace, at), *_decodings(run, at)]
    found += [*_sentences(trace, at), *_held(trace, look, at)]
    if not trace.model.recorded:
        about = tr("Lists the models: the one that you choose becomes B, this run A.")
        found.append(PinOffer(tr("Another model…"), about, None, command="compare.model"))
        about = tr("Pairs of sentences that differ in one thing: the first becomes A, the second B.")
        found.append(PinOffer(tr("A minimal pair…"), about, None, command="pairs"))
    return tuple(found)


def _unedited(run: RunSpec, at: int) -> Iterator[PinOffer]:
    if run.edits != Edits():
        plain = run.with_(edits=Edits(), branches=())
        yield PinOffer(
            tr("The same without the edits"), tr("The same text, without the edits to the model."), Pin(plain, at)
        )


def _sentences(trace: Trace, at: int) -> Iterator[PinOffer]:
    others = [place for place in range(len(trace.sentences)) if place != at]
    for place in others[:MOST_SENTENCES]:
        words = tr(
            "Sentence {number}: {text}", number=place + 1, text=shortened(trace.sentences[place].source_text, _LONGEST)
        )
        yield PinOffer(words, tr("Another sentence of this run."), Pin(trace.run, place))


def _texts(trace: Trace, at: int) -> Iterator[PinOffer]:
    """Other continuations: kept ones, the model's own beside a given one, the token that came closest."""
    run = trace.run
    alone = run.with_(target=None, beside=False, opening="", prefix=(), branches=())
    texts = decoded_texts(trace, at)
    for text in texts[1:]:
        if text.branch is not None:
            yield PinOffer(
                f"{text.name}: {isolated(shortened(text.text(), _LONGEST))}",
                tr("A saved continuation."),
                text_pin(trace, text),
            )
    if run.target is not None:
        yield PinOffer(
            tr("What the model writes on its own"), tr("The same source, with no target given."), Pin(alone, at)
        )
        return
    close = closest_call(trace, at) if texts else None
    if close is not None:
        step, one = close
        ids = (*texts[0].ids[:step], one.token.id)
        other = alone.with_(prefix=ids, prefix_sentence=at)
        words = tr(
            "With “{token}” at step {step} ({probability})",
            token=one.token.text,
            step=step + 1,
            probability=p_words(one.probability),
        )
        yield PinOffer(words, tr("The most probable token that was not written."), Pin(other, at))
    yield PinOffer(
        tr("My own target"),
        tr("Keeps this run as A; the target you write is B."),
        Pin(run, at),
        {"target": target_texts(trace, run.ids), "prefix": (), "opening": ""},
    )


def _decodings(run: RunSpec, at: int) -> Iterator[PinOffer]:
    offered = {
        "greedy": tr("The same with greedy decoding"),
        "beam": tr("The same with beam search"),
        "sample": tr("The same with sampling"),
    }
    for method, words in offered.items() if run.target is None else ():
        if method != run.decoding.method:
            other = run.with_(decoding=replace(run.decoding, method=method), branches=())
            about = tr("The same source, written with {decoding}.", decoding=decoding_words(other.decoding))
            yield PinOffer(words, about, Pin(other, at))


def _held(trace: Trace, look: Look, at: int) -> Iterator[PinOffer]:
    """Places of this run to keep while others are viewed."""
    pin = Pin(trace.run, at)
    yield PinOffer(
        tr("This head ({head}), with others", head=head_number(look.kind, look.layer, look.head)),
        tr("A stays at this head; select another one as B."),
        replace(pin, kind=look.kind, layer=look.layer, head=look.head),
    )
    rows = len(trace.sentences[at].read)
    if rows > 1:
        step = rows - 1 if look.step is None else min(look.step, rows - 1)
        yield PinOffer(
            tr("This step ({step}), with others", step=step + 1),
            tr("A stays at this step; go to another one as B."),
            replace(pin, step=step),
        )


def side_names(a: Trace, b: Trace, pin: Pin, look: Look) -> tuple[str, str]:
    """What distinguishes A and B, for each, in a few words; ("", "") for the same run."""
    at = min(pin.sentence, len(a.sentences) - 1), min(look.sentence, len(b.sentences) - 1)
    phrases: tuple[list[str], list[str]] = [], []
    if (a.model.folder, a.model.hash) != (b.model.folder, b.model.hash):
        named = model_word(a.model.name), model_word(b.model.name)
        for side, trace, name in zip(phrases, (a, b), named, strict=True):
            side.append(name if named[0] != named[1] else _place_of(trace.model.folder) or name)
    texts = _apart(*(trace.sentences[place].source_text for trace, place in zip((a, b), at, strict=True)))
    if texts[0] != texts[1]:
        for side, text in zip(phrases, texts, strict=True):
            side.append(quoted(text))
    own = differences(a.run, a), differences(b.run, b)
    for side, mine, other in zip(phrases, own, own[::-1], strict=True):
        new = [words for words in mine if words not in other]
        side += new or ([tr("as it is")] if not side and set(other) - set(mine) else [])
    if not any(phrases) and _given(a.run) != _given(b.run):
        sides = zip((a, b), at, strict=True)
        texts = _apart(*(trace.sentences[place].target_text for trace, place in sides))
        words = [quoted(text) for text in texts]
        for side, name in zip(
            phrases, words if texts[0] != texts[1] else (tr("other edits"), tr("these edits")), strict=True
        ):
            side.append(name)
    if pin.kind and pin.layer is not None and pin.head is not None:
        phrases[0].append(head_number(pin.kind, pin.layer, pin.head))
        phrases[1].append(head_number(look.kind, look.layer, look.head))
    if pin.step is not None:
        rows = len(b.sentences[at[1]].read)
        phrases[0].append(tr("step {step}", step=pin.step + 1))
        phrases[1].append(tr("step {step}", step=rows if look.step is None else min(look.step + 1, rows)))
    return ", ".join(phrases[0]), ", ".join(phrases[1])


def _apart(*texts: str) -> list[str]:
    """Two texts in a few words each, from their beginning or otherwise from the first difference."""
    lines = [" ".join(text.split()) for text in texts]
    at = first_difference(*lines) or 0
    if at >= _LONGEST - 1:
        begin = max(lines[0].rfind(" ", 0, at) + 1, at - _LONGEST // 2)
        lines = [f"{ELLIPSIS}{line[begin:]}" for line in lines]
    return [shortened(line, _LONGEST) for line in lines]


def _given(run: RunSpec) -> tuple[object, ...]:
    """What else may differ between two runs that read the same: tokens, and mask cells."""
    return run.edits, run.target, run.prefix, run.opening


def _place_of(folder: str) -> str:
    """What distinguishes models of the same name: the updates of a training's snapshot, otherwise the folder."""
    return tr("update {step:,}", step=int(PurePath(folder).name)) if is_snapshot(folder) else folder


def closest_call(trace: Trace, sentence: int) -> tuple[int, Candidate] | None:
    """The step (from 0) at which a token that was not written was most probable, and that token; None for none."""
    never = trace.spec.never_written
    written = trace.sentences[sentence].written
    found = [
        (step, one)
        for step, token in enumerate(written if trace.candidate_tokens else ())
        for one in trace.candidates(step, sentence)
        if one.token.id not in (token.id, *never)
    ]
    return max(found, key=lambda pair: pair[1].probability, default=None)
