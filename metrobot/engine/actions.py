"""The base class of every action in every game."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Action:
    """An intent: frozen data that one actor may try on a state.

    Attributes:
        kind: the tag in the log and in the record; never changes once released.
    """

    kind: ClassVar[str]
