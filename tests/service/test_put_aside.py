"""Games that nobody plays: their tables are told, then they make room, and may go on."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from metrobot.engine.record import dump
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Person
from metrobot.service.model.table import Table
from metrobot.service.outbox import game_channels
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.preferences import RemindBy
from metrobot.service.people.quotas import Quotas
from metrobot.store.schema.rows import ClockRow
from tests.databases import url_of
from tests.service import test_lock_choice
from tests.service.acts import asked_of_running, opened, refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, GUILD, HICCUP, Stage, staged
from tests.service.test_bot_turns import Thinking
from tests.service.test_game_channels import ELSEWHERE, LOCKED
from tests.service.test_with_computers import started_with
from tests.service.toy import TOY, Take
from tests.service.toy_rounds import ROUNDS

DAY = 24 * 3600
IDLE, NOTICE = 21, 7
HERE, APART = ("idle", None), ("idle_direct", ANN.id)
ASIDE, ASIDE_APART = ("aside", None), ("aside_direct", ANN.id)


@pytest.fixture
def told(told: Stage) -> Stage:
    """Return a service that puts games aside."""
    return bounded(told)


def bounded(stage: Stage, **limits: int) -> Stage:
    """Let games be put aside, within some limits."""
    stage.tables.channels.quotas = Quotas(idle_days=IDLE, **limits)
    return stage


async def said(stage: Stage, days: float = 0) -> list[tuple[str, int | None]]:
    """Advance by days, then do a round; return what was said so far of games that are idle."""
    stage.clock.advance(days * DAY)
    await stage.tables.housekeeping.round()
    await stage.tables.deliver_pending()
    own = {kind for kind, _ in (HERE, APART, ASIDE, ASIDE_APART)}
    return [(kind, player) for kind, _, player in stage.notifier.said if kind in own]


async def is_aside(stage: Stage, table: Table) -> bool:
    return (await stage.tables.by_id(table.id)).aside_at is not None


async def put_aside(stage: Stage, table: Table) -> Table:
    await said(stage, IDLE)
    await said(stage, NOTICE)
    assert await is_aside(stage, table)
    return await stage.tables.by_id(table.id)


async def go_on(stage: Stage, table: Table, person: Person = BOB, channel: int = CHANNEL) -> Table:
    return await stage.tables.channels.go_on(table.id, channel, person.id)


async def private(stage: Stage) -> Table:
    table = await opened(stage.tables, CHANNEL, ANN, "rounds", private=True)
    lobby = stage.tables.lobbies.at(CHANNEL, table.id)
    return await lobby.start(ANN.id, may_manage=False, interaction=900)


def kept(table: Table) -> tuple[Any, ...]:
    """Return all of a game that must not change, secrets too; but that time begins anew."""
    people = [replace(person, clock=ClockRow()) for person in table.people]
    secrets = (table.commitment, table.salt, table.sealed, people, table.departed)
    return (dump(table.record()), table.state, table.log, table.revision, *secrets)


async def test_after_21_days_the_table_is_told_once_and_a_week_later_its_channel_is_free(
    told: Stage, table: Table
) -> None:
    """However many rounds there are; then it hears so, once."""
    assert await said(told, IDLE - 1) == []
    assert await said(told, 1) == [HERE]
    assert await said(told, NOTICE - 1) == [HERE]
    assert not await is_aside(told, table)
    assert await said(told, 1) == [HERE, ASIDE]
    assert await is_aside(told, table)
    assert await said(told, 100) == [HERE, ASIDE]
    await told.lobby(CAT)


async def test_a_host_can_keep_games_where_they_are(told: Stage, table: Table) -> None:
    """By the number 0 of days."""
    told.tables.channels.quotas = Quotas(idle_days=0)

    assert await said(told, 1000) == []
    assert not await is_aside(told, table)


async def test_a_turn_after_the_message_keeps_the_game(told: Stage, table: Table) -> None:
    """All of the time begins anew, and the table is told again."""
    await said(told, IDLE)
    told.clock.advance(DAY)
    await told.take(table, 1)

    assert await said(told, IDLE - 1) == [HERE]
    assert await said(told, 1) == [HERE, HERE]
    assert not await is_aside(told, table)


async def test_a_locked_choice_is_an_act(told: Stage) -> None:
    table = await test_lock_choice.start(told, BOB)
    bounded(told)
    told.clock.advance((IDLE - 1) * DAY)
    await test_lock_choice.lock(told, ANN, 1)

    assert await said(told, IDLE - 1) == []
    assert await said(told, 1) == [HERE]
    assert (await told.tables.by_id(table.id)).turn_since == table.turn_since


async def test_questions_answers_and_leaving_are_acts(told: Stage, trio: Table) -> None:
    """Whoever asks to end the game, says no, or goes, is there."""
    people = [person.id for person in trio.seated]
    told.clock.advance((IDLE - 1) * DAY)
    ballot = await told.tables.ballots.open(trio, "end", ANN.id, people)
    assert await said(told, 2) == []
    await told.vote(trio, ballot, BOB, agrees=False)
    assert await said(told, IDLE - 1) == []
    await told.tables.seats.resign(trio.id, CAT.id)

    assert await said(told, IDLE - 1) == []
    assert await said(told, 1) == [HERE]


async def test_moving_a_game_is_an_act(told: Stage) -> None:
    """Whoever moves it wants to play."""
    table = await told.start(BOB, open=True)
    await said(told, IDLE)
    await told.tables.channels.move(table.id, GUILD, ELSEWHERE, ANN.id, may_manage=False)

    assert await said(told, IDLE - 1) == [HERE]
    assert await said(told, 1) == [HERE, HERE]


async def set_back(stage: Stage) -> None:
    """Let the clock of the machine be a year ahead for a while, and then be set right."""
    for days in (365, -365):
        stage.clock.jump(days * DAY)
        for _ in range(3):
            await said(stage, 0.01)
    assert stage.tables.clock.ahead < timedelta(days=-364)


@pytest.mark.parametrize("was_ahead", [False, True])
@pytest.mark.parametrize(("away", "days"), [(8, IDLE + 8), (300, IDLE + 10)])
async def test_declared_absence_does_not_count_up_to_10_days(
    told: Stage, away: int, days: int, was_ahead: bool
) -> None:
    """Then the others have waited long enough; of those who are not awaited it counts nothing."""
    if was_ahead:
        await set_back(told)
    table = await told.start(BOB)
    await told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=away))
    await told.tables.people.be_away(BOB, told.clock.now() + timedelta(days=300))

    assert await said(told, days - 1) == []
    assert await said(told, 1) == [HERE]
    await said(told, NOTICE)
    assert await is_aside(told, table)


async def test_computers_alone_keep_no_game_going(tmp_path: Path, told: Stage) -> None:
    """They answer a person at once, and then wait for that person as others would."""
    url = url_of(tmp_path / "computers.db")
    async with staged(url, notifier=told.notifier, thinker=Thinking()) as room:
        room.line.poster = room.notifier
        table = await room.take(await started_with(bounded(room), "easy"), 1)
        await room.tables.bot_turns.settled()
        assert [each.id for each in (await room.tables.by_id(table.id)).to_act()] == [ANN.id]

        assert await said(room, IDLE) == [HERE]
        await put_aside(room, table)


async def test_a_computer_that_could_not_play_rests_and_plays_once_the_game_goes_on(
    tmp_path: Path, told: Stage
) -> None:
    """The round that lets it play is asked for at once."""
    url, hurried = url_of(tmp_path / "computers.db"), list[timedelta]()
    async with staged(url, clock=told.clock) as still:
        table = await still.take(await started_with(bounded(still), "easy"), 1)
        still.line.poster = still.notifier
        await put_aside(still, table)
    thinker = Thinking()
    async with staged(url, clock=told.clock, thinker=thinker, hurry=hurried.append) as room:
        await said(room)
        assert thinker.jobs == []
        await go_on(room, table, ANN)
        assert timedelta() in hurried
        await said(room)
        await room.tables.bot_turns.settled()

        assert [each.id for each in (await room.tables.by_id(table.id)).to_act()] == [ANN.id]


async def test_a_private_game_is_told_of_to_its_player_alone(told: Stage) -> None:
    async with staged(told.url, notifier=told.notifier, titles={"rounds": ROUNDS}) as alone:
        alone.line.poster = told.notifier
        table = await private(bounded(alone))
        assert await said(alone, IDLE) == [APART]
        await put_aside(alone, table)

        assert await said(alone) == [APART, ASIDE_APART]
        assert (await go_on(alone, table, ANN)).aside_at is None


async def test_a_game_whose_channel_is_lost_is_told_of_to_each_and_put_aside(told: Stage) -> None:
    """Messages for the channel wait on, and are told in the channel to which the game goes on."""
    told.notifier.failures = {DeliveryKind.START: LOCKED}
    table = await told.start(BOB, open=True)
    await said(told)
    assert sorted(await said(told, IDLE)) == [APART, ("idle_direct", BOB.id)]
    table = await put_aside(told, table)
    told.notifier.failures = {}
    await told.tables.channels.recheck(GUILD)
    assert "start" not in await told.in_channel()

    table = await go_on(told, table, channel=ELSEWHERE)
    assert table.place.lost is None
    # The note for the old channel is of no game, so that it may come before or after.
    assert [each for each in await told.in_channel() if each != "away"][-2:] == ["start", "moved"]


async def test_a_channel_that_is_lost_after_that_holds_no_game_back(told: Stage) -> None:
    """The message is given up, and counts as told."""
    table = await told.start(BOB, open=True)
    await said(told)
    told.notifier.failures = {DeliveryKind.IDLE: LOCKED}
    await said(told, IDLE)
    await said(told, NOTICE)

    assert await is_aside(told, table)


async def test_the_week_begins_when_discord_takes_the_message(told: Stage, table: Table) -> None:
    await said(told)
    told.notifier.failures = {DeliveryKind.IDLE: HICCUP}
    await said(told, IDLE)
    for _ in range(NOTICE):
        await said(told, 1)
    assert not await is_aside(told, table)
    told.notifier.failures = {}
    assert await said(told, 1) == [HERE]

    await said(told, NOTICE - 1)
    assert not await is_aside(told, table)
    await said(told, 1)
    assert await is_aside(told, table)


@pytest.mark.parametrize("is_sealed", [False, True])
async def test_nothing_of_a_game_changes_until_it_goes_on(told: Stage, is_sealed: bool) -> None:
    """Not its record, not its state, not its secrets; and it is played to its end after that."""
    if is_sealed:
        await test_lock_choice.start(told, BOB)
        bounded(told)
        table = await test_lock_choice.lock(told, ANN, 2)
    else:
        table = await told.take(await told.start(BOB), 1)
    await said(told)
    before, channel = kept(await told.tables.by_id(table.id)), ELSEWHERE

    steps = list[tuple[Any, ...]]()
    for days in (IDLE, NOTICE, 50):
        await said(told, days)
        steps.append(kept(await told.tables.by_id(table.id)))
    table = await go_on(told, table, channel=channel)

    assert [*steps, kept(table)] == [before] * 4
    assert table.turn_since == told.clock.now()
    if not is_sealed:
        assert (await told.finish(table)).record().result is not None


async def test_a_game_ends_as_if_it_had_never_been_put_aside(tmp_path: Path, told: Stage) -> None:
    """With the same record, draws included, however often it was."""
    async with staged(url_of(tmp_path / "other.db")) as other:
        table = await other.take(await other.start(BOB), 1)
        whole = dump((await other.finish(await other.take(table, 1))).record())
    table = await told.take(await told.start(BOB), 1)
    table = await go_on(told, await put_aside(told, table))
    table = await go_on(told, await put_aside(told, await told.take(table, 1)))

    assert dump((await told.finish(table)).record()) == whole


async def test_nobody_acts_in_a_game_that_was_put_aside(told: Stage) -> None:
    table = await put_aside(told, await told.start(BOB))

    for work in (
        told.tables.turns.act(table.id, ANN.id, table.revision, [Take(1)]),
        told.tables.seats.resign(table.id, BOB.id),
        *asked_of_running(told.tables, table),
    ):
        assert await refused(work) == TableKey.PUT_ASIDE


async def test_a_slower_process_stores_nothing_in_a_game_that_was_put_aside(told: Stage) -> None:
    """It has seen the game as it was."""
    table = await told.start(BOB)
    async with staged(told.url, clock=told.clock) as slow:
        seen = await slow.store.games.by_id(table.id)
        await put_aside(told, table)
        assert seen is not None
        slow.tables._loader._rows[table.id] = seen
        assert await refused(slow.take(table, 1)) == TableKey.STALE


async def test_reminders_rest_and_begin_anew(told: Stage) -> None:
    """None comes while the game is put aside; a day after it goes on the first one does."""
    await told.tables.people.prefer(BOB, remind_by=RemindBy.CHANNEL)
    table = await told.start(BOB)
    table = await put_aside(told, table)
    told.notifier.said.clear()
    await said(told, 20)
    assert told.notifier.said == []
    assert await told.store.due.next_at() is None

    await go_on(told, table)
    await said(told)
    await said(told, 0.9)
    assert await told.in_channel() == ["moved"]
    await said(told, 0.2)
    assert await told.in_channel() == ["moved", "remind"]


async def test_it_goes_on_where_it_was_or_elsewhere(told: Stage) -> None:
    """Its old channel is told only where it goes to another one."""
    table = await put_aside(told, await told.start(BOB))
    assert (await go_on(told, table)).place.channel == CHANNEL
    assert (await told.in_channel())[-1] == "moved"
    table = await put_aside(told, table)

    assert (await go_on(told, table, channel=ELSEWHERE)).place.channel == ELSEWHERE
    assert sorted((await told.in_channel())[-2:]) == ["away", "moved"]
    assert (await told.tables.in_channel(ELSEWHERE)).id == table.id


async def test_it_goes_on_only_where_no_other_game_is(told: Stage) -> None:
    table = await put_aside(told, await told.start(BOB))
    other = await told.lobby(CAT)

    assert await refused(go_on(told, table, BOB)) == TableKey.EXISTS
    assert (await told.tables.in_channel(CHANNEL)).id == other.id
    assert await is_aside(told, table)


async def test_each_of_its_players_may_let_it_go_on_and_nobody_else(told: Stage) -> None:
    table = await put_aside(told, await told.start(BOB))

    assert await refused(go_on(told, table, CAT)) == TableKey.NOT_SEATED
    first = await go_on(told, table, ANN)
    assert await go_on(told, table, BOB, ELSEWHERE) == first
    await told.finish(first)
    assert await refused(go_on(told, table, BOB)) == TableKey.OVER


async def test_it_counts_for_no_limit_until_it_goes_on(told: Stage) -> None:
    """Neither for its host nor for the server; then it is refused where they have enough."""
    table = await put_aside(told, await told.start(BOB))
    counts = await told.store.quotas.unfinished_counts(GUILD, ANN.id)
    assert (counts.games, counts.in_server) == (0, 0)
    assert (await told.store.backlog()).games == {}
    await opened(told.tables, ELSEWHERE)

    bounded(told, games=1, lobbies=1)
    assert await refused(go_on(told, table, ANN)) == TableKey.TOO_MANY_GAMES
    bounded(told, server_games=1)
    assert await refused(go_on(told, table, BOB)) == TableKey.SERVER_FULL
    bounded(told, games=1, lobbies=1)
    assert (await go_on(told, table, BOB)).aside_at is None


async def test_a_channel_that_is_deleted_is_told_to_nobody_of_a_game_put_aside(told: Stage) -> None:
    """It does not need it; nor is it looked for, or moved."""
    table = await put_aside(told, await told.start(BOB))
    channels = told.tables.channels
    await channels.channels_lost([CHANNEL], "channel_gone")

    assert (await told.tables.by_id(table.id)).place.lost is None
    assert await channels.servers_after(0, 5) == ()
    assert await channels.movable(GUILD, ANN.id, may_manage=True) == ()


async def test_a_board_that_is_deleted_is_not_posted_again_meanwhile(told: Stage) -> None:
    table = await put_aside(told, await told.start(BOB))
    told.notifier.said.clear()
    await told.tables.channels.show_again(table)

    assert await told.said() == []


async def test_a_round_tells_a_few_games_and_the_next_ones_the_rest(
    told: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an upgrade the week of each begins when it is looked at."""
    monkeypatch.setattr(game_channels, "AT_ONCE", 2)
    for channel in range(CHANNEL, CHANNEL + 3):
        await opened(told.tables, channel)
        await told.tables.lobbies.at(channel).join(BOB, 500)
        await told.tables.lobbies.at(channel).start(ANN.id, may_manage=False, interaction=900)

    assert await said(told, 500) == [HERE] * 2
    assert await said(told, 1) == [HERE] * 3
    assert await said(told, NOTICE - 1) == [*[HERE] * 3, *[ASIDE] * 2]
    assert (await told.store.backlog()).games == {(TOY.id, "running"): 1}
    await said(told, 1)
    assert (await told.store.backlog()).games == {}


async def test_a_person_with_a_place_in_it_is_not_forgotten_yet(told: Stage) -> None:
    table = await put_aside(told, await told.start(BOB))

    assert [each.id for each in await told.tables.privacy.in_the_way(BOB.id)] == [table.id]
    assert [each.id for each in await told.tables.people.games_of(BOB.id)] == [table.id]
