"""The edits in force as a list in words, the edits left when one of them is removed, and edits of one head or token. No
Qt. Layers, heads and places count from 0 here and from 1 in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from model_core.direction import isolated
from model_core.record.edits import (
    CellEdit,
    Edits,
    HeadPlace,
    Patch,
    PositionEdits,
    SublayerPlace,
    WeightOverride,
    with_head,
    with_hidden,
)
from model_core.record.lens import StackPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import decoding_words
from viz_app.data.map_text import row_name
from viz_app.data.number_format import fmt_score, fmt_setting, shortened
from viz_app.data.selection import key_names, query_names
from viz_app.data.vocabulary import ATTENTIONS, POSITION_ORDERS, POSITION_TABLES
from viz_app.data.words.parts import KIND_WORDS, place_name
from viz_app.document.state import State
from viz_app.system.language import tr

_LINE = 40  # characters of another text that an edit names
SINGLE = 2
"""Up to this many cells of one map, or weights of one head, are listed one by one."""

INSTEAD = {
    "zero": (
        tr("nothing (0)"),
        tr("The head's output is 0. Later layers may never have seen that, so the effect can be exaggerated."),
    ),
    "uniform": (tr("all alike"), tr("The head reads every visible token with the same weight.")),
    "itself": (tr("itself"), tr("The head reads the token at the query's own position.")),
    "previous": (tr("the previous one"), tr("The head reads the token before the query's position.")),
    "first": (tr("the first"), tr("The head reads the first token.")),
    "mean": (tr("its average"), tr("The head reads as it does on average in a survey of this model.")),
}
"""What a head gives in place of its own -> word and sentence."""


@dataclass(frozen=True)
class ListedEdit:
    """One edit in words, a sentence about it, and the edits without it."""

    words: str
    tip: str
    without: Edits


def list_edits(edits: Edits, trace: Trace | None) -> tuple[ListedEdit, ...]:
    """All edits in force: tokens, heads and other parts, masks, positions. `trace` provides the words of tokens, if it
    has them."""
    parts = (*_heads(edits), *_overrides(edits, trace), *_patches(edits, trace))
    return (*_tokens(edits, trace), *parts, *_masks(edits, trace), *_positions(edits))


def _tokens(edits: Edits, trace: Trace | None) -> Iterator[ListedEdit]:
    for swap in edits.swaps:
        new = token_word(trace, swap.sentence, swap.place)
        here = trace is not None and swap in trace.run.edits.swaps and bool(new)
        word = new if here else tr("piece {number}", number=str(swap.id))
        words = tr("{token} as token {number}", token=word, number=swap.place + 1)
        tip = tr("The model reads another token instead of source token {number}.", number=swap.place + 1)
        yield ListedEdit(words, tip, replace(edits, swaps=tuple(one for one in edits.swaps if one != swap)))
    for one in edits.masks.hidden:
        word = token_word(trace, one.sentence, one.place) or tr("source token {number}", number=one.place + 1)
        tip = tr("Encoder self-attention and cross-attention cannot read this source token.")
        yield ListedEdit(tr("{token} masked", token=word), tip, with_hidden(edits, one, False))


def _heads(edits: Edits) -> Iterator[ListedEdit]:
    for place in edits.heads_off:
        tip = tr("This head's output is 0 before the output projection; its weights are still shown.")
        yield ListedEdit(tr("{head} off", head=head_words(place)), tip, with_head(edits, place, None))
    for one in edits.patterns:
        reads, tip = INSTEAD[one.pattern]
        words = tr("{head} reads {place}", head=head_words(one.place), place=reads)
        yield ListedEdit(words, tip, with_head(edits, one.place, None))
    for quiet in edits.feed_forwards_off:
        tip = tr("This feed-forward adds nothing to the residual stream.")
        kept = tuple(one for one in edits.feed_forwards_off if one != quiet)
        stack = ATTENTIONS[quiet.stack].inline
        words = tr("feed-forward of {stack} layer {layer} off", stack=stack, layer=quiet.layer + 1)
        yield ListedEdit(words, tip, replace(edits, feed_forwards_off=kept))
    for cut in edits.residuals_cut:
        tip = tr("The residual connection is cut: f(x) instead of x + f(x).")
        where = place_name(StackPlace(cut.part, cut.layer))
        words = tr("{stack} {place} without residual", stack=KIND_WORDS[cut.stack], place=where)
        kept_on = tuple(one for one in edits.residuals_cut if one != cut)
        yield ListedEdit(words, tip, replace(edits, residuals_cut=kept_on))


def head_words(place: HeadPlace) -> str:
    """ "head 3 of cross-attention layer 2"."""
    values = {"head": place.head + 1, "attention": ATTENTIONS[place.kind].inline, "layer": place.layer + 1}
    return tr("head {head} of {attention} layer {layer}", **values)


def _overrides(edits: Edits, trace: Trace | None) -> Iterator[ListedEdit]:
    """Set weights; many weights of one head are listed together."""
    heads: dict[HeadPlace, list[WeightOverride]] = {}
    for one in edits.overrides:
        heads.setdefault(HeadPlace(one.kind, one.layer, one.head), []).append(one)
    tip = tr("Set by hand; the other weights of its row share the rest, so the row sums to 1.")
    for place, all_ in heads.items():
        for some in [[one] for one in all_] if len(all_) <= SINGLE else [all_]:
            gone = set(some)
            left = replace(edits, overrides=tuple(one for one in edits.overrides if one not in gone))
            what = tr("{number} weights", number=len(some))
            if len(some) == 1:
                (one,) = some
                what = f"{_cell_name(trace, one)} = {fmt_setting(one.weight, 3)}"
                if trace is not None and len(trace.sentences) > 1:
                    what = tr("sentence {number}: {what}", number=one.sentence + 1, what=what)
            yield ListedEdit(f"{what}, {head_words(place)}", tip, left)


def _patches(edits: Edits, trace: Trace | None) -> Iterator[ListedEdit]:
    for patch in edits.patches:
        left = replace(edits, patches=tuple(one for one in edits.patches if one != patch))
        tip = tr("This activation is copied from the run of “{text}”, the model without edits.", text=patch.donor.line)
        words = tr(
            "{activation} from “{text}”", activation=patch_words(patch, trace), text=shortened(patch.donor.line, _LINE)
        )
        yield ListedEdit(words, tip, left)


def patch_words(patch: Patch, trace: Trace | None) -> str:
    """ "decoder layer 2 after the feed-forward at casa ▸ blanca", "head 3 of cross-attention layer 2"."""
    stack, layer = ATTENTIONS[patch.kind].inline, patch.layer + 1
    if patch.what == "head":
        what = head_words(HeadPlace(patch.kind, patch.layer, patch.head))
    else:
        what = {
            "embedding": tr("{stack} embedding", stack=stack),
            "self-attention": tr("{stack} layer {layer} after the self-attention", stack=stack, layer=layer),
            "cross-attention": tr("{stack} layer {layer} after the cross-attention", stack=stack, layer=layer),
            "feed-forward": tr("{stack} layer {layer} after the feed-forward", stack=stack, layer=layer),
            "feed-forward output": tr("{stack} layer {layer} feed-forward output", stack=stack, layer=layer),
        }[patch.what]
    if patch.place is None:
        return what
    row = _row(trace, patch.kind, patch.sentence, patch.place) or tr("place {number}", number=patch.place + 1)
    return tr("{activation} at {token}", activation=what, token=row)


def _masks(edits: Edits, trace: Trace | None) -> Iterator[ListedEdit]:
    masks = edits.masks
    for kind, (*_, words) in ATTENTIONS.items():
        cells = [cell for cell in masks.cells if cell.kind == kind]
        for some in [[cell] for cell in cells] if len(cells) <= SINGLE else [cells]:
            gone = set(some)
            left = replace(masks, cells=tuple(cell for cell in masks.cells if cell not in gone))
            tip = tr("Set by hand in the mask of every layer and head of {attention}.", attention=words)
            yield ListedEdit(_cell_words(some, words, trace), tip, replace(edits, masks=left))
    if not masks.future:
        tip = tr("Decoder self-attention may read later tokens.")
        yield ListedEdit(tr("peeking ahead"), tip, replace(edits, masks=replace(masks, future=True)))
    if not masks.padding:
        tip = tr("Padding may be read, in all three attentions.")
        yield ListedEdit(tr("padding readable"), tip, replace(edits, masks=replace(masks, padding=True)))
    if masks.value is not None:
        words = tr("mask value {number}", number=fmt_setting(masks.value, 6))
        tip = tr("This number replaces the score of a forbidden cell, instead of −∞.")
        yield ListedEdit(words, tip, replace(edits, masks=replace(masks, value=None)))


def _cell_words(cells: list[CellEdit], kind: str, trace: Trace | None) -> str:
    if len(cells) > 1:
        return tr("{number} cells of the {attention} mask", number=len(cells), attention=kind)
    (cell,) = cells
    name = _cell_name(trace, cell)
    if cell.allowed:
        return tr("{attention} cell {cell} allowed", attention=kind, cell=name)
    return tr("{attention} cell {cell} forbidden", attention=kind, cell=name)


def _row(trace: Trace | None, kind: str, sentence: int, row: int) -> str:
    """ "casa ▸ blanca", an encoder's "house"; "" if there is no such row."""
    read = token_word(trace, sentence, row, "source" if kind == "encoder" else "read")
    written = token_word(trace, sentence, row, "written") if kind != "encoder" else ""
    return row_name(read, written) if written else read and isolated(read)


def _cell_name(trace: Trace | None, cell: CellEdit | WeightOverride) -> str:
    """ "casa ▸ blanca → white", or by places."""
    row = _row(trace, cell.kind, cell.sentence, cell.query) or isolated(tr("row {number}", number=cell.query + 1))
    side = "read" if cell.kind == "decoder" else "source"
    key = token_word(trace, cell.sentence, cell.key, side) or tr("column {number}", number=cell.key + 1)
    return f"{row} → {isolated(key)}"


def _positions(edits: Edits) -> Iterator[ListedEdit]:
    positions = edits.positions
    if positions == PositionEdits():
        return
    parts = [POSITION_TABLES[positions.table].edit]
    if positions.table in ("interleaved", "halves") and positions.base != PositionEdits().base:
        parts.append(tr("base {base:,.10g}", base=positions.base))
    parts += [] if positions.order == "kept" else [POSITION_ORDERS[positions.order]]
    drawn = positions.order == "shuffled" or positions.table == "random"
    parts += [tr("seed {number}", number=str(positions.seed))] if drawn else []
    parts += [tr("shifted by {number}", number=fmt_score(positions.shift, 0))] if positions.shift else []
    words = tr("positions: {edits}", edits=", ".join(filter(None, parts)) or tr("the model's own"))
    if positions.stacks != "both":
        words = tr("{positions} ({stack} only)", positions=words, stack=ATTENTIONS[positions.stacks].inline)
    tip = tr("Position vectors other than the model's own.")
    yield ListedEdit(words, tip, replace(edits, positions=PositionEdits()))


def token_word(trace: Trace | None, sentence: int, place: int, side: str = "source") -> str:
    """A token's name, "the₂" if its text has several, "" if there is none. `side` is "source", "read" or "written"."""
    if trace is None or sentence >= len(trace.sentences):
        return ""
    one, kind = trace.sentences[sentence], "decoder" if side == "read" else "encoder"
    names = [two[1] for two in query_names(one, "decoder")] if side == "written" else key_names(one, kind)
    return names[place] if place < len(names) else ""


MOST_LISTED = 24
"""Tokens and heads that are named one by one where a run is described in words; of more, their number."""


def differences(run: RunSpec, trace: Trace | None = None) -> tuple[str, ...]:
    """In words, how a run differs from the model's own greedy text: its edits, a given target or beginning, sampling or
    beam search with seed and settings. () for a plain run."""
    edits, found = run.edits, list[str]()
    counts = {
        tr("tokens replaced"): len(edits.swaps),
        tr("tokens masked"): len(edits.masks.hidden),
        tr("heads off"): len(edits.heads_off),
        tr("heads replaced"): len(edits.patterns),
        tr("feed-forwards off"): len(edits.feed_forwards_off),
        tr("residuals cut"): len(edits.residuals_cut),
    }
    if sum(counts.values()) > MOST_LISTED:
        found += [f"{number:,} {words}" for words, number in counts.items() if number]
        masks = replace(edits.masks, hidden=())
        edits = replace(edits, swaps=(), heads_off=(), patterns=(), feed_forwards_off=(), residuals_cut=(), masks=masks)
    found += [one.words for one in list_edits(edits, trace)]
    found += [tr("capitals kept as typed")] if run.as_typed else []
    found += [tr("texts are token ids, exactly as typed")] if run.ids else []
    if run.target is not None:
        return (*found, tr("target given, not written by the model"))
    if len(run.prefix) == 1:
        found.append(tr("first 1 target token chosen by hand"))
    elif run.prefix:
        found.append(tr("first {number} target tokens chosen by hand", number=len(run.prefix)))
    elif run.opening:
        found.append(tr("target forced to begin with “{text}”", text=run.opening[:60]))
    found += [tr("at most {number} target tokens", number=run.max_steps)] if run.max_steps else []
    if run.decoding.method != "greedy":
        found.append(decoding_words(run.decoding))
        found += [tr("seed {number}", number=str(run.decoding.seed))] if run.decoding.method == "sample" else []
    return tuple(found)


# ---------------------------------------------------------------- edits of one head or token


def head_here(state: State) -> HeadPlace:
    return HeadPlace(state.look.kind, state.look.layer, state.look.head)


def head_gives(state: State) -> str:
    """What replaces the selected head's own pattern, one of REPLACEMENTS: "zero" if it is switched off; "" if nothing
    does."""
    here, edits = head_here(state), state.run.edits
    return "zero" if here in edits.heads_off else next((one.pattern for one in edits.patterns if one.place == here), "")


def head_switched(state: State, instead: tuple[str, str, int] = ("zero", "", 0)) -> Edits:
    """The edits with the selected head switched off or replaced, or restored if it already is. `instead` is what it
    then gives: one of REPLACEMENTS, for a mean with its survey and target rows."""
    if head_gives(state):
        return with_head(state.run.edits, head_here(state), None)
    return with_head(state.run.edits, head_here(state), *instead)


def residual_switched(edits: Edits, place: SublayerPlace) -> Edits:
    """The edits with the residual connection of a sub-layer cut, or restored if it is cut."""
    left = tuple(one for one in edits.residuals_cut if one != place)
    return replace(edits, residuals_cut=left if place in edits.residuals_cut else (*left, place))


def sublayer_here(state: State) -> SublayerPlace:
    stack = "encoder" if state.look.kind == "encoder" else "decoder"
    return SublayerPlace(stack, state.look.layer, "cross-attention" if state.look.kind == "cross" else "self-attention")
