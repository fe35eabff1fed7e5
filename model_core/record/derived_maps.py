"""Maps that are made when they are looked at: scores and weights of an attention from its recorded queries and keys.

The three score maps of a run are never recorded (q·k gives them again), and of a long text not the weights either. The
numbers are float32 like the model's own and differ from them by rounding only: `python main.py check` proves it.
No torch. Shapes: Q queries, M keys, K head width; … any number of leading axes.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from model_core.spec import ModelSpec

KEPT_CELLS = 12_500_000
"""Weights are recorded while all maps of a run together have at most about so many cells (50 MB)."""


def kept_cells(spec: ModelSpec) -> int:
    """The share of one attention: how many cells (sentences × heads × queries × keys) its weights may have."""
    return KEPT_CELLS // (spec.encoder_layers + 2 * spec.decoder_layers)


def derived(
    what: str,
    q: np.ndarray,
    k: np.ndarray,
    visible: np.ndarray,
    instead: float = -math.inf,
    scale: float | None = None,
) -> np.ndarray:
    """(…, Q, M) of (…, Q, K) queries and (…, M, K) keys: "raw_scores" q·k, "scores" q·k / √K, "masked_scores" and
    "weights" as the model computes them (Vaswani et al. 2017, section 3.2.1), float32.

    visible  bool, spread to (…, Q, M): False puts `instead` in the place of a scaled score. A query that may read
             nothing has weights 0
    scale    what scores are multiplied by; default 1 / √K
    Raises KeyError for another name.
    """
    if what not in ("raw_scores", "scores", "masked_scores", "weights"):
        raise KeyError(what)
    map_ = np.matmul(q, np.swapaxes(k, -1, -2))
    if what == "raw_scores":
        return map_
    map_ *= np.float32(1.0 / math.sqrt(q.shape[-1]) if scale is None else scale)
    if what == "scores":
        return map_
    if not visible.all():
        np.copyto(map_, np.float32(instead), where=~visible)
    if what == "masked_scores":
        return map_
    weights = _softmax(map_)
    closed = ~visible.any(axis=-1, keepdims=True)
    if instead == -math.inf and closed.any():
        np.copyto(weights, np.float32(0.0), where=closed)
    return weights


def _softmax(scores: np.ndarray) -> np.ndarray:
    """Each row's shares of 1, written over the scores."""
    with np.errstate(invalid="ignore"):
        scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


Makers = Mapping[str, Callable[[], np.ndarray]]
"""How arrays are made, by name."""


class Heads:
    """The maps that were made last, up to a number of bytes; the one asked for last always stays."""

    def __init__(self, most: int = 48_000_000) -> None:
        self.most = most
        self._maps: OrderedDict[object, np.ndarray] = OrderedDict()

    def get(self, place: object, make: Callable[[], np.ndarray]) -> np.ndarray:
        """The map of this place, from `make` where it is not kept. Read-only."""
        if place not in self._maps:
            self._maps[place] = _locked(make())
            while len(self._maps) > 1 and sum(one.nbytes for one in self._maps.values()) > self.most:
                self._maps.popitem(last=False)
        self._maps.move_to_end(place)
        return self._maps[place]


class Stored(Mapping[str, np.ndarray]):
    """Arrays that lie in a file and are read when they are asked for.

    Large ones are not listed: of them one head is looked at. What was recorded elsewhere is never made from other
    numbers, but for the scores of kinds that `follow` from their queries and keys as this program's own do. `gaps` are
    the names of weights that were not recorded: NaN stands in their place. `uneven` are the kinds of attention whose
    rows do not sum to 1.
    """

    gaps: frozenset[str] = frozenset()
    uneven: frozenset[str] = frozenset()

    def holds(self, name: str) -> bool:
        """Whether the file has an array of this name, listed or not."""
        raise NotImplementedError

    def part(self, name: str, sentence: int, head: int) -> np.ndarray:
        """(Q, M) of one sentence and head. KeyError for a name that the file has not."""
        raise NotImplementedError

    def follows(self, kind: str) -> bool:
        """Whether softmax(q·k / √K) of this kind of attention gives the recorded weights."""
        raise NotImplementedError


class Arrays(Mapping[str, np.ndarray]):
    """Read-only arrays by name: the recorded ones (`kept`), and others that are made, once, when they are asked for.

    Large ones can be asked for by name too, within a second; they are neither listed nor kept for long. `heads` keeps
    maps of single heads of such an array, which take a hundredth of that.
    """

    def __init__(self, kept: Mapping[str, np.ndarray], makers: Makers, large: Makers) -> None:
        self.kept: Mapping[str, np.ndarray] = kept
        if not isinstance(kept, Stored):
            self.kept = {name: _locked(array) for name, array in kept.items()}
        self._makers = {name: maker for name, maker in makers.items() if name not in self.kept}
        self._large_makers = {name: maker for name, maker in large.items() if name not in self.kept}
        self._made: dict[str, np.ndarray] = {}
        self._large, self.heads = Heads(), Heads()

    def __getitem__(self, name: str) -> np.ndarray:
        array = self.kept.get(name)
        if array is None:
            array = self._made.get(name)
        if array is None and name in self._large_makers:
            return self._large.get(name, self._large_makers[name])
        if array is None:
            array = self._made[name] = _locked(self._makers[name]())
        return array

    def __contains__(self, name: object) -> bool:
        return name in self.kept or name in self._makers

    def __iter__(self) -> Iterator[str]:
        yield from self.kept
        yield from self._makers

    def __len__(self) -> int:
        return len(self.kept) + len(self._makers)


def _locked(array: np.ndarray) -> np.ndarray:
    """A read-only view."""
    view = array.view()
    view.flags.writeable = False
    return view


__all__ = ["KEPT_CELLS", "Arrays", "Heads", "Stored", "derived", "kept_cells"]
