"""One table of words: the three attentions in every place, and no name of the code in what is shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from model_core.record.model_info import bundled_models
from model_core.record.trace import SCORES
from model_core.spec import KINDS
from viz_app.commands.actions import action
from viz_app.data.vocabulary import ATTENTIONS, DERIVED, NUMBERS, short_head_word
from viz_app.data.words import models

ROOT = Path(__file__).resolve().parents[3]
CAMEL = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b")


def test_every_attention_and_number_has_its_words() -> None:
    assert set(ATTENTIONS) == set(KINDS)
    assert set(SCORES) <= set(NUMBERS) and not set(NUMBERS) & set(DERIVED)
    for kind, term in ATTENTIONS.items():
        assert action(f"kind.{kind}").tip == term.about and term.about.endswith(".")


def shown(tree: ast.AST) -> Iterator[str]:
    """The sentences of a source: its strings with a blank, docstrings and error messages for programmers left out."""
    left_out: set[int] = set()
    for node in ast.walk(tree):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if docstring or isinstance(node, ast.Raise | ast.Assert):
            left_out |= {id(one) for one in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield from [node.value] if " " in node.value and "(" not in node.value else []


def test_no_class_name_is_shown_as_a_word() -> None:
    classes: set[str] = set()
    named: dict[str, set[str]] = {}
    for path in sorted((ROOT / "viz_app").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        classes.update(re.findall(r"^\s*class (\w+)", source, re.MULTILINE))
        named |= {text: set(CAMEL.findall(text)) for text in shown(ast.parse(source)) if CAMEL.search(text)}
    assert len(classes) > 200
    wrong = {text for text, words in named.items() if classes & words}
    assert {text for text in wrong if "{" not in text and "import" not in text} == set()


def test_long_words_of_heads_have_a_short_form_that_keeps_the_lag() -> None:
    assert short_head_word("diagonal −2") == "diag. −2"
    assert short_head_word("anti-diagonal") == "anti-d."
    assert short_head_word("copies names") == "copies"
    assert (short_head_word("just read"), short_head_word("previous")) == ("read", "prev.")
    assert short_head_word("1-to-1") == "1-to-1"


def test_every_model_that_comes_along_has_a_name_and_a_sentence_in_the_catalogue() -> None:
    for info in bundled_models():
        assert info.name in models._WORDS and models._ABOUT[info.name] == info.about
    assert models.model_word("Mine") == "Mine" and models.model_about("Mine", "Own.") == "Own."
