"""The playground's own server, asked as its page asks it."""

import contextlib
import json
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest

from metrobot.demo.playground import playground
from tests.demo.toy import ToyBot, picture


@dataclass
class Visitor:
    """A browser's page, without a browser."""

    session: aiohttp.ClientSession
    secret: str = ""
    context: dict[str, Any] = field(default_factory=dict)
    sequence: int = 0

    async def state(self, person: str = "0") -> dict[str, Any]:
        """Return the state of our page for a person."""
        async with self.session.get("/playground/state", params={"person": person}) as answer:
            assert answer.status == 200
            return dict(await answer.json())

    async def open_frame(self) -> None:
        """Open simcord's page."""
        self.secret = (await self.state())["secret"]
        self.context = await self._post("/api/pages", {})

    async def act(self, kind: str, **fields: object) -> dict[str, Any]:
        """Do something on simcord's page."""
        return await self._post("/api/action", await self._body(kind, 0, **fields))

    async def _body(self, kind: str, late_by: int, **fields: object) -> dict[str, Any]:
        """Return the body of a request; `late_by`: how many redraws the page has missed."""
        self.context = await self._snapshot()
        self.sequence += 1
        return {
            "protocol_version": 3,
            "sequence": self.sequence,
            "request_id": str(uuid.uuid4()),
            "generation": self.context["context"]["generation"],
            "bot_generation": self.context["botGeneration"],
            "published_revision": self.context["publishedRevision"] - late_by,
            "kind": kind,
            **fields,
        }

    async def say(self, name: str, *, late_by: int = 0) -> dict[str, Any]:
        """Type a command without options."""
        body = await self._command(name, {}, late_by)
        return await self._post("/api/action", body)

    async def send_file(self, content: str, *, late_by: int = 0) -> dict[str, Any]:
        """Type `/take` with a file."""
        body = await self._command("take", {"file": {"upload": 0}}, late_by)
        form = aiohttp.FormData()
        form.add_field("payload", json.dumps(body, separators=(",", ":")))
        form.add_field("file:file", content.encode(), filename="a.txt")
        url, headers = "/api/action", self._headers()
        async with self.session.post(url, data=form, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            return dict(await answer.json())

    async def messages(self) -> str:
        """Return the channel's messages as simcord's page has them."""
        return json.dumps((await self._snapshot())["messages"])

    async def _command(self, name: str, options: object, late_by: int) -> dict[str, Any]:
        """Return the body of a request that types a command."""
        async with self.session.get("/api/commands", headers=self._headers()) as answer:
            entries = (await answer.json())["entries"]
        command = next(entry for entry in entries if entry["path"] == [name])
        return await self._body(
            "run_command",
            late_by,
            command_id=command["commandId"],
            path=[name],
            schema_fingerprint=command["schemaFingerprint"],
            options=options,
        )

    async def _snapshot(self) -> dict[str, Any]:
        async with self.session.get("/api/state", headers=self._headers()) as answer:
            return dict(await answer.json())

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        async with self.session.post(path, json=body, headers=self._headers()) as answer:
            assert answer.status == 200, await answer.text()
            return dict(await answer.json())

    def _headers(self) -> dict[str, str]:
        headers = {"X-Simcord-Capability": self.secret}
        if self.context:
            headers["X-Simcord-Context"] = self.context["context"]["id"]
        return headers


@contextlib.asynccontextmanager
async def visiting() -> AsyncIterator[Visitor]:
    bot = ToyBot()
    async with (
        playground(bot, port=0, awaited=bot.awaited_in) as address,
        aiohttp.ClientSession(address) as session,
    ):
        yield Visitor(session)


async def test_four_people_are_there_at_the_real_time() -> None:
    async with visiting() as visitor:
        state = await visitor.state()

    assert [person["name"] for person in state["people"]] == ["Ada", "Bruno", "Chidi", "Dana"]
    assert not any(person["awaited"] or person["letters"] for person in state["people"])
    assert abs(datetime.fromisoformat(state["now"]) - datetime.now(UTC)) < timedelta(minutes=1)


async def test_a_command_is_run_and_its_secrets_are_for_the_receiver() -> None:
    """The person who typed it is awaited and has letters with pictures; nobody else has."""
    async with visiting() as visitor:
        await visitor.open_frame()
        receipt = await visitor.say("hello")
        ada, bruno, *_ = (await visitor.state())["people"]
        letters = (await visitor.state(ada["id"]))["letters"]
        others = (await visitor.state(bruno["id"]))["letters"]
        name = letters[0]["parts"][1]["picture"]
        async with visitor.session.get(f"/playground/picture/{ada['id']}/{name}") as answer:
            own = await answer.read()
        async with visitor.session.get(f"/playground/picture/{bruno['id']}/{name}") as answer:
            foreign = answer.status

    assert receipt["settlement"] == "settled"
    assert (ada["awaited"], ada["letters"], bruno["awaited"], others) == (True, 2, False, [])
    assert letters[0]["parts"] == [
        {"text": "Your **hand**"},
        {"picture": name, "alt": "A red hand"},
        {"text": "Keep it"},
    ]
    assert letters[1]["parts"][0] == {"text": "And this, in #metro, not in <#1>"}
    assert letters[1]["parts"][1]["alt"] == "A loose end"
    assert (own, foreign) == (picture("red"), 404)


async def test_a_press_on_a_page_that_was_just_redrawn_still_counts() -> None:
    """A press that simcord refuses as stale is tried again with the new number."""
    async with visiting() as visitor:
        await visitor.open_frame()
        receipt = await visitor.say("hello", late_by=1)

    assert (receipt["rejected"], receipt["settlement"]) == (False, "settled")


async def test_a_file_from_a_page_that_was_just_redrawn_still_arrives() -> None:
    async with visiting() as visitor:
        await visitor.open_frame()
        receipt = await visitor.send_file("some words", late_by=1)
        messages = await visitor.messages()

    assert (receipt["rejected"], receipt["settlement"]) == (False, "settled")
    assert "a.txt: some words" in messages


async def test_what_the_bot_refuses_is_no_failure() -> None:
    """It has answered; simcord's page learns of no error."""
    async with visiting() as visitor:
        await visitor.open_frame()
        receipt = await visitor.say("no")
        messages = await visitor.messages()

    assert (receipt["settlement"], receipt["uncertain"]) == ("settled", False)
    assert receipt["diagnostics"] == []
    assert "That is refused" in messages


async def test_nobody_is_awaited_any_more_at_the_end() -> None:
    async with visiting() as visitor:
        await visitor.open_frame()
        found = []
        for command in ("hello", "bye"):
            await visitor.say(command)
            found.append([person["awaited"] for person in (await visitor.state())["people"]])

    assert found == [[True, False, False, False], [False] * 4]


async def test_a_refusal_for_another_reason_is_passed_on() -> None:
    async with visiting() as visitor:
        await visitor.open_frame()
        receipt = await visitor.act("click", target_id="1", control_key="message:1:component:0")

    assert receipt["rejected"] is True


async def test_somebody_leaves_the_server_and_comes_back() -> None:
    async with visiting() as visitor:
        await visitor.open_frame()
        ada = (await visitor.state())["people"][0]
        found = [ada["here"]]
        for _ in range(2):
            body = {"person": ada["id"]}
            async with visitor.session.post("/playground/member", json=body) as answer:
                found.append((await answer.json())["here"])
            found.append((await visitor.state())["people"][0]["here"])
        receipt = await visitor.say("hello")
        async with visitor.session.post("/playground/member", json={"person": 1}) as answer:
            status = answer.status

    assert found == [True, False, False, True, True]
    assert (receipt["settlement"], status) == ("settled", 400)


async def test_a_day_passes_at_once() -> None:
    async with visiting() as visitor:
        async with visitor.session.post("/playground/pass", json={"hours": 24}) as answer:
            status = answer.status
        now = datetime.fromisoformat((await visitor.state())["now"])

    assert status == 200
    assert timedelta(0) <= now - datetime.now(UTC) - timedelta(hours=23.9) < timedelta(hours=1)


@pytest.mark.parametrize("hours", [0, -3, 169, "x", None])
async def test_time_passes_only_by_sensible_steps(hours: object) -> None:
    """Anything but 1 to 168 hours is refused."""
    async with (
        visiting() as visitor,
        visitor.session.post("/playground/pass", json={"hours": hours}) as answer,
    ):
        status = answer.status

    assert status == 400


async def test_simcords_page_may_be_framed_and_wears_our_style() -> None:
    async with visiting() as visitor:
        async with visitor.session.get("/discord") as answer:
            frame, headers = await answer.text(), answer.headers
        async with visitor.session.get("/preview.css") as answer:
            style = await answer.text()
        async with visitor.session.get("/app.js") as answer:
            script = answer.status

    assert "viewer-picker" in frame
    assert not {"X-Frame-Options", "Content-Security-Policy"} & set(headers)
    assert ".gallery-item { min-height: 340px; }" in style
    assert script == 200


async def test_our_page_is_served_with_its_parts() -> None:
    async with visiting() as visitor:
        statuses = []
        for path in ("/", "/playground/page/page.css", "/playground/page/page.js"):
            async with visitor.session.get(path) as answer:
                statuses.append(answer.status)

    assert statuses == [200, 200, 200]


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://elsewhere.example"}, {"Host": "elsewhere.example"}]
)
async def test_other_sites_are_refused(headers: dict[str, str]) -> None:
    """A page from elsewhere in the same browser can do nothing here."""
    async with (
        visiting() as visitor,
        visitor.session.post("/playground/pass", json={"hours": 1}, headers=headers) as answer,
    ):
        status = answer.status

    assert status == 403
