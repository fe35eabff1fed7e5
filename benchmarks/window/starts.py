"""Starts programs and reads what they say about themselves (see benchmarks.window.first_window)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TORCH = """\
import torch, time, json, psutil
at, resident = {"painted": time.time()}, {"window": psutil.Process().memory_info().rss / 2**20}
print(json.dumps({"at": at, "own": {}, "stall": {}, "resident": resident}))
"""
"""A program that loads torch and nothing else."""


@dataclass(frozen=True)
class Start:
    """What one start took: ms from the process's start to what happened, ms of its processor time until then, ms of
    stalls, MiB resident."""

    ms: dict[str, float] = field(default_factory=dict)
    own: dict[str, float] = field(default_factory=dict)
    stall: dict[str, float] = field(default_factory=dict)
    resident: dict[str, float] = field(default_factory=dict)


def start(kind: str, compiled: str) -> Start:
    """One start of "bare", "plots", "ours" or "torch", waited for. Raises RuntimeError when it fails.

    `compiled` is a folder where Python keeps compiled modules: the first start of a kind fills it and does not count.
    """
    words = ["-c", TORCH] if kind == "torch" else ["-m", "benchmarks.window.first_window", kind]
    with tempfile.TemporaryDirectory() as home:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"HEADSCOPE_HOME": home, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": compiled}
        began = time.time()
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
        )
    if done.returncode or not done.stdout.strip():
        raise RuntimeError(f"the start of {kind!r} failed: {done.stderr.strip()[-400:]}")
    said = json.loads(done.stdout.strip().splitlines()[-1])
    taken = {what: (at - began) * 1e3 for what, at in said["at"].items()}
    return Start(taken, said["own"], said["stall"], said["resident"])


def starts(kinds: Sequence[str], rounds: int) -> dict[str, list[Start]]:
    """So many starts of each kind, in turns, after one of each that does not count."""
    found: dict[str, list[Start]] = {kind: [] for kind in kinds}
    with tempfile.TemporaryDirectory() as compiled:
        for kind in kinds:
            start(kind, compiled)
        for number in range(rounds):
            first = number % len(kinds)
            for kind in (*kinds[first:], *kinds[:first]):
                found[kind].append(start(kind, compiled))
    return found
