"""Faults of records: keys with facts, and plain English for the command line."""

from enum import StrEnum

from metrobot.engine.errors import Fact, RuleError
from metrobot.engine.record import FormError


class RecordFault(StrEnum):
    """Keys of the faults of a record; the facts of each are listed below it."""

    TITLE = "fault.title"
    """title: what the record names; titles: the ids that there are."""
    VERSION = "fault.version"
    """title: its id; version: of its rules, as the record has it."""
    OPTION = "fault.option"
    """option: the name of the one that is missing."""
    RULESET = "fault.ruleset"
    """title: its id; it cannot be played by so many or with such options."""
    DEALING = "fault.dealing"
    """Commitment, salt and key are not all there."""
    EVENT_FORM = "fault.event_form"
    """kind: of the event, as the record has it."""
    HIDDEN_BY_PLAYER = "fault.hidden_by_player"
    """Something is left out that a player did."""
    HIDDEN_THOUGH_PUBLIC = "fault.hidden_though_public"
    """Something is left out that everybody could see."""
    HIDDEN_TO_THE_END = "fault.hidden_to_the_end"
    """Something is left out although the game is over."""
    NO_DRAW = "fault.no_draw"
    """Chance draws what is not to be drawn here."""
    DRAW = "fault.draw"
    """Key and salt give another draw."""
    RULE = "fault.rule"
    """The rules forbid it: `RecordFaultError.rule` says why."""
    VACANT = "fault.vacant"
    """A seat where nobody sits does something else than is fixed."""
    ORDER = "fault.order"
    """A seat acts before another that comes first in this round."""
    SEAT = "fault.seat"
    """The game has no such seat."""
    ARRIVALS = "fault.arrivals"
    """most: how often people may sit down in as many turns."""
    RESULT = "fault.result"
    """The result differs from the one that the rules give."""
    RESULT_EARLY = "fault.result_early"
    """There is a result although the game is not over."""
    RESULT_MISSING = "fault.result_missing"
    """There is no result although the game is over."""
    KEY = "fault.key"
    """The key is malformed, or does not fit the commitment."""
    KEY_EARLY = "fault.key_early"
    """There is a key although the game is not over."""
    KEY_MISSING = "fault.key_missing"
    """There is no key although the game is over."""

    def error(self, reason: str, seq: int | None = None, **facts: Fact) -> "RecordFaultError":
        """Return the error for a record with this fault.

        Args:
            reason: for developers.
            seq: of the faulty event; None: it is the record itself.
            facts: those listed below the key.
        """
        return RecordFaultError(self, seq, reason, **facts)


class RecordFaultError(Exception):
    """A record that cannot be that of a game.

    Attributes:
        key: a `RecordFault`, or a `Form` if the form is wrong.
        seq: of the faulty event, or None if it is the record itself.
        reason: for developers: the rule, or what is wrong with the form.
        facts: values that go with the key, as the record has them.
    """

    def __init__(self, key: str, seq: int | None, reason: str, **facts: Fact) -> None:
        super().__init__(reason if seq is None else f"event {seq}: {reason}")
        self.key = key
        self.seq = seq
        self.reason = reason
        self.facts = facts

    @property
    def rule(self) -> RuleError | None:
        """Refusal of the rules, if they forbid the event."""
        return self.__cause__ if isinstance(self.__cause__, RuleError) else None


def form_fault(error: FormError) -> RecordFaultError:
    """Return the fault of a record whose form is wrong."""
    return RecordFaultError(error.key, error.seq, str(error), **error.facts)
