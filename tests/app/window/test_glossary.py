"""The glossary: every term that labels use is in it, beside them the field's own, and it is found."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.made.traces import made_trace
from tests.support.harness import leave_unpainted, shown, stored, tip_text
from tests.support.labels import all_labels
from viz_app.commands.glossary_sheet import GlossarySheet
from viz_app.commands.palette import matching
from viz_app.document.state import Layout
from viz_app.system.glossary import _QUOTED, LANGUAGES, _pattern, current_language, explained, glossary, terms_in
from viz_app.system.language import catalogue_file, read_catalogue
from viz_app.window.main_window import Window, apply_theme

ORDINARY = """agreement reads mostly beside copies duplicate else names next on previous punctuation same sorted usual
spell latin letters draw link links possible sure along anything comes least number that
after against alike all alone among and anti as at average back base be before begin below bits blank blue both by
calculate cell cells changed chosen cividis code colour colours columns compare copy curves dates decimals difference
digits dim dimmed distance each early edit end english far figures final first fits folded folder formula from grey
halves hand here if in included input inside inspect instead interleaved it its itself kept language largest left
line lines log looks map maps maximum may mean measures meets minutes model most new no none not nothing numbers of
one only open order other out output over own passed path paths pattern picture place random raw read reverse reversed
right row rows selected sentence sentences set shares shift show shown shuffled side size small so sort spanish step
stopped strongest sum switches table task text texts the this three tiny to training translate tree until untrained
viridis console weighted what whole why wider width with words would write writes writing written zeros
closed down up joined family matrices merged length matrix multiplied off product products transpose two
"""
"""The words of labels that are no terms of the field. A new label's word is one of these, or belongs into the
glossary."""


def without_terms(label: str) -> str:
    """The label without the words that are terms or quoted, in small letters."""
    return _pattern(current_language())[0].sub(" ", _QUOTED.sub(" ", label).casefold())


LONGEST = 4
"""Words of a label: a longer one is a sentence, whose terms are explained all the same."""

WITHOUT_FORMULA = {"seed", "epoch", "attention sink"}
"""Terms that have no formula on purpose: a count, a beginning, and what heads do."""

WITHOUT_PAPER = {"token", "special token", "rank", "greedy", "seed", "forward", "epoch", "vocabulary", "padding",
                 "batch", "one-hot vector", "anti-diagonal"}  # fmt: skip
"""Terms that no paper brought up, or that are this program's own measure."""

WITHOUT_LABEL = {
    "ALiBi", "Adam", "GELU", "RMSNorm", "Transformer", "ablation", "attention sink", "autoregressive",
    "batch", "batch norm", "byte-pair encoding", "causal mask", "gated feed-forward", "gradient",
    "multi-head attention", "one-hot vector", "padding", "perplexity", "pre-norm", "relative position bias",
    "residual stream", "rotary positions", "teacher forcing", "tied embeddings", "unigram tokenizer",
    "vocabulary",
}  # fmt: skip
"""Terms of the field that no label of the window has: somebody who reads about models looks them up."""

PAPER = re.compile(r"[\w’ -]+(?: & [\w’ -]+| et al\.)? (1[89]|20)\d\d(, (RFC \d+|\d(\.\d)*))*", re.IGNORECASE)
"""Author, year and perhaps section."""

WORD = re.compile(r"\w{2,}")
EINSUM_LINE = re.compile(r"[a-z,]+->[a-z]*")


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[Window]:
    desk = Layout(theme="light")
    apply_theme(desk)
    store = stored(made_trace("the white house is very old", "la casa blanca es muy vieja"), desk=desk)
    with shown(store, qtbot, (1440, 900)) as window:
        yield window


def test_every_term_of_a_label_is_explained(window: Window) -> None:
    leave_unpainted(window)
    labels = all_labels(window)
    assert len(labels) > 150
    texts = set(made_words(window))
    ordinary = set(ORDINARY.split()) | texts
    unknown = {
        (word, label): sorted(views)
        for label, views in labels.items()
        if len(label.split()) <= LONGEST
        for word in WORD.findall(without_terms(EINSUM_LINE.sub("", label)))
        if word.isalpha() and word not in ordinary
    }
    assert unknown == {}
    used = {term for label in labels for term in terms_in(label)}
    assert {term.name["en"] for term in glossary() if term not in used} == WITHOUT_LABEL


def made_words(window: Window) -> Iterator[str]:
    """The words of the text, which stand in some labels."""
    assert window.store.trace is not None
    for token in (*window.store.trace.sentences[0].source, *window.store.trace.sentences[0].written):
        yield token.text.casefold()


def test_a_label_s_tool_tip_explains_its_terms(window: Window) -> None:
    facts = window.inspector.cell.facts
    names = [fact.name for fact in facts.facts]
    at = names.index("after the mask")
    tip = tip_text(facts, QPoint(8, round(facts.row_rect(at).center().y())))
    assert facts.facts[at].tip[:20] in tip, "what was said of this number"
    assert "mask: Marks the tokens that a row may not read" in tip and "Vaswani et al. 2017, 3.2.3" in tip
    assert explained("Order", "About the order.") == "About the order.", "no term"


def test_the_raw_score_is_explained_by_the_formula_of_the_number_beside_it(window: Window) -> None:
    facts = window.inspector.cell.facts
    for name, divided in (("score q·k", False), ("scaled", True)):
        at = next(place for place, fact in enumerate(facts.facts) if fact.name.startswith(name))
        tip = tip_text(facts, QPoint(8, round(facts.row_rect(at).center().y())))
        assert "q·k" in tip and ("q·k / √K" in tip) is divided, tip


def test_an_ablation_and_an_effect_have_one_sign() -> None:
    formulas = {term.name["en"]: term.formula for term in glossary()}
    assert formulas["ablation"] == "log p(without) − log p(with)"
    assert formulas["effect"] == "log p′ − log p"


def test_terms_are_found_by_their_names_in_the_window_s_language_and_in_english(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viz_app.system.glossary.current_language", lambda: "es")
    listed = window.sheets.entries()
    for term in glossary():
        for name in term.name.values():
            assert name in {one.words for one in matching(listed, name)}


def test_the_longest_term_counts_and_quoted_words_do_not() -> None:
    assert [term.name["en"] for term in terms_in("Masked self-attention · layer 2 · 4 heads")] == [
        "masked self-attention", "layer", "head",
    ]  # fmt: skip
    assert [term.name["en"] for term in terms_in("looks at “key”, the weight")] == ["weight"]
    assert without_terms("Weights of “the head”").split() == ["of"]


NOT_THE_TERM = {"keys", "masked"}
"""Words of the window that say something else than the term of this name: keys of the keyboard, masking as a tool."""


def test_the_spanish_window_calls_terms_as_the_glossary_does() -> None:
    catalogue, found = read_catalogue(catalogue_file("es")), set()
    for (english, _), spanish in catalogue.items():
        terms = terms_in(english, "en")
        if len(terms) == 1 and not without_terms(english).strip() and english.casefold() not in NOT_THE_TERM:
            found |= set(terms)
            assert terms[0] in terms_in(spanish, "es"), (english, spanish)
    assert len(found) > 50


@pytest.mark.parametrize(("label", "term"), [
    ("Posiciones", "position"), ("puntuaciones brutas", "score"), ("tokens especiales", "special token"),
    ("redes densas con compuerta", "gated feed-forward"), ("haces", "beam search"), ("capas", "layer"),
    ("consultas", "query"), ("normas de capa", "layer norm"),
])  # fmt: skip
def test_a_spanish_term_is_found_in_the_plural(label: str, term: str) -> None:
    assert term in [one.name["en"] for one in terms_in(label, "es")]


def test_each_term_is_one_sentence_in_both_languages() -> None:
    names = [name for term in glossary() for name in term.name.items()]
    assert len(names) == len(set(names)) > 100
    for term in glossary():
        assert set(term.name) == set(term.sentence) == set(LANGUAGES)
        for language in LANGUAGES:
            sentence = term.sentence[language]
            assert sentence.endswith(".") and 4 < len(sentence.split()) < 30 and "!" not in sentence, sentence
        assert term.sentence["en"] != term.sentence["es"]


def test_each_term_has_its_formula_and_its_paper_or_neither_on_purpose() -> None:
    assert {term.name["en"] for term in glossary() if not term.formula} == WITHOUT_FORMULA
    assert {term.name["en"] for term in glossary() if not term.paper} == WITHOUT_PAPER
    for term in glossary():
        for opening, closing in ("()", "{}", "[]"):
            assert term.formula.count(opening) == term.formula.count(closing), term.formula
        for paper in filter(None, term.paper.split("; ")):
            assert PAPER.fullmatch(paper), paper


def test_the_page_narrows_by_typing_in_both_languages(window: Window, qtbot: QtBot) -> None:
    window.commands.run("glossary")
    (sheet,) = window.findChildren(GlossarySheet)
    assert len(sheet.shown()) == len(glossary())
    sheet.box.setText("entrop")
    assert sheet.shown()[0].name["en"] == "entropy"
    assert "H = −Σ p log₂ p (Shannon 1948)" in sheet.page.toPlainText()
    sheet.language.chosen.emit("es")
    assert "entropía" in sheet.page.toPlainText() and "Cuán repartidas" in sheet.page.toPlainText()
    sheet.box.setText("<nothing>")
    assert "Nothing is called “<nothing>”" in sheet.page.toPlainText()
    sheet.close()
    for term in glossary():
        for name in term.name.values():
            sheet.narrow(name)
            assert name in sheet.shown()[0].name.values(), "whatever the page's language"


def test_the_palette_finds_a_term(window: Window) -> None:
    entry = next(one for one in window.sheets.entries() if (one.menu, one.words) == ("Glossary", "cross-attention"))
    assert entry.key == entry.menu, "said beside it: a command may have the same words"
    entry.run()
    (sheet,) = window.findChildren(GlossarySheet)
    assert sheet.shown()[0].name["en"] == "cross-attention"
    sheet.close()
