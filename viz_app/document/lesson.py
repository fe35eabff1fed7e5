"""Lessons: a sequence of States with texts, as one JSON file. No Qt. docs/lessons.md describes the format.

A scene is a State (its differences from a new one, read as a session's), a text in simple Markdown, what is hidden, and
optionally a question. The correct answer is never in the file: it is measured on the loaded model. The file keeps the
answer measured when it was saved, to warn the teacher when the model's answer has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from model_core.analysis.unwritten import HiddenParts
from model_core.errors import Refused
from model_core.io.limits import JSON_PARTS, parse_json
from model_core.io.references import located, reference, renamed
from model_core.io.safe_files import json_bytes, read_plain
from model_core.schema import Choice, Codes, Length, Range, read, write
from model_core.version import version
from viz_app.document.session import LARGEST_FILE, check_long_texts
from viz_app.document.state import VERSION as STATES
from viz_app.document.state import Look, State, merged
from viz_app.system.language import tr

FORMAT, VERSION = "headscope-lesson", 1

QUESTIONS = ("next", "source", "head", "probability", "which", "changes", "einsum", "tokens")
"""What can be asked of a scene: the most probable next token; the strongest token of a row; the head with the largest
effect on a step; the probability of the word that a step writes; which of several texts or models this is; whether the
text changes with `then`; how many numbers a line of einsum makes of two small matrices; how many tokens the source of
`then` is."""

FROM_THEN = ("changes", "tokens")
"""Questions that are answered by the run that their answer shows."""

SPOTLIGHTS = ("", "source", "target", "view", "row", "inspector")
"""What a scene lets stand out: nothing, a half of the text band, the view, the row of the step, the inspector."""

HIDES = ("words", "step", "chances", "row", "parts", "texts")
"""What a scene hides beside what its question does: see model_core.analysis.unwritten.HiddenParts."""

CODES, SUBJECT = Codes.with_prefix("E-LESSON", number="TYPE", choice="RANGE", missing="TYPE"), tr("the lesson")

Words = str | Mapping[str, str]
"""A text, or texts by language ("en", "es")."""


def in_language(words: Words, language: str) -> str:
    """The text in a language; in English if that is missing, otherwise in the first language there is."""
    if isinstance(words, str):
        return words
    return words.get(language) or words.get("en") or next(iter(words.values()), "")


@dataclass(frozen=True)
class Question:
    """A question, asked before the answer is visible.

    ask      the question in words, "" = the standard words of its kind
    options  for "which": the texts or names of models among which one is right; for "einsum": its line
    answer   the answer measured when the lesson was saved, "" = none
    """

    kind: Annotated[str, Choice(QUESTIONS), "what is asked for"] = "source"
    ask: Words = ""
    options: Annotated[tuple[str, ...], Length(0, 9)] = ()
    answer: Annotated[str, Length(0, 500)] = ""


@dataclass(frozen=True)
class Scene:
    """One scene.

    state  differences from a new State; theme, text size and speed stay the window's
    then   what the answer shows: changes of that State
    """

    title: Words = ""
    text: Words = ""
    notes: Words = ""
    state: Mapping[str, Any] = field(default_factory=dict)
    then: Mapping[str, Any] = field(default_factory=dict)
    hide: Annotated[tuple[str, ...], Length(0, len(HIDES))] = ()
    spotlight: Annotated[str, Choice(SPOTLIGHTS), "what stands out"] = ""
    question: Question | None = None

    def shown(self, states: int = STATES) -> State:
        """The State of the scene; `states` is the version of its format. Raises Refused."""
        return State.from_changes({**self.state, "version": states})

    def after(self, states: int = STATES) -> State:
        """The State that the answer shows. Raises Refused."""
        return State.from_changes({**merged(self.state, self.then), "version": states})

    def hidden_in(self, look: Look) -> HiddenParts | None:
        """What is hidden until the answer is shown, with this look; None for nothing."""
        hides = {*self.hide, *(_HIDDEN_BY[self.question.kind] if self.question is not None else ())}
        if not hides:
            return None
        step, kind = look.step or 0, look.kind
        row = (look.query or 0) if kind == "encoder" else step
        last = step if "step" in hides else step + 1
        return HiddenParts(
            sentence=look.sentence, words=last if hides & {"words", "step"} and kind != "encoder" else None,
            chances=step if "chances" in hides else None, row=(kind, row) if "row" in hides else None,
            parts="parts" in hides, texts="texts" in hides,
        )  # fmt: skip


_HIDDEN_BY = {
    "next": ("step", "chances", "parts"), "source": ("row", "words"), "head": ("parts",), "probability": ("chances",),
    "which": ("texts",), "changes": (), "einsum": (), "tokens": (),
}  # fmt: skip


@dataclass(frozen=True)
class Lesson:
    """A lesson; `models` are the hashes of the models it was made with, by the `model` of its runs."""

    title: Words = ""
    about: Words = ""
    minutes: Annotated[int, Range(0, 600), "how long it takes in class, 0 = not said"] = 0
    scenes: Annotated[tuple[Scene, ...], Length(1, 200)] = (Scene(),)
    models: Mapping[str, str] = field(default_factory=dict)
    states: Annotated[int, Range(1, STATES), "the version of the States of its scenes"] = STATES

    def with_(self, **changes: Any) -> Lesson:
        return replace(self, **changes)

    def on_model(self, model: str) -> Lesson:
        """The lesson with another model in place of the default; scenes that name a model keep theirs."""
        if not model:
            return self
        scenes = tuple(
            replace(
                one,
                state=_on_model(one.state, model),
                then=_on_model(one.then, model) if "model" in one.then.get("run", {}) else one.then,
            )
            for one in self.scenes
        )
        made = {model: self.models[""]} if "" in self.models else {}
        others = {name: hash for name, hash in self.models.items() if name}
        return replace(self, scenes=scenes, models=made | others)

    def with_paths(self, change: Callable[[str], str], others: Callable[[str], str] | None = None) -> Lesson:
        """The lesson with every path in its scenes changed; see `references.renamed`."""
        by = change, others
        scenes = (replace(one, state=renamed(one.state, *by), then=renamed(one.then, *by)) for one in self.scenes)
        models = {name and change(name): digest for name, digest in self.models.items()}
        return replace(self, scenes=tuple(scenes), models=models)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its titles; () if they name none."""
        found: dict[str, None] = {}
        for words in (self.title, *(scene.title for scene in self.scenes)):
            found |= dict.fromkeys(words) if isinstance(words, Mapping) else {}
        return tuple(found)


def from_bytes(data: bytes, name: str, finished: bool = True, folder: Path | None = None) -> Lesson:
    """The Lesson in the bytes of a file in `folder`; `name` is for messages. Raises Refused naming the fault; an
    incomplete question is one only if the lesson is to be `finished`."""
    return from_json(parse_json(data, name, LARGEST_FILE, JSON_PARTS), name, finished, folder)


def from_json(values: Any, name: str, finished: bool = True, folder: Path | None = None) -> Lesson:
    """The Lesson in parsed JSON. Raises Refused as from_bytes does."""
    check_long_texts(values)
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise Refused("E-LESSON-FORMAT", tr("{name} is not a headscope lesson", name=name))
    number = values.get("version")
    if type(number) is not int or not 1 <= number <= VERSION:
        raise Refused(
            "E-LESSON-VERSION",
            tr(
                "{name} has version {number}; this headscope opens {version}",
                name=name,
                number=str(number)[:20],
                version=VERSION,
            ),
        )
    plain = {key: value for key, value in values.items() if key not in ("format", "version", "program")}
    lesson = read(Lesson, plain, CODES, SUBJECT)
    for place, scene in enumerate(lesson.scenes, 1):
        _check(scene, place, lesson.states)
    if finished:
        check_questions(lesson)
    found = partial(located, folder=folder)
    return lesson if folder is None else lesson.with_paths(found, partial(found, model=False))


def check_questions(lesson: Lesson) -> None:
    """Raises Refused for a lesson that cannot be played yet because a question is incomplete."""
    for place, scene in enumerate(lesson.scenes, 1):
        _check_question(scene, place)


def _check(scene: Scene, place: int, states: int) -> None:
    """Refuses a scene whose State cannot be read or that hides something unknown."""
    try:
        scene.shown(states)
        if scene.then:
            scene.after(states)
    except Refused as error:
        raise Refused(error.code, tr("Scene {number}: {message}", number=place, message=error.message)) from None
    if unknown := [one for one in scene.hide if one not in HIDES]:
        raise Refused(
            "E-LESSON-RANGE",
            tr(
                "Scene {number} hides {unknown!r}; the known values are {hides}",
                number=place,
                unknown=unknown[0][:40],
                hides=", ".join(HIDES),
            ),
        )


def _check_question(scene: Scene, place: int) -> None:
    """Refuses a scene with an incomplete question."""
    asked = scene.question
    if asked is not None and asked.kind == "which" and len(asked.options) < 2:
        raise Refused(
            "E-LESSON-RANGE", tr("Scene {number} asks which one it is, but has fewer than two options", number=place)
        )
    if asked is not None and asked.kind == "einsum" and not asked.options:
        raise Refused(
            "E-LESSON-RANGE", tr("Scene {number} asks for the result of einsum, and names no line", number=place)
        )
    if asked is not None and asked.kind == "changes" and not scene.then:
        raise Refused("E-LESSON-RANGE", tr("Scene {number} asks what changes, and has no “then”", number=place))
    if asked is not None and asked.kind == "tokens" and not scene.then:
        raise Refused(
            "E-LESSON-RANGE", tr("Scene {number} asks how many tokens a text has, and has no “then”", number=place)
        )


def to_bytes(lesson: Lesson, finished: bool = True, folder: Path | None = None) -> bytes:
    """The file's bytes; `folder` is where it will be written, None = it stays on this computer. Raises Refused for a
    lesson that could not be read again, see from_bytes."""
    lesson = lesson if folder is None else lesson.with_paths(partial(reference, folder=folder))
    head = {"format": FORMAT, "version": VERSION, "program": f"headscope {version()}"}
    document = {**head, **_short(write(lesson))}
    data = json_bytes(document, indent=1)
    if len(data) > LARGEST_FILE:
        raise Refused("E-LESSON-SIZE", tr("This lesson was not saved: it would be too large to open again"))
    from_bytes(data, tr("the lesson"), finished)
    return data


def load_lesson(path: Path) -> Lesson:
    """The Lesson in a file. Raises Refused with the reason."""
    return from_bytes(read_plain(Path(path), LARGEST_FILE), Path(path).name, folder=Path(path).parent)


def _short(values: dict[str, Any]) -> dict[str, Any]:
    """Scenes and questions without defaults."""
    usual, asked = write(Scene()), write(Question())
    for scene in values["scenes"]:
        for name in [name for name, value in scene.items() if value == usual[name]]:
            del scene[name]
        question = scene.get("question")
        if question is not None:
            scene["question"] = {n: v for n, v in question.items() if n == "kind" or v != asked[n]}
    return values


def _on_model(values: Mapping[str, Any], model: str) -> dict[str, Any]:
    """The changes of a State whose runs, also that of its pin, use this model if they name none."""
    run, pin = values.get("run", {}), values.get("pin")
    changed = {**values, "run": {**run, "model": run.get("model") or model}}
    return changed if pin is None else {**changed, "pin": _on_model(pin, model)}
