"""Fair dealing: fingerprint before the game, salt from its start on, key after it."""

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from metrobot.service.model.table import Table
from metrobot.ui.pages.page import Page
from metrobot.ui.turn.fair_dealing import DIGITS, MOST_SALTS_ON_A_PAGE, dealing_page
from metrobot.ui.words.catalogue import ENGLISH
from tests.service.toy import TOY
from tests.ui.extremes import LANGUAGES, words_in
from tests.ui.rounds_stage import Rounds
from tests.ui.stage import Shown, Stage, texts
from tests.ui.tables import table_of


async def test_the_lobby_shows_the_start_of_the_commitment_before_anybody_joins(
    stage: Stage,
) -> None:
    """In small print, last of all, and no more of it; the same once people are in."""
    empty = texts(await stage.lobby())
    await stage.people[1].click(stage.last, label="Join")
    table = await stage.table()

    start = table.commitment[:DIGITS]
    assert len(start) == 16
    for shown in (empty, texts(stage.public[0])):
        assert shown.splitlines()[-1] == f"-# Fair dealing: the fingerprint begins with {start}."
        assert table.commitment[: DIGITS + 1] not in shown
        assert "salt" not in shown


async def test_the_first_message_of_a_game_has_the_start_of_the_salts_fingerprint(
    stage: Stage,
) -> None:
    """Of the ids of the joins after the host's and of the start; the lobby's message as before."""
    board = await stage.start(1, 2)
    table = await stage.table()
    digits = sha256(",".join(table.salt).encode()).hexdigest()[:DIGITS]

    assert len(table.salt) == 3
    assert f"-# Fair dealing: the salt’s fingerprint begins with {digits}." in texts(board)
    committed = f"-# Fair dealing: the fingerprint begins with {table.commitment[:16]}."
    assert texts(stage.public[0]).splitlines()[-1] == committed


async def test_who_plays_alone_has_the_press_of_start_as_salt(game: Rounds) -> None:
    """The lobby shows the commitment before it, the first board its fingerprint after it."""
    committed = texts(await game.stage.lobby())
    await game.stage.begin()
    table, board = await game.table(), texts(game.stage.last)

    assert committed.endswith(f"the fingerprint begins with {table.commitment[:16]}.")
    assert len(table.salt) == 1
    assert sha256(table.salt[0].encode()).hexdigest()[:16] in board


async def test_no_message_shows_the_salt(stage: Stage) -> None:
    """Neither the first board, nor a later one, nor the result; later ones have no digits of it."""
    boards = [texts(await stage.start(1))]
    await stage.turn(0, "Take 1", "Stop")
    boards.append(texts(stage.newest_board()))
    table = await stage.table()
    await stage.finish()
    boards += [texts(each) for each in stage.public]

    assert len(boards) > 3
    for shown in boards:
        assert not any(number in shown for number in table.salt)
    for shown in (boards[1], texts(stage.public[-1])):
        assert "Fair dealing:" not in shown


async def test_a_cancelled_lobby_shows_nothing_of_the_dealing(stage: Stage, lobby: Shown) -> None:
    """Its key is never shown, so there is nothing to compare."""
    await stage.cancel_lobby(lobby)

    assert "Fair dealing" not in texts(stage.public[0])


async def test_fair_dealing_shows_salt_once_there_is_a_game(joined: Stage) -> None:
    """In the lobby the fingerprint alone; then the salt; at the end the key too."""
    lobby = joined.last
    shown = [texts((await joined.people[2].click(lobby, label="Fair dealing")).response)]
    await joined.people[0].click(lobby, label="Start")
    running = await joined.table()
    shown.append(texts((await joined.people[2].click(lobby, label="Fair dealing")).response))
    await joined.finish()
    shown.append(texts((await joined.people[2].click(lobby, label="Fair dealing")).response))
    key = (await joined.table()).key

    salt = ",".join(running.salt)
    for part in (salt, sha256(salt.encode()).hexdigest()):
        assert [part in each for each in shown] == [False, True, True]
    assert all(running.commitment in each for each in shown)
    assert [f"`{key}`" in each for each in shown] == [False, False, True]


def _salted(count: int) -> Table:
    """Return a running game with a given amount of salt."""
    rules = TOY.ruleset(2, {})
    now = datetime(2026, 1, 1, tzinfo=UTC)
    table = table_of(TOY, rules, (), TOY.initial_state(rules), names=("Ann", "Bob"), now=now)
    return replace(table, salt=tuple(str(7 * 10**18 + number) for number in range(count)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_much_salt_is_counted(language: str) -> None:
    """People may join and leave as often as they like: no message bursts of it."""
    words, many = words_in(language), _salted(MOST_SALTS_ON_A_PAGE + 1)
    shown = texts_of(dealing_page(many, words))

    assert str(7 * 10**18) not in shown
    assert str(len(many.salt)) in shown
    assert len(texts_of(dealing_page(_salted(MOST_SALTS_ON_A_PAGE), words))) < 4000


def texts_of(shown: Page) -> str:
    return "\n".join(str(getattr(item, "content", "")) for item in shown.view.walk_children())


def test_what_is_shown_of_salt_is_what_the_record_holds() -> None:
    table = _salted(3)

    assert f"`{','.join(table.record().salt or ())}`" in texts_of(dealing_page(table, ENGLISH))
