"""What is remembered of lines is what is counted anew, whatever happens in a month."""

import random
from contextlib import suppress
from pathlib import Path

from metrobot.engine.errors import Refusal
from metrobot.service.daily.standings import LineStandings
from metrobot.service.daily.timetable import number_at
from metrobot.service.outbox.delivery import DeliveryKind
from tests.databases import url_of
from tests.service.daily.playing import begun, day_of, ended, standings_on, valued
from tests.service.stage import ANN, BOB, CAT, DAN, GUILD, Stage, staged

PEOPLE, GUILDS = (ANN, BOB, CAT, DAN), (GUILD, GUILD + 1)
STEPS = 80
HOUR, DAY = 3600, 86_400


async def all_of(standings: LineStandings, today: int) -> list[object]:
    """Return all streaks, and this week and the last one of each server."""
    found = list[object]([await standings.streak(each.id) for each in PEOPLE])
    for guild in GUILDS:
        found.append(await standings.server_streak(guild))
        found += [await standings.week(guild, max(1, number), 9) for number in (today, today - 7)]
    return found


async def stepped(stage: Stage, dice: random.Random) -> None:
    """Let something happen that changes how people stand, or must not."""
    daily, who, guild = stage.tables.daily, dice.choice(PEOPLE), dice.choice(GUILDS)
    now = stage.clock.now()
    number = number_at(now) - (now.hour < 6 and dice.random() < 0.5)
    match dice.randrange(12):
        case 0 | 1 | 2 | 3 | 4:
            run = await begun(stage, who, number, guild=guild)
            if dice.random() < 0.8 and not run.is_over and not run.line.is_closed:
                await ended(stage, run, dice.randrange(20, 25))
        case 5:
            line = await daily.lines.line(number - dice.randrange(1, 9))
            await valued(stage, line.number, par=20, easy=dice.randrange(9))
        case 6:
            line = await daily.lines.line(number - dice.randrange(4))
            own = await daily.runs.of(line.number, who)
            if own is not None and own.is_over:
                strip = DeliveryKind.STRIP
                await daily.shares.share(strip, line, who, guild=guild, channel=guild)
        case 7:
            await stage.tables.leaderboards.set_listed(who.id, listed=dice.random() < 0.7)
        case 8:
            await stage.tables.privacy.forget(who.id)
        case 9:
            by = dice.choice((-3 * DAY, 3 * DAY, -HOUR, 13 * HOUR))
            stage.clock.jump(by)
            await daily.sweep()
            stage.clock.advance(dice.choice((60, 700)))
            with suppress(Refusal):
                await daily.lines.closed_line(number - dice.randrange(2))
            await all_of(daily.standings, number_at(stage.clock.now()))
            stage.clock.jump(-by if dice.random() < 0.9 else 0)
        case 10:
            await daily.lines.link(await daily.lines.line(number - dice.randrange(1, 3)))
        case _:
            stage.clock.advance(5 * HOUR)


async def test_what_is_remembered_is_what_is_counted_anew(tmp_path: Path) -> None:
    """Streaks of people and of servers, and weeks: after each step, by the same database."""
    dice, at, streaks = random.Random(13), 0.0, 0
    async with staged(url_of(tmp_path / "games.db")) as stage:
        stage.clock.time = day_of(20)
        for _ in range(STEPS):
            stage.clock.advance(dice.choice((1, 5, 7, 9, 24)) * HOUR)
            await stage.tables.daily.sweep()
            with suppress(Refusal):
                await stepped(stage, dice)
            today = number_at(stage.clock.now())
            remembered = await all_of(stage.tables.daily.standings, today)
            assert remembered == await all_of(standings_on(stage), today)
            streaks += remembered[0] != remembered[1]
            at = stage.clock.passed

    assert at > 15 * DAY
    assert streaks > STEPS // 4
