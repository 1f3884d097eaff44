"""The public report of a complete round."""

from collections.abc import Iterator

from metrobot.games.metrolijn.summary import Finish, Ride, Round
from metrobot.ui.metrolijn.names import AnyGameView, Names, names_for
from metrobot.ui.metrolijn.ride_text import ride_text, with_specials
from metrobot.ui.metrolijn.status import meter, rest
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.words.catalogue import Words


def report(game_view: AnyGameView, turn: Round, words: Words) -> TurnReport:
    """Return the report of one complete round."""
    names = names_for(game_view, words)
    if not turn.rides:
        return TurnReport(words.say("ml.round.nothing"), (), (), meter(names, turn.after))
    return TurnReport(
        headline=headline(names, turn),
        lines=(*rides(names, turn), *finishes(names, turn), *_shuffled(names, turn)),
        warnings=() if turn.after.result else rest(names, turn.after, turn.through),
        meter=meter(names, turn.after),
    )


def headline(names: Names, done: Round) -> str:
    """Return the round's number and its card."""
    # Nobody rides without a card.
    assert done.card is not None
    return names.words.say("ml.round.headline", number=done.number, card=names.card(done.card))


def rides(names: Names, done: Round) -> Iterator[str]:
    """Yield each player's actions in seat order, extra actions after the first."""
    return (_ride(names, ride) for ride in done.rides)


def _ride(names: Names, ride: Ride) -> str:
    key = "ml.round.extra" if ride.is_extra else "ml.round.ride"
    said = names.words.say(key, name=names.name(ride.seat), ride=ride_text(names, ride))
    return with_specials(names, ride, said)


def finishes(names: Names, done: Round) -> Iterator[str]:
    """Yield the lines finished, with players and points."""
    return (_finish(names, done, each) for each in done.finishes)


def _finish(names: Names, done: Round, finish: Finish) -> str:
    facts = {"line": names.line(finish.line), "names": names.people(finish.seats)}
    if len(names.players) == 1:
        return names.words.count("ml.finish.alone", finish.pay.points, **facts)
    if finish.pay.is_first:
        later = done.after.offers[finish.line].points
        return names.words.count("ml.finish.first", finish.pay.points, later=later, **facts)
    return names.words.count("ml.finish.later", finish.pay.points, **facts)


def _shuffled(names: Names, done: Round) -> tuple[str, ...]:
    """Return a note if all cards were shuffled again (ML §3.4)."""
    is_so = done.card is not None and done.card.reshuffles
    return (names.words.say("ml.round.shuffled"),) if is_so else ()
