"""One turn of a game as it was: words, the board after it, and the way to other turns."""

from metrobot.service.snapshots import finished_turns, snapshot_after
from metrobot.service.table import Status, Table
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.views import replayed_view
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.pages.page import Box, Page, Part, page
from metrobot.ui.replays.replay_buttons import controls
from metrobot.ui.turn.public_pages import OVER_COLOUR, TURN_COLOUR, report_text, turn_report
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key


def replay_page(
    front: Front, table: Table, words: Words, source: ReplaySource, step: int | None
) -> Page:
    """Return one turn of a game.

    Args:
        front: of the game.
        table: as it stands now.
        words: of the reader.
        source: where the game is kept.
        step: number of the turn from 0, beyond the last: the last; None: where
            one begins to look, the first turn of a finished game, else the last.
    """
    turns = finished_turns(table)
    if not turns:
        return page(words.say("replay.no_turn_yet"))
    last = len(turns) - 1
    first_look = 0 if table.status is Status.OVER else last
    step = first_look if step is None else max(0, min(step, last))
    moment = snapshot_after(table, turns[step])
    is_end = moment.status is Status.OVER
    text = report_text(turn_report(front, moment, turns[step], words), words)
    game_view = replayed_view(moment, words)
    title = words.say(title_key(table.title.id))
    parts: list[Part] = [
        words.say("replay.head", title=title, number=step + 1, count=last + 1),
        Box((text, front.board(game_view, words)), OVER_COLOUR if is_end else TURN_COLOUR),
    ]
    if is_end:
        parts.append("\n".join(front.status(game_view, words)))
    elif step == last and source is ReplaySource.IMPORTED:
        parts.append(words.say("replay.unfinished"))
    parts += controls(table, words, source, step, turns)
    return page(*parts, tag=f"{source}{step}")
