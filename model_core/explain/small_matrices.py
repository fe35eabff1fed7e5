"""Two small matrices of whole numbers from a run, and what einsum makes of them: to be reckoned on paper.

A are the first units of the first queries of one head, B those of its keys, each number rounded to a whole one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from model_core.record.trace import Trace

LINES = ("ij,jk->ik", "ij,ij->", "ij->ji", "ij,ij->ij", "ij->i")
"""What einsum can be requested: the matrix product, the sum of all products, the transpose, product by product, the
sums of rows."""
SIDE = 4
"""Rows and columns of each matrix, where the run has as many."""


@dataclass(frozen=True, eq=False)
class SmallMatrices:
    """Both matrices, (N, N) whole numbers."""

    a: np.ndarray
    b: np.ndarray

    @classmethod
    def from_trace(cls, trace: Trace, kind: str, layer: int, head: int, sentence: int = 0) -> SmallMatrices:
        """Those of one head. Raises KeyError if queries or keys were not recorded."""
        sizes = trace.size(kind, sentence)
        side = min(SIDE, *sizes, trace.spec.for_stack(kind).head_width)
        found = (trace.arrays[trace.name(kind, what, layer)][sentence, head, :side, :side] for what in "qk")
        a, b = (np.rint(np.nan_to_num(one)).astype(np.int64) for one in found)
        return cls(a, b)

    def made(self, line: str) -> np.ndarray:
        """What a line of LINES makes of them: a number (), a row (N,) or a matrix (N, N)."""
        return np.einsum(line, *self._given(line))

    def terms(self, line: str) -> tuple[tuple[int, ...], ...]:
        """The factors of each product whose sum is the first number of the result."""
        letters, made = line.split("->")
        inputs = letters.split(",")
        summed = [letter for letter in dict.fromkeys("".join(inputs)) if letter not in made]
        return tuple(self._factors(inputs, summed, made, line))

    def _factors(self, inputs: list[str], summed: list[str], made: str, line: str) -> Iterator[tuple[int, ...]]:
        for places in product(range(len(self.a)), repeat=len(summed)):
            at = dict.fromkeys(made, 0) | dict(zip(summed, places, strict=True))
            given = zip(inputs, self._given(line), strict=True)
            yield tuple(int(matrix[tuple(at[letter] for letter in names)]) for names, matrix in given)

    def _given(self, line: str) -> tuple[np.ndarray, ...]:
        return (self.a, self.b)[: line.count(",") + 1]
