"""The rules and a slow referee, made from the rules page alone, agree on whole games."""

import json
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE
from metrobot.engine.record import dump
from tests.games.metrolijn.positions import TITLE, Game, game, on_all_maps
from tests.games.metrolijn.reference import Referee
from tests.games.replaying import record_of

GAMES = [
    (seed, players, map_, special)
    for map_, (seed, players, special) in on_all_maps(
        ((11, 1, False), (12, 3, True), (13, 5, False), (15, 2, True))
    )
]


def data_of(played: Game) -> dict[str, Any]:
    """Return a game as a program outside would read it."""
    data: dict[str, Any] = json.loads(dump(record_of(TITLE, played.events, played.end)))
    return data


def listed(choices: list[dict[str, Any]]) -> list[str]:
    """Return choices so that they can be compared, in any order."""
    return sorted(json.dumps(choice, sort_keys=True) for choice in choices)


@pytest.mark.few(12)
@pytest.mark.parametrize("key", GAMES, ids=str)
def test_the_referee_agrees(key: tuple[int, int, str, bool]) -> None:
    played = game(*key)
    data = data_of(played)
    referee = Referee(data)
    for state, event in zip(played.states, data["events"], strict=False):
        seats = [seat for seat in TITLE.awaiting(state) if seat is not CHANCE]
        assert sorted(set(referee.queue)) == seats
        for seat in seats:
            legal = TITLE.legal_actions(state, seat)
            told = [{"kind": action.kind, **TITLE.encode(action)} for action in legal]
            assert listed(referee.choices(seat)) == listed(told)
        assert sorted(referee.left) == sorted(card.id for card in state.left)
        referee.follow(event)

    assert referee.is_over
    assert referee.result() == data["result"]


@pytest.mark.parametrize("key", GAMES[1::4], ids=str)
def test_the_referee_objects(key: tuple[int, int, str, bool]) -> None:
    """To a mark too many, so that its silence means something."""
    data = data_of(game(*key))
    referee = Referee(data)
    card, choice = data["events"][:2]
    referee.follow(card)
    choice["stations"] = [*choice.get("stations", []), "nowhere"]

    with pytest.raises(AssertionError):
        referee.follow(choice)
