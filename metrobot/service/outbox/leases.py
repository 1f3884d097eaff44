"""Leases of deliveries: of several processes only one posts each of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.schema.act_rows import DeliveryRow
from metrobot.store.store import Store

LEASE = timedelta(seconds=10)
"""Time for which other processes leave the delivery of a dead process alone."""
RENEWED = 3.0
"""Seconds after which the lease of a delivery under way is renewed."""


@asynccontextmanager
async def leased(row: DeliveryRow, process: str, store: Store) -> AsyncIterator[bool]:
    """Lease a delivery as long as it is tried; yield whether this process has it now.

    Args:
        row: the delivery.
        process: name of this process.
        store: keeps the leases; needs none if it is not shared.
    """
    is_shared = store.is_shared
    is_ours = not is_shared or await store.outbox.lease(row, process, LEASE)
    if not (is_shared and is_ours):
        yield is_ours
        return
    renewing = asyncio.create_task(_renew(row, process, store), name=f"hold {row.id}")
    try:
        yield True
    except BaseException:
        # So that another process need not wait for the lease to run out.
        await store.outbox.release(row, process)
        raise
    finally:
        renewing.cancel()


async def _renew(row: DeliveryRow, process: str, store: Store) -> None:
    while True:
        await asyncio.sleep(RENEWED)
        # The next try may succeed, and the lease lasts for three of them.
        with suppress(DatabaseTroubleError):
            await store.outbox.lease(row, process, LEASE)
