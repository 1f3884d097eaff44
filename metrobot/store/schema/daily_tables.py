"""The tables of the line of the day and of other runs: lines, runs, deals, morning papers."""

import sqlalchemy as sa

from metrobot.store.schema.tables import ANONYMISE, ERASE, Number, UtcDateTime, metadata, player_key

# Lines of the day: one for each day on which the bot was up.
lines = sa.Table(
    "lines",
    metadata,
    # Of its day in UTC, 1 is 2026-01-01.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("map", sa.String(40), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    # The id of the first press of its day; null: nobody has begun it.
    sa.Column("salt", sa.String(20)),
    # Something was shown that is secret until it is over: nobody plays on, whatever the clock says.
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
    # That was too early, by a clock that was wrong: it counts for nobody.
    sa.Column("void", sa.Boolean, nullable=False, server_default=sa.false()),
    # What computers got, the most that was found with all cards known, and by which policy.
    sa.Column("par", sa.Integer),
    sa.Column("easy", sa.Integer),
    sa.Column("fair", sa.Integer),
    sa.Column("best", sa.Integer),
    sa.Column("policy", sa.Integer),
    sa.Column("par_asked_at", UtcDateTime),
)

# Games of one person beside the channels; what chance gives follows from their dealing.
runs = sa.Table(
    "runs",
    metadata,
    sa.Column("id", Number, primary_key=True),
    # `line`: counts, once for each person; `past`: played again, as often as one likes;
    # `branch`: played on from a turn of a game that is over; `deal`: once for each person and deal.
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("of", sa.Integer, nullable=False),
    sa.Column("player", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False, info=ERASE),
    # What its player has done, turn by turn; null: only the score is kept.
    sa.Column("deeds", sa.JSON(none_as_null=True)),
    sa.Column("turns", sa.Integer, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("score", sa.Integer),
    # Empty stations at the end: of equal scores the one with fewer comes first.
    sa.Column("empty", sa.Integer),
    # Whether it counts among those that a score is compared with.
    sa.Column("compared", sa.Boolean, nullable=False),
    # Of a branch: when it was last played.
    sa.Column("begun_at", UtcDateTime, nullable=False),
    sa.Column("over_at", UtcDateTime),
    # Of a branch or deal: of which game, or imported record, else `of` is the number of the line;
    # from which turn, in which seat, against whom.
    sa.Column("game", Number),
    sa.Column("record", Number),
    sa.Column("turn", sa.Integer),
    sa.Column("seat", sa.Integer),
    sa.Column("level", sa.String(10)),
    # Of which new cards come, secret until it is over; null: the same cards.
    sa.Column("key", sa.String(64)),
    # Buttons name a run by its number: no later one may get it.
    sqlite_autoincrement=True,
)

# Seats of games that are over, for all of a server to play once from the first turn.
deals = sa.Table(
    "deals",
    metadata,
    sa.Column("id", Number, primary_key=True),
    sa.Column("game", Number, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    # Who has handed it on.
    sa.Column("player", sa.BigInteger, nullable=False, index=True, info=ANONYMISE),
    sa.Column("level", sa.String(10)),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    # When its table closes, and its runs are removed.
    sa.Column("until", UtcDateTime, nullable=False, index=True),
    # As for runs.
    sqlite_autoincrement=True,
)

# On which servers somebody has played a line, whether their strip stands there, and their score;
# without a score where they only shared one that was over.
line_places = sa.Table(
    "line_places",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    player_key(),
    sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()),
    # Their run and what it came to, once it is finished: a server's table is read from here
    # alone, as many as the runs of other servers may be.
    sa.Column("run", Number),
    sa.Column("score", sa.Integer),
    sa.Column("empty", sa.Integer),
    sa.Column("over_at", UtcDateTime),
)

# Who was forgotten in the middle of a line, as a keyed hash: else they could begin it anew.
line_bars = sa.Table(
    "line_bars",
    metadata,
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mark", sa.String(64), primary_key=True),
)

# Where a server has its morning paper, and at which hour of which zone.
papers = sa.Table(
    "papers",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("hour", sa.Integer, nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    # The last line that it has told of.
    sa.Column("told", sa.Integer, nullable=False),
    # How many papers in a row could not be posted.
    sa.Column("failed", sa.Integer, nullable=False, server_default="0"),
    # The line of its first paper, since it was turned on.
    sa.Column("since", sa.Integer, nullable=False, server_default=sa.text("0")),
)
