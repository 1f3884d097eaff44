"""A database that cannot be used: players are told, nothing is half done, and it heals."""

import os
import sqlite3
from pathlib import Path

import pytest

from metrobot.service.play import commit
from metrobot.store.db.errors import DatabaseTroubleError, UnsureError
from metrobot.store.parts import GameStore
from metrobot.ui.app import error_answers
from tests.ui.stage import Stage, again, labels, texts

TOLD = "I can’t read or save games at the moment. No confirmed turn is lost."


def _copy(file: Path, copy: Path) -> None:
    """Make a whole copy of a database, as a backup does."""
    source, target = sqlite3.connect(file), sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.close()


async def test_a_player_is_told_and_may_confirm_once_the_file_is_back(
    stage: Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever runs the bot has one line with the path; the turn is played once."""
    away = tmp_path / "away.db"
    stage.foreseen = (DatabaseTroubleError,)
    board = await stage.start(1)
    planner = await stage.plan(0, board, "Take 1", "Stop")
    before = len(stage.public)
    os.replace(stage.path, away)
    refused = await stage.people[0].click(planner, label="Confirm")
    lines = [each for each in caplog.records if each.name == error_answers.__name__]
    os.replace(away, stage.path)
    unchanged = (await stage.table()).turns_played
    await stage.people[0].click(again(stage, planner), label="Confirm")

    assert texts(refused.followups[-1]).startswith(TOLD)
    assert {each.getMessage() for each in lines} == {
        f"The database {stage.path} cannot be used: its file is gone or empty. "
        "Put it back where it was, or a copy in its place."
    }
    assert [each.exc_info for each in lines if each.exc_info] == []
    assert unchanged == ()
    assert len((await stage.table()).turns_played) == 1
    assert len(stage.public) == before + 1


async def test_whose_turn_may_be_stored_is_not_told_to_play_it_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that breaks off and cannot be asked either leaves that open."""

    async def break_off(*_: object) -> None:
        raise UnsureError("the server")

    monkeypatch.setattr(commit, "PAUSE", 0.0)
    stage.foreseen = (UnsureError,)
    planner = await stage.plan(0, await stage.start(1), "Take 1", "Stop")
    monkeypatch.setattr(GameStore, "append", break_off)
    told = await stage.people[0].click(planner, label="Confirm")

    assert "I can’t tell whether it was saved. Check before you" in texts(told.followups[-1])


async def test_a_copy_in_its_place_is_played_on_from_where_it_stands(
    stage: Stage, tmp_path: Path
) -> None:
    """Nothing that was played after the copy was made is remembered."""
    stage.foreseen = (DatabaseTroubleError,)
    copy = tmp_path / "copy.db"
    board = await stage.start(1)
    _copy(stage.path, copy)
    await stage.turn(0, "Take 1", "Stop")
    os.replace(copy, stage.path)
    told = await stage.people[1].click(stage.newest_board(), label="Plan my turn")
    again_ = await stage.people[0].click(board, label="Plan my turn")

    assert texts(told.response).startswith(TOLD)
    assert (await stage.table()).turns_played == ()
    assert "Confirm" in labels(again_.response) or texts(again_.response).startswith("Tried 0")
