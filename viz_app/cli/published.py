"""A published model by its name, on the command line: found in Hugging Face's cache or downloaded, then converted."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

from model_core.checkpoints.published import PublishedModel, fetch
from model_core.errors import Refused
from model_core.record.model_info import checkpoint_name
from viz_app.cli.output import Output
from viz_app.system.language import translated
from viz_app.system.own_models import converted, free_folder, models_folder

if TYPE_CHECKING:
    from model_core.importers.folder import Imported


def fetched(model: PublishedModel, out: Output) -> Path:
    """The folder of its files in the cache; downloads are reported. Raises Refused."""
    begun = time.monotonic()

    def progress(done: int, total: int) -> None:
        left = (time.monotonic() - begun) * (total - done) / done if done else None
        out.progress(done / total, f"{done / 1e6:,.1f} / {total / 1e6:,.1f} MB", left)

    try:
        return fetch(model, lambda line: out.note(translated(line)), progress)
    finally:
        out.end_progress()


def place_for(source: Path) -> Path:
    """A folder in the program's own models folder for the conversion of a cache snapshot; creates its parent."""
    models_folder().mkdir(parents=True, exist_ok=True)
    return free_folder(models_folder(), checkpoint_name(source))


def folder_of(name: str, out: Output) -> str:
    """The folder of a converted published model, converted now if necessary. Raises Refused, also if a proof of the
    conversion fails; no folder remains then."""
    model = PublishedModel.named(name)
    if (folder := converted(model)) is not None:
        return str(folder)
    source = fetched(model, out)
    if (folder := converted(model)) is not None:  # of the commit that is known by now
        return str(folder)
    from model_core.importers.folder import import_model

    folder = place_for(source)
    out.note(f"converting {model.name} into {folder}")
    try:
        found = import_model(source, folder)
    except (Refused, OSError):
        if (there := converted(model)) is None:
            raise
        return str(there)  # of another process, which was faster
    refuse_unproved(found, model)
    return str(folder)


def refuse_unproved(found: Imported, model: PublishedModel) -> None:
    """Removes a conversion with a failed proof, which the model's name would open from now on, and raises Refused."""
    failed = [proof.name for proof in found.proofs if not proof.passed]
    if failed:
        shutil.rmtree(found.folder)
        raise Refused("E-IMPORT-PROOF", f"{model.name} was converted, but proofs failed: {', '.join(failed)}")
