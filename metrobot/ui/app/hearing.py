"""What is heard of an interaction."""

from collections.abc import Mapping
from typing import Any, Final

_TOLD: Final = ("id", "channel_id", "type", "flags")
"""What handlers ask of the message that was pressed, or discord.py does."""


def lightened(interaction: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an interaction with little of the message that was pressed.

    Discord sends along all of it. Of a planner that is some 50 buttons and
    menus, of which discord.py would make objects before anybody is answered.
    """
    message = interaction.get("message")
    if message is None:
        return interaction
    told = {name: message[name] for name in _TOLD if name in message}
    return {**interaction, "message": {**told, "content": "", "components": []}}
