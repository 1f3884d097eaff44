"""One line of the day, as everybody may know it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from metrobot.service.daily import timetable
from metrobot.store.statements.daily.lines import LineRow


class LineKey(StrEnum):
    """Keys of refusals about lines; the facts of each are listed below it."""

    NO_SUCH = "line.no_such"
    """first, last: numbers of the lines that can be asked for."""
    NOT_YET = "line.not_yet"
    """number: of a line whose day has not come; last: the newest there is."""
    ENDED = "line.ended"
    """number: of a line that can no longer be begun."""
    CLOSED = "line.closed"
    """number: of a line that can no longer be finished."""
    WRONG_DAY = "line.wrong_day"
    """number: of a line on whose day, by Discord's clock, it is not begun."""
    CLOCK_SET = "line.clock_set"
    """Nothing secret is shown soon after the clock was set."""
    NO_DAY = "line.no_day"
    """day: as the clock shows it; there are no lines then."""
    STILL_OPEN = "line.still_open"
    """until: when it is over, for Discord."""
    BARRED = "line.barred"
    """until: when it can be played again, for Discord."""
    GONE = "line.gone"
    """A run that is not there, or not theirs, or of which only the score is kept."""
    MOVED_ON = "line.moved_on"
    """card: the number of the card that a run has come to; number: of its line."""
    DONE = "line.done"
    """number: of a line whose run is finished."""
    SHARED = "line.shared"
    """The strip stands on this server already."""
    UNFINISHED = "line.unfinished"
    """number: of a line that has to be finished for it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the day.

    Attributes:
        row: as it is kept.
        is_closed: whether it can no longer be finished, so that its cards may be shown.
    """

    row: LineRow
    is_closed: bool

    @property
    def number(self) -> int:
        """Its number."""
        return self.row.number

    @property
    def map(self) -> str:
        """Id of its network or map."""
        return self.row.map

    @property
    def par(self) -> int | None:
        """Score of the strong computer, the middle of five games; None while unknown."""
        return self.row.par

    @property
    def ends_at(self) -> datetime:
        """Moment from which it can no longer be begun."""
        return timetable.ends_at(self.number)

    @property
    def closes_at(self) -> datetime:
        """Moment from which it can no longer be finished."""
        return timetable.closes_at(self.number)


# The one place that decides whether anybody plays on. The stored mark counts too: a clock that is
# set back opens no line again of which something was shown.
def line_at(row: LineRow, moment: datetime) -> Line:
    """Return a line as it stands at a moment."""
    return Line(row, row.closed or moment >= timetable.closes_at(row.number))
