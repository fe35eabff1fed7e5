"""Results as values, and as the Markdown that docs/performance.md holds. No Qt, no torch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.goals import GOALS, words
from benchmarks.samples import Samples

DIGITS = 3


@dataclass(frozen=True)
class Line:
    """One comparison: a number of ours, the same of somebody else's, their ratio, and the goal it is held against.

    `what` is empty where the line goes on about the same thing as the one above.
    """

    what: str
    value: float
    unit: str
    p95: float | None = None
    against: str = ""
    other: float | None = None
    ratio: float | None = None
    goal: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None without a goal or without the number it is about."""
        if not self.goal:
            return None
        goal = GOALS[self.goal]
        number = getattr(self, goal.of)
        return None if number is None else goal.met(number)


@dataclass(frozen=True)
class Section:
    """What one benchmark found. `checks` says what was verified on the way; `skipped` why nothing was measured."""

    name: str
    title: str
    about: str
    lines: tuple[Line, ...] = ()
    checks: tuple[str, ...] = ()
    skipped: str = ""
    notes: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Section:
        """The Section written by `to_json`."""
        lines = tuple(Line(**line) for line in data["lines"])
        return cls(**{**data, "lines": lines, "checks": tuple(data["checks"]), "notes": tuple(data["notes"])})


def compared(
    what: str, ours: Samples, others: Iterable[tuple[str, Samples, str]], *, unit: str = "ms", p95: str = ""
) -> list[Line]:
    """Lines of one thing of ours against others: (name, samples, goal or ""). `p95` names a goal of its own.

    For unit "per s" more is better: medians are 1000 / ms and the ratio is how many times as fast ours is.
    """
    lines: list[Line] = []
    for name, theirs, goal in others:
        speed = unit == "per s"
        pair = (1e3 / ours.median, 1e3 / theirs.median) if speed else (ours.median, theirs.median)
        over = theirs.over(ours) if speed else ours.over(theirs)
        lines.append(Line("" if lines else what, pair[0], unit, None if speed else ours.p95, name, pair[1], over, goal))
    if p95:
        lines.append(Line("" if lines else what, ours.median, unit, ours.p95, goal=p95))
    return lines


# ---- Markdown


def markdown(sections: Sequence[Section], machine: Sequence[str], command: str) -> str:
    """The whole page."""
    lines = [line for section in sections for line in section.lines if line.met is not None]
    met = sum(bool(line.met) for line in lines)
    head = [
        "# Performance, measured",
        "",
        f"Written by `{command}`; do not edit by hand.",
        "",
        *(f"- {line}" for line in machine),
        f"- Goals reached: {met} of {len(lines)}.",
        "",
        "Whatever is compared was measured in turns within one run, with new values each time. Times are medians, p95",
        "is the value that 95 of 100 stay below, a ratio is the median of the ratios of the rounds (ours / theirs; for",
        "rates, how many times as fast ours is). Trust the ratios: milliseconds move with the machine's other work.",
        "S1 … S13 and F1 … are the project's goals by their numbers; × marks ratios.",
        "",
    ]
    return "\n".join([*head, *(line for section in sections for line in _section(section)), *_missed(sections)]) + "\n"


def _section(section: Section) -> list[str]:
    made = [f"## {section.title}", "", section.about, ""]
    if section.skipped:
        return [*made, f"Not measured: {section.skipped}", ""]
    made += ["| what | ours | p95 | against | theirs | ratio | goal | |", "|---|---:|---:|---|---:|---:|---|---|"]
    made += [f"| {' | '.join(cells(line))} |" for line in section.lines]
    made += [""]
    if section.checks:
        made += ["Checked on the way: " + "; ".join(section.checks) + ".", ""]
    return made + [line for note in section.notes for line in (note, "")]


def cells(line: Line) -> list[str]:
    """One line of the table, cell by cell."""
    goal = f"{line.goal}: {words(GOALS[line.goal])}" if line.goal else ""
    verdict = {True: "met", False: "**missed**", None: ""}[line.met]
    ours = number(line.value, line.unit)
    p95 = "" if line.p95 is None else number(line.p95, line.unit)
    other = "" if line.other is None else number(line.other, line.unit)
    over = "" if line.ratio is None else f"{rounded(line.ratio)}×"
    return [line.what, ours, p95, line.against, other, over, goal, verdict]


def number(value: float, unit: str) -> str:
    """A value with its unit, about three digits."""
    return f"{rounded(value)} {unit}" if unit else rounded(value)


def rounded(value: float) -> str:
    """About three digits, never a power of ten."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.{DIGITS - 1 if abs(value) < 10 else 1}f}" if abs(value) >= 0.1 or value == 0 else f"{value:.3f}"


def _missed(sections: Sequence[Section]) -> list[str]:
    """One sentence for each goal that was missed, in the order of the tables."""
    missed: dict[str, list[str]] = {}
    what = ""
    for section in sections:
        for line in section.lines:
            what = line.what or what
            if line.met is False:
                missed.setdefault(line.goal, []).append(what)
    if not missed:
        return ["## Goals missed", "", "None.", ""]
    made = ["## Goals missed, and what they would take", ""]
    for goal, where in missed.items():
        made.append(f"- **{goal}** ({'; '.join(dict.fromkeys(where))}): {GOALS[goal].would_take}")
    return [*made, ""]
