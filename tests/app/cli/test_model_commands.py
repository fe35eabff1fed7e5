"""The words import and new: what they print, write and refuse."""

from __future__ import annotations

import errno
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from model_core.checkpoints.checkpoint import load_model
from model_core.errors import Refused
from model_core.proofs.check import prove
from model_core.proofs.proof import Proof
from model_core.record.model_info import read_about
from model_core.record.training_log import read_training
from tests.made import tutorials
from tests.made.marian import CONFIG, marian_state
from tests.made.small import small_model
from tests.support.program import Run, refused
from viz_app.cli.output import Output
from viz_app.system.job_events import ProofEvent, ProofSummary, from_line
from viz_app.system.refused_files import ADVICE, advised

pytestmark = pytest.mark.usefixtures("prepared")


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    """The Annotated Transformer as a student saves it."""
    path = tmp_path / "mine.safetensors"
    save_file({name: one.clone() for name, one in tutorials.annotated_state(1).items()}, path)
    return path


def test_a_checkpoint_is_imported_described_and_proved(run: Run, checkpoint: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, told, err = run("import", checkpoint, "--heads", "4", "--pad", "1", "--unk", "3", "--out", out)
    assert (code, err) == (0, "")
    lines = told.splitlines()
    assert lines[0].startswith("layout annotated-transformer (The Annotated Transformer): it has encoder.layers.0")
    assert lines[-1] == str(out) and "FAILED" not in told and told.count("passed") > 10
    assert "padding 1, start 1, end 2, unknown 3" in told
    spec, about = read_about(out)
    assert (spec.heads, spec.pad_id, spec.norm, spec.max_positions) == (4, 1, "unbiased", 18)
    assert about["name"] == "mine" and "annotated-transformer" in (out / "card.md").read_text()
    code, told, _ = run("check", "--model", out)
    assert code == 0 and "proofs passed" in told and "FAILED" not in told
    (tmp_path / "lines").write_text("7 8 9\n3\n")
    code, told, _ = run("translate", "--model", out, tmp_path / "lines")
    assert code == 0 and len(told.splitlines()) == 2


@pytest.mark.usefixtures("quick_proofs")
@pytest.mark.parametrize("changes", [{}, {"mask_value": -1e-20}, {"norm": "scalar"}], ids=str)
def test_the_window_says_of_proofs_what_they_proved(
    changes: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    model = small_model(**changes)
    proofs = list(prove(model))
    told = ProofSummary.from_proofs(events(proofs, capsys))
    assert told.count == len(proofs) and not told.failed
    hides, plain = not model.spec.leaks, not changes
    assert ("padding" in told.how, "causality" in told.how) == (hides, hides)
    assert ("against torch" in told.how, "the formulas in float64" in told.how) == (plain, not plain)
    assert "step by step" in told.how
    failed = replace(proofs[-1], worst=1.0, bound=0.0)
    assert ProofSummary.from_proofs(events([failed], capsys)).failed == (failed.name,)


def events(proofs: list[Proof], capsys: pytest.CaptureFixture[str]) -> tuple[ProofEvent, ...]:
    """What the window reads of proofs."""
    out = Output(as_json=True)
    for proof in proofs:
        out.proof(proof)
    return tuple(from_line(line) for line in capsys.readouterr().out.splitlines())


@pytest.mark.usefixtures("quick_proofs")
def test_half_precision_is_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    save_file({name: one.half() for name, one in marian_state(1).items()}, tmp_path / "model.safetensors")
    code, told, err = run("import", tmp_path, "--out", tmp_path / "out")
    assert code == 0, err
    assert "all numbers fit half precision: stored as float16, computed in float32" in told


@pytest.mark.usefixtures("quick_proofs")
def test_a_folder_of_hugging_face_is_imported(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "opus"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CONFIG))
    (folder / "tokenizer_config.json").write_text(json.dumps({"source_lang": "eng", "target_lang": "spa"}))
    save_file(marian_state(1), folder / "model.safetensors")
    code, told, _ = run("import", folder, "--out", tmp_path / "out")
    assert code == 0 and told.startswith("layout marian")
    spec, about = read_about(tmp_path / "out")
    assert (about["source_language"], about["target_language"]) == ("eng", "spa")
    assert (spec.bos_id, spec.pad_id, spec.activation, spec.position_layout) == (29, 29, "silu", "halves")


@pytest.mark.usefixtures("quick_proofs")
def test_fields_not_given_by_tensors_can_be_set(run: Run, checkpoint: Path, tmp_path: Path) -> None:
    more = ("--set", "activation=gelu", "--set", "scale_embedding=false", "--set", "dropout=0.3")
    code, _, _ = run("import", checkpoint, "--heads", "4", *more, "--out", tmp_path / "out")
    spec, _ = read_about(tmp_path / "out")
    assert code == 0 and (spec.activation, spec.scale_embedding, spec.dropout) == ("gelu", False, 0.3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], ["add --heads N", "[E-IMPORT-HEADS]"]),
        (["--heads", "5"], ["not divisible", "[E-CFG-HEADS]"]),
        (["--heads", "4", "--layout", "marian"], ["config.json"]),
        (["--heads", "4", "--layout", "mine"], ["unknown layout", "marian"]),
        (["--heads", "4", "--set", "colour=red"], ["NAME=VALUE"]),
        (["--heads", "4", "--set", "norm=red"], ["norm is 'red'", "layer, rms"]),
        (["--heads", "4", "--tensor", "first=a"], ["USE is one of source"]),
        (["--heads", "x"], ["not a whole number"]),
        (["--heads", "4", "--set", "output_bias=false"], ["output_bias=false", "generator.proj.bias"]),
        (["--heads", "4", "--set", "encoder_layers=1"], ["encoder_layers=1", "encoder.layers.1."]),
        (["--heads", "4", "--set", "final_norm=false"], ["final_norm=false", "encoder.norm."]),
        (["--heads", "4", "--tensor", "source=src_embed.0.lut.weight"], ["--tensor", "annotated-transformer"]),
    ],
)
def test_a_wrong_import_is_one_clear_line(
    arguments: list[str], said: list[str], run: Run, checkpoint: Path, tmp_path: Path
) -> None:
    code, _, err = run("import", checkpoint, *arguments, "--out", tmp_path / "out")
    refused((code, "", err), *said)
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("quick_proofs")
def test_what_a_folder_says_is_not_said_otherwise(run: Run, tmp_path: Path) -> None:
    folder, out = tmp_path / "opus", tmp_path / "out"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CONFIG))
    state = marian_state(1)
    save_file(state, folder / "model.safetensors")
    refused(run("import", folder, "--heads", "7", "--out", out), "--heads 7", "2 heads")
    refused(run("import", folder, "--set", "attention_bias=false", "--out", out), "q_proj.bias")
    del state["final_logits_bias"]
    save_file(state, folder / "model.safetensors")
    refused(run("import", folder, "--set", "tied=false", "--out", out), "no tensor in it provides")
    assert not out.exists()
    assert run("import", folder, "--set", "output_bias=false", "--heads", "2", "--out", out)[0] == 0
    assert not read_about(out)[0].output_bias


@pytest.mark.usefixtures("quick_proofs")
def test_two_tables_of_other_numbers_are_not_made_one(run: Run, checkpoint: Path, tmp_path: Path) -> None:
    state = tutorials.annotated_state(1)
    shared = state["src_embed.0.lut.weight"]
    state |= {name: shared.clone() for name in ("tgt_embed.0.lut.weight", "generator.proj.weight")}
    state["generator.proj.bias"] = torch.zeros(len(shared))
    for apart in (0.0, 1.0):
        state["generator.proj.weight"] = shared + apart
        save_file({name: one.clone() for name, one in state.items()}, checkpoint)
        answer = run("import", checkpoint, "--heads", "4", "--set", "tied=true", "--out", tmp_path / f"out{apart}")
        if apart:
            refused(answer, "tied=true", "generator.proj.weight")
        assert (answer[0], (tmp_path / f"out{apart}").exists()) == ((2, False) if apart else (0, True))


def test_what_is_no_checkpoint_is_one_clear_line(run: Run, tmp_path: Path) -> None:
    refused(run("import", tmp_path / "none", "--out", tmp_path / "out"), "there is no file or folder")
    (tmp_path / "a.pt").write_bytes(b"\x80\x04hello")
    code, _, err = run("import", tmp_path / "a.pt", "--out", tmp_path / "out")
    refused((code, "", err), "plain weights")
    (tmp_path / "a.safetensors").write_text("hello")
    refused(run("import", tmp_path / "a.safetensors", "--out", tmp_path / "out"), "not a safetensors file")


@pytest.mark.parametrize("code", sorted(ADVICE))
def test_a_terminal_shows_what_was_kept_and_what_to_do(code: str) -> None:
    error = Refused(code, "model.safetensors is none.")
    told = advised(error)
    assert str(told).startswith("model.safetensors is none. Nothing was written.") and told.code == code
    assert str(told).endswith(f"[{code}]") and ".." not in str(told)
    assert "did you mean heads? Nothing was written." in str(advised(Refused(code, "no hedas; did you mean heads?")))


def test_what_is_cut_off_says_what_to_do(run: Run, checkpoint: Path, tmp_path: Path) -> None:
    checkpoint.write_bytes(checkpoint.read_bytes()[:-9])
    refused(run("import", checkpoint, "--out", tmp_path / "out"), "Nothing was written. The file is incomplete", "copy")
    (tmp_path / "a.pt").write_bytes(b"")
    refused(run("import", tmp_path / "a.pt", "--out", tmp_path / "out"), "a.pt is empty. Nothing was written")
    torch.save(tutorials.annotated_state(1), tmp_path / "a.pt")
    (tmp_path / "a.pt").write_bytes((tmp_path / "a.pt").read_bytes()[:3000])
    code, _, err = run("import", tmp_path / "a.pt", "--out", tmp_path / "out")
    refused((code, "", err), "a.pt does not contain plain weights only: it is incomplete or damaged")
    assert not (tmp_path / "out").exists()


# ---------------------------------------------------------------- new


def test_a_new_model_is_the_same_for_the_same_seed(run: Run, tmp_path: Path) -> None:
    settings = ("--set", "norm=unbiased", "--set", "gated=true", "--set", "d_model=16", "--set", "mask_value=-1e9")
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        code, told, err = run("new", *settings, "--seed", str(seed), "--out", tmp_path / name)
        assert (code, err) == (0, "") and told.splitlines()[-1] == str(tmp_path / name)
        assert f"seed {seed}; not trained" in told
    one, other, third = (load_model(tmp_path / name) for name in "abc")
    assert one.model.spec.norm == "unbiased" and one.model.spec.gated and one.model.spec.mask_value == -1e9
    weights = [model.model.state_dict() for model in (one, other, third)]
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])
    assert not torch.equal(weights[0]["to_logits.weight"], weights[2]["to_logits.weight"])
    assert one.vocab.sizes == (100, 100) and one.vocab.ids(["7 99 100"]) == [[7, 99, 3]]


def test_a_new_model_may_have_the_words_of_a_toy_task(run: Run, tmp_path: Path) -> None:
    code, _, _ = run("new", "--words", "reverse", "--set", "d_model=16", "--out", tmp_path / "a")
    model, vocab = load_model(tmp_path / "a")
    assert code == 0 and vocab.words() == tuple("0123456789") and model.spec.source_vocabulary == 14
    alike = ("--set", "d_model=16", "--set", "bos_id=0", "--set", "pad_id=0")  # starts with padding, as T5 does
    assert run("new", "--words", "reverse", *alike, "--out", tmp_path / "b")[0] == 0


def test_a_new_model_that_makes_no_sense_is_refused(run: Run, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "a")
    refused(run("new", "--set", "heads=7", *out), "not divisible")
    refused(run("new", "--set", "gated=1", *out), "gated is 1")
    refused(run("new", "--set", "nothing=1", *out), "NAME=VALUE", "headscope new --help")
    refused(run("new", "--set", "hedas=2", *out), "did you mean heads?")
    refused(
        run("new", "--set", "target_vocabulary=7", *out), "the source has 100 entries and the target 7", "tied to false"
    )
    sizes = ("--set", "tied=false", "--set", "source_vocabulary=9")
    refused(run("new", "--words", "reverse", *sizes, *out), "reverse has 14 words, but source_vocabulary is 9", "leave")
    refused(run("new", "--words", "poems", *out), "poems")
    for name, other, own in (("pad_id", 7, 0), ("eos_id", 10, 2), ("unk_id", 5, 3), ("bos_id", 3, 1)):
        ids = ("--set", f"{name}={other}")
        refused(run("new", "--words", "reverse", *ids, *out), f"{name} is {other}", f"at {own}")
        refused(run("train", "--task", "reverse", "--set", f"model.{name}={other}", *out), f"{name} is {other}")
    refused(run("new", "--seed", "-1", *out), "seed")
    assert not (tmp_path / "a").exists()
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "mine").write_text("mine")
    refused(run("new", *out), "is not empty")


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_names_may_have_bytes_that_are_no_text(run: Run, tmp_path: Path) -> None:
    """As an archive of another system leaves them: what is written says them so that they are found again."""
    strange, small = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"), ("d_model=8", "heads=1", "d_ff=8")
    made, trained, data = f"{strange}/made", f"{strange}/trained", Path(f"{strange}.tsv")
    assert run("new", "--out", made, *(word for one in small for word in ("--set", one)))[0] == 0
    assert load_model(made).model.spec.d_model == 8
    data.write_text("1 2 3\t3 2 1\n4 5 6\t6 5 4\n")
    words = ("train", "--data", data, "--out", trained, *(w for one in small for w in ("--set", f"model.{one}")))
    assert run(*words, "--updates", "1")[0] == 0
    code, _, err = run(*words, "--updates", "2")
    assert code == 0 and "resumed at update 1" in err
    assert Path(str(read_training(trained).settings["data"][0])).samefile(data)
    assert read_about(Path(trained))[1]["name"]


def test_a_folder_is_not_made_without_a_name_or_in_place_of_the_current_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for word in (("new",), ("prune", "--model", "reverse", "--off", "cross 1.1"), ("train", "--task", "copy")):
        refused(run(*word, "--out", ""), "--out: that is not a file name")
    refused(run("new", "--out", "."), "the current folder")
    assert not list(tmp_path.iterdir()) and Path.cwd().samefile(tmp_path)


def test_a_folder_that_cannot_be_made_is_called_as_it_was_asked_for(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for out, reason in ((tmp_path / "file" / "made", "Not a directory"), (tmp_path / ("x" * 300), "name too long")):
        code, _, err = run("new", "--out", out)
        assert code == 2 and err.startswith(f"headscope: {out}: ") and reason in err, err


def test_distil_writes_the_pairs_and_says_how_many(run: Run, tmp_path: Path) -> None:
    data, out = tmp_path / "data.tsv", tmp_path / "new.tsv"
    data.write_text("1 2 3 4 5\t5 4 3 2 6\n3 1 6 2\t2 6 1 3\n")
    given = ("distil", "--model", "reverse", "--data", data, "--out", out)
    code, told, _ = run(*given, "--set", "least=40")
    assert (code, told) == (0, f"{out}: 1 pair\n") and out.read_text() == "1 2 3 4 5\t5 4 3 2 1\n"
    refused(run(*given, "--set", "lest=40"), "did you mean least")
    unknown = run(*given, "--set", "zzz=40")
    refused(unknown, "unknown field 'zzz'")
    refused(run(*given, "--set", "least"), "expected NAME=VALUE")
    assert "headscope new" not in unknown[2], "that lists what a model's spec has"
    code, told, _ = run(*given, "--model", "reverse", "--set", "least=40")
    assert (code, told) == (0, f"{out}: 1 pair\n"), "two models together"
    refused(run(*given, "--model", "grammar"), "grammar has a different vocabulary than reverse")
    code, told, _ = run(*given, "--without", data, "--json")
    assert code == 0 and out.read_text() == "" and '"pairs": 0' in told.splitlines()[-1]


def test_distil_writes_where_it_says(run: Run, tmp_path: Path) -> None:
    data, out = tmp_path / "data.tsv", tmp_path / "new.tsv"
    data.write_text("1 2 3 4 5\t5 4 3 2 6\n")
    given = ("distil", "--model", "reverse", "--data", data)
    code, told, _ = run(*given, "--out", out)
    assert (code, told) == (0, f"{out}: 1 pair\n") and out.exists()
    (folder := tmp_path / "folder").mkdir()
    code, told, err = run(*given, "--out", folder)
    assert (code, told) == (2, "") and f"--out: {folder} is a folder" in err, "before anything is translated"


def test_skipped_lines_of_the_data_are_reported(run: Run, tmp_path: Path) -> None:
    data, barred = tmp_path / "data.tsv", tmp_path / "test.tsv"
    data.write_text("1 2 3 4 5\t5 4 3 2 6\nno tab\n")
    barred.write_text("1 2\t2 1\n3 4\n")
    code, _, err = run("distil", "--model", "reverse", "--data", data, "--without", barred, "--out", tmp_path / "new")
    assert code == 0 and "note: skipped 1 malformed line: data.tsv:2 no tab; " in err
    assert "skipped 1 malformed line: test.tsv:2 no tab" in err and err.count("note: ") == 1
    given = ("--model", "reverse", "--off", "cross 1.1", "--data", data, "--out", tmp_path / "pruned")
    code, _, err = run("prune", *given)
    assert code == 0 and err == "note: skipped 1 malformed line: data.tsv:2 no tab\n"


# ---------------------------------------------------------------- prune


@pytest.mark.parametrize(
    "words",
    [
        ["new", "--words", "copy"],
        ["prune", "--model", "copy", "--off", "cross 1.1"],
        ["average", *["--model", "copy"] * 2],
    ],
    ids=lambda words: words[0],
)
def test_a_full_disk_is_reported_with_what_was_kept(
    run: Run, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_rest: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    for module in ("checkpoints.checkpoint", "io.safe_files"):
        monkeypatch.setattr(f"model_core.{module}.write_atomic", full)
    code, out, err = run(*words, "--out", tmp_path / "made")
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert "the disk is full. Free some space. Nothing was written." in err and "[E-SAVE-FULL]" in err
    assert not (tmp_path / "made").exists()


def test_a_folder_without_a_model_is_called_that(run: Run, tmp_path: Path) -> None:
    refused(run("check", "--model", tmp_path), f"there is no model in {tmp_path}: it has no spec.json")


def test_prune_saves_a_model_without_parts_and_proves_it(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "data.tsv"
    data.write_text("1 2 3 4 5\t5 4 3 2 1\n")
    given = ("prune", "--model", "reverse", "--off", "cross 1.1, decoder 1 feed-forward", "--out", tmp_path / "a")
    code, told, err = run(*given, "--data", data)
    assert (code, err) == (0, "") and told.splitlines()[-1] == str(tmp_path / "a")
    assert "saved without 1 head and 1 feed-forward: cross 1.1, decoder 1 feed-forward" in told
    assert "BLEU on data.tsv, 1 pair" in told and "before" in told and "  passed pruned" in told
    out = load_model(tmp_path / "a").model.decoder.layers[0].get_submodule("cross_attn.to_out").get_parameter("weight")
    assert load_model("reverse").model.spec.heads_of("cross") == 1 and not out.any()
    assert "BLEU on data.tsv" in (tmp_path / "a" / "card.md").read_text()
    refused(run(*given), "is not empty")
    refused(run("prune", "--model", "reverse", "--off", "cross 7.1", "--out", tmp_path / "b"), "no part 'cross 7.1'")
    assert not (tmp_path / "b").exists()


# ---------------------------------------------------------------- average


def test_average_saves_the_mean_of_models_in_the_shares_that_are_given(run: Run, tmp_path: Path) -> None:
    places = [tmp_path / name for name in ("a", "b", "mean")]
    for seed, place in enumerate(places[:2]):
        assert run("new", "--set", "d_model=16", "--set", "heads=2", "--seed", seed, "--out", place)[0] == 0
    given = ("average", "--model", places[0], "--model", places[1])
    code, told, err = run(*given, "--share", 75, "--share", 25, "--out", places[2])
    assert (code, told, err) == (0, f"{places[2]}\n", "")
    one, other, mean = (load_model(place).model.state_dict()["encoder.embed.table.weight"] for place in places)
    assert (mean - (0.75 * one + 0.25 * other)).abs().max() <= mean.abs().max() * 2**-10
    refused(run(*given, "--share", 75, "--out", tmp_path / "c"), "as many shares")
    refused(run("average", "--model", places[0], "--model", "reverse", "--out", tmp_path / "c"), "different vocabulary")
    assert not (tmp_path / "c").exists()
