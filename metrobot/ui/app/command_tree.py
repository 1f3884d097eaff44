"""The slash commands of the bot: collected from the handlers, and registered with Discord."""

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.service.membership import blocks
from metrobot.service.model.errors import TableError
from metrobot.service.people import ledger
from metrobot.store.store import Store
from metrobot.ui.app.error_answers import is_of_ours
from metrobot.ui.kit.access import check_invited
from metrobot.ui.kit.guilds import UNANSWERED
from metrobot.ui.kit.handlers import ANSWERS, ANYWHERE, CAUSES, OUTSIDE, Answers, Command
from metrobot.ui.pages.ids import Press, is_outside
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.player_names import storable
from metrobot.ui.words.refusals import FrameKey, not_taken_along

_PERMISSIONS: Final = {"server": discord.Permissions(manage_guild=True)}
"""Permissions that Discord asks of those who see a group of commands. A server can change that, so
handlers check them again.
"""


_SILENT: Final = {FrameKey.RESTARTING, FrameKey.OLD_COMMAND, *blocks.REFUSALS}
"""Refusals with which nothing is suggested to a person who types."""
_FOR_ALL: Final = {"privacy", "forget"}
"""Commands of those who are blocked, too: what is stored of them is theirs."""
_KINDS: Final[Mapping[int, tuple[type, ...]]] = {3: (str,), 4: (int,), 5: (bool,), 10: (int, float)}
"""Types of an option's value, by the type that the option declares."""
_MOST: Final = 2**53
"""Largest number in an option: no client sends a larger one, and databases take little more."""
_RESOLVED: Final = {6: "users", 7: "channels", 8: "roles", 11: "attachments"}
"""Where Discord tells more of a value that is an id, by the type that the option declares."""
COMMANDS_MEMO: Final = "known_commands"
"""Name of the note that holds the hash and the ids of the registered commands."""


class CommandTree(app_commands.CommandTree[Any]):
    """The slash commands, which exist in servers only; their errors are answered in one place."""

    def __init__(self, client: Any) -> None:
        # discord.py hands errors of suggestions to nobody.
        logging.getLogger(app_commands.tree.__name__).addFilter(is_of_ours)
        super().__init__(
            client,
            # Each command says so itself, whatever the bot's page at Discord allows.
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, ix: Press, /) -> bool:
        """Refuse commands outside of servers, where the bot is not, and when it is about to end.

        For all others, promise the answer that the handler declares.
        """
        bot = ix.client
        bot.begin(ix, None)
        is_typing = ix.type is discord.InteractionType.autocomplete
        refusal = _refusal(ix)
        if refusal is not None and not is_typing:
            await bot.parts.errors.answer(ix, refusal)
        elif refusal is None and not is_typing and ix.command is not None:
            ledger.declare(ix.command.extras[CAUSES])
            return await _promise(ix, ix.command.extras)
        return refusal is None or (is_typing and refusal.key not in _SILENT)

    async def on_error(self, ix: Press, error: app_commands.AppCommandError, /) -> None:
        """Tell the person who used a command what went wrong."""
        await ix.client.parts.errors.answer(ix, error)


def add_commands(
    tree: app_commands.CommandTree[Any], commands: Iterable[tuple[str, Command]]
) -> None:
    """Add commands to a tree, each with the name of its group, which may be empty."""
    groups = dict[str, app_commands.Group]()
    for name, command in commands:
        if not name:
            tree.add_command(command)
            continue
        if name not in groups:
            groups[name] = app_commands.Group(
                name=name,
                guild_only=True,
                description=ENGLISH.say(f"command.{name}"),
                default_permissions=_PERMISSIONS.get(name),
            )
            tree.add_command(groups[name])
        groups[name].add_command(command)


def _are_sound(options: Sequence[dict[str, Any]], resolved: Mapping[str, Any] | None) -> bool:
    """Return whether values have their options' types; make texts in them storable.

    Args:
        options: as Discord sends them.
        resolved: what it sends with the ids among them; None while somebody types.
    """
    for option in options:
        value, kinds = option.get("value"), _KINDS.get(option.get("type", 0))
        if kinds is not None and option.get("focused"):
            # A number may be a text while it is typed.
            kinds = (*kinds, str)
        if kinds is not None and type(value) not in kinds:
            return False
        if type(value) is int and abs(value) > _MOST:
            return False
        # discord.py hands on a bare id in place of the person, channel, role or file.
        kind = _RESOLVED.get(option.get("type", 0))
        if kind and resolved is not None and str(value) not in resolved.get(kind, ()):
            return False
        if isinstance(value, str):
            option["value"] = storable(value)
        if not _are_sound(option.get("options") or (), resolved):
            return False
    return True


async def _promise(ix: Press, extras: Mapping[Any, Any]) -> bool:
    """Promise an answer as a command declares; return False after telling the person why not."""
    parts = ix.client.parts
    try:
        await parts.replies.defer(ix, extras.get(ANSWERS, Answers.ITSELF))
        if not extras.get(ANYWHERE):
            await check_invited(ix, parts.members)
    # discord.py leaves what a check raises to the event loop, and nobody would be told.
    except (Refusal, *UNANSWERED) as error:
        await parts.errors.answer(ix, error)
        return False
    return True


def _refusal(ix: Press) -> Refusal | None:
    """Return the refusal of a command that cannot be used where it was typed, or None."""
    data: dict[str, Any] = dict(ix.data or {})
    if ix.client.in_flight.is_leaving:
        return Refusal(FrameKey.RESTARTING)
    goes_along = ix.command is not None and ix.command.extras.get(OUTSIDE)
    if is_outside(ix) and not goes_along:
        return not_taken_along(ix)
    is_typing = ix.type is discord.InteractionType.autocomplete
    resolved = None if is_typing else data.get("resolved") or {}
    if not _are_sound(data.get("options") or (), resolved):
        return Refusal(FrameKey.OLD_COMMAND)
    is_for_all = ix.command is not None and ix.command.name in _FOR_ALL
    blocked = None if is_for_all else ix.client.parts.tables.blocks.refusal(ix.guild_id, ix.user.id)
    return None if blocked is None else TableError(blocked)


async def sync_commands(
    tree: app_commands.CommandTree[Any],
    translator: app_commands.Translator,
    store: Store,
    application: int | None,
    guild: discord.abc.Snowflake | None,
) -> dict[str, str]:
    """Register the commands with Discord if they, or their translations, have changed.

    Args:
        tree: the commands.
        translator: knows them in other languages.
        store: remembers what was registered.
        application: id of the bot's application.
        guild: the one server on which commands are to appear, or None.

    Returns:
        The mention of each command, by its name: `game new`.
    """
    await tree.set_translator(translator)
    if guild is not None:
        tree.copy_global_to(guild=guild)
    digest = await _digest(tree, translator, application, guild)
    # Discord limits registrations: of several processes that start together, one does it.
    async with store.advisory_lock(COMMANDS_MEMO):
        memo = json.loads(await store.people.memo(COMMANDS_MEMO) or "{}")
        if memo.get("digest") != digest:
            commands = await tree.sync(guild=guild)
            memo = {"digest": digest, "ids": {command.name: command.id for command in commands}}
            await store.people.set_memo(COMMANDS_MEMO, json.dumps(memo))
    return mentions(commands_of(tree), memo["ids"])


async def _digest(
    tree: app_commands.CommandTree[Any],
    translator: app_commands.Translator,
    application: int | None,
    guild: discord.abc.Snowflake | None,
) -> str:
    entries = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]
    text = json.dumps([application, guild.id if guild else 0, entries], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def commands_of(tree: app_commands.CommandTree[Any]) -> list[Command]:
    """Return all slash commands, those within groups included."""
    commands = tree.walk_commands()
    return [command for command in commands if not isinstance(command, app_commands.ContextMenu)]


def mentions(commands: Iterable[Command], ids: Mapping[str, int]) -> dict[str, str]:
    """Return the mentions of commands, by their names.

    Discord shows each reader the command's name in their own language.
    """
    return {
        command.qualified_name: f"</{command.qualified_name}:{ids[root]}>"
        for command in commands
        if (root := command.qualified_name.partition(" ")[0]) in ids
    }
