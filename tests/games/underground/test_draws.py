"""What chance can draw: each draw once, in a fixed order."""

from itertools import permutations

import pytest

from metrobot.games.underground.board import CARDS
from metrobot.games.underground.turn.draws import CardDraws, token_draws

PILE = frozenset(CARDS[3:9])


@pytest.mark.parametrize("count", [1, 2, 4])
def test_cards_are_drawn_in_every_order(count: int) -> None:
    assert [draw.cards for draw in CardDraws(PILE, count)] == list(permutations(CARDS[3:9], count))


def test_draws_can_be_cut_out() -> None:
    draws = CardDraws(frozenset(CARDS), 4)

    assert len(draws) == 55 * 54 * 53 * 52
    assert draws[5:7] == (draws[5], draws[6])


@pytest.mark.parametrize("index", [-1, 30])
def test_there_is_no_draw_beyond_the_last(index: int) -> None:
    with pytest.raises(IndexError):
        CardDraws(PILE, 2)[index]


def test_layouts_of_tokens_are_in_a_fixed_order() -> None:
    assert token_draws() is token_draws()
    assert token_draws()[0].symbols[:3] == ("suitcase", "suitcase", "camera")
    assert token_draws()[-1].symbols[:3] == ("laptop", "laptop", "wine_glass")
