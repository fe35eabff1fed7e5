"""Models without a tokenizer: ids are typed, which ones is said, and what is no id is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model_core.analysis.unwritten import HiddenParts
from model_core.record.run_spec import RunSpec
from tests.app.files.test_file_kinds import model_folder
from tests.made.traces import made_model, made_trace
from tests.support.harness import stored
from viz_app.document.id_text import PlainIds, plain_ids, switched, target_texts
from viz_app.document.state import Look, State
from viz_app.document.store import Store
from viz_app.text.panel import TextPanel
from viz_app.text.source import NO_TOKENIZER
from viz_app.views.compare.pin_offers import offers
from viz_app.window.model_menu import ModelChoice

IDS = PlainIds(20, 24, 0, 1, 2, 3)
FILE = {"format": "headscope-vocabulary", "version": 1, "kind": "ids", "source": 20, "target": 24}
FILE |= {"pad": 0, "bos": 1, "eos": 2, "unk": 3}


def id_model(folder: Path) -> str:
    """A model folder whose texts are ids."""
    (model_folder(folder) / "tokenizer.json").write_text(json.dumps(FILE))
    return str(folder)


@pytest.fixture
def panel(qtbot, tmp_path: Path) -> TextPanel:
    """The text band of such a model that has answered already."""
    run = RunSpec(model=id_model(tmp_path / "mine"), source=("4 9",))
    store = Store(State(run=run))
    store.accept(made_trace("4 9", "7 7", run=run))
    made = TextPanel(store)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_the_file_says_which_ids_there_are(tmp_path: Path) -> None:
    folder = id_model(tmp_path / "mine")
    assert plain_ids(folder) == IDS
    assert plain_ids("") is None and plain_ids(str(tmp_path / "gone")) is None
    path = Path(folder) / "tokenizer.json"
    for wrong in ({**FILE, "kind": "sentencepiece"}, {**FILE, "pad": -1}, {**FILE, "unk": True}, {}, [1], "x" * 5000):
        path.write_text(json.dumps(wrong))
        assert plain_ids(folder) is None, wrong
    path.write_text("{")
    assert plain_ids(folder) is None


def test_wrong_ids_are_named(tmp_path: Path) -> None:
    assert IDS.wrong("4 9 19 1") == ()
    assert IDS.wrong("4 20 fox 0 -1 4.5 ４ fox 99999999999") == ("20", "fox", "0", "-1", "4.5", "４", "99999999999")
    assert IDS.wrong("23", target=True) == ()
    assert IDS.complaint(["4 9"]) == ""
    words = "fox: not an id of this model (1 to 19), read as 3, unknown."
    assert IDS.complaint(["4 fox", "fox 9"]) == words
    assert IDS.complaint(["a b c d e f"]).startswith("a, b, c, d, e …: not ids of this model")


def test_the_engine_takes_the_same_words_for_ids() -> None:
    from model_core.tokenizers.foreign import IdVocabulary, Specials

    vocabulary = IdVocabulary(20, 24, Specials(0, 1, 2, 3))
    for word in ("4", "0", "19", "20", "fox", "-1", "٤", "007", "4.5", "99999999999"):
        taken = vocabulary.tokens(f"{word} 5")[0].kind != "unknown" or word == "3"
        assert taken == (not IDS.wrong(word)), word


def test_an_example_stands_for_text_alone() -> None:
    assert IDS.wrong(IDS.example()) == ()
    assert not {"0", "1", "2", "3"} & set(IDS.example().split())
    assert PlainIds(5, 5, 0, 1, 2, 3).example() == "4 4 4 4 4"


def test_the_source_box_says_that_ids_are_typed(panel: TextPanel) -> None:
    side = panel.source
    assert side.label.text() == "Source · token ids"
    assert side.box.placeholderText() == f"Type token ids: {IDS.example()}"
    assert side.caption.text() == NO_TOKENIZER
    assert "1 to 19" in side.box.toolTip()
    assert PlainIds(20, 24, 7, 1, 2, 3).range_words() == "0 to 19, not 7, which is padding"
    large = PlainIds(58_101, 58_101, 58_100, 0, 1, 58_000)
    assert large.range_words() == "0 to 58,100, not 58100, which is padding", "an id, as it is typed"
    assert "read as 58000, unknown" in large.complaint(["word"])


def test_a_wrong_id_is_named_while_it_is_typed(panel: TextPanel) -> None:
    panel.source.box.show_text("4 fox")
    panel.source.box.edited.emit("4 fox")
    assert panel.source.caption.text().startswith("fox: not an id of this model (1 to 19)")
    panel.source.box.show_text("4 9")
    panel.source.box.edited.emit("4 9")
    assert panel.source.caption.text() == NO_TOKENIZER


def test_a_typed_target_is_ids_too(panel: TextPanel) -> None:
    store = panel.source._store
    store.run(target=("7 fox",))
    assert "fox: not an id of this model (1 to 23)" in panel.source.caption.text()
    assert panel.target.box.placeholderText().startswith("Type token ids, 1 to 23")
    assert panel.target.label.text().startswith("Target · token ids")


def test_ids_are_no_text_of_the_next_model(panel: TextPanel) -> None:
    store = panel.source._store
    ModelChoice(store, panel).choose(made_model())
    assert store.state.run.source == made_model().examples[:1]


def test_padding_is_read_where_ids_are_taken_as_typed(tmp_path: Path) -> None:
    assert "exactly as typed" in IDS.complaint(["4 9 0"]) and "exactly as typed" not in IDS.complaint(["4 x 0"])


def test_a_tensor_is_read_as_it_is_printed(panel: TextPanel, qtbot) -> None:
    """Pasted into the text of a model without a tokenizer; each row is a sentence, the box keeps what was pasted."""
    store = panel._store
    box = panel.source.box
    box.setFocus()
    printed = "tensor([[1, 5, 6, 0],\n        [1, 8, 7, 3]])"
    box.select_all()
    box.insertPlainText(printed)
    assert store.state.run.ids and store.state.run.source == ("1 5 6 0", "1 8 7 3")
    panel.refresh(frozenset({"run"}))
    assert box.toPlainText() == printed
    box.select_all()
    box.insertPlainText("4 9")
    assert store.state.run.ids and store.state.run.source == ("4 9",), "until it is switched off"


def test_text_becomes_the_ids_that_were_read_and_text_again() -> None:
    trace = made_trace("the white house", "la casa blanca")
    changes = switched(trace.run, trace)
    one = trace.sentences[0]
    assert changes["ids"] and "target" not in changes
    assert changes["source"] == (" ".join(str(token.id) for token in one.source),)
    given = trace.run.with_(target=("la casa blanca",))
    forced = switched(given, trace)["target"][0].split()
    assert forced == [str(token.id) for token in (*one.read[:1], *one.written)]
    assert target_texts(trace.with_(run=given), ids=True) == switched(given, trace)["target"]
    assert switched(trace.run.with_(**changes), trace) == {"ids": False, "opening": "", "source": ("the white house",)}
    assert switched(trace.run, None) == {"ids": True, "opening": ""}
    assert switched(trace.run, HiddenParts(words=1).hide_in(trace)) == {}, "a word that is hidden has no id"


def test_a_written_target_is_taken_over_as_ids() -> None:
    """ "I write" starts from what is shown: among ids words would all be unknown."""
    trace = made_trace("the white house", "la casa blanca")
    trace = trace.with_(run=trace.run.with_(ids=True))
    one, store = trace.sentences[0], stored(trace)
    store.desk(writer="me")
    assert store.state.run.target == (" ".join(str(token.id) for token in (*one.read[:1], *one.written)),)
    offered = [offer.changes["target"] for offer in offers(trace, Look()) if "target" in offer.changes]
    assert offered == [store.state.run.target], "as from Compare"
