"""A bot that stops at any moment, and another that goes on from its database."""

from pathlib import Path
from random import Random

import pytest

from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.ui.app.notifier import DiscordNotifier
from tests.ui.discord_game import DiscordGame, ids, on_discord, texts

pytestmark = pytest.mark.usefixtures("quick_pictures")

MOVED_ON = (
    "**Already played.** The game has moved on since you opened this, so nothing was changed."
)


class PowerCut(BaseException):
    """The end of the process: nothing after it is done."""


def sent(game: DiscordGame) -> list[dict[str, object]]:
    """Return the bot's requests to post to the channel."""
    path = f"/channels/{game.channel.id}/messages"
    posts = [each for each in game.env.http_requests if each.method == "POST"]
    return [each.json for each in posts if each.path == path and each.json]


async def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        chooser = Random(1)
        await game.start(3)
        await game.turn(chooser)
        before, said = await game.table(), len(game.public)
        await game.restart()
        same, silent = await game.table(), len(game.public)
        await game.turn(chooser)
        after = await game.table()

    assert (same.state, same.log) == (before.state, before.log)
    assert silent == said
    assert after.log[: len(before.log)] == before.log
    assert len(after.log) > len(before.log)
    assert len(game.public) == said + 1


async def test_an_open_planner_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        person = await game.to_act()
        planner = await game.plan(person)
        await game.try_one(person, planner, Random(2))
        chosen, planner = texts(game.again(planner)), game.again(planner)
        await game.restart()
        await person.click(planner, custom_id=ids(planner, "back")[0])
        undone = texts(game.again(planner))
        await game.try_one(person, planner, Random(2))
        redone = texts(game.again(planner))
        await game.complete(person, planner, Random(2))
        await game.restart()
        answer = await game.confirm(person, game.again(planner))
        turns = {each.turn for each in (await game.table()).log}

    assert "3 tunnels left" in undone
    assert redone == chosen
    assert texts(answer).startswith("**Done.**")
    assert turns == {0}


async def test_a_restart_forgets_nothing_of_a_lobby(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        lobby = await game.lobby(2)
        await game.restart()
        await game.people[1].click(lobby, custom_id=ids(lobby, "leave")[0])
        await game.people[1].click(lobby, custom_id=ids(lobby, "join")[0])
        await game.choose("seating", "joined")
        await game.restart()
        await game.people[0].click(lobby, custom_id=ids(game.again(lobby), "start")[0])
        table = await game.table()

    assert table.status is Status.RUNNING
    assert [each.name for each in table.people] == ["Anna", "Ben"]
    assert len(table.salt) == 2  # the first press of Join, and Start
    assert ids(game.again(lobby)) == ids(game.again(lobby), "dealing")


async def test_a_count_that_was_not_told_is_told_once(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        chooser = Random(2)
        while True:
            person, planner = await game.ready(chooser)
            game.interrupt()
            await game.confirm(person, planner)
            if not (await game.table()).to_act():
                break
            await game.restart()
        before = len(game.public)
        await game.restart()
        await game.env.advance_time(200)
        told = [texts(each) for each in game.public[before:]]

    assert "**That was the last turn.**" in told[0]
    assert "Monday" in told[1]
    assert "Final count" in told[-3]
    assert told[-1].splitlines()[1].startswith("## 🏆")


async def test_a_repeat_after_a_crash_has_the_nonce_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends after posting, before it is noted: Discord drops the repeat."""
    said, deliver = list[str](), DiscordNotifier.deliver

    async def cut(self: DiscordNotifier, table: Table, delivery: Delivery) -> int | None:
        await deliver(self, table, delivery)
        said.append(delivery.nonce)
        raise PowerCut

    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        person, planner = await game.ready(Random(1))
        with monkeypatch.context() as patch:
            patch.setattr(DiscordNotifier, "deliver", cut)
            await game.confirm(person, planner)
        await game.restart()
        nonces = [each["nonce"] for each in sent(game)]
        forced = {each["enforce_nonce"] for each in sent(game)}

    assert said == nonces[-1:]
    assert nonces[-2] == nonces[-1] != nonces[-3]
    assert forced == {True}


async def test_old_boards_lead_to_the_newest(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        old = game.board
        await game.turn(Random(1))
        await game.restart()
        person = await game.to_act()
        other = next(each for each in game.people[:2] if each is not person)
        table = await game.table()
        draft_view = (await person.click(old, custom_id=ids(old, "plan")[0])).response
        wait = (await other.click(old, custom_id=ids(old, "plan")[0])).response
        hand = (await other.click(old, custom_id=ids(old, "hand")[0])).response
        look = (await other.click(old, custom_id=ids(old, "board")[0])).response

    assert draft_view is not None
    assert wait is not None
    assert hand is not None
    assert look is not None
    assert "tunnels left" in texts(draft_view)
    assert any(each.startswith(f"mb1:{table.id}:{table.revision}:") for each in ids(draft_view))
    assert "not your turn" in texts(wait)
    ahead = f"mb1:{table.id}:{table.revision}"
    assert ids(wait) == [f"{ahead}:ahead:", f"{ahead}:board:"]
    assert "destinations" in texts(hand)
    assert texts(look).startswith("The game has moved on since that message.")


async def test_an_old_planner_offers_the_newest_board(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        chooser = Random(5)
        person, planner = await game.ready(chooser)
        spare = await game.plan(person)
        await game.confirm(person, planner)
        await game.turn(chooser)
        await game.restart()
        before = await game.table()
        await person.click(spare, custom_id=ids(spare, "try")[0])
        said = game.again(spare)
        fresh = (await person.click(said, custom_id=ids(said, "plan")[0])).response
        after = await game.table()

    assert said.ephemeral
    assert texts(said) == MOVED_ON
    assert fresh is not None
    assert ids(fresh, "try") != []
    assert after.log == before.log
