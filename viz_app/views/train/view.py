"""Watch heads form: training in the window, and a slider through its snapshots that the whole window follows.

Layers and heads count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLayout, QSlider, QWidget

from model_core.record.training_now import TrainingNow
from model_core.spec import KINDS
from viz_app.data.depth import Control
from viz_app.data.snapshot import Snapshot, options_of
from viz_app.data.tables import Context, Listing, context_of
from viz_app.data.words.models import model_word
from viz_app.document.id_text import switched
from viz_app.document.state import Pin
from viz_app.document.trainings.training_choice import TrainingChoice
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views.train import words
from viz_app.views.train.bar import DOING, NEW, OPEN, TrainBar
from viz_app.views.train.content import Head, TrainContent, export_context, training_table
from viz_app.views.train.filmstrip import Filmstrip, HeadMaps, WrittenLines
from viz_app.views.train.start_card import FIELDS, StartCard
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, plain_label, without_ends
from viz_app.widgets.layout import column_of, row_of, set_hand_cursors, settle, show_part
from viz_app.widgets.view import View

_COMMANDS = {"pause": "train.toggle", "go_on": "train.toggle", "stop": "train.stop", "keep": "train.keep",
             "delete": "train.delete"}  # fmt: skip
_FILM, _LOWER, _SLIDER = 300, 410, 150  # px at text size 100 % of the height from which these parts are shown
_KEYS = {Qt.Key.Key_Comma: -1, Qt.Key.Key_Period: 1}


_CONTROLS = {
    f"card.forms.{group}.controls.{one.info.name}": Control(one.word, one.info.name, dict(one.choices))
    for group, own in FIELDS.items()
    for one in own
} | {
    "bar.list": Control(tr("Training")),
    "slider": Control(tr("Snapshot")),
    "curves.choice": Control(tr("Measure of the heads"), "measure"),
    **{f"bar.buttons.{name}": Control(DOING[name][0]) for name in ("new", "compare", "keep")},
}


class Train(View):
    """Curves above, the slider and one head's maps below, the sentence and all heads at the foot; or a start card."""

    title = tr("Train")
    sentence = tr("Choose a task and start: snapshots are kept as the model learns; browse them afterwards.")
    controls = _CONTROLS
    tells = small = trainings = True

    @dataclass(frozen=True)
    class Options(TrainingChoice):
        """Beside what is chosen for the next training:

        folder   of the training that is shown, "" = a bundled one
        page     "new" while a training is chosen; `pane` which group of choices the tabs show
        measure  what is drawn of the heads, "" = the usual one
        kind, layer, head   what is selected while the window runs another model, -1 = the most characteristic head
        """

        folder: str = ""
        page: str = ""
        pane: str = "task"
        measure: str = ""
        kind: str = "cross"
        layer: int = 0
        head: int = -1

    # ---- parts

    def build(self) -> None:
        from viz_app.views.train.curves import TrainCurves  # pyqtgraph: only when this view is opened

        self._content: TrainContent | None = None
        self._drawn: tuple[object, ...] = ()  # what its parts show
        self._said = "", "", "muted"  # what it does now; how it ended or what is wrong, and its colour
        waiting = tr("Training runs appear here as soon as there is a sentence.")
        self.words = plain_label(self, "body", waiting, muted=True, wrapped=True, centred=True)
        self.bar, self.curves = TrainBar(self), TrainCurves(self)
        self.trouble = Caption("small", "error", parent=self)
        self.slider, self.seen = QSlider(Qt.Orientation.Horizontal, self), Caption("small", "target", parent=self)
        self.slider.setProperty("role", "step")
        self.slider.setAccessibleName(tr("Snapshot"))
        self.film, self.lines, self.maps = Filmstrip(self), WrittenLines(self), HeadMaps(self)
        self.scrub, self.foot = QWidget(self), QWidget(self)
        row_of((self.slider, 3), (self.seen, 1), parent=self.scrub, spacing=12)
        row_of((self.lines, 2), (self.maps, 3), parent=self.foot, spacing=24)
        column = self._column = column_of(
            self.bar, self.trouble, (self.words, 1), (self.curves, 5), self.scrub, (self.film, 3), (self.foot, 4),
            parent=self, spacing=8,
        )  # fmt: skip
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for part in (self.curves, self.scrub, self.film, self.foot, self.bar, self.trouble):
            part.hide()
        self._connect()

    @cached_property
    def card(self) -> StartCard:
        """Made when first shown, as it has most of the view's controls."""
        made = StartCard(self)
        made.changed.connect(self.opted)
        made.paned.connect(lambda pane: self.opted.emit({"pane": pane}))
        made.start_asked.connect(lambda: self.commanded.emit("train.start"))
        made.file_asked.connect(lambda: self.commanded.emit("train.file"))
        self._column.addWidget(made, 1)
        set_hand_cursors(made)
        return made

    def reveal(self, name: str) -> None:
        if name.startswith("card."):
            self.opted.emit({"page": "new", "pane": name.split(".")[2]})  # the card, and on it the group of the control

    def _connect(self) -> None:
        self.bar.asked.connect(self._button_pressed)
        self.bar.chosen.connect(self._choose_training)
        self.slider.valueChanged.connect(self._go_to)
        self.film.chosen.connect(self._go_to)
        self.film.hinted.connect(self.hinted)
        self.curves.chosen.connect(lambda update: self._go_to(self._content.nearest(update) if self._content else -1))
        self.curves.stepped.connect(self._step)
        self.curves.measured.connect(lambda measure: self.opted.emit({"measure": measure}))
        self.maps.picked.connect(self._choose_head)

    # ---- words

    def heading(self, shot: Snapshot) -> str:
        content = self._seen(shot)
        if content is None or content.now.about is None:
            return self.title
        return f"{self.title} · {model_word(content.now.about.title)} · {words.update(content.step)}"

    def explanation(self, shot: Snapshot) -> str:
        content = self._seen(shot)
        return self.sentence if content is None else words.explained(content, self.sentence)

    def keyboard_part(self) -> QWidget:
        return self.card.start if "card" in self.__dict__ and self.card.isVisible() else self.slider

    def table(self) -> Listing | None:
        shot, content = self._shot, self._seen(self._shot)
        if shot is None or content is None or not content.now.events:
            return None
        return training_table(context_of(shot.state, shot.trace, "Train"), content, _head(content, shot))

    def export_context(self, context: Context) -> Context:
        shot, content = self._shot, self._seen(self._shot)
        if shot is None or content is None:
            return super().export_context(context)
        return export_context(context, content, _head(content, shot))

    # ---- drawing

    def _content_of(self, shot: Snapshot) -> TrainContent | None:
        """The content of the training; the same object as before if nothing has changed."""
        now, model, kept = shot.training, shot.state.run.model, self._content
        if now is None:
            self._content = None
        elif kept is None or kept.now is not now or kept.model != model:
            self._content = TrainContent.from_training(now, model)
        return self._content

    def _seen(self, shot: Snapshot | None) -> TrainContent | None:
        """The content of the training; None while another one is being chosen."""
        return None if shot is None or _choosing(shot) else self._content_of(shot)

    def draw(self, shot: Snapshot) -> None:
        self._shot = shot
        content = self._content_of(shot)
        choosing, options, now = _choosing(shot), options_of(shot, Train.Options), shot.training
        if choosing or (content is not None and content.is_drawn):
            self.words.hide()  # before the others are laid out
        if choosing:
            waiting = words.BUSY if now is not None and (now.job.doing or now.elsewhere) else ""
            read = words.chosen_sentence(options, shot.sentence.source_text)
            self.card.show_choice(options, read, options.pane, waiting, content.now.estimate if content else None)
        if content is not None:
            self._draw_training(content, shot, options, choosing)
        if self.style_changed(shot):
            settle(self)
        self.fit()

    def _draw_training(self, content: TrainContent, shot: Snapshot, options: Options, choosing: bool) -> None:
        drawn = content, content.chosen and shot.look, options, choosing, shot.theme, themes.text_scale()
        if drawn == self._drawn:
            return
        self._drawn, now = drawn, content.now
        chosen = options.title if now.job.doing else ""  # what begins has nothing in its folder yet
        title, state = model_word(now.about.title if now.about is not None else chosen), words.state_words(content)
        self.bar.show_training(now, title, state, choosing, content.is_pair)
        said = now.unstarted or ("" if choosing and now.state != "empty" else words.trouble(content))
        self._said = "" if choosing else state, said, _tone(now)
        if choosing:
            return
        head = _head(content, shot)
        self.curves.show_content(content, head, options.measure)
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(0, len(now.places) - 1))
            self.slider.setValue(max(0, content.at))
            self.slider.setEnabled(len(now.places) > 1)
        self.seen.set_text(words.seen_words(content), shorter=(words.update(content.step),))
        self.slider.setToolTip(f"{words.SLIDER} {words.bound_words(content)}".strip())
        self.film.show_content(content, head)
        self.lines.show_content(content, words.source_words(content))
        self.maps.show_content(content, head)

    # ---- what the user does

    def _choose_training(self, folder: str) -> None:
        if folder == OPEN:
            self.commanded.emit("train.open")
        else:
            self.opted.emit({"page": "new"} if folder == NEW else {"folder": folder, "page": ""})

    def _button_pressed(self, name: str) -> None:
        content, shot = self._content, self._shot
        if name == "new":
            self.opted.emit({"page": "new"})
        elif name != "compare":
            self.commanded.emit(_COMMANDS[name])
        elif content is not None and shot is not None and content.is_pair:
            run = shot.state.run.with_(model=content.now.places[-1].folder, prefix=(), branches=())
            self.pinned.emit(Pin(run, shot.look.sentence))
            self.opened.emit("compare")

    def _choose_head(self, kind: str, layer: int, head: int) -> None:
        own = self._content is not None and self._content.chosen
        (self.picked if own else self.opted).emit({"kind": kind, "layer": layer, "head": head})

    def _go_to(self, place: int) -> None:
        """Makes the window show a snapshot; a text that it cannot read is replaced by the task's own."""
        content, shot = self._content, self._shot
        if content is None or shot is None or not 0 <= place < len(content.now.places):
            return
        change: dict[str, object] = {"model": content.now.places[place].folder}
        if not content.chosen:
            change["look"] = dict(zip(("kind", "layer", "head"), _head(content, shot), strict=True))
        if not content.now.own and content.now.source:
            change |= {"source": (content.now.source,), "ids": False, "target": None, "opening": ""}
        elif shot.state.run.ids and not content.chosen and shot.trace.run.source == shot.state.run.source:
            # a training has other ids than the model that is left: it reads their text
            change |= switched(shot.state.run, shot.trace)
        self.asked.emit(change)

    def _step(self, by: int) -> None:
        if self._content is not None:
            self._go_to(min(max(self._content.at + by, 0), len(self._content.now.places) - 1))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_own(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_own(event):
            self._step(_KEYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        return plain and event.key() in _KEYS and self.slider.isVisible()

    # ---- room

    def restyle(self) -> None:
        settle(self)
        super().restyle()

    @one_at_a_time
    def fit(self) -> None:
        if (shot := self._shot) is None:
            return
        unit, high, choosing = themes.text_scale(), self.height(), _choosing(shot)
        if choosing or "card" in self.__dict__:
            show_part(self.card, choosing)
        show_part(self.bar, self._content is not None and bool(self._content.now.kept or not choosing))
        self.trouble.set_text(*said_below(*self._said, self.bar.has_room(self.width())))
        show_part(self.trouble, bool(self.trouble.text()))
        content = None if choosing else self._content
        snapshots, drawn = content is not None and bool(content.now.places), content is not None and content.is_drawn
        begins = content is not None and content.now.state in ("starting", "running")
        self.words.setText(words.WAITING if begins else "")
        show_part(self.words, content is not None and not drawn)
        show_part(self.curves, drawn)
        show_part(self.scrub, snapshots and high >= _SLIDER * unit)
        show_part(self.film, snapshots and high >= _FILM * unit)
        show_part(self.foot, snapshots and high >= _LOWER * unit)
        self.curves.fit(self.width(), unit)
        self.maps.fit(self.width(), unit)


def _choosing(shot: Snapshot) -> bool:
    """Whether the card is shown: requested, or there is no training."""
    now = shot.training
    return now is None or now.is_nothing or options_of(shot, Train.Options).page == "new"


def _head(content: TrainContent, shot: Snapshot) -> Head:
    """The selected head: the window's if it shows this training, otherwise the view's own."""
    look, options = shot.look, options_of(shot, Train.Options)
    own = options.kind, options.layer, options.head
    head = (look.kind, look.layer, look.head) if content.chosen else content.own_head(*own)
    kind = head[0] if head[0] in KINDS else "cross"
    reading = content.reading
    maps = reading.maps.get(kind) if reading is not None else None
    if maps is None:
        return kind, max(0, head[1]), max(0, head[2])
    return kind, min(max(0, head[1]), maps.shape[0] - 1), min(max(0, head[2]), maps.shape[1] - 1)


def said_below(state: str, said: str, tone: str, beside: bool) -> tuple[str, str, str, tuple[str, ...]]:
    """The line below the bar, its tip ("" = itself), its colour and what fits where it does not; what a training does
    now is in it where that is not `beside` the buttons."""
    states = () if beside else (state, *without_ends(state))
    texts = [" · ".join(filter(None, (one, said))) for one in states] or [said]
    return texts[0], "", tone if said else "muted", (*texts[1:], *without_ends(texts[-1], "; "))


def _tone(now: TrainingNow) -> str:
    """Errors are emphasised; how the training ended is not."""
    wrong = now.problem or now.job.words or now.unstarted
    return "error" if wrong or now.state in ("failed", "quiet") else "muted"
