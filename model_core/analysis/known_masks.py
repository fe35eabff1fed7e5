"""What is in the masks of long texts: a mask of 1,024 tokens has a million cells, which are read only once."""

from __future__ import annotations

from collections import OrderedDict
from weakref import ref

import numpy as np

_KEPT = 12
"""Masks that are known: those of a few runs."""
_KNOWN: OrderedDict[tuple[object, ...], tuple[ref[np.ndarray], frozenset[int]]] = OrderedDict()
"""By where a mask lies: what owns that memory, and the codes in it."""


def reasons_in(mask: np.ndarray) -> frozenset[int]:
    """The codes of model_core.record.mask_reasons that cells of a mask (…, Q, K) have. One that cannot be written is
    read once, as long as its memory is held by anyone."""
    if mask.flags.writeable:
        return _read(mask)
    place = mask.__array_interface__["data"][0], mask.shape, mask.strides
    owner = mask.base if isinstance(mask.base, np.ndarray) else mask
    known = _KNOWN.get(place)
    if known is None or known[0]() is not owner:
        known = _KNOWN[place] = ref(owner), _read(mask)
        if len(_KNOWN) > _KEPT:
            _KNOWN.popitem(last=False)
    _KNOWN.move_to_end(place)
    return known[1]


def _read(mask: np.ndarray) -> frozenset[int]:
    low, high = int(mask.min(initial=255)), int(mask.max(initial=0))
    return frozenset(code for code in range(low, high + 1) if code in (low, high) or np.any(mask == code))
