"""Installs fast paths in a model: within a context, its modules of one class get another method."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from torch import Tensor, nn

Part = TypeVar("Part", bound=nn.Module)


def parts_of(model: nn.Module, kind: type[Part]) -> list[Part]:
    """All modules of a class in a model (looked up once per model)."""
    found: dict[type[nn.Module], list[Part]] = model.__dict__.setdefault("_found_parts", {})
    if kind not in found:
        found[kind] = [module for module in model.modules() if isinstance(module, kind)]
    return found[kind]


@contextmanager
def replaced(parts: Sequence[nn.Module], name: str, method: Callable[..., Tensor]) -> Iterator[None]:
    """Within this context the method called `name` of these modules is `method`, which gets the module first."""
    try:
        for part in parts:
            part.__dict__[name] = partial(method, part)
        yield
    finally:
        for part in parts:
            part.__dict__.pop(name, None)
