"""An attention map in words: what is shown, the word beside its colour bar, which columns are dimmed."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from model_core.analysis.heads.dimmed_columns import Dimming
from model_core.analysis.known_masks import reasons_in
from model_core.explain.rules import divisor, mask_leaks, mask_number, uneven_rows
from model_core.record.mask_reasons import HIDDEN, VISIBLE
from model_core.record.trace import Trace
from viz_app.data.number_format import fmt_chance, fmt_percent
from viz_app.data.selection import key_name
from viz_app.system.language import capitalised, tr, translated

_ENCODER_ROW = tr("Row = the source token that reads.")


_DECODER_ROW = tr("Row = the token just read ▸ the token written next.")


_COLUMN_WORDS = {
    "encoder": tr("Column = the source token it reads."),
    "decoder": tr("Column = the target so far."),
    "cross": tr("Column = the source."),
}
_LARGEST: WeakKeyDictionary[Trace, dict[tuple[str, int], float]] = WeakKeyDictionary()
"""The largest weight of a masked cell of an attention in a sentence: it takes a pass over all maps."""


def unit_word(trace: Trace, kind: str, what: str, stretch: str = "same") -> str:
    """The word beside the colour bar; `stretch` (viz_app.data.maps.color_range.STRETCHES) is how colours are
    stretched."""
    below = divisor(trace.spec.for_stack(kind))
    divided = tr("score ÷ {root}", root=below) if below else tr("score, not divided")
    word = {"weights": tr("weight"), "raw": tr("score")}.get(what, divided)
    if stretch == "row":
        return tr("{unit}, row by row", unit=word)
    return tr("{unit}, log", unit=word) if stretch == "log" and what == "weights" else word


def explained(trace: Trace, kind: str, what: str, sentence: int, column: int | None = None) -> str:
    """What is shown, in one or two sentences; `column` is the column that is read, None while rows are."""
    if column is not None:
        return _column_words(trace, kind, what, sentence, column)
    row = _ENCODER_ROW if kind == "encoder" else _DECODER_ROW
    codes = reasons_in(trace.reason(kind, sentence)) if kind in trace.reasons else frozenset[int]()
    hatching = bool(codes - {VISIBLE, HIDDEN})
    below = divisor(trace.spec.for_stack(kind))
    score = f"q·k ÷ {below}" if below else tr("q·k, not divided")
    number, hatched = mask_number(trace, kind), f" {_hatched(trace, kind, sentence)}" if hatching else ""
    about = {
        "weights": f"{_COLUMN_WORDS[kind]} {_sums(trace, kind, sentence)}{hatched}",
        "scaled": tr("Scores {score}, before mask and softmax.", score=score),
        "raw": tr("Scores q·k, before scaling, mask and softmax."),
        "masked": tr("Scores {score}, with the mask; hatched = {number}.", score=score, number=number)
        if hatching
        else tr("Scores {score}, with the mask.", score=score),
    }[what]
    return f"{row} {about}"


def _sums(trace: Trace, kind: str, sentence: int) -> str:
    """What a row of the weights sums to."""
    found = translated(uneven_rows(trace, (kind,), sentence))
    return f"{capitalised(found)}." if found else tr("Each row sums to 1.")


def _hatched(trace: Trace, kind: str, sentence: int) -> str:
    """What a hatched cell of the weights is, and how much weight such cells have in this run."""
    known = _LARGEST.setdefault(trace, {})
    if (kind, sentence) not in known:
        known[kind, sentence] = _largest_masked(trace, kind, sentence)
    most = known[kind, sentence]
    if most == 0:
        return tr("Hatched = masked.")
    return tr("Hatched = masked, yet read: such cells have weights up to {weight}.", weight=fmt_chance(most, 3))


def _largest_masked(trace: Trace, kind: str, sentence: int) -> float:
    """The largest weight of a masked cell in all heads; 0 if none has any, or no weights are recorded."""
    codes_QM = trace.reason(kind, sentence)
    masked_QM = (codes_QM != VISIBLE) & (codes_QM != HIDDEN)
    if not (mask_leaks(trace, kind) and trace.whole(kind) and masked_QM.any()):
        return 0.0
    return max(float(weights_HQM[:, masked_QM].max()) for weights_HQM in trace.maps(kind, sentence=sentence))


def _column_words(trace: Trace, kind: str, what: str, sentence: int, column: int) -> str:
    token = key_name(trace.sentences[sentence], kind, column)
    start = tr("Column “{token}” from top to bottom: how strongly each row reads it.", token=token)
    return f"{start} {tr('A column need not sum to 1.')}" if what == "weights" else start


def notice(found: Dimming, words: Sequence[str], which: str, stretch: str) -> str:
    """What is dimmed, in one line: "</s> column dimmed: 43 % of the weight is there"; "" if nothing was requested.

    `words` are the columns' tokens; `stretch` is a word of viz_app.data.maps.color_range.STRETCHES.
    """
    if which == "none":
        return ""
    if not found.columns and which == "special":
        return tr("No column is a special token: none is dimmed")
    if not found.columns:
        return tr("No column of this head stands out: none is dimmed")
    names = list(dict.fromkeys(words[column] for column in found.columns))
    listed = names[0] if len(names) == 1 else tr("{words} and {last}", words=", ".join(names[:-1]), last=names[-1])
    share = fmt_percent(found.share).replace(" ", "\u00a0")
    if len(found.columns) > 1:
        line = tr("{tokens} columns dimmed: they hold {percent} of the weight", tokens=listed, percent=share)
    else:
        line = tr("{token} column dimmed: it holds {percent} of the weight", token=listed, percent=share)
    if stretch == "row":
        return tr("{dimmed}; colours scale to the row maximum of the other columns", dimmed=line)
    if stretch == "head":
        return tr("{dimmed}; colours scale to the head maximum of the other columns", dimmed=line)
    return line
