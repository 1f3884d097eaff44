"""The commands in the languages of those who type them."""

from functools import cache
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContext, locale_str
from discord.app_commands import TranslationContextLocation as Place

from metrobot.ui.words.catalogue import ENGLISH, FALLBACK, languages, nearest, words_for

_NAMES: Final = {Place.command_name, Place.group_name}
_DIGITS: Final = "0123456789"


class CommandTranslator(app_commands.Translator):
    """Looks names and descriptions up in the catalogues.

    A description is found by its English sentence, whose key has `command` in it.
    A name is part of its key: `name.board`, or `name.option.game` where an option
    is not called like the command of that name; the number of its row is kept. A
    choice is found by its English sentence as well, or as a word of the rules:
    `choice.solid`; or it holds its key as an extra of that name. Names of
    languages are the same in all of them.
    """

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContext[Any, Any]
    ) -> str | None:
        """Return a text in another language, or None if there is no catalogue for it."""
        if (language := nearest(locale.value)) is None:
            return None
        text, words = string.message, words_for(language)
        if language == FALLBACK:
            return text
        if context.location is Place.parameter_name:
            name = words.option(stem(text))
            return None if name is None else name + text[len(stem(text)) :]
        if context.location in _NAMES:
            key = name_key(text)
            return words.say(key) + text[len(stem(text)) :] if words.has(key) else None
        key = string.extras.get("key") or description_keys().get(text) or choice_key(text)
        if words.has(key):
            return words.say(key)
        return text if text in own_names() else None


def stem(name: str) -> str:
    """Return a name without the number after it."""
    return name.rstrip(_DIGITS)


def name_key(name: str) -> str:
    """Return the key of a command's or option's name."""
    return f"name.{stem(name)}"


def choice_key(name: str) -> str:
    """Return the key of the name of a choice that is a word of the rules."""
    return f"choice.{name}"


@cache
def description_keys() -> dict[str, str]:
    """Return the keys of all descriptions of commands, by the English sentence."""
    # Sorted, so that of two keys with the same English sentence always the same one is found.
    keys = (key for key in sorted(ENGLISH.keys) if "command" in key.split("."))
    return {ENGLISH.say(key): key for key in keys}


@cache
def own_names() -> frozenset[str]:
    """Return the names of the languages, each in itself."""
    return frozenset(words_for(locale).say("language.name") for locale in languages())
