"""Keys of the sentences that each front's catalogue must have for all games.

`title.<title>` is its name, `title.<title>.pitch` a line about it,
`title.<title>.about` its theme in 60 characters, above the first board,
and `title.<title>.vacant` a line about what a vacant seat does.
`option.<title>.<option>` names an option, `option.<title>.<option>.<value>` a
value (`true` and `false` where it is yes or no), and the same with `.hint` is
a line about that value. `option.<title>.<option>.command` describes it in
`/game new`, for the options that are offered there.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from metrobot.engine.ruleset import OptionValue
from metrobot.service.waits.paces import PACES

Name = TypeVar("Name", bound=str)
TURN_LINE: Final = "turn.line"
"""Key of the line of a turn: who, what was done, points, total."""
TURN_GETS: Final = "turn.gets"
"""Key of what somebody else got in a turn: name, points, total."""


def keyed(prefix: str, names: Iterable[Name]) -> dict[Name, str]:
    """Return the key of each of some names: the name behind a prefix."""
    return {name: f"{prefix}.{name}" for name in names}


_PACES: Final[Mapping[str, str]] = keyed("pace.value", PACES)


def title_key(title: str) -> str:
    """Return the key of a title's name."""
    return f"title.{title}"


def pitch_key(title: str) -> str:
    """Return the key of the line about a title."""
    return f"title.{title}.pitch"


def about_key(title: str) -> str:
    """Return the key of a title's theme, in a few words."""
    return f"title.{title}.about"


def fate_key(title: str) -> str:
    """Return the key of the line about what a vacant seat does."""
    return f"title.{title}.vacant"


def option_key(title: str, option: str) -> str:
    """Return the key of an option's name."""
    return f"option.{title}.{option}"


def value_key(title: str, option: str, value: OptionValue) -> str:
    """Return the key of the name of an option's value."""
    return f"{option_key(title, option)}.{value_code(value)}"


def hint_key(title: str, option: str, value: OptionValue) -> str:
    """Return the key of the line about an option's value."""
    return f"{value_key(title, option, value)}.hint"


def command_key(title: str, option: str) -> str:
    """Return the key of an option's description in `/game new`."""
    return f"{option_key(title, option)}.command"


def pace_key(pace: str | None) -> str:
    """Return the key of a pace, or of none."""
    return _PACES.get(pace or "", "pace.value.none")


def value_code(value: OptionValue) -> str:
    """Return a value as it stands in keys and menus."""
    return str(value).lower()
