"""The models and trainings that come with the program, by name."""

from __future__ import annotations

import pytest

from model_core.io import resources


def test_the_default_model_is_the_first_and_the_others_follow_by_name() -> None:
    first, *others = resources.models()
    assert first == resources.DEFAULT_MODEL and others == sorted(others) and first not in others
    assert resources.bundled() == resources.bundled(first) == resources.folder() / "models" / first


def test_a_snapshot_is_named_by_its_training_and_update() -> None:
    kept = resources.training("reverse")
    assert kept is not None
    steps = [path.name for path in (kept / "snapshots").iterdir() if path.name.isdecimal()]
    assert len(steps) > 3
    for step in steps:
        found = resources.bundled(f"reverse/snapshots/{step}")
        assert found == kept / "snapshots" / step and resources.snapshot_name(str(found)) == f"reverse/snapshots/{step}"


@pytest.mark.parametrize(
    "name",
    ["nothing", "reverse/snapshots", "reverse/snapshots/x", "reverse/snapshots/99999999", "reverse/other/64",
     "reverse/snapshots/64/more", "nothing/snapshots/64", "../models/snapshots/64", "/"],
)  # fmt: skip
def test_other_names_are_of_nothing_that_comes_along(name: str) -> None:
    assert resources.bundled(name) is None
