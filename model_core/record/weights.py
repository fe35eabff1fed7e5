"""The parameters of a model, read from its folder one at a time. No torch."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from safetensors import SafetensorError

from model_core.errors import Refused
from model_core.io import resources
from model_core.io.tensor_files import read_tensor

WEIGHTS = "model.safetensors"


def read_weight(folder: str, name: str) -> np.ndarray:
    """The array of this parameter, float32; `folder` is a bundled model's name ("" the default one) or a path.

    Raises Refused where folder or parameter are not there, or the parameter has numbers that are none.
    """
    path = (resources.bundled(folder) or Path(folder)) / WEIGHTS
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


def singular_values(matrix: np.ndarray) -> np.ndarray:
    """Singular values of a (rows, columns) matrix, the largest first, float64.

    They are the square roots of the eigenvalues of the smaller of MᵀM and MMᵀ, which is faster than a decomposition.
    """
    double = np.asarray(matrix, np.float64)
    square = double.T @ double if double.shape[0] >= double.shape[1] else double @ double.T
    found: np.ndarray = np.sqrt(np.maximum(np.linalg.eigvalsh(square)[::-1], 0.0))
    return found
