"""The folder of a model's name. No torch."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from model_core.errors import Refused
from model_core.io.resources import bundled
from model_core.io.safe_files import read_head, stamp_of
from model_core.record.model_info import SPEC

WEIGHTS, TOKENIZER = "model.safetensors", "tokenizer.json"
_MODEL_FILES = WEIGHTS, SPEC, TOKENIZER

CONFIG, FOREIGN_WEIGHTS = "config.json", (WEIGHTS, "pytorch_model.bin")
"""Files of other programs' model folders, of the weights the better one first; one of headscope has a spec.json."""


def tensor_files(folder: Path) -> list[Path]:
    """The safetensors files of a folder, sorted by name."""
    return sorted(one for one in folder.glob("*.safetensors") if one.is_file())


def _refuse_recording(path: Path) -> None:
    """Refused for a recording, where a model is needed that can run."""
    from model_core.recordings.file_format import is_recording_header

    if path.suffix.lower() == ".safetensors" and path.is_file() and is_recording_header(read_head(path, 1_000)[8:]):
        raise Refused(
            "E-MODEL-RECORDING",
            "{path} is a recording: it has the results of another program, not the model itself, so this command "
            "cannot run it. Give a model folder; the window, render and trace can show the recording",
            path=path.name,
        )


def model_folder(folder: str | Path) -> Path:
    """The folder as a path; "" or the name of a bundled model give the bundled one. Refused when missing."""
    found = bundled(str(folder))
    if not str(folder) and found is None:
        raise Refused("E-MODEL-MISSING", "headscope's bundled model is missing: reinstall headscope")
    path = found or Path(folder)
    _refuse_recording(path)
    others = path.is_file() or any((path / name).is_file() for name in (CONFIG, *FOREIGN_WEIGHTS))
    if others and not os.path.lexists(path / "spec.json"):
        raise Refused(
            "E-MODEL-FOREIGN",
            "{folder} has no spec.json, so it is not a model folder. To convert another program's checkpoint: "
            "headscope import SRC --out DIR",
            folder=f"{str(folder)!r}",
        )
    if not path.is_dir():
        raise Refused(
            "E-MODEL-MISSING", "there is no model folder {folder}: choose another model", folder=f"{str(folder)!r}"
        )
    return path


def folder_hash(folder: Path) -> str:
    """SHA-256 over weights, spec and tokenizer of a model folder, in hexadecimal."""
    digest = hashlib.sha256()
    for name in _MODEL_FILES:
        with (folder / name).open("rb") as file:
            while part := file.read(1 << 20):
                digest.update(part)
    return digest.hexdigest()


def folder_stamp(folder: Path) -> tuple[tuple[int, int], ...]:
    """(time of writing, size) of these files: other ones where the model has changed; () if a file is missing."""
    return stamp_of(*(folder / name for name in _MODEL_FILES))


def refuse_other(folder: Path, own: str) -> None:
    """Raises Refused if a folder has another model by now than the one with this hash, that computed a run."""
    try:
        other = _hash_at(folder, folder_stamp(folder)) != own
    except OSError:
        other = True
    if other:
        raise Refused("E-MODEL-CHANGED", "{folder} has changed since this run was computed", folder=folder.name)


@lru_cache(maxsize=8)
def _hash_at(folder: Path, _stamp: tuple[tuple[int, int], ...]) -> str:
    """`folder_hash`, computed once for each stamp."""
    return folder_hash(folder)
