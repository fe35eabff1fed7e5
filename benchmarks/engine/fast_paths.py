"""What each fast path buys: processor time with it and without it, in interleaved pairs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any

import torch
from torch import nn

from benchmarks.report import Line, Section
from model_core.checkpoints.checkpoint import load_model
from model_core.decoding import decode, fast_attention, fast_linear, passes
from model_core.decoding.draft import JoinedPass
from model_core.spec import ModelSpec
from model_core.training.running.fast_dropout import with_fast_dropout
from model_core.training.teacher_forcing import Learner
from model_core.transformer.device import computes_bf16
from model_core.transformer.hooks import recording
from model_core.transformer.model import EncoderDecoder, build

OPUS = ModelSpec(
    58_101, 58_101, d_model=512, heads=8, encoder_layers=6, decoder_layers=6, d_ff=2048, max_positions=512,
    norm_place="post", final_norm=False, activation="silu", position_layout="halves", output_bias=True,
    pad_id=58_100, bos_id=58_100, eos_id=0, unk_id=1,
)  # fmt: skip
WORDS, STEPS = 12, 16
Work = Callable[[], Any]


def text(model: EncoderDecoder, tokens: int) -> torch.Tensor:
    """(1, tokens) ids, the same ones each time."""
    made = torch.Generator().manual_seed(1)
    return torch.randint(5, model.spec.source_vocabulary - 5, (1, tokens), generator=made)


@torch.inference_mode()
def recorded_pass(model: EncoderDecoder, listening: Callable[..., AbstractContextManager[Any]] = recording) -> None:
    """Encoder and decoder over a short text, with what the window records."""
    source = text(model, WORDS)
    with listening(model, lambda name: not name.endswith("scores")):
        model.unembed(model.decode(source, model.encode(source), source))


@torch.inference_mode()
def long_pass(model: EncoderDecoder) -> None:
    """A long text with nothing recorded."""
    source = text(model, 240)
    with fast_attention.fast_recording(model, lambda name: False):
        model.decode(source, model.encode(source), source)


@torch.inference_mode()
def decoded(model: EncoderDecoder, guess: Sequence[int] = ()) -> list[int]:
    """A text written token by token, or from a guess."""
    source = text(model, WORDS)
    whole = JoinedPass(lambda name: name.endswith("weights")) if guess else None
    steps = decode.generate(model, source, model.encode(source), STEPS, guess=guess, whole=whole)
    return [int(step.written[0]) for step in steps]


def update(spec: ModelSpec, fast: bool) -> Work:
    """Forward and backward pass of a new model in training, in bf16 where the processor has it."""
    model = build(replace(spec, dropout=0.1), 1).train()
    if fast:
        with_fast_dropout(model)
    learner, half = Learner(model, 0.1), computes_bf16(model.device)
    source, read, written = (text(model, 2400).view(-1, WORDS) for _ in range(3))

    def work() -> None:
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            loss = learner(source, read, written)
        loss.backward()

    return work


@contextmanager
def instead(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Another attribute inside the context."""
    before = vars(owner)[name]
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def compared(
    work: Work, other: Work, without: Callable[[], AbstractContextManager[None]], pairs: int
) -> tuple[float, float, float]:
    """(milliseconds with, without, ratio): medians of processor time over interleaved pairs."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(pairs):
        start = time.process_time()
        work()
        times[0].append(time.process_time() - start)
        with without():
            start = time.process_time()
            other()
            times[1].append(time.process_time() - start)
    fast, slow = (statistics.median(one[2:]) * 1e3 for one in times)
    return fast, slow, fast / slow


def few_rows(rows: int, cells: int, inputs: int) -> bool:
    """Whether so many rows are multiplied otherwise on this processor than by a layer of this size itself."""
    large = fast_linear.onednn(rows) is not None and cells >= fast_linear.least_cells(rows, inputs)
    return large or rows in fast_linear.turned_rows()


def paths(model: EncoderDecoder) -> Iterator[tuple[str, Work, Work, Callable[[], AbstractContextManager[None]]]]:
    """(name, work with the path, the same work without it, a context that takes the path away)."""
    guess = decoded(model)
    nothing = torch.no_grad
    modules = lambda: instead(passes, "steppable", lambda *_: False)  # noqa: E731
    kept = lambda: instead(fast_attention, "most_recorded_cells", lambda spec: 10**12)  # noqa: E731
    alike = lambda: instead(fast_linear, "wide_product", nn.Linear.forward)  # noqa: E731
    cells, inputs = model.to_logits.weight.numel(), model.spec.d_model
    if few_rows(1, cells, inputs):
        yield "few rows by wide matrices", lambda: decoded(model), lambda: decoded(model), alike
    if few_rows(WORDS, cells, inputs):
        whole = lambda: recorded_pass(model, fast_attention.fast_recording)  # noqa: E731
        yield "many rows by a large matrix", whole, whole, alike
    yield "row by row without modules", lambda: decoded(model), lambda: decoded(model), modules
    yield "checking a guess", lambda: decoded(model, guess), lambda: decoded(model), nothing
    with instead(fast_attention, "most_recorded_cells", lambda spec: 1000):
        yield "no maps that are not read", lambda: long_pass(model), lambda: long_pass(model), kept
    if model.spec.d_model <= OPUS.d_model // 2:  # an update of the large shape takes seconds
        yield "dropout by sixteen bits a number", update(model.spec, True), update(model.spec, False), nullcontext


ABOUT = (
    "Processor time with each fast path of model_core and without it, in interleaved pairs on one thread: 12 "
    "source tokens, 16 written; a long text has 240 tokens, an update 2,400. The bundled model, and an "
    "untrained one of the shape of OPUS-MT. A path that buys under 5 % on both is taken out, unless it bought more on "
    "another processor. A path that is not taken here, since nothing is gained by it, has no line."
)
ELSEWHERE = (
    "On other processors: a few rows by wide matrices bought 10 to 21 % of the bundled model's decoding on AMD's EPYC, "
    "where MKL multiplies a single row slowly, and nothing on Intel's with AVX-512, where it is multiplied as it is. "
    "Dropout by sixteen bits a number takes half of the time of torch's: 3 to 4 % of an update in fp32, 10 % of one in "
    "bf16 with AMX.",
)
TAKEN_OUT = (
    "Taken out, because they bought too little: q, k and v by one product in whole passes; scores, mask and softmax in "
    "one tensor; no mask where it hides nothing; dropout from a pool of random bits; one cast of what attention reads "
    "instead of three; modules called by their `forward` alone.",
)


def measure(quick: bool) -> Section:
    """Every path on both shapes."""
    torch.set_num_threads(1)
    lines: list[Line] = []
    for name, model in (("bundled", load_model("")[0]), ("OPUS-MT", build(OPUS, 1))):
        for path, work, other, without in paths(model):
            fast, slow, ratio = compared(work, other, without, 7 if quick else 15)
            lines.append(Line(f"{name}: {path}", fast, "ms", against="without it", other=slow, ratio=ratio))
    return Section("fast_paths", "What the fast paths buy", ABOUT, tuple(lines), notes=ELSEWHERE + TAKEN_OUT)
