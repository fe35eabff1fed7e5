"""From the start of the process to the window, a usable model, the first picture; and how long the window stalls."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.machine import import_processor_seconds, scaled
from benchmarks.report import Line, Section, compared
from benchmarks.samples import Samples
from benchmarks.window.starts import Start, starts
from model_core.io.resources import bundled

ABOUT = (
    "Whole processes, from their start, one after the other; files are in the system's cache. The bare window "
    "is PySide6 with one painted word. Our first window is its outline (grounds, hairlines, the name); everything is "
    "in its place when all parts are made, laid out and painted and can be typed into. “Usable” is the first answer "
    "of the bundled model, encoded by the engine's own process. A stall is the longest gap of a 5 ms timer in the "
    "window from its first picture to 0.4 s after the first sentence is painted, while its parts are made and torch "
    "and the model load; beside it the processor time that the window itself used in one gap. What a user feels of it, "
    "with goals in milliseconds, is divided by how much more processor time `import torch` takes here than the 0.85 s "
    "for which they are given."
)


def measure(quick: bool) -> Section:
    """The four programs in turns."""
    empty = Section("starting", "Start", ABOUT)
    if not model_there():
        return replace(empty, skipped="there is no bundled model to start with.")
    imports = [import_processor_seconds()]
    found = starts(("bare", "ours", "torch", "plots"), 2 if quick else 9)
    imports.append(import_processor_seconds())
    scale, divided = scaled(imports, "what is felt is")
    return replace(empty, lines=(*_lines(found), *_felt(found, scale)), checks=(divided,))


def model_there() -> bool:
    """Whether the English → Spanish model is in the resources."""
    return bundled() is not None


def _lines(found: dict[str, list[Start]]) -> list[Line]:
    def taken(kind: str, what: str) -> Samples:
        return Samples(tuple(one.ms[what] for one in found[kind]))

    window, torch = taken("bare", "painted"), taken("torch", "painted")
    plots = taken("plots", "painted")
    used = {kind: Samples(tuple(one.own["painted"] for one in found[kind])) for kind in ("ours", "bare")}
    return [
        *compared(
            "first window painted", taken("ours", "painted"),
            [("bare PySide6 window", window, "S12 window"), ("bare window, pyqtgraph loaded first", plots, "")],
        ),
        *compared("everything in its place", taken("ours", "furnished"), [("bare PySide6 window", window, "")]),
        *compared("processor time of the first window", used["ours"], [("bare PySide6 window", used["bare"], "")]),
        *compared("model usable", taken("ours", "Trace encoded"), [("import torch alone", torch, "S12 model")]),
        *compared("first picture painted", taken("ours", "picture"), [("import torch alone", torch, "")]),
    ]  # fmt: skip


def _felt(found: dict[str, list[Start]], scale: float) -> list[Line]:
    """What a user feels, divided by `scale`."""
    own, torch = found["ours"], Samples(tuple(one.ms["painted"] for one in found["torch"]))
    typed, picture = (Samples(tuple(one.ms[what] / scale for one in own)) for what in ("furnished", "picture"))
    stalls = {name: Samples(tuple(one.stall[name] / scale for one in own)) for name in ("wall", "own")}
    calm = Samples(tuple(one.stall["wall"] / scale for one in found["bare"]))
    return [
        Line("felt: one can type", typed.median, "ms", typed.p95, goal="F6 typing"),
        Line("felt: first picture, beyond `import torch`", picture.median - torch.median / scale, "ms",
             goal="F6 picture"),
        Line("felt: longest stall", stalls["wall"].median, "ms", stalls["wall"].p95, "bare window, idle", calm.median,
             stalls["wall"].over(calm), "F6 stall"),
        Line("felt: longest stall, own processor time", stalls["own"].median, "ms", stalls["own"].p95),
    ]  # fmt: skip
