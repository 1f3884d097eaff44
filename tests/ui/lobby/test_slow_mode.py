"""A channel in slow mode: whoever brings a game there is told that presses can fail."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from tests.ui.lobby.test_put_aside import put_aside
from tests.ui.lobby.test_shut_out import closed
from tests.ui.rounds_stage import Rounds
from tests.ui.stage import Stage, labels, texts

SLOW: Final = "is in slow mode"
Way = Callable[[Stage], Awaitable[Any]]


async def new(stage: Stage, game: str = "toy", **options: Any) -> Any:
    return await stage.people[0].slash(stage.channel, "game new", game=game, **options)


async def again(stage: Stage) -> Any:
    """Play once more."""
    slow(stage, seconds=0)
    await stage.start(1)
    await stage.finish()
    slow(stage)
    return await stage.people[0].click(stage.last, label="Play again")


async def moved(stage: Stage) -> Any:
    return await _moved_from(stage, stage.guild.create_text_channel("other"))


async def asked(stage: Stage) -> Any:
    """Ask to move a game to a channel that somebody cannot see."""
    here, stage.channel = closed(stage, 1), stage.channel
    slow(stage, here)
    await stage.start(1)
    return await stage.people[0].slash(here, "game move")


async def resumed(stage: Stage) -> Any:
    await stage.start(1)
    await put_aside(stage)
    games = (await stage.people[0].slash(stage.channel, "me games")).response
    return await stage.people[0].click(games, label=labels(games)[0])


async def _moved_from(stage: Stage, other: Any) -> Any:
    here, stage.channel = stage.channel, other
    await stage.start(1)
    return await stage.people[0].slash(here, "game move")


def slow(stage: Stage, channel: Any = None, *, seconds: int = 30) -> None:
    changes = {"rate_limit_per_user": seconds}
    stage.env.backend.edit_channel((channel or stage.channel).id, changes)


def told(answer: Any) -> list[str]:
    """Return all that is answered to one person alone, but for lobbies that everybody sees."""
    shown = {each.id: each for each in (answer.response, *answer.followups)}
    return [texts(each) for each in shown.values() if each.flags.ephemeral]


@pytest.mark.parametrize("way", [new, again, moved, asked, resumed])
async def test_whoever_brings_a_game_there_is_told(stage: Stage, way: Way) -> None:
    """Apart from the others, once, with what to do."""
    slow(stage)
    await stage.env.settle()
    answer = await way(stage)

    found = [said for said in told(answer) if SLOW in said]
    assert len(found) == 1
    assert "Turn slow mode off there" in found[0]
    assert not any(SLOW in texts(message) for message in stage.public)


@pytest.mark.parametrize("is_slow", [False, True])
async def test_whoever_plays_there_alone_is_told_too(game: Rounds, is_slow: bool) -> None:
    """Buttons that nobody else sees can fail as well."""
    slow(game.stage, seconds=30 * is_slow)
    await game.stage.env.settle()
    answer = await new(game.stage, "rounds", private=True)

    assert [SLOW in said for said in told(answer)] == [False, True][: 1 + is_slow]


@pytest.mark.parametrize("way", [new, moved, resumed])
async def test_elsewhere_nothing_is_said_of_it(stage: Stage, way: Way) -> None:
    assert not any(SLOW in said for said in told(await way(stage)))


@pytest.mark.parametrize("is_slow", [False, True])
async def test_a_thread_has_a_slow_mode_of_its_own(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, is_slow: bool
) -> None:
    create = stage.env.backend.create_thread

    def created(*args: Any, **rest: Any) -> Any:
        thread = create(*args, **rest)
        thread.rate_limit_per_user = 30 * is_slow
        return thread

    monkeypatch.setattr(stage.env.backend, "create_thread", created)
    slow(stage, seconds=30 * (not is_slow))
    await stage.env.settle()

    assert any(SLOW in said for said in told(await new(stage, thread=True))) is is_slow
