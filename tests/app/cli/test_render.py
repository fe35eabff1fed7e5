"""Pictures without a display: by the window's own code, whole or not at all, refused before anything is computed."""

from __future__ import annotations

import csv
import json
import os
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from model_core.checkpoints.random_models import new_folder
from model_core.engine import opened
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.io.resources import bundled
from model_core.record.edits import Decoding, Edits, HeadPlace, MaskEdits, PositionEdits, Swap, TokenPlace
from model_core.record.run_spec import RunSpec
from tests.made.surveys import made_findings, write_survey
from tests.support.fake_engine import FakeEngine
from tests.support.harness import colours_of
from tests.support.pdf_text import pdf_texts, pdf_title
from tests.support.program import Run, refused
from viz_app import cli
from viz_app.cli import complaints, program
from viz_app.cli import render as renders
from viz_app.cli.program import NO_DISPLAY, first_state
from viz_app.cli.program import LaunchOptions as Asked
from viz_app.data.edit_list import differences
from viz_app.document.state import Layout, Look, State
from viz_app.files import picture_export
from viz_app.system import qt_libraries
from viz_app.system.settings import Settings
from viz_app.views import VIEWS, view_class
from viz_app.widgets import theme as themes

pytestmark = pytest.mark.usefixtures("qapp")

RUN = RunSpec(source=("the white house",))
ROOT = Path(__file__).resolve().parents[3]


def draw(out: Path, view: str = "window", run: RunSpec = RUN, **wishes: object) -> QImage:
    assert renders.render(view, run, out, engine=FakeEngine(), **{"size": (1000, 640), **wishes}) == out
    image = QImage(str(out))
    assert not image.isNull()
    return image


def colours(image: QImage) -> set[str]:
    return {QColor(colour).name() for colour in colours_of(image, 3)}


def test_the_window_is_drawn_in_its_size_with_a_picture_in_it(tmp_path: Path) -> None:
    image = draw(tmp_path / "window.png")
    assert (image.width(), image.height()) == (1000, 640)
    found = colours(image)
    assert themes.LIGHT.background.lower() in found and themes.LIGHT.target.lower() in found
    assert len(found) > 50
    assert [path.name for path in tmp_path.glob("*.png")] == ["window.png"]


class Slow(QWidget):
    """A red square that comes to its place in as many turns of the event loop."""

    def __init__(self, turns: int) -> None:
        super().__init__()
        self.square, self.turns = QWidget(self), turns
        self.square.setStyleSheet("background: red")
        self.square.setGeometry(turns * 20, 0, 20, 20)
        QTimer.singleShot(0, self, self.go_on)

    def go_on(self) -> None:
        self.turns -= 1
        self.square.move(self.turns * 20, 0)
        if self.turns:
            QTimer.singleShot(0, self, self.go_on)


def test_a_picture_waits_until_all_parts_have_their_places(qtbot: QtBot) -> None:
    """In Spanish the chips of the target found theirs in the last of four turns: a curve ended below them."""
    slow = Slow(9)
    qtbot.addWidget(slow)
    image = renders.picture(slow, (200, 40))
    assert slow.square.x() == 0 and image.pixelColor(10, 10) == QColor("red")


def test_a_theme_is_put_on_and_taken_off_again(tmp_path: Path) -> None:
    dark = draw(tmp_path / "dark.png", theme="dark", text_scale=1.5)
    assert themes.DARK.background.lower() in colours(dark)
    assert themes.LIGHT.background.lower() not in colours(dark)
    assert (themes.current(), themes.text_scale()) == (themes.LIGHT, 1.0)


def test_nothing_is_drawn_when_the_theme_is_taken_off_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that was closed has no curves any more."""
    told: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: told.append(error))
    draw(tmp_path / "picture.png", state=State(run=RUN, desk=Layout(theme="dark", views=("train",))))
    assert not told


def test_a_view_is_drawn_alone_and_a_look_changes_it(tmp_path: Path) -> None:
    cross = draw(tmp_path / "a.png", "attention")
    decoder = draw(tmp_path / "b.png", "attention", look={"kind": "decoder"})
    pinned = draw(tmp_path / "c.png", "attention", look={"query": 1, "key": 1})
    assert len({image.bits().tobytes() for image in (cross, decoder, pinned)}) == 3
    assert QColor(themes.LIGHT.panel).name() not in (cross.pixelColor(5, 5).name(), decoder.pixelColor(5, 5).name())


def test_a_device_scale_gives_more_pixels(tmp_path: Path) -> None:
    image = draw(tmp_path / "fine.png", ratio=2.0, size=(500, 400))
    assert (image.width(), image.height()) == (1000, 800)


@pytest.mark.parametrize("view", ["window", *VIEWS])
@pytest.mark.share(2)
def test_svg_and_pdf_have_their_words_as_text_and_every_format_says_what_it_shows(tmp_path: Path, view: str) -> None:
    paths = [tmp_path / f"a.{ending}" for ending in ("png", "svg", "pdf")]
    for path in paths:
        assert renders.render(view, RUN, path, engine=FakeEngine(), size=(1000, 640), look={"layer": 1}) == path
    png, svg, pdf = (path.read_bytes() for path in paths)
    fields = QImage.fromData(png)
    assert (fields.text("Source text"), fields.text("Layer")) == ("the white house", "2")
    root = ElementTree.fromstring(svg)
    name = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{name}title").text == pdf_title(pdf) == fields.text("Title")
    words = ["".join(one.itertext()).strip() for one in root.iter(f"{name}text")]
    heading = "Cross-attention · layer 2 · head 1"
    for texts in (words, pdf_texts(pdf)):
        few = view != "window" and {view_class(view).title, view_class(view).sentence} <= set(texts)
        assert few or len([text for text in texts if text]) >= 10
        assert view not in ("window", "attention") or (heading in texts and "house" in texts)


@pytest.mark.parametrize("ratio", [0.5, 4.0])
def test_a_map_alone_takes_every_scale_that_a_view_takes(ratio: float, tmp_path: Path) -> None:
    draw(tmp_path / "map.png", view="attention", alone=True, ratio=ratio)
    draw(tmp_path / "one.png", view="attention", alone=True, ratio=1.0)
    wide, one = (QImage(str(tmp_path / name)).width() for name in ("map.png", "one.png"))
    assert wide == pytest.approx(one * ratio, abs=1)


def test_a_given_target_is_drawn(tmp_path: Path) -> None:
    draw(tmp_path / "forced.png", run=RUN.with_(target=("la casa",)))


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"view": "nowhere"}, "E-RENDER-VIEW"),
        ({"theme": "pink"}, "E-RENDER-THEME"),
        ({"size": (10, 640)}, "E-RENDER-SIZE"),
        ({"size": (1000, 100_000)}, "E-RENDER-SIZE"),
        ({"ratio": 9.0}, "E-RENDER-SCALE"),
        ({"text_scale": 0.2}, "E-RENDER-TEXT"),
    ],
)
def test_an_impossible_request_is_refused_before_anything_is_computed(tmp_path, wishes, code: str) -> None:
    engine = FakeEngine()
    wishes = {"view": "window", **wishes}
    with pytest.raises(Refused) as refused:
        renders.render(wishes.pop("view"), RUN, tmp_path / "x.png", engine=engine, **wishes)
    assert refused.value.code == code
    assert engine.begun == []


def test_a_refused_run_is_refused_in_the_engines_words_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="not this text"):
        draw(tmp_path / "x.png", run=RunSpec(source=("refuse",)))
    assert list(tmp_path.glob("*.png")) == []


def test_an_old_picture_stays_where_the_new_one_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(Refused):
        draw(tmp_path / "missing folder" / "x.png")
    old = tmp_path / "old.png"
    old.mkdir()
    with pytest.raises(Refused):
        draw(old)
    assert old.is_dir()


# ---------------------------------------------------------------- what the start decides


def test_the_first_text_is_the_requested_one_or_the_last_one_or_an_example() -> None:
    from tests.made.traces import made_model

    models = (made_model(),)
    assert first_state(Settings(), Asked(), models).run.source == ("the white house",)
    assert first_state(Settings(source="kept\ntext"), Asked(), models).run.source == ("kept", "text")
    assert first_state(Settings(source=" "), Asked(), models).run.source == ("the white house",)
    assert first_state(Settings(source="kept"), Asked(source="asked"), models).run.source == ("asked",)
    by_name = first_state(Settings(source="kept"), Asked(model="english-spanish"), models).run
    assert (by_name.model, by_name.source) == ("", ("kept",))
    other = first_state(Settings(source="kept"), Asked(model="reverse"), models).run
    assert (other.model, other.source) == ("reverse", ("",))
    desk = first_state(Settings(theme="dark", text_scale=1.5), Asked(theme="light"), models).desk
    assert (desk.theme, desk.text_scale) == ("light", 1.5)


def test_a_model_of_plain_ids_begins_with_some_of_its_own(tmp_path: Path) -> None:
    small = {"d_model": 8, "heads": 2, "encoder_layers": 1, "decoder_layers": 1, "d_ff": 8}
    new_folder(tmp_path / "mine", small)
    state = first_state(Settings(source="the red fox"), Asked(model=str(tmp_path / "mine")), ())
    (text,) = state.run.source
    assert len(text.split()) == 5 and all(4 <= int(word) < 100 for word in text.split())
    assert first_state(Settings(), Asked(model=str(tmp_path / "mine"), source="7 8"), ()).run.source == ("7 8",)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can lack a display")
@pytest.mark.parametrize("display", ["", ":987"])
def test_without_a_display_one_line_says_what_to_do_instead(tmp_path: Path, display: str) -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env.pop("QT_QPA_PLATFORM", None)
    env |= {"DISPLAY": display} if display else {}
    program = "import sys; from viz_app.cli.program import run_gui; sys.exit(run_gui())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display)
        lacking = qt_libraries.lacking_for_windows()
    expected = f"headscope: {complaints.advice(lacking)}" if lacking else NO_DISPLAY
    assert [line for line in done.stderr.splitlines() if line.startswith("headscope")] == [expected]
    assert "Traceback" not in done.stderr and "render" in NO_DISPLAY


LOST = ("libxcb-cursor.so.0", "libxcb-icccm.so.4")


def test_a_missing_library_is_not_a_missing_display(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """Qt falls back to no screen in both cases."""
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setattr(qt_libraries, "loads", lambda name: name not in LOST)
    monkeypatch.setattr(program.engine_process, "start_process", lambda: None)
    monkeypatch.setattr(program.engine_process, "end_process", lambda engine: None)
    monkeypatch.setattr(program.sys, "platform", "linux")
    assert program.run_gui() == 2
    said = capsys.readouterr().err
    assert "display" not in said and said.count("\n") == 1
    assert all(name in said for name in LOST) and "libxcb-cursor0 libxcb-icccm4;" in said


def test_a_library_without_which_qt_cannot_be_imported_is_named(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def import_qt(*_: object) -> None:
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("viz_app.cli.program.run_gui", import_qt)
    assert cli.main(["gui"]) == 2
    said = capsys.readouterr().err
    assert "libEGL.so.1" in said and "libegl1" in said and "internal error" not in said and said.count("\n") == 1


@pytest.mark.parametrize("name", complaints.REQUIRED)
def test_what_was_left_out_of_the_installation_is_named(name: str, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """As after `pip install --no-deps`, which is enough to save recordings."""

    def import_it(*_: object) -> None:
        raise ModuleNotFoundError(f"No module named '{name}.x'", name=f"{name}.x")

    monkeypatch.setattr("viz_app.cli.program.run_gui", import_it)
    assert cli.main(["gui"]) == 2
    said = capsys.readouterr().err
    assert f"{name} is not installed" in said and "internal error" not in said and said.count("\n") == 1


def test_the_command_line_starts_without_what_only_its_words_need() -> None:
    absent = "import sys; sys.modules.update(dict.fromkeys(sys.argv[1:]))"
    line = [sys.executable, "-c", f"{absent}; from viz_app.cli import main; main(['--help'])"]
    missing = [name for name in complaints.REQUIRED if name not in ("numpy", "safetensors")]
    told = subprocess.run([*line, *missing], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0 and "headscope" in told.stdout, told.stderr


# ---------------------------------------------------------------- every file says what run it is


PLAIN = RunSpec(source=("the white house is old",))
EDITED = PLAIN.with_(
    edits=Edits(
        masks=MaskEdits(future=False, hidden=(TokenPlace(1),)),
        positions=PositionEdits(order="shuffled", seed=7),
        heads_off=(HeadPlace("cross", 1, 2),),
        swaps=(Swap(2, 300),),
    )
)
RUNS = {
    "edited": (EDITED, ["peeking ahead", "masked", "off", "as token 3", "shuffled, seed 7"]),
    "sampled": (PLAIN.with_(decoding=Decoding("sample", 1.5, top_k=9, seed=5)), ["sampling · T 1.5", "seed 5"]),
    "beam": (PLAIN.with_(decoding=Decoding("beam", beams=3, length_penalty=0.5)), ["beam 3", "α 0.5"]),
    "forced": (PLAIN.with_(target=("la casa ñ",)), ["target given"]),
    "opened": (PLAIN.with_(opening="La"), ["begin with “La”"]),
    "chosen": (PLAIN.with_(prefix=(300, 301)), ["first 2 target tokens chosen by hand"]),
    "plain": (PLAIN, []),
}


@pytest.fixture(scope="module", autouse=True)
def read_once() -> Iterator[None]:
    """Every engine has models that were read once. What it remembers of its runs is its own."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("load_model", "folder_hash"):
            patch.setattr(opened, name, cache(getattr(opened, name)))
        yield


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def said_by(path: Path) -> tuple[str, str, str]:
    """The run in words, the State as JSON, and the line that draws it again, as a picture or a table says them."""
    data = path.read_bytes()
    if path.suffix == ".png":
        picture = QImage.fromData(data)
        return picture.text("Run"), picture.text("State"), picture.text("Remake")
    if path.suffix == ".svg":
        told = json.loads(ElementTree.fromstring(data).findtext("{http://www.w3.org/2000/svg}metadata") or "")
    elif path.suffix == ".csv":
        told = next(csv.DictReader(data.decode().splitlines()))
        return told["run"], told["state"], told["remake"]
    elif path.suffix == ".json":
        told = json.loads(data)["context"]
    else:
        told = json.loads(str(np.load(path)["context"]))["looked_at"]
    return told["run"], json.dumps(told["state"]), told["remake"]


def again(line: str, out: Path) -> None:
    """What a shell would make of the line, in this process, with the engine that drew before."""
    words = shlex.split(line)
    assert words[:2] == ["headscope", "render"]
    words[-1] = str(out)
    assert cli.main(words[1:]) == 0


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.share(2)
def test_a_picture_says_its_run_and_is_remade_from_itself(name: str, tmp_path: Path, engine: Engine) -> None:
    """One of another run than the plain one carries a line that says so."""
    run, words = RUNS[name]
    state = State(
        run=run,
        look=Look(kind="decoder", layer=1, head=3, step=1, query=1, key=0),
        options={"attention": {"grid": True}},
        desk=Layout(theme="dark", text_scale=1.25, writer="model" if run.target is None else "me"),
    )
    first = tmp_path / "first.png"
    renders.render("attention", run, first, engine=engine, state=state, size=(900, 600))
    told, values, line = said_by(first)
    assert told == "plain" if name == "plain" else all(word in told for word in words), told
    remade = State.from_changes(json.loads(values))
    assert remade.run == run and remade.look == state.look and remade.options == state.options
    again(line, tmp_path / "again.png")
    assert (tmp_path / "again.png").read_bytes() == first.read_bytes()
    renders.render("attention", run, tmp_path / "a.svg", engine=engine, state=state, size=(900, 600))
    assert said_by(tmp_path / "a.svg")[:2] == (told, json.dumps(json.loads(values)))
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    texts = "".join("".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text"))
    assert ("Not the plain run" in texts) == (name != "plain") and root.get("viewBox") == "0 0 900 600"
    image = QImage(str(first))
    bottom = {QColor(colour).name() for colour in colours_of(image.copy(16, 560, 484, 40))}
    assert (image.width(), image.height()) == (900, 600)
    assert (themes.DARK.ink.lower() in bottom) == (name != "plain")


@pytest.mark.parametrize("view", ["window", "heads"])
def test_a_picture_that_is_remade_has_no_measured_times(view: str, tmp_path: Path, engine: Engine) -> None:
    """They said how long it took to compute and to paint, which no other picture of the run can say again."""
    first = tmp_path / "first.png"
    renders.render(view, RUNS["opened"][0], first, engine=engine, size=(900, 600))
    again(said_by(first)[2], tmp_path / "again.png")
    assert (tmp_path / "again.png").read_bytes() == first.read_bytes()


def test_a_picture_includes_effects_computed_without_a_window(
    tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viz_app.views.model.weight_panel._AT_ONCE", 10)
    options = {"model": {"tensor": "weights:encoder.layers.0.self_attn.to_q.weight"}}
    state, out = State(run=RUNS["plain"][0], options=options), tmp_path / "a.svg"
    renders.render("model", state.run, out, engine=engine, state=state, size=(900, 700))
    assert "singular values" in out.read_text("utf-8")


@pytest.mark.parametrize(("view", "titles"), [("masks", ["Decoder self-attention", "Cross-attention"]),
                                               ("positions", ["Table", "Similarity"]), ("attention", [])])  # fmt: skip
def test_a_map_alone_has_its_titles_and_is_remade_from_itself(
    view: str, titles: list[str], tmp_path: Path, engine: Engine
) -> None:
    run = RunSpec(source=("the white house",))
    first, drawn = tmp_path / "first.png", tmp_path / "map.svg"
    for path in (first, drawn):
        renders.render(view, run, path, engine=engine, size=(900, 600), alone=True)
    texts = ["".join(one.itertext()) for one in ElementTree.parse(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert all(one in texts for one in titles) and "Reset" not in " ".join(texts)
    line = said_by(first)[2]
    assert "--map-only" in line and "--size 900x600" in line
    again(line, tmp_path / "again.png")
    assert (tmp_path / "again.png").read_bytes() == first.read_bytes()


@pytest.mark.parametrize("name", RUNS)
def test_numbers_say_their_run_and_are_remade_from_themselves(name: str, tmp_path: Path, engine: Engine) -> None:
    """Bit for bit by engines that have computed nothing before, as a command is; one that knows the text already
    guesses it and computes several rows at once, which rounds otherwise."""
    run, words = RUNS[name]
    state = State(run=run, look=Look(layer=1, head=1), desk=Layout(writer="model" if run.target is None else "me"))
    trace, again_trace = Engine().trace(run), None
    for ending in (".csv", ".json", ".npz"):
        path = tmp_path / f"numbers{ending}"
        picture_export.save_numbers(path, state, trace, "Attention")
        told, values, line = said_by(path)
        assert told == "plain" if name == "plain" else all(word in told for word in words), told
        assert shlex.split(line)[:4] == ["headscope", "render", "--view", "attention"]
        remade = State.from_changes(json.loads(values))
        assert again_trace is None or remade.run == again_trace.run
        again_trace = again_trace or Engine().trace(remade.run)
        picture_export.save_numbers(tmp_path / f"again{ending}", remade, again_trace, "Attention")
    for ending in (".csv", ".json"):
        assert (tmp_path / f"again{ending}").read_bytes() == (tmp_path / f"numbers{ending}").read_bytes()
    first, second = np.load(tmp_path / "numbers.npz"), np.load(tmp_path / "again.npz")
    names = set(first.files) - {"numbers.cache_difference"}  # is there where the engine looked for it
    assert len(names) > 100 and all(np.array_equal(first[one], second[one]) for one in names)
    for other in [engine.trace(run) for _ in range(2)]:
        assert other.sentences == trace.sentences
        assert all(np.allclose(other.arrays[one], trace.arrays[one], rtol=1e-4, atol=1e-4) for one in trace.arrays)


WISHES = (
    ["--source", "a"], ["--target", "a"], ["--seed", "3"], ["--edits", "{}"], ["--layer", "1"], ["--edits", ""],
    ["--seed", "0"], ["--top-k", "0"], ["--length-penalty", "0"], ["--early-stopping"], ["--decoding", "greedy"],
    ["--heads", "cross"], ["--survey", "a"], ["--kind", "cross"],
)  # fmt: skip
DAMAGED = ("[]", "1", '{"rum": {}}', '{"run": {"sauce": 1}}', '{"run": 5}', "{", '{"look": {"layer": -1}}')


@pytest.mark.parametrize("more", WISHES)
@pytest.mark.parametrize("state", ['{"run": {"source": ["a"]}}', '{"desk": {"theme": "dark"}}'])
def test_a_state_together_with_other_arguments_is_refused(more: list[str], state: str, tmp_path: Path, capsys) -> None:
    """The complaint claims nothing of a state that says nothing of it: one without a source had “its own”."""
    assert cli.main(["render", "--state", state, *more, "--out", str(tmp_path / "a.png")]) == 2
    said = capsys.readouterr().err
    assert "--state" in said and more[0] in said and "its own" not in said and not (tmp_path / "a.png").exists()


def test_a_state_is_drawn_in_the_theme_and_text_size_that_are_given(tmp_path: Path, monkeypatch) -> None:
    seen: list[State] = []
    monkeypatch.setattr(renders, "render", lambda *_, state, **__: seen.append(state) or tmp_path)
    words = ["render", "--view", "masks", "--state", '{"run": {"source": ["a"]}, "desk": {"theme": "light"}}']
    assert cli.main([*words, "--out", str(tmp_path / "a.png")]) == 0
    assert cli.main([*words, "--theme", "contrast", "--text-size", "150", "--out", str(tmp_path / "a.png")]) == 0
    assert [(one.desk.theme, one.desk.text_scale) for one in seen] == [("light", 1.0), ("high_contrast", 1.5)]


@pytest.mark.parametrize("state", DAMAGED)
def test_a_damaged_state_is_refused_in_one_line(state: str, tmp_path: Path, capsys) -> None:
    assert cli.main(["render", "--state", state, "--out", str(tmp_path / "a.png")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("headscope: ") and said.count("\n") == 1 and "internal error" not in said


def test_long_lists_of_edits_are_summarised_by_count() -> None:
    heads = tuple(HeadPlace("encoder", at // 8, at % 8) for at in range(40))
    assert differences(RUN.with_(edits=Edits(heads_off=heads))) == ("40 heads off",)


def test_a_picture_lists_the_requested_heads(run: Run, models: Path, tmp_path: Path) -> None:
    model, text = models / "pieces", ("--source", "the white house")
    asked = ("render", "--view", "heads", "--model", model, *text)
    code, _, _ = run(*asked, "--heads", "cross layer 2 entropy >= 0.1", "--out", tmp_path / "a.svg")
    assert code == 0 and "cross-attention, layer 2, entropy ≥ 0.1" in (tmp_path / "a.svg").read_text("utf-8")
    for wrong in ("previous", "sharpness >= 1", "layer 0", "", "cross previous >= 2e9"):
        answer = run(*asked, "--heads", wrong, "--out", tmp_path / "b.svg")
        refused(answer, "--heads")
    assert not (tmp_path / "b.svg").exists()


@pytest.mark.parametrize("alike", [False, True])
def test_a_picture_of_a_survey_is_signed_with_the_model_of_the_survey(alike: bool, run: Run, tmp_path: Path) -> None:
    folder = write_survey(tmp_path / "mine", made_findings(digest="a" * 64, name="another"))
    state = State(
        RunSpec("copy", ("3 1 4",), edits=Edits(heads_off=(HeadPlace("cross", 0, 1),))), Look(kind="cross", step=1),
        {"survey": {"folder": str(folder), "shown": "alike" if alike else "head"}}, Layout(views=("survey",)),
    )  # fmt: skip
    told = {}
    for view in ("survey", "window"):
        out = tmp_path / f"{view}.svg"
        asked = ("render", "--view", view, "--state", json.dumps(state.changes()), "--out", out)
        code, _, error = run(*asked)
        assert code == 0, error
        data = ElementTree.fromstring(out.read_bytes())
        told[view] = json.loads(data.findtext("{http://www.w3.org/2000/svg}metadata") or "")
    of_survey, of_window = told["survey"], told["window"]
    assert of_survey["model"] == {"name": "another", "sha256": "a" * 64} and of_survey["run"] == "plain"
    assert of_survey["step"] is None and of_survey["target"] == "" and "survey of" in of_survey["made"]
    assert len(of_survey["heads"]) == (12 if alike else 1)
    assert of_window["model"]["name"] == "Copy digits" and of_window["run"] != "plain"


@pytest.mark.parametrize(("option", "view"), [("--survey", "survey"), ("--training", "train")])
def test_a_survey_and_a_training_that_cannot_be_read_are_not_drawn(
    option: str, view: str, run: Run, tmp_path: Path
) -> None:
    asked = ["render", "--model", "copy", "--source", "3 1 4", "--view", view, "--out", str(tmp_path / "a.png")]
    (tmp_path / "empty").mkdir()
    for folder in ("nowhere", "empty"):
        refused(run(*asked, option, str(tmp_path / folder)), folder)
        state = {"run": {"model": "copy", "source": ["3 1 4"]}, "options": {view: {"folder": str(tmp_path / folder)}}}
        refused(run("render", "--view", view, "--state", json.dumps(state), "--out", tmp_path / "a.png"), folder)
        shown = {**state, "desk": {"views": ["attention", view]}}
        refused(run("render", "--state", json.dumps(shown), "--out", tmp_path / "a.png"), folder)
    assert not (tmp_path / "a.png").exists()
    code, _, err = run(*asked, option, "reverse")
    assert code == 0, err


@pytest.mark.parametrize("ending", [".png", ".svg", ".csv", ".json", ".npz"])
def test_exports_of_an_own_model_do_not_reveal_its_folder(
    ending: str, tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only its name; and the line draws it again in the folder that is named beside it."""
    home = tmp_path / "home of a teacher"
    shutil.copytree(bundled("tiny"), home / "my model")
    run, out = RunSpec(str(home / "my model"), source=("red ball",)), tmp_path / f"a{ending}"
    if ending in picture_export.PICTURES:
        renders.render("attention", run, out, engine=engine, size=(900, 600))
    else:
        picture_export.save_numbers(out, State(run=run), engine.trace(run), "Attention")
    said = repr(said_by(out)) if ending != ".npz" else str(np.load(out)["context"])
    assert "home of a teacher" not in said and b"home of a teacher" not in out.read_bytes()
    assert "the folder that holds my model" in (said if ending == ".npz" else out.read_bytes().decode("latin-1"))
    monkeypatch.chdir(home)
    again(said_by(out)[2], tmp_path / "again.png")
