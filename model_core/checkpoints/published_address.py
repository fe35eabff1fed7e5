"""Addresses of Hugging Face's pages, as a browser shows or copies them: which model each is about. No torch."""

from __future__ import annotations

import re
from urllib.parse import unquote

_ADDRESS = re.compile(r"https?:/{1,2}(?:www\.)?(?:huggingface\.co|hf\.co)/([^?#\s]+)(?:[?#]\S*)?", re.IGNORECASE)
_AT_REVISION = ("tree", "blob", "resolve", "raw", "commit", "commits", "blame")
"""Parts of an address that a revision follows."""
_NO_OWNER = ("datasets", "spaces", "docs", "models", "collections", "papers", "blog", "learn", "posts", "api")
"""First parts of an address that is not a model's page."""


def name_at(text: str) -> str:
    """The name, with its revision, that an address of Hugging Face's leads to; any other text as it is."""
    found = _ADDRESS.fullmatch(text)
    parts = [unquote(part) for part in found[1].split("/") if part] if found else []
    if len(parts) < 2 or parts[0] in _NO_OWNER:
        return text
    revision = parts[3] if len(parts) > 3 and parts[2] in _AT_REVISION else "main"
    return f"{parts[0]}/{parts[1]}" + (f"@{revision}" if revision != "main" else "")
