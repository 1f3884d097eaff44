"""Functions that work within a transaction, as methods that are one."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Connection

from metrobot.store.db.database import Database

P = ParamSpec("P")
T = TypeVar("T")


class Transactions:
    """Whose methods are transactions of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database


Work: TypeAlias = Callable[Concatenate[Connection, P], T]
"""What is done with a connection, within a transaction that somebody else begins and ends."""
Method: TypeAlias = Callable[Concatenate[Transactions, P], Coroutine[Any, Any, T]]
"""The same as a transaction of its own."""


# Functions that take a connection can be put together into one transaction; methods cannot.
def read_transaction(work: Work[P, T]) -> Method[P, T]:
    """Return a method that reads what some work reads, all of it at one moment."""
    return _method(work, Database.read)


def write_transaction(work: Work[P, T]) -> Method[P, T]:
    """Return a method that does some work, which may write: whole, or not at all."""
    return _method(work, Database.write)


def _method(
    work: Work[P, T], run: Callable[[Database, Callable[[Connection], T]], Awaitable[T]]
) -> Method[P, T]:
    """Return a method with the name and the documentation of the work."""

    async def method(self: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await run(self._database, lambda connection: work(connection, *args, **kwargs))

    update_wrapper(method, work)
    return method
