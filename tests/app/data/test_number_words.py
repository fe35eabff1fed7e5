"""What a number is, in the words of the window."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import model_core
import viz_app
from model_core.errors import Message
from model_core.explain import formulas
from model_core.explain.anatomy import anatomy
from model_core.spec import ModelSpec
from tests.catalogue import texts
from tests.made.traces import made_trace
from viz_app.data.number_format import (
    ELLIPSIS,
    MINUS,
    factor,
    figures,
    fmt_chance,
    fmt_digits,
    fmt_percent,
    fmt_signed,
    fmt_time,
    p_words,
    score_decimals,
    shortened,
    weight_words,
)

PLAIN = ModelSpec(100, 100, d_model=64, heads=4, d_ff=128, encoder_layers=1, decoder_layers=1)
VARIANTS: tuple[dict[str, Any], ...] = (
    {}, {"positions": "relative"}, {"norm_place": "post"}, {"embedding_norm": True}, {"gated": True},
    {"activation": "gelu"}, {"attention_scale": "none"}, {"attention_scale": "model"}, {"scale_embedding": False},
    {"logit_scale": 0.5}, {"mask_value": -1e9}, {"positions": "learned"},
)  # fmt: skip


def untranslated(said: set[str]) -> set[str]:
    """What would stay English in every other language."""
    return {one for one in said if not isinstance(one, Message) or (one.template, "") not in texts()}


@pytest.mark.parametrize("changes", VARIANTS, ids=str)
def test_every_hook_point_has_words_in_the_catalogue(changes: dict[str, Any]) -> None:
    model = anatomy(ModelSpec(**{**vars(PLAIN), **changes}))
    said = {one.words for part in model.parts for step in (part, *part.inside) for one in step.activations}
    assert len(said) > 15 and untranslated(said) == set()


def test_every_number_of_a_run_has_a_title_in_the_catalogue() -> None:
    trace = made_trace()
    arrays = {**trace.arrays, **{f"numbers.{name}": array for name, array in trace.numbers.items()}}
    titles = {name: formulas.describe_number(trace, name, (0,) * array.ndim).title for name, array in arrays.items()}
    own = {title for _, title, _ in formulas._ATTENTION.values()} | {title for title, *_ in formulas._STEP.values()}
    assert len(titles) > 30 and all(titles.values()), titles
    assert untranslated({*titles.values(), *own}) == set()


@pytest.mark.parametrize(
    "changes", [*VARIANTS, {"position_layout": "halves"}, {"final_norm": False}, {"norm": "batch"}], ids=str
)
def test_every_formula_with_words_in_it_is_in_the_catalogue(changes: dict[str, Any]) -> None:
    trace = made_trace()
    trace = trace.with_(model=replace(trace.model, spec=replace(trace.spec, **changes)))
    arrays = {**trace.arrays, **{f"numbers.{name}": array for name, array in trace.numbers.items()}}
    arrays |= {"encoder.distances.bias": np.zeros((1, 1, 1, 1)), "numbers.cache_difference": np.zeros((1, 1))}
    found = {formulas.describe_number(trace, name, (0,) * array.ndim).formula for name, array in arrays.items()}
    found |= {formulas.describe_number(trace, f"tree.0.{part}", ()).formula for part in ("score", "total")}
    worded = {formula for formula in found if re.search(r"[a-z]{4,} [a-z]{2,}|[a-z]{2,} [a-z]{4,}", formula)}
    assert worded and untranslated(worded) == set()


def test_a_share_in_per_cent_is_written_in_one_way() -> None:
    """With a blank before the sign, a true minus, and never 0 for what is more than that."""
    shares = (0.0, 0.004, 0.006, 0.993, 1.0, -0.04, -0.001)
    assert [fmt_percent(one) for one in shares] == ["0 %", "<1 %", "1 %", "99 %", "100 %", "−4 %", "0 %"]
    assert [fmt_percent(one, 1) for one in (0.993, 0.0001)] == ["99.3 %", "<0.1 %"]
    for path in (*Path(viz_app.__file__).parent.rglob("*.py"), *Path(model_core.__file__).parent.rglob("*.py")):
        assert not re.search(r"\{[^{}]*:\.\d%\}", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(4e-5, "0.0 ms"), (0.00412, "4.1 ms"), (0.0384, "38 ms"), (0.9996, "1000 ms"), (1.234, "1.2 s")],
)
def test_times_carry_their_unit(seconds: float, words: str) -> None:
    assert fmt_time(seconds) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.16, "+0.16"), (-2.9, "−2.90"), (0.0, "0.00"), (0.004, "0.00"), (-0.004, "0.00"), (5.0, "+5.00")],
)
def test_a_sign_is_written_where_there_is_a_difference(value: float, words: str) -> None:
    assert fmt_signed(value) == words


def number_in(words: str) -> float:
    """What the digits say."""
    return float(words.replace(MINUS, "-"))


@given(st.floats(allow_nan=False, allow_infinity=False).filter(bool))
def test_four_digits_say_the_number_to_four_digits(value: float) -> None:
    words = fmt_digits(value)
    assert number_in(words) == pytest.approx(value, rel=5.001e-4, abs=1e-323)
    assert ("e" in words) == (not 1e-4 <= abs(float(f"{value:.3e}")) < 1e7)
    assert "-" not in words.partition("e")[0]


@given(st.floats(0, 1), st.integers(1, 4))
def test_a_probability_that_is_not_0_does_not_read_0(value: float, decimals: int) -> None:
    words, said = fmt_chance(value, decimals), p_words(value, decimals)
    least = f"{10.0**-decimals:.{decimals}f}"
    if Decimal(value) < Decimal(5).scaleb(-decimals - 1) and value:
        assert (words, said) == (f"<{least}", f"p < {least}")
    else:
        assert abs(number_in(words) - value) <= 0.5001 * 10**-decimals and said == f"p = {words}"
        assert words == "0" if value == 0 else len(words) == len(least)


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.0, "exactly 0"), (1e-9, "below 0.001"), (0.00049, "below 0.001"), (0.0005, "0.001"), (0.25, "0.250")],
)
def test_a_weight_is_exactly_0_or_above(value: float, words: str) -> None:
    assert weight_words(value) == words


@given(st.text(" ab\n", max_size=12), st.integers(2, 8))
def test_a_shortened_text_is_one_line_and_says_that_it_was_cut(text: str, most: int) -> None:
    line, whole = shortened(text, most), " ".join(text.split())
    assert len(line) <= most and "\n" not in line
    assert line == whole if len(whole) <= most else (line[-1] == ELLIPSIS and whole.startswith(line[:-1]))
    assert len(line) == min(len(whole), most)


@pytest.mark.parametrize(("value", "words"), [(99.95, "99.9500"), (1e2, "100.000"), (999.4, "999.400"),
                                              (1e3, "1000.00"), (9999.5, "9999.50"), (1e4, "10000")])  # fmt: skip
def test_a_large_number_has_about_seven_digits(value: float, words: str) -> None:
    assert figures(value) == words and factor(-value) == f"({MINUS}{words})" and factor(value) == words


@pytest.mark.parametrize(("value", "decimals"), [(0.0, 2), (0.0994, 3), (0.0995, 2), (9.99, 2), (9.995, 1), (99.94, 1),
                                                 (99.95, 0), (-99.95, 0), (math.inf, 0)])  # fmt: skip
def test_scores_have_about_three_digits(value: float, decimals: int) -> None:
    assert score_decimals(value) == decimals
