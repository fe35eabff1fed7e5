"""What happens to branches: when the model continues differently, the old text is kept as one; a branch can become the
main text, or be removed. Each function returns changes of a RunSpec, {} for none. No Qt."""

from __future__ import annotations

from typing import Any

from model_core.analysis.text_comparison import first_difference
from model_core.record.edits import Branch
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from viz_app.data.decoded_texts import DecodedText, decoded_texts

MOST = 16
"""How many branches a run keeps; the oldest are dropped."""


def go_on(
    run: RunSpec, trace: Trace, sentence: int, ids: tuple[int, ...], gone: Branch | None = None
) -> dict[str, Any]:
    """Lets the main text of a sentence begin with `ids`; see kept_branches. {} if it already does."""
    if ids == _ids(trace, sentence)[: len(ids)]:
        return {}
    branches = kept_branches(run, trace, sentence, ids, gone)
    changes: dict[str, Any] = {"prefix": ids, "prefix_sentence": sentence, "branches": branches}
    if run.opening:
        changes["opening"] = ""
    if run.target is not None:
        changes |= {"target": None}
    return changes


def kept_branches(
    run: RunSpec, trace: Trace, sentence: int, ids: tuple[int, ...], gone: Branch | None = None
) -> tuple[Branch, ...]:
    """The branches after the main text of a sentence is made to begin with `ids`: the existing ones, the texts chosen
    or typed for other sentences, which the model then writes by itself, and last the old text of this one. `gone` is
    the branch with these `ids`, which becomes the main text."""
    main, *others = decoded_texts(trace, sentence)
    kept = [branch for branch in run.branches if branch != gone]
    given = [(_given(run, trace, at), at) for at in range(len(trace.sentences)) if at != sentence]
    chosen = run.prefix if sentence == run.prefix_sentence else ()
    if chosen not in (main.ids[: len(chosen)], ids[: len(chosen)]):  # not computed yet
        given.append((chosen, sentence))
    elif run.target is not None or ids != main.ids[: len(ids)]:
        there = any(text.ids == main.ids and text.branch in kept for text in others)
        given.append((() if there else _enough(run, main, ids), sentence))
    return tuple(dict.fromkeys((*kept, *(Branch(*one) for one in given if one[0]))))[-MOST:]


def _ids(trace: Trace, sentence: int) -> tuple[int, ...]:
    return tuple(token.id for token in trace.sentences[sentence].written)


def _given(run: RunSpec, trace: Trace, sentence: int) -> tuple[int, ...]:
    """The tokens that make the text of a sentence differ from what the model would write; all of them if it was not
    decoded greedily."""
    if run.target is None and sentence != run.prefix_sentence:
        return ()
    written = _ids(trace, sentence)
    given = written[: trace.sentences[sentence].forced] if run.target is not None or run.opening else run.prefix
    whole = given and run.decoding.method != "greedy" and written[: len(given)] == given
    return written if whole else given


def _enough(run: RunSpec, main: DecodedText, ids: tuple[int, ...]) -> tuple[int, ...]:
    """How much of the old main text must be given to obtain it again: under greedy decoding, what was given before, and
    up to where the texts diverge."""
    parted = first_difference(main.ids, ids)
    if run.target is None and run.decoding.method == "greedy" and parted is not None and parted < len(main.ids):
        return main.ids[: max(parted + 1, main.forced)]
    return main.ids


def promote(run: RunSpec, trace: Trace, branch: Branch | None) -> dict[str, Any]:
    """Swaps a branch and the main text; {} if the run no longer has the branch."""
    if branch is None or branch not in run.branches:
        return {}
    return go_on(run, trace, branch.sentence, branch.ids, branch)


def remove(run: RunSpec, branch: Branch | None) -> dict[str, Any]:
    return {"branches": tuple(one for one in run.branches if one != branch)}
