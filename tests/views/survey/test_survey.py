"""The view of a survey: what it says of a head, whose survey it is, and what a click asks for."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model_core.analysis.heads import head_averages
from model_core.analysis.heads.head_averages import leading_measures, single_sentence_survey
from model_core.analysis.heads.head_measures import BINS, measured, measures_of, pattern
from model_core.analysis.survey_result import RESULT, TABLES, Findings, read_result
from model_core.checkpoints.checkpoint import folder_hash
from model_core.io import resources
from model_core.record.run_spec import RunSpec
from model_core.record.trace import FUTURE, Trace
from model_core.spec import KINDS
from tests.made.surveys import PAIRS, made_findings, write_survey
from tests.made.traces import made_model, made_trace
from tests.support.harness import colours_of, svg_of
from tests.views.test_contract import SIZE, cut, drawn, focusable, send, shown, snapshot
from viz_app.data.vocabulary import head_word
from viz_app.document import survey_results
from viz_app.document.changes import changed_run, changes_of
from viz_app.document.state import Look
from viz_app.document.survey_results import SurveyResults, bundled_surveys
from viz_app.system import command_queue
from viz_app.views.survey import layout
from viz_app.views.survey import text as wording
from viz_app.views.survey.head_summary import content_of, now_of
from viz_app.views.survey.pattern_map import Pattern, PatternMap, part_of, share_of
from viz_app.views.survey.sentence_list import SentenceList
from viz_app.views.survey.view import Survey
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

TEXT = "the white house is very old"


@pytest.fixture(scope="module")
def findings() -> Findings:
    return made_findings()


@pytest.fixture(scope="module")
def other() -> Findings:
    """Of a model with more layers and heads, which is not loaded."""
    return made_findings((4, 4), 6, "1" * 64, "Another")


@pytest.fixture(scope="module")
def trace() -> Trace:
    return made_trace(TEXT, "la casa blanca es muy vieja")


@pytest.fixture
def view(qtbot: QtBot) -> Survey:
    made = shown(qtbot, "survey")
    assert isinstance(made, Survey)
    return made


READ = {"ids": False, "opening": ""}
"""How a survey reads its sentences, whatever the window does."""


class Said:
    """What a view asked for."""

    def __init__(self, view: Survey) -> None:
        self.picked: list[Any] = []
        self.asked: list[Any] = []
        self.opted: list[Any] = []
        self.hovered: list[Any] = []
        self.other: list[str] = []
        self.hints: list[str] = []
        for name in ("picked", "opted", "hovered"):
            getattr(view, name).connect(getattr(self, name).append)
        view.asked.connect(lambda asked: self.asked.append(changes_of(asked, RunSpec())))
        view.opened.connect(self.other.append)
        view.commanded.connect(self.other.append)
        view.hinted.connect(self.hints.append)


def click(widget: QWidget, point: QPointF) -> None:
    """Moves there and presses the left button."""
    from PySide6.QtCore import QEvent

    send(widget, QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton)
    send(widget, QEvent.Type.MouseButtonPress, point, Qt.MouseButton.LeftButton)
    send(widget, QEvent.Type.MouseButtonRelease, point, Qt.MouseButton.LeftButton)


# ---------------------------------------------------------------- what it says


def test_a_row_says_value_rank_and_what_is_so_now(view: Survey, trace: Trace, findings: Findings) -> None:
    for kind in KINDS:
        view.draw(snapshot(view, trace, Look(kind=kind, layer=1, head=2), findings=findings))
        now = measured(trace.map(kind, 1, 2)[None], kind)
        means = findings.arrays[f"mean.{kind}"].astype(np.float64)
        assert [row.measure for row in view.measures.rows] == list(measures_of(kind))
        for place, row in enumerate(view.measures.rows):
            others = means[:, :, place].ravel()
            assert row.value == pytest.approx(means[1, 2, place])
            assert row.rank == 1 + sum(1 for one in others if one > row.value)
            assert row.now == pytest.approx(float(now[row.measure.name][0]), abs=1e-5)
            assert 0 <= row.value <= row.most and all(value <= row.most for value in row.others)
        measure, sign = leading_measures(means, kind)
        apart = [place for place, row in enumerate(view.measures.rows) if row.apart]
        assert apart == [measure[1, 2]] and view.measures.rows[apart[0]].apart == sign[1, 2]


def test_a_sentence_of_the_survey_gives_the_text_back_in_one_press(view: Survey, trace: Trace) -> None:
    """The text that stood there before comes back by the button beside the survey's name, which then goes."""
    found, asked = made_findings(digest=trace.model.hash), []
    shot = snapshot(view, trace, Look(), findings=found)
    shot = shot.with_(state=shot.state.with_(run=shot.state.run.with_(ids=True, as_typed=True, opening="4")))
    live = shot.state.run
    view.asked.connect(lambda changes: asked.append(changes_of(changes, live)))
    view.draw(shot)
    assert view.bar.back.isHidden()
    view.list.chosen.emit(1)
    live = changed_run(shot.state.run, asked[-1])
    assert not live.ids and not live.opening and live.as_typed, "how texts are read is the user's"
    view.draw(shot.with_(state=shot.state.with_(run=live)))
    assert not view.bar.back.isHidden()
    view.list.chosen.emit(0)
    view.bar.back.click()
    before = shot.state.run
    assert changed_run(live, asked[-1]) == before and before.ids
    view.draw(shot)
    assert view.bar.back.isHidden()
    live = before.with_(source=("typed since it was drawn",))
    view.list.chosen.emit(1)
    live = live.with_(source=asked[-1]["source"])
    view.list.chosen.emit(0)
    view.bar.back.click()
    assert asked[-1]["source"] == ("typed since it was drawn",)


def test_the_words_of_a_rank(view: Survey) -> None:
    content = content_of(snapshot(view, made_trace(TEXT, "a b"), findings=made_findings()))
    assert content is not None
    row = content.rows({})[0]
    words = [dataclasses.replace(row, rank=rank).place for rank in (1, 2, 3, 4, 11, 12)]
    assert words == ["highest of 12", "2nd of 12", "3rd of 12", "4th of 12", "11th of 12", "lowest of 12"]
    assert dataclasses.replace(row, others=(1.0,)).place == "only head"
    assert dataclasses.replace(row, others=(0.0,) * 4, rank=1).place == "the same in all 4"
    assert wording.value(row, 0.745).endswith(" bits")


def test_without_a_survey_the_sentence_is_measured_alone(
    view: Survey, trace: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.draw(snapshot(view, trace, Look(kind="encoder", head=1)))
    assert view.invitation.isVisible() and not view.list.isVisible()
    assert "python main.py survey" in view.invitation.command.text()
    monkeypatch.setattr(wording, "program_words", lambda: ["headscope"])
    assert wording.command("own").startswith("headscope survey --model own --data"), "where it is installed"
    assert TEXT in view.bar.words.text()
    alone = single_sentence_survey(trace, 0)
    assert np.allclose(alone.pattern("encoder", 0, 1), pattern(trace.maps("encoder")[0])[1], atol=1e-6)
    value = measured(trace.maps("encoder")[0], "encoder")["entropy"][1]
    assert view.measures.rows[0].value == pytest.approx(value, abs=1e-5)
    assert view.measures.rows[0].now is None
    view.draw(snapshot(view, trace, Look(kind="encoder", head=1), findings=made_findings()))
    assert view.list.isVisible() and not view.invitation.isVisible()


def test_of_a_sentence_only_the_attention_that_is_shown_is_measured(
    view: Survey, trace: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured_kinds: list[str] = []
    whole = head_averages.attention_findings
    monkeypatch.setattr(
        head_averages, "attention_findings", lambda kind, *given: (measured_kinds.append(kind), whole(kind, *given))[1]
    )
    view.renew(snapshot(view, trace, Look(kind="cross")))
    assert measured_kinds == ["cross"]
    view.renew(snapshot(view, trace, Look(kind="encoder")))
    assert measured_kinds == ["cross", "encoder"]
    alone = single_sentence_survey(trace, 0)
    assert set(alone.kinds) == set(KINDS) and len(alone.arrays) == len(list(alone.arrays))
    assert "mean.cross" in alone.arrays and "mean.other" not in alone.arrays and "other.cross" not in alone.arrays


def test_the_mosaic_names_every_head(view: Survey, trace: Trace, findings: Findings) -> None:
    view.draw(snapshot(view, trace, Look(kind="decoder"), findings=findings))
    for layer, head in np.ndindex(3, 4):
        name = head_word(findings.name("decoder", layer, head), "decoder")
        assert view.mosaic._names[layer, head] == name
        assert name in view.mosaic.text_of(layer, head)


def test_what_comes_later_is_hatched_and_no_weight_is_hidden(view: Survey, trace: Trace, findings: Findings) -> None:
    content = content_of(snapshot(view, trace, Look(kind="decoder"), findings=findings))
    assert content is not None and content.future is not None
    hidden = content.future == FUTURE
    assert hidden.any() and (content.maps[:, :, hidden] == 0).all()
    assert hidden[0, -1] and not np.tril(hidden).any()
    assert dataclasses.replace(content, kind="cross").future is None


def test_no_word_of_a_small_pattern_stands_on_another_one(qtbot: QtBot, findings: Findings) -> None:
    view = PatternMap()
    qtbot.addWidget(view)
    view.set_pattern(Pattern(np.eye(8), 0.2, "position in the target", "read in the source", "of the weight"))
    seen: dict[int, str] = {}
    for size in (90, 300):
        view.resize(size, size)
        seen[size] = svg_of(view, (size, size))
    ends = {size: len(re.findall(">(?:start|end)<", text)) for size, text in seen.items()}
    assert ends == {90: 2, 300: 4} and "read in the source" in seen[300]


def test_distances_of_the_decoder_are_only_earlier(view: Survey, trace: Trace, findings: Findings) -> None:
    content = content_of(snapshot(view, trace, Look(kind="decoder"), findings=findings))
    assert content is not None
    found = content.distances()
    assert found is not None and found[0].tolist() == list(range(-16, 1)) and len(found[1]) == 17
    assert dataclasses.replace(content, kind="encoder").distances()[0].tolist() == list(range(-16, 17))  # type: ignore
    assert dataclasses.replace(content, kind="cross").distances() is None


# ---------------------------------------------------------------- what a click asks for


def test_a_sentence_opens_live_and_the_head_stays(view: Survey, trace: Trace, findings: Findings) -> None:
    drawn(view, snapshot(view, trace, Look(kind="encoder", layer=2, head=1), findings=findings))
    said, wanted = Said(view), findings.sentences_of("encoder", 2, 1)
    assert len(wanted) == 5 and set(wanted) <= set(PAIRS) and view.list.pairs == wanted
    for place, (source, target) in enumerate(wanted):
        click(view.list, view.list.rect_of(place).center())
        assert said.asked[-1] == {"source": (source,), "target": (target,)} | READ
    assert not said.picked and any("translate" in hint for hint in said.hints)
    view.draw(snapshot(view, trace, Look(kind="encoder"), findings=dataclasses.replace(findings, forced=False)))
    click(view.list, view.list.rect_of(0).center())
    assert said.asked[-1]["target"] is None


def test_a_sentence_without_room_is_scrolled_to(qtbot: QtBot) -> None:
    view, pairs = SentenceList(), tuple((f"source {place}", f"target {place}") for place in range(6))
    qtbot.addWidget(view)
    view.set_sentences("title", pairs, None)
    view.resize(400, view.needed_height() // 2)
    view.show()
    for place in range(6):
        seen = view.rect_of(view.start())
        assert view.start() == place and seen.bottom() <= view.height() and view.place_at(seen.center()) == place
        assert seen.top() >= view.fontMetrics().height(), "under the title"
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert "source 5" in svg_of(view, (400, view.height())) and "source 0" not in svg_of(view, (400, view.height()))


def test_the_keyboard_opens_a_sentence(qtbot: QtBot, view: Survey, trace: Trace, findings: Findings) -> None:
    drawn(view, snapshot(view, trace, findings=findings))
    said = Said(view)
    view.list.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(2):
        qtbot.keyClick(view.list, Qt.Key.Key_Down)
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    source, target = findings.sentences_of("cross", 0, 0)[2]
    assert said.asked == [{"source": (source,), "target": (target,)} | READ]
    assert source in view.list.accessibleDescription()


def test_the_bar_leads_to_the_live_head_and_to_other_surveys(view: Survey, trace: Trace, findings: Findings) -> None:
    view.draw(snapshot(view, trace, findings=findings))
    said = Said(view)
    assert not view.bar.model.isVisible()
    view.bar.live.click()
    view.bar.open.click()
    assert said.other == ["attention", "open.survey"]
    view.draw(snapshot(view, trace))
    view.invitation.make.click()
    view.invitation.copy.click()
    assert said.other[2:] == ["survey"]
    assert QApplication.clipboard().text() == view.invitation.command.text()


def test_a_head_is_picked_and_arrows_move(qtbot: QtBot, view: Survey, trace: Trace, findings: Findings) -> None:
    drawn(view, snapshot(view, trace, Look(layer=1, head=1), findings=findings))
    said = Said(view)
    click(view.mosaic.viewport(), view.mosaic.head_rect(2, 3).center())
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down):
        qtbot.keyClick(view.pattern, key)
    assert said.picked == [{"layer": 2, "head": 3}, {"layer": 1, "head": 0}, {"layer": 2, "head": 1}]
    view.choice.buttons["encoder"].click()
    assert said.picked[-1] == {"kind": "encoder"}


def test_a_place_of_the_pattern_is_a_cell_of_the_sentence(view: Survey, trace: Trace, findings: Findings) -> None:
    drawn(view, snapshot(view, trace, findings=findings))
    said, square = Said(view), view.pattern.plan().square
    rows, columns = trace.size("cross")
    for down, across in ((0.01, 0.01), (0.99, 0.99), (0.4, 0.7)):
        point = QPointF(square.left() + across * square.width(), square.top() + down * square.height())
        click(view.pattern, point)
        at = view.pattern.place_at(point)
        assert at == (int(down * BINS), int(across * BINS))
        assert said.hovered[-1] == (int((at[0] + 0.5) / BINS * rows), int((at[1] + 0.5) / BINS * columns))
        share = 100 * float(findings.pattern("cross", 0, 0)[at])
        assert f"{share:.1f} %" in said.hints[-1]
    assert part_of(share_of(3, 7), 7) == 3
    shot = snapshot(view, trace, Look(layer=1, head=1), findings=findings)
    drawn(view, shot.with_(hover=said.hovered[-1]))
    command_queue.flush()
    assert said.hovered[-1] is None and view.pattern.pointed is None, "of another head"


# ---------------------------------------------------------------- whose survey it is


def test_a_survey_of_another_model_is_reported_and_that_model_offered(
    view: Survey, trace: Trace, other: Findings
) -> None:
    other = dataclasses.replace(other, model_folder="somewhere")
    drawn(view, snapshot(view, trace, findings=other))
    assert "Another" in view.bar.words.text() and trace.model.name in view.bar.words.text()
    assert view.bar.model.isVisible() and not view.bar.live.isVisible()
    said = Said(view)
    view.bar.model.click()
    source, target = other.sentences_of("cross", 0, 0)[0]
    assert said.asked == [{"model": "somewhere", "source": (source,), "target": (target,)} | READ]
    click(view.mosaic.viewport(), view.mosaic.head_rect(3, 5).center())
    assert said.opted == [{"layer": 3, "head": 5}] and not said.picked
    shot = snapshot(view, trace, findings=other, options=Survey.Options(layer=3, head=5))
    drawn(view, shot)
    assert "layer 4 · head 6" in view.heading(shot)
    assert all(row.now is None for row in view.measures.rows)


def test_a_refusal_is_reported_and_the_previous_survey_stays(view: Survey, trace: Trace, findings: Findings) -> None:
    view.draw(snapshot(view, trace, findings=findings, refusal="The survey in x is not shown: it is torn."))
    told = view.bar.words.text()
    assert told.startswith("The survey in x is not shown: it is torn.") and "previous" in told
    assert view.list.pairs
    view.draw(snapshot(view, trace, refusal="The survey in x is not shown: it is torn."))
    assert "stays" not in view.bar.words.text()


def test_the_bundled_survey_belongs_to_the_bundled_model() -> None:
    """A new model needs a new survey: python main.py survey --data resources/phrases.tsv --out FOLDER."""
    (folder,) = [folder for folder in bundled_surveys() if folder.name == resources.DEFAULT_MODEL]
    found = read_result(folder)
    model = resources.bundled()
    assert model is not None and folder.name == resources.DEFAULT_MODEL == model.name
    assert found.model_hash == folder_hash(model)
    assert found.model_folder == "" and found.data == ("phrases.tsv",)
    phrases = (resources.folder() / "phrases.tsv").read_text("utf-8").splitlines()
    assert found.sentences == len(phrases)
    assert {"\t".join(pair) for pair in found.texts.values()} <= set(phrases)
    files = [path for path in folder.iterdir() if path.is_file()]
    assert {path.name for path in files} == {RESULT, TABLES}
    assert sum(path.stat().st_size for path in files) <= 200_000


# ---------------------------------------------------------------- the shelf


def test_the_shelf_reads_a_result_once_and_again_when_it_changed(tmp_path: Path, findings: Findings) -> None:
    now = [0.0]
    one, model = SurveyResults(lambda: now[0]), made_model()
    folder = str(write_survey(tmp_path / "a", findings))
    first, refusal = one.of(folder, model)
    assert refusal == "" and first is not None and first.sentences == len(PAIRS)
    assert one.of(folder, model)[0] is first
    write_survey(tmp_path / "a", dataclasses.replace(findings, sentences=1234))
    assert one.of(folder, model)[0] is first
    now[0] += survey_results.FRESH + 0.1
    second, _ = one.of(folder, model)
    assert second is not None and second.sentences == 1234


def test_what_is_damaged_missing_or_large_is_refused(
    tmp_path: Path, findings: Findings, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, model = SurveyResults(), made_model()
    good, _ = one.of(str(write_survey(tmp_path / "good", findings)), model)
    kept, refusal = one.of(str(tmp_path / "none"), model)
    assert kept is good is not None and "survey.json is missing" in refusal
    (tmp_path / "stopped" / "parts").mkdir(parents=True)
    kept, refusal = one.of(str(tmp_path / "stopped"), model)
    assert kept is good and "was stopped early; run the command that made it again" in refusal
    torn = write_survey(tmp_path / "torn", findings)
    (torn / TABLES).write_bytes((torn / TABLES).read_bytes()[:500])
    kept, refusal = one.of(str(torn), model)
    assert kept is good and TABLES in refusal and refusal.startswith("The survey in torn is not shown")
    monkeypatch.setitem(survey_results.LARGEST, TABLES, 100)
    kept, refusal = one.of(str(write_survey(tmp_path / "large", findings)), model)
    assert kept is good and "at most 100" in refusal


def test_without_a_folder_the_shelf_has_the_survey_of_the_loaded_model() -> None:
    for folder in bundled_surveys():
        bundled = read_result(folder)
        found, refusal = SurveyResults().of("", dataclasses.replace(made_model(), hash=bundled.model_hash))
        assert found is not None and found.model_hash == bundled.model_hash and refusal == ""
    assert SurveyResults().of("", made_model()) == (None, "")


# ---------------------------------------------------------------- looks


def test_a_picture_depends_on_the_snapshot_alone(qtbot: QtBot, view: Survey, trace: Trace, findings: Findings) -> None:
    fresh = shown(qtbot, "survey")
    looks = [Look(kind=kind, layer=place, head=place) for place, kind in enumerate((*KINDS, *KINDS))]
    for look in looks:
        drawn(view, snapshot(view, trace, look))
        last = drawn(view, snapshot(view, trace, look, findings=findings))
    assert last == drawn(fresh, snapshot(fresh, trace, looks[-1], findings=findings))


@pytest.mark.parametrize("one", theme.THEMES.values(), ids=lambda one: one.name)
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", [SIZE, (848, 410), (440, 420), (260, 180)])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.share(3)
def test_no_word_is_cut_off(
    qapp: QApplication,
    qtbot: QtBot,
    one: theme.Theme,
    scale: float,
    size: tuple[int, int],
    kind: str,
    trace: Trace,
    findings: Findings,
) -> None:
    theme.apply(qapp, one, scale)
    view = shown(qtbot, "survey", size)
    view.restyle()
    assert len(colours_of(drawn(view, snapshot(view, trace, Look(kind=kind), findings=findings)))) > 8
    for widget in view.findChildren(QWidget):
        if widget.isVisible() and not widget.isWindow() and size[0] > 400:
            assert cut(widget) == ""
            assert view.rect().contains(widget.mapTo(view, widget.rect().topLeft()))


@pytest.mark.parametrize("size", [SIZE, (848, 410), (440, 420)])
def test_no_two_parts_overlap(qtbot: QtBot, size: tuple[int, int], trace: Trace, findings: Findings) -> None:
    view = shown(qtbot, "survey", size)
    for pane in ("", "heads", "pattern", "measures", "sentences"):
        drawn(view, snapshot(view, trace, Look(kind="encoder"), findings=findings, options=Survey.Options("", pane)))
        parts = [part for part in view.children() if isinstance(part, QWidget) and part.isVisible()]
        assert len(parts) >= 4
        for place, part in enumerate(parts):
            assert view.rect().contains(part.geometry())
            assert not any(part.geometry().intersects(after.geometry()) for after in parts[place + 1 :])


def test_tabs_choose_what_there_is_no_room_for(qtbot: QtBot, trace: Trace, findings: Findings) -> None:
    view = shown(qtbot, "survey", (440, 420))
    assert isinstance(view, Survey)
    seen = {"heads": view.mosaic, "pattern": view.pattern, "measures": view.measures, "sentences": view.list}
    for pane, part in seen.items():
        drawn(view, snapshot(view, trace, findings=findings, options=Survey.Options("", pane)))
        assert [one for one in seen.values() if one.isVisible()] == [part]
    said = Said(view)
    view.tabs[layout.SMALL].chosen.emit("measures")
    assert said.opted == [{"pane": "measures"}]


def test_hostile_texts_stay_texts(view: Survey, findings: Findings) -> None:
    hostile = "<s> <b>bold</b> &amp; \u202ex"
    texts = dict.fromkeys(findings.texts, (hostile, hostile))
    found = dataclasses.replace(findings, texts=texts, model_name=hostile, data=(hostile,))
    trace = made_trace(hostile, hostile)
    assert len(colours_of(drawn(view, snapshot(view, trace, findings=found)))) > 8
    assert hostile in view.bar.words.text()


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_numbers_that_are_none_are_drawn_calmly(view: Survey, trace: Trace) -> None:
    broken = dict(trace.arrays)
    for name in [name for name in broken if name.endswith(".weights")]:
        broken[name] = broken[name].copy()
        broken[name][..., 1, 1] = np.nan
    torn = dataclasses.replace(trace, arrays=broken)
    for kind in KINDS:
        assert len(colours_of(drawn(view, snapshot(view, torn, Look(kind=kind))))) > 8
        assert "—" in {wording.value(row, row.value) for row in view.measures.rows}
        drawn(view, snapshot(view, torn, Look(kind=kind), findings=made_findings()))


def test_no_other_sentences_are_requested_of_a_recording(view: Survey, trace: Trace) -> None:
    view.draw(snapshot(view, trace))
    assert view.invitation.make.isVisible() and view.invitation.command.text()
    recorded = dataclasses.replace(trace, model=dataclasses.replace(trace.model, recorded=True))
    view.draw(snapshot(view, recorded))
    assert not view.invitation.make.isVisible() and not view.invitation.command.text()
    assert "recording" in view.invitation.words.text()


def test_its_svg_has_the_words(view: Survey, trace: Trace, findings: Findings) -> None:
    view.draw(snapshot(view, trace, Look(kind="encoder"), findings=findings))
    text = svg_of(view, SIZE)
    for words in ("entropy", "this head", "Weight by distance", "read in the source", findings.name("encoder", 0, 0)):
        assert words in text
    assert findings.sentences_of("encoder", 0, 0)[0][0] in text


def test_everything_it_shows_can_be_reached_and_has_a_name(view: Survey, trace: Trace, findings: Findings) -> None:
    view.draw(snapshot(view, trace, findings=findings))
    found = focusable(view)
    assert {view.mosaic, view.pattern, view.list, view.bar.open, view.bar.live} <= set(found)
    assert all(part.accessibleName() and part.toolTip() for part in found)
    assert "entropy" in view.measures.accessibleDescription()


def test_a_step_measures_nothing_again(
    view: Survey, trace: Trace, findings: Findings, monkeypatch: pytest.MonkeyPatch
) -> None:
    from viz_app.views.survey import head_summary

    counted: list[int] = []
    monkeypatch.setattr(head_summary, "measured", lambda *given: counted.append(1) or measured(*given))
    for step in range(4):
        drawn(view, snapshot(view, trace, Look(step=step), findings=findings, hover=(step, 0)))
    assert len(counted) == 1 and view.mosaic.pictures == 1
    assert now_of(content_of(snapshot(view, trace)), trace) == {}  # type: ignore[arg-type]
