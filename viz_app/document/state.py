"""State: everything that the user chose, as one frozen value. Neither Qt nor torch.

The part that contains a field decides what changing it triggers: `run` a computation, `look` only a repaint, `options`
and `desk` never more than painting. Undo is a list of old States; a session file is one State as JSON.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from model_core.analysis.heads.head_alignment import ALIGNED
from model_core.analysis.heads.head_measures import MEASURES
from model_core.analysis.reads import READS
from model_core.errors import Refused
from model_core.io.references import renamed
from model_core.io.resources import bundled, shared_name, survey_folder, training
from model_core.record.aligned_text import MOST_TEXTS, AlignedText
from model_core.record.run_spec import RunSpec
from model_core.record.trace import SCORES, Trace
from model_core.schema import Choice, Codes, Length, Range, read, read_known, write
from model_core.spec import KINDS
from viz_app.system.language import language_option, tr
from viz_app.system.settings import DEPTHS, TEXT_SIZES, THEME_CHOICES

FORMAT, VERSION = "headscope-session", 5
PARTS = ("run", "look", "options", "desk")

READINGS = ("row", "column")
WRITERS = ("model", "me")
EFFECT, TEXT = "effect", "text"
"""Measures of a head that the engine finds: what the present token and the whole text lose without it."""
SIDES = ("least", "most")
_MEASURES = tuple(one.name for one in (*MEASURES, *READS, *ALIGNED) if not one.name.startswith("diagonal "))
"""What is measured of heads; a diagonal at one lag is a name, no measure to choose by."""

CODES = Codes.with_prefix("E-SESSION", number="TYPE", choice="RANGE", missing="TYPE")
SUBJECT = tr("the session")

Plain = str | int | float | bool | None
Place = Annotated[int, Range(0, 1_000_000)]


@dataclass(frozen=True)
class HeadFilter:
    """Which heads are listed, in every list of heads; layers count from 0."""

    kind: Annotated[str, Choice(("", *KINDS)), 'the only attention whose heads are listed, "" = all'] = ""
    layer: Annotated[int | None, Range(0, 1_000_000), "the only layer, None = all"] = None
    measure: Annotated[
        str, Choice(("", EFFECT, TEXT, *_MEASURES)),
        "what a head needs enough, or little enough, of; \"\" = nothing",
    ] = ""  # fmt: skip
    side: Annotated[str, Choice(SIDES), "whether `bound` is the least or the most"] = "least"
    bound: Annotated[float, Range(-1000.0, 1000.0), "of the measure, in its unit"] = 0.5


@dataclass(frozen=True)
class Look:
    """What is selected. Layer, head, step, query, key and sentence count from 0."""

    kind: Annotated[str, Choice(KINDS), "which attention"] = "cross"
    layer: Place = 0
    head: Place = 0
    step: Annotated[int | None, Range(0, 1_000_000), "decoder row, None = the last one"] = None
    query: Annotated[int | None, Range(0, 1_000_000), "with `key` the pinned cell of the map, None = none"] = None
    key: Annotated[int | None, Range(0, 1_000_000), "see `query`"] = None
    sentence: Place = 0
    what: Annotated[str, Choice(tuple(SCORES)), "which scores are shown"] = "weights"
    reading: Annotated[
        str, Choice(READINGS), "whether marks follow the row (what a query reads) or the column (who reads a key)"
    ] = "row"
    heads: HeadFilter = HeadFilter()


@dataclass(frozen=True)
class Layout:
    """The arrangement of the window."""

    views: Annotated[tuple[str, ...], Length(1, 16), "those that are open"] = ("attention",)
    theme: Annotated[str, Choice(THEME_CHOICES), "colours"] = "system"
    text_scale: Annotated[float, Range(TEXT_SIZES[0], TEXT_SIZES[-1]), "text size as a factor"] = 1.0
    speed: Annotated[float, Range(0.1, 100.0), "steps per second while playing"] = 2.0
    writer: Annotated[str, Choice(WRITERS), 'who writes the target; with "me" the run has a target'] = "model"
    inspector: bool = True
    depth: Annotated[str, Choice(DEPTHS), "how much is on the screen"] = "full"


@dataclass(frozen=True)
class Pin:
    """A run to compare with: A, while the present one is B. Layer, head, step and sentence count from 0; None (or
    `kind` "") means that of the present run."""

    run: RunSpec = field(default_factory=RunSpec)
    sentence: Place = 0
    kind: Annotated[str, Choice(("", *KINDS)), "with `layer` and `head` the head of A"] = ""
    layer: Annotated[int | None, Range(0, 1_000_000), "see `kind`"] = None
    head: Annotated[int | None, Range(0, 1_000_000), "see `kind`"] = None
    step: Annotated[int | None, Range(0, 1_000_000), "decoder row of A"] = None


Options = Mapping[str, Mapping[str, Plain]]
"""View id -> the changed fields of its Options; None is the usual value, and is not kept."""


@dataclass(frozen=True)
class State:
    """Everything that is undone, saved and reopened."""

    run: RunSpec = field(default_factory=RunSpec)
    look: Look = field(default_factory=Look)
    options: Options = field(default_factory=dict)
    desk: Layout = field(default_factory=Layout)
    pin: Annotated[Pin | None, "what the present run is compared with, None = nothing"] = None
    alignments: Annotated[
        tuple[AlignedText, ...], Length(0, MOST_TEXTS), "which words belong together, of texts of any run"
    ] = ()

    def __post_init__(self) -> None:
        frozen = {
            view: MappingProxyType({name: value for name, value in values.items() if value is not None})
            for view, values in self.options.items()
        }
        object.__setattr__(self, "options", MappingProxyType(frozen))

    def with_(self, **changes: Any) -> State:
        return replace(self, **changes)

    def with_options(self, view: str, **changes: Plain) -> State:
        """A copy with some fields of one view's options changed."""
        return replace(self, options={**self.options, view: {**self.options.get(view, {}), **changes}})

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values with format and version."""
        return {"format": FORMAT, "version": VERSION, **write(self)}

    @classmethod
    def from_json(cls, data: Any) -> State:
        """The State written by `to_json`, of this version or an older one.

        Raises Refused naming the field for anything missing, unknown, of the wrong type or out of its range.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise Refused("E-SESSION-FORMAT", tr("This is not a headscope session"))
        values = {name: value for name, value in migrated(data).items() if name not in ("format", "version")}
        for name in PARTS:
            if not isinstance(values.get(name), dict):
                raise Refused("E-SESSION-TYPE", tr("The session has no part {name!r}", name=name))
        state = read(cls, values, CODES, SUBJECT)
        if (state.run.target is None) != (state.desk.writer == "model"):
            raise Refused(
                "E-SESSION-RANGE",
                tr(
                    "In the session desk.writer is {writer!r}, which contradicts the run's target",
                    writer=state.desk.writer,
                ),
            )
        return state

    def changes(self) -> dict[str, Any]:
        """Plain JSON values of everything that differs from a new State; `from_changes` restores this State from
        them."""
        return _changed(self.to_json(), State().to_json())

    def shared(self) -> State:
        """This State for a file that is handed on, without where its models, survey and training lie on this
        computer."""
        return self.with_paths(shared_name)

    def with_paths(self, change: Callable[[str], str], others: Callable[[str], str] | None = None) -> State:
        """This State with every path changed: of models, and, by `others` if that is given, of surveys, a training and
        what it learns from."""
        pin = None if self.pin is None else replace(self.pin, run=self.pin.run.with_paths(change, others))
        options = {view: renamed(values, change, others) for view, values in self.options.items()}
        return self.with_(run=self.run.with_paths(change, others), options=options, pin=pin)

    def own_folders(self) -> tuple[str, ...]:
        """What it is of that does not come with headscope: models, a survey, a training."""
        runs = [self.run] if self.pin is None else [self.run, self.pin.run]
        found = [run.model for run in runs if bundled(run.model) is None]
        known = {"survey": lambda name: survey_folder(name) != Path(name), "train": training}
        shown = {view: name for view, name in self._folders().items() if view in self.desk.views}
        found += [name for view, name in shown.items() if not known[view](name)]
        return tuple(dict.fromkeys(found))

    def _folders(self) -> dict[str, str]:
        """The folders that were chosen in views: a survey's, a training's."""
        chosen = {view: str(self.options.get(view, {}).get("folder", "")) for view in ("survey", "train")}
        return {view: name for view, name in chosen.items() if name}

    def render_line(self, view: str, size: tuple[int, int, float] | tuple[()] = (), alone: bool = False) -> str:
        """The shell command that draws this State in a view, with `alone` only its map, or in "window"; size is (width,
        height, scale)."""
        words = ["headscope", "render", "--view", view, "--state", json.dumps(self.changes(), allow_nan=False)]
        words += language_option()
        words += ["--size", f"{size[0]}x{size[1]}", "--scale", f"{size[2]:g}"] if size else []
        return shlex.join([*words, *["--map-only"] * alone, "--out", "again.png"])

    def remaking(self, view: str, *picture: Any) -> dict[str, str]:
        """What a file says of how it is made again: `remake` the line of `render_line`, and `remake_in` where to run
        it, if it names a folder of one's own."""
        where = {"remake_in": f"the folder that holds {', '.join(own)}"} if (own := self.own_folders()) else {}
        return {"remake": self.render_line(view, *picture), **where}

    @classmethod
    def from_changes(cls, data: Any) -> State:
        """A new State with these changes. Raises Refused as `from_json`, also for a name that no State has."""
        return cls.from_json(merged(State().to_json(), data) if isinstance(data, dict) else None)

    @classmethod
    def from_newer(cls, data: dict[str, Any]) -> tuple[State, tuple[str, ...]]:
        """What this version understands of the JSON of a newer one, and the names of the rest. Unknown fields, and
        known ones with invalid values, are left out and keep their defaults. Raises Refused if nothing is left."""
        left_out = [name for name in data if name not in ("format", "version", "pin", "alignments", *PARTS)]
        found: dict[str, Any] = {}
        for name, kind in (("run", RunSpec), ("look", Look), ("desk", Layout)):
            found[name], others = read_known(kind, data.get(name))
            left_out += [f"{name}.{other[:80]}" for other in others]
        found["desk"]["writer"] = "model" if found["run"].get("target") is None else "me"
        more = {"options": data.get("options"), "pin": data.get("pin"), "alignments": data.get("alignments", [])}
        parts, others = read_known(State, more)
        state = cls(RunSpec(**found["run"]), Look(**found["look"]), desk=Layout(**found["desk"]), **parts)
        return state, (*left_out, *others)


def _changed(values: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    """The parts of a JSON object that are missing from or different in another one."""
    found = {}
    for name, value in values.items():
        if name in usual and value == usual[name]:
            continue
        both = isinstance(value, dict) and isinstance(usual.get(name), dict)
        found[name] = _changed(value, usual[name]) if both else value
    return found


def merged(usual: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON object with the parts of another one in place of its own."""
    both = {
        name: merged(usual[name], value)
        for name, value in changes.items()
        if isinstance(value, Mapping) and isinstance(usual.get(name), Mapping)
    }
    return {**usual, **changes, **both}


# ---------------------------------------------------------------- fitting


def fit_look(look: Look, trace: Trace | None) -> Look:
    """The look clamped to the sizes of a Trace: layer, head and sentence go to the nearest, a missing step becomes the
    last one, a missing pinned cell is unpinned; likewise an attention that a recording lacks."""
    if trace is None or not trace.sentences:
        return look
    if look.kind not in trace.kinds:
        look = replace(look, kind=trace.kinds[-1], query=None, key=None)
    sentence = max(0, min(look.sentence, len(trace.sentences) - 1))
    layer, head = trace.spec.nearest_head(look.kind, look.layer, look.head)
    rows, columns = trace.size(look.kind, sentence)
    steps = len(trace.sentences[sentence].read)
    query, key = look.query, look.key
    if (query is not None and query >= rows) or (key is not None and key >= columns):
        query = key = None
    return replace(
        look,
        layer=layer,
        head=head,
        step=None if look.step is not None and look.step >= steps else look.step,
        query=query,
        key=key,
        sentence=sentence,
    )


# ---------------------------------------------------------------- reading JSON, strictly


def migrated(data: dict[str, Any]) -> dict[str, Any]:
    """The values of a session file in the present version's form. Raises Refused for an unknown version."""
    version = data.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        advice = tr("versions 1 to {version} can be opened", version=VERSION)
        if is_newer(data):
            advice = tr("open it with a newer headscope")
        raise Refused(
            "E-SESSION-VERSION",
            tr("The session has version {version}; {advice}", version=str(version)[:20], advice=advice),
        )
    return {**data, "version": VERSION}  # each version so far only added fields


def is_newer(data: dict[str, Any]) -> bool:
    """Whether this is the JSON of a session of a later version."""
    version = data.get("version")
    return data.get("format") == FORMAT and type(version) is int and VERSION < version < 10_000
