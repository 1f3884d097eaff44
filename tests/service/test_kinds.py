"""The table of all kinds of deliveries."""

import pytest

from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.kinds import KINDS, Calls, Lane
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.statements.outbox import enqueue
from tests.service.stage import ANN, BOB, Stage


def test_each_kind_has_its_row() -> None:
    """And no row is of a kind that there is no longer."""
    assert list(KINDS) == list(DeliveryKind)


def test_messages_to_one_person_call_nobody() -> None:
    """Whoever gets a direct message is notified anyway."""
    letters = [each for each in KINDS.values() if each.lane is Lane.PERSON]

    assert {each.calls for each in letters} == {Calls.NOBODY}


def test_what_takes_the_place_of_a_direct_message_goes_to_the_channel() -> None:
    """Their person takes none."""
    instead = {each.instead for each in KINDS.values() if each.instead is not None}

    assert all(KINDS[kind].lane is not Lane.PERSON for kind in instead)
    assert all(KINDS[kind].instead is None for kind in instead)


async def test_a_kind_of_a_newer_version_keeps_back_its_channel_alone(
    told: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot may have been set back; people and other games hear all."""
    table = await told.start(BOB)
    await told.said()
    told.notifier.said.clear()
    new = [NewDelivery("newer"), NewDelivery(DeliveryKind.BOARD), NewDelivery("hand", None, ANN.id)]
    now = told.clock.now()
    await told.store._database.write(lambda c: enqueue(c, table.id, table.revision, new, now))

    assert await told.said() == [("hand", None, ANN.id)]
    assert "'newer' is not a valid DeliveryKind" in caplog.text
