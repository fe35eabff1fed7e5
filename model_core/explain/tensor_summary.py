"""Summary statistics of a tensor, recorded or a weight. Pure NumPy, in float64; no torch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Summary:
    """`shape` and `dtype` as recorded; minimum, maximum, mean and standard deviation (of the population, divided by
    the count) of the finite numbers, NaN if there are none; `broken` counts those that are not a finite number."""

    shape: tuple[int, ...]
    dtype: str
    least: float
    most: float
    mean: float
    deviation: float
    broken: int


def summary(values: npt.ArrayLike) -> Summary:
    array = np.asarray(values)
    finite = array[np.isfinite(array)].astype(np.float64)
    broken = int(array.size - finite.size)
    if not finite.size:
        none = float("nan")
        return Summary(array.shape, str(array.dtype), none, none, none, none, broken)
    least, most, mean, deviation = map(float, (finite.min(), finite.max(), finite.mean(), finite.std()))
    return Summary(array.shape, str(array.dtype), least, most, mean, deviation, broken)


def norm(row: npt.ArrayLike) -> float:
    """The Euclidean length √Σx² of a vector (N,); numbers that are not finite count as 0."""
    vector = np.asarray(row, dtype=np.float64)
    return float(np.sqrt(np.square(vector[np.isfinite(vector)]).sum()))


def singular_values(matrix: np.ndarray) -> np.ndarray:
    """Singular values of a (rows, columns) matrix, the largest first, float64.

    They are the square roots of the eigenvalues of the smaller of MᵀM and MMᵀ, which is faster than a decomposition.
    """
    double = np.asarray(matrix, np.float64)
    square = double.T @ double if double.shape[0] >= double.shape[1] else double @ double.T
    return np.sqrt(np.maximum(np.linalg.eigvalsh(square)[::-1], 0.0))
