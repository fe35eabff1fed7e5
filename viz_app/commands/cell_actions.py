"""Commands about the selected cell: set its weight or mask, link its words, show its calculation; and what a head reads
instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from model_core.analysis.survey_result import RESULT, read_result
from model_core.io import resources
from model_core.record.edits import TokenPlace, with_head, with_hidden
from model_core.record.trace import VISIBLE, Trace
from model_core.spec import ModelSpec
from viz_app.commands.action import Action, Frame, is_a_model, option_of, shows
from viz_app.data import selection
from viz_app.data.edit_list import head_gives, head_here
from viz_app.document.state import Look
from viz_app.document.store import Store

LARGE_MAP = {"all_heads": False, "picture": "map"}
"""The options of Attention with which it shows its large map."""


def set_weight(frame: Frame) -> None:
    """Pins the cell in the large map, where its weight is set by dragging or typing."""
    store = frame.store
    cell = selection.current_reading(store.trace, store.state.look, store.hover).cell
    if cell is None:
        return
    store.look(query=cell[0], key=cell[1])
    if "attention" not in store.state.desk.views:
        frame.open_view("attention")
    set_by_hand(store, on=True)
    frame.give_keyboard("attention")  # a number that is typed goes to the cell


def set_by_hand(store: Store, *, on: bool) -> None:
    """Whether a drag on the large map sets a weight; opens the map for that."""
    now = store.state.options.get("attention", {})
    shown = {name: value for name, value in LARGE_MAP.items() if on and now.get(name, value) != value}
    store.options("attention", override=on, **shown)


def switch_cell(store: Store) -> None:
    """Masks the cell, or unmasks it if the model's own mask hides it; a second time takes the edit back."""
    from viz_app.views.masks.edits import own_reasons, with_cells  # with that view

    trace, edits = store.trace, store.state.run.edits
    at = selection.current_reading(trace, store.state.look, store.hover)
    if trace is None or at.cell is None:
        return
    own = own_reasons(trace, at.kind, at.sentence, edits.masks)
    here = (at.kind, at.sentence, *at.cell)
    by_hand = any((one.kind, one.sentence, one.query, one.key) == here for one in edits.masks.cells)
    allowed = bool(own[at.cell] == VISIBLE) == by_hand
    store.run(edits=replace(edits, masks=with_cells(edits.masks, own, (at.kind, at.sentence), [at.cell], allowed)))


def switch_token(store: Store) -> None:
    """Masks the source token that the cell reads, or unmasks it."""
    at, edits = selection.current_reading(store.trace, store.state.look, store.hover), store.state.run.edits
    if at.key is not None:
        token = TokenPlace(at.key, at.sentence)
        store.run(edits=with_hidden(edits, token, token not in edits.masks.hidden))


def reads_source(store: Store) -> bool:
    """Whether the selected attention reads source tokens, in a model that can compute."""
    return is_a_model(store) and store.state.look.kind != "decoder"


def survey_of(store: Store) -> str:
    """The folder of the survey from which an average is taken: the open one, otherwise the bundled one of the model."""
    opened = option_of(store, "heads", "folder") or ""
    if opened or store.trace is None:
        return str(opened)
    return _bundled_survey(store.state.run.model or resources.DEFAULT_MODEL, store.trace.model.hash)


@lru_cache(maxsize=8)
def _bundled_survey(name: str, digest: str) -> str:
    """The folder of a bundled survey if it belongs to the model with this hash; read once."""
    folder = resources.survey_folder(name)
    return str(folder) if (folder / RESULT).is_file() and read_result(folder).model_hash == digest else ""


def read_instead(store: Store, pattern: str) -> None:
    """Replaces the pattern of the selected head, or restores its own."""
    if store.trace is not None:
        wanted = None if head_gives(store.state) == pattern else pattern
        average = (survey_of(store), store.trace.ids["read"].shape[1]) if pattern == "mean" else ("", 0)
        store.run(edits=with_head(store.state.run.edits, head_here(store.state), wanted, *average))


def _reads(pattern: str, words: str, tip: str) -> Action:
    return Action(
        f"head.reads.{pattern}", "Model", words, lambda frame: read_instead(frame.store, pattern), (), tip, group=2,
        when=lambda store: is_a_model(store) and (pattern != "mean" or bool(survey_of(store))),
        checked=lambda store: head_gives(store.state) == pattern,
    )  # fmt: skip


_POINTS = ("q", "k", "raw_scores", "masked_scores", "weights", "head_outputs", "output")
"""Hook point of the attention that each of the first steps of the calculation makes."""


def tensor_of(spec: ModelSpec, look: Look, step: int) -> str:
    """The hook name of the tensor that a step (from 1) of the calculation computes."""
    layer, _ = spec.nearest_head(look.kind, look.layer, look.head)
    if step <= len(_POINTS):
        return Trace.name(look.kind, _POINTS[step - 1], layer)
    path = Trace.name(look.kind, "x", layer).rpartition(".")[0]
    stack, _, attention = path.rpartition(".")
    sublayer = f"{stack}.{'cross' if attention == 'cross_attn' else 'attn'}_sublayer"
    if step == 8:
        return f"{sublayer}.residual"
    normed = f"{stack}.ff_sublayer" if spec.norm_place == "pre" else sublayer
    return f"{normed}.normed" if step == 9 else f"{stack}.feed_forward.output"


def calculation_step(store: Store) -> int:
    """The current step (from 1) of the view Calculate."""
    step = option_of(store, "calculate", "step")
    return step if isinstance(step, int) else 1


def follow(store: Store, view: str, open_view: Callable[[str], None]) -> None:
    """Goes from a cell of the named view to its calculation, from there to the tensor of the current step, and from a
    tensor back to where the user came from."""
    look, trace = store.state.look, store.trace
    if trace is None:
        return
    if view == "model":
        if store.visited.past:
            store.visited.go(back=True)
        else:
            open_view("attention")
    elif view == "calculate":
        store.options("model", tensor=tensor_of(trace.spec, look, calculation_step(store)))
        open_view("model")
    else:
        if store.hover is not None:
            query, key = store.hover
            store.look(query=query, key=key)
        open_view("calculate")


CELL: tuple[Action, ...] = (
    Action("cell.weight", "Edit", "Set the weight of this cell…", set_weight, (),
           "Pins the cell in Attention, where you can drag or type its weight.", group=3, when=is_a_model),
    Action("cell.mask", "Edit", "Forbid or allow this cell", lambda frame: switch_cell(frame.store), (),
           "Toggles the mask of the cell in every layer and head of this attention.", group=3,
           when=is_a_model),
    Action("cell.token", "Edit", "Mask the token that this cell reads", lambda frame: switch_token(frame.store), (),
           "Hides this source token from every query, or shows it again.", group=3, when=reads_source),
)  # fmt: skip
INSTEAD: tuple[Action, ...] = (
    _reads("mean", "Replace the head with its average",
           "The head reads as it does on average in a survey of this model; again to undo."),
    _reads("uniform", "Make the head read all alike",
           "The head reads every visible token with the same weight; again to undo."),
    _reads("itself", "Make the head read its own token",
           "The head reads the token at the query's own position; again to undo."),
    _reads("previous", "Make the head read the previous one",
           "The head reads the token before the query's position; again to undo."),
    _reads("first", "Make the head read the first token", "The head reads the first token; again to undo."),
)  # fmt: skip
ALIGNMENT: tuple[Action, ...] = (
    Action("alignment.draw", "Edit", "Draw an alignment",
           lambda frame: frame.store.options("attention", align=not option_of(frame.store, "attention", "align")),
           ("L",),
           "In Attention: click a cell of cross-attention to link its words; every head is scored against the links.",
           when=shows("attention"), checked=lambda store: bool(option_of(store, "attention", "align")), group=3),
    Action("alignment.save", "File", "Save the alignment…", lambda frame: frame.file_actions.alignments.save(), (),
           "Saves which words are linked: words and links, or the links alone.",
           when=lambda store: bool(store.state.alignments), group=3),
)  # fmt: skip
