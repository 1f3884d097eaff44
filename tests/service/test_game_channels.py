"""Where games are played: what is lost, who may move a game, and where to."""

import asyncio

import pytest

from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, Person
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind, Undeliverable
from metrobot.service.outbox.game_channels import ShutOutError
from metrobot.store.schema.rows import GameRow
from tests.service.acts import opened, refusal, refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage

LOCKED = Undeliverable("channel locked", permanent=False, is_lost=True)
ELSEWHERE = CHANNEL + 1


@pytest.fixture
async def table(told: Stage) -> Table:
    """Return an open game of Ann and Bob."""
    return await told.start(BOB, open=True)


@pytest.fixture
async def lost(told: Stage) -> Table:
    """Return a game of Ann and Bob whose first board cannot be posted."""
    told.notifier.failures = {DeliveryKind.START: LOCKED}
    table = await told.start(BOB, open=True)
    await told.said()
    return await told.tables.by_id(table.id)


@pytest.fixture
async def long_lost(told: Stage, lost: Table) -> Table:
    """Return a game whose board is tried every six hours by now."""
    for _ in range(12):
        told.clock.advance(6 * 3600)
        await told.said()
    return lost


async def moved(stage: Stage, table: Table, person: Person) -> Table:
    """Move a game for somebody who manages no channels."""
    return await stage.tables.channels.move(table.id, GUILD, ELSEWHERE, person.id, may_manage=False)


async def test_the_host_is_told_once_that_nothing_can_be_posted(told: Stage, lost: Table) -> None:
    for _ in range(3):
        told.clock.advance(24 * 3600)
        await told.said()

    assert lost.place.lost == "channel locked"
    assert told.notifier.said == [("lost", None, ANN.id)]


async def test_a_letter_to_the_host_finds_no_place(told: Stage, lost: Table) -> None:
    """Only a message posted in the channel shows that posting works there again."""
    assert (await told.said(), lost.place.lost) == ([("lost", None, ANN.id)], "channel locked")
    assert (await told.tables.by_id(lost.id)).place.lost == "channel locked"


async def test_a_post_that_succeeds_finds_the_place_again(told: Stage, lost: Table) -> None:
    told.notifier.failures = {}
    await told.tables.channels.recheck(GUILD)
    await told.tables.close()

    assert told.notifier.said[-1] == ("start", None, None)
    assert (await told.tables.by_id(lost.id)).place.lost is None


async def test_the_host_may_move_a_game(told: Stage, table: Table) -> None:
    await told.said()
    after = await moved(told, table, ANN)
    # Without a round.
    await told.tables.close()

    assert sorted(told.notifier.said[-2:], key=str) == [
        ("away", table.id, None),
        ("moved", None, None),
    ]
    assert after.place.channel == ELSEWHERE
    assert (await told.tables.in_channel(ELSEWHERE)).id == table.id


async def test_others_may_move_a_game_once_its_place_is_lost(told: Stage, table: Table) -> None:
    assert await refusal(moved(told, table, BOB)) == ("table.not_host", {"host": "Ann"})

    await told.tables.channels.channels_lost([CHANNEL], "channel_gone")
    assert await refused(moved(told, table, DAN)) == TableKey.NOT_HOST
    assert (await moved(told, table, BOB)).place.lost is None


async def test_a_game_stays_on_its_server(told: Stage, table: Table) -> None:
    """Also for those who manage channels on another one."""
    answer = await refusal(
        told.tables.channels.move(table.id, GUILD + 1, ELSEWHERE, ANN.id, may_manage=True)
    )
    assert answer == ("table.other_server", {})


@pytest.mark.parametrize("is_taken", [False, True])
async def test_a_game_goes_only_where_there_is_none(told: Stage, is_taken: bool) -> None:
    table = await told.start(BOB, open=True)
    key, channel = (TableKey.ALREADY_HERE, CHANNEL)
    if is_taken:
        key, channel = (TableKey.EXISTS, ELSEWHERE)
        await opened(told.tables, channel, CAT)

    with pytest.raises(TableError, match=key):
        await told.tables.channels.move(table.id, GUILD, channel, ANN.id, may_manage=False)


async def test_what_is_over_and_told_goes_nowhere(told: Stage) -> None:
    """There is nothing left to play or to say."""
    table = await told.finish(await told.start(BOB, open=True))
    await told.said()

    assert await refused(moved(told, table, ANN)) == TableKey.OVER


async def test_what_can_be_moved_is_listed(told: Stage, table: Table) -> None:
    movable = told.tables.channels.movable

    assert [each.id for each in await movable(GUILD, ANN.id, may_manage=False)] == [table.id]
    assert await movable(GUILD, BOB.id, may_manage=False) == ()
    assert [each.id for each in await movable(GUILD, DAN.id, may_manage=True)] == [table.id]
    assert await movable(GUILD + 1, DAN.id, may_manage=True) == ()


async def test_what_is_changed_in_a_lobby_finds_no_place(stage: Stage) -> None:
    """Joining reads the lobby before it was lost, and writes it after."""
    await stage.lobby(BOB)
    row = await stage.store.games.unfinished(CHANNEL)
    assert row is not None
    await stage.tables.channels.channels_lost([CHANNEL], "channel_gone")
    await stage.store.games.save_lobby(row)

    assert (await stage.tables.by_id(GameId(row.id))).place.lost == "channel_gone"


async def test_a_server_is_looked_at_again_once_in_ten_minutes(
    told: Stage, long_lost: Table
) -> None:
    """Each post that Discord refuses counts; a colour that changes each second costs one."""
    before = len(told.notifier.tried)
    for _ in range(20):
        await told.tables.channels.recheck(GUILD)
        await told.tables.close()
        told.clock.advance(20)
        await told.said()

    assert len(told.notifier.tried) - before == 1


async def test_what_changed_too_early_is_looked_at_later(told: Stage, long_lost: Table) -> None:
    """The permission that counts may be given back within the ten minutes."""
    await told.tables.channels.recheck(GUILD)
    await told.tables.close()
    told.notifier.failures = {}
    told.clock.advance(9 * 60)
    await told.tables.channels.recheck(GUILD)
    await told.tables.housekeeping.round()
    early = (await told.tables.by_id(long_lost.id)).place.lost
    told.clock.advance(60)
    await told.tables.housekeeping.round()

    assert early is not None
    assert (await told.tables.by_id(long_lost.id)).place.lost is None


async def test_nothing_is_tried_where_the_permissions_forbid_it(told: Stage, lost: Table) -> None:
    """Nor does that use up the one try in ten minutes."""
    before = len(told.notifier.tried)
    told.notifier.failures = {}
    allowed = False

    async def allows(guild: int, channel: int) -> bool:
        return allowed or (guild, channel) != (GUILD, CHANNEL)

    told.tables.channels.may_post = allows
    await told.tables.channels.recheck(GUILD)
    await told.tables.close()
    silent = len(told.notifier.tried) - before
    allowed = True
    await told.tables.channels.recheck(GUILD)
    await told.tables.close()

    assert silent == 0
    assert (await told.tables.by_id(lost.id)).place.lost is None


async def test_servers_do_not_share_their_ten_minutes(told: Stage, lost: Table) -> None:
    """A recheck on one server does not delay that of another."""
    await told.tables.channels.recheck(GUILD + 1)
    told.notifier.failures = {}
    await told.tables.channels.recheck(GUILD)
    await told.tables.close()

    assert (await told.tables.by_id(lost.id)).place.lost is None


async def test_where_a_game_is_is_read_once_for_all_who_ask_together(
    told: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, asked = await told.start(BOB, open=True), list[int]()
    await told.said()
    told.tables._loader.forget()
    by_id = told.store.games.by_id

    async def counted(game: int) -> GameRow | None:
        asked.append(game)
        return await by_id(game)

    monkeypatch.setattr(told.store.games, "by_id", counted)
    found = await asyncio.gather(*(told.tables.channels.of(table.id) for _ in range(5)))
    assert asked == [table.id]
    assert {each.channel for each in found} == {CHANNEL}

    await told.tables.channels.of(table.id)
    assert asked == [table.id, table.id]


async def test_all_who_ask_for_no_game_are_refused(told: Stage) -> None:
    asking = (told.tables.channels.of(999) for _ in range(3))
    found = await asyncio.gather(*asking, return_exceptions=True)

    assert [type(each) for each in found] == [TableError] * 3


@pytest.mark.parametrize("how", ["moved", "lost", "put aside"])
async def test_a_running_game_goes_only_where_all_who_play_see_it(told: Stage, how: str) -> None:
    """Else with the yes of each who does not; whoever wants it there is not asked."""
    table = await told.start(BOB, CAT, open=True)
    await told.said()
    channels = told.tables.channels
    told.blind.update({ANN.id, BOB.id, CAT.id})
    if how == "lost":
        await channels.channels_lost([CHANNEL], "channel_gone")
    elif how == "put aside":
        await told.put_aside()

    async def go(agreed: frozenset[int] = frozenset()) -> Table:
        if how == "put aside" or agreed:
            return await channels.go_on(table.id, ELSEWHERE, ANN.id, agreed)
        return await moved(told, table, ANN)

    with pytest.raises(ShutOutError) as error:
        await go()
    assert (error.value.key, error.value.facts) == ("table.shut_out", {"names": ("Bob", "Cat")})
    assert error.value.people == {BOB.id, CAT.id}
    with pytest.raises(ShutOutError):
        await go(frozenset({BOB.id}))
    assert (await told.tables.by_id(table.id)).place.channel == CHANNEL

    after = await go(frozenset({BOB.id, CAT.id}))
    assert (after.place.channel, after.aside_at, after.place.lost) == (ELSEWHERE, None, None)


async def test_nobody_is_asked_about_a_channel_that_is_taken(told: Stage, table: Table) -> None:
    await opened(told.tables, ELSEWHERE, CAT)
    told.blind.add(BOB.id)

    assert await refused(moved(told, table, ANN)) == TableKey.EXISTS


@pytest.mark.parametrize(("is_lobby", "kind"), [(True, "lobby"), (False, "board")])
async def test_a_deleted_message_is_posted_again_once(
    told: Stage, is_lobby: bool, kind: str
) -> None:
    """However many miss it at one moment, and though a lobby never had one."""
    table = await (told.lobby(BOB) if is_lobby else told.start(BOB))
    await told.said()
    told.notifier.said.clear()
    table = await told.tables.in_channel(CHANNEL)
    for _ in range(2):
        await told.tables.channels.show_again(table)

    assert [each[0] for each in await told.said()] == [kind]
