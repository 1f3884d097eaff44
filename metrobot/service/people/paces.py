"""Paces of games: how much time there is for a turn, and which time counts.

Only the waking time of a player counts, and only while they could act (`ActingTime`). Of
any 24 hours at most `SLEEP` are quiet, whatever somebody has set; for those who have not
said when they sleep, two thirds of the time count.
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from metrobot.service.model.table import Table
from metrobot.service.people.preferences import Preferences, moments
from metrobot.store.schema.rows import ClockRow, Move

Span: TypeAlias = tuple[datetime, datetime]

SLEEP: Final = timedelta(hours=10)
"""Most quiet time in 24 hours that does not count."""
ABSENCE: Final = timedelta(days=10)
"""Most time in one game that does not count as they were away, or could not see the channel."""
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

    def used(self, since: datetime, until: datetime) -> timedelta:
        """Return the time that counts from one moment to another."""
        total = timedelta()
        for begin, end in self._spans(since):
            if begin >= until:
                break
            total += min(end, until) - begin
        return total * 2 // 3 if self._is_shared else total

    def end(self, since: datetime, span: timedelta) -> datetime:
        """Return the first moment from which on so much time has counted."""
        left = -(span * -3 // 2) if self._is_shared else span
        for begin, end in self._spans(since):
            if end - begin >= left:
                return begin + left
            left -= end - begin
        return _FAR

    @property
    def _is_shared(self) -> bool:
        """Whether two thirds of the time count, as it is not known when they sleep."""
        return self.sleeps and (self.wish.zone is None or self.wish.quiet is None)

    def _spans(self, since: datetime) -> Iterator[Span]:
        """Yield the times from a moment on that are neither off nor quiet, in order."""
        for begin, end in heapq.merge(self._nights(since), sorted(self.offs)):
            if begin > since:
                yield since, begin
            since = max(since, end)
        yield since, _FAR

    def _nights(self, since: datetime) -> Iterator[Span]:
        """Yield quiet times from about a moment on, at most `SLEEP` of any 24 hours."""
        if not self.sleeps or self.wish.zone is None or self.wish.quiet is None:
            return
        (begin, end), zone, since = self.wish.quiet, ZoneInfo(self.wish.zone), since + self.ahead
        first, before = since.astimezone(zone).date() - 3 * _DAY, since - 9 * _DAY
        for day in (first + each * _DAY for each in count()):
            last = day if end > begin else day + _DAY
            start = moments(day, begin, zone)[0]
            until = min(max(moments(last, end, zone)), start + SLEEP)
            # Where the clock is set forward, evenings are closer together.
            if (cut := max(start, before + _DAY)) < until:
                yield cut - self.ahead, until - self.ahead
            before = start


def used(since: datetime, until: datetime, offs: Sequence[Span]) -> timedelta:
    """Return the time from one moment to another that is not off, quiet or not."""
    return WakingTime(Preferences(), offs, sleeps=False).used(since, until)


def end_of(since: datetime, span: timedelta, offs: Sequence[Span]) -> datetime:
    """Return the first moment from which on so much time was not off, quiet or not."""
    return WakingTime(Preferences(), offs, sleeps=False).end(since, span)


def absent(
    since: datetime, until: datetime, absences: Iterable[tuple[float, float]], most: timedelta
) -> Iterator[Span]:
    """Yield the absences between two moments, `most` in all.

    Args:
        since: the first moment.
        until: the last one.
        absences: each with its first and last second.
        most: time in all.
    """
    for first, last in sorted(absences):
        begin = max(datetime.fromtimestamp(first, UTC), since)
        end = min(datetime.fromtimestamp(last, UTC), until)
        if begin < end and most:
            end = min(end, begin + most)
            most, since = most - (end - begin), end
            yield begin, end


def times_away(
    table: Table,
    place: int,
    revision: int,
    since: datetime,
    now: datetime,
    *,
    until: datetime = _FAR,
    ahead: timedelta = timedelta(),
) -> Iterator[Span]:
    """Yield the times of a turn that somebody was away, or could not see the channel.

    Playing has ended earlier absences; at paces by the clock there is none.

    Args:
        table: the table.
        place: theirs in the order of play.
        revision: the last one whose acts matter.
        since: the beginning of the turn.
        now: the present time.
        until: the end of the turn, if it has one.
        ahead: time by which the time of day, of which absences are, is ahead.
    """
    person = table.people[place]
    acts = (
        each.at.timestamp()
        for each in reversed(table.log)
        if each.revision <= revision
        and isinstance(each.event.actor, int)
        and table.player_of[each.event.actor] == place
    )
    played_at, off = next(acts, 0.0), ahead.total_seconds()
    # Who cannot see the channel may have hidden it from themselves: it has the same bound.
    unseen, second = person.clock.unseen, now.timestamp()
    times: list[tuple[float, float]] = [(a, second if b is None else b) for a, b in unseen]
    if table.pace is None or PACES[table.pace].sleeps:
        away = ((first - off, last - off) for first, last in person.absences)
        times += [each for each in away if each[0] >= played_at]
    left = ABSENCE - timedelta(seconds=person.clock.away_used)
    yield from absent(since, until, times, left)


def with_clocks(move: Move, table: Table) -> Move:
    """Return an act with the clocks that it stops; who is awaited on has been called already.

    Args:
        move: the act, its game with the turn and the awaited places before it.
        table: the table after it.
    """
    game = move.game
    is_same, awaited = table.title.turn_number(table.state) == game.turn, table.places_to_act()
    people, clocks = list(game.people), list[tuple[int, ClockRow]]()
    for place, person in enumerate(game.people):
        clock, used = person.clock, person.clock.away_used
        if clock.called_at is not None:
            spans = times_away(table, place, move.after, clock.called_at, move.at, until=move.at)
            used += sum(round((end - begin).total_seconds()) for begin, end in spans)
        fresh = ClockRow(flags=clock.flags, away_used=used)
        if fresh != clock and not (is_same and place in awaited):
            clocks.append((place, fresh))
            people[place] = replace(person, clock=fresh)
    return replace(move, game=replace(game, people=tuple(people)), clocks=tuple(clocks))
