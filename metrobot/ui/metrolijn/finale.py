"""The final count: each player's score boxes line by line, then the winner or the rank."""

from collections.abc import Iterator, Sequence

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.result import Rank, Result, rank_of
from metrobot.games.metrolijn.view import SheetView, View
from metrobot.ui.metrolijn.cast import AnyScene, Cast, cast_of
from metrobot.ui.pages.values import Block, Sketch
from metrobot.ui.words.catalogue import Words

RANK_WORDS = {
    Rank.WOW: "ml.rank.wow",
    Rank.MASTER: "ml.rank.master",
    Rank.WORKED: "ml.rank.worked",
    Rank.WELL: "ml.rank.well",
    Rank.NOT_QUITE: "ml.rank.not_quite",
    Rank.NEARLY: "ml.rank.nearly",
    Rank.READ_RULES: "ml.rank.read_rules",
    Rank.FALLEN: "ml.rank.fallen",
}
"""What a score alone is called (ML §8)."""


def finale(scene: AnyScene, words: Words, sketch: Sketch) -> Sequence[Sequence[Block]]:
    """Return the final count in one message.

    Args:
        scene: of the game.
        words: of the readers.
        sketch: the picture of all sheets with their score boxes.
    """
    cast, view = cast_of(scene, words), scene.public
    return [[Block(count_text(cast, view), sketch), Block(winner_text(cast, view))]]


def count_text(cast: Cast, view: View) -> str:
    """Return every player's score boxes, the best first."""
    assert view.result is not None  # the game is over
    boxes = ("\n".join(box(cast, view, view.sheets[player])) for player in view.result.order)
    return "\n".join((cast.words.count("ml.finale.head", view.round), *boxes))


def box(cast: Cast, view: View, sheet: SheetView) -> Iterator[str]:
    """Yield one player's score boxes, as they can check them (ML §7.1, §8)."""
    words, count = cast.words, sheet.count
    yield words.say("ml.finale.player", name=cast.name(sheet.seat), score=count.score)
    yield words.say("ml.finale.lines", points=count.lines, parts=_lines(cast, sheet))
    yield words.say("ml.finale.transfers", points=count.transfers, parts=_numbers(cast, sheet))
    key = "ml.finale.empty_alone" if view.is_alone else "ml.finale.empty"
    yield words.count(key, count.empty, minus=words.signed(-count.minus))


def _lines(cast: Cast, sheet: SheetView) -> str:
    """Return the finished lines with their points: A 3, C 2."""
    parts = [
        cast.words.say("ml.finale.line", letter=site.letter, points=pay.points)
        for site, pay in zip(cast.map.lines, sheet.paid, strict=True)
        if pay is not None
    ]
    return ", ".join(parts) or cast.words.say("ml.finale.no_lines")


def _numbers(cast: Cast, sheet: SheetView) -> str:
    """Return how the transfer numbers are counted: 2 × (4 + 1)."""
    if not sheet.numbers:
        return cast.words.say("ml.finale.no_numbers")
    numbers = " + ".join(str(value) for _, value in sheet.numbers)
    if len(sheet.numbers) == 1:
        return cast.words.say("ml.finale.number", number=numbers)
    return cast.words.say("ml.finale.numbers", numbers=numbers)


def winner_text(cast: Cast, view: View) -> str:
    """Return who has won and by what, or what a score alone is called."""
    result = view.result
    assert result is not None  # the game is over
    score = max(result.scores)
    if view.is_alone:
        rank = cast.words.say(RANK_WORDS[rank_of(result.scores[0])])
        return cast.words.say("ml.finale.alone", score=score, rank=rank)
    names = cast.people(Seat(player) for player in result.winners)
    empty = result.sheets[result.winners[0]].empty
    return cast.words.say(_won_key(result), names=names, score=score, empty=empty)


def _won_key(result: Result) -> str:
    """Return how it was won: alone, by fewer empty stations, or together (ML §7.2)."""
    if len(result.winners) > 1:
        return "ml.finale.shared_win"
    return "ml.finale.won_by_empty" if result.is_won_by_empty else "ml.finale.won"
