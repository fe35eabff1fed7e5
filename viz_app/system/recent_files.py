"""The files opened or saved most recently, newest first. No Qt.

Stored in one small JSON file in the program's own folder. Nothing depends on it: an unreadable list is empty, a failed
write is ignored, and the window, which writes it, waits for no disk.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from model_core.errors import Refused
from model_core.io.limits import parse_json
from model_core.io.safe_files import read_plain, save
from viz_app.system.language import tr
from viz_app.system.settings import home, make_folder

FORMAT, VERSION = "headscope-recent", 1
MOST = 10
_LARGEST = 200_000  # bytes
_PATIENCE = 0.2  # s that a menu waits for the disks of the list

Answer = TypeVar("Answer")


def recent_file() -> Path:
    return home() / "recent.json"


def recent() -> tuple[Path, ...]:
    """The paths, newest first; they may be missing by now."""
    try:
        data = parse_json(read_plain(recent_file(), _LARGEST), tr("the list of recent files"))
    except Refused:
        return ()
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("paths"), list):
        return ()
    return tuple(Path(text) for text in data["paths"] if isinstance(text, str) and text and "\0" not in text)[:MOST]


def answers(ask: Callable[[Path], Answer]) -> dict[Path, Answer]:
    """The result of `ask` for each path, newest first, all asked at once in threads; without those that do not answer
    at once, as on a disconnected network drive."""
    paths, found = recent(), dict[Path, Answer]()
    threads = [threading.Thread(target=lambda one=one: found.update({one: ask(one)}), daemon=True) for one in paths]
    for thread in threads:
        thread.start()
    end = time.monotonic() + _PATIENCE
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    return {path: found[path] for path in paths if path in found}


def remember(path: Path) -> None:
    """Puts a path at the head of the list."""
    path = Path(path).absolute()
    _write((path, *(other for other in recent() if other != path))[:MOST])


def forget() -> None:
    _write(())


def _write(paths: tuple[Path, ...]) -> None:
    document = {"format": FORMAT, "version": VERSION, "paths": [str(path) for path in paths]}
    try:
        make_folder(recent_file().parent)
        data = (json.dumps(document, indent=1, ensure_ascii=True) + "\n").encode("ascii")
        save(recent_file(), data, private=True, durable=False)
    except (Refused, OSError):
        return
