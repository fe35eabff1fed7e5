"""What the edits in force did to one step, in one line: the same token's probability without and with them. No Qt."""

from __future__ import annotations

from model_core.analysis.edit_effects import changes
from model_core.direction import isolated
from model_core.record.edits import Edits
from model_core.record.trace import Trace
from viz_app.data.number_format import fmt_chance
from viz_app.data.words.parts import head_number
from viz_app.system.language import tr


def effect_words(trace: Trace, sentence: int, step: int) -> str:
    """ "Without cross 2.2: p(house) 0.74 → 0.09", or where the texts part; "" without the unedited alternative.

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
    """What the edits are called at the beginning of a sentence."""
    if len(edits.heads_off) == 1 and edits == Edits(heads_off=edits.heads_off):
        off = edits.heads_off[0]
        return tr("Without {head}:", head=head_number(off.kind, off.layer, off.head))
    if len(edits.overrides) == 1 and edits == Edits(overrides=edits.overrides):
        return tr("With this weight:")
    return tr("With these edits:")


def _candidate(trace: Trace, sentence: int, step: int, token_id: int) -> str:
    """The probability of a token that was not written; below the last candidate's only so much is known."""
    candidates = trace.candidates(step, sentence)
    for one in candidates:
        if one.token.id == token_id:
            return fmt_chance(one.probability)
    last = fmt_chance(candidates[-1].probability) if candidates else "?"
    return last if last in ("?", "0") or last.startswith("<") else tr("below {number}", number=last)
