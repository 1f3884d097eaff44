"""What everybody is told of a finished turn."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import Colour
from metrobot.games.underground.told import Move, Piece, Turn
from metrobot.ui.frame.front import AnyScene
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.underground.cast import Cast, cast_of
from metrobot.ui.underground.meter import end_changes, meter
from metrobot.ui.underground.steps import link_of, reasons
from metrobot.ui.underground.tripwords import trip_text
from metrobot.ui.words.catalogue import Words


def report(scene: AnyScene, turn: Turn, words: Words) -> TurnReport:
    """Return what happened in one turn."""
    cast = cast_of(scene, words)
    if turn.seat is None:
        return TurnReport(words.say("ou.turn.nothing"), (), (), meter(cast, turn.after))
    return TurnReport(
        headline=headline(cast, turn, turn.seat),
        lines=(*building(cast, turn), *trips(cast, turn), *_cards(cast, turn)),
        warnings=end_changes(cast, turn.before, turn.after),
        meter=meter(cast, turn.after),
    )


def headline(cast: Cast, turn: Turn, seat: Seat) -> str:
    """Return in one line who did what, and what it made."""
    words = cast.words
    done = words.listed([*_pieces_laid(cast, turn), *_tokens_taken(cast, turn)])
    return words.count(
        "ou.turn.headline",
        turn.points,
        name=cast.name(seat),
        done=done,
        points=words.signed(turn.points),
        score=turn.after.players[seat].score,
    )


def _pieces_laid(cast: Cast, turn: Turn) -> list[str]:
    """Return how many pieces were laid, if any."""
    count = len(turn.pieces)
    return [cast.words.count("ou.turn.pieces", count)] if count else []


def _tokens_taken(cast: Cast, turn: Turn) -> list[str]:
    """Return how many tokens were taken, if any."""
    count = turn.tokens
    return [cast.words.count("ou.turn.tokens", count)] if count else []


def building(cast: Cast, turn: Turn) -> Iterator[str]:
    """Yield what was done in order: a line for each colour in a row, and for tokens."""
    for colour, moves in groupby(turn.moves, key=_colour):
        if colour is None:
            yield cast.words.count("ou.turn.took", len(list(moves)))
        else:
            yield _laid(cast, colour, [move for move in moves if isinstance(move, Piece)])


def _colour(move: Move) -> Colour | None:
    """Return the colour of a piece; None for a token."""
    return move.colour if isinstance(move, Piece) else None


def _laid(cast: Cast, colour: Colour, pieces: Sequence[Piece]) -> str:
    """Return some pieces of one colour: Red (R): Acton–Ealing Broadway (terminus +2, token)."""
    items = ", ".join(_piece(cast, piece) for piece in pieces)
    return cast.words.say("ou.turn.laid", colour=cast.lettered(colour), links=items)


def _piece(cast: Cast, piece: Piece) -> str:
    """Return one piece with what it cost and scored."""
    notes = [cast.words.count("ou.turn.branch", piece.cost)] if piece.cost else []
    notes += reasons(cast, piece.gain)
    if not notes:
        return link_of(piece)
    return cast.words.say("ou.turn.piece", link=link_of(piece), notes=", ".join(notes))


def trips(cast: Cast, turn: Turn) -> Iterator[str]:
    """Yield where the passenger went."""
    return (cast.words.say("ou.turn.trip", trip=trip_text(cast, trip)) for trip in turn.trips)


def _cards(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return which destinations were turned up."""
    if not turn.drawn:
        return ()
    cards = cast.cards(turn.drawn)
    return (cast.words.count("ou.turn.cards", len(turn.drawn), cards=cards),)
