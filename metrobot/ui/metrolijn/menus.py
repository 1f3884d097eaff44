"""What can be pressed in the planner: lines, fewer crosses, directions, stations."""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.games.metrolijn.board import CardKind, Line
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.metrolijn.ridewords import direction_text, finishing_brief
from metrobot.ui.metrolijn.sheets import line_state, line_states, lines_at
from metrobot.ui.metrolijn.steps import (
    AnyDraft,
    OpenRide,
    card_of,
    fewer,
    finished_by,
    fullest,
    now,
    open_rides,
    specials_in,
    turned_round,
)
from metrobot.ui.pages.values import Choice, Group, Menu
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered of a draft.

    Attributes:
        base: the draft that each choice would be added to.
        instead: it is the draft without its last choice: that is replaced.
        rides: what is open there.
        line: of a free ride: whose stations are looked at.
    """

    base: AnyDraft
    instead: bool
    rides: tuple[OpenRide, ...]
    line: Line | None

    @property
    def view(self) -> View:
        """What the player sees before the choice."""
        return now(self.base)


def offer(draft: AnyDraft, group: str | None) -> Offer:
    """Return what is offered: what is open, or what could replace the last choice.

    Args:
        draft: what was chosen.
        group: of a free ride: the letter of the line that was asked for, in small.
    """
    instead = draft.is_turn_over and bool(draft.choices)
    base = draft.undo() if instead else draft
    return Offer(base, instead, open_rides(base), _looked_at(base, group))


def _looked_at(draft: AnyDraft, group: str | None) -> Line | None:
    """Return the line whose stations a free ride offers: as asked, else the one nearest its end."""
    view = now(draft)
    if card_of(view).kind is not CardKind.FREE:
        return None
    states = [state for state in line_states(view, draft.seat) if state.empty]
    asked = [s.line for s in states if s.site.letter.lower() == group]
    nearest = sorted(states, key=lambda state: (len(state.empty), -state.open_points))
    return next(iter((*asked, *(state.line for state in nearest))), None)


def menus(cast: Cast, offered: Offer) -> tuple[Menu, ...]:
    """Return the menu of lines, or of a line's empty stations."""
    if card_of(offered.view).kind is CardKind.FREE:
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
    return "ml.menu.extra" if offered.base.choices else "ml.menu.line"


def _lines(cast: Cast, offered: Offer) -> tuple[Choice, ...]:
    """Return each line with an empty window, rings in both directions."""
    return tuple(
        Choice(
            each.index,
            clipped(line_label(cast, offered.view, each), CHOICE_LIMIT),
            hint(cast, offered, each),
        )
        for each in fullest(offered.rides)
    )


def line_label(cast: Cast, view: View, ride: OpenRide) -> str:
    """Return a line with its letter and name, and the direction of a ring."""
    assert ride.ride.line is not None  # it is no free ride
    line = cast.line(ride.ride.line)
    if ride.direction is None:
        return line
    way = direction_text(cast, view, ride.ride.line, ride.direction)
    return cast.words.say("ml.menu.way", line=line, way=way)


def hint(cast: Cast, offered: Offer, each: OpenRide) -> str:
    """Return what a line would mark, and what is left of it, in a few words."""
    return clipped(", ".join(line_notes(cast, offered.base, each)), CHOICE_LIMIT)


def line_notes(cast: Cast, draft: AnyDraft, each: OpenRide) -> list[str]:
    """Return what choosing a line with most crosses would do, and what is left of it now."""
    words, view = cast.words, now(draft)
    assert each.ride.line is not None  # it is no free ride
    state = line_state(view, draft.seat, each.ride.line)
    notes = [_marks(cast, each)]
    finished = finished_by(draft, each.ride)
    if finished:
        notes.append(finishing_brief(cast, finished))
    if specials_in(view, each.ride):
        notes.append(words.say("ml.note.special"))
    notes.append(words.count("ml.note.windows", state.windows_left))
    if state.empty and all(done.line != state.line for done in finished):
        notes.append(words.count("ml.note.stations", len(state.empty)))
        notes.append(words.count("ml.note.points", state.open_points))
    return notes


def _marks(cast: Cast, each: OpenRide) -> str:
    """Return what a line would mark: 3 from Noord, 4 at Centraal Station, nothing."""
    ride = each.ride
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
    empty = line_state(offered.view, offered.base.seat, offered.line).empty
    found = {ride.ride.crossed[0]: ride for ride in offered.rides if ride.ride.crossed}
    return tuple(
        Choice(found[at].index, cast.station(at), station_hint(cast, offered, found[at]))
        for at in empty
    )


def station_hint(cast: Cast, offered: Offer, each: OpenRide) -> str:
    """Return which lines serve a station, and what crossing it would finish."""
    lines = lines_at(offered.view, each.ride.crossed[0])
    letters = ", ".join(cast.map.lines[line].letter for line in lines)
    notes = [cast.words.count("ml.note.lines", len(lines), letters=letters)]
    finished = finished_by(offered.base, each.ride)
    if finished:
        notes.append(finishing_brief(cast, finished))
    return clipped(", ".join(notes), CHOICE_LIMIT)


def groups(cast: Cast, offered: Offer) -> tuple[Group, ...]:
    """Return the lines whose stations a free ride may cross; nothing for other cards."""
    if offered.line is None:
        return ()
    return tuple(
        Group(
            state.site.letter.lower(),
            cast.words.count("ml.group", len(state.empty), line=cast.line(state.line)),
            is_shown=state.line == offered.line,
        )
        for state in line_states(offered.view, offered.base.seat)
        if state.empty
    )


def buttons(cast: Cast, draft: AnyDraft) -> tuple[Choice, ...]:
    """Return fewer crosses, or all again, and a ring's other way, in place of the last choice."""
    if not draft.choices:
        return _giving_up(cast, draft)
    others = [_other(cast, draft, each) for each in fewer(draft) if _is_offered(each)]
    back = turned_round(draft)
    if back is None:
        return tuple(others)
    return (*others, _turned(cast, draft, back))


def _giving_up(cast: Cast, draft: AnyDraft) -> tuple[Choice, ...]:
    """Return that a free ride may be given up (ML §4.5)."""
    rides: Sequence[OpenRide] = open_rides(draft)
    return tuple(
        Choice(each.index, cast.words.say("ml.button.give_up"))
        for each in rides
        if each.ride.line is None and not each.ride.crossed
    )


def _is_offered(each: OpenRide) -> bool:
    """Return whether a choice is a button: of a free ride only giving it up."""
    return each.ride.line is not None or not each.ride.crossed


def _other(cast: Cast, draft: AnyDraft, each: OpenRide) -> Choice:
    """Return another number of crosses on the same line."""
    words, ride = cast.words, each.ride
    if ride.line is None:
        label = words.say("ml.button.give_up")
    elif ride.number is not None:
        label = words.say("ml.button.number", value=ride.number[1])
    elif card_of(now(draft)).kind is CardKind.TRANSFER:
        label = words.say("ml.button.no_number")
    elif not ride.crossed:
        label = words.say("ml.button.no_cross")
    else:
        label = words.count("ml.button.crosses", len(ride.crossed))
    return Choice(each.index, label, instead=True)


def _turned(cast: Cast, draft: AnyDraft, back: OpenRide) -> Choice:
    """Return the same ring in the other direction (ML §5)."""
    assert back.ride.line is not None  # a ring
    assert back.direction is not None
    way = direction_text(cast, now(draft), back.ride.line, back.direction)
    return Choice(back.index, cast.words.say("ml.button.turn", way=way), instead=True)
