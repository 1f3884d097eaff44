"""Effects of a turn and of each open choice, as values made by the rules themselves.

Sentences, pictures and computer players read these values; nobody computes a
second time which stations a tunnel makes or how much they score.

Source: MM §4, §7 to §11.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.title import Deed
from metrobot.games.metromania.actions import TUNNELS_PER_TURN, Decline, Dig, LineName, Stop
from metrobot.games.metromania.building import legality, stations, tunnels
from metrobot.games.metromania.building.stations import Built
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import GATE_OF, Gate, Point
from metrobot.games.metromania.outlook.risks import LineOutlook, Lookout, Risk, line_outlooks
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.state import Phase, State
from metrobot.games.metromania.view import LineView, PlacedMarker, View, view_for


@dataclass(frozen=True, slots=True)
class Effect:
    """One action of a company with its immediate effect.

    Attributes:
        action: of the company.
        built: the stations that it builds, in the order in which they score.
        placed: the marker that it places, or None.
        risks: for an open choice, the harm to its own company, the gravest
            first; empty once done.
    """

    action: Action
    built: tuple[Built, ...] = ()
    placed: Marker | None = None
    risks: tuple[Risk, ...] = ()

    @property
    def points(self) -> int:
        """The station points that it scores (MM §7.5)."""
        return sum(station.points for station in self.built)


@dataclass(frozen=True, slots=True)
class Turn:
    """One company's turn, or a part of it.

    Attributes:
        seat: the company; None if nobody did anything.
        before: the view before its first action.
        after: the view after its last action.
        effects: its actions with their effects, in order.
        passed_over: the companies with no legal action before the next turn, or
            that nobody runs, in turn order (MM §4.4, §17.1).
        risks: for a draft, the harm to its own company, the gravest first.
        outlook: for a draft, the prospects of its company's lines.
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
        """The company, for a turn in which one did something."""
        assert self.seat is not None, "nobody did anything in this turn"
        return self.seat

    @property
    def digs(self) -> tuple[Dig, ...]:
        """The tunnels, in order."""
        return tuple(effect.action for effect in self.effects if isinstance(effect.action, Dig))

    @property
    def built(self) -> tuple[Built, ...]:
        """The stations built, in order."""
        return tuple(station for effect in self.effects for station in effect.built)

    @property
    def points(self) -> int:
        """The station points scored."""
        return sum(effect.points for effect in self.effects)

    @property
    def placed(self) -> PlacedMarker | None:
        """The marker placed, as it lies now, or None (MM §9.2: one at most)."""
        markers = {effect.placed for effect in self.effects}
        return next((placed for placed in self.after.placed if placed.marker in markers), None)

    @property
    def has_declined(self) -> bool:
        """Whether the station of a line just ended was given up (MM §10.3)."""
        return any(isinstance(effect.action, Decline) for effect in self.effects)

    @property
    def has_stopped(self) -> bool:
        """Whether the dig was ended early, or the turn passed (MM §4.2, §4.4)."""
        return any(isinstance(effect.action, Stop) for effect in self.effects)

    @property
    def is_cut_short(self) -> bool:
        """Whether a dig had to end before its last tunnel (MM §4.2).

        No legal tunnel was left; building had not ended.
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
        """The cause of the end of building that this turn brings, or None (MM §11.1)."""
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
        """Return the unfinished lines that have become blocked, or free."""
        return tuple(
            new
            for old, new in zip(self.before.lines, self.after.lines, strict=True)
            if not new.is_finished and new.is_blocked is is_blocked is not old.is_blocked
        )

    def way(self, name: LineName) -> tuple[Point, ...]:
        """Return the points along a line's new tunnels, its start included."""
        digs = [dig for dig in self.digs if dig.line is name]
        return (*(dig.start for dig in digs[:1]), *(dig.end for dig in digs))


def summary(
    before: State,
    deeds: Sequence[Deed[State]],
    seats: AbstractSet[Seat] = frozenset(),
    *,
    preview: bool = False,
) -> Turn:
    """Summarize a turn, as the holder of these seats may know it.

    Only companies' own actions count, which everybody sees; deeds of chance and the
    table show in the views.
    """
    states = [before, *(deed.after for deed in deeds)]
    effects = [
        (Seat(deed.actor), effect_of(state, Seat(deed.actor), deed.action))
        # There is one state more than deeds: the last one is after them all.
        for state, deed in zip(states, deeds, strict=False)
        if isinstance(deed.actor, int)
    ]
    first = view_for(before, seats, preview=preview)
    last = view_for(states[-1], seats, preview=preview) if deeds else first
    outlook: tuple[LineOutlook, ...] = ()
    if preview and before.phase is Phase.BUILDING and before.active in seats:
        # As if its turn still went on: its end may depend on hands that are not shown.
        outlook = line_outlooks(replace(states[-1], turn=before.turn), before.active)
    passed_over = range(first.turn + 1, last.turn) if effects else ()
    return Turn(
        seat=effects[0][0] if effects else None,
        before=first,
        after=last,
        effects=tuple(effect for _, effect in effects),
        passed_over=tuple(dict.fromkeys(Seat(n % before.company_count) for n in passed_over)),
        risks=Lookout(before, effects[0][0]).until(states[-1]) if preview and effects else (),
        outlook=outlook,
    )


def prospects(state: State, seat: Seat) -> tuple[Effect, ...]:
    """Return the immediate effect of each legal action of a company, in their order."""
    legal = legality.legal_actions(state, seat)
    lookout = Lookout(state, seat) if legal else None
    return tuple(
        replace(effect_of(state, seat, action), risks=lookout.of(action) if lookout else ())
        for action in legal
    )


def effect_of(state: State, seat: Seat, action: Action) -> Effect:
    """Return a legal action with its immediate effect (MM §7, §8, §9.1)."""
    built = stations.built_by(state, seat, action)
    placed = tunnels.marker_of(state, action) if isinstance(action, Dig) else None
    return Effect(action, built, placed)
