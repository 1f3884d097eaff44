"""/game new: which game, for how many, and the options that its title offers there.

The frame knows no option by name: each title's catalogue says which of them
stand in the command (`frontkeys.command_key`).
"""

from collections.abc import Callable, Coroutine, Mapping
from inspect import Parameter, Signature
from typing import Any, Protocol

from discord import app_commands

from metrobot.engine.ruleset import Option, OptionValue
from metrobot.engine.title import Title
from metrobot.ui.frame.desk import Desk
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.keys import command_key, title_key, value_code, value_key
from metrobot.ui.words.limits import MOST_CHOICES
from metrobot.ui.words.names import shown

Command = app_commands.Command[Any, ..., Any]


class Opener(Protocol):
    """Opens a lobby."""

    async def __call__(
        self,
        ix: Press,
        title: str,
        seats: int | None,
        chosen: Mapping[str, str],
        *,
        thread: bool = False,
        private: bool = False,
    ) -> None:
        """Open it: game, places, options, whether in a thread of its own, whether in private."""


Choices = list[app_commands.Choice[str]]
Seats = app_commands.Range[int, 1, 8]


def new_command(desk: Desk, open_: Opener) -> Command:
    """Return /game new.

    Args:
        desk: knows the titles.
        open_: opens a lobby.
    """
    offered = offered_options(desk)

    async def new(
        ix: Press,
        game: str,
        seats: int | None = None,
        thread: bool = False,
        private: bool = False,
        **options: str | None,
    ) -> None:
        chosen = {name: value for name, value in options.items() if value is not None}
        await open_(ix, game, seats, chosen, thread=thread, private=private)

    # discord.py reads the options of a command from its signature.
    new.__signature__ = _signature(offered)  # type: ignore[attr-defined]
    new = app_commands.describe(
        game=ENGLISH.say("command.game.new.game"),
        seats=ENGLISH.say("command.game.new.seats"),
        thread=ENGLISH.say("command.game.new.thread"),
        private=ENGLISH.say("command.game.new.private"),
        **{name: ENGLISH.say(key) for name, key in offered.items()},
    )(new)
    made: Command = app_commands.Command(
        name="new", description=ENGLISH.say("command.game.new"), callback=new
    )
    made.autocomplete("game")(_games(desk))
    for name in offered:
        made.autocomplete(name)(_values(desk, name))
    return made


def offered_options(desk: Desk) -> dict[str, str]:
    """Return the options that stand in the command, each with the key of its description."""
    found = dict[str, str]()
    for id_, front in desk.fronts.items():
        for option in front.title.options:
            key = command_key(id_, option.name)
            if ENGLISH.has(key):
                found.setdefault(option.name, key)
    return found


def _signature(options: Mapping[str, str]) -> Signature:
    """Return what the command takes."""
    kind = Parameter.POSITIONAL_OR_KEYWORD
    seats = Seats | None
    return Signature(
        [
            Parameter("ix", kind, annotation=Press),
            Parameter("game", kind, annotation=str),
            Parameter("seats", kind, annotation=seats, default=None),
            Parameter("thread", kind, annotation=bool, default=False),
            Parameter("private", kind, annotation=bool, default=False),
            *(Parameter(name, kind, annotation=str | None, default=None) for name in options),
        ]
    )


def _games(desk: Desk) -> Callable[[Press, str], Coroutine[Any, Any, Choices]]:
    """Return the autocomplete of the game."""

    async def games(ix: Press, current: str) -> Choices:
        """Suggest the titles that there are."""
        words = desk.words(ix)
        named = ((title, words.say(title_key(title))) for title in desk.fronts)
        return _matching(named, current)

    return games


def _values(desk: Desk, name: str) -> Callable[[Press, str], Coroutine[Any, Any, Choices]]:
    """Return the autocomplete of one option."""

    async def values(ix: Press, current: str) -> Choices:
        """Suggest the values that the option has in the game that was typed; else in any."""
        words = desk.words(ix)
        typed = desk.title_meant(ix, getattr(ix.namespace, "game", None) or "")
        titles = [front.title for id_, front in desk.fronts.items() if id_ == typed]
        titles = titles or [front.title for front in desk.fronts.values()]
        named = {
            value_code(value): words.say(value_key(title.id, name, value))
            for title in titles
            for option in _named(title, name)
            for value in option.values
        }
        return _matching(named.items(), current)

    return values


def _named(title: Title[Any, Any], name: str) -> list[Option]:
    """Return the option of a title with this name, if it has one."""
    return [option for option in title.options if option.name == name]


def _matching(named: Any, current: str) -> Choices:
    """Return choices whose name holds what was typed so far."""
    return [
        app_commands.Choice(name=name, value=value)
        for value, name in named
        if current.lower() in name.lower()
    ][:MOST_CHOICES]


def options_meant(
    desk: Desk, ix: Press, title: str, chosen: Mapping[str, str]
) -> dict[str, OptionValue]:
    """Return the options that are meant; what means nothing is handed on, to be refused."""
    front = desk.fronts.get(title)
    if front is None:
        return {}
    words = desk.words(ix)
    return {name: value_meant(front.title, name, text, words) for name, text in chosen.items()}


def value_meant(title: Title[Any, Any], name: str, text: str, words: Words) -> OptionValue:
    """Return the value of an option by its code or by its name."""
    wanted = text.strip().lower()
    for option in _named(title, name):
        for value in option.values:
            key = value_key(title.id, name, value)
            if wanted in {value_code(value), words.say(key).lower()}:
                return value
    return shown(text)
