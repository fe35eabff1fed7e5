"""The way into the tiny example, and back to the text and model that were there before."""

from __future__ import annotations

from dataclasses import fields

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from model_core.record.run_spec import RunSpec
from viz_app.data import number_format
from viz_app.widgets import painting
from viz_app.widgets.layout import show_part

TINY, TINY_SOURCE = "tiny", "red ball"
_START = "Start with a tiny example"
_TIP = "Three words, width 2, one head, weights written by hand: every number can be followed on paper."
_MOST = 15  # characters of a text that "Back" names


class TinyButton(QPushButton):
    """`asked` carries all fields of the run that is wanted. It hides where there is neither a way in nor back."""

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_START, parent)
        self._run = RunSpec()
        self._before: RunSpec | None = None  # the run that the tiny example took the place of
        self.clicked.connect(self._press)

    def show_run(self, run: RunSpec) -> None:
        """Leads in from this run, or out of it."""
        self._run, inside = run, run.model == TINY
        if not inside:
            self._before = None
        self.setText(f"Back to {self._back_words()}" if inside and self._before else _START)
        self.setToolTip(painting.tip("Brings your text and model back." if inside and self._before else _TIP))
        show_part(self, not inside or self._before is not None)

    def _back_words(self) -> str:
        """The text that "Back" leads to, in a few words."""
        text = (self._before.source[0] if self._before is not None else "").replace("&", "&&").strip()
        return (
            f"“{text[:_MOST].rstrip()}{number_format.ELLIPSIS if len(text) > _MOST else ''}”" if text else "your text"
        )

    def _press(self) -> None:
        if self._run.model == TINY and self._before is not None:
            wanted = self._before
        else:
            self._before, wanted = self._run, RunSpec(model=TINY, source=(TINY_SOURCE,))
        self.asked.emit({field.name: getattr(wanted, field.name) for field in fields(RunSpec)})
