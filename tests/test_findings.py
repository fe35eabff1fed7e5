"""The findings: their sentences, the page that is written anew, and what is said of numbers that are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks import findings
from model_core.engine.engine import Engine
from model_core.record.effects import Effects, EffectsSpec
from model_core.record.run_spec import RunSpec


def test_sentences_are_different_and_the_same_every_time() -> None:
    some = findings.sentences(120)
    assert some == findings.sentences(120) and len(set(some)) == 120
    assert all(len(one.split()) > 2 for one in some)


def test_only_text_between_the_marks_is_rewritten() -> None:
    page = "before\n<!-- heads -->\nold\n| a | b |\n<!-- end -->\nafter\n<!-- births -->\nkept\n<!-- end -->\n"
    written = findings.filled(page, {"heads": ["new \\1", "lines"]})
    assert written == page.replace("old\n| a | b |", "new \\1\nlines")
    assert findings.filled(written, {"heads": ["new \\1", "lines"]}) == written
    with pytest.raises(KeyError):
        findings.filled(page, {"nothing": ["a"]})


def test_the_page_has_a_place_for_every_part() -> None:
    page = findings.PAGE.read_text("utf-8")
    for name in ("heads", "attention", "backups", "replacements", "gender", "encoder"):
        assert findings.filled(page, {name: ["here"]}).count("here\n<!-- end -->") == 1


@pytest.fixture(scope="module")
def text() -> findings.Text:
    engine, run = Engine("reverse"), RunSpec("reverse", ("3 1 4 1 5",))
    trace = engine.trace(run)
    found: list[Effects] = [list(engine.sweep(EffectsSpec(run, groups=(group,)), trace))[-1]
                            for group in ("heads", "source")]  # fmt: skip
    return findings.Text(trace, *found)


def test_the_head_that_costs_most_comes_first(text: findings.Text) -> None:
    changes = np.zeros_like(text.heads.changes)
    changes[2, 0], changes[2, 1] = -2.0, -1.0
    changes[1] = 0.25
    rows = findings.which_heads([replace(text, heads=replace(text.heads, changes=changes))])
    assert rows[2] == f"| {text.heads.parts[2].name} | -3.00 | -2.00 | 100% |"
    others = len(text.heads.parts) - 1
    assert f"{others / (others + 1):.0%} of the heads cost less" in rows[-1]


def test_attention_that_is_the_effect_agrees_with_it(text: findings.Text) -> None:
    class Still(Engine):
        def sweep(self, asked: EffectsSpec, *_: object, **__: object):  # type: ignore[no-untyped-def]
            return iter([replace(same, asked=asked)])

    same = replace(text.source, changes=-text.read_TS.T)
    rows = findings.attention_and_effect([replace(text, source=same)] * 2, Still("reverse"))
    assert len(rows) == 9 and all("| 1.00 | 1.00 to 1.00 | 0% |" in row for row in rows[2:7])
    assert rows[-1].endswith("100% of steps.")
