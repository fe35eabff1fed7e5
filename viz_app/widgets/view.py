"""What a view is, and all that a view may look at.

A view is a widget that draws one reading of one recorded run. It gets frozen Snapshots through `draw`, and says what
the user wants through signals; it never meets the store, the desk, another view or the model.

    class MyView(View):
        title = "My view"
        sentence = "One sentence that says what is seen."
        icon = "lines"

        @dataclass(frozen=True)
        class Options:                     # becomes the option bar, part of the session, undoable
            top: int = option(5, "Rows", low=1, high=20)

        def build(self) -> None: ...       # make the parts once
        def draw(self, shot: Snapshot) -> None: ...   # only set data on them

A view's id is its module's name in viz_app.views; `VIEWS` there lists the ids.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QPoint, QRectF, Signal
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QWidget

from model_core.record.trace import Sentence, Trace
from viz_app.widgets.theme import Theme

if TYPE_CHECKING:
    from model_core.analysis.survey_result import Findings
    from viz_app.document.state import Look, State

Cell = tuple[int, int]
"""(query, key) of a map, both from 0."""


class OwnTable(Protocol):
    """Numbers that a view shows of its own. `name` is what a file of them is called."""

    @property
    def name(self) -> str: ...
    def to_csv(self) -> bytes: ...
    def to_json(self) -> bytes: ...
    def to_npz(self) -> bytes: ...
    def to_tabs(self) -> str: ...


@dataclass(frozen=True)
class Snapshot:
    """One moment of the program: everything a view draws from, nothing that can be changed.

    trace       the last complete run; its `run` may be older than `state.run` while a newer one is computed
    hover       the cell (query, key) under the pointer, in whatever widget it is, or None
    rows_shown  how many decoder rows are written so far while decoding is played, None for all: a view draws the
                decoder's and the cross-attention's rows only up to it
    options     this view's Options value, None for a view without
    findings    the survey that is open (only for a view with `surveys`), None where there is none
    refusal     why a survey that was asked for is not `findings`, "" = nothing was refused
    """

    state: State
    trace: Trace
    theme: Theme
    hover: Cell | None = None
    rows_shown: int | None = None
    options: Any = None
    findings: Findings | None = None
    refusal: str = ""

    @property
    def look(self) -> Look:
        """What is looked at: kind, layer, head, step, pinned cell, sentence."""
        return self.state.look

    @property
    def sentence(self) -> Sentence:
        """The texts and tokens of the sentence that is looked at."""
        return self.trace.sentences[self.look.sentence]

    @property
    def step(self) -> int:
        """The decoder row (from 0) of the step that is looked at; the last one where none was chosen."""
        last = max(0, len(self.sentence.read) - 1)
        return last if self.look.step is None else min(self.look.step, last)

    @property
    def pinned(self) -> Cell | None:
        """The pinned cell (query, key), or None."""
        look = self.look
        return None if look.query is None or look.key is None else (look.query, look.key)

    @property
    def cell(self) -> Cell | None:
        """The cell that numbers are shown for: the one under the pointer, else the pinned one."""
        return self.hover if self.hover is not None else self.pinned

    def with_(self, **changes: Any) -> Snapshot:
        """A copy with some fields changed."""
        return dataclasses.replace(self, **changes)


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
) -> Any:
    """A field of a view's Options: its default, the word beside it, and what may be chosen.

    A bool becomes a check box, an int or float with `low` and `high` (both allowed) a spin box, `choices` (value ->
    word) a combo box, or with `slider` a slider that stops at each. Fields of one `group` stand together in a card
    that a button of that name opens; the button also says what is chosen for the first of them.
    """
    allowed = tuple(choices.items() if isinstance(choices, dict) else choices or ())
    words = {"label": label, "tip": tip, "low": low, "high": high, "choices": allowed}
    return dataclasses.field(default=default, metadata=words | {"group": group, "slider": slider})


class View(QWidget):
    """Base class of the views. Subclasses set the class attributes and override `build`, `draw`, perhaps `heading`.

    title     the word of the rail and the menu
    sentence  what am I seeing, in one sentence
    icon      a name of viz_app.widgets.icons
    Options   frozen dataclass whose fields are made with `option`, or None
    kinds     the attentions (model_core.spec.KINDS) between which this view can switch; () = it has no such choice
    surveys   its snapshots bring the survey in the folder that its option `folder` names
    """

    title: str = ""
    sentence: str = ""
    icon: str = "attention"
    Options: type | None = None
    kinds: tuple[str, ...] = ()
    surveys: bool = False

    picked = Signal(object)  # dict of changes of the look, e.g. {"query": 2, "key": 1}
    hovered = Signal(object)  # (query, key) under the pointer, or None
    asked = Signal(object)  # dict of changes of the run, e.g. {"prefix": (8, 15)}; "options": of the view, in one act
    opted = Signal(object)  # dict of changes of this view's own Options
    hinted = Signal(str)  # what a click would do here, for the status bar; "" = nothing to say
    opened = Signal(str)  # another view, by its id, is to be seen
    commanded = Signal(str)  # an action of viz_app.commands.actions, by its id, is to be done

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.title)
        self.build()

    def build(self) -> None:
        """Makes the widgets once; called by the constructor."""

    def draw(self, shot: Snapshot) -> None:
        """Shows a snapshot: sets data on what `build` made. Called in the GUI thread whenever something changed."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Drops whatever was kept in old colours. Palette and stylesheet are already the new ones; `draw` follows."""

    def heading(self, shot: Snapshot) -> str:
        """The line above the view, e.g. "Cross-attention · layer 2 · head 3"; layers and heads from 1."""
        return self.title

    def explained(self, shot: Snapshot) -> str:
        """The sentence under the heading: what am I seeing."""
        return self.sentence

    def lacks(self, trace: Trace, look: Look) -> str:
        """What a recording has not that this view shows, in a sentence; it is told instead of being drawn. "" for all
        that can be drawn, as everything that a model of the program's own computed."""
        return ""

    def table(self) -> OwnTable | None:
        """The numbers to be saved or copied where they are not those of the map that is looked at; None: they are."""
        return None

    def keyboard_part(self) -> QWidget | None:
        """What gets the keyboard when the view was clicked in the rail; None: the first part that takes it."""
        return None

    def made(self) -> tuple[str, tuple[int, ...]]:
        """What is made of recorded numbers here, in words, and the heads that go into it; ("", ()) where the view shows
        one head as it was recorded. It stands in everything that is saved or copied."""
        return "", ()

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the view as last drawn into `rect` of any painter (picture, SVG, PDF), in its own proportions."""
        if self.width() < 1 or self.height() < 1:
            return
        scale = min(rect.width() / self.width(), rect.height() / self.height())
        painter.save()
        painter.translate(rect.topLeft())
        painter.scale(scale, scale)
        self.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.restore()


__all__ = ["Cell", "OwnTable", "Snapshot", "View", "option"]
