"""The picture of a game's chances, with its words."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from metrobot.players.analysis.facts import Estimate, Review
from metrobot.service.model.play import Play
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.lazy_pictures import lazy_picture
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import names_of, plain_name
from render import chance_chart
from render.text import safe_name

MOST_IN_WORDS: Final = 8
"""Positions that the words for those who cannot see the picture go through, at most."""


def percent(estimate: Estimate) -> int:
    """Return a chance in percent."""
    return round(100 * estimate.value)


def chart(front: Front, table: Play, review: Review, words: Words) -> Picture:
    """Return the picture of the chances to win over the turns; alone of the score."""
    outcome, game_view = table.title.outcome(table.state), game_view_of(table, words)
    signs = front.player_signs(game_view, words)
    strands = tuple(
        chance_chart.PlayerCurve(
            name=safe_name(name, words.say("replay.player", number=player + 1)),
            letter=signs[player][0],
            colour=signs[player][1],
            points=tuple(_reach(each.worths[player]) for each in review.positions),
            end=words.count("review.points", outcome.scores[player]),
        )
        for player, name in enumerate(names_of(table, words))
    )
    drawn = chance_chart.ChanceChart(
        head=words.say("review.picture.score" if review.is_alone else "review.picture.chance"),
        small=words.say("review.open"),
        turns=words.say("review.picture.turns"),
        strands=strands,
        marks=turning_marks(review),
        is_share=not review.is_alone,
    )
    alt = _alt(table, review, words)
    return lazy_picture(f"{game_view.stem}-review", alt, partial(chance_chart.draw_chances, drawn))


def turning_marks(review: Review) -> tuple[int, ...]:
    """Return the positions right after the turns that moved most."""
    after = {each.turn: n for n, each in enumerate(review.positions) if each.turn is not None}
    return tuple(after[turning.turn] for turning in review.turnings)


def _reach(estimate: Estimate) -> chance_chart.Interval:
    """Return a value and between what it lies."""
    return chance_chart.Interval(estimate.value, estimate.low, estimate.high)


def _alt(table: Play, review: Review, words: Words) -> str:
    """Return the picture in words: each line at some of its turns, the numbered turns."""
    places = _places(len(review.positions))
    key = "review.alt_score" if review.is_alone else "review.alt_chance"
    names = [plain_name(name) for name in names_of(table, words)]
    lines = [
        words.say("review.alt_line", name=name, values=_values(review, player, places, words))
        for player, name in enumerate(names)
    ]
    marked = ", ".join(map(str, turning_marks(review)))
    said = words.say(key, count=len(review.positions) - 1, turns=", ".join(map(str, places)))
    marks = words.say("review.alt_marks", turns=marked) if marked else ""
    return " ".join(filter(None, (said, *lines, marks)))


def _places(count: int) -> Sequence[int]:
    """Return positions spread over a game, its first and its last one among them."""
    few = min(count, MOST_IN_WORDS)
    return sorted({round(n * (count - 1) / max(1, few - 1)) for n in range(few)})


def _values(review: Review, player: int, places: Sequence[int], words: Words) -> str:
    """Return what one line is worth at some positions."""
    worths = [review.positions[place].worths[player] for place in places]
    if review.is_alone:
        return ", ".join(str(round(each.value)) for each in worths)
    return ", ".join(words.say("review.percent", n=percent(each)) for each in worths)
