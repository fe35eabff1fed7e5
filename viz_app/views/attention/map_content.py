"""The content of the large map of the Attention view: title, numbers, colours, legend. Shapes: R rows, C columns."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from model_core.analysis.heads import dimmed_columns
from model_core.analysis.heads.dimmed_columns import Dimming
from model_core.analysis.readings import ADDITIVE, key_tokens, query_tokens
from model_core.explain.provenance import ALL, Source
from model_core.explain.rules import uneven_rows
from model_core.record.edits import Edits
from model_core.record.mask_reasons import VISIBLE
from model_core.record.trace import Trace
from viz_app.charts.map_summary import map_summary
from viz_app.data import map_text
from viz_app.data.maps import color_range, derived_text, map_options
from viz_app.data.maps.color_range import Colouring, Range
from viz_app.data.maps.derived_map import DerivedMap, MapRequest
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.number_format import fmt_weight
from viz_app.data.number_sources import cell_source, reading_context, shown_number
from viz_app.data.selection import key_names
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.data.tables import Table
from viz_app.data.vocabulary import ATTENTIONS, DERIVED
from viz_app.document.state import State
from viz_app.maps.legend import LegendContent
from viz_app.system.language import tr
from viz_app.views.attention import map_words
from viz_app.views.attention.options import map_choice
from viz_app.widgets import painting
from viz_app.widgets import theme as themes

_FAINT = 0.12
"""A weight that is hard to distinguish from 0 where the colours go up to 1."""
ALL_EXPLAINED = tr("All heads of all attentions on this text. Rows read columns; click a head to open it.")


@dataclass(frozen=True, eq=False)
class MapContent:
    """The numbers (R, C) of a map, why cells are hidden, which columns are dimmed, and the range of the colours."""

    values: np.ndarray
    masks: np.ndarray | None
    dim: Dimming
    found: Range


def title(trace: Trace, place: MapChoice) -> str:
    """For example "Cross-attention · layer 2 · head 3"."""
    if place.measure == "recorded" and place.mix == "one":
        return map_text.heading(place.kind, place.layer, place.head)
    return f"{ATTENTIONS[place.kind].title} · {derived_text.reading_title(request(place), trace.spec)}"


def summary(trace: Trace, place: MapChoice) -> str:
    """What one recorded head mostly reads, and its strongest cell; "" for a map derived from several."""
    return map_summary(trace, place.kind, place.layer, place.head, place.sentence) if place.plain else ""


def explained(shot: Snapshot) -> str:
    place = map_choice(shot)
    if place.measure != "recorded" or (place.mix != "one" and place.what == "weights"):
        uneven = uneven_rows(shot.trace, (place.kind,), place.sentence)
        mix, one = request(place).mix, shot.trace.sentences[place.sentence]
        hide = place.dim == "hidden" and derived_text.can_leave_out(one, place.kind)
        numbers = derived_text.measure_phrase(place.measure, mix, place.kind, uneven, hide)
        return tr("Row reads column. Colour: {numbers}", numbers=numbers)
    return map_words.explained(shot.trace, place.kind, place.what, place.sentence, column_read(shot, place))


def described(trace: Trace, place: MapChoice, part: DerivedMap | None, cell: Cell) -> str:
    """Everything known about one cell, for tooltips and screen readers."""
    if part is not None:
        return derived_text.line_words(trace, part, cell, 0)
    words = map_text.cell_text(trace, place.kind, place.layer, place.head, place.sentence, *cell)
    chosen = overridden_here(trace.run.edits, place).get(cell)
    if chosen is None:
        return words
    return tr("{cell}; set to {weight} by you", cell=words, weight=fmt_weight(chosen, 3))


def source(trace: Trace, place: MapChoice, part: DerivedMap | None, cell: Cell) -> Source | None:
    """The source of a cell's number; None if it was not recorded."""
    if part is not None:
        return shown_number(trace, part, cell)
    return cell_source(trace, place.kind, place.what, place.layer, (place.sentence, place.head, *cell))


def overridden_here(edits: Edits, place: MapChoice) -> dict[Cell, float]:
    """The weights of this head that are set by hand, by cell."""
    here = (place.kind, place.layer, place.head, place.sentence)
    return {
        (one.query, one.key): one.weight
        for one in edits.overrides if (one.kind, one.layer, one.head, one.sentence) == here
    }  # fmt: skip


def request(place: MapChoice) -> MapRequest:
    """What must be derived from the recorded numbers."""
    measure = place.what if place.measure == "recorded" else place.measure
    return MapRequest.from_heads(
        place.mixed or ((place.layer, place.head),), place.mix if place.mixed else "each", sentence=place.sentence,
        kind=place.kind, measure=measure, join=place.join, hide=place.dim == "hidden",
    )  # fmt: skip


def weights_request(place: MapChoice) -> MapRequest:
    """The weights of the selected heads, in the same columns as the derived map."""
    made = request(place)
    return made if made.measure in ADDITIVE else replace(made, measure="weights", join="pieces")


def content(
    trace: Trace, place: MapChoice, part: DerivedMap | None, weights: DerivedMap | None, most: float,
    row: tuple[int, np.ndarray] | None = None,
) -> MapContent:  # fmt: skip
    """The map of a head as recorded or, with `part`, derived from the heads, whose `weights` decide which columns are
    dimmed; `most` is the largest score of all heads. `row` replaces the numbers of a recorded row."""
    if part is None:
        values = trace.map(place.kind, place.layer, place.head, place.what, place.sentence)
        if row is not None:
            values = values.copy()
            values[row[0]] = row[1]
        dim = dimmed_columns.head_dimming(trace, place.kind, place.layer, place.head, place.sentence, place.dim)
        masks = map_options.masks(trace, place)
        seen = color_range.without_masked(values, masks) if place.what == "masked" else values
        found = color_range.head_range(seen, place.how, signed=place.signed, most=most, dimmed=dim.columns)
        return MapContent(values, masks, dim, found)
    hides = part.request.measure in (*map_options.MASKED, *DERIVED)
    dim = dimmed(weights, place.dim)
    return MapContent(part.values[0], part.reasons if hides else None, dim, of_map(part, place.how, most, dim))


def key(
    trace: Trace, place: MapChoice, part: DerivedMap | None, shown: MapContent, reasons: tuple[int, ...]
) -> LegendContent:  # fmt: skip
    """The meaning of colours and hatches, and what is blank or dimmed."""
    how, dim, found = place.how, shown.dim, shown.found
    labels, font = key_names(trace.sentences[place.sentence], place.kind), themes.font("small")
    if part is not None:
        labels = part.column_labels
    words = [painting.visible_words(label, font) for label in labels] if dim.columns else labels
    notes = [map_words.notice(dim, words, place.dim, how.stretch)] if place.dim != "hidden" else []
    if part is None and place.what == "weights" and overridden_here(trace.run.edits, place):
        notes.append(tr("A framed cell was set by hand; its row still sums to 1"))
    if how.threshold and not place.signed:
        notes.append(_left_blank(part, how.threshold))
    word = map_words.unit_word(trace, place.kind, place.what, how.stretch)
    if part is not None:
        notes += part.notes
        word = word if place.signed else unit(part, how.stretch)
    return LegendContent(word, found.scale.ramp, found.ticks, reasons, found.blank, tuple(filter(None, notes)))


def _left_blank(part: DerivedMap | None, threshold: float) -> str:
    """Which numbers are not coloured: for lengths the threshold is a share of the largest."""
    if part is None or part.request.measure in ADDITIVE:
        return tr("Weights below {least:g} are left blank", least=threshold)
    least = threshold * part.share_of
    return tr("Lengths below {least:.3g}, {share:g} of the largest, are left blank", least=least, share=threshold)


def offer(place: MapChoice, shown: MapContent) -> tuple[dict[str, object], str]:
    """(options, text) that show more of a map of weights that looks empty; ({}, "") for any other: of lengths the
    largest is always visible."""
    if place.signed or place.measure == "value":
        return {}, ""
    most = _largest(shown.values, shown.masks)
    shade = most if shown.found.shades is None else _largest(shown.found.shades, shown.masks)
    if not most > 0:
        return {}, ""
    if most < place.how.threshold:
        return {"threshold": 0.0}, tr("All weights are below {least:g}: show them all", least=place.how.threshold)
    if place.how.stretch == "same" and shade < _FAINT:
        return {"scale": "head"}, tr("The largest weight is {most:.2g}: scale the colours to it", most=most)
    return {}, ""


def _largest(values: np.ndarray, masks: np.ndarray | None) -> float:
    """The largest number that no mask hides; 0 if there is none."""
    if values.size:  # of almost every map the largest of all is one that is seen: those that are need no copy
        most = values.max(axis=1)
        row = int(most.argmax())
        if not np.isnan(most[row]) and (masks is None or masks[row, values[row].argmax()] == VISIBLE):
            return float(most[row])
    seen = values if masks is None else values[masks == VISIBLE]
    return float(np.nanmax(seen)) if seen.size and not np.isnan(seen).all() else 0.0


def dimmed(weights: DerivedMap | None, which: str) -> Dimming:
    """The columns of the first series to dim: those of special tokens, or the one that takes most ("sink"); none if
    weights were not recorded."""
    if weights is None:
        return Dimming()
    shares = dimmed_columns.column_shares(weights.values[0])
    columns = weights.special if which == "special" else ()
    if which == "sink" and shares.max(initial=0.0) >= dimmed_columns.least_share(len(shares)):
        columns = (int(shares.argmax()),)
    return Dimming(columns, float(shares[list(columns)].sum()))


def of_map(part: DerivedMap, how: Colouring, most: float, dim: Dimming) -> Range:
    """The range of the first series (R, C); `most` is the largest score of all heads.

    Lengths of vectors have no natural maximum: they are coloured as shares of the largest, and the bar gives its value;
    sums of heads as shares of their possible maximum, the number of heads.
    """
    values, measure, reach = part.values[0], part.request.measure, part.reach
    if measure not in (*ADDITIVE, "value"):
        most = max(most, reach) if part.request.mix == "sum" else most
        seen = color_range.without_masked(values, part.reasons) if measure == "masked" else values
        return color_range.head_range(seen, how, signed=True, most=most, dimmed=dim.columns)
    if reach == 1.0:
        return color_range.head_range(values, how, signed=False, most=1.0, dimmed=dim.columns)
    shares, least = values / np.float32(reach), how.threshold / (1.0 if measure == "value" else reach)
    found = color_range.head_range(shares, replace(how, threshold=least), signed=False, most=1.0, dimmed=dim.columns)
    ticks = color_range.ticks_to(reach, found, how.stretch)
    if measure == "value" and found.scale.log:
        ticks = found.ticks
    return replace(found, shades=shares if found.shades is None else found.shades, ticks=ticks)


def unit(part: DerivedMap, stretch: str) -> str:
    """The word beside the colour bar for derived numbers."""
    measure, mix = part.request.measure, part.request.mix
    word = {"rollout": tr("rollout"), "value": tr("‖weight × v‖")}.get(measure, tr("weight"))
    mixed = {"mean": tr("{word}, mean", word=word), "max": tr("{word}, maximum", word=word)}
    mixed["sum"] = tr("{word}, sum", word=word)
    if measure != "rollout":
        word = mixed.get(mix, word)
    if stretch == "row":
        return tr("{word}, row by row", word=word)
    if stretch == "log":
        return tr("{word} ÷ largest, log", word=word) if measure == "value" else tr("{word}, log", word=word)
    return word


def map_table(state: State, trace: Trace, part: DerivedMap) -> Table:
    """The first series of a reading as the current map."""
    one, wanted = trace.sentences[part.request.sentence], part.request
    context = reading_context(state, trace, tr("Attention"), part)
    rows = tuple((label.read, label.written or "") for label in part.row_labels)
    queries, keys = query_tokens(one, wanted.kind, wanted.read), key_tokens(one, wanted.kind)
    return Table(
        context, rows, part.column_labels, part.values[0], part.reasons,
        tuple(queries[part.queries.starts[row]] for row in range(len(rows))),
        tuple(keys[part.keys.starts[group]] for group in part.columns),
    )  # fmt: skip


def column_read(shot: Snapshot, place: MapChoice) -> int | None:
    """The column that is read from top to bottom, None while rows are read."""
    key = shot.look.key
    if shot.look.reading != "column" or key is None:
        return None
    return key if 0 <= key < shot.trace.size(place.kind, place.sentence)[1] else None


def all_weights(trace: Trace, sentence: int) -> tuple[Source, ...]:
    """The weights of every head of a sentence, an array for each layer of each attention."""
    places = ((kind, layer) for kind in trace.kinds for layer in range(trace.spec.layers(kind)))
    return tuple(
        Source(trace.name(kind, "weights", layer), (sentence, ALL, ALL, ALL))
        for kind, layer in places
        if trace.has(kind, "weights", layer)
    )
