"""Alt texts of the pictures, at most 1,000 characters each."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import CardKind, Station
from metrobot.games.metrolijn.line_state import LineState, line_states
from metrobot.games.metrolijn.summary import Change, Round
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.board_text import points_text
from metrobot.ui.metrolijn.finale import winner_text
from metrobot.ui.metrolijn.names import AnyGameView, Names, plain_names
from metrobot.ui.metrolijn.ride_text import finishing_brief, place_list, ride_text
from metrobot.ui.metrolijn.status import in_order
from metrobot.ui.metrolijn.steps import AnyDraftView, finishing
from metrobot.ui.pages.page import BOARD_ALT_LIMIT
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.text_length import sentences, spoken

MOST_WHOLE: Final = 4
"""Largest number of people for whom the picture, and so its alt text, shows every line."""
NEAR: Final = 2
"""Most missing stations of a line that counts as nearly finished."""


def board_alt(game_view: AnyGameView, words: Words) -> str:
    """Return the alt text of all sheets: the open card, their points, the last round."""
    names, view = plain_names(game_view, words), game_view.public
    tell = _sheet if view.is_alone else _standing
    # What there is no room for is not even made.
    parts = chain(
        (words.say("ml.alt.board", map=names.place),),
        _card(names, view),
        (tell(names, view, Seat(seat)) for seat in range(len(view.sheets))),
        _last(names, game_view.last) if game_view.last else (),
    )
    return sentences(parts, BOARD_ALT_LIMIT)


def since_alt(game_view: AnyGameView, new: Sequence[Change], words: Words) -> str:
    """Return the alt text of the marks of some rounds, sheet by sheet."""
    names, view = plain_names(game_view, words), game_view.public
    seats = (sheet.seat for sheet in view.sheets)
    points = [f"{names.players[seat]} {words.number(_points(view, seat))}" for seat in seats]
    parts = (
        words.say("ml.alt.since", map=names.place),
        words.say("ml.alt.points", points=words.listed(points)),
        *(said for seat, each in enumerate(new) for said in _new(names, Seat(seat), each)),
        *_card(names, view),
    )
    return sentences(parts, BOARD_ALT_LIMIT)


def _new(names: Names, seat: Seat, change: Change) -> Iterator[str]:
    """Yield the news on one sheet: places marked, line by line, and lines finished."""
    words, name = names.words, names.players[seat]
    if not change.marked:
        yield words.say("ml.alt.new_nothing", name=name)
        return
    places = "; ".join(_places(names, change))
    yield words.count("ml.alt.new", len(change.marked), name=name, places=places)
    if change.endings:
        ends = [names.map.lines[ending.line].letter for ending in change.endings]
        yield words.say("ml.alt.new_finished", name=name, lines=words.listed(ends))


def _places(names: Names, change: Change) -> Iterator[str]:
    """Yield the stations marked: by their places on the lines ridden, C 7–8, others by name."""
    told = set[Station]()
    for line, _ in change.windows:
        site = names.map.lines[line]
        marked = [at for at in dict.fromkeys(site.stations) if at in change.marked]
        told.update(marked)
        if marked:
            yield f"{site.letter} {place_list(names, line, marked)}"
    yield from map(names.station, sorted(change.marked - told))


def _card(names: Names, view: View) -> Iterator[str]:
    if view.card is None:
        yield names.words.say("ml.alt.over")
        return
    left = names.cards(in_order(view.left))
    yield names.words.say("ml.alt.card", number=view.round, card=names.card(view.card), left=left)


def _standing(names: Names, view: View, seat: Seat) -> str:
    """Return one sheet's points, and the number of stations that each line still lacks."""
    words, states = names.words, line_states(view, seat)
    is_whole = len(view.sheets) <= MOST_WHOLE
    done = [state.site.letter for state in states if state.is_finished]
    open_ = [
        f"{state.site.letter} {len(state.empty)}"
        for state in states
        if state.empty and (is_whole or len(state.empty) <= NEAR)
    ]
    none = words.say("ml.alt.none")
    return words.say(
        "ml.alt.standing" if is_whole else "ml.alt.near",
        name=names.players[seat],
        points=_points(view, seat),
        finished=", ".join(done) or none,
        missing=", ".join(open_) or none,
    )


def _points(view: View, seat: Seat) -> int:
    """Return the points shown in the picture; empty stations cost points only at the end."""
    count = view.sheets[seat].count
    return count.earned if view.result is None else count.score


def _sheet(names: Names, view: View, seat: Seat) -> str:
    sheet = view.sheets[seat]
    return names.words.say(
        "ml.alt.sheet",
        name=names.players[seat],
        points=_points(view, seat),
        empty=sheet.count.empty,
        windows=sheet.windows_left,
    )


def _last(names: Names, done: Round) -> Iterator[str]:
    if done.card is not None:
        yield names.words.say("ml.alt.last", card=names.card(done.card))
    for ride in done.rides:
        yield names.words.say(
            "ml.alt.ride", name=names.players[ride.seat], ride=ride_text(names, ride)
        )


def sheet_alt(names: Names, view: View, seat: Seat) -> str:
    """Return the alt text of one sheet: each line with its empty stations and its points."""
    head = (
        names.words.say("ml.alt.one", name=names.players[seat], map=names.place),
        *_card(names, view),
        _sheet(names, view, seat),
    )
    lines = [_line(names, state) for state in line_states(view, seat)]
    return sentences((*head, *lines), ALT_LIMIT)


def _line(names: Names, state: LineState) -> str:
    points = points_text(names, state)
    letter = state.site.letter
    if not state.empty:
        return names.words.say("ml.alt.finished", line=letter, points=points)
    return names.words.say(
        "ml.alt.line",
        line=letter,
        next=names.station(state.empty[0]),
        stations=len(state.empty),
        windows=state.windows_left,
        points=points,
    )


def planner_alt(names: Names, draft_view: AnyDraftView) -> str:
    """Return the alt text of a planner's picture: the card, the marks and lines finished."""
    view, card = draft_view.turn.after, draft_view.turn.card
    # A draft needs an open card.
    assert card is not None
    rides = [ride_text(names, ride, whole=True) for ride in draft_view.turn.rides]
    if not rides:
        key = "ml.alt.plan_free" if card.kind is CardKind.FREE else "ml.alt.plan"
        parts = [names.words.say(key, card=names.card(card)), _sheet(names, view, draft_view.seat)]
        parts += [_line(names, state) for state in line_states(view, draft_view.seat)]
        return sentences(parts, ALT_LIMIT)
    done = finishing(draft_view)
    rides += [finishing_brief(names, done)] if done else []
    said = names.words.say("ml.alt.chosen", card=names.card(card), rides="; ".join(rides))
    return sentences((said, _sheet(names, view, draft_view.seat)), ALT_LIMIT)


def count_alt(names: Names, view: View) -> str:
    """Return the alt text of the final count: the winners, and everyone's points by source."""
    # The count is asked for only after the end.
    assert view.result is not None
    counts = (
        names.words.say(
            "ml.alt.count",
            name=names.players[sheet.seat],
            score=sheet.count.score,
            lines=sheet.count.lines,
            transfers=sheet.count.transfers,
            empty=sheet.count.empty,
            minus=names.words.signed(-sheet.count.minus),
        )
        for sheet in (view.sheets[player] for player in view.result.order)
    )
    final = names.words.say("ml.alt.final", map=names.place)
    return sentences((final, spoken(winner_text(names, view)), *counts), ALT_LIMIT)
