"""How alike heads read: the divergence of their rows, an order in which similar heads are neighbours, and a plane.

The divergence of two heads is the Jensen–Shannon divergence of their rows (Lin 1991) in bits, mean over the rows:
0 where they read alike, 1 where they never read the same key. It is the square of a Euclidean distance (Fuglede and
Topsøe 2004), and so is its mean, so that classical scaling of it loses nothing but the dimensions that it leaves out.
Heads are compared as Clark et al. 2019 (section 6) do. No torch. Shapes: N heads, Q queries, M keys.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_core.analysis.arithmetic import entropy_bits

Array = NDArray[np.floating[Any]]

MOST_HEADS = 512
"""Most heads of one attention that are compared with each other."""


def divergences(weights_NQM: Array) -> Array:
    """(N, N) Jensen–Shannon divergence in bits of every two heads' rows, summed over the rows.

    The weights of each row sum to 1.
    """
    weights_NQM = np.asarray(weights_NQM, np.float64)
    own_N = entropy_bits(weights_NQM).sum(1)
    found = np.zeros((len(weights_NQM), len(weights_NQM)))
    for head, weights_QM in enumerate(weights_NQM):
        others = weights_NQM[head + 1 :]
        middle_N = entropy_bits((others + weights_QM) / 2).sum(1)
        found[head, head + 1 :] = np.maximum(0.0, middle_N - (own_N[head + 1 :] + own_N[head]) / 2)
    return found + found.T


def summed_divergences(maps_LHQM: list[Array], kind: str) -> tuple[Array, int]:
    """((L·H, L·H) divergences summed over the rows of one sentence, how many rows). The decoder's first row is left
    out where there are others: it has only one token to read."""
    weights_NQM = np.concatenate(maps_LHQM)
    rows = weights_NQM[:, int(kind == "decoder" and weights_NQM.shape[1] > 1) :]
    return divergences(rows), rows.shape[1]


def linked(apart_NN: Array) -> list[int]:
    """The heads in the order of a hierarchy: the two groups that are nearest on average (Sokal and Michener 1958) are
    joined again and again, each time with the nearer ends of both together."""
    groups = [[head] for head in range(len(apart_NN))]
    near = np.array(apart_NN, np.float64)
    np.fill_diagonal(near, math.inf)
    while len(groups) > 1:
        first, second = sorted(int(place) for place in np.unravel_index(np.argmin(near), near.shape))
        one, other = groups[first], groups[second]
        rest = np.delete(np.arange(len(groups)), second)
        joint = (len(one) * near[first] + len(other) * near[second]) / (len(one) + len(other))
        near[first], near[:, first] = joint, joint
        near[first, first] = math.inf
        groups[first] = _joined(one, other, apart_NN)
        near = near[np.ix_(rest, rest)]
        del groups[second]
    return groups[0] if groups else []


def _joined(one: list[int], other: list[int], apart_NN: Array) -> list[int]:
    """Both groups concatenated, each reversed where that brings the nearest ends together."""
    ways = [(left, right) for left in (one, one[::-1]) for right in (other, other[::-1])]
    left, right = min(ways, key=lambda way: apart_NN[way[0][-1], way[1][0]])
    return [*left, *right]


def plane_points(apart_NN: Array) -> tuple[Array, float]:
    """((N, 2) places of the heads, the share of all squared distances that two dimensions show) by classical scaling
    (Torgerson 1952) of the divergences as squared distances. The first axis is the longer one; of each the largest
    place is positive."""
    count = len(apart_NN)
    if count < 2:
        return np.zeros((count, 2)), 1.0
    centring = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-0.5 * centring @ np.asarray(apart_NN, np.float64) @ centring)
    values, vectors = np.maximum(values[::-1], 0.0), vectors[:, ::-1]
    places = np.zeros((count, 2))
    places[:, : min(2, count)] = (vectors * np.sqrt(values))[:, :2]
    signs = np.sign(places[np.abs(places).argmax(0), [0, 1]])
    total = float(values.sum())
    return places * np.where(signs == 0, 1.0, signs), float(values[:2].sum()) / total if total > 0 else 1.0
