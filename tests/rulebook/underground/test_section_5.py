"""OU §5: points for building."""

from metrobot.games.underground.board import COLOUR_NAMED, COLOURS, Link, Station
from metrobot.games.underground.lines.enclosure import enclosed_by
from metrobot.games.underground.state import Source
from metrobot.games.underground.turn.pieces import gain_of
from tests.games.underground.positions import (
    SECOND,
    after,
    ids,
    path,
    piece,
    points,
    position,
    station,
)
from tests.rulebook.cases import Cases, section

PAIR = ("victoria", "notting_hill_gate")
SOUTH = path("notting_hill_gate", "high_street_kensington", "earls_court", "south_kensington")
ARC = path("oxford_circus", "green_park", "westminster", "charing_cross") | path(
    "charing_cross", "leicester_square", "tottenham_court_road"
)
CLOSING = ("tottenham_court_road", "oxford_circus")
RING = ARC | path(*CLOSING)
SPUR = path("oxford_circus", "piccadilly_circus")
CHORD = path("oxford_circus", "piccadilly_circus", "charing_cross")
INNER = path("tottenham_court_road", "holborn", "leicester_square", "tottenham_court_road")
BRIDGE = path("euston", "tottenham_court_road")
AROUND = path("euston", "kings_cross_st_pancras", "moorgate", "bank", "blackfriars") | path(
    "blackfriars", "charing_cross", "piccadilly_circus", "oxford_circus"
)
DOCKS = path("mile_end", "west_ham", "canning_town", "canary_wharf", "canada_water") | path(
    "canada_water", "london_bridge", "bank", "aldgate"
)
Gains = dict[Source, int]


def scored(
    *builds: tuple[str, str], pair: tuple[str, str] | None = None, **tracks: frozenset[Link]
) -> Gains:
    """Return the points of the first player for red pieces, branches paid."""
    state = position(tracks=tracks, tokens=(9, 9), pair=pair)
    return points(after(state, *[piece("red", a, b) for a, b in builds]))


def steps(*builds: tuple[str, str], **tracks: frozenset[Link]) -> list[int]:
    """Return the points of red pieces one after another."""
    state, found = position(tracks=tracks, tokens=(9, 9)), []
    for a, b in builds:
        found.append(gain_of(state, piece("red", a, b)).total)
        state = after(state, piece("red", a, b))
    return found


def by_another_colour() -> Gains:
    """Return the points of a pink piece of the first player where red has run before."""
    state = position(tracks={"red": path("paddington", "marylebone")})
    return points(after(state, piece("pink", "paddington", "marylebone")))


def beside_another_colour() -> Gains:
    """Return the points of a red loop around a station that pink has enclosed before."""
    paid = [frozenset[Station]()] * len(COLOURS)
    paid[COLOUR_NAMED["pink"]] = frozenset((station("piccadilly_circus"),))
    return points(after(position(tracks={"red": ARC}, paid=tuple(paid)), piece("red", *CLOSING)))


def second_pair() -> Gains:
    """Return the points of the second player for a pair that the first has."""
    tracks = {"red": SOUTH | path("south_kensington", "victoria"), "blue": SOUTH}
    state = position(tracks=tracks, pair=PAIR, turn=1)
    return points(after(state, piece("blue", "south_kensington", "victoria")), SECOND)


CASES: Cases = {
    "5 points are scored at once": (
        lambda: scored(("canning_town", "west_ham"), ("west_ham", "barking")),
        {Source.RAIL: 1},
    ),
    "5 another colour of the same player scores again": (by_another_colour, {Source.RAIL: 2}),
    "5 once per station and colour": (
        lambda: steps(("west_ham", "barking"), ("barking", "upminster"), ("west_ham", "stratford")),
        [1, 2, 1],
    ),
    "5.1 a national rail station newly on the line": (
        lambda: scored(("west_ham", "barking")),
        {Source.RAIL: 1},
    ),
    "5.1 not one that was on it": (
        lambda: scored(("marylebone", "baker_street"), red=path("paddington", "marylebone")),
        {},
    ),
    "5.1 not one that is only near": (lambda: scored(("mile_end", "west_ham")), {}),
    "5.2 a terminus newly on the line: 2": (
        lambda: scored(("acton", "ealing_broadway")),
        {Source.TERMINUS: 2},
    ),
    "5.2 and one token": (
        lambda: after(position(tokens=(4, 0)), piece("red", "acton", "ealing_broadway")).tokens,
        (5, 0),
    ),
    "5.3 both stations of a symbol: 3": (
        lambda: scored(("south_kensington", "victoria"), pair=PAIR, red=SOUTH),
        {Source.PAIRS: 3},
    ),
    "5.3 nothing for stations of two symbols": (
        lambda: scored(("south_kensington", "victoria"), red=SOUTH),
        {},
    ),
    "5.3 nothing for one of them": (
        lambda: scored(("south_kensington", "victoria"), pair=PAIR),
        {},
    ),
    "5.3 not again for more pieces there": (
        lambda: scored(
            ("victoria", "pimlico"), pair=PAIR, red=SOUTH | path("south_kensington", "victoria")
        ),
        {},
    ),
    "5.3 two colours make no pair together": (
        lambda: scored(("south_kensington", "victoria"), pair=PAIR, pink=SOUTH),
        {},
    ),
    "5.3 being second costs nothing": (second_pair, {Source.PAIRS: 3, Source.START: 1}),
    "5.4 each station enclosed: 1": (lambda: scored(CLOSING, red=ARC), {Source.ENCLOSED: 1}),
    "5.4 by a loop of that one colour": (
        lambda: scored(("tottenham_court_road", "holborn"), red=ARC, pink=path(*CLOSING)),
        {},
    ),
    "5.4 not before the loop is closed": (lambda: enclosed_by(ARC), frozenset()),
    "5.4 not a station of the loop": (
        lambda: enclosed_by(path("acton", "white_city", "alperton", "acton")),
        frozenset(),
    ),
    "5.4 a station on a spur inside counts": (
        lambda: scored(CLOSING, red=ARC | SPUR),
        {Source.ENCLOSED: 1},
    ),
    "5.4 one on a chord between two loops does not": (lambda: scored(CLOSING, red=ARC | CHORD), {}),
    "5.4 nor one on a spur outside": (
        lambda: ids(enclosed_by(RING | path("tottenham_court_road", "holborn"))),
        {"piccadilly_circus"},
    ),
    "5.4 one on a smaller loop that hangs inside by a bridge counts": (
        lambda: scored(("oxford_circus", "euston"), red=AROUND | BRIDGE | INNER),
        {Source.ENCLOSED: 3},
    ),
    "5.4 also if the smaller loop comes later": (
        lambda: steps(
            ("oxford_circus", "euston"),
            ("leicester_square", "tottenham_court_road"),
            red=AROUND | BRIDGE | (INNER - path("leicester_square", "tottenham_court_road")),
        ),
        [3, 0],
    ),
    "5.4 nor one on a bridge between two loops beside each other": (
        lambda: ids(
            enclosed_by(
                path("acton", "white_city", "alperton", "acton")
                | path("white_city", "shepherds_bush", "notting_hill_gate", "paddington")
                | path("paddington", "shepherds_bush")
            )
        ),
        set(),
    ),
    "5.4 a national rail station counts": (
        lambda: ids(enclosed_by(DOCKS | path("aldgate", "mile_end"))),
        {"limehouse"},
    ),
    "5.4 a connection station counts": (
        lambda: ids(
            enclosed_by(
                path("shepherds_bush", "paddington", "marylebone", "baker_street", "bond_street")
                | path("bond_street", "green_park", "south_kensington", "earls_court")
                | path("earls_court", "hammersmith", "goldhawk_road", "shepherds_bush")
            )
        ),
        {"notting_hill_gate", "high_street_kensington", "marble_arch"},
    ),
    "5.4 later changes of the loop do not repeat points": (
        lambda: scored(
            CLOSING, ("tottenham_court_road", "holborn"), ("holborn", "leicester_square"), red=ARC
        ),
        {Source.ENCLOSED: 1},
    ),
    "5.4 nor take them away: a chord through the station": (
        lambda: scored(
            CLOSING,
            ("oxford_circus", "piccadilly_circus"),
            ("piccadilly_circus", "charing_cross"),
            red=ARC,
        ),
        {Source.ENCLOSED: 1},
    ),
    "5.4 another colour around the same station scores too": (
        beside_another_colour,
        {Source.ENCLOSED: 1},
    ),
    "5.4 enclosed now and joined later scores for both": (
        lambda: scored(("aldgate", "mile_end"), ("aldgate", "limehouse"), red=DOCKS),
        {Source.ENCLOSED: 1, Source.RAIL: 1},
    ),
    "5.4 joined first and enclosed later too": (
        lambda: scored(("aldgate", "limehouse"), ("aldgate", "mile_end"), red=DOCKS),
        {Source.ENCLOSED: 1, Source.RAIL: 1},
    ),
    "5.4 what is paid is remembered by colour": (
        lambda: [
            ids(paid)
            for paid in after(position(tracks={"red": ARC}), piece("red", *CLOSING)).paid
            if paid
        ],
        [{"piccadilly_circus"}],
    ),
    "5.5 the first piece scores both its stations": (
        lambda: scored(("amersham", "rickmansworth")),
        {Source.RAIL: 1, Source.TERMINUS: 2},
    ),
    "5.5 a later one only what is new": (
        lambda: scored(("amersham", "rickmansworth"), red=path("rickmansworth", "northwood")),
        {Source.TERMINUS: 2},
    ),
}
test_section_5 = section(CASES)
