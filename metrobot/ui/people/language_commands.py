"""/me language and /server language: which language the bot speaks, and with which people."""

from typing import Any, Final

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.ui.kit.context import Context, person_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page
from metrobot.ui.words.catalogue import ENGLISH, languages, words_for
from metrobot.ui.words.refusals import FrameKey

Command = app_commands.Command[Any, ..., Any]
Choices = list[app_commands.Choice[str]]
_AUTO: Final = "auto"
"""Value of the choice that leaves it to Discord's own setting."""


def language_choices() -> Choices:
    """Return the languages that there are, each by its own name, and Discord's setting."""
    own = [
        app_commands.Choice(name=words_for(name).say("language.name"), value=name)
        for name in sorted(languages())
    ]
    return [app_commands.Choice(name=ENGLISH.say("command.language.auto"), value=_AUTO), *own]


def my_language_command(context: Context) -> Command:
    """Return the subcommand of /me that chooses a person's language."""

    @app_commands.command(name="language", description=ENGLISH.say("command.me.language"))
    @app_commands.describe(language=ENGLISH.say("command.me.language.language"))
    @app_commands.choices(language=language_choices())
    async def language(ix: Press, language: str) -> None:
        await context.defer_private(ix)
        await context.languages.chosen.choose(person_of(ix), _chosen(language))
        key = "language.person.auto" if language == _AUTO else "language.person"
        await context.reply(ix, page(context.words(ix).say(key)))

    return language


def server_language_command(context: Context) -> Command:
    """Return the subcommand of /server that chooses the language of all that is public."""

    @app_commands.command(name="language", description=ENGLISH.say("command.server.language"))
    @app_commands.describe(language=ENGLISH.say("command.server.language.language"))
    @app_commands.choices(language=language_choices())
    async def language(ix: Press, language: str) -> None:
        await context.defer_private(ix)
        _check_manages(ix)
        guild = ix.guild_id or 0
        await context.languages.chosen.choose_for_server(guild, _chosen(language))
        public = context.public_words(ix.guild_locale, guild).say("language.name")
        await context.reply(ix, page(context.words(ix).say("language.server", language=public)))

    return language


class ServerCommands(app_commands.Group):
    """What those who manage a server settle for everybody in it."""

    def __init__(self, context: Context) -> None:
        super().__init__(
            name="server",
            description=ENGLISH.say("command.server"),
            guild_only=True,
            # So Discord shows it to them alone; since a server can change that,
            # whoever uses it is checked once more.
            default_permissions=discord.Permissions(manage_guild=True),
        )
        self.add_command(server_language_command(context))


def _check_manages(ix: Press) -> None:
    """Refuse to settle something for a server that somebody does not manage.

    Raises:
        Refusal: they do not.
    """
    if not ix.permissions.manage_guild:
        raise Refusal(FrameKey.NOT_MANAGER)


def _chosen(language: str) -> str | None:
    """Return what a choice means: a language, or none."""
    return None if language == _AUTO else language
