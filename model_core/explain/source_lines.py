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
"""Last part of a module's path -> the file of its class."""


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
        return _first("transformer/model.py", "self.output")
    if name == "logits":
        return _first("transformer/model.py", "self.logits")
    owner = path.rpartition(".")[2]
    file = _FILES.get(owner, "")
    if point == "joined":
        return _assigned(file, "joined_BQD")
    found = _calls(file).get(f"self.{point}", []) if file else []
    if not found:
        return Line()
    post_norm = point in ("normed", "residual") and spec.norm_place == "post"
    gated = path.endswith("feed_forward") and spec.gated
    return found[-1] if post_norm or gated else found[0]  # PostNorm and GatedFeedForward come last in their file


def _first(file: str, called: str) -> Line:
    return next(iter(_calls(file).get(called, ())), Line())


@lru_cache(maxsize=16)
def _parsed(file: str) -> tuple[list[bytes], ast.Module]:
    """Lines and syntax of a file of this package; of an empty one where the program came without its source."""
    try:
        text = (_PACKAGE / file).read_bytes()
    except OSError:
        text = b""
    return text.split(b"\n"), ast.parse(text)


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """The simple statements of a file, in their order."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.Return | ast.Expr):
            yield node


@lru_cache(maxsize=16)
def _calls(file: str) -> dict[str, list[Line]]:
    """What is called in a file ("self.weights") -> the statements that do, in their order."""
    found: dict[str, list[Line]] = {}
    for statement in sorted(_statements(_parsed(file)[1]), key=lambda node: node.lineno):
        names = (_dotted(node.func) for node in ast.walk(statement) if isinstance(node, ast.Call))
        for name in dict.fromkeys(name for name in names if name):
            found.setdefault(name, []).append(_line(file, statement))
    return found


def _dotted(node: ast.expr) -> str:
    """A name with its dots, "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    inner = _dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{inner}.{node.attr}" if inner and isinstance(node, ast.Attribute) else ""


def _assigned(file: str, name: str) -> Line:
    """The statement that makes a variable."""
    for statement in _statements(_parsed(file)[1]):
        if isinstance(statement, ast.Assign) and _dotted(statement.targets[0]) == name:
            return _line(file, statement)
    return Line()


def _returned(file: str, function: str) -> Line:
    """The last return of a function at the top of a file."""
    for node in _parsed(file)[1].body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            returns = [one for one in ast.walk(node) if isinstance(one, ast.Return)]
            return _line(file, max(returns, key=lambda one: one.lineno)) if returns else Line()
    return Line()


def _line(file: str, statement: ast.stmt) -> Line:
    """A statement's own text: columns of a syntax tree count bytes."""
    lines, last = _parsed(file)[0], (statement.end_lineno or statement.lineno) - 1
    own = lines[statement.lineno - 1 : last + 1]
    own[-1] = own[-1][: statement.end_col_offset]
    own[0] = own[0][statement.col_offset :]
    text = b"\n".join(own).decode("utf-8").replace("\r", "")
    return Line(text, f"model_core/{file}:{statement.lineno}")
