"""Reminders: when they come, to whom, how often, and when not."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from metrobot.service.membership.looks import HOURS
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.attempts import DAY_OF_TRIES
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.people.preferences import RemindBy
from metrobot.service.tables import Tables
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.rows import GameRow, StaleError
from metrobot.store.statements.waits.due import DueKind
from metrobot.store.store import Store
from tests.service.acts import opened, refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, CLOSED, HICCUP, KEY, Stage, staged
from tests.service.toy import TOY
from tests.service.toy_rounds import ROUNDS, Pick

HOUR = 3600
DAY = 24 * HOUR
KINDS = ("remind", "remind_direct")


async def reminded(stage: Stage, hours: float = 0) -> list[tuple[str, int | None]]:
    """Advance by hours; return all reminders so far, with the people they concern."""
    for passed in (0, hours):
        stage.clock.advance(passed * HOUR)
        # The time of whoever is called begins once the call is there.
        await stage.tables.deliver_pending()
        await stage.tables.looks.sweep()
    await stage.tables.deliver_pending()
    return [(kind, player) for kind, _, player in stage.notifier.said if kind in KINDS]


async def hours_of_reminders(stage: Stage, days: int) -> list[int]:
    """Advance by half days; return the hours after which reminders came."""
    found = list[int]()
    for hours in range(12, 24 * days, 12):
        before = len(await reminded(stage))
        found += [hours] * (len(await reminded(stage, 12)) - before)
    return found


async def test_who_is_awaited_is_reminded_after_a_day(told: Stage, table: Table) -> None:
    """Not before, and nobody else."""
    assert await reminded(told, 23.9) == []
    assert await reminded(told, 0.2) == [("remind", ANN.id)]


async def test_reminders_grow_rare_and_end_with_the_third(told: Stage, table: Table) -> None:
    assert await hours_of_reminders(told, 31) == [24, 72, 168]


async def test_a_long_pause_of_the_bot_ends_with_one_reminder(told: Stage, table: Table) -> None:
    assert await reminded(told, 30 * 24) == [("remind", ANN.id)]
    assert await reminded(told, 1) == [("remind", ANN.id)]
    assert await reminded(told, 47) == [("remind", ANN.id)] * 2


async def test_each_turn_has_reminders_of_its_own(told: Stage, table: Table) -> None:
    await reminded(told, 25)
    await told.take(table, 1, 1)

    assert await reminded(told, 23) == [("remind", ANN.id)]
    assert await reminded(told, 2) == [("remind", ANN.id), ("remind", BOB.id)]


async def test_a_restart_repeats_nothing_and_forgets_nothing(told: Stage, table: Table) -> None:
    await reminded(told, 25)
    async with staged(told.url, notifier=told.notifier, clock=told.clock) as again:
        again.line.poster = told.notifier

        assert await reminded(again, 1) == [("remind", ANN.id)]
        assert await reminded(again, 47) == [("remind", ANN.id)] * 2


async def test_a_reminder_sent_as_the_bot_died_keeps_its_nonce(told: Stage, table: Table) -> None:
    """It was stored before it was said; Discord drops the repeat."""
    await told.tables.deliver_pending()
    done = told.store.outbox.settle_delivered

    async def dies(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    told.store.outbox.settle_delivered = dies  # type: ignore[method-assign]  # between saying and noting it
    told.clock.advance(DAY + 1)
    await told.tables.looks.sweep()
    await asyncio.gather(told.tables.close(), return_exceptions=True)
    told.store.outbox.settle_delivered = done  # type: ignore[method-assign]
    async with staged(told.url, notifier=told.notifier, clock=told.clock) as again:
        again.line.poster = told.notifier
        await reminded(again)
        await reminded(again, 1)

    assert len(set(told.notifier.tried[-2:])) == 1
    assert len(told.notifier.tried) == 1 + 2 + 2


async def test_none_comes_for_a_turn_just_taken(told: Stage, table: Table) -> None:
    """It was stored, but before it is said they play."""
    told.line.poster = None
    told.clock.advance(DAY + 1)
    await told.tables.looks.sweep()
    await told.take(table, 1, 1)
    told.line.poster = told.notifier

    assert await reminded(told) == []


async def test_nobody_plays_while_being_reminded(told: Stage, table: Table) -> None:
    """The lock under which people act is held from the last look until it is said."""
    await told.tables.deliver_pending()
    held, speak = list[tuple[str, bool]](), told.notifier.deliver

    async def watched(shown: Table, delivery: Delivery) -> int | None:
        held.append((delivery.kind.value, told.tables._locks.of(table.id).locked()))
        return await speak(shown, delivery)

    told.notifier.deliver = watched  # type: ignore[method-assign,assignment]  # only to look on
    await reminded(told, 25)
    await told.take(table, 1, 1)
    await told.tables.deliver_pending()

    assert held == [("remind", True), ("turn", False)]


async def test_two_who_look_at_once_remind_once(told: Stage, table: Table) -> None:
    other = Tables(await Store.open(told.url), told.clock, {"toy": TOY}, entropy=lambda: KEY)
    told.clock.advance(DAY + 1)
    await asyncio.gather(told.tables.looks.sweep(), other.looks.sweep())
    await other._store.close()

    assert await reminded(told) == [("remind", ANN.id)]


@pytest.mark.parametrize("hours", [hours for hours in HOURS if hours])
async def test_the_table_chooses_when(told: Stage, hours: int) -> None:
    """In the lobby or later; the intervals grow with it."""
    await told.lobby(BOB)
    await told.tables.looks.choose(CHANNEL, ANN.id, hours, may_manage=False)
    await told.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    await told.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)

    assert await reminded(told, hours - 0.1) == []
    assert len(await reminded(told, 0.1)) == 1
    assert len(await reminded(told, 2 * hours - 0.1)) == 1
    assert len(await reminded(told, 0.1)) == 2


async def test_reminders_can_be_off(told: Stage, table: Table) -> None:
    await told.tables.looks.choose(CHANNEL, ANN.id, 0, may_manage=False)

    assert await reminded(told, 30 * 24) == []

    await told.tables.looks.choose(CHANNEL, ANN.id, 48, may_manage=False)
    assert await reminded(told) == [("remind", ANN.id)]


async def test_only_the_host_chooses_for_the_table(told: Stage, table: Table) -> None:
    """A manager of the channel may too."""
    answer = await refused(told.tables.looks.choose(CHANNEL, BOB.id, 0, may_manage=False))
    assert answer == TableKey.NOT_HOST
    assert await told.tables.looks.hours((await told.tables.in_channel(CHANNEL)).id) == 24

    await told.tables.looks.choose(CHANNEL, BOB.id, 0, may_manage=True)
    assert await told.tables.looks.hours((await told.tables.in_channel(CHANNEL)).id) == 0


async def test_who_wants_none_gets_none(told: Stage, table: Table) -> None:
    await told.tables.people.prefer(ANN, remind_by=RemindBy.NEVER)
    assert await reminded(told, 100) == []

    await told.tables.people.prefer(ANN, remind_by=RemindBy.DIRECT)
    assert await reminded(told) == [("remind_direct", ANN.id)]


async def test_closed_direct_messages_lead_to_the_channel(told: Stage, table: Table) -> None:
    await told.tables.people.prefer(ANN, remind_by=RemindBy.DIRECT)
    told.notifier.failures = {DeliveryKind.REMIND_DIRECT: CLOSED}
    assert await reminded(told, 25) == [("remind", ANN.id)]

    told.notifier.failures = {}
    assert await reminded(told, 49) == [("remind", ANN.id)] * 2


async def test_who_is_away_is_reminded_once_back(told: Stage, table: Table) -> None:
    back = told.clock.now() + timedelta(days=10)
    await told.tables.people.be_away(ANN, back)

    assert await reminded(told, 11 * 24 - 1) == []
    assert await reminded(told, 1) == [("remind", ANN.id)]


async def test_who_comes_back_early_is_reminded_a_day_later(told: Stage, table: Table) -> None:
    await told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=10))
    assert await reminded(told, 48) == []

    await told.tables.people.be_away(ANN, None)
    assert await reminded(told, 23.9) == []
    assert await reminded(told, 0.1) == [("remind", ANN.id)]


async def test_absence_is_known_at_the_table(told: Stage, table: Table) -> None:
    back = told.clock.now() + timedelta(days=3)
    await told.tables.people.be_away(BOB, back)

    people = (await told.tables.by_id(table.id)).people
    assert [person.away_until for person in people] == [None, back]


@pytest.mark.parametrize("days", [-1, 0, 367])
async def test_no_absence_ends_in_the_past_or_in_years(told: Stage, days: int) -> None:
    answer = await refused(told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=days)))

    assert answer == TableKey.BAD_ABSENCE
    assert (await told.tables.people.preferences(ANN.id)).away_until is None


async def test_the_longest_absence_is_a_leap_year(told: Stage) -> None:
    back = told.clock.now() + timedelta(days=366)

    assert (await told.tables.people.be_away(ANN, back)).away_until == back


async def test_quiet_hours_postpone_to_their_end(told: Stage) -> None:
    """In the player's own time: 22 to 8 in New York is 3 to 13 UTC in winter."""
    told.clock.time = datetime(2026, 1, 10, 4, tzinfo=UTC)
    await told.tables.people.live_in(ANN, "america/new york")
    await told.tables.people.keep_quiet(ANN, (22 * 60, 8 * 60))
    await told.start(BOB)

    assert await reminded(told, 24) == []
    assert await reminded(told, 8.9) == []
    assert await reminded(told, 0.1) == [("remind", ANN.id)]
    assert told.clock.now() == datetime(2026, 1, 11, 13, tzinfo=UTC)


async def test_zones_that_are_none_are_refused(told: Stage) -> None:
    answer = await refused(told.tables.people.live_in(ANN, "Atlantis/Poseidonis"))

    assert answer == TableKey.NO_SUCH_ZONE


async def test_quiet_hours_need_a_zone(told: Stage) -> None:
    """Without a zone it is unknown when their night is."""
    assert await refused(told.tables.people.keep_quiet(ANN, (0, 60))) == TableKey.QUIET_NEEDS_ZONE


async def test_a_channel_that_takes_nothing_ends_the_attempts(told: Stage, table: Table) -> None:
    """Quietly; the board is still told when it can be, and the next reminder is due."""
    await told.tables.deliver_pending()
    told.notifier.failures = {DeliveryKind.REMIND: HICCUP}
    for _ in range(20):
        await reminded(told, 12)
    assert len(told.notifier.tried) < 3 + 3 * 10
    told.notifier.failures = {}
    await told.take(table, 1, 1)

    assert ("turn", 0, None) in await told.said()


async def test_a_reminder_is_tried_for_a_day(told: Stage, table: Table) -> None:
    await told.said()
    told.notifier.failures = {DeliveryKind.REMIND: HICCUP}
    before = len(told.notifier.tried)
    await reminded(told, 24)
    for _ in range(24):
        await reminded(told, 1)
    of_a_day = len(told.notifier.tried) - before
    for _ in range(24):
        await reminded(told, 1)

    tries = Counter(told.notifier.tried)

    assert of_a_day > 24
    assert max(tries.values()) == DAY_OF_TRIES


async def test_a_game_that_cannot_be_read_silences_no_other(
    told: Stage, caplog: pytest.LogCaptureFixture, table: Table
) -> None:
    """It is logged once an hour, not in each round."""
    await told.tables.lobbies.open(guild=1, channel=9, host=CAT, title="toy", capacity=None)
    await told.tables.lobbies.at(9).join(BOB, 1)
    await told.tables.lobbies.at(9).start(CAT.id, may_manage=False, interaction=2)
    await told.said()
    whole = told.tables._loader.glance

    async def broken(row: GameRow) -> Table:
        if row.id == 1:
            raise RuntimeError("broken")
        return await whole(row)

    told.tables._loader.glance = broken  # type: ignore[method-assign]  # a broken log
    found = await reminded(told, 25)
    await reminded(told, 0.1)

    assert len(found) == 1
    assert caplog.text.count("a look at game 1 failed") == 2


async def test_games_that_are_over_are_left_alone(told: Stage, table: Table) -> None:
    await told.tables.cancel(CHANNEL, ANN, may_manage=True)

    assert await reminded(told, 100) == []


async def test_a_person_forgotten_leaves_no_wishes(told: Stage) -> None:
    await told.tables.people.prefer(CAT, remind_by=RemindBy.NEVER)
    await told.tables.privacy.forget(PlayerId(CAT.id))

    assert (await told.tables.people.preferences(CAT.id)).remind_by is RemindBy.CHANNEL


async def test_where_all_choose_at_once_those_who_have_not_locked_are_reminded(told: Stage) -> None:
    told.tables = Tables(
        told.store,
        told.clock,
        {"rounds": ROUNDS},
        make_notifier=lambda _: told.line,
        entropy=lambda: KEY,
    )
    told.line.poster = told.notifier
    await opened(told.tables, CHANNEL, ANN, "rounds")
    for number, person in enumerate((BOB, CAT)):
        await told.tables.lobbies.at(CHANNEL).join(person, number)
    table = await told.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)
    await told.tables.turns.act(table.id, BOB.id, table.revision, [Pick(0)])
    first = await reminded(told, 25)
    await told.tables.turns.act(table.id, CAT.id, table.revision, [Pick(0)])
    second = await reminded(told, 49)

    assert first == [("remind", ANN.id), ("remind", CAT.id)]
    assert second[2:] == [("remind", ANN.id)]


async def test_what_was_looked_at_too_early_is_not_kept(stage: Stage, table: Table) -> None:
    """Somebody has played since: nothing is said, and nobody counts as reminded."""
    now = stage.clock.now()
    await stage.store.looks.set_hours(table.id, 6, now)
    (seen,) = await stage.store.due.find(now, 9, DueKind.TURN)
    await stage.take(table, 1, 1)
    new = (NewDelivery(DeliveryKind.REMIND, 0, ANN.id),)

    with pytest.raises(StaleError):
        await stage.store.looks.keep(seen, table.revision, now=now, next_at=now, new=new)
    assert "remind" not in [row.kind for row in await stage.store.outbox.pending(table.id)]


async def test_a_clock_that_is_set_back_delays_no_reminder(told: Stage) -> None:
    """Each comes after as many hours as have passed, the second one too."""
    await told.start(BOB, open=True)
    await told.tables.housekeeping.round()
    told.clock.advance(23 * 3600)
    await told.tables.housekeeping.round()
    told.clock.jump(-20 * 3600)
    told.clock.advance(60)
    await told.tables.housekeeping.round()
    early = [kind for kind, _, _ in told.notifier.said]
    told.clock.advance(3600)
    await told.tables.housekeeping.round()
    await told.tables.close()
    first = [kind for kind, _, _ in told.notifier.said]
    told.clock.jump(-100 * 3600)
    told.clock.advance(48 * 3600)
    await told.tables.housekeeping.round()
    await told.tables.close()

    assert early == ["start"]
    assert first == ["start", "remind"]
    last = [kind for kind, _, _ in told.notifier.said if kind != "silent"]
    assert last == ["start", "remind", "remind"]


async def test_a_turn_that_began_after_the_clock_was_set_back_has_all_its_time(told: Stage) -> None:
    """A turn's start stored by the new time of day is not set back."""
    table = await told.start(BOB, open=True)
    await told.tables.housekeeping.round()
    told.clock.advance(3600)
    await told.tables.housekeeping.round()
    told.clock.jump(-30 * 3600)
    told.clock.advance(60)
    await told.take(table, 1, 1)
    told.clock.advance(60)
    await told.tables.housekeeping.round()
    told.clock.advance(23 * 3600)
    await told.tables.housekeeping.round()
    await told.tables.close()

    assert "remind" not in [kind for kind, _, _ in told.notifier.said]


async def silences(stage: Stage, days: float = 0) -> list[int | None]:
    """Advance by days; return the people whose silence the others have been told of."""
    await reminded(stage, 24 * days)
    return [player for kind, _, player in stage.notifier.said if kind == "silent"]


@pytest.mark.parametrize("hours", [0, 24])
async def test_the_others_hear_of_a_silence_on_its_third_and_seventh_day(
    told: Stage, hours: int, table: Table
) -> None:
    """Once each, whether or not the table has reminders; a restart repeats nothing."""
    await told.tables.looks.choose(CHANNEL, ANN.id, hours, may_manage=False)

    assert await silences(told, 2.9) == []
    assert await silences(told, 0.2) == [ANN.id]
    async with staged(told.url, notifier=told.notifier, clock=told.clock) as again:
        again.line.poster = told.notifier
        assert await silences(again, 3.8) == [ANN.id]
        assert await silences(again, 0.2) == [ANN.id] * 2
        assert await silences(again, 30) == [ANN.id] * 2


async def test_a_silence_that_was_missed_is_told_once(told: Stage, table: Table) -> None:
    assert await silences(told, 30) == [ANN.id]
    assert await silences(told, 30) == [ANN.id]


async def test_of_absence_and_of_who_plays_alone_nobody_is_told(told: Stage, table: Table) -> None:
    """An absent player is not silent until due back; a lone player has nobody to tell."""
    await told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=5))
    assert await silences(told, 7.9) == []
    assert await silences(told, 0.2) == [ANN.id]
    await told.tables.seats.resign((await told.tables.in_channel(CHANNEL)).id, BOB.id)
    assert await silences(told, 30) == [ANN.id]


async def test_where_computers_play_for_all_others_nobody_is_told_of_a_silence(told: Stage) -> None:
    """Nobody waits."""
    table = await told.start(BOB)
    await told.tables.seats.offer_computer(table, BOB.id, 1, "easy")

    assert await silences(told, 30) == []
