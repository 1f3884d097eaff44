"""Every statement about lines of the day, executed once on some lines, runs and papers."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from types import ModuleType
from typing import Any, Final

import pytest

from metrobot.store.parts import LineStore, PaperStore, RunStore
from metrobot.store.schema.act_rows import Announcement, NewDelivery
from metrobot.store.schema.rows import PersonRow, StaleError
from metrobot.store.statements.daily import lines, papers, runs
from metrobot.store.statements.daily.lines import LineRow
from metrobot.store.statements.daily.papers import PaperRow
from metrobot.store.statements.daily.runs import RunRow
from metrobot.store.statements.waits.due import NOBODY, DueKind
from metrobot.store.store import Store

MODULES: Final[tuple[ModuleType, ...]] = (lines, runs, papers)
NOW: Final = datetime(2026, 1, 3, 12, tzinfo=UTC)
ANN, BOB, GUILD, CHANNEL = 10, 11, 1, 2


def methods() -> set[str]:
    """Return the names of the methods of a store that are statements about lines."""
    ours = {
        id(found)
        for module in MODULES
        for found in vars(module).values()
        if callable(found) and getattr(found, "__module__", None) == module.__name__
    }
    return {
        f"{space}.{name}"
        for space, store in (("lines", LineStore), ("runs", RunStore), ("papers", PaperStore))
        for name, found in vars(store).items()
        if id(getattr(found, "__wrapped__", None)) in ours
    }


async def execute_all(store: Store) -> set[str]:
    """Execute every statement; return the names of the methods that were called."""
    called = set[str]()

    async def do(name: str, *given: Any, **named: Any) -> Any:
        called.add(name)
        method: Callable[..., Awaitable[Any]] = attrgetter(name)(store)
        return await method(*given, **named)

    for number in (1, 2, 3):
        await do("lines.note", LineRow(number, "berlin", f"{number:064}"))
    await do("lines.by_number", 2)
    await do("lines.before", 3, 25)
    await do("lines.first")
    finished = [await _run(do, person, 1) for person in (ANN, BOB)]
    await do("runs.may_show", finished[0].id)
    past = RunRow(kind="past", of=1, player=ANN, begun_at=NOW)
    for _ in range(12):
        await do("runs.begin", past, "Ann", salt="1", guild=GUILD, mark="m")
    await do("runs.open_past", 1, ANN)
    await do("runs.by_id", finished[0].id)
    await do("runs.of", 1, ANN)
    await do("lines.join_place", GUILD + 1, 1, ANN)
    strip = Announcement(NewDelivery("strip", 1, ANN, GUILD, CHANNEL), PersonRow(ANN, "Ann"), NOW)
    await do("lines.share_once", GUILD, 1, ANN, strip, is_open=True)
    (pending,) = await store.outbox.pending(channel=CHANNEL)
    await store.outbox.give_up(pending, "gone", None, NOW)
    await do("lines.finishers", GUILD, 1, 7)
    await do("lines.has_finishers", GUILD, 1, 7)
    await do("lines.table_here", GUILD, 1, ANN, 15, is_open=True)
    await do("lines.table_here", GUILD, 1, ANN, 15, is_open=False)
    await do("lines.finisher_here", GUILD, 1, ANN)
    await do("lines.servers_of", ANN, 1, 5)
    await do("runs.best_shown", GUILD, 1, 1 << 60)
    await do("runs.month_of", ANN, 1, 3)
    await store.people.listed_names([ANN, BOB])
    await do("lines.played_here", GUILD, (1, 3), 60, people=2, young=1 << 60)
    await do("lines.of_player", ANN, 1)
    await do("lines.beaten", 1, 20, ANN)
    for line in await do("lines.without_par", 1, NOW):
        await do("lines.ask_for_par", line, NOW)
        await do("lines.ask_for_par", replace(line, par_asked_at=NOW), NOW)
        await do("lines.store_par", replace(line, par=30, easy=10, best=40, policy=1))
    await _papers(do)
    await do("runs.clear", NOW + timedelta(days=90), 500)
    await store.people.forget(BOB, ((1, "bob"), (2, "bob")))
    await do("lines.remove_bars", 2)
    await do("lines.close", 2, and_before=True)
    await do("lines.set_back", 1, 0)
    await do("lines.set_right", (1, 2))
    return called


async def _run(do: Callable[..., Awaitable[Any]], person: int, line: int) -> RunRow:
    """Begin and finish a run."""
    new = RunRow(kind="line", of=line, player=person, compared=True, begun_at=NOW)
    row: RunRow = await do("runs.begin", new, f"P{person}", salt="7", guild=GUILD, mark=f"{person}")
    over = replace(row, turns=1, status="over", score=person, empty=1, over_at=NOW)
    await do("runs.save", over)
    return over


async def _papers(do: Callable[..., Awaitable[Any]]) -> None:
    """Post papers, and remind people."""
    row = PaperRow(GUILD, CHANNEL, 9, "UTC", 0, NOW)
    await do("papers.save", row)
    await do("papers.of", GUILD)
    told = NewDelivery("paper", turn=1, guild=GUILD, channel=CHANNEL)
    for seen in await do("due.find", NOW, 200, DueKind.PAPER):
        await do("papers.turn_page", seen, 1, (told,), now=NOW, next_at=NOW)
        with pytest.raises(StaleError):
            await do("papers.turn_page", seen, 1, (told,), now=NOW, next_at=NOW)
    await do("due.set", DueKind.LINE, NOBODY, NOW, person=ANN)
    for seen in await do("due.find", NOW, 200, DueKind.LINE):
        reminder = NewDelivery("line_reminder", turn=1, player=seen.person)
        await do("papers.remind", seen, reminder, NOW + timedelta(days=1), NOW)
        with pytest.raises(StaleError):
            await do("papers.remind", seen, reminder, NOW + timedelta(days=1), NOW)
    await do("due.next_at")
