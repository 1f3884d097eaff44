"""Checking that a record is of a line of the day, as somebody can have played it."""

import re
from typing import Final

from metrobot.engine.actors import TABLE
from metrobot.engine.record import Record
from metrobot.engine.ruleset import with_defaults
from metrobot.service.daily import timetable
from metrobot.service.daily.chain import key_of, leads_to
from metrobot.service.daily.replayed import TITLE, rules_on
from metrobot.service.finished.record_check import HEXADECIMAL, canonical
from metrobot.service.finished.record_faults import RecordFault
from metrobot.service.model.chance import BY_DRAW

_PRESS: Final = re.compile("[1-9][0-9]{0,19}")
"""Id of a press: a number of 64 bits, in its only spelling."""


def check_line(record: Record, number: int, link: str, anchor: str, salt: str | None) -> None:
    """Refuse a record that cannot be of a line, whatever was chosen in it.

    Args:
        record: of a line that is over.
        number: of the line.
        link: of the line, 64 hexadecimal digits.
        anchor: of the chain, the same.
        salt: of the line, with or without its number; None: any press of its day.

    Raises:
        RecordFaultError: the first thing that does not fit.
    """
    if not 1 <= number <= timetable.LATEST:
        raise RecordFault.KEY.error(f"there is no line {number}")
    for name, text in (("link", link), ("anchor", anchor)):
        if not HEXADECIMAL.fullmatch(text):
            raise RecordFault.KEY.error(
                f"the {name} must be 64 hexadecimal digits, letters in lower case"
            )
    if not leads_to(link, number, anchor):
        raise RecordFault.KEY.error(f"the link of line {number} does not lead to the anchor")
    if record.key != key_of(number, link).hex():
        raise RecordFault.KEY.error(f"the key does not come from the link of line {number}")
    _check_salt(record, number, salt)
    _check_form(record, number)


def _check_salt(record: Record, number: int, salt: str | None) -> None:
    """Refuse a salt that is not the number of a line and a press of its day."""
    first, *presses = record.salt or ("",)
    if first != str(number) or len(presses) != 1:
        raise RecordFault.KEY.error(f"the salt is not the number {number} and one press")
    (press,) = presses
    if not _PRESS.fullmatch(press) or timetable.line_of_press(int(press)) != number:
        raise RecordFault.KEY.error(
            f"the salt is no press of {timetable.day_of(number)}, the day of the line"
        )
    if salt is not None and salt not in (press, f"{number},{press}"):
        raise RecordFault.KEY.error(f"the salt is not {salt}, which was shown")


def _check_form(record: Record, number: int) -> None:
    """Refuse a record of other rules, or of more people, than a line has."""
    rules = rules_on(timetable.map_of(number))
    form = (record.title, record.players, with_defaults(TITLE.options, record.options))
    # As text: in Python 1 is True.
    if canonical(form) != canonical((rules.title, rules.players, dict(rules.options))):
        raise RecordFault.KEY.error(f"line {number} is played alone on {timetable.map_of(number)}")
    if record.dealing != BY_DRAW:
        raise RecordFault.KEY.error(f"the draws of a line are numbered by `dealing` {BY_DRAW}")
    if record.by not in (None, ("person",)):
        raise RecordFault.KEY.error("a line is played by a person")
    if any(event.actor is TABLE for event in record.events):
        raise RecordFault.KEY.error("nobody leaves or ends a line")
