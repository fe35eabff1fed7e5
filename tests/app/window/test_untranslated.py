"""No word of the window stands outside of the catalogue, in any view; and Spanish has every one of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests import catalogue
from tests.daily import Run
from tests.support.program import ROOT
from tests.support.pseudo import pseudo
from tests.untranslated import plain_words
from viz_app.system.language import LANGUAGES, catalogue_file, read_catalogue


def test_a_word_that_is_not_translated_is_found() -> None:
    assert plain_words(f"{pseudo('weights')} of ▁bar, 0.12 encoder.layers.0, Ctrl+K; {pseudo('head')} unnamed") == [
        "unnamed"
    ]


def test_every_word_of_every_view_is_in_the_catalogue() -> None:
    share = [] if Run.full else ["--share", str(Run.seed)]
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.untranslated", *share],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert len(found) > 8 and {view: words for view, words in found.items() if words} == {}


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"en"}))
def test_every_text_has_its_translation(code: str) -> None:
    known = read_catalogue(catalogue_file(code))
    assert [text for text, _ in set(catalogue.texts()) - set(known)] == []
    file = catalogue_file(code).read_text(encoding="utf-8")
    assert file == catalogue.catalogue(code, dict(known)), "python -m tests.catalogue"
