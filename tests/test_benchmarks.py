"""The benchmarks can be imported, and what they compute from their measurements is right. Nothing is timed here."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from benchmarks import __main__ as command
from benchmarks import gallery, machine
from benchmarks.engine import fast_paths, training
from benchmarks.goals import GOALS, Goal, words
from benchmarks.report import Line, Section, cells, compared, markdown, rounded
from benchmarks.samples import Calm, Samples, in_turns, median, percentile, ratio
from benchmarks.window import gestures, long_keys, recorded, screen, starting, typing_keys
from benchmarks.window.floors import BareMosaic, block_maxima, random_maps
from benchmarks.window.painting import check_maxima
from benchmarks.window.starts import Start
from model_core.io.child_process import SETTINGS
from model_core.record.effects import EffectsSpec
from model_core.record.run_spec import RunSpec
from tests.made.small import small_model
from viz_app.data.maps.colormaps import Scale
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.engine_client import InlineEngine
from viz_app.views import VIEWS

ROOT = Path(__file__).resolve().parents[1]


# ---- statistics


@pytest.mark.parametrize(("values", "middle"), [([3.0], 3.0), ([5, 1, 3], 3.0), ([4, 1, 3, 2], 2.5)])
def test_the_median_is_the_middle_value(values: list[float], middle: float) -> None:
    assert median(values) == middle


def test_percentiles_are_those_of_numpy() -> None:
    values = np.random.default_rng(1).random(37).tolist()
    for share in (0.0, 0.05, 0.5, 0.95, 1.0):
        assert percentile(values, share) == pytest.approx(np.percentile(values, 100 * share))


@pytest.mark.parametrize(("values", "share"), [([], 0.5), ([1.0], 1.1), ([1.0], -0.1)])
def test_no_percentile_of_nothing(values: list[float], share: float) -> None:
    with pytest.raises(ValueError, match="no percentile"):
        percentile(values, share)


def test_a_ratio_pairs_the_rounds() -> None:
    """A machine that is ten times slower in one round changes nothing; the ratio of the medians would be 3."""
    ours, theirs = [2.0, 30.0, 6.0], [1.0, 10.0, 1.0]
    assert ratio(ours, theirs) == 3.0
    assert ratio([2.0, 20.0, 4.0], [1.0, 10.0, 2.0]) == 2.0
    assert Samples((2.0, 20.0, 4.0)).over(Samples((1.0, 10.0, 2.0))) == 2.0


def test_every_fast_path_can_be_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that was renamed would leave its line without a comparison."""
    monkeypatch.setattr(fast_paths, "few_rows", lambda rows, cells, inputs: True)
    names = []
    for name, work, other, without in fast_paths.paths(small_model(max_positions=256)):
        work()
        with without():
            other()
        names.append(name.split()[0])
    assert names == ["few", "many", "row", "checking", "no", "dropout"]


def test_a_path_that_this_processor_does_not_take_has_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its line would measure chance."""
    monkeypatch.setattr(fast_paths.fast_linear, "turned_rows", lambda: range(0))
    monkeypatch.setattr(fast_paths.fast_linear, "onednn", lambda rows: object() if rows == fast_paths.WORDS else None)
    model = small_model(max_positions=256)
    assert {name.split()[0] for name, *_ in fast_paths.paths(model)}.isdisjoint({"few", "many"})
    monkeypatch.setattr(fast_paths.fast_linear, "LARGE", 1)
    assert "many" in {name.split()[0] for name, *_ in fast_paths.paths(model)}


def test_a_ratio_of_training_steps_is_that_of_the_two_rates_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds that differ wildly between the sides do not part the ratio from its row."""
    took = itertools.cycle([300.0, 10.0, 900.0, 40.0, 5.0])
    monkeypatch.setattr(training, "_asked", lambda who, how: nullcontext(lambda: next(took) * (1 + (how == "fp32"))))
    monkeypatch.setattr(training, "computes_bf16", lambda _device: True)
    lines = training._steps(3, [])
    assert {line.goal for line in lines} >= {"S11 fp32", "S11 bf16", "S11 design"}
    for line in lines:
        assert line.other is not None and line.ratio == pytest.approx(line.value / line.other)


def test_steps_in_bf16_are_left_out_where_they_take_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(training, "_asked", lambda who, how: asked.append(how) or nullcontext(lambda: 10.0))
    monkeypatch.setattr(training, "computes_bf16", lambda _device: False)
    notes: list[str] = []
    assert {line.goal for line in training._steps(1, notes)} == {"S11 fp32", ""}
    assert set(asked) == {"fp32"} and notes == [training.ONLY_FP32]


@pytest.mark.parametrize(("ours", "theirs"), [([1.0], [1.0, 2.0]), ([], []), ([1.0], [0.0])])
def test_what_is_no_pair_has_no_ratio(ours: list[float], theirs: list[float]) -> None:
    with pytest.raises(ValueError, match="not pairs"):
        ratio(ours, theirs)


def test_everything_takes_its_turn_and_nothing_is_always_first() -> None:
    order: list[str] = []
    ticks = itertools.count()

    def work(name: str, told: float | None) -> float | None:
        order.append(name)
        return told

    found = in_turns(
        {"a": lambda: work("a", None), "b": lambda: work("b", 7.0)}, 4, warm=1, clock=lambda: next(ticks) / 1000
    )
    assert found["b"].values == (7.0,) * 4, "a work's own milliseconds count"
    assert found["a"].values == pytest.approx((1.0,) * 4), "else the clock's"
    assert ["".join(order[at : at + 2]) for at in range(0, 10, 2)] == ["ba", "ab", "ba", "ab", "ba"]
    with pytest.raises(ValueError, match="one round"):
        in_turns({"a": lambda: 1.0}, 0)


def test_a_sample_beside_a_disturbed_moment_is_taken_again_and_counted() -> None:
    class Moments(Calm):
        def __init__(self, *slow: int) -> None:
            super().__init__()
            self.slow, self.asked = slow, 0

        def disturbed(self) -> bool:
            self.asked += 1
            return self.asked in self.slow

    given = iter([1.0, 20.0, 2.0, 30.0, 40.0, 50.0, 60.0])
    calm = Moments(4, *range(7, 30))  # behind the second sample; from before the fourth on
    found = in_turns({"a": lambda: next(given)}, 3, warm=0, calm=calm)["a"]
    assert found.values == (1.0, 2.0, 60.0), "one that is always disturbed is left as it is"
    assert calm.retaken == Calm.TRIES and next(given, None) is None


def test_a_moment_is_disturbed_in_which_fixed_work_takes_longer_than_mostly(monkeypatch: pytest.MonkeyPatch) -> None:
    calm, now = Calm(), [0.0]
    took = iter([1.0, 1.1, 0.9, 1.0, 1.05, 1.3, 1.0, 2.0])

    def clock() -> float:
        now[0] += next(took) if len(now) % 2 == 0 else 0.0
        now.append(now[0])
        return now[0]

    monkeypatch.setattr("benchmarks.samples.time.process_time", clock)
    assert [calm.disturbed() for _ in range(8)] == [False] * 5 + [True, False, True]


# ---- goals


def test_a_goal_holds_its_own_limit() -> None:
    most, least = Goal("ratio", 1.3), Goal("ratio", 4.0, at_least=True)
    assert most.met(1.3) and most.met(0.2) and not most.met(1.31)
    assert least.met(4.0) and least.met(9.0) and not least.met(3.99)
    assert (words(most), words(least), words(Goal("p95", 50.0))) == ("≤ 1.3×", "≥ 4×", "p95 ≤ 50")


def test_every_goal_says_what_it_would_take() -> None:
    for name, goal in GOALS.items():
        assert goal.of in ("ratio", "value", "p95"), name
        assert goal.limit > 0 and goal.would_take.endswith("."), name
    numbers = {name.split()[0] for name in GOALS}
    felt = {"F1", "F2", "F3", "F4", "F6", "F7", "F9", "F10", "F11"}
    assert numbers == {"S1", "S3", "S6", "S8", "S10", "S11", "S12"} | felt


@pytest.mark.parametrize(
    ("line", "met"),
    [
        (Line("x", 9.0, "ms", ratio=1.2, goal="S1"), True),
        (Line("x", 9.0, "ms", ratio=1.4, goal="S1"), False),
        (Line("x", 0.97, "", ratio=0.97, goal="F1 own"), False),
        (Line("x", 9.0, "ms", p95=65.0, goal="F1"), True),
        (Line("x", 9.0, "ms", goal="F1"), None),
        (Line("x", 9.0, "ms"), None),
    ],
)
def test_a_goal_is_held_against_the_number_it_is_about(line: Line, met: bool | None) -> None:
    assert line.met is met


# ---- the page


def test_times_and_rates_are_compared_the_right_way_round() -> None:
    ours, theirs = Samples((2.0, 2.0)), Samples((8.0, 8.0))
    time = compared("painted", ours, [("peer", theirs, "")])[0]
    assert (time.value, time.other, time.ratio) == (2.0, 8.0, 0.25)
    rate = compared("decoded", ours, [("peer", theirs, "S8 small")], unit="per s")[0]
    assert (rate.value, rate.other, rate.ratio, rate.met) == (500.0, 125.0, 4.0, True)
    more = compared("x", ours, [("a", theirs, ""), ("b", theirs, "")], p95="S3 p95")
    assert [line.what for line in more] == ["x", "", ""], "what goes on about the same thing names it once"
    assert more[-1].met is True and more[-1].goal == "S3 p95"


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.0, "0.00"), (0.0312, "0.031"), (0.5, "0.50"), (1.304, "1.30"), (12.34, "12.3"), (1234.6, "1,235")],
)
def test_numbers_have_about_three_digits(value: float, written: str) -> None:
    assert rounded(value) == written


def section() -> Section:
    lines = (
        Line("48 maps", 9.0, "ms", 11.0, "floor", 6.0, 1.5, "S1"),
        Line("", 9.0, "ms", 11.0, "plots", 18.0, 0.5),
        Line("hover", 0.3, "ms", 0.4, "floor", 0.2, 1.5, "S3"),
    )
    return Section("painting", "Painting", "About it.", lines, ("the picture was right",), notes=("A note.",))


def test_the_page_says_what_was_reached_and_what_the_rest_would_take() -> None:
    page = markdown([section(), Section("memory", "Memory", "", skipped="no model.")], ["a machine"], "the command")
    assert "Goals reached: 1 of 2." in page
    assert "| 48 maps | 9.00 ms | 11.0 ms | floor | 6.00 ms | 1.50× | S1: ≤ 1.3× | **missed** |" in page
    assert "| hover | 0.30 ms | 0.40 ms | floor | 0.20 ms | 1.50× | S3: ≤ 2× | met |" in page
    assert f"- **S1** (48 maps): {GOALS['S1'].would_take}" in page
    assert "- **S3**" not in page
    assert "Not measured: no model." in page
    assert "- a machine\n" in page and "`the command`" in page and "A note." in page
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in rows} == {9}, "every row has as many cells as the head"


def test_a_result_crosses_between_processes_unchanged() -> None:
    assert Section.from_json(json.loads(json.dumps(section().to_json()))) == section()
    assert [len(cells(line)) for line in section().lines] == [8, 8, 8]


def test_what_crosses_a_pipe_is_the_run_itself_and_less_of_it_without_what_maps_do_not_need() -> None:
    whole = recorded.trace(40, 1, 2)
    whole = whole.with_(arrays={**whole.arrays.kept, "encoder.layers.0.normed": np.zeros((1, 40, 16), np.float32)})
    assert whole.maps_only().unsent and not whole.unsent
    for trace in (whole, whole.maps_only()):
        assert long_keys.crossed(trace) >= 0.0


# ---- the command


IMPORTED = """
import importlib, os, sys
import pyqtgraph
import viz_app.window.main_window

for name in sys.argv[1:]:
    if os.fork() == 0:
        assert callable(importlib.import_module(f"benchmarks.{name}").measure), name
        print(name, flush=True)
        os._exit(0)
    os.wait()
"""


@pytest.mark.usefixtures("prepared")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_every_benchmark_can_be_imported() -> None:
    """Each in a process of its own, forked from one that has loaded the window: some load torch, which this one never
    does beside Qt."""
    words = [sys.executable, "-c", IMPORTED, *command.MODULES]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == list(command.MODULES), done.stderr


def test_every_module_is_a_benchmark_or_part_of_one() -> None:
    for path in (ROOT / "benchmarks").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        module = ".".join(path.relative_to(ROOT / "benchmarks").with_suffix("").parts)
        assert ("\ndef measure(quick: bool) -> Section:" in text) == (module in command.MODULES), module
        assert importlib.util.find_spec(f"benchmarks.{module}") is not None


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["painting", "juggling"]) == 2
    assert "no benchmark is called juggling; there are painting" in capsys.readouterr().err


def test_threads_are_settled_as_in_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second thread of numpy's doubles the processor time of a map, and the window has none."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    assert command.environment().items() >= {"OPENBLAS_NUM_THREADS": SETTINGS["OPENBLAS_NUM_THREADS"]}.items()
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    assert command.environment()["OPENBLAS_NUM_THREADS"] == "3", "what the user has set stands"


def test_the_circumstances_are_reported() -> None:
    calm, busy = machine.described("offscreen", False, 0.1), machine.described("xcb", True, 3.5)
    assert "offscreen" in calm[1] and len(calm) == 2
    assert "display server" in busy[1] and "load average 3.5" in busy[2] and "--quick" in busy[3]
    assert f"numpy {np.__version__}" in calm[0]
    assert machine.found("no-such-package-anywhere") == "missing"


# ---- what is checked on the way


def test_the_check_of_the_maxima_sees_one_wrong_block(qtbot: QtBot) -> None:
    """It compares the pixels on the screen with the arrays, of all 48 maps."""
    mosaic = HeadGrid()
    qtbot.addWidget(mosaic)
    screen.show(mosaic, 620, 480)
    maps = random_maps(6, 8, 128, seed=3)
    mosaic.set_maps(maps, None, Scale())
    check_maxima(mosaic, maps)
    other = maps.copy()
    other[5, 7, 60, 60] = 1.0
    assert block_maxima(other, 64)[5, 7, 30, 30] == 1.0 != block_maxima(maps, 64)[5, 7, 30, 30]
    with pytest.raises(AssertionError, match="layer 6, head 8 shows other numbers"):
        check_maxima(mosaic, other)


def test_the_floor_shows_the_same_maxima(qtbot: QtBot) -> None:
    bare = BareMosaic(2, 3, 128, 64, 4)
    qtbot.addWidget(bare)
    maps = random_maps(2, 3, 128, seed=4)
    assert np.array_equal(bare.reduce(maps), block_maxima(maps, 64))


def test_what_is_typed_was_never_written_before() -> None:
    texts = [typing_keys.script(30, 3, seed) for seed in range(10)]
    seen: set[str] = set()
    for begun, letters in texts:
        assert len(begun.split()) == 27 and len(letters.split()) == 3
        for end in range(1, len(letters) + 1):
            assert begun + letters[:end] not in seen
            seen.add(begun + letters[:end])
    assert len(typing_keys.script(60, 3, 0)[0].split()) == 57


def test_the_row_of_a_view_is_its_worst_gesture_and_length() -> None:
    found = {
        ("hover 0", 12): Samples((2.0, 2.0)), ("hover 1", 1024): Samples((4.0, 4.0)),
        ("hover 0", gestures.LONGEST): Samples((30.0, 30.0)), ("head", 12): Samples((20.0, 20.0)),
        ("layer", 1024): Samples((36.0, 36.0)),
    }  # fmt: skip
    lines = list(gestures.rows({"attention": found}, 2.0))
    assert [(line.p95, line.goal, line.met) for line in lines] == [
        (2.0, "F2", True), (18.0, "F3", False), (15.0, "F2 long", True),
    ]  # fmt: skip
    assert "layer, 1,024" in lines[1].what and all(line.what.startswith("attention") for line in lines)


def test_made_traces_hold_together() -> None:
    trace = recorded.trace(5, layers=2, heads=3)
    for kind in ("encoder", "decoder", "cross"):
        for maps in trace.maps(kind):
            assert maps.shape == (3, 5, 5)
            np.testing.assert_allclose(maps.sum(-1), 1.0, atol=1e-5)
            assert not maps[:, trace.reason(kind) != 0].any(), "hidden cells weigh nothing"


def test_the_training_of_the_window_is_measured_in_the_windows_size() -> None:
    from benchmarks.engine.training import WINDOW
    from viz_app.document.trainings.training_choice import TrainingChoice

    words = TrainingChoice().arguments("out")
    assert {f"model.{name}={size}" for name, size in WINDOW.items()} <= set(words)


def test_gallery_any_two_values_meet() -> None:
    """Any two of view, frame, theme, size, length, text size and model are in one picture of the series, and it stays
    near its least length: that of its two longest axes."""
    views = tuple(VIEWS)
    axes = (views, gallery.FRAMES, gallery.THEMES, gallery.SIZES, gallery.LENGTHS, gallery.TEXT_SCALES, gallery.MODELS)
    rows = gallery.covering(axes)
    for (i, firsts), (j, seconds) in itertools.combinations(enumerate(axes), 2):
        assert {(row[i], row[j]) for row in rows} == set(itertools.product(firsts, seconds)), (i, j)
    assert len(rows) <= 1.2 * len(views) * len(gallery.LENGTHS)
    cases = gallery.cases(False, views)
    assert len({case.name for case in cases}) == len(cases) == len(rows)


def test_gallery_answers_questions_once(qapp: object) -> None:
    """The series shows what views compute, not the moment before, and computes it once for all pictures of a run."""
    lane, found = InlineEngine(gallery.Remembered()), []
    lane.message.connect(found.append)
    for _ in range(2):
        lane.ask_effects(EffectsSpec(RunSpec("reverse", ("3 1 4",))))
    assert len(found) == 2 and found[0] is found[1] and found[0].complete


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to a core")
def test_the_cores_are_given_back_after_a_measuring_on_one() -> None:
    before = os.sched_getaffinity(0)
    with typing_keys.one_core() as alone:
        assert alone and len(os.sched_getaffinity(0)) == 1
        command = [sys.executable, "-c", "import os; print(len(os.sched_getaffinity(0)))"]
        assert subprocess.run(command, capture_output=True, check=True).stdout.strip() == b"1", "as the engine will"
    assert os.sched_getaffinity(0) == before


def test_what_is_felt_of_a_start_is_that_of_the_machine_of_the_goals() -> None:
    own = Start({"furnished": 800.0, "picture": 1700.0}, {}, {"wall": 90.0, "own": 60.0})
    found = {"ours": [own], "torch": [Start({"painted": 1400.0})], "bare": [Start({}, {}, {"wall": 6.0})]}
    lines = {line.goal: (line.value, line.met) for line in starting._felt(found, 2.0) if line.goal}
    assert lines == {"F6 typing": (400.0, True), "F6 picture": (150.0, True), "F6 stall": (45.0, True)}
    slow = {line.goal: line.met for line in starting._felt(found, 1.0) if line.goal}
    assert not any(slow.values())
