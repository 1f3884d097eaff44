"""Statements that run often, made ready for the driver once.

SQLAlchemy looks up how a statement is written, and how each of its values is
converted, every time it is executed: that takes longer than what SQLite then
does. Here it is asked once a form of the statement, and after that the driver
gets the text and the converted values, within the transaction that SQLAlchemy
has begun. Errors are SQLAlchemy's all the same.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError, StatementError

from metrobot.store.db.dialects import EMBEDDED


class Prepared:
    """An INSERT, an UPDATE or a SELECT of columns, ready for SQLite.

    Other databases execute the statement as it is.

    Args:
        statement: whose values all have names; nothing in it may differ from
            one execution to another but them.
    """

    def __init__(self, statement: sa.Insert | sa.Update | sa.Select[Any]) -> None:
        self._statement = statement
        self._forms: dict[tuple[str, ...], _Form] = {}

    def write(self, connection: Connection, *rows: Mapping[str, Any]) -> int:
        """Execute it with each of some rows of values, which have the same names.

        Returns:
            How many rows of the table it has found.
        """
        if connection.dialect.name != EMBEDDED:
            return connection.execute(self._statement, list(rows)).rowcount
        form = self._form(connection.dialect, tuple(rows[0]))
        driver = _driver(connection)
        try:
            if rows[1:]:
                return driver.executemany(form.text, map(form.given, rows)).rowcount
            return driver.execute(form.text, form.given(rows[0])).rowcount
        except sqlite3.Error as error:
            raise _refused(form.text, error) from error

    def read(self, connection: Connection, values: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """Return the rows that it selects."""
        if connection.dialect.name != EMBEDDED:
            return connection.execute(self._statement, dict(values)).all()
        form = self._form(connection.dialect, tuple(values))
        try:
            found = _driver(connection).execute(form.text, form.given(values)).fetchall()
        except sqlite3.Error as error:
            raise _refused(form.text, error) from error
        return [form.taken(row) for row in found]

    def _form(self, dialect: Dialect, names: tuple[str, ...]) -> "_Form":
        """Return the form of the statement that takes values of these names."""
        if names not in self._forms:
            self._forms[names] = _Form(self._statement, dialect, names)
        return self._forms[names]


class _Form:
    """A statement as SQLite takes it, for values of certain names.

    Attributes:
        text: with a question mark for each value.
    """

    def __init__(
        self,
        statement: sa.Insert | sa.Update | sa.Select[Any],
        dialect: Dialect,
        names: tuple[str, ...],
    ) -> None:
        is_select = isinstance(statement, sa.Select)
        compiled: Any = statement.compile(
            dialect=dialect, column_keys=None if is_select else list(names)
        )
        self.text: str = compiled.string
        self._constants = {
            name: bind.value for name, bind in compiled.binds.items() if name not in names
        }
        self._given = [
            (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup
        ]
        columns = statement.selected_columns if isinstance(statement, sa.Select) else ()
        self._taken = [
            column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns
        ]

    def given(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return values in the order and the form in which the driver takes them."""
        all_values = {**self._constants, **values}
        return tuple(
            [
                all_values[name] if convert is None else convert(all_values[name])
                for name, convert in self._given
            ]
        )

    def taken(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """Return a row that the driver gave, as it was before it was stored."""
        return tuple(
            [
                value if convert is None else convert(value)
                for value, convert in zip(row, self._taken, strict=True)
            ]
        )


def _driver(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection, in its thread."""
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    return driver


def _refused(text: str, error: sqlite3.Error) -> StatementError:
    """Return a refusal of the driver as SQLAlchemy raises it, without the values."""
    return DBAPIError.instance(text, None, error, sqlite3.Error, hide_parameters=True)
