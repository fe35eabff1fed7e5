"""The processes of one training: alone, or several under torchrun that talk through gloo.

Rank 0 is the one that reads, writes, validates and reports; the others compute their share. What rank 0 has read from
its disk is handed over, so the processes need no common folder for anything but the corpus.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import torch
import torch.distributed as dist

PATIENCE = timedelta(days=1)
"""How long the others wait for the first process, which validates alone; gloo's own 30 minutes ended the training. A
process that ended is noticed at once."""


@dataclass(frozen=True)
class Ranks:
    """Which process this is (`rank`, from 0) of how many (`world`)."""

    rank: int = 0
    world: int = 1

    @property
    def first(self) -> bool:
        """Whether this process reads, writes and reports."""
        return self.rank == 0

    def all_reduce(self, numbers: Sequence[float]) -> list[float]:
        """Each number summed over all processes; every process gets the same sums."""
        if self.world == 1:
            return list(numbers)
        values = torch.tensor(numbers, dtype=torch.float64)
        dist.all_reduce(values)
        return [float(value) for value in values]

    def all_gather(self, data: bytes) -> list[bytes]:
        """What every process has, in their order, in every process."""
        if self.world == 1:
            return [data]
        sizes = torch.zeros(self.world, dtype=torch.int64)
        sizes[self.rank] = len(data)
        dist.all_reduce(sizes)
        longest = max(1, int(sizes.max()))
        own = torch.frombuffer(bytearray(data.ljust(longest, b"\0")), dtype=torch.uint8)
        rooms = [torch.empty(longest, dtype=torch.uint8) for _ in range(self.world)]
        dist.all_gather(rooms, own)
        return [room[:size].numpy().tobytes() for room, size in zip(rooms, sizes.tolist(), strict=True)]

    def broadcast(self, make: Callable[[], bytes]) -> bytes:
        """What `make` gives in the first process, in every process; the others do not call it."""
        if self.world == 1:
            return make()
        data = make() if self.first else b""
        size = torch.tensor([len(data)])
        dist.broadcast(size, 0)
        room = torch.zeros(int(size), dtype=torch.uint8)
        if self.first and data:
            room = torch.frombuffer(bytearray(data), dtype=torch.uint8)
        if data or int(size):
            dist.broadcast(room, 0)
        return room.numpy().tobytes()


@contextmanager
def process_group() -> Iterator[Ranks]:
    """This process among those that torchrun started; alone when there was no torchrun. Leaves the group at the end."""
    world = int(os.environ.get("WORLD_SIZE", "1"))
    if world == 1:
        yield Ranks()
        return
    dist.init_process_group("gloo", timeout=PATIENCE)
    try:
        yield Ranks(dist.get_rank(), world)
    finally:
        dist.destroy_process_group()
