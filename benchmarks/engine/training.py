"""Training: a toy task from its start to nearly all right, what snapshots cost, and steps against Hugging Face's."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from benchmarks.engine import marian, shapes
from benchmarks.report import Line, Section
from benchmarks.samples import Samples, Work, in_turns
from model_core.io.memory import keep_freed_memory
from model_core.training.running.fast_dropout import with_fast_dropout
from model_core.training.teacher_forcing import Learner, collate
from model_core.training.train import train
from model_core.training.train_spec import TrainSpec, toy_settings
from model_core.transformer.device import computes_bf16

SHAPE = "bundled (d 256, 3+3 layers, 4 heads, vocabulary 8,000)"
PAIRS, TOKENS = 64, 31
"""Of a batch, without the ends of sentence."""
SMOOTHING = 0.1
DIAGONAL = 0.4
"""Share of weight on the source digit that is to be written, from which the anti-diagonal is seen."""
UPDATES = 300
WINDOW = {"encoder_layers": 2, "decoder_layers": 2, "heads": 4, "d_model": 64, "d_ff": 256}
"""What the view Train offers at first."""
ABOUT = (
    "`headscope train --task reverse` as it comes, in a process of its own: processor time from its first instruction, "
    "Python and torch loaded within it, until 99 % of 300 held-out inputs are right, and until the cross-attention "
    f"head puts {DIAGONAL:.0%} of its weight on the digit that is to be written; the worst of the seeds is held "
    "against the goal; then the same in the size that the view Train begins with (2 + 2 layers, 4 heads, width 64). "
    f"Snapshots: the first {UPDATES} updates with and without them, in turns. Steps: forward, backward, clipping "
    f"and fused AdamW on {PAIRS} pairs of {TOKENS + 1} tokens on each side, {SHAPE}, on one thread without dropout, in "
    "processor time, each in a process of its own that takes its turn; ours keeps freed memory, as `headscope train` "
    "does. Updates and steps count over all rounds together: a ratio is that of the two numbers of its row. "
    "The floor: the step's matrix products by weights and nothing else, once forward and twice backward; no step in "
    "that precision is faster on this processor. Dropout: the same steps with a tenth of the units dropped."
)
FOLLOWED = """
import json, sys, time
from model_core.training.train import train
from model_core.training.train_spec import TrainSpec, toy_settings
own = {"out": sys.argv[1], "seed": int(sys.argv[2]), "model": json.loads(sys.argv[4])}
spec = TrainSpec(**{**toy_settings("reverse", own["model"].get("d_model", 0)), **own})
seen = None
for event in train(spec):
    gold = max((one.values.get("gold", 0.0) for one in event.heads), default=0.0)
    if seen is None and gold >= float(sys.argv[3]):
        seen = time.process_time()
print(json.dumps([time.process_time(), seen, event.step, event.exact]))
"""
ROOT = Path(__file__).resolve().parents[2]


def measure(quick: bool) -> Section:
    """Everything, on one thread."""
    torch.set_num_threads(1)
    seeds = range(1, 2 if quick else 6)
    lines, checks = _reverse("reverse", seeds, {})
    larger, reached = _reverse("reverse, as Train begins", seeds, WINDOW)
    lines, checks = lines + larger, checks + reached
    lines.append(_snapshots(7 if quick else 15))
    notes: list[str] = []
    if marian.there():
        lines += _steps(9 if quick else 15, notes)
    else:
        notes.append(f"Note: {marian.MISSING}.")
    return Section("training", "Training", ABOUT, tuple(lines), tuple(checks), notes=tuple(notes))


def _reverse(name: str, seeds: range, model: dict[str, int]) -> tuple[list[Line], list[str]]:
    """From the start to what was asked for, in the task's own shape or another; ValueError where it is not reached."""
    whole, first, steps = [], [], []
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", FOLLOWED, f"{folder}/out", str(seed), str(DIAGONAL), json.dumps(model)]
            said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        seconds, seen, step, exact = json.loads(said.splitlines()[-1])
        if exact < 0.99 or seen is None:
            raise ValueError(f"seed {seed} ended with {exact:.1%} right after {step} updates")
        whole.append(seconds)
        first.append(seen)
        steps.append(step)
    lines = [
        Line(f"{name}: 99 % right", Samples(tuple(whole)).median, "s", max(whole), goal="F11"),
        Line(f"{name}: the diagonal is seen", Samples(tuple(first)).median, "s", max(first), goal="F11 diagonal"),
    ]
    said = f"{name}: {len(seeds)} of {len(seeds)} seeds reach 99 %, after {min(steps):,} to {max(steps):,} updates"
    return lines, [said]


def _snapshots(rounds: int) -> Line:
    """The same updates with what is kept and measured meanwhile, and without."""

    def trained(**changes: Any) -> Work:
        def work() -> None:
            with tempfile.TemporaryDirectory() as folder:
                own = {"out": folder, "steps": UPDATES, "stop_at": 0.0, "validate_steps": UPDATES, **changes}
                for _ in train(TrainSpec(**{**toy_settings("reverse"), **own})):
                    pass

        return work

    found = in_turns({"with": trained(), "without": trained(snapshots=0)}, rounds, warm=1, clock=time.process_time)
    ours, other = found["with"], found["without"]
    name = f"{UPDATES} updates with snapshots"
    return Line(name, ours.mean, "ms", ours.p95, "without", other.mean, ours.mean / other.mean, "F11 snapshots")


ONE_SIDE = """
import sys
from benchmarks.engine.training import side
side(*sys.argv[1:])
"""
OURS, MARIAN, KEEPING, FLOOR = "ours", "Marian", "Marian that keeps freed memory, too", "floor: its products alone"
FP32, BF16, DROPPING = "fp32", "bf16", "bf16, dropout"
COMPARED = {
    (FP32, MARIAN): "S11 fp32", (FP32, KEEPING): "", (FP32, FLOOR): "",
    (BF16, MARIAN): "S11 bf16", (BF16, KEEPING): "", (BF16, FLOOR): "",
    (DROPPING, MARIAN): "", (DROPPING, KEEPING): "",
}  # fmt: skip
"""(what a step is done with, whom ours is held against) -> the goal."""
ONLY_FP32 = "Note: this processor computes bf16 no faster than fp32; lines of bf16 are left out."


def _steps(rounds: int, notes: list[str]) -> list[Line]:
    """Tokens per second against Marian's, in both precisions where the processor has both; each in its own process."""
    hows = {how for how, _ in COMPARED} if computes_bf16(torch.device("cpu")) else {FP32}
    names = sorted({(how, who) for how, other in COMPARED for who in (OURS, other) if how in hows})
    with ExitStack() as stack:
        works = {f"{how}|{who}": stack.enter_context(_asked(who, how)) for how, who in names}
        found = in_turns(works, rounds, warm=1)
    tokens = 2 * PAIRS * (TOKENS + 1)
    speed = {name: 1e3 * tokens / one.mean for name, one in found.items()}
    lines: list[Line] = []
    for how in dict.fromkeys(how for how, _ in COMPARED):
        own = speed.get(f"{how}|{OURS}", 0.0)
        if how != FP32 and own < speed[f"{FP32}|{OURS}"]:
            notes.append(ONLY_FP32)
            break
        others = [(other, speed[f"{how}|{other}"], goal) for (one, other), goal in COMPARED.items() if one == how]
        if how == BF16:
            others.insert(1, ("Marian in fp32, as the design has it", speed[f"{FP32}|{MARIAN}"], "S11 design"))
        for place, (named, other, goal) in enumerate(others):
            what = "" if place else f"steps in {how}"
            lines.append(Line(what, own, "tokens/s", None, named, other, own / other, goal))
    return lines


@contextmanager
def _asked(who: str, how: str) -> Iterator[Work]:
    """A process that makes one step at each call, and tells its milliseconds of processor time."""
    command = [sys.executable, "-c", ONE_SIDE, who, how]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        asking, told = process.stdin, process.stdout

        def work() -> float:
            print(file=asking, flush=True)
            return float(told.readline())

        yield work
        asking.close()


def side(who: str, how: str) -> None:
    """One step for every line of standard input, of one of those that are compared; its milliseconds are written."""
    if who != MARIAN:
        keep_freed_memory()  # as `headscope train` does
    torch.set_num_threads(1)
    model = shapes.made(replace(shapes.SHAPES[SHAPE], dropout=0.1 if how == DROPPING else 0.0))
    draw = torch.Generator().manual_seed(3)
    ids = torch.randint(4, model.spec.source_vocabulary, (2, PAIRS, TOKENS), generator=draw).tolist()
    pairs: list[Any] = list(zip(*ids, strict=True))
    source, read, written = collate(pairs, model.spec)
    if who == FLOOR:
        work = _products(model, how != FP32)
    elif who == OURS:
        with_fast_dropout(model)
        learner = Learner(model.train(), SMOOTHING)
        work = _step(model, lambda: learner(source, read, written) / written.numel(), how != FP32)
    else:
        theirs = marian.marian(model, model.spec.dropout).train()
        work = _step(theirs, lambda: theirs(input_ids=source, labels=written).loss, how != FP32)
    for _ in sys.stdin:
        began = time.process_time()
        work()
        print((time.process_time() - began) * 1e3, flush=True)


@torch.inference_mode()
def _products(model: nn.Module, half: bool) -> Callable[[], None]:
    """The matrix products of an update by weights: of each linear layer its output and both its gradients."""
    dtype, rows = torch.bfloat16 if half else torch.float32, PAIRS * (TOKENS + 1)
    weights = [one.weight.detach().to(dtype) for one in model.modules() if isinstance(one, nn.Linear)]
    read = {width: torch.randn(rows, width).to(dtype) for weight in weights for width in weight.shape}

    @torch.inference_mode()
    def work() -> None:
        for weight in weights:
            written, inputs = (read[width] for width in weight.shape)
            nn.functional.linear(inputs, weight)
            written @ weight
            written.T @ inputs

    return work


def _step(model: nn.Module, loss_of: Callable[[], Tensor], half: bool) -> Callable[[], None]:
    """One update."""
    optimizer = torch.optim.AdamW(model.parameters(), 1e-5, fused=True)

    def work() -> None:
        with torch.autocast("cpu", torch.bfloat16) if half else nullcontext():
            loss = loss_of()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return work
