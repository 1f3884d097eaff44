"""What has changed in a lobby since somebody sat down, and the button with which they agree."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from discord import ui

from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.service.people.terms import CHANNEL, HINTS, OPEN_SEATS, PACE, RATED, changed, terms_of
from metrobot.ui.kit.access import is_private
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.kit.replies import player_id
from metrobot.ui.lobby.lobby_buttons import Lobby, check_open
from metrobot.ui.lobby.lobby_page import ok_button, option_text, pace_text
from metrobot.ui.pages.ids import Press, PressId, PressKind, button
from metrobot.ui.pages.page import Letter, letter, page
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.words.catalogue import Words


@dataclass(eq=False)
class TermsHandlers(Answerer):
    """Answers OK in lobbies."""

    lobby: Lobby

    @on_press(PressKind.OK, answers=Answers.EDIT, causes=())
    async def agree(self, ix: Press, press: PressId) -> None:
        """Agree to what a message shows; what has changed since then is shown, to be agreed to.

        Raises:
            TableError: this lobby is closed, or the person is not in.
        """
        table = await self.games.table_of(press.game)
        check_open(table)
        player, words = player_id(ix), self.readers.words(ix)
        lobby = self.lobby.tables.lobbies.at(table.place.channel, table.id)
        table = await self.lobby.refresh(ix, await lobby.agree(player, press.arg))
        people = _asked(table, [player])
        head = words.say("terms.newer", changes=_changes(table, people, words))
        parts = (head, _row(table, words)) if people else (words.say("terms.agreed"),)
        answer = self.replies.replace if is_private(ix) else self.replies.reply
        await answer(ix, page(*parts))


def _asked(table: Table, players: Collection[PlayerId]) -> list[Person]:
    """Return those of some people who are still to press OK in a lobby."""
    is_lobby = table.status is Status.LOBBY
    return [p for p in table.people if is_lobby and p.id in players and p.asked]


def terms_page(table: Table, delivery: Delivery, words: Words) -> Letter | None:
    """Return the message that asks people for their OK; None if they have given it."""
    if not (people := _asked(table, delivery.players)):
        return None
    mentions = tuple(f"<@{person.id}>" for person in people)
    facts = {"title": words.title(table.title.id), "changes": _changes(table, people, words)}
    return letter(words.say("terms.ask", players=mentions, **facts), _row(table, words))


def _row(table: Table, words: Words) -> ui.ActionRow[Any]:
    leave = button(press_of(table, PressKind.LEAVE), words.say("lobby.leave"))
    return ui.ActionRow(ok_button(table, words), leave)


def _changes(table: Table, people: Collection[Person], words: Words) -> str:
    present = terms_of(table)
    names = {name for person in people for name in changed(person.agreed or {}, present)}
    return "\n".join(words.say("terms.change", text=text) for text in _texts(table, names, words))


def _texts(table: Table, names: Collection[str], words: Words) -> Iterator[str]:
    """Yield some terms of a lobby as they are now."""
    yield from (
        option_text(table, option, words) for option in table.title.options if option.name in names
    )
    texts = {
        PACE: pace_text(table.pace, words),
        HINTS: words.say("lobby.hints" if table.hints else "terms.no_hints"),
        OPEN_SEATS: words.say("lobby.open_seats" if table.open_seats else "terms.asked_seats"),
        RATED: words.say("terms.rated" if terms_of(table)[RATED] else "terms.unrated"),
        CHANNEL: words.say("terms.channel", channel=f"<#{table.place.channel}>"),
    }
    yield from (text for name, text in texts.items() if name in names)
