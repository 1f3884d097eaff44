"""/server daily, and the button that stops the morning paper."""

import discord
from discord import app_commands, ui
from discord.utils import format_dt

from metrobot.service.people.preferences import zone_named
from metrobot.store.statements.daily.papers import PaperRow
from metrobot.ui.daily.line_ids import line_button
from metrobot.ui.kit.access import check_can_post, check_invited, check_manager
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.channel_option import ChannelOption
from metrobot.ui.kit.handlers import on_public_press, slash
from metrobot.ui.kit.time_choices import zone_choices
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.pages.page import page
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.zones import time_there, zone_meant, zone_text

Hour = app_commands.Range[int, 0, 23]


class PaperHandlers(Answerer):
    """Lets managers have a morning paper."""

    @slash("server daily", suggest={"zone": zone_choices}, causes=())
    async def choose(
        self,
        ix: Press,
        channel: ChannelOption | None = None,
        hour: Hour | None = None,
        zone: str | None = None,
        off: bool = False,
    ) -> None:
        """Set, show or stop the morning paper of a server.

        Raises:
            Refusal: who asks does not manage the server, the bot may not post there, or
                there is no such time zone, or there are several.
        """
        check_manager(ix, FrameKey.NOT_MANAGER_OF_PAPER)
        papers, guild = self.tables.daily.papers, ix.guild_id or 0
        paper = await papers.of(guild)
        if off:
            await self.stop(ix)
            return
        if (channel, hour, zone) == (None, None, None) and paper is not None:
            await self._tell(ix, paper)
            return
        if zone is not None:
            zone = zone_meant(zone, self.readers.words(ix), discord.utils.utcnow())
        default = ix.channel_id or 0 if paper is None else paper.channel
        place = default if channel is None else channel.id
        await check_can_post(ix, place)
        await self._tell(ix, await papers.choose(guild, place, hour, zone))

    async def _tell(self, ix: Press, row: PaperRow) -> None:
        """Answer with place and time of a server's paper, or the reason why none comes."""
        channel = f"<#{row.channel}>"
        if row.due_at is None:
            key = "line.paper.failed" if row.failed else "line.paper.off"
            await self.say(ix, key, channel=channel)
            return
        zone = zone_named(row.zone) or "UTC"  # zones are renamed now and then
        words, now = self.readers.words(ix), discord.utils.utcnow()
        there = {"zone": zone_text(zone, words), "now": time_there(zone, now)}
        when = {"hour": f"{row.hour}:00", "first": format_dt(max(now, row.due_at), "R")}
        sentence = words.say("line.paper.set", channel=channel, **when, **there)
        stop = line_button(row.told, PressKind.DAILY_STOP, words.say("line.paper.stop"))
        await self.replies.reply(ix, page(sentence, ui.ActionRow(stop)))

    @on_public_press(PressKind.DAILY_PAPER)
    async def start(self, ix: Press, _: PressId) -> None:
        """Have the morning paper come to this channel, at the usual time.

        Raises:
            Refusal: as for /server daily.
        """
        await check_invited(ix, self.members)
        check_manager(ix, FrameKey.NOT_MANAGER_OF_PAPER)
        channel = ix.channel_id or 0
        await check_can_post(ix, channel)
        paper = await self.tables.daily.papers.choose(ix.guild_id or 0, channel, None, None)
        await self._tell(ix, paper)

    @on_public_press(PressKind.DAILY_STOP)
    async def stop(self, ix: Press, _: PressId | None = None) -> None:
        """Stop the morning paper of a server.

        Raises:
            Refusal: who asks does not manage it; everybody can press what stands in public.
        """
        check_manager(ix, FrameKey.NOT_MANAGER_OF_PAPER)
        await self.tables.daily.papers.stop(ix.guild_id or 0)
        await self.say(ix, "line.paper.stopped")
