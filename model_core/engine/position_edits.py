"""Tables of position vectors as a user may change them: random ones, other bases and orders. numpy only."""

from __future__ import annotations

import numpy as np

from model_core.record.edits import PositionEdits
from model_core.transformer.positions import sinusoidal


def untrained(positions: int, width: int, seed: int) -> np.ndarray:
    """(P, D) float32: a learned table before training, normal with standard deviation D^-0.5 as `LearnedPositions`."""
    drawn = np.random.default_rng(seed).standard_normal((positions, width))
    return (drawn * width**-0.5).astype(np.float32)


def order(positions: int, edits: PositionEdits) -> np.ndarray:
    """(P,) int: the row of the table that each place reads: kept, shuffled or reversed, then `shift` further on."""
    rows = np.arange(positions)
    if edits.order == "reversed":
        rows = rows[::-1]
    elif edits.order == "shuffled":
        rows = np.random.default_rng(edits.seed).permutation(positions)
    return np.roll(rows, -edits.shift)


def arranged(table_PD: np.ndarray, edits: PositionEdits) -> np.ndarray:
    """(P, D): the rows of a table in the order that the edits ask for; place p reads row order(P, edits)[p]."""
    return table_PD[order(len(table_PD), edits)]


def edited(own_PD: np.ndarray, edits: PositionEdits) -> np.ndarray:
    """(P, D) float32: the table that replaces the model's own, for any `edits.stacks`."""
    positions, width = own_PD.shape
    if edits.table == "random":
        own_PD = untrained(positions, width, edits.seed)
    elif edits.table == "none":
        own_PD = np.zeros((positions, width), np.float32)
    elif edits.table != "model":
        own_PD = sinusoidal(positions, width, edits.base, edits.table == "halves")
    return arranged(own_PD, edits)
