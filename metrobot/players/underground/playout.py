"""Games of On the Underground, played on by luck alone.

Drawn pieces and ways of the passenger foretell more than greedy ones do
(`docs/players.md`), and are laid quicker.
"""

from metrobot.engine.dice import Dice
from metrobot.games.underground import flow
from metrobot.games.underground.actions import Build, DrawCards, Travel
from metrobot.games.underground.board import CARDS, Station
from metrobot.games.underground.draws import token_draws
from metrobot.games.underground.game_end import cards_to_draw
from metrobot.games.underground.pieces import lay_piece, legal_builds
from metrobot.games.underground.result import result_of
from metrobot.games.underground.state import SOURCES, Phase, State
from metrobot.players.playout import PlayoutEnd


def playout_end(state: State, dice: Dice) -> PlayoutEnd:
    """Return an end of a game; the cards come in an order that is drawn first."""
    pile = [card for card in CARDS if card in state.pile]
    dice.shuffle(pile)
    while state.phase is not Phase.OVER:
        state = _after(state, pile, dice)
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


def _after(state: State, pile: list[Station], dice: Dice) -> State:
    """Return the state after what comes next."""
    match state.phase:
        case Phase.TOKENS:
            draws = token_draws()
            return flow.after_tokens(state, draws[dice.randrange(len(draws))])
        case Phase.DRAW:
            count = cards_to_draw(len(state.open_cards), len(state.pile))
            cards = tuple(pile.pop() for _ in range(count))
            return flow.after_draw(state, DrawCards(cards))
        case Phase.TRAVEL:
            return flow.after_travel(state, _trip(state, dice))
    piece = None if state.to_act in state.vacant else _piece(state, dice)
    if piece is None:
        return flow.after_token(state)
    return flow.after_action(lay_piece(state, state.to_act, piece))


def _trip(state: State, dice: Dice) -> Travel:
    """Return where the passenger goes; a vacant seat takes the first way."""
    routes = flow.trips_open(state)
    is_free = len(routes) > 1 and state.to_act not in state.vacant
    route = routes[dice.randrange(len(routes)) if is_free else 0]
    return Travel(route.to, route.colours)


def _piece(state: State, dice: Dice) -> Build | None:
    """Return a piece that is drawn; None for a token, which is drawn like one."""
    pieces = legal_builds(state, state.to_act)
    number = dice.randrange(len(pieces) + 1)
    return pieces[number] if number < len(pieces) else None
