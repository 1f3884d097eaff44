"""Taking back turns of On the Underground: cards stand in the way, and where there are none."""

from pathlib import Path
from random import Random

from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import NoNotifier
from tests.ui.stage import texts
from tests.ui.undo_stage import a_game, ask, begin, check_table, finish, mover, play, take_back


async def test_on_the_underground_new_cards_make_a_turn_stand(tmp_path: Path) -> None:
    """As long as there is a pile; the planner's answer has no button then."""
    async with a_game(tmp_path, "underground") as stage:
        await begin(stage, 2)
        await play(stage, Random(1))

        said = await ask(stage, await stage.table(), 0)

    assert "drawn at random" in said


async def test_on_the_underground_turns_without_cards_can_be_taken_back(tmp_path: Path) -> None:
    """The players left when the pile is used up build once; the record is right all the same."""
    chooser = Random(11)
    async with a_game(tmp_path, "underground") as stage:
        await begin(stage, 4, key=bytes([5]) * 32)
        outbox = stage.bot.parts.tables._outbox
        notifier, outbox.notifier = outbox.notifier, NoNotifier()
        while has_drawn(await stage.table()):
            before = await stage.table()
            await play(stage, chooser)
        for row in await stage.store.outbox.pending(before.id):
            await stage.store.outbox.drop(row, "nobody reads so much")
        outbox.notifier = notifier
        await take_back(stage, mover(before))
        after, told = await stage.table(), texts(stage.last)
        outbox.notifier = NoNotifier()
        table = await finish(stage, chooser)

    assert (after.state, after.log) == (before.state, before.log)
    assert "took back the last turn" in told
    check_table(table)


def has_drawn(table: Table) -> bool:
    """Return whether cards were drawn after the newest turn of a game that goes on."""
    assert table.to_act(), "somebody is left to build"
    return not isinstance(table.log[-1].event.actor, int)
