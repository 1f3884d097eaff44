"""Words about a line: its network, par, streaks, the strip to share."""

from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter
from statistics import fmean
from typing import Final

from discord.utils import format_dt

from metrobot.games.metrolijn.board import map_named
from metrobot.games.metrolijn.line_state import line_states
from metrobot.service.daily.line import Line
from metrobot.service.daily.replayed import ALONE, TITLE
from metrobot.service.daily.runs import Run
from metrobot.service.daily.standings import MONTH
from metrobot.service.daily.streaks import Streak
from metrobot.service.model.play import Play
from metrobot.store.statements.daily.runs import DayResult
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import value_key
from metrobot.ui.words.player_names import level_word

DONE, HALF, LESS = "🟩", "🟨", "⬛"
"""A finished line, one of which half the stations or more are marked, and any other."""
ABOVE, BELOW, LEAST, MISSED, UNKNOWN = "█", "▅", "▂", "·", "□"
"""A day on par or above, below par, below the easy computer, not finished, without a par yet."""
CARDS_A_WINDOW: Final = 15 / 14
"""Cards for each window: of 7½ until the deck is shuffled, half a one is a free ride."""

LEAST_STREAK: Final = 2
"""Fewest days in a row that are worth a word."""


def named(line: Line, words: Words) -> str:
    """Return the number of a line and what it runs on."""
    map_name = words.say(value_key(TITLE.id, "map", line.map))
    return words.say("line.named", number=str(line.number), map=map_name)


def network_text(line: Line, words: Words) -> str:
    """Return the lines that run, and roughly the number of cards to come."""
    map_ = map_named(line.map)
    whole = map_named(line.map.partition("-")[0])
    letters = tuple(metro.letter for metro in map_.lines)
    rest = tuple(metro.letter for metro in whole.lines if metro.letter not in letters)
    runs = words.say("line.runs", running=letters, gone=rest) if rest else words.say("line.all")
    # How many exactly would tell how many free rides are to come.
    return f"{runs} {words.count('line.cards', round(map_.windows * CARDS_A_WINDOW))}"


def open_text(line: Line, words: Words, *, has_begun: bool) -> str:
    """Return until when a line is open to somebody, who may have begun it."""
    ends, countdown = format_dt(line.ends_at, "t"), format_dt(line.ends_at, "R")
    facts = {"ends": ends, "left": countdown, "closes": format_dt(line.closes_at, "t")}
    return words.say("line.open.begun" if has_begun else "line.open", **facts)


def against_par(points: int, words: Words) -> str:
    """Return points above or below par: "4 above par"."""
    if not points:
        return words.say("line.par.even")
    return words.count("line.par.above" if points > 0 else "line.par.below", abs(points))


def scale_text(score: int, line: Line, words: Words) -> str:
    """Return a score among those of computers, the lowest first, or that these are not known."""
    if line.par is None:
        return words.say("line.par.pending")
    levels = (("easy", line.row.easy), ("fair", line.row.fair), ("strong", line.par))
    marks = levels_text([(level_word(level, words), points) for level, points in levels], words)
    marks.append((score, words.say("line.scale.you", points=score)))
    return " · ".join(text for _, text in sorted(marks, key=itemgetter(0)))


def levels_text(levels: Sequence[tuple[str, int | None]], words: Words) -> list[tuple[int, str]]:
    """Return the known ones of some levels, each with its points in words."""
    say = partial(words.say, "line.scale.level")
    return [(worth, say(level=word, points=worth)) for word, worth in levels if worth is not None]


def own_text(month: Sequence[DayResult], run: Run, words: Words) -> str:
    """Return a result against par, beside one's others of thirty days; nothing without a par.

    Args:
        month: the results, the newest last.
        run: with the result.
        words: of whoever reads it.
    """
    number = run.line.number
    results = {day.number: day.against for day in month if day.against is not None}
    if number not in results:
        return ""
    empty = {day.number: day.empty or 0 for day in month if day.number in results}
    today, fewest = results.pop(number), empty.pop(number)
    sentences = [_won_text(run.line, run.row.score or 0, today, words)]
    if results:
        average = round(fmean(results.values()))
        facts = {"average": words.signed(average), "best": words.signed(max(results.values()))}
        sentences.append(words.count("line.own", len(results), **facts))
        if today > max(results.values()):
            sentences.append(words.say("line.own.best"))
        elif today > average:
            sentences.append(words.count("line.own.better", today - average))
        if (fewer := round(fmean(empty.values())) - fewest) > 0:
            sentences.append(words.count("line.own.fewer", fewer))
    return " ".join(sentences)


def _won_text(line: Line, score: int, against: int, words: Words) -> str:
    """Return the highest level that a score beats, if any, and the points against par."""
    levels = {"easy": line.row.easy, "fair": line.row.fair, "strong": line.par}
    beaten = [level for level, worth in levels.items() if worth is not None and score > worth]
    difference = against_par(against, words)
    if not beaten:
        return f"**{difference}.**"
    return words.say("line.own.beat", level=level_word(beaten[-1], words), against=difference)


def beaten_text(beaten: tuple[int, int], words: Words) -> str:
    """Return the number of others with fewer points; nothing where there are none."""
    count, rivals = beaten
    return words.count("line.beaten", rivals, below=count) if count else ""


def best_text(line: Line, words: Words) -> str:
    """Return the most that was found with all cards known, if that is known."""
    return "" if line.row.best is None else words.say("line.best", best=line.row.best)


def month_text(
    month: Sequence[DayResult], today: int, streak: Streak, words: Words
) -> Iterator[str]:
    """Yield somebody's last thirty days: a sign for each, their streak, their points against par.

    Args:
        month: what they got on each line that counts.
        today: number of today's line.
        streak: of the person.
        words: of the person.
    """
    results = {day.number: day for day in month}
    days = range(today - MONTH + 1, today + 1)
    yield words.say("line.month")
    signs = "".join(_sign(results.get(day)) for day in days)
    yield f"`{signs}`"
    legend = {"above": ABOVE, "below": BELOW, "least": LEAST, "none": MISSED}
    counts = {f"n_{name}": signs.count(sign) for name, sign in legend.items()}
    yield words.say("line.month.signs", **legend, **counts)
    if UNKNOWN in signs:
        yield words.say("line.month.no_par", sign=UNKNOWN)
    yield from filter(None, (streak_text(streak, words),))
    gaps = [day.against for day in month if day.against is not None]
    if gaps:
        facts = {"average": words.signed(round(fmean(gaps))), "best": words.signed(max(gaps))}
        yield words.count("line.month.par", len(gaps), **facts)


def _sign(result: DayResult | None) -> str:
    if result is None or result.score is None:
        return MISSED
    if result.par is None:
        return UNKNOWN
    if result.score >= result.par:
        return ABOVE
    return BELOW if result.score >= (result.easy or 0) else LEAST


def salt_text(line: Line, words: Words) -> str:
    """Return the salt of a line, which is no secret once it is there; nothing before that."""
    if line.row.salt is None:
        return ""
    return words.say("line.salt", number=str(line.number), salt=line.row.salt)


def streak_text(streak: Streak, words: Words) -> str:
    """Return somebody's streak, with the days that they may miss; nothing for a single day."""
    if streak.length < LEAST_STREAK:
        return ""
    sentences = [words.count("line.streak", streak.length)]
    if streak.spare:
        sentences.append(words.count("line.spare", streak.spare))
    if streak.used:
        sentences.append(words.say("line.spare.used"))
    return " ".join(sentences)


def lines_filled(play: Play) -> dict[str, int]:
    """Return the number of lines that are finished, half done, and less."""
    states = line_states(TITLE.view_for(play.state, frozenset()), ALONE)
    full = sum(state.is_finished for state in states)
    half = sum(2 * len(state.empty) <= len(state.site.stations) for state in states)
    return {"full": full, "half": half - full, "less": len(states) - half}


def squares(play: Play) -> str:
    """Return a square for each line: finished, half done, less."""
    # Not in the order of the lines, so that nobody learns which of them can be finished.
    counts = zip((DONE, HALF, LESS), lines_filled(play).values(), strict=True)
    return "".join(sign * count for sign, count in counts)


def strip(run: Run, streak: Streak, words: Words) -> str:
    """Return a finished run in short lines that tell nothing of the cards."""
    score, par = run.row.score or 0, run.line.par
    points = words.count("review.points", score)
    lines = [words.say("line.strip", number=str(run.line.number))]
    lines.append(points if par is None else f"{points} · {against_par(score - par, words)}")
    if streak.length > 1:
        lines.append(f"🔥 {streak.length}")
    legend = words.say("line.strip.lines", **lines_filled(run.play))
    return "\n".join((*lines, squares(run.play), legend))


def listed(rows: Sequence[str], more: int, words: Words) -> Iterator[str]:
    """Yield rows, then the number of those left out."""
    yield from rows
    if more:
        yield words.count("line.more", more)
