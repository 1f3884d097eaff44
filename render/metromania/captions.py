"""The words on the pictures, given by callers in the reader's language."""

from dataclasses import dataclass

from metrobot.games.metromania.city import SPOTS, Ground
from render.theme import Livery


@dataclass(frozen=True, slots=True)
class Captions:
    """All words on the pictures of MetrOmania; each should be short.

    Attributes:
        days: Monday to Sunday, for the trips A to F and Sunday's; about 3 letters.
        whole_days: the same days in full, as titles.
        letters: one letter for each company, on the ends of its lines; none of A-F and of
            the letters of spots.
        liveries: the shades of the colour of each company.
        spots: one letter for each type of spot, in the order of the rules.
        player: replaces a name that cannot be drawn, with a number.
        turn: before the number of the turn.
        to_act: says that the company is on turn.
        thinking: says that a computer is on turn.
        last_turns: says that the last turns have begun.
        over: says that the game is over.
        built: says what stations have scored while building, with {parts}.
        stations_left: stations left in the stock of 30.
        lines_done: lines finished or blocked.
        played: says who just played, with {name} and {points}.
        home: residential spots.
        work: work spots.
        leisure: leisure spots.
        park: the park.
        lake: the lake.
        start_gate: white gates.
        end_gate: black gates.
        ends: the ends of a trip, with {a} and {b}.
        minutes: after a number of minutes.
        change: a change of line, before its minutes.
        impossible: a trip without a route.
        cancelled: a trip for which nobody scores or is punished (MM §13.5).
        nobody: says that nobody scores.
        scored: scores for a line on the route.
        scored_own: scores for that and for a marker, with its {spot}.
        scored_both: scores for that and for both markers.
        not_placed: guilty because a marker was not placed.
        no_station: guilty because a marker has no station.
        no_connection: guilty because no route connects the markers.
        held: a marker in the hand.
        placed: a placed marker with a station.
        unserved: a placed marker without a station.
        nearest: how far the nearest station is from it, in {n} edges.
        empty_hand: a hand without any markers.
        hand: heading of the picture of a hand.
        legal: caption of a legal tunnel, in the rules.
        illegal: caption of an illegal tunnel, in the rules.
        station: caption of a new station, in the rules.
        no_new_station: caption of a tunnel that makes no station, in the rules.
    """

    days: tuple[str, str, str, str, str, str, str]
    whole_days: tuple[str, str, str, str, str, str, str]
    letters: tuple[str, ...]
    liveries: tuple[Livery, ...]
    spots: str
    player: str
    turn: str
    to_act: str
    thinking: str
    last_turns: str
    over: str
    built: str
    stations_left: str
    lines_done: str
    played: str
    home: str
    work: str
    leisure: str
    park: str
    lake: str
    start_gate: str
    end_gate: str
    ends: str
    minutes: str
    change: str
    impossible: str
    cancelled: str
    nobody: str
    scored: str
    scored_own: str
    scored_both: str
    not_placed: str
    no_station: str
    no_connection: str
    held: str
    placed: str
    unserved: str
    nearest: str
    empty_hand: str
    hand: str
    legal: str
    illegal: str
    station: str
    no_new_station: str

    def spot(self, kind: Ground) -> str:
        """Return the word for a type of spot."""
        words = {Ground.HOME: self.home, Ground.WORK: self.work, Ground.LEISURE: self.leisure}
        return words[kind]

    def letter(self, kind: Ground) -> str:
        """Return the letter of a type of spot."""
        return self.spots[SPOTS.index(kind)]
