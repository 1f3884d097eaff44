"""Buttons about clocks: to give time, to ask for it, and to let a computer play."""

from metrobot.service.model.play import GameId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.kit.replies import player_id
from metrobot.ui.pages.args import NumberArg
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.turn.board_buttons import done_page


class ClockButtons(Answerer):
    """Answers the buttons under news of clocks, in letters about them and in /game status."""

    @on_press(PressKind.GIVE, answers=Answers.PRIVATE, causes=(Account.POSTS,))
    async def give(self, ix: Press, press: PressId) -> None:
        """Give an opponent time for this turn.

        Raises:
            Refusal: it is their own clock, none runs, or time was given before.
        """
        place = NumberArg.read(press).number
        facts = (GameId(press.game), player_id(ix), place, press.revision)
        table = await self.tables.clocks.give(*facts)
        await self._show_done(ix, table, "pace.give.done")

    @on_press(PressKind.NEED, answers=Answers.PRIVATE, causes=(Account.POSTS,))
    async def ask_for_time(self, ix: Press, press: PressId) -> None:
        """Ask the others for time for one's own turn.

        Raises:
            TableError: no clock of theirs runs, or as for `Clocks.ask_for_time`.
        """
        table = await self.tables.clocks.ask_for_time(GameId(press.game), player_id(ix))
        await self._show_done(ix, table, "pace.need.done")

    @on_press(PressKind.LET, answers=Answers.PRIVATE, causes=())
    async def let_play(self, ix: Press, press: PressId) -> None:
        """Let a computer play the turn of an opponent whose time is up.

        Raises:
            Refusal: it is their own, or there is time left.
        """
        place = NumberArg.read(press).number
        facts = (GameId(press.game), player_id(ix), place, press.revision)
        table = await self.tables.clocks.let_play(*facts)
        await self._show_done(ix, table, "pace.let.done")

    async def _show_done(self, ix: Press, table: Table, key: str) -> None:
        """Answer that something was done, with a link to the table."""
        table = await self.links.with_message(table)
        await self.replies.reply(ix, done_page(table, key, self.readers.words(ix)))
