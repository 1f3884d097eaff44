"""Every command, and every button that only shows something, by odd people in each language.

What the bot answers is held to Discord's limits by the fixture of this folder.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import discord
import pytest

from metrobot.engine.errors import Refusal
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.ui.app.command_tree import commands_of
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.pages.ids import PressKind
from metrobot.ui.words.catalogue import COMPLETE
from tests.titles import LARGEST
from tests.ui.discord_game import quick_draw
from tests.ui.extremes import ODD
from tests.ui.limits import walk
from tests.ui.replays.stage import longest
from tests.ui.replays.test_review import Quick
from tests.ui.stage import Stage, ids, on_discord, raw

LOOKS: tuple[PressKind, ...] = (
    PressKind.HAND,
    PressKind.BOARD,
    PressKind.ZOOM,
    PressKind.LOG,
    PressKind.TOPIC,
    PressKind.RANKS,
    PressKind.STEP,
)
LOOKS += (
    PressKind.JUMP,
    PressKind.SINCE,
    PressKind.SETTING,
    PressKind.GROUP,
    PressKind.TAB,
    PressKind.LESSON,
    PressKind.REPLAY,
)
LOOKS += (PressKind.REVIEW,)
"""Kinds of buttons and menus that change no game."""
MOST_LOOKS = 250
TOURS = [(*table, language) for table, language in zip(LARGEST, cycle(COMPLETE[1:]))]
TYPED: dict[str, dict[str, Any]] = {
    "daily": {},
    "dig": {"line": "solid", "to": ODD[4]},
    "station": {"line": "solid", "point": ODD[1]},
    "pass": {},
    "build": {"colour": ODD[4], "from": ODD[1], "to": ODD[7]},
    "token": {"count": 1},
    "ride": {"line": ODD[1]},
    "free": {"station": ODD[4]},
    "board": {"zoom": ODD[4]},
    "hand": {},
    "help": {},
    "rules": {"topic": ODD[1]},
    "leaderboard": {"everybody": True},
    "tutorial": {},
    "me games": {},
    "me settings": {"zone": ODD[1]},
    "me away": {"until": ODD[4]},
    "me language": {"language": "auto"},
    "me profile": {},
    "me board": {"show": False},
    "me privacy": {},
    "me forget": {},
    "game status": {},
    "game log": {},
    "game export": {},
    "game replay": {"public": True},
    "game review": {},
    "game reminders": {"after": "3"},
    "game undo": {},
    "game resign": {},
    "game move": {"game": ODD[1]},
    "game cancel": {},
    "game join": {},
    "game leave": {},
    "game start": {},
    "game seats": {},
    "me lookout": {"on": True},
}
"""Commands typed in each phase of a game; most are refused in some of them."""


@dataclass
class Tour:
    """Everything that was tried so far."""

    stage: Stage
    typed: set[str] = field(default_factory=set)
    pressed: set[str] = field(default_factory=set)

    async def type(self, number: int, command: str, **options: Any) -> Any:
        """Type a command; open all that its answer offers to look at."""
        self.typed.add(command)
        person = self.stage.people[number]
        answer = await person.slash(self.stage.channel, command, **options)
        if answer.response is not None:
            await self.look(person, answer.response)
        return answer.response

    async def look(self, person: Any, message: Any) -> None:
        """Press the buttons and menus that change no game, each once."""
        for custom_id, value in list(offers(message)):
            if custom_id + value in self.pressed or len(self.pressed) > MOST_LOOKS:
                continue
            if (custom_id, value) not in offers(self.now(message)):
                continue  # another press has changed the message
            self.pressed.add(custom_id + value)
            if value:
                await person.select(message, [value], custom_id=custom_id)
            else:
                await person.click(message, custom_id=custom_id)

    def now(self, message: Any) -> Any:
        """Return a message as it is now."""
        stored = self.stage.env.backend.get_message(message.channel_id, message.id)
        return type(message)(self.stage.env, stored)

    async def type_all(self, number: int) -> None:
        """Type everything once, and have all options suggested."""
        commands = {each.qualified_name: each for each in commands_of(self.stage.bot.tree)}
        for name, options in TYPED.items():
            await self.suggest(number, name, commands[name])
            await self.type(number, name, **options)
            if name in ("board", "me settings", "rules", "me away", "leaderboard"):
                await self.type(number, name, **SECOND[name])

    async def suggest(self, number: int, name: str, command: Any) -> None:
        """Begin to type each option for which there are suggestions."""
        for option in command.parameters:
            for text in ("", ODD[1]) if option.autocomplete else ():
                person = self.stage.people[number]
                await person.autocomplete(self.stage.channel, name, option.display_name, text)


SECOND: dict[str, dict[str, Any]] = {
    "board": {},
    "me settings": {
        "zone": "America/Argentina/ComodRivadavia",
        "quiet_from": "23:00",
        "quiet_until": "7:00",
    },
    "rules": {},
    "me away": {"until": "30"},
    "leaderboard": {},
}
"""Options of some of them for the second time."""


def offers(message: Any) -> Iterator[tuple[str, str]]:
    """Yield the presses that change no game: ids, for menus with the values to choose."""
    for each in walk(raw(message)):
        kind = str(each.get("custom_id", ":::")).split(":")[3]
        if kind in LOOKS and not each.get("disabled"):
            values = [option["value"] for option in each.get("options") or []]
            yield from ((each["custom_id"], value) for value in values or [""])


def odd_members(stage: Stage, count: int) -> None:
    """Let odd people come."""
    for number in range(count):
        user = stage.env.create_user(f"user{number}")
        stage.people.append(stage.guild.add_member(user, nick=ODD[number % len(ODD)]))


@pytest.mark.parametrize(("title", "players", "language"), TOURS)
@pytest.mark.long
async def test_everything_that_is_sent_keeps_the_limits(
    title: str, players: int, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the lobby, in play, after somebody has left, and after the end."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    async with on_discord(tmp_path / "games.db", 0, FRONTS) as stage:
        stage.foreseen = (Refusal, RecordFaultError)
        stage.bot.parts.tables.reviews.reviewer = Quick()
        odd_members(stage, players + 1)
        role = stage.guild.create_role("Boss", permissions=discord.Permissions.all())
        boss = stage.guild.add_member(stage.env.create_user("Boss"), roles=[role])
        tour = Tour(stage)
        await boss.slash(stage.channel, "server language", language=language)
        await boss.slash(stage.channel, "server daily", hour=9)
        allowed = await boss.slash(stage.channel, "server games")
        await tour.look(boss, allowed.response)
        for number in range(players):
            await stage.people[number].slash(stage.channel, "me language", language=language)
        await tour.type(0, "game new", game=title, seats=players)
        for number in range(1, players):
            await tour.type(number, "game join")
        await tour.type(0, "game reminders", after="3")
        await tour.type(0, "game start")
        await tour.type_all(0)
        await stage.env.advance_time(90_000)
        await tour.type(0, "game replace", seat="1", by=stage.people[players])
        await tour.type(1, "game end", result=True)
        await tour.type_all(players)
        resigned = await tour.type(2 % players, "game resign")
        await stage.people[2 % players].click(resigned, custom_id=ids(resigned)[0])
        await stage.finish()
        await tour.type(1, "game review")
        await stage.bot.parts.tables.reviews.finished()
        await tour.type_all(1)
        await tour.type(1, "game import", file=("a.json", longest(title).encode()))
        spoilt = json.dumps({**json.loads(longest(title)), "key": ODD[1], "title": ODD[4]})
        await tour.type(1, "game import", file=("b.json", spoilt.encode()))

        known = {each.qualified_name for each in commands_of(stage.bot.tree)}
        tried = tour.typed | {"server daily", "server games", "server language", "me language"}

    groups = {"game", "me", "server"}
    assert known - groups - tried == set()
    assert len(tour.pressed) > 40
