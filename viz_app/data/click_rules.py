"""What a click on a map, or a key, changes in what is looked at: a cell pinned, a row or a column read. No Qt.

Cells, rows and columns are those that are shown; what is looked at names the model's own tokens (`Places` leads from
the one to the other). Everything counts from 0. Each function gives the changes of the look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viz_app.data.derived_map import Places
from viz_app.data.snapshot import Cell

if TYPE_CHECKING:
    from viz_app.document.state import Look

Changes = dict[str, Any]
"""Fields of the look -> new values."""


def pinned(look: Look, places: Places, cell: Cell) -> Changes:
    """Pins a cell, of several pieces the strongest; the pinned one is let go."""
    before = None if look.query is None or look.key is None else (look.query, look.key)
    query, key = (None, None) if places.shown(before) == cell else places.piece(cell)
    return {"query": query, "key": key}


def row_read(look: Look, places: Places, row: int, written: bool) -> Changes:
    """Reads along a row and, where rows are what is `written`, goes to its step; the row that is read is let go."""
    query = places.query(row)
    same = look.reading == "row" and look.query is not None and look.key is None and places.row(look.query) == row
    changes: Changes = {"reading": "row", "query": None if same else query, "key": None}
    return changes | {"step": query} if written else changes


def column_read(look: Look, places: Places, column: int) -> Changes:
    """Reads down a column; the column that is read already is let go."""
    same = look.reading == "column" and look.key is not None and look.query is None
    if same and places.column(look.key) == column:
        return {"reading": "row", "query": None, "key": None}
    return {"reading": "column", "query": None, "key": places.key(column)}


def beside(look: Look, places: Places, move: Cell, step: int) -> Cell:
    """The shown cell `move` (rows down, columns on) from the pinned one; without one, the first of the step's row."""
    rows, columns = places.size
    before = None if look.query is None or look.key is None else (look.query, look.key)
    found = places.shown(before)
    if found is None:
        return min(places.row(step) or 0, rows - 1), 0
    return min(max(found[0] + move[0], 0), rows - 1), min(max(found[1] + move[1], 0), columns - 1)


__all__ = ["Changes", "beside", "column_read", "pinned", "row_read"]
