"""Turns planned ahead by the rules: on which board, what they leave open, when they fit."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.draft import new_draft
from metrobot.engine.title import AnyTitle
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.underground.state import Phase, fares
from metrobot.service.model.table import Table
from tests.games.planning import PLANNED, ByPlan, Tally, go_through
from tests.titles import GAMES

pytestmark = pytest.mark.parametrize("title", PLANNED)


def some_tables(title: str, seed: int = 1) -> list[Table]:
    """Return the tables of one random game of three at the start of some turns."""
    source = GAMES[title]
    game = source.play(3, seed)
    starts = [n for n in game.turn_starts() if n < len(game.log)]
    return [source.table_at(game, n) for n in starts[::5]]


def test_the_next_turn_of_a_seat_is_on_the_board_as_it_is(title: str) -> None:
    """Nobody has built anything, and its holder is on turn, at most a round later."""
    for table in some_tables(title):
        state, game = table.state, table.title
        for seat in set(game.seats(state)) - set(game.awaiting(state)):
            after = game.as_next(state, frozenset((seat,)))
            if after is None:
                continue
            assert game.awaiting(after) == (seat,)
            turns = game.turn_number(after) - game.turn_number(state)
            assert 0 < turns < len(game.seats(state))
            assert game.legal_actions(after, seat)


def test_whose_turn_comes_first_of_several_seats(title: str) -> None:
    table = some_tables(title)[2]
    state, seats = table.state, table.title.seats(table.state)
    (on_turn,) = table.seats_to_act()
    after = table.title.as_next(state, frozenset(seats) - {on_turn})

    assert table.title.awaiting(after) == (Seat((on_turn + 1) % len(seats)),)


def test_there_is_no_next_turn_after_the_end(title: str) -> None:
    game = GAMES[title].play(3, 1)
    rules = GAMES[title].TITLE
    everybody = frozenset(rules.seats(game.states[-1]))

    assert rules.as_next(game.states[-1], everybody) is None
    assert rules.as_next(game.states[0], everybody) is None


def test_there_is_none_in_the_last_round(title: str) -> None:
    """Whoever plays the last turn has none left."""
    game = GAMES[title].play(3, 1)
    table = GAMES[title].table_at(game, game.turn_starts()[-2])
    own, state = table.seats_of(table.to_act()[0].id), table.state
    if title == "underground":
        # Only the cards drawn after the turn end the game.
        state = replace(state, passenger=None)

    assert table.title.as_next(state, own) is None


def test_a_plan_of_pieces_leaves_the_trip_to_a_rule(title: str) -> None:
    """The one that pays its owner most; of those the one that pays others least."""
    rules: AnyTitle = GAMES[title].TITLE
    chooser = Random(1)
    for table in some_tables(title):
        (seat,) = table.seats_to_act()
        draft = new_draft(rules, table.state, seat)
        while not draft.is_turn_over and rules.left_open(draft.state, seat) is None:
            draft = draft.then(chooser.randrange(len(draft.open_choices)))
        left: Any = rules.left_open(draft.state, seat)
        assert (left is None) == draft.is_turn_over
        if left is None:
            continue
        assert draft.state.phase is Phase.TRAVEL
        trips: Any = draft.open_choices
        pays = [dict(fares(table.rules, each.colours)) for each in trips]
        own = [each.get(seat, 0) for each in pays]
        paid = dict(fares(table.rules, left.colours))
        assert paid.get(seat, 0) == max(own)
        assert sum(paid.values()) == min(
            sum(each.values()) for each, mine in zip(pays, own, strict=True) if mine == max(own)
        )


def test_where_all_choose_at_once_nothing_is_planned(title: str) -> None:
    """There is no turn of others before one's own."""
    del title
    rules = Metrolijn()
    state = rules.initial_state(rules.ruleset(3, {}))

    assert rules.as_next(state, frozenset(rules.seats(state))) is None


def test_a_plan_that_fits_is_played_as_confirm_would(title: str) -> None:
    """In a recorded game; what is refused or brings less at once is not played."""
    tally = Tally()
    go_through(title, 3, 1, tally)

    assert 0 < tally.fitted < tally.planned


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_plans_in_more_recorded_games(title: str, players: int) -> None:
    tally = Tally()
    for seed in range(2, 4):
        go_through(title, players, seed, tally)

    assert 0 < tally.fitted <= tally.planned


@pytest.mark.long
def test_games_of_computers_that_plan(title: str) -> None:
    """`python -m tests.games.planning --strong` has stronger ones play more of them."""
    games = ByPlan(title, "easy", 1)
    games.play("plans", 0)

    assert 0 < games.planned <= len(games.fitted) < games.turns
