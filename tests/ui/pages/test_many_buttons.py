"""Pages count their own buttons: one more of a kind, and Discord still takes the message."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from metrobot.engine.title import AnyTitle
from metrobot.service.model.play import GameId
from metrobot.service.people.server_games import Switch
from metrobot.store.statements.people import ServerRules
from metrobot.ui.lobby import server_games
from metrobot.ui.pages.page import Post, page
from metrobot.ui.people.my_games import games_page
from metrobot.ui.people.privacy_commands import _in_the_way
from metrobot.ui.turn.board_buttons import open_rows, quick_rows
from metrobot.ui.words.catalogue import Words
from tests.ui.extremes import course, faults, rows_of, words_in

WORDS: Final = words_in("en")


def switches(count: int) -> Post:
    """Return the page of a server with so many switches, and roles that may open games."""
    names = [key for key in sorted(WORDS.keys) if key.startswith(("ou.area.", "ou.colour."))]
    named = {f"{Switch.RATINGS}{number}": name for number, name in enumerate(names[:count])}
    rules = SimpleNamespace(**dict.fromkeys(named, True), openers=[1, 2])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_games, "_NAMES", named)
        return server_games.rules_page(cast("ServerRules", rules), WORDS)


def titles(count: int) -> tuple[tuple[AnyTitle, ...], Words]:
    """Return so many titles, that of the line of the day among them, and words that name all."""
    ids = ("metrolijn", *(f"t{number}" for number in range(1, count)))
    found = tuple(SimpleNamespace(id=each, player_counts=(1, 2)) for each in ids)
    words = SimpleNamespace(title=str, say=lambda key, **_: key)
    return cast("tuple[AnyTitle, ...]", found), cast("Words", words)


def games_put_aside(make: Callable[[list[Any]], Post]) -> Callable[[int], Post]:
    """Return the maker of a page on which so many games can go on."""

    def made(count: int) -> Post:
        table = replace(course("metrolijn", 2)[0], aside_at=datetime(2026, 1, 1, tzinfo=UTC))
        return make([replace(table, id=GameId(number + 1)) for number in range(count)])

    return made


GUILD: Final = course("metrolijn", 2)[0].place.guild
ME: Final = course("metrolijn", 2)[0].people[0].id
PAGES: Final[dict[str, Callable[[int], Post]]] = {
    "switches of a server": switches,
    "titles to open": lambda count: page("Open", *open_rows(*titles(count))),
    "titles to play": lambda count: page("Play", *quick_rows(*titles(count))),
    "games of a person": games_put_aside(lambda each: games_page(each, GUILD, ME, WORDS)),
    "games in the way": games_put_aside(lambda each: _in_the_way(each[:20], 0, WORDS, GUILD)),
}
MOST: Final = {"games of a person": 20, "games in the way": 20}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_room_for_one_more_of_a_kind(name: str) -> None:
    """Up to fifteen switches and titles, and for as many games as anybody has."""
    for count in (1, 4, 5, 6, 7, 11, 15, 20, 60)[: 9 if name in MOST else 7]:
        shown = PAGES[name](count)

        assert faults(shown) == [], count
        rows = [each["components"] for each in rows_of(shown) if each["type"] == 1]
        buttons = [item for row in rows for item in row if item["type"] == 2]
        assert len(buttons) >= min(count, MOST.get(name, count))
