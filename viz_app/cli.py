"""The command line: one parser, one word each, and bad input as one clear line with exit code 2.

Nothing of torch or Qt is imported here: each word loads only what it needs (`viz_app.words`).
Exit codes: 0 well, 1 something inside failed (or a proof), 2 bad input, 130 stopped by Ctrl+C.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn

from model_core.failure import Refused
from model_core.version import version

Word = Callable[[argparse.Namespace], int]


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Raise Refused instead of printing the usage and leaving."""
        raise Refused("E-ARGS", f"{message}. See: headscope {self.prog.partition(' ')[2]} --help".replace("  ", " "))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one word of the command line ("" = the window) and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in arguments or bool(os.environ.get("HEADSCOPE_DEBUG"))
    try:
        options = parser().parse_args([a for a in arguments if a != "--debug"])
        return _word(options.word or "gui")(options)
    except Refused as error:
        return _complain(str(error), 2, debug)
    except BrokenPipeError:
        return _quiet()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _complain(f"{error.filename or 'file'}: {error.strerror or error}", 2, debug)
    except Exception as error:
        return _complain(f"something inside failed: {type(error).__name__}: {error} (--debug shows where)", 1, debug)


def _complain(line: str, code: int, debug: bool) -> int:
    """One line on stderr, after the traceback where it was asked for."""
    if debug:
        traceback.print_exc()
    print("headscope: " + " ".join(line.splitlines()).encode("utf-8", "replace").decode(), file=sys.stderr)
    return code


def _quiet() -> int:
    """Somebody closed our output (`| head`): nothing to say, and nothing to complain about at exit."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return 0


def _word(name: str) -> Word:
    """The function of a word, with what it needs."""
    home = "viz_app.words_window" if name in ("gui", "render") else "viz_app.words"
    found: Word = getattr(import_module(home), name)
    return found


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = _Parser("headscope", description="See a Transformer think. Without a word: the window.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"headscope {version()}")
    top.add_argument("--debug", action="store_true", help="show tracebacks")
    _window_options(top)
    words = top.add_subparsers(dest="word", metavar="WORD", parser_class=_Parser)
    _window_options(words.add_parser("gui", help="open the window (the same as no word)"))
    for add in (_render, _trace, _translate, _evaluate, _train, _check, _models):
        add(words)
    return top


def _window_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", metavar="DIR", help="model folder, or the name of a bundled model")
    parser.add_argument("--source", metavar="TEXT", help="source text to begin with")
    parser.add_argument("--theme", choices=("light", "dark", "contrast", "system"))
    parser.add_argument("--text-size", type=_percent, metavar="PERCENT", help="text size, 100 to 200")


def _texts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", metavar="TEXT", action="append", required=True, help="source line; may be repeated")
    parser.add_argument("--target", metavar="TEXT", action="append", help="target line to teacher-force")
    parser.add_argument("--begin", metavar="TEXT", default="", help="beginning that the model must continue")
    _model(parser)


def _model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", metavar="DIR", default="", help="model folder, or the name of a bundled model")


def _render(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("render", help="draw the window or a view into a picture, without a display")
    word.add_argument("--view", default="window", metavar="NAME", help="window, or a view's name")
    _texts(word)
    word.add_argument("--kind", choices=("encoder", "decoder", "cross"), help="which attention")
    for name, what in (("layer", "layer"), ("head", "head"), ("step", "decoding step"), ("sentence", "sentence")):
        word.add_argument(f"--{name}", type=_count, metavar="N", help=f"{what}, counted from 1")
    word.add_argument("--theme", default="light", choices=("light", "dark", "contrast"))
    word.add_argument("--text-size", type=_percent, default=1.0, metavar="PERCENT", help="text size, 100 to 200")
    word.add_argument("--size", type=_size, default=(1440, 900), metavar="1440x900")
    word.add_argument("--scale", type=float, default=1.0, metavar="1|2", help="pixels of a PNG per pixel, 0.5 to 4")
    word.add_argument("--out", required=True, metavar="FILE", help="picture to write: .png, .svg or .pdf")


def _trace(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("trace", help="write every array of a run under its hook name")
    _texts(word)
    word.add_argument("--out", required=True, metavar="FILE.npz")


def _translate(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("translate", help="translate lines, one translation a line")
    _model(word)
    word.add_argument("--batch", type=_count, default=64, metavar="N", help="lines at once (default 64)")
    word.add_argument("file", nargs="?", default="-", metavar="FILE", help="UTF-8 text; default: standard input")


def _evaluate(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("evaluate", help="BLEU and chrF with their sacreBLEU signatures")
    _model(word)
    word.add_argument("--data", metavar="FILE.tsv", help="source<TAB>target lines")
    word.add_argument("--hurried", action="store_true", help="sources in lower case without punctuation, too")
    word.add_argument("--alignments", metavar="FILE.tsv", help="word alignments by hand: alignment error of the heads")


def _train(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("train", help="train a model; resumes where it was stopped; runs under torchrun")
    word.add_argument("--out", required=True, metavar="DIR")
    word.add_argument("--data", action="append", metavar="FILE.tsv", help="source<TAB>target; may be repeated")
    word.add_argument("--valid", metavar="FILE.tsv")
    word.add_argument("--task", choices=("copy", "reverse", "sort", "grammar"), help="a toy task instead of files")
    word.add_argument("--config", metavar="FILE.json", help="settings by name; --set wins over them")
    word.add_argument("--minutes", type=float, metavar="M", help="training time")
    word.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting, such as rate=1e-3")


def _check(words: argparse._SubParsersAction) -> None:
    _model(words.add_parser("check", help="prove the numbers: against torch.nn.Transformer, causality, padding, cache"))


def _models(words: argparse._SubParsersAction) -> None:
    words.add_parser("models", help="list the bundled models")


def _count(text: str) -> int:
    """A whole number from 1; argparse tells the user otherwise."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def _percent(text: str) -> float:
    """Text size 100–200 as a factor."""
    value = float(text.rstrip("%"))
    if not 100 <= value <= 200:
        raise ValueError
    return value / 100


def _size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT in pixels."""
    width, height = text.lower().split("x")
    return int(width), int(height)


_count.__name__, _percent.__name__, _size.__name__ = "number from 1", "percentage from 100 to 200", "size"
