"""Servers on which nothing happens: what a gateway tells of each at the beginning."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, overload

from simcord.backend import Backend, serializers

from tests.faults.world import make_world

CHANNELS: Final = 20
ROLES: Final = 10
"""So many channels and roles each server has; members beside the bot are not told of."""
_APART: Final = 1000
"""Between the ids of what belongs to two servers."""
_IDS: Final = 10**15


class Servers(Sequence[Mapping[str, Any]]):
    """Many servers, each made when it is asked for."""

    def __init__(self, number: int, first: int, backend: Backend) -> None:
        world = make_world(CHANNELS, 0)
        made = world.backend.guilds[world.guild]
        self._like: Mapping[str, Any] = dict(serializers.guild_create_payload(world.backend, made))
        (own,) = (m for m in self._like["members"] if m["user"].get("bot"))
        user = serializers.user_payload(backend.bot_user)
        self._member = {**own, "user": user, "roles": []}
        self._ids = range(first, first + number)

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, at: int) -> Mapping[str, Any]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Mapping[str, Any]]: ...

    def __getitem__(self, at: int | slice) -> Mapping[str, Any] | Sequence[Mapping[str, Any]]:
        if isinstance(at, slice):
            return [self._server(each) for each in self._ids[at]]
        return self._server(self._ids[at])

    def _server(self, number: int) -> Mapping[str, Any]:
        own, everyone = _IDS + number * _APART, self._like["roles"][0]
        return {
            **self._like,
            "id": str(number),
            "name": f"Server {number}",
            "members": [self._member],
            "roles": [
                {**everyone, "id": str(own + at if at else number), "name": f"Role {at}"}
                for at in range(ROLES)
            ],
            "channels": [
                {**each, "id": str(own + ROLES + at), "guild_id": str(number)}
                for at, each in enumerate(self._like["channels"])
            ],
        }
