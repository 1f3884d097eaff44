"""The law of secrecy, end to end: other hands, the same public game, byte for byte.

The same turns are played twice. The draws of the service are scripted
(`metrobot.service.model.chance.draw`): one city, and two deals that differ in a marker
exchanged between two hands. Both deals allow every action, and give spectators
the same view after each event (MM §11.3).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.draft import new_draft
from metrobot.engine.errors import RuleError
from metrobot.games.metromania.actions import DealMarkers, Dig
from metrobot.games.metromania.setup import deals
from metrobot.games.metromania.title import MetroMania
from metrobot.service.model import chance
from metrobot.service.model.table import Table
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.pictures.render_queue import FOR_ALL, Ask
from metrobot.ui.pages.ids import PressId, PressKind
from metrobot.ui.pages.values import Picture
from tests.ui.discord_game import DiscordGame, on_discord, quick_draw
from tests.ui.limits import on_phone

TITLE = MetroMania()
RULES = TITLE.ruleset(4, {})
CITY, DEAL, TURNS = 77_777, 1_000, 10
ONLOOKER = 4
Turn = list[Action]


@dataclass(frozen=True)
class Script:
    """One game as spectators see it, under two deals.

    Attributes:
        turns: what is chosen in each turn.
        deals: places of the two deals in the list of all.
        unchanged: a seat that holds the same in both.
    """

    turns: list[Turn]
    deals: tuple[int, int]
    unchanged: Seat


def dealt(deal: DealMarkers) -> Any:
    """Return the state with which the first turn begins."""
    state = TITLE.initial_state(RULES)
    for action in (TITLE.chance(state)[CITY], deal):
        state = TITLE.apply(state, CHANCE, action)
    return state


def settled(state: Any) -> Any:
    """Return the state once all that is forced is done."""
    while (due := TITLE.forced(state)) is not None:
        state = TITLE.apply(state, *due)
    return state


def random_turns(state: Any, chooser: Random) -> Iterator[Turn]:
    """Yield random turns of people fond of digging."""
    for _ in range(TURNS):
        (seat,) = TITLE.awaiting(state)
        assert isinstance(seat, int)
        draft, turn = new_draft(TITLE, state, Seat(seat)), list[Action]()
        while not draft.is_turn_over:
            digs = [each for each in draft.open_choices if isinstance(each, Dig)]
            placing = [each for each in digs if each.letter]
            turn.append(chooser.choice(placing or digs or list(draft.open_choices)))
            draft = draft.then_action(turn[-1])
        yield turn
        state = settled(draft.state)


def views(deal: DealMarkers, turns: Sequence[Turn]) -> Iterator[Any]:
    """Yield the spectators' view after each turn; stop where a deal forbids one."""
    state = dealt(deal)
    for turn in turns:
        (seat,) = TITLE.awaiting(state)
        try:
            draft = new_draft(TITLE, state, seat)  # type: ignore[arg-type]  # a seat
            for action in turn:
                draft = draft.then_action(action)
        except RuleError:
            return
        state = settled(draft.state)
        yield TITLE.view_for(state)


def differing(one: DealMarkers, other: DealMarkers) -> list[int]:
    """Return the seats whose hands differ."""
    return [
        n for n, hands in enumerate(zip(one.hands, other.hands, strict=True)) if len({*hands}) > 1
    ]


@pytest.fixture(scope="module")
def script() -> Script:
    """Return a game, and another deal under which it is the same for spectators."""
    every = deals(4)
    turns = list(random_turns(dealt(every[DEAL]), Random(1)))
    seen = list(views(every[DEAL], turns))
    for number, deal in enumerate(every):
        changed = differing(every[DEAL], deal)
        if len(changed) == 2 and list(views(deal, turns)) == seen:
            unchanged = next(n for n in range(4) if n not in changed)
            return Script(turns, (DEAL, number), Seat(unchanged))
    raise AssertionError("no other deal gives the same game")


def code_of(table: Table, turn: Turn) -> str:
    """Return the code of a scripted turn for Confirm."""
    (seat,) = table.seats_to_act()
    draft = new_draft(TITLE, table.state, seat)
    for action in turn:
        draft = draft.then_action(action)
    return draft.code


async def played(game: DiscordGame, turns: Sequence[Turn]) -> None:
    """Play the scripted turns, each from its planner."""
    for turn in turns:
        person, table = await game.to_act(), await game.table()
        planner = await game.plan(person)
        confirm = PressId(table.id, table.revision, PressKind.DONE, code_of(table, turn))
        game.emit(person, planner, str(confirm), forged=True)
        await game.env.settle()


def public(game: DiscordGame) -> list[str]:
    """Return every public message whole: as Discord holds it, and its pictures."""
    found = []
    for message in game.public:
        stored = game.stored(message)
        pictures = [data.hex() for data in game.pictures(message)]
        found.append(
            json.dumps(
                [
                    message.components,
                    stored.content,
                    stored.attachments,
                    stored.mention_user_ids,
                    stored.flags,
                    pictures,
                ]
            )
        )
    return found


async def told_to(game: DiscordGame, person: Any) -> list[str]:
    """Return all answers to somebody's looks and to their tries to act for others."""
    board = game.board
    presses = [f"{board.id}:{kind}" for kind in ("plan", "hand", "board")]
    answers = []
    table = await game.table()
    for press in presses:
        kind = PressKind(press.partition(":")[2])
        custom_id = str(PressId(table.id, table.revision, kind))
        answers.append(await person.click(board, custom_id=custom_id))
    for command, options in (
        ("hand", {}),
        ("board", {"text": True}),
        ("board", {}),
        ("game status", {}),
        ("game log", {}),
        ("game export", {}),
        ("game replay", {}),
        ("game replay", {"animation": True}),
        ("pass", {}),
        ("game cancel", {}),
        ("game join", {}),
    ):
        answers.append(await person.slash(game.channel, command, **options))
    replay = (await person.slash(game.channel, "game replay")).response
    answers.append(await person.click(replay, label="As a page"))
    shown = [m for a in answers for m in (a.response, *a.followups) if m is not None]
    return [
        json.dumps([m.components, m.content, [data.hex() for data in game.pictures(m)]])
        for m in shown
    ]


@dataclass(frozen=True)
class Seen:
    """Everything that people without the exchanged markers can see of a game."""

    public: list[str]
    onlooker: list[str]
    third: list[str]
    log: list[str]
    hands: list[str]


async def seen(
    script: Script,
    deal: int,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> Seen:
    """Play the script under a deal; pictures for the public are drawn for real."""
    drawn, drawing = Drawing.draw, {1: CITY, 2: deal}

    async def draw(context: Drawing, picture: Picture, asked: Ask = FOR_ALL) -> discord.File:
        return await (quick_draw if "-plan-" in picture.stem else drawn)(context, picture, asked)

    async def fail(*_: object) -> None:
        raise RuntimeError("no paint")

    caplog.clear()
    caplog.set_level("DEBUG", "metrobot")
    with monkeypatch.context() as patch:
        patch.setattr(Drawing, "draw", draw)
        patch.setattr(
            chance, "draw_index", lambda key, salt, number, choices: drawing.get(number, 0)
        )
        async with on_discord(path, people=5) as game:
            await game.start(4)
            await played(game, script.turns[:-1])
            with patch.context() as broken:
                broken.setattr(Drawing, "finished", fail)
                await _unposted(game, script.turns[-1])
            await game.env.advance_time(600)
            table = await game.table()
            third = game.actor(table.person_at(script.unchanged))
            return Seen(
                public(game),
                await told_to(game, game.people[ONLOOKER]),
                await told_to(game, third),
                [f"{each.name} {each.getMessage()} {each.exc_text}" for each in caplog.records],
                [m.content for p in game.people for m in game.direct(p)],
            )


async def _unposted(game: DiscordGame, turn: Turn) -> None:
    """Play a turn that cannot be drawn."""
    person, table = await game.to_act(), await game.table()
    code = code_of(table, turn)
    await game.bot.parts.tables.turns.confirm(table.id, person.id, table.revision, code)
    # simcord waits for what the bot does of its own accord, not for what we have it do.
    await game.bot.parts.tables.close()
    await game.env.settle()


@pytest.mark.long
async def test_other_hands_change_nothing_that_others_can_see(
    script: Script,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Messages, pictures, names of files, alt texts, ids, refusals and the log are the same.

    So is what a locked screen shows of a letter with a hand in it.
    """
    one, other = [
        await seen(script, deal, tmp_path / f"{deal}.db", monkeypatch, caplog)
        for deal in script.deals
    ]

    assert sum(a != b for a, b in zip(one.hands, other.hands, strict=True)) == 2
    assert list(map(on_phone, one.hands)) == list(map(on_phone, other.hands))
    assert len(one.public) == 2 + TURNS
    assert one.public == other.public
    assert one.onlooker == other.onlooker
    assert one.third == other.third
    assert one.log == other.log
    assert any("failed" in line for line in one.log)
