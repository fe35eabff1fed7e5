"""The weights of a run's model as NumPy arrays, read from its folder when they are requested. No torch.

The folder's hash has to be that of the run's model, so that these are the weights that computed the run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np
from safetensors import SafetensorError

from model_core.checkpoints.folder import (
    TOKENIZER,
    WEIGHTS,
    folder_hash,
    folder_stamp,
    model_folder,
    refuse_other,
)
from model_core.errors import Refused
from model_core.io.limits import regular_file
from model_core.io.resources import bundled
from model_core.io.tensor_files import read_tensor
from model_core.record.trace import ModelInfo
from model_core.tokenizers.vocab import Vocabulary, load_vocabulary

MOST = 200_000_000
"""Bytes of weights above which a folder is not read: its hash alone would take seconds."""


class Parameters:
    """One model's weights by name ("decoder.layers.0.cross_attn.to_q.weight"), float32, each read once and kept."""

    def __init__(self, model: ModelInfo) -> None:
        """Raises Refused for a recording, and where the folder is missing or is not the model that computed the run."""
        if model.recorded:
            raise Refused("E-MODEL-RECORDING", "a recording has no weights")
        self.folder = folder = model_folder(model.folder)
        try:
            large = (folder / WEIGHTS).stat().st_size > MOST
            changed = not large and folder_hash(folder) != model.hash
        except OSError as error:
            raise Refused(
                "E-FILE-READ", "cannot read {folder}: {error}", folder=folder.name, error=error.strerror or error
            ) from None
        if large:
            raise Refused("E-MODEL-LARGE", "{folder} is too large to show its weights here", folder=folder.name)
        if changed:
            raise Refused("E-MODEL-CHANGED", "{folder} has changed since this run was computed", folder=folder.name)
        self.model = model
        self._path = regular_file(folder / WEIGHTS, 8_000_000_000)
        self._kept: dict[str, np.ndarray] = {}
        self._near: dict[tuple[str, int, int], list[tuple[int, float]]] = {}
        self._vocabulary: Vocabulary | None = None
        self._stamp = folder_stamp(folder)

    def get(self, name: str) -> np.ndarray:
        """One tensor, read-only. Raises Refused if the file has none of that name, cannot be read, or is of another
        model by now (E-MODEL-CHANGED)."""
        if name not in self._kept:
            try:
                found = read_tensor(self._path, name).astype(np.float32, copy=False)
            except (SafetensorError, OSError, ValueError, TypeError) as error:
                raise Refused(
                    "E-WEIGHTS-READ", "{path} has no {name} to show: {error}",
                    path=self._path.name, name=name[:120], error=error,
                ) from None  # fmt: skip
            found.flags.writeable = False
            self._check()
            self._kept[name] = found
        return self._kept[name]

    def _check(self) -> None:
        """Raises Refused if what was read just now is not of the model that computed the run."""
        stamp = folder_stamp(self.folder)
        if stamp != self._stamp:
            refuse_other(self.folder, self.model.hash)
            self._stamp = stamp

    def _get_or(self, name: str, instead: Callable[[], np.ndarray]) -> np.ndarray:
        """One tensor, or its substitute where the model has none of that name."""
        try:
            return self.get(name)
        except Refused as refused:
            if refused.code == "E-MODEL-CHANGED":
                raise
            return instead()

    def bias(self, name: str, size: int) -> np.ndarray:
        """A bias (size,); zeros where the model has none."""
        return self._get_or(name, lambda: np.zeros(size, np.float32))

    def table(self, kind: str) -> np.ndarray:
        """(V, D) embedding table of the source ("encoder") or the target ("decoder"); tied models have one for both."""
        return self._get_or(f"{kind}.embed.table.weight", lambda: self.get("encoder.embed.table.weight"))

    def lengths(self, kind: str) -> np.ndarray:
        """(V,) Euclidean length of each row of that table."""
        name = f"lengths of {kind}"
        if name not in self._kept:
            self._kept[name] = np.linalg.norm(self.table(kind), axis=1)
        return self._kept[name]

    def nearest(self, kind: str, token: int, count: int) -> list[tuple[int, float]]:
        """The rows of that table that point most nearly in the direction of a token's, each with its cosine; a row of
        zeros, as padding has, points nowhere: none is near it, and it is near none."""
        if (kind, token, count) not in self._near:
            table_VD, lengths = self.table(kind), self.lengths(kind)
            products = lengths * lengths[token]
            cosines = np.where(products > 0, table_VD @ table_VD[token] / np.maximum(products, 1e-12), -np.inf)
            cosines[token] = -np.inf
            most = min(count, int(np.isfinite(cosines).sum()))
            found = np.argpartition(-cosines, most - 1)[:most] if most > 0 else np.zeros(0, int)
            order = sorted(map(int, found), key=lambda row: -float(cosines[row]))
            self._near[kind, token, count] = [(row, float(cosines[row])) for row in order]
        return self._near[kind, token, count]

    def word(self, kind: str, token: int) -> str:
        """The text of an id of the vocabulary of the source ("encoder") or of the target; where it cannot be read the
        id."""
        try:
            if self._vocabulary is None:
                found = load_vocabulary(self.folder / TOKENIZER)
                self._check()
                self._vocabulary = found
            own = self._vocabulary if kind == "encoder" else self._vocabulary.target
            return own.token(token).text
        except (Refused, OSError, IndexError, KeyError):
            return str(token)


def read_weight(folder: str, name: str) -> np.ndarray:
    """The array of this parameter, float32; `folder` is a bundled model's name ("" the default one) or a path.

    Raises Refused if folder or parameter are not there, or the parameter has numbers that are none.
    """
    path = (bundled(folder) or Path(folder)) / WEIGHTS
    try:
        return _read(str(path), path.stat().st_mtime_ns, name)
    except (OSError, SafetensorError, ValueError, TypeError) as error:
        raise Refused(
            "E-WEIGHT-READ", "{name} cannot be read from {parent}: {error}",
            name=name, parent=path.parent.name, error=str(error)[:80],
        ) from None  # fmt: skip


@lru_cache(maxsize=8)
def _read(path: str, _changed: int, name: str) -> np.ndarray:
    found: np.ndarray = read_tensor(Path(path), name).astype(np.float32, copy=False)
    if not np.isfinite(found).all():
        raise ValueError("some of its values are NaN or infinite")
    found.setflags(write=False)
    return found


def own_weight(model: ModelInfo, name: str) -> np.ndarray:
    """One array of the model that computed a run, see `read_weight`. Raises Refused also where its folder has another
    model by now; only files that were written to since the run are hashed, which takes seconds for large ones."""
    found, folder = read_weight(model.folder, name), model_folder(model.folder)
    if not model.stamp or folder_stamp(folder) != model.stamp:
        refuse_other(folder, model.hash)
    return found
