"""A child process of the window: what the cards of lessons show, one map each, computed in the background."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from model_core.errors import Refused
from viz_app.document.lesson import load_lesson
from viz_app.lessons.checking import lesson_map
from viz_app.system.job_events import NoteEvent, emit


def main(arguments: Sequence[str]) -> int:
    """Tells the map of each lesson as a note with the lesson's path; one that cannot be played is left out."""
    from model_core.engine.engine import Engine

    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)  # the window's own engine comes first
    engine = Engine()
    for path in arguments:
        with contextlib.suppress(Refused):
            emit(NoteEvent(path, {"map": lesson_map(load_lesson(Path(path)), engine)}))
    return 0
