"""The store with one more column in the middle of each table, and of each row.

    python -m tests.store.middle_column sqlite+aiosqlite:///games.db

fills a database whose tables have that column already, and writes down what is read of it.
"""

import ast
import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any, Final

NAME: Final = "newcomer"
VALUE: Final = 7
_LEFT_OUT: Final = {NAME, "_cached", "history", "title", "read_at"}


def widen() -> None:
    """Have each table and each row of modules imported from now on made with one more column."""
    compiled = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, module: str) -> CodeType | None:
        if not module.startswith("metrobot.store."):
            return compiled(loader, module)
        path = loader.get_filename(module)
        return compile(_widened(loader.get_data(path).decode()), path, "exec")

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def _widened(source: str) -> ast.Module:
    tree = ast.parse(source)
    column = ast.parse(f'sa.Column("{NAME}", sa.Integer, server_default="{VALUE}")', mode="eval")
    field = ast.parse(
        f"{NAME}: int = __import__('dataclasses').field(default={VALUE}, kw_only=True)"
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and _is_row(node):
            own = [n for n, line in enumerate(node.body) if isinstance(line, ast.AnnAssign)]
            node.body.insert(own[len(own) // 2], field.body[0])
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "sa.Table":
            node.args.insert(3, column.body)
    return ast.fix_missing_locations(tree)


def _is_row(node: ast.ClassDef) -> bool:
    has_name = node.name.endswith("Row") or node.name in ("GameFacts", "PlayerStats", "PastGame")
    return has_name and bool(node.decorator_list)


async def everything(url: str) -> list[str]:
    """Return the rows read from a filled database, without the column in the middle."""
    from metrobot.service.daily.timetable import number_at  # noqa: PLC0415 -- made wider by then
    from metrobot.service.model.play import GameId  # noqa: PLC0415
    from tests.service.stage import ANN, BOB, CHANNEL, GUILD, FakeClock, staged  # noqa: PLC0415

    clock = FakeClock()
    line = number_at(clock.now())
    async with staged(url, clock=clock) as stage:
        store, tables = stage.store, stage.tables
        found = [
            *[await store.games.by_id(number) for number in (1, 2)],
            *[await tables.by_id(GameId(number)) for number in (1, 2)],
            await store.games.events(2, 0, 99),
            await store.outbox.every_pending(),
            await tables.leaderboards.board(GUILD, "toy", ANN.id, 0),
            await tables.leaderboards.profile(GUILD, BOB.id),
            await store.finished.games(CHANNEL, 9),
            await store.finished.replay(1),
            await store.jobs.by_key("turn.2.9"),
            await store.jobs.by_key("review.0.1", is_whole=True),
            await store.people.by_id(BOB.id),
            await store.people.server_rules(GUILD),
            await store.preferences.of([ANN.id, BOB.id]),
            await store.lines.before(line + 9, 9),
            await store.lines.finishers(GUILD, line, line + 9),
            await store.runs.by_id(1),
            await store.runs.month_of(ANN.id, line, line + 9),
            await store.papers.of(GUILD),
        ]
    return [json.dumps(_plain(each), sort_keys=True) for each in found]


def _plain(value: Any) -> Any:
    """Return a value by the names of its fields."""
    if is_dataclass(value):
        names = {each.name for each in fields(value)} - {
            NAME,
            "_cached",
            "history",
            "title",
            "read_at",
        }
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, tuple | list | frozenset):
        return [_plain(each) for each in value]
    return repr(value)


async def _main(url: str) -> None:
    from tests.store.filling import fill  # noqa: PLC0415 -- made wider by then

    await fill(url)
    sys.stdout.write(json.dumps(await everything(url)))


if __name__ == "__main__":
    widen()
    asyncio.run(_main(sys.argv[1]))
