"""From a foreign file, or from a new model's page, to the model that is open: one child process at a time.

look (child: which layout) ─► page ─► convert or make (child) ─► the folder in its place ─► opened, with a notice. What
fails ends on one page; text, model and picture stay as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from model_core.checkpoints.published import PublishedModel
from model_core.errors import Refused
from model_core.record.model_info import checkpoint_name
from model_core.spec import ModelSpec
from viz_app.importing.form_widgets import FormDialog
from viz_app.importing.import_dialog import ImportDialog, ImportRequest
from viz_app.importing.new_model_dialog import NewModelDialog, NewModelRequest
from viz_app.importing.probe import PUBLISHED, Probe
from viz_app.importing.prune_dialog import PruneDialog, PruneRequest
from viz_app.importing.published_dialog import PublishedDialog
from viz_app.system.child_job import OneJob, Outcome, put_in_place, staging_beside
from viz_app.system.job_events import JobEvent, NoteEvent, ProgressEvent, ProofEvent, ProofSummary
from viz_app.system.language import as_sentence, tr
from viz_app.system.refused_files import ADVICE, OTHER_PLACE, NotOpened, import_line

GLANCE = "viz_app.importing.probe"

ModelRequest = ImportRequest | NewModelRequest | PruneRequest
"""What a page asks for: the folder that it makes, and the words of the command line that make it."""


class ImportController(QObject):
    """Works in `job`. `made` carries the folder of a new model, its notice and the initial source ("" = unchanged);
    `kept` that of a model which is not opened, and its notice; `failed` the title of a page and its NotOpened;
    `given_up` a line about what the user has cancelled."""

    made = Signal(object, str, str)
    kept = Signal(object, str)
    failed = Signal(str, object)
    given_up = Signal(str)
    named = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.window = window
        self.job = OneJob(self)
        self.job.ended.connect(self._ended)
        self._then: Callable[[Outcome], None] | None = None
        self._making = ""  # what the job makes or downloads; one that looks only may be given up for another
        self._work = ""  # what the job does, for people
        self._gently = False  # whether the job is asked to end
        self.page: FormDialog | None = None

    # ---- what may be asked

    def open(self, path: Path) -> None:
        """Finds out which model of another program this is, then asks."""
        if self._is_making():
            return
        words, then = [str(path.absolute())], partial(self._look_finished, path)
        self._begin(tr("Reading {name}", name=checkpoint_name(path)), words, then, GLANCE)

    def choose_published(self, name: str = "") -> None:
        """Opens the page that asks for the name of a published model, with this one in it; `named` carries it."""
        if self._is_making():
            return
        page = PublishedDialog(self.window)
        page.name.setText(name)
        page.wanted.connect(self.named)
        self._show(page)

    def fetch(self, model: PublishedModel) -> None:
        """Looks in Hugging Face's cache, downloads what is missing, then asks as for any other file."""
        if self._is_making():
            return
        then = partial(self._look_finished, model.folder, model=model)
        self._begin(tr("Fetching {name}", name=model.name), [PUBLISHED, f"{model.name}@{model.revision}"], then, GLANCE)
        self._making, self._gently = tr("Fetching {name}", name=model.name), True

    def convert(self, wanted: ImportRequest) -> None:
        name = checkpoint_name(wanted.source)
        self.make(wanted, tr("Converting {name}", name=name), partial(self._converted, wanted))

    def new(self, present: ModelSpec | None) -> None:
        """Opens the page for a new model; `present` is the spec of the open model."""
        if self._is_making():
            return
        page = NewModelDialog(present, self.window)
        page.wanted.connect(self.create)
        self._show(page)

    def create(self, wanted: NewModelRequest) -> None:
        self.make(wanted, tr("Making {name}", name=wanted.out.name), partial(self._created, wanted))

    def prune(self, model: str, name: str, parts: Sequence[str]) -> None:
        """Opens the page for saving a model without these parts."""
        if self._is_making():
            return
        page = PruneDialog(model, name, parts, self.window)
        page.wanted.connect(self.save_pruned)
        self._show(page)

    def save_pruned(self, wanted: PruneRequest) -> None:
        """Saves it; the open model stays."""
        self.make(wanted, tr("Saving {name}", name=wanted.out.name), partial(self._pruned, wanted))

    def make(self, order: ModelRequest, title: str, then: Callable[[Outcome, Path], None]) -> None:
        """Runs an order in a staging folder beside its destination, then `then(outcome, folder made)`."""
        try:
            staging = staging_beside(order.out)
        except Refused as error:
            self._refuse(tr("{name} was not made", name=order.out.name), error, OTHER_PLACE)
            return
        made = staging / order.out.name

        def ended(outcome: Outcome) -> None:
            if (refusal := outcome.refusal) is not None:  # the user knows nothing of the staging folder
                words = str(refusal.message).replace(str(made), str(order.out))
                outcome = replace(outcome, refusal=Refused(refusal.code, words))
            then(outcome, made)

        self._begin(title, order.arguments(made), ended, staging=staging)
        self._making = title

    def give_up(self) -> None:
        """As `cancel`, for the user, with a notice that nothing is kept."""
        if self.job.child is not None:
            self.cancel()
            self.given_up.emit(tr("{work}: cancelled, nothing was kept.", work=self._work))

    def cancel(self) -> None:
        """Ends the job at once and removes its files, including a partial download."""
        self.job.stop(wait=False, gently=self._gently)

    def stop(self) -> None:
        self.job.stop(gently=self._gently)

    # ---- inside

    def _is_making(self) -> bool:
        """Whether a model is being made or downloaded, which another request would interrupt; reports so on a page."""
        if self.job.child is None or not self._making:
            return False
        happened = tr("This is still under way: {work}", work=self._making)
        advice = tr("Wait until it is done, or cancel it in the status line.")
        self.failed.emit(tr("Nothing was started"), NotOpened("E-IMPORT-BUSY", happened, advice))
        return True

    def _begin(
        self, title: str, words: list[str], then: Callable[[Outcome], None], module: str = "viz_app.cli",
        staging: Path | None = None,
    ) -> None:  # fmt: skip
        self.cancel()  # the newest request counts
        self._making, self._gently, self._work = "", False, title
        try:
            self.job.start(words, module, staging, title)
        except Refused as error:
            self.failed.emit(tr("Nothing was started"), NotOpened(error.code, as_sentence(error.message)))
            return
        self._then = then

    def _ended(self, outcome: Outcome) -> None:
        then, self._then = self._then, None
        if then is not None:
            then(outcome)

    def _look_finished(self, path: Path, outcome: Outcome, model: PublishedModel | None = None) -> None:
        """Opens the page that asks, or says why there is none."""
        try:
            outcome.require("E-IMPORT-CHILD", tr("Reading it failed: {reason}.", reason=outcome.description))
            probe = Probe.from_json(outcome.result)
        except Refused as error:
            name = model.name if model is not None else checkpoint_name(path)
            self.failed.emit(tr("{name} was not opened", name=name), problem_words(error, model or path))
            return
        page = ImportDialog(Path(probe.folder) if probe.folder else path, probe, self.window)
        page.wanted.connect(self.convert)
        self._show(page)

    def _show(self, page: FormDialog) -> None:
        if self.page is not None and isValid(self.page):  # closed, it is deleted
            self.page.close()
        self.page = page
        page.show()

    def _converted(self, wanted: ImportRequest, outcome: Outcome, made: Path) -> None:
        proofs, one, title = ProofSummary.from_proofs(outcome.proofs), wanted.probe, checkpoint_name(wanted.source)
        try:
            if outcome.status and proofs.failed:
                raise Refused("E-IMPORT-PROOF", tr("It was converted, but {proofs}", proofs=proofs.words()))
            outcome.require("E-IMPORT-CHILD", tr("The conversion failed: {reason}.", reason=outcome.description))
            put_in_place(made, wanted.out)
        except Refused as error:
            self.failed.emit(tr("{name} was not opened", name=title), problem_words(error, wanted.source))
            return
        layout = tr(
            "Converted from {name}, layout {layout}. {proofs}", name=title, layout=one.layout, proofs=proofs.words()
        )
        self.made.emit(wanted.out, f"{layout}\n{as_sentence(one.reason)}.\n{_kept_note(wanted.out)}", "")

    def _created(self, wanted: NewModelRequest, outcome: Outcome, made: Path) -> None:
        try:
            outcome.require("E-NEW-CHILD", tr("Making it failed: {reason}.", reason=outcome.description))
            wanted.finish(made)
            put_in_place(made, wanted.out)
        except Refused as error:
            advice = tr("Change its fields or its folder and try again.")
            self._refuse(tr("{name} was not made", name=wanted.out.name), error, advice)
            return
        summary = tr(
            "{name} is new: {number:,} random parameters, seed {seed}.",
            name=wanted.out.name,
            number=wanted.spec.parameters(),
            seed=str(wanted.seed),
        )
        news = f"{summary} {tr('It is untrained: what it writes is meaningless.')}\n{_kept_note(wanted.out)}"
        self.made.emit(wanted.out, news, wanted.example)

    def _pruned(self, wanted: PruneRequest, outcome: Outcome, made: Path) -> None:
        try:
            outcome.require("E-PRUNE-CHILD", tr("Saving it failed: {reason}.", reason=outcome.description))
            put_in_place(made, wanted.out)
        except Refused as error:
            advice = tr("Choose another folder or file, and try again.")
            self._refuse(tr("{name} was not saved", name=wanted.out.name), error, advice)
            return
        result = outcome.result or {}
        proved = f"{ProofSummary.from_proofs(outcome.proofs).words()} {result.get('measured') or ''}".strip()
        if gone := ", ".join(map(str, result.get("removed") or [])):
            size = tr("The model has fewer heads: {gone} are removed; other parts give 0.", gone=gone)
        else:
            size = tr("The model keeps its size: these parts are set to 0.")
        saved = tr("Saved without {parts}.", parts=", ".join(wanted.parts))
        self.kept.emit(wanted.out, f"{saved} {size} {proved}\n{_kept_note(wanted.out)}")

    def _refuse(self, title: str, error: Refused, advice: str) -> None:
        """Reports why there is no model; `advice` is what to do if the table has nothing for this code."""
        words = NotOpened(error.code, as_sentence(error.message), ADVICE.get(error.code, advice))
        self.failed.emit(title, words)


def step_words(event: JobEvent) -> str:
    """What a job is doing, in a line; "" for an event that does not say so."""
    if isinstance(event, ProofEvent):
        return tr("proof: {name}", name=event.name)
    return event.text if isinstance(event, NoteEvent | ProgressEvent) else ""


def _kept_note(out: Path) -> str:
    return tr("Kept in {folder}.", folder=out)


def problem_words(error: Refused, source: Path | PublishedModel) -> NotOpened:
    """A child's refusal in three parts, with the line that explains more if its own words are not enough."""
    if isinstance(source, PublishedModel) and error.code.startswith("E-HUB"):
        return NotOpened(error.code, as_sentence(error.message), tr("Then enter the name again."))
    advice = ADVICE.get(error.code, tr("Run the same command in a terminal for details."))
    line = "" if error.code in ADVICE else import_line(source)
    return NotOpened(error.code, as_sentence(error.message), advice, line)
