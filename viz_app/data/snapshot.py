"""Everything that a view may look at, and how its options are declared. No Qt."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from model_core.record.trace import Sentence, Trace

if TYPE_CHECKING:
    from model_core.analysis.survey_result import Findings
    from model_core.analysis.unwritten import HiddenParts
    from model_core.engine.messages import RunQuestion
    from model_core.explain.provenance import Source
    from model_core.record.effects import Component, Effects, EffectsSpec
    from model_core.record.lens import Lens, LensSpec
    from model_core.record.patching import Patching, PatchSpec
    from model_core.record.trace import Alternative
    from model_core.record.training_now import TrainingNow
    from viz_app.document.state import Look, State


Chosen = TypeVar("Chosen")
Cell = tuple[int, int]
"""(query, key) of a map, both from 0."""


class ExportTable(Protocol):
    """The numbers that a view exports. `name` is the base name of their file."""

    @property
    def name(self) -> str: ...
    def to_csv(self) -> bytes: ...
    def to_json(self) -> bytes: ...
    def to_npz(self) -> bytes: ...
    def to_tabs(self) -> str: ...


@dataclass(frozen=True)
class ShownNumber:
    """The number that a view shows for a cell if it is not the weight of the selected head.

    head    the head (from 0) it belongs to; None if it is derived from several
    title   what it is, "" = the weight of that head
    text    the number as written in the view
    source  its source, None if unknown
    """

    head: int | None
    title: str = ""
    text: str = ""
    source: Source | None = None


@dataclass(frozen=True)
class Snapshot:
    """The program at one moment: everything that a view draws from, immutable.

    trace       the last complete run; its `run` may be older than `state.run` while a newer one is computed
    theme       the colours (a widgets.theme.Theme); views compare it to detect a change
    hover       the cell (query, key) under the pointer, in whatever widget, or None
    rows_shown  the number of decoder rows visible during playback, None for all: a view draws the decoder's and the
                cross-attention's rows only up to it
    options     this view's Options value, None for a view without
    findings    the open survey (only for a view with `surveys`), None if there is none
    refusal     why a requested survey is not in `findings`, "" = nothing was refused
    effects     the effects of single parts on the text, by request; `texts` what is written without one
    lenses      the text read early, by request
    patchings   what activations of another text restore in it, by request
    stopped     the requests that the user has stopped
    against     the run of State.pin, None until it is there, for a view with `pins`; `unpinned` why it is not
    hidden      what a question hides until it is answered; it is already missing from `trace`, effects, texts and
                lenses
    training    the selected training (only for a view with `trainings`), None if there is none
    """

    state: State
    trace: Trace
    theme: Hashable
    hover: Cell | None = None
    rows_shown: int | None = None
    options: Any = None
    findings: Findings | None = None
    refusal: str = ""
    effects: Mapping[EffectsSpec, Effects] = field(default_factory=dict)
    texts: Mapping[tuple[RunQuestion, Component], Alternative] = field(default_factory=dict)
    lenses: Mapping[LensSpec, Lens] = field(default_factory=dict)
    patchings: Mapping[PatchSpec, Patching] = field(default_factory=dict)
    stopped: frozenset[Any] = frozenset()
    against: Trace | None = None
    unpinned: str = ""
    hidden: HiddenParts | None = None
    training: TrainingNow | None = None

    @property
    def look(self) -> Look:
        """What is selected: kind, layer, head, step, pinned cell, sentence."""
        return self.state.look

    @property
    def sentence(self) -> Sentence:
        return self.trace.sentences[self.look.sentence]

    @property
    def step(self) -> int:
        """The decoder row (from 0) of the selected step; the last one if none was chosen."""
        last = max(0, len(self.sentence.read) - 1)
        return last if self.look.step is None else min(self.look.step, last)

    def last_row(self, kind: str) -> int | None:
        """The last row of an attention's maps that is visible during playback, -1 for none; None: all are."""
        return None if self.rows_shown is None or kind == "encoder" else self.rows_shown - 1

    @property
    def pinned(self) -> Cell | None:
        """The pinned cell (query, key), or None."""
        look = self.look
        return None if look.query is None or look.key is None else (look.query, look.key)

    @property
    def cell(self) -> Cell | None:
        """The cell whose numbers are shown: the one under the pointer, otherwise the pinned one."""
        return self.hover if self.hover is not None else self.pinned

    def with_(self, **changes: Any) -> Snapshot:
        return dataclasses.replace(self, **changes)


def options_of(shot: Snapshot | None, kind: type[Chosen]) -> Chosen:
    """The view's options if they are of this class, otherwise its defaults."""
    options = None if shot is None else shot.options
    return options if isinstance(options, kind) else kind()


def option(
    default: Any,
    label: str,
    *,
    tip: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: Iterable[tuple[Any, str]] | dict[Any, str] | None = None,
    group: str = "",
    slider: bool = False,
    depth: str = "first",
) -> Any:
    """A field of a view's Options: its default, label, and possible values.

    A bool becomes a check box, an int or float with `low` and `high` (inclusive) a spin box, `choices` (value -> label)
    a combo box, or with `slider` a slider with a stop for each. Fields of one `group` share a card that a button of
    that name opens; the button also shows the value of the first of them. Below `depth` the control is shown only while
    the value is not the default (viz_app.data.depth).
    """
    allowed = tuple(choices.items() if isinstance(choices, dict) else choices or ())
    words = {"label": label, "tip": tip, "low": low, "high": high, "choices": allowed}
    return dataclasses.field(default=default, metadata=words | {"group": group, "slider": slider, "depth": depth})
