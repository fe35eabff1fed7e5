"""The views Model, Masks and Attention for every variant of a model: each switch is said, boxes are what they are."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import fields, replace
from math import prod

import numpy as np
import pytest
import torch
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from model_core.analysis.unwritten import HiddenParts
from model_core.checkpoints.checkpoint import save_model
from model_core.engine.engine import Engine
from model_core.explain import rules
from model_core.explain.anatomy import anatomy, lengths, walk_parts
from model_core.proofs.check import left_out
from model_core.record.edits import CellEdit, Edits, MaskEdits
from model_core.record.mask_reasons import HIDDEN
from model_core.record.run_spec import RunSpec
from model_core.record.trace import VISIBLE, Trace
from model_core.spec import KINDS, LEAKING, ModelSpec
from model_core.tokenizers.foreign import IdVocabulary, Specials
from tests.made.small import VARIANTS, small_model, small_pieces, small_spec
from viz_app.data.number_format import fmt_chance, fmt_setting
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Look, State
from viz_app.views.attention import map_words
from viz_app.views.lines.line_picture import RUNS
from viz_app.views.lines.line_selection import BETWEEN
from viz_app.views.lines.view import Lines
from viz_app.views.masks import edits as mask_edits
from viz_app.views.masks.view import Masks
from viz_app.views.model import text as words
from viz_app.views.model.tensor import ROW_LETTERS
from viz_app.views.model.tensor_text import UNITS, trained, weights_of
from viz_app.views.model.variant import ACTIVATIONS, NORMS, differences
from viz_app.views.model.view import Model
from viz_app.widgets import theme
from viz_app.widgets.view import View

pytestmark = pytest.mark.usefixtures("qapp")

torch.set_num_threads(1)
SIZE = (1008, 590)

SWITCHES: dict[str, tuple[object, str]] = {
    "norm_place": ("post", "post-norm"),
    "final_norm": (False, "no final norms"),
    "norm": ("batch", "batch norm"),
    "norm_eps": (1e-6, "1e-6"),
    "activation": ("gelu_tanh", "GELU by tanh"),
    "positions": ("learned", "learned positions"),
    "position_base": (1000.0, "base 1,000"),
    "scale_embedding": (False, "not times √D"),
    "tied": (False, "separate tables"),
    "attention_bias": (False, "no biases in q, k and v"),
    "output_bias": (True, "a bias for each entry"),
    "pad_id": (7, "padding 7"),
    "bos_id": (7, "start 7"),
    "eos_id": (7, "end 7"),
    "unk_id": (7, "unknown 7"),
    "d_key": (5, "queries and keys of 5 units"),
    "d_value": (3, "values of 3 units"),
    "norm_bias": (False, "without a shift"),
    "gated": (True, "gated feed-forward"),
    "position_layout": ("halves", "in halves"),
    "embedding_norm": (True, "norm on token + position"),
    "attention_scale": ("model", "÷ √D = √32"),
    "mask_value": (-1e9, "masked scores become −1e9"),
    "decoder_d_ff": (80, "80 hidden units in the decoder's"),
    "decoder_heads": (2, "2 heads in the decoder's layers"),
    "attention_output_bias": (False, "no bias in the heads' joint projection"),
    "feed_forward_bias": (False, "no biases in the feed-forward"),
    "logit_scale": (0.5, "output times 0.5"),
}
"""Switch -> another value than the default, and what is said of it. Those that count only beside another are below."""

TOGETHER = {
    "position_offset": ({"positions": "learned", "position_offset": 2}, "2 rows before the first"),
    "position_buckets": ({"positions": "relative", "position_buckets": 8}, "8 buckets"),
    "position_reach": ({"positions": "relative", "position_reach": 20}, "up to 20 tokens"),
    "mask_place": ({"mask_value": -1e9, "mask_place": "before"}, "before division"),
    "output_tied": ({"tied": False, "output_tied": True}, "one table for target and output"),
}
SIZES = {
    "source_vocabulary", "target_vocabulary", "d_model", "heads", "encoder_layers", "decoder_layers", "d_ff",
    "max_positions", "dropout",
}  # fmt: skip
"""Fields that are no switches: the heading, the boxes and the tips say them, or, dropout, training alone has it."""


def run_of(changes: dict[str, object], edits: Edits | None = None) -> Trace:
    model, engine = small_model(**changes), Engine()
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    return engine.trace(RunSpec("own", ("5 6 7", "9 30 12 11 8"), ("8 9 4", "10 4"), edits=edits or Edits()))


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Callable[[dict[str, object]], Trace]:
    """Runs of models that lie in folders of their own, where their weights can be read."""

    def run(changes: dict[str, object]) -> Trace:
        folder, pieces = tmp_path_factory.mktemp("saved") / "own", small_pieces()
        model = small_model(source_vocabulary=pieces.size, target_vocabulary=pieces.size, **changes)
        folder.mkdir()
        save_model(folder, model.state_dict(), model.spec, pieces, {"name": "Own"})
        return Engine().trace(RunSpec(str(folder), ("The baker opens the shop.",), max_steps=4))

    return run


@pytest.fixture(scope="module")
def traces() -> dict[str, Trace]:
    return {name: run_of(changes) for name, changes in VARIANTS.items()}


def shown(qtbot: QtBot, kind: type[View], trace: Trace, **options: object) -> View:
    """A view of a run, on the screen."""
    view = kind()
    qtbot.addWidget(view)
    view.resize(*SIZE)
    view.show()
    state = State(run=trace.run, look=Look(kind="decoder"))
    view.draw(Snapshot(state, trace, theme.current(), options=replace(kind.Options(), **options)))
    QApplication.processEvents()
    return view


# ---------------------------------------------------------------- what a model is like, in words


def test_every_switch_is_tested_here() -> None:
    assert {*SWITCHES, *TOGETHER, *SIZES} == {field.name for field in fields(ModelSpec)}
    assert differences(ModelSpec(40, 40)) == ()


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_is_one_phrase(name: str) -> None:
    value, said = SWITCHES[name]
    (phrase,) = differences(small_spec(**{name: value}).checked())
    assert said in phrase


@pytest.mark.parametrize("name", TOGETHER)
def test_switches_with_a_joint_effect_are_described_together(name: str) -> None:
    changes, said = TOGETHER[name]
    assert said in " · ".join(differences(small_spec(**changes).checked()))
    left = {key: value for key, value in changes.items() if key != name}
    assert said not in " · ".join(differences(small_spec(**left).checked()))


def test_a_mask_that_hides_nothing_is_called_so() -> None:
    (phrase,) = differences(small_spec(mask_value=-1e-20))
    assert phrase == "masked scores become −1e-20, not −∞, which hides nothing"
    spec = small_spec(mask_value=-1e-20)
    assert words.description("mask", "encoder.layers.0.self_attn.masked_scores", spec).endswith("it hides nothing.")


@pytest.mark.parametrize(
    ("own", "set_by_hand"), [(-1e-20, None), (None, -1e-20), (-1e9, None), (None, -1e9), (None, -8.0)]
)
def test_hatched_cells_with_weight_are_described(own: float | None, set_by_hand: float | None) -> None:
    trace = run_of({"mask_value": own}, Edits(masks=MaskEdits(value=set_by_hand)))
    hidden = trace.reason("decoder") != VISIBLE
    most = max(float(weights_HQM[:, hidden].max()) for weights_HQM in trace.maps("decoder"))
    told = map_words.explained(trace, "decoder", "weights", 0)
    assert told.endswith("Hatched = masked.") == (most == 0)
    assert most == 0 or told.endswith(f"yet read: such cells have weights up to {fmt_chance(most, 3)}.")


def test_the_weight_of_masked_cells_is_that_of_rows_that_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a question hides a row it was NaN; and all maps were gone through for every step that is looked at."""
    trace = HiddenParts(row=("decoder", 1)).hide_in(run_of({}, Edits(masks=MaskEdits(value=-8.0))))
    codes = trace.reason("decoder")
    masked = (codes != VISIBLE) & (codes != HIDDEN)
    most = max(float(weights_HQM[:, masked].max()) for weights_HQM in trace.maps("decoder"))
    told = map_words.explained(trace, "decoder", "weights", 0)
    assert most > 0 and told.endswith(f"yet read: such cells have weights up to {fmt_chance(most, 3)}.")
    monkeypatch.setattr(Trace, "maps", lambda *_args, **_named: pytest.fail("gone through again"))
    assert map_words.explained(trace, "decoder", "weights", 0) == told


def test_a_mask_that_hides_almost_everything_is_not_reported_as_hiding_nothing() -> None:
    spec = small_spec(mask_value=-100.0, mask_place="before")
    assert spec.masked_score == pytest.approx(-35.36, abs=0.01)
    (phrase, *_) = differences(spec)
    told = words.description("mask", "encoder.layers.0.self_attn.masked_scores", spec)
    assert "let some weight through" in phrase and told.endswith("e to this power is 4.4e-16.")
    trace = run_of({"mask_value": -100.0, "mask_place": "before"})
    assert not [one for one in (phrase, told, *trace.notices, str(left_out(spec))) if "hides nothing" in one]
    assert any("−35.4" in notice for notice in trace.notices)
    assert mask_edits.value_words(-35.0, None) == "−35 may not be low enough: its exponential is 6.3e-16."
    assert "rounding" in mask_edits.value_words(-1e9, None)


@pytest.mark.parametrize("whole", [False, True])
def test_a_masked_cell_that_is_read_has_its_line(qtbot: QtBot, whole: bool) -> None:
    for value in (-1e9, -1e-20):
        trace = run_of({}, Edits(masks=MaskEdits(value=value)))
        view = shown(qtbot, Lines, trace, whole=whole, threshold=0.0)
        drawn, later = view.lines.drawing.lines, RUNS["decoder"] if whole else BETWEEN
        here = drawn.run == later
        masked = int(np.count_nonzero(drawn.key[here] > drawn.query[here]))
        written, heads = len(trace.sentences[0].read), trace.spec.heads_of("decoder")
        assert masked == (0 if value == -1e9 else heads * written * (written - 1) // 2)
        said = f"{masked} of them masked, yet read"
        assert said in view.foot.text() if masked else "masked" not in view.foot.text()


@pytest.mark.parametrize("name", VARIANTS)
def test_every_box_of_every_variant_has_a_title_and_a_sentence(name: str) -> None:
    spec = small_spec(**VARIANTS[name])
    for part in walk_parts(anatomy(spec).parts):
        if "feed_forward." in part.name:
            continue  # its steps are not drawn
        attention = next((kind for kind in KINDS if part.name.startswith(kind)), "encoder")
        title = words.title(part.kind, part.name, spec, attention)
        sentence = words.description(part.kind, part.name, spec, attention)
        assert title and sentence.endswith(".") and "{" not in title + sentence, part


@pytest.mark.parametrize("name", [*VARIANTS, "pruned"])
def test_what_shapes_say_is_true_of_every_variant(name: str) -> None:
    """Columns have a word, and the units of all heads together, where they are not D, are not called heads."""
    spec = small_spec(**VARIANTS.get(name, {"heads": 3, "d_key": 8, "d_value": 8}))
    known, parts = lengths(spec, 7, 5), tuple(walk_parts(anatomy(spec).parts))
    assert {one.shape[-1] for part in parts for one in part.activations} <= {*UNITS, *ROW_LETTERS}
    for letter in {letter for part in parts for one in part.weights for letter in one.shape if "HK" in letter}:
        assert words.shape_words((letter,), known) == f"H·K {known[letter]}" and known[letter] != spec.d_model
    assert "D" not in words.description("join", "encoder.layers.0.self_attn.join", spec, "encoder")


def test_every_word_of_a_spec_has_a_name() -> None:
    from model_core.spec import ACTIVATIONS as KNOWN_ACTIVATIONS
    from model_core.spec import NORMS as KNOWN_NORMS

    assert (set(NORMS), set(ACTIVATIONS)) == (set(KNOWN_NORMS), set(KNOWN_ACTIVATIONS))


# ---------------------------------------------------------------- the views


@pytest.mark.parametrize("name", VARIANTS)
def test_the_model_view_has_a_line_for_what_is_unlike_the_default(
    qtbot: QtBot, traces: dict[str, Trace], name: str
) -> None:
    view = shown(qtbot, Model, traces[name], inside=True)
    assert isinstance(view, Model)
    found = differences(traces[name].spec)
    assert view.variant.isVisible() == bool(found)
    about = html.unescape(view.variant.toolTip())
    assert all(phrase in view.variant.text() and phrase in about for phrase in found)
    if found:
        assert view.variant.height() >= view.variant.heightForWidth(view.variant.width())
        assert view.diagram.geometry().top() >= view.variant.geometry().bottom()
    assert view.diagram.plan is not None
    for box in view.diagram.plan.boxes:
        view.diagram.tip_of((box, None))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_trained_array_of_every_variant_is_shown(
    qtbot: QtBot, saved: Callable[[dict[str, object]], Trace], name: str
) -> None:
    """With its sizes as trained, also a norm's one scale for all units, and each number at its place in the array."""
    trace = saved(VARIANTS[name])
    view = shown(qtbot, Model, trace)
    assert isinstance(view, Model) and view._shot is not None
    panel, known = view.weights, lengths(trace.spec)
    shapes = set[tuple[str, ...]]()
    for part in anatomy(trace.spec).parts:
        for one in (one for one in trained(part) if one.shape not in shapes):
            shapes.add(one.shape)
            view.draw(view._shot.with_(options=Model.Options(tensor=weights_of(one))))
            assert panel.map.isVisible() and panel.words.text() == ""
            assert panel.matrix is not None and panel.matrix.size == prod(known[letter] for letter in one.shape)
            assert panel.map.source is not None
            found = panel.map.source((0, panel.matrix.shape[1] - 1))
            assert found is not None and len(found[1].index) == len(one.shape)
    assert (() in shapes) == (trace.spec.norm == "scalar")


def test_the_line_is_hidden_in_a_low_view(qtbot: QtBot, traces: dict[str, Trace]) -> None:
    view = shown(qtbot, Model, traces["distances, gate, narrow heads, no biases"])
    assert isinstance(view, Model)
    view.resize(300, 200)
    assert not view.variant.isVisible()
    view.resize(*SIZE)
    assert view.variant.isVisible()


@pytest.mark.parametrize(
    ("changes", "root"), [({}, "√8"), ({"attention_scale": "model"}, "√32"), ({"attention_scale": "none"}, "")]
)
def test_scores_are_divided_in_words_by_what_divides_them(changes: dict[str, object], root: str) -> None:
    trace = run_of(changes)
    divided = f"÷ {root}" if root else "not divided"
    assert divided in map_words.explained(trace, "cross", "scaled", 0)
    assert divided in map_words.unit_word(trace, "cross", "scaled")
    title = words.title("scale", "encoder.layers.0.self_attn.scores", trace.spec)
    assert root in title if root else title == "Not divided"
    raw, scaled = (trace.map("cross", 0, 0, what) for what in ("raw", "scaled"))
    factor = {"√8": 8**-0.5, "√32": 32**-0.5, "": 1.0}[root]
    assert abs(scaled - raw * factor).max() < 1e-5


def test_masks_say_the_models_own_number(qtbot: QtBot) -> None:
    for changes, text, item in (
        ({}, "", "−∞"), ({"mask_value": -1e9}, "−1e9", "−1e9, its own"),
        ({"mask_value": -1e20, "mask_place": "before"}, "−3.54e19", "−3.54e19, its own"),
    ):  # fmt: skip
        trace = run_of(changes)
        view = shown(qtbot, Masks, trace)
        box = next(one for one in view.findChildren(QComboBox) if one.accessibleName() == "Mask value")
        assert box.currentText() == item
        state = State(run=trace.run)
        told = view.explanation(Snapshot(state, trace, theme.current(), options=Masks.Options()))
        assert (f"gets the score {text}" in told) == bool(text)
        assert float(trace.map("decoder", 0, 0, "masked")[0, 1]) == pytest.approx(trace.spec.masked_score)


def test_the_number_chosen_here_wins_over_the_models_own() -> None:
    trace = run_of({"mask_value": -1e9}, Edits(masks=MaskEdits(value=-1e-20)))
    assert mask_edits.value_in_force(trace, "decoder") == -1e-20
    assert mask_edits.own_value(trace.spec, "decoder") == -1e9


def test_each_stack_has_the_masked_score_of_its_own_heads(qtbot: QtBot) -> None:
    trace = run_of(VARIANTS["a decoder of more heads, distances, mask first"])
    for kind in KINDS:
        codes, scores = trace.reasons[kind], trace.arrays[trace.name(kind, "masked", 0)]
        hidden = scores[np.broadcast_to(codes[:, None] != VISIBLE, scores.shape)]
        own = mask_edits.own_value(trace.spec, kind)
        assert own is not None and hidden.size and hidden == pytest.approx(own)
        path = trace.name(kind, "masked", 0)
        part = anatomy(trace.spec).part(path)
        told = words.description("mask", path, trace.spec, kind)
        number = rules.mask_number(trace, kind)
        assert number in told and number in part.activations[0].words
        assert trace.spec.masked_score != own or kind == "encoder"
    spec = replace(trace.spec, mask_value=-9000.0)  # it hides in the one stack and in the other not
    said = {kind: words.description("mask", trace.name(kind, "masked", 0), spec, kind) for kind in KINDS}
    leaky = {kind: spec.for_stack(kind).masked_score > LEAKING for kind in KINDS}
    assert {kind: "let some weight through" in text for kind, text in said.items()} == leaky
    view = shown(qtbot, Masks, trace)
    box = next(one for one in view.findChildren(QComboBox) if one.accessibleName() == "Mask value")
    for kind in ("encoder", "decoder"):
        assert fmt_setting(mask_edits.own_value(trace.spec, kind)) in box.currentText()


@pytest.mark.parametrize(("changes", "said"), [({}, "all weights in its row are 0"), ({"mask_value": -1e9}, "same")])
def test_a_row_that_reads_nothing_is_described_as_the_model_computes_it(changes: dict[str, object], said: str) -> None:
    cells = tuple(CellEdit("cross", 0, key, False) for key in range(6))
    trace = run_of(changes, Edits(masks=MaskEdits(cells=cells)))
    (notice,) = [one for one in trace.notices if "not allowed to read anything" in one]
    assert said in notice
