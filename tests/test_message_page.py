"""The page of all messages: current, and right about refusals that are made here."""

from __future__ import annotations

import re

import pytest

from model_core.errors import Refused
from model_core.spec import ModelSpec
from tests import message_page


def test_the_page_is_current() -> None:
    assert message_page.PAGE.read_text(encoding="utf-8") == message_page.page(), "python -m tests.message_page"


@pytest.mark.parametrize(
    "changes", [{"pad_id": 2}, {"heads": 3, "d_model": 32}, {"target_vocabulary": 41}, {"source_vocabulary": 10**6}]
)
def test_a_refusal_is_one_of_the_messages_of_its_code(changes: dict[str, int]) -> None:
    with pytest.raises(Refused) as caught:
        ModelSpec(**{"source_vocabulary": 40, "target_vocabulary": 40, **changes}).checked()
    known = message_page.messages()[caught.value.code]
    patterns = [re.escape(one).replace(message_page.PART, ".*") for one in known]
    of_a_field = caught.value.code.endswith(("TYPE", "RANGE"))
    assert of_a_field or any(re.fullmatch(one, caught.value.message) for one in patterns)


def test_names_of_messages_are_followed_to_their_words() -> None:
    found = message_page.messages()
    assert any("the end of a sentence would be masked like padding" in one for one in found["E-CFG-IDS"])
    assert any("a folder with this name exists" in one for one in found["E-SAVE-FOLDER"])
    assert found["E-TRAIN-DIVERGED"] and found["E-IMPORT-MEMORY"]
