"""A pickled checkpoint (.pt, .bin, .pth, .ckpt) as safetensors, in a process of its own with limits.

A pickle is a program. This module is the only place that reads one, with torch's reader of plain weights alone
(weights_only), which knows tensors and simple containers; there is no second try with the other reader. `main` is what
the child runs: it has one open file to write to, its standard output. An error is reported there as one line of JSON.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from model_core.errors import Message, Refused
from model_core.io import sandbox
from model_core.io.child_process import MOST_OUTPUT, child_command, run

SECONDS = 600
"""Longest conversion, in seconds of computing."""
EXTRA_MEMORY = 1_500_000_000
"""Bytes of memory beyond what the process has at its start and four times the file."""
WEIGHT_KEYS = ("model_state_dict", "state_dict", "model", "net", "weights", "module", "transformer")
"""Where trainings put the weights in what they save."""
SETTINGS = ("settings", "config", "hparams", "args", "hyper_parameters")
SAFE_TORCH = (2, 10)
"""Versions of torch before this one can be made to run code by a file even with weights_only (CVE-2026-24747)."""


def to_safetensors(source: Path, out: Path) -> None:
    """Convert in a child process. Raises Refused with its reason, or for one that was stopped by a limit."""
    with out.open("w+b") as file:
        done = run(child_command(__name__, [str(source)]), SECONDS, {"OMP_NUM_THREADS": "1"}, file)
        file.seek(0)
        output = b"" if done.status == 0 else file.read(MOST_OUTPUT)
    if done.status == 0 and done.in_time:
        return
    out.unlink()
    if not done.in_time:
        raise Refused(
            "E-IMPORT-SLOW", "{source} took longer than {seconds} s to read, so reading was stopped",
            source=source.name, seconds=SECONDS,
        )  # fmt: skip
    try:
        found = json.loads(output.decode().strip().splitlines()[-1])
        raise Refused(str(found["code"]), Message.from_json(found["message"]))
    except (ValueError, KeyError, IndexError, TypeError):
        how = f"signal {-done.status}" if done.status < 0 else f"exit code {done.status}"
        raise Refused(
            "E-IMPORT-PICKLE",
            "{source} could not be read: the reader ended with {how}. The file is damaged, or needs far more "
            "memory than its size",
            source=source.name,
            how=how,
        ) from None


# ---------------------------------------------------------------- inside the child


def _limit(size: int) -> None:
    """Limits memory, time and output, where the system supports it."""
    try:
        import resource
    except ImportError:
        return
    pages = Path("/proc/self/statm")
    used = int(pages.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE") if pages.is_file() else 8_000_000_000
    for which, most in (
        (resource.RLIMIT_AS, used + EXTRA_MEMORY + 4 * size), (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_FSIZE, 64_000_000 + 8 * size), (resource.RLIMIT_CORE, 0),
    ):  # fmt: skip
        hard = resource.getrlimit(which)[1]
        resource.setrlimit(which, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _read(path: Path) -> Any:
    """What the file holds, read as plain weights only."""
    import argparse

    import torch

    version = tuple(int(part) for part in re.findall(r"\d+", torch.__version__)[:2])
    if version < SAFE_TORCH:
        raise Refused(
            "E-IMPORT-TORCH", "torch {torch_version} does not read pickles safely: install torch 2.10 or newer",
            torch_version=torch.__version__,
        )  # fmt: skip
    _limit(path.stat().st_size)
    try:
        with path.open("rb") as file, torch.serialization.safe_globals([argparse.Namespace]):
            return torch.load(file, map_location="cpu", weights_only=True)
    except MemoryError:
        raise Refused(
            "E-IMPORT-MEMORY", "reading {path} takes more memory than four times its size", path=path.name
        ) from None
    except Exception as error:
        raise Refused(
            "E-IMPORT-PICKLE",
            "{path} does not contain plain weights only: {short}",
            path=path.name,
            short=_reason(error),
        ) from None


def _reason(error: Exception) -> str:
    """The reason in one line, with advice for the most common one."""
    text = " ".join(str(error).split())
    found = re.search(r"Unsupported (?:global|operand|class)(?:(?! Check)[^.]){0,120}|GLOBAL ([\w.]+) was not", text)
    if "weights_only" in text or "Unsupported" in text:
        what = f" ({found[0]})" if found else ""
        return Message(
            "it contains objects other than tensors{what}. Save it with torch.save(model.state_dict(), …) where "
            "it was trained",
            what=what,
        )
    if re.search("central directory|PytorchStreamReader|truncated|Ran out of input|unexpected EOF", text):
        return Message("it is incomplete or damaged. Copy or download it again")
    return text[:160]


def _weights(found: Any, depth: int = 0) -> dict[str, Any]:
    """The tensors of a checkpoint by name, searched where trainings usually put them; beside those there may be losses
    and states of generators."""
    import torch

    if not isinstance(found, Mapping):
        return {}
    tensors = {str(name): one for name, one in found.items() if isinstance(one, torch.Tensor)}
    inner = [_weights(found[name], depth + 1) for name in WEIGHT_KEYS if name in found and depth <= 2]
    return next((one for one in inner if len(one) >= 2), tensors or next(filter(None, inner), {}))


def _settings(found: Any) -> dict[str, Any]:
    """Plain settings that a training saved beside the weights."""
    settings: dict[str, Any] = {}
    for name in SETTINGS if isinstance(found, Mapping) else ():
        own = found.get(name)
        values = own if isinstance(own, Mapping) else getattr(own, "__dict__", {})
        settings |= {str(key): one for key, one in values.items() if type(one) in (int, float, bool, str)}
    return dict(list(settings.items())[:200])


def _checked_tensor(name: str, tensor: Any) -> Any:
    """A tensor whose every number lies in its storage. Raises Refused for any other.

    Indices of a sparse tensor are the file's own, and converting it to a dense one writes to whatever address they
    give.
    """
    import torch

    tensor = tensor.detach()
    layout = str(tensor.layout).removeprefix("torch.")
    kinds = {
        Message("a tensor of layout {layout}", layout=layout): tensor.layout is not torch.strided,
        Message("a nested tensor"): tensor.is_nested, Message("a quantized tensor"): tensor.is_quantized,
        Message("a tensor on device {device}", device=tensor.device.type): tensor.device.type != "cpu",
    }  # fmt: skip
    for kind, found in kinds.items():
        if found:
            raise Refused(
                "E-IMPORT-TENSOR",
                "{name} is {kind}, which cannot be read: save it as an ordinary tensor (.to_dense(), "
                    ".dequantize(), .cpu())",
                name=f"{name!r}", kind=kind,
            )  # fmt: skip
    last = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    end = (tensor.storage_offset() + last + 1) * tensor.element_size()
    least = min((tensor.storage_offset(), *tensor.stride()))
    if tensor.numel() and (least < 0 or end > tensor.untyped_storage().nbytes()):
        raise Refused(
            "E-IMPORT-TENSOR", "{name} is damaged: its shape is larger than its stored data",
            name=f"{name!r}",
        )  # fmt: skip
    return tensor


def convert(source: Path) -> bytes:
    """Read; safetensors with the settings in its metadata. From here on this process can neither reach the network nor
    write a file, where the system has a filter for that."""
    from safetensors.torch import save

    sandbox.close()
    found = _read(source)
    tensors = _weights(found)
    if not tensors:
        raise Refused(
            "E-IMPORT-EMPTY", "{source} has no named tensors: save the model's state_dict()", source=source.name
        )
    plain = {name: _checked_tensor(name, tensor).contiguous() for name, tensor in tensors.items()}
    seen: set[int] = set()
    for name, tensor in plain.items():  # two names of one tensor, or of parts of one
        memory = tensor.untyped_storage().data_ptr()
        plain[name] = tensor.clone() if memory in seen else tensor
        seen.add(memory)
    return save(plain, metadata={"settings": json.dumps(_settings(found))})


def main(arguments: Sequence[str]) -> int:
    """Write the file as safetensors to standard output; a refusal is one line of JSON and exit status 2."""
    try:
        sys.stdout.buffer.write(convert(Path(arguments[0])))
    except Refused as refused:
        print(json.dumps({"code": refused.code, "message": refused.message.to_json()}))
        return 2
    except MemoryError:
        needs = Message("reading {path} takes far more memory than its size", path=arguments[0])
        print(json.dumps({"code": "E-IMPORT-MEMORY", "message": needs.to_json()}))
        return 2
    return 0
