"""Why something is refused: a key with public facts, never a sentence."""

from enum import StrEnum
from typing import TypeAlias

Fact: TypeAlias = int | str | tuple[str, ...]


class Refusal(Exception):  # noqa: N818 -- it is no fault: the word of the glossary
    """Something well-formed that was refused; nothing has changed.

    Attributes:
        key: names the sentence in the catalogue, `area.thing.problem`.
        facts: values for that sentence that everybody may know. A tuple of
            strings is a list to be joined in the reader's language.
    """

    def __init__(self, key: str, **facts: Fact) -> None:
        super().__init__(f"{key} {facts}" if facts else key)
        self.key = key
        self.facts = facts


class RuleError(Refusal):
    """An action that the rules of the game forbid in this state."""


class CommonReason(StrEnum):
    """Keys of the refusals that all games share."""

    GAME_OVER = "rule.game.over"
    NOT_YOUR_TURN = "rule.turn.not_yours"
    NOT_BY_CHANCE = "rule.chance.impossible"
    UNKNOWN_ACTION = "rule.action.unknown"
    CHANCE_FIRST = "rule.table.chance_first"
    NO_SUCH_SEAT = "rule.table.no_such_seat"
    SEAT_VACANT = "rule.table.vacant"
    LAST_SEAT = "rule.table.last_seat"


class RecordError(Exception):
    """A record, or an event in it, that does not have the form of the format."""


class PartialRecordError(RecordError):
    """The record of a running game, which leaves out secrets."""
