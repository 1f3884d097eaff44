"""OU §8: the worked examples of the rulebook, as the data has them, and its facts."""

import json
from importlib import resources
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.games.underground.board import COLOURS, STATIONS
from metrobot.games.underground.state import Phase, Source, State
from metrobot.games.underground.trips.passenger import routes_to
from metrobot.games.underground.turn.flow import tracks_on_board, trips_open
from metrobot.games.underground.turn.pieces import gain_of
from tests.games.underground.positions import (
    FIRST,
    TOKEN,
    after,
    game,
    ids,
    path,
    piece,
    points,
    position,
    station,
    trip,
)
from tests.games.underground.reference import shortest_loop_around
from tests.rulebook.cases import Cases, section

DATA = json.loads(
    resources.files("metrobot.games.underground").joinpath("data/london.json").read_text("utf-8")
)
EXAMPLES = {example["name"]: example for example in DATA["examples"]}
RED = EXAMPLES["rulebook_red_branch"]
GREEN = EXAMPLES["rulebook_green_loop"]
RIDE = EXAMPLES["rulebook_passenger"]


def track(links: list[list[str]]) -> frozenset[Any]:
    return frozenset().union(*(path(*ends) for ends in links))


def action(colour: str, words: list[str]) -> Action:
    """Return an action as the data lists it; a branch is a piece."""
    return TOKEN if words == ["token"] else piece(colour, *words[1:])


def scores(state: State, actions: list[Action], seat: int) -> tuple[list[int], State]:
    """Return the points of each action, and the state after them."""
    found = []
    for each in actions:
        before, state = state, after(state, each)
        found.append(sum(state.points[seat]) - sum(before.points[seat]))
    return found, state


def red() -> tuple[list[int], State]:
    """Play the first example."""
    state = position(tracks={"red": track(RED["before"])}, tokens=(RED["tokens_before"], 0))
    return scores(state, [action("red", words) for words in RED["actions"]], 0)


def green() -> tuple[list[int], State]:
    """Play the second example, Holborn paid before."""
    state = position(
        4,
        tracks={"purple": track(GREEN["before"])},
        pair=tuple(GREEN["pair"]),
        paid=tuple(
            frozenset(map(station, GREEN["already_enclosed"] if c.id == "purple" else ()))
            for c in COLOURS
        ),
        turn=3,
    )
    return scores(state, [action("purple", words) for words in GREEN["actions"]], 3)


def newly_enclosed() -> set[str]:
    """Return the stations that the last piece of the second example encloses."""
    line = track([*GREEN["before"], *(words[1:] for words in GREEN["actions"][:2])])
    state = position(
        4,
        tracks={"purple": line},
        paid=tuple(frozenset(map(station, GREEN["already_enclosed"])) for _ in COLOURS),
        turn=3,
    )
    return ids(gain_of(state, piece("purple", "westminster", "charing_cross")).enclosed)


def ride() -> State:
    """Return the position of the third example: three players own its colours."""
    return position(
        3,
        tracks={name: track(links) for name, links in RIDE["tracks"].items()},
        open_cards=(*RIDE["open"]["express"], *RIDE["open"]["regular"]),
        passenger=RIDE["passenger"],
        phase=Phase.TRAVEL,
        done=4,
    )


def cost_to(name: str) -> list[int]:
    """Return walks and lines to one destination of the third example."""
    (cost,) = {
        (route.cost.walks, route.cost.lines)
        for route in routes_to(station(RIDE["passenger"]), station(name), tracks_on_board(ride()))
    }
    return list(cost)


def offered(state: State) -> list[tuple[str, list[str]]]:
    return [
        (STATIONS[route.to].id, sorted(COLOURS[colour].id for colour in route.colours))
        for route in trips_open(state)
    ]


def passenger_turns(players: int) -> float:
    """Return the average number of turns with a passenger of some random games."""
    return mean(
        sum(
            before.phase is Phase.BUILD and later.phase is Phase.TRAVEL
            for before, later in pairwise(states)
        )
        for states in (game(seed, players).states for seed in range(6))
    )


VISITED = after(ride(), trip("oxford_circus", "red"))

CASES: Cases = {
    "8.1 points of each action": (lambda: red()[0], [2, 0, 1, 1]),
    "8.1 the data says the same": (lambda: RED["points"], [2, 0, 1, 1]),
    "8.1 4 points, 0 tokens left": (
        lambda: (red()[1].score(FIRST), red()[1].tokens[FIRST]),
        (4, 0),
    ),
    "8.1 two for a terminus, two for national rail": (
        lambda: points(red()[1]),
        {Source.TERMINUS: 2, Source.RAIL: 2},
    ),
    "8.2 3 for the pair, then 4 for stations enclosed": (lambda: green()[0], [3, 0, 4]),
    "8.2 four stations newly enclosed, Holborn had been before": (
        newly_enclosed,
        {"marble_arch", "bond_street", "green_park", "piccadilly_circus"},
    ),
    "8.3 Leicester Square: 1 walk, 2 lines": (lambda: cost_to("leicester_square"), [1, 2]),
    "8.3 Oxford Circus: 1 walk, 1 line": (lambda: cost_to("oxford_circus"), [1, 1]),
    "8.3 Turnham Green: 2 walks": (lambda: cost_to("turnham_green"), [2, 0]),
    "8.3 the choice is Oxford Circus": (lambda: offered(ride()), [("oxford_circus", ["red"])]),
    "8.3 red's owner scores 1": (lambda: points(VISITED), {Source.PASSENGER: 1}),
    "8.3 then to Great Portland Street, red and green or red and yellow": (
        lambda: offered(VISITED),
        [("great_portland_street", ["red", "yellow"]), ("great_portland_street", ["green", "red"])],
    ),
    "8.4 about 31 passenger turns with 2": (lambda: passenger_turns(2), pytest.approx(31, abs=2)),
    "8.4 about 31 passenger turns with 3": (lambda: passenger_turns(3), pytest.approx(31, abs=2)),
    "8.4 about 31 passenger turns with 4": (lambda: passenger_turns(4), pytest.approx(31, abs=2)),
    "8.4 about 31 passenger turns with 5": (lambda: passenger_turns(5), pytest.approx(31, abs=2)),
    "8.4 only 24 stations can ever be enclosed": (
        lambda: sum(0 < shortest_loop_around(station(site.id)) <= 20 for site in STATIONS),
        24,
    ),
}
test_section_8 = section(CASES)
