"""Tells Discord of the commands, in all languages, and how they are mentioned."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from discord import app_commands

from metrobot.store.store import Store

_SYNCED: Final = "known_commands"
"""Name of the note that holds the hash of the commands that Discord knows, and their ids."""
AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group


async def sync_commands(
    tree: app_commands.CommandTree[Any],
    translator: app_commands.Translator,
    store: Store,
    application: int | None,
    guild: discord.abc.Snowflake | None,
) -> dict[str, str]:
    """Tell Discord of the commands if they, or their translations, have changed since.

    Args:
        tree: the commands.
        translator: knows them in other languages.
        store: remembers what Discord was told.
        application: id of the bot's application.
        guild: the one server on which commands are to appear, or None.

    Returns:
        How each command is mentioned, by its name: `game new`.
    """
    await tree.set_translator(translator)
    if guild is not None:
        tree.copy_global_to(guild=guild)
    digest = await _digest(tree, translator, application, guild)
    async with store.advisory_lock(
        _SYNCED
    ):  # of several processes that start together, one does it
        kept = json.loads(await store.memo(_SYNCED) or "{}")
        if kept.get("digest") != digest:
            told = await tree.sync(guild=guild)
            kept = {"digest": digest, "ids": {command.name: command.id for command in told}}
            await store.set_memo(_SYNCED, json.dumps(kept))
    return mentions(commands_of(tree), kept["ids"])


async def _digest(
    tree: app_commands.CommandTree[Any],
    translator: app_commands.Translator,
    application: int | None,
    guild: discord.abc.Snowflake | None,
) -> str:
    """Return a hash over all that Discord has to know."""
    told = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]
    place = guild.id if guild else 0
    text = json.dumps([application, place, told], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def commands_of(tree: app_commands.CommandTree[Any]) -> list[AnyCommand]:
    """Return all slash commands, those within groups included."""
    found = tree.walk_commands()
    return [each for each in found if not isinstance(each, app_commands.ContextMenu)]


def mentions(commands: Iterable[AnyCommand], ids: Mapping[str, int]) -> dict[str, str]:
    """Return how commands are mentioned; Discord shows all readers their own names for them."""
    return {
        command.qualified_name: f"</{command.qualified_name}:{ids[root]}>"
        for command in commands
        if (root := command.qualified_name.partition(" ")[0]) in ids
    }
