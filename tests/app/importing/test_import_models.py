"""Models of other programs in a real window: recognised, asked about, converted in a child process, opened; and every
way in which that fails or is given up."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton
from safetensors.numpy import load_file, save_file

from model_core.errors import Refused
from tests.app.files.test_open_save import dropped, of_urls
from tests.support.faults import closed
from tests.support.harness import settled
from viz_app.document.store import Store
from viz_app.files.dialogs import FailureDialog
from viz_app.files.file_kinds import ForeignModel, look_at
from viz_app.importing.controller import ImportController, problem_words
from viz_app.importing.import_dialog import ImportDialog
from viz_app.importing.probe import Probe
from viz_app.system import language, recent_files
from viz_app.system.job_events import ProofEvent, ProofSummary
from viz_app.system.own_models import free_folder, models_folder, plain_name, why_not_there
from viz_app.system.refused_files import NotOpened, import_line
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared")

CHILD = 60_000
"""Milliseconds that a child may take on a busy machine."""
LAYOUTS = Path(__file__).parents[2] / "fixtures" / "layouts"
RED = "the red fox"


@pytest.fixture
def importer(window: Window) -> ImportController:
    return window.file_actions.importer


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A tutorial's checkpoint whose number of heads stands in the file."""
    return copied(tmp_path, "shared_head_projection")


def copied(folder: Path, name: str, change: Callable[[dict[str, np.ndarray]], object] | None = None) -> Path:
    """A checkpoint of tests/fixtures/layouts, changed or as it is."""
    tensors = load_file(LAYOUTS / f"{name}.safetensors")
    if change is not None:
        change(tensors)
    path = folder / f"{name}.safetensors"
    save_file(tensors, path)
    return path


def asked(window: Window, qtbot, path: Path) -> ImportDialog:
    """The page about a file."""
    assert window.file_actions.open_path(path)
    importer = window.file_actions.importer
    qtbot.waitUntil(lambda: importer.job.child is None, timeout=CHILD)
    assert isinstance(importer.page, ImportDialog), [page.words[0].text() for page in refusals(window)]
    return importer.page


def refusals(window: Window) -> list[FailureDialog]:
    return [sheet for sheet in window.findChildren(FailureDialog) if sheet.isVisible()]


def refused(window: Window, qtbot, path: Path) -> FailureDialog:
    """The page about a file that was not opened."""
    window.file_actions.open_path(path)
    qtbot.waitUntil(lambda: bool(refusals(window)), timeout=CHILD)
    (page,) = refusals(window)
    return page


def is_gone(pid: int) -> bool:
    """Whether no process of this id runs any more."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def kept() -> list[str]:
    """What lies where models are kept."""
    return sorted(os.listdir(models_folder())) if models_folder().is_dir() else []


# ---------------------------------------------------------------- all goes well


def test_a_dropped_checkpoint_is_named_converted_proved_and_opened(
    window: Window, store: Store, importer: ImportController, qtbot, shared: Path
) -> None:
    assert dropped(window, of_urls(shared))
    assert "Reading shared_head_projection.safetensors" in window.file_actions.line.text()
    qtbot.waitUntil(lambda: importer.page is not None, timeout=CHILD)
    page = importer.page
    assert isinstance(page, ImportDialog)
    words = [label.text() for label in page.facts]
    assert "has the layout shared-head-projection" in words[0]
    assert "it has encoder.layers.0.attention.values.weight" in words[0]
    assert "2+2 layers · width 32" in words[1] and "62,040 parameters" in words[1]
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in page.facts)
    assert page.heads is None and page.does.isEnabled()
    assert page.folder.path() == models_folder() / "shared_head_projection"
    page.does.click()
    assert store.state.run.source == (RED,)  # the old one stays until the new one is there
    qtbot.waitUntil(lambda: importer.job.child is None, timeout=CHILD)
    folder = models_folder() / "shared_head_projection"
    assert kept() == ["shared_head_projection"]
    assert json.loads((folder / "spec.json").read_text())["spec"]["attention_scale"] == "model"
    assert store.state.run.model == str(folder)
    assert all(word.isdigit() for word in store.state.run.source[0].split())
    news = window.notice.text.text()
    assert "layout shared-head-projection" in news and "proofs passed" in news and "worst difference" in news
    assert window.notice.isVisible() and not window.file_actions.line.isVisible()
    assert recent_files.recent()[0] == folder
    store.run(source=("3 1 4",))
    assert window.notice.text.text() == news, "another text is read by the same model"
    store.undo()
    store.undo()
    assert (store.state.run.model, store.state.run.source) == ("", (RED,))
    assert not window.notice.isVisible(), "the news are of another model than the present one"


@pytest.mark.usefixtures("quick_proofs")
def test_the_number_of_heads_is_requested_if_no_tensor_gives_it(
    window: Window, store: Store, importer: ImportController, qtbot, tmp_path: Path
) -> None:
    page = asked(window, qtbot, copied(tmp_path, "scalar_norm_base_1000"))
    assert page.heads is not None
    assert [page.heads.itemData(place) for place in range(page.heads.count())] == [1, 2, 4, 8, 16, 32]
    assert not page.does.isEnabled()
    assert "Choose the number of heads" in page.says.text()
    page.heads.setCurrentIndex(page.heads.findData(4))
    assert page.does.isEnabled()
    page.folder.show_path(tmp_path / "mine")
    page.ids["unk"].setValue(5)
    page.does.click()
    window.text.source.box.setFocus()
    store.run(source=("the old red fox",))  # the window goes on meanwhile
    assert importer.job.child is not None
    qtbot.waitUntil(lambda: importer.job.child is None, timeout=CHILD)
    spec = json.loads((tmp_path / "mine" / "spec.json").read_text())["spec"]
    assert (spec["heads"], spec["norm"], spec["position_base"], spec["unk_id"]) == (4, "scalar", 1000.0, 5)
    assert store.state.run.model == str(tmp_path / "mine")
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".headscope")] == []


def test_a_folder_of_hugging_face_is_one_model_whichever_file_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "opus"
    folder.mkdir()
    save_file({"a": np.zeros(2, np.float32)}, folder / "model.safetensors")
    assert look_at(folder / "model.safetensors") == ForeignModel(folder / "model.safetensors")
    (folder / "config.json").write_text("{}")
    for name in ("", "config.json", "model.safetensors"):
        assert look_at(folder / name) == ForeignModel(folder)


@pytest.mark.usefixtures("quick_proofs")
def test_a_folder_of_hugging_face_is_converted_with_what_its_config_says(
    window: Window, store: Store, importer: ImportController, qtbot, tmp_path: Path
) -> None:
    from tests.made.marian import CONFIG, marian_state

    folder = tmp_path / "opus"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CONFIG))
    save_file({name: one.numpy() for name, one in marian_state(1).items()}, folder / "model.safetensors")
    page = asked(window, qtbot, folder / "config.json")
    assert "opus has the layout marian" in page.facts[0].text()
    assert page.heads is None  # config.json says it
    assert {name: spin.value() for name, spin in page.ids.items()} == {"pad": 29, "bos": 29, "eos": 0, "unk": 1}
    page.does.click()
    qtbot.waitUntil(lambda: importer.job.child is None, timeout=CHILD)
    spec = json.loads((models_folder() / "opus" / "spec.json").read_text())["spec"]
    assert (spec["heads"], spec["pad_id"], spec["bos_id"], spec["activation"]) == (2, 29, 29, "silu")
    assert store.state.run.model == str(models_folder() / "opus")
    assert "layout marian" in window.notice.text.text()


@pytest.mark.parametrize("length", [0x80, 0x280, 0x380])
def test_a_header_whose_length_begins_as_a_pickle_does_is_no_pickle(tmp_path: Path, length: int) -> None:
    from model_core.importers.sources import is_pickle

    header = json.dumps({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode().ljust(length)
    path = tmp_path / "a.safetensors"
    path.write_bytes(length.to_bytes(8, "little") + header + bytes(4))
    assert look_at(path) == ForeignModel(path)
    assert not is_pickle(path)


# ---------------------------------------------------------------- it fails


def test_a_missing_tensor_is_named_and_everything_stays(
    window: Window, store: Store, importer: ImportController, qtbot, tmp_path: Path
) -> None:
    lost = "decoder.layers.1.norm.weight"
    path = copied(tmp_path, "shared_head_projection", lambda tensors: tensors.pop(lost))
    before = store.state, store.trace, store.history()
    page = asked(window, qtbot, path)
    page.does.click()
    qtbot.waitUntil(lambda: bool(refusals(window)), timeout=CHILD)
    (refusal,) = refusals(window)
    words = [label.text() for label in refusal.words]
    assert lost in words[0] and "lacks 1 " in words[0]
    assert "unchanged" in words[1]
    assert "state_dict()" in words[2] and words[3] == "E-IMPORT-MISSING"
    assert (store.state, store.trace, store.history()) == before
    assert kept() == [] and not window.file_actions.line.isVisible()


def test_an_unknown_layout_names_the_nearest_one(window: Window, qtbot, tmp_path: Path) -> None:
    path = tmp_path / "mine.safetensors"
    save_file({"encoder.stack.weight": np.zeros((2, 2), np.float32)}, path)
    text = refused(window, qtbot, path).words
    assert "matches no known layout" in text[0].text() and "encoder.stack.weight" in text[0].text()
    assert "recording" in text[2].text()


def test_a_file_that_is_cut_off_is_explained(window: Window, qtbot, shared: Path) -> None:
    shared.write_bytes(shared.read_bytes()[:-100])
    text = refused(window, qtbot, shared).words
    assert "bytes, but its header describes" in text[0].text()
    assert "incomplete or damaged" in text[2].text()


def test_pickles_are_refused_with_the_line_that_converts_them(window: Window, qtbot, tmp_path: Path) -> None:
    path = tmp_path / "my model's.pt"
    path.write_bytes(b"\x80\x02}q\x00.")
    page = refused(window, qtbot, path)
    words = shlex.split(page.command)
    assert words[:2] == [sys.executable, str(Path(__file__).parents[3] / "main.py")]
    assert words[2:] == ["import", str(path), "--out", str(tmp_path / "my model's-headscope")]
    assert page.findChild(QPlainTextEdit).toPlainText() == page.command
    copy = next(one for one in page.findChildren(QPushButton) if one.text() == "Copy the line")
    copy.click()
    assert QApplication.clipboard().text() == page.command
    assert window.file_actions.importer.job.child is None  # nothing was started


def test_a_folder_with_pickled_weights_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "pytorch_model.bin").write_bytes(b"PK\x03\x04")
    with pytest.raises(NotOpened, match=r"stores its weights as pytorch_model\.bin") as caught:
        look_at(tmp_path)
    assert caught.value.command == import_line(tmp_path)
    assert caught.value.code == "E-FILE-PICKLE"


def test_a_failed_proof_is_no_model() -> None:
    proofs = ProofSummary.from_proofs((
        ProofEvent("saved folder", "logits of the reopened folder", 0.0, 0.0, True),
        ProofEvent("causality", "later target tokens change nothing earlier", 1.3, 1e-6, False),
        ProofEvent("cached decoding", "every step with the cache", 2.1e-06, 1e-5, True),
        ProofEvent("logits", "of other numbers", None, 1e-5, False, "torch"),
    ))  # fmt: skip
    assert (proofs.count, proofs.failed, proofs.worst) == (4, ("causality", "logits"), 2.1e-06)
    assert "2 of 4 proofs FAILED (causality, logits)" in proofs.words()
    words = ProofSummary(3, (), 2.1e-06).words()
    assert "3 proofs passed" in words and "2.1e-06" in words


def test_a_full_disk_leads_to_another_folder_and_not_to_a_terminal(tmp_path: Path) -> None:
    full = Refused("E-SAVE-FULL", "model.safetensors could not be written: the disk is full. Free some space.")
    told = problem_words(full, tmp_path / "a.safetensors")
    assert (told.advice, told.command) == ("Choose another folder to save to.", "")


def test_a_refusal_names_the_chosen_folder_and_not_the_one_it_is_made_in(
    importer: ImportController, qtbot, tmp_path: Path
) -> None:
    told: list[Refused | None] = []
    order = _Obstructed(tmp_path / "models" / "fox")
    importer.make(order, "Making fox", lambda outcome, _made: told.append(outcome.refusal))
    qtbot.waitUntil(lambda: bool(told), timeout=CHILD)
    assert told[0] is not None and told[0].message.startswith(f"{order.out} already exists")


@dataclass(frozen=True)
class _Obstructed:
    """A model whose place is taken as soon as its making begins."""

    out: Path

    def arguments(self, out: Path) -> list[str]:
        out.mkdir()
        (out / "spec.json").touch()
        return ["new", "--out", str(out)]


def test_weights_without_their_configuration_ask_for_the_folder(window: Window, qtbot, tmp_path: Path) -> None:
    """And not for a terminal, which has no more to say."""
    names = ("encoder.layers.0.self_attn.q_proj", "decoder.layers.0.encoder_attn.q_proj")
    path = tmp_path / "weights.safetensors"
    save_file({f"model.{name}.weight": np.zeros((2, 2), np.float32) for name in names}, path)
    page = refused(window, qtbot, path)
    assert "they are in its config.json" in page.words[0].text() and page.command == ""
    assert "Open the whole folder" in page.words[2].text()


def test_what_is_not_foreseen_points_to_the_terminal(tmp_path: Path) -> None:
    told = problem_words(Refused("E-SOMETHING", "a wheel came off"), tmp_path / "a.safetensors")
    assert (told.happened, told.command) == ("A wheel came off.", import_line(tmp_path / "a.safetensors"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("transformer.h.0.attn.c_attn.weight", "a decoder alone"),
        ("bert.encoder.layer.0.attention.self.query.weight", "an encoder alone"),
    ],
)
def test_a_model_of_one_stack_is_shown_the_way_to_a_recording(
    window: Window, qtbot, tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / "config.json").write_text("{}")
    save_file({name: np.zeros((2, 2), np.float32)}, tmp_path / "model.safetensors")
    text = refused(window, qtbot, tmp_path).words
    assert text[0].text().startswith("model.safetensors is ")
    assert words in text[0].text() and "needs an encoder and a decoder" in text[0].text()
    assert "save_recording(out.attentions, tokens)" in text[2].text() and text[3].text() == "E-IMPORT-STACK"


# ---------------------------------------------------------------- it is given up


def test_cancel_ends_the_child_and_leaves_nothing(
    window: Window, store: Store, importer: ImportController, qtbot, shared: Path
) -> None:
    page = asked(window, qtbot, shared)
    page.does.click()
    work = importer.job.child
    assert work is not None and window.file_actions.line.isVisible()
    assert any(name.startswith(".") for name in kept())
    window.file_actions.line.cancel.click()
    assert importer.job.child is None and not window.file_actions.line.isVisible()
    qtbot.waitUntil(lambda: is_gone(work.process.pid), timeout=CHILD)
    qtbot.waitUntil(lambda: kept() == [], timeout=CHILD)
    assert store.state.run.model == "" and refusals(window) == []
    line = "Converting shared_head_projection.safetensors: cancelled, nothing was kept."
    assert window.status._said == line, "it is told, not only ended"


def test_what_is_opened_meanwhile_ends_no_conversion(
    window: Window, importer: ImportController, qtbot, shared: Path
) -> None:
    asked(window, qtbot, shared).does.click()
    work = importer.job.child
    for ask in (lambda: window.file_actions.open_path(shared), window.file_actions.new_model):
        ask()
        (page,) = refusals(window)
        assert "still under way: Converting shared_head_projection.safetensors" in page.words[0].text()
        page.close()
    assert importer.job.child is work
    window.file_actions.line.cancel.click()
    window.file_actions.new_model()
    assert importer.page is not None and refusals(window) == []


def test_a_child_that_the_system_ends_is_explained(
    window: Window, importer: ImportController, qtbot, shared: Path
) -> None:
    page = asked(window, qtbot, shared)
    page.does.click()
    assert importer.job.child is not None
    os.kill(importer.job.child.process.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: bool(refusals(window)), timeout=CHILD)
    assert "ended by signal 9" in refusals(window)[0].words[0].text()
    assert kept() == []


def test_a_closed_window_ends_the_child(window: Window, importer: ImportController, qtbot, shared: Path) -> None:
    page = asked(window, qtbot, shared)
    page.does.click()
    assert importer.job.child is not None
    pid = importer.job.child.process.pid
    window.close()
    assert is_gone(pid)
    assert kept() == []


# ---------------------------------------------------------------- the page, without a child

OWN = Probe(
    "torch.nn.Transformer", "torch.nn.Transformer inside a custom module", "it has a.in_proj_weight",
    tables=("a.weight", "b.weight", "c.weight"), possible=(1, 2),
    variant=(("norm_place", "post"), ("activation", "relu"), ("scale_embedding", True)),
)  # fmt: skip


def test_what_no_tensor_says_becomes_options_of_the_word(qtbot, tmp_path: Path) -> None:
    page = ImportDialog(tmp_path / "a.safetensors", OWN)
    qtbot.addWidget(page)
    assert "heads" in page.complaint()
    page.heads.setCurrentIndex(1)
    assert "tables" in page.complaint() and "heads" not in page.complaint()
    for box, name in zip(page.tables.values(), OWN.tables, strict=True):
        box.setCurrentIndex(box.findData(name))
    page.variant["norm_place"].setCurrentIndex(1)
    page.variant["scale_embedding"].setCurrentIndex(1)
    assert page.complaint() == "" and page.does.isEnabled()
    assert page.order().arguments(tmp_path / "out") == [
        "import", str(tmp_path / "a.safetensors"), "--layout", "torch.nn.Transformer", "--out", str(tmp_path / "out"),
        "--heads", "2", "--set", 'norm_place="pre"', "--set", 'activation="relu"', "--set", "scale_embedding=false",
        "--tensor", "source=a.weight", "--tensor", "target=b.weight", "--tensor", "output=c.weight",
    ]  # fmt: skip


NOTES = (
    "src_pos.pe is the sinusoidal table of base 1,000, interleaved: computed, not stored",
    "norms are after each sub-layer: the stacks have no final norm; one scale for all units",
    "the original ends with a log-softmax: its output is log_softmax of these logits",
)


def test_the_page_is_as_high_as_what_it_asks(qtbot) -> None:
    found = replace(OWN, tables=(), ids=(("pad", 0), ("bos", 1), ("eos", 2), ("unk", 3)), entries=20, notes=NOTES)
    page = ImportDialog(Path("a.safetensors"), found)
    qtbot.addWidget(page)
    page.show()
    settled()
    content = page.middle.column.heightForWidth(page.middle.inside.width())
    assert content <= page.middle.viewport().height() <= content + 40


@pytest.mark.parametrize("renamed", [False, True])
def test_a_module_around_torchs_own_transformer_says_little_of_itself(tmp_path: Path, renamed: bool) -> None:
    from safetensors.torch import save_file as save_tensors

    from tests.made import tutorials
    from viz_app.importing.probe import probe

    state = tutorials.Translator().state_dict()
    names = {"src_tok_emb": "a", "tgt_tok_emb": "b"} if renamed else {}
    for theirs, other in names.items():
        state = {name.replace(theirs, other): one for name, one in state.items()}
    path = tmp_path / "own.safetensors"
    save_tensors({name: one.contiguous().clone() for name, one in state.items()}, path)
    found = probe(path)
    assert found.layout == "torch.nn.Transformer" and found.heads == 0
    assert found.possible == (1, 2, 3, 4, 6, 8, 12, 24)
    assert dict(found.variant) == {"norm_place": "post", "activation": "relu", "scale_embedding": True}
    assert dict(found.ids) == {"pad": 0, "bos": 1, "eos": 2, "unk": 3} and found.entries == 21
    assert found.tables == (("a.weight", "b.weight", "generator.weight") if renamed else ())
    assert bool(found.sizes) != renamed and "head" not in found.sizes


def test_the_number_of_heads_in_a_file_is_shown(tmp_path: Path) -> None:
    from viz_app.importing.probe import probe

    found = probe(LAYOUTS / "shared_head_projection.safetensors")
    assert found.heads == 4 and "4 heads" in found.sizes


def test_the_page_is_in_the_window_s_language_and_mentions_no_command_line(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from torch.nn import Transformer

    from viz_app.importing.probe import probe

    module, path = Transformer(8, 2, 1, 1, 8, batch_first=True), tmp_path / "a.safetensors"
    state = {f"t.{name}": one.numpy() for name, one in module.state_dict().items()}
    save_file(state | {f"{name}.weight": np.ones((9, 8), np.float32) for name in ("src", "tgt", "out")}, path)
    page = ImportDialog(path, probe(path))
    qtbot.addWidget(page)
    said = [one.text() for one in page.facts]
    assert "No positional table: sinusoids of base 10,000 are assumed." in said and "--" not in "".join(said)
    monkeypatch.setenv(language.VARIABLE, "es")
    language.choose("es")
    title = probe(path).title
    language.choose("en")
    assert title == "torch.nn.Transformer dentro de un módulo propio"


def test_an_unreadable_folder_is_not_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = closed(tmp_path / "closed", monkeypatch) / "inside" / "model"
    assert why_not_there(folder) == "", "why it cannot be written is told where it is tried"
    assert free_folder(folder.parent, "model") == folder


def test_a_probe_arrives_as_a_result_and_nothing_else_is_accepted() -> None:
    probe = Probe("a", "b", "c", "d", ("e",), 0, (1, 2), ("f",), (("g", True),), (("pad", 0),), 7)
    assert Probe.from_json(json.loads(json.dumps(asdict(probe)))) == probe
    for wrong in (None, {}, [1], {"layout": "a"}):
        with pytest.raises(Refused):
            Probe.from_json(wrong)


def test_a_folder_of_hugging_faces_cache_is_offered_under_its_models_name(window: Window, tmp_path: Path) -> None:
    folder = tmp_path / "models--Helsinki-NLP--opus-mt-en-es" / "snapshots" / ("5d" * 20)
    folder.mkdir(parents=True)
    page = ImportDialog(folder, Probe("marian", "Marian", "it says so"), window)
    assert page.folder.path().name == "opus-mt-en-es" and page.facts[0].text().startswith("opus-mt-en-es has")
    assert import_line(folder).endswith("opus-mt-en-es-headscope")


def test_folders_are_named_so_that_any_system_takes_them(tmp_path: Path) -> None:
    assert plain_name(' a/b:c*"d". ') == "a-b-c--d"
    assert plain_name("...") == ""
    assert plain_name("\u2068שלום\u2069 pruned") == "שלום pruned"
    (tmp_path / "model").mkdir()
    assert free_folder(tmp_path, "model") == tmp_path / "model"  # it is empty
    (tmp_path / "model" / "x").touch()
    assert free_folder(tmp_path, "model") == tmp_path / "model 2"
    assert "already exists" in why_not_there(tmp_path / "model")
    assert why_not_there(tmp_path / "other") == ""
    assert why_not_there(Path("other")) == "Enter the full path of the folder."
