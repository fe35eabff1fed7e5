"""The controls for choosing the next token: greedy, sampling with its filters and seed, or beam search."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QSizePolicy, QSlider, QWidget

from model_core.record.edits import Decoding
from model_core.schema import describe
from viz_app.data.decoded_texts import draw_again
from viz_app.document.changes import other_decoding
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.forms import FormControls, FormField
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import FlowLayout, column_of, row_of, show_part
from viz_app.widgets.segmented import Segmented

_METHODS = {
    "greedy": (tr("Greedy"), tr("Always takes the most probable token.")),
    "sample": (tr("Sampling"), tr("Samples each token from its probability; the same seed gives the same text.")),
    "beam": (tr("Beam"), tr("Keeps several texts at each step and writes the one with the best score.")),
}
_ABOUT = {
    "greedy": tr("The most probable token is taken at each step."),
    "sample": tr("Each token is sampled from its probability; the same seed gives the same text."),
    "beam": tr("Several texts are kept; the best score = log-probability ÷ lengthᵅ wins."),
}
_EARLY = tr(
    "The search ends as soon as one text has ended for each beam (Hugging Face: early_stopping=True), though another "
    "text could still win. Otherwise it continues until none can."
)

_WARMTH = (10, 200)  # hundredths of the temperature that the slider reaches


def _field(name: str, word: str, tip: str, zero: str = "", step: float = 0.1) -> FormField:
    return FormField(describe(Decoding)[name], word, tip, zero=zero, step=step)


_TEMPERATURE = tr("Temperature: logits are divided by it. Below 1 sharpens, above 1 flattens.")
_TOP_K = tr("Only the k most probable tokens can be sampled; 0 = all.")
_TOP_P = tr("Only the most probable tokens that together reach p can be sampled; 1 = all.")
_PENALTY = tr("Length penalty: score = log-probability ÷ lengthᵅ. 0 favours short texts.")
_FIELDS = (
    _field("temperature", "T", _TEMPERATURE), _field("top_k", "top-k", _TOP_K, tr("all")),
    _field("top_p", "top-p", _TOP_P, step=0.05), _field("seed", tr("seed"), tr("The random seed.")),
    _field("beams", tr("beams"), tr("How many texts are kept at each step.")), _field("length_penalty", "α", _PENALTY),
)  # fmt: skip
_OF_BEAM = ("beams", "length_penalty")


SETTINGS = {
    "method": tr("How the next token is chosen"), "slider": tr("Temperature"), "fields.top_k": "top-k",
    "fields.top_p": "top-p", "fields.seed": tr("seed"), "fields.beams": tr("beams"),
    "fields.length_penalty": tr("Length penalty"), "early": tr("early stopping"),
    "draw_again": tr("Sample again"),
}  # fmt: skip
"""The controls of a DecodingForm and what they are called where one looks for them."""


class Labelled(QWidget):
    def __init__(self, words: str, control: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.control = control
        self.label = plain_label(self, "body", words, muted=True)
        self.label.setBuddy(control)
        control.setParent(self)
        row_of(self.label, control, parent=self)


class DecodingForm(QWidget):
    """The controls. `changed` carries a Wish: the user's change, the rest of the present decoding stays."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, about: bool = True) -> None:
        super().__init__(parent)
        self.decoding = Decoding()
        self._wordy = about
        self.method = Segmented(tr("How the next token is chosen"), _METHODS, self)
        self.method.chosen.connect(lambda method: self._change({"method": method}))
        self.form = FormControls(_FIELDS, self)
        self.form.changed.connect(lambda name: self._change({name: self.form.value(name)}))
        self.fields = {name: self._labelled(name, control) for name, control in self.form.controls.items()}
        self.slider = self._temperature_slider()
        tip = tr("Samples another text with the next seed.")
        self.draw_again = push_button(self, tr("Sample again"), tip, lambda: self.changed.emit(draw_again))
        self.early = QCheckBox(tr("early stopping"), self)
        painting.set_tip(self.early, _EARLY)
        self.early.clicked.connect(lambda early: self._change({"early_stopping": early}))
        self.about = plain_label(self, "small", muted=True, wrapped=True)
        first, *others = self.fields.values()  # the slider follows the temperature
        self.parts: tuple[QWidget, ...] = (
            self.method, first, self.slider, *others, self.early, self.draw_again,
        )  # fmt: skip
        lines = QWidget(self)
        flow = FlowLayout(lines)
        for part in self.parts:
            flow.addWidget(part)
        column_of(lines, self.about, parent=self)
        self.show_decoding(Decoding())

    def _labelled(self, name: str, control: QWidget) -> Labelled:
        assert isinstance(control, QAbstractSpinBox)
        control.setKeyboardTracking(False)  # each change is a run
        control.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return Labelled(self.form.fields[name].word, control, self)

    def _temperature_slider(self) -> QSlider:
        """Each move of it is a run: numbers and texts follow while it is dragged."""
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(*_WARMTH)
        slider.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        slider.setSingleStep(5)
        slider.setPageStep(20)
        slider.setAccessibleName(tr("Temperature"))
        painting.set_tip(slider, tr("Temperature: drag and watch the probabilities. Left sharpens, right flattens."))
        slider.valueChanged.connect(lambda hundredths: self._change({"temperature": hundredths / 100}))
        return slider

    # ---- what it shows

    def show_decoding(self, decoding: Decoding, reason: str = "") -> None:
        """Shows settings without a signal; `reason` says why they cannot be changed, "" = they can."""
        self.decoding = decoding
        self.method.show_value(decoding.method)
        self.form.show_values({name: getattr(decoding, name) for name in self.fields})
        if not self.slider.isSliderDown():  # what is dragged is ahead of what is computed
            with QSignalBlocker(self.slider):
                self.slider.setValue(round(100 * decoding.temperature))
        self._widen()
        self.early.setChecked(decoding.early_stopping)
        beam = {self.early, *(self.fields[name] for name in _OF_BEAM)}
        for part in self.parts:
            show_part(part, part is self.method or decoding.method == ("beam" if part in beam else "sample"))
            part.setEnabled(not reason)
        self.about.setText(reason or _ABOUT[decoding.method])
        show_part(self.about, bool(reason) or self._wordy)

    def _widen(self) -> None:
        self.slider.setFixedWidth(themes.px(84))
        for name, field in self.fields.items():
            field.control.setFixedWidth(themes.px(92 if name == "seed" else 78))

    def restyle(self) -> None:
        self.about.setFont(themes.font("small"))
        for field in self.fields.values():
            field.label.setFont(themes.font("body"))
        self._widen()

    def _change(self, changes: dict[str, object]) -> None:
        self.changed.emit(other_decoding(changes))
