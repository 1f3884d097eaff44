"""Figures of somebody's games: with whom and where they win, and how long their turns take."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import pytest

from metrobot.service.finished.figures import TOGETHER, Figures, Results
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage

HOURS = ((3, 30), (5, 4), (1, 50))
"""Hours before each turn of Ann, and of Bob."""


async def figures_of(stage: Stage, person: Person = ANN) -> Figures:
    return await stage.tables.figures.figures(GUILD, person.id)


async def played(stage: Stage, hours: Sequence[tuple[float, float]], table: Table) -> Table:
    """Let two people play by turns, each so many hours after the other."""
    for pair in hours:
        for pause in pair:
            stage.clock.advance(timedelta(hours=pause).total_seconds())
            table = await stage.take(table, 1, 1)
    return table


async def won_by(stage: Stage, count: int, *others: Person) -> Counter[int]:
    """Play some games to their ends; return how often each place has won alone."""
    wins = Counter[int]()
    for _ in range(count):
        stage.clock.advance(3 * 3600)
        table = await stage.finish(await stage.start(*others))
        places = table.title.outcome(table.state).places
        wins.update(place for place, rank in enumerate(places) if rank == 1)
    return wins


@pytest.mark.parametrize(
    ("quiet", "hours"), [(None, 2), ((0, 120), 1), ((22 * 60, 6 * 60), 1), ((12 * 60, 13 * 60), 3)]
)
async def test_half_of_the_turns_took_no_longer_than_the_median_of_waking_time(
    stage: Stage, quiet: tuple[int, int] | None, hours: int
) -> None:
    """Two thirds of the time for who has no quiet hours, else all but these as they are now."""
    # Ann is awaited from 0 to 3, from 9 to 14, and from 18 to 19 o'clock of other days.
    await played(stage, HOURS, await stage.start(BOB))
    if quiet is not None:
        await stage.tables.people.live_in(ANN, "UTC")
        await stage.tables.people.keep_quiet(ANN, quiet)

    figures = await figures_of(stage)

    assert figures.turns == 3
    assert figures.time == timedelta(hours=hours)


async def test_how_long_others_take_changes_nothing_in_ones_own_time(stage: Stage) -> None:
    """Nor do their quiet hours; theirs is another figure."""
    await played(stage, HOURS, await stage.start(BOB))
    before = await figures_of(stage)
    await stage.tables.people.live_in(BOB, "UTC")
    await stage.tables.people.keep_quiet(BOB, (0, 600))

    assert await figures_of(stage) == before
    assert (await figures_of(stage, BOB)).time > before.time


async def test_a_person_of_two_seats_has_the_turns_of_both(stage: Stage) -> None:
    """The number of a seat is not that of its player."""
    await played(stage, HOURS[:2], await stage.start(BOB, double=True))

    assert [(await figures_of(stage, each)).turns for each in (ANN, BOB)] == [2, 2]


async def test_turns_that_may_be_anothers_have_no_time(stage: Stage) -> None:
    """Those of who sat there before, and of games alone; of a game elsewhere nothing is told."""
    table = await played(stage, HOURS[:2], await stage.start(BOB))
    table = await stage.tables.seats.resign(table.id, BOB.id)
    await stage.sit(table, 1, DAN)

    assert [(await figures_of(stage, each)).turns for each in (ANN, BOB, DAN)] == [2, 0, 0]
    assert (await stage.tables.figures.figures(GUILD + 1, ANN.id)).turns == 0


async def test_results_are_told_by_table_and_by_person(stage: Stage) -> None:
    """A shared win is won, never lost; of three people neither of two may have won."""
    pairs = await won_by(stage, TOGETHER, BOB)
    three = await won_by(stage, 2, BOB, CAT)

    figures = await figures_of(stage)

    lost = TOGETHER - pairs[0]
    assert figures.sizes == {
        ("toy", 2): Results(TOGETHER, pairs[0], lost),
        ("toy", 3): Results(2, three[0], 2 - three[0]),
    }
    ((name, bob),) = figures.rivals
    assert (name, bob.games, bob.wins) == ("Bob", TOGETHER + 2, pairs[0] + three[0])
    assert lost <= bob.losses <= lost + three[1]
    assert figures.streak <= pairs[0] + three[0]


@pytest.mark.parametrize("number", range(4))
async def test_who_is_not_seen_on_boards_is_nobodys_rival(stage: Stage, number: int) -> None:
    """Fewer games than five together, or either of the two not listed, or gone: no name."""
    await won_by(stage, TOGETHER - (number == 0), BOB)
    hidden = {1: BOB, 2: ANN}.get(number)
    if hidden is not None:
        await stage.tables.leaderboards.set_listed(hidden.id, listed=False)
    if number == 3:
        await stage.tables.leaderboards.count(GUILD)
        await stage.tables.people.note_members({(GUILD, int(BOB.id)): None})

    figures = await figures_of(stage)

    assert figures.rivals == ()
    assert figures.sizes


async def test_who_leaves_has_lost_and_is_on_no_streak(stage: Stage) -> None:
    """A game that somebody left counts where they began it, however it went on."""
    for _ in range(5):
        stage.clock.advance(3 * 3600)
        table = await played(stage, HOURS, await stage.start(BOB, CAT))
        await stage.tables.seats.resign(table.id, ANN.id)
        await stage.finish(await stage.tables.in_channel(CHANNEL))

    figures = await figures_of(stage)

    assert figures.sizes == {("toy", 3): Results(5, 0, 5)}
    assert (figures.streak, figures.turns) == (0, 0)
    assert {row.wins for _, row in figures.rivals} == {0}
    assert await stage.tables.figures.figures(GUILD, PlayerId(999)) == Figures({})
