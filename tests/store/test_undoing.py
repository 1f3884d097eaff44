"""Taking back in the store: all of it in one transaction, or nothing."""

from dataclasses import replace
from datetime import timedelta

import pytest

from metrobot.store.schema.act_rows import Move, NewDelivery
from metrobot.store.schema.rows import (
    TAKE_BACK,
    EventRow,
    GameId,
    GameRow,
    PlayerId,
    StaleError,
    TakenBackError,
)
from metrobot.store.statements.taken_back import TakenBackTurn
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.store.store import Store
from tests.store.test_store import NOW, _event, _running

TURN = NewDelivery("turn", turn=0)


@pytest.fixture
async def game(store: Store) -> GameRow:
    """Return a game with one event, and a turn of two after it that is still to be told."""
    game = replace(await _running(store), revision=3)
    await store.games.append(Move(game, 1, (_event(2), _event(3)), (TURN,), NOW))
    return game


def taking_back(game: GameRow) -> Move:
    """Return the move that takes the turn back."""
    event = EventRow(4, 1, "table", TAKE_BACK, {"first": 2, "seat": 0}, NOW)
    told = NewDelivery("taken_back", turn=0, player=10)
    return Move(replace(game, revision=4), 3, (event,), (told,), NOW)


async def asked(store: Store, game: GameRow) -> int:
    row = Ballot(
        id=0,
        game=GameId(game.id),
        kind="undo",
        payload={},
        opener=PlayerId(10),
        quorum=1,
        revision=3,
        message=None,
        until=NOW + timedelta(days=1),
        voters=frozenset({PlayerId(11)}),
        agreed=frozenset(),
    )
    number = await store.ballots.open(row, NOW)
    assert number is not None
    return number


async def test_the_turn_is_not_told_any_more(store: Store, game: GameRow) -> None:
    pending = await store.games.void_turn(taking_back(game), TakenBackTurn(2, None))

    assert [row.kind for row in pending] == ["taken_back"]
    assert await store.outbox.pending(game.id) == pending


async def test_events_are_read_as_they_were_in_force(store: Store, game: GameRow) -> None:
    """At each revision they are those of then; a reader of events that are gone must read again."""
    await store.games.void_turn(taking_back(game), TakenBackTurn(2, None))
    again = (replace(_event(5), seq=2),)
    await store.games.append(Move(replace(game, revision=5), 4, again, (), NOW))

    assert await store.games.events(game.id, 0, 3) == (_event(1), _event(2), _event(3))
    assert await store.games.events(game.id, 0, 4) == (_event(1),)
    assert await store.games.events(game.id, 1, 5) == again
    assert await store.games.events(game.id, 4, 5) == again
    with pytest.raises(TakenBackError):
        await store.games.events(game.id, 2, 5)


async def test_the_ballot_ends_with_it(store: Store, game: GameRow) -> None:
    number = await asked(store, game)

    await store.games.void_turn(taking_back(game), TakenBackTurn(2, number))

    assert await store.ballots.by_id(number) is None


async def test_with_a_closed_ballot_nothing_is_taken_back(store: Store, game: GameRow) -> None:
    """The request was withdrawn a moment before: not even the revision has grown."""
    number = await asked(store, game)
    await store.ballots.close(number)

    with pytest.raises(StaleError):
        await store.games.void_turn(taking_back(game), TakenBackTurn(2, number))

    found = await store.games.by_id(game.id)
    assert found is not None
    assert found.revision == 3
    assert [row.kind for row in await store.outbox.pending(game.id)] == ["turn", "ask"]
    assert len(await store.games.events(game.id, 0, 4)) == 3


async def test_whoever_plays_on_first_is_not_taken_back(store: Store, game: GameRow) -> None:
    """The slower writer is refused, and its ballot stays for others to see that it is void."""
    number = await asked(store, game)
    await store.games.append(Move(replace(game, revision=4), 3, (_event(4),), (), NOW))

    with pytest.raises(StaleError):
        await store.games.void_turn(taking_back(game), TakenBackTurn(2, number))

    assert len(await store.games.events(game.id, 0, 4)) == 4
    assert await store.ballots.by_id(number) is not None
