"""OU §3: a turn."""

from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.underground.state import Phase, State
from tests.games.underground.positions import TITLE, TOKEN, after, cards, position, refusal, trip
from tests.rulebook.cases import Cases, section

OPEN = ("oxford_circus", "acton", "greenwich", "borough")


def built(turn: int = 0) -> State:
    """Return a state in which a seat of three has built."""
    return after(position(3, open_cards=OPEN, turn=turn), TOKEN, TOKEN, TOKEN, TOKEN)


def travelled(turn: int = 0) -> State:
    """Return the state after the passenger's two visits."""
    return after(built(turn), trip("oxford_circus"), trip("borough"))


def refilled(turn: int = 0) -> State:
    """Return the state after the refill."""
    return after(travelled(turn), cards("angel", "bank"))


CASES: Cases = {
    "3 first the active player builds": (
        lambda: (position(3).phase, TITLE.awaiting(position(3))),
        (Phase.BUILD, (0,)),
    ),
    "3 then the passenger is sent": (
        lambda: (built().phase, TITLE.awaiting(built())),
        (Phase.TRAVEL, (0,)),
    ),
    "3 then cards are refilled": (
        lambda: (travelled().phase, TITLE.awaiting(travelled())),
        (Phase.DRAW, (CHANCE,)),
    ),
    "3 then the next player builds": (
        lambda: (refilled().phase, TITLE.awaiting(refilled())),
        (Phase.BUILD, (1,)),
    ),
    "3 clockwise: after the last the first": (lambda: TITLE.awaiting(refilled(turn=2)), (0,)),
    "3 nobody else builds": (
        lambda: [refusal(position(3), TOKEN, Seat(seat)) for seat in range(3)],
        [None, "rule.turn.not_yours", "rule.turn.not_yours"],
    ),
    "3 nobody else sends the passenger": (
        lambda: refusal(built(), trip("oxford_circus"), Seat(1)),
        "rule.turn.not_yours",
    ),
    "3 no cards while somebody builds or travels": (
        lambda: [refusal(state, cards("angel"), CHANCE) for state in (position(3), built())],
        ["rule.turn.not_yours"] * 2,
    ),
    "3 no building while cards are drawn": (
        lambda: refusal(travelled(), TOKEN),
        "rule.turn.not_yours",
    ),
    "3 drawing is not a player's": (
        lambda: refusal(position(3), cards("angel")),
        "rule.action.unknown",
    ),
    "3 building is not chance's": (
        lambda: refusal(travelled(), TOKEN, CHANCE),
        "rule.chance.impossible",
    ),
}
test_section_3 = section(CASES)
