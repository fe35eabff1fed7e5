"""Where a model computes: on the processor (cpu), an NVIDIA GPU (cuda) or an Apple GPU (mps)."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from model_core.errors import Refused
from model_core.spec import DEVICES


def available() -> list[str]:
    """The devices that this installation of torch can use here, fastest first."""
    usable = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    return [name for name, is_usable in usable.items() if is_usable]


def device_of(name: str = "cpu") -> torch.device:
    """The device of this name; "auto" is the fastest available. With torchrun, each process takes the GPU of its local
    rank.

    Raises Refused for an unknown name, or for a device that this machine lacks.
    """
    if name not in DEVICES:
        raise Refused(
            "E-DEVICE",
            "unknown device {name}; choose from {devices}",
            name=f"{name[:40]!r}",
            devices=", ".join(DEVICES),
        )
    usable = available()
    if name == "auto":
        name = usable[0]
    if name not in usable:
        raise Refused(
            "E-DEVICE", "torch finds no {name} device here; available: {there}", name=name, there=", ".join(usable)
        )
    if name != "cuda":
        return torch.device(name)
    return torch.device(name, int(os.environ.get("LOCAL_RANK", "0")) % torch.cuda.device_count())


@contextmanager
def one_thread() -> Iterator[None]:
    """Within this context torch computes on one thread, so that floating-point sums have the same order everywhere."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def computes_bf16(device: torch.device) -> bool:
    """Whether this device multiplies matrices in bf16 about as fast as in fp32 or faster. A processor without
    instructions for it takes ten times as long, and for a training step up to forty times; a GPU is taken to have them.
    """
    if device.type != "cpu":
        return True
    seconds = {}
    for dtype in (torch.float32, torch.bfloat16):
        x, weight = torch.ones(256, 256, dtype=dtype), torch.ones(256, 256, dtype=dtype)
        taken = []
        for _ in range(3):
            start = time.perf_counter()
            x @ weight
            taken.append(time.perf_counter() - start)
        seconds[dtype] = min(taken)
    return seconds[torch.bfloat16] < 2 * seconds[torch.float32]
