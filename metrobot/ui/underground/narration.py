"""The public report of a finished turn."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.underground.summary import Piece, Turn
from metrobot.ui.kit.front import AnyGameView
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.underground.names import Names, names_for
from metrobot.ui.underground.status import end_changes, meter
from metrobot.ui.underground.steps import link_of, piece_reasons
from metrobot.ui.underground.trip_text import trip_text
from metrobot.ui.words.catalogue import Words

_DONE: Final = {"pieces": "ou.turn.pieces", "tokens": "ou.turn.tokens"}


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
    """Return the player's actions and points in one line."""
    words, counts = names.words, {"pieces": len(turn.pieces), "tokens": turn.tokens}
    text = words.count(
        "ou.turn.headline",
        turn.points,
        name=names.players[seat],
        done=words.listed([words.count(_DONE[kind], n) for kind, n in counts.items() if n]),
        points=words.signed(turn.points),
        score=turn.after.players[seat].score,
    )
    pairs = zip(turn.before.players, turn.after.players, strict=True)
    gains = [
        words.say(
            "ou.gets", name=names.players[now.seat], points=words.signed(now.score - was.score)
        )
        for was, now in pairs
        if now.seat != seat and now.score != was.score
    ]
    return words.say("ou.turn.others", said=text, others=", ".join(gains)) if gains else text


def _lines(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the trips, the pieces in order, and new destinations; the headline has the tokens.

    Trips come first, as anybody may score: a phone may have no room for the rest.
    """
    words = names.words
    for trip in turn.trips:
        yield words.say("ou.turn.trip", trip=trip_text(names, trip))
    # A line for each run of one colour: Red (R): Acton–Ealing Broadway (terminus +2, token).
    for colour, pieces in groupby(turn.pieces, key=attrgetter("colour")):
        links = ", ".join(_piece(names, piece) for piece in pieces)
        yield words.say("ou.turn.laid", colour=names.lettered(colour), links=links)
    if turn.drawn:
        yield words.count("ou.turn.cards", len(turn.drawn), cards=names.cards(turn.drawn))


def _piece(names: Names, piece: Piece) -> str:
    notes = [names.words.count("ou.turn.branch", piece.cost)] if piece.cost else []
    notes += piece_reasons(names, piece.gain)
    if not notes:
        return link_of(piece)
    return names.words.say("ou.turn.piece", link=link_of(piece), notes=", ".join(notes))
