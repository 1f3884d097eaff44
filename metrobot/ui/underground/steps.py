"""The open choices of a draft, sorted, and the words for their effects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from metrobot.games.underground.board import Colour
from metrobot.games.underground.summary import Option, Piece
from metrobot.games.underground.trips.passenger import Trip
from metrobot.games.underground.turn.pieces import Gain
from metrobot.ui.underground.names import Names, link_between, station
from metrobot.ui.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class OpenChoices:
    """All open choices of a draft, sorted by kind, each with its index in the options.

    Attributes:
        pieces: of every colour.
        trips: of the passenger; pieces or trips are open, never both.
        tokens: the indexes of a token now and for each further action of the turn;
            empty if none can be taken.
        by_colour: the pieces again, by their colour.
    """

    pieces: Mapping[int, Piece]
    trips: Mapping[int, Trip]
    tokens: tuple[int, ...]
    by_colour: Mapping[Colour, Mapping[int, Piece]]

    def of(self, colour: Colour) -> Mapping[int, Piece]:
        """Return the pieces of one colour."""
        return self.by_colour.get(colour, {})


def open_choices(options: Sequence[Option]) -> OpenChoices:
    """Sort the open choices of a draft by kind."""
    pieces, trips, tokens = dict[int, Piece](), dict[int, Trip](), tuple[int, ...]()
    by_colour = dict[Colour, dict[int, Piece]]()
    for n, option in enumerate(options):
        if isinstance(option, Piece):
            pieces[n] = option
            by_colour.setdefault(option.colour, {})[n] = option
        elif isinstance(option, Trip):
            trips[n] = option
        else:
            tokens = (n, *option.again)
    return OpenChoices(pieces, trips, tokens, by_colour)


def price(names: Names, piece: Piece) -> str:
    """Return a piece's price: free, 2 tokens, or the last 2 tokens."""
    if piece.spends_last:
        return names.words.count("ou.price.last_tokens", piece.cost)
    return price_of(names.words, piece.cost)


def price_of(words: Words, cost: int) -> str:
    """Return a number of tokens as a price: free, or 2 tokens."""
    return words.count("ou.price.tokens", cost) if cost else words.say("ou.price.free")


def link_of(piece: Piece) -> str:
    """Return the link of a piece, from the line outwards."""
    return link_between(piece.start, piece.end)


def piece_reasons(names: Names, gain: Gain) -> list[str]:
    """Return a piece's points with reasons: terminus +2 and a token, encloses Bank +1."""
    words = names.words
    reasons = [words.say("ou.gain.terminus", station=station(s)) for s in gain.termini]
    reasons += [words.say("ou.gain.rail", station=station(s)) for s in gain.rails]
    reasons += [words.say("ou.gain.pair", symbol=names.symbol(symbol)) for symbol in gain.pairs]
    if gain.enclosed:
        stations = words.listed([station(s) for s in gain.enclosed])
        reasons.append(words.count("ou.gain.enclosed", len(gain.enclosed), stations=stations))
    return reasons
