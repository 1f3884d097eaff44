"""The state of a view.

Only the order of the pile is hidden, and no state holds it.

Source: OU, introduction.
"""

from metrobot.games.underground.board import CARDS, COLOURS, Colour, Link, Station
from metrobot.games.underground.state import State
from metrobot.games.underground.view import View


def imagined(view: View) -> State:
    """Return the state that a view shows."""
    lines = {line.colour: line for line in view.lines}
    colours = [Colour(number) for number in range(len(COLOURS))]
    no_track, nothing = frozenset[Link](), frozenset[Station]()
    return State(
        rules=view.rules,
        phase=view.phase,
        symbols=tuple(symbol for _, symbol in view.symbols),
        tracks=tuple(lines[c].track if c in lines else no_track for c in colours),
        paid=tuple(lines[c].enclosed if c in lines else nothing for c in colours),
        tokens=tuple(player.tokens for player in view.players),
        points=tuple(player.points for player in view.players),
        passenger=view.passenger,
        open_cards=view.open_cards,
        pile=frozenset(CARDS).difference(view.open_cards, view.visited),
        visited=view.visited,
        turn=view.turn,
        done=view.done,
        trips=view.trips,
        vacant=view.vacant,
    )
