"""What everybody is told of a complete round."""

from collections.abc import Iterator

from metrobot.games.metrolijn.view import View
from metrobot.service.table import Table
from metrobot.ui.metrolijn.cast import Cast, cast_of
from metrobot.ui.metrolijn.ridewords import ride_text
from metrobot.ui.metrolijn.rounds import Finish, Ride, Round, played_round, view_after
from metrobot.ui.metrolijn.scores import meter, rest
from metrobot.ui.metrolijn.steps import specials_in
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.words.catalogue import Words


def report(table: Table, turn: int, words: Words) -> TurnReport:
    """Return what happened in one complete round, from public events."""
    cast = cast_of(table, words)
    done = played_round(table, turn)
    if done is None:
        return TurnReport(
            words.say("ml.round.nothing"), (), (), meter(cast, view_after(table, turn))
        )
    return TurnReport(
        headline=headline(cast, done),
        lines=(*rides(cast, done), *finishes(cast, done), *_shuffled(cast, done)),
        warnings=_warnings(cast, done),
        meter=meter(cast, done.after),
    )


def headline(cast: Cast, done: Round) -> str:
    """Return which round it was, and what was ridden."""
    return cast.words.say("ml.round.headline", number=done.number, card=cast.card(done.card))


def rides(cast: Cast, done: Round) -> Iterator[str]:
    """Yield what each did, in seat order, extra actions behind the first."""
    return (_ride(cast, done.before, ride) for ride in done.rides)


def _ride(cast: Cast, before: View, ride: Ride) -> str:
    """Return what one player did, and the special stations that it met."""
    key = "ml.round.extra" if ride.is_extra else "ml.round.ride"
    said = cast.words.say(key, name=cast.name(ride.seat), ride=ride_text(cast, ride))
    stars = specials_in(before, ride)
    if not stars:
        return said
    return cast.words.say("ml.round.special", ride=said, stations=cast.stations(stars))


def finishes(cast: Cast, done: Round) -> Iterator[str]:
    """Yield the lines that were finished, by whom and for what."""
    return (_finish(cast, each) for each in done.finishes)


def _finish(cast: Cast, finish: Finish) -> str:
    """Return one line that was finished."""
    site = cast.map.lines[finish.line]
    facts = {"line": cast.line(finish.line), "names": cast.people(finish.seats)}
    if len(cast.names) == 1:
        return cast.words.count("ml.finish.alone", finish.points, **facts)
    if finish.is_first:
        later = site.later_points
        return cast.words.count("ml.finish.first", finish.points, later=later, **facts)
    return cast.words.count("ml.finish.later", finish.points, **facts)


def _shuffled(cast: Cast, done: Round) -> tuple[str, ...]:
    """Return that all cards were shuffled again, where they were (ML §3.4)."""
    return (cast.words.say("ml.round.shuffled"),) if done.card.reshuffles else ()


def _warnings(cast: Cast, done: Round) -> tuple[str, ...]:
    """Return who has filled his last window, and how near the end is."""
    if done.after.result is not None:
        return ()
    return rest(cast, done.after, before=done.before)
