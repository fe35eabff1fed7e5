"""The large run of the robust tests, by one command: `python -m tests.robust.long --full`, or with sizes of your own.

    python -m tests.robust.long --mutations 500 --events 4000 --seeds 2 --out docs/reliability.md
    python -m tests.robust.long --only "random events" --events 50000 --first-seed 10 --seeds 11

A part that is not given a size is done in the size of DAILY; --full takes the sizes of FULL. Everything is done in
pieces, each in a process of its own, and every finished piece is kept in a file (--kept, one line of JSON each): the
same command again does what is left. The last result goes to --out as a page, with everything that went wrong in it;
random events of other seeds that are on the page already keep their own line.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model_core.errors import counted

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(tempfile.gettempdir()) / "headscope-long.jsonl"
DAILY = {
    "mutations": 300, "events": 2000, "seeds": 2, "engines": 10, "windows-killed": 10, "saves": 50, "writes": 5,
    "windows": 30, "acts": 500,
}  # fmt: skip
FULL = {
    "mutations": 20_000, "events": 50_000, "seeds": 20, "engines": 500, "windows-killed": 200, "saves": 500,
    "writes": 200, "windows": 1000, "acts": 28_800,
}  # fmt: skip
MEANINGS = {
    "mutations": "damaged files for each reader", "events": "random gestures for each seed",
    "seeds": "seeds of the random gestures", "engines": "kills of the engine", "windows-killed": "kills of the window",
    "saves": "kills while a session is saved", "writes": "kills of each writing command",
    "windows": "windows opened and closed", "acts": "acts of a scripted class",
}  # fmt: skip
PIECE = {"mutations": 2000, "engines": 50, "windows-killed": 20, "saves": 100, "writes": 20}
"""How much of a part is done in one process, and kept when it is done."""
HOUR = 3600
"""Acts in an hour of a class, which does one a second at most."""
LONG_ENOUGH = 2 * HOUR
"""Acts of a scripted class from which on its growth is judged."""
GROWTH_AN_HOUR = 1_000_000
"""Bytes by which the window may grow in an hour of a class behind the warm-up."""
PATIENCE = 12 * 3600
"""Seconds after which a piece counts as hanging."""

LATE = 250
"""Milliseconds of the window's own time from which on a gesture is late."""

STORY = 30_000
"""Characters of what a piece said last that are kept with it where anything went wrong."""


@dataclass(frozen=True)
class Piece:
    """A process to run. `read` makes of its output what is kept: figures, and under "bad" all that went wrong."""

    part: str
    name: str
    command: tuple[str, ...]
    read: Callable[[str], dict[str, Any]]
    size: int

    @property
    def key(self) -> str:
        """What is the same piece in another run of this command."""
        return f"{self.part} · {self.name} · {self.size}"


# ---------------------------------------------------------------- the parts


def module(name: str, *words: object) -> tuple[str, ...]:
    """The command of a module of the tests."""
    return sys.executable, "-m", f"tests.{name}", *map(str, words)


def tests(*words: object) -> tuple[str, ...]:
    """The command of some tests, with their prints."""
    return sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "--timeout=0", *map(str, words)


def in_pieces(total: int, size: int) -> Iterator[tuple[int, int]]:
    """(first, count) of each piece."""
    for first in range(0, total, size):
        yield first, min(size, total - first)


def pieces(sizes: dict[str, int], folder: str, first_seed: int = 1) -> Iterator[Piece]:
    """Everything that is to be done, in order."""
    from tests.robust.mutations import READERS
    from tests.support.kill_writes import COMMANDS

    robust = ROOT / "tests" / "robust"
    for path in [*sorted(robust.glob("test_bad_*.py")), robust / "test_damaged_sessions.py"]:
        yield Piece("bad inputs", path.stem, tests(path), passed, 1)
    for reader in READERS:
        for first, count in in_pieces(sizes["mutations"], PIECE["mutations"]):
            command = module("robust.mutations", reader, 1 + first, count)
            yield Piece("damaged files", f"{reader} from {1 + first}", command, mutated, count)
    for seed in range(first_seed, first_seed + sizes["seeds"]):
        command = tests("tests/robust/test_random_events.py::test_random_gestures", "--events", sizes["events"])
        yield Piece("random events", f"seed {seed}", (*command, "--seed", str(seed)), gestured, sizes["events"])
    for first, count in in_pieces(sizes["engines"], PIECE["engines"]):
        command = tests("tests/robust/test_kills.py", "--kills", count, "--seed", 1 + first)
        yield Piece("engine killed", f"from {first}", command, passed, count)
    for first, count in in_pieces(sizes["windows-killed"], PIECE["windows-killed"]):
        command = module("kill_windows", fresh(folder), count, 1 + first)
        yield Piece("window killed", f"from {first}", command, told, count)
    for first, count in in_pieces(sizes["saves"], PIECE["saves"]):
        path = Path(fresh(folder)) / "session.json"
        yield Piece("saves killed", f"from {first}", module("kill_saves", path, count, 1 + first), told, count)
    for command_name in COMMANDS:
        for first, count in in_pieces(sizes["writes"], PIECE["writes"]):
            command = module("kill_writes", fresh(folder), command_name, count, 1 + first)
            yield Piece("commands killed", f"{command_name} from {first}", command, told, count)
    words = tests("tests/robust/test_many_windows.py", "--windows", sizes["windows"])
    yield Piece("windows opened and closed", "all", words, windows, sizes["windows"])
    if sizes["acts"]:
        yield Piece("a scripted class", "all", module("robust.lesson", sizes["acts"], 1), taught, sizes["acts"])


def fresh(folder: str) -> str:
    """An empty folder."""
    return tempfile.mkdtemp(dir=folder)


# ---------------------------------------------------------------- what they say


def told(output: str) -> dict[str, Any]:
    """The last line, as JSON; what it names beside "bad" as wrong counts as well."""
    found: dict[str, Any] = json.loads(output.splitlines()[-1])
    return found | {"bad": [*found.get("bad", []), *map(str, found.get("left", []))]}


def taught(output: str) -> dict[str, Any]:
    """A scripted class; growth above the goal beyond doubt is wrong, where the class was long enough to tell."""
    found = told(output)
    surely = found["slope"] - 2 * found["error"]
    if found["acts"] >= LONG_ENOUGH and surely > GROWTH_AN_HOUR:
        found["bad"] += [
            f"the window grows by {found['slope'] / 1e6:+.1f} MB an hour of class, more than {GROWTH_AN_HOUR / 1e6:.0f}"
        ]
    return found


def mutated(output: str) -> dict[str, Any]:
    """How damaged files ended; everything but "opened" and a refusal with a code is wrong."""
    *strange, last = [json.loads(line) for line in output.splitlines()]
    grown = [f"{last['grown'] / 1e6:.0f} MB more memory"] if last["grown"] > 1e9 else []
    return last | {"bad": [*map(str, strange), *grown, *last["others"]]}


def passed(output: str) -> dict[str, Any]:
    """How many tests passed; of those that did not the exceptions, too, whose lines pytest cuts off."""
    found = re.search(r"(\d+) passed", output)
    bad = re.findall(r"^(?:FAILED|ERROR) .*", output, re.M)
    bad += re.findall(r"^[\w.]*(?:Error|Refused|Exception)(?:: .*)?$", output, re.M) if bad else []
    return {"passed": int(found[1]) if found else 0, "bad": bad}


def gestured(output: str) -> dict[str, Any]:
    """Gestures that were done, and the slowest ones by the window's own time, the longest first."""
    found = re.search(r"own time: (\d+) over \d+ ms, divided by ([\d.]+)\n((?:  \d+ ms .*\n)*)", output)
    if found is None:
        return passed(output)
    slow = [(int(ms), words) for ms, words in re.findall(r"  (\d+) ms (.*)", found[3])]
    return passed(output) | {"late": int(found[1]), "slower": float(found[2]), "slow": slow}


def windows(output: str) -> dict[str, Any]:
    """By how much the memory grew."""
    found = re.search(r"windows: ([+-][\d.]+) MB", output)
    grown, told = float(found[1]) if found else 0.0, passed(output)
    return told | {"grown": grown, "bad": [f"{one}: {grown:+.1f} MB" for one in told["bad"]]}


# ---------------------------------------------------------------- running


def run(piece: Piece) -> dict[str, Any]:
    """Does a piece, and once more where gestures took too long: what is slow in the program is slow again, while the
    machine, whose processor others use, too, is slow for tenths of a second."""
    found = once(piece)
    return slow_twice(found, once(piece)) if found.get("late") and not found["bad"] else found


def slow_twice(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """What was found of gestures that were all done twice; each has the shorter of its two times. The second time
    knows only those that took long, and of the others that they did not."""
    again = {words.partition(":")[0]: ms for ms, words in second.get("slow", ())}
    late = [(min(ms, again.get(words.partition(":")[0], 0)), words) for ms, words in first["slow"][: first["late"]]]
    slow = [one for one in (*late, *first["slow"][first["late"] :]) if one[0]]
    number = sum(ms > LATE for ms, _ in late)
    twice = {"late": number, "once": first["late"] - number, "slow": sorted(slow, reverse=True)}
    spent = {name: round(first[name] + second[name], 1) for name in ("seconds", "processor")}
    return {**first, **twice, **spent, "bad": second["bad"]}


def once(piece: Piece) -> dict[str, Any]:
    """Does a piece. A process that ends badly is something that went wrong, with its last words."""
    variables = {"QT_QPA_PLATFORM": "offscreen", "OMP_WAIT_POLICY": "PASSIVE"}
    before, began = os.times(), time.monotonic()
    try:
        done = subprocess.run(
            piece.command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **variables}
        )
        found = piece.read(done.stdout)
        if done.returncode and not found["bad"]:
            found["bad"] = [f"status {done.returncode}: {(done.stderr or done.stdout)[-300:]}"]
        if found["bad"]:
            found["story"] = (done.stdout + done.stderr)[-STORY:]
    except Exception as error:
        found = {"bad": [f"{type(error).__name__}: {error}"[:300]]}
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return {
        "key": piece.key, "part": piece.part, "name": piece.name, "size": piece.size, **found,
        "date": time.strftime("%Y-%m-%d", time.gmtime()), "commit": commit(),
        "seconds": round(time.monotonic() - began, 1), "processor": round(used, 1),
    }  # fmt: skip


def commit() -> str:
    """What git calls the program's present state, "" where there is no git."""
    try:
        words = ("git", "describe", "--always", "--dirty", "--exclude", "*")
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def kept_in(path: Path) -> dict[str, dict[str, Any]]:
    """The finished pieces of an earlier run; a line that was cut off is done again."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        found[one["key"]] = one
    return found


# ---------------------------------------------------------------- the page


def page(results: list[dict[str, Any]], before: str = "") -> str:
    """The results as Markdown. Parts that were not done now keep what the page `before` says of them."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for one in results:
        parts.setdefault(one["part"], []).append(one)
    now = {titled(part, some): row(part, some) for part, some in parts.items()}
    rows, bad = {}, []
    for line in before.splitlines():
        if line.startswith("| ") and not line.startswith("| what |"):
            rows[line.split(" | ")[0][2:]] = line
        elif line.startswith("- ") and any(line[2:].startswith(f"{title}, ") for title in rows.keys() - now):
            bad.append(line[2:])
    again = {seed for title in now for seed in seeds(title)}
    rows = {title: line for title, line in rows.items() if again.isdisjoint(seeds(title)) or title in now} | now
    bad += [
        f"{titled(part, some)}, {one['name']}: {word}"
        for part, some in parts.items()
        for one in some
        for word in one["bad"]
    ]
    hours = sum(one["processor"] for one in results) / 3600
    old = [title for title in rows if title not in now]
    kept = f" Of an earlier run: {'; '.join(old)}." if old else ""
    drawn = [title for title in rows if seeds(title)]
    gestures = sum(int(rows[title].split(" | ")[1].replace(",", "")) for title in drawn)
    summed = f"- Random events in all: {gestures:,} over {sum(len(seeds(title)) for title in drawn)} seeds."
    lines = [
        "# Reliability, measured", "",
        "Written by `python -m tests.robust.long`; do not edit by hand. The sizes of the project's goal are those of "
        "`--full`.", "",
        f"- {time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime())}, {platform.system()} {platform.machine()}, Python "
        f"{platform.python_version()}, Qt's offscreen platform; {hours:.2f} hours of processor time.{kept}",
        "- " + (f"{counted(len(bad), 'failure')}, listed below." if bad else "Nothing went wrong."),
        *([summed] if drawn else []), "",
        "| what | done here | `--full` | found |", "|---|---:|---:|---|", *rows.values(),
    ]  # fmt: skip
    wrong = ["", "## What went wrong", "", *(f"- {word}" for word in bad)] if bad else []
    return "\n".join([*lines, *wrong, ""])


def titled(part: str, some: list[dict[str, Any]]) -> str:
    """The name of a part's line; of random events with the seeds, as runs of other seeds have lines of their own."""
    drawn = sorted(int(one["name"].removeprefix("seed ")) for one in some if one["name"].startswith("seed "))
    return f"{part}, seeds {drawn[0]} to {drawn[-1]}" if drawn else part


def seeds(title: str) -> range:
    """The seeds that such a name has."""
    found = re.fullmatch(r"random events, seeds (\d+) to (\d+)", title)
    return range(int(found[1]), int(found[2]) + 1) if found else range(0)


def span(some: list[dict[str, Any]], name: str) -> str:
    """Which values the pieces have: one, or the first and the last."""
    values = sorted({str(one[name]) for one in some if one.get(name)})
    return " to ".join(dict.fromkeys((values[0], values[-1]))) if values else "?"


def taken_class(one: dict[str, Any]) -> tuple[str, str]:
    """What a scripted class did and how the window grew: an hour of class is HOUR acts, the clock's has more."""
    acts, minutes = one.get("acts", 0), one.get("minutes", math.inf)
    slope, error, pace = one.get("slope", 0.0) / 1e6, 2 * one.get("error", math.inf) / 1e6, acts / (60 * minutes)
    sizes = " to ".join(f"{one.get(name, 0) / 1e6:.0f}" for name in ("first", "last"))
    words = (
        f"{sizes} MB; behind the warm-up {slope:+.1f} ± {error:.1f} MB in an hour of class ({HOUR:,} acts, "
        f"one a second); by the clock, at {pace:.1f} acts a second, {slope * pace:+.1f} ± {error * pace:.1f} MB an hour"
    )
    short = "" if acts >= LONG_ENOUGH else f" (too short to tell: {LONG_ENOUGH:,} acts at least)"
    return f"{acts:,} acts ({acts / HOUR:.1f} h) in {minutes:.0f} min", words + short


def row(part: str, some: list[dict[str, Any]]) -> str:
    """One part's line of the table."""
    done = sum(one["size"] for one in some)
    wrong = sum(len(one["bad"]) for one in some)
    found, goal = f"{wrong} wrong" if wrong else "nothing wrong", "all"
    match part:
        case "damaged files":
            readers = len({one["name"].partition(" from ")[0] for one in some})
            codes = {code for one in some for code in one.get("ended", ())} - {"opened"}
            found += f"; {readers} readers, refused with {len(codes)} codes"
            goal = f"{FULL['mutations']:,} for each reader"
        case "random events":
            worst = max((tuple(slow) for one in some for slow in one.get("slow", ())), default=(0, ""))
            late = counted(sum(one.get("late", 0) for one in some), "gesture")
            found += f"; {late} over {LATE} ms of the window's own time"
            if any("once" in one for one in some):
                found += (
                    f", and {sum(one.get('once', 0) for one in some)} that did not recur when their seeds were repeated"
                )
            found += f", the longest {worst[0]} ms (`{worst[1]}`)"
            found += f"; times are divided by {span(some, 'slower')}; {span(some, 'date')}, {span(some, 'commit')}"
            goal = f"{FULL['events'] * FULL['seeds']:,} over {FULL['seeds']} seeds"
        case "window killed":
            found += f"; at most {max(one.get('lost', 0.0) for one in some):.1f} s of typing lost"
            goal = f"{FULL['windows-killed']:,}"
        case "windows opened and closed":
            found += f"; {some[0].get('grown', 0.0):+.1f} MB"
            goal = f"{FULL['windows']:,}, ≤ 5 MB"
        case "a scripted class":
            done, words = taken_class(some[0])
            found += f"; {words}"
            goal = f"{FULL['acts']:,} acts ({FULL['acts'] / HOUR:.1f} h), ≤ 1 MB an hour of class"
        case "bad inputs":
            done = sum(one["passed"] for one in some if "passed" in one)
            found += "; each file with its message"
        case "engine killed" | "saves killed":
            goal = f"{FULL[{'engine killed': 'engines', 'saves killed': 'saves'}[part]]:,}"
        case "commands killed":
            found += f"; {len({one['name'].partition(' from ')[0] for one in some})} commands"
            goal = f"{FULL['writes']:,} for each"
    return f"| {titled(part, some)} | {done if isinstance(done, str) else f'{done:,}'} | {goal} | {found} |"


def wishes(arguments: list[str] | None) -> argparse.Namespace:
    """The options, with `sizes` of every part."""
    words = argparse.ArgumentParser(prog="python -m tests.robust.long", description=__doc__)
    for name, meaning in MEANINGS.items():
        words.add_argument(f"--{name}", type=int, help=f"{meaning}: {DAILY[name]:,}, with --full {FULL[name]:,}")
    words.add_argument("--first-seed", type=int, default=1, help="of the random gestures (default 1)")
    words.add_argument("--full", action="store_true", help="the sizes of the project's goal")
    words.add_argument("--only", action="append", metavar="PART",
                       help="only this part, the page keeps what it says of the others; may be repeated")  # fmt: skip
    words.add_argument("--kept", type=Path, default=KEPT, help=f"finished pieces (default {KEPT})")
    words.add_argument("--again", action="store_true", help="forget the finished pieces")
    words.add_argument("--out", type=Path, help="where the page is written, such as docs/reliability.md")
    asked = words.parse_args(arguments)
    given = {name: getattr(asked, name.replace("-", "_")) for name in MEANINGS}
    usual = FULL if asked.full else DAILY
    asked.sizes = {name: usual[name] if size is None else size for name, size in given.items()}
    return asked


def main(arguments: list[str] | None = None) -> int:
    """See module. 1 where anything went wrong."""
    asked, results = wishes(arguments), []
    if asked.again:
        asked.kept.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for piece in pieces(asked.sizes, folder, asked.first_seed):
            if asked.only and piece.part not in asked.only:
                continue
            one = kept_in(asked.kept).get(piece.key)
            if one is None:
                one = run(piece)
                with asked.kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(one) + "\n")
            results.append(one)
            said = "; ".join(one["bad"]) or "nothing wrong"
            print(f"{piece.part}, {piece.name}: {said} ({one['seconds']} s)", flush=True)
    known = asked.only and asked.out is not None and asked.out.is_file()
    text = page(results, asked.out.read_text(encoding="utf-8") if known else "")
    if asked.out is not None:
        asked.out.write_text(text, encoding="utf-8")
    print(text)
    return 1 if any(one["bad"] for one in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
