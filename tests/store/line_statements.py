"""Every statement about lines of the day, executed once on some lines, runs and papers."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import ModuleType
from typing import Any, Final

from metrobot.store.schema.rows import NewDelivery
from metrobot.store.statements.daily import lines, papers, runs
from metrobot.store.statements.daily.lines import LineRow
from metrobot.store.statements.daily.papers import PaperRow
from metrobot.store.statements.daily.runs import RunRow
from metrobot.store.store import Store

MODULES: Final[tuple[ModuleType, ...]] = (lines, runs, papers)
NOW: Final = datetime(2026, 1, 3, 12, tzinfo=UTC)
ANN, BOB, GUILD, CHANNEL = 10, 11, 1, 2
WITHIN: Final = {"is_barred", "bar"}
"""Statements within other transactions: beginning a run, forgetting somebody."""


def methods() -> set[str]:
    """Return the names of the methods of a store that are statements about lines."""
    ours = {
        id(found)
        for module in MODULES
        for found in vars(module).values()
        if callable(found) and getattr(found, "__module__", None) == module.__name__
    }
    return {
        name
        for name, found in vars(Store).items()
        if id(getattr(found, "__wrapped__", None)) in ours
    }


async def execute_all(store: Store) -> set[str]:
    """Execute every statement; return the names of the methods that were called."""
    called = set[str]()

    async def do(name: str, *given: Any, **named: Any) -> Any:
        called.add(name)
        method: Callable[..., Awaitable[Any]] = getattr(store, name)
        return await method(*given, **named)

    for number in (1, 2, 3):
        await do("note_line", LineRow(number, "berlin", f"{number:064}"))
    await do("line", 2)
    await do("lines_before", 3, 25)
    await do("first_line")
    finished = [await _run(do, person, 1) for person in (ANN, BOB)]
    await do("best_to_show", [run.id for run in finished])
    past = RunRow(0, "past", 1, ANN, (), 0, "open", None, None, compared=False, begun_at=NOW)
    for _ in range(12):
        await do("begin_run", past, "Ann", salt="1", guild=GUILD, mark="m")
    await do("open_past_run", 1, ANN)
    await do("run", finished[0].id)
    await do("run_of", 1, ANN)
    await do("join_place", GUILD + 1, 1, ANN)
    await do("share_once", GUILD, 1, ANN)
    await do("unshare", GUILD, 1, ANN)
    await do("finishers", GUILD, 1, 7)
    await do("has_finishers", GUILD, 1, 7)
    await do("table_here", GUILD, 1, ANN, 15, is_open=True)
    await do("table_here", GUILD, 1, ANN, 15, is_open=False)
    await do("finisher_here", GUILD, 1, ANN)
    await do("best_shown", GUILD, 1)
    await store.listed_names([ANN, BOB])
    await do("lines_played_here", GUILD, (1, 3), 60, 2)
    await do("lines_of_player", ANN, 1)
    await do("beaten", 1, 20, ANN)
    for line in await do("lines_without_par", 1, NOW):
        await do("ask_for_par", line, NOW)
        await do("ask_for_par", replace(line, par_asked_at=NOW), NOW)
        await do("store_par", replace(line, par=30, easy=10, best=40, policy=1))
    await _papers(do)
    await do("clear_runs", NOW + timedelta(days=90), 500)
    await store.forget(BOB, ((1, "bob"), (2, "bob")))
    await do("close_lines", 2)
    return called


async def _run(do: Callable[..., Awaitable[Any]], person: int, line: int) -> RunRow:
    """Begin and finish a run."""
    new = RunRow(0, "line", line, person, (), 0, "open", None, None, compared=True, begun_at=NOW)
    row: RunRow = await do("begin_run", new, f"P{person}", salt="7", guild=GUILD, mark=f"{person}")
    over = replace(row, turns=1, status="over", score=person, empty=1, over_at=NOW)
    await do("save_run", over)
    return over


async def _papers(do: Callable[..., Awaitable[Any]]) -> None:
    """Post papers, and remind people."""
    row = PaperRow(GUILD, CHANNEL, 9, "UTC", 0, NOW)
    await do("save_paper", row)
    await do("paper_of", GUILD)
    told = NewDelivery("paper", turn=1, guild=GUILD, channel=CHANNEL)
    for due in await do("due_papers", NOW, 200):
        await do("turn_page", due, replace(due, told=1, due_at=NOW), told, NOW)
    await do("set_line_due", ANN, NOW)
    await do("next_line_due_at")
    for player in (*await do("due_line_reminders", NOW, 200), ANN):
        reminder = NewDelivery("line_reminder", turn=1, player=player)
        await do("remind_of_line", player, reminder, NOW + timedelta(days=1), NOW)
