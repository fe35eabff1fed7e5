"""What a measurement was made on: processor, cores, load, versions. No Qt, no torch."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

PACKAGES = ("torch", "PySide6_Essentials", "pyqtgraph", "numpy", "transformers")

USUAL_IMPORT = 0.85
"""Seconds that `import torch` takes on the machine for which the goals are given; times are scaled by it."""


def described(platform_name: str, quick: bool, busy: float) -> list[str]:
    """Sentences about machine, versions and circumstances; `busy` is the load average before measuring began."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    versions = ", ".join(f"{name} {found(name)}" for name in PACKAGES)
    made = [
        f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, {platform.system()} {platform.machine()}, {cores} "
        f"cores of {processor()}; Python {platform.python_version()}, {versions}; one thread for torch.",
        windows(platform_name),
    ]
    if busy > 0.5:
        made.append(
            f"Measured on a busy machine: load average {busy:.1f} on {cores} cores before it began. Times by the wall's"
            " clock (start, typing) are longer for it, several times so; processor times and ratios much less."
        )
    if quick:
        made.append("A quick run: few rounds, small sizes. For numbers to quote, leave out --quick.")
    return made


def windows(platform_name: str) -> str:
    """How pictures reached the screen."""
    if platform_name == "offscreen":
        return (
            "Qt's offscreen platform: painting ends in the window's own memory, no display server takes part. Times of "
            "painting are processor time, which leaves out what other programs do meanwhile; on a real screen each "
            "picture costs one more copy to the server."
        )
    return (
        f"Qt's {platform_name} platform; every painted picture is followed by a round trip to the display server, "
        "which counts. Times of painting are the wall's."
    )


def processor() -> str:
    """The processor's name."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "an unknown processor"


def found(package: str) -> str:
    """The installed version, "missing" where there is none."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def load() -> float:
    """How many programs wanted to compute, on the average of the last minute; 0.0 where the system does not say."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def import_processor_seconds() -> float:
    """Processor time of `import torch` in a process of its own."""
    before = os.times()
    subprocess.run([sys.executable, "-P", "-c", "import torch"], check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def slower(imports: Sequence[float]) -> float:
    """How many times as long as the goals allow something may take here, by what `import torch` took; never below 1."""
    return max(1.0, median(imports) / USUAL_IMPORT)


def scaled(imports: Sequence[float], what: str = "times are") -> tuple[float, str]:
    """By what processor times are divided for the machine for which the goals are given, and the sentence on it."""
    scale = slower(imports)
    took = f"`import torch` takes {median(imports):.2f} s of processor time here"
    return scale, f"{took}: {what} divided by {scale:.2f}"
