"""Alt texts of the pictures, at most 1,000 characters each."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import CardKind
from metrobot.games.metrolijn.line_state import LineState, line_states
from metrobot.games.metrolijn.outlook import none_left, outlooks
from metrobot.games.metrolijn.summary import Change
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.board_text import outlook_text, points_text
from metrobot.ui.metrolijn.finale import winner_text
from metrobot.ui.metrolijn.names import AnyGameView, Names, plain_names
from metrobot.ui.metrolijn.ride_text import finishing_brief, ride_text
from metrobot.ui.metrolijn.status import counted, in_order
from metrobot.ui.metrolijn.steps import AnyDraftView, finishing
from metrobot.ui.pages.page import BOARD_ALT_LIMIT
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.text_length import sentences, spoken, utf16_length

MOST_WHOLE: Final = 4
"""Largest number of people for whom the picture, and so its alt text, shows every line."""
NEAR: Final = 2
"""Most missing stations of a line that counts as nearly finished, if it can be finished."""


def board_alt(game_view: AnyGameView, words: Words) -> str:
    """Return the alt text of all sheets: the open card and everybody's standing."""
    names, view = plain_names(game_view, words), game_view.public
    head, card = words.say("ml.alt.board", map=names.place), [*_card(names, view)]
    seats = [sheet.seat for sheet in view.sheets]
    people, brief = [_standing(names, view, seat) for seat in seats], _nearest(names, view)
    if view.is_alone:
        own = _sheet(names, view, seats[0])
        lines = [_line(names, state) for state in line_states(view, seats[0])]
        people, brief = [own, *lines], " ".join((own, *people))
    told = _all_or_brief((head, *card, *people), (head, brief, *card))
    return sentences(told, BOARD_ALT_LIMIT)


def _all_or_brief(whole: Sequence[str], brief: Sequence[str]) -> Sequence[str]:
    """Return sentences that tell of everybody: the whole ones if all of them have room."""
    return whole if utf16_length(" ".join(whole)) <= BOARD_ALT_LIMIT else brief


def _nearest(names: Names, view: View) -> str:
    """Return everybody's points in one sentence, each with the best line that can be finished."""
    found = list[str]()
    for sheet in view.sheets:
        said = f"{names.players[sheet.seat]} {names.words.number(_points(view, sheet.seat))}"
        best = [outlook_text(names, near) for near in islice(outlooks(view, sheet.seat), 1)]
        found.append(f"{said} ({''.join(best) or _nothing(names, view, sheet.seat)})")
    return names.words.say("ml.alt.nearest", points=names.words.listed(found))


def since_alt(game_view: AnyGameView, new: Sequence[Change], words: Words) -> str:
    """Return the alt text of the marks of some rounds; the text beside it tells the rounds."""
    names, view = plain_names(game_view, words), game_view.public
    points = (words.number(_points(view, sheet.seat)) for sheet in view.sheets)
    marks = [
        f"{name} {own} (+{len(each.marked)})"
        for name, own, each in zip(names.players, points, new, strict=True)
    ]
    head = words.say("ml.alt.since", map=names.place)
    said = words.say("ml.alt.marks", points=words.listed(marks))
    return sentences((head, said, *_card(names, view)), BOARD_ALT_LIMIT)


def _card(names: Names, view: View) -> Iterator[str]:
    if view.card is None:
        yield names.words.count("ml.alt.over", view.round)
        return
    left = names.cards(in_order(view.left))
    yield names.words.say("ml.alt.card", number=view.round, card=names.card(view.card), left=left)


def _standing(names: Names, view: View, seat: Seat) -> str:
    """Return one sheet's points, and the number of stations that each line still lacks."""
    words, states = names.words, line_states(view, seat)
    none, is_whole = words.say("ml.alt.none"), len(view.sheets) <= MOST_WHOLE
    # The picture has numbers of all lines, or tells the best lines one by one.
    best = outlooks(view, seat)
    near = (each for each in best if len(each.state.empty) <= NEAR) if is_whole else islice(best, 2)
    done = [state.site.letter for state in states if state.is_finished]
    missing = [f"{state.site.letter} {len(state.empty)}" for state in states if state.empty]
    return words.say(
        "ml.alt.standing" if is_whole else "ml.alt.near",
        name=names.players[seat],
        points=_points(view, seat),
        finished=", ".join(done) or none,
        **({"missing": ", ".join(missing) or none} if is_whole else {}),
        near="; ".join(outlook_text(names, each) for each in near)
        or (none if is_whole else _nothing(names, view, seat)),
    )


def _nothing(names: Names, view: View, seat: Seat) -> str:
    # Nothing was found, which is said only where it is sure.
    return names.words.say("ml.alt.none") if none_left(view, seat) else "?"


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


def count_alt(names: Names, view: View, so_far: str = "") -> str:
    """Return the alt text of the final count: the winners, and everyone's points by source."""
    # The count is asked for only after the end.
    assert view.result is not None
    sheets = [view.sheets[player] for player in view.result.order]
    counts = [names.words.say("ml.alt.count", **counted(names, sheet)) for sheet in sheets]
    final = names.words.say("ml.alt.final", map=names.place)
    head = [final, *_card(names, view), spoken(winner_text(names, view))]
    head += [f"{so_far}."] if so_far else []
    scores = [f"{names.players[sheet.seat]} {sheet.count.score}" for sheet in sheets]
    short = names.words.say("ml.alt.points", points=names.words.listed(scores))
    return sentences(_all_or_brief((*head, *counts), (*head, short)), ALT_LIMIT)
