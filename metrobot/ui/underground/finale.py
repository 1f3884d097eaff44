"""The final count in words: each player's points by kind, then the winner and what decided it."""

from collections.abc import Sequence

from metrobot.games.underground.deciding import deciding
from metrobot.games.underground.result import Result
from metrobot.games.underground.state import SOURCES, Source
from metrobot.ui.frame.front import AnyScene
from metrobot.ui.pages.values import Block, Closing, Sketch
from metrobot.ui.underground.cast import SOURCE_WORDS, Cast, cast_of
from metrobot.ui.underground.status import by_source
from metrobot.ui.words.catalogue import Words


def finale(scene: AnyScene, words: Words) -> Sequence[Sequence[Block]]:
    """Return the final table, in one message."""
    return [[Block(table_text(cast_of(scene, words), scene.public.result))]]


def table_text(cast: Cast, result: Result) -> str:
    """Return every player's points by kind, and who was best at what."""
    ranks = sorted(range(len(cast.names)), key=lambda player: -result.scores[player])
    lines = [
        cast.words.count("ou.finale.table", result.turns),
        *(_player(cast, result, player) for player in ranks),
        *_best(cast, result),
    ]
    return "\n".join(lines)


def _player(cast: Cast, result: Result, player: int) -> str:
    """Return one player's total and where it comes from."""
    return cast.words.say(
        "ou.finale.player",
        name=cast.names[player],
        score=result.scores[player],
        parts=by_source(cast, result.by_kind[player]),
    )


def _best(cast: Cast, result: Result) -> list[str]:
    """Return who earned most from the passenger, if anybody earned anything."""
    column = SOURCES.index(Source.PASSENGER)
    rides = [row[column] for row in result.by_kind]
    best = [cast.names[n] for n, points in enumerate(rides) if points == max(rides)]
    if not max(rides):
        return []
    names = cast.words.listed(best)
    return [cast.words.count("ou.finale.rides", max(rides), names=names)]


def winner_text(cast: Cast, result: Result) -> str:
    """Return who has won (OU §7.3)."""
    names = [cast.names[player] for player in result.winners]
    key = "ou.finale.shared_win" if len(names) > 1 else "ou.finale.won"
    return cast.words.say(key, names=cast.words.listed(names), score=max(result.scores))


def closing(scene: AnyScene, words: Words, sketch: Sketch) -> Closing:
    """Return the winner, what decided it, and the board.

    Args:
        scene: of the game.
        words: of the readers.
        sketch: the picture of the board.
    """
    cast, result = cast_of(scene, words), scene.public.result
    return Closing(winner_text(cast, result), facts(cast, result), sketch)


def facts(cast: Cast, result: Result) -> tuple[str, ...]:
    """Return what decided the game: the kinds of points in which all differ most."""
    return tuple(_fact(cast, result, source) for source in deciding(result))


def _fact(cast: Cast, result: Result, source: Source) -> str:
    """Return what each player made with one kind of points."""
    column = SOURCES.index(source)
    parts = [
        cast.words.say("ou.closing.part", name=name, points=row[column])
        for name, row in zip(cast.names, result.by_kind, strict=True)
    ]
    name = cast.words.say(SOURCE_WORDS[source])
    return cast.words.say("ou.closing.source", source=name, parts=", ".join(parts))
