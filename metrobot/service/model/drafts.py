"""Drafts in memory, so that the next press need not try them again."""

from typing import Any

from cachetools import LRUCache

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, StaleDraftError, read_draft
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Play

KEPT_DRAFTS = 64
"""Most drafts that are remembered."""


# Kept to be quick, never to be needed: a draft is whole in the id of each of its buttons
# (docs/decisions/drafts-in-button-ids.md).
class Drafts:
    """The drafts that people have looked at last."""

    def __init__(self) -> None:
        # The revision is part of the key: a draft is only good on the state on which it was tried.
        self._kept: LRUCache[tuple[int, int, Seat, tuple[int, ...]], Draft[Any, Any]] = LRUCache(
            KEPT_DRAFTS
        )

    def read(self, table: Play, seat: Seat, code: str) -> Draft[Any, Any]:
        """Return the draft that a code stands for on the present board.

        Raises:
            TableError: the code does not fit it.
        """

        def known(choices: tuple[int, ...]) -> Draft[Any, Any] | None:
            return self._kept.get((table.id, table.revision, seat, choices))

        try:
            return read_draft(table.title, table.state, seat, code, known)
        except StaleDraftError as error:
            raise TableError(TableKey.STALE) from error

    def put(self, table: Play, draft: Draft[Any, Any]) -> Draft[Any, Any]:
        """Remember a draft on the present board, as long as others do not drive it out.

        Returns:
            The draft; if the same one is remembered already, that one, with all that has been
            worked out from it.
        """
        where = table.id, table.revision, draft.seat, draft.choices
        own_draft = self._kept.get(where)
        # The board may have been read again since.
        if own_draft is None or own_draft.base is not draft.base:
            own_draft = draft
        self._kept[where] = own_draft
        return own_draft
