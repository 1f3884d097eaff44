"""Statements about runs: games of one person beside the channels."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import insert_once
from metrobot.store.schema.daily_tables import line_places, lines, runs
from metrobot.store.schema.rows import StaleError, row_of, rows_of
from metrobot.store.schema.tables import players, preferences
from metrobot.store.statements import people
from metrobot.store.statements.daily.lines import (
    COUNTS,
    IS_OVER,
    IS_VALID,
    RANK,
    is_barred,
    join_place,
    note_result,
    results_here,
)

Deed: TypeAlias = tuple[Mapping[str, Any], ...]
"""One turn of a run: the kind and the fields of each action, as in records."""

MOST_PAST: Final = 10
"""Most runs of lines played again that are kept of one person."""


class BarredError(Exception):
    """A person has begun this line before they were forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One run.

    Attributes:
        id: counted up by the store; 0 before it is stored.
        kind: `line`, once for each person, `past`, `branch`, or `deal`.
        of: number of the line; 0: of none.
        player: id of the person.
        deeds: turn by turn; None: only the score is kept.
        turns: number of turns.
        status: open or over.
        score: final score; None until it is over.
        empty: number of stations left empty, likewise.
        compared: whether others' scores are compared with it.
        begun_at: when it was begun; of a branch, when it was last played.
        over_at: when it was finished, or None.
        game: of which game it is a branch or deal, or None.
        record: of which imported record it is a branch, or None.
        turn: from which turn it is played.
        seat: in which seat.
        level: of the computers in the other seats; None: there are none.
        key: of new cards, in hexadecimal; None: the same cards come.
    """

    id: int = 0
    kind: str
    of: int = 0
    player: int
    deeds: tuple[Deed, ...] | None = field(default=(), repr=False)
    turns: int = 0
    status: str = "open"
    score: int | None = None
    empty: int | None = None
    compared: bool = False
    begun_at: datetime
    over_at: datetime | None = None
    game: int | None = None
    record: int | None = None
    turn: int | None = None
    seat: int | None = None
    level: str | None = None
    key: str | None = field(default=None, repr=False)


class DayResult(NamedTuple):
    """Result of somebody on one line.

    Attributes:
        number: of the line.
        par: of the line; None while unknown.
        easy: score of an easy computer, likewise.
        score: their own; None: they have not finished it.
        empty: number of stations that they left empty, likewise.
    """

    number: int
    par: int | None
    easy: int | None
    score: int | None
    empty: int | None

    @property
    def against(self) -> int | None:
        """Their score against par; None where either is not known."""
        return None if self.score is None or self.par is None else self.score - self.par


def begin_run(
    connection: Connection, new: RunRow, name: str, *, salt: str, guild: int, mark: str
) -> RunRow:
    """Begin a run; of a line that counts, return the one that was begun before, if any.

    Args:
        connection: within a transaction.
        new: the run, without a number.
        name: of its player.
        salt: becomes the salt of the line, unless it has one.
        guild: id of the server where it is begun; 0: it stands in no server's table.
        mark: of its player, in case they were forgotten.

    Raises:
        BarredError: they have begun this line before they were forgotten.
    """
    if new.kind == "line" and is_barred(connection, new.of, mark):
        raise BarredError
    people.remember(connection, new.player, name)
    # Only the first press of a day becomes the salt: a later one must not change the cards.
    unsalted = lines.update().where(lines.c.number == new.of, lines.c.salt.is_(None))
    connection.execute(unsalted.values(salt=salt))
    if new.kind != "line":
        _make_room(connection, new.player)
        return insert_run(connection, new)
    # Pressed twice at once: the second press gets the run of the first.
    insert_once(connection, runs, values_of(new))
    if guild:
        join_place(connection, guild, new.of, new.player)
    return existing(run_of(connection, new.of, new.player))


def insert_run(connection: Connection, new: RunRow) -> RunRow:
    """Store a run, and return it with its number."""
    number = connection.execute(runs.insert().returning(runs.c.id), values_of(new)).scalar_one()
    return existing(run_by_id(connection, number))


def values_of(new: Any) -> dict[str, Any]:
    """Return the values of a row that is to be stored, whose id is counted up."""
    return {column.name: getattr(new, column.name) for column in fields(new) if column.name != "id"}


def _make_room(connection: Connection, player: int) -> None:
    """Remove the oldest runs of lines played again by somebody."""
    own = sa.select(runs.c.id).where(runs.c.player == player, runs.c.kind == "past")
    old = list(connection.execute(own.order_by(runs.c.id.desc()).offset(MOST_PAST - 1)).scalars())
    if old:
        connection.execute(runs.delete().where(runs.c.id.in_(old)))


def existing(row: RunRow | None) -> RunRow:
    """Return a run that there must be."""
    assert row is not None
    return row


def run_by_id(connection: Connection, number: int) -> RunRow | None:
    """Return a run, or None if there is none."""
    return first_run(connection, runs.c.id == number)


def run_of(connection: Connection, line: int, player: int) -> RunRow | None:
    """Return somebody's run of a line that counts, or None."""
    return first_run(connection, sa.and_(COUNTS, runs.c.of == line, runs.c.player == player))


def open_past_run(connection: Connection, line: int, player: int) -> RunRow | None:
    """Return the unfinished run of a line that somebody plays again, or None."""
    own = sa.and_(runs.c.player == player, runs.c.kind == "past", runs.c.of == line)
    newest = sa.select(sa.func.max(runs.c.id)).where(own, runs.c.status == "open")
    return first_run(connection, runs.c.id == newest.scalar_subquery())


def first_run(connection: Connection, condition: sa.ColumnElement[bool]) -> RunRow | None:
    """Return the only run for which something holds, or None."""
    row = connection.execute(sa.select(runs).where(condition)).one_or_none()
    return None if row is None else read_run(row)


def read_run(row: Any) -> RunRow:
    """Return a run from its row of the table."""
    deeds = None if row.deeds is None else tuple(map(tuple, row.deeds))
    return row_of(RunRow, row, deeds=deeds)


def save_run(connection: Connection, run: RunRow) -> None:
    """Store a run with one more turn.

    Raises:
        StaleError: another writer was faster, or the run is gone.
    """
    own = (runs.c.id == run.id, runs.c.turns == run.turns - 1, runs.c.status == "open")
    names = ("deeds", "turns", "status", "score", "empty", "over_at", "begun_at")
    values = {name: getattr(run, name) for name in names}
    if not connection.execute(runs.update().where(*own).values(values)).rowcount:
        raise StaleError(run.id)
    if run.kind == "line" and run.status == "over":
        note_result(connection, run.of, run.player)


def may_show(connection: Connection, number: int) -> bool:
    """Return whether a run is whole, and its player lets the morning paper show it."""
    query = sa.select(runs.c.id).join(preferences, preferences.c.player == runs.c.player)
    query = query.where(runs.c.id == number, preferences.c.show_sheet, runs.c.deeds.is_not(None))
    return connection.execute(query).first() is not None


def best_shown(connection: Connection, guild: int, number: int, young: int) -> int | None:
    """Return the best run of a line on a server that the morning paper may show, or None.

    Args:
        connection: within a transaction.
        guild: id of the server.
        number: of the line.
        young: lowest id of an account that is too young.
    """
    query = results_here(guild, number, number).with_only_columns(line_places.c.run)
    query = query.join(preferences, preferences.c.player == line_places.c.player)
    query = query.join(runs, runs.c.id == line_places.c.run).where(runs.c.deeds.is_not(None))
    query = query.where(players.c.listed, preferences.c.show_sheet, players.c.id < young)
    query = query.where(players.c.id.not_in(people.gone_from(guild)))
    return connection.execute(query.order_by(*RANK).limit(1)).scalar_one_or_none()


def month_of(connection: Connection, player: int, first: int, last: int) -> tuple[DayResult, ...]:
    """Return some lines that count, each with what somebody got on it, the oldest first."""
    own = sa.and_(COUNTS, IS_OVER, runs.c.of == lines.c.number, runs.c.player == player)
    columns = (lines.c.number, lines.c.par, lines.c.easy, runs.c.score, runs.c.empty)
    query = sa.select(*columns).select_from(lines.outerjoin(runs, own))
    query = query.where(lines.c.number.between(first, last), IS_VALID)
    return rows_of(DayResult, connection.execute(query.order_by(lines.c.number)))


def clear_runs(connection: Connection, moment: datetime, most: int) -> int:
    """Keep only the scores of old runs, and nothing of lines played again.

    Returns:
        The number of runs that were looked at; fewer than `most`: there are no more.
    """
    old = sa.select(runs.c.id, runs.c.kind).where(
        runs.c.deeds.is_not(None), runs.c.begun_at < moment
    )
    rows = connection.execute(old.order_by(runs.c.begun_at).limit(most)).all()
    line_ids = [row.id for row in rows if row.kind == "line"]
    repeat_ids = [row.id for row in rows if row.kind != "line"]
    if line_ids:
        connection.execute(runs.update().where(runs.c.id.in_(line_ids)).values(deeds=None))
    if repeat_ids:
        connection.execute(runs.delete().where(runs.c.id.in_(repeat_ids)))
    return len(rows)


def lines_of_player(
    connection: Connection, player: int, first_number: int
) -> tuple[tuple[int, bool], ...]:
    """Return the lines from a number on, each with whether somebody has finished it.

    Lines before the first that they have finished are left out.
    """
    own = (COUNTS, IS_OVER, runs.c.player == player, runs.c.of >= first_number)
    own_numbers = _numbers(connection, runs.c.of, *own)
    if first_number == 1 and not own_numbers:
        return ()
    first = own_numbers[0] if first_number == 1 else first_number
    numbers = _numbers(connection, lines.c.number, lines.c.number >= first, IS_VALID)
    own_set = set(own_numbers)
    return tuple((number, number in own_set) for number in numbers)


def _numbers(
    connection: Connection, column: sa.Column[int], *where: sa.ColumnElement[bool]
) -> list[int]:
    """Return the numbers in a column, rising."""
    # As one text, since rows take ten times as long.
    text = sa.func.aggregate_strings(sa.cast(column, sa.Text), ",")
    listing: str | None = connection.execute(sa.select(text).where(*where)).scalar_one()
    return sorted(map(int, listing.split(","))) if listing else []


def beaten(connection: Connection, number: int, score: int, player: int) -> tuple[int, int]:
    """Return the number of others with fewer points on a line, and the number of all others.

    Args:
        connection: within a transaction.
        number: of the line.
        score: of the player.
        player: id of the player, who is not counted.
    """
    fewer = sa.func.coalesce(sa.func.sum(sa.case((runs.c.score < score, 1), else_=0)), 0)
    conditions = (COUNTS, runs.c.of == number, IS_OVER, runs.c.compared, runs.c.player != player)
    lower, everybody = connection.execute(
        sa.select(fewer, sa.func.count()).where(*conditions)
    ).one()
    return int(lower), int(everybody)
