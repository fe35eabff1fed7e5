"""A run's edits as listeners at hook points, the same in the recorded pass and in decoding step by step.

Masks, positions and parts (`part_edits.py`) are changed where they are activations, so that the model itself has no
code for edits and no cost. Shapes: B sentences, Q queries, M memory (keys), H heads, N tokens, P positions, D width.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import numpy as np
import torch
from torch import Tensor

from model_core.effects.switches import PassState, chained
from model_core.engine.part_edits import ineffective_part_edits, part_listeners
from model_core.engine.position_edits import edited_table
from model_core.errors import Message
from model_core.io.strided import as_rule
from model_core.record.edits import CellEdit, Edits, MaskEdits, PositionEdits, TokenPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ATTENTION, FUTURE, PADDING, USER, VISIBLE
from model_core.spec import KINDS, ModelSpec
from model_core.transformer.hooks import Listener
from model_core.transformer.masks import MASKS, causal_mask
from model_core.transformer.model import EncoderDecoder


def listeners(
    model: EncoderDecoder, edits: Edits, sentences: Sequence[int], source_BS: Tensor | None = None
) -> dict[str, Listener]:
    """hook name -> listener, for `recording`; empty where nothing is edited.

    `sentences` gives the sentence of the run in each row of the batch: cells belong to sentences. `source_BS` (or one
    row for all) is what the encoder reads; without it no source is padded. Edits outside the model or of the pass at
    hand do nothing. In decoding with the key/value cache the new rows are the last ones of the
    text; the decoder's mask has their number.
    """
    if not edits:
        return {}
    state = PassState()
    found: dict[str, Listener] = {"decoder.mask": partial(state.observe, "decoder")}
    if edits.masks != MaskEdits():
        for kind in KINDS:
            found |= _mask_listeners(model.spec, kind, edits.masks, sentences, state)
    for stack, table_PD in position_tables(model, edits.positions).items():
        found[f"{stack}.embed.positions"] = partial(_rows_of, table_PD, state if stack == "decoder" else PassState())
    return chained(found, part_listeners(model, edits, sentences, source_BS))


# ---------------------------------------------------------------- masks


def _mask_listeners(
    spec: ModelSpec, kind: str, masks: MaskEdits, sentences: Sequence[int], state: PassState
) -> dict[str, Listener]:
    """The listeners of one kind of attention: at its mask, and where needed at its scores or weights."""
    mask = _Mask(kind, masks, sentences, state)
    found: dict[str, Listener] = {MASKS[kind]: mask}
    for layer in range(spec.layers(kind)):
        path = ATTENTION[kind].format(layer=layer)
        if masks.value is not None:
            found[f"{path}.masked_scores"] = partial(_scored, masks.value, spec.for_stack(kind).masked_score)
        elif (mask.cells or mask.hidden) and math.isinf(spec.masked_score):
            found[f"{path}.weights"] = mask.zero_empty_rows
    return found


class _Mask:
    """Changes the mask of one kind: whole rules first, then the cells set by hand."""

    def __init__(self, kind: str, masks: MaskEdits, sentences: Sequence[int], state: PassState) -> None:
        self.kind, self.masks, self.sentences, self.state = kind, masks, sentences, state
        own = [cell for cell in masks.cells if cell.kind == kind]
        self.cells = {sentence: _cells(own, sentence) for sentence in {cell.sentence for cell in own}}
        self.hidden = masks.hidden if kind != "decoder" else ()
        self.empty_BQ = torch.zeros(0, 0, dtype=torch.bool)

    def __call__(self, mask_BQM: Tensor) -> Tensor:
        """(B, Q, M) bool, True = may attend."""
        if self.kind == "decoder":
            self.state.observe("decoder", mask_BQM)
        mask_BQM = self._with_cells(self._without_rules(mask_BQM))
        self.empty_BQ = ~mask_BQM.any(-1)
        return mask_BQM

    def _without_rules(self, mask_BQM: Tensor) -> Tensor:
        """The mask without the rules that are switched off. The row of the last query shows which keys hold a token."""
        _, queries, keys = mask_BQM.shape
        if not self.masks.padding:
            mask_BQM = torch.ones_like(mask_BQM)
            if self.kind == "decoder" and self.masks.future:
                mask_BQM = mask_BQM & causal_mask(queries, keys, mask_BQM.device)
        elif self.kind == "decoder" and not self.masks.future:
            mask_BQM = mask_BQM[:, -1:].expand(-1, queries, -1)
        return mask_BQM

    def _with_cells(self, mask_BQM: Tensor) -> Tensor:
        """The mask without hidden tokens, and with the cells that were set by hand."""
        if not self.cells and not self.hidden:
            return mask_BQM
        mask_BQM = mask_BQM.clone()
        mask_BQM.transpose(1, 2)[hidden_keys(self.hidden, self.sentences, mask_BQM.shape).to(mask_BQM.device)] = False
        first = 0 if self.kind == "encoder" else self.state.first
        for row_QM, sentence in zip(mask_BQM, self.sentences, strict=False):
            if sentence in self.cells:
                queries, keys, allowed = self.cells[sentence]
                here = (queries >= first) & (queries < first + row_QM.shape[0]) & (keys < row_QM.shape[1])
                row_QM[queries[here] - first, keys[here]] = allowed[here].to(row_QM.device)
        return mask_BQM

    def zero_empty_rows(self, weights_BHQM: Tensor) -> Tensor | None:
        """Weights 0 for a query that may read nothing: the softmax of a row of −∞ is NaN."""
        if not bool(self.empty_BQ.any()):
            return None
        return weights_BHQM.masked_fill(self.empty_BQ[:, None, :, None], 0.0)


def hidden_keys(hidden: Sequence[TokenPlace], sentences: Sequence[int], shape: Sequence[int]) -> Tensor:
    """(B, M) bool: True for keys that hold a hidden token; `shape` is (B, Q, M), that of the mask."""
    keys_BM = torch.zeros(shape[0], shape[2], dtype=torch.bool)
    for row, sentence in zip(keys_BM, sentences, strict=False):
        row[[one.place for one in hidden if one.sentence == sentence and one.place < shape[2]]] = True
    return keys_BM


def _cells(cells: Sequence[CellEdit], sentence: int) -> tuple[Tensor, Tensor, Tensor]:
    """(queries, keys, allowed) of the cells of one sentence; the later of two edits of one cell counts."""
    last = {(cell.query, cell.key): cell.allowed for cell in cells if cell.sentence == sentence}
    queries, keys = (torch.tensor(side, dtype=torch.int64) for side in zip(*last, strict=True))
    return queries, keys, torch.tensor(list(last.values()))


def _scored(value: float, own: float, masked_BHQM: Tensor) -> Tensor:
    """Scores with this value instead of the model's own for masked cells (usually −∞)."""
    return masked_BHQM.masked_fill(masked_BHQM == own, value)


# ---------------------------------------------------------------- positions


def position_tables(model: EncoderDecoder, edits: PositionEdits) -> dict[str, Tensor]:
    """stack ("encoder", "decoder") -> the table (P, D) in force there, of those stacks whose positions are changed."""
    stacks, places = edits.changed_stacks, model.spec.max_positions
    own = {stack: getattr(model, stack).embed.position(0, places).detach().cpu().numpy() for stack in stacks}
    return {stack: torch.from_numpy(edited_table(table_PD, edits)) for stack, table_PD in own.items()}


def _rows_of(table_PD: Tensor, state: PassState, positions_ND: Tensor) -> Tensor:
    """The rows of another table in place of these position vectors."""
    return table_PD[state.first : state.first + positions_ND.shape[0]].to(positions_ND.device)


# ---------------------------------------------------------------- mask reasons and notices

ROWS = 256
"""Rows of a mask whose reasons are worked out together: a long text has one of 4 MB."""


def mask_reasons(arrays: Mapping[str, np.ndarray], masks: MaskEdits) -> dict[str, np.ndarray]:
    """kind -> (B, Q, M) uint8 reason of each cell, of each kind whose mask was recorded; USER for edits. As little
    memory as the rule of the mask needs: see `as_rule`."""
    codes = {}
    for kind, name in MASKS.items():
        if name in arrays:
            mask_BQM = torch.from_numpy(arrays[name])
            codes_BQM = reason_codes(mask_BQM, causal=kind == "decoder" and masks.future).numpy()
            _mark_forbidden(codes_BQM, kind, masks)
            codes[kind] = as_rule(codes_BQM)
    return codes


def _mark_forbidden(codes_BQM: np.ndarray, kind: str, masks: MaskEdits) -> None:
    """Write USER into every cell that an edit masks, by itself or with its token."""
    if masks.hidden and kind != "decoder":
        keys_BM = hidden_keys(masks.hidden, range(len(codes_BQM)), codes_BQM.shape).numpy()
        codes_BQM[keys_BM[:, None] & (codes_BQM != VISIBLE)] = USER
    last = {(c.sentence, c.query, c.key): c.allowed for c in masks.cells if c.kind == kind}
    for cell, allowed in last.items():
        if not allowed and _inside(cell, codes_BQM.shape):
            codes_BQM[cell] = USER


def edit_notices(
    run: RunSpec, spec: ModelSpec, codes: Mapping[str, np.ndarray], lengths: Sequence[int]
) -> Iterator[str]:
    """Notices about the masks and edits of a finished run: effects that are not obvious.

    codes    kind -> (B, Q, M) reasons of its mask
    lengths  tokens of each source sentence, the end of sentence not counted
    """
    masks, shapes = run.edits.masks, {kind: one.shape for kind, one in codes.items()}
    if lost := ineffective_edits(run.edits, spec, shapes, lengths):
        one, more = ("1 edit is outside this text or model and has no effect here.",
                     "{count:,} edits are outside this text or model and have no effect here.")  # fmt: skip
        yield Message(one if lost == 1 else more, count=lost)
    overridden = ((one.kind, (one.sentence, one.query, one.key)) for one in run.edits.overrides)
    closed = sum(_inside(cell, shapes[kind]) and codes[kind][cell] != VISIBLE for kind, cell in overridden)
    if closed:
        one, more = ("1 overridden weight belongs to a masked cell and stays unchanged.",
                     "{count:,} overridden weights belong to masked cells and stay unchanged.")  # fmt: skip
        yield Message(one if closed == 1 else more, count=closed)
    by_hand = masks.cells or masks.hidden
    empty = sum(int((codes_BQM != VISIBLE).all(-1).sum()) for codes_BQM in codes.values()) if by_hand else 0
    if empty:
        even = Message("all keys have the same score and the same weight")
        wholly = masks.value is None and math.isinf(spec.masked_score)
        what = Message("all weights in its row are 0") if wholly else even
        one, more = (
            "1 query is not allowed to read anything: {what}.",
            "{count:,} queries are not allowed to read anything: {what}.",
        )
        yield Message(one if empty == 1 else more, count=empty, what=what)
    if not masks.future and run.target is None:
        yield Message(
            "Reading later tokens is allowed, but while the model writes there are none. Type the target to see "
            "them leak."
        )
    if not masks.padding and min(lengths) == max(lengths):
        yield Message("Reading padding is allowed, but there is none: all sentences have the same length.")
    if spec.leaks:
        score = max(spec.for_stack(kind).masked_score for kind in KINDS)
        yield Message(
            "Masked scores of this model are {score}: later tokens and padding may get weight, and every row may "
            "depend on them.",
            score=f"{score:.3g}".replace("-", "−", 1),
        )


def ineffective_edits(
    edits: Edits, spec: ModelSpec, shapes: Mapping[str, tuple[int, ...]], lengths: Sequence[int]
) -> int:
    """How many edits are outside the model or the text and have no effect; `shapes`: kind -> (B, Q, M) of its mask."""
    lost = (not _inside((c.sentence, c.query, c.key), shapes[c.kind]) for c in edits.masks.cells)
    hidden = (not _inside((h.sentence, h.place), (len(lengths), shapes["encoder"][2])) for h in edits.masks.hidden)
    parts = ineffective_part_edits(edits, spec)
    cells = (not _inside((o.sentence, o.query, o.key), shapes[o.kind]) for o in edits.overrides)
    swaps = (not swappable(s.sentence, s.place, s.id, spec, lengths) for s in edits.swaps)
    return sum(chain(lost, hidden, cells, swaps)) + parts


def swappable(sentence: int, place: int, token: int, spec: ModelSpec, lengths: Sequence[int]) -> bool:
    """Whether there is a token at this place that this id can replace; padding is not a token."""
    inside = sentence < len(lengths) and place < lengths[sentence]
    return inside and token < spec.source_vocabulary and token != spec.pad_id


def _inside(place: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    return all(one < size for one, size in zip(place, shape, strict=True))


def reason_codes(mask_BQM: Tensor, causal: bool) -> Tensor:
    """(B, Q, M) uint8 reason of each cell: VISIBLE; of masked ones FUTURE where the key comes later, else PADDING."""
    _, queries, keys = mask_BQM.shape
    codes = mask_BQM.new_full(mask_BQM.shape, VISIBLE, dtype=torch.uint8)
    for first in range(0, queries, ROWS):
        mask_BRM = mask_BQM[:, first : first + ROWS]
        some = codes[:, first : first + ROWS].masked_fill_(~mask_BRM, PADDING)
        if causal:
            some.masked_fill_(~mask_BRM & ~torch.ones_like(mask_BRM).tril(keys - queries + first), FUTURE)
    return codes
