"""Direct messages, as the page shows them: simcord's own page shows one channel only."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import simcord
from simcord.backend.models.message import Message

_CONTAINER: Final = 17
_GALLERY: Final = 12
_SECTION: Final = 9
_TEXT: Final = 10
_MENTION: Final = re.compile(r"<#(\d+)>")

Part = dict[str, str]


class Mailbox:
    """The direct messages that the bot has sent to each person.

    Args:
        env: the simulated Discord.
    """

    def __init__(self, env: simcord.Env) -> None:
        self._env = env

    def count(self, person: int) -> int:
        """Return the number of direct messages that this person has."""
        return len(self._messages(person))

    def letters(self, person: int) -> list[dict[str, Any]]:
        """Return this person's direct messages, oldest first, ready for JSON."""
        return [
            {
                "id": str(message.id),
                "at": message.timestamp,
                "parts": [self._named(part) for part in _parts(message)],
            }
            for message in self._messages(person)
        ]

    def picture(self, person: int, name: str) -> bytes | None:
        """Return a picture that was sent to this person, or None.

        Args:
            person: the receiver; nobody else's pictures are found.
            name: the attachment's id.
        """
        for message in self._messages(person):
            for attachment in message.attachments:
                if attachment["id"] == name:
                    return self._env.backend.cdn.get(attachment["url"])
        return None

    def _named(self, part: Part) -> Part:
        return part if "text" not in part else {"text": _MENTION.sub(self._channel, part["text"])}

    def _channel(self, match: re.Match[str]) -> str:
        """Return a channel's name, or the mention as written if there is no such channel."""
        channel = self._env.backend.channels.get(int(match[1]))
        return f"#{channel.name}" if channel else match[0]

    def _messages(self, person: int) -> Sequence[Message]:
        channel = self._env.backend.dm_channels.get(person)
        if channel is None:
            return ()
        return tuple(self._env.backend.messages.get(channel, {}).values())


def _parts(message: Message) -> Iterator[Part]:
    pictures = set[str]()
    if message.content:
        yield {"text": message.content}
    for part in _component_parts(message.components, message.attachments):
        pictures.add(part.get("picture", ""))
        yield part
    for attachment in message.attachments:
        if attachment["id"] not in pictures:
            yield _picture(attachment)


def _component_parts(
    components: Sequence[Mapping[str, Any]], attachments: Sequence[Mapping[str, Any]]
) -> Iterator[Part]:
    for component in components:
        kind = component["type"]
        if kind == _TEXT:
            yield {"text": str(component["content"])}
        elif kind == _GALLERY:
            for item in component["items"]:
                yield from _pictures_at(item["media"]["url"], attachments)
        elif kind in (_CONTAINER, _SECTION):
            yield from _component_parts(component["components"], attachments)


def _pictures_at(url: str, attachments: Sequence[Mapping[str, Any]]) -> Iterator[Part]:
    """Yield the attachment that a gallery's item shows."""
    for attachment in attachments:
        if url in (attachment["url"], f"attachment://{attachment['filename']}"):
            yield _picture(attachment)


def _picture(attachment: Mapping[str, Any]) -> Part:
    return {"picture": str(attachment["id"]), "alt": str(attachment.get("description") or "")}
