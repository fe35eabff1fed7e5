"""A scripted class: `python -m tests.robust.lesson ACTS SEED`. One window, the real engine in its process.

The script types sentences, steps through them, looks at heads and views, changes masks, decoding, theme and text size,
undoes, saves pictures and sessions, as a class does, and waits for each answer. A class does one act a second at most;
the script does them as fast as it can, so that HOUR of them count as an hour of class, however long they take. A line
of JSON every few seconds has the memory of the window; the last line has how many acts were done in how many minutes,
by how much the memory grows in an hour of class behind the warm-up, and the own time of the slowest gesture.
"""

from __future__ import annotations

import json
import math
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QApplication

from model_core.io.safe_files import save
from model_core.record.edits import Decoding, Edits, MaskEdits
from model_core.record.run_spec import RunSpec
from model_core.spec import KINDS
from tests.robust.long import HOUR
from tests.robust.test_many_windows import memory, settle
from viz_app.document.session import save_session, session_of
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.files import picture_export
from viz_app.system.engine_client import EngineClient
from viz_app.views import VIEWS
from viz_app.window.main_window import Window

WORDS = (
    "the",
    "a",
    "old",
    "white",
    "red",
    "small",
    "house",
    "cat",
    "sea",
    "bird",
    "boy",
    "sleeps",
    "sings",
    "is",
    "near",
)
SAMPLE = 5.0
"""Seconds between two readings of the memory."""
PATIENCE = 30.0
"""Seconds after which an answer counts as lost."""
BLOCKS = 10
"""Stretches of the class through whose means the line of the growth goes."""


@dataclass
class Lesson:
    """What a class does, at random from a seed."""

    window: Window
    dice: random.Random
    folder: Path
    acts: int = 0
    slowest: tuple[float, str] = (0.0, "")
    memory: list[tuple[int, int]] = field(default_factory=list)

    def act(self) -> None:
        """One act, and its answer. Raises TimeoutError where none comes."""
        name = self.dice.choices([one.__name__ for one in ACTS], WEIGHTS)[0]
        self.time(name, getattr(self, name))
        if name == "undoes":  # and back
            self.time("makes again", self.window.store.redo)
        self.acts += 1
        self.wait()

    def time(self, name: str, gesture: Callable[[], object]) -> None:
        """Does what is one gesture, and notes the window's own time for it and for painting it."""
        began = time.thread_time()
        gesture()
        QApplication.processEvents()
        self.slowest = max(self.slowest, (time.thread_time() - began, name))

    def wait(self) -> None:
        """Until the engine has answered."""
        late = time.monotonic() + PATIENCE
        while self.window.store.busy:
            QApplication.processEvents()
            time.sleep(0.002)
            if time.monotonic() > late:
                raise TimeoutError(f"no answer to {self.window.store.state.run}")
        settle()

    def types(self) -> None:
        """A sentence, word by word."""
        words = self.dice.choices(WORDS, k=self.dice.randint(2, 9))
        self.window.text.source.box.setPlainText(" ".join(words))

    def steps(self) -> None:
        """Another row of the text."""
        self.window.store.look(step=self.dice.randrange(8))

    def looks(self) -> None:
        """Another head."""
        place = {"layer": self.dice.randrange(3), "head": self.dice.randrange(4)}
        self.window.store.look(kind=self.dice.choice(KINDS), **place)

    def opens(self) -> None:
        """One view, or two side by side."""
        self.window.store.desk(views=tuple(self.dice.sample(VIEWS, self.dice.randint(1, 2))))

    def edits(self) -> None:
        """The mask of the future off, or everything as it was."""
        self.window.store.run(edits=self.dice.choice((Edits(), Edits(MaskEdits(future=False)))))

    def decodes(self) -> None:
        """Greedy, drawn or by beams."""
        chosen = (Decoding(), Decoding("sample", seed=self.dice.randrange(99)), Decoding("beam", beams=3))
        self.window.store.run(decoding=self.dice.choice(chosen))

    def dresses(self) -> None:
        """Another theme or text size."""
        themes, sizes = ("light", "dark", "high_contrast"), (1.0, 1.25, 1.5)
        self.window.store.desk(theme=self.dice.choice(themes), text_scale=self.dice.choice(sizes))

    def undoes(self) -> None:
        """One change back."""
        self.window.store.undo()

    def keeps(self) -> None:
        """A picture and a session."""
        view, store = self.window.view(), self.window.store
        if view is not None and store.trace is not None:
            save(self.folder / "a.png", picture_export.png(picture_export.of_view(view), None, 1.0))
        save_session(self.folder / "a.json", session_of(store.state, store.trace))


ACTS: tuple[Callable[[Lesson], None], ...] = (
    Lesson.types, Lesson.steps, Lesson.looks, Lesson.opens, Lesson.edits, Lesson.decodes, Lesson.dresses,
    Lesson.undoes, Lesson.keeps,
)  # fmt: skip
WEIGHTS = (30, 25, 20, 6, 5, 5, 1, 5, 1)


def warm_up(acts: int) -> int:
    """Acts in which caches may fill: the first hour of class, of a run shorter than two hours the first half."""
    return min(HOUR, acts // 2)


def growth(samples: list[tuple[int, int]], since: int) -> tuple[float, float]:
    """(bytes by which the memory grows in an hour of class behind `since` acts, the standard error of that), from
    (acts done, bytes).

    It is the line through the means of BLOCKS equal stretches: samples near each other are no separate
    witnesses, as a cache or a garbage collection lifts or lowers many at once. Two samples a block are needed,
    otherwise it is (0, infinite).
    """
    late = np.array([(at / HOUR, size) for at, size in samples if at >= since], dtype=np.float64)
    if len(late) < 2 * BLOCKS:
        return 0.0, math.inf
    hours, sizes = np.array([block.mean(axis=0) for block in np.array_split(late, BLOCKS)]).T
    slope, start = np.polyfit(hours, sizes, 1)
    spread = np.sum((sizes - start - slope * hours) ** 2) / (BLOCKS - 2)
    return float(slope), float(np.sqrt(spread / np.sum((hours - hours.mean()) ** 2)))


def main(acts: int, seed: int) -> None:
    """See module."""
    app = QApplication.instance() or QApplication(["lesson"])
    store = Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light")))
    window = Window(store)
    client = EngineClient()
    store.attach(client)
    window.show()
    with tempfile.TemporaryDirectory() as folder:
        lesson = Lesson(window, random.Random(seed), Path(folder))
        lesson.wait()
        began = time.monotonic()
        due = 0.0
        while lesson.acts < acts:
            lesson.act()
            if (gone := time.monotonic() - began) >= due:
                lesson.memory.append((lesson.acts, size := memory()))
                print(json.dumps({"seconds": round(gone), "acts": lesson.acts, "memory": size}), flush=True)
                due = gone + SAMPLE
        minutes = (time.monotonic() - began) / 60
    sizes = [size for _, size in lesson.memory]
    slope, error = growth(lesson.memory, warm_up(acts))
    print(json.dumps({
        "acts": lesson.acts, "minutes": minutes, "first": sizes[0], "last": sizes[-1], "largest": max(sizes),
        "slope": slope, "error": error, "slowest": lesson.slowest,
        "bad": [] if store.trace is not None and store.engine == "ready" else [f"the engine is {store.engine}"],
    }))  # fmt: skip
    window.close()
    client.close()
    del app


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
