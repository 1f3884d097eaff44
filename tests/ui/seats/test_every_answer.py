"""Votes on places and on the end of a game, with every answer of three people in every order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import permutations, product
from typing import Any

import pytest

from metrobot.service.membership.endings import END
from metrobot.service.membership.seats import REPLACE
from metrobot.service.membership.transfer_rules import (
    CLAIMS,
    LEAST,
    TransferReason,
    agreement,
    deciders,
    newcomer_of,
    voters_of,
)
from metrobot.service.model.computers import free_computer
from metrobot.service.model.play import Departed, Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.store.schema.rows import COMPUTERS, NOBODY
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.ui.pages.page import Letter
from metrobot.ui.seats.seat_pages import carried_page, end_page, lost_page, offer_page, silent_page
from tests.ui.extremes import LANGUAGES, NOW, course, words_in

PEOPLE = tuple(
    Person(PlayerId(10 + 7 * n), name) for n, name in enumerate(("Ann", "Bob", "Cat", "Dan"))
)
ANN, BOB, CAT, DAN = (person.id for person in PEOPLE)
EVE = PlayerId(20)
COMPUTER = Person(PlayerId(COMPUTERS), "Brunel")
SEAT = 1
"""Bob's, about which the others are asked, or which is vacant."""
LATER = NOW + timedelta(hours=100)
ASKED: Mapping[str, tuple[PlayerId, ...]] = {
    END: (BOB, CAT, DAN),
    TransferReason.FREE: (EVE,),
    TransferReason.OWN: (EVE,),
    TransferReason.ASKED: (BOB, EVE),
    TransferReason.SILENT: (BOB, EVE),
    TransferReason.LATE: (BOB, CAT, EVE),
    TransferReason.WAITING: (BOB, CAT, EVE),
    TransferReason.GONE: (CAT, DAN, EVE),
    TransferReason.VACANT: (ANN, CAT, DAN),
    TransferReason.HANDED: (ANN, CAT, DAN),
    TransferReason.BACK: (BOB, CAT),
}
"""Who answers, by the kind of the vote or the ground of the offer."""
MAJORITY = (TransferReason.WAITING, TransferReason.GONE, *CLAIMS, TransferReason.BACK)


@dataclass(frozen=True)
class Case:
    """A vote, and what has come of it after some answers."""

    ground: str
    table: Table
    ballot: Ballot

    @property
    def settled(self) -> tuple[bool, bool]:
        """Whether it is decided, and whether it is lost."""
        if self.ballot.kind == END:
            return self.ballot.is_carried, bool(self.ballot.objected)
        count = agreement(self.table, self.ballot, LATER, LATER - NOW)
        return count.is_decided, count.is_lost

    def answered(self, player: PlayerId, *, agrees: bool) -> "Case":
        """Return the vote with one more answer, which may take the place of an earlier one."""
        agreed, objected = self.ballot.agreed - {player}, self.ballot.objected - {player}
        agreed, objected = (
            (agreed | {player}, objected) if agrees else (agreed, objected | {player})
        )
        return replace(self, ballot=replace(self.ballot, agreed=agreed, objected=objected))

    def shown(self, words: Any) -> Letter:
        """Return its message."""
        is_decided, is_lost = self.settled
        if is_decided or is_lost:
            return (carried_page if is_decided else lost_page)(self.table, self.ballot, words)
        if self.ballot.kind == END:
            return end_page(self.table, self.ballot, words)
        count = agreement(self.table, self.ballot, LATER, LATER - NOW)
        return offer_page(self.table, self.ballot, count, words)


def asked(ground: str) -> Case:
    """Return a vote that was just opened, by Ann if she plays on."""
    table = replace(course("metrolijn", 4)[0], people=PEOPLE, turn_since=NOW)
    if ground == END:
        voters, opener = tuple(person.id for person in PEOPLE), ANN
        payload: dict[str, Any] = {"result": True}
    else:
        reason = TransferReason(ground)
        opener = {"own": BOB, "vacant": EVE, "handed": EVE}.get(ground, ANN)
        payload = {"position": SEAT, "ground": ground}
        if ground in (TransferReason.VACANT, TransferReason.FREE):
            people = (PEOPLE[0], Person(PlayerId(NOBODY), ""), *PEOPLE[2:])
            table = replace(table, people=people)
        if ground == TransferReason.HANDED:
            offering = replace(PEOPLE[SEAT], offered=True)
            table = replace(table, people=(PEOPLE[0], offering, *PEOPLE[2:]))
        if ground == TransferReason.BACK:
            clock = replace(PEOPLE[SEAT].clock, former=COMPUTER.id)
            people = (PEOPLE[0], replace(PEOPLE[SEAT], clock=clock), *PEOPLE[2:])
            table = replace(table, people=people, departed=(Departed(SEAT, 1, COMPUTER),))
        newcomer = COMPUTER.id if ground == TransferReason.BACK else EVE
        voters = voters_of(table, reason, SEAT, newcomer)
        # Bob has left the server; and of those who wait for him, let there be two.
        left = {TransferReason.GONE: BOB}.get(reason, DAN if reason not in CLAIMS else NOBODY)
        voters = tuple(each for each in voters if each != left)
    ballot = Ballot(
        id=1,
        game=table.id,
        kind=END if ground == END else REPLACE,
        payload=payload,
        opener=opener,
        quorum=len(voters),
        revision=None,
        message=None,
        until=LATER + timedelta(days=1),
        voters=frozenset(voters),
        agreed=frozenset(voters) & {opener},
        unopposed_at=LATER + timedelta(hours=1) if ground in CLAIMS else None,
    )
    return Case(ground, table, ballot)


def courses(ground: str) -> Iterator[list[Case]]:
    """Yield a vote after each answer, until it is closed, for all answers in all orders."""
    for order in permutations(ASKED[ground]):
        for answers in product((True, False), repeat=len(order)):
            case = asked(ground)
            seen = [case]
            for player, agrees in zip(order, answers, strict=True):
                case = case.answered(player, agrees=agrees)
                seen.append(case)
                if any(case.settled):
                    break
            yield seen


def can_still_be_decided(case: Case) -> bool:
    """Return whether it would be, if all who have not answered agreed."""
    for player in case.ballot.voters - case.ballot.agreed - case.ballot.objected:
        case = case.answered(player, agrees=True)
    return case.settled[0]


def has_majority_left(case: Case) -> bool:
    """Return whether most of those who decide may still agree."""
    voters = {person.id for person in deciders(case.table, case.ballot)}
    need = max(len(voters) // 2 + 1, LEAST if case.ground == TransferReason.LATE else 0)
    return len(voters - case.ballot.objected) >= need


@pytest.mark.parametrize("ground", ASKED)
def test_a_vote_closes_as_soon_as_it_is_settled_and_never_stays_as_it_is(ground: str) -> None:
    """Where all have to agree, at the first No; where most have to, once they cannot any more."""
    for seen in courses(ground):
        last = seen[-1]
        # Whom it is about is not counted.
        assert ground == END or BOB not in {p.id for p in deciders(last.table, last.ballot)}
        is_decided, is_lost = last.settled
        assert is_decided != is_lost, "once all have answered, it is settled"
        assert all(can_still_be_decided(case) for case in seen[:-1])
        if is_decided:
            assert can_still_be_decided(last)
        elif ground == END:
            assert len(last.ballot.objected) == 1
        elif can_still_be_decided(last):
            assert ground in MAJORITY
            assert not has_majority_left(last)


@pytest.mark.few
@pytest.mark.parametrize("ground", ASKED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_message_names_whoever_has_answered(ground: str, language: str) -> None:
    """An open one asks the others alone; a lost one says who said no."""
    words = words_in(language)
    names = {person.id: person.name for person in PEOPLE} | {EVE: f"<@{EVE}>"}
    for seen in courses(ground):
        for before, case in zip([None, *seen], seen, strict=False):
            text, ballot = case.shown(words).content, case.ballot
            is_decided, is_lost = case.settled
            assert before is None or text != before.shown(words).content
            for player in ballot.objected:
                assert names[player] in text
            if is_lost:
                continue
            for player in ballot.agreed:
                assert names[player] in text
            if not is_decided:
                call = text.split("\n")[0] if ballot.voters - {newcomer(case)} else ""
                answered = (ballot.agreed | ballot.objected) - {newcomer(case)}
                assert not any(f"<@{player}>" in call for player in answered)


@pytest.mark.parametrize("computer", [None, "fair"])
@pytest.mark.parametrize(
    ("ground", "decides", "price"),
    [
        (END, "Everyone has to agree", False),
        (TransferReason.FREE, "", False),
        (TransferReason.OWN, "", True),
        (TransferReason.ASKED, "has to agree", True),
        (TransferReason.SILENT, "as soon as", True),
        (TransferReason.LATE, "can decide", True),
        (TransferReason.WAITING, "the others decide", True),
        (TransferReason.GONE, "the others decide", True),
        (TransferReason.VACANT, "if nobody objects", False),
        (TransferReason.HANDED, "gives up this seat and plays on", True),
        (TransferReason.BACK, "Votes: 1 of 2", False),
    ],
)
def test_what_decides_and_what_it_costs_is_said_before_anybody_answers(
    ground: str, decides: str, price: bool, computer: str | None
) -> None:
    """In the question, above the buttons; at a table with a computer nobody falls by it."""
    case = asked(ground)
    if computer is not None:
        *people, last = case.table.people
        found = free_computer(computer, [])
        assert found is not None
        people.append(replace(last, id=PlayerId(found.id), name=found.name))
        case = replace(case, table=replace(case.table, people=tuple(people)))
    said = case.shown(words_in("en")).content

    assert decides in said
    assert ("last in this game" in said) == (price and computer is None)


def newcomer(case: Case) -> PlayerId:
    """Return the newcomer of a vote about a place."""
    return PlayerId(NOBODY) if case.ground == END else newcomer_of(case.table, case.ballot)


def test_the_words_of_every_end() -> None:
    """As they stand in English, for those who read this."""
    words = words_in("en")
    lost, decided = (
        {
            seen[-1].shown(words).content.replace("\u2068", "").replace("\u2069", "")
            for ground in (END, TransferReason.LATE)
            for seen in courses(ground)
            if seen[-1].settled[is_lost]
        }
        for is_lost in (True, False)
    )

    assert {f"{name} said no: the game goes on." for name in ("Bob", "Cat", "Dan")} <= lost
    assert "Bob and Cat said no, so nothing changes." in lost
    assert "<@20> said no, so nothing changes." in lost
    assert (
        "Ann asks to end Metrolijn now and count it as it stands.\nAgreed: Ann, Bob, Cat and Dan."
        in decided
    )


def test_where_all_are_silent_nobody_is_called() -> None:
    """The message goes to nobody in particular, and offers the same way on."""
    table = asked(END).table
    people = (ANN, BOB, CAT, DAN)
    silence = Delivery(1, table.id, DeliveryKind.SILENT, 1, 1, ANN, "n", players=people)
    shown = silent_page(table, silence, words_in("en"))

    assert shown.content.startswith("Metrolijn has been waiting for all players since")
    assert "<@" not in shown.content
