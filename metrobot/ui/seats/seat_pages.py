"""Messages about who sits where: questions, ballots, what has happened."""

from collections.abc import Container, Iterator
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from metrobot.service.membership.endings import END
from metrobot.service.membership.rests import REST, end_in
from metrobot.service.membership.seats import REPLACE, Seats
from metrobot.service.membership.transfer_rules import (
    CLAIMS,
    LEAST,
    Agreement,
    TransferReason,
    deciders,
    ground_of,
    is_secret,
    newcomer_of,
    position_in,
)
from metrobot.service.membership.undo import UNDO
from metrobot.service.model.computers import LEVELS, computer_of
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.outbox.game_channels import MOVE
from metrobot.service.people.verdicts import (
    TURNS_BEFORE_CANCEL,
    TURNS_BEFORE_VOTE,
    falls,
    is_among_people,
)
from metrobot.store.schema.rows import NOBODY
from metrobot.store.statements.votes.ballots import OVERTAKEN, Ballot
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.args import SureArg, SureOf
from metrobot.ui.pages.ids import PressKind, Style, button, menu, option, people_menu
from metrobot.ui.pages.page import Box, Letter, Page, Part, Post, letter, page, rows_of
from metrobot.ui.turn.ballot_messages import answer_row, answers_text, move_question
from metrobot.ui.turn.board_buttons import back_button, cover_price, cover_rows, display_name, press
from metrobot.ui.turn.public_pages import asking, last_headline
from metrobot.ui.turn.undo import undo_question
from metrobot.ui.turn.waiting_for import pushed, rest_line
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import fate_key, keyed
from metrobot.ui.words.player_names import label_with, level_word, player_name_shown, shown_name

COLOUR: Final = 0x805AD5
PAUSES: Final = (1, 2, 3, 7, 14, 30)
"""Days of the pauses that one press asks for."""
_COMPUTER: Final = "seats.offer.computer"
_OFFERED: Final = 2
"""Most people who are awaited whose seats are offered at once."""
_SAY: Final = keyed("seats.offer", {*TransferReason} - {TransferReason.FREE, TransferReason.OWN})
"""Keys of the line on who has the say besides the newcomer, by the ground of the offer."""


def resign_parts(table: Table, player: PlayerId, words: Words) -> tuple[str, ...]:
    """Return the question whether somebody really wants to leave, and what it costs."""
    price = words.say("seats.resign.last") if falls(table, player) else ""
    return words.say("seats.resign.question"), _fate(table, words), price


def sure_arg(table: Table, ballot: Ballot) -> SureArg:
    """Return the argument of the yes to what nobody else is asked."""
    if ballot.kind == END:
        return SureArg(SureOf.END if ballot.payload["result"] else SureOf.GIVE_UP)
    if ground_of(ballot) is TransferReason.BACK:
        return SureArg(SureOf.BACK, place=position_in(ballot))
    level = Person(newcomer_of(table, ballot), "").level
    return SureArg(SureOf.COVER, place=position_in(ballot), level=level)


def done_key(ballot: Ballot) -> str:
    """Return the key of the answer to who asks what nobody has to be asked any more."""
    if ballot.kind == REST:
        return "rest.done"
    return "seats.end.done" if ballot.payload["result"] else "cancel.done"


def sure_parts(table: Table, ballot: Ballot, words: Words) -> tuple[str, ...]:
    """Return the question whether somebody is sure of what nobody else is asked, and its price."""
    if ballot.kind == END:
        has_result = ballot.payload["result"]
        rounds = TURNS_BEFORE_VOTE if has_result else TURNS_BEFORE_CANCEL
        key = "sure.counts.result" if has_result else "sure.counts.none"
        price = words.say(key if is_among_people(table) else "sure.counts.not", rounds=rounds)
        key, title = "sure.end.result" if has_result else "sure.end.none", table.title.id
        return words.say(key, title=words.title(title)), price
    level = Person(newcomer_of(table, ballot), "").level or LEVELS[0]
    facts = {"place": _seat_name(table, ballot, words), "level": level_word(level, words)}
    if ground_of(ballot) is TransferReason.BACK:
        return (words.say("sure.back", **facts),)
    hand = words.say("sure.hand") if is_secret(table) else ""
    return words.say("sure.cover", **facts), hand, _price(table, ballot, words)


def news_page(table: Table, delivery: Delivery, words: Words) -> Post:
    """Return the message that somebody has left or come, or that the game was ended."""
    name = display_name(table, delivery.player or 0)
    match delivery.kind:
        case DeliveryKind.VACATED:
            key = "seats.vacated.secret" if is_secret(table) else "seats.vacated"
            parts: list[Part] = [words.say(key, player=name), _fate(table, words)]
            parts.append(words.say("seats.vacated.computer"))
            return page(Box((*parts, *_vacancies(table, words)), COLOUR))
        case DeliveryKind.SEATED:
            return page(Box((*_seated(table, delivery.player or 0, words),), COLOUR))
        case DeliveryKind.COVERED:
            return letter(*_covered(table, delivery.player or 0, words))
        case DeliveryKind.BACK:
            return page(Box((words.say("seats.back", player=name),), COLOUR))
    return page(Box((words.say("seats.ended"),), COLOUR))


def _seated(table: Table, player: int, words: Words) -> Iterator[Part]:
    computer, name = computer_of(player), display_name(table, player)
    if computer is None:
        yield words.say("seats.seated", player=name)
        yield from _way_back(table, player, words)
        yield from _vacancies(table, words)
        return
    level = level_word(computer.level, words)
    yield words.say("seats.seated.computer", player=shown_name(computer.name), level=level)
    yield words.say("seats.take.asked")
    # A computer's place can be taken by anybody.
    yield from _vacancies(table, words, player)


def _way_back(table: Table, player: int, words: Words) -> Iterator[Part]:
    """Yield the line on the way back into a newcomer's place, with its button."""
    for place, person in enumerate(table.people):
        if person.id == player and (former := person.clock.former):
            key = "seats.new" if computer_of(former) is None else "seats.new.computer"
            facts = {"former": display_name(table, former)} if key == "seats.new" else {}
            yield words.say(key, player=display_name(table, player), **facts)
            ours = press(table, PressKind.TAKE_BACK, str(place))
            yield ui.ActionRow(button(ours, words.say("seats.new.button")))


def _covered(table: Table, player: int, words: Words) -> Iterator[Part]:
    """Yield the news that a computer plays for somebody, with the button to come back."""
    owner = next((p for p in table.people if p.id == player and p.cover), None)
    level = level_word((owner and owner.cover) or LEVELS[0], words)
    yield words.say("seats.covered", player=f"<@{player}>", level=level)
    if owner is not None and table.status is Status.RUNNING:
        yield cover_price(table, [owner], words)
        yield ui.ActionRow(back_button(table, words))


def silent_page(
    table: Table, delivery: Delivery, words: Words, leavers: Container[int] | None = None
) -> Letter:
    """Return the message about people who are awaited in vain, with a way on.

    Args:
        table: the game.
        delivery: names the people who are awaited.
        words: of the server.
        leavers: ids of people who have left the server, those awaited among them; None: these have
            been silent for days.
    """
    players = delivery.players
    silent = [person for person in table.people if person.id in players]
    absent = players if leavers is None else leavers
    there = [person for person in table.seated if person.id not in absent]
    people = [person for person in there if person.cover is None] or there
    key = "seats.silent" if leavers is None else "seats.gone" if there else "seats.all_gone"
    if leavers is None and not people:
        key = "seats.silent.all"
    text = words.say(
        key,
        others=tuple(f"<@{person.id}>" for person in people),
        players=tuple(shown_name(person.name) for person in silent),
        title=words.title(table.title.id),
        since=discord.utils.format_dt(table.turn_since, "D"),
    )
    rows = cover_rows(table, silent, words) if there or leavers is None else ()
    someone = button(press(table, PressKind.AMISS), words.say("seats.amiss.someone"))
    return letter(text, *rows, *([ui.ActionRow[Any](someone)] if rows else ()))


def board_news_page(front: Front, table: Table, words: Words) -> Letter:
    """Return the present board, with the players whose turn it is and the buttons for it."""
    game_view = game_view_of(table, words)
    return letter(
        pushed(front, table, game_view, last_headline(front, table, words), words),
        front.board(game_view, words),
        *asking(front, table, game_view, words),
        tag=f"{table.revision}-seats",
    )


def question_page(seats: Seats, table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return the question of a ballot about a place, the end or the rest of a game."""
    if ballot.kind == REPLACE:
        return offer_page(table, ballot, seats.count(table, ballot), words)
    return end_page(table, ballot, words)


def offer_page(table: Table, ballot: Ballot, count: Agreement, words: Words) -> Letter:
    """Return the question whether somebody, or a computer, gets a place."""
    newcomer = newcomer_of(table, ballot)
    texts = [_what_is_asked(table, ballot, words)]
    computer = computer_of(newcomer)
    if computer is not None and count.ground is not TransferReason.BACK:
        turn_age = discord.utils.format_dt(table.turn_since, "R")
        texts.append(words.say("reminder.since", since=turn_age))
    elif computer is None and is_secret(table):
        texts.append(words.say("seats.offer.secret", newcomer=f"<@{newcomer}>"))
    calls = _asked(asked_by(table, ballot) - {newcomer}, words)
    is_timed = count.ground in CLAIMS and not ballot.objected
    # The line on a vacant place to which nobody objects has the deadline already.
    deadline = "" if is_timed else _until(ballot, words)
    answers = answers_text(table, ballot, words)
    decides, price = _say_of(table, ballot, count, words), _price(table, ballot, words)
    lines = (calls, *texts, answers, decides, price, deadline)
    return letter(*filter(None, lines), _ballot_row(table, ballot, words))


def asked_by(table: Table, ballot: Ballot) -> frozenset[PlayerId]:
    """Return the people who have not answered and whose answer counts."""
    silent = ballot.voters - ballot.agreed - ballot.objected
    if ballot.kind != REPLACE:
        return silent
    deciding = {person.id for person in deciders(table, ballot)}
    deciding |= {table.people[position_in(ballot)].id, newcomer_of(table, ballot)}
    return silent & deciding


def _seat_name(table: Table, ballot: Ballot, words: Words) -> str:
    """Return a seat as people call it: by who sits there, or by its number."""
    position = position_in(ballot)
    holder = table.people[position]
    if holder.is_vacant:
        return words.say("seats.number", number=position + 1)
    return player_name_shown(holder, words)


def _price(table: Table, ballot: Ballot, words: Words) -> str:
    """Return the line on somebody who comes last if others play on for them; empty for others."""
    holder = table.people[position_in(ballot)]
    if computer_of(newcomer_of(table, ballot)):
        return cover_price(table, [holder], words)
    name = display_name(table, holder.id)
    return words.say("seats.offer.last", holder=name) if falls(table, holder.id) else ""


def _say_of(table: Table, ballot: Ballot, count: Agreement, words: Words) -> str:
    """Return the line on who has the say about a place; empty if nobody else has."""
    key = _SAY.get(count.ground)
    # Of two at a table neither is ever outvoted.
    if key in ("seats.offer.asked", "seats.offer.late") and len(table.seated) <= LEAST:
        key = "seats.offer.holder"
    if count.ground in CLAIMS and ballot.objected:
        key = "seats.offer.opposed"
    is_given = table.people[position_in(ballot)].id in ballot.agreed
    # Then the newcomer alone has still to answer.
    if key is None or is_given or count.have >= count.need > 0:
        return ""
    return words.say(
        key,
        have=count.have,
        need=count.need,
        holder=display_name(table, table.people[position_in(ballot)].id),
        newcomer=f"<@{newcomer_of(table, ballot)}>",
        until=discord.utils.format_dt(ballot.unopposed_at or ballot.until, "R"),
    )


def end_page(table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return the question whether to end a game or to let it rest, with who agrees."""
    parts = (
        _asked(asked_by(table, ballot), words),
        _what_is_asked(table, ballot, words),
        answers_text(table, ballot, words),
        "" if ballot.kind == MOVE else words.say("seats.end.missing"),
        _until(ballot, words),
    )
    return letter(*filter(None, parts), _ballot_row(table, ballot, words))


def _what_is_asked(table: Table, ballot: Ballot, words: Words) -> str:
    if ballot.kind == UNDO:
        return undo_question(table, ballot, words)
    facts = {"opener": display_name(table, ballot.opener), "title": words.title(table.title.id)}
    if ballot.kind == END:
        key = "seats.end.with_result" if ballot.payload["result"] else "seats.end.without_result"
        return words.say(key, **facts)
    if ballot.kind == MOVE:
        return move_question(table, ballot, words)
    if ballot.kind == REST:
        end = discord.utils.format_dt(end_in(ballot), "F")
        return words.say("rest.question", until=end, **facts)
    newcomer, place = newcomer_of(table, ballot), _seat_name(table, ballot, words)
    if (computer := computer_of(newcomer)) is not None:
        key = "seats.new.asked" if ground_of(ballot) is TransferReason.BACK else _COMPUTER
        return words.say(key, level=level_word(computer.level, words), place=place, **facts)
    key = "seats.claim" if ballot.opener == newcomer else "seats.offer"
    return words.say(key, newcomer=f"<@{newcomer}>", place=place, **facts)


def carried_page(table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return the closed page of a carried question; another message tells the outcome.

    Args:
        table: as it was asked about.
        ballot: with all answers.
        words: of the server.
    """
    answers = answers_text(table, ballot, words) or words.say("seats.unopposed")
    rest = rest_line(end_in(ballot), words) if ballot.kind == REST else ""
    return letter(*filter(None, (_what_is_asked(table, ballot, words), answers, rest)))


def lost_page(table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return the message that a question is lost, with who said no."""
    key = "seats.end.declined" if ballot.kind == END else "seats.withdrawn"
    names = tuple(display_name(table, player) for player in sorted(ballot.objected))
    return letter(words.count(key, len(names), names=names))


def overtaken_page(table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return the message that a question is void, with the reason."""
    if table.status is not Status.RUNNING:
        return closed_page("seats.overtaken.over", words)
    if ballot.revision == OVERTAKEN:
        return closed_page("seats.overtaken.table", words)
    is_late = ballot.revision in (None, table.revision)
    return closed_page("seats.overtaken.late" if is_late else "seats.overtaken.played", words)


def amiss_page(table: Table, player: PlayerId, words: Words) -> Page:
    """Return the page with a pause, offers of a player's seat and of others', and a way out."""
    others = [person for person in table.to_call() if person.id != player][:_OFFERED]
    days = [option(words.count("reminder.table.days", count), str(count)) for count in PAUSES]
    resign = button(press(table, PressKind.RESIGN), words.say("seats.amiss.resign"), Style.danger)
    return page(
        words.say("seats.amiss.how"),
        menu(press(table, PressKind.PAUSE), words.say("seats.amiss.pause"), days),
        people_menu(press(table, PressKind.OFFER), words.say("seats.amiss.offer")),
        *(
            people_menu(
                press(table, PressKind.OFFER, str(table.position_of(person.id))),
                label_with(words, "seats.amiss.replace", person.name),
            )
            for person in others
        ),
        ui.ActionRow[Any](resign),
    )


def closed_page(key: str, words: Words, **facts: object) -> Letter:
    """Return the message of a question that is closed, without buttons."""
    return letter(words.say(key, **facts))


def _ballot_row(table: Table, ballot: Ballot, words: Words) -> ui.ActionRow[Any]:
    """Return the buttons of a question, both for those asked and for the asker."""
    is_claim = ballot.opener in ballot.voters and not table.has(ballot.opener)
    is_offer = ballot.kind == REPLACE and computer_of(newcomer_of(table, ballot)) is None
    yes = "seats.accept" if is_offer and not is_claim else "seats.agree"
    return answer_row(table, ballot, words, yes)


def _asked(players: frozenset[PlayerId], words: Words) -> str:
    mentions = tuple(f"<@{player}>" for player in sorted(players))
    return words.say("seats.asked", players=mentions) if mentions else ""


def _until(ballot: Ballot, words: Words) -> str:
    return words.say("seats.until", until=discord.utils.format_dt(ballot.until, "f"))


def _fate(table: Table, words: Words) -> str:
    return words.say(fate_key(table.title.id))


def _vacancies(table: Table, words: Words, player: int = NOBODY) -> Iterator[ui.ActionRow[Any]]:
    """Yield the buttons with which anybody takes a vacant place, or that of a computer."""
    if table.status is not Status.RUNNING:
        return
    take = partial(words.say, "seats.take")
    yield from rows_of(
        button(press(table, PressKind.SEAT, str(place)), take(number=place + 1), Style.primary)
        for place, person in enumerate(table.people)
        if person.id in (NOBODY, player)
    )
