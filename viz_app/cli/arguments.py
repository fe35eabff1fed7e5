"""Parsing of the command line: the parser, the path that the window opens, options shared by several subcommands, and
functions that read the value of an option or say what is wrong with it."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Collection, Iterator
from typing import Any, NoReturn

from model_core.errors import Refused
from model_core.version import version
from viz_app.system.language import capitalised

TASKS = ("copy", "reverse", "sort", "dates", "grammar", "scripts")
"""Names of `model_core.synthetic.toy_tasks`, which is not loaded for this."""
NEW_FOLDER = "folder for the model; it must be empty, or not exist yet"
MODEL = "model folder, bundled model or published name; the window, render and trace also accept a recording"


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line. Options cannot be abbreviated: `--text` is an error, not
    `--text-size`."""

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


class Words(argparse._SubParsersAction):
    """The subcommands. The help of each begins with the sentence that says in the list of all what it does."""

    def add_parser(self, name: str, **more: Any) -> Any:
        about = str(more["help"])
        return super().add_parser(name, **{"description": f"{capitalised(about)}.", **more})


class OptionOfWindow(argparse.Action):
    """An option of the window given before the subcommand; a subcommand with an option of the same name would not see
    it."""

    def __call__(self, _parser: object, options: argparse.Namespace, value: object, name: str | None = None) -> None:
        setattr(options, self.dest, value)
        options.of_window = {**vars(options).get("of_window", {}), self.dest: (name, value)}


class VersionAction(argparse.Action):
    """Prints the version, which is looked up only then, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        print(f"headscope {version()}")
        parser.exit()


def opening(arguments: list[str], words: Collection[str]) -> list[str]:
    """`headscope PATH` opens whatever the window can open: a survey as --survey does, everything else as --open.
    Options of the window may precede or follow the path; the name of a subcommand is never a path. Raises Refused for a
    path that does not exist, unless it is the name of a published model, which can be opened too."""
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
    """The index of the first argument that is neither an option of the window nor the value of one."""
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        at += 1 if "=" in arguments[at] or arguments[at] in ("-h", "--help", "--version") else 2
    return at


def is_published(text: str) -> bool:
    """Whether an argument names a published model. For most arguments this is clear without any import."""
    if "/" not in text:
        return False
    from model_core.checkpoints.published import is_published_name

    return is_published_name(text)


def name_folders(options: argparse.Namespace) -> None:
    """Replaces the name of a published model in --model by its folder, downloading and converting it if necessary. Each
    subcommand calls this after checking its other options. Training accepts no published model, because its vocabulary
    is not headscope's. Raises Refused, or OSError for an input file that does not exist."""

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
    """The text files that a subcommand will read."""
    for option in ("data", "without", "alignments", "trained_on"):
        given = vars(options).get(option) or ()
        yield from [given] if isinstance(given, str) else given


def add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", metavar="DIR", default="", help=MODEL)


def add_device(parser: argparse.ArgumentParser) -> None:
    """The option for the device to compute on."""
    from model_core.spec import DEVICES

    words = "device to compute on; auto is the fastest available (default cpu)"
    parser.add_argument("--device", choices=DEVICES, default=None, help=words)


def add_events(parser: argparse.ArgumentParser) -> None:
    """The option to report events as JSON."""
    parser.add_argument("--json", action="store_true", help="report progress as events, one line of JSON each")


def add_views(parser: argparse.ArgumentParser) -> None:
    """The options that say what is drawn."""
    from viz_app.views import VIEWS

    words = f"window, {', '.join(VIEWS)} (repeatable)"
    parser.add_argument("--view", action="append", metavar="NAME", help=words)


def add_look(parser: argparse.ArgumentParser) -> None:
    """The options that select a part of the run."""
    parser.add_argument("--kind", choices=("encoder", "decoder", "cross"), help="which attention")
    for name, what in (("layer", "layer"), ("head", "head"), ("step", "decoding step"), ("sentence", "sentence")):
        parser.add_argument(f"--{name}", type=count, metavar="N", help=f"{what}, counted from 1")
    parser.add_argument(
        "--heads", metavar="FILTER", help="which heads are listed: 'cross layer 2', 'previous >= 0.5' …"
    )


def place(text: str) -> str:
    """A path to write to; an empty one, such as an unset shell variable gives, is refused."""
    if not text.strip() or "\0" in text:
        raise argparse.ArgumentTypeError("that is not a file name")
    return text


def table(text: str) -> str:
    """The path of a table that is written piece by piece; its folder must exist."""
    folder = os.path.dirname(place(text))
    if folder and not os.path.isdir(folder):
        raise argparse.ArgumentTypeError(f"there is no folder {folder}")
    if os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text} is a folder: name a file")
    return text


def work_folder(text: str) -> str:
    """The path of a folder that is filled piece by piece; no other file may be there."""
    if os.path.lexists(place(text)) and not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text} is a file: name a folder")
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
