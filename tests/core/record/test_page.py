"""The interactive page of a run: what is in the file, and what its script makes of it (run by Qt's JavaScript)."""

from __future__ import annotations

import base64
import dataclasses
import html
import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtQml import QJSEngine

from model_core.direction import FIRST, outside, plain, runs_left
from model_core.errors import Refused
from model_core.record import page as pages
from model_core.record.mask_reasons import FUTURE, PADDING
from model_core.record.page import WORDS, page
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.made.traces import made_trace
from tests.support.pages import opened, run_in
from viz_app.data.map_text import row_name
from viz_app.data.maps import colormaps
from viz_app.data.selection import key_names, query_names
from viz_app.data.words import models
from viz_app.document.state import State
from viz_app.files.run_page import page_of


@pytest.fixture
def script(qapp) -> QJSEngine:
    """A page of two sentences, opened."""
    return opened(page(made_trace(["the cat and the dog", "the cat"], ["el gato y el perro", "el gato"])).decode())


def value(engine: QJSEngine, source: str) -> Any:
    """What an expression of the page's script gives."""
    found = engine.evaluate(f"JSON.stringify(inside({json.dumps(source)}))")
    assert not found.isError(), found.toString()
    return json.loads(found.toString())


def test_every_weight_of_every_head_is_in_the_page_as_it_was_recorded() -> None:
    trace = made_trace(["the white house", "no"], ["la casa blanca", "no"], layers=(2, 3), heads=3)
    run = run_in(page(trace).decode())
    assert set(run["kinds"]) == set(KINDS) and run["kinds"]["encoder"] == {"layers": 2, "heads": 3}
    for at, one in enumerate(run["sentences"]):
        for kind in KINDS:
            found = np.frombuffer(base64.b64decode(one["maps"][kind]), "<f4")
            assert np.array_equal(found, np.stack(trace.maps(kind, sentence=at)).ravel())
        codes = np.frombuffer(base64.b64decode(one["hidden"]["decoder"]), np.uint8)
        assert np.array_equal(codes, trace.reason("decoder", at).ravel()) and FUTURE in codes
        assert "encoder" not in one["hidden"] and PADDING not in codes
        assert one["source"] == [token.text for token in trace.sentences[at].source]
        assert [name for name, _ in one["candidates"][0]] == [one.token.spelt for one in trace.candidates(0, at)]


def test_the_scripts_numbers_are_those_of_the_maps(script: QJSEngine) -> None:
    trace = made_trace(["the cat and the dog", "the cat"], ["el gato y el perro", "el gato"])
    for sentence, kind, layer, head in ((0, "cross", 2, 3), (1, "encoder", 0, 1), (0, "decoder", 1, 2)):
        place = f"{sentence}, '{kind}', {layer}, {head}"
        found = value(
            script,
            f"(() => {{ const map = mapOf(run, {place}), all = decoded(run.sentences[{sentence}].maps.{kind});"
            "const end = map.begin + map.queries * map.keys;"
            "return [map.queries, map.keys, Array.from(all.slice(map.begin, end))]; })()",
        )
        weights = trace.map(kind, layer, head, sentence=sentence)
        assert tuple(found[:2]) == weights.shape and found[2] == weights.ravel().astype(float).tolist()


def test_its_labels_and_colours_are_those_of_the_window(script: QJSEngine) -> None:
    one = made_trace(["the cat and the dog", "the cat"], ["el gato y el perro", "el gato"]).sentences[0]
    assert value(script, "numbered(run.sentences[0].source)") == list(key_names(one, "encoder"))
    for kind in KINDS:
        labels = value(script, f"rowLabels(run.sentences[0], '{kind}')")
        assert labels == [row_name(*words) for words in query_names(one, kind)]
    for dark in (False, True):
        ramp = colormaps.table("weights", dark)
        for index in range(0, 256, 5):
            expected = [int(ramp[index]) >> shift & 255 for shift in (16, 8, 0)]
            found = value(script, f"colour({index / 255}, {json.dumps(dark)})")
            assert max(abs(a - b) for a, b in zip(found, expected, strict=True)) <= 6, (index, found, expected)


def test_labels_that_run_leftwards_keep_their_order(qapp) -> None:
    """ "ש ▸ ל" would be drawn with what was written first."""
    trace = made_trace(["שלום של שלום"], ["סלאם a"])
    one, engine = trace.sentences[0], opened(page(trace).decode())
    for kind in KINDS:
        labels = value(engine, f"rowLabels(run.sentences[0], '{kind}')")
        if kind == "encoder":
            assert [plain(label) for label in labels] == list(key_names(one, "encoder"))
        else:
            assert labels == [row_name(*words) for words in query_names(one, kind)]
        assert all(not runs_left(outside(label)) for label in labels) and FIRST in labels[-2]


def test_thin_lines_stay_in_a_small_picture(script: QJSEngine) -> None:
    source = """(() => {
        const all = new Float32Array(300 * 200);
        all[299 * 200 + 7] = 0.5;
        const one = pooled(all, {queries: 300, keys: 200, begin: 0}, 96);
        return [one.rows, one.columns, Math.max(...one.out), one.out.indexOf(0.5)];
    })()"""
    found = value(script, source)
    assert found == [96, 96, 0.5, 95 * 96 + 7 * 96 // 200]


def test_small_numbers_are_not_shown_as_zero(script: QJSEngine) -> None:
    assert value(script, "[short(0.004), short(0), short(0.5)]") == ["<0.01", "0.00", "0.50"]


def test_an_invalid_number_is_reported(script: QJSEngine) -> None:
    assert value(script, "[NaN, Infinity, -Infinity, null].map(short)") == ["–"] * 4
    for number in ("NaN", "Infinity", "-Infinity"):
        found = value(script, f"colour({number}, false)")
        assert len(found) == 3 and all(0 <= one <= 255 for one in found), number


def test_a_token_that_is_chosen_keeps_the_keyboard_focus(script: QJSEngine) -> None:
    """Nothing that a key was pressed on is made anew; the token of the step is told apart for a screen reader, too."""
    value(script, "set({kind: 'cross', step: 0}), 0")
    value(script, "(before = Array.from(parts.written.children), before[2].onclick(), 0)")
    assert value(script, "parts.written.children.map((one, at) => one === before[at])") == [True] * 6
    current = "parts.written.children.map(one => one.attributes['aria-current'] === 'step')"
    assert value(script, current) == [False, False, True, False, False, False]
    value(script, "set({kind: 'decoder'}), 0")  # whose tokens begin with the one that starts a text
    assert value(script, current) == [False, False, False, True, False, False]
    value(script, "set({kind: 'cross', sentence: 1}), 0")
    assert value(script, "parts.written.children.map(one => one.textContent)") == value(script, "sentence().written")


def test_the_token_of_the_step_is_scrolled_into_view(script: QJSEngine) -> None:
    value(script, "set({kind: 'cross', step: 0}), 0")
    value(script, "(parts.written.children.forEach((one, at) => one.offsetTop = 60 * at), 0)")
    for step in (5, 2):
        value(script, f"set({{step: {step}}}), 0")
        top = value(script, "parts.written.scrollTop")
        assert top <= 60 * step and 60 * step + 20 <= top + 100


def test_the_focused_row_and_cell_are_scrolled_into_view(script: QJSEngine) -> None:
    value(script, "(set({kind: 'cross', step: 5}), 0)")
    side, top = value(script, "size()"), value(script, "parts.scroll.scrollTop")
    assert top <= 5 * side and 6 * side + 20 <= top + 100
    value(script, "(key({key: 'ArrowRight', preventDefault: () => {}}), 0)")
    assert value(script, "parts.one.seen")


def test_labels_of_narrow_columns_do_not_overlap(script: QJSEngine) -> None:
    """Lines of 13 px, at an angle and as far apart as the columns are wide."""
    for width in (600, 350, 200):
        value(script, f"(Part.prototype.clientWidth = {width}, turned.length = 0, set({{kind: 'cross'}}), 0)")
        pitch, angles = value(script, "size()"), value(script, "turned")
        assert all(pitch * math.sin(angle) >= min(pitch, 13) - 0.01 for angle in angles)
    assert angles


def test_pointing_draws_no_cell_again(script: QJSEngine) -> None:
    """Of a long text there are tens of thousands; only a frame moves."""
    value(script, "(set({kind: 'decoder', step: 1}), drawn.length = 0, side = size(), 0)")
    value(script, "(point({offsetX: 2.5 * side, offsetY: 3.5 * side}), 0)")
    side, frame = value(script, "side"), value(script, "parts.one.style")
    assert (frame["left"], frame["top"]) == (f"{2 * side}px", f"{3 * side}px") and not value(script, "parts.one.hidden")
    before = value(script, "parts.cell.textContent")
    value(script, "(point({offsetX: 1.5 * side, offsetY: 3.5 * side}), 0)")
    assert value(script, "parts.cell.textContent") != before and not value(script, "drawn.length")
    value(script, "(set({step: 2}), 0)")
    assert value(script, "parts.row.style.top") == f"{2 * side}px" and not value(script, "drawn.length")
    value(script, "(set({head: 1}), 0)")
    assert value(script, "drawn.length") == 1


def test_paper_is_white(script: QJSEngine) -> None:
    """A dark page is printed with the light colours, in the pictures that the script draws, too; bars are printed."""
    assert value(script, "asked") == ["screen and (prefers-color-scheme: dark)"]
    text = page(made_trace(["a"], ["b"])).decode()
    assert re.findall(r"@media (.*prefers-color-scheme.*) {", text) == ["screen and (prefers-color-scheme: dark)"]
    assert "print-color-adjust: exact" in text


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "<!-- a & b", "{{TITLE}} {{RUN}}", "\udc80 x"])
def test_no_text_of_a_run_ends_the_script_or_fills_the_template(text: str) -> None:
    made = made_trace("the cat")
    (one,) = made.sentences
    trace = made.with_(sentences=(dataclasses.replace(one, source_text=text, target_text=text),))
    written = page(trace).decode()
    assert run_in(written)["sentences"][0]["source_text"] == text
    assert written.count("<script") == written.count("</script>") == 3
    assert written.split("<title>")[1].startswith(html.escape(text.encode("utf-8", "replace").decode()))


def test_nothing_is_fetched_by_it() -> None:
    written = page(made_trace()).decode()
    assert "default-src 'none'" in written and not re.search(r"(src|href)=|@import|url\(|fetch\(|https?://", written)


def test_what_it_says_is_all_given_and_all_used() -> None:
    script = pages._template()
    used = set(re.findall(r"\bwords\.(\w+)", script)) | {"first", "back", "next", "last", *KINDS}
    used |= {f"reading_{kind}" for kind in KINDS} | {"future", "padding", "user"}
    assert used == set(WORDS)


def test_a_page_begins_at_the_given_place_with_an_existing_attention() -> None:
    look = {"kind": "decoder", "layer": 2, "head": 1, "step": 1}
    assert run_in(page(made_trace(), look=look).decode())["look"].items() >= look.items()
    assert run_in(page(made_trace(), look={"kind": "none"}).decode())["look"]["kind"] == "cross"


def test_a_run_without_weights_or_with_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="E-PAGE-NONE"):
        page(made_trace(stage="encoded"))
    monkeypatch.setattr(pages, "MOST_CELLS", 100)
    with pytest.raises(Refused, match=r"\d+ attention weights.*NPZ.*E-PAGE-SIZE"):
        page(made_trace())


def test_a_notebook_shows_the_page_in_a_frame_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = made_trace("the cat")
    cell = Trace._repr_html_(trace)
    assert cell is not None and cell.startswith('<iframe sandbox="allow-scripts"')
    found = re.search(r'srcdoc="([^"]*)"', cell)
    assert found is not None and html.unescape(found[1]) == page(trace).decode()
    assert made_trace(stage="encoded")._repr_html_() is None


def test_the_windows_page_has_the_windows_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(models._WORDS, "Reverse digits", "Invertir cifras")
    monkeypatch.setitem(models._LANGUAGES, "English", "inglés")
    trace = made_trace()
    model = dataclasses.replace(trace.model, name="Reverse digits", source_language="English", target_language="")
    written = page_of(State(), dataclasses.replace(trace, model=model)).decode()
    found = run_in(written)
    assert found["model"] == "Invertir cifras" and "Invertir cifras</title>" in written
    assert found["languages"] == {"source": "Inglés", "target": ""}, "each alone in its line"


def test_each_text_says_its_language_and_direction(qapp) -> None:
    """A screen reader speaks each in its own voice; nothing that translates pages for their readers touches a token."""
    trace = made_trace(["שלום a"], ["el gato"])
    model = dataclasses.replace(trace.model, source_language="Hebrew", target_language="Spanish")
    written = page(dataclasses.replace(trace, model=model), languages=("Hebreo", "Español"), language="es").decode()
    engine = opened(written)
    assert '<html lang="es" dir="ltr">' in written and written.count('translate="no"') == 4
    assert run_in(written)["languages"] == {"source": "Hebreo", "target": "Español"}
    for part, tag in {"source-text": "he", "source": "he", "target-text": "es", "written": "es"}.items():
        assert value(engine, f"parts['{part}'].lang") == tag
    assert value(engine, "[parts.source.dir, parts.written.dir]") == ["rtl", "ltr"]
    value(engine, "(set({kind: 'decoder'}), 0)")
    cell = "parts.steps.children[{}].children[0].children[0]"
    assert value(engine, f"[{cell.format(1)}.lang, {cell.format(1)}.dir]") == ["es", "auto"]


@pytest.mark.parametrize(
    ("name", "tag"),
    [("English", "en"), (" spanish", "es"), ("de", "de"), ("eng_Latn", "eng-Latn"), ("en_XX", "en"), ("pt-BR", "pt-BR"),
     ("", ""), ("Greek, Cyrillic or Hebrew", ""), ("digits", ""), ("x\" onload", "")],
)  # fmt: skip
def test_a_language_that_is_known_has_its_code(name: str, tag: str) -> None:
    assert pages.language_tag(name) == tag


def test_arrow_keys_step_and_leave_controls_their_keys(script: QJSEngine) -> None:
    """A slider, a list and the map have a use for arrows themselves; with a modifier they are the browser's."""
    value(script, "(pressed = (key, more) => document.onkeydown(Object.assign({key, target: {tagName: 'BODY'}, "
          "preventDefault: () => { kept += 1; }}, more)), kept = 0, set({step: 2}), 0)")  # fmt: skip
    for key, step in (("ArrowRight", 3), (".", 4), ("ArrowLeft", 3), (",", 2), ("ArrowDown", 2)):
        value(script, f"(pressed('{key}'), 0)")
        assert value(script, "look.step") == step
    assert value(script, "kept") == 4
    value(script, "(pressed('ArrowRight', {target: {tagName: 'BUTTON'}}), 0)")
    assert value(script, "look.step") == 3, "a button has none"
    for more in ("target: {tagName: 'INPUT'}", "target: {tagName: 'SELECT'}", "target: parts.scroll", "altKey: true",
                 "ctrlKey: true", "metaKey: true", "shiftKey: true", "defaultPrevented: true"):  # fmt: skip
        value(script, f"(pressed('ArrowRight', {{{more}}}), 0)")
        assert value(script, "look.step") == 3, more
    assert "←" in value(script, "parts['keys-word'].textContent")


def test_a_long_map_is_printed_whole(script: QJSEngine) -> None:
    """As one picture, which CSS makes as small as the paper is; the parts that scroll would be cut."""
    value(script, "(set({kind: 'cross'}), parts.paper = new Part(), drawn.length = 0, onbeforeprint(), 0)")
    sizes = [value(script, f"[parts.{one}.width, parts.{one}.height]") for one in ("map", "rows", "columns", "paper")]
    (wide, high), (left, _), (under, below), whole = sizes
    assert whole == [left + max(wide, under), high + below]
    drawn = value(script, "drawn.filter(one => one.length === 3).map(one => one.slice(1))")
    assert drawn[-3:] == [[0, 0], [left, 0], [left, high]]
    assert value(script, "[parts.scroll.className, document.documentElement.className]") == ["drawn", "printed"]
    value(script, "(onafterprint(), 0)")
    assert value(script, "[parts.scroll.className, document.documentElement.className]") == ["", ""]
    rules = page(made_trace()).decode().split("@media print")[1]
    assert re.search(r"#paper\.drawn \{[^}]*max-width: 100%; max-height: \d+vh", rules)


def test_a_page_of_an_own_model_does_not_reveal_its_folder(tmp_path: Path) -> None:
    trace = made_trace()
    run = trace.run.with_(model=str(tmp_path / "home of a teacher" / "my model"))
    written = page_of(State(run=run), dataclasses.replace(trace, run=run)).decode()
    assert "home of a teacher" not in written and str(tmp_path) not in written
    ((where, line),) = (fact[:2] for fact in run_in(written)["facts"] if fact[2])
    assert '"model": "my model"' in line and "the folder that holds my model" in where
