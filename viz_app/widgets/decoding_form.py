"""How the next token is chosen, as controls: greedy, sampling with its filters and seed, or beam search."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from model_core.record.edits import DECODING_LIMITS, Decoding
from viz_app.data.decoded_texts import MOST_SEED, next_seed
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import Flow, Labelled, show_part
from viz_app.widgets.segmented import Segmented

_METHODS = {
    "greedy": ("Greedy", "Always takes the most probable token."),
    "sample": ("Sampling", "Draws the token by its probability; the same seed draws the same text."),
    "beam": ("Beam", "Keeps several texts at each step and writes the one with the best score."),
}
_ABOUT = {
    "greedy": "The most probable token is taken at each step.",
    "sample": "Each token is drawn by its chance; the same seed gives the same text.",
    "beam": "Several texts are kept; the best score = log-probability ÷ lengthᵅ wins.",
}
_FIELDS = {
    "temperature": ("T", "Temperature: logits are divided by it. Below 1 sharpens, above 1 flattens."),
    "top_k": ("top-k", "Only the k most probable tokens can be drawn; 0 = all."),
    "top_p": ("top-p", "Only the most probable tokens that together reach p can be drawn; 1 = all."),
    "seed": ("seed", "Number that decides the draws."),
    "beams": ("beams", "How many texts are kept at each step."),
    "length_penalty": ("α", "Length penalty: score = log-probability ÷ lengthᵅ. 0 favours short texts."),
}
_OF = {"greedy": (), "sample": ("temperature", "top_k", "top_p", "seed"), "beam": ("beams", "length_penalty")}
_MOST = {"seed": MOST_SEED, "top_k": 99_999}


class DecodingForm(QWidget):
    """The controls. `changed` carries the whole Decoding that the user chose."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, about: bool = True) -> None:
        super().__init__(parent)
        self.decoding = Decoding()
        self._wordy = about
        self.method = Segmented("How the next token is chosen", _METHODS, self)
        self.method.chosen.connect(lambda method: self._change(method=method))
        self.fields = {name: self._make_field(name) for name in _FIELDS}
        self.draw_again = QPushButton("Draw again", self)
        self.draw_again.setToolTip(painting.tip("Draws another text: the next seed."))
        self.draw_again.clicked.connect(lambda: self._change(seed=next_seed(self.decoding)))
        self.about = plain_label(self, "small", muted=True)
        self.about.setWordWrap(True)
        self.flow = Flow(self)
        for part in (self.method, *self.fields.values(), self.draw_again):
            self.flow.add(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.flow)
        column.addWidget(self.about)
        self.show_decoding(Decoding())

    def _make_field(self, name: str) -> Labelled:
        low, high = DECODING_LIMITS[name]
        spin: QSpinBox | QDoubleSpinBox
        if isinstance(getattr(Decoding(), name), int):
            spin = QSpinBox()
            spin.setRange(int(low), int(min(high, _MOST.get(name, high))))
            if name == "top_k":
                spin.setSpecialValueText("all")
        else:
            spin = QDoubleSpinBox()
            spin.setDecimals(2)
            spin.setRange(max(low, 0.01) if low > 0 else low, high)
            spin.setSingleStep(0.05 if name == "top_p" else 0.1)
        spin.setKeyboardTracking(False)
        spin.setStepType(QAbstractSpinBox.StepType.DefaultStepType)
        spin.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        spin.valueChanged.connect(lambda value, name=name: self._change(**{name: value}))
        word, about = _FIELDS[name]
        return Labelled(word, spin, painting.tip(about), self)

    # ---- what it shows

    def show_decoding(self, decoding: Decoding, reason: str = "") -> None:
        """Shows settings without a signal; `reason` says why they cannot be changed, "" = they can."""
        self.decoding = decoding
        self.method.show_value(decoding.method)
        for name, field in self.fields.items():
            spin = field.control
            assert isinstance(spin, QSpinBox | QDoubleSpinBox)
            blocked = QSignalBlocker(spin)
            spin.setValue(getattr(decoding, name))
            spin.setFixedWidth(themes.px(92 if name == "seed" else 78))
            blocked.unblock()
        own: set[QWidget] = {self.method, *(self.fields[name] for name in _OF[decoding.method])}
        own |= {self.draw_again} if decoding.method == "sample" else set()
        self.flow.show_only(own)
        for part in self.flow.parts:
            part.setEnabled(not reason)
        self.about.setText(reason or _ABOUT[decoding.method])
        show_part(self.about, bool(reason) or self._wordy)

    def restyle(self) -> None:
        self.about.setFont(themes.font("small"))
        for field in self.fields.values():
            field.label.setFont(themes.font("body"))
            field.control.setFixedWidth(themes.px(92 if field is self.fields["seed"] else 78))
        self.flow.arrange()
        self.flow.updateGeometry()

    def _change(self, **changes: object) -> None:
        """The user chose something; equal settings are no change."""
        wanted = replace(self.decoding, **changes)  # type: ignore[arg-type]
        if wanted != self.decoding:
            self.changed.emit(wanted)
