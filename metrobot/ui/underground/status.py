"""Where a game stands, who plays what, and what one person has."""

from collections.abc import Iterator, Sequence

from metrobot.games.underground.board import COLOURS, START_SCORES, Colour
from metrobot.games.underground.state import SOURCES
from metrobot.games.underground.view import SeatView, View
from metrobot.ui.frame.front import AnyScene
from metrobot.ui.underground.cast import SOURCE_WORDS, Cast, cast_of, station
from metrobot.ui.underground.meter import end_warnings, meter
from metrobot.ui.words.catalogue import Words


def opening(scene: AnyScene, words: Words) -> Sequence[str]:
    """Return what everybody is told when the game starts, line by line."""
    cast, view = cast_of(scene, words), scene.public
    return tuple(_introduction(cast, player) for player in view.players)


def _introduction(cast: Cast, player: SeatView) -> str:
    """Return who plays with which colours, and the points for the place in turn order."""
    return cast.words.count(
        "ou.opening.player",
        START_SCORES[player.seat],
        place=player.seat + 1,
        name=cast.name(player.seat),
        colours=cast.colours(player.colours),
    )


def status(scene: AnyScene, words: Words) -> Sequence[str]:
    """Return where the game stands, line by line."""
    cast, view = cast_of(scene, words), scene.view
    scores = [score_line(cast, player) for player in view.players]
    if view.result is not None:
        return (*final(cast, view), *scores)
    return (
        *to_do(cast, view),
        *destinations(cast, view),
        meter(cast, view),
        *scores,
        *end_warnings(cast, view),
        *own(cast, view),
    )


def to_do(cast: Cast, view: View) -> tuple[str, ...]:
    """Return whose turn it is, with which colours, and what can be done."""
    if view.to_act is None:
        return ()
    key = "ou.status.turn_building" if view.passenger is None else "ou.status.turn"
    player = view.players[view.to_act]
    return (
        cast.words.count(
            key,
            player.tokens,
            name=cast.name(player.seat),
            colours=cast.colours(player.colours),
        ),
    )


def destinations(cast: Cast, view: View) -> tuple[str, ...]:
    """Return where the passenger stands and may go."""
    if view.passenger is None:
        return ()
    cards = cast.cards(view.open_cards)
    return (cast.words.say("ou.status.passenger", station=station(view.passenger), cards=cards),)


def final(cast: Cast, view: View) -> tuple[str, ...]:
    """Return who has won; nothing while the game goes on."""
    if view.result is None:
        return ()
    names = [cast.names[player] for player in view.result.winners]
    return (cast.words.count("ou.status.over", len(names), names=cast.words.listed(names)),)


def score_line(cast: Cast, player: SeatView) -> str:
    """Return one player: points by source, tokens, colours."""
    return cast.words.count(
        "ou.status.player",
        player.tokens,
        name=cast.name(player.seat),
        score=player.score,
        parts=by_source(cast, player.points),
        colours=cast.colours(player.colours),
    )


def by_source(cast: Cast, points: Sequence[int]) -> str:
    """Return points by what they were made with, nothings left out."""
    parts = [
        cast.words.say("ou.status.source", source=cast.words.say(SOURCE_WORDS[source]), points=n)
        for source, n in zip(SOURCES, points, strict=True)
        if n
    ]
    return ", ".join(parts) or cast.words.say("ou.status.no_points")


def own(cast: Cast, view: View) -> Iterator[str]:
    """Yield what the observer builds with: each colour, its pieces, its ends."""
    for seat in sorted(view.seats):
        for colour in view.players[seat].colours:
            yield line_state(cast, view, colour)


def line_state(cast: Cast, view: View, colour: Colour) -> str:
    """Return how one line stands: pieces left, and where it grows for nothing."""
    line, words = view.line(colour), cast.words
    name = {"colour": cast.head(colour), "code": COLOURS[colour].code}
    if not line.track:
        return words.count("ou.line.unbuilt", line.pieces_left, **name)
    ends = [station(end) for end in line.ends]
    if not line.pieces_left:
        return words.say("ou.line.no_pieces", **name)
    if not ends:
        return words.count("ou.line.no_ends", line.pieces_left, **name)
    return words.count("ou.line.ends", line.pieces_left, ends=words.listed(ends), **name)
