"""The text without the edits, below the tokens of the text with them; words that only one of both has are flagged."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.edit_effects import unedited
from model_core.analysis.text_comparison import differing_places
from model_core.record.trace import Trace
from viz_app.data.selection import sentence_of
from viz_app.document.state import Look
from viz_app.system.language import tr
from viz_app.text.sentence import Sentence, sentence_parts
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import row_of, show_part


class UneditedText(QWidget):
    """ "without edits: El gato negro está durmiendo." """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = Caption("small", elastic=False, parent=self)
        self.caption.set_text(tr("without the edits"))
        self.sentence = Sentence(self, small=True)
        row_of(self.caption, (self.sentence, 1), parent=self, spacing=6)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._allowed = self._needed = self._concealed = False
        self.hide()

    def allow(self, allowed: bool) -> None:
        """Whether there is room for it."""
        self._allowed = allowed
        self._show()

    def conceal(self, concealed: bool) -> None:
        """Hides it while later words are not to be seen."""
        self._concealed = concealed
        self._show()

    def _show(self) -> None:
        shown = self._allowed and self._needed and not self._concealed
        if shown is self.isHidden():
            show_part(self, shown)

    def show_trace(self, trace: Trace | None, look: Look) -> tuple[int, ...]:
        """Shows the unedited text of the selected sentence where another one is written with the edits.

        Returns the tokens of the text with the edits that are flagged; none where both are the same.
        """
        sentence = 0 if trace is None or not trace.sentences else sentence_of(trace, look)
        other = None if trace is None or not trace.sentences else unedited(trace, sentence)
        flags: tuple[tuple[int, ...], tuple[int, ...]] = (), ()
        if trace is not None and other is not None:
            written = trace.sentences[sentence].written
            flags = differing_places(*([token.piece for token in tokens] for tokens in (other.written, written)))
        self._needed = other is not None and any(flags)
        if other is not None:
            self.sentence.show_parts(sentence_parts(other.written))
        self.sentence.flag(flags[0])
        self._show()
        return flags[1]
