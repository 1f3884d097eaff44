"""The public report of a finished turn."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import Colour
from metrobot.games.underground.summary import Piece, Turn
from metrobot.ui.kit.front import AnyGameView
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.underground.names import Names, names_for
from metrobot.ui.underground.status import end_changes, meter
from metrobot.ui.underground.steps import link_of, piece_reasons
from metrobot.ui.underground.trip_text import trip_text
from metrobot.ui.words.catalogue import Words


def report(game_view: AnyGameView, turn: Turn, words: Words) -> TurnReport:
    """Return the report of one turn."""
    names = names_for(game_view, words)
    if turn.seat is None:
        return TurnReport(words.say("ou.turn.nothing"), (), (), meter(names, turn.after))
    return TurnReport(
        headline=headline(names, turn, turn.seat),
        # Trips come first, as anybody may score: a phone may have no room for the rest.
        lines=(*trips(names, turn), *building(names, turn), *_cards(names, turn)),
        warnings=end_changes(names, turn.before, turn.after),
        meter=meter(names, turn.after),
    )


def headline(names: Names, turn: Turn, seat: Seat) -> str:
    """Return the player's actions and points in one line."""
    words = names.words
    done = words.listed([*_pieces_laid(names, turn), *_tokens_taken(names, turn)])
    return words.count(
        "ou.turn.headline",
        turn.points,
        name=names.name(seat),
        done=done,
        points=words.signed(turn.points),
        score=turn.after.players[seat].score,
    )


def _pieces_laid(names: Names, turn: Turn) -> list[str]:
    count = len(turn.pieces)
    return [names.words.count("ou.turn.pieces", count)] if count else []


def _tokens_taken(names: Names, turn: Turn) -> list[str]:
    count = turn.tokens
    return [names.words.count("ou.turn.tokens", count)] if count else []


def building(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the pieces in order, a line for each run of one colour; the headline has tokens."""
    for colour, pieces in groupby(turn.pieces, key=attrgetter("colour")):
        yield _laid(names, colour, list(pieces))


def _laid(names: Names, colour: Colour, pieces: Sequence[Piece]) -> str:
    """Return some pieces of one colour: Red (R): Acton–Ealing Broadway (terminus +2, token)."""
    items = ", ".join(_piece(names, piece) for piece in pieces)
    return names.words.say("ou.turn.laid", colour=names.lettered(colour), links=items)


def _piece(names: Names, piece: Piece) -> str:
    notes = [names.words.count("ou.turn.branch", piece.cost)] if piece.cost else []
    notes += piece_reasons(names, piece.gain)
    if not notes:
        return link_of(piece)
    return names.words.say("ou.turn.piece", link=link_of(piece), notes=", ".join(notes))


def trips(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the passenger's trips."""
    return (names.words.say("ou.turn.trip", trip=trip_text(names, trip)) for trip in turn.trips)


def _cards(names: Names, turn: Turn) -> tuple[str, ...]:
    if not turn.drawn:
        return ()
    cards = names.cards(turn.drawn)
    return (names.words.count("ou.turn.cards", len(turn.drawn), cards=cards),)
