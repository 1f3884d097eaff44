"""Alt texts of the pictures, at most 1,000 characters each."""

from collections.abc import Iterator, Sequence

from metrobot.engine.actors import Seat
from metrobot.games.metromania.geometry import POINT_NAMES
from metrobot.games.metromania.result import Result, TripResult, differences
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import LineView
from metrobot.ui.kit.pictures.picture_words import weighed
from metrobot.ui.metromania.finale import trip_name, trip_result_text, winner_text
from metrobot.ui.metromania.names import MetroGameView, Names, plain_names
from metrobot.ui.metromania.narration import items
from metrobot.ui.metromania.status import meter
from metrobot.ui.pages.page import BOARD_ALT_LIMIT
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.text_length import sentences, spoken
from render.metromania.changes import Option


def board_alt(game_view: MetroGameView, words: Words, turns: Sequence[Turn] = ()) -> str:
    """Return the alt text of the board: the company on turn, scores, line ends.

    What turns did is said in the text beside it.

    Args:
        game_view: as it is now.
        words: of the reader.
        turns: those with highlighted changes, if there are several.
    """
    names, view = plain_names(game_view, words), game_view.view
    short, lines = names.shorts, zip(*(company.lines for company in view.companies), strict=True)
    solid, striped = ([_end(words, line) for line in own] for own in lines)
    ends = "; ".join(words.each("mm.alt.company", name=short, solid=solid, striped=striped))
    ends = words.say("mm.alt.ends", ends=ends)
    if view.result is not None:
        listed = "; ".join(_trip(names, trip) for trip in view.result.trips)
        trips = words.say("mm.alt.trips", trips=listed)
        return sentences((*_final(names, view.result), ends, trips), BOARD_ALT_LIMIT)
    scores = [
        words.say("mm.status.score", name=short[each.seat], points=each.station_points)
        for each in view.companies
    ]
    parts = (
        (0, words.say("mm.alt.board" if len(turns) < 2 else "mm.alt.board_since")),
        (
            0,
            words.count("mm.alt.over", view.turn)
            if view.to_act is None
            else words.say("mm.alt.turn", name=short[view.to_act]),
        ),
        *(((0, words.say("mm.picture.last_turns") + "."),) if view.last_turns else ()),
        (0, words.say("mm.brief.points", parts=words.listed(scores)) + "."),
        (1, meter(names, view) + "."),
        (2, ends),
    )
    return weighed(parts, BOARD_ALT_LIMIT, words)


def _final(names: Names, result: Result) -> Iterator[str]:
    """Yield the winners and the deciding merit, and everybody's points by source."""
    words, found = names.words, differences(result, names.player_of)
    points = {"points": result.scores, "lines": found.kept, "trips": map(words.signed, found.trips)}
    said = words.each("mm.alt.score", name=names.players, **points)
    yield words.say("mm.alt.board")
    yield spoken(winner_text(names, result))
    yield words.say("mm.alt.scores", scores="; ".join(said[player] for player in result.order))
    if found.swing is not None:
        yield words.say("mm.ending.trip", trip=trip_name(names, found.swing)) + "."


def _trip(names: Names, trip: TripResult) -> str:
    words = names.words
    parts = [
        words.say("mm.status.score", name=names.short(Seat(n)), points=words.signed(points))
        for n, points in enumerate(trip.points)
        if points
    ]
    gains = ", ".join(parts) or words.say("mm.alt.trip_nobody")
    if trip.minutes is None:
        return words.say("mm.alt.trip_impossible", trip=trip_name(names, trip), gains=gains)
    return words.count("mm.alt.trip", trip.minutes, trip=trip_name(names, trip), gains=gains)


def _end(words: Words, line: LineView) -> str:
    if not line.points:
        return words.say("mm.line.unstarted")
    name = POINT_NAMES[line.points[-1]]
    if line.is_finished:
        return words.say("mm.alt.finished", point=name)
    return words.say("mm.alt.blocked", point=name) if line.is_blocked else name


def planner_alt(names: Names, turn: Turn, options: Sequence[Option]) -> str:
    """Return the alt text of a planner's picture; the buttons explain its numbers."""
    words = names.words
    if options:
        return words.count("mm.alt.planner", len(options))
    what = list(items(names, turn))
    if not what:
        return words.say("mm.alt.planner_pass")
    return words.say("mm.alt.planner_done", what=words.listed(what))


def trip_alt(names: Names, trip: TripResult) -> str:
    """Return the alt text of a trip's picture."""
    return spoken(trip_result_text(names, trip)).replace("\n", ". ")
