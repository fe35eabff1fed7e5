"""The locations of the files that come with headscope: bundled models, lessons, icons, translations. Neither torch nor
Qt."""

from __future__ import annotations

import os
from pathlib import Path

_BESIDE = Path(__file__).resolve().parents[2]

_MODELS_OF_TRAININGS = "snapshots", "seeds"

DEFAULT_MODEL = "english-spanish"
"""The bundled model that a first start shows."""


def folder() -> Path:
    """The folder of bundled files, in a checkout as after an installation.

    An installed headscope has them beside model_core as the data package headscope_resources; a checkout has them in
    resources/, next to pyproject.toml.

    Raises FileNotFoundError if neither exists: the installation is damaged.
    """
    installed = _BESIDE / "headscope_resources"
    if installed.is_dir():
        return installed
    checkout = _BESIDE / "resources"
    if checkout.is_dir() and (_BESIDE / "pyproject.toml").is_file():
        return checkout
    raise FileNotFoundError(f"headscope's own files are neither in {installed} nor in {checkout}. Reinstall headscope.")


def models() -> list[str]:
    """The names of the bundled models: the folders in models/ that hold weights, the default one first."""
    names = [path.parent.name for path in (folder() / "models").glob("*/model.safetensors")]
    return sorted(names, key=lambda name: (name != DEFAULT_MODEL, name))


def bundled(name: str = "") -> Path | None:
    """The folder of the bundled model of this name, of the default one for "", of a bundled training's snapshot
    ("reverse/snapshots/64") or of what the same task came to from another seed ("reverse/seeds/2"); None for anything
    else."""
    wanted = name or DEFAULT_MODEL
    return folder() / "models" / wanted if wanted in models() else _snapshot(wanted)


def _snapshot(name: str) -> Path | None:
    parts = name.split("/")
    if len(parts) != 3 or parts[1] not in _MODELS_OF_TRAININGS or not parts[2].isdecimal():
        return None
    if (kept := training(parts[0])) is None:
        return None
    path = kept / parts[1] / parts[2]
    return path if (path / "spec.json").is_file() else None


def snapshot_name(path: str) -> str:
    """What `bundled` finds this model folder by on any computer: a bundled snapshot's name, else the path itself."""
    try:
        name = Path(os.path.abspath(path)).relative_to(folder() / "trainings").as_posix()
    except ValueError:
        return path
    return name if _snapshot(name) is not None else path


def survey_folder(name: str) -> Path:
    """The folder of the bundled survey of this name, of anything else the path that it is."""
    if name and Path(name).name == name and (bundled_one := folder() / "surveys" / name).is_dir():
        return bundled_one
    return Path(name)


def survey_name(path: str) -> str:
    """What `survey_folder` finds this folder by on any computer: the name of a bundled survey, else the path itself."""
    return Path(path).name if path and Path(path).parent == folder() / "surveys" else path


def comes_along(name: str) -> bool:
    """Whether a model, a training or a survey of this name comes with headscope."""
    return bundled(name) is not None or training(name) is not None or survey_folder(name) != Path(name)


def shared_name(path: str) -> str:
    """What a model, a survey or a training is called in a file that is handed on, which is not to say where it lies on
    this computer: the name of a bundled one; of an absolute path the last part, for a snapshot with its training's
    name before it; another path as it is."""
    name = survey_name(snapshot_name(path))
    if not os.path.isabs(name):
        return name
    parts = Path(name).parts
    return "/".join(parts[-3:] if parts[-2:-1] and parts[-2] in _MODELS_OF_TRAININGS else parts[-1:])


def trainings() -> list[str]:
    """The names of the bundled trainings: the folders in trainings/ that hold a training.json."""
    return sorted(path.parent.name for path in (folder() / "trainings").glob("*/training.json"))


def training(name: str) -> Path | None:
    """The folder of the bundled training of this name; None for anything else."""
    return folder() / "trainings" / name if name in trainings() else None


def lessons() -> list[Path]:
    """The files of the bundled lessons, in their order."""
    return sorted((folder() / "lessons").glob("*.json"))


def lesson(name: str) -> Path | None:
    """The bundled lesson of this name, its file's without the ending; None for anything else."""
    return next((path for path in lessons() if path.stem == name), None)
