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
    """Hide the settings of this machine."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "HOME", tmp_path)


def test_the_example_names_every_setting() -> None:
    assert sorted(dotenv_values(EXAMPLE)) == NAMES


def test_the_example_holds_the_defaults(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(EXAMPLE.read_text())

    assert settings.read_settings().model_dump() == Settings.model_construct().model_dump()


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\nDEV_GUILD=5\n")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")

    found = settings.read_settings()
    assert (found.log_level, found.dev_guild) == ("DEBUG", 5)


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("METRICS_PORT", "many", "METRICS_PORT: write a whole number"),
        ("METRICS_PORT", "99999", "METRICS_PORT: write a number below 65536"),
        ("BACKUPS_KEPT", "0", "BACKUPS_KEPT: write a number above 0"),
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL: write DEBUG, INFO, WARNING or ERROR"),
        ("WORKERS", "perhaps", "WORKERS: write yes or no"),
        ("DISCORD_PUBLIC_KEY", "key", "DISCORD_PUBLIC_KEY: it is not what the portal shows"),
        ("DISCORD_API", "ftp://a", "DISCORD_API: it must begin with https://"),
    ],
)
def test_a_wrong_value_is_told_with_what_would_be_right(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    """The words are for a host, not for a programmer."""
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError) as error:
        settings.read_settings()
    assert str(error.value).startswith(said)


def test_a_misspelt_setting_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the file and in the environment, without its value; what others set there is theirs."""
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=x\nMAX_GAMES_PER_HOSTS=3\n")
    with pytest.raises(SettingsError) as in_file:
        settings.read_settings()
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=x\n")
    monkeypatch.setenv("LOG_LEVELS", "of another program")
    settings.read_settings()
    monkeypatch.setenv("DISCORD_TOKN", "sesame")
    with pytest.raises(SettingsError) as in_environment:
        settings.read_settings()

    assert str(in_file.value) == "MAX_GAMES_PER_HOSTS is no setting; write MAX_GAMES_PER_HOST"
    assert str(in_environment.value) == "DISCORD_TOKN is no setting; write DISCORD_TOKEN"


LINE = "LOG_LEVEL=ERROR # día\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_a_file_in_another_encoding_is_told_in_one_line(tmp_path: Path, encoding: str) -> None:
    """Windows' shell writes UTF-16: nobody needs a traceback, or to be started again for ever."""
    (tmp_path / ".env").write_bytes(LINE.encode(encoding))

    with pytest.raises(SettingsError, match=f"^{tmp_path}/.env is not in UTF-8: save it anew"):
        settings.read_settings()


def test_a_mark_of_utf_8_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    """Windows' editor may write one."""
    (tmp_path / ".env").write_bytes(LINE.encode("utf-8-sig"))

    assert settings.read_settings().log_level == "ERROR"


def test_a_file_that_is_not_read_is_named(tmp_path: Path) -> None:
    """A hidden ending, or a folder, such as Docker makes of a file that is missing."""
    (tmp_path / ".env.txt").write_text(LINE)
    with pytest.raises(SettingsError, match=f"^{tmp_path}/.env.txt is not read: rename it to .env"):
        settings.read_settings()
    (tmp_path / ".env").mkdir()
    with pytest.raises(SettingsError, match=f"^{tmp_path}/.env is a folder"):
        settings.read_settings()


def test_a_file_that_may_not_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that root has made, say."""

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    (tmp_path / ".env").write_text(LINE)
    monkeypatch.setattr(Path, "read_text", refuse)

    with pytest.raises(SettingsError, match=f"^{tmp_path}/.env cannot be read: Permission denied"):
        settings.read_settings()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("\n# one\n\nBACKUP_DIR /copies\n", ".env, line 4: write NAME=value"),
        ("OTHER=1\nBACKUP_DIR\n", ".env, line 2: write NAME=value"),
        ('LOG_LEVEL="ERROR\n', ".env, line 1: write NAME=value"),
        (
            "BACKUP_DIR=/copies\nLOG_LEVEL=ERROR\nbackup_dir=\n",
            ".env names BACKUP_DIR twice, with different values: keep one",
        ),
    ],
)
def test_no_line_is_passed_over_in_silence(tmp_path: Path, lines: str, said: str) -> None:
    """Else no copy would be made of a night, and nobody would know; the value is not shown."""
    (tmp_path / ".env").write_text(lines)

    with pytest.raises(SettingsError) as error:
        settings.read_settings()
    assert str(error.value) == f"{tmp_path}/{said}"


def test_names_may_stand_twice_if_nothing_is_lost(tmp_path: Path) -> None:
    """A line of the example that is filled in at the end, and names of other programs."""
    (tmp_path / ".env").write_text("BACKUP_DIR=\nA=1\nA=2\nA\nBACKUP_DIR=/copies\n")

    assert settings.read_settings().backup_dir == Path("/copies")


@pytest.mark.parametrize("folder", ["~/copies", "$HOME/copies", "%USERPROFILE%\\copies"])
def test_a_folder_for_copies_is_a_whole_path(tmp_path: Path, folder: str) -> None:
    """A folder of that very name would be made for a part that a shell fills in."""
    (tmp_path / ".env").write_text(f"BACKUP_DIR={folder}\n")

    with pytest.raises(SettingsError, match=r"^BACKUP_DIR: write the whole path"):
        settings.read_settings()


LITERAL = {
    '"INFO"': "write it without quotes, which would be part of it",
    "'INFO'": "write it without quotes, which would be part of it",
    "“INFO”": "write it without quotes, which would be part of it",
    'INFO"': "write it without quotes, which would be part of it",
    "INFO # how much": "write the comment on a line of its own",
    "# how much": "write the comment on a line of its own",
    "IN\rFO": "it holds a sign that cannot be seen (U+000D): type it anew",
    "\ufeffINFO": "it holds a sign that cannot be seen (U+FEFF): type it anew",
    "INFO\u200b": "it holds a sign that cannot be seen (U+200B): type it anew",
}
"""What `docker --env-file`, shells and pages from which people copy leave in a value."""


@pytest.mark.parametrize(("value", "said"), LITERAL.items())
def test_what_was_taken_literally_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, value: str, said: str
) -> None:
    """In every setting; the value is not shown, which may be a secret."""
    for name in NAMES:
        monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError) as error:
        settings.read_settings()
    for name in NAMES:
        assert f"{name}: {said}" in str(error.value)
    assert "INFO" not in str(error.value)


@pytest.mark.parametrize("space", ["\r", " ", "\t", "\u00a0", "\n", " \r\n"])
def test_white_space_around_a_value_goes(monkeypatch: pytest.MonkeyPatch, space: str) -> None:
    """The end of a line from Windows, say; a value of nothing else is none."""
    monkeypatch.setenv("DATABASE_URL", f"{space}sqlite+aiosqlite:///metrobot.db{space}")
    monkeypatch.setenv("LOG_LEVEL", f"ERROR{space}")
    monkeypatch.setenv("METRICS_PORT", space)
    found = settings.read_settings()

    assert found.database_url == "sqlite+aiosqlite:///metrobot.db"
    assert (found.log_level, found.metrics_port) == ("ERROR", None)


def test_a_file_with_ends_of_lines_from_windows_is_read(tmp_path: Path) -> None:
    """With quotes and comments, which stand there as usual."""
    (tmp_path / ".env").write_bytes(b"LOG_LEVEL='ERROR'\r\nDEV_GUILD=5 # mine\r\n")
    found = settings.read_settings()

    assert (found.log_level, found.dev_guild) == ("ERROR", 5)


def test_words_that_need_unseen_signs_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Persian has a sign between letters that do not join; quotes within a path are its own."""
    monkeypatch.setenv("BACKUP_DIR", "/srv/پشتیبان\u200cها/the bot's")

    assert settings.read_settings().backup_dir == Path("/srv/پشتیبان\u200cها/the bot's")


def test_the_file_is_looked_for_beside_the_program_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder of the start counts more; both places are told if there is none."""
    home, here = tmp_path / "home", tmp_path / "here"
    for folder in (home, here):
        folder.mkdir()
    monkeypatch.setattr(settings, "HOME", home)
    monkeypatch.chdir(here)
    nowhere = settings.where_read()
    (home / ".env").write_text("LOG_LEVEL=ERROR\n")
    beside = settings.where_read(), settings.read_settings().log_level
    (here / ".env").write_text("LOG_LEVEL=DEBUG\n")

    assert nowhere == (None, f"the environment; there is no {here}/.env and no {home}/.env")
    assert beside == ((home / ".env", f"{home}/.env and the environment"), "ERROR")
    assert settings.read_settings().log_level == "DEBUG"


@pytest.mark.parametrize("token", ["a", "bot", "of", "sesame.a"])
def test_only_what_can_be_a_token_is_kept_out_of_the_log(
    monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    """A word would be hidden in every line; a token is."""
    monkeypatch.setenv("DISCORD_TOKEN", token)
    word = settings.read_settings().secrets
    monkeypatch.setenv("DISCORD_TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.b.c")

    assert word == ()
    assert settings.read_settings().secrets == ("MTIzNDU2Nzg5MDEyMzQ1Njc4.b.c",)


@pytest.mark.parametrize(
    "token", ['"MTIzNDU2Nzg5MDEyMzQ1Njc4.b.c"', "MTIzNDU2 Nzg5MDEyMzQ1Njc4.b.c"]
)
def test_other_signs_make_no_token(token: str) -> None:
    """Python's reader of base64 passes them over."""
    assert settings.account_of(token) is None


def test_the_example_begins_with_the_one_line_that_is_needed() -> None:
    """To host for friends one need not read on."""
    settings_in_order = [line for line in EXAMPLE.read_text().splitlines() if "=" in line]

    assert settings_in_order[0] == "DISCORD_TOKEN="
    assert EXAMPLE.read_text().splitlines().index("DISCORD_TOKEN=") < 4
