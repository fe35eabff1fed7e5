"""Effects asked of the engine: when nothing else is to be done, ended by another run, never lost to a pause."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import pytest
import torch

from model_core.effects.sweep import Interrupted
from model_core.engine import wire, worker
from model_core.engine.engine import Engine
from model_core.engine.messages import (
    AskText,
    Cancel,
    Close,
    Problem,
    Run,
    TextWithout,
)
from model_core.engine.worker import Worker
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.lens import Lens, LensSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.small import small_model, small_pieces

PIECES = small_pieces()
RUN = RunSpec("own", ("We don't open.",), max_steps=6)
OTHER = RUN.with_(source=("The old boat.",))


@pytest.fixture(autouse=True)
def told_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """No part of an answer is told before the rest, however slow the machine is."""
    monkeypatch.setattr(worker, "GROWING_INTERVAL", math.inf)


def engine() -> Engine:
    made = Engine("own")
    sizes = {"source_vocabulary": PIECES.size, "target_vocabulary": PIECES.size}
    made.add("own", small_model(4, tied=False, **sizes), PIECES)
    return made


def told(*requests: Any, after: dict[str, list[Any]], until: int) -> list[Any]:
    """What a worker tells that gets these requests, and those of `after` once it has said a word; `until` so many
    Effects, readings, texts and problems were said."""
    events: list[Any] = []

    def tell(event: Any) -> None:
        event = wire.from_bytes(wire.to_bytes(event))  # everything has to cross
        events.append(event)
        for request in after.pop(word(event), []):
            answering.requests.put(request)
        if sum(word(one) in ("effects", "lens", "text", "problem") for one in events) == until:
            answering.requests.put(Close())

    answering = Worker(engine, tell)
    for request in requests:
        answering.requests.put(wire.from_bytes(wire.to_bytes(request)))
    answering.serve()
    return events


def word(event: Any) -> str:
    if isinstance(event, Trace):
        return f"{event.run.source[0]}" if event.complete else "encoded"
    if isinstance(event, Lens):
        return "lens" if event.complete else ""
    kinds = {Effects: "effects", TextWithout: "text", Problem: "problem"}
    return kinds.get(type(event), "")


def test_effects_come_after_the_run_they_are_of_and_texts_before_them() -> None:
    asked, part = EffectsSpec(RUN), Component("heads", "cross", 1, 2)
    events = told(Run(RUN), after={RUN.source[0]: [asked, AskText(asked, part)]}, until=2)
    text, found = events[-2:]
    assert isinstance(text, TextWithout) and (text.asked, text.part) == (asked, part)
    assert isinstance(found, Effects) and found.complete and found.asked == asked
    np.testing.assert_array_equal(found.changes, engine().effects(asked).changes)


def test_slow_effects_are_reported_as_they_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "GROWING_INTERVAL", 0.0)
    asked, told_of = EffectsSpec(RUN), list[Effects]()

    def tell(event: Any) -> None:
        told_of.extend([event] if isinstance(event, Effects) else [])
        if isinstance(event, Trace) and event.complete:
            answering.requests.put(asked)
        if told_of and told_of[-1].complete:
            answering.requests.put(Close())

    answering = Worker(engine, tell)
    answering.requests.put(Run(RUN))
    answering.serve()
    done = [one.done for one in told_of]
    assert len(done) > 1 and done == sorted(set(done)) and [one.complete for one in told_of].count(True) == 1


@pytest.mark.parametrize("more", [{}, {"groups": ("source",), "method": "integrated"}])
def test_another_run_ends_the_effects_of_the_one_before(more: dict[str, Any]) -> None:
    """Nothing of the first run's effects is told once there is a second run."""
    asked = EffectsSpec(OTHER, **more)
    requests = {RUN.source[0]: [EffectsSpec(RUN, **more), Run(OTHER)], OTHER.source[0]: [asked]}
    events = told(Run(RUN), after=requests, until=1)
    assert [one.asked for one in events if isinstance(one, Effects)] == [asked]


def test_the_same_run_asked_for_with_all_that_it_records_ends_nothing() -> None:
    asked = EffectsSpec(RUN)
    events = told(Run(RUN), after={RUN.source[0]: [asked, Run(RUN, whole=True, rest=True)]}, until=1)
    assert word(events[-1]) == "effects"
    assert [one.unsent for one in events if isinstance(one, Trace) and one.complete] == [True, False]


@pytest.mark.parametrize("method", ["removed", "gradient", "integrated"])
def test_effects_on_log_probabilities_that_are_not_numbers_come_to_an_end(method: str) -> None:
    own = engine()
    with torch.no_grad():
        own.open("own").model.decoder.layers[1].feed_forward.down.weight.mul_(3e38)
    run = RUN.with_(target=("El barco.",))
    assert np.isnan(own.trace(run).numbers["log_probability"]).all()
    told_of = list(islice(own.answers(EffectsSpec(run, groups=("source",), method=method)), 1000))
    assert isinstance(told_of[-1], Effects) and told_of[-1].complete and np.isnan(told_of[-1].base).all()


def test_cancelled_effects_are_not_reported() -> None:
    asked = EffectsSpec(RUN, groups=("source",))
    requests = {RUN.source[0]: [EffectsSpec(RUN), Cancel(), asked]}
    events = told(Run(RUN), after=requests, until=1)
    assert [one.asked for one in events if isinstance(one, Effects)] == [asked]


def test_one_question_can_be_cancelled_alone() -> None:
    left, kept = EffectsSpec(RUN), EffectsSpec(RUN, groups=("source",))
    events = told(Run(RUN), after={RUN.source[0]: [left, kept, Cancel(left)]}, until=1)
    assert [one.asked for one in events if isinstance(one, Effects)] == [kept]


def test_an_invalid_request_is_a_problem_and_the_process_continues() -> None:
    wrong = EffectsSpec(RUN, sentence=7)
    requests = {RUN.source[0]: [wrong], "problem": [EffectsSpec(RUN)]}
    events = told(Run(RUN), after=requests, until=2)
    assert isinstance(events[-2], Problem) and events[-2].code == "E-EFFECTS"
    assert isinstance(events[-1], Effects)


def test_a_text_read_early_comes_after_the_run_and_another_run_ends_it() -> None:
    asked = LensSpec(OTHER)
    requests = {RUN.source[0]: [LensSpec(RUN), Run(OTHER)], OTHER.source[0]: [asked]}
    events = told(Run(RUN), after=requests, until=1)
    assert [one.asked for one in events if isinstance(one, Lens)] == [asked]
    reading, own = events[-1].reading, engine().lens(OTHER)
    np.testing.assert_allclose(reading.shares[:, :, 0], own.shares[:, :, 0], rtol=0, atol=1e-9)
    assert reading.places == own.places and (reading.top == own.top).all()
    assert set(reading.top.reshape(-1).tolist()) <= {token.id for token in events[-1].tokens}


def test_a_text_without_a_part_yields_to_newer_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given up between two tokens, and begun again afterwards."""
    own = engine()
    trace, part = own.trace(RUN), Component("heads", "cross", 0, 0)
    asked, steps, whole = EffectsSpec(RUN), list[int](), Engine.without
    with pytest.raises(Interrupted):
        own.without(asked, part, trace, lambda: steps.append(1) or len(steps) == 2)
    assert len(steps) == 2 < len(trace.sentences[0].written)
    times = list[int]()

    def once(self: Engine, asked: EffectsSpec, part: Component, trace: Trace | None, stop: Any) -> Any:
        times.append(1)
        return whole(self, asked, part, trace, lambda: len(times) == 1)  # as if a request had come

    monkeypatch.setattr(Engine, "without", once)
    events = told(Run(RUN), after={RUN.source[0]: [AskText(asked, part)]}, until=1)
    (text,) = [one for one in events if isinstance(one, TextWithout)]
    assert len(times) == 2 and text.text.text == whole(own, asked, part, trace).text
