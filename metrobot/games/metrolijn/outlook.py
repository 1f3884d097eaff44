"""The lines that a player can still finish, if the cards left come in the best order.

Each line is judged alone. Of the cards to come only three kinds are tried. A 6 allows all
that any number or a transfer allows, and all cards are shuffled after it, so that another
6 can follow. An express jumps over marked stations. Between two shuffles there is one free
ride, which takes no window.

Source: ML §3.4, §4, §5, §6.4, §9.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import MAP_IDS, Card, CardKind, Line, map_named
from metrobot.games.metrolijn.legality import DIRECTIONS, order_of
from metrobot.games.metrolijn.line_state import LineState, line_states
from metrobot.games.metrolijn.view import View

LOOKS: Final = 40
"""Most positions that one search looks at; what it has not proved by then is not promised."""
LATE: Final = 3
LATE_LOOKS: Final = 192
"""The same with few empty windows, where there may be no other line to tell."""
FEW_LOOKS: Final = 4
"""The same without free rides, which decides only the order in which lines are told."""
SIX: Final = CardKind.NUMBER, 6
TRIED: Final = ("E3", "E2", "F")
"""The cards beside the 6 that are tried; each comes once between two shuffles."""

Bits = int
"""Stations, or lines."""
Windows = tuple[int, ...]
"""The empty windows of each line, then those of lines that can be of no use, together."""
Hand = tuple[int, ...]
"""For each of `TRIED` whether it is still to come before the next shuffle, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A line that can still be finished, and by what (ML §6.4).

    Attributes:
        state: the line.
        lines: the lines to be ridden; none if its own windows, or free rides alone, are enough.
        takes_free: whether it takes a free ride as well.
    """

    state: LineState
    lines: tuple[Line, ...]
    takes_free: bool


def outlooks(
    view: View, seat: Seat, all_states: Iterable[LineState] | None = None
) -> Iterator[Outlook]:
    """Yield the lines that a player can still finish, those with fewest empty stations first.

    Those that take a free ride come last.

    Args:
        view: the view that is read.
        seat: the player's seat.
        all_states: the state of each line on their sheet, if the caller has it.
    """
    ways = _ways(view, seat)
    all_states = line_states(view, seat) if all_states is None else all_states
    states = [state for state in all_states if not state.is_finished]
    states.sort(key=lambda state: (len(state.empty), -state.pay.points))
    for takes_free in (False, True):
        hard = list[LineState]()
        for state in states:
            lines = ways(state.line, takes_free).lines
            if lines is None:
                hard.append(state)
            else:
                yield Outlook(state, lines, takes_free)
        states = hard


def can_finish(view: View, seat: Seat, state: LineState) -> bool:
    """Return whether a player can still finish a line (ML §6.4)."""
    return _ways(view, seat)(state.line, True).lines is not None


def is_lost(view: View, seat: Seat, state: LineState) -> bool:
    """Return whether a player can surely not finish a line any more (ML §6.4)."""
    return not state.is_finished and _ways(view, seat)(state.line, True) == _NO_WAY


def none_left(view: View, seat: Seat) -> bool:
    """Return whether a player can finish no line any more; a search that was cut proves nothing."""
    states, ways = line_states(view, seat), _ways(view, seat)
    return all(state.is_finished or ways(state.line, True) == _NO_WAY for state in states)


class _Way(NamedTuple):
    """The lines to be ridden, or None: no way was found; whether nothing was left untried."""

    lines: tuple[Line, ...] | None
    is_whole: bool = True


_NO_WAY: Final = _Way(None)


def _ways(view: View, seat: Seat) -> Callable[[Line, bool], _Way]:
    """Return the search for the way to finish a line, with free rides or without."""
    sheet, card, rules = view.sheets[seat], view.card, view.rules
    if view.result is not None or not sheet.windows_left:
        return lambda *_: _NO_WAY
    # After the round of the 6 every card can come again (ML §3.4).
    to_come = TRIED if card and card.reshuffles else {each.id for each in view.left}
    lines = zip(view.map.lines, sheet.windows, strict=True)
    position = (
        sum([1 << station for station in sheet.marked]),
        tuple([line.windows - len(filled) for line, filled in lines]),
        tuple([int(id_ in to_come) for id_ in TRIED]),
        (card, sheet.owed) if card else None,
    )
    map_id, has_specials = str(rules["map"]), bool(rules["special"])
    return lambda line, takes_free: _lines_ridden(
        _Goal(map_id, line, has_specials, takes_free), *position
    )


class _Goal(NamedTuple):
    """A line of a map that is to be finished, with free rides or without."""

    map_id: str
    line: Line
    has_specials: bool
    takes_free: bool


@lru_cache(maxsize=1 << 11)
def _lines_ridden(
    goal: _Goal, marked: Bits, windows: Windows, hand: Hand, due: tuple[Card, int] | None
) -> _Way:
    """Return the lines to be ridden, as `Outlook` has them."""
    is_whole = True

    def ridden(lines: Bits) -> Bits | None:
        """Return those of some lines that are ridden, or None if they are not enough."""
        free = tuple(count * (lines >> n & 1) for n, count in enumerate(windows))
        # The windows of the others still take cards that are of no use.
        looks = LATE_LOOKS if sum(windows) <= LATE else LOOKS
        looks = looks if goal.takes_free else FEW_LOOKS
        search = _Search(goal, *_map_bits(goal.map_id, goal.has_specials), looks)
        lines_ridden = search.begun(marked, (*free, sum(windows) - sum(free)), hand, due)
        nonlocal is_whole
        is_whole = search.looks > 0
        return lines_ridden

    runs = _empty_runs(goal.map_id, goal.line, marked & _map_bits(goal.map_id, False)[0][goal.line])
    sixes = sum(-(-len(run) // SIX[1]) for run in runs[0])
    # Mostly its windows and a 6 for each are enough, with others for what is due.
    if sixes <= windows[goal.line] and sum(windows) - sixes >= (due[1] if due else 0):
        return _Way(())
    own, lines = 1 << goal.line, ridden((1 << len(windows)) - 1)
    if lines is None:
        return _Way(None, is_whole)
    alone = ridden(own)
    if alone is not None:
        return _Way((goal.line,) if alone and goal.takes_free else ())
    for n in range(len(windows)):
        # The search may have ridden a line that is not needed.
        fewer = ridden(lines & ~(1 << n)) if lines >> n & 1 else None
        lines = lines if fewer is None else fewer
    return _Way(tuple(Line(n) for n in range(len(windows)) if lines >> n & 1))


@lru_cache(maxsize=2 * len(MAP_IDS))
def _map_bits(map_id: str, has_specials: bool) -> tuple[tuple[Bits, ...], Bits]:
    """Return the stations of each line, and those that earn an extra action."""
    map_ = map_named(map_id)
    starred = (n for n, site in enumerate(map_.stations) if site.is_special and has_specials)
    stops = tuple(sum(1 << station for station in line.stations) for line in map_.lines)
    return stops, sum(1 << n for n in starred)


@lru_cache(maxsize=1 << 13)
def _empty_runs(map_id: str, line: int, marked: Bits) -> tuple[tuple[tuple[Bits, ...], ...], ...]:
    """Return the empty stations of a line way by way, those side by side together."""
    site, ways = map_named(map_id).lines[line], list[tuple[tuple[Bits, ...], ...]]()
    for direction in DIRECTIONS if site.is_ring else (None,):
        runs, before = list[list[Bits]](), False
        for bit in (1 << station for station in order_of(site, direction)):
            if not marked & bit:
                runs[len(runs) - before :] = [[*(runs[-1] if before else ()), bit]]
            before = not marked & bit
        ways.append(tuple(map(tuple, runs)))
    return tuple(ways)


@dataclass(slots=True)
class _Search:
    """A search for rides after which all stations of a line are marked.

    Attributes:
        goal: the line.
        stops: the stations of each line of its map.
        specials: the stations that earn an extra action (ML §9.1).
        looks: number of positions that it may still look at.
        known: for each position looked at the lines ridden from there on.
    """

    goal: _Goal
    stops: tuple[Bits, ...]
    specials: Bits
    looks: int
    known: dict[tuple[Bits, Windows, Hand, int], Bits | None] = field(default_factory=dict)

    def begun(
        self, marked: Bits, windows: Windows, hand: Hand, due: tuple[Card, int] | None
    ) -> Bits | None:
        """Return the lines ridden, actions that are due with the open card included."""
        hand = (*hand[:-1], hand[-1] * self.goal.takes_free)
        if due is not None and due[1] and due[0].kind is not CardKind.FREE:
            kind, reach = due[0].kind, due[0].value or 1
            ways = self._rides(marked, windows, (kind, reach), due[1], is_open=True)
            return self._first((*way, hand, 0) for way in ways)
        is_free = due is not None and due[1] and self.goal.takes_free
        lines = self._finish(marked, windows, hand, int(bool(is_free)))
        return self._freed(marked, windows, hand, 0) if is_free and lines is None else lines

    def _finish(self, marked: Bits, windows: Windows, hand: Hand, spare: int) -> Bits | None:
        """Return the lines ridden from a position before the next card; None: no way.

        Args:
            marked: the marked stations.
            windows: the empty windows.
            hand: the cards still to come before the next shuffle.
            spare: number of free rides whose stations are chosen last.
        """
        lacking = (self.stops[self.goal.line] & ~marked).bit_count() - spare
        if lacking <= 0 or not any(windows):
            return 0 if lacking <= 0 else None
        # Each window but the last can take a 6, after which a free ride can come.
        lacking -= hand[-1] + sum(windows) - 1 if self.goal.takes_free else 0
        if lacking <= 0:
            return 0
        if not self.looks or lacking > self._most(marked, windows):
            return None
        self.looks -= 1
        marked, windows = self._reduced(marked, windows)
        key = (marked, windows, hand, spare)
        if key not in self.known:
            self.known[key] = None
            self.known[key] = self._tried(marked, windows, hand, spare)
        return self.known[key]

    def _reduced(self, marked: Bits, windows: Windows) -> tuple[Bits, Windows]:
        """Return a position in which all that can be of no use is marked, or has no window."""
        useful = 0
        more = (self.stops[self.goal.line] | self.specials) & ~marked
        while more != useful:
            useful = more
            for line, stops in enumerate(self.stops):
                for way in _empty_runs(self.goal.map_id, line, marked & stops):
                    # Whoever is to reach a station passes all empty ones before it.
                    passed = 0
                    for bit in (bit for run in way for bit in run) if windows[line] else ():
                        passed |= bit
                        more |= passed if useful & bit else 0
        free = tuple(
            n * bool(stops & useful) for n, stops in zip(windows, self.stops, strict=False)
        )
        return ~useful, (*free, sum(windows) - sum(free))

    def _most(self, marked: Bits, windows: Windows) -> int:
        """Return a bound for the stations of the line that rides can still mark."""
        own, helped = self.goal.line, 0
        for line, stops in enumerate(self.stops):
            helped |= stops if windows[line] and line != own else 0
        reaches = [3] * windows[own]
        for way in _empty_runs(self.goal.map_id, own, marked & self.stops[own]):
            for run in way:
                reaches += (min(6, len(run) - n) for n in range(0, len(run), 6))
        reaches.sort(reverse=True)
        return sum(reaches[: windows[own]]) + (self.stops[own] & ~marked & helped).bit_count()

    def _tried(self, marked: Bits, windows: Windows, hand: Hand, spare: int) -> Bits | None:
        """Return the lines ridden if the next card is a 6, an express or a free ride."""
        fresh, spent = (1, 1, int(self.goal.takes_free)), spare + hand[-1]
        ways = self._rides(marked, windows, SIX, 1)
        lines = self._first((*way, fresh, spent) for way in ways)
        for n, reach in ((0, 3), (1, 2)):
            if lines is None and hand[n]:
                rest = (*hand[:n], 0, *hand[n + 1 :])
                ways = self._rides(marked, windows, (CardKind.EXPRESS, reach), 1)
                # A free ride comes while there is a window.
                lines = self._first((*way, rest, spare if any(way[1]) else spent) for way in ways)
        if lines is None and hand[-1]:
            lines = self._freed(marked, windows, (*hand[:-1], 0), spare)
        return lines

    def _freed(self, marked: Bits, windows: Windows, hand: Hand, spare: int) -> Bits | None:
        """Return the lines ridden after a free ride that opens a way for others."""
        useful = ~self._reduced(marked, windows)[0]
        bits = (1 << n for n in range(useful.bit_length()) if useful >> n & 1)
        return self._first((marked | bit, windows, 0, hand, spare) for bit in bits)

    def _first(self, ways: Iterable[tuple[Bits, Windows, Bits, Hand, int]]) -> Bits | None:
        """Return the lines ridden on the first of some ways that leads to the end."""
        for marked, windows, ridden, hand, spare in ways:
            lines = self._finish(marked, windows, hand, spare)
            if lines is not None:
                return lines | ridden
        return None

    def _rides(
        self,
        marked: Bits,
        windows: Windows,
        card: tuple[CardKind, int],
        owed: int,
        *,
        is_open: bool = False,
    ) -> Iterator[tuple[Bits, Windows, Bits]]:
        """Yield the positions to which a card can lead, with the lines ridden, the best first."""
        is_express = card[0] is CardKind.EXPRESS
        # An express that is still to come is for jumping; elsewhere a 6 does more.
        is_needed = is_open or owed > 1 or not is_express
        options = {(0, n): None for n, count in enumerate(windows) if count and is_needed}
        for line, count in enumerate(windows[:-1]):
            for bits, jumps in self._marks(marked, windows, line, card) if count else ():
                if is_needed or jumps or bits & self.specials:
                    options[bits, line] = None
        goal = self.stops[self.goal.line]
        for bits, line in sorted(options, key=lambda way: -(way[0] & goal).bit_count()):
            rest = tuple(count - (n == line) for n, count in enumerate(windows))
            after, ridden = marked | bits, 1 << line if bits else 0
            more = (owed - 1 + (bits & self.specials).bit_count()) if any(rest) else 0
            if not more:
                yield after, rest, ridden
            elif self.looks:
                for way in self._rides(after, rest, card, more, is_open=is_open):
                    yield *way[:2], way[2] | ridden

    def _marks(
        self, marked: Bits, windows: Windows, line: int, card: tuple[CardKind, int]
    ) -> Iterator[tuple[Bits, bool]]:
        """Yield the marks that a card can make on a line, and whether it jumps over marked ones.

        It marks fewer than it could only before a station that concerns other lines.
        """
        shared = self.specials
        for other, stops in enumerate(self.stops):
            shared |= stops if windows[other] and other != line else 0
        for way in _empty_runs(self.goal.map_id, line, marked & self.stops[line]):
            runs = way if card[0] is CardKind.EXPRESS else way[:1]
            row, bits = [bit for run in runs for bit in run][: card[1]], 0
            for n, bit in enumerate(row):
                bits |= bit
                if n + 1 == len(row) or row[n + 1] & shared:
                    yield bits, n >= len(way[0])
