"""The settings, and the example of them."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from dotenv import dotenv_values

from metrobot import settings
from metrobot.settings import Settings, SettingsError

EXAMPLE = Path(__file__).parents[2] / ".env.example"
NAMES = sorted(each.name.upper() for each in fields(Settings))


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep out what is set on this machine."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_the_example_names_every_setting() -> None:
    """Neither more nor fewer."""
    assert sorted(dotenv_values(EXAMPLE)) == NAMES


def test_the_example_holds_the_defaults(tmp_path: Path) -> None:
    """Whoever copies it changes nothing by that."""
    (tmp_path / ".env").write_text(EXAMPLE.read_text())

    assert settings.read() == Settings()


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As is usual."""
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\nDEV_GUILD=5\n")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")

    found = settings.read()
    assert (found.log_level, found.dev_guild) == ("DEBUG", 5)


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not where settings are printed or logged."""
    monkeypatch.setenv("DISCORD_TOKEN", "sesame")

    found = settings.read()
    assert "sesame" not in repr(found)
    assert found.discord_token.text == "sesame"


def test_a_wrong_value_is_told_without_showing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be a token in the wrong line."""
    monkeypatch.setenv("DEV_GUILD", "sesame")
    monkeypatch.setenv("LOG_LEVEL", "LOUD")

    with pytest.raises(SettingsError) as error:
        settings.read()
    assert "DEV_GUILD" in str(error.value)
    assert "LOG_LEVEL" in str(error.value)
    assert "sesame" not in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("BACKUPS_KEPT", "0", "write a whole number of at least 1"),
        ("METRICS_PORT", "65536", "write a whole number from 1 to 65535"),
        ("DRAWING_PROCESSES", "-1", "write a whole number from 0 to 64"),
        ("LOG_FORMAT", "xml", "write one of text, json"),
        ("WORKERS", "sesame", "write yes or no"),
        ("DISCORD_PUBLIC_KEY", "sesame", "write the 64 digits and letters"),
        ("DISCORD_API", "https://[sesame", "it must begin with https://"),
        ("SHARDS", "sesame", "write it as 0-3/16"),
    ],
)
def test_what_may_be_written_is_told(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And by which setting."""
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError, match=rf"^{name}: {said}") as error:
        settings.read()
    assert "sesame" not in str(error.value)


def test_what_is_written_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """In small letters and with spaces, too."""
    for name, value in {
        "DISCORD_PUBLIC_KEY": "aB" * 32,
        "backup_dir": "copies",
        "WORKERS": " Yes ",
        "DRAWING_PROCESSES": "0",
        "DISCORD_API": "http://localhost:1/api",
    }.items():
        monkeypatch.setenv(name, value)

    found = settings.read()
    assert found.discord_public_key == "aB" * 32
    assert found.backup_dir == Path("copies")
    assert (found.workers, found.drawing_processes) == (True, 0)
    assert found.discord_api == "http://localhost:1/api"


def test_what_is_empty_is_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in the environment, where the file may say it, nor there."""
    (tmp_path / ".env").write_text("DEV_GUILD=5\nSERVE_PORT=\nSERVE_HOST= \n")
    monkeypatch.setenv("DEV_GUILD", "")

    assert settings.read() == replace(Settings(), dev_guild=5)
