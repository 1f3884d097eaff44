"""What is told of turns and of open actions, held against what the rules scored."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise

import pytest

from metrobot.engine import draft as drafts
from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, TABLE, Doer, Seat
from metrobot.engine.table_events import Vacate
from metrobot.engine.title import Deed
from metrobot.games.underground.actions import Build, DrawCards, TakeToken, Travel
from metrobot.games.underground.board import COLOUR_NAMED, LINKS, Colour, Link, Station
from metrobot.games.underground.forecast import stranded, visits_to_come
from metrobot.games.underground.state import SOURCES, Phase, Source, State
from metrobot.games.underground.summary import Option, Piece, Token, Turn
from metrobot.games.underground.trips.passenger import Crossing, Trip, crossings
from metrobot.games.underground.turn.pieces import cost_of
from tests.games.underground.positions import (
    FIRST,
    TITLE,
    TOKEN,
    Game,
    after,
    cards,
    game,
    path,
    piece,
    position,
    trip,
)

FEW = [(players, seed) for players in (2, 3, 4, 5) for seed in range(2)]
MANY = [(players, seed) for players in (2, 3, 4, 5) for seed in range(20)]
some_games = pytest.mark.parametrize(
    ("players", "seed"),
    [*FEW, *(pytest.param(*each, marks=pytest.mark.long) for each in MANY if each not in FEW)],
    scope="module",  # all tests of one game stand together, so that it is played once
)
EVERY = 9
"""Open actions are looked at each so many events."""


@lru_cache(maxsize=2)
def played(players: int, seed: int) -> Game:
    """Return a random game; kept only for a while."""
    return game.__wrapped__(seed, players)


def deeds_of(here: Game) -> Iterator[tuple[State, list[Deed[State]]]]:
    """Yield for each turn the state before it and what was done in it."""
    steps = list(zip(here.states, here.events, here.states[1:], strict=False))
    for _, group in groupby(steps, key=lambda step: TITLE.turn_number(step[0])):
        turn = list(group)
        yield turn[0][0], [Deed(event.actor, event.action, after) for _, event, after in turn]


def change(before: State, after: State, seat: Seat) -> dict[Source, int]:
    """Return by source the points that a seat has gained, sources without any left out."""
    rows = zip(SOURCES, before.points[seat], after.points[seat], strict=True)
    return {source: b - a for source, a, b in rows if a != b}


@some_games
def test_what_is_told_is_what_was_scored(players: int, seed: int) -> None:
    """Turn by turn, piece by piece, trip by trip; each of the whole score is told once."""
    here, made = played(players, seed), [0] * players
    for before, deeds in deeds_of(here):
        turn = TITLE.summary(before, deeds)
        assert turn.seat == before.to_act
        assert turn.after == TITLE.view_for(deeds[-1].after)
        acted = [deed for deed in deeds if deed.actor == turn.seat]
        states = [before, *(deed.after for deed in deeds)]
        own = [
            (a, deed, b)
            for (a, b), deed in zip(pairwise(states), deeds, strict=True)
            if deed in acted
        ]
        assert turn.before == TITLE.view_for(own[0][0])
        assert len(turn.moves) + len(turn.trips) == len(own)
        for thing, (a, deed, b) in zip([*turn.moves, *turn.trips], own, strict=True):
            _check(thing, turn.seat, a, deed.action, b)
            for seat in range(players):
                made[seat] += sum(change(a, b, Seat(seat)).values())
        grown = own[-1][2].score(turn.seat) - own[0][0].score(turn.seat)
        assert turn.points == grown
        assert turn.drawn == _drawn(deeds, own[-1][1])

    final = here.states[-1]
    assert [score - n for n, score in enumerate(TITLE.outcome(final).scores)] == made


def _drawn(deeds: Sequence[Deed[State]], last: Deed[State]) -> tuple[int, ...]:
    """Return the cards that were turned up after the last visit."""
    later = deeds[list(deeds).index(last) + 1 :]
    return tuple(
        c for deed in later if isinstance(deed.action, DrawCards) for c in deed.action.cards
    )


def _check(thing: Option, seat: Seat, a: State, action: Action, b: State) -> None:
    """Hold one move or trip against the states around it."""
    purse = b.tokens[seat] - a.tokens[seat]
    match thing:
        case Piece():
            assert action == Build(thing.colour, thing.link)
            assert change(a, b, seat) == {k: n for k, n in thing.gain.points.items() if n}
            assert purse == thing.gain.tokens - thing.cost
            assert thing.spends_last == (thing.cost > 0 and b.tokens[seat] == 0)
            assert thing.strands == _is_stranded(thing.colour, a, b)
            assert set(thing.gain.enclosed) == b.paid[thing.colour] - a.paid[thing.colour]
            assert not a.tracks[thing.colour] or thing.start in a.stations_of(thing.colour)
            new = b.stations_of(thing.colour) - a.stations_of(thing.colour)
            assert new <= {thing.start, thing.end}
        case Token():
            assert (action, purse) == (TakeToken(), 1)
            assert not change(a, b, seat)
        case Trip():
            assert action == Travel(thing.route.to, thing.route.colours)
            assert (thing.start, thing.route.to) == (a.passenger, b.passenger)
            paid = [change(a, b, Seat(n)) for n in range(len(a.tokens))]
            found = [(Seat(n), row[Source.PASSENGER]) for n, row in enumerate(paid) if row]
            assert thing.pays == tuple(found)
            assert _ridden(thing) <= frozenset().union(*(a.tracks[c] for c in action.colours))
            assert len(thing.way) - len(_ridden(thing)) == thing.route.cost.walks


def _ridden(trip: Trip) -> frozenset[Link]:
    """Return the links that a visit crossed by a line."""
    return frozenset(crossing.link for crossing in trip.way if not crossing.is_walk)


def _is_stranded(colour: Colour, a: State, b: State) -> bool:
    """Return whether a line with pieces left could go on for nothing, and no longer can."""
    free = [
        any(
            cost_of(state, Build(colour, Link(n))) == 0 and n not in state.full_links
            for n in range(len(LINKS))
        )
        for state in (a, b)
    ]
    return b.pieces_left(colour) > 0 and free == [True, False]


def test_lines_that_a_turn_strands_are_told() -> None:
    """Between two termini at the edge of the map a line can only branch (OU §4.5)."""
    tracks = {"red": path("rickmansworth", "northwood", "watford")}
    before = position(tracks=tracks, tokens=(2, 0))
    last = piece("red", "amersham", "rickmansworth")
    told = TITLE.summary(before, [Deed(FIRST, last, after(before, last))])
    branch = piece("red", "northwood", "harrow_on_the_hill")
    spent = TITLE.summary(before, [Deed(FIRST, branch, after(before, branch))])

    assert [thing.strands for thing in told.pieces] == [True]
    assert [thing.spends_last for thing in spent.pieces] == [True]
    assert stranded(told.before, told.after, FIRST) == (COLOUR_NAMED["red"],)
    assert stranded(spent.before, spent.after, FIRST) == ()


@some_games
def test_open_actions_do_what_is_then_told(players: int, seed: int) -> None:
    for state in played(players, seed).states[::EVERY]:
        for seat in TITLE.awaiting(state):
            if seat is CHANCE:
                continue
            legal = TITLE.legal_actions(state, seat)
            done = [
                TITLE.summary(state, [Deed(seat, action, TITLE.apply(state, seat, action))])
                for action in legal
            ]
            assert TITLE.prospects(state, seat) == tuple(
                (*turn.moves, *turn.trips)[0] for turn in done
            )


@some_games
def test_what_is_told_is_the_same_for_all(players: int, seed: int) -> None:
    for before, deeds in list(deeds_of(played(players, seed)))[::EVERY]:
        told = [
            _bare(TITLE.summary(before, deeds, frozenset(map(Seat, seats)), preview=preview))
            for seats in ((), (0,), (1,))
            for preview in (False, True)
        ]
        assert all(turn == told[0] for turn in told)


def _bare(turn: Turn) -> Turn:
    """Return a turn's summary without the reader's own seats."""
    nobody: frozenset[Seat] = frozenset()
    return replace(
        turn, before=replace(turn.before, seats=nobody), after=replace(turn.after, seats=nobody)
    )


@some_games
def test_the_pile_tells_nothing_beyond_its_size(players: int, seed: int) -> None:
    for before, deeds in list(deeds_of(played(players, seed)))[::EVERY]:
        acted = [deed for deed in deeds if deed.actor is not CHANCE]
        if before.phase is not Phase.BUILD:
            continue
        other = [replace(deed, after=_other_pile(deed.after)) for deed in acted]

        assert TITLE.summary(before, acted) == TITLE.summary(_other_pile(before), other)
        assert TITLE.prospects(before, before.to_act) == TITLE.prospects(
            _other_pile(before), before.to_act
        )


def _other_pile(state: State) -> State:
    """Return a state in which just as many other cards are left to draw."""
    return replace(state, pile=frozenset(Station(-1 - n) for n in range(len(state.pile))))


@some_games
def test_the_forecast_is_what_may_be_chosen(players: int, seed: int) -> None:
    for state in played(players, seed).states:
        if state.phase is Phase.TRAVEL:
            view = TITLE.view_for(state)
            first, *later = visits_to_come(view)

            assert set(first.choices) == set(view.choices)
            assert [leg.start for leg in later] in ([], list(first.stops))


def begun(state: State, *done: tuple[Doer, Action]) -> list[Deed[State]]:
    """Return some deeds one after another; the table's change nothing here."""
    found = []
    for actor, action in done:
        if actor is not TABLE:
            state = TITLE.apply(state, actor, action)
        found.append(Deed(actor, action, state))
    return found


def test_the_cards_of_the_start_are_not_the_first_turns() -> None:
    """They bear its number, and were there before it."""
    before, deeds = next(deeds_of(game(0, 3)))
    turn = TITLE.summary(before, deeds)

    assert [deed.actor for deed in deeds[:2]] == [CHANCE, CHANCE]
    assert len(turn.before.open_cards) == 4
    assert len(turn.drawn) == len(turn.trips)


def test_where_nobody_did_anything_nobody_is_named() -> None:
    start = replace(position(3), phase=Phase.DRAW, pile=frozenset(cards("angel", "bank").cards))
    turn = TITLE.summary(start, begun(start, (CHANCE, cards("angel", "bank"))))

    assert (turn.seat, turn.moves, turn.trips, turn.drawn) == (None, (), (), ())
    assert (turn.points, turn.tokens) == (0, 0)
    assert len(turn.after.open_cards) == 2
    assert TITLE.summary(start, ()).before == TITLE.summary(start, ()).after


def test_what_the_table_does_is_no_move() -> None:
    """Somebody leaves within a turn: what was laid is told all the same."""
    state = position(tracks={"red": path("acton", "white_city")})
    build = piece("red", "acton", "ealing_broadway")
    deeds = begun(
        state, (TABLE, Vacate(Seat(1))), (FIRST, build), (TABLE, Vacate(FIRST)), (FIRST, TOKEN)
    )
    turn = TITLE.summary(state, deeds)

    assert (turn.seat, turn.points, turn.tokens) == (FIRST, 2, 1)
    assert [each.link for each in turn.pieces] == [build.link]


def test_a_token_tells_where_the_next_ones_stand() -> None:
    """So that one press takes a token for each action left, and no choice is another's."""
    state = position(tracks={"red": path("acton", "white_city")}, open_cards=("borough",))
    draft = drafts.new_draft(TITLE, state, FIRST)
    token = draft.title.prospects(state, FIRST)[-1]
    assert isinstance(token, Token)

    for choice in (len(draft.open_choices) - 1, *token.again):
        draft = draft.then(choice)

    assert draft.actions[:4] == (TOKEN,) * 4
    assert draft.is_turn_over
    assert len(token.again) == 3


def test_a_visit_tells_the_links_as_they_lay_then() -> None:
    """A shortcut that the next turn lays is none of its links (OU §6.2)."""
    names = [
        "holborn",
        "tottenham_court_road",
        "oxford_circus",
        "piccadilly_circus",
        "leicester_square",
    ]
    start = position(
        tracks={"red": path(*names)},
        phase=Phase.TRAVEL,
        passenger="holborn",
        open_cards=("leicester_square",),
    )
    (visit,) = TITLE.summary(start, begun(start, (FIRST, trip("leicester_square", "red")))).trips
    shortcut = piece("red", "leicester_square", "holborn").link
    later = position(tracks={"red": path(*names) | {shortcut}}, passenger="holborn")

    assert _ridden(visit) == path(*names)
    assert crossings(later.tracks[COLOUR_NAMED["red"]], visit.start, visit.route.to) == (
        Crossing(shortcut, is_walk=False),
    )
