"""Brings the catalogues of the window's words up to date: `python -m tests.catalogue` (resources/languages/*.ts).

The words are what the window gives to `tr`, the core to `Message` and `Refused`, the texts and tips of the table of
actions, the measures of heads, and what examples and minimal pairs say of themselves. Each is one message of a Qt
Linguist file, in the context of its module; a text that several modules have stands once, with the first. What is
translated stays; a new text is marked as unfinished, and one that is gone is left out.
"""

from __future__ import annotations

import ast
import re
import string
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from model_core.analysis.heads.head_alignment import ALIGNED
from model_core.analysis.heads.head_measures import MEASURES
from model_core.analysis.minimal_pairs import minimal_pairs
from model_core.analysis.reads import READS
from viz_app.commands.actions import ACTIONS
from viz_app.system.language import LANGUAGES, catalogue_file, read_catalogue
from viz_app.text.examples import examples

ROOT = Path(__file__).resolve().parent.parent
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
Key = tuple[str, str]
"""English text and note."""


def given_texts(tree: ast.AST) -> Iterator[Key]:
    """The texts that a module gives to `tr`, with their notes. Raises ValueError for one that is made while running."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tr":
            given = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if len(given) == len(node.args):
                yield given[0], given[1] if len(given) > 1 else ""


def core_texts(tree: ast.Module) -> Iterator[str]:
    """The templates that a module of the core gives to `Message` and `Refused`: constants, one of several, or what a
    name or a table of the module holds."""
    held: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            for name, own in zip(target.elts, value.elts, strict=True) if both else [(target, value)]:
                if isinstance(name, ast.Name):
                    held.setdefault(name.id, []).append(own)

    def constants(node: ast.expr, depth: int = 0) -> Iterator[str]:
        if isinstance(node, ast.Constant):
            yield from [node.value] if isinstance(node.value, str) else []
        elif isinstance(node, ast.IfExp):
            yield from (text for one in (node.body, node.orelse) for text in constants(one, depth))
        elif isinstance(node, ast.Dict):
            yield from (text for one in node.values for text in constants(one, depth))
        elif isinstance(node, ast.Subscript | ast.Attribute):
            yield from constants(node.value, depth)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from constants(node.func.value, depth)
        elif isinstance(node, ast.Name) and depth < 3:
            yield from (text for one in held.get(node.id, []) for text in constants(one, depth + 1))

    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Message", "Refused"):
            yield from constants(node.args[node.func.id == "Refused"])


def sources(package: str, *calls: str) -> Iterator[tuple[Path, ast.Module]]:
    """The modules of a package in which one of these functions is called, by their paths."""
    called = re.compile(rf"\b({'|'.join(calls)})\(")
    for path in sorted((ROOT / package).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if called.search(source):
            yield path, ast.parse(source)


@cache
def texts() -> dict[Key, str]:
    """Every text and note of the window -> the module it stands in, without .py."""
    found: dict[Key, str] = {}
    for path, tree in sources("viz_app", "tr"):
        context = path.relative_to(ROOT / "viz_app").with_suffix("").as_posix()
        for key in given_texts(tree):
            found.setdefault(key, context)
    for path, tree in sources("model_core", "Message", "Refused"):
        context = path.relative_to(ROOT).with_suffix("").as_posix()
        for text in core_texts(tree):
            if re.search(r"[^\W\d_]{2}", re.sub(r"\{[^{}]*\}", "", text)):  # in "{name}: {reason}" nothing is said
                found.setdefault((text, ""), context)
    for measure in (*MEASURES, *ALIGNED, *READS):
        own = (measure.words, measure.unit) if measure.name == "copies" else (measure.name, measure.words, measure.unit)
        found = {(text, ""): "model_core/analysis/heads" for text in own} | found
    for example in examples():
        found = {(text, ""): "resources/examples" for text in (example.group, example.reason)} | found
    for pair in minimal_pairs():
        found = {(text, ""): "resources/pairs" for text in (pair.phenomenon, pair.reason)} | found
    for action in (one for one in ACTIONS if not one.id.startswith("view.")):  # a view's word is its title
        for text in filter(None, (action.text, action.tip)):
            found.setdefault((text, ""), "commands/actions")
    return found


def fields(text: str) -> set[str]:
    """The names in the braces of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def catalogue(language: str, translated: dict[Key, str]) -> str:
    """The Qt Linguist file of all texts, with what is translated."""
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ElementTree.Element] = {}
    for (text, note), name in sorted(texts().items(), key=lambda item: (item[1], item[0])):
        if name not in contexts:
            contexts[name] = ElementTree.SubElement(root, "context")
            ElementTree.SubElement(contexts[name], "name").text = name
        message = ElementTree.SubElement(contexts[name], "message")
        ElementTree.SubElement(message, "source").text = text
        if note:
            ElementTree.SubElement(message, "comment").text = note
        translation = ElementTree.SubElement(message, "translation")
        if (text, note) in translated:
            translation.text = translated[text, note]
        else:
            translation.set("type", "unfinished")
    ElementTree.indent(root, " ")
    return HEAD + ElementTree.tostring(root, encoding="unicode") + "\n"


def main() -> int:
    """Writes each catalogue anew and says what is missing; 1 if anything is."""
    missing = 0
    for language in sorted(set(LANGUAGES) - {"en"}):
        path = catalogue_file(language)
        known = dict(read_catalogue(path))
        path.parent.mkdir(exist_ok=True)
        path.write_text(catalogue(language, known), encoding="utf-8", newline="\n")
        lacking = [key for key in texts() if key not in known]
        missing += len(lacking)
        print(f"{path.name}: {len(texts()) - len(lacking)} of {len(texts())} texts")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
