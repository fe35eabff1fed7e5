"""Passes over the weights that a key costs, and the engine's processor time: typed forward, without a window."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import torch

from benchmarks.report import Line, Section
from benchmarks.samples import Samples
from benchmarks.window.starting import model_there
from benchmarks.window.typing_keys import LENGTHS, WORDS, script
from model_core.decoding.fast_step import Stepper
from model_core.engine.engine import Engine
from model_core.record.run_spec import RunSpec
from model_core.transformer.model import EncoderDecoder

ABOUT = (
    "Keys typed forward at the end of a text of so many words, each text computed by the Engine as its process does, "
    "with all maps; processor time, one thread. Words in any order are what From key to picture types: a key changes "
    "much of what is translated. Words of a sentence are as somebody would write them. A pass over the weights is one "
    "call of the decoder, for one token or for a whole guess; the encoder's is not counted."
)


@contextmanager
def passes_counted() -> Iterator[list[int]]:
    """Yields the rows of every decoder pass as they are made."""
    rows: list[int] = []
    decode, stepped = EncoderDecoder.decode, Stepper.rows

    def counted(self: EncoderDecoder, *given: Any, **named: Any) -> Any:
        hidden = decode(self, *given, **named)
        rows.append(hidden.shape[1])
        return hidden

    def counted_rows(self: Stepper, *given: Any, **named: Any) -> Any:
        found = stepped(self, *given, **named)
        rows.append(found[0].shape[1])
        return found

    EncoderDecoder.decode, Stepper.rows = counted, counted_rows  # type: ignore[method-assign]
    try:
        yield rows
    finally:
        EncoderDecoder.decode, Stepper.rows = decode, stepped  # type: ignore[method-assign]


def sentence(length: int, words: int, seed: int) -> tuple[str, str]:
    """As `script`, with the words in the order of the text."""
    first = 7 * seed % len(WORDS)
    order = (WORDS[first:] + WORDS[:first]) * 2
    return " ".join(order[:length]) + " ", " ".join(order[length : length + words])


def typed(engine: Engine, texts: list[tuple[str, str]]) -> tuple[list[float], list[float]]:
    """(passes, milliseconds) of every key."""
    passes, took = list[float](), list[float]()
    for text, letters in texts:
        engine.trace(text)
        for end in range(1, len(letters) + 1):
            run = RunSpec(source=(text + letters[:end],))
            with passes_counted() as rows:
                start = time.process_time()
                list(engine.lazy_events(run))
                took.append((time.process_time() - start) * 1e3)
            passes.append(len(rows))
    return passes, took


def measure(quick: bool) -> Section:
    """Both orders of words at every length; quick: two lengths, fewer texts."""
    empty = Section("passes", "What a key costs the engine", ABOUT)
    if not model_there():
        return replace(empty, skipped="there is no bundled model to type to.")
    torch.set_num_threads(1)
    engine = Engine()
    lines: list[Line] = []
    for length in (12, 30) if quick else LENGTHS:
        for name, order in (("any order", script), ("a sentence", sentence)):
            passes, took = typed(engine, [order(length, 3, seed) for seed in range(2 if quick else 8)])
            mean, many = sum(passes) / len(passes), Samples(tuple(passes)).p95
            times = Samples(tuple(took))
            lines.append(Line(f"{length} words, {name}", times.median, "ms", times.p95))
            lines.append(Line("passes, mean", mean, "", many))
    return replace(empty, lines=tuple(lines))
