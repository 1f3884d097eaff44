"""/rules and /help: what people may want to read before or while playing."""

import contextlib
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.ui.kit.context import Context
from metrobot.ui.kit.front import Front
from metrobot.ui.pages.ids import Press, PressId, PressKind, menu
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.pages.values import Topic
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.keys import pitch_key, title_key
from metrobot.ui.words.player_names import shown_name
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.text_length import clipped

_BETWEEN: Final = "."
Command = app_commands.Command[Any, ..., Any]


class RulesPages:
    """Shows pages of the rules."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def commands(self) -> tuple[Command, Command]:
        """Return /rules and /help."""
        return self._rules_command(), self._help_command()

    async def press(self, ix: Press, press: PressId, chosen: str) -> None:
        """Show the topic that was chosen, in the same private message.

        Raises:
            Refusal: there is no such topic.
        """
        await self._context.defer_edit(ix)
        await self._context.replace(ix, self._page(ix, f"{press.arg}{_BETWEEN}{chosen}"))

    def _rules_command(self) -> Command:
        @app_commands.command(name="rules", description=ENGLISH.say("command.rules"))
        @app_commands.describe(topic=ENGLISH.say("command.rules.topic"))
        @app_commands.guild_only()
        async def rules(ix: Press, topic: str | None = None) -> None:
            await self._context.defer_private(ix)
            if topic is None:
                topic = await self._first_topic(ix)
            await self._context.reply(ix, self._page(ix, topic))

        @rules.autocomplete("topic")
        async def topics(ix: Press, current: str) -> list[app_commands.Choice[str]]:
            return self._suggestions(self._context.words(ix), current)

        return rules

    def _help_command(self) -> Command:
        @app_commands.command(name="help", description=ENGLISH.say("command.help"))
        @app_commands.guild_only()
        async def help_(ix: Press) -> None:
            await self._context.defer_private(ix)
            await self._context.reply(ix, self._help(ix))

        return help_

    def _help(self, ix: Press) -> Page:
        """Return how to play with this bot."""
        words = self._context.words(ix)
        titles = (
            words.say(
                "help.title", title=words.say(title_key(title)), pitch=words.say(pitch_key(title))
            )
            for title in self._context.fronts
        )
        parts: list[Part] = [
            words.say("help.head"),
            "\n".join(titles),
            words.say("help.start"),
            words.say("help.computers"),
            words.say("help.turn"),
            words.say("help.look"),
            words.say("help.learn"),
            words.say("help.days"),
            words.say("help.trouble"),
            words.say("help.after"),
            words.say("help.dealing"),
        ]
        parts += [
            _topic_menu(front, front.topics(words), None, words)
            for front in self._context.fronts.values()
        ]
        return page(*parts)

    def _suggestions(self, words: Words, current: str) -> list[app_commands.Choice[str]]:
        """Return the topics whose name holds what was typed so far."""
        several = len(self._context.fronts) > 1
        found = list[app_commands.Choice[str]]()
        for title, front in self._context.fronts.items():
            for topic in front.topics(words):
                facts = {"title": words.say(title_key(title)), "topic": topic.name}
                name = words.say("rules.choice", **facts) if several else topic.name
                if current.lower() in name.lower():
                    value = f"{title}{_BETWEEN}{topic.key}"
                    found.append(app_commands.Choice(name=clipped(name, CHOICE_LIMIT), value=value))
        return found[:MOST_CHOICES]

    async def _first_topic(self, ix: Press) -> str:
        """Return where to start: the first topic of the game that is played here."""
        title = next(iter(self._context.fronts))
        with contextlib.suppress(Refusal):
            title = (await self._context.table_here(ix)).title.id
        topics = self._context.fronts[title].topics(self._context.words(ix))
        return f"{title}{_BETWEEN}{topics[0].key}"

    def _page(self, ix: Press, asked: str) -> Page:
        """Return a topic with the menu of all others.

        Raises:
            Refusal: there is no such topic.
        """
        words = self._context.words(ix)
        title, _, key = asked.partition(_BETWEEN)
        front = self._context.fronts.get(title)
        topics = front.topics(words) if front else ()
        found = next((topic for topic in topics if topic.key == key), None)
        if front is None or found is None:
            raise Refusal(FrameKey.NO_TOPIC, topic=shown_name(asked))
        parts: list[Part] = [words.say("rules.head", topic=found.name), found.text]
        if found.picture is not None:
            parts.append(found.picture)
        return page(*parts, _topic_menu(front, topics, key, words))


def _topic_menu(
    front: Front, topics: Sequence[Topic], chosen: str | None, words: Words
) -> ui.ActionRow[Any]:
    """Return the menu of a game's topics."""
    options = [
        discord.SelectOption(
            label=clipped(topic.name, CHOICE_LIMIT), value=topic.key, default=topic.key == chosen
        )
        for topic in topics[:MOST_CHOICES]
    ]
    title = front.title.id
    prompt = words.say("rules.prompt", title=words.say(title_key(title)))
    return menu(PressId(0, 0, PressKind.TOPIC, title), prompt, options)
