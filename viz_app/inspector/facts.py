"""The lines of the inspector: numbers of a step, of a cell and of a head, each with its source. No Qt.

Every number is read from the Trace; one that was not recorded is reported as such. Steps, rows and keys count from 0
here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from model_core.analysis.arithmetic import entropy_bits, score_row
from model_core.analysis.value_norms import value_weighted
from model_core.direction import isolated
from model_core.explain.edited import edit_formula
from model_core.explain.provenance import Source, function
from model_core.explain.rules import divisor
from model_core.record.trace import VISIBLE, Candidate, Sentence, Trace
from viz_app.charts.bar_list import Bar, Fact
from viz_app.data import map_text, selection
from viz_app.data.number_format import fmt_chance, fmt_percent, fmt_score, fmt_weight
from viz_app.data.number_sources import candidate_source, cell_source, handed_over, mask_source
from viz_app.data.selection import Reading
from viz_app.data.snapshot import ShownNumber
from viz_app.data.vocabulary import REASON_TERMS
from viz_app.data.words.parts import head_phrase
from viz_app.system.language import tr, translated
from viz_app.text.tokens.token_chip import token_tip

ALL, FEW, LEAST = 6, 4, 2  # lines of a cell's numbers
NOT_RECORDED = tr("not recorded")


# ---------------------------------------------------------------- the step


def candidate_bars(trace: Trace, sentence: int, step: int, room: int) -> list[tuple[int, Bar]]:
    """(id, Bar) of at most `room` candidates; the written token is always included, in its place or last."""
    one, probability = trace.sentences[sentence], _recorded(trace, "probability", sentence, step)
    written, given = one.written[step], step < one.forced
    candidates: Sequence[Candidate] = trace.candidates(step, sentence)
    shown = [(each.token, each.probability) for each in candidates[:room]]
    if written.id not in [token.id for token, _ in shown] and probability is not None:
        shown = [*shown[: max(0, room - 1)], (written, probability)]
    bars = []
    for token, share in shown:
        taken = token.id == written.id
        lines = [token_tip(token), f"{tr('probability')} {fmt_chance(share, 4)}"]
        if taken:
            lines.append(tr("written here: given, not chosen by the model") if given else tr("written here"))
        source = candidate_source(trace, sentence, step, token.id)
        bars.append((token.id, Bar(selection.candidate_name(token), share, "\n".join(lines), taken, source)))
    return bars


def _recorded(trace: Trace, name: str, sentence: int, step: int) -> float | None:
    values = trace.numbers.get(name)
    return None if values is None else float(values[sentence, step])


def step_facts(trace: Trace, sentence: int, step: int) -> list[Fact]:
    """End probability and entropy of a step; the probability by which it was chosen, if a whole pass gives another; of
    the written token log-probability, id and rank."""
    written, ranks = trace.sentences[sentence].written[step], [one.token.id for one in trace.candidates(step, sentence)]
    rank = str(ranks.index(written.id) + 1) if written.id in ranks else tr("beyond {number}", number=len(ranks))

    def fact(title: str, name: str, show: Callable[[float], str], about: str, depth: str = "first") -> Fact:
        value = _recorded(trace, name, sentence, step)
        source = None if value is None else Source(f"numbers.{name}", (sentence, step))
        return Fact(title, NOT_RECORDED if value is None else show(value), about, depth=depth, source=source)

    facts = [
        fact(tr("ends the sentence"), "end_probability", fmt_chance,
             tr("Probability that the next token is the end of sentence, </s>.")),
        fact(tr("entropy"), "entropy", lambda bits: tr("{number} bits", number=fmt_weight(bits)),
             tr("How uncertain the model is about the next token: 0 bits = all on one candidate, 1 bit = as open as "
                "two equal candidates.")),
        fact(tr("log-probability"), "log_probability", lambda logarithm: fmt_score(logarithm, 4),
             tr("Natural logarithm of the probability of the written token."), "research"),
        Fact(tr("token id"), str(written.id), tr("Row of the token in the vocabulary."), depth="research"),
        Fact(tr("rank"), rank, tr("Rank of the written token among the recorded candidates."), depth="research"),
    ]  # fmt: skip
    if "step_probability" in trace.numbers:
        about = tr(
            "Probability of the written token at its own step. The other numbers here belong to the finished text, "
            "given to the decoder as a whole: with these masks a row may read later tokens, unknown at its step."
        )
        facts.insert(2, fact(tr("chosen with"), "step_probability", fmt_chance, about))
    return facts


# ---------------------------------------------------------------- the cell


def few(facts: list[Fact], masked: bool, lines: int) -> list[Fact]:
    """The FEW or LEAST most informative numbers of a cell; for a masked one including its mask."""
    shown = ((0, 2, 3, 4) if lines == FEW else (0, 4)) if masked else range(lines)
    return [*(facts[place] for place in shown), *facts[ALL:]]


def cell_words(one: Sentence, at: Reading) -> list[tuple[str, str]]:
    """The heading of a cell as (word, colour) pieces: "casa ▸ blanca → white", in the encoder "house → white"."""
    assert at.query is not None and at.key is not None
    key = (selection.key_name(one, at.kind, at.key), "source")
    return [*row_words(one, at.kind, at.query), ("→", "muted"), key]


def row_words(one: Sentence, kind: str, query: int) -> list[tuple[str, str]]:
    """A row's name as (word, colour) pieces."""
    read, written = selection.query_name(one, kind, query)
    return [(read, "muted"), ("▸", "muted"), (written, "target")] if written else [(read, "target")]


def cell_facts(trace: Trace, at: Reading, number: ShownNumber | None = None) -> list[Fact]:
    """The numbers of the cell in the order in which they are computed, weight first; beside it ‖weight × v‖, which is
    computed from two recorded ones. A `number` with a title of its own comes first and takes the last one's line."""
    assert at.query is not None and at.key is not None
    place = (at.sentence, at.head, at.query, at.key)

    def recorded(title: str, what: str, about: str, depth: str = "full", digits: int = 0) -> Fact:
        found, words = _number(trace, at, what), NOT_RECORDED
        if found is not None:
            words = fmt_chance(found, digits) if digits else fmt_score(found, 2)
        return Fact(title, words, about, depth=depth, source=cell_source(trace, at.kind, what, at.layer, place))

    code, length = _reason(trace, at), _contribution(trace, at)
    scaled, divided = _scaled_words(trace, at)
    by_edit = translated(edit_formula(trace, Trace.name(at.kind, "weights", at.layer), place))
    by_softmax = tr("After the softmax over the row, in {head}.", head=head_phrase(at.layer, at.head))
    facts = [
        recorded(tr("weight, edited") if by_edit else tr("weight"), "weights",
                 f"{by_edit}." if by_edit else by_softmax, "first", digits=3),
        Fact(tr("‖weight × v‖"), NOT_RECORDED if length is None else fmt_chance(length, 3),
             tr("The length of the vector passed on, before W_O (Kobayashi et al. 2020)."), depth="full",
             source=handed_over(trace, at.kind, at.layer, place)),
        recorded(tr("score q·k"), "raw", tr("Query times key, before scaling.")),
        recorded(scaled, "scaled", divided),
        Fact(tr("mask"), NOT_RECORDED if code is None else REASON_TERMS[code].state,
             tr("Whether this row may read this token."), "ink" if code == VISIBLE else "target",
             "full" if code in (None, VISIBLE) else "first",
             mask_source(trace, at.kind, (at.sentence, at.query, at.key))),
        recorded(tr("after the mask"), "masked", tr("The input of the softmax; −∞ gives a weight of exactly 0.")),
        *_research_facts(trace, at),
    ]  # fmt: skip
    if number is None or not number.title:
        return facts
    about = tr("The number shown here; below it, those of one head.")
    shown = Fact(number.title, number.text, about, source=number.source)
    of_head = replace(facts[0], name=tr("weight, head {head}", head=at.head + 1))
    return [shown, of_head, *facts[1:5], *facts[6:]]


def _number(trace: Trace, at: Reading, what: str) -> float | None:
    """One recorded number of the cell (`what` as in trace.SCORES); None: not recorded."""
    if at.cell is None or not trace.has(at.kind, what, at.layer):
        return None
    query, key = at.cell
    return float(trace.row(at.kind, at.layer, at.head, query, what, at.sentence)[key])


def _contribution(trace: Trace, at: Reading) -> float | None:
    """‖weight × v‖ of the cell (analysis.value_norms); None if weight or value was not recorded."""
    weight = _number(trace, at, "weights")
    if weight is None or not trace.has(at.kind, "v", at.layer):
        return None
    v_K = trace.arrays[trace.name(at.kind, "v", at.layer)][at.sentence, at.head, at.key]
    return float(value_weighted(np.full((1, 1, 1), weight), v_K[None, None])[0, 0, 0])


def _reason(trace: Trace, at: Reading) -> int | None:
    """Why the cell may or may not be read: a code of model_core.record.trace; None if no mask was recorded."""
    return int(trace.reason(at.kind, at.sentence)[at.cell]) if at.kind in trace.reasons else None


def _scaled_words(trace: Trace, at: Reading) -> tuple[str, str]:
    """The name of the scaled score, with its divisor."""
    spec = trace.spec.for_stack(at.kind)
    width = spec.head_width
    below = divisor(spec)
    if not width:
        return tr("scaled"), tr("The score ÷ the square root of the head width, which is not in this recording.")
    if not below:
        return tr("scaled"), tr("The raw score: this model does not scale its scores.")
    why = tr("The score ÷ {root}; each head has width {width}.", root=below, width=width)
    if trace.spec.attention_scale == "model":
        why = tr("The score ÷ {root}, the square root of the model's width.", root=below)
    return tr("scaled ÷ {root}", root=below), why


def _research_facts(trace: Trace, at: Reading) -> list[Fact]:
    """The ids of a cell's tokens, and the tensor and index of its weight."""
    assert at.query is not None and at.key is not None
    one = trace.sentences[at.sentence]
    query = (one.source if at.kind == "encoder" else one.read)[at.query]
    key = selection.key_token(one, at.kind, at.key)
    index = ", ".join(map(str, (at.sentence, at.head, at.query, at.key)))
    return [
        Fact(tr("token ids"), f"{query.id} → {key.id}", tr("Of the row, and of the column."), depth="research"),
        Fact(tr("index"), f"[{index}]", Trace.name(at.kind, "weights", at.layer), depth="research"),
    ]


# ---------------------------------------------------------------- the head


def weight_bar(trace: Trace, at: Reading, name: str, about: str, cell: tuple[int, int], weight: float) -> Bar:
    """The weight of a cell (query, key) of the selected head; the selected cell is strong."""
    tip = f"{about}\n{tr('weight')} {fmt_weight(weight, 4)}"
    return Bar(name, weight, tip, cell == at.cell, _weight_source(trace, at, cell))


def _weight_source(trace: Trace, at: Reading, cell: tuple[int, int]) -> Source | None:
    return cell_source(trace, at.kind, "weights", at.layer, (at.sentence, at.head, *cell))


def head_facts(trace: Trace, at: Reading) -> list[Fact]:
    """Entropy and strongest key of the row, including padding that it may read, if its map was recorded with it."""
    assert at.query is not None
    row = score_row(trace, at.kind, "weights", at.layer, at.head, at.query, at.sentence)
    key, names = selection.strongest(row), selection.key_names(trace.sentences[at.sentence], at.kind)
    share = float(row[key])
    word = isolated(names[key] if key < len(names) else map_text.PAD)
    strongest = tr("none") if math.isnan(share) else f"{word} · {fmt_percent(share)}"
    bits = float(entropy_bits(row))
    return [
        Fact(
            tr("reads mostly"),
            tr("one word ({bits} bits)", bits=fmt_weight(bits)) if bits < 0.5 else
            tr("{number} words ({bits} bits)", number=f"{2 ** bits:.1f}", bits=fmt_weight(bits)),
            tr("The entropy of the row measures how spread out it is: 0 bits = all on one token, 1 bit = as if "
               "evenly on two tokens, 2 bits = on four."),
            depth="full",
            source=function("row_entropy", kind=at.kind, layer=at.layer, head=at.head, query=at.query,
                            sentence=at.sentence),
        ),
        Fact(tr("strongest key"), strongest, depth="full", source=_weight_source(trace, at, (at.query, key))),
    ]  # fmt: skip
