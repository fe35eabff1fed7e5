"""A model is one folder: model.safetensors, spec.json, tokenizer.json, card.md. Atomic writes, strict reads."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import torch
from safetensors import SafetensorError
from safetensors.torch import save
from torch import Tensor
from torch.overrides import TorchFunctionMode

from model_core.checkpoints.folder import TOKENIZER, WEIGHTS
from model_core.checkpoints.folder import folder_hash as folder_hash
from model_core.checkpoints.folder import model_folder as model_folder
from model_core.errors import Message, Refused
from model_core.io.limits import (
    SAFETENSORS_HEADER,
    SAFETENSORS_TENSORS,
    TENSOR_RANK,
    WEIGHTS_BYTES,
    parse_json,
    regular_file,
)
from model_core.io.memory import refuse_large, trim
from model_core.io.safe_files import json_bytes, write_atomic
from model_core.io.tensor_files import open_tensors
from model_core.record.model_info import FORMAT, SPEC, VERSION, read_about
from model_core.record.training_log import RESUME
from model_core.spec import ModelSpec
from model_core.tokenizers.typed_text import WORDS_NAME
from model_core.tokenizers.vocab import Vocabulary, load_vocabulary
from model_core.transformer.model import EncoderDecoder

CARD = "card.md"
DTYPES = ("F16", "F32", "F64", "BF16")
"""Precisions that weights may have in a file, as safetensors calls them."""
_DTYPES = dict(zip(DTYPES, (torch.float16, torch.float32, torch.float64, torch.bfloat16), strict=True))
WRITTEN_FILES = (WEIGHTS, SPEC, TOKENIZER, CARD, WORDS_NAME, RESUME, f"training.{TOKENIZER}")
"""Files of a training's folder; a file `.NAME.…` is what `write_atomic` leaves of one when it is killed."""


class Loaded(NamedTuple):
    """A model and its vocabulary; unpacks as `model, vocab = load_model(folder)`."""

    model: EncoderDecoder
    vocab: Vocabulary


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files that a killed program left in a folder that only this process writes to."""
    for left in folder.glob(".*"):
        if left.suffix and any(left.name.startswith(f".{name}.") for name in WRITTEN_FILES):
            left.unlink(missing_ok=True)


def save_model(
    folder: Path,
    weights: Mapping[str, Tensor],
    spec: ModelSpec,
    vocab: Vocabulary,
    about: Mapping[str, Any],
    card: str = "",
    precision: torch.dtype = torch.float16,
) -> None:
    """Write a model folder into a folder that is there already. Weights are float16, or of another `precision` where
    float16 would change the model's output; `about` (name, languages, training, scores) goes into spec.json.

    Raises OSError when a file cannot be written; a file is replaced whole or not at all. Refused for weights that are
    not finite, or too large for float16.
    """
    folder.mkdir(exist_ok=True)
    write_atomic(folder / WEIGHTS, weights_bytes(weights, spec, precision))
    for name, data in vocab.files().items():
        write_atomic(folder / name, data)
    write_atomic(folder / TOKENIZER, vocab.to_json().encode())
    if card:
        write_atomic(folder / CARD, card.encode(errors="replace"))
    write_atomic(folder / SPEC, spec_bytes(spec, about))


def weights_bytes(weights: Mapping[str, Tensor], spec: ModelSpec, precision: torch.dtype = torch.float16) -> bytes:
    """The bytes of model.safetensors. Raises Refused for weights that are not finite, or too large for the
    precision."""
    half = {name: tensor.detach().to(precision).contiguous() for name, tensor in without_tied(weights, spec).items()}
    broken = [name for name, tensor in half.items() if not bool(torch.isfinite(tensor).all())]
    if broken:
        kind = "half precision" if precision == torch.float16 else str(precision).removeprefix("torch.")
        raise Refused(
            "E-WEIGHTS-LARGE", "{broken} has numbers that do not fit into {kind}; nothing was saved",
            broken=broken[0], kind=kind,
        )  # fmt: skip
    return save(half, metadata={"format": FORMAT})


def spec_bytes(spec: ModelSpec, about: Mapping[str, Any]) -> bytes:
    document = {"format": FORMAT, "version": VERSION, "spec": spec.to_json(), "about": dict(about)}
    return json_bytes(document, indent=1)


def without_tied(weights: Mapping[str, Tensor], spec: ModelSpec) -> dict[str, Tensor]:
    """The weights without the further names of a tied table."""
    shared = {"to_logits.weight"} if spec.tied or spec.output_tied else set()
    shared |= {"decoder.embed.table.weight"} if spec.tied else set()
    return {name: tensor for name, tensor in weights.items() if name not in shared}


class SkipInit(TorchFunctionMode):
    """Within this context new modules skip the random initialisation of their weights: a file's weights follow.

    Initialisation is slow, and for tensors on "meta" it makes torch import its compiler, which takes two seconds.
    """

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if getattr(func, "__module__", "") == "torch.nn.init" or func in (Tensor.normal_, Tensor.uniform_):
            return args[0] if args else kwargs["tensor"]
        return func(*args, **(kwargs or {}))


def load_model(folder: str | Path = "") -> Loaded:
    """Open a model folder ("" = the bundled English → Spanish one): (model, vocabulary), float32, evaluation mode.

    Raises Refused, with the reason in one line, for a folder that is missing, truncated, of wrong shapes or sizes,
    or with weights that are not finite. Sizes are checked by arithmetic before anything is allocated.
    """
    path = model_folder(folder)
    spec, _ = read_about(path)
    refuse_large(spec.parameters(), path.name)
    vocab = load_vocabulary(path / TOKENIZER)
    for own, size in zip(vocab.sizes, (spec.source_vocabulary, spec.target_vocabulary), strict=True):
        if own != size:
            raise Refused(
                "E-VOC-SIZE", "{tokenizer} has {own} entries, but the model has {size}",
                tokenizer=TOKENIZER, own=own, size=size,
            )  # fmt: skip
    with torch.device("meta"), SkipInit():
        sketch = EncoderDecoder(spec)
    shapes = {name: tuple(tensor.shape) for name, tensor in without_tied(sketch.state_dict(), spec).items()}
    entries = read_header(path / WEIGHTS, shapes)
    with SkipInit():
        model = EncoderDecoder(spec)
    fill(model.state_dict(), path / WEIGHTS, entries)
    trim()
    return Loaded(model.eval(), vocab)


@torch.no_grad()
def fill(own: Mapping[str, Tensor], path: Path, entries: Mapping[str, Any]) -> None:
    """Read the tensors of a safetensors file straight into these float32 tensors, without a second copy in memory.

    `entries` is the header that `read_header` returned. Raises Refused naming tensor and fault.
    """
    broken = []
    try:
        with open_tensors(path, "pt"):  # the library's own checks: no holes, no overlaps
            pass
        with path.open("rb", buffering=0) as file:
            start = 8 + int.from_bytes(file.read(8), "little")
            for name, entry in sorted(entries.items(), key=lambda one: one[1]["data_offsets"]):
                file.seek(start + entry["data_offsets"][0])
                _fill_one(own[name], file, _DTYPES[entry["dtype"]])
                if not finite(own[name]):
                    broken.append(name)
    except (SafetensorError, OSError, ValueError) as error:
        raise Refused("E-WEIGHTS-READ", "{path} cannot be read: {error}", path=path.name, error=error) from None
    refuse_broken(path, broken)


def refuse_broken(path: Path, broken: Sequence[str]) -> None:
    """Refuse a file some of whose tensors, those named, are not finite."""
    if broken:
        raise Refused(
            "E-WEIGHTS-NAN", "{path}: {broken_count} of its tensors contain NaN or infinity, the first is {broken}",
            path=path.name, broken_count=len(broken), broken=broken[0],
        )  # fmt: skip


def _fill_one(own: Tensor, file: io.RawIOBase, dtype: torch.dtype) -> None:
    """Read the next numbers of a file into a tensor, through a temporary one only where the dtype differs."""
    direct = dtype == own.dtype and own.is_contiguous() and sys.byteorder == "little"
    read = own if direct else torch.empty(own.shape, dtype=dtype)
    numbers: Any = read.reshape(-1).view(torch.uint8).numpy()
    rest = memoryview(numbers)
    while rest:
        count = file.readinto(rest)
        if not count:
            raise OSError("the file ends before its numbers do")
        rest = rest[count:]
    if not direct:
        own.copy_(read)


def read_weights(path: Path, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Tensor]:
    """All tensors of a safetensors file as float32, exactly the names and shapes asked for, all finite.

    The header is checked by arithmetic before the library reads the file. Raises Refused naming tensor and fault.
    """
    entries = read_header(path, shapes)
    tensors = {name: torch.empty(shape) for name, shape in shapes.items()}
    fill(tensors, path, entries)
    return tensors


def finite(tensor: Tensor) -> bool:
    """Whether all numbers are finite, in one pass without a second tensor: minimum and maximum propagate NaN."""
    if tensor.numel() == 0 or not tensor.is_floating_point():
        return True
    return all(bool(end.float().isfinite()) for end in torch.aminmax(tensor))


def stored_precision(folder: Path) -> torch.dtype:
    """The precision for a model made from that of a folder: 16 bits where all its weights have them, else float32."""
    types = {entry["dtype"] for entry in read_header(folder / WEIGHTS).values()}
    return _DTYPES[types.pop()] if types in ({"F16"}, {"BF16"}) else torch.float32


def read_header(
    path: Path, shapes: Mapping[str, tuple[int, ...]] | None = None, dtypes: tuple[str, ...] = DTYPES
) -> dict[str, Any]:
    """name -> entry ("dtype", "shape", "data_offsets") of a safetensors file, all of them sound, its size as they say.

    Raises Refused for a header that is too large or damaged, lists other tensors than `shapes` where they are given, or
    does not fit the file's size.
    """
    size = regular_file(path, WEIGHTS_BYTES).stat().st_size
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if size < 8 or length > min(SAFETENSORS_HEADER, size - 8):
                raise Refused(
                    "E-WEIGHTS-HEADER", "{path} is not a safetensors file, or its header is incomplete", path=path.name
                )
            text = file.read(length).decode()
    except UnicodeDecodeError:
        raise Refused("E-WEIGHTS-HEADER", "{path}: its header is not UTF-8", path=path.name) from None
    except OSError as error:
        raise Refused(
            "E-FILE-READ", "cannot read {path}: {error}", path=path.name, error=error.strerror or error
        ) from None
    header = parse_json(text, f"the header of {path.name}")
    if not isinstance(header, dict) or len(header) > SAFETENSORS_TENSORS:
        raise Refused("E-WEIGHTS-HEADER", "{path}: its header is not a list of tensors", path=path.name)
    header.pop("__metadata__", None)
    _check_entries(path.name, header, dtypes)
    if shapes is not None:
        _compare(path.name, header, shapes)
    end = max((entry["data_offsets"][1] for entry in header.values()), default=0)
    if 8 + length + end != size:
        raise Refused(
            "E-WEIGHTS-SIZE", "{path} has {size:,} bytes, but its header describes {value:,}",
            path=path.name, size=size, value=8 + length + end,
        )  # fmt: skip
    return header


def _check_entries(name: str, header: dict[str, Any], dtypes: tuple[str, ...]) -> None:
    """Refuse damaged entries, and numbers of other types."""
    for tensor, entry in header.items():
        shape, offsets = (entry.get(key) if isinstance(entry, dict) else None for key in ("shape", "data_offsets"))
        sound = _is_size_list(shape) and len(shape) <= TENSOR_RANK and _is_size_list(offsets) and len(offsets) == 2
        if not sound:
            raise Refused("E-WEIGHTS-HEADER", "{name}: entry {tensor} is damaged", name=name, tensor=f"{tensor[:80]!r}")
        if entry.get("dtype") not in dtypes:
            raise Refused(
                "E-WEIGHTS-DTYPE", "{name}: {tensor} has type {value}",
                name=name, tensor=f"{tensor[:80]!r}", value=str(entry.get('dtype'))[:20],
            )  # fmt: skip


def _compare(name: str, header: dict[str, Any], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse missing, surplus or wrongly shaped tensors by name."""
    missing, extra = sorted(set(shapes) - set(header)), sorted(set(header) - set(shapes))
    if missing or extra:
        what = (Message("{name} is missing", name=missing[0]) if missing
                else Message("{name} is not part of this model", name=extra[0][:80]))  # fmt: skip
        raise Refused(
            "E-WEIGHTS-NAMES", "{name}: {what} ({missing_count} missing, {extra_count} unexpected)",
            name=name, what=what, missing_count=len(missing), extra_count=len(extra),
        )  # fmt: skip
    for tensor, shape in shapes.items():
        if tuple(header[tensor]["shape"]) != shape:
            found = tuple(header[tensor]["shape"])
            raise Refused(
                "E-WEIGHTS-SHAPE", "{name}: {tensor} has shape {found}, but this model needs {shape}",
                name=name, tensor=tensor, found=found, shape=shape,
            )  # fmt: skip


def _is_size_list(numbers: Any) -> TypeGuard[list[int]]:
    """Whether this is a list of whole numbers, none of them negative."""
    return isinstance(numbers, list) and all(type(number) is int and number >= 0 for number in numbers)
