"""Published models by their names: which text is one, what the cache holds, and the download from a server here."""

from __future__ import annotations

import builtins
import errno
import json
import os
import re
import shutil
import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from model_core.checkpoints import published
from model_core.checkpoints.published import (
    FAMILIES,
    PublishedModel,
    cached_names,
    fetch,
    is_published_address,
    is_published_name,
)
from model_core.checkpoints.published_address import name_at
from model_core.errors import Refused
from model_core.importers.convert import LAYOUTS
from model_core.io.installing import install_command
from model_core.tokenizers.foreign import SENTENCEPIECE
from tests.support.hub import COMMIT, NAME, TOKENIZER, Hub, cached, files_of_marian
from tests.support.hub import published as running

MODEL = PublishedModel(NAME)
OTHER = "c0" * 20


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; nobody's own variables count."""
    for name in ("HF_HOME", "HUGGINGFACE_HUB_CACHE", "HF_TOKEN", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_TOKEN_PATH", str(tmp_path / "token"))
    for name in ("HF_HUB_DISABLE_XET", "HF_HUB_DISABLE_TELEMETRY"):  # as the download sets them
        monkeypatch.setenv(name, "1")
    return tmp_path / "hub"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A server with one model; its client neither waits before it tries again nor stays open."""
    import huggingface_hub

    monkeypatch.setattr("huggingface_hub.file_download.time", SimpleNamespace(sleep=lambda seconds: None))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    with running(
        models={NAME: {**files_of_marian(), "README.md": b"#", "tf_model.h5": b"h", "vocab.json": b"{}"}}
    ) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        yield hub
        huggingface_hub.close_session()


def refusal(model: PublishedModel = MODEL) -> Refused:
    """Why it is not fetched."""
    with pytest.raises(Refused) as caught:
        fetch(model)
    assert "http" not in caught.value.message
    return caught.value


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("text", [NAME, "a/b", "google/t5-v1_1-small", "_x/Y.z"])
def test_owner_and_name_are_a_published_model(text: str) -> None:
    assert PublishedModel.named(text) == PublishedModel(text) and is_published_name(text)
    for revision in ("refs/pr/3", COMMIT, "v1.0"):
        assert PublishedModel.named(f"{text}@{revision}") == PublishedModel(text, revision)


@pytest.mark.parametrize(
    "text",
    [
        "", "a", "a/b/c", "/a/b", "a/", "../b", "a/..", "a/b..c", "./b", "~/b", "a--b/c", "a/b.git", "a\\b", "C:/b",
        "https://huggingface.co/a", "https://example.org/a/b", "https://huggingface.co/datasets/a/b", "a/b?x=1",
        "https://huggingface.co/a/..", "https://huggingface.co/a/b c", "see https://huggingface.co/a/b",
        "a/b#c", "a/%2e", "a/b@", "a/b@../c", "a/b@/c", "a/b@c/", "a/b\n",
        f"a/{'b' * 95}", "-a/b", "a/b@-c", "a/b c",
    ],
)  # fmt: skip
def test_nothing_else_is(text: str) -> None:
    assert not is_published_name(text)
    with pytest.raises(Refused, match="owner/name"):
        PublishedModel.named(text)


@pytest.mark.parametrize("start", ["https://huggingface.co", "http://www.huggingface.co", "https:/hf.co"])
@pytest.mark.parametrize(
    ("rest", "revision"),
    [
        ("", ""), ("/", ""), ("?library=transformers", ""), ("#training", ""), ("/discussions/3", ""),
        ("/tree/main", ""), ("/tree/v1.0", "v1.0"), ("/blob/main/model.safetensors", ""),
        ("/resolve/refs%2Fpr%2F3/config.json?download=true", "refs/pr/3"), (f"/commit/{COMMIT}", COMMIT),
    ],
)  # fmt: skip
def test_an_address_is_read_as_the_model_of_its_page(start: str, rest: str, revision: str) -> None:
    """As a browser shows or copies it, and as a path has it, which drops a slash."""
    model = PublishedModel.named(f"{start}/{NAME}{rest}")
    assert model == PublishedModel(NAME, revision or "main")
    assert name_at(f"{start}/{NAME}{rest}") == (f"{NAME}@{revision}" if revision else NAME)
    assert is_published_name(f"{start}/{NAME}{rest}") and is_published_address(f" {start}/{NAME}{rest}\n")
    assert not is_published_address(NAME) and not is_published_address(f"{start}/{NAME} is good")


def test_what_may_be_a_path_here_is_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that is mistyped is not asked for in the network."""
    monkeypatch.chdir(tmp_path)
    assert is_published_name("models/mine")
    assert not is_published_name("models/mine.txt") and not is_published_name("models/mine.SAFETENSORS")
    (tmp_path / "models").mkdir()
    assert not is_published_name("models/mine")


def test_every_family_recognised_by_configuration_has_a_layout() -> None:
    assert {layout.name: layout.families for layout in LAYOUTS if layout.families} == FAMILIES


# ---------------------------------------------------------------- the cache


def test_the_cache_is_where_its_library_looks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert published.cache_folder() == tmp_path / "huggingface" / "hub"
    monkeypatch.setenv("HF_HOME", "$XDG_CACHE_HOME/mine")
    assert published.cache_folder() == tmp_path / "mine" / "hub"
    monkeypatch.setenv("HUGGINGFACE_HUB_CACHE", "~/older")
    assert published.cache_folder() == Path.home() / "older"
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "own"))
    assert published.cache_folder() == tmp_path / "own"


def test_the_snapshot_of_a_revision_is_found_and_used_without_a_network(cache: Path) -> None:
    cached(cache, files_of_marian(), commit=OTHER)
    newest = cached(cache, files_of_marian())
    assert MODEL.cached() == newest == fetch(MODEL)
    old = PublishedModel(NAME, OTHER).cached()
    assert old is not None and old.name == OTHER
    assert PublishedModel(NAME, "v1").cached() is None and PublishedModel("a/b").cached() is None
    refs = cache / f"models--{NAME.replace('/', '--')}" / "refs"
    (refs / "main").write_text("../../../x")
    assert MODEL.cached() is None


def test_another_revision_is_never_taken_for_the_main_one(cache: Path) -> None:
    """Whoever has only a tag or a commit in the cache has not got what the name alone says."""
    folder = cached(cache, files_of_marian())
    (MODEL.folder / "refs" / "main").rename(MODEL.folder / "refs" / "v1")
    assert PublishedModel(NAME, "v1").cached() == PublishedModel(NAME, COMMIT).cached() == folder
    assert MODEL.snapshot() is None and MODEL.cached() is None and cached_names() == []


def test_a_cache_that_cannot_be_entered_is_an_empty_one(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(cache / ("x" * 300)))
    assert cached_names() == [] and MODEL.cached() is None and PublishedModel(NAME, COMMIT).cached() is None


@pytest.mark.parametrize("lost", ["config.json", "model.safetensors", "vocab.json"])
def test_a_snapshot_that_lacks_a_file_is_not_whole(cache: Path, lost: str) -> None:
    folder = cached(cache, files_of_marian())
    for path in (folder / lost, folder.parents[1] / ".no_exist" / COMMIT / lost):
        path.unlink(missing_ok=True)
    assert MODEL.cached() is None and cached_names() == []
    assert MODEL.snapshot() == folder


def test_translation_models_in_the_cache_are_listed(cache: Path) -> None:
    assert cached_names() == []
    files = files_of_marian()
    for name in (NAME, "Anna/model--x", "zed/one"):
        cached(cache, files, name)
    cached(cache, files | {"config.json": b'{"model_type": "gpt2"}'}, "openai/gpt2")
    cached(cache, files | {"config.json": b"["}, "a/broken")
    (cache / "datasets--a--b").mkdir()
    (cache / "models--nothing").mkdir()
    assert cached_names() == [NAME, "zed/one"]  # with "--" no name can be told
    assert cached_names(1) == [NAME], "others take no place among the most that are listed"


# ---------------------------------------------------------------- download


@pytest.mark.allow_loopback
def test_only_what_an_import_reads_is_downloaded_and_kept(hub: Hub) -> None:
    said: list[str] = []
    steps: list[tuple[int, int]] = []
    folder = fetch(MODEL, said.append, lambda done, total: steps.append((done, total)))
    files = hub.models[NAME]
    assert hub.got() == ["config.json", "vocab.json", "model.safetensors"]
    assert {path.name for path in folder.iterdir()} == {"config.json", "vocab.json", "model.safetensors"}
    assert all((folder / name).read_bytes() == files[name] for name in ("config.json", "model.safetensors"))
    total = len(files["vocab.json"]) + len(files["model.safetensors"])
    assert steps[-1] == (total, total) and all(0 <= done <= total for done, _ in steps)
    assert len(said) == 1 and f"{total / 1e6:,.1f} MB" in said[0]
    assert MODEL.snapshot() == folder
    hub.asked.clear()
    fetch(MODEL)
    assert hub.got() == []  # source.spm is not published: that is looked up, and nothing is downloaded again


@pytest.mark.allow_loopback
def test_every_file_an_import_reads_is_downloaded(hub: Hub) -> None:
    """A later BART tells in generation_config.json alone which token it writes first."""
    sources = [path.read_text(encoding="utf-8") for path in (Path(__file__).parents[3] / "model_core").rglob("*.py")]
    read = {name for text in sources for name in re.findall(r'foreign\.folder / "(.+?)"', text)}
    assert {"generation_config.json", "vocab.json"} <= read
    hub.models[NAME] |= dict.fromkeys(read, b"{}")
    assert read <= {path.name for path in fetch(MODEL).iterdir()}


@pytest.mark.allow_loopback
def test_pickled_weights_are_used_only_without_others(hub: Hub) -> None:
    files = hub.models[NAME]
    files["pytorch_model.bin"] = files["model.safetensors"]
    fetch(MODEL)
    assert "pytorch_model.bin" not in hub.got()
    shutil.rmtree(MODEL.folder)
    del files["model.safetensors"]
    assert (fetch(MODEL) / "pytorch_model.bin").is_file()


@pytest.mark.allow_loopback
@pytest.mark.parametrize(
    ("config", "code", "words"),
    [
        ({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"]}, "E-IMPORT-STACK", "gpt2, GPT2LMHeadModel"),
        ({"model_type": "bert", "architectures": [], "is_encoder_decoder": False}, "E-IMPORT-STACK", "bert"),
        ({"model_type": "llama", "architectures": [7]}, "E-IMPORT-STACK", "llama"),
        ({"model_type": "m2m_100", "is_encoder_decoder": True}, "E-IMPORT-LAYOUT", "m2m_100"),
        ([], "E-IMPORT-CONFIG", "not a JSON object"),
    ],
)
def test_other_kinds_of_models_are_recognised_by_their_configuration_alone(
    hub: Hub, config: Any, code: str, words: str
) -> None:
    hub.models[NAME]["config.json"] = json.dumps(config).encode()
    found = refusal()
    assert found.code == code and words in found.message
    assert hub.got() == ["config.json"]


@pytest.mark.allow_loopback
@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"model.safetensors": b""}, "E-HUB-FILES"),
        ({"config.json": b'{"model_type": "marian"}', "tf_model.h5": b""}, "E-HUB-FILES"),
        ({"config.json": b"{}", "model.safetensors.index.json": b"{}"}, "E-IMPORT-SHARDS"),
    ],
)
def test_weights_that_cannot_be_read_are_not_downloaded(hub: Hub, files: dict[str, bytes], code: str) -> None:
    hub.models[NAME] = files
    assert refusal().code == code
    assert set(hub.got()) <= {"config.json"}


@pytest.mark.allow_loopback
def test_a_refusal_by_the_server_is_reported_with_advice_and_no_access_token(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    hub.denied = {"a/gated": (403, "GatedRepo"), "a/private": (401, ""), "a/down": (503, "")}
    for name, code, words in (
        ("a/none", "E-HUB-NAME", "no published model a/none"), ("a/private", "E-HUB-NAME", "private"),
        ("a/gated", "E-HUB-ACCESS", "auth login"), ("a/down", "E-HUB-NETWORK", "503"),
    ):  # fmt: skip
        found = refusal(PublishedModel(name))
        assert found.code == code and words in found.message and "hf_secret" not in found.message
    assert refusal(PublishedModel(NAME, "v9")).code == "E-HUB-REVISION"
    assert hub.tokens == {"Bearer hf_secret"}  # the library's own way to a private model
    assert "hf_secret" not in "".join(capfd.readouterr())


@pytest.mark.allow_loopback
def test_a_connection_that_is_cut_keeps_whole_files_and_the_next_call_gets_the_rest(hub: Hub) -> None:
    hub.cut = {"model.safetensors": 100}
    found = refusal()
    assert found.code == "E-HUB-NETWORK" and "kept" in found.message
    assert list(MODEL.folder.rglob("*.incomplete")) == [] and MODEL.cached() is None
    hub.cut, hub.asked = {}, []
    assert (fetch(MODEL) / "model.safetensors").read_bytes() == hub.models[NAME]["model.safetensors"]
    assert hub.got() == ["model.safetensors"]


@pytest.mark.allow_loopback
def test_without_a_network_what_the_cache_has_of_a_model_is_used(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, said = fetch(MODEL), []
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert fetch(MODEL, said.append) == folder and "only part" in said[0]
    (folder / "model.safetensors").unlink()
    found = refusal()
    assert found.code == "E-HUB-NETWORK" and "as a path" in found.message, "it may be a path that is mistyped"
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE" in refusal().message


@pytest.mark.allow_loopback
@pytest.mark.parametrize(
    "answer",
    ["<html>", "{}", "[]", "7", "null", "[" * 100_000, '{"id": "a/b", "siblings": 7}', '{"id": 3, "siblings": [{}]}',
     '{"id": "a/b", "siblings": [{"rfilename": "config.json", "size": "x"}, {"rfilename": "model.safetensors"}]}'],
)  # fmt: skip
def test_what_another_server_answers_is_not_taken_for_the_model(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    """As where a network asks its guests to log in."""
    monkeypatch.setattr("tests.support.hub.json.dumps", lambda _: answer)
    assert refusal().code == "E-HUB-NETWORK"
    monkeypatch.setenv("HF_ENDPOINT", "http://[")
    assert refusal().code == "E-HUB-NETWORK"


@pytest.mark.allow_loopback
def test_a_model_beyond_the_limit_or_the_disk_is_refused_before_its_weights(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.sizes = {"model.safetensors": 9_000_000_000}
    found = refusal()
    assert found.code == "E-FILE-SIZE" and "8,000,000,000" in found.message
    hub.sizes = {"config.json": 9_000_000_000}
    assert refusal().code == "E-FILE-SIZE" and hub.got() == ["config.json"]  # of the call before
    hub.sizes = {"model.safetensors": 1}
    with monkeypatch.context() as patch:
        patch.setattr(published, "WEIGHTS_BYTES", 500)
        assert refusal().code == "E-FILE-SIZE", "the server says less than it sends"
    assert list(MODEL.folder.rglob("*.incomplete")) == []
    hub.sizes, hub.asked = {}, []
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    found = refusal()
    assert found.code == "E-HUB-DISK" and "HF_HUB_CACHE" in found.message
    assert "model.safetensors" not in hub.got()


@pytest.mark.allow_loopback
def test_the_library_that_reads_its_texts_is_asked_for_before_its_weights(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.models[NAME]["source.spm"] = b"a"
    monkeypatch.setattr(published, "find_spec", lambda name: None)
    found = refusal()
    assert found.code == "E-VOC-SENTENCEPIECE" and install_command(SENTENCEPIECE) in found.message
    assert hub.got() == ["config.json"]


@pytest.mark.allow_loopback
def test_a_proxy_that_needs_another_library_is_reported(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise ImportError("Using SOCKS proxy, but the 'socksio' package is not installed")

    monkeypatch.setattr("httpx2.Client.__init__", none)
    found = refusal()
    assert found.code == "E-HUB-NETWORK" and "'socksio'" in found.message


@pytest.mark.allow_loopback
@pytest.mark.parametrize(
    ("raised", "words"),
    [(socket.gaierror(-2, "Name or service not known"), "name of the server was not found"),
     (ConnectionRefusedError(111, "Connection refused"), "refused the connection"),
     (ssl.SSLCertVerificationError("certificate verify failed"), "certificate"),
     (TimeoutError(110, "timed out"), "in time"), (ConnectionResetError(104, "Connection reset by peer"), "was lost")],
)  # fmt: skip
def test_a_failed_connection_is_explained_in_words(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, raised: OSError, words: str
) -> None:
    httpx2 = pytest.importorskip("httpx2")

    def fail(*_: object, **__: object) -> None:
        raise httpx2.ConnectError(str(raised)) from raised

    monkeypatch.setattr("httpx2.Client.request", fail)
    monkeypatch.setattr("httpx2.Client.send", fail)
    found = refusal()
    assert found.code == "E-HUB-NETWORK" and words in found.message and "Check the connection" in found.message
    assert "Errno" not in found.message and str(raised) not in found.message


@pytest.mark.allow_loopback
def test_a_full_disk_is_reported(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("huggingface_hub.file_download.http_get", full)
    assert refusal().code == "E-HUB-DISK"


@pytest.mark.allow_loopback
def test_what_killed_downloads_left_is_removed_and_what_others_write_is_not(hub: Hub) -> None:
    blobs = MODEL.folder / "blobs"
    blobs.mkdir(parents=True)
    old, new = blobs / "aa.0123abcd.incomplete", blobs / "bb.0123abcd.incomplete"
    for path in (old, new):
        path.touch()
    os.utime(old, (time.time() - 3600,) * 2)
    fetch(MODEL)
    assert not old.exists() and new.exists()


def test_the_library_is_named_where_it_is_missing_and_not_needed_for_the_cache(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib import metadata

    load = builtins.__import__

    def none(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    def refuse(name: str, *more: Any, **named: Any) -> Any:
        assert not name.startswith("huggingface_hub")
        return load(name, *more, **named)

    monkeypatch.setattr(metadata, "version", none)
    monkeypatch.setattr(builtins, "__import__", refuse)
    found = refusal()
    assert found.code == "E-HUB-LIBRARY" and install_command(published.LIBRARY, SENTENCEPIECE) in found.message
    for version in ("1.20.0", "2.3.9", "3.0.0"):
        monkeypatch.setattr(metadata, "version", lambda _, version=version: version)
        assert refusal().code == "E-HUB-LIBRARY"
    cached(cache, files_of_marian())
    assert fetch(MODEL).name == COMMIT


def test_the_extra_is_the_library_that_the_message_names() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["optional-dependencies"]["hub"] == [published.LIBRARY, SENTENCEPIECE]
    assert set(TOKENIZER) == set(published.TOKENIZERS["marian"])
