"""New models: every field of a spec has its row, what is refused is said beside the button, and the result opens."""

from __future__ import annotations

import itertools
import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QLineEdit, QSpinBox, QWidget

from model_core.checkpoints.folder import model_folder
from model_core.errors import Refused
from model_core.record.model_info import read_about
from model_core.spec import LIMITS, ModelSpec
from tests.made.traces import made_spec
from viz_app.importing.new_model_dialog import PIECES, NewModelDialog, NewModelRequest
from viz_app.importing.spec_fields import DEFAULTS, GROUPS, PRESETS, VOCABULARY, every_field, in_words, row
from viz_app.importing.spec_form import sketch_words
from viz_app.system.own_models import models_folder
from viz_app.widgets import theme as themes
from viz_app.window.focus_order import focus_chain
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared")

CHILD = 60_000


@pytest.fixture
def page(qtbot) -> NewModelDialog:
    made = NewModelDialog(made_spec())
    qtbot.addWidget(made)
    return made


def choose(page: NewModelDialog, name: str, value: object) -> None:
    """Sets one field as the user would."""
    page.form.show_values({name: value})


# ---------------------------------------------------------------- the table


def test_every_field_of_a_spec_has_one_row() -> None:
    names = [field.name for field in every_field()]
    assert sorted(names) == sorted(field.name for field in fields(ModelSpec))
    assert all(field.word and field.about.endswith(".") for field in every_field())


@pytest.mark.parametrize("name", [field.name for field in fields(ModelSpec)])
def test_a_field_without_its_own_label_uses_the_declared_one(name: str) -> None:
    plain = row(name, name)
    (known,) = [one for one in every_field() if one.name == name]
    assert plain.kind == known.kind and not plain.about[0].islower()
    assert {value for value, _ in plain.values} == {value for value, _ in known.values}


def test_every_choice_is_one_that_a_spec_takes() -> None:
    plain = ModelSpec(10, 10)
    for field in every_field():
        for value, words in field.values:
            assert words and replace(plain, **{field.name: value}).checked()
    told = {value for field in GROUPS["Norms"] if field.name == "norm" for value, _ in field.values}
    assert told == {"layer", "rms", "batch", "scalar", "unbiased"}


def test_presets_are_models() -> None:
    specs = {name: ModelSpec(37_000, 37_000, **changes).checked() for name, (_, changes) in PRESETS.items()}
    assert specs["default"] == ModelSpec(37_000, 37_000)
    paper = specs["paper"]
    assert (paper.norm_place, paper.final_norm, paper.encoder_layers, paper.d_model) == ("post", False, 6, 512)
    assert (specs["pre"].norm_place, specs["pre"].final_norm) == ("pre", True)


def test_refusals_have_the_words_of_the_form() -> None:
    with pytest.raises(Refused) as caught:
        ModelSpec(10, 10, d_model=30, heads=4).checked()
    assert in_words(caught.value.message) == "“Width D” 30 is not divisible by 4 “Heads H”."


# ---------------------------------------------------------------- the page


def test_the_sketch_follows_what_is_chosen(page: NewModelDialog, qtbot) -> None:
    """As many layers as the spec has, inside the drawing, and other pictures for other heads; a refused one stays."""
    page.show()
    sketch = page.sketch
    assert sketch_words(sketch.spec) == "3+3 layers · 4 heads of 64 · D 256 · F 1,024"
    before = sketch.grab().toImage()
    choose(page, "encoder_layers", 5)
    choose(page, "heads", 8)
    places = sketch.layers()
    assert [len(places[side]) for side in ("encoder", "decoder")] == [5, 3]
    assert all(sketch.rect().toRectF().contains(rect) for rects in places.values() for rect in rects)
    assert not any(a.intersects(b) for rects in places.values() for a, b in itertools.pairwise(rects))
    assert "5+3 layers · 8 heads of 32" in sketch.accessibleDescription() and sketch.grab().toImage() != before
    choose(page, "heads", 7)
    assert page.sketch.spec.heads == 8, "no such model: the last one that can be stays"


def test_the_page_begins_with_the_default_and_counts(page: NewModelDialog) -> None:
    spec = ModelSpec(100, 100)
    assert page.spec == spec
    assert page.says.text() == f"{spec.parameters():,} parameters, 22.2 MB on disk"
    assert page.does.isEnabled()
    choose(page, "encoder_layers", 1)
    assert page.spec == replace(spec, encoder_layers=1)
    assert page.says.text().startswith(f"{replace(spec, encoder_layers=1).parameters():,} parameters")


def test_every_value_reaches_the_spec(page: NewModelDialog) -> None:
    wanted = ModelSpec(
        31, 33, 48, 6, 2, 1, 60, 64, norm_place="post", final_norm=False, norm="scalar", norm_eps=1e-6,
        activation="silu", positions="learned", position_base=500.0, scale_embedding=False, tied=False,
        attention_bias=False, output_bias=True, dropout=0.25, pad_id=4, bos_id=5, eos_id=6, unk_id=7, d_key=9,
        d_value=5, norm_bias=False, gated=True, position_layout="halves", position_offset=2, position_buckets=8,
        position_reach=20, embedding_norm=True, attention_scale="model", mask_value=-1e9, mask_place="before",
        attention_output_bias=True, feed_forward_bias=False, output_tied=True, logit_scale=0.5,
        decoder_d_ff=44, decoder_heads=3,
    )  # fmt: skip
    assert all(getattr(wanted, name) != value for name, value in DEFAULTS.items())
    page.form.show_values(wanted.to_json())
    assert page.spec == wanted
    order = NewModelRequest(Path("/x"), wanted)
    line = order.arguments(Path("/y"))
    told = dict(pair.split("=", 1) for flag, pair in itertools.pairwise(line) if flag == "--set")
    assert {name: json.loads(value) for name, value in told.items()} == wanted.to_json()


def test_an_invalid_specification_is_explained_and_cannot_be_made(page: NewModelDialog) -> None:
    choose(page, "heads", 5)
    assert page.says.text() == "“Width D” 256 is not divisible by 5 “Heads H”."
    assert not page.does.isEnabled()
    assert page.says.property("tone") == "error"
    choose(page, "heads", 4)
    choose(page, "target_vocabulary", 101)
    assert "one vocabulary for source and target" in page.says.text() and not page.does.isEnabled()
    choose(page, "tied", False)
    assert page.does.isEnabled()
    page.form.controls["norm_eps"].setText("small")
    assert page.says.text() == "“ε” is 'small', which is not a number." and not page.does.isEnabled()
    page.form.controls["norm_eps"].setText("1e-5")
    page.form.controls["mask_value"].setText("−1e9")
    assert page.spec is not None and page.spec.mask_value == -1e9
    page.form.controls["mask_value"].setText("-∞")
    assert page.spec.mask_value is None


def test_counts_hold_to_their_limits(page: NewModelDialog) -> None:
    for name, (low, high) in LIMITS.items():
        control = page.form.controls[name]
        assert (control.minimum(), control.maximum()) == (low, high)


def test_rows_that_say_nothing_are_greyed(page: NewModelDialog) -> None:
    def enabled(name: str) -> bool:
        return page.form.controls[name].isEnabled()

    assert enabled("position_base") and not enabled("position_offset") and not enabled("position_buckets")
    assert not enabled("mask_place") and not enabled("output_tied")
    choose(page, "positions", "relative")
    assert enabled("position_buckets") and not enabled("position_base")
    choose(page, "mask_value", -1e9)
    choose(page, "norm", "rms")
    assert enabled("mask_place") and not enabled("norm_bias")
    assert page.form.cards["Token ids"].isVisibleTo(page.form)
    page.words.setCurrentIndex(page.words.findData("reverse"))
    assert not page.form.cards["Token ids"].isVisibleTo(page.form)


def test_a_toy_task_brings_its_words(page: NewModelDialog) -> None:
    choose(page, "pad_id", 9)
    page.words.setCurrentIndex(page.words.findData("reverse"))
    assert page.spec is not None
    assert (page.spec.source_vocabulary, page.spec.target_vocabulary, page.spec.pad_id) == (14, 14, 0)
    line = page.order().arguments(Path("/x"))
    assert line == ["new", "--seed", "1", "--out", "/x", "--words", "reverse"]
    assert page.order().example == "3 1 4 1 5"


def test_the_bundled_pieces_are_a_vocabulary_too(page: NewModelDialog, tmp_path: Path) -> None:
    page.words.setCurrentIndex(page.words.findData(PIECES))
    bundled = read_about(model_folder(""))[0]
    assert page.spec is not None and page.spec.source_vocabulary == bundled.source_vocabulary
    order = page.order()
    line = order.arguments(tmp_path)
    assert "--words" not in line and f"target_vocabulary={bundled.target_vocabulary}" in line
    (tmp_path / "tokenizer.json").write_text("ids")
    order.finish(tmp_path)
    assert (tmp_path / "tokenizer.json").read_bytes() == (model_folder("") / "tokenizer.json").read_bytes()
    assert order.example == ""  # the text stays


def test_the_name_names_the_folder(page: NewModelDialog, tmp_path: Path) -> None:
    assert page.order().out == models_folder() / "new model"
    page.name.setText("post/norm")
    assert page.order().out == models_folder() / "post-norm"
    page.name.setText("...")
    assert (page.says.text(), page.does.isEnabled()) == ("Enter a name.", False)
    page.name.setText("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    page.folder.show_path(tmp_path / "full")
    assert "is not empty" in page.says.text() and not page.does.isEnabled()


def test_it_may_start_from_the_model_that_is_open(page: NewModelDialog) -> None:
    page.fill("open")
    assert page.spec == made_spec()
    page.fill("paper")
    assert page.spec is not None and page.spec.d_model == 512
    assert page.spec.source_vocabulary == made_spec().source_vocabulary  # the vocabulary stays


# ---------------------------------------------------------------- its looks


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("theme", [themes.LIGHT, themes.HIGH_CONTRAST])
def test_it_fits_a_projector_and_scrolls_inside(qtbot, scale: float, theme: themes.Theme) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    themes.apply(app, theme, scale)
    try:
        page = NewModelDialog(made_spec())
        qtbot.addWidget(page)
        page.resize(1240, 660)
        page.show()
        qtbot.waitExposed(page)
        assert page.size() == QSize(1240, 660)  # nothing in it asks for more
        assert page.rect().contains(page.does.geometry()) and page.rect().contains(page.says.geometry())
        assert page.middle.verticalScrollBar().maximum() > 0
        assert page.middle.horizontalScrollBar().maximum() == 0
        for part in page.middle.inside.findChildren(QWidget):
            assert is_whole(part), (part.accessibleName(), part)
        last = page.form.controls["logit_scale"]
        last.setFocus()
        page.middle.ensureWidgetVisible(last)
        assert page.middle.viewport().rect().contains(last.mapTo(page.middle.viewport(), last.rect().center()))
    finally:
        themes.apply(app, themes.LIGHT, 1.0)


@pytest.mark.parametrize("width", [700, 1240])
def test_the_controls_of_all_cards_end_at_the_same_distance_from_their_edge(
    page: NewModelDialog, qtbot, width: int
) -> None:
    page.resize(width, 900)
    page.show()
    qtbot.waitExposed(page)
    rights = {
        card.width() - control.mapTo(card, control.rect().topRight()).x()
        for card in page.form.cards.values() if card.isVisible()
        for control in page.form.controls.values() if card.isAncestorOf(control) and not isinstance(control, QCheckBox)
    }  # fmt: skip
    assert len(rights) == 1, rights


def test_all_numbers_are_aligned_alike(page: NewModelDialog) -> None:
    controls = page.form.controls.values()
    lines = [control.lineEdit() if isinstance(control, QSpinBox) else control for control in controls]
    page.ensurePolished()
    assert {int(one.alignment()) for one in lines if isinstance(one, QLineEdit)} == {int(Qt.AlignmentFlag.AlignCenter)}


def is_whole(part: QWidget) -> bool:
    """Whether the words of a label, a check box or a chosen entry have the room they need."""
    if not part.isVisible():
        return True
    if isinstance(part, QLabel | QCheckBox):
        return part.width() >= part.minimumSizeHint().width() and part.height() >= part.minimumSizeHint().height()
    if isinstance(part, QComboBox):
        words = QFontMetrics(part.font()).horizontalAdvance(part.currentText())
        return part.width() - 2 * QFontMetrics(part.font()).height() >= words
    return True


def test_everything_has_a_name_and_a_tip_and_is_reached_by_the_keyboard(page: NewModelDialog, qtbot) -> None:
    page.show()
    qtbot.waitExposed(page)
    wanted = {*page.form.controls.values(), page.name, page.preset, page.words, page.seed, page.folder.line, page.does}
    for control in wanted:
        assert control.accessibleName() and control.toolTip(), control
    reached = set(focus_chain(page))
    able = {control for control in wanted if control.isEnabled() and control.isVisible()}
    assert able <= reached
    assert all(control.focusPolicy() & Qt.FocusPolicy.TabFocus for control in able)


# ---------------------------------------------------------------- in the window


def test_a_new_model_is_made_opened_and_undone_as_one_change(window: Window, qtbot) -> None:
    store = window.store
    window.commands.run("model.new")
    page = window.file_actions.importer.page
    assert isinstance(page, NewModelDialog)
    page.form.show_values({"d_model": 16, "heads": 2, "encoder_layers": 1, "decoder_layers": 1, "d_ff": 8})
    page.form.show_values({"norm": "scalar", "attention_scale": "none", "mask_value": -1e9})
    page.words.setCurrentIndex(page.words.findData("reverse"))
    page.name.setText("small one")
    page.seed.setValue(7)
    page.does.click()
    qtbot.waitUntil(lambda: window.file_actions.importer.job.child is None, timeout=CHILD)
    folder = models_folder() / "small one"
    told = json.loads((folder / "spec.json").read_text())
    spec = ModelSpec.from_json(told["spec"])
    assert (spec.d_model, spec.norm, spec.attention_scale, spec.mask_value) == (16, "scalar", "none", -1e9)
    assert (told["about"]["name"], told["about"]["seed"]) == ("small one", 7)
    assert (store.state.run.model, store.state.run.source) == (str(folder), ("3 1 4 1 5",))
    assert f"{spec.parameters():,} random parameters, seed 7" in window.notice.text.text()
    assert store.history()[1] == 1
    store.undo()
    assert (store.state.run.model, store.state.run.source) == ("", ("the red fox",))


def test_what_the_child_refuses_is_explained(window: Window, qtbot, tmp_path: Path) -> None:
    from viz_app.files.dialogs import FailureDialog

    spec = replace(ModelSpec(10, 10, 8, 2, 1, 1, 8), tied=True, target_vocabulary=11)  # no page would let it pass
    window.file_actions.importer.create(NewModelRequest(tmp_path / "mine", spec))
    qtbot.waitUntil(lambda: bool(window.findChildren(FailureDialog)), timeout=CHILD)
    (page,) = window.findChildren(FailureDialog)
    assert "one vocabulary for source and target" in page.words[0].text()
    assert [one.name for one in tmp_path.iterdir()] == []


def test_the_vocabularys_rows_are_those_of_ids() -> None:
    assert [field.name for field in VOCABULARY] == [
        "source_vocabulary", "target_vocabulary", "pad_id", "bos_id", "eos_id", "unk_id",
    ]  # fmt: skip
