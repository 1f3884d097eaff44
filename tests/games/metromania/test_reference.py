"""Whole games beside an independent, slow reading of the rules."""

import json
from typing import Any

import pytest

from metrobot.engine.log import Event
from tests.games.metromania.boards import TITLE
from tests.games.metromania.play import POLICIES, RULESETS, Game, Options, played
from tests.games.metromania.reference import Reference


def words(event: Event) -> dict[str, Any]:
    return {"kind": event.action.kind, **TITLE.encode(event.action)}


def told(actions: list[dict[str, Any]]) -> list[str]:
    """Return actions as sorted lines of text."""
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


def compare(game: Game) -> Reference:
    """Play a game through on the reference, comparing all that may be done at each step."""
    reference = Reference(game.rules.players, dict(game.rules.options))
    for state, event in zip(game.states, game.events, strict=False):
        if isinstance(event.actor, int):
            legal = TITLE.legal_actions(state, event.actor)
            listed = [{"kind": action.kind, **TITLE.encode(action)} for action in legal]
            assert reference.to_act == event.actor
            assert told(listed) == told(reference.legal())
        reference.happen(words(event))
    return reference


@pytest.mark.few
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("players", "options"), RULESETS)
def test_the_reference_agrees_from_the_first_event_to_the_result(
    players: int, options: Options, policy: str
) -> None:
    for seed in range(2):
        game = played(players, options, policy, seed)
        reference = compare(game)

        assert reference.to_act is None
        assert reference.result() == TITLE.outcome(game.states[-1]).as_record()


@pytest.mark.parametrize(("players", "seed"), [(2, 11), (3, 41)])
def test_the_reference_agrees_on_games_that_nobody_builds_to_their_end(
    players: int, seed: int
) -> None:
    """The rare end by passes comes at the same turn and with the same count."""
    game = played(players, (), "idle", seed)
    reference = compare(game)

    assert reference.ended_by == "passes"
    assert reference.result() == TITLE.outcome(game.states[-1]).as_record()
