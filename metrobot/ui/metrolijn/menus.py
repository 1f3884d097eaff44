"""The planner's choices: lines, fewer crosses, the stations of a free ride."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from metrobot.games.metrolijn.board import Card, CardKind, Line
from metrobot.games.metrolijn.legality import CLOCKWISE
from metrobot.games.metrolijn.line_state import LineState, line_states
from metrobot.games.metrolijn.outlook import can_finish
from metrobot.games.metrolijn.summary import Ride
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.names import Names
from metrobot.ui.metrolijn.ride_text import finishing_brief
from metrobot.ui.metrolijn.steps import AnyDraftView, OpenRide, fewer, fullest, open_rides
from metrobot.ui.pages.values import Choice, Group
from metrobot.ui.words.discord_limits import CHOICE_LIMIT
from metrobot.ui.words.text_length import clipped

WAY_NAMES: Final = {CLOCKWISE: "ml.way.name.clockwise", -CLOCKWISE: "ml.way.name.counter"}
"""Name of each way round a ring."""


OTHERS: Final = 4
"""Most other lines, or stations with Skip, that keep a button once one is chosen.

The text above is longer then.
"""


@dataclass(frozen=True, slots=True)
class RideChoices:
    """The choices that the planner offers for a draft.

    Attributes:
        draft_view: the draft.
        instead: whether they replace the last choice.
        rides: the open choices, or those that were open before the last choice.
        line: for a free ride, the line whose stations are shown.
        view: for a free ride, the player's view before it.
    """

    draft_view: AnyDraftView
    instead: bool
    rides: tuple[OpenRide, ...]
    line: Line | None
    view: View

    @property
    def card(self) -> Card:
        """The round's open card."""
        # A draft needs an open card.
        assert self.draft_view.turn.card is not None
        return self.draft_view.turn.card

    @property
    def unfinished(self) -> tuple[LineState, ...]:
        """For a free ride, the lines with an empty station."""
        if self.card.kind is not CardKind.FREE:
            return ()
        states = line_states(self.view, self.draft_view.seat)
        return tuple(state for state in states if not state.is_finished)

    @property
    def numbered(self) -> Iterator[tuple[int, OpenRide]]:
        """For a free ride, the empty stations of the line shown but for the chosen one.

        The best come first, and they are numbered so in the picture until one is chosen.
        """
        empty = {s for state in self.unfinished if state.line == self.line for s in state.empty}
        offers = [offer for offer in self.rides if empty.intersection(offer.ride.crossed)]
        chosen_stations = self.draft_view.turn.rides[-1].crossed if self.instead else ()
        for number, offer in enumerate(sorted(offers, key=self._promise, reverse=True), 1):
            if offer.ride.crossed != chosen_stations:
                yield number, offer

    def _promise(self, offer: OpenRide) -> tuple[float, float]:
        """Return the points that a station gains, and its share in those still to be had."""
        lines = (state for state in self.unfinished if offer.ride.crossed[0] in state.empty)
        hopes = (state for state in lines if can_finish(self.view, self.draft_view.seat, state))
        share = sum(state.pay.points / len(state.empty) for state in hopes)
        return sum(ending.pay.points for ending in offer.ride.endings), share


def ride_choices(draft_view: AnyDraftView, group: str | None) -> RideChoices:
    """Return the open choices, or those that could replace the last one.

    Args:
        draft_view: the draft.
        group: for a free ride, the letter of the line asked for, in lower case.
    """
    instead = draft_view.is_turn_over and bool(draft_view.chosen)
    rides = open_rides(draft_view.replaced if instead else draft_view.options)
    # A free ride is a single choice, so the view before it is the one before the draft.
    view = draft_view.turn.before if instead else draft_view.turn.after
    choices = RideChoices(draft_view, instead, rides, None, view)
    return replace(choices, line=_looked_at(choices, group))


def _looked_at(choices: RideChoices, group: str | None) -> Line | None:
    """Return the line shown for a free ride: as asked, else the nearest that can be finished."""
    states = choices.unfinished
    group_lines = [s.line for s in states if s.site.letter.lower() == group]
    can = partial(can_finish, choices.view, choices.draft_view.seat)
    nearest = sorted(states, key=lambda line: (not can(line), len(line.empty), -line.pay.points))
    return next(iter((*group_lines, *(state.line for state in nearest))), None)


def buttons(names: Names, choices: RideChoices) -> tuple[Choice, ...]:
    """Return the lines, or the stations of one of them, then fewer crosses."""
    if choices.card.kind is CardKind.FREE:
        return (*_stations(names, choices), *_giving_up(names, choices))
    return (*_lines(names, choices), *_fewer(names, choices.draft_view))


def _lines(names: Names, choices: RideChoices) -> Iterator[Choice]:
    """Yield each line with an empty window except the chosen one, rings in both directions."""
    chosen_way = choices.draft_view.turn.rides[-1].way if choices.instead else None
    offers = [offer for offer in fullest(choices.rides) if offer.ride.way != chosen_way]
    for number, offer in enumerate(offers):
        has_button = number < OTHERS or not choices.instead
        short = f"{_line(names, offer.ride)} {_marks_short(offer.ride)}" if has_button else ""
        yield _choice(choices, offer, line_label(names, offer.ride), short, short)


def _choice(
    choices: RideChoices, offer: OpenRide, label: str, short: str = "", spelt: str = ""
) -> Choice:
    """Return a choice; one without a short name appears in a menu only."""
    label, instead = clipped(label, CHOICE_LIMIT), choices.instead
    return Choice(offer.index, label, instead=instead, short=short, spelt=spelt)


def _marks_short(ride: Ride) -> str:
    """Return the number of marks or the transfer number, with a flag if a line is finished."""
    marks = len(ride.crossed) if ride.number is None else ride.number[1]
    return f"{marks}{_flag(ride)}"


def _flag(ride: Ride) -> str:
    return "🏁" if ride.endings else ""


def line_label(names: Names, ride: Ride) -> str:
    """Return a line's full label: its letter, a ring's direction, and its effect."""
    notes = " · ".join((_brief(names, ride), *_gains(names, ride)))
    return names.words.say("ml.button.line", line=_line(names, ride), notes=notes)


def _line(names: Names, ride: Ride) -> str:
    """Return a line's letter, with a ring's direction."""
    # Free rides are offered as stations, not as lines.
    assert ride.line is not None
    line = names.map.lines[ride.line].letter
    if ride.direction is None:
        return line
    return names.words.say(
        "ml.button.way", line=line, way=names.words.say(WAY_NAMES[ride.direction])
    )


def _brief(names: Names, ride: Ride) -> str:
    """Return a line's marks in few words: 3 from Noord, 4 at Centraal Station, nothing."""
    if ride.number is not None or not ride.crossed:
        return _marks(names, ride)
    first = names.station(ride.crossed[0])
    return names.words.count("ml.button.from", len(ride.crossed), station=first)


def _gains(names: Names, ride: Ride) -> Iterator[str]:
    """Yield a choice's lines and points, or the number of stations its line then lacks."""
    words, state = names.words, ride.state
    if ride.endings:
        letters = ", ".join(names.map.lines[ending.line].letter for ending in ride.endings)
        points = words.signed(sum(ending.pay.points for ending in ride.endings))
        yield words.say("ml.button.finishes", lines=letters, points=points)
    if state is not None and set(state.empty) - set(ride.marked):
        yield words.count("ml.button.left", len(set(state.empty) - set(ride.marked)))
    if ride.specials:
        yield words.say("ml.note.special")


def line_notes(names: Names, ride: Ride) -> list[str]:
    """Return a line's marks with most crosses, and its present windows and stations."""
    words, state = names.words, ride.state
    # Free rides, which have no line, never come here.
    assert state is not None
    notes = [_marks(names, ride)]
    if ride.endings:
        notes.append(finishing_brief(names, ride.endings))
    if ride.specials:
        notes.append(words.say("ml.note.special"))
    notes.append(words.count("ml.note.windows", state.windows_left))
    if not state.is_finished and all(ending.line != state.line for ending in ride.endings):
        notes.append(words.count("ml.note.stations", len(state.empty)))
        notes.append(words.count("ml.note.points", state.pay.points))
    return notes


def _marks(names: Names, ride: Ride) -> str:
    if ride.number is not None:
        station, value = ride.number
        return names.words.say("ml.note.number", station=names.station(station), value=value)
    if not ride.crossed:
        return names.words.say("ml.note.nothing")
    first = names.station(ride.crossed[0])
    return names.words.count("ml.note.crosses", len(ride.crossed), station=first)


def _stations(names: Names, choices: RideChoices) -> Iterator[Choice]:
    """Yield the empty stations of the line shown, by their numbers until one is chosen.

    Then the picture has no numbers, so the others are in a menu, by their names.
    """
    for number, offer in choices.numbered:
        # A free ride crosses one station, so that the first is the only one.
        notes = " · ".join((names.letters_at(offer.ride.crossed[0]), *_gains(names, offer.ride)))
        name, short = names.station(offer.ride.crossed[0]), ""
        if not choices.instead:
            name, short = f"{number} {name}", f"{number}{_flag(offer.ride)}"
        label = names.words.say("ml.button.station", station=name, notes=notes)
        yield _choice(choices, offer, label, short, short and name + _flag(offer.ride))


def station_hint(names: Names, ride: Ride) -> str:
    """Return the lines that serve a station, and those that crossing it would finish."""
    count, letters = len(names.map.lines_at(ride.crossed[0])), names.letters_at(ride.crossed[0])
    notes = [names.words.count("ml.note.lines", count, letters=letters)]
    if ride.endings:
        notes.append(finishing_brief(names, ride.endings))
    return clipped(", ".join(notes), CHOICE_LIMIT)


def tabs(names: Names, choices: RideChoices) -> tuple[Group, ...]:
    """Return a tab for each line with stations for a free ride; none for other cards."""
    return tuple(
        Group(
            state.site.letter.lower(),
            names.words.count("ml.group", len(state.empty), line=state.site.letter),
            is_shown=state.line == choices.line,
            short=f"{state.site.letter} {len(state.empty)}",
        )
        for state in choices.unfinished
    )


def _giving_up(names: Names, choices: RideChoices) -> Iterator[Choice]:
    """Yield the choice to give up a free ride (ML §4.5), unless it is chosen already."""
    if choices.instead and not choices.draft_view.turn.rides[-1].crossed:
        return
    for offer in choices.rides:
        if offer.ride.line is None and not offer.ride.crossed:
            label, short = map(names.words.say, ("ml.button.give_up", "ml.short.give_up"))
            is_quiet = bool(choices.unfinished)
            choice = _choice(choices, offer, label, short)
            yield replace(choice, is_extra=True, is_quiet=is_quiet)


def _fewer(names: Names, draft_view: AnyDraftView) -> Iterator[Choice]:
    """Yield other numbers of crosses on the line chosen last, to replace that choice."""
    for offer in fewer(draft_view) if draft_view.chosen else ():
        label, marks = _fewer_label(names, draft_view, offer.ride), _marks_short(offer.ride)
        key = "ml.short.only" if offer.ride.crossed else "ml.short.none"
        short = f"= {marks}" if offer.ride.number else names.words.say(key, marks=marks)
        yield Choice(offer.index, label, instead=True, short=short, is_extra=True, is_quiet=True)


def _fewer_label(names: Names, draft_view: AnyDraftView, ride: Ride) -> str:
    words, card = names.words, draft_view.turn.card
    if ride.number is not None:
        return words.say("ml.button.number", value=ride.number[1])
    if card is not None and card.kind is CardKind.TRANSFER:
        return words.say("ml.button.no_number")
    if not ride.crossed:
        return words.say("ml.button.no_cross")
    return words.count("ml.button.crosses", len(ride.crossed))
