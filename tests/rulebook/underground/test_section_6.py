"""OU §6: the passenger."""

from metrobot.games.underground.board import COLOURS, STATIONS, Link
from metrobot.games.underground.state import Phase, Source, State
from metrobot.games.underground.turn.flow import trips_open
from tests.games.underground.positions import (
    FIRST,
    SECOND,
    TITLE,
    after,
    cards,
    path,
    points,
    position,
    refusal,
    station,
    trip,
)
from tests.rulebook.cases import Cases, section

EAST = path("euston", "kings_cross_st_pancras", "moorgate", "bank", "aldgate", "mile_end")
CITY = path("bank", "liverpool_street", "mile_end")


def travelling(*open_cards: str, at: str = "euston", **tracks: frozenset[Link]) -> State:
    """Return a position in which the first player sends the passenger."""
    return position(
        3, open_cards=open_cards, passenger=at, tracks=tracks, phase=Phase.TRAVEL, done=4
    )


def choices(state: State) -> list[str]:
    """Return the choices in words: destination, colours."""
    return [
        " ".join((STATIONS[route.to].id, *(COLOURS[colour].id for colour in route.colours)))
        for route in trips_open(state)
    ]


def cost(state: State) -> set[tuple[int, int]]:
    """Return walks and lines of all choices: the same for all."""
    return {(route.cost.walks, route.cost.lines) for route in trips_open(state)}


def forced(state: State) -> bool:
    return TITLE.forced(state) is not None


TWO = travelling("oxford_circus", "acton", "borough", "pimlico")
AFTER_ONE = after(TWO, trip("oxford_circus"))

CASES: Cases = {
    "6.1 an express destination first": (lambda: choices(TWO), ["oxford_circus"]),
    "6.1 even if a regular one is nearer": (
        lambda: choices(travelling("mornington_crescent", "heathrow", "acton")),
        ["acton"],
    ),
    "6.1 then a regular one, from where the passenger is": (
        lambda: (AFTER_ONE.passenger, choices(AFTER_ONE)),
        (station("oxford_circus"), ["pimlico"]),
    ),
    "6.1 a regular one alone": (lambda: choices(travelling("borough", "pimlico")), ["pimlico"]),
    "6.1 never two express": (
        lambda: after(travelling("acton", "angel"), trip("angel")).phase,
        Phase.DRAW,
    ),
    "6.1 never two regular": (
        lambda: after(travelling("borough", "pimlico"), trip("pimlico")).phase,
        Phase.DRAW,
    ),
    "6.1 the second trip goes by the cards then open": (
        lambda: [STATIONS[card].id for card in AFTER_ONE.open_cards],
        ["acton", "borough", "pimlico"],
    ),
    "6.2 least walking: 0 before 1": (
        lambda: choices(travelling("oxford_circus", "bank", red=EAST)),
        ["bank red"],
    ),
    "6.2 each link walked counts 1": (
        lambda: cost(travelling("shepherds_bush", at="euston")),
        {(5, 0)},
    ),
    "6.2 a link can be walked though pieces lie there": (
        lambda: (
            choices(travelling("angel", at="highbury_and_islington", red=EAST)),
            cost(travelling("angel", at="highbury_and_islington", red=EAST)),
        ),
        (["angel"], {(1, 0)}),
    ),
    "6.2 less walking before fewer lines": (
        lambda: choices(
            travelling(
                "mile_end",
                red=path("euston", "kings_cross_st_pancras", "moorgate"),
                blue=path("moorgate", "bank", "aldgate"),
                pink=path("aldgate", "mile_end"),
            )
        ),
        ["mile_end red blue pink"],
    ),
    "6.2 then the fewest lines": (
        lambda: choices(
            travelling(
                "mile_end",
                red=EAST,
                blue=path("euston", "kings_cross_st_pancras"),
                green=path("kings_cross_st_pancras", "moorgate", "liverpool_street")
                | path("liverpool_street", "mile_end"),
            )
        ),
        ["mile_end red"],
    ),
    "6.2 no line is best": (
        lambda: choices(travelling("bank", at="holborn", red=path("holborn", "leicester_square"))),
        ["bank"],
    ),
    "6.2 the length of the ride does not matter": (
        lambda: choices(
            travelling(
                "mile_end",
                red=EAST,
                blue=path("euston", "kings_cross_st_pancras", "moorgate")
                | path("moorgate", "liverpool_street", "mile_end"),
            )
        ),
        ["mile_end red", "mile_end blue"],
    ),
    "6.2 then the active player chooses the destination": (
        lambda: choices(travelling("oxford_circus", "tottenham_court_road", at="euston")),
        ["oxford_circus", "tottenham_court_road"],
    ),
    "6.2 routes with the same colours are one choice": (
        lambda: choices(travelling("mile_end", red=EAST | CITY)),
        ["mile_end red"],
    ),
    "6.2 in whatever order they are used": (
        lambda: choices(
            travelling(
                "canary_wharf",
                at="london_bridge",
                red=path("london_bridge", "bank", "aldgate") | path("aldgate", "limehouse"),
                blue=path("limehouse", "canary_wharf"),
            )
        ),
        ["canary_wharf red blue"],
    ),
    "6.2 walking between two lines": (
        lambda: (
            choices(travelling("greenwich", red=EAST, blue=path("canary_wharf", "greenwich"))),
            cost(travelling("greenwich", red=EAST, blue=path("canary_wharf", "greenwich"))),
        ),
        (["greenwich red blue"], {(2, 2)}),
    ),
    "6.2 another destination than the best is refused": (
        lambda: refusal(TWO, trip("acton")),
        "rule.travel.no_such_trip",
    ),
    "6.2 so is a line that is not used": (
        lambda: refusal(TWO, trip("oxford_circus", "red")),
        "rule.travel.no_such_trip",
    ),
    "6.2 so is a place that is not open": (
        lambda: refusal(TWO, trip("bank")),
        "rule.travel.no_such_trip",
    ),
    "6.2 without a choice it happens by itself": (lambda: forced(TWO), True),
    "6.2 with one the active player is asked": (
        lambda: forced(travelling("oxford_circus", "tottenham_court_road", at="euston")),
        False,
    ),
    "6.2 nothing is forced while building": (lambda: forced(position(3)), False),
    "6.3 each colour pays its owner 1": (
        lambda: [
            points(
                after(
                    travelling("greenwich", red=EAST, blue=path("canary_wharf", "greenwich")),
                    trip("greenwich", "red", "blue"),
                ),
                seat,
            )
            for seat in (FIRST, SECOND)
        ],
        [{Source.PASSENGER: 1}, {Source.PASSENGER: 1, Source.START: 1}],
    ),
    "6.3 both colours of one owner pay 2": (
        lambda: points(
            after(
                travelling("greenwich", red=EAST, pink=path("canary_wharf", "greenwich")),
                trip("greenwich", "red", "pink"),
            )
        ),
        {Source.PASSENGER: 2},
    ),
    "6.3 again on the next visit": (
        lambda: points(
            after(
                travelling("bank", "mile_end", red=EAST),
                trip("bank", "red"),
                trip("mile_end", "red"),
            )
        ),
        {Source.PASSENGER: 2},
    ),
    "6.3 walking pays nobody": (lambda: points(AFTER_ONE), {}),
    "6.4 the card is discarded": (
        lambda: (
            station("oxford_circus") in AFTER_ONE.open_cards,
            AFTER_ONE.visited == (station("oxford_circus"),),
            refusal(after(AFTER_ONE, trip("pimlico")), cards("oxford_circus")),
        ),
        (False, True, "rule.turn.not_yours"),
    ),
    "6.4 passing through an open destination is no visit": (
        lambda: (
            choices(travelling("moorgate", "leytonstone", at="angel", red=EAST)),
            [
                STATIONS[card].id
                for card in after(
                    travelling("bank", "moorgate", red=EAST), trip("bank", "red")
                ).open_cards
            ],
        ),
        (["moorgate"], ["moorgate"]),
    ),
}
test_section_6 = section(CASES)
