"""Files that are not opened: what each is, by its first bytes or its name, and what to do instead. No Qt."""

from __future__ import annotations

import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from model_core.checkpoints.published import PublishedModel
from model_core.errors import Refused
from model_core.io.safe_files import display_name
from model_core.record.model_info import checkpoint_name
from viz_app.system.language import tr, translated

KEPT = tr("Your text, the model and the picture are unchanged.")
OPENS = tr(
    "headscope opens model folders (its own and those from Hugging Face), weights and recordings (.safetensors), "
    "surveys (a folder with a survey.json), UTF-8 texts, and its own sessions and lessons (.json)."
)


class NotOpened(Refused):
    """A path that was not opened, in three parts: what happened, what was kept, what to do.

    `command` is a shell command that does what the window does not, "" for none.
    """

    def __init__(self, code: str, happened: str, advice: str = "", command: str = "") -> None:
        happened = translated(happened)
        self.happened = happened if happened.endswith((".", "?")) else f"{happened}."
        self.kept, self.advice, self.command = KEPT, advice or OPENS, command
        super().__init__(code, f"{self.happened} {self.kept} {self.advice}")


@dataclass(frozen=True)
class _Kind:
    """A kind of file that is not opened: what it is, and what to do instead."""

    what: str
    advice: str = OPENS
    code: str = "E-FILE-UNKNOWN"


CONVERTED = (".pt", ".pth", ".bin", ".ckpt")
"""Endings of pickles that the command line converts."""
_NO_LINE = tr(
    "Save the weights as model.safetensors where they were made (safetensors.torch.save_file), and open that."
)
COMMAND_ADVICE = tr(
    "Only if you trust its source: this line in a terminal reads nothing but its numbers, in a separate process "
    "with limits, and makes a folder that opens here. Or save the weights as model.safetensors where they were made "
    "(safetensors.torch.save_file)."
)

PICKLE = _Kind(
    tr("a Python pickle. Opening one can run programs hidden in it, so headscope never does so in its window"),
    COMMAND_ADVICE,
    "E-FILE-PICKLE",
)
TORCH = _Kind(
    tr(
        "a PyTorch checkpoint: a pickle in a ZIP file. Opening one can run programs hidden in it, so headscope "
        "never does so in its window"
    ),
    COMMAND_ADVICE,
    "E-FILE-PICKLE",
)
ARRAYS = _Kind(
    tr("a file of NumPy arrays. headscope writes such files for other programs to read but opens none"),
    tr("Drop it on the window to compare it with this run, or read it with numpy.load(…)."),
    "E-FILE-ARRAYS",
)
WEIGHTS = _Kind(
    tr("named like a weights file, but is not a safetensors file"),
    tr("Save the weights again where they were made (safetensors.torch.save_file)."),
    "E-FILE-WEIGHTS",
)
HOLLOW = _Kind(
    tr("named like a weights file, but neither torch.save nor safetensors wrote it"),
    tr("It may be incomplete or damaged: copy or download it again."),
    "E-FILE-WEIGHTS",
)
FOREIGN = _Kind(tr("a model of another program"), code="E-FILE-FOREIGN")
POINTER = _Kind(
    tr("a note of Git LFS that stands in place of the file, which was not downloaded"),
    tr("Run “git lfs pull” in its folder, or download the file by itself."),
    "E-FILE-WEIGHTS",
)
PACKED = _Kind(tr("a compressed file"), f"{tr('Unpack it and open what is inside.')} {OPENS}", "E-FILE-PACKED")
PICTURE = _Kind(tr("a picture or a page"), f"{tr('Open it with another program.')} {OPENS}", "E-FILE-PICTURE")
WIDE = _Kind(tr("text in UTF-16 or UTF-32"), tr("Save it as UTF-8 in the program that wrote it."), "E-TEXT-UTF8")
BINARY = _Kind(tr("neither text nor anything else headscope can read"))

SUFFIXES = {
    **dict.fromkeys((".pkl", ".pickle", ".joblib", ".dill"), PICKLE),
    **dict.fromkeys(CONVERTED, TORCH),
    **dict.fromkeys((".npz", ".npy"), ARRAYS),
    **dict.fromkeys((".h5", ".hdf5", ".onnx", ".gguf", ".tflite", ".mar", ".spm"), FOREIGN),
    ".safetensors": WEIGHTS,
}
"""Endings that are refused whatever is in the file."""

_STARTS: tuple[tuple[_Kind, tuple[bytes, ...]], ...] = (
    (POINTER, (b"version https://git-lfs",)),
    (ARRAYS, (b"\x93NUMPY",)),
    (FOREIGN, (b"\x89HDF", b"GGUF")),
    (PACKED, (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd")),
    (PICTURE, (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"<svg", b"<?xml", b"<!DOCTYPE", b"<!doctype", b"<html",
               b"{\\rtf")),
    (WIDE, (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")),
)  # fmt: skip
"""What a file is -> the bytes that it may begin with."""


def is_safetensors(head: bytes) -> bool:
    """A length of eight bytes, then a JSON object. No pickle and no ZIP file can begin so."""
    return len(head) > 9 and head[8:9] == b"{" and 2 <= int.from_bytes(head[:8], "little") <= 100_000_000


def _zip_kind(head: bytes) -> _Kind:
    """What a ZIP file is, by the name of its first member."""
    name = head[30 : 30 + int.from_bytes(head[26:28], "little")]
    if name.endswith(b".npy"):
        return ARRAYS
    return TORCH if name.rsplit(b"/", 1)[-1] in (b"data.pkl", b".format_version", b"byteorder", b"version") else PACKED


def kind_of(head: bytes) -> _Kind | None:
    """What a file that is not opened is, by its first bytes; None if nothing speaks against text.

    Pickles of the protocols 2 to 5 begin with their number; older ones look like text, and are harmless as
    text.
    """
    if len(head) > 2 and head[0] == 0x80 and 2 <= head[1] <= 5:
        return PICKLE
    if head.startswith(b"PK\x03\x04"):
        return _zip_kind(head)
    return next((kind for kind, starts in _STARTS if head.startswith(starts)), None)


def refusal_of(path: Path, kind: _Kind) -> NotOpened:
    line = import_line(path) if kind is TORCH or (kind is PICKLE and path.suffix.lower() in CONVERTED) else ""
    advice = kind.advice if line or kind.advice != COMMAND_ADVICE else _NO_LINE
    return NotOpened(kind.code, tr("{name} is {kind}", name=display_name(path), kind=kind.what), advice, line)


def program_words() -> list[str]:
    """The command to start this program in a terminal: as installed, or from its checkout."""
    main = Path(__file__).resolve().parents[2] / "main.py"
    return [sys.executable, str(main)] if main.is_file() else ["headscope"]


def import_line(path: Path | PublishedModel) -> str:
    """The shell command that converts a checkpoint, quoted, with the output folder."""
    if isinstance(path, PublishedModel):
        words = [*program_words(), "import", f"{path.name}@{path.revision}"]
    else:
        source = path.absolute()
        out = source.with_name(f"{source.stem if source.suffix else checkpoint_name(source)}-headscope")
        words = [*program_words(), "import", str(source), "--out", str(out)]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


OTHER_PLACE = tr("Choose another folder to save to.")
ADVICE = {
    "E-IMPORT-LAYOUT": tr(
        "headscope converts the layouts named above. To show what another program computes, save it as a "
        "recording: model_core.save_recording(…) in Python (docs/recordings.md)."
    ),
    "E-IMPORT-STACK": tr(
        "With transformers: load the model with attn_implementation='eager', call it with "
        "output_attentions=True, then save_recording(out.attentions, tokens), where tokens is a list of strings. "
        "Open that file here."
    ),
    "E-IMPORT-CONFIG": tr(
        "Open the whole folder, with the config.json that was saved with these weights. If that is what you did, this "
        "variant cannot be converted; a recording can show it (docs/recordings.md)."
    ),
    "E-IMPORT-EMPTY": tr("Save the weights again where they were made (safetensors.torch.save_file)."),
    "E-IMPORT-NONE": tr("Choose the folder or file that holds the weights; folders inside it are not searched."),
    "E-IMPORT-SHARDS": tr("Then open that folder."),
    "E-IMPORT-MISSING": tr(
        "It may be only part of a model, or another version of this layout. Save the whole state_dict()."
    ),
    "E-IMPORT-OVER": tr(
        "Its model has parts that this layout does not have. Save only the Transformer's state_dict()."
    ),
    "E-IMPORT-SHAPE": tr("Check the number of heads, and whether the file was changed after training."),
    "E-IMPORT-COPY": tr("The file has the same table twice, with different numbers: save the model again."),
    "E-IMPORT-HEADS": tr("Choose another number of heads."),
    "E-IMPORT-OUT": OTHER_PLACE,
    "E-FILE-WRITE": OTHER_PLACE,
    "E-SAVE-FULL": OTHER_PLACE,
    "E-WEIGHTS-NAN": tr("The training of this model diverged: some of its weights are NaN or infinite."),
    "E-WEIGHTS-DTYPE": tr("Save the weights as float32, float16 or bfloat16, and open that file."),
    "E-WEIGHTS-HEADER": tr("The file is damaged: copy or download it again."),
    "E-WEIGHTS-SIZE": tr("The file is incomplete or damaged: copy or download it again."),
    "E-WEIGHTS-READ": tr("The file is damaged: copy or download it again."),
    "E-VOC-SENTENCEPIECE": tr("Install it, then open the folder again."),
    "E-VOC-TABLE": tr("Put its tokenizer files into the folder, all from the same source as its weights."),
    "E-VOC-SIZE": tr("Put its tokenizer files into the folder, all from the same source as its weights."),
}
"""Code of a refusal -> what to do."""

_IN_THE_LINE = {"E-IMPORT-FILES", "E-IMPORT-HEADS", "E-IMPORT-OUT", "E-IMPORT-SHARDS"}
"""Refusals whose own line says what to do in a terminal."""


def advised(error: Refused) -> Refused:
    """A refusal for a terminal: what happened, that nothing was written, what to do."""
    advice = "" if error.code in _IN_THE_LINE else ADVICE.get(error.code, "")
    said = translated(error.message)
    said = said if said.endswith((".", "?")) else f"{said}."
    return Refused(error.code, f"{said} Nothing was written. {advice}".rstrip())
