"""The glossary as a page: every term with its definition, formula and paper, filtered as one types, in two
languages."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTextBrowser, QWidget

from viz_app.system.glossary import LANGUAGES, GlossaryTerm, glossary
from viz_app.system.language import chosen, searched, tr
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.layout import add_layout, row_of
from viz_app.widgets.painting import set_tip
from viz_app.widgets.segmented import Segmented
from viz_app.widgets.text_box import PlainLine


class GlossarySheet(Dialog):
    """The typed text filters the page; terms whose names begin with it come first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Glossary"), parent)
        self.box = PlainLine(self)
        self.box.setPlaceholderText(tr("A term, or a word from its sentence"))
        self.box.setAccessibleName(tr("Find a term"))
        self.box.setClearButtonEnabled(True)
        choices = {
            code: (word, tr("The glossary in this language: {language}.", language=word))
            for code, word in LANGUAGES.items()
        }
        self.language = Segmented(tr("Language of the glossary"), choices, self)
        self.language.show_value(chosen() if chosen() in LANGUAGES else "en")
        self.page = QTextBrowser(self)
        self.page.setAccessibleName(tr("Terms"))
        self.page.setOpenLinks(False)
        set_tip(self.page, tr("Terms in the order of a course; those that match what you typed."))
        add_layout(self.column, row_of((self.box, 1), self.language, spacing=12))
        self.column.addWidget(self.page, 1)
        self.end_with_close()
        self.box.textChanged.connect(lambda _: self.refresh())
        self.language.chosen.connect(self._speak)
        themes.changed.connect(self.refresh)
        self.resize_on_screen(themes.px(640), themes.px(620))
        self.refresh()
        self.box.setFocus()

    def narrow(self, typed: str) -> None:
        """Filters the page by this text; "" shows all."""
        self.box.setText(typed)
        self.box.selectAll()

    def shown(self) -> list[GlossaryTerm]:
        """The terms that match the typed text."""
        typed = searched(self.box.text().strip())

        def rank(term: GlossaryTerm) -> tuple[bool, bool]:
            names = [searched(name) for name in term.name.values()]
            return typed not in names, not any(name.startswith(typed) for name in names)

        found = [term for term in glossary() if term.matches(typed)]
        return sorted(found, key=rank) if typed else found

    def _speak(self, language: str) -> None:
        self.language.show_value(language)
        self.refresh()

    def refresh(self, _theme: object = None) -> None:
        language, muted = self.language.value, themes.current().muted
        parts = [paragraph(term, language, muted) for term in self.shown()]
        nothing = f"<p>{tr('Nothing is called “{text}”', text=escape(self.box.text().strip()))}.</p>"
        self.page.setFont(themes.font("body"))
        self.page.setHtml("".join(parts) or nothing)
        self.page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


def paragraph(term: GlossaryTerm, language: str, muted: str) -> str:
    """One term as rich text: its name in this language and in the other, its definition, formula and paper."""
    own = term.name[language]
    other = next((name for name in term.name.values() if name != own), "")
    more = term.source()
    lines = [
        f"<b>{escape(own)}</b>&nbsp; <span style='color:{muted}'>{escape(other)}</span>",
        escape(term.sentence[language]),
        f"<span style='color:{muted}'>{escape(more)}</span>" if more else "",
    ]
    return f"<p>{'<br>'.join(filter(None, lines))}</p>"
