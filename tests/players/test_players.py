"""Laws of all computer players, on positions of random games."""

import random
from typing import Any

import pytest

from metrobot.arena.seat_players import label_of
from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.record import SITTERS
from metrobot.games.registry import TITLES
from metrobot.games.underground.board import ACTIONS_A_TURN
from metrobot.players.contract import UNBOUND, Budget, Decision
from metrobot.players.levels import LEVELS, PLAYERS
from tests.titles import LARGEST, SMALLEST

GAMES = (*SMALLEST, *LARGEST)
KINDS = [(title, players, kind) for title, players in GAMES for kind in PLAYERS[title]]
FEW = Budget(playouts=2)


def positions(
    name: str, players: int, count: int = 4, seed: str = "", **chosen: object
) -> list[tuple[Any, Seat]]:
    """Return states of a random game in which somebody has a choice, and who that is."""
    title, dice = TITLES[name], random.Random(f"{name} {players}{seed}")
    options = {"special": True} if name == "metrolijn" else chosen
    state, found = title.initial_state(title.ruleset(players, options)), list[tuple[Any, Seat]]()
    while not title.is_over(state):
        actor = title.awaiting(state)[0]
        if actor is CHANCE:
            draws = title.chance(state)
            state = title.apply(state, actor, draws[dice.randrange(len(draws))])
            continue
        legal = title.legal_actions(state, actor)
        if len(legal) > 1:
            found.append((state, actor))
        state = title.apply(state, actor, dice.choice(legal))
    return found[:: len(found) // count]


def decided(name: str, kind: str, state: Any, seat: Seat, budget: Budget = FEW) -> Decision:
    """Return a player's decision."""
    title = TITLES[name]
    view, legal = title.view_for(state, {seat}), title.legal_actions(state, seat)
    return PLAYERS[name][kind](view, legal, budget, random.Random(0))


def test_every_title_has_every_level() -> None:
    """And whatever plays has a name that records know."""
    assert PLAYERS.keys() == TITLES.keys()
    for players in PLAYERS.values():
        assert set(LEVELS) < players.keys()
        assert {label_of(kind) for kind in players} <= set(SITTERS)


@pytest.mark.few(24)
@pytest.mark.parametrize(("name", "players", "kind"), KINDS)
def test_a_player_makes_a_legal_choice_and_the_same_one_again(
    name: str, players: int, kind: str
) -> None:
    for state, seat in positions(name, players):
        found = decided(name, kind, state, seat)

        assert 0 <= found.index < len(TITLES[name].legal_actions(state, seat))
        assert found == decided(name, kind, state, seat)


@pytest.mark.parametrize("kind", PLAYERS["metromania"])
def test_what_a_seat_cannot_see_changes_nothing(kind: str) -> None:
    """Other hands behind the same board: the same choice, reason and number of steps."""
    title, swapped = TITLES["metromania"], 0
    for number, (state, seat) in enumerate(positions("metromania", 4)):
        twin = title.imagined(title.view_for(state, {seat}), random.Random(number))
        swapped += twin != state

        assert decided("metromania", kind, twin, seat) == decided("metromania", kind, state, seat)
    assert swapped > 1


@pytest.mark.few(24)
@pytest.mark.parametrize(("name", "players", "kind"), KINDS)
def test_a_player_whose_time_is_up_chooses_at_once(name: str, players: int, kind: str) -> None:
    """One try is made, or one whole turn is looked at."""
    for state, seat in positions(name, players):
        found = decided(name, kind, state, seat, budget=Budget(is_over=lambda: True))

        assert 0 <= found.index < len(TITLES[name].legal_actions(state, seat))
        assert found.steps <= ACTIONS_A_TURN


@pytest.mark.few(24)
@pytest.mark.parametrize(("name", "players", "kind"), KINDS)
@pytest.mark.parametrize("playouts", [1, 20])
def test_a_player_tries_no_more_than_it_may(
    name: str, players: int, kind: str, playouts: int
) -> None:
    """In On the Underground each of the boards that were found is then filled up with tokens."""
    for state, seat in positions(name, players):
        found = decided(name, kind, state, seat, budget=Budget(playouts=playouts))

        assert found.steps <= playouts * (ACTIONS_A_TURN if name == "underground" else 1)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["fair", "strong"])
def test_a_search_that_is_cut_short_still_finds_a_turn(kind: str) -> None:
    """In On the Underground, after half of the boards, for the same kind of reason."""
    for state, seat in positions("underground", 2):
        whole = decided("underground", kind, state, seat, budget=UNBOUND)
        found = decided(
            "underground", kind, state, seat, budget=Budget(playouts=1 + whole.steps // 2)
        )

        assert found.steps <= whole.steps
        assert found.facts.keys() == whole.facts.keys()
