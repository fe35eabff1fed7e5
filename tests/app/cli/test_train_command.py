"""`train` from the command line: settings, progress, Ctrl+C, kill -9, and two processes under torchrun."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from model_core.checkpoints.checkpoint import load_model
from model_core.record.training_log import TrainEvent
from model_core.training.running.estimate import Estimate
from model_core.training.train_spec import TrainSpec
from tests.made.small import SENTENCES
from tests.support.held_training import held
from tests.support.program import ROOT, Run, environment, free_port, of_two, pairs_of_two, place_of, refused
from viz_app import cli
from viz_app.cli.output import Output, ProgressBar
from viz_app.cli.training import estimate_words, show_training, train_spec
from viz_app.system.language import VARIABLE, choose

pytestmark = pytest.mark.usefixtures("prepared")

# ---------------------------------------------------------------- train


QUICK = ["--set", "steps=3", "--set", "model.d_model=16", "--set", "batch_tokens=60", "--set", "stop_at=0"]


def test_a_toy_training_reports_its_progress(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "toy"
    code, stdout, err = run("train", "--task", "copy", "--out", out, *QUICK)
    assert (code, stdout) == (0, f"{out}\n")
    lines = err.splitlines()
    assert lines[0].startswith("new training: ") and "generated on the fly" in lines[0]
    assert "update 3: validation loss" in lines[-2] and "of sentences right" in lines[-2]
    assert "3 updates, less than 0.1 epochs" in lines[-1]
    assert lines[-1].endswith("run the same command with --updates 6.")
    code, stdout, err = run("train", "--task", "copy", "--out", out, *QUICK)
    assert (code, stdout) == (0, f"{out}\n")
    assert err.splitlines() == [lines[0].replace("new training", "resumed at update 3"), lines[-1]]
    assert run("translate", "--model", out, "/dev/null")[0] == 0
    err = run("train", "--task", "copy", "--out", tmp_path / "one", *QUICK, "--set", "steps=1")[2]
    assert "1 update, less than 0.1 epochs" in err.splitlines()[-1], "one is not counted as many"


def test_settings_from_a_file_from_options_and_by_name(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"rate": 0.5, "minutes": 9, "seed": 4, "model": {"heads": 2, "d_ff": 64}}')
    line = f"train --out o --data a --data b --valid v --config {config} --minutes 3 --set seed=5 --set model.heads=1"
    named = ["--set", "name=My model", "--set", "precision=fp32"]
    spec = train_spec(cli.parser().parse_args([*line.split(), *named]))
    expected = {"out": "o", "data": ("a", "b"), "valid": "v", "rate": 0.5, "minutes": 3.0, "seed": 5}
    assert spec == TrainSpec(**expected, model={"heads": 1, "d_ff": 64}, name="My model", precision="fp32")


def test_settings_of_another_training_name_files_as_that_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    config = tmp_path / "config.json"
    config.write_text('{"data": ["~/pairs.tsv", "near.tsv"], "valid": "~/valid.tsv"}')
    spec = train_spec(cli.parser().parse_args(["train", "--out", "o", "--config", str(config)]))
    assert (spec.data, spec.valid) == ((str(tmp_path / "pairs.tsv"), "near.tsv"), str(tmp_path / "valid.tsv"))
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path))
    (tmp_path / "models" / "pairs").mkdir(parents=True)
    config.write_text('{"data": ["/elsewhere/ben/pairs"]}')
    spec = train_spec(cli.parser().parse_args(["train", "--out", "o", "--config", str(config)]))
    assert spec.data == ("/elsewhere/ben/pairs",), "a lost file is no model of its name"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            Estimate(2.0, 0.0236, 5000, 1e4, 210_400),
            "about 2 min at most: 5,000 updates of 24 ms each; 210~k par",
        ),
        (Estimate(2.0, 0.5, 5000, 60.0, 77_484_009), "62 s, enough for about 120 of 5,000 updates of 500 ms each"),
    ],
)
def test_an_estimate_has_the_numbers_of_the_window(found: Estimate, words: str) -> None:
    """As there: one formatter for times, one for counts."""
    assert estimate_words(found).startswith(words.replace("~", "\N{NO-BREAK SPACE}"))


def test_epochs_of_the_command_line_win_over_updates_of_a_file(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"steps": 8500}')
    for words, expected in (
        ("", (8500, 0)),
        ("--epochs 3", (0, 3)),
        ("--epochs 3 --updates 7", (7, 3)),
        ("--epochs 3 --set steps=9", (9, 3)),
        ("--set epochs=3", (0, 3)),
        ("--set epochs=3 --updates 7", (7, 3)),
        ("--set epochs=3 --set steps=9", (9, 3)),
        ("--set epochs=0", (8500, 0)),
    ):
        spec = train_spec(cli.parser().parse_args(f"train --out o --data d --config {config} {words}".split()))
        assert (spec.steps, spec.epochs) == expected, words
    config.write_text('{"steps": 8500, "model": {"heads": 2, "d_model": 32}}')
    words = "--set model.heads=8 --set model.norm=rms --set steps=9"
    spec = train_spec(cli.parser().parse_args(f"train --out o --data d --config {config} {words}".split()))
    assert (spec.steps, spec.model) == (9, {"heads": 8, "d_model": 32, "norm": "rms"})


def test_teachers_are_given_repeatedly_or_in_a_file(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"teachers": ["a", "b"], "soft": 0.25}')
    for words in (f"--config {config}", "--teacher a --teacher b --set soft=0.25"):
        spec = train_spec(cli.parser().parse_args(f"train --out o --data d {words}".split()))
        assert spec == TrainSpec("o", ("d",), teachers=("a", "b"), soft=0.25)


def test_a_task_named_in_a_file_has_the_settings_of_a_task(tmp_path: Path) -> None:
    from model_core.training.train_spec import toy_settings

    (tmp_path / "c.json").write_text('{"task": "sort", "rate": 0.25}')
    spec = train_spec(cli.parser().parse_args(["train", "--out", "o", "--config", str(tmp_path / "c.json")]))
    assert spec == TrainSpec(**{**toy_settings("sort"), "rate": 0.25, "out": "o"})
    own, wide, small = (toy_settings("reverse", width)["rate"] for width in (0, 64, 16))
    assert own == small == 2 * wide, "a model twice as wide as the task's own learns at half its rate"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "c.json is empty"),
        ("[]", "not a JSON object of settings"),
        ('{"model": 5}', "not a JSON object of settings"),
        ('{"rate": 1, "rate": 2}', "duplicate key"),
        ('{"rate": NaN}', "NaN"),
        ('{"rate": true}', "rate is True"),
        ('{"epoch": 3}', "'epoch'"),
        ('{"data": "a.tsv"}', "expected a list"),
        ('{"model": {"depth": 3}}', "'depth'"),
    ],
)
def test_a_settings_file_is_read_strictly(text: str, words: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(text)
    refused(run("train", "--task", "copy", "--out", tmp_path / "out", "--config", tmp_path / "c.json"), words)
    refused(run("train", "--task", "copy", "--out", tmp_path / "out", "--config", tmp_path / "missing"), "missing")


@pytest.mark.parametrize("given", [("--set", "out=elsewhere"), ("--epochs", "0"), ("--updates", "0")])
def test_what_would_be_ignored_is_refused(given: tuple[str, str], run: Run, tmp_path: Path) -> None:
    refused(run("train", "--task", "copy", "--out", tmp_path / "out", *given), "E-ARGS", given[0])
    if given[0] == "--set":
        pairs = tmp_path / "a.tsv"
        pairs.write_text("1 2\t2 1\n")
        refused(run("distil", "--data", pairs, "--out", tmp_path / "b.tsv", *given), "E-ARGS", "--out")


def test_a_corpus_with_malformed_lines_is_trained_on(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "train.tsv"
    pairs = zip(SENTENCES[:6], SENTENCES[6:], strict=True)
    data.write_text("".join(f"{en}\t{es}\n" for en, es in pairs) + "no tab\n\tno source\n", encoding="utf-8")
    shape = ["model.d_model=16", "model.heads=2", "model.d_ff=32", "model.encoder_layers=1"]
    small = [*shape, "vocabulary=420", "steps=2", "precision=fp32", "threads=1"]
    options = [word for setting in small for word in ("--set", setting)]
    valid = tmp_path / "valid.tsv"
    valid.write_text(f"{SENTENCES[0]}\t{SENTENCES[6]}\nno tab\n", encoding="utf-8")
    code, out, err = run("train", "--data", data, "--valid", valid, "--out", tmp_path / "out", *options)
    assert (code, out) == (0, f"{tmp_path / 'out'}\n"), err
    told = err.splitlines()[0]
    assert all(place in told for place in ("2 malformed", "train.tsv:7", "train.tsv:8", "1 malformed", "valid.tsv:2"))
    assert (tmp_path / "out" / "card.md").exists()


def test_a_setting_that_the_vocabulary_cannot_follow_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("the cat\tel gato\nthe dog\tel perro\n" * 20, encoding="utf-8")
    setting = "--set", "vocabulary=100", "--set", "piece_dropout=0.1"
    code, _, err = run("train", "--data", tmp_path / "a.tsv", *setting, "--out", tmp_path / "out", "--updates", "1")
    assert code == 2 and "piece_dropout" in err and "internal" not in err and not (tmp_path / "out").exists()


@pytest.mark.parametrize("field", ["start", "tokenizer"])
def test_a_vocabulary_that_a_corpus_cannot_be_cut_with_is_refused(field: str, run: Run, tmp_path: Path) -> None:
    assert run("new", "--set", "d_model=16", "--set", "heads=2", "--set", "d_ff=16", "--out", tmp_path / "ids")[0] == 0
    (tmp_path / "p.tsv").write_text("".join(f"{one} 7\t7 {one}\n" for one in range(5, 60)))
    wish = ("--data", tmp_path / "p.tsv", "--set", f"{field}={tmp_path / 'ids'}", "--out", tmp_path / "t")
    refused(run("train", *wish, *QUICK), "ids", "E-TRAIN-VOCABULARY")
    assert not (tmp_path / "t").exists()


def test_a_goal_that_is_no_percentage_is_named_as_it_was_typed(run: Run, tmp_path: Path) -> None:
    for typed in ("-5", "150", "nan"):
        code, _, err = run("train", "--task", "copy", "--until", typed, "--out", tmp_path / "toy")
        assert code == 2 and "--until" in err and typed in err and not (tmp_path / "toy").exists()


def test_a_folder_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    refused(run("train", "--task", "copy", "--out", tmp_path / "file", *QUICK), "file")
    assert (tmp_path / "file").read_text() == "mine"


def test_other_settings_than_the_checkpoint_are_named(run: Run, tmp_path: Path) -> None:
    assert run("train", "--task", "copy", "--out", tmp_path / "toy", *QUICK)[0] == 0
    again = run("train", "--task", "copy", "--out", tmp_path / "toy", *QUICK, "--set", "seed=2")
    refused(again, "different settings (seed)")


def test_ctrl_c_saves_and_says_how_to_resume(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = iter(range(100))

    def learn_and_press(training, *batch):
        if next(steps) == 4:
            signal.raise_signal(signal.SIGINT)
        return learn(training, *batch)

    from model_core.training.train import Training

    learn = Training.learn
    monkeypatch.setattr(Training, "learn", learn_and_press)
    many = [*QUICK, "--set", "steps=50"]
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    code, out, err = run("train", "--task", "copy", "--out", tmp_path / "toy", *many)
    assert (code, out) == (130, "") and "Traceback" not in err
    assert "saved at update " in err and err.rstrip().endswith("run the same command to resume")
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    step = int(err.split("saved at update ")[1].split()[0])
    assert 5 <= step < 50
    code, _, err = run("train", "--task", "copy", "--out", tmp_path / "toy", *many)
    assert code == 0 and f"resumed at update {step}" in err


@pytest.mark.parametrize("words", [(), ("--estimate",)], ids=["train", "estimate"])
def test_ctrl_c_while_the_data_are_read_ends_it_at_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """There is nothing to save yet."""
    from model_core.training import datasets

    def press(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("it went on")

    monkeypatch.setattr(datasets, "_task_data", press)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in a shell's background it is ignored
    code, out, err = run("train", "--task", "copy", "--out", tmp_path / "toy", *QUICK, *words)
    signal.signal(signal.SIGINT, before)
    assert (code, out, err) == (130, "", "headscope: stopped\n") and not (tmp_path / "toy").exists()


def bar_lines(terminal: bool, events: list[TrainEvent], capsys: pytest.CaptureFixture[str], columns: int = 100) -> str:
    """What the progress bar writes for events."""
    out = Output()
    out._bar = ProgressBar(terminal, columns)
    for event in events:
        show_training(out, event)
    out.end_progress()
    return capsys.readouterr().err


@pytest.mark.parametrize(("seconds", "words"), [(89.0, "89 s left"), (90.0, "2 min left"), (200.0, "3 min left")])
def test_the_progress_bar_gives_the_time_as_the_window_does(
    seconds: float, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    step = TrainEvent("step", 1, 0, 0.5, loss=2.0, tokens_per_second=1.0, elapsed=60, remaining=seconds)
    assert bar_lines(False, [step], capsys).rstrip().endswith(f"  {words}")


def test_the_progress_bar(capsys: pytest.CaptureFixture[str]) -> None:
    step = TrainEvent("step", 1234, 1, 0.5, loss=2.345, tokens_per_second=5432.1, elapsed=60, remaining=60)
    late = TrainEvent("step", 2000, 1, 0.98, loss=1.5, tokens_per_second=5432.1, elapsed=7000, remaining=7200)
    valid = TrainEvent("valid", 2000, 1, 0.99, token_accuracy=0.876, exact=0.5, valid_loss=1.25)
    plain = bar_lines(False, [step, step, late, valid], capsys)
    assert plain.splitlines() == [
        "████████████░░░░░░░░░░░░  50 %  update 1,234  loss 2.345  5,432 tokens/s  60 s left",
        "████████████████████████  98 %  update 2,000  loss 1.500  5,432 tokens/s  120 min left",
        "update 2,000: validation loss 1.250, 87.6 % of tokens, 50.0 % of sentences right",
    ]
    live = bar_lines(True, [step, step, valid], capsys)
    assert live.count("\r") == 2 and live.count("\n") == 2 and live.endswith("sentences right\n")
    narrow = bar_lines(True, [step], capsys, columns=20)
    assert len(narrow.rstrip("\n").removeprefix("\r\x1b[2K")) == 19


def test_an_unwritable_folder_is_reported_with_advice(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window says so itself, with its own words."""
    (tmp_path / "file").touch()
    words = "train", "--task", "copy", "--out", tmp_path / "file" / "toy", *QUICK
    assert "Run the same command again once it can be, or choose another --out" in run(*words)[2]
    assert "command" not in run(*words, "--json")[1]
    monkeypatch.setenv(VARIABLE, "es")
    choose("es")
    said = run(*words, "--json")[1]
    choose("en")
    assert "no se puede escribir en toy" in said


def test_only_the_first_of_several_processes_reports(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "1")
    assert run("train", "--task", "copy", "--out", tmp_path / "toy", *QUICK) == (0, "", "")


# ---------------------------------------------------------------- trainings in processes of their own


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a training that does no more than 350 updates; it is ended with the test."""
    programs: list[subprocess.Popen[str]] = []

    def start(*arguments: str | Path) -> subprocess.Popen[str]:
        more: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        line = [sys.executable, "-m", "tests.support.held_training", *held(350, ROOT / "no such file", arguments)]
        programs.append(subprocess.Popen(line, cwd=ROOT, env=environment(), **more))
        return programs[-1]

    yield start
    for program in programs:
        program.kill()
        program.wait()
        if program.stdout is not None:
            program.stdout.close()


def test_a_killed_training_is_resumed(started, tmp_path: Path) -> None:
    """kill -9 in the middle of steps and checkpoints; the counter goes on and the loss does not jump."""
    out = tmp_path / "toy"
    often = ["--set", "checkpoint_every=0.02", "--set", "validate_every=1000000", "--set", "stop_at=0"]
    line = ["train", "--task", "copy", "--out", out, *often, "--set", "steps=400", "--set", "rate=0.008"]
    program = started(*line)
    end = time.monotonic() + 600
    while time.monotonic() < end and not ((out / "training.safetensors").exists() and place_of(out)["step"] >= 150):
        assert program.poll() is None, program.communicate()[0]
        time.sleep(0.02)
    program.kill()
    program.wait()
    step = place_of(out)["step"]
    assert 150 <= step < 400, "killed in between"
    from model_core.training.datasets import training_data_for
    from model_core.training.train import Training, train

    spec = train_spec(cli.parser().parse_args([str(word) for word in line]))
    training = Training(spec, training_data_for(spec))
    assert training.resume(out)
    loss_at_kill = training.validate()[0]
    assert loss_at_kill < 1.5, "it had learned something, and that was saved"
    events = list(train(spec))
    assert events[0].step == step and f"resumed at update {step}" in events[0].message
    assert (events[-1].kind, events[-1].step) == ("done", 400)
    losses = [event.loss for event in events if event.kind == "step"]
    losses += [event.valid_loss for event in events if event.kind == "valid"]
    assert max(losses) < loss_at_kill + 0.5 and losses[-1] < loss_at_kill
    assert load_model(out) and list(out.glob(".*")) == []


SAME = """
import hashlib, sys, torch
from model_core.training import train as module
from model_core.spec import TrainSpec
from model_core.training.train_spec import TOY_SETTINGS

found = []
learn = module.Training.learn
def note(self, learner, pairs):
    found.append(self)
    return learn(self, learner, pairs)
module.Training.learn = note
own = {"task": "copy", "out": sys.argv[1], "steps": 7, "stop_at": 0.0, "validate_every": 0.0}
spec = TrainSpec(**{**TOY_SETTINGS, **own})
events = list(module.train(spec))
last = found[-1]
weights = b"".join(p.detach().numpy().tobytes() for p in last.model.parameters())
kinds = "".join(event.kind[0] for event in events if event.kind == "valid")
print(f"RANK {last.ranks.rank} step {last.step} {hashlib.sha256(weights).hexdigest()} valid {len(kinds)}", flush=True)
"""


PAUSED = """
import sys
import torch.distributed as dist
from model_core.training.distributed import Ranks
from model_core.training.running import clock
from model_core.training.train import train
from model_core.training.train_spec import TOY_SETTINGS, TrainSpec

clock.WAIT = 0.0
asked, answered, all_reduce = [], [], Ranks.all_reduce
Ranks.all_reduce = lambda self, numbers: answered.append(self.rank) or all_reduce(self, numbers)
spec = TrainSpec(**{**TOY_SETTINGS, "task": "copy", "out": sys.argv[1], "steps": 9, "stop_at": 0.0})

def pausing():
    asked.append(not dist.get_rank())
    return asked[-1] and 4 < len(asked) <= 504

events = list(train(spec, pausing=pausing))
pauses = sum(event.kind == "paused" for event in events)
print("RANK", events[-1].kind, events[-1].step, pauses, len(answered) > 500, flush=True)
"""


LONG = """
import sys, time
from datetime import timedelta
import torch.distributed as dist
from model_core.training.running.training import Training
from model_core.training.train import train
from model_core.training.train_spec import TOY_SETTINGS, TrainSpec

join, validate = dist.init_process_group, Training.validate
dist.init_process_group = lambda name, timeout=timedelta(minutes=30): join(name, timeout=timeout / 900)

waited = []

def slowly(self):
    if not waited:
        waited.append(time.sleep(3))
    return validate(self)

Training.validate = slowly
own = {"task": "copy", "out": sys.argv[1], "steps": 4, "stop_at": 0.0, "validate_steps": 2}
last = list(train(TrainSpec(**{**TOY_SETTINGS, **own})))[-1]
print("RANK", last.kind, last.step, flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_two_processes_end_together_with_the_same_weights_however_long_one_lets_the_other_wait(tmp_path: Path) -> None:
    """A pause may be longer than they wait for each other: each time that the first asks whether it is over, all speak.
    So may a validation: with times divided by 900, 3 s are 45 minutes, gloo's 30 minutes are 2 s, a day is 96 s."""
    ended = pairs_of_two(tmp_path, {"same": SAME, "paused": PAUSED, "long": LONG})
    assert all(code == 0 for pair in ended.values() for code, _, _ in pair), ended
    first, second = (
        line.split() for _, said, _ in ended["same"] for line in said.splitlines() if line.startswith("RANK")
    )
    assert (first[1], second[1]) == ("0", "1") and first[3] == second[3] == "7"
    assert first[4] == second[4], "weights differ"
    assert int(first[6]) > 0 and second[6] == "0", "the first validates, the other does not"
    assert [said.split()[1:] for _, said, _ in ended["paused"]] == [["done", "9", "1", "True"]] * 2
    assert [said.split()[1:] for _, said, _ in ended["long"]] == [["done", "4"]] * 2


def test_a_torchrun_training_can_be_resumed_by_one_process(tmp_path: Path) -> None:
    options = ["--task", "copy", "--out", tmp_path / "toy", *QUICK, "--set", "steps=6"]
    line = [sys.executable, "-m", "torch.distributed.run", "--nproc_per_node", "2", "--master_addr", "127.0.0.1"]
    line += ["--master_port", free_port(), "main.py", "train", *map(str, options), "--set", "minutes=5"]
    env = {**environment(), "GLOO_SOCKET_IFNAME": "lo", "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == [str(tmp_path / "toy")], "one of them reports"
    assert "processes: 2" in done.stderr
    assert (place_of(tmp_path / "toy")["step"], place_of(tmp_path / "toy")["world"]) == (6, 2)
    assert load_model(tmp_path / "toy")
    code = cli.main(["train", *map(str, options), "--set", "minutes=5"])
    assert code == 0 and place_of(tmp_path / "toy")["step"] == 6


def test_refused_settings_end_every_process(tmp_path: Path) -> None:
    for code, _, said in of_two("main.py", "train", "--task", "copy", "--out", tmp_path / "toy", "--set", "rate=-1"):
        assert code != 0 and "rate is -1" in said
    assert not (tmp_path / "toy").exists()
