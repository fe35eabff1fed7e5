"""What each fast path buys: processor time with it and without it, in interleaved pairs on one thread.

    python -m benchmarks.fast_paths

on the bundled model and on an untrained one of the shape of OPUS-MT (Marian). A path that buys under 5 % on both is
taken out; docs/performance.md says which were.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import torch
from torch import nn

from model_core.checkpoints.checkpoint import load_model
from model_core.decoding import decode, fast_attention
from model_core.decoding.draft import OnePass
from model_core.spec import ModelSpec
from model_core.transformer import linear
from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder, build

OPUS = ModelSpec(
    58_101, 58_101, d_model=512, heads=8, encoder_layers=6, decoder_layers=6, d_ff=2048, max_positions=512,
    norm_place="post", final_norm=False, activation="silu", position_layout="halves", output_bias=True,
    pad_id=58_100, bos_id=58_100, eos_id=0, unk_id=1,
)  # fmt: skip
WORDS, STEPS, PAIRS = 12, 16, 15
Work = Callable[[], Any]


def text(model: EncoderDecoder, tokens: int) -> torch.Tensor:
    """(1, tokens) ids, the same ones each time."""
    made = torch.Generator().manual_seed(1)
    return torch.randint(5, model.spec.source_vocabulary - 5, (1, tokens), generator=made)


@torch.inference_mode()
def recorded_pass(model: EncoderDecoder) -> None:
    """Encoder and decoder over a short text, with what the window records."""
    source = text(model, WORDS)
    with recording(model, lambda name: not name.endswith("scores")):
        model.unembed(model.decode(source, model.encode(source), source))


@torch.inference_mode()
def long_pass(model: EncoderDecoder) -> None:
    """A long text with nothing recorded."""
    source = text(model, 240)
    with fast_attention.recording_quickly(model, lambda name: False):
        model.decode(source, model.encode(source), source)


@torch.inference_mode()
def decoded(model: EncoderDecoder, guess: Sequence[int] = ()) -> list[int]:
    """A text written token by token, or from a guess."""
    source = text(model, WORDS)
    whole = OnePass(lambda name: name.endswith("weights")) if guess else None
    steps = decode.greedy(model, source, model.encode(source), STEPS, guess=guess, whole=whole)
    return [int(step.written[0]) for step in steps]


@contextmanager
def instead(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Another attribute inside the context."""
    before = vars(owner)[name]
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


@contextmanager
def called_as_usual(model: EncoderDecoder) -> Iterator[None]:
    """Modules called and found in PyTorch's own way."""
    parts = [(module, dict(module._modules)) for module in model.modules()]
    kinds = (linear.Linear, linear.LayerNorm, linear.DirectModule)
    calls = [vars(kind)["__call__"] for kind in kinds]
    for module, own in parts:
        for name in own:
            module.__dict__.pop(name, None)
    for kind in kinds:
        kind.__call__ = nn.Module.__call__  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        for kind, call in zip(kinds, calls, strict=True):
            kind.__call__ = call  # type: ignore[method-assign]
        for module, own in parts:
            module.__dict__.update(own)


def gain(work: Work, other: Work, without: Callable[[], AbstractContextManager[None]]) -> tuple[float, float, float]:
    """(milliseconds with, without, share saved): medians of processor time over interleaved pairs."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(PAIRS):
        start = time.process_time()
        work()
        times[0].append(time.process_time() - start)
        with without():
            start = time.process_time()
            other()
            times[1].append(time.process_time() - start)
    fast, slow = (statistics.median(one[2:]) * 1e3 for one in times)
    return fast, slow, 1 - fast / slow


def paths(model: EncoderDecoder) -> Iterator[tuple[str, Work, Work, Callable[[], AbstractContextManager[None]]]]:
    """(name, work with the path, the same work without it, a context that takes the path away)."""
    guess = decoded(model)
    nothing = torch.no_grad
    modules = lambda: instead(decode, "steppable", lambda model: False)  # noqa: E731
    usual = lambda: called_as_usual(model)  # noqa: E731
    kept = lambda: instead(fast_attention, "kept_cells", lambda spec: 10**12)  # noqa: E731
    yield "row by row without modules", lambda: decoded(model), lambda: decoded(model), modules
    yield "checking a guess", lambda: decoded(model, guess), lambda: decoded(model), nothing
    yield "modules called directly", lambda: recorded_pass(model), lambda: recorded_pass(model), usual
    with instead(fast_attention, "kept_cells", lambda spec: 1000):
        yield "no maps that nobody reads", lambda: long_pass(model), lambda: long_pass(model), kept


def main() -> None:
    """Print one line for each path and model."""
    torch.set_num_threads(1)
    for name, model in (("bundled", load_model("")[0]), ("OPUS-MT shape", build(OPUS, 1))):
        for path, work, other, without in paths(model):
            fast, slow, share = gain(work, other, without)
            print(f"{name:14} {path:28} {fast:8.2f} ms with, {slow:8.2f} without: {share:6.1%}", flush=True)


if __name__ == "__main__":
    main()
