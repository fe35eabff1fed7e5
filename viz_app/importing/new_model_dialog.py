"""The page for a new model: every field of a ModelSpec, its number of parameters, and why a spec would be refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QLineEdit, QSpinBox, QWidget

from model_core.checkpoints.folder import model_folder
from model_core.errors import Refused
from model_core.io.resources import bundled
from model_core.io.safe_files import read_plain, save
from model_core.record.model_info import read_about
from model_core.spec import ModelSpec
from model_core.synthetic.toy_tasks import TASKS
from viz_app.data.number_format import fmt_bytes
from viz_app.importing.form_widgets import FolderField, Form, FormDialog, choice
from viz_app.importing.spec_fields import DEFAULTS, PRESETS, VOCABULARY, in_words
from viz_app.importing.spec_form import SpecForm, SpecSketch
from viz_app.system.language import tr, translated
from viz_app.system.own_models import free_folder, models_folder, plain_name, why_not_there
from viz_app.widgets.layout import add_layout, row_of

WIDTH = 900
ENTRIES = 100
"""Entries of both vocabularies of plain ids at first."""
PIECES = "pieces"
"""The vocabulary of the model that comes with headscope."""
TOKENIZER, TOKENIZER_BYTES = "tokenizer.json", 50_000_000
OPEN = "open"
"""The preset of the model that is open."""
MOST_SEED = 2_147_483_647


@dataclass(frozen=True)
class NewModelRequest:
    """What to make; the options of the subcommand `new`. `words` is a toy task's name, PIECES for the pieces of the
    bundled model, "" for plain ids."""

    out: Path
    spec: ModelSpec
    words: str = ""
    seed: int = 1

    def changes(self) -> dict[str, Any]:
        """The fields that are not defaults; a toy task brings its own sizes."""
        given = {field.name for field in VOCABULARY} if self.words in TASKS else set()
        found = {name: getattr(self.spec, name) for name in DEFAULTS if name not in given}
        return {name: value for name, value in found.items() if value != DEFAULTS[name]}

    def arguments(self, out: Path) -> list[str]:
        """The command-line arguments that write it to `out`."""
        line = ["new", "--seed", str(self.seed), "--out", str(out)]
        line += ["--words", self.words] if self.words in TASKS else []
        changes = self.changes()
        if self.words not in TASKS:
            changes |= {name: getattr(self.spec, name) for name in ("source_vocabulary", "target_vocabulary")}
        for name, value in changes.items():
            line += ["--set", f"{name}={json.dumps(value)}"]
        return line

    @property
    def example(self) -> str:
        """An initial text; "" if the ids' own example will do."""
        return TASKS[self.words].examples[0] if self.words in TASKS else ""

    def finish(self, made: Path) -> None:
        """Does what the subcommand leaves out: the bundled model's vocabulary in place of plain ids. Raises Refused."""
        if self.words == PIECES:
            save(made / TOKENIZER, read_plain(model_folder("") / TOKENIZER, TOKENIZER_BYTES))


class NewModelDialog(FormDialog):
    """`wanted` carries a NewModelRequest. `present` is the spec of the open model, None for none."""

    def __init__(self, present: ModelSpec | None = None, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("New model"), tr("Save and open"),
            tr("Creates a randomly initialised model in a separate process and opens it; nothing is trained."), parent,
        )  # fmt: skip
        self._present = present
        self.spec: ModelSpec | None = None
        inside = self.middle.inside
        self.preset = choice(inside, [(name, words) for name, (words, _) in PRESETS.items()])
        if present is not None:
            self.preset.addItem(tr("the open model"), OPEN)
        vocabularies = [("", tr("plain token ids"))]
        if bundled() is not None:
            vocabularies += [(PIECES, tr("pieces of the bundled model, English and Spanish"))]
        vocabularies += [
            (name, tr("words of the toy task “{title}”", title=task.title)) for name, task in TASKS.items()
        ]
        self.words = choice(inside, vocabularies)
        self.name = QLineEdit(tr("new model"), inside)
        self.folder = FolderField(free_folder(models_folder(), tr("new model")), inside)
        self.seed = QSpinBox(inside)
        self.seed.setRange(0, MOST_SEED)
        self.seed.setValue(1)
        self.form, self.sketch = SpecForm(inside), SpecSketch(inside)
        self._lay_out(inside)
        self._connect()
        self.end(self.order, lambda: self.fill("default"), WIDTH)
        self.name.selectAll()
        self.name.setFocus()

    def _lay_out(self, inside: QWidget) -> None:
        top = Form(inside)
        top.add_row(tr("Name"), self.name, tr("What the model is called; its folder gets the same name."))
        top.add_row(tr("Start from"), self.preset, tr("Fills in all fields below."))
        top.add_row(tr("Vocabulary"), self.words, tr("What texts are made of."))
        top.add_row(tr("Seed"), self.seed, tr("The same seed and fields give the same weights."))
        top.add_row(tr("Save to"), self.folder, tr("The folder of the new model."))
        add_layout(self.middle.column, row_of((top, 2), (self.sketch, 1), spacing=24))
        self.middle.column.addWidget(self.form)

    def _connect(self) -> None:
        self.preset.activated.connect(lambda _place: self.fill(str(self.preset.currentData())))
        self.words.currentIndexChanged.connect(self.check)
        self.form.changed.connect(self.check)
        self.folder.changed.connect(self.check)
        self.name.textChanged.connect(self._rename)

    def _rename(self, name: str) -> None:
        """Names the folder after the model."""
        self.folder.show_path(free_folder(self.folder.path().parent, name))
        self.check()

    def fill(self, preset: str) -> None:
        """Sets all fields of a preset; those of the vocabulary stay."""
        known = {name: value for name, value in DEFAULTS.items() if type(value) in (int, float, bool, str, type(None))}
        entries = dict.fromkeys(("source_vocabulary", "target_vocabulary"), ENTRIES) if self.spec is None else {}
        if preset == OPEN and self._present is not None:
            changes: Mapping[str, Any] = self._present.to_json()
        else:
            changes = PRESETS[preset][1]
        kept = {field.name for field in VOCABULARY} if self.spec is not None and preset != OPEN else set()
        values = {**known, **entries, **changes}
        self.form.show_values({name: value for name, value in values.items() if name not in kept})

    # ---- its description

    def check(self) -> None:
        """Shows the number of parameters, or why there can be no such model."""
        plain = not self.words.currentData()
        try:
            sizes: dict[str, Any] = {} if plain else self._own_sizes()
            spec = replace(ModelSpec(**self.form.values()), **sizes)
            self.form.grey(spec, plain)
            self.spec = spec = spec.checked()
            self.sketch.show_spec(spec)
        except Refused as error:
            self.show_message(in_words(translated(error.message)), False, "error")
            return
        if not plain_name(self.name.text()):
            self.show_message(tr("Enter a name."), False)
            return
        place = why_not_there(self.folder.path())
        self.show_message(
            place
            or tr(
                "{number:,} parameters, {size} on disk", number=spec.parameters(), size=fmt_bytes(4 * spec.parameters())
            ),
            not place,
        )

    def _own_sizes(self) -> dict[str, Any]:
        """The fields that a vocabulary sets: its size and the usual special ids."""
        name = str(self.words.currentData())
        size = _pieces() if name == PIECES else TASKS[name].entries
        usual = {name: DEFAULTS[name] for name in ("pad_id", "bos_id", "eos_id", "unk_id")}
        return {"source_vocabulary": size, "target_vocabulary": size, **usual}

    def order(self) -> NewModelRequest:
        assert self.spec is not None
        return NewModelRequest(self.folder.path(), self.spec, str(self.words.currentData() or ""), self.seed.value())


@lru_cache(maxsize=1)
def _pieces() -> int:
    """The size of the bundled vocabulary. Raises Refused."""
    return read_about(model_folder(""))[0].source_vocabulary
