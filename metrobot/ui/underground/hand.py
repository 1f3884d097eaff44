"""What one person has: nothing secret, but good to see in one place."""

from collections.abc import Iterator

from metrobot.games.underground.view import SeatView, View
from metrobot.ui.underground.cast import Cast
from metrobot.ui.underground.status import by_source, line_state


def hand_text(cast: Cast, view: View) -> str:
    """Return the observer's own colours, pieces, tokens and points."""
    own = [view.players[seat] for seat in sorted(view.seats)]
    lines = [line for player in own for line in _player(cast, view, player)]
    return "\n".join([cast.words.say("ou.hand.title"), *lines])


def _player(cast: Cast, view: View, player: SeatView) -> Iterator[str]:
    """Yield what one player has."""
    yield cast.words.count(
        "ou.hand.purse", player.tokens, score=player.score, parts=by_source(cast, player.points)
    )
    for colour in player.colours:
        yield line_state(cast, view, colour)
