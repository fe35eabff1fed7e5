"""Commands of the view Train: what it does by its buttons can be found and done from anywhere."""

from __future__ import annotations

from collections.abc import Callable

from viz_app.commands.action import Action, Frame, is_a_model


def _call(name: str) -> Callable[[Frame], object]:
    """Calls a method of viz_app.files.training_actions.TrainingActions."""
    return lambda frame: getattr(frame.file_actions.trainings, name)()


TRAINING: tuple[Action, ...] = (
    Action("train.start", "Model", "Start the training", _call("start"), (),
           "Trains what was chosen in Train, in a process of its own.", when=is_a_model, group=4),
    Action("train.toggle", "Model", "Pause or go on with the training", _call("toggle"), (),
           "Pauses the training that runs, or goes on with the one that Train shows.", group=4),
    Action("train.stop", "Model", "Stop the training", _call("stop"), (),
           "Ends the training that runs; it is saved and can go on.", group=4),
    Action("train.keep", "Model", "Keep a snapshot as a model", _call("keep"), (),
           "Saves the snapshot that Train shows as a model folder, and opens it.", group=4),
    Action("train.file", "Model", "Train on a file…", _call("choose_file"), (),
           "Asks for sentence pairs, source<TAB>target in each line, for Train.", group=4),
    Action("train.save", "File", "Save the training…", _call("save"), (),
           "Saves the training that Train shows in a folder that others open.", when=is_a_model, group=1),
    Action("train.open", "File", "Open a training folder…", _call("open_folder"), (),
           "Opens a folder that holds a training.json, also while it is being written.", group=0),
)  # fmt: skip
