"""What a number is, in the words of the window."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import model_core
import viz_app
from model_core.explain import formulas
from viz_app.data.number_format import fmt_percent
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


def test_a_share_in_per_cent_is_written_in_one_way() -> None:
    """With a blank before the sign, a true minus, and never 0 for what is more than that."""
    shares = (0.0, 0.004, 0.006, 0.993, 1.0, -0.04, -0.001)
    assert [fmt_percent(one) for one in shares] == ["0 %", "<1 %", "1 %", "99 %", "100 %", "−4 %", "0 %"]
    assert [fmt_percent(one, 1) for one in (0.993, 0.0001)] == ["99.3 %", "<0.1 %"]
    for path in (*Path(viz_app.__file__).parent.rglob("*.py"), *Path(model_core.__file__).parent.rglob("*.py")):
        assert not re.search(r"\{[^{}]*:\.\d%\}", path.read_text(encoding="utf-8")), path
