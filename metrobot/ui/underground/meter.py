"""How near the end is, and what is worth a warning.

Source: OU §7.2, §9.
"""

from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import OPEN_CARDS
from metrobot.games.underground.view import View
from metrobot.ui.underground.cast import Cast

FEW_CARDS: Final = 6
"""With so few cards left in the pile the end is near."""


def meter(cast: Cast, view: View) -> str:
    """Return the end meter in one line: cards in the pile, pieces left."""
    words = cast.words
    pieces = [
        words.say("ou.meter.pieces", name=cast.name(player.seat), n=pieces_left(view, player.seat))
        for player in view.players
    ]
    if view.passenger is None:
        return words.say("ou.meter.gone", pieces=", ".join(pieces))
    return words.say("ou.meter", pile=view.pile, pieces=", ".join(pieces))


def pieces_left(view: View, seat: Seat) -> int:
    """Return how many pieces somebody has left, all colours together."""
    return sum(line.pieces_left for line in view.lines if line.seat == seat)


def last_turns(view: View) -> tuple[Seat, ...]:
    """Return who still has a turn once the passenger has left (OU §7.2)."""
    if view.passenger is not None or view.to_act is None:
        return ()
    return tuple(Seat(seat) for seat in range(view.to_act, view.rules.players))


def end_changes(cast: Cast, before: View, after: View) -> tuple[str, ...]:
    """Return what a turn has changed about the end of the game."""
    if after.to_act is None:
        return (_over(cast, before),)
    if after.passenger is None:
        return end_warnings(cast, after)
    if after.pile <= FEW_CARDS < before.pile:
        return end_warnings(cast, after)
    return ()


def _over(cast: Cast, before: View) -> str:
    """Return that the game is over with this turn, and whether it came at once."""
    is_sudden = before.passenger is not None
    return cast.words.say("ou.warning.over_at_once" if is_sudden else "ou.warning.over")


def end_warnings(cast: Cast, view: View) -> tuple[str, ...]:
    """Return what is to be said of the end, which comes with the last card."""
    if view.to_act is None:
        return ()
    if view.passenger is None:
        return (cast.words.say("ou.warning.gone", names=cast.people(last_turns(view))),)
    if view.pile <= FEW_CARDS:
        return (cast.words.count("ou.warning.cards", view.pile),)
    return ()


def draft_warnings(cast: Cast, view: View) -> tuple[str, ...]:
    """Return what to think of before a turn is confirmed: whether the end comes with it.

    Args:
        cast: the people.
        view: behind the whole turn, before the next cards are drawn.
    """
    if view.passenger is None:
        key = "ou.warning.last_turn" if view.to_act is not None else "ou.warning.ends_game"
        return (cast.words.say(key),)
    if OPEN_CARDS - len(view.open_cards) < view.pile:
        return ()
    is_last_seat = view.to_act == view.rules.players - 1
    key = "ou.warning.last_card_ends" if is_last_seat else "ou.warning.last_card"
    return (cast.words.say(key),)
