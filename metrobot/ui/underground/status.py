"""Where a game stands, who plays what, and what one person has."""

from collections.abc import Iterator, Sequence

from metrobot.games.underground.board import COLOURS, START_SCORES, Colour
from metrobot.games.underground.state import SOURCES
from metrobot.games.underground.view import SeatView, View
from metrobot.ui.frame.front import AnyGameView
from metrobot.ui.underground.meter import end_warnings, meter
from metrobot.ui.underground.names import SOURCE_WORDS, Names, names_for, station
from metrobot.ui.words.catalogue import Words


def opening(game_view: AnyGameView, words: Words) -> Sequence[str]:
    """Return what everybody is told when the game starts, line by line."""
    names, view = names_for(game_view, words), game_view.public
    return tuple(_introduction(names, player) for player in view.players)


def _introduction(names: Names, player: SeatView) -> str:
    """Return who plays with which colours, and the points for the place in turn order."""
    return names.words.count(
        "ou.opening.player",
        START_SCORES[player.seat],
        place=player.seat + 1,
        name=names.name(player.seat),
        colours=names.colours(player.colours),
    )


def status(game_view: AnyGameView, words: Words) -> Sequence[str]:
    """Return where the game stands, line by line."""
    names, view = names_for(game_view, words), game_view.view
    scores = [score_line(names, player) for player in view.players]
    if view.result is not None:
        return (*final(names, view), *scores)
    return (
        *to_do(names, view),
        *destinations(names, view),
        meter(names, view),
        *scores,
        *end_warnings(names, view),
        *own_lines(names, view),
    )


def to_do(names: Names, view: View) -> tuple[str, ...]:
    """Return whose turn it is, with which colours, and what can be done."""
    if view.to_act is None:
        return ()
    key = "ou.status.turn_building" if view.passenger is None else "ou.status.turn"
    player = view.players[view.to_act]
    return (
        names.words.count(
            key,
            player.tokens,
            name=names.name(player.seat),
            colours=names.colours(player.colours),
        ),
    )


def destinations(names: Names, view: View) -> tuple[str, ...]:
    """Return where the passenger stands and may go."""
    if view.passenger is None:
        return ()
    cards = names.cards(view.open_cards)
    return (names.words.say("ou.status.passenger", station=station(view.passenger), cards=cards),)


def final(names: Names, view: View) -> tuple[str, ...]:
    """Return who has won; nothing while the game goes on."""
    if view.result is None:
        return ()
    listed = [names.players[player] for player in view.result.winners]
    return (names.words.count("ou.status.over", len(listed), names=names.words.listed(listed)),)


def score_line(names: Names, player: SeatView) -> str:
    """Return one player: points by source, tokens, colours."""
    return names.words.count(
        "ou.status.player",
        player.tokens,
        name=names.name(player.seat),
        score=player.score,
        parts=by_source(names, player.points),
        colours=names.colours(player.colours),
    )


def by_source(names: Names, points: Sequence[int]) -> str:
    """Return points by what they were made with, nothings left out."""
    parts = [
        names.words.say("ou.status.source", source=names.words.say(SOURCE_WORDS[source]), points=n)
        for source, n in zip(SOURCES, points, strict=True)
        if n
    ]
    return ", ".join(parts) or names.words.say("ou.status.no_points")


def own_lines(names: Names, view: View) -> Iterator[str]:
    """Yield what the observer builds with: each colour, its pieces, its ends."""
    for seat in sorted(view.seats):
        for colour in view.players[seat].colours:
            yield line_status(names, view, colour)


def line_status(names: Names, view: View, colour: Colour) -> str:
    """Return how one line stands: pieces left, and where it grows for nothing."""
    line, words = view.line(colour), names.words
    name = {"colour": names.head(colour), "code": COLOURS[colour].code}
    if not line.track:
        return words.count("ou.line.unbuilt", line.pieces_left, **name)
    ends = [station(end) for end in line.ends]
    if not line.pieces_left:
        return words.say("ou.line.no_pieces", **name)
    if not ends:
        return words.count("ou.line.no_ends", line.pieces_left, **name)
    return words.count("ou.line.ends", line.pieces_left, ends=words.listed(ends), **name)
