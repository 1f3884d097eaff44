"""Checking that the key of a record is that of a line of the day."""

import re
from typing import Final

from metrobot.engine.record import Record
from metrobot.service.daily import timetable
from metrobot.service.daily.chain import key_of, leads_to
from metrobot.service.finished.record_faults import RecordFault, RecordFaultError

_HEXADECIMAL: Final = re.compile("[0-9a-f]{64}")


def check_line_key(record: Record, number: int, link: str, anchor: str) -> None:
    """Refuse a record whose key, salt or map does not belong to a line.

    Args:
        record: of a line that is over.
        number: of the line.
        link: of the line, 64 hexadecimal digits.
        anchor: of the chain, the same.

    Raises:
        RecordFaultError: the first thing that does not fit.
    """
    if not 1 <= number <= timetable.LATEST:
        raise _fault(f"there is no line {number}")
    for name, text in (("link", link), ("anchor", anchor)):
        if not _HEXADECIMAL.fullmatch(text):
            raise _fault(f"the {name} must be 64 hexadecimal digits, letters in lower case")
    if not leads_to(link, number, anchor):
        raise _fault(f"the link of line {number} does not lead to the anchor")
    if record.key != key_of(number, link).hex():
        raise _fault(f"the key does not come from the link of line {number}")
    if (record.salt or ())[:1] != (str(number),) or len(record.salt or ()) != 2:
        raise _fault(f"the salt is not the number {number} and one press")
    if record.options.get("map") != timetable.map_of(number):
        raise _fault(f"line {number} runs on {timetable.map_of(number)}")


def _fault(reason: str) -> RecordFaultError:
    return RecordFaultError(RecordFault.KEY, None, reason)
