"""Training: `train(TrainSpec)` is a generator of TrainEvents; closing it stops, running it again resumes.

The same code runs under `torchrun` (DistributedDataParallel, gloo): every process computes its share of each batch.
Schedule, weight average and loss follow Vaswani et al. 2017 (section 5) with a linear decay at the end of the budget.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
from safetensors import safe_open
from safetensors.torch import save
from torch import Tensor, nn

from model_core.checkpoint import save_model, write_atomic
from model_core.data import IdPair, batches
from model_core.failure import Refused
from model_core.lessons import Lessons, lessons_for
from model_core.loss import smoothed_loss
from model_core.model import EncoderDecoder
from model_core.spec import ModelSpec, TrainSpec

RESUME = "training.safetensors"


@dataclass(frozen=True)
class TrainEvent:
    """One moment of a training, for a progress bar and a loss curve.

    kind "start" | "step" | "valid" | "done"; `fraction` of the budget used (0–1); `loss` label-smoothed, nats per
    target token; `rate` tokens per second (source and target); times in seconds; accuracies are shares (0–1).
    """

    kind: str
    step: int
    epoch: int
    fraction: float
    loss: float = math.nan
    tokens_per_second: float = 0.0
    elapsed: float = 0.0
    remaining: float = math.nan
    token_accuracy: float = math.nan
    exact: float = math.nan
    valid_loss: float = math.nan
    message: str = ""


class Learner(nn.Module):
    """The model with its loss, as one module that DistributedDataParallel can wrap."""

    def __init__(self, model: EncoderDecoder, smoothing: float) -> None:
        super().__init__()
        self.model = model
        self.smoothing = smoothing

    def forward(self, source_BS: Tensor, read_BT: Tensor, written_BT: Tensor) -> Tensor:
        """Label-smoothed loss summed over the real target tokens."""
        memory_BSD = self.model.encode(source_BS)
        hidden_BTD = self.model.decode(read_BT, memory_BSD, source_BS)
        real = written_BT != self.model.spec.pad_id
        return smoothed_loss(hidden_BTD[real], self.model.to_logits.weight, written_BT[real], self.smoothing)


def collate(pairs: list[IdPair], spec: ModelSpec) -> tuple[Tensor, Tensor, Tensor]:
    """Padded ids: source + `</s>` (B, S), `<s>` + target (B, T) as read, target + `</s>` (B, T) as written."""
    sources = [source + [spec.eos_id] for source, _ in pairs]
    reads = [[spec.bos_id, *target] for _, target in pairs]
    writes = [[*target, spec.eos_id] for _, target in pairs]
    return _padded(sources, spec.pad_id), _padded(reads, spec.pad_id), _padded(writes, spec.pad_id)


def _padded(rows: list[list[int]], pad: int) -> Tensor:
    width = max(map(len, rows))
    width += width % 2 if width > 4 else 0  # few different shapes: matrix kernels are made per shape
    return torch.tensor([row + [pad] * (width - len(row)) for row in rows])


class Average:
    """Exponential moving average of the weights: the model that is validated and shipped."""

    def __init__(self, model: nn.Module, decay: float) -> None:
        self.decay = decay
        self.weights = {name: p.detach().clone() for name, p in model.named_parameters()}
        self.updates = 0

    def update(self, model: nn.Module) -> None:
        """Move towards the present weights; early updates move faster, so that the start is forgotten."""
        self.updates += 1
        decay = min(self.decay, (1 + self.updates) / (10 + self.updates))
        for name, p in model.named_parameters():
            self.weights[name].lerp_(p.detach(), 1 - decay)


def rate_factor(fraction: float, step: int, spec: TrainSpec) -> float:
    """Learning rate relative to its peak: linear warm-up, constant, then linear decay over the budget's rest."""
    warm = min(1.0, (step + 1) / max(1, spec.warmup))
    if fraction <= spec.decay_from:
        return warm
    left = max(0.0, (1 - fraction) / max(1e-9, 1 - spec.decay_from))
    return warm * max(spec.final_rate, left)


class Training:
    """One training in progress: model, optimiser, average and position in the data."""

    def __init__(self, spec: TrainSpec, lessons: Lessons) -> None:
        self.spec, self.lessons = spec, lessons
        self.rank = int(os.environ.get("RANK", "0"))
        self.world = int(os.environ.get("WORLD_SIZE", "1"))
        torch.manual_seed(spec.seed)
        self.model = EncoderDecoder(lessons.model_spec(spec))
        self.average = Average(self.model, spec.average)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=spec.rate, betas=(0.9, 0.98), eps=1e-9, weight_decay=spec.weight_decay, fused=True
        )
        self.step = self.epoch = self.place = 0
        self.elapsed = 0.0
        self.best = -1.0
        self.half = False

    # -- one step ---------------------------------------------------------------------------------------------------
    def autocast(self) -> AbstractContextManager[Any]:
        """bf16 where the processor gains by it, else nothing."""
        return torch.autocast("cpu", torch.bfloat16) if self.half else nullcontext()

    def choose_precision(self) -> None:
        """Time one forward and backward pass both ways and keep the faster ("auto"), or do as the spec says."""
        if self.spec.precision in ("fp32", "bf16"):
            self.half = self.spec.precision == "bf16"
            return
        sample = next(batches(self.lessons.epoch(0), self.lessons.rng(0), self.spec.batch_tokens))
        seconds = {half: min(self._time_pass(sample, half) for _ in range(3)) for half in (False, True)}
        self.half = seconds[True] < 0.9 * seconds[False]
        if self.world > 1:
            votes = torch.tensor([int(self.half)])
            dist.broadcast(votes, 0)
            self.half = bool(votes)

    def _time_pass(self, pairs: list[IdPair], half: bool) -> float:
        self.half = half
        learner = Learner(self.model, self.spec.label_smoothing)
        start = time.perf_counter()
        with self.autocast():
            loss = learner(*collate(pairs, self.model.spec))
        loss.backward()
        self.optimizer.zero_grad()
        return time.perf_counter() - start

    def learn(self, learner: nn.Module, pairs: list[IdPair]) -> tuple[float, int]:
        """One update on this batch: (summed loss, target tokens), over all processes."""
        source, read, written = collate(pairs, self.model.spec)
        count = int((written != self.model.spec.pad_id).sum())
        total, self.elapsed = self._shared(count, self.elapsed)
        factor = rate_factor(self.fraction(), self.step, self.spec)
        for group in self.optimizer.param_groups:
            group["lr"] = self.spec.rate * factor
        with self.autocast():
            loss = learner(source, read, written)
        (loss * (self.world / total)).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.spec.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        if self.step % self.spec.average_every == 0:
            self.average.update(self.model)
        return float(loss.detach()), count

    def _shared(self, tokens: int, elapsed: float) -> tuple[float, float]:
        """Tokens summed and elapsed seconds averaged over all processes, so that every one ends at the same step."""
        if self.world == 1:
            return float(tokens), elapsed
        values = torch.tensor([float(tokens), elapsed / self.world], dtype=torch.float64)
        dist.all_reduce(values)
        return float(values[0]), float(values[1])

    def fraction(self) -> float:
        """Share of the budget used: steps when the spec counts steps, else time."""
        if self.spec.steps:
            return min(1.0, self.step / self.spec.steps)
        return min(1.0, self.elapsed / max(1e-9, self.spec.minutes * 60))

    # -- validation and files ---------------------------------------------------------------------------------------
    def validate(self) -> tuple[float, float, float]:
        """(nats per token, token accuracy, share of sentences with every token right) of the averaged weights.

        Teacher-forced; a sentence with every token right is one that greedy decoding reproduces.
        """
        kept = {name: p.detach().clone() for name, p in self.model.named_parameters()}
        self.model.load_state_dict(self.average.weights, strict=False)
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
        save_model(folder, self.average.weights, self.model.spec, self.lessons.vocab, about, self.lessons.card(self.spec, scores))

    def save(self, folder: Path) -> None:
        """Write everything needed to go on later: weights, average, optimiser moments, position."""
        tensors: dict[str, Tensor] = {}
        for name, p in self.model.named_parameters():
            tensors[f"model/{name}"] = p.detach()
            tensors[f"average/{name}"] = self.average.weights[name]
            for key, value in self.optimizer.state.get(p, {}).items():
                tensors[f"{key}/{name}"] = value.detach().clone()
        place = {key: getattr(self, key) for key in ("step", "epoch", "place", "elapsed", "best", "half")}
        place |= {"updates": self.average.updates, "world": self.world}
        write_atomic(folder / RESUME, save(tensors, metadata={"place": json.dumps(place), "spec": _identity(self.spec)}))

    def resume(self, folder: Path) -> bool:
        """Go on from the last checkpoint in this folder; False when there is none. Refused when it is another training."""
        path = folder / RESUME
        if not path.exists():
            return False
        with safe_open(path, "pt") as file:
            if file.metadata()["spec"] != _identity(self.spec):
                raise Refused("E-TRAIN-OTHER", f"{folder} holds the checkpoint of a training with other settings")
            for key, value in json.loads(file.metadata()["place"]).items():
                setattr(self.average if key == "updates" else self, key, value) if key != "world" else None
            self._take(file)
        return True

    def _take(self, file: Any) -> None:
        names = set(file.keys())
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                p.copy_(file.get_tensor(f"model/{name}"))
                self.average.weights[name].copy_(file.get_tensor(f"average/{name}"))
                keys = ("step", "exp_avg", "exp_avg_sq")
                if all(f"{key}/{name}" in names for key in keys):
                    self.optimizer.state[p] = {key: file.get_tensor(f"{key}/{name}") for key in keys}


def _identity(spec: TrainSpec) -> str:
    """What must be equal for a checkpoint to be continued: everything but folders, names and thread counts."""
    data = asdict(spec)
    for free in ("out", "threads", "checkpoint_every", "validate_every", "name", "note", "data", "valid"):
        data.pop(free)
    return json.dumps(data, sort_keys=True)


@torch.inference_mode()
def evaluate_forced(model: EncoderDecoder, pairs: list[IdPair], tokens: int = 4000) -> tuple[float, float, float]:
    """(nats per token, token accuracy, share of sentences all right) of teacher-forced predictions."""
    loss = right = count = whole = 0.0
    for start in range(0, len(pairs), 128):
        source, read, written = collate(pairs[start : start + 128], model.spec)
        log_p = model(source, read).log_softmax(-1)
        real = written != model.spec.pad_id
        hit = (log_p.argmax(-1) == written) | ~real
        loss -= float(log_p.gather(2, written.unsqueeze(2)).squeeze(2)[real].sum())
        right += float((hit & real).sum())
        count += float(real.sum())
        whole += float(hit.all(1).sum())
    return loss / max(1.0, count), right / max(1.0, count), whole / max(1, len(pairs))


def train(spec: TrainSpec) -> Iterator[TrainEvent]:
    """Train until the budget is used, yielding events; resumes from `spec.out` when a checkpoint is there.

    Best averaged weights by validation token accuracy are written to `spec.out`. Raises Refused for unusable data or
    settings, OSError when the folder cannot be written. Closing the generator saves a checkpoint and stops.
    """
    distributed = int(os.environ.get("WORLD_SIZE", "1")) > 1
    if spec.threads:
        torch.set_num_threads(spec.threads)
    if distributed and not dist.is_initialized():
        dist.init_process_group("gloo")
    folder = Path(spec.out)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        training = Training(spec, lessons_for(spec))
        yield from _run(training, folder)
    finally:
        if distributed and dist.is_initialized():
            dist.destroy_process_group()


def _run(training: Training, folder: Path) -> Iterator[TrainEvent]:
    """The loop of `train`: steps, validations, checkpoints."""
    spec = training.spec
    training.model.train()
    resumed = training.resume(folder)
    if not resumed:
        training.choose_precision()
    torch.manual_seed(spec.seed + training.step + 1)
    learner: nn.Module = Learner(training.model, spec.label_smoothing)
    if training.world > 1:
        learner = nn.parallel.DistributedDataParallel(learner)
    yield TrainEvent("start", training.step, training.epoch, training.fraction(), message=_start_line(training, resumed))
    clock = _Clock(training)
    try:
        while training.fraction() < 1.0:
            for pairs in _rest_of_epoch(training):
                loss, count = training.learn(learner, pairs)
                yield from clock.after(loss, count, sum(len(s) + 1 for s, _ in pairs), folder)
                if training.fraction() >= 1.0:
                    break
            else:
                training.epoch, training.place = training.epoch + 1, 0
        yield clock.validated(folder)
    finally:
        if training.rank == 0:
            training.save(folder)
    yield TrainEvent("done", training.step, training.epoch, 1.0, elapsed=training.elapsed, exact=clock.exact)


def _rest_of_epoch(training: Training) -> Iterator[list[IdPair]]:
    """This process's batches of the epoch from where it stands; every process gets the same number."""
    lessons = training.lessons
    rounds: list[list[IdPair]] = []
    for batch in batches(lessons.epoch(training.epoch), lessons.rng(training.epoch), training.spec.batch_tokens):
        rounds.append(batch)
    usable = len(rounds) - len(rounds) % training.world if len(rounds) >= training.world else len(rounds)
    for place in range(training.place * training.world, usable, training.world):
        training.place += 1
        yield rounds[min(place + training.rank, usable - 1)]


def _start_line(training: Training, resumed: bool) -> str:
    """What is about to happen, in one line."""
    begun = f"resumed at step {training.step:,}" if resumed else "new training"
    count = training.model.parameter_count()
    how = "bf16" if training.half else "fp32"
    return f"{begun}: {count:,} parameters, {len(training.lessons.pairs):,} pairs, {how}, {training.world} process(es)"


class _Clock:
    """Measures a training between steps and decides when to report, validate and save."""

    def __init__(self, training: Training) -> None:
        self.training = training
        now = time.monotonic()
        self.last = self.reported = self.validated_at = self.saved_at = now
        self.loss = self.tokens = self.all_tokens = 0.0
        self.exact = math.nan

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
        if now - self.validated_at >= self.training.spec.validate_every:
            yield self.validated(folder)
        if now - self.saved_at >= self.training.spec.checkpoint_every:
            self.saved_at = now
            if self.training.rank == 0:
                self.training.save(folder)
            self.last = time.monotonic()

    def report(self, now: float) -> TrainEvent:
        """A "step" event over the steps since the last one."""
        t, seconds = self.training, max(1e-9, now - self.reported)
        fraction = t.fraction()
        left = t.elapsed * (1 - fraction) / fraction if fraction > 0 else math.nan
        event = TrainEvent(
            "step", t.step, t.epoch, fraction, self.loss / max(1.0, self.tokens), self.all_tokens / seconds, t.elapsed, left
        )
        self.reported, self.loss, self.tokens, self.all_tokens = now, 0.0, 0.0, 0.0
        return event

    def validated(self, folder: Path) -> TrainEvent:
        """A "valid" event; writes the model folder when this is the best so far."""
        t = self.training
        loss, accuracy, self.exact = t.validate()
        if accuracy >= t.best:
            t.best = accuracy
            if t.rank == 0:
                t.export(folder, {"valid_loss": round(loss, 4), "valid_token_accuracy": round(accuracy, 4), "step": t.step})
        self.validated_at = self.last = self.reported = time.monotonic()
        return TrainEvent(
            "valid", t.step, t.epoch, t.fraction(), elapsed=t.elapsed, token_accuracy=accuracy, exact=self.exact, valid_loss=loss
        )
