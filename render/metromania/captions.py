"""Words on the pictures: they come from outside, in the reader's language."""

from dataclasses import dataclass

from metrobot.games.metromania.city import Ground


@dataclass(frozen=True, slots=True)
class Captions:
    """Every word that stands on a picture of MetrOmania; all should be short.

    Attributes:
        days: Monday to Sunday, for the trips A to F and Sunday's; about 3 letters.
        whole_days: the same days in full, as titles.
        letters: one sign per company, on the ends of its lines; one letter each,
            none of A-F, R, W, L, which mean trips and spots.
        player: stands with a number for a name that cannot be drawn.
        turn: before the number of the turn.
        to_act: of the company whose turn it is.
        thinking: of a computer whose turn it is.
        last_turns: once the end is certain.
        over: when the game is over.
        winner: of a player who won.
        stations_left: of the stock of 30.
        lines_done: lines finished or blocked.
        played: of who just played, with {name} and {points} where these stand.
        home: residential spots.
        work: work spots.
        leisure: leisure spots.
        park: the park.
        lake: the lake.
        start_gate: white gates.
        end_gate: black gates.
        minutes: after a number of minutes.
        change: of a change of line, before its minutes.
        impossible: of a trip without a way.
        cancelled: of a trip for which nobody scores or is punished (MM §13.5).
        nobody: where nobody scores.
        not_placed: why a company is guilty.
        no_station: why a company is guilty.
        no_connection: why a company is guilty.
        held: of a marker in the hand.
        placed: of a marker with a station.
        unserved: of a placed marker without a station.
        empty_hand: where a hand has no markers at all.
        hand: heading of the picture of a hand.
        legal: on a rule's picture.
        illegal: on a rule's picture.
        station: on a rule's picture, where a station is made.
        no_new_station: on a rule's picture, where none is made.
    """

    days: tuple[str, str, str, str, str, str, str]
    whole_days: tuple[str, str, str, str, str, str, str]
    letters: tuple[str, str, str, str]
    player: str
    turn: str
    to_act: str
    thinking: str
    last_turns: str
    over: str
    winner: str
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
    minutes: str
    change: str
    impossible: str
    cancelled: str
    nobody: str
    not_placed: str
    no_station: str
    no_connection: str
    held: str
    placed: str
    unserved: str
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
