"""What is due between two steps of a training: reports, validations, snapshots, checkpoints, a pause."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from model_core.errors import Message
from model_core.record.training_log import TrainEvent, with_command

if TYPE_CHECKING:
    from model_core.training.train import Training

SOONEST, LATEST = 0.1, 2.0
"""Seconds between two reports: a two-hundredth of the time so far, within these."""
CHECKPOINT_SHARE = 20
"""Times as long as a checkpoint took passes at least before the next one."""
WAIT = 0.05
"""Seconds between two looks at whether a pause is over."""


class Clock:
    """Measures a training between steps and does what is due; in the first process alone but for the time."""

    def __init__(self, training: Training, folder: Path) -> None:
        self.training, self.folder = training, folder
        now = time.monotonic()
        self.last = self.reported = self.validated_at = self.saved_at = now
        self.loss = self.tokens = self.all_tokens = self.checkpoint_seconds = 0.0

    def after(self, loss: float, targets: int, sources: int) -> Iterator[TrainEvent]:
        """Called after each step; yields the events that are due."""
        t, now = self.training, time.monotonic()
        t.elapsed += now - self.last
        self.last = now
        self.loss += loss
        self.tokens += targets
        self.all_tokens += targets + sources
        if now - self.reported >= min(LATEST, max(SOONEST, t.elapsed / 200)):
            yield self.report(now)
        if not t.ranks.first:
            return
        if t.folder.due(t.step):
            yield from self.snapshot()
        steps = t.spec.validate_steps
        due = t.step % steps == 0 if steps else now - self.validated_at >= t.spec.validate_every
        if due and not t.stopped:
            yield from self.validated()
        if now - self.saved_at >= max(t.spec.checkpoint_every, CHECKPOINT_SHARE * self.checkpoint_seconds):
            self.save()

    def save(self) -> None:
        """A checkpoint; its time is not the training's."""
        begun = time.monotonic()
        self.training.save(self.folder)
        self.saved_at = self.last = time.monotonic()
        self.checkpoint_seconds = self.saved_at - begun

    def report(self, now: float) -> TrainEvent:
        """A "step" event over the steps since the last one."""
        t, seconds = self.training, max(1e-9, now - self.reported)
        fraction = t.fraction()
        left = t.elapsed * (1 - fraction) / fraction if fraction > 0 else math.nan
        left = min(left, max(0.0, t.spec.time_limit * 60 - t.elapsed))
        loss, speed = self.loss / max(1.0, self.tokens), self.all_tokens / seconds
        self.reported, self.loss, self.tokens, self.all_tokens = now, 0.0, 0.0, 0.0
        return t.event("step", loss=loss, tokens_per_second=speed, remaining=left, rate=t.rate)

    def snapshot(self) -> Iterator[TrainEvent]:
        """Keep the model as it is now, and measure its heads; in the first process."""
        if not self.training.ranks.first or self.training.folder.most < 1:
            return
        begun = time.monotonic()
        heads = self.training.snapshot()
        self._pass(begun)
        yield self.training.event("snapshot", heads=heads)

    def validated(self) -> Iterator[TrainEvent]:
        """A "valid" event, in the first process; writes the model folder when this is the best so far."""
        t = self.training
        if not t.ranks.first:
            return
        begun = time.monotonic()
        loss, accuracy, t.exact = t.validate()
        if accuracy >= t.best or t.good_enough():
            t.best = accuracy
            scores = {"valid_loss": round(loss, 4), "valid_token_accuracy": round(accuracy, 4), "step": t.step}
            t.export(self.folder, scores)
        bleu = t.bleu() if t.spec.bleu_pairs else math.nan
        self._pass(begun)
        self.validated_at = self.last
        yield t.event("valid", token_accuracy=accuracy, exact=t.exact, valid_loss=loss, bleu=bleu)

    def pause(self, pausing: Callable[[], bool], stop: Callable[[], bool]) -> Iterator[TrainEvent]:
        """Wait while there is to be a pause; what is there is saved first. Processes ask each other again and again, so
        that none waits longer for an answer than its connection allows."""
        t = self.training
        if not t.paused or t.stopped:
            return
        begun = time.monotonic()
        if t.ranks.first:
            t.save(self.folder)
        yield t.event("paused")
        while self._waits(pausing(), stop()):
            time.sleep(WAIT)
        self._pass(begun)

    def _waits(self, pausing: bool, stopping: bool) -> bool:
        """Whether one of the processes is to wait, and none to stop."""
        waiting, ending = self.training.ranks.all_reduce([pausing, stopping])
        return waiting > 0 and not ending

    def _pass(self, begun: float) -> None:
        """What took since then is no training time."""
        now = time.monotonic()
        spent = now - begun
        self.last = now
        self.reported += spent


def closing_message(training: Training) -> str:
    """What was reached, and how to go on."""
    t = training
    one, several = ("{updates:,} updates, 1 epoch, {seconds:,.0f} s of training",
                    "{updates:,} updates, {epochs:,} epochs, {seconds:,.0f} s of training")  # fmt: skip
    epochs = Message(several if t.epoch else one, updates=t.step, epochs=t.epoch + 1, seconds=t.elapsed)
    if t.exact < 0:
        return Message("{epochs}.", epochs=epochs)
    values = {"share": 100 * t.exact, "asked": 100 * t.spec.stop_at, "epochs": epochs}
    if t.good_enough():
        return Message("Reached: {share:.1f} % of the validation sentences are exactly right, {asked:g} % was asked "
                       "for; {epochs}.", **values)  # fmt: skip
    more, late = f"--minutes {math.ceil(2 * min(t.spec.time_limit, 1e6))}", t.fraction() < 1.0
    if t.spec.steps and not late:
        more = f"--steps {2 * t.spec.steps}"
    elif t.spec.epochs and not late:
        more = f"--epochs {2 * t.spec.epochs:g}"
    reached = Message(
        "{share:.1f} % of the validation sentences are exactly right, not the {asked:g} % that was asked for; {epochs}."
        if t.spec.stop_at else "{share:.1f} % of the validation sentences are exactly right; {epochs}.", **values,
    )  # fmt: skip
    if late:
        reached = Message("{reached} The time was over.", reached=reached)
    return with_command(reached, more)
