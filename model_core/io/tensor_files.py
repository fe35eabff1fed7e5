"""Opening safetensors files at any path, and reading single tensors of them. Does not import torch itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import safe_open


@contextmanager
def open_tensors(path: Path, framework: str) -> Iterator[Any]:
    """`safetensors.safe_open`, also where a path has bytes that are not UTF-8: the library refuses those paths, but
    accepts the other name of an open file. Raises its exceptions, and OSError."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        with path.open("rb") as file, safe_open(f"/dev/fd/{file.fileno()}", framework) as found:
            yield found
        return
    with safe_open(path, framework) as found:
        yield found


def read_tensor(path: Path, name: str) -> np.ndarray:
    """One tensor in its own precision; bfloat16, which NumPy does not have, as float32. Raises SafetensorError for a
    damaged file or another name, OSError, and TypeError for another precision that NumPy does not have."""
    with open_tensors(path, "np") as file:
        return tensor_of(file, path, name)


def tensor_of(file: Any, path: Path, name: str) -> np.ndarray:
    """`read_tensor` of an opened file."""
    if file.get_slice(name).get_dtype() != "BF16":
        return np.asarray(file.get_tensor(name))
    with path.open("rb") as raw:
        size = int.from_bytes(raw.read(8), "little")
        entry = json.loads(raw.read(size))[name]
        begin, end = entry["data_offsets"]
        raw.seek(8 + size + begin)
        upper = np.frombuffer(raw.read(end - begin), "<u2").astype(np.uint32)  # the upper half of a float32
    return (upper << 16).view(np.float32).reshape(entry["shape"])
