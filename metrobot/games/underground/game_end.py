"""When cards run out, and who still has a turn then.

Source: OU §7.1, §7.2.
"""

from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import OPEN_CARDS

FEW_CARDS: Final = 6
"""With so few cards left in the pile the end is near, which players want to be told."""


def cards_to_draw(open_cards: int, pile: int) -> int:
    """Return how many cards are turned up after a turn (OU §7.1).

    Args:
        open_cards: how many are face up after the visits.
        pile: how many are left to draw.
    """
    return min(OPEN_CARDS - open_cards, pile)


def is_end(next_seat: Seat, *, passenger_left: bool) -> bool:
    """Return whether the game ends before somebody's turn.

    Once the passenger has left, play goes on until the start player would be next.

    Source: OU §7.2.
    """
    return passenger_left and next_seat == 0


def still_to_play(next_seat: Seat, players: int) -> tuple[Seat, ...]:
    """Return who still has a turn once the passenger has left, in order (OU §7.2)."""
    return tuple(Seat(seat) for seat in range(next_seat, players))
