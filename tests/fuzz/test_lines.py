"""Thousands of strange presses about lines: each is answered, and none plays for others."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from metrobot.service.daily.replayed import TITLE
from metrobot.service.model.play import Person, PlayerId
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.pages.ids import PressKind
from tests.ui.daily.line_stage import LINES, kept, leap
from tests.ui.discord_game import quick_draw
from tests.ui.limits import walk
from tests.ui.stage import Stage, on_discord

AT_ONCE = 10
"""So many are under way at the same moment."""
NUMBERS = ("0", "1", "2", "3", "4", "9" * 18)
PLANNER = ("try", "menu", "group", "tab", "back", "anew", "done")
CODES = ("0000:", "", ":", "0000:0", "ffff:1.2", "0:0000:", "0000:~tabs", "0000:~a", "x" * 60)
VALUES = ("0", "1", "-1", "a", "daily", "never", "1.0", "9" * 40, "", "²")
PAGES = [kind for kind in PressKind if ":" in kind]
KINDS = (["run"], ["line"], ["daily"])
Row = Mapping[str, Any]


def ids_of_lines(message: Any) -> list[str]:
    """Return the ids of a message's buttons and menus that are about lines."""
    found = (each.get("custom_id", "") for each in walk(list(message.components)))
    return [each for each in found if each.split(":")[3:4] in KINDS]


@dataclass
class Sent:
    """Presses sent by several people, and their answers."""

    stage: Stage
    rng: Random
    seen: list[str] = field(default_factory=list)
    answers: int = 0

    def pages(self, number: int) -> list[Any]:
        """Return the private pages of somebody, and all that is public, the latest ones."""
        backend, person = self.stage.env.backend, self.stage.person(number)
        found = [
            each
            for each in backend.messages[self.stage.channel.id].values()
            if each.components and each.visible_to(person.id)
        ]
        for message in found:
            self.seen += ids_of_lines(message)
        return found[-4:]

    def custom_id(self, page: Any) -> str:
        """Return an id of a page, or one that stood somewhere else, or a spoilt one."""
        rng = self.rng
        own = ids_of_lines(page)
        if own and rng.random() < 0.5:
            playing = [each for each in own if ":run:try!" in each or ":run:done!" in each]
            return str(rng.choice(playing or own))
        if self.seen and rng.random() < 0.5:
            return rng.choice(self.seen[-120:])
        number, revision = rng.choice(NUMBERS), rng.choice(("0", "1", "3", "9" * 9))
        kind: str = rng.choice((PressKind.RUN, *PAGES, "line:x", "daily:"))
        if kind == PressKind.RUN:
            rest = f":{rng.choice((*PLANNER, 'plan', ''))}!{rng.choice(CODES)}"
        else:
            kind, rest = f"{kind}!", rng.choice((*NUMBERS, "", "x"))
        return f"mb1:{number}:{revision}:{kind}{rest}"[:100]


async def sent(fuzz: Sent) -> set[int]:
    """Send some presses at the same moment; return who has pressed."""
    stage, rng, who, under_way = fuzz.stage, fuzz.rng, set[int](), list[Any]()
    for _ in range(AT_ONCE):
        number = rng.randrange(3)
        pages = fuzz.pages(number)
        if not pages:
            continue
        page = rng.choice(pages)
        custom_id = fuzz.custom_id(page)
        values = [rng.choice(VALUES)] if rng.random() < 0.2 else []
        under_way.append(stage.forge(stage.person(number), page, custom_id, *values))
        who.add(stage.person(number).id)
    await stage.env.settle()
    for answer in under_way:
        assert answer.acknowledged
        fuzz.answers += 1
    return who


def _check_moves(before: Sequence[Row], after: Sequence[Row], who: set[int]) -> None:
    """Check that runs have only grown, and those alone of who has pressed."""
    known = {row["id"]: row for row in before}
    counted = [(row["of"], row["player"]) for row in after if row["kind"] == "line"]
    assert len(set(counted)) == len(counted)
    for row in after:
        old = known.get(row["id"], {"deeds": [], "turns": 0})
        if dict(row) != dict(old):
            assert row["player"] in who
            assert list(row["deeds"])[: len(old["deeds"])] == list(old["deeds"])
            assert len(row["deeds"]) == row["turns"] >= old["turns"]


async def _check_games(stage: Stage, rows: Sequence[Row]) -> None:
    """Check that all that was done is legal, and was counted right."""
    runs = stage.bot.parts.tables.daily.runs
    runs.forget()
    for row in rows:
        run = await runs.by_id(row["id"], Person(PlayerId(row["player"]), "x"))
        if run.is_over:
            (sheet,) = TITLE.view_for(run.play.state, frozenset()).sheets
            assert sheet.count.score == row["score"]


async def _run(path: Path, seed: int, count: int, caplog: pytest.LogCaptureFixture) -> None:
    """Send a number of presses to a bot on which three people play lines."""
    caplog.set_level(logging.ERROR)
    async with on_discord(path, 3, LINES) as stage:
        fuzz = Sent(stage, Random(seed))
        for number in range(3):
            page = (await stage.person(number).slash(stage.channel, "daily")).response
            await stage.person(number).click(page, label="Play")
        before = (await kept(stage))["runs"]
        while fuzz.answers < count:
            who = await sent(fuzz)
            after = (await kept(stage))["runs"]
            _check_moves(before, after, who)
            before = after
            if fuzz.rng.random() < 0.05:
                await leap(stage, 0.4)
                for number in range(3):
                    await stage.person(number).slash(stage.channel, "daily")
        await _check_games(stage, before)

    assert caplog.records == []
    assert any(row["turns"] for row in before)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawing, "draw", quick_draw)


async def test_strange_presses_about_lines_play_for_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """300, ten at a time: each has an answer, nothing is logged, all games are legal."""
    await _run(tmp_path / "games.db", 1, 300, caplog)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(2, 8))
async def test_thousands_of_strange_presses_about_lines_do_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    await _run(tmp_path / "games.db", seed, 1_000, caplog)
