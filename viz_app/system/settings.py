"""The settings remembered between starts: one small JSON file in the platform's own folder. No Qt.

The folder is HEADSCOPE_HOME in the environment, if set. A file that is missing, damaged or from a newer version never
prevents a start: what can be read is used, the rest has defaults.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from model_core.io.references import own_folder
from model_core.schema import Choice, Length, Pattern, Range, read_known
from viz_app.system.language import LANGUAGES, VARIABLE, choose

FORMAT, VERSION = "headscope-settings", 1
LARGEST_FILE = 1_000_000  # bytes
LONGEST_TEXT = 20_000  # characters of source text that are kept
THEME_CHOICES = ("system", "light", "dark", "high_contrast")
LANGUAGE_CHOICES = ("system", *LANGUAGES)
TEXT_SIZES = (1.0, 1.25, 1.5, 1.75, 2.0)
SPEEDS = (0.5, 1.0, 2.0, 4.0, 10.0)
"""Steps per second of playback that are offered."""
DEPTHS = ("first", "full", "research")
"""How much is on the screen, from little to all."""


@dataclass(frozen=True)
class Settings:
    """The remembered values."""

    theme: Annotated[str, Choice(THEME_CHOICES)] = "system"
    text_scale: Annotated[float, Range(TEXT_SIZES[0], TEXT_SIZES[-1])] = 1.0
    geometry: Annotated[str, Length(0, 9_999), Pattern("[ -~]*"), 'Qt\'s window geometry in base64, "" for none'] = ""
    inspector: bool = True
    speed: Annotated[float, Range(0.1, 100.0)] = 2.0
    model: Annotated[str, Length(0, 4_095)] = ""
    source: Annotated[str | None, Length(0, LONGEST_TEXT), "None = never typed"] = None
    depth: Annotated[str, Choice(DEPTHS)] = "full"
    language: Annotated[str, Choice(LANGUAGE_CHOICES), "in force from the next start"] = "system"


def home() -> Path:
    """The folder of settings and logs; not created here."""
    return own_folder("user_state_path")


def data_folder() -> Path:
    """The default folder for models and trainings; not created here."""
    return own_folder()


def settings_file() -> Path:
    return own_folder("user_config_path") / "settings.json"


_MADE: set[Path] = set()


def make_folder(folder: Path) -> None:
    """Creates one of the program's own folders. Parent folders are created only the first time: if they are missing
    later, their disk is. Raises OSError."""
    folder.mkdir(parents=folder not in _MADE, exist_ok=True)
    _MADE.add(folder)


def load(path: Path | None = None) -> Settings:
    """The settings of the last start; what cannot be read or is invalid has its default."""
    path = path or settings_file()
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            return Settings()
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return Settings()
    return from_json(data)


def choose_language(asked: str | None, window: bool) -> None:
    """Sets the language of this process, before any module with texts is imported: as requested, otherwise as in the
    environment, otherwise for a window as remembered, otherwise English."""
    if asked is None and window and VARIABLE not in os.environ:
        asked = load().language
    if asked is not None:
        choose(asked)


def from_json(data: Any) -> Settings:
    """Settings from parsed JSON; invalid values are replaced by defaults."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        return Settings()
    return Settings(**read_known(Settings, data.get("settings"))[0])


def save(settings: Settings, path: Path | None = None) -> None:
    """Writes the settings; at any moment either the old or the new file exists, never a mixture. Raises OSError (full
    disk, no permission); the old file is intact then."""
    from model_core.io.safe_files import write_atomic  # here: what it needs takes longer to load than the file to read

    path = path or settings_file()
    data = {"format": FORMAT, "version": VERSION, "settings": asdict(settings)}
    make_folder(path.parent)
    write_atomic(path, (json.dumps(data, indent=1, ensure_ascii=True) + "\n").encode("utf-8"), private=True)
