"""A trained array as a table to save or copy. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.errors import Refused
from viz_app.data.tables import Context, Listing, npz_bytes
from viz_app.system.language import tr

MOST_COPIED = 200_000
"""Numbers: their lines are made in a quarter of a second, while the window waits."""


@dataclass(frozen=True, eq=False)
class ArrayTable:
    """An array (R, C) whose rows and columns have only numbers, such as a weight. Formatting a large one takes long and
    is done when it is written, in the background."""

    name: str
    context: Context
    values: np.ndarray

    def _lines(self) -> Listing:
        rows = ((row, *numbers) for row, numbers in enumerate(self.values.astype(np.float64).tolist()))
        headings = ("row", *map(str, range(self.values.shape[1])))
        return Listing(self.name, self.context, headings, tuple(rows))

    def to_csv(self) -> bytes:
        return self._lines().to_csv()

    def to_json(self) -> bytes:
        return self._lines().to_json()

    def to_tabs(self) -> str:
        """As in every Listing. Raises Refused for more numbers than fit a clipboard."""
        if self.values.size > MOST_COPIED:
            many = tr("{count:,} numbers are too many to copy: save them as a file", count=self.values.size)
            raise Refused("E-NUMBERS-MANY", many)
        return self._lines().to_tabs()

    def to_npz(self) -> bytes:
        """NumPy's NPZ: values [R, C], the context."""
        return npz_bytes(self.context.to_json(), {"values": self.values})
