"""Four people at a simulated Discord who play by pressing buttons."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import simcord

Shown: TypeAlias = simcord.ResponseMessage
"""A private message of the bot."""


@dataclass(frozen=True, slots=True)
class Control:
    """A button or a menu that can be pressed.

    Attributes:
        id: as Discord keeps it.
        kind: what it is for, as its id says.
        values: what can be chosen and is not chosen yet; none in a button.
    """

    id: str
    kind: str
    values: tuple[str, ...] = ()


def controls(shown: Shown) -> tuple[Control, ...]:
    return tuple(
        Control(
            str(part["custom_id"]),
            kind_of(str(part["custom_id"])),
            tuple(o["value"] for o in part.get("options", ()) if not o.get("default")),
        )
        for part in _parts(shown.components)
        if "custom_id" in part and not part.get("disabled")
    )


def kind_of(custom_id: str) -> str:
    """Return the kind of press in a button's or menu's id; empty if it has none."""
    return (*custom_id.split(":", 4), "", "", "")[3]


@dataclass(frozen=True)
class People:
    """Four players on one server."""

    env: simcord.Env
    guild: int
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]

    @classmethod
    def in_a_new_server(cls, env: simcord.Env) -> Self:
        """Return four people in one channel."""
        guild = env.create_guild("Bench")
        channel = guild.create_text_channel("metro")
        names = ("ann", "ben", "cat", "dan")
        members = tuple(guild.add_member(env.create_user(name)) for name in names)
        return cls(env, guild.id, channel, members)

    def of(self, number: int) -> simcord.MemberActor:
        """Return one of them."""
        return self.members[number]

    async def start_game(self) -> None:
        """Play from the lobby to the first turn."""
        await self.of(0).slash(self.channel, "game new", game="metromania")
        for member in self.members[1:]:
            await self.press_newest(member, "join")
        await self.press_newest(self.of(0), "start")

    async def planned_turn(self) -> tuple[simcord.MemberActor, Shown, Control]:
        """Plan the turn of whoever is called, up to the confirmation.

        Where the game has ended, another one is begun.

        Returns:
            Who plans, the planner, and its button that confirms.
        """
        player = self._called()
        planner = (await self.press_newest(player, "plan")).response
        assert planner
        if not controls(planner):
            await self.start_game()
            return await self.planned_turn()
        return player, planner, await self.whole(player, planner)

    async def whole(self, player: simcord.MemberActor, planner: Shown) -> Control:
        """Choose until a draft is a whole turn; return the button that confirms."""
        while (confirm := first(planner, "done")) is None:
            control = first(planner, "try", "menu", "group")
            assert control, "a draft that is not whole offers a choice"
            if control.values:
                await player.select(planner, [control.values[0]], custom_id=control.id)
            else:
                await player.click(planner, custom_id=control.id)
        return confirm

    async def press_newest(
        self, member: simcord.MemberActor, kind: str
    ) -> simcord.InteractionResult:
        """Press the newest public button of this kind."""
        shown, control = self.newest(kind)
        return await member.click(shown, custom_id=control.id)

    def newest(self, kind: str) -> tuple[Shown, Control]:
        """Return the newest public button of this kind, and its message."""
        for message in reversed(self.env.backend.messages[self.channel.id].values()):
            for custom_id in _ids(message.components):
                if custom_id.split(":")[3:4] == [kind] and not message.is_ephemeral:
                    return simcord.ResponseMessage(self.env, message), Control(custom_id, kind)
        raise LookupError(kind)

    def newest_private(self) -> Shown:
        """Return the newest private answer in the channel."""
        for message in reversed(self.env.backend.messages[self.channel.id].values()):
            if message.is_ephemeral:
                return simcord.ResponseMessage(self.env, message)
        raise LookupError("no private answer")

    def _called(self) -> simcord.MemberActor:
        """Return the player mentioned by the newest message that mentions one."""
        for message in reversed(self.env.backend.messages[self.channel.id].values()):
            for member in self.members:
                if member.id in message.ping_user_ids and not message.is_ephemeral:
                    return member
        raise LookupError("nobody is called")


def first(shown: Shown, *kinds: str) -> Control | None:
    """Return the first control of these kinds, those named first before others; or None."""
    found = (one for kind in kinds for one in controls(shown) if one.kind == kind)
    return next(found, None)


def _ids(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the ids of all that can be pressed in a message."""
    for part in _parts(components):
        if "custom_id" in part and not part.get("disabled"):
            yield str(part["custom_id"])


def _parts(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield all parts of a message, those within others too."""
    for component in components:
        yield component
        yield from _parts(component.get("components", ()))
        if "accessory" in component:
            yield from _parts([component["accessory"]])
