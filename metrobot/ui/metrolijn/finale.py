"""The final count: each player's score boxes, the winner or rank, and the deciding facts."""

from collections.abc import Iterator, Sequence

from metrobot.games.metrolijn.result import Rank, WonBy, next_rank, rank_of
from metrobot.games.metrolijn.view import SheetView, View
from metrobot.ui.metrolijn.names import AnyGameView, Names, names_for
from metrobot.ui.pages.values import Block
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed

RANK_WORDS = keyed("ml.rank", Rank)
"""Key of each rank's name (ML §8)."""
_WON_BY = {
    WonBy.POINTS: "ml.finale.won",
    WonBy.EMPTY: "ml.finale.won_by_empty",
    WonBy.NOTHING: "ml.finale.shared_win",
}


def finale(game_view: AnyGameView, words: Words) -> Sequence[Sequence[Block]]:
    """Return the final count in one message."""
    return [[Block(count_text(names_for(game_view, words), game_view.public))]]


def facts(names: Names, view: View) -> tuple[str, ...]:
    """Return the deciding numbers of all players; none in a game alone."""
    if view.is_alone:
        return ()
    numbers = {
        "ml.closing.first": [
            sum(pay is not None and pay.is_first for pay in sheet.paid) for sheet in view.sheets
        ],
        "ml.closing.transfers": [sheet.count.transfers for sheet in view.sheets],
        "ml.closing.empty": [sheet.count.empty for sheet in view.sheets],
    }
    parts = {key: names.parts("ml.closing.part", n=values) for key, values in numbers.items()}
    return tuple(names.words.say(key, parts=part) for key, part in parts.items())


def count_text(names: Names, view: View) -> str:
    """Return every player's score boxes, the best first."""
    # The count is asked for only after the end.
    assert view.result is not None
    boxes = ("\n".join(box(names, view, view.sheets[player])) for player in view.result.order)
    return "\n".join((names.words.count("ml.finale.head", view.round), *boxes))


def box(names: Names, view: View, sheet: SheetView) -> Iterator[str]:
    """Yield one player's score boxes, for checking by hand (ML §7.1, §8)."""
    words, count = names.words, sheet.count
    yield words.say("ml.finale.player", name=names.players[sheet.seat], score=count.score)
    yield words.say("ml.finale.lines", points=count.lines, parts=_lines(names, sheet))
    yield words.say("ml.finale.transfers", points=count.transfers, parts=_numbers(names, sheet))
    key = "ml.finale.empty_alone" if view.is_alone else "ml.finale.empty"
    yield words.count(key, count.empty, minus=words.signed(-count.minus))


def _lines(names: Names, sheet: SheetView) -> str:
    parts = [
        names.words.say("ml.finale.line", letter=site.letter, points=pay.points)
        for site, pay in zip(names.map.lines, sheet.paid, strict=True)
        if pay is not None
    ]
    return ", ".join(parts) or names.words.say("ml.finale.no_lines")


def _numbers(names: Names, sheet: SheetView) -> str:
    """Return the sum of the transfer numbers, written out: 2 × (4 + 1)."""
    if not sheet.numbers:
        return names.words.say("ml.finale.no_numbers")
    numbers = " + ".join(str(value) for _, value in sheet.numbers)
    if len(sheet.numbers) == 1:
        return names.words.say("ml.finale.number", number=numbers)
    return names.words.say("ml.finale.numbers", numbers=numbers)


def winner_text(names: Names, view: View) -> str:
    """Return the winners and the deciding merit, or the rank of a game alone."""
    result = view.result
    # The winner is asked for only after the end.
    assert result is not None
    score = result.scores[result.winners[0]]
    if view.is_alone:
        return _alone(names, score)
    winners = names.people(result.winners)
    empty = result.sheets[result.winners[0]].empty
    return names.words.say(_WON_BY[result.won_by], names=winners, score=score, empty=empty)


def rank(view: View, words: Words) -> str:
    """Return the rank of a game alone that is over."""
    assert view.result is not None
    return words.say(RANK_WORDS[rank_of(view.result.scores[0])])


def _alone(names: Names, score: int) -> str:
    """Return the rank of a score, and the next better one (ML §8)."""
    words, better = names.words, next_rank(score)
    text = words.say("ml.finale.alone", score=score, rank=words.say(RANK_WORDS[rank_of(score)]))
    if better is None:
        return text
    points, rank = better
    return words.say("ml.finale.next", won=text, points=points, rank=words.say(RANK_WORDS[rank]))
