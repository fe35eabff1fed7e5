"""Training: `train(TrainSpec)` is a generator of TrainEvents; closing it stops, running it again resumes.

The same code runs under `torchrun` (DistributedDataParallel, gloo): every process learns from batches of its own.
Schedule, weight average and loss follow Vaswani et al. 2017 (section 5) with a linear decay at the end of the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

import torch
from torch import nn

from model_core.checkpoints.checkpoint import CARD, remove_leftovers
from model_core.checkpoints.folder import TOKENIZER, WEIGHTS
from model_core.errors import Message, Refused
from model_core.io.safe_files import refuse_to_replace
from model_core.record.model_info import SPEC
from model_core.record.training_log import (
    ABOUT,
    ENDS,
    LOG,
    SNAPSHOTS,
    TrainEvent,
    about_bytes,
    read_training,
    snapshots,
)
from model_core.record.training_log import RESUME as RESUME
from model_core.training.data import IdPair
from model_core.training.datasets import training_data_for
from model_core.training.distributed import process_group
from model_core.training.running.clock import Clock, closing_message
from model_core.training.running.training import DIVERGED as DIVERGED
from model_core.training.running.training import Training as Training
from model_core.training.running.training import other_settings
from model_core.training.train_spec import TrainSpec

RUINED = (DIVERGED, "E-WEIGHTS-LARGE")
"""Codes of refusals after which the weights are useless and not saved."""
SHAPE = ("encoder_layers", "decoder_layers", "heads", "d_model", "positions", "norm_place")
"""What training.json says of the model: its settings may be those of a model that was continued."""
_MODEL = (SPEC, WEIGHTS, TOKENIZER, CARD)
MANY_MADE = 50_000
"""Sentence pairs made by rule that take so long, seconds to minutes, that a note says what is being done."""
TOO_LARGE = "that do not fit into half precision. Start again with a lower rate or a longer warm-up"


def train(
    spec: TrainSpec, stop: Callable[[], bool] = bool, pausing: Callable[[], bool] = bool
) -> Generator[TrainEvent, None, None]:
    """Train until the budget is used, yielding events; resumes from `spec.out` when a checkpoint is there.

    Best averaged weights by validation token accuracy are written to `spec.out`, beside the log and the snapshots (see
    `model_core.record.training_log`). `stop` is asked after every step; once it says True, the training saves itself
    and ends with the event "stopped". Closing the generator saves, too. While `pausing` says True nothing is done; of
    several processes all wait as soon as one of them is to.

    Raises Refused for unusable data or settings, for a folder that holds anything else and for a training that
    diverges, OSError when the folder cannot be written.
    """
    spec.checked()
    if spec.threads:
        torch.set_num_threads(spec.threads)
    folder = Path(spec.out)
    refuse_to_replace((folder / name for name in (*_MODEL, ABOUT, LOG, RESUME)), (*spec.data, spec.valid))
    with process_group() as ranks:
        if ranks.broadcast(lambda: b"\1" if _holds_another(spec) else b""):
            raise Refused(
                "E-TRAIN-OUT", "{folder} holds a model, or a training with different settings; choose another --out",
                folder=folder,
            )  # fmt: skip
        made = max(spec.homemade, spec.validate_pairs if spec.task else 0)
        if made >= MANY_MADE:
            yield TrainEvent("note", 0, 0, 0.0, message=Message("making {made:,} sentence pairs by rule", made=made))
        data = training_data_for(spec, ranks.broadcast)
        if data.complaint:
            yield TrainEvent("note", 0, 0, 0.0, message=data.complaint)
        training = Training(spec, data, ranks)
        folder.mkdir(parents=True, exist_ok=True)
        if ranks.first:
            remove_leftovers(folder)
        yield from _run(training, folder, stop, pausing)


def _holds_another(spec: TrainSpec) -> bool:
    """Whether the folder holds a model or a training, but none that `spec` resumes or begins again."""
    folder = Path(spec.out).absolute()
    if (folder / RESUME).exists() or not any((folder / name).exists() for name in (*_MODEL, LOG, SNAPSHOTS)):
        return False
    try:
        return bool(other_settings(spec, read_training(folder).settings))
    except Refused:
        return True


def _run(
    training: Training, folder: Path, stop: Callable[[], bool], pausing: Callable[[], bool]
) -> Generator[TrainEvent, None, None]:
    """From resuming to the last event."""
    training.model.train()
    resumed = training.resume(folder)
    if not resumed:
        training.choose_precision()
    start = training.event("start", message=_start_line(training, resumed))
    if training.finished and (training.exhausted() or training.good_enough()):
        yield from (start, training.ending("done", closing_message(training)))
        return
    training.finished = False
    if training.ranks.first:
        training.folder.begin(_about(training), not resumed, training.step)
    learning, event = _learn(training, Clock(training, folder), stop, pausing), start
    try:
        if training.data.complaint:  # which was reported before
            training.folder.log(training.event("note", message=training.data.complaint))
        for event in chain((start,), learning, _end(training)):
            training.folder.log(event)
            yield event
    except BaseException:  # the log says so to what follows the folder
        learning.close()
        if event.kind not in ENDS:
            with suppress(OSError):  # which may be what ended it
                training.folder.log(training.ending("stopped"))
        raise
    finally:
        training.folder.close()


def _end(training: Training) -> Iterator[TrainEvent]:
    """The last event of a training that was not refused."""
    if training.finished:
        yield training.ending("done", closing_message(training))
    else:
        yield training.ending("stopped")


def _about(training: Training) -> bytes:
    """What training.json holds."""
    spec = training.spec
    shape = {name: getattr(training.model.spec, name) for name in SHAPE}
    about = training.data.about(spec) | {"shape": shape}
    return about_bytes(spec.name or about["name"], spec.to_json() | {"out": ""}, about)


def _learn(
    training: Training, clock: Clock, stop: Callable[[], bool], pausing: Callable[[], bool]
) -> Generator[TrainEvent, None, None]:
    """The loop: steps, validations, checkpoints. Always saves in the end, unless the weights are ruined."""
    keep = True
    try:
        if training.step == 0:
            yield from clock.snapshot()
        for loss, count, sources in _steps(training, stop, pausing):
            yield from clock.after(loss, count, sources)
            yield from clock.pause(pausing, stop)
        training.finished = not training.stopped or training.good_enough()
        if training.finished and not training.good_enough():
            yield from clock.validated()
        if not training.folder.due(training.step):
            yield from clock.snapshot()
    except Refused as error:
        keep = error.code not in RUINED
        if keep:
            raise
        step = training.step
        large = Message("update {step:,} gave weights {problem}", step=step, problem=Message(TOO_LARGE))
        reason = error.message if error.code == DIVERGED else large
        yield from _failed(training, clock, reason)
        raise Refused(DIVERGED, reason) from None
    finally:
        if training.ranks.first and keep:
            training.save(clock.folder)


def _failed(training: Training, clock: Clock, reason: str) -> Iterator[TrainEvent]:
    """Write the last usable weights as a snapshot, and a "failed" event with the reason."""
    with suppress(Refused):  # of weights that are too large
        if not training.folder.due(training.step):
            yield from clock.snapshot()
    left = snapshots(clock.folder)
    said = "{reason}. The model of update {step:,} is kept." if left else "{reason}."
    yield training.event("failed", message=Message(said, reason=reason, step=left[-1].step if left else 0))


def _steps(
    training: Training, stop: Callable[[], bool], pausing: Callable[[], bool]
) -> Iterator[tuple[float, int, int]]:
    """Steps until the budget is used or all agreed to stop: (summed loss, target tokens, source tokens) of each."""
    learner: nn.Module = training.learner()
    if training.ranks.world > 1:
        learner = nn.parallel.DistributedDataParallel(learner)
    training.stopped = False
    while not training.exhausted():
        for pairs in rest_of_epoch(training):
            training.stopping, training.pausing = stop() or training.good_enough(), pausing()
            yield *training.learn(learner, pairs), sum(len(pair[0]) + 1 for pair in pairs)
            if training.stopped or training.exhausted():
                return
        training.epoch, training.place = training.epoch + 1, 0


def rest_of_epoch(training: Training) -> Iterator[list[IdPair]]:
    """This process's remaining batches of the epoch; every process gets equally many."""
    rank, world, rounds = training.ranks.rank, training.ranks.world, training.data.batches(training.epoch)
    usable = len(rounds) - len(rounds) % world if len(rounds) >= world else len(rounds)
    training.rounds = len(range(0, usable, world))
    for place in range(training.place * world, usable, world):
        training.place += 1
        yield rounds[min(place + rank, usable - 1)]


def _start_line(training: Training, resumed: bool) -> str:
    """The message of the first event, in one line."""
    begun = Message("resumed at update {step:,}", step=training.step) if resumed else Message("new training")
    pairs = len(training.data.pairs)
    data = Message("1 pair" if pairs == 1 else "{pairs:,} pairs", pairs=pairs)
    if not pairs:
        data = Message("pairs generated on the fly")
    return Message(
        "{begun}: {count:,} parameters, {data}, {how}; processes: {world}",
        begun=begun, count=training.model.parameter_count(), how="bf16" if training.half else "fp32",
        data=data,
        world=training.ranks.world,
    )  # fmt: skip
