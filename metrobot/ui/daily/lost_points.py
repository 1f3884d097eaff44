"""Where a run of a line has lost most against a better one, card by card, in words."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from metrobot.games.metrolijn.summary import Round
from metrobot.service.daily.runs import Run
from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.metrolijn.names import CARD_WORDS
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

MOST: Final = 3
"""Cards that are named."""


def lost_text(own: Run, best: Run, words: Words) -> str:
    """Return the cards on which a run has lost most against another, in their order."""
    pairs = list(zip(_rounds(own), _rounds(best), strict=False))
    worst = sorted(pairs, key=lambda pair: _points(pair[0]) - _points(pair[1]))[:MOST]
    rows = [
        _row(mine, theirs, words)
        for mine, theirs in sorted(worst, key=lambda pair: pair[0].number)
        if mine.card is not None and _points(mine) < _points(theirs)
    ]
    name = shown_name(best.play.people[0].name)
    return "\n".join((words.say("line.lost", name=name), *rows)) if rows else ""


def card_text(own: Run, best: Run | None, number: int, words: Words) -> str:
    """Return one card of a run beside that of a better one, if there is any."""
    (mine,) = islice(_rounds(own), number - 1, number)
    theirs = None if best is None else next(islice(_rounds(best), number - 1, number), None)
    name = "–" if best is None else shown_name(best.play.people[0].name)
    return "\n".join((words.say("whatif.cards", name=name), _row(mine, theirs, words)))


def _row(mine: Round, theirs: Round | None, words: Words) -> str:
    card = mine.card
    return words.say(
        "line.lost.card",
        number=mine.number,
        card="–" if card is None else words.say(CARD_WORDS[card.kind], value=card.value),
        own=_ride(mine, words),
        other="–" if theirs is None else _ride(theirs, words),
    )


def _rounds(run: Run) -> Iterator[Round]:
    yield from run.play.summaries(finished_turns(run.play))


def _points(turn: Round) -> int:
    """Return the points that a card brought, those for stations that are empty no more included."""
    new, old = (state.sheets[0].count.score for state in (turn.after, turn.before))
    return new - old


def _ride(turn: Round, words: Words) -> str:
    """Return a line, or the station of a free ride, with its points: B +2."""
    map_, where = turn.after.map, ""
    for ride in turn.rides[:1]:
        where = words.listed([map_.stations[station].name for station in ride.marked])
        if ride.line is not None:
            where = map_.lines[ride.line].letter
    return f"{where or '–'} {words.signed(_points(turn))}"
