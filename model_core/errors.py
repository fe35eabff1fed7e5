"""The exception for input that cannot be used, and messages as values that can be translated."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any


class Message(str):
    """An English text with its template and fields, so that the window can show it in another language.

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

    def to_json(self) -> dict[str, Any]:
        """The message as JSON."""
        fields = {name: one.to_json() if isinstance(one, Message) else one for name, one in self.fields.items()}
        return {"template": self.template, "fields": fields}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Message:
        """The message from its JSON. Raises ValueError, KeyError, IndexError, TypeError or AttributeError for anything
        else."""
        fields = {name: cls.from_json(one) if isinstance(one, Mapping) else one for name, one in data["fields"].items()}
        return cls(data["template"], **fields)


def joined(notes: Iterable[str]) -> str:
    """Notes as one line, those that are "" left out; of Messages a Message, which can be shown in another language."""
    first, *others = [note for note in notes if note] or [""]
    return reduce(lambda before, note: Message("{before}; {note}", before=before, note=note), others, first)


class Refused(Exception):
    """Input that was refused. `code` is stable (tests and reports name it); the text is one clear line.

    The command line, the window and notebooks show `str(error)` and keep what they had. `fields` fill the message's
    braces, as in `Message`.
    """

    def __init__(self, code: str, message: str, /, **fields: Any) -> None:
        if fields or not isinstance(message, Message):
            message = Message(message, **fields)
        super().__init__(f"{message} [{code}]")
        self.code = code
        self.message = message


def short(value: object) -> str:
    """A value for a message, at most 60 characters."""
    return f"{value!r:.60}"


def check_index(what: str, index: int, count: int, of: str = "") -> None:
    """Raises IndexError where there is no such index, saying how many there are: from 0, negative ones from the
    end."""
    if not -count <= operator.index(index) < count:
        there = f"there are {count:,}" if count != 1 else "there is 1"
        raise IndexError(f"no {what} {index}{of}: {there}, counted from 0")


def counted(number: int, word: str) -> str:
    """ "1 pair", "2,000 pairs": for texts that are English in every language."""
    return f"{number:,} {word}{'s' * (number != 1)}"


def abbreviated_list(names: Sequence[str], most: int, between: str = ", ") -> str:
    """The first `most` of these texts, joined, and how many more there are."""
    listed = {f"text{at}": name for at, name in enumerate(names[:most])}
    row = Message(between.join(f"{{{name}}}" for name in listed), **listed)
    return Message("{row} and {more:,} more", row=row, more=len(names) - most) if len(names) > most else row
