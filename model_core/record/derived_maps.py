"""Attention maps computed on demand: scores and weights from the recorded queries and keys.

The three score maps of a run are never recorded (q·k gives them again), and of a long text the weights are not either.
The numbers are float32 like the model's own and differ from them by rounding only: `python main.py check` proves it.
No torch. Shapes: Q queries, M keys, K head width; … any number of leading axes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np

from model_core.errors import check_index
from model_core.io.map_cache import MapCache, read_only
from model_core.record.mask_reasons import HIDDEN, VISIBLE
from model_core.spec import ModelSpec

ATTENTION = {
    "encoder": "encoder.layers.{layer}.self_attn",
    "decoder": "decoder.layers.{layer}.self_attn",
    "cross": "decoder.layers.{layer}.cross_attn",
}
"""Module path of the attention of each kind; `layer` counts from 0 here, from 1 on the screen."""

SCORES = {"weights": "weights", "scaled": "scores", "raw": "raw_scores", "masked": "masked_scores"}
"""Name used in the window -> hook name in an attention: softmax weights, q·k / √K, q·k, masked scaled scores."""


def check_kind(kind: str) -> None:
    """Raises KeyError for an unknown kind of attention, naming those there are."""
    if kind not in ATTENTION:
        raise KeyError(f"unknown attention {kind!r}; choose from {', '.join(ATTENTION)}")


@lru_cache(maxsize=4096)
def array_name(kind: str, what: str, layer: int) -> str:
    """Hook name of an attention array; `what` is a key of SCORES or a hook name such as "q"; layer from 0."""
    return f"{ATTENTION[kind].format(layer=layer)}.{SCORES.get(what, what)}"


SCORE_MAPS = ("raw", "scaled", "masked")
LARGE_MAPS = (*SCORE_MAPS, "weights")
"""Maps that are computed on demand, those of long texts with the weights."""

RECORDED_CELLS = 12_500_000
"""Weights are recorded as long as all maps of a run together have at most about this many cells (50 MB)."""


_ROW_BYTES = 250_000
"""Bytes of single rows of maps that are cached."""

_SMALL = 70.0
"""Scores between this and its opposite need not be shifted before their softmax: e^70 is 2.5e30, e^-70 4e-31."""

_MANY_ROWS = 64
"""From so many queries on it pays to look at the lengths of all keys."""

Memory = Callable[[tuple[int, ...]], np.ndarray | None]
"""Gives the memory for a map of some shape; None: fresh memory."""

ROWS = 256
"""Queries that are masked together: this needs 1 MB beside a map of 2,048 tokens instead of 8."""


def most_recorded_cells(spec: ModelSpec) -> int:
    """How many cells (sentences × heads × queries × keys) the weights of one attention may have to be recorded."""
    return RECORDED_CELLS // (spec.encoder_layers + 2 * spec.decoder_layers)


def attention_map(
    what: str, q: np.ndarray, k: np.ndarray, visible: np.ndarray, instead: float = -math.inf,
    scale: float | None = None, out: np.ndarray | None = None, row_terms: np.ndarray | None = None,
) -> np.ndarray:  # fmt: skip
    """(…, Q, M) of (…, Q, K) queries and (…, M, K) keys: "raw_scores" q·k, "scores" q·k / √K, "masked_scores" and
    "weights" as the model computes them (Vaswani et al. 2017, section 3.2.1), float32.

    visible  bool, broadcast to (…, Q, M): False puts `instead` in place of a scaled score. A query that may read
             nothing has weights 0
    scale    what scores are multiplied by; default 1 / √K
    out      memory for the map, of its shape
    row_terms  memory (2, …, Q) for the numbers that make weights of the masked scores of each row:
               exp(score - row_terms[0]) / row_terms[1]
    Raises KeyError for another name.
    """
    if what not in ("raw_scores", "scores", "masked_scores", "weights"):
        raise KeyError(f"unknown map {what!r}; choose from {', '.join(SCORES.values())}")
    factor = np.float32(1.0 / math.sqrt(q.shape[-1]) if scale is None else scale)
    exact = what != "raw_scores" and abs(math.frexp(factor)[0]) == 0.5  # a power of two: no digit of a score changes
    q, k = q * factor if exact else q, np.swapaxes(k, -1, -2)
    rows, keys, weights = q.shape[-2], k.shape[-1], what == "weights"
    if out is None:
        out = np.empty((*np.broadcast_shapes(q.shape[:-2], k.shape[:-2]), rows, keys), np.result_type(q, k))
    small = weights and rows >= _MANY_ROWS and _are_small(q, k, np.float32(1.0) if exact else factor, instead)
    whole = not (weights and instead == -math.inf and _read(visible[..., :1, :]) < keys)
    if whole:
        np.matmul(q, k, out=out)
    for first in range(0, rows, ROWS):
        some = slice(first, first + ROWS)
        seen = visible[..., some, :] if visible.shape[-2] == rows else visible
        end = keys if whole else _read(seen)
        scores = out[..., some, :end]
        if not whole:
            np.matmul(q[..., some, :], k[..., :end], out=scores)
        if what != "raw_scores" and not exact:
            scores *= factor
        if weights:
            found = _weigh(scores, seen[..., :end], instead, small)
            if row_terms is not None:
                row_terms[0][..., some], row_terms[1][..., some] = (one[..., 0] for one in found)
        elif what == "masked_scores":
            _mask(scores, seen[..., :end], instead)
        out[..., some, end:] = 0.0
    return out


def _read(seen: np.ndarray) -> int:
    """How many keys it takes to have all that a query here may read. Where none reads later ones the first queries need
    few, and all together half of the products."""
    keys = np.flatnonzero(seen.any(axis=tuple(range(seen.ndim - 1))))
    return int(keys[-1]) + 1 if keys.size else 0


def visible_cells(reasons: np.ndarray, keys: int) -> np.ndarray:
    """(…, Q, M) bool: which cells with these reasons are not masked; one row for all queries where no cell is, which
    takes a tenth of the time. A score that a question hides is not masked, it is not known."""
    if not np.count_nonzero(reasons):
        return np.ones((1, keys), bool)
    visible: np.ndarray = reasons == VISIBLE
    if reasons.max() >= HIDDEN:
        visible |= reasons == HIDDEN
    return visible


def _are_small(q: np.ndarray, k: np.ndarray, factor: np.float32, instead: float) -> bool:
    """Whether no exponential of a scaled score, nor a sum of them, overflows or vanishes: by the lengths of queries
    (…, Q, K) and keys (…, K, M) (Cauchy and Schwarz)."""
    if instead != -math.inf and not abs(instead) <= _SMALL:
        return False
    longest = float(np.einsum("...k,...k->...", q, q).max(initial=0.0)), float((k * k).sum(axis=-2).max(initial=0.0))
    return abs(float(factor)) * math.sqrt(math.prod(longest)) <= _SMALL


def _mask(scores: np.ndarray, visible: np.ndarray, instead: float) -> bool:
    """Masks scores, in place; whether some row has masked ones, or no key at all."""
    if visible.size and visible.all():
        return False
    np.copyto(scores, np.float32(instead), where=~visible)
    return True


def _weigh(scores: np.ndarray, visible: np.ndarray, instead: float, small: bool) -> tuple[np.ndarray, np.ndarray]:
    """Masks scores and takes the softmax of each row, in place: of `small` scores as they are, of others less the
    largest of the row. The numbers (…, Q, 1) that were subtracted and divided by, one where it is the same for all."""
    hides = _mask(scores, visible, instead)
    with np.errstate(invalid="ignore"):
        most = np.zeros((1,) * scores.ndim, scores.dtype)
        if not small:
            most = scores.max(axis=-1, keepdims=True, initial=-np.inf)  # of no key, too
            scores -= most
        np.exp(scores, out=scores)
        sums = scores.sum(axis=-1, keepdims=True)
        scores /= sums
    if hides and instead == -math.inf and not (seen := visible.any(axis=-1, keepdims=True)).all():
        np.copyto(scores, np.float32(0.0), where=~seen)
        return np.where(seen, most, np.float32(0.0)), np.where(seen, sums, np.float32(1.0))
    return most, sums


class ArrayFile(Mapping[str, np.ndarray]):
    """Arrays of a recording's file, read on demand.

    Large ones are not listed: of these one head at a time is read. Recorded numbers are never replaced by computed
    ones; only scores of the kinds of attention that `follow` from their queries and keys are computed.

    gaps    names of weights that were not recorded: they are NaN
    uneven  kinds of attention whose rows do not sum to 1
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
    """Computes the attention maps of a run from its recorded queries and keys.

    It holds no reference to the Trace, so that a Trace is freed as soon as it is no longer shown.

    reasons  kind -> (B, Q, M) mask reasons, see mask_reasons
    sizes    (source tokens, target rows) of each sentence
    instead  the score of masked cells that an edit has set; None = the model's own
    changed  (kind, layer) of attentions whose weights an edit has set: they do not follow from queries and keys
    """

    kept: Mapping[str, np.ndarray]
    spec: ModelSpec
    reasons: Mapping[str, np.ndarray]
    sizes: tuple[tuple[int, int], ...]
    instead: float | None
    changed: frozenset[tuple[str, int]] = frozenset()

    def size(self, kind: str, sentence: int = 0) -> tuple[int, int]:
        """(queries, keys) of this kind of attention for one sentence, padding left out. KeyError for an unknown kind,
        IndexError for a sentence that is not there."""
        check_kind(kind)
        check_index("sentence", sentence, len(self.sizes))
        source, read = self.sizes[sentence]
        return (source if kind == "encoder" else read), (read if kind == "decoder" else source)

    def check(self, kind: str, head: int, what: str, sentence: int) -> None:
        """Raises KeyError for an unknown map, IndexError for a head or sentence that is not there."""
        if what not in SCORES and what not in SCORES.values():
            raise KeyError(f"unknown map {what!r}; choose from {', '.join(SCORES)}")
        self.size(kind, sentence)
        check_index("head", head, self.spec.heads_of(kind), f" of {kind}")

    def follows(self, kind: str, what: str) -> bool:
        """Whether these maps follow from queries and keys. They do not where another program recorded them, nor after
        relative positions have added to the scores."""
        if self.spec.positions == "relative" and kind != "cross" and what in ("masked", "weights"):
            return False
        stored = self.kept if isinstance(self.kept, ArrayFile) else None
        return stored is None or what == "raw" or (what != "weights" and stored.follows(kind))

    def knows(self, kind: str, layer: int, what: str) -> bool:
        made = what in ("raw", "scaled") or (what in ("weights", "masked") and kind in self.reasons)
        made = made and not (what == "weights" and (kind, layer) in self.changed)
        return made and self.follows(kind, what) and all(array_name(kind, one, layer) in self.kept for one in "qk")

    def makers(self, large: bool) -> dict[str, Callable[[], np.ndarray]]:
        """Hook name -> function that computes the map of all heads: of the `large` maps, which are not kept, or of the
        others. Weights that are not large are recorded, and so never computed."""
        found: dict[str, Callable[[], np.ndarray]] = {}
        for kind in ATTENTION:
            for layer in range(self.spec.layers(kind)):
                q, k = (self.kept.get(array_name(kind, what, layer)) for what in "qk")
                if (
                    q is None
                    or k is None
                    or (math.prod(q.shape[:3]) * k.shape[2] > most_recorded_cells(self.spec)) != large
                ):
                    continue
                for what in LARGE_MAPS if large else SCORE_MAPS:
                    if self.knows(kind, layer, what):
                        found[array_name(kind, what, layer)] = partial(self.make, kind, layer, what)
        return found | self._mixers()

    def _mixers(self) -> dict[str, Callable[[], np.ndarray]]:
        """Like `makers`, for the heads' outputs z = w · v of a recording, from its weights and values."""
        found: dict[str, Callable[[], np.ndarray]] = {}
        if not isinstance(self.kept, ArrayFile):
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
        self, kind: str, layer: int, what: str, place: tuple[int, int] | None = None, query: int | None = None,
        memory: Memory = lambda _: None, key: int | None = None, row_terms: np.ndarray | None = None,
    ) -> np.ndarray:  # fmt: skip
        """A map from queries and keys: (B, H, Q, M); of one `place` (sentence, head) (Q, M) without padding; of one
        `query` of it (1, M), or of scores with one `key` (Q, 1). It is made in the `memory` for its shape, if there is
        any. `row_terms`: see `attention_map`.

        Padding is cut off last: where a mask edit lets it be read, it has a share of each row.
        """
        q, k = (self.kept[array_name(kind, one, layer)] for one in "qk")
        reasons = self.reasons[kind][:, None] if kind in self.reasons else np.zeros((1, 1, 1, 1), np.uint8)
        rows, columns = (None, None) if place is None else self.size(kind, place[0])
        if place is not None:
            q, k, reasons = q[place][:rows], k[place], reasons[min(place[0], len(reasons) - 1), 0][:rows]
        if query is not None:
            one = slice(query, query + 1)
            q, reasons = q[one], reasons[one] if len(reasons) > 1 else reasons
        if key is not None:
            k, reasons = k[key : key + 1], reasons[:, key : key + 1] if reasons.shape[-1] > 1 else reasons
        spec = self.spec.for_stack(kind)
        instead = spec.masked_score if self.instead is None else self.instead
        out = memory((*q.shape[:-1], k.shape[-2]))
        visible = visible_cells(reasons, k.shape[-2])
        made = attention_map(SCORES[what], q, k, visible, instead, spec.score_scale, out, row_terms)
        return made[..., :columns]


class Arrays(Mapping[str, np.ndarray]):
    """Read-only arrays by hook name: the recorded ones (`kept`), and others that are computed once, on demand.

    Large ones can be computed as well, within a second; they are neither listed nor kept for long. `heads` caches maps
    of single heads of such arrays, which take a hundredth of that time, and `rows` single rows of them; `row_terms` has
    for each head whose weights were made what makes them of scores, so that those of one key follow.
    """

    def __init__(self, kept: Mapping[str, np.ndarray], derivation: Derivation) -> None:
        self.kept: Mapping[str, np.ndarray] = kept
        if not isinstance(kept, ArrayFile):
            self.kept = {name: read_only(array) for name, array in kept.items()}
        self.derivation = derivation
        self._made: dict[str, np.ndarray] = {}
        self._large = MapCache()
        self.heads = MapCache(least=len(SCORES))  # a cell shows a number of each
        self.rows = MapCache(_ROW_BYTES)
        self.row_terms: dict[tuple[str, int, tuple[int, int]], np.ndarray] = {}

    def make_head(self, kind: str, layer: int, what: str, place: tuple[int, int], memory: Memory) -> np.ndarray:
        """(Q, M) a map of one `place` (sentence, head), made in the `memory` for its shape if there is any."""
        if what not in ("weights", SCORES["weights"]):
            return self.derivation.make(kind, layer, what, place, memory=memory)
        terms = np.empty((2, self.derivation.size(kind, place[0])[0]), np.float32)
        made = self.derivation.make(kind, layer, what, place, memory=memory, row_terms=terms)
        self.row_terms[kind, layer, place] = terms
        return made

    def column(self, kind: str, layer: int, place: tuple[int, int], key: int) -> np.ndarray | None:
        """(Q,) the weights of one key, where those of its head were made once; None otherwise."""
        if (terms := self.row_terms.get((kind, layer, place))) is None:
            return None
        scores = self.derivation.make(kind, layer, "masked", place, key=key)[:, 0]
        return np.asarray(np.exp(scores - terms[0]) / terms[1])

    @cached_property
    def _makers(self) -> dict[str, Callable[[], np.ndarray]]:
        """Arrays that can be computed and kept; found on demand, as most copies of a Trace are only sent or
        replaced."""
        return {name: make for name, make in self.derivation.makers(False).items() if name not in self.kept}

    @cached_property
    def _large_makers(self) -> dict[str, Callable[[], np.ndarray]]:
        """Arrays that can be computed and are too large to be kept."""
        return {name: make for name, make in self.derivation.makers(True).items() if name not in self.kept}

    def __getitem__(self, name: str) -> np.ndarray:
        array = self.kept.get(name)
        if array is None:
            array = self._made.get(name)
        if array is None and name in self._large_makers:
            return self._large.get(name, self._large_makers[name])
        if array is None:
            if name not in self._makers:
                raise KeyError(f"{name}: it was not recorded; `list(arrays)` names what there is")
            array = self._made[name] = read_only(self._makers[name]())
        return array

    def __contains__(self, name: object) -> bool:
        return name in self.kept or name in self._makers

    def __iter__(self) -> Iterator[str]:
        yield from self.kept
        yield from self._makers

    def __len__(self) -> int:
        return len(self.kept) + len(self._makers)
