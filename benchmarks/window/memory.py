"""Resident memory of the window's process before a model is there, and of all processes with one."""

from __future__ import annotations

import sys
from dataclasses import replace

from benchmarks.report import Line, Section
from benchmarks.samples import median
from benchmarks.window.long_text import MIDDLE, TOKENS, growth
from benchmarks.window.starting import model_there
from benchmarks.window.starts import starts

ABOUT = (
    "MiB resident as the system counts them; pages that processes share count in each. The window's process "
    "when everything is in its place; window and engine with torch and the bundled model when the first sentence "
    "is painted. A long text: by how much both have grown since a short sentence, 4 s after its picture, and at most "
    "at one time, read every 3 ms; its translation is given."
)


def measure(quick: bool) -> Section:
    """The same starts as in `starting`, a few times."""
    empty = Section("memory", "Resident memory", ABOUT)
    if not model_there():
        return replace(empty, skipped="there is no bundled model to start with.")
    found = starts(("bare", "plots", "torch", "ours"), 1 if quick else 5)

    def taken(kind: str, *what: str) -> float:
        return median([sum(one.resident[name] for name in what) for one in found[kind]])

    def line(what: str, value: float, against: str, other: float) -> Line:
        return Line(what, value, "MiB", None, against, other, value / other)

    window, bare, torch = taken("ours", "window"), taken("bare", "window"), taken("torch", "window")
    lines = (
        line("window before a model is there", window, "bare PySide6 window", bare),
        line("", window, "bare window, pyqtgraph loaded", taken("plots", "window")),
        line("window with a picture", taken("ours", "window_end"), "bare PySide6 window", bare),
        line("engine with a model", taken("ours", "engine"), "import torch alone", torch),
        line("window and engine", taken("ours", "window_end", "engine"), "both alone", bare + torch),
    )
    return replace(empty, lines=(*lines, *_long_text(), *_many_texts(50 if quick else 500)))


def _long_text() -> tuple[Line, ...]:
    """By how much both processes grow for one; nothing where the system does not say."""
    if sys.platform != "linux":
        return ()
    grown = growth()
    lines = (
        (f"{TOKENS:,} tokens: window and engine grow by", grown["window"] + grown["engine"], "F9"),
        ("of it the window", grown["window"], ""),
        ("at most, both at one time", grown["both_peak"], "F9"),
        ("the window at its own most", grown["window_peak"], ""),
        ("the engine at its own most", grown["engine_peak"], ""),
    )
    return tuple(Line(what, value, "MiB", goal=goal) for what, value, goal in lines)


def _many_texts(count: int) -> tuple[Line, ...]:
    """By how much both have grown after so many texts of 200 tokens; nothing where the system does not say."""
    if sys.platform != "linux":
        return ()
    grown = growth(count)
    what = f"{count} texts of {MIDDLE} tokens: window and engine grow by"
    return (Line(what, grown["window"] + grown["engine"], "MiB", goal="F9 many"),)
