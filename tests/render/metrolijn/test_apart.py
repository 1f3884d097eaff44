"""Signs that mean two things are told apart by every kind of eye."""

from dataclasses import replace
from itertools import combinations
from typing import Final

import pytest
from PIL import Image, ImageChops

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import MAP_IDS, Station, map_named
from render.metrolijn import inks
from render.metrolijn.map.ground import Emphasis, Intent, draw_map
from render.metrolijn.panels.person import HALVES, QUARTERS
from render.metrolijn.whole import PHONE, draw_sheet, phone_layout
from render.signs import Role, noting
from render.text.lettering import CAP, LEAST_CAP, SEEN
from tests.render.metrolijn.games import ENGLISH, views
from tests.render.vision import ENOUGH, nearest

ADA: Final = Seat(0)
STATION: Final = Station(20)
EMPTY: Final = views("amsterdam", 1, 1, special=True)[0]
STARRED: Final = Station(
    next(n for n, site in enumerate(EMPTY.map.stations) if site.is_special and n > 10)
)
SIGNS: Final = {
    "empty": "an open box",
    "crossed": "a cross",
    "new": "a cross in a box around the box",
    "number": "a number",
    "planned": "a hollow cross in dashes",
    "planned number": "a number in dashes",
    "special": "a star",
}
"""What can be seen of a station, and by which shape it is known."""
SEEN_APART: Final = 60
"""Shades by which some place of two signs differs in grey, at the width of a phone."""


def sign(name: str) -> Image.Image:
    """Return a station's sign in grey as a phone shows it."""
    layout = phone_layout("amsterdam")
    at = STARRED if name == "special" else STATION
    crossed = frozenset([at]) if name in {"crossed", "new", "planned"} else frozenset[Station]()
    number = ((at, 2),) if "number" in name else ()
    sheet = replace(EMPTY.sheets[0], crossed=crossed, numbers=number)
    intent = Intent(
        (), crossed if name == "planned" else frozenset(), number if "planned" in name else ()
    )
    changed = crossed if name == "new" else frozenset[Station]()
    look = Emphasis(intent=intent, changed=changed)
    picture = draw_map(EMPTY, sheet, layout, look)
    (x, y), reach = layout.at(layout.map.stations[at].at), round(layout.half * 1.6)
    cut = picture.crop((x - reach, y - reach, x + reach, y + reach))
    side = max(3, round(2 * reach * SEEN / PHONE))
    return cut.convert("L").resize((side, side), Image.Resampling.LANCZOS)


@pytest.mark.parametrize(("one", "other"), list(combinations(SIGNS, 2)))
def test_signs_of_a_sheet_are_told_apart_by_shape(one: str, other: str) -> None:
    """Each pair differs in grey: SIGNS says by which shapes."""
    pair = (sign(name) for name in (one, other))
    darkest = max(ImageChops.difference(*pair).tobytes())

    assert darkest >= SEEN_APART, (SIGNS[one], SIGNS[other])


@pytest.mark.parametrize("players", [2, 4])
def test_people_are_told_apart_by_place_and_colour(players: int) -> None:
    """Each one's part of a station lies elsewhere; whole and paler colours differ for all eyes."""
    assert len(set((HALVES if players == 2 else QUARTERS)[:players])) == players
    for one, other in combinations(range(players), 2):
        assert nearest(inks.PEOPLE[one], inks.PEOPLE[other]) >= ENOUGH
    for whole, old in zip(inks.PEOPLE, inks.OLD, strict=True):
        assert nearest(whole, old) >= ENOUGH
        assert nearest(old, inks.BOX) >= ENOUGH


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_lines_are_told_apart_by_colour_or_letter(map_id: str) -> None:
    """Lines of near colours have letters on the sheet, and in the strips, that can be read."""
    map_, view = map_named(map_id), views(map_id, 2, 1)[0]
    near = {
        letter
        for one, other in combinations(map_.lines, 2)
        if nearest(inks.LINES[one.colour], inks.LINES[other.colour]) < ENOUGH
        for letter in (one.letter, other.letter)
    }
    with noting() as notes:
        draw_sheet(view, ADA, ENGLISH)
    legible = {
        found.text
        for put in notes.picture
        for found in put.signs
        if found.role is Role.TEXT and found.size * CAP * SEEN / PHONE >= LEAST_CAP
    }

    assert near <= legible
