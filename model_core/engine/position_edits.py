"""Edited tables of position vectors: random ones, other bases and orders. NumPy only. Shapes: P positions, D width."""

from __future__ import annotations

import numpy as np

from model_core.record.edits import PositionEdits
from model_core.transformer.positions import sinusoidal


def untrained_table(positions: int, width: int, seed: int) -> np.ndarray:
    """(P, D) float32: a learned table before training, normal with standard deviation D^-0.5 as `LearnedPositions`."""
    drawn = np.random.default_rng(seed).standard_normal((positions, width))
    return (drawn * width**-0.5).astype(np.float32)


def row_order(positions: int, edits: PositionEdits) -> np.ndarray:
    """(P,) int: the row of the table that each position reads: kept, shuffled or reversed, then shifted."""
    rows = np.arange(positions)
    if edits.order == "reversed":
        rows = rows[::-1]
    elif edits.order == "shuffled":
        rows = np.random.default_rng(edits.seed).permutation(positions)
    return np.roll(rows, -edits.shift)


def reordered(table_PD: np.ndarray, edits: PositionEdits) -> np.ndarray:
    """(P, D) the rows of a table in the order that the edits ask for: position p has row `row_order(P, edits)[p]`."""
    return table_PD[row_order(len(table_PD), edits)]


def edited_table(own_PD: np.ndarray, edits: PositionEdits) -> np.ndarray:
    """(P, D) float32: the table that replaces the model's own, for any `edits.stacks`."""
    positions, width = own_PD.shape
    if edits.table == "random":
        own_PD = untrained_table(positions, width, edits.seed)
    elif edits.table == "none":
        own_PD = np.zeros((positions, width), np.float32)
    elif edits.table != "model":
        own_PD = sinusoidal(positions, width, edits.base, edits.table == "halves")
    return reordered(own_PD, edits)
