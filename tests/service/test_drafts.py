"""Drafts that are remembered: of one table, one board and one seat."""

from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.draft import new_draft
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId
from metrobot.service.model.table import Table
from tests.service.stage import BOB, Stage

ANNS, BOBS = Seat(0), Seat(1)


async def test_a_draft_that_was_looked_at_is_not_tried_again(stage: Stage, table: Table) -> None:
    drafts, draft = Drafts(), new_draft(table.title, table.state, ANNS).then(0)
    drafts.put(table, draft)

    assert drafts.read(table, ANNS, draft.code) is draft
    assert drafts.read(table, ANNS, draft.then(1).code).states[0] is draft.state


async def test_a_draft_is_known_by_all_its_choices(stage: Stage, table: Table) -> None:
    drafts, empty = Drafts(), new_draft(table.title, table.state, ANNS)
    drafts.put(table, empty.then(0))

    for other in (empty, empty.then(1)):
        assert drafts.read(table, ANNS, other.code) == other


async def test_a_draft_of_another_board_is_tried_anew(stage: Stage, table: Table) -> None:
    """The same code, on what lies there now or at another table."""
    drafts, draft = Drafts(), new_draft(table.title, table.state, ANNS).then(0)
    drafts.put(table, draft)
    later = await stage.take(await stage.take(table, 1, 1), 1, 1)

    assert drafts.read(later, ANNS, draft.code).base is later.state
    assert drafts.read(replace(table, id=GameId(99)), ANNS, draft.code) is not draft


async def test_a_draft_of_another_seat_is_stale(stage: Stage, table: Table) -> None:
    drafts, draft = Drafts(), new_draft(table.title, table.state, ANNS).then(0)
    drafts.put(table, draft)

    with pytest.raises(TableError, match=TableKey.STALE):
        drafts.read(table, BOBS, draft.code)


async def test_a_draft_that_is_made_again_is_the_one_that_was_looked_at(stage: Stage) -> None:
    """A menu's choice is tried each time, but what was worked out of it is still known."""
    table = await stage.start(BOB)
    drafts, empty = Drafts(), new_draft(table.title, table.state, ANNS)
    first = drafts.put(table, empty.then(0))

    assert drafts.put(table, empty.then(0)) is first
    assert drafts.put(table, other := empty.then(1)) is other


async def test_a_board_that_was_read_again_has_drafts_of_its_own(stage: Stage) -> None:
    """Nothing that was worked out on the board as it was read before counts for it."""
    table = await stage.start(BOB)
    drafts = Drafts()
    drafts.put(table, new_draft(table.title, table.state, ANNS).then(0))
    again = new_draft(table.title, replace(table.state), ANNS).then(0)

    assert drafts.put(table, again) is again
    assert drafts.read(table, ANNS, again.code) is again
