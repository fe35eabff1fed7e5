"""Commands of the view Train: what it does by its buttons can be found and done from anywhere."""

from __future__ import annotations

from collections.abc import Callable

from viz_app.commands.action import Action, Frame, is_a_model


def _call(name: str) -> Callable[[Frame], object]:
    """Calls a method of viz_app.files.training_actions.TrainingActions."""
    return lambda frame: getattr(frame.file_actions.trainings, name)()


TRAINING: tuple[Action, ...] = (
    Action("train.start", "Model", "Start training", _call("start"), (),
           "Starts the training set up in Train, in a separate process.", when=is_a_model, group=4),
    Action("train.toggle", "Model", "Pause or resume training", _call("toggle"), (),
           "Pauses the running training, or resumes the one shown in Train.", group=4),
    Action("train.stop", "Model", "Stop training", _call("stop"), (),
           "Stops the running training; it is saved and can be resumed.", group=4),
    Action("train.keep", "Model", "Keep a snapshot as a model", _call("keep"), (),
           "Saves the snapshot shown in Train as a model folder, and opens it.", group=4),
    Action("train.file", "Model", "Train on a file…", _call("choose_file"), (),
           "Asks for sentence pairs to train on, source<TAB>target on each line.", group=4),
    Action("train.save", "File", "Save the training…", _call("save"), (),
           "Saves the training shown in Train in a folder that others can open.", when=is_a_model, group=1),
    Action("train.open", "File", "Open a training folder…", _call("open_folder"), (),
           "Opens a folder that holds a training.json, even while it is being written.", group=0),
)  # fmt: skip
