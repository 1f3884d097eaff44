"""The state behind a view: all of it is public but the order of the cards, which no state has.

What others have chosen in a round that is not complete is in no view, and in
no state that a view is made from: the service keeps it.

Source: ML §3.1, §3.2.
"""

from metrobot.games.metrolijn.state import Sheet, State
from metrobot.games.metrolijn.view import View


def imagined(view: View) -> State:
    """Return the state that a view shows."""
    return State(
        rules=view.rules,
        card=view.card,
        turned=view.turned,
        round=view.round,
        sheets=tuple(
            Sheet(sheet.crossed, sheet.numbers, sheet.windows, sheet.finished)
            for sheet in view.sheets
        ),
        owed=tuple(sheet.owed for sheet in view.sheets),
        is_over=view.result is not None,
        vacant=view.vacant,
    )
