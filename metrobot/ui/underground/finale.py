"""The final count in words: each player's points by source, the winner and deciding facts."""

from collections.abc import Sequence

from metrobot.games.underground.result import Result, WonBy, differences
from metrobot.games.underground.state import SOURCES, Source
from metrobot.ui.kit.front import AnyGameView
from metrobot.ui.pages.values import Block
from metrobot.ui.underground.names import SOURCE_WORDS, Names, names_for
from metrobot.ui.underground.status import by_source
from metrobot.ui.words.catalogue import Words

_WON_BY = {WonBy.POINTS: "ou.finale.won", WonBy.NOTHING: "ou.finale.shared_win"}


def finale(game_view: AnyGameView, words: Words) -> Sequence[Sequence[Block]]:
    """Return the final table, in one message."""
    return [[Block(table_text(names_for(game_view, words), game_view.public.result))]]


def table_text(names: Names, result: Result) -> str:
    """Return every player's points by source, and the best with the passenger."""
    words = names.words
    lines = [words.count("ou.finale.table", result.turns)]
    for player in result.order:
        parts, score = by_source(names, result.by_kind[player]), result.scores[player]
        name = names.players[player]
        lines.append(words.say("ou.finale.player", name=name, score=score, parts=parts))
    column = SOURCES.index(Source.PASSENGER)
    rides = [row[column] for row in result.by_kind]
    best = names.people(n for n, points in enumerate(rides) if points == max(rides))
    if max(rides):
        lines.append(words.count("ou.finale.rides", max(rides), names=best))
    return "\n".join(lines)


def winner_text(names: Names, result: Result) -> str:
    """Return the winners (OU §7.3)."""
    winners, score = names.people(result.winners), result.scores[result.winners[0]]
    return names.words.say(_WON_BY[result.won_by], names=winners, score=score)


def facts(names: Names, result: Result) -> tuple[str, ...]:
    """Return the deciding facts: the sources of points in which all differ most."""
    return tuple(_fact(names, result, source) for source in differences(result))


def _fact(names: Names, result: Result, source: Source) -> str:
    column = SOURCES.index(source)
    parts = names.parts("ou.closing.part", points=(row[column] for row in result.by_kind))
    name = names.words.say(SOURCE_WORDS[source])
    return names.words.say("ou.closing.source", source=name, parts=parts)
