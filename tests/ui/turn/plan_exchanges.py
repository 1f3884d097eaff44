"""Plans exchanged for others in random games, and all that the others see compared.

`python -m tests.ui.turn.plan_exchanges` exchanges 640.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from metrobot.engine.draft import new_draft
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.play.plans import MOST, ahead, is_whole, plan_of
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.page import Letter, Post
from metrobot.ui.people.my_games import games_page
from metrobot.ui.turn.board_buttons import board_page
from metrobot.ui.turn.log_page import log_parts, since_parts
from metrobot.ui.turn.public_pages import present_page
from metrobot.ui.turn.status_page import details_page, status_page
from metrobot.ui.words.catalogue import ENGLISH
from tests.games.planning import PLANNED
from tests.titles import GAMES


def exchanges(title: str, seed: int, *, most: int) -> int:
    """Exchange what somebody has planned through one random game; return how often, at most so.

    Raises:
        AssertionError: something that others see differs.
    """
    source, chooser, done = GAMES[title], Random(seed), 0
    game = source.play(3, seed)
    tables = [source.table_at(game, n) for n in game.turn_starts() if n < len(game.log)]
    for before, table in pairwise(tables):
        (on_turn,) = table.to_act()
        plans = [_plans(before, on_turn.id, chooser) for _ in range(2)]
        # Before the turn comes, and while the plan is about to be played.
        for each in (before, table)[: most - done]:
            place = each.position_of(on_turn.id)
            first, second, without = (
                list(_seen(_with(each, place, text), on_turn.id)) for text in (*plans, None)
            )
            assert first == second == without
            done += 1
    return done


def _plans(table: Table, player: Any, chooser: Random) -> str | None:
    """Return one to three random plans as they are stored; None where none can be made."""
    try:
        then = ahead(table, player)
    except TableError:
        return None
    made = []
    for _ in range(chooser.randint(1, MOST)):
        draft = new_draft(then.title, then.state, then.seats_to_act()[0])
        while not is_whole(draft):
            draft = draft.then(chooser.randrange(len(draft.open_choices)))
        made.append(plan_of(draft))
    return json.dumps(made)


def _with(table: Table, place: int, plans: str | None) -> Table:
    people = list(table.people)
    people[place] = replace(people[place], plans=plans)
    return replace(table, people=tuple(people))


def _seen(table: Table, owner: PlayerId) -> Iterator[object]:
    """Yield all that the channel and the others see of a table."""
    front, words = FRONTS[table.title.id], ENGLISH
    yield repr(table)
    yield game_view_of(table, words)
    yield json.dumps(table.record().events, default=repr)
    yield _bytes(present_page(front, table, words))
    for person in (each for each in table.people if each.id != owner):
        yield game_view_of(table, words, person.id)
        yield _bytes(status_page(front, table, words, person.id))
        yield _bytes(details_page(front, table, words, person.id, ""))
        yield _bytes(board_page(front, table, words, person.id))
        yield _bytes(games_page([table], 1, person.id, words))
        yield [str(part) for part in since_parts(front, table, words, person.id)]
    yield [str(part) for part in log_parts(front, table, words, 0)]


def _bytes(shown: Post) -> str:
    """Return a message as Discord gets it; its pictures follow from the views."""
    content = shown.content if isinstance(shown, Letter) else ""
    alts = [each.alt for each in shown.pictures]
    return json.dumps([content, shown.view.to_components(), alts], default=str)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--exchanges", type=int, default=640, help="how many")
    left, seed = parser.parse_args().exchanges, 0
    while left:
        left -= exchanges(PLANNED[seed % len(PLANNED)], seed, most=left)
        seed += 1
    sys.stdout.write("nothing differed\n")


if __name__ == "__main__":
    main()
