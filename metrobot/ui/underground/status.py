"""The status of a game: progress, the nearness of the end, and one person's pieces."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from metrobot.games.underground.board import COLOURS, START_SCORES, Colour
from metrobot.games.underground.forecast import GameEnd, game_end_with, last_turns
from metrobot.games.underground.lines.track import open_ends
from metrobot.games.underground.state import SOURCES
from metrobot.games.underground.turn.flow import FEW_CARDS
from metrobot.games.underground.view import SeatView, View
from metrobot.ui.kit.front import AnyGameView
from metrobot.ui.pages.values import Brief
from metrobot.ui.underground.names import SOURCE_WORDS, Names, names_for, station
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed

ENDINGS: Final = keyed("ou.ending", GameEnd)
"""Sentence for each way in which a turn brings the end."""


def meter(names: Names, view: View) -> str:
    """Return the end meter in one line: cards in the pile, pieces left."""
    left = (view.pieces_left(player.seat) for player in view.players)
    pieces = names.parts("ou.meter.pieces", n=left)
    if view.passenger is None:
        return names.words.say("ou.meter.gone", pieces=pieces)
    return names.words.say("ou.meter", pile=view.pile, pieces=pieces)


def end_changes(names: Names, before: View, after: View) -> tuple[str, ...]:
    """Return the news that a turn brings about the end of the game."""
    if after.to_act is None:
        # If the passenger left in this very turn, nobody was warned before.
        is_sudden = before.passenger is not None
        return (names.words.say("ou.warning.over_at_once" if is_sudden else "ou.warning.over"),)
    # Only the turn that crosses the limit reports it; the board shows the pile anyway.
    is_news = after.passenger is None or after.pile <= FEW_CARDS < before.pile
    return end_warnings(names, after) if is_news else ()


def end_warnings(names: Names, view: View) -> tuple[str, ...]:
    """Return warnings of the end, which comes with the last card."""
    if view.to_act is None:
        return ()
    if view.passenger is None:
        return (names.words.say("ou.warning.gone", names=names.people(last_turns(view))),)
    return (names.words.count("ou.warning.cards", view.pile),) if view.pile <= FEW_CARDS else ()


def draft_warnings(names: Names, view: View) -> tuple[str, ...]:
    """Return a warning before a turn is confirmed if the end comes with it.

    Args:
        names: the people.
        view: after the whole turn, before the next cards are drawn.
    """
    ending = game_end_with(view)
    return () if ending is None else (names.words.say(ENDINGS[ending]),)


def opening(game_view: AnyGameView, words: Words) -> Sequence[str]:
    """Return the introduction at the start of a game, line by line."""
    names, view = names_for(game_view, words), game_view.public
    points = ", ".join(str(START_SCORES[player.seat]) for player in view.players)
    colours = (_codes(player.colours) for player in view.players)
    people = words.each("ou.opening.player", name=names.players, colours=colours)
    # In one line: where there is no room for all, nobody is named; the board names them too.
    return (" · ".join(people), words.say("ou.opening.points", points=points))


def status(game_view: AnyGameView, words: Words) -> Sequence[str]:
    """Return the status of the game, line by line."""
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
    """Return the player on turn, with colours and task."""
    if view.to_act is None:
        return ()
    key = "ou.status.turn_building" if view.passenger is None else "ou.status.turn"
    player, name = view.players[view.to_act], names.players[view.to_act]
    return (names.words.count(key, player.tokens, name=name, colours=_codes(player.colours)),)


def _codes(colours: Iterable[Colour]) -> str:
    return " ".join(COLOURS[colour].code for colour in colours)


def destinations(names: Names, view: View) -> tuple[str, ...]:
    """Return the passenger's station and the open destinations."""
    if view.passenger is None:
        return ()
    cards = names.cards(view.open_cards)
    return (names.words.say("ou.status.passenger", station=station(view.passenger), cards=cards),)


def final(names: Names, view: View) -> tuple[str, ...]:
    """Return the winners; nothing while the game goes on."""
    if view.result is None:
        return ()
    winners = view.result.winners
    return (names.words.count("ou.status.over", len(winners), names=names.people(winners)),)


def score_line(names: Names, player: SeatView) -> str:
    """Return one player: points by source, tokens, colours."""
    return names.words.count(
        "ou.status.player",
        player.tokens,
        name=names.players[player.seat],
        score=player.score,
        parts=by_source(names, player.points),
        colours=names.colours(player.colours),
    )


def by_source(names: Names, points: Sequence[int]) -> str:
    """Return points by source, without those that are 0."""
    parts = [
        names.words.say("ou.status.source", source=names.words.say(SOURCE_WORDS[source]), points=n)
        for source, n in zip(SOURCES, points, strict=True)
        if n
    ]
    return ", ".join(parts) or names.words.say("ou.status.no_points")


def own_lines(names: Names, view: View) -> Iterator[str]:
    """Yield the observer's lines: each colour, its pieces, its ends."""
    for seat in sorted(view.seats):
        for colour in view.players[seat].colours:
            yield line_status(names, view, colour)


def line_status(names: Names, view: View, colour: Colour) -> str:
    """Return one line's pieces left, and the stations from which it grows free."""
    line, words = view.line(colour), names.words
    name = {"colour": names.head(colour), "code": COLOURS[colour].code}
    if not line.track:
        return words.count("ou.line.unbuilt", line.pieces_left, **name)
    ends = [station(end) for end in open_ends(line.track, view.full_links)]
    if not line.pieces_left:
        return words.say("ou.line.no_pieces", **name)
    if not ends:
        return words.count("ou.line.no_ends", line.pieces_left, **name)
    return words.count("ou.line.ends", line.pieces_left, ends=words.listed(ends), **name)


def brief(game_view: AnyGameView, words: Words) -> Brief:
    """Return the task, everybody's points, and the end meter."""
    names, view = names_for(game_view, words), game_view.public
    task = "ou.brief.task_building" if view.passenger is None else "ou.brief.task"
    parts = names.parts("ou.closing.part", points=(player.score for player in view.players))
    points = words.say("ou.brief.points", parts=parts)
    return Brief(words.say(task), (points, meter(names, view)))
