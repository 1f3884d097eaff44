"""The store: games, moves, people, what is to be said."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa

from metrobot.store.schema.act_rows import DeliveryRow, Move, NewDelivery
from metrobot.store.schema.rows import (
    COMPUTERS,
    ChannelTakenError,
    EventRow,
    GameRow,
    PersonRow,
    StaleError,
)
from metrobot.store.schema.tables import deliveries, due
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.waits.due import DueKind
from metrobot.store.store import Store

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
LOBBY = GameRow(
    id=0,
    guild=1,
    channel=2,
    title="toy",
    rules_version=1,
    status="lobby",
    host=10,
    capacity=None,
    players=None,
    options={"open": False, "colour": "red"},
    seating="random",
    commitment="c" * 64,
    salt=("500", "501"),
    key="k" * 64,
    revision=0,
    result=None,
    board_message=None,
    created_at=NOW,
    turn_since=NOW,
    people=(PersonRow(10, "Ann"), PersonRow(11, "Bob")),
)


def _event(revision: int, **payload: int) -> EventRow:
    return EventRow(revision, revision, "0", "take", payload, NOW)


async def _running(store: Store, *deliveries: NewDelivery) -> GameRow:
    number = await store.games.create(LOBBY)
    game = replace(LOBBY, id=number, status="running", players=2, revision=1)
    await store.games.start(Move(game, 0, (_event(1),), deliveries, NOW))
    return game


@pytest.fixture
async def running(store: Store) -> GameRow:
    return await _running(store)


async def _game(store: Store, number: int | None) -> GameRow:
    game = await store.games.by_id(number or 0)
    assert game is not None
    return game


async def test_a_game_comes_back_as_it_was_stored(store: Store) -> None:
    number = await store.games.create(LOBBY)

    assert await store.games.by_id(number) == replace(LOBBY, id=number)


async def test_moments_of_other_zones_come_back_in_utc(store: Store) -> None:
    zone = timezone(timedelta(hours=2))
    number = await store.games.create(replace(LOBBY, created_at=NOW.astimezone(zone)))

    created_at = (await _game(store, number)).created_at
    assert (created_at, created_at.tzinfo) == (NOW, UTC)


@pytest.mark.parametrize("status", ["lobby", "running"])
async def test_a_channel_holds_one_unfinished_game(store: Store, status: str) -> None:
    await store.games.create(replace(LOBBY, status=status))

    with pytest.raises(ChannelTakenError):
        await store.games.create(LOBBY)


@pytest.mark.parametrize("status", ["over", "cancelled"])
async def test_a_channel_holds_any_number_of_ended_games(store: Store, status: str) -> None:
    for _ in range(2):
        await store.games.create(replace(LOBBY, status=status))

    assert await store.games.create(LOBBY) == 3


async def test_other_channels_are_free(store: Store) -> None:
    await store.games.create(LOBBY)

    assert await store.games.create(replace(LOBBY, channel=3)) == 2


async def test_the_newest_game_is_the_unfinished_one(store: Store) -> None:
    await store.games.create(replace(LOBBY, status="over"))
    finished = await store.games.create(replace(LOBBY, status="over"))
    await store.games.create(replace(LOBBY, status="cancelled"))

    newest = await store.games.newest(LOBBY.channel)
    assert newest is not None
    assert (newest.id, await store.games.unfinished(LOBBY.channel)) == (finished, None)

    number = await store.games.create(LOBBY)
    newest = await store.games.newest(LOBBY.channel)
    assert newest is not None
    assert newest.id == number


async def test_events_come_back_in_their_order(store: Store, running: GameRow) -> None:
    events = (_event(2, count=3), _event(3, count=1))
    await store.games.append(Move(replace(running, revision=3), 1, events, (), NOW))

    assert await store.games.events(running.id, 1, 3) == events
    assert await store.games.events(running.id, 1, 2) == events[:1]
    assert await store.games.events(running.id, 3, 3) == ()


async def test_the_slower_writer_is_refused(store: Store, running: GameRow) -> None:
    fast = Move(replace(running, revision=2), 1, (_event(2, count=1),), (), NOW)
    slow = Move(
        replace(running, revision=3),
        1,
        (_event(2, count=2), _event(3)),
        (NewDelivery("turn", turn=0),),
        NOW,
    )
    await store.games.append(fast)

    with pytest.raises(StaleError):
        await store.games.append(slow)
    assert await store.games.events(running.id, 1, 9) == fast.events
    assert await store.outbox.pending(running.id) == ()


async def test_the_log_itself_refuses_a_second_writer(store: Store, running: GameRow) -> None:
    """An event that is there is never replaced, whatever the game's row says."""
    with pytest.raises(StaleError):
        await store.games.append(Move(replace(running, revision=1), 1, (_event(1),), (), NOW))


async def test_a_lobby_that_has_started_cannot_be_changed(store: Store, running: GameRow) -> None:
    with pytest.raises(StaleError):
        await store.games.save_lobby(replace(LOBBY, id=running.id, people=()))
    assert (await _game(store, running.id)).people == LOBBY.people


async def test_a_lobby_keeps_its_people_in_their_order(store: Store) -> None:
    number = await store.games.create(LOBBY)
    people = (PersonRow(11, "Bobby"), PersonRow(12, "Cat"))
    await store.games.save_lobby(replace(LOBBY, id=number, host=11, people=people))

    game = await _game(store, number)
    assert (game.host, game.people) == (11, people)


async def test_giving_up_silences_a_game(store: Store) -> None:
    game = await _running(store, NewDelivery("start"))
    await store.games.cancel(game)

    assert (await _game(store, game.id)).status == "cancelled"
    assert await store.outbox.pending(game.id) == ()


async def test_a_game_that_moved_on_is_not_given_up(store: Store, running: GameRow) -> None:
    with pytest.raises(StaleError):
        await store.games.cancel(replace(running, revision=0))


async def test_a_cancelled_game_takes_no_move(store: Store, running: GameRow) -> None:
    await store.games.cancel(running)

    with pytest.raises(StaleError):
        await store.games.append(Move(replace(running, revision=2), 1, (_event(2),), (), NOW))
    assert (await _game(store, running.id)).status == "cancelled"


async def test_a_changed_lobby_keeps_its_message(store: Store) -> None:
    """It may be posted while somebody joins."""
    number = await store.games.create(LOBBY)
    await store.games.set_board_message(number, 77)
    await store.games.save_lobby(replace(LOBBY, id=number, host=11))

    assert (await _game(store, number)).board_message == 77


async def test_what_is_to_be_said_waits_in_order(store: Store) -> None:
    game = await _running(store, NewDelivery("start"), NewDelivery("hand", player=10))

    assert [
        (row.kind, row.player, row.revision) for row in await store.outbox.pending(game.id)
    ] == [("start", None, 1), ("hand", 10, 1)]
    assert await store.outbox.every_pending() == await store.outbox.pending(game.id)


async def _one(store: Store) -> DeliveryRow:
    game = await _running(store, NewDelivery("hand", player=10))
    (row,) = await store.outbox.pending(game.id)
    return row


async def test_what_was_said_is_not_said_again(store: Store) -> None:
    row = await _one(store)
    await store.outbox.settle_delivered(row, 77, board=True, now=NOW)

    assert await store.outbox.pending(row.game) == ()
    assert await store.outbox.every_pending() == ()
    assert (await _game(store, row.game)).board_message == 77


async def test_other_messages_are_no_boards(store: Store) -> None:
    row = await _one(store)
    await store.outbox.settle_delivered(row, 77, board=False, now=NOW)

    assert (await _game(store, row.game)).board_message is None


async def test_a_move_does_not_forget_the_board_message(store: Store, running: GameRow) -> None:
    """A board may be posted while the next move is being made."""
    await store.games.set_board_message(running.id, 77)
    await store.games.append(Move(replace(running, revision=2), 1, (_event(2),), (), NOW))

    assert (await _game(store, running.id)).board_message == 77


async def test_what_failed_waits(store: Store) -> None:
    row = await _one(store)
    later = NOW + timedelta(seconds=5)
    await store.outbox.postpone(row, later, "x" * 500)

    assert await store.outbox.pending(row.game) == (replace(row, attempts=1, next_at=later),)


async def test_what_cannot_be_said_is_dropped(store: Store) -> None:
    row = await _one(store)
    await store.outbox.drop(row, "gone")

    assert await store.outbox.pending(row.game) == ()


async def test_of_a_long_reason_the_beginning_is_kept(store: Store) -> None:
    row = await _one(store)
    await store.outbox.drop(row, "gone " + 300 * "x")

    reason = sa.select(deliveries.c.reason).where(deliveries.c.id == row.id)
    assert await store._database.read(lambda c: c.execute(reason).scalar_one()) == (
        "gone " + 195 * "x"
    )


async def test_what_belongs_to_no_game_says_for_whom_it_is(store: Store) -> None:
    """Each of several: one that named nobody would wait for ever."""
    told = (NewDelivery("news", player=10), NewDelivery("news"))
    with pytest.raises(ValueError, match="a channel or a person"):
        await store._database.write(lambda c: enqueue(c, None, 0, told, NOW))


async def test_closed_direct_messages_are_remembered(store: Store) -> None:
    """The person is known for it, and something else is said instead."""
    row = await _one(store)
    await store.outbox.drop_closed(row, "dm_closed", NewDelivery("dm_closed", player=10), NOW)

    (instead,) = await store.outbox.pending(row.game)
    game = await _game(store, row.game)
    assert (instead.kind, instead.player) == ("dm_closed", 10)
    assert game.people[0] == PersonRow(10, "Ann", dm_closed=True)


async def test_names_are_remembered_of_those_who_play(store: Store) -> None:
    number = await store.games.create(LOBBY)
    await store.people.rename(10, "Anna")
    await store.people.rename(99, "Stranger")

    assert (await _game(store, number)).people[0].name == "Anna"


async def test_notes_are_kept(store: Store) -> None:
    assert await store.people.memo("commands") is None

    await store.people.set_memo("commands", "one")
    await store.people.set_memo("commands", "two")
    assert await store.people.memo("commands") == "two"


async def test_who_is_covered_and_who_took_hints_is_kept(store: Store, running: GameRow) -> None:
    """With the seat; and of a game whether a computer had a hand in it."""
    people = (PersonRow(10, "Ann", cover="fair", hints=2), PersonRow(COMPUTERS, "Brunel"))
    lobby = replace(LOBBY, channel=LOBBY.channel + 1, people=people, hints=True)
    other = await store.games.create(lobby)
    after = replace(running, revision=2, computed=True)
    await store.games.append(Move(after, 1, (_event(2),), (), NOW))

    found = await _game(store, other)
    assert found.people == people
    assert (found.hints, found.computed) == (True, False)
    assert (await _game(store, running.id)).computed


async def test_who_is_forgotten_never_becomes_a_computer(store: Store) -> None:
    """Computers keep their ids, whoever is forgotten after them."""
    people = (PersonRow(10, "Ann"), PersonRow(COMPUTERS, "Brunel"))
    game = await store.games.create(replace(LOBBY, people=people))
    await store.games.cancel(await _game(store, game))

    await store.people.forget(10)

    assert [person.id for person in (await _game(store, game)).people] == [-1, COMPUTERS]


async def _computers_due(store: Store) -> tuple[int, ...]:
    """Return the games in which a computer or a plan is due."""
    kind = (due.c.kind == DueKind.COMPUTER) & due.c.at.is_not(None)
    query = sa.select(due.c.of).where(kind)
    return await store._database.read(lambda c: tuple(c.execute(query).scalars()))


async def test_a_cover_is_kept_until_its_owner_is_back(store: Store, running: GameRow) -> None:
    move = Move(running, 1, (), (NewDelivery("covered", player=11),), NOW)

    assert [each.kind for each in await store.seats.cover(move, 1, "fair")] == ["covered"]
    found = await _game(store, running.id)
    assert [(person.id, person.cover) for person in found.people] == [(10, None), (11, "fair")]
    assert await _computers_due(store) == (running.id,)
    await store.seats.cover(replace(move, deliveries=()), 1, None)
    assert await _computers_due(store) == ()


async def test_a_cover_of_a_board_that_has_moved_on_is_refused(store: Store) -> None:
    game = await _running(store)

    with pytest.raises(StaleError):
        await store.seats.cover(Move(game, 0, (), (), NOW), 1, "fair")

    assert await _computers_due(store) == ()


async def test_games_in_which_a_computer_sits_are_found(store: Store) -> None:
    people = (
        PersonRow(10, "Ann"),
        PersonRow(COMPUTERS, "Brunel"),
        PersonRow(COMPUTERS - 1, "Beck"),
    )
    number = await store.games.create(replace(LOBBY, people=people))
    lobby = await _game(store, number)
    assert await _computers_due(store) == ()

    game = replace(lobby, status="running", players=3, revision=1)
    await store.games.start(Move(game, 0, (_event(1),), (), NOW))
    assert await _computers_due(store) == (number,)
    await store.games.cancel(game)
    assert await _computers_due(store) == ()


async def test_games_in_which_a_person_is_awaited_are_left_out(store: Store) -> None:
    """With thousands of games, looking after computers reads few; twelfth is not second."""
    people = (PersonRow(10, "Ann"), *(PersonRow(COMPUTERS - n, "Beck") for n in range(2)))
    number = await store.games.create(replace(LOBBY, people=people))
    game = replace(await _game(store, number), status="running", players=3, revision=1)
    await store.games.start(Move(game, 0, (_event(1),), (), NOW))
    found = list[bool]()
    for revision, awaited in enumerate([(0,), (0, 2), (12, 0), (1,), None], start=2):
        after = replace(game, revision=revision, awaited=awaited)
        await store.games.append(Move(after, revision - 1, (_event(revision),), (), NOW))
        found.append(await _computers_due(store) == (number,))

    assert found == [False, True, False, True, True]


async def test_an_act_stops_a_clock_that_another_process_has_just_started(store: Store) -> None:
    """The process that stores the act has not heard of it yet."""
    lobby = replace(LOBBY, pace="slow")
    number = await store.games.create(lobby)
    game = replace(lobby, id=number, status="running", players=2, revision=1)
    await store.games.start(Move(game, 0, (_event(1),), (), NOW))
    seen = await store.due.state(DueKind.TURN, number)
    assert seen is not None
    called = {0: {"called_at": NOW}}
    await store.looks.keep(seen, 1, now=NOW, next_at=NOW, changes=called)
    assert (await _game(store, number)).people[0].clock.called_at == NOW
    await store.games.append(
        Move(replace(game, revision=2, awaited=(1,)), 1, (_event(2),), (), NOW)
    )

    assert (await _game(store, number)).people[0].clock.called_at is None


async def test_a_plan_is_looked_at_once_its_owner_is_awaited(store: Store) -> None:
    """One that did not fit then does not fit later: whoever has looked leaves it alone."""
    game = replace(await _running(store), awaited=(1,))
    await store.seats.keep_plans(Move(game, 1, (), (), NOW), game.people[0].id, "[]")
    found = [await _computers_due(store)]
    for revision, awaited in ((2, (0,)), (3, (0,))):
        after = replace(game, revision=revision, awaited=awaited)
        await store.games.append(Move(after, revision - 1, (_event(revision),), (), NOW))
        found.append(await _computers_due(store))
        (seen,) = await store.due.find(NOW, 9, DueKind.COMPUTER)
        await store.due.keep(seen, None)
        found.append(await _computers_due(store))

    assert found == [(), (game.id,), (), (game.id,), ()]


async def test_what_was_told_last_is_known(store: Store) -> None:
    """The fate of its message does not matter; other messages tell of no turn."""
    game = await _running(store, NewDelivery("start"), NewDelivery("hand", player=10))
    assert await store.outbox.last_turn_revision(game.id) == 1

    after = replace(game, revision=2)
    await store.games.append(Move(after, 1, (_event(2),), (NewDelivery("board"),), NOW))
    assert await store.outbox.last_turn_revision(game.id) == 1
    last = replace(game, revision=3)
    await store.games.append(Move(last, 2, (_event(3),), (NewDelivery("turns", turn=0),), NOW))
    assert await store.outbox.last_turn_revision(game.id) == 3
