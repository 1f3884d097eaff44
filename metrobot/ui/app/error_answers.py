"""The one place where errors become sentences, shown in private."""

import logging
import secrets
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands, ui

from metrobot.engine.errors import Fact, Refusal
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Status
from metrobot.store.db.errors import DatabaseTroubleError, UnsureError
from metrobot.ui.app import discord_codes as codes
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.replies import PLANNER, is_promised, player_id
from metrobot.ui.lobby.lobby_buttons import Lobby
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.seats.seat_commands import SeatHandlers
from metrobot.ui.turn.board_buttons import next_row, quick_rows, resume_button, seats_button
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.last_word import LAST_WORD
from metrobot.ui.words.player_names import shown_name

log = logging.getLogger(__name__)

_WITH_A_WAY_ON: Final = {
    TableKey.STALE,
    TableKey.NOT_YOUR_TURN,
    TableKey.TURN_UNFINISHED,
    TableKey.PUT_ASIDE,
}
"""Refusals under which a button leads to the newest board or planner, or the game goes on."""
_TOO_LATE: Final = {10062, 10015, 40060, 50027}
"""Discord's codes for an interaction that has expired or was answered already."""
_ANSWERED: Final = 40060
_CUT: Final = (aiohttp.ClientError, ConnectionError)
"""Errors raised where Discord cuts a connection before it has taken the request."""
_NO_ACCESS: Final = {50001, 50013}
_NAMES: Final = {"name", "names", "host", "zone", "asked"}
"""Facts that hold names which people gave themselves."""
_KEYS: Final = {"permissions", "switches"}
"""Facts that hold keys of words."""
_FROM_OUTSIDE: Final = {"name", "kind", "option"}
"""Facts that hold text from the file."""


@dataclass(eq=False)
class ErrorAnswers(Answerer):
    """Tells people in a sentence what went wrong.

    Attributes:
        lobby: shows a lobby again.
        seats: find another host.
    """

    lobby: Lobby
    seats: SeatHandlers

    async def answer(self, ix: Press, error: BaseException) -> None:
        """Tell the person of an interaction what went wrong; never raises."""
        if isinstance(error, app_commands.CommandInvokeError):
            # The one that the command raised.
            error = error.original
        # Discord takes no answer to this interaction any more, so none is tried.
        if _is_too_late(error):
            note_unanswered(error, is_first=not ix.response.is_done())
            return
        try:
            await self._show(ix, error, page(*await self._parts(ix, error)))
        except discord.HTTPException as failure:
            if _is_too_late(failure):
                note_unanswered(failure, is_first=not ix.response.is_done())
                return
            log.warning("a refusal could not be shown: %s %s", failure.status, failure.code)
            await _say_last_word(ix)
        except _CUT as failure:
            log.warning("a refusal could not be shown: %s", _named(failure))
            await _say_last_word(ix)
        # A fault of ours in making the sentence: the person is told something all the same.
        except Exception:
            log.exception("a refusal could not be shown")
            await _say_last_word(ix)

    async def _show(self, ix: Press, error: BaseException, answer: Page) -> None:
        """Show the sentence of an error.

        Raises:
            HTTPException: Discord does not take it.
            ClientError: Discord cuts this connection too.
        """
        try:
            if _is_overtaken(ix, error):
                await self.replies.replace(ix, answer, is_due=True)
            else:
                await self.replies.reply(ix, answer)
        except discord.HTTPException as failure:
            if failure.code != _ANSWERED or not isinstance(error, _CUT):
                raise
            # Discord had taken the promise before it cut the connection; only its reply was lost.
            await ix.followup.send(view=answer.view, ephemeral=True)

    async def _parts(self, ix: Press, error: BaseException) -> list[Part]:
        """Return the sentence of an error, and a button that leads on where there is one."""
        words = self.readers.words(ix)
        match error:
            case Refusal():
                return await self._refused(ix, error)
            case RecordFaultError():
                rule = refusal_text(words, error.rule) if error.rule else None
                return [fault_text(words, error, rule)]
            case _ if (key := _key(error)) is not None:
                return [words.say(key)]
            case discord.HTTPException(code=code) if code and not codes.is_refused(error):
                log.warning("Discord refused what somebody asked for: %s", error)
                return [words.say("error.refused", code=str(code))]
            case _:
                return [words.say("error.unknown", id=_logged(ix, error))]

    async def _refused(self, ix: Press, refusal: Refusal) -> list[Part]:
        """Return the sentence of a refusal.

        A host who has left the server is replaced by the next player who is there, and the
        sentence says so; or that nobody is.
        """
        words = self.readers.words(ix)
        if refusal.key == TableKey.NOT_HOST and (sentence := await self.seats.succeed(ix)):
            return [sentence]
        if refusal.key == TableKey.EXISTS:
            refusal = await self._present(ix, refusal)
        text = refusal_text(words, refusal, ix.guild_id)
        if _is_overtaken(ix, refusal):
            text = words.say("planner.overtaken")
        return [text, *await self._way_on(ix, refusal)]

    async def _present(self, ix: Press, refusal: Refusal) -> Refusal:
        """Return the refusal of a channel that has a game, with a message that can be linked to."""
        channel = int(str(refusal.facts["channel"]))
        table = await self.lobby.present(ix, await self.tables.in_channel(channel))
        return TableError(TableKey.EXISTS, channel=channel, message=table.place.board_message or 0)

    async def _way_on(self, ix: Press, refusal: Refusal) -> list[Part]:
        if refusal.key == TableKey.NONE_HERE and ix.guild_id is not None:
            words, titles = self.readers.words(ix), (front.title for front in self.fronts.values())
            seats = ui.ActionRow[Any](seats_button(words))
            return [words.say("help.quick"), *quick_rows(titles, words), seats]
        if refusal.key not in _WITH_A_WAY_ON:
            return []
        try:
            table = await self.games.table_meant(ix)
        except TableError:
            return []
        if table.status not in (Status.RUNNING, Status.OVER):
            return []
        if table.aside_at is not None:
            resume = resume_button(table, self.readers.words(ix))
            return [ui.ActionRow(resume)] if table.has(player_id(ix)) else []
        return [next_row(self.fronts[table.title.id], table, player_id(ix), self.readers.words(ix))]


def note_unanswered(error: BaseException, *, is_first: bool) -> None:
    """Log that Discord has not taken an answer, and that nothing more can be said."""
    # A later answer can also come twice where Discord was slow to say that it has the first.
    if is_first and isinstance(error, discord.HTTPException) and error.code == _ANSWERED:
        log.warning(
            "Another copy of the bot runs with the same token: it has answered before this one "
            "could. Stop one of the two."
        )
    else:
        log.info("an interaction could not be answered in time")


def is_of_ours(line: logging.LogRecord) -> bool:
    """Return whether a line of discord.py's tells of a fault in making suggestions.

    Where only Discord has not taken them, that is logged as of any other answer: whoever
    types goes on typing, and it would be a traceback for each letter.
    """
    error = line.exc_info and line.exc_info[1]
    if not isinstance(error, (discord.HTTPException, TimeoutError, *_CUT)):
        return True
    note_unanswered(error, is_first=True)
    return False


async def _say_last_word(ix: Press) -> None:
    """Say in plain English that something went wrong, whatever else of ours is broken."""
    try:
        if not ix.response.is_done():
            await ix.response.send_message(LAST_WORD, ephemeral=True)
        elif is_promised(ix):
            await ix.edit_original_response(content=LAST_WORD)
        else:
            await ix.followup.send(LAST_WORD, ephemeral=True)
    except discord.HTTPException as failure:
        log.warning("nothing could be said: %s %s", failure.status, failure.code)
    except _CUT as failure:
        log.warning("nothing could be said: %s", _named(failure))
    except Exception:
        log.exception("nothing could be said")


def _is_overtaken(ix: Press, error: BaseException) -> bool:
    """Return whether a planner was pressed that another press has made out of date."""
    is_stale = isinstance(error, TableError) and error.key == TableKey.STALE
    return is_stale and bool(ix.extras.get(PLANNER))


def _key(error: BaseException) -> str | None:
    match error:
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return "error.old_command"
        case discord.Forbidden(code=code) if code in _NO_ACCESS:
            return "error.forbidden"
        case DatabaseTroubleError():
            log.error("%s", error)
            return "error.unsure" if isinstance(error, UnsureError) else "error.database"
        case discord.HTTPException() | TimeoutError() if codes.is_passing(error):
            return "error.discord"
        case aiohttp.ClientError() | ConnectionError():
            log.warning("Discord did not take an answer: %s", _named(error))
            return "error.cut"
        case _:
            return None


def refusal_text(words: Words, refusal: Refusal, guild: int | None = None) -> str:
    """Return the sentence of a refusal, its facts made safe and readable."""
    facts = {name: _readable(words, name, fact) for name, fact in refusal.facts.items()}
    if refusal.key == TableKey.EXISTS:
        channel, message = refusal.facts["channel"], refusal.facts["message"]
        place = f"https://discord.com/channels/{guild}/{channel}"
        facts["link"] = words.say("status.link", link=f"{place}/{message}" if message else place)
    return words.say(refusal.key, **facts)


def _readable(words: Words, name: str, fact: Fact) -> object:
    if name in _NAMES:
        if isinstance(fact, tuple):
            return tuple(map(shown_name, fact))
        # A computer's name keeps its type.
        return shown_name(fact if isinstance(fact, str) else str(fact))
    if name in _KEYS and isinstance(fact, tuple):
        return tuple(words.say(key) for key in fact)
    if name == "titles" and isinstance(fact, tuple):
        return tuple(words.title(title) for title in fact)
    return shown_name(str(fact)) if name == "title" else fact


def _named(error: BaseException) -> str:
    """Return the type of an error, without the address in it: that may hold a token."""
    return type(error).__name__


def _is_too_late(error: BaseException) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in _TOO_LATE


def _logged(ix: discord.Interaction[Any], error: BaseException) -> str:
    """Log an unexpected error; return the id under which it can be found."""
    # Neither a button's id nor options are logged: they may tell what a player plans.
    number = secrets.token_hex(4)
    command = ix.command.qualified_name if ix.command else None
    log.error("error %s in %s", number, command or "a button or menu", exc_info=error)
    return number


def fault_text(words: Words, error: RecordFaultError, rule: str | None) -> str:
    """Return the sentence of a fault in a record; text from the file is made safe.

    Args:
        words: of the reader.
        error: the first fault that was found.
        rule: the sentence of the rule that forbids the event, where one does.
    """
    facts = {name: _readable_fault(words, name, fact) for name, fact in error.facts.items()}
    reason = rule or words.say(error.key, **facts)
    if error.seq is None:
        return words.say("replay.fault", reason=reason)
    return words.say("replay.fault_at", seq=error.seq, reason=reason)


def _readable_fault(words: Words, name: str, fact: Fact) -> object:
    if isinstance(fact, tuple):
        return tuple(words.title(title) for title in fact)
    if name == "title":
        key = title_key(str(fact))
        return words.say(key) if words.has(key) else shown_name(str(fact))
    return shown_name(str(fact)) if name in _FROM_OUTSIDE else fact
