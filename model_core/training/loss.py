"""Label-smoothed cross-entropy fused with the output projection, in chunks of rows.

The logits of a batch (rows × vocabulary) are the largest tensors of a training step; computed in chunks, with the
gradient written in place, they never exist as a whole. The probabilities of teachers, which may have a share of the
target, are computed in the same chunks (word-level knowledge distillation: Hinton et al. 2015; Kim and Rush 2016,
section 3.1). Tests compare value and gradient with the plain formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

ROWS = 256
HALF_CELLS = 8_192_000
"""Logits of a chunk in half precision, which has at least ROWS rows: there the gradient of the table, float32, goes
through memory once more for each chunk."""
STEP = 64
"""Rows are padded to a multiple of this: kernels are generated for each shape, which costs more than extra rows."""

TINY = 1e-37
"""Probabilities below it are computed from logits: float32 cannot represent them."""


class TeacherOutput(NamedTuple):
    """What one teacher's probabilities follow from, hidden states (N, D), output table (V, D) and bias (V,) or None,
    and the share, 0 to 1, that they have of the target distribution."""

    share: float
    hidden_ND: Tensor
    weight_VD: Tensor
    bias_V: Tensor | None

    def in_precision(self, dtype: torch.dtype) -> TeacherOutput:
        """The same in this precision, with rows of zeros up to a multiple of STEP."""
        hidden = F.pad(self.hidden_ND.to(dtype), (0, 0, 0, -self.hidden_ND.shape[0] % STEP))
        bias = None if self.bias_V is None else self.bias_V.to(dtype)
        return TeacherOutput(self.share, hidden, self.weight_VD.to(dtype), bias)

    def subtract_from(self, grad_NV: Tensor, rows: slice) -> None:
        """Take the share of its probabilities off a chunk of the gradient."""
        p_NV = F.linear(self.hidden_ND[rows], self.weight_VD, self.bias_V).softmax(-1, dtype=grad_NV.dtype)
        grad_NV.sub_(p_NV, alpha=self.share)


class _SmoothedLoss(torch.autograd.Function):
    """Sum over rows of (1 - ε)·(-log p[target]) + ε·mean(-log p) (Szegedy et al. 2016), and the gradients.

    With teachers the gradients are those of the cross-entropy with the mixed target, and the value stays the same.
    """

    @staticmethod
    def forward(
        ctx: Any, hidden_ND: Tensor, weight_VD: Tensor, bias_V: Tensor | None, targets_N: Tensor, smoothing: float,
        teachers: Sequence[TeacherOutput],
    ) -> Tensor:  # fmt: skip
        dtype = torch.bfloat16 if torch.is_autocast_enabled(hidden_ND.device.type) else hidden_ND.dtype
        hidden, weight, bias = hidden_ND.to(dtype), weight_VD.to(dtype), None if bias_V is None else bias_V.to(dtype)
        count = hidden.shape[0]
        hidden, targets_N = F.pad(hidden, (0, 0, 0, -count % STEP)), F.pad(targets_N, (0, -count % STEP))
        mean_weight_D, mean_bias = weight_VD.mean(0), 0.0 if bias_V is None else bias_V.mean()
        grad_hidden = torch.empty_like(hidden)
        grad_weight, grad_bias = torch.zeros_like(weight_VD), weight_VD.new_zeros(weight_VD.shape[0])
        total = hidden_ND.new_zeros((), dtype=torch.float32)
        kept, teachers = 1.0 - sum(one.share for one in teachers), [one.in_precision(dtype) for one in teachers]
        chunk = ROWS if dtype == weight_VD.dtype else max(ROWS, HALF_CELLS // weight.shape[0] // STEP * STEP)
        for start in range(0, hidden.shape[0], chunk):
            rows, real = slice(start, start + chunk), count - start
            targets = targets_N[rows][:real]
            logits = F.linear(hidden[rows], weight, bias)
            grad = logits.softmax(-1, dtype=dtype)  # named, as autocast on a GPU makes it float32 otherwise
            mean_logits = hidden_ND[rows].float() @ mean_weight_D + mean_bias
            total += _loss_of(logits[:real], grad[:real], targets, mean_logits, smoothing)
            for one in teachers:
                one.subtract_from(grad, rows)
            grad[real:] = 0
            grad[torch.arange(len(targets), device=grad.device), targets] -= kept * (1 - smoothing)
            torch.mm(grad, weight, out=grad_hidden[rows])
            if dtype == weight_VD.dtype:
                grad_weight.addmm_(grad.T, hidden[rows])
            else:
                grad_weight += grad.T @ hidden[rows]
            if bias is not None:
                grad_bias += grad.new_ones(grad.shape[0]) @ grad
        # the smoothed target puts ε/V on every entry: a rank-one term of the gradients
        smoothing *= kept
        share = smoothing / weight.shape[0]
        grad_weight -= share * hidden_ND.float().sum(0)
        grad_bias -= share * count
        grad_hidden = grad_hidden[:count].to(hidden_ND.dtype) - smoothing * mean_weight_D
        ctx.save_for_backward(grad_hidden, grad_weight, grad_bias)
        return total

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, Tensor, Tensor | None, None, None, None]:
        grad_hidden, grad_weight, grad_bias = (one * grads[0] for one in ctx.saved_tensors)
        return grad_hidden, grad_weight, grad_bias if ctx.needs_input_grad[2] else None, None, None, None


def _loss_of(logits_NV: Tensor, p_NV: Tensor, targets_N: Tensor, mean_logit_N: Tensor, smoothing: float) -> Tensor:
    """Summed loss of a chunk from its logits, their softmax and their mean per row; no further pass over the chunk.

    With -log p[target] = log Σ exp - logit[target] the mean of -log p is that sum's log minus the mean logit.
    """
    index = targets_N.unsqueeze(1)
    at_target = logits_NV.gather(1, index).squeeze(1).float()
    p_N = p_NV.gather(1, index).squeeze(1).float()
    surprise = -p_N.clamp_min(TINY).log()
    if bool((p_N < TINY).any()):  # a training that diverges: p is 0 there, and its logarithm is not
        rare = (p_N < TINY).nonzero().squeeze(1)
        surprise[rare] = logits_NV[rare].float().logsumexp(-1) - at_target[rare]
    return ((1 - smoothing) * surprise + smoothing * (surprise + at_target - mean_logit_N)).sum()


def smoothed_loss(
    hidden_ND: Tensor, weight_VD: Tensor, bias_V: Tensor | None, targets_N: Tensor, smoothing: float,
    teachers: Sequence[TeacherOutput] = (),
) -> Tensor:  # fmt: skip
    """Label-smoothed loss summed over N rows; hidden (N, D), output table (V, D), bias (V,), target ids (N,).

    With teachers (of the same N rows) its gradients are those of the cross-entropy with Σ share · probabilities of the
    teachers + the rest · smoothed reference. The value is the smoothed loss with the reference alone, so that it can be
    compared with that of a training without teachers. Teachers get no gradients.
    """
    return _SmoothedLoss.apply(hidden_ND, weight_VD, bias_V, targets_N, smoothing, tuple(teachers))
