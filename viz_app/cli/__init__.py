"""The command line: one parser with a subcommand for each task; bad input ends with one clear line and exit code 2.

Nothing of torch or Qt is imported here: each subcommand loads only what it needs (`viz_app.cli.compute`), and so does
the code that reads its options. Exit codes: 0 success, 1 internal error or failed proof, 2 bad input, 130 stopped by
Ctrl+C, 141 output closed by its reader.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from model_core.errors import Refused
from model_core.io.child_process import SETTINGS
from viz_app.cli import complaints
from viz_app.cli.arguments import (
    MODEL,
    TASKS,
    OptionOfWindow,
    Parser,
    VersionAction,
    Words,
    add_device,
    add_events,
    add_look,
    add_model,
    add_views,
    count,
    number,
    opening,
    percent,
    place,
    positive,
    share,
    size,
    table,
    whole_number,
    work_folder,
)
from viz_app.cli.model_options import add_average, add_import, add_new, add_prune
from viz_app.cli.streams import OutputLost, ready_streams
from viz_app.system.interrupts import Interrupts, ending_cleanly
from viz_app.system.language import LANGUAGES
from viz_app.system.settings import choose_language

Complain = Callable[..., int]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand ("" = the window) and returns its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    ready_streams()
    debug = "--debug" in arguments or bool(os.environ.get("HEADSCOPE_DEBUG"))
    complain = partial(complaints.complain, debug=debug, as_json="--json" in arguments)
    try:
        try:
            return _answer(arguments, complain, debug)
        finally:
            sys.stdout.flush()  # also of --help, which ends by SystemExit
    except OutputLost as lost:
        if isinstance(lost.error, BrokenPipeError):  # the reader has closed its end (`| head`)
            return 141
        return complain(_file_refusal(lost.error), 2, as_json=False)


def _answer(arguments: list[str], complain: Complain, debug: bool) -> int:
    """Runs the command and returns the exit code; every exception is reported. Raises OutputLost."""
    try:
        options = _read(opening([a for a in arguments if a != "--debug"], _NAMES))
        word = options.word or "gui"
        for place, (name, value) in vars(options).get("of_window", {}).items():
            if word != "gui" and vars(options)[place] != value:
                raise Refused("E-ARGS", f"write {name} after {word}: before it, it is an option of the window")
        choose_language(vars(options).get("language"), word == "gui")
        _settle_threads(word)
        with Interrupts() if word == "gui" else ending_cleanly() as options.interrupts, claim(word, options):
            return _call(word, options)
    except Refused as error:
        return complain(error, 2)
    except OutputLost:
        raise
    except KeyboardInterrupt:
        return complain(Refused("E-STOPPED", "stopped"), 130, coded=False)
    except OSError as error:
        return complain(refused := _file_refusal(error), 2, coded=refused.code != "E-FILE")
    except Exception as error:
        if isinstance(error, ImportError) and (missing := complaints.refusal_of_import(error)):
            return complain(missing, 2)
        words = f"internal error: {type(error).__name__}: {error}{complaints.write_traceback(debug)}"
        return complain(Refused("E-INSIDE", words), 1, coded=False)


def _file_refusal(error: OSError) -> Refused:
    from model_core.io.safe_files import file_refusal

    return file_refusal(error)


def _read(arguments: list[str]) -> argparse.Namespace:
    """The parsed options. The window's own options have a parser of their own: building that of all subcommands takes
    longer than painting the window's first frame. Arguments it does not know go to the full parser, which reports them
    or prints help. Raises Refused."""
    asked = {word.partition("=")[0] for word in arguments}
    if not asked & (_NAMES | {"-h", "--help"}):
        window = parser(window_only=True)
        try:
            return window.parse_args(arguments)
        except Refused:
            if any(one.startswith("-") and not window.knows(one) for one in arguments):
                raise
    return parser().parse_args(arguments)


def _settle_threads(word: str) -> None:
    """Leaves one core to other programs unless the user has set the number of threads; torch reads it when loaded. With
    all cores every step waits for the slowest thread: beside one busy program that was ten times slower."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if word not in ("gui", "train"):
        os.environ.setdefault("OMP_NUM_THREADS", str(max(1, min(4, cores - 1))))


def _call(name: str, options: argparse.Namespace) -> int:
    """Calls the function of a subcommand, loading what it needs."""
    home, function = ("window", "gui") if name == "gui" else _WORDS[name][1].split(":")
    return int(getattr(import_module(f"viz_app.cli.{home}"), function)(options))


def parser(*, window_only: bool = False) -> Parser:
    """The whole command line, or what it is without a word."""
    about = "See a Transformer think. Without a command, opens the window."
    top = Parser("headscope", description=about, allow_abbrev=False)
    top.add_argument("--version", action=VersionAction, nargs=0, help="show the version and exit")
    top.add_argument("--debug", action="store_true", help="show tracebacks")
    _window_options(top, action=OptionOfWindow)
    if window_only:
        top.set_defaults(word=None)
        return top
    words = top.add_subparsers(dest="word", metavar="WORD", parser_class=Parser, action=Words)
    _window_options(words.add_parser("gui", help="open the window (the default)"), default=argparse.SUPPRESS)
    for add, _ in _WORDS.values():
        add(words)
    return top


def _window_options(parser: argparse.ArgumentParser, **default: Any) -> None:
    """Options of the window; `default` keeps those of the word from hiding the ones before it."""
    parser.add_argument("--model", metavar="DIR", help=MODEL, **default)
    parser.add_argument("--open", metavar="PATH", help=argparse.SUPPRESS, **default)
    parser.add_argument("--source", metavar="TEXT", help="source text to start with", **default)
    parser.add_argument("--survey", metavar="DIR", help="survey result to open", **default)
    parser.add_argument("--theme", choices=("light", "dark", "contrast", "system"), **default)
    parser.add_argument("--language", choices=("system", *LANGUAGES), help="language of the window", **default)
    parser.add_argument("--text-size", type=percent, metavar="PERCENT", help="text size, 100 to 200", **default)


def _texts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", metavar="TEXT", action="append", help="source line (repeatable)")
    parser.add_argument("--target", metavar="TEXT", action="append", help="target line for teacher forcing")
    parser.add_argument("--begin", metavar="TEXT", default="", help="beginning of the target for the model to continue")
    parser.add_argument("--as-typed", action="store_true", help="read capitals and misspellings as typed")
    parser.add_argument("--ids", action="store_true", help="the texts are token ids, read exactly as given")
    words = "the whole state, as stored in an exported picture or table, in place of the other options that it covers"
    parser.add_argument("--state", metavar="JSON", help=words)
    parser.add_argument("--edits", metavar="JSON", help='edits to the model, such as {"masks": {"future": false}}')
    add_model(parser)
    _decoding(parser)


def _decoding(parser: argparse.ArgumentParser, default: str = "greedy") -> None:
    from model_core.record.edits import METHODS, Decoding
    from model_core.schema import describe

    parser.set_defaults(usual=default)
    parser.add_argument("--decoding", choices=METHODS, help=f"how the next token is chosen (default {default})")
    for name, info in describe(Decoding).items():
        if info.range is not None:
            kind, letter = (whole_number, "N") if info.hint is int else (number, "X")
            parser.add_argument(f"--{name.replace('_', '-')}", type=kind, metavar=letter, help=info.meaning)
    early = "beams: stop once as many texts have ended as there are beams (Hugging Face: early_stopping=True)"
    parser.add_argument("--early-stopping", action=argparse.BooleanOptionalAction, help=early)


def _render(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("render", help="draw the window or a view as a picture, without a display")
    add_views(word)
    word.add_argument("--map-only", action="store_true", help="only the view's map, without heading and controls")
    _texts(word)
    word.add_argument("--survey", metavar="DIR", help="survey result, for the view survey")
    word.add_argument("--training", metavar="DIR", help="training folder, for the view train")
    word.add_argument("--against", metavar="TEXT", help="for compare, run A: the same run with another source text")
    word.add_argument("--against-state", metavar="JSON", help="for compare, run A: the state of an exported picture")
    add_look(word)
    word.add_argument("--each", choices=("layer", "head", "step", "sentence"), help="one picture each: FILE-head-1 …")
    word.add_argument("--theme", choices=("light", "dark", "contrast"))
    word.add_argument("--language", choices=tuple(LANGUAGES), help="language of the picture (default en)")
    word.add_argument("--text-size", type=percent, metavar="PERCENT", help="text size, 100 to 200")
    word.add_argument("--size", type=size, default=(1440, 900), metavar="1440x900", help="width and height in pixels")
    word.add_argument("--scale", type=number, default=1.0, metavar="1|2", help="scale of a PNG, 0.5 to 4")
    kinds = "picture to write: .png, .svg, .pdf, or .gif (the steps one after the other, or what --each says)"
    word.add_argument("--out", type=place, required=True, metavar="FILE", help=kinds)
    add_events(word)


def _trace(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("trace", help="save every array of a run under its hook name, or the run as a page")
    _texts(word)
    word.add_argument("--language", choices=tuple(LANGUAGES), help="language of the page (default en)")
    word.add_argument("--out", type=place, required=True, metavar="FILE.npz|html", help="arrays, or a web page")


def _translate(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("translate", help="translate text, one translation per line")
    add_model(word)
    add_device(word)
    _decoding(word, "beam")
    word.add_argument("--as-typed", action="store_true", help="read capitals and misspellings as typed")
    word.add_argument("--batch", type=count, default=32, metavar="N", help="lines computed at once (default 32)")
    word.add_argument("file", nargs="?", default="-", metavar="FILE", help="UTF-8 text (default: standard input)")


def _evaluate(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("evaluate", help="BLEU and chrF with their sacreBLEU signatures")
    add_model(word)
    add_device(word)
    word.add_argument("--data", metavar="FILE.tsv", help="source<TAB>target lines")
    hurried = ("--hurried", "--lowercase-no-punct")
    word.add_argument(*hurried, action="store_true", help="with the sources in lower case, without punctuation")
    word.add_argument("--typed", action="store_true", help="also with capitals and typos, by length; names, numbers")
    rare = "with --typed: also by how often the rarest source word occurs in this training data"
    word.add_argument("--trained-on", metavar="FILE.tsv", help=rare)
    word.add_argument("--homemade", action="store_true", help="evaluate on the rule-based English-Spanish pairs")
    links = "manual word alignments, or just links (0-0 1-2) for the lines of --data: alignment error rate of the heads"
    word.add_argument("--alignments", metavar="FILE", help=links)
    word.add_argument("--each-head", action="store_true", help="with --alignments: for every cross-attention head")
    add_events(word)


def _survey(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("survey", help="average patterns and measures of all heads; resumes where it was stopped")
    add_model(word)
    add_device(word)
    word.add_argument("--data", action="append", required=True, metavar="FILE.tsv", help="source<TAB>target lines")
    word.add_argument("--out", type=work_folder, required=True, metavar="DIR", help="folder for the result")
    word.add_argument("--limit", type=whole_number, default=0, metavar="N", help="maximum number of sentences, 0 = all")
    word.add_argument("--free", action="store_true", help="let the model write the targets; lines need no target")
    add_events(word)


def _sweep(words: argparse._SubParsersAction) -> None:
    from model_core.record.edits import REPLACEMENTS

    word = words.add_parser("sweep", help="every head's effect on each sentence, as a table; resumes where it stopped")
    add_model(word)
    add_device(word)
    word.add_argument("--source", metavar="TEXT", action="append", help="a sentence (repeatable)")
    word.add_argument("--data", metavar="FILE", action="append", help="one sentence per line, or a TSV's first column")
    word.add_argument("--out", type=table, required=True, metavar="FILE.csv|npz", help="the table")
    word.add_argument("--limit", type=whole_number, default=0, metavar="N", help="maximum number of sentences, 0 = all")
    parts = "what to switch off, separated by commas: heads, feed-forwards, source"
    word.add_argument("--parts", default="heads", metavar="NAMES", help=parts)
    instead = "what replaces a head's output; mean needs --survey"
    word.add_argument("--instead", choices=REPLACEMENTS, default="zero", help=instead)
    word.add_argument("--survey", metavar="DIR", help="survey result, for --instead mean")
    word.add_argument("--edits", metavar="JSON", help="additional edits to the model, as for render")
    add_events(word)


def _train(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("train", help="train a model; resumes where it was stopped; runs under torchrun")
    add_device(word)
    word.add_argument(
        "--out", type=work_folder, required=True, metavar="DIR", help="folder for the training and its model"
    )
    word.add_argument("--data", action="append", metavar="FILE.tsv", help="source<TAB>target lines (repeatable)")
    word.add_argument("--valid", metavar="FILE.tsv", help="pairs for validation (default: some of --data)")
    word.add_argument("--task", choices=TASKS, help="a toy task instead of files")
    teacher = "a model whose probabilities are learned as well (repeatable); --set soft=0.5 says how much they count"
    word.add_argument("--teacher", dest="teachers", action="append", metavar="DIR", help=teacher)
    word.add_argument("--config", metavar="FILE.json", help="settings by name; --set takes precedence")
    word.add_argument("--epochs", type=positive, metavar="N", help="passes over the data")
    steps = "number of weight updates; takes precedence over --epochs"
    word.add_argument("--updates", "--steps", dest="steps", type=count, metavar="N", help=steps)
    word.add_argument("--until", type=share, metavar="PERCENT", help="stop once so many validation texts are right")
    word.add_argument("--minutes", type=number, metavar="M", help="maximum training time")
    about = "a setting, such as rate=1e-3 or, for the model, model.heads=1"
    word.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help=about)
    word.add_argument("--estimate", action="store_true", help="only estimate the training time, from a few updates")
    add_events(word)


def _distil(words: argparse._SubParsersAction) -> None:
    what = "more training pairs: a model's own translations, selected by closeness to the references"
    word = words.add_parser("distil", help=what)
    several = f"{MODEL}; repeat it to average several models' probabilities"
    word.add_argument("--model", metavar="DIR", action="append", help=several)
    add_device(word)
    word.add_argument("--data", action="append", required=True, metavar="FILE.tsv", help="source<TAB>target lines")
    new = "file for the new pairs; resumes where it was stopped"
    word.add_argument("--out", type=table, required=True, metavar="FILE.tsv", help=new)
    barred = "a file whose sources are left out, such as a test set"
    word.add_argument("--without", action="append", metavar="FILE.tsv", help=barred)
    word.add_argument("--turned", action="store_true", help="the model reads the second column and writes the first")
    word.add_argument("--limit", type=whole_number, metavar="N", help="maximum number of sources, drawn at random")
    word.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting: candidates=3")
    add_events(word)


def _check(words: argparse._SubParsersAction) -> None:
    what = "prove that the numbers are right: equal to torch.nn.Transformer, causality, padding, cache"
    word = words.add_parser("check", help=what)
    add_model(word)
    add_events(word)


def _models(words: argparse._SubParsersAction) -> None:
    words.add_parser("models", help="list the bundled models")


def _lesson(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("lesson", help="answer each question of a lesson with its model, before the class does")
    word.add_argument("file", metavar="LESSON", help="a lesson file, or the name of a bundled lesson")
    add_model(word)
    word.add_argument("--write", action="store_true", help="save these answers in the file")
    word.add_argument("--slides", metavar="FILE.pdf", help="slides: a page for each scene and one for each answer")
    word.add_argument("--language", default="en", metavar="en", help="language of the slides")
    add_events(word)


SHARED = ("train", "survey", "sweep")
"""Words whose work the processes of torchrun share."""


def claim(word: str, options: argparse.Namespace) -> AbstractContextManager[None]:
    """Locks the output of subcommands that write it piece by piece and can resume it; under torchrun the first process
    locks for all."""
    grows = word in (*SHARED, "distil") and not vars(options).get("estimate")
    if not grows or (word in SHARED and os.environ.get("RANK", "0") != "0"):
        return nullcontext()
    from model_core.io.one_writer import only_writer

    return only_writer(Path(options.out))


_WORDS: dict[str, tuple[Callable[[argparse._SubParsersAction], None], str]] = {
    "render": (_render, "window:render"), "trace": (_trace, "compute:trace"),
    "translate": (_translate, "compute:translate"), "train": (_train, "training:train"),
    "distil": (_distil, "models:distil"), "evaluate": (_evaluate, "compute:evaluate"),
    "survey": (_survey, "compute:survey"), "sweep": (_sweep, "sweep:sweep"), "check": (_check, "compute:check"),
    "models": (_models, "compute:models"), "import": (add_import, "models:import_model"),
    "new": (add_new, "models:new_model"), "prune": (add_prune, "models:prune_model"),
    "average": (add_average, "models:average_models"), "lesson": (_lesson, "lesson:lesson"),
}  # fmt: skip
"""Word -> what adds its options, and where in viz_app.cli its function is; the window's left out."""
_NAMES = {"gui", *_WORDS}
