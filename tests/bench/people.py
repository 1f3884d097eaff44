"""Four people at a simulated Discord who play by pressing buttons."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import simcord


@dataclass(frozen=True)
class People:
    """Those who play.

    Attributes:
        env: the simulated Discord.
        guild: id of their server.
        channel: where they play.
        members: who they are.
    """

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

    async def planned_turn(self) -> simcord.InteractionResult:
        """Plan the turn of whoever is called, up to the confirmation.

        Where the game has ended, another one is begun.
        """
        player = self._called()
        planner = await self.press_newest(player, "plan")
        if not self._ids_in(planner):
            await self.start_game()
            return await self.planned_turn()
        while self._id_in(planner, "done") is None:
            await self._choose(player, planner)
        return planner

    async def _choose(
        self, player: simcord.MemberActor, planner: simcord.InteractionResult
    ) -> None:
        """Take the first choice that the planner offers, from a button or a menu."""
        assert planner.response
        choice = self._id_in(planner, "try")
        if choice:
            await player.click(planner.response, custom_id=choice)
            return
        for kind in ("menu", "group"):
            for part in parts(planner.response.components):
                custom_id = str(part.get("custom_id", ""))
                if custom_id.split(":")[3:4] == [kind]:
                    value = part["options"][0]["value"]
                    await player.select(planner.response, [value], custom_id=custom_id)
                    return
        raise LookupError("a draft that is not whole offers no choice")

    async def press_in(self, shown: simcord.InteractionResult, kind: str) -> None:
        """Press a button of a private message, as its reader."""
        custom_id = self._id_in(shown, kind)
        assert custom_id
        assert shown.response
        await self._called().click(shown.response, custom_id=custom_id)

    async def press_newest(
        self, member: simcord.MemberActor, kind: str
    ) -> simcord.InteractionResult:
        """Press the newest public button of this kind."""
        for message in reversed(self.env.backend.messages[self.channel.id].values()):
            for custom_id in _ids(message.components):
                if custom_id.split(":")[3:4] == [kind] and not message.is_ephemeral:
                    return await member.click(
                        simcord.ResponseMessage(self.env, message), custom_id=custom_id
                    )
        raise LookupError(kind)

    def _called(self) -> simcord.MemberActor:
        """Return whom the newest message that mentions anybody mentions."""
        for message in reversed(self.env.backend.messages[self.channel.id].values()):
            for member in self.members:
                if member.id in message.ping_user_ids and not message.is_ephemeral:
                    return member
        raise LookupError("nobody is called")

    def _id_in(self, shown: simcord.InteractionResult, kind: str) -> str | None:
        """Return the id of the first enabled button of this kind, or None."""
        found = (i for i in self._ids_in(shown) if i.split(":")[3:4] == [kind])
        return next(found, None)

    @staticmethod
    def _ids_in(shown: simcord.InteractionResult) -> tuple[str, ...]:
        """Return the ids of all that can be pressed in an answer."""
        return tuple(_ids(shown.response.components)) if shown.response else ()


def _ids(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the ids of all that can be pressed in a message."""
    for part in parts(components):
        if "custom_id" in part and not part.get("disabled"):
            yield str(part["custom_id"])


def parts(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield all parts of a message, those within others too."""
    for component in components:
        yield component
        yield from parts(component.get("components", ()))
        if "accessory" in component:
            yield from parts([component["accessory"]])
