"""MM §3: setting up."""

from collections import Counter
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.errors import CommonReason, RecordError
from metrobot.games.metromania.actions import DealMarkers
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.setup import deals
from metrobot.games.metromania.state import State
from tests.games.metromania.boards import TITLE, fresh, hand, refusal, rules, start
from tests.rulebook.cases import Cases, section


def names(hands: Any) -> list[str]:
    return [" ".join(marker.name for marker in held) for held in hands]


def seen(state: State, *seats: int) -> list[bool]:
    """Return the companies whose hands the holder of these seats sees."""
    view = TITLE.view_for(state, frozenset(map(Seat, seats)))
    return [company.hand is not None for company in view.companies]


def dealt(players: int, **options: Any) -> State:
    """Return a game with its first legal deal."""
    state = fresh(players, **options)
    return TITLE.apply(state, CHANCE, deals(players)[0])


def is_legal_deal(hands: tuple[tuple[Marker, ...], ...]) -> bool:
    """Return whether each hand has letters that differ and every type (§3.2)."""
    return all(
        len({marker.letter for marker in held}) == len(held)
        and sorted(Counter(marker.spot for marker in held).values())
        == ([1, 1, 1] if len(held) == 3 else [1, 1, 2])
        for held in hands
    )


def deal(*hands: str) -> DealMarkers:
    return DealMarkers(tuple(hand(held) for held in hands))


CASES: Cases = {
    "3.1 the first player begins": (lambda: TITLE.awaiting(fresh(2)), (0,)),
    "3.1 scores start at 0": (
        lambda: [company.station_points for company in TITLE.view_for(fresh(2)).companies],
        [0, 0],
    ),
    "3.1 nobody acts before the city lies": (
        lambda: TITLE.awaiting(TITLE.initial_state(rules(2))),
        (CHANCE,),
    ),
    "3.1 chance cannot lay a district twice": (
        lambda: refusal(
            TITLE.initial_state(rules(2)), TITLE.decode("city", {"districts": [["D1", 0]] * 6})
        ),
        (CommonReason.NOT_BY_CHANCE, {}),
    ),
    "3.2 with four every deal is legal": (
        lambda: all(is_legal_deal(deal.hands) for deal in deals(4)),
        True,
    ),
    "3.2 with three every deal is legal": (
        lambda: all(is_legal_deal(deal.hands) for deal in deals(3)),
        True,
    ),
    "3.2 deals stand in lexicographic order": (
        lambda: [list(deals(n)) == sorted(deals(n), key=lambda deal: deal.hands) for n in (3, 4)],
        [True, True],
    ),
    "3.2 a hand without a letter of its own is refused": (
        lambda: refusal(fresh(4), deal("A-R A-W B-L", "B-W C-L C-R", "D-R D-W E-L", "E-W F-L F-R")),
        (CommonReason.NOT_BY_CHANCE, {}),
    ),
    "3.2 a hand without a type is refused": (
        lambda: refusal(fresh(4), deal("A-R B-W D-W", "A-W C-L F-R", "D-R E-W B-L", "C-R E-L F-L")),
        (CommonReason.NOT_BY_CHANCE, {}),
    ),
    "3.2 a marker dealt twice is refused": (
        lambda: refusal(fresh(4), deal("A-R B-W C-L", "A-R B-W C-L", "A-R B-W C-L", "A-R B-W C-L")),
        (CommonReason.NOT_BY_CHANCE, {}),
    ),
    "3.2 once dealt, the first player begins": (lambda: TITLE.awaiting(dealt(4)), (0,)),
    "3.2 nobody digs before the deal": (
        lambda: str(TITLE.objection(fresh(4), Seat(0), start("solid", "N2", "K4"))),
        str(CommonReason.NOT_YOUR_TURN),
    ),
    "3.3 with two the first takes the left column, the other the right": (
        lambda: names(fresh(2).hands),
        ["A-R B-W C-L D-R E-W F-L", "A-W B-L C-R D-W E-L F-R"],
    ),
    "3.3 with two nothing is hidden": (lambda: seen(fresh(2)), [True, True]),
    "3.3 with two nothing is drawn": (lambda: list(TITLE.chance(fresh(2))), []),
    "3.4 advanced: the columns' halves in turn": (
        lambda: names(fresh(2, advanced=True).hands),
        ["A-R B-W C-L", "A-W B-L C-R", "D-R E-W F-L", "D-W E-L F-R"],
    ),
    "3.4 advanced: companies 0 and 2 are player 0's": (
        lambda: [TITLE.player_of(rules(2, advanced=True), Seat(seat)) for seat in range(4)],
        [0, 1, 0, 1],
    ),
    "3.4 advanced: each company has its own two lines": (
        lambda: len(fresh(2, advanced=True).lines),
        8,
    ),
    "3.4 advanced: nothing is hidden": (
        lambda: seen(fresh(2, advanced=True)),
        [True, True, True, True],
    ),
    "3.5 secret: a spectator sees no hand": (lambda: seen(dealt(4)), [False] * 4),
    "3.5 secret: the owner sees their own hand": (
        lambda: seen(dealt(4), 2),
        [False, False, True, False],
    ),
    "3.5 open: everybody sees all": (lambda: seen(dealt(4, hands="open")), [True] * 4),
    "3.5 strict, four players": (
        lambda: names(fresh(4, hands="strict").hands),
        ["A-R B-W C-L", "A-W D-R E-L", "B-L E-W F-R", "C-R D-W F-L"],
    ),
    "3.5 strict, three players": (
        lambda: names(fresh(3, hands="strict").hands),
        ["A-R B-W C-L D-R", "A-W C-R E-W F-L", "B-L D-W E-L F-R"],
    ),
    "3.5 strict is open": (lambda: seen(fresh(3, hands="strict")), [True] * 3),
    "3.5 how many markers are left is no secret": (
        lambda: [company.hand_size for company in TITLE.view_for(dealt(3)).companies],
        [4, 4, 4],
    ),
}
test_section_3 = section(CASES)


@pytest.mark.parametrize("players", [1, 5])
def test_section_3_1_numbers(players: int) -> None:
    with pytest.raises(RecordError, match="2 to 4"):
        rules(players)


def test_section_3_4_two_only() -> None:
    with pytest.raises(RecordError, match="two players"):
        rules(3, advanced=True)
