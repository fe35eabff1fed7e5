"""Where converted and new models are stored, their names, and which of them are published ones. No Qt."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from model_core.checkpoints.folder import WEIGHTS
from model_core.checkpoints.published import PublishedModel
from model_core.direction import plain
from model_core.errors import Refused
from model_core.io.safe_files import numbered
from model_core.record.model_info import SPEC, read_about
from viz_app.system.language import tr
from viz_app.system.settings import data_folder

LONGEST_NAME = 80


def models_folder() -> Path:
    """The default folder for converted and new models: the platform's data folder; not created here."""
    return data_folder() / "models"


def plain_name(text: str) -> str:
    """A text as a folder name on any system; "" if nothing of it can be used."""
    kept = "".join(letter if letter.isalnum() or letter in "-_. " else "-" for letter in plain(text))
    return kept.strip(" .-")[:LONGEST_NAME].strip(" .-")


def free_folder(parent: Path, name: str) -> Path:
    """A folder of this name that does not exist yet: "name", otherwise "name 2", "name 3" …"""
    name = plain_name(name) or "model"
    return next((one for one in islice(numbered(parent, name), 999) if not _is_taken(one)), parent / name)


def _is_taken(path: Path) -> bool:
    try:
        return path.exists() and not (path.is_dir() and not any(path.iterdir()))
    except OSError:  # writing there reports the reason
        return False


def why_not_there(path: Path) -> str:
    """Why this folder cannot be written, as a sentence; "" if it can be tried."""
    try:
        if not path.is_absolute():
            return tr("Enter the full path of the folder.")
        if _is_taken(path):
            return tr(
                "“{name}” already exists and is not empty: choose a folder that does not exist yet.", name=path.name
            )
    except ValueError:
        return tr("This is not a path.")
    return ""


def published_folders() -> dict[Path, str]:
    """The program's own model folders that hold a published one -> "owner/name@commit"."""
    found = {}
    for spec in sorted(models_folder().glob(f"*/{SPEC}")):
        with suppress(Refused, OSError):
            if (name := read_about(spec.parent)[1].get("published")) and (spec.parent / WEIGHTS).is_file():
                found[spec.parent] = str(name)
    return found


def converted(model: PublishedModel, folders: Mapping[Path, str] | None = None) -> Path | None:
    """The folder with the existing conversion of a published model: of the commit that its revision has in the cache;
    of any commit if the cache does not know the model. `folders` are those of `published_folders`, if already read."""
    commit = model.commit()
    if not commit and (model.revision != "main" or os.path.lexists(model.folder)):
        return None
    there = published_folders() if folders is None else folders
    parts = ((folder, published.partition("@")) for folder, published in there.items())
    return next((folder for folder, (name, _, its) in parts if name == model.name and commit in ("", its)), None)
