"""The encoder–decoder of Vaswani et al. 2017: parts first, the whole last.

Shapes: B batch, S source tokens, T target rows, D width, V target vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from model_core.errors import Refused
from model_core.spec import ModelSpec
from model_core.transformer.cache import NO_CACHE, LayerCache, MemoryCache
from model_core.transformer.hooks import HookPoint
from model_core.transformer.layers import POSITION_BIASES, POSITIONS, Caches, DecoderLayer, EncoderLayer
from model_core.transformer.masks import decoder_mask, padding_mask
from model_core.transformer.norms import norm

DecodingCache = list[tuple[LayerCache, MemoryCache]]
"""Per decoder layer: the growing cache of its self-attention, the fixed one of its cross-attention."""


class Embedding(nn.Module):
    """Token vectors, scaled by √D (the paper, section 3.4), plus positions: what the first layer reads."""

    def __init__(self, spec: ModelSpec, table: nn.Embedding) -> None:
        super().__init__()
        self.table = table
        self.scale = math.sqrt(spec.d_model) if spec.scale_embedding else 1.0
        self.position = POSITIONS[spec.positions](spec)
        self.max_positions = spec.max_positions
        self.dropout = nn.Dropout(spec.dropout)
        self.tokens, self.positions, self.input = HookPoint(), HookPoint(), HookPoint()

    def forward(self, ids_BN: Tensor, start: int = 0) -> Tensor:
        """(B, N) ids at positions start, start + 1, … -> (B, N, D). Raises Refused past the last position."""
        if start + ids_BN.shape[1] > self.max_positions:
            raise Refused(
                "E-RUN-LENGTH", "{start} tokens, but this model has only {room} positions",
                start=start + ids_BN.shape[1], room=self.max_positions,
            )  # fmt: skip
        tokens_BND = self.tokens(self.table(ids_BN) * self.scale)
        positions_ND = self.positions(self.position(start, ids_BN.shape[1]))
        return self.dropout(self.input(self.combined(tokens_BND, positions_ND)))

    def combined(self, tokens_BND: Tensor, positions_ND: Tensor) -> Tensor:
        """(B, N, D) + (N, D) -> (B, N, D): token + position."""
        return tokens_BND + positions_ND


class NormedEmbedding(Embedding):
    """An embedding with a norm on the sum (as BERT and BART have it); `sum` is the hook point before the norm."""

    def __init__(self, spec: ModelSpec, table: nn.Embedding) -> None:
        super().__init__(spec, table)
        self.norm = norm(spec)
        self.sum = HookPoint()

    def combined(self, tokens_BND: Tensor, positions_ND: Tensor) -> Tensor:
        """(B, N, D) + (N, D) -> (B, N, D): norm(token + position)."""
        return self.norm(self.sum(tokens_BND + positions_ND))


EMBEDDINGS: dict[bool, Callable[[ModelSpec, nn.Embedding], Embedding]] = {False: Embedding, True: NormedEmbedding}
"""`ModelSpec.embedding_norm` -> class."""


class Projection(nn.Linear):
    """Hidden states, scaled, to logits: (h · scale) Wᵀ + b."""

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__(spec.d_model, spec.target_vocabulary, bias=spec.output_bias)
        self.scale = spec.logit_scale

    def scaled(self, hidden_BTD: Tensor) -> Tensor:
        """(…, D) -> (…, D): h · scale, the input of the matrix product."""
        return hidden_BTD * self.scale


@dataclass(frozen=True)
class StackKind:
    """What a stack is made of: its layers, and whether relative positions distinguish later keys from earlier ones."""

    layer: Callable[[ModelSpec], nn.Module]
    bidirectional: bool


STACKS = {
    "encoder": StackKind(EncoderLayer, bidirectional=True),
    "decoder": StackKind(DecoderLayer, bidirectional=False),
}


class Stack(nn.Module):
    """An embedding, N layers and, if the spec has one, a final norm.

    `mask` applies to all its self-attentions, `cross_mask` (decoder only) to its cross-attentions;
    `distances` makes the bias that is added to the scores of its self-attentions (0 without relative positions).
    """

    cross_mask: HookPoint

    def __init__(self, spec: ModelSpec, kind: str, table: nn.Embedding) -> None:
        super().__init__()
        spec = spec.for_stack(kind)
        self.mask = HookPoint()
        self.embed = EMBEDDINGS[spec.embedding_norm](spec, table)
        self.distances = POSITION_BIASES[spec.positions](spec, STACKS[kind].bidirectional)
        self.layers = nn.ModuleList(STACKS[kind].layer(spec) for _ in range(spec.layers(kind)))
        self.final_norm = norm(spec) if spec.final_norm else nn.Identity()
        self.output = HookPoint()

    def forward(self, ids_BN: Tensor, mask_BQN: Tensor, caches: Sequence[Caches], *memory: Tensor) -> Tensor:
        """(B, N) ids -> (B, Q, D) for the Q rows that are not in the caches yet.

        `memory` is the encoder's output and its mask, for layers with cross-attention.
        """
        start = caches[0][0].length  # rows before it are in the caches of self-attention
        x_BQD = self.embed(ids_BN[:, start:], start)
        bias_BHQN = self.distances(ids_BN.shape[0], x_BQD.shape[1], ids_BN.shape[1])
        for layer, cache in zip(self.layers, caches, strict=True):
            x_BQD = layer(x_BQD, mask_BQN, bias_BHQN, cache, *memory)
        return self.output(self.final_norm(x_BQD))


class EncoderDecoder(nn.Module):
    """source ids, target ids -> logits. Masks are built inside from the pad id.

    `model(source_ids, target_ids)` with (B, S) and (B, T) gives logits (B, T, V): row t is the prediction after
    reading target tokens 0 … t (teacher forcing). `encode`, `decode` and `unembed` are its parts.
    """

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        spec.checked()
        self.spec = spec
        source = nn.Embedding(spec.source_vocabulary, spec.d_model)
        target = source if spec.tied else nn.Embedding(spec.target_vocabulary, spec.d_model)
        self.encoder, self.decoder = Stack(spec, "encoder", source), Stack(spec, "decoder", target)
        self.decoder.cross_mask = HookPoint()
        self.to_logits = Projection(spec)
        self.logits = HookPoint()
        self._initialise()
        if spec.tied or spec.output_tied:
            self.to_logits.weight = target.weight

    def _initialise(self) -> None:
        """Glorot for matrices, D^-0.5 for tables (so that scaled embeddings have unit variance), 0 for biases."""
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
            elif isinstance(module, nn.Embedding):
                nn.init.normal_(module.weight, std=self.spec.d_model**-0.5)

    def encode(self, source_BS: Tensor) -> Tensor:
        """(B, S) ids -> memory (B, S, D)."""
        mask_BSS = self.encoder.mask(padding_mask(source_BS, self.spec.pad_id, source_BS.shape[1]))
        return self.encoder(source_BS, mask_BSS, [(NO_CACHE, NO_CACHE)] * self.spec.encoder_layers)

    def decode(
        self, read_BT: Tensor, memory_BSD: Tensor, source_BS: Tensor, cache: DecodingCache | None = None
    ) -> Tensor:
        """All target ids read so far (B, T), memory and source ids -> hidden states of the new rows (B, T', D).

        Without a cache, all T rows are computed; with one, only the new ones.
        """
        caches: Sequence[Caches] = cache or [(NO_CACHE, NO_CACHE)] * self.spec.decoder_layers
        rows = read_BT.shape[1] - caches[0][0].length
        mask_BTT = self.decoder.mask(decoder_mask(read_BT, self.spec.pad_id, rows))
        cross_BTS = self.decoder.cross_mask(padding_mask(source_BS, self.spec.pad_id, rows))
        return self.decoder(read_BT, mask_BTT, caches, memory_BSD, cross_BTS)

    def unembed(self, hidden_BTD: Tensor) -> Tensor:
        """(B, T, D) -> logits (B, T, V)."""
        return self.logits(self.to_logits(self.to_logits.scaled(hidden_BTD)))

    def forward(self, source_BS: Tensor, target_BT: Tensor) -> Tensor:
        """Teacher forcing: logits (B, T, V) of the token after each target token read."""
        memory_BSD = self.encode(source_BS)
        return self.unembed(self.decode(target_BT, memory_BSD, source_BS))

    def new_cache(self, capacity: int) -> DecodingCache:
        """Empty key/value caches for decoding up to `capacity` target tokens."""
        return [(LayerCache(capacity), MemoryCache()) for _ in self.decoder.layers]

    @property
    def device(self) -> torch.device:
        return self.to_logits.weight.device

    def parameter_count(self) -> int:
        """Number of trainable parameters, shared tables counted once."""
        return sum(p.numel() for p in self.parameters())


def build(spec: ModelSpec, seed: int | None = None) -> EncoderDecoder:
    """A freshly initialised model in evaluation mode; the same seed gives the same weights."""
    with torch.random.fork_rng(devices=[], enabled=seed is not None):
        if seed is not None:
            torch.manual_seed(seed)
        return EncoderDecoder(spec).eval()
