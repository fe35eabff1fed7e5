"""Numbers of a run that an edit has set: a description of the edit in place of the formula. No torch."""

from __future__ import annotations

from collections.abc import Iterator

from model_core.errors import Message
from model_core.record.derived_maps import ATTENTION
from model_core.record.edits import Edits, HeadPattern, HeadPlace, WeightOverride
from model_core.record.patching import hook_of, patched_places, sublayer_path
from model_core.record.trace import Trace

PATTERNS = {
    "uniform": "the same weight for every visible key",
    "itself": "1 for the key at its own position",
    "previous": "1 for the key before its own position",
    "first": "1 for the first key",
    "mean": "this head's average pattern in a survey",
}
"""Replacement pattern of a head -> its weights in words."""

_Places = tuple[int | range | None, ...]


def edit_formula(trace: Trace, name: str, index: tuple[int | None, ...], edits: Edits | None = None) -> str:
    """A description of what an edit did to this number, "" if the formula holds; `index` (b, …) is that of its
    array. `edits` are those of the run to consider, by default all."""
    return next(_made(trace, name, index, trace.run.edits if edits is None else edits), "")


def is_replaced(trace: Trace, name: str, index: tuple[int | None, ...]) -> bool:
    """Whether an edit put this number, or all of this row, in the place of the one that the inputs give."""
    edits = trace.run.edits
    replacing = Edits(
        patches=edits.patches, heads_off=edits.heads_off, patterns=edits.patterns,
        feed_forwards_off=edits.feed_forwards_off,
    )  # fmt: skip
    return any(_made(trace, name, index, replacing))


def _made(trace: Trace, name: str, index: tuple[int | None, ...], edits: Edits) -> Iterator[str]:
    """What these edits did to a number, in words, the last one first."""
    if edits and index:
        yield from (words for array, at, words in _changed(trace, edits, name) if array == name and _covers(at, index))


def _covers(at: _Places, index: tuple[int | None, ...]) -> bool:
    """Whether an edit reaches this number, or all of this row; None in `at` is every place."""
    pairs = zip(at, index, strict=False)
    return all(other in one if isinstance(one, range) else one in (None, other) for one, other in pairs)


def _changed(trace: Trace, edits: Edits, name: str) -> Iterator[tuple[str, _Places, str]]:
    """(array, the first indices of what is changed in it, in words); the edit that is applied last comes first."""
    for patch in reversed(edits.patches):
        hook, given = hook_of(patch), patched_places(patch, trace.spec.bos_id)
        stack = "encoder" if patch.kind == "encoder" else "decoder"
        count = trace.size(stack, patch.sentence)[0] if patch.sentence < len(trace.sentences) else 0
        whole = hook == name and count > 0 and {0, count - 1} <= set(given)
        rows = None if whole else given
        at: _Places = (patch.sentence, patch.head, rows) if patch.what == "head" else (patch.sentence, rows)
        yield hook, at, Message("patched in from the run of “{text}”", text=patch.donor.line[:60])
    for off in edits.heads_off:
        yield f"{_path(off)}.head_outputs", (None, off.head), Message("z = 0: this head is switched off in this run")
    cells = [one for one in reversed(edits.overrides) if f"{_path(one)}.weights" == name and _sets(trace, one)]
    for one in cells:
        words = Message("w = {weight:g}, set by hand; its row is renormalised to sum to 1", weight=one.weight)
        yield name, (one.sentence, one.head, one.query, one.key), words
    for one in cells:
        words = Message("w: what the weights set by hand leave, distributed in proportion")
        yield name, (one.sentence, one.head, one.query), words
    for reads in reversed(edits.patterns):
        words = Message("w, replaced by this run’s edit: {pattern}", pattern=Message(PATTERNS[reads.pattern]))
        yield f"{_path(reads)}.weights", (None, reads.head), words
    for cut in edits.residuals_cut:
        words = Message("the residual connection is cut here in this run: the sub-layer's input is left out of the sum")
        path = sublayer_path(cut.stack, cut.layer, cut.part)
        yield f"{path}.residual", (), words
        if trace.spec.norm_place == "post":  # the norm of the sum
            yield f"{path}.normed", (), words
    for quiet in edits.feed_forwards_off:
        output = f"{quiet.stack}.layers.{quiet.layer}.feed_forward.output"
        yield output, (), Message("f = 0: this feed-forward is switched off in this run")


def _sets(trace: Trace, one: WeightOverride) -> bool:
    """Whether a cell exists and is not masked: otherwise the edit does nothing."""
    if one.kind not in trace.reasons:
        return True
    reasons_BQM = trace.reasons[one.kind]
    place = (one.sentence, one.query, one.key)
    inside = all(at < size for at, size in zip(place, reasons_BQM.shape, strict=True))
    return inside and not reasons_BQM[place]


def _path(place: HeadPlace | HeadPattern | WeightOverride) -> str:
    return ATTENTION[place.kind].format(layer=place.layer)
