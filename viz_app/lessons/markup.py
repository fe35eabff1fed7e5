"""The simple Markdown of lessons as rich text: **strong**, *emphasis*, `token`, lists and paragraphs. No Qt.

Everything else is literal text: no links, no pictures, no HTML.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

_SPANS = re.compile(r"`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*")


ColourOf = Callable[[str], str]
"""The colour of a token in a lesson's words."""


def colours(source: str, target: str, text: str) -> ColourOf:
    """Tokens in the colour of the source where they are words of the source `text`, else in that of the target. A
    digit, which the toy models read and write alike, is of the target."""
    words = f" {_spaced(text)} "

    def colour_of(token: str) -> str:
        said = token.split("  ")[0]  # without the number of an answer
        known = bool(said) and f" {_spaced(said)} " in words
        return source if known and (said == text or re.search(r"[^\W\d_]", said)) else target

    return colour_of


def rich(text: str, colour_of: ColourOf = lambda token: "") -> str:
    """Rich text for a label; tokens in colours of their own, where they have any."""
    made = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        if all(line.lstrip().startswith("- ") for line in lines):
            entries = "".join(f"<li>{_spans(line.lstrip()[2:], colour_of)}</li>" for line in lines)
            made.append(f"<ul style='margin-left: 0; -qt-list-indent: 1'>{entries}</ul>")
        else:
            made.append(f"<p>{_spans(' '.join(line.strip() for line in lines), colour_of)}</p>")
    return "".join(made)


def plain(text: str) -> str:
    """The text without markup, for screen readers and slides."""
    return _SPANS.sub(lambda found: next(filter(None, found.groups())), text.strip())


def _spaced(text: str) -> str:
    """Words and signs with one space between them."""
    return " ".join(re.findall(r"\w+|[^\w\s]", text))


def _spans(text: str, colour_of: ColourOf) -> str:
    """A line with its marks as tags; all else escaped."""
    parts, end = [], 0
    for found in _SPANS.finditer(text):
        parts.append(html.escape(text[end : found.start()]))
        token, strong, emphasis = found.groups()
        if token:
            style = f' style="color: {colour}"' if (colour := colour_of(token)) else ""
            whole = re.sub("[/-]", "\\g<0>\u2060", html.escape(token))  # no line ends within </s> or ij->
            whole = whole.replace("  ", "\u2003")  # a word and its number stay apart, though both may be digits
            parts.append(f"<b{style}>\u2068{whole}\u2069</b>")
        elif strong:
            parts.append(f"<b>{html.escape(strong)}</b>")
        else:
            parts.append(f"<i>{html.escape(emphasis)}</i>")
        end = found.end()
    return "".join([*parts, html.escape(text[end:])])
