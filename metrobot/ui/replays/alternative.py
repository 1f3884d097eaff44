"""What would have been better in a turn, told and shown like a turn that was played."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from metrobot.engine.actors import Seat
from metrobot.engine.log import applied
from metrobot.engine.title import Deed
from metrobot.players.analysis.facts import RecordedChoice as Choice
from metrobot.service.table import Table
from metrobot.ui.frame.front import AnyGameView
from metrobot.ui.frame.views import replayed_view
from metrobot.ui.words.catalogue import Words


def summary_instead(table: Table, turn: int, seat: Seat, choices: Sequence[Choice]) -> Any:
    """Return what other choices in a turn would have done, as whoever moved could know it.

    Args:
        table: of a game that is over.
        turn: its number.
        seat: who moved.
        choices: instead of what they did.
    """
    title, state = table.title, table.title.initial_state(table.rules)
    for logged in table.log:
        if logged.turn == turn and isinstance(logged.event.actor, int):
            break
        state = applied(title, state, logged.event.actor, logged.event.action)
    before, deeds = state, list[Deed[Any]]()
    for choice in choices:
        action = title.decode(choice.kind, choice.fields)
        if title.objection(state, seat, action) is not None:
            break
        state = title.tried(state, seat, action)
        deeds.append(Deed(seat, action, state))
    held = {each for each in title.seats(before) if table.person_at(each) == table.person_at(seat)}
    return title.summary(before, deeds, held, preview=True)


def view_instead(moment: Table, told: Any, words: Words) -> AnyGameView:
    """Return a game after other choices than those that were made.

    Args:
        moment: the game after the turn as it was played.
        told: what the other choices would have done.
        words: of the reader.
    """
    game_view = replayed_view(moment, words)
    stem = f"{game_view.stem}-instead"
    return replace(game_view, stem=stem, view=told.after, public=told.after, last=told, ended=None)
