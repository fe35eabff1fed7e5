"""The stops of the tour: what is highlighted, its text, and the test that the task is done. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.system.language import tr


@dataclass(frozen=True)
class Stop:
    """One stop.

    part       what is highlighted, a name of viz_app.window.tour_parts
    title      what it is
    text       the task, in one or two sentences
    done       whether the task was done since the State in which the stop began
    view       the view that must be open, "" = any
    inspector  whether the panel at the right must be visible
    below      whether the card is below the part if possible, so that what is beside it stays visible
    """

    part: str
    title: str
    text: str
    done: Callable[[Store, State], bool]
    view: str = ""
    inspector: bool = False
    below: bool = False


def _typed(store: Store, before: State) -> bool:
    trace, run = store.trace, store.state.run
    return run.source != before.run.source and trace is not None and trace.run == run and trace.complete


def _pinned(store: Store, before: State) -> bool:
    now, then = store.state.look, before.look
    return now.key is not None and (now.query, now.key) != (then.query, then.key)


def _other(value: Callable[[State], object]) -> Callable[[Store, State], bool]:
    """A test whether a part of the State has changed."""
    return lambda store, before: value(store.state) != value(before)


def _taken_back(store: Store, before: State) -> bool:
    return bool(before.run.edits) and store.state.run.edits != before.run.edits


def _opened(store: Store, before: State) -> bool:
    return "lines" in store.state.desk.views and "lines" not in before.desk.views


STOPS = (
    Stop("source", tr("Type a sentence"),
         tr("Write your own sentence here. The model translates while you type, and every picture follows."), _typed,
         below=True),
    Stop("chips", tr("The model reads pieces"),
         tr("Each chip is one piece of your text; chips without a gap belong to the same word. Click one to mark it "
            "in every picture."), _pinned, below=True),
    Stop("steps", tr("One token at a time"),
         tr("The translation is written token by token. Step back or forward, or drag the slider. Outside text "
            "boxes, the comma and the full stop do the same."), _other(lambda state: state.look.step), below=True),
    Stop("candidates", tr("What else could be written"),
         tr("These are the most probable tokens of this step. Click another one to continue from there."),
         _other(lambda state: state.run.prefix), inspector=True),
    Stop("heads", tr("Every head at once"),
         tr("Each small map is one attention head; rows are layers. Click one, or use the arrow keys."),
         _other(lambda state: (state.look.kind, state.look.layer, state.look.head)), view="attention"),
    Stop("map", tr("Who reads whom"),
         tr("A row is a token that is written, a column one that is read; the stronger the colour, the more it is "
            "read. Click a cell to see its numbers on the right."), _pinned, view="attention"),
    Stop("switch", tr("What does this head do?"),
         tr("Switch it off: the model translates again without it, and you see what changes. M does the "
            "same."), _other(lambda state: state.run.edits.heads_off),
         view="attention", inspector=True),
    Stop("edits", tr("Everything can be undone"),
         tr("Your changes to the model are listed here; click one to remove it. Ctrl+Z undoes anything."),
         _taken_back),
    Stop("views", tr("Other views of the same run"),
         tr("Each view answers a different question about what the model just did. Open Lines."), _opened),
    Stop("more", tr("Where to go from here"),
         tr("Find anything lists every command, head and sentence. Next to it, you choose how much is on the "
            "screen. Help has lessons, the glossary, all keys, and this tour."), lambda _store, _before: False),
)  # fmt: skip
"""In their order."""
