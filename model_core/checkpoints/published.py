"""Models that Hugging Face publishes, by their names: which of them its cache on this machine holds, and the download
of the files that an import reads. No torch; huggingface_hub, an optional library, is imported only to download."""

from __future__ import annotations

import errno
import os
import re
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from model_core.checkpoints.connection import connection_reason
from model_core.checkpoints.folder import CONFIG, FOREIGN_WEIGHTS
from model_core.checkpoints.published_address import name_at
from model_core.errors import Message, Refused
from model_core.io.installing import install_command
from model_core.io.limits import WEIGHTS_BYTES, read_json
from model_core.io.safe_files import file_refusal, read_plain

LIBRARY = "huggingface_hub>=2.4,<3"
"""The requirement for pip; with sentencepiece, which most such models need, it is the extra `hub` in pyproject.toml."""
FAMILIES = {"marian": ("marian",), "bart": ("bart", "plbart"), "t5": ("t5", "mt5")}
"""Layout -> the values of "model_type" in a config.json that its models have."""
TOKENIZERS = {
    "marian": ("source.spm", "target.spm", "vocab.json"), "bart": ("vocab.json", "merges.txt"), "t5": ("spiece.model",)
}  # fmt: skip
"""Layout -> the files that its tokenizer needs."""
_BESIDE = ("tokenizer_config.json", "generation_config.json", "target_vocab.json")
"""Other files that an import reads, where they are published."""
_STALE = 600
"""Seconds without a byte after which the part of a download is given up for lost: the library resumes none."""
_WAIT = 20.0
"""Seconds that the server may take to describe a model."""

_PLAIN = {"HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
"""Of the library: plain HTTP, with one count of bytes and no second cache of chunks; it asks for nothing else."""
_NO_ANSWER = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What the library raises where an answer is not what its server says, as where a network asks its guests to log in."""
_PAUSE = 0.1
"""Seconds between two reports of progress."""

_PART = r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?"
_NAME = re.compile(rf"({_PART}/{_PART})(?:@([A-Za-z0-9_][A-Za-z0-9_./-]{{0,99}}))?")
_FILE = re.compile(r"\.(safetensors|json|txt|tsv|csv|npy|npz|bin|pt|pth|ckpt|pkl|html|pdf|png|svg)", re.IGNORECASE)


@dataclass(frozen=True)
class PublishedModel:
    """A published model: its name, owner/name, and one of its revisions, a branch, a tag or a commit."""

    name: str
    revision: str = "main"

    @classmethod
    def named(cls, text: str) -> PublishedModel:
        """The one that "owner/name", "owner/name@revision" or the address of its page, of a revision or of a file there
        says. Raises Refused for any other text."""
        found = _NAME.fullmatch(name_at(text))
        name, revision = found.groups() if found else ("", None)
        if not 0 < len(name) <= 96 or re.search(r"\.\.|--|\.git$", name) or re.search(r"\.\.|//|[/.]$", revision or ""):
            raise Refused(
                "E-HUB-NAME",
                "{text} is not the name of a published model: give owner/name, such as Helsinki-NLP/opus-mt-en-es, "
                    "optionally followed by @ and a revision",
                text=f"{text[:80]!r}",
            )  # fmt: skip
        return cls(name, revision or "main")

    @property
    def folder(self) -> Path:
        """Where the cache keeps it, if it does."""
        return cache_folder() / f"models--{self.name.replace('/', '--')}"

    def commit(self) -> str:
        """The commit that its revision is, as far as the cache knows it; "" otherwise."""
        commit = self.revision
        with suppress(Refused, UnicodeDecodeError):
            commit = read_plain(self.folder / "refs" / self.revision, 100).decode("ascii").strip()
        return commit if re.fullmatch("[0-9a-f]{40}", commit) else ""

    def snapshot(self) -> Path | None:
        """The folder of its revision in the cache, whole or not."""
        commit = self.commit()
        found = self.folder / "snapshots" / commit
        return found if commit and os.path.isdir(found) else None

    def cached(self) -> Path | None:
        """The folder of its revision in the cache with all that an import reads; None if anything is missing."""
        folder = self.snapshot()
        return folder if folder is not None and _is_whole(folder) else None


def is_published_name(text: str) -> bool:
    """Whether an argument names a published model: no path of this machine, even one that is mistyped."""
    with suppress(Refused):
        model = PublishedModel.named(text)
        return not os.path.lexists(text.partition("/")[0]) and not _FILE.fullmatch(Path(model.name).suffix)
    return False


def is_published_address(text: str) -> bool:
    """Whether a text is the address of a published model's page, or of a file or a revision there, and nothing else."""
    return name_at(text.strip()) != text.strip() and is_published_name(text.strip())


def cache_folder() -> Path:
    """The folder of huggingface_hub's cache, found as the library finds it."""
    home = os.environ.get("HF_HOME") or os.path.join(os.environ.get("XDG_CACHE_HOME") or "~/.cache", "huggingface")
    chosen = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE") or os.path.join(home, "hub")
    return Path(os.path.expandvars(os.path.expanduser(chosen)))


def cached_names(most: int = 200) -> list[str]:
    """The names of the models in the cache that can be imported from it, in alphabetical order."""
    found = [path.name.removeprefix("models--").replace("--", "/", 1) for path in cache_folder().glob("models--*--*")]
    return list(islice(filter(_is_importable, sorted(found, key=str.casefold)), most))


def _is_importable(name: str) -> bool:
    with suppress(Refused, OSError):
        folder = PublishedModel.named(name).cached()
        return folder is not None and _layout(read_config(folder)) != ""
    return False


def _written(path: Path) -> float:
    return path.stat().st_mtime


def read_config(folder: Path) -> dict[str, Any]:
    """The config.json of a folder. Raises Refused if it cannot be read, or is no JSON object."""
    config = read_json(folder / CONFIG, 1_000_000)
    if not isinstance(config, dict):
        raise Refused("E-IMPORT-CONFIG", "{config} is not a JSON object", config=CONFIG)
    return config


def _layout(config: Mapping[str, Any]) -> str:
    """The layout of the family that a configuration names, "" for none."""
    return next((layout for layout, families in FAMILIES.items() if config.get("model_type") in families), "")


def _is_whole(folder: Path) -> bool:
    """Whether a snapshot has all that an import reads; the cache also remembers which files are not published."""
    try:
        needed = TOKENIZERS.get(_layout(read_config(folder)), ())
    except Refused:
        return False
    absent = folder.parents[1] / ".no_exist" / folder.name
    return _has_weights(folder) and all((folder / name).is_file() or (absent / name).exists() for name in needed)


def _has_weights(folder: Path) -> bool:
    return any((folder / name).is_file() for name in FOREIGN_WEIGHTS)


# ---------------------------------------------------------------- download


def is_library_there() -> bool:
    """Whether LIBRARY is installed; it is looked for, not imported."""
    from importlib import metadata

    with suppress(metadata.PackageNotFoundError):
        found = tuple(int(part) for part in re.findall(r"\d+", metadata.version("huggingface_hub"))[:2])
        return (2, 4) <= found < (3,)
    return False


def library_missing(model: PublishedModel) -> Refused:
    """Why nothing can be downloaded, and the two ways around it."""
    from model_core.tokenizers.foreign import SENTENCEPIECE

    return Refused(
        "E-HUB-LIBRARY",
        "{name} is not on this computer, as a path or in Hugging Face's cache. To download it, install two libraries "
            "({command}). Or download its files from its page into a folder and open that",
        name=model.name, command=install_command(LIBRARY, SENTENCEPIECE),
    )  # fmt: skip


def fetch(
    model: PublishedModel,
    say: Callable[[str], None] = lambda line: None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Path:
    """The folder of a published model in the cache. What is missing there is downloaded: config.json, then, if that is
    of a model that can be imported, its tokenizer and its weights. `progress` gets the bytes that are there and those
    of all files.

    Raises Refused; files that are complete stay in the cache then.
    """
    if (found := model.cached()) is not None:
        return found
    try:
        if not is_library_there():
            raise library_missing(model)
        return _download(model, say, progress)
    except Refused as error:
        found = model.snapshot()
        usable = found is not None and (found / CONFIG).is_file() and _has_weights(found)
        if found is None or not usable or error.code not in ("E-HUB-LIBRARY", "E-HUB-NETWORK"):
            raise
        say(Message("only part of {name} is in Hugging Face's cache, and no more can be downloaded", name=model.name))
        return found


class _Bytes:
    """Counts the bytes of several files, in place of the library's progress bars."""

    def __init__(self, name: str, progress: Callable[[int, int], None]) -> None:
        self._name, self._progress, self._due = name, progress, 0.0
        self.done = self.total = 0

    def bar(self, *_: object, initial: int = 0, **__: object) -> _Bytes:
        """What the library makes for each file."""
        self.update(initial)
        return self

    def update(self, count: float | None = 1) -> None:
        self.done += int(count or 0)
        if self.done > WEIGHTS_BYTES:  # the size that the server announced may be wrong
            raise _too_large(self._name, self.done)
        if self.total and (time.monotonic() >= self._due or self.done >= self.total):
            self._due = time.monotonic() + _PAUSE
            self._progress(min(self.done, self.total), self.total)

    def close(self) -> None: ...

    def __enter__(self) -> _Bytes:
        return self

    def __exit__(self, *_: object) -> None: ...


def _download(model: PublishedModel, say: Callable[[str], None], progress: Callable[[int, int], None]) -> Path:
    os.environ |= _PLAIN
    import httpx2
    from huggingface_hub import HfApi, hf_hub_download
    from huggingface_hub.utils.logging import set_verbosity_error

    from model_core.tokenizers.foreign import sentencepiece_missing

    set_verbosity_error()
    count: Any = _Bytes(model.name, progress)
    endpoint = (os.environ.get("HF_ENDPOINT") or "").rstrip("/") or None
    places: dict[str, Any] = {"cache_dir": cache_folder(), "endpoint": endpoint, "tqdm_class": count.bar}
    try:
        _remove_leftovers(model.folder / "blobs")
        listed = HfApi(endpoint=endpoint).model_info(
            model.name, revision=model.revision, files_metadata=True, timeout=_WAIT
        )
        sizes = {one.rfilename: one.size or 0 for one in listed.siblings or ()}
        if CONFIG not in sizes:
            raise Refused("E-HUB-FILES", "{name} has no {config}: it is not a model of the library transformers",
                          name=model.name, config=CONFIG)  # fmt: skip
        _refuse_large(model.name, sizes[CONFIG])
        folder = Path(hf_hub_download(model.name, CONFIG, revision=model.revision, **places)).parent
        refuse_other_kinds(model.name, read_config(folder))
        there = {one.name for one in folder.iterdir() if one.is_file()}
        there |= set(FOREIGN_WEIGHTS) if _has_weights(folder) else set()
        wanted = [name for name in wanted_files(model.name, sizes) if name not in there]
        if any(name.endswith((".spm", ".model")) for name in wanted) and find_spec("sentencepiece") is None:
            raise sentencepiece_missing()
        count.done, count.total = 0, sum(sizes[name] for name in wanted)
        _refuse_large(model.name, count.total)
        words = "downloading {size:,.1f} MB of {name} ({files}) into Hugging Face's cache, {folder}"
        if wanted:
            size, files = count.total / 1e6, ", ".join(wanted)
            say(Message(words, size=size, name=model.name, files=files, folder=str(cache_folder())))
        for name in wanted:
            hf_hub_download(model.name, name, revision=folder.name, **places)
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ImportError, *_NO_ANSWER) as error:
        raise _refusal(error, model) from None
    return folder


def _remove_leftovers(blobs: Path) -> None:
    """Removes what downloads that were killed left behind."""
    for left in blobs.glob("*.*.incomplete"):
        with suppress(OSError):
            if time.time() - _written(left) > _STALE:
                left.unlink()


def wanted_files(name: str, sizes: Mapping[str, int]) -> list[str]:
    """Of the files that a model publishes those that an import reads, the weights last. Raises Refused if it does
    not publish its weights as one file that can be read."""
    weights = [one for one in FOREIGN_WEIGHTS if one in sizes][:1]
    if not weights and any(f"{one}.index.json" in sizes for one in FOREIGN_WEIGHTS):
        raise in_shards(name)
    if not weights:
        raise Refused("E-HUB-FILES", "{name} has none of {weights}", name=name, weights=", ".join(FOREIGN_WEIGHTS))
    texts = dict.fromkeys([CONFIG, *_BESIDE, *(one for files in TOKENIZERS.values() for one in files)])
    return [*(one for one in texts if one in sizes), *weights]


def in_shards(name: str) -> Refused:
    """Why weights in several files are not read."""
    return Refused(
        "E-IMPORT-SHARDS",
        "the weights of {source} are in several files. Save them as one, in transformers with "
            'model.save_pretrained(FOLDER, max_shard_size="100GB")',
        source=name,
    )  # fmt: skip


def refuse_other_kinds(name: str, config: Mapping[str, Any]) -> None:
    """Raises Refused if a config.json says that a model is none of those that can be imported, and what it is."""
    kind, classes = config.get("model_type"), config.get("architectures")
    if not isinstance(kind, str) or _layout(config):
        return
    said = classes[0] if isinstance(classes, list) and classes else None
    what = f"{kind[:40]}, {said[:60]}" if isinstance(said, str) else kind[:40]
    if config.get("is_encoder_decoder") is True:
        raise Refused(
            "E-IMPORT-LAYOUT",
            "{name} has an encoder and a decoder, but of a type ({what}) that headscope does not convert: it reads "
                "{families}. Its weights were not downloaded",
            name=name, what=what, families=", ".join(one for families in FAMILIES.values() for one in families),
        )  # fmt: skip
    raise Refused(
        "E-IMPORT-STACK",
        "{name} is not an encoder–decoder but a single stack: its config.json says {what}. Its weights were not "
            "downloaded",
        name=name, what=what,
    )  # fmt: skip


def _refuse_large(name: str, size: int) -> None:
    """Raises Refused for files beyond the limit for weights, or for which the disk has no room."""
    if size > WEIGHTS_BYTES:
        raise _too_large(name, size)
    place = next((one for one in (cache_folder(), *cache_folder().parents) if one.is_dir()), Path.cwd())
    if (free := shutil.disk_usage(place).free) < size:
        raise _full(name, Message("it needs {size:,.1f} MB, and {free:,.1f} MB are free", size=size / 1e6,
                                  free=free / 1e6))  # fmt: skip


def _too_large(name: str, size: int) -> Refused:
    return Refused("E-FILE-SIZE", "{path} has {st_size:,} bytes; the limit is {limit:,}",
                   path=name, st_size=size, limit=WEIGHTS_BYTES)  # fmt: skip


def _full(name: str, reason: str) -> Refused:
    return Refused(
        "E-HUB-DISK",
        "{name} does not fit on the disk of Hugging Face's cache, {folder}: {reason}. Free some space, or set "
            "HF_HUB_CACHE to a folder on another disk",
        name=name, folder=str(cache_folder()), reason=reason,
    )  # fmt: skip


def _refusal(error: Exception, model: PublishedModel) -> Refused:
    """What an exception of a download means. It never says an address, which may contain a signature."""
    from huggingface_hub import errors

    status = error.response.status_code if isinstance(error, errors.HfHubHTTPError) else 0
    if isinstance(error, errors.GatedRepoError) or status == 403:
        return Refused(
            "E-HUB-ACCESS",
            "{name} is given only to those whom its owners admit: ask for access on its page, log in with "
                "“hf auth login”, and try again",
            name=model.name,
        )  # fmt: skip
    if isinstance(error, errors.RepositoryNotFoundError) or status == 401:
        return Refused(
            "E-HUB-NAME",
            "there is no published model {name} that is open to everyone, and no file or folder of that name here. "
                "Check the spelling; for a private model log in with “hf auth login”",
            name=model.name,
        )  # fmt: skip
    if isinstance(error, errors.RevisionNotFoundError):
        return Refused("E-HUB-REVISION", "{name} has no revision {revision}", name=model.name, revision=model.revision)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", -1)):
        return _full(model.name, str(error.strerror))
    if isinstance(error, OSError) and error.errno is not None and error.filename is not None:
        return file_refusal(error)
    reason = connection_reason(error)
    if isinstance(error, _NO_ANSWER):
        reason = Message("the answer is not one of Hugging Face's server")
    if status:
        reason = Message("the server answered with status {status}", status=status)
    if isinstance(error, errors.OfflineModeIsEnabled):
        reason = Message("HF_HUB_OFFLINE is set, so huggingface_hub uses no network")
    return Refused(
        "E-HUB-NETWORK",
        "{name} is not on this computer, as a path or whole in Hugging Face's cache, and could not be downloaded: "
            "{reason}. Check the connection and try again; files that were complete are kept and not downloaded twice",
        name=model.name, reason=reason,
    )  # fmt: skip
