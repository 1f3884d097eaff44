"""How near the end is, and what is worth a warning.

Source: OU §7.2, §9.
"""

from typing import Final

from metrobot.games.underground.forecast import GameEnd, game_end_with, last_turns
from metrobot.games.underground.game_end import FEW_CARDS
from metrobot.games.underground.view import View
from metrobot.ui.underground.names import Names

ENDINGS: Final = {
    GameEnd.LAST_TURN: "ou.warning.last_turn",
    GameEnd.OVER: "ou.warning.ends_game",
    GameEnd.LAST_CARD: "ou.warning.last_card",
    GameEnd.LAST_CARD_OVER: "ou.warning.last_card_ends",
}
"""What is said of how the end comes with a turn."""


def meter(names: Names, view: View) -> str:
    """Return the end meter in one line: cards in the pile, pieces left."""
    words = names.words
    pieces = [
        words.say("ou.meter.pieces", name=names.name(player.seat), n=view.pieces_left(player.seat))
        for player in view.players
    ]
    if view.passenger is None:
        return words.say("ou.meter.gone", pieces=", ".join(pieces))
    return words.say("ou.meter", pile=view.pile, pieces=", ".join(pieces))


def end_changes(names: Names, before: View, after: View) -> tuple[str, ...]:
    """Return what a turn has changed about the end of the game."""
    if after.to_act is None:
        return (_over(names, before),)
    if after.passenger is None:
        return end_warnings(names, after)
    if after.pile <= FEW_CARDS < before.pile:
        return end_warnings(names, after)
    return ()


def _over(names: Names, before: View) -> str:
    """Return that the game is over with this turn, and whether it came at once."""
    is_sudden = before.passenger is not None
    return names.words.say("ou.warning.over_at_once" if is_sudden else "ou.warning.over")


def end_warnings(names: Names, view: View) -> tuple[str, ...]:
    """Return what to say of the end, which comes with the last card."""
    if view.to_act is None:
        return ()
    if view.passenger is None:
        return (names.words.say("ou.warning.gone", names=names.people(last_turns(view))),)
    if view.pile <= FEW_CARDS:
        return (names.words.count("ou.warning.cards", view.pile),)
    return ()


def draft_warnings(names: Names, view: View) -> tuple[str, ...]:
    """Return what to think of before a turn is confirmed: whether the end comes with it.

    Args:
        names: the people.
        view: after the whole turn, before the next cards are drawn.
    """
    ending = game_end_with(view)
    return () if ending is None else (names.words.say(ENDINGS[ending]),)
