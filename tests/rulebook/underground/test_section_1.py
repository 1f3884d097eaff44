"""OU §1: stations, links, lines and their ends."""

from collections import Counter

from metrobot.games.underground.board import LINKS, STATIONS, Link, StationKind
from metrobot.games.underground.lines.track import ends_of
from tests.games.underground.positions import ids, link, path, piece, position, refusal
from tests.rulebook.cases import Cases, section

SHARED = path("uxbridge", "ruislip")
LOOP = path("white_city", "acton", "alperton", "white_city")


def count(kind: StationKind) -> int:
    return Counter(site.kind for site in STATIONS)[kind]


def third(**others: frozenset[Link]) -> tuple[bool, str | None]:
    """Return whether a link of two spaces is full, and why red may not use one of them."""
    state, there = position(tracks=others), ("uxbridge", "ruislip")
    return link(*there) in state.full_links, refusal(state, piece("red", *there))


def ends(track: frozenset[Link]) -> set[str]:
    """Return the stations with exactly one piece of a line."""
    return ids(ends_of(track))


CASES: Cases = {
    "1 express stations": (lambda: count(StationKind.EXPRESS), 22),
    "1 regular stations": (lambda: count(StationKind.REGULAR), 33),
    "1 termini": (lambda: count(StationKind.TERMINUS), 20),
    "1 national rail stations": (lambda: count(StationKind.NATIONAL_RAIL), 16),
    "1 connection stations": (lambda: count(StationKind.CONNECTION), 8),
    "1 Euston is a kind of its own": (lambda: count(StationKind.START), 1),
    "1 there are 137 links": (lambda: len(LINKS), 137),
    "1 they have 198 spaces, one to five each": (
        lambda: (
            sum(site.spaces for site in LINKS),
            min(site.spaces for site in LINKS),
            max(site.spaces for site in LINKS),
        ),
        (198, 1, 5),
    ),
    "1 two colours run where there are two spaces": (lambda: third(blue=SHARED), (False, None)),
    "1 a third finds none": (
        lambda: third(blue=SHARED, green=SHARED),
        (True, "rule.build.link_full"),
    ),
    "1 each colour runs there once": (
        lambda: third(red=SHARED),
        (False, "rule.build.colour_is_there"),
    ),
    "1 a piece has two ends": (lambda: ends(path("acton", "white_city")), {"acton", "white_city"}),
    "1 a station between two pieces is no end": (
        lambda: ends(path("acton", "white_city", "alperton")),
        {"acton", "alperton"},
    ),
    "1 a closed loop has no end": (lambda: ends(LOOP), set()),
    "1 a loop with a tail has one": (
        lambda: ends(LOOP | path("white_city", "shepherds_bush")),
        {"shepherds_bush"},
    ),
    "1 a branched line has more than two": (
        lambda: ends(
            path("kew_gardens", "turnham_green", "hammersmith")
            | path("acton_town", "turnham_green")
        ),
        {"kew_gardens", "hammersmith", "acton_town"},
    ),
}
test_section_1 = section(CASES)
