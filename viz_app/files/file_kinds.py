"""What is this path? A model folder, a text, a session, or something that is refused with an explanation. No Qt.

What a file is, is decided by its content: a renamed pickle stays a pickle. Nothing of a file is ever run. Reading stops
at the limits below; pipes, devices and loops of links are not waited for.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from model_core.analysis.alignment import is_alignment, read_links
from model_core.analysis.survey_result import RESULT, TABLES
from model_core.checkpoints.folder import tensor_files
from model_core.errors import Refused
from model_core.io.limits import JSON_PARTS, SOURCE_LINES, TEXT_CHARACTERS, parse_json
from model_core.io.safe_files import display_name, read_head, read_plain
from model_core.record.aligned_text import AlignedText
from model_core.record.model_info import SPEC, read_about
from model_core.record.run_spec import RunSpec
from model_core.record.training_log import ABOUT as TRAINING
from model_core.recordings.file_format import is_recording, is_recording_header, read_recording
from model_core.recordings.open import recorded_run
from viz_app.document.lesson import FORMAT as LESSON_FORMAT
from viz_app.document.lesson import Lesson
from viz_app.document.lesson import from_json as lesson_from_json
from viz_app.document.session import LARGEST_FILE, Session, from_bytes
from viz_app.document.state import FORMAT as SESSION_FORMAT
from viz_app.system.language import tr
from viz_app.system.refused_files import (
    BINARY,
    COMMAND_ADVICE,
    HOLLOW,
    OPENS,
    PACKED,
    SUFFIXES,
    TORCH,
    NotOpened,
    import_line,
    is_safetensors,
    kind_of,
    refusal_of,
)

TEXT_BYTES = 1_000_000
MODEL_FILES = (SPEC, "model.safetensors", "tokenizer.json", "card.md")
"""Files of a model folder: opening one of them opens the folder."""

CONFIG = "config.json"
FOREIGN_FILES = ("model.safetensors", CONFIG)
"""Files of a folder of Hugging Face: opening one of them opens the folder."""
PICKLED = ("pytorch_model.bin", "model.pt", "model.pth")

_HEAD = 65_536  # bytes that tell what a file is


@dataclass(frozen=True)
class ModelFolder:
    """A folder with a model whose description is valid; `name` is its own name."""

    path: Path
    name: str


@dataclass(frozen=True)
class Text:
    """The sentences of a text; `notice` says what was left out ("" = nothing)."""

    lines: tuple[str, ...]
    notice: str = ""
    path: Path | None = None


@dataclass(frozen=True)
class OpenedAlignments:
    """Alignments of words; those of a file of links alone have no words."""

    path: Path
    texts: tuple[AlignedText, ...]


@dataclass(frozen=True)
class OpenedSession:
    """A session that can be opened."""

    path: Path
    session: Session


@dataclass(frozen=True)
class OpenedLesson:
    """A lesson; one with unfinished questions can only be edited."""

    path: Path
    lesson: Lesson


@dataclass(frozen=True)
class OpenedRecording:
    """A recording of a model that ran elsewhere, with a valid header; `run` is the run that it contains."""

    path: Path
    name: str
    run: RunSpec


@dataclass(frozen=True)
class OpenedSurvey:
    """A folder with the result of a survey; it is read by the view that shows it."""

    path: Path


@dataclass(frozen=True)
class OpenedTraining:
    """A training folder; it is read by the view that shows it."""

    path: Path


@dataclass(frozen=True)
class ForeignModel:
    """A model of another program, to be converted: a folder with model.safetensors, or one file of weights. Which
    layout it has is found out in a child process (viz_app.importing.probe)."""

    path: Path


Opened = (
    ModelFolder
    | Text
    | OpenedAlignments
    | OpenedSession
    | OpenedLesson
    | OpenedRecording
    | OpenedSurvey
    | OpenedTraining
    | ForeignModel
)


def look_at(path: Path) -> Opened:
    """Determines what a path is, reading as much as is needed to open it. Raises NotOpened for everything else."""
    try:
        return _look_at(Path(path))
    except NotOpened:
        raise
    except Refused as error:
        raise NotOpened(error.code, error.message) from None
    except OSError as error:  # a folder that may not be entered
        name, reason = display_name(Path(path)), error.strerror or error
        raise NotOpened("E-FILE-READ", tr("{path} cannot be read: {reason}", path=name, reason=reason)) from None


def _look_at(path: Path) -> Opened:
    if _is_folder(path):
        if (path / TRAINING).is_file():
            return OpenedTraining(path)
        return OpenedSurvey(path) if is_survey(path) else _folder(path)
    if path.name in (RESULT, TABLES) and is_survey(path.parent):
        return OpenedSurvey(path.parent)
    if path.name == TRAINING:
        return OpenedTraining(path.parent)
    if path.name in MODEL_FILES and (path.parent / SPEC).is_file():
        return _model(path.parent)
    if path.name in FOREIGN_FILES and (path.parent / CONFIG).is_file() and (path.parent / FOREIGN_FILES[0]).is_file():
        return _foreign(path.parent)
    head = read_head(path, _HEAD)
    if is_safetensors(head):
        return _recording(path) if is_recording_header(head[8:]) else ForeignModel(path)
    known, named = kind_of(head), SUFFIXES.get(path.suffix.lower())
    if known is PACKED and named is not None:
        known = named  # the name says more than a truncated ZIP
    if known is None and named is TORCH:
        named = HOLLOW
    if (kind := known or named) is not None:
        raise refusal_of(path, kind)
    if path.suffix.lower() == ".json" or b'"headscope-' in head[:400]:
        return _json(path)
    return _text(path)


def _is_folder(path: Path) -> bool:
    """Whether a path is a folder. Raises Refused for an impossible path, OSError for one that cannot be read."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except FileNotFoundError:
        raise NotOpened(
            "E-FILE-MISSING", tr("There is no file {path}", path=display_name(path)), tr("Was it moved or renamed?")
        ) from None
    except ValueError:
        raise Refused(
            "E-FILE-READ", tr("{path} cannot be read: the name is not valid", path=display_name(path))
        ) from None


# ---------------------------------------------------------------- what can be opened


def _folder(folder: Path) -> Opened:
    """A model folder of this program or of another one, or the only tensor file of a folder. Raises NotOpened for
    others."""
    if (folder / SPEC).is_file():
        return _model(folder)
    ours = os.path.lexists(folder / SPEC)
    if (folder / FOREIGN_FILES[0]).is_file() and not ours:
        return _foreign(folder)
    pickled = next((name for name in PICKLED if (folder / name).is_file()), None)
    if pickled is not None:
        raise NotOpened(
            "E-FILE-PICKLE",
            tr(
                "The folder {path} stores its weights as {name}, {kind}",
                path=display_name(folder), name=pickled, kind=TORCH.what,
            ),
            COMMAND_ADVICE, import_line(folder),
        )  # fmt: skip
    if any((folder / f"{name}.index.json").is_file() for name in (FOREIGN_FILES[0], "pytorch_model.bin")):
        raise NotOpened(
            "E-IMPORT-SHARDS", tr("The folder {path} stores its weights in several files", path=display_name(folder)),
            tr("Save them as one: model.save_pretrained(folder, max_shard_size='100GB') in Hugging Face transformers."),
        )  # fmt: skip
    others = [] if ours else tensor_files(folder)
    if len(others) == 1:
        opened = _look_at(others[0])
        return ForeignModel(folder) if isinstance(opened, ForeignModel) else opened
    if others:
        raise NotOpened(
            "E-IMPORT-FILES",
            tr(
                "The folder {path} holds several files of weights: {names}",
                path=display_name(folder), names=", ".join(display_name(one) for one in others[:9]),
            ),
            tr("Open one of them."),
        )  # fmt: skip
    what = tr("no {spec} and no {weights}", spec=SPEC, weights=FOREIGN_FILES[0])
    if (folder / CONFIG).is_file():
        what = tr("a {config}, but no {weights}", config=CONFIG, weights=FOREIGN_FILES[0])
    raise NotOpened(
        "E-MODEL-FOLDER",
        tr("The folder {path} holds {contents}, so it is not a model", path=display_name(folder), contents=what),
        tr(
            "A model folder holds {files}, one from Hugging Face {config} and {weights}.",
            files=", ".join(MODEL_FILES[:3]),
            config=CONFIG,
            weights=FOREIGN_FILES[0],
        ),
    )


def _foreign(folder: Path) -> ForeignModel:
    """A Hugging Face folder. Raises NotOpened if its weights are not what their name says."""
    weights = folder / FOREIGN_FILES[0]
    head = read_head(weights, _HEAD)
    if not is_safetensors(head) and (kind := kind_of(head)) is not None:
        raise refusal_of(weights, kind)
    return ForeignModel(folder)


def _model(folder: Path) -> ModelFolder:
    """A model folder, from its description; the engine checks the weights when it loads them."""
    missing = [name for name in MODEL_FILES[1:3] if not (folder / name).is_file()]
    if missing:
        raise NotOpened(
            "E-MODEL-FOLDER",
            tr(
                "The model folder {path} has no {files}",
                path=display_name(folder),
                files=f" {tr('and no')} ".join(missing),
            ),
        )
    _, about = read_about(folder)
    name = about.get("name")
    return ModelFolder(folder, name if isinstance(name, str) and name else folder.name)


def model_in(folder: Path) -> Path:
    """The name or path that opens the model in a folder, including that of a training."""
    both = os.path.isfile(folder / SPEC) and os.path.isfile(folder / TRAINING)
    return folder / SPEC if both else folder


def is_survey(folder: Path) -> bool:
    """Whether a folder holds the result of a survey."""
    return (folder / RESULT).is_file() and not (folder / SPEC).is_file()


def _recording(path: Path) -> OpenedRecording:
    """A recording. Raises Refused, or NotOpened for one under a name by which it could not be found again."""
    if not is_recording(path.name):
        raise NotOpened(
            "E-REC-NAME",
            tr("{path} is a recording, but its name does not end in .safetensors", path=display_name(path)),
            tr("Give it that name and open it again."),
        )
    found = read_recording(path)
    return OpenedRecording(path, found.name, recorded_run(path, found))


def _json(path: Path) -> OpenedSession | OpenedLesson:
    """A session or a lesson. Raises NotOpened for any other JSON."""
    data = read_plain(path, LARGEST_FILE)
    name = display_name(path)
    try:
        values = parse_json(data.decode("utf-8"), name, LARGEST_FILE, JSON_PARTS)
    except UnicodeDecodeError:
        raise NotOpened("E-JSON-UTF8", tr("{name} is not UTF-8 text", name=name)) from None
    form = values.get("format") if isinstance(values, dict) else None
    if form == LESSON_FORMAT:
        return OpenedLesson(path, lesson_from_json(values, name, finished=False, folder=path.parent))
    if form != SESSION_FORMAT:
        what = (_OWN_JSON.get(form) if isinstance(form, str) else None) or tr("JSON, but not a session")
        raise NotOpened(
            "E-FILE-JSON",
            tr("{name} is {kind}", name=name, kind=what),
            tr("Sessions are written by File ▸ Save session."),
        )
    return OpenedSession(path, from_bytes(data, name, path.resolve().parent))


_OWN_JSON = {
    "headscope-numbers": tr("a table of numbers saved by headscope for other programs to read"),
    "headscope-settings": tr("headscope's settings, which it reads itself"),
    "headscope-recent": tr("headscope's list of recent files, which it reads itself"),
    "headscope-survey": tr("the result of a survey, but not named survey.json"),
    "headscope-model": tr("the description of a model without the model"),
}


_TARGETS = re.compile("\t[^\n\r\u2028\u2029\u0085]*")


def _text(path: Path) -> Text | OpenedAlignments:
    """A text file's sentences, or the alignments that it holds. Raises NotOpened for what is not UTF-8 text."""
    data, name = read_plain(path, TEXT_BYTES), display_name(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotOpened(
            "E-TEXT-UTF8", tr("{name} is not UTF-8 text (bad byte {number:,})", name=name, number=error.start + 1),
            f"{tr('If it is text, save it as UTF-8 in the program that wrote it.')} {OPENS}",
        ) from None  # fmt: skip
    if "\0" in text:
        raise refusal_of(path, BINARY)
    if is_alignment(text):
        return OpenedAlignments(path, read_links(text, name))
    sources = _TARGETS.sub("", text) if path.suffix.lower() == ".tsv" else text
    found = sentences(sources, name)
    if sources != text and not found.notice:
        found = Text(
            found.lines, tr("Only the sources of {name} are read; to train on its pairs, open Train.", name=name)
        )
    if not found.lines:
        raise NotOpened("E-TEXT-EMPTY", tr("{name} is empty", name=name), tr("A text has one sentence on each line."))
    return Text(found.lines, found.notice, path)


def sentences(text: str, name: str = tr("the text")) -> Text:
    """The lines of a text that are read: not blank, at most SOURCE_LINES and TEXT_CHARACTERS in all."""
    lines = [line.rstrip() for line in re.split("\r\n|[\n\r\u2028\u2029\u0085]", text) if line.strip()]
    kept: list[str] = []
    room = TEXT_CHARACTERS
    for line in lines[:SOURCE_LINES]:
        if len(line) > room:
            break
        kept.append(line)
        room -= len(line) + 1
    if lines and not kept:
        cut = tr(
            "The first {number:,} of {all:,} characters of {name} are read.",
            number=TEXT_CHARACTERS,
            all=len(lines[0]),
            name=name,
        )
        return Text((lines[0][:TEXT_CHARACTERS],), cut)
    notice = ""
    if len(kept) < len(lines):
        words = {"number": len(kept), "all": len(lines), "name": name}
        notice = tr("The first {number} of {all:,} lines of {name} are read.", **words)
    return Text(tuple(kept), notice)
