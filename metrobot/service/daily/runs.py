"""Runs: games of one person beside the channels, of which only what was done is stored."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from cachetools import LRUCache

from metrobot.engine import log
from metrobot.engine.draft import Draft
from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.line import Line, LineKey
from metrobot.service.daily.line_keys import salt_of
from metrobot.service.daily.lines import Lines
from metrobot.service.daily.replayed import ALONE, TITLE, replayed, rules_on
from metrobot.service.model.clock import Clock
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.history import History
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.plain_play import play_of
from metrobot.service.model.play import Person, Play, PlayerId, Status
from metrobot.service.people.ledger import Account, Ledger
from metrobot.service.play import acts
from metrobot.store.schema.rows import StaleError
from metrobot.store.statements.daily.runs import BarredError, RunRow
from metrobot.store.store import Store

_KEPT: Final = 256
"""Most games that are kept in memory."""
KEPT: Final = timedelta(days=90)
"""Time for which the deeds of a run are kept; after that only its score is."""
CLEARED_EVERY: Final = timedelta(hours=1)
CLEARED_AT_ONCE: Final = 500
"""Runs looked at in one transaction, which takes a few milliseconds."""
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Run:
    """Somebody's game of a line.

    Attributes:
        line: the line.
        row: as it is kept.
        play: the game as it stands, its key hidden until the line is over.
    """

    line: Line
    row: RunRow
    play: Play

    @property
    def is_over(self) -> bool:
        """Whether it is finished."""
        return self.row.status == OVER

    @property
    def is_whole(self) -> bool:
        """Whether more than the score is kept, so that the game can be shown."""
        return self.row.deeds is not None

    @property
    def counts(self) -> bool:
        """Whether it is the one run of its line that counts."""
        return self.row.kind == "line"

    @property
    def card(self) -> int:
        """The number of the card that is to be used, from 1."""
        return self.row.turns + 1


class Runs:
    """All runs.

    Args:
        store: keeps them.
        clock: tells when one is begun.
        lines: all lines.
        ledger: counts lines that are played again.
        begun: is called when the first person begins a line.
    """

    def __init__(
        self, store: Store, clock: Clock, lines: Lines, ledger: Ledger, begun: Callable[[], None]
    ) -> None:
        self._store = store
        self._clock = clock
        self._lines = lines
        self._ledger = ledger
        self._has_begun = begun
        self._cleared: datetime | None = None
        self._locks = KeyedLocks()
        self._drafts = Drafts()
        self._histories: LRUCache[tuple[int, int], History] = LRUCache(_KEPT)
        self._plays: LRUCache[tuple[int, int, str, bool], Play] = LRUCache(_KEPT)

    def forget(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self._histories.clear()
        self._plays.clear()
        self._drafts = Drafts()

    async def begin(
        self, number: int, person: Person, *, guild: int, interaction: int, is_new: bool
    ) -> Run:
        """Begin a line that is open, or go on with it.

        Args:
            number: of the line.
            person: who plays.
            guild: the server where they are; 0: it is none of the bot's.
            interaction: id that Discord gave to the press; the first of a day is the line's salt.
            is_new: whether their account is so new that nobody is compared with it.

        Raises:
            Refusal: it can no longer be begun, or they were forgotten since they began it,
                or by Discord's clock it is another day.
        """
        # The run first: once there is one, the line has its salt. The other way round, the second
        # of two first presses of a day could find a run, but a line without its salt.
        row = await self._store.runs.of(number, person.id)
        line = await self._lines.line(number)
        if row is not None and (
            line.is_closed
            or not guild
            or await self._store.lines.join_place(guild, number, person.id)
        ):
            return await self._run(row, line, person.name)
        now = self._clock.now()
        if now >= line.ends_at or line.is_closed:
            raise Refusal(LineKey.ENDED, number=str(number))
        if line.row.salt is None:
            # Where our clock is wrong, Discord's is right: a salt is a press of the line's day.
            if timetable.line_of_press(interaction) != number:
                raise Refusal(LineKey.WRONG_DAY, number=str(number))
            # Soon after the clock was set no round has stored the line yet.
            if (await self._store.lines.note(line.row)).closed:
                raise Refusal(LineKey.ENDED, number=str(number))
        return await self._begun("line", line, person, guild, interaction, is_new=is_new)

    async def begin_past(self, number: int, person: Person, *, guild: int) -> Run:
        """Play a line that is over once more, or go on with that; it counts for nothing.

        Raises:
            Refusal: it is still open, or there is none, or they have begun many games lately.
        """
        begun = await self._store.runs.open_past(number, person.id)
        line = await self._lines.closed_line(number)
        if begun is not None:
            return await self._run(begun, await self._lines.line(number), person.name)
        async with self._ledger.charged(person.id, Account.OPENINGS, guild=guild or None):
            # Of a line that nobody began on its day the salt is an id that nobody chose.
            press = timetable.first_press(number)
            return await self._begun("past", line, person, guild, press, is_new=True)

    async def of(self, number: int, person: Person) -> Run | None:
        """Return somebody's run of a line that counts, or None; of an old one only the score."""
        row = await self._store.runs.of(number, person.id)
        if row is None:
            return None
        return await self._run(row, await self._lines.line(number), person.name)

    async def by_id(self, number: int, person: Person) -> Run:
        """Return a run of a person.

        Raises:
            Refusal: there is none, or it is somebody else's.
        """
        row = await self._store.runs.by_id(number)
        if row is None or row.player != person.id or row.turn is not None:
            raise Refusal(LineKey.GONE)
        return await self._run(row, await self._lines.line(row.of), person.name)

    async def closed(self, number: int, person: Person) -> Run:
        """Return a finished run of a person, on a line that is over.

        Raises:
            Refusal: there is none, or only its score is kept, or its line is open.
        """
        run = await self.by_id(number, person)
        await self._lines.closed_line(run.line.number)
        if not (run.is_over and run.is_whole):
            raise Refusal(LineKey.GONE)
        return run

    async def to_show(self, number: int) -> Run:
        """Return anybody's run of a line that is over.

        Raises:
            Refusal: the run does not exist or only its score is kept, or the line is open.
        """
        row = await self._store.runs.by_id(number)
        if row is None or row.deeds is None or row.status != OVER or row.turn is not None:
            raise Refusal(LineKey.GONE)
        line = await self._lines.closed_line(row.of)
        player_row = await self._store.people.by_id(row.player)
        return await self._run(row, line, "" if player_row is None else player_row.name)

    async def read_draft(
        self, number: int, person: Person, revision: int, code: str
    ) -> tuple[Run, Draft[Any, Any]]:
        """Return a run and the draft in it that a code stands for.

        Args:
            number: of the run.
            person: who plays.
            revision: of the game when the draft was begun.
            code: as `Draft.code` gave it.

        Raises:
            Refusal: it is not theirs, not open, or has moved on since.
        """
        run = await self.by_id(number, person)
        _check_open(run)
        if run.play.revision != revision:
            raise _moved_on(run)
        return run, self._drafts.read(run.play, ALONE, code)

    def keep_draft(self, run: Run, draft: Draft[Any, Any]) -> Draft[Any, Any]:
        """Remember a draft that is shown to its player; return it as it was remembered before."""
        return self._drafts.put(run.play, draft)

    async def play_draft(self, number: int, person: Person, revision: int, code: str) -> Run:
        """Play a whole draft, and turn up the next card.

        Raises:
            Refusal: as for `read_draft`, or it is not a whole turn.
        """
        async with self._locks.of(number):
            run, draft = await self.read_draft(number, person, revision, code)
            now = self._clock.now()
            old_history = await self._history(run.row, run.line)
            dealing = await self._lines.keys.dealing(run.line)
            new_history = acts.history_after_draft(old_history, draft, now).settled(dealing, now)
            row = _with_turn(run.row, draft, new_history, now)
            try:
                await self._store.runs.save(row)
            except StaleError as error:
                # Another process was faster: name the card that the run has come to by now.
                faster = await self.by_id(number, person)
                _check_open(faster)
                raise _moved_on(faster) from error
            self._histories[row.id, row.turns] = new_history
            return await self._run(row, run.line, person.name)

    async def clear(self) -> None:
        """Keep only the scores of old runs."""
        now = self._clock.now()
        # abs(): with a clock set back the difference would stay negative, and nothing be cleared.
        if self._cleared is not None and abs(now - self._cleared) < CLEARED_EVERY:
            return
        if await self._store.runs.clear(now - KEPT, CLEARED_AT_ONCE) < CLEARED_AT_ONCE:
            self._cleared = now

    async def _begun(
        self, kind: str, line: Line, person: Person, guild: int, press: int, *, is_new: bool
    ) -> Run:
        marks, now = dict(await self._lines.keys.marks(person.id)), self._clock.now()
        new = RunRow(kind=kind, of=line.number, player=person.id, compared=not is_new, begun_at=now)
        try:
            row = await self._store.runs.begin(
                new, person.name, salt=str(press), guild=guild, mark=marks.get(line.number, "")
            )
        # Whoever was forgotten since they began the line knows its cards.
        except BarredError as error:
            closing = f"<t:{int(line.closes_at.timestamp())}:R>"
            raise Refusal(LineKey.BARRED, until=closing) from error
        if line.row.salt is None:
            self._has_begun()
        # Read again: by now the line has its salt, whoever was first.
        return await self._run(row, await self._lines.line(line.number), person.name)

    async def _run(self, row: RunRow, line: Line, name: str) -> Run:
        key = (row.id, row.turns, name, line.is_closed)
        play = self._plays.get(key)
        if play is None:
            dealing = await self._lines.keys.dealing(line)
            play = self._plays[key] = play_of(
                await self._history(row, line),
                rules_on(line.map),
                (Person(PlayerId(row.player), name),),
                row.begun_at,
                number=row.id,
                # While the line is open its key would tell every card to come.
                key=dealing.key.hex() if line.is_closed else None,
                commitment=line.row.commitment,
                salt=salt_of(line.row),
                dealing=dealing.numbering,
            )
        return Run(line, row, play)

    async def _history(self, row: RunRow, line: Line) -> History:
        history = self._histories.get((row.id, row.turns))
        if history is None:
            dealing = await self._lines.keys.dealing(line)
            history = replayed(line.map, row.deeds or (), dealing, row.begun_at)
            self._histories[row.id, row.turns] = history
        return history


def _with_turn(row: RunRow, draft: Draft[Any, Any], history: History, now: datetime) -> RunRow:
    """Return a run with one more turn; the last one sets its score."""
    deed = tuple(
        {"kind": action.kind, **log.encode_event(TITLE, ALONE, action)} for action in draft.actions
    )
    longer = replace(row, deeds=(*(row.deeds or ()), deed), turns=row.turns + 1)
    if not TITLE.is_over(history.state):
        return longer
    count = TITLE.view_for(history.state, frozenset()).sheets[0].count
    return replace(longer, status=OVER, score=count.score, empty=count.empty, over_at=now)


def _moved_on(run: Run) -> Refusal:
    return Refusal(LineKey.MOVED_ON, card=run.card, number=str(run.line.number))


def _check_open(run: Run) -> None:
    """Refuse to play on in a run that is finished, or whose line is over."""
    if run.is_over or run.play.status is not Status.RUNNING:
        raise Refusal(LineKey.DONE, number=str(run.line.number))
    if run.counts and run.line.is_closed:
        raise Refusal(LineKey.CLOSED, number=str(run.line.number))
