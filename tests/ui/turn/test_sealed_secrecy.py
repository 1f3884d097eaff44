"""The law of secrecy for sealed choices: whatever is locked, others see the same bytes.

The same game is played several times on the same draws; only what one player
locks, and how often they change it, differs.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from metrobot.service.model import chance
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.pages.ids import PressId, PressKind
from tests.service.stage import KEY
from tests.ui.rounds_stage import Rounds, on_rounds
from tests.ui.stage import Stage

SECRETS: Sequence[Sequence[Sequence[int]]] = ([[0]], [[2]], [[3, 1]], [[1], [3, 3], [2]])
"""Bob's locked choices, one after the other."""
COMMANDS: Sequence[tuple[str, dict[str, Any]]] = (
    ("hand", {}),
    ("board", {}),
    ("board", {"text": True}),
    ("game status", {}),
    ("game log", {}),
    ("game export", {}),
    ("pick", {"count": 9}),
    ("pick", {"count": 1}),
    ("game join", {}),
    ("game cancel", {}),
)


@dataclass(frozen=True)
class Seen:
    """Everything that everybody but Bob can see before the round is opened."""

    public: list[str]
    requests: list[str]
    told: list[list[str]]
    log: list[str]
    record: str


def whole(stage: Stage, message: Any) -> str:
    """Return a message as Discord holds it, with the bytes of its files."""
    stored = stage.env.backend.get_message(stage.channel.id, message.id)
    files = [stage.env.backend.cdn.get(each["url"]) or b"" for each in stored.attachments]
    names = [each["filename"] for each in stored.attachments]
    parts = [stored.components, stored.content, names, stored.flags, stored.mention_user_ids]
    return unnumbered(parts) + "".join(data.hex() for data in files)


def unnumbered(parts: object) -> str:
    """Return JSON without the long numbers that Discord gives to what it keeps.

    They count up with each press, so they tell how often Bob pressed, whatever the choice was.
    """
    return re.sub(r"\d{15,}", "#", json.dumps(parts, default=str))


async def told(stage: Stage, person: Any) -> list[str]:
    """Return all answers to somebody."""
    table, board = await stage.table(), Rounds(stage).board
    answers = []
    for kind in (PressKind.PLAN, PressKind.HAND, PressKind.BOARD):
        custom_id = str(PressId(table.id, table.revision, kind))
        answers.append(await person.click(board, custom_id=custom_id))
    for command, options in COMMANDS:
        answers.append(await person.slash(stage.channel, command, **options))
    shown = [m for a in answers for m in (a.response, *a.followups) if m is not None]
    return [whole(stage, each) for each in shown]


async def seen(
    secret: Sequence[Sequence[int]],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> Seen:
    """Play a round in which Ann and Bob lock and Cat does not, up to then."""

    async def fail(*_: object) -> None:
        raise RuntimeError("no paint")

    caplog.clear()
    caplog.set_level("DEBUG", "metrobot")
    with monkeypatch.context() as patch:
        patch.setattr(chance, "draw_index", lambda key, salt, number, count: count - 1)
        patch.setattr(
            "metrobot.ui.app.error_answers.secrets.token_bytes", lambda count: KEY[:count]
        )
        async with on_rounds(path, people=4) as stage:
            game = Rounds(stage)
            stage.bot.parts.tables.lobbies.entropy = lambda: KEY
            stage.foreseen = (RuntimeError,)
            await game.start(1, 2)
            await game.lock(0, 1)
            for picks in secret:
                planner = await game.choose(1, *picks)
                await game.stage.press(1, planner, "Lock")
            with patch.context() as broken:  # an error of ours while Bob looks
                broken.setattr(Drawing, "finished", fail)
                await stage.people[1].click(game.board, label="Choose")
            await stage.restart()
            await stage.env.advance_time(600)
            path_of = f"/channels/{stage.channel.id}/messages"
            requests = [
                f"{each.method} {unnumbered(each.json)}"
                for each in stage.env.http_requests
                if each.path.startswith(path_of)
            ]
            public = [whole(stage, each) for each in stage.public]
            answers = [await told(stage, stage.people[number]) for number in (2, 0, 3)]
            return Seen(
                public,
                requests,
                answers,
                [f"{each.name} {each.getMessage()} {each.exc_text}" for each in caplog.records],
                json.dumps(str((await stage.table()).record())),
            )


@pytest.mark.long
async def test_what_is_locked_changes_nothing_that_others_can_see(
    tmp_path: Path,
    toy_words: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Messages, edits, pictures, alt texts, names of files, ids, refusals, record and log."""
    found = [
        await seen(secret, tmp_path / f"{number}.db", monkeypatch, caplog)
        for number, secret in enumerate(SECRETS)
    ]

    first = found[0]
    assert any("Locked: " in each and "Bob" in each for each in first.public)
    assert any("no paint" in line for line in first.log)
    for other in found[1:]:
        assert other.public == first.public
        assert other.requests == first.requests
        assert other.record == first.record
        assert other.log == first.log
        assert other.told == first.told


async def test_ones_own_choice_is_shown_to_oneself(
    tmp_path: Path, toy_words: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the law above holds for a game that does differ."""
    monkeypatch.setattr(chance, "draw_index", lambda key, salt, number, count: count - 1)
    shown = []
    for number, picks in enumerate(([1], [3, 2])):
        async with on_rounds(tmp_path / f"{number}.db") as stage:
            game = Rounds(stage)
            await game.start(1)
            await game.lock(1, *picks)
            shown.append(await told(stage, stage.people[1]))

    assert shown[0] != shown[1]
