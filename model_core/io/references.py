"""How a file that may be handed on names folders of one's own, so that it opens on another computer. Neither torch nor
Qt.

A reference is the first of these that fits:

    NAME               what comes with headscope
    ~headscope/PATH    where this user's headscope keeps its own models and trainings
    ./PATH, ../PATH    in the folder of the file that names it, or beside that folder
    ~/PATH             in this user's home folder, which is not named
    the path itself    anything else

Its separators are slashes everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from model_core.io import resources

OWN, HOME = "~headscope", "~"
PATHS = frozenset(("model", "survey", "folder", "data"))
"""Fields that are paths: of a model, of the survey whose averages are used, of a survey or a training and its pairs."""

_TRAINED, _SNAPSHOT = "trainings", "snapshots"


def own_folder(kind: str = "user_data_path") -> Path:
    """The folder named in the environment, otherwise that of this platformdirs function: by default the one that holds
    models and trainings. It is not created here."""
    if chosen := os.environ.get("HEADSCOPE_HOME", ""):
        return Path(chosen)
    import platformdirs  # where it is missing, the command line is there to say so

    return Path(getattr(platformdirs, kind)("headscope", appauthor=False))


def reference(path: str, folder: Path | None = None) -> str:
    """What a file in `folder` calls a model, a recording, a survey, a training or a file of pairs; None for a text that
    is in no file, such as a link."""
    name = resources.survey_name(resources.snapshot_name(path))
    if not name or "\0" in name or not (os.path.isabs(name) or os.path.lexists(name)) or resources.comes_along(name):
        return name
    ways = [(Path(real(name)), _roots(folder, real)) for real in (os.path.abspath, os.path.realpath)]
    for called in (OWN, ".", "..", HOME):
        for whole, roots in ways:
            root = roots.get(called, whole)
            if whole != root and whole.is_relative_to(root):
                found = f"{called}/{whole.relative_to(root).as_posix()}"
                if os.path.realpath(located(found, folder)) == os.path.realpath(name):
                    return found
    return os.path.abspath(name)


def located(text: str, folder: Path | None = None, *, model: bool = True) -> str:
    """The path that a reference in a file in `folder` stands for. An absolute path that does not exist, such as one of
    another computer, stands for the folder of the same name among this user's models and trainings, if there is one;
    what is no `model` only for a training."""
    begin, _, rest = text.partition("/")
    if rest and begin in (OWN, HOME):
        return str((own_folder() if begin == OWN else _home()) / rest)
    if rest and begin in (".", "..") and folder is not None:
        ways = [os.path.normpath(os.path.join(real(folder), text)) for real in (os.path.abspath, os.path.realpath)]
        return next(filter(os.path.lexists, [*ways, text]), ways[0])
    if any(kind(text).is_absolute() for kind in (PurePosixPath, PureWindowsPath)) and not os.path.lexists(text):
        parts = [part for part in text.replace("\\", "/").split("/") if part]
        known = (model or parts[-2:-1] == [_TRAINED]) and not {".", ".."} & set(parts)
        if parts and known and (found := _namesake(parts)).is_dir():
            return str(found)
    return text


def renamed(values: Any, change: Callable[[str], str], others: Callable[[str], str] | None = None) -> Any:
    """The JSON of a run, of a view's options or of a whole State, or changes of one, with every path in it changed;
    those that are no models by `others`, if that is given."""
    if isinstance(values, Mapping):
        by = {name: change if name == "model" else others or change for name in PATHS}
        return {
            name: by[name](one) if name in by and isinstance(one, str) and one else renamed(one, change, others)
            for name, one in values.items()
        }
    return [renamed(one, change, others) for one in values] if isinstance(values, list) else values


def _namesake(parts: list[str]) -> Path:
    """Where a folder of one's own with the path of these parts is on this computer, if it is."""
    kind = ["", *parts][-2]
    if kind == _SNAPSHOT:
        return own_folder().joinpath(_TRAINED, *parts[-3:])
    return own_folder() / (_TRAINED if kind == _TRAINED else "models") / parts[-1]


def _home() -> Path:
    return Path(os.path.expanduser("~"))


def _roots(folder: Path | None, real: Callable[[Path], str]) -> dict[str, Path]:
    """What a folder is called -> the folder. The one of a file is left out if the home folder is in it: the rest of a
    path would name that; and the home folder if it is the root, as in a container: all paths would lie in it."""
    home = Path(real(_home()))
    found = {OWN: Path(real(own_folder()))} | ({} if home == home.parent else {HOME: home})
    if folder is not None:
        here = Path(real(folder))
        beside = {".": here, "..": here.parent}
        found |= {name: root for name, root in beside.items() if root == home or not home.is_relative_to(root)}
    return found
