"""The settings: the only reader of the environment and of `.env`."""

from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What whoever runs the bot can set, each by a variable of the same name.

    Attributes:
        discord_token: of the bot's account; secret. Empty: the bot cannot start.
        database_url: where games are kept, as SQLAlchemy reads it.
        log_level: how much is logged.
        dev_guild: id of a server on which commands appear at once, or None.
    """

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr = SecretStr("")
    database_url: str = "sqlite+aiosqlite:///metrobot.db"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    dev_guild: int | None = Field(default=None, gt=0)


class SettingsError(Exception):
    """A setting has a value that it cannot have; the message is one line."""


def read() -> Settings:
    """Return the settings of the environment and of `.env`.

    Raises:
        SettingsError: one of them cannot be used. Its value is not told, since
            it may be a secret in the wrong place.
    """
    try:
        return Settings()
    except ValidationError as error:
        problems = (f"{str(e['loc'][0]).upper()}: {e['msg']}" for e in error.errors())
        raise SettingsError("; ".join(problems)) from error
