"""How much is on the screen: the depth from which a part is shown, and what is shown regardless. No Qt.

A part declares its depth: an option by `option(..., depth=…)`, a part of a view in `View.deep` or `View.controls`, a
control of an edit bar by `OverflowBar.add(..., depth=…)`, a line of the inspector by `Fact.depth`, a view in
`viz_app.views.DEPTH_OF`. Whatever is not at its default stays on the screen at every depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from model_core.record.run_spec import RunSpec
from viz_app.data.vocabulary import Term
from viz_app.document.state import Look, State
from viz_app.system.language import tr
from viz_app.system.settings import DEPTHS

DEPTH_TERMS = {
    "first": Term(tr("First look"), tr("The essential views, options and numbers: enough for the first hour.")),
    "full": Term(tr("Full"), tr("All pictures, every option and measure.")),
    "research": Term(
        tr("Research"), tr("Also the console, ids, tensor names, log-probabilities and further measures.")
    ),
}
"""Depth -> its words."""


def reaches(depth: str, asked: str) -> bool:
    """Whether something declared from `asked` on is shown at this depth."""
    return DEPTHS.index(depth) >= DEPTHS.index(asked)


@dataclass(frozen=True)
class Control:
    """A control that a view makes itself: its label, the option that it sets ("" = none), the labels of the option's
    values (each alone, or first of several), and the depth from which it is shown."""

    word: str
    option: str = ""
    choices: Mapping[Any, Any] = field(default_factory=dict)
    depth: str = "first"


def change_words(declared: type | None, controls: Iterable[Control], changes: Mapping[str, Any]) -> str:
    """One changed option of a view with its value, "tokens, words"; "" if it has no label."""
    if len(changes) != 1:
        return ""
    (name, value), *_ = changes.items()
    known: dict[str, tuple[str, Mapping[Any, Any]]] = {
        one.name: (one.metadata["label"], dict(one.metadata["choices"]))
        for one in (fields(declared) if declared is not None else ())
        if "label" in one.metadata
    }
    known |= {one.option: (one.word, one.choices) for one in controls if one.option}
    word, choices = known.get(name, ("", {}))
    said: Any = choices.get(value, "")
    if isinstance(value, bool) and not said:
        said = tr("on", "an option") if value else tr("off", "an option")
    elif not said and isinstance(value, int | float):
        said = f"{value:g}"
    said = said if isinstance(said, str) else said[0]
    return tr("{option}, {value}", option=f"{word[:1].lower()}{word[1:]}", value=said) if word and said else ""


@dataclass(frozen=True)
class DepthRule:
    """The depth from which a part is shown, and the fields that it sets: of the view's options, the look and the run.
    If one of these is not at its default, the part is shown at every depth."""

    depth: str = "full"
    options: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    run: tuple[str, ...] = ()

    def shown(self, state: State, options: Any = None) -> bool:
        """Whether the part is shown; `options` is the view's Options value."""
        if reaches(state.desk.depth, self.depth):
            return True
        usual = type(options)() if options is not None else None
        return (
            _changed(self.options, options, usual)
            or _changed(self.look, state.look, Look())
            or _changed(self.run, state.run, RunSpec())
        )


def _changed(names: Iterable[str], now: Any, usual: Any) -> bool:
    return any(getattr(now, name) != getattr(usual, name) for name in names)
