"""The Lines view in words: its heading, what a line stands for, tooltips, how many lines are drawn, and a caution.
Layers and heads count from 0 here and from 1 in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from model_core.direction import isolated
from model_core.explain.rules import uneven_rows
from model_core.spec import KINDS
from viz_app.data import map_text
from viz_app.data.maps import map_options
from viz_app.data.maps.derived_map import DerivedMap, MapRequest
from viz_app.data.maps.derived_text import can_leave_out, measure_phrase, reading_title, unit
from viz_app.data.number_format import fmt_weight
from viz_app.data.selection import SMALLEST, sentence_of
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.system.language import tr
from viz_app.views.lines.line_selection import LineSet

MIXES = {
    "each": tr("one line each"), "one": tr("one head"), **map_options.MIXED,
    **{mix: word for mix, word in map_options.MIXES.items() if mix.endswith("_layers")},
}  # fmt: skip
"""How heads become lines -> its name."""

THRESHOLDS = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""From which strength lines may be drawn."""

CLICKS = tr(
    "Click a word to read along it, a line to pin it; wheel or + and - to zoom, drag to pan, double-click or 0 to "
    "show all. Right-click a line: where the number comes from."
)
_MOST_LISTED = 6


def heading(shot: Snapshot, options: Any, request: MapRequest) -> str:
    """For example "Cross-attention · layer 2 · mean of 4 heads"."""
    name = tr("All three attentions") if options.whole else ATTENTIONS[shot.look.kind].title
    words = f"{name} · {reading_title(request, shot.trace.spec)}"
    return map_text.with_sentence(words, shot.look.sentence, len(shot.trace.sentences))


def explained(shot: Snapshot, options: Any, mix: str) -> str:
    """What a line stands for here; `mix` is that of what is drawn."""
    who = {
        "encoder": tr("Each line goes from a source token to one that it reads"),
        "decoder": tr("Each line goes from a decoder row, “just read ▸ written next”, to a target token it reads"),
        "cross": tr("Each line goes from a decoder row, “just read ▸ written next”, to a source token it reads"),
    }[shot.look.kind]
    if options.whole:
        who = tr("Arcs at the source: encoder self-attention; lines: cross-attention; arcs at the target: decoder")
    uneven = uneven_rows(shot.trace, KINDS if options.whole else (shot.look.kind,), sentence_of(shot.trace, shot.look))
    hide = options.special == "hidden" and can_leave_out(shot.sentence, shot.look.kind)
    what = measure_phrase(options.measure, mix, "" if options.whole else shot.look.kind, uneven, hide)
    return tr("{lines}. Width: {measure}", lines=who, measure=what)


def foot(options: Any, drawn: LineSet, main: DerivedMap, notes: Sequence[str], caution: str) -> str:
    """How many lines are drawn, what was done to the numbers, and the caution."""
    least, request = options.threshold, main.request
    unit = {"rollout": tr("share"), "value": tr("share of the largest")}.get(options.measure, tr("weight"))
    words = tr("{number:,} of {all:,} lines are drawn", number=len(drawn), all=drawn.cells)
    if drawn.found > len(drawn):
        words = tr("{drawn}: the strongest of {number:,}", drawn=words, number=drawn.found)
        if least:
            words = tr("{drawn} with a {unit} of at least {least:g}", drawn=words, unit=unit, least=least)
    elif least:
        words = tr("{drawn}: those with a {unit} of at least {least:g}", drawn=words, unit=unit, least=least)
    if options.measure == "value" or (request.mix == "sum" and options.measure != "rollout"):
        words = tr("{drawn}; the widest stands for {number:.3g}", drawn=words, number=main.reach)
    if options.special == "dimmed" and main.special:
        notes = [*notes, tr("Lines to special tokens are paler")]
    return f"{'. '.join([words, *notes])}. {caution}"


def offer(drawn: LineSet, parts: Iterable[DerivedMap], threshold: float) -> tuple[float, str]:
    """(threshold, text) that show lines when the present threshold leaves none; the same and "" if there are some."""
    most = max(float(np.nanmax(part.values, initial=0.0)) / part.share_of for part in parts)
    if len(drawn) or not threshold or not 0 < most < threshold:
        return threshold, ""
    given = {"least": threshold, "most": most}
    if lower := max(least for least in THRESHOLDS if least <= most / 2):
        words = tr("No line reaches {least:g}; the strongest has {most:.2g}: draw from {lower:g}", lower=lower, **given)
    else:
        words = tr("No line reaches {least:g}; the strongest has {most:.2g}: draw all", **given)
    return lower, words


def token_text(part: DerivedMap, place: int, *, query: bool) -> str:
    """What a row reads, or who reads a column: the few strongest, with their heads."""
    values = np.nan_to_num(part.values[:, place] if query else part.values[:, :, place], nan=-1.0)
    name = map_text.row_name(*part.row_labels[place]) if query else part.column_labels[place]
    of = {"token": name, "unit": unit(part)}
    lines = [tr("“{token}” reads ({unit}):", **of) if query else tr("“{token}” is read by ({unit}):", **of)]
    for flat in np.argsort(-values, axis=None, kind="stable")[:_MOST_LISTED].tolist():
        series, other = divmod(flat, values.shape[1])
        if values[series, other] < SMALLEST:
            break
        word = part.column_labels[other] if query else map_text.row_name(*part.row_labels[other])
        whose = [tr("head {head}", head=part.series[series] + 1)] if part.series[series] >= 0 else []
        lines.append("  ".join([fmt_weight(float(values[series, other])), isolated(word), *whose]))
    return "\n".join(lines)
