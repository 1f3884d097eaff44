"""Deals: a seat of a game that is over, handed on to all of a server, once each."""

from dataclasses import replace
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.service.finished.branches import KEPT, Branch
from metrobot.service.finished.deals import OPEN_FOR, first_fork
from metrobot.service.finished.forks import BranchKey, Fork, Source
from metrobot.service.finished.what_ifs import WhatIfKey, moments_of
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind, Undeliverable
from metrobot.service.play.lock_choice import draft_for
from metrobot.service.ports import Helpers
from metrobot.store.statements.daily.branches import DealRow
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage
from tests.service.test_clocks import First
from tests.service.toy import Stop, Take

ELSEWHERE = 99
EVE = Person(PlayerId(46), "Eve")


@pytest.fixture
async def table(stage: Stage, table: Table) -> Table:
    """Play a game of Ann and Bob to its end, where there are computers."""
    stage.tables.deals.branches.helpers = Helpers(First())
    return await stage.finish(table)


async def handed_on(stage: Stage, table: Table, who: Person = ANN, seat: int = 0) -> DealRow:
    """Hand a seat on, and return its deal."""
    deals, fork = stage.tables.deals, first_fork(table, table.id, Seat(seat))
    await deals.hand_on(fork, "fair", who, guild=GUILD, channel=CHANNEL)
    pending = await stage.store.outbox.pending(channel=CHANNEL)
    return await deals.deal(pending[-1].turn or 0, GUILD)


async def played(stage: Stage, deal: DealRow, who: Person) -> Branch:
    """Play somebody's run of a deal to its end."""
    run = await stage.tables.deals.play(deal, who)
    while not run.is_over:
        draft = draft_for(run.play, who.id)
        while not draft.is_turn_over:
            draft = draft.then(0)
        question = (run.row.id, who, run.play.revision, draft.code)
        run = await stage.tables.deals.branches.play_draft(*question)
    return run


async def test_each_has_one_run_on_the_same_cards(stage: Stage, table: Table) -> None:
    """Whoever plays alike gets alike; a second press goes on with the first run."""
    deal = await handed_on(stage, table)
    runs = [await played(stage, deal, who) for who in (CAT, DAN)]
    again = await stage.tables.deals.play(deal, CAT)

    assert again.row == runs[0].row
    assert runs[0].play.state == runs[1].play.state
    assert [each.play.record().key for each in runs] == [runs[0].origin.key] * 2


async def test_who_knew_the_game_is_marked(stage: Stage, table: Table) -> None:
    """By having sat there, or by its replay; a look at another game marks nobody."""
    await stage.tables.deals.note_watched(CAT.id, table.id)
    await stage.tables.deals.note_watched(DAN.id, table.id + 1)
    deal = await handed_on(stage, table)
    for who in (ANN, BOB, CAT, DAN):
        await played(stage, deal, who)

    results = await stage.tables.deals.results(deal)

    assert {row.player: row.compared for row in results} == {
        **dict.fromkeys((ANN.id, BOB.id, CAT.id), False),
        DAN.id: True,
    }


async def test_a_look_is_noted_once_and_kept_with_the_game(stage: Stage, table: Table) -> None:
    """Other charges go after eight days; of somebody who was forgotten this one too."""
    for _ in range(3):
        await stage.tables.deals.note_watched(ANN.id, table.id)
    stage.clock.advance(40 * 86_400)
    await stage.tables.ledger.clear()
    assert await stage.store.charges.has(ANN.id, "watched", table.id)
    await stage.tables.privacy.forget(ANN.id)
    await stage.tables.ledger.clear()
    assert not await stage.store.charges.has(ANN.id, "watched", table.id)


async def test_a_seat_is_handed_on_once_until_its_table_closes(stage: Stage, table: Table) -> None:
    """Then it is free again, and nothing is left of the runs; another seat is free at once."""
    deal = await handed_on(stage, table)
    await played(stage, deal, CAT)
    assert await refused(handed_on(stage, table, BOB)) == BranchKey.DEAL_OPEN
    await handed_on(stage, table, seat=1)

    stage.clock.advance(OPEN_FOR.total_seconds() - 1)
    await stage.tables.deals.branches.clear()
    assert len(await stage.tables.deals.results(deal)) == 1
    stage.clock.advance(3_601)
    assert await refused(stage.tables.deals.deal(deal.id, GUILD)) == BranchKey.DEAL_CLOSED
    await stage.tables.deals.branches.clear()

    assert await stage.tables.deals.results(deal) == ()
    assert (await handed_on(stage, table, BOB)).id > deal.id


async def test_it_is_charged_as_a_post_and_three_an_hour(stage: Stage, table: Table) -> None:
    await handed_on(stage, table)
    assert await refused(handed_on(stage, table)) == BranchKey.DEAL_OPEN
    await handed_on(stage, table, seat=1)
    stage.clock.advance(60)
    second = await stage.finish(await stage.start(BOB))
    await handed_on(stage, second)
    assert await refused(handed_on(stage, second, seat=1)) == TableKey.BRANCHED_OFTEN


@pytest.mark.parametrize(
    "change", [{"turn": 3}, {"seat": Seat(7)}, {"number": 99}, {"source": Source.RECORD}]
)
async def test_only_the_start_of_a_game_that_is_over_is_handed_on(
    stage: Stage, change: dict[str, Any], table: Table
) -> None:
    fork = replace(first_fork(table, table.id, Seat(0)), **change)
    hand_on = stage.tables.deals.hand_on(fork, "fair", ANN, guild=GUILD, channel=CHANNEL)
    assert await refused(hand_on)
    kinds = [row.kind for row in await stage.store.outbox.pending(channel=CHANNEL)]
    assert DeliveryKind.DEAL not in kinds


async def test_a_running_or_cancelled_game_is_neither_handed_nor_played_on(told: Stage) -> None:
    """It has no end yet, or none at all; nor is one that was put aside."""
    table = await told.start(BOB)
    fork = Fork(Source.GAME, table.id, 0, Seat(0))
    branches = told.tables.deals.branches
    assert await refused(branches.begin(fork, CAT, "fair")) == BranchKey.NOT_OVER
    await told.put_aside()
    assert (await told.tables.by_id(table.id)).aside_at is not None
    assert await refused(branches.begin(fork, CAT, "fair")) == BranchKey.NOT_OVER
    await told.start(BOB)
    fork = replace(fork, number=fork.number + 1)
    await told.tables.cancel(CHANNEL, ANN, may_manage=True)
    assert await refused(branches.begin(fork, CAT, "fair")) == BranchKey.NOT_OVER


async def test_a_private_game_is_its_players_alone_until_they_hand_it_on(
    stage: Stage, table: Table
) -> None:
    """Others find nothing; then anybody on the server plays it."""
    assert await stage.store.games.by_id(table.id) is not None
    origin, fork = (
        replace(table, place=replace(table.place, private=True)),
        first_fork(table, table.id, Seat(0)),
    )

    async def load(*_: object) -> Table:
        return origin

    deals = stage.tables.deals
    deals.branches.load = load
    assert await refused(deals.branches.begin(fork, CAT, "fair")) == BranchKey.GONE
    deal = await handed_on(stage, table)
    assert (await played(stage, deal, CAT)).is_over


async def test_a_seat_that_changed_hands_is_looked_at_as_whoever_moved_then(stage: Stage) -> None:
    """With their view of it; whoever has left knows the game as those do who stayed."""
    stage.tables.deals.branches.helpers = Helpers(First())
    table = await stage.take(await stage.take(await stage.start(BOB, CAT), 1, 1), 1, 1)
    table = await stage.tables.seats.resign(table.id, BOB.id)
    table = await stage.finish(await stage.sit(table, 1, DAN))
    (moment,) = moments_of(Source.GAME, table, table.turns_played[1])
    assert moment.play.person_at(moment.seat).id == BOB.id
    assert [number is not None for number in moment.view.numbers] == [False, True, False]

    deal = await handed_on(stage, table, seat=1)
    for who in (BOB, DAN, EVE):
        await played(stage, deal, who)
    marked = {row.player for row in await stage.tables.deals.results(deal) if not row.compared}
    assert marked == {BOB.id, DAN.id}


async def test_a_turn_without_a_choice_is_not_offered(stage: Stage) -> None:
    """One counter is left, which has to be taken; its number pressed all the same is refused."""
    table, alone = await stage.start(BOB), -1
    while table.status is Status.RUNNING:
        pile = table.state.pile
        if pile == 1:
            alone = table.title.turn_number(table.state)
            table = await stage.take(table, 1)
        elif pile <= 4:
            (person,) = table.to_act()
            actions = [Take(pile - 1), Stop()]
            table = await stage.tables.turns.act(table.id, person.id, table.revision, actions)
        else:
            table = await stage.take(table, *((3, pile - 4) if pile <= 7 else (1, 1)))
    what_ifs = stage.tables.what_ifs
    assert alone in table.turns_played
    assert what_ifs.moments(Source.GAME, table, alone) == ()
    with pytest.raises(Refusal, match=WhatIfKey.NO_CHOICE):
        what_ifs.moment(Source.GAME, table, alone, alone % 2)


async def test_who_is_forgotten_is_in_no_table(stage: Stage, table: Table) -> None:
    deal = await handed_on(stage, table)
    for who in (CAT, DAN):
        await played(stage, deal, who)
    await stage.tables.privacy.forget(CAT.id)
    results = await stage.tables.deals.results(deal)
    assert CAT.name not in str(results)
    assert str(CAT.id) not in str(results)
    assert DAN.name in str(results)


async def test_a_deal_is_of_its_server(stage: Stage, table: Table) -> None:
    deal = await handed_on(stage, table)
    assert await refused(stage.tables.deals.deal(deal.id, ELSEWHERE)) == BranchKey.DEAL_CLOSED


async def test_an_invitation_that_cannot_be_posted_keeps_no_seat(told: Stage, table: Table) -> None:
    """Discord refuses it for good: the seat can be handed on elsewhere."""
    told.notifier.failures = {DeliveryKind.DEAL: Undeliverable("refused", permanent=True)}
    deal = await handed_on(told, table)
    await told.tables.deliver_pending()
    assert await refused(told.tables.deals.deal(deal.id, GUILD)) == BranchKey.DEAL_CLOSED


async def test_runs_of_a_deal_outlive_branches(stage: Stage, table: Table) -> None:
    """They are kept as long as the table is open."""
    deal = await handed_on(stage, table)
    await played(stage, deal, CAT)
    stage.clock.advance(KEPT.total_seconds() + 3_601)
    await stage.tables.deals.branches.clear()
    assert [row.player for row in await stage.tables.deals.results(deal)] == [CAT.id]
