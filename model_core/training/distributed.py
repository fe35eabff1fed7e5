"""The processes of one training: one alone, or several under torchrun that communicate through gloo.

Rank 0 reads, writes, validates and reports; the others compute their share. What rank 0 reads from its disk is
broadcast, so that the processes need no common folder for anything but the corpus.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import torch
import torch.distributed as dist

from model_core.errors import Refused

PATIENCE = timedelta(days=1)
"""How long the other processes wait for the first, which validates alone; gloo's default of 30 minutes is too short.
The end of another process is noticed at once."""


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
        """Each number summed over all processes; every process gets the sums."""
        if self.world == 1:
            return list(numbers)
        values = torch.tensor(numbers, dtype=torch.float64)
        dist.all_reduce(values)
        return [float(value) for value in values]

    def all_gather(self, data: bytes) -> list[bytes]:
        """The data of every process, by rank; every process gets all of them."""
        if self.world == 1:
            return [data]
        sizes = torch.zeros(self.world, dtype=torch.int64)
        sizes[self.rank] = len(data)
        dist.all_reduce(sizes)
        longest = max(1, int(sizes.max()))
        own = torch.frombuffer(bytearray(data.ljust(longest, b"\0")), dtype=torch.uint8)
        buffers = [torch.empty(longest, dtype=torch.uint8) for _ in range(self.world)]
        dist.all_gather(buffers, own)
        return [buffer[:size].numpy().tobytes() for buffer, size in zip(buffers, sizes.tolist(), strict=True)]

    def broadcast(self, make: Callable[[], bytes]) -> bytes:
        """The result of `make`, which only the first process calls, in every process."""
        if self.world == 1:
            return make()
        data = make() if self.first else b""
        size = torch.tensor([len(data)])
        dist.broadcast(size, 0)
        buffer = torch.zeros(int(size), dtype=torch.uint8)
        if self.first and data:
            buffer = torch.frombuffer(bytearray(data), dtype=torch.uint8)
        if data or int(size):
            dist.broadcast(buffer, 0)
        return buffer.numpy().tobytes()


@contextmanager
def process_group() -> Iterator[Ranks]:
    """This process's place among those that torchrun started, or alone without torchrun; leaves the group at the
    end. Raises Refused if another process has ended before."""
    world = int(os.environ.get("WORLD_SIZE", "1"))
    if world == 1:
        yield Ranks()
        return
    dist.init_process_group("gloo", timeout=PATIENCE)
    try:
        yield Ranks(dist.get_rank(), world)
    except RuntimeError as error:
        if "gloo" not in str(error):
            raise
        raise Refused(
            "E-TRAIN-RANKS", "another of the processes has ended; what it said tells why. Run the same command to go on"
        ) from None
    finally:
        dist.destroy_process_group()
