"""Statements about lines of the day: their dealing, what they are worth, who has played them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import insert_once
from metrobot.store.schema.tables import (
    line_bars,
    line_places,
    lines,
    literally,
    players,
    preferences,
    runs,
)


@dataclass(frozen=True, slots=True)
class LineRow:
    """One line of the day.

    Attributes:
        number: of its day in UTC, 1 is 2026-01-01.
        map: id of the network, or of the whole map, that it is played on.
        commitment: SHA-256 of its key, 64 hexadecimal digits.
        salt: id of the first press of its day, or None while nobody has begun it.
        closed: whether it is known to be over, so that its key is public.
        par: what a strong computer got, the median of several, or None.
        easy: the same of an easy one.
        best: the most that was found with all cards known.
        policy: the version of the computers that these come from.
        par_asked_at: when somebody began to find these out, or None.
    """

    number: int
    map: str
    commitment: str
    salt: str | None = field(default=None, repr=False)
    closed: bool = False
    par: int | None = None
    easy: int | None = None
    best: int | None = None
    policy: int | None = None
    par_asked_at: datetime | None = None


class Finisher(NamedTuple):
    """Somebody who has finished a line.

    Attributes:
        player: who.
        name: how they are called.
        listed: whether others may see it.
        run: number of their run.
        score: what it came to.
        empty: stations that were left empty.
    """

    player: int
    name: str
    listed: bool
    run: int
    score: int
    empty: int


class LineTable(NamedTuple):
    """Who has finished a line on a server, as somebody sees it.

    Attributes:
        shown: those who are named; the best first, if points are seen.
        total: how many have finished it.
        sees: whether points are seen.
    """

    shown: tuple[Finisher, ...]
    total: int
    sees: bool


_COLUMNS = tuple(lines.c[each.name] for each in fields(LineRow))
COUNTS = runs.c.kind == literally("line")
"""What is so of runs that count."""
IS_OVER = runs.c.status == literally("over")
"""What is so of runs that are finished."""
_RESULT = (runs.c.id.label("run"), runs.c.score, runs.c.empty, runs.c.over_at)
"""What is noted of a finished run where it is told of."""
_HAS_FINISHED = line_places.c.score.is_not(None)
_RANK = (line_places.c.score.desc(), line_places.c.empty, line_places.c.over_at, line_places.c.run)
"""The best first; of equal ones who left fewer stations empty, and who was earlier."""
_FINISHER = (
    *(players.c.id, players.c.name, players.c.listed),
    *(line_places.c.run, line_places.c.score, line_places.c.empty),
)


def note_line(connection: Connection, new: LineRow) -> LineRow:
    """Store a line unless it is known; return it as it stands there."""
    row = {"number": new.number, "map": new.map, "commitment": new.commitment}
    insert_once(connection, lines, row)
    found = line_by_number(connection, new.number)
    assert found is not None  # it was just stored
    return found


def line_by_number(connection: Connection, number: int) -> LineRow | None:
    """Return a line, or None: the bot was down on its day."""
    row = connection.execute(sa.select(*_COLUMNS).where(lines.c.number == number)).one_or_none()
    return None if row is None else LineRow(*row)


def lines_before(connection: Connection, number: int, most: int) -> tuple[LineRow, ...]:
    """Return the lines up to a number, the newest first."""
    query = sa.select(*_COLUMNS).where(lines.c.number <= number).order_by(lines.c.number.desc())
    return tuple(LineRow(*row) for row in connection.execute(query.limit(most)))


def first_line(connection: Connection) -> int | None:
    """Return the number of the first line there was, or None."""
    number: int | None = connection.execute(sa.select(sa.func.min(lines.c.number))).scalar_one()
    return number


def close_lines(connection: Connection, until: int) -> None:
    """Note that the lines up to a number are over, and forget who may not begin them."""
    are_over = lines.update().where(lines.c.number <= until, lines.c.closed.is_(sa.false()))
    connection.execute(are_over.values(closed=True))
    connection.execute(line_bars.delete().where(line_bars.c.line <= until))


def lines_without_par(
    connection: Connection, since: int, asked_before: datetime
) -> tuple[LineRow, ...]:
    """Return the lines from a number on that were begun and have no par, the oldest first."""
    untaken = sa.or_(lines.c.par_asked_at.is_(None), lines.c.par_asked_at < asked_before)
    query = sa.select(*_COLUMNS).where(lines.c.number >= since, lines.c.par.is_(None), untaken)
    found = connection.execute(query.where(lines.c.salt.is_not(None)).order_by(lines.c.number))
    return tuple(LineRow(*row) for row in found)


def ask_for_par(connection: Connection, line: LineRow, at: datetime) -> bool:
    """Note that somebody finds out the par of a line; return whether nobody else has begun."""
    same = lines.c.par_asked_at == line.par_asked_at
    if line.par_asked_at is None:
        same = lines.c.par_asked_at.is_(None)
    update = lines.update().where(lines.c.number == line.number, lines.c.par.is_(None), same)
    return connection.execute(update.values(par_asked_at=at)).rowcount > 0


def store_par(connection: Connection, line: LineRow) -> None:
    """Store what a line is worth."""
    names = ("par", "easy", "best", "policy")
    values = {name: getattr(line, name) for name in names}
    connection.execute(lines.update().where(lines.c.number == line.number).values(values))


def is_barred(connection: Connection, number: int, mark: str) -> bool:
    """Return whether somebody was forgotten after they had begun a line."""
    query = sa.select(line_bars.c.mark).where(line_bars.c.line == number, line_bars.c.mark == mark)
    return connection.execute(query).first() is not None


def join_place(connection: Connection, guild: int, number: int, player: int) -> None:
    """Note that somebody who has begun a line is to be told of on a server."""
    row: dict[str, object] = {"guild": guild, "line": number, "player": player}
    # Whoever finishes it meanwhile waits, and then notes it here too.
    own = sa.select(*_RESULT).where(COUNTS, runs.c.of == number, runs.c.player == player)
    over = connection.execute(own.where(IS_OVER).with_for_update(read=True)).one_or_none()
    insert_once(connection, line_places, row | (dict(over._mapping) if over else {}))


def note_result(connection: Connection, number: int, player: int) -> None:
    """Note what somebody has made of a line wherever it is told of."""
    own = sa.select(*_RESULT).where(COUNTS, runs.c.of == number, runs.c.player == player)
    over = connection.execute(own).one()._mapping
    places = (line_places.c.player == player, line_places.c.line == number)
    connection.execute(line_places.update().where(*places).values(dict(over)))


def share_once(connection: Connection, guild: int, number: int, player: int) -> bool:
    """Note that somebody's strip stands on a server; return whether it did not before."""
    join_place(connection, guild, number, player)
    own = (line_places.c.guild == guild, line_places.c.line == number)
    update = line_places.update().where(*own, line_places.c.player == player)
    is_new = line_places.c.shared.is_(sa.false())
    return connection.execute(update.where(is_new).values(shared=True)).rowcount > 0


def unshare(connection: Connection, guild: int, number: int, player: int) -> None:
    """Note that somebody's strip could not be posted after all."""
    own = (line_places.c.guild == guild, line_places.c.line == number)
    update = line_places.update().where(*own, line_places.c.player == player)
    connection.execute(update.values(shared=False))


def _here(guild: int, first: int, last: int) -> sa.Select[Any]:
    """Return who has finished lines on a server."""
    joined = line_places.join(players, players.c.id == line_places.c.player)
    query = sa.select(*_FINISHER).select_from(joined)
    own = (line_places.c.guild == guild, line_places.c.line.between(first, last))
    return query.where(*own, _HAS_FINISHED)


def finishers(
    connection: Connection, guild: int, first: int, last: int
) -> dict[int, tuple[Finisher, ...]]:
    """Return who has finished lines on a server, by line; the best of each first."""
    query = _here(guild, first, last).order_by(line_places.c.line, *_RANK)
    found = dict[int, list[Finisher]]()
    for *row, number in connection.execute(query.add_columns(line_places.c.line)):
        found.setdefault(number, []).append(Finisher(*row))
    return {number: tuple(each) for number, each in found.items()}


def has_finishers(connection: Connection, guild: int, first: int, last: int) -> bool:
    """Return whether anybody has finished one of some lines on a server."""
    own = (line_places.c.guild == guild, line_places.c.line.between(first, last))
    query = sa.select(line_places.c.line).where(*own, _HAS_FINISHED).limit(1)
    return connection.execute(query).first() is not None


def table_here(
    connection: Connection, guild: int, number: int, player: int, most: int, *, is_open: bool
) -> LineTable:
    """Return who has finished a line on a server, as somebody may see it.

    Args:
        connection: within a transaction.
        guild: id of the server.
        number: of the line.
        player: who looks: they see themselves, whether or not others do.
        most: so many are named at most.
        is_open: whether points are for those alone who have finished it too.
    """
    own = (line_places.c.guild == guild, line_places.c.line == number)
    counted = sa.select(sa.func.count()).select_from(line_places).where(*own, _HAS_FINISHED)
    mine = sa.select(line_places.c.run).where(*own, line_places.c.player == player, _HAS_FINISHED)
    sees = not is_open or connection.execute(mine).first() is not None
    shown = _here(guild, number, number).where(sa.or_(players.c.listed, players.c.id == player))
    # Points that are not to be told must not be told by an order either.
    ordered = shown.order_by(*(_RANK if sees else (line_places.c.player,))).limit(most)
    rows = tuple(Finisher(*row) for row in connection.execute(ordered))
    return LineTable(rows, connection.execute(counted).scalar_one(), sees)


def finisher_here(connection: Connection, guild: int, number: int, player: int) -> Finisher | None:
    """Return somebody who has finished a line on a server, or None."""
    query = _here(guild, number, number).where(line_places.c.player == player)
    row = connection.execute(query).one_or_none()
    return None if row is None else Finisher(*row)


def best_shown(connection: Connection, guild: int, number: int) -> int | None:
    """Return the best run of a line on a server whose player lets the morning paper show it."""
    query = _here(guild, number, number).with_only_columns(line_places.c.run)
    query = query.join(preferences, preferences.c.player == line_places.c.player)
    query = query.join(runs, runs.c.id == line_places.c.run).where(runs.c.deeds.is_not(None))
    best = query.where(players.c.listed, preferences.c.show_sheet).order_by(*_RANK).limit(1)
    found: int | None = connection.execute(best).scalar_one_or_none()
    return found


def lines_played_here(
    connection: Connection, guild: int, span: tuple[int, int], most: int, people: int
) -> tuple[tuple[int, bool], ...]:
    """Return the latest lines, each with whether so many people have finished it on a server.

    Args:
        connection: within a transaction.
        guild: id of the server.
        span: numbers of the oldest and of the newest line.
        most: how many lines at the most.
        people: how many.
    """
    own = (line_places.c.guild == guild, line_places.c.line == lines.c.number, _HAS_FINISHED)
    some = sa.select(line_places.c.line).where(*own).limit(people).correlate(lines)
    enough = sa.select(sa.func.count()).select_from(some.subquery("some")).scalar_subquery()
    query = sa.select(lines.c.number, enough).where(lines.c.number.between(*span))
    found = connection.execute(query.order_by(lines.c.number.desc()).limit(most))
    return tuple((number, count >= people) for number, count in found)


def lines_of_player(
    connection: Connection, player: int, since: int
) -> tuple[tuple[int, bool], ...]:
    """Return lines from a number on, each with whether somebody has finished it.

    Those before the first that they have finished are left out.
    """
    own = (COUNTS, IS_OVER, runs.c.player == player, runs.c.of >= since)
    finished = _numbers(connection, runs.c.of, *own)
    if since == 1 and not finished:
        return ()
    first = finished[0] if since == 1 else since
    known = _numbers(connection, lines.c.number, lines.c.number >= first)
    done = set(finished)
    return tuple((number, number in done) for number in known)


def _numbers(
    connection: Connection, column: sa.Column[int], *where: sa.ColumnElement[bool]
) -> list[int]:
    """Return the numbers in a column, rising; as one text, since rows take ten times as long."""
    text = sa.func.aggregate_strings(sa.cast(column, sa.Text), ",")
    found: str | None = connection.execute(sa.select(text).where(*where)).scalar_one()
    return sorted(map(int, found.split(","))) if found else []


def beaten(connection: Connection, number: int, score: int, player: int) -> tuple[int, int]:
    """Return how many others have fewer points on a line, and how many there are.

    Args:
        connection: within a transaction.
        number: of the line.
        score: that theirs are compared with.
        player: whose it is.
    """
    fewer = sa.func.coalesce(sa.func.sum(sa.case((runs.c.score < score, 1), else_=0)), 0)
    query = sa.select(fewer, sa.func.count()).where(COUNTS, runs.c.of == number, IS_OVER)
    others = query.where(runs.c.compared, runs.c.player != player)
    below, everybody = connection.execute(others).one()
    return int(below), int(everybody)


def bar(connection: Connection, player: int, marks: Sequence[tuple[int, str]]) -> None:
    """Note, of lines that are open, that somebody who is being forgotten has begun them."""
    for number, mark in marks:
        own = sa.select(runs.c.id).where(COUNTS, runs.c.of == number, runs.c.player == player)
        if connection.execute(own).first() is not None:
            insert_once(connection, line_bars, {"line": number, "mark": mark})
