"""Sheets as bit sets are held against the rules."""

import random

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.metrolijn.board import DECK, MAP_IDS
from metrobot.games.metrolijn.state import State
from metrobot.players.metrolijn import bit_sheet as sheets
from metrobot.players.metrolijn.levels import full_choices
from tests.games.metrolijn.positions import FIRST, TITLE, game


@pytest.mark.few(4)
@pytest.mark.parametrize("map_", MAP_IDS)
def test_a_choice_does_to_a_sheet_what_the_rules_say(map_: str) -> None:
    """Every choice that marks all it can, on the sheets of a whole game."""
    tried = 0
    for state in game(1, 1, map_, special=True).states:
        if state.card is None or FIRST not in TITLE.awaiting(state):
            continue
        view = TITLE.view_for(state, {FIRST})
        legal, table = TITLE.legal_actions(state, FIRST), sheets.pay_table_of(view, FIRST)
        moves = full_choices(view.map, legal)
        possible = set(sheets.moves(table, sheets.sheet_of(view, FIRST), state.card.id))
        assert {move for _, move in moves} == possible
        for place, move in moves:
            sheet = sheets.sheet_of(view, FIRST)
            earned = sheets.play(table, sheet, move)
            after = TITLE.apply(state, FIRST, legal[place])
            later = TITLE.view_for(after, {FIRST})
            tried += 1

            assert sheet == sheets.sheet_of(later, FIRST)
            if later.card is not None:
                assert after.owed[FIRST] == state.owed[FIRST] + earned - 1
    assert tried > 50


@pytest.mark.few(4)
@pytest.mark.parametrize("map_", MAP_IDS)
def test_a_finished_sheet_is_worth_its_score(map_: str) -> None:
    """Alone, where empty stations count in full."""
    state = game(2, 1, map_, special=False).states[-1]
    view = TITLE.view_for(state, {FIRST})

    score = sheets.pay_table_of(view, FIRST).score(sheets.sheet_of(view, FIRST))
    assert score == TITLE.outcome(state).scores[0]


def test_cards_to_come_are_what_is_left_up_to_the_next_shuffle() -> None:
    """After the 6 all cards are shuffled again."""
    found = sheets.cards_to_come(["3", "6", "T"], "4", random.Random(1), 20)
    end = found.index("6")

    assert set(found[:end]) <= {"3", "T"}
    assert len(found) >= 20
    fresh = sheets.cards_to_come(["3"], "6", random.Random(1), 20)
    assert sorted(fresh[: fresh.index("6") + 1]) != ["3"]


def played_by_looks(state: State, seat: Seat) -> State:
    """Return the end of a game alone in which each choice is the one that looks best."""
    dice = random.Random(4)
    while not TITLE.is_over(state):
        actor = TITLE.awaiting(state)[0]
        if actor is CHANCE:
            state = TITLE.apply(state, actor, dice.choice(TITLE.chance(state)))
            continue
        assert state.card is not None
        view, legal = TITLE.view_for(state, {seat}), TITLE.legal_actions(state, seat)
        table, sheet = sheets.pay_table_of(view, seat), sheets.sheet_of(view, seat)
        best = sheets.best_move(table, sheet, state.card.id)
        place = next(place for place, move in full_choices(view.map, legal) if move == best)
        state = TITLE.apply(state, actor, legal[place])
    return state


def test_a_game_played_on_ends_as_the_rules_end_it() -> None:
    start = game(0, 1, "amsterdam", special=False).states[0]
    end = played_by_looks(start, FIRST)
    dice, cards, state = random.Random(4), list[str](), start
    view = TITLE.view_for(start, {FIRST})
    table, sheet = sheets.pay_table_of(view, FIRST), sheets.sheet_of(view, FIRST)
    left = list(DECK)
    while len(cards) < end.round:
        card = dice.choice(left)
        left.remove(card)
        left = list(DECK) if card.reshuffles else left
        cards.append(card.id)

    assert state.round == 0
    assert sheets.play_on(table, sheet, cards) == TITLE.outcome(end).scores[0]
