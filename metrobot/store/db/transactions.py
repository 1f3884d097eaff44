"""Making methods that are transactions of functions that work within one."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Connection

from metrobot.store.db.database import Database

P = ParamSpec("P")
T = TypeVar("T")
Work: TypeAlias = Callable[Concatenate[Connection, P], T]
"""Work on a connection, within a transaction that the caller begins and ends."""


class Transactions:
    """Base of classes whose methods are transactions of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database


Method: TypeAlias = Callable[Concatenate[Transactions, P], Coroutine[Any, Any, T]]
"""The same work as a transaction of its own."""


# Functions that take a connection can be put together into one transaction; methods cannot.
def read_transaction(work: Work[P, T]) -> Method[P, T]:
    """Return a method that does some reading as one transaction, all of one moment."""
    return _method(work, Database.read)


def write_transaction(work: Work[P, T]) -> Method[P, T]:
    """Return a method that does some work as one transaction, whole or not at all."""
    return _method(work, Database.write)


def _method(
    work: Work[P, T], run: Callable[[Database, Callable[[Connection], T]], Awaitable[T]]
) -> Method[P, T]:
    async def method(self: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await run(self._database, lambda connection: work(connection, *args, **kwargs))

    update_wrapper(method, work)
    return method
