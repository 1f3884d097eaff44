"""A second program for whether a line can still be finished: it tries all cards and choices."""

import random
from collections.abc import Iterator

from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.metrolijn.board import DECK, MAP_IDS, Card, CardKind, Line, Station
from metrobot.games.metrolijn.legality import DIRECTIONS, first_empty, stations_ridden
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.positions import TITLE, crosses, new

Windows = tuple[int, ...]
Bits = int


def late_positions(seed: int, windows: int) -> Iterator[State]:
    """Yield states of random games in which the first seat has few empty windows.

    Each second one of two people, some with special stations; some people mark all they may.
    """
    chooser = random.Random(seed)
    while True:
        map_, greed = chooser.choice(MAP_IDS), chooser.random()
        state = new(chooser.choice((1, 2)), map=map_, special=chooser.random() < 0.3)
        while not TITLE.is_over(state):
            actor = TITLE.awaiting(state)[0]
            if actor is CHANCE:
                action = chooser.choice(TITLE.chance(state))
            else:
                legal = TITLE.legal_actions(state, actor)
                best = max(map(crosses, legal)) if chooser.random() < greed else 0
                action = chooser.choice([each for each in legal if crosses(each) >= best])
            state = TITLE.apply(state, actor, action)
            if state.map.windows_left(state.sheets[0].windows) <= windows:
                yield state


class TooLongError(Exception):
    """A search has more positions than it was to look at."""


class Search:
    """Tries every order of the cards left, and every choice of one player, for all lines at once.

    Args:
        state: where it begins.
        seat: of the player.
        most: positions to look at before it gives up.

    Raises:
        TooLongError: there were more.
    """

    def __init__(self, state: State, seat: Seat, most: int) -> None:
        self.map, self.most, self.seen = state.map, most, set[object]()
        self.known = dict[object, list[Bits]]()
        self.stops = [sum(1 << each for each in line.stations) for line in self.map.lines]
        sheet, sites = state.sheets[seat], enumerate(self.map.stations)
        has_specials = bool(state.rules["special"])
        self.specials = sum(1 << n for n, site in sites if site.is_special and has_specials)
        self.finished, marked = set[Line](), sum(1 << each for each in sheet.marked)
        self.missing = {Line(n) for n, stops in enumerate(self.stops) if stops & ~marked}
        filled = zip(self.map.lines, sheet.windows, strict=True)
        windows = tuple(line.windows - len(n) for line, n in filled)
        self._go(marked, windows, state.turned, state.card, state.owed[seat])

    def _go(
        self, marked: Bits, windows: Windows, turned: tuple[Card, ...], card: Card | None, owed: int
    ) -> None:
        self.finished |= {n for n in self.missing if not self.stops[n] & ~marked}
        if not any(windows) or self.finished == self.missing:
            return
        key = (marked, windows, "".join(sorted(each.id for each in turned)), card and card.id, owed)
        if key in self.seen:
            return
        self.seen.add(key)
        if len(self.seen) > self.most:
            raise TooLongError
        if card is None or not owed:
            left = list(DECK)
            before = () if card is not None and card.reshuffles else turned
            for each in before:
                left.remove(each)
            for each in dict.fromkeys(left):
                self._go(marked, windows, (*before, each), each, 1)
        elif card.kind is CardKind.FREE:
            for n in range(len(self.map.stations)):
                self._go(marked | 1 << n, windows, turned, card, owed - 1)
        else:
            self._ride(marked, windows, turned, card, owed)

    def _ride(
        self, marked: Bits, windows: Windows, turned: tuple[Card, ...], card: Card, owed: int
    ) -> None:
        for n in (n for n, count in enumerate(windows) if count):
            rest = (*windows[:n], windows[n] - 1, *windows[n + 1 :])
            for bits in self._marks(n, card, marked):
                extra = (bits & self.specials).bit_count()
                self._go(marked | bits, rest, turned, card, owed - 1 + extra)

    def _marks(self, line: int, card: Card, marked: Bits) -> list[Bits]:
        """Return all that a card may mark on a line, nothing included."""
        key = line, card, marked & self.stops[line]
        if key not in self.known:
            site, options = self.map.lines[line], {0: None}
            there = frozenset(each for each in site.stations if marked >> each & 1)
            for way in DIRECTIONS if site.is_ring else (None,):
                first = first_empty(site, there, way)
                stations: tuple[Station, ...] = () if first is None else (first,)
                if card.kind is not CardKind.TRANSFER:
                    stations = stations_ridden(site, card, there, way)
                for count in range(1, len(stations) + 1):
                    options[sum(1 << each for each in stations[:count])] = None
            self.known[key] = list(options)
        return self.known[key]
