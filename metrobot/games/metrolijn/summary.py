"""Effects of a round or a draft, as values made by the judging and scoring functions.

Source: ML §3, §4, §6, §9.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.title import Deed
from metrobot.games.metrolijn.actions import Mark, Transfer, TurnUp
from metrobot.games.metrolijn.board import CARD_NAMED, Card, Line, Station
from metrobot.games.metrolijn.line_state import LineState, stand
from metrobot.games.metrolijn.result import (
    Pay,
    first_round,
    pay_of,
    points_on_offer,
    transfer_points,
)
from metrobot.games.metrolijn.state import Sheet, State, is_complete
from metrobot.games.metrolijn.turn import Marks, marks_of, owed_after, specials_of
from metrobot.games.metrolijn.view import View, view_for


@dataclass(frozen=True, slots=True)
class LineFinish:
    """A line that an action finishes on a sheet.

    Attributes:
        line: the finished line.
        pay: the points for it.
    """

    line: Line
    pay: Pay


@dataclass(frozen=True, slots=True)
class Ride(Marks):
    """The effect of one action on one sheet.

    Attributes:
        seat: the sheet's owner.
        state: its line before the action; None for a free ride.
        direction: on a ring 1 or -1, elsewhere None.
        points: for its transfer number.
        endings: the lines that it finishes, in the order of the map.
        specials: the special stations that earn an extra action (ML §9.1).
        lapsed: number of extra actions lost because no window is empty (ML §9.1).
        is_extra: whether an earlier ride of the round is by the same seat.
    """

    seat: Seat
    state: LineState | None
    direction: int | None
    points: int
    endings: tuple[LineFinish, ...]
    specials: tuple[Station, ...]
    lapsed: int
    is_extra: bool = False

    @property
    def way(self) -> tuple[Line | None, int | None]:
        """The line and the direction."""
        return self.line, self.direction


@dataclass(frozen=True, slots=True)
class Change:
    """The news on one sheet.

    Attributes:
        marked: newly marked stations.
        windows: lines with newly filled windows, and the number of these.
        endings: newly finished lines, in the order of the map.
    """

    marked: frozenset[Station] = frozenset()
    windows: tuple[tuple[Line, int], ...] = ()
    endings: tuple[LineFinish, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """A line that was finished in a round.

    Attributes:
        line: the finished line.
        seats: those who finished it, in ascending order.
        pay: the points that each of them gets.
    """

    line: Line
    seats: tuple[Seat, ...]
    pay: Pay


@dataclass(frozen=True, slots=True)
class Round:
    """The effect of one round, or of a draft in it.

    Attributes:
        number: 1 for the first.
        card: the card everyone used; None if none was turned up.
        before: the view before it.
        after: the view after it. A draft's still shows the round's card, the
            cards left then and the pay of lines in it.
        rides: in seat order; empty if nobody did anything.
    """

    number: int
    card: Card | None
    before: View
    after: View
    rides: tuple[Ride, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """The news on each sheet."""
        return sheet_changes(self.before, self.after)

    @property
    def finishes(self) -> tuple[Finish, ...]:
        """The lines that were finished, in the order of the map (ML §6)."""
        finishers = dict[tuple[Line, Pay], list[Seat]]()
        for seat, change in enumerate(self.changes):
            for ending in change.endings:
                finishers.setdefault((ending.line, ending.pay), []).append(Seat(seat))
        return tuple(
            Finish(line, tuple(seats), pay)
            for (line, pay), seats in sorted(finishers.items(), key=lambda item: item[0][0])
        )

    @property
    def through(self) -> tuple[Seat, ...]:
        """The seats that filled their last window."""
        pairs = zip(self.before.sheets, self.after.sheets, strict=True)
        return tuple(new.seat for old, new in pairs if old.windows_left and not new.windows_left)


def sheet_changes(before: View, after: View) -> tuple[Change, ...]:
    """Return the difference between two views of each sheet."""
    lines = [Line(n) for n in range(len(after.map.lines))]
    return tuple(
        Change(
            marked=new.marked - old.marked,
            windows=tuple(
                (line, count)
                for line in lines
                if (count := len(new.windows[line]) - len(old.windows[line]))
            ),
            endings=tuple(
                LineFinish(line, pay)
                for line in lines
                if old.paid[line] is None and (pay := new.paid[line]) is not None
            ),
        )
        for old, new in zip(before.sheets, after.sheets, strict=True)
    )


def summary(
    before: State,
    deeds: Sequence[Deed[State]],
    seats: AbstractSet[Seat] = frozenset(),
    *,
    preview: bool = False,
) -> Round:
    """Summarize a round or a draft."""
    states = [before, *(deed.after for deed in deeds)]
    old, new = [view_for(state, seats, preview=preview) for state in (before, states[-1])]
    if preview:
        # A draft that completes the round leaves no card face up, and perhaps a reshuffled deck.
        new = replace(
            new, card=old.card, turned=old.turned, left=old.left, round=old.round, offers=old.offers
        )
    cards = [CARD_NAMED[deed.action.card] for deed in deeds if isinstance(deed.action, TurnUp)]
    rides, movers = list[Ride](), set[Seat]()
    # There is one state more than deeds: the last one is after them all.
    for state, deed in zip(states, deeds, strict=False):
        if isinstance(deed.actor, int):
            ride = ride_of(state, deed.actor, deed.action, points_on_offer(state))
            rides.append(replace(ride, is_extra=deed.actor in movers))
            movers.add(deed.actor)
    return Round(new.round, cards[0] if cards else before.card, old, new, tuple(rides))


def prospects(state: State, seat: Seat, actions: Iterable[Action]) -> tuple[Ride, ...]:
    """Return the effect of each of some legal choices."""
    offers = points_on_offer(state)
    return tuple([ride_of(state, seat, action, offers) for action in actions])


def ride_of(state: State, seat: Seat, action: Action, offers: tuple[Pay, ...]) -> Ride:
    """Return the effect of a legal choice on a seat's sheet (ML §4, §6, §9.1).

    Args:
        state: before it.
        seat: whoever chooses.
        action: the choice.
        offers: for each line the pay for finishing it then.
    """
    sheet, marks = state.sheets[seat], marks_of(state.map, action)
    specials = specials_of(state, marks)
    windows = state.map.windows_left(sheet.windows) - (marks.line is not None)
    owed = state.owed[seat] + len(specials)
    marked = sheet.marked.union(marks.marked)
    # Only lines through a new mark can have been finished by it (ML §6.3).
    served = sorted({line for station in marks.marked for line in state.map.lines_at(station)})
    return Ride(
        line=marks.line,
        crossed=marks.crossed,
        number=marks.number,
        seat=seat,
        state=None if marks.line is None else _stand(state, sheet, marks.line, offers),
        direction=action.direction if isinstance(action, Mark | Transfer) else None,
        points=0 if marks.number is None else transfer_points(marks.number[1]),
        endings=tuple(
            [LineFinish(n, offers[n]) for n in served if is_complete(state.map, marked, n)]
        ),
        specials=specials,
        lapsed=owed - 1 - owed_after(owed, windows),
    )


def _stand(state: State, sheet: Sheet, line: Line, offers: tuple[Pay, ...]) -> LineState:
    site, finish = state.map.lines[line], sheet.finished[line]
    pay = offers[line] if finish is None else pay_of(site, finish, first_round(state, line))
    return stand(site, line, sheet, pay)
