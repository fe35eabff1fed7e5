"""Results as files and on the clipboard: they hold what the window shows, say where they come from, and come whole."""

from __future__ import annotations

import csv
import errno
import io
import json
import math
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from model_core.errors import Refused
from model_core.record import npz
from model_core.record.mask_reasons import NAMES
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from tests.support.faults import failing, files_in
from tests.support.pdf_text import has_pictures, pdf_texts, pdf_title
from viz_app.data import tables
from viz_app.data.selection import key_names, query_names
from viz_app.data.snapshot import Snapshot
from viz_app.data.tables import Context, context_of
from viz_app.document.state import Look, State
from viz_app.files import picture_export
from viz_app.files.picture_export import Picture
from viz_app.views import VIEWS, view_class
from viz_app.views.attention.view import Attention
from viz_app.widgets import theme as themes

SVG = "{http://www.w3.org/2000/svg}"
SOURCE, TARGET = "the white house <s> & co ñ", "la casa <s> blanca ñ"


@pytest.fixture
def trace() -> Trace:
    return made_trace(SOURCE, TARGET)


@pytest.fixture
def state(trace: Trace) -> State:
    return State(run=trace.run, look=Look(layer=1, head=2, step=1, query=2, key=0))


@pytest.fixture
def view(qtbot, qapp: QApplication, trace: Trace, state: State) -> Iterator[Attention]:
    themes.apply(qapp, themes.LIGHT, 1.0)
    shown = Attention()
    qtbot.addWidget(shown)
    shown.resize(800, 500)
    shown.draw(Snapshot(state, trace, themes.current(), options=Attention.Options()))
    yield shown
    shown.close()


@pytest.fixture
def context(state: State, trace: Trace) -> Context:
    return context_of(state, trace, "Attention")


def square(width: float = 40, height: float = 30) -> Picture:
    """A picture of one red corner on blue."""

    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(QRectF(0, 0, rect.width() / 2, rect.height() / 2), QColor("#ff0000"))

    return Picture(width, height, paint, QColor("#0000ff"))


# ---------------------------------------------------------------- what a file says about itself


def test_the_context_names_text_model_layer_head_step(context: Context) -> None:
    assert context.caption() == (
        "Attention · Cross-attention · layer 2 · head 3 · weights · step 2 of 6 (la ▸ casa) · "
        f"“{SOURCE}” → “{TARGET}” · English → Spanish 000000000000 · {context.program}"
    )
    assert context.hook == "decoder.layers.1.cross_attn.weights"
    assert context.program.startswith("headscope ")
    plain = json.loads(json.dumps(context.to_json()))
    assert (plain["layer"], plain["head"], plain["step"]["row"], plain["counts_from"]) == (1, 2, 1, 0)
    assert plain["model"] == {"name": "English → Spanish", "sha256": "0" * 64}


def test_the_context_fits_into_the_trace_and_knows_that_the_text_went_on(trace: Trace) -> None:
    state = State(run=trace.run.with_(source=("longer now",)), look=Look(layer=40, head=40, step=900, sentence=9))
    found = context_of(state, trace)
    assert (found.layer, found.head, found.step, found.sentence, found.edited) == (2, 3, 5, 0, True)


NO_HEADS_MAP = ("model", "positions", "decoding", "heads", "lens", "compare", "console", "train")


@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_without_a_heads_map_does_not_claim_one(qtbot, qapp, trace: Trace, state: State, name: str) -> None:
    """Candidates, positions or the effects of all heads were captioned as the weights of the selected head."""
    shown = view_class(name)()
    qtbot.addWidget(shown)
    signed = shown.export_context(context_of(state, trace, shown.title))
    of_head = name not in NO_HEADS_MAP
    assert ("layer 2 · head 3 · weights" in signed.caption()) is of_head
    assert ("head 3" in signed.place()) is of_head and SOURCE[:20] in signed.caption()


def test_an_encoded_trace_has_no_step() -> None:
    trace = made_trace(stage="encoded")
    found = context_of(State(run=trace.run, look=Look(kind="encoder")), trace)
    assert (found.step, found.written) == (None, "")
    assert "step" not in found.caption()


# ---------------------------------------------------------------- pictures


def test_png_has_the_pixels_of_the_scale_and_the_context_in_its_text_fields(
    view: Attention, context: Context, tmp_path: Path
) -> None:
    for scale in (1.0, 2.0, 3.5, 4.0):
        picture_export.save_picture(tmp_path / "view.png", picture_export.of_view(view), context, scale=scale)
        read = QImage(str(tmp_path / "view.png"))
        assert (read.width(), read.height()) == (800 * scale, 500 * scale)
        assert {name: read.text(name) for name in read.textKeys()} == context.fields()
    assert read.text("Source text") == SOURCE
    assert read.text("Layer") == "2"


def test_png_shows_the_motif_on_its_ground_at_every_scale() -> None:
    for scale in (1.0, 4.0):
        made = picture_export.image(square(), scale=scale)
        colours = [made.pixelColor(round(x * scale), round(y * scale)).name() for x, y in ((5, 5), (35, 5), (5, 25))]
        assert colours == ["#ff0000", "#0000ff", "#0000ff"]


def test_svg_has_text_that_can_be_selected_and_no_pixels(view: Attention, context: Context, tmp_path: Path) -> None:
    picture_export.save_picture(tmp_path / "view.svg", picture_export.of_view(view), context)
    root = ElementTree.parse(tmp_path / "view.svg").getroot()
    words = ["".join(one.itertext()).strip() for one in root.iter(f"{SVG}text")]
    tokens = {"the", "white", "house", "<s>", "&", "co", "ñ", "la", "casa", "blanca", "</s>"}
    assert tokens <= set(words)
    assert "Cross-attention · layer 2 · head 3" in words
    weights = [f"{value:.2f}" for value in view._trace.map("cross", 1, 2).ravel() if value >= 0.005]
    assert len(weights) > 20
    assert sorted(weights) == sorted(word for word in words if word.startswith("0.") and word != "0.5")
    assert not list(root.iter(f"{SVG}image"))
    assert root.find(f"{SVG}title").text == context.caption()
    assert f"Source text: {SOURCE}\n" in root.find(f"{SVG}desc").text
    assert root.attrib["viewBox"] == "0 0 800 500"


def test_pdf_has_text_that_can_be_selected_and_no_pixels(view: Attention, context: Context, tmp_path: Path) -> None:
    picture_export.save_picture(tmp_path / "view.pdf", picture_export.of_view(view), context)
    data = (tmp_path / "view.pdf").read_bytes()
    words = pdf_texts(data)
    assert {"the", "white", "house", "<s>", "&", "la", "casa", "blanca", "</s>"} <= set(words)
    assert "Cross-attention · layer 2 · head 3" in words
    assert len([word for word in words if word.startswith("0.")]) > 20
    assert not has_pictures(data)
    assert pdf_title(data) == context.caption()
    assert b"/MediaBox [0 0 600.0" in data, "800 px of 1/96 inch are 600 points"


@pytest.mark.parametrize("make", [picture_export.png, picture_export.svg, picture_export.pdf])
def test_the_caption_is_a_separate_line_under_the_picture(
    view: Attention, context: Context, make: Callable[..., bytes]
) -> None:
    bare, told = make(picture_export.of_view(view), context), make(picture_export.of_view(view), context, caption=True)
    if make is picture_export.png:
        sizes = [QImage.fromData(data).height() for data in (bare, told)]
        assert sizes[0] == 1000
        assert 1030 < sizes[1] < 1200
    elif make is picture_export.svg:
        heights = [float(ElementTree.fromstring(data).attrib["viewBox"].split()[3]) for data in (bare, told)]
        assert heights[0] == 500 < heights[1]
        texts = [
            ["".join(one.itertext()) for one in ElementTree.fromstring(data).iter(f"{SVG}text")]
            for data in (bare, told)
        ]
        assert ["step 2 of 6" in "".join(words) for words in texts] == [False, True]
    else:
        assert not any("step 2 of 6" in text for text in pdf_texts(bare))
        assert any("step 2 of 6" in text for text in pdf_texts(told))


def test_whatever_a_text_holds_the_svg_is_xml_and_the_title_is_plain(qapp: QApplication, context: Context) -> None:
    wild = "a\x00\x07\x1b\ufffe\ud800 <script>alert(1)</script> ]]> & \u202e"
    seen = replace(context, source=wild, target=wild, read=wild)
    root = ElementTree.fromstring(picture_export.svg(square(), seen, caption=True))
    assert "<script>alert(1)</script>" in root.find(f"{SVG}title").text
    assert not list(root.iter(f"{SVG}script"))
    assert QImage.fromData(picture_export.png(square(), seen)).text("Source text").startswith("a\ufffd\ufffd\ufffd")
    assert "<script>" in pdf_title(picture_export.pdf(square(), seen))


@pytest.mark.parametrize(
    ("drawing", "scale", "code"),
    [
        (square(0, 10), 1.0, "E-PICTURE-SIZE"),
        (square(10, 0), 1.0, "E-PICTURE-SIZE"),
        (square(50_000, 50_000), 1.0, "E-PICTURE-SIZE"),
        (square(16_385, 10), 1.0, "E-PICTURE-SIZE"),
        (square(10_001, 10_001), 1.0, "E-PICTURE-SIZE"),
        (square(), 0.49, "E-PICTURE-SCALE"),
        (square(), 4.01, "E-PICTURE-SCALE"),
        (square(), math.nan, "E-PICTURE-SCALE"),
    ],
)
def test_a_size_that_cannot_be_painted_is_refused(
    qapp: QApplication, tmp_path: Path, drawing: Picture, scale: float, code: str
) -> None:
    with pytest.raises(Refused) as caught:
        picture_export.save_picture(tmp_path / "a.png", drawing, scale=scale)
    assert caught.value.code == code
    assert files_in(tmp_path) == {}


def test_other_endings_are_refused_by_name(qapp: QApplication, tmp_path: Path, state: State, trace: Trace) -> None:
    for name in ("a.jpg", "a", "a.png.exe"):
        with pytest.raises(Refused, match=r"\.png, \.svg, \.pdf"):
            picture_export.save_picture(tmp_path / name, square())
        with pytest.raises(Refused, match=r"\.npz, \.csv, \.json"):
            picture_export.save_numbers(tmp_path / name, state, trace)
    picture_export.save_picture(tmp_path / "A.PNG", square())
    assert list(files_in(tmp_path)) == ["A.PNG"]


# ---------------------------------------------------------------- numbers


def test_npz_holds_every_array_the_tokens_and_the_context(trace: Trace, state: State, tmp_path: Path) -> None:
    picture_export.save_numbers(tmp_path / "run.npz", state, trace)
    with np.load(tmp_path / "run.npz") as read:
        assert set(read.files) >= set(trace.arrays)
        for name, array in trace.arrays.items():
            assert read[name].dtype == array.dtype
            assert np.array_equal(read[name], array), name
        for group in ("ids", "numbers", "reasons"):
            for name, array in getattr(trace, group).items():
                assert np.array_equal(read[f"{group}.{name}"], array)
        assert read["tokens.written"].tolist() == [[token.text for token in trace.sentences[0].written]]
        assert read["pieces.source"][0, 0] == "▁the"
        best = trace.candidates(2)[0].token.text
        assert read["tokens.candidates"][0, 2, 0] == best
        context = json.loads(str(read["context"]))
    assert context["model"]["sha256"] == trace.model.hash
    assert context["sentences"][0]["source"] == SOURCE
    assert (context["looked_at"]["layer"], context["looked_at"]["head"]) == (1, 2)
    assert context["reasons"] == list(NAMES)


def test_npz_of_a_batch_is_padded_with_empty_tokens() -> None:
    trace = made_trace("one two three", "uno dos tres", sentences=3)
    read = np.load(io.BytesIO(npz.npz(trace)))
    assert read["tokens.source"].tolist()[2] == ["one", "</s>", "", ""]
    assert read["tokens.candidates"].shape == read["ids.candidates"].shape


def test_npz_of_an_encoded_trace_and_of_a_forced_one() -> None:
    for trace in (made_trace(stage="encoded"), made_trace(forced=True)):
        read = np.load(io.BytesIO(npz.npz(trace)))
        assert {name: read[name].shape for name in trace.arrays} == {n: a.shape for n, a in trace.arrays.items()}


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("what", ["weights", "raw", "scaled", "masked"])
def test_csv_round_trips_the_exact_numbers(trace: Trace, kind: str, what: str) -> None:
    state = State(run=trace.run, look=Look(kind=kind, layer=2, head=1, what=what))
    rows = list(csv.reader(io.StringIO(tables.table_of(state, trace).to_csv().decode("utf-8"), newline="")))
    expected = trace.map(kind, 2, 1, what)
    queries, keys = expected.shape
    assert len(rows) == queries + 1
    assert len({len(row) for row in rows}) == 1
    one = trace.sentences[0]
    assert rows[0][:3] == ["row", "read", "written"]
    assert rows[0][3 : 3 + keys] == list(key_names(one, kind))
    read = np.array([[float(text) for text in row[3 : 3 + keys]] for row in rows[1:]])
    assert np.array_equal(read.astype(np.float32), expected)
    assert np.array_equal(read, expected.astype(np.float64)), "as doubles, too"
    about = dict(zip(rows[0][3 + keys :], rows[1][3 + keys :], strict=True))
    assert (about["attention"], about["layer"], about["head"], about["numbers"]) == (kind, "2", "1", what)
    assert (about["source"], about["target"], about["model_sha256"]) == (SOURCE, TARGET, "0" * 64)


def test_csv_is_rfc_4180(trace: Trace, state: State) -> None:
    data = tables.table_of(state, trace).to_csv()
    assert data.startswith(b'"row","read","written","the"')
    assert data.endswith(b"\r\n")
    assert data.count(b"\n") == data.count(b"\r\n") == 7


WILD = ("=SUM(A1:A9)", "+1", "-2", "@x", '"', "a,b", "a\r\nb", "\t", "", "ñ 猫 🙂", "\u202eabc", "x\ud800", "</s>")


def wild_table(trace: Trace, state: State) -> tables.Table:
    """A table whose tokens are everything that breaks a table."""
    tokens = tuple(Token(place, text, text) for place, text in enumerate(WILD))
    values = np.random.default_rng(1).standard_normal((len(WILD), len(WILD))).astype(np.float32)
    values[0, :3] = np.nan, np.inf, -np.inf
    return replace(
        tables.table_of(state, trace), rows=tuple((text, text) for text in WILD), columns=WILD, values=values,
        reasons=None, row_tokens=tokens, column_tokens=tokens,
    )  # fmt: skip


def test_csv_takes_every_token_as_data_in_quotes(trace: Trace, state: State) -> None:
    data = wild_table(trace, state).to_csv()
    assert b'"=SUM(A1:A9)","+1","-2","@x","""","a,b"' in data
    rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))
    plain = [text.encode("utf-8", "backslashreplace").decode() for text in WILD]
    assert rows[0][3 : 3 + len(WILD)] == plain
    assert [row[1] for row in rows[1:]] == plain
    assert rows[1][3:6] == ["nan", "inf", "-inf"]


def test_the_copied_table_has_no_formulas_and_keeps_its_shape(trace: Trace, state: State) -> None:
    rows = list(csv.reader(io.StringIO(wild_table(trace, state).to_tabs(), newline=""), delimiter="\t"))
    assert len(rows) == len(WILD) + 1
    assert {len(row) for row in rows} == {len(WILD) + 1}
    assert not any(text.startswith(("=", "+", "-", "@", "\t")) for text in rows[0])
    assert not any(row[0].startswith(("=", "+", "-", "@", "\t")) for row in rows)
    assert rows[0][1:4] == ["'=SUM(A1:A9)", "'+1", "'-2"]


def test_json_is_strict_and_complete(trace: Trace, state: State) -> None:
    state = state.with_(look=Look(kind="decoder", what="masked", layer=1))
    table = tables.table_of(state, trace)
    read = json.loads(table.to_json().decode("utf-8"), parse_constant=pytest.fail)
    assert (read["format"], read["version"]) == ("headscope-numbers", 1)
    assert read["context"] == table.context.to_json()
    assert [(row["read"], row["written"]) for row in read["rows"]] == list(query_names(trace.sentences[0], "cross"))
    assert read["columns"][0] == {"id": 1, "piece": "<s>", "text": "<s>"}
    values = np.array([[float(value) for value in row] for row in read["values"]])
    assert np.array_equal(values.astype(np.float32), trace.map("decoder", 1, 0, "masked"))
    assert read["values"][0][1] == "-Infinity"
    assert read["reasons"][0][:2] == ["visible", "future"]
    json.loads(wild_table(trace, state).to_json().decode("utf-8"), parse_constant=pytest.fail)


def test_missing_numbers_are_refused(trace: Trace, state: State, tmp_path: Path) -> None:
    lost = ("scores", ".q")  # without queries no score can be made
    bare = trace.with_(arrays={name: array for name, array in trace.arrays.items() if not name.endswith(lost)})
    scores = state.with_(look=replace(state.look, what="raw"))
    for made, of in ((None, state), (bare, scores)):
        with pytest.raises(Refused) as caught:
            picture_export.save_numbers(tmp_path / "a.csv", of, made)
        assert caught.value.code == "E-NUMBERS-NONE"
    with pytest.raises(Refused, match="type a sentence first"):
        picture_export.save_numbers(tmp_path / "a.npz", state, None)
    assert files_in(tmp_path) == {}


# ---------------------------------------------------------------- the clipboard


def test_the_picture_and_the_table_are_on_the_clipboard(
    qapp: QApplication, view: Attention, context: Context, state: State, trace: Trace
) -> None:
    picture_export.copy_picture(picture_export.of_view(view), context, 2.0)
    copied = qapp.clipboard().image()
    assert (copied.width(), copied.height()) == (1600, 1000)
    rows = [line.split("\t") for line in picture_export.table_text(state, trace).rstrip("\n").split("\n")]
    assert rows[0] == ["", "the", "white", "house", "<s>", "&", "co", "ñ", "</s>"]
    assert rows[2][0] == "la ▸ casa"
    assert np.array_equal(np.array(rows[1:])[:, 1:].astype(float), trace.map("cross", 1, 2).astype(float))
    qapp.clipboard().clear()


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize("name", ["a.png", "a.svg", "a.pdf", "a.npz", "a.csv", "a.json"])
@pytest.mark.parametrize("short", [False, True], ids=["nothing", "half of it"])
def test_a_full_disk_at_any_moment_leaves_the_old_file(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    state: State,
    trace: Trace,
    name: str,
    short: bool,
) -> None:
    target = tmp_path / "out" / name
    target.parent.mkdir()
    target.write_bytes(b"old")
    faults = 0
    for at in range(30):
        with failing(monkeypatch, at, errno.ENOSPC, short) as counter:
            try:
                if target.suffix in picture_export.PICTURES:
                    picture_export.save_picture(target, square(300, 200))
                else:
                    picture_export.save_numbers(target, state, trace)
            except Refused as error:
                faults += 1
                assert error.code == "E-SAVE-FULL"
                assert f"{name} could not be saved: the disk is full" in error.message
                assert "The existing file is unchanged. Free some space, or save it elsewhere." in error.message
                assert files_in(target.parent) == {name: b"old"}
                continue
        if not counter.failed:
            break
    assert faults == 5
    assert list(files_in(target.parent)) == [name]
    assert target.read_bytes() != b"old"
