"""Games of On the Underground, played on quickly by players with goals.

Each draws a few pieces and lays the best, by points and stations that are new to
them; the passenger goes where it pays the player on turn most. This predicts ends
better than random play (`docs/strength.md`).
"""

from collections.abc import Sequence
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.underground.actions import Build, DrawCards, TakeToken, Travel
from metrobot.games.underground.board import CARDS, LINKS, Station
from metrobot.games.underground.result import result_of
from metrobot.games.underground.state import SOURCES, Phase, State
from metrobot.games.underground.turn import flow
from metrobot.games.underground.turn.draws import token_draws
from metrobot.games.underground.turn.pieces import gain_of, legal_builds
from metrobot.players.contract import PlayoutEnd
from metrobot.players.underground.levels import points_at_once
from metrobot.players.underground.position_value import own_stations

DRAWN: Final = 6
"""Pieces that are drawn; the best of them is laid."""
A_NEW_STATION: Final = 0.8
"""Worth of a station that is on none of the player's lines yet."""
ALIKE: Final = 0.5
"""Points below which differences are luck."""


def playout_end(state: State, dice: Dice) -> PlayoutEnd:
    """Play a game on to an end, and return it."""
    # The order of the cards is drawn first, so that equal dice give all variations the same cards.
    pile = [card for card in CARDS if card in state.pile]
    dice.shuffle(pile)
    while state.phase is not Phase.OVER:
        state = flow.state_after(state, _next(state, pile, dice))
    result = result_of(state)
    return PlayoutEnd(
        shares=result.shares,
        scores=tuple(map(float, result.scores)),
        parts=tuple(
            {str(source): points for source, points in zip(SOURCES, row, strict=True)}
            for row in result.by_kind
        ),
    )


def _next(state: State, pile: list[Station], dice: Dice) -> Action:
    """Return the next action; a vacant seat takes tokens and the first trip."""
    is_vacant = state.to_act in state.vacant
    match state.phase:
        case Phase.TOKENS:
            draws = token_draws()
            return draws[dice.randrange(len(draws))]
        case Phase.DRAW:
            count = flow.cards_to_draw(len(state.open_cards), len(state.pile))
            return DrawCards(tuple(pile.pop() for _ in range(count)))
        case Phase.TRAVEL:
            trips = flow.travels(state)
            return trips[0] if is_vacant or len(trips) == 1 else _best_trip(state, trips, dice)
    pieces = () if is_vacant else legal_builds(state, state.to_act)
    return _best_piece(state, pieces, dice) if pieces else TakeToken()


def _best_trip(state: State, trips: Sequence[Travel], dice: Dice) -> Travel:
    return max(trips, key=lambda trip: points_at_once(state, trip) + ALIKE * dice.random())


def _best_piece(state: State, pieces: Sequence[Build], dice: Dice) -> Build:
    stations = own_stations(state, state.to_act)

    def worth(piece: Build) -> float:
        new = {LINKS[piece.link].a, LINKS[piece.link].b} - stations
        points = gain_of(state, piece).total
        return points + A_NEW_STATION * len(new) + ALIKE * dice.random()

    return max((pieces[dice.randrange(len(pieces))] for _ in range(DRAWN)), key=worth)
