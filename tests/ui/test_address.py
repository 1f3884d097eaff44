"""Another API than Discord's: only where the token is safe."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

from metrobot.settings import Settings, SettingsError, read_settings
from metrobot.ui.app import api_address

if TYPE_CHECKING:  # discord.py's types cannot be imported by themselves
    from discord.types.gateway import SessionStartLimit

HERE = "http://127.0.0.1:8000/api/v10"


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return Discord's own address, and put it back afterwards."""
    found = Route.BASE
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    yield found
    api_address.use("")


class Api(HTTPClient):
    """An HTTP client that names a gateway and counts the requests for it."""

    def __init__(self) -> None:
        self.asked = 0

    async def get_bot_gateway(self) -> "tuple[int, str, SessionStartLimit]":
        """Name a gateway on this machine."""
        self.asked += 1
        limit: SessionStartLimit = {
            "total": 1,
            "remaining": 1,
            "reset_after": 0,
            "max_concurrency": 1,
        }
        return 1, "ws://127.0.0.1:8000/gateway", limit


@pytest.mark.parametrize(
    "api", ["", HERE, "http://localhost:80/", "http://[::1]:80/api", "https://a.b"]
)
def test_the_api_may_be_encrypted_or_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, api: str
) -> None:
    monkeypatch.setenv("DISCORD_API", api)

    assert read_settings().discord_api == api


@pytest.mark.parametrize(
    "api",
    [
        "http://discord.com/api/v10",
        "http://127.0.0.1.evil.com",
        "http://10.0.0.1",
        "ftp://a",
        "127.0.0.1",
    ],
)
def test_the_token_goes_nowhere_unencrypted(monkeypatch: pytest.MonkeyPatch, api: str) -> None:
    """One line that says what would do; the address itself is not told."""
    monkeypatch.setenv("DISCORD_API", api)

    with pytest.raises(SettingsError, match=r"DISCORD_API: .*https://") as error:
        read_settings()
    assert api not in str(error.value).replace("https://", "")


def test_requests_go_to_the_api_that_is_set(own: str) -> None:
    api_address.use(f"{HERE}/")
    assert Route("GET", "/users/@me").url == f"{HERE}/users/@me"

    api_address.use(Settings(_env_file=None).discord_api)  # type: ignore[call-arg]  # pydantic's
    assert Route("GET", "/users/@me").url == f"{own}/users/@me"


async def test_new_sessions_begin_where_the_api_says() -> None:
    """discord.py would begin them at Discord's own gateway, whatever the API."""
    api, before = Api(), DiscordWebSocket.DEFAULT_GATEWAY
    client = discord.Client(intents=discord.Intents.none())
    client.http = api
    await api_address.await_gateway(client, None)
    assert (api.asked, DiscordWebSocket.DEFAULT_GATEWAY) == (1, before)

    api_address.use(HERE)
    await api_address.await_gateway(client, None)
    assert yarl.URL("ws://127.0.0.1:8000/gateway") == DiscordWebSocket.DEFAULT_GATEWAY
