"""What the Lines view says: headings, what a line stands for, tool tips, how many lines are drawn, and a caution.

Layers and heads count from 0 here and from 1 in the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from model_core.direction import isolated
from model_core.record.trace import SCORES, Trace
from model_core.spec import KINDS
from viz_app.data import map_text
from viz_app.data.maps import map_options
from viz_app.data.maps.derived_map import Arrangement, MapRequest
from viz_app.data.number_format import fmt_weight
from viz_app.data.selection import SMALLEST
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.system.language import tr

if TYPE_CHECKING:
    from viz_app.data.line_selection import LineSet, Target

MEASURES = {"weights": tr("weights"), **map_options.MEASURES}
MIXES = {"each": tr("each its own line"), "one": tr("one head"), "mean": tr("mean"), "max": tr("maximum")}
"""How heads become lines -> its name."""
UNITS = {"weights": tr("weight"), **map_options.MEASURES}
THRESHOLDS = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""From which strength lines may be drawn."""
CLICKS = tr(
    "A click on a word reads along it, on a line pins it; "
    "wheel or + and - zoom, drag moves, double click or 0 shows all. Right click on a line: where is the number from?"
)
_MOST_LISTED = 6


# ---------------------------------------------------------------- which heads


def listed(heads: Sequence[int], count: int) -> str:
    """For example "head 3", "4 heads", "heads 1, 2 and 4", "9 of 16 heads"."""
    if len(heads) == 1:
        return tr("head {head}", head=heads[0] + 1)
    if len(heads) == count:
        return tr("{number} heads", number=count)
    if len(heads) > 5:
        return tr("{number} of {all} heads", number=len(heads), all=count)
    names = [str(head + 1) for head in heads]
    return tr("heads {heads} and {last}", heads=", ".join(names[:-1]), last=names[-1])


# ---------------------------------------------------------------- around the view


def heading(shot: Snapshot, options: Any, heads: Sequence[int]) -> str:
    """For example "Cross-attention · layer 2 · mean of 4 heads"."""
    look, spec = shot.look, shot.trace.spec
    layer = max(0, min(look.layer, spec.layers(look.kind) - 1)) + 1
    name = tr("All three attentions") if options.whole else ATTENTIONS[look.kind].title
    parts = [name, reading_title(options.measure, options.mix, layer, heads, spec.heads_of(look.kind))]
    count = len(shot.trace.sentences)
    if count > 1:
        parts.append(tr("sentence {number} of {all}", number=look.sentence + 1, all=count))
    return " · ".join(parts)


def reading_title(measure: str, mix: str, layer: int, heads: Sequence[int], count: int) -> str:
    """For example "layer 2 · mean of 4 heads", "rollout up to layer 2"; `layer` from 1."""
    if measure == "rollout":
        return tr("rollout up to layer {layer}", layer=layer)
    words = listed(heads, count)
    if len(heads) > 1:
        mixed = {"mean": tr("mean of {heads}", heads=words), "max": tr("maximum of {heads}", heads=words)}
        words = mixed.get(mix, words)
    value = [UNITS["value"]] if measure == "value" else []
    return " · ".join([tr("layer {layer}", layer=layer), words, *value])


def explained(shot: Snapshot, options: Any) -> str:
    """What a line stands for here."""
    who = {
        "encoder": tr("Each line leads from a source token that reads to one that it reads"),
        "decoder": tr(
            "Each line leads from a decoder row, “just read ▸ written next”, to the target token that it reads"
        ),
        "cross": tr(
            "Each line leads from a decoder row, “just read ▸ written next”, to the source token that it reads"
        ),
    }[shot.look.kind]
    if options.whole:
        who = tr("Arcs at the source: encoder self-attention; lines: cross-attention; arcs at the target: decoder")
    what = measured(options.measure, options.mix, "" if options.whole else shot.look.kind)
    uneven = shot.trace.uneven & (set(KINDS) if options.whole else {shot.look.kind})
    shares = options.measure != "value" and (options.mix != "max" or options.measure == "rollout")
    if uneven and shares and not (options.measure == "rollout" and (options.whole or shot.look.kind == "cross")):
        what = tr("the weight; rows do not sum to 1, as recorded.")
    return tr("{lines}. Width: {measure}", lines=who, measure=what)


def measured(measure: str, mix: str, kind: str) -> str:
    """What a number is, in a phrase; `kind` "" is all three attentions."""
    if measure == "rollout":
        rule = tr(
            "attention rollout (Abnar & Zuidema 2020), ½ mean weights of all heads + ½ residual, layer upon layer"
        )
        if kind in ("", "cross"):
            return tr(
                "{rule} through encoder and decoder; what a row lacks to 1 comes from the target so far.", rule=rule
            )
        return tr("{rule}; each row sums to 1.", rule=rule)
    if measure == "value":
        return tr("‖weight × v‖, the length of what is handed over, before W_O (Kobayashi et al. 2020).")
    if mix == "max":
        return tr("the largest weight of the heads; it sums to nothing in particular.")
    if mix == "mean":
        return tr("the mean weight of the heads; what one row reads sums to 1.")
    return tr("the weight; what one row reads sums to 1 in each head.")


def missing(trace: Trace, wanted: MapRequest) -> str:
    """Why there is nothing to draw."""
    if 0 in trace.size(wanted.kind, wanted.sentence):
        nothing = tr("This attention is not in this recording.")
        return nothing if trace.model.recorded else tr("The decoder has not written anything yet.")
    if wanted.measure == "rollout" and trace.has(wanted.kind, "weights", wanted.layer):
        if trace.model.recorded:
            return tr(
                "Rollout follows every layer of every attention on the way; not all of them are in this recording."
            )
        return tr("For a text this long rollout is not computed: it needs every map of every layer at once.")
    if wanted.measure in SCORES:
        return map_text.missing(wanted.kind, wanted.measure)
    if wanted.measure == "value":
        return tr(
            "The value vectors were not recorded in this run: ‖weight × v‖ cannot be shown. The weights are there."
        )
    return map_text.missing(wanted.kind, "weights")


def foot(options: Any, drawn: LineSet, main: Arrangement, notes: Sequence[str], caution: str) -> str:
    """How many lines are drawn, what was done to the numbers, and the caution."""
    least = options.threshold
    unit = {"rollout": tr("share"), "value": tr("share of the largest")}.get(options.measure, tr("weight"))
    words = tr("{number:,} of {all:,} lines are drawn", number=len(drawn), all=drawn.cells)
    if drawn.found > len(drawn):
        words = tr("{drawn}: the strongest of {number:,}", drawn=words, number=drawn.found)
        words = tr("{drawn} with a {unit} from {least:g} on", drawn=words, unit=unit, least=least) if least else words
    elif least:
        words = tr("{drawn}: those with a {unit} from {least:g} on", drawn=words, unit=unit, least=least)
    if options.measure == "value":
        words = tr("{drawn}; the widest stands for {number:.3g}", drawn=words, number=main.reach)
    if options.special == "dimmed" and main.special:
        notes = [*notes, tr("Lines to special tokens are paler")]
    return f"{'. '.join([words, *notes])}. {caution}"


def offer(drawn: LineSet, main: Arrangement, threshold: float) -> tuple[float, str]:
    """(threshold, words) that show lines where the present one leaves none; the same and "" where there are some."""
    most = float(np.nanmax(main.values, initial=0.0)) / (main.reach if main.wanted.measure == "value" else 1.0)
    if len(drawn) or not threshold or not 0 < most < threshold:
        return threshold, ""
    lower = max(least for least in THRESHOLDS if least <= most / 2)
    words = tr("No line reaches {least:g}, the strongest has {most:.2g}: draw all", least=threshold, most=most)
    if lower:
        words = tr(
            "No line reaches {least:g}, the strongest has {most:.2g}: draw from {lower:g} on",
            least=threshold,
            most=most,
            lower=lower,
        )
    return lower, words


# ---------------------------------------------------------------- one token, one line


def unit(part: Arrangement) -> str:
    """The word for a number."""
    return UNITS.get(part.wanted.measure, tr("score"))


def token_text(part: Arrangement, place: int, *, query: bool) -> str:
    """What a row reads, or who reads a column: the strongest few, with their heads."""
    values = np.nan_to_num(part.values[:, place] if query else part.values[:, :, place], nan=-1.0)
    name = map_text.row_name(*part.row_labels[place]) if query else part.column_labels[place]
    lines = [
        tr("“{token}” reads ({unit}):", token=name, unit=unit(part))
        if query
        else tr("“{token}” is read by ({unit}):", token=name, unit=unit(part))
    ]
    for flat in np.argsort(-values, axis=None, kind="stable")[:_MOST_LISTED].tolist():
        series, other = divmod(flat, values.shape[1])
        if values[series, other] < SMALLEST:
            break
        word = part.column_labels[other] if query else map_text.row_name(*part.row_labels[other])
        whose = [tr("head {head}", head=part.series[series] + 1)] if part.series[series] >= 0 else []
        lines.append("  ".join([fmt_weight(float(values[series, other])), isolated(word), *whose]))
    return "\n".join(lines)


def line_words(trace: Trace, part: Arrangement, cell: Cell, series: int) -> str:
    """All that is known of one line: what it stands for, and the recorded numbers of its (strongest) piece."""
    wanted, head = part.wanted, part.series[series]
    number = fmt_weight(float(part.values[series, cell[0], cell[1]]), 3)
    several = head < 0 and wanted.mix in ("mean", "max") and wanted.measure != "rollout"
    words = f"{unit(part)} {number}"
    if several:
        mixed = {"mean": tr("mean {number}", number=words), "max": tr("largest {number}", number=words)}
        words = mixed[wanted.mix]
    if head >= 0 or several:
        words += f", {listed((head,) if head >= 0 else wanted.heads, trace.spec.heads_of(wanted.kind))}"
    place = tr(
        "“{row}” reads “{token}”",
        row=map_text.row_name(*part.row_labels[cell[0]]),
        token=part.column_labels[cell[1]],
    )
    if head < 0:
        return f"{place}: {words}"
    piece = part.piece(cell, series)
    exact = map_text.cell_text(trace, wanted.kind, wanted.layer, head, wanted.sentence, *piece)
    plain = wanted.measure in SCORES and part.plain
    return f"{tr('Head {head}', head=head + 1)} · {exact}" if plain else f"{place}: {words}\n{exact}"


def hint(target: Target, reads: bool, head: int = -1) -> str:
    """What a click would do, for the status bar; `head` is that of a line, -1 where it stands for several."""
    if not target.is_token and head >= 0:
        return tr("A click pins this line and goes to head {head}.", head=head + 1)
    if not target.is_token:
        return tr("A click pins this line.")
    return tr("A click shows all that this token reads.") if reads else tr("A click shows all that reads this token.")
