"""When heads form: what is told of a training whose numbers are known, and of a real one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks import births
from benchmarks.findings import PAGE, filled
from model_core.record.training_log import HeadNumbers, TrainEvent


def known(_spec: object) -> Iterator[TrainEvent]:
    """A loss that falls from 3 to 1 in even steps of 8 updates; the second head's weight rises to 0.9, half at 32."""
    for step in range(8, 81, 8):
        heads = tuple(HeadNumbers("cross", 0, head, "", {"gold": gold}) for head, gold in ((0, 0.6), (1, step / 64)))
        yield TrainEvent("snapshot", step, 0, 0.0, heads=(HeadNumbers("encoder", 0, 0, "", {"end": 1.0}), *heads))
        yield TrainEvent("valid", step, 0, 0.0, valid_loss=3 - step / 40, exact=step / 100)
    yield TrainEvent("done", 81, 0, 1.0)


def test_the_head_that_is_best_in_the_end_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(births, "train", known)
    found = births.birth("copy", 1)
    assert found is not None and (found.head, found.loss, found.right, found.end) == (32, 48, 56, 81)
    assert found.fallen == pytest.approx((32 - 8) / 72)
    rows = births.table(["copy"], 3)
    assert rows[2] == "| copy | 32 (32–32) | 48 (48–48) | 56 (56–56) | 81 (81–81) | 33% (33%–33%) |"


def test_a_head_that_never_forms_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(births, "train", known)
    monkeypatch.setattr(births, "THERE", 2.0)
    assert births.birth("copy", 1) is None
    assert births.table(["copy"], 2)[2].startswith("| copy | never in 2 seeds |")


def test_the_page_has_a_place_for_it() -> None:
    assert filled(PAGE.read_text("utf-8"), {"births": ["here"]}).count("here\n<!-- end -->") == 1
