"""The project's own limits: how long a file, a class and a function may be, and names that stand once."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("model_core", "viz_app")
LIMITS = {"file": 400, "class": 250, "function": 50}
"""Lines at most, docstrings included."""

ROOM = 4_000
"""Lines of a room at most; every view is one."""

STILL_TWICE: set[str] = set()
"""Class names that still stand twice in a package: nothing comes in here."""

EVERY_FOLDER_ITS_OWN = {"Options"}
"""Class names that each view gives to a part of itself."""


def sources() -> list[Path]:
    """Every module of the program."""
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement in a syntax tree, without what stands in expressions."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, field, ()):
            yield inner
            yield from statements(inner)


def too_long(name: str, text: str) -> dict[str, int]:
    """Name -> lines of what is beyond its limit in this source: the file, its classes, its functions."""
    found = {name: len(text.splitlines())} if len(text.splitlines()) > LIMITS["file"] else {}
    for node in statements(ast.parse(text)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            kind = "class" if isinstance(node, ast.ClassDef) else "function"
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LIMITS[kind]:
                found[node.name] = lines
    return found


def class_names(text: str) -> list[str]:
    """The public classes of a source."""
    return re.findall(r"^ *class ([^_\W]\w*)", text, re.MULTILINE)


def test_public_classes_are_found() -> None:
    assert class_names("class A:\n    class B(A): pass\nclass _C[T]: ...\n\nsubclass = A\n") == ["A", "B"]


def test_what_is_too_long_is_found() -> None:
    assert too_long("a.py", "x = 1\n" * 401) == {"a.py": 401}
    assert too_long("a.py", "def f():\n" + "    x = 1\n" * 50) == {"f": 51}
    assert too_long("a.py", "class A:\n" + "    x = 1\n" * 250) == {"A": 251}
    assert too_long("a.py", "class A:\n" + "    x = 1\n" * 249) == {}


def test_files_classes_and_functions_keep_their_limits() -> None:
    found: dict[str, int] = {}
    for path in sources():
        found |= too_long(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    assert found == {}


def test_no_room_is_larger_than_its_limit() -> None:
    rooms: Counter[str] = Counter()
    for path in sources():
        parts = path.relative_to(ROOT).parts
        room = parts[:3] if parts[:2] == ("viz_app", "views") else parts[:2]
        rooms["/".join(room)] += len(path.read_text(encoding="utf-8").splitlines())
    assert len(rooms) > 40 and rooms["model_core/training"] > 1_000
    assert {room: lines for room, lines in rooms.items() if lines > ROOM} == {}


def test_class_names_are_unique_in_a_package() -> None:
    twice = set()
    for package in PACKAGES:
        places = defaultdict(set)
        for path in (ROOT / package).rglob("*.py"):
            for name in class_names(path.read_text(encoding="utf-8")):
                places[name].add(path)
        assert len(places) > 100
        twice |= {name for name, paths in places.items() if len(paths) > 1}
    assert twice - EVERY_FOLDER_ITS_OWN - STILL_TWICE == set()
