"""Random games of MetrOmania as tables, for tests of what is said about them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.log import Event
from metrobot.engine.ruleset import Ruleset
from metrobot.games.metromania.actions import Dig
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.title import MetroMania
from metrobot.service.model.history import LoggedEvent
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.metromania.names import MetroDraftView, MetroGameView
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.tables import table_of

TITLE = MetroMania()
NAMES = ("Anna", "Ben", "Cara", "Dirk")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """One game with every state it went through.

    Attributes:
        rules: of the game.
        log: its events.
        states: before each event, and at the end.
    """

    rules: Ruleset
    log: tuple[LoggedEvent, ...]
    states: tuple[Any, ...]

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
    rules, chooser = TITLE.ruleset(players, options), Random(seed)
    state, states, log = TITLE.initial_state(rules), list[Any](), list[LoggedEvent]()
    while not TITLE.is_over(state):
        actor = TITLE.awaiting(state)[0]
        if isinstance(actor, int):
            open_actions = TITLE.legal_actions(state, actor)
            digs = [action for action in open_actions if isinstance(action, Dig)]
            action = chooser.choice(digs if digs and chooser.random() < 0.8 else open_actions)
        else:
            draws = TITLE.chance(state)
            action = draws[chooser.randrange(len(draws))]
        states.append(state)
        seq, turn = len(log) + 1, TITLE.turn_number(state)
        log.append(LoggedEvent(seq, Event(seq, actor, action), turn, NOW))
        state = TITLE.apply(state, actor, action)
    return Played(rules, tuple(log), (*states, state))


def table_at(game: Played, events: int | None = None) -> Table:
    """Return the table after a number of events, or at the end."""
    events = len(game.log) if events is None else events
    state, log = game.states[events], game.log[:events]
    return table_of(TITLE, game.rules, log, state, names=NAMES, now=NOW)


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
    state = game.states[events]
    actor = TITLE.awaiting(state)[0]
    assert isinstance(actor, int)  # a turn has begun
    return new_draft(TITLE, state, Seat(actor))
