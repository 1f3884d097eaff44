"""Buttons that play on games that are over, and that hand their deals on."""

from dataclasses import replace

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.engine.record import dump
from metrobot.service.finished.branches import Branch
from metrobot.service.finished.forks import BranchKey, Fork, Source
from metrobot.service.finished.replays import ReplayKey
from metrobot.service.model.play import Person, Play, Status
from metrobot.service.people.ledger import Account
from metrobot.ui.daily.branch_pages import ALONE, NEW, BranchPages
from metrobot.ui.daily.run_planner import BranchPlanner
from metrobot.ui.kit.access import check_can_post, check_invited, may_see
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import on_own_press, on_public_press
from metrobot.ui.kit.replies import person_of
from metrobot.ui.pages.args import BranchArg, InnerArg, ReplayArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, ReplaySource, menu_value, server_of
from metrobot.ui.pages.page import file_page
from metrobot.ui.turn.ballot_messages import PATIENCE
from metrobot.ui.turn.planner_page import page_after


def _is_deal_here(press: PressId) -> bool:
    return ReplayArg.read(press).source is ReplaySource.HERE


def _is_branch_here(press: PressId) -> bool:
    return BranchArg.read(press).source is ReplaySource.HERE


class BranchHandlers(Answerer):
    """Lets people play on games that are over, in private."""

    @on_public_press(PressKind.DEAL, of_game=_is_deal_here)
    async def seats(self, ix: Press, press: PressId) -> None:
        """Show the seats in which a game can be played again.

        Raises:
            Refusal: it is not over, or not there for the person who pressed.
        """
        source = ReplayArg.read(press).source
        origin = await self._origin(ix, Source(source), press.game)
        if origin.status is not Status.OVER or not origin.turns_played:
            raise Refusal(BranchKey.NOT_OVER)
        await self.replies.reply(ix, self._pages(ix).seats(origin, source))

    @on_public_press(PressKind.BRANCH, of_game=_is_branch_here)
    async def ways(self, ix: Press, press: PressId) -> None:
        """Show the ways to play a game on.

        Raises:
            Refusal: it is not over, or not there for the person who pressed.
        """
        arg, person = BranchArg.read(press), person_of(ix)
        fork = await self._fork(ix, press, arg)
        origin = await self._origin(ix, fork.source, fork.number)
        if arg.seat is None:
            arg = replace(arg, seat=_seat_of(origin, arg.turn, person))
        fork = replace(fork, seat=Seat(arg.seat or 0))
        await self.tables.deals.branches.origin(fork, person)
        await self.replies.answer(ix, self._pages(ix).ways(origin, press.game, arg))

    @on_own_press(PressKind.BRANCH_BEGIN, of_game=_is_branch_here, causes=(Account.BRANCHES,))
    async def begin(self, ix: Press, press: PressId) -> None:
        """Begin to play a game on, or show the ways.

        Raises:
            Refusal: it is not over, or not there for the person who pressed.
            TableError: they have begun many lately.
        """
        arg, person, guild = BranchArg.read(press), person_of(ix), server_of(ix)
        if arg.level is None:
            await self.ways(ix, press)
            return
        fork, is_fresh = await self._fork(ix, press, arg), arg.cards == NEW
        await self._origin(ix, fork.source, fork.number)
        begin = self.tables.deals.branches.begin
        await self._show(ix, await begin(fork, person, _level(arg), is_fresh=is_fresh, guild=guild))

    @on_own_press(PressKind.BRANCH_TURN)
    async def turn(self, ix: Press, press: PressId) -> None:
        """Show the page that follows a press in the planner of a branch.

        Raises:
            Refusal: it is not theirs, over, or has moved on, or it is no whole turn.
        """
        inner = InnerArg.read(press).inner(press)
        planner = await self._planner(ix, press.game, press.revision)
        answer = await page_after(planner, inner, menu_value(ix))
        await self.replies.replace(ix, answer, is_due=inner.kind is PressKind.DONE)

    @on_own_press(PressKind.BRANCH_GO)
    async def go_on(self, ix: Press, press: PressId) -> None:
        """Show the planner of a branch, or its end.

        Raises:
            Refusal: it is not theirs, or gone.
        """
        await self._show(ix, await self._branch(ix, press))

    @on_own_press(PressKind.BRANCH_SHOW, causes=(Account.POSTS,))
    async def show(self, ix: Press, press: PressId) -> None:
        """Post one line about a finished branch.

        Raises:
            Refusal: it is not theirs, or not finished, or the bot or they may not write here.
            TableError: they have posted too much lately.
        """
        branch, channel, deals = await self._ended(ix, press), ix.channel_id or 0, self.tables.deals
        await check_invited(ix, self.members)
        await check_can_post(ix, channel)
        await deals.show(branch, person_of(ix), guild=server_of(ix), channel=channel)
        await deals.post(channel, PATIENCE)

    @on_own_press(PressKind.BRANCH_RECORD)
    async def record(self, ix: Press, press: PressId) -> None:
        """Send a finished branch as a record.

        Raises:
            Refusal: it is not theirs, or not finished.
        """
        branch = await self._ended(ix, press)
        text = self.readers.words(ix).say("branch.record")
        file = dump(branch.play.record()).encode() + b"\n"
        await self.replies.reply(ix, file_page(text, f"branch-{branch.row.id}.json", file))

    @on_own_press(
        PressKind.BRANCH_OUT, of_game=_is_branch_here, causes=(Account.POSTS, Account.DEALS)
    )
    async def hand_on(self, ix: Press, press: PressId) -> None:
        """Invite all of a server to play a seat of a game.

        Raises:
            Refusal: the seat is handed on already, or the bot or the person may not write here.
            TableError: they have posted, or handed on, too much lately.
        """
        arg, channel, deals = BranchArg.read(press), ix.channel_id or 0, self.tables.deals
        if arg.source is not ReplaySource.HERE:
            raise Refusal(BranchKey.DEAL_NOT_HERE)
        await check_invited(ix, self.members)
        await check_can_post(ix, channel)
        guild, level = server_of(ix), _level(arg)
        fork = await self._fork(ix, press, arg)
        await deals.hand_on(fork, level, person_of(ix), guild=guild, channel=channel)
        await deals.post(channel, PATIENCE)
        await self.say(ix, "deal.done")

    @on_public_press(PressKind.DEAL_PLAY, causes=(Account.BRANCHES,))
    async def play(self, ix: Press, press: PressId) -> None:
        """Show the planner of somebody's one run of a deal, or its end.

        Raises:
            Refusal: its table is closed.
            TableError: they have begun many lately.
        """
        deal = await self.tables.deals.deal(press.game, server_of(ix))
        run = await self.tables.deals.play(deal, person_of(ix))
        await self._show(ix, run, is_new=True)

    @on_public_press(PressKind.DEAL_TABLE)
    async def table(self, ix: Press, press: PressId) -> None:
        """Show the table of a deal.

        Raises:
            Refusal: it is closed.
        """
        deal = await self.tables.deals.deal(press.game, server_of(ix))
        await self.replies.reply(ix, await self._pages(ix).table(deal))

    # --- within ---

    async def _fork(self, ix: Press, press: PressId, arg: BranchArg) -> Fork:
        """Return the point from which a button plays on; of lines it names one's own run."""
        number = press.game
        if arg.source is ReplaySource.LINE:
            number = (await self.tables.daily.runs.by_id(number, person_of(ix))).line.number
        return Fork(Source(arg.source), number, arg.turn, Seat(arg.seat or 0))

    async def _origin(self, ix: Press, source: Source, number: int) -> Play:
        """Return a game that is there for the person who pressed.

        Raises:
            Refusal: it is not.
        """
        if source is Source.RECORD:
            replay = await self.tables.replays.replay(number, str)
            if not await may_see(ix, guild=replay.guild, channel=replay.channel):
                raise Refusal(ReplayKey.GONE)
        return await self.tables.deals.branches.load(source, number, ix.user.id)

    async def _branch(self, ix: Press, press: PressId) -> Branch:
        return await self.tables.deals.branches.by_id(press.game, person_of(ix))

    async def _ended(self, ix: Press, press: PressId) -> Branch:
        branch = await self._branch(ix, press)
        if not branch.is_over:
            raise Refusal(BranchKey.GONE)
        return branch

    async def _show(self, ix: Press, branch: Branch, *, is_new: bool = False) -> None:
        planner = await self._planner(ix, branch.row.id, branch.play.revision)
        send = self.replies.reply if is_new else self.replies.replace
        await send(ix, await planner.begun(branch))

    async def _planner(self, ix: Press, number: int, revision: int) -> BranchPlanner:
        wishes = await self.tables.people.preferences(person_of(ix).id)
        return BranchPlanner(self._pages(ix), self.drawing, number, revision, wishes)

    def _pages(self, ix: Press) -> BranchPages:
        """Return the pages for the person who pressed."""
        reader = (person_of(ix), server_of(ix), self.readers.words(ix))
        return BranchPages(self.tables.deals, self.fronts, *reader)


def _level(arg: BranchArg) -> str | None:
    return None if arg.level == ALONE else arg.level


def _seat_of(origin: Play, turn: int, person: Person) -> int:
    """Return the seat that somebody had in a turn, else that of whoever moved first."""
    seats = [each.event.actor for each in origin.log if each.turn == turn]
    movers = [seat for seat in seats if isinstance(seat, int)]
    own = origin.seats_of(person.id)
    return next((seat for seat in movers if seat in own), next(iter(movers), 0))
