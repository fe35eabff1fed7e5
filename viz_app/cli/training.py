"""The subcommand train. No Qt."""

from __future__ import annotations

import argparse
import os
import signal
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model_core.errors import Refused, counted
from model_core.io import child_process
from model_core.io.limits import read_json
from model_core.io.memory import keep_freed_memory
from model_core.io.references import located
from model_core.io.safe_files import file_refusal, write_reason
from model_core.record.training_log import snapshots, with_paths
from model_core.training.train_spec import TrainSpec, toy_settings
from viz_app.cli.compute import interruptible
from viz_app.cli.models import assignments
from viz_app.cli.output import Output
from viz_app.data.number_format import fmt_count, fmt_duration, fmt_percent, fmt_time
from viz_app.system.language import tr, translated

if TYPE_CHECKING:
    from model_core.record.training_log import TrainEvent
    from model_core.training.running.estimate import Estimate


def train(options: argparse.Namespace) -> int:
    """Trains, with a progress bar; Ctrl+C saves and says how to resume. Until the training has read its data there is
    nothing to save, and Ctrl+C ends it at once. Of several processes one reports. The program that started it may give
    orders through its standard input: see `model_core.io.child_process.Orders`."""
    spec = train_spec(options)
    if options.estimate:
        return _estimate(options, spec)
    from model_core.training.train import train as training

    keep_freed_memory()
    out = Output.from_options(options, silent=os.environ.get("RANK", "0") != "0")
    last, orders, pressed = None, child_process.Orders.of_parent(), list[int]()
    try:
        with (
            closing(training(spec, lambda: bool(pressed) or orders.stop, lambda: orders.pause)) as events,
            ExitStack() as once_begun,
        ):
            for event in events:
                if event.kind == "start":
                    pressed = once_begun.enter_context(interruptible())
                show_training(out, event)
                last = event
    except OSError as error:
        raise _unwritten(options.out, error, out.as_json) from None
    finally:
        out.end_progress()
    if last is None or out.silent:
        return 0
    if last.kind == "stopped":
        out.stopped(f"saved at update {last.step:,} in {options.out}; run the same command to resume")
        return 128 + (pressed[0] if pressed else signal.SIGTERM)
    out.result(
        options.out, path=options.out, step=last.step, exact=last.values().get("exact"), said=translated(last.message)
    )
    return 0


def _unwritten(folder: str, error: OSError, as_json: bool) -> Refused:
    """Why a training folder could not be written, what remains there, and for people what to do."""
    left, full = snapshots(folder), file_refusal(error).code == "E-SAVE-FULL"
    reason = translated(write_reason(error))
    said = tr("{folder} cannot be written: {error}", folder=Path(folder).name, error=reason)
    if left:
        said = tr("{what}; the snapshots up to update {step:,} are complete", what=said, step=left[-1].step)
    if not as_json:
        said += ". Run the same command again once it can be, or choose another --out"
    return Refused("E-SAVE-FULL" if full else "E-FILE-WRITE", said)


def _estimate(options: argparse.Namespace, spec: TrainSpec) -> int:
    """Reports how long the training takes on this machine; nothing is saved."""
    from model_core.training.running.estimate import estimate_training

    keep_freed_memory()
    out, orders = Output.from_options(options), child_process.Orders.of_parent()
    found = estimate_training(spec, lambda: orders.stop)
    if found is None:
        out.stopped("stopped before anything was measured")
        return 128 + signal.SIGTERM
    values = {name: getattr(found, name) for name in ("prepared", "update", "updates", "seconds", "parameters")}
    out.result(estimate_words(found), **values)
    return 0


def estimate_words(found: Estimate) -> str:
    """For example "about 2 min at most: 5,000 updates of 24 ms each; 210 k parameters"."""
    long, each = fmt_duration(found.seconds), fmt_time(found.update)
    size = f"{fmt_count(found.parameters)} parameters"
    if found.in_time:
        return f"about {long} at most: {counted(found.updates, 'update')} of {each} each; {size}"
    made = f"{found.updates_in_limit:,} of {found.updates:,}" if found.updates else f"{found.updates_in_limit:,}"
    return f"{long}, enough for about {made} updates of {each} each; {size}"


def show_training(out: Output, event: TrainEvent) -> None:
    values = {name: value for name, value in event.values().items() if name != "message"}
    if event.kind == "step":
        speed = f"update {event.step:,}  loss {event.loss:.3f}  {event.tokens_per_second:,.0f} tokens/s"
        out.progress(event.fraction, speed, event.remaining, values)
    elif event.kind == "valid":
        share = f"{fmt_percent(event.token_accuracy, 1)} of tokens, {fmt_percent(event.exact, 1)} of sentences right"
        bleu = f", BLEU {event.bleu:.1f}" if event.bleu == event.bleu else ""
        out.note(f"update {event.step:,}: validation loss {event.valid_loss:.3f}, {share}{bleu}", values, prefix="")
    elif event.message or out.as_json:
        out.note(translated(event.message) or event.kind, values, prefix="")


def train_spec(options: argparse.Namespace) -> TrainSpec:
    """TrainSpec from the task's defaults, then the configuration file, then the options; Refused for unknown names."""
    config = read_json(Path(options.config), 1_000_000) if options.config else {}
    config = with_paths(config, partial(located, model=False)) if isinstance(config, dict) else config
    if not isinstance(config, dict) or not isinstance(config.get("model", {}), dict):
        raise Refused(
            "E-TRAIN-TYPE", f"{options.config} is not a JSON object of settings with an object 'model' inside"
        )
    names = ("data", "valid", "steps", "epochs", "minutes", "task", "device", "teachers")
    given = {name: getattr(options, name) for name in names}
    given["stop_at"] = None if options.until is None else options.until / 100
    chosen = {name: value for name, value in given.items() if value is not None}
    for name, value in assignments(options.set).items():
        _assign(chosen, name, value)
    settings: dict[str, Any] = config | chosen
    if "model" in settings:
        settings["model"] = config.get("model", {}) | chosen.get("model", {})
    if chosen.get("epochs") and not chosen.get("steps"):
        settings["steps"] = 0  # in place of the file's own
    if settings.get("epochs"):
        settings = {"steps": 0} | settings  # in place of a task's own
    texts = settings.get("data") or settings.get("valid")
    if settings.get("task"):
        width = settings.get("model", {}).get("d_model", 0)
        settings = toy_settings(str(settings["task"]), width if type(width) is int else 0) | settings
    settings["out"] = options.out
    spec = TrainSpec.from_json(settings)
    if spec.task and texts:
        raise Refused("E-ARGS", "a task generates its own texts: give either --task, or --data and --valid")
    return spec


def _assign(settings: dict[str, Any], name: str, value: Any) -> None:
    """Sets a setting by its name, or with model.NAME one of the model."""
    home, _, inner = name.rpartition(".")
    if home not in ("", "model") or name == "model":
        raise Refused("E-TRAIN-UNKNOWN", f"unknown setting {name!r}; settings of the model are model.NAME")
    if home:
        settings["model"] = {**settings.get("model", {}), inner: value}
    else:
        settings[name] = value
