"""Why a cell of a map shows no number of its own: a Trace's reasons, and numbers that are none. No Qt."""

from model_core.record.mask_reasons import FUTURE, PADDING, USER, VISIBLE
from model_core.record.mask_reasons import REASONS as MASK_REASONS

BROKEN = len(MASK_REASONS)
"""The code of a cell whose number is not a number, next to the codes of a Trace."""

REASONS = (*MASK_REASONS, "broken")
"""Names of the codes, in their order."""

__all__ = ["BROKEN", "FUTURE", "PADDING", "REASONS", "USER", "VISIBLE"]
