"""What becomes of the branches: the old text is kept as one where the model goes on otherwise, one becomes the main
text, or is dropped. Changes of a RunSpec, {} for none. No Qt."""

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
    """The main text of a sentence begins with `ids` from now on; see kept_branches. {} where it does so already."""
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
    """The branches once the main text of a sentence begins with `ids`: those that there are, what was chosen or typed
    for the other sentences, which the model writes by itself then, and last the old text of this one.

    `gone` is the branch that `ids` lie on: it becomes the main text, no branch any more.
    """
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
    """What makes the text of a sentence other than the model would write it; of one that was not written greedily all
    of it."""
    if run.target is None and sentence != run.prefix_sentence:
        return ()
    written = _ids(trace, sentence)
    given = written[: trace.sentences[sentence].forced] if run.target is not None or run.opening else run.prefix
    whole = given and run.decoding.method != "greedy" and written[: len(given)] == given
    return written if whole else given


def _enough(run: RunSpec, main: DecodedText, ids: tuple[int, ...]) -> tuple[int, ...]:
    """How much of the old main text has to be given so that it comes out again: greedily, what was given before, and
    on to where they part."""
    parted = first_difference(main.ids, ids)
    if run.target is None and run.decoding.method == "greedy" and parted is not None and parted < len(main.ids):
        return main.ids[: max(parted + 1, main.forced)]
    return main.ids


def promote(run: RunSpec, trace: Trace, branch: Branch | None) -> dict[str, Any]:
    """A branch becomes the main text, the main text a branch; {} where the run has it no longer."""
    if branch is None or branch not in run.branches:
        return {}
    return go_on(run, trace, branch.sentence, branch.ids, branch)


def remove(run: RunSpec, branch: Branch | None) -> dict[str, Any]:
    """A branch is kept no longer."""
    return {"branches": tuple(one for one in run.branches if one != branch)}
