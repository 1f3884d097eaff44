"""The settings: the only reader of the environment and of `.env`."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from dotenv import dotenv_values

from metrobot import written
from metrobot.sharding import Shards, shards_of
from metrobot.written import Secret

FILE: Final = Path(".env")


_NO_TOKEN: Final = Secret("")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What whoever runs the bot can set, each by a variable of the same name.

    Attributes:
        discord_token: of the bot's account; secret. Empty: the bot cannot start.
        database_url: where games are kept, as SQLAlchemy reads it.
        backup_dir: where a copy of the database goes each night; None: nowhere.
        backups_kept: how many of these copies are kept.
        log_level: how much is logged.
        log_format: of its lines: text for people, json for programs.
        metrics_port: of this machine, where figures and health are told; None: nowhere.
        dev_guild: id of a server on which commands appear at once, or None.
        max_games_per_host: unfinished games that one person may host.
        max_lobbies_per_host: lobbies that one person may host.
        max_games_per_server: unfinished games that one server may have.
        max_openings_in_10_minutes: games that one person may open.
        max_imports_in_an_hour: files that one person may import.
        max_replay_megabytes: that the imported replays of one person may take.
        computer_processes: in which computers think; None: one for each processor but one.
        drawing_processes: which draw pictures; 0: threads do; None: as fits the processors.
        discord_public_key: of the bot's application, by which `serve` knows Discord's signature.
        serve_host: address at which `serve` listens.
        serve_port: port at which it does.
        workers: whether thinking is left to `python -m metrobot work`.
        shards: which parts of Discord's servers this process hears; None: all.
        discord_api: base address of another API than Discord's, for tests; empty: Discord's.
    """

    discord_token: Secret = _NO_TOKEN
    database_url: str = field(default="sqlite+aiosqlite:///metrobot.db", repr=False)
    backup_dir: Path | None = None
    backups_kept: int = 7
    log_level: str = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = None
    dev_guild: int | None = None
    max_games_per_host: int = 20
    max_lobbies_per_host: int = 5
    max_games_per_server: int = 200
    max_openings_in_10_minutes: int = 5
    max_imports_in_an_hour: int = 10
    max_replay_megabytes: int = 5
    computer_processes: int | None = None
    drawing_processes: int | None = None
    discord_public_key: str = ""
    serve_host: str = "127.0.0.1"
    serve_port: int = 8080
    workers: bool = False
    shards: Shards | None = None
    discord_api: str = ""


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "discord_token": Secret,
    "database_url": str,
    "backup_dir": Path,
    "backups_kept": written.whole(1),
    "log_level": written.one_of("DEBUG", "INFO", "WARNING", "ERROR"),
    "log_format": written.one_of("text", "json"),
    "metrics_port": written.whole(1, 65535),
    "dev_guild": written.whole(1),
    "max_games_per_host": written.whole(1),
    "max_lobbies_per_host": written.whole(1),
    "max_games_per_server": written.whole(1),
    "max_openings_in_10_minutes": written.whole(1),
    "max_imports_in_an_hour": written.whole(1),
    "max_replay_megabytes": written.whole(1),
    "computer_processes": written.whole(1),
    "drawing_processes": written.whole(0, 64),
    "discord_public_key": written.key,
    "serve_host": str,
    "serve_port": written.whole(1, 65535),
    "workers": written.yes_or_no,
    "shards": shards_of,
    "discord_api": written.safe_address,
}
"""What makes a value of what is written, for each setting."""


class SettingsError(Exception):
    """A setting has a value that it cannot have; the message is one line."""


def read(file: Path | None = FILE) -> Settings:
    """Return the settings of the environment and of a file; what is empty is not set.

    Args:
        file: that is read if it is there; what the environment says goes before it. None: none.

    Raises:
        SettingsError: one of them cannot be used. Its value is not told, since
            it may be a secret in the wrong place.
    """
    given = {**({} if file is None else _named(dotenv_values(file))), **_named(os.environ)}
    found, problems = dict[str, Any](), list[str]()
    for name, reader in _READERS.items():
        if name not in given:
            continue
        try:
            found[name] = reader(given[name])
        except ValueError as error:
            problems.append(f"{name.upper()}: {error}")
    if problems:
        raise SettingsError("; ".join(problems))
    return Settings(**found)


def _named(variables: Mapping[str, str | None]) -> dict[str, str]:
    """Return what is written of each variable, by its name in small letters."""
    return {
        name.lower(): value.strip() for name, value in variables.items() if value and value.strip()
    }
