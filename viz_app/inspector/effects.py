"""What edits do to the text, in lines of the inspector: those in force, and the selected head if it were off. No Qt.

Layers, heads and steps count from 0 here and from 1 in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from model_core.analysis.edit_effects import changes
from model_core.analysis.heads.head_alignment import AGREEMENT, ERROR_RATE
from model_core.direction import isolated
from model_core.record.edits import Edits, HeadPlace
from model_core.record.effects import Component
from model_core.record.tokens import Token
from model_core.record.trace import Alternative, Trace
from viz_app.charts.bar_list import Fact
from viz_app.data.number_format import ELLIPSIS, fmt_chance, fmt_score
from viz_app.data.selection import Reading, words_of
from viz_app.data.words.parts import head_number
from viz_app.document.runs.effects_of_run import EffectsOfRun, EffectsRequest, effects_asked
from viz_app.system.language import tr

BEFORE, AFTER = 1, 4
"""Tokens before the first different one, and from it on, that are shown in a line."""


def effects_requests(trace: Trace | None, at: Reading) -> tuple[EffectsRequest, ...]:
    """What is requested in a pause: the effects, and if the model writes, the text without this head."""
    spec = effects_asked(trace, at.sentence)
    if spec is None or trace is None:
        return ()
    writes = trace.run.target is None
    return (EffectsRequest(spec, (Component("heads", at.kind, at.layer, at.head),) if writes else ()),)


def effect_facts(trace: Trace, at: Reading, step: int | None, known: EffectsOfRun) -> list[Fact]:
    """ "without it duerme 0.41 → 0.17" and "the text becomes negro está …", as far as known; nothing for a head that is
    off."""
    spec, part = effects_asked(trace, at.sentence), Component("heads", at.kind, at.layer, at.head)
    if spec is None or step is None or HeadPlace(at.kind, at.layer, at.head) in trace.run.edits.heads_off:
        return []
    found, one, lines = known.available().get(spec), trace.sentences[at.sentence], []
    if found is not None and part in found.parts and step < len(found.written):
        change, base = float(found.of(part)[step]), float(found.base[step])
        if not math.isnan(change):
            chances = f"{fmt_chance(math.exp(base))} → {fmt_chance(math.exp(base + change))}"
            tip = tr(
                "Step {step}, “{token}”: its probability with and without this head, after the same text. "
                "Log-probability {before} → {after}.",
                step=step + 1,
                token=one.written[step].text,
                before=fmt_score(base, 2),
                after=fmt_score(base + change, 2),
            )
            lines.append(Fact(tr("without it"), f"{isolated(one.written[step].text)} {chances}", tip, "ink"))
    text = known.texts().get((spec, part))
    if text is not None:
        lines.append(_text_fact(one.written, text))
    return lines


def aligned_fact(measured: dict[str, float]) -> Fact:
    """ "alignment  error 12 %, agrees 0.81" of a head of cross-attention."""
    error = tr("error {rate:.0f} %", rate=100 * measured[ERROR_RATE.name])
    tip = tr("Each target word is linked to the source word this head reads most: the share of links that are wrong "
             "or missing (alignment error rate, Och & Ney 2003).")  # fmt: skip
    if AGREEMENT.name not in measured:
        return Fact(tr("alignment"), error, tip)
    share = measured[AGREEMENT.name]
    tip += "\n" + tr("Agreement {share:.2f}: the weight on the words that the alignment links.", share=share)
    return Fact(tr("alignment"), tr("{error}, agrees {share:.2f}", error=error, share=share), tip)


def _text_fact(written: Sequence[Token], text: Alternative) -> Fact:
    """Where the text written without the head diverges from the current one."""
    pairs = zip(written, text.written, strict=False)
    most = min(len(written), len(text.written))
    first = next((place for place, (one, other) in enumerate(pairs) if one.id != other.id), most)
    whole = " ".join(words_of(text.written))
    if first == most and len(written) == len(text.written):
        return Fact(
            tr("the text becomes"),
            tr("the same"),
            tr("Without this head the model writes from step 1 on: {text}", text=whole),
        )
    begin, end = max(0, first - BEFORE), first + AFTER
    shown = " ".join(words_of(text.written[begin:end]))
    dots = ELLIPSIS if begin else "", ELLIPSIS if end < len(text.written) else ""
    words = " ".join(filter(None, (dots[0], shown, dots[1])))
    return Fact(
        tr("the text becomes"),
        words,
        tr("Without this head the model writes, from step 1 on: {text}", text=whole),
        "target",
    )


def effect_words(trace: Trace, sentence: int, step: int) -> str:
    """ "Without cross 2.2: p(house) 0.74 → 0.09", or where the texts diverge; "" without the unedited alternative.

    The token is the one that the unedited model writes. Steps count from 0 here and from 1 in the words.
    """
    other = next((one for one in trace.alternatives if (one.name, one.sentence) == ("unedited", sentence)), None)
    if other is None:
        return ""
    found, who = changes(trace, other), _cause(trace.run.edits)
    if step >= len(other.written) or not found.rows[step].reads_same:
        return tr("{edit} a different text is written from step {step} on.", edit=who, step=(found.first or 0) + 1)
    row, token = found.rows[step], other.written[step]
    if row.other is None:
        return ""
    same = row.token == token.id and row.probability is not None
    after = fmt_chance(row.probability or 0.0) if same else _candidate(trace, sentence, step, token.id)
    return f"{who} p({isolated(token.text)}) {fmt_chance(row.other)} → {after}"


def _cause(edits: Edits) -> str:
    """A name for the edits at the beginning of a sentence."""
    if len(edits.heads_off) == 1 and edits == Edits(heads_off=edits.heads_off):
        off = edits.heads_off[0]
        return tr("Without {head}:", head=head_number(off.kind, off.layer, off.head))
    if len(edits.overrides) == 1 and edits == Edits(overrides=edits.overrides):
        return tr("With this weight:")
    return tr("With these edits:")


def _candidate(trace: Trace, sentence: int, step: int, token_id: int) -> str:
    """The probability of a token that was not written; if it is no candidate, only an upper bound is known."""
    candidates = trace.candidates(step, sentence)
    for one in candidates:
        if one.token.id == token_id:
            return fmt_chance(one.probability)
    last = fmt_chance(candidates[-1].probability) if candidates else "?"
    return last if last in ("?", "0") or last.startswith("<") else tr("below {number}", number=last)
