"""Opens a checkpoint to convert: a folder, a safetensors file or a pickle."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from model_core.checkpoints.folder import FOREIGN_WEIGHTS as WEIGHTS
from model_core.checkpoints.folder import tensor_files
from model_core.checkpoints.published import in_shards
from model_core.errors import Refused, abbreviated_list
from model_core.importers.foreign import ForeignCheckpoint, open_safetensors
from model_core.importers.pickles import to_safetensors
from model_core.io import sandbox
from model_core.io.limits import WEIGHTS_BYTES, parse_json, regular_file
from model_core.io.safe_files import display_name, read_head
from model_core.io.tensor_files import open_tensors

LISTED = 9
"""Most names of files in a message."""


def is_pickle(path: Path) -> bool:
    """Whether a file begins like torch's pickles: as a zip archive, or as a plain pickle. Its name is not
    considered."""
    head = read_head(path, 9)
    safetensors = head[4:9] == b"\0\0\0\0{"  # a header of 128, 384 … bytes begins with the byte of a pickle
    return head[:4] == b"PK\x03\x04" or (head[:1] == b"\x80" and not safetensors)


def _refuse_neither(path: Path) -> None:
    """Refused for a file that is not a safetensors file by name, and begins as neither kind of weights does."""
    if path.suffix != ".safetensors" and read_head(path, 9)[8:] != b"{":
        size = path.stat().st_size
        if not size:
            raise Refused("E-WEIGHTS-HEADER", "{path} is empty", path=path.name)
        raise Refused(
            "E-WEIGHTS-HEADER", "{path} ({size:,} bytes) is neither a torch.save file nor a safetensors file",
            path=path.name, size=size,
        )  # fmt: skip


@contextmanager
def checkpoint(source: Path, say: Callable[[str], None] = lambda line: None) -> Iterator[ForeignCheckpoint]:
    """The checkpoint at a path; a pickle is converted in a process of its own, into a folder that is then removed.

    Raises Refused for what is not a checkpoint.
    """
    weights = weights_file(source)
    config = weights.parent / "config.json"
    config_there = config if source.is_dir() and config.is_file() else None
    regular_file(weights, WEIGHTS_BYTES)
    if not is_pickle(weights):
        _refuse_neither(weights)
        yield open_safetensors(weights, config_there)
        return
    kept_in = "without access to the network or to other files"
    if not sandbox.available():
        kept_in = "(which cannot be shut off from the network and other files on this system)"
    say(f"{weights.name} is a pickle: only plain weights are read from it, in a separate process {kept_in}")
    with TemporaryDirectory(prefix="headscope-") as folder:
        made = Path(folder) / weights.name  # so that messages name the file that the user gave
        to_safetensors(weights, made)
        with open_tensors(made, "pt") as file:
            settings = (file.metadata() or {}).get("settings", "{}")
        foreign = open_safetensors(made, config_there, parse_json(settings, f"the settings in {weights.name}"))
        foreign.folder = weights.parent
        yield foreign


def containing_folder(source: Path) -> Path:
    """The Hugging Face folder whose weights file this is; otherwise the path itself."""
    folder = source.parent
    inside = source.name in WEIGHTS and (folder / "config.json").is_file()
    return folder if inside and source.is_file() and weights_file(folder) == source else source


def weights_file(source: Path) -> Path:
    """The file with the weights: the path itself, or the one in its folder, under a usual name or the only one."""
    if not source.exists():
        raise Refused("E-FILE-READ", "there is no file or folder {source}", source=display_name(source, whole=True))
    shard = re.fullmatch(r".+-\d{5}-of-(?!00001)\d{5}\.(safetensors|bin)|.+\.index\.json", source.name)
    if not source.is_dir() and not shard:
        return source
    found = [source / name for name in WEIGHTS if (source / name).is_file()]
    if found:
        return found[0]
    if shard or any((source / f"{name}.index.json").is_file() for name in WEIGHTS):
        raise in_shards(source.resolve().name)
    if (source / "spec.json").is_file():
        raise Refused(
            "E-IMPORT-OURS", "{source} is already a headscope model: open it with --model", source=source.resolve().name
        )
    others = tensor_files(source)
    if len(others) == 1:
        return others[0]
    if others:
        raise Refused(
            "E-IMPORT-FILES", "{source} holds several files of weights: {names}. Give one of them",
            source=source.resolve().name, names=", ".join(display_name(one) for one in others[:LISTED]),
        )  # fmt: skip
    raise _no_weights(source)


def _no_weights(folder: Path) -> Refused:
    """Says what was looked for in a folder, and what is there."""
    values = {"folder": folder.resolve().name, "weights": ", ".join(WEIGHTS)}
    there = sorted(display_name(one) + "/" * one.is_dir() for one in folder.iterdir())
    if not there:
        return Refused(
            "E-IMPORT-NONE", "{folder} is an empty folder: looked for {weights} or another .safetensors file", **values
        )
    return Refused(
        "E-IMPORT-NONE",
        "the folder {folder} has no weights: looked for {weights} or another .safetensors file, found {found}",
        found=abbreviated_list(there, LISTED), **values,
    )  # fmt: skip


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
