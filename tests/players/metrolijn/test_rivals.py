"""Rivals are played on beside a seat's own sheet (ML §6.2)."""

import random
from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Station
from metrobot.games.metrolijn.view import View, imagined, view_for
from metrobot.players.contract import Budget
from metrobot.players.metrolijn import bit_sheet as sheets
from metrobot.players.metrolijn.bit_sheet import BitSheet
from metrobot.players.metrolijn.levels import choose_strong
from metrobot.players.metrolijn.playout import A_WIN, Rivals, World
from tests.games.metrolijn.positions import FIRST, TITLE, game


def view_of_round(number: int) -> View:
    """Return the first seat's view of a round of a game between two."""
    states = game(3, 2, "amsterdam", special=False).states
    state = next(each for each in states if each.round == number and all(each.owed))
    return view_for(state, {FIRST})


def world_of(view: View, seed: int) -> World:
    """Return the rivals' games with cards that a seed shuffles."""
    assert view.card is not None
    left = [card.id for card in view.left]
    cards = sheets.cards_to_come(left, view.card.id, random.Random(seed), 40)
    return Rivals(view, FIRST).world(cards)


@pytest.mark.parametrize("number", [1, 5])
def test_a_line_that_a_rival_finishes_pays_less_from_the_next_round_on(number: int) -> None:
    view, finished = view_of_round(number), 0
    for seed in range(4):
        world = world_of(view, seed)
        (lost,) = world.losses
        for line, site in enumerate(view.map.lines):
            pays = [table.points[line] for table in world.tables]
            first = [site.first_points] * len(pays)
            if line in lost and view.offers[line].is_first:
                until, gap = lost[line]
                first[until + 1 :] = [site.first_points - gap] * (len(pays) - until - 1)
                assert pays == first
                finished += 1
            else:
                assert len(set(pays)) == 1
    assert finished


def test_a_rival_loses_the_higher_points_of_lines_that_the_seat_finishes_before() -> None:
    """All lines, if its sheet is full at once; without that, none."""
    view, world = view_of_round(1), world_of(view_of_round(1), 0)
    rivals, (score,), (lost,) = Rivals(view, FIRST), world.scores, world.losses
    table = sheets.pay_table_of(view, FIRST)
    full = BitSheet(table.chart.all, [0] * len(table.chart.tracks))
    empty = BitSheet(0, [0] * len(table.chart.tracks))

    late = {line: gap for line, (until, gap) in lost.items() if until}
    lead = sum(table.points) - (score - sum(late.values()))
    assert late
    assert rivals.worth(world, full) == A_WIN + lead / 2
    behind = -(len(view.map.stations) // 2) - score
    assert rivals.worth(world, empty) == pytest.approx(behind / 2, abs=0.5)


def test_whoever_has_left_finishes_nothing() -> None:
    """An empty seat is no rival in a race."""
    assert world_of(replace(view_of_round(1), vacant=frozenset({Seat(1)})), 0).losses == [{}]


def test_strong_plays_otherwise_where_a_rival_is_near_the_end_of_lines() -> None:
    """The same own sheet, the same cards: the rival has all but one station of each line."""
    changed = 0
    for number in range(2, 8):
        view = view_of_round(number)
        stops = [set(line.stations) for line in view.map.lines]
        spared = {min(each) for each in stops}
        marked = frozenset(set[Station]().union(*stops) - spared)
        near = replace(view.sheets[1], crossed=marked)
        legal = TITLE.legal_actions(imagined(view), FIRST)
        alone, raced = (
            choose_strong(each, legal, Budget(playouts=40), random.Random(1)).index
            for each in (view, replace(view, sheets=(view.sheets[0], near)))
        )
        changed += alone != raced
    assert changed
