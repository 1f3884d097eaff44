"""Results that tests share, since they are always the same: each test would work them out again.

A bot that starts has its commands translated twice, for 32 locales; each database that is opened
compiles its statements; a chain of keys is hashed link by link. That is most of what a small test
of the front costs. Memory stays as well: to take that of each picture from the system took as long
as a fifth of the drawing.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from functools import lru_cache
from typing import Any, Final

import sqlalchemy as sa
from discord import app_commands
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from metrobot.service.daily.chain import Chain
from metrobot.ui.words import catalogue
from metrobot.vitals.memory import give_back_holes, give_back_large_blocks

_Translate = Callable[..., Awaitable[dict[str, Any]]]

TRANSLATIONS: dict[tuple[object, ...], str] = {}
"""Translated commands, as JSON; a test that changes a word takes others in their place."""

_TRANSLATE: Final = app_commands.Command.get_translated_payload.__name__
_FEW: Final = 16


def keep_all() -> None:
    """Have all of this kept for as long as this process tests."""
    _keep_translations()
    _keep_compiled_statements()
    _keep_chains()
    _keep_memory()


# --- translated commands ---


def _keep_translations() -> None:
    """Translate each command once, and again if it or the folders of catalogues differ."""
    for kind in (app_commands.Command, app_commands.Group):
        setattr(kind, _TRANSLATE, _keeping(getattr(kind, _TRANSLATE)))


def _keeping(translate: _Translate) -> _Translate:
    """Return a method that remembers what another one has translated."""

    async def translated(command: Any, tree: Any, translator: Any) -> dict[str, Any]:
        plain = json.dumps(command.to_dict(tree))
        key = (type(translator), catalogue.FOLDERS, plain, *_choice_keys(command))
        if key not in TRANSLATIONS:
            TRANSLATIONS[key] = json.dumps(await translate(command, tree, translator))
        found: dict[str, Any] = json.loads(TRANSLATIONS[key])
        return found

    return translated


def _choice_keys(command: Any) -> Iterator[str]:
    """Yield the keys of the sentences that choices name themselves."""
    is_group = isinstance(command, app_commands.Group)
    commands: Iterable[Any] = command.walk_commands() if is_group else [command]
    for each in commands:
        for parameter in each.parameters:
            for choice in parameter.choices:
                if choice._locale_name is not None:
                    yield str(choice._locale_name.extras.get("key"))


# --- compiled statements ---


class _Compiled(MutableMapping[tuple[Any, ...], Any]):
    """Compiled statements of all engines; SQLAlchemy keeps those of one engine."""

    def __init__(self) -> None:
        self._kept = dict[tuple[Any, ...], Any]()

    def __getitem__(self, key: tuple[Any, ...]) -> Any:
        return self._kept[_without_engine(key)]

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        self._kept[_without_engine(key)] = compiled

    def __delitem__(self, key: tuple[Any, ...]) -> None:
        del self._kept[_without_engine(key)]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


def _without_engine(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a key of a compiled statement in which an engine's dialect is no object of its own."""
    dialect, *others = key
    return (type(dialect), *others)


def _keep_compiled_statements() -> None:
    """Compile each statement once."""
    kept = _Compiled()

    def engine_created(engine: sa.Engine) -> None:
        engine.update_execution_options(compiled_cache=kept)

    for dialect in (SQLiteDialect_pysqlite, PGDialect_asyncpg):
        setattr(dialect, "engine_created", staticmethod(engine_created))  # noqa: B010


# --- chains of keys ---


def _keep_chains() -> None:
    """Go through the chain of a secret once."""
    setattr(Chain, "prepare", lambda chain: chain._links.update(chain_links(chain.secret)))  # noqa: B010


@lru_cache(_FEW)
def chain_links(secret: bytes) -> dict[int, bytes]:
    """Return the links that a chain keeps."""
    chain = Chain(secret)
    _prepare(chain)
    return chain._links


_prepare: Final = Chain.prepare


# --- memory ---


def _keep_memory() -> None:
    """Let the memory of pictures be used again, in place of giving it back to the system."""
    # Here, since the process that only hands out tests needs no bot.
    from metrobot.ui.app import build  # noqa: PLC0415
    from metrobot.ui.kit.pictures import drawing  # noqa: PLC0415

    setattr(build, give_back_large_blocks.__name__, lambda: None)
    setattr(drawing, give_back_holes.__name__, lambda: None)
