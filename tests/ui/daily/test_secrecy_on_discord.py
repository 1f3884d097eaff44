"""The law of secrecy for lines, end to end: whatever comes, Discord is told the same until then.

The same people press and type the same on bots whose lines have another key, and other cards
after the first few. All that goes over the wire is compared, and what is logged.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE, Doer
from metrobot.service.daily import line_keys, timetable
from metrobot.service.daily.chain import Chain, load_chains
from metrobot.service.daily.pars import Pars
from metrobot.service.model import chance
from metrobot.service.model.chance import Dealing
from metrobot.service.ports import Par, ParJob
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.pages.ids import PressKind, ReplaySource
from tests.ui.daily.exchange import other_chain
from tests.ui.daily.line_stage import (
    LINES,
    begun,
    done,
    forged,
    home,
    leap,
    manager,
    pass_days,
    person,
    scored,
    typed,
    used,
)
from tests.ui.discord_game import KEY, quick_draw
from tests.ui.limits import walk
from tests.ui.stage import Stage, ids, labels, on_discord, raw, texts

STRIP = re.compile(
    r"\u2068\w+\u2069\n"
    r"Line \d+\n[-−]?\d+ points?( · (\d+ (above|below)|on) par)?\n(🔥 \d+\n)?"
    r"[🟩🟨⬛]+\n\d+ full, \d+ half, \d+ less"
)
"""All that is ever posted of an open line."""
SHOWING = (PressKind.REPLAY, PressKind.STEP, PressKind.FILM, PressKind.PAGE)
PRIVATE = ("Standings", "My lines", "Fair dealing", "Settings", "In words")


@dataclass(frozen=True)
class Seen:
    """Everything that Discord and the bot's host are told."""

    requests: list[str]
    files: list[str]
    logged: list[str]
    last: str


async def look_around(stage: Stage, run: int) -> None:
    """Open and forge everything that the three people can."""
    for number in (0, 1, 2):
        page = await home(stage, number)
        for label in PRIVATE:
            if label in labels(page):
                await stage.person(number).click(page, label=label)
                page = await home(stage, number)
        forged_ids = [
            f"mb1:{_today(stage)}:0:line:{wanted}"
            for wanted in ("show!", f"record!{run}", f"words!{run}", "again!", "share!", "week!")
        ]
        forged_ids += [
            f"mb1:{run}:0:{kind}:{ReplaySource.LINE}-0-on" for kind in (*SHOWING, PressKind.REVIEW)
        ]
        for custom_id in forged_ids:
            answer = stage.forge(stage.person(number), page, custom_id)
            await stage.env.settle()
            assert answer.acknowledged
    await typed(stage, 1, _today(stage) + 1)


def _today(stage: Stage) -> int:
    return timetable.number_at(stage.env.now())


async def break_down(stage: Stage, monkeypatch: pytest.MonkeyPatch, planner: Any) -> None:
    """Break a drawing of a planner, so that the fault is logged."""

    async def fail(*_: object) -> None:
        raise RuntimeError("no paint")

    with monkeypatch.context() as broken:
        broken.setattr(Drawing, "finished", fail)
        await stage.person(0).click(planner, custom_id=_choice(planner))


def _choice(planner: Any) -> str:
    """Return the id of something that can be chosen or looked at."""
    return next(each for each in ids(planner) if ":run:try!" in each or ":run:undo!" in each)


async def played(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, cards: int, day: int
) -> tuple[str, int]:
    """Play some cards of a line, and do all else that can be done meanwhile."""
    await leap(stage, day - 0.7)
    # Who has finished has seen all cards; in both worlds they have scored the same.
    await scored(stage, person(stage, 2), day, 30)
    gil = manager(stage)
    await stage.person(gil).slash(stage.channel, "server daily", hour=9, zone="UTC")
    planner = await used(stage, 0, await begun(stage), cards)
    run = int(next(each for each in ids(planner) if ":run:" in each).split(":")[1])
    await look_around(stage, run)
    if any(":run:try!" in each for each in ids(planner)):
        await break_down(stage, monkeypatch, planner)
    await stage.restart()
    await pass_days(stage, 0.5)
    planner = await begun(stage)
    return texts(planner), run


@dataclass(frozen=True)
class Watched:
    """A test that plays on several bots."""

    path: Path
    monkeypatch: pytest.MonkeyPatch
    caplog: pytest.LogCaptureFixture
    cards: int
    day: int


async def seen(
    watched: Watched, name: str, patch: Callable[[pytest.MonkeyPatch], None] | None
) -> Seen:
    """Play on a bot of its own; return all that comes of it."""
    caplog = watched.caplog
    caplog.clear()
    caplog.set_level("DEBUG", "metrobot")
    with watched.monkeypatch.context() as context:
        context.setattr(Drawing, "draw", quick_draw)
        context.setattr(
            "metrobot.ui.app.error_answers.secrets.token_bytes", lambda count: KEY[:count]
        )
        context.setattr("secrets.token_hex", lambda count: "ab" * count)
        if patch is not None:
            patch(context)
        async with on_discord(watched.path / name, fronts=LINES) as stage:
            stage.foreseen = (RuntimeError,)
            await stage.store.people.set_memo(line_keys.CHAINS, f"1:{KEY.hex()}")
            stage.bot.parts.tables.daily.lines.forget()
            last, _ = await played(stage, context, watched.cards, watched.day)
            requests = [
                json.dumps([each.method, each.path, each.json], default=str)
                for each in stage.env.http_requests
            ]
            messages = [m for each in stage.env.backend.messages.values() for m in each.values()]
            files = [
                f"{file['filename']} {file.get('description')}"
                for message in messages
                for file in message.attachments
            ]
    logged = [f"{each.name} {each.getMessage()} {_traced(each)}" for each in caplog.records]
    return Seen(requests, files, logged, last)


def _traced(record: Any) -> str:
    """Return the traceback of a log record, without the addresses of objects."""
    return re.sub("0x[0-9a-f]+", "0x", record.exc_text or "")


def other_world(cards: int, day: int) -> Callable[[pytest.MonkeyPatch], None]:
    """Return a patch that gives a line another key, and other cards after so many."""
    real_index = Dealing.index

    def chains(text: str) -> tuple[Chain, ...]:
        return tuple(other_chain(each, day) for each in load_chains(text))

    def index(dealing: Dealing, before: Sequence[Doer], choices: int) -> int:
        drawn = before.count(CHANCE)
        if dealing.salt[0] != str(day):
            return real_index(dealing, before, choices)
        if drawn >= cards + 1:
            return (chance.draw_index(dealing.key, dealing.salt, drawn, choices) + 1) % choices
        truth = Dealing(Chain(KEY).key(day), dealing.salt, dealing.numbering)
        return real_index(truth, before, choices)

    def patch(context: pytest.MonkeyPatch) -> None:
        context.setattr(line_keys, "load_chains", chains)
        context.setattr(Dealing, "index", index)

    return patch


@pytest.mark.parametrize(
    ("cards", "day"),
    [
        (3, 2),
        *(pytest.param(cards, 2, marks=pytest.mark.long) for cards in (0, 1, 7, 12)),
        *(pytest.param(cards, 4, marks=pytest.mark.long) for cards in (5, 15)),
    ],
)
async def test_discord_and_the_log_are_told_the_same_until_a_card_is_turned_up(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    cards: int,
    day: int,
) -> None:
    """All requests, ids and names; errors of ours, a restart and a paper among them."""
    worlds = (None, other_world(cards, day))
    watched = Watched(tmp_path, monkeypatch, caplog, cards, day)
    truth, false = [
        await seen(watched, f"{number}.db", patch) for number, patch in enumerate(worlds)
    ]

    assert len(truth.requests) > 50
    assert any("no paint" in each for each in truth.logged) or cards != 3
    assert truth.requests == false.requests
    assert truth.files == false.files
    assert truth.logged == false.logged
    assert truth.last == false.last


async def test_another_card_that_is_open_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """So that the law above holds for worlds that do differ."""
    worlds = (None, other_world(-1, 2))
    watched = Watched(tmp_path, monkeypatch, caplog, 0, 2)
    truth, false = [
        await seen(watched, f"{number}.db", patch) for number, patch in enumerate(worlds)
    ]

    assert truth.last != false.last


# --- public bytes, and the key ---


async def test_of_an_open_line_the_public_sees_strips_alone(stage: Stage) -> None:
    """Whatever people press: no picture, no file, no word of a card; all else is private."""
    await leap(stage, 1.3)
    for number in range(3):
        await done(stage, number, which=number)
    planner = await begun(stage, 3) if len(stage.people) > 3 else None
    assert planner is None
    for number in range(3):
        page = await home(stage, number)
        for label in labels(page):
            await stage.person(number).click(await home(stage, number), label=label)
        for wanted in ("show!", "record!1", "words!1"):
            await forged(stage, number, await home(stage, number), f"mb1:2:0:line:{wanted}")
    found = stage.public

    assert len(found) == 3
    for message in found:
        stored = stage.env.backend.get_message(stage.channel.id, message.id)
        assert STRIP.fullmatch(message.content), message.content
        assert not stored.attachments
        assert [each["label"] for each in walk(raw(message)) if each["type"] == 2] == [
            "Play",
            "Standings",
        ]


async def test_the_key_of_an_open_line_is_nowhere(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In no page, error, log or way to write an object down; once it is over its link is shown."""
    caplog.set_level("DEBUG")
    stage.foreseen = (RuntimeError,)
    last, run = await played(stage, monkeypatch, 3, 2)
    lines = stage.bot.parts.tables.daily.lines
    (chain,) = await lines.keys.chains()
    line = await lines.line(2)
    dealing = await lines.keys.dealing(line)
    own = await stage.bot.parts.tables.daily.runs.to_show(run) if line.is_closed else None
    written = [repr(each) for each in (chain, line, dealing, lines, stage.bot.parts.tables.daily)]
    told = [
        *(json.dumps(each.json, default=str) for each in stage.env.http_requests),
        *(f"{each.getMessage()} {each.exc_text}" for each in caplog.records if _ours(each)),
        *written,
    ]
    secrets = [chain.secret, *(chain.link(n) for n in range(2, 12)), *map(chain.key, range(2, 12))]
    for secret in secrets:
        for text in told:
            assert secret.hex() not in text
            assert repr(secret)[2:-1] not in text
    await leap(stage, 1.3)
    page = await stage.press(0, await home(stage, line=2), "Fair dealing")

    assert own is None
    assert last
    assert chain.link(2).hex() in texts(page)
    assert chain.link(3).hex() not in texts(page)


def _ours(record: Any) -> bool:
    """Return whether the bot has logged something; the driver of the database logs all rows."""
    return str(record.name).startswith("metrobot")


async def test_who_judges_a_line_may_break_without_a_word_of_its_key(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """The job and its error tell nothing of the dealing; the next round tries again."""
    await begun(stage)
    jobs = list[ParJob]()

    class Broken:
        """Finds out nothing."""

        async def judge(self, job: ParJob) -> Par:
            """Break."""
            jobs.append(job)
            raise RuntimeError(str(job))

    daily = stage.bot.parts.tables.daily
    pars = Pars(stage.store, daily.papers.clock, daily.lines, Broken())
    await pars.sweep()
    await pars.finished()
    logged = "\n".join(f"{each.getMessage()} {each.exc_text}" for each in caplog.records)

    assert len(jobs) == 1
    assert "line 1" in logged
    assert jobs[0].key.hex() not in logged
    assert repr(jobs[0].key) not in logged
    assert str(jobs[0].salt[1]) not in logged.replace(str(stage.guild.id), "")
    assert replace(jobs[0], map="x").map == "x"
