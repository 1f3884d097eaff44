"""What comes over HTTP: only what Discord has signed just now, and each of it once."""

import json
import logging
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any
from unittest.mock import Mock

import pytest
from aiohttp import StreamReader
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request
from aiohttp.web import Application, Request

from metrobot.ui.process.http_endpoint import MOST, PATH, HttpEndpoint
from metrobot.ui.process.signatures import MOST_KNOWN, OLDEST, NoVerifierError, Signatures, verifier
from tests.service.stage import FakeClock
from tests.ui.signing import KEY, PUBLIC_KEY, signed

Door = TestClient[Request, Application]
NO_HEADERS: Mapping[str, str] = {}
DEEP = b'{"type":' + b"[" * 200_000
PRESS = {"id": "77", "type": 3, "data": {"custom_id": "mb1:1:0:plan:"}}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def heard() -> list[dict[str, Any]]:
    return []


@pytest.fixture
async def door(clock: FakeClock, heard: list[dict[str, Any]]) -> AsyncIterator[Door]:
    """Return a client that brings requests to the entrance."""
    entrance = HttpEndpoint(Signatures(verifier(PUBLIC_KEY), clock), heard.append)
    async with TestClient(TestServer(entrance.application())) as client:
        yield client


async def brought(
    door: Door,
    clock: FakeClock,
    body: bytes | dict[str, Any],
    *,
    age: float = 0,
    headers: Mapping[str, str] = NO_HEADERS,
) -> int:
    """Bring a request that was signed so many seconds ago; return the status of the answer."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    shown = {**signed(sent, clock.now().timestamp() - age), **headers}
    async with door.post(PATH, data=sent, headers=shown) as answer:
        return answer.status


async def test_a_ping_is_answered_at_once(
    door: Door, clock: FakeClock, heard: list[dict[str, Any]]
) -> None:
    """With the same, as Discord tries it when the address is entered in its portal."""
    body = b'{"type": 1}'
    headers = signed(body, clock.now().timestamp())
    async with door.post(PATH, data=body, headers=headers) as answer:
        assert answer.status == 200
        assert await answer.json() == {"type": 1}
    assert heard == []


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
async def test_what_discord_has_signed_is_handed_on(
    door: Door, clock: FakeClock, heard: list[dict[str, Any]], kind: int
) -> None:
    """Discord hears at once that it has arrived; the answer follows over the API."""
    press = {**PRESS, "type": kind}

    assert await brought(door, clock, press) == 202
    assert heard == [press]


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Signature-Ed25519": "00" * 64},
        {"X-Signature-Ed25519": KEY.sign(b"something else").hex()},
        {"X-Signature-Ed25519": "no hexadecimal"},
        {"X-Signature-Ed25519": ""},
        {"X-Signature-Timestamp": "0"},
        {"X-Signature-Timestamp": "nan"},
        {"X-Signature-Timestamp": "inf"},
        {"X-Signature-Timestamp": "no number"},
        {"X-Signature-Timestamp": ""},
        {"X-Signature-Timestamp": "1767225600"},
    ],
)
async def test_what_is_forged_is_turned_away(
    door: Door, clock: FakeClock, heard: list[dict[str, Any]], headers: dict[str, str]
) -> None:
    clock.advance(1)
    assert await brought(door, clock, PRESS, headers=headers) == 401
    assert heard == []


async def test_what_is_not_signed_is_turned_away(door: Door, heard: list[dict[str, Any]]) -> None:
    """Also a ping, by which Discord finds out whether we look."""
    async with door.post(PATH, data=b'{"type": 1}') as answer:
        assert answer.status == 401
    assert heard == []


async def test_a_body_that_was_changed_is_turned_away(
    door: Door, clock: FakeClock, heard: list[dict[str, Any]]
) -> None:
    body = json.dumps(PRESS).encode()
    headers = signed(body, clock.now().timestamp())
    async with door.post(PATH, data=body + b" ", headers=headers) as answer:
        assert answer.status == 401
    assert heard == []


@pytest.mark.parametrize(
    ("age", "status"), [(0, 202), (OLDEST, 202), (OLDEST + 1, 401), (-OLDEST - 1, 401)]
)
async def test_what_was_signed_long_ago_is_turned_away(
    door: Door, clock: FakeClock, age: float, status: int
) -> None:
    assert await brought(door, clock, PRESS, age=age) == status


async def test_the_same_interaction_is_handed_on_once(
    door: Door, clock: FakeClock, heard: list[dict[str, Any]]
) -> None:
    """Whoever brings it again within its minute is told the same as the first time."""
    for age in (0, 0, 30):
        assert await brought(door, clock, PRESS, age=age) == 202
    clock.advance(OLDEST)
    assert await brought(door, clock, PRESS, age=OLDEST) == 202

    assert heard == [PRESS]


async def test_what_is_remembered_of_interactions_is_bounded(clock: FakeClock) -> None:
    signatures = Signatures(verifier(PUBLIC_KEY), clock)
    assert all(signatures.is_new(str(number)) for number in range(MOST_KNOWN + 5))
    assert len(signatures._known) == MOST_KNOWN
    assert not signatures.is_new(str(MOST_KNOWN))

    clock.advance(2 * OLDEST + 1)
    assert signatures.is_new("another")
    assert len(signatures._known) == 1


async def test_what_is_larger_than_any_interaction_is_turned_away(
    door: Door, clock: FakeClock, heard: list[dict[str, Any]]
) -> None:
    assert await brought(door, clock, {**PRESS, "more": "x" * MOST}) == 413
    assert heard == []


async def test_a_channel_that_is_told_in_part_is_completed(
    door: Door, clock: FakeClock, heard: list[dict[str, Any]]
) -> None:
    """The fields that Discord sends stay as they are."""
    press = {**PRESS, "channel": {"id": "5", "type": 11, "name": "metro"}}

    assert await brought(door, clock, press) == 202
    (found,) = heard
    assert found["channel"].items() >= press["channel"].items()  # type: ignore[attr-defined]
    assert (found["channel"]["position"], found["channel"]["owner_id"]) == (0, "0")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"3",
        b"{}",
        b'{"type": "3"}',
        b'{"type": 3}',
        b'{"type": 9}',
        b'{"id": "77", "type": 6}',
        DEEP,
    ],
)
async def test_what_is_no_interaction_is_refused(
    door: Door, clock: FakeClock, heard: list[dict[str, Any]], body: bytes
) -> None:
    assert await brought(door, clock, body) == 400
    assert heard == []


async def test_what_cannot_be_unpacked_is_refused(door: Door, clock: FakeClock) -> None:
    """Without a fault of ours, though nobody has signed it."""
    assert await brought(door, clock, b"junk", headers={"Content-Encoding": "gzip"}) == 400


async def test_whoever_goes_away_meanwhile_makes_no_fault(clock: FakeClock) -> None:
    broken = StreamReader(Mock(), limit=MOST)
    broken.set_exception(ConnectionResetError("Connection lost"))
    request = make_mocked_request("POST", PATH, payload=broken)
    entrance = HttpEndpoint(Signatures(verifier(PUBLIC_KEY), clock), Mock())

    assert (await entrance.take(request)).status == 400


@pytest.mark.parametrize("kind", [KeyError, TypeError, ValueError, AttributeError])
async def test_what_cannot_be_read_is_refused_and_nothing_of_it_logged(
    clock: FakeClock, caplog: pytest.LogCaptureFixture, kind: type[Exception]
) -> None:
    """It may be somebody's choice."""

    def hear(interaction: dict[str, Any]) -> None:
        raise kind(interaction["data"])

    caplog.set_level(logging.DEBUG)
    entrance = HttpEndpoint(Signatures(verifier(PUBLIC_KEY), clock), hear)
    async with TestClient(TestServer(entrance.application())) as door:
        assert await brought(door, clock, PRESS) == 400

    assert f"could not be read: {kind.__name__}" in caplog.text
    assert "plan" not in caplog.text


@pytest.mark.parametrize("path", ["/", "/metrics", PATH + "/more"])
async def test_nothing_else_is_there(door: Door, clock: FakeClock, path: str) -> None:
    """Figures for hosts have a port of their own."""
    async with door.get(path) as answer:
        assert answer.status == 404
    async with door.get(PATH) as answer:
        assert answer.status == 405


@pytest.mark.parametrize("key", ["", "00", "no key", "zz" * 32])
def test_what_is_no_key_is_named(key: str) -> None:
    with pytest.raises(NoVerifierError, match="DISCORD_PUBLIC_KEY is no public key"):
        verifier(key)


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)

    with pytest.raises(NoVerifierError, match=r"-r requirements/serve\.lock"):
        verifier(PUBLIC_KEY)
