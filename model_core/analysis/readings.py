"""Readings: what views compute from recorded maps, as functions of a Trace, so that each of their numbers can be
requested.

Rollout, several heads as one map, pieces joined to words, special tokens left out: the steps are those of
`rollout`, `value_norms`, `token_merging` and `head_mixing`, here in their order. Pure numpy.

Shapes: N heads that are requested (1 for rollout), Q queries, M keys of single tokens; R rows, C columns as shown.
Everything counts from 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model_core.analysis import token_merging
from model_core.analysis.arithmetic import sublayer_of
from model_core.analysis.heads.head_mixing import MIXES, mixed
from model_core.analysis.rollout import cross_rollout, rollout
from model_core.analysis.token_merging import Groups
from model_core.analysis.value_norms import value_weighted
from model_core.record.patching import is_cut
from model_core.record.tokens import Token
from model_core.record.trace import Sentence, Trace

ADDITIVE = ("weights", "rollout")
"""Numbers that are shares of a row: they may be joined to words and renormalised to a sum of 1."""


# ---------------------------------------------------------------- numbers of single tokens


def pieces(
    trace: Trace,
    kind: str,
    layer: int,
    measure: str,
    heads: Sequence[int],
    sentence: int = 0,
    layers: Sequence[int] = (),
) -> np.ndarray:
    """(N, Q, M) float32 of single tokens, padding cut away; of one head as recorded without a copy.

    measure  a key of model_core.record.trace.SCORES, "value" (‖weight × v‖), or "rollout", which takes all heads
             together.
    layers   the layer of each head, where heads of several layers are taken; () = all are of `layer`
    Raises KeyError if numbers that it needs were not recorded, or heads of several layers of a text so long that
    only single heads' maps are made; ValueError if `layers` are not as many as heads.
    """
    if measure == "rollout":
        return rolled_out(trace, kind, sentence)[layer][None].astype(np.float32)
    what = "weights" if measure == "value" else measure
    if layers and not trace.whole(kind, what):
        raise KeyError(f"{what} of {kind}: not recorded, or too large to compute all at once")
    places = list(zip(layers or [layer] * len(heads), heads, strict=True))
    maps = [trace.map(kind, at, head, what, sentence) for at, head in places]
    maps_NQM = maps[0][None] if len(maps) == 1 else np.stack(maps)
    if measure != "value":
        return maps_NQM
    values = [trace.arrays[trace.name(kind, "v", at)][sentence, head, : maps_NQM.shape[2]] for at, head in places]
    return value_weighted(maps_NQM, np.stack(values))


def rollout_kinds(kind: str) -> tuple[str, ...]:
    """The attentions whose weights a rollout goes through."""
    return ("encoder", "decoder", "cross") if kind == "cross" else (kind,)


def rolled_out(trace: Trace, kind: str, sentence: int = 0) -> list[np.ndarray]:
    """Attention rollout after each layer, (Q, M) float64 each: `rollout`, and of the cross-attention `cross_rollout`.

    Raises KeyError if the weights of a layer on the way were not recorded (of a long text they are not).
    """
    maps = {one: trace.maps(one, sentence=sentence) for one in rollout_kinds(kind)}
    cut = cut_layers(trace, kind)
    if kind == "cross":
        return cross_rollout(maps["decoder"], maps["cross"], maps["encoder"], cut)
    return rollout(maps[kind], cut[kind])


def cut_layers(trace: Trace, kind: str) -> dict[str, list[int]]:
    """By attention that a rollout of this kind goes through: its layers whose residual connection this run cuts."""
    return {
        one: [layer for layer in range(trace.spec.layers(one)) if is_cut(trace.run.edits, sublayer_of(one, layer))]
        for one in rollout_kinds(kind)
    }


# ---------------------------------------------------------------- which tokens are joined


def key_tokens(one: Sentence, kind: str) -> Sequence[Token]:
    """The tokens of a map's columns."""
    return one.read if kind == "decoder" else one.source


def query_tokens(one: Sentence, kind: str, read: bool = False) -> Sequence[Token]:
    """The tokens by which rows are grouped: those of the source, those written, or those `read`."""
    if kind == "encoder":
        return one.source
    return one.read if read else one.written


def joined(one: Sentence, kind: str, measure: str, join: str, read: bool = False) -> tuple[Groups, Groups]:
    """The groups of queries and of keys; numbers that are not ADDITIVE stay in pieces."""
    join = join if measure in ADDITIVE else "pieces"
    return token_merging.groups(query_tokens(one, kind, read), join), token_merging.groups(key_tokens(one, kind), join)


def special_groups(one: Sentence, kind: str, keys: Groups) -> tuple[int, ...]:
    """The groups of keys that are special tokens, such as </s>."""
    tokens = key_tokens(one, kind)
    return tuple(group for group in range(len(keys)) if tokens[keys.starts[group]].kind == "special")


def shown_groups(one: Sentence, kind: str, keys: Groups, hide: bool) -> tuple[int, ...]:
    """The groups of keys that are shown: without special tokens where those are to `hide`, if any are left then."""
    special = special_groups(one, kind, keys) if hide else ()
    return tuple(group for group in range(len(keys)) if group not in special) or tuple(range(len(keys)))


# ---------------------------------------------------------------- numbers as they are shown


def arranged(
    pieces_NQM: np.ndarray, queries: Groups, keys: Groups, columns: Sequence[int], measure: str, mix: str
) -> tuple[np.ndarray, float]:
    """Pieces joined, then columns left out, then heads mixed: (N or 1, R, C), and the share of the weight that the
    shown columns hold on average (1 where none is left out, or where numbers are not shares).

    Rows of `ADDITIVE` numbers are renormalised to a sum of 1 after columns were left out. `mix` is "each" or a word of
    model_core.analysis.heads.head_mixing.MIXES; a rollout has been mixed already.
    """
    values, share = token_merging.merged(pieces_NQM, queries, keys), 1.0
    if len(columns) < len(keys):
        if measure in ADDITIVE:
            values, share = token_merging.renormalised(values, columns)
        else:
            values = values[..., list(columns)]
    if mix != "each" and measure != "rollout":
        values = mixed(values, range(len(values)), mix)[None]
    return values, share


def shown(
    trace: Trace,
    kind: str,
    layer: int = 0,
    measure: str = "weights",
    heads: Sequence[int] = (0,),
    mix: str = "each",
    join: str = "pieces",
    hide: bool = False,
    read: bool = False,
    sentence: int = 0,
    layers: Sequence[int] = (),
) -> np.ndarray:
    """(R, C) one map as a view shows it: arguments as in the functions above.

    Raises KeyError if numbers were not recorded, ValueError for several heads that are not mixed.
    """
    one = trace.sentences[sentence]
    queries, keys = joined(one, kind, measure, join, read)
    columns = shown_groups(one, kind, keys, hide)
    found_NQM = pieces(trace, kind, layer, measure, heads, sentence, layers)
    values, _ = arranged(found_NQM, queries, keys, columns, measure, mix)
    if len(values) != 1:
        raise ValueError(f"{len(values)} heads are not one map: mix them with {', '.join(MIXES)}")
    return values[0]
