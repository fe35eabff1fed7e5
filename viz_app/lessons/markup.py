"""The simple Markdown of lessons as rich text: **strong**, *emphasis*, `token`, lists and paragraphs. No Qt.

Everything else is text as it stands: no links, no pictures, no HTML.
"""

from __future__ import annotations

import html
import re

_SPANS = re.compile(r"`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*")


def rich(text: str, token_colour: str = "") -> str:
    """Rich text for a label; tokens in a colour of their own, where one is given."""
    made = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        if all(line.lstrip().startswith("- ") for line in lines):
            entries = "".join(f"<li>{_spans(line.lstrip()[2:], token_colour)}</li>" for line in lines)
            made.append(f"<ul style='margin-left: 0; -qt-list-indent: 1'>{entries}</ul>")
        else:
            made.append(f"<p>{_spans(' '.join(line.strip() for line in lines), token_colour)}</p>")
    return "".join(made)


def plain(text: str) -> str:
    """The same without marks, for screen readers and slides."""
    return _SPANS.sub(lambda found: next(filter(None, found.groups())), text.strip())


def _spans(text: str, colour: str) -> str:
    """A line with its marks as tags; all else escaped."""
    parts, end = [], 0
    for found in _SPANS.finditer(text):
        parts.append(html.escape(text[end : found.start()]))
        token, strong, emphasis = found.groups()
        if token:
            style = f' style="color: {colour}"' if colour else ""
            whole = html.escape(token).replace("/", "/\u2060")  # no line ends within </s>
            whole = whole.replace("  ", "\u2003")  # a word and its number stay apart, though both may be digits
            parts.append(f"<b{style}>\u2068{whole}\u2069</b>")
        elif strong:
            parts.append(f"<b>{html.escape(strong)}</b>")
        else:
            parts.append(f"<i>{html.escape(emphasis)}</i>")
        end = found.end()
    return "".join([*parts, html.escape(text[end:])])
