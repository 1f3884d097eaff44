"""Colours that everybody can tell apart."""

import math
from itertools import combinations

import pytest

from render import theme
from render.metromania.map.ground import CELLS
from render.metromania.trip import PALE
from render.theme import Colour, blend

# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
EYES = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
CLEARLY_APART = 20
"""In CIE 1976 units; about 2.3 are just visible."""


def linear(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in colour)
    )
    return red, green, blue


def lab(colour: Colour, eye: str) -> tuple[float, float, float]:
    """Return a colour as an eye sees it, in CIE Lab."""
    light = linear(colour)
    seen = [
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in EYES[eye]
    ]
    x, y, z = (
        sum(m * c for m, c in zip(row, seen, strict=True))
        for row in ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8729))
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours as WCAG counts it, 1 to 21."""
    weights = (0.2126, 0.7152, 0.0722)
    low, high = sorted(
        sum(w * c for w, c in zip(weights, linear(colour), strict=True)) for colour in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("eye", EYES)
def test_companies_are_told_apart(eye: str) -> None:
    distances = {
        (a, b): math.dist(lab(a, eye), lab(b, eye)) for a, b in combinations(theme.COMPANIES, 2)
    }

    assert min(distances.values()) > CLEARLY_APART, distances


@pytest.mark.parametrize("eye", EYES)
def test_companies_stand_out_from_all_grounds(eye: str) -> None:
    grounds = (*theme.DISTRICTS, theme.PARK, theme.LAKE, theme.CARD)
    distances = [
        math.dist(lab(colour, eye), lab(ground, eye))
        for colour in theme.COMPANIES
        for ground in grounds
    ]

    assert min(distances) > CLEARLY_APART


def test_letters_are_legible_on_badges() -> None:
    assert min(contrast(ground, theme.CARD) for ground in (*theme.COMPANIES, *theme.SPOTS)) > 4


def test_names_are_legible_on_all_grounds() -> None:
    assert min(contrast(theme.SOFT_INK, ground) for ground in theme.DISTRICTS) > 4.5


def test_what_is_pale_or_empty_is_seen_on_every_ground_of_a_city() -> None:
    """Outlines of old and open tunnels, lines that a trip does not use, empty places: 3 to 1."""
    grounds = (*theme.DISTRICTS, theme.PAGE, theme.CARD, *CELLS.values())
    for ink in (*theme.EDGES, theme.BAD):
        assert min(contrast(ink, ground) for ground in grounds) >= 3
    quiet = [blend(ground, theme.NAME_GROUND, PALE) for ground in grounds]
    for ground in (*quiet, *theme.ROW_TINTS, theme.CARD):
        assert contrast(theme.UNUSED, ground) >= 3
    assert contrast(theme.FAINT_INK, theme.CARD) >= 3  # markers that nobody has placed


@pytest.mark.parametrize("eye", EYES)
def test_old_lines_are_told_apart(eye: str) -> None:
    """By their pale colour alone, each with its outline in its company's."""
    distances = [math.dist(lab(a, eye), lab(b, eye)) for a, b in combinations(theme.OLD_LINES, 2)]

    assert min(distances) > CLEARLY_APART / 2
