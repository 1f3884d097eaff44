"""The settings, and the example of them."""

from pathlib import Path

import pytest
from dotenv import dotenv_values

from metrobot import settings
from metrobot.settings import Settings, SettingsError

EXAMPLE = Path(__file__).parents[2] / ".env.example"
NAMES = sorted(name.upper() for name in Settings.model_fields)


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

    assert settings.read_settings().model_dump() == Settings.model_construct().model_dump()


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As is usual."""
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\nDEV_GUILD=5\n")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")

    found = settings.read_settings()
    assert (found.log_level, found.dev_guild) == ("DEBUG", 5)


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not where settings are printed or logged."""
    monkeypatch.setenv("DISCORD_TOKEN", "sesame")

    found = settings.read_settings()
    assert "sesame" not in repr(found)
    assert found.discord_token.get_secret_value() == "sesame"


def test_a_wrong_value_is_told_without_showing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be a token in the wrong line."""
    monkeypatch.setenv("DEV_GUILD", "sesame")
    monkeypatch.setenv("LOG_LEVEL", "LOUD")

    with pytest.raises(SettingsError) as error:
        settings.read_settings()
    assert "DEV_GUILD" in str(error.value)
    assert "LOG_LEVEL" in str(error.value)
    assert "sesame" not in str(error.value)
    assert "\n" not in str(error.value)
