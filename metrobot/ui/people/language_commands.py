"""/me language and /server language: which language the bot speaks, and with which people."""

from typing import Final

from discord import app_commands

from metrobot.ui.kit.access import check_manager
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import slash
from metrobot.ui.kit.replies import person_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.catalogue import ENGLISH, languages, words_for
from metrobot.ui.words.refusals import FrameKey

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


class LanguageCommands(Answerer):
    """Choose the languages of people and of servers."""

    @slash("me language", choices={"language": language_choices}, causes=(), anywhere=True)
    async def choose_own(self, ix: Press, language: str) -> None:
        """Choose the language that somebody reads in private."""
        await self.tables.languages.choose(person_of(ix), _chosen(language))
        await self.say(ix, "language.person.auto" if language == _AUTO else "language.person")

    @slash("server language", choices={"language": language_choices}, causes=())
    async def choose_for_server(self, ix: Press, language: str) -> None:
        """Choose the language of all that is public on a server.

        Raises:
            Refusal: who asks does not manage it.
        """
        check_manager(ix, FrameKey.NOT_MANAGER)
        guild = ix.guild_id or 0
        await self.tables.languages.choose_for_server(guild, _chosen(language))
        public = self.readers.public_words(ix.guild_locale, guild).say("language.name")
        await self.say(ix, "language.server", language=public)


def _chosen(language: str) -> str | None:
    return None if language == _AUTO else language
