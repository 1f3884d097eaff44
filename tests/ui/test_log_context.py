"""Whatever the bot does for a game, its log can say for which, and after which interaction."""

from typing import Any

import pytest

from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.ui.app.notifier import DiscordNotifier
from metrobot.ui.kit.replies import Replies
from metrobot.vitals import log_context
from tests.ui.stage import Stage


async def test_a_press_and_what_it_brings_about_name_game_revision_and_interaction(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Private answers, typed commands and later messages all have it."""
    answers, said = list[log_context.LogContext](), list[tuple[int, log_context.LogContext]]()
    reply, deliver = Replies.reply, DiscordNotifier.deliver

    async def noted(context: Replies, *asked: Any) -> None:
        answers.append(log_context.log_context())
        await reply(context, *asked)

    async def heard(notifier: DiscordNotifier, table: Table, each: Delivery) -> int | None:
        said.append((table.id, log_context.log_context()))
        return await deliver(notifier, table, each)

    monkeypatch.setattr(Replies, "reply", noted)
    monkeypatch.setattr(DiscordNotifier, "deliver", heard)
    await stage.start(1)
    revision = (await stage.table()).revision
    await stage.people[0].slash(stage.channel, "hand")

    assert said
    assert all(present.game == game and present.interaction for game, present in said)
    assert (answers[-1].game, answers[-1].revision) == (1, revision)
    assert answers[-1].interaction
    assert log_context.log_context() == log_context.NOTHING
