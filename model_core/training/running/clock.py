"""The work between two steps of a training: reports, validations, snapshots, checkpoints, pauses."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from model_core.errors import Message
from model_core.record.training_log import TrainEvent, spent, with_command
from model_core.training.running.training import epochs_done

if TYPE_CHECKING:
    from model_core.training.train import Training

SOONEST, LATEST = 0.1, 2.0
"""Seconds between two reports: a two-hundredth of the elapsed time, but within these bounds."""
CHECKPOINT_SHARE = 20
"""The time between two checkpoints is at least this many times the time that writing one takes."""
WAIT = 0.05
"""Seconds after which a pause is checked again."""


class Clock:
    """Times a training and does the work due between steps; all but the timing in the first process only."""

    def __init__(self, training: Training, folder: Path) -> None:
        self.training, self.folder = training, folder
        now = time.monotonic()
        self.last = self.reported = self.validated_at = self.saved_at = now
        self.loss = self.tokens = self.all_tokens = self.checkpoint_seconds = 0.0

    def after(self, loss: float, targets: int, sources: int) -> Iterator[TrainEvent]:
        """Called after each step; yields the events that are due."""
        training, now = self.training, time.monotonic()
        training.elapsed += now - self.last
        self.last = now
        self.loss += loss
        self.tokens += targets
        self.all_tokens += targets + sources
        if now - self.reported >= min(LATEST, max(SOONEST, training.elapsed / 200)):
            yield self.report(now)
        if not training.ranks.first:
            return
        if training.folder.due(training.step):
            yield from self.snapshot()
        steps = training.spec.validate_steps
        due = training.step % steps == 0 if steps else now - self.validated_at >= training.spec.validate_every
        if due and not training.stopped and not training.exhausted():  # whose end is validated anyway
            yield from self.validated()
        if now - self.saved_at >= max(training.spec.checkpoint_every, CHECKPOINT_SHARE * self.checkpoint_seconds):
            self.save()

    def save(self) -> None:
        """Write a checkpoint; its time does not count as training time."""
        begun = time.monotonic()
        self.training.save(self.folder)
        self.saved_at = self.last = time.monotonic()
        self.checkpoint_seconds = self.saved_at - begun

    def report(self, now: float) -> TrainEvent:
        """A "step" event over the steps since the last one."""
        training, seconds = self.training, max(1e-9, now - self.reported)
        fraction = training.fraction()
        left = training.elapsed * (1 - fraction) / fraction if fraction > 0 else math.nan
        left = min(left, max(0.0, training.spec.time_limit * 60 - training.elapsed))
        loss, speed = self.loss / max(1.0, self.tokens), self.all_tokens / seconds
        self.reported, self.loss, self.tokens, self.all_tokens = now, 0.0, 0.0, 0.0
        return training.event("step", loss=loss, tokens_per_second=speed, remaining=left, rate=training.rate)

    def snapshot(self) -> Iterator[TrainEvent]:
        """Write a snapshot and measure the model's heads; in the first process only."""
        if not self.training.ranks.first or self.training.folder.most < 1:
            return
        begun = time.monotonic()
        heads = self.training.snapshot()
        self._exclude_since(begun)
        yield self.training.event("snapshot", heads=heads)

    def validated(self) -> Iterator[TrainEvent]:
        """Validate and yield a "valid" event, in the first process only; writes the model folder if this is the
        best."""
        training = self.training
        if not training.ranks.first:
            return
        begun = time.monotonic()
        loss, accuracy, training.exact = training.validate()
        if accuracy >= training.best or training.good_enough():
            training.best = accuracy
            scores = {"valid_loss": round(loss, 4), "valid_token_accuracy": round(accuracy, 4), "step": training.step}
            training.export(self.folder, scores)
        bleu = training.bleu() if training.spec.bleu_pairs else math.nan
        self._exclude_since(begun)
        self.validated_at = self.last
        yield training.event("valid", token_accuracy=accuracy, exact=training.exact, valid_loss=loss, bleu=bleu)

    def pause(self, pausing: Callable[[], bool], stop: Callable[[], bool]) -> Iterator[TrainEvent]:
        """Save the training, then wait while it is paused. Processes poll each other, so that none waits longer for an
        answer than its connection allows."""
        training = self.training
        if not training.paused or training.stopped:
            return
        begun = time.monotonic()
        if training.ranks.first:
            training.save(self.folder)
        yield training.event("paused")
        while self._waits(pausing(), stop()):
            time.sleep(WAIT)
        self._exclude_since(begun)

    def _waits(self, pausing: bool, stopping: bool) -> bool:
        """Whether a process is paused and none is to stop; a training that is to stop makes no more updates."""
        waiting, ending = self.training.ranks.all_reduce([pausing, stopping])
        self.training.stopped = ending > 0
        return waiting > 0 and not ending

    def _exclude_since(self, begun: float) -> None:
        """Exclude the time since `begun` from the training time."""
        now = time.monotonic()
        spent = now - begun
        self.last = now
        self.reported += spent


def closing_message(training: Training) -> str:
    """The last message: the result, and how to continue."""
    epochs = _spent(training)
    if training.exact < 0:
        return Message("{epochs}.", epochs=epochs)
    values = {"share": 100 * training.exact, "asked": 100 * training.spec.stop_at, "epochs": epochs}
    if training.good_enough():
        return Message("Goal reached: {share:.1f} % of the validation sentences are exactly right ({asked:g} % "
                       "requested); {epochs}.", **values)  # fmt: skip
    more, late = f"--minutes {math.ceil(2 * min(training.spec.time_limit, 1e6))}", training.fraction() < 1.0
    if training.spec.steps and not late:
        more = f"--updates {2 * training.spec.steps}"
    elif training.spec.epochs and not late:
        more = f"--epochs {2 * training.spec.epochs:g}"
    missed = ("Goal not reached: {share:.1f} % of the validation sentences are exactly right ({asked:g} % requested); "
              "{epochs}.")  # fmt: skip
    plain = "{share:.1f} % of the validation sentences are exactly right; {epochs}."
    reached = Message(missed if training.spec.stop_at else plain, **values)
    if late:
        reached = Message("{reached} The time limit was reached.", reached=reached)
    return with_command(reached, more)


def _spent(training: Training) -> Message:
    """Updates, epochs and time. Of a part of an epoch whole tenths count: what is not finished is not rounded up."""
    updates = Message("1 update" if training.step == 1 else "{count:,} updates", count=training.step)
    done: float = round(epochs_done(training), 9)
    if not done.is_integer() and done < 0.1:
        return spent(updates, training.elapsed)
    return spent(updates, training.elapsed, int(done) if done.is_integer() else math.floor(10 * done) / 10)
