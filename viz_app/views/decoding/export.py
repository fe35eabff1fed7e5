"""The parts of the Decoding view as tables to save or copy. No Qt. Steps, nodes and ranks count from 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from model_core.analysis.decoding_cost import step_cost
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.selection import candidate_name, key_names, read_names, written_names
from viz_app.data.tables import Context, Listing
from viz_app.views.decoding.chances import chances_of

NUMBERS = ("probability", "log_probability", "end_probability", "entropy")
TEXTS = ("text", "step", "read", "written", "id", "given", *NUMBERS)
NODES = ("node", "parent", "step", "token", "id", "log_probability", "total", "score", "kept", "ended", "winner")
CANDIDATES = ("step", "rank", "token", "id", "logit", "scaled", "probability", "chance", "written")
COSTS = ("step", "read", "multiplications with the cache", "multiplications without it", "largest difference")


def part_table(
    part: str, context: Context, trace: Trace, sentence: int, texts: Sequence[DecodedText]
) -> Listing | None:
    """The numbers of a part of the view, of all steps; None while nothing is written.

    tree       every step of every text, after beam search the nodes of its tree
    end        every step of every text
    chances    the candidates of every step
    cache      what each step costs, and how far its numbers are from those without the cache
    """
    if not texts:
        return None
    headings: tuple[str, ...] = TEXTS
    rows: Iterator[tuple[Any, ...]] = (row for text in texts for row in _steps(text))
    if part == "tree" and any(node.sentence == sentence for node in trace.tree):
        headings, rows = NODES, _nodes(trace, sentence)
    elif part == "chances":
        headings, rows = CANDIDATES, _candidates(trace, sentence, len(texts[0].written))
    elif part == "cache":
        headings, rows = COSTS, _costs(trace, sentence)
    return Listing(f"decoding-{part}", context, headings, tuple(rows))


def _steps(text: DecodedText) -> Iterator[tuple[Any, ...]]:
    reads = read_names(text.read, text.written)
    for step, (read, name) in enumerate(zip(reads, written_names(text.read, text.written), strict=True)):
        numbers = (_known(text.number(number, step)) for number in NUMBERS)
        yield text.name, step, read, name, text.ids[step], step < text.forced, *numbers


def _nodes(trace: Trace, sentence: int) -> Iterator[tuple[Any, ...]]:
    """The rows of a beam search; indices of nodes and parents are those in the tree of the whole run."""
    for place, node in enumerate(trace.tree):
        if node.sentence == sentence:
            yield (
                place, node.parent, node.step, candidate_name(node.token), node.token.id, node.log_probability,
                node.total, node.score, node.kept, node.ended, node.winner,
            )  # fmt: skip


def _candidates(trace: Trace, sentence: int, steps: int) -> Iterator[tuple[Any, ...]]:
    for step in range(steps):
        for rank, one in enumerate(chances_of(trace, sentence, step)):
            numbers = (_known(one.logit), _known(one.scaled), one.plain, _known(None if one.unknown else one.chance))
            yield step, rank if one.listed else "", candidate_name(one.token), one.token.id, *numbers, one.taken


def _costs(trace: Trace, sentence: int) -> Iterator[tuple[Any, ...]]:
    one, apart = trace.sentences[sentence], trace.numbers.get("cache_difference")
    for step, read in enumerate(key_names(one, "decoder")):
        with_cache, without = (step_cost(trace.spec, len(one.source), step, cached).total for cached in (True, False))
        difference = "" if apart is None else float(apart[sentence, step])
        yield step, read, "" if trace.spec.leaks else with_cache, without, difference


def _known(number: float | None) -> float | str:
    return "" if number is None else number
