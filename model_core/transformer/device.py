"""Where a model computes: the processor, or an NVIDIA GPU (cuda) or an Apple one (mps)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from model_core.errors import Refused
from model_core.spec import DEVICES


def available() -> list[str]:
    """The devices that this machine has for this torch, the fastest first."""
    found = [("cuda", torch.cuda.is_available()), ("mps", torch.backends.mps.is_available()), ("cpu", True)]
    return [name for name, there in found if there]


def device_of(name: str = "cpu") -> torch.device:
    """The device of this name; "auto" is the fastest there is. Of several processes that torchrun started on this
    machine each takes the GPU of its place among them.

    Raises Refused for an unknown name, or for a device that this machine lacks.
    """
    if name not in DEVICES:
        raise Refused(
            "E-DEVICE", "unknown device {name}; known are {devices}", name=f"{name[:40]!r}", devices=", ".join(DEVICES)
        )
    there = available()
    if name == "auto":
        name = there[0]
    if name not in there:
        raise Refused(
            "E-DEVICE", "this torch finds no {name} here; there is {there}", name=name, there=", ".join(there)
        )
    if name != "cuda":
        return torch.device(name)
    return torch.device(name, int(os.environ.get("LOCAL_RANK", "0")) % torch.cuda.device_count())


@contextmanager
def one_thread() -> Iterator[None]:
    """Sums of floats have one order inside, whatever the number of threads or processes."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


__all__ = ["available", "device_of", "one_thread"]
