"""A language for tests: every letter of every word that goes through `tr` gets an accent, what does not stays."""

from __future__ import annotations

import os
import string

from viz_app.system import language
from viz_app.system.glossary import GlossaryTerm

_ACCENTS = str.maketrans("AEIOUaeioucnsyz", "ÅÉÎÕÜàëïõüçñšÿž")


def pseudo(source: str) -> str:
    """A text with accents on its letters, but not in its fields."""
    parts = []
    for literal, name, spec, conversion in string.Formatter().parse(source):
        words = literal.translate(_ACCENTS)
        parts.append(words.replace("{", "{{").replace("}", "}}") if name is not None or "{{" in source else words)
        if name is not None:
            parts.append("{" + name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}")
    return "".join(parts)


class Accented:
    """The translations of this language."""

    def get(self, key: tuple[str, str], _usual: str = "") -> str:
        return pseudo(key[0])


def speak() -> None:
    """Chooses it for this process, before anything with words is loaded. The glossary is in the window's language."""
    os.environ[language.VARIABLE] = "pseudo"
    language._translations = Accented
    words = GlossaryTerm.words
    GlossaryTerm.words = lambda term, *code: words(term, *code).translate(_ACCENTS)
