"""What a command is, what it acts on, and when it is available."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from model_core.recordings.file_format import is_recording
from viz_app.document.store import Store
from viz_app.system.language import tr


class Frame(Protocol):
    store: Store
    again: bool  # it is closed to be opened again
    unkept: Callable[[], str]  # why its session is not kept for the next start, "" if it is

    @property
    def file_actions(self) -> Any: ...  # viz_app.files.open_save.FileActions, loaded when it is first asked for
    @property
    def export_actions(self) -> Any: ...  # viz_app.files.export_actions.ExportActions, likewise
    @property
    def split(self) -> Any: ...  # viz_app.window.split_view.Split
    @property
    def sheets(self) -> Any: ...  # viz_app.window.sheets.Sheets
    def view_in_use(self) -> str: ...
    def open_view(self, name: str) -> None: ...
    def enter_view(self, name: str) -> None: ...
    def give_keyboard(self, name: str) -> None: ...
    def focus_source(self) -> None: ...
    def next_view(self) -> None: ...
    def toggle_inspector(self) -> None: ...
    def close(self) -> bool: ...


Condition = Callable[[Store], bool]


def _always(_store: Store) -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """One command. Its text and tip are given in English and translated here, so that the tables stay tables.

    keys     portable key sequences ("Ctrl+Z"); the first is shown in menus
    where    "window": works anywhere in the window; "view": only while a view has the focus
    tip      one sentence for tooltip and status bar
    when     whether it is available
    checked  whether it is switched on, None for commands that are not a switch
    group    separates the entries of a menu
    words    the current text in the menu, None for always `text`
    """

    id: str
    menu: str
    text: str
    do: Callable[[Frame], Any]
    keys: tuple[str, ...] = ()
    tip: str = ""
    icon: str = ""
    where: str = "window"
    when: Condition = _always
    checked: Condition | None = None
    group: int = 0
    words: Callable[[Store], str] | None = None

    def __post_init__(self) -> None:
        for name in ("text", "tip"):
            object.__setattr__(self, name, tr(getattr(self, name)) if getattr(self, name) else "")


def has_trace(store: Store) -> bool:
    """Whether a run has been computed."""
    return store.trace is not None


def shows(view: str) -> Condition:
    """Whether a view is open and a run has been computed."""
    return lambda store: has_trace(store) and view in store.state.desk.views


def option_of(store: Store, view: str, name: str) -> Any:
    """The value of a view's option if it is not the default, otherwise None."""
    return store.state.options.get(view, {}).get(name)


def has_model(store: Store) -> bool:
    """Whether the chosen model can compute; a recording cannot."""
    return not is_recording(store.state.run.model)


def can_compute(store: Store) -> bool:
    """Whether there is a run, and a model that can compute another one."""
    return has_trace(store) and has_model(store)


def is_a_model(store: Store) -> bool:
    """Whether what is loaded can compute; a recording cannot."""
    return store.trace is not None and not store.trace.model.recorded


def is_pinned(store: Store) -> bool:
    return store.state.look.query is not None or store.state.look.key is not None


def can_go_back(store: Store) -> bool:
    """Whether there is an earlier step."""
    return store.moment.step > 0


def can_go_on(store: Store) -> bool:
    """Whether there is a later step."""
    return store.moment.step < store.moment.rows - 1
