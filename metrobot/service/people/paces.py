"""Paces of games: how much time there is for a turn, and which time counts.

Only the waking time of a player counts, and only while they could act (`ActingTime`). Of
any 24 hours at most `SLEEP` are quiet, whatever somebody has set; for those who have not
said when they sleep, two thirds of the time count.
"""

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from metrobot.service.model.table import Table
from metrobot.service.people.preferences import Preferences, moments
from metrobot.store.schema.act_rows import Move
from metrobot.store.schema.rows import ABSENCE, ClockRow, GameRow, PersonRow

Span: TypeAlias = tuple[datetime, datetime]

SLEEP: Final = timedelta(hours=10)
"""Most quiet time in 24 hours that does not count."""
MOST_GIFTS: Final = 3
"""How often time can be given in one turn."""
MOST_FLAGS: Final = 3
"""With so many turns that the clock had a computer play, it covers the seat."""
NO_PACE: Final = "none"
"""Value of the choice of a pace: no clock."""
_DAY: Final = timedelta(days=1)
_FAR: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Pace:
    """Pace of a game.

    Attributes:
        name: slow, steady, brisk or tonight.
        turn: time for a turn.
        gift: time that an opponent gives at once.
        sleeps: whether quiet hours and absences do not count.
        is_at_once: whether a computer plays once the time is up, without being asked.
    """

    name: str
    turn: timedelta
    gift: timedelta = timedelta(hours=12)
    sleeps: bool = True
    is_at_once: bool = False


_MINUTES: Final = timedelta(minutes=10)
_PACES: Final = (
    Pace("slow", timedelta(hours=72)),
    Pace("steady", timedelta(hours=24)),
    Pace("brisk", timedelta(hours=8)),
    Pace("tonight", _MINUTES, _MINUTES, sleeps=False),
)
PACES: Final[Mapping[str, Pace]] = {
    **{pace.name: pace for pace in _PACES},
    **{f"{pace.name}_at_once": replace(pace, is_at_once=True) for pace in _PACES},
}
"""The paces that can be chosen, by how games store them."""


@dataclass(frozen=True, slots=True)
class WakingTime:
    """The time of one player that counts in one turn.

    Attributes:
        wish: their preferences.
        offs: times in which they could not act.
        sleeps: whether quiet hours do not count.
        ahead: time by which the time of day is ahead of all other times here.
    """

    wish: Preferences
    offs: Sequence[Span] = ()
    sleeps: bool = True
    ahead: timedelta = timedelta()

    def used(self, first: datetime, last: datetime) -> timedelta:
        """Return the time that counts from one moment to another."""
        total = timedelta()
        for begin, end in self._spans(first):
            if begin >= last:
                break
            total += min(end, last) - begin
        return total * 2 // 3 if self._is_shared else total

    def end(self, start: datetime, span: timedelta) -> datetime:
        """Return the first moment from which on so much time has counted."""
        need = -(span * -3 // 2) if self._is_shared else span
        for begin, end in self._spans(start):
            if end - begin >= need:
                return begin + need
            need -= end - begin
        return _FAR

    @property
    def _is_shared(self) -> bool:
        """Whether two thirds of the time count, as it is not known when they sleep."""
        return self.sleeps and (self.wish.zone is None or self.wish.quiet is None)

    def _spans(self, moment: datetime) -> Iterator[Span]:
        """Yield the times from a moment on that are neither off nor quiet, in order."""
        for begin, end in heapq.merge(self._nights(moment), sorted(self.offs)):
            if begin > moment:
                yield moment, begin
            moment = max(moment, end)
        yield moment, _FAR

    def _nights(self, moment: datetime) -> Iterator[Span]:
        """Yield quiet times from about a moment on, at most `SLEEP` of any 24 hours."""
        if not self.sleeps or self.wish.zone is None or self.wish.quiet is None:
            return
        (begin, end), zone, moment = self.wish.quiet, ZoneInfo(self.wish.zone), moment + self.ahead
        first, old_start = moment.astimezone(zone).date() - 3 * _DAY, moment - 9 * _DAY
        for day in (first + number * _DAY for number in count()):
            last = day if end > begin else day + _DAY
            start = moments(day, begin, zone)[0]
            wake = min(max(moments(last, end, zone)), start + SLEEP)
            # Where the clock is set forward, evenings are closer together.
            if (cut := max(start, old_start + _DAY)) < wake:
                yield cut - self.ahead, wake - self.ahead
            old_start = start


def used(since: datetime, until: datetime, offs: Sequence[Span]) -> timedelta:
    """Return the time from one moment to another that is not off, quiet or not."""
    return WakingTime(Preferences(), offs, sleeps=False).used(since, until)


def end_of(start: datetime, span: timedelta, offs: Sequence[Span]) -> datetime:
    """Return the first moment from which on so much time was not off, quiet or not."""
    return WakingTime(Preferences(), offs, sleeps=False).end(start, span)


def times_away(
    person: PersonRow,
    pace: str | None,
    start: datetime,
    now: datetime,
    *,
    stop: datetime = _FAR,
    ahead: timedelta = timedelta(),
) -> Iterator[Span]:
    """Yield the times of a turn that somebody was away, or could not act in the channel.

    At paces by the clock nobody is away. In all they are no longer than `ABSENCE` in a game.

    Args:
        person: who is awaited.
        pace: of the game.
        start: the beginning of the turn.
        now: the present time.
        stop: the end of the turn, if it has one.
        ahead: time by which the time of day, of which absences are, is ahead.
    """
    off, second = ahead.total_seconds(), now.timestamp()
    # Who cannot see the channel may have hidden it from themselves, and a time-out may be a
    # friend's favour: they have the same bound. What is to come may still be cut short.
    times: list[tuple[float, float]] = [
        (first, second if last is None else min(last, second))
        for first, last in person.clock.unseen
    ]
    if pace is None or PACES[pace].sleeps:
        times += [(first - off, last - off) for first, last in person.absences]
    allowance = ABSENCE - timedelta(seconds=person.clock.away_used)
    for first, last in sorted(times):
        begin = max(datetime.fromtimestamp(first, UTC), start)
        end = min(datetime.fromtimestamp(last, UTC), stop)
        if begin < end and allowance:
            end = min(end, begin + allowance)
            allowance, start = allowance - (end - begin), end
            yield begin, end


def away_in(
    person: PersonRow, pace: str | None, start: datetime, stop: datetime, ahead: timedelta
) -> int:
    """Return the seconds between two moments that somebody was away and that do not count."""
    spans = times_away(person, pace, start, stop, stop=stop, ahead=ahead)
    return sum(round((end - begin).total_seconds()) for begin, end in spans)


def with_waits(
    move: Move, table: Table, old_row: GameRow, goes_on: Collection[int], ahead: timedelta
) -> Move:
    """Return an act with what it ends: clocks stop, absences are counted, nobody new stays new.

    Args:
        move: the act, its game with the turn and the awaited places before it.
        table: the table after it.
        old_row: the game before it.
        goes_on: places that are awaited after it, if the turn goes on.
        ahead: time by which the time of day is ahead.
    """
    game = move.game
    acted = {table.player_of[int(event.actor)] for event in move.events if event.actor.isdecimal()}
    people, clocks = list(game.people), list[tuple[int, ClockRow]]()
    for place, (was, person) in enumerate(zip(old_row.people, people, strict=False)):
        clock, used = person.clock, person.clock.away_used
        is_there, was_awaited = person.id == was.id, place in (game.awaited or ())
        if is_there and was_awaited:
            start = clock.called_at or old_row.turn_since
            used += away_in(person, game.pace, start, move.at, ahead)
        # A choice that is locked is no event yet.
        has_played = place in acted if move.events else was_awaited
        is_new = not (is_there and has_played) or bool(person.cover) or clock.clocked
        fresh = ClockRow(flags=clock.flags, away_used=used, former=clock.former if is_new else None)
        if fresh != clock and place not in goes_on:
            clocks.append((place, fresh))
            people[place] = replace(person, clock=fresh)
    return replace(move, game=replace(game, people=tuple(people)), clocks=tuple(clocks))
