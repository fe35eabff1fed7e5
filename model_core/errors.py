"""The one exception for input that cannot be used: a code, what happened, what to do."""

from __future__ import annotations


class Refused(Exception):
    """Input that was refused. `code` is stable (tests and reports name it); the text is one clear line.

    Every door of the program (command line, window, notebook) shows `str(error)` and keeps what it had.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} [{code}]")
        self.code = code
        self.message = message


def short(value: object) -> str:
    """A value as a message can name it, at most 60 characters."""
    return f"{value!r:.60}"
