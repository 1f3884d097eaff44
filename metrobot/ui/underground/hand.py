"""What one person has: nothing secret, but good to see in one place."""

from collections.abc import Iterator

from metrobot.games.underground.view import SeatView, View
from metrobot.ui.underground.names import Names
from metrobot.ui.underground.status import by_source, line_status


def hand_text(names: Names, view: View) -> str:
    """Return the observer's own colours, pieces, tokens and points."""
    own = [view.players[seat] for seat in sorted(view.seats)]
    lines = [line for player in own for line in _player(names, view, player)]
    return "\n".join([names.words.say("ou.hand.title"), *lines])


def _player(names: Names, view: View, player: SeatView) -> Iterator[str]:
    """Yield what one player has."""
    yield names.words.count(
        "ou.hand.purse", player.tokens, score=player.score, parts=by_source(names, player.points)
    )
    for colour in player.colours:
        yield line_status(names, view, colour)
