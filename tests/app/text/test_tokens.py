"""Token chips: what they say, that marks never move them, and that a long row scrolls and names the right one."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication

from model_core.analysis.token_merging import sentence_parts
from model_core.direction import right_to_left
from model_core.engine.engine import Engine
from model_core.engine.inputs import id_tokens
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import UNSEEN, Token, fragment
from model_core.record.trace import Step
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.tokenizers.vocab import Vocabulary
from tests.made.small import small_model, small_pieces, small_words
from tests.made.traces import made_trace
from tests.support.harness import pixels_of, tip_text, turn_wheel
from viz_app.data.maps import colormaps
from viz_app.data.selection import candidate_name
from viz_app.system import command_queue, language
from viz_app.text import sentence as sentence_module
from viz_app.text import target_chips as target_chips_module
from viz_app.text.sentence import Sentence
from viz_app.text.target_chips import target_chips, written_chips
from viz_app.text.tokens.chip_places import ChipPlaces
from viz_app.text.tokens.token_chip import (
    Chip,
    ChipFace,
    ChipMarks,
    shade,
    shaded,
    token_chip,
    token_chips,
    token_tip,
)
from viz_app.text.tokens.token_row import ChipRow
from viz_app.widgets import theme as themes

WORD = Token(7, "▁house", "house", "word", word=0)
BYTE = Token(201, "<0xC3>", "ñ 1/2", "byte", "byte C3, 1 of 2 of “ñ” (U+00F1)", word=1)


@pytest.fixture
def row(qtbot):
    """A row 400 px wide on the screen that is none."""
    made = ChipRow("source")
    made.motion = False
    qtbot.addWidget(made)
    made.resize(400, made.sizeHint().height())
    with qtbot.waitExposed(made):
        made.show()
    return made


def chips(count: int) -> tuple[Chip, ...]:
    return tuple(Chip(f"word{index}", str(index), f"tip {index}", space=True) for index in range(count))


# ---------------------------------------------------------------- tokens become chips


def test_a_chip_says_piece_id_and_blank() -> None:
    chip = token_chip(WORD)
    assert (chip.text, chip.figure, chip.space, chip.joined) == ("house", "7", True, False)
    assert "▁house" in chip.tip and "id 7" in chip.tip and "a space before it" in chip.tip


@pytest.mark.parametrize("sign", ["▁", "Ġ"])
def test_the_space_before_a_piece_is_shown_in_every_spelling(sign: str) -> None:
    spaced, joined = Token(7, f"{sign}house", "house", "word"), Token(8, "house", "house", "part")
    assert [candidate_name(one) for one in (spaced, joined)] == ["▁house", "house"]
    assert token_chip(spaced).space and not token_chip(joined).space
    assert f"{sign} = a space before it" in token_chip(spaced).tip
    for alone in (
        Token(9, "▁", "▁"),
        Token(9, "Ġ", "␣"),
        Token(9, "Ġimgħa", "Ġimgħa"),
        Token(9, "<s>", "<s>", "special"),
    ):
        assert candidate_name(alone) == alone.text and not token_chip(alone).space


def test_a_word_never_seen_in_training_looks_like_one_that_is_unknown(row) -> None:
    chip, known = token_chip(replace(WORD, note=UNSEEN)), token_chip(WORD)
    assert chip.unseen and not known.unseen and chip.tip.startswith(UNSEEN)
    row.set_chips((known,))
    before = row.grab().toImage()
    row.set_chips((chip,))
    assert row.grab().toImage() != before


def test_what_was_read_first_is_the_models_own_start_while_it_writes() -> None:
    engine, model = Engine(), small_model(bos_id=0)
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    steps = [one for one in engine.run(RunSpec("own", ("5 6 7",), max_steps=4)) if isinstance(one, Step)]
    trace = engine.trace(RunSpec("own", ("5 6 7",), max_steps=4))
    assert written_chips(steps, "probability")[0] == target_chips(trace, 0, "probability")[0]
    assert written_chips((), "probability") == ()


def test_one_more_step_makes_one_more_chip_and_measures_one_more_word(qtbot) -> None:
    """What a decoding step costs the window does not grow with all that is made of every token before it."""
    tokens = [Token(at, f"▁novel{at}", f"novel{at}", "word", word=at) for at in range(60)]
    steps = [Step(RunSpec(), 0, at, token, (at + 1) / 64, 0.0, ()) for at, token in enumerate(tokens)]
    made = Sentence()
    qtbot.addWidget(made)
    made.resize(300, 40)
    counted = target_chips_module._with_measure, sentence_module._advance
    for count in (59, 60):
        before = [one.cache_info().misses for one in counted]
        found = written_chips(steps[:count], "probability")
        made.show_parts(sentence_parts(tokens[:count]))
        fresh = [one.cache_info().misses - then for one, then in zip(counted, before, strict=True)]
    assert fresh == [1, 1]
    assert [chip.text for chip in found[1:]] == [token.text for token in tokens]
    assert len({chip.tip for chip in found}) == 61


@pytest.mark.parametrize("vocab", [small_words(), small_pieces(), IdVocabulary(40, 40, Specials(0, 1, 2, 3)).target])
def test_a_token_is_described_in_the_language_of_the_window(vocab: Vocabulary) -> None:
    tokens = [*vocab.tokens_of(range(4)), *vocab.tokens("zz ß 99"), *id_tokens(vocab, "x", 3)]
    tokens.append(replace(tokens[0], note=UNSEEN))
    noted = [token for token in tokens if token.note]
    english = [token.note for token in noted]
    language.choose("es")
    try:
        token_tip.cache_clear()
        spanish = [token_tip(token) for token in noted]
    finally:
        language.choose("en")
        token_tip.cache_clear()
    same = [one for one, own in zip(spanish, english, strict=True) if one.splitlines()[0] == own]
    assert len(noted) > 4 and same == []


def test_a_lone_blank_is_seen() -> None:
    chip = token_chip(Token(8, "▁", "▁"))
    assert (chip.text, chip.space) == ("␣", False)


def test_a_byte_says_which_part_of_which_letter_it_is() -> None:
    chip = token_chip(BYTE)
    assert chip.text == "ñ 1/2"
    assert chip.tip.splitlines()[0] == "byte C3, 1 of 2 of “ñ” (U+00F1)"
    assert "<0xC3>" in chip.tip


def test_pieces_of_a_word_are_joined_and_words_are_separate() -> None:
    tokens = [
        Token(1, "▁extra", "extra", "word", word=0),
        Token(2, "ordinary", "ordinary", "part", word=0),
        Token(3, "▁day", "day", "word", word=1),
        Token(4, ".", ".", "part", word=2),
        Token(2, "</s>", "</s>", "special"),
    ]
    assert [chip.joined for chip in token_chips(tokens)] == [False, True, False, False, False]


def test_markup_stays_what_was_typed() -> None:
    chip = token_chip(Token(9, "<s>", "<s>", "special", "start of sentence"))
    assert (chip.text, chip.kind) == ("<s>", "special")
    assert "<s>" in token_tip(Token(9, "<s>", "<s>", "special"))


@pytest.mark.parametrize(
    ("text", "expected"), [("שלום", True), ("سلام", True), ("12 ש", True), ("abc", False), ("語", False)]
)
def test_the_direction_of_a_piece_is_that_of_its_first_letter(text: str, expected: bool) -> None:
    assert right_to_left(text) is expected
    assert token_chip(Token(5, text, text)).rtl is expected


# ---------------------------------------------------------------- measuring and colours


@pytest.mark.parametrize("weight", [0.0, 0.2, 0.5, 0.81, 1.0])
@pytest.mark.parametrize("theme", [themes.LIGHT, themes.DARK], ids=lambda theme: theme.name)
def test_a_shade_is_the_colour_of_the_maps_and_its_words_can_be_read(weight: float, theme: themes.Theme) -> None:
    ground, ink, faint = shaded(shade(weight), theme)
    table = colormaps.table("weights", theme.dark)
    assert ground.rgb() == int(table[round(weight * 255)])
    assert themes.contrast(ground, ink) >= 4.5
    assert themes.contrast(ground, faint) >= 4.5


def test_a_weight_that_is_no_number_has_a_shade() -> None:
    assert (shade(float("nan")), shade(-1.0), shade(7.0), shade(0.5)) == (0, 0, 255, 128)


def test_a_chip_is_wide_enough_for_its_words_in_bold(qapp) -> None:
    face = ChipFace("source")
    bold = QFontMetricsF(themes.font("strong"))
    for chip in (Chip("blanca", "0.74", space=True), Chip("i", "1234567890"), Chip("wwwwww", "")):
        assert face.width(chip) >= bold.horizontalAdvance(chip.text) + 2


def test_a_very_long_piece_ends_in_dots_and_not_in_a_wide_row(qapp) -> None:
    assert ChipFace("source").width(Chip("x" * 500)) <= themes.px(220) + 1


@pytest.mark.parametrize("theme", [themes.LIGHT, themes.DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("amount", [0.05, 0.4, 1.0])
def test_a_measure_colours_a_chip_that_can_still_be_read(qapp, theme: themes.Theme, amount: float) -> None:
    chip = Chip("blanca", "0.74", amount=amount)
    ground, ink, faint = ChipFace("target")._colours(chip, 0, ChipMarks(), theme)
    assert ground is not None and ground != QColor(theme.panel)
    assert themes.contrast(ground, ink) >= 4.5
    assert themes.contrast(ground, faint) >= 4.5


def test_attention_colours_a_chip_before_its_measure(qapp) -> None:
    marks = ChipMarks(shades=np.array([0.9]))
    ground, _, _ = ChipFace("target")._colours(Chip("a", amount=1.0), 0, marks, themes.LIGHT)
    assert ground == shaded(shade(0.9), themes.LIGHT)[0]


# ---------------------------------------------------------------- the row


def test_marks_never_move_a_chip(row: ChipRow) -> None:
    row.set_chips(chips(6))
    before = [row.chip_rect(index) for index in range(6)]
    row.set_marks(ChipMarks(np.linspace(0, 1, 6), key=1, query=2, current=3, later=4))
    assert [row.chip_rect(index) for index in range(6)] == before


def test_the_row_stays_one_line_high_whatever_is_in_it(row: ChipRow) -> None:
    heights = set()
    for count in (0, 1, 400):
        row.set_chips(chips(count))
        heights.add(row.sizeHint().height())
    assert len(heights) == 1


def test_every_chip_is_found_where_it_stands(row: ChipRow) -> None:
    row.set_chips(chips(4))
    centres = [row.chip_rect(index).center().x() for index in range(4)]
    assert [row.chip_at(x) for x in centres] == [0, 1, 2, 3]
    assert row.chip_at(row.chip_rect(3).right() + 3) is None
    assert row.chip_at(-1) is None


def test_chips_that_are_shown_are_painted_apart_from_one_another(row: ChipRow) -> None:
    row.set_chips(token_chips(made_trace("one two three").sentences[0].source))
    rects = [row.chip_rect(index) for index in range(4)]
    assert all(left.right() < right.left() for left, right in itertools.pairwise(rects))


def test_a_mark_is_seen(row: ChipRow) -> None:
    row.set_chips(chips(3))
    plain = row.grab().toImage()
    row.set_marks(ChipMarks(key=1))
    marked = row.grab().toImage()
    theme = themes.current()
    spot = row.chip_rect(1)
    at = QPoint(round(spot.left()), round(spot.center().y()))
    assert marked.pixelColor(at) == theme.q("source")
    assert plain.pixelColor(at) != theme.q("source")


def test_only_what_looks_different_is_painted_again(row: ChipRow, qtbot) -> None:
    row.set_chips(chips(4))
    row.set_marks(ChipMarks(key=0))
    qtbot.wait(1)
    areas: list = []
    original = type(row).update
    row.update = lambda *area: (areas.extend(area), original(row, *area))  # type: ignore[method-assign]
    row.set_marks(ChipMarks(key=2))
    assert areas == [row.chip_rect(0).toAlignedRect(), row.chip_rect(2).toAlignedRect()]


def test_other_chips_are_painted_where_they_look_different(row: ChipRow, qtbot, monkeypatch) -> None:
    before = chips(6)
    row.resize(2000, row.height())
    row.set_chips(before)
    qtbot.wait(1)
    drawn: list[int] = []
    draw = ChipFace.draw
    monkeypatch.setattr(
        ChipFace, "draw", lambda *given: (drawn.extend(index for _, _, index in given[2]), draw(*given))[1]
    )
    row.set_chips([replace(chip, tip="another tip", figure="0.71") for chip in before])
    qtbot.wait(1)
    assert not drawn and row.chips[0].tip == "another tip", "nothing of that is painted"
    row.set_chips([*before[:3], replace(before[3], off=True), before[4], replace(before[5], text="longer than it was")])
    qtbot.wait(1)
    assert drawn == [3, 5]
    gone, areas = row.chip_rect(5).toAlignedRect(), list[object]()
    row.update = lambda *area: areas.extend(area)  # type: ignore[method-assign]
    row.set_chips(row.chips[:5])
    assert areas == [gone], "nothing is left of one that has gone"


@pytest.mark.parametrize("theme", [themes.LIGHT, themes.DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("shift", [0.0, 3.4])
def test_chips_painted_together_look_as_each_alone(qapp, theme: themes.Theme, shift: float) -> None:
    some = chips(6)
    some = [some[0], replace(some[1], joined=True, forced=True), replace(some[2], off=True, joined=True),
            replace(some[3], kind="special"), replace(some[4], unseen=True, amount=0.3, barred=True),
            replace(some[5], amount=0.9, barred=True)]  # fmt: skip
    face, places = ChipFace("target"), ChipPlaces()
    places.measure(some, face)
    places.place(600, 1)
    rects = [places.rect(index).translated(-shift, 0) for index in range(6)]
    looks = (
        ChipMarks(), ChipMarks(current=3, later=4), ChipMarks(np.linspace(0, 1, 6), key=1, query=2, current=2, later=3),
        ChipMarks(current=1, later=2, hidden=True),
    )  # fmt: skip
    for marks in looks:
        seen = [
            (rect, chip, at) for at, (rect, chip) in enumerate(zip(rects, some, strict=True)) if not marks.hides(at)
        ]
        pictures = [QImage(600, 60, QImage.Format.Format_RGB32) for _ in range(2)]
        for picture, groups in zip(pictures, ([seen], [[one] for one in seen]), strict=True):
            picture.fill(QColor(theme.panel))
            with QPainter(picture) as painter:
                for group in groups:
                    face.draw(painter, group, marks, theme)
        assert pictures[0] == pictures[1], marks


def test_a_click_names_its_chip(row: ChipRow, qtbot) -> None:
    row.set_chips(chips(4))
    with qtbot.waitSignal(row.picked) as caught:
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.chip_rect(2).center().toPoint())
    assert caught.args == [2]


def test_a_row_that_cannot_be_picked_has_no_tooltip(row: ChipRow, qtbot) -> None:
    row.set_chips(chips(4))
    row.pickable = False
    with qtbot.assertNotEmitted(row.picked):
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.chip_rect(2).center().toPoint())


def test_pointing_names_each_chip_once_and_leaving_none(row: ChipRow, qtbot) -> None:
    row.set_chips(chips(4))
    told: list = []
    row.hovered.connect(told.append)
    for index in (1, 1, 3):
        qtbot.mouseMove(row, row.chip_rect(index).center().toPoint())
    QApplication.sendEvent(row, QEvent(QEvent.Type.Leave))
    assert told == [1, 3, None]
    qtbot.mouseMove(row, row.chip_rect(2).center().toPoint())
    row.set_chips(chips(5))
    command_queue.flush()
    assert told == [1, 3, None, 2, None], "what was pointed at is not shown any more"


def test_the_current_chip_is_scrolled_into_view(row: ChipRow) -> None:
    row.set_chips(chips(60))
    for index in (40, 59, 0, 22):
        row.show_chip(index)
        rect = row.chip_rect(index)
        assert rect.left() >= 0 and rect.right() <= row.width()
        assert row.chip_at(rect.center().x()) == index


def test_a_row_that_gets_narrower_keeps_its_chip_in_view(row: ChipRow) -> None:
    row.set_chips(chips(60))
    row.show_chip(30)
    row.resize(row.width() // 2, row.height())
    assert row.chip_rect(30).left() >= 0 and row.chip_rect(30).right() <= row.width()
    assert turn_wheel(row, QPointF(50, 10), 120_000)
    row.resize(row.width() // 2, row.height())
    assert row.sideways.shift == 0, "where it was scrolled by hand it stays"


def test_a_chip_that_is_in_view_scrolls_nothing(row: ChipRow) -> None:
    row.set_chips(chips(60))
    row.show_chip(30)
    before = row.sideways.shift
    row.show_chip(30)
    assert row.sideways.shift == before > 0


def test_the_row_glides_to_a_chip_and_jumps_in_other_chips(row: ChipRow, qtbot) -> None:
    row.motion = True
    row.set_chips(chips(60))
    row.show_chip(30)
    jumped = row.sideways.shift
    assert jumped > 0
    row.show_chip(50)
    assert row.sideways.shift == jumped, "it has only begun to glide"
    qtbot.waitUntil(lambda: row.chip_rect(50).right() <= row.width())


def test_scrolling_stops_at_both_ends(row: ChipRow) -> None:
    row.set_chips(chips(60))
    row.sideways.jump(-100.0)
    assert row.sideways.shift == 0
    row.sideways.jump(1e9)
    assert row.chip_rect(59).right() == pytest.approx(row.width(), abs=1)


def test_arrows_are_there_only_where_more_is_hidden(row: ChipRow) -> None:
    row.set_chips(chips(2))
    assert (row.arrow_at(2), row.arrow_at(row.width() - 2)) == (0, 0)
    row.set_chips(chips(60))
    assert (row.arrow_at(2), row.arrow_at(row.width() - 2)) == (0, 1)
    row.show_chip(30)
    assert (row.arrow_at(2), row.arrow_at(row.width() - 2)) == (-1, 1)


def test_a_click_on_an_arrow_scrolls_and_picks_nothing(row: ChipRow, qtbot) -> None:
    row.set_chips(chips(60))
    with qtbot.assertNotEmitted(row.picked):
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(row.width() - 4, 12))
    assert row.sideways.shift == pytest.approx(0.8 * row.width())


def test_the_wheel_scrolls_a_long_row_and_leaves_a_short_one(row: ChipRow) -> None:
    row.set_chips(chips(2))
    assert not turn_wheel(row, QPointF(50, 10), -120)
    row.set_chips(chips(60))
    assert turn_wheel(row, QPointF(50, 10), -120) and row.sideways.shift == 120


def test_the_keyboard_walks_over_the_chips_and_picks_one(row: ChipRow, qtbot) -> None:
    row.set_chips(chips(5))
    told: list = []
    row.hovered.connect(told.append)
    qtbot.keyClick(row, Qt.Key.Key_Right)
    qtbot.keyClick(row, Qt.Key.Key_Right)
    qtbot.keyClick(row, Qt.Key.Key_End)
    with qtbot.waitSignal(row.picked) as caught:
        qtbot.keyClick(row, Qt.Key.Key_Return)
    assert told == [0, 1, 4] and caught.args == [4]
    assert row.accessibleDescription() == "tip 4"


def test_the_row_keeps_its_keys_from_the_windows_shortcuts(row: ChipRow) -> None:
    row.set_chips(chips(2))
    keys = {Qt.Key.Key_Left: True, Qt.Key.Key_Home: True, Qt.Key.Key_Space: False, Qt.Key.Key_E: False}
    for key, mine in keys.items():
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        QApplication.sendEvent(row, event)
        assert event.isAccepted() is mine


def test_the_tool_tip_is_plain_text(row: ChipRow) -> None:
    row.set_chips([Chip("<b>", tip="piece <b>   id 4")])
    at = row.chip_rect(0).center().toPoint()
    assert "&lt;b&gt;" in tip_text(row, at)


def test_larger_text_makes_a_larger_row(qtbot) -> None:
    made = ChipRow("target")
    qtbot.addWidget(made)
    made.set_chips(chips(3))
    before = made.sizeHint()
    try:
        themes.apply(QApplication.instance(), themes.LIGHT, 2.0)
        assert made.sizeHint().height() > 1.6 * before.height()
        assert made.sizeHint().width() > 1.5 * before.width()
    finally:
        themes.apply(QApplication.instance(), themes.LIGHT, 1.0)


# ---------------------------------------------------------------- word boundaries, lines, bars


def test_a_gap_is_a_word_boundary_and_no_gap_the_same_word(row: ChipRow) -> None:
    tokens = [
        Token(1, "▁extra", "extra", "word", word=0),
        Token(2, "ordinary", "ordinary", "part", word=0),
        Token(3, "▁day", "day", "word", word=1),
        Token(4, ".", ".", "part", word=2),
    ]
    row.set_chips(token_chips(tokens))
    ends = [row.chip_rect(at) for at in range(4)]
    gaps = [right.left() - left.right() for left, right in itertools.pairwise(ends)]
    assert gaps[0] == 0 and gaps[1] > gaps[2] > 0


def test_chips_wrap_to_two_lines_before_anything_scrolls(row: ChipRow) -> None:
    row.set_chips(chips(9))
    assert row.sideways.more_right
    high = row.sizeHint().height()
    row.set_lines(2)
    row.resize(row.width(), row.sizeHint().height())
    assert high < row.sizeHint().height() <= 2 * high + 4
    assert not row.sideways.more_right and row.sideways.shift == 0
    for index in range(9):
        rect = row.chip_rect(index)
        assert row.rect().contains(rect.toAlignedRect())
        assert row.chip_at(rect.center().x(), rect.center().y()) == index
    assert len({row.chip_rect(index).top() for index in range(9)}) == 2
    row.set_chips(chips(60))
    assert row.sideways.more_right and len({row.chip_rect(index).top() for index in range(60)}) == 1


def test_the_bar_is_as_long_as_the_measure(row: ChipRow) -> None:
    def bar(amount: float) -> int:
        row.set_chips([Chip("durmiendo", amount=amount, barred=True)])
        rect = row.chip_rect(0)
        picture, y = row.grab().toImage(), round(rect.bottom() - 3.5)
        colour = themes.current().q("source").name()
        return sum(picture.pixelColor(x, y).name() == colour for x in range(round(rect.left()), round(rect.right())))

    lengths = [bar(amount) for amount in (0.1, 0.5, 1.0)]
    assert 0 < lengths[0] < lengths[1] < lengths[2]
    assert lengths[1] == pytest.approx(lengths[2] / 2, abs=2)


@pytest.mark.parametrize(
    ("tokens", "parts"),
    [
        ([("▁No", "word"), ("▁puede", "word"), ("s", "part"), (".", "part"), ("</s>", "special")],
         ("No", " puede", "s", ".", "")),
        ([("3", "word"), ("1", "word"), ("</s>", "special")], ("3", " 1", "")),
        ([("▁a", "word"), ("<0xC3>", "byte"), ("<0xB1>", "byte"), ("o", "part")], ("a", "", "ñ", "o")),
        ([(f"<0x{byte:02X}>", "byte") for byte in "ñ語".encode() + b"\xc3"], ("", "ñ", "", "", "語", "‹C3›")),
        ([("</s>", "special")], ("",)),
    ],
)  # fmt: skip
def test_tokens_become_a_sentence(tokens: list, parts: tuple[str, ...]) -> None:
    texts = [fragment([int(piece[3:5], 16)]) if kind == "byte" else piece.removeprefix("▁") for piece, kind in tokens]
    made = [Token(at, piece, texts[at], kind) for at, (piece, kind) in enumerate(tokens)]
    assert sentence_parts(made) == parts


def test_a_long_sentence_keeps_three_lines_and_shows_the_present_word(qtbot) -> None:
    made = Sentence()
    qtbot.addWidget(made)
    made.resize(300, 40)
    made.show()
    made.show_parts(tuple(f" word{index}" for index in range(90)))
    made.mark(80)
    assert made.shown_lines() == 3 and made.sizeHint().height() < 4 * made._face.metrics.height()
    made.resize(300, made.sizeHint().height())
    target = themes.current().q("target").name()
    picture = made.grab().toImage()
    assert any(picture.pixelColor(x, y).name() == target for x in range(300) for y in range(picture.height()))


@pytest.mark.parametrize(("present", "before", "after"), [(0, False, True), (40, True, True), (89, True, False)])
def test_a_long_sentence_shows_where_it_continues(qtbot, present: int, before: bool, after: bool) -> None:
    made = Sentence()
    qtbot.addWidget(made)
    made.resize(300, 40)
    made.show()
    made.show_parts(tuple(f" word{index}" for index in range(90)))
    made.mark(present)
    lines = ["".join(words for *_, words in row) for row in made.rows()]
    assert len(lines) == 3 and f"word{present}" in "".join(lines)
    assert (lines[0].startswith("…"), lines[-1].endswith("…")) == (before, after)
    assert "…" not in lines[1] and all(made._face.wide.horizontalAdvance(line) <= 300 for line in lines)
    made.mark(present, hidden=True)
    assert made.rows()[-1] == [] or made.rows()[-1][-1][2] != "…"


@pytest.mark.parametrize(
    "parts", [tuple("a" * 256), tuple("\U0001f44f" * 60), tuple(" \U0001f44f" for _ in range(60))], ids=len
)
def test_a_sentence_of_any_words_stays_within_its_width(qtbot, parts: tuple[str, ...]) -> None:
    """A word that is longer than a line, and letters that are spelt out as no font here can draw them."""
    made = Sentence()
    qtbot.addWidget(made)
    made.resize(400, 40)
    made.show()
    made.show_parts(parts)
    made.mark(len(parts) - 1)
    made.resize(400, made.sizeHint().height())
    assert made.shown_lines() == 3
    picture = pixels_of(made.grab().toImage())
    assert (picture == themes.current().q("target").rgb()).any(), "the present letter is seen"
    wide = [
        sum(made._face.wide.horizontalAdvance(words) for *_, words in made._stretches(line)) for line in made._lines
    ]
    assert max(wide) <= 400
