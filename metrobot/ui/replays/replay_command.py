"""Replays and records: /game replay, /game import, the buttons under them, and /game export."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.engine.record import dump
from metrobot.service.finished.replays import ReplayKey, check_size
from metrobot.service.finished.what_ifs import Offers
from metrobot.service.model.guards import check_started
from metrobot.service.model.play import Play, Status
from metrobot.service.model.snapshots import finished_turns, snapshot_after
from metrobot.service.people.ledger import FILM, Account
from metrobot.service.people.server_games import Switch
from metrobot.ui.kit.access import check_can_post, is_private, may_see
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, on_press, slash, suggestions
from metrobot.ui.kit.pictures.render_queue import Ask
from metrobot.ui.kit.replies import person_of
from metrobot.ui.kit.views import replayed_view
from metrobot.ui.pages.args import ReplayArg
from metrobot.ui.pages.ids import (
    LARGEST,
    Press,
    PressId,
    PressKind,
    ReplaySource,
    button,
    menu,
    menu_value,
    option,
)
from metrobot.ui.pages.page import Box, Page, Part, file_page, page
from metrobot.ui.pages.post import NOBODY
from metrobot.ui.replays.animations import AnimationMaker
from metrobot.ui.turn.board_buttons import (
    branch_button,
    deal_button,
    film_button,
    page_button,
    press,
    review_button,
    what_button,
)
from metrobot.ui.turn.public_pages import (
    OVER_COLOUR,
    TURN_COLOUR,
    report_text,
    told_turn,
    turn_report,
)
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.text_length import described, utf16_length

Number = app_commands.Range[int, 1, LARGEST]
"""The number of a game, as somebody types it."""


def replay_page(
    front: Front,
    table: Play,
    words: Words,
    source: ReplaySource,
    step: int | None,
    *,
    offers: Offers,
) -> Page:
    """Return one turn of a game.

    Args:
        front: of the game.
        table: as it stands now.
        words: of the reader.
        source: where the game is kept.
        step: index of the turn, the last one if it is beyond; None for the first turn
            of a finished game, the last of another.
        offers: tells where another way can be tried.
    """
    turns = finished_turns(table)
    if not turns:
        return page(words.say("replay.no_turn_yet"))
    last = len(turns) - 1
    first_look = 0 if table.status is Status.OVER else last
    # Turns may have been taken back since the button was made.
    step = first_look if step is None else max(0, min(step, last))
    moment = snapshot_after(table, turns[step])
    is_end = moment.status is Status.OVER
    text = report_text(told_turn(front, moment, turns[step], words), words)
    game_view = replayed_view(moment, words)
    title = words.title(table.title.id)
    parts: list[Part] = [
        words.say("replay.head", title=title, number=step + 1, count=last + 1),
        Box((text, front.board(game_view, words)), OVER_COLOUR if is_end else TURN_COLOUR),
    ]
    if is_end:
        parts.append("\n".join(front.status(game_view, words)))
    elif step == last and source is ReplaySource.IMPORTED:
        parts.append(words.say("replay.unfinished"))
    parts += controls(table, words, source, step, turns, offers=offers)
    if last:
        turn = press(table, PressKind.JUMP, ReplayArg(source, "turn"))
        options = _turn_options(front, table, words, step, turns)
        parts.append(menu(turn, words.say("replay.turn_menu"), options))
    return page(*parts, tag=f"{source}{step}")


def _is_played_here(press_id: PressId) -> bool:
    """Return whether the number in an id is that of a game, not of a record or a run."""
    return ReplayArg.read(press_id).source is ReplaySource.HERE


on_replay: Final = partial(on_press, of_game=_is_played_here)
"""Declares that a method answers buttons under games, records and runs."""


def controls(
    table: Play,
    words: Words,
    source: ReplaySource,
    step: int,
    turns: Sequence[int],
    *,
    offers: Offers,
) -> Iterator[Part]:
    """Yield the buttons and menus to other turns, and what else can be done with this one."""
    last = len(turns) - 1
    ways = (
        ("first", "replay.first", 0, step == 0),
        ("back", "replay.back", max(0, step - 1), step == 0),
        ("on", "replay.on", min(last, step + 1), step == last),
        ("last", "replay.last", last, step == last),
    )
    yield ui.ActionRow(
        *(
            button(
                press(table, PressKind.STEP, ReplayArg(source, str(turn), way)),
                words.say(key),
                disabled=is_off,
            )
            for way, key, turn, is_off in ways
        ),
        *(() if source is ReplaySource.LINE else (film_button(table, words, source),)),
    )
    second = [page_button(table.id, words, source)]
    if table.status is Status.OVER and source is not ReplaySource.LINE:
        second.insert(0, review_button(table, words, source))
        second.append(branch_button(table, words, source, turns[step]))
        second.append(deal_button(table, words, source))
    # Anybody may look at the best run of a line; only one's own can be tried otherwise.
    if source is not ReplaySource.LINE and offers(source, table, turns[step]):
        second.append(what_button(table, words, source, turns[step]))
    yield ui.ActionRow(*second)
    if len(turns) > MOST_CHOICES:
        part = press(table, PressKind.JUMP, ReplayArg(source, "part"))
        yield menu(part, words.say("replay.part_menu"), _part_options(words, step, len(turns)))


def _part_options(words: Words, step: int, count: int) -> Iterator[discord.SelectOption]:
    # Discord's menus have 25 entries: so many parts of so many turns can be reached.
    for start in range(0, min(count, MOST_CHOICES * MOST_CHOICES), MOST_CHOICES):
        end = min(start + MOST_CHOICES, count)
        label = words.say("replay.part", first=start + 1, last=end)
        yield option(label, str(start), is_chosen=start <= step < end)


def _turn_options(
    front: Front, table: Play, words: Words, step: int, turns: Sequence[int]
) -> Iterator[discord.SelectOption]:
    """Yield some turns, each told in one line: who played, what it brought."""
    start = step - step % MOST_CHOICES
    for number in range(start, min(start + MOST_CHOICES, len(turns))):
        headline = described(turn_report(front, table, turns[number], words).headline)
        if utf16_length(headline) > CHOICE_LIMIT:
            # A round of many, all at once: its name alone.
            headline = headline.partition(": ")[0]
        yield option(headline, str(number), is_chosen=number == step)


@dataclass(eq=False)
class ReplayHandlers(Answerer):
    """Shows games turn by turn, in private or to all."""

    animations: AnimationMaker

    # --- commands ---

    async def offered(self, ix: Press, current: str) -> list[app_commands.Choice[int]]:
        """Suggest the finished games of the channel, the newest first."""
        words = self.readers.words(ix)
        games = await self.tables.replays.finished(ix.channel_id or 0, MOST_CHOICES)
        return suggestions(((_choice(words, game), game.id) for game in games), current)

    @slash(
        "game replay",
        answers=Answers.ITSELF,
        suggest={"game": offered},
        causes=(Account.POSTS, Account.SECONDS),
    )
    async def replay(
        self, ix: Press, game: Number | None = None, public: bool = False, animation: bool = False
    ) -> None:
        """Show a game of this server from its first turn on, or all of it as a moving picture.

        Raises:
            Refusal: there is no such game here, or it has not started, or
                another animation for the same person is being made, or who asks
                may not write here what all are to see.
        """
        # What can be refused comes first: a refusal is private, the answer need not be.
        table = await self.table_here(ix, game)
        await self._note(ix, table)
        if public:
            await self.tables.server_games.check(ix.guild_id or 0, Switch.PUBLIC_REPLAYS)
            await check_can_post(ix, ix.channel_id or 0)
        if animation:
            self.animations.check_free(ix.user.id)
        if public:
            await self.charge(ix, Account.POSTS)
        await ix.response.defer(ephemeral=not public, thinking=True)
        words = self.readers.words_for(ix, is_public=public)
        if animation and finished_turns(table):
            await self.replies.reply(ix, await self._film(ix, table, words, ReplaySource.HERE))
        else:
            await self.replies.reply(ix, self.page(table, words, ReplaySource.HERE, None))

    @slash("game import", causes=(Account.POSTS, Account.IMPORTS, Account.SECONDS))
    async def take(self, ix: Press, file: discord.Attachment) -> None:
        """Import a record and show it to all.

        Raises:
            Refusal: the file is too large, not one record, or shows no turn; or
                who asks may not write here.
            RecordFaultError: the record has a fault.
        """
        # A record is shown to all, as any replay for everyone is.
        for switch in (Switch.IMPORTS, Switch.PUBLIC_REPLAYS):
            await self.tables.server_games.check(ix.guild_id or 0, switch)
        # Discord does not check who may have a bot post on their behalf.
        await check_can_post(ix, ix.channel_id or 0)
        # Discord names the size: a file that is too large is not even loaded.
        check_size(file.size)
        await self.charge(ix, Account.POSTS)
        number = await self.tables.replays.keep(
            await file.read(), guild=ix.guild_id or 0, channel=ix.channel_id or 0, person=ix.user.id
        )
        words = self.readers.words_for(ix, is_public=True)
        replay = await self.tables.replays.replay(number, partial(_numbered, words))
        replay_page = self.page(replay.play, words, ReplaySource.IMPORTED, None)
        # The answer was promised in private, so what all see is another message.
        await self.say(ix, "replay.imported")
        public_page, files = await self.drawing.finished(replay_page, words, Ask(ix.user.id))
        await ix.followup.send(view=public_page.view, files=files, allowed_mentions=NOBODY)

    # --- presses ---

    @on_replay(PressKind.STEP, PressKind.JUMP, answers=Answers.EDIT, causes=())
    async def turn(self, ix: Press, press: PressId) -> None:
        """Show another turn in the message that was pressed.

        Raises:
            Refusal: the game or the replay is not there.
            RecordFaultError: today's rules do not allow the record.
        """
        arg, is_public = ReplayArg.read(press), not is_private(ix)
        words = self.readers.words_for(ix, is_public=is_public)
        table = await self.table_of(ix, press, words, arg.source)
        step = arg.turn(menu_value(ix))
        await self.replies.replace(ix, self.page(table, words, arg.source, step))

    @on_replay(PressKind.REPLAY, PressKind.FILM, answers=Answers.PRIVATE, causes=(Account.SECONDS,))
    async def open(self, ix: Press, press: PressId) -> None:
        """Show a game turn by turn, or as a moving picture, to who pressed.

        Raises:
            Refusal: the game or the replay is not there.
            RecordFaultError: today's rules do not allow the record.
        """
        source = ReplayArg.read(press).source
        if press.kind is PressKind.FILM and source is ReplaySource.LINE:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        words = self.readers.words(ix)
        table = await self.table_of(ix, press, words, source)
        if press.kind is PressKind.FILM and finished_turns(table):
            await self.replies.reply(ix, await self._film(ix, table, words, source))
        else:
            await self.replies.reply(ix, self.page(table, words, source, None))

    # --- games, for whoever shows them otherwise ---

    async def table_here(self, ix: Press, game: int | None) -> Play:
        """Return a game of this server by its number, else that of the channel."""
        if game is None:
            return await self.games.started_here(ix)
        table = await self.games.table_seen(ix, game)
        check_started(table)
        return table

    async def table_of(self, ix: Press, press: PressId, words: Words, source: ReplaySource) -> Play:
        """Return the game that a button belongs to.

        Raises:
            Refusal: a replay of another server, or of a channel that is closed to the reader;
                a line that is open, or a run that others may not see.
        """
        if source is ReplaySource.IMPORTED:
            replay = await self.tables.replays.replay(press.game, partial(_numbered, words))
            # An id may be forged, and those who may see a channel change.
            if not await may_see(ix, guild=replay.guild, channel=replay.channel):
                raise Refusal(ReplayKey.GONE)
            return replay.play
        if source is ReplaySource.LINE:
            papers = self.tables.daily.papers
            return (await papers.watched(press.game, person_of(ix), ix.guild_id or 0)).play
        table = await self.games.table_of(press.game)
        check_started(table)
        await self._note(ix, table)
        return table

    # --- within ---

    async def _note(self, ix: Press, table: Play) -> None:
        """Keep in mind who knows a game that is over, and with it its deal."""
        if table.status is Status.OVER:
            await self.tables.deals.note_watched(ix.user.id, table.id)

    def page(self, table: Play, words: Words, source: ReplaySource, step: int | None) -> Page:
        """Return one turn of a game; arguments as for `replay_page`."""
        front = self.fronts[table.title.id]
        return replay_page(front, table, words, source, step, offers=self.tables.what_ifs.moments)

    async def _film(self, ix: Press, table: Play, words: Words, source: ReplaySource) -> Page:
        await self.charge(ix, Account.SECONDS, FILM)
        return await self.animations.animate(ix.user.id, table, words, ix.filesize_limit, source)


def _numbered(words: Words, number: int) -> str:
    return words.say("replay.player", number=number)


def _choice(words: Words, game: Any) -> str:
    title, day = words.title(game.title), game.created_at.date().isoformat()
    return words.say("replay.choice", number=str(game.id), title=title, day=day)


class ExportCommand(Answerer):
    """Hands out records."""

    @slash("game export", causes=())
    async def export(self, ix: Press) -> None:
        """Hand out the record of this channel's game as a file.

        Raises:
            TableError: there is none, or it has not started.
        """
        table = await self.games.started_here(ix)
        await self.replies.reply(ix, _record_page(table, self.readers.words(ix)))


def _record_page(play: Play, words: Words) -> Page:
    name = f"{play.title.id}-{play.id}.json"
    text = words.say("export.whole") if play.status is Status.OVER else words.say("export.public")
    return file_page(text, name, dump(play.record()).encode() + b"\n")
