"""Random games of MetrOmania as tables, for tests of what is said about them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.draft import Draft
from metrobot.games.metromania.actions import Dig
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.title import MetroMania
from metrobot.service.model.history import LoggedEvent
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.metromania.names import MetroDraftView, MetroGameView
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui import tables
from tests.ui.tables import table_of

TITLE = MetroMania()
NAMES = ("Anna", "Ben", "Cara", "Dirk")


class Played(tables.Played):
    """One game with every state it went through."""

    def turn_starts(self) -> list[int]:
        """Return the number of events before each turn, and before the end of the game."""
        found = [
            n
            for n, entry in enumerate(self.log)
            if isinstance(entry.event.actor, int)
            and (n == 0 or self.log[n - 1].turn != entry.turn or _is_chance(self.log[n - 1]))
        ]
        return [*found, len(self.log)]


def _is_chance(entry: LoggedEvent) -> bool:
    return entry.event.actor is CHANCE


@cache
def play(players: int, seed: int, **options: Any) -> Played:
    """Play a random game to its end; those who can dig mostly dig."""
    return tables.played(Played, TITLE, TITLE.ruleset(players, options), seed, _chosen)


def _chosen(state: Any, seat: Seat, chooser: Random) -> Any:
    """Return a legal action, mostly a tunnel if there is one."""
    actions = TITLE.legal_actions(state, seat)
    digs = [action for action in actions if isinstance(action, Dig)]
    return chooser.choice(digs if digs and chooser.random() < 0.8 else actions)


def table_at(game: Played, events: int | None = None) -> Table:
    """Return the table after a number of events, or at the end."""
    events = len(game.log) if events is None else events
    state, log = game.states[events], game.log[:events]
    return table_of(TITLE, game.rules, log, state, names=NAMES)


def game_view_at(
    game: Played, events: int | None = None, viewer: int | None = None
) -> MetroGameView:
    """Return the game view after a number of events, of a player or of everybody."""
    seen_by = None if viewer is None else PlayerId(viewer)
    return game_view_of(table_at(game, events), ENGLISH, seen_by)


def turns(game: Played) -> Iterator[tuple[MetroGameView, Turn]]:
    """Yield each turn as everybody may know it, with the game right after it."""
    starts = game.turn_starts()
    for before, after in pairwise(starts):
        table = table_at(game, after)
        yield game_view_of(table, ENGLISH), table.summary(game.log[before].turn)


def plan(draft: Draft[Any, Any]) -> MetroDraftView:
    """Return a draft as its owner may see it."""
    return draft_view_of(draft)


def with_state(table: Table, state: Any) -> Table:
    """Return a table with another state."""
    return replace(table, history=replace(table.played, state=state))


def draft_at(game: Played, events: int) -> Draft[Any, Any]:
    """Return an empty draft for the seat to act after a number of events."""
    return tables.draft_of(TITLE, game.states[events])
