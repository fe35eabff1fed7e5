"""Which words of two sentences belong together, as one frozen value: drawn by hand or read from a file. No torch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from model_core.schema import Length, Range

Word = Annotated[int, Range(0, 1_000_000)]
WordLink = tuple[Word, Word]
"""(source word, target word), counted from 0."""

MOST_LINKS, MOST_WORDS, MOST_TEXTS = 10_000, 10_000, 1000


@dataclass(frozen=True)
class AlignedText:
    """Two sentences as words and the links between them. A link is in one of the two tuples, both are in order."""

    source: Annotated[tuple[str, ...], Length(0, MOST_WORDS), "words of the source"] = ()
    target: Annotated[tuple[str, ...], Length(0, MOST_WORDS), "words of the target"] = ()
    sure: Annotated[tuple[WordLink, ...], Length(0, MOST_LINKS), "links that every alignment has to have"] = ()
    possible: Annotated[tuple[WordLink, ...], Length(0, MOST_LINKS), "links that an alignment may have"] = ()

    def strength(self, link: tuple[int, int]) -> str:
        """ "sure", "possible" or "" for no link."""
        if link in self.sure:
            return "sure"
        return "possible" if link in self.possible else ""

    def with_link(self, link: tuple[int, int], strength: str) -> AlignedText:
        """A copy with this link "sure", "possible" or "" (removed)."""
        sure, possible = {*self.sure} - {link}, {*self.possible} - {link}
        {"sure": sure, "possible": possible}.get(strength, set()).add(link)
        return replace(self, sure=tuple(sorted(sure)), possible=tuple(sorted(possible)))

    def fits(self) -> bool:
        """Whether every link is between existing words."""
        ends = (len(self.source), len(self.target))
        return all(link[0] < ends[0] and link[1] < ends[1] for link in (*self.sure, *self.possible))
