"""The possible draws, equally likely, in a fixed order.

Source: OU §2.2, §2.3, §7.1.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import perm
from typing import overload

from metrobot.games.underground.actions import DrawCards, PlaceTokens
from metrobot.games.underground.board import CARDS, CONNECTIONS, SYMBOLS, TOKENS_PER_SYMBOL, Station
from metrobot.games.underground.state import State
from metrobot.games.underground.turn.flow import cards_to_draw


def _arrangements(counts: tuple[int, ...], length: int) -> Iterator[tuple[str, ...]]:
    """Yield every order of the remaining symbols, the first symbol first."""
    if length == 0:
        yield ()
        return
    for i, count in enumerate(counts):
        if count:
            rest = (*counts[:i], count - 1, *counts[i + 1 :])
            for tail in _arrangements(rest, length - 1):
                yield (SYMBOLS[i], *tail)


# The same for every game, so they are listed once.
@lru_cache(maxsize=1)
def token_draws() -> tuple[PlaceTokens, ...]:
    """Return the 2,520 ways to lay out the connection tokens (OU §2.2)."""
    counts = (TOKENS_PER_SYMBOL,) * len(SYMBOLS)
    return tuple(PlaceTokens(symbols) for symbols in _arrangements(counts, len(CONNECTIONS)))


class CardDraws(Sequence[DrawCards]):
    """Every ordered draw of some cards from the pile.

    Draws are sorted by their first card, then by the next; cards stand in the order
    of the data. They are computed on demand: there can be millions. The `first` cards of each
    are the same.
    """

    def __init__(
        self, pile: frozenset[Station], count: int, first: tuple[Station, ...] = ()
    ) -> None:
        self._first = first[:count]
        self._pile = tuple(card for card in CARDS if card in pile and card not in self._first)
        self._count = count - len(self._first)

    def __len__(self) -> int:
        return perm(len(self._pile), self._count)

    @overload
    def __getitem__(self, index: int) -> DrawCards: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[DrawCards, ...]: ...

    def __getitem__(self, index: int | slice) -> DrawCards | tuple[DrawCards, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        # An iteration over a Sequence ends with this error.
        if not 0 <= index < len(self):
            raise IndexError(index)
        rest, cards = list(self._pile), list(self._first)
        # The index is read digit by digit: each card's share is the number of draws after it.
        for place in range(self._count):
            size = perm(len(rest) - 1, self._count - place - 1)
            chosen, index = divmod(index, size)
            cards.append(rest.pop(chosen))
        return DrawCards(tuple(cards))


def card_draws(state: State, first: tuple[Station, ...] = ()) -> CardDraws:
    """Return the possible draws of cards now (OU §7.1), which begin with given ones."""
    return CardDraws(state.pile, cards_to_draw(len(state.open_cards), len(state.pile)), first)
