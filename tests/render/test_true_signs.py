"""Signs that promise, warn or say what is left, against a second count from the rules' words."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations, pairwise

import networkx as nx
import pytest

from metrobot.games.metromania.actions import STATIONS
from metrobot.games.metromania.city import LETTERS, SPOTS
from metrobot.games.metromania.geometry import CITY_CELLS, CITY_POINTS, CORNERS, Cell, Point
from metrobot.games.metromania.view import View as City
from metrobot.games.underground import board as london
from metrobot.games.underground.actions import Build, TakeToken
from render import theme
from render.metromania.glyphs import cross_stamp, tick_stamp, warning_stamp
from tests.render.metromania import games as metromania
from tests.render.metromania.test_city_panel_facts import TABLE, board, within
from tests.render.underground import games as underground
from tests.render.underground.test_panel_facts import board as london_board
from tests.render.underground.test_panel_facts import on_card
from tests.render.underground.test_parts import options_in

pytestmark = pytest.mark.long


def minutes_of(city: City) -> dict[str, float]:
    """Return the minutes of each trip (MM §13.1 to 13.6); none for one that cannot be made."""
    rides: nx.Graph[tuple[Point, object]] = nx.Graph()
    for line in city.lines:
        name = line.company, line.name
        stops = [(point, name) for point in line.points if point in city.stations]
        rides.add_nodes_from(stops)
        rides.add_edges_from(pairwise(stops), minutes=1)
    for one, other in combinations(rides, 2):
        if one[0] == other[0]:
            rides.add_edge(one, other, minutes=3)
    placed = [(p.marker.letter, [p.cell]) for p in city.placed]
    cells = {each: [cell for letter, cell in placed if letter == each] for each in LETTERS}
    grounds = [(Cell(n), kind) for n, kind in enumerate(city.grounds[:CITY_CELLS]) if kind]
    green = {kind for _, kind in grounds} - set(SPOTS)
    cells["S"] = [[cell for cell, kind in grounds if kind is place] for place in green]
    found = dict[str, float]()
    for trip, ends in cells.items():
        touching = [{s for s in rides for cell in end if s[0] in CORNERS[cell]} for end in ends]
        if len(touching) == 2 and all(touching):
            ways = nx.multi_source_dijkstra_path_length(rides, touching[0], weight="minutes")
            reached = [ways[stop] for stop in touching[1] if stop in ways]
            found |= {trip: min(reached)} if reached else {}
    return found


@pytest.mark.parametrize("game", [(2, 3), (3, 5), (4, 3), (4, 7)], ids=str)
def test_a_trip_has_a_cross_if_and_only_if_no_way_leads_there(game: tuple[int, int]) -> None:
    """And the minutes of the others are the least, on any lines."""
    city = metromania.views(*game)[-1]
    picture, minutes = board(city), minutes_of(city)
    assert city.result is not None
    crosses = [e for e in picture.stamped(cross_stamp) if within(e.at, TABLE)]

    assert {t.trip: t.minutes for t in city.result.trips if t.minutes is not None} == minutes
    assert len(crosses) == len(LETTERS) + 1 - len(minutes)


@pytest.mark.parametrize("game", [(2, 3), (3, 5), (4, 7)], ids=str)
def test_stations_left_warnings_and_ticks_are_true_all_game(game: tuple[int, int]) -> None:
    """Of thirty stations, red from four on; a marker is warned of until a station touches it."""
    for city in metromania.views(*game)[::4]:
        picture, stock = board(city), STATIONS - len(city.stations)
        served = {cell for cell, corners in enumerate(CORNERS) if city.stations & {*corners}}
        numbers = [t for t in picture.written(str(stock)) if t.size > 1.5 * 21]
        unserved = [p for p in city.placed if p.cell not in served]
        finished = [n for n in city.lines if n.cells and n.points[-1] >= CITY_POINTS]
        ticks = [e for e in picture.stamped(tick_stamp) if e.at[1] > 600]
        if city.result is None:
            assert theme.BAD in {t.ink for t in numbers} if stock <= 4 else numbers
            # On the city and in the table of trips.
            assert len(picture.stamped(warning_stamp)) == 2 * len(unserved)
            assert len(ticks) == min(len(finished), city.lines_needed)


@pytest.mark.parametrize("game", [(2, 6), (3, 6), (5, 7)], ids=str)
def test_each_card_has_the_tokens_of_a_ledger(game: tuple[int, int]) -> None:
    """One taken or for a terminus newly on the line, two for a branch (OU §4, §5.2)."""
    tokens, track = Counter[int](), dict[int, list[int]]()
    boards = {view.turn: view for view in underground.views(*game) if view.result is None}
    state, deeds = underground.played(*game)
    for deed in deeds:
        action, seat, before, state = deed.action, state.to_act, state, deed.after
        if isinstance(action, TakeToken):
            tokens[seat] += 1
        if isinstance(action, Build):
            own = track.setdefault(action.colour, [])
            tokens[seat] -= 2 * is_branch(own, action.link)
            new = {*ends_of(action.link)}.difference(*map(ends_of, own))
            kinds = [london.STATIONS[end].kind for end in new]
            tokens[seat] += kinds.count(london.StationKind.TERMINUS)
            own.append(action.link)
        if state.turn != before.turn and state.turn % 7 == 0 and state.turn in boards:
            picture = london_board(boards[state.turn])
            for player in range(game[0]):
                assert on_card(picture, game[0], player)[-1].text == str(tokens[player])


@pytest.mark.parametrize("tokens", [0, 2])
def test_a_choice_costs_tokens_if_and_only_if_it_is_a_branch(tokens: int) -> None:
    """In a position in which some choice costs as many."""
    for players in (2, 3, 5):
        view, options = options_in(players, 3, tokens)

        for option in options:
            assert option.tokens == 2 * is_branch(view.line(option.colour).track, option.link)


def ends_of(link: int) -> tuple[int, int]:
    return london.LINKS[link].a, london.LINKS[link].b


def is_branch(track: Collection[int], link: int) -> bool:
    """Return whether a piece begins at no end of its line (OU §4.4, §4.5)."""
    pieces = Counter(end for piece in track for end in ends_of(piece))
    return bool(track) and all(pieces[end] != 1 for end in ends_of(link))
