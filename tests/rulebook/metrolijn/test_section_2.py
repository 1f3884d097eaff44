"""ML §2: setting up."""

from metrobot.engine.actors import CHANCE
from metrobot.engine.errors import RecordError
from metrobot.games.metrolijn.actions import TurnUp
from metrobot.games.metrolijn.board import DECK
from tests.games.metrolijn.positions import TITLE, new, refusal, turned
from tests.rulebook.cases import Cases, section


def may_play(players: int) -> bool:
    try:
        TITLE.ruleset(players, {})
    except RecordError:
        return False
    return True


CASES: Cases = {
    "2 one to six players, and with the bot up to eight": (
        lambda: [players for players in range(12) if may_play(players)],
        [1, 2, 3, 4, 5, 6, 7, 8],
    ),
    "2 one map for all": (
        lambda: [new(3, map=m).map.name for m in ("amsterdam", "berlin", "paris", "madrid")],
        ["Amsterdam", "Berlin", "Paris", "Madrid"],
    ),
    "2 Amsterdam unless another is chosen": (lambda: new().map.id, "amsterdam"),
    "2 an empty sheet each": (
        lambda: [
            (len(sheet.marked), sum(map(len, sheet.windows)), any(sheet.finished))
            for sheet in new(3).sheets
        ],
        [(0, 0, False)] * 3,
    ),
    "2 fourteen cards": (
        lambda: " ".join(card.id for card in DECK),
        "3 3 3 4 4 4 5 5 6 E2 E3 T T F",
    ),
    "2 shuffled: any of them may be the first": (
        lambda: [action.card for action in TITLE.chance(new())],  # type: ignore[attr-defined]
        [card.id for card in DECK],
    ),
    "2 there are no others": (
        lambda: refusal(new(), TurnUp("7"), CHANCE),
        ("rule.chance.impossible", {}),
    ),
    "2 the first card is turned up before anybody chooses": (
        lambda: (TITLE.awaiting(new(2)), TITLE.awaiting(turned(new(2), "3"))),
        ((CHANCE,), (0, 1)),
    ),
}
test_section_2 = section(CASES)
