"""Which tests what changed is most likely to break, the likeliest first: `python -m tests.changed` prints them.

Changed is what differs from the commit where this branch left `main`, committed or not. A changed module counts with
the tests that mirror it, then with those that import it, then with those that import what imports it, and so on;
any other file with the tests that name it. Standard library only.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = ("model_core", "viz_app", "tests", "benchmarks")
MIRRORS = {"viz_app/views": "tests/views", "viz_app": "tests/app", "model_core": "tests/core"}
"""Folder of the program -> folder of its tests; the first that fits counts."""

VIEWS = ("viz_app/views/", "tests/views/test_")
"""Files of views, which are imported by name alone, and the tests of all views."""

IMPORT = re.compile(r"^ *(?:from ([\w.]+) import (\([^)]*\)|[^\n]*)|import ([^\n]*))", re.MULTILINE)
"""An import in a source: the module and what is taken from it, or modules."""

FOR_ALL = "tests/test_ground.py"
"""Rules that every file has to keep."""


def git(*words: str, root: Path = ROOT) -> list[str]:
    """The lines git answers. Raises OSError without git, CalledProcessError where this is no repository."""
    command = ["git", "-c", "core.quotePath=false", *words]
    done = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.splitlines()


def changed_files(root: Path = ROOT) -> list[str]:
    """Paths of all files that differ from where this branch left main, deleted and new ones too."""
    try:
        (base,) = git("merge-base", "HEAD", "main", root=root)
    except subprocess.CalledProcessError:  # a clone without main
        base = "HEAD"
    tracked = git("diff", "--name-only", "--no-renames", base, root=root)
    return sorted({*tracked, *git("ls-files", "--others", "--exclude-standard", root=root)})


def module_of(path: str) -> str:
    """The dotted name of a Python file: "viz_app/maps/cells.py" is "viz_app.maps.cells"."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(source: str) -> set[str]:
    """Every name that a module may import, wherever in it: "a.b" and "a.b.c" for `from a.b import c`."""
    found: set[str] = set()
    for module, several, modules in IMPORT.findall(source):
        names = re.findall(r"([\w.]+)(?: as \w+)?", re.sub("#.*", "", several or modules))
        found |= {module, *(f"{module}.{name}" for name in names)} if module else set(names)
    return found


def importers(root: Path = ROOT) -> dict[str, set[str]]:
    """Module -> paths of the files that import it."""
    found: dict[str, set[str]] = defaultdict(set)
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            for name in imported(path.read_text(encoding="utf-8")):
                found[name].add(path.relative_to(root).as_posix())
    return found


def mirrored(path: str, tests: Iterable[str]) -> list[str]:
    """The tests of the room in which a module of the program stands."""
    for folder, mirror in MIRRORS.items():
        if path.startswith(f"{folder}/"):
            room = path.rpartition("/")[0].replace(folder, mirror, 1)
            return [one for one in tests if one.startswith(f"{room}/")]
    return []


def chosen(changed: Iterable[str], root: Path = ROOT) -> list[str]:
    """Paths of the test files to run for these changed files, the likeliest to fail first."""
    changed = list(changed)
    tests = [path.relative_to(root).as_posix() for path in sorted((root / "tests").rglob("test_*.py"))]
    texts = {one: (root / one).read_text(encoding="utf-8") for one in tests}
    distance = dict.fromkeys(changed, 0)
    for path in changed:
        if not path.endswith(".py"):
            distance |= {one: 1 for one in tests if path.rpartition("/")[2] in texts[one] and one not in distance}
        for one in mirrored(path, tests):
            same = one.endswith(f"/test_{path.rpartition('/')[2]}")
            distance[one] = min(distance.get(one, 9), 0 if same else 1)
        for one in tests if path.startswith(VIEWS[0]) else ():
            if one.startswith(VIEWS[1]):
                distance[one] = min(distance.get(one, 9), 2)
    who, front = importers(root), [path for path in changed if path.endswith(".py")]
    while front:
        reached = {(one, distance[path] + 1) for path in front for one in who.get(module_of(path), ())}
        front = []
        for path, far in sorted(reached):
            if far < distance.get(path, 99):
                distance[path] = far
                front.append(path)
    if changed:
        distance[FOR_ALL] = min(1, distance.get(FOR_ALL, 1))
    return sorted((one for one in distance if one in texts), key=lambda one: (distance[one], one))


if __name__ == "__main__":
    try:
        print("\n".join(chosen(changed_files())))
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"what changed is asked of git, and that failed: {error}")
