"""A dict of limited size. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class NewestDict(dict[Key, Value]):
    """A dict that keeps the `most` entries set last, in that order; `d[key] = value` drops the oldest one beyond."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        self.pop(key, None)
        super().__setitem__(key, value)
        if len(self) > self.most:
            del self[next(iter(self))]

    def renew(self, keys: Iterable[Key]) -> None:
        """Makes the existing ones of these keys the newest."""
        for key in keys:
            if key in self:
                self[key] = self[key]

    def made(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key, made now if there is none."""
        if key not in self:
            self[key] = make()
        return self[key]
