"""What a user changes inside a run: masks, positions, heads, feed-forwards, single weights, source tokens, activations
of another text. Frozen values; no torch.

A RunSpec holds one `Edits`; `model_core.engine.interventions` turns it into hook listeners, in recorded
passes and in decoding steps alike. Layers, heads, queries, keys and places count from 0.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import Annotated

from model_core.errors import Refused
from model_core.io.resources import survey_name
from model_core.schema import Choice, Codes, Length, Range, Short, check, describe, ranges
from model_core.spec import KINDS, LEAKING

TABLES = ("model", "interleaved", "halves", "random", "none")
"""Where position vectors come from: the model's own table, sinusoids with sine and cosine in alternate units (Vaswani
et al. 2017, section 3.5) or in two halves (as tensor2tensor and Marian have them), untrained learned ones, zeros."""
ORDERS = ("kept", "shuffled", "reversed")
"""Which position gets which row of the table."""
STACKS = ("both", "encoder", "decoder")

REPLACEMENTS = ("zero", "uniform", "itself", "previous", "first", "mean")
"""What a switched-off head gives instead: nothing (its output is 0), or the values by another pattern: the mean of all
keys that it may read, the key at the query's own place, the one before, the first one, or as the head reads on average
in a survey. In cross-attention "itself" and "previous" go by place: source token t for row t, the last where the source
is shorter. Feed-forwards and source tokens know "zero" only."""
PATTERNS = REPLACEMENTS[1:]
"""The patterns that a head can read instead of its own; with "zero" it is off."""
PATCHED = ("embedding", "self-attention", "cross-attention", "feed-forward", "head", "feed-forward output")
"""Activations that can be taken from another text: the residual stream after each of the first four, or the output of a
part."""

Place = Annotated[int, Range(0)]
TokenId = Annotated[int, Range(0, 2**31 - 1)]
Kind = Annotated[str, Choice(KINDS)]


@dataclass(frozen=True)
class CellEdit:
    """One cell of a mask set by hand: this query may (`allowed`) or may not read this key, in every layer and head."""

    kind: Kind
    query: Place
    key: Place
    allowed: bool
    sentence: Place = 0


@dataclass(frozen=True)
class TokenPlace:
    """One token of a source sentence."""

    place: Place
    sentence: Place = 0


@dataclass(frozen=True, repr=False)
class MaskEdits(Short):
    """Masks that differ from the model's own."""

    cells: Annotated[tuple[CellEdit, ...], Length(0, 4096), "cells set by hand; they win over everything else"] = ()
    future: Annotated[bool, "false: the decoder's self-attention may read later tokens"] = True
    padding: Annotated[bool, "false: padding may be read, in all three attentions"] = True
    value: Annotated[
        float | None, Range(-1e30, 0.0),
        "the scaled score of a masked cell: None = −∞ (its weight is exactly 0), or a number such as -1e9 (weight 0"
        " by rounding) or -1e-20 (hides nothing)",
    ] = None  # fmt: skip
    hidden: Annotated[tuple[TokenPlace, ...], Length(0, 512), "source tokens that no attention may read"] = ()

    def reads_later(self, masked_score: float) -> bool:
        """Whether a row of a whole pass reads tokens that are not written yet at its own decoding step; `masked_score`
        is what the model itself puts in masked cells. A row whose every cell is masked by a number reads all evenly."""
        own = [cell for cell in self.cells if cell.kind == "decoder"]
        if not self.future or any(cell.allowed and cell.key > cell.query for cell in own):
            return True
        score = masked_score if self.value is None else self.value
        closed = {(cell.sentence, cell.query, cell.key) for cell in own if not cell.allowed and cell.key <= cell.query}
        rows = Counter(place[:2] for place in closed)
        return score > LEAKING or (score > -math.inf and any(count > row for (_, row), count in rows.items()))


@dataclass(frozen=True, repr=False)
class PositionEdits(Short):
    """Position vectors that differ from the model's own."""

    table: Annotated[str, Choice(TABLES), "where the vectors come from"] = "model"
    base: Annotated[float, Range(math.nextafter(1.0, 2.0), 1e9), "of the sinusoids"] = 10_000.0
    order: Annotated[str, Choice(ORDERS), "which position gets which row of the table"] = "kept"
    shift: Annotated[int, Range(-1_000_000, 1_000_000), "then every position reads the row this much further on"] = 0
    stacks: Annotated[str, Choice(STACKS), "whose positions are changed"] = "both"
    seed: Annotated[int, Range(0, 2**31 - 1), "seed of the shuffle and of the random table"] = 1

    @property
    def changed_stacks(self) -> tuple[str, ...]:
        """The stacks whose positions are changed; none where everything else is as the model has it."""
        if self == PositionEdits(stacks=self.stacks):
            return ()
        return ("encoder", "decoder") if self.stacks == "both" else (self.stacks,)


@dataclass(frozen=True)
class HeadPlace:
    """One head of one layer of one attention."""

    kind: Kind
    layer: Place
    head: Place


@dataclass(frozen=True)
class HeadPattern:
    """One head that reads by another pattern than its own; masked cells are left out, and rows sum to 1.

    survey  of "mean" the folder of the survey whose average it is, or the name of a bundled one
    rows    of "mean" how many target rows the average is stretched to, 0 = as many as the source has tokens: how many
            the model will write is not known
    """

    kind: Kind
    layer: Place
    head: Place
    pattern: Annotated[str, Choice(PATTERNS), "what it reads instead"]
    survey: Annotated[str, Length(0, 4096)] = ""
    rows: Annotated[int, Range(0, 100_000)] = 0

    @property
    def place(self) -> HeadPlace:
        return HeadPlace(self.kind, self.layer, self.head)


@dataclass(frozen=True)
class FeedForwardPlace:
    stack: Annotated[str, Choice(("encoder", "decoder"))]
    layer: Place


SUBLAYERS = ("self-attention", "cross-attention", "feed-forward")
"""The sub-layers of a layer; an encoder layer has no cross-attention."""


@dataclass(frozen=True)
class SublayerPlace:
    """One sub-layer of one layer."""

    stack: Annotated[str, Choice(("encoder", "decoder"))]
    layer: Place
    part: Annotated[str, Choice(SUBLAYERS)]


@dataclass(frozen=True)
class WeightOverride:
    """One weight of one head set by hand. The other weights of its row keep their proportions and share what is left,
    so that the row still sums to 1.

    Several in one row count together; where they sum to more than 1 they are scaled to 1 and the others are 0. Where
    all others are 0 they share what is left evenly; where there are no others the set ones are scaled to 1, and a row
    of nothing but zeros stays as it is. Masked cells stay as they are, and a row that is not written yet waits.
    """

    kind: Kind
    layer: Place
    head: Place
    query: Place
    key: Place
    weight: Annotated[float, Range(0.0, 1.0)]
    sentence: Place = 0


@dataclass(frozen=True)
class Donor:
    """The other text of activation patching; its activations are those of the model without edits.

    line     what it is called
    source   ids that the encoder reads, the end of sentence last
    written  ids that the decoder writes, its end included
    start    id that the decoder reads first; None = the model's own start
    """

    line: Annotated[str, Length(0, 20_000)]
    source: Annotated[tuple[TokenId, ...], Length(1, 1024)]
    written: Annotated[tuple[TokenId, ...], Length(0, 1024)] = ()
    start: TokenId | None = None

    def read(self, bos_id: int) -> list[int]:
        """The ids that the decoder of a model with this start reads."""
        return [bos_id if self.start is None else self.start, *self.written[:-1]]


@dataclass(frozen=True)
class Patch:
    """One activation replaced by that of another text at the same place (activation patching).

    what    one of PATCHED: the residual stream after a sub-layer (or the embedding), what a head gives before the
            output projection, or what a feed-forward adds
    kind    of a head its attention; otherwise the stack, "encoder" or "decoder"
    layer   −1 of the embedding
    place   source token (encoder) or target row; None = every place that both texts have
    """

    what: Annotated[str, Choice(PATCHED)]
    kind: Kind
    layer: Annotated[int, Range(-1, 10_000)]
    place: Annotated[int | None, Range(0)]
    donor: Donor
    head: Place = 0
    sentence: Place = 0

    @property
    def possible(self) -> bool:
        """Whether some model has such an activation."""
        if self.what == "head":
            return self.layer >= 0
        decoder_only = self.what == "cross-attention"
        return self.kind == "decoder" or (self.kind == "encoder" and not decoder_only)


@dataclass(frozen=True)
class Swap:
    """A source token replaced by another one: `id` is a row of the source vocabulary."""

    place: Place
    id: Place
    sentence: Place = 0


@dataclass(frozen=True, repr=False)
class Edits(Short):
    """Everything that a run changes in the model; equal to `Edits()` if nothing is changed."""

    masks: MaskEdits = MaskEdits()
    positions: PositionEdits = PositionEdits()
    heads_off: Annotated[
        tuple[HeadPlace, ...], Length(0, 2048), "heads whose output is set to 0 before the output projection"
    ] = ()
    swaps: Annotated[tuple[Swap, ...], Length(0, 512), "source tokens replaced by others"] = ()
    patterns: Annotated[tuple[HeadPattern, ...], Length(0, 1024), "heads that read by another pattern"] = ()
    feed_forwards_off: Annotated[
        tuple[FeedForwardPlace, ...], Length(0, 512), "feed-forwards that add nothing to the residual stream"
    ] = ()
    overrides: Annotated[tuple[WeightOverride, ...], Length(0, 1024), "attention weights set by hand"] = ()
    patches: Annotated[tuple[Patch, ...], Length(0, 32), "activations patched in from another text"] = ()
    residuals_cut: Annotated[
        tuple[SublayerPlace, ...],
        Length(0, 512),
        "sub-layers without their residual connection: f(x) instead of x + f(x)",
    ] = ()

    def __bool__(self) -> bool:
        """Whether anything is changed."""
        return self != Edits()

    @property
    def heads_changed(self) -> frozenset[HeadPlace]:
        """The heads that are off or read by another pattern."""
        return frozenset((*self.heads_off, *(one.place for one in self.patterns)))

    @property
    def weights_changed(self) -> frozenset[tuple[str, int]]:
        """(kind, layer) of the attentions whose weights are not all the softmax of their scores."""
        places = {(one.kind, one.layer) for one in self.patterns}
        return frozenset(places | {(one.kind, one.layer) for one in self.overrides})

    def checked(self) -> Edits:
        """These edits, if every field is possible for some model; raises Refused naming the field otherwise."""
        check(self, Codes.uniform("E-RUN-EDITS"))
        if any(one.pattern == "mean" and not one.survey for one in self.patterns):
            raise Refused("E-RUN-EDITS", "a head's mean pattern needs a survey folder")
        if wrong := [one for one in self.patches if not one.possible]:
            raise Refused(
                "E-RUN-EDITS", "there is no {what} of {kind} to patch", what=wrong[0].what, kind=wrong[0].kind
            )
        return self


def with_head(edits: Edits, place: HeadPlace, instead: str | None, survey: str = "", rows: int = 0) -> Edits:
    """The edits with this head replaced by one of REPLACEMENTS, or restored to the model's own for None."""
    off = tuple(one for one in edits.heads_off if one != place)
    patterns = tuple(one for one in edits.patterns if one.place != place)
    if instead == "zero":
        off = (*off, place)
    elif instead is not None:
        more = (survey_name(survey), rows) if instead == "mean" else ()
        patterns = (*patterns, HeadPattern(place.kind, place.layer, place.head, instead, *more))
    return replace(edits, heads_off=off, patterns=patterns)


def with_override(edits: Edits, one: WeightOverride) -> Edits:
    """The edits with this weight set; an earlier override of the same weight is replaced."""
    left = without_override(edits, one)
    return replace(left, overrides=(*left.overrides, one))


def without_override(edits: Edits, one: WeightOverride) -> Edits:
    """The edits without the override of this weight's cell."""
    kept = tuple(other for other in edits.overrides if replace(other, weight=one.weight) != one)
    return replace(edits, overrides=kept)


def with_hidden(edits: Edits, token: TokenPlace, hidden: bool) -> Edits:
    """The edits with this source token masked, or readable again."""
    kept = tuple(one for one in edits.masks.hidden if one != token)
    return replace(edits, masks=replace(edits.masks, hidden=(*kept, token) if hidden else kept))


def with_swap(edits: Edits, token: TokenPlace, token_id: int | None) -> Edits:
    """The edits with another token in this place; None removes the swap."""
    kept = tuple(one for one in edits.swaps if (one.place, one.sentence) != (token.place, token.sentence))
    return replace(edits, swaps=kept if token_id is None else (*kept, Swap(token.place, token_id, token.sentence)))


METHODS = ("greedy", "sample", "beam")


@dataclass(frozen=True, repr=False)
class Decoding(Short):
    """How the next token is chosen."""

    method: Annotated[
        str,
        Choice(METHODS),
        "greedy (the most probable token), sample (drawn at random), beam (the best of several texts kept)",
    ] = "greedy"
    temperature: Annotated[float, Range(0.01, 100.0), "sampling: logits are divided by this before the softmax"] = 1.0
    top_k: Annotated[
        int, Range(0, 512_000), "sampling: only the k most probable tokens are kept, after temperature; 0 = all"
    ] = 0
    top_p: Annotated[
        float, Range(0.0001, 1.0),
        "sampling: only the smallest set of most probable tokens that reaches p is kept (nucleus, Holtzman et "
            "al. 2020)",
    ] = 1.0  # fmt: skip
    seed: Annotated[int, Range(0, 2**31 - 1), "sampling: the same seed gives the same text"] = 1
    beams: Annotated[int, Range(1, 32), "beams: texts kept at each step"] = 4
    length_penalty: Annotated[
        float,
        Range(-5.0, 5.0),
        "α: a text's score is its log-probability / lengthᵅ, counting the end-of-sentence token",
    ] = 1.0
    early_stopping: Annotated[
        bool,
        "beams: stop as soon as that many texts have ended; otherwise when no open text can still win",
    ] = False

    def checked(self) -> Decoding:
        """This value, if every field is in its range; raises Refused naming field, value and range otherwise."""
        check(self, Codes.uniform("E-RUN-DECODING"))
        return self


DECODING_LIMITS: dict[str, tuple[float, float]] = ranges(Decoding)
"""Smallest and largest value of each number of a Decoding."""
EDIT_LIMITS = {name: one.length.le for kind in (MaskEdits, Edits) for name, one in describe(kind).items() if one.length}
"""How many edits of one kind a run may have."""


@dataclass(frozen=True)
class Branch:
    """Another text to decode beside the main one: the ids that its target begins with; the rest is greedy."""

    ids: Annotated[tuple[TokenId, ...], Length(1)]
    sentence: Annotated[int, Range(0, 1000)] = 0
