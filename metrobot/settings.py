"""The settings: the only reader of the environment and of `.env`."""

import base64
import io
import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from metrobot.sharding import Shards, shards_of

FILE: Final = ".env"
"""Name of the file of settings."""
HOME: Final = Path(__file__).resolve().parents[1]
"""Folder of bot.py, where that file is looked for too."""
_ACCOUNT: Final = re.compile(r"\d{17,20}")
_MISSPELT: Final = 0.85
"""Similarity, from 0 to 1, from which an unknown name counts as a misspelt setting."""
_OURS: Final = "discord_"
"""Prefix of the unknown names that are checked in the environment."""
_QUOTES: Final = "\"'`´“”„‟‘’‚‛«»‹›"
_JOINERS: Final = "\u200c\u200d"
"""Unseen signs that words of some languages need."""
_NO_UTF_8: Final = "{} is not in UTF-8: save it anew in that encoding"
_WRONG: Final[Mapping[str, str]] = {
    "bool_parsing": "write yes or no",
    "greater_than": "write a number above {gt}",
    "greater_than_equal": "write {ge} or a number above it",
    "int_parsing": "write a whole number",
    "less_than": "write a number below {lt}",
    "literal_error": "write {expected}",
    "string_pattern_mismatch": "it is not what the portal shows",
    "value_error": "{error}",
}
"""Advice for each of pydantic's kinds of error."""
NO_BOTS_TOKEN: Final = """\
DISCORD_TOKEN is no bot's token, which has three parts with dots between them. Copy it anew: \
Discord Developer Portal, Applications, Bot, Reset Token."""


class Settings(BaseSettings):
    """Settings of the bot, each read from the variable of the same name.

    Attributes:
        discord_token: of the bot's account; secret. Empty: the bot cannot start.
        database_url: where games are kept, as SQLAlchemy reads it.
        backup_dir: where a copy of the database goes each night; None: nowhere.
        backups_kept: how many of these copies are kept.
        log_level: least severity that is logged.
        log_format: of the log's lines: text for people, json for programs.
        metrics_port: port of this machine that serves figures and health; None: none does.
        dev_guild: id of a server on which commands appear at once, or None.
        max_games_per_host: unfinished games that one person may host.
        max_lobbies_per_host: lobbies that one person may host.
        max_joined_lobbies: open lobbies of others that one person may be in.
        max_games_per_server: unfinished games that one server may have.
        max_openings_in_10_minutes: games that one person may open.
        max_imports_in_an_hour: files that one person may import.
        max_replay_megabytes: size of all imported replays of one person.
        aside_after_days: days without an act until a table hears that its game will be
            put aside; 0: none is.
        computer_processes: processes in which computers think; None: one less than processors.
        discord_public_key: key of the bot's application, with which `serve` checks signatures.
        serve_host: address at which `serve` listens.
        serve_port: port at which `serve` listens.
        workers: whether thinking is left to `python -m metrobot work`.
        shards: shards that this process hears; None: all.
        discord_api: base address of the API in tests; empty: Discord's.
    """

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr = SecretStr("")
    database_url: str = Field(default="sqlite+aiosqlite:///metrobot.db", repr=False)
    backup_dir: Path | None = None
    backups_kept: int = Field(default=7, gt=0)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = Field(default=None, gt=0, lt=65536)
    dev_guild: int | None = Field(default=None, gt=0)
    max_games_per_host: int = Field(default=20, gt=0)
    max_lobbies_per_host: int = Field(default=5, gt=0)
    max_joined_lobbies: int = Field(default=6, gt=0)
    max_games_per_server: int = Field(default=200, gt=0)
    max_openings_in_10_minutes: int = Field(default=5, gt=0)
    max_imports_in_an_hour: int = Field(default=10, gt=0)
    max_replay_megabytes: int = Field(default=5, gt=0)
    aside_after_days: int = Field(default=21, ge=0, lt=10_000)
    computer_processes: int | None = Field(default=None, gt=0)
    discord_public_key: str = Field(default="", pattern=r"^([0-9a-fA-F]{64})?$")
    serve_host: str = "127.0.0.1"
    serve_port: int = Field(default=8080, gt=0, lt=65536)
    workers: bool = False
    shards: Annotated[Shards | None, NoDecode] = None
    discord_api: str = ""

    @property
    def secrets(self) -> tuple[str, ...]:
        """Texts that no line of the log may hold; a token that cannot be one is only a word."""
        token = self.discord_token.get_secret_value()
        return (token,) if account_of(token) else ()

    @model_validator(mode="before")
    @classmethod
    def _refuse_misspelt(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse an unknown name that is nearly that of a setting.

        Raises:
            ValueError: there is one.
        """
        # `.env` may hold names of other programs; the environment holds hundreds, so only those
        # with our prefix are looked at.
        names = (name.lower() for name in os.environ)  # noqa: TID251 -- this is that reader
        here = {name for name in names if name.startswith(_OURS)}
        for name in sorted({*values, *here} - set(cls.model_fields)):
            if matches := get_close_matches(name, cls.model_fields, 1, _MISSPELT):
                raise ValueError(f"{name.upper()} is no setting; write {matches[0].upper()}")
        return values

    @model_validator(mode="before")
    @classmethod
    def _refuse_what_is_literal(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take white space around values away; refuse what others would have taken away too.

        Raises:
            ValueError: there is something of that kind.
        """
        ours = {name: value for name, value in values.items() if name in cls.model_fields}
        texts = {name: value.strip() for name, value in ours.items() if isinstance(value, str)}
        faults = [
            f"{name.upper()}: {fault}" for name, text in texts.items() for fault in _faults(text)
        ]
        if faults:
            raise ValueError("; ".join(faults))
        return {name: value for name, value in {**values, **texts}.items() if value != ""}

    @field_validator("shards", mode="before")
    @classmethod
    def _read_shards(cls, value: object) -> object:
        """Parse the text of SHARDS.

        Raises:
            ValueError: it names no shards.
        """
        return shards_of(value) if isinstance(value, str) else value

    @field_validator("backup_dir")
    @classmethod
    def _keep_copies_where_meant(cls, folder: Path | None) -> Path | None:
        """Refuse parts that only a shell fills in: they would become a folder's name.

        Raises:
            ValueError: the path holds something of that kind.
        """
        if folder is not None and re.match(r"~|.*[$%]", str(folder)):
            raise ValueError("write the whole path, without ~, $ or %")
        return folder

    @field_validator("discord_api")
    @classmethod
    def _keep_token_safe(cls, address: str) -> str:
        """Refuse an address to which the token would travel unencrypted.

        Raises:
            ValueError: it is neither encrypted nor on this machine.
        """
        parts = urlsplit(address)
        is_safe = bool(parts.hostname) and (
            parts.scheme == "https" or (parts.scheme == "http" and _is_here(parts.hostname))
        )
        if address and not is_safe:
            raise ValueError("it must begin with https://, or with http:// on this machine alone")
        return address


def _faults(text: str) -> Iterator[str]:
    """Yield the faults of a value that was taken as it stands."""
    for sign in text:
        if not sign.isprintable() and sign not in _JOINERS:
            yield f"it holds a sign that cannot be seen (U+{ord(sign):04X}): type it anew"
    if text.strip(_QUOTES) != text:
        yield "write it without quotes, which would be part of it"
    if re.search(r"(^|\s)#", text):
        yield "write the comment on a line of its own"


class SettingsError(Exception):
    """A setting has a value that it cannot have; the message is one line."""


def _is_here(host: str | None) -> bool:
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    # A name, not an address.
    except ValueError:
        return False


def is_contained() -> bool:
    """Return whether this process runs in a container, as its image or whoever runs it says."""
    return bool(os.environ.get("container"))  # noqa: TID251, SIM112 -- its name


def account_of(token: str) -> str | None:
    """Return the account's id, which is public, from a token; None if it is no bot's token."""
    first, *rest = token.split(".")
    if re.search(r"[^\w.=-]", token, re.ASCII):
        return None
    try:
        account = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except ValueError:
        return None
    return account if len(rest) == 2 and all(rest) and _ACCOUNT.fullmatch(account) else None


def where_read() -> tuple[Path | None, str]:
    """Return the file that settings are read from, and in words where all of them are."""
    places = [Path.cwd() / FILE, HOME / FILE]
    file = next((path for path in places if path.exists()), None)
    nowhere = f"the environment; there is no {' and no '.join(dict.fromkeys(map(str, places)))}"
    return file, f"{file} and the environment" if file else nowhere


def read_settings() -> Settings:
    """Return the settings of the environment and of `.env`.

    Raises:
        SettingsError: one of them cannot be used.
    """
    file, _ = where_read()
    try:
        _check_file(file)
        return Settings(_env_file=file)  # type: ignore[call-arg]  # known to pydantic-settings alone
    except UnicodeDecodeError as error:
        raise SettingsError(_NO_UTF_8.format(file)) from error
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}") from error
    except ValidationError as error:
        # Values are left out: one may be a secret in the wrong place.
        raise SettingsError("; ".join(_problems(error))) from error


def _check_file(file: Path | None) -> None:
    """Look through `.env`, so that nothing in it is passed over in silence.

    Raises:
        SettingsError: it is not what it should be.
        UnicodeDecodeError: it is in another encoding.
        OSError: it cannot be read.
    """
    # Windows hides this ending, and its editor adds it.
    for hidden in (Path.cwd() / f"{FILE}.txt", HOME / f"{FILE}.txt"):
        if file is None and hidden.exists():
            raise SettingsError(f"{hidden} is not read: rename it to {FILE}")
    if file is not None and file.is_dir():
        raise SettingsError(f"{file} is a folder; the file with settings has that name")
    # A pipe can be read only once.
    if file is None or not file.is_file():
        return
    text = file.read_text(encoding="utf-8-sig")
    # UTF-16 without its mark is valid UTF-8.
    if "\0" in text:
        raise SettingsError(_NO_UTF_8.format(file))
    values = dict[str, str]()
    for binding in parse_stream(io.StringIO(text)):
        name, source = (binding.key or "").upper(), binding.original.string
        is_ours = name.lower() in Settings.model_fields
        if binding.error or (is_ours and binding.value is None):
            line = binding.original.line + source.count("\n", 0, len(source) - len(source.lstrip()))
            raise SettingsError(f"{file}, line {line}: write NAME=value")
        if is_ours and values.get(name) not in (None, "", binding.value):
            raise SettingsError(f"{file} names {name} twice, with different values: keep one")
        values[name] = binding.value or ""


def _problems(error: ValidationError) -> Iterator[str]:
    """Yield one line of advice for each setting that cannot be used."""
    for detail in error.errors():
        facts = {name: str(value).replace("'", "") for name, value in detail.get("ctx", {}).items()}
        advice = _WRONG.get(detail["type"], detail["msg"]).format(**facts)
        yield f"{str(detail['loc'][0]).upper()}: {advice}" if detail["loc"] else advice
