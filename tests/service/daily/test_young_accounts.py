"""What accounts younger than 30 days do not do for a server: its streak, a paper's first place."""

from datetime import timedelta

import pytest

from metrobot.service.daily import timetable
from metrobot.service.daily.papers import NAMED
from metrobot.service.daily.timetable import GROWN
from metrobot.service.model.play import Person, PlayerId
from tests.service.daily.playing import begun, day_of, played, scored, valued
from tests.service.stage import ANN, BOB, GUILD, Stage

SUNDAY = 11
"""Number of a line of a Sunday."""


def made(days: int, *, before: int, name: str = "Young", plus: int = 0) -> Person:
    """Return somebody whose account was made some days before a line."""
    return Person(PlayerId(timetable.first_young(before - days + GROWN.days) + plus), name)


def test_ids_tell_the_age_of_accounts() -> None:
    """As Discord describes it, to the millisecond."""
    since = timetable.opens_at(40) - GROWN
    young = timetable.first_young(40)

    # An id of their documentation.
    assert young > 175928847299117063
    assert (young >> 22) + 1420070400000 == since.timestamp() * 1000
    assert timetable.first_young(41) - young == 86_400_000 << 22


@pytest.mark.parametrize(("days", "length"), [(29, 0), (33, 3)])
async def test_young_accounts_do_not_make_a_servers_streak(
    stage: Stage, days: int, length: int
) -> None:
    """It goes by the day of each line; a server of one and a young account has none."""
    other = made(days, before=42)
    for number in (40, 41, 42):
        stage.clock.time = day_of(number)
        for who in (ANN, other):
            await scored(stage, who, 20)

    assert await stage.tables.daily.standings.server_streak(GUILD) == length
    stage.clock.advance(timedelta(hours=18).total_seconds() - 1)
    assert await stage.tables.daily.standings.server_streak(GUILD) == length


async def test_an_account_that_grows_up_makes_a_streak_from_that_day_on(stage: Stage) -> None:
    other = made(29, before=40)
    for number in (40, 41, 42):
        stage.clock.time = day_of(number)
        for who in (ANN, other):
            await scored(stage, who, 20)

    assert await stage.tables.daily.standings.server_streak(GUILD) == 1


async def test_young_accounts_have_no_first_place_in_a_paper(stage: Stage) -> None:
    """Neither of the line nor of the week; behind somebody else they are named."""
    first, third = made(1, before=SUNDAY, name="First"), made(2, before=SUNDAY, name="Third")
    stage.clock.time = day_of(SUNDAY)
    for who, score in ((first, 40), (ANN, 30), (third, 25), (BOB, 20)):
        await scored(stage, who, score)
    await valued(stage, SUNDAY, 20)
    stage.clock.time = day_of(SUNDAY + 1, 8)

    paper = await stage.tables.daily.papers.paper(GUILD, SUNDAY)

    assert [each.name for each in paper.results] == ["Ann", "Third", "Bob"]
    assert paper.others == 1
    assert [each.name for each in paper.week.shown] == ["Ann", "Third", "Bob"]
    assert paper.week.total == 4


async def test_many_young_accounts_keep_nobody_out_of_a_paper(stage: Stage) -> None:
    """More than it names, all ahead: the first one after them is named all the same."""
    stage.clock.time = day_of(SUNDAY)
    for n in range(NAMED + 1):
        await scored(stage, made(1, before=SUNDAY, name=f"Young {n}", plus=n), 40)
    await scored(stage, ANN, 30)
    await valued(stage, SUNDAY, 20)
    stage.clock.time = day_of(SUNDAY + 1, 8)

    paper = await stage.tables.daily.papers.paper(GUILD, SUNDAY)

    assert [each.name for each in paper.results] == ["Ann"]
    assert [each.name for each in paper.week.shown] == ["Ann"]
    assert paper.others == NAMED + 1


async def test_a_paper_shows_no_sheet_of_a_young_account(stage: Stage) -> None:
    """Though it is the only one that may be shown."""
    young = made(1, before=1)
    for who in (young, ANN):
        await played(stage, await begun(stage, who), who)
    await stage.tables.people.prefer(young, show_sheet=True)
    stage.clock.time = day_of(2, 8)

    assert (await stage.tables.daily.papers.paper(GUILD, 1)).best is None
    await stage.tables.people.prefer(ANN, show_sheet=True)
    best = (await stage.tables.daily.papers.paper(GUILD, 1)).best

    assert best is not None
    assert best.play.people[0].name == "Ann"
