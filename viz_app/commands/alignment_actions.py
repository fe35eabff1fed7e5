"""Commands that draw and save an alignment of words."""

from __future__ import annotations

from viz_app.commands.action import Action, has_trace
from viz_app.document.store import Store


def draws_alignment(store: Store) -> bool:
    """Whether a click on the cross map links words."""
    return bool(store.state.options.get("attention", {}).get("align"))


ALIGNMENT: tuple[Action, ...] = (
    Action("alignment.draw", "Edit", "Draw an alignment",
           lambda frame: frame.store.options("attention", align=not draws_alignment(frame.store)), ("L",),
           "In Attention: click a cell of cross-attention to link its words; every head is scored against the links.",
           when=lambda store: "attention" in store.state.desk.views and has_trace(store), checked=draws_alignment,
           group=2),
    Action("alignment.save", "File", "Save the alignment…", lambda frame: frame.file_actions.alignments.save(), (),
           "Saves which words are linked: words and links, or the links alone.",
           when=lambda store: bool(store.state.alignments), group=1),
)  # fmt: skip
