"""The recorded pass over a text, joined from the passes over guesses in which the text was written.

A decoder row depends on nothing after it, so a row computed from a right guess is the same row of one pass over the
whole text. Shapes: one sentence; R rows of a pass, T rows, V vocabulary; every activation that is joined has its rows
on the last axis but one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

SOURCE_ACTIVATIONS = (".cross_attn.k", ".cross_attn.v")
"""Ends of the hook names of the decoder's activations that have a row for each source token."""

LONG = 128
"""The log-probabilities of a pass with more rows than this are not kept beside its logits."""


@dataclass
class JoinedPass:
    """Collects the recorded passes over guesses and joins them, in `finish`, to one pass over the written text.

    keep       decides by hook name which activations are recorded
    read_BT    the ids that the decoder read; None until the passes are joined
    log_p_BTV  None if a pass was long: it follows from the logits, and would be as large
    kept       the activations by hook name

    Nothing is joined where the text did not end, or where there are several passes and score maps are recorded: scores
    of keys after a row's own position are known to a pass over the whole text only.
    """

    keep: Callable[[str], bool]
    read_BT: Tensor | None = None
    logits_BTV: Tensor = field(default_factory=lambda: torch.empty(0))
    log_p_BTV: Tensor | None = None
    kept: dict[str, Tensor] = field(default_factory=dict)
    _passes: list[tuple[Tensor, Tensor | None, dict[str, Tensor]]] = field(default_factory=list)
    _rows: list[int] = field(default_factory=list)

    def add(self, logits_BRV: Tensor, log_p_BRV: Tensor, kept: dict[str, Tensor]) -> None:
        """Add a pass over R rows; all of them count as right until `keep_rows` says otherwise."""
        self._passes.append((logits_BRV, log_p_BRV if logits_BRV.shape[1] <= LONG else None, kept))
        self._rows.append(logits_BRV.shape[1])

    def keep_rows(self, rows: int) -> None:
        """Keep only this many rows of the last pass: those whose guess was right."""
        self._rows[-1] = rows

    def finish(self, read_BT: Tensor) -> None:
        """Join the passes: the text is finished, and `read_BT` (1, T) is what the decoder read."""
        logits, log_p, kept = zip(*self._passes, strict=True)
        self._passes = []
        if len(kept) > 1 and any(map(reads_later_tokens, kept[0])):
            return
        self.read_BT = read_BT
        self.logits_BTV = self._concatenated(logits)
        short = [one for one in log_p if one is not None]
        self.log_p_BTV = self._concatenated(short) if len(short) == len(log_p) else None
        self.kept = {name: self._activation(name, [one[name] for one in kept if name in one]) for name in kept[0]}

    def _activation(self, name: str, pieces: Sequence[Tensor]) -> Tensor:
        """One activation of the whole text from its pieces, of the three kinds there are: rows for source tokens, for
        target rows, or for target rows with a column for each target token."""
        if name.endswith(SOURCE_ACTIVATIONS):
            return pieces[0]
        if not has_key_axis(name):
            return self._concatenated(pieces)
        total = sum(self._rows)
        if len(pieces) == 1:
            return pieces[0][..., :total, :total]
        whole = pieces[0].new_zeros(*pieces[0].shape[:-2], total, total)  # later keys: weight 0, masked
        first = 0
        for piece, rows in zip(pieces, self._rows, strict=True):
            keys = min(total, piece.shape[-1])
            whole[..., first : first + rows, :keys] = piece[..., :rows, :keys]
            first += rows
        return whole

    def _concatenated(self, pieces: Sequence[Tensor]) -> Tensor:
        """The right rows of each pass, concatenated."""
        right = [
            piece if rows == piece.shape[-2] else piece.narrow(-2, 0, rows)
            for piece, rows in zip(pieces, self._rows, strict=True)
        ]
        return right[0] if len(right) == 1 else torch.cat(right, -2)


def has_key_axis(name: str) -> bool:
    """Whether an activation of the decoder has a column for each token that the decoder read."""
    return name == "decoder.mask" or name.endswith(".self_attn.weights") or reads_later_tokens(name)


def reads_later_tokens(name: str) -> bool:
    """Whether an activation has finite numbers for keys after the row's own position."""
    return name == "decoder.distances.bias" or (".self_attn." in name and name.endswith("scores"))


def continuation(written: Sequence[int], guesses: Sequence[Sequence[int]]) -> Sequence[int]:
    """The next guess for a text whose last token was guessed wrong.

    It is what follows, in one of the guesses, the longest run of tokens that the text ends with; of equally long runs
    the one nearest to the same position, a later one first. If no guess contains the token, the first guess continues
    as if that one token had been replaced.
    """
    place, best = len(written) - 1, (0, 0, 0)
    rest = guesses[0][place + 1 :]
    for guess in guesses:
        for index in (index for index, one in enumerate(guess) if one == written[-1]):
            found = _same_end(written, guess[: index + 1]), -abs(index - place), index
            if found > best:
                best, rest = found, guess[index + 1 :]
    return rest


def shared_ends(ids: Sequence[int], others: Sequence[int]) -> int:
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
