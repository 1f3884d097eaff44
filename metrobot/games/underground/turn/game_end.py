"""The end of the card pile and the turns that remain then.

Source: OU §7.1, §7.2.
"""

from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import OPEN_CARDS

FEW_CARDS: Final = 6
"""Pile size at which players are told that the end is near."""


def cards_to_draw(open_cards: int, pile: int) -> int:
    """Return the number of cards turned up after a turn (OU §7.1).

    Args:
        open_cards: number of cards face up after the visits.
        pile: number of cards left to draw.
    """
    return min(OPEN_CARDS - open_cards, pile)


def is_end(next_seat: Seat, *, passenger_left: bool) -> bool:
    """Return whether the game ends before this seat's turn.

    Once the passenger has left, play goes on until the start player would be next.

    Source: OU §7.2.
    """
    return passenger_left and next_seat == 0


def still_to_play(next_seat: Seat, players: int) -> tuple[Seat, ...]:
    """Return the seats that still have a turn, in order, once the passenger has left (OU §7.2)."""
    return tuple(Seat(seat) for seat in range(next_seat, players))
