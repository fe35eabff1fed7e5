"""Maps that are made when they are looked at: scores and weights of an attention from its recorded queries and keys.

The three score maps of a run are never recorded (q·k gives them again), and of a long text not the weights either. The
numbers are float32 like the model's own and differ from them by rounding only: `python main.py check` proves it.
No torch. Shapes: Q queries, M keys, K head width; … any number of leading axes.
"""

from __future__ import annotations

import math

import numpy as np

from model_core.spec import ModelSpec

KEPT_CELLS = 12_500_000
"""Weights are recorded while all maps of a run together have at most about so many cells (50 MB)."""


def kept_cells(spec: ModelSpec) -> int:
    """The share of one attention: how many cells (sentences × heads × queries × keys) its weights may have."""
    return KEPT_CELLS // (spec.encoder_layers + 2 * spec.decoder_layers)


def derived(what: str, q: np.ndarray, k: np.ndarray, visible: np.ndarray, instead: float = -math.inf) -> np.ndarray:
    """(…, Q, M) of (…, Q, K) queries and (…, M, K) keys: "raw_scores" q·k, "scores" q·k / √K, "masked_scores" and
    "weights" as the model computes them (Vaswani et al. 2017, section 3.2.1), float32.

    visible  bool, spread to (…, Q, M): False puts `instead` in the place of a scaled score
    Raises KeyError for another name.
    """
    if what not in ("raw_scores", "scores", "masked_scores", "weights"):
        raise KeyError(what)
    map_ = np.matmul(q, np.swapaxes(k, -1, -2))
    if what == "raw_scores":
        return map_
    map_ *= np.float32(1.0 / math.sqrt(q.shape[-1]))
    if what == "scores":
        return map_
    if not visible.all():
        np.copyto(map_, np.float32(instead), where=~visible)
    return map_ if what == "masked_scores" else _softmax(map_)


def _softmax(scores: np.ndarray) -> np.ndarray:
    """Each row's shares of 1, written over the scores; NaN in a row of which nothing may be read."""
    with np.errstate(invalid="ignore"):
        scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


__all__ = ["KEPT_CELLS", "derived", "kept_cells"]
