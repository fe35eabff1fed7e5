"""Effects in the real program: they follow the typing, a head is kept off, and it is opened in Attention."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.flows.test_main_path import folder, play
from viz_app.views.heads.content import EffectContent
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")

__all__ = ["folder"]


def content_of(window: Window) -> EffectContent | None:
    """What the Heads view shows, where all of it is of the present run."""
    page = window.desk.page("heads")
    found: Any = None if page is None else getattr(page.view, "_content", None)
    whole = found is not None and found.rows and found.done == len(found.rows)
    return found if whole and found.asked.run == window.store.state.run and not window.store.busy else None


def test_effects_follow_the_typing_and_a_head_is_kept_off(folder: Path) -> None:
    told: dict[str, Any] = {}

    def look(window: Window) -> None:
        window.store.desk(views=("heads",))

    def type_on(window: Window) -> None:
        told["first"] = content_of(window)
        source = window.store.state.run.source[0].split()
        told["source"] = (" ".join([*source, *source[:-1]]),)
        window.store.run(source=told["source"])

    def keep_off(window: Window) -> None:
        told["second"] = shown = content_of(window)
        told["without"] = window.desk.page("heads").view.texts.lines[1].words
        strongest = min(shown.rows, key=lambda row: row.value(None)).part
        told["part"] = strongest
        window.desk.page("heads").view.matrix.chosen.emit(strongest)
        window.commands.run("head.switch")

    def open_it(window: Window) -> None:
        told["off"] = [row.part for row in content_of(window).rows if row.off]
        told["loss"] = content_of(window).base.sum()
        window.desk.page("heads").view.matrix.opened.emit(told["part"])

    def has_text(window: Window) -> bool:
        return content_of(window) is not None and bool(window.desk.page("heads").view.texts.lines[1].words)

    play(
        (lambda window: window.store.trace is not None and not window.store.busy, look),
        (lambda window: content_of(window) is not None, type_on),
        (lambda window: window.store.state.run.source == told["source"] and has_text(window), keep_off),
        (lambda window: bool(window.store.state.run.edits.heads_off) and content_of(window) is not None, open_it),
        (lambda window: window.store.state.desk.views == ("attention",), lambda window: None),
    )
    assert len(told["first"].rows) == len(told["second"].rows) > 1
    assert told["second"].columns != told["first"].columns
    assert told["off"] == [told["part"]] and told["without"]
