"""OU §7: refill and end."""

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.underground.result import Result, WonBy
from metrobot.games.underground.state import Phase, State
from tests.games.underground.positions import (
    TITLE,
    TOKEN,
    after,
    cards,
    position,
    refusal,
    station,
    trip,
)
from tests.rulebook.cases import Cases, section

FOUR = ("oxford_circus", "acton", "greenwich", "borough")
NOTHING = dict.fromkeys(("rail", "terminus", "pairs", "enclosed", "passenger", "start"), 0)
MORE = ("angel", "bank", "pimlico")


def refilling(*pile: str, players: int = 3, turn: int = 0) -> State:
    """Return a state in which two cards are gone and this pile is left."""
    state = position(
        players, open_cards=FOUR, pile=frozenset(map(station, pile)), turn=turn, done=3
    )
    return after(state, TOKEN, trip("oxford_circus"), trip("borough"))


def last_turns(players: int, turn: int) -> list[Seat]:
    """Return the seats that still build once the last card was drawn in a turn."""
    state, builders = after(refilling("angel", players=players, turn=turn), cards("angel")), []
    while not TITLE.is_over(state):
        builders.append(state.to_act)
        state = after(state, TOKEN, TOKEN, TOKEN, TOKEN)
    return builders


def ended(*scores: int) -> Result:
    """Return the result of a game with these points for termini."""
    rows = tuple((0, score, 0, 0, 0, 0) for score in scores)
    state = position(len(scores), points=rows, phase=Phase.OVER, turn=30, tokens=(9,) * len(scores))
    return TITLE.outcome(state)


CASES: Cases = {
    "7.1 until four are open": (
        lambda: len(after(refilling(*MORE), cards("angel", "bank")).open_cards),
        4,
    ),
    "7.1 new ones after the old": (
        lambda: after(refilling(*MORE), cards("angel", "bank")).open_cards,
        tuple(map(station, ("acton", "greenwich", "angel", "bank"))),
    ),
    "7.1 neither fewer nor more": (
        lambda: [refusal(refilling(*MORE), cards(*MORE[:count]), CHANCE) for count in (1, 2, 3)],
        ["rule.chance.impossible", None, "rule.chance.impossible"],
    ),
    "7.1 in any order": (lambda: len(TITLE.chance(refilling(*MORE))), 6),
    "7.1 no card that was visited": (
        lambda: refusal(refilling(*MORE), cards("angel", "borough"), CHANCE),
        "rule.chance.impossible",
    ),
    "7.1 fewer when the pile ends": (
        lambda: len(after(refilling("angel"), cards("angel")).open_cards),
        3,
    ),
    "7.2 the passenger leaves with the last card of the pile": (
        lambda: after(refilling("angel"), cards("angel")).passenger,
        None,
    ),
    "7.2 also if it fills the four": (
        lambda: after(refilling("angel", "bank"), cards("angel", "bank")).passenger,
        None,
    ),
    "7.2 not with the last but one": (
        lambda: after(refilling(*MORE), cards("angel", "bank")).passenger,
        station("borough"),
    ),
    "7.2 then there is building only": (
        lambda: TITLE.awaiting(
            after(refilling("angel"), cards("angel"), TOKEN, TOKEN, TOKEN, TOKEN)
        ),
        (2,),
    ),
    "7.2 until the start player would be next": (lambda: last_turns(3, turn=0), [1, 2]),
    "7.2 from wherever": (lambda: last_turns(5, turn=6), [2, 3, 4]),
    "7.2 with one turn left": (lambda: last_turns(3, turn=4), [2]),
    "7.2 at once if the start player would be next": (lambda: last_turns(3, turn=5), []),
    "7.2 nobody acts any more": (
        lambda: refusal(after(refilling("angel", turn=2), cards("angel")), TOKEN),
        "rule.game.over",
    ),
    "7.2 nor is anything drawn": (
        lambda: TITLE.chance(after(refilling("angel", turn=2), cards("angel"))),
        (),
    ),
    "7.3 most points wins": (lambda: ended(20, 31, 30).winners, (1,)),
    "7.3 a tie is a shared win": (lambda: ended(31, 20, 31).winners, (0, 2)),
    "7.3 places go by points alone": (
        lambda: [ended(20, 31, 30).places, ended(20, 31, 31, 20, 40).places, ended(9, 9).places],
        [(3, 1, 2), (4, 2, 2, 4, 1), (1, 1)],
    ),
    "7.3 what decided is told": (
        lambda: [ended(20, 31, 30).won_by, ended(31, 20, 31).won_by],
        [WonBy.POINTS, WonBy.NOTHING],
    ),
    "7.3 points of all kinds count": (lambda: ended(20, 31, 30).scores, (20, 31, 30)),
    "7.3 tokens are worth nothing": (
        lambda: ended(2, 1).as_record(),
        {
            "scores": [2, 1],
            "winners": [0],
            "by_kind": [{**NOTHING, "terminus": points} for points in (2, 1)],
            "turns": 30,
        },
    ),
}
test_section_7 = section(CASES)


def test_there_is_no_result_before_the_end() -> None:
    """The rules are asked for one only when the game is over."""
    with pytest.raises(ValueError, match="not over"):
        TITLE.outcome(position())
