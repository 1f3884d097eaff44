"""The times of a turn in which somebody was away or had a day off, or could not act."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final
from zoneinfo import ZoneInfo

from metrobot.service.model.table import Table
from metrobot.service.people.preferences import WEEK, days_off_at, moments
from metrobot.service.waits.paces import FAR, PACES, Span
from metrobot.store.schema.act_rows import Move
from metrobot.store.schema.rows import ABSENCE, ClockRow, GameRow, PersonRow

_AHEAD: Final = timedelta(days=60)
"""Time from now on whose days off are told of; longer than any turn, with whatever is off in it."""
_DAY: Final = timedelta(days=1)


def times_off(
    person: PersonRow, pace: str | None, start: datetime, now: datetime, ahead: timedelta
) -> list[Span]:
    """Return the times of a turn that do not count for its player alone, as `times_away` does."""
    stop = max(start, now) + _AHEAD
    away = times_away(person, pace, start, now, ahead=ahead)
    return [*away, *days_off(person, pace, start, stop, ahead)]


def days_off(
    person: PersonRow, pace: str | None, start: datetime, stop: datetime, ahead: timedelta
) -> Iterator[Span]:
    """Yield the days off of somebody in a turn, each of the week apart; by the clock none.

    A day off has at most 24 hours and begins no sooner than a week after the last one, also
    where the clock is changed.

    Args:
        person: who is awaited.
        pace: of the game.
        start: the beginning of the turn.
        stop: the moment up to which they are asked for.
        ahead: time by which the time of day is ahead.
    """
    for name, weekday in days_off_at(person.days_off, start) if _sleeps(pace) else ():
        zone = ZoneInfo(name)
        monday = (start + ahead).astimezone(zone).date()
        monday -= timedelta(days=monday.weekday()) + 2 * WEEK
        old_begin = start - 4 * WEEK
        for week in count():
            day = monday + timedelta(days=weekday) + week * WEEK
            begin = moments(day, 0, zone)[0] - ahead
            if begin >= stop:
                break
            end = min(max(moments(day + _DAY, 0, zone)) - ahead, begin + _DAY)
            if (cut := max(begin, old_begin + WEEK)) < end:
                yield cut, end
            old_begin = begin


def _sleeps(pace: str | None) -> bool:
    return pace is None or PACES[pace].sleeps


def times_away(
    person: PersonRow,
    pace: str | None,
    start: datetime,
    now: datetime,
    *,
    stop: datetime = FAR,
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
    if _sleeps(pace):
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
