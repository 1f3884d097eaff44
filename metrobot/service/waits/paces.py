"""Paces of games: how much time there is for a turn, and which time counts.

Only the waking time of a player counts, and only while they could act (`ActingTime`). Of
any 24 hours at most `SLEEP` are quiet, whatever somebody has set; for those who have not
said when they sleep, two thirds of the time count.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from metrobot.service.people.preferences import Preferences, days_off_at, moments

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
FAR: Final = datetime.max.replace(tzinfo=UTC)
"""A moment that never comes."""
_MINUTES: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Pace:
    """Pace of a game.

    Attributes:
        name: weekly, slow, steady, brisk or tonight.
        turn: time for a turn.
        gift: time that an opponent gives at once.
        sleeps: whether quiet hours, days off and absences do not count.
        is_at_once: whether a computer plays once the time is up, without being asked.
    """

    name: str
    turn: timedelta
    gift: timedelta = timedelta(hours=12)
    sleeps: bool = True
    is_at_once: bool = False


_PACES: Final = (
    Pace("weekly", timedelta(hours=98)),
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
        return FAR

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
        yield moment, FAR

    def _nights(self, moment: datetime) -> Iterator[Span]:
        """Yield quiet times from the beginning of a turn on, at most `SLEEP` of any 24 hours.

        On days off there are none.
        """
        if not self.sleeps or self.wish.zone is None or self.wish.quiet is None:
            return
        days_off = days_off_at(self.wish.days_off, moment)
        # Who has moved in a turn with days off sleeps where they had these.
        zone = ZoneInfo(next((zone for zone, _ in days_off), self.wish.zone))
        (begin, end), moment = self.wish.quiet, moment + self.ahead
        first, old_start = moment.astimezone(zone).date() - 3 * _DAY, moment - 9 * _DAY
        for day in (first + number * _DAY for number in count()):
            last = day if end > begin else day + _DAY
            start = moments(day, begin, zone)[0]
            wake = min(max(moments(last, end, zone)), start + SLEEP)
            # Where the clock is set forward, evenings are closer together.
            cut, midnight = max(start, old_start + _DAY), moments(last, 0, zone)[0]
            dusk = min(wake, midnight)
            if (zone.key, last.weekday()) in days_off:
                # An hour that is shown twice before a day off is quiet once.
                dusk = min(dusk, start + timedelta(minutes=24 * 60 - begin))
            for date, since, until in ((day, cut, dusk), (last, max(cut, midnight), wake)):
                # Of a day off of 25 hours one counts, at night too.
                if since < until and (zone.key, date.weekday()) not in days_off:
                    yield since - self.ahead, until - self.ahead
            old_start = start


def used(since: datetime, until: datetime, offs: Sequence[Span]) -> timedelta:
    """Return the time from one moment to another that is not off, quiet or not."""
    return WakingTime(Preferences(), offs, sleeps=False).used(since, until)


def end_of(start: datetime, span: timedelta, offs: Sequence[Span]) -> datetime:
    """Return the first moment from which on so much time was not off, quiet or not."""
    return WakingTime(Preferences(), offs, sleeps=False).end(start, span)
