"""Every refusal of the rules has its sentence, and its facts fill it in."""

from collections.abc import Iterator
from functools import cache
from random import Random

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.errors import Fact
from metrobot.games.metromania.actions import LINE_NAMES, Decline, Dig, PlaceStation, Stop
from metrobot.games.metromania.geometry import CORNERS, GATES, Cell, Point
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import State
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metromania.games import TITLE, play


def actions_for(state: State, seat: Seat, chooser: Random) -> Iterator[Action]:
    """Yield everything imaginable around a company's lines."""
    yield from (Stop(), Decline())
    for number, name in enumerate(LINE_NAMES):
        points = state.lines[2 * seat + number].points
        ends = points[-1:] or (chooser.choice(GATES).outer, Point(chooser.randrange(91)))
        for at in {*points, Point(chooser.randrange(91))}:
            yield PlaceStation(name, at)
        for start in (*ends, Point(chooser.randrange(115))):
            yield from (
                Dig(name, start, end, Cell(cell), letter)
                for cell, corners in enumerate(CORNERS)
                if start in corners
                for end in corners
                for letter in (None, chooser.choice("ABCDEF"))
                if end != start
            )
            yield Dig(
                name, start, Point(chooser.randrange(115)), Cell(chooser.randrange(174)), None
            )
            near = next(corners for corners in CORNERS if start in corners)
            yield Dig(name, start, near[near[0] == start], Cell(chooser.randrange(150)), None)


@cache
def provoked() -> dict[str, list[dict[str, Fact]]]:
    """Return the facts of all refusals met in random games, by their keys."""
    found: dict[str, list[dict[str, Fact]]] = {}
    chooser = Random(1)
    for players, seed in ((4, 1), (4, 2), (3, 1), (3, 5), (2, 3), (2, 4)):
        game = play(players, seed)
        for state in game.states[2:-1]:
            seat = TITLE.awaiting(state)[0]
            assert isinstance(seat, int)  # the city and the hands come first
            for action in actions_for(state, seat, chooser):
                objection = TITLE.objection(state, seat, action)
                if objection is not None:
                    found.setdefault(str(objection.key), []).append(objection.facts)
    return found


def test_provoked_refusals_fill_in_their_sentences() -> None:
    """The facts that the rules give are those that the sentences ask for."""
    for key, found in provoked().items():
        for facts in found[:20]:
            assert "{" not in ENGLISH.say(key, **facts)


def test_nearly_every_reason_is_met() -> None:
    """Random games and imaginable actions come upon the refusals there are."""
    rare = {
        Reason.STATION_OTHER_LINE,
        Reason.STATION_NONE_LEFT,
        Reason.NO_STATIONS_LEFT,
        Reason.TUNNELS_USED_UP,
        Reason.END_GATE_TAKEN,
    }

    assert {str(reason) for reason in Reason} - rare <= set(provoked())
