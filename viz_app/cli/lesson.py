"""The subcommand lesson: a model answers each question of a lesson, so that a teacher knows before class. No Qt."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from model_core.errors import Refused
from model_core.io.resources import lesson as bundled_lesson
from model_core.io.resources import lessons
from model_core.io.safe_files import read_plain, save
from viz_app.cli.arguments import name_folders
from viz_app.cli.output import Output
from viz_app.document.lesson import LARGEST_FILE, from_bytes, in_language, to_bytes
from viz_app.lessons.checking import CheckedScene, checked, with_answers
from viz_app.system.interrupts import held_back
from viz_app.system.language import tr


def lesson(options: argparse.Namespace) -> int:
    """One line per scene; returns 0 if every answer is the one in the file, 1 if one has changed or cannot be computed.
    With --write the current answers are saved in the file, unless it has changed meanwhile; with --slides the lesson
    becomes a PDF."""
    from model_core.engine.engine import Engine

    out, path = Output.from_options(options), bundled_lesson(options.file) or Path(options.file)
    if not path.exists():
        known = ", ".join(one.stem for one in lessons())
        raise Refused("E-FILE-READ", f"there is neither a file nor a lesson {options.file!r}; bundled are {known}")
    if options.slides and (
        Path(options.slides).suffix.lower() != ".pdf" or os.path.realpath(path) == os.path.realpath(options.slides)
    ):
        raise Refused("E-OUT-KIND", f"{options.slides}: slides must be saved as .pdf, in a file of their own")
    if options.write and options.model:
        raise Refused("E-ARGS", "--write saves the answers of the lesson's own models: leave out --model")
    data = read_plain(path, LARGEST_FILE)
    read = from_bytes(data, path.name, folder=path.parent)
    name_folders(options)
    taught, found = read.on_model(options.model), []
    engine = Engine()
    for one in checked(taught, engine):
        found.append(one)
        title = in_language(taught.scenes[one.scene].title, "en")
        out.line(f"{one.scene + 1:3}  {title:40}  {_words(one)}")
        if one.problem:
            out.note(f"scene {one.scene + 1}: {one.problem}", {"scene": one.scene, "changed": one.changed})
        out.progress((one.scene + 1) / len(taught.scenes), f"scene {one.scene + 1} of {len(taught.scenes)}")
    if found and not any(one.hash for one in found):
        raise Refused("E-LESSON-SHOWN", f"no scene can be shown. Scene 1: {found[0].problem}")
    if options.write:
        save(path, to_bytes(with_answers(taught, found), folder=path.parent), before=lambda: _same(path, data))
    if options.slides:
        with held_back():
            from viz_app.cli.slides import slides
        save(Path(options.slides), slides(taught, found, engine, options.language))
    out.result(options.slides, scenes=len(found), unasked=sum(one.changed and one.answer is None for one in found))
    return int(any(one.changed for one in found) and not options.write and not options.slides)


def _same(path: Path, data: bytes) -> None:
    """Raises Refused if the file has changed since it was read."""
    if read_plain(path, LARGEST_FILE) != data:
        raise Refused("E-LESSON-CHANGED", tr("{name} was changed by another program while its answers were measured. "
                      "It is left as it is: measure them again", name=path.name))  # fmt: skip


def _words(one: CheckedScene) -> str:
    """The answer with its number, and the options between which it was chosen."""
    if one.answer is None:
        return ""
    offered = ", ".join(one.answer.plain(option) for option in one.answer.options)
    return f"{one.answer.words:16}  {one.answer.said:28}  of {offered}"
