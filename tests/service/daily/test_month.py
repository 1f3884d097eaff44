"""A month of four hundred people: with bad days, restarts, a database put back from a copy."""

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from metrobot.service.daily.chain import Chain
from metrobot.service.daily.line import LineKey
from metrobot.service.daily.runs import Run
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.tables import Tables
from metrobot.store.schema.daily_tables import runs
from metrobot.store.statements.daily.branches import begin_branch
from metrobot.store.statements.daily.lines import COUNTS
from metrobot.store.statements.daily.runs import BarredError, RunRow, begin_run, run_of, save_run
from metrobot.store.store import Store
from metrobot.store.upkeep.backup import back_up
from metrobot.store.upkeep.copy_database import WHOLE as WHOLE_TABLE
from tests.databases import url_of
from tests.service.daily.playing import after_card, press_of, somebody
from tests.service.daily.second_count import FIRST, counted, first_open, paper_hour
from tests.service.stage import CHANNEL, KEY, FakeClock, Line

Row: TypeAlias = Callable[[sa.Connection], None]
PEOPLE, DAYS, SERVERS = 400, 30, 20
GUILDS = range(1, SERVERS + 1)
WHOLE, BY_SERVICE = 4, 20
"""The first play each card, the next only begin through the service, all others are rows."""
DOWN_DAYS = (9, 10, 20)
COPIED, RESTORED = (17, 16), (17, 20)
"""Day and hour at which a copy is made, and at which it is put back; no paper lies between."""
HOURS = ((7, "UTC"), (9, "Europe/Berlin"), (8, "America/New_York"), (8, "Asia/Seoul"))
OF_TICK = timedelta(minutes=35)
"""Minutes of an hour after which all its papers are due; the bot is checked then."""


@dataclass
class Ledger:
    """A second, naive account of everything that happened.

    Attributes:
        up: lines on whose day the bot was up.
        begun: the lines that each person has begun.
        finished: the lines that each person has finished.
        places: who is told of where, by server and line.
        barred: the lines that each person may not begin again.
        told: the papers of all servers.
        seen: the newest line that was over when each server was looked at.
    """

    up: set[int] = field(default_factory=set)
    begun: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    finished: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    places: defaultdict[tuple[int, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    barred: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    told: list[tuple[int, int]] = field(default_factory=list)
    seen: dict[int, int] = field(default_factory=lambda: dict.fromkeys(GUILDS, 0))

    def streak(self, who: int, now: datetime) -> tuple[int, int, bool]:
        """Return somebody's streak: length, spare days, whether one was used."""
        own = self.finished[who]
        since = [number for number in sorted(self.up) if own and number >= min(own)]
        return counted([(number, number in own) for number in since], first_open(now))

    def done_here(self, guild: int, number: int) -> int:
        """Return the number of a server's people who have finished a line."""
        return sum(number in self.finished[who] for who in self.places[guild, number])

    def town(self, guild: int, now: datetime) -> int:
        """Return the number of consecutive lines that two people of a server have finished."""
        found = 0
        for number in sorted(self.up, reverse=True):
            is_done = self.done_here(guild, number) >= 2
            if not is_done and number < first_open(now):
                break
            found += is_done
        return found

    def forget(self, who: int, now: datetime) -> None:
        """Know nothing any more of somebody but which open lines they have begun."""
        still = {number for number in self.begun[who] if number >= first_open(now)}
        self.barred[who] |= still
        self.begun[who], self.finished[who] = set(), set()
        for here in self.places.values():
            here.discard(who)

    def papers(self, now: datetime) -> None:
        """Note the papers due by now, of servers where somebody has played within a week."""
        over = first_open(now) - 1
        for guild in GUILDS:
            hour, zone = hour_of(guild)
            if over <= self.seen[guild] or now < paper_hour(self.seen[guild] + 1, hour, zone):
                continue
            self.seen[guild] = over
            lately = range(max(1, over - 6), over + 1)
            if over in self.up and any(self.done_here(guild, number) for number in lately):
                self.told.append((guild, over))


def hour_of(guild: int) -> tuple[int, str]:
    """Return the hour and the zone of a server's paper."""
    return HOURS[guild % len(HOURS)]


@dataclass
class Reader:
    """Reads all papers; it forgets nothing when a database is put back."""

    clock: FakeClock
    papers: list[tuple[int, int, datetime]] = field(default_factory=list)

    async def deliver(self, table: Table | None, delivery: Delivery) -> int:
        """Take one paper."""
        assert delivery.kind is DeliveryKind.PAPER
        self.papers.append((delivery.guild or 0, delivery.turn or 0, self.clock.now()))
        return 10_000 + delivery.id


@dataclass
class Plans:
    """The plans of all people, by line and person: the hour of beginning, and for how long.

    Attributes:
        begin: hour of the line's day; missing: not at all.
        length: hours until it is finished; may be too long.
        forget: people and the hour, from the first on, at which they want to be forgotten.
        guilds: where each of them plays.
    """

    begin: dict[tuple[int, int], int] = field(default_factory=dict)
    length: dict[tuple[int, int], int] = field(default_factory=dict)
    forget: dict[int, list[int]] = field(default_factory=dict)
    guilds: list[tuple[int, ...]] = field(default_factory=list)


def planned(people: int, dice: random.Random) -> Plans:
    """Draw plans for a number of people, each with habits of their own."""
    plans = Plans()
    for who in range(people):
        habit, awake = dice.choice((0.15, 0.5, 0.8, 0.95, 1.0)), dice.randrange(24)
        # Some servers are small, and some fall asleep.
        home = min(dice.randrange(1, SERVERS + 1), dice.randrange(1, SERVERS + 1))
        away = dice.randrange(1, SERVERS + 1)
        plans.guilds.append((home, away) if dice.random() < 0.1 and away != home else (home,))
        last = dice.choice((5, 12, DAYS, DAYS, DAYS)) if home > SERVERS // 2 else DAYS
        for number in range(dice.choice((1, 1, 1, 4, 12)), last + 1):
            if dice.random() < habit:
                plans.begin[number, who] = (awake + dice.randrange(5)) % 24
                plans.length[number, who] = dice.choice((0, 0, 0, 0, 1, 2, 5, 14, 40))
        if dice.random() < (0.3 if who < WHOLE + BY_SERVICE else 0.03):
            plans.forget.setdefault(dice.randrange(24 * 5, 24 * DAYS), []).append(who)
    return plans


class Month:
    """A bot for a month, and the naive program beside it.

    Args:
        folder: where the database is.
        people: how many.

    Attributes:
        lost: runs that were lost with the hours since the copy.
        barred: presses of people who were forgotten since they began a line.
        spared: streaks, at a check, that a spare day has just saved.
    """

    def __init__(self, folder: Path, people: int) -> None:
        self.dice = random.Random(20_260_101)
        self.file, self.copy = folder / "games.db", folder / "copy.db"
        self.clock = FakeClock()
        self.reader = Reader(self.clock)
        self.people = [somebody(each) for each in range(people)]
        self.plans = planned(people, self.dice)
        self.ledger = self.kept = Ledger()
        self.chain = Chain(KEY)
        self.lost = self.barred = self.spared = 0

    async def start(self) -> None:
        """Open the database, as at a start of the bot."""
        self.store = await Store.open(url_of(self.file))
        self.restart()

    def restart(self) -> None:
        """Know nothing any more but what is in the database."""
        line = Line(self.reader)
        self.tables, self.other = (
            Tables(self.store, self.clock, {}, make_notifier=lambda _: line, entropy=lambda: KEY)
            for _ in range(2)
        )

    async def put_back(self) -> None:
        """Put a copy in the place of the database, and restart with it."""
        await self.store.close()
        self.copy.replace(self.file)
        before, self.ledger = self.noted(), self.kept
        self.lost += (before - self.noted()).total()
        await self.start()

    async def pass_hour(self, hour: int) -> bool:
        """Run everybody's plans for an hour of the month; return whether the bot is up."""
        self.clock.time = FIRST + timedelta(hours=hour) + OF_TICK
        day, now = hour // 24 + 1, (hour // 24 + 1, hour % 24)
        if day in DOWN_DAYS or (self.dice.random() < 0.04 and day != COPIED[0]):
            return False
        if now == RESTORED:
            await self.put_back()
        elif self.dice.random() < 0.08:
            self.restart()
        await self.round(hour)
        self.ledger.up.add(day)
        await self.play(hour, [number for number in (day - 1, day) if number in self.ledger.up])
        if now == COPIED:
            back_up(self.file, self.copy)
            self.kept = deepcopy(self.ledger)
        return True

    async def round(self, hour: int) -> None:
        """Do everything due, and forget those who want it."""
        await self.tables.daily.sweep()
        await self.tables.deliver_pending()
        self.ledger.papers(self.clock.now())
        for who in self.plans.forget.get(hour, ()):
            await self.tables.privacy.forget(self.people[who].id)
            self.ledger.forget(who, self.clock.now())

    async def play(self, hour: int, numbers: list[int]) -> None:
        """Begin and finish the lines that people can."""
        rows = list[Row]()
        for number in numbers:
            everybody = range(len(self.people))
            ends = [who for who in everybody if self.ends(number, who, hour)]
            for who in [who for who in everybody if self.begins(number, who, hour)]:
                if who < WHOLE + BY_SERVICE:
                    await self.press_play(number, who)
                else:
                    rows.append(self.begun_row(number, who))
            for who in ends:
                if who < WHOLE:
                    await self.play_cards(number, who)
                else:
                    rows.append(self.finished_row(number, who))
        await self.store._database.write(lambda connection: [row(connection) for row in rows])

    def begins(self, number: int, who: int, hour: int) -> bool:
        """Return whether somebody begins a line now: it is their hour, or was and they had none."""
        at = self.plans.begin.get((number, who))
        is_day = at is not None and hour // 24 + 1 == number and hour % 24 >= at
        return is_day and number not in self.ledger.begun[who]

    def ends(self, number: int, who: int, hour: int) -> bool:
        """Return whether somebody who has begun a line, or is about to, finishes it now."""
        at = self.plans.begin.get((number, who))
        if at is None or number in self.ledger.finished[who] | self.ledger.barred[who]:
            return False
        is_time = hour >= 24 * (number - 1) + at + self.plans.length[number, who]
        can = number in self.ledger.begun[who] or self.begins(number, who, hour)
        return is_time and can and hour < 24 * number + 6

    async def press_play(self, number: int, who: int) -> None:
        """Press Play, twice at once and on each server, as people do."""
        presses = (
            tables.daily.runs.begin(
                number,
                self.people[who],
                guild=guild,
                interaction=press_of(number, 10 * who + guild),
                is_new=False,
            )
            for tables in (self.tables, self.other)
            for guild in self.plans.guilds[who]
        )
        found = await asyncio.gather(*presses, return_exceptions=True)
        if number in self.ledger.barred[who]:
            assert {getattr(each, "key", each) for each in found} == {LineKey.BARRED}
            self.barred += 1
            return
        made = [each for each in found if isinstance(each, Run)]
        assert len(made) == len(found), found
        assert len({run.row.id for run in made}) == 1
        self.note_begun(number, who)

    def note_begun(self, number: int, who: int) -> None:
        """Enter in the ledger that somebody begins a line."""
        self.ledger.begun[who].add(number)
        for guild in self.plans.guilds[who]:
            self.ledger.places[guild, number].add(who)

    def begun_row(self, number: int, who: int) -> Row:
        """Return a step that begins a line for somebody, in a transaction of many."""
        person, mark = self.people[who], self.chain.mark(number, self.people[who].id)
        now = self.clock.now()
        new = RunRow(kind="line", of=number, player=person.id, compared=True, begun_at=now)
        is_barred = number in self.ledger.barred[who]
        if not is_barred:
            self.note_begun(number, who)

        def row(connection: sa.Connection) -> None:
            try:
                for guild in self.plans.guilds[who]:
                    begin_run(connection, new, person.name, salt="5", guild=guild, mark=mark)
            except BarredError:
                assert is_barred
                self.barred += 1
            else:
                assert not is_barred
            # Played on from a line: nothing of a line may count it.
            branch = replace(new, kind="branch", turn=0, seat=0)
            begun = replace(begin_branch(connection, branch, person.name), turns=1)
            over = replace(begun, status="over", score=99, empty=0, over_at=now)
            save_run(connection, over)

        return row

    def finished_row(self, number: int, who: int) -> Row:
        """Return a step that finishes a line for somebody, in a transaction of many."""
        score, now = self.dice.randrange(10, 50), self.clock.now()
        self.ledger.finished[who].add(number)

        def row(connection: sa.Connection) -> None:
            found = run_of(connection, number, self.people[who].id)
            assert found is not None
            over = replace(found, deeds=((),), turns=1, status="over", score=score, empty=0)
            save_run(connection, replace(over, over_at=now))

        return row

    async def play_cards(self, number: int, who: int) -> None:
        """Play some cards of a line, and put it down."""
        run = await self.tables.daily.runs.of(number, self.people[who])
        assert run is not None
        for _ in range(self.dice.randrange(1, 9)):
            if not run.is_over:
                which = self.dice.randrange(5)
                run = await after_card(self.tables, run, self.people[who], which)
        if run.is_over:
            self.ledger.finished[who].add(number)

    async def check(self) -> int:
        """Compare all streaks with those of the naive program; return their number."""
        now, standings, some = self.clock.now(), self.tables.daily.standings, 0
        for who, person in enumerate(self.people):
            found = await standings.streak(person.id)
            assert (found.length, found.spare, found.used) == self.ledger.streak(who, now), who
            some += found.length > 0
            self.spared += found.used
        for guild in GUILDS:
            assert await standings.server_streak(guild) == self.ledger.town(guild, now), guild
        return some

    async def stored(self) -> Counter[tuple[int, int, bool]]:
        """Return all runs that count: line, person, whether it is finished."""
        columns = (runs.c.of, runs.c.player, runs.c.status)
        query = sa.select(*columns).where(COUNTS).execution_options(**{WHOLE_TABLE: True})
        rows = await self.store._database.read(lambda c: c.execute(query).all())
        return Counter((of, player, status == "over") for of, player, status in rows)

    def noted(self) -> Counter[tuple[int, int, bool]]:
        """Return the same as the naive program knows it."""
        return Counter(
            (number, self.people[who].id, number in self.ledger.finished[who])
            for who, numbers in self.ledger.begun.items()
            for number in numbers
        )


@pytest.mark.embedded
@pytest.mark.long
async def test_a_month_is_counted_as_by_a_naive_program(tmp_path: Path) -> None:
    """Every streak is the same, nobody has a line twice, and each server one paper a day."""
    month, checked = Month(tmp_path, PEOPLE), 0
    await month.start()
    try:
        for guild in GUILDS:
            await month.tables.daily.papers.choose(guild, CHANNEL + guild, *hour_of(guild))
        for hour in range(24 * DAYS + 8):
            is_up = await month.pass_hour(hour)
            if hour % 111 == 0 and is_up:
                checked += await month.check()
        checked += await month.check()
        stored = await month.stored()
    finally:
        await month.store.close()

    assert stored == month.noted()
    assert set(stored.values()) == {1}
    assert len(stored) > 10 * PEOPLE
    assert checked > 2 * PEOPLE
    assert min(month.lost, month.barred, month.spared) > 0
    check_papers(month)


def check_papers(month: Month) -> None:
    """Compare the papers that were read with those that were due."""
    read = [(guild, number) for guild, number, _ in month.reader.papers]
    days = Counter(
        (guild, moment.astimezone(ZoneInfo(hour_of(guild)[1])).date())
        for guild, _, moment in month.reader.papers
    )

    assert sorted(read) == sorted(month.ledger.told)
    assert set(days.values()) == {1}
    assert len(read) > 10 * SERVERS
    for _, number, moment in month.reader.papers:
        assert first_open(moment) > number
