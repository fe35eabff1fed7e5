"""The command line, from its words to its exit codes: what is printed where, and one line for whatever is wrong."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from model_core.checkpoint import SPEC, WEIGHTS, load_model, save_model
from model_core.failure import Refused
from model_core.spec import TrainSpec
from model_core.train import TrainEvent
from model_core.version import version
from tests.small import SENTENCES, small_model, small_pieces, small_words
from viz_app import cli, words

ROOT = Path(__file__).resolve().parent.parent.parent
PIECES, WORDS = small_pieces(), small_words()


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two small models: of pieces and of digits."""
    folder = tmp_path_factory.mktemp("models")
    for name, vocab in (("pieces", PIECES), ("digits", WORDS)):
        model = small_model(source_vocabulary=vocab.size, target_vocabulary=vocab.size)
        save_model(folder / name, model.state_dict(), model.spec, vocab, {"name": name})
    return folder


@pytest.fixture
def model(models: Path, tmp_path: Path) -> str:
    """A model folder of one's own, to be damaged."""
    return str(shutil.copytree(models / "pieces", tmp_path / "model"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs words of the command line here: (exit code, stdout, stderr)."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


Run = Callable[..., tuple[int, str, str]]


def refused(answer: tuple[int, str, str], *words: str) -> None:
    """Exit code 2 and one clear line with these words, no traceback, nothing on stdout."""
    code, out, err = answer
    assert (code, out) == (2, ""), err
    assert err.startswith("headscope: ") and err.count("\n") == 1 and err.endswith("\n") and len(err) < 600, err
    assert "Traceback" not in err and "something inside" not in err
    assert all(word in err for word in words), err


def python(*arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """main.py in a process of its own."""
    return subprocess.run(command(*arguments), cwd=ROOT, env=environment(), capture_output=True, timeout=100, **more)


def command(*arguments: str | Path) -> list[str]:
    """How to start main.py."""
    return [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]


def environment() -> dict[str, str]:
    """The environment of a started program: one thread, no display."""
    return {**os.environ, "OMP_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"}


# ---------------------------------------------------------------- words


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out == f"headscope {version()}\n"


@pytest.mark.parametrize("word", ["", "gui", "render", "trace", "translate", "evaluate", "train", "check", "models"])
def test_every_word_explains_itself(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([word, "--help"] if word else ["--help"])
    out = capsys.readouterr().out
    assert end.value.code == 0 and f"usage: headscope {word}".strip() in out


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
    monkeypatch.setattr("viz_app.app.run_gui", lambda wish: asked.append(wish) or 5)
    assert cli.main(arguments) == 5
    assert [(wish.model, wish.source, wish.theme, wish.text_scale) for wish in asked] == [expected]


WRONG = {
    "an unknown word": (["juggle"], "juggle", "render"),
    "an unknown option": (["models", "--colour"], "--colour"),
    "no words to say": (["trace", "--out", "x.npz"], "--source"),
    "nowhere to write to": (["trace", "--source", "x"], "--out"),
    "a batch of none": (["translate", "--batch", "0"], "'0' is not a whole number from 1"),
    "a batch of minus one": (["translate", "--batch=-1"], "whole number from 1"),
    "a batch of words": (["translate", "--batch", "many"], "'many'"),
    "an enormous batch": (["translate", "--batch", "9" * 5000], "whole number"),
    "no size": (["render", "--source", "x", "--out", "x.png", "--size", "large"], "1440x900"),
    "half a size": (["render", "--source", "x", "--out", "x.png", "--size", "100x"], "1440x900"),
    "scale that is none": (["render", "--source", "x", "--out", "x.png", "--scale", "nan"], "'nan' is not a number"),
    "no theme": (["render", "--source", "x", "--out", "x.png", "--theme", "pink"], "pink", "light"),
    "no text size": (["--text-size", "500"], "100 to 200"),
    "layer zero": (["render", "--source", "x", "--out", "x.png", "--layer", "0"], "from 1"),
    "nothing to evaluate": (["evaluate"], "--data", "--alignments"),
    "nothing to train on": (["train", "--out", "x"], "--task NAME"),
    "an unknown task": (["train", "--out", "x", "--task", "juggle"], "juggle", "reverse"),
    "a setting without a value": (["train", "--out", "x", "--task", "copy", "--set", "rate"], "NAME=VALUE"),
    "an unknown setting": (["train", "--out", "x", "--task", "copy", "--set", "speed=9"], "training setting 'speed'"),
    "an unknown model setting": (["train", "--out", "x", "--task", "copy", "--set", "model.depth=9"], "'depth'"),
    "a setting of something else": (["train", "--out", "x", "--task", "copy", "--set", "my.rate=9"], "my.rate"),
    "a rate in words": (["train", "--out", "x", "--task", "copy", "--set", "rate=fast"], "rate is 'fast'"),
    "a rate that is no number": (["train", "--out", "x", "--task", "copy", "--set", "rate=NaN"], "rate is 'NaN'"),
    "endless minutes": (["train", "--out", "x", "--task", "copy", "--minutes", "inf"], "'inf' is not a number"),
    "deep brackets": (["train", "--out", "x", "--task", "copy", "--set", "rate=" + "[" * 100_000], "rate is"),
    "a billion layers": (["train", "--out", "x", "--task", "copy", "--set", "model.decoder_layers=1000000000"], "48"),
    "a word with half a character": (["\udce9"], "invalid choice"),
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG)
def test_wrong_words_are_one_line(arguments: tuple, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused(run(*arguments[0]), *arguments[1:])


# ---------------------------------------------------------------- faults inside


def test_a_fault_inside_is_one_line_and_its_story_is_kept(run: Run, monkeypatch, isolated_settings: Path) -> None:
    def stumble(options: Any) -> int:
        raise ZeroDivisionError("a\nfault")

    monkeypatch.setattr(words, "models", stumble)
    code, out, err = run("models")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert "something inside failed: ZeroDivisionError: a fault (details in " in err
    assert "stumble" in (isolated_settings / "failure.txt").read_text()
    for arguments in (["models", "--debug"], ["--debug", "models"]):
        code, _, err = run(*arguments)
        assert code == 1 and "Traceback" in err and "stumble" in err.splitlines()[-3] + err


def test_the_story_of_bad_input_is_shown_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADSCOPE_DEBUG", "1")
    code, _, err = run("check", "--model", "no/such/model")
    assert code == 2 and "Traceback" in err and err.splitlines()[-1].startswith("headscope: there is no model folder")


def test_a_fault_that_cannot_be_written_down_is_told_all_the_same(run: Run, monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(words, "models", lambda options: 1 // 0)
    code, _, err = run("models")
    assert code == 1 and "(--debug shows where)" in err


def test_ctrl_c_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(options: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(words, "models", interrupt)
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
    from safetensors.torch import save_file

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


# ---------------------------------------------------------------- translate


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Puts bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


def test_a_translation_a_line_in_the_order_of_the_lines(run: Run, models: Path, tmp_path: Path) -> None:
    from model_core.translate import translate

    lines = [*SENTENCES, "", "Open."]
    (tmp_path / "text").write_text("\n".join(lines), encoding="utf-8")
    expected = [one.text for one in translate(*load_model(models / "pieces"), lines)]
    for batch in ([], ["--batch", "1"], ["--batch", "5"]):
        code, out, err = run("translate", "--model", models / "pieces", *batch, tmp_path / "text")
        assert code == 0 and out.split("\n")[:-1] == expected
        assert all(line.startswith("note: ") for line in err.splitlines()) and len(err.splitlines()) <= words.NOTES + 1
    assert expected[len(SENTENCES)] == ""


def test_notes_about_many_lines_are_counted(run: Run, models: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("3 1 4 1 5 " * 10 + "\n")
    assert "line 1: cut to 23 of 50 tokens" in run("translate", "--model", models / "digits", tmp_path / "text")[2]
    (tmp_path / "text").write_text(("3 1 4 1 5 " * 10 + "\n") * 15)
    err = run("translate", "--model", models / "digits", tmp_path / "text")[2]
    assert err.count("note: ") == 11 and err.endswith("note: 5 more lines were cut or not ended\n")


def test_lines_from_standard_input(run: Run, models: Path, stdin) -> None:
    stdin(b"\xef\xbb\xbf3 1\r\n\r\n4 \xff 1\x0b\x0c\xe2\x80\xa8 5\n")
    code, out, _ = run("translate", "--model", models / "digits")
    assert code == 0 and out.count("\n") == 3 and out.split("\n")[1] == ""
    for nothing in (b"", b"\xef\xbb\xbf"):
        stdin(nothing)
        code, out, err = run("translate", "--model", models / "digits", "-")
        assert (code, err) == (0, "") and out.strip() == ""


HARD = {
    "empty": "",
    "blanks": "  \t ",
    "20,000 characters": "open " * 4000,
    "25,000 characters": "open " * 5000,
    "more tokens than positions": "open " * 40,
    "control characters": "a\x00b\x07c\x1b[31m\x7f",
    "lone surrogates": "a\udce9b\ud83d",
    "emoji": "👩\u200d👩\u200d👧 🇪🇸 ok",
    "right to left": "שלום \u202eabc",
    "CJK": "你好，世界。これは猫です",
    "special tokens": "<s> </s> <pad> <unk>",
    "markup": "<b>x</b><img src=y>",
    "one long word": "x" * 3000,
}


@pytest.mark.parametrize("text", HARD.values(), ids=HARD)
def test_whatever_is_typed_is_handled_and_said(text: str, run: Run, models: Path, tmp_path: Path, stdin) -> None:
    stdin(text.encode("utf-8", "surrogatepass") + b"\n3 1\n")
    code, out, err = run("translate", "--model", models / "pieces")
    assert code == 0 and out.count("\n") == 2
    long = len(PIECES.ids([text])[0]) > 23
    assert ("note: line 1: cut to" in err) == long, err
    code, out, err = run("trace", "--model", models / "pieces", "--source", text, "--out", tmp_path / "x.npz")
    assert code == 0 and out == f"{tmp_path / 'x.npz'}\n"
    assert all(line.startswith("note: ") for line in err.splitlines())
    said = {"empty": "blank", "blanks": "blank", "lone surrogates": "surrogates", "25,000 characters": "20,000 of"}
    expected = next((words for name, words in said.items() if HARD[name] == text), "tokens" if long else "")
    assert expected in err
    with np.load(tmp_path / "x.npz", allow_pickle=False) as arrays:
        assert np.isfinite(arrays["logits"]).all()


@pytest.mark.parametrize("name", ["missing", "folder"])
def test_a_text_that_cannot_be_read(name: str, run: Run, models: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    refused(run("translate", "--model", models / "digits", tmp_path / name), name)


def test_a_reader_that_goes_away_is_no_fault(models: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("3 1\n" * 30_000)
    arguments = command("translate", "--model", models / "digits", tmp_path / "text")
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(arguments, env=environment(), cwd=ROOT, **pipes) as program:
        assert program.stdout is not None and program.stderr is not None
        assert program.stdout.readline().endswith(b"\n")
        program.stdout.close()
        said = program.stderr.read().splitlines()
        assert program.wait(60) == 141
    assert all(line.startswith(b"note: ") for line in said) and len(said) <= words.NOTES + 1


def test_arguments_and_files_of_any_bytes_and_output_in_any_locale(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "modèl"
    shutil.copytree(models / "pieces", folder)
    out = os.fsencode(tmp_path) + b"/caf\xe9.npz"
    line = [*map(os.fsencode, command("trace", "--model", folder, "--out")), out, b"--source", b"caf\xe9 ni\xc3\xb1o"]
    env = {**environment(), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert b"surrogates" in done.stderr and os.path.exists(out)


# ---------------------------------------------------------------- trace


def test_a_trace_holds_every_array_the_tokens_and_what_they_belong_to(run: Run, models: Path, tmp_path: Path) -> None:
    from model_core.checkpoint import folder_hash
    from model_core.hooks import hook_points

    folder, out = models / "pieces", tmp_path / "run.npz"
    code, _, _ = run("trace", "--model", folder, "--source", SENTENCES[0], "--target", "No abrimos.", "--out", out)
    assert code == 0
    with np.load(out, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    assert set(hook_points(load_model(folder).model)) <= set(arrays)
    assert "".join(arrays["tokens.source"][0]) == "Thebakeropenstheshopatsix.</s>"
    assert arrays["pieces.read"][0][0] == "<s>" and arrays["tokens.written"][0][-1] == "</s>"
    rows = arrays["ids.read"].shape[1]
    assert arrays["reasons.decoder"].shape == (1, rows, rows)
    assert {"numbers.probability", "numbers.candidates", "tokens.candidates", "reasons.cross"} <= set(arrays)
    assert all(array.dtype != object for array in arrays.values())
    context = json.loads(str(arrays["context"]))
    assert context["model"]["sha256"] == folder_hash(folder)
    assert context["run"]["source"] == [SENTENCES[0]] and context["run"]["target"] == ["No abrimos."]


def test_several_source_lines_are_a_batch(run: Run, models: Path, tmp_path: Path) -> None:
    lines = ["--source", "3 1", "--source", "4 1 5 9"]
    arguments = ["trace", "--model", models / "digits", *lines, "--out", tmp_path / "b.npz"]
    assert run(*arguments)[0] == 0
    with np.load(tmp_path / "b.npz") as arrays:
        assert arrays["ids.source"].tolist() == [[7, 5, 2, 0, 0], [8, 5, 9, 13, 2]]
    refused(run(*arguments, *["--target", "x"] * 3), "3 target lines for 2")


def test_an_old_file_stays_where_a_trace_cannot_be_written(run: Run, models: Path, tmp_path: Path) -> None:
    (tmp_path / "folder.npz").mkdir()
    for out in (tmp_path / "folder.npz", tmp_path / "no" / "x.npz", "/dev/null/x.npz"):
        refused(run("trace", "--model", models / "digits", "--source", "3", "--out", out), "could not be saved")


# ---------------------------------------------------------------- render


def png_size(path: Path) -> tuple[int, int]:
    """Pixels of a PNG, from its header."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG")
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def test_a_view_is_drawn_into_a_picture(models: Path, tmp_path: Path) -> None:
    """In a process of its own, as a machine without a display would."""
    out = tmp_path / "view.png"
    look = ["--kind", "encoder", "--layer", "2", "--head", "4", "--theme", "dark", "--size", "700x500", "--scale", "2"]
    env = {name: value for name, value in environment().items() if name not in ("DISPLAY", "QT_QPA_PLATFORM")}
    arguments = command("render", "--view", "attention", "--model", models / "pieces", "--source", SENTENCES[1], *look)
    done = subprocess.run([*arguments, "--out", str(out)], cwd=ROOT, env=env, capture_output=True, timeout=100)
    assert (done.returncode, done.stdout.decode().strip()) == (0, str(out)), done.stderr
    assert png_size(out) == (1400, 1000)


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (["--layer", "3"], "layer 3 is not there: 1 to 2"),
        (["--head", "5"], "head 5 is not there: 1 to 4"),
        (["--step", "99"], "step 99 is not there: 1 to"),
        (["--sentence", "2"], "sentence 2 is not there: 1 to 1"),
        (["--view", "juggling"], "juggling"),
        (["--size", "1x1"], "320"),
        (["--scale", "9"], "0.5"),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_what_is_not_there_cannot_be_drawn(look: list[str], words: str, run: Run, models: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    refused(run("render", "--model", models / "pieces", "--source", "Open.", "--out", out, *look), words)
    assert not out.exists()


# ---------------------------------------------------------------- evaluate, check, models


def test_evaluation_prints_both_ways_with_signatures(run: Run, models: Path, tmp_path: Path) -> None:
    data = tmp_path / "pairs.tsv"
    pairs = [*zip(SENTENCES[:6], SENTENCES[6:], strict=True), (SENTENCES[0], "Otra cosa.")]
    data.write_text("".join(f"{en}\t{es}\n" for en, es in pairs) + "no tab\n", encoding="utf-8")
    code, out, err = run("evaluate", "--model", models / "pieces", "--data", data)
    lines = out.splitlines()
    assert code == 0 and lines[0] == "pairs.tsv: 7 pairs, 6 distinct sources"
    assert [line.split()[0] for line in lines[1:]] == ["BLEU", "chrF", "BLEU", "chrF"]
    assert "nrefs:var" in lines[1] and "nrefs:1|" in lines[3] and "version:" in lines[4]
    assert "skipped 1 malformed line: pairs.tsv:8 no tab" in err
    for option in ("--hurried", "--lowercase-no-punct"):
        out = run("evaluate", "--model", models / "pieces", "--data", data, option)[1]
        assert "lower case without punctuation" in out.splitlines()[0]


def test_evaluation_of_alignments(run: Run, models: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.tsv"
    gold.write_text("3 1\t3 1\t3 1\t3 1\t0-0 1-1\nbroken\n", encoding="utf-8")
    code, out, err = run("evaluate", "--model", models / "digits", "--alignments", gold)
    assert code == 0 and "1 lines skipped, the first is line 2" in err
    names = [line.split("  ")[1] for line in out.splitlines()[2:]]
    assert names[:3] == ["mean of all heads", "mean of layer 1", "mean of layer 2"] and names[3].startswith("best head")
    gold.write_text("broken\n")
    code, out, err = run("evaluate", "--model", models / "digits", "--alignments", gold)
    assert (code, out) == (2, "") and "no usable line" in err.splitlines()[-1]


def test_evaluation_without_sacrebleu(run: Run, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    (tmp_path / "pairs.tsv").write_text("3\t3\n")
    refused(run("evaluate", "--model", models / "digits", "--data", tmp_path / "pairs.tsv"), "headscope[evaluate]")


def test_the_proofs_as_a_table(run: Run, models: Path) -> None:
    code, out, err = run("check", "--model", models / "pieces")
    assert (code, err) == (0, "") and "FAILED" not in out
    assert out.count("  passed ") == 13 and out.endswith("all 13 proofs passed\n")
    assert "1.00e-05" in out and "torch.nn.Transformer" in out


def test_a_proof_that_fails_is_exit_code_one(run: Run, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.masks.causal_mask", lambda q, k, device=None: torch.ones(q, k, dtype=torch.bool))
    code, out, _ = run("check", "--model", models / "pieces")
    assert code == 1 and "  FAILED causality" in out and "proofs failed" in out.splitlines()[-1]


def test_without_a_model_every_bundled_one_is_proved(run: Run, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.resources.models", lambda: ["one", "two"])
    monkeypatch.setattr("model_core.resources.bundled", lambda name="": models / "digits")
    code, out, _ = run("check")
    assert code == 0 and out.endswith("all 26 proofs passed\n") and out.startswith("one\n") and "\ntwo\n" in out


def test_the_bundled_models_are_listed(run: Run) -> None:
    from model_core.resources import models as bundled

    code, out, _ = run("models")
    assert code == 0 and [line.split()[0] for line in out.splitlines()] == bundled()


# ---------------------------------------------------------------- train


QUICK = ["--set", "steps=3", "--set", "model.d_model=16", "--set", "batch_tokens=60", "--set", "stop_at=0"]


def test_a_toy_training_tells_how_it_goes(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "toy"
    code, stdout, err = run("train", "--task", "copy", "--out", out, *QUICK)
    assert (code, stdout) == (0, f"{out}\n")
    lines = err.splitlines()
    assert lines[0].startswith("new training: ") and "made up as it goes" in lines[0]
    assert "step 3: validation loss" in lines[-1] and "of sentences right" in lines[-1]
    code, stdout, err = run("train", "--task", "copy", "--out", out, *QUICK)
    assert (code, stdout) == (0, f"{out}\n")
    assert err.splitlines() == [lines[0].replace("new training", "resumed at step 3")]
    assert run("translate", "--model", out, "/dev/null")[0] == 0


def test_settings_from_a_file_from_options_and_by_name(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"rate": 0.5, "minutes": 9, "seed": 4, "model": {"heads": 2, "d_ff": 64}}')
    line = f"train --out o --data a --data b --valid v --config {config} --minutes 3 --set seed=5 --set model.heads=1"
    named = ["--set", "name=My model", "--set", "precision=fp32"]
    spec = words.train_spec(cli.parser().parse_args([*line.split(), *named]))
    expected = {"out": "o", "data": ("a", "b"), "valid": "v", "rate": 0.5, "minutes": 3.0, "seed": 5}
    assert spec == TrainSpec(**expected, model={"heads": 1, "d_ff": 64}, name="My model", precision="fp32")


def test_a_task_named_in_a_file_has_the_settings_of_a_task(tmp_path: Path) -> None:
    from model_core.lessons import TOY_SETTINGS

    (tmp_path / "c.json").write_text('{"task": "sort", "rate": 0.25}')
    spec = words.train_spec(cli.parser().parse_args(["train", "--out", "o", "--config", str(tmp_path / "c.json")]))
    assert spec == TrainSpec(**{**TOY_SETTINGS, "task": "sort", "rate": 0.25, "out": "o"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not valid JSON"),
        ("[]", "no object of settings"),
        ('{"model": 5}', "no object of settings"),
        ('{"rate": 1, "rate": 2}', "stands twice"),
        ('{"rate": NaN}', "NaN"),
        ('{"rate": true}', "rate is True"),
        ('{"epochs": 3}', "'epochs'"),
        ('{"data": "a.tsv"}', "list of file names"),
        ('{"model": {"depth": 3}}', "'depth'"),
    ],
)
def test_a_settings_file_is_read_strictly(text: str, words: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(text)
    refused(run("train", "--task", "copy", "--out", tmp_path / "out", "--config", tmp_path / "c.json"), words)
    refused(run("train", "--task", "copy", "--out", tmp_path / "out", "--config", tmp_path / "missing"), "missing")


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
    assert code == 0 and out == f"{tmp_path / 'out'}\n"
    assert err.splitlines()[0] == (
        "skipped 2 malformed lines: train.tsv:7 no tab; train.tsv:8 an empty side. "
        "skipped 1 malformed line: valid.tsv:2 no tab"
    )
    assert (tmp_path / "out" / "card.md").exists()


def test_a_folder_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    refused(run("train", "--task", "copy", "--out", tmp_path / "file", *QUICK), "file")
    assert (tmp_path / "file").read_text() == "mine"


def test_other_settings_than_the_checkpoint_are_named(run: Run, tmp_path: Path) -> None:
    assert run("train", "--task", "copy", "--out", tmp_path / "toy", *QUICK)[0] == 0
    again = run("train", "--task", "copy", "--out", tmp_path / "toy", *QUICK, "--set", "seed=2")
    refused(again, "other settings (seed)")


def test_ctrl_c_saves_and_says_how_to_go_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = iter(range(100))

    def learn_and_press(training, *batch):
        if next(steps) == 4:
            signal.raise_signal(signal.SIGINT)
        return learn(training, *batch)

    from model_core.train import Training

    learn = Training.learn
    monkeypatch.setattr(Training, "learn", learn_and_press)
    many = [*QUICK, "--set", "steps=50"]
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    code, out, err = run("train", "--task", "copy", "--out", tmp_path / "toy", *many)
    assert (code, out) == (130, "") and "Traceback" not in err
    assert "saved at step " in err and err.rstrip().endswith("the same command goes on from there")
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    step = int(err.split("saved at step ")[1].split()[0])
    assert 5 <= step < 50
    code, _, err = run("train", "--task", "copy", "--out", tmp_path / "toy", *many)
    assert code == 0 and f"resumed at step {step}" in err


def bar_lines(terminal: bool, events: list[TrainEvent], capsys: pytest.CaptureFixture[str], columns: int = 100) -> str:
    """What the progress bar writes for events."""
    bar = words._Bar(terminal, columns)
    for event in events:
        bar.show(event)
    bar.end()
    return capsys.readouterr().err


def test_the_progress_bar(capsys: pytest.CaptureFixture[str]) -> None:
    step = TrainEvent("step", 1234, 1, 0.5, loss=2.345, tokens_per_second=5432.1, elapsed=60, remaining=60)
    late = TrainEvent("step", 2000, 1, 0.98, loss=1.5, tokens_per_second=5432.1, elapsed=7000, remaining=7200)
    valid = TrainEvent("valid", 2000, 1, 0.99, token_accuracy=0.876, exact=0.5, valid_loss=1.25)
    plain = bar_lines(False, [step, step, late, valid], capsys)
    assert plain.splitlines() == [
        "████████████░░░░░░░░░░░░  50%  step 1,234  loss 2.345  5,432 tokens/s  60 s left",
        "████████████████████████  98%  step 2,000  loss 1.500  5,432 tokens/s  120 min left",
        "step 2,000: validation loss 1.250, 87.6% of tokens, 50.0% of sentences right",
    ]
    live = bar_lines(True, [step, step, valid], capsys)
    assert live.count("\r") == 2 and live.count("\n") == 2 and live.endswith("sentences right\n")
    narrow = bar_lines(True, [step], capsys, columns=20)
    assert len(narrow.rstrip("\n").removeprefix("\r\x1b[2K")) == 19


def test_only_the_first_of_several_processes_reports(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "1")
    assert run("train", "--task", "copy", "--out", tmp_path / "toy", *QUICK) == (0, "", "")


# ---------------------------------------------------------------- trainings in processes of their own


def place_of(folder: Path) -> dict[str, Any]:
    """Where a training's checkpoint stands."""
    data = (folder / "training.safetensors").read_bytes()
    return json.loads(json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]["place"])


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts main.py in a process group of its own, which is ended with the test."""
    programs: list[subprocess.Popen[str]] = []

    def start(*arguments: str | Path) -> subprocess.Popen[str]:
        more: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        programs.append(subprocess.Popen(command(*arguments), cwd=ROOT, env=environment(), **more))
        return programs[-1]

    yield start
    for program in programs:
        program.kill()
        program.wait()
        if program.stdout is not None:
            program.stdout.close()


def test_a_training_that_is_killed_goes_on(started, tmp_path: Path) -> None:
    """kill -9 in the middle of steps and checkpoints; the counter goes on and the loss does not jump."""
    out = tmp_path / "toy"
    often = ["--set", "checkpoint_every=0", "--set", "validate_every=1000000", "--set", "stop_at=0"]
    line = ["train", "--task", "copy", "--out", out, *often, "--set", "steps=400", "--set", "rate=0.008"]
    program = started(*line)
    end = time.monotonic() + 60
    while time.monotonic() < end and not ((out / "training.safetensors").exists() and place_of(out)["step"] >= 150):
        assert program.poll() is None, program.communicate()[0]
        time.sleep(0.02)
    program.kill()
    program.wait()
    step = place_of(out)["step"]
    assert 150 <= step < 400, "killed in between"
    from model_core.lessons import lessons_for
    from model_core.train import Training, train

    spec = words.train_spec(cli.parser().parse_args([str(word) for word in line]))
    training = Training(spec, lessons_for(spec))
    assert training.resume(out)
    loss_at_kill = training.validate()[0]
    assert loss_at_kill < 1.5, "it had learned something, and that was saved"
    events = list(train(spec))
    assert events[0].step == step and f"resumed at step {step}" in events[0].message
    assert (events[-1].kind, events[-1].step) == ("done", 400)
    losses = [event.loss for event in events if event.kind == "step"]
    losses += [event.valid_loss for event in events if event.kind == "valid"]
    assert max(losses) < loss_at_kill + 0.5 and losses[-1] < loss_at_kill
    assert load_model(out) and list(out.glob(".*")) == []


TWO = [sys.executable, "-m", "torch.distributed.run", "--nproc_per_node", "2", "--master_addr", "127.0.0.1"]

SAME = """
import hashlib, sys, torch
from model_core import train as module
from model_core.spec import TrainSpec
from model_core.lessons import TOY_SETTINGS

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


def free_port() -> str:
    """A port that nothing listens on."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def under_torchrun(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Two processes that talk through the machine's own loopback."""
    line = [*TWO, "--master_port", free_port(), *map(str, arguments)]
    env = {**environment(), "GLOO_SOCKET_IFNAME": "lo", "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    return subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True, timeout=110)


def test_two_processes_end_at_the_same_step_with_the_same_weights(tmp_path: Path) -> None:
    (tmp_path / "same.py").write_text(SAME)
    done = under_torchrun(tmp_path / "same.py", tmp_path / "toy")
    lines = sorted(line for line in done.stdout.splitlines() if line.startswith("RANK"))
    assert done.returncode == 0 and len(lines) == 2, done.stderr[-3000:]
    first, second = (line.split() for line in lines)
    assert (first[1], second[1]) == ("0", "1") and first[3] == second[3] == "7"
    assert first[4] == second[4], "weights differ"
    assert int(first[6]) > 0 and second[6] == "0", "the first validates, the other does not"


def test_the_command_runs_under_torchrun_and_goes_on_alone(tmp_path: Path) -> None:
    options = ["--task", "copy", "--out", tmp_path / "toy", *QUICK, "--set", "steps=6"]
    done = under_torchrun(ROOT / "main.py", "train", *options, "--set", "minutes=5")
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == [str(tmp_path / "toy")], "one of them reports"
    assert "2 process(es)" in done.stderr
    assert (place_of(tmp_path / "toy")["step"], place_of(tmp_path / "toy")["world"]) == (6, 2)
    assert load_model(tmp_path / "toy")
    code = cli.main(["train", *map(str, options), "--set", "minutes=5"])
    assert code == 0 and place_of(tmp_path / "toy")["step"] == 6


def test_refused_settings_end_every_process(tmp_path: Path) -> None:
    done = under_torchrun(ROOT / "main.py", "train", "--task", "copy", "--out", tmp_path / "toy", "--set", "rate=-1")
    assert done.returncode != 0 and "rate is -1" in done.stderr
    assert not (tmp_path / "toy").exists()


def test_a_refusal_is_what_every_door_shows() -> None:
    assert str(Refused("E-X", "no")) == "no [E-X]"
