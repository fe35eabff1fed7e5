"""How formulas are set, the einsum lines with a run's sizes, and the lines of code: those of the model alone."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from model_core.engine.engine import Engine
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.made.traces import made_trace
from viz_app.views.calculate.attention_blocks import AttentionBlocks
from viz_app.views.calculate.blocks import Choice, Place
from viz_app.views.calculate.cell_rows import PRODUCTS, einsum_line
from viz_app.views.calculate.math_line import MathLine
from viz_app.views.calculate.output_blocks import OutputBlocks
from viz_app.views.calculate.page_layout import PageLayout
from viz_app.widgets import theme


@pytest.fixture(scope="module")
def trace() -> Trace:
    return made_trace("the white house is old", "la casa blanca", layers=(2, 2), heads=4)


def line(text: str, width: float = 1000.0) -> MathLine:
    return MathLine(text, theme.font("body"), width)


def test_a_quotient_is_set_as_a_fraction(qapp: QApplication) -> None:
    metrics = QFontMetricsF(theme.font("body"))
    plain, fraction = line("s = q·k"), line("s = q·k / √K")
    assert plain.height == pytest.approx(metrics.height(), abs=1.0)
    assert fraction.height > 1.8 * metrics.height() and len(fraction.lines) == 1
    assert len(fraction.lines[0]) == 3, "s, =, and the fraction as one part"
    whole = line("n = (x − mean) / root · γ")
    assert len(whole.lines[0]) == 5, "parentheses are one part"
    assert whole.lines[0][2].width < metrics.horizontalAdvance("(x − mean)") + 1, "the bar stands for the parentheses"


def test_raised_and_lowered_parts_are_smaller_and_moved(qapp: QApplication) -> None:
    metrics = QFontMetricsF(theme.font("body"))
    raised, lowered = line("e^(s − max)").lines[0][0], line("W_q").lines[0][0]
    assert raised.up > metrics.ascent() and raised.width < metrics.horizontalAdvance("es − max")
    assert lowered.width < metrics.horizontalAdvance("Wq") + 1


def test_a_long_formula_breaks_between_words_and_paints_inside_of_its_height(qapp: QApplication) -> None:
    text = "q·k = " + " + ".join(f"{one}.0000·(−{one}.0000)" for one in range(9))
    made = line(text, 240.0)
    assert len(made.lines) > 2 and all(sum(box.width for box in one) <= 240 for one in made.lines)
    image = QImage(260, round(made.height) + 20, QImage.Format.Format_Grayscale8)
    image.fill(255)
    with QPainter(image) as painter:
        made.draw(painter, QPointF(5, 10))
    dark = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)[:, :260] < 128
    assert dark.any() and not dark[:8].any() and not dark[round(made.height) + 12 :].any()


@pytest.mark.parametrize("kind", KINDS)
def test_einsum_lines_have_the_sizes_of_the_run_and_give_its_numbers(kind: str) -> None:
    trace = Engine().trace(RunSpec("tiny", ("red ball",)))
    for what, inputs in {"raw_scores": ("q", "k"), "head_outputs": ("weights", "v")}.items():
        words = einsum_line(trace, kind, what)
        pattern = re.search(r'"([a-z,>-]+)"', words)
        assert pattern is not None
        arrays = [trace.arrays[trace.name(kind, one, 0)] for one in inputs]
        shapes = ", ".join("·".join(map(str, one.shape)) for one in arrays)
        found = np.einsum(pattern[1], *arrays)
        assert np.allclose(found, trace.arrays[trace.name(kind, what, 0)], atol=1e-4)
        assert words.endswith(f"{shapes} → {'·'.join(map(str, found.shape))}")


def test_every_product_has_an_einsum_line_and_nothing_else(trace: Trace) -> None:
    assert all(einsum_line(trace, "cross", what) for what in PRODUCTS)
    assert einsum_line(trace, "cross", "weights") == "" and "x_enc" in einsum_line(trace, "cross", "k")
    assert 'einsum("bhqd,bhkd->bhqk", q, k)' in einsum_line(trace, "cross", "raw_scores")


def test_code_is_the_models_own_alone_and_said_once(qapp: QApplication) -> None:
    trace, place = Engine().trace(RunSpec("tiny", ("red ball",))), Place("cross", 0, 0, 0, 0, 0)
    choice = Choice(8, 8)
    blocks = [*AttentionBlocks(trace, place, choice).blocks(), *OutputBlocks(trace, place, choice).blocks()]
    rows = [row for block in blocks for row in block.rows]
    assert all(row.code.place.startswith("model_core/transformer/") for row in rows), [row.label for row in rows]
    texts = {row.label: row.code.text for row in rows}
    assert "softmax" in texts["e^(s − max)"] and texts["e^(s − max)"] == texts["weight"]
    assert "@" in texts["q·k"] and texts["z = Σ"] == "return self.head_outputs(weights_BHQM @ v_BHMK)"
    assert all(texts.values())
    page = PageLayout(blocks, "code", 900, 2)
    shown = [text for placed in page.rows for role, text, _ in placed.texts if role == "code"]
    assert all(one != other for one, other in itertools.pairwise(shown))
    formulas = PageLayout(blocks, "formula", 900, 2)
    assert any(text.startswith("einsum(") for placed in formulas.rows for _, text, _ in placed.texts)
