"""The logit lens of a stack, and its residual stream as the sum of its parts' contributions.

The decoder is read as what it would write, the encoder as a token of the source: through its own last norm and the
source's embedding table, which a tied model writes with. Shapes: T rows of the text (of the source in the
encoder), D width, V vocabulary, P places of the stack, N parts, H heads, K head width, A tokens asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import torch
from torch import Tensor, nn

from model_core.record.derived_maps import ATTENTION
from model_core.record.edits import SublayerPlace
from model_core.record.effects import Component
from model_core.record.patching import RESIDUAL, stack_places, stream_hook, sublayer_path
from model_core.transformer.layers import PreNorm
from model_core.transformer.model import EncoderDecoder, Stack
from model_core.transformer.norms import BatchNorm, RMSNorm, UnbiasedNorm

ROUNDING = 1e-3
"""Of the largest number of a row: what a sum of float32 may be away from the recorded one."""


def is_lens_point(name: str, stack: str = "decoder") -> bool:
    """Whether a hook point is needed for the logit lens or the logit shares."""
    return name == f"{stack}.embed.input" or (
        name.startswith(f"{stack}.layers.") and name.endswith((".residual", ".head_outputs", ".feed_forward.output"))
    )


@torch.inference_mode()
def early_logits(model: EncoderDecoder, kept: Mapping[str, Tensor], stack: str = "decoder") -> Iterator[Tensor]:
    """(T, V) logits of each place, read through the last norm and the table; the decoder's last are the model's own."""
    norm = _stack(model, stack).final_norm
    for place in stack_places(model.spec, stack):
        x_TD = norm(kept[stream_hook(stack, place)][0].to(model.device)[None])
        if stack == "decoder":
            yield model.unembed(x_TD)[0]
        else:
            yield x_TD[0] @ _table(model, stack).T * model.spec.logit_scale


@torch.inference_mode()
def logit_shares(
    model: EncoderDecoder,
    kept: Mapping[str, Tensor],
    ids_TA: Tensor,
    stack: str = "decoder",
    cuts: Collection[SublayerPlace] = (),
    patched: bool = False,
) -> tuple[list[Component], Tensor]:
    """(parts, (2 + N, T, A) float64 shares of the logits of these tokens): of the embedding, of each part, of all
    constants together. They sum to the logits; what came into a sub-layer of `cuts` has no share, and
    where it is `patched` a row of the stream from another text stands with the constants."""
    device, own = model.device, _stack(model, stack)
    stream = _Stream(kept[f"{stack}.embed.input"][0].to(device))
    for layer in range(len(own.layers)):
        for part in RESIDUAL[stack]:
            path = sublayer_path(stack, layer, part)
            sublayer = model.get_submodule(path)
            if SublayerPlace(stack, layer, part) in cuts:
                stream.clear()
            stream.add(_SublayerOutput(model, kept, layer, stack, part))
            if not isinstance(sublayer, PreNorm):
                stream.apply_norm(sublayer.get_submodule("norm"))
            if patched:
                stream.take_over(kept[f"{path}.residual"][0].to(device))
    stream.apply_norm(own.final_norm)
    asked_TAD = _table(model, stack).double()[ids_TA.to(device)] * model.spec.logit_scale
    shares = torch.einsum("ntd,tad->nta", torch.stack(stream.addends), asked_TAD)
    bias_V = model.to_logits.bias if stack == "decoder" else None
    if bias_V is not None:
        shares[-1] += bias_V.detach().double()[ids_TA.to(device)]
    return stream.parts, shares.cpu()


def _stack(model: EncoderDecoder, stack: str) -> Stack:
    return model.get_submodule(stack)  # type: ignore[return-value]


def _table(model: EncoderDecoder, stack: str) -> Tensor:
    """(V, D) table of the output projection, for the encoder of the source embedding."""
    return (model.to_logits if stack == "decoder" else model.encoder.embed.table).weight.detach()


class _SublayerOutput:
    """What one sub-layer adds to the residual stream: (T, D) of each part, and a constant (D,)."""

    def __init__(self, model: EncoderDecoder, kept: Mapping[str, Tensor], layer: int, stack: str, part: str) -> None:
        device = model.device
        self.constant: Tensor | None = None
        if part == "feed-forward":
            self.parts = [Component("feed_forwards", stack, layer)]
            self.addends = [kept[f"{stack}.layers.{layer}.feed_forward.output"][0].to(device).double()]
            return
        kind = "cross" if part == "cross-attention" else stack
        path = ATTENTION[kind].format(layer=layer)
        z_HTK = kept[f"{path}.head_outputs"][0].to(device).double()
        out = model.get_submodule(f"{path}.to_out")
        out_HKD = out.get_parameter("weight").detach().double().T.unflatten(0, (z_HTK.shape[0], -1))
        self.parts = [Component("heads", kind, layer, head) for head in range(len(z_HTK))]
        self.addends = list(z_HTK @ out_HKD)
        bias = dict(out.named_parameters()).get("bias")
        self.constant = None if bias is None else bias.detach().double()


class _Stream:
    """The stream as a list of addends (T, D) that sum to it: the embedding first, the constants last."""

    def __init__(self, x_TD: Tensor) -> None:
        x_TD = x_TD.double()
        self.parts: list[Component] = []
        self.addends = [x_TD, torch.zeros_like(x_TD)]

    def add(self, added: _SublayerOutput) -> None:
        """Add the parts of a sub-layer, before the constants."""
        self.parts += added.parts
        self.addends[-1:-1] = added.addends
        if added.constant is not None:
            self.addends[-1] = self.addends[-1] + added.constant

    def clear(self) -> None:
        """The residual connection is cut: nothing of what was added so far continues."""
        self.addends = [torch.zeros_like(one) for one in self.addends]

    def take_over(self, x_TD: Tensor) -> None:
        """The rows of the recorded stream that are not the sum: they come from another text, with the constants."""
        away_T = (torch.stack(self.addends).sum(0) - x_TD.double()).abs().amax(1)
        rows_T1 = (away_T > ROUNDING * x_TD.abs().amax(1))[:, None]
        self.addends = [torch.where(rows_T1, 0.0, one) for one in self.addends]
        self.addends[-1] = torch.where(rows_T1, x_TD.double(), self.addends[-1])

    def apply_norm(self, norm: torch.nn.Module) -> None:
        addends = torch.stack(self.addends)
        becomes, shift = linear_map(norm, addends.sum(0))
        self.addends = list(becomes(addends))
        self.addends[-1] = self.addends[-1] + shift


Linearised = Callable[[Tensor], Tensor]
"""(N, T, D) addends -> (N, T, D) their images, without the shift."""


def linear_map(norm: nn.Module, x_TD: Tensor) -> tuple[Linearised, Tensor]:
    """(linear map of this norm for addends of x, its shift (D,) or (T, D)). TypeError for an unknown norm.

    A norm divides by a number computed from its whole input; with that number fixed to its value in this run it is
    linear, and maps a sum of addends to the sum of their images, as in direct logit attribution (Elhage et al. 2021).
    """
    x_TD = x_TD.double()
    nothing = torch.zeros(x_TD.shape[-1], dtype=torch.float64, device=x_TD.device)
    if isinstance(norm, nn.Identity):
        return lambda addends: addends, nothing
    own = {name: one.detach().double() for name, one in norm.named_parameters()}
    weight, shift, eps = own["weight"], nothing + own.get("bias", nothing), float(getattr(norm, "eps"))  # noqa: B009
    if isinstance(norm, nn.LayerNorm):
        factor_T1 = (x_TD.var(-1, unbiased=False, keepdim=True) + eps).rsqrt()
        return lambda addends: _centred(addends) * factor_T1 * weight, shift
    if isinstance(norm, RMSNorm):
        factor_T1 = (x_TD.square().mean(-1, keepdim=True) + eps).rsqrt()
        return lambda addends: addends * factor_T1 * weight, shift
    if isinstance(norm, UnbiasedNorm):
        divisor_T1 = x_TD.std(-1, unbiased=True, keepdim=True) + eps
        return lambda addends: _centred(addends) / divisor_T1 * weight, shift
    if isinstance(norm, BatchNorm):
        mean_D, variance_D = (norm.get_buffer(name).double() for name in ("running_mean", "running_var"))
        factor_D = (variance_D + eps).rsqrt() * weight
        return lambda addends: addends * factor_D, shift - mean_D * factor_D
    raise TypeError(f"{type(norm).__name__} is not a known norm")


def _centred(addends: Tensor) -> Tensor:
    return addends - addends.mean(-1, keepdim=True)
