"""The one exception for input that cannot be used: a code, what happened, what to do. And texts as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class Message(str):
    """An English text that still knows what it was made of, so that a window can say it in another language.

    template  the text with fields, as in str.format
    fields    name -> text, number or another Message
    """

    template: str
    fields: Mapping[str, Any]

    def __new__(cls, template: str, /, **fields: Any) -> Message:
        made = super().__new__(cls, template.format(**fields) if fields else template)
        made.template = template
        made.fields = {name: one if isinstance(one, str | int | float) else str(one) for name, one in fields.items()}
        return made

    def plain(self) -> dict[str, Any]:
        """The message as JSON."""
        fields = {name: one.plain() if isinstance(one, Message) else one for name, one in self.fields.items()}
        return {"template": self.template, "fields": fields}

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Message:
        """The message from its JSON. ValueError, KeyError, IndexError, TypeError or AttributeError for what
        is none."""
        fields = {name: cls.of(one) if isinstance(one, Mapping) else one for name, one in plain["fields"].items()}
        return cls(plain["template"], **fields)


class Refused(Exception):
    """Input that was refused. `code` is stable (tests and reports name it); the text is one clear line.

    Every door of the program (command line, window, notebook) shows `str(error)` and keeps what it had. `fields` fill
    the message's braces, as in `Message`.
    """

    def __init__(self, code: str, message: str, /, **fields: Any) -> None:
        if fields or not isinstance(message, Message):
            message = Message(message, **fields)
        super().__init__(f"{message} [{code}]")
        self.code = code
        self.message = message


def short(value: object) -> str:
    """A value as a message can name it, at most 60 characters."""
    return f"{value!r:.60}"


def abbreviated_list(names: Sequence[str], most: int, between: str = ", ") -> str:
    """The first `most` of these texts in a row, and how many more there are."""
    shown = {f"text{at}": name for at, name in enumerate(names[:most])}
    row = Message(between.join(f"{{{name}}}" for name in shown), **shown)
    return Message("{row} and {more:,} more", row=row, more=len(names) - most) if len(names) > most else row
