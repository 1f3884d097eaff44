"""Figures and health, as Prometheus and a health check read them."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from metrobot.vitals.asking import is_well
from metrobot.vitals.metrics import Gauges, Metrics
from metrobot.vitals.site import metrics_site
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
MOMENT = Gauges({("metromania", "running"): 2}, 60.5, 3, 4, {"turns": 5}, 6)


async def _asked(port: int, path: str) -> tuple[int, str]:
    """Return status and text of what is told at a path."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def _look() -> Gauges:
    return MOMENT


async def _broken() -> Gauges:
    """Find the database gone."""
    raise OSError("it is gone from /secret/place")


@asynccontextmanager
async def _told(look: object = _look) -> AsyncIterator[tuple[int, Metrics]]:
    """Serve the figures at a free port."""
    figures = Metrics()
    async with metrics_site(0, figures, look) as port:  # type: ignore[arg-type]  # one of the above
        yield port, figures


def _everything(figures: Metrics) -> None:
    """Cause every event once."""
    figures.interaction_received("plan")
    figures.acknowledged(0.02)
    figures.answered(0.2)
    figures.drawn(0.1)
    figures.stored("read", 0.001)
    figures.thought("turn", 2.0)
    figures.given_up("turn")
    figures.session_begun()


async def test_all_that_happens_is_told() -> None:
    """Counts and times since the start, and how things stand now."""
    async with _told() as (port, figures):
        _everything(figures)
        status, text = await _asked(port, "/metrics")

    assert status == 200
    told = set(text.splitlines())
    assert {
        'metrobot_interactions_total{kind="plan"} 1.0',
        "metrobot_acknowledgement_seconds_count 1.0",
        "metrobot_answer_seconds_sum 0.2",
        "metrobot_picture_seconds_count 1.0",
        'metrobot_database_seconds_count{kind="read"} 1.0',
        'metrobot_job_seconds_sum{kind="turn"} 2.0',
        'metrobot_deliveries_given_up_total{kind="turn"} 1.0',
        'metrobot_games{state="running",title="metromania"} 2.0',
        "metrobot_oldest_turn_seconds 60.5",
        "metrobot_deliveries_pending 3.0",
        "metrobot_pictures_waiting 4.0",
        'metrobot_jobs_waiting{kind="turns"} 5.0',
        "metrobot_gateway_sessions_total 1.0",
        "metrobot_gateway_shards_down 6.0",
        "metrobot_gateway_silence_seconds NaN",
    } <= told


def test_a_state_that_no_game_is_in_any_more_is_not_told() -> None:
    """Nor would it stay at its last number."""
    figures = Metrics()
    figures.text(MOMENT)

    assert b"metromania" not in figures.text(Gauges())


def test_the_silence_of_a_gateway_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    now, figures = [1000.0], Metrics()
    monkeypatch.setattr("metrobot.vitals.metrics.time.monotonic", lambda: now[0])
    for later, silence in ((30.0, b"30.0"), (4000.0, b"4000.0")):
        figures.event_heard()
        now[0] += later
        assert b"metrobot_gateway_silence_seconds " + silence in figures.text(MOMENT)


async def test_a_bot_is_well_whose_database_answers() -> None:
    async with _told() as (port, _):
        assert await asyncio.to_thread(is_well, port)


async def test_a_bot_whose_database_does_not_answer_is_not_well() -> None:
    """The log says why not, by the kind of the error alone."""
    async with _told(_broken) as (port, _):
        assert not await asyncio.to_thread(is_well, port)
        health, figures = await _asked(port, "/healthz"), await _asked(port, "/metrics")

    assert health == figures == (503, "not well\n")


async def test_a_database_that_hangs_does_not_hold_up_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A transaction is never broken off; and nobody begins another beside it."""
    monkeypatch.setattr("metrobot.vitals.site.PATIENCE", 0.01)
    back, begun = asyncio.Event(), list[Gauges]()

    async def hanging() -> Gauges:
        begun.append(MOMENT)
        waiting = asyncio.ensure_future(back.wait())
        try:
            await asyncio.shield(waiting)
        except asyncio.CancelledError:
            await waiting
            raise
        return MOMENT

    async with asyncio.timeout(PATIENCE), _told(hanging) as (port, _):
        ill = [(await _asked(port, path))[0] for path in ("/healthz", "/metrics", "/healthz")]
        back.set()
        while (await _asked(port, "/healthz"))[0] == 503:
            pass

    assert ill == [503, 503, 503]
    assert len(begun) <= 3


async def test_a_bot_that_is_not_there_is_not_well() -> None:
    async with _told() as (port, _):
        pass

    assert not await asyncio.to_thread(is_well, port)


async def test_a_port_that_is_taken_stops_no_bot(caplog: pytest.LogCaptureFixture) -> None:
    async with _told() as (port, figures), metrics_site(port, figures, _look) as found:
        assert found == 0

    assert f"METRICS_PORT {port} cannot be had" in caplog.text


async def test_nothing_else_is_told() -> None:
    async with _told() as (port, _):
        assert (await _asked(port, "/"))[0] == 404


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    figures = Metrics()
    _everything(figures)
    told = set(
        re.findall(r"^(metrobot_\w+?)(?:_created)?[ {]", figures.text(MOMENT).decode(), re.M)
    )
    board = json.loads((ROOT / "docs/grafana.json").read_text(encoding="utf-8"))
    asked = {
        name
        for panel in board["panels"]
        for target in panel.get("targets", ())
        for name in re.findall(r"metrobot_\w+", target["expr"])
    }

    def base(name: str) -> str:
        return re.sub(r"_(?:bucket|sum|count|total)$", "", name)

    assert asked - told == set()
    assert {base(each) for each in asked} == {base(each) for each in told}
