"""The views, in the order of the rail: one line each. A view's id is its folder's name.

A module is imported when its view is first opened. One that cannot be imported or built disables that view, with the
reason, and nothing else.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from viz_app.system.language import tr

if TYPE_CHECKING:
    from viz_app.widgets.view import View

VIEWS: tuple[str, ...] = (
    "attention", "lines", "model", "calculate", "masks", "positions", "decoding", "heads", "lens",
    "compare", "console", "survey", "train",
)  # fmt: skip

DEPTH_OF = dict.fromkeys(("masks", "heads", "lens", "compare", "survey", "train"), "full") | {"console": "research"}
"""From which depth on a view is in the rail; one that is not named is at every depth, and so is an open one."""


def group_heading(name: str) -> str:
    """What one does with a view and those after it: a heading above it in the rail; "" within a group. Translated on
    demand: the command line knows the views before it knows the language."""
    headings = {
        "attention": tr("look"), "calculate": tr("follow"), "decoding": tr("write"), "heads": tr("ask"),
        "survey": tr("learn"),
    }  # fmt: skip
    return headings.get(name, "")


def openable(names: Iterable[str]) -> tuple[str, ...]:
    """Those of these views that exist; the first of all if none does."""
    return tuple(name for name in names if name in VIEWS) or VIEWS[:1]


def view_class(name: str) -> type[View]:
    """The one View subclass of the module `viz_app.views.<name>.view`.

    Raises KeyError for a name that is not in VIEWS, ImportError for a module without exactly one view; whatever the
    module itself raises comes through.
    """
    if name not in VIEWS:
        raise KeyError(name)
    from viz_app.widgets.view import View

    module = importlib.import_module(f"{__name__}.{name}.view")
    own = [thing for thing in vars(module).values() if isinstance(thing, type) and thing.__module__ == module.__name__]
    found = [thing for thing in own if issubclass(thing, View)]
    if len(found) != 1:
        raise ImportError(f"{module.__name__} has {len(found)} views; exactly one is needed")
    return found[0]
