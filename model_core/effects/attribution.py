"""Gradient attribution: how much every source token contributes to the log-probability of each written token.

Gradient × input is the first-order estimate of a token vector's contribution (Simonyan et al. 2014); integrated
gradients average the gradient along the path from zero vectors (Sundararajan et al. 2017, section 3), so that all
tokens together account for the change from a source of zero vectors (except in models without positions: a norm is not
continuous at a zero vector). Positions are not scaled, only token vectors. Shapes: B rows of a batch, S source tokens,
T target rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from torch import Tensor

from model_core.effects.sweep import Interrupted, Sweep
from model_core.effects.switches import chained
from model_core.transformer.hooks import recording

STEPS = 32
"""Points at which integrated gradients evaluate the gradient: the midpoints of as many equal intervals."""
TOKENS, ROWS = 448, 32
"""A batch has this many tokens on its longer side, or rows, whichever is fewer."""
EMBEDDED = "encoder.embed.tokens"


def attributions(sweep: Sweep, integrated: bool, steps: int = STEPS) -> Iterator[tuple[float, np.ndarray]]:
    """(share that is done, (T, S) float64 what each source token gives to each row so far), row after row.

    The sweep's model is differentiated under the edits of its run; a pass that its `stop` interrupts is restarted
    when the next answer is requested.
    """
    rows, places = len(sweep.text.written), sweep.source_1S.shape[1]
    shares = [(place + 0.5) / steps for place in range(steps)] if integrated else [1.0]
    most = max(1, min(ROWS, TOKENS // max(places, sweep.read_1T.shape[1])))
    given_TS, done = np.zeros((rows, places)), 0
    while done < len(shares):
        some = shares[done : done + most]
        try:
            graph = _Graph(sweep, some)
        except Interrupted:
            yield done / len(shares), given_TS.copy()
            continue
        for row in range(rows):
            given_TS[row] += graph.gradient_times_input(row, last=row + 1 == rows) / len(shares)
            yield (done + len(some) * (row + 1) / rows) / len(shares), given_TS.copy()
        done += len(some)


class _Graph:
    """One pass that can be differentiated by the token vectors (S, D), scaled to a share of them in each row of the
    batch. Raises Interrupted."""

    def __init__(self, sweep: Sweep, shares: Sequence[float]) -> None:
        self.model, self.written = sweep.model, sweep.text.written
        count = len(shares)
        with torch.inference_mode(False), torch.enable_grad():
            self._shares_B11 = torch.tensor(shares, dtype=torch.float64, device=self.model.device).view(-1, 1, 1)
            edits = chained(sweep.own_listeners(range(count)), {EMBEDDED: self._scale}, sweep.checks)
            source_BS, read_BT = (ids.clone().expand(count, -1) for ids in (sweep.source_1S, sweep.read_1T))
            with recording(self.model, lambda name: False, edits):
                self._hidden_BTD = self.model.decode(read_BT, self.model.encode(source_BS), source_BS)

    def _scale(self, tokens_BSD: Tensor) -> Tensor:
        self._tokens_SD = tokens_BSD.detach()[0].double()
        self._scaled_BSD = (tokens_BSD.detach() * self._shares_B11.to(tokens_BSD)).requires_grad_()
        return self._scaled_BSD

    def gradient_times_input(self, row: int, last: bool) -> np.ndarray:
        """(S,) float64: the gradients of a row's log-probability, summed over the batch, times the token vectors."""
        with torch.inference_mode(False), torch.enable_grad():
            log_p_B = self.model.unembed(self._hidden_BTD[:, row]).log_softmax(-1)[:, self.written[row]]
            (gradient_BSD,) = torch.autograd.grad(log_p_B.sum(), self._scaled_BSD, retain_graph=not last)
        return (gradient_BSD.double().sum(0) * self._tokens_SD).sum(-1).cpu().numpy()
