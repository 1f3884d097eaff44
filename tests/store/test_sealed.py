"""Sealed choices in the store: by whoever has seen all, or not at all."""

from dataclasses import replace

import pytest

from metrobot.store.schema.act_rows import Move, NewDelivery
from metrobot.store.schema.rows import EventRow, GameRow, ResealedError, SealedRow, StaleError
from metrobot.store.store import Store
from tests.store.test_store import LOBBY, NOW

ANN, BOB = (SealedRow(0, seat, ({"kind": "pick", "count": seat},)) for seat in range(2))
LOCKS = NewDelivery("locks")


@pytest.fixture
async def game(store: Store) -> GameRow:
    """Return a running game at revision 1."""
    number = await store.games.create(LOBBY)
    game = replace(LOBBY, id=number, status="running", players=2, revision=1)
    await store.games.start(Move(game, 0, (event(1),), (), NOW))
    return game


def event(revision: int) -> EventRow:
    return EventRow(revision, revision, "chance", "limit", {"count": 3}, NOW)


def act(game: GameRow, *seen: SealedRow) -> Move:
    return Move(game, game.revision, (), (LOCKS,), NOW, seen)


async def sealed(store: Store, game: GameRow) -> tuple[SealedRow, ...]:
    found = await store.games.by_id(game.id)
    assert found is not None
    return found.sealed


async def test_choices_are_kept_by_seat(store: Store, game: GameRow) -> None:
    await store.games.seal(act(game), BOB)
    await store.games.seal(act(game, BOB), ANN)

    assert await sealed(store, game) == (ANN, BOB)


async def test_a_choice_replaces_the_one_before(store: Store, game: GameRow) -> None:
    other = replace(ANN, payload=({"kind": "pick", "count": 3},))
    await store.games.seal(act(game), ANN)
    await store.games.seal(act(game, ANN), other)

    assert await sealed(store, game) == (other,)


async def test_sealing_leaves_the_game_as_it_is(store: Store, game: GameRow) -> None:
    """No revision, no event; what was to be said of locks before is said at once with it."""
    await store.games.seal(act(game), ANN)
    pending = await store.games.seal(act(game, ANN), BOB)

    assert await store.games.by_id(game.id) == replace(game, sealed=(ANN, BOB))
    assert [(each.kind, each.revision) for each in pending] == [("locks", 1)]
    assert len(await store.games.events(game.id, 0, 9)) == 1


@pytest.mark.parametrize("changed", [{"revision": 0}, {"revision": 2}, {"id": 9}])
async def test_a_game_that_has_moved_on_seals_nothing(
    store: Store, changed: dict[str, int], game: GameRow
) -> None:
    with pytest.raises(StaleError):
        await store.games.seal(act(replace(game, **changed)), ANN)  # type: ignore[arg-type]  # numbers
    assert await sealed(store, game) == ()


async def test_whoever_has_not_seen_all_seals_nothing(store: Store, game: GameRow) -> None:
    """Neither a missing choice nor an older one is overlooked."""
    await store.games.seal(act(game), ANN)

    for seen in ((), (replace(ANN, payload=()),), (ANN, BOB)):
        with pytest.raises(ResealedError):
            await store.games.seal(act(game, *seen), BOB)
    assert await sealed(store, game) == (ANN,)


async def test_opening_writes_events_and_forgets_what_was_sealed(
    store: Store, game: GameRow
) -> None:
    await store.games.seal(act(game), ANN)
    after = replace(game, revision=2)
    await store.games.append(Move(after, 1, (event(2),), (), NOW, (ANN,)))

    assert await sealed(store, game) == ()
    assert len(await store.games.events(game.id, 0, 9)) == 2


async def test_whoever_has_not_seen_all_opens_nothing(store: Store, game: GameRow) -> None:
    await store.games.seal(act(game), ANN)

    with pytest.raises(ResealedError):
        await store.games.append(Move(replace(game, revision=2), 1, (event(2),), (), NOW, ()))
    assert await sealed(store, game) == (ANN,)
    assert len(await store.games.events(game.id, 0, 9)) == 1


async def test_an_act_that_goes_by_no_choice_leaves_them(store: Store, game: GameRow) -> None:
    await store.games.seal(act(game), ANN)
    await store.games.append(Move(replace(game, revision=2), 1, (event(2),), (), NOW))

    assert await sealed(store, game) == (ANN,)


async def test_a_message_is_known_by_what_it_told_of(store: Store, game: GameRow) -> None:
    """The revision of the board that it shows; None for messages of others."""
    (delivery,) = await store.games.seal(act(game), ANN)
    await store.outbox.settle_delivered(delivery, 77, board=True, now=NOW)

    assert await store.outbox.shown_at(game.id, 77) == 1
    assert await store.outbox.shown_at(game.id, 78) is None
