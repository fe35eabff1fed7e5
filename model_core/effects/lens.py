"""The residual stream of the decoder read early, and taken apart into what was added to it.

Shapes: T target rows, D width, V vocabulary, P places of the stack, N parts, H heads, K head width, A tokens asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from model_core.effects.linear_norms import linearised
from model_core.record.effects import Component
from model_core.record.lens import StackPlace
from model_core.spec import ModelSpec
from model_core.transformer.layers import PreNorm
from model_core.transformer.model import EncoderDecoder

SUBLAYERS = {"self-attention": "attn_sublayer", "cross-attention": "cross_sublayer", "feed-forward": "ff_sublayer"}
"""What is done in a decoder layer, in order -> its sub-layer."""
_ATTENTIONS = {"self-attention": ("decoder", "self_attn"), "cross-attention": ("cross", "cross_attn")}


def places(spec: ModelSpec) -> Iterator[StackPlace]:
    """The places at which the stack is read, from the embedding on."""
    yield StackPlace("embedding")
    for layer in range(spec.decoder_layers):
        yield from (StackPlace(after, layer) for after in SUBLAYERS)


def hook_of(place: StackPlace) -> str:
    """The hook name of the residual stream at a place."""
    if place.after == "embedding":
        return "decoder.embed.input"
    return f"decoder.layers.{place.layer}.{SUBLAYERS[place.after]}.residual"


def wanted(name: str) -> bool:
    """Whether a hook point is one that is read here."""
    return name == "decoder.embed.input" or (
        name.startswith("decoder.layers.") and name.endswith((".residual", ".head_outputs", ".feed_forward.output"))
    )


@torch.inference_mode()
def early_logits(model: EncoderDecoder, kept: Mapping[str, Tensor]) -> Iterator[Tensor]:
    """(T, V) logits of each place, read through the final norm and the output layer; the last are the model's own."""
    for place in places(model.spec):
        x_TD = kept[hook_of(place)][0].to(model.device)
        yield model.unembed(model.decoder.final_norm(x_TD[None]))[0]


@torch.inference_mode()
def logit_shares(model: EncoderDecoder, kept: Mapping[str, Tensor], ids_TA: Tensor) -> tuple[list[Component], Tensor]:
    """(parts, (2 + N, T, A) float64 shares of the logits of these tokens): of the embedding, of each part, of all
    constants together. They sum to the logits."""
    device, spec = model.device, model.spec
    stream = _Stream(kept["decoder.embed.input"][0].to(device))
    for layer, module in enumerate(model.decoder.layers):
        for after, name in SUBLAYERS.items():
            added = _Added(model, kept, layer, after)
            sublayer = module.get_submodule(name)
            stream.add(added)
            if not isinstance(sublayer, PreNorm):
                stream.normed(sublayer.get_submodule("norm"))
    stream.normed(model.decoder.final_norm)
    table_VD, bias_V = model.to_logits.weight.detach().double(), model.to_logits.bias
    asked_TAD = table_VD[ids_TA.to(device)] * spec.logit_scale
    shares = torch.einsum("ntd,tad->nta", torch.stack(stream.addends), asked_TAD)
    if bias_V is not None:
        shares[-1] += bias_V.detach().double()[ids_TA.to(device)]
    return stream.parts, shares.cpu()


class _Added:
    """What one sub-layer adds to the stream: (T, D) of each part, and a constant (D,)."""

    def __init__(self, model: EncoderDecoder, kept: Mapping[str, Tensor], layer: int, after: str) -> None:
        path, device = f"decoder.layers.{layer}", model.device
        self.constant: Tensor | None = None
        if after == "feed-forward":
            self.parts = [Component("feed_forwards", "decoder", layer)]
            self.addends = [kept[f"{path}.feed_forward.output"][0].to(device).double()]
            return
        kind, name = _ATTENTIONS[after]
        z_HTK = kept[f"{path}.{name}.head_outputs"][0].to(device).double()
        out = model.get_submodule(f"{path}.{name}.to_out")
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

    def add(self, added: _Added) -> None:
        """A sub-layer's parts come in before the constants."""
        self.parts += added.parts
        self.addends[-1:-1] = added.addends
        if added.constant is not None:
            self.addends[-1] = self.addends[-1] + added.constant

    def normed(self, norm: torch.nn.Module) -> None:
        """The whole stream goes through a norm."""
        addends = torch.stack(self.addends)
        becomes, shift = linearised(norm, addends.sum(0))
        self.addends = list(becomes(addends))
        self.addends[-1] = self.addends[-1] + shift


__all__ = ["early_logits", "hook_of", "logit_shares", "places", "wanted"]
