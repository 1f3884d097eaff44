"""What the levels of MetrOmania take by luck, and what they look for."""

from collections import Counter
from random import Random

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import Decline, Dig, PlaceStation
from metrobot.games.metromania.geometry import CITY_POINTS
from metrobot.players.contract import UNBOUND, ReasonKey
from metrobot.players.metromania.levels import choose_easy
from metrobot.players.metromania.looks import count_now
from tests.games.metromania.boards import TITLE
from tests.games.metromania.play import played


def choices_of_easy(players: int) -> list[object]:
    """Return the actions that easy takes by luck in a game, asked again and again."""
    taken, dice = list[object](), Random(1)
    for state in played(players, (), "finish", 1).states[3:-12:2]:
        seat = state.active
        view, legal = TITLE.view_for(state, {seat}), TITLE.legal_actions(state, seat)
        if len(legal) > 1:
            found = [choose_easy(view, legal, UNBOUND, dice) for _ in range(9)]
            taken += [legal[each.index] for each in found if each.why is ReasonKey.LUCK]
    return taken


def test_between_two_what_easy_takes_by_luck_ends_no_line_and_places_no_marker() -> None:
    """Tunnels, stations and declining are all taken; black gates and markers are overlooked."""
    taken = choices_of_easy(2)
    digs = [each for each in taken if isinstance(each, Dig)]

    assert len(digs) > 20
    assert not any(dig.letter for dig in digs)
    assert not any(dig.start < CITY_POINTS <= dig.end for dig in digs)
    assert any(isinstance(each, PlaceStation | Decline) for each in taken)


def test_among_three_easy_waits_with_markers_and_ends_for_whoever_is_behind() -> None:
    """It places none while somebody has placed fewer or has fewer points, and places some else."""
    dice, placing = Random(1), Counter[bool]()
    for game in range(1, 5):
        for state in played(3, (), "finish", game).states[3::2]:
            seat = state.active
            view, legal = TITLE.view_for(state, {seat}), TITLE.legal_actions(state, seat)
            if not any(isinstance(action, Dig) and action.letter for action in legal):
                continue
            scores, placed = count_now(state).scores, Counter(p.company for p in state.placed)
            others = [other for other in range(3) if other != seat]
            is_ahead = any(
                scores[other] < scores[seat] or placed[Seat(other)] < placed[seat]
                for other in others
            )
            choice = legal[choose_easy(view, legal, UNBOUND, dice).index]
            placing[is_ahead] += isinstance(choice, Dig) and choice.letter is not None

    assert placing[True] == 0 < placing[False]
