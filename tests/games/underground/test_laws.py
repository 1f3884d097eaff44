"""Laws that hold in every game, on whole random ones of two to five players."""

import random
from collections import Counter
from itertools import pairwise

import networkx as nx
import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.errors import RuleError
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.board import (
    CARDS,
    COLOURS,
    CONNECTIONS,
    LINKS,
    STATIONS,
    Colour,
    Link,
    Station,
    StationKind,
)
from metrobot.games.underground.state import SOURCES, Phase, Source, State, colours_of
from tests.games.replaying import replay_log
from tests.games.underground import reference
from tests.games.underground.lines import stations_of
from tests.games.underground.positions import TITLE, Game, game

GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in range(5)]
each_game = pytest.mark.parametrize(("players", "seed"), GAMES)
PIECES = [Build(Colour(c), Link(n)) for c in range(len(COLOURS)) for n in range(len(LINKS))]
"""Every piece that anybody could think of laying anywhere."""


def lines(state: State) -> list[frozenset[Link]]:
    return [track for track in state.tracks if track]


def sampled(players: int, seed: int, count: int, *phases: Phase) -> list[State]:
    """Return some states of a game."""
    states = [state for state in game(seed, players).states if state.phase in phases]
    return random.Random(seed).sample(states, min(count, len(states)))


def steps(players: int, seed: int) -> list[tuple[State, object, State]]:
    """Return the actions of a game with the states before and after."""
    played = game(seed, players)
    return [
        (a, event.action, b)
        for (a, b), event in zip(pairwise(played.states), played.events, strict=True)
    ]


def opened(played: Game) -> list[State]:
    """Return the states of a game from its first four cards on."""
    return [state for state in played.states if state.open_cards]


@each_game
def test_pieces_in_hand_and_on_the_board_make_15_or_20(players: int, seed: int) -> None:
    for state in game(seed, players).states:
        left = [state.pieces_left(Colour(c)) for c in range(len(COLOURS))]
        laid = [len(track) for track in state.tracks]

        assert min(left) >= 0
        assert [a + b for a, b in zip(left, laid, strict=True)] == [c.pieces for c in COLOURS]


@each_game
def test_no_link_holds_more_than_its_spaces(players: int, seed: int) -> None:
    states = game(seed, players).states
    used = Counter(link for track in states[-1].tracks for link in track)

    assert all(count <= LINKS[link].spaces for link, count in used.items())
    assert all(
        a <= b
        for one, other in pairwise(states)
        for a, b in zip(one.tracks, other.tracks, strict=True)
    )


@each_game
def test_every_line_is_connected(players: int, seed: int) -> None:
    """At every moment, and only colours that somebody plays run."""
    states = game(seed, players).states
    own = {c for seat in range(players) for c in colours_of(states[0].rules, Seat(seat))}
    for track in {track for state in states[::8] for track in lines(state)}:
        assert nx.is_connected(nx.Graph((LINKS[link].a, LINKS[link].b) for link in track))
    assert {c for c, track in enumerate(states[-1].tracks) if track} <= own


@each_game
def test_the_cards_are_55(players: int, seed: int) -> None:
    for state in game(seed, players).states:
        assert Counter([*state.pile, *state.open_cards, *state.visited]) == Counter(CARDS)


@each_game
def test_everybody_has_as_many_turns(players: int, seed: int) -> None:
    played = game(seed, players)
    acts = [e.actor for e in played.events if isinstance(e.action, Build | TakeToken)]
    result = TITLE.outcome(played.states[-1])
    turns = acts[::4]

    assert turns == list(range(players)) * (len(turns) // players)
    assert acts == [seat for seat in turns for _ in range(4)]
    assert (result.turns, result.turns % players) == (len(turns), 0)


@each_game
def test_the_log_gives_back_the_game(players: int, seed: int) -> None:
    played = game(seed, players)

    assert replay_log(TITLE, played.states[0].rules, played.events) == played.states[-1]


@each_game
def test_every_event_comes_back_from_the_record(players: int, seed: int) -> None:
    for event in game(seed, players).events:
        fields = TITLE.encode(event.action)

        assert TITLE.decode(event.action.kind, fields) == event.action
        assert TITLE.encode_public(game(seed, players).states[0].rules, event.action) == fields


@each_game
def test_tokens_are_accounted_for(players: int, seed: int) -> None:
    """Taken or of termini, less two for each piece that continued no end; never below none."""
    for before, action, after in steps(players, seed):
        change = [b - a for a, b in zip(before.tokens, after.tokens, strict=True)]
        expected = [0] * players
        if isinstance(action, TakeToken | Build):
            expected[before.to_act] = _token_change(before, action)

        assert change == expected
        assert min(after.tokens) >= 0


def _token_change(before: State, action: TakeToken | Build) -> int:
    """Return the tokens that an action brings, less those that it costs."""
    if isinstance(action, TakeToken):
        return 1
    track, site = before.tracks[action.colour], LINKS[action.link]
    degrees = Counter(s for link in track for s in (LINKS[link].a, LINKS[link].b))
    new = [s for s in (site.a, site.b) if degrees[s] == 0]
    is_free = not track or 1 in (degrees[site.a], degrees[site.b])
    return sum(STATIONS[s].kind is StationKind.TERMINUS for s in new) - (0 if is_free else 2)


@each_game
def test_building_points_follow_from_the_final_lines(players: int, seed: int) -> None:
    """Counted anew: stations and pairs on each line, what was ever enclosed."""
    state = game(seed, players).states[-1]
    for seat in range(players):
        tracks = [state.tracks[colour] for colour in colours_of(state.rules, Seat(seat))]
        on = [STATIONS[s].kind for track in tracks for s in stations_of(track)]
        pairs = sum(_pairs(state, stations_of(track)) for track in tracks)
        paid = sum(len(state.paid[colour]) for colour in colours_of(state.rules, Seat(seat)))
        row = dict(zip(SOURCES, state.points[seat], strict=True))

        assert row[Source.RAIL] == on.count(StationKind.NATIONAL_RAIL)
        assert row[Source.TERMINUS] == 2 * on.count(StationKind.TERMINUS)
        assert row[Source.PAIRS] == 3 * pairs
        assert row[Source.ENCLOSED] == paid
        assert row[Source.START] == seat


def _pairs(state: State, stations: frozenset[Station]) -> int:
    symbols = zip(CONNECTIONS, state.symbols, strict=True)
    return list(Counter(symbol for at, symbol in symbols if at in stations).values()).count(2)


@each_game
def test_all_that_is_enclosed_has_been_paid(players: int, seed: int) -> None:
    states = game(seed, players).states
    for colour, paid in enumerate(states[-1].paid):
        tracks = {state.tracks[colour] for state in states}
        ever = {station for track in tracks for station in reference.enclosed(track)}

        assert paid == ever


@each_game
def test_the_passenger_pays_for_each_colour(players: int, seed: int) -> None:
    played = game(seed, players)
    colours = sum(len(e.action.colours) for e in played.events if isinstance(e.action, Travel))
    column = SOURCES.index(Source.PASSENGER)

    assert sum(row[column] for row in played.states[-1].points) == colours


@each_game
def test_somebody_can_always_act(players: int, seed: int) -> None:
    for state in game(seed, players).states:
        actors = TITLE.awaiting(state)
        assert len(actors) == (not TITLE.is_over(state))
        assert all(
            TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)
            for actor in actors
        )


@each_game
def test_four_cards_are_open_while_the_passenger_is_there(players: int, seed: int) -> None:
    """At the start of every turn; so there is always a destination."""
    for state in opened(game(seed, players)):
        if state.phase is Phase.BUILD:
            assert len(state.open_cards) == 4 or state.passenger is None


@pytest.mark.parametrize(("players", "seed"), GAMES[::2])
def test_legal_pieces_are_those_without_objection(players: int, seed: int) -> None:
    for state in sampled(players, seed, 12, Phase.BUILD, Phase.TRAVEL):
        seat = state.to_act
        legal = TITLE.legal_actions(state, seat)
        allowed = {piece for piece in PIECES if TITLE.objection(state, seat, piece) is None}

        assert {action for action in legal if isinstance(action, Build)} == allowed
        assert len(set(legal)) == len(legal)
        assert legal == TITLE.legal_actions(state, seat)
        assert (TakeToken() in legal) == (TITLE.objection(state, seat, TakeToken()) is None)


@each_game
def test_legal_pieces_are_those_of_a_slow_referee(players: int, seed: int) -> None:
    for state in game(seed, players).states:
        if state.phase is Phase.BUILD:
            seat = state.to_act
            colours = [(c, COLOURS[c].pieces) for c in colours_of(state.rules, seat)]
            expected = reference.legal_pieces(state.tracks, colours, state.tokens[seat])

            assert TITLE.legal_actions(state, seat) == (
                *(Build(colour, link) for colour, link in expected),
                TakeToken(),
            )


@pytest.mark.parametrize(("players", "seed"), GAMES[::2])
def test_legal_trips_are_those_without_objection(players: int, seed: int) -> None:
    for state in sampled(players, seed, 12, Phase.BUILD, Phase.TRAVEL):
        legal = TITLE.legal_actions(state, state.to_act)
        trips = {action for action in legal if isinstance(action, Travel)}
        sets = {(), *(trip.colours for trip in trips), (Colour(0),), (Colour(0), Colour(1))}
        tried = {Travel(Station(s), colours) for s in range(len(STATIONS)) for colours in sets}
        allowed = {trip for trip in tried if TITLE.objection(state, state.to_act, trip) is None}

        assert trips == allowed


@pytest.mark.parametrize(("players", "seed"), GAMES[::2])
def test_a_refusal_changes_nothing(players: int, seed: int) -> None:
    chooser = random.Random(seed)
    for state in sampled(players, seed, 6, Phase.BUILD, Phase.TRAVEL):
        before, seat = hash(state), state.to_act
        for piece in chooser.sample(PIECES, 60):
            objection = TITLE.objection(state, seat, piece)
            if objection is not None:
                with pytest.raises(RuleError) as raised:
                    TITLE.apply(state, seat, piece)
                assert (raised.value.key, raised.value.facts) == (objection.key, objection.facts)
        assert hash(state) == before


@each_game
def test_what_is_forced_is_all_that_is_legal(players: int, seed: int) -> None:
    for state in game(seed, players).states:
        forced = TITLE.forced(state)
        if state.phase is Phase.TRAVEL:
            legal = TITLE.legal_actions(state, state.to_act)
            assert forced == ((state.to_act, legal[0]) if len(legal) == 1 else None)
        else:
            assert forced is None


def test_the_games_put_it_to_the_test() -> None:
    finals = [game(seed, players).states[-1] for players, seed in GAMES]
    made = [sum(column) for column in zip(*(row for s in finals for row in s.points), strict=True)]
    enclosed = {station for state in finals for paid in state.paid for station in paid}

    assert min(made) > 15
    assert len(enclosed) > 5


@each_game
def test_nobody_sees_more_than_another(players: int, seed: int) -> None:
    """Views of all observers differ only in whose they are; drafts hide nothing."""
    for state in sampled(players, seed, 10, *Phase):
        views = [TITLE.view_for(state, frozenset(map(Seat, seats))) for seats in ((), (0,), (1,))]
        preview = TITLE.view_for(state, frozenset({Seat(0)}), preview=True)

        assert [view.seats for view in views] == [set(), {0}, {1}]
        assert preview == views[1]
        assert len({(v.lines, v.players, v.open_cards, v.pile, v.choices) for v in views}) == 1
