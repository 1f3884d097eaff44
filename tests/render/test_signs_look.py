"""Every sign looks as it does on the sheet that people have looked at."""

from functools import cache

import pytest
from PIL import Image, ImageChops

from tests.render.sign_sheet import CELL, SHEET, SIGNS, cells, makers, place

COARSE = 16
"""Px to which a sign is reduced: its shape tells, not how an edge is smoothed."""
MOST = 24
"""Of 255, by which one of them may differ."""


@cache
def kept_sheet() -> Image.Image:
    """Return the sheet."""
    with Image.open(SHEET) as sheet:
        return sheet.convert("RGB")


FOUND = list(cells())


@pytest.mark.parametrize("n", range(len(FOUND)), ids=[name for name, _ in FOUND])
def test_a_sign_looks_as_it_did(n: int) -> None:
    """If it was changed on purpose: `python -m tests.render.sign_sheet`, and look at it."""
    left, top = place(n)
    before = kept_sheet().crop((left, top, left + CELL, top + CELL))
    coarse = [each.resize((COARSE, COARSE), Image.Resampling.BOX) for each in (before, FOUND[n][1])]
    apart = ImageChops.difference(*coarse)

    assert max(high for _, high in apart.getextrema()) <= MOST  # type: ignore[misc]  # three bands


def test_every_sign_is_on_the_sheet() -> None:
    assert {(make.__module__, make.__name__) for make in makers()} == {
        (make.__module__, make.__name__) for make in SIGNS
    }
