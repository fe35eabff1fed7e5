"""Commands for how the texts of a run are read, and for training: what the buttons of the view Train do."""

from __future__ import annotations

from collections.abc import Callable

from viz_app.commands.action import Action, Frame, can_compute, is_a_model, option_of
from viz_app.document.id_text import switched
from viz_app.document.store import Store
from viz_app.document.trainings.followed_training import is_kept_here

_READ = ("source", "target", "model", "ids", "as_typed")
"""What of a run says which ids are read."""


def _is_read(store: Store) -> bool:
    """Whether the trace belongs to the current texts: their ids are taken from it."""
    trace, run = store.trace, store.state.run
    same = trace is not None and all(getattr(trace.run, name) == getattr(run, name) for name in _READ)
    return same and can_compute(store)


def _can_be_deleted(store: Store) -> bool:
    """Whether the training that Train shows is kept here, and not trained by this window."""
    folder = str(option_of(store, "train", "folder") or "")
    return is_kept_here(folder) and not store.effects.training.doing(folder)


def _call(name: str) -> Callable[[Frame], object]:
    """Calls a method of viz_app.files.training_actions.TrainingActions."""
    return lambda frame: getattr(frame.file_actions.trainings, name)()


READING: tuple[Action, ...] = (
    Action("capitals", "Model", "Read the text as typed",
           lambda frame: frame.store.run(as_typed=not frame.store.state.run.as_typed), (),
           "Keeps capitals as typed and does not correct swapped letters.", when=can_compute, group=3,
           checked=lambda store: store.state.run.as_typed),
    Action("ids", "Model", "Token ids, exactly as typed",
           lambda frame: frame.store.run(**switched(frame.store.state.run, frame.store.trace)), (),
           "The texts are token ids: no end token is added, padding is allowed, and a target includes its own start "
           "token.", when=_is_read, group=3, checked=lambda store: store.state.run.ids),
)  # fmt: skip
TRAINING: tuple[Action, ...] = (
    Action("train.start", "Model", "Start training", _call("start"), (),
           "Starts the training set up in Train, in a separate process.", when=is_a_model, group=6),
    Action("train.toggle", "Model", "Pause or resume training", _call("toggle"), (),
           "Pauses the running training, or resumes the one shown in Train.", group=6),
    Action("train.stop", "Model", "Stop training", _call("stop"), (),
           "Stops the running training; it is saved and can be resumed.", group=6),
    Action("train.keep", "Model", "Keep a snapshot as a model", _call("keep"), (),
           "Saves the snapshot shown in Train as a model folder, and opens it.", group=6),
    Action("train.delete", "Model", "Delete the training…", _call("delete"), (),
           "Deletes the training shown in Train with its whole folder, after asking; the open model stays open.",
           when=_can_be_deleted, group=6),
    Action("train.file", "Model", "Train on a file…", _call("choose_file"), (),
           "Asks for sentence pairs to train on, source<TAB>target on each line.", group=6),
    Action("train.save", "File", "Save the training…", _call("save"), (),
           "Saves the training shown in Train in a folder that others can open.", when=is_a_model, group=3),
    Action("train.open", "File", "Open a training folder…", _call("open_folder"), (),
           "Opens a folder that holds a training.json, even while it is being written.", group=0),
)  # fmt: skip
