"""Training: `train(TrainSpec)` is a generator of TrainEvents; closing it stops, running it again resumes.

The same code runs under `torchrun` (DistributedDataParallel, gloo): every process learns from batches of its own.
Schedule, weight average and loss follow Vaswani et al. 2017 (section 5) with a linear decay at the end of the budget.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor, nn

from model_core.checkpoints.checkpoint import load_model, save_model, sweep
from model_core.errors import Refused
from model_core.io.safe_files import write_atomic
from model_core.record.training_log import TrainEvent
from model_core.spec import ModelSpec
from model_core.training.data import IdPair, batches
from model_core.training.datasets import Lessons, lessons_for
from model_core.training.distributed import Ranks, joined
from model_core.training.schedule import rate_factor
from model_core.training.teacher_forcing import Learner, collate, collate_links, evaluate_forced
from model_core.training.train_spec import TrainSpec
from model_core.training.weight_average import Average
from model_core.transformer.device import device_of
from model_core.transformer.model import EncoderDecoder

RESUME = "training.safetensors"
DIVERGED = "E-TRAIN-DIVERGED"






class Training:
    """One training in progress: model, optimiser, average and position in the data.

    `stopping` is this process's wish to end early, `stopped` what all processes agreed on at their last step,
    `exact` the share of right sentences at the last validation, -1 before it.
    """

    def __init__(self, spec: TrainSpec, lessons: Lessons, ranks: Ranks = Ranks()) -> None:  # noqa: B008
        self.spec, self.lessons, self.ranks = spec, lessons, ranks
        torch.manual_seed(spec.seed)
        self.model = EncoderDecoder(lessons.model_spec(spec)).to(device_of(spec.device, ranks.rank))
        if spec.start:
            self.model.load_state_dict(_weights_of(spec.start, self.model.spec))
        self.average = Average(self.model, spec.average, spec.blend if spec.start else 1.0)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), spec.rate, (0.9, 0.98), eps=1e-9, weight_decay=spec.weight_decay, fused=True
        )
        self.step = self.epoch = self.place = 0
        self.elapsed = 0.0
        self.best = self.exact = -1.0
        self.half = self.finished = self.stopping = self.stopped = False

    # -- one step ---------------------------------------------------------------------------------------------------
    def autocast(self) -> AbstractContextManager[Any]:
        """bf16 where the device gains by it, else nothing."""
        return torch.autocast(self.model.device.type, torch.bfloat16) if self.half else nullcontext()

    def choose_precision(self) -> None:
        """Time one forward and backward pass both ways and keep the faster ("auto"), or do as the spec says."""
        if self.spec.precision in ("fp32", "bf16"):
            self.half = self.spec.precision == "bf16"
            return
        sample = next(batches(self.lessons.epoch(0), self.lessons.rng(0), self.spec.batch_tokens))
        seconds = {half: min(self._time_pass(sample, half) for _ in range(3)) for half in (False, True)}
        self.half = seconds[True] < 0.9 * seconds[False]
        self.half = self.ranks.spread(lambda: bytes([self.half])) == b"\1"

    def _time_pass(self, pairs: list[IdPair], half: bool) -> float:
        self.half = half
        learner = Learner(self.model, self.spec.label_smoothing)
        start = time.perf_counter()
        with self.autocast():
            loss = learner(*(one.to(self.model.device) for one in collate(pairs, self.model.spec)))
        loss.backward()
        self.optimizer.zero_grad()
        return time.perf_counter() - start

    def learn(self, learner: nn.Module, pairs: list[IdPair]) -> tuple[float, int]:
        """One update on this process's batch: its (summed loss, target tokens). Refused when the training diverges."""
        source, read, written = (one.to(self.model.device) for one in collate(pairs, self.model.spec))
        count = int((written != self.model.spec.pad_id).sum())
        total = self._agree(count)
        torch.manual_seed((self.spec.seed + self.step + 1) % 2**63)  # dropout of a step: the same after a pause
        factor = rate_factor(self.fraction(), self.step, self.spec)
        for group in self.optimizer.param_groups:
            group["lr"] = self.spec.rate * factor
        with self.autocast():
            links = collate_links(pairs, source, written)
            loss = learner(source, read, written, links if links is None else links.to(self.model.device))
        (loss * (self.ranks.world / total)).backward()
        if not bool(nn.utils.clip_grad_norm_(self.model.parameters(), self.spec.clip).isfinite()):
            raise Refused(DIVERGED, f"step {self.step:,} gave no finite gradient: lower the rate and resume")
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        if self.step % self.spec.average_every == 0:
            self.average.update(self.model)
        return float(loss.detach()), count

    def _agree(self, tokens: int) -> float:
        """Tokens of this step over all processes. Clock and wish to stop are shared: all end at the same step."""
        first = self.elapsed if self.ranks.first else 0.0
        total, self.elapsed, stopping = self.ranks.sums([tokens, first, self.stopping])
        self.stopped = stopping > 0
        return total

    def fraction(self) -> float:
        """Share of the budget used: steps when the spec counts steps, else time."""
        if self.spec.steps:
            return min(1.0, self.step / self.spec.steps)
        return min(1.0, self.elapsed / max(1e-9, self.spec.minutes * 60))

    def event(self, kind: str, **more: Any) -> TrainEvent:
        """An event of this moment."""
        return TrainEvent(kind, self.step, self.epoch, self.fraction(), elapsed=self.elapsed, **more)

    def good_enough(self) -> bool:
        """Whether the last validation reached what the spec asks for."""
        return 0 < self.spec.stop_at <= self.exact

    # -- validation and files ---------------------------------------------------------------------------------------
    def validate(self) -> tuple[float, float, float]:
        """(nats per token, token accuracy, share of sentences with every token right) of the averaged weights.

        Teacher-forced; a sentence with every token right is one that greedy decoding reproduces.
        """
        kept = {name: p.detach().clone() for name, p in self.model.named_parameters()}
        self.model.load_state_dict(self.average.shipped(), strict=False)
        self.model.eval()
        try:
            return evaluate_forced(self.model, self.lessons.valid)
        finally:
            self.model.load_state_dict(kept, strict=False)
            self.model.train()

    def export(self, folder: Path, scores: dict[str, Any]) -> None:
        """Write the averaged weights as a model folder."""
        about = self.lessons.about(self.spec) | {"training": asdict(self.spec) | {"out": ""}, "scores": scores}
        about["training"] |= {"data": [Path(d).name for d in self.spec.data], "valid": Path(self.spec.valid).name}
        card = self.lessons.card(self.spec, scores)
        weights = self.average.shipped() | running(self.model)
        save_model(folder, weights, self.model.spec, self.lessons.vocab, about, card)

    def save(self, folder: Path) -> None:
        """Write everything needed to go on later: weights, average, optimiser moments, position."""
        tensors: dict[str, Tensor] = {}
        for name, p in self.model.named_parameters():
            tensors[f"model/{name}"] = p.detach()
            tensors[f"average/{name}"] = self.average.weights[name]
            for key, value in self.optimizer.state.get(p, {}).items():
                tensors[f"{key}/{name}"] = value.detach().clone()
        tensors |= {f"running/{name}": one.clone() for name, one in running(self.model).items()}
        place = {key: getattr(self, key) for key in PLACE}
        place |= {"updates": self.average.updates, "world": self.ranks.world}
        about = {"place": json.dumps(place), "spec": _identity(self.spec)}
        write_atomic(folder / RESUME, save(tensors, metadata=about))

    def resume(self, folder: Path) -> bool:
        """Go on from the last checkpoint in this folder; False when there is none.

        Raises Refused when it belongs to a training with other settings or is damaged.
        """
        path = folder / RESUME
        data = self.ranks.spread(lambda: path.read_bytes() or b"nothing" if path.exists() else b"")
        if not data:
            return False
        try:
            about = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]
            place, tensors = json.loads(about["place"]), load(data)
            self._same(about["spec"], folder)
            self._take(place, tensors)
        except (SafetensorError, ValueError, KeyError, TypeError, RuntimeError) as error:
            hint = f"move {path.name} away to begin anew"
            raise Refused("E-TRAIN-DAMAGED", f"{path} cannot be continued ({error!r:.80}); {hint}") from None
        return True

    def _same(self, identity: str, folder: Path) -> None:
        """Refuse to go on with other settings, naming them."""
        old, new = json.loads(identity), json.loads(_identity(self.spec))
        other = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
        if other:
            hint = f"the training in {folder} has other settings ({', '.join(other)}): keep them, or use another folder"
            raise Refused("E-TRAIN-OTHER", hint)

    def _take(self, place: dict[str, Any], tensors: dict[str, Tensor]) -> None:
        """Set everything that `save` wrote; KeyError, RuntimeError or TypeError where it does not fit."""
        for key in place.keys() & set(PLACE):
            setattr(self, key, type(getattr(self, key))(place[key]))
        self.average.updates = int(place["updates"])
        self.place = self.place * int(place["world"]) // self.ranks.world
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                p.copy_(tensors[f"model/{name}"])
                self.average.weights[name].copy_(tensors[f"average/{name}"])
                if f"exp_avg/{name}" in tensors:
                    self.optimizer.state[p] = {key: tensors[f"{key}/{name}"].to(p.device) for key in MOMENTS}
            for name, one in running(self.model).items():
                one.copy_(tensors[f"running/{name}"])


def running(model: EncoderDecoder) -> dict[str, Tensor]:
    """What a model keeps besides its parameters: running averages of batch norms, nothing in other models."""
    own = dict(model.named_parameters(remove_duplicate=False))
    return {name: one for name, one in model.state_dict().items() if name not in own}


MOMENTS = ("step", "exp_avg", "exp_avg_sq")
"""What the optimiser keeps per parameter."""

PLACE = ("step", "epoch", "place", "elapsed", "best", "exact", "half", "finished")
"""What a checkpoint keeps of a Training beside its tensors."""


def _identity(spec: TrainSpec) -> str:
    """What must be equal for a checkpoint to be continued: everything but folders, names and when to look or end."""
    data = asdict(spec)
    for free in ("out", "threads", "checkpoint_every", "validate_every", "stop_at", "name", "note", "data", "valid",
                 "device", "examples"):
        data.pop(free)
    return json.dumps(data, sort_keys=True)


def _weights_of(folder: str, spec: ModelSpec) -> dict[str, Tensor]:
    """The weights of a model to go on from; Refused when it is of another shape than this training asks for."""
    start = load_model(folder).model
    if replace(start.spec, dropout=spec.dropout) != spec:
        raise Refused("E-TRAIN-START", f"{folder} has another shape than the model settings of this training")
    return start.state_dict()


def train(spec: TrainSpec, stop: Callable[[], bool] = bool) -> Iterator[TrainEvent]:
    """Train until the budget is used, yielding events; resumes from `spec.out` when a checkpoint is there.

    Best averaged weights by validation token accuracy are written to `spec.out`. `stop` is asked after every step; once
    it says True, the training saves itself and ends with the event "stopped". Closing the generator saves, too.

    Raises Refused for unusable data or settings and for a training that diverges, OSError when the folder cannot be
    written.
    """
    spec.checked()
    if spec.threads:
        torch.set_num_threads(spec.threads)
    folder = Path(spec.out)
    with joined() as ranks:
        lessons = lessons_for(spec, ranks.spread)
        if lessons.complaint:
            yield TrainEvent("note", 0, 0, 0.0, message=lessons.complaint)
        training = Training(spec, lessons, ranks)
        folder.mkdir(parents=True, exist_ok=True)
        if ranks.first:
            sweep(folder)
        yield from _run(training, folder, stop)


def _run(training: Training, folder: Path, stop: Callable[[], bool]) -> Iterator[TrainEvent]:
    """From resuming to the last event."""
    training.model.train()
    resumed = training.resume(folder)
    if not resumed:
        training.choose_precision()
    yield training.event("start", message=_start_line(training, resumed))
    if not (training.finished and (training.fraction() >= 1.0 or training.good_enough())):
        training.finished = False
        yield from _learn(training, folder, stop)
    yield training.event("done" if training.finished else "stopped", exact=training.exact)


def _learn(training: Training, folder: Path, stop: Callable[[], bool]) -> Iterator[TrainEvent]:
    """The loop: steps, validations, checkpoints. Saves in the end, whatever ended it, unless the weights are ruined."""
    clock = _Clock(training)
    keep = True
    try:
        for loss, count, sources in _steps(training, stop):
            yield from clock.after(loss, count, sources, folder)
        training.finished = not training.stopped or training.good_enough()
        if training.finished and not training.good_enough():
            yield from clock.validated(folder)
    except Refused as error:
        keep = error.code != DIVERGED
        raise
    finally:
        if training.ranks.first and keep:
            training.save(folder)


def _steps(training: Training, stop: Callable[[], bool]) -> Iterator[tuple[float, int, int]]:
    """Steps until the budget is used or all agreed to stop: (summed loss, target tokens, source tokens) of each."""
    learner: nn.Module = Learner(training.model, training.spec.label_smoothing, training.spec.lesson())
    if training.ranks.world > 1:
        learner = nn.parallel.DistributedDataParallel(learner)
    training.stopped = False
    while training.fraction() < 1.0:
        for pairs in _rest_of_epoch(training):
            training.stopping = stop() or training.good_enough()
            yield *training.learn(learner, pairs), sum(len(pair[0]) + 1 for pair in pairs)
            if training.stopped or training.fraction() >= 1.0:
                return
        training.epoch, training.place = training.epoch + 1, 0


def _rest_of_epoch(training: Training) -> Iterator[list[IdPair]]:
    """This process's batches of the epoch from where it stands; every process gets the same number."""
    lessons, rank, world = training.lessons, training.ranks.rank, training.ranks.world
    rounds = list(batches(lessons.epoch(training.epoch), lessons.rng(training.epoch), training.spec.batch_tokens))
    if not rounds:
        raise Refused("E-TRAIN-EMPTY", f"no sentence pair fits into {training.model.spec.max_positions} positions")
    usable = len(rounds) - len(rounds) % world if len(rounds) >= world else len(rounds)
    for place in range(training.place * world, usable, world):
        training.place += 1
        yield rounds[min(place + rank, usable - 1)]


def _start_line(training: Training, resumed: bool) -> str:
    """What is about to happen, in one line."""
    begun = f"resumed at step {training.step:,}" if resumed else "new training"
    count, pairs = training.model.parameter_count(), len(training.lessons.pairs)
    data = f"{pairs:,} pairs" if pairs else "pairs made up as it goes"
    how = "bf16" if training.half else "fp32"
    return f"{begun}: {count:,} parameters, {data}, {how}, {training.ranks.world} process(es)"


class _Clock:
    """Measures a training between steps and decides when to report, validate and save."""

    def __init__(self, training: Training) -> None:
        self.training = training
        now = time.monotonic()
        self.last = self.reported = self.validated_at = self.saved_at = now
        self.loss = self.tokens = self.all_tokens = 0.0

    def after(self, loss: float, targets: int, sources: int, folder: Path) -> Iterator[TrainEvent]:
        """Called after each step; yields the events that are due."""
        now = time.monotonic()
        self.training.elapsed += now - self.last
        self.last = now
        self.loss += loss
        self.tokens += targets
        self.all_tokens += targets + sources
        if now - self.reported >= 1.0:
            yield self.report(now)
        if not self.training.ranks.first:
            return
        if now - self.validated_at >= self.training.spec.validate_every and not self.training.stopped:
            yield from self.validated(folder)
        if now - self.saved_at >= self.training.spec.checkpoint_every:
            self.saved_at = now
            self.training.save(folder)
            self.last = time.monotonic()

    def report(self, now: float) -> TrainEvent:
        """A "step" event over the steps since the last one."""
        t, seconds = self.training, max(1e-9, now - self.reported)
        fraction = t.fraction()
        left = t.elapsed * (1 - fraction) / fraction if fraction > 0 else math.nan
        loss, speed = self.loss / max(1.0, self.tokens), self.all_tokens / seconds
        self.reported, self.loss, self.tokens, self.all_tokens = now, 0.0, 0.0, 0.0
        return t.event("step", loss=loss, tokens_per_second=speed, remaining=left)

    def validated(self, folder: Path) -> Iterator[TrainEvent]:
        """A "valid" event, in the first process; writes the model folder when this is the best so far."""
        t = self.training
        if not t.ranks.first:
            return
        loss, accuracy, t.exact = t.validate()
        if accuracy >= t.best or t.good_enough():
            t.best = accuracy
            t.export(folder, {"valid_loss": round(loss, 4), "valid_token_accuracy": round(accuracy, 4), "step": t.step})
        self.validated_at = self.last = self.reported = time.monotonic()
        yield t.event("valid", token_accuracy=accuracy, exact=t.exact, valid_loss=loss)
