"""`python -m metrobot work` where there is nothing to do, or what it needs is missing."""

from pathlib import Path

import pytest

from metrobot import cli
from metrobot.workers.command import NOTHING_TO_DO


@pytest.mark.parametrize("address", ["sqlite+aiosqlite:///games.db", "sqlite+aiosqlite://"])
def test_on_a_file_there_is_nothing_to_do(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One sentence says so, with code 2: a service that starts it again would do so for ever.

    The file is not touched, so that the bot may play on it meanwhile.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", address)

    assert cli.main(["work"]) == cli.MISUSE
    assert capsys.readouterr().err == f"{NOTHING_TO_DO}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (("DATABASE_URL", "games"), "A setting cannot be used: DATABASE_URL: this is no address"),
        (("LOG_LEVEL", "LOUD"), "A setting cannot be used: LOG_LEVEL"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_line(
    setting: tuple[str, str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(*setting)

    assert cli.main(["work"]) == cli.MISUSE
    assert capsys.readouterr().err.startswith(said)


def test_a_server_that_cannot_be_reached_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://me:sesame@127.0.0.1:1/games")

    assert cli.main(["work"]) == cli.FAULT
    (said,) = [
        record.getMessage()
        for record in caplog.records
        if record.name == "metrobot.workers.command"
    ]
    assert "its server cannot be reached" in said
    assert "sesame" not in said
