"""Rows that the store takes and returns: plain values, not those of a library."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final, NamedTuple, NewType, TypeVar

from sqlalchemy import Connection, Select

from metrobot.engine.ruleset import OptionValue

PlayerId = NewType("PlayerId", int)
"""Id of a Discord user."""
GameId = NewType("GameId", int)
"""Number of a game in the store."""

TAKE_BACK: Final = "take_back"
"""Kind of the event of TABLE that makes others and itself void; in no record."""


T = TypeVar("T")
NOBODY: Final = 0
"""Id on a vacant seat; no person has it."""
ABSENCE: Final = timedelta(days=10)
"""Most time for which absences protect somebody in one game."""
COMPUTERS: Final = -1_000_000_000
"""Highest id of a computer; between it and -1 are people who were forgotten."""
OF_PERSON: Final = ("id", "name", "dm_closed", "away_until", "absences", "days_off")
"""Fields of `PersonRow` that are not of their seat, so that they stay theirs when they leave."""
ALL_TIME: Final = 0
"""Number of a quarter that stands for all time."""
_MONTHS: Final = 3
_QUARTERS: Final = 4


def row_of(kind: Callable[..., T], values: Any, /, **own: Any) -> T:
    """Return a row of a class, its values taken from another row by their names.

    Never by position: so a column may be added anywhere.

    Args:
        kind: class of the row.
        values: another row, or one of a statement; what it lacks is left to the row's defaults.
        own: values of the row that are not those by the same name.
    """
    columns = getattr(values, "_mapping", None)
    if columns is None:
        columns = {column.name: getattr(values, column.name) for column in fields(values)}
    return kind(**{name: columns[name] for name in _names(kind) if name in columns} | own)


def row_or_none(connection: Connection, kind: Callable[..., T], query: Select[Any]) -> T | None:
    """Return the only row that a query finds, or None."""
    values = connection.execute(query).one_or_none()
    return None if values is None else row_of(kind, values)


def rows_of(kind: Callable[..., T], values: Iterable[Any]) -> tuple[T, ...]:
    """Return a row of a class for each of some others, as `row_of` does."""
    return tuple(row_of(kind, row) for row in values)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return getattr(kind, "_fields", ()) or tuple(
        column.name for column in fields(kind) if column.init
    )


def quarter_of(moment: datetime) -> int:
    """Return the number of the quarter of a moment, in UTC; each is one more than the last."""
    day = moment.astimezone(UTC)
    return day.year * _QUARTERS + (day.month - 1) // _MONTHS


def start_of(quarter: int) -> datetime:
    """Return the first moment of a quarter."""
    year, number = divmod(quarter, _QUARTERS)
    return datetime(year, number * _MONTHS + 1, 1, tzinfo=UTC)


class StaleError(Exception):
    """Another writer was faster; nothing was written."""


class TakenBackError(Exception):
    """Some of the known events of a game were taken back: it has to be read again."""


class ResealedError(Exception):
    """Other choices are sealed than the writer has seen; nothing was written."""


class ChannelTakenError(Exception):
    """The channel has an unfinished game already; nothing was written."""


@dataclass(frozen=True, slots=True)
class ClockRow:
    """Clock of a seat: what goes by the time in a turn, and whose seat it was.

    Attributes:
        called_at: since when they are called, once that has reached the channel; else None.
        given: places of those who gave time in this turn.
        clocked: whether a computer plays this turn, as the time is up.
        flags: number of turns in this game that the clock had a computer play.
        away_used: seconds of absence that did not count in earlier turns.
        unseen: times of this turn, in seconds, in which they could not see the channel, or were
            in a time-out; a last one without an end goes on.
        former: who sat there before, a computer too, as whoever sits there now is new: they
            have neither played nor seen a hand. NOBODY: nobody; None: they are not new.
    """

    called_at: datetime | None = None
    given: tuple[int, ...] = ()
    clocked: bool = False
    flags: int = 0
    away_used: int = 0
    unseen: tuple[tuple[int, int | None], ...] = ()
    former: int | None = None


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody at a table.

    Attributes:
        id: the Discord user; NOBODY on a vacant seat.
        name: display name as last seen, as it is: not escaped for Markdown.
        dm_closed: whether direct messages were refused before.
        away_until: when they will be back, if they have said so; may have passed.
        cover: level of the computer that plays for them until they are back, or None.
        hints: number of hints that they have taken in this game.
        outvoted: whether the others decided on the cover, since they were kept waiting.
        offered: whether they offer their seat to whoever comes, and play on until then.
        plans: turns that they have planned ahead, as JSON: secret; or None.
        absences: their latest absences, as in `Preferences`.
        days_off: their latest choices of days off, likewise.
        clock: of their seat.
        agreed: in a lobby, all values of each term that they have agreed to; None: the present.
        asked: whether they are to press OK, as a present value is none of them.
        asked_at: since when they have been asked for their OK; None: no mention has come yet.
    """

    id: int
    name: str
    dm_closed: bool = False
    away_until: datetime | None = None
    cover: str | None = None
    hints: int = 0
    outvoted: bool = False
    offered: bool = False
    plans: str | None = field(default=None, repr=False)
    absences: tuple[tuple[int, int], ...] = ()
    days_off: tuple[tuple[Any, ...], ...] = ()
    clock: ClockRow = ClockRow()
    agreed: Mapping[str, Sequence[Any]] | None = field(default=None, hash=False)
    asked: bool = False
    asked_at: datetime | None = None


class Asked(NamedTuple):
    """People of a lobby who are asked for their OK to its present terms.

    Attributes:
        at: when.
        anew: ids of those who had agreed to the terms before.
        still: ids of those who were asked about earlier ones, and have not answered.
    """

    at: datetime
    anew: tuple[int, ...] = ()
    still: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DepartedRow:
    """Former player of a game.

    Attributes:
        position: of their place in the order of play.
        revision: of the game just after they left.
        person: the person.
    """

    position: int
    revision: int
    person: PersonRow


@dataclass(frozen=True, slots=True)
class SealedRow:
    """Choice of one seat in a round that is not complete: secret.

    Attributes:
        round: number of the round.
        seat: number of the seat.
        payload: the actions in their order, each its kind and its fields.
    """

    round: int
    seat: int
    payload: tuple[Mapping[str, Any], ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFacts:
    """Facts of a game, stored or at a table.

    Attributes:
        id: number of the game; 0 before it is stored.
        options: every option of the title, with its value.
        revision: number of the newest event ever written, 0 before the first.
        commitment: SHA-256 of the key, 64 hexadecimal digits.
        salt: ids of interactions that the server could not choose.
        turn_since: time since which the present people are awaited, in UTC.
        dealing: how draws are numbered (`chance.NUMBERINGS`), as in the record.
        computed: whether a computer has made a choice in it.
        hints: whether the host allowed hints among people.
        aside_at: since when it is put aside, so that nobody can act; None: it is not.
        rested_at: when its newest rest began; None: it has had none.
        rest_until: when that rest ends, or has ended; None likewise.
        pace: how much time there is for a turn, and what happens after it (`paces.PACES`);
            None: no clock.
        rated: whether it counts on the leaderboard; in the lobby, whether it would.
    """

    id: int
    options: Mapping[str, OptionValue]
    revision: int
    commitment: str
    salt: tuple[str, ...] = field(repr=False)
    turn_since: datetime
    dealing: int = 1
    computed: bool = False
    hints: bool = False
    aside_at: datetime | None = None
    rested_at: datetime | None = None
    rest_until: datetime | None = None
    pace: str | None = None
    rated: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow(GameFacts):
    """One game without its events.

    Attributes:
        guild: id of the Discord server.
        channel: id of the Discord channel.
        title: id of the game title.
        rules_version: of the title when the lobby was opened.
        status: lobby, running, over or cancelled.
        host: id of a player.
        capacity: places asked for, or None.
        players: the number of people who started, None in the lobby.
        seating: random or joined.
        key: 64 hexadecimal digits; secret until the game is over.
        result: as in the record, None until the game is over.
        board_message: id of the newest lobby or board message, or None.
        created_at: when the lobby was opened.
        people: in the lobby in the order of joining, then in the order of play.
        sealed: choices that wait for others, by round and seat.
        finished_at: when the game came to its result, or was cancelled; else None.
        lost: why nothing can be posted in its channel; None if all is well.
        private: whether its channel hears nothing of it until it is over.
        awaited: places in the order of play whose players are awaited; None in the lobby,
            and if an older release has stored the latest act.
        turn: number of the turn, likewise.
        points: of each seat, as all may see them, likewise.
        departed: former players, by place and in the order of leaving.
        removed: ids of the people whom its host has removed from the lobby; None once it
            has ended, and if there are none.
        remind_after: hours until the first reminder of a turn; 0: none.
        open_seats: whether anybody may take the seats of computers, without being asked about.
    """

    guild: int
    channel: int
    title: str
    rules_version: int
    status: str
    host: int
    capacity: int | None
    players: int | None
    seating: str
    key: str = field(repr=False)
    result: Mapping[str, Any] | None
    board_message: int | None
    created_at: datetime
    people: tuple[PersonRow, ...]
    sealed: tuple[SealedRow, ...] = field(default=(), repr=False)
    finished_at: datetime | None = None
    lost: str | None = None
    private: bool = False
    awaited: tuple[int, ...] | None = None
    turn: int | None = None
    points: tuple[int, ...] | None = None
    departed: tuple[DepartedRow, ...] = ()
    removed: tuple[int, ...] | None = None
    remind_after: int = 24
    open_seats: bool = False


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event.

    Attributes:
        revision: of the game just after it.
        seq: its place among the events in force, from 1.
        actor: `chance`, `table` or the number of a seat.
        kind: the tag of the action.
        payload: the other fields of the action, secret ones too.
        at: when it was accepted.
        planned: whether it was planned ahead.
    """

    revision: int
    seq: int
    actor: str
    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    at: datetime
    planned: bool = False
