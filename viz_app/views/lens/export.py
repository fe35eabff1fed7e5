"""The lens as a table that is saved or copied. No Qt."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr
from viz_app.views.lens.content import LensContent

HEADINGS = (
    "number", "where", "step", "read", "written", "other", "first", "p first", "p written", "p other", "rank", "share",
    "share over other",
)  # fmt: skip


def lens_table(context: Context, shown: LensContent) -> Listing:
    """A line for each place and row, then one for each share of a row's logit; steps (in the encoder places of
    the source) and ranks count from 0. What a line does not have is not a number."""
    what = tr("the encoder read early at each point, and every part's share of the logit of its own token")
    if shown.decodes:
        what = tr("the decoder read early at each point, and every part's share of the logit of the written token")
    rows = (*_places(shown), *_shares(shown))
    return Listing("lens", replace(context, what=what, hook=""), HEADINGS, rows)


def _places(shown: LensContent) -> tuple[tuple[Any, ...], ...]:
    assert shown.reading is not None
    return tuple(
        (
            "place", place.name, row, shown.read[row], shown.written[row], shown.rivals[row], shown.word(at, row),
            float(shown.reading.chances[at, row, 0]), shown.chance(at, row), shown.chance(at, row, True),
            shown.rank(at, row), math.nan, math.nan,
        )
        for at, place in enumerate(shown.places)
        for row in range(shown.rows)
    )  # fmt: skip


def _shares(shown: LensContent) -> tuple[tuple[Any, ...], ...]:
    found: list[tuple[Any, ...]] = []
    for row in range(shown.rows):
        names = shown.read[row], shown.written[row], shown.rivals[row]
        both = zip(shown.all_shares(row, False, plain=True), shown.all_shares(row, True, plain=True), strict=True)
        found += [("share", own.name, row, *names, "", *[math.nan] * 4, own.value, over.value) for own, over in both]
    return tuple(found)
