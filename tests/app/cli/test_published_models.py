"""Published models by their names on the command line: imported, and wherever a word takes a model."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from model_core.record.model_info import read_about
from tests.support.hub import COMMIT, NAME, Hub, cached, files_of_marian, pickled
from tests.support.hub import published as running
from tests.support.program import Run, refused
from viz_app.cli import window
from viz_app.cli.arguments import name_folders, opening
from viz_app.system.own_models import converted, models_folder

pytestmark = pytest.mark.usefixtures("prepared", "quick_proofs")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    for name in ("HF_HUB_DISABLE_XET", "HF_HUB_DISABLE_TELEMETRY"):  # as the download sets them
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "hub"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    import huggingface_hub

    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    with running(models={NAME: files_of_marian()}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        yield hub
        huggingface_hub.close_session()


def test_one_line_converts_a_cached_model_once(run: Run, cache: Path) -> None:
    cached(cache, files_of_marian())
    folder = models_folder() / "opus-mt-en-es"
    code, told, err = run("import", NAME)
    assert (code, err) == (0, "") and told.splitlines()[-1] == str(folder)
    assert read_about(folder)[1]["published"] == f"{NAME}@{COMMIT}"
    code, told, err = run("import", NAME)
    assert (code, told) == (0, f"{folder}\n") and "already" in err and "--out" in err
    assert [path.name for path in models_folder().iterdir()] == ["opus-mt-en-es"]
    code, told, _ = run("import", f"{NAME}@{COMMIT}", "--out", cache / "mine")
    assert code == 0 and (cache / "mine" / "spec.json").is_file()


@pytest.mark.allow_loopback
def test_a_model_is_downloaded_with_progress_and_converted(run: Run, hub: Hub, tmp_path: Path) -> None:
    files = files_of_marian()
    hub.models[NAME] = {"config.json": files["config.json"], "pytorch_model.bin": pickled_marian()}
    code, told, _ = run("import", NAME, "--json")
    events = [json.loads(line) for line in told.splitlines()]
    assert (
        code == 0 and events[-1]["event"] == "result" and (Path(events[-1]["values"]["path"]) / "spec.json").is_file()
    )
    assert any(one["event"] == "progress" and one["fraction"] == 1 and "MB" in one["text"] for one in events)
    notes = [one["text"] for one in events if one["event"] == "note"]
    assert "downloading" in notes[0] and any("is a pickle" in note for note in notes)
    assert hub.got() == ["config.json", "pytorch_model.bin"]


def pickled_marian() -> bytes:
    from tests.made.marian import marian_state

    return pickled(marian_state(1))


def test_every_word_that_takes_a_model_takes_a_name(run: Run, cache: Path, tmp_path: Path) -> None:
    cached(cache, files_of_marian())
    code, _, err = run("trace", "--model", NAME, "--source", "7 8", "--out", tmp_path / "a.npz")
    assert code == 0 and "converting" in err and (tmp_path / "a.npz").is_file()
    code, _, err = run("trace", "--model", NAME, "--source", "7 8", "--out", tmp_path / "b.npz")
    assert code == 0 and "converting" not in err
    assert len(list(models_folder().iterdir())) == 1
    newer = "c0" * 20
    cached(cache, files_of_marian(), commit=newer)
    code, _, err = run("trace", "--model", NAME, "--source", "7 8", "--out", tmp_path / "a.npz")
    assert code == 0 and "converting" in err, "the cache has a newer one by now"
    assert len(list(models_folder().iterdir())) == 2


@pytest.mark.parametrize(
    "words",
    [
        ("trace", "--source", "7 8", "--out", "run.txt"),
        ("trace", "--source", "7 8", "--out", "run.npz", "--edits", '{"nonsense": 1}'),
        ("render", "--source", "7 8", "--out", "a.bmp"),
        ("render", "--source", "7 8", "--out", "a.png", "--view", "nonsense"),
        ("render", "--source", "7 8", "--out", "a.png", "--each", "head", "--head", "1"),
        ("render", "--source", "7 8", "--out", "a.gif", "--view", "lines", "--view", "lens"),
        ("render", "--source", "7 8", "--out", "a.png", "--against", "7", "--against-state", "{}"),
        ("translate", "--beams", "2", "--top-k", "3"),
        ("translate", "none.txt"),
        ("evaluate", "--each-head"),
        ("evaluate", "--data", "none.tsv"),
        ("survey", "--data", "none.tsv", "--out", "made"),
        ("sweep", "--source", "7 8", "--instead", "mean", "--out", "a.csv"),
        ("distil", "--data", "none.tsv", "--out", "a.tsv"),
        ("distil", "--data", "there.tsv", "--out", "a.tsv", "--set", "candidates=-1"),
        ("prune", "--off", "cross 1.1", "--out", "there"),
        ("prune", "--off", "cross 1.1", "--out", "made", "--data", "none.tsv"),
        ("lesson", "01-attention", "--write"),
    ],
    ids=" ".join,
)
def test_a_model_is_fetched_only_once_all_else_is_checked(run: Run, cache: Path, words: tuple[str, ...]) -> None:
    cached(cache, files_of_marian())
    Path("there").mkdir()
    Path("there/file").touch()
    Path("there.tsv").write_text("7 8\t7 9\n")
    code, _, err = run(*words, "--model", NAME)
    assert code == 2 and "converting" not in err and not models_folder().exists()


def test_the_conversion_of_another_commit_or_model_is_not_taken_for_it(cache: Path) -> None:
    from model_core.checkpoints.published import PublishedModel

    for number, told in enumerate((f"{NAME}@{COMMIT}", "a/b@x", 7, None)):
        folder = models_folder() / str(number)
        folder.mkdir(parents=True)
        about = {} if told is None else {"published": told}
        document = {"format": "headscope-model", "version": 1, "spec": small(), "about": about}
        (folder / "spec.json").write_text(json.dumps(document))
        (folder / "model.safetensors").touch()
    (models_folder() / "broken").mkdir()
    (models_folder() / "broken" / "spec.json").write_text("[")
    assert converted(PublishedModel(NAME)) == models_folder() / "0"
    assert converted(PublishedModel(NAME, COMMIT)) == models_folder() / "0"
    assert converted(PublishedModel(NAME, "c0" * 20)) is None and converted(PublishedModel("c/d")) is None
    cached(cache, files_of_marian(), commit="c0" * 20)
    assert converted(PublishedModel(NAME)) is None
    (models_folder() / "0" / "model.safetensors").unlink()
    assert converted(PublishedModel(NAME, COMMIT)) is None, "what is left of a folder opens no more"


def small() -> dict[str, object]:
    from tests.made.small import small_model

    return small_model().spec.to_json()


def test_another_revision_is_not_taken_for_the_main_one(cache: Path, run: Run) -> None:
    """As long as the cache knows the model, and not which commit its name alone says."""
    from model_core.checkpoints.published import PublishedModel

    cached(cache, files_of_marian())
    own = cache / f"models--{NAME.replace('/', '--')}"
    (own / "refs" / "main").rename(own / "refs" / "v1")
    assert run("import", f"{NAME}@v1")[0] == 0
    assert (
        converted(PublishedModel(NAME, "v1"))
        == converted(PublishedModel(NAME, COMMIT))
        == models_folder() / "opus-mt-en-es"
    )
    assert converted(PublishedModel(NAME)) is None
    (own / "refs" / "main").write_text(COMMIT)
    shutil.rmtree(own / "snapshots")
    assert converted(PublishedModel(NAME)) == models_folder() / "opus-mt-en-es"


def test_a_conversion_whose_proof_fails_is_not_what_the_name_opens(
    run: Run, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from model_core.proofs.proof import Proof

    cached(cache, files_of_marian())
    monkeypatch.setattr("model_core.importers.folder._proved", lambda *_: [Proof("torch", "logits", 1.0, 0.0)])
    for words in (("import", NAME), ("trace", "--model", NAME, "--source", "7", "--out", tmp_path / "a.npz")):
        code, _, err = run(*words)
        assert code == 2 and "proofs failed: torch [E-IMPORT-PROOF]" in err
        assert list(models_folder().iterdir()) == []
    code, told, _ = run("import", NAME, "--out", tmp_path / "mine")
    assert code == 1 and "FAILED" in told and (tmp_path / "mine" / "spec.json").is_file()


def test_processes_that_convert_the_same_model_at_once_use_the_first_ones(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As those of torchrun do."""
    from model_core.importers import folder as home
    from viz_app.cli.output import Output
    from viz_app.cli.published import folder_of

    def late(source: Path, out: Path) -> object:
        convert(source, out)
        return convert(source, out)

    convert = home.import_model
    cached(cache, files_of_marian())
    monkeypatch.setattr(home, "import_model", late)
    assert folder_of(NAME, Output(silent=True)) == str(models_folder() / "opus-mt-en-es")


def test_under_torchrun_only_the_first_process_reports(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cached(cache, files_of_marian())
    monkeypatch.setenv("RANK", "1")
    name_folders(options := argparse.Namespace(model=NAME))
    assert options.model == str(models_folder() / "opus-mt-en-es") and capsys.readouterr() == ("", "")


def test_a_training_which_can_use_none_fetches_none(run: Run, cache: Path, tmp_path: Path) -> None:
    """Their vocabularies are never headscope's own: that would be said after the download."""
    cached(cache, files_of_marian())
    (data := tmp_path / "data.tsv").write_text("7 8\t7 9\n9 8\t7 7\n" * 20)
    for words in (("--teacher", NAME, "--set", "soft=0.5"), ("--set", f"start={NAME}")):
        refused(
            run("train", *words, "--data", data, "--valid", data, "--out", tmp_path / "made"), NAME, "[E-MODEL-MISSING]"
        )
    assert not models_folder().exists()


@pytest.mark.allow_loopback
def test_what_is_not_published_is_one_clear_line(run: Run, hub: Hub) -> None:
    refused(run("import", "nobody/none"), "no published model nobody/none", "here", "[E-HUB-NAME]")
    refused(run("translate", "--model", "nobody/none"), "[E-HUB-NAME]")
    hub.models[NAME]["config.json"] = b'{"model_type": "gpt2"}'
    refused(run("import", NAME), "gpt2", "[E-IMPORT-STACK]")
    assert not models_folder().exists()


def test_a_path_needs_a_place_and_is_never_asked_for_in_the_network(run: Run, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    for path in ("models/none", "none.pt", "a/b/c", "other/none.safetensors"):
        refused(run("import", path), "--out", "[E-ARGS]")
        code, _, err = run("import", path, "--out", tmp_path / "out")
        assert code == 2 and "E-HUB" not in err


def test_the_window_is_started_with_a_name_as_with_a_path() -> None:
    assert opening([NAME], {"import"}) == ["--open", NAME]
    assert opening(["--theme", "dark", f"{NAME}@v1"], {"import"}) == ["--theme", "dark", "--open", f"{NAME}@v1"]
    assert window._model_and_path(NAME, None) == (None, NAME)
