"""What can be pressed in the planner: lines, fewer crosses, directions, stations."""

from dataclasses import dataclass, replace

from metrobot.games.metrolijn.board import Card, CardKind, Line
from metrobot.games.metrolijn.lines import LineState, line_state, line_states
from metrobot.games.metrolijn.told import Ride
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.metrolijn.ridewords import direction_text, finishing_brief
from metrobot.ui.metrolijn.steps import (
    AnyPlan,
    OpenRide,
    fewer,
    fullest,
    open_rides,
    turned_round,
)
from metrobot.ui.pages.values import Choice, Group, Menu
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered of a draft.

    Attributes:
        plan: what was chosen.
        instead: the last choice is replaced.
        rides: what is open, or was open before that choice.
        line: of a free ride: whose stations are looked at.
        view: of a free ride: what the player sees before it.
    """

    plan: AnyPlan
    instead: bool
    rides: tuple[OpenRide, ...]
    line: Line | None
    view: View

    @property
    def card(self) -> Card:
        """The card that is ridden."""
        assert self.plan.turn.card is not None  # a draft is made on an open card
        return self.plan.turn.card

    @property
    def unfinished(self) -> tuple[LineState, ...]:
        """Of a free ride: the lines with an empty station."""
        if self.card.kind is not CardKind.FREE:
            return ()
        states = line_states(self.view, self.plan.seat)
        return tuple(state for state in states if not state.is_finished)


def offer(plan: AnyPlan, group: str | None) -> Offer:
    """Return what is offered: what is open, or what could replace the last choice.

    Args:
        plan: what was chosen.
        group: of a free ride: the letter of the line that was asked for, in small.
    """
    instead = plan.is_turn_over and bool(plan.chosen)
    rides = open_rides(plan.replaced if instead else plan.options)
    view = plan.turn.before if instead else plan.turn.after  # a free ride is one choice alone
    offered = Offer(plan, instead, rides, None, view)
    return replace(offered, line=_looked_at(offered, group))


def _looked_at(offered: Offer, group: str | None) -> Line | None:
    """Return the line whose stations a free ride offers: as asked, else the one nearest its end."""
    states = offered.unfinished
    asked = [s.line for s in states if s.site.letter.lower() == group]
    nearest = sorted(states, key=lambda state: (len(state.empty), -state.pay.points))
    return next(iter((*asked, *(state.line for state in nearest))), None)


def menus(cast: Cast, offered: Offer) -> tuple[Menu, ...]:
    """Return the menu of lines, or of a line's empty stations."""
    if offered.card.kind is CardKind.FREE:
        choices, prompt = _stations(cast, offered), "ml.menu.station"
    else:
        choices, prompt = _lines(cast, offered), _prompt(offered)
    if len(choices) < (2 if offered.instead else 1):
        return ()  # nothing, or nothing else
    return (Menu(cast.words.say(prompt), choices, instead=offered.instead),)


def _prompt(offered: Offer) -> str:
    """Return the key of what the menu of lines says."""
    if offered.instead:
        return "ml.menu.instead"
    return "ml.menu.extra" if offered.plan.chosen else "ml.menu.line"


def _lines(cast: Cast, offered: Offer) -> tuple[Choice, ...]:
    """Return each line with an empty window, rings in both directions."""
    return tuple(
        Choice(
            each.index,
            clipped(line_label(cast, each.ride), CHOICE_LIMIT),
            clipped(", ".join(line_notes(cast, each.ride)), CHOICE_LIMIT),
        )
        for each in fullest(offered.rides)
    )


def line_label(cast: Cast, ride: Ride) -> str:
    """Return a line with its letter and name, and the direction of a ring."""
    assert ride.line is not None  # it is no free ride
    line = cast.line(ride.line)
    if ride.direction is None:
        return line
    way = direction_text(cast, ride.line, ride.direction)
    return cast.words.say("ml.menu.way", line=line, way=way)


def line_notes(cast: Cast, ride: Ride) -> list[str]:
    """Return what choosing a line with most crosses would do, and what is left of it now."""
    words, state = cast.words, ride.state
    assert state is not None  # it is no free ride
    notes = [_marks(cast, ride)]
    if ride.endings:
        notes.append(finishing_brief(cast, ride.endings))
    if ride.specials:
        notes.append(words.say("ml.note.special"))
    notes.append(words.count("ml.note.windows", state.windows_left))
    if not state.is_finished and all(each.line != state.line for each in ride.endings):
        notes.append(words.count("ml.note.stations", len(state.empty)))
        notes.append(words.count("ml.note.points", state.pay.points))
    return notes


def _marks(cast: Cast, ride: Ride) -> str:
    """Return what a line would mark: 3 from Noord, 4 at Centraal Station, nothing."""
    if ride.number is not None:
        station, value = ride.number
        return cast.words.say("ml.note.number", station=cast.station(station), value=value)
    if not ride.crossed:
        return cast.words.say("ml.note.nothing")
    first = cast.station(ride.crossed[0])
    return cast.words.count("ml.note.crosses", len(ride.crossed), station=first)


def _stations(cast: Cast, offered: Offer) -> tuple[Choice, ...]:
    """Return the empty stations of the line that is looked at."""
    if offered.line is None:
        return ()
    empty = line_state(offered.view, offered.plan.seat, offered.line).empty
    found = {each.ride.crossed[0]: each for each in offered.rides if each.ride.crossed}
    return tuple(
        Choice(found[at].index, cast.station(at), station_hint(cast, found[at].ride))
        for at in empty
    )


def station_hint(cast: Cast, ride: Ride) -> str:
    """Return which lines serve a station, and what crossing it would finish."""
    lines = cast.map.lines_at(ride.crossed[0])
    letters = ", ".join(cast.map.lines[line].letter for line in lines)
    notes = [cast.words.count("ml.note.lines", len(lines), letters=letters)]
    if ride.endings:
        notes.append(finishing_brief(cast, ride.endings))
    return clipped(", ".join(notes), CHOICE_LIMIT)


def groups(cast: Cast, offered: Offer) -> tuple[Group, ...]:
    """Return the lines whose stations a free ride may cross; nothing for other cards."""
    return tuple(
        Group(
            state.site.letter.lower(),
            cast.words.count("ml.group", len(state.empty), line=cast.line(state.line)),
            is_shown=state.line == offered.line,
        )
        for state in offered.unfinished
    )


def buttons(cast: Cast, plan: AnyPlan) -> tuple[Choice, ...]:
    """Return fewer crosses, or all again, and a ring's other way, in place of the last choice."""
    if not plan.chosen:
        return _giving_up(cast, plan)
    others = [_other(cast, plan, each) for each in fewer(plan) if _is_offered(each.ride)]
    back = turned_round(plan)
    return (*others, _turned(cast, back)) if back else tuple(others)


def _giving_up(cast: Cast, plan: AnyPlan) -> tuple[Choice, ...]:
    """Return that a free ride may be given up (ML §4.5)."""
    return tuple(
        Choice(each.index, cast.words.say("ml.button.give_up"))
        for each in open_rides(plan.options)
        if each.ride.line is None and not each.ride.crossed
    )


def _is_offered(ride: Ride) -> bool:
    """Return whether a choice is a button: of a free ride only giving it up."""
    return ride.line is not None or not ride.crossed


def _other(cast: Cast, plan: AnyPlan, each: OpenRide) -> Choice:
    """Return another number of crosses on the same line."""
    words, ride, card = cast.words, each.ride, plan.turn.card
    if ride.line is None:
        label = words.say("ml.button.give_up")
    elif ride.number is not None:
        label = words.say("ml.button.number", value=ride.number[1])
    elif card is not None and card.kind is CardKind.TRANSFER:
        label = words.say("ml.button.no_number")
    elif not ride.crossed:
        label = words.say("ml.button.no_cross")
    else:
        label = words.count("ml.button.crosses", len(ride.crossed))
    return Choice(each.index, label, instead=True)


def _turned(cast: Cast, back: OpenRide) -> Choice:
    """Return the same ring in the other direction (ML §5)."""
    line, direction = back.ride.way
    assert line is not None  # a ring
    assert direction is not None
    way = direction_text(cast, line, direction)
    return Choice(back.index, cast.words.say("ml.button.turn", way=way), instead=True)
