"""The command line: no word, wrong words, faults inside and models that cannot be opened. One line for each."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from model_core.checkpoints.checkpoint import SPEC, WEIGHTS
from model_core.io.resources import lessons
from model_core.version import version
from tests.support.program import ROOT, Run, environment, refused
from viz_app import cli, views
from viz_app.cli import compute
from viz_app.document.lesson import Lesson, Question, Scene, to_bytes
from viz_app.lessons.checking import CheckedScene
from viz_app.lessons.questions import Answer, Option
from viz_app.system import language
from viz_app.system.job_events import ResultEvent, from_line
from viz_app.views import VIEWS

# ---------------------------------------------------------------- words


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out == f"headscope {version()}\n"


def test_the_help_of_a_word_says_what_it_does_and_what_each_option_is() -> None:
    words = next(action for action in cli.parser()._actions if action.dest == "word").choices
    assert len(words) > 12
    unsaid = [f"{name} {action.option_strings}" for name, one in words.items() for action in one._actions
              if not action.help and not action.choices]  # fmt: skip
    assert unsaid == [] and all(one.description for one in words.values())
    assert "\nTranslate text, one translation per line.\n" in words["translate"].format_help()


@pytest.mark.parametrize("word", ["", "gui", "render", "trace", "translate", "evaluate", "train", "check", "models"])
def test_every_word_explains_itself(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([word, "--help"] if word else ["--help"])
    out = capsys.readouterr().out
    assert end.value.code == 0 and f"usage: headscope {word}".strip() in out


def test_help_names_every_view_that_can_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["render", "--help"])
    words = set(re.findall("[a-z]+", capsys.readouterr().out))
    assert {"window", *VIEWS} <= words


def test_the_parser_loads_neither_torch_nor_qt() -> None:
    program = (
        "import sys, io\nfrom contextlib import redirect_stdout\nfrom viz_app import cli\n"
        "with redirect_stdout(io.StringIO()):\n    code = cli.main(['models'])\n"
        "print(code, [name for name in ('torch', 'PySide6', 'tokenizers') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment(), capture_output=True, text=True)
    assert done.stdout.strip() == "0 []", done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], (None, None, None, None)),
        (["gui"], (None, None, None, None)),
        (["--theme", "contrast"], (None, None, "high_contrast", None)),
        (["--model", "copy", "--source", "3 1"], ("copy", "3 1", None, None)),
        (["--model", "copy", "gui", "--text-size", "150%"], ("copy", None, None, 1.5)),
    ],
)
def test_no_word_is_the_window(arguments: list[str], expected: tuple, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("viz_app.cli.program.run_gui", lambda wish, _interrupts: asked.append(wish) or 5)
    assert cli.main(arguments) == 5
    assert [(wish.model, wish.source, wish.theme, wish.text_scale) for wish in asked] == [expected]


@pytest.mark.parametrize(
    "arguments",
    [[__file__, "--language", "es"], ["--language", "es", __file__],
     ["--theme=dark", "--source", __file__, __file__, "--text-size", "150"]],
    ids=["first", "last", "between"],
)  # fmt: skip
def test_a_file_is_opened_at_any_place_among_the_arguments(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr("viz_app.cli.program.run_gui", lambda wish, _interrupts: asked.append(wish) or 5)
    assert cli.main(arguments) == 5
    assert str(asked[0].path) == __file__


@pytest.mark.parametrize("arguments", [["mine"], ["--model", "mine"], ["--model=./mine", "gui"]])
def test_a_model_folder_is_known_by_its_full_path(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings, sessions and copied Python name it, and are read in other folders."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "spec.json").write_text("{}", "utf-8")
    monkeypatch.chdir(tmp_path)
    asked = []
    monkeypatch.setattr("viz_app.cli.program.run_gui", lambda wish, _interrupts: asked.append(wish) or 5)
    assert cli.main(arguments) == 5
    assert asked[0].model == str(tmp_path / "mine") and asked[0].path is None


WRONG = {
    "an unknown word": (["juggle"], "juggle", "render"),
    "an unknown option": (["models", "--colour"], "--colour"),
    "no words to say": (["trace", "--out", "x.npz"], "--source"),
    "nowhere to write to": (["trace", "--source", "x"], "--out"),
    "a batch of none": (["translate", "--batch", "0"], "'0' is not a whole number of at least 1"),
    "a batch of minus one": (["translate", "--batch=-1"], "whole number of at least 1"),
    "a batch of words": (["translate", "--batch", "many"], "'many'"),
    "an enormous batch": (["translate", "--batch", "9" * 5000], "whole number"),
    "no way of decoding": (["translate", "--decoding", "magic"], "magic", "greedy"),
    "too cold": (["trace", "--source", "x", "--out", "x.npz", "--temperature", "0"], "temperature is 0.0"),
    "too many beams": (["translate", "--beams", "99"], "beams is 99"),
    "no seed": (["translate", "--seed", "-3"], "--seed"),
    "two ways of decoding": (["translate", "--beams", "3", "--top-k", "3"], "choose one with --decoding"),
    "no size": (["render", "--source", "x", "--out", "x.png", "--size", "large"], "1440x900"),
    "half a size": (["render", "--source", "x", "--out", "x.png", "--size", "100x"], "1440x900"),
    "scale that is none": (["render", "--source", "x", "--out", "x.png", "--scale", "nan"], "'nan' is not a number"),
    "no theme": (["render", "--source", "x", "--out", "x.png", "--theme", "pink"], "pink", "light"),
    "no text size": (["--text-size", "500"], "100 to 200"),
    "layer zero": (["render", "--source", "x", "--out", "x.png", "--layer", "0"], "at least 1"),
    "nothing to evaluate": (["evaluate"], "--data", "--alignments"),
    "nothing to train on": (["train", "--out", "x"], "--task NAME"),
    "an unknown task": (["train", "--out", "x", "--task", "juggle"], "juggle", "reverse"),
    "an edit that lacks a field": (
        ["trace", "--source", "a", "--out", "x.npz", "--edits", '{"heads_off": [{"kind": "cross", "layer": 0}]}'],
        "heads_off[0].head",
    ),
    "a task and files": (
        ["train", "--out", "x", "--task", "copy", "--data", "/dev/zero"],
        "give either --task, or --data",
    ),
    "a setting without a value": (["train", "--out", "x", "--task", "copy", "--set", "rate"], "NAME=VALUE"),
    "an unknown setting": (["train", "--out", "x", "--task", "copy", "--set", "speed=9"], "unknown field 'speed'"),
    "an unknown model setting": (["train", "--out", "x", "--task", "copy", "--set", "model.depth=9"], "'depth'"),
    "a setting of something else": (["train", "--out", "x", "--task", "copy", "--set", "my.rate=9"], "my.rate"),
    "a rate in words": (["train", "--out", "x", "--task", "copy", "--set", "rate=fast"], "rate is 'fast'"),
    "a rate that is not a number": (["train", "--out", "x", "--task", "copy", "--set", "rate=NaN"], "rate is 'NaN'"),
    "endless minutes": (["train", "--out", "x", "--task", "copy", "--minutes", "inf"], "'inf' is not a number"),
    "deep brackets": (["train", "--out", "x", "--task", "copy", "--set", "rate=" + "[" * 100_000], "rate is"),
    "a billion layers": (["train", "--out", "x", "--task", "copy", "--set", "model.decoder_layers=1000000000"], "48"),
    "an option that is cut short": (["render", "--text", "x", "--out", "x.png"], "unrecognized arguments: --text x"),
    "a mistyped option": (
        ["--modle", "x"],
        "unrecognized arguments: --modle x; did you mean --model? See: headscope --",
    ),
    "a mistyped option of a word": (
        ["translate", "--modle", "x"],
        "did you mean --model? See: headscope translate --h",
    ),
    "a mistyped word": (["translat"], "did you mean translate? See"),
    "a mistyped choice": (["train", "--out", "x", "--task", "revers"], "did you mean reverse? See"),
    "a path of nothing": (["texts/none.txt"], "there is nothing at texts/none.txt"),
    "a file that is not there": (["--theme", "dark", "none.json"], "there is nothing at none.json"),
    "arrays as something else": (["trace", "--source", "a", "--out", "run.csv"], "run.csv", ".npz"),
    "an unknown lesson": (["lesson", "01-order"], "'01-order'", "03-order"),
    "slides as something else": (["lesson", "03-order", "--slides", "slides.pptx"], "slides.pptx", ".pdf"),
    "a word with half a character": (["\udce9"], "invalid choice"),
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG)
def test_wrong_words_are_one_line(arguments: tuple, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused(run(*arguments[0]), *arguments[1:])


def test_slides_do_not_replace_their_lesson(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.pdf"
    shutil.copy(next(one for one in lessons() if one.stem == "03-order"), path)
    before = path.read_bytes()
    refused(run("lesson", str(path), "--slides", str(tmp_path / "." / "mine.pdf")), "mine.pdf")
    assert path.read_bytes() == before


# ---------------------------------------------------------------- lessons

ONE = CheckedScene(0, "tiny", "1" * 64, Answer((Option("red", 1), Option("blue", 2)), 1, "red  0.87"))


@pytest.mark.parametrize(
    ("found", "status"),
    [
        (replace(ONE, problem="This is not the model the lesson was made with."), 0),
        (replace(ONE, problem="This answer changed.", changed=True), 1),
        (replace(ONE, answer=None, problem="This cannot be asked.", changed=True), 1),
    ],
    ids=["another model", "another answer", "no answer"],
)
def test_a_lesson_is_right_where_its_answers_are(
    found: CheckedScene, status: int, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(to_bytes(Lesson(scenes=(Scene("one", question=Question("next", answer="red")),))))
    monkeypatch.setattr("viz_app.cli.lesson.checked", lambda *_: iter((found,)))
    assert run("lesson", str(path))[0] == status
    ended = run("lesson", str(path), "--write", "--json")
    event = from_line(ended[1].splitlines()[-1])
    assert isinstance(event, ResultEvent) and event.values["unasked"] == (found.answer is None) and ended[0] == 0


def test_a_lesson_that_has_changed_while_it_was_measured_is_left_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, newer = tmp_path / "mine.json", to_bytes(Lesson(scenes=(Scene("newer"),)))
    path.write_bytes(to_bytes(Lesson(scenes=(Scene("older", question=Question("next")),))))
    monkeypatch.setattr("viz_app.cli.lesson.checked", lambda *_: iter((ONE,) if path.write_bytes(newer) else ()))
    ended = run("lesson", str(path), "--write")
    assert ended[0] == 2 and "mine.json was changed" in ended[2]
    assert path.read_bytes() == newer and list(tmp_path.iterdir()) == [path]


# ---------------------------------------------------------------- faults inside


def test_a_fault_inside_is_one_line_and_its_story_is_kept(run: Run, monkeypatch, isolated_settings: Path) -> None:
    def stumble(options: Any) -> int:
        raise ZeroDivisionError("a\nfault")

    monkeypatch.setattr(compute, "models", stumble)
    code, out, err = run("models")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert "internal error: ZeroDivisionError: a fault (details in " in err
    assert "stumble" in (isolated_settings / "failure.txt").read_text()
    for arguments in (["models", "--debug"], ["--debug", "models"]):
        code, _, err = run(*arguments)
        assert code == 1 and "Traceback" in err and "stumble" in err.splitlines()[-3] + err


def test_the_story_of_bad_input_is_shown_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADSCOPE_DEBUG", "1")
    code, _, err = run("check", "--model", "no/such/model")
    assert code == 2 and "Traceback" in err and err.splitlines()[-1].startswith("headscope: there is no model folder")


def test_a_fault_that_cannot_be_logged_is_still_reported(run: Run, monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(compute, "models", lambda options: 1 // 0)
    code, _, err = run("models")
    assert code == 1 and "(--debug shows where)" in err


BUFFERED = {name: value for name, value in environment().items() if name != "PYTHONUNBUFFERED"}
"""What a user has: lines behind no terminal wait until there are many, or the program ends."""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--model reverse translate", "write --model after translate"),
        ("--theme dark render --source x --out x.png", "write --theme after render"),
        ("--model=sort trace --source 1 --out x.npz", "write --model after trace"),
    ],
)
def test_an_option_that_a_word_would_not_see_is_refused(run: Run, words: str, said: str) -> None:
    code, out, err = run(*words.split())
    assert (code, out) == (2, "") and said in err


def test_the_headings_of_the_views_are_in_the_language_that_is_chosen_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(language.VARIABLE, "en")
    language.choose("en")
    assert views.group_heading("attention") == "look" and views.group_heading("lines") == ""
    language.choose("es")
    assert views.group_heading("attention") == "mirar", "the command line had imported the views before"
    language.choose("en")


def test_the_columns_of_the_model_list_are_aligned(run: Run) -> None:
    code, out, _ = run("models")
    lines = out.splitlines()
    assert code == 0 and len(lines) == 8
    assert len({line.index(" layers") for line in lines}) == len({len(line) for line in lines}) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("words", ["models", "--help", "--version", "models --json"])
def test_a_full_disk_behind_standard_output_is_named_in_the_error(words: str) -> None:
    """Also of what is an event, such as the complaint about `--json`, and behind no terminal, where Python waits."""
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "viz_app.cli", *words.split()]
        done = subprocess.run(command, cwd=ROOT, env=BUFFERED, stdout=full, stderr=subprocess.PIPE, text=True)
    said = "headscope: standard output could not be written: the disk is full. Free some space."
    assert (done.returncode, done.stderr) == (2, f"{said} [E-SAVE-FULL]\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes of Unix")
@pytest.mark.usefixtures("prepared")
@pytest.mark.parametrize("words", ["--help", "models", "models --json", "train --task copy --updates 1 --json"])
def test_a_closed_output_ends_every_command_quietly(words: str, tmp_path: Path) -> None:
    more = ["--out", str(tmp_path / "made")] if words.startswith("train") else []
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "viz_app.cli", *words.split(), *more]
    done = subprocess.run(command, cwd=ROOT, env=BUFFERED, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.usefixtures("prepared")
def test_unread_remarks_do_not_block(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "viz_app.cli", "train", "--task", "copy", "--updates", "1", "--out", "made"]
    with open("/dev/full", "w") as full:
        env = BUFFERED | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=full, text=True)
    assert (done.returncode, done.stdout) == (0, "made\n")


@pytest.mark.skipif(os.name == "nt", reason="a shell that closes streams")
@pytest.mark.parametrize(("words", "closed", "status"), [("models", ">&-", 0), ("models --nothing", "<&- 2>&-", 2)])
def test_a_closed_stream_is_treated_like_an_unread_one(words: str, closed: str, status: int) -> None:
    """A complaint does not go to standard output instead, and no later file stands in a stream's place."""
    command = f"{shlex.quote(sys.executable)} -m viz_app.cli {words} {closed}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


@pytest.mark.skipif(sys.platform != "linux", reason="a limit for files")
@pytest.mark.usefixtures("prepared")
def test_a_model_too_large_for_the_disk_is_named_in_the_error(tmp_path: Path) -> None:
    limit = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (51_200, 51_200))"
    program = f"{limit}; from viz_app.cli import main; sys.exit(main(sys.argv[1:]))"
    limited = [sys.executable, "-c", program, "new", "--out", str(tmp_path / "made")]
    done = subprocess.run(limited, cwd=ROOT, env=environment(), capture_output=True, text=True)
    assert done.returncode == 2 and "model.safetensors could not be written: the disk is full." in done.stderr
    assert "[E-SAVE-FULL]" in done.stderr and not list(tmp_path.iterdir()), "nothing is left"


def test_ctrl_c_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(options: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(compute, "models", interrupt)
    assert run("models") == (130, "", "headscope: stopped\n")


def test_messages_show_what_cannot_be_printed(run: Run) -> None:
    code, _, err = run("check", "--model", "a\x1b[31m\nb\udcffc\u202e")
    assert code == 2 and err.count("\n") == 1 and err.isprintable() is False
    assert err.rstrip("\n").isprintable()


# ---------------------------------------------------------------- models that cannot be opened


def spec_with(folder: str, **changes: Any) -> None:
    """Change the spec of a model."""
    path = Path(folder) / SPEC
    data = json.loads(path.read_text())
    data["spec"].update(changes)
    path.write_text(json.dumps(data))


def weights_with(folder: str, change: Callable[[dict[str, torch.Tensor]], Any]) -> None:
    """Change the weights of a model."""
    tensors = load_file(Path(folder) / WEIGHTS)
    change(tensors)
    save_file(tensors, Path(folder) / WEIGHTS)


FOLDERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "missing": (shutil.rmtree, "no model folder"),
    "empty": (lambda folder: [path.unlink() for path in Path(folder).iterdir()], "spec.json"),
    "truncated": (lambda folder: os.truncate(Path(folder) / WEIGHTS, 1000), "model.safetensors"),
    "wrong shapes": (lambda folder: spec_with(folder, d_ff=96), "has shape"),
    "NaN weights": (lambda folder: weights_with(folder, lambda t: t[min(t)].fill_(float("nan"))), "NaN"),
    "10^9 layers": (lambda folder: spec_with(folder, encoder_layers=10**9), "encoder_layers is 1000000000"),
    "10^9 parameters": (lambda folder: spec_with(folder, d_model=4096, d_ff=32768, decoder_layers=48), "parameters"),
    "another program's": (lambda folder: (Path(folder) / SPEC).write_text('{"a": "b"}'), "not a headscope"),
}


@pytest.mark.parametrize("word", ["check", "translate", "evaluate", "trace", "render"])
@pytest.mark.parametrize("damage", FOLDERS)
def test_a_folder_that_is_no_model_is_one_line(word: str, damage: str, model: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a\tb\n")
    more = {
        "translate": [str(tmp_path / "text")],
        "evaluate": ["--data", str(tmp_path / "text")],
        "trace": ["--source", "x", "--out", str(tmp_path / "x.npz")],
        "render": ["--source", "x", "--out", str(tmp_path / "x.png")],
    }
    FOLDERS[damage][0](model)
    refused(run(word, "--model", model, *more.get(word, [])), FOLDERS[damage][1])
    assert not (tmp_path / "x.npz").exists() and not (tmp_path / "x.png").exists()
