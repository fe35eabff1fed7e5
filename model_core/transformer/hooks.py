"""Hook points, and the one context that attaches listeners to them and removes them again.

A hook point is an identity at every named activation (as in TransformerLens); its name is its
module path, e.g. "encoder.layers.0.self_attn.weights". An idle one costs one `if`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager

from torch import Tensor, nn

Names = Callable[[str], bool] | Set[str]
"""Some of the hook points: a predicate on names, or the names themselves, which is faster."""

Listener = Callable[[Tensor], Tensor | None]
"""Gets the activation; returns None to leave it unchanged, or the tensor that replaces it."""


class HookPoint(nn.Module):
    """Identity on an activation; passes it through its listeners, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.listeners: list[Listener] = []

    def __call__(self, value: Tensor) -> Tensor:
        """The activation (any shape), replaced by what its listeners return, if anything.

        Overrides nn.Module's own call on purpose: an idle point must cost next to nothing.
        """
        if self.listeners:
            for listener in self.listeners:
                answer = listener(value)
                if answer is not None:
                    value = answer
        return value


def hook_points(model: nn.Module) -> dict[str, HookPoint]:
    """All hook points of a model by module path, in the order of the modules (looked up once per model)."""
    found: dict[str, HookPoint] | None = model.__dict__.get("_found_hook_points")
    if found is None:
        found = {name: module for name, module in model.named_modules() if isinstance(module, HookPoint)}
        model.__dict__["_found_hook_points"] = found
    return found


@contextmanager
def recording(
    model: nn.Module, keep: Names | None = None, edits: Mapping[str, Listener] | None = None
) -> Iterator[dict[str, Tensor]]:
    """Within this context, every activation that passes a hook point is stored by name in the dict it yields.

    keep   which names to record (default: all); the tensors are detached views, no copies
    edits  name -> listener that changes the activation before it is recorded

    Listeners are always removed on leaving, even after an exception. A later forward pass overwrites an earlier one.
    Raises KeyError for an edit of a name, or a name in a set, that no hook point has.
    """
    points = hook_points(model)
    kept: dict[str, Tensor] = {}
    names: Iterable[str] = points
    if keep is not None:
        names = keep if isinstance(keep, Set) else filter(keep, points)
    added = [(points[name].listeners, edit) for name, edit in (edits or {}).items()]
    added += [(points[name].listeners, _keeper(kept, name)) for name in names]
    for listeners, listener in added:
        listeners.append(listener)
    try:
        yield kept
    finally:
        for listeners, listener in added:
            listeners.remove(listener)


def _keeper(kept: dict[str, Tensor], name: str) -> Listener:
    """A listener that stores the activation under `name`."""

    def keep(value: Tensor) -> None:
        kept[name] = value.detach() if value.requires_grad else value

    return keep


def listener_count(model: nn.Module) -> int:
    """How many listeners are attached to the model; 0 outside every `recording`."""
    found: list[list[Listener]] | None = model.__dict__.get("_found_listeners")
    if found is None:
        found = model.__dict__["_found_listeners"] = [point.listeners for point in hook_points(model).values()]
    return sum(map(len, found))
