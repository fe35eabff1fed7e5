"""Opening safetensors files at any path. Does not import torch itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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


__all__ = ["open_tensors"]
