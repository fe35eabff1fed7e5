"""The page for importing a model: what it is, what its file does not say, and where to write it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from model_core.record.model_info import checkpoint_name
from viz_app.importing.form_widgets import FolderField, Form, FormDialog, choice
from viz_app.importing.probe import USES, Probe
from viz_app.system.language import capitalised, tr
from viz_app.system.own_models import free_folder, models_folder, why_not_there
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import add_layout

WIDTH = 620
HEADS_TIP = tr(
    "The number of heads of each attention. No tensor contains it, and with a wrong number the model runs, but not "
    "as it was trained: look it up where the model was made."
)
VARIANT: dict[str, tuple[str, str, tuple[tuple[Any, str], ...]]] = {
    "norm_place": (
        tr("Norms"),
        tr("norm_first of torch.nn.Transformer; no tensor contains it."),
        (
            ("post", tr("after each sub-layer (norm_first=False)")),
            ("pre", tr("before each sub-layer (norm_first=True)")),
        ),
    ),
    "activation": (
        tr("Activation"),
        tr("The function between the two linear layers of the feed-forward; no tensor contains it."),
        (("relu", "ReLU"), ("gelu", "GELU"), ("gelu_tanh", tr("GELU, approximated by tanh")), ("silu", "SiLU")),
    ),
    "scale_embedding": (
        tr("Embeddings"),
        tr("Whether the model multiplies its token embeddings by the square root of its width."),
        ((True, tr("times √D")), (False, tr("unscaled"))),
    ),
}
"""Field of a spec that no tensor says -> word, tip, values with their words."""
IDS = {
    "pad": (tr("Padding id"), tr("padding, which is never read")),
    "bos": (tr("Start id"), tr("the token that the decoder reads first")),
    "eos": (tr("End id"), tr("the end of a sentence")),
    "unk": (tr("Id of unknown words"), tr("what is not in the vocabulary")),
}
"""Special token -> word, what it is."""
_TABLE_WORDS = {"source": tr("Source table"), "target": tr("Target table"), "output": tr("Output projection")}
_TABLE_TIPS = {
    "source": tr("Which tensor of the file is the source table; its name does not say."),
    "target": tr("Which tensor of the file is the target table; its name does not say."),
    "output": tr("Which tensor of the file is the output table; its name does not say."),
}


@dataclass(frozen=True)
class ImportRequest:
    """What to convert and how; the options of the subcommand `import`."""

    source: Path
    out: Path
    probe: Probe
    heads: int = 0
    changes: tuple[tuple[str, Any], ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    ids: tuple[tuple[str, int], ...] = ()

    def arguments(self, out: Path) -> list[str]:
        """The command-line arguments that write it to `out`."""
        import json

        line = ["import", str(self.source.absolute()), "--layout", self.probe.layout, "--out", str(out)]
        line += ["--heads", str(self.heads)] if self.heads else []
        for name, value in self.changes:
            line += ["--set", f"{name}={json.dumps(value)}"]
        for use, name in self.tables:
            line += ["--tensor", f"{use}={name}"]
        for name, index in self.ids:
            line += [f"--{name}", str(index)]
        return line


class ImportDialog(FormDialog):
    """`wanted` carries an ImportRequest."""

    def __init__(self, source: Path, probe: Probe, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Open another program's model"), tr("Convert and open"),
            tr("Converts it in a separate process, proves the result and opens it; the file is not changed."), parent,
        )  # fmt: skip
        self.source, self.probe = source, probe
        self.heads: QComboBox | QSpinBox | None = None
        self.tables: dict[str, QComboBox] = {}
        self.variant: dict[str, QComboBox] = {}
        self.ids: dict[str, QSpinBox] = {}
        self.facts = [self._fact(words, muted) for words, muted in self._finding_lines() if words]
        form = Form(self.middle.inside)
        self._ask(form)
        name = source.stem if source.is_file() else checkpoint_name(source)
        self.folder = FolderField(free_folder(models_folder(), name), self)
        form.add_row(tr("Save to"), self.folder, tr("The folder of the converted model; the original is not changed."))
        self.folder.changed.connect(self.check)
        add_layout(self.middle.column, form)
        self.end(self.order, self.check, WIDTH)

    def _finding_lines(self) -> list[tuple[str, bool]]:
        """What was found, as (text, muted)."""
        one = self.probe
        lines = [
            (
                tr(
                    "{name} has the layout {layout} ({title}): {reason}.",
                    name=checkpoint_name(self.source),
                    layout=one.layout,
                    title=one.title,
                    reason=one.reason,
                ),
                False,
            )
        ]
        lines += [(f"{one.sizes}.", False)] if one.sizes else []
        return [*lines, *((_sentence(note), True) for note in one.notes)]

    def _fact(self, words: str, muted: bool) -> QWidget:
        label = plain_label(self.middle.inside, "body", words, muted=muted, wrapped=True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.middle.column.addWidget(label)
        return label

    def _ask(self, form: Form) -> None:
        """A row for each thing that the file does not say."""
        one, inside = self.probe, self.middle.inside
        if not one.heads:
            self.heads = self._heads(inside)
            form.add_row(tr("Number of heads"), self.heads, HEADS_TIP)
        if one.tables:
            for use in USES:
                box = choice(inside, [(name, name) for name in one.tables], ask=tr("choose a tensor"))
                box.currentIndexChanged.connect(self.check)
                form.add_row(_TABLE_WORDS[use], box, _TABLE_TIPS[use])
                self.tables[use] = box
        for name, now in one.variant:
            word, about, values = VARIANT[name]
            box = choice(inside, values, now)
            form.add_row(word, box, about)
            self.variant[name] = box
        for name, now in one.ids:
            spin = QSpinBox(inside)
            spin.setRange(0, max(0, one.entries - 1))
            spin.setValue(now)
            form.add_row(
                IDS[name][0],
                spin,
                tr("The id of {token}. No tensor contains it, and there is no tokenizer.", token=IDS[name][1]),
            )
            self.ids[name] = spin

    def _heads(self, inside: QWidget) -> QComboBox | QSpinBox:
        """The numbers of heads that the width allows, none selected."""
        if not self.probe.possible:
            spin = QSpinBox(inside)
            spin.setRange(1, 64)
            return spin
        box = choice(inside, [(n, str(n)) for n in self.probe.possible], ask=tr("not in the file: choose"))
        box.currentIndexChanged.connect(self.check)
        return box

    # ---- its answers

    def number_of_heads(self) -> int:
        """The selected number, 0 for none."""
        if isinstance(self.heads, QSpinBox):
            return self.heads.value()
        return int(self.heads.currentData() or 0) if self.heads is not None else 0

    def complaint(self) -> str:
        """What is still missing, as a sentence; "" if it can be converted."""
        if self.heads is not None and not self.number_of_heads():
            return tr("Choose the number of heads: the file does not contain it.")
        if any(box.currentIndex() < 0 for box in self.tables.values()):
            return tr("Choose which tensors are the tables.")
        return why_not_there(self.folder.path())

    def check(self) -> None:
        """Says what is missing, or what the button does."""
        words = self.complaint()
        self.show_message(words or tr("The text and the picture stay until the new model is ready."), not words)

    def order(self) -> ImportRequest:
        changes = tuple((name, box.currentData()) for name, box in self.variant.items())
        tables = tuple((use, str(box.currentData())) for use, box in self.tables.items())
        ids = tuple((name, spin.value()) for name, spin in self.ids.items())
        return ImportRequest(self.source, self.folder.path(), self.probe, self.number_of_heads(), changes, tables, ids)


def _sentence(note: str) -> str:
    """An importer's note as a sentence for the page, without command-line options and without what the page asks."""
    words = re.split(r"\s*[;(][^;(]*--", note)[0].split(tr("; padding"))[0]
    first = words.split(" ", 1)[0].rstrip(":,")
    begun = capitalised(words) if first.isalpha() else words  # names of tensors stay as they are
    return f"{begun}{'' if begun.endswith('.') else '.'}"
