"""The candidates of a step as records: their numbers, why one is cut, and in words how the token was chosen. No Qt.
Steps count from 0 here and from 1 on the screen."""

from __future__ import annotations

import math
from dataclasses import dataclass

from model_core.analysis.text_comparison import cut_reason
from model_core.direction import quoted
from model_core.explain.provenance import Source
from model_core.record.edits import Decoding
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.system.language import tr

COLUMNS = ("candidate_logits", "candidate_scaled", "candidate_chances", "candidate_chances")
"""The columns of the table of candidates -> names of Trace.numbers."""
NEVER = "never written"
"""Why padding and the start cannot be drawn with any filter."""
FINISHED = tr("The numbers here are those of the finished text, where rows read later tokens.")


@dataclass(frozen=True)
class Chance:
    """One candidate. `logit` and `scaled` are None if they were not recorded, `chance` is NaN if unknown; `cut` is
    cut_reason's word; `listed` is False for a written token that is not among the recorded candidates."""

    token: Token
    logit: float | None
    scaled: float | None
    plain: float
    chance: float
    cut: str
    taken: bool
    listed: bool = True

    @property
    def unknown(self) -> bool:
        """Whether its probability does not follow from anything recorded."""
        return not self.listed and math.isnan(self.chance)


def chances_of(trace: Trace, sentence: int, step: int) -> tuple[Chance, ...]:
    """The recorded candidates of a step, most probable first, then the written token if it is not among them; () if
    none were recorded."""
    if not trace.candidate_tokens or step >= len(trace.candidate_tokens[sentence]):
        return ()
    decoding, numbers = trace.run.decoding, trace.numbers
    written = trace.sentences[sentence].written[step].id
    plain = numbers["candidates"][sentence, step]
    chances = numbers.get("candidate_chances", numbers["candidates"])[sentence, step]

    def number(name: str, rank: int) -> float | None:
        return float(numbers[name][sentence, step, rank]) if name in numbers else None

    found, before = [], 0  # never written ones take no place among the top k
    for rank, token in enumerate(trace.candidate_tokens[sentence][step]):
        never = token.id in trace.spec.never_written
        cut = NEVER if never else cut_reason(before, float(chances[rank]), decoding)
        before += not never
        found.append(
            Chance(
                token, number("candidate_logits", rank), number("candidate_scaled", rank), float(plain[rank]),
                float(chances[rank]), cut, token.id == written,
            )
        )  # fmt: skip
    if "log_probability" in numbers and found and not any(one.taken for one in found):
        found.append(_written(trace, sentence, step, found))
    return tuple(found)


def _written(trace: Trace, sentence: int, step: int, found: list[Chance]) -> Chance:
    """The written token that is not a candidate: logits differ by as much as log-probabilities, and the filters have
    kept what was sampled. Of a given token only the candidates can tell that they have cut it."""
    one, decoding, first = trace.sentences[sentence], trace.run.decoding, found[0]
    plain, log_p = (float(trace.numbers[name][sentence, step]) for name in ("probability", "log_probability"))
    sampled = decoding.method == "sample"
    logit = None if first.logit is None else first.logit + log_p - math.log(first.plain)
    scaled = logit / decoding.temperature if sampled and logit is not None else logit
    cut = next((other.cut for other in reversed(found) if other.cut not in ("", NEVER)), "")
    kept = next((other for other in found if not other.cut), first)
    own = step >= one.forced and "step_probability" not in trace.numbers
    chance = math.nan if sampled else plain
    if cut:
        chance = 0.0
    elif sampled and (own or (not decoding.top_k and decoding.top_p == 1)) and scaled is not None:
        chance = kept.chance * math.exp(scaled - (kept.scaled or 0.0))
    return Chance(one.written[step], logit, scaled, plain, chance, cut, taken=True, listed=False)


def column_words(decoding: Decoding) -> tuple[str, str, str, str]:
    """The names of the four columns under these settings."""
    if decoding.method != "sample":
        return "logit", "÷ 1", tr("no filter"), tr("probability")
    filters = [f"top-k {decoding.top_k}"] if decoding.top_k else []
    filters += [f"top-p {decoding.top_p:g}"] if decoding.top_p < 1 else []
    return "logit", f"÷ T {decoding.temperature:g}", " · ".join(filters) or tr("no filter"), tr("prob.", "probability")


def kept_words(trace: Trace, sentence: int, step: int) -> str:
    """What the filters keep and cut at a step, by the model's own probabilities; "" for no filters."""
    decoding, found = trace.run.decoding, chances_of(trace, sentence, step)
    filters = column_words(decoding)[2]
    if decoding.method != "sample" or not (decoding.top_k or decoding.top_p < 1) or not found:
        return ""
    kept = [one for one in found if not one.cut]
    share = number_format.fmt_chance(sum(one.plain for one in kept))
    counts = {"tokens": trace.spec.target_vocabulary, "count": len(kept)}
    whole = len(found) == trace.spec.target_vocabulary
    if not whole and not any(one.cut not in ("", NEVER) for one in found):
        words = tr("Of {tokens:,} tokens {filters} keeps all {count} listed here, p {share}, and perhaps others.")
        return words.format(**counts, filters=filters, share=share)
    gone = number_format.fmt_chance(max(0.0, 1 - sum(one.plain for one in kept)))
    words = tr("Of {tokens:,} tokens {filters} keeps {count}, p {share}, and cuts the others, p {gone}.")
    return words.format(**counts, filters=filters, share=share, gone=gone)


def choice_words(trace: Trace, sentence: int, step: int) -> str:
    """How the token of a step was chosen, in one sentence."""
    one, decoding = trace.sentences[sentence], trace.run.decoding
    word, place = quoted(one.written[step].text), tr("Step {step}", step=step + 1)
    own = "step_probability" in trace.numbers
    if step < one.forced:
        how = tr("{word} was given, not chosen; the bars show how probable the model finds it.", word=word)
    elif decoding.method == "sample":
        drawn = tr("{word} was sampled with seed {seed}.", word=word, seed=str(decoding.seed))
        tick = tr("A tick marks the probability at T 1, before the filters.")
        how = " ".join(filter(None, (drawn, FINISHED if own else kept_words(trace, sentence, step), tick)))
    elif decoding.method == "beam":
        how = tr("{word} is on the text with the best score; it need not be the most probable token.", word=word)
    elif own:
        how = tr("{word} had the largest logit of all that may be written at its own step.", word=word) + f" {FINISHED}"
    elif [one.cut for one in chances_of(trace, sentence, step)][:1] == [NEVER]:
        how = tr("{word} has the largest logit of all that may be written, and greedy decoding takes it.", word=word)
    else:
        how = tr("{word} has the largest logit, and greedy decoding always takes the largest.", word=word)
    return f"{place}: {how}"


def chance_number(trace: Trace, sentence: int, step: int, rank: int, column: int) -> tuple[Trace, Source] | None:
    """A number of the table; a written token that is no candidate is below the candidates."""
    token = trace.sentences[sentence].written[step].id
    if rank >= len(trace.candidate_tokens[sentence][step]):
        if column == 0 and "logits" in trace.arrays:
            return trace, Source("logits", (sentence, step, token))
        plain = column > 1 and trace.run.decoding.method != "sample"
        return (trace, Source("numbers.probability", (sentence, step))) if plain else None
    name = COLUMNS[column] if COLUMNS[column] in trace.numbers else "candidates"
    return (trace, Source(f"numbers.{name}", (sentence, step, rank))) if name in trace.numbers else None
