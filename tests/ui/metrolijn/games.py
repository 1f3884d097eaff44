"""Games of Metrolijn as tables, for tests of what is said about them."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.log import Event
from metrobot.games.metrolijn.actions import Mark, TurnUp
from metrobot.games.metrolijn.board import CARD_NAMED
from metrobot.games.metrolijn.state import State
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.service.model.history import LoggedEvent
from metrobot.service.model.table import Table
from tests.ui import tables
from tests.ui.tables import NOW, table_of

TITLE = Metrolijn()
NAMES = ("Anna", "Ben", "Cara", "Dirk", "Emma", "Fred", "Gerd", "Hana")


class Played(tables.Played):
    """One game with every state it went through."""

    def turn_starts(self) -> list[int]:
        """Return the number of events up to the card of each round, and of all events."""
        cards = [n for n, each in enumerate(self.log) if isinstance(each.event.action, TurnUp)]
        return [*(n + 1 for n in cards), len(self.log)]


@cache
def play(players: int, seed: int, map_: str = "amsterdam", special: bool = False) -> Played:
    """Play a random game to its end, mostly with many crosses."""
    rules = TITLE.ruleset(players, {"map": map_, "special": special})
    return tables.played(Played, TITLE, rules, seed, _chosen)


def _chosen(state: State, seat: Seat, chooser: Random) -> Action:
    """Return a legal choice: of four the one with most crosses, at times any."""
    actions = TITLE.legal_actions(state, seat)
    some = chooser.choices(actions, k=1 if chooser.random() < 0.15 else 4)
    return max(some, key=lambda each: len(each.stations) if isinstance(each, Mark) else 3)


@cache
def opened(card: str, map_: str = "berlin", players: int = 2) -> Played:
    """Return a game on empty sheets with this card turned up."""
    rules = TITLE.ruleset(players, {"map": map_})
    state = TITLE.initial_state(rules)
    event = Event(1, CHANCE, TurnUp(card))
    log = (LoggedEvent(1, event, 0, NOW),)
    return Played(rules, log, (state, TITLE.apply(state, CHANCE, TurnUp(card))))


def with_card(game: Played, events: int, card: str) -> Played:
    """Return a game up to some round, with another card in place of the open one."""
    state, log = game.states[events], game.log[events - 1]
    now = CARD_NAMED[card]
    other = replace(state, card=now, turned=(now,))
    event = replace(log.event, action=TurnUp(card))
    changed = (*game.log[: events - 1], replace(log, event=event))
    return Played(game.rules, changed, (*game.states[:events], other))


def table_at(game: Played, events: int | None = None, names: tuple[str, ...] = NAMES) -> Table:
    """Return the table after a number of events, or at the end."""
    events = len(game.log) if events is None else events
    return table_of(TITLE, game.rules, game.log[:events], game.states[events], names=names)


def draft_at(game: Played, events: int, seat: int = 0) -> Draft[Any, Any]:
    """Return an empty draft of a seat after a number of events."""
    return new_draft(TITLE, game.states[events], Seat(seat))


def starts_with(game: Played, *cards: str) -> list[int]:
    """Return the number of events up to each round with one of these cards open."""
    return [
        events
        for events in game.turn_starts()[:-1]
        if isinstance(action := game.log[events - 1].event.action, TurnUp) and action.card in cards
    ]
