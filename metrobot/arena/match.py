"""One game of the arena, from the first draw to the end."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from metrobot.arena.external_program import FoulError, Program
from metrobot.arena.seat_players import OUTSIDE, BuiltInPlayer, Sitter, label_of
from metrobot.arena.simulation import dealt_record
from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Doer, Seat
from metrobot.engine.log import Event
from metrobot.engine.outcome import Outcome
from metrobot.engine.record import Record, RecordedEvent
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.players.contract import Player
from metrobot.players.levels import PLAYERS
from metrobot.service.model.chance import Dealing
from metrobot.service.model.records import recorded


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that decides one game: rules, players, dealing and dice.

    Attributes:
        title: the rules.
        rules: what is fixed before play.
        kinds: of the players in this game.
        dealing: source of all draws.
        luck: the seed of the players' own dice.
        seconds: for a decision; None for the time that each kind is made for.
        others: players of other kinds than the title's own, by the kind; they can be pickled.
    """

    title: AnyTitle
    rules: Ruleset
    kinds: tuple[str, ...]
    dealing: Dealing
    luck: str
    seconds: float | None
    others: Mapping[str, Player] = field(default_factory=dict)


@dataclass(slots=True)
class PlayedGame:
    """Result, times and record of a game.

    Attributes:
        kinds: of the players.
        shares: of the win, by player.
        scores: by player; None where the game was broken off.
        times: by player the seconds of each decision.
        turns: by player the seconds of each turn in which there was a choice.
        foul: sentence that says why it was broken off; None where it was not.
        record: of a game that was not broken off.
    """

    kinds: tuple[str, ...]
    shares: tuple[float, ...] = ()
    scores: tuple[int, ...] | None = None
    times: tuple[list[float], ...] = ()
    turns: tuple[list[float], ...] = ()
    foul: str | None = None
    record: Record | None = None


@dataclass(slots=True)
class _ArenaGame:
    """A game under way; its times are by player, by the number of the turn."""

    match: Match
    state: Any
    sitters: dict[Seat, Sitter]
    times: tuple[dict[int, list[float]], ...]
    events: list[Event] = field(default_factory=list)
    seen: list[RecordedEvent] = field(default_factory=list)

    def do(self, actor: Doer, action: Action) -> None:
        """Apply an action and add it to the events."""
        title, rules = self.match.title, self.match.rules
        assert isinstance(actor, int) or actor is CHANCE
        self.state = title.apply(self.state, actor, action)
        event = Event(len(self.events) + 1, actor, action)
        self.events.append(event)
        self.seen.append(recorded(title, rules, event, whole=False))


class _BrokenError(Exception):
    """A player has not kept to the contract."""

    def __init__(self, player: int, seat: Seat, reason: str) -> None:
        super().__init__(reason)
        self.player, self.seat = player, seat


def play_game(match: Match) -> PlayedGame:
    """Play a game to its end, or until somebody does not keep to the contract."""
    title, rules = match.title, match.rules
    state = title.initial_state(rules)
    seats = [Seat(seat) for seat in range(title.seat_count(rules))]
    sitters = {
        seat: _sitter(match, match.kinds[title.player_of(rules, seat)], seat) for seat in seats
    }
    table = _ArenaGame(match, state, sitters, tuple({} for _ in match.kinds))
    outcome: Outcome | None = None
    try:
        while not title.is_over(table.state):
            _go_on(table)
        # Set only here: programs are told no result of a game that was broken off.
        outcome = title.outcome(table.state)
        labels = [label_of(match.kinds[title.player_of(rules, seat)]) for seat in seats]
        record = dealt_record(title, rules, table.events, match.dealing, outcome, by=tuple(labels))
        figures = (outcome.shares, outcome.scores, *_times(table))
        return PlayedGame(match.kinds, *figures, record=record)
    except _BrokenError as broken:
        return _broken(match, table, broken)
    finally:
        # However the game ends, no program may go on running.
        for sitter in sitters.values():
            sitter.end(table.seen, outcome)


def _sitter(match: Match, kind: str, seat: Seat) -> Sitter:
    if kind.startswith(OUTSIDE):
        command = kind.removeprefix(OUTSIDE)
        return Program(command, match.title, match.rules, seat, match.seconds)
    dice = random.Random(f"{match.luck}:{int(seat)}")
    players = {**PLAYERS[match.title.id], **match.others}
    return BuiltInPlayer(players[kind], dice, match.seconds)


def _go_on(table: _ArenaGame) -> None:
    """Take the next step: a draw, a forced action, a choice, or a round of choices."""
    match, title = table.match, table.match.title
    actor = title.awaiting(table.state)[0]
    if actor is CHANCE:
        draws = title.chance(table.state)
        number = match.dealing.index([event.actor for event in table.events], len(draws))
        table.do(CHANCE, draws[number])
        return
    forced = title.forced(table.state)
    if forced is not None:
        table.do(*forced)
    elif title.is_simultaneous:
        _round(table)
    else:
        table.do(actor, _chosen(table, table.state, actor))


def _round(table: _ArenaGame) -> None:
    """Let all who are awaited choose, then apply all choices."""
    title, state = table.match.title, table.state
    number, choices = title.turn_number(state), dict[Seat, list[Action]]()
    for actor in title.awaiting(state):
        assert actor is not CHANCE
        # Each chooses on the state before the round, so nobody sees another's choice.
        alone, actions = state, choices.setdefault(actor, [])
        while title.turn_number(alone) == number and actor in title.awaiting(alone):
            actions.append(_chosen(table, alone, actor))
            alone = title.apply(alone, actor, actions[-1])
    for seat, actions in choices.items():
        for action in actions:
            table.do(seat, action)


def _chosen(table: _ArenaGame, state: Any, seat: Seat) -> Action:
    """Return the action that a seat chooses; it is asked only where there are several."""
    title, rules = table.match.title, table.match.rules
    legal = title.legal_actions(state, seat)
    if len(legal) == 1:
        return legal[0]
    player = title.player_of(rules, seat)
    # A player of MetrOmania's advanced game sees the hands of both seats.
    seats = frozenset(s for s in table.sitters if title.player_of(rules, s) == player)
    view = title.view_for(state, seats)
    start = _now(table, player)
    try:
        index = table.sitters[seat].choose(table.seen, view, legal)
    except FoulError as foul:
        raise _BrokenError(player, seat, str(foul)) from foul
    spent = table.times[player].setdefault(title.turn_number(state), [])
    spent.append(_now(table, player) - start)
    return legal[index]


def _now(table: _ArenaGame, player: int) -> float:
    """Return the seconds of CPU, or of the clock for a program from outside."""
    # The seconds of another process are not in this one's CPU time.
    is_outside = table.match.kinds[player].startswith(OUTSIDE)
    return time.monotonic() if is_outside else time.process_time()


def _broken(match: Match, table: _ArenaGame, broken: _BrokenError) -> PlayedGame:
    """Return a game that one player has lost by not keeping to the contract."""
    opponents = len(match.kinds) - 1
    # The others share the win, so that breaking off a lost game gains nothing.
    shares = [1 / opponents if opponents else 0.0] * len(match.kinds)
    shares[broken.player] = 0.0
    foul = f"seat {int(broken.seat)} ({match.kinds[broken.player]}) has lost: {broken}"
    return PlayedGame(match.kinds, tuple(shares), None, *_times(table), foul=foul)


def _times(table: _ArenaGame) -> tuple[tuple[list[float], ...], tuple[list[float], ...]]:
    """Return by player the seconds of each decision, and those of each turn."""
    decisions = tuple([t for spent in turns.values() for t in spent] for turns in table.times)
    return decisions, tuple([sum(spent) for spent in turns.values()] for turns in table.times)


def rotated(kinds: Sequence[str], game: int) -> tuple[str, ...]:
    """Return the kinds in the seating of a game counted from 0; each sits everywhere in turn."""
    place = game % len(kinds)
    return (*kinds[place:], *kinds[:place])
