"""The lines of the model's own source that compute what its hook points record, read from the files as text. No torch.

What is shown is what runs: the statement is found by its syntax in the module that Python itself would import.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from model_core.spec import ModelSpec

_PACKAGE = Path(__file__).resolve().parents[1]
_FILES = {
    "self_attn": "transformer/attention.py",
    "cross_attn": "transformer/attention.py",
    "feed_forward": "transformer/layers.py",
    "attn_sublayer": "transformer/layers.py",
    "cross_sublayer": "transformer/layers.py",
    "ff_sublayer": "transformer/layers.py",
    "embed": "transformer/model.py",
    "distances": "transformer/layers.py",
}
"""Last part of a module's path -> the file that its class stands in."""


@dataclass(frozen=True)
class Line:
    """A statement of the source, and its place ("model_core/transformer/attention.py, line 105"); both "" for none."""

    text: str = ""
    place: str = ""


@lru_cache(maxsize=256)
def code_line(name: str, spec: ModelSpec) -> Line:
    """The statement that makes this tensor or hands it to its hook point, or returns it; empty for none."""
    if name.startswith("model_core."):
        module, _, function = name.removeprefix("model_core.").rpartition(".")
        return _returned(f"{module.replace('.', '/')}.py", function)
    path, _, point = name.rpartition(".")
    if path in ("encoder", "decoder") and point == "output":
        return _first(_handed("transformer/model.py", "self.output"))
    if name == "logits":
        return _first(_handed("transformer/model.py", "self.logits"))
    owner = path.rpartition(".")[2]
    file = _FILES.get(owner, "")
    if point == "joined":
        return _assigned(file, "joined_BQD")
    found = list(_handed(file, f"self.{point}")) if file else []
    if point in ("normed", "residual") and spec.norm_place == "post":
        return found[-1] if found else Line()
    if path.endswith("feed_forward"):
        return (found[-1] if spec.gated else found[0]) if found else Line()
    return found[0] if found else Line()


def _first(lines: Iterator[Line]) -> Line:
    return next(lines, Line())


@lru_cache(maxsize=16)
def _parsed(file: str) -> tuple[str, ast.Module]:
    """Text and syntax of a file of this package; an empty one where the program came without its source."""
    try:
        text = (_PACKAGE / file).read_text("utf-8")
    except OSError:
        text = ""
    return text, ast.parse(text)


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """The simple statements of a file, in their order."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.Return | ast.Expr):
            yield node


def _handed(file: str, point: str) -> Iterator[Line]:
    """Statements that call `point`."""
    text, tree = _parsed(file)
    for statement in sorted(_statements(tree), key=lambda node: node.lineno):
        calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
        if any(ast.unparse(call.func) == point for call in calls):
            yield _line(file, text, statement)


def _assigned(file: str, name: str) -> Line:
    """The statement that makes a variable."""
    text, tree = _parsed(file)
    for statement in _statements(tree):
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == name:
            return _line(file, text, statement)
    return Line()


def _returned(file: str, function: str) -> Line:
    """The last return of a function at the top of a file."""
    text, tree = _parsed(file)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            returns = [one for one in ast.walk(node) if isinstance(one, ast.Return)]
            return _line(file, text, max(returns, key=lambda one: one.lineno)) if returns else Line()
    return Line()


def _line(file: str, text: str, statement: ast.stmt) -> Line:
    found = ast.get_source_segment(text, statement) or ""
    return Line(found, f"model_core/{file}, line {statement.lineno}")


__all__ = ["Line", "code_line"]
