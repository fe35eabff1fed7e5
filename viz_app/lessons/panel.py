"""The panel of a lesson at the right of the window: text, question, answers, score, and navigation through the
scenes."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIntValidator, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QLineEdit, QPushButton, QScrollArea, QSizePolicy, QWidget

from viz_app.document.lesson import Question, Words, in_language
from viz_app.document.state import State
from viz_app.lessons.markup import colours, plain, rich
from viz_app.lessons.player import Player
from viz_app.lessons.questions import USUAL, Option
from viz_app.system.command_queue import queued
from viz_app.system.glossary import current_language
from viz_app.system.language import LANGUAGES, tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import set_style_property
from viz_app.widgets.canvas import LEFT_RIGHT, Canvas, along
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import FlowLayout, column_of, row_of
from viz_app.widgets.segmented import Segmented
from viz_app.widgets.theme import Theme

WIDTH = 330  # px at text size 100 %
_HOW = {
    "source": tr("or click a column or a source word"),
    "head": tr("or click a head"),
    "tokens": tr("or type the number"),
}


def _how(asked: Question, state: State, unseen: frozenset[str]) -> str:
    """The other ways to answer a question; source words are not keys of the decoder's self-attention. What is `unseen`
    cannot be clicked: "source", the words, and "head", the heads."""
    if asked.kind == "source" and (state.look.kind == "decoder" or "source" in unseen):
        return tr("or click a column")
    return "" if asked.kind == "head" and "head" in unseen else _HOW.get(asked.kind, "")


class RichText(QLabel):
    """Text in simple Markdown, in a font of the theme."""

    def __init__(self, parent: QWidget, role: themes.Role) -> None:
        super().__init__(parent)
        self._role: themes.Role = role
        self._words = self._source = ""
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        themes.changed.connect(self.restyle)
        self.restyle()

    def show_text(self, words: str, source: str) -> None:
        """Shows a text; nothing for an empty one. Its tokens that are words of the `source` have that colour."""
        if (words, source) != (self._words, self._source):
            self._words, self._source = words, source
            self.setAccessibleName(plain(words))
            self.restyle()
        self.setVisible(bool(words))

    def restyle(self, _theme: object = None) -> None:
        self.setFont(themes.font(self._role))
        theme = themes.current()
        self.setText(rich(self._words, colours(theme.source, theme.target, self._source)))


class SceneMarks(Canvas):
    """A mark for each scene; a click goes to it."""

    moves = LEFT_RIGHT
    held = Qt.KeyboardModifier.NoModifier
    steady = True

    def __init__(self, player: Player, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Scenes"))
        self._player = player
        self.language = language

    def _count(self) -> int:
        return len(self._player.lesson.scenes) if self._player.lesson is not None else 0

    def sizeHint(self) -> QSize:
        return QSize(120, max(24, themes.px(24)))

    def rect_of(self, place: object) -> QRectF | None:
        if not isinstance(place, int) or not self._count():
            return None
        wide = min(themes.px(34), self.width() / self._count())
        return QRectF(place * wide, 0, wide, self.height())

    def place_at(self, point: object) -> object:
        x = point.x()  # type: ignore[attr-defined]
        found = self.rect_of(0)
        place = int(x // found.width()) if found is not None else -1
        return place if 0 <= place < self._count() else None

    def tip_of(self, place: object) -> str:
        lesson = self._player.lesson
        if lesson is None or not isinstance(place, int):
            return ""
        title = plain(in_language(lesson.scenes[place].title, self.language))
        return tr("Scene {number} of {all}: {title}", number=place + 1, all=self._count(), title=title).rstrip(" :")

    def hint_of(self, place: object) -> str:
        return tr("Click to go to this scene.")

    def walk(self, place: object, down: int, right: int) -> object:
        return along(place, right, self._count())

    def pick(self, place: object) -> None:
        if isinstance(place, int):
            self._player.go(place - self._player.at)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        for place in range(self._count()):
            rect = self.rect_of(place)
            assert rect is not None
            role = "target" if place == self._player.at else "ink" if place < self._player.at else "edge"
            high = themes.px(6) if place == self._player.at else themes.px(4)
            bar = QRectF(rect.left() + 1, (self.height() - high) / 2, rect.width() - 6, high)
            painting.draw_rounded(painter, bar, corner=2, fill=theme.q(role))


class _Page(QWidget):
    """The scrolled content, on the panel's background."""

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), themes.current().q("panel"))


class LessonPanel(QFrame):
    """See module; shown while the player is active. `language` is that of the words."""

    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = player
        self.language = current_language()
        self.folded = False  # only the view is seen
        self._unseen: frozenset[str] = frozenset()  # see `_how`
        self._options: tuple[tuple[Option, ...], str] = ((), "")
        self.buttons: list[QPushButton] = []
        self.setAccessibleName(tr("Lesson"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._make()
        self._lay_out()
        player.changed.connect(self.refresh)
        player.ended.connect(lambda: setattr(self, "folded", False))
        player.moved.connect(lambda: self.area.verticalScrollBar().setValue(0))
        themes.changed.connect(self.restyle)
        self.restyle()
        self.hide()

    def _make(self) -> None:
        player = self.player
        self.place = plain_label(self, "small", muted=True, wrapped=True)
        self.title = RichText(self, "title")
        self.text, self.asked = RichText(self, "body"), RichText(self, "strong")
        self.answers = QWidget(self)
        self.flow = FlowLayout(self.answers, 6, 6)
        self.shown = push_button(self, tr("Reveal  ⏎"), tr("Shows the answer (Enter)"), player.reveal, role="primary")
        self.how = plain_label(self, "small", wrapped=True)
        self.number = QLineEdit(self, maxLength=3)
        self.number.setAccessibleName(tr("Number of tokens"))
        self.number.setValidator(QIntValidator(1, 999, self.number))
        painting.set_tip(self.number, tr("Your answer as a number; Enter shows the answer."))
        self.number.textEdited.connect(lambda text: player.choose(int(text) if text.isdecimal() else None))
        self.number.returnPressed.connect(queued(self, self.setFocus))
        self.votes = QCheckBox(tr("Count votes"), self)
        painting.set_tip(self.votes, tr("Each number key counts one vote; the answer with the most votes is taken."))
        self.votes.toggled.connect(player.count_votes)
        self.result, self.score = RichText(self, "strong"), plain_label(self, "small", muted=True, wrapped=True)
        self.notice = plain_label(self, "small", wrapped=True)
        self.progress = SceneMarks(player, self.language, self)
        self.back = push_button(
            self, "←", tr("The previous scene (←, PgUp)"), lambda: player.go(-1), name=tr("Previous scene")
        )
        self.on = push_button(self, "→", tr("The next scene (→, PgDn)"), lambda: player.go(1), name=tr("Next scene"))
        self.again = push_button(self, tr("Back to the scene"), tr("Shows the scene as it was made"), player.restore)
        self.end = push_button(self, tr("Leave"), tr("Ends the lesson (Esc)"), player.leave, role="flat")
        self.choice = Segmented(
            tr("Language of the lesson"), {one: (word, word) for one, word in LANGUAGES.items()}, self
        )
        self.choice.chosen.connect(self.speak)
        for part in (self.shown, self.votes, self.back, self.on, self.again, self.end):
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click Enter still shows the answer

    def _lay_out(self) -> None:
        page = _Page(self)
        self.page = column_of(
            self.title, self.text, self.asked, self.result, self.answers,
            row_of(self.shown, (self.how, 1), self.number), self.votes, self.score, self.notice, 1,
            row_of(self.again, 1), row_of(1, self.choice),
            parent=page, margins=(16, 4, 16, 8), spacing=10,
        )  # fmt: skip
        self.area = QScrollArea(self)
        self.area.setWidget(page)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        top = row_of((self.place, 1), self.end, margins=(16, 8, 8, 0))
        below = row_of((self.progress, 1), self.back, self.on, margins=(16, 4, 16, 10))
        column_of(top, (self.area, 1), below, parent=self, spacing=4, margins=(1, 0, 0, 0))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    # ---- sizes

    def sizeHint(self) -> QSize:
        return QSize(self.across(), themes.px(400))

    @staticmethod
    def across() -> int:
        """Width of the panel in px: it grows with the text size, but less."""
        return round(WIDTH * (1 + 0.45 * (themes.text_scale() - 1)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.across(), themes.px(160))

    def restyle(self, _theme: object = None) -> None:
        self.setFixedWidth(self.across())
        for part in (self.end, self.back, self.on):  # Qt does not hand them a font while the panel has never been seen
            part.setFont(themes.font("body"))
        self.number.setFixedWidth(themes.px(56))
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.q("panel"))
            painter.setPen(theme.q("line"))
            painter.drawLine(0, 0, 0, self.height())

    # ---- what it shows

    def speak(self, language: str) -> None:
        self.language = self.progress.language = language
        self.player.changed.emit()

    def words(self, words: Words) -> str:
        return in_language(words, self.language)

    def fold(self, on: bool) -> None:
        """Hides the text until it is requested again or the lesson ends, or shows it."""
        self.folded = on
        self.refresh()

    def leave_out(self, unseen: frozenset[str]) -> None:
        """Sets what is hidden around the views, so that nothing says to click there: "source", "head"."""
        if unseen != self._unseen:
            self._unseen = unseen
            self.refresh()

    def refresh(self) -> None:
        player = self.player
        self.setVisible(player.active and not self.folded)
        if not player.active or player.lesson is None:
            return
        scene, lesson, count = player.scene, player.lesson, len(player.lesson.scenes)
        name = self.words(lesson.title)
        place = tr("Scene {number} of {all} · {title}", number=player.at + 1, all=count, title=name)
        self.place.setText(tr("Guess") if player.guess else place.rstrip(" ·"))
        source = next(iter(player.measuring.state.run.source), "")
        self.title.show_text(self.words(scene.title), source)
        self.text.show_text(self.words(scene.text), source)
        self._show_question(source)
        right, answers = player.score
        marks = " ".join("✓" if one else "✗" for one in player.marks)
        score = tr("So far: {right} of {all}", right=right, all=answers)
        self.score.setText(f"{score}   {marks}" if answers else "")
        self.score.setVisible(bool(answers))
        self.notice.setText(player.notices.get(player.at, ""))
        self.notice.setVisible(player.at in player.notices)
        self.again.setVisible(player.away and not player.guess)
        for part in (self.progress, self.back, self.on):
            part.setVisible(not player.guess)
        self.back.setEnabled(player.at > 0)
        self.on.setEnabled(player.at < count - 1)
        self.choice.setVisible(set(LANGUAGES) <= set(lesson.languages) or player.guess)
        self.choice.show_value(self.language)
        self.progress.update()

    def _show_question(self, source: str) -> None:
        """The question with its answers, or what came out."""
        player, asked = self.player, self.player.scene.question
        words = "" if asked is None else self.words(asked.ask) or self.words(USUAL[asked.kind])
        self.asked.show_text(words, source)
        self._show_options(() if asked is None else player.options())
        answer, given, problem = player.measuring.answer, player.state, player.measuring.problem
        self.shown.setVisible(player.asking)
        how = "" if asked is None else _how(asked, player.measuring.state, self._unseen)
        self.how.setText(how if player.asking else tr("Enter asks something else"))
        self.how.setVisible(player.asking or player.guess)
        self.number.setVisible(player.asking and asked is not None and asked.kind == "tokens")
        typed = str(given.chosen) if isinstance(given.chosen, int) else ""
        if self.number.text() != typed:
            self.number.setText(typed)
        self.votes.setVisible(player.asking and asked is not None)
        said = problem or (self._result() if given.revealed and answer is not None else "")
        self.result.show_text(said, source)

    def _result(self) -> str:
        """The right answer with its number, in simple Markdown."""
        answer, given = self.player.measuring.answer, self.player.state
        assert answer is not None
        said = answer.said
        if given.chosen is None:
            return f"`{said}`"
        right = given.chosen == answer.right
        words = {"es": ("Correcto", "No es así")}.get(self.language, ("Right", "Not so"))[not right]
        return f"{'✓' if right else '✗'} {words}: `{said}`"

    def _show_options(self, options: tuple[Option, ...]) -> None:
        """A button for each option, rebuilt if they differ."""
        if (options, self.language) != self._options:
            self._options = options, self.language
            for button in self.buttons:
                self.flow.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.buttons = [self._button(number, one) for number, one in enumerate(options, 1)]
            for button in self.buttons:
                self.flow.addWidget(button)
        given, answer = self.player.state, self.player.measuring.answer
        for one, button in zip(options, self.buttons, strict=True):
            votes = given.votes[one.place]
            right = given.revealed and answer is not None and one.place == answer.right
            words = f"✓ {self.words(one.words)}" if right else self.words(one.words)
            button.setText((f"{words}  ·  {votes}" if votes else words).replace("&", "&&"))
            set_style_property(button, "role", "right" if right else None)
            button.setChecked(one.place == given.chosen)
            button.setEnabled(not given.revealed)
        self.answers.setVisible(bool(options))

    def _button(self, number: int, option: Option) -> QPushButton:
        words = self.words(option.words)
        about = tr("Answers “{answer}” ({number})", answer=words, number=number)
        name = tr("{answer}, key {number}", answer=words, number=number)
        button = push_button(self.answers, words, about, name=name)
        button.setCheckable(True)
        button.clicked.connect(partial(self.player.press, number))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
