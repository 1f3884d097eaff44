"""Laws of who comes where, on random games of every title and on all that they could end as."""

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from metrobot.engine.outcome import Outcome
from metrobot.engine.table_events import End, table_objection
from metrobot.games.registry import TITLES
from tests.games.test_vacancies import played
from tests.titles import SETTINGS

DECIDING = {
    "metromania": ("points", "lines", "tunnels"),
    "underground": ("points",),
    "metrolijn": ("points", "empty"),
}
"""What decides, in this order (MM §14, OU §7.3, ML §7.2)."""
Game = tuple[str, int, dict[str, Any], int]
GAMES: list[Game] = [(*setting, seed) for setting in SETTINGS for seed in range(3)]
CASES = [pytest.param(game, marks=pytest.mark.few(26)) for game in GAMES]
each_game = pytest.mark.parametrize("game", CASES, ids=str)


def endings(game: Game) -> Iterator[Outcome]:
    """Yield a game's outcome, and the outcomes of votes to end it on the way.

    Seats may be vacant in it.
    """
    name, players, options, seed = game
    title, _, states = played(name, players, seed, **options)
    for state in states[:-1:3]:
        if table_objection(title, state, End()) is None:
            yield title.outcome(title.ended(state))
    yield title.outcome(states[-1])


def ranks(name: str, result: dict[str, Any]) -> list[tuple[int, ...]]:
    """Return the numbers that rank each player, worked out of the record by the rules pages."""
    scores = result["scores"]
    match name:
        case "metromania":
            own = [result["companies"][player :: len(scores)] for player in range(len(scores))]
            lines, tunnels = (
                [sum(company[key] for company in each) for each in own]
                for key in ("finished", "tunnels")
            )
            return list(zip(scores, lines, tunnels, strict=True))
        case "metrolijn":
            return [(score, -s["empty"]) for score, s in zip(scores, result["sheets"], strict=True)]
    return [(score,) for score in scores]


@each_game
def test_places_follow_the_rules(game: Game) -> None:
    for outcome in endings(game):
        rank, places = ranks(game[0], outcome.as_record()), outcome.places

        for one, other in combinations(range(len(places)), 2):
            assert (places[one] < places[other]) == (rank[one] > rank[other])
            assert (places[one] == places[other]) == (rank[one] == rank[other])
        assert all(place == 1 + sum(p < place for p in places) for place in places)


@each_game
def test_winners_order_and_shares_follow_the_places(game: Game) -> None:
    for outcome in endings(game):
        first = tuple(seat for seat, place in enumerate(outcome.places) if place == 1)

        assert first
        assert outcome.winners == first == tuple(outcome.as_record()["winners"])
        assert all(outcome.scores[player] == max(outcome.scores) for player in first)
        ordered = [(outcome.places[player], player) for player in outcome.order]
        assert ordered == sorted(zip(outcome.places, range(game[1]), strict=True))
        assert sum(outcome.shares) == pytest.approx(1)
        assert {n for n, share in enumerate(outcome.shares) if share} == set(first)


@each_game
def test_what_decided_is_the_first_that_puts_one_player_ahead(game: Game) -> None:
    for outcome in endings(game):
        rank = ranks(game[0], outcome.as_record())
        ahead = [n for n, _ in enumerate(rank)]
        found = "nothing"
        for n, decided in enumerate(DECIDING[game[0]]):
            most = max(rank[player][n] for player in ahead)
            ahead = [player for player in ahead if rank[player][n] == most]
            if len(ahead) == 1 and found == "nothing":
                found = decided

        assert outcome.won_by == found
        assert (found == "nothing") == (len(outcome.winners) > 1)


@each_game
def test_a_record_tells_the_same_places(game: Game) -> None:
    for outcome in endings(game):
        record = json.loads(json.dumps(outcome.as_record()))

        assert TITLES[game[0]].places_in(record) == outcome.places


def test_the_games_have_what_the_laws_are_about() -> None:
    """Shared wins, ties that were broken, ties behind the winner; and each way to win."""
    found = [(game[0], each) for game in GAMES for each in endings(game)]
    decided = {
        name: {str(each.won_by) for title, each in found if title == name} for name in TITLES
    }
    assert decided == {name: {*keys, "nothing"} for name, keys in DECIDING.items()}
    assert any(
        len(set(each.places)) < len(each.places) > 1 == each.places.count(1) for _, each in found
    )


@pytest.mark.parametrize("name", TITLES)
def test_a_vacant_seat_keeps_its_place(name: str) -> None:
    """Whoever left while it was played is counted like all others (MM §17, OU §10, ML §12)."""
    title, _, states = played(name, 2, 1)
    left = frozenset(title.seats(states[-1])[1:])

    assert title.outcome(title.with_vacant(states[-1], left)) == title.outcome(states[-1])
