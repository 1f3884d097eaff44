"""Of a message that was pressed, nothing is made that no handler asks for."""

from typing import Any

from metrobot.ui.app.hearing import lightened
from tests.ui.stage import Stage


def test_a_command_is_heard_as_it_is() -> None:
    """It brings no message along."""
    typed = {"id": "1", "type": 2, "data": {"name": "hand"}}

    assert lightened(typed) is typed


def test_what_discord_has_sent_stays_as_it_was() -> None:
    """The gateway may look at it again."""
    pressed: dict[str, Any] = {"id": "1", "message": {"id": "5", "components": [{}]}}
    lightened(pressed)

    assert pressed["message"]["components"] == [{}]


async def test_a_press_knows_of_its_message_what_handlers_ask(stage: Stage) -> None:
    """Which one it is, and who sees it; none of what stands in it."""
    heard = list[Any]()
    stage.bot.add_listener(_into(heard), "on_interaction")
    board = await stage.start(1)
    await stage.people[0].click(board, label="Plan my turn")
    message = heard[-1].message

    assert (message.id, message.flags.ephemeral) == (board.id, False)
    assert (message.content, message.components, message.attachments) == ("", [], [])


def _into(heard: list[Any]) -> Any:
    """Return what notes each interaction."""

    async def note(ix: Any) -> None:
        heard.append(ix)

    return note
