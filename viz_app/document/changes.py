"""How the State changes when one of its parts does, for every caller, and how a view requests changes of the current
run. No Qt."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from model_core.errors import Refused
from model_core.record.edits import Branch, Edits
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.record.training_log import is_snapshot
from model_core.recordings.file_format import is_recording
from model_core.recordings.open import NOT_COMPUTED, recorded_run
from viz_app.document.id_text import target_texts
from viz_app.document.state import Layout, Look, State, fit_look
from viz_app.system.language import text_of_resource, tr

Changes = Mapping[str, Any]
"""New values of fields of a run; "options", "look", "pin" are what goes with them."""

Wish = Callable[[RunSpec], Changes]
"""Makes them of the present run, which may be newer than the one that a view drew: whatever keeps a part of the run as
it is has to be requested in this way."""

TYPED = {"source", "target", "opening", "decoding"}
"""Fields of a run that are typed or dragged: their changes join while that continues."""


def changes_of(asked: Changes | Wish, run: RunSpec) -> Changes:
    return asked(run) if callable(asked) else asked


def other_edits(change: Callable[[Edits], Edits]) -> Wish:
    """Requests other edits, made from those in force."""
    return lambda run: {"edits": change(run.edits)}


def other_decoding(changes: Changes) -> Wish:
    """Requests other values of some decoding settings."""
    return lambda run: {"decoding": dataclasses.replace(run.decoding, **changes)}


def changed_run(now: RunSpec, changes: Mapping[str, Any]) -> RunSpec:
    """The run with some fields changed. TypeError for a field that it lacks.

    A prefix and branches are made of one model's ids for one text: changing either without giving new ones drops them;
    another model also drops swapped tokens and patches.
    """
    run = now.with_(**_frozen(changes))
    if (run.source, run.model) != (now.source, now.model):
        kept = {"prefix": run.prefix == now.prefix, "branches": run.branches == now.branches}
        run = run.with_(**{name: () for name, same in kept.items() if same})
    if run.model != now.model and run.edits == now.edits:  # ids of another vocabulary
        run = run.with_(edits=dataclasses.replace(run.edits, swaps=(), patches=()))
    return run


def text_model(model: str) -> str:
    """The model for another text: the bundled one in place of a recording, which can read no other."""
    return "" if is_recording(model) else model


def changed_look(now: Look, changes: Mapping[str, Any], trace: Trace | None) -> Look:
    """The look with some fields changed, clamped to the sizes of a Trace; `now` itself if it is unchanged. TypeError
    for an unknown field.

    Another kind of attention or another sentence unpins the cell unless a new one is given.
    """
    look = dataclasses.replace(now, **changes)
    if (look.kind, look.sentence) != (now.kind, now.sentence) and (look.query, look.key) == (now.query, now.key):
        look = dataclasses.replace(look, query=None, key=None)
    look = fit_look(look, trace)
    return now if look == now else look


def changed_parts(parts: Mapping[str, Any], state: State, wanted: State) -> dict[str, Any]:
    """Those of these parts of a State that differ from `wanted`. The present look itself, clamped to the trace
    (`state`), changes nothing; any other counts, even if it looks the same."""
    return {
        name: part for name, part in parts.items()
        if part is not getattr(state, name) and part != getattr(wanted, name)
    }  # fmt: skip


def changed_layout(state: State, changes: Mapping[str, Any], trace: Trace | None) -> tuple[Layout, RunSpec]:
    """(the layout with some fields changed, the run that goes with it). TypeError for a field that it lacks.

    writer="me" starts from the target that is shown; writer="model" lets the model write again.
    """
    layout, run = dataclasses.replace(state.desk, **_frozen(changes)), state.run
    if layout.writer == "me" and run.target is None:
        run = run.with_(target=_shown_target(run, trace), prefix=(), opening="")
    elif layout.writer == "model" and run.target is not None:
        run = run.with_(target=None)
    return layout, run


def refusal(now: RunSpec, parts: Mapping[str, Any]) -> str:
    """Why these parts cannot become the State's, "" if they can: a recording cannot be recomputed, and a word that is
    hidden until a question is answered has a negative id, which is invalid."""
    run, pin = parts.get("run", now), parts.get("pin")
    if is_recording(now.model) and run.model == now.model and run != now and not _is_recorded(run):
        return text_of_resource(NOT_COMPUTED)
    ids = [run.prefix, *(branch.ids for branch in run.branches), pin.run.prefix if pin is not None else ()]
    return tr("Hidden until you answer.") if any(one < 0 for some in ids for one in some) else ""


def _is_recorded(run: RunSpec) -> bool:
    """Whether this is the content of a recording's file, which may have changed since."""
    try:
        return run == recorded_run(run.model)
    except Refused:
        return False


def chosen_candidate(
    state: State, trace: Trace | None, step: int, token_id: int, branches: tuple[Branch, ...] | None = None
) -> tuple[RunSpec, str] | None:
    """(the run in which the model continues from another candidate, the name of this change).

    What is written before row `step` of the selected sentence stays, then this token; `branches` are the other
    texts to be written beside it, None for those that there are. None if the picture
    belongs to another text or model than the one that is being computed, or has no such step.
    """
    run, sentence = state.run, state.look.sentence
    if trace is None or (trace.run.source, trace.run.model) != (run.source, run.model):
        return None
    written = trace.sentences[sentence].written
    prefix = (*(token.id for token in written[:step]), token_id)
    if not 0 <= step < len(written) or min(prefix) < 0:  # a word that is hidden
        return None
    run = run.with_(prefix=prefix, prefix_sentence=sentence, target=None, opening="")
    run = run if branches is None else run.with_(branches=branches)
    tokens = trace.candidate_tokens[sentence][step] if trace.candidate_tokens else ()
    word = next((token.text for token in tokens if token.id == token_id), None)
    if word is None:
        return run, tr("choose at step {step}", step=step + 1)
    return run, tr("choose “{token}” at step {step}", token=word, step=step + 1)


def written_by(layout: Layout, run: RunSpec) -> Layout:
    return dataclasses.replace(layout, writer="model" if run.target is None else "me")


def differences(before: Any, after: Any) -> dict[str, Any]:
    """The fields of two dataclasses of one type that differ, with their values in `after`."""
    pairs = {f.name: (getattr(before, f.name), getattr(after, f.name)) for f in dataclasses.fields(before)}
    return {name: new for name, (old, new) in pairs.items() if old != new}


def typing_key(changes: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The key that merges changes of a run in the history during typing, or while browsing a training; None for others.
    A change of the decoding method is never merged."""
    if set(changes) == {"model"} and is_snapshot(changes["model"]):
        return "run", "snapshot", str(PurePath(changes["model"]).parent)
    typed = set(changes) and set(changes) <= TYPED and None not in changes.values()
    way = (changes["decoding"].method,) if "decoding" in changes else ()
    return ("run", *sorted(changes), *way) if typed else None


def inside(cell: tuple[int, int] | None, look: Look, trace: Trace | None) -> tuple[int, int] | None:
    """The cell (query, key), if the current map has it."""
    if cell is None or trace is None:
        return None
    rows, columns = trace.size(look.kind, look.sentence)
    return cell if 0 <= cell[0] < rows and 0 <= cell[1] < columns else None


def _frozen(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes with tuples in place of lists, so that a State stays comparable and hashable."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in changes.items()}


def _shown_target(run: RunSpec, trace: Trace | None) -> tuple[str, ...]:
    """One target text per source line: those shown, if they belong to the present source."""
    lines = len(run.source)
    if trace is None or trace.run.source != run.source:
        return ("",) * lines
    return (*target_texts(trace, run.ids), *("",) * lines)[:lines]
