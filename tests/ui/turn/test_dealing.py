"""Fair dealing: fingerprint before the game, salt from its start on, key after it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from metrobot.service.model.table import Table
from metrobot.ui.pages.page import Page
from metrobot.ui.turn.fair_dealing import (
    MOST_SALTS_IN_A_LINE,
    MOST_SALTS_ON_A_PAGE,
    dealing_page,
    salt_line,
)
from metrobot.ui.words.catalogue import ENGLISH
from tests.service.toy import TOY
from tests.ui.extremes import LANGUAGES, words_in
from tests.ui.stage import Stage, texts
from tests.ui.tables import table_of


async def test_the_first_board_shows_the_salt_to_all(stage: Stage) -> None:
    """Who joined after the host, and the start: all the ids there are."""
    await stage.start(1, 2)
    table = await stage.table()

    assert len(table.salt) == 3
    assert f"the salt of this game is {', '.join(table.salt)}." in texts(stage.newest_board())


async def test_later_boards_do_not_repeat_it(stage: Stage) -> None:
    """It was there for everybody to write down."""
    await stage.start(1)
    await stage.turn(0, "Take 1", "Stop")

    assert "salt" not in texts(stage.newest_board())


async def test_fair_dealing_shows_salt_once_there_is_a_game(stage: Stage) -> None:
    """In the lobby the fingerprint alone; then the salt; at the end the key too."""
    await stage.lobby(1)
    lobby = stage.last
    shown = [texts((await stage.people[2].click(lobby, label="Fair dealing")).response)]
    await stage.people[0].click(lobby, label="Start")
    running = await stage.table()
    shown.append(texts((await stage.people[2].click(lobby, label="Fair dealing")).response))
    await stage.finish()
    shown.append(texts((await stage.people[2].click(lobby, label="Fair dealing")).response))
    key = (await stage.table()).key

    salt = ", ".join(running.salt)
    assert [salt in each for each in shown] == [False, True, True]
    assert all(running.commitment in each for each in shown)
    assert [f"`{key}`" in each for each in shown] == [False, False, True]


def _salted(count: int) -> Table:
    """Return a running game with so much salt."""
    rules = TOY.ruleset(2, {})
    now = datetime(2026, 1, 1, tzinfo=UTC)
    table = table_of(TOY, rules, (), TOY.initial_state(rules), names=("Ann", "Bob"), now=now)
    return replace(table, salt=tuple(str(7 * 10**18 + number) for number in range(count)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_much_salt_is_counted(language: str) -> None:
    """People may join and leave as often as they like: no message bursts of it."""
    words = words_in(language)
    many = [_salted(MOST_SALTS_IN_A_LINE + 1), _salted(MOST_SALTS_ON_A_PAGE + 1)]
    line, page = salt_line(many[0], words), texts_of(dealing_page(many[1], words))

    assert str(7 * 10**18) not in line + page
    assert str(len(many[0].salt)) in line
    assert str(len(many[1].salt)) in page
    assert len(texts_of(dealing_page(_salted(MOST_SALTS_ON_A_PAGE), words))) < 4000


def texts_of(shown: Page) -> str:
    """Return all that a page says."""
    return "\n".join(str(getattr(item, "content", "")) for item in shown.view.walk_children())


def test_what_is_shown_of_salt_is_what_the_record_holds() -> None:
    """In the same order."""
    table = _salted(3)

    assert ", ".join(table.record().salt or ()) in salt_line(table, ENGLISH)
