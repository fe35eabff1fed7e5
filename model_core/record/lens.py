"""What a stack would predict if it stopped early, and what raises or lowers a token's logit. No torch.

The logit lens (nostalgebraist 2020) reads the residual stream after each place of the decoder through the final norm
and the output projection. The encoder writes nothing: it is read through its own last norm and the source's
embedding table, as the source token that each place resembles most; there the text is the source. Contributions are
direct logit attribution (Elhage et al. 2021): a logit is a sum over what was added to the stream, once every norm
divides by what it divided by in this run.

Letters of shapes: P places, T target rows, C candidates, N parts, K tokens asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from model_core.record.effects import Component
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.schema import Choice, Range


@dataclass(frozen=True)
class StackPlace:
    """A place of a stack: after the embedding (layer −1), or after a sub-layer of a layer.

    after  "embedding", "self-attention", "cross-attention" or "feed-forward"
    """

    after: str
    layer: int = -1

    @property
    def name(self) -> str:
        """For example "2 cross-attention", layers counted from 1; "token + position"."""
        return "token + position" if self.after == "embedding" else f"{self.layer + 1} {self.after}"


@dataclass(frozen=True, eq=False)
class LensReading:
    """The logit lens of one text.

    written   the tokens of its rows, in the encoder those of the source; `asked` (K,) ids of the tokens
              asked about beside them
    top       (P, T, C) ids of the most probable tokens at each place, `chances` (P, T, C) their probabilities
    log_p     (P, T, 1 + K) float64 log-probabilities of the row's written token and of those asked about
    rank      (P, T, 1 + K) how many tokens are more probable there; 0 = it would be written
    parts     what is added to the stream: every head of the stack, every feed-forward
    shares    (2 + N, T, 1 + K) float64 of the logit: the embedding's, each part's, that of all constants (biases and
              shifts of norms) together; they sum to `logits`
    logits    (T, 1 + K) float64
    rivals    (T,) ids of each row's most probable other token, which is asked about in one more column, the last; ()
              where it is not
    patched   whether the run has activations of another text: a row of the stream from there stands with the constants
    """

    written: tuple[Token, ...]
    asked: tuple[int, ...]
    places: tuple[StackPlace, ...]
    top: np.ndarray
    chances: np.ndarray
    log_p: np.ndarray
    rank: np.ndarray
    parts: tuple[Component, ...]
    shares: np.ndarray
    logits: np.ndarray
    rivals: tuple[int, ...] = ()
    patched: bool = False

    def __repr__(self) -> str:
        """What it is, in one line."""
        return f"LensReading({len(self.places)} places, {len(self.written)} tokens, {len(self.parts)} parts)"

    def names(self) -> tuple[str, ...]:
        """What the rows of `shares` are called."""
        last = "biases, shifts and rows of another text" if self.patched else "biases and shifts"
        return ("token + position", *(part.name for part in self.parts), last)


@dataclass(frozen=True)
class LensSpec:
    """One sentence of a run, and the stack to read with the logit lens."""

    run: RunSpec
    sentence: Annotated[int, Range(0), "sentence of the run, from 0"] = 0
    stack: Annotated[str, Choice(("decoder", "encoder")), "which is read"] = "decoder"


@dataclass(frozen=True, eq=False)
class Lens:
    """The logit lens of a run as it was `asked`, with each row's most probable other token.

    reading  None until `done` is the number of `places` that are read
    tokens   the tokens that its `top` and `rivals` have ids of
    """

    asked: LensSpec
    done: int
    places: int
    milliseconds: float
    reading: LensReading | None = None
    tokens: tuple[Token, ...] = ()

    @property
    def complete(self) -> bool:
        return self.reading is not None
