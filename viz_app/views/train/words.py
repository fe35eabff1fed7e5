"""The view Train in words. Layers and heads count from 1 in words."""

from __future__ import annotations

import math

from model_core.analysis.heads import head_measures
from model_core.record.training_log import ENDS, TrainEvent, without_command
from model_core.record.training_now import TrainingEstimate
from viz_app.data.number_format import fmt_bytes, fmt_duration, fmt_time
from viz_app.data.vocabulary import layers_words
from viz_app.data.words.measures import measure_about, measure_name
from viz_app.document.trainings.training_choice import (
    DROPOUT,
    EPOCHS,
    HIGH_RATE,
    RIGHT,
    RUINOUS_RATE,
    SMOOTHING,
    UPDATES,
    TrainingChoice,
)
from viz_app.system.child_job import Outcome
from viz_app.system.job_events import JobEvent, NoteEvent, ProgressEvent
from viz_app.system.language import as_sentence, capitalised, counted, tr, translated
from viz_app.views.train.content import TrainContent

SWITCHES = {
    "no_positions": (tr("No positions"), tr(
        "Without positions the order of words is invisible: sort can still be learned, copy and reverse cannot.")),
    "no_mask": (tr("No mask"), tr(
        "Without the mask the decoder reads the word it has to write: the loss falls at once, and what it writes on "
        "its own is wrong.")),
    "post_norm": (tr("Post-norm, no warm-up"), tr(
        "Norms after each sub-layer, as in the first Transformer, but the full learning rate at once, without its "
        "warm-up: training may stall or diverge.")),
    "smoothing": (tr("Label smoothing"), tr(
        "{share:g} of the probability is spread evenly over the whole vocabulary: no answer is ever certain, and the "
        "loss cannot reach 0.", share=SMOOTHING)),
    "dropout": (tr("Dropout"), tr(
        "{share:.0f} % of the units are set to 0 at each update: heads share the work and learn more slowly.",
        share=100 * DROPOUT)),
}  # fmt: skip
"""Switch -> its word and what it does."""
OF_SHAPE = {"no_positions", "post_norm"}
"""Switches that a loaded model has settled."""
ONE_HEAD = tr("One head must do in one map what four heads can share.")
HIGH_RATE_WORDS = tr("With such a high learning rate the weights jump back and forth, and nothing is learned.")
RUINOUS_RATE_WORDS = tr(
    "With such a learning rate the loss becomes NaN after a few updates: training stops, and its last good snapshot "
    "is kept."
)
MEASURES = {
    "gold": (
        tr("right word"),
        tr("Weight of a cross head on the source word of the next token, which the task knows."),
    ),
    **{one.name: (measure_name(one.name), f"{capitalised(measure_about(one))}.") for one in head_measures.MEASURES},
}
"""Measure of a head -> its word and what it says."""
STATES = {
    "empty": tr("not started"),
    "starting": tr("starting"),
    "running": tr("training", "is being trained"),
    "stopped": tr("stopped"),
    "failed": tr("failed"),
    "paused": tr("paused"),
    "done": tr("done"),
    "quiet": tr("stopped without a message"),
}
STARTING = tr("Starting its process: the first snapshot arrives within seconds.")
WAITING = tr("Curves and maps appear here with the first snapshot.")
SLIDER = tr("Moves through training: the whole window shows that snapshot.")
OF_EACH = {
    "encoder": tr("of each encoder head"),
    "decoder": tr("of each decoder head"),
    "cross": tr("of each cross head"),
}
QUIET = tr(
    "Nothing has been written for a while: its process may be gone. What is there is kept; “Resume” continues it."
)


def effect_words(choice: TrainingChoice) -> str:
    """What the options that are on do."""
    there = SWITCHES.keys() - OF_SHAPE if choice.go_on else SWITCHES.keys()
    on = [about for name, (_, about) in SWITCHES.items() if name in there and getattr(choice, name)]
    on += [ONE_HEAD] if choice.heads == 1 and not choice.go_on else []
    if choice.rate >= HIGH_RATE:
        on.append(RUINOUS_RATE_WORDS if choice.rate >= RUINOUS_RATE else HIGH_RATE_WORDS)
    if choice.go_on:
        return " ".join([tr("The loaded model continues to learn, in its own shape and with its own vocabulary."), *on])
    return " ".join(on) or tr("A plain Transformer: pre-norm, sinusoidal positions, masked decoder.")


def end_words(choice: TrainingChoice, estimate: TrainingEstimate | None = None) -> str:
    """When it ends, and how long that takes here."""
    updates = counted(choice.updates, tr("update"), tr("updates"))
    epochs = counted(choice.epochs, tr("epoch"), tr("epochs"))
    values = {"right": choice.right, "minutes": choice.minutes}
    if choice.until in (UPDATES, EPOCHS):
        length = updates if choice.until == UPDATES else epochs
        until = tr("Ends after {length}, or {minutes} min.", length=length, **values)
    elif choice.is_file:
        until = tr(
            "Ends once {right} % of unseen sentences are right, or after {epochs} or {minutes} min.",
            epochs=epochs,
            **values,
        )
    else:
        until = tr("Ends once {right} % of unseen sentences are right, or after {minutes} min.", **values)
    return f"{until} {estimate_words(choice, estimate)}"


def estimate_words(choice: TrainingChoice, estimate: TrainingEstimate | None) -> str:
    """How long it takes here at most."""
    if estimate is None:
        return tr("Measuring how long this takes on this machine.")
    if estimate.problem:
        return f"{capitalised(estimate.problem)}."
    values = {"time": fmt_duration(estimate.seconds), "updates": estimate.updates, "each": fmt_time(estimate.update)}
    if estimate.updates * estimate.update > 60 * choice.minutes:
        made = int(float(f"{60 * choice.minutes / estimate.update:.1e}"))
        return tr("On this machine, about {made:,} of {updates:,} updates, {each} each.", made=made, **values)
    if choice.until == RIGHT:
        return tr("At most about {time} on this machine: {updates:,} updates, {each} each.", **values)
    return tr("About {time} on this machine: {updates:,} updates, {each} each.", **values)


def update(step: int) -> str:
    """For example "update 1,200"."""
    return tr("update {step:,}", step=step)


def shape_words(content: TrainContent) -> str:
    """For example "2+2 layers, 4 heads, width 64", with settings that differ from the defaults."""
    about = content.now.about
    if about is None:
        return ""
    words = []
    model = about.about.get("shape", about.settings.get("model", {}))
    if isinstance(model, dict) and {"encoder_layers", "decoder_layers", "heads", "d_model"} <= set(model):
        words.append(layers_words(model["encoder_layers"], model["decoder_layers"]))
        words += [counted(model["heads"], tr("head"), tr("heads")), tr("width {width}", width=model["d_model"])]
        words += [tr("no positions")] if model.get("positions") == "none" else []
        words += [tr("post-norm")] if model.get("norm_place") == "post" else []
    words += [tr("no mask in training")] if about.settings.get("causal") is False else []
    return ", ".join(words)


def state_words(content: TrainContent) -> str:
    """What it is doing, and how fast."""
    now, last = content.now, content.last
    words = [STATES["failed" if now.state == "quiet" and now.job.words else now.state]]
    if last is not None:
        words.append(update(last.step))
    if now.places and now.state != "running":
        size = fmt_bytes(sum(place.bytes for place in now.places))
        words.append(tr("{count} snapshots, {size}", count=len(now.places), size=size))
    if now.state == "running":
        speed, rate, left = (content.latest(name) for name in ("tokens_per_second", "rate", "remaining"))
        words += [tr("at most about {time} left", time=fmt_duration(left))] if math.isfinite(left) else []
        words += [tr("{speed:,.0f} tokens/s", speed=speed)] if math.isfinite(speed) else []
        if math.isfinite(rate):
            words.append(tr("learning rate {rate}", rate=f"{rate:.1e}".replace("e-0", "e\u2212")))
    return " · ".join(words)


def trouble(content: TrainContent) -> str:
    """What is wrong, or how it ended, in a sentence; "" if there is nothing to say."""
    now = content.now
    if now.problem or now.job.words:
        return now.problem or now.job.words
    if now.state == "quiet":
        return QUIET
    return _as_sentence(now.events[-1]) if now.state in ENDS and now.events[-1].message else ""


def _as_sentence(event: TrainEvent) -> str:
    reached = without_command(event.message)
    message = translated(reached)
    more = " " + tr("“Resume” does as much again.") if reached != event.message else ""
    return f"{capitalised(message)}{more}"


def bound_words(content: TrainContent) -> str:
    """The maximum number of snapshots kept."""
    settings = content.now.about.settings if content.now.about is not None else {}
    most, megabytes = settings.get("snapshots"), settings.get("snapshot_megabytes")
    if not isinstance(most, int) or not isinstance(megabytes, int | float):
        return ""
    return tr("At most {most} snapshots are kept, {megabytes:g} MB in all.", most=most, megabytes=megabytes)


def seen_words(content: TrainContent) -> str:
    if content.place is None:
        return tr("No snapshot yet.")
    shown, newest = tr("shown: update {step:,}", step=content.step), tr("newest: update {step:,}", step=content.step)
    return shown if content.chosen else newest


def explained(content: TrainContent, usual: str) -> str:
    """The sentence under the heading."""
    if content.place is None:
        return STARTING if content.now.job.doing else usual
    shape = shape_words(content)
    before = f"{shape}. " if shape else ""
    how = tr("Drag the handle or click a map: the whole window goes there; the keys “,” and “.” step through it.")
    there = tr(
        "The window shows the model at update {step:,}; the keys “,” and “.” step through it.", step=content.step
    )
    return f"{before}{there if content.chosen else how}"


def source_words(content: TrainContent) -> str:
    """Which sentence is read, "" before that is known."""
    return sentence_words(content.now.source, content.now.own) if content.now.source else ""


def chosen_sentence(choice: TrainingChoice, typed: str) -> str:
    """Which sentence the next training reads, and why if it is not the typed one."""
    source, own = choice.sentence(typed)
    read = sentence_words(source, own)
    if own or not typed.strip():
        return read
    return tr("{example}: the task cannot read “{text}”", example=read, text=typed)


def sentence_words(source: str, own: bool) -> str:
    """A sentence, and whether it is the user's `own`."""
    return tr("Your text: {text}", text=source) if own else tr("{text} (the task’s own example)", text=source)


# ---- of the process that trains

BUSY = tr("A training is running or paused: stop it first.")
ADVICE = {
    "E-TRAIN-DIVERGED": tr("The last good snapshot is kept."),
    "E-FILE-WRITE": tr("Make the folder writable and press “Resume”: training resumes from the last save."),
    "E-SAVE-FULL": tr("Free some space and press “Resume”: training resumes from the last save."),
}
"""Code of a refusal -> what to do."""


def step_words(event: JobEvent) -> str:
    """How far a training is."""
    step = event.values.get("step") if isinstance(event, ProgressEvent | NoteEvent) else None
    return tr("update {step:,}", step=step) if isinstance(step, int) else ""


def outcome_words(outcome: Outcome) -> str:
    """Why a training ended before its time, in a sentence; "" where it came to its end or was stopped."""
    refusal = outcome.refusal
    if outcome.status == 0 or (refusal is not None and refusal.code == "E-STOPPED"):
        return ""
    if refusal is None:
        return tr("Training was lost: {reason}. “Resume” continues from the last save.", reason=outcome.description)
    return f"{as_sentence(refusal.message)}. {ADVICE.get(refusal.code, '')}".strip()
