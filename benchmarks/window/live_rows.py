"""While the model writes: a new token on the screen, against the time that the step itself takes."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator

import torch

from benchmarks.engine import shapes
from benchmarks.report import Line, Section
from benchmarks.samples import Work, in_turns
from benchmarks.window import recorded, screen
from benchmarks.window.screen import Paints
from model_core.decoding.decode import DecodedStep, generate
from model_core.record.trace import Step, Trace
from model_core.transformer.model import EncoderDecoder
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.window.main_window import Window

SOURCE, ROWS = 32, 96
ABOUT = (
    "A decoding step of a model (source of 32 tokens, rows watched), and what it takes until it is seen: taken over "
    "by the whole window (token chips, status) and painted."
)


def measure(quick: bool) -> Section:
    """Steps of the OPUS-MT shape and of the bundled one, painted in turns."""
    screen.application()
    shown = {name: spec for name, spec in shapes.SHAPES.items() if not name.startswith("small")}
    lines = [_shape(shapes.short(name), shapes.made(spec), 12 if quick else 80) for name, spec in shown.items()]
    return Section("live_rows", "A decoding step shows up", ABOUT, tuple(lines))


def _shape(name: str, model: EncoderDecoder, rounds: int) -> Line:
    spec = model.spec
    trace = recorded.trace(max(SOURCE, ROWS), spec.decoder_layers, spec.heads)
    steps, window = _steps(model), _Written(trace)
    found = in_turns({"step": lambda: _computed(steps), "window": window.paint}, rounds)
    window.window.close()
    ours, step, goal = found["window"], found["step"], "S10" if spec.d_model >= 512 else ""
    return Line(name, ours.median, "ms", ours.p95, "the step itself", step.median, ours.over(step), goal)


def _steps(model: EncoderDecoder) -> Iterator[DecodedStep]:
    """Steps without end: one sentence after the other."""
    seed = 0
    while True:
        seed += 1
        source = shapes.ids(model.spec, SOURCE, seed)
        with torch.inference_mode():
            memory = model.encode(source)
        yield from generate(model, source, memory, ROWS, watch=True)


def _computed(steps: Iterator[DecodedStep]) -> float:
    """Milliseconds of one step; the encoder's are left out."""
    index = -1
    while index <= 0:
        began = time.process_time()
        index = next(steps).index
        took = (time.process_time() - began) * 1e3
    return took


class _Written:
    """A window that gets the steps of a long run one after the other."""

    def __init__(self, trace: Trace) -> None:
        self.store = Store(State(run=trace.run))
        self.window = Window(self.store)
        screen.show(self.window, 1440, 900)
        self.store.accept(trace)
        self.store.run(source=(*trace.run.source, ""))
        screen.settle(0.3)  # so long that the window shows what is there of the new run
        run = self.store.state.run
        self.store.accept(dataclasses.replace(trace, run=run, stage="encoded"))
        screen.settle(0.3)
        self._trace, self._index = trace, 0
        self._paints = Paints(self.window.text.target.chips)
        self.paint: Work = self._paint

    def _paint(self) -> float:
        one, index = self._trace.sentences[0], self._index
        found = recorded.candidates(self._trace, index)
        step = Step(self.store.state.run, 0, index, one.written[index], 0.5, 0.01, found)
        self._index = min(index + 1, len(one.written) - 1)
        return screen.until_painted(self._paints, lambda: self.store.accept(step))
