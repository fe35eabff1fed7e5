"""The words of the command line that compute: trace, translate, evaluate, train, check, models. No Qt."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model_core.failure import Refused
from model_core.spec import RunSpec, TrainSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from model_core.train import TrainEvent

STOPPED = 130


def run_of(options: argparse.Namespace) -> RunSpec:
    """The run that --source, --target, --begin and --model describe. Text that is no text is shown as U+FFFD."""
    target = tuple(options.target) if options.target is not None else None
    return RunSpec(options.model, tuple(options.source), target=target, opening=options.begin)


def trace(options: argparse.Namespace) -> int:
    """Write every array of a run under its hook name, with the tokens, and print the path."""
    from model_core.archive import save_npz
    from model_core.engine import Engine

    found = Engine().trace(run_of(options))
    save_npz(found, Path(options.out))
    _notes(found.notices)
    print(options.out)
    return 0


def translate(options: argparse.Namespace) -> int:
    """One translation a line, in the order of the lines."""
    from model_core.checkpoint import load_model
    from model_core.evaluate import translate as translated

    model, vocab = load_model(options.model)
    lines = _lines(options.file)
    texts = dict.fromkeys(range(len(lines)), "")
    cut = 0
    for index, text, shortened in translated(model, vocab, lines, options.batch):
        texts[index] = text
        cut += shortened
    if cut:
        _notes([f"{cut} lines were longer than {model.spec.max_positions - 1} tokens; their beginning was translated"])
    for text in texts.values():
        sys.stdout.write(text.replace("\n", " ") + "\n")
    sys.stdout.flush()
    return 0


def _lines(name: str) -> list[str]:
    """Lines of a text file, or of standard input for "-"."""
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    return [line.rstrip("\r") for line in text.removesuffix("\n").split("\n")] if text else []


def evaluate(options: argparse.Namespace) -> int:
    """Scores with their signatures, one a line."""
    from model_core.alignment import read_gold
    from model_core.checkpoint import load_model
    from model_core.engine import Engine
    from model_core.evaluate import Score, alignment_scores, translation_scores

    if not options.data and not options.alignments:
        raise Refused("E-ARGS", "evaluate needs --data FILE.tsv, --alignments FILE.tsv or both")
    model, vocab = load_model(options.model)
    scores: list[Score] = []
    if options.data:
        scores += translation_scores(model, vocab, Path(options.data))
    if options.data and options.hurried:
        hurried = translation_scores(model, vocab, Path(options.data), hurried=True)
        scores += [replace(score, name=f"{score.name}, lower case without punctuation") for score in hurried]
    if options.alignments:
        gold = read_gold(options.alignments)
        _notes(gold.malformed[:3])
        for words_only in (False, True):
            scores += alignment_scores(Engine(), options.model, gold, words_only)
    for score in scores:
        print(f"{score.value:6.2f}  {score.name}  ({score.signature})")
    return 0


def check(options: argparse.Namespace) -> int:
    """The proofs as a table; 0 when all hold, 1 otherwise."""
    from model_core.check import prove
    from model_core.checkpoint import load_model

    model, _ = load_model(options.model)
    failed = 0
    for proof in prove(model):
        failed += not proof.passed
        verdict = "holds" if proof.passed else "FAILS"
        figures = f"worst {proof.worst:9.2e}  bound {proof.bound:7.0e}"
        print(f"{verdict}  {proof.name:40}  {proof.compared:64}  {figures}", flush=True)
    print("every proof holds" if not failed else f"{failed} proofs fail")
    return 1 if failed else 0


def models(options: argparse.Namespace) -> int:
    """The bundled models, one a line."""
    from model_core.describe import bundled_models

    for info in bundled_models():
        spec = info.spec
        shape = f"{spec.encoder_layers}+{spec.decoder_layers} layers, {spec.heads} heads"
        print(f"{info.folder or '(default)':12}  {info.name:20}  {shape}, {info.parameters:,} parameters")
    return 0


# ---------------------------------------------------------------- training


def train(options: argparse.Namespace) -> int:
    """Train, with a progress bar on stderr; Ctrl+C saves and says how to go on."""
    from model_core.train import train as training

    spec = train_spec(options)
    bar = _Bar(sys.stderr.isatty())
    last = None
    with _interruptible() as stop:
        for event in training(spec, stop):
            bar.show(event)
            last = event
    bar.end()
    if last is not None and last.kind == "stopped":
        print(f"stopped at step {last.step:,}; the same command goes on from there", file=sys.stderr)
        return STOPPED
    print(options.out)
    return 0


def train_spec(options: argparse.Namespace) -> TrainSpec:
    """TrainSpec from the task's defaults, then the configuration file, then the options; Refused for unknown names."""
    from model_core.limits import read_json

    settings: dict[str, Any] = {}
    if options.task:
        from model_core.lessons import TOY_SETTINGS

        settings |= TOY_SETTINGS
    if options.config:
        config = read_json(Path(options.config), 1_000_000)
        if not isinstance(config, dict):
            raise Refused("E-TRAIN-TYPE", f"{options.config} is no object of settings")
        settings |= config
    given = {name: getattr(options, name) for name in ("data", "valid", "minutes", "task")}
    settings |= {name: value for name, value in given.items() if value}
    for assignment in options.set:
        _assign(settings, assignment)
    settings["out"] = options.out
    unknown = sorted(set(settings) - {f.name for f in fields(TrainSpec)})
    if unknown:
        raise Refused("E-TRAIN-UNKNOWN", f"unknown setting {unknown[0]!r}")
    settings["data"] = tuple(settings.get("data", ()))
    return TrainSpec(**settings).checked()


def _assign(settings: dict[str, Any], assignment: str) -> None:
    """Put NAME=VALUE (or model.NAME=VALUE) into the settings; values are JSON, else texts."""
    name, equals, text = assignment.partition("=")
    if not equals or not name:
        raise Refused("E-ARGS", f"--set {assignment!r}: NAME=VALUE is needed")
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    home, _, inner = name.rpartition(".")
    if home and home != "model":
        raise Refused("E-TRAIN-UNKNOWN", f"unknown setting {name!r}")
    if home:
        settings["model"] = {**settings.get("model", {}), inner: value}
    else:
        settings[name] = value


@contextmanager
def _interruptible() -> Iterator[Any]:
    """A function that says whether Ctrl+C was pressed; pressed twice, the program ends at once."""
    pressed: list[int] = []

    def note(number: int, _frame: Any) -> None:
        pressed.append(number)
        if len(pressed) > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


class _Bar:
    """Progress of a training: one line that is written over on a terminal, plain lines elsewhere."""

    WIDTH = 24

    def __init__(self, terminal: bool) -> None:
        self.terminal = terminal
        self.open = False
        self.next = 0.0

    def show(self, event: TrainEvent) -> None:
        """Tell of an event; elsewhere than on a terminal at most one step line per percent of the budget."""
        if event.kind == "step":
            if self.terminal:
                self._over(self._step(event))
            elif event.fraction >= self.next:
                self.next = event.fraction + 0.01
                self._line(self._step(event))
        elif event.kind == "valid":
            share = f"{event.token_accuracy:.1%} of tokens, {event.exact:.1%} of sentences right"
            self._line(f"step {event.step:,}: validation loss {event.valid_loss:.3f}, {share}")
        elif event.message:
            self._line(event.message)

    def _step(self, event: TrainEvent) -> str:
        done = round(event.fraction * self.WIDTH)
        bar = "█" * done + "░" * (self.WIDTH - done)
        left = f"{event.remaining / 60:.0f} min left" if event.remaining > 90 else f"{event.remaining:.0f} s left"
        return f"{bar} {event.fraction:4.0%}  loss {event.loss:.3f}  {event.tokens_per_second:,.0f} tokens/s  {left}"

    def _over(self, text: str) -> None:
        sys.stderr.write(f"\r\x1b[2K{text}")
        sys.stderr.flush()
        self.open = True

    def _line(self, text: str) -> None:
        self.end()
        print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line that is written over."""
        if self.open:
            sys.stderr.write("\n")
        self.open = False


def _notes(lines: Iterable[str]) -> None:
    """Quiet notes on stderr, one a line."""
    for line in lines:
        print(f"note: {line}", file=sys.stderr)
