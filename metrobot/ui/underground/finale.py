"""The end in words: the winner and the deciding facts."""

from metrobot.games.underground.result import Result, WonBy, differences
from metrobot.games.underground.state import SOURCES, Source
from metrobot.ui.underground.names import SOURCE_WORDS, Names

_WON_BY = {WonBy.POINTS: "ou.finale.won", WonBy.NOTHING: "ou.finale.shared_win"}


def winner_text(names: Names, result: Result) -> str:
    """Return the winners (OU §7.3)."""
    winners, score = names.people(result.winners), result.scores[result.winners[0]]
    return names.words.say(_WON_BY[result.won_by], names=winners, score=score)


def facts(names: Names, result: Result) -> tuple[str, ...]:
    """Return the sources of points in which all differ most, and what each did best."""
    told = [_fact(names, result, source) for source in differences(result)]
    things = (names.words.say(SOURCE_WORDS[source]) for source in SOURCES)
    best = names.bests(dict(zip(things, zip(*result.by_kind, strict=True), strict=True)))
    return (*told, *filter(None, (best,)))


def _fact(names: Names, result: Result, source: Source) -> str:
    column = SOURCES.index(source)
    parts = names.parts("ou.closing.part", points=(row[column] for row in result.by_kind))
    name = names.words.say(SOURCE_WORDS[source])
    return names.words.say("ou.closing.source", source=name, parts=parts)
