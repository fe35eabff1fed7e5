"""How the command line is read: its parser, the path that the window is to open, options that several words have, and
what values of options may be: each of those functions reads one, or says what is wrong with it."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Collection, Iterator
from typing import Any, NoReturn

from model_core.errors import Refused
from model_core.version import version

TASKS = ("copy", "reverse", "sort", "dates", "grammar", "scripts")
"""Names of `model_core.synthetic.toy_tasks`, which is not loaded for this."""
MODEL = "model folder, bundled model or published name; the window, render and trace also accept a recording"


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line. Options are written out: `--text` is a mistake, not `--text-size`."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **(more | {"allow_abbrev": False}))

    def error(self, message: str) -> NoReturn:
        """Raise Refused instead of printing the usage and leaving."""
        said = f"{message}{self._meant(message)} See: headscope {self.prog.partition(' ')[2]} --help"
        raise Refused("E-ARGS", said.replace("  ", " "))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse does, but what a word does not know is an error of that word, whose help says what it knows."""
        found, rest = super().parse_known_args(args, namespace)
        if rest and " " in self.prog:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return found, rest

    def knows(self, option: str) -> bool:
        """Whether a parser has this option ("--model" or "--model=NAME")."""
        return option.partition("=")[0] in self._option_string_actions

    def _meant(self, message: str) -> str:
        """The choice or the option that a mistyped one is near to, as the end of a complaint; a full stop without."""
        from difflib import get_close_matches

        if found := re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message, re.DOTALL):
            known = re.findall(r"[\w-]+", found[2])
        elif found := re.match(r"unrecognized arguments: (--[^\s=]+)", message):
            known = list(self._option_string_actions)
        near = get_close_matches(found[1], known, 1) if found else []
        return f"; did you mean {near[0]}?" if near else "."


class OptionOfWindow(argparse.Action):
    """An option of the window that is given before any word; a word with an option of that name would not see it."""

    def __call__(self, _parser: object, options: argparse.Namespace, value: object, name: str | None = None) -> None:
        setattr(options, self.dest, value)
        options.of_window = {**vars(options).get("of_window", {}), self.dest: (name, value)}


class VersionAction(argparse.Action):
    """Says the version and ends; it is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        print(f"headscope {version()}")
        parser.exit()


def opening(arguments: list[str], words: Collection[str]) -> list[str]:
    """`headscope PATH` opens whatever the window opens: a survey as --survey does, everything else as --open. Options
    of the window may stand before the path and behind it; a word of the command line is none. Raises Refused for the
    path of nothing, unless it is the name of a published model, which is opened as well."""
    at = _first_plain(arguments)
    first = arguments[at] if at < len(arguments) else ""
    if first not in words and is_published(first):
        return [*arguments[:at], "--open", *arguments[at:]]
    if first not in words and re.search(r"[/\\]|\.\w+$", first) and not os.path.lexists(first):
        raise Refused("E-FILE-READ", f"there is nothing at {first}")
    if not first.lower().endswith(".safetensors") and (not first or first in words or not os.path.exists(first)):
        return arguments
    survey = os.path.isfile(os.path.join(first, "survey.json"))
    return [*arguments[:at], "--survey" if survey else "--open", *arguments[at:]]


def _first_plain(arguments: list[str]) -> int:
    """Where the first argument stands that is neither an option of the window nor the value of one."""
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        at += 1 if "=" in arguments[at] or arguments[at] in ("-h", "--help", "--version") else 2
    return at


def is_published(text: str) -> bool:
    """Whether an argument names a published model. Most name none, and need nothing loaded to be told."""
    if "/" not in text:
        return False
    from model_core.checkpoints.published import is_published_name

    return is_published_name(text)


def name_folders(options: argparse.Namespace) -> None:
    """Puts the folder of a model in place of the name of a published one: each word that has --model does so once it
    has checked what else it was given, since one that is not converted yet is fetched and converted. A training takes
    none: their vocabularies are not headscope's. Raises Refused, and OSError for a file to read that is not there."""

    def folder(name: str) -> str:
        if not is_published(name):
            return name
        for path in _files_read(options):
            os.stat(path)
        from viz_app.cli.output import Output
        from viz_app.cli.published import folder_of

        return folder_of(name, Output.from_options(options, silent=os.environ.get("RANK", "0") != "0"))

    if given := vars(options).get("model"):
        options.model = folder(given) if isinstance(given, str) else list(map(folder, given))


def _files_read(options: argparse.Namespace) -> Iterator[str]:
    """The files of text that a word will read."""
    for option in ("data", "without", "alignments", "trained_on"):
        given = vars(options).get(option) or ()
        yield from [given] if isinstance(given, str) else given


def add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", metavar="DIR", default="", help=MODEL)


def add_device(parser: argparse.ArgumentParser) -> None:
    """Where a word computes."""
    from model_core.spec import DEVICES

    words = "device to compute on; auto is the fastest available (default cpu)"
    parser.add_argument("--device", choices=DEVICES, default=None, help=words)


def add_events(parser: argparse.ArgumentParser) -> None:
    """Whether a word tells events."""
    parser.add_argument("--json", action="store_true", help="report progress as events, one line of JSON each")


def add_views(parser: argparse.ArgumentParser) -> None:
    """What is drawn."""
    from viz_app.views import VIEWS

    words = f"window, {', '.join(VIEWS)} (repeatable)"
    parser.add_argument("--view", action="append", metavar="NAME", help=words)


def add_look(parser: argparse.ArgumentParser) -> None:
    """What of a run is looked at."""
    parser.add_argument("--kind", choices=("encoder", "decoder", "cross"), help="which attention")
    for name, what in (("layer", "layer"), ("head", "head"), ("step", "decoding step"), ("sentence", "sentence")):
        parser.add_argument(f"--{name}", type=count, metavar="N", help=f"{what}, counted from 1")
    parser.add_argument(
        "--heads", metavar="FILTER", help="which heads are listed: 'cross layer 2', 'previous >= 0.5' …"
    )


def place(text: str) -> str:
    """Where something is written; "" is what a variable of the shell gives that was not set."""
    if not text.strip() or "\0" in text:
        raise argparse.ArgumentTypeError("that is not a file name")
    return text


def table(text: str) -> str:
    """Where a table is written piece by piece: in a folder that is there."""
    folder = os.path.dirname(place(text))
    if folder and not os.path.isdir(folder):
        raise argparse.ArgumentTypeError(f"there is no folder {folder}")
    return text


def count(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or not 1 <= int(text[:19]) < 10**9:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number of at least 1")
    return int(text)


def whole_number(text: str) -> int:
    """A whole number from 0."""
    if not text.isdecimal() or len(text) > 19:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number of at least 0")
    return int(text)


def percent(text: str) -> float:
    """Text size 100–200 as a factor."""
    value = number(text.rstrip("%"))
    if not 100 <= value <= 200:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a percentage from 100 to 200")
    return value / 100


def number(text: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number")
    return value


def positive(text: str) -> float:
    """A finite number above 0."""
    value = number(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number above 0")
    return value


def share(text: str) -> float:
    """A percentage from 0 to 100."""
    value = number(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a percentage from 0 to 100")
    return value


def size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT in pixels."""
    match = re.fullmatch("([0-9]{1,6})[xX×]([0-9]{1,6})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a size such as 1440x900")
    return int(match[1]), int(match[2])
