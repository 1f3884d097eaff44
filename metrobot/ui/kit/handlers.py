"""Handlers of presses and slash commands: each is declared once, beside itself."""

import inspect
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from types import MappingProxyType, MethodType
from typing import Any, Final, TypeAlias, TypeVar

from discord import app_commands

from metrobot.service.people.ledger import Account
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.text_length import clipped

Handler: TypeAlias = Callable[..., Coroutine[Any, Any, Any]]
Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group
Choices: TypeAlias = Callable[[], list[app_commands.Choice[str]]]
Causes: TypeAlias = Collection[Account]
H = TypeVar("H", bound=Handler)
Value = TypeVar("Value", str, int)

ANSWERS: Final = "answers"
"""Key of a command's extras that holds how it answers."""
CAUSES: Final = "causes"
"""Key of a command's extras that holds the accounts that it may charge."""
ANYWHERE: Final = "anywhere"
"""Key of a command's extras that holds whether it works on servers without the bot."""
OUTSIDE: Final = "outside"
"""Key of a command's extras that holds whether people may take it along, to wherever they write."""
_SLASHES: Final[dict[Handler, "SlashRule"]] = {}


class Answers(StrEnum):
    """Kinds of answers. Discord waits three seconds, so one is promised before a handler begins."""

    PRIVATE = "private"
    """A message that one person sees."""
    EDIT = "edit"
    """A change of the message that was pressed."""
    ITSELF = "itself"
    """Promised by the handler itself, such as in public."""


@dataclass(frozen=True, slots=True)
class PressRule:
    """Declaration of a handler of presses.

    Attributes:
        kinds: of the buttons and menus that it answers.
        answers: the kind of its answers.
        causes: accounts that an answer may charge; nothing else is charged.
        of_game: whether the number in their ids is that of a game played here.
        only_private: whether they stand on private messages alone; elsewhere they are forged.
        anywhere: whether it works on servers that have the commands, but not the bot.
    """

    kinds: tuple[PressKind, ...]
    answers: Answers
    causes: Causes
    of_game: Callable[[PressId], bool]
    only_private: bool
    anywhere: bool


@dataclass(frozen=True, slots=True)
class SlashRule:
    """Declaration of a handler of a slash command.

    Attributes:
        path: the name of the command, with that of its group before it.
        answers: the kind of its answers.
        causes: accounts that an answer may charge; nothing else is charged.
        suggest: methods that suggest what to type, by the options that they are for.
        choices: functions that return all choices, by the options that they are for.
        anywhere: whether it works on servers that have the commands, but not the bot.
        outside: whether people may take it along: to any server, into direct messages and groups.
    """

    path: str
    answers: Answers
    causes: Causes
    suggest: Mapping[str, Handler]
    choices: Mapping[str, Choices]
    anywhere: bool
    outside: bool


@dataclass(frozen=True, slots=True)
class PressHandler:
    """A handler of presses, bound to its object.

    Attributes:
        rule: its declaration.
        answer: answers one press by its id.
    """

    rule: PressRule
    answer: Callable[[Press, PressId], Coroutine[Any, Any, None]]


_PRESSES: Final[dict[Handler, PressRule]] = {}


def always(_: PressId) -> bool:
    """Return True: the number in an id is that of a game."""
    return True


def never(_: PressId) -> bool:
    """Return False: the number in an id is not that of a game."""
    return False


def on_press(
    *kinds: PressKind,
    answers: Answers,
    causes: Causes,
    of_game: Callable[[PressId], bool] = always,
    only_private: bool = False,
    anywhere: bool = False,
) -> Callable[[H], H]:
    """Declare that a method answers some buttons and menus; arguments as in `PressRule`."""

    def declare(handler: H) -> H:
        _PRESSES[handler] = PressRule(kinds, answers, causes, of_game, only_private, anywhere)
        return handler

    return declare


on_own_press: Final = partial(
    on_press, answers=Answers.EDIT, of_game=never, only_private=True, causes=(), anywhere=True
)
"""Declares that a method answers private pages of one person, which are of no game."""
on_public_press: Final = partial(
    on_press, answers=Answers.PRIVATE, of_game=never, causes=(), anywhere=True
)
"""Declares that a method answers in private what stands in public and is of no game."""


def slash(
    path: str,
    answers: Answers = Answers.PRIVATE,
    *,
    causes: Causes,
    suggest: Mapping[str, Handler] = MappingProxyType({}),
    choices: Mapping[str, Choices] = MappingProxyType({}),
    anywhere: bool = False,
    outside: bool = False,
) -> Callable[[H], H]:
    """Declare that a method carries out a slash command; arguments as in `SlashRule`.

    The catalogue describes the command and its options.
    """

    def declare(handler: H) -> H:
        rule = SlashRule(path, answers, causes, suggest, choices, anywhere, outside)
        _SLASHES[handler] = rule
        return handler

    return declare


def suggestions(
    pairs: Iterable[tuple[str, Value]], current: object, *, by_value: bool = False
) -> list[app_commands.Choice[Value]]:
    """Return the choices that contain what was typed so far, as many as Discord takes.

    Args:
        pairs: what the reader sees, and what is filled in.
        current: what was typed; no client sends anything but text.
        by_value: whether what is filled in may be typed as well.
    """
    typed = str(current)
    return [
        app_commands.Choice(name=clipped(name, CHOICE_LIMIT), value=value)
        for name, value in pairs
        if typed.lower() in name.lower() or (by_value and typed == value)
    ][:MOST_CHOICES]


# Why there is one list of all presses and commands: docs/decisions/one-registry-of-handlers.md.
class Handlers:
    """All handlers of presses and commands.

    Args:
        owners: objects whose methods are declared as handlers.
        commands: further commands, made at run time, each with the name of its group.

    Raises:
        ValueError: several handlers answer one kind of press, or none does.
    """

    def __init__(self, *owners: object, commands: Iterable[tuple[str, Command]] = ()) -> None:
        self._owners = owners
        self._made = tuple(commands)
        self._presses = dict[PressKind, PressHandler]()
        for owner, name, function in (m for m in _methods(owners) if m[2] in _PRESSES):
            handler = PressHandler(_PRESSES[function], getattr(owner, name))
            for kind in handler.rule.kinds:
                if kind in self._presses:
                    raise ValueError(f"two handlers answer {kind}")
                self._presses[kind] = handler
        if gaps := set(PressKind) - set(self._presses):
            raise ValueError(f"nothing answers {sorted(gaps)}")

    def of(self, kind: PressKind) -> PressHandler:
        """Return the handler of a kind of press."""
        return self._presses[kind]

    def commands(self) -> Iterator[tuple[str, Command]]:
        """Yield all slash commands, each with the name of its group, which may be empty."""
        yield from self._made
        for owner, name, function in _methods(self._owners):
            if function in _SLASHES:
                yield _command(_SLASHES[function], owner, getattr(owner, name))


def _methods(owners: Iterable[object]) -> Iterator[tuple[object, str, Handler]]:
    for owner in owners:
        kind: Any = type(owner)
        for name, function in _functions(kind):
            yield owner, name, function


@cache
def _functions(kind: type[Any]) -> tuple[tuple[str, Handler], ...]:
    """Return the methods of a class by their names: looking through all it has takes a while."""
    return tuple(inspect.getmembers(kind, inspect.isfunction))


def _command(rule: SlashRule, owner: object, callback: Any) -> tuple[str, Command]:
    group, _, name = rule.path.rpartition(" ")
    key = f"command.{rule.path.replace(' ', '.')}"
    # The first parameter is the interaction.
    options = list(inspect.signature(callback).parameters)[1:]
    described = {option: ENGLISH.say(f"{key}.{option}") for option in options}
    # Before the command is made: descriptions that it gets later are not translated.
    app_commands.describe(**described)(callback.__func__)
    choices = {name: every() for name, every in rule.choices.items()}
    app_commands.choices(**choices)(callback.__func__)
    extras = {ANSWERS: rule.answers, CAUSES: rule.causes, ANYWHERE: rule.anywhere}
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=name,
        description=ENGLISH.say(key),
        callback=callback,
        extras={**extras, OUTSIDE: rule.outside},
    )
    # Discord has this for whole commands alone; those in a group get it with their group.
    if rule.outside:
        app_commands.allowed_installs(guilds=True, users=True)(command)
        app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    elif not group:
        app_commands.guild_only(command)
    for option, suggester in rule.suggest.items():
        command.autocomplete(option)(MethodType(suggester, owner))
    return group, command
