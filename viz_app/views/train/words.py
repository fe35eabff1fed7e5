"""What the view Train says, in sentences. Layers and heads count from 1 in words."""

from __future__ import annotations

import math

from model_core.record.training_log import TrainEvent
from model_core.spec import ModelSpec
from viz_app.data.training_choice import DROPOUT, RIGHT, SMOOTHING, TrainingChoice
from viz_app.views.train.content import TrainContent

SWITCHES = {
    "no_positions": ("No positions", "Without positions the order of words is invisible: sort can still be learnt, copy"
                     " and reverse cannot."),
    "no_mask": ("No mask", "Without the mask the decoder reads the word that it is to write: the loss falls at once,"
                " and what it writes alone is wrong."),
    "post_norm": ("Post-norm, no warm-up", "Norms after each sub-layer and the full learning rate at once: as in the"
                  " first Transformers, training may stall or diverge."),
    "smoothing": ("Label smoothing", f"{SMOOTHING:g} of the probability goes to all other words: no answer is ever"
                  " certain, and the loss cannot reach 0."),
    "dropout": ("Dropout", f"{DROPOUT:.0%} of the units are set to 0 at each update: heads share their work, and learn"
                " more slowly."),
}  # fmt: skip
"""Switch -> its word and what it does."""
ONE_HEAD = "One head has to do in one map what four heads can divide among them."
STATES = {
    "empty": "not begun", "starting": "starting", "running": "training", "stopped": "stopped", "failed": "failed",
    "done": "done", "quiet": "stopped without a word",
}  # fmt: skip
QUIET = "Nothing has been written for a while: its process may be gone. What is there stays; “Go on” resumes it."


def effect_words(choice: TrainingChoice) -> str:
    """What the switches that are on do."""
    on = [about for name, (_, about) in SWITCHES.items() if getattr(choice, name)]
    on += [ONE_HEAD] if choice.heads == 1 and not choice.go_on else []
    return " ".join(on) or "A plain Transformer: pre-norm, sinusoidal positions, masked decoder."


def end_words(choice: TrainingChoice) -> str:
    """When it ends."""
    limit = f"{choice.minutes} minute{'s' if choice.minutes != 1 else ''} at most"
    if choice.until == RIGHT:
        return f"Ends once {choice.right} % of unseen sentences are right; {limit}."
    return f"Ends after {choice.updates:,} updates; {limit}."


def shape_words(content: TrainContent, spec: ModelSpec | None) -> str:
    """For example "Reverse digits · 2 + 2 layers · 4 heads · width 64"."""
    about = content.now.about
    if about is None:
        return ""
    words = [about.title]
    model = about.settings.get("model", {})
    if isinstance(model, dict) and {"encoder_layers", "decoder_layers", "heads", "d_model"} <= set(model):
        heads = model["heads"]
        words.append(f"{model['encoder_layers']} + {model['decoder_layers']} layers")
        words += [f"{heads} head{'s' if heads != 1 else ''}", f"width {model['d_model']}"]
    if spec is not None and content.chosen:
        words.append(f"{spec.parameters() / 1e6:.2g} M parameters")
    return " · ".join(words)


def state_words(content: TrainContent) -> str:
    """What it does now, and how fast."""
    now, last = content.now, content.last
    words = [STATES[now.state]]
    if last is not None:
        words.append(f"update {last.step:,}")
    if now.state == "running":
        speed, rate, left = (content.latest(name) for name in ("tokens_per_second", "rate", "remaining"))
        words += [f"{speed:,.0f} tokens/s"] if math.isfinite(speed) else []
        words += [f"learning rate {rate:.1e}"] if math.isfinite(rate) else []
        words += [f"about {time_words(left)} left at most"] if math.isfinite(left) else []
    return " · ".join(words)


def time_words(seconds: float) -> str:
    """For example "40 s", "3 min"."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def trouble(content: TrainContent) -> str:
    """What is wrong, or how it ended, in a sentence; "" where there is nothing to say."""
    now = content.now
    if now.problem or now.job.words:
        return now.problem or now.job.words
    if now.state == "quiet":
        return QUIET
    ended = [event for event in now.events if event.kind in ("failed", "stopped", "done") and event.message]
    return _begun(ended[-1]) if ended and now.state in ("failed", "stopped", "done") else ""


def _begun(event: TrainEvent) -> str:
    return f"{event.message[:1].upper()}{event.message[1:]}"


def seen_words(content: TrainContent) -> str:
    """What the slider says."""
    if content.place is None:
        return "No snapshot yet."
    if not content.chosen:
        return f"newest: update {content.step:,}"
    return f"seen now: update {content.step:,}"


def explained(content: TrainContent, usual: str) -> str:
    """The sentence under the heading."""
    if content.place is None:
        return usual
    if content.chosen:
        return f"The whole window shows this model after {content.step:,} updates. Keys , and . step through it."
    return "Drag the handle, or click a map: the whole window shows that snapshot. Keys , and . step through it."


def source_words(content: TrainContent) -> str:
    """Which sentence is read."""
    whose = "Your text" if content.now.own else "The task's example, as your text has other words"
    return f"{whose}: {content.now.source}"
