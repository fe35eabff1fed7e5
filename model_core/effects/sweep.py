"""Variants of one forced text in batches, and how each changes the log-probabilities of the written tokens.

change[p, t] = log softmax(logits of row t without p)[y_t] − log softmax(logits of row t)[y_t], both from one batch,
from the model's float32 logits, subtracted in float64. Shapes: B rows of a batch (row 0 is the unchanged model), S
source tokens, T target rows, D width, V vocabulary, P variants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import torch
from torch import Tensor

from model_core.decoding.fast_attention import fast_recording
from model_core.effects.patches import Donations, patch_listeners
from model_core.effects.switches import Means, PassState, ablation_listeners, chained, last_tokens
from model_core.record.derived_maps import ATTENTION
from model_core.record.edits import Edits, HeadPlace, Patch, TokenPlace
from model_core.record.effects import Component
from model_core.transformer.cache import NO_CACHE
from model_core.transformer.hooks import Listener, hook_points
from model_core.transformer.masks import decoder_mask, padding_mask
from model_core.transformer.model import EncoderDecoder, Stack

Variant = tuple[Component | Patch, ...]
"""Parts that are switched off, or activations that are patched in from another text, all at once."""

EditListeners = Callable[[Edits, Sequence[int], Tensor], Mapping[str, Listener]]
"""(edits, rows of the batch, their source) -> listeners; each row counts as a sentence of its own in the edits."""

TOKENS, ROWS = 224, 13
"""A batch has this many tokens on its longer side, or rows, whichever is fewer: they fit the processor's cache."""
LOGITS = 500_000
"""Logits computed at once; `stop` is called in between."""
NEVER = 1 << 30


class Interrupted(Exception):
    """`stop` returned True: something more urgent is waiting. The current batch is lost, earlier ones are kept."""


@dataclass(frozen=True)
class ForcedText:
    """One sentence of a run, with the run's padding.

    source_1S, read_1T  ids that the encoder and the decoder read
    written             ids that the decoder writes, without padding
    sentence            its number in the run, to which edits refer
    """

    source_1S: Tensor
    read_1T: Tensor
    written: Sequence[int]
    sentence: int = 0


class Sweep:
    """Runs variants of a text under the edits of its run.

    `stop` is called several times in every layer; if it returns True, the current pass raises Interrupted.
    """

    def __init__(
        self,
        model: EncoderDecoder,
        text: ForcedText,
        edits: Edits,
        listeners: EditListeners,
        replacement: str = "zero",
        means: Means | None = None,
        stop: Callable[[], bool] = lambda: False,
        donations: Donations | None = None,
    ) -> None:
        self.donations = donations or {}
        self.model, self.text, self.edits, self.listeners = model, text, edits, listeners
        self.replacement, self.means, self.stop = replacement, means, stop
        self.source_1S, self.read_1T = text.source_1S.to(model.device), text.read_1T.to(model.device)
        self.written_T = torch.tensor(list(text.written), device=model.device)
        self._memory_1SD: Tensor | None = None  # of the model as it is
        self.checks = {name: self._check_stop for name in hook_points(model) if name.endswith("sublayer.residual")}

    def batches(self, variants: Sequence[Variant]) -> Iterator[list[int]]:
        """Indices of the variants of each batch; those that change only the decoder come first and share one
        encoding."""
        longest = max(self.source_1S.shape[1], self.read_1T.shape[1])
        rows = max(1, min(ROWS, TOKENS // longest) - 1)
        for group in (0, 1, 2):
            chosen = [place for place, one in enumerate(variants) if self._group(one) == group]
            chosen.sort(key=lambda place: self._first_layers(variants[place]))
            for begin in range(0, len(chosen), rows):
                yield chosen[begin : begin + rows]

    @staticmethod
    def _group(variant: Variant) -> int:
        """0 where only the decoder is changed, 1 where the encoder is too, 2 where source tokens are hidden."""
        if any(part.group == "source" for part in _parts(variant)):
            return 2
        return int(any(part.kind == "encoder" for part in variant))

    @staticmethod
    def _first_layers(variant: Variant) -> tuple[int, int]:
        """First layers of the encoder and of the decoder that the variant changes; NEVER for none."""
        encoder = min((one.layer for one in variant if one.kind == "encoder"), default=NEVER)
        decoder = min((one.layer for one in variant if one.kind != "encoder"), default=NEVER)
        return encoder, 0 if encoder != NEVER else decoder

    @torch.inference_mode()
    def changes(self, variants: Sequence[Variant]) -> tuple[np.ndarray, np.ndarray]:
        """((T,) log-probabilities of the unchanged model, (P, T) how each variant changes them), float64.

        The variants have to be those of one of the `batches`. Raises Interrupted.
        """
        with self._hidden_states(variants) as hidden_BTD:
            log_p_BT = self._log_p(hidden_BTD)
        return log_p_BT[0], log_p_BT[1:] - log_p_BT[0]

    @torch.inference_mode()
    def differences(self, variants: Sequence[Variant], row: int, tokens: tuple[int, int]) -> np.ndarray:
        """(1 + P,) float64: log p(first token) − log p(second token) in a target row, unchanged and in each variant.
        Raises Interrupted."""
        with self._hidden_states(variants) as hidden_BTD:
            logits_BV = self.model.unembed(hidden_BTD[:, row])
        return (logits_BV[:, tokens[0]].double() - logits_BV[:, tokens[1]].double()).cpu().numpy()

    @contextmanager
    def _hidden_states(self, variants: Sequence[Variant]) -> Iterator[Tensor]:
        """(1 + P, T, D) hidden states of the unchanged model and of each variant."""
        apart = bool(self.edits.overrides or self.edits.patches) or any(self._group(one) == 2 for one in variants)
        rows = range(len(variants) + 1) if apart else range(1)  # one mask is that of every row
        own, last, outputs = self._listeners(variants, rows)
        parts = [(), *(_parts(variant) for variant in variants)]
        last_1 = last_tokens(self.source_1S, self.model.spec.pad_id)
        off = ablation_listeners(parts, self.replacement, self.means, self.read_1T.shape[1], last_1)
        patches = [([row], one) for row, variant in enumerate(variants, 1) for one in variant if isinstance(one, Patch)]
        taken = patch_listeners(patches, self.donations, PassState())
        firsts = [(NEVER, NEVER), *([(-1, -1)] * len(variants) if apart else map(self._first_layers, variants))]
        encodes = any(encoder != NEVER for encoder, _ in firsts)
        if not encodes:
            self._encode_once()
        with fast_recording(self.model, lambda name: False, chained(own, off, last, taken, outputs, self.checks)):
            memory_BSD = self._encoded(rows, firsts) if encodes else self._memory_1SD
            assert memory_BSD is not None
            yield self._decoded(rows, firsts, memory_BSD)

    # -- the model, row 0 alone until other rows differ from it -----------------------------------------------------
    def _encode_once(self) -> None:
        """Compute the encoding that all variants of the decoder share."""
        if self._memory_1SD is None:
            with fast_recording(self.model, lambda name: False, chained(self.own_listeners(range(1)), self.checks)):
                self._memory_1SD = self.model.encode(self.source_1S)

    def _encoded(self, rows: range, firsts: Sequence[tuple[int, int]]) -> Tensor:
        """(B, S, D) encoder output of each row."""
        spec, source_BS = self.model.spec, self.source_1S.expand(len(rows), -1)
        mask_BSS = self.model.encoder.mask(padding_mask(source_BS, spec.pad_id, source_BS.shape[1]))
        return self._run_stack(self.model.encoder, self.source_1S, mask_BSS, [encoder for encoder, _ in firsts])

    def _decoded(self, rows: range, firsts: Sequence[tuple[int, int]], memory_BSD: Tensor) -> Tensor:
        """(B, T, D) hidden states, as `EncoderDecoder.decode`."""
        spec, read_BT = self.model.spec, self.read_1T.expand(len(rows), -1)
        mask_BTT = self.model.decoder.mask(decoder_mask(read_BT, spec.pad_id))
        cross_BTS = padding_mask(self.source_1S.expand(len(rows), -1), spec.pad_id, read_BT.shape[1])
        cross_BTS = self.model.decoder.cross_mask(cross_BTS)
        starts = [decoder for _, decoder in firsts]
        return self._run_stack(self.model.decoder, self.read_1T, mask_BTT, starts, memory_BSD, cross_BTS)

    def _run_stack(
        self, stack: Stack, ids_1N: Tensor, mask_BNN: Tensor, firsts: Sequence[int], *memory: Tensor
    ) -> Tensor:
        """(B, N, D), as `Stack.forward`; a row is copied from row 0 at its first changed layer."""
        x_BND = stack.embed(ids_1N.expand(sum(first < 0 for first in firsts) + 1, -1), 0)
        bias_1HNN = stack.distances(1, ids_1N.shape[1], ids_1N.shape[1])
        for layer, module in enumerate(stack.layers):
            x_BND = _with_copies(x_BND, sum(first <= layer for first in firsts) + 1)
            x_BND = module(x_BND, mask_BNN, bias_1HNN, (NO_CACHE, NO_CACHE), *memory)
        return stack.output(stack.final_norm(_with_copies(x_BND, len(firsts))))

    def _log_p(self, hidden_BTD: Tensor) -> np.ndarray:
        """(B, T) float64 log-probabilities of what was written, by the model's own log-softmax."""
        hidden_BTD = hidden_BTD[:, : len(self.written_T)]
        hidden_ND = hidden_BTD.flatten(0, 1)
        written_N1 = self.written_T.repeat(hidden_BTD.shape[0]).unsqueeze(1)
        step = max(1, LOGITS // self.model.spec.target_vocabulary)
        found_N1 = hidden_ND.new_empty(len(hidden_ND), 1)  # of many small ones between large ones much memory is lost
        parts = (one.split(step) for one in (hidden_ND, written_N1, found_N1))
        for some_ND, ids_N1, here_N1 in zip(*parts, strict=True):
            self._check_stop(some_ND)
            torch.gather(self.model.unembed(some_ND).log_softmax(-1), 1, ids_N1, out=here_N1)
        return found_N1.view(hidden_BTD.shape[:2]).cpu().double().numpy()

    # -- listeners --------------------------------------------------------------------------------------------------
    def own_listeners(self, rows: range) -> dict[str, Listener]:
        """The listeners of the run's edits, every row of the batch being this sentence."""
        return chained(*self._listeners((), rows))

    def _listeners(self, variants: Sequence[Variant], rows: range) -> list[Mapping[str, Listener]]:
        """The listeners of the run's edits in the order of a run: those to call before those of the variants; weights
        and activations that are set, which come after parts that are switched off and before activations that are
        patched in; and those of the outputs that replace the sums of residual connections that are cut, which come
        after everything that changes an output."""
        edits = self._edits(variants, rows)
        cut = self.listeners(Edits(residuals_cut=edits.residuals_cut), rows, self.source_1S)
        outputs = {name: listener for name, listener in cut.items() if name.endswith(".output")}
        sums = {name: listener for name, listener in cut.items() if name not in outputs}
        last = Edits(overrides=edits.overrides, patches=edits.patches)
        first = replace(edits, overrides=(), patches=(), residuals_cut=())
        silent = self._replaced_off(variants)
        lifted = {head for heads in silent.values() for head in heads}
        first = replace(first, heads_off=tuple(one for one in first.heads_off if one not in lifted))
        first_own, set_own = (self.listeners(one, rows, self.source_1S) for one in (first, last))
        off = {name: partial(_off_elsewhere, heads) for name, heads in silent.items()}
        return [chained(sums, first_own, off), set_own, outputs]

    def _replaced_off(self, variants: Sequence[Variant]) -> dict[str, dict[HeadPlace, list[int]]]:
        """Hook name -> head that the run switches off -> the rows that replace it, and where it is on again."""
        found: dict[str, dict[HeadPlace, list[int]]] = {}
        for row, variant in enumerate(variants, 1):
            for part in _parts(variant) if self.replacement != "zero" else ():
                if part.group == "heads" and part.head in self.edits.heads_off:
                    name = f"{ATTENTION[part.kind].format(layer=part.layer)}.head_outputs"
                    found.setdefault(name, {}).setdefault(part.head, []).append(row)
        return found

    def _edits(self, variants: Sequence[Variant], rows: range) -> Edits:
        """The run's edits of this sentence for each row of the batch, with the source tokens that each row hides."""
        masks, own = self.edits.masks, self.text.sentence
        cells = tuple(replace(one, sentence=row) for row in rows for one in masks.cells if one.sentence == own)
        hidden = tuple(TokenPlace(one.place, row) for row in rows for one in masks.hidden if one.sentence == own)
        more = [
            TokenPlace(one.index, row)
            for row, variant in enumerate(variants, 1) for one in _parts(variant) if one.group == "source"
        ]  # fmt: skip
        masks = replace(masks, cells=cells, hidden=(*hidden, *more))
        overrides = tuple(replace(one, sentence=row) for row in rows for one in self.edits.overrides
                          if one.sentence == own)  # fmt: skip
        patches = tuple(replace(one, sentence=row) for row in rows for one in self.edits.patches if one.sentence == own)
        return replace(self.edits, masks=masks, swaps=(), overrides=overrides, patches=patches)

    def _check_stop(self, value: Tensor) -> None:
        if self.stop():
            raise Interrupted


def _off_elsewhere(heads: Mapping[HeadPlace, Sequence[int]], z_BHQK: Tensor) -> Tensor:
    """The outputs of heads, set to 0 in all rows of the batch but these."""
    z_BHQK = z_BHQK.clone()
    for one, rows in heads.items():
        z_BHQK[[row for row in range(len(z_BHQK)) if row not in rows], one.head] = 0.0
    return z_BHQK


def _parts(variant: Variant) -> list[Component]:
    """The parts of a variant that are switched off."""
    return [one for one in variant if isinstance(one, Component)]


def _with_copies(x_BND: Tensor, rows: int) -> Tensor:
    """The rows followed by copies of the first, `rows` in all."""
    more = rows - x_BND.shape[0]
    return torch.cat([x_BND, x_BND[:1].expand(more, -1, -1)]) if more else x_BND
