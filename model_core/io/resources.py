"""Where the files that come with headscope lie: bundled models, lessons, icons, translations. Neither torch nor Qt."""

from __future__ import annotations

import os
from pathlib import Path

_BESIDE = Path(__file__).resolve().parents[2]

DEFAULT_MODEL = "english-spanish"
"""The bundled model that a first start shows."""

OTHERS = ("config.json", "model.safetensors", "pytorch_model.bin")
"""Files of folders that other programs write; a model folder of headscope has a spec.json."""


def folder() -> Path:
    """The folder of bundled files, in a checkout as after an installation.

    An installed headscope has them beside model_core as the data package headscope_resources; a checkout has them in
    resources/, next to pyproject.toml.

    Raises FileNotFoundError where neither is there: the installation is damaged.
    """
    installed = _BESIDE / "headscope_resources"
    if installed.is_dir():
        return installed
    checkout = _BESIDE / "resources"
    if checkout.is_dir() and (_BESIDE / "pyproject.toml").is_file():
        return checkout
    raise FileNotFoundError(f"headscope's own files are neither in {installed} nor in {checkout}. Install it again.")


def models() -> list[str]:
    """The names of the bundled models: the folders in models/ that hold weights, the default one first."""
    names = [path.parent.name for path in (folder() / "models").glob("*/model.safetensors")]
    return sorted(names, key=lambda name: (name != DEFAULT_MODEL, name))


def bundled(name: str = "") -> Path | None:
    """The folder of the bundled model of this name, of the default one for ""; None for anything else."""
    wanted = name or DEFAULT_MODEL
    return folder() / "models" / wanted if wanted in models() else None


def _refuse_recording(path: Path) -> None:
    """Refused for a recording, where a model is needed that can run."""
    from model_core.errors import Refused
    from model_core.io.safe_files import read_head
    from model_core.recordings.open import belongs

    if path.suffix.lower() == ".safetensors" and path.is_file() and belongs(read_head(path, 1_000)[8:]):
        what = "it holds what was computed elsewhere, not the model, so nothing can be run"
        use = "the window, render and trace show it; for this a model folder is needed"
        raise Refused("E-MODEL-RECORDING", f"{path.name} is a recording: {what}; {use}")


def model_folder(folder: str | Path) -> Path:
    """The folder as a path; "" or the name of a bundled model give the one that comes along. Refused when missing."""
    from model_core.errors import Refused

    found = bundled(str(folder))
    if not str(folder) and found is None:
        raise Refused("E-MODEL-MISSING", "the model that comes with headscope is not there: install it again")
    path = found or Path(folder)
    _refuse_recording(path)
    others = path.is_file() or any((path / name).is_file() for name in OTHERS)
    if others and not os.path.lexists(path / "spec.json"):
        advice = "the checkpoint of another program becomes one by: headscope import SRC --out DIR"
        raise Refused("E-MODEL-FOREIGN", f"{str(folder)!r} has no spec.json, so it is no model folder; {advice}")
    if not path.is_dir():
        raise Refused("E-MODEL-MISSING", f"there is no model folder {str(folder)!r}")
    return path
