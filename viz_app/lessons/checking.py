"""Lets an engine answer every question of a lesson, scene by scene. No Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.recordings.file_format import is_recording
from model_core.recordings.open import Recordings
from viz_app.document.lesson import Lesson
from viz_app.lessons.questions import Answer, changed_answer, measure, needed_effects
from viz_app.system.language import tr


@dataclass(frozen=True)
class CheckedScene:
    """The result for one scene, from 0: the answer, None without a question or if it cannot be asked; a note for the
    teacher ("" = none), and whether it is about an answer that `changed` or cannot be asked; the model's hash, ""
    if the scene cannot be shown."""

    scene: int
    model: str
    hash: str
    answer: Answer | None = None
    problem: str = ""
    changed: bool = False


def checked(lesson: Lesson, engine: Any) -> Iterator[CheckedScene]:
    for place, scene in enumerate(lesson.scenes):
        state = scene.shown(lesson.states)
        try:
            trace = _trace(state.run, engine)
        except Refused as error:
            words = tr("This cannot be shown: {message}.", message=error.message)
            yield CheckedScene(place, state.run.model, "", problem=words, changed=True)
            continue
        found = CheckedScene(place, state.run.model, trace.model.hash)
        made = lesson.models.get(state.run.model, "")
        other = tr("This is not the model the lesson was made with ({hash}).", hash=made[:12]) if made else ""
        found = replace(found, problem=other if made != trace.model.hash else "")
        if scene.question is not None:
            try:
                after = _trace(scene.after(lesson.states).run, engine) if scene.then else None
                wanted = needed_effects(scene.question, state)
                effects = None if wanted is None else engine.effects(wanted)
                answer = measure(scene.question, state, trace, effects, after)
            except Refused as error:
                words = tr("This cannot be asked: {message}.", message=error.message)
                found = replace(found, problem=words, changed=True)
            else:
                changed = changed_answer(scene.question, answer)
                found = replace(found, answer=answer, problem=changed or found.problem, changed=bool(changed))
        yield found


def _trace(run: RunSpec, engine: Any) -> Trace:
    """The run's Trace, from a recording or computed by an engine."""
    found: Trace = (Recordings() if is_recording(run.model) else engine).trace(run)
    return found


def with_answers(lesson: Lesson, found: list[CheckedScene]) -> Lesson:
    """The lesson with the measured answers, and the hashes of the models that gave them."""
    scenes = list(lesson.scenes)
    for one in found:
        question = scenes[one.scene].question
        if question is not None and one.answer is not None:
            scenes[one.scene] = replace(scenes[one.scene], question=replace(question, answer=one.answer.words))
    return lesson.with_(scenes=tuple(scenes), models={one.model: one.hash for one in found if one.hash})
