"""The subcommands that draw: the window itself, and pictures without a display.

Modules that only pictures need are imported where they are used: every import here delays the window's first frame.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model_core.errors import Refused
from model_core.io.limits import parse_json
from model_core.io.safe_files import save
from viz_app.cli.arguments import is_published, name_folders
from viz_app.system.interrupts import held_back

if TYPE_CHECKING:
    from viz_app.cli.output import Output


def gui(options: argparse.Namespace) -> int:
    """Opens the window; returns 2 with one line if there is no display."""
    from viz_app.cli.program import LaunchOptions, run_gui

    model, path = _model_and_path(options.model, options.open)
    model = _full_path(model)
    theme = _theme(options.theme)
    wish = LaunchOptions(model, options.source, theme, options.text_size, options.survey, path)
    return run_gui(wish, options.interrupts)


def _model_and_path(model: str | None, path: str | None) -> tuple[str | None, str | None]:
    """The window's model and the path to open: a single path may be either. Raises Refused for two models."""
    if model is None or path is None:
        only = path if model is None else model
        return (None, only) if is_other(only) else (only, None)
    from viz_app.files.file_kinds import OpenedAlignments, OpenedLesson, Text, look_at

    if is_other(model):
        raise Refused("E-ARGS", f"--model {model} is not a model folder; to open it: headscope {model}")
    if not is_other(path) or not isinstance(look_at(Path(path)), OpenedLesson | Text | OpenedAlignments):
        raise Refused("E-ARGS", f"{path} already has a model: open it without --model {model}")
    return model, path


def _full_path(model: str | None) -> str | None:
    """The absolute path of a model: settings, sessions and copied Python use it from any folder."""
    from model_core.io.resources import bundled

    return os.path.abspath(model) if model and bundled(model) is None and os.path.exists(model) else model


def is_other(model: str | None) -> bool:
    """Whether the --model argument is something else that the window may open: a checkpoint of another program, a
    published model, a session, a text. False for bundled models, model folders, recordings, and paths that do not
    exist."""
    if not model or not os.path.exists(model):
        return is_published(model or "")
    from model_core.io.resources import bundled
    from model_core.io.safe_files import read_head
    from model_core.record.model_info import SPEC
    from model_core.recordings.file_format import is_recording, is_recording_header

    path = Path(model)
    if bundled(model) is not None:
        return False
    if path.is_dir():
        return not os.path.lexists(path / SPEC)
    return not (path.is_file() and is_recording(model) and is_recording_header(read_head(path, 4096)[8:]))


def render(options: argparse.Namespace) -> int:
    """Draws the window or views into pictures and prints their paths."""
    from viz_app.cli.compute import run_of, state_of
    from viz_app.cli.output import Output

    with held_back():
        from viz_app.cli.render import render as draw

    look: dict[str, Any] = {"kind": options.kind} if options.kind else {}
    numbered = {name: getattr(options, name) for name in ("layer", "head", "step", "sentence")}
    look |= {name: number - 1 for name, number in numbered.items() if number}
    look |= {"heads": _filter(options.heads)} if options.heads is not None else {}
    settings: dict[str, Any] = {"size": options.size, "ratio": options.scale, "alone": options.map_only}
    desk = {"theme": _theme(options.theme), "text_scale": options.text_size}
    desk = {name: value for name, value in desk.items() if value is not None}
    if options.state is not None:
        state = state_of(options)
        views = options.view or ["window"]
        drawn = {one for view in views for one in (state.desk.views if view == "window" else (view,))}
        _folders({view: str(values.get("folder", "")) for view, values in state.options.items() if view in drawn})
        settings["state"] = state.with_(desk=replace(state.desk, **desk))
    else:
        settings |= desk | {"options": _folders({"survey": options.survey, "train": options.training})}
    asked, moving = settings.get("state"), Path(options.out).suffix.lower() == ".gif"
    _check(options, look, moving)
    name_folders(options)
    settings["pin"] = _pinned(options)
    given = asked is not None and (moving or options.each) and asked.look
    seen = {"kind": given.kind, "sentence": given.sentence} if given else look
    engine, notes, counts = _checked_engine(options, seen)

    def draw_all(out: Path) -> Iterator[tuple[Path, int]]:
        """Each picture's path, and how many there are."""
        for view, own, path, count in _pictures(options, look, counts, out):
            if asked is not None and own:
                settings["state"] = asked.with_(look=replace(asked.look, **own))
            yield draw(view, run_of(options), path, look=own, engine=engine, **settings), count

    output = Output.from_options(options)
    if moving:
        _animate(options, draw_all, output)
    else:
        for path, _ in draw_all(Path(options.out)):
            output.line(str(path))
    for note in notes:
        output.note(note)
    output.result(None, path=options.out)
    return 0


def _check(options: argparse.Namespace, look: dict[str, Any], moving: bool) -> None:
    """Raises Refused for what no model could draw, before one is downloaded."""
    from viz_app.cli.compute import run_of
    from viz_app.cli.render import check

    if moving and len(options.view or ()) > 1:
        raise Refused("E-ARGS", "a GIF shows one view: give only one --view")
    if options.each in look:
        raise Refused("E-ARGS", f"--each {options.each} draws all of them: leave out --{options.each}")
    out, theme, text = (
        Path("a.png" if moving else options.out),
        _theme(options.theme) or "light",
        options.text_size or 1.0,
    )
    for view in options.view or ["window"]:
        check(view, out, theme, text, options.size, options.scale)
    run_of(options)
    _pinned(options)


def _animate(
    options: argparse.Namespace, draw_all: Callable[[Path], Iterator[tuple[Path, int]]], output: Output
) -> None:
    """Draws one picture per step, or per requested value, into one animation."""
    from viz_app.cli.animation import animated, check

    options.each = options.each or "step"
    with tempfile.TemporaryDirectory() as folder:
        paths: list[Path] = []
        for path, count in draw_all(Path(folder, "picture.png")):
            check(count)
            paths.append(path)
            output.progress(len(paths) / count, f"picture {len(paths):,} of {count:,}")
        save(Path(options.out), animated(paths, options.each))
    output.line(options.out)


def _folders(asked: Mapping[str, str | None]) -> dict[str, dict[str, str]]:
    """The survey and the training to draw, as options of their views; raises Refused for one that cannot be read."""
    from model_core.io.resources import survey_folder
    from model_core.record.training_log import read_training
    from viz_app.document.survey_results import read_small

    found = {}
    if survey := asked.get("survey"):
        found["survey"] = {"folder": str(survey_folder(survey))}
        try:
            read_small(survey_folder(survey))
        except Refused as error:
            raise Refused(error.code, f"the survey {survey}: {error.message}") from None
    if training := asked.get("train"):
        found["train"] = {"folder": training}
        read_training(training)
    return found


_FILTER = re.compile(
    r"\s*(?P<kind>encoder|decoder|cross)?\s*(layer\s+(?P<layer>[1-9]\d{0,5}))?\s*"
    r"((?P<measure>[^<>=≤≥]+?)\s*(?P<side>>=|<=|≥|≤)\s*(?P<bound>[-−+]?\d+(\.\d+)?))?\s*"
)


def _filter(text: str) -> Any:
    """The HeadFilter of a text: "cross", "decoder layer 2", "cross error rate <= 0.3", "text <= -0.5"."""
    from model_core.schema import Codes, read
    from viz_app.data.maps.head_order import EFFECTS, KINDS_OF
    from viz_app.document.state import HeadFilter

    match, names = _FILTER.fullmatch(text), (*EFFECTS, *KINDS_OF)
    if match is None or not text.strip() or (match["measure"] or EFFECTS[0]) not in names:
        known = ", ".join(names)
        raise Refused(
            "E-ARGS",
            f"--heads {text[:60]!r}: write for example 'cross layer 2' or 'previous >= 0.5'; the measures are {known}",
        )
    found: dict[str, Any] = {"kind": match["kind"] or "", "layer": int(match["layer"]) - 1 if match["layer"] else None}
    if match["measure"]:
        found |= {"measure": match["measure"], "side": "least" if match["side"] in (">=", "≥") else "most"}
        found["bound"] = float(match["bound"].replace("−", "-"))
    return read(HeadFilter, found, Codes.uniform("E-ARGS"), "--heads")


def _pictures(
    options: argparse.Namespace, look: dict[str, Any], counts: dict[str, int], out: Path
) -> Iterator[tuple[str, dict[str, Any], Path, int]]:
    """(view, look, file, count) of all pictures; file names of several end with what distinguishes them."""
    views, each = options.view or ["window"], options.each
    looks = [look | {each: number} for number in range(counts.get(each, 0))] if each else [look]
    if not looks:
        raise Refused("E-ARGS", f"--each {each}: there is none to draw")
    for view in views:
        for own in looks:
            parts = [out.stem, *([view] if len(views) > 1 else []), *([f"{each}-{own[each] + 1}"] if each else [])]
            yield view, own, out.with_name("-".join(parts) + out.suffix), len(views) * len(looks)


def _pinned(options: argparse.Namespace) -> Any:
    """The Pin that --against or --against-state names; None if neither is given."""
    from viz_app.cli.compute import run_of
    from viz_app.document.state import Pin, State

    if options.against is not None and options.against_state is not None:
        raise Refused("E-ARGS", "give only one of --against and --against-state")
    if options.against_state is not None:
        state = State.from_changes(parse_json(options.against_state, "--against-state"))
        return Pin(state.run, state.look.sentence)
    if options.against is None:
        return None
    run = run_of(options)
    return Pin(run.with_(source=(options.against,), target=None, prefix=(), branches=()))


def _theme(name: str | None) -> str | None:
    """The internal name of a theme given on the command line."""
    return "high_contrast" if name == "contrast" else name


def _checked_engine(options: argparse.Namespace, look: dict[str, Any]) -> tuple[Any, list[str], dict[str, int]]:
    """The engine, notes on the run, and its number of layers, heads, steps and sentences; raises Refused if one
    requested is out of range."""
    from viz_app.cli.compute import blank, engine_for, run_of

    run = run_of(options)
    engine = engine_for(run)
    trace = engine.trace(run)
    sentence = look.get("sentence", 0)
    kind = look.get("kind", trace.kinds[-1])
    ranges = {"layer": trace.spec.layers(kind), "head": trace.spec.heads_of(kind), "sentence": len(trace.sentences)}
    if sentence < len(trace.sentences):
        ranges["step"] = len(trace.sentences[sentence].read)
    for name, count in ranges.items():
        if name in look and look[name] >= count:
            there = f"1 to {count}" if count else "the recording has none"
            raise Refused("E-ARGS", f"there is no {name} {look[name] + 1}: {there}")
    return engine, [*blank(options.source or ()), *trace.notices], ranges
