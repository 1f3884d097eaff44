"""What is posted of a season that is over."""

from collections.abc import Iterator
from datetime import timedelta

from discord import ui

from metrobot.service.people.seasons import Rivalry, Season
from metrobot.store.statements.ratings import Leaderboard
from metrobot.ui.pages.args import Against
from metrobot.ui.pages.ids import Style
from metrobot.ui.pages.page import Letter, letter
from metrobot.ui.turn.board_buttons import opening_button
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)


def season_facts(quarter: int) -> dict[str, object]:
    """Return the number of a season in its year, and the year."""
    year, number = divmod(quarter, 4)
    return {"number": number + 1, "year": str(year)}


def season_letter(season: Season, words: Words) -> Letter:
    """Return the post about a season."""
    text = words.say("season.over", **season_facts(season.quarter))
    boards = "\n".join(_best(board, words) for board in season.boards)
    opening = opening_button(
        season.next_title, Against.OPEN, words.say("season.next"), Style.success
    )
    return letter(
        f"{text}\n{words.count('season.games', season.games)}",
        boards,
        "\n".join(_records(season, words)),
        ui.ActionRow(opening),
        tag=f"season{season.quarter}",
    )


def _best(board: Leaderboard, words: Words) -> str:
    """Return the first places of a title."""
    places = (
        words.say(
            "season.place",
            place=entry.place,
            name=shown_name(entry.name),
            rating=words.number(entry.standing.rating),
        )
        for entry in board.places
    )
    return words.say("season.best", title=words.title(board.title), best=" · ".join(places))


def _records(season: Season, words: Words) -> Iterator[str]:
    """Yield a sentence on the longest game, and one on the closest."""
    if (game := season.longest) is not None:
        days, hours = game.time // _DAY, max(1, game.time // _HOUR)
        time = words.count("season.days", days) if days else words.count("season.hours", hours)
        yield words.say("season.longest", **_game(game, words), time=time)
    if (game := season.closest) is not None:
        gap = words.count("season.gap", game.gap) if game.gap else words.say("season.level")
        yield words.say("season.closest", **_game(game, words), gap=gap)


def _game(game: Rivalry, words: Words) -> dict[str, object]:
    names = words.listed([shown_name(name) for name in game.names])
    people = names or words.count("season.people", len(game.people))
    return {"title": words.title(game.title), "people": people}
