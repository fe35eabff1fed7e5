"""python -m benchmarks.births [--seeds 5] [--tasks copy reverse …] [--out docs/findings.md]

When the head of each toy task forms, and whether the loss falls before it or after: every task is trained from several
seeds, its heads measured every few updates. The part of docs/findings.md between `<!-- births -->` and `<!-- end -->`
is written from it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.findings import PAGE, filled
from model_core.record.training_log import TrainEvent
from model_core.synthetic.toy_tasks import TASKS
from model_core.training import schedule
from model_core.training.train import train
from model_core.training.train_spec import TrainSpec, toy_settings

EVERY = 8
"""Updates between two looks."""
THERE = 0.5
"""Share of its weight that a head puts on the right source word when it counts as there."""


@dataclass(frozen=True)
class Birth:
    """One training: after how many updates the head was there, the loss had fallen half of its way, half of the texts
    were right, and nearly all were; `fallen` is the share of the loss's drop that was over when the head was there."""

    head: int
    loss: int
    right: int
    end: int
    fallen: float


def birth(task: str, seed: int) -> Birth | None:
    """Train a task from a seed; None where its head never was there."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"out": folder, "seed": seed, "snapshots": 1000, "validate_steps": EVERY, "validate_pairs": 100}
        events = list(train(TrainSpec(**{**toy_settings(task), **own})))
    looks = [event for event in events if event.kind == "snapshot"]
    valid = {event.step: event for event in events if event.kind == "valid"}
    best = max(range(len(looks[-1].heads)), key=lambda place: looks[-1].heads[place].values.get("gold", -1.0))
    head = _first(looks, lambda event: event.heads[best].values["gold"] >= THERE)
    if head is None:
        return None
    losses = [valid[step].valid_loss for step in sorted(valid)]
    top, way = losses[0], losses[0] - min(losses)
    tests = list(valid.values())
    loss = _first(tests, lambda event: event.valid_loss <= top - way / 2)
    right = _first(tests, lambda event: event.exact >= 0.5)
    then = min(valid, key=lambda step: abs(step - head))
    assert loss is not None, "it ends below its half"
    end = events[-1].step
    return Birth(head, loss, end if right is None else right, end, (top - valid[then].valid_loss) / way)


def _first(events: Sequence[TrainEvent], there: Callable[[TrainEvent], bool]) -> int | None:
    return next((event.step for event in events if there(event)), None)


def table(tasks: Sequence[str], seeds: int) -> list[str]:
    """The lines of the table, one for each task; told as they are found."""
    rows = [
        f"| task | head there (≥ {THERE:.0%} of its weight) | loss halfway down | half of the texts right | 99% right "
        "| share of the loss's drop over when the head is there |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for task in tasks:
        found = [birth(task, seed) for seed in range(1, seeds + 1)]
        there = [one for one in found if one is not None]
        missing = f" ({len(there)} of {seeds} seeds)" if len(there) < seeds else ""
        if there:
            counts = [_span([getattr(one, name) for one in there]) for name in ("head", "loss", "right", "end")]
            shares = [one.fallen for one in there]
            fallen = f"{median(shares):.0%} ({min(shares):.0%}–{max(shares):.0%})"
            rows.append(f"| {task}{missing} | {' | '.join(counts)} | {fallen} |")
        else:
            rows.append(f"| {task} | never in {seeds} seeds | | | | |")
        print(rows[-1], flush=True)
    return [*rows, "", f"Updates, median (range) over {seeds} seeds, measured every {EVERY}."]


def _span(counts: Sequence[int]) -> str:
    return f"{median(counts):,.0f} ({min(counts):,}–{max(counts):,})"


def main(argv: Sequence[str] | None = None) -> int:
    """The command; see module."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.births")
    made.add_argument("--seeds", type=int, default=5)
    made.add_argument("--tasks", nargs="*", default=list(TASKS), choices=list(TASKS))
    made.add_argument("--out", default=str(PAGE))
    wish = made.parse_args(argv)
    schedule.GAP = EVERY
    page = Path(wish.out)
    lines = table(wish.tasks, wish.seeds)
    page.write_text(filled(page.read_text("utf-8"), {"births": lines}), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
