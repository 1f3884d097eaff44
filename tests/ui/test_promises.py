"""What a press is promised by its id alone comes before anything is read."""

from dataclasses import replace

import pytest

from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.handlers import always
from metrobot.ui.pages.ids import Press, PressKind
from tests.ui.stage import Stage

IN_PRIVATE = (
    "plan",
    "hand",
    "board",
    "since",
    "dealing",
    "seat",
    "return",
    "learn",
    "replay",
    "film",
)
OF_THEIR_OWN = ("undo", "review", "against", "again")
"""Kinds of presses whose first answer depends on more than the id, or is the whole answer."""


async def promised(stage: Stage, monkeypatch: pytest.MonkeyPatch, kind: PressKind) -> str:
    """Press something, and return the name of what was promised before the game was looked for."""
    seen = list[str]()

    async def admit(_: GameAccess, ix: Press, __: int, **___: bool) -> None:
        seen.append("nothing" if ix.response.type is None else ix.response.type.name)

    monkeypatch.setattr(GameAccess, "admit", admit)
    found = stage.bot.parts.handlers.of(kind)
    rule = replace(found.rule, of_game=always, only_private=False)
    stage.bot.parts.handlers._presses[kind] = replace(found, rule=rule)
    answer = stage.forge(stage.people[0], stage.last, f"mb1:1:0:{kind}:")
    await stage.env.settle()
    assert answer.acknowledged
    return seen[0]


@pytest.mark.parametrize(
    "kind", [*IN_PRIVATE, "try", "done", "join", "zoom", "ballot", "lesson", "setting"]
)
async def test_a_promise_comes_before_the_game_is_looked_for(
    pair: Stage, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The promise fits: the message will change, or somebody alone will be told."""
    is_private = kind in IN_PRIVATE
    expected = "deferred_channel_message" if is_private else "deferred_message_update"

    assert await promised(pair, monkeypatch, PressKind(kind)) == expected


@pytest.mark.parametrize("kind", OF_THEIR_OWN)
async def test_nothing_is_promised_that_the_answer_may_not_keep(
    pair: Stage, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Such as a lobby that all see, which is the first answer itself."""
    assert await promised(pair, monkeypatch, PressKind(kind)) == "nothing"
