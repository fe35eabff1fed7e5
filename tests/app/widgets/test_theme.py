"""Themes, ramps, numbers, tokens, hatches and icons: what every painted widget builds on."""

from __future__ import annotations

import itertools
import math
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QImage, QPainter, QPalette, QTextLayout
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from model_core.io import resources
from model_core.record import mask_reasons
from viz_app.data import number_format, vocabulary
from viz_app.data.maps import colormaps
from viz_app.data.maps.colormaps import Scale
from viz_app.widgets import icons, painting, theme

pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).resolve().parents[3]
EVERY_THEME = pytest.mark.parametrize("name", list(theme.THEMES))


# ---- themes


@EVERY_THEME
@pytest.mark.parametrize("role", ["ink", "muted", "source", "target", "good", "error"])
@pytest.mark.parametrize("ground", ["background", "panel"])
def test_text_can_be_read_in_every_theme(name: str, role: str, ground: str) -> None:
    """Words reach 4.5 : 1 wherever they may stand."""
    chosen = theme.THEMES[name]
    assert theme.contrast(getattr(chosen, role), getattr(chosen, ground)) >= 4.5


@EVERY_THEME
def test_pale_words_can_be_read_on_every_ground_that_marks_a_line_or_a_button(name: str) -> None:
    """The chosen line of Ctrl+K, what is pointed at or pressed, a notice, a failure, a token that was taken."""
    chosen = theme.THEMES[name]
    washes = (("ink", 0.05), ("ink", 0.10), ("muted", 0.08), ("error", 0.08), ("target", 0.10))
    for ground in (chosen.chosen, *(chosen.wash(role, amount).name() for role, amount in washes)):
        assert theme.contrast(chosen.muted, ground) >= 4.5, ground


@EVERY_THEME
def test_curves_rings_and_hatches_have_contrast(name: str) -> None:
    """Graphics reach 3 : 1, the text of the filled button 4.5 : 1."""
    chosen = theme.THEMES[name]
    for colour in (*chosen.accents, chosen.focus, chosen.future, chosen.padding, chosen.user, chosen.broken):
        assert theme.contrast(colour, chosen.panel) >= 3.0, colour
    assert theme.contrast(chosen.on_primary, chosen.primary) >= 4.5
    assert len(set(chosen.accents)) == len(chosen.accents) >= 8


def test_contrast_is_that_of_wcag() -> None:
    """Known pairs: the extremes, and the grey that just reaches 4.5 on white."""
    assert theme.contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert theme.contrast("#777777", "#777777") == pytest.approx(1.0)
    assert theme.contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


@EVERY_THEME
def test_the_palette_leaves_no_role_to_chance(name: str) -> None:
    """Every role differs from Qt's own default only by our doing, and disabled text is paler than the rest."""
    chosen = theme.THEMES[name]
    made = theme.palette(chosen)
    group, role = QPalette.ColorGroup, QPalette.ColorRole
    for one in role:
        if one not in (role.NoRole, role.NColorRoles):
            assert made.isBrushSet(group.Active, one) and made.isBrushSet(group.Disabled, one), one
    normal = theme.contrast(made.color(group.Active, role.Text), made.color(group.Active, role.Base))
    assert theme.contrast(made.color(group.Disabled, role.Text), made.color(group.Disabled, role.Base)) < normal


def test_applying_reaches_widgets_and_announces_itself(qapp: QApplication, qtbot: QtBot) -> None:
    """Palette, font size and stylesheet change at once, and whoever keeps pictures is told."""
    button = QPushButton("Play")
    qtbot.addWidget(button)
    small = button.sizeHint()
    with qtbot.waitSignal(theme.changed) as told:
        theme.apply(qapp, theme.DARK, text_scale=2.0)
    assert told.args == [theme.DARK] and theme.current() is theme.DARK and theme.text_scale() == 2.0
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(theme.DARK.background)
    button.ensurePolished()
    assert button.sizeHint().height() >= 1.7 * small.height()
    assert theme.px(20) == 40
    assert theme.font("small").pointSizeF() < theme.font().pointSizeF() < theme.font("title").pointSizeF()


def test_every_system_gets_the_same_style(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever style the desktop would choose, ours is Fusion, which obeys palettes everywhere."""
    monkeypatch.delenv("QT_STYLE_OVERRIDE", raising=False)
    qapp.setStyleSheet("")
    qapp.setStyle("Windows")
    theme.apply(qapp, theme.LIGHT)
    qapp.setStyleSheet("")
    assert qapp.style().name().lower() == "fusion"


@pytest.mark.parametrize("scale", [0.99, 2.01, math.nan])
def test_a_text_size_out_of_range_changes_nothing(qapp: QApplication, scale: float) -> None:
    """The error names the bounds; the theme stays."""
    with pytest.raises(ValueError, match="100 % and 200 %"):
        theme.apply(qapp, theme.DARK, scale)
    assert theme.current() is theme.LIGHT


@EVERY_THEME
def test_the_stylesheet_is_complete(name: str) -> None:
    """No placeholder is left over and every picture it names exists."""
    sheet = theme.stylesheet(theme.THEMES[name], 1.5)
    assert "@" not in sheet and "~" not in sheet
    for part in sheet.split("url(")[1:]:
        assert Path(part.split(")")[0]).is_file(), part


def test_figures_are_tabular() -> None:
    """Numbers under each other line up."""
    metrics = QFontMetricsF(theme.font("number"))
    assert len({round(metrics.horizontalAdvance(figure), 3) for figure in "0123456789"}) == 1


def test_words_are_never_blank_on_a_system_without_fonts(tmp_path: Path) -> None:
    """A machine with no font at all: the bundled one is used."""
    (tmp_path / "none").mkdir()
    (tmp_path / "fonts.conf").write_text(
        f"<?xml version='1.0'?><fontconfig><dir>{tmp_path / 'none'}</dir></fontconfig>", encoding="utf-8"
    )
    program = """
        import sys
        from PySide6.QtGui import QFontMetricsF
        from PySide6.QtWidgets import QApplication, QLabel
        from viz_app.widgets import theme
        app = QApplication([])
        before = QFontMetricsF(app.font()).inFontUcs4(ord("a"))
        theme.apply(app, theme.LIGHT)
        label = QLabel("headscope")
        image = label.grab().toImage()
        places = [(x, y) for x in range(image.width()) for y in range(image.height())]
        inked = sum(image.pixelColor(*place).lightness() < 128 for place in places)
        print(before, app.font().family(), inked > 20)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"},
        cwd=ROOT, capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    before, *family, inked = done.stdout.split()
    if before != "False":
        pytest.skip("this system finds fonts without fontconfig")
    assert " ".join(family) == "Inter Tabular" and inked == "True"


def test_the_bundled_fonts_draw_every_sign_of_the_window(qapp: QApplication) -> None:
    """Inter writes the words; what it lacks comes from DejaVu Sans, not from whatever a system has."""
    theme.apply(qapp, theme.LIGHT)
    assert theme.font().families() == ["Inter Tabular", "DejaVu Sans"] == list(theme.bundled_families())
    assert QFontInfo(theme.font("strong")).family() == "Inter Tabular"
    signs = "▁▸‖√·→≤Σ×½ᵀ₂…−°µ✓"
    metrics = [QFontMetricsF(QFont(family)) for family in theme.bundled_families()]
    assert all(any(one.inFontUcs4(ord(sign)) for one in metrics) for sign in signs)


@pytest.mark.parametrize("text", ["a -> b", "3x4", "1920 x 1080", "<0x39>", "-->", "(A)"])
def test_text_is_drawn_as_it_was_typed(qapp: QApplication, text: str) -> None:
    """Each character by its own glyph: no × for an x, no arrow for a hyphen, as they are not what a model reads."""
    theme.apply(qapp, theme.LIGHT)
    for role in ("body", "strong"):
        line = QTextLayout(text, theme.font(role))
        line.beginLayout()
        line.createLine()
        line.endLayout()
        (run,) = line.glyphRuns()
        drawn, plain = run.glyphIndexes(), run.rawFont().glyphIndexesForString(text)
        assert len(drawn) == len(text)
        assert all(a == b for a, b, sign in zip(drawn, plain, text, strict=True) if sign.isalnum())


def test_the_bundled_fonts_carry_their_licences() -> None:
    """Font and licence text lie side by side."""
    fonts = resources.folder() / "fonts"
    assert all((fonts / f"InterTabular-{weight}.otf").stat().st_size > 200_000 for weight in ("Regular", "Bold"))
    assert "SIL Open Font License" in (fonts / "Inter-LICENSE.txt").read_text(encoding="utf-8")
    assert (fonts / "DejaVuSans.ttf").stat().st_size > 500_000
    assert "Bitstream Vera" in (fonts / "DejaVuSans-LICENSE.txt").read_text(encoding="utf-8")


def test_theme_painting_and_icons_import_nothing_heavy() -> None:
    """Theme, shared painting and icons load neither numpy nor pyqtgraph nor torch."""
    program = "import sys, viz_app.widgets.theme, viz_app.widgets.painting, viz_app.widgets.icons; "
    program += "print([m for m in sys.modules if m in ('numpy', 'pyqtgraph', 'torch')])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ---- ramps


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ramp", ["weights", "grey"])
def test_our_ramps_are_even_in_lightness(ramp: str, dark: bool) -> None:
    """Lightness runs one way, and no step is much larger than another: equal weights look equally far apart."""
    light = colormaps.to_oklab(colormaps.unpack(colormaps.table(ramp, dark)))[:, 0]
    steps = np.diff(light) * (1 if dark else -1)
    assert (steps > -0.0012).all()  # what 8 bits allow
    by_eight = np.diff(light[::8]) * (1 if dark else -1)
    assert by_eight.min() > 0.7 * by_eight.mean() and by_eight.max() < 1.3 * by_eight.mean()
    assert abs(light[-1] - light[0]) > 0.7


@pytest.mark.parametrize("dark", [False, True])
def test_the_diverging_ramp_is_symmetric_about_zero(dark: bool) -> None:
    """Both halves climb equally in lightness; zero is exactly the neutral colour."""
    light = colormaps.to_oklab(colormaps.unpack(colormaps.table("diverging", dark)))[:, 0]
    np.testing.assert_allclose(light[1:128], light[:128:-1], atol=0.02)
    zero = int(colormaps.index(np.zeros(1, np.float32), -3.0, 3.0)[0])
    assert zero == 128
    assert colormaps.table("diverging", dark)[zero] == (0xFF1B1E25 if dark else 0xFFFFFFFF)


@pytest.mark.parametrize("ramp", ["viridis", "cividis"])
def test_known_ramps_are_the_published_ones(ramp: str) -> None:
    """Against the full tables that pyqtgraph ships."""
    import pyqtgraph

    full = pyqtgraph.colormap.get(ramp).getLookupTable(nPts=256)[:, :3]
    ours = np.rint(colormaps.unpack(colormaps.table(ramp, dark=False)) * 255)
    assert np.abs(ours - full.astype(float)).max() <= 4


def test_an_unknown_ramp_is_named() -> None:
    """The error lists what there is."""
    with pytest.raises(ValueError, match="viridis"):
        colormaps.table("jet", dark=False)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ramp", colormaps.RAMPS)
def test_numbers_can_be_read_on_every_cell(ramp: str, dark: bool) -> None:
    """Ink and faint ink reach 4.5 : 1 on each of the 256 colours."""
    chosen = theme.DARK if dark else theme.LIGHT
    pixels = colormaps.table(ramp, dark)
    ink, faint = colormaps.inks(pixels), colormaps.faint_inks(pixels, chosen.muted, dark=dark)
    for entry in range(256):
        ground = QColor.fromRgb(int(pixels[entry]))
        assert theme.contrast(QColor.fromRgb(int(ink[entry])), ground) >= 4.5
        assert theme.contrast(QColor.fromRgb(int(faint[entry])), ground) >= 4.5


@given(
    st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=40),
    st.floats(-1e5, 1e5),
    st.floats(1e-2, 1e5),
)
def test_index_is_the_nearest_of_256_places(values: list[float], lo: float, span: float) -> None:
    """Clipped at both ends, monotone between, and never off by more than float32 allows."""
    array = np.array(values, np.float32)
    found = colormaps.index(array, lo, lo + span)
    exact = np.clip((array.astype(np.float64) - lo) / span, 0, 1) * 255
    slack = 0.5 + 255 * 2e-7 * (np.abs(array) + abs(lo) + span) / span + 1e-3
    assert found.dtype == np.uint8 and (np.abs(found - exact) <= slack).all()


def test_index_survives_what_is_no_number() -> None:
    """NaN is least, infinities are the ends; kept buffers give the same."""
    array = np.array([np.nan, -np.inf, np.inf, 0.5], np.float32)
    expected = [0, 0, 255, 128]
    assert colormaps.index(array, 0.0, 1.0).tolist() == expected
    out, work = np.empty(4, np.uint8), np.empty(4, np.float32)
    assert colormaps.index(array, 0.0, 1.0, out=out, work=work) is out and out.tolist() == expected


def test_a_logarithmic_scale_spreads_small_weights() -> None:
    """Each factor of ten takes the same room; what is below the scale gets its first colour."""
    found = colormaps.index(np.array([0.0, 1e-4, 1e-3, 1e-2, 0.1, 1.0], np.float32), 1e-4, 1.0, log=True)
    assert found.tolist() == [0, 0, 64, 128, 191, 255]


@pytest.mark.parametrize(
    ("lo", "hi", "ramp", "log"),
    [(1.0, 1.0, "weights", False), (0.0, np.inf, "weights", False), (0.0, 1.0, "jet", False), (0.0, 1.0, "grey", True)],
)
def test_a_scale_that_cannot_be_is_refused(lo: float, hi: float, ramp: str, log: bool) -> None:
    """Empty, endless, unknown, or a logarithm of zero."""
    with pytest.raises(ValueError):
        Scale(lo, hi, ramp, log)


def test_a_scale_made_from_values_always_holds() -> None:
    """Constant, empty and broken arrays included; differences are symmetric."""
    assert Scale.fitted([[1.0, -3.0]], "diverging") == Scale(-3.0, 3.0, "diverging")
    assert Scale.fitted([0.0, 0.0], "diverging") == Scale(-1.0, 1.0, "diverging")
    assert Scale.fitted([2.0, np.nan, np.inf, 5.0]) == Scale(2.0, 5.0)
    for odd in ([7.0, 7.0], [], [np.nan]):
        made = Scale.fitted(odd)
        assert made.lo < made.hi


# ---- numbers and tokens


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.812, "0.81"), (0.0, "0.00"), (-0.001, "0.00"), (1.0, "1.00"), (math.nan, "NaN"), (math.inf, "∞")],
)
def test_weights_have_two_decimals(value: float, text: str) -> None:
    """Always the same number of figures, and no minus before nothing."""
    assert number_format.fmt_weight(value) == text


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(0.812, 2, "0.81"), (0.0, 2, "0"), (0.0049, 2, "<0.01"), (0.0051, 2, "0.01"), (1e-12, 4, "<0.0001"),
     (0.0004, 3, "<0.001"), (0.997, 2, "1.00"), (math.nan, 2, "NaN")],
)  # fmt: skip
def test_a_probability_reads_0_only_where_it_is(value: float, decimals: int, text: str) -> None:
    assert number_format.fmt_chance(value, decimals) == text
    assert number_format.p_words(value, decimals) == (f"p < {text[1:]}" if text.startswith("<") else f"p = {text}")


@pytest.mark.parametrize(
    ("value", "text"),
    [(23.41, "23.4"), (-2.926, "−2.93"), (0.0413, "0.041"), (-1204.4, "−1204"), (-math.inf, "−∞"), (9.999, "10.0")],
)
def test_scores_keep_three_figures_and_a_true_minus(value: float, text: str) -> None:
    """The minus is U+2212, as wide as a figure."""
    assert number_format.fmt_score(value) == text


@pytest.mark.parametrize(
    ("token", "text"),
    [
        ("<s>", "<s>"), ("▁casa", "▁casa"), ("", "∅"), (" ", "␣"), ("a b", "a␣b"), ("\n", "U+000A"),
        ("a\u200bb", "a U+200B b"), ("\u0301", "◌\u0301"),
        ("◌\U000e01ef", "U+E01EF"), ("e\u0301", "e\u0301"), ("القط", "القط"),
        ("\U0010fffe\U0010ffff", "U+10FFFE U+10FFFF"),
    ],
)  # fmt: skip
def test_every_token_can_be_seen(qapp: QApplication, token: str, text: str) -> None:
    """Markup, spaces, invisible and missing letters: nothing disappears."""
    assert painting.visible_text(token, theme.font()) == text


def test_words_have_codes_for_letters_that_no_font_has(qapp: QApplication) -> None:
    text = "the text becomes \u2068\U0010fffd\u2069, שלום \U000cfffe"
    assert painting.drawable(text, theme.font()) == "the text becomes \u2068U+10FFFD\u2069, שלום U+CFFFE"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("語 1/3", "語 1/3"), ("casa ▸ blanca", "casa ▸ blanca"), ("ש 1/2", "\u2068ש\u2069 1/2"),
        ("\u2068ש\u2069 ▸ x", "\u2068ש\u2069 ▸ x"), ("casa", "casa"), ("<s>", "<s>"),
        (" ", "␣"), ("", "∅"), (" a", "␣a"), ("a ", "a␣"), ("a  b", "a␣␣b"),
    ],
)  # fmt: skip
def test_blanks_between_the_parts_of_a_word_stay_blanks(qapp: QApplication, word: str, text: str) -> None:
    """The mark after a part draws nothing: parts stay in their order whatever way they run."""
    font = theme.font()
    assert painting.visible_words(word, font) == text.replace("語", painting.visible_text("語", font))


def test_tool_tips_show_markup_as_written() -> None:
    """Escaped, so that `<s>` is neither lost nor obeyed."""
    made = painting.tip("<s> → <img src=x>\nweight 0.81")
    assert "&lt;s&gt;" in made and "<img" not in made and made.startswith("<div")
    assert painting.tip("") == ""


@pytest.mark.parametrize("token", ["<s>", "</s>", "<pad>", "▁", "Donaudampfschifffahrtsgesellschaft"])
@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_tokens_are_painted_inside_their_room(qapp: QApplication, token: str, align: str) -> None:
    """There is ink, and none of it outside the given rectangle."""
    image = QImage(120, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    covered = painting.draw_token(painter, QRectF(20, 5, 80, 30), token, QColor("black"), align=align)
    painter.end()
    inked = np.argwhere(pixels_of(image) < 128)
    assert len(inked) > 5
    assert inked[:, 1].min() >= 19 and inked[:, 1].max() <= 100
    assert QRectF(19, 0, 82, 40).contains(covered)


@pytest.mark.parametrize("behind", [" ▸ a", "₂"])
def test_a_single_space_token_is_drawn_full_size(qapp: QApplication, behind: str) -> None:
    """In "▁ ▸ a" and "▁₂" it is a token itself, as large as any other; in "▁a" a thin line before the word."""

    def low_ink(token: str) -> int:
        image = QImage(120, 40, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        with QPainter(image) as painter:
            painting.draw_token(painter, QRectF(2, 5, 110, 30), token, QColor("black"), align="left", font=theme.font())
        return int((pixels_of(image)[:, :12] < 128).sum())

    assert low_ink(f"▁{behind}") == low_ink("▁") != low_ink("▁a")
    assert painting.visible_words(f"▁{behind}", theme.font()) == f"▁{behind}"


def test_a_wrong_alignment_is_refused(qapp: QApplication) -> None:
    """The error says which there are."""
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    with pytest.raises(ValueError, match="centre"):
        painting.draw_token(painter, QRectF(0, 0, 8, 8), "a", QColor("black"), align="center")
    painter.end()


def pixels_of(image: QImage) -> np.ndarray:
    """The lightness of every pixel, [height, width]."""
    made = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return np.array(made.constBits(), np.uint8).reshape(made.height(), made.bytesPerLine())[:, : made.width()]


TEXTS = (
    "0.123", "\u22123.21", "\u2581the", "fi AV To.", "<b>x</b>", " lead", "\u041f\u0440\u0438",
    "\u65e5\u672c\u8a9e",
    "\u05e9\u05dc\u05d5\u05dd abc", "\u0645\u0631\u062d\u0628\u0627", "e\u0301\u0302", "\U0001f469\u200d\U0001f467 x",
)  # fmt: skip
"""Also letters of other fonts, which move the baseline, and some that run from right to left."""


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("turned", [0, -45])
def test_cached_text_layout_looks_the_same_as_fresh_layout(ratio: float, turned: int) -> None:
    """The same where a pixel is one of the screen, elsewhere but for a quarter of a pixel here and there."""
    for role, text in itertools.product(("body", "small", "strong", "code"), TEXTS):
        images = []
        for paint in (QPainter.drawText, painting.draw_text, painting.draw_text):
            images.append(QImage(round(200 * ratio), round(160 * ratio), QImage.Format.Format_ARGB32_Premultiplied))
            images[-1].setDevicePixelRatio(ratio)
            images[-1].fill(Qt.GlobalColor.white)
            with QPainter(images[-1]) as painter:
                painter.setFont(theme.font(role))
                painter.translate(40, 100)
                painter.rotate(turned)
                paint(painter, QPointF(7.3, 11.77), text)
        each_time, first, again = (255.0 - pixels_of(image) for image in images)
        assert each_time.sum() > 255 and (first == again).all()
        if ratio == 1.0 and not turned:
            assert (first == each_time).all()
        assert abs(first.sum() / each_time.sum() - 1) < 0.05
        for axis in (0, 1):
            middles = [(one.sum(axis) @ np.arange(one.shape[1 - axis])) / one.sum() for one in (first, each_time)]
            assert abs(middles[0] - middles[1]) < 0.25


def test_words_are_measured_for_the_room_and_the_font_that_they_have(qtbot: QtBot) -> None:
    body, strong = theme.font("body"), theme.font("strong")
    whole = painting.fitted("translation", body, 500.0)
    assert whole == ("translation", QFontMetricsF(body).horizontalAdvance("translation"))
    assert painting.fitted("translation", strong, 500.0)[1] > whole[1]
    text, width = painting.fitted("translation", body, whole[1] - 5)
    assert text.endswith("\u2026") and width <= whole[1] - 5
    assert painting.fitted("translation", body, whole[1]) == whole


# ---- hatches, bars, icons


@EVERY_THEME
def test_hatches_differ_in_form_and_colour(name: str) -> None:
    """A reason can be told without seeing colours: / future, \\ padding, both for the user, = for no number."""
    chosen = theme.THEMES[name]
    rect = QRectF(0, 0, 42, 42)
    slopes = []
    for reason in range(mask_reasons.FUTURE, vocabulary.BROKEN + 1):
        lines = painting.hatch_lines(rect, reason)
        slopes.append({round(np.sign(line.dx() * line.dy())) for line in lines if line.length() > 1})
        assert len(lines) >= 5
        assert all(rect.adjusted(-0.01, -0.01, 0.01, 0.01).contains(line.p1()) for line in lines)
    assert slopes == [{-1}, {1}, {-1, 1}, {0}]
    assert len({painting.hatch_colour(chosen, reason).name() for reason in range(1, 5)}) == 4
    with pytest.raises(ValueError):
        painting.hatch_colour(chosen, mask_reasons.VISIBLE)


@pytest.mark.parametrize(("fraction", "width"), [(0.0, 0), (1e-9, 1), (0.5, 50), (1.0, 100), (7.0, 100), (math.nan, 0)])
def test_a_bar_is_as_long_as_its_share(qapp: QApplication, fraction: float, width: int) -> None:
    """Clipped, and never invisible for a share that is there."""
    image = QImage(110, 12, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painting.draw_bar(painter, QRectF(0, 0, 100, 12), fraction, QColor("black"))
    painter.end()
    assert int((pixels_of(image)[6] < 250).sum()) == width


@pytest.mark.parametrize("name", icons.NAMES)
def test_every_icon_is_a_drawing_of_its_own(qapp: QApplication, name: str) -> None:
    """Ink inside the picture, nothing cut off at its edge, and a paler one when disabled."""
    picture = icons.picture(name, 48, QColor("black")).toImage().convertToFormat(QImage.Format.Format_Alpha8)
    alpha = np.array(picture.constBits(), np.uint8).reshape(48, picture.bytesPerLine())[:, :48]
    assert 0.03 < (alpha > 128).mean() < 0.6
    assert not alpha[[0, -1], :].any() and not alpha[:, [0, -1]].any()
    small = {other: icons.picture(other, 24, QColor("black")).toImage() for other in icons.NAMES}
    assert [other for other in icons.NAMES if small[other] == small[name]] == [name]


def test_icons_follow_the_theme(qapp: QApplication) -> None:
    """The same drawing in the ink of each theme, kept once made."""
    light, dark = icons.icon("play", theme.LIGHT), icons.icon("play", theme.DARK)
    middle = [one.pixmap(32, 32).toImage().pixelColor(14, 16) for one in (light, dark)]
    assert middle[0].lightness() < 80 and middle[1].lightness() > 180
    assert icons.icon("play", theme.LIGHT) is light
    with pytest.raises(KeyError):
        icons.icon("no such icon")


def test_a_font_role_is_a_copy(qapp: QApplication) -> None:
    """Changing it does not reach the application."""
    made = theme.font("number")
    made.setPointSizeF(99)
    assert QApplication.font().pointSizeF() != 99 and isinstance(made, QFont)


def test_the_style_is_taken_from_the_application_only() -> None:
    """`QWidget.style()` would keep a name of every style that there ever was: one for each change of the theme."""
    files = (ROOT / "viz_app").rglob("*.py")
    asked = {one for path in files for one in re.findall(r"(\w+)\.style\(\)", path.read_text(encoding="utf-8"))}
    assert asked == {"QApplication", "app"}


@pytest.mark.parametrize(
    "text", ["0.12", "\u2212", "weight", "a word that is far too long for its place", "\u8a9e", ""]
)
@pytest.mark.parametrize("role", ["body", "small", "strong"])
def test_cached_lines_of_text_are_painted_as_without_a_cache(text: str, role: theme.Role) -> None:
    """Words and numbers keep their layout from one picture to the next: the same pixels as a line that is set anew."""
    font, ink, place = theme.font(role), QColor("#203040"), QRectF(3.3, 2.6, 61.5, 21.0)
    metrics = QFontMetricsF(font)

    def picture(draw: Callable[[QPainter], object]) -> QImage:
        image = QImage(80, 30, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFFFF)
        with QPainter(image) as painter:
            painter.setFont(font)
            painter.setPen(ink)
            draw(painter)
        return image

    shown = painting.elided(painting.drawable(text, font), metrics, place.width())
    for align, share in (("left", 0.0), ("centre", 0.5), ("right", 1.0)):
        left = place.left() + (place.width() - metrics.horizontalAdvance(shown)) * share
        start = QPointF(left, place.top() + (place.height() + metrics.capHeight()) / 2)
        for _ in range(2):
            words = picture(lambda painter, align=align: painting.draw_words(painter, place, text, ink, align=align))  # type: ignore[misc]
            assert words == picture(lambda painter, start=start: painter.drawText(start, shown))  # type: ignore[misc]
    centre = place.center()
    start = QPointF(centre.x() - metrics.horizontalAdvance(text) / 2, centre.y() + metrics.capHeight() / 2)
    for _ in range(2):
        number = picture(lambda painter: painting.draw_number(painter, centre, text))
        assert number == picture(lambda painter: painter.drawText(start, text))
