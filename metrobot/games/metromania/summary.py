"""What a turn did, and what each open choice would do: told by the rules themselves.

Sentences, pictures and whoever thinks for a company read these values; nobody
works out a second time what a tunnel makes or a station is worth.

Source: MM §4, §7 to §11.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.title import Deed
from metrobot.games.metromania import legality, observe, stations, tunnels
from metrobot.games.metromania.actions import TUNNELS_PER_TURN, Decline, Dig, LineName, Stop
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import GATE_OF, Gate, Point
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.risks import LineOutlook, Lookout, Risk, line_outlooks
from metrobot.games.metromania.state import Phase, State
from metrobot.games.metromania.stations import Built
from metrobot.games.metromania.view import LineView, PlacedMarker, View


@dataclass(frozen=True, slots=True)
class Effect:
    """One action of a company with what comes of it at once.

    Attributes:
        action: what is done.
        built: the stations that it builds, in the order in which they score.
        placed: the marker that it places, or None.
        risks: of an open choice, the harm that it does to its own company, the
            gravest first; empty of what was done.
    """

    action: Action
    built: tuple[Built, ...] = ()
    placed: Marker | None = None
    risks: tuple[Risk, ...] = ()

    @property
    def points(self) -> int:
        """The station points that it makes (MM §7.5)."""
        return sum(station.points for station in self.built)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one company did in one turn, or in a part of it.

    Attributes:
        seat: the company; None where nobody did anything.
        before: the view from which it set out.
        after: the view after its last action.
        effects: its actions with what came of each, in order.
        passed_over: the companies with nothing legal to do before the next
            turn, or that nobody runs, in turn order (MM §4.4, §17.1).
        risks: of a draft, the harm that it does to its own company, the
            gravest first.
        outlook: of a draft, how its company's lines stand.
    """

    seat: Seat | None
    before: View
    after: View
    effects: tuple[Effect, ...]
    passed_over: tuple[Seat, ...]
    risks: tuple[Risk, ...] = ()
    outlook: tuple[LineOutlook, ...] = ()

    @property
    def company(self) -> Seat:
        """The company, of a turn in which one did something."""
        assert self.seat is not None, "somebody did something"
        return self.seat

    @property
    def digs(self) -> tuple[Dig, ...]:
        """The tunnels, in order."""
        return tuple(done.action for done in self.effects if isinstance(done.action, Dig))

    @property
    def built(self) -> tuple[Built, ...]:
        """The stations that came of it, in order."""
        return tuple(station for done in self.effects for station in done.built)

    @property
    def points(self) -> int:
        """The station points that it made."""
        return sum(done.points for done in self.effects)

    @property
    def placed(self) -> PlacedMarker | None:
        """The marker that was placed, as it lies now, or None (MM §9.2: one at most)."""
        markers = {done.placed for done in self.effects}
        return next((placed for placed in self.after.placed if placed.marker in markers), None)

    @property
    def has_declined(self) -> bool:
        """Whether the station of a line just ended was given up (MM §10.3)."""
        return any(isinstance(done.action, Decline) for done in self.effects)

    @property
    def has_stopped(self) -> bool:
        """Whether the dig was ended early, or the turn passed (MM §4.2, §4.4)."""
        return any(isinstance(done.action, Stop) for done in self.effects)

    @property
    def is_cut_short(self) -> bool:
        """Whether a dig that is over had to end before its last tunnel (MM §4.2).

        For want of a legal one, not because building has ended.
        """
        is_short = 0 < len(self.digs) < TUNNELS_PER_TURN
        return is_short and not self.has_stopped and self.after.ended_by is None

    @property
    def lines(self) -> tuple[LineName, ...]:
        """The lines that grew, each once, in the order of digging."""
        return tuple(dict.fromkeys(dig.line for dig in self.digs))

    @property
    def ended(self) -> tuple[tuple[LineName, Gate], ...]:
        """The lines that were finished, with their black gates."""
        return tuple((dig.line, GATE_OF[dig.end]) for dig in self.digs if dig.end in GATE_OF)

    @property
    def brings_end(self) -> EndedBy | None:
        """What ends building since this turn, as far as is known, or None (MM §11.1)."""
        return self.after.ended_by if self.before.ended_by is None else None

    @property
    def newly_blocked(self) -> tuple[LineView, ...]:
        """The lines that were not blocked before and are now (MM §11.3)."""
        return self._turned(is_blocked=True)

    @property
    def freed(self) -> tuple[LineView, ...]:
        """The unfinished lines that were blocked before and are not now (MM §11.3)."""
        return self._turned(is_blocked=False)

    def _turned(self, *, is_blocked: bool) -> tuple[LineView, ...]:
        """Return the unfinished lines that are blocked, or free, unlike before."""
        return tuple(
            new
            for old, new in zip(self.before.lines, self.after.lines, strict=True)
            if not new.is_finished and new.is_blocked is is_blocked is not old.is_blocked
        )

    def way(self, name: LineName) -> tuple[Point, ...]:
        """Return the points that a line went through, where it set out included."""
        digs = [dig for dig in self.digs if dig.line is name]
        return (*(dig.start for dig in digs[:1]), *(dig.end for dig in digs))


def summary(
    before: State,
    deeds: Sequence[Deed[State]],
    seats: AbstractSet[Seat] = frozenset(),
    *,
    preview: bool = False,
) -> Turn:
    """Return what a turn did, as the holder of these seats may know it.

    Of companies' own actions, which everybody sees; what chance and the table
    did shows in the views.
    """
    states = [before, *(deed.after for deed in deeds)]
    done = [
        (Seat(deed.actor), effect_of(state, Seat(deed.actor), deed.action))
        for state, deed in zip(states, deeds, strict=False)
        if isinstance(deed.actor, int)
    ]
    first = observe.view_for(before, seats, preview=preview)
    last = observe.view_for(states[-1], seats, preview=preview) if deeds else first
    return Turn(
        seat=done[0][0] if done else None,
        before=first,
        after=last,
        effects=tuple(effect for _, effect in done),
        passed_over=_passed_over(first, last) if done else (),
        risks=Lookout(before, done[0][0]).until(states[-1]) if preview and done else (),
        outlook=_outlook(before, states[-1], seats) if preview else (),
    )


def _outlook(before: State, now: State, seats: AbstractSet[Seat]) -> tuple[LineOutlook, ...]:
    """Return how the drafting company's lines stand.

    As if its turn still went on: what ends it may depend on hands that are not shown.
    """
    if before.phase is not Phase.BUILDING or before.active not in seats:
        return ()
    return line_outlooks(replace(now, turn=before.turn), before.active)


def _passed_over(before: View, after: View) -> tuple[Seat, ...]:
    """Return whose turns came and went between two views."""
    count = len(after.companies)
    return tuple(dict.fromkeys(Seat(n % count) for n in range(before.turn + 1, after.turn)))


def prospects(state: State, seat: Seat) -> tuple[Effect, ...]:
    """Return what each legal action of a company would do at once, in their order."""
    legal = legality.legal_actions(state, seat)
    lookout = Lookout(state, seat) if legal else None
    return tuple(
        replace(effect_of(state, seat, action), risks=lookout.of(action) if lookout else ())
        for action in legal
    )


def effect_of(state: State, seat: Seat, action: Action) -> Effect:
    """Return a legal action with what comes of it at once (MM §7, §8, §9.1)."""
    built = stations.built_by(state, seat, action)
    placed = tunnels.marker_of(state, action) if isinstance(action, Dig) else None
    return Effect(action, built, placed)
