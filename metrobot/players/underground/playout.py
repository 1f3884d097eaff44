"""Games of On the Underground, played on by luck alone.

Drawn pieces and ways of the passenger foretell more than greedy ones do
(`docs/players.md`), and are laid quicker.
"""

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.underground import flow
from metrobot.games.underground.actions import DrawCards, TakeToken
from metrobot.games.underground.board import CARDS, Station
from metrobot.games.underground.draws import token_draws
from metrobot.games.underground.game_end import cards_to_draw
from metrobot.games.underground.pieces import legal_builds
from metrobot.games.underground.result import result_of
from metrobot.games.underground.state import SOURCES, Phase, State
from metrobot.players.playout import PlayoutEnd


def playout_end(state: State, dice: Dice) -> PlayoutEnd:
    """Return an end of a game; the cards come in an order that is drawn first."""
    pile = [card for card in CARDS if card in state.pile]
    dice.shuffle(pile)
    while state.phase is not Phase.OVER:
        state = flow.state_after(state, _next(state, pile, dice))
    result = result_of(state)
    assert result is not None
    return PlayoutEnd(
        shares=result.shares,
        scores=tuple(map(float, result.scores)),
        parts=tuple(
            {str(source): points for source, points in zip(SOURCES, row, strict=True)}
            for row in result.by_kind
        ),
    )


def _next(state: State, pile: list[Station], dice: Dice) -> Action:
    """Return what comes next; a vacant seat takes tokens and the first way."""
    is_vacant = state.to_act in state.vacant
    match state.phase:
        case Phase.TOKENS:
            draws = token_draws()
            return draws[dice.randrange(len(draws))]
        case Phase.DRAW:
            count = cards_to_draw(len(state.open_cards), len(state.pile))
            return DrawCards(tuple(pile.pop() for _ in range(count)))
        case Phase.TRAVEL:
            trips = flow.travels(state)
            return trips[0 if is_vacant or len(trips) == 1 else dice.randrange(len(trips))]
    pieces = () if is_vacant else legal_builds(state, state.to_act)
    number = 0 if is_vacant else dice.randrange(len(pieces) + 1)
    return (*pieces, TakeToken())[number]
