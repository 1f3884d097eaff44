"""The end in words: the winner or rank, and the deciding facts."""

from collections.abc import Iterator
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.line_state import line_states
from metrobot.games.metrolijn.result import FLOORS, Rank, WonBy, next_rank, rank_of
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.names import Names
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed

RANK_WORDS = keyed("ml.rank", Rank)
"""Key of each rank's name (ML §8)."""
USUAL: Final = {
    "amsterdam": {"easy": 21, "fair": 44, "strong": 56},
    "berlin": {"easy": 15, "fair": 45, "strong": 57},
    "madrid": {"easy": 18, "fair": 44, "strong": 55},
    "paris": {"easy": 20, "fair": 43, "strong": 54},
}
"""Mean score of each level of computers alone, by the map (`docs/strength.md`)."""
_WON_BY = {
    WonBy.POINTS: "ml.finale.won",
    WonBy.EMPTY: "ml.finale.won_by_empty",
    WonBy.NOTHING: "ml.finale.shared_win",
}


def facts(names: Names, view: View, own_best: int | None = None) -> tuple[str, ...]:
    """Return the deciding numbers of all players, and what each did best; alone a next step."""
    key, sheets = "ml.closing.part", view.sheets
    first = (sum(pay is not None and pay.is_first for pay in sheet.paid) for sheet in sheets)
    empty = (sheet.count.empty for sheet in sheets)
    numbers = (
        names.words.say("ml.closing.first", parts=names.parts(key, n=first)),
        names.words.say("ml.closing.empty", parts=names.parts(key, n=empty)),
    )
    sources = {
        names.words.say("ml.closing.line", letter=site.letter): [
            0 if (pay := sheet.paid[line]) is None else pay.points for sheet in sheets
        ]
        for line, site in enumerate(view.map.lines)
    }
    sources[names.words.say("ml.picture.transfers")] = [sheet.count.transfers for sheet in sheets]
    rest = _alone_facts(names, view, own_best) if view.is_alone else numbers
    return tuple(filter(None, (*rest, names.bests(sources))))


def _alone_facts(names: Names, view: View, best: int | None) -> Iterator[str]:
    """Yield the scale with a score on it, then the line that lacked least, with its points."""
    say, (own,) = names.words.say, view.sheets
    usual = USUAL.get(str(view.rules["map"]))
    # The usual scores were measured without the option.
    if usual and not view.rules["special"]:
        marks = [(points, say(f"computer.level.{level}")) for level, points in usual.items()]
        marks.append((FLOORS[Rank.WOW], say(RANK_WORDS[Rank.WOW])))
        marks.append((own.count.score, f"**{names.players[0]}**"))
        if best is not None and best > own.count.score:
            marks.append((best, say("ml.closing.own_best")))
        parts = " · ".join(say("ml.closing.part", name=thing, n=n) for n, thing in sorted(marks))
        yield say("ml.closing.scale", parts=parts)
    missing = [state for state in line_states(view, Seat(0)) if not state.is_finished]
    if missing:
        state = min(missing, key=lambda state: (len(state.empty), -state.pay.points))
        facts = {"letter": state.site.letter, "points": state.pay.points}
        yield names.words.count("ml.closing.next", len(state.empty), **facts)


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
