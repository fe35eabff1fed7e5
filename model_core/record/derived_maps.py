"""Maps that are made when they are looked at: scores and weights of an attention from its recorded queries and keys.

The three score maps of a run are never recorded (q·k gives them again), and of a long text not the weights either. The
numbers are float32 like the model's own and differ from them by rounding only: `python main.py check` proves it.
No torch. Shapes: Q queries, M keys, K head width; … any number of leading axes.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np

from model_core.record.mask_reasons import VISIBLE
from model_core.spec import ModelSpec

ATTENTION = {
    "encoder": "encoder.layers.{layer}.self_attn",
    "decoder": "decoder.layers.{layer}.self_attn",
    "cross": "decoder.layers.{layer}.cross_attn",
}
"""Module path of the attention of each kind; `layer` counts from 0 here, from 1 on the screen."""

SCORES = {
    "weights": "weights",
    "scaled": "scores",
    "raw": "raw_scores",
    "masked": "masked_scores",
}
"""Name used in the window -> hook name inside an attention: weights after softmax, q·k / √K, q·k, scaled + mask."""


@lru_cache(maxsize=4096)
def array_name(kind: str, what: str, layer: int) -> str:
    """Hook name of an attention array; `what` is a key of SCORES or a hook name such as "q"; layer from 0."""
    return f"{ATTENTION[kind].format(layer=layer)}.{SCORES.get(what, what)}"


KEPT_CELLS = 12_500_000
"""Weights are recorded while all maps of a run together have about this many cells (50 MB)."""


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

    visible  bool, spread to (…, Q, M): False puts `instead` in place of a scaled score. A query that may read
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


class Heads:
    """The maps that were made last, up to `most` bytes; the `least` maps asked for last always stay."""

    def __init__(self, most: int = 48_000_000, least: int = 1) -> None:
        self.most, self.least = most, least
        self._maps: OrderedDict[object, np.ndarray] = OrderedDict()

    def get(self, place: object, make: Callable[[], np.ndarray]) -> np.ndarray:
        """The map of this place, from `make` where it is not kept. Read-only."""
        if place not in self._maps:
            self._maps[place] = _locked(make())
            while len(self._maps) > self.least and sum(one.nbytes for one in self._maps.values()) > self.most:
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
        """(Q, M) of one sentence and head. KeyError for a name that the file lacks."""
        raise NotImplementedError

    def follows(self, kind: str) -> bool:
        """Whether softmax(q·k / √K) of this kind of attention gives the recorded weights."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Derivation:
    """What the maps of a run's attention are made from: its recorded arrays with queries and keys.

    Knows nothing of the Trace, so that a Trace is freed when nothing shows it any more.

    reasons  kind -> (B, Q, M) mask reasons, see mask_reasons
    sizes    (source tokens, target rows) of each sentence
    instead  what the user put in place of a masked score; None = the model's own
    changed  (kind, layer) of attentions whose weights an edit set, so that they follow from no queries and keys
    """

    kept: Mapping[str, np.ndarray]
    spec: ModelSpec
    reasons: Mapping[str, np.ndarray]
    sizes: tuple[tuple[int, int], ...]
    instead: float | None
    changed: frozenset[tuple[str, int]] = frozenset()

    def size(self, kind: str, sentence: int = 0) -> tuple[int, int]:
        """(queries, keys) of this kind of attention for one sentence, padding left out."""
        source, read = self.sizes[sentence]
        return (source if kind == "encoder" else read), (read if kind == "decoder" else source)

    def follows(self, kind: str, what: str) -> bool:
        """Whether these maps follow from queries and keys: but for what was recorded elsewhere, and for what comes
        after a number that the distance of two tokens adds to their score."""
        if self.spec.positions == "relative" and kind != "cross" and what in ("masked", "weights"):
            return False
        stored = self.kept if isinstance(self.kept, Stored) else None
        return stored is None or what == "raw" or (what != "weights" and stored.follows(kind))

    def knows(self, kind: str, layer: int, what: str) -> bool:
        """Whether this map can be made."""
        made = what in ("raw", "scaled") or (what in ("weights", "masked") and kind in self.reasons)
        made = made and not (what == "weights" and (kind, layer) in self.changed)
        return made and self.follows(kind, what) and all(array_name(kind, one, layer) in self.kept for one in "qk")

    def makers(self, large: bool) -> dict[str, Callable[[], np.ndarray]]:
        """Name -> how to make the map of all heads: of those that are too large to be kept, or of the others. Weights
        that are not too large are recorded, so they are never made."""
        found: dict[str, Callable[[], np.ndarray]] = {}
        for kind in ATTENTION:
            for layer in range(self.spec.layers(kind)):
                q, k = (self.kept.get(array_name(kind, what, layer)) for what in "qk")
                if q is None or k is None or (math.prod(q.shape[:3]) * k.shape[2] > kept_cells(self.spec)) != large:
                    continue
                for what in ("raw", "scaled", "masked", "weights")[: 3 + large]:
                    if self.knows(kind, layer, what):
                        found[array_name(kind, what, layer)] = partial(self.make, kind, layer, what)
        return found | self._mixers()

    def _mixers(self) -> dict[str, Callable[[], np.ndarray]]:
        """The same for the heads' outputs z = w · v of a recording: they follow from weights and values, whatever made
        them."""
        found: dict[str, Callable[[], np.ndarray]] = {}
        if not isinstance(self.kept, Stored):
            return found
        for kind in ATTENTION:
            for layer in range(self.spec.layers(kind)):
                weights, values = (array_name(kind, what, layer) for what in ("weights", "v"))
                if weights in self.kept and values in self.kept and weights not in self.kept.gaps:
                    found[array_name(kind, "head_outputs", layer)] = partial(self._mixed, weights, values)
        return found

    def _mixed(self, weights: str, values: str) -> np.ndarray:
        """(B, H, Q, K) z = Σ w · v."""
        made: np.ndarray = np.matmul(self.kept[weights], self.kept[values])
        return made.astype(np.float32, copy=False)

    def make(
        self, kind: str, layer: int, what: str, place: tuple[int, int] | None = None, query: int | None = None
    ) -> np.ndarray:
        """A map from queries and keys: (B, H, Q, M), or of one (sentence, head) alone (Q, M) with padding cut away, of
        it one row alone (1, M).

        Padding is cut away last: where a mask edit lets it be read, it takes its share of each row.
        """
        q, k = (self.kept[array_name(kind, one, layer)] for one in "qk")
        reasons = self.reasons[kind][:, None] if kind in self.reasons else np.zeros((1, 1, 1, 1), np.uint8)
        rows, columns = (None, None) if place is None else self.size(kind, place[0])
        if place is not None:
            q, k, reasons = q[place][:rows], k[place], reasons[min(place[0], len(reasons) - 1), 0][:rows]
        if query is not None:
            one = slice(query, query + 1)
            q, reasons = q[one], reasons[one] if len(reasons) > 1 else reasons
        spec = self.spec.side(kind)
        instead = spec.masked_score if self.instead is None else self.instead
        made = derived(SCORES[what], q, k, reasons == VISIBLE, instead, spec.score_scale)
        return made[..., :columns]


class Arrays(Mapping[str, np.ndarray]):
    """Read-only arrays by name: the recorded ones (`kept`), and others that are made, once, when they are asked for.

    Large ones can be asked for by name too, within a second; they are neither listed nor kept for long. `heads` keeps
    maps of single heads of such an array, which take a hundredth of that.
    """

    def __init__(self, kept: Mapping[str, np.ndarray], derivation: Derivation) -> None:
        self.kept: Mapping[str, np.ndarray] = kept
        if not isinstance(kept, Stored):
            self.kept = {name: _locked(array) for name, array in kept.items()}
        self.derivation = derivation
        self._made: dict[str, np.ndarray] = {}
        self._large = Heads()
        self.heads = Heads(least=len(SCORES))  # a cell shows a number of each

    @cached_property
    def _makers(self) -> dict[str, Callable[[], np.ndarray]]:
        """What can be made and kept; found when it is asked for, as most copies of a run are only sent or replaced."""
        return {name: make for name, make in self.derivation.makers(False).items() if name not in self.kept}

    @cached_property
    def _large_makers(self) -> dict[str, Callable[[], np.ndarray]]:
        """What can be made and is too large to be kept."""
        return {name: make for name, make in self.derivation.makers(True).items() if name not in self.kept}

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
