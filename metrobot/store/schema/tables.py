"""The tables of the database; `migrations` brings an old one to this form."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect

PERSON = "person"
"""Key of `Column.info`: the column names a person, and how it is forgotten."""
ANONYMISE = {PERSON: "anonymise"}
"""Mark of a column in which an unknown person takes the place of one who is forgotten."""
ERASE = {PERSON: "erase"}
"""Mark of a column whose row is removed when the person is forgotten."""
EXPIRES = {PERSON: "expires"}
"""Mark of a column whose row expires within days, so that nobody forgotten starts afresh."""
KEPT = {PERSON: "kept"}
"""Mark of a column whose row stays, as to be forgotten would be a way back."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""Ids that the database counts up; SQLite does so only for INTEGER."""


class UtcDateTime(sa.TypeDecorator[datetime]):
    """Moment in UTC, aware in Python even if the database has no time zones."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert any zone to UTC."""
        if value is None:
            return None
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(
        self,
        value: Any,
        dialect: Dialect,  # noqa: ARG002 -- the form is SQLAlchemy's
    ) -> datetime | None:
        """Mark it as UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


def literally(value: str) -> sa.ColumnElement[str]:
    """Return a value that stands in the statement itself."""
    # SQLite uses a partial index only if it sees that the condition holds.
    return sa.literal_column(f"'{value}'", sa.String())


def _game(*, primary_key: bool = False, index: bool = False) -> sa.Column[int]:
    key = sa.ForeignKey("games.id")
    return sa.Column("game", Number, key, primary_key=primary_key, nullable=False, index=index)


def player_key() -> sa.Column[int]:
    """Return the key of rows that are removed when their person is forgotten."""
    person = sa.ForeignKey("players.id")
    return sa.Column(
        "player", sa.BigInteger, person, primary_key=True, autoincrement=False, info=ERASE
    )


games = sa.Table(
    "games",
    metadata,
    sa.Column("id", Number, primary_key=True),
    sa.Column("guild", sa.BigInteger, nullable=False, index=True),
    sa.Column("channel", sa.BigInteger, nullable=False, index=True),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("host", sa.BigInteger, nullable=False, index=True, info=ANONYMISE),
    sa.Column("capacity", sa.Integer),
    # The ruleset: its people are counted when the game starts.
    sa.Column("players", sa.Integer),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seating", sa.String(10), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("salt", sa.JSON, nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("result", sa.JSON(none_as_null=True)),
    sa.Column("board_message", sa.BigInteger),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("turn_since", UtcDateTime, nullable=False),
    sa.Column("finished_at", UtcDateTime),
    # Why nothing can be posted in the channel; null while all is well.
    sa.Column("lost", sa.String(20)),
    # Played alone: the channel hears nothing until the game is over.
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    # The places in the order of play that are awaited, the number of the turn, and the points of
    # each seat; null in the lobby, and if an older release has stored the latest act.
    sa.Column("awaited", sa.JSON(none_as_null=True)),
    sa.Column("turn", sa.Integer),
    sa.Column("points", sa.JSON(none_as_null=True)),
    # Whether standings know how it ended (null: not yet); `solo` how its player stood alone then.
    sa.Column("counted", sa.Boolean),
    # How draws are numbered: 1 by their events, 2 by themselves.
    sa.Column("dealing", sa.Integer, nullable=False, server_default="1"),
    # Whether a computer has made a choice in it; whether the host allowed hints among people.
    sa.Column("computed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()),
    # Ids of people removed from the lobby, who stay out of the game; null once it has ended.
    sa.Column("removed", sa.JSON(none_as_null=True)),
    # Whether somebody was blocked in it; in older games, also whether ratings were off at its end.
    sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("acted_at", UtcDateTime),
    sa.Column("aside_at", UtcDateTime),
    # The newest rest, which all who play have agreed to: when it began, and when it ends.
    sa.Column("rested_at", UtcDateTime),
    sa.Column("rest_until", UtcDateTime),
    # How much time there is for a turn, and what happens after it; null: no clock.
    sa.Column("pace", sa.String(20)),
    # After so many hours the first reminder of a turn comes; 0: none does.
    sa.Column("remind_after", sa.Integer, nullable=False, server_default="24"),
    # Whether it counts on the leaderboard, as the managers of its server had it at its start.
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
    # Whether anybody may take the seats of computers, as its host has said in the lobby.
    sa.Column("open_seats", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("solo", sa.JSON(none_as_null=True)),
)

IS_UNFINISHED = games.c.status.in_((literally("lobby"), literally("running")))
"""Condition of unfinished games, as the index has it."""
IS_PUT_ASIDE = games.c.aside_at.is_not(None)
"""Condition of games that were put aside."""
HOLDS_CHANNEL = sa.and_(IS_UNFINISHED, ~IS_PUT_ASIDE)
"""Condition of unfinished games that were not put aside: a channel has one at most."""
GOES_ON = sa.and_(games.c.status == literally("running"), ~IS_PUT_ASIDE)
"""Condition of games whose people are reminded, and whose clocks run."""
HAS_ENDED = games.c.status.in_((literally("over"), literally("cancelled")))
"""Condition of games that have ended or were cancelled, as the index has it."""

seats = sa.Table(
    "seats",
    metadata,
    _game(primary_key=True),
    # In the lobby the order of joining, from the start on the order of play.
    sa.Column("position", sa.Integer, primary_key=True),
    # Null: the seat is vacant.
    sa.Column("player", sa.BigInteger, sa.ForeignKey("players.id"), index=True, info=ANONYMISE),
    # The level of the computer that plays for whoever sits here; null: they play.
    sa.Column("cover", sa.String(10)),
    # Whether others decided on the cover; their hints; whether they offer their seat to all.
    sa.Column("outvoted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("hints", sa.Integer, nullable=False, server_default="0"),
    sa.Column("offered", sa.Boolean, nullable=False, server_default=sa.false()),
    # Secret: the turns that they have planned ahead.
    sa.Column("plans", sa.Text),
    # This turn: when they were called, who gave them time, if a computer plays, when unseen.
    sa.Column("called_at", UtcDateTime),
    sa.Column("given", sa.JSON(none_as_null=True)),
    sa.Column("clocked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("unseen", sa.JSON(none_as_null=True)),
    # In the game so far: turns that the clock had a computer play, and seconds of absence.
    sa.Column("flags", sa.Integer, nullable=False, server_default="0"),
    sa.Column("away_used", sa.Integer, nullable=False, server_default="0"),
    # In the lobby: terms they agreed to (null: the present ones); if and since when OK is asked.
    sa.Column("agreed", sa.JSON(none_as_null=True)),
    sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("asked_at", UtcDateTime),
    # Who sat here before, as whoever sits here now is new; 0: nobody; null: they are not new.
    sa.Column("former", sa.BigInteger, info=ANONYMISE),
    sa.UniqueConstraint("game", "player"),
)

_AWAITED = sa.cast(games.c.awaited, sa.Text)  # [0, 12]
_LISTED = sa.func.replace(sa.func.replace(_AWAITED, "[", " "), "]", ",")
IS_AWAITED = sa.or_(
    # Null: an older release has stored the latest act, so anybody may be awaited.
    games.c.awaited.is_(None),
    _LISTED.like(sa.literal("% ") + sa.cast(seats.c.position, sa.Text) + ",%"),
)
"""Condition of seats that their games await."""

# Who has left a seat before the end; whoever cancelled a game that others played, too.
departures = sa.Table(
    "departures",
    metadata,
    sa.Column("id", Number, primary_key=True),
    _game(index=True),
    sa.Column("position", sa.Integer, nullable=False),
    sa.Column("player", sa.BigInteger, nullable=False, index=True, info=ANONYMISE),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
)

ballots = sa.Table(
    "ballots",
    metadata,
    sa.Column("id", Number, primary_key=True),
    _game(),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("opener", sa.BigInteger, nullable=False, info=ANONYMISE),
    sa.Column("quorum", sa.Integer, nullable=False),
    sa.Column("revision", sa.Integer),
    sa.Column("message", sa.BigInteger),
    sa.Column("until", UtcDateTime, nullable=False),
    # From this moment on it is carried if nobody has objected; null: never so.
    sa.Column("unopposed_at", UtcDateTime),
    # Both moments as if nothing had come between; when it was stored, and when it was there.
    sa.Column("opened_at", UtcDateTime),
    sa.Column("asked_at", UtcDateTime),
    sa.UniqueConstraint("game", "kind"),
    # Buttons name a ballot by its number: no later one may get it.
    sqlite_autoincrement=True,
)

votes = sa.Table(
    "votes",
    metadata,
    sa.Column("ballot", Number, sa.ForeignKey("ballots.id"), primary_key=True, nullable=False),
    sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False, info=ANONYMISE),
    sa.Column("agrees", sa.Boolean, nullable=False),
    # Who has not answered neither agrees nor objects.
    sa.Column("objects", sa.Boolean, nullable=False, server_default=sa.false()),
)

events = sa.Table(
    "events",
    metadata,
    _game(primary_key=True),
    # Grows with every event ever written, so that no two writers believe that theirs is the next.
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("actor", sa.String(10), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
    sa.Column("void", sa.Boolean, nullable=False),
    sa.Column("planned", sa.Boolean, nullable=False, server_default=sa.false()),
)

sealed = sa.Table(
    "sealed",
    metadata,
    _game(primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("payload", sa.JSON, nullable=False),
)

deliveries = sa.Table(
    "deliveries",
    metadata,
    sa.Column("id", Number, primary_key=True),
    # Null: it is of no game, and goes to a channel, or else to the person.
    sa.Column("game", Number, sa.ForeignKey("games.id")),
    sa.Column("guild", sa.BigInteger),
    sa.Column("channel", sa.BigInteger),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("turn", sa.Integer),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("player", sa.BigInteger, info=ANONYMISE),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("next_at", UtcDateTime, nullable=False),
    sa.Column("message", sa.BigInteger),
    sa.Column("reason", sa.String(200)),
    # Which of several processes is saying it, and until when the others leave it alone.
    sa.Column("holder", sa.String(20)),
    sa.Column("held_until", UtcDateTime),
)

replays = sa.Table(
    "replays",
    metadata,
    sa.Column("id", Number, primary_key=True),
    sa.Column("guild", sa.BigInteger, nullable=False, index=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    # Who imported it: no reference, since they need not have played here.
    sa.Column("person", sa.BigInteger, nullable=False, index=True, info=ANONYMISE),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    # Its review: null though asked for while it is still to be made.
    sa.Column("review", sa.Text),
    sa.Column("review_asked_at", UtcDateTime),
)

# Places and facts, never a person; null while it is still to be made.
reviews = sa.Table(
    "reviews",
    metadata,
    _game(primary_key=True),
    sa.Column("body", sa.Text),
    sa.Column("asked_at", UtcDateTime, nullable=False),
)

# Jobs for workers: the question goes with its answer, both with the board that they are for.
jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("key", sa.String(100), primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    # Null: it is about a game that was played elsewhere.
    sa.Column("game", Number, sa.ForeignKey("games.id"), index=True),
    # Secret: what one seat may see, null once it is answered; and what was found, null before.
    sa.Column("asked", sa.LargeBinary),
    sa.Column("answer", sa.LargeBinary),
    sa.Column("asked_at", UtcDateTime, nullable=False, index=True),
    sa.Column("taken_at", UtcDateTime),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, info=ERASE),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("dm_closed", sa.Boolean, nullable=False),
    sa.Column("language", sa.String(10)),
    # Whether leaderboards and profiles show this person to others.
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
)

preferences = sa.Table(
    "preferences",
    metadata,
    player_key(),
    sa.Column("remind_by", sa.String(10), nullable=False),
    sa.Column("zone", sa.String(64)),
    # Minutes since midnight in that zone.
    sa.Column("quiet_from", sa.Integer),
    sa.Column("quiet_until", sa.Integer),
    sa.Column("away_until", UtcDateTime),
    # The latest absences and choices of days off, for clocks; wishes; all as in `Preferences`.
    *(sa.Column(name, sa.JSON(none_as_null=True)) for name in ("absences", "days_off", "colours")),
    # The line of the day: played without Confirm; one's sheet in the paper; whether that was asked.
    *(
        sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        for name in ("at_once", "show_sheet", "sheet_asked", "words_first")
    ),
    sa.Column("remind_line", sa.String(10), nullable=False, server_default="never"),
    sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.true()),
)

# What becomes due by itself (`DueKind`), and when to look; null: not before something happens.
due = sa.Table(
    "due",
    metadata,
    # 0: about nobody in particular. First in the key, so that kinds are read in the order of time.
    sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False, info=ERASE),
    sa.Column("of", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(10), primary_key=True),
    sa.Column("at", UtcDateTime),
    sa.Column("revision", sa.Integer, nullable=False),
)

# What people have lately caused; games and servers may be gone by now.
charges = sa.Table(
    "charges",
    metadata,
    sa.Column("id", Number, primary_key=True),
    sa.Column("person", sa.BigInteger, nullable=False, info=EXPIRES),
    sa.Column("account", sa.String(20), nullable=False),
    sa.Column("amount", sa.Double, nullable=False),
    sa.Column("of_game", Number),
    sa.Column("guild", sa.BigInteger),
    sa.Column("at", UtcDateTime, nullable=False, index=True),
)

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("language", sa.String(10)),
    # What its managers allow, and the ids of the roles that may open games; null: everybody may.
    *(
        sa.Column(name, sa.Boolean, nullable=False, server_default=sa.true())
        for name in ("imports", "private_games", "public_replays", "ratings")
    ),
    sa.Column("openers", sa.JSON(none_as_null=True)),
)

# People and servers whom whoever runs the bot keeps out.
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("kind", sa.String(10), primary_key=True),
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, info=KEPT),
    sa.Column("at", UtcDateTime, nullable=False),
)

memos = sa.Table(
    "memos",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
