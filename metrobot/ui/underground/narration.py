"""The public report of a finished turn."""

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from operator import attrgetter

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import Colour, Station
from metrobot.games.underground.summary import Piece, Turn
from metrobot.ui.kit.front import AnyGameView
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.underground.names import Names, link_between, names_for, station
from metrobot.ui.underground.status import end_changes, meter
from metrobot.ui.underground.steps import link_of, piece_reasons
from metrobot.ui.underground.trip_text import trip_text
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import TURN_GETS, TURN_LINE


def report(game_view: AnyGameView, turn: Turn, words: Words) -> TurnReport:
    """Return the report of one turn."""
    names = names_for(game_view, words)
    if turn.seat is None:
        return TurnReport(words.say("ou.turn.nothing"), (), (), meter(names, turn.after))
    return TurnReport(
        headline=headline(names, turn, turn.seat),
        lines=tuple(_lines(names, turn)),
        warnings=end_changes(names, turn.before, turn.after),
        meter=meter(names, turn.after),
    )


def headline(names: Names, turn: Turn, seat: Seat) -> str:
    """Return the player's actions and points in one line, and who else scored on the ride."""
    words, done = names.words, list(_ways(names, turn.pieces))
    if turn.tokens:
        done.append(words.count("ou.turn.tokens", turn.tokens))
    line = words.say(
        TURN_LINE,
        name=names.players[seat],
        done=", ".join(done),
        points=words.signed(turn.points),
        total=turn.after.players[seat].score,
    )
    if turn.trips:
        stop = station(turn.trips[-1].route.to)
        line = words.say("ou.turn.passenger", said=line, station=stop)
    others = [
        words.say(
            TURN_GETS,
            name=names.players[now.seat],
            points=words.signed(now.score - was.score),
            total=now.score,
        )
        for was, now in zip(turn.before.players, turn.after.players, strict=True)
        if now.seat != seat and now.score != was.score
    ]
    return words.say("ou.turn.others", said=line, others=", ".join(others)) if others else line


def _ways(names: Names, pieces: Iterable[Piece]) -> Iterator[str]:
    """Yield the ends of the ways that were laid, by colours: pink Mile End–Beckton, Bow–Bank."""
    ways = dict[Colour, list[tuple[Station, Station]]]()
    for piece in pieces:
        own, start = ways.setdefault(piece.colour, []), piece.start
        for way in own:
            # A way that comes back to its beginning would tell one station twice.
            if way[1] == piece.start and way[0] != piece.end:
                own.remove(way)
                start = way[0]
                break
        own.append((start, piece.end))
    for colour, own in ways.items():
        yield f"{names.colour(colour)} {', '.join(link_between(*way) for way in own)}"


def _lines(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the trips, the pieces in order, and new destinations; the headline has the tokens.

    First comes what has paid more, trips or pieces: a phone may have no room for the rest.
    """
    words, paid = names.words, sum(points for trip in turn.trips for _, points in trip.pays)
    trips = (words.say("ou.turn.trip", trip=trip_text(names, trip)) for trip in turn.trips)
    is_laid_first = sum(piece.gain.total for piece in turn.pieces) > paid
    yield from (
        chain(_laid(names, turn), trips) if is_laid_first else chain(trips, _laid(names, turn))
    )
    if turn.drawn:
        yield words.count("ou.turn.cards", len(turn.drawn), cards=names.cards(turn.drawn))


def _laid(names: Names, turn: Turn) -> Iterator[str]:
    """Yield each run of pieces of one colour: Red (R): Acton–Ealing Broadway (terminus +2)."""
    for colour, pieces in groupby(turn.pieces, key=attrgetter("colour")):
        links = ", ".join(_piece(names, piece) for piece in pieces)
        yield names.words.say("ou.turn.laid", colour=names.lettered(colour), links=links)


def _piece(names: Names, piece: Piece) -> str:
    notes = [names.words.count("ou.turn.branch", piece.cost)] if piece.cost else []
    notes += piece_reasons(names, piece.gain)
    if not notes:
        return link_of(piece)
    return names.words.say("ou.turn.piece", link=link_of(piece), notes=", ".join(notes))
