"""The view Train on made trainings: what it draws, what it asks for, what a training that goes wrong looks like."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.record.edits import Edits, HeadPlace
from model_core.record.tokens import Token, fragment
from model_core.record.training_log import HeadNumbers, TrainingAbout, snapshots
from model_core.record.training_now import TrainingEstimate, TrainingJob, TrainingNow
from model_core.spec import KINDS
from model_core.synthetic.toy_tasks import TASKS
from tests.made.traces import made_trace
from tests.made.trainings import SETTINGS, STEPS, event, made_events, made_reading, measure_names, write_training
from tests.support.harness import pixels_of, svg_of
from tests.views.test_contract import SIZE, cut, drawn, shown, snapshot
from viz_app.data.snapshot import Snapshot
from viz_app.data.tables import Listing, context_of
from viz_app.document.state import Look, Pin
from viz_app.document.trainings.training_choice import HIGH_RATE, RATES, TrainingChoice
from viz_app.views.compare.pin_offers import side_names
from viz_app.views.train import words
from viz_app.views.train.content import TrainContent
from viz_app.views.train.filmstrip import Filmstrip
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def now(tmp_path: Path) -> TrainingNow:
    """A training with eight snapshots, its sentence read in each."""
    folder = write_training(tmp_path / "reverse")
    about = TrainingAbout(str(folder), "Reverse digits", SETTINGS, {})
    readings = {step: made_reading(step) for step in STEPS}
    return TrainingNow(
        str(folder), about, tuple(made_events()), snapshots(folder), 0.0, source="3 1 4 1 5", own=False,
        readings=readings, measure_names=measure_names(), kept=((str(folder), "Reverse digits"),),
    )  # fmt: skip


def shot_of(view: Any, now: TrainingNow, model: str = "", **options: object) -> Snapshot:
    """A moment in which this training is looked at."""
    shot = snapshot(view, made_trace("3 1 4 1 5", "5 1 4 1 3"), training=now,
                    options=replace(view.Options(), **options))  # fmt: skip
    return shot.with_(state=shot.state.with_(run=shot.state.run.with_(model=model)))


def view_of(qtbot: QtBot, now: TrainingNow, model: str = "", size: tuple[int, int] = SIZE, **options: object) -> Any:
    """The view with this training drawn on it."""
    view: Any = shown(qtbot, "train", size)
    drawn(view, shot_of(view, now, model, **options))
    return view


def content_at(now: TrainingNow, step: int) -> TrainContent:
    """What is shown while the window runs the snapshot of this update."""
    return TrainContent.from_training(now, next(place.folder for place in now.places if place.step == step))


def heard(signal: Any) -> list[Any]:
    """Everything that a signal carries from now on."""
    found: list[Any] = []
    signal.connect(found.append)
    return found


# ---------------------------------------------------------------- what is shown


def test_loss_right_and_heads_are_drawn_over_the_updates(now: TrainingNow) -> None:
    content = TrainContent.from_training(now, "")
    assert content.loss.x.tolist() == list(STEPS) and np.all(np.diff(content.loss.y) < 0)
    assert content.right.x.tolist() == [8, 16, 32, 64] and content.right.y[-1] == 1
    x, curves = content.curves("gold", "cross")
    assert x.tolist() == list(STEPS)
    assert curves["cross", 0, 0].tolist() == [0.2] * 5 + [0.9] * 3
    assert curves["cross", 1, 0].tolist() == [0.2] * 6 + [0.9] * 2


def test_before_the_first_validation_its_plot_is_empty(qtbot: QtBot, now: TrainingNow) -> None:
    early = replace(now, events=tuple(event for event in now.events if event.kind != "valid"))
    view = view_of(qtbot, early)
    plot = view.curves.right.plot
    (left, right), (low, high) = plot.box.viewRange()
    assert not plot.curves and left <= 0 and right >= STEPS[-1] and -0.1 < low <= 0 and 1 <= high < 1.1


@pytest.mark.parametrize(("width", "seen"), [(1008, 3), (640, 3), (500, 2), (300, 1)])
def test_the_heads_curves_stay_where_it_is_narrow(qtbot: QtBot, now: TrainingNow, width: int, seen: int) -> None:
    view = view_of(qtbot, now, size=(width, 590))
    panels = [panel.isVisible() for panel in view.curves.panels]
    assert sum(panels) == seen and panels == [False] * (3 - seen) + [True] * seen


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("width", [480, 600, 1400])
def test_what_a_training_does_is_seen_however_narrow_the_view_is(
    qapp: QApplication, qtbot: QtBot, now: TrainingNow, width: int, scale: float
) -> None:
    """Where the buttons leave no room for it, it stands in the line below."""
    theme.apply(qapp, theme.LIGHT, scale)
    try:
        busy = replace(now, events=now.events[:-1], job=TrainingJob("running"))
        view = view_of(qtbot, busy, size=(width, 700))
        state = words.state_words(content_at(busy, 64)).split(" · ")
        beside = view.bar.words.width() >= view.bar.words.fontMetrics().horizontalAdvance(state[0])
        below = view.trouble.isVisible() and view.trouble.text().startswith(" · ".join(state[:2]))
        assert beside or below
        assert not (beside and below) and (beside or width < 1400)
    finally:
        theme.apply(qapp, theme.LIGHT, 1.0)


def test_a_group_that_a_tab_chose_is_not_named_twice(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, now, page="new", size=(1400, 700))
    card = view.card
    assert card.tabs.isHidden() and not any(title.isHidden() for title in card.titles.values())
    view.resize(500, 700)
    QApplication.processEvents()
    assert not card.tabs.isHidden() and card.titles["task"].isHidden()


@pytest.mark.parametrize("pane", ["task", "switches"])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_start_stands_on_no_choice_however_low_the_card_is(
    qapp: QApplication, qtbot: QtBot, now: TrainingNow, pane: str, scale: float
) -> None:
    theme.apply(qapp, theme.LIGHT, scale)
    view: Any = shown(qtbot, "train")
    view.setMinimumSize(1, 1)
    for height in (260, 360):
        view.resize(1150, height)
        drawn(view, shot_of(view, now, page="new", pane=pane))
        last = list(view.card.forms[pane].controls.values())[-1]
        parts = (view.card.area, view.card.tabs, view.card.source, view.card.start)
        seen = [part for part in parts if part.isVisible()]
        assert not any(a.geometry().intersects(b.geometry()) for a, b in combinations(seen, 2))
        view.card.area.ensureWidgetVisible(last)
        assert view.card.area.rect().contains(last.mapTo(view.card.area, last.rect().center()))


def test_the_plots_line_up_and_no_word_lies_in_them(qtbot: QtBot, now: TrainingNow) -> None:
    """One inset, one height; what names an update stands above its plot, where no curve and no mark goes through it."""
    view = view_of(qtbot, now, size=(1008, 590))
    areas = [panel.plot.area().translated(0, panel.plot.mapTo(view, QPoint()).y()) for panel in view.curves.panels]
    assert len({(area.left(), area.top(), area.bottom()) for area in areas}) == 1
    assert np.ptp([area.width() for area in areas]) <= 1, "but for a pixel that three cannot share"
    plot = view.curves.right.plot
    flags = plot._placed_flags()
    assert [flag.word for flag in flags] == ["cross 1.1 anti-diagonal", "cross 2.1 anti-diagonal"]
    rows = [flag.row for flag in flags]
    assert None not in rows and plot.area().top() >= QFontMetricsF(theme.font("small")).height() * (max(rows) + 1)


@pytest.mark.parametrize("height", [90, 150, 300])
def test_in_a_low_chart_curves_come_before_words(qtbot: QtBot, now: TrainingNow, height: int) -> None:
    plots = [panel.plot for panel in view_of(qtbot, now, size=(1008, 590)).curves.panels]
    for plot in plots:
        plot.resize(plot.width(), height)
        plot.set_flags([(step, "a head that got its name, and what it is called") for step in (16, 17, 18)])
    for plot in plots:
        assert plot.area().height() >= 0.4 * height
        assert all(place.bottom() <= height for place in plot.label_areas())
    assert sum(flag.row is not None for flag in plots[0]._placed_flags()) == {90: 1, 150: 2, 300: 3}[height]


def test_a_head_is_marked_where_it_got_its_name(qtbot: QtBot, now: TrainingNow) -> None:
    content = TrainContent.from_training(now, "")
    assert [(birth.step, birth.words) for birth in content.births] == [
        (16, "cross 1.1 anti-diagonal"), (32, "cross 2.1 anti-diagonal"),
    ]  # fmt: skip
    early = content_at(now, 16)
    measure = content.measure("", "cross")
    ends = {head: curve[-1] for head, curve in content.curves(measure, "cross")[1].items()}
    assert ends[content.own_head("cross", 0, -1)] == max(ends.values()), "the head that stands out is looked at first"
    assert content.own_head("cross", 1, 0) == ("cross", 1, 0)
    unread = replace(early, now=replace(now, readings={}))
    assert unread.names("cross") == {(0, 0): "anti-diagonal", (0, 1): "mixed", (1, 0): "mixed", (1, 1): "mixed"}


@pytest.mark.parametrize(
    ("wanted", "kind", "drawn"),
    [
        ("gold", "cross", "gold"), ("", "cross", "gold"), ("strongest", "decoder", "strongest"),
        ("gold", "decoder", "previous"), ("", "decoder", "previous"), ("gold", "encoder", "self"),
    ],
)  # fmt: skip
def test_an_attention_is_drawn_by_what_was_measured_of_it(now: TrainingNow, wanted: str, kind: str, drawn: str) -> None:
    measured = {
        "cross": {"strongest": 0.4, "gold": 0.5},
        "decoder": {"strongest": 0.2, "previous": 0.3},
        "encoder": {"self": 0.1},
    }
    heads = tuple(HeadNumbers(name, 0, 0, "mixed", values) for name, values in measured.items())
    content = TrainContent.from_training(replace(now, events=(event("snapshot", 16, heads=heads),), readings={}), "")
    assert content.measure(wanted, kind) == drawn
    assert content.curves(drawn, kind)[1][kind, 0, 0].tolist() == [measured[kind][drawn]]


def test_heads_that_the_log_says_nothing_of_are_measured_in_the_sentence(now: TrainingNow) -> None:
    """As in a log of an earlier version."""
    events = tuple(replace(one, heads=()) for one in now.events)
    content = TrainContent.from_training(replace(now, events=events), "")
    assert set(content.heads) == set(STEPS) and content.measures
    for kind in KINDS:
        measure = content.measures[0]
        steps, found = content.curves(measure, kind)
        assert steps.tolist() == sorted(STEPS)
        assert set(found) == {(kind, layer, head) for layer in (0, 1) for head in (0, 1)}
        for (_, layer, head), curve in found.items():
            at = measure_names()[kind].index(measure)
            assert curve.tolist() == [now.readings[step].measures[kind][layer, head, at] for step in sorted(STEPS)]


def test_before_the_first_snapshot_the_log_says_how_far_it_is(now: TrainingNow) -> None:
    assert TrainContent.from_training(replace(now, places=(), readings={}), "").step == max(STEPS)
    assert TrainContent.from_training(replace(now, places=(), readings={}, events=()), "").step == 0


def test_a_number_of_the_log_is_that_of_the_last_line_that_has_it(now: TrainingNow) -> None:
    content = TrainContent.from_training(now, "")
    assert now.events[-1].kind != "step" and math.isnan(now.events[-1].rate)
    found = [content.latest(name) for name in ("rate", "tokens_per_second", "remaining", "exact")]
    assert found == [1e-3, 5000.0, 12.0, 1.0] and math.isnan(content.latest("bleu"))


def test_beside_its_map_a_head_has_its_name_in_the_sentence_that_is_drawn(now: TrainingNow) -> None:
    early = content_at(now, 16)
    own = now.readings[16].names["cross"]
    assert own[0] != "anti-diagonal", "as the validation sentences call it"
    assert early.names("cross") == dict(zip([(0, 0), (0, 1), (1, 0), (1, 1)], own, strict=True))


def test_own_sentence_is_ticked_where_it_is_right(now: TrainingNow) -> None:
    last = TrainContent.from_training(now, "")
    assert last.answer == "5 1 4 1 3"
    assert [(step, right) for step, _, right in last.lines(4)][-2:] == [(16, True), (64, True)], "what is new, and now"
    seen = content_at(now, 32)
    assert [step for step, _, _ in seen.lines(2)] == [16, 32]


def test_bytes_that_an_untrained_model_writes_are_named_as_on_its_chips(now: TrainingNow) -> None:
    bytes_ = [Token(at, f"<0x{value:02X}>", fragment([value]), "byte") for at, value in enumerate((0xE2, 0x82))]
    written = (Token(9, "▁el", "el"), *bytes_, now.readings[16].written[-1])
    odd = replace(now, readings={0: replace(now.readings[16], step=0, text="el\ufffd", written=written)})
    assert [text for _, text, _ in TrainContent.from_training(odd, "").lines(2)] == ["el‹E2›‹82›"]


def test_dates_are_right_without_blanks_between_their_letters(now: TrainingNow) -> None:
    assert now.about is not None
    about = replace(now.about, settings={**SETTINGS, "task": "dates"})
    reading = replace(now.readings[64], text="2024-05-03")
    dates = replace(now, about=about, source="3 May 2024", readings={64: reading})
    assert [right for _, _, right in TrainContent.from_training(dates, "").lines(2)] == [True]
    wrong = replace(dates, readings={64: replace(reading, text="2034-05-03")})
    assert [right for _, _, right in TrainContent.from_training(wrong, "").lines(2)] == [False]


def test_while_it_is_started_nothing_else_is_asked_for(qtbot: QtBot, tmp_path: Path) -> None:
    view: Any = shown(qtbot, "train")
    begun = TrainingNow(str(tmp_path), None, (), (), 0.0, job=TrainingJob("starting"), source="")
    shot = shot_of(view, begun)
    drawn(view, shot)
    assert view.explanation(shot) == words.STARTING
    assert words.source_words(TrainContent.from_training(begun, "")) == ""
    assert [panel.plot.marked for panel in view.curves.panels] == [None] * 3


def test_before_its_first_snapshot_no_title_and_no_axis_stands_alone(qtbot: QtBot, now: TrainingNow) -> None:
    """A quiet line says where they will be; maps come with the first reading, and with them their titles."""
    first = replace(now, events=(), places=(), readings={}, job=TrainingJob("starting"))
    view = view_of(qtbot, first)
    parts = view.curves, view.scrub, view.film, view.foot
    assert not any(part.isVisible() for part in parts)
    assert view.words.isVisible() and view.words.text() == words.WAITING and view.bar.isVisible()
    begun = replace(now, events=now.events[:3], places=now.places[:1], readings={}, job=TrainingJob("running"))
    drawn(view, shot_of(view, begun))
    assert all(part.isVisible() for part in parts) and not view.words.isVisible()
    assert not any(column.isVisible() for column in view.maps._columns.values())
    drawn(view, shot_of(view, replace(begun, readings={0: now.readings[0]})))
    assert all(column.isVisible() for column in view.maps._columns.values())


def test_a_training_without_snapshots_has_its_curves(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, replace(now, places=(), readings={}))
    assert view.curves.isVisible() and not (view.film.isVisible() or view.words.isVisible())


def test_the_film_keeps_both_ends_and_the_one_that_is_seen(now: TrainingNow) -> None:
    for at in range(len(STEPS)):
        film = TrainContent(now, at, True).film(4)
        assert len(film) <= 4 and at in film and film == sorted(film)
        assert film[0] == 0 and film[-1] == len(STEPS) - 1
        assert at in TrainContent(now, at, True).film(2) and at in TrainContent(now, at, True).film(1)
    assert TrainContent(now, 3, True).film(20) == list(range(len(STEPS)))


@pytest.mark.parametrize(("width", "height"), [(500, 150), (640, 150), (700, 80), (1000, 150), (1240, 150)])
def test_the_words_under_the_film_end_within_it(qtbot: QtBot, now: TrainingNow, width: int, height: int) -> None:
    """Where maps are narrower than their words, too."""
    film = Filmstrip()
    qtbot.addWidget(film)
    film.resize(width, height)
    film.show_content(TrainContent(now, 3, True), ("cross", 0, 0))
    last, wide = film.rect_of(film.film()[-1]), film.metrics_of("small").horizontalAdvance("update 10,000")
    assert last is not None and last.left() + wide <= width and (height > 80 or last.width() < wide)


def test_the_snapshot_that_the_window_runs_is_the_one_that_is_seen(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, now)
    assert view.slider.value() == len(STEPS) - 1 and "newest" in view.seen.text()
    drawn(view, shot_of(view, now, now.places[4].folder))
    assert view.slider.value() == 4 and view.seen.text() == "shown: update 8"
    assert "at update 8;" in view.explanation(view._shot)
    drawn(view, shot_of(view, now, next(one.folder for one in now.places if one.step == 1)))
    assert "at update 1;" in view.explanation(view._shot) and "1 updates" not in view.explanation(view._shot)


def test_a_picture_of_it_has_curves_maps_and_text(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, now, now.places[6].folder)
    text = svg_of(view, (1008, 590))
    for said in ("Loss", "Whole sentences right", "update 64", "Cross-attention", "5 1 4 1 3", "✓"):
        assert said in text, said


@pytest.mark.parametrize("size", [(1008, 590), (848, 410), (866, 420), (440, 420), (240, 160)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_nothing_is_cut_off(qapp: QApplication, qtbot: QtBot, now: TrainingNow, size: Any, scale: float) -> None:
    theme.apply(qapp, theme.LIGHT, scale)
    view: Any = shown(qtbot, "train", size)
    view.restyle()
    drawn(view, shot_of(view, now))
    if size[0] < 800:
        return
    for part in view.findChildren(type(view.card.start)):
        if part.isVisible():
            assert cut(part) == ""


def test_numbers_of_a_training_are_saved(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, now)
    table = view.table()
    assert isinstance(table, Listing)
    assert (64, "exact", 1.0, "", "", "", "") in table.rows
    assert (16, "gold", 0.9, "cross", 0, 0, "anti-diagonal") in table.rows


def test_what_is_saved_is_signed_with_the_training_not_with_the_run_of_the_window(
    qtbot: QtBot, now: TrainingNow
) -> None:
    view: Any = shown(qtbot, "train")
    shot = shot_of(view, now, kind="encoder", layer=0, head=1)
    off = shot.state.run.with_(source=("typed",), edits=Edits(heads_off=(HeadPlace("cross", 0, 0),)))
    drawn(view, shot.with_(state=shot.state.with_(run=off), trace=shot.trace.with_(run=off)))
    assert now.about is not None
    for found in (view.table().context, view.export_context(context_of(view._shot.state, view._shot.trace, "Train"))):
        assert (found.model, found.hash, found.source) == (now.about.title, "", now.source) and not found.differs
        assert (found.kind, found.layer, found.head) == view.film._head
    assert "layer 1 · head 2 · training “" in found.caption()
    drawn(view, shot_of(view, now, page="new"))
    assert view.table() is None, "a start card has no numbers"


# ---------------------------------------------------------------- what is asked for


def test_the_slider_takes_the_window_to_a_snapshot(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, now)
    asked = heard(view.asked)
    view.slider.setValue(2)
    head = dict(zip(("kind", "layer", "head"), view.film._head, strict=True))
    text = {"source": ("3 1 4 1 5",), "ids": False, "target": None, "opening": ""}
    assert asked == [{"model": now.places[2].folder, "look": head} | text], "the head whose maps were seen stays"
    drawn(view, shot_of(view, replace(now, own=True), now.places[2].folder))
    view.slider.setValue(3)
    assert asked[1:] == [{"model": now.places[3].folder}], "a text of the user's own stays"
    shot = shot_of(view, replace(now, own=True), now.places[3].folder)
    read = shot.trace.sentences[0].source_text
    drawn(view, shot.with_(state=shot.state.with_(run=shot.state.run.with_(ids=True))))
    view.slider.setValue(4)
    assert asked[-1] == {"model": now.places[4].folder}, "snapshots of one training have the same ids"
    other = shot_of(view, replace(now, own=True), "elsewhere")
    for source, changed in ((other.trace.run.source, ((read,), False)), (("9 9",), (None, None))):
        run = other.state.run.with_(ids=True, source=source)
        drawn(view, other.with_(state=other.state.with_(run=run), trace=other.trace))
        view._go_to(1)
        assert (asked[-1].get("source"), asked[-1].get("ids")) == changed, "another model's are read as their text"


def test_commas_and_points_go_through_the_training(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, replace(now, own=True), now.places[2].folder)
    asked = heard(view.asked)
    qtbot.keyClick(view.slider, Qt.Key.Key_Comma)
    qtbot.keyClick(view.film, Qt.Key.Key_Period)
    assert [one["model"] for one in asked] == [now.places[1].folder, now.places[3].folder]


def test_drawing_a_snapshot_asks_for_nothing(qtbot: QtBot, now: TrainingNow) -> None:
    view: Any = shown(qtbot, "train")
    asked, opted, picked = heard(view.asked), heard(view.opted), heard(view.picked)
    for place in (*now.places, now.places[0]):
        drawn(view, shot_of(view, now, place.folder))
    assert not asked and not opted and not picked


def test_choices_become_options(qtbot: QtBot) -> None:
    view: Any = shown(qtbot, "train")
    drawn(view, snapshot(view, made_trace("the white house", "la casa blanca")))
    opted, commanded = heard(view.opted), heard(view.commanded)
    view.card.forms["switches"].controls["no_positions"].click()
    view.card.forms["size"].controls["heads"].setCurrentText("1")
    view.card.start.click()
    assert opted == [{"no_positions": True}, {"heads": 1}] and commanded == ["train.start"]


def ended_by(now: TrainingNow, kind: str) -> TrainingNow:
    """The same training after one more event."""
    return replace(now, events=(*now.events, replace(now.events[-1], kind=kind)))


def test_only_buttons_that_do_something_can_be_pressed(qtbot: QtBot, now: TrainingNow) -> None:
    view: Any = shown(qtbot, "train")

    def usable(some: TrainingNow) -> set[str]:
        drawn(view, shot_of(view, some))
        return {name for name, button in view.bar.buttons.items() if button.isEnabled()}

    running = replace(now, job=TrainingJob("running"))
    assert usable(running) == {"pause", "stop", "keep"}
    assert usable(ended_by(running, "paused")) == {"go_on", "stop", "keep"}
    assert usable(ended_by(now, "stopped")) == {"go_on", "new", "keep"}
    assert usable(ended_by(now, "done")) == {"new", "keep"}
    assert usable(now) == {"new", "keep"}, "somebody else trains: it is only followed"


@pytest.mark.parametrize("width", [300, 500, 1000])
def test_no_button_takes_the_place_of_another_when_a_training_changes(
    qtbot: QtBot, now: TrainingNow, width: int
) -> None:
    """A press that was meant for Pause came as the training ended, and began a new one."""
    view = view_of(qtbot, now, size=(width, 590))
    bar, places = view.bar, list[dict[str, object]]()
    running = replace(now, job=TrainingJob("running"))
    begun = TrainingNow(now.folder, job=TrainingJob("starting"))
    for some in (begun, running, ended_by(running, "paused"), ended_by(now, "stopped"), ended_by(now, "done"), now):
        for model in ("", now.places[3].folder):
            drawn(view, shot_of(view, some, model))
            QApplication.processEvents()
            inside = [one for one in bar.buttons if bar.buttons[one] not in bar.line.hidden_away]
            places.append({one: bar.buttons[one].geometry().translated(bar.line.pos()) for one in inside})
    assert places == places[:1] * len(places) and "pause" in places[0]
    assert bar.line.geometry().right() < bar.width() <= width
    assert len(places[0]) == len(bar.buttons) or bar.line.more.isVisible(), "the others are in its card"


def test_where_the_words_about_a_training_have_no_room_no_dots_stand(qtbot: QtBot, now: TrainingNow) -> None:
    bar: Any = view_of(qtbot, now).bar
    bar.show_training(now, "copy", "done · update 8,500 · 8 snapshots", choosing=False, pair=False)
    seen = []
    for width in (16, 60, 300):
        bar.words.setFixedWidth(width)
        pixels = pixels_of(bar.words.grab().toImage())
        seen.append(int(np.flatnonzero((pixels != pixels[0, -1]).any(axis=0)).max(initial=0)))
    assert seen[0] == 0 < seen[1] < 40 < seen[2], "nothing, “done”, all of it"


# ---------------------------------------------------------------- what goes wrong


def test_a_folder_that_vanished_leaves_the_last_picture(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, replace(now, problem="Its folder is not there any more."))
    assert view.curves.isVisible() and "not there any more" in view.trouble.text()
    assert len(view.curves.loss.plot.curves[0].y) == len(STEPS)


def test_a_failure_is_reported(now: TrainingNow) -> None:
    paused = replace(now, job=TrainingJob("running"), events=(*now.events, replace(now.events[-1], kind="paused")))
    assert "paused" in words.state_words(TrainContent.from_training(paused, ""))
    failed = replace(now.events[-1], kind="failed", message="step 65 gave no finite gradient")
    content = TrainContent.from_training(replace(now, events=(*now.events, failed)), "")
    assert words.trouble(content) == "Step 65 gave no finite gradient"
    lost = replace(now, job=TrainingJob("", "Training was lost: it was ended by signal 9.", ended=True))
    assert "signal 9" in words.trouble(TrainContent.from_training(lost, ""))
    assert lost.state == "quiet" and lost.can_go_on
    assert words.state_words(TrainContent.from_training(lost, "")).startswith("failed"), "it said why"
    short = replace(failed, kind="done", message="5 % are right. The same command with --steps 6 goes on from there.")
    assert words.trouble(TrainContent.from_training(replace(now, events=(short,)), "")) == (
        "5 % are right. “Resume” does as much again."
    )
    stopped = (short, replace(short, kind="start", message="resumed"), replace(short, kind="stopped", message=""))
    assert words.trouble(TrainContent.from_training(replace(now, events=stopped), "")) == "", "that was an earlier end"
    quiet = replace(now, idle=1000.0)
    assert words.trouble(TrainContent.from_training(quiet, "")) == words.QUIET


# ---------------------------------------------------------------- the choice


def test_the_words_of_the_command_line_follow_the_choice() -> None:
    plain = TrainingChoice().arguments("out")
    assert plain[:5] == ["train", "--out", "out", "--task", "reverse"]
    assert plain[plain.index("--until") + 1] == "99" and "model.positions=none" not in plain
    chosen = TrainingChoice(no_positions=True, no_mask=True, post_norm=True, until="updates", updates=70)
    other = chosen.arguments("out")
    assert {"model.positions=none", "causal=false", "model.norm_place=post", "warmup=0"} <= set(other)
    assert other[other.index("--steps") + 1] == "70"
    file = TrainingChoice(task="file", data="pairs.tsv", go_on=True, no_mask=True).arguments("out", "model")
    assert "causal=false" in file, "whatever the card offers has an effect"
    assert "--task" not in file and file[file.index("--data") + 1] == "pairs.tsv" and "start=model" in file


def test_epochs_end_a_training_on_a_file() -> None:
    """The time is a ceiling: without epochs the learning rate would follow the clock."""
    file = TrainingChoice(task="file", data="pairs.tsv").arguments("out")
    assert file[file.index("--epochs") + 1] == "100" and file[file.index("--until") + 1] == "99"
    assert {"bleu_pairs=50", "validate_steps=100"} <= set(file), "its curves grow while it is looked at"
    epochs = TrainingChoice(until="epochs", epochs=3).arguments("out")
    assert epochs[epochs.index("--epochs") + 1] == "3" and epochs[epochs.index("--until") + 1] == "0"
    assert "--epochs" not in TrainingChoice().arguments("out"), "a task has an end of its own"
    assert "rate=0.1" in TrainingChoice(rate=0.1).arguments("out")
    assert not any(word.startswith("rate=") for word in TrainingChoice().arguments("out"))


def test_a_choice_reads_what_its_training_will_read() -> None:
    """A text that the task cannot be given is not called the user's."""
    for task, own, other in (("reverse", "9 8 7", "the red fox"), ("dates", "May 3, 2024", "3 1 4")):
        choice, (example, *_) = TrainingChoice(task=task), TASKS[task].examples
        assert choice.sentence(own) == (own, True) and choice.sentence(other) == (example, False)
        assert choice.sentence(" ") == (example, False)
        said = words.chosen_sentence(choice, other)
        assert all(part in said for part in (example, "example", other)) and own in words.chosen_sentence(choice, own)
    assert TrainingChoice(task="file", data="pairs.tsv").sentence("the red fox") == ("the red fox", True)


def test_the_card_says_how_long_it_takes_here() -> None:
    choice, known = TrainingChoice(minutes=10), TrainingEstimate(seconds=122.0, update=0.024, updates=5000)
    assert "Measuring how long" in words.end_words(choice)
    assert words.end_words(choice, known).endswith("At most about 2 min on this machine: 5,000 updates, 24 ms each.")
    counted = words.end_words(replace(choice, until="updates", updates=5000), known)
    assert counted == "Ends after 5,000 updates, or 10 min. About 2 min on this machine: 5,000 updates, 24 ms each."
    late = words.end_words(replace(choice, minutes=1), known)
    assert late.endswith("On this machine, about 2,500 of 5,000 updates, 24 ms each.")
    quick = words.end_words(choice, TrainingEstimate(seconds=20.0, update=0.004, updates=5000))
    assert quick.endswith("At most about 20 s on this machine: 5,000 updates, 4.0 ms each.")
    refused = words.end_words(choice, TrainingEstimate(problem="the file is empty"))
    assert refused.endswith("The file is empty.")


def test_one_epoch_is_not_counted_as_many() -> None:
    for until, task in (("epochs", "sort"), ("right", "file")):
        said = words.end_words(TrainingChoice(until=until, task=task, epochs=1))
        assert "after 1 epoch" in said and "1 epochs" not in said


def test_snapshots_say_how_much_they_are(now: TrainingNow) -> None:
    assert now.about is not None
    about = replace(now.about, settings={"snapshots": 40, "snapshot_megabytes": 100.0})
    places = tuple(replace(place, bytes=250_000) for place in now.places)
    done = replace(now, about=about, places=places, events=(*now.events, replace(now.events[-1], kind="done")))
    content = TrainContent.from_training(done, "")
    assert words.state_words(content).endswith("8 snapshots, 2.0 MB")
    assert words.bound_words(content) == "At most 40 snapshots are kept, 100 MB in all."


def test_a_command_that_cannot_start_is_reported() -> None:
    assert "file" in TrainingChoice(task="file").missing()
    assert TrainingChoice(heads=8, width=32).missing() == ""
    assert "divided" in TrainingChoice(heads=3, width=32).missing()
    assert TrainingChoice.from_options({"task": "sort", "seed": "x", "unknown": 1}) == TrainingChoice(task="sort")


@pytest.mark.parametrize("wild", [{"heads": 0}, {"heads": -1}, {"seed": 10**12}, {"updates": -(10**12)}, {"task": "?"}])
def test_what_a_session_may_hold_is_drawn(qtbot: QtBot, now: TrainingNow, wild: dict[str, Any]) -> None:
    view = view_of(qtbot, now, page="new", **wild)
    assert view.card.start.isEnabled() is (wild.keys() <= {"seed", "updates"})


def test_a_file_that_is_not_there_starts_nothing_until_it_is(qtbot: QtBot, now: TrainingNow, tmp_path: Path) -> None:
    file, view = tmp_path / "pairs.tsv", shown(qtbot, "train")
    options = view.Options(task="file", data=str(file), page="new")
    drawn(view, replace(shot_of(view, now), options=options))
    assert not view.card.start.isEnabled() and "pairs.tsv is not there" in view.card.end.text()
    file.write_text("a\tb\n")
    drawn(view, replace(shot_of(view, now), options=options))
    assert view.card.start.isEnabled() and "pairs.tsv" not in view.card.end.text()


def test_each_switch_says_what_it_does() -> None:
    for name, (_, about) in words.SWITCHES.items():
        assert words.effect_words(replace(TrainingChoice(), **{name: True})) == about
    assert words.ONE_HEAD in words.effect_words(TrainingChoice(heads=1))
    going_on = words.effect_words(TrainingChoice(go_on=True, no_positions=True, no_mask=True))
    assert words.SWITCHES["no_mask"][1] in going_on and words.SWITCHES["no_positions"][1] not in going_on
    told = [words.effect_words(TrainingChoice(rate=rate)) for rate in RATES if rate >= HIGH_RATE]
    assert told == [*[words.HIGH_RATE_WORDS] * (len(told) - 1), words.RUINOUS_RATE_WORDS]


def test_a_snapshot_is_compared_with_the_last(qtbot: QtBot, now: TrainingNow) -> None:
    view = view_of(qtbot, now, now.places[-1].folder)
    assert not view.bar.buttons["compare"].isEnabled()
    drawn(view, shot_of(view, now, now.places[3].folder))
    pinned, opened = heard(view.pinned), heard(view.opened)
    view.bar.buttons["compare"].click()
    assert [pin.run.model for pin in pinned] == [now.places[-1].folder] and opened == ["compare"]


def test_two_snapshots_are_called_by_their_updates(tmp_path: Path) -> None:
    def trace_of(step: int) -> Any:
        found = made_trace("3 1 4", "4 1 3")
        folder = str(tmp_path / "snapshots" / str(step))
        return found.with_(model=replace(found.model, folder=folder), run=found.run.with_(model=folder))

    first, last = trace_of(32), trace_of(1600)
    assert side_names(first, last, Pin(first.run), Look()) == ("update 32", "update 1,600")


@pytest.mark.parametrize("now_", [
    TrainingNow("gone", problem="The training cannot be read: gone is not a training folder."),
    TrainingNow("new", job=TrainingJob("starting")),
    TrainingNow("new", job=TrainingJob("", "The disk is full.", ended=True)),
    TrainingNow("gone", unstarted="There are no pairs."),
])  # fmt: skip
def test_a_training_without_any_result_is_drawn(qtbot: QtBot, now_: TrainingNow) -> None:
    view = view_of(qtbot, now_)
    said = view.trouble.text() if view.trouble.isVisible() else ""
    assert said == (now_.problem or now_.job.words or now_.unstarted)
    assert view.heading(view._shot) == "Train" and view.table() is None
