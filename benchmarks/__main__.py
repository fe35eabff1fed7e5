"""python -m benchmarks [NAME …] [--quick] [--out docs/performance.md]

Every benchmark runs in a process of its own, one after the other; its result comes back as one line of JSON.
Exit status: 0, or 1 where a benchmark failed (its words are shown; the others still run).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks import machine
from benchmarks.report import Section, cells, markdown
from model_core.io.child_process import SETTINGS

MODULES = (
    "window.painting", "window.switching", "window.hovering", "window.gestures", "window.restyling", "window.openings",
    "window.starting", "window.typing_keys", "window.long_keys", "engine.passes", "engine.forward", "engine.decoding",
    "window.live_rows", "engine.fast_paths", "engine.effects", "engine.training", "window.memory",
)  # fmt: skip
"""In the order of the page. Each has `measure(quick) -> Section`."""

NAMES = {module.partition(".")[2]: module for module in MODULES}
"""What a benchmark is called -> its module."""

ROOT = Path(__file__).resolve().parent.parent
RESULT = "result: "


def main(words: list[str] | None = None) -> int:
    """The command; see module."""
    wish = parser().parse_args(words)
    unknown = [name for name in wish.names if name not in NAMES]
    if unknown:
        print(f"benchmarks: no benchmark is called {unknown[0]}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    if wish.json:
        print(RESULT + json.dumps(measure(wish.names[0], wish.quick).to_json()))
        return 0
    busy = machine.load()
    sections = [found for name in wish.names or NAMES if (found := apart(name, wish.quick)) is not None]
    if wish.out:
        quick = " --quick" if wish.quick else ""
        command = " ".join(["python -m benchmarks", *wish.names]) + f"{quick} --out {wish.out}"
        page = markdown(sections, machine.described(platform_name(), wish.quick, busy), command)
        Path(wish.out).write_text(page, encoding="utf-8")
    return 0 if len(sections) == len(wish.names or NAMES) else 1


def parser() -> argparse.ArgumentParser:
    """The words that are understood."""
    made = argparse.ArgumentParser(prog="python -m benchmarks", description="Measures, side by side and as ratios.")
    made.add_argument("names", nargs="*", metavar="NAME", help=f"which of {', '.join(NAMES)}; all where none is named")
    made.add_argument("--quick", action="store_true", help="few rounds and small sizes: to try, not to quote")
    made.add_argument("--out", metavar="FILE", default="", help="write the results as Markdown")
    made.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    return made


def measure(name: str, quick: bool) -> Section:
    """One benchmark, in this process."""
    found = importlib.import_module(f"benchmarks.{NAMES[name]}").measure(quick)
    assert isinstance(found, Section)
    return found


def apart(name: str, quick: bool) -> Section | None:
    """One benchmark in a process of its own, printed when it is there; None where it failed."""
    command = [sys.executable, "-m", "benchmarks", name, "--json", *(["--quick"] if quick else [])]
    done = subprocess.run(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith(RESULT)]
    if done.returncode or not lines:
        print(f"benchmarks: {name} failed (exit status {done.returncode})", file=sys.stderr)
        return None
    section = Section.from_json(json.loads(lines[-1].removeprefix(RESULT)))
    show(section)
    return section


def show(section: Section) -> None:
    """One result on the terminal."""
    print(f"\n{section.title}")
    if section.skipped:
        print(f"  not measured: {section.skipped}")
    table = [cells(line) for line in section.lines]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for check in section.checks:
        print(f"  checked: {check}")
    sys.stdout.flush()


def environment() -> dict[str, str]:
    """The environment of a benchmark's process: a platform for Qt, and for threads what the program settles itself."""
    return {**SETTINGS, **os.environ, "QT_QPA_PLATFORM": platform_name()}


def platform_name() -> str:
    """Qt's platform: what the environment names, the usual one where there is a display, else offscreen."""
    named = os.environ.get("QT_QPA_PLATFORM")
    if named or not sys.platform.startswith("linux"):
        return named or {"win32": "windows", "darwin": "cocoa"}.get(sys.platform, "minimal")
    return "xcb" if os.environ.get("DISPLAY") else "wayland" if os.environ.get("WAYLAND_DISPLAY") else "offscreen"


if __name__ == "__main__":
    sys.exit(main())
