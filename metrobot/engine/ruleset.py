"""The title, the number of players and the options, fixed before play."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Final, TypeAlias

from metrobot.engine.errors import RecordError

OptionValue: TypeAlias = str | bool

COLOURS: Final = "colours"
"""Name of the option with the number of the colour of each seat."""
_DIGITS: Final = "0123456789"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice that the host has before the game starts.

    Attributes:
        name: its key in the record.
        values: the possible values; the first is the default.
        players: the numbers of players for which it makes a difference to the rules; none: the
            host has no choice, it is decided at the start.
    """

    name: str
    values: tuple[OptionValue, ...]
    players: frozenset[int]

    @property
    def default(self) -> OptionValue:
        """The value unless the host chooses another."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The settings that the rules read before the first action.

    Attributes:
        title: id of the game title, such as `metromania`.
        players: the number of people.
        options: every option of the title with its value, in the title's order.
    """

    title: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]

    def __getitem__(self, name: str) -> OptionValue:
        """Return the value of an option."""
        return dict(self.options)[name]


def colours_option(count: int) -> Option:
    """Return the option that gives each of so many colours to a seat, its own unless chosen."""
    values = tuple(map("".join, permutations(_DIGITS[:count])))
    return Option(COLOURS, values, frozenset())


def seat_colours(options: tuple[tuple[str, OptionValue], ...]) -> tuple[int, ...]:
    """Return the number of the colour of each seat."""
    return tuple(map(int, str(dict(options).get(COLOURS, _DIGITS))))


def complete_options(
    options: tuple[Option, ...], chosen: Mapping[str, object]
) -> tuple[tuple[str, OptionValue], ...]:
    """Return the options with their values, using defaults where nothing was chosen.

    One that the host does not choose is there only with another value than its default, so that
    most games, and their records, are as they were before it.

    Raises:
        RecordError: a chosen option or value is unknown.
    """
    names = {option.name for option in options}
    for name in chosen:
        if name not in names:
            raise RecordError(f"unknown option {name!r}")
    values = ((option, _value(option, chosen)) for option in options)
    return tuple((o.name, value) for o, value in values if o.players or value != o.default)


def with_defaults(
    options: tuple[Option, ...], stored: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return stored options, and the defaults of those that a later release lets hosts choose."""
    return {option.name: option.default for option in options if option.players} | {**stored}


def _value(option: Option, chosen: Mapping[str, object]) -> OptionValue:
    value = chosen.get(option.name, option.default)
    for allowed in option.values:
        # In Python 1 == True, so the types are compared too.
        if type(value) is type(allowed) and value == allowed:
            return allowed
    raise RecordError(f"option {option.name!r} cannot be {value!r}")
