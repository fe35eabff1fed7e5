"""What is in a mask: read once where nobody can write it."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from model_core.analysis import known_masks
from model_core.analysis.known_masks import reasons_in
from model_core.record.mask_reasons import FUTURE, HIDDEN, PADDING, VISIBLE


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Called for every mask that is read."""
    made = Mock(wraps=known_masks._read)
    monkeypatch.setattr(known_masks, "_read", made)
    return made


def later(size: int) -> np.ndarray:
    return np.triu(np.full((1, size, size), FUTURE, np.uint8), 1)


@pytest.mark.parametrize("codes", [(), (VISIBLE,), (FUTURE,), (VISIBLE, FUTURE, HIDDEN), (PADDING, HIDDEN)])
def test_every_code_is_found_and_no_other(codes: tuple[int, ...]) -> None:
    assert reasons_in(np.array([codes], np.uint8)) == set(codes)


def test_a_mask_that_cannot_be_written_is_read_once(read: Mock) -> None:
    mask = later(6)
    mask.flags.writeable = False
    for _ in range(3):
        assert reasons_in(mask[0, :5, :5]) == {VISIBLE, FUTURE}, "each time another view of it"
    assert read.call_count == 1
    assert reasons_in(mask[0, :1, :1]) == {VISIBLE} and read.call_count == 2, "another part is another mask"


def test_a_mask_that_can_be_written_is_read_each_time(read: Mock) -> None:
    mask = later(4)
    assert reasons_in(mask) == {VISIBLE, FUTURE}
    mask[:] = PADDING
    assert reasons_in(mask) == {PADDING} and read.call_count == 2


def test_a_new_mask_at_the_address_of_a_freed_one_is_read(read: Mock) -> None:
    memory = np.zeros(36, np.uint8)
    for code in (VISIBLE, PADDING):
        memory[:] = code
        mask = np.frombuffer(memory.data, np.uint8).reshape(6, 6)
        mask.flags.writeable = False
        assert reasons_in(mask) == {code}
        del mask
    assert read.call_count == 2


def test_few_masks_are_known() -> None:
    kept = [later(3) for _ in range(3 * known_masks._KEPT)]
    for mask in kept:
        mask.flags.writeable = False
        reasons_in(mask)
    assert len(known_masks._KNOWN) == known_masks._KEPT
