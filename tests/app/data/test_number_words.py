"""What a number is, in the words of the window."""

from __future__ import annotations

import ast
import inspect

from model_core.explain import formulas
from viz_app.data.words import numbers


def test_every_title_of_the_table_of_formulas_has_words() -> None:
    titles = {title for _, title, _ in formulas._ATTENTION.values()} | {title for title, *_ in formulas._STEP.values()}
    for node in ast.walk(ast.parse(inspect.getsource(formulas))):
        named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if named and node.func.id in ("NumberDescription", "_of_row", "_norm_input") and node.args:
            titles |= {node.args[0].value} if isinstance(node.args[0], ast.Constant) else set()
    assert len(titles) > 40
    assert sorted(titles - set(numbers._TITLES)) == []
    assert all(numbers.number_title(title) == title for title in titles)


def test_a_title_of_the_window_s_own_stays() -> None:
    assert numbers.number_title("mean of 4 heads") == "mean of 4 heads"
