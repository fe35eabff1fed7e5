"""The words of the command line that compute and draw: what they print, write and say."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np
import pytest
import torch
from PIL import Image, ImageSequence

from model_core.checkpoints.checkpoint import load_model
from model_core.io.installing import install_command
from model_core.record.edits import Decoding
from model_core.tokenizers.foreign import SENTENCEPIECE
from model_core.training.evaluate import SACREBLEU
from tests.made.small import SENTENCES, small_pieces
from tests.support.pages import run_in
from tests.support.program import ROOT, Run, command, environment, refused
from viz_app import cli
from viz_app.cli import compute
from viz_app.cli.animation import animated
from viz_app.cli.compute import NOT_UTF8
from viz_app.system.language import VARIABLE

pytestmark = pytest.mark.usefixtures("prepared")

PIECES = small_pieces()
PATIENCE = 240.0
"""Seconds of a program that loads torch and answers."""


# ---------------------------------------------------------------- translate


def test_a_translation_a_line_in_the_order_of_the_lines(run: Run, models: Path, tmp_path: Path) -> None:
    from model_core.engine.translate import translate

    lines = [*SENTENCES, "", "Open."]
    (tmp_path / "text").write_text("\n".join(lines), encoding="utf-8")
    expected = [one.text for one in translate(*load_model(models / "pieces"), lines, decoding=Decoding("beam"))]
    for batch in ([], ["--batch", "1"], ["--batch", "5"]):
        code, out, err = run("translate", "--model", models / "pieces", *batch, tmp_path / "text")
        assert code == 0 and out.split("\n")[:-1] == expected
        assert (
            all(line.startswith("note: ") for line in err.splitlines()) and len(err.splitlines()) <= compute.NOTES + 1
        )
    assert expected[len(SENTENCES)] == ""


def test_translations_default_to_beam_search_and_traces_to_greedy() -> None:
    words = (
        ["translate", "FILE"],
        ["trace", "--source", "x", "--out", "x.npz"],
        ["render", "--source", "x", "--out", "x.png"],
    )
    found = [compute.decoding_of(cli.parser().parse_args(word)) for word in words]
    assert found == [Decoding("beam"), Decoding(), Decoding()] and found[0].beams == 4


@pytest.mark.parametrize(
    ("arguments", "decoding"),
    [
        (["--decoding", "beam"], Decoding("beam")),
        (["--beams", "2", "--length-penalty", "0.5"], Decoding("beam", beams=2, length_penalty=0.5)),
        (["--early-stopping"], Decoding("beam", early_stopping=True)),
        (["--no-early-stopping"], Decoding("beam", early_stopping=False)),
        (["--temperature", "1.5", "--seed", "7"], Decoding("sample", 1.5, seed=7)),
        (["--top-k", "5", "--top-p", "0.9"], Decoding("sample", top_k=5, top_p=0.9)),
        (["--decoding", "greedy", "--seed", "7"], Decoding(seed=7)),
    ],
)
def test_options_say_how_tokens_are_chosen(
    arguments: list[str], decoding: Decoding, run: Run, models: Path, tmp_path: Path
) -> None:
    from model_core.engine.translate import translate

    (tmp_path / "text").write_text("\n".join(SENTENCES[:3]), encoding="utf-8")
    lines = [one.text for one in translate(*load_model(models / "pieces"), SENTENCES[:3], decoding=decoding)]
    code, out, _ = run("translate", "--model", models / "pieces", *arguments, tmp_path / "text")
    assert code == 0 and out.split("\n")[:-1] == lines
    word = "translate", "--model", models / "pieces", *arguments, "--as-typed", tmp_path / "text"
    assert run(*word)[1] == out, "these lines are not in capitals"
    options = cli.parser().parse_args(["trace", "--source", "x", "--out", "x.npz", *arguments])
    assert compute.run_of(options).decoding == decoding


def test_notes_about_many_lines_are_counted(run: Run, models: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("3 1 4 1 5 " * 10 + "\n")
    assert (
        "line 1: cut to the first 23 of 50 tokens"
        in run("translate", "--model", models / "digits", tmp_path / "text")[2]
    )
    (tmp_path / "text").write_text(("3 1 4 1 5 " * 10 + "\n") * 15)
    err = run("translate", "--model", models / "digits", tmp_path / "text")[2]
    assert err.count("note: ") == 11 and err.endswith("note: 5 more lines were cut, not finished, or not UTF-8\n")


def test_words_that_the_model_never_saw_are_named_once_a_run(run: Run, tmp_path: Path) -> None:
    """Those outside a toy model's vocabulary, which become one and the same id, and those that no training had."""
    (tmp_path / "text").write_text("3 1 4\n7 elephant 2 x\n\nx elephant\n" * 20)
    code, out, err = run("translate", "--model", "reverse", tmp_path / "text")
    assert code == 0 and out.startswith("4 1 3\n")
    said = "“elephant”, “x”. It knows only these words: 0 1 2 3 4 5 6 7 8 9."
    assert err == f"note: Not in this model's vocabulary: {said}\n"
    (tmp_path / "text").write_text("The black cat sleeps.\nThe zyqqel sleeps.\nThe zyqqel eats a blorx.\n")
    code, out, err = run("translate", tmp_path / "text")
    assert err == "note: Never seen in training: zyqqel, blorx. Do not trust how they are translated.\n"
    assert "zyqqel" not in out.splitlines()[0]
    (tmp_path / "text").write_text("The black cat sleeps.\n")
    assert run("translate", tmp_path / "text")[2] == ""
    (tmp_path / "text").write_bytes(b"\x01\xfe" * 900)
    assert len(run("translate", "--model", "reverse", tmp_path / "text")[2].splitlines()[-1]) < 400, "no text at all"


@pytest.mark.parametrize(
    "words",
    [["translate"], ["evaluate", "--data"], ["evaluate", "--alignments"], ["survey", "--out", "s", "--data"],
     ["sweep", "--out", "e.csv", "--data"], ["distil", "--out", "d.tsv", "--data"], ["train", "--out", "t", "--data"]],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_named_alike_by_every_command(
    run: Run, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, reason in (("missing.tsv", "No such file or directory"), (str(tmp_path), "Is a directory")):
        code, out, err = run(*words, name)
        assert (code, out, err) == (2, "", f"headscope: cannot read {name}: {reason} [E-FILE-READ]\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("word", "file"), [("survey", False), ("train", False), ("sweep", True), ("distil", True)])
def test_what_grows_piece_by_piece_is_refused_where_something_else_is(
    run: Run, word: str, file: bool, tmp_path: Path
) -> None:
    """Before anything is computed for it."""
    (tmp_path / "pairs.tsv").write_text("3 1\t1 3\n")
    taken = tmp_path / "taken.csv"
    _ = taken.mkdir() if file else taken.write_text("mine")
    code, out, err = run(word, "--data", tmp_path / "pairs.tsv", "--out", taken)
    wanted = "is a folder: name a file" if file else "is a file: name a folder"
    assert (code, out) == (2, "") and f"argument --out: {taken} {wanted}" in err
    assert taken.is_dir() == file and (file or taken.read_text() == "mine")


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
def test_every_typed_text_is_handled_with_a_message(text: str, run: Run, models: Path, tmp_path: Path, stdin) -> None:
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
def test_a_text_that_cannot_be_read(
    name: str, run: Run, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is said at once, before torch is loaded."""
    (tmp_path / "folder").mkdir()
    monkeypatch.setitem(sys.modules, "model_core.checkpoints.checkpoint", None)
    refused(run("translate", "--model", models / "digits", tmp_path / name), name)


@pytest.mark.parametrize("more", [[], ["--decoding", "greedy"]], ids=["beams", "greedy"])
def test_lines_of_a_pipe_that_pauses_are_translated_meanwhile(more: list[str], models: Path) -> None:
    """Nothing came before 2,048 lines were read; and where it was stopped then, Python complained of a lock."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    arguments = command("translate", "--model", models / "digits", *more)
    with subprocess.Popen(arguments, env=environment(), cwd=ROOT, **pipes) as program:
        assert program.stdin is not None and program.stdout is not None and program.stderr is not None
        late = Timer(PATIENCE, program.kill)  # then the lines that are waited for are empty
        late.start()
        for line in (b"3 1\n", b"4 1 5\n"):
            program.stdin.write(line)
            program.stdin.flush()
            assert program.stdout.readline().endswith(b"\n")
        program.send_signal(signal.SIGINT)
        said = program.stderr.read()
        assert program.wait() == 130 and b"Fatal" not in said and b"Traceback" not in said
        late.cancel()


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("3 1 4 1\n" * 30_000)
    arguments = command("translate", "--decoding", "greedy", "--model", "copy", tmp_path / "text")
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(arguments, env=environment(), cwd=ROOT, **pipes) as program:
        assert program.stdout is not None and program.stderr is not None
        assert program.stdout.readline().endswith(b"\n")
        program.stdout.close()
        said = program.stderr.read().splitlines()
        assert program.wait(60) == 141
    assert all(line.startswith(b"note: ") for line in said) and len(said) <= compute.NOTES + 1


def test_arguments_and_files_of_any_bytes_and_output_in_any_locale(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "modèl"
    shutil.copytree(models / "pieces", folder)
    out = os.fsencode(tmp_path) + b"/caf\xe9.npz"
    line = [*map(os.fsencode, command("trace", "--model", folder, "--out")), out, b"--source", b"caf\xe9 ni\xc3\xb1o"]
    env = {**environment(), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert b"surrogates" in done.stderr and os.path.exists(out)


# ---------------------------------------------------------------- trace


def test_a_trace_holds_every_array_the_tokens_and_what_they_belong_to(run: Run, models: Path, tmp_path: Path) -> None:
    from model_core.checkpoints.checkpoint import folder_hash
    from model_core.transformer.hooks import hook_points

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


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_run_is_written_as_a_page_that_says_how_to_make_it_again(
    run: Run, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv(VARIABLE, "en")
    arguments = ["trace", "--model", models / "digits", "--source", "3 1 4", "--edits", '{"masks": {"future": false}}']
    spoken = ["--language", language] if language != "en" else []

    def made(*words: str | Path) -> int:
        if not spoken:
            return run(*words)[0]
        command = [sys.executable, str(ROOT / "main.py"), *map(str, words)]  # a process has one language
        return subprocess.run(command, capture_output=True, check=False).returncode

    monkeypatch.chdir(models)  # which the page says
    assert made(*arguments, *spoken, "--out", tmp_path / "a.html") == 0
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    (line,) = (fact[1] for fact in run_in(text)["facts"] if fact[2])
    assert "future" in text and shlex.split(line)[:3] == ["headscope", "trace", "--state"]
    assert f'lang="{language}"' in text and ("--language" in line) is bool(spoken)
    assert made(*shlex.split(line)[1:-1], tmp_path / "b.html") == 0
    assert (tmp_path / "b.html").read_text(encoding="utf-8") == text
    refused(run(*arguments, "--out", tmp_path / "a.txt"), ".html")


def test_several_source_lines_are_a_batch(run: Run, models: Path, tmp_path: Path) -> None:
    lines = ["--source", "3 1", "--source", "4 1 5 9"]
    arguments = ["trace", "--model", models / "digits", *lines, "--out", tmp_path / "b.npz"]
    assert run(*arguments)[0] == 0
    with np.load(tmp_path / "b.npz") as arrays:
        assert arrays["ids.source"].tolist() == [[7, 5, 2, 0, 0], [8, 5, 9, 13, 2]]
    refused(run(*arguments, *["--target", "x"] * 3), "there are 3 for 2")


def test_an_old_file_stays_where_a_trace_cannot_be_written(run: Run, models: Path, tmp_path: Path) -> None:
    (tmp_path / "folder.npz").mkdir()
    for out in (tmp_path / "folder.npz", tmp_path / "no" / "x.npz", "/dev/null/x.npz"):
        refused(run("trace", "--model", models / "digits", "--source", "3", "--out", out), "could not be saved")


# ---------------------------------------------------------------- render


@pytest.mark.usefixtures("qapp")
def test_the_steps_are_put_into_one_animation_that_says_how_to_make_it_again(
    run: Run, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ["--model", models / "digits", "--source", "3 1 4", "--target", "4 1 3"]
    view = ["render", "--view", "attention", *text, "--size", "640x480"]
    assert run(*view, "--out", tmp_path / "a.gif")[0] == 0
    assert run(*view, "--each", "step", "--out", tmp_path / "a.png")[0] == 0
    with Image.open(tmp_path / "a.gif") as animation:
        shown, about = [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)], animation.info["comment"]
    assert len(shown) == 4 and len({frame.tobytes() for frame in shown}) == 4
    for step, frame in enumerate(shown, 1):
        with Image.open(tmp_path / f"a-step-{step}.png") as picture:
            apart = np.abs(np.asarray(frame, int) - np.asarray(picture.convert("RGB"), int))
        assert frame.size == (640, 480) and apart.mean() < 1 and apart.max() < 100, step
    (again,) = (line for line in about.decode().splitlines() if line.startswith("Remake: "))
    words = shlex.split(again.removeprefix("Remake: "))
    monkeypatch.chdir(models)  # as its comment says: "Remake in"
    assert run(*words[1:-1], tmp_path / "b.gif")[0] == 0
    assert (tmp_path / "b.gif").read_bytes() == (tmp_path / "a.gif").read_bytes()
    assert run(*view, "--each", "head", "--out", tmp_path / "heads.gif")[0] == 0
    with Image.open(tmp_path / "heads.gif") as animation:
        about = animation.info["comment"].decode().splitlines()
    assert any(line.endswith("--each head --out again.gif") for line in about), about
    assert not any(line.startswith("Head: ") for line in about) and "Layer: 1" in about
    refused(run(*view, "--view", "lines", "--out", tmp_path / "c.gif"), "one view")
    monkeypatch.setattr("viz_app.cli.animation.MOST_PICTURES", 3)
    refused(run(*view, "--out", tmp_path / "c.gif"), "4 pictures: a GIF can have 3")
    assert not (tmp_path / "c.gif").exists()


def test_pictures_of_two_sizes_become_one_animation(tmp_path: Path) -> None:
    for name, size in (("a", (20, 10)), ("b", (21, 12))):
        Image.new("RGB", size, "white").save(tmp_path / f"{name}.png")
    (tmp_path / "c.gif").write_bytes(animated([tmp_path / "a.png", tmp_path / "b.png"], "sentence"))
    with Image.open(tmp_path / "c.gif") as animation:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)]
    assert {frame.size for frame in frames} == {(21, 12)}
    assert {frame.getpixel((20, 11)) for frame in frames} == {(255, 255, 255)}


@pytest.mark.usefixtures("qapp")
def test_a_cut_is_reported_when_it_is_drawn(run: Run, models: Path, tmp_path: Path) -> None:
    out = tmp_path / "cut.svg"
    code, printed, err = run("render", "--model", models / "pieces", "--source", "open " * 40, "--out", out)
    assert (code, printed) == (0, f"{out}\n") and "this model reads the first 23" in err and out.exists()


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
    done = subprocess.run([*arguments, "--out", str(out)], cwd=ROOT, env=env, capture_output=True, timeout=600)
    assert (done.returncode, done.stdout.decode().strip()) == (0, str(out)), done.stderr
    assert png_size(out) == (1400, 1000)


@pytest.mark.usefixtures("qapp")
def test_many_pictures_are_drawn_in_one_call(run: Run, models: Path, tmp_path: Path) -> None:
    words = ["--model", models / "pieces", "--source", "Open.", "--size", "500x400", "--kind", "encoder"]
    several = ["--view", "attention", "--view", "lines", "--layer", "2", "--each", "head"]
    code, printed, _err = run("render", *words, *several, "--out", tmp_path / "x.png")
    named = [tmp_path / f"x-{view}-head-{head}.png" for view in ("attention", "lines") for head in (1, 2, 3, 4)]
    assert code == 0 and printed.split() == list(map(str, named))
    run("render", *words, "--view", "lines", "--layer", "2", "--head", "3", "--out", tmp_path / "one.png")
    pictures = [path.read_bytes() for path in named]
    assert len(set(pictures)) == 8 and len((tmp_path / "one.png").read_bytes()) == len(pictures[6])


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (["--each", "head", "--head", "2"], "leave out --head"),
        (["--layer", "3"], "no layer 3: 1 to 2"),
        (["--head", "5"], "no head 5: 1 to 4"),
        (["--step", "99"], "no step 99: 1 to"),
        (["--sentence", "2"], "no sentence 2: 1 to 1"),
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


def test_one_is_counted_in_the_singular(run: Run, models: Path, tmp_path: Path) -> None:
    data, gold = tmp_path / "pairs.tsv", tmp_path / "gold.tsv"
    data.write_text(f"{SENTENCES[0]}\t{SENTENCES[6]}\n", encoding="utf-8")
    gold.write_text("3 1\t3 1\t3 1\t3 1\t0-0 1-1\nbroken\n", encoding="utf-8")
    said = run("evaluate", "--model", models / "pieces", "--data", data)[1]
    said += "".join(run("evaluate", "--model", models / "digits", "--alignments", gold)[1:])
    said += "".join(run("survey", "--model", models / "pieces", "--data", data, "--out", tmp_path / "out")[1:])
    assert "1 pair, 1 distinct source" in said and "1 sentence" in said and "1 line skipped" in said
    assert not re.search(r"\b1 (pairs|(distinct )?sources|sentences|lines|columns)\b", said), said


def test_evaluation_as_people_type(run: Run, models: Path, tmp_path: Path) -> None:
    data = tmp_path / "pairs.tsv"
    data.write_text("".join(f"{en}\t{es}\n" for en, es in zip(SENTENCES[:6], SENTENCES[6:], strict=True)), "utf-8")
    out = run("evaluate", "--model", models / "pieces", "--data", data, "--typed")[1]
    assert "capitals" in out and "two letters swapped" in out and "5 to 7 words" in out
    assert re.search(r"names kept: \d+ of \d+", out)
    code, out, _ = run("evaluate", "--model", models / "digits", "--homemade")
    assert code == 0 and re.search(r"sums +\d+ of \d+ exactly as in the list", out)


def test_the_words_of_the_training_are_read_before_anything_is_translated(
    run: Run, models: Path, tmp_path: Path
) -> None:
    data = tmp_path / "pairs.tsv"
    data.write_text(f"{SENTENCES[0]}\t{SENTENCES[6]}\n", encoding="utf-8")
    words = "evaluate", "--model", models / "pieces", "--data", data, "--typed", "--trained-on"
    code, out, err = run(*words, tmp_path / "nowhere.tsv")
    assert (code, out) == (2, "") and "nowhere.tsv" in err, "nothing was translated for it"
    code, out, _ = run(*words, data)
    assert code == 0 and "rarest word" in out


def test_evaluation_of_alignments(run: Run, models: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.tsv"
    gold.write_text("3 1\t3 1\t3 1\t3 1\t0-0 1-1\nbroken\n", encoding="utf-8")
    code, out, err = run("evaluate", "--model", models / "digits", "--alignments", gold)
    assert code == 0 and "1 line skipped, the first is line 2" in err
    names = [line.split("  ")[1] for line in out.splitlines()[2:]]
    assert names[:3] == ["mean of all heads", "mean of layer 1", "mean of layer 2"] and names[3].startswith("best head")
    heads = run("evaluate", "--model", models / "digits", "--alignments", gold, "--each-head")[1]
    single = re.findall(r"^  layer (\d+) head (\d+) .*%", heads, re.M)
    assert len(single) == len(set(single)) > 1 and heads.startswith(out)
    gold.write_text("broken\n")
    code, out, err = run("evaluate", "--model", models / "digits", "--alignments", gold)
    assert (code, out) == (2, "") and "no usable lines" in err.splitlines()[-1]


@pytest.mark.parametrize("word", [["evaluate"], ["prune", "--off", "cross 1.1"]])
def test_truncated_sources_are_reported_with_their_scores(
    word: list[str], run: Run, models: Path, tmp_path: Path
) -> None:
    data, out = tmp_path / "pairs.tsv", ["--out", tmp_path / "pruned"] if word[0] == "prune" else []
    data.write_text(f"1 2\t2 1\n{'1 2 3 ' * 90}\t3 2 1\n")
    code, _, said = run(*word, "--model", models / "digits", "--data", data, *out)
    room = load_model(models / "digits").model.spec.max_positions - 1
    assert code == 0 and f"note: 1 sentence cut: this model reads the first {room} tokens\n" in said


def test_too_long_sentences_are_reported_and_not_counted(run: Run, models: Path, tmp_path: Path) -> None:
    gold, long = tmp_path / "gold.tsv", " ".join(["3"] * 600)
    good = "3 1\t3 1\t0-0 1-1\n"
    gold.write_text(good * 3)
    expected = run("evaluate", "--model", models / "digits", "--alignments", gold)
    assert "left out" not in expected[2]
    gold.write_text(f"{good}{long}\t3\t0-0\n{good}3\t{long}\t0-0\n{good}")
    code, out, err = run("evaluate", "--model", models / "digits", "--alignments", gold)
    assert (code, out) == expected[:2] and "3 sentences" in out
    assert "2 sentences left out" in err and "too long" in err
    gold.write_text(f"{long}\t3\t0-0\n")
    code, out, err = run("evaluate", "--model", models / "digits", "--alignments", gold)
    assert (code, out) == (2, "") and "every sentence of the alignment file is too long" in err


WITHOUT_THEIR_FILE = {
    "typed": (["--alignments", "a.tsv", "--typed"], "--typed needs --data"),
    "typed, homemade": (["--homemade", "--typed"], "--typed needs --data"),
    "hurried": (["--homemade", "--hurried"], "--hurried needs --data"),
    "trained on": (["--homemade", "--trained-on", "b.tsv"], "--trained-on needs --data"),
    "trained on, as written": (["--data", "a.tsv", "--trained-on", "b.tsv"], "--trained-on needs .*--typed"),
    "each head": (["--data", "a.tsv", "--each-head"], "--each-head needs --alignments"),
}
"""Options of evaluate that would do nothing -> what is said of them."""


@pytest.mark.parametrize("name", WITHOUT_THEIR_FILE)
def test_options_that_would_do_nothing_are_refused(name: str, run: Run, models: Path) -> None:
    words, said = WITHOUT_THEIR_FILE[name]
    code, out, err = run("evaluate", "--model", models / "digits", *words)
    assert (code, out) == (2, "") and re.search(said, err) and "E-ARGS" in err, err


def test_links_alone_are_those_of_the_pairs(run: Run, models: Path, tmp_path: Path) -> None:
    pairs, words, links = (tmp_path / name for name in ("pairs.tsv", "gold.tsv", "links.txt"))
    pairs.write_text("3 1\t3 1\n4 2\t4 2\n")
    words.write_text("3 1\t3 1\t3 1\t3 1\t0-0 1-1\n4 2\t4 2\t4 2\t4 2\t1-0\n")
    links.write_text("0-0 1-1\n1-0\n")
    whole = run("evaluate", "--model", models / "digits", "--alignments", words)[1]
    alone = run("evaluate", "--model", models / "digits", "--data", pairs, "--alignments", links)[1]
    assert alone.splitlines()[-4:] == whole.splitlines()[-4:] and "%" in whole.splitlines()[-4]
    links.write_text("0-0 1-1\n\n")
    code, out, err = run("evaluate", "--model", models / "digits", "--data", pairs, "--alignments", links)
    assert code == 0 and "2 sentences" in out, err
    links.write_text("0-0\n")
    code, _, err = run("evaluate", "--model", models / "digits", "--data", pairs, "--alignments", links)
    assert code == 2 and "1 lines of links for 2 sentence pairs;" in err
    links.write_text("")
    code, _, err = run("evaluate", "--model", models / "digits", "--data", pairs, "--alignments", links)
    assert code == 2 and "no usable lines" in err


def test_links_alone_ask_for_their_pairs_and_are_read_before_anything_is_translated(
    run: Run, models: Path, tmp_path: Path
) -> None:
    pairs, links = tmp_path / "pairs.tsv", tmp_path / "links.txt"
    pairs.write_text("3 1\t3 1\n")
    links.write_text("\n0-0 1?1\n")
    alone = run("evaluate", "--model", models / "digits", "--alignments", links)
    refused(alone, "links.txt has links", "add --data FILE.tsv")
    code, out, err = run("evaluate", "--model", models / "digits", "--data", pairs, "--alignments", links)
    assert (code, out) == (2, "") and "2 lines of links for 1 sentence pairs" in err


def test_links_of_more_pairs_than_a_window_takes(run: Run, models: Path, tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("3\t3\n" * 1001)
    (tmp_path / "links.txt").write_text("0-0\n" * 1001)
    files = ("--data", tmp_path / "pairs.tsv", "--alignments", tmp_path / "links.txt")
    code, out, err = run("evaluate", "--model", models / "digits", *files)
    assert code == 0 and "1,001 sentences" in out, err


def test_evaluation_without_sacrebleu(run: Run, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    (tmp_path / "pairs.tsv").write_text("3\t3\n")
    answer = run("evaluate", "--model", models / "digits", "--data", tmp_path / "pairs.tsv")
    refused(answer, install_command(SACREBLEU))


def test_what_is_advised_to_install_is_what_the_extras_ask_for() -> None:
    """By the libraries' own names: headscope itself is on no index."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert (extras["evaluate"], extras["marian"]) == ([SACREBLEU], [SENTENCEPIECE])


def test_bytes_that_are_no_text_are_read_with_a_note(run: Run, models: Path, tmp_path: Path) -> None:
    text = b"1 2 3\n4 \xff 5\n6 \xef\xbf\xbd\n7 8\n\xc3\n"  # the third line really holds U+FFFD
    (tmp_path / "mixed.txt").write_bytes(text)
    code, out, err = run("translate", "--model", models / "digits", tmp_path / "mixed.txt")
    assert (code, len(out.splitlines())) == (0, 5)
    told = [line for line in err.splitlines() if NOT_UTF8 in line]
    assert [line.split(":")[1].strip() for line in told] == ["line 2", "line 5"]


def test_a_device_is_selected_by_name(run: Run, models: Path, tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("3 4\n")
    for device in ("cpu", "auto"):
        code, out, _ = run("translate", "--model", models / "digits", "--device", device, tmp_path / "lines")
        assert code == 0 and len(out.splitlines()) == 1
    refused(run("translate", "--model", models / "digits", "--device", "gpu", tmp_path / "lines"), "invalid choice")


def test_the_proofs_as_a_table(run: Run, models: Path) -> None:
    code, out, err = run("check", "--model", models / "pieces")
    assert (code, err) == (0, "") and "FAILED" not in out
    count = out.count("  passed ")
    assert count >= 34 and out.endswith(f"all {count} proofs passed\n")
    assert "1.00e-05" in out and "torch.nn.Transformer" in out
    ends = {len(line) for line in out.splitlines() if line.startswith("  passed ")}
    assert len(ends) == 1, "numbers stand under numbers"


@pytest.mark.usefixtures("quick_proofs")
def test_a_proof_that_fails_is_exit_code_one(run: Run, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "model_core.transformer.masks.causal_mask", lambda q, k, device=None: torch.ones(q, k, dtype=torch.bool)
    )
    code, out, _ = run("check", "--model", models / "pieces")
    assert code == 1 and "  FAILED causality" in out and "proofs failed" in out.splitlines()[-1]


@pytest.mark.usefixtures("quick_proofs")
def test_skipped_proofs_of_a_mask_that_hides_nothing_are_reported(run: Run, tmp_path: Path) -> None:
    assert run("new", "--set", "d_model=16", "--set", "mask_value=-5.0", "--out", tmp_path / "a")[0] == 0
    code, out, err = run("check", "--model", tmp_path / "a")
    assert code == 0 and "decoding, open mask" in out and "causal" in err
    code, out, _ = run("check", "--model", tmp_path / "a", "--json")
    events = list(map(json.loads, out.splitlines()))
    assert [one["event"] for one in events[:2]] == ["note", "proof"] and "causal" in events[0]["text"]


@pytest.mark.usefixtures("quick_proofs")
def test_without_a_model_every_bundled_one_is_proved(run: Run, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.io.resources.models", lambda: ["one", "two"])
    monkeypatch.setattr("model_core.checkpoints.folder.bundled", lambda name="": models / "digits")
    code, out, _ = run("check")
    assert code == 0 and out.endswith(f"all {out.count('  passed ')} proofs passed\n")
    assert out.startswith("one\n") and "\ntwo\n" in out


def test_the_bundled_models_are_listed(run: Run) -> None:
    from model_core.io.resources import models as bundled

    code, out, _ = run("models")
    assert code == 0 and [line.split()[0] for line in out.splitlines()] == bundled()


def test_survey_resumes_and_prints_the_heads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "pairs.tsv"
    data.write_text("a b c\tc b a\nd e\te d\nno tab\n")
    command = ["survey", "--model", "reverse", "--data", str(data), "--out", str(tmp_path / "out")]
    assert cli.main(command) == 0
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert lines[-1] == str(tmp_path / "out") and len(lines) == 4
    assert lines[0].startswith("encoder  layer 1 head 1") and "entropy" in lines[0]
    named = [line[len("encoder  layer 1 head 1") :].split("  ")[1] for line in lines[:3]]
    assert named == ["broad", "broad", "diagonal −1"], "the words of the window, for nearly even rows as well"
    assert len({line.index("entropy") for line in lines[:3]}) == 1, "measures stand under each other"
    assert "2 of 2 sentences" in said.err and "skipped 1 malformed line" in said.err
    begun = next(line for line in said.err.splitlines() if "0 of 2 sentences" in line)
    assert "left" not in begun and "0 s left" in said.err
    assert cli.main([*command, "--free", "--limit", "1"]) == 0
    assert cli.main(["survey", "--data", str(tmp_path / "none.tsv"), "--out", str(tmp_path / "x")]) == 2


def test_ids_are_read_as_typed(run: Run, models: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.npz"
    words = "--ids", "--source", "[[5, 6, 2, 0], [7, 8, 4, 2]]", "--target", "[1, 5, 2]", "--out", out
    assert run("trace", "--model", models / "digits", *words)[0] == 0
    with np.load(out) as found:
        assert found["ids.source"].tolist() == [[5, 6, 2, 0], [7, 8, 4, 2]]
        assert found["ids.read"][0].tolist() == [1, 5] and found["ids.written"][0].tolist() == [5, 2]
