"""How long people wait is counted, by kinds that nobody can make up."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from metrobot.ui.app.response_times import ResponseTimes, kind_of
from metrobot.ui.pages.ids import PressId, PressKind
from metrobot.ui.process.run import gauges_of
from metrobot.vitals.listener import Vitals
from metrobot.vitals.metrics import Metrics
from tests.ui.stage import Stage


class _Heard(Vitals):
    """Vitals that keep everything they are told."""

    def __init__(self) -> None:
        self.said = list[str]()

    def interaction_received(self, kind: str) -> None:
        """Note a kind."""
        self.said.append(kind)

    def acknowledged(self, seconds: float) -> None:
        """Note a first answer."""
        self.said.append("acknowledged")

    def answered(self, seconds: float) -> None:
        """Note a whole answer."""
        self.said.append("answered")


def _typed(data: dict[str, Any], type_: int = 2) -> Any:
    """Return an interaction with a command."""
    return SimpleNamespace(id=77, type=SimpleNamespace(value=type_), data=data)


async def _discord(status: int) -> tuple[web.AppRunner, int]:
    """Return a Discord that answers everything with a status, and its port."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return runner, runner.addresses[0][1]


@pytest.mark.parametrize(
    ("status", "path", "is_first"),
    [
        (204, "interactions/77/secret/callback", True),
        (404, "interactions/77/secret/callback", False),
        (204, "interactions/78/secret/callback", False),
        (204, "webhooks/1/secret/messages/@original", False),
    ],
)
async def test_the_first_answer_is_what_discord_has_taken(
    status: int, path: str, is_first: bool
) -> None:
    """The callback of that very interaction, and no failure."""
    heard = _Heard()
    answering = ResponseTimes(heard, trace := aiohttp.TraceConfig())
    runner, port = await _discord(status)

    async def answer() -> None:
        answering.begin(_typed({"name": "hand"}))
        async with (
            aiohttp.ClientSession(trace_configs=[trace]) as session,
            session.post(f"http://127.0.0.1:{port}/api/v10/{path}"),
        ):
            pass

    await asyncio.create_task(answer())
    await asyncio.sleep(0)
    await runner.cleanup()

    assert heard.said == ["/hand", *(["acknowledged"] if is_first else []), "answered"]


def test_kinds_are_words_of_ours() -> None:
    """Commands with those below them, buttons by what they are for; never what somebody typed."""
    option = {"type": 3, "name": "title", "value": "typed by Ada"}
    below = {"type": 1, "name": "new", "options": [option]}
    press = PressId(12, 34, PressKind.PLAN, "abcd")

    assert kind_of(_typed({"name": "game", "options": [below]}), None) == "/game new"
    assert kind_of(_typed({"name": "dig", "options": [option]}), None) == "/dig"
    assert kind_of(_typed({"name": "dig", "options": [option]}, 4), None) == "suggestions"
    assert kind_of(_typed({"custom_id": "mb1:12:34:plan:abcd"}, 3), press) == "plan"
    assert kind_of(_typed({"custom_id": "typed by Ada"}, 3), None) == "unknown"


@pytest.fixture
def vitals() -> Metrics:
    """Return the metrics that count everything."""
    return Metrics()


async def test_a_game_is_told_in_figures_without_its_people(vitals: Metrics, pair: Stage) -> None:
    await pair.people[0].slash(pair.channel, "hand")

    since = (await pair.table()).turn_since
    moment = await gauges_of(pair.bot.parts, {}, since)
    text = vitals.text(moment).decode()
    assert moment.oldest_turn == 0
    assert moment.pending == 0
    assert 'state="running"' in text
    assert 'metrobot_interactions_total{kind="/hand"} 1.0' in text
    assert "metrobot_picture_seconds_count 0.0" not in text
    assert 'metrobot_database_seconds_count{kind="write"}' in text
    ids = [person.user.id for person in pair.people]
    assert [each for each in ids if str(each) in text] == []
