"""/game new: which game, for how many, and the options that its title offers there.

The bot knows no option by name: each title's catalogue says which of them
stand in the command (`keys.command_key`). What can be chosen is fixed, so
that Discord lists it at once, by its name in the language of whoever types.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from inspect import Parameter, Signature
from typing import Any, TypeAlias

from discord import app_commands
from discord.app_commands import locale_str

from metrobot.engine.ruleset import Option, OptionValue
from metrobot.engine.title import AnyTitle
from metrobot.service.people.ledger import Account
from metrobot.service.people.terms import PACE
from metrobot.service.waits.paces import PACES
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import ANSWERS, CAUSES, Answers
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.catalogue import ENGLISH, FALLBACK, words_for
from metrobot.ui.words.discord_limits import MOST_CHOICES
from metrobot.ui.words.keys import command_key, pace_key, title_key, value_code, value_key
from metrobot.ui.words.player_names import shown_name

Command = app_commands.Command[Any, ..., Any]


Opener: TypeAlias = Callable[..., Awaitable[None]]
"""Function that opens a lobby, with the arguments of `Lobby.open`."""
Seats = app_commands.Range[int, 1, 8]


def new_command(fronts: Mapping[str, Front], open_: Opener) -> Command:
    """Return /game new.

    Args:
        fronts: how each title shows itself, by its id.
        open_: opens a lobby.
    """
    offered = offered_options(fronts)

    async def new(
        ix: Press,
        game: str,
        seats: int | None = None,
        thread: bool = False,
        private: bool = False,
        **options: str | None,
    ) -> None:
        codes = {name: value for name, value in options.items() if value is not None}
        pace = codes.pop(PACE, None)
        await open_(ix, game, seats, codes, thread=thread, private=private, pace=pace)

    # discord.py reads the options of a command from its signature.
    new.__signature__ = _signature(offered)  # type: ignore[attr-defined]
    new = app_commands.describe(
        game=ENGLISH.say("command.game.new.game"),
        seats=ENGLISH.say("command.game.new.seats"),
        thread=ENGLISH.say("command.game.new.thread"),
        private=ENGLISH.say("command.game.new.private"),
        pace=ENGLISH.say("command.game.new.pace"),
        **{name: ENGLISH.say(key) for name, key in offered.items()},
    )(new)
    new = app_commands.choices(
        game=[named_choice(title_key(title), title) for title in fronts],
        pace=[named_choice(pace_key(pace), pace) for pace in PACES],
        **{name: _values(fronts, name) for name in offered},
    )(new)
    return app_commands.Command(
        name="new",
        description=ENGLISH.say("command.game.new"),
        callback=new,
        extras={ANSWERS: Answers.ITSELF, CAUSES: (Account.OPENINGS, Account.CALLS, Account.POSTS)},
    )


def offered_options(fronts: Mapping[str, Front]) -> dict[str, str]:
    """Return the options that stand in the command, each with the key of its description."""
    keys = dict[str, str]()
    for id_, front in fronts.items():
        for option in front.title.options:
            key = command_key(id_, option.name)
            if ENGLISH.has(key):
                keys.setdefault(option.name, key)
    return keys


def _signature(options: Mapping[str, str]) -> Signature:
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return Signature(
        [
            Parameter("ix", kind, annotation=Press),
            Parameter("game", kind, annotation=str),
            Parameter("seats", kind, annotation=Seats | None, default=None),
            Parameter("thread", kind, annotation=bool, default=False),
            Parameter("private", kind, annotation=bool, default=False),
            Parameter(PACE, kind, annotation=str | None, default=None),
            *(Parameter(name, kind, annotation=str | None, default=None) for name in options),
        ]
    )


def named_choice(key: str, value: str) -> app_commands.Choice[str]:
    """Return a choice that is called by a sentence of the catalogue in every language."""
    return app_commands.Choice(name=locale_str(words_for(FALLBACK).say(key), key=key), value=value)


def _values(fronts: Mapping[str, Front], name: str) -> list[app_commands.Choice[str]]:
    keys = {
        value_code(value): value_key(front.title.id, name, value)
        for front in fronts.values()
        for option in _named(front.title, name)
        for value in option.values
    }
    return [named_choice(key, code) for code, key in keys.items()][:MOST_CHOICES]


def _named(title: AnyTitle, name: str) -> list[Option]:
    return [option for option in title.options if option.name == name]


def options_meant(
    fronts: Mapping[str, Front], title: str, codes: Mapping[str, str]
) -> dict[str, OptionValue]:
    """Return the options that were chosen; an unknown value is handed on, to be refused."""
    if (front := fronts.get(title)) is None:
        return {}
    value_of = partial(value_meant, front.title)
    return {name: value_of(name, code, shown_name(code)) for name, code in codes.items()}


def value_meant(title: AnyTitle, name: str, code: str, otherwise: str) -> OptionValue:
    """Return the value of an option by its code; `otherwise` if it has none such."""
    values = (value for option in _named(title, name) for value in option.values)
    return next((value for value in values if value_code(value) == code), otherwise)
