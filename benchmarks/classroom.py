"""What the bundled models write for lines of a class, and what a teacher says of it.

`python -m benchmarks.classroom` translates every line of the lists anew and writes them; the verdict stands as long as
the translation does, and where that has changed it is emptied, to be judged by hand again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from model_core.io.safe_files import write_atomic

DOCS = Path(__file__).parents[1] / "docs"
LISTS = {"": DOCS / "classroom.tsv", "spanish-english": DOCS / "classroom-spanish.tsv"}
"""Bundled model, "" = English → Spanish -> its list."""
CARES = ("typed well", "hurried", "shouted")
VERDICTS = ("right", "understandable", "wrong", "opposite")
HEAD = ("care", "line", "translation", "verdict", "what is wrong")


class Row(NamedTuple):
    """One line: with what care it was typed, the line, the greedy translation, the verdict, and what is wrong."""

    care: str
    line: str
    translation: str
    verdict: str
    fault: str


def read(path: Path) -> list[Row]:
    """The rows of a list. ValueError for a file that is none."""
    head, *lines = path.read_text("utf-8").splitlines()
    if tuple(head.split("\t")) != HEAD:
        raise ValueError(f"{path.name} has other columns than {', '.join(HEAD)}")
    return [Row(*line.split("\t")) for line in lines]


def write(path: Path, rows: Sequence[Row]) -> None:
    """Lays the list on disk."""
    write_atomic(path, "".join("\t".join(row) + "\n" for row in (HEAD, *rows)).encode())


def translations(model: str, lines: Sequence[str]) -> list[str]:
    """What a bundled model writes greedily, as the window does."""
    from model_core.checkpoints.checkpoint import load_model
    from model_core.engine.translate import translate

    return [one.text for one in translate(*load_model(model), list(lines))]


def judged_anew(rows: Sequence[Row], told: Sequence[str]) -> list[Row]:
    """The rows with these translations; those that are not as before have no verdict."""
    return [row if row.translation == text else row._replace(translation=text, verdict="", fault="")
            for row, text in zip(rows, told, strict=True)]  # fmt: skip


def main() -> int:
    """See the module."""
    for model, path in LISTS.items():
        rows = read(path)
        made = judged_anew(rows, translations(model, [row.line for row in rows]))
        write(path, made)
        open_ = [row for row in made if not row.verdict]
        print(f"{path.name}: {len(made)} lines, {len(open_)} to be judged")
        for row in open_:
            print(f"  {row.line} -> {row.translation}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
