"""Greedy decoding with every new attention row watched, against Hugging Face's Marian on the same weights."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor

from benchmarks.engine import marian, shapes
from benchmarks.engine.bare_model import StepProducts
from benchmarks.report import Line, Section, compared
from benchmarks.samples import Samples, Work, in_turns
from model_core.decoding.decode import generate
from model_core.transformer.model import EncoderDecoder

Tokens = dict[str, list[int]]
"""What was written for a source, by the source: all have to agree."""

SOURCE = 32
ABOUT = (
    "A source of 32 tokens, so many tokens written, one after the other with caches; one thread, processor "
    "time, tokens per second without the encoder's part. Watched: each step carries the new rows of all decoder "
    "and cross-attention heads. The floor reads every decoder weight once per step (float32 products of one "
    "row)."
)


def measure(quick: bool) -> Section:
    """Every shape, short and long targets."""
    lines: list[Line] = []
    checks = ["with and without watching the same tokens are written"]
    if marian.there():
        checks.append("Marian writes the same tokens")
    for name, spec in shapes.SHAPES.items():
        model = shapes.made(spec)
        theirs = marian.marian(model) if marian.there() else None
        for written in (32,) if quick else (32, 64, 128):
            rounds = (2 if quick else 5) if spec.d_model >= 512 else (5 if quick else 12)
            lines += _sized(shapes.short(name), model, theirs, written, rounds)
    notes = () if marian.there() else (f"Note: {marian.MISSING}.",)
    return Section("decoding", "Greedy decoding", ABOUT, tuple(lines), tuple(checks), notes=notes)


def _sized(name: str, model: EncoderDecoder, theirs: Any, written: int, rounds: int) -> list[Line]:
    products = StepProducts(model.spec)
    ours: Tokens = {}
    works: dict[str, Work] = {
        "watched": _timed(written, _sources(model), partial(_ours, model, written, True, ours)),
        "unwatched": _timed(written, _sources(model), partial(_ours, model, written, False, ours)),
        "floor": _timed(written, _sources(model), lambda source: lambda: products.run(written)),
    }
    if theirs is not None:
        for key, watch in (("marian", True), ("marian, no weights", False)):
            works[key] = _timed(written, _sources(model), partial(_theirs, theirs, written, watch, ours))
    found = in_turns(works, rounds, warm=1)
    return _lines(f"{name}, {written} tokens", found, model.spec.d_model)


def _lines(what: str, found: dict[str, Samples], width: int) -> list[Line]:
    goals = {512: ("S8 large", "S8 floor"), 128: ("S8 small", "")}.get(width, ("", ""))
    against = [("floor: weights read once", found["floor"], goals[1])]
    if "marian" in found:
        against.insert(0, ("Marian, all attentions", found["marian"], goals[0]))
        against.append(("Marian, no weights out", found["marian, no weights"], ""))
    watched, unwatched = found["watched"], found["unwatched"]
    return [
        *compared(f"{what}: watched", watched, against, unit="per s"),
        *compared(f"{what}: a watched token", watched, [("not watched", unwatched, "S8 capture")]),
    ]


def _sources(model: EncoderDecoder) -> Callable[[], Tensor]:
    """Another source each time, in the same order for everybody."""
    turn = [0]

    def following() -> Tensor:
        turn[0] += 1
        return shapes.ids(model.spec, SOURCE, turn[0])

    return following


def _timed(written: int, sources: Callable[[], Tensor], prepare: Callable[[Tensor], Callable[[], Any]]) -> Work:
    """Milliseconds per token; what `prepare` does beforehand does not count."""

    def work() -> float:
        decode = prepare(sources())
        began = time.process_time()
        decode()
        return (time.process_time() - began) * 1e3 / written

    return work


def _ours(model: EncoderDecoder, written: int, watch: bool, seen: Tokens, source_BS: Tensor) -> Callable[[], None]:
    with torch.inference_mode():
        memory_BSD = model.encode(source_BS)

    def decode() -> None:
        found = [step.written for step in generate(model, source_BS, memory_BSD, written, watch=watch)]
        _agree(seen, source_BS, [int(one) for one in found])

    return decode


def _theirs(theirs: Any, written: int, watch: bool, seen: Tokens, source_BS: Tensor) -> Callable[[], None]:
    with torch.inference_mode():
        memory = theirs.get_encoder()(input_ids=source_BS)

    def decode() -> None:
        with torch.inference_mode():
            done = theirs.generate(
                encoder_outputs=memory, attention_mask=torch.ones_like(source_BS), do_sample=False, num_beams=1,
                max_new_tokens=written, min_new_tokens=written, output_attentions=watch, return_dict_in_generate=True,
            )  # fmt: skip
        _agree(seen, source_BS, done.sequences[0, 1:].tolist())

    return decode


def _agree(seen: Tokens, source_BS: Tensor, found: list[int]) -> None:
    """Raises AssertionError unless all wrote the same for the same source."""
    key = str(source_BS.tolist())
    assert seen.setdefault(key, found) == found, "other tokens were written"
