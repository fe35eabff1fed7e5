"""The pointer and the choice of another head, layer, kind or step, in every view: until the whole window is painted."""

from __future__ import annotations

import gc
import itertools
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, QRect
from PySide6.QtWidgets import QWidget

from benchmarks.machine import USUAL_IMPORT, import_processor_seconds, scaled
from benchmarks.report import Line, Section
from benchmarks.samples import Calm, Samples, Work, in_turns
from benchmarks.window import screen
from benchmarks.window.long_text import long_model
from benchmarks.window.restyling import until_calm
from benchmarks.window.starting import model_there
from benchmarks.window.typing_keys import WORDS
from model_core.record.run_spec import RunSpec
from model_core.spec import KINDS
from viz_app.cli.idle_loader import IdleCollector
from viz_app.document.state import Layout, Pin, State
from viz_app.document.store import Store
from viz_app.system.engine_client import EngineClient
from viz_app.views import VIEWS
from viz_app.widgets.canvas import Canvas
from viz_app.window.main_window import Window

LENGTHS = (12, 64, 512, 1024)
"""Tokens on each side of the texts whose gestures are held against the goals of a frame; with --quick the first and the
last."""
LONGEST = 2048
"""Tokens at which there is only the pointer, with --quick over LONG_VIEWS alone."""
LONG_VIEWS = ("attention", "lines", "masks")
SWITCHES = ("head", "layer", "kind", "step")
HOVER = "hover"
PARTS = 3
"""The pointer goes over so many parts of a view, the largest that paint themselves, one after the other."""
LEAST = 60
"""Px that a part is high and wide."""
EVERY_TURN = 3
"""Turns of the event loop after which all of the window is painted."""
PATIENCE = 10
"""Seconds for what a view asks of the engine; what is not there then is not waited for."""

ABOUT = (
    "The whole window of 1440 × 900 with chips, inspector and one view, its engine beside it: the bundled model with "
    "more positions, texts of so many tokens on each side. The mouse goes to another place of the view's largest "
    "parts, or another head, layer, kind of attention or decoder step is chosen, until everything that follows is "
    "painted; processor time of the window, divided by how much more of it `import torch` takes here, in turns with "
    f"it, than the {USUAL_IMPORT} s for which the goals are given. Each row is the worst part and length, or the worst "
    "choice and length, of a view; the moving step marker is switched off."
)


@dataclass(frozen=True)
class Worst:
    """What took longest of a kind of gestures: which it was, its times."""

    which: str
    samples: Samples

    def line(self, what: str, scale: float, goal: str) -> Line:
        """The row of the table."""
        return Line(f"{what}, {self.which}", self.samples.median / scale, "ms", self.samples.p95 / scale, goal=goal)


def measure(quick: bool) -> Section:
    """Every view at every length; quick: at the shortest and the longest, fewer rounds."""
    empty = Section("gestures", "Any gesture, whole window", ABOUT)
    if not model_there():
        return replace(empty, skipped="there is no bundled model to ask.")
    screen.application()
    imports, rounds, calm = list[float](), 40 if quick else 60, Calm()
    found: dict[str, dict[tuple[str, int], Samples]] = {name: {} for name in VIEWS}
    refused: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        os.environ["HEADSCOPE_HOME"] = home
        model = long_model(Path(home))
        for length in (*(LENGTHS[:: len(LENGTHS) - 1] if quick else LENGTHS), LONGEST):
            opened = Opened(model, length)
            for name in LONG_VIEWS if quick and length == LONGEST else VIEWS:
                imports.append(import_processor_seconds())
                samples = taken(opened, name, rounds, length < LONGEST, calm)
                found[name] |= {(gesture, length): one for gesture, one in samples.items()}
                refused += [f"{name} does not draw {length:,} tokens"] if opened.refuses(name) else []
            opened.close()
    scale, divided = scaled(imports)
    again = f"{calm.retaken:,} samples were taken again: a fixed piece of work beside them took {calm.SLOWER} times as "
    again += f"long as mostly, as others use the processor, too; one that was so {calm.TRIES} times was left as it was"
    return replace(empty, lines=tuple(rows(found, scale)), checks=(divided, again, *refused))


def rows(found: dict[str, dict[tuple[str, int], Samples]], scale: float) -> Iterator[Line]:
    """Of what was taken in each view, by gesture and length: the worst of the pointer, of the choices, and of the
    pointer over the longest text."""
    for name, samples in found.items():
        pointer = {key: one for key, one in samples.items() if key[0].startswith(HOVER)}
        short = {key: one for key, one in pointer.items() if key[1] < LONGEST}
        kinds = (
            (HOVER, short, "F2"),
            ("another", {key: one for key, one in samples.items() if key not in pointer}, "F3"),
            (HOVER, {key: one for key, one in pointer.items() if key not in short}, "F2 long"),
        )
        for what, some, goal in kinds:
            if some:
                yield worst(some).line(f"{name}: {what}", scale, goal)


def worst(samples: dict[tuple[str, int], Samples]) -> Worst:
    """The one with the longest times, by the goals' measure."""
    gesture, length = max(samples, key=lambda key: samples[key].p95)
    which = "" if gesture.startswith(HOVER) else f"{gesture}, "
    return Worst(f"{which}{length:,} tokens", samples[gesture, length])


class Opened:
    """The window with a text of so many tokens of which all is there."""

    def __init__(self, model: str, tokens: int) -> None:
        one = _text(9)
        self.store = Store(State(run=RunSpec(model=model, source=(one,)), desk=Layout(views=("attention",))))
        self.window, self.lane = Window(self.store), EngineClient()
        screen.show(self.window, 1440, 900)
        gc.freeze()  # as the program does when its window is there
        self._collector = IdleCollector(self.store.changed)  # in it, too
        self.store.attach(self.lane)
        self._wait()
        self.store.pinned.pin(Pin(RunSpec(model=model, source=(_text(7),))))
        self.store.run(source=(text := _text(tokens),), target=text)
        self._wait()
        self.store.rest.ask()
        self.tokens = min(self.store.trace.size("cross")) if self.store.trace is not None else 0

    def _wait(self) -> None:
        screen.rest(lambda: self.store.trace is not None and self.store.trace.run == self.store.state.run, 240)

    def show(self, name: str) -> QWidget:
        """A view with all that it asks for."""
        self.store.desk(views=(name,))
        screen.settle(0.3)
        asked = self.store.effects
        try:
            screen.rest(lambda: asked.incomplete <= asked.stopped, PATIENCE)
        except TimeoutError:
            self.store.cancel()
        screen.settle(0.4)
        page = self.window.desk.page(name)
        assert page is not None, name
        for part in page.view.findChildren(QWidget):
            if hasattr(part, "motion"):
                part.motion = False
        return page.view

    def refuses(self, name: str) -> bool:
        """Whether a view says why it cannot be drawn."""
        page = self.window.desk.page(name)
        return page is not None and page.absence.isVisible()

    def close(self) -> None:
        """Window and engine."""
        self._collector.stop()
        self.window.close()
        self.lane.close()
        self.window.deleteLater()
        screen.settle()
        gc.unfreeze()


def _text(tokens: int) -> str:
    """Words for about so many tokens."""
    return " ".join(itertools.islice(itertools.cycle(WORDS), max(1, round(tokens / 1.2))))


def parts(view: QWidget) -> list[Canvas]:
    """The largest parts that paint themselves and can be pointed at, the largest first."""
    found = [(_seen(part), part) for part in view.findChildren(Canvas) if part.isVisible() and part.hasMouseTracking()]
    large = [one for one in found if min(one[0].width(), one[0].height()) >= LEAST]
    large.sort(key=lambda one: -one[0].width() * one[0].height())
    return [part for _, part in large[:PARTS]]


def _seen(part: QWidget) -> QRect:
    """What of it can be seen."""
    return part.visibleRegion().boundingRect()


def _places(part: QWidget) -> Iterator[QPointF]:
    """Places spread over what is seen of a part."""
    for number in itertools.count(1):
        area = _seen(part)
        x, y = (0.137 + number * 0.6180339887) % 1.0, (0.731 + number * 0.4819660113) % 1.0
        yield QPointF(area.left() + (0.02 + 0.96 * x) * area.width(), area.top() + (0.02 + 0.96 * y) * area.height())


def _others(count: int) -> Iterator[int]:
    """Numbers below `count`, each another one than before; the first is not 0."""
    order = sorted(range(count), key=lambda index: index * 0.6180339887 % 1.0)
    return itertools.cycle([*order[1:], order[0]])


def works(opened: Opened, view: QWidget, switches: bool) -> dict[str, Work]:
    """What is measured in a view."""
    store, made = opened.store, dict[str, Work]()
    for number, part in enumerate(parts(view)):
        places = _places(part)
        made[f"{HOVER} {number}"] = lambda part=part, places=places: until_calm(
            lambda: screen.move_mouse(part, next(places)), EVERY_TURN
        )
    trace = store.trace
    if not switches or trace is None:
        return made
    kind = store.state.look.kind
    counts = {"head": trace.spec.heads_of(kind), "layer": trace.spec.layers(kind), "step": opened.tokens}
    values: dict[str, Iterator[Any]] = {name: _others(count) for name, count in counts.items()}
    values["kind"] = itertools.cycle(KINDS)
    for name in SWITCHES:
        made[name] = lambda name=name: until_calm(lambda: store.look(**{name: next(values[name])}), EVERY_TURN)
    return made


def taken(
    opened: Opened, name: str, rounds: int, switches: bool = True, calm: Calm | None = None
) -> dict[str, Samples]:
    """Milliseconds of each gesture in a view."""
    view = opened.show(name)
    found = in_turns(works(opened, view, switches), rounds, warm=4, calm=calm)
    opened.store.look(kind="cross", layer=0, head=0, step=None)
    screen.settle()
    return found
