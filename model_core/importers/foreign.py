"""Other programs' checkpoints as names, shapes and numbers. Pickles are converted in a child process first.

Reads safetensors and JSON; nothing here executes code from a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

from safetensors import SafetensorError
from torch import Tensor

from model_core.checkpoints.checkpoint import DTYPES, finite, read_header, refuse_broken
from model_core.errors import Refused, short
from model_core.io.limits import read_json
from model_core.io.tensor_files import open_tensors
from model_core.schema import JSON, Choice, Misfit

Meaning = TypeVar("Meaning")

COUNTERS = ("I64", "I32", "U8", "BOOL")
"""Types of numbers that a file may hold beside its weights."""

WRAPPERS = ("module.", "_orig_mod.")
"""Prefixes that wrappers put before every name."""

BARE = ("shared.weight", "decoder.layers.0.encoder_attn.q_proj.weight")
"""Names of a BartModel or a MarianModel that was saved alone: with an output each of them begins with "model."."""


class Shapes(dict[str, tuple[int, ...]]):
    """name -> shape. A missing one is refused by its name."""

    def __missing__(self, name: str) -> tuple[int, ...]:
        raise Refused("E-IMPORT-MISSING", "{name} is missing, which every file of this layout must have", name=name)

    def matrix(self, name: str) -> tuple[int, int]:
        """(rows, columns); Refused if it is not a matrix with numbers in it."""
        shape = self[name]
        if len(shape) != 2 or not all(shape):
            raise Refused("E-IMPORT-SHAPE", "{name} has shape {shape}; expected a matrix", name=name, shape=shape)
        return shape[0], shape[1]


@dataclass
class ForeignCheckpoint:
    """A checkpoint before it is converted.

    shapes    name -> shape, without wrappers' prefixes; a model without an output has the names of one with it
    config    config.json of its folder, {} if there is none
    settings  other values that a training wrote into the file (numbers and texts by name)
    folder    its folder, for the files of a tokenizer
    """

    path: Path
    shapes: Shapes
    config: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    folder: Path = Path()
    halves: bool = False
    _names: Mapping[str, str] = field(default_factory=dict)

    def own_name(self, name: str) -> str:
        """How the file itself calls a tensor."""
        return self._names.get(name, name)

    def tensors(self, names: list[str]) -> dict[str, Tensor]:
        """These tensors in their own precision. Refused for what cannot be read, or is not finite."""
        try:
            with open_tensors(self.path, "pt") as file:
                found = {name: file.get_tensor(self._names[name]) for name in names}
        except (SafetensorError, OSError, ValueError) as error:
            raise Refused("E-WEIGHTS-READ", "{it} cannot be read: {error}", it=self.path.name, error=error) from None
        refuse_broken(self.path, [name for name, one in found.items() if not finite(one)])
        return found


def open_safetensors(
    path: Path, config: Path | None = None, settings: Mapping[str, Any] | None = None
) -> ForeignCheckpoint:
    """A safetensors file with the config.json beside it. Raises Refused."""
    header = read_header(path, dtypes=(*DTYPES, *COUNTERS))
    if not header:
        raise Refused("E-IMPORT-EMPTY", "{path} has no tensors", path=path.name)
    shared = _shared(path, header)
    plain = _unwrapped([*header, *shared])
    header |= {name: header[kept] for name, kept in shared.items()}
    shapes = Shapes({own: tuple(header[name]["shape"]) for own, name in plain.items()})
    halves = all(entry["dtype"] in ("F16", *COUNTERS) for entry in header.values())
    found = read_json(config, 1_000_000) if config is not None and config.is_file() else {}
    if not isinstance(found, dict):
        raise Refused(
            "E-IMPORT-CONFIG", "{config} is not a JSON object", config=config.name if config else "config.json"
        )
    folder = config.parent if config is not None else path.parent
    stored = {own: shared.get(name, name) for own, name in plain.items()}
    return ForeignCheckpoint(path, shapes, found, dict(settings or {}), folder, halves, stored)


def _shared(path: Path, header: Mapping[str, Any]) -> dict[str, str]:
    """Names that the file leaves out since their tensor stands under another name -> that name, as its metadata say
    (safetensors.torch.save_model)."""
    try:
        with open_tensors(path, "pt") as file:
            said = file.metadata() or {}
    except (SafetensorError, OSError, ValueError) as error:
        raise Refused("E-WEIGHTS-READ", "{it} cannot be read: {error}", it=path.name, error=error) from None
    return {name: kept for name, kept in said.items() if kept in header and name not in header}


def _unwrapped(names: list[str]) -> dict[str, str]:
    """Names without a wrapper's prefix that stands before all of them, and with the one of a model that has an output,
    -> the names in the file."""
    plain = {name: name for name in names}
    for prefix in WRAPPERS:
        if all(name.startswith(prefix) for name in plain):
            plain = {name.removeprefix(prefix): own for name, own in plain.items()}
    return {f"model.{name}": own for name, own in plain.items()} if all(name in plain for name in BARE) else plain


def refuse_without_config(foreign: ForeignCheckpoint) -> None:
    """Refused for weights without the config.json that their layout needs."""
    if not foreign.config:
        raise Refused(
            "E-IMPORT-CONFIG",
            "{foreign} alone does not give the number of heads and the special ids; they are in its config.json. "
                "Give the whole folder, with the weights as model.safetensors or pytorch_model.bin",
            foreign=foreign.path.name,
        )  # fmt: skip


def _field(config: Mapping[str, Any], name: str, default: Any, hint: Any) -> Any:
    try:
        return JSON.of(hint).read(config.get(name, default), None)
    except Misfit as misfit:
        raise Refused(
            "E-IMPORT-CONFIG", "config.json: {name} is {value}; {need}",
            name=name, value=short(misfit.value), need=misfit.need,
        ) from None  # fmt: skip


def number(config: Mapping[str, Any], name: str, default: int | None = None) -> int:
    """A whole number of a config.json. Refused if it is missing or something else."""
    return int(_field(config, name, default, int))


def flag(config: Mapping[str, Any], name: str, default: bool) -> bool:
    """A boolean of a config.json. Refused for something else."""
    return bool(_field(config, name, default, bool))


def real(config: Mapping[str, Any], name: str, default: float) -> float:
    """A number of a config.json. Refused for something else."""
    return float(_field(config, name, default, float))


def word(config: Mapping[str, Any], name: str, default: str, known: Mapping[str, Meaning]) -> Meaning:
    """What a word of a config.json means here. Refused for one that is not known."""
    return known[_field(config, name, default, Annotated[str, Choice(tuple(known))])]


ACTIVATIONS = {
    "relu": "relu", "gelu": "gelu", "swish": "silu", "silu": "silu", "gelu_new": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh", "gelu_fast": "gelu_tanh",
}  # fmt: skip
"""Names of activations in a config.json -> ours."""
