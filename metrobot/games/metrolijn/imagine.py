"""The state of a view.

Only the order of the cards is hidden, and no state holds it. Choices in a round
that is not complete are in no view and in no state that a view is made from:
the service keeps them.

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
