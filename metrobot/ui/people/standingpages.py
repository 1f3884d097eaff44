"""Who plays how well, in words: boards of a server, profiles of people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from discord import ui

from metrobot.service.computers import LEVELS
from metrobot.service.standing import Standing, Standings, leaders, soloists
from metrobot.service.table import PlayerId
from metrobot.ui.pages.ids import Kind, PressId, button
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.names import shown
from metrobot.ui.words.seatnames import level_word

PLACES_A_PAGE: Final = 10
_MOST_SOLOISTS: Final = 3
_SURE_FROM: Final = 5
"""So many rated games make a rating more than a first guess."""


def board_page(
    title: str,
    standings: Standings,
    names: Mapping[int, str],
    viewer: PlayerId,
    words: Words,
    *,
    number: int = 0,
    buttons: bool = True,
) -> Page:
    """Return one page of a leaderboard.

    Args:
        title: id of the game title.
        standings: of everybody on the server.
        names: of those who show themselves; others are left out, and nobody moves up.
        viewer: who looks; their own place is told also where it is on another page.
        words: of the reader.
        number: of the page, from 0; beyond the last: the last.
        buttons: whether there are buttons to other pages.
    """
    places = _places(leaders(standings))
    seen = [(place, each) for place, each in places if each.player in names]
    last = max(0, (len(seen) - 1) // PLACES_A_PAGE)
    number = min(number, last)
    rows = seen[number * PLACES_A_PAGE : (number + 1) * PLACES_A_PAGE]
    name = words.say(title_key(title))
    lines = [words.say("standing.head", title=name)]
    lines += [_line(place, each, names[each.player], words) for place, each in rows]
    if not rows:
        lines.append(words.say("standing.empty", title=name))
    lines += _own(places, rows, viewer, words)
    parts: list[Part] = ["\n".join(lines), _alone(standings, names, words)]
    parts.append(words.say("standing.foot", sure=_SURE_FROM))
    if buttons and last:
        parts.append(_row(title, number, last, words))
    return page(*parts)


def _places(ranked: Sequence[Standing]) -> list[tuple[int, Standing]]:
    """Return everybody's place, from 1; equal ratings share one."""
    found: list[tuple[int, Standing]] = []
    for number, each in enumerate(ranked, start=1):
        shared = found and found[-1][1].rating == each.rating
        found.append((found[-1][0] if shared else number, each))
    return found


def _line(place: int, each: Standing, name: str, words: Words) -> str:
    """Return one person's line."""
    return words.count(
        "standing.line",
        each.games,
        place=place,
        name=shown(name),
        rating=_rating(each, words),
        wins=each.wins,
        average=words.number(each.points / each.games, 1),
    )


def _rating(each: Standing, words: Words) -> str:
    """Return a rating, with a sign where it is a first guess."""
    rating = words.number(each.rating)
    return rating if each.games >= _SURE_FROM else words.say("standing.guess", rating=rating)


def _own(
    places: Sequence[tuple[int, Standing]],
    rows: Sequence[tuple[int, Standing]],
    viewer: PlayerId,
    words: Words,
) -> list[str]:
    """Return the viewer's own place where the page does not show it."""
    if any(each.player == viewer for _, each in rows):
        return []
    own = [(place, each) for place, each in places if each.player == viewer]
    return [
        words.say("standing.own", place=place, rating=_rating(each, words)) for place, each in own
    ]


def _alone(standings: Standings, names: Mapping[int, str], words: Words) -> str:
    """Return the best games alone, or nothing."""
    best = [each for each in soloists(standings) if each.player in names][:_MOST_SOLOISTS]
    if not best:
        return ""
    told = tuple(
        words.say("standing.solo", name=shown(names[each.player]), best=each.solo_best)
        for each in best
    )
    return words.say("standing.alone", best=told)


def _row(title: str, number: int, last: int, words: Words) -> ui.ActionRow[Any]:
    """Return the buttons to better and worse places."""
    up = PressId(0, 0, Kind.RANKS, f"{title}.{max(0, number - 1)}")
    down = PressId(0, 0, Kind.RANKS, f"{title}.{number + 1}")
    return ui.ActionRow(
        button(up, words.say("standing.up"), disabled=number == 0),
        button(down, words.say("standing.down"), disabled=number == last),
    )


def profile_page(
    player: PlayerId, name: str, found: Mapping[str, Standings], words: Words, *, listed: bool
) -> Page:
    """Return how one person has played on a server.

    Args:
        player: who.
        name: theirs, as Discord gives it.
        found: the standings of the server, by the id of the title.
        words: of the reader.
        listed: whether they show themselves to others.
    """
    parts: list[Part] = [words.say("profile.head", name=shown(name))]
    told = list(_profile(player, found, words))
    parts += told or [words.say("profile.empty")]
    parts.append(words.say("profile.foot", sure=_SURE_FROM))
    if not listed:
        parts.append(words.say("profile.unlisted"))
    return page(*parts)


def _profile(player: PlayerId, found: Mapping[str, Standings], words: Words) -> Iterator[str]:
    """Yield a paragraph for each title that was played."""
    for title, standings in found.items():
        own = standings.get(player)
        if own is not None:
            lines = (words.say("profile.title", title=words.say(title_key(title))),)
            yield "\n".join((*lines, *_games(own, standings, words)))


def _games(own: Standing, standings: Standings, words: Words) -> Iterator[str]:
    """Yield what to say of one person in one title."""
    if own.games:
        place = next(n for n, each in _places(leaders(standings)) if each.player == own.player)
        average = words.number(own.points / own.games, 1)
        yield words.count("profile.games", own.games, wins=own.wins, average=average, best=own.best)
        yield words.say("profile.rating", rating=_rating(own, words), place=place)
    if own.solo_games:
        average = words.number(own.solo_points / own.solo_games, 1)
        yield words.count("profile.alone", own.solo_games, average=average, best=own.solo_best)
    results = tuple(_against(own, words))
    if results:
        yield words.say("profile.against", results=" · ".join(results))


def _against(own: Standing, words: Words) -> Iterator[str]:
    """Yield how one person has done against computers of each level, weakest first."""
    for level in LEVELS:
        found = own.against.get(level)
        if found is not None:
            called = level_word(level, words)
            yield words.count("profile.level", found.games, level=called, wins=found.wins)
