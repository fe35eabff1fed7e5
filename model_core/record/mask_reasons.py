"""Why a cell of an attention map may not be read. Imports nothing, so that code that paints cells starts at once."""

VISIBLE, FUTURE, PADDING, USER = 0, 1, 2, 3
"""Reason of a mask cell: may be read, comes later, holds no token, forbidden by the user."""

REASONS = ("visible", "future", "padding", "user")
"""Names of the reasons, in the order of their codes."""

HIDDEN = 5
"""The code of a cell that a question hides until it is answered (model_core.analysis.unwritten.HiddenParts); no
recording and no edit has it. 4 is that of what is not a number, on the screen."""

NAMES = (*REASONS, "broken", "hidden")
"""Names of all codes, in their order: for the descriptions of a shown run's cells."""
