"""What somebody has locked changes nothing that anybody else is told."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import new_draft
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.pages.values import Picture
from metrobot.ui.turn.planner_page import planner_page
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metrolijn.games import TITLE, play, table_at

FRONT = MetrolijnFront()
LOOKER = PlayerId(107)


def positions() -> Iterator[tuple[Table, tuple[Action, ...]]]:
    """Yield tables of a game, each with choices of the first player that are whole."""
    game = play(3, 3, "berlin", special=True)
    for events in game.turn_starts()[:-1:9]:
        table = table_at(game, events)
        draft = new_draft(TITLE, table.state, Seat(0))
        whole = [draft.then(n) for n in range(len(draft.open_choices))]
        choices = [each.actions for each in whole if each.is_turn_over]
        if len(choices) > 1:
            yield table, (choices[0][0], choices[-1][0])


def sealed(table: Table, action: Action) -> Table:
    """Return the table with a choice of the first player locked."""
    return replace(table, sealed={Seat(0): (action,)})


def shown(table: Table, viewer: PlayerId | None) -> list[Any]:
    """Return everything that somebody may be shown of a table, pictures drawn."""
    game_view = game_view_of(table, ENGLISH, viewer)
    pictures = [FRONT.board(game_view, ENGLISH)]
    pictures += [
        FRONT.board(game_view, ENGLISH, zoom=zoom.key) for zoom in FRONT.zooms(game_view, ENGLISH)
    ]
    said: list[Any] = [
        FRONT.prompt(game_view, ENGLISH),
        FRONT.status(game_view, ENGLISH),
        FRONT.brief(game_view, ENGLISH),
        FRONT.board_text(game_view, ENGLISH),
        FRONT.opening(game_view, ENGLISH),
        FRONT.report(game_view, table.summary(max(0, table.log[-1].turn - 1), viewer), ENGLISH),
    ]
    if viewer is not None:
        block = FRONT.hand(game_view, ENGLISH)
        draft = new_draft(TITLE, table.state, Seat(1))
        page = FRONT.planner(game_view, draft_view_of(draft, replaces=True), ENGLISH, None)
        raw: Any = planner_page(FRONT, table, draft, ENGLISH).view
        said += [block.text, page.text, page.menus, raw.to_components()]
        pictures += [page.picture, *([block.picture] if block.picture else [])]
    return [*said, *map(drawn, pictures)]


def drawn(picture: Picture) -> tuple[str, str, bytes]:
    return picture.stem, picture.alt, picture.draw()


@pytest.mark.parametrize("viewer", [None, LOOKER])
def test_a_locked_choice_shows_nowhere(viewer: PlayerId | None) -> None:
    """Neither to everybody nor to another player: text, picture, alt text, name, id."""
    met = 0
    for table, (one, other) in positions():
        assert one != other
        assert shown(sealed(table, one), viewer) == shown(sealed(table, other), viewer)
        met += 1

    assert met


def test_a_locked_choice_is_not_even_on_ones_own_public_sheet() -> None:
    """Everyone's view of a sheet is the same before and after a lock."""
    for table, (one, _) in positions():
        assert shown(sealed(table, one), None) == shown(table, None)
