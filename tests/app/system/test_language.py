"""The words of the window in the chosen language, and the catalogue they come from."""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from model_core.errors import Message, Refused
from model_core.io.resources import folder, lessons
from model_core.record.recording_policy import RecordingPolicy
from tests import catalogue
from tests.made.traces import made_spec
from tests.support.pseudo import Accented, pseudo
from viz_app.cli import complaints
from viz_app.system import language
from viz_app.system.language import LANGUAGES, as_sentence, catalogue_file, choose, read_catalogue, tr, translated

TS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es"><context><name>a</name>
<message><source>{count} heads</source><translation>{count} cabezas</translation></message>
<message><source>Open</source><comment>verb</comment><translation>Abrir</translation></message>
<message><source>Open</source><comment>state</comment><translation>Abierto</translation></message>
<message><source>Later</source><translation type="unfinished">Despues</translation></message>
</context></TS>"""


ANNOUNCES = {"emit", "notify", "explain"}
"""Methods that take words for the window."""


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(language.VARIABLE, "en")
    before = os.environ.get(language.VARIABLE, "en")
    yield
    choose(before)


@pytest.fixture
def catalogues(tmp_path: Path, chosen: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "es.ts"
    path.write_text(TS, encoding="utf-8")
    monkeypatch.setattr(language, "catalogue_file", lambda _language: path)
    return path


def test_english_is_what_the_code_says(chosen: None) -> None:
    choose("en")
    assert tr("{count} heads", count=3) == "3 heads"
    assert tr("a { brace }") == "a { brace }"


@pytest.mark.parametrize("name", ["nobody/nothing", "old\\model", "pairs.tsv", "tok_emb"])
def test_a_name_at_the_start_of_a_sentence_keeps_its_letters(name: str) -> None:
    assert as_sentence(f"{name} is not on this computer") == f"{name} is not on this computer"
    assert as_sentence("the file is empty") == "The file is empty"


@pytest.mark.parametrize("code", ["en", "es"])
def test_large_numbers_have_separators_and_names_have_none(catalogues: Path, code: str) -> None:
    choose(code)
    assert (
        tr("{count} heads", count=1923).startswith("1,923 ")
        and tr("{count} heads", count=np.int64(1923))[:5] == "1,923"
    )
    assert (
        tr("id {id}, {number:.1f}, step {step:>6}", id="1923", number=1923, step=1923) == "id 1923, 1923.0, step   1923"
    )


def test_a_text_is_looked_up_and_its_fields_are_filled(catalogues: Path) -> None:
    choose("es")
    assert tr("{count} heads", count=3) == "3 cabezas"
    assert (tr("Open", "verb"), tr("Open", "state")) == ("Abrir", "Abierto")
    assert tr("Open") == "Open"  # without a note it is another text
    assert tr("Later") == "Later"  # an unfinished translation is not used
    assert tr("Unknown {x}", x=1) == "Unknown 1"


def test_core_messages_are_translated_including_nested_messages(catalogues: Path) -> None:
    heads = Message("{count} heads", count=1_234)
    refused = Refused("E-X", "{what} of {file}", what=heads, file="a.json")
    assert str(refused) == "1234 heads of a.json [E-X]" and isinstance(refused.message, Message)
    choose("es")
    assert translated(refused.message) == "1234 cabezas of a.json"  # the outer text has no translation
    assert tr("Unknown {x}", x=heads) == "Unknown 1234 cabezas"
    assert translated("1234 heads") == "1234 heads" and translated(Message("Open {brace")) == "Open {brace"
    choose("en")
    assert translated(heads) == "1234 heads" and type(translated(heads)) is Message


@pytest.mark.parametrize("name", ["english-spanish", "reverse"])
def test_messages_of_a_bundled_training_are_translated(name: str) -> None:
    """Its messages were written once: a text that was reworded since has no translation."""
    known = {source for source, _note in read_catalogue(catalogue_file("es"))}
    lines = (folder() / "trainings" / name / "log.jsonl").read_text(encoding="utf-8").splitlines()
    events = [one for one in map(json.loads, lines) if "said" in one]
    assert {"start", "done"} <= {one["kind"] for one in events}
    for event in events:
        assert str(Message.from_json(event["said"])) == event["message"]
        templates = re.findall(r'"template": ("[^"]*")', json.dumps(event["said"]))
        assert {json.loads(one) for one in templates} <= known


@pytest.mark.parametrize("vocabulary", [100, 60_000])
def test_the_notice_of_a_long_text_is_translated_with_what_is_not_recorded(vocabulary: int, chosen: None) -> None:
    policy = RecordingPolicy(made_spec((6, 6), 8, vocabulary), 1, 1500, 1500)
    (notice,) = policy.notices()
    assert policy.left_out and all(group in notice for group in policy.left_out)
    choose("es")
    said = translated(notice)
    assert said.startswith("Texto largo") and not [one for one in policy.left_out if one in said and one != "logits"]
    (whole,) = RecordingPolicy(replace(policy.spec, d_model=8, d_ff=8), 1, 500, 500).notices()
    assert translated(whole) in said


def test_what_the_core_can_say_is_in_the_catalogue() -> None:
    found = set(catalogue.core_texts(ast.parse(CORE)))
    assert found == {"one", "{count} more", "no {x}", "first", "second", "large", "small"}


CORE = """
WAYS = {"a": "first", "b": "second"}
one, more = "one", "{count} more"
Message(one if count == 1 else more, count=count)
raise Refused("E-X", "no {x}", x=Message(WAYS[way]))
size = Message("large" if many else "small")
"""


@pytest.mark.parametrize("content", ["", "<TS", "<a/>", "\x00"])
def test_a_damaged_catalogue_leaves_the_window_english(content: str, catalogues: Path) -> None:
    catalogues.write_text(content, encoding="utf-8")
    choose("es")
    assert tr("{count} heads", count=3) == "3 heads"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANGUAGE": "es:en", "LANG": "en_US.UTF-8"}, "es"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_system_s_language_is_read_from_the_environment(
    environment: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch, chosen: None
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    choose("system")
    assert language.chosen() == code


def test_the_language_for_tests_marks_words_but_not_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_translations", Accented)
    assert tr("{count} heads", count="three") == f"three {pseudo('heads')}" != "three heads"
    assert tr("{x:.2f} of {{y}}", x=1.0).startswith("1.00 ")


# ---------------------------------------------------------------- the catalogue


def test_every_text_of_the_code_is_a_literal() -> None:
    made = []
    for path, tree in catalogue.sources("viz_app", "tr"):
        for node in ast.walk(tree):
            is_tr = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tr"
            if is_tr and not all(isinstance(one, ast.Constant) for one in node.args):
                made.append(f"{path.relative_to(catalogue.ROOT)}:{node.lineno}")
    assert [one for one in made if "commands/action" not in one and "system/language" not in one] == []


def test_what_is_announced_goes_through_tr() -> None:
    plain = []
    for path, tree in catalogue.sources("viz_app", *ANNOUNCES):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ANNOUNCES:
                parts = [part for one in call.args for part in getattr(one, "values", [one])]
                texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
                plain += [(path.name, call.lineno, text) for text in texts if re.search(r"[a-z]{3} ", text)]
    assert plain == []


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"en"}))
def test_a_translation_has_the_fields_of_its_text(code: str) -> None:
    wrong = {
        text: translated
        for (text, _note), translated in read_catalogue(catalogue_file(code)).items()
        if catalogue.fields(text) != catalogue.fields(translated)
    }
    assert wrong == {}


FORMAL = re.compile(
    r"(?:^|[.:;?!(] ?|, (?:o|y) |\beso )(?:no (?:se )?)?(?:abra|acepte|añada|aparte|arrastre|baje|borre|busque|caliente"
    r"|cambie|cierre|compruebe|confíe|conserve|convierta|copie|cree|dé|deje|descargue|dibuje|diga|ejecute|elija|empiece"
    r"|entrene|escriba|espere|fíe|fije|guarde|haga|instale|intente|lea|libere|mire|mueva|omita|pegue|pida|ponga|pruebe"
    r"|pulse|quite|reduzca|reinicie|repita|retire|revise|seleccione|suba|suelte|tome|use|utilice|vea|vuelva)\b"
    r"|\b(?:bórre|búsque|cámbie|compruébe|consérve|cópie|descárgue|guárde|instále|inténte|márque|quíte|retíre|ábra|díga"
    r"|elíja|escríba|hága|léa|muéva|pída|pónga|úse)(?:l[aeo]s?|se)\b|\busted(?:es)?\b",
    re.IGNORECASE,
)
"""A reader addressed as “usted”: an imperative at the start of a clause, or the word."""
ABOUT_USTED = ("“usted”", "ella o usted")


def spanish_words() -> list[str]:
    """All Spanish texts: of the window, the lessons and the glossary."""
    words = list(read_catalogue(catalogue_file("es")).values())
    for path in (*lessons(), folder() / "glossary.json"):
        words += re.findall(r'"es": "(.*?)"[,}\n]', path.read_text(encoding="utf-8"))
    assert len(words) > 4500
    return words


@pytest.mark.parametrize("other", ["log-probabilidad", "ediciones", "corriente residual"])
def test_spanish_has_one_word_for_one_thing(other: str) -> None:
    assert [text for text in spanish_words() if re.search(other, text, re.IGNORECASE)] == []


def test_spanish_says_tu_to_its_reader() -> None:
    for text in spanish_words():
        for other in ABOUT_USTED:
            text = text.replace(other, "")
        assert not FORMAL.search(text), text


def test_spanish_counts_no_noun_after_millions_without_a_de() -> None:
    """The counts of the cost of a step are "860,000" or "4.83 millones"."""
    texts = [spanish for (text, _), spanish in read_catalogue(catalogue_file("es")).items() if "{cached}" in text]
    assert texts and [text for text in texts if re.search(r"\{(?:cached|bare)\} (?!con |sin )", text)] == []


def test_a_control_that_a_text_names_is_called_as_it_is_in_the_window() -> None:
    words: dict[str, set[str]] = {}
    for (english, _), spanish in (catalogue := read_catalogue(catalogue_file("es"))).items():
        words.setdefault(english, set()).add(spanish)
    for (english, _), spanish in catalogue.items():
        for name in re.findall("“([A-Z][^”{}]*)”", english):
            assert name not in words or any(f"“{word}”" in spanish for word in words[name]), (name, spanish)


def test_advice_about_system_libraries_is_in_the_language_around_it(
    catalogues: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "Qt needs system libraries that are missing: {files}. Install the packages that provide them"
    assert (words, "") in catalogue.texts()
    text = TS.replace("</context>", f"<message><source>{words}</source><translation>Faltan {{files}}</translation>"
                      "</message></context>")  # fmt: skip
    catalogues.write_text(text, encoding="utf-8")
    choose("es")
    assert complaints.advice({"libx.so.1": "", "liby.so": ""}) == "Faltan libx.so.1, liby.so"
