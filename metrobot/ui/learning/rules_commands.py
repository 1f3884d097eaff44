"""/rules and /help: what people may want to read before or while playing."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, never, on_press, slash, suggestions
from metrobot.ui.pages.ids import (
    Button,
    Press,
    PressId,
    PressKind,
    button,
    menu,
    menu_value,
    option,
)
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.pages.values import Topic
from metrobot.ui.turn.board_buttons import quick_rows
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import MOST_CHOICES
from metrobot.ui.words.keys import pitch_key
from metrobot.ui.words.player_names import shown_name
from metrobot.ui.words.refusals import FrameKey

_BETWEEN: Final = "."
_HELP: Final = "help"
"""In place of a title: what is said of the bot itself."""
_MORE_HELP: Final = {
    "learn": ("help.learn.name", "help.learn"),
    "look": ("help.look.name", "help.look"),
    "computers": ("help.computers.name", "help.computers"),
    "daily": ("help.daily.name", "help.daily"),
    "days": ("help.days.name", "help.days"),
    "trouble": ("help.trouble.name", "help.trouble"),
    "after": ("help.after.name", "help.after"),
    "dealing": ("help.dealing.name", "help.dealing"),
}
"""What the first screen of /help has no room for: keys of its names and texts."""


class RulesPages(Answerer):
    """Shows pages of the rules."""

    @on_press(PressKind.TOPIC, answers=Answers.EDIT, of_game=never, causes=(), anywhere=True)
    async def press(self, ix: Press, press: PressId) -> None:
        """Show the topic that was chosen, in the same private message.

        Raises:
            Refusal: there is no such topic.
        """
        words, title = self.readers.words(ix), press.arg
        front = self.fronts.get(title)
        # A button leads to the first topic.
        key = menu_value(ix) or (front.topics(words)[0].key if front else "")
        await self.replies.replace(ix, self._page(ix, f"{title}{_BETWEEN}{key}"))

    async def _topics(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        return suggestions(self._named(self.readers.words(ix)), current)

    @slash("rules", suggest={"topic": _topics}, causes=(), anywhere=True)
    async def rules(self, ix: Press, topic: str | None = None) -> None:
        """Show a page of the rules.

        Raises:
            Refusal: there is no such topic.
        """
        await self.replies.reply(ix, self._page(ix, topic or await self._first_topic(ix)))

    @slash("help", causes=(), anywhere=True)
    async def help(self, ix: Press) -> None:
        """Show an introduction to the bot and its games."""
        words = self.readers.words(ix)
        titles = (
            words.say("help.title", title=words.title(title), pitch=words.say(pitch_key(title)))
            for title in self.fronts
        )

        def rules_of(title: str) -> Button:
            label = words.say("rules.button", title=words.title(title))
            return button(PressId(0, 0, PressKind.TOPIC, title), label)

        help_page = page(
            words.say("help.head"),
            words.say("help.start"),
            "\n".join(titles),
            words.say("help.quick"),
            *quick_rows((front.title for front in self.fronts.values()), words),
            words.say("help.turn"),
            ui.ActionRow[Any](*map(rules_of, self.fronts)),
            _help_menu(None, words),
        )
        await self.replies.reply(ix, help_page)

    def _named(self, words: Words) -> Iterator[tuple[str, str]]:
        several = len(self.fronts) > 1
        for title, front in self.fronts.items():
            for topic in front.topics(words):
                facts = {"title": words.title(title), "topic": topic.name}
                name = words.say("rules.choice", **facts) if several else topic.name
                yield name, f"{title}{_BETWEEN}{topic.key}"

    async def _first_topic(self, ix: Press) -> str:
        """Return the first topic of the game played here, else of the first game."""
        title = next(iter(self.fronts))
        # Rules can be read in channels without a game.
        with contextlib.suppress(Refusal):
            title = (await self.games.table_here(ix)).title.id
        topics = self.fronts[title].topics(self.readers.words(ix))
        return f"{title}{_BETWEEN}{topics[0].key}"

    def _page(self, ix: Press, topic_id: str) -> Page:
        words = self.readers.words(ix)
        title, _, key = topic_id.partition(_BETWEEN)
        if title == _HELP and key in _MORE_HELP:
            return page(words.say(_MORE_HELP[key][1]), _help_menu(key, words))
        front = self.fronts.get(title)
        topics = front.topics(words) if front else ()
        topic = next((topic for topic in topics if topic.key == key), None)
        if front is None or topic is None:
            raise Refusal(FrameKey.NO_TOPIC, topic=shown_name(topic_id))
        parts: list[Part] = [words.say("rules.head", topic=topic.name), topic.text]
        if topic.picture is not None:
            parts.append(topic.picture)
        return page(*parts, _topic_menu(front, topics, key, words))


def _help_menu(chosen_key: str | None, words: Words) -> ui.ActionRow[Any]:
    options = (
        option(words.say(name), key, is_chosen=key == chosen_key)
        for key, (name, _) in _MORE_HELP.items()
    )
    return menu(PressId(0, 0, PressKind.TOPIC, _HELP), words.say("help.more"), options)


def _topic_menu(
    front: Front, topics: Sequence[Topic], chosen_key: str | None, words: Words
) -> ui.ActionRow[Any]:
    options = (
        option(topic.name, topic.key, is_chosen=topic.key == chosen_key)
        for topic in topics[:MOST_CHOICES]
    )
    title = front.title.id
    prompt = words.say("rules.prompt", title=words.title(title))
    return menu(PressId(0, 0, PressKind.TOPIC, title), prompt, options)
