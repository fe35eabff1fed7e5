"""Writes docs/messages.md, all messages by code, from the code itself: `python -m tests.message_page`.

A code is a text such as "E-CFG-RANGE" in a call of Refused, NotOpened or Problem, in a tuple or in a table; its message
is the text beside it, with "…" for what is filled in.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from model_core.schema import Codes
from viz_app.system.refused_files import ADVICE

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "messages.md"
CODE = re.compile(r"E-[A-Z]+(-[A-Z0-9]+)*")
AREAS = {
    "ARGS": "The command line", "BERTVIZ": "BertViz", "CFG": "A model's spec", "CHILD": "Processes",
    "DEVICE": "Devices", "DIM": "Colours", "DROP": "Dropped files", "EFFECTS": "Effects",
    "ENGINE": "The engine", "EVAL": "Evaluation", "FILE": "Files",
    "IMPORT": "Models of other programs", "INSIDE": "Internal errors", "JSON": "JSON", "MEMORY": "Memory",
    "MODEL": "Model folders", "NEW": "New models", "NUMBER": "Numbers", "NUMBERS": "Numbers", "OUT": "Output folders",
    "PICTURE": "Pictures", "REC": "Recordings", "RENDER": "Drawing without a window",
    "RUN": "Runs", "SAVE": "Saving", "SESSION": "Sessions", "SNAPSHOTS": "Snapshots of a training",
    "STOPPED": "Stopped", "SURVEY": "Surveys",
    "SWEEP": "Sweeps",
    "SYSTEM": "System libraries", "TEXT": "Texts", "TRAIN": "Training", "TSV": "Tables", "VOC": "Vocabularies",
    "WEIGHTS": "Weights",
}  # fmt: skip
"""Second part of a code -> the heading of its messages; a new one is its own until it has words here."""
FIELDS = {
    "type": "a value of the wrong type", "number": "not a number",
    "range": "a number out of range", "choice": "not one of the choices", "unknown": "an unknown field",
    "missing": "a missing field",
}  # fmt: skip
"""What is wrong with a value that is read by its declaration, by the name of model_core.schema.Codes."""
PART = "…"
OWN_WORDS = "the words of the underlying error"


@dataclass
class Module:
    """One file: its syntax tree, what stands around each node, and the module's names of codes."""

    tree: ast.Module
    above: dict[ast.AST, ast.AST] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, source: str) -> Module:
        found = cls(ast.parse(source))
        for node in ast.walk(found.tree):
            found.above |= dict.fromkeys(ast.iter_child_nodes(node), node)
        for one in found.tree.body:
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and (code := code_of(one.value)):
                found.names[one.targets[0].id] = code
        return found

    def codes(self) -> Iterator[tuple[str, ast.expr]]:
        """Every place where a code stands."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.expr) and (code := code_of(node)):
                yield code, node
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.names:
                yield self.names[node.id], node

    def said(self, node: ast.expr) -> str:
        """The message beside a code, "" where there is none."""
        around = self.above[node]
        if isinstance(around, ast.Call):
            if node in around.args:
                at = around.args.index(node)
                return self._with_fields(around, 1 if at == 0 else 0) if len(around.args) > 1 else ""
            return ""
        if isinstance(around, ast.keyword):
            call = self.above[around]
            return self.text(call.args[0]) if isinstance(call, ast.Call) and call.args else ""
        if isinstance(around, ast.Tuple) and around.elts[0] is node:
            return ". ".join(filter(None, (self.text(one).rstrip(".") for one in around.elts[1:])))
        if isinstance(around, ast.Dict) and node in around.values:
            keys = [one.value if isinstance(one, ast.Constant) else "" for one in around.keys]
            return self.text(around.values[keys.index("message")]) if "message" in keys else ""
        return ""

    def text(self, node: ast.expr, depth: int = 0) -> str:
        """An expression as a text; PART for what is filled in."""
        if isinstance(node, ast.Constant):
            return str(node.value) if isinstance(node.value, str) else PART
        if isinstance(node, ast.JoinedStr):
            return "".join(self.text(one, depth) for one in node.values)
        if isinstance(node, ast.FormattedValue):
            return self.text(node.value, depth)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "Message"):
            return self._with_fields(node, 0, depth)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.text(node.left, depth) + self.text(node.right, depth)
        if isinstance(node, ast.Name) and depth < 3:
            found = self._assigned(node)
            return PART if len(found) != 1 else self.text(found[0], depth + 1)
        return PART

    def _with_fields(self, node: ast.Call, at: int, depth: int = 0) -> str:
        """The text that a call is given, its fields filled in as far as they are known."""
        fields = {one.arg: self.text(one.value, depth) for one in node.keywords if one.arg}
        return filled(self.text(node.args[at], depth), fields)

    def _assigned(self, node: ast.Name) -> list[ast.expr]:
        """What the name is set to in its function, or else in its module."""
        place: ast.AST = node
        while place in self.above:
            place = self.above[place]
            if isinstance(place, ast.FunctionDef | ast.Module):
                inside = [one for one in ast.walk(place) if isinstance(one, ast.Assign)]
                found = [value for one in inside for name, value in _pairs(one) if name == node.id]
                arguments = place.args.args if isinstance(place, ast.FunctionDef) else []
                if found or node.id in [one.arg for one in arguments]:
                    return found
        return []


def filled(text: str, fields: dict[str, str]) -> str:
    """A text of the catalogue with what stands in its fields."""
    return re.sub(r"\{(\w+)[^{}]*\}", lambda found: fields.get(found[1], PART), text)


def _pairs(one: ast.Assign) -> Iterator[tuple[str, ast.expr]]:
    """The names that an assignment sets, each with its value."""
    target, value = one.targets[0], one.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=False))
    elif isinstance(target, ast.Tuple):
        pairs = [(part, ast.Constant(0)) for part in target.elts]
    else:
        pairs = [(target, value)]
    yield from ((part.id, its) for part, its in pairs if isinstance(part, ast.Name))


def code_of(node: ast.AST) -> str:
    """The code that a constant is, "" for what is none."""
    found = node.value if isinstance(node, ast.Constant) else None
    return found if isinstance(found, str) and CODE.fullmatch(found) else ""


def declared(node: ast.Call) -> Iterator[tuple[str, str]]:
    """The codes of `Codes.with_prefix(…)` or `Codes.uniform(…)` with what each is for."""
    first = code_of(node.args[0])
    changes = {one.arg: str(ast.literal_eval(one.value)) for one in node.keywords if one.arg}
    codes = Codes.uniform(first) if ast.unparse(node.func).endswith("uniform") else Codes.with_prefix(first, **changes)
    for name, words in FIELDS.items():
        yield getattr(codes, name), words


@cache
def messages() -> dict[str, list[str]]:
    """Code -> its messages, each once, in the order of the files."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted([*(ROOT / "model_core").rglob("*.py"), *(ROOT / "viz_app").rglob("*.py")]):
        source = path.read_text(encoding="utf-8")
        if not CODE.search(source):
            continue
        module = Module.of(source)
        for code, node in module.codes():
            around = module.above[node]
            if isinstance(around, ast.Call) and ast.unparse(around.func).startswith("Codes."):
                for own, words in declared(around):
                    found[own].append(words)
            else:
                found[code].append(_tidy(module.said(node)))
    return {code: list(dict.fromkeys(filter(None, found[code]))) for code in sorted(found)}


def _tidy(text: str) -> str:
    """Blanks and repeated gaps as one; what is nothing but a gap is no message."""
    text = re.sub(rf"{PART}(?:\s*{PART})+", PART, " ".join(text.split()))
    return text if re.search(r"[^\W\d_]{2}", text) else ""


def page() -> str:
    """The page, as Markdown."""
    parts = defaultdict(list)
    for code, said in messages().items():
        area = code.split("-")[1]
        parts[AREAS.get(area, area.capitalize())].append((code, said))
    lines = [
        "# Messages by code", "",
        "Written by `python -m tests.message_page` from the code; do not edit by hand. Every refusal ends with its",
        f"code in brackets, in the window and on the command line; “{PART}” stands for what is filled in. Codes stay",
        "as they are, words may change.", "",
    ]  # fmt: skip
    for part in sorted(parts):
        lines += [f"## {part}", ""]
        for code, said in parts[part]:
            lines += [f"**{code}**", ""]
            told = list(said) or [OWN_WORDS]
            told += [f"What to do: {advice}" for own, advice in ADVICE.items() if own == code]
            lines += [item for one in told for item in textwrap.wrap(f"- {one}", 150, subsequent_indent="  ")]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
