"""Statements about lines of the day: their dealing, their pars, and who has played them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import insert_once
from metrobot.store.schema.act_rows import Announcement
from metrobot.store.schema.daily_tables import line_bars, line_places, lines, runs
from metrobot.store.schema.rows import row_of, row_or_none, rows_of
from metrobot.store.schema.tables import literally, players
from metrobot.store.statements.outbox import renew_strips
from metrobot.store.statements.people import announce, gone_from, watch_members

COUNTS = runs.c.kind == literally("line")
"""Condition of runs that count."""
IS_OVER = runs.c.status == literally("over")
"""Condition of runs that are finished."""
_RESULT = (runs.c.id.label("run"), runs.c.score, runs.c.empty, runs.c.over_at)
"""Columns of a finished run that are copied to `line_places`."""
IS_VALID = lines.c.void.is_(sa.false())
"""Condition of lines that count."""
_HAS_FINISHED = line_places.c.score.is_not(None)
RANK = (line_places.c.score.desc(), line_places.c.empty, line_places.c.over_at, line_places.c.run)
"""Order of results: score, then fewer empty stations, then earlier end."""
_IDS_A_DAY = 86_400_000 << 22
"""Number of ids that Discord can give to accounts in a day."""
_FINISHER = (
    *(players.c.id.label("player"), players.c.name, players.c.listed),
    *(line_places.c.run, line_places.c.score, line_places.c.empty),
)


@dataclass(frozen=True, slots=True)
class LineRow:
    """One line of the day.

    Attributes:
        number: of its day in UTC, 1 is 2026-01-01.
        map: id of its network, or of its whole map.
        commitment: SHA-256 of its key, 64 hexadecimal digits.
        salt: id of the first press of its day, or None while nobody has begun it.
        closed: whether something of it was shown that is secret until it is over.
        void: whether it counts for nobody, as that was before it was over.
        par: score of a strong computer, the median of several games, or None.
        easy: score of an easy computer, likewise.
        fair: score of a fair computer, likewise; None in lines of older releases.
        best: highest score that was found with all cards known.
        policy: version of these computers.
        par_asked_at: when a judge began to find these scores, or None.
    """

    number: int
    map: str
    commitment: str
    salt: str | None = field(default=None, repr=False)
    closed: bool = False
    void: bool = False
    par: int | None = None
    easy: int | None = None
    best: int | None = None
    policy: int | None = None
    par_asked_at: datetime | None = None
    fair: int | None = None


class Finisher(NamedTuple):
    """Result of a person in a line.

    Attributes:
        player: id of the person.
        name: of the person.
        listed: whether others may see it.
        run: number of their run.
        score: of the run.
        empty: number of stations left empty.
    """

    player: int
    name: str
    listed: bool
    run: int
    score: int
    empty: int


class LineTable(NamedTuple):
    """Results of a line on a server, as somebody may see them.

    Attributes:
        shown: results that are shown; the best first, if points are seen.
        total: number of people who have finished it.
        sees: whether points are seen.
    """

    shown: tuple[Finisher, ...]
    total: int
    sees: bool


def note_line(connection: Connection, new: LineRow) -> LineRow:
    """Store a line unless it is there; return it as it is stored."""
    row = {"number": new.number, "map": new.map, "commitment": new.commitment}
    # The clock has been set: the day of this line has passed, or its link follows from a later one.
    is_late = sa.or_(lines.c.closed, IS_VALID)
    later = sa.select(lines.c.number).where(lines.c.number > new.number, is_late)
    late = connection.execute(later.limit(1)).first() is not None
    insert_once(connection, lines, {**row, "closed": late, "void": late})
    line = line_by_number(connection, new.number)
    assert line is not None  # it was just stored
    return line


def line_by_number(connection: Connection, number: int) -> LineRow | None:
    """Return a line, or None: the bot was down on its day."""
    return row_or_none(connection, LineRow, sa.select(lines).where(lines.c.number == number))


def lines_before(connection: Connection, number: int, most: int) -> tuple[LineRow, ...]:
    """Return the lines up to a number, the newest first."""
    query = sa.select(lines).where(lines.c.number <= number).order_by(lines.c.number.desc())
    return rows_of(LineRow, connection.execute(query.limit(most)))


def first_line(connection: Connection) -> int | None:
    """Return the number of the first line there was, or None."""
    return connection.execute(sa.select(sa.func.min(lines.c.number))).scalar()


def remove_bars(connection: Connection, last: int) -> None:
    """Remove the bars of the lines up to a number."""
    connection.execute(line_bars.delete().where(line_bars.c.line <= last))


def close_line(connection: Connection, number: int, *, and_before: bool) -> None:
    """Mark a line, or all lines up to it, as shown with something secret."""
    condition = lines.c.number <= number if and_before else lines.c.number == number
    are_open = lines.update().where(condition, lines.c.closed.is_(sa.false()))
    connection.execute(are_open.values(closed=True))


def set_lines_back(connection: Connection, today: int, last_closed: int) -> tuple[int, ...]:
    """Open the lines again that a clock which was ahead had closed.

    Args:
        connection: within a transaction.
        today: number of today's line.
        last_closed: number of the newest line that is over.

    Returns:
        The lines that are void from now on: they were shown and are not over.
    """
    to_come = lines.c.number > today
    # Discord's clock was there when a line was begun: if that is to come, this clock is behind.
    begun = sa.select(lines.c.number).where(to_come, lines.c.salt.is_not(None)).limit(1)
    if connection.execute(begun).first() is not None:
        return ()
    conditions = (lines.c.number > last_closed, lines.c.closed, IS_VALID)
    numbers = tuple(connection.execute(sa.select(lines.c.number).where(*conditions)).scalars())
    connection.execute(lines.update().where(*conditions).values(void=True))
    connection.execute(lines.delete().where(to_come, lines.c.closed.is_(sa.false())))
    return numbers


def set_lines_right(connection: Connection, numbers: Sequence[int]) -> None:
    """Let lines count again that are over after all."""
    connection.execute(lines.update().where(lines.c.number.in_(numbers)).values(void=False))


def lines_without_par(
    connection: Connection, first: int, asked_before: datetime
) -> tuple[LineRow, ...]:
    """Return the lines from a number on that were begun and have no par, the oldest first."""
    untaken = sa.or_(lines.c.par_asked_at.is_(None), lines.c.par_asked_at < asked_before)
    query = sa.select(lines).where(lines.c.number >= first, lines.c.par.is_(None), untaken)
    rows = connection.execute(query.where(lines.c.salt.is_not(None)).order_by(lines.c.number))
    return rows_of(LineRow, rows)


def ask_for_par(connection: Connection, line: LineRow, now: datetime) -> bool:
    """Claim the search for the par of a line; return False if somebody else has begun."""
    # As it was seen: of several processes that ask at once, one alone finds the same value.
    same = lines.c.par_asked_at == line.par_asked_at  # SQLAlchemy says IS NULL for None
    update = lines.update().where(lines.c.number == line.number, lines.c.par.is_(None), same)
    return connection.execute(update.values(par_asked_at=now)).rowcount > 0


def store_par(connection: Connection, line: LineRow) -> None:
    """Store the par of a line, and have it shown on strips that were posted without it."""
    names = ("par", "easy", "best", "policy", "fair")
    values = {name: getattr(line, name) for name in names}
    connection.execute(lines.update().where(lines.c.number == line.number).values(values))
    renew_strips(connection, line.number)


def is_barred(connection: Connection, number: int, mark: str) -> bool:
    """Return whether somebody was forgotten after they had begun a line."""
    query = sa.select(line_bars.c.mark).where(line_bars.c.line == number, line_bars.c.mark == mark)
    return connection.execute(query).first() is not None


def join_place(connection: Connection, guild: int, number: int, player: int) -> bool:
    """Show the result of somebody who has begun a line on a server as well.

    Returns:
        Whether they still have begun it: they may have been forgotten meanwhile.
    """
    own = sa.select(*_RESULT, IS_OVER.label("over")).where(
        COUNTS, runs.c.of == number, runs.c.player == player
    )
    # Whoever finishes the run meanwhile waits for this, and then stores the result here too.
    run_row = connection.execute(own.with_for_update(read=True)).one_or_none()
    if run_row is None:
        return False
    if insert_once(connection, line_places, {"guild": guild, "line": number, "player": player}):
        watch_members(connection, guild, (player,))
    result = dict(run_row._mapping)
    if result.pop("over"):
        connection.execute(line_places.update().where(_place(guild, number, player)).values(result))
    return True


def note_result(connection: Connection, number: int, player: int) -> None:
    """Copy the result of a finished run to all servers where it is shown."""
    own = sa.select(*_RESULT).where(COUNTS, runs.c.of == number, runs.c.player == player)
    result = connection.execute(own).one()._mapping
    places = (line_places.c.player == player, line_places.c.line == number)
    connection.execute(line_places.update().where(*places).values(dict(result)))


def share_once(
    connection: Connection,
    guild: int,
    number: int,
    player: int,
    announcement: Announcement,
    *,
    is_open: bool,
) -> bool:
    """Enqueue somebody's strip for a server, once; return False if it already was."""
    # A line that is over counts where it was played, wherever it is shared later: such a place
    # has no result.
    if is_open:
        join_place(connection, guild, number, player)
    else:
        insert_once(connection, line_places, {"guild": guild, "line": number, "player": player})
    own = (_place(guild, number, player), line_places.c.shared.is_(sa.false()))
    if not connection.execute(line_places.update().where(*own).values(shared=True)).rowcount:
        return False
    announce(connection, announcement)
    return True


def unshare(connection: Connection, guild: int, number: int, player: int) -> None:
    """Record that somebody's strip could not be posted after all."""
    own = _place(guild, number, player)
    connection.execute(line_places.update().where(own).values(shared=False))


def _place(guild: int, number: int, player: int) -> sa.ColumnElement[bool]:
    """Return the condition of somebody's place in a line on a server."""
    own = sa.and_(line_places.c.guild == guild, line_places.c.line == number)
    return own & (line_places.c.player == player)


def results_here(guild: int, first: int, last: int) -> sa.Select[Any]:
    """Return the query for the results of some lines on a server."""
    joined = line_places.join(players, players.c.id == line_places.c.player)
    own = (line_places.c.guild == guild, line_places.c.line.between(first, last))
    return sa.select(*_FINISHER).select_from(joined).where(*own, _HAS_FINISHED)


def finishers(
    connection: Connection, guild: int, first: int, last: int
) -> dict[int, tuple[Finisher, ...]]:
    """Return the results of some lines on a server, by line; the best of each first."""
    query = results_here(guild, first, last).order_by(line_places.c.line, *RANK)
    results = dict[int, list[Finisher]]()
    for row in connection.execute(query.add_columns(line_places.c.line)):
        results.setdefault(row.line, []).append(row_of(Finisher, row))
    return {number: tuple(line_results) for number, line_results in results.items()}


def has_finishers(connection: Connection, guild: int, first: int, last: int) -> bool:
    """Return whether anybody has finished one of some lines on a server."""
    return connection.execute(results_here(guild, first, last).limit(1)).first() is not None


def table_here(
    connection: Connection, guild: int, number: int, player: int, most: int, *, is_open: bool
) -> LineTable:
    """Return the results of a line on a server, without those of who has left.

    Args:
        connection: within a transaction.
        guild: id of the server.
        number: of the line.
        player: id of the viewer, who always sees themselves.
        most: results to show, at most.
        is_open: whether only those who have finished it too may see points.
    """
    own = (line_places.c.guild == guild, line_places.c.line == number)
    is_mine = line_places.c.player == player
    is_there = is_mine | line_places.c.player.not_in(gone_from(guild))
    count = sa.select(sa.func.count()).where(*own, _HAS_FINISHED, is_there)
    mine = sa.select(line_places.c.run).where(*own, is_mine, _HAS_FINISHED)
    sees = not is_open or connection.execute(mine).first() is not None
    query = results_here(guild, number, number).where(is_there, is_mine | players.c.listed)
    # Hidden points must not show in the order either.
    ordered = query.order_by(*(RANK if sees else (line_places.c.player,))).limit(most)
    rows = rows_of(Finisher, connection.execute(ordered))
    return LineTable(rows, connection.execute(count).scalar_one(), sees)


def servers_of(connection: Connection, player: int, first: int, most: int) -> tuple[int, ...]:
    """Return the servers where somebody has played lines from a number on, the latest first."""
    own = (line_places.c.player == player, line_places.c.line >= first)
    latest = sa.func.max(line_places.c.line).desc()
    query = sa.select(line_places.c.guild).where(*own).group_by(line_places.c.guild)
    return tuple(
        connection.execute(query.order_by(latest, line_places.c.guild).limit(most)).scalars()
    )


def finisher_here(connection: Connection, guild: int, number: int, player: int) -> Finisher | None:
    """Return the result of somebody in a line on a server, or None."""
    query = results_here(guild, number, number).where(line_places.c.player == player)
    return row_or_none(connection, Finisher, query)


def lines_played_here(
    connection: Connection, guild: int, span: tuple[int, int], most: int, *, people: int, young: int
) -> tuple[tuple[int, bool], ...]:
    """Return the latest lines, each with whether enough people of a server have finished it.

    Args:
        connection: within a transaction.
        guild: id of the server.
        span: numbers of the oldest and of the newest line.
        most: number of lines, at most.
        people: number of people that are enough.
        young: lowest id of an account that is too young to count for the oldest line.
    """
    days = sa.cast(lines.c.number - span[0], sa.BigInteger)
    is_grown = line_places.c.player < young + days * _IDS_A_DAY
    here = (line_places.c.guild == guild, line_places.c.line == lines.c.number, _HAS_FINISHED)
    own = (*here, is_grown)
    plays = sa.select(line_places.c.line).where(*own).limit(people).correlate(lines)
    enough = sa.select(sa.func.count()).select_from(plays.subquery("some")).scalar_subquery()
    query = sa.select(lines.c.number, enough).where(lines.c.number.between(*span), IS_VALID)
    rows = connection.execute(query.order_by(lines.c.number.desc()).limit(most))
    return tuple((number, count >= people) for number, count in rows)


def bar(connection: Connection, player: int, marks: Sequence[tuple[int, str]]) -> None:
    """Store a mark for each open line that somebody who is being forgotten has begun."""
    for number, mark in marks:
        own = sa.select(runs.c.id).where(COUNTS, runs.c.of == number, runs.c.player == player)
        if connection.execute(own).first() is not None:
            insert_once(connection, line_bars, {"line": number, "mark": mark})
