"""Where the numbers of choices stand: nearest to their own tunnels, or joined to them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import dist
from typing import Final

from metrobot.games.metromania.geometry import GATE_OF
from render.metromania.changes import Option, PlannerOption, StationOption
from render.metromania.grid import Grid, Spot
from render.metromania.labels.names import rim_middle
from render.metromania.labels.room import Room, around
from render.metromania.lines.tracks import OFFSET
from render.placing.choice import Priced
from render.placing.leaders import Place, cross, far

Line = tuple[Spot, Spot]
_Place = tuple[int, ...]

ENDS: Final = (0.2, 0.9)
"""From where to where a tunnel counts, on the way to its end."""
ALONG: Final = (0.58, 0.74, 0.42, 0.9, 0.66, 0.5, 0.82)
"""Where on the way to its end a tunnel's number would like to stand."""
ASIDE: Final = (0.0, 0.08, 0.16, 0.24, 0.32, -0.08)
"""How far from its track, towards its cell's middle, in edges."""
BESIDE: Final = sorted(
    (7.0 * n + 8.0 * m, along, OFFSET + aside)
    for n, along in enumerate(ALONG)
    for m, aside in enumerate(ASIDE)
)
"""Both with what they cost, the cheapest first."""
JOINED: Final = 85.0
"""What it costs to stand elsewhere, joined by a leader: more than any place beside it."""
LAST: Final = 2000.0
"""What it costs to stand on or around its tunnel, over whatever is there."""
ANCHORS: Final = (0.55, 0.75, 0.4, 0.9)
"""Where on its tunnel a leader may end."""
NEARER: Final = 0.03
"""By how much a number is nearer to its own tunnel than to any other, in edges."""
CLEAR: Final = 4
"""Px between a leader and what it must not cross."""
WITHIN: Final = (0.12, 0.24, 0.0)
"""From a gate's corners into the city, in edges: where the numbers of its tunnels stand."""


@dataclass(frozen=True, slots=True)
class NumberPlace:
    """The place of a number.

    Attributes:
        centre: its middle.
        leader: where on its own tunnel its leader ends; None: it is nearest to it.
    """

    centre: tuple[int, int]
    leader: Spot | None = None


@dataclass(slots=True)
class NumberPlaces:
    """Finds a place for one number after the other.

    Attributes:
        grid: the transform.
        room: what is taken already.
        options: all that have a number.
        discs: what no leader may cross, at first stations, spots, markers: middles and radii.
        tracks: the tunnels as they are drawn, without their ends.
    """

    grid: Grid
    room: Room
    options: Sequence[Option]
    discs: list[tuple[Spot, float]]
    tracks: dict[_Place, Line] = field(default_factory=dict, init=False)
    _leaders: list[Line] = field(default_factory=list, init=False)
    _anchors: dict[_Place, list[Spot]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        """Work out where the tunnels are drawn: they are asked for thousands of times."""
        for option in self.options:
            start, end = self._along(option, ENDS)
            self.tracks[_place(option)] = start, end
            # A station needs no leader: its number stands on it.
            shares = () if isinstance(option, StationOption) else ANCHORS
            self._anchors[_place(option)] = self._along(option, shares)

    def find(self, option: Option, size: tuple[int, int], more: tuple[int, int]) -> NumberPlace:
        """Return the best place for a number, and take it.

        Args:
            option: the first choice that it stands for.
            size: of its disc.
            more: what hangs over its sides together, and over its top.
        """
        whole_size = size[0] + more[0], size[1] + more[1]
        half = dist((0, 0), whole_size) / 2
        centre = self.room.best(self._wishes(option, size, half), whole_size)
        self.discs.append((centre, half))
        if self.is_nearest(option, centre):
            return NumberPlace(centre)
        leader = self._leader(option, centre, half)
        if leader is None:
            # It may cross anything, but a shorter one would not be seen.
            anchors = [spot for spot in self._anchors[_place(option)] if dist(centre, spot) >= half]
            leader = min(anchors, key=lambda spot: dist(centre, spot), default=None)
        # On a full map there may be no place that is nearest or joined: the number then stands
        # over its own tunnel, which can still be played.
        if leader is None:
            return NumberPlace(centre)
        self._leaders.append((centre, leader))
        self.room.line((centre, leader), 2 * CLEAR, 3.0)
        return NumberPlace(centre, leader)

    def is_nearest(self, option: Option, spot: Spot) -> bool:
        """Return whether a spot is nearer to an option's own tunnel than to all others."""
        mine = _place(option)
        own = far(spot, self.tracks[mine]) + NEARER * self.grid.edge
        return all(own <= far(spot, line) for place, line in self.tracks.items() if place != mine)

    def _along(self, option: Option, shares: Iterable[float], off: float = OFFSET) -> list[Spot]:
        """Return spots along a tunnel; of a station its point."""
        if isinstance(option, StationOption):
            return [self.grid.at(option.point) for _ in shares]
        way = option.start, option.end, option.cell
        return [self.grid.beside(*way, off, share) for share in shares]

    def _wishes(
        self, option: Option, size: tuple[int, int], half: float
    ) -> Iterator[Priced[Place]]:
        """Yield the places of a number, the cheapest first."""
        if isinstance(option, StationOption):
            yield self.grid.at(option.point), 0.0
            return
        for (x, y), cost in self._beside(option):
            place = round(x), round(y)
            if self.is_nearest(option, place) and self._is_free(place, half):
                yield place, cost
        ((x, y),) = self._along(option, ALONG[:1])
        first = round(x), round(y)
        places = tuple(around(first, size, self.grid.part(0.05), self.grid.edge))
        for place, cost in places:
            if self._is_free(place, half) and self._leader(option, place, half):
                yield place, cost + JOINED
        # `Room.best` needs a place even where nothing is free: a draft needs its picture.
        yield first, LAST
        for place, cost in places:
            yield place, cost + LAST

    def _beside(self, option: PlannerOption) -> Iterator[Priced[Spot]]:
        """Yield spots near a tunnel with what they cost, rising."""
        if option.start in GATE_OF:
            # All tunnels of a gate begin at its tip, so numbers beside them would crowd there:
            # they stand at their other ends, within the city.
            gate, (x, y) = GATE_OF[option.start], self.grid.at(option.end)
            tip, middle = self.grid.at(gate.outer), rim_middle(self.grid, gate)
            for n, depth in enumerate(WITHIN):
                share = depth / 0.866
                across, down = (middle[0] - tip[0]) * share, (middle[1] - tip[1]) * share
                yield (x + across, y + down), n - 750.0
        for cost, along, off in BESIDE:
            yield self._along(option, (along,), off)[0], cost

    def _is_free(self, centre: Spot, half: float) -> bool:
        return all(far(centre, leader) > half + CLEAR for leader in self._leaders)

    def _leader(self, option: Option, centre: Spot, half: float) -> Spot | None:
        """Return the end of the shortest leader that is seen and crosses no disc or leader."""
        for spot in sorted(self._anchors[_place(option)], key=lambda spot: dist(centre, spot)):
            leader = centre, spot
            (left, right), (top, bottom) = (sorted(sides) for sides in zip(*leader, strict=True))
            # Few discs are in the box around the leader: the others need no root.
            discs = (
                (to, r + CLEAR)
                for to, r in self.discs
                if to != centre
                and left - r - CLEAR <= to[0] <= right + r + CLEAR
                and top - r - CLEAR <= to[1] <= bottom + r + CLEAR
            )
            if (
                dist(*leader) >= half
                and all(far(to, leader) > least for to, least in discs)
                and not any(cross(leader, other) for other in self._leaders)
            ):
                return spot
        return None


def _place(option: Option) -> _Place:
    """Return the key that choices at one tunnel or point share."""
    if isinstance(option, StationOption):
        return (option.point,)
    return option.start, option.end, option.cell
