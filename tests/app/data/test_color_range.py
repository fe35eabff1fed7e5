"""Which numbers get which colour: ranges of weights and scores, stretched, spread and cut, and the words of the bar."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from model_core.analysis.map_blocks import Buffers
from viz_app.data.maps import color_range
from viz_app.data.maps.color_range import Colouring
from viz_app.data.maps.colormaps import Scale, pixels, table

ANY = arrays.arrays(
    np.float32, st.tuples(st.integers(1, 5), st.integers(1, 5)),
    elements=st.one_of(st.floats(-1e4, 1e4, width=32), st.sampled_from([np.nan, np.inf, -np.inf, 0.0, 1e-40, -1e-38])),
)  # fmt: skip
WEIGHTS = np.array([[0.7, 0.2, 0.1, 0.0], [0.05, 0.05, 0.4, 0.5]], np.float32)


def of_head(
    stretch: str, threshold: float = 0.0, ramp: str = "weights", dimmed: tuple[int, ...] = ()
) -> color_range.Range:
    return color_range.head_range(WEIGHTS, Colouring(stretch, threshold, ramp), signed=False, most=1.0, dimmed=dimmed)


@given(values=ANY, stretch=st.sampled_from(color_range.STRETCHES), signed=st.booleans(), dimmed=st.booleans())
def test_any_numbers_have_a_range(values: np.ndarray, stretch: str, signed: bool, dimmed: bool) -> None:
    """The scale is finite and holds 0; stretched by row or head, no finite number\u2019s shade lies outside of it."""
    most, how, before = color_range.color_limit([values]), Colouring(stretch), values.copy()
    columns = (values.shape[1] - 1,) if dimmed else ()
    found = color_range.head_range(values, how, signed=signed, most=most, dimmed=columns)
    assert np.isfinite([found.scale.lo, found.scale.hi]).all() and found.scale.hi > 0
    assert found.scale.lo <= 0 or found.scale.log
    assert found.ticks[0][0] == 0.0 and found.ticks[-1][0] == 1.0
    shades = values if found.shades is None else found.shades
    fine = np.isfinite(values)
    assert shades.shape == values.shape and np.isfinite(shades[fine]).all()
    if stretch == "row" or (stretch == "head" and not dimmed):
        assert (np.abs(shades[fine]) <= found.scale.hi * 1.001).all()
    maps, scale = color_range.thumbnail_colours([values[None]], how, signed=signed, most=most, dimmed={(0, 0): columns})
    assert maps[0].shape == (1, *values.shape) and scale.hi > 0
    assert np.array_equal(values, before, equal_nan=True), "recorded numbers are never written"


@pytest.mark.parametrize(
    ("wrong", "words"), [({"stretch": "gamma"}, "unknown stretch"), ({"threshold": 1.5}, "between 0 and 1")]
)
def test_what_makes_no_sense_is_refused(wrong: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Colouring(**wrong)


def test_the_four_ranges_of_weights() -> None:
    assert of_head("same").scale == Scale(0.0, 1.0)
    assert of_head("head").scale == Scale(0.0, float(WEIGHTS.max()))
    assert of_head("log").scale == Scale(0.001, 1.0, log=True)
    row = of_head("row")
    assert row.shades is not None and np.allclose(row.shades.max(axis=1), row.scale.hi)
    for stretch in ("same", "head", "log"):
        assert of_head(stretch).shades is None, "no copy"


def test_scores_keep_their_signs_whatever_is_chosen() -> None:
    scores = np.array([[-3.0, 1.0], [0.5, 2.0]], np.float32)
    for stretch in ("same", "log"):
        found = color_range.head_range(scores, Colouring(stretch, 0.2, "viridis"), signed=True, most=8.0)
        assert found.scale == Scale(-8.0, 8.0, "diverging") and found.blank == 0.0 and found.shades is None
    row = color_range.head_range(scores, Colouring("row", 0.2, "grey"), signed=True, most=8.0)
    assert row.scale.cut == -math.inf and row.shades is not None
    assert np.allclose(row.shades, [[-3, 1], [0.75, 3]])


@pytest.mark.parametrize("stretch", color_range.STRETCHES)
def test_weights_below_the_threshold_get_the_ground(stretch: str) -> None:
    found = of_head(stretch, 0.15)
    shades = WEIGHTS if found.shades is None else found.shades
    seen = pixels(shades, found.scale, False, Buffers(), ground=0xFF123456)
    assert np.array_equal(seen == 0xFF123456, WEIGHTS < 0.15)
    assert not np.isin(0xFF123456, pixels(WEIGHTS, of_head(stretch).scale, False, Buffers(), ground=0xFF123456))
    maps, scale = color_range.thumbnail_colours([WEIGHTS[None]], Colouring(stretch, 0.15), signed=False, most=1.0)
    seen = pixels(maps[0][0], scale, False, Buffers(), ground=0xFF123456)
    assert np.array_equal(seen == 0xFF123456, WEIGHTS < 0.15)


def test_the_bar_is_blank_up_to_the_threshold() -> None:
    assert of_head("same").blank == 0.0
    assert of_head("same", 0.2).blank == pytest.approx(0.2)
    assert of_head("head", 0.35).blank == pytest.approx(0.5)
    assert of_head("log", 0.01).blank == pytest.approx(1 / 3)
    assert of_head("head", 0.9).blank == 1.0, "no weight is so large"
    assert of_head("log", 0.0001).blank == 0.0
    assert of_head("row", 0.2).blank == 0.0, "every row has another place for it"


def test_ranges_are_stretched_to_what_is_not_dimmed() -> None:
    assert of_head("head", dimmed=(0,)).scale.hi == pytest.approx(0.5)
    row = of_head("row", dimmed=(0, 3))
    assert row.shades is not None
    assert np.allclose(row.shades[:, 1:3].max(axis=1), row.scale.hi) and (row.shades <= row.scale.hi).all()
    for stretch, columns in (("head", (0,)), ("row", (0, 3))):
        maps, _ = color_range.thumbnail_colours(
            [np.stack([WEIGHTS, WEIGHTS])], Colouring(stretch), signed=False, most=1.0, dimmed={(0, 1): columns}
        )
        axis = None if stretch == "head" else 1
        assert np.allclose(maps[0][0].max(axis=axis), 1.0)
        assert np.allclose(np.delete(maps[0][1], columns, axis=1).max(axis=axis), 1.0)


def test_a_log_bar_has_one_word_for_each_power_of_ten() -> None:
    assert of_head("log").ticks == ((0.0, "≤ 0.001"), (1 / 3, "0.01"), (2 / 3, "0.1"), (1.0, "1"))


def test_an_even_share_of_many_columns_is_inside_of_the_log_range() -> None:
    assert [color_range.log_minimum(columns) for columns in (1, 7, 400, 512, 1024)] == [1e-3, 1e-3, 1e-3, 1e-4, 1e-4]
    even = np.full((3, 1024), 1 / 1024, np.float32)
    found = color_range.head_range(even, Colouring("log"), signed=False, most=1.0)
    assert found.scale.lo < even[0, 0]
    assert found.ticks == ((0.0, "≤ 0.0001"), (0.5, "0.01"), (1.0, "1"))
    assert color_range.thumbnail_colours([even[None]], Colouring("log"), signed=False, most=1.0)[1] == found.scale


def test_the_palette_is_taken() -> None:
    for ramp in ("viridis", "cividis", "grey"):
        found = of_head("same", ramp=ramp)
        assert found.scale.ramp == ramp
        assert pixels(np.ones((1, 1), np.float32), found.scale, True, Buffers())[0, 0] == table(ramp, True)[-1]


@pytest.mark.parametrize(
    ("number", "words"),
    [(1.0, "1"), (0.5, "0.5"), (0.3712, "0.37"), (0.004, "0.004"), (23.41, "23.4"), (1204.3, "1204"), (9.98, "9.98")],
)
def test_numbers_of_the_bar_are_short(number: float, words: str) -> None:
    assert color_range.short_number(number) == words


def test_a_cut_has_to_be_a_number() -> None:
    with pytest.raises(ValueError, match="NaN"):
        Scale(cut=math.nan)
