"""The line for a terminal that adds a package to the environment in which headscope runs, by the tool that made it."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path


def install_command(*requirements: str) -> str:
    """The line that installs these: `pipx inject` for an environment of pipx, `uv pip` for one that uv made (also of
    `uv tool`), and otherwise pip, from outside where the environment has none. Python is called by its path: the one
    that a terminal calls `python` may be another."""
    prefix, python = Path(sys.prefix), sys.executable or "python"
    if (prefix / "pipx_metadata.json").is_file():
        return _line(["pipx", "inject", prefix.name], requirements)
    if _made_by_uv(prefix):
        return _line(["uv", "pip", "install", "--python", python], requirements)
    if find_spec("pip") is None:
        outside = "py" if sys.platform == "win32" else "python3"
        return _line([outside, "-m", "pip", "--python", python, "install"], requirements)
    return _line([python, "-m", "pip", "install"], requirements)


def own_requirement(name: str) -> str:
    """What headscope requires of a package ("torch>=2.9,<3"); its name alone where that is not known."""
    from importlib import metadata  # loads much, and every start of the program loads this module

    with suppress(metadata.PackageNotFoundError):
        for one in metadata.requires("headscope") or ():
            requirement, _, marker = one.partition(";")
            found = re.match(r"[\w.-]+", requirement)
            if found and found[0].lower() == name.lower() and "extra" not in marker:
                return requirement.replace(" ", "")
    return name


def _made_by_uv(prefix: Path) -> bool:
    """Whether uv made an environment, which it then says in pyvenv.cfg."""
    try:
        text = (prefix / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return re.search(r"^uv\s*=", text, re.MULTILINE) is not None


def _line(words: Sequence[str], requirements: Sequence[str]) -> str:
    """The words for the shell; a requirement always in quotes, since ">" would write a file."""
    if sys.platform == "win32":
        plain = [f'"{word}"' if " " in word else word for word in words]
        return " ".join([*plain, *(f'"{one}"' for one in requirements)])
    return " ".join([*map(shlex.quote, words), *(f"'{one}'" for one in requirements)])
