"""Random games of On the Underground as tables, for tests of what is said about them."""

from functools import cache
from random import Random
from typing import Any

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.games.underground.actions import Build
from metrobot.games.underground.state import State
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.title import Underground
from metrobot.games.underground.turn.pieces import gain_of
from metrobot.games.underground.view import View
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.ui.kit.views import GameView, game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui import tables
from tests.ui.tables import table_of

TITLE = Underground()
NAMES = ("Anna", "Ben", "Cara", "Dirk", "Emma")


class Played(tables.Played):
    """One game with every state it went through."""

    def turn_starts(self) -> list[int]:
        """Return the number of events before each turn, and before the end of the game."""
        found = [
            n
            for n, state in enumerate(self.states)
            if state.phase == "build" and state.done == 0 and not state.trips
        ]
        return [*found, len(self.log)]


@cache
def play(players: int, seed: int, **options: object) -> Played:
    """Play a random game to its end, mostly with pieces, better ones more often."""
    return tables.played(Played, TITLE, TITLE.ruleset(players, options), seed, _chosen)


def _chosen(state: State, seat: Seat, chooser: Random) -> Any:
    """Return a legal action: of three pieces the best, at times a token."""
    actions = TITLE.legal_actions(state, seat)
    builds = [action for action in actions if isinstance(action, Build)]
    if not builds or chooser.random() < 0.15:
        return chooser.choice(actions)
    return max(chooser.choices(builds, k=3), key=lambda each: gain_of(state, each).total)


def table_at(game: Played, events: int | None = None, names: tuple[str, ...] = NAMES) -> Table:
    """Return the table after a number of events, or at the end."""
    events = len(game.log) if events is None else events
    state, log = game.states[events], game.log[:events]
    return table_of(TITLE, game.rules, log, state, names=names)


def game_view_at(
    game: Played, events: int | None = None, viewer: int | None = None
) -> GameView[View, Turn]:
    """Return the game view of a person after a number of events, or at the end."""
    player = None if viewer is None else PlayerId(viewer)
    return game_view_of(table_at(game, events), ENGLISH, player)


def draft_at(game: Played, events: int) -> Draft[Any, Any]:
    """Return an empty draft for the seat to act after a number of events."""
    return tables.draft_of(TITLE, game.states[events])
