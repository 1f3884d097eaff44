"""What everybody is told of a complete round."""

from collections.abc import Iterator

from metrobot.games.metrolijn.told import Finish, Ride, Round
from metrobot.ui.metrolijn.cast import AnyScene, Cast, cast_of
from metrobot.ui.metrolijn.ridewords import ride_text, with_specials
from metrobot.ui.metrolijn.scores import meter, rest
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.words.catalogue import Words


def report(scene: AnyScene, done: Round, words: Words) -> TurnReport:
    """Return what happened in one complete round."""
    cast = cast_of(scene, words)
    if not done.rides:
        return TurnReport(words.say("ml.round.nothing"), (), (), meter(cast, done.after))
    return TurnReport(
        headline=headline(cast, done),
        lines=(*rides(cast, done), *finishes(cast, done), *_shuffled(cast, done)),
        warnings=() if done.after.result else rest(cast, done.after, done.through),
        meter=meter(cast, done.after),
    )


def headline(cast: Cast, done: Round) -> str:
    """Return which round it was, and what was ridden."""
    assert done.card is not None  # something was done
    return cast.words.say("ml.round.headline", number=done.number, card=cast.card(done.card))


def rides(cast: Cast, done: Round) -> Iterator[str]:
    """Yield what each did, in seat order, extra actions after the first."""
    return (_ride(cast, ride) for ride in done.rides)


def _ride(cast: Cast, ride: Ride) -> str:
    """Return what one player did, and the special stations that it met."""
    key = "ml.round.extra" if ride.is_extra else "ml.round.ride"
    said = cast.words.say(key, name=cast.name(ride.seat), ride=ride_text(cast, ride))
    return with_specials(cast, ride, said)


def finishes(cast: Cast, done: Round) -> Iterator[str]:
    """Yield the lines that were finished, by whom and for what."""
    return (_finish(cast, done, each) for each in done.finishes)


def _finish(cast: Cast, done: Round, finish: Finish) -> str:
    """Return one line that was finished."""
    facts = {"line": cast.line(finish.line), "names": cast.people(finish.seats)}
    if len(cast.names) == 1:
        return cast.words.count("ml.finish.alone", finish.pay.points, **facts)
    if finish.pay.is_first:
        later = done.after.offers[finish.line].points
        return cast.words.count("ml.finish.first", finish.pay.points, later=later, **facts)
    return cast.words.count("ml.finish.later", finish.pay.points, **facts)


def _shuffled(cast: Cast, done: Round) -> tuple[str, ...]:
    """Return that all cards were shuffled again, where they were (ML §3.4)."""
    is_so = done.card is not None and done.card.reshuffles
    return (cast.words.say("ml.round.shuffled"),) if is_so else ()
