"""Messages of no game: said in order and at least once, as those of games are."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from metrobot.service.model.play import Person, PlayerId
from metrobot.service.outbox.attempts import MOST_TRIES
from metrobot.service.outbox.delivery import Delivery, DeliveryKind, Undeliverable
from metrobot.service.outbox.retry import FIRST_PAUSE, LONGEST_PAUSE
from metrobot.service.play import acts
from metrobot.service.upkeep.housekeeping import BUSY, CLEARED_EVERY, KEPT_SAID, SHARED
from metrobot.store.schema.act_rows import NewDelivery, Stream
from metrobot.store.schema.rows import StaleError
from metrobot.store.schema.tables import deliveries, games
from metrobot.store.statements import outbox
from tests.service.stage import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    CLOSED,
    GONE,
    GUILD,
    HICCUP,
    FakeNotifier,
    Stage,
    staged,
)

HERE, THERE = 21, 22
KIND = DeliveryKind.CANCELLED
LOST = Undeliverable("permission", permanent=False, is_lost=True)
LATER = (KEPT_SAID + CLEARED_EVERY).total_seconds()


async def enqueue_to(
    stage: Stage, *people: Person, channel: int | None = None, turns: Sequence[int] = (0,)
) -> None:
    """Store something for each person and number, to a channel or to them alone."""
    new = [
        NewDelivery(KIND, turn, person.id, GUILD, channel) for person in people for turn in turns
    ]
    now = stage.clock.now()
    await stage.store._database.write(lambda c: outbox.enqueue(c, None, 0, new, now))


def said(turn: int, person: Person) -> tuple[str, int, int]:
    """Return the note of a message that belongs to no game."""
    return (KIND.value, turn, person.id)


class Failing(FakeNotifier):
    """A notifier that fails for some channels and people."""

    where: tuple[int, ...] = ()

    async def deliver(self, table: object, delivery: Delivery) -> int | None:
        """Write down, or fail."""
        del table
        if (delivery.channel or delivery.player) in self.where:
            raise HICCUP
        return await super().deliver(None, delivery)


async def test_each_channel_and_person_hears_in_order_and_waits_for_no_other(told: Stage) -> None:
    told.line.poster = notifier = Failing()
    notifier.where = (HERE, CAT.id)
    await enqueue_to(told, ANN, channel=HERE, turns=(1, 2))
    await enqueue_to(told, ANN, channel=THERE, turns=(3, 4))
    await enqueue_to(told, BOB, CAT, turns=(5, 6))
    await told.tables.deliver_pending()
    first = sorted(notifier.said)
    notifier.where = ()
    notifier.said.clear()
    told.clock.advance(FIRST_PAUSE.total_seconds())
    await told.tables.deliver_pending()

    assert first == sorted(said(*one) for one in ((3, ANN), (4, ANN), (5, BOB), (6, BOB)))
    here = [each for each in notifier.said if each[2] == ANN.id]
    assert here == [said(1, ANN), said(2, ANN)]
    assert [each for each in notifier.said if each not in here] == [said(5, CAT), said(6, CAT)]


async def test_a_game_in_the_same_channel_is_a_stream_of_its_own(told: Stage) -> None:
    told.notifier.failures[KIND] = HICCUP
    await enqueue_to(told, ANN, channel=CHANNEL)
    await told.start(BOB, open=True)

    assert await told.said() == [("start", None, None)]


async def test_the_notifier_is_told_where_to_post(told: Stage) -> None:
    heard = list[Delivery]()

    class Noting(FakeNotifier):
        async def deliver(self, table: object, delivery: Delivery) -> int | None:
            heard.append(delivery)
            assert (table is None) == (delivery.game is None)
            return await super().deliver(None, delivery)

    told.line.poster = Noting()
    await enqueue_to(told, ANN, channel=HERE)
    await enqueue_to(told, ANN)
    await told.start(BOB, open=True)
    await told.tables.deliver_pending()

    found = {(each.game, each.guild, each.channel) for each in heard}
    assert found == {(None, GUILD, HERE), (None, GUILD, None), (1, GUILD, CHANNEL)}
    assert len({each.nonce for each in heard}) == 3
    assert all(len(each.nonce) <= 25 for each in heard)


async def test_what_a_kill_left_unsaid_is_said_once_by_the_next_process(stage: Stage) -> None:
    await enqueue_to(stage, ANN, channel=HERE, turns=(1, 2))

    async with staged(stage.url) as again:
        again.line.poster = again.notifier
        for _ in range(2):
            await again.tables.housekeeping.round()
        assert await again.said() == [said(1, ANN), said(2, ANN)]


async def test_a_failure_is_tried_again_after_growing_pauses(told: Stage) -> None:
    """Under the same nonce, so that a repeat is not posted twice; the round comes in time."""
    told.notifier.failures[KIND] = HICCUP
    await enqueue_to(told, ANN, channel=HERE)
    housekeeping = told.tables.housekeeping
    rounds, pauses = list[timedelta](), list[timedelta | None]()
    for failed in range(3):
        rounds.append(await housekeeping.round())
        pauses.append(await housekeeping.outbox.next_in())
        told.clock.advance((FIRST_PAUSE * 2**failed).total_seconds())
    told.notifier.failures.clear()

    longest = SHARED if told.store.is_shared else BUSY
    assert pauses == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]
    assert rounds == [min(each, longest) for each in pauses if each is not None]
    assert await told.said() == [said(0, ANN)]
    assert len(set(told.notifier.tried)) == 1


@pytest.mark.parametrize("failure", [GONE, CLOSED])
async def test_what_can_never_be_said_is_given_up_and_nobody_is_told(
    told: Stage, failure: Undeliverable
) -> None:
    told.notifier.failures[KIND] = failure
    await enqueue_to(told, ANN)
    await told.tables.deliver_pending()
    tried = len(told.notifier.tried)
    told.notifier.failures.clear()
    await enqueue_to(told, ANN, turns=(1,))

    assert tried == 1
    assert await told.said() == [said(1, ANN)]


async def test_a_channel_that_stays_lost_is_given_up(told: Stage) -> None:
    """No game waits for it to be found again."""
    told.notifier.failures[KIND] = LOST
    await enqueue_to(told, ANN, channel=HERE)
    for _ in range(MOST_TRIES + 2):
        await told.tables.deliver_pending()
        told.clock.advance(LONGEST_PAUSE.total_seconds())

    assert len(told.notifier.tried) == MOST_TRIES
    assert await told.store.outbox.every_pending() == ()


async def test_it_counts_among_what_is_still_to_be_said(told: Stage) -> None:
    """A host sees a backlog of any kind."""
    before = (await told.store.backlog()).pending
    await enqueue_to(told, ANN, channel=HERE)

    assert (await told.store.backlog()).pending == before + 1


async def test_what_was_said_goes_after_a_week_and_what_was_not_stays(told: Stage) -> None:
    async def kept() -> int:
        all_of_them = deliveries.select().where(deliveries.c.id > 0)
        return len(await told.store._database.read(lambda c: c.execute(all_of_them).all()))

    told.line.poster = notifier = Failing()
    notifier.where = (THERE,)
    await enqueue_to(told, ANN, channel=HERE, turns=(1, 2))
    await enqueue_to(told, ANN, channel=THERE)
    await told.tables.deliver_pending()
    told.clock.advance(LATER / 2)
    await told.tables.housekeeping.round()
    early = await kept()
    told.clock.advance(LATER)
    await told.tables.housekeeping.round()

    assert early == 3
    assert [row.stream for row in await told.store.outbox.every_pending()] == [
        Stream(channel=THERE)
    ]
    assert await kept() == 1


async def test_nothing_more_is_said_to_a_person_who_was_forgotten(told: Stage) -> None:
    await enqueue_to(told, ANN, turns=(1,))
    await enqueue_to(told, ANN, channel=HERE, turns=(2,))
    await enqueue_to(told, BOB, turns=(3,))
    await told.tables.privacy.forget(ANN.id)
    nobody = Person(PlayerId(-1), "")

    assert sorted(await told.said()) == [said(2, nobody), said(3, BOB)]
    assert await told.tables.people.name_of(nobody.id) is None


# --- a game that is cancelled ---


async def test_a_cancelled_game_is_announced_after_a_restart(stage: Stage) -> None:
    """It is stored with the cancel, so that no kill comes between."""
    await stage.start(BOB)
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)

    async with staged(stage.url) as again:
        again.line.poster = again.notifier
        assert await again.said() == [(KIND.value, None, ANN.id)]


async def test_of_a_cancel_that_comes_too_late_nothing_is_said(told: Stage) -> None:
    table = await told.start(BOB)
    game = await told.row(table)
    await told.said()
    told.notifier.said.clear()
    await told.tables.cancel(CHANNEL, ANN, may_manage=True)
    with pytest.raises(StaleError):
        await told.store.games.cancel(game, acts.cancellation(game, BOB, told.clock.now()))

    assert await told.said() == [(KIND.value, None, ANN.id)]


async def test_whoever_manages_the_channel_is_named_too(told: Stage) -> None:
    """They may never have been at a table."""
    await told.start(BOB)
    await told.tables.cancel(CHANNEL, CAT, may_manage=True)

    assert (KIND.value, None, CAT.id) in await told.said()
    assert await told.tables.people.name_of(CAT.id) == CAT.name


async def test_of_lobbies_private_games_and_empty_tables_nothing_is_announced(told: Stage) -> None:
    """As long as nobody else has heard of the game, or it is said elsewhere."""
    await told.lobby(BOB)
    await told.tables.cancel(CHANNEL, ANN, may_manage=True)
    table = await told.start(BOB)
    private = games.update().where(games.c.id == table.id).values(private=True)
    await told.store._database.write(lambda c: c.execute(private))
    await told.tables.cancel(CHANNEL, ANN, may_manage=True)
    left = await told.start(BOB)
    for person in (ANN, BOB):
        await told.tables.seats.resign(left.id, person.id)

    assert KIND not in [kind for kind, _, _ in await told.said()]


async def test_what_names_no_reader_is_not_stored(told: Stage) -> None:
    """Without a game, a channel and a person, nobody would ever post it."""
    new, now = [NewDelivery(KIND)], told.clock.now()

    with pytest.raises(ValueError, match="needs a channel or a person"):
        await told.store._database.write(lambda c: outbox.enqueue(c, None, 0, new, now))
    assert await told.store.outbox.every_pending() == ()
