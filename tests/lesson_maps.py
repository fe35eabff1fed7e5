"""The maps on the cards of the bundled lessons: `python -m tests.lesson_maps` measures them anew, after a lesson or the
model that it plays on has changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from model_core.engine.engine import Engine
from model_core.io.resources import lessons
from viz_app.document.lesson import Lesson, Scene, load_lesson
from viz_app.document.state import fit_look

FILE = Path(__file__).resolve().parent.parent / "resources" / "lesson_maps.json"
MOST_CELLS = 16
"""Rows and columns of a map."""


def telling_scene(lesson: Lesson) -> Scene:
    """The scene that stands for a lesson: the first that asks for something in a map, else the first."""
    asks = (
        one for one in lesson.scenes if one.question is not None and one.question.kind in ("source", "head", "next")
    )
    return next(asks, lesson.scenes[0])


def lesson_map(lesson: Lesson, engine: Any) -> list[list[float]]:
    """The weights (Q, K) that the telling scene looks at, at most MOST_CELLS a side."""
    state = telling_scene(lesson).shown(lesson.states)
    trace = engine.trace(state.run)
    look = fit_look(state.look, trace)
    weights = trace.map(look.kind, look.layer, look.head, sentence=look.sentence)[:MOST_CELLS, :MOST_CELLS]
    return [[round(float(one), 3) for one in row] for row in np.nan_to_num(weights)]


def measured() -> dict[str, list[list[float]]]:
    """Name of a bundled lesson -> its map."""
    engine = Engine()
    return {path.stem: lesson_map(load_lesson(path), engine) for path in lessons()}


if __name__ == "__main__":
    rows = (f" {json.dumps(name)}: {json.dumps(found)}" for name, found in measured().items())
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="ascii")
    print(FILE)
