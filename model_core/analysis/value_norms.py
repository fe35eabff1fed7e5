"""How much a token really contributes: ‖weight × value‖ (Kobayashi et al. 2020, section 3). Pure numpy.

A large weight on a short value vector adds little to a head's output. The paper measures ‖α f(x)‖ with
f(x) = (x W_V + b_V) W_O; without the output projection it is ‖α v‖, the length inside the head.

Shapes: H heads, Q queries, M memory (keys), K head width, D width.
"""

from __future__ import annotations

import numpy as np

from model_core.record.trace import Trace


def value_weighted(weights_HQM: np.ndarray, v_HMK: np.ndarray, out_DD: np.ndarray | None = None) -> np.ndarray:
    """‖α v‖ of every head, query and key: (H, Q, M), in the units of the value vectors, 0 or more.

    With `out_DD`, the output projection's weight as torch has it (output unit, input unit; head h owns the inputs
    h·K … (h+1)·K − 1), it is ‖α v W_O‖, the length of what the key adds to the residual stream through this head.
    As α is never negative, ‖α v‖ = α ‖v‖. Sums in float64; the result has the type of the weights.
    """
    v = v_HMK.astype(np.float64)
    if out_DD is not None:
        heads, _, width = v.shape
        out_HKD = out_DD.astype(np.float64).T.reshape(heads, width, -1)
        v = v @ out_HKD
    lengths_HM = np.sqrt(np.square(v).sum(axis=-1))
    return (weights_HQM * lengths_HM[:, None, :]).astype(weights_HQM.dtype)


def handed_over(trace: Trace, kind: str, layer: int, sentence: int, head: int) -> np.ndarray:
    """‖α v‖ of one head of a Trace (Q, M), padding cut away; layer, sentence and head from 0.

    Raises KeyError if weights or values were not recorded.
    """
    weights = trace.map(kind, layer, head, "weights", sentence)
    v_HMK = trace.arrays[trace.name(kind, "v", layer)][sentence, head : head + 1, : weights.shape[1]]
    return value_weighted(weights[None], v_HMK)[0]
