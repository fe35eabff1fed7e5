"""The file of a recording: its header read and checked, before anything is shown. No torch."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, TypeGuard

import numpy as np

from model_core.errors import Refused
from model_core.io.limits import (
    JSON_PARTS,
    RECORDED_ALL_TOKENS,
    RECORDED_BYTES,
    RECORDED_SENTENCES,
    RECORDED_TOKEN,
    RECORDED_TOKENS,
    SAFETENSORS_HEADER,
    SAFETENSORS_TENSORS,
    TENSOR_RANK,
    parse_json,
    regular_file,
)
from model_core.io.safe_files import display_name, read_head
from model_core.record.trace import ATTENTION
from model_core.schema import Choice, Codes, Length, Range, read
from model_core.spec import ATTENTION_SCALES, KINDS, LIMITS, ModelSpec

FORMAT, VERSION = "headscope-recording", 2
SUFFIX = ".safetensors"
PRECISIONS: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4"), "F64": np.dtype("<f8")}


def is_recording(model: str) -> bool:
    """Whether a run's model is a recording: the name of a file, where models are folders. The disk is not looked at."""
    return model.lower().endswith(SUFFIX)


@dataclass(frozen=True)
class Tensor:
    """Where an array of the file lies: `start` in bytes from the file's beginning."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int


@dataclass(frozen=True)
class Recording:
    """The header of a recording, checked.

    layers   kind -> how many layers its model has; those without a recorded map are in no tensor
    causal   kinds in which no row reads a later token
    follows  kinds whose weights are the softmax of q·k, divided as `scale` says, of the recorded queries and keys
    sides    per sentence: (source, read, written) pieces; written is () if it was not recorded
    uneven   kinds whose rows do not sum to 1
    stamp    bytes of the file and when it was written last (ns), before its header was read
    """

    path: Path
    name: str
    hash: str
    stamp: tuple[int, int]
    tensors: Mapping[str, Tensor]
    layers: Mapping[str, int]
    heads: int
    head_width: int
    causal: frozenset[str]
    follows: frozenset[str]
    sides: tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...]
    uneven: frozenset[str] = frozenset()
    scale: str = "head"
    decoder_heads: int = 0
    decoder_head_width: int = 0

    def heads_of(self, kind: str) -> int:
        return self.decoder_heads if self.decoder_heads and kind != "encoder" else self.heads

    def width_of(self, kind: str) -> int:
        """Units of one head's query and key in a kind of attention, 0 if there are none."""
        return self.decoder_head_width if self.decoder_heads and kind != "encoder" else self.head_width

    @property
    def lengths(self) -> tuple[int, int]:
        """Tokens of the longest source and of the longest target."""
        return max(len(one[0]) for one in self.sides), max(len(one[1]) for one in self.sides)


@dataclass(frozen=True)
class _Facts:
    """What the metadata state about the arrays; fields with a default are missing in files of earlier versions."""

    name: str
    layers: Mapping[str, Annotated[int, Range(1, LIMITS["encoder_layers"][1] * 4)]]
    heads: Annotated[int, Range(1, 1024)]
    head_width: Annotated[int, Range(0, 65_536)]
    causal: tuple[str, ...]
    follows: tuple[str, ...]
    sentences: Annotated[
        tuple[Mapping[str, Annotated[tuple[str, ...], Length(0, RECORDED_TOKENS)]], ...], Length(1, RECORDED_SENTENCES)
    ]
    uneven: tuple[str, ...] = ()
    scale: Annotated[str, Choice(ATTENTION_SCALES)] = "head"
    decoder_heads: Annotated[int | None, Range(1, 1024)] = None
    decoder_head_width: Annotated[int, Range(0, 65_536)] = 0


def read_recording(path: str | Path) -> Recording:
    """The checked header of a recording. Raises Refused naming what is wrong with the file."""
    path = Path(path)
    there = regular_file(path, RECORDED_BYTES).stat()
    size = there.st_size
    head = read_head(path, 8)
    length = int.from_bytes(head, "little")
    if len(head) < 8 or not 2 <= length <= min(SAFETENSORS_HEADER, size - 8):
        raise Refused(
            "E-REC-HEADER", "{path} is not a safetensors file, or its header is incomplete", path=display_name(path)
        )
    raw = read_head(path, 8 + length)[8:]
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("E-REC-HEADER", "{path}: its header is not UTF-8", path=display_name(path)) from None
    header = parse_json(text, f"the header of {display_name(path)}", SAFETENSORS_HEADER, JSON_PARTS)
    about = _metadata(header, display_name(path))
    tensors = _tensors(header, display_name(path), 8 + length, size)
    return _checked(path, about, tensors, hashlib.sha256(raw).hexdigest(), (size, there.st_mtime_ns))


_FORMAT = re.compile(rf'\\?"format\\?"\s*:\s*\\?"{FORMAT}\\?"'.encode())


def is_recording_header(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a recording, also of one that another program has saved again: in
    its metadata, or in the JSON that these hold, of which either may stand first."""
    return _FORMAT.search(head) is not None


def _metadata(header: Any, name: str) -> dict[str, Any]:
    """The JSON in the metadata. Raises Refused for a file that is not a recording, or one of a later version."""
    extra = header.pop("__metadata__", None) if isinstance(header, dict) else None
    if not isinstance(extra, dict) or extra.get("format") != FORMAT or not isinstance(extra.get("recording"), str):
        raise Refused(
            "E-REC-FORMAT", "{name} is not a recording: its metadata does not say {format}", name=name, format=FORMAT
        )
    about = parse_json(extra["recording"], f"the metadata of {name}", RECORDED_TOKEN, JSON_PARTS)
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise Refused("E-REC-FORMAT", "{name}: its metadata is damaged", name=name)
    version = about.get("version")
    if type(version) is not int or version < 1:
        raise Refused(
            "E-REC-VERSION", "{name} has version {version}; this headscope reads version {version2}",
            name=name, version=str(version)[:20], version2=VERSION,
        )  # fmt: skip
    if version > VERSION:
        raise Refused(
            "E-REC-VERSION", "{name} was saved by a newer headscope (version {version}); open it with that one",
            name=name, version=version,
        )  # fmt: skip
    return about


def _tensors(header: dict[str, Any], name: str, start: int, size: int) -> dict[str, Tensor]:
    """Where each array lies. Raises Refused for damaged entries, gaps, overlaps, and bytes that are missing."""
    if not header or len(header) > SAFETENSORS_TENSORS:
        raise Refused(
            "E-REC-HEADER", "{name} lists {header_count:,} arrays; it must have 1 to {safetensors_tensors:,}",
            name=name, header_count=len(header), safetensors_tensors=SAFETENSORS_TENSORS,
        )  # fmt: skip
    found = {tensor: _tensor(entry, name, f"{tensor[:80]!r}", start) for tensor, entry in header.items()}
    end = start
    for one in sorted(found.values(), key=lambda one: one.start):
        if one.start != end:
            raise Refused(
                "E-REC-SIZE", "{name}: its arrays {value}",
                name=name, value="overlap" if one.start < end else "leave gaps",
            )  # fmt: skip
        end += math.prod(one.shape) * one.dtype.itemsize
    if end != size:
        raise Refused(
            "E-REC-SIZE",
            "{name} has {size:,} bytes, but its header describes {start:,}",
            name=name,
            size=size,
            start=end,
        )
    return found


def _tensor(entry: Any, name: str, tensor: str, start: int) -> Tensor:
    """Where the array of an entry lies in a file whose data begin at `start`. Raises Refused for a damaged entry."""
    shape: Any = entry.get("shape") if isinstance(entry, dict) else None
    span: Any = entry.get("data_offsets") if isinstance(entry, dict) else None
    readable = _is_size_list(shape) and _is_size_list(span) and len(span) == 2
    if not readable or not 1 <= len(shape) <= TENSOR_RANK or 0 in shape:
        raise Refused("E-REC-HEADER", "{name}: entry {tensor} is damaged", name=name, tensor=tensor)
    dtype = PRECISIONS.get(entry["dtype"]) if isinstance(entry.get("dtype"), str) else None
    if dtype is None:
        said = str(entry.get("dtype"))[:20]
        raise Refused(
            "E-REC-DTYPE", "{name}: {tensor} has type {said}; expected one of {precisions}",
            name=name, tensor=tensor, said=said, precisions=", ".join(PRECISIONS),
        )  # fmt: skip
    first, last = span
    if last - first != math.prod(shape) * dtype.itemsize:
        raise Refused(
            "E-REC-SIZE", "{name}: {tensor} has {span:,} bytes, which does not match its shape {shape}",
            name=name, tensor=tensor, span=last - first, shape=shape,
        )  # fmt: skip
    return Tensor(dtype, tuple(shape), start + first)


def _is_size_list(numbers: Any) -> TypeGuard[list[int]]:
    """Whether this is a list of whole numbers, none of them negative or absurd."""
    return isinstance(numbers, list) and all(type(one) is int and 0 <= one < 1 << 48 for one in numbers)


def _checked(
    path: Path, about: dict[str, Any], tensors: dict[str, Tensor], hash_: str, stamp: tuple[int, int]
) -> Recording:  # fmt: skip
    """The facts of the metadata, in their ranges and in agreement with the arrays."""
    name = display_name(path)
    known = {one.name: about[one.name] for one in fields(_Facts) if one.name in about}
    facts = read(_Facts, known, Codes.uniform("E-REC-META"), name, "recording")
    if not facts.layers or not {*facts.layers} <= {*KINDS}:
        raise Refused(
            "E-REC-META", "{name}: 'layers' is {layers}; expected the number of layers per attention",
            name=name, layers=str(facts.layers)[:60],
        )  # fmt: skip
    if not {*facts.causal, *facts.follows, *facts.uneven} <= {*facts.layers}:
        raise Refused("E-REC-META", "{name}: the description of its attentions is damaged", name=name)
    found = Recording(
        path, facts.name or path.stem, hash_, stamp, tensors, facts.layers, facts.heads, facts.head_width,
        frozenset(facts.causal), frozenset(facts.follows), _sides(facts, name), frozenset(facts.uneven), facts.scale,
        facts.decoder_heads or 0, facts.decoder_head_width if facts.decoder_heads else 0,
    )  # fmt: skip
    _compare(found, name)
    return found


def _sides(facts: _Facts, name: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...]:
    """The pieces of every sentence: there where its kinds of attention need them, and only there."""
    kinds = {*facts.layers}
    needed = bool({"encoder", "cross"} & kinds), bool({"decoder", "cross"} & kinds)
    found = []
    for one in facts.sentences:
        source, target, written = (one.get(key, ()) for key in ("source", "read", "written"))
        if (bool(source), bool(target)) != needed or len(written) not in (0, len(target)):
            raise Refused("E-REC-META", "{name}: the tokens of a sentence do not match its attentions", name=name)
        found.append((tuple(map(_text, source)), tuple(map(_text, target)), tuple(map(_text, written))))
    if (count := sum(len(source) + len(target) for source, target, _ in found)) > RECORDED_ALL_TOKENS:
        raise Refused(
            "E-REC-META", "{name} has {count:,} tokens; the limit is {recorded_all_tokens:,}",
            name=name, count=count, recorded_all_tokens=RECORDED_ALL_TOKENS,
        )  # fmt: skip
    return tuple(found)


def _text(piece: str) -> str:
    """A piece that can be encoded: half a surrogate pair becomes U+FFFD."""
    return piece.encode("utf-8", "replace").decode("utf-8")


def _compare(recording: Recording, name: str) -> None:
    """Every array is one that a recording has, in the shape that layers, heads and tokens imply."""
    maps = set[str]()
    for tensor, entry in recording.tensors.items():
        kind, shape = _expected(recording, tensor)
        if not kind:
            raise Refused("E-REC-NAMES", "{name}: unexpected array {tensor}", name=name, tensor=f"{tensor[:80]!r}")
        if len(shape) != len(entry.shape) or any(a not in (b, -1) for a, b in zip(shape, entry.shape, strict=True)):
            words = str(shape).replace("-1", "any")
            raise Refused(
                "E-REC-SHAPE", "{name}: {tensor} has shape {entry_shape}; expected {words}",
                name=name, tensor=tensor[:80], entry_shape=entry.shape, words=words,
            )  # fmt: skip
        maps |= {kind} if tensor.endswith(".weights") else set()
    if missing := sorted(set(recording.layers) - maps):
        raise Refused(
            "E-REC-NAMES", "{name}: the weights of the {missing} attention are missing", name=name, missing=missing[0]
        )


def _expected(recording: Recording, tensor: str) -> tuple[str, tuple[int, ...]]:
    """(kind or side, shape with -1 for any) of an array by its name; ("", ()) for a name that no recording has."""
    batch, (source, target) = len(recording.sides), recording.lengths
    side, _, rest = tensor.partition(".hidden_states.")
    if side in ("encoder", "decoder") and _number(rest):
        length = source if side == "encoder" else target
        if length:
            return side, (batch, length, -1)
    path, _, what = tensor.rpartition(".")
    for kind, count in recording.layers.items():
        rows, columns = map_size(recording, kind)
        before, _, after = ATTENTION[kind].partition("{layer}")
        layer = path.removeprefix(before).removesuffix(after)
        if path != f"{before}{layer}{after}" or not _number(layer) or int(layer) >= count:
            continue
        width = recording.width_of(kind)
        shapes = {"weights": (rows, columns), "q": (rows, width), "k": (columns, width)}
        shapes["v"] = (columns, -1)
        if what in shapes and 0 not in shapes[what]:
            return kind, (batch, recording.heads_of(kind), *shapes[what])
    return "", ()


def _number(text: str) -> bool:
    """Whether this is a small whole number, written as Python writes it."""
    return text.isascii() and text.isdecimal() and len(text) < 5 and str(int(text)) == text


def map_size(recording: Recording, kind: str) -> tuple[int, int]:
    """(rows, columns) of the maps of a kind, padding included."""
    source, target = recording.lengths
    return (source if kind == "encoder" else target), (target if kind == "decoder" else source)


def spec_of(recording: Recording) -> ModelSpec:
    """The sizes that a recording states; the others are 0."""
    layers, (source, target) = recording.layers, recording.lengths
    values = next((one.shape[-1] for name, one in recording.tensors.items() if name.endswith("_attn.v")), 0)
    whole, other = recording.heads * recording.head_width, recording.decoder_heads * recording.decoder_head_width
    apart = recording.head_width if whole and other and whole != other else 0  # heads of one width, sides of two
    if values in (recording.head_width, recording.decoder_head_width) and not apart:
        values = 0  # as wide as queries and keys, in each side as theirs
    return ModelSpec(
        source_vocabulary=0, target_vocabulary=0, d_model=whole or other, heads=recording.heads,
        decoder_heads=recording.decoder_heads, d_key=apart,
        encoder_layers=layers.get("encoder", 0), decoder_layers=max(layers.get("decoder", 0), layers.get("cross", 0)),
        d_ff=0, max_positions=max(source, target), positions="none", tied=False,
        attention_scale=recording.scale, d_value=values,
        attention_bias=False,
    )  # fmt: skip
