"""One training in progress: model, optimiser, average and place in the data; its steps, validations and files."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor, nn

from model_core.checkpoints.checkpoint import load_model, save_model, spec_bytes, weights_bytes
from model_core.checkpoints.folder import TOKENIZER, WEIGHTS
from model_core.errors import Refused
from model_core.io.safe_files import write_atomic
from model_core.record.model_info import SPEC
from model_core.record.training_log import RESUME, HeadNumbers, TrainEvent
from model_core.spec import ModelSpec
from model_core.training.data import IdPair
from model_core.training.datasets import TrainingData, evenly_chosen
from model_core.training.distributed import Ranks
from model_core.training.ensemble import load_teachers
from model_core.training.evaluate import quality
from model_core.training.running.adamw import AdamW
from model_core.training.running.fast_dropout import with_fast_dropout
from model_core.training.running.heads import head_numbers
from model_core.training.running.training_folder import TrainingFolder
from model_core.training.schedule import rate_factor
from model_core.training.teacher_forcing import Learner, collate, collate_clean, collate_links, evaluate_forced
from model_core.training.train_spec import TrainSpec
from model_core.transformer.device import computes_bf16, device_of
from model_core.transformer.model import EncoderDecoder

DIVERGED = "E-TRAIN-DIVERGED"


class Training:
    """One training in progress: model, optimiser, average and position in the data.

    stopping, pausing  this process has been asked to end early, or to wait
    stopped, paused    what all processes agreed on at their last step
    exact              share of validation sentences with every token right at the last validation; -1 before the first
    rounds, place      steps of this epoch, and how many of them are done
    rate               learning rate of the last step
    agreed             of several processes: `elapsed` of the first at the last step, by which all end at the same step
    folder             the training folder, see `TrainingFolder`
    teachers           models in evaluation mode whose probabilities are learned as well
    """

    def __init__(self, spec: TrainSpec, data: TrainingData, ranks: Ranks = Ranks()) -> None:  # noqa: B008
        self.spec, self.data, self.ranks = spec, data, ranks
        torch.manual_seed(spec.seed)
        self.model = with_fast_dropout(EncoderDecoder(data.model_spec(spec)).to(device_of(spec.device)))
        if spec.start:
            self.model.load_state_dict(_start_weights(spec.start, self.model.spec))
        self.teachers = load_teachers(spec, self.model, data.vocab)
        self.average = Average(self.model, spec.average, spec.blend if spec.start else 1.0)
        self.optimizer = AdamW(self.model.parameters(), spec.weight_decay)
        self.step = self.epoch = self.place = self.rounds = 0
        self.elapsed = self.agreed = self.rate = 0.0
        self.best = self.exact = -1.0
        self.half = self.finished = self.stopping = self.stopped = self.pausing = self.paused = False
        room = int(spec.snapshot_megabytes * 1e6 / (2 * self.model.parameter_count() + SPARE))
        self.folder = TrainingFolder(Path(spec.out), min(spec.snapshots, max(2, room)))

    def learner(self) -> Learner:
        """The model with the loss that the spec asks for."""
        spec = self.spec
        guide, shares = (spec.guide, spec.guide_layer, spec.guide_head), (spec.soft, spec.agreement)
        return Learner(self.model, spec.label_smoothing, guide, spec.causal, self.teachers, *shares)

    # -- one step ---------------------------------------------------------------------------------------------------
    def autocast(self) -> AbstractContextManager[Any]:
        """Half precision where that is faster, else no context."""
        return torch.autocast(self.model.device.type, torch.bfloat16) if self.half else nullcontext()

    def choose_precision(self) -> None:
        """Choose fp32 or bf16 as the spec says; for "auto" the one whose forward and backward pass is faster; fp32
        without timing where the device has no instructions for bf16: passes would take minutes."""
        if self.spec.precision in ("fp32", "bf16"):
            self.half = self.spec.precision == "bf16"
            return
        faster = computes_bf16(self.model.device)
        if faster:
            sample, kept = self.data.batches(0)[0], {n: one.clone() for n, one in running_averages(self.model).items()}
            seconds = {half: min(self._time_pass(sample, half) for _ in range(3)) for half in (False, True)}
            faster = seconds[True] < 0.9 * seconds[False]
            self.model.load_state_dict(kept, strict=False)
        self.half = self.ranks.broadcast(lambda: bytes([faster])) == b"\1"

    def _time_pass(self, pairs: list[IdPair], half: bool) -> float:
        self.half = half
        learner = self.learner()
        start = time.perf_counter()
        with self.autocast():
            loss = learner(*(one.to(self.model.device) for one in collate(pairs, self.model.spec)))
        loss.backward()
        self.optimizer.forget_gradients()
        return time.perf_counter() - start

    def learn(self, learner: nn.Module, pairs: list[IdPair]) -> tuple[float, int]:
        """One update on this process's batch: its (summed loss, target tokens). Refused when the training diverges."""
        source, read, written = (one.to(self.model.device) for one in collate(pairs, self.model.spec))
        count = int((written != self.model.spec.pad_id).sum())
        total = self._synchronise(count)
        self._seed((self.spec.seed + self.step + 1) % 2**63)  # dropout of a step: the same after a pause
        self.rate = self.spec.rate * rate_factor(self.fraction(), self.step, self.spec)
        with self.autocast():
            links = collate_links(pairs, source, written)
            clean = collate_clean(pairs, self.model.spec) if self.teachers else None
            known = (one if one is None else one.to(self.model.device) for one in (links, clean))
            loss = learner(source, read, written, *known)
        (loss * (self.ranks.world / total)).backward()
        if not bool(nn.utils.clip_grad_norm_(self.optimizer.parameters, self.spec.clip).isfinite()):
            raise Refused(
                DIVERGED,
                "the gradient of update {step:,} is not finite: the training diverged. Start again with a lower "
                "rate or a longer warm-up",
                step=self.step + 1,
            )
        self.optimizer.step(self.rate)
        self.optimizer.forget_gradients()
        self.step += 1
        self.average.follow(self.model, not self.spec.average or self.step % self.spec.average_every == 0)
        return float(loss.detach()), count

    def _seed(self, seed: int) -> None:
        """Seed the generator of this device alone: torch.manual_seed visits all devices, a tenth of a small model's
        step."""
        if self.model.device.type == "cpu":
            torch.default_generator.manual_seed(seed)
        else:
            torch.manual_seed(seed)

    def _synchronise(self, tokens: int) -> float:
        """Tokens of this step over all processes. Shares the clock and the requests to stop or pause, so that all
        processes follow them at the same step."""
        first = self.elapsed if self.ranks.first else 0.0
        total, self.elapsed, stopping, pausing = self.ranks.all_reduce([tokens, first, self.stopping, self.pausing])
        self.stopped, self.paused, self.agreed = stopping > 0, pausing > 0, self.elapsed
        return total

    def _seconds(self) -> float:
        return self.elapsed if self.ranks.world == 1 else self.agreed

    def fraction(self) -> float:
        """Share of the budget used: of steps or epochs if the spec limits them, else of time."""
        if self.spec.steps:
            return min(1.0, self.step / self.spec.steps)
        if self.spec.epochs:
            return min(1.0, epochs_done(self) / self.spec.epochs)
        return min(1.0, self._seconds() / (self.spec.time_limit * 60))

    def exhausted(self) -> bool:
        """Whether the budget or the time limit is used up."""
        return self.fraction() >= 1.0 or self._seconds() >= self.spec.time_limit * 60

    def event(self, kind: str, **more: Any) -> TrainEvent:
        return TrainEvent(kind, self.step, self.epoch, self.fraction(), elapsed=self.elapsed, **more)

    def ending(self, kind: str, message: str = "") -> TrainEvent:
        """A last event, with the accuracy of the last validation if there was one."""
        return self.event(kind, exact=self.exact if self.exact >= 0 else math.nan, message=message)

    def good_enough(self) -> bool:
        """Whether the last validation reached the accuracy that the spec asks for."""
        return 0 < self.spec.stop_at <= self.exact

    # -- validation and files ---------------------------------------------------------------------------------------
    def validate(self) -> tuple[float, float, float]:
        """(nats per token, token accuracy, share of sentences with every token right) of the averaged weights.

        Teacher-forced; a sentence with every token right is one that greedy decoding reproduces.
        """
        with self._averaged_weights():
            return evaluate_forced(self.model, self.data.valid)

    def bleu(self) -> float:
        """BLEU of greedy translations of some validation sentences by the averaged weights; NaN without one."""
        pairs = evenly_chosen(self.data.valid, self.spec.bleu_pairs)
        texts = [(self.data.vocab.text(pair[0]), self.data.vocab.text(pair[1])) for pair in pairs]
        try:
            with self._averaged_weights():
                return quality(self.model, self.data.vocab, texts).single[0].number
        except Refused as error:
            if error.code == "E-EVAL-MISSING":
                return math.nan
            raise

    @contextmanager
    def _averaged_weights(self) -> Iterator[None]:
        """Within this context the model has the averaged weights and is in evaluation mode."""
        own = [p.data for p in self.model.parameters()]
        kept = [one.clone() for one in own]
        shipped = self.average.blended()
        torch._foreach_copy_(own, [shipped[name] for name, _ in self.model.named_parameters()])
        self.model.eval()
        try:
            yield
        finally:
            torch._foreach_copy_(own, kept)
            self.model.train()

    def snapshot(self) -> tuple[HeadNumbers, ...]:
        """Write the averaged weights as a snapshot; the measures of their heads."""
        vocab, about = self.data.vocab, self.data.about(self.spec) | {"snapshot": {"step": self.step}}
        weights = weights_bytes(self.average.blended() | running_averages(self.model), self.model.spec)
        shared = {TOKENIZER: vocab.to_json().encode(), **vocab.files()}
        self.folder.keep(self.step, {WEIGHTS: weights, SPEC: spec_bytes(self.model.spec, about)}, shared)
        with self._averaged_weights():
            return head_numbers(self.model, self.data.shown)

    def export(self, folder: Path, scores: dict[str, Any]) -> None:
        """Write the averaged weights as a model folder."""
        about = self.data.about(self.spec) | {"training": asdict(self.spec) | {"out": ""}, "scores": scores}
        about["training"] |= {"data": [Path(d).name for d in self.spec.data], "valid": Path(self.spec.valid).name}
        own: dict[str, Any] = {name: Path(getattr(self.spec, name)).name for name in ("start", "tokenizer")}
        own |= {"teachers": [Path(one).name for one in self.spec.teachers]}
        about["training"] |= own
        card = self.data.card(self.spec, scores)
        weights = self.average.blended() | running_averages(self.model)
        save_model(folder, weights, self.model.spec, self.data.vocab, about, card)

    def save(self, folder: Path) -> None:
        """Write a checkpoint to resume from: weights, average, optimiser moments, position."""
        tensors: dict[str, Tensor] = {}
        for name, p in self.model.named_parameters():
            tensors[f"model/{name}"] = p.detach()
            tensors[f"average/{name}"] = self.average.weights[name]
            for key, value in self.optimizer.state.get(p, {}).items():
                tensors[f"{key}/{name}"] = value.detach().clone()
        tensors |= {f"running/{name}": one.clone() for name, one in running_averages(self.model).items()}
        place = {key: getattr(self, key) for key in PROGRESS_FIELDS}
        place |= {"updates": self.average.updates, "world": self.ranks.world, "valid": self.data.valid_digest}
        about = {"place": json.dumps(place), "spec": _settings_text(self.spec)}
        write_atomic(folder / RESUME, save(tensors, metadata=about))

    def resume(self, folder: Path) -> bool:
        """Continue from the last checkpoint in this folder; False if there is none.

        Raises Refused when it belongs to a training with other settings or is damaged.
        """
        path = folder / RESUME
        data = self.ranks.broadcast(lambda: path.read_bytes() or b"nothing" if path.exists() else b"")
        if not data:
            return False
        try:
            about = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]
            place, tensors = json.loads(about["place"]), load(data)
            self._refuse_other_settings(about["spec"], folder)
            self._restore(place, tensors)
        except (SafetensorError, ValueError, KeyError, TypeError, RuntimeError) as error:
            raise Refused(
                "E-TRAIN-DAMAGED", "{path} cannot be resumed ({error}); to start over, move {name} away",
                path=path, error=f"{error!r:.80}", name=path.name,
            ) from None  # fmt: skip
        return True

    def _refuse_other_settings(self, identity: str, folder: Path) -> None:
        """Raise Refused if the checkpoint has other settings, naming them."""
        if other := other_settings(self.spec, json.loads(identity)):
            raise Refused(
                "E-TRAIN-OTHER",
                "the training in {folder} has different settings ({other}): keep those, or use another folder",
                folder=folder, other=", ".join(other),
            )  # fmt: skip

    def _restore(self, place: dict[str, Any], tensors: dict[str, Tensor]) -> None:
        """Restore what `save` wrote; KeyError, RuntimeError or TypeError where it does not fit."""
        for key in place.keys() & set(PROGRESS_FIELDS):
            setattr(self, key, type(getattr(self, key))(place[key]))
        self.agreed, self.average.updates = self.elapsed, int(place["updates"])
        self.place, self.rounds = (one * int(place["world"]) // self.ranks.world for one in (self.place, self.rounds))
        if self.spec.epochs and "rounds" not in place:  # a checkpoint of an earlier version
            self.rounds = max(1, len(self.data.batches(self.epoch)) // self.ranks.world)
        if place.get("valid", self.data.valid_digest) != self.data.valid_digest:  # nothing is known of these pairs
            self.best, self.exact, self.finished = -1.0, -1.0, False
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                p.copy_(tensors[f"model/{name}"])
                self.average.weights[name].copy_(tensors[f"average/{name}"])
                if f"exp_avg/{name}" in tensors:
                    self.optimizer.state[p] = {key: tensors[f"{key}/{name}"].to(p.device) for key in MOMENTS}
            for name, one in running_averages(self.model).items():
                one.copy_(tensors[f"running/{name}"])


def epochs_done(training: Training) -> float:
    """Epochs of a training so far, the present one by the share of its steps."""
    return training.epoch + (training.place / training.rounds if training.rounds else 0.0)


def running_averages(model: EncoderDecoder) -> dict[str, Tensor]:
    """The persistent buffers of a model: running averages of batch norms; {} for other models."""
    own = dict(model.named_parameters(remove_duplicate=False))
    return {name: one for name, one in model.state_dict().items() if name not in own}


SPARE = 12_000
"""Bytes of a snapshot in addition to its weights: their names and the spec."""

MOMENTS = ("step", "exp_avg", "exp_avg_sq")
"""The optimiser's state of each parameter."""

PROGRESS_FIELDS = ("step", "epoch", "place", "rounds", "elapsed", "best", "exact", "half", "finished")
"""Fields of a Training in a checkpoint that are no tensors."""


def _settings_text(spec: TrainSpec) -> str:
    """The settings that must be equal for a checkpoint to be continued, as JSON: all but CHANGEABLE."""
    return json.dumps({name: value for name, value in asdict(spec).items() if name not in CHANGEABLE}, sort_keys=True)


def other_settings(spec: TrainSpec, known: Mapping[str, Any]) -> list[str]:
    """The settings, except CHANGEABLE ones, in which a training differs from one of which these are known."""
    usual = json.loads(_settings_text(TrainSpec("")))  # a setting of a later version than the known ones
    old, new = usual | dict(known), json.loads(_settings_text(spec))
    return sorted(key for key in old.keys() | new.keys() if key not in CHANGEABLE and old.get(key) != new.get(key))


CHANGEABLE = frozenset((
    "out", "threads", "checkpoint_every", "validate_every", "validate_steps", "validate_pairs", "bleu_pairs", "stop_at",
    "minutes", "steps", "epochs", "snapshots", "snapshot_megabytes", "name", "note", "data", "valid", "device",
    "examples",
))  # fmt: skip
"""Settings that may change when a training is continued."""


def _start_weights(folder: str, spec: ModelSpec) -> dict[str, Tensor]:
    """The weights of a model to start from; Refused if its shape differs from the one that this training asks for."""
    start = load_model(folder).model
    if replace(start.spec, dropout=spec.dropout) != spec:
        raise Refused(
            "E-TRAIN-START",
            "the model in {folder} has a different shape than this training's model settings",
            folder=folder,
        )
    return start.state_dict()


class Average:
    """Exponential moving average of the weights.

    With `blend` below 1 the result is that share of the average plus the rest of the initial weights (Wortsman et al.
    2022), so that a fine-tuned model keeps more of what the original could do.
    """

    def __init__(self, model: nn.Module, decay: float, blend: float = 1.0) -> None:
        self.decay, self.blend = decay, blend
        self.weights = {name: p.detach().clone() for name, p in model.named_parameters()}
        self.start = {name: one.clone() for name, one in self.weights.items()} if blend < 1 else {}
        self.updates = 0

    def follow(self, model: nn.Module, due: bool = True) -> None:
        """Move the average towards the present weights where that is `due`; early updates move it faster, so that the
        start is forgotten. Before the first one the present weights are taken over: those at the start are no
        average of any."""
        averages, present = list(self.weights.values()), [p.detach() for p in model.parameters()]
        if due:
            self.updates += 1
            decay = min(self.decay, (1 + self.updates) / (10 + self.updates))
            torch._foreach_lerp_(averages, present, 1 - decay)
        elif not self.updates:
            torch._foreach_copy_(averages, present)

    def blended(self) -> dict[str, Tensor]:
        """The weights that are validated and written."""
        if not self.start:
            return self.weights
        return {name: self.start[name].lerp(one, self.blend) for name, one in self.weights.items()}
