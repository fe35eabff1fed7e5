"""The key to a map: bar, words, swatches and notes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.record.mask_reasons import FUTURE, HIDDEN, PADDING, USER
from viz_app.data.maps.colormaps import table, to_oklab, unpack
from viz_app.data.vocabulary import REASON_TERMS
from viz_app.maps import legend
from viz_app.maps.legend import LegendContent, MapLegend
from viz_app.widgets import theme
from viz_app.widgets.painting import wrapped

pytestmark = pytest.mark.usefixtures("qapp")

BAR = ((0.0, "0"), (1.0, "1"))
NOTE = "</s> column dimmed: it holds 43\u00a0% of the weight; colours scale to the row maximum of the other columns"


@pytest.fixture
def key(qtbot: QtBot) -> MapLegend:
    made = MapLegend()
    qtbot.addWidget(made)
    return made


def grabbed(key: MapLegend, width: int) -> QImage:
    key.resize(width, key.heightForWidth(width))
    return key.grab().toImage()


def colours(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


def test_swatches_go_to_a_second_line_where_the_first_is_full(key: MapLegend) -> None:
    key.set_key(LegendContent("weight", "weights", BAR, (FUTURE, PADDING, USER)))
    scale, *reasons = key.words().split("; ")
    assert "weight" in scale and [words.count("hatched") for words in reasons] == [1, 1, 1]
    assert key.heightForWidth(300) > key.heightForWidth(900)
    image = grabbed(key, 300)
    assert len(colours(image.copy(0, image.height() - 14, image.width(), 14))) > 5, "the last line is inside"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (LegendContent("weight", "weights", BAR), "weight 0 to 1"),
        (LegendContent("", "weights", BAR), "0 to 1"),
        (LegendContent("weight", "weights", ()), "weight"),
        (LegendContent("weight", "weights", ((0.0, "0"), (0.5, "0.1"), (1.0, "0.2")), notes=("blank: 0",)),
         "weight 0 to 0.2; blank: 0"),
    ],
)  # fmt: skip
def test_the_legend_as_a_sentence(key: MapLegend, content: LegendContent, words: str) -> None:
    key.set_key(content)
    assert key.words() == words == key.accessibleDescription()


@pytest.mark.parametrize("width", [120, 180, 240, 900])
def test_the_words_of_a_hatch_end_within_the_legend(
    key: MapLegend, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a narrow lesson “hidden until you answer” was cut in the middle of a letter."""
    drawn: list[tuple[float, str]] = []
    monkeypatch.setattr(QPainter, "drawText", lambda _, place, words: drawn.append((place.x(), words)))
    key.set_key(LegendContent("weight", "weights", BAR, (HIDDEN, FUTURE)))
    grabbed(key, width)
    metrics, names = QFontMetricsF(theme.font("small")), [REASON_TERMS[one].key for one in (HIDDEN, FUTURE)]
    hatches = [(left, words) for left, words in drawn if words not in ("weight", "0", "1")]
    assert all(left >= 0 and left + metrics.horizontalAdvance(words) <= width for left, words in hatches)
    assert [words for _, words in hatches] == (names if width > 120 else ["hidden until you …", names[1]])


@pytest.mark.parametrize("one", theme.THEMES.values(), ids=lambda one: one.name)
@pytest.mark.parametrize("ramp", ["weights", "viridis", "cividis", "grey", "diverging"])
def test_the_bar_has_the_colours_of_the_map(qapp: QApplication, key: MapLegend, one: theme.Theme, ramp: str) -> None:
    theme.apply(qapp, one)
    key.set_key(LegendContent("", ramp, BAR))
    image = grabbed(key, 400)
    middle = round(key.heightForWidth(400) / 4)
    seen = unpack([image.pixel(x, middle) for x in (1, 44, 88, 132, 174)])
    assert np.allclose(seen, unpack(table(ramp, one.dark)[[1, 64, 128, 192, 253]]), atol=0.05)


def test_the_bar_is_blank_where_cells_are(key: MapLegend) -> None:
    key.set_key(LegendContent("", "viridis", BAR, blank=0.5))
    image = grabbed(key, 400)
    middle = round(key.heightForWidth(400) / 4)
    ground = theme.LIGHT.q("background").rgb()
    assert {image.pixel(x, middle) for x in range(2, 86)} == {ground}
    assert ground not in {image.pixel(x, middle) for x in range(90, 174)}


@pytest.mark.parametrize("ramp", ["weights", "viridis", "cividis", "grey"])
@pytest.mark.parametrize("dark", [False, True])
def test_weight_ramps_differ_by_lightness_alone(ramp: str, dark: bool) -> None:
    """Whatever colours an eye can tell apart: a larger weight is always darker, or always lighter."""
    lightness = to_oklab(unpack(table(ramp, dark)))[:, 0]
    steps = np.diff(lightness[::8])
    assert (steps > 0).all() or (steps < 0).all()
    assert abs(lightness[-1] - lightness[0]) > 0.5


def test_notes_are_accessible_painted_and_given_space(key: MapLegend) -> None:
    plain = LegendContent("weight", "weights", BAR)
    key.set_key(plain)
    low, before = key.heightForWidth(600), grabbed(key, 600)
    key.set_key(LegendContent("weight", "weights", BAR, notes=(NOTE, "Weights below 0.1 are left blank")))
    assert key.words().endswith(f"; {NOTE}; Weights below 0.1 are left blank")
    assert key.accessibleDescription() == key.words()
    line = QFontMetricsF(theme.font("small")).height()
    assert key.heightForWidth(900) >= low + 2 * line
    assert key.heightForWidth(200) > key.heightForWidth(900), "long notes are wrapped"
    image = grabbed(key, 600)
    assert image.copy(0, 0, 600, before.height() - 2) == before.copy(0, 0, 600, before.height() - 2)
    for width in (200, 600, 900):
        image = grabbed(key, width)
        assert len(colours(image.copy(0, image.height() - round(line), width, round(line)))) > 3


@pytest.mark.parametrize("width", [40.0, 150.0, 400.0, 2000.0])
def test_no_line_of_a_note_is_wider_than_its_room(qapp: QApplication, width: float) -> None:
    metrics = QFontMetricsF(theme.font("small"))
    lines = wrapped(NOTE, metrics, width)
    assert all(metrics.horizontalAdvance(line) <= width for line in lines)
    if width >= 150:
        assert " ".join(lines) == NOTE


def test_in_little_space_one_line_of_notes_remains(key: MapLegend) -> None:
    key.set_key(LegendContent("weight", "weights", BAR, (FUTURE,), notes=(NOTE, "Weights below 0.1 are left blank")))
    whole = key.heightForWidth(400)
    key.set_brief(True)
    assert key.heightForWidth(400) < QFontMetricsF(theme.font("small")).height() + 3 < whole
    assert key.indent() == 0 < key.indent(whole=True)
    assert key.whole_height(400) == whole, "a page that is taken away has all of it"
    assert len(colours(grabbed(key, 400))) > 3
    assert NOTE.replace("<", "&lt;").replace(">", "&gt;") in key.toolTip()
    key.set_brief(False)
    assert key.heightForWidth(400) == whole


def test_a_plan_that_is_kept_is_the_one_of_this_content_width_and_font(key: MapLegend) -> None:
    contents = [LegendContent("weight", "weights", BAR, (FUTURE,), 0.0, notes) for notes in ((), (NOTE,))]
    for font in (theme.font("small"), theme.font("title")):
        for width, brief, one in itertools.product((180, 240.5, 900), (False, True), contents):
            for _ in range(2):
                kept, new = legend._plan(one, font, width, brief), legend._Plan(one, font, width, brief)
                assert kept.height == new.height and kept.first_line == new.first_line and kept.bar == new.bar
                assert kept.swatches == new.swatches and kept.lines == new.lines
