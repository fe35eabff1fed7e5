"""Names and descriptions of the bundled models in the language of the window. No Qt.

Their files are English, as every file is; names that users gave to other models are not translated.
"""

from __future__ import annotations

from viz_app.system.language import tr

_PAIRS = tr(
    "Small model for everyday sentences of up to about 20 words. Trained on English–Spanish sentence pairs from "
    "Tatoeba (tatoeba.org, CC BY 2.0 FR) as selected by ManyThings.org/anki."
)
_WORDS = {
    "Copy digits": tr("Copy digits"),
    "English → Spanish": tr("English → Spanish"),
    "English → Spanish, small": tr("English → Spanish, small"),
    "Reverse digits": tr("Reverse digits"),
    "Sort digits": tr("Sort digits"),
    "Spanish → English": tr("Spanish → English"),
    "Spell in Latin letters": tr("Spell in Latin letters"),
    "Tiny example": tr("Tiny example"),
    "Translate a tiny language": tr("Translate a tiny language"),
}
_ABOUT = {
    "Copy digits": tr("Repeat 3 to 8 digits: attention learns the diagonal."),
    "English → Spanish": _PAIRS,
    "Reverse digits": tr("Say 3 to 8 digits backwards: attention learns the anti-diagonal."),
    "Sort digits": tr(
        "Put 3 to 8 digits in ascending order: attention looks for what a digit is, not where it stands."
    ),
    "Spanish → English": _PAIRS,
    "Spell in Latin letters": tr(
        "Greek, Cyrillic and Hebrew letters become Latin ones by ISO 843, 9 and 259: attention follows the reading."
    ),
    "Tiny example": tr("Writes the colour among the words red, blue, ball. Width 2, one head, weights chosen by hand."),
    "Translate a tiny language": tr(
        "English to Spanish with 158 words: order, agreement, negation and pronouns, tested on new combinations."
    ),
}


def model_word(name: str) -> str:
    """The display name of a model, or of a bundled training."""
    return _WORDS.get(name, name)


def model_about(name: str, about: str) -> str:
    """The description of a bundled model; for another model of that name, what its own file says."""
    return _ABOUT[name] if name in _ABOUT and about else about


_LANGUAGES = {
    "English": tr("English"), "Spanish": tr("Spanish"),
    "Greek, Cyrillic or Hebrew": tr("Greek, Cyrillic or Hebrew"), "Latin letters": tr("Latin letters"),
}  # fmt: skip


def language_word(name: str) -> str:
    """A model's language on screen, by its English name."""
    return _LANGUAGES.get(name, name)
