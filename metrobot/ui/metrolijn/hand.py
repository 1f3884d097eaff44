"""My sheet: one's own, in words beside its picture."""

from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.board_text import sheet_text
from metrobot.ui.metrolijn.names import Names
from metrobot.ui.metrolijn.prompt import prompt


def hand_text(names: Names, view: View) -> str:
    """Return the observer's own sheet, with the card that is open."""
    sheets = (sheet_text(names, view, seat) for seat in sorted(view.seats))
    parts = (names.words.say("ml.hand.title"), prompt(names, view), *sheets)
    return "\n".join(part for part in parts if part)
