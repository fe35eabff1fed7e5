"""The card for choosing a training: what is learnt, the model's size, options for teaching, when it ends.

If the groups do not all fit side by side, tabs choose one of them.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import PurePath

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QScrollArea, QWidget

from model_core.record.training_now import TrainingEstimate
from model_core.schema import FieldInfo, Range
from model_core.synthetic.toy_tasks import TASKS
from viz_app.document.trainings.training_choice import (
    EPOCHS,
    FEWEST_WORDS,
    FILE,
    HEADS,
    LAYERS,
    MOST_WORDS,
    RATES,
    RIGHT,
    UPDATES,
    WIDTHS,
    TrainingChoice,
)
from viz_app.system.language import tr, translated
from viz_app.views.train import words
from viz_app.widgets import theme as themes
from viz_app.widgets.forms import FormControls, FormField
from viz_app.widgets.labels import Caption, plain_label, push_button
from viz_app.widgets.layout import settle, show_part
from viz_app.widgets.segmented import Segmented

_USUAL = {field.name: field.default for field in fields(TrainingChoice)}
GROUPS = {
    "task": (tr("Task"), tr("What the model learns.")),
    "size": (tr("Size"), tr("How large the model is.")),
    "switches": (tr("Switches"), tr("Changes to the usual setup: see what they do to the heads.")),
    "end": (tr("End"), tr("When training ends.")),
}
"""Group -> its word and tip."""


def _field(name: str, word: str, about: str, low: int = 0, high: int = 99, **more: object) -> FormField:
    info = FieldInfo(name, type(_USUAL[name]), _USUAL[name], Range(low, high))
    return FormField(info, word, about, **more)  # type: ignore[arg-type]


def _counts(values: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((value, str(value)) for value in values)


FIELDS: dict[str, tuple[FormField, ...]] = {
    "task": (
        _field("task", tr("Task"), tr("What the model learns."), choices=(
            *((name, translated(task.title)) for name, task in TASKS.items()), (FILE, tr("A file of pairs (TSV)")))),
        _field("go_on", tr("Continue with the loaded model"),
               tr("Starts from its weights, with its shape and vocabulary, instead of random weights.")),
    ),
    "size": (
        _field("layers", tr("Layers"), tr("Layers of the encoder, and as many of the decoder."),
               choices=_counts(LAYERS)),
        _field("heads", tr("Heads"), f"{tr('Heads of each layer.')} {words.ONE_HEAD}", choices=_counts(HEADS)),
        _field("width", tr("Width"), tr("Units of a token's vector."), choices=_counts(WIDTHS)),
        _field("vocabulary", tr("Words"), tr("Entries of the vocabulary made from a file; a task brings its own."),
               FEWEST_WORDS, MOST_WORDS),
    ),
    "switches": (
        *(_field(name, word, about) for name, (word, about) in words.SWITCHES.items()),
        _field("rate", tr("Learning rate"),
               tr("How far each update moves the weights, at the peak. If it is too high, nothing is learned."),
               choices=tuple((rate, f"{rate:g}" if rate else tr("usual")) for rate in RATES)),
        _field("seed", tr("Seed"), tr("The same seed and choices give the same training, number for number."),
               0, 999_999),
    ),
    "end": (
        _field("until", tr("Until"), tr("What ends training."),
               choices=((RIGHT, tr("it is right")), (UPDATES, tr("updates")), (EPOCHS, tr("epochs")))),
        _field("right", tr("Right, %"), tr("Share of unseen sentences that must be right."), 10, 100),
        _field("updates", tr("Updates"), tr("How often the weights are changed."), 10, 1_000_000),
        _field("epochs", tr("Epochs"), tr("How often all sentences are read."), 1, 10_000),
        _field("minutes", tr("Minutes at most"), tr("Training stops then in any case, and can be resumed."), 1, 10_000),
    ),
}  # fmt: skip
"""Group -> its choices."""


class StartCard(QWidget):
    """`changed` carries a dict of the one setting that the user changed, `pane` the group chosen by the tabs."""

    changed = Signal(object)
    paned = Signal(str)
    start_asked = Signal()
    file_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane = "task"
        self.source = Caption("body", "ink", parent=self)
        self.tabs = Segmented(tr("What is chosen"), dict(GROUPS), self)
        self.forms = {name: FormControls(fields_, self) for name, fields_ in FIELDS.items()}
        self._rows: dict[str, tuple[QWidget, ...]] = {}  # the control of a choice, with its word
        self.titles: dict[str, QWidget] = {}
        self.area, self._body = QScrollArea(self), QWidget()  # lower cards scroll what is chosen
        self.groups = {name: self._group(name) for name in GROUPS}
        self.area.setWidget(self._body)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for ground in (self.area.viewport(), self._body):
            ground.setAutoFillBackground(False)
        self.file = push_button(
            self.groups["task"], tr("Choose a file…"),
            tr("Asks for sentence pairs, source<TAB>target on each line. You can also drop the file on the window."),
            self.file_asked,
        )  # fmt: skip
        self.loaded = plain_label(self.groups["size"], "body", tr("Same as the loaded model."), muted=True)
        for name, part in (("task", self.file), ("size", self.loaded)):
            grid = self.groups[name].layout()
            assert isinstance(grid, QGridLayout)
            grid.addWidget(part, grid.rowCount(), 0, 1, 2)
        self.about, self.end = (plain_label(self, "body", muted=True, wrapped=True) for _ in range(2))
        self.start = push_button(
            self, tr("Start", "a training"), tr("Trains in the background; the window stays as fast as it is."),
            self.start_asked, name=tr("Start training"), role="primary",
        )  # fmt: skip
        self.tabs.chosen.connect(self.paned)
        for form in self.forms.values():
            form.changed.connect(lambda name, form=form: self.changed.emit({name: form.value(name)}))

    def _group(self, name: str) -> QWidget:
        """A column of controls; check boxes in two."""
        group = QWidget(self._body)
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        title = self.titles[name] = plain_label(group, "strong", GROUPS[name][0])
        grid.addWidget(title, 0, 0, 1, 2)
        for line, (field, control) in enumerate(self.forms[name].controls.items(), 1):
            if isinstance(control, QCheckBox):
                self._rows[field] = (control,)
                grid.addWidget(control, line, 0, 1, 2)
                continue
            label = plain_label(group, "body", self.forms[name].fields[field].word, muted=True)
            label.setBuddy(control)
            self._rows[field] = label, control
            grid.addWidget(label, line, 0)
            grid.addWidget(control, line, 1)
        return group

    # ---- what it shows

    def show_choice(
        self, choice: TrainingChoice, source: str, pane: str, waiting: str, estimate: TrainingEstimate | None = None
    ) -> None:
        """The present settings, whose text is read, the group that the tabs show, why Start is disabled, and how long
        it would take."""
        for form in self.forms.values():
            form.show_values({name: getattr(choice, name) for name in form.controls})
        new = not choice.go_on
        counts = dict.fromkeys(("layers", "heads", "width", *words.OF_SHAPE), new)
        counts |= {"vocabulary": new and choice.is_file}
        counts |= {"right": choice.until == RIGHT, "updates": choice.until == UPDATES, "epochs": choice.ends_by_epochs}
        for name, there in counts.items():
            for part in self._rows[name]:
                show_part(part, there)
        self.file.setText(PurePath(choice.data).name[:40] if choice.data else tr("Choose a file…"))
        show_part(self.file, choice.is_file)
        show_part(self.loaded, choice.go_on)
        self.source.set_text(source)
        self.about.setText(words.effect_words(choice))
        missing = waiting or choice.missing()
        self.end.setText(missing or words.end_words(choice, estimate))
        self.start.setEnabled(not missing)
        self._pane = pane if pane in GROUPS else "task"
        self.tabs.show_value(self._pane)
        self.fit()

    # ---- room

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()

    def fit(self) -> None:
        """All groups side by side if they fit, otherwise the one that the tabs show."""
        for title in self.titles.values():
            show_part(title, True)
        settle(self)
        gap, line = themes.px(20), self.source.sizeHint().height()
        sizes = {name: group.sizeHint() for name, group in self.groups.items()}
        foot = max(self.start.sizeHint().height(), themes.px(36))
        high = max(size.height() for size in sizes.values())
        wide = sum(size.width() for size in sizes.values()) + 3 * gap
        all_ = wide <= self.width() and line + high + foot + 3 * 8 <= self.height()
        show_part(self.tabs, not all_)
        whole = high if all_ else sizes[self._pane].height()
        left, tabs = 0, 0 if all_ else self.tabs.sizeHint().height() + 2
        show_part(self.source, self.height() - line - 22 - tabs - foot >= min(whole, themes.px(90)))
        self.source.setGeometry(0, 0, self.width(), line)
        top = 6 if self.source.isHidden() else line + 12
        if not all_:
            show_part(self.titles[self._pane], False)  # the tab has the same word
            settle(self)
            sizes[self._pane] = self.groups[self._pane].sizeHint()
            self.tabs.fit(self.width())
            self.tabs.setGeometry(0, top - 6, self.width(), self.tabs.sizeHint().height())
            top += tabs
            whole = sizes[self._pane].height()
        for name, group in self.groups.items():
            show_part(group, all_ or name == self._pane)
            size = sizes[name]
            group.setGeometry(left, 0, min(size.width(), self.width()), size.height())
            left += size.width() + gap if all_ else 0
        seen = max(1, min(whole, self.height() - top - 10 - foot))
        self._body.resize(self.width(), whole)
        self.area.setGeometry(0, top, self.width(), seen)
        self._place_foot(top + seen + 10, foot)

    def _place_foot(self, top: int, foot: int) -> None:
        """The button with the sentence beside it; above both what the options do, if there is room."""
        wide = min(self.width(), themes.px(760))
        says = self.about.heightForWidth(wide)
        fits = top + says + foot + 12 <= self.height()
        show_part(self.about, fits)
        if fits:
            self.about.setGeometry(QRect(0, top, wide, says))
            top += says + 12
        top = max(0, min(top, self.height() - foot))
        button = self.start.sizeHint().width() + themes.px(40)
        self.start.setGeometry(0, top, min(button, self.width()), foot)
        rest = max(1, min(wide, self.width()) - button - 16)
        high = self.end.heightForWidth(rest)
        show_part(self.end, high <= max(foot, self.height() - top))
        self.end.setGeometry(button + 16, top + max(0, (foot - high) // 2), rest, high)
