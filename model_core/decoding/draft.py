"""The recorded pass over a text, joined from the passes over guesses in which the text was written.

A decoder row depends on nothing behind it, so a row that was computed from a right guess is the row of the whole pass.
Shapes: one sentence; T rows, V vocabulary; every activation that is joined has its rows on the last axis but one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

OF_THE_SOURCE = (".cross_attn.k", ".cross_attn.v")
"""What ends the name of an activation of the decoder that has a row for each source token."""

LONG = 128
"""Rows of a pass whose log-probabilities are not kept beside its logits."""


@dataclass
class OnePass:
    """Has the passes over guesses recorded, and is one pass over what was written as soon as `read_BT` is there: what
    was read. `keep` tells, by name, what is recorded in `kept`.

    `log_p_BTV` is None where a pass was long: it follows from the logits, and would be as large.

    Nothing is joined where the text came to no end, or of several passes whose score maps are recorded: those have
    numbers behind each row's own place that only a pass over the whole text knows.
    """

    keep: Callable[[str], bool]
    read_BT: Tensor | None = None
    logits_BTV: Tensor = field(default_factory=lambda: torch.empty(0))
    log_p_BTV: Tensor | None = None
    kept: dict[str, Tensor] = field(default_factory=dict)
    _passes: list[tuple[Tensor, Tensor | None, dict[str, Tensor]]] = field(default_factory=list)
    _rows: list[int] = field(default_factory=list)

    def take(self, logits_BRV: Tensor, log_p_BRV: Tensor, kept: dict[str, Tensor]) -> None:
        """A pass over R rows, all of them right until `count` says otherwise."""
        self._passes.append((logits_BRV, log_p_BRV if logits_BRV.shape[1] <= LONG else None, kept))
        self._rows.append(logits_BRV.shape[1])

    def count(self, rows: int) -> None:
        """So many rows of the last pass were right."""
        self._rows[-1] = rows

    def end(self, read_BT: Tensor) -> None:
        """The text is finished; this was read for it."""
        logits, log_p, kept = zip(*self._passes, strict=True)
        self._passes = []
        if len(kept) > 1 and any(map(unknown_later, kept[0])):
            return
        self.read_BT = read_BT
        self.logits_BTV = self._joined(logits)
        short = [one for one in log_p if one is not None]
        self.log_p_BTV = self._joined(short) if len(short) == len(log_p) else None
        self.kept = {name: self._activation(name, [one[name] for one in kept if name in one]) for name in kept[0]}

    def _activation(self, name: str, pieces: Sequence[Tensor]) -> Tensor:
        """One activation: read once from the source, or with a row for each token read, or with a key for each, too."""
        if name.endswith(OF_THE_SOURCE):
            return pieces[0]
        if not has_keys(name):
            return self._joined(pieces)
        total = sum(self._rows)
        if len(pieces) == 1:
            return pieces[0][..., :total, :total]
        whole = pieces[0].new_zeros(*pieces[0].shape[:-2], total, total)  # what is later has weight 0, and is masked
        first = 0
        for piece, rows in zip(pieces, self._rows, strict=True):
            keys = min(total, piece.shape[-1])
            whole[..., first : first + rows, :keys] = piece[..., :rows, :keys]
            first += rows
        return whole

    def _joined(self, pieces: Sequence[Tensor]) -> Tensor:
        """The right rows of each, one behind the other."""
        right = [
            piece if rows == piece.shape[-2] else piece.narrow(-2, 0, rows)
            for piece, rows in zip(pieces, self._rows, strict=True)
        ]
        return right[0] if len(right) == 1 else torch.cat(right, -2)


def has_keys(name: str) -> bool:
    """Whether an activation of the decoder has one column for each token read."""
    return name == "decoder.mask" or name.endswith(".self_attn.weights") or unknown_later(name)


def unknown_later(name: str) -> bool:
    """Whether an activation says something of tokens behind the row's own place."""
    return name == "decoder.distances.bias" or (".self_attn." in name and name.endswith("scores"))


def going_on(written: Sequence[int], guesses: Sequence[Sequence[int]]) -> Sequence[int]:
    """What probably follows a text whose last token was guessed wrong.

    In one of the guesses, what follows the longest run of tokens that the text ends with; of equal ones the nearest to
    the same place, rather behind it. Where no guess has the token, the first goes on as if one token had been replaced
    by another.
    """
    place, best = len(written) - 1, (0, 0, 0)
    rest = guesses[0][place + 1 :]
    for guess in guesses:
        for index in (index for index, one in enumerate(guess) if one == written[-1]):
            found = _same_end(written, guess[: index + 1]), -abs(index - place), index
            if found > best:
                best, rest = found, guess[index + 1 :]
    return rest


def alike(ids: Sequence[int], others: Sequence[int]) -> int:
    """How many ids two texts share at their beginnings and, of what is left, at their ends."""
    shared = 0
    for step in (1, -1):
        most = min(len(ids), len(others)) - shared
        pairs = zip(ids[::step], others[::step], strict=False)
        shared += next((index for index, (a, b) in enumerate(pairs) if a != b or index == most), most)
    return shared


def _same_end(ids: Sequence[int], others: Sequence[int]) -> int:
    """How many ids two texts share at their ends."""
    pairs = zip(reversed(ids), reversed(others), strict=False)
    return next((count for count, (one, other) in enumerate(pairs) if one != other), min(len(ids), len(others)))


__all__ = ["OnePass", "alike", "going_on"]
