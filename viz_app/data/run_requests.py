"""What the Decoding view asks of a run: go on from another token, change the main text with a branch, draw again.

Each function gives changes of a RunSpec, {} for none. No Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from model_core.analysis.text_comparison import first_difference
from model_core.record.edits import Branch
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Candidate, Trace
from viz_app.data.decoded_texts import DecodedText, next_seed

MOST = 16
"""How many branches a run keeps; the oldest give way."""


def go_on(
    run: RunSpec, texts: Sequence[DecodedText], sentence: int, ids: tuple[int, ...], other: int = -1
) -> dict[str, Any]:
    """The main text begins with `ids` from now on; the old one is kept as a branch, and so are the others.

    `other` is the place among `texts` of the branch that `ids` lie on: it becomes the main text, no branch any more.
    """
    main = texts[0].ids
    if ids == main[: len(ids)]:
        return {}
    gone = texts[other].branch if other > 0 else None
    kept = [branch for place, branch in enumerate(run.branches) if place != gone]
    old = Branch(_enough(run, texts[0], ids), sentence)
    there = any(text.ids == main and text.branch not in (None, gone) for text in texts[1:])
    if old not in kept and not there:
        kept.append(old)
    changes: dict[str, Any] = {"prefix": ids, "prefix_sentence": sentence, "branches": tuple(kept[-MOST:])}
    if run.opening:
        changes["opening"] = ""
    if run.target is not None:
        changes |= {"target": None}
    return changes


def _enough(run: RunSpec, main: DecodedText, ids: tuple[int, ...]) -> tuple[int, ...]:
    """How much of the old main text has to be given so that it comes out again: greedily, what was given before, and
    on to where they part."""
    parted = first_difference(main.ids, ids)
    if run.target is None and run.decoding.method == "greedy" and parted is not None and parted < len(main.ids):
        return main.ids[: max(parted + 1, main.forced)]
    return main.ids


def promote(run: RunSpec, texts: Sequence[DecodedText], sentence: int, other: int) -> dict[str, Any]:
    """A branch becomes the main text, the main text a branch."""
    place = texts[other].branch
    return {} if place is None else go_on(run, texts, sentence, run.branches[place].ids, other)


def remove(run: RunSpec, texts: Sequence[DecodedText], sentence: int, other: int) -> dict[str, Any]:
    """A branch is kept no longer."""
    place = texts[other].branch
    if place is None or place >= len(run.branches):
        return {}
    return {"branches": tuple(branch for number, branch in enumerate(run.branches) if number != place)}


def closest_call(trace: Trace, sentence: int) -> tuple[int, Candidate] | None:
    """The step (from 0) at which a token that was not written was most probable, and that token; None for none."""
    never = trace.spec.never_written
    written = trace.sentences[sentence].written
    found = [
        (step, one)
        for step, token in enumerate(written if trace.candidate_tokens else ())
        for one in trace.candidates(step, sentence)
        if one.token.id not in (token.id, *never)
    ]
    return max(found, key=lambda pair: pair[1].probability, default=None)


def draw_again(run: RunSpec, texts: Sequence[DecodedText] = (), sentence: int = 0) -> dict[str, Any]:
    """Sampling with the next seed."""
    if run.decoding.method != "sample" or run.target is not None:
        return {}
    return {"decoding": replace(run.decoding, seed=next_seed(run.decoding))}


__all__ = ["MOST", "closest_call", "draw_again", "go_on", "promote", "remove"]
